//! Reads a position's text, line by line, and reports all its faulty lines at once.

use std::collections::BTreeSet;

use super::grammar::{Part, Rule, read_line};
use super::position::{
    Building, Card, Cards, Counter, Law, Line, Mark, Nation, Phase, PositionText, StackEntry,
};
use super::words::{Player, telling_lines};
use crate::Fault;
use text::limits::COPIES;
use text::{Span, Spanned, suggest};

/// Reads a position; empty lines and `#` comments are passed over. All places are `offset` bytes further on than in
/// `text`.
///
/// # Errors
/// Every line that cannot be read or whose key was given before, in the order of the lines.
pub fn parse_position(text: &str, offset: usize) -> Result<PositionText, Vec<Fault>> {
    let mut position = PositionText::default();
    let mut errors = Vec::new();
    let mut keys = BTreeSet::new();
    for (span, text) in telling_lines(text) {
        let span = span.shifted(offset);
        match parse_line(text, span.start) {
            Ok(line) if !keys.insert(line.key()) => errors.push(given_twice(&line, text, span)),
            Ok(line) => position.lines.push(Spanned::new(line, span)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(position)
    } else {
        Err(errors)
    }
}

fn given_twice(line: &Line, text: &str, span: Span) -> Fault {
    let key = match line {
        Line::Turn { .. } => "turn",
        _ => text.split_once(':').map_or(text, |(key, _)| key).trim_end(),
    };
    let span = Span::new(span.start, span.start + key.len());
    Fault::new(span, format!("`{}` is given twice", line.key()))
        .with_help("remove one of the two lines")
}

fn parse_line(text: &str, offset: usize) -> Result<Line, Fault> {
    let parts = read_line(Rule::position_line, text, offset).map_err(|error| {
        let unknown_key = error.span.start == offset;
        if unknown_key {
            no_such_key(text, offset)
        } else {
            error
        }
    })?;
    let line = parts.first().expect("the grammar finds one line in a line");
    let mut parts = line.parts();
    let mut part = || {
        parts
            .next()
            .expect("the grammar gives every line its parts")
    };
    Ok(match line.rule() {
        Rule::turn => turn_of(part().player()?, &part())?,
        Rule::deck => Line::Deck(cards_of(&part())?),
        Rule::discard => Line::Discard(cards_of(&part())?),
        Rule::removed => Line::Removed(cards_of(&part())?),
        Rule::hand => Line::Hand {
            player: part().player()?,
            cards: cards_of(&part())?,
        },
        Rule::has => Line::Has {
            player: part().player()?,
            counters: counters_of(parts)?,
        },
        Rule::pending => Line::Pending(parts.map(|name| name.text()).collect()),
        Rule::laws => Line::Laws(parts.map(law).collect::<Result<_, _>>()?),
        Rule::ages => Line::Ages(parts.map(|place| place.place()).collect::<Result<_, _>>()?),
        Rule::nation => {
            let player = part().player()?;
            let mut row: Vec<_> = parts.collect();
            let nation = match row.pop_if(|part| part.rule() == Rule::eliminated) {
                Some(_) => Nation::Eliminated,
                None => Nation::Buildings(row.iter().map(building_of).collect::<Result<_, _>>()?),
            };
            Line::Nation { player, nation }
        }
        rule => unreachable!("the grammar counts {rule:?} among the lines of a position"),
    })
}

fn no_such_key(text: &str, offset: usize) -> Fault {
    let key = text.split_once(':').map_or(text, |(key, _)| key);
    let key = key.split_whitespace().next().unwrap_or(text);
    let known = [
        "turn", "deck", "discard", "removed", "ages", "pending", "laws",
    ];
    let help = match suggest(key, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "expected `{}` or a player, such as `p1`",
            known.join("`, `")
        ),
    };
    let span = Span::new(offset, offset + key.len());
    Fault::new(span, format!("no line of a position begins with `{key}`")).with_help(help)
}

/// How far a player's turn has come.
fn turn_of(player: Spanned<Player>, phase: &Part<'_>) -> Result<Line, Fault> {
    let mut kind = Spanned::new(Phase::Start, phase.span());
    let (mut played, mut plays) = (0, None);
    for word in phase.parts() {
        let number = word
            .parts()
            .next()
            .map(|number| number.up_to(COPIES.into()));
        let number = number.transpose()?.map(|number| number.node as u8);
        match word.rule() {
            Rule::played => played = number.unwrap_or(1),
            Rule::plays => plays = number,
            Rule::main => kind = Spanned::new(Phase::Main, word.span()),
            _ => kind.span = word.span(),
        }
    }
    Ok(Line::Turn {
        player,
        phase: kind,
        played,
        plays,
    })
}

fn cards_of(cards: &Part<'_>) -> Result<Cards, Fault> {
    let all: Vec<_> = cards.parts().collect();
    match all.first().filter(|first| first.rule() == Rule::count) {
        Some(count) => Ok(Cards::Count(count.first().number()?)),
        None => Ok(Cards::List(all.iter().map(card_of).collect())),
    }
}

fn card_of(card: &Part<'_>) -> Spanned<Card> {
    let inner = card.first();
    let name = inner.text();
    let card = match inner.rule() {
        Rule::unknown => Card::Unknown,
        _ => Card::Named(name.node),
    };
    Spanned::new(card, name.span)
}

/// A law and the counters on it.
fn law(law: Part) -> Result<Law, Fault> {
    Ok(Law {
        name: law.first().text(),
        counters: counters_of(law.parts().skip(1).flat_map(|list| list.parts()))?,
    })
}

/// The counters of lists of them.
fn counters_of<'p>(lists: impl Iterator<Item = Part<'p>>) -> Result<Vec<Counter>, Fault> {
    let counter = |counter: Part<'p>| {
        let by = counter.parts().nth(2).map(|player| player.player());
        let number = counter.parts().nth(1);
        Ok(Counter {
            name: counter.first().text(),
            number: number
                .expect("the grammar gives a counter a number")
                .number()?,
            by: by.transpose()?,
        })
    };
    lists.flat_map(|list| list.parts()).map(counter).collect()
}

