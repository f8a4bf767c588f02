//! Tells in words that texts were cut off (END-1): for logs, traces, rulings and statistics alike.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use crate::names::{building_label, card_label};
use crate::options::label::Spot;
use board::{Board, CardId, Cut, Event};
use engine::{Cause, Script, Watch};
use rules::ir::FaceId;
use text::limits::CIRCLE;

/// Why texts were cut off, and which: a sentence without its full stop. All of it is open to everybody.
pub fn told(
    script: &Script,
    board: &Board,
    why: Cut,
    cards: &[CardId],
    cause: Option<Cause>,
) -> String {
    if why == Cut::Menu {
        return "Finding the options takes too many checks, so some are not offered".to_string();
    }
    if why == Cut::Repeats {
        return endless(script, board, cards);
    }
    // Many that wait at a time are not the fault of a rule that is under way.
    let face = cause.and_then(|cause| script.rules.origin(cause.at)?.face);
    let cause = cause.filter(|_| why != Cut::Triggers || face.is_some() || cards.is_empty());
    let whose = match (cause, cards) {
        (Some(cause), _) if !script.is_draw(cause.at) => text_of(script, board, cause),
        (_, [card, ..]) => format!("The text of {}", name_of(script, board, *card)),
        (_, []) => "The text".to_string(),
    };
    let (others, turns) = match why {
        Cut::Circle => (String::new(), in_turn(script, board, cards)),
        _ => (others(script, board, cards, cause), String::new()),
    };
    let does = match why {
        Cut::Steps => "takes too many steps",
        Cut::Looks => "checks too many things",
        Cut::Chain | Cut::Circle => "sets off too many texts",
        Cut::Plays => "plays cards that play cards too many levels deep",
        Cut::Triggers => "queues too many triggers",
        Cut::Things => "handles too many things at once",
        Cut::Counters => "puts more counters than the game can hold",
        Cut::Pending => "has more lasting effects than the game can hold",
        Cut::Menu | Cut::Repeats => "cannot be looked at",
    };
    format!("{whose}{others} {does}{turns} and is cut off, with everything under way")
}

/// The sequence that texts of several names repeat, from the same one on wherever it has been cut off.
fn in_turn(script: &Script, board: &Board, cards: &[CardId]) -> String {
    let names = cards.iter().map(|card| name_of(script, board, *card));
    let names = names.collect_vec();
    let from = |at: usize| names.iter().cycle().skip(at).take(names.len());
    let first = (0..names.len()).min_by_key(|at| from(*at).collect_vec());
    match names.iter().all_equal() {
        true => String::new(),
        false => format!(", {} again and again,", listed(from(first.unwrap_or(0)))),
    }
}

