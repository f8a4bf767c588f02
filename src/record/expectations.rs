//! Compares a table with what a ruling expects of it.

use board::View;
use engine::{Game, Outcome};
use explain::names::seat_of;
use explain::options::label::labels;
use explain::reasons::answer::why_open;
use lang::notation::{Player, parse_position};
use text::{Source, Span};
use toml::Spanned;

use crate::positions::moves::options_line;
use crate::positions::print::{print_open, print_view};
use crate::ruling::{Expect, Failure, Ruling, failure, placed, quoted, telling};
use crate::spelling::Spelling;

/// Everything that is not as the ruling says.
pub fn check_ruling(source: &Source, ruling: &Ruling, game: &Game) -> Vec<Failure> {
    let mut check = Check {
        source,
        game,
        spelling: Spelling::of(game),
        failures: Vec::new(),
    };
    check.expectations(ruling);
    check.failures.sort_by_key(|failure| failure.span);
    check.failures
}

/// A line that is expected, beside the one that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Whose view it belongs to; nobody's when all cards lie open.
    pub viewer: Option<String>,
    /// What the line is about, such as `p2` or `p2 hand`.
    pub key: String,
    /// What was expected of it.
    pub expected: String,
    /// Nothing when there is no such line.
    pub actual: Option<String>,
}

impl Row {
    /// It is as expected.
    pub fn agrees(&self) -> bool {
        self.actual
            .as_deref()
            .is_some_and(|actual| same_line(actual, &self.expected))
    }
}

/// Every line that a ruling expects, beside the one that is.
pub fn side_by_side(ruling: &Ruling, game: &Game) -> Vec<Row> {
    let mut rows = Vec::new();
    let expect = ruling.expect.get_ref();
    if let Some(position) = &expect.position {
        for line in telling(position.get_ref()) {
            let printed = unasked(print_open(game, line.contains('{')), game, line);
            rows.push(row(None, line, &printed));
        }
    }
    for (viewer, lines) in &expect.view {
        let Some(printed) = printed_view(game, viewer) else {
            continue;
        };
        rows.extend(telling(lines.get_ref()).map(|line| row(Some(viewer.clone()), line, &printed)));
    }
    rows
}

/// Cards that are named and cards that are counted are the same where there are none.
fn counted(line: &str) -> &str {
    match line.strip_suffix("0 cards").map(str::trim_end) {
        Some(rest) if rest.is_empty() || rest.ends_with(':') => rest,
        _ => line,
    }
}

/// What is remembered counts where the line speaks of it.
fn unasked(printed: String, game: &Game, line: &str) -> String {
    let names = game
        .script()
        .rules
        .memories
        .iter()
        .map(|memory| memory.name.as_str());
    let mut unasked: Vec<&str> = names.filter(|name| !line.contains(name)).collect();
    // A name may end in another one.
    unasked.sort_by_key(|name| std::cmp::Reverse(name.len()));
    unasked
        .iter()
        .fold(printed, |printed, name| without(&printed, name))
}

/// The lines without the counters of that name.
fn without(printed: &str, name: &str) -> String {
    let name = format!("{name} ");
    let mut pieces = printed.split(name.as_str());
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let number = piece.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let owner = number.strip_prefix(" of p").map(|owner| &owner[1..]);
        let rest = owner.unwrap_or(number);
        match (rest.strip_prefix(", "), rest.strip_prefix(')')) {
            (Some(next), _) => out.push_str(next),
            (None, Some(next)) if out.ends_with('(') => {
                out.pop();
                out.push_str(next);
            }
            _ => {
                out.truncate(out.strip_suffix(", ").map_or(out.len(), str::len));
                out.push_str(rest);
            }
        }
    }
    out
}

/// The line that is expected is the line that there is. Who has put counters there counts where it says so.
fn same_line(actual: &str, expected: &str) -> bool {
    let said = |line: &str| {
        if whose(expected) {
            counted(line).to_string()
        } else {
            nobodys(counted(line))
        }
    };
    said(actual) == said(expected)
}

/// It says of some counters who has put them there.
fn whose(line: &str) -> bool {
    nobodys(line) != line
}

