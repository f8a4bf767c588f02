//! Says what stands on a face, clause by clause.

use super::declared::{goal, singular};
use super::happening::{barred, instead, triggered};
use super::line::{Block, Line, laid_out};
use super::speaker::{Setting, Speaker, Words};
use super::text::{how_often, paid, told};
use crate::base::article;
use crate::rules::tree::Face;

/// The sentences of a face. What an action says that has no `play` clause is that it cannot be played.
pub(in crate::rules) fn face(words: Words<'_>, face: &Face, building: bool) -> Vec<String> {
    let mut lines = Vec::new();
    match &face.play {
        Some(play) => lines.extend(told(words, play, Setting::Played)),
        None if building => {}
        None => lines.push(Line::Phrase("this cannot be played as an action".into())),
    }
    if let Some(replay) = &face.replay {
        lines.push(Line::Block(Block::new("when this is replayed", ": ", told(words, replay, Setting::Played))));
    }
    for ability in &face.abilities {
        let limit = match (ability.start, ability.once) {
            (true, _) => "at the start of your turn, once",
            (false, true) => "once a turn",
            (false, false) => "on your turn, as often as you like",
        };
        let often = if ability.start || ability.once { None } else { how_often(&ability.text) };
        let limit = often.as_ref().map_or(limit, |(often, _)| often);
        let text = often.as_ref().map_or(&ability.text, |(_, text)| text);
        let name = ability.name.as_ref().map_or(String::new(), |name| format!("\"{name}\", "));
        let mut speaker = Speaker::new(words, ability.condition.as_ref().map_or(0, |alone| alone.locals));
        let Ok(condition) = speaker.open(ability.condition.as_ref().map(|alone| &alone.node)) else { continue };
        let condition = condition.map_or(String::new(), |cond| format!(", if {}", speaker.cond(cond)));
        let head = format!("{name}{limit}{condition}");
        lines.push(Line::Block(Block::new(head, ": ", paid(words, text))));
    }
    lines.extend(face.triggers.iter().map(|trigger| triggered(words, trigger)));
    lines.extend(face.bars.iter().map(|bar| barred(words, bar)));
    lines.extend(face.instead.iter().map(|clause| instead(words, clause)));
    for lasting in &face.lasting {
        let mut speaker = Speaker::new(words, lasting.locals);
        let Ok(condition) = speaker.during(lasting.node.condition.as_ref()) else { continue };
        lines.push(Line::Phrase(format!("{condition}{}", speaker.status(&lasting.node))));
    }
    for counts in &face.counts_as {
        let (condition, set) = &counts.clause.node;
        let mut speaker = Speaker::new(words, counts.clause.locals);
        let Ok(condition) = speaker.during(condition.as_ref()) else { continue };
        let (set, be) = speaker.subject(set);
        let tally = &words.names.tallies[counts.tally];
        let counted = match be {
            "is" if counts.times > 1 => format!("{set} counts as {} {tally}", counts.times),
            "is" => {
                let one = singular(tally);
                format!("{set} counts as {} {one}", article(&one))
            }
            _ => format!("{set} count as {tally}"),
        };
        lines.push(Line::Phrase(format!("{condition}{counted}{}", goal(words, counts.tally))));
    }
    for number in &face.raises {
        let mut speaker = Speaker::new(words, number.locals);
        let number = speaker.number(&number.node);
        lines.push(Line::Phrase(format!("your starred numbers are raised by {number}")));
    }
    for clause in &face.alters {
        let mut speaker = Speaker::new(words, clause.locals);
        lines.extend(speaker.alters(&clause.node).map(Line::Phrase));
    }
    lines.extend(winning(words, face));
    laid_out(&lines)
}

/// Those of its sentences that say when it wins.
pub(in crate::rules) fn wins(words: Words<'_>, face: &Face) -> Vec<String> {
    laid_out(&winning(words, face))
}

pub(super) fn winning(words: Words<'_>, face: &Face) -> Vec<Line> {
    let mut lines = Vec::new();
    for cond in &face.wins {
        let mut speaker = Speaker::new(words, cond.locals);
        let Ok(open) = speaker.open(Some(&cond.node)) else { continue };
        let when = open.map_or(String::new(), |cond| format!(" when {}", speaker.cond(cond)));
        lines.push(Line::Phrase(format!("you win{when}")));
    }
    lines
}

/// What a sort of counters says of what bears it, beside what it is for.
pub(in crate::rules) fn mark(words: Words<'_>, mark: &Face, owned: bool) -> Vec<String> {
    let head = match owned {
        true => "It is remembered who has put it there. To them it says of the card that bears it:",
        false => "It says of the card that bears it:",
    };
    let listed = face(words, mark, true).into_iter().map(|line| match line.starts_with(' ') {
        true => format!("  {line}"),
        false => format!("  - {line}"),
    });
    std::iter::once(head.to_string()).chain(listed).collect()
}
