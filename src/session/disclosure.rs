//! What people at the screen have been told: a log for each, and what happened with the table after each sentence.

use board::{Bearer, Board, CardSet, Event, Kind, Phase, Seat, Seats, View};
use engine::{Cause, Declined, GONE, Script, Watch};
use explain::goals::{Goal, goals_on};
use explain::log::Log;
use explain::options::decision::Spot;
use rules::ir::{Element, FaceId, Rules};

/// So many things that happen are kept to be shown one by one; what comes after them is shown in one leap, with the table
/// after the last of them.
const BEATS: usize = 256;

/// Where something happens, as everybody may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    Nation(Seat),
    Building(Spot),
}

/// One thing that happened, with the table as it was right after it; one seat may know both.
#[derive(Debug, Clone, PartialEq)]
pub struct Beat {
    pub happening: Happening,
    pub view: View,
    /// How far everybody is then; nothing before the first turn.
    pub goals: Option<Vec<Goal>>,
}

/// What is known of a sentence before its table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Happening {
    /// The number of its sentence in the log, counted from 0.
    pub line: usize,
    pub at: Option<At>,
    /// What is played, used or built then.
    pub face: Option<FaceId>,
    /// Who acts.
    pub by: Option<Seat>,
    /// A keyword is aimed at that player.
    pub aimed: bool,
}

/// What one of the people has been told.
#[derive(Debug, Clone)]
pub struct Disclosure {
    pub seat: Seat,
    pub log: Log,
    /// What the seat has not seen happen yet, where that is kept.
    pub beats: Vec<Beat>,
    /// The sentences with which turns begin, and whose.
    pub turns: Vec<(usize, Seat)>,
    /// How many sentences the log had when the seat decided last.
    pub decided: usize,
    /// The hand after each thing that has happened, as it is held: keys that were given to cards are found again by them.
    pub hands: Vec<Vec<Kind>>,
    /// A sentence that still wants its table: the next event comes after it.
    fresh: Option<Happening>,
}

impl Disclosure {
    /// Nothing yet but these sentences.
    pub fn after(seat: Seat, lines: Vec<String>) -> Disclosure {
        Disclosure {
            seat,
            log: Log::after(seat, lines),
            beats: Vec::new(),
            turns: Vec::new(),
            decided: 0,
            hands: Vec::new(),
            fresh: None,
        }
    }

    /// The table is as the last sentence has left it.
    fn settle(&mut self, script: &Script, board: &Board, keeps_beats: bool) {
        let Some(happening) = self.fresh.take() else {
            return;
        };
        let held = if self.seat == Seat::ONLOOKER {
            &[][..]
        } else {
            board.hand(self.seat)
        };
        let hand: Vec<Kind> = held
            .iter()
            .map(|card| script.rules.cards[card.index()])
            .collect();
        if self.hands.last() != Some(&hand) {
            self.hands.push(hand);
        }
        if keeps_beats {
            let view = View::of(board, &script.rules.cards, self.seat);
            self.beats.truncate(BEATS - 1);
            // Before all sides are known nobody is nearer than others.
            let set_up = board.phase == Phase::SetUp;
            let goals = (!set_up).then(|| goals_on(script, board, self.seat));
            self.beats.push(Beat {
                happening,
                view,
                goals,
            });
        }
    }

    fn hear_declined(&mut self, declined: &Declined<'_>, keeps_beats: bool) {
        self.settle(declined.script(), declined.board(), keeps_beats);
        let line = self.log.lines().len();
        self.log.declined(declined);
        if self.log.lines().len() > line {
            let at = Some(At::Nation(declined.seat()));
            self.fresh = Some(Happening {
                line,
                at,
                ..Happening::default()
            });
        }
    }

    fn hear(
        &mut self,
        script: &Script,
        board: &Board,
        (event, cause): (&Event<'_>, Option<Cause>),
        keeps_beats: bool,
    ) {
        self.settle(script, board, keeps_beats);
        let line = self.log.lines().len();
        self.log.event_by(script, board, event, cause);
        if self.log.lines().len() == line {
            return;
        }
        let at = at(&script.rules, board, event);
        let (by, aimed) = match event {
            Event::Called { seat, .. } => (Some(*seat), at.is_some()),
            Event::Used { seat, .. } | Event::ActionPlayed { seat, .. } => (Some(*seat), false),
            _ => (None, false),
        };
        let face = face(&script.rules, board, event);
        self.fresh = Some(Happening {
            line,
            at,
            face,
            by,
            aimed,
        });
        if let Event::TurnBegan { seat, .. } = event {
            self.turns.push((line, *seat));
        }
    }
}

/// All who are told.
#[derive(Debug, Clone)]
pub struct Listeners {
    /// The person at the screen, then the guests.
    pub all: Vec<Disclosure>,
    /// For whom what happens is kept, to be shown step by step.
    pub keeps_beats: Seats,
    /// What has come before somebody's eyes since this was last taken.
    pub sights: Sights,
}

impl Listeners {
    pub fn new(all: Vec<Disclosure>) -> Listeners {
        Listeners {
            all,
            keeps_beats: Seats::NONE,
            sights: Sights::default(),
        }
    }

