//! A game as the page shows it: what is known of it to everybody, and its moments.

use serde_json::{Value, json};

use crate::wire::{LogLine, Moment, ToPage};
use board::Seat;
use bots::protocol::{Clock, Player, Start, Table};
use explain::options::taken::Taken;
use record::traces::timeline::{Eyes, Timeline};
use rules::ir::{FaceId, Rules};

/// People think as long as they like.
pub const NO_CLOCK: Clock = Clock {
    move_ms: 0,
    game_ms: None,
};

/// A game that was played, as the page shows it to those eyes.
pub fn shown(timeline: &Timeline, eyes: Eyes) -> Value {
    let (moments, lines) = moments_of(timeline, eyes);
    let replay = ToPage::Replay {
        re: None,
        moments,
        lines,
        open: eyes == Eyes::Open,
    };
    json!({"start": start_of(&timeline.script(0).rules, timeline.players(), None), "replay": replay})
}

/// All that is known of a game to everybody, with the lines of the cards' texts; the seat is that of whoever reads.
pub fn start_of(rules: &Rules, players: u8, seat: Option<Player>) -> Value {
    let lines = |id: FaceId| rules.faces[id.index()].lines.clone();
    let start = Start::new(rules, 1, players, Seat(0), NO_CLOCK);
    let mut start = serde_json::to_value(start).expect("it is made of texts and numbers");
    if let Some(start) = start.as_object_mut() {
        start.remove("clock");
        start.remove("game");
        start.insert("seat".to_string(), json!(seat));
        start.insert("crisis_lines".to_string(), json!(rules.crisis_lines));
    }
    for (kind, said) in rules.kinds.iter().zip(list(&mut start, "cards")) {
        if let Some(action) = kind.action {
            said["action"]["lines"] = json!(lines(action));
        }
        for (face, said) in kind.buildings.iter().zip(list(said, "buildings")) {
            said["lines"] = json!(lines(*face));
        }
    }
    for (keyword, said) in rules.keywords.iter().zip(list(&mut start, "keywords")) {
        said["lines"] = json!(keyword.lines);
    }
    for (tally, said) in rules.tallies.iter().zip(list(&mut start, "tallies")) {
        said["lines"] = json!(tally.lines);
    }
    start
}

/// All moments of a game and its log, as those eyes may see them.
pub fn moments_of(timeline: &Timeline, eyes: Eyes) -> (Vec<Moment>, Vec<LogLine>) {
    let may_know = |taken: &&Taken| match eyes {
        Eyes::Open => true,
        Eyes::Seat(seat) => taken.who.by == seat,
    };
    let moment = |at: usize| {
        let taken = timeline.taken().get(at).filter(may_know);
        Moment {
            line: timeline.before(at, eyes),
            turn: timeline.turn(at),
            by: taken.map(|taken| Player(taken.who.by)),
            label: taken.map(|taken| taken.label.clone()),
            view: Table::new(&timeline.script(at).rules, &timeline.view(at, eyes)),
        }
    };
    let moments = (0..=timeline.last()).map(moment).collect();
    (
        moments,
        told(
            timeline.lines(timeline.last(), eyes),
            timeline.turns(eyes),
            0,
        ),
    )
}

/// Sentences of a log from one on, those with which turns begin as headings.
pub fn told(lines: &[String], turns: &[(usize, Seat)], from: usize) -> Vec<LogLine> {
    let turn = |at: usize| {
        turns
            .iter()
            .find(|(line, _)| *line == at)
            .map(|(_, seat)| Player(*seat))
    };
    let lines = lines.iter().enumerate().skip(from);
    lines
        .map(|(at, text)| LogLine {
            text: text.clone(),
            turn: turn(at),
        })
        .collect()
}

fn list<'v>(value: &'v mut Value, key: &str) -> impl Iterator<Item = &'v mut Value> {
    value
        .get_mut(key)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}
