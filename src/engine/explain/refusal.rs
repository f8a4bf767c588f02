//! Why an option of the turn menu is not offered, or a thing not in a choice.

use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::options::{asking, open_branches};
use crate::play::trial::try_out;
use crate::state::value::card_value;
use crate::{Asked, Cause, Choice, FrameKind, GONE, Game, Value};
use board::{CardId, Kind, Phase, Seat};
use rules::ir::{Compare, Guard, Happening, Item, Num, Pred, PredId, Program, SetId, Source};

/// What keeps an option out of the turn menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No turn menu is asked now.
    NoMenu,
    /// The card is not in the hand of the player who is asked.
    NotInHand,
    /// TRN-3: the turn's card has been played.
    CardPlayed,
    /// TRN-4: a card has to be played first.
    MustPlay,
    /// The card has no text that could be played.
    NoText,
    /// There is no such place or building.
    NoPlace,
    /// The building is in that player's nation.
    NotYours(Seat),
    /// The building has no such ability.
    NoAbility,
    /// DIS-1.
    Disabled,
    /// TRN-2: only at the start of turn.
    Late,
    /// TRN-7: no more this turn.
    Spent,
    /// Its text goes on once only, and has done so.
    Once {
        /// Once for all players, and not for each of them.
        for_all: bool,
        /// Once in a turn, and not in the game.
        of_turn: bool,
    },
    /// The ability's condition does not hold.
    Condition,
    /// What has to be there first is not there: what it costs, or something to choose (PLY-5).
    Needs,
    /// What has to be there first was not looked at: there is too much to look at before it (END-1).
    Unseen,
    /// A text forbids it, or asks a price that cannot be paid: see [`Game::forbidding`].
    Forbidden,
    /// Tried with its cost paid, its first required choice has no option (PLY-5).
    Tried,
}

/// What keeps a thing out of a choice in the middle of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unchosen {
    /// TGT-1: it cannot be targeted.
    Guarded,
    /// The same against the text that asks: the number of the status.
    GuardedAgainst(u8),
    /// A text forbids what it would be chosen for, or asks a price that cannot be paid: see [`Game::forbidding_pick`].
    Forbidden,
    /// PLY-4: it lies in the discard pile, but its own action is under way.
    UnderWay,
    /// What the text says of what may be chosen does not hold for it.
    Condition,
    /// The text chooses among others.
    Outside,
}

