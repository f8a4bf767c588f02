//! Tells what happens in plain sentences, as one seat may know it.

mod counters;
mod declined;
mod fallen;
mod pending;
mod used;
mod whereabouts;

use crate::cut;
use crate::names::printed::{both_names, building_name, card_name, face_name};
use crate::pending::more_plays;
use crate::reasons::because::Because;
use board::{Board, CardId, Event, Phase, Seat, Zone};
use engine::{Cause, Declined, GONE, Reason, Script, Value, Watch, place_of};
use rules::ir::{Element, Rules};
use text::capital;

/// The log of a game through the eyes of one seat, or of somebody who sees every card.
#[derive(Debug, Clone)]
pub struct Log {
    /// Nobody's eyes see all.
    viewer: Option<Seat>,
    lines: Vec<String>,
    /// By sentence: what made it happen.
    because: Vec<Because>,
    /// Cards that were turned up or built, each with the number of the sentence that tells so.
    shown: Vec<(CardId, usize)>,
    /// What was turned up last, until it is told what became of it.
    turned_up: Option<CardId>,
    /// Where the buildings stood before a series of cards left: the gaps close only afterwards.
    places: Vec<(CardId, String)>,
    /// Cards that were set aside, and by whom.
    aside: Vec<(CardId, Seat)>,
}

impl Log {
    /// An empty log for that seat.
    pub fn new(viewer: Seat) -> Log {
        Log {
            viewer: Some(viewer),
            ..Log::open()
        }
    }

    /// An empty log in which all cards lie open.
    pub fn open() -> Log {
        Log {
            viewer: None,
            lines: Vec::new(),
            because: Vec::new(),
            shown: Vec::new(),
            turned_up: None,
            places: Vec::new(),
            aside: Vec::new(),
        }
    }

    /// Takes the sentences out.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.because.clear();
        self.shown.clear();
        std::mem::take(&mut self.lines)
    }

    /// A log that goes on after these sentences about who begins and how things are played.
    pub fn after(viewer: Seat, lines: Vec<String>) -> Log {
        Log {
            because: vec![Because::contest(); lines.len()],
            lines,
            ..Log::new(viewer)
        }
    }

    /// Adds sentences about how things are played from now on.
    pub fn settled(&mut self, told: &[String]) {
        self.because.extend(told.iter().map(|_| Because::contest()));
        self.lines.extend_from_slice(told);
    }

    /// One sentence each, oldest first.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The sentences with their numbers, a line each, without the first `from` of them.
    pub fn numbered(&self, from: usize) -> String {
        let lines = self.lines.iter().enumerate().skip(from);
        lines
            .map(|(index, sentence)| format!("{:>4}  {sentence}\n", index + 1))
            .collect()
    }

    /// Why that event happened, by the number of its sentence, counted from 1. The game is of these rules.
    ///
    /// # Errors
    /// There is no such sentence: what there is, as a sentence.
    pub fn why(&self, rules: &Rules, number: usize) -> Result<String, String> {
        self.explained(number, |because| because.explain(rules, &self.lines))
    }

    /// The same for somebody who plays: without files and lines.
    ///
    /// # Errors
    /// Those of [`Log::why`].
    pub fn why_plainly(&self, rules: &Rules, number: usize) -> Result<String, String> {
        self.explained(number, |because| {
            because.explain_plainly(rules, &self.lines)
        })
    }

    fn explained(
        &self,
        number: usize,
        explain: impl Fn(&Because) -> String,
    ) -> Result<String, String> {
        let index = number
            .checked_sub(1)
            .filter(|index| *index < self.lines.len())
            .ok_or_else(|| match self.lines.len() {
                0 => "Nothing has happened yet.".to_string(),
                1 if number == usize::MAX => {
                    "There is no such event: there is only event 1.".to_string()
                }
                1 => format!("There is no event {number}: there is only event 1."),
                // Too long a number to be counted.
                last if number == usize::MAX => {
                    format!("There is no such event: they go from 1 to {last}.")
                }
                last => format!("There is no event {number}: they go from 1 to {last}."),
            })?;
        let explanation = explain(&self.because[index]);
        Ok(format!(
            "Event {number}: {}\n{explanation}",
            self.lines[index]
        ))
    }

    /// The sentence that tells what a trigger answers.
    fn answered(&self, event: &Event<'_>) -> Option<usize> {
        let Event::Triggered { card, .. } = event else {
            return None;
        };
        self.shown
            .iter()
            .rev()
            .find(|(shown, _)| shown == card)
            .map(|(_, line)| *line)
    }
}

