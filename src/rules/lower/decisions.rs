//! Lowers what is decided: by `you` or by others, yes or no, in secret; and what is kept of each player.

use super::choose::of_step;
use super::labels::Label;
use super::{Binding, Lowering, NUMBERS, plain};
use crate::ir::{self, Op, Reg};
use crate::tree::{Body, Local, Set, Step};
use text::limits;
use text::{Spanned, Verb};

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

    /// All choose, seat by seat, and then it is shown.
    pub(super) fn secretly(
        &mut self,
        shown: bool,
        players: &Set,
        player: Local,
        set: &Set,
        name: Local,
    ) {
        if set.element.is_card() {
            return self.set_aside(shown, players, player, set, name);
        }
        let numbers = set.element == ir::Element::Number;
        let first = self.each(if numbers { NUMBERS } else { PLAYERS }, u16::MAX);
        let kept = self.next;
        let (list, item, reg) = (self.register(), self.register(), self.register());
        let players = self.set(players);
        self.emit(Op::Secret(first, numbers));
        self.goes_through((list, players), item, |lowering, (_, exit, _)| {
            lowering.bind(player, Binding::Reg(item));
            let who = lowering.arena.item(ir::Item::Reg(item));
            let set = lowering.set(set);
            lowering.emit(Op::Asks(who));
            let may = false;
            lowering.emit(Op::Choose {
                set,
                reg,
                may,
                exit,
            });
            lowering.emit(Op::Keep(first, who, reg));
        });
        self.emit(Op::Shown(first));
        self.bind(name, Binding::Each(first));
        self.next = kept;
    }

    /// Each sets a card aside, seat by seat; then all are shown, or not.
    fn set_aside(&mut self, shown: bool, players: &Set, player: Local, set: &Set, name: Local) {
        let registers: Vec<Reg> = (0..limits::PLAYERS).map(|_| self.register()).collect();
        // A card that is not there.
        let nothing = self.arena.item(ir::Item::Nothing);
        let nothing = self.arena.item(ir::Item::Under(nothing));
        registers
            .iter()
            .for_each(|reg| self.emit(Op::SetItem(*reg, nothing)));
        let first = registers[0];
        let kept = self.next;
        let (list, item, reg) = (self.register(), self.register(), self.register());
        let players = self.set(players);
        let who = self.arena.item(ir::Item::Reg(item));
        self.goes_through((list, players), item, |lowering, (_, exit, _)| {
            lowering.bind(player, Binding::Reg(item));
            let set = lowering.set(set);
            lowering.emit(Op::Asks(who));
            let may = false;
            lowering.emit(Op::Choose {
                set,
                reg,
                may,
                exit,
            });
            lowering.emit(Op::KeepCard(first, who, reg));
            let chosen = lowering.arena.item(ir::Item::Reg(reg));
            lowering.does(Verb::SetAside, chosen, None);
        });
        if shown {
            self.goes_through((list, players), item, |lowering, _| {
                let held = lowering.arena.item(ir::Item::Held(first, who));
                lowering.does(Verb::Show, held, None);
            });
        }
        self.bind(name, Binding::EachCard(first));
        self.next = kept;
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
            node: Step::Once(since, players),
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

    pub(super) fn may_choose(&mut self, step: &Step, body: &Body, otherwise: &Body) {
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
