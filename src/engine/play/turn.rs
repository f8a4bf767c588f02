//! Turns: how they begin and end, and what texts say for a while or for later.

use arrayvec::ArrayVec;

use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::state::frame::{Frame, FrameKind};
use crate::state::value::seat_of;
use crate::{Asked, GONE, Outcome, Reads, Script, Value, Watch};
use board::{Board, CardId, Cut, Event, Pended, Phase, Seat, Seats};
use rules::ir::{Element, Happening, ItemId, ROLES, Reg, Says};
use text::Until;
use text::limits::{CARRIED, PENDING};

/// So much comes at a time.
pub type Due = ArrayVec<Pended, PENDING>;

/// Texts that are pending have their names behind the roles of what happens.
pub const FIRST_CARRIED: usize = ROLES;

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Nothing is under way: the turn menu, or the next turn. Answers whether somebody is asked.
    pub fn between_effects(&mut self) -> bool {
        let turn = self.state.board.turn;
        let over = self.state.board.phase == Phase::Passed || !self.state.board.living.has(turn);
        if self.comes_at(if over {
            Until::TurnEnds
        } else {
            Until::StartsNow
        }) {
            return false;
        }
        if over {
            let next = self.next_turn(turn);
            self.begin_turn(next);
            return false;
        }
        self.state.chain = 0;
        self.ask(turn, Asked::Menu);
        true
    }

    /// TRN-1: the turn starts with drawing a card, or as many as the recipe says.
    pub fn begin_turn(&mut self, seat: Seat) {
        self.state.turns += 1;
        self.state.taken = 0;
        let due = self.due(seat);
        let plays = self.script.rules.plays;
        self.emit(Event::TurnBegan { seat, plays });
        self.touch_turn(seat, Phase::Passed, Phase::Start);
        self.settle();
        let draws = self.script.rules.draws;
        let simple = (self.script.replaces | self.script.forbids) & Happening::DRAWN == 0;
        // Most draws are this simple.
        if let (true, 1, Some(card), Outcome::Running) = (
            simple && due.is_empty(),
            draws,
            self.state.board.deck().top(),
            self.state.outcome,
        ) {
            self.emit(Event::Drawn { seat, card });
            self.state.changed = self.state.changed.and(Reads::CARDS);
            self.shuffle_when_emptied();
            return self.settle();
        }
        let draw = self.script.draw_program();
        if self.push(draw, FrameKind::Effect, CardId::NONE, seat) {
            self.top().registers[0] = draws.into();
        }
        due.into_iter().rev().for_each(|pended| self.comes(pended));
    }

    /// TRN-5.
    pub fn pass(&mut self) {
        let seat = self.state.board.turn;
        self.emit(Event::Passed { seat });
        self.touch_turn(seat, Phase::Main, Phase::Passed);
        self.settle();
    }

    /// Some text asks a price for passing: it is paid first.
    pub fn pays_to_pass(&mut self, seat: Seat) -> bool {
        if self.script.charges & Happening::Passed.bit() == 0 {
            return false;
        }
        let begun = self.push(
            self.script.pass_program(),
            FrameKind::Effect,
            CardId::NONE,
            seat,
        );
        if begun {
            self.charge(Happening::Passed, [GONE, GONE]);
        }
        begun
    }

    /// TRN-2: anything else ends the start of the turn. Answers whether the game goes on.
    pub fn ends_start(&mut self, seat: Seat) -> bool {
        if self.state.board.phase == Phase::Start {
            self.emit(Event::StartEnded { seat });
            self.touch_turn(seat, Phase::Start, Phase::Main);
            self.settle();
        }
        self.state.outcome == Outcome::Running
    }

    /// Something holds for a while, or will come.
    pub fn pend(&mut self, clause: u16, first: Reg, whose: Option<ItemId>) {
        let script = self.script;
        let Some(said) = script.rules.pending.get(usize::from(clause)) else {
            return;
        };
        let mut pended = Pended::of(self.top().you, clause, said.until);
        if let Some(whose) = whose {
            match seat_of(&self.state.board, self.item(whose)) {
                Some(seat) => pended.whose = seat,
                None => return self.top().forget_secrets(),
            }
        }
        let frame = self.top();
        for (at, reg) in (first..).take(said.carried.len().min(CARRIED)).enumerate() {
            pended.carried[at] = frame.registers[usize::from(reg)];
            pended.cards |= ((frame.cards >> reg & 1) as u8) << at;
        }
        if said.this {
            pended.this = frame.this;
        }
        if !said.secrets.is_empty() {
            frame.forget_secrets();
            pended.secret = said.secrets.iter().fold(0, |all, (at, _)| all | 1 << at);
            pended.told = self.state.board.with_deciders(Seats::NONE.with(pended.you));
        }
        let pended = self.state.board.holding(pended);
        match self.state.board.pending().takes(pended) {
            true => {
                let reversed = |other: &&Pended| {
                    pended.until == Until::Reversed && other.until == Until::Reversed
                };
                // What is reversed twice is as it was.
                match self
                    .state
                    .board
                    .pending()
                    .all()
                    .iter()
                    .find(reversed)
                    .copied()
                {
                    Some(before) => self.emit(Event::Came(before)),
                    None => self.emit(Event::Pended(pended)),
                }
                if let Says::Names(_) = said.says {
                    self.touch_all(Reads::STATUS);
                    self.settle();
                }
                if let Says::Gives(_) = said.says {
                    self.touch(pended.you, Reads::STATUS);
                    self.settle();
                }
            }
            false => self.fuel.stop(Cut::Pending),
        }
    }

    /// What comes as the turn of that player begins, before its draw: in the order of the players, from that one clockwise.
    pub fn due(&mut self, seat: Seat) -> Due {
        if self.state.board.pending().all().is_empty() {
            return Due::new();
        }
        let mut due = self.coming(seat, |pended| {
            pended.until == Until::TurnBegins && pended.whose == seat
        });
        if let Some(extra) = self.extra_turn().filter(|extra| extra.whose == seat) {
            self.state.board.apply(Event::Came(extra));
            let _ = due.try_insert(0, extra);
        }
        due
    }

    /// The first of the extra turns that players take after this one, from whoever has it clockwise.
    fn extra_turn(&self) -> Option<Pended> {
        let extra = |pended: &Pended| {
            pended.until == Until::ExtraTurn && self.state.board.living.has(pended.whose)
        };
        self.coming(self.state.board.turn, extra).into_iter().next()
    }

    /// Whose turn is next: that of whoever takes an extra turn, else that of the next player who does not skip it.
    fn next_turn(&mut self, turn: Seat) -> Seat {
        let next = |runner: &Self, seat: Seat| {
            let board = &runner.state.board;
            let reversed = !board.pending().all().is_empty() && board.pending().is_reversed();
            let next = if reversed {
                board.living_before(seat)
            } else {
                board.next_living(seat)
            };
            next.or_else(|| board.next_living(seat))
                .expect("a running game has living players")
        };
        if self.state.board.pending().all().is_empty() {
            return next(self, turn);
        }
        if let Some(extra) = self.extra_turn() {
            return extra.whose;
        }
        let mut seat = next(self, turn);
        let skips = |pended: &&Pended, seat: Seat| {
            pended.until == Until::SkippedTurn && pended.whose == seat
        };
        while let Some(skipped) = self
            .state
            .board
            .pending()
            .all()
            .iter()
            .find(|pended| skips(pended, seat))
            .copied()
        {
            self.emit_by(Event::Came(skipped), None);
            seat = next(self, seat);
        }
        seat
    }

    /// So many cards are drawn as the turn begins: what draws them lies below all that comes before.
    pub fn turn_draws(&mut self, number: u16) {
        let script = self.script;
        if let Some(draw) = self
            .state
            .frames
            .first_mut()
            .filter(|frame| script.is_draw(frame.pc))
        {
            draw.registers[0] = number;
        }
    }

    #[cold]
    fn coming(&self, first: Seat, such: impl Fn(&Pended) -> bool) -> Due {
        let board = &self.state.board;
        let of = |seat: Seat| {
            board
                .pending()
                .all()
                .iter()
                .filter(move |pended| pended.you == seat)
        };
        let living = first
            .clockwise(board.seats)
            .filter(|seat| board.living.has(*seat));
        living
            .flat_map(of)
            .filter(|pended| such(pended))
            .copied()
            .collect()
    }

    /// The turn is over, or its card is drawn: what comes then begins, one after the other. Answers whether something does.
    fn comes_at(&mut self, moment: Until) -> bool {
        if self.state.board.pending().all().is_empty() {
            return false;
        }
        let next = self
            .coming(self.state.board.turn, |pended| pended.until == moment)
            .into_iter()
            .next();
        next.into_iter().for_each(|pended| self.comes(pended));
        next.is_some()
    }

    /// What a text has said for later begins.
    pub fn comes(&mut self, pended: Pended) {
        let script = self.script;
        let Some(said) = script.rules.pending.get(usize::from(pended.clause)) else {
            return;
        };
        self.emit_by(Event::Came(pended), None);
        if let Says::Does(program) = said.says
            && self.push(program, FrameKind::Effect, pended.this, pended.you)
        {
            self.top().carries(said, &pended, 0);
        }
    }
}

