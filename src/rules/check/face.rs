//! The texts of faces, keywords, counters, tallies and rules: which clauses each may have.

use super::abilities::{abilities, ability, same_ability_names};
use super::choices::is_law;
use super::happening::says;
use super::readings::{instead, same};
use super::scope::{maybe, too_many, unknown};
use super::{In, Place, Scope};
use crate::error::{FaultName, Problem, Report, near};
use crate::file::FaceText;
use crate::ir::{ABILITIES, Element};
use crate::tree::{Alone, Cond, CountsAs, Disputed, Face, Item, Text};
use crate::verbs::Wanted;
use lang::ast::{self, Clause, Voice};
use text::limits::TIMES;
use text::{Happening, Span, Spanned, plural_of};

pub(super) const BUILDING: Place = Place {
    name: "the text of a building",
    this: Some(Element::Building),
    you: true,
    provoker: false,
    runs: false,
    pays: false,
    away: None,
};
const ACTION: Place = Place {
    name: "the text of an action",
    this: Some(Element::StackedCard),
    ..BUILDING
};
const PLAYED: Place = Place {
    away: Some(
        "write `put this face up on a building` or `this becomes a law` first: while it is being played, it is not in a stack or a hand",
    ),
    ..ACTION
};
const DESTROYED: Place = Place {
    this: Some(Element::Card),
    away: Some("build, put or give it first, or use `you` for its owner: it has been destroyed"),
    ..BUILDING
};
pub(super) const LAW: Place = Place {
    name: "the text of a law",
    this: Some(Element::Card),
    you: false,
    ..BUILDING
};
pub(super) const KEYWORD: Place = Place {
    name: "a keyword",
    this: None,
    runs: true,
    ..BUILDING
};
pub(super) const TALLY: Place = Place {
    name: "a tally",
    this: None,
    ..BUILDING
};
pub(super) const CRISIS: Place = Place {
    name: "the crisis",
    this: None,
    runs: true,
    ..BUILDING
};
pub(super) const SWITCH: Place = Place {
    name: "a switch",
    this: None,
    you: false,
    ..BUILDING
};

