//! Which building is which in games of an information set, before a choice and after it: cards have other numbers there each time.

use crate::Game;
use crate::worlds::information_sets::hidden;
use board::{CardId, CardSet, Cards, Seat};

/// What a seat sees of a table that it can find again.
#[derive(Debug, Clone)]
pub struct Landmarks {
    /// What the seat cannot know, by the numbers of the game.
    hidden: CardSet,
    /// Buildings by their number in the game, that in games of the information set, and there the cards on them from the bottom on.
    buildings: Vec<(CardId, CardId, Cards)>,
}

/// The number that a card of an earlier information set has in a later one. A stacked card is the one at the same place of the same building; of
/// what lies elsewhere nothing is said.
#[derive(Debug, Clone)]
pub struct Moved(Vec<Option<CardId>>);

impl Moved {
    /// That card's number now.
    pub fn of(&self, card: CardId) -> Option<CardId> {
        self.0.get(card.index()).copied().flatten()
    }
}

impl Game {
    /// What the seat sees of the table that it can find again.
    pub fn landmarks(&self, seat: Seat) -> Landmarks {
        let numbers = self.numbers_as_it_lies();
        let mut of_seat = CardSet::default();
        hidden(self, seat, &CardSet::default())
            .iter()
            .flatten()
            .for_each(|card| of_seat.insert(*card));
        let building = |building: &CardId| {
            let stack = self
                .board()
                .stack(*building)
                .iter()
                .map(|card| numbers.of(*card))
                .collect();
            (*building, numbers.of(*building), stack)
        };
        Landmarks {
            hidden: of_seat,
            buildings: self.board().buildings().iter().map(building).collect(),
        }
    }
}

impl Landmarks {
    /// What cards are called now that were seen `before`; nothing where the seat has learned or forgotten since what a card is.
    pub fn since(&self, before: &Landmarks) -> Option<Moved> {
        (self.hidden == before.hidden).then(|| self.moved_since(before))
    }

    /// The same, whatever the seat has learned or forgotten since.
    pub fn moved_since(&self, before: &Landmarks) -> Moved {
        let most = before
            .buildings
            .iter()
            .flat_map(|(_, number, stack)| stack.iter().chain([number]))
            .max();
        let mut moved = vec![None; most.map_or(0, |most| most.index() + 1)];
        for (building, number, stack) in &before.buildings {
            let Some((_, now, now_on_it)) =
                self.buildings.iter().find(|(same, ..)| same == building)
            else {
                continue;
            };
            moved[number.index()] = Some(*now);
            stack
                .iter()
                .zip(now_on_it)
                .for_each(|(card, now)| moved[card.index()] = Some(*now));
        }
        Moved(moved)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Game, Moved, Script, Words};
    use board::CardId;
    use rules::{Library, Settings};

    /// What is told of each choice in random games of both printed sets: games of the information set before and after it, and how cards moved.
    fn each_choice(see: &mut dyn FnMut(&Game, &Game, &Moved)) {
        let library = Library::builtin().expect("the cards are sound");
        let rules = library
            .compile("combined", &Settings::default())
            .expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        for seed in 0..20 {
            let mut game = Game::deal(script.clone(), 3, seed, &mut ());
            let mut words = Words::new(seed, 11);
            while let Some(who) = game.chooser().filter(|_| game.state().turns < 60) {
                let (before, worlds) = (game.landmarks(who.by), game.worlds(who.by));
                game.take_nth(&mut (), |count| words.below(count));
                if let Some(moved) = game.landmarks(who.by).since(&before) {
                    see(worlds.game(), game.worlds(who.by).game(), &moved);
                }
            }
        }
    }

    #[test]
    fn buildings_are_found_again_as_long_as_they_stand() {
        let (mut found, mut others) = (0, 0);
        each_choice(&mut |before, now, moved| {
            let kind = |game: &Game, card: CardId| game.script().rules.cards[card.index()];
            for building in before.board().buildings() {
                let Some(there) = moved.of(*building) else {
                    continue;
                };
                assert!(now.board().buildings().contains(&there));
                let same = |game: &Game, card: CardId| (kind(game, card), game.board().owner(card));
                assert_eq!(same(before, *building), same(now, there));
                (found, others) = (found + 1, others + usize::from(there != *building));
            }
        });
        assert!(
            found > 1000 && others > 100,
            "{found}, of which {others} have another number"
        );
    }

    #[test]
    fn a_stacked_card_is_the_one_at_its_place_and_what_lies_elsewhere_is_not_found() {
        let mut found = 0;
        each_choice(&mut |before, now, moved| {
            for building in before.board().buildings() {
                for (place, card) in before.board().stack(*building).iter().enumerate() {
                    let there = moved
                        .of(*building)
                        .and_then(|there| now.board().stack(there).get(place).copied());
                    assert_eq!(moved.of(*card), there);
                    found += usize::from(there.is_some());
                }
            }
            for seat in before.board().living.iter() {
                assert!(
                    before
                        .board()
                        .hand(seat)
                        .iter()
                        .all(|card| moved.of(*card).is_none())
                );
            }
        });
        assert!(found > 1000, "{found}");
    }
}
