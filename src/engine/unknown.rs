//! What a seat cannot know, and other ways in which that might be: determinizations.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::board::{CardId, Event, Phase, Seat, Zone};
use crate::engine::{Asked, CardSet, Chance, Game, Script, Words};
use crate::rules::ir::VictoryDeal;

impl Game {
    /// The seat cannot know what that card is.
    pub fn is_hidden(&self, card: CardId, seat: Seat) -> bool {
        let rules = &self.script.rules;
        let board = self.board();
        let state = board.card(card);
        if card.index() >= rules.deck_size && rules.victory_deal == VictoryDeal::Same {
            return false;
        }
        // SET-2: everyone sees their own victory card before the others do.
        if board.phase == Phase::SetUp && state.zone == Zone::Aside {
            return board.aside().cards().get(seat.index()) != Some(&card);
        }
        !state.face_up && !state.known.has(seat)
    }

    /// A game that the seat cannot tell from this one: all that it does not know may be otherwise. Every
    /// possibility is as likely as the others. The game's rules list its cards in another order; states of the
    /// two games are not to be exchanged, and positions are read with the rules of a game that was dealt.
    pub fn determinized(&self, seat: Seat, words: &mut Words) -> Game {
        let mut game = self.with_hidden_permuted(seat, &CardSet::default(), words);
        let (low, high) = (words.below(u32::MAX), words.below(u32::MAX));
        game.state.chance = Chance::new(u64::from(high) << 32 | u64::from(low));
        game
    }

    /// The same, but neither the cards in `kept` and their sides nor the chance to come are changed.
    pub fn with_hidden_permuted(&self, seat: Seat, kept: &CardSet, words: &mut Words) -> Game {
        let rules = &self.script.rules;
        let mut exchanged = ArrayVec::<(CardId, CardId), 256>::new();
        // Cards of the deck change places with such, victory cards with victory cards.
        for pool in [0..rules.deck_size, rules.deck_size..rules.cards.len()] {
            let cards = pool.map(|card| CardId(card as u8));
            let hidden: ArrayVec<CardId, 256> =
                cards.filter(|card| !kept.has(*card) && self.is_hidden(*card, seat)).collect();
            let mut others = hidden.clone();
            for end in (1..others.len()).rev() {
                others.swap(end, words.below(end as u32 + 1) as usize);
            }
            exchanged.extend(hidden.into_iter().zip(others));
        }
        let mut game = self.clone();
        game.script = Arc::new(self.script.with_cards_exchanged(&exchanged));
        // Which sides the others have chosen is as secret as their cards.
        if self.state.asked == Asked::Side {
            for chosen in (0..self.state.seat.0).map(Seat).filter(|chosen| *chosen != seat) {
                let card = self.board().aside().cards()[chosen.index()];
                if kept.has(card) {
                    continue;
                }
                let second = words.below(2) == 1 && game.script.rules.kind(card).double_sided;
                game.state.board.apply(Event::Sided { card, second });
            }
        }
        game
    }
}

impl Script {
    /// The first of each pair is what the second was.
    fn with_cards_exchanged(&self, exchanged: &[(CardId, CardId)]) -> Script {
        let mut script = self.clone();
        for (card, other) in exchanged.iter().map(|(card, other)| (card.index(), other.index())) {
            script.rules.cards[card] = self.rules.cards[other];
            script.kind[card] = self.kind[other];
        }
        script
    }
}
