//! Checks what a text says for a while or for later, and what is counted of players.

use super::buildings::{stands_beside, stands_in_nation};
use super::deck::keep_found;
use super::happening::all;
use super::item::THIS;
use super::places::is_held;
use super::scope::{OF_COUNTER, maybe, set_of, too_many};
use super::{In, Place, Scope};
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Act, Body, Capture, Item, Local, Part, Pending, Says, Set, Text, Trigger};
use crate::verbs::Wanted;
use lang::ast::{self, Clause, Statement};
use lang::print_statement;
use text::limits::CARRIED;
use text::{Happening, Span, Spanned, Until, Use, Verb};

/// What a text says for a while holds without it.
pub(super) const LASTS: &str = "an effect that lasts for a while";

/// What lies in a hand or in the deck, where nobody can follow it: what is said for later holds on to nothing there (IDN-1).
#[derive(Default, Clone)]
pub(super) struct Unfollowed {
    /// Names of the text itself, and `this`.
    pub(super) own: Vec<Item>,
    /// Those of the text around it.
    around: Vec<Item>,
}

impl Scope<'_> {
    /// What is chosen from a hand or the deck lies there.
    pub(super) fn note_held(&mut self, set: &Set, local: Local) {
        if is_held(set) {
            self.unfollowed.own.push(Item::Local(local));
        }
    }

    /// What the clause waits for has brought it to a hand, or into the deck.
    pub(super) fn note_event(&mut self, head: &ast::Head, this: bool) {
        use Happening::{Drawn, EffectDrawn, PutBack, Taken, TurnDrawn};
        let gone = |one| matches!(one, Drawn | EffectDrawn | PutBack | Taken | TurnDrawn);
        if all(head, gone) {
            self.unfollowed.own.push(Item::Local(0));
            self.unfollowed.own.extend(this.then_some(Item::This));
        }
    }

    /// What a statement does brings things there, or from there to where all can follow them.
    pub(super) fn note_hidden(&mut self, step: &Act) {
        let step = match step {
            Act::By(_, step) => &step.node,
            step => step,
        };
        match step {
            Act::Verb(Verb::Show | Verb::LookAt | Verb::Write, ..) => {}
            Act::Verb(verb, item, _) if hides(*verb) => {
                if let Item::This | Item::Local(_) = item {
                    self.unfollowed.own.push(item.clone());
                }
            }
            Act::Verb(..) | Act::Call { .. } => {
                let step = Part::Act(step);
                self.unfollowed.own.retain(|item| match item {
                    Item::Local(local) => !step.uses(*local),
                    this => !step.any(&mut |part| matches!(part, Part::Item(item) if item == this)),
                });
            }
            _ => {}
        }
    }

    /// What is hidden behind a block that may not have been done: what was before, and has not come to light in it.
    pub(super) fn hidden_before(&mut self, before: Unfollowed) {
        let now = std::mem::replace(&mut self.unfollowed, before);
        self.unfollowed.own.retain(|item| now.own.contains(item));
    }

    /// A text for later speaks of what can be followed until then.
    pub(super) fn is_followed(&mut self, item: &Item, span: Span) -> Option<()> {
        let outer = match item {
            Item::Local(local) => {
                let mut carried = self.carried.iter();
                let carried = carried.find(|carried| carried.local == *local);
                carried.map(|carried| Item::Local(carried.outer))
            }
            Item::This => Some(Item::This),
            _ => None,
        };
        if outer.is_none_or(|outer| !self.unfollowed.around.contains(&outer)) {
            return Some(());
        }
        let help = if *item == Item::This {
            "speak of all cards of its name, `this turn, cards named \"Gust\" cannot be played`, or put it face down on a building \
                first"
        } else {
            "show it and speak of all cards of its name, `let motto be the name of spot. This turn, cards named motto cannot be \
                played`; or put it face down on a building first"
        };
        self.refused(
            span,
            "a card in a hand or in the deck cannot be followed until later",
            help,
        )
    }
}

/// What it is done to comes to a hand or into the deck.
fn hides(verb: Verb) -> bool {
    use Verb::{Give, PutOnDeck, PutUnderDeck, Return};
    matches!(verb, Give | PutOnDeck | PutUnderDeck | Return)
}

fn text_of(says: &mut Says) -> &mut Text {
    match says {
        Says::Bars(clause) | Says::Hears(clause) | Says::Replaces(clause) => &mut clause.text,
        Says::Holds(text, _) | Says::Names(text, _) | Says::Does(text) => text,
    }
}

