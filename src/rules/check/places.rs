//! Refuses what is said of things that are elsewhere by then, and conditions that always or never hold.

use super::Scope;
use super::face::LAW;
use super::happening::{all, first_span, one_of};
use super::pending::LASTS;
use super::scope::unknown;
use crate::error::{Problem, list};
use crate::ir::{Compare, Element};
use crate::names::Type;
use crate::tree::{Act, Cond, Item, Local, Num, Part, Pattern, Set, SetKind, Source};
use lang::ast::{self, Agent, Head, NumExpr, Statement, Trigger, Voice, Word};
use text::{Happening, Span, Spanned, Verb};

/// What a clause that waits is about, by its place among what the text speaks of.
const ROLE: usize = 0;

impl Scope<'_> {
    /// What counters are put on lies in a nation, or may do so.
    pub(super) fn bears(&mut self, on: &Item, span: Span) -> Option<()> {
        let gone = match on {
            Item::This => self.this_fell && !self.moved,
            Item::Local(ROLE) => self.fell && self.off.contains(&ROLE),
            _ => false,
        };
        if gone {
            let help = "put them on a player, or on a building that is still there";
            return self.refused(
                span,
                "counters cannot be put on what has left its nation",
                help,
            );
        }
        let off = match on {
            Item::Local(local) => self.off.contains(local),
            Item::Any { set, .. } | Item::First(set) | Item::Pick(_, set) => is_off(set),
            _ => false,
        };
        if !off {
            return Some(());
        }
        let help = "put the card on a building or write `... becomes a law` first, or put the counters on a player or a building";
        self.refused(
            span,
            "a card can have counters only while it lies on a building or is a law",
            help,
        )
    }

    /// What the clause waits for takes it out of its nation, or has it in a hand: then its text comes.
    pub(super) fn falls(&mut self, trigger: &Trigger) {
        let head = &trigger.head;
        let off = all(head, Happening::takes_away);
        if self.replaces || head.voice == Voice::Short || !off {
            return;
        }
        self.fell = true;
        self.off.push(ROLE);
        self.this_fell = head
            .what
            .as_ref()
            .is_some_and(|what| what.is_of(&ast::Item::This));
        self.note_event(head, self.this_fell);
    }

    /// What is done with a card may bring it into a nation.
    pub(super) fn brings(&mut self, statement: &Statement, step: &Act) {
        match statement {
            Statement::Verb {
                verb: Verb::Give | Verb::Discard | Verb::SetAside | Verb::Show | Verb::LookAt,
                ..
            } => {}
            Statement::Verb { .. } | Statement::Call { .. } => {
                self.off.retain(|local| !Part::Act(step).uses(*local));
                self.unheld.retain(|local| !Part::Act(step).uses(*local));
            }
            _ => {}
        }
    }
}

/// It is of cards that lie in no nation.
pub(super) fn is_off(set: &Set) -> bool {
    set.all_from(&|source| matches!(zone(source), Some(Zone::Held | Zone::Discarded)))
}

/// It is of cards in hands and in the deck.
pub(super) fn is_held(set: &Set) -> bool {
    lie_in(set, Zone::Held)
}