impl Watch for Log {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let turned_up = self.turned_up.take();
        let goes = matches!(
            event,
            Event::Revealed { .. } | Event::Discarded { .. } | Event::Removed { .. }
        );
        if !goes || self.places.is_empty() {
            self.places.clear();
            for seat in Seat(0).clockwise(board.seats) {
                let row = board.row(seat).iter().enumerate();
                self.places.extend(
                    row.map(|(place, building)| (*building, format!("{seat}.{}", place + 1))),
                );
            }
        }
        if let Event::SetAside { card, by, .. } = event {
            self.aside.retain(|(other, _)| other != card);
            self.aside.push((*card, *by));
        }
        let (places, aside) = (&self.places, &self.aside);
        let teller = Teller {
            rules: &script.rules,
            board,
            viewer: self.viewer,
            places,
            aside,
            cause,
        };
        match event {
            // What stood on it goes first.
            Event::Discarded { card } if turned_up.is_some() && turned_up != Some(*card) => {
                self.turned_up = turned_up
            }
            Event::Revealed { card, .. } => self.turned_up = Some(*card),
            _ => {}
        }
        let sentence = match event {
            Event::Cut { why, cards } => {
                Some(format!("{}.", cut::told(script, board, *why, cards, cause)))
            }
            _ => teller.tell(event, turned_up),
        };
        let Some(sentence) = sentence else { return };
        match event {
            Event::Discarded { card } | Event::Removed { card } | Event::LaidAside { card, .. }
                if turned_up == Some(*card) =>
            {
                self.shown.push((*card, self.lines.len()));
            }
            Event::Built { card, .. } | Event::Swapped { card, .. } => {
                self.shown.push((*card, self.lines.len()))
            }
            _ => {}
        }
        let mut because = Because::of(script, board, event, cause, self.viewer);
        because.after = self.answered(event);
        self.because.push(because);
        self.lines.push(sentence);
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.does_without(declined);
    }
}

/// Why somebody has won, as a sentence without its end; `None` when the table no longer shows it.
pub fn why(rules: &Rules, board: &Board, winner: Seat, reason: Option<Reason>) -> Option<String> {
    Some(match reason? {
        Reason::LastLiving => "nobody else is left".to_string(),
        Reason::Building(building) => {
            let name = building_name(
                rules,
                rules.cards[building.index()],
                board.card(building).second_side(),
            );
            format!("the condition of {name} in {winner}'s nation holds")
        }
        Reason::Tally(index) => {
            let tally = rules.tallies.get(index as usize)?;
            format!("{winner} has {} of {}", tally.wins_at, tally.name)
        }
    })
}

/// Looks at the board as it is before an event. Names of cards come from [`Teller::card`], which knows what
/// the viewer may know, or from the functions for what lies open to all.
struct Teller<'a> {
    rules: &'a Rules,
    board: &'a Board,
    viewer: Option<Seat>,
    places: &'a [(CardId, String)],
    aside: &'a [(CardId, Seat)],
    /// The text under way.
    cause: Option<Cause>,
}

