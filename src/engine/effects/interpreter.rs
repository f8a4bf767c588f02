//! Runs texts op by op, until a player must decide or the game is over.

use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::state::frame::{Frame, FrameKind, LISTED_CARD, NOBODY};
use crate::state::value::seat_of;
use crate::{Asked, Outcome, Ran, Value, Watch};
use board::{CardId, Cut, Event};
use rules::ir::{ItemId, NO_TARGET, Op, Pc, Pick, Reg, SetId};

/// What one step of a text leads to.
enum Pause {
    /// Another text begins, or this one ends: look again at who is next.
    Turn,
    /// Somebody is asked.
    Ask,
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Moves the game on until somebody is asked or it is over.
    pub fn run(&mut self) {
        self.state.asked = Asked::Nobody;
        while self.state.outcome == Outcome::Running {
            if self.fuel.is_spent() {
                self.cut_off();
                if self.trial.is_some() {
                    return;
                }
                continue;
            }
            let Some(frame) = self.state.frames.last_mut() else {
                if self.begin_trigger() {
                    continue;
                }
                if self.between_effects() {
                    return;
                }
                continue;
            };
            // TRN-6: what is left of an eliminated player's effect is dropped.
            if frame.falls(self.state.board.living) {
                frame.draining = true;
            }
            if frame.draining {
                let waits = frame.waits_for_answers();
                if self.trial_ends(true) {
                    return;
                }
                if !(waits && self.begin_trigger()) {
                    self.finish_frame();
                }
                continue;
            }
            if matches!(self.step(), Pause::Ask) {
                if !self.fuel.is_blind() || self.trial.is_some() {
                    return;
                }
                self.state.asked = Asked::Nobody;
            }
        }
        self.state.frames.clear();
        self.state.lists.clear();
    }

