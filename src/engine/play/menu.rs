//! The turn menu: complete, in a fixed order, counted without being listed.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::eval::lent::LentToAll;
use crate::eval::looks::Looks;
use crate::play::options::Asker;
use crate::program::clauses::Clauses;
use crate::{Choice, Script, State};
use board::{CARD_ROOM, CardId, Kind};
use rules::ir::{ABILITIES, DISABLED};
use text::limits::{BRANCHES, CARDS, KINDS, PLAYERS};

/// The turn menu in short: which cards can be played how, and which abilities used.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Menu {
    /// Those of the kinds whose action can be chosen, a bit each.
    pub(crate) able: u64,
    /// Places to build at.
    pub(crate) places: u32,
    /// Buildings to stack on.
    pub(crate) buildings: u32,
    pub(crate) pass: bool,
    /// What texts forbid of all that could be built and stacked: the numbers of these options, smallest first.
    pub(crate) barred: ArrayVec<u16, BARRED>,
    /// So many of them would build.
    pub(crate) barred_builds: u32,
    /// There was more to look at than may be, so that something may be missing (END-1).
    pub spent: bool,
    /// What was looked at for it, in a game that counts that.
    pub(crate) looked: u32,
    /// Each kind in hand once, in the order held.
    pub(crate) kinds: ArrayVec<Kind, KINDS>,
    /// So many abilities can be used.
    pub(crate) used: u32,
    /// Of which buildings, and which ones, a bit each. Last, since it is long and mostly empty: what is written stands together.
    pub(crate) uses: ArrayVec<(CardId, u8), CARD_ROOM>,
}

/// So many ways to build and to stack can be forbidden at a time; a menu that has more of them is cut short.
pub const BARRED: usize = 2048;

// All options have numbers of 16 bits.
const _: () = assert!(KINDS * (1 + PLAYERS + 2 * CARDS) <= u16::MAX as usize);

// A building's abilities have a bit each.
const _: () = assert!(ABILITIES <= 8);

/// What a turn menu's options are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// Play the action of a card.
    Action,
    /// Build a card.
    Build,
    /// Put a card on a building.
    Stack,
    /// Use an ability of a building.
    Use,
    /// End the turn.
    Pass,
}

impl Menu {
    pub fn of(script: &Script, state: &State) -> Menu {
        let mut menu = Menu::new();
        menu.fill(script, state);
        menu
    }

    /// An empty menu, to be filled where it stands: it is large, and moving it costs more than filling it.
    #[inline(always)]
    pub(crate) fn new() -> Menu {
        Menu {
            kinds: ArrayVec::new(),
            able: 0,
            places: 0,
            buildings: 0,
            used: 0,
            uses: ArrayVec::new(),
            pass: false,
            barred: ArrayVec::new(),
            barred_builds: 0,
            spent: false,
            looked: 0,
        }
    }

    /// Works out the menu of the position.
    #[inline(always)]
    pub(crate) fn fill(&mut self, script: &Script, state: &State) {
        match script.readies {
            true => self.fill_where::<true>(script, state),
            false => self.fill_where::<false>(script, state),
        }
    }

    /// Twice, so that neither sort of game (see [`Script::readies`]) is held up by what only the other one needs.
    #[inline(never)]
    fn fill_where<const READIES: bool>(&mut self, script: &Script, state: &State) {
        let menu = self;
        let looks = Looks::full();
        let board = &state.board;
        let seat = board.turn;
        let context = Context::of(script, board, CardId::NONE, seat)
            .counting_where(script.worst.menus_count, &looks);
        let asker = Asker {
            state,
            looks: &looks,
            context: &context,
        };
        menu.pass = board.played > 0 || board.plays == 0 || board.hand(seat).is_empty();
        if board.may_play() {
            menu.buildings = board.buildings().len() as u32;
            menu.places = menu.buildings + board.living.count();
            let mut seen = 0u64;
            for card in board.hand(seat) {
                let kind = script.kind[card.index()];
                if seen >> kind & 1 == 0 {
                    seen |= 1 << kind;
                    menu.kinds.push(Kind(kind));
                }
            }
            menu.able = asker.can_act(seen);
        }
        match READIES {
            true => menu.add_uses_at_once(&asker),
            false => menu.add_uses_one_by_one(&asker),
        }
        if script.forbids != 0 {
            menu.bar(&asker);
        }
        menu.spent |= asker.is_spent();
        menu.looked = looks.taken();
    }

