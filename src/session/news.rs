//! What a choice has brought to light, and for whom.

use board::{Board, CardSet, Event, Seat};

/// What comes before somebody's eyes while a choice is made, whether they have known it or not: who knows what is hidden itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sights {
    cards: CardSet,
    /// How often chance has decided.
    pub fallen: u32,
    /// How often somebody has come to see what another knows.
    overseen: u32,
}

impl Sights {
    /// What happens next, on the board as it is before that. `told` says that a text tells it: what somebody sees who sees a
    /// hand anyway is noted with the hand.
    pub fn note(&mut self, board: &Board, event: &Event<'_>, told: bool) {
        match *event {
            Event::Seen { card, .. } if told => self.cards.insert(card),
            Event::Drawn { card, .. }
            | Event::ToHand { card, .. }
            | Event::Taken { card, .. }
            | Event::Shown { card }
            | Event::Revealed { card, .. }
            | Event::Discarded { card }
            | Event::Removed { card }
            | Event::LaidAside { card, .. }
            | Event::PutUnderWay { card, .. }
            | Event::Built { card, .. }
            | Event::Swapped { card, .. }
            | Event::Enacted { card }
            | Event::Stacked {
                card,
                face_up: true,
                ..
            } => self.cards.insert(card),
            Event::HandsSwapped { one, other } => self.note_hands(board, &[one, other]),
            Event::HandsPassed { from, .. } => self.note_hands(board, &[from]),
            Event::Overseen {
                seat,
                seen_by,
                led_by,
            } if seen_by.0 | led_by.0 != 0 => {
                self.note_hands(board, &[seat]);
                self.overseen += 1;
            }
            // How a coin falls is hidden before, too.
            Event::Fell { .. } => self.fallen += 1,
            _ => {}
        }
    }

    fn note_hands(&mut self, board: &Board, hands: &[Seat]) {
        hands
            .iter()
            .flat_map(|seat| board.hand(*seat))
            .for_each(|card| self.cards.insert(*card));
    }
}

/// What a choice has brought to light.
#[derive(Debug, Clone)]
pub struct News {
    /// How many sentences each person had been told before it.
    pub lines: Vec<usize>,
    /// By person: cards that this one did not know and somebody has seen, and whatever chance has decided.
    pub hidden: Vec<u32>,
    /// The same of cards that did not lie open.
    pub shown: u32,
}

impl News {
    /// `known` says by person and card who has known before what it is, `open` which cards lay open to all.
    pub fn new(lines: Vec<usize>, known: &[Vec<bool>], open: &[bool], sights: Sights) -> News {
        let count = |known: &[bool]| {
            let seen = sights.cards.iter().filter(|card| !known[card.index()]);
            seen.count() as u32 + sights.fallen + sights.overseen
        };
        News {
            lines,
            hidden: known.iter().map(|known| count(known)).collect(),
            shown: count(open),
        }
    }
}
