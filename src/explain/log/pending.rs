//! Tells of what holds for a while or comes later, and of turns that are out of order.

use super::Teller;
use crate::pending::{pending_name, said};
use board::{CardId, Event, Pended, Seat, Seats, SeenPended, Zone};
use text::Until;

impl Teller<'_> {
    /// A text has said something for a while or for later.
    pub(super) fn pended(&self, pended: Pended) -> String {
        said(self.rules, &SeenPended::of(self.board, pended), self.viewer)
    }

    /// Who plays with an open hand from now on, and who no more.
    pub(super) fn hands_open(&self, seats: Seats) -> String {
        let changed = Seats(seats.0 ^ self.board.open_hands().0);
        let said = changed.iter().map(|seat| {
            let more = if seats.has(seat) {
                "from now on"
            } else {
                "no more"
            };
            format!(
                "{} with an open hand {more}.",
                self.does(seat, "play", "plays")
            )
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// Who sees a hand or decides for its player from now on, and who no more.
    pub(super) fn overseen(&self, seat: Seat, [seen_by, led_by]: [Seats; 2]) -> Option<String> {
        let [hand, decisions] = match self.is_viewer(seat) {
            true => ["your hand", "your decisions"].map(String::from),
            false => ["hand", "decisions"].map(|what| format!("{seat}'s {what}")),
        };
        let more = |now: bool| if now { "from now on" } else { "no more" };
        let [before, _] = self.board.over(seat);
        let mut said: Vec<String> = Vec::new();
        for by in Seats(before.0 ^ seen_by.0).without(seat).iter() {
            said.push(format!(
                "{} {hand} {}.",
                self.does(by, "see", "sees"),
                more(seen_by.has(by))
            ));
        }
        let leads = |by: &Seat| led_by.has(*by) && self.board.living.has(*by);
        let (before, now) = (
            self.board.chooser(seat).by,
            seat.clockwise(self.board.seats).find(leads).unwrap_or(seat),
        );
        if before != now {
            let by = if now == seat { before } else { now };
            said.push(format!(
                "{} {decisions} {}.",
                self.does(by, "make", "makes"),
                more(now != seat)
            ));
        }
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// A card comes to a hand, perhaps from another one.
    pub(super) fn to_hand(&self, card: CardId, seat: Seat) -> String {
        let name = if self.is_viewer(seat) {
            self.both(card)
        } else {
            self.card(card)
        };
        let state = self.board.card(card);
        let from =
            (state.zone == Zone::Hand).then(|| format!(" from {}", self.hand_of(state.seat())));
        format!(
            "{} {name} to hand{}.",
            self.does(seat, "take", "takes"),
            from.unwrap_or_default()
        )
    }

    /// Two players swap hands; each sees what the other one had.
    pub(super) fn hands_swapped(&self, one: Seat, other: Seat) -> String {
        let (one, other) = if self.is_viewer(other) {
            (other, one)
        } else {
            (one, other)
        };
        let swap = format!("{} hands with {other}.", self.does(one, "swap", "swaps"));
        let cards: Vec<String> = self
            .board
            .hand(other)
            .iter()
            .map(|card| self.open_card(*card))
            .collect();
        match self.is_viewer(one) {
            true if cards.is_empty() => format!("{swap} You hold no card now."),
            true => format!("{swap} You hold {} now.", cards.join(", ")),
            false => swap,
        }
    }

    /// A building comes to stand elsewhere.
    pub(super) fn shifted(&self, building: CardId, seat: Seat, place: u16) -> String {
        format!(
            "{} ({}) moves to {seat}.{}.",
            self.building(building),
            self.place(building),
            place + 1
        )
    }

    /// All hands have gone round; whoever reads the log sees the new one.
    pub(super) fn hands_passed(&self, event: &Event<'_>) -> String {
        let passed = "All hands are passed on.";
        let Some(viewer) = self.viewer.filter(|seat| self.board.living.has(*seat)) else {
            return passed.into();
        };
        let from = self
            .board
            .living
            .iter()
            .find(|seat| self.board.next_hand(*seat, event) == viewer);
        let hand = from.map_or(&[][..], |from| self.board.hand(from));
        let cards: Vec<String> = hand.iter().map(|card| self.open_card(*card)).collect();
        match cards.is_empty() {
            true => format!("{passed} You hold no card now."),
            false => format!("{passed} You hold {} now.", cards.join(", ")),
        }
    }

    /// A card lies open to somebody. Whose cards do has been told to all.
    pub(super) fn lies_open(&self, card: CardId, seat: Seat) -> Option<String> {
        let (does, what) = (self.does(seat, "see", "sees"), self.whereabouts(card));
        let told = self.viewer.is_none() || self.is_viewer(seat);
        told.then(|| format!("{does} {what}: it is {}.", self.open_card(card)))
    }

    /// What was said for later comes.
    pub(super) fn came(&self, pended: Pended) -> String {
        match pended.until {
            Until::Reversed => "Play goes clockwise again.".to_string(),
            Until::SkippedTurn => format!("{} a turn.", self.does(pended.whose, "skip", "skips")),
            Until::ExtraTurn => format!(
                "{} an extra turn.",
                self.does(pended.whose, "take", "takes")
            ),
            _ => {
                let name = pending_name(self.rules, &SeenPended::of(self.board, pended));
                format!("The time of {name} has come.")
            }
        }
    }
}
