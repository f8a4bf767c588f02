//! What a text lets its player choose, out of a set or between branches, and what chance.

use arrayvec::ArrayVec;

use crate::effects::runner::Runner;
use crate::play::decision::hangs_on_hidden;
use crate::play::options::open_branches;
use crate::state::frame::Frame;
use crate::state::value::{card_value, place_of, seat_of};
use crate::{Asked, GONE, Ran, Value, Watch};
use board::{CardId, Cut, Event, Fell, Seat, Seats};
use rules::ir::{Element, Happening, ItemId, Kept, Lot, Num, Op, Pc, Reg, SetId, Source};
use text::limits::{CARDS, KEPT, PLAYERS, RANGE};

/// What chance is to decide.
#[derive(Debug, Clone, Copy)]
pub enum Lots<'a> {
    /// Heads or tails.
    Coin,
    /// One to six.
    Die,
    /// One of these things.
    OneOf(Element, &'a [Value]),
}

impl Lots<'_> {
    /// In how many ways it can fall.
    pub fn ways(self) -> u32 {
        match self {
            Lots::Coin => 2,
            Lots::Die => 6,
            Lots::OneOf(_, things) => things.len() as u32,
        }
    }
}

/// So many things can be in a set: all cards, and the places between and beside them.
const THINGS: usize = CARDS + PLAYERS;

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Answers whether somebody is asked.
    pub fn choose(&mut self, set: SetId, reg: Reg, may: bool, exit: Pc) -> bool {
        let decider = self.decider();
        let context = self.context();
        let plan = context.at_once(set).filter(|_| decider.is_some());
        let offered = plan.map(|plan| context.all_at_once(plan));
        let (count, first) = match (plan, offered) {
            (Some(_), Some(offered)) if offered.is_empty() => (0, GONE),
            (Some(_), Some(offered)) if offered.several() => (2, GONE),
            (Some(plan), Some(offered)) => (1, context.nth_at_once(plan, offered, 0)),
            _ if self.offers_too_much(set) => {
                self.fuel.stop(Cut::Things);
                return false;
            }
            _ => decider.map_or((0, GONE), |seat| self.one_or_more(set, seat)),
        };
        if self.fuel.is_blind() {
            return false;
        }
        if !(count > 0 && self.tries_to_pay()) && self.trial_ends(may || count > 0) {
            return true;
        }
        if count == 0 || count == 1 && !may {
            let asked = Asked::Choose {
                set,
                reg,
                may,
                exit,
            };
            if decider.is_some_and(|seat| self.asks_all_the_same(seat, asked)) {
                return true;
            }
        }
        match count {
            0 => {
                let at = std::mem::replace(&mut self.top().pc, exit) - 1;
                self.top().forget_secrets();
                self.watch.ran(at, Ran::Left);
            }
            1 if !may => self.pick_by(decider, (set, reg), first),
            _ => {
                let seat = decider.unwrap_or_else(|| self.top().you);
                self.ask(
                    seat,
                    Asked::Choose {
                        set,
                        reg,
                        may,
                        exit,
                    },
                );
                self.state.offered = offered;
                return true;
            }
        }
        false
    }

    /// Does what belongs to a secret choice of several players.
    pub fn secretly(&mut self, op: Op) {
        match op {
            Op::Secret(reg, kept) => {
                // What is chosen before lies in those before.
                let before = self.top().secret.filter(|(_, before)| *before == Kept::Own);
                let reg = before.map_or(reg, |(first, _)| first.min(reg));
                self.top().secret = Some((reg, kept));
            }
            Op::Keep(into, item, reg) => self.keep(into, item, reg),
            Op::KeepCard(into, item, reg) => self.keep_card(into, item, reg),
            Op::Shown(reg) => self.show_kept(reg),
            // No other op does.
            _ => {}
        }
    }

    /// What a player has chosen in secret is kept, and not seen where it was put.
    pub fn keep(&mut self, into: Reg, item: ItemId, reg: Reg) {
        let seat = seat_of(&self.state.board, self.item(item));
        let chosen = self.top().registers[reg as usize];
        if let (Some((_, Kept::Numbers)), Some(seat)) = (self.top().secret, seat) {
            self.top().keep_bid(into, seat, chosen);
            return self.top().bind(reg, GONE, false);
        }
        let chosen = seat_of(&self.state.board, chosen);
        if let (Some(seat), Some(chosen)) = (seat, chosen) {
            self.top().keep(into, seat, chosen);
        }
        self.top().bind(reg, GONE, false);
    }

    /// The card that a player has chosen is kept in the register of that seat.
    fn keep_card(&mut self, into: Reg, item: ItemId, reg: Reg) {
        let seat = seat_of(&self.state.board, self.item(item));
        let top = self.top();
        if let Some(into) = seat
            .map(|seat| into + seat.0)
            .filter(|into| usize::from(*into) < top.registers.len())
        {
            top.bind(into, top.registers[reg as usize], true);
        }
    }

    /// All that is kept there is shown.
    fn show_kept(&mut self, reg: Reg) {
        let secret = self.top().secret.take();
        let numbers = secret.is_some_and(|(_, kept)| kept == Kept::Numbers);
        let you = self.top().you;
        if numbers {
            for seat in you.clockwise(self.state.board.seats) {
                match self.top().bid_of(reg, seat) {
                    Some(number) => self.emit(Event::Bid { seat, number }),
                    // Whoever has chosen none has none.
                    None => self.top().keep_bid(reg, seat, 0),
                }
            }
            return;
        }
        for seat in you.clockwise(self.state.board.seats) {
            if let Some(chosen) = self.top().chosen_by(reg, seat) {
                self.emit(Event::Chose { seat, chosen });
            }
        }
    }

    /// So many numbers can be chosen from that they are not offered (END-1).
    fn offers_too_much(&self, set: SetId) -> bool {
        let Source::Numbers(from, to) = self.script.rules.sets[set.index()].source else {
            return false;
        };
        let context = self.context();
        let secret = self
            .state
            .frames
            .last()
            .is_some_and(|frame| matches!(frame.secret, Some((_, Kept::Numbers))));
        secret && usize::from(context.number(to)) > KEPT
            || usize::from(context.number(to).saturating_sub(context.number(from))) >= RANGE
    }

    /// How many options a choice out of the set has, 2 standing for more, and the first of them.
    fn one_or_more(&self, set: SetId, asked: Seat) -> (u32, Value) {
        let (mut count, mut first) = (0, GONE);
        let context = self.context();
        context.each_option(set, asked, &mut |value| {
            count += 1;
            if count == 1 {
                first = value;
            }
            count == 2
        });
        (count, first)
    }

    /// Whose decision the next one is: of `you`, or of whom the text says; nobody's when that one is out of the game.
    #[inline(always)]
    pub fn decider(&mut self) -> Option<Seat> {
        let frame = self.top();
        let (you, other) = (frame.you, frame.decider.take());
        match other {
            None => Some(you),
            other => other.filter(|seat| self.state.board.living.has(*seat)),
        }
    }

    /// Who draws: `you`, or whom the text says.
    pub fn drawer(&mut self) -> Seat {
        let frame = self.top();
        frame.decider.unwrap_or(frame.you)
    }

    /// Answers whether somebody is asked.
    pub fn either(&mut self, (first, count): (u16, u8), may: bool, exit: Pc) -> bool {
        let decider = self.decider();
        let (one, more) = {
            let mut open =
                open_branches(self.context(), first, count).filter(|_| decider.is_some());
            (open.next(), open.next().is_some())
        };
        if self.fuel.is_blind() {
            return false;
        }
        if !(one.is_some() && self.tries_to_pay()) && self.trial_ends(may || one.is_some()) {
            return true;
        }
        if !(more || may && one.is_some()) {
            let asked = Asked::Either {
                first,
                count,
                may,
                exit,
            };
            if decider.is_some_and(|seat| self.asks_all_the_same(seat, asked)) {
                return true;
            }
        }
        match one {
            None => {
                let at = std::mem::replace(&mut self.top().pc, exit) - 1;
                self.watch.ran(at, Ran::Left);
            }
            Some(branch) if !more && !may => {
                self.top().pc = self.script.rules.branches[branch as usize].entry
            }
            Some(_) => {
                let seat = decider.unwrap_or_else(|| self.top().you);
                self.ask(
                    seat,
                    Asked::Either {
                        first,
                        count,
                        may,
                        exit,
                    },
                );
                return true;
            }
        }
        false
    }

    /// Asks somebody who has no choice, where others cannot know that and are not to be told. Answers whether somebody is asked.
    fn asks_all_the_same(&mut self, seat: Seat, asked: Asked) -> bool {
        if !self.watch.has_all_asked() {
            return false;
        }
        let before = (self.state.seat, self.state.asked, self.state.offered);
        (self.state.seat, self.state.asked, self.state.offered) = (seat, asked, None);
        let hidden = hangs_on_hidden(self.script, self.state);
        (self.state.seat, self.state.asked, self.state.offered) = before;
        if hidden {
            self.ask(seat, asked);
        }
        hidden
    }

    /// What chance decides falls, for all to see. Answers whether the text goes no further, because it is only tried.
    #[inline(never)]
    pub fn chance(&mut self, lot: Lot, reg: Reg, exit: Pc) -> bool {
        let mut things = ArrayVec::<Value, THINGS>::new();
        let mut element = Element::Number;
        if let Lot::OneOf(set) = lot {
            element = self.script.rules.sets[set.index()].element;
            let more = self
                .context()
                .each(set, &mut |value| things.try_push(value).is_err());
            if more {
                self.fuel.stop(Cut::Things);
            }
            if self.fuel.is_blind() {
                return false;
            }
            if things.is_empty() {
                if self.trial_ends(false) {
                    return true;
                }
                let at = std::mem::replace(&mut self.top().pc, exit) - 1;
                self.watch.ran(at, Ran::Left);
                return false;
            }
        }
        // END-3: nobody can know how it falls, so what hangs on it may be.
        if let Some(trial) = &mut self.trial {
            trial.legal = Some(true);
            return true;
        }
        let lots = match lot {
            Lot::Coin => Lots::Coin,
            Lot::Die => Lots::Die,
            Lot::OneOf(_) => Lots::OneOf(element, &things),
        };
        let Runner {
            script,
            state,
            watch,
            ..
        } = self;
        let at = watch
            .falls(&mut state.chance, script, &state.board, lots)
            .min(lots.ways() - 1);
        let value = match lot {
            Lot::Coin => at as Value,
            Lot::Die => at as Value + 1,
            Lot::OneOf(_) => things[at as usize],
        };
        let what = match (lot, element) {
            (Lot::Coin, _) => Fell::Coin { heads: at == 1 },
            (Lot::Die, _) => Fell::Die(value as u8),
            (_, Element::Player) => Fell::Player(Seat(value as u8)),
            (_, Element::Place) => {
                let (seat, place) = place_of(value);
                Fell::Place(seat, place)
            }
            (_, Element::Number | Element::Name) => Fell::Number(value),
            (
                _,
                Element::Building | Element::StackedCard | Element::Card | Element::BuildingCard,
            ) => Fell::Card(CardId(value)),
        };
        let seat = self.noted_for(reg);
        self.emit(Event::Fell {
            seat,
            what,
            among: &things,
        });
        match lot {
            Lot::OneOf(set) => self.pick(set, reg, value),
            Lot::Coin | Lot::Die => self.top().bind(reg, value, false),
        }
        false
    }

    /// Who has chosen what the op that runs is about: whoever was asked for it right before, else whoever acts.
    pub fn chosen_by(&mut self) -> Seat {
        let script = self.script;
        let Frame { pc, you, .. } = *self.top();
        let mut before = script.rules.code[..usize::from(pc) - 1].iter().rev();
        let asks = before.find(|op| !matches!(op, Op::Choose { .. } | Op::KeepCard(..)));
        match asks {
            Some(Op::Asks(who)) => seat_of(&self.state.board, self.item(*who)).unwrap_or(you),
            _ => you,
        }
    }

    /// For whom the next op notes what chance puts into that register, else whoever acts.
    fn noted_for(&mut self, reg: Reg) -> Seat {
        let script = self.script;
        let Frame { pc, you, .. } = *self.top();
        match script.rules.code[usize::from(pc)] {
            Op::AddTo(_, whose, number) if script.rules.nums[number.index()] == Num::Reg(reg) => {
                seat_of(&self.state.board, self.item(whose)).unwrap_or(you)
            }
            _ => you,
        }
    }

    /// A register stands for what was chosen out of a set.
    #[inline(always)]
    pub fn pick(&mut self, set: SetId, reg: Reg, value: Value) {
        let card = self.script.rules.sets[set.index()].element.is_card();
        self.top().bind(reg, value, card);
        if (self.script.charges | self.script.hears) & Happening::Picked.bit() != 0 {
            self.picked(set, value);
        }
    }

    /// The same, and that player has chosen it.
    #[inline(always)]
    pub fn pick_by(&mut self, chooser: Option<Seat>, (set, reg): (SetId, Reg), value: Value) {
        self.pick(set, reg, value);
        if let Some(chooser) = chooser {
            let told = self.state.board.with_deciders(Seats::NONE.with(chooser));
            self.top().told[usize::from(reg)] = told;
        }
    }

    /// Something has been chosen out of a set: where it could be guarded, its stack is picked.
    #[cold]
    pub fn picked(&mut self, set: SetId, value: Value) {
        let of = self.script.rules.sets[set.index()];
        let stack = match of.element {
            Element::Building => value,
            _ => card_value(
                self.state
                    .board
                    .under(CardId(value))
                    .unwrap_or(CardId::NONE),
            ),
        };
        if self.script.aims[set.index()] && value != GONE {
            self.happens_to(Happening::Picked, [stack, GONE]);
            self.charge(Happening::Picked, [stack, GONE]);
        }
    }
}