    /// Runs the text on top until something else is next: a part of the loop that calls it.
    #[inline(always)]
    fn step(&mut self) -> Pause {
        let (script, living) = (self.script, self.state.board.living);
        loop {
            if self.fuel.is_spent() {
                return Pause::Turn;
            }
            self.fuel.step();
            let frame = self.state.frames.last_mut().expect("a text is under way");
            let at = frame.pc;
            let op = &script.rules.code[at as usize];
            frame.pc += 1;
            self.watch.ran(at, Ran::Begun);
            match *op {
                Op::End | Op::Over { last: true, .. } => {
                    frame.pc = at + 1 + Pc::from(!matches!(op, Op::End));
                    frame.draining = true;
                    if !frame.waits_for_answers() {
                        self.finish_frame();
                    }
                    return Pause::Turn;
                }
                Op::Jump(pc) => {
                    frame.pc = pc;
                    continue;
                }
                Op::Unless(pred, pc) => {
                    if !self.holds(pred) {
                        self.watch.ran(at, Ran::Left);
                        self.top().pc = pc;
                    }
                    continue;
                }
                Op::SetNumber(reg, number) => {
                    let number = self.number(number);
                    self.top().bind(reg, number, false);
                    continue;
                }
                Op::SetItem(reg, item) => {
                    let (value, card) = (self.item(item), self.names_card(item));
                    let told = self.told(item);
                    let frame = self.top();
                    frame.bind(reg, value, card);
                    frame.told[usize::from(reg)] = told;
                    continue;
                }
                Op::SetTruth(reg, pred) => {
                    let truth = self.holds(pred);
                    self.top().bind(reg, Value::from(truth), false);
                    continue;
                }
                Op::CountDown { reg, exit } => {
                    let left = &mut frame.registers[reg as usize];
                    match left.checked_sub(1) {
                        Some(less) => *left = less,
                        None => frame.pc = exit,
                    }
                    continue;
                }
                Op::Snapshot { list, set, first } => {
                    self.snapshot(list, set, first);
                    continue;
                }
                Op::Next { list, item, exit } => {
                    let left = &mut frame.registers[list as usize];
                    match left.checked_sub(1) {
                        Some(less) => {
                            *left = less;
                            let value = self
                                .state
                                .lists
                                .pop()
                                .expect("the list has that many elements");
                            frame.bind_listed(item, value);
                        }
                        None => frame.pc = exit,
                    }
                    continue;
                }
                Op::Choose {
                    set,
                    reg,
                    may,
                    exit,
                } => {
                    if self.choose(set, reg, may, exit) {
                        return Pause::Ask;
                    }
                }
                Op::Asks(item) => {
                    let seat = seat_of(&self.state.board, self.item(item)).unwrap_or(NOBODY);
                    self.top().decider = Some(seat);
                    continue;
                }
                Op::Acts { who, exit } => {
                    if !self.acts(who, exit) {
                        self.watch.ran(at, Ran::Left);
                    }
                    continue;
                }
                Op::Secret(..) | Op::Keep(..) | Op::KeepCard(..) | Op::Shown(_) => {
                    self.secretly(*op);
                    continue;
                }
                Op::AddTo(reg, item, number) => {
                    let (seat, number) = (
                        seat_of(&self.state.board, self.item(item)),
                        self.number(number),
                    );
                    if let Some(seat) = seat {
                        self.top().add_to(reg, seat, number);
                    }
                    continue;
                }
                Op::Add(reg, item, on) => {
                    let seat = seat_of(&self.state.board, self.item(item));
                    let noted = &mut self.top().registers[reg as usize];
                    let bit: Value = seat.map_or(0, |seat| seat.bit().into());
                    *noted = if on { *noted | bit } else { *noted & !bit };
                    continue;
                }
                Op::Chance { lot, reg, exit } => {
                    if self.chance(lot, reg, exit) {
                        return Pause::Ask;
                    }
                    continue;
                }
                Op::Forget(list) => {
                    let left = std::mem::take(&mut frame.registers[list as usize]);
                    let kept = self.state.lists.len() - usize::from(left);
                    self.state.lists.truncate(kept);
                    continue;
                }
                Op::Either {
                    first,
                    count,
                    may,
                    exit,
                } => {
                    if self.either((first, count), may, exit) {
                        return Pause::Ask;
                    }
                }
                Op::Require { pred, exit } => {
                    let holds = self.holds(pred);
                    if self.fuel.is_blind() {
                        return Pause::Turn;
                    }
                    if !holds {
                        if self.trial_ends(false) {
                            return Pause::Ask;
                        }
                        self.watch.ran(at, Ran::Left);
                        self.top().pc = exit;
                    }
                }
                Op::AtOnce(true) => {
                    self.begin_moment();
                    self.top().at_once += 1;
                    continue;
                }
                Op::AtOnce(false) => {
                    frame.at_once -= 1;
                    self.settle();
                }
                Op::OneEffect(true) => {
                    frame.one_effect += 1;
                    continue;
                }
                Op::OneEffect(false) => {
                    let outermost = frame.one_effect == 1 && frame.at_once == 0;
                    // What a trigger does is answered behind what waits already (RSP-6), what a crisis does at its end.
                    let effect = frame.kind == FrameKind::Effect;
                    if outermost && effect && self.answers_wait() {
                        self.top().pc = at;
                        self.begin_trigger();
                        return Pause::Turn;
                    }
                    self.top().one_effect -= 1;
                    continue;
                }
                Op::Unanswered(on) => {
                    frame.unanswered = if on {
                        frame.unanswered + 1
                    } else {
                        frame.unanswered - 1
                    };
                    continue;
                }
                Op::Spares(name) => {
                    frame.spares = name;
                    continue;
                }
                Op::Announce {
                    keyword,
                    first,
                    causes,
                    target,
                    chosen,
                } => {
                    if self.script.heeds_aim
                        && target != NO_TARGET
                        && self.aims(keyword, target, chosen)
                    {
                        return Pause::Turn;
                    }
                    self.begin_keyword(keyword, first, causes, target);
                    continue;
                }
                Op::Aim(item) => {
                    self.aim_at(item);
                    continue;
                }
                Op::Over {
                    causes,
                    last: false,
                } => {
                    let causes = self.script.rules.causes[causes as usize];
                    let over = frame.causes & !causes;
                    frame.causes = causes;
                    if self.script.hears_over & over != 0 && self.answers_after(causes) {
                        self.top().pc = at;
                        self.top().causes = causes | over;
                        self.begin_trigger();
                        return Pause::Turn;
                    }
                    continue;
                }
                Op::Ready => {
                    if !self.ready_deck() {
                        return Pause::Turn;
                    }
                }
                Op::Draw { reg } => {
                    if !self.draw(reg) {
                        return Pause::Turn;
                    }
                }
                Op::Do(verb, item, with) => {
                    if self.attempt(verb, item, with) {
                        return Pause::Turn;
                    }
                }
                Op::Counters {
                    put,
                    sort,
                    player,
                    number,
                    on,
                } => {
                    if self.counters(put, sort, number, (on, player)) {
                        return Pause::Turn;
                    }
                }
                Op::Mark { set, item, on } => {
                    if let Some(card) = self.card(item) {
                        let marks = &mut self.top().marks[set as usize];
                        if on {
                            marks.insert(card)
                        } else {
                            marks.remove(card)
                        }
                    }
                    continue;
                }
                Op::ClearMarks(set) => {
                    frame.marks[set as usize] = Frame::IDLE.marks[0];
                    continue;
                }
                Op::Take { reg, exit } => self.take(reg, exit),
                Op::Pend {
                    clause,
                    first,
                    whose,
                } => self.pend(clause, first, whose),
                Op::ShuffleDeck => {
                    self.shuffle_deck();
                    self.settle();
                }
                Op::Shuffle => {
                    self.shuffle();
                    self.settle();
                }
                Op::TurnDraws(number) => {
                    let number = self.number(number);
                    self.turn_draws(number);
                    continue;
                }
                Op::MorePlays(number, fewer) => {
                    let number = self.number(number);
                    self.emit(Event::MorePlays {
                        more: number.try_into().unwrap_or(u8::MAX),
                        fewer,
                    });
                }
                Op::DrawGame => self.draw_game(),
                Op::Pass => self.pass(),
                Op::Instead(takes_place) => self.instead(takes_place),
                Op::Winless(on) => {
                    frame.winless = if on {
                        frame.winless + 1
                    } else {
                        frame.winless.saturating_sub(1)
                    };
                    self.look_at_victories();
                    self.settle();
                }
                Op::Cost => continue,
                Op::First => {
                    self.picked_first();
                    return Pause::Turn;
                }
                Op::Begin => {
                    self.begin();
                    return Pause::Turn;
                }
            }
            // A moment may have ended the game or this effect.
            if self.state.outcome != Outcome::Running || self.state.board.living != living {
                return Pause::Turn;
            }
        }
    }

