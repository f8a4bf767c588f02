//! Tells in words that texts were cut off (END-1): for logs, traces, rulings and statistics alike.

use crate::board::{Board, CardId, Cut, Event};
use crate::engine::{Cause, Script, Watch};
use crate::table::label::card_name;

/// Why texts were cut off, and which: a sentence without its full stop. All of it is open to everybody.
pub fn told(script: &Script, why: Cut, cards: &[CardId], cause: Option<Cause>) -> String {
    let rules = &script.rules;
    let mut names: Vec<&str> = Vec::new();
    for card in cards {
        let name = card_name(rules, rules.cards[card.index()]);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let whose = match names.as_slice() {
        [] => "The text".to_string(),
        names => format!("The text of {}", names.join(", ")),
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
        Cut::Repeats => "leads back to the same position without end",
        Cut::Plays => "plays cards that play cards too deep",
        Cut::Triggers => "makes too many triggers wait",
        Cut::Things => "goes through too many things at a time",
    };
    format!("{whose}{place} {does}, and is cut off with all that is under way")
}

/// Notes every time that texts are cut off.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    pub told: Vec<String>,
}

impl Watch for Faults {
    fn event_by(&mut self, script: &Script, _board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        if let Event::Cut { why, cards } = event {
            self.told.push(told(script, *why, cards, cause));
        }
    }
}