    /// What was looked at for it, where that was counted.
    pub(crate) fn looked(&self) -> u32 {
        self.looked
    }

    /// The action of that kind can be chosen.
    #[inline(always)]
    pub(crate) fn acts(&self, kind: Kind) -> bool {
        self.able >> kind.0 & 1 == 1
    }

    pub fn has(&self, state: &State, choice: Choice) -> bool {
        let mut has = false;
        self.each(state, &mut |option| {
            has = option == choice;
            has
        });
        has
    }

    fn per_kind(&self) -> u32 {
        self.places + self.buildings
    }

    /// How many options there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.unbarred() - self.barred.len() as u32
    }

    /// The same with what is forbidden.
    #[inline(always)]
    fn unbarred(&self) -> u32 {
        self.able.count_ones()
            + self.kinds.len() as u32 * self.per_kind()
            + self.used
            + self.pass as u32
    }

    /// How many options there are of one verb.
    pub fn count_of(&self, verb: Verb) -> u32 {
        match verb {
            Verb::Action => self.able.count_ones(),
            Verb::Build => self.kinds.len() as u32 * self.places - self.barred_builds,
            Verb::Stack => {
                self.kinds.len() as u32 * self.buildings
                    - (self.barred.len() as u32 - self.barred_builds)
            }
            Verb::Use => self.used,
            Verb::Pass => self.pass as u32,
        }
    }

    /// The option with that number among those of a verb.
    pub(crate) fn nth_of(&self, state: &State, verb: Verb, index: u32) -> Choice {
        if !self.barred.is_empty() && matches!(verb, Verb::Build | Verb::Stack) {
            let of = |choice: &Choice| match verb {
                Verb::Build => matches!(choice, Choice::Build { .. }),
                _ => matches!(choice, Choice::Stack { .. }),
            };
            return self
                .allowed(state)
                .filter(of)
                .nth(index as usize)
                .expect("the index is below the count");
        }
        // Of all options, the first one of the card with that number in hand.
        let of_kind = |at: u32| {
            let before = self
                .kinds
                .iter()
                .take(at as usize)
                .filter(|kind| self.acts(**kind));
            at * self.per_kind() + before.count() as u32
        };
        // Behind its action, where it has one.
        let behind = |at: u32| of_kind(at) + u32::from(self.acts(self.kinds[at as usize]));
        let number = match verb {
            Verb::Action => {
                let mut able = (0..).zip(&self.kinds).filter(|(_, kind)| self.acts(**kind));
                of_kind(
                    able.nth(index as usize)
                        .expect("the index is below the count")
                        .0,
                )
            }
            Verb::Build => behind(index / self.places) + index % self.places,
            Verb::Stack => behind(index / self.buildings) + self.places + index % self.buildings,
            Verb::Use => of_kind(self.kinds.len() as u32) + index,
            Verb::Pass => self.unbarred() - 1,
        };
        self.nth_unbarred(state, number)
    }

    /// All options, in order, without what is forbidden.
    fn allowed<'m>(&'m self, state: &'m State) -> impl Iterator<Item = Choice> + 'm {
        (0..self.count()).map(|index| self.nth(state, index))
    }

    /// The option with that number.
    #[inline(always)]
    pub fn nth(&self, state: &State, index: u32) -> Choice {
        let mut number = index;
        // What is forbidden before it has numbers, too.
        for barred in &self.barred {
            if u32::from(*barred) > number {
                break;
            }
            number += 1;
        }
        self.nth_unbarred(state, number)
    }

    /// The option with that number: card by card its action, where it can be built, where stacked; then
    /// abilities; then `pass`.
    #[inline(always)]
    fn nth_unbarred(&self, state: &State, mut index: u32) -> Choice {
        for kind in &self.kinds {
            if self.acts(*kind) {
                if index == 0 {
                    return Choice::Action(*kind);
                }
                index -= 1;
            }
            if index < self.places {
                return built(state, *kind, index);
            }
            index -= self.places;
            if index < self.buildings {
                return Choice::Stack {
                    kind: *kind,
                    on: state.board.buildings()[index as usize],
                };
            }
            index -= self.buildings;
        }
        for (building, which) in &self.uses {
            let mut left = *which;
            while left != 0 {
                if index == 0 {
                    return Choice::Use {
                        building: *building,
                        ability: left.trailing_zeros() as u8,
                    };
                }
                left &= left - 1;
                index -= 1;
            }
        }
        Choice::Pass
    }

    /// All options, one by one, until `found` answers `true`.
    pub fn each(&self, state: &State, found: &mut dyn FnMut(Choice) -> bool) {
        let _ = match self.barred.is_empty() {
            true => self.each_unbarred(state, found),
            false => self.allowed(state).any(found),
        };
    }

    /// The same with what is forbidden: as they are numbered by [`Menu::nth_unbarred`]. Answers whether it was stopped.
    fn each_unbarred(&self, state: &State, found: &mut dyn FnMut(Choice) -> bool) -> bool {
        let board = &state.board;
        for kind in self.kinds.iter().copied() {
            if self.acts(kind) && found(Choice::Action(kind)) {
                return true;
            }
            for seat in board.living.iter() {
                let mut places = 0..=board.row(seat).len() as u16;
                if places.any(|place| found(Choice::Build { kind, seat, place })) {
                    return true;
                }
            }
            if board
                .buildings()
                .iter()
                .any(|on| found(Choice::Stack { kind, on: *on }))
            {
                return true;
            }
        }
        for (building, which) in self.uses.iter().copied() {
            let mut abilities = (0..ABILITIES as u8).filter(|ability| which >> ability & 1 == 1);
            if abilities.any(|ability| found(Choice::Use { building, ability })) {
                return true;
            }
        }
        self.pass && found(Choice::Pass)
    }
}

