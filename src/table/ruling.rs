//! Rulings: small files that settle an argument for good. A position, some moves, what must follow.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::base::{Source, Span};
use crate::board::{CardId, Seat, View};
use crate::engine::{Chance, Game, Outcome, Script, Watch};
use crate::rules::ir::{Branch, NameId};
use crate::syntax::notation::{Match, NotationError, Player, matches, parse_moves, parse_position};
use crate::table::label::labels;
use crate::table::names::Names;
use crate::table::position::read_position;
use crate::table::print::print_view;

/// A file of rulings, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    ruling: Vec<Ruling>,
}

/// One ruling.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Says what it claims: `embers-die-in-rain`.
    pub id: Spanned<String>,
    pub title: String,
    /// The ids of the rules it pins.
    pub rules: Vec<String>,
    /// A recipe's id.
    pub game: Spanned<String>,
    /// The kinds of a draft, by any of their names.
    #[serde(default)]
    pub kinds: Vec<String>,
    #[serde(default)]
    pub disputes: BTreeMap<String, String>,
    pub position: Spanned<String>,
    pub moves: Option<Spanned<String>>,
    pub expect: Spanned<Expect>,
}

/// What must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    pub position: Option<Spanned<String>>,
    pub asked: Option<Spanned<String>>,
    #[serde(default)]
    pub options: Vec<Spanned<String>>,
    #[serde(default)]
    pub not_options: Vec<Spanned<String>>,
    pub winner: Option<Spanned<String>>,
    #[serde(default)]
    pub view: BTreeMap<String, Spanned<String>>,
}

/// An expectation that was not met, or a fault in the ruling itself.
pub type Failure = NotationError;

fn failure(span: std::ops::Range<usize>, reason: impl Into<String>) -> Failure {
    NotationError::new(Span::new(span.start, span.end), reason)
}

/// Reads a file of rulings.
///
/// # Errors
/// What is wrong with it, at its place.
pub fn read_rulings(source: &Source) -> Result<Vec<Ruling>, Failure> {
    match toml::from_str::<File>(&source.text) {
        Ok(file) => Ok(file.ruling),
        Err(error) => Err(failure(error.span().unwrap_or(0..0), error.message().to_owned())
            .with_help("a ruling has id, title, rules, game, position and [ruling.expect]")),
    }
}

/// Somebody who watches a ruling being played, and looks at the game after each step.
pub trait Witness: Watch {
    /// The position is set up, or a move is made.
    fn stands(&mut self, _game: &Game) {}
}

/// In a ruling a shuffle leaves the pile as it lies.
struct AsItLies;

impl Witness for AsItLies {}

impl Watch for AsItLies {
    fn shuffle(&mut self, _chance: &mut Chance, _cards: &mut [CardId]) {}
}

/// Where the content of a TOML string begins: behind its quotes and the line break after them.
fn content_start(source: &Source, value: &Spanned<String>) -> usize {
    let text = &source.text[value.span()];
    let quotes = if text.starts_with("\"\"\"") || text.starts_with("'''") { 3 } else { 1 };
    let rest = &text[quotes.min(text.len())..];
    let line_break = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    value.span().start + quotes + line_break
}

/// Plays a ruling and compares. Its game is made by `script`.
///
/// # Errors
/// Everything that is not as the ruling says, or what is wrong with the ruling itself.
pub fn run_ruling(source: &Source, ruling: &Ruling, script: Arc<Script>) -> Result<Game, Vec<Failure>> {
    watch_ruling(source, ruling, script, &mut AsItLies)
}

/// Like [`run_ruling`], with somebody who watches; shuffles must leave the pile as it lies.
///
/// # Errors
/// Those of [`run_ruling`].
pub fn watch_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let setup = read_position(ruling.position.get_ref(), content_start(source, &ruling.position), &script.rules)?;
    let mut game = Game::from_setup(script, &setup, 0, witness);
    witness.stands(&game);
    if let Some(moves) = &ruling.moves {
        play_moves(source, moves, &mut game, witness)?;
    }
    let mut check = Check { source, game: &game, names: Names::of(&game.script().rules), failures: Vec::new() };
    check.expectations(ruling);
    match check.failures.is_empty() {
        true => Ok(game),
        false => Err(check.failures),
    }
}

