//! Applies `grammar/notation.pest` to one line and puts its complaints into words.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::error::NotationError;
use super::position::Place;
use super::words::{Player, normalised};
use text::{Span, Spanned};

#[derive(Parser)]
#[grammar = "../../grammar/notation.pest"]
struct NotationParser;

/// A part of a line, and how far the line stands from the beginning of its file.
#[derive(Clone)]
pub(super) struct Part<'a> {
    pair: Pair<'a, Rule>,
    offset: usize,
}

/// The parts of a line under `rule`, or the one fault that keeps it from being read. The line begins at `offset`.
pub(super) fn read_line(
    rule: Rule,
    line: &str,
    offset: usize,
) -> Result<Vec<Part<'_>>, NotationError> {
    let pairs =
        NotationParser::parse(rule, line).map_err(|error| fault(&error, line).shifted(offset))?;
    let telling = pairs.filter(|pair| !is_punctuation(pair.as_rule()));
    Ok(telling.map(|pair| Part { pair, offset }).collect())
}

impl<'a> Part<'a> {
    pub(super) fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    pub(super) fn span(&self) -> Span {
        let span = self.pair.as_span();
        Span::new(span.start(), span.end()).shifted(self.offset)
    }

    /// The parts of this part, brackets and commas left out.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let offset = self.offset;
        let telling = self
            .pair
            .clone()
            .into_inner()
            .filter(|pair| !is_punctuation(pair.as_rule()));
        telling.map(move |pair| Part { pair, offset })
    }

    /// A name, a label or the like, with one blank between its words.
    pub(super) fn text(&self) -> Spanned<String> {
        Spanned::new(normalised(self.pair.as_str()), self.span())
    }

    pub(super) fn player(&self) -> Result<Spanned<Player>, NotationError> {
        match self.pair.as_str().parse() {
            Ok(player) => Ok(Spanned::new(player, self.span())),
            Err(error) => Err(self.is_no("player").with_help(error.to_string())),
        }
    }

    pub(super) fn place(&self) -> Result<Spanned<Place>, NotationError> {
        let place = self
            .pair
            .as_str()
            .split_once('.')
            .and_then(|(player, index)| {
                let index = index.parse().ok().filter(|index| *index > 0)?;
                Some(Place {
                    player: player.parse().ok()?,
                    index,
                })
            });
        match place {
            Some(place) => Ok(Spanned::new(place, self.span())),
            None => Err(self
                .is_no("place")
                .with_help("places are called `p1.1`, `p1.2` and so on, from the left")),
        }
    }

    pub(super) fn number(&self) -> Result<Spanned<u16>, NotationError> {
        self.up_to(u16::MAX)
    }

    pub(super) fn up_to(&self, most: u16) -> Result<Spanned<u16>, NotationError> {
        match self.pair.as_str().parse() {
            Ok(number) if number <= most => Ok(Spanned::new(number, self.span())),
            _ => Err(NotationError::new(
                self.span(),
                format!("`{}` is too large a number", self.pair.as_str()),
            )
            .with_help(format!("expected at most {most}"))),
        }
    }

    fn is_no(&self, kind: &str) -> NotationError {
        NotationError::new(
            self.span(),
            format!("there is no {kind} `{}`", self.pair.as_str()),
        )
    }
}

fn fault(error: &Error<Rule>, line: &str) -> NotationError {
    let start = match error.location {
        InputLocation::Pos(start) | InputLocation::Span((start, _)) => start,
    };
    // What failed may have been tried before a blank.
    let start = start + (line[start..].len() - line[start..].trim_start().len());
    let found = next_token(&line[start..]);
    let reason = match found {
        "" => "the line ends too soon".to_owned(),
        token => format!("`{token}` is not expected here"),
    };
    let fault = NotationError::new(Span::new(start, start + found.len()), reason);
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return fault;
    };
    let mut expected: Vec<&str> = Vec::new();
    // The end of the line is the last thing that comes to mind, and the first among the rules.
    let ends = positives.iter().filter(|rule| **rule == Rule::EOI);
    let others = positives.iter().filter(|rule| **rule != Rule::EOI);
    for phrase in others.chain(ends).flat_map(|rule| phrases(*rule)) {
        if !expected.contains(phrase) {
            expected.push(phrase);
        }
    }
    if expected.is_empty() {
        fault
    } else {
        fault.with_help(format!("expected {}", alternatives(&expected)))
    }
}

