//! Lowers what is decided: by `you` or by others, yes or no, in secret; and what is kept of each player.

use super::choices::of_step;
use super::code::{Frame, Label};
use super::{Binding, Lowering, NUMBERS, plain};
use crate::ir::{self, Compare, Kept, Lot, Num, NumId, Op, Pred, PredId, Reg};
use crate::tree::{AGAIN, Act, Body, Branch, Local, STOP, Set};
use lang::ast::Many;
use text::{Spanned, Verb, limits};

/// So many registers hold a player for each player.
const PLAYERS: u8 = 2;

impl Lowering<'_> {
    /// Registers side by side, each with the same number.
    pub(super) fn each(&mut self, count: u8, number: u16) -> Reg {
        let registers: Vec<Reg> = (0..count).map(|_| self.register()).collect();
        let number = self.arena.num(ir::Num::Const(number));
        registers
            .iter()
            .for_each(|reg| self.emit(Op::SetNumber(*reg, number)));
        registers[0]
    }

    /// All choose, seat by seat, and then it is shown; or each sets a card aside, which is shown, or not.
    pub(super) fn secretly(
        &mut self,
        shown: bool,
        players: &Set,
        player: Local,
        set: &Set,
        name: Local,
    ) {
        let (cards, numbers) = (set.element.is_card(), set.element == ir::Element::Number);
        let first = match (cards, numbers) {
            (true, _) => self.no_cards(),
            (false, true) => self.each(NUMBERS, u16::MAX),
            (false, false) => self.each(PLAYERS, u16::MAX),
        };
        let kept = self.next;
        let (list, item, reg) = (self.register(), self.register(), self.register());
        let players = self.set(players);
        let who = self.arena.item(ir::Item::Reg(item));
        if !cards {
            let kept = if numbers {
                Kept::Numbers
            } else {
                Kept::Players
            };
            self.emit(Op::Secret(first, kept));
        }
        self.goes_through((list, players, None), item, |lowering, (_, exit, _)| {
            lowering.bind(player, Binding::Reg(item));
            let (set, may) = (lowering.set(set), false);
            lowering.emit(Op::Asks(who));
            lowering.emit(Op::Choose {
                set,
                reg,
                may,
                exit,
            });
            if cards {
                lowering.emit(Op::KeepCard(first, who, reg));
                let chosen = lowering.arena.item(ir::Item::Reg(reg));
                lowering.does(Verb::SetAside, chosen, None);
            } else {
                lowering.emit(Op::Keep(first, who, reg));
            }
        });
        match (cards, shown) {
            (false, _) => self.emit(Op::Shown(first)),
            (true, true) => self.goes_through((list, players, None), item, |lowering, _| {
                let held = lowering.arena.item(ir::Item::Held(first, who));
                lowering.does(Verb::Show, held, None);
            }),
            (true, false) => {}
        }
        let each = if cards {
            Binding::EachCard
        } else {
            Binding::Each
        };
        self.bind(name, each(first));
        self.next = kept;
    }

    /// A register for each player, with a card that is not there.
    fn no_cards(&mut self) -> Reg {
        let registers: Vec<Reg> = (0..limits::PLAYERS).map(|_| self.register()).collect();
        let nothing = self.arena.item(ir::Item::Nothing);
        let nothing = self.arena.item(ir::Item::Under(nothing));
        registers
            .iter()
            .for_each(|reg| self.emit(Op::SetItem(*reg, nothing)));
        registers[0]
    }

    /// Yes, or decline.
    pub(super) fn may(&mut self, body: &Body, otherwise: &Body) {
        let (yes, other) = (self.label(), self.label());
        self.unless_done(body, other);
        self.yes_or(yes, other);
        self.place(yes);
        self.body(body);
        self.or_else(other, otherwise);
    }

    /// What has been done as often as it may be is not asked for.
    fn unless_done(&mut self, body: &Body, other: Label) {
        if let Some(Spanned {
            node: Act::Once(since, players),
            span,
        }) = body.steps.first()
        {
            let pred = self.once(*since, *span, players.as_deref());
            self.emit(Op::Require { pred, exit: other });
        }
    }

    /// Asks whether to go on there, or elsewhere.
    pub(super) fn yes_or(&mut self, yes: Label, other: Label) {
        let first = u16::try_from(self.branches.len()).unwrap_or(u16::MAX);
        let label = self.arena.name("yes");
        self.branches.push(ir::Branch {
            label,
            condition: None,
            entry: yes,
            nth: None,
        });
        self.asks();
        self.emit(Op::Either {
            first,
            count: 1,
            may: true,
            exit: other,
        });
    }

    /// What is done otherwise, behind what was done.
    pub(super) fn or_else(&mut self, other: Label, otherwise: &Body) {
        if otherwise.steps.is_empty() {
            return self.place(other);
        }
        let end = self.label();
        self.emit(Op::Jump(end));
        self.place(other);
        self.body(otherwise);
        self.place(end);
    }

    pub(super) fn may_choose(&mut self, step: &Act, body: &Body, otherwise: &Body) {
        let choices = of_step(step);
        let other = self.label();
        self.unless_done(body, other);
        let registers: Vec<Reg> = choices.iter().map(|_| self.register()).collect();
        self.choices(&choices, &registers, true, other);
        self.body(body);
        self.or_else(other, otherwise);
    }
}