/// The line without who has put which counters there: names of cards have nothing like ` of p1` in them.
fn nobodys(line: &str) -> String {
    let mut pieces = line.split(" of p");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |line, piece| {
        let rest = piece.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let counters =
            line.ends_with(|sign: char| sign.is_ascii_digit()) && rest.len() < piece.len();
        if counters {
            line + rest
        } else {
            format!("{line} of p{piece}")
        }
    })
}

fn row(viewer: Option<String>, line: &str, printed: &str) -> Row {
    let key = key_of(line);
    let rest = |line: &str| match key {
        "turn" => line.trim_start_matches("turn").trim().to_string(),
        _ => line
            .split_once(':')
            .map_or(line, |(_, rest)| rest)
            .trim()
            .to_string(),
    };
    let actual = printed
        .lines()
        .find(|printed| key_of(printed) == key)
        .map(rest);
    Row {
        viewer,
        key: key.to_string(),
        expected: rest(line),
        actual,
    }
}

struct Check<'a> {
    source: &'a Source,
    game: &'a Game,
    spelling: Spelling<'a>,
    failures: Vec<Failure>,
}

impl Check<'_> {
    fn fail(
        &mut self,
        span: std::ops::Range<usize>,
        reason: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.failures.push(failure(span, reason).with_help(help));
    }

    fn expectations(&mut self, ruling: &Ruling) {
        let (expect, span) = (ruling.expect.get_ref(), ruling.expect.span());
        if expect.is_empty() {
            self.fail(
                span.clone(),
                "this ruling expects nothing, so it can never fail",
                "give at least one of `position`, `asked`, `options`, `not_options`, `winner`, `draw`, `told` or `view`",
            );
        }
        self.ending(expect, span);
        if let Some(asked) = &expect.asked {
            let (actual, help) = match self.game.chooser() {
                Some(who) => {
                    let options = options_line(self.game);
                    (who.to_string(), format!("the options are {options}"))
                }
                None => ("nobody".to_string(), "the game is over".to_string()),
            };
            if !actual.eq_ignore_ascii_case(asked.get_ref()) {
                self.fail(
                    asked.span(),
                    format!("{actual} decides next, not {}", asked.get_ref()),
                    help,
                );
            }
        }
        self.options(expect);
        if let Some(position) = &expect.position {
            let [plain, known] = [false, true].map(|known| print_open(self.game, known));
            self.lines(position, &plain, &known);
        }
        for (player, lines) in &expect.view {
            match printed_view(self.game, player) {
                Some(printed) => self.lines(lines, &printed, &printed),
                None => self.fail(
                    lines.span(),
                    format!("`{player}` is not in this game"),
                    "name a player, for example p2",
                ),
            }
        }
    }

    fn options(&mut self, expect: &Expect) {
        let (labels, rules) = (labels(self.game), &self.game.script().rules);
        let is_offered = |wanted: &str| {
            let mut labels = labels.iter();
            labels.any(|(_, label)| label.eq_ignore_ascii_case(wanted))
        };
        let wanted = expect.options.iter().map(|option| (option, true));
        let unwanted = expect.not_options.iter().map(|option| (option, false));
        for (option, wanted) in wanted.chain(unwanted) {
            let label = option.get_ref();
            if let Err((reason, help)) = self.spelling.option(label.trim()) {
                self.fail(option.span(), reason, help);
                continue;
            }
            let other_faces = self.spelling.names.meant(rules, label);
            let offered = is_offered(label) || other_faces.iter().any(|label| is_offered(label));
            if offered && !wanted {
                self.fail(
                    option.span(),
                    format!("`{label}` is offered"),
                    "it should not be",
                );
            } else if !offered && wanted {
                let offered = format!("the options are {}", options_line(self.game));
                let help = match why_open(self.game, label) {
                    Ok(reason) => format!("{}\n{offered}", reason.trim_end()),
                    Err(_) => offered,
                };
                self.fail(option.span(), format!("`{label}` is not offered"), help);
            }
        }
    }

    fn ending(&mut self, expect: &Expect, span: std::ops::Range<usize>) {
        let game = self.game;
        let (outcome, next) = (game.outcome(), || options_line(game));
        let drawn = expect.draw.as_ref().map(|draw| *draw.get_ref());
        if let Some(draw) = &expect.draw {
            let fault = match (*draw.get_ref(), outcome) {
                (true, _) if expect.winner.is_some() => Some((
                    "a game that somebody has won is not a draw".to_string(),
                    "remove `draw` or `winner`".to_string(),
                )),
                (true, Outcome::Won(seat)) => Some((
                    format!("the game is not a draw: {seat} has won"),
                    format!("if this is intended, replace `draw` by `winner = \"{seat}\"`"),
                )),
                (true, Outcome::Running) => Some((
                    "the game is not a draw: it is not over".to_string(),
                    format!("the options are {}", next()),
                )),
                (false, Outcome::Drawn) => Some((
                    "the game is a draw".to_string(),
                    "it should not be".to_string(),
                )),
                (true, Outcome::Drawn) | (false, _) => None,
            };
            if let Some((reason, help)) = fault {
                self.fail(draw.span(), reason, help);
            }
        }
        if let Some(winner) = &expect.winner {
            let nobody = || "nobody has won".to_string();
            let (reason, help) = match outcome {
                Outcome::Won(seat) if seat.to_string().eq_ignore_ascii_case(winner.get_ref()) => {
                    return;
                }
                Outcome::Won(seat) => (
                    format!("{seat} has won, not {}", winner.get_ref()),
                    "the game is over".to_string(),
                ),
                Outcome::Running => (nobody(), format!("the next options are {}", next())),
                Outcome::Drawn => (
                    nobody(),
                    "the game is a draw: write `draw = true`".to_string(),
                ),
            };
            return self.fail(winner.span(), reason, help);
        }
        if expect.asked.is_none() && expect.options.is_empty() && expect.position.is_none() {
            return;
        }
        match outcome {
            Outcome::Won(seat) if drawn != Some(true) => {
                let help = format!("write `winner = \"{seat}\"` if this is intended");
                self.fail(span, format!("the game is over: {seat} has won"), help);
            }
            Outcome::Drawn if drawn.is_none() => self.fail(
                span,
                "the game is over: it is a draw",
                "write `draw = true` if this is intended",
            ),
            _ => {}
        }
    }

    /// Every line that is given must be the line that is printed for its key; with who knows what when it says so.
    fn lines(&mut self, given: &Spanned<String>, plain: &str, known: &str) {
        let quoted = quoted(self.source, given);
        let position = match parse_position(given.get_ref(), 0) {
            Ok(position) => position,
            Err(faults) => return self.failures.extend(placed(&quoted, faults)),
        };
        for parsed in position.lines {
            let line = given.get_ref()[parsed.span.start..parsed.span.end].trim();
            let mut fail = |span: Span, reason: String, help: String| {
                let failure = Failure::new(quoted.place(span), reason);
                self.failures.push(failure.with_help(help));
            };
            for (span, (reason, help)) in self.spelling.line(&parsed.node) {
                fail(span, reason, help);
            }
            let span = Span::new(parsed.span.start, parsed.span.start + line.len());
            let key = key_of(line);
            let printed = if line.contains('{') { known } else { plain };
            let printed = unasked(printed.to_string(), self.game, line);
            match printed.lines().find(|printed| key_of(printed) == key) {
                Some(actual) if same_line(actual, line) => {}
                Some(actual) => fail(
                    span,
                    "the table does not match this line".to_string(),
                    format!("it has `{actual}`"),
                ),
                // Nothing is to be there, and nothing is.
                None if line.ends_with(':') => {}
                None => fail(
                    span,
                    format!("the table has no line `{key}`"),
                    "remove it".to_string(),
                ),
            }
        }
    }
}

/// What a player of the game sees.
fn printed_view(game: &Game, player: &str) -> Option<String> {
    let (player, rules) = (player.parse::<Player>().ok()?, &game.script().rules);
    (player.number() <= game.board().seats).then(|| {
        let view = View::of(game.board(), &rules.cards, seat_of(player));
        print_view(rules, &view, false)
    })
}

/// What a line is about: all before its colon; the turn line has none.
fn key_of(line: &str) -> &str {
    match line.split_once(':') {
        Some((key, _)) if !line.starts_with("turn ") => key.trim(),
        _ => "turn",
    }
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_nobody_asks_for_is_left_out() {
        let line = "p2: Hall(was built 1)[] Mill(tick 1, was built 2 of p1)[Calm(was built 1, tick 2)]\np1 has: was built 3";
        let left = "p2: Hall[] Mill(tick 1)[Calm(tick 2)]\np1 has: ";
        assert_eq!(without(line, "was built"), left);
    }
}
