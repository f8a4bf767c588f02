//! What tells choices and tables apart in the tree of a search, as the seat that searches sees them.

use board::{CardId, CardSet, Seat, Zone};
use engine::{Asked, Choice, Game, Moved, Worlds};
use rules::ir::{Element, Rules};

/// What somebody chose, in one number: who, what for, and the choice. It holds what the searching seat can see of it:
/// another's card that goes face down is any card.
pub type Key = u64;

/// Whose search it is, and whether all cards lie open to it.
#[derive(Debug, Clone, Copy)]
pub struct Watcher {
    pub seat: Seat,
    pub open: bool,
}

impl Watcher {
    /// The one whose worlds these are.
    pub fn of(worlds: &Worlds) -> Watcher {
        Watcher {
            seat: worlds.seat(),
            open: worlds.is_open(),
        }
    }

    /// The keys of choices in a game that asks somebody.
    pub fn keys(self, game: &Game, choices: &[Choice]) -> Vec<Key> {
        let (seat, asked) = game.decision().expect("somebody is asked");
        let key = |choice: &Choice| self.key(seat, asked, *choice);
        choices.iter().map(key).collect()
    }

    /// The key of a choice as it is seen.
    pub fn key(self, seat: Seat, asked: Asked, choice: Choice) -> Key {
        let unseen = !self.open && seat != self.seat;
        let kind = |kind: u8| u64::from(if unseen { u8::MAX } else { kind });
        let number = |tag: u64, a: u64, b: u64, c: u64| tag << 32 | a << 16 | b << 8 | c;
        let choice = match choice {
            Choice::Action(kind) => number(1, 0, 0, u64::from(kind.0)),
            Choice::Build { kind, seat, place } => {
                number(2, u64::from(seat.0), u64::from(place), u64::from(kind.0))
            }
            Choice::Stack { kind: held, on } => number(STACK, 0, u64::from(on.0), kind(held.0)),
            Choice::Use { building, ability } => {
                number(USE, 0, u64::from(building.0), u64::from(ability))
            }
            Choice::Pass => number(5, 0, 0, 0),
            Choice::Pick(value) => number(PICK, 0, 0, u64::from(value)),
            Choice::Branch(branch) => number(7, 0, 0, u64::from(branch)),
            Choice::Decline => number(8, 0, 0, 0),
            // Others choose their side in secret.
            Choice::Side { second } => number(9, 0, 0, u64::from(second && !unseen)),
            Choice::Shield(held) => number(10, 0, 0, kind(held.0)),
        };
        let what = match asked {
            Asked::Choose { set, .. } => 1 + u64::from(set.0),
            _ => 0,
        };
        u64::from(seat.0) << 56 | what << 40 | choice
    }

    /// What it knows where a search begins; of the deck nothing where all cards lie open, so that what is drawn parts no ways.
    pub fn known(self, game: &Game) -> CardSet {
        let board = game.board();
        let knows = |card: CardId| match self.open {
            true => board.card(card).zone != Zone::Deck,
            false => board.is_known_to(card, self.seat),
        };
        CardSet::of_all(game.script().rules.cards.len(), knows)
    }

    /// The table that a choice of that seat has led to, as it is seen, in short; [`ANY`] before its effect is over, and where the game is.
    pub fn table(self, game: &Game, by: Seat, known: &CardSet) -> u64 {
        if !matches!(game.decision(), Some((_, Asked::Menu))) {
            return ANY;
        }
        let seen = (!self.open).then_some(self.seat);
        let table = game
            .board()
            .digest_as_seen(&game.script().rules.cards, known, seen);
        (table ^ u64::from(game.state().turns) << 8 ^ u64::from(by.0)).max(KEPT + 1)
    }
}

/// The marks of what is stacked, of abilities and of what is picked in a key.
const STACK: u64 = 3;
const USE: u64 = 4;
const PICK: u64 = 6;

/// The key by the numbers that cards have later in the same turn; nothing where it names one that has none.
pub fn key_now(key: Key, rules: &Rules, moved: &Moved) -> Option<Key> {
    let now = |shift: u32| {
        let card = moved.of(CardId((key >> shift) as u16))?;
        Some(key & !(u64::from(u16::MAX) << shift) | u64::from(card.0) << shift)
    };
    match key >> 32 & 0xff {
        STACK | USE => now(8),
        PICK => {
            let set = (key >> 40 & u64::from(u16::MAX)).checked_sub(1);
            let set = set.and_then(|set| rules.sets.get(set as usize));
            match set.map(|set| set.element) {
                Some(
                    Element::Building
                    | Element::StackedCard
                    | Element::Card
                    | Element::BuildingCard,
                ) => now(0),
                _ => Some(key),
            }
        }
        _ => Some(key),
    }
}

/// Somebody used an ability.
pub fn is_use(key: Key) -> bool {
    key >> 32 & 0xff == USE
}

/// No table in particular.
pub const ANY: u64 = 0;

/// A table that a search before has come to, by the numbers that cards had then.
pub const KEPT: u64 = 1;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ANY, Watcher};
    use crate::testing::{play_at_random, script};
    use board::Seat;
    use engine::{Asked, Game, Words};

    /// Sees each menu of random games of both printed sets, and whose choice has led there.
    fn each_menu(see: &mut dyn FnMut(&Game, Seat)) {
        let script = script("combined");
        for seed in 0..6 {
            let mut by = None;
            let mut game = Game::deal(script.clone(), 3, seed, &mut ());
            play_at_random(&mut game, &mut Words::new(seed, 11), 60, &mut |game, _| {
                let led = std::mem::replace(&mut by, game.chooser().map(|who| who.by));
                if let (Some(by), Some((_, Asked::Menu))) = (led, game.decision()) {
                    see(game, by);
                }
            });
        }
    }

    #[test]
    fn a_table_is_the_same_in_all_games_that_the_seat_cannot_tell_apart() {
        let (mut tables, mut menus) = (HashSet::new(), 0);
        each_menu(&mut |game, by| {
            for seat in game.board().living.iter() {
                let watcher = Watcher { seat, open: false };
                let (mut worlds, mut words) = (game.worlds(seat), Words::new(1, 12));
                let known = watcher.known(worlds.game());
                let table = watcher.table(worlds.game(), by, &known);
                assert_ne!(table, ANY);
                for _ in 0..3 {
                    assert_eq!(watcher.table(worlds.sample(&mut words), by, &known), table);
                }
                tables.insert(table);
            }
            menus += 1;
        });
        assert!(
            tables.len() > menus / 2,
            "{} of {menus} menus",
            tables.len()
        );
    }

    #[test]
    fn tables_are_told_apart_by_what_the_seat_still_holds() {
        let mut different = 0;
        each_menu(&mut |game, _| {
            let Some(who) = game.chooser() else { return };
            let watcher = Watcher {
                seat: who.by,
                open: false,
            };
            let known = watcher.known(game);
            let mut after = Vec::new();
            for choice in game.options() {
                let mut game = game.clone();
                game.take(choice, &mut ()).expect("it is offered");
                let mut held = game.board().hand(who.by).to_vec();
                held.retain(|card| known.has(*card));
                held.sort();
                after.push((watcher.table(&game, who.by, &known), held));
            }
            for (index, (table, held)) in after
                .iter()
                .enumerate()
                .filter(|(_, (table, _))| *table != ANY)
            {
                for (other, otherwise) in after[..index]
                    .iter()
                    .filter(|(_, otherwise)| otherwise != held)
                {
                    assert_ne!(table, other, "{held:?} {otherwise:?}");
                    different += 1;
                }
            }
        });
        assert!(different > 1000, "{different}");
    }
}
