//! Runs texts by emitting events, until a player must decide or the game is over.

use crate::eval::context::Context;
use crate::play::fuel::Fuel;
use crate::state::frame::{Frame, FrameKind, LISTED_CARD, NOBODY, Stars};
use crate::state::value::seat_of;
use crate::{Asked, Cause, GONE, Outcome, Reads, Script, State, Value};
use board::{CardId, Cut, Event, Phase, Seat};
use rules::ir::{Causes, Happening, NO_TARGET, Op, Pc, Program, Reg, SOURCES, SetId};
use text::Until;

pub use crate::play::watch::{Ran, Watch};

/// A game that is being moved on.
pub(super) struct Runner<'a, W: ?Sized> {
    pub script: &'a Script,
    pub state: &'a mut State,
    pub watch: &'a mut W,
    /// The text at this depth is only being tried, up to its first required choice (PLY-5).
    pub trial: Option<Trial>,
    pub fuel: Fuel,
}

/// See [`Runner::trial`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    pub depth: usize,
    /// Where its cost is paid: what is chosen before that is chosen in every way.
    pub paid: Pc,
    pub legal: Option<bool>,
}

/// What one step of a text leads to.
enum Step {
    /// Another text begins, or this one ends: look again at who is next.
    Turn,
    /// Somebody is asked.
    Ask,
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
            if frame.kind.falls_with_its_player() && !self.state.board.living.has(frame.you) {
                frame.draining = true;
            }
            if frame.draining {
                let waits = frame.kind.waits_for_answers();
                if self.trial_ends(true) {
                    return;
                }
                if !(waits && self.begin_trigger()) {
                    self.finish_frame();
                }
                continue;
            }
            if matches!(self.step(), Step::Ask) {
                if !self.fuel.is_blind() || self.trial.is_some() {
                    return;
                }
                self.state.asked = Asked::Nobody;
            }
        }
        self.state.frames.clear();
        self.state.lists.clear();
    }

    /// Nothing is under way: the turn menu, or the next turn. Answers whether somebody is asked.
    fn between_effects(&mut self) -> bool {
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
        if self.push(draw, FrameKind::Effect, CardId::NONE, seat, GONE, false) {
            self.top().registers[0] = draws.into();
        }
        due.into_iter().rev().for_each(|pended| self.comes(pended));
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
    pub fn push(
        &mut self,
        program: Program,
        kind: FrameKind,
        this: CardId,
        you: Seat,
        provoker: Value,
        raised: bool,
    ) -> bool {
        if self.state.frames.is_full() {
            self.fuel.stop(Cut::Plays);
            return false;
        }
        let stars = match raised && program.starred {
            true => {
                let context = Context::of(self.script, &self.state.board, this, you);
                let counts = self.fuel.counts(self.script, self.trial.is_some());
                context.counting_where(counts, &self.fuel.looks).stars()
            }
            false => Stars::PLAIN,
        };
        let lists = self.state.lists.len() as u16;
        let (pc, draining) = (program.entry, false);
        let causes = Causes::from(program.sources) << SOURCES;
        self.state.frames.push(Frame {
            pc,
            kind,
            draining,
            you,
            provoker,
            this,
            stars,
            causes,
            lists,
            ..Frame::IDLE
        });
        true
    }

    /// The text and all it triggered are over.
    fn finish_frame(&mut self) {
        let depth = self.state.frames.len() - 1;
        self.end_actions(depth);
        if self.script.hears_over != 0 {
            self.keywords_over(depth + 1, 0);
        }
        if self.top().kind == FrameKind::Crisis {
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
        self.settle();
    }

    /// Runs the text on top until something else is next: a part of the loop that calls it.
    #[inline(always)]
    fn step(&mut self) -> Step {
        let (script, living) = (self.script, self.state.board.living);
        loop {
            if self.fuel.is_spent() {
                return Step::Turn;
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
                    if !frame.kind.waits_for_answers() {
                        self.finish_frame();
                    }
                    return Step::Turn;
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
                Op::Snapshot { list, set } => {
                    self.snapshot(list, set);
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
                        return Step::Ask;
                    }
                }
                Op::Asks(item) => {
                    let seat = seat_of(&self.state.board, self.item(item)).unwrap_or(NOBODY);
                    self.top().decider = Some(seat);
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
                Op::Add(reg, item) => {
                    let seat = seat_of(&self.state.board, self.item(item));
                    let noted = &mut self.top().registers[reg as usize];
                    *noted |= seat.map_or(0, |seat| seat.bit().into());
                    continue;
                }
                Op::Chance { lot, reg, exit } => {
                    if self.chance(lot, reg, exit) {
                        return Step::Ask;
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
                        return Step::Ask;
                    }
                }
                Op::Require { pred, exit } => {
                    let holds = self.holds(pred);
                    if self.fuel.is_blind() {
                        return Step::Turn;
                    }
                    if !holds {
                        if self.trial_ends(false) {
                            return Step::Ask;
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
                        return Step::Turn;
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
                        return Step::Turn;
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
                        return Step::Turn;
                    }
                    continue;
                }
                Op::Ready => {
                    if !self.ready_deck() {
                        return Step::Turn;
                    }
                }
                Op::Draw { reg } => {
                    if !self.draw(reg) {
                        return Step::Turn;
                    }
                }
                Op::Do(verb, item, with) => {
                    if self.attempt(verb, item, with) {
                        return Step::Turn;
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
                        return Step::Turn;
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
                    return Step::Turn;
                }
                Op::Begin => {
                    self.begin();
                    return Step::Turn;
                }
            }
            // A moment may have ended the game or this effect.
            if self.state.outcome != Outcome::Running || self.state.board.living != living {
                return Step::Turn;
            }
        }
    }

    fn snapshot(&mut self, list: Reg, set: SetId) {
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
        let lists = &mut self.state.lists;
        lists[start..].reverse();
        let len = (lists.len() - start) as Value;
        self.top().bind(list, len, false);
    }
}