    /// The buildings of the list from there on come in the order of their ages; those of one age stay as they are.
    #[cold]
    fn by_age(&mut self, start: usize, newest: bool) {
        let (board, list) = (&self.state.board, &mut self.state.lists[start..]);
        let rank = |value: Value| {
            let age = board.age(CardId(value & !LISTED_CARD));
            if newest { Value::MAX - age } else { age }
        };
        for at in 1..list.len() {
            let to = list[..at].partition_point(|before| rank(*before) <= rank(list[at]));
            list[to..=at].rotate_right(1);
        }
    }

    /// A player does what follows. Answers `false` where that one is out of the game.
    #[cold]
    fn acts(&mut self, who: ItemId, exit: Pc) -> bool {
        let seat = seat_of(&self.state.board, self.item(who));
        let seat = seat.filter(|seat| self.state.board.living.has(*seat));
        let lists = self.state.lists.len();
        let frame = self.top();
        let acting = seat.map(|seat| frame.done_by(seat, lists));
        frame.pc = exit;
        if let Some(acting) = acting
            && self.state.frames.try_push(acting).is_err()
        {
            self.fuel.stop(Cut::Plays);
        }
        acting.is_some()
    }

    fn snapshot(&mut self, list: Reg, set: SetId, first: Option<Pick>) {
        let frame = self.state.frames.last().expect("a text is under way");
        let counts = self.fuel.counts(self.script, self.trial.is_some());
        let context = Context::running(self.script, &self.state.board, frame);
        let context = context.counting_where(counts, &self.fuel.looks);
        let start = self.state.lists.len();
        let lists = &mut self.state.lists;
        let mark = if self.script.rules.sets[set.index()].element.is_card() {
            LISTED_CARD
        } else {
            0
        };
        if context.each_in_turn(set, &mut |value| lists.try_push(value | mark).is_err()) {
            self.fuel.stop(Cut::Things);
        }
        if let Some(first) = first {
            self.by_age(start, first == Pick::Newest);
        }
        let lists = &mut self.state.lists;
        lists[start..].reverse();
        let len = (lists.len() - start) as Value;
        self.top().bind(list, len, false);
    }
}