/// Plays lines of moves; what is wrong with them is said at its place.
fn play_moves(
    source: &Source,
    moves: &Spanned<String>,
    game: &mut Game,
    witness: &mut impl Witness,
) -> Result<(), Vec<Failure>> {
    for line in parse_moves(moves.get_ref(), content_start(source, moves))? {
        for label in &line.labels {
            let at = |reason: String, help: String| vec![NotationError::new(label.span, reason).with_help(help)];
            let Some((seat, _)) = game.decision() else {
                return Err(at("the game is over before this move".into(), "leave it out".into()));
            };
            if seat.0 + 1 != line.player.node.number() {
                let help = format!("{seat} is offered {}", offered(game));
                return Err(at(format!("{seat} is asked here, not {}", line.player.node), help));
            }
            let options = labels(game);
            let texts: Vec<&str> = options.iter().map(|(_, text)| text.as_str()).collect();
            match matches(&label.node, &texts) {
                Match::One(index) => {
                    game.take(options[index].0, witness).expect("the choice is one of the options");
                    witness.stands(game);
                }
                Match::Several(_) => {
                    return Err(at(format!("`{}` can be more than one option", label.node), "write more of it".into()));
                }
                Match::None { .. } => {
                    let help = format!("{seat} is offered {}", offered(game));
                    return Err(at(format!("{seat} may not choose `{}`", label.node), help));
                }
            }
        }
    }
    Ok(())
}

/// The options of the decision in one line.
fn offered(game: &Game) -> String {
    let labels: Vec<String> = labels(game).into_iter().map(|(_, label)| format!("`{label}`")).collect();
    labels.join(", ")
}

struct Check<'a> {
    source: &'a Source,
    game: &'a Game,
    names: Names,
    failures: Vec<Failure>,
}