/// The players that have been noted in a register.
pub(super) fn noted(reg: Reg) -> ir::Set {
    plain(ir::Source::Noted(reg), ir::Element::Player)
}

impl Lowering<'_> {
    pub(super) fn either(&mut self, branches: &[Branch]) {
        let open = self.open_branches(branches);
        let exit = self.exit();
        if open.is_empty() {
            self.emit(Op::Jump(exit));
            return;
        }
        self.ask_for(
            open.iter()
                .map(|(branch, condition, entry)| (branch.label.as_str(), *condition, *entry)),
            exit,
            None,
        );
        let end = self.label();
        let last = open.len() - 1;
        for (at, (branch, _, entry)) in open.into_iter().enumerate() {
            self.place(entry);
            self.body(&branch.body);
            if at < last {
                self.emit(Op::Jump(end));
            }
        }
        self.place(end);
    }

    /// The branches that may be open in this game, each with its condition, where it may not hold, and its beginning.
    fn open_branches<'b>(
        &mut self,
        branches: &'b [Branch],
    ) -> Vec<(&'b Branch, Option<PredId>, Label)> {
        let mut open = Vec::new();
        for branch in branches {
            let condition = branch.condition.as_ref().map(|cond| self.pred(cond));
            let settled = condition.map(|pred| self.arena.at_pred(pred));
            if settled != Some(Pred::Never) {
                let condition = condition.filter(|_| settled != Some(Pred::Always));
                open.push((branch, condition, self.label()));
            }
        }
        open
    }

    /// A decision between branches by their labels.
    pub(super) fn ask_for<'b>(
        &mut self,
        branches: impl Iterator<Item = (&'b str, Option<PredId>, Label)>,
        exit: Label,
        nth: Option<Reg>,
    ) {
        // A game with more steps than there is room for is refused, and each branch takes one.
        let first = self.branches.len();
        for (label, condition, entry) in branches {
            let label = self.arena.name(label);
            self.branches.push(ir::Branch {
                label,
                condition,
                entry,
                nth,
            });
        }
        let count = u8::try_from(self.branches.len() - first).expect("a decision has few branches");
        self.asks();
        self.emit(Op::Either {
            first: u16::try_from(first).unwrap_or(u16::MAX),
            count,
            may: false,
            exit,
        });
    }

    pub(super) fn toss(&mut self, heads: &Body, tails: &Body) {
        let reg = self.register();
        let exit = self.exit();
        self.emit(Op::Chance {
            lot: Lot::Coin,
            reg,
            exit,
        });
        let fallen = self.arena.pred(Pred::Truth(reg));
        let (other, end) = (self.label(), self.label());
        self.emit(Op::Unless(fallen, other));
        self.body(heads);
        if !tails.steps.is_empty() {
            self.emit(Op::Jump(end));
        }
        self.place(other);
        self.body(tails);
        self.place(end);
    }

    /// Asks whether there is a next time, where there may be one.
    pub(super) fn again(&mut self, left: Reg, top: Label, end: Label) {
        let some = self.compared(left, Compare::AtLeast, 1);
        self.emit(Op::Unless(some, end));
        self.ask_for(
            [(AGAIN, None, top), (STOP, None, end)].into_iter(),
            end,
            None,
        );
    }

    /// Branches that are chosen first, each once at most, and then done. A register for each says when it was chosen.
    pub(super) fn modes(&mut self, many: Many, chosen_order: bool, branches: &[Branch]) {
        let open = self.open_branches(branches);
        let chosen: Vec<Reg> = open.iter().map(|_| self.register()).collect();
        let none = self.arena.num(Num::Const(0));
        chosen
            .iter()
            .for_each(|reg| self.emit(Op::SetNumber(*reg, none)));
        let turn = self.register();
        let one = self.arena.num(Num::Const(1));
        self.emit(Op::SetNumber(turn, one));
        let (top, next, begin, end) = (self.label(), self.label(), self.label(), self.label());
        self.place(top);
        if let Many::Exactly(most) | Many::UpTo(most) = many
            && usize::from(most) < open.len()
        {
            let some = self.compared(turn, Compare::AtMost, most);
            self.emit(Op::Unless(some, begin));
        }
        let mut asked = Vec::new();
        for ((branch, condition, entry), reg) in open.iter().zip(&chosen) {
            let fresh = self.compared(*reg, Compare::Exactly, 0);
            let open = condition.map_or(fresh, |condition| self.arena.and(condition, fresh));
            asked.push((branch.label.as_str(), Some(open), *entry));
        }
        if !matches!(many, Many::Exactly(_)) {
            asked.push((STOP, None, begin));
        }
        self.ask_for(asked.into_iter(), begin, Some(turn));
        let this_turn = self.arena.num(Num::Reg(turn));
        for ((.., entry), reg) in open.iter().zip(&chosen) {
            self.place(*entry);
            self.emit(Op::SetNumber(*reg, this_turn));
            self.emit(Op::Jump(next));
        }
        self.place(next);
        self.count_up(turn);
        self.emit(Op::Jump(top));
        self.place(begin);
        let bodies = open.iter().map(|(branch, ..)| &branch.body).zip(chosen);
        if !chosen_order {
            for (body, reg) in bodies {
                let so = self.compared(reg, Compare::AtLeast, 1);
                self.mode(body, so);
            }
            return self.place(end);
        }
        let round = self.register();
        self.emit(Op::SetNumber(round, one));
        let again = self.label();
        self.place(again);
        let this_round = self.arena.num(Num::Reg(round));
        let over = self.arena.compare(this_round, Compare::AtLeast, this_turn);
        let going = self.arena.not(over);
        self.emit(Op::Unless(going, end));
        for (body, reg) in bodies {
            let its = self.arena.num(Num::Reg(reg));
            let so = self.arena.compare(its, Compare::Exactly, this_round);
            self.mode(body, so);
        }
        self.count_up(round);
        self.emit(Op::Jump(again));
        self.place(end);
    }

    /// One of the modes; what of it cannot be done is passed over, and with it the rest of it.
    fn mode(&mut self, body: &Body, chosen: PredId) {
        let behind = self.label();
        self.emit(Op::Unless(chosen, behind));
        self.frames.push(Frame::Way(behind));
        self.body(body);
        self.frames.pop();
        self.place(behind);
    }

    fn count_up(&mut self, reg: Reg) {
        let (it, one) = (self.arena.num(Num::Reg(reg)), self.arena.num(Num::Const(1)));
        let more: NumId = self.arena.num(Num::Plus(it, one));
        self.emit(Op::SetNumber(reg, more));
    }

    fn compared(&mut self, reg: Reg, how: Compare, number: u16) -> PredId {
        let (it, number) = (
            self.arena.num(Num::Reg(reg)),
            self.arena.num(Num::Const(number)),
        );
        self.arena.compare(it, how, number)
    }
}
