//! Lowers statements to ops; keywords are written out where they are used.

use super::choices::{marked, of_step, with_following};
use super::code::Frame;
use super::counters::any_counters;
use super::{Binding, Lowering, NUMBERS};
use crate::error::Problem;
use crate::ir::{self, Kept, Lot, Op, Pred, Reg};
use crate::tree::{Act, Block, Body, Cond, Item, Local, Num, Part, Value};
use lang::ast::Order;
use text::limits::STEPS;
use text::{Pick, Span, Spanned};

impl Lowering<'_> {
    pub(super) fn step(&mut self, step: &Spanned<Act>, following: Option<&Act>) {
        let file = self.instance().file;
        self.span = (file, step.span);
        let before = self.next;
        let chosen = match &step.node {
            Act::Call { keyword, arguments } => self.call(&step.node, *keyword, arguments),
            Act::MayChoose {
                body, otherwise, ..
            } => {
                self.may_choose(&step.node, body, otherwise);
                before
            }
            Act::Secret(choice) => {
                self.emit(Op::Secret(self.next, Kept::Own));
                self.step(choice, None);
                return self.keep_secret(&choice.node);
            }
            Act::By(who, does) if matches!(does.node, Act::Call { .. }) => {
                self.acts(who, &does.node)
            }
            Act::By(who, decided) => {
                self.decider = Some(self.item(who));
                return self.step(decided, following);
            }
            other => {
                let decider = self.decider;
                // What follows limits the choice, but is chosen by its own statement.
                let choices = with_following(other, following);
                let own = of_step(other).len();
                if own > 0 {
                    let exit = self.exit();
                    let registers: Vec<Reg> = (0..own).map(|_| self.register()).collect();
                    self.choices(&choices, &registers, false, exit);
                }
                let chosen = self.next;
                match any_counters(other) {
                    Some(taken) => self.take_any(taken, decider),
                    None => self.rest(other),
                }
                if let Act::Pay(_) = other {
                    self.paid = Some(self.pc());
                }
                chosen
            }
        };
        // What a statement names or chooses stays until the end of the block; everything else has done its work.
        self.next = match &step.node {
            Act::Choose { .. }
            | Act::Let(..)
            | Act::Secretly { .. }
            | Act::Take(_)
            | Act::Roll(_) => self.next,
            Act::MayChoose { .. } | Act::ForEach { .. } | Act::Several { .. } => before,
            _ => chosen,
        };
        self.weigh();
    }

    /// A statement whose choices are made.
    fn rest(&mut self, step: &Act) {
        match step {
            Act::Call { .. } | Act::MayChoose { .. } | Act::By(..) | Act::Secret(_) => {
                unreachable!("`step` lowers them together with their choices")
            }
            Act::Choose { .. } => {}
            Act::Pay(cost) => {
                self.paying = true;
                self.rest(&cost.node);
                self.paying = false;
            }
            Act::Require(cond) => self.require(cond),
            Act::Let(local, value) => {
                if let Value::Item(item) = value
                    && self.is_chosen(item)
                {
                    self.note_chosen(*local);
                }
                let value = match value {
                    Value::Numbers(number) => {
                        let number = (*number).min(u8::MAX.into());
                        Binding::Each(self.each(NUMBERS, number << 8 | number))
                    }
                    Value::Nothing(element) => Binding::Set(self.nothing_yet(*element)),
                    value => {
                        let reg = self.register();
                        self.store(reg, value)
                    }
                };
                self.bind(*local, value);
            }
            Act::Secretly {
                shown,
                players,
                player,
                set,
                name,
            } => self.secretly(*shown, players, *player, set, *name),
            Act::AddTo(number, local, item) => {
                let (number, item, reg) = (self.num(number), self.item(item), self.of_each(*local));
                self.emit(Op::AddTo(reg, item, number));
            }
            Act::Add(item, local) => {
                let item = self.item(item);
                if let Binding::Set(set) = self.binding(*local) {
                    self.note(set, item, true);
                }
            }
            Act::May { body, otherwise } => self.may(body, otherwise),
            Act::If {
                condition,
                then,
                otherwise,
            } => self.choice_of_two(condition, then, otherwise),
            Act::Stop => {
                let behind = self.stop();
                self.emit(Op::Jump(behind));
            }
            Act::Toss { heads, tails } => self.toss(heads, tails),
            Act::Roll(local) => {
                let reg = self.register();
                let exit = self.exit();
                self.emit(Op::Chance {
                    lot: Lot::Die,
                    reg,
                    exit,
                });
                self.bind(*local, Binding::Reg(reg));
            }
            Act::Modes {
                many,
                chosen_order,
                branches,
            } => self.modes(*many, *chosen_order, branches),
            Act::Repeat {
                at_most,
                times,
                body,
            } => {
                let reg = self.number(times);
                let (top, end) = (self.label(), self.label());
                self.place(top);
                self.emit(Op::CountDown { reg, exit: end });
                let (first, span, before) =
                    (self.code.len(), self.span, std::mem::take(&mut self.least));
                self.frames.push(Frame::Exit(end));
                self.body(body);
                if *at_most {
                    self.again(reg, top, end);
                }
                self.frames.pop();
                self.emit(Op::Jump(top));
                self.place(end);
                let inside = std::mem::replace(&mut self.least, before);
                let times = self.num(times);
                self.repeats(span, times, first, inside);
            }
            Act::ForEach {
                at_once,
                set,
                order,
                local,
                body,
            } => {
                let each = |lowering: &mut Self| {
                    let does = |lowering: &mut Self, (list, next, end)| {
                        lowering.frames.push(Frame::Loop { next, list, end });
                        lowering.body(body);
                        lowering.frames.pop();
                    };
                    match order {
                        None => lowering.one_by_one((set, None), *local, does),
                        Some(Order::Oldest) => {
                            lowering.one_by_one((set, Some(Pick::Oldest)), *local, does)
                        }
                        Some(Order::Newest) => {
                            lowering.one_by_one((set, Some(Pick::Newest)), *local, does)
                        }
                        Some(Order::Chosen) => lowering.in_chosen_order(set, *local, does),
                    }
                };
                match at_once {
                    true => self.closed(Op::AtOnce(true), Op::AtOnce(false), each),
                    false => each(self),
                }
            }
            Act::Block(block, body) => self.block(block, body),
            Act::Either(branches) => self.either(branches),
            Act::Verb(verb, item, with) => self.verb(*verb, item, with.as_ref()),
            Act::Several {
                verb,
                number,
                different,
                random,
                set,
                local,
            } => {
                self.several(*verb, number, (*different, *random), set, *local);
            }
            Act::OfThem {
                verb,
                number,
                element,
                local,
            } => {
                let marks = self.own_marks();
                let set = self.arena.set(marked(marks, *element));
                self.counted(number, (set, false), *local, |lowering, item| {
                    lowering.emit(Op::Mark {
                        set: marks,
                        item,
                        on: false,
                    });
                    lowering.does(*verb, item, None);
                });
            }
            Act::Counters {
                put,
                number,
                sort,
                player,
                on,
            } => {
                let (number, on) = (self.num(number), self.item(on));
                let sort = self.sort(*sort);
                self.emit(Op::Counters {
                    put: *put,
                    sort,
                    player: *player,
                    number,
                    on,
                });
            }
            Act::Plain(op) => self.emit(*op),
            Act::Take(local) => {
                let reg = self.register();
                let exit = self.exit();
                self.emit(Op::Take { reg, exit });
                self.bind(*local, Binding::Reg(reg));
            }
            Act::Draw(num) => {
                let reg = self.number(num);
                self.asks();
                self.emit(Op::Draw { reg });
            }
            Act::Once(since, players) => self.only_once(*since, players.as_deref()),
            Act::TurnDraws(number) => {
                let number = self.num(number);
                self.emit(Op::TurnDraws(number));
            }
            Act::MorePlays(number, fewer) => {
                let number = self.num(number);
                self.emit(Op::MorePlays(number, *fewer));
            }
            Act::Lasts { whose, pending } => self.pend(whose.as_ref(), pending),
            Act::All { verb, set, local } => self.all(*verb, set, *local),
            Act::Aim(at) => self.aim(at),
        }
    }

    fn choice_of_two(&mut self, condition: &Cond, then: &Body, otherwise: &Body) {
        let pred = self.pred(condition);
        match self.arena.at_pred(pred) {
            Pred::Always => self.body(then),
            Pred::Never => self.body(otherwise),
            _ => {
                let other = self.label();
                self.emit(Op::Unless(pred, other));
                self.body(then);
                self.or_else(other, otherwise);
            }
        }
    }

    fn block(&mut self, block: &Block, body: &Body) {
        let (open, close) = match block {
            Block::Paid => {
                self.paying = true;
                self.body(body);
                self.paying = false;
                return;
            }
            Block::AtOnce => (Op::AtOnce(true), Op::AtOnce(false)),
            Block::OneEffect => (Op::OneEffect(true), Op::OneEffect(false)),
            Block::Winless => (Op::Winless(true), Op::Winless(false)),
            Block::Unanswered => (Op::Unanswered(true), Op::Unanswered(false)),
            Block::Sparing(name) => {
                if std::mem::replace(&mut self.sparing, true) {
                    let what = "blocks `unanswered by the first ...` inside each other";
                    self.too_many(what, 2, 1);
                }
                (Op::Spares(Some(self.arena.name(name))), Op::Spares(None))
            }
        };
        self.closed(open, close, |lowering| lowering.body(body));
        if let Block::Sparing(_) = block {
            self.sparing = false;
        }
    }

    fn closed(&mut self, open: Op, close: Op, inside: impl FnOnce(&mut Self)) {
        self.emit(open);
        self.frames.push(Frame::Close(close));
        inside(self);
        self.frames.pop();
        self.emit(close);
    }

    /// END-1, as far as it is known before a game: a block that is repeated a written number of times, with nothing in it that
    /// could end it sooner or leave some of it out.
    fn repeats(
        &mut self,
        (file, span): (usize, Span),
        times: ir::NumId,
        first: usize,
        inside: u64,
    ) {
        let ir::Num::Const(times) = self.arena.at_num(times) else {
            return;
        };
        let open = |op: &Op| {
            matches!(
                op,
                Op::Choose { .. }
                    | Op::Chance { .. }
                    | Op::Either { .. }
                    | Op::Require { .. }
                    | Op::Take { .. }
                    | Op::Unless(..)
                    | Op::Next { .. }
                    | Op::Acts { .. }
            )
        };
        if self.code[first.min(self.code.len())..].iter().any(open) {
            return;
        }
        // Counting down and going back to the top are steps, too.
        let steps = u64::from(times) * (inside + 2);
        if steps <= u64::from(STEPS) {
            self.least += steps;
            return;
        }
        let problem = Problem::RunsTooLong { steps, most: STEPS };
        self.report.add(self.context.sources[file], span, problem);
    }

    /// Another player calls a keyword, and chooses what it is called with; `you` in the words around is whose text it is.
    fn acts(&mut self, who: &Item, call: &Act) -> Reg {
        let Act::Call { keyword, arguments } = call else {
            unreachable!("`step` comes here with a keyword")
        };
        let who = self.item(who);
        let speaks_of_you = Part::Act(call).any(&mut |part| match part {
            Part::Item(item) => *item == Item::You,
            Part::Num(num) => matches!(num, Num::Did { deed, .. } if deed.to_each),
            _ => false,
        });
        let first = self.next;
        let own = speaks_of_you.then(|| {
            let (reg, you) = (self.register(), self.item(&Item::You));
            self.emit(Op::SetItem(reg, you));
            self.arena.item(ir::Item::Reg(reg))
        });
        let (over, exit) = (self.label(), self.label());
        self.emit(Op::Acts { who, exit });
        let outer = std::mem::replace(&mut self.own, own);
        self.frames.push(Frame::Exit(over));
        self.call(call, *keyword, arguments);
        self.frames.pop();
        self.own = outer;
        self.place(over);
        self.emit(Op::End);
        self.place(exit);
        first
    }

    /// Returns the first register after those that hold what was chosen.
    fn call(&mut self, step: &Act, keyword: usize, arguments: &[Value]) -> Reg {
        let choices = of_step(step);
        // Arguments stand side by side, so that the announcement can speak of them.
        let first = self.next;
        let places: Vec<Option<Reg>> = arguments
            .iter()
            .map(|argument| match argument {
                Value::Set(_) => None,
                _ => Some(self.register()),
            })
            .collect();
        let registers: Vec<Reg> = choices
            .iter()
            .map(|(_, chosen, _)| {
                let direct = arguments.iter().position(
                    |argument| matches!(argument, Value::Item(Item::Any { local, .. }) if local == chosen),
                );
                match direct.and_then(|at| places[at]) {
                    Some(place) => place,
                    None => self.register(),
                }
            })
            .collect();
        if !choices.is_empty() {
            let exit = self.exit();
            self.choices(&choices, &registers, false, exit);
        }
        let chosen = if choices.is_empty() { first } else { self.next };
        let mut bindings = Vec::new();
        for (argument, place) in arguments.iter().zip(&places) {
            bindings.push(Some(match (argument, *place) {
                (Value::Item(Item::Any { .. }), Some(reg)) => Binding::Reg(reg),
                (value, reg) => self.store(reg.unwrap_or_default(), value),
            }));
        }
        let bit = self.keyword(keyword);
        let before = self.cause;
        self.cause |= 1 << bit;
        let causes = self.causes(self.cause);
        let (begins, call) = (self.pc(), self.calls.len());
        self.calls.push(ir::Call {
            keyword: bit,
            begins,
            over: begins,
        });
        let (target, by_choice, taken) = self.aimed(arguments, &places);
        self.emit(Op::Announce {
            keyword: bit,
            first,
            causes,
            target,
            chosen: by_choice,
        });
        self.inline(keyword, bindings, taken);
        self.calls[call].over = self.pc();
        self.cause = before;
        let causes = self.causes(before);
        self.emit(Op::Over {
            causes,
            last: false,
        });
        chosen
    }

    /// The body of a keyword, as a text of its own.
    fn inline(&mut self, keyword: usize, bindings: Vec<Option<Binding>>, chosen: Vec<Local>) {
        let (marks, own) = (self.marks, self.own.take());
        let end = self.label();
        let keywords = self.context.keywords;
        let text = self.reading(&keywords[keyword].text);
        self.enter(text.file, text.locals, text.them, bindings);
        self.instance().chosen = chosen;
        self.frames.push(Frame::Exit(end));
        self.body(&text.body);
        self.frames.pop();
        self.instances.pop();
        (self.marks, self.own) = (marks, own);
        self.place(end);
    }
}