impl Scope<'_> {
    /// A card under which a building is asked for lies on one, or may do so.
    pub(super) fn lies(&mut self, card: &Item, span: Span) -> Option<()> {
        if let Item::Local(local) = card
            && *local != ROLE
            && self.off.contains(local)
        {
            let help = "put it on a building first, `choose a building as spot`, `put this face up on spot`, and then `spot`";
            return self.refused(span, "this card does not lie on a building", help);
        }
        let gone = match card {
            Item::Local(ROLE) if self.fell && self.off.contains(&ROLE) => true,
            Item::Local(local) => self.has_left(*local),
            _ => false,
        };
        if !gone {
            return Some(());
        }
        let help = "name the building first, `Choose a building as spot. Flip the top of spot. Destroy spot.`, or `let spot be \
            the building under it`; in a clause that waits, write `when a top of your buildings is discarded, \
            remembering the building under it as spot, put a tick on spot`";
        self.refused(span, "this card no longer lies on a building", help)
    }

    /// What a statement does with a card that lies in a stack takes it away from there, or brings it to another one.
    pub(super) fn leaves(&mut self, step: &Act, span: Span) -> Option<()> {
        let step = match step {
            Act::By(_, step) => &step.node,
            step => step,
        };
        let card = taken_away(step).and_then(|(verb, item)| match item {
            Item::Local(local) | Item::Any { local, .. } => Some((verb, *local)),
            _ => None,
        });
        self.note_hidden(step);
        let Some((verb, local)) = card else {
            if matches!(step, Act::Verb(verb, ..) if !matches!(verb, Verb::Show | Verb::LookAt))
                || matches!(step, Act::Call { .. })
            {
                self.left.retain(|(local, _)| !Part::Act(step).uses(*local));
            }
            return Some(());
        };
        if self.has_left(local) && matches!(verb, Verb::Destroy | Verb::Flip) {
            let help = "name the building first, `Choose a building as spot. Destroy the top of spot. Destroy spot.`";
            return self.refused(span, "this card no longer lies on a building", help);
        }
        self.left_by(step, local);
        Some(())
    }

    /// It is no longer where it lay.
    pub(super) fn left_by(&mut self, step: &Act, local: Local) {
        if let Some((verb, _)) = taken_away(step)
            && self.types[local] == Type::One(Element::StackedCard)
        {
            self.left.push((local, verb));
        }
    }

    fn has_left(&self, card: Local) -> bool {
        self.left.iter().any(|(local, _)| *local == card)
    }

    /// A card whose owner is asked for has one: it lies in a stack, or has gone to a hand.
    pub(super) fn is_owned(&mut self, card: &Item, span: Span) -> Option<()> {
        let nobodys = |(local, verb): &(Local, Verb)| {
            *card == Item::Local(*local) && !matches!(verb, Verb::Give | Verb::Return)
        };
        if !self.left.iter().any(nobodys) {
            return Some(());
        }
        let help = "name the building, `discard the top of a building that is stacked`, and then `the owner of that building`; \
            or name the owner first, `Choose a top. Let foe be its owner. Discard it.`, and then `foe`";
        self.refused(span, "this card no longer has an owner", help)
    }

    /// What is left behind a block that may not have been done: what had left before, and has not been brought back in it.
    pub(super) fn left_before(&mut self, before: Vec<(Local, Verb)>) {
        let now = std::mem::take(&mut self.left);
        self.left = before
            .into_iter()
            .filter(|card| now.contains(card))
            .collect();
    }

    /// Nothing is done no times.
    pub(super) fn does_something(&mut self, number: &Spanned<NumExpr>) -> Option<()> {
        if number.node != NumExpr::Number(0) {
            return Some(());
        }
        self.refused(
            number.span,
            "this does nothing",
            "write how many, or remove it",
        )
    }
}

/// What is taken from where it lies, and by which verb.
fn taken_away(step: &Act) -> Option<(Verb, &Item)> {
    match step {
        Act::Verb(
            verb @ (Verb::Discard
            | Verb::Destroy
            | Verb::Flip
            | Verb::Remove
            | Verb::Give
            | Verb::Return
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
            | Verb::SetAside),
            item,
            _,
        ) => Some((*verb, item)),
        _ => None,
    }
}

/// Where a card may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Held,
    Discarded,
    Stacked,
}

fn zone(source: &Source) -> Option<Zone> {
    match source {
        Source::Hand(_) | Source::Deck | Source::DeckTop(_) => Some(Zone::Held),
        Source::Discard => Some(Zone::Discarded),
        Source::Tops
        | Source::TopsOf(_)
        | Source::CardsOn(_)
        | Source::CardsOnFromTop(_)
        | Source::CardsIn(_) => Some(Zone::Stacked),
        _ => None,
    }
}

/// All that are of it lie there.
fn lie_in(set: &Set, wanted: Zone) -> bool {
    set.all_from(&|source| zone(source) == Some(wanted))
}

