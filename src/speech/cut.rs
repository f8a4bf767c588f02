//! Tells in words that texts were cut off (END-1): for logs, traces, rulings and statistics alike.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::limits::CIRCLE;
use crate::board::{Board, CardId, Cut, Event};
use crate::engine::{Cause, Script, Watch};
use crate::speech::names::notation::{building_name, card_name};

/// Why texts were cut off, and which: a sentence without its full stop. All of it is open to everybody.
pub fn told(script: &Script, board: &Board, why: Cut, cards: &[CardId], cause: Option<Cause>) -> String {
    if why == Cut::Menu {
        return "What can be chosen looks at too many things, and some of it is not offered".to_string();
    }
    if why == Cut::Repeats {
        return endless(script, board, cards);
    }
    let rules = &script.rules;
    let mut names: Vec<&str> = Vec::new();
    for card in cards.iter().take(CIRCLE) {
        let name = whose_text(script, board, *card, cause);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = if cards.len() > CIRCLE { " and of others" } else { "" };
    let whose = match (names.as_slice(), cause.and_then(|cause| lent(script, board, cards, cause))) {
        (_, Some(lent)) => lent,
        ([], _) => "The text".to_string(),
        (names, _) => format!("The text of {}{more}", names.join(", ")),
    };
    let written = cause.filter(|cause| !script.is_draw(cause.at)).map(|cause| rules.code_spans[usize::from(cause.at)]);
    let place = written.map_or_else(String::new, |(file, span)| {
        let source = &rules.sources[usize::from(file)];
        format!(" ({}, line {})", source.name, source.line(span.start))
    });
    let does = match why {
        Cut::Steps => "takes too many steps",
        Cut::Looks => "looks at too many things",
        Cut::Chain => "goes on and on",
        Cut::Plays => "plays cards that play cards too deep",
        Cut::Triggers => "makes too many triggers wait",
        Cut::Things => "goes through too many things at a time",
        Cut::Counters => "puts more counters than there is room for",
        Cut::Pending => "says more for a while than there is room for",
        Cut::Menu | Cut::Repeats => "cannot be looked at",
    };
    format!("{whose}{place} {does}, and is cut off with all that is under way")
}

/// A card by the side of it whose text it is.
fn whose_text<'a>(script: &'a Script, board: &Board, card: CardId, cause: Option<Cause>) -> &'a str {
    let (rules, kind) = (&script.rules, script.rules.cards[card.index()]);
    let face = cause.filter(|cause| cause.this == card).and_then(|cause| rules.origin(cause.at)?.face);
    let buildings = &rules.kinds[kind.index()].buildings;
    let second = match face {
        Some(face) => buildings.iter().position(|side| *side == face),
        None => board.place(card).map(|_| usize::from(board.card(card).second_side())),
    };
    match second {
        Some(second) => building_name(rules, kind, second > 0),
        None => card_name(rules, kind),
    }
}

/// Whose text it is, where a building has it besides its own.
fn lent(script: &Script, board: &Board, cards: &[CardId], cause: Cause) -> Option<String> {
    let ([card], rules) = (cards, &script.rules) else { return None };
    let face = rules.origin(cause.at)?.face?;
    let kind = &rules.kinds[rules.cards[card.index()].index()];
    if kind.action == Some(face) || kind.buildings.contains(&face) {
        return None;
    }
    let second = board.card(*card).second_side();
    let has = building_name(rules, rules.cards[card.index()], second);
    Some(format!("The text of {} that {has} has", rules.faces[face.index()].label))
}

/// Texts that answer each other in a circle: the shortest one, from the building that stands first on, in their order.
fn endless(script: &Script, board: &Board, cards: &[CardId]) -> String {
    let rules = &script.rules;
    let place = |card: CardId| board.owner(card).zip(board.place(card));
    let first = (0..cards.len()).min_by_key(|at| (place(cards[*at]).is_none(), place(cards[*at]), *at)).unwrap_or(0);
    // Of a long circle the beginning is told, as it came.
    let more = cards.len() > CIRCLE;
    let first = if more { 0 } else { first };
    let around = cards[first..].iter().chain(&cards[..first]).take(CIRCLE);
    let named = |card: &CardId| match place(*card) {
        Some((seat, at)) => {
            let second = board.card(*card).second_side();
            format!("{} {seat}.{}", building_name(rules, rules.cards[card.index()], second), at + 1)
        }
        None => card_name(rules, rules.cards[card.index()]).to_string(),
    };
    let names: Vec<String> = around.map(named).collect();
    let names = match names.as_slice() {
        [] => "a text".to_string(),
        [one] => one.clone(),
        names if more => format!("{} and more", names.join(", ")),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    };
    format!("The game stops: endless triggers, {names}, same position again, no choice leads out")
}

/// Notes every time that texts are cut off.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    pub told: Vec<String>,
}

impl Watch for Faults {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        if let Event::Cut { why, cards } = event {
            self.told.push(told(script, board, *why, cards, cause));
        }
    }
}

/// How often texts were cut off in many games, by what is told of it. The order in which games are added changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cuts(BTreeMap<String, Often>);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Often {
    pub times: u64,
    /// In how many games.
    pub games: u64,
}

impl Cuts {
    /// What was told in one game.
    pub fn of_game(told: &[String]) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.add_game(told.iter().map(String::as_str));
        cuts
    }

    /// Adds what was told in one game.
    pub fn add_game<'a>(&mut self, told: impl IntoIterator<Item = &'a str>) {
        let mut game: BTreeMap<&str, u64> = BTreeMap::new();
        for sentence in told {
            *game.entry(sentence).or_default() += 1;
        }
        for (sentence, times) in game {
            self.add(sentence, Often { times, games: 1 });
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Cuts) {
        other.0.iter().for_each(|(sentence, often)| self.add(sentence, *often));
    }

    fn add(&mut self, sentence: &str, more: Often) {
        let often = self.0.entry(sentence.to_string()).or_default();
        often.times = often.times.saturating_add(more.times);
        often.games = often.games.saturating_add(more.games);
    }

    /// What is told, with how often; what was told most often comes first.
    pub fn each(&self) -> Vec<(&str, Often)> {
        let mut all: Vec<(&str, Often)> = self.0.iter().map(|(sentence, often)| (sentence.as_str(), *often)).collect();
        all.sort_by_key(|(_, often)| std::cmp::Reverse(often.times));
        all
    }

    /// How often, all together.
    pub fn times(&self) -> u64 {
        self.0.values().fold(0, |sum, often| sum.saturating_add(often.times))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// They may be those of so many games.
    pub fn fit(&self, games: u64) -> bool {
        self.0.values().all(|often| (1..=games).contains(&often.games) && often.games <= often.times)
    }
}