/// What a secret could be: what it was chosen from, as that is now; where nothing is left of that, anything of its sort.
pub fn could_be(script: &Script, board: &Board, pended: &Pended, name: u8) -> Vec<Value> {
    let Some(said) = script.rules.pending.get(usize::from(pended.clause)) else {
        return Vec::new();
    };
    let Some((_, set)) = said.secrets.iter().find(|(secret, _)| *secret == name) else {
        return Vec::new();
    };
    let mut frame = Frame {
        you: pended.you,
        this: pended.this,
        ..Frame::IDLE
    };
    for (at, reg) in said.registers.iter().enumerate() {
        if let (Some(reg), 0) = (reg, pended.secret >> at & 1) {
            frame.bind(*reg, pended.carried[at], pended.cards >> at & 1 == 1);
        }
    }
    let context = Context::running(script, board, &frame);
    let mut all = Vec::new();
    context.each(*set, &mut |value| {
        all.push(value);
        all.len() >= MOST
    });
    if all.is_empty() {
        match script.rules.sets[set.index()].element {
            Element::Player => all.extend(board.living.iter().map(|seat| Value::from(seat.0))),
            Element::Building => all.extend(board.buildings().iter().map(|card| card.0)),
            _ => {}
        }
    }
    all
}

/// So many possibilities are looked at.
const MOST: usize = 1000;