/// The next word, or the next sign where no word begins.
fn next_token(rest: &str) -> &str {
    let is_word =
        |character: char| !character.is_whitespace() && !"[](){},*^:>|".contains(character);
    let end = match rest
        .char_indices()
        .find(|(_, character)| !is_word(*character))
    {
        Some((0, sign)) => sign.len_utf8(),
        Some((end, _)) => end,
        None => rest.len(),
    };
    &rest[..end]
}

/// `a`, `a or b`, `a, b or c`
fn alternatives(phrases: &[&str]) -> String {
    match phrases {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn is_punctuation(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::EOI
            | Rule::colon
            | Rule::comma
            | Rule::star
            | Rule::caret
            | Rule::then
            | Rule::for_word
            | Rule::open_fallen
            | Rule::close_fallen
            | Rule::open_stack
            | Rule::close_stack
            | Rule::open_counters
            | Rule::close_counters
            | Rule::open_known
            | Rule::close_known
    )
}

/// How "expected ..." calls what a rule reads.
fn phrases(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::EOI => &["the end of the line"],
        Rule::position_line => &["a line of a position, such as `deck:` or `p1 hand:`"],
        Rule::turn | Rule::turn_key => &["`turn`"],
        Rule::deck | Rule::deck_key => &["`deck:`"],
        Rule::discard | Rule::discard_key => &["`discard:`"],
        Rule::removed | Rule::removed_key => &["`removed:`"],
        Rule::ages | Rule::ages_key => &["`ages:`"],
        Rule::pended => &["the name of what is pending"],
        Rule::pending | Rule::pending_key => &["`pending:`"],
        Rule::laws | Rule::laws_key => &["`laws:`"],
        Rule::hand | Rule::hand_key => &["`hand:`"],
        Rule::has | Rule::has_key => &["`has:`"],
        Rule::nation | Rule::player => &["a player, such as `p1`"],
        Rule::phase => &["`start`", "`main`"],
        Rule::start => &["`start`"],
        Rule::main => &["`main`"],
        Rule::played | Rule::played_word => &["`played`"],
        Rule::plays | Rule::plays_word => &["`plays`"],
        Rule::eliminated | Rule::eliminated_word => &["`eliminated`"],
        Rule::building => &["a building"],
        Rule::counters => &["counters, such as `(oil 2)`"],
        Rule::marks | Rule::mark | Rule::star => &["`*`"],
        Rule::named_mark => &["`*` and the name of an ability"],
        Rule::stack => &["stacked cards"],
        Rule::stacked => &["a stacked card"],
        Rule::face_up => &["`^` and the name of a card"],
        Rule::open_name => &["the name of a card"],
        Rule::known_by => &["`{` and who knows the card"],
        Rule::cards => &["cards"],
        Rule::count => &["a count of cards, such as `3 cards`"],
        Rule::cards_word => &["`cards`"],
        Rule::card => &["a card"],
        Rule::unknown => &["`?`"],
        Rule::counter_list | Rule::counter | Rule::counter_name => &["a counter, such as `oil 2`"],
        Rule::of_word => &["`of` and who has put them there"],
        Rule::last_number | Rule::number => &["a number"],
        Rule::name | Rule::word | Rule::name_char => &["a name"],
        Rule::place => &["a place, such as `p1.2`"],
        Rule::colon => &["`:`"],
        Rule::comma => &["`,`"],
        Rule::caret => &["`^`"],
        Rule::open_stack => &["`[`"],
        Rule::close_stack => &["`]`"],
        Rule::open_counters => &["`(`"],
        Rule::close_counters => &["`)`"],
        Rule::open_known => &["`{`"],
        Rule::close_known => &["`}`"],
        Rule::move_line => &["a move, such as `p1: pass`"],
        Rule::then => &["`>`"],
        // Few lines need it.
        Rule::for_word => &[],
        Rule::label | Rule::label_word => &["a label, such as `pass` or `p2.1`"],
        Rule::fallen | Rule::open_fallen => &["what chance decides, such as `[coin: heads]`"],
        Rule::close_fallen => &["`]`"],
        Rule::lot => &["`coin`", "`die`", "`random`"],
        Rule::fallen_on | Rule::fallen_word => &["on what it falls, such as `heads`"],
        Rule::WHITESPACE | Rule::end_of_card => &[],
    }
}