impl Teller<'_> {
    fn tell(&self, event: &Event<'_>, turned_up: Option<CardId>) -> Option<String> {
        Some(match *event {
            Event::TurnBegan { seat, .. } if self.is_viewer(seat) => {
                format!("Your turn begins ({seat}).")
            }
            Event::TurnBegan { seat, .. } => format!("The turn of {seat} begins."),
            Event::Passed { seat } => format!("{}.", self.does(seat, "pass", "passes")),
            Event::Drawn { seat, card } if self.is_viewer(seat) => {
                format!("You draw {}.", self.both(card))
            }
            Event::Drawn { seat, card } if self.viewer.is_none() => {
                format!("{seat} draws {}.", self.both(card))
            }
            Event::Drawn { seat, .. } => format!("{seat} draws a card."),
            Event::Taken { .. } => {
                format!(
                    "{} the top card of the deck, unseen.",
                    self.does(self.actor(), "take", "takes")
                )
            }
            Event::SetAside { card, by, .. } => self.set_aside(card, by),
            Event::Stacked { card, on, face_up } => self.stacked(card, on, face_up),
            Event::Moved { card, onto } => {
                let (from, to) = (self.place_of(card), self.place(onto));
                format!("{} moves from {from} to {to}.", capital(&self.card(card)))
            }
            Event::Built { card, seat, place } => self.built(card, seat, place),
            Event::Swapped { building, card } => {
                let owner = self.board.owner(building)?;
                let (old, place) = (self.building(building), self.place(building));
                let swaps = self.does(owner, "swap", "swaps");
                format!(
                    "{swaps} {old} ({place}) for {}, under the same stack.",
                    self.open_building(card)
                )
            }
            Event::Discarded { card } => return self.discarded(card, turned_up == Some(card)),
            Event::Removed { card } => self.removed(card, turned_up == Some(card)),
            Event::ToHand { card, seat } => self.to_hand(card, seat),
            Event::HandsSwapped { one, other } => self.hands_swapped(one, other),
            Event::HandsPassed { .. } => self.hands_passed(event),
            Event::Seen { card, seat } if self.cause.is_none() => {
                return self.lies_open(card, seat);
            }
            Event::Seen { card, seat } if self.is_viewer(seat) => {
                format!(
                    "You look at {}: it is {}.",
                    self.whereabouts(card),
                    self.open_card(card)
                )
            }
            Event::Seen { card, seat } if self.viewer.is_none() => {
                format!(
                    "{seat} looks at {}: it is {}.",
                    self.whereabouts(card),
                    self.open_card(card)
                )
            }
            Event::Seen { card, seat } => format!("{seat} looks at {}.", self.whereabouts(card)),
            Event::Shown { card } => self.shown(card),
            // What is remembered is remembered in silence.
            Event::CountersPut { sort, .. } if self.rules.memory(sort).is_some() => return None,
            Event::CountersPut {
                on,
                sort,
                by,
                number,
            } => {
                let (counters, on) = (self.counters_of(sort, by, number), self.bearer(on));
                format!(
                    "{} {counters} on {on}.",
                    self.does(self.actor(), "put", "puts")
                )
            }
            Event::Written { card, name } => self.written(card, name),
            Event::CountersTaken {
                off,
                sort,
                by,
                number,
            } => {
                let (counters, off) = (self.counters_of(sort, by, number), self.bearer(off));
                format!(
                    "{} {counters} off {off}.",
                    self.does(self.actor(), "take", "takes")
                )
            }
            Event::Shuffled { .. } if self.board.phase == Phase::SetUp => {
                "The deck is shuffled.".to_string()
            }
            Event::Shuffled { .. } => "The discard pile is shuffled into a new deck.".to_string(),
            Event::Chose { seat, chosen } => {
                let whom = self.argument(Some(Element::Player), chosen.0.into(), seat);
                format!("{} {whom}.", self.does(seat, "have chosen", "has chosen"))
            }
            Event::Bid { seat, number } => {
                format!("{} {number}.", self.does(seat, "have chosen", "has chosen"))
            }
            Event::Refreshed { building } => {
                format!(
                    "{} ({}) can be used again.",
                    self.building(building),
                    self.place(building)
                )
            }
            Event::Pended(pended) => self.pended(pended),
            Event::Came(pended) => self.came(pended),
            Event::HandsOpen { seats } => self.hands_open(seats),
            Event::Overseen {
                seat,
                seen_by,
                led_by,
            } => return self.overseen(seat, [seen_by, led_by]),
            Event::MorePlays { more, fewer } => more_plays(more, fewer),
            Event::Noted { .. } => return None,
            Event::DeckShuffled { .. } => "The deck is shuffled.".to_string(),
            Event::PutInDeck { card, top, by } => self.put_in_deck(card, top, by),
            Event::Eliminated { seat } if self.is_viewer(seat) => {
                "You are out of the game.".to_string()
            }
            Event::Eliminated { seat } => format!("{seat} is out of the game."),
            Event::Lost { seat } => format!("{}.", self.does(seat, "lose", "loses")),
            Event::Won { seat } => format!("{}.", self.does(seat, "win", "wins")),
            Event::GameDrawn => "The game is a draw.".to_string(),
            Event::Used {
                seat,
                building,
                ability,
            } => self.used(seat, building, ability),
            Event::ActionPlayed { seat, card } => {
                format!("{} {}.", self.does(seat, "play", "plays"), self.card(card))
            }
            Event::Fizzled { card } => format!(
                "{} has no effect and is discarded.",
                capital(&self.card(card))
            ),
            Event::LaidAside { card, .. } if turned_up == Some(card) => {
                let how = if self.board.card(card).face_up() {
                    "taken off"
                } else {
                    "turned up"
                };
                format!(
                    "{} on {} is {how}.",
                    self.open_card(card),
                    self.place_of(card)
                )
            }
            Event::Exchanged { one, other } => {
                let [one, other] = [one, other]
                    .map(|card| format!("{} ({})", self.building(card), self.place(card)));
                format!("{one} and {other} take each other's place.")
            }
            Event::Shifted {
                building,
                seat,
                place,
            } => self.shifted(building, seat, place),
            Event::Enacted { card } => format!("{} becomes a law.", self.open_card(card)),
            Event::Triggered { card, .. } if self.board.card(card).zone == Zone::Law => {
                format!("The law {} answers.", self.answering(card))
            }
            Event::Triggered { owner, card } => {
                format!("{} of {owner} answers.", capital(&self.answering(card)))
            }
            Event::Called {
                seat,
                keyword,
                arguments,
                unanswered,
            } => {
                return self.called(seat, keyword, arguments, unanswered);
            }
            Event::Fell {
                seat,
                what,
                among: _,
            } => self.fell(seat, what),
            Event::Crisis { seat } => {
                format!(
                    "{} and nothing is left to draw: a crisis.",
                    self.does(seat, "must draw", "must draw")
                )
            }
            // What is cut off is told with its place, by `event_by`.
            Event::Cut { .. } => return None,
            Event::LaidAside { .. }
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

    /// Whose text is under way; else whose turn it is.
    fn actor(&self) -> Seat {
        self.cause.map_or(self.board.turn, |cause| cause.you)
    }

    /// A card by the face whose text answers: a building that has been destroyed lies on the pile by now.
    fn answering(&self, card: CardId) -> String {
        let face = self
            .cause
            .and_then(|cause| self.rules.origin(cause.at)?.face);
        face.map_or_else(
            || self.building(card),
            |face| face_name(self.rules, face).to_string(),
        )
    }

    fn stacked(&self, card: CardId, on: CardId, face_up: bool) -> String {
        let place = self.place(on);
        let (name, how) = match face_up {
            true => (self.open_card(card), "up"),
            false => (self.card(card), "down"),
        };
        match (self.board.card(card).zone, self.board.owner(card)) {
            (Zone::Hand, Some(seat)) => {
                format!(
                    "{} {name} face {how} on {place}.",
                    self.does(seat, "put", "puts")
                )
            }
            _ => format!("{} goes face {how} on {place}.", capital(&name)),
        }
    }

    fn built(&self, card: CardId, seat: Seat, place: u16) -> String {
        let state = self.board.card(card);
        let name = building_name(
            self.rules,
            self.rules.cards[card.index()],
            state.second_side(),
        );
        let place = format!("{seat}.{}", place + 1);
        match (state.zone, self.board.owner(card)) {
            _ if self.board.phase == Phase::SetUp => {
                format!("{} with {name}.", self.does(seat, "begin", "begins"))
            }
            (Zone::Hand, Some(builder)) => {
                format!(
                    "{} {name} at {place}.",
                    self.does(builder, "build", "builds")
                )
            }
            _ => format!("{name} comes to stand at {place}."),
        }
    }

    /// Every discarded card is open to all from then on.
    fn discarded(&self, card: CardId, turned_up: bool) -> Option<String> {
        let state = self.board.card(card);
        Some(match state.zone {
            // What lies face up has been seen by all.
            Zone::Stack if turned_up && !state.face_up() => {
                format!(
                    "{} on {} is turned up and discarded.",
                    self.open_card(card),
                    self.place_of(card)
                )
            }
            Zone::Stack => format!(
                "{} on {} is discarded.",
                self.open_card(card),
                self.place_of(card)
            ),
            Zone::Row if turned_up => format!(
                "{} ({}) is destroyed.",
                self.building(card),
                self.place(card)
            ),
            Zone::Row => format!(
                "{} ({}) is discarded.",
                self.building(card),
                self.place(card)
            ),
            Zone::Hand => format!(
                "{} is discarded from {}.",
                self.open_card(card),
                self.hand_of(state.seat())
            ),
            Zone::Deck => format!("{} is discarded from the deck.", self.open_card(card)),
            // The effect that it was aside for is over.
            Zone::Aside | Zone::Discard | Zone::Removed => return None,
            Zone::Law => format!(
                "{} is discarded: it is no law any more.",
                self.open_card(card)
            ),
        })
    }

    fn removed(&self, card: CardId, turned_up: bool) -> String {
        match self.board.card(card).zone {
            Zone::Row => {
                let how = if turned_up {
                    "destroyed and out of the game"
                } else {
                    "out of the game"
                };
                format!("{} ({}) is {how}.", self.building(card), self.place(card))
            }
            Zone::Stack => format!(
                "{} on {} is out of the game.",
                self.open_card(card),
                self.place_of(card)
            ),
            _ => format!("{} is out of the game.", self.open_card(card)),
        }
    }

    /// A keyword's own sentence: `{you do|does}` is `You do` for the viewer and `p2 does` for anybody else.
    fn called(
        &self,
        seat: Seat,
        keyword: u8,
        arguments: &[Value],
        unanswered: bool,
    ) -> Option<String> {
        let keyword = &self.rules.keywords[keyword as usize];
        let log = keyword
            .log_unanswered
            .as_ref()
            .filter(|_| unanswered)
            .or(keyword.log.as_ref())?;
        let mut sentence = String::new();
        for (index, piece) in log.split('{').enumerate() {
            let Some((name, rest)) = piece.split_once('}').filter(|_| index > 0) else {
                sentence.push_str(piece);
                continue;
            };
            let given = keyword
                .params
                .iter()
                .zip(arguments)
                .find(|((param, _), _)| param == name);
            match (name.strip_prefix("you "), given) {
                (Some(verbs), _) => {
                    let (own, other) = verbs.split_once('|').unwrap_or((verbs, verbs));
                    sentence.push_str(&self.does(seat, own, other));
                }
                (None, Some(((_, element), value))) => {
                    sentence.push_str(&self.argument(*element, *value, seat))
                }
                (None, None) => sentence.push_str(&seat.to_string()),
            }
            sentence.push_str(rest);
        }
        let end = if sentence.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        let number = seat.to_string();
        Some(format!(
            "{}{end}",
            if sentence.starts_with(&number) {
                sentence
            } else {
                capital(&sentence)
            }
        ))
    }

    /// What a keyword of `seat` was given.
    fn argument(&self, element: Option<Element>, value: Value, seat: Seat) -> String {
        let Some(element) = element else {
            return value.to_string();
        };
        if value == GONE {
            return "nothing".to_string();
        }
        let card = CardId(value);
        match element {
            Element::Player if self.is_viewer(Seat(value as u8)) => if self.is_viewer(seat) {
                "yourself"
            } else {
                "you"
            }
            .to_string(),
            Element::Player => Seat(value as u8).to_string(),
            Element::Building => format!("{} ({})", self.building(card), self.place(card)),
            Element::StackedCard => self.whereabouts(card),
            Element::Card | Element::BuildingCard => self.card(card),
            Element::Place => {
                let (seat, place) = place_of(value);
                format!("{seat}.{}", place + 1)
            }
            Element::Number => value.to_string(),
            Element::Name => self.rules.names[usize::from(value)].clone(),
        }
    }

    /// A card's name when the viewer may know it, and `a card` when not.
    fn card(&self, card: CardId) -> String {
        let state = self.board.card(card);
        let may_know = |viewer: Seat| match state.zone {
            // Which of the cards that one has seen in another's hand it is, one does not see.
            Zone::Hand => viewer == state.seat(),
            _ => self.board.is_known_to(card, viewer),
        };
        match state.face_up() || self.viewer.is_none_or(may_know) {
            true => self.open_card(card),
            false => "a card".to_string(),
        }
    }

    /// The name of a card that the event lays open, to all or to the viewer.
    fn open_card(&self, card: CardId) -> String {
        card_name(self.rules, self.rules.cards[card.index()]).to_string()
    }

    /// The same with both faces.
    fn both(&self, card: CardId) -> String {
        both_names(self.rules, self.rules.cards[card.index()])
    }

    /// Like [`Teller::open_card`], for a card that comes to stand in a row.
    fn open_building(&self, card: CardId) -> String {
        building_name(self.rules, self.rules.cards[card.index()], false).to_string()
    }

    /// The name of a building that stands: it is open to all. Of any other card it is that of [`Teller::card`].
    fn building(&self, building: CardId) -> String {
        let state = self.board.card(building);
        match state.zone {
            Zone::Row => building_name(
                self.rules,
                self.rules.cards[building.index()],
                state.second_side(),
            )
            .to_string(),
            _ => self.card(building),
        }
    }

    fn place(&self, building: CardId) -> String {
        let place = self
            .places
            .iter()
            .find(|(standing, _)| *standing == building);
        place.map_or_else(|| "nowhere".to_string(), |(_, place)| place.clone())
    }

    /// The place of the building that a card is stacked on.
    fn place_of(&self, card: CardId) -> String {
        self.board
            .under(card)
            .map_or_else(|| "nowhere".to_string(), |building| self.place(building))
    }

    fn hand_of(&self, seat: Seat) -> String {
        if self.is_viewer(seat) {
            "your hand".to_string()
        } else {
            format!("the hand of {seat}")
        }
    }

    fn is_viewer(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// `You draw`, or `p2 draws`.
    fn does(&self, seat: Seat, you: &str, other: &str) -> String {
        if self.is_viewer(seat) {
            format!("You {you}")
        } else {
            format!("{seat} {other}")
        }
    }
}
