//! Says texts that do something.

use super::line::{Block, Line, laid_out};
use super::speaker::{Setting, Speaker, Words};
use crate::base::Since;
use crate::base::Spanned;
use crate::rules::tree::{Body, Step, Text};

/// A text that does something. One that does nothing but to call a keyword without words of its own is that keyword's.
pub(super) fn told(words: Words<'_>, text: &Text, setting: Setting) -> Vec<Line> {
    let mut only = text.body.steps.as_slice();
    let mut one_effect = false;
    if let [Spanned { node: Step::OneEffect(body), .. }] = only {
        (only, one_effect) = (&body.steps, true);
    }
    if let [step] = only
        && let Step::Call { keyword, arguments } = &step.node
        && arguments.is_empty()
        && words.keywords[*keyword].reads.is_none()
    {
        let keyword = &words.keywords[*keyword].text;
        let text = words.disputes.map_or(&keyword.printed, |settled| keyword.at(settled));
        let mut speaker = Speaker::of(words, text);
        speaker.setting = setting;
        let mut lines = speaker.lines(&text.body);
        if one_effect {
            lines.push(Line::Phrase(speaker.set_off().into()));
        }
        return lines;
    }
    let mut speaker = Speaker::of(words, text);
    speaker.setting = setting;
    speaker.lines(&text.body)
}

/// How often a text does what it does, where it says so before all else, and the text without that.
pub(super) fn how_often(text: &Text) -> Option<(&'static str, Text)> {
    let mut steps = text.body.steps.clone();
    let costs = steps.iter().take_while(|step| matches!(step.node, Step::Pay(_))).count();
    let Step::Once(since, players) = &steps.get(costs)?.node else { return None };
    let often = match (since, players) {
        (Since::ThisTurn, None) => "once a turn",
        (_, None) => "once a game",
        (Since::ThisTurn, Some(_)) => "once a turn for all players together",
        (_, Some(_)) => "once a game for all players together",
    };
    steps.remove(costs);
    Some((often, Text { body: Body { steps }, ..text.clone() }))
}

/// The text of an ability: its cost is what it is paid with.
pub(super) fn paid(words: Words<'_>, text: &Text) -> Vec<Line> {
    let costs = text.body.steps.iter().take_while(|step| matches!(step.node, Step::Pay(_))).count();
    let mut lines = Speaker::of(words, text).lines(&text.body);
    if costs == 0 {
        return lines;
    }
    let mut rest = lines.split_off(costs);
    if let ([Line::Phrase(cost)], Some(Line::Phrase(first))) = (lines.as_slice(), rest.first_mut())
        && let Some(deed) = deed(first)
    {
        *first = format!("{cost} to {deed}");
        return rest;
    }
    for line in &mut lines {
        if let Line::Phrase(phrase) = line {
            *phrase = format!("to pay for it, {phrase}");
        }
    }
    lines.append(&mut rest);
    lines
}

/// What `you` do, as it stands behind `to`; nothing where something else is said.
fn deed(phrase: &str) -> Option<&str> {
    const OTHERS: &[&str] = &[
        "a", "after", "all", "an", "another", "any", "at", "each", "for", "from", "if", "in", "it", "its", "no",
        "nobody", "nothing", "other", "that", "the", "their", "there", "they", "this", "until", "when", "while",
        "whom", "you", "your",
    ];
    let deed = phrase.strip_prefix("you ").filter(|deed| matches!(*deed, "win" | "lose")).unwrap_or(phrase);
    let first = deed.split_whitespace().next()?;
    (!OTHERS.contains(&first) && first.starts_with(|sign: char| sign.is_ascii_lowercase())).then_some(deed)
}

/// The sentences of what happens when nothing is left to draw.
pub(in crate::rules) fn crisis(words: Words<'_>, text: &Text) -> Vec<String> {
    let head = "when a card must be drawn and nothing is left to draw";
    laid_out(&[Line::Block(Block::new(head, ": ", told(words, text, Setting::Played)))])
}
