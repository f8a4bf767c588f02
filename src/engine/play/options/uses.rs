//! Which abilities a turn menu offers.

use crate::eval::lent::LentToAll;
use crate::play::asker::Asker;
use crate::play::options::Menu;
use crate::program::clauses::Clauses;
use board::CardId;
use rules::ir::DISABLED;

impl Menu {
    /// Puts the abilities on it, building by building.
    #[inline(always)]
    pub(super) fn add_uses_one_by_one(&mut self, asker: &Asker<'_>) {
        let (script, state) = (asker.context.script, asker.state);
        let (board, seat) = (&state.board, state.board.turn);
        let borrowing =
            (!script.lent.is_empty()).then(|| asker.context.borrowers(Clauses::ABILITIES));
        let borrowing = borrowing.filter(|borrowing| !borrowing.is_empty());
        let lent = borrowing.and_then(|_| asker.context.lent_to_all());
        state.nations[seat.index()]
            .able(board, seat)
            .each(board.row(seat), |building| {
                if board.card(building).status >> DISABLED & 1 == 1 {
                    return;
                }
                let mut which = self.own_uses(asker, building);
                if borrowing.is_some_and(|borrowing| borrowing.has(building)) {
                    let lent = lent_uses(asker, building, lent.as_ref()) & !which;
                    self.used += lent.count_ones();
                    which |= lent;
                }
                if which != 0 {
                    self.uses.push((building, which));
                }
            });
    }

    /// Puts the abilities on it, where no building can have any but its own.
    #[inline(always)]
    pub(super) fn add_uses_at_once(&mut self, asker: &Asker<'_>) {
        let (board, seat) = (&asker.state.board, asker.state.board.turn);
        let (row, nation) = (board.row(seat), &asker.state.nations[seat.index()]);
        let (able, ready) = nation.ready(board, seat);
        able.each_at(row.len(), |at| {
            let building = row[at];
            let card = board.card(building);
            if card.status >> DISABLED & 1 == 1 {
                return;
            }
            let which = match ready.has(at) {
                true => {
                    let which = !card.spent & 1;
                    self.used += u32::from(which);
                    which
                }
                false => self.own_uses(asker, building),
            };
            if which != 0 {
                self.uses.push((building, which));
            }
        });
    }

    /// The abilities of its own that can be used of a building that is not disabled, a bit each. They are counted.
    #[inline(always)]
    fn own_uses(&mut self, asker: &Asker<'_>, building: CardId) -> u8 {
        let second_side = asker.state.board.card(building).second_side();
        let mut which = 0;
        for (index, ability) in asker
            .context
            .script
            .abilities(building, second_side)
            .iter()
            .enumerate()
        {
            let usable = asker.can_use(building, index as u8, ability);
            which |= u8::from(usable) << index;
            self.used += u32::from(usable);
        }
        which
    }
}

/// The abilities that can be used of those that a building has besides its own, a bit each.
#[cold]
fn lent_uses(asker: &Asker<'_>, building: CardId, lent: Option<&LentToAll>) -> u8 {
    let (script, context) = (asker.context.script, asker.context);
    let lent = lent.map_or_else(
        || context.lent(building, Clauses::ABILITIES),
        |all| all.to(building),
    );
    let mut which = 0;
    context.each_lent_ability(building, &lent, &mut |number, face, index| {
        let ability = &script.lent.face(face).abilities[usize::from(index)];
        which |= u8::from(asker.can_use(building, number, ability)) << number;
    });
    which
}
