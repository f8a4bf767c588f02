//! A game that is being moved on, and who looks on: emits events, begins and ends texts.

use crate::eval::context::Context;
use crate::play::budget::Fuel;
use crate::state::frame::{Frame, FrameKind};
use crate::state::value::{building_of, card_of};
use crate::{Asked, Cause, Chance, Declined, Lots, Script, State, Value};
use board::{Board, CardId, Cut, Event, Seat};
use rules::ir::{Causes, Item, ItemId, NumId, Pc, Pred, PredId, Program, SOURCES};

/// Somebody who sees the events of a game, and may have a say in how shuffles fall.
pub trait Watch {
    /// An event is about to change the board.
    fn event(&mut self, _script: &Script, _board: &Board, _event: &Event<'_>) {}

    /// The same with the text that makes it; none when the game goes on by rule or by a choice of the turn menu.
    #[doc(hidden)]
    #[inline(always)]
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        _cause: Option<Cause>,
    ) {
        self.event(script, board, event);
    }

    /// An op of a text is run, or left by its exit.
    #[doc(hidden)]
    fn ran(&mut self, _at: Pc, _how: Ran) {}

    /// A player does without what a text lets them choose.
    #[doc(hidden)]
    fn declined(&mut self, _declined: &Declined<'_>) {}

    /// Whoever would be asked if cards that are hidden from others were other ones is asked, with the one option that is left or with none
    /// but to do without: who looks on cannot tell.
    #[doc(hidden)]
    fn has_all_asked(&self) -> bool {
        false
    }

    /// Puts the cards of a new deck in order, the first one to be drawn first.
    fn shuffle(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        chance.shuffle(cards);
    }

    /// Decides a coin (1 for heads), a die (one less than it shows) or one of a set (its number there), below how many
    /// ways there are.
    #[doc(hidden)]
    fn falls(
        &mut self,
        chance: &mut Chance,
        _script: &Script,
        _board: &Board,
        lots: Lots<'_>,
    ) -> u32 {
        chance.below(lots.ways())
    }

    /// Puts the victory cards in order, the first one for the first seat (SET-2).
    fn deal_victories(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        chance.shuffle(cards);
    }
}

impl Watch for () {}

/// Nobody who sees anything; all are asked who would be.
pub struct AllAsked;

impl Watch for AllAsked {
    fn has_all_asked(&self) -> bool {
        true
    }
}

/// How an op is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ran {
    /// It begins.
    Begun,
    /// It does not hold, or has nothing to choose from: the text goes on elsewhere.
    Left,
    /// The player declines.
    Declined,
}

/// A game that is being moved on.
pub struct Runner<'a, W: ?Sized> {
    pub script: &'a Script,
    pub state: &'a mut State,
    pub watch: &'a mut W,
    /// The text at this depth is only being tried, up to its first required choice (PLY-5).
    pub trial: Option<Trial>,
    pub fuel: Fuel,
}

/// See [`Runner::trial`].
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    pub depth: usize,
    /// Where its cost is paid: what is chosen before that is chosen in every way.
    pub paid: Pc,
    pub legal: Option<bool>,
}

impl Trial {
    pub fn new(depth: usize, paid: Pc) -> Trial {
        let legal = None;
        Trial { depth, paid, legal }
    }
}