    pub fn first(&self) -> &Disclosure {
        &self.all[0]
    }

    pub fn of(&mut self, seat: Seat) -> Option<&mut Disclosure> {
        self.all.iter_mut().find(|told| told.seat == seat)
    }

    /// How things are played from now on.
    pub fn settled(&mut self, lines: &[String]) {
        self.all.iter_mut().for_each(|told| told.log.settled(lines));
    }

    /// How many sentences each has been told.
    pub fn lines(&self) -> Vec<usize> {
        self.all.iter().map(|told| told.log.lines().len()).collect()
    }

    /// The table is as what happened last has left it.
    pub fn settle(&mut self, script: &Script, board: &Board) {
        let keeps = self.keeps_beats;
        self.all
            .iter_mut()
            .for_each(|told| told.settle(script, board, keeps.has(told.seat)));
        self.all.iter_mut().for_each(|told| told.log.close());
    }
}

impl Watch for Listeners {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let keeps = self.keeps_beats;
        self.sights.note(board, event, cause.is_some());
        self.all
            .iter_mut()
            .for_each(|told| told.hear(script, board, (event, cause), keeps.has(told.seat)));
    }

    fn has_all_asked(&self) -> bool {
        true
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        let keeps = self.keeps_beats;
        self.all
            .iter_mut()
            .for_each(|told| told.hear_declined(declined, keeps.has(told.seat)));
    }
}

/// What a player may want to read when an event is told: everybody sees these cards.
fn face(rules: &Rules, board: &Board, event: &Event<'_>) -> Option<FaceId> {
    match *event {
        Event::ActionPlayed { card, .. } => rules.kind(card).action,
        // The side that was chosen, of a card with two of them.
        Event::Built { card, .. } | Event::Used { building: card, .. } => {
            Some(rules.kind(card).buildings[usize::from(board.card(card).second_side())])
        }
        _ => None,
    }
}

/// Where an event that is told happens.
fn at(rules: &Rules, board: &Board, event: &Event<'_>) -> Option<At> {
    let spot = |card| {
        Some(At::Building(Spot::of(
            board,
            board.under(card).unwrap_or(card),
        )?))
    };
    match *event {
        Event::TurnBegan { seat, .. }
        | Event::Passed { seat }
        | Event::Eliminated { seat }
        | Event::Lost { seat }
        | Event::Won { seat }
        | Event::Drawn { seat, .. }
        | Event::ToHand { seat, .. }
        | Event::HandsSwapped { one: seat, .. }
        | Event::HandsPassed { from: seat, .. }
        | Event::Crisis { seat } => Some(At::Nation(seat)),
        Event::Built { seat, place, .. } | Event::Shifted { seat, place, .. } => {
            Some(At::Building(Spot { seat, place }))
        }
        Event::Stacked { on: card, .. }
        | Event::Moved { onto: card, .. }
        | Event::Swapped { building: card, .. }
        | Event::Used { building: card, .. }
        | Event::Discarded { card }
        | Event::Removed { card }
        | Event::LaidAside { card, .. }
        | Event::Seen { card, .. }
        | Event::Shown { card } => spot(card),
        Event::CountersPut { on, .. } | Event::CountersTaken { off: on, .. } => match on {
            Bearer::Card(card) => spot(card),
            Bearer::Player(seat) => Some(At::Nation(seat)),
        },
        Event::Called {
            keyword, arguments, ..
        } => {
            let params = &rules.keywords[usize::from(keyword)].params;
            let mut arguments = params.iter().zip(arguments.iter().copied());
            let player = arguments
                .find(|((_, element), value)| *element == Some(Element::Player) && *value != GONE);
            player.map(|(_, value)| At::Nation(Seat(value as u8)))
        }
        _ => None,
    }
}

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{BEATS, Disclosure, Happening};
    use board::Seat;
    use engine::{Game, Script};
    use rules::{Library, Settings};

    /// A text that does thousands of things would else be as many tables for everybody who looks on.
    #[test]
    fn what_is_too_much_to_be_shown_one_by_one_is_shown_in_one_leap() {
        let library = Library::builtin().expect("the cards are sound");
        let rules = library
            .compile("1961", &Settings::default())
            .expect("the recipe is sound");
        let game = Game::deal(Arc::new(Script::new(rules)), 2, 1, &mut ());
        let mut told = Disclosure::after(Seat(0), Vec::new());
        for line in 0..2 * BEATS {
            told.fresh = Some(Happening {
                line,
                ..Happening::default()
            });
            told.settle(game.script(), game.board(), true);
        }
        let shown: Vec<usize> = told.beats.iter().map(|beat| beat.happening.line).collect();
        let last = 2 * BEATS - 1;
        assert_eq!(shown, (0..BEATS - 1).chain([last]).collect::<Vec<_>>());
    }
}
