//! Reads a position's text, line by line, and reports all its faulty lines at once.

use std::collections::BTreeSet;

use super::error::NotationError;
use super::grammar::{Part, Rule, read_line};
use super::position::{
    Building, Card, Cards, Counter, Line, Mark, Nation, Phase, PositionText, StackEntry,
};
use super::words::{Player, telling_lines};
use text::limits::COPIES;
use text::{Span, Spanned, suggest};

/// Reads a position; empty lines and `#` comments are passed over. All places are `offset` bytes further on than in
/// `text`.
///
/// # Errors
/// Every line that cannot be read or whose key was given before, in the order of the lines.
pub fn parse_position(text: &str, offset: usize) -> Result<PositionText, Vec<NotationError>> {
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

fn given_twice(line: &Line, text: &str, span: Span) -> NotationError {
    let key = match line {
        Line::Turn { .. } => "turn",
        _ => text.split_once(':').map_or(text, |(key, _)| key).trim_end(),
    };
    let span = Span::new(span.start, span.start + key.len());
    NotationError::new(span, format!("`{}` is given twice", line.key()))
        .with_help("leave one of the two lines out")
}

fn parse_line(text: &str, offset: usize) -> Result<Line, NotationError> {
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
        Rule::turn => {
            let (_key, player, phase) = (part(), part().player()?, part());
            turn_of(player, &phase)?
        }
        Rule::deck => {
            let (_key, cards) = (part(), part());
            Line::Deck(cards_of(&cards)?)
        }
        Rule::discard => {
            let (_key, cards) = (part(), part());
            Line::Discard(cards_of(&cards)?)
        }
        Rule::removed => {
            let (_key, cards) = (part(), part());
            Line::Removed(cards_of(&cards)?)
        }
        Rule::hand => {
            let (player, _key, cards) = (part().player()?, part(), part());
            Line::Hand {
                player,
                cards: cards_of(&cards)?,
            }
        }
        Rule::has => {
            let (player, _key) = (part().player()?, part());
            let counters = parts
                .next()
                .map_or(Ok(Vec::new()), |list| counters_of(&list))?;
            Line::Has { player, counters }
        }
        Rule::pending => Line::Pending(parts.skip(1).map(|name| name.text()).collect()),
        Rule::laws => Line::Laws(parts.skip(1).map(|name| name.text()).collect()),
        Rule::ages => Line::Ages(
            parts
                .skip(1)
                .map(|place| place.place())
                .collect::<Result<_, _>>()?,
        ),
        Rule::nation => {
            let player = part().player()?;
            let mut row = Vec::new();
            let mut eliminated = false;
            for part in parts {
                match part.rule() {
                    Rule::eliminated => eliminated = true,
                    _ => row.push(Spanned::new(building_of(&part)?, part.span())),
                }
            }
            let nation = if eliminated {
                Nation::Eliminated
            } else {
                Nation::Buildings(row)
            };
            Line::Nation { player, nation }
        }
        rule => unreachable!("the grammar counts {rule:?} among the lines of a position"),
    })
}

fn no_such_key(text: &str, offset: usize) -> NotationError {
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
    NotationError::new(span, format!("no line of a position begins with `{key}`")).with_help(help)
}

/// How far a player's turn has come.
fn turn_of(player: Spanned<Player>, phase: &Part<'_>) -> Result<Line, NotationError> {
    let mut kind = Spanned::new(Phase::Start, phase.span());
    let (mut played, mut plays) = (0, None);
    for word in phase.parts() {
        let number = word.parts().find(|part| part.rule() == Rule::number);
        let number = number
            .map(|number| number.up_to(COPIES.into()))
            .transpose()?
            .map(|number| number.node as u8);
        match word.rule() {
            Rule::played => played = number.unwrap_or(1),
            Rule::plays => plays = number,
            rule => {
                kind = Spanned::new(
                    if rule == Rule::main {
                        Phase::Main
                    } else {
                        Phase::Start
                    },
                    word.span(),
                )
            }
        }
    }
    Ok(Line::Turn {
        player,
        phase: kind,
        played,
        plays,
    })
}

fn cards_of(cards: &Part<'_>) -> Result<Cards, NotationError> {
    let mut list = Vec::new();
    for part in cards.parts() {
        if part.rule() == Rule::count {
            let number = part
                .parts()
                .next()
                .expect("the grammar begins a count with its number");
            return Ok(Cards::Count(number.number()?));
        }
        list.push(card_of(&part));
    }
    Ok(Cards::List(list))
}

fn card_of(card: &Part<'_>) -> Spanned<Card> {
    let inner = card
        .parts()
        .next()
        .expect("the grammar makes a card of `?` or a name");
    let name = inner.text();
    let card = if inner.rule() == Rule::unknown {
        Card::Unknown
    } else {
        Card::Named(name.node)
    };
    Spanned::new(card, name.span)
}

fn counters_of(list: &Part<'_>) -> Result<Vec<Counter>, NotationError> {
    let mut counters = Vec::new();
    for counter in list.parts() {
        let mut parts = counter.parts();
        let mut part = || {
            parts
                .next()
                .expect("the grammar makes a counter of a name and a number")
        };
        let (name, number) = (part().text(), part().number()?);
        // Behind `of`.
        let by = parts.nth(1).map(|player| player.player()).transpose()?;
        counters.push(Counter { name, number, by });
    }
    Ok(counters)
}

fn building_of(building: &Part<'_>) -> Result<Building, NotationError> {
    let mut parts = building.parts();
    let name = parts
        .next()
        .expect("the grammar begins a building with its name")
        .text();
    let (mut counters, mut marks, mut stack) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        match part.rule() {
            Rule::counters => {
                for list in part.parts() {
                    counters.extend(counters_of(&list)?);
                }
            }
            Rule::marks => marks.extend(part.parts().map(|mark| mark_of(&mark))),
            _ => {
                for entry in part.parts() {
                    stack.push(Spanned::new(entry_of(&entry)?, entry.span()));
                }
            }
        }
    }
    Ok(Building {
        name,
        counters,
        marks,
        stack,
    })
}

fn mark_of(mark: &Part<'_>) -> Spanned<Mark> {
    let kind = mark
        .parts()
        .next()
        .map_or(Mark::Whole, |name| Mark::Ability(name.text().node));
    Spanned::new(kind, mark.span())
}

fn entry_of(entry: &Part<'_>) -> Result<StackEntry, NotationError> {
    let mut parts = entry.parts();
    let first = parts
        .next()
        .expect("the grammar begins a stacked card with its face");
    let (mut known_by, mut counters) = (Vec::new(), Vec::new());
    for list in parts {
        match list.rule() {
            Rule::counters => {
                for list in list.parts() {
                    counters.extend(counters_of(&list)?);
                }
            }
            _ => {
                for player in list.parts() {
                    known_by.push(player.player()?);
                }
            }
        }
    }
    if first.rule() == Rule::face_up {
        let name = first
            .parts()
            .next()
            .expect("the grammar names a face-up card")
            .text();
        let card = Spanned::new(Card::Named(name.node), name.span);
        return Ok(StackEntry {
            face_up: true,
            card,
            known_by,
            counters,
        });
    }
    Ok(StackEntry {
        face_up: false,
        card: card_of(&first),
        known_by,
        counters,
    })
}

#[cfg(test)]
mod tests;
