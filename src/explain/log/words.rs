//! The words that sentences of the log are filled with.

use crate::log::sentences::Teller;
use crate::names::{both_names, building_name, card_name, face_name};
use crate::options::label::Spot;
use crate::pending::{pending_by, secrets};
use board::{Bearer, CardId, Fell, Pended, Seat, Seats, SeenPended, Zone};
use engine::{GONE, Value};
use itertools::Itertools;
use rules::ir::{Element, Face, NameId};
use text::{Until, capital};

impl Teller<'_> {
    /// Fills a template about a player and one or two cards.
    pub(super) fn say(&self, seat: Seat, cards: &[CardId], text: &str) -> String {
        self.fill(seat, text, |word| {
            let (word, card) = match word.strip_suffix(" 2") {
                Some(word) => (word, cards.get(1)),
                None => (word, cards.first()),
            };
            let card = card.copied().unwrap_or(CardId::NONE);
            match word {
                "card" => self.card(card),
                "Card" => capital(&self.card(card)),
                "open" => self.open_card(card),
                "Open" => capital(&self.open_card(card)),
                "both" => both_names(self.rules, self.rules.cards[card.index()]),
                "face" => self.face(card, self.board.card(card).second_side()),
                "front" => self.face(card, false),
                "building" => self.standing(card),
                "at" => self.place(card),
                "on" => self.place_of(card),
                "where" => self.whereabouts(card),
                "Where" => capital(&self.whereabouts(card)),
                "hand" => self.hand_of(self.board.card(card).seat()),
                "from another" => match self.board.card(card) {
                    state if state.zone == Zone::Hand && state.seat() != seat => {
                        format!(" from {}", self.hand_of(state.seat()))
                    }
                    _ => String::new(),
                },
                "answering" => self.answering(card),
                "Answering" => capital(&self.answering(card)),
                _ => seat.to_string(),
            }
        })
    }

    /// Fills a template: `{you draw|draws}` is `You draw` for the viewer and `p2 draws` for anybody else.
    pub(super) fn fill(&self, seat: Seat, text: &str, word: impl Fn(&str) -> String) -> String {
        let mut sentence = String::new();
        for (index, piece) in text.split('{').enumerate() {
            let Some((name, rest)) = piece.split_once('}').filter(|_| index > 0) else {
                sentence.push_str(piece);
                continue;
            };
            sentence += &match name.strip_prefix("you ") {
                Some(verbs) => {
                    let (own, other) = verbs.split_once('|').unwrap_or((verbs, verbs));
                    self.does(seat, own, other)
                }
                None => word(name),
            };
            sentence.push_str(rest);
        }
        sentence
    }

    /// A keyword's own sentence.
    pub(super) fn called(
        &self,
        seat: Seat,
        keyword: u8,
        arguments: &[Value],
        unanswered: bool,
    ) -> Option<String> {
        let keyword = &self.rules.keywords[usize::from(keyword)];
        let own = keyword.log_unanswered.as_ref().filter(|_| unanswered);
        let log = own.or(keyword.log.as_ref())?;
        let sentence = self.fill(seat, log, |name| {
            let mut given = keyword.params.iter().zip(arguments);
            match given.find(|((param, _), _)| param == name) {
                Some(((_, element), value)) => self.argument(*element, *value, seat),
                None => seat.to_string(),
            }
        });
        let end = match sentence.ends_with(['.', '!', '?']) {
            true => "",
            false => ".",
        };
        Some(match sentence.starts_with(&seat.to_string()) {
            true => format!("{sentence}{end}"),
            false => format!("{}{end}", capital(&sentence)),
        })
    }

    /// What a keyword of `seat` was given.
    pub(super) fn argument(&self, element: Option<Element>, value: Value, seat: Seat) -> String {
        let Some(element) = element else {
            return value.to_string();
        };
        if value == GONE {
            return "nothing".to_string();
        }
        let card = CardId(value);
        match element {
            Element::Player => self.whom(Seat(value as u8), seat),
            Element::Building => self.standing(card),
            Element::StackedCard => self.whereabouts(card),
            Element::Card | Element::BuildingCard => self.card(card),
            Element::Place => Spot::of_place(value).to_string(),
            Element::Number => value.to_string(),
            Element::Name => self.rules.names[usize::from(value)].clone(),
        }
    }

    /// A player to whom another one does something.
    pub(super) fn whom(&self, seat: Seat, actor: Seat) -> String {
        match self.is_viewer(seat) {
            true if actor == seat => "yourself".to_string(),
            true => "you".to_string(),
            false => seat.to_string(),
        }
    }

    /// What chance has decided.
    pub(super) fn fell(&self, seat: Seat, what: Fell) -> String {
        let chance = match what {
            Fell::Coin { heads } => {
                let side = if heads { "heads" } else { "tails" };
                return format!("{} a coin: {side}.", self.does(seat, "toss", "tosses"));
            }
            Fell::Die(number) => {
                return format!("{} a die: {number}.", self.does(seat, "roll", "rolls"));
            }
            Fell::Player(chosen) if self.is_viewer(chosen) => "you".to_string(),
            Fell::Player(chosen) => chosen.to_string(),
            Fell::Card(card) => match self.board.card(card).zone {
                Zone::Row => self.standing(card),
                // Chance has no secrets from those who see all, and from whoever holds the card.
                Zone::Hand if self.card(card) != "a card" => {
                    self.say(seat, &[card], "{card} in {hand}")
                }
                Zone::Discard => self.open_card(card),
                _ => self.whereabouts(card),
            },
            Fell::Place(seat, place) => Spot { seat, place }.to_string(),
            Fell::Number(number) => number.to_string(),
        };
        format!("Chance picks {chance}.")
    }

    /// `NAME does nothing when played and is discarded, but answers for p2.`
    pub(super) fn but_answers(&self, sentence: &str, owner: Seat) -> String {
        let whom = match self.is_viewer(owner) {
            true => "you".to_string(),
            false => owner.to_string(),
        };
        format!(
            "{}, but answers for {whom}.",
            sentence.trim_end_matches('.')
        )
    }

    /// What was said for later comes.
    pub(super) fn came(&self, pended: Pended) -> String {
        let seen = SeenPended::of(self.board, pended);
        let came = match pended.until {
            Until::Reversed => "Play goes clockwise again.".to_string(),
            Until::SkippedTurn => self.say(pended.whose, &[], "{you skip|skips} a turn."),
            Until::ExtraTurn => self.say(pended.whose, &[], "{you take|takes} an extra turn."),
            _ => {
                let name = pending_by(self.rules, &seen, self.viewer);
                format!("{name} takes effect now.")
            }
        };
        match secrets(self.rules, &seen).as_slice() {
            [] => came,
            shown => format!("{came} What was secret is shown: {}.", shown.join(" and ")),
        }
    }

    /// Who sees a hand or decides for its player from now on, and who no more.
    pub(super) fn overseen(&self, seat: Seat, [seen_by, led_by]: [Seats; 2]) -> Option<String> {
        let whose = match self.is_viewer(seat) {
            true => "your".to_string(),
            false => format!("{seat}'s"),
        };
        let [before, _] = self.board.over(seat);
        let changed = Seats(before.0 ^ seen_by.0).without(seat);
        let mut told = changed
            .iter()
            .map(|by| {
                let what = format!("{whose} hand");
                self.changed(by, ["see", "sees"], &what, seen_by.has(by))
            })
            .collect_vec();
        let leads = |by: &Seat| led_by.has(*by) && self.board.living.has(*by);
        let before = self.board.chooser(seat).by;
        let now = seat.clockwise(self.board.seats).find(leads).unwrap_or(seat);
        if before != now {
            let (who, what) = (
                if now == seat { before } else { now },
                format!("{whose} decisions"),
            );
            told.push(self.changed(who, ["make", "makes"], &what, now != seat));
        }
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// What the viewer holds who gets that hand.
    pub(super) fn holds(&self, from: Seat) -> String {
        let hand = self.board.hand(from).iter();
        match hand.map(|card| self.open_card(*card)).join(", ").as_str() {
            "" => " You hold no cards now.".to_string(),
            cards => format!(" You hold {cards} now."),
        }
    }

    /// `1 tick`, `2 ticks`, and whose they are where that is another player than the one who does it.
    pub(super) fn counters(&self, sort: u8, by: Option<Seat>, number: u16) -> String {
        let counter = self.rules.counters.get(usize::from(sort));
        let name = match counter.filter(|_| number != 1) {
            Some(counter) => &counter.plural,
            None => self.rules.counter(sort),
        };
        match by.filter(|by| *by != self.actor()) {
            Some(by) if self.is_viewer(by) => format!("{number} {name} of yours"),
            Some(by) => format!("{number} {name} of {by}"),
            None => format!("{number} {name}"),
        }
    }

    /// Who or what carries counters.
    pub(super) fn bearer(&self, bearer: Bearer) -> String {
        match bearer {
            Bearer::Player(seat) => self.whom(seat, self.actor()),
            Bearer::Card(card) if self.board.card(card).zone == Zone::Row => self.standing(card),
            Bearer::Card(card) if self.board.card(card).zone == Zone::Law => {
                format!("the law {}", self.card(card))
            }
            Bearer::Card(card) => match self.card(card) {
                name if name == "a card" => self.whereabouts(card),
                name => format!("{name} on {}", self.place_of(card)),
            },
        }
    }

    /// What an ability of a building is called, where that tells it from others.
    pub(super) fn ability(&self, building: CardId, ability: u8) -> Option<&str> {
        let kind = self.rules.kind(building);
        let face = kind.buildings[usize::from(self.board.card(building).second_side())];
        let named = |face: &Face, at: u8| {
            let ability = face.abilities.get(usize::from(at))?;
            ability.name.filter(|_| face.abilities.len() > 1)
        };
        let name = |id: NameId| self.rules.names[id.index()].as_str();
        let own = named(&self.rules.faces[face.index()], ability).map(name);
        let mut given = self.rules.given_abilities();
        own.or_else(|| {
            let (_, face, at) = given.find(|(number, ..)| *number == ability)?;
            let face = &self.rules.faces[face.index()];
            Some(named(face, at).map_or(face.label.as_str(), name))
        })
    }

    /// Whose text is under way; else whose turn it is.
    pub(super) fn actor(&self) -> Seat {
        self.cause.map_or(self.board.turn, |cause| cause.you)
    }

    /// A card by the face whose text answers: a building that has been destroyed lies on the pile by now.
    pub(super) fn answering(&self, card: CardId) -> String {
        let text = self.cause.and_then(|cause| self.rules.origin(cause.at));
        match text.and_then(|text| text.face) {
            Some(face) => face_name(self.rules, face).to_string(),
            None => self.building(card),
        }
    }

    /// A card's name when the viewer may know it, and `a card` when not.
    pub(super) fn card(&self, card: CardId) -> String {
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
    pub(super) fn open_card(&self, card: CardId) -> String {
        card_name(self.rules, self.rules.cards[card.index()]).to_string()
    }

    pub(super) fn face(&self, card: CardId, second_side: bool) -> String {
        building_name(self.rules, self.rules.cards[card.index()], second_side).to_string()
    }

    /// The name of a building that stands: it is open to all. Of any other card it is that of [`Teller::card`].
    pub(super) fn building(&self, building: CardId) -> String {
        let state = self.board.card(building);
        match state.zone {
            Zone::Row => self.face(building, state.second_side()),
            _ => self.card(building),
        }
    }

    /// The same with its place: `NAME (p1.2)`.
    pub(super) fn standing(&self, building: CardId) -> String {
        format!("{} ({})", self.building(building), self.place(building))
    }

    pub(super) fn place(&self, building: CardId) -> String {
        let mut places = self.places.iter();
        let place = places.find(|(standing, _)| *standing == building);
        place.map_or("nowhere", |(_, place)| place).to_string()
    }

    /// The place of the building that a card is stacked on.
    pub(super) fn place_of(&self, card: CardId) -> String {
        self.place(self.board.under(card).unwrap_or(CardId::NONE))
    }

    /// Where a card lies, without its name.
    pub(super) fn whereabouts(&self, card: CardId) -> String {
        let state = self.board.card(card);
        let is_top = |building| self.board.card(building).top() == card;
        match state.zone {
            Zone::Deck => "a card of the deck".to_string(),
            Zone::Discard => "a card of the discard pile".to_string(),
            Zone::Aside | Zone::Removed => "a card".to_string(),
            Zone::Law => "a law".to_string(),
            Zone::Hand => format!("a card in {}", self.hand_of(state.seat())),
            Zone::Row => format!("the building at {}", self.place(card)),
            Zone::Stack if self.board.under(card).is_some_and(is_top) => {
                format!("the top card on {}", self.place_of(card))
            }
            Zone::Stack => format!("a card on {}", self.place_of(card)),
        }
    }

    pub(super) fn hand_of(&self, seat: Seat) -> String {
        match self.is_viewer(seat) {
            true => "your hand".to_string(),
            false => format!("the hand of {seat}"),
        }
    }

    pub(super) fn is_viewer(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// `You draw`, or `p2 draws`.
    pub(super) fn does(&self, seat: Seat, you: &str, other: &str) -> String {
        match self.is_viewer(seat) {
            true => format!("You {you}"),
            false => format!("{seat} {other}"),
        }
    }

    /// `p2 sees your hand from now on.`, or `p2 no longer sees your hand.`
    pub(super) fn changed(
        &self,
        seat: Seat,
        [you, other]: [&str; 2],
        what: &str,
        now: bool,
    ) -> String {
        if now {
            return format!("{} {what} from now on.", self.does(seat, you, other));
        }
        let [you, other] = [you, other].map(|verb| format!("no longer {verb}"));
        format!("{} {what}.", self.does(seat, &you, &other))
    }
}
