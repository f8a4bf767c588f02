//! Asks the board what items, sets, conditions and numbers of a text stand for.

use std::cell::Cell;

use crate::eval::ahead::Ahead;
use crate::eval::looks::Looks;
use crate::program::conditions::{turn_bit, turn_holds};
use crate::state::frame::Frame;
use crate::state::value::{building_of, card_of, card_value, place_of, seat_of};
use crate::{GONE, Script, Value};
use board::{Board, CardId, Seat, Zone};
use rules::ir::{
    DISABLED, Face, FaceId, How, Item, ItemId, NameId, Pred, PredId, Program, REGISTERS, Reg, Side,
};
use text::Extreme;

/// Whose text is being read, and what its words stand for.
pub struct Context<'a> {
    pub script: &'a Script,
    pub board: &'a Board,
    pub frame: &'a Frame,
    pub this: Cell<CardId>,
    pub you: Seat,
    pub it: Cell<Value>,
    /// Registers that stand for the candidates at hand: which ones, a bit each, and for what.
    pub bound: Cell<u16>,
    pub candidates: [Cell<Value>; REGISTERS],
    /// How much may still be looked at (END-1), where that is counted; a question by itself has no bound but its own.
    pub looks: Option<&'a Looks>,
    /// The same for what other texts ask, which is always counted (END-2).
    pub(super) looks_ahead: Option<&'a Looks>,
    /// What is being looked ahead for, if anything is.
    pub(super) ahead: Option<&'a Ahead>,
    /// Cards whose actions would be under way: they lie in no hand, and cannot be picked from the discard pile.
    pub without: [CardId; 2],
    /// Of names, what is printed is read: a text that gives names or texts is being asked.
    pub(super) printed: bool,
    /// Whose things come first in a set of several nations: of `you` where a text goes through it (ORD-1); options are shown
    /// by seat.
    pub(super) leader: Cell<Seat>,
}

/// So many buildings are passed in the time that it takes to look at one thing.
pub(super) const ROWS: usize = 16;