/// Makes two texts that are pending together carry the same along, in the same order.
fn join_carried(text: &mut Text, ends: &mut Text) {
    for carried in &ends.carried {
        if text.carried.iter().all(|known| known.name != carried.name) {
            text.carried.push(Capture {
                local: text.locals,
                ..carried.clone()
            });
            text.locals += 1;
        }
    }
    let own = std::mem::take(&mut ends.carried);
    for carried in &text.carried {
        let known = own.iter().find(|own| own.name == carried.name);
        let local = known.map_or(ends.locals, |own| own.local);
        ends.locals += usize::from(known.is_none());
        ends.carried.push(Capture {
            local,
            ..carried.clone()
        });
    }
}

impl Scope<'_> {
    /// `by foe` says who does it, where the text has named a player so.
    fn by_name(&self, clause: &ast::Trigger) -> Option<ast::Trigger> {
        let [cause] = clause.head.causes.as_slice() else {
            return None;
        };
        let player = self.around(&cause.node)? == Type::One(Element::Player);
        if !player || clause.head.who.is_some() {
            return None;
        }
        let mut by_name = clause.clone();
        let noun = ast::Noun::Name(cause.node.clone());
        by_name.head.who = Some(set_of(noun, Vec::new(), cause.span));
        by_name.head.causes.clear();
        Some(by_name)
    }

    /// What comes in the place of something comes each time.
    pub(super) fn replaces_it(&mut self, trigger: &ast::Trigger) -> Option<()> {
        let once =
            |statement: &&Spanned<Statement>| matches!(statement.node, Statement::Once { .. });
        let mut statements = trigger.body.statements.iter();
        if let Some(once) = statements.find(|one| !trigger.first && once(one)) {
            let help = "mark it with a counter: `if a building would be destroyed, if this has no ticks, instead put a tick on this`";
            return self.refused(
                once.span,
                "the second time, nothing would happen instead",
                help,
            );
        }
        self.has_place(&trigger.head, Use::Replaces)
    }

    /// What is forbidden, or has a price, is asked before it is done.
    pub(super) fn can_be_asked(&mut self, trigger: &ast::Trigger) -> Option<()> {
        self.has_place(
            &trigger.head,
            if trigger.price.is_some() {
                Use::Prices
            } else {
                Use::Forbids
            },
        )?;
        self.asks = true;
        let target = |what: &ast::Role| matches!(&what.pattern, ast::Pattern::Of(set) if set.node.is_target());
        if trigger.head.what.as_ref().is_some_and(target) {
            let help = "choose one first: `choose a target building as prey. Until your next turn, prey cannot be destroyed`";
            return self.refused(
                trigger.head.happenings[0].span,
                "`target` cannot be used in what is forbidden",
                help,
            );
        }
        let cards = matches!(&trigger.head.what, Some(what) if what.name.is_none() && matches!(&what.pattern, ast::Pattern::Card(filters) if filters.is_empty()));
        if let (true, ast::Voice::Active, [played]) =
            (cards, trigger.head.voice, &*trigger.head.happenings)
            && played.node == Happening::Played
        {
            let help = "forbid or price each way by itself: `players cannot play actions`, `players cannot build buildings`, \
                `players cannot put cards onto a building`";
            return self.refused(played.span, "this does not say how cards are played", help);
        }
        let comes = |one| matches!(one, Happening::Built | Happening::SwappedIn);
        let may_come = !all(&trigger.head, |one| !comes(one));
        if let (true, Some(what)) = (may_come, &trigger.head.what)
            && let Some(place) = stands_beside(what)
        {
            let help = "write what happens after it is built: `when another player builds a building as rival, if rival is in \
                neighbours of this, destroy rival`";
            return self.refused(
                place,
                "a building has no neighbours before it is built",
                help,
            );
        }
        // What is swapped may stand already.
        let built = all(&trigger.head, |one| one == Happening::Built);
        if let (true, Some(what)) = (built, &trigger.head.what)
            && let Some(place) = stands_in_nation(what)
        {
            let help = "write what happens after it is built: `when another player builds a building as rival, destroy rival`";
            return self.refused(
                place,
                "a building is in nobody's nation before it is built",
                help,
            );
        }
        Some(())
    }

    /// What a text says for a while or for later.
    pub(super) fn pends(&mut self, statement: &Spanned<Statement>) -> Option<Act> {
        let mut step = match &statement.node {
            Statement::Lasts {
                until,
                whose,
                ends,
                clause,
            } => self.lasts((*until, ends), whose.as_deref(), clause)?,
            Statement::Later { until, whose, body } => {
                self.later((*until, statement.span), whose.as_deref(), body)?
            }
            _ => return None,
        };
        if let Act::Lasts { pending, .. } = &mut step {
            pending.said = print_statement(&statement.node);
        }
        Some(step)
    }

    /// A clause that a text says for a while. It knows nothing of that text but `this`, `you` and the names that it uses.
    fn lasts(
        &mut self,
        (until, ends): (Until, &[ast::Trigger]),
        whose: Option<&ast::ItemExpr>,
        clause: &Spanned<Clause>,
    ) -> Option<Act> {
        self.pending((until, whose, ends), clause.span, |file, scope| match &clause.node {
            Clause::Cannot(bar) => {
                scope.can_be_asked(bar)?;
                let by_name = scope.by_name(bar);
                let checked = file.waiting(scope, clause.span, by_name.as_ref().unwrap_or(bar))?;
                if checked.price.is_some() && !scope.carried.is_empty() {
                    let help = "write it without names: the price is the same for everybody who pays it";
                    return scope.refused(clause.span, "a price that lasts for a while cannot use names from the text around it", help);
                }
                Some(Says::Bars(checked))
            }
            Clause::Trigger(trigger) if trigger.head.voice == ast::Voice::Short => {
                let help = "write the long form: `when this is destroyed, ...`";
                scope.misplaced(clause.span, "the short form", help)
            }
            Clause::Trigger(said) | Clause::Instead(said) => {
                let instead = matches!(clause.node, Clause::Instead(_));
                (scope.place.provoker, scope.does, scope.replaces) = (true, true, instead);
                match instead {
                    true => scope.replaces_it(said)?,
                    false => scope.has_place(&said.head, Use::Waits)?,
                }
                let by_name = scope.by_name(said);
                let checked = file.waiting(scope, clause.span, by_name.as_ref().unwrap_or(said))?;
                Some(match instead {
                    true => Says::Replaces(Trigger { instead, ..checked }),
                    false => Says::Hears(checked),
                })
            }
            Clause::Lasting(lasting) => {
                scope.choices = false;
                let checked = scope.lasting(clause.span, lasting)?;
                if let Some(against) = lasting.against.first() {
                    let help = "write it on a building, or on a card that lies face up";
                    return scope.misplaced(against.span, "`against`", help);
                }
                Some(Says::Holds(scope.text(clause.span, 0, Body::default()), checked))
            }
            Clause::Alters(alters) => {
                scope.choices = false;
                let checked = scope.named_for_a_while(clause.span, alters)?;
                Some(Says::Names(scope.text(clause.span, 0, Body::default()), checked))
            }
            _ => scope.misplaced(clause.span, "this clause", "write that something `cannot` be done, what happens `when ...` \
                or `instead`, a status or a name"),
        })
    }

    /// What a text says for later: a turn may come with nothing to do, and then stands where the statement does.
    fn later(
        &mut self,
        (until, statement): (Until, Span),
        whose: Option<&ast::ItemExpr>,
        body: &ast::Body,
    ) -> Option<Act> {
        let span = if body.statements.is_empty() {
            statement
        } else {
            body.span()
        };
        self.pending((until, whose, &[]), span, |_, scope| {
            (scope.comes, scope.does) = (true, true);
            scope.before_draw = until.is_before_draw();
            let body = scope.body(body)?;
            Some(Says::Does(scope.text(span, 0, body)))
        })
    }

    fn pending(
        &mut self,
        (until, whose, ends): (Until, Option<&ast::ItemExpr>, &[ast::Trigger]),
        span: Span,
        says: impl FnOnce(In, &mut Scope) -> Option<Says>,
    ) -> Option<Act> {
        if self.place.name == LASTS && !self.does {
            let help = "write it next to the other one";
            return self.refused(
                span,
                "an effect that lasts for a while cannot contain another one",
                help,
            );
        }
        if self.place.this.is_none() && self.find(THIS).is_none() || self.place.name == OF_COUNTER {
            let help = "move it to the text of a card";
            return self.misplaced(span, LASTS, help);
        }
        let whose = match whose {
            None if until.is_next() && !self.place.you => {
                return self.misplaced(span, "your next turn", self.without_you());
            }
            whose => maybe(whose, |whose| {
                self.without_choices(|scope| scope.item_of(whose, Wanted::Player))
            })?,
        };
        // Where it lies by then, nobody knows.
        let away = self.place.away.is_some();
        let this = { self.place.this }.map(|this| if away { Element::Card } else { this });
        let place = Place {
            name: LASTS,
            this,
            provoker: false,
            runs: true,
            pays: false,
            away: None,
            ..self.place
        };
        let around = self.outer.iter().cloned().chain(self.spoken_types());
        let outer: Vec<_> = around.chain(self.bound_types()).collect();
        let known = outer.clone();
        let provoked = self.provoked || self.place.provoker;
        let drawn = self.drawn;
        let around_it = self.unfollowed.own.clone();
        let (file, mut scope) = self.inside(place);
        (scope.outer, scope.drawn, scope.provoked) = (outer, drawn, provoked);
        scope.unfollowed.around = around_it;
        let mut says = says(file, &mut scope);
        let (mut carried, counts, mut this) = (scope.carried, scope.counts, scope.this);
        let ends = ends
            .iter()
            .map(|ends| self.ending(place, &known, span, ends));
        let (mut ends, speaks): (Vec<Trigger>, Vec<bool>) =
            ends.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        this |= speaks.contains(&true);
        if !ends.is_empty() {
            let text = says.as_mut().map(text_of)?;
            // What one brings along all others have, too.
            for _ in 0..2 {
                ends.iter_mut()
                    .for_each(|ends| join_carried(text, &mut ends.text));
            }
            carried.clone_from(&text.carried);
        }
        // What this text has from the one around it comes along with it first.
        let text = says.as_mut().map(text_of);
        let places: Vec<Option<Local>> = carried
            .iter()
            .map(|carried| self.find(&carried.name))
            .collect();
        for (carried, place) in text
            .into_iter()
            .flat_map(|text| &mut text.carried)
            .zip(places)
        {
            carried.outer = place.unwrap_or(carried.outer);
        }
        carried
            .iter()
            .for_each(|carried| self.said_inside(carried.outer));
        self.this |= this;
        if carried.len() > CARRIED {
            let what = "names that one statement remembers for a while";
            return self.fault(span, too_many(what, carried.len(), CARRIED));
        }
        let of_another = whose.as_ref().is_some_and(|whose| *whose != Item::You);
        let counts = counts.map(|(_, deed)| deed);
        let pending = Pending {
            until,
            of_another,
            this,
            counts,
            ends,
            says: says?,
            said: String::new(),
        };
        Some(Act::Lasts {
            whose,
            pending: Box::new(pending),
        })
    }

    /// What ends something that is said for a while, and whether it speaks of `this`.
    fn ending(
        &mut self,
        place: Place,
        outer: &[(String, Local, Type)],
        span: Span,
        ends: &ast::Trigger,
    ) -> Option<(Trigger, bool)> {
        let mut happenings = ends.head.happenings.iter();
        if let Some(one) = happenings.find(|one| one.node == Happening::Resolved) {
            let help = "write what it is aimed at: `until a KEYWORD is aimed at you: ...`";
            return self.refused(
                one.span,
                "an effect cannot last until something is resolved",
                help,
            );
        }
        let provoked = self.provoked || self.place.provoker;
        let provoker = true;
        let (file, mut scope) = self.inside(Place { provoker, ..place });
        (scope.outer, scope.provoked) = (outer.to_vec(), provoked);
        let by_name = scope.by_name(ends);
        scope.has_place(&ends.head, Use::Waits)?;
        let checked = file.waiting(&mut scope, span, by_name.as_ref().unwrap_or(ends))?;
        Some((checked, scope.this))
    }

    /// How many cards are drawn as the turn begins that is about to begin.
    pub(super) fn turn_draws(&mut self, number: &Spanned<ast::NumExpr>) -> Option<Act> {
        if !self.before_draw {
            let help = "write it before the draw: `take an extra turn: ...`, or `when your next turn begins, before its draw, ...`";
            return self.refused(
                number.span,
                "the draw of a turn can be changed only before it",
                help,
            );
        }
        Some(Act::TurnDraws(self.number(number)?))
    }

    /// A text of this scope.
    pub(super) fn text(&mut self, span: Span, roles: usize, mut body: Body) -> Text {
        if let Some(lost) = self.aside.lost() {
            let help = "put it face down on a building until then, or write `discard ...` if all may see it: at the end of this \
                text it is discarded face up";
            self.refused::<()>(lost, "a card that is set aside does not stay there", help);
        }
        if let Some(lost) = keep_found(&mut body) {
            let help = "write `choose one of them as NAME` before the shuffle, which mixes the others into the deck";
            self.refused::<()>(
                lost,
                "`them` no longer refers to cards of the deck after its shuffle",
                help,
            );
        }
        let counted = self.counts.as_ref().map(|(local, _)| *local);
        let carried = self.carried.clone();
        Text {
            file: self.file,
            span,
            locals: self.types.len(),
            roles,
            them: self.them,
            carried,
            counted,
            body,
        }
    }
}