fn listed(names: impl IntoIterator<Item = impl ToString>) -> String {
    let names = names.into_iter().map(|name| name.to_string());
    match names.collect_vec().as_slice() {
        [] => "a text".to_string(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A text by the face that it is on, with whoever has it besides its own, and its place: that of its own words, where a
/// keyword is under way.
fn text_of(script: &Script, board: &Board, cause: Cause) -> String {
    let rules = &script.rules;
    let origin = rules.origin(cause.at);
    let (whose, has) = match origin.and_then(|origin| origin.face) {
        None => (String::new(), String::new()),
        Some(face) => {
            let lent = cause.this.is_some() && !is_on(script, cause.this, face);
            let has = lent.then(|| format!(" that {} has", name_of(script, board, cause.this)));
            (
                format!(" of {}", rules.faces[face.index()].label),
                has.unwrap_or_default(),
            )
        }
    };
    let called = origin
        .and_then(|origin| origin.calls_at(cause.at).next())
        .map_or(cause.at, |call| call.begins);
    let (file, span) = rules.code_spans[usize::from(called)];
    let source = &rules.sources[usize::from(file)];
    format!(
        "The text{whose}{has} ({}, line {})",
        source.name,
        source.line(span.start)
    )
}

/// Other texts that go on with it.
fn others(script: &Script, board: &Board, cards: &[CardId], cause: Option<Cause>) -> String {
    let face = cause.and_then(|cause| script.rules.origin(cause.at)?.face);
    // Another card of that name has the same text, its own or a lent one.
    let first = cause.map(|cause| cause.this).or(cards.first().copied());
    let own = first
        .filter(|card| card.is_some())
        .map(|card| name_of(script, board, card));
    let others = cards.iter().take(CIRCLE);
    let others = others.filter(|card| !face.is_some_and(|face| is_on(script, **card, face)));
    let names = others.map(|card| name_of(script, board, *card));
    let names = names.filter(|name| Some(*name) != own).unique().join(", ");
    match (names.is_empty(), cards.len() > CIRCLE) {
        (true, _) => String::new(),
        (false, true) => format!(" and of {names} and others"),
        (false, false) => format!(" and of {names}"),
    }
}

/// The face is one of the card's own.
fn is_on(script: &Script, card: CardId, face: FaceId) -> bool {
    let kind = &script.rules.kinds[script.rules.cards[card.index()].index()];
    kind.action == Some(face) || kind.buildings.contains(&face)
}

/// A card by the side of it that is a building, where it is one.
fn name_of<'a>(script: &'a Script, board: &Board, card: CardId) -> &'a str {
    let (rules, kind) = (&script.rules, script.rules.cards[card.index()]);
    match board.place(card) {
        Some(_) => building_label(rules, kind, board.card(card).second_side()),
        None => card_label(rules, kind),
    }
}

/// A longer sequence is told by its cards, each once.
const SEQUENCE: usize = 64;

/// Texts that answer each other in a circle: the shortest sequence that repeats, from the building that stands first on.
fn endless(script: &Script, board: &Board, cards: &[CardId]) -> String {
    let place = |card: CardId| Spot::of(board, card);
    let first = cards
        .iter()
        .position_min_by_key(|card| (place(**card).is_none(), place(**card)));
    let around = cards
        .iter()
        .cycle()
        .skip(first.unwrap_or(0))
        .take(cards.len())
        .copied();
    let named = |card: CardId| match place(card) {
        Some(spot) => format!("{} {spot}", name_of(script, board, card)),
        None => name_of(script, board, card).to_string(),
    };
    let (names, long) = match cards.len() {
        many if many > SEQUENCE => {
            let long = format!(", {many} texts one after the other");
            (around.unique().map(named).collect_vec(), long)
        }
        _ => (around.map(named).collect_vec(), String::new()),
    };
    let names = listed(names);
    format!(
        "The game stops: endless triggers, {names}{long}, same position again, no choice leads out"
    )
}

/// Notes every time that texts are cut off.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    pub told: Vec<String>,
}

impl Watch for Faults {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
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
        for (sentence, times) in told.into_iter().counts() {
            self.add(
                sentence,
                Often {
                    times: times as u64,
                    games: 1,
                },
            );
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Cuts) {
        other
            .0
            .iter()
            .for_each(|(sentence, often)| self.add(sentence, *often));
    }

    fn add(&mut self, sentence: &str, more: Often) {
        let often = self.0.entry(sentence.to_string()).or_default();
        often.times = often.times.saturating_add(more.times);
        often.games = often.games.saturating_add(more.games);
    }

    /// What is told, with how often; what was told most often comes first.
    pub fn each(&self) -> Vec<(&str, Often)> {
        let all = self
            .0
            .iter()
            .map(|(sentence, often)| (sentence.as_str(), *often));
        all.sorted_by_key(|(_, often)| std::cmp::Reverse(often.times))
            .collect()
    }

    /// How often, all together.
    pub fn times(&self) -> u64 {
        self.0
            .values()
            .fold(0, |sum, often| sum.saturating_add(often.times))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// They may be those of so many games.
    pub fn fit(&self, games: u64) -> bool {
        self.0
            .values()
            .all(|often| (1..=games).contains(&often.games) && often.games <= often.times)
    }
}
