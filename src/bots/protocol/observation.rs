//! What a seat sees as a row of numbers of fixed length, a byte each: for programs that learn.
//!
//! It is made of a [`View`], which cannot hold more than the seat may know.

use serde::Serialize;

use crate::protocol::Question;
use crate::protocol::space::PLACES;
use board::{Held, Kind, Seat, Seen, SeenBuilding, View};
use engine::Game;
use explain::options::decision::{self, Decision, What, question_of, victory_asked};
use rules::ir::Rules;

/// Numbers of a building besides those of its counters.
const BUILDING: usize = 8;
/// Questions there are.
const QUESTIONS: usize = 9;
/// Phases there are.
const PHASES: usize = 4;

/// Numbers that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Field {
    pub name: &'static str,
    /// The place of its first number.
    pub first: usize,
    /// How many there are of what, the last counts fastest.
    pub shape: Vec<usize>,
}

/// Writes what it has to say of a building, which stands at that seat and place.
type Write<'a> = dyn Fn(&mut Vec<u8>, &SeenBuilding, (usize, usize)) + 'a;

/// How long the rows of some rules are, and what stands where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    players: usize,
    kinds: usize,
    counters: usize,
}

/// What is asked, as far as it is part of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asks {
    pub of: Seat,
    pub question: decision::Question,
    pub targeted: bool,
    /// The victory card whose side is asked for.
    pub victory: Option<Kind>,
}

impl Asks {
    pub fn of(decision: &Decision) -> Asks {
        let victory = decision.offers.iter().find_map(|offer| match offer.what {
            What::Side { kind, .. } => Some(kind),
            _ => None,
        });
        Asks {
            of: decision.seat,
            question: decision.question,
            targeted: decision.targeted,
            victory,
        }
    }

    /// What a game asks; nothing when it is over.
    pub fn now(game: &Game) -> Option<Asks> {
        let ((of, _), (question, targeted)) = (game.decision()?, question_of(game)?);
        Some(Asks {
            of,
            question,
            targeted,
            victory: victory_asked(game),
        })
    }
}

impl Layout {
    /// That of rules and so many players. Nothing in it hangs on how the cards were dealt.
    pub fn new(rules: &Rules, players: u8) -> Layout {
        Layout {
            players: players.into(),
            kinds: rules.kinds.len(),
            counters: rules.counters.len(),
        }
    }

    /// How many numbers a row has.
    pub fn size(&self) -> usize {
        self.fields().last().map_or(0, |field| {
            field.first + field.shape.iter().product::<usize>()
        })
    }