impl Scope<'_> {
    /// A condition may hold, and may not; `not` is said of it.
    pub(super) fn may_hold(&mut self, cond: &Cond, not: bool, span: Span) -> Option<()> {
        let (holds, help) = match cond {
            Cond::Of(item, Item::OwnerOf(of)) if **of == *item => (
                true,
                "write whose it is, `is of you` or `is of provoker`: everything in a nation belongs to its owner",
            ),
            Cond::Same(one, other) if one == other => (true, self.itself()),
            Cond::NamedLike(one, other, _) if one == other => (true, self.itself()),
            Cond::NamedAs(one, Item::NameOf(of, _), _) if *one == **of => (true, self.itself()),
            Cond::Compare(left, how, right) if left == right => (how.holds(0, 0), self.itself()),
            Cond::In(Item::Local(local), set)
                if self.unheld.contains(local) && lie_in(set, Zone::Held) =>
            {
                (false, PLAYED)
            }
            Cond::In(item, set) if is_held(set) && self.is_later(item) => (false, LATER),
            Cond::In(Item::Local(local), set)
                if self.off.contains(local) && lie_in(set, Zone::Stacked) =>
            {
                (false, OFF)
            }
            Cond::Compare(_, Compare::AtLeast, Num::Const(0)) => {
                (true, "write a number of at least 1: no number is below 0")
            }
            Cond::Compare(Num::Const(left), how, Num::Const(right)) => (
                how.holds(*left, *right),
                "write what is counted: these are two fixed numbers",
            ),
            Cond::Not(inner) => return self.may_hold(inner, !not, span),
            _ => return Some(()),
        };
        self.fault(
            span,
            Problem::Decided {
                always: holds != not,
                help,
            },
        )
    }

    /// It is known from before, and lies where all can follow it until this text does something with it.
    pub(super) fn is_later(&self, item: &Item) -> bool {
        let carried = |local| self.carried.iter().any(|carried| carried.local == local);
        let known = match item {
            Item::This => !self.moved,
            Item::Local(local) => carried(*local) && !self.unfollowed.own.contains(item),
            _ => false,
        };
        known && self.place.name == LASTS
    }

    /// What is told of a thing that is compared with itself.
    fn itself(&self) -> &'static str {
        if self.counts_deeds() {
            ITSELF_DONE
        } else {
            ITSELF
        }
    }

    /// What it happens to may be one of these.
    pub(super) fn may_be_one(&mut self, local: Local, set: Set, span: Span) -> Option<Set> {
        self.may_hold(&one_of(Item::Local(local), &set), false, span)?;
        if let SetKind::Of {
            candidate, filters, ..
        } = &set.kind
        {
            // `a building named like it`: like itself.
            let [one, it] = [*candidate, local].map(Item::Local);
            for filter in filters {
                if let Cond::NamedLike(left, right, at) = filter
                    && (left, right) == (&one, &it)
                {
                    let like = Cond::NamedLike(it.clone(), it.clone(), *at);
                    self.may_hold(&like, false, *at)?;
                }
            }
        }
        Some(set)
    }

    /// What a clause waits for lies in no hand, and not in the deck, once that has happened.
    pub(super) fn is_out(&mut self, head: &Head, forbids: bool) {
        let out = |one: Happening| {
            matches!(
                one,
                Happening::Played | Happening::Put | Happening::Moved | Happening::Revealed
            )
        };
        let happened = !forbids && !self.replaces && head.voice != Voice::Short;
        if happened && all(head, out) {
            self.unheld.push(ROLE);
        }
    }

    /// What happens to one thing that is in play: its text, or one that lasts, is there to hear it.
    pub(super) fn is_heard(
        &mut self,
        head: &Head,
        what: Option<&Pattern>,
        asks: bool,
    ) -> Option<()> {
        use Happening::{Built, Drawn, EffectDrawn, Enacted, Played, SwappedIn, TurnDrawn};
        let Some(Pattern::Of(set)) = what else {
            return Some(());
        };
        let Some(one @ (Item::This | Item::Local(_))) = set.one() else {
            return Some(());
        };
        let waits = !asks && !self.replaces && *one == Item::This;
        let never = |never: &[Happening]| all(head, |one| never.contains(&one));
        let (what, help) = if never(&[Drawn, EffectDrawn, TurnDrawn]) {
            (
                "a card in the deck hears nothing: this never happens to what is in play",
                "wait for any card, `when you draw a card, ...`, or for the moment in which this comes into play, as \
                    `when this is put on a building`",
            )
        } else if asks && never(&[Built, SwappedIn]) {
            (
                "a card in a hand forbids nothing, and what is in play is not built again",
                "write it on another card, by name: `cards named \"Mill\" cannot be built`, `building cards named \"Mill\" costs 1 \
                    card`",
            )
        } else if waits && self.place.this == Some(Element::StackedCard) && never(&[Played]) {
            (
                "a card is no longer in its stack when it is played, and hears nothing",
                "write what it does without `when`: the sentences of an action are done when it is played",
            )
        } else if waits && self.place.name == LAW.name && never(&[Enacted, Played]) {
            (
                "this is not a law yet then, and hears nothing",
                "write it as a sentence of the action, before `this becomes a law`",
            )
        } else {
            return Some(());
        };
        self.refused(first_span(head), what, help)
    }

    /// A card that is put somewhere is forbidden by where it goes.
    pub(super) fn is_put(&mut self, head: &Head, what: Option<&Pattern>) -> Option<()> {
        let puts = head.onto.is_none() && all(head, |one| one == Happening::Put);
        let stacked = matches!(what, Some(Pattern::Of(set)) if lie_in(set, Zone::Stacked));
        if head.voice != Voice::Active || !puts || !stacked {
            return Some(());
        }
        let span = first_span(head);
        let help = "write where cards are put: `other players cannot put cards onto one of your buildings`";
        self.refused(span, "these cards already lie in a stack", help)
    }
}