impl<'a> In<'a> {
    pub(super) fn scope<'r>(self, place: Place, report: &'r mut Report) -> Scope<'r>
    where
        'a: 'r,
    {
        Scope::new(self, place, report)
    }

    pub(super) fn text(
        self,
        place: Place,
        span: Span,
        body: &ast::Body,
        report: &mut Report,
    ) -> Option<Text> {
        let mut scope = self.scope(
            Place {
                runs: true,
                ..place
            },
            report,
        );
        let body = scope.body(body)?;
        Some(scope.text(span, 0, body))
    }

    pub(super) fn alone<T>(
        self,
        place: Place,
        span: Span,
        report: &mut Report,
        check: impl FnOnce(&mut Scope) -> Option<T>,
    ) -> Option<Alone<T>> {
        let mut scope = self.scope(place, report);
        scope.choices = false;
        let node = check(&mut scope)?;
        Some(Alone {
            file: self.file,
            span,
            locals: scope.types.len(),
            node,
        })
    }

    /// Something has no place there.
    pub(super) fn misplaced(
        self,
        span: Span,
        (what, place, help): (&'static str, &'static str, &'static str),
        report: &mut Report,
    ) {
        report.add(self.source, span, Problem::Misplaced { what, place, help });
    }

    /// Something is wrong, wherever it stands.
    pub(super) fn refused(
        self,
        span: Span,
        (reason, help): (&'static str, &'static str),
        report: &mut Report,
    ) {
        report.add(
            self.source,
            span,
            Problem::new(FaultName::Impossible, reason, "not here", help),
        );
    }

    /// A clause has no place in such a text.
    pub(super) fn has_no_place(
        self,
        span: Span,
        clause: &Clause,
        place: &'static str,
        report: &mut Report,
    ) {
        let (what, help) = match clause {
            Clause::Play(_) if place == KEYWORD.name => (
                "an immediate effect",
                "write all that the keyword does after its `define`, or indented on the lines below it",
            ),
            Clause::Play(_) => (
                "an immediate effect",
                "write when it happens, `when another player builds a building, ...`, or how it is used, `use: ...`; to forbid \
                    something, write for whom or what, `other players cannot play actions`, `your buildings cannot be destroyed`",
            ),
            Clause::Replay(_) => ("`replay:`", "only an action can be replayed"),
            Clause::Ability(_) => (
                "`use:`",
                "remove `use:`: only buildings are used, and an action says directly what it does",
            ),
            Clause::Trigger(trigger) if is_revealed(trigger) => (
                "this trigger",
                "use another trigger: only actions are revealed, buildings are built or destroyed",
            ),
            Clause::Trigger(_) => ("this trigger", "only a building is built or destroyed"),
            Clause::Cannot(clause) if clause.price.is_some() => {
                ("`costs`", "move it to the text of a card")
            }
            Clause::Cannot(_) => ("`cannot`", "move it to the text of a card"),
            Clause::Instead(_) => ("`instead`", "move it to the text of a card"),
            Clause::Lasting(_) => ("a lasting effect", "move it to the text of a card"),
            Clause::CountsAs(_) => (
                "`count as`",
                "move it to a building, or to an action as `while this is face up, this counts as ...`",
            ),
            Clause::Alters(_) => (
                "a clause that changes names, texts, neighbours or numbers",
                "move it to the text of a card",
            ),
            Clause::Raise(_) => ("`raise your starred numbers`", "move it to a building"),
            Clause::Win(_) => ("`win when`", "move it to a building"),
            Clause::Define(_) => ("`define`", "move it to `[keyword.NAME]`"),
            Clause::Count(_) => ("`count`", "move it to `[tally.NAME]`"),
            Clause::Plays(_) => (
                "a clause on how many cards may be played",
                "move it to the text of a card",
            ),
            Clause::Crisis(_) => (
                "`when nothing is left to draw`",
                "move it to `[rule.crisis]`",
            ),
        };
        self.misplaced(span, (what, place, help), report);
    }

    fn counts_as(
        self,
        place: Place,
        span: Span,
        counts: &ast::CountsAs,
        report: &mut Report,
    ) -> Option<CountsAs> {
        let name = if counts.one {
            plural_of(&counts.tally.node)
        } else {
            counts.tally.node.clone()
        };
        let tally = self
            .names
            .tally(self.space, &name)
            .unwrap_or_else(|problem| {
                report.add(self.source, counts.tally.span, problem);
                None
            });
        if tally.is_none() && !self.names.tallies.contains(&name) {
            let mut known = self.names.tallies.iter().map(String::as_str);
            let single = known
                .clone()
                .find(|known| counts.one && plural_of(known) == name);
            let help = match single {
                Some(one) => {
                    format!("name the tally in the plural: `[tally.{name}]`, not `[tally.{one}]`")
                        .into()
                }
                None => near(&name, &mut known),
            };
            let word = Spanned::new(name, counts.tally.span);
            report.add(self.source, word.span, unknown("tally", &word, help));
        }
        let clause = self.alone(place, span, report, |scope| {
            let condition = maybe(counts.condition.as_ref(), |cond| scope.cond(cond));
            Some((condition?, scope.set_of(&counts.set, Wanted::Piece)?))
        })?;
        let own = clause.node.1.one() == Some(&Item::This);
        let times = self.times(counts, own, report)?;
        Some(CountsAs {
            tally: tally?,
            own,
            times,
            clause,
        })
    }

    /// How often a card counts that says so of itself.
    fn times(self, counts: &ast::CountsAs, own: bool, report: &mut Report) -> Option<u16> {
        let Some(Spanned { node: times, span }) = counts.times else {
            return Some(1);
        };
        let (place, help) = match times {
            _ if !own => (
                "a clause on other things",
                "write it on the card itself: only `this` can count for more than one",
            ),
            _ if times > TIMES => {
                let what = "the number of times that one card counts for a tally";
                let problem = too_many(what, times.into(), TIMES.into());
                report.add(self.source, span, problem);
                return None;
            }
            ..2 => ("`counts as`", "write `this counts as a ...`"),
            _ => return Some(times),
        };
        self.misplaced(span, ("this number", place, help), report);
        None
    }

    /// The one clause that the text has, of the sort that `of` answers.
    pub(super) fn only<'t, T>(
        self,
        (text, name): (&'t ast::Text, &ast::Word),
        place: Place,
        (second, missing, whole): (&'static str, &'static str, String),
        report: &mut Report,
        of: impl Fn(&'t Clause) -> Option<T>,
    ) -> Option<(T, Span)> {
        let mut found = None;
        for clause in &text.clauses {
            match of(&clause.node) {
                Some(_) if found.is_some() => {
                    let problem = Problem::SecondClause { what: second };
                    report.add(self.source, clause.span, problem);
                }
                Some(one) => found = Some((one, clause.span)),
                None => self.has_no_place(clause.span, &clause.node, place.name, report),
            }
        }
        if found.is_none() {
            let (place, what) = (whole, missing);
            report.add(
                self.source,
                name.span,
                Problem::MissingClause { place, what },
            );
        }
        found
    }
}

fn is_revealed(trigger: &ast::Trigger) -> bool {
    trigger.head.voice == Voice::Short && says(&trigger.head, Happening::Revealed)
}

/// The text of a building.
pub fn building(file: In, face: &FaceText, report: &mut Report) -> Option<Disputed<Face>> {
    let limits = |text: &ast::Text| -> Vec<_> {
        let abilities = abilities(text).map(|ability| (ability.start_of_turn, ability.once));
        abilities.collect()
    };
    let texts = (&face.text, face.instead.as_slice());
    instead(file, &face.name, texts, report, |text, printed, report| {
        if !printed {
            let at = Spanned::new("abilities", first_span(text, &face.name));
            same(file, at, (limits(&face.text), limits(text)), report);
        }
        Some(face_text(file, true, &face.name, text, report))
    })
}

pub(super) fn first_span(text: &ast::Text, name: &ast::Word) -> Span {
    text.clauses.first().map_or(name.span, |clause| clause.span)
}

/// The text of an action.
pub fn action(file: In, face: &FaceText, report: &mut Report) -> Option<Disputed<Face>> {
    let texts = (&face.text, face.instead.as_slice());
    instead(file, &face.name, texts, report, |text, _, report| {
        Some(face_text(file, false, &face.name, text, report))
    })
}

fn face_text(
    file: In,
    building: bool,
    name: &ast::Word,
    text: &ast::Text,
    report: &mut Report,
) -> Face {
    let mut checked = Face {
        name: name.node.clone(),
        ..Face::default()
    };
    let count = abilities(text).count();
    if building && count > ABILITIES {
        let problem = too_many("abilities of a building", count, ABILITIES);
        report.add(file.source, name.span, problem);
    }
    let (mut plays, mut replays) = (false, false);
    for clause in &text.clauses {
        let span = clause.span;
        if let Some(held) = file.held_in_hand(name, clause, report) {
            let replaces = held.as_ref().is_some_and(|clause| clause.instead);
            let all = match replaces {
                true => &mut checked.held_instead,
                false => &mut checked.held,
            };
            all.extend(held);
            continue;
        }
        let law = !building && is_law(&clause.node);
        let (place, gone) = match (building, law) {
            (true, _) => (BUILDING, DESTROYED),
            (false, true) => (LAW, LAW),
            (false, false) => (ACTION, ACTION),
        };
        let second = |known: &mut bool, what, report: &mut Report| {
            if std::mem::replace(known, true) {
                report.add(file.source, span, Problem::SecondClause { what });
            }
        };
        let hidden = match &clause.node {
            Clause::Play(body) if !building => {
                second(&mut plays, "immediate effect", report);
                checked.play = file.text(PLAYED, span, body, report);
                false
            }
            Clause::Replay(body) if !building => {
                second(&mut replays, "`replay:`", report);
                checked.replay = file.text(PLAYED, span, body, report);
                false
            }
            Clause::Ability(used) if building => {
                if count > 1 && used.name.is_none() {
                    report.add(file.source, span, Problem::NamelessAbility);
                }
                checked.abilities.extend(ability(file, span, used, report));
                false
            }
            Clause::Trigger(waits)
                if match building {
                    true => !is_revealed(waits),
                    false => waits.head.voice != Voice::Short || is_revealed(waits),
                } =>
            {
                let waits = file.trigger((place, gone), span, waits, report);
                // What happens to itself it hears even so.
                keep(&mut checked.triggers, waits, |one| {
                    one.head.is_about_this() || needs_face_up(&one.head.during)
                })
            }
            Clause::Cannot(waits) => {
                let bar = file.trigger((place, place), span, waits, report);
                keep(&mut checked.bars, bar, |bar| {
                    needs_face_up(&bar.head.during)
                })
            }
            Clause::Instead(waits) => {
                if law && waits.may {
                    let help = "remove `you may`: a law belongs to nobody";
                    let wrong = ("`you may` before `instead` or `first`", LAW.name, help);
                    file.misplaced(span, wrong, report);
                }
                let instead = file.replacement(place, span, waits, report);
                keep(&mut checked.instead, instead, |one| {
                    needs_face_up(&one.head.during)
                })
            }
            Clause::Lasting(lasting) => {
                let check = |scope: &mut Scope| scope.lasting(span, lasting);
                let lasting = file.alone(place, span, report, check);
                keep(&mut checked.lasting, lasting, |one| {
                    needs_face_up(&one.node.condition)
                })
            }
            Clause::Alters(clause) => {
                let clause = file.alters(place, span, clause, report);
                keep(&mut checked.alters, clause, |one| {
                    needs_face_up(&one.node.condition)
                })
            }
            Clause::CountsAs(counts) => {
                let counts = file.counts_as(place, span, counts, report);
                let others = |counts: &CountsAs| !building && !counts.own;
                if counts.as_ref().is_some_and(others) {
                    let help = "write what `this` counts as: an action counts only itself";
                    file.misplaced(span, ("this `count as`", ACTION.name, help), report);
                }
                keep(&mut checked.counts_as, counts, |counts| {
                    others(counts) || needs_face_up(&counts.clause.node.0)
                })
            }
            Clause::Raise(number) if building => {
                let raise = file.alone(place, span, report, |scope| scope.number(number));
                checked.raises.extend(raise);
                false
            }
            Clause::Win(cond) if building => {
                let wins = file.alone(place, span, report, |scope| scope.cond(cond));
                checked.wins.extend(wins);
                false
            }
            other => {
                file.has_no_place(span, other, place.name, report);
                false
            }
        };
        // STK-5: a face-down card is a plain shield.
        if hidden && !building && !law {
            report.add(file.source, span, Problem::HiddenLasting);
        }
    }
    if building {
        same_ability_names(file, text, report);
    }
    checked
}

/// Keeps a clause. Answers whether it would hold of a card that is not open.
fn keep<T>(all: &mut Vec<T>, clause: Option<T>, open: impl Fn(&T) -> bool) -> bool {
    let hidden = clause.as_ref().is_some_and(|clause| !open(clause));
    all.extend(clause);
    hidden
}

/// It cannot hold unless `this` is face up.
fn needs_face_up(cond: &Option<Cond>) -> bool {
    let face_up = |cond: &Cond| *cond == Cond::FaceUp(Item::This);
    cond.as_ref().is_some_and(|cond| cond.needs(&face_up))
}

/// Clauses that a text gives to buildings: a building's text, but that it changes nothing of what words mean.
pub(super) fn granted(file: In, span: Span, text: &ast::Text, report: &mut Report) -> Face {
    for clause in &text.clauses {
        if let Clause::Alters(_) = &clause.node {
            file.has_no_place(clause.span, &clause.node, "a given text", report);
        }
    }
    face_text(file, true, &Spanned::new(String::new(), span), text, report)
}