    /// What the numbers stand for.
    pub fn fields(&self) -> Vec<Field> {
        let (players, kinds) = (self.players, self.kinds);
        let shapes: [(&'static str, Vec<usize>); 19] = [
            ("question", vec![QUESTIONS]),
            ("targeted", vec![1]),
            ("for", vec![players]),
            ("turn", vec![players]),
            ("phase", vec![PHASES]),
            ("played", vec![2]),
            ("deck", vec![1]),
            ("living", vec![players]),
            ("hand-size", vec![players]),
            ("hand", vec![players, kinds]),
            ("piles", vec![4, kinds]),
            ("stacked", vec![players, kinds]),
            ("counters", vec![players, self.counters]),
            ("law-counters", vec![self.counters]),
            ("pending", vec![1]),
            ("row", vec![players]),
            ("building", vec![players, PLACES as usize, BUILDING]),
            (
                "building-counters",
                vec![players, PLACES as usize, self.counters],
            ),
            ("victory", vec![1]),
        ];
        let mut first = 0;
        let field = |(name, shape): (&'static str, Vec<usize>)| {
            let field = Field { name, first, shape };
            first += field.shape.iter().product::<usize>();
            field
        };
        shapes.into_iter().map(field).collect()
    }

    /// The row of a view, put into `row`; what was in it is dropped. Seats are counted from the viewer on, or from the first one
    /// when the view is nobody's.
    pub fn observe(&self, view: &View, asks: Option<Asks>, row: &mut Vec<u8>) {
        row.clear();
        let seat = |seat: Seat| self.relative(view, seat);
        if let Some(asks) = asks {
            one_of(row, QUESTIONS, Question::of(asks.question) as usize);
            row.push(u8::from(asks.targeted));
            one_of(row, self.players, seat(asks.of));
        } else {
            row.resize(QUESTIONS + 1 + self.players, 0);
        }
        one_of(row, self.players, seat(view.turn));
        one_of(row, PHASES, view.phase as usize);
        row.extend([view.played, view.plays]);
        row.push(count(&view.deck));
        row.extend(
            self.seats(view)
                .map(|seat| u8::from(view.nations[seat].is_some())),
        );
        row.extend(self.seats(view).map(|seat| count(&view.hands[seat])));
        for seat in self.seats(view) {
            let known = match &view.hands[seat] {
                Held::Cards(cards) => cards.as_slice(),
                Held::Count(_) => view.seen.get(seat).map_or(&[][..], Vec::as_slice),
            };
            self.count(row, known.iter().copied());
        }
        self.count(row, view.discard.iter().copied());
        self.count(row, view.removed.iter().map(|(kind, _)| *kind));
        self.count(row, view.laws.iter().copied());
        self.count(row, view.deck_known.iter().map(|(_, kind)| *kind));
        for seat in self.seats(view) {
            let stacks = view.nations[seat]
                .iter()
                .flatten()
                .flat_map(|building| &building.stack);
            self.count(row, stacks.filter_map(|card| known(*card)));
        }
        for seat in self.seats(view) {
            let heaps = view.counters.get(seat).into_iter().flatten();
            self.heaps(row, heaps.map(|heap| (heap.sort, heap.number)));
        }
        let on_laws = view.law_counters.iter().flatten();
        self.heaps(row, on_laws.map(|heap| (heap.sort, heap.number)));
        row.push(byte(view.pending.len()));
        row.extend(
            self.seats(view)
                .map(|seat| byte(view.nations[seat].as_ref().map_or(0, Vec::len))),
        );
        self.buildings(
            row,
            view,
            &|row, there, at| building(row, view, there, at),
            BUILDING,
        );
        let heaps = |row: &mut Vec<u8>, there: &SeenBuilding, _: (usize, usize)| {
            let below = there.stack_counters.iter().map(|(_, heap)| heap);
            self.heaps(
                row,
                there
                    .counters
                    .iter()
                    .chain(below)
                    .map(|heap| (heap.sort, heap.number)),
            );
        };
        self.buildings(row, view, &heaps, self.counters);
        row.push(
            asks.and_then(|asks| asks.victory)
                .map_or(0, |kind| kind.0 + 1),
        );
    }

    fn relative(&self, view: &View, seat: Seat) -> usize {
        (seat.index() + self.players - view.seat.map_or(0, Seat::index)) % self.players
    }

    /// All seats, the viewer's first.
    fn seats(&self, view: &View) -> impl Iterator<Item = usize> + use<> {
        let (first, players) = (view.seat.map_or(0, Seat::index), self.players);
        (0..players).map(move |seat| (seat + first) % players)
    }

    /// So many cards of each kind.
    fn count(&self, row: &mut Vec<u8>, kinds: impl Iterator<Item = Kind>) {
        let first = row.len();
        row.resize(first + self.kinds, 0);
        for kind in kinds {
            let number = &mut row[first + kind.index()];
            *number = number.saturating_add(1);
        }
    }

    /// So many counters of each sort.
    fn heaps(&self, row: &mut Vec<u8>, heaps: impl Iterator<Item = (u8, u16)>) {
        let first = row.len();
        row.resize(first + self.counters, 0);
        for (sort, number) in heaps {
            // Others are no counters, but what cards remember.
            if let Some(sum) = row[first..].get_mut(usize::from(sort)) {
                *sum = sum.saturating_add(u8::try_from(number).unwrap_or(u8::MAX));
            }
        }
    }

    /// What `write` has to say of each place of each row; nothing where no building stands.
    fn buildings(&self, row: &mut Vec<u8>, view: &View, write: &Write<'_>, each: usize) {
        for seat in self.seats(view) {
            let end = row.len() + each * PLACES as usize;
            for (place, there) in view.nations[seat]
                .iter()
                .flatten()
                .take(PLACES as usize)
                .enumerate()
            {
                write(row, there, (seat, place));
            }
            row.resize(end, 0);
        }
    }
}

fn building(row: &mut Vec<u8>, view: &View, there: &SeenBuilding, (seat, place): (usize, usize)) {
    let older = view
        .ages
        .iter()
        .position(|age| (age.0.index(), usize::from(age.1)) == (seat, place));
    row.extend([
        there.kind.0 + 1,
        u8::from(there.second_side),
        there.spent,
        there.status,
        byte(there.stack.len()),
        byte(
            there
                .stack
                .iter()
                .filter(|card| **card == Seen::Hidden)
                .count(),
        ),
        there
            .stack
            .last()
            .and_then(|card| known(*card))
            .map_or(0, |kind| kind.0 + 1),
        older.map_or(0, |older| byte(older + 1)),
    ]);
}

fn count(held: &Held) -> u8 {
    byte(match held {
        Held::Cards(cards) => cards.len(),
        Held::Count(count) => *count,
    })
}

fn known(card: Seen) -> Option<Kind> {
    match card {
        Seen::Known { kind, .. } => Some(kind),
        Seen::Hidden => None,
    }
}

/// 1 in that place, 0 in the others.
fn one_of(row: &mut Vec<u8>, places: usize, place: usize) {
    let first = row.len();
    row.resize(first + places, 0);
    row[first + place] = 1;
}

/// What is more than fits counts as 255.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The row as text: two hexadecimal digits a number.
pub fn hex(row: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digits = row.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}
