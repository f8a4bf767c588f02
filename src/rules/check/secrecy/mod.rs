//! Follows through every text who knows what a card is, and refuses what would tell it to others.
//!
//! What a card is, its kind, may be read only where whoever sees what comes of it knows the card. What a text does by
//! itself everybody sees; what a player chooses from, that player alone.

mod act;
mod expr;
mod level;

use self::level::{Level, State};
use crate::error::{Problem, Report};
use crate::ir::Element;
use crate::names::{Names, Type};
use crate::tree::{Alone, Checked, Cond, Disputed, Face, Item, Pattern, Text, Trigger, Value};
use crate::verbs::Knower;
use text::{Happening, Source, Span};

/// Who decided that a text is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The player whose text it is, by using a building: how it goes up to what it asks first has been tried (PLY-5).
    Use,
    /// The same by playing a card, unless another text plays it: then only what it asks at once has been looked at.
    Play,
    /// What happened at the table.
    Itself,
    /// A keyword: whoever calls it.
    Caller,
}

/// What a keyword means for those who call it.
#[derive(Debug, Clone, Default)]
struct Summary {
    /// Who must know each parameter's cards.
    needs: Vec<Knower>,
    /// Who knows them for certain afterwards.
    after: Vec<Knower>,
    /// It asks for a choice that only the player who chooses can tell to be possible.
    asks: bool,
    /// Such a choice is not the first thing that it asks.
    asks_late: bool,
    moments: Moments,
}

impl Summary {
    /// What is certain whichever of two readings holds.
    fn or(mut self, other: Summary) -> Summary {
        self.needs
            .iter_mut()
            .zip(other.needs)
            .for_each(|(needs, other)| *needs = (*needs).max(other));
        self.after
            .iter_mut()
            .zip(other.after)
            .for_each(|(after, other)| *after = (*after).min(other));
        self.asks |= other.asks;
        self.moments.add(other.moments);
        self
    }
}

/// What a text brings about, so that triggers may wait for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Moments {
    reveals: bool,
    destroys: bool,
    builds: bool,
}

impl Moments {
    fn has(self, moment: Happening) -> bool {
        match moment {
            Happening::Revealed => self.reveals,
            Happening::Destroyed => self.destroys,
            Happening::Built => self.builds,
            _ => true,
        }
    }

    fn add(&mut self, other: Moments) {
        self.note(|moment| other.has(moment));
    }

    fn note(&mut self, happens: impl Fn(Happening) -> bool) {
        self.reveals |= happens(Happening::Revealed);
        self.destroys |= happens(Happening::Destroyed);
        self.builds |= happens(Happening::Built);
    }
}

/// All that is checked, and what has been found out about keywords.
struct Keywords<'a> {
    names: &'a Names,
    checked: &'a Checked,
    sources: &'a [&'a Source],
    /// By number; none while it is not yet known.
    summaries: Vec<Option<Summary>>,
}

/// Checks all texts of a library whose keywords do not call themselves. While one is not sound, nothing is said.
pub fn secrecy(names: &Names, checked: &Checked, sources: &[&Source], report: &mut Report) {
    if checked.keywords.len() != names.keywords.len() {
        return;
    }
    let mut keywords = Keywords {
        names,
        checked,
        sources,
        summaries: vec![None; names.keywords.len()],
    };
    for keyword in 0..names.keywords.len() {
        keywords.summary(keyword, report);
    }
    for set in &checked.sets {
        for face in set.buildings.iter().flat_map(Disputed::all) {
            keywords.face(face, Element::Building, report);
        }
        for face in set.actions.iter().flat_map(Disputed::all) {
            keywords.face(face, Element::StackedCard, report);
        }
    }
    for (mark, (this, _)) in checked.marks.iter().zip(&names.borne) {
        let clauses = mark
            .iter()
            .flat_map(Disputed::all)
            .flat_map(Face::over_happenings);
        clauses.for_each(|clause| {
            keywords.trigger(clause, (this.unwrap_or(Element::Card), true), report)
        });
    }
    for tally in checked
        .tallies
        .iter()
        .filter_map(|(tally, _)| tally.as_ref())
    {
        keywords.alone(tally, Element::Building, report, |walk, set| {
            walk.set(set, Knower::All);
        });
    }
    for crisis in checked.crisis.iter().flat_map(Disputed::all) {
        keywords.text(crisis, Element::Building, Start::Itself, report);
    }
}