impl Check<'_> {
    fn fail(&mut self, span: std::ops::Range<usize>, reason: impl Into<String>, help: impl Into<String>) {
        self.failures.push(failure(span, reason).with_help(help));
    }

    fn expectations(&mut self, ruling: &Ruling) {
        let expect = ruling.expect.get_ref();
        self.ending(ruling);
        if let Some(asked) = &expect.asked {
            let actual = self.game.decision().map_or("nobody".into(), |(seat, _)| seat.to_string());
            if !actual.eq_ignore_ascii_case(asked.get_ref()) {
                self.fail(asked.span(), format!("{actual} is asked, not {}", asked.get_ref()), offered(self.game));
            }
        }
        let options = labels(self.game);
        let offers = |wanted: &str| options.iter().any(|(_, label)| label.eq_ignore_ascii_case(wanted));
        for option in &expect.options {
            if self.can_exist(option) && !offers(option.get_ref()) {
                let help = format!("offered are {}", offered(self.game));
                self.fail(option.span(), format!("`{}` is not offered", option.get_ref()), help);
            }
        }
        for option in &expect.not_options {
            if self.can_exist(option) && offers(option.get_ref()) {
                self.fail(option.span(), format!("`{}` is offered", option.get_ref()), "it should not be");
            }
        }
        if let Some(position) = &expect.position {
            let rules = &self.game.script().rules;
            let open = View::open(self.game.board(), &rules.cards);
            let plain = print_view(rules, &open, false);
            let known = print_view(rules, &open, true);
            self.lines(position, &plain, &known);
        }
        for (player, lines) in &expect.view {
            match player.parse::<Player>() {
                Ok(player) if player.number() <= self.game.board().seats => {
                    let rules = &self.game.script().rules;
                    let view = View::of(self.game.board(), &rules.cards, Seat(player.number() - 1));
                    let printed = print_view(rules, &view, false);
                    self.lines(lines, &printed, &printed);
                }
                _ => self.fail(lines.span(), format!("`{player}` does not play here"), "name a player, such as p2"),
            }
        }
    }

    fn ending(&mut self, ruling: &Ruling) {
        let expect = ruling.expect.get_ref();
        match (&expect.winner, self.game.outcome()) {
            (Some(winner), Outcome::Won(seat)) if seat.to_string().eq_ignore_ascii_case(winner.get_ref()) => {}
            (Some(winner), Outcome::Won(seat)) => {
                self.fail(winner.span(), format!("{seat} has won, not {}", winner.get_ref()), "the game is over");
            }
            (Some(winner), Outcome::Running) => {
                let help = format!("the next options are {}", offered(self.game));
                self.fail(winner.span(), "nobody has won", help);
            }
            (None, Outcome::Won(seat)) => {
                let silent = expect.asked.is_none() && expect.options.is_empty() && expect.position.is_none();
                if !silent {
                    let help = format!("say `winner = \"{seat}\"` if that is meant");
                    self.fail(ruling.expect.span(), format!("the game is over: {seat} has won"), help);
                }
            }
            (None, Outcome::Running) => {}
        }
    }

    /// Every line that is given must be the line that is printed for its key; with who knows what when it says so.
    fn lines(&mut self, given: &Spanned<String>, plain: &str, known: &str) {
        let start = content_start(self.source, given);
        if let Err(faults) = parse_position(given.get_ref(), start) {
            self.failures.extend(faults);
            return;
        }
        let mut at = start;
        for whole in given.get_ref().split_inclusive('\n') {
            let line = whole.trim();
            let from = at + (whole.len() - whole.trim_start().len());
            let span = from..from + line.len();
            at += whole.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.names_exist(line, from);
            let key = key_of(line);
            let printed = if line.contains('{') { known } else { plain };
            match printed.lines().find(|printed| key_of(printed) == key) {
                Some(actual) if actual == line => {}
                Some(actual) => self.fail(span, "the table is not so", format!("it is `{actual}`")),
                None => self.fail(span, format!("there is no line `{key}`"), "leave it out"),
            }
        }
    }

    /// A slip of the pen is an error, wherever it stands.
    fn names_exist(&mut self, line: &str, start: usize) {
        let (key, rest) = line.split_once(':').unwrap_or((line, ""));
        if key.trim().starts_with("turn") || rest.trim().ends_with("cards") || rest.trim() == "eliminated" {
            return;
        }
        let is_name = |c: char| !matches!(c, '[' | ']' | ',' | '^' | '*' | '{' | '}' | '?');
        let rest_start = start + line.len() - rest.len();
        let mut at = 0;
        let mut in_braces = false;
        while at < rest.len() {
            let end = rest[at..].find(|c| !is_name(c)).map_or(rest.len(), |length| at + length);
            let name = rest[at..end].trim();
            if !name.is_empty()
                && !in_braces
                && let Err((reason, help)) = self.names.card(name)
                && self.names.building(name).is_err()
            {
                let from = rest_start + at + (rest[at..end].len() - rest[at..end].trim_start().len());
                self.fail(from..from + name.len(), reason, help);
            }
            in_braces = rest[end..].starts_with('{') || in_braces && !rest[end..].starts_with('}');
            at = end + rest[end..].chars().next().map_or(1, char::len_utf8);
        }
    }

    /// A label that no game of these rules could offer is a slip of the pen.
    fn can_exist(&mut self, option: &Spanned<String>) -> bool {
        let label = option.get_ref().trim();
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let is_branch = |branch: &Branch| self.branch(branch.label) == label;
        let verdict = match verb {
            _ if self.game.script().rules.branches.iter().any(is_branch) => Ok(()),
            // The branches that the notation names.
            "action" | "build" if rest.is_empty() => Ok(()),
            "action" => self.names.card(rest).map(|_| ()),
            "build" => match rest.rsplit_once(" at ") {
                Some((name, place)) if is_place(place) => self.names.building(name).map(|_| ()),
                _ => Err(("this is no place to build at".into(), "write `build CARD at p1.2`".into())),
            },
            "stack" => {
                let (name, place) = rest.rsplit_once(" on ").unwrap_or((rest, "p1.1"));
                match is_place(place) {
                    true => self.names.card(name).map(|_| ()),
                    false => Err(("this is no building".into(), "write `stack CARD on p1.2`".into())),
                }
            }
            "use" | "side" | "pass" | "decline" | "house" | "fish" | "balloon" => Ok(()),
            _ if is_place(label) || label.parse::<Player>().is_ok() => Ok(()),
            _ if self.game.script().rules.branches.iter().any(|branch| self.branch(branch.label) == label) => Ok(()),
            _ => self
                .names
                .card(label)
                .map(|_| ())
                .or_else(|why| self.names.building(label).map(|_| ()).map_err(|_| why)),
        };
        match verdict {
            Ok(()) => true,
            Err((reason, help)) => {
                self.fail(option.span(), reason, help);
                false
            }
        }
    }

    fn branch(&self, label: NameId) -> &str {
        &self.game.script().rules.names[label.index()]
    }
}

/// What a line is about: all before its colon; the turn line has none.
fn key_of(line: &str) -> &str {
    match line.split_once(':') {
        Some((key, _)) if !line.starts_with("turn ") => key.trim(),
        _ => "turn",
    }
}

fn is_place(text: &str) -> bool {
    let Some((player, index)) = text.split_once('.') else { return false };
    player.parse::<Player>().is_ok() && index.parse::<u8>().is_ok_and(|index| index > 0)
}