const ITSELF: &str = "compare it with something else: this compares it with itself; to compare each thing of a set with another, name \
    it, `a building as spot that (...)`";
/// What cannot be asked of deeds, and what to write instead.
pub(super) const ITSELF_DONE: &str = "name the card, `you have played a card named \"Gust\" this turn`, or wait for it: \
    `when a card as deed is played: let motto be the name of deed. Until your next turn, cards named motto cannot be played`";
const LATER: &str = "ask for any card of its name, `there is a card in foe's hand named \"X\"`: nobody can follow a card into a hand \
    or the deck until later";
const PLAYED: &str = "write `when you play a card from hand` to wait for cards played from a hand, or ask who did it, \
    `provoker`, or where it lies now: it is no longer in a hand or the deck";
const OFF: &str = "put it into a stack first: it was chosen in a hand, the deck or the discard pile, and has not moved since";

/// So many names are told of what may be meant.
const LISTED: usize = 5;

impl Scope<'_> {
    /// A building that stands in a nation may be called so. Anywhere else a card has the names of both its faces.
    pub(super) fn may_be_named(&mut self, item: &Item, name: &Word) -> Option<()> {
        let names = self.names;
        let never = !names.buildings.contains(&name.node) && !names.aliases.has(&name.node);
        if !never || !self.stands(item) {
            return Some(());
        }
        self.no_such("building", name)
    }

    /// What a card does that is no building is told by the name of its action.
    pub(super) fn may_do(&mut self, agent: Agent, name: &Word) -> Option<()> {
        let names = self.names;
        if !matches!(agent, Agent::Actions | Agent::Cards) || names.actions.contains(&name.node) {
            return Some(());
        }
        self.no_such("action", name)
    }

    fn no_such(&mut self, what: &'static str, name: &Word) -> Option<()> {
        let (wanted, is) = match what {
            "building" => (0, "an action"),
            _ => (1, "a building"),
        };
        let cards = self.names.cards.iter();
        let cards = cards.filter(|card| card[1 - wanted] == name.node);
        let mut others: Vec<String> = cards.map(|card| card[wanted].clone()).collect();
        others.sort();
        others.dedup();
        let called = match others.len() {
            1..=LISTED => format!(", {}", list(&others)),
            _ => String::new(),
        };
        let help = format!(
            "`{}` is {is}: name the {what} on its card{called}",
            name.node
        );
        self.fault(name.span, unknown(what, name, help))
    }

    /// It stands in a nation whenever it is asked what it is called.
    fn stands(&self, item: &Item) -> bool {
        match item {
            Item::Local(local) => self.standing.contains(local),
            Item::Beside(..) => true,
            Item::First(set) | Item::Pick(_, set) => {
                set.all_from(&|source| self.is_of_standing(source))
            }
            _ => false,
        }
    }

    fn is_of_standing(&self, source: &Source) -> bool {
        match source {
            Source::Buildings
            | Source::BuildingsOf(_)
            | Source::Neighbours(_)
            | Source::Row(..)
            | Source::Between(..) => true,
            Source::One(item) => self.stands(item),
            _ => false,
        }
    }

    /// What is gone through in such a set stands in a nation, if all of that set does.
    pub(super) fn note_standing(&mut self, source: &Source, candidate: Local) {
        if self.is_of_standing(source) {
            self.standing.push(candidate);
        }
    }

    /// What is destroyed is asked about before it falls, what is built once it stands.
    pub(super) fn note_role(&mut self, said: &Head, role: Local) {
        let still = |one| matches!(one, Happening::Destroyed | Happening::Built);
        if all(said, still) && self.types[role] == Type::One(Element::Building) {
            self.standing.push(role);
        }
    }

    /// Behind the head of its clause it may be gone.
    pub(super) fn forget_role(&mut self, role: Local) {
        self.standing.retain(|known| *known != role);
    }
}