impl Keywords<'_> {
    fn face(&mut self, face: &Face, this: Element, report: &mut Report) {
        for text in face.play.iter().chain(&face.replay) {
            self.text(text, this, Start::Play, report);
        }
        for ability in &face.abilities {
            if let Some(cond) = &ability.condition {
                // Only the player who is asked sees the menu.
                self.cond(cond, Knower::You, report);
            }
            self.text(&ability.text, this, Start::Use, report);
        }
        for trigger in face.over_happenings() {
            self.trigger(trigger, (this, false), report);
        }
        for text in face.later() {
            self.text(text, this, Start::Itself, report);
        }
        for (text, lasting) in face.held() {
            let condition = lasting.condition.iter();
            self.look((text.file, text.locals), this, report, |walk| {
                condition.for_each(|cond| walk.cond(cond, Knower::All));
                walk.set(&lasting.set, Knower::All);
            });
        }
        for (text, what) in face.renamed() {
            self.look((text.file, text.locals), this, report, |walk| {
                walk.carries(text);
                walk.alters(None, what);
            });
        }
        for lasting in &face.lasting {
            self.alone(lasting, this, report, |walk, lasting| {
                walk.standing(&lasting.condition, &lasting.set);
            });
        }
        for counts in &face.counts_as {
            self.alone(&counts.clause, this, report, |walk, (condition, set)| {
                walk.standing(condition, set);
            });
        }
        for num in &face.raises {
            self.alone(num, this, report, |walk, num| walk.count(num));
        }
        for clause in &face.alters {
            self.alone(clause, this, report, |walk, clause| {
                walk.alters(clause.condition.as_ref(), &clause.what);
            });
        }
        for given in face.granted() {
            self.face(given, Element::Building, report);
        }
        for cond in &face.wins {
            self.cond(cond, Knower::All, report);
        }
    }

    /// What a face says to what happens, or what a counter says: that may lie on a card which nobody knows.
    fn trigger(
        &mut self,
        trigger: &Trigger,
        (this, of_counter): (Element, bool),
        report: &mut Report,
    ) {
        for (cause, span) in &trigger.causes {
            let Some(cause) = cause.keyword() else {
                continue;
            };
            let moments = self.summary(cause, report).moments;
            if let Some(moment) = trigger
                .happenings
                .iter()
                .find(|happening| !moments.has(**happening))
            {
                let name = self.names.keywords[cause].name.clone();
                let problem = Problem::NeverHappens {
                    name,
                    moment: *moment,
                };
                report.add(self.sources[trigger.text.file], *span, problem);
            }
        }
        let text = &trigger.text;
        let mut walk = self.walk(text.file, text.locals, this, Start::Itself);
        let shows = |one: &Happening| {
            matches!(
                one,
                Happening::Revealed | Happening::Discarded | Happening::Played
            )
        };
        let shown = trigger.head.is_about_this() && trigger.happenings.iter().all(shows);
        walk.hidden = of_counter && this != Element::Building && !shown;
        if text.roles > 0 {
            // What all see happen they know; of what somebody looks at or draws they see the back.
            // Before it happens, they see what stands there and who takes part.
            let open =
                |one: &Happening| matches!(one, Happening::Destroyed | Happening::Eliminated);
            let before = trigger.instead && !trigger.happenings.iter().all(open);
            let own = trigger.head.is_about_this() && !walk.hidden;
            let hidden = (before || trigger.happenings.iter().any(|one| one.is_hidden())) && !own;
            let bearer = trigger
                .head
                .sort
                .and(trigger.head.what.as_ref())
                .and_then(Pattern::element);
            let what = trigger.head.what.as_ref().and_then(Pattern::element);
            let open = bearer == Some(Element::Player) || what == Some(Element::Building);
            let level = if hidden && !open {
                Level::default()
            } else {
                Level::OPEN
            };
            walk.state.bind(0, level, bearer.unwrap_or(Element::Card));
            let onto = trigger.head.onto.as_ref().and_then(Pattern::element);
            walk.state
                .bind(1, Level::OPEN, onto.unwrap_or(Element::Building));
        }
        walk.carries(text);
        for test in trigger.head.tests() {
            walk.cond(&test, Knower::All);
            walk.suppose(&test, true);
        }
        for (remembered, carried) in trigger.remembers.iter().zip(&text.carried) {
            walk.parts(remembered, Knower::All);
            if let Value::Item(item) = remembered {
                let (level, element) = (walk.level(item), carried.element);
                let element = element.unwrap_or(Element::Number);
                walk.state.bind(carried.local, level, element);
            }
        }
        trigger
            .price
            .iter()
            .for_each(|(number, _)| walk.num(number, Knower::All));
        walk.body(&text.body);
        walk.told(report);
    }

    fn cond(&mut self, cond: &Alone<Cond>, seen_by: Knower, report: &mut Report) {
        self.alone(cond, Element::Building, report, |walk, cond| {
            walk.cond(cond, seen_by);
        });
    }

    fn alone<T>(
        &self,
        alone: &Alone<T>,
        this: Element,
        report: &mut Report,
        look: impl FnOnce(&mut Walk, &T),
    ) {
        let at = (alone.file, alone.locals);
        self.look(at, this, report, |walk| look(walk, &alone.node));
    }

    fn text(&mut self, text: &Text, this: Element, begun: Start, report: &mut Report) {
        let mut walk = self.walk(text.file, text.locals, this, begun);
        walk.carries(text);
        walk.body(&text.body);
        walk.told(report);
    }

    /// What stands by itself, and begins by itself.
    fn look(
        &self,
        (file, locals): (usize, usize),
        this: Element,
        report: &mut Report,
        look: impl FnOnce(&mut Walk),
    ) {
        let mut walk = self.walk(file, locals, this, Start::Itself);
        look(&mut walk);
        walk.told(report);
    }

    fn walk(&self, file: usize, locals: usize, this: Element, begun: Start) -> Walk<'_> {
        let first = begun != Start::Itself;
        let inside = Inside {
            first,
            ..Inside::default()
        };
        Walk {
            keywords: self.view(),
            source: self.sources[file],
            this,
            hidden: false,
            begun,
            state: State::new(locals),
            needs: Vec::new(),
            asks: false,
            asks_late: false,
            moments: Moments::default(),
            faults: Vec::new(),
            inside,
            decider: None,
            choosing: None,
        }
    }

    /// What has been found out so far; all that a text calls has been looked at before.
    fn view(&self) -> View<'_> {
        View {
            names: self.names,
            summaries: &self.summaries,
        }
    }

    /// What a keyword means for its callers.
    fn summary(&mut self, keyword: usize, report: &mut Report) -> Summary {
        if let Some(summary) = &self.summaries[keyword] {
            return summary.clone();
        }
        self.summaries[keyword] = Some(Summary::default());
        let checked = self.checked;
        let text = &checked.keywords[keyword].text;
        let mut called = Vec::new();
        text.all()
            .for_each(|text| text.body.each_call(&mut |keyword| called.push(keyword)));
        for keyword in called {
            self.summary(keyword, report);
        }
        let readings = text.all().map(|text| self.reading(keyword, text, report));
        let summary = readings.reduce(Summary::or).unwrap_or_default();
        self.summaries[keyword] = Some(summary.clone());
        summary
    }

    /// What a keyword means that reads so.
    fn reading(&self, keyword: usize, text: &Text, report: &mut Report) -> Summary {
        let params = self.names.keywords[keyword].params.clone();
        let mut walk = self.walk(text.file, text.locals, Element::Building, Start::Caller);
        walk.needs = vec![Knower::Nobody; params.len()];
        for (at, param) in params.iter().enumerate() {
            if let Type::One(element) | Type::Many(element) = param.kind {
                walk.state.bind(at, Level::of_param(at), element);
            }
        }
        walk.body(&text.body);
        let after = walk
            .inside
            .left
            .take()
            .unwrap_or_else(|| walk.state.floors(params.len()));
        let (needs, asks, asks_late, moments) =
            (walk.needs.clone(), walk.asks, walk.asks_late, walk.moments);
        walk.told(report);
        Summary {
            needs,
            after,
            asks,
            asks_late,
            moments,
        }
    }
}

#[derive(Clone, Copy)]
struct View<'a> {
    names: &'a Names,
    summaries: &'a [Option<Summary>],
}

/// One text, from its beginning to its end.
struct Walk<'a> {
    keywords: View<'a>,
    source: &'a Source,
    this: Element,
    /// What a counter lies on nobody need know.
    hidden: bool,
    begun: Start,
    state: State,
    /// Of a keyword: who must know each parameter's cards.
    needs: Vec<Knower>,
    asks: bool,
    asks_late: bool,
    moments: Moments,
    faults: Vec<(Span, Problem)>,
    inside: Inside,
    /// Who decides what is looked at now, if not `you`.
    decider: Option<Item>,
    /// The same while it is looked at what that player chooses from.
    choosing: Option<Item>,
}

/// What encloses the statement at hand.
#[derive(Default)]
struct Inside {
    loops: usize,
    /// Nothing has been asked yet, and the player knows what they knew when they began: PLY-5 has looked whether the choice at
    /// hand has an option, and nobody else can tell why the text was not begun.
    first: bool,
    unanswered: usize,
    /// `this` may lie elsewhere than when the text began.
    moved_this: bool,
    /// What was known of the parameters where the text could first end early.
    left: Option<Vec<Knower>>,
}
