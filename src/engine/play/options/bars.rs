//! What texts forbid of a turn menu.

use crate::play::asker::Asker;
use crate::play::options::{Menu, Verb};
use crate::state::value::{card_of, card_value};
use crate::{GONE, Value};
use board::{CardId, CardSet, Kind};
use rules::ir::{ABILITIES, Happening};
use text::limits::KEPT_FROM_PASSING;

impl Menu {
    /// Takes out what texts forbid.
    #[cold]
    pub(super) fn bar(&mut self, asker: &Asker<'_>) {
        let menu = self;
        let (context, state) = (asker.context, asker.state);
        let (script, board) = (context.script, &state.board);
        let held = |kind: Kind| {
            let mut hand = board.hand(board.turn).iter();
            hand.find(|card| script.kind[card.index()] == kind.0)
                .map_or(GONE, |card| card_value(*card))
        };
        // Most of it nothing on the table forbids.
        let by = context.forbidders();
        let forbidden = context.forbidden(&by);
        if forbidden == 0 {
            return;
        }
        let allows = |happening: Happening, roles| {
            forbidden & happening.bit() == 0 || context.allows_among(&by, happening, roles)
        };
        let costs = |happening: Happening, card: Value| {
            forbidden & script.charges & happening.bit() != 0
                && !context.dues(happening, [card, GONE]).is_empty()
        };
        menu.uses.retain(|(building, which)| {
            let used = card_value(*building);
            if !allows(Happening::Used, [used, GONE]) {
                *which = 0;
            } else if costs(Happening::Used, used) {
                let paid = |ability: &u8| {
                    *which >> ability & 1 == 1 && asker.can_pay_to_use(*building, *ability)
                };
                *which = (0..ABILITIES as u8)
                    .filter(paid)
                    .fold(0, |all, ability| all | 1 << ability);
            }
            *which != 0
        });
        menu.used = menu.uses.iter().map(|(_, which)| which.count_ones()).sum();
        let stacks_alike = script.forbids_by_card & Happening::Put.bit() == 0;
        let (mut next, mut stacked_on) = (0, None);
        for kind in menu.kinds.clone() {
            let card = held(kind);
            let tried = |card: Value| card_of(card).is_some_and(|card| asker.can_pay_to_play(card));
            if menu.acts(kind)
                && (!allows(Happening::Played, [card, GONE])
                    || costs(Happening::Played, card) && !tried(card))
            {
                menu.able &= !(1 << kind.0);
            }
            let builds = next + u32::from(menu.acts(kind));
            let stacks = builds + menu.places;
            next = stacks + menu.buildings;
            if !allows(Happening::Built, [card, GONE]) {
                let before = menu.barred.len();
                (builds..stacks).for_each(|number| menu.bars(number));
                menu.barred_builds += (menu.barred.len() - before) as u32;
            }
            let barred_on = match stacked_on.filter(|_| stacks_alike) {
                Some(alike) => alike,
                None => {
                    let barred = |on: &CardId| !allows(Happening::Put, [card, card_value(*on)]);
                    board
                        .buildings()
                        .iter()
                        .copied()
                        .filter(barred)
                        .collect::<CardSet>()
                }
            };
            for (number, on) in (stacks..).zip(board.buildings()) {
                if barred_on.has(*on) {
                    menu.bars(number);
                }
            }
            stacked_on = Some(barred_on);
        }
        // Who may play no card in any way need not play one before passing.
        let plays = menu.able != 0 || menu.count_of(Verb::Build) + menu.count_of(Verb::Stack) != 0;
        menu.pass |= !plays;
        // Who can do nothing else passes all the same, and pays what there is to pay (TRN-5).
        let passes = !plays && menu.used == 0 || state.taken >= KEPT_FROM_PASSING;
        menu.pass &= passes || allows(Happening::Passed, [GONE, GONE]);
    }

    fn bars(&mut self, number: u32) {
        self.spent |= self.barred.try_push(number as u16).is_err();
    }
}