fn building_of(building: &Part<'_>) -> Result<Spanned<Building>, Fault> {
    let (mut counters, mut marks, mut stack) = (Vec::new(), Vec::new(), Vec::new());
    for part in building.parts().skip(1) {
        match part.rule() {
            Rule::counters => counters = counters_of(part.parts())?,
            Rule::marks => marks = part.parts().map(|mark| mark_of(&mark)).collect(),
            _ => {
                stack = part
                    .parts()
                    .map(|entry| entry_of(&entry))
                    .collect::<Result<_, _>>()?
            }
        }
    }
    let name = building.first().text();
    let read = Building {
        name,
        counters,
        marks,
        stack,
    };
    Ok(Spanned::new(read, building.span()))
}

fn mark_of(mark: &Part<'_>) -> Spanned<Mark> {
    let name = mark.parts().next().map(|name| name.text().node);
    Spanned::new(name.map_or(Mark::Whole, Mark::Ability), mark.span())
}

fn entry_of(entry: &Part<'_>) -> Result<Spanned<StackEntry>, Fault> {
    let first = entry.first();
    let (mut known_by, mut counters) = (Vec::new(), Vec::new());
    for list in entry.parts().skip(1) {
        match list.rule() {
            Rule::counters => counters = counters_of(list.parts())?,
            _ => {
                known_by = list
                    .parts()
                    .map(|one| one.player())
                    .collect::<Result<_, _>>()?
            }
        }
    }
    let read = StackEntry {
        face_up: first.rule() == Rule::face_up,
        card: card_of(&first),
        known_by,
        counters,
    };
    Ok(Spanned::new(read, entry.span()))
}

#[cfg(test)]
mod tests;