const _: () = assert!(BRANCHES <= 64);

impl Menu {
    /// Puts the abilities on it, building by building.
    #[inline(always)]
    pub(crate) fn add_uses_one_by_one(&mut self, asker: &Asker<'_>) {
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
    pub(crate) fn add_uses_at_once(&mut self, asker: &Asker<'_>) {
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

/// The place with that number, over all living nations.
pub fn built(state: &State, kind: Kind, mut index: u32) -> Choice {
    for seat in state.board.living.iter() {
        let places = state.board.row(seat).len() as u32 + 1;
        if index < places {
            return Choice::Build {
                kind,
                seat,
                place: index as u16,
            };
        }
        index -= places;
    }
    unreachable!("the index is below the number of places")
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Menu;
    use crate::{Choice, Game, Script, Words};
    use rules::{Library, Settings};

    #[test]
    fn options_are_counted_as_they_are_listed() {
        let library = Library::builtin().expect("the cards are sound");
        let rules = library
            .compile("combined", &Settings::default())
            .expect("the recipe is sound");
        let mut game = Game::deal(Arc::new(Script::new(rules)), 3, 1, &mut ());
        let mut words = Words::new(1, 7);
        let mut menus = 0;
        while game.decision().is_some() && game.state().turns < 100 {
            if game.menu().is_some() {
                let menu = Menu::of(&game.script, &game.state);
                let counted: Vec<Choice> = (0..menu.count())
                    .map(|index| menu.nth(&game.state, index))
                    .collect();
                assert_eq!(game.options(), counted);
                menus += 1;
            }
            game.take_nth(&mut (), |count| words.below(count));
        }
        assert!(menus > 20, "{menus} menus");
    }
}