impl<'a, W: Watch + ?Sized> Runner<'a, W> {
    /// Moves that game on, as far as one decision may go.
    pub fn new(script: &'a Script, state: &'a mut State, watch: &'a mut W) -> Runner<'a, W> {
        Runner {
            script,
            state,
            watch,
            trial: None,
            fuel: Fuel::full(),
        }
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    #[inline(always)]
    pub fn emit(&mut self, event: Event<'_>) {
        if let Some(card) = self.state.board.renewed(&event) {
            self.state.renew(card);
        }
        if let Event::Swapped { card, .. } = event {
            self.state.renew(card);
        }
        let cause = self.state.frames.last().map(Cause::of);
        self.emit_by(event, cause);
    }

    #[inline(always)]
    pub fn emit_by(&mut self, event: Event<'_>, cause: Option<Cause>) {
        self.watch
            .event_by(self.script, &self.state.board, &event, cause);
        if self.is_heard(&event) {
            return self.emit_heard(event);
        }
        self.state.board.apply(event);
    }

    pub fn ask(&mut self, seat: Seat, asked: Asked) {
        self.state.seat = seat;
        self.state.asked = asked;
        self.state.offered = None;
        if self.script.opens_hands {
            self.oversee();
        }
    }

    #[inline(always)]
    pub fn top(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("a text is under way")
    }

    /// Begins a text. Answers `false` when texts play texts too deep.
    pub fn push(&mut self, program: Program, kind: FrameKind, this: CardId, you: Seat) -> bool {
        if self.state.frames.is_full() {
            self.fuel.stop(Cut::Plays);
            return false;
        }
        self.state.frames.push(Frame {
            pc: program.entry,
            kind,
            draining: false,
            you,
            this,
            causes: Causes::from(program.sources) << SOURCES,
            lists: self.state.lists.len() as u16,
            ..Frame::IDLE
        });
        true
    }

    /// The same for an effect of a card whose starred numbers texts may change.
    pub fn push_starred(&mut self, program: Program, this: CardId, you: Seat) -> bool {
        let begun = self.push(program, FrameKind::Effect, this, you);
        if begun && program.starred {
            let context = Context::of(self.script, &self.state.board, this, you);
            let counts = self.fuel.counts(self.script, self.trial.is_some());
            let stars = context.counting_where(counts, &self.fuel.looks).stars();
            self.top().stars = stars;
        }
        begun
    }

    /// The text and all it triggered are over.
    pub fn finish_frame(&mut self) {
        let depth = self.state.frames.len() - 1;
        self.end_actions(depth);
        let over = self.script.hears_over != 0 && self.keywords_over(depth + 1, 0);
        let (acts, spares) = (self.top().acts_for.is_some(), self.top().spares);
        if self.top().kind == FrameKind::Crisis && !acts {
            self.shuffle_after_crisis();
            if self.script.hears != 0 {
                let seat = self.top().you;
                self.crisis_over(seat);
            }
        }
        let frame = (self.script.replaces != 0 || self.script.winless).then(|| *self.top());
        let lists = self.top().lists as usize;
        self.state.lists.truncate(lists);
        self.state.frames.truncate(depth);
        if let Some(frame) = frame {
            self.leaves_off(frame, depth);
        }
        if acts {
            self.top().spares = spares;
            // What waited for a keyword of another player comes before the text goes on, too.
            if over && self.answers_after(Causes::MAX) {
                self.begin_trigger();
            }
        }
        self.settle();
    }

    #[inline(always)]
    pub fn context(&self) -> Context<'_> {
        let frame = self.state.frames.last().expect("a text is under way");
        let counts = self.fuel.counts(self.script, self.trial.is_some());
        Context::running(self.script, &self.state.board, frame)
            .counting_where(counts, &self.fuel.looks)
    }

    /// Most items take no more than a look into the frame.
    #[inline(never)]
    pub fn item(&self, item: ItemId) -> Value {
        let frame = self.state.frames.last().expect("a text is under way");
        match self.script.rules.items[item.index()] {
            Item::Reg(reg) => frame.registers[reg as usize],
            Item::This => frame.this.0,
            Item::You => frame.you.0.into(),
            _ => self.context().item(item),
        }
    }

    /// An item that is a card, wherever it lies.
    #[inline]
    pub fn card(&self, item: ItemId) -> Option<CardId> {
        card_of(self.item(item))
    }

    /// What texts ask most often takes a look at one building.
    #[inline(never)]
    pub fn holds(&self, pred: PredId) -> bool {
        match self.script.rules.preds[pred.index()] {
            Pred::Stacked(item) => {
                let building = building_of(&self.state.board, self.item(item));
                building.is_some_and(|building| self.state.board.card(building).height > 0)
            }
            _ => self.context().holds(pred),
        }
    }

    #[inline(never)]
    pub fn number(&self, number: NumId) -> u16 {
        self.context().number(number)
    }

    pub fn context_of(&self, this: CardId, you: Seat) -> Context<'_> {
        Context::of(self.script, &self.state.board, this, you)
    }

    /// What an item stands for is a card.
    #[inline(always)]
    pub fn names_card(&self, item: ItemId) -> bool {
        match self.script.rules.items[item.index()] {
            Item::Reg(reg) => self
                .state
                .frames
                .last()
                .is_some_and(|frame| frame.cards >> reg & 1 == 1),
            Item::This | Item::TopOf(_) | Item::Under(_) | Item::Beside(..) | Item::Held(..) => {
                true
            }
            Item::First(set) | Item::Pick(_, set) => {
                self.script.rules.sets[set.index()].element.is_card()
            }
            Item::It
            | Item::You
            | Item::Provoker
            | Item::OfTurn
            | Item::OwnerOf(_)
            | Item::Entry(..)
            | Item::Nothing => false,
            Item::NameOf(_) | Item::WrittenOn(_) => false,
        }
    }
}
