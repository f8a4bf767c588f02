//! Applies `grammar/notation.pest` to one line and puts its complaints into words.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::position::Place;
use super::words::{Player, normalised};
use crate::Fault;
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
pub(super) fn read_line(rule: Rule, line: &str, offset: usize) -> Result<Vec<Part<'_>>, Fault> {
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

    /// The first of its parts, where the grammar demands one.
    pub(super) fn first(&self) -> Part<'a> {
        self.parts().next().expect("the grammar gives it a part")
    }

    /// A name, a label or the like, with one blank between its words.
    pub(super) fn text(&self) -> Spanned<String> {
        Spanned::new(normalised(self.pair.as_str()), self.span())
    }

    pub(super) fn player(&self) -> Result<Spanned<Player>, Fault> {
        match self.pair.as_str().parse() {
            Ok(player) => Ok(Spanned::new(player, self.span())),
            Err(error) => Err(self.is_no("player").with_help(error.to_string())),
        }
    }

    pub(super) fn place(&self) -> Result<Spanned<Place>, Fault> {
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

    pub(super) fn number(&self) -> Result<Spanned<u16>, Fault> {
        self.up_to(u16::MAX)
    }

    pub(super) fn up_to(&self, most: u16) -> Result<Spanned<u16>, Fault> {
        match self.pair.as_str().parse() {
            Ok(number) if number <= most => Ok(Spanned::new(number, self.span())),
            _ => Err(Fault::new(
                self.span(),
                format!("`{}` is too large a number", self.pair.as_str()),
            )
            .with_help(format!("expected at most {most}"))),
        }
    }

    fn is_no(&self, kind: &str) -> Fault {
        Fault::new(
            self.span(),
            format!("there is no {kind} `{}`", self.pair.as_str()),
        )
    }
}

fn fault(error: &Error<Rule>, line: &str) -> Fault {
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
    let fault = Fault::new(Span::new(start, start + found.len()), reason);
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return fault;
    };
    // The end of the line is the last thing that comes to mind, and the first among the rules.
    let ends = positives.iter().filter(|rule| **rule == Rule::EOI);
    let others = positives.iter().filter(|rule| **rule != Rule::EOI);
    let mut all: Vec<String> = Vec::new();
    for phrase in others.chain(ends).flat_map(|rule| expected(*rule)) {
        if !all.contains(&phrase) {
            all.push(phrase);
        }
    }
    let last = all.pop();
    match (last, all.is_empty()) {
        (None, _) => fault,
        (Some(only), true) => fault.with_help(format!("expected {only}")),
        (Some(last), false) => fault.with_help(format!("expected {} or {last}", all.join(", "))),
    }
}

/// The next word, or the next sign where no word begins.
fn next_token(rest: &str) -> &str {
    let is_word =
        |character: char| !character.is_whitespace() && !"[](){},*^:>|".contains(character);
    match rest.find(|sign| !is_word(sign)) {
        Some(0) => rest
            .chars()
            .next()
            .map_or("", |sign| &rest[..sign.len_utf8()]),
        end => &rest[..end.unwrap_or(rest.len())],
    }
}

/// What keeps the parts of a line apart, and words that are the same in each.
const PUNCTUATION: &str = "
    EOI turn_key deck_key discard_key removed_key hand_key has_key laws_key pending_key ages_key
    played_word plays_word of_word for_word colon comma star caret then open_fallen close_fallen
    open_stack close_stack open_counters close_counters open_known close_known
";

fn is_punctuation(rule: Rule) -> bool {
    let name = format!("{rule:?}");
    PUNCTUATION.split_whitespace().any(|one| one == name)
}

/// How "expected ..." calls what rules read, with `|` between several things. All others read the word that they are called by.
const EXPECTED: [(&str, &str); 36] = [
    ("EOI", "the end of the line"),
    ("turn turn_key", "`turn`"),
    ("pended", "the name of a pending effect"),
    ("nation player", "a player, such as `p1`"),
    ("phase", "`start`|`main`"),
    ("building", "a building"),
    ("counters", "counters, such as `(oil 2)`"),
    ("marks mark star", "`*`"),
    ("named_mark", "`*` and the name of an ability"),
    ("stack", "stacked cards"),
    ("stacked", "a stacked card"),
    ("face_up", "`^` and the name of a card"),
    ("open_name", "the name of a card"),
    ("known_by", "`{` and the players who know the card"),
    ("cards", "cards"),
    ("count", "a number of cards, such as `3 cards`"),
    ("card", "a card"),
    ("unknown", "`?`"),
    (
        "counter_list counter counter_name",
        "a counter, such as `oil 2`",
    ),
    ("of_word", "`of` and the player who put them there"),
    ("last_number number", "a number"),
    ("name word name_char", "a name"),
    ("place", "a place, such as `p1.2`"),
    ("colon", "`:`"),
    ("comma", "`,`"),
    ("caret", "`^`"),
    ("open_stack", "`[`"),
    ("close_stack close_fallen", "`]`"),
    ("open_counters", "`(`"),
    ("close_counters", "`)`"),
    ("open_known", "`{`"),
    ("close_known", "`}`"),
    ("then", "`>`"),
    ("label label_word", "a label, such as `pass` or `p2.1`"),
    (
        "fallen open_fallen",
        "a random result, such as `[coin: heads]`",
    ),
    ("lot", "`coin`|`die`|`random`"),
];

fn expected(rule: Rule) -> Vec<String> {
    let name = format!("{rule:?}");
    let is_called = |(names, _): &&(&str, &str)| names.split(' ').any(|one| one == name);
    let said = EXPECTED.iter().find(is_called).map(|(_, said)| *said);
    match (rule, said) {
        (_, Some(said)) => said.split('|').map(str::to_string).collect(),
        (Rule::fallen_on | Rule::fallen_word, _) => {
            vec!["its result, such as `heads`".into()]
        }
        // Few lines need it.
        (Rule::for_word, _) => Vec::new(),
        _ => match name.strip_suffix("_key") {
            Some(key) => vec![format!("`{key}:`")],
            None => vec![format!("`{}`", name.trim_end_matches("_word"))],
        },
    }
}