impl Context<'_> {
    /// A status that is cut to some texts, the one that asks among them, for which the condition fails.
    fn cut_off_by(&self, pred: PredId) -> Option<u8> {
        let rules = &self.script.rules;
        match rules.preds[pred.index()] {
            Pred::And(left, right) => self.cut_off_by(left).or_else(|| self.cut_off_by(right)),
            Pred::Not(inner) if self.holds(inner) => self.cut_held(inner),
            _ => None,
        }
    }

    fn cut_held(&self, pred: PredId) -> Option<u8> {
        match self.script.rules.preds[pred.index()] {
            _ if !self.holds(pred) => None,
            Pred::And(left, right) | Pred::Or(left, right) => {
                self.cut_held(left).or_else(|| self.cut_held(right))
            }
            Pred::Status(_, status) => {
                Some(status).filter(|status| *status >= self.script.rules.whole_statuses)
            }
            _ => None,
        }
    }

    /// What has to be so names something that is done once only, and has been done.
    fn done_once(&self, pred: PredId) -> Option<Refusal> {
        let rules = &self.script.rules;
        match rules.preds[pred.index()] {
            Pred::And(left, right) => self.done_once(left).or_else(|| self.done_once(right)),
            Pred::Compare(times, Compare::AtMost, _) if !self.holds(pred) => {
                match rules.nums[times.index()] {
                    Num::Counters {
                        sort,
                        player: true,
                        on,
                    } => {
                        // What is remembered for this alone is no deed of anybody.
                        let memory = rules
                            .memory(sort)
                            .filter(|memory| memory.of.happenings == 0)?;
                        let for_all = rules.items[on.index()] != Item::You;
                        Some(Refusal::Once {
                            for_all,
                            of_turn: memory.of_turn,
                        })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What keeps a thing out of a set that it is not in.
    fn kept_out(&self, id: SetId, value: Value) -> Unchosen {
        let set = &self.script.rules.sets[id.index()];
        match set.filter {
            _ if set.source == Source::Discard && self.board.is_under_way(CardId(value)) => {
                Unchosen::UnderWay
            }
            _ if set.target && self.guarded(value, set.element) => Unchosen::Guarded,
            Some(filter) if !self.passes_filter(set, filter, value) => {
                let status = self.with_it(set.bind, value, || self.cut_off_by(filter));
                match status {
                    Some(status) => Unchosen::GuardedAgainst(status),
                    None if self.forbidding_in(id, value).is_empty() => Unchosen::Condition,
                    None => Unchosen::Forbidden,
                }
            }
            _ => Unchosen::Outside,
        }
    }
}

impl Game {
    /// The text that asks the player to choose; none in the turn menu, at the set-up, and where the rules ask which text comes
    /// first in the place of what would happen.
    pub fn asking(&self) -> Option<Cause> {
        let asks = matches!(
            self.state.asked,
            Asked::Choose { .. } | Asked::Either { .. }
        );
        let cause = self.state.frames.last().filter(|_| asks).map(Cause::of);
        cause.filter(|cause| !self.script.is_draw(cause.at))
    }

    /// The card that is played, used or dealt with once a text has been paid that asks for it; nothing where no price is being paid, or
    /// for something else than a card.
    pub fn paid_for(&self) -> Option<CardId> {
        let frame = self.state.frames.last()?;
        let (fee, card) = (frame.kind == FrameKind::Fee, frame.cards & 1 == 1);
        let paid = CardId(frame.registers[0]);
        (fee && card && paid.is_some()).then_some(paid)
    }

    /// What keeps a thing out of the choice under way; nothing when it is offered. It is a value of the choice's
    /// element, see [`Game::element`].
    pub fn unchosen(&self, value: Value) -> Option<Unchosen> {
        let (Asked::Choose { set, .. }, Some(frame)) = (self.state.asked, self.state.frames.last())
        else {
            return Some(Unchosen::Outside);
        };
        let context = Context::running(&self.script, &self.state.board, frame);
        let offered = context.each(set, &mut |other| other == value);
        (!offered).then(|| context.kept_out(set, value))
    }

    /// Whether the branch can be taken now, by its number in the rules.
    pub fn branch_open(&self, branch: u16) -> bool {
        matches!(self.state.asked, Asked::Either { first, count, .. }
            if open_branches(asking(&self.script, &self.state), first, count).any(|open| open == branch))
    }

    /// Why the choice is not in the turn menu; nothing when it is.
    pub fn refusal(&self, choice: Choice) -> Option<Refusal> {
        let unseen = || {
            let menu = self.menu().filter(|menu| menu.spent)?;
            (!menu.has(&self.state, choice)).then_some(Refusal::Unseen)
        };
        let left_out = || (!self.menu()?.has(&self.state, choice)).then_some(Refusal::Forbidden);
        self.by_itself(choice).or_else(unseen).or_else(left_out)
    }

    /// Why the choice is not in the turn menu, whatever else there is to look at.
    fn by_itself(&self, choice: Choice) -> Option<Refusal> {
        let (board, seat) = (&self.state.board, self.state.seat);
        if self.state.asked != Asked::Menu {
            return Some(Refusal::NoMenu);
        }
        match choice {
            Choice::Action(kind) => self.card_refusal(kind).or_else(|| {
                let card = self.in_hand(seat, kind)?;
                if self.is_forbidden(Happening::Played, [card_value(card), GONE], seat) {
                    return Some(Refusal::Forbidden);
                }
                match self.script.facts(card).play {
                    None => Some(Refusal::NoText),
                    Some(program) => self.guard_refusal(program, card, seat, true),
                }
            }),
            Choice::Build {
                kind,
                seat: nation,
                place,
            } => self.card_refusal(kind).or_else(|| {
                let there =
                    board.living.has(nation) && usize::from(place) <= board.row(nation).len();
                (!there).then_some(Refusal::NoPlace)
            }),
            Choice::Stack { kind, on } => self
                .card_refusal(kind)
                .or_else(|| board.place(on).is_none().then_some(Refusal::NoPlace)),
            Choice::Use { building, ability } => self.use_refusal(building, ability, seat),
            Choice::Pass => (board.played == 0 && board.plays > 0 && !board.hand(seat).is_empty())
                .then_some(Refusal::MustPlay),
            _ => Some(Refusal::NoMenu),
        }
    }

    pub(super) fn in_hand(&self, seat: Seat, kind: Kind) -> Option<CardId> {
        let mut hand = self.state.board.hand(seat).iter();
        hand.find(|card| self.script.rules.cards[card.index()] == kind)
            .copied()
    }

    fn card_refusal(&self, kind: Kind) -> Option<Refusal> {
        if !self.state.board.may_play() {
            return Some(Refusal::CardPlayed);
        }
        self.in_hand(self.state.seat, kind)
            .is_none()
            .then_some(Refusal::NotInHand)
    }

    fn use_refusal(&self, building: CardId, index: u8, seat: Seat) -> Option<Refusal> {
        let board = &self.state.board;
        let Some(owner) = board.owner(building) else {
            return Some(Refusal::NoPlace);
        };
        if owner != seat {
            return Some(Refusal::NotYours(owner));
        }
        let context = Context::of(&self.script, board, building, seat);
        let Some((face, at)) = context.ability(building, index) else {
            return Some(Refusal::NoAbility);
        };
        let ability = &self.script.rules.faces[face.index()].abilities[usize::from(at)];
        if !context.active(building) {
            return Some(Refusal::Disabled);
        }
        if ability.start && board.phase != Phase::Start {
            return Some(Refusal::Late);
        }
        if board.card(building).spent >> index & 1 == 1 {
            return Some(Refusal::Spent);
        }
        if !ability
            .condition
            .is_none_or(|condition| context.holds(condition))
        {
            return Some(Refusal::Condition);
        }
        if self.is_forbidden(Happening::Used, [card_value(building), GONE], seat) {
            return Some(Refusal::Forbidden);
        }
        self.guard_refusal(ability.program, building, seat, false)
    }

    /// PLY-5.
    fn guard_refusal(
        &self,
        program: Program,
        this: CardId,
        seat: Seat,
        card: bool,
    ) -> Option<Refusal> {
        let context = Context::of(&self.script, &self.state.board, this, seat);
        if let Guard::Needs(pred) | Guard::Try(pred) | Guard::Pays { cost: pred, .. } =
            program.guard
            && let Some(once) = context.done_once(pred)
        {
            return Some(once);
        }
        match program.guard {
            Guard::Always => None,
            Guard::Never => Some(Refusal::Needs),
            // A card cannot pick itself.
            Guard::Needs(_) if card => {
                (!context.playable(this, rules::ir::How::FromHand)).then_some(Refusal::Needs)
            }
            Guard::Needs(pred) => (!context.holds(pred)).then_some(Refusal::Needs),
            Guard::Try(pred) | Guard::Pays { cost: pred, .. } if !context.holds(pred) => {
                Some(Refusal::Needs)
            }
            Guard::Try(_) | Guard::Pays { .. } => {
                let fits = try_out(
                    &self.script,
                    &self.state,
                    &Looks::full(),
                    program,
                    this,
                    seat,
                    card,
                );
                (!fits).then_some(Refusal::Tried)
            }
        }
    }
}