impl<'a> Context<'a> {
    /// The context of a text that is not running: `this` card's, read for `you`.
    #[inline(always)]
    pub fn of(script: &'a Script, board: &'a Board, this: CardId, you: Seat) -> Context<'a> {
        let mut context = Context::running(script, board, &Frame::IDLE);
        (context.this, context.you) = (Cell::new(this), you);
        context
    }

    /// The context of a text under way.
    #[inline(always)]
    pub fn running(script: &'a Script, board: &'a Board, frame: &'a Frame) -> Context<'a> {
        let (it, bound, candidates) = (
            Cell::new(GONE),
            Cell::new(0),
            [const { Cell::new(GONE) }; REGISTERS],
        );
        let (ahead, without) = (None, [CardId::NONE; 2]);
        let (this, you, looks, looks_ahead) = (Cell::new(frame.this), frame.you, None, None);
        Context {
            script,
            board,
            frame,
            this,
            you,
            it,
            bound,
            candidates,
            looks,
            looks_ahead,
            ahead,
            without,
            printed: false,
            leader: Cell::new(Seat(0)),
        }
    }

    /// From now on this reads that card's text, for the same player: for whoever asks of one card after the other.
    #[inline(always)]
    pub fn about(&self, this: CardId) -> &Context<'a> {
        self.this.set(this);
        self
    }

    /// The same, at the cost of what may be looked at.
    #[inline(always)]
    pub fn counting(mut self, looks: Option<&'a Looks>) -> Context<'a> {
        (self.looks, self.looks_ahead) = (looks, looks);
        self
    }

    /// The same; of what does not hang on other texts only where that `counts`.
    #[inline(always)]
    pub fn counting_where(mut self, counts: bool, looks: &'a Looks) -> Context<'a> {
        (self.looks, self.looks_ahead) = (counts.then_some(looks), Some(looks));
        self
    }

    /// Nothing more may be looked at: whatever is answered from now on is worth nothing, and nothing may follow from it.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.is_some_and(Looks::is_spent)
    }

    #[inline(always)]
    pub fn spend(&self, more: impl FnOnce() -> usize) {
        if let Some(looks) = self.looks {
            looks.spend(more() as u32);
        }
    }

    /// The same for another card's text, at the same cost.
    #[inline]
    pub(super) fn beside(&self, this: CardId) -> Context<'a> {
        let (looks, looks_ahead) = (self.looks, self.looks_ahead);
        let printed = self.printed;
        Context {
            looks,
            looks_ahead,
            printed,
            ..Context::of(self.script, self.board, this, self.you)
        }
    }

    /// Whose text is being read.
    #[inline(always)]
    pub fn you(&self) -> Seat {
        self.you
    }

    #[inline(always)]
    pub fn item(&self, id: ItemId) -> Value {
        self.value(self.script.rules.items[id.index()])
    }

    #[inline(always)]
    pub fn value(&self, item: Item) -> Value {
        match item {
            Item::Reg(reg) => self.register(reg),
            Item::This => Value::from(self.this.get().0),
            Item::It => self.it.get(),
            Item::You => Value::from(self.you.0),
            far => self.far_item(far),
        }
    }

    /// An item that takes more than a look.
    fn far_item(&self, item: Item) -> Value {
        match item {
            Item::Reg(_) | Item::This | Item::It | Item::You => GONE,
            Item::Nothing => GONE,
            Item::Provoker => self.frame.provoker,
            Item::OfTurn => Value::from(self.board.turn.0),
            Item::Entry(reg, of) => {
                let chosen = self
                    .seat(of)
                    .and_then(|seat| self.frame.chosen_by(reg, seat));
                chosen.map_or(GONE, |seat| Value::from(seat.0))
            }
            Item::Held(reg, of) => {
                let held = self
                    .seat(of)
                    .and_then(|seat| self.frame.registers.get(usize::from(reg + seat.0)));
                held.copied().unwrap_or(GONE)
            }
            Item::TopOf(inner) => match self.building(inner) {
                Some(building) => card_value(self.board.card(building).top()),
                None => GONE,
            },
            Item::OwnerOf(inner) => {
                match self.card(inner).and_then(|card| self.board.owner(card)) {
                    Some(seat) => Value::from(seat.0),
                    None => GONE,
                }
            }
            Item::Under(inner) => match self.card(inner).and_then(|card| self.board.under(card)) {
                Some(building) => card_value(building),
                None => GONE,
            },
            Item::NameOf(inner) | Item::WrittenOn(inner) => {
                self.called(inner, matches!(item, Item::NameOf(_)))
            }
            Item::First(set) => self.first(set),
            Item::Pick(pick, set) => self.picked(pick, set),
            Item::Beside(side, inner) => self.building(inner).map_or(GONE, |building| {
                let [left, right] = self.board.beside(building);
                card_value(if side == Side::Left { left } else { right })
            }),
        }
    }

    #[inline(always)]
    pub(super) fn register(&self, reg: Reg) -> Value {
        match self.bound.get() >> reg & 1 {
            1 => self.candidates[reg as usize].get(),
            _ => self.frame.registers[reg as usize],
        }
    }

    /// An item that is a card, wherever it lies.
    #[inline]
    pub fn card(&self, id: ItemId) -> Option<CardId> {
        card_of(self.item(id))
    }

    /// An item that is a building and still stands.
    #[inline]
    pub fn building(&self, id: ItemId) -> Option<CardId> {
        building_of(self.board, self.item(id))
    }

    #[inline(always)]
    pub fn standing(&self, item: Item) -> Option<CardId> {
        building_of(self.board, self.value(item))
    }

    /// An item that is a player.
    #[inline]
    pub fn seat(&self, id: ItemId) -> Option<Seat> {
        seat_of(self.board, self.item(id))
    }

    #[inline]
    pub fn holds(&self, id: PredId) -> bool {
        match self.script.rules.preds[id.index()] {
            Pred::Always => true,
            Pred::Never => false,
            Pred::And(left, right) => self.holds(left) && self.holds(right),
            Pred::Or(left, right) => self.holds(left) || self.holds(right),
            Pred::Not(inner) => !self.holds(inner),
            Pred::Stacked(item) => self.height(item) > 0,
            Pred::Active(item) => self
                .building(item)
                .is_some_and(|building| self.active(building)),
            Pred::Disabled(item) => self
                .building(item)
                .is_some_and(|building| !self.active(building)),
            Pred::FaceUp(item) => self
                .card(item)
                .is_some_and(|card| self.board.card(card).face_up()),
            Pred::Living(item) => self
                .seat(item)
                .is_some_and(|seat| self.board.living.has(seat)),
            Pred::Law(item) => self
                .card(item)
                .is_some_and(|card| self.board.card(card).zone == Zone::Law),
            Pred::VictoryCard(item) => self
                .card(item)
                .is_some_and(|card| card.index() >= self.script.rules.deck_size),
            Pred::NamedLike(item, other) => match (self.card(item), self.card(other)) {
                (Some(card), Some(other)) => self.named_like(card, other),
                _ => false,
            },
            Pred::NamedAs(item, name) => {
                let name = self.item(name);
                name != GONE
                    && self
                        .card(item)
                        .is_some_and(|card| self.named(card, NameId(name)))
            }
            Pred::Named(item, name) => self.card(item).is_some_and(|card| self.named(card, name)),
            Pred::Face(item, face) => self
                .card(item)
                .is_some_and(|card| self.shows(card) == Some(face)),
            Pred::On(card, building) => {
                let under = self.card(card).and_then(|card| self.board.under(card));
                under.is_some() && under == self.building(building)
            }
            Pred::Of(item, player) => {
                let owner = self.card(item).and_then(|card| self.board.owner(card));
                owner.is_some() && owner == self.seat(player)
            }
            Pred::In(item, set) => {
                let value = self.item(item);
                value != GONE && self.is_in(value, set)
            }
            Pred::Status(item, status) => self
                .building(item)
                .is_some_and(|building| self.board.card(building).status >> status & 1 == 1),
            Pred::Standing(item, status) => self
                .seat(item)
                .is_some_and(|seat| self.has_standing(seat, status)),
            Pred::Meets(item) => self.seat(item).is_some_and(|seat| self.meets_goal(seat)),
            Pred::Same(left, right) => self.item(left) == self.item(right),
            Pred::Exists(set) => {
                let outer = self.it.get();
                let exists = self.exists(set);
                self.it.set(outer);
                exists
            }
            Pred::Compare(left, compare, right) => {
                compare.holds(self.number(left), self.number(right))
            }
            Pred::Goes(building, place) => self.building(building).is_none_or(|building| {
                let (seat, place) = place_of(self.item(place));
                let (row, at) = (self.board.row(seat), self.board.place(building));
                self.board.card(building).seat() != seat
                    || at != Some(place.into()) && usize::from(place) < row.len()
            }),
            Pred::Allowed(ask, what, onto) => {
                let ask = self.script.rules.asks[usize::from(ask.0)];
                self.offers(
                    ask,
                    [
                        self.item(what),
                        ask.marks.unwrap_or_else(|| self.item(onto)),
                    ],
                )
            }
            Pred::Playable(item, how) => {
                self.card(item).is_some_and(|card| self.playable(card, how))
            }
            Pred::MyTurn | Pred::MyTurnStart | Pred::MyTurnMain => turn_holds(
                &self.script.rules.preds[id.index()],
                turn_bit(self.board.turn == self.you, self.board.phase),
            ),
            Pred::Most(item, reg, Extreme { fewest, others }) => {
                self.seat(item).is_some_and(|seat| {
                    let own = self.frame.number_of(reg, seat);
                    let living = if others {
                        self.board.living.without(self.you)
                    } else {
                        self.board.living
                    };
                    let mut others = living.iter().map(|other| self.frame.number_of(reg, other));
                    others.all(|other| if fewest { own <= other } else { own >= other })
                })
            }
            Pred::Truth(reg) => self.register(reg) == 1,
        }
    }

    #[inline]
    pub fn active(&self, building: CardId) -> bool {
        self.board.card(building).status >> DISABLED & 1 == 0
    }

    /// The name of an active building; none when it is disabled (DIS-1).
    #[inline(always)]
    pub fn active_name(&self, building: CardId) -> Option<NameId> {
        if !self.script.renames || self.printed || !self.may_be_named(building) {
            return self.own_name(building);
        }
        let state = self.board.card(building);
        if state.status >> DISABLED & 1 == 1 && !self.keeps_name(building) {
            return None;
        }
        self.borne_name(
            building,
            self.script.facts(building).name[usize::from(state.second_side())],
        )
    }

    /// The same where nothing gives it another one.
    #[inline(always)]
    pub(super) fn own_name(&self, building: CardId) -> Option<NameId> {
        let state = self.board.card(building);
        let name = self.script.facts(building).name[usize::from(state.second_side())];
        name.filter(|_| state.status >> DISABLED & 1 == 0)
    }

    /// What a card is matters here.
    #[inline(always)]
    pub(super) fn reads(&self, card: CardId) {
        if let Some(looks) = self.looks {
            looks.reads(card);
        }
    }

    #[inline]
    pub(super) fn face(&self, face: FaceId) -> &'a Face {
        &self.script.rules.faces[face.index()]
    }

    #[inline]
    pub fn named(&self, card: CardId, name: NameId) -> bool {
        if self.board.card(card).zone == Zone::Row {
            return self.active_name(card) == Some(name);
        }
        self.reads(card);
        let [front, back] = self.script.facts(card).building;
        let action = self.script.facts(card).action;
        action
            .into_iter()
            .chain([front, back])
            .any(|face| self.face(face).name == Some(name))
    }

    /// The face that a building shows, or a stacked card when it lies face up.
    fn shows(&self, card: CardId) -> Option<FaceId> {
        let state = self.board.card(card);
        match state.zone {
            Zone::Row => Some(self.script.building_face(card, state.second_side())),
            Zone::Stack => self.script.facts(card).action,
            _ => None,
        }
    }

    /// The text of a card's action, played so.
    #[inline]
    pub fn action(&self, card: CardId, how: How) -> Option<Program> {
        self.reads(card);
        let face = self.face(self.script.facts(card).action?);
        match how {
            How::Play | How::FromHand => face.play,
            How::Replay => face.replay.or(face.play),
        }
    }
}
