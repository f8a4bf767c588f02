//! The sentences of the log: a template for each event, and the words that it is filled with.

use crate::cut;
use crate::options::label::Spot;
use crate::pending::{more_plays, said};
use board::{Bearer, Board, CardId, Event, Phase, Seat, Seats, SeenPended, Zone};
use engine::{Cause, Script};
use rules::ir::{Element, Rules};

/// Looks at the board as it is before an event. Names of cards come from [`Teller::card`], which knows what
/// the viewer may know, or from the functions for what lies open to all.
pub(super) struct Teller<'a> {
    pub script: &'a Script,
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub viewer: Option<Seat>,
    pub places: &'a [(CardId, String)],
    pub aside: &'a [(CardId, Seat)],
    /// The text under way.
    pub cause: Option<Cause>,
}

impl Teller<'_> {
    /// The sentence of an event; nothing where nothing is told of it to the viewer.
    pub fn tell(&self, event: &Event<'_>, turned_up: Option<CardId>) -> Option<String> {
        let (actor, zone) = (self.actor(), |card| self.board.card(card).zone);
        let sees = |seat| self.viewer.is_none() || self.is_viewer(seat);
        let by = |seat, text: &str| self.say(seat, &[], text);
        let of = |card, text: &str| self.say(actor, &[card], text);
        Some(match *event {
            Event::TurnBegan { seat, .. } if self.is_viewer(seat) => {
                by(seat, "Your turn begins ({seat}).")
            }
            Event::TurnBegan { seat, .. } => by(seat, "The turn of {seat} begins."),
            Event::Passed { seat } => by(seat, "{you pass|passes}."),
            Event::Drawn { seat, card } if sees(seat) => {
                self.say(seat, &[card], "{you draw|draws} {both}.")
            }
            Event::Drawn { seat, .. } => by(seat, "{seat} draws a card."),
            Event::Taken { .. } => by(actor, "{you take|takes} the top card of the deck, unseen."),
            Event::SetAside { card, by, .. } => {
                let what = match self.card(card).as_str() {
                    "a card" if zone(card) != Zone::Hand => "{where}",
                    _ => "{card}{from another}",
                };
                self.say(by, &[card], &format!("{{you set|sets}} {what} aside."))
            }
            Event::Stacked { card, on, face_up } => {
                let holder = self.board.owner(card).filter(|_| zone(card) == Zone::Hand);
                let text = match (holder, face_up) {
                    (Some(_), true) => "{you put|puts} {open} face up on {at 2}.",
                    (Some(_), false) => "{you put|puts} {card} face down on {at 2}.",
                    (None, true) => "{Open} goes face up on {at 2}.",
                    (None, false) => "{Card} goes face down on {at 2}.",
                };
                self.say(holder.unwrap_or(actor), &[card, on], text)
            }
            Event::Moved { card, onto } => {
                self.say(actor, &[card, onto], "{Card} moves from {on} to {at 2}.")
            }
            Event::Built { card, seat, place } => {
                let holder = self.board.owner(card).filter(|_| zone(card) == Zone::Hand);
                let (seat, text) = match holder {
                    _ if self.board.phase == Phase::SetUp => {
                        (seat, "{you begin|begins} with {face}.".to_string())
                    }
                    Some(builder) => {
                        let spot = Spot { seat, place };
                        (builder, format!("{{you build|builds}} {{face}} at {spot}."))
                    }
                    None => {
                        let text = format!("{{face}} is built at {seat}.{}.", place + 1);
                        (seat, text)
                    }
                };
                self.say(seat, &[card], &text)
            }
            Event::Swapped { building, card } => {
                let text = "{you swap|swaps} {building} for {front 2}, under the same stack.";
                self.say(self.board.owner(building)?, &[building, card], text)
            }
            Event::Discarded { card } => {
                let up = turned_up == Some(card);
                let text = match zone(card) {
                    // What lies face up has been seen by all.
                    Zone::Stack if up && !self.board.card(card).face_up() => {
                        "{open} on {on} is turned up and discarded."
                    }
                    Zone::Stack => "{open} on {on} is discarded.",
                    Zone::Row if up => "{building} is destroyed.",
                    Zone::Row => "{building} is discarded.",
                    Zone::Hand => "{open} is discarded from {hand}.",
                    Zone::Deck => "{open} is discarded from the deck.",
                    // The effect that it was aside for is over.
                    Zone::Aside | Zone::Discard | Zone::Removed => return None,
                    Zone::Law => "{open} is discarded: it is no longer a law.",
                };
                of(card, text)
            }
            Event::Removed { card } => {
                let text = match zone(card) {
                    Zone::Row if turned_up == Some(card) => {
                        "{building} is destroyed and out of the game."
                    }
                    Zone::Row => "{building} is out of the game.",
                    Zone::Stack => "{open} on {on} is out of the game.",
                    _ => "{open} is out of the game.",
                };
                of(card, text)
            }
            Event::ToHand { card, seat } => {
                let text = match (self.is_viewer(seat), zone(card) == Zone::Hand) {
                    (true, true) => "{you take|takes} {both} from {hand}.",
                    (true, false) => "{you take|takes} {both} to hand.",
                    (false, true) => "{you take|takes} {card} from {hand}.",
                    (false, false) => "{you take|takes} {card} to hand.",
                };
                self.say(seat, &[card], text)
            }
            Event::HandsSwapped { one, other } => {
                let (one, other) = match self.is_viewer(other) {
                    true => (other, one),
                    false => (one, other),
                };
                let swap = self.does(one, "swap", "swaps");
                let now = self.is_viewer(one).then(|| self.holds(other));
                format!("{swap} hands with {other}.{}", now.unwrap_or_default())
            }
            Event::HandsPassed { .. } => {
                let passes = |viewer: &Seat| self.board.living.has(*viewer);
                let now = self.viewer.filter(passes).and_then(|viewer| {
                    let mut living = self.board.living.iter();
                    living.find(|seat| self.board.next_hand(*seat, event) == viewer)
                });
                let now = now.map(|from| self.holds(from));
                format!("All hands are passed on.{}", now.unwrap_or_default())
            }
            // It lies open to somebody. Whose cards do has been told to all.
            Event::Seen { card, seat } if self.cause.is_none() => {
                let text = "{you see|sees} {where}: it is {open}.";
                return sees(seat).then(|| self.say(seat, &[card], text));
            }
            Event::Seen { card, seat } => {
                let text = match sees(seat) {
                    true => "{you look|looks} at {where}: it is {open}.",
                    false => "{seat} looks at {where}.",
                };
                self.say(seat, &[card], text)
            }
            Event::Shown { card } => {
                let mut aside = self.aside.iter().filter(|_| zone(card) == Zone::Aside);
                let text = match aside.find(|(aside, _)| *aside == card) {
                    Some((_, by)) if self.is_viewer(*by) => {
                        "The card that you set aside is shown to all: it is {open}."
                    }
                    Some((_, by)) => {
                        let text = "The card that {seat} set aside is shown to all: it is {open}.";
                        return Some(self.say(*by, &[card], text));
                    }
                    None => "{Where} is shown to all: it is {open}.",
                };
                of(card, text)
            }
            // What is remembered is remembered in silence.
            Event::CountersPut { sort, .. } if self.rules.memory(sort).is_some() => return None,
            Event::CountersPut {
                on,
                sort,
                by,
                number,
            } => {
                let (put, on) = (self.does(actor, "put", "puts"), self.bearer(on));
                format!("{put} {} on {on}.", self.counters(sort, by, number))
            }
            Event::CountersTaken {
                off,
                sort,
                by,
                number,
            } => {
                let (take, off) = (self.does(actor, "take", "takes"), self.bearer(off));
                format!("{take} {} off {off}.", self.counters(sort, by, number))
            }
            Event::Written { card, name } => {
                let (name, on) = (&self.rules.names[usize::from(name)], Bearer::Card(card));
                let write = self.does(actor, "write", "writes");
                format!("{write} the name {name} on {}.", self.bearer(on))
            }
            Event::Shuffled { .. } if self.board.phase != Phase::SetUp => {
                "The discard pile is shuffled into a new deck.".to_string()
            }
            Event::Shuffled { .. } | Event::DeckShuffled { .. } => {
                "The deck is shuffled.".to_string()
            }
            Event::Chose { seat, chosen } => {
                let whom = self.argument(Some(Element::Player), chosen.0.into(), seat);
                format!("{} {whom}.", self.does(seat, "have chosen", "has chosen"))
            }
            Event::Bid { seat, number } => {
                format!("{} {number}.", self.does(seat, "have chosen", "has chosen"))
            }
            Event::Refreshed { building } => of(building, "{building} can be used again."),
            Event::Pended(pended) => {
                let pended = self.viewer.map_or(pended, |seat| pended.as_seen_by(seat));
                said(self.rules, &SeenPended::of(self.board, pended), self.viewer)
            }
            Event::Came(pended) => self.came(pended),
            Event::HandsOpen { seats } => {
                let changed = Seats(seats.0 ^ self.board.open_hands().0);
                let told = changed.iter().map(|seat| {
                    self.changed(
                        seat,
                        ["play", "plays"],
                        "with an open hand",
                        seats.has(seat),
                    )
                });
                told.collect::<Vec<_>>().join(" ")
            }
            Event::Overseen {
                seat,
                seen_by,
                led_by,
            } => return self.overseen(seat, [seen_by, led_by]),
            Event::MorePlays { more, fewer } => more_plays(more, fewer),
            Event::PutInDeck { card, top, by } => {
                let text = match top {
                    true => "{you put|puts} {card}{from another} on top of the deck.",
                    false => "{you put|puts} {card}{from another} at the bottom of the deck.",
                };
                self.say(by, &[card], text)
            }
            Event::Eliminated { seat } if self.is_viewer(seat) => {
                "You are out of the game.".to_string()
            }
            Event::Eliminated { seat } => by(seat, "{seat} is out of the game."),
            Event::Lost { seat } => by(seat, "{you lose|loses}."),
            Event::Won { seat } => by(seat, "{you win|wins}."),
            Event::GameDrawn => "The game is a draw.".to_string(),
            Event::Used {
                seat,
                building,
                ability,
            } => {
                let name = self.ability(building, ability);
                let name = name.map_or_else(String::new, |name| format!(" for {name}"));
                let uses = self.say(seat, &[building], "{you use|uses} {building}");
                format!("{uses}{name}.")
            }
            Event::ActionPlayed { seat, card } => {
                self.say(seat, &[card], "{you play|plays} {card}.")
            }
            Event::Fizzled { card } => {
                of(card, "{Card} does nothing when played and is discarded.")
            }
            Event::LaidAside { card, .. } if turned_up == Some(card) => {
                match self.board.card(card).face_up() {
                    true => of(card, "{open} on {on} is taken off."),
                    false => of(card, "{open} on {on} is turned up."),
                }
            }
            Event::Exchanged { one, other } => {
                let text = "{building} and {building 2} swap places.";
                self.say(actor, &[one, other], text)
            }
            Event::Shifted {
                building,
                seat,
                place,
            } => format!("{} moves to {seat}.{}.", self.standing(building), place + 1),
            Event::Enacted { card } => of(card, "{open} becomes a law."),
            Event::Triggered { card, .. } if card.is_some() && zone(card) == Zone::Law => {
                of(card, "The law {answering} answers.")
            }
            Event::Triggered { owner, card } => {
                self.say(owner, &[card], "{Answering} of {seat} answers.")
            }
            Event::Called {
                seat,
                keyword,
                arguments,
                unanswered,
            } => {
                return self.called(seat, keyword, arguments, unanswered);
            }
            Event::Fell { seat, what, .. } => self.fell(seat, what),
            Event::Crisis { seat } => by(
                seat,
                "{you must draw|must draw}, but no card is left: a crisis.",
            ),
            Event::Cut { why, cards } => {
                let told = cut::told(self.script, self.board, why, cards, self.cause);
                format!("{told}.")
            }
            Event::Noted { .. }
            | Event::LaidAside { .. }
            | Event::PutUnderWay { .. }
            | Event::ActionOver { .. }
            | Event::Revealed { .. }
            | Event::StartEnded { .. }
            | Event::CardPlayed { .. }
            | Event::Spent { .. }
            | Event::Forgotten { .. }
            | Event::DeckHandled { .. }
            | Event::Sided { .. } => return None,
        })
    }
}
