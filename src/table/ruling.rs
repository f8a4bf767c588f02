//! Rulings: small files that settle an argument for good. A position, some moves, what must follow.

mod differences;
mod expect;
mod file;
mod trail;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::base::{Quoted, Source, Span};
use crate::board::{Board, CardId, Event, Seat};
use crate::engine::{Cause, Chance, Game, Ran, Script, Setup, Watch};
use crate::rules::Settings;
use crate::rules::ir::Pc;
use crate::syntax::notation::{Match, MoveLine, NotationError, matches, parse_moves};
use crate::table::cut::Faults;
use crate::table::label::labels;
use crate::table::log::Log;
use crate::table::names::Names;
use crate::table::position::read_position;

pub use differences::{Difference, differences, write_differences};
use expect::check_ruling;
pub use expect::{Row, side_by_side};
pub use file::{game_faults, read_all, read_rulings};
pub use trail::Trail;
pub(super) use written::{Beginnings, write_game};
pub use written::{NotKept, write_empty};

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
    pub kinds: Vec<Spanned<String>>,
    /// The value stands beside its name, and serves as the place of both.
    #[serde(default)]
    pub disputes: BTreeMap<String, Spanned<String>>,
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
    /// Words of the sentence that tells that texts are cut off.
    pub report: Option<Spanned<String>>,
    /// Sentences of a log in which all cards lie open.
    #[serde(default)]
    pub told: Vec<Spanned<String>>,
    #[serde(default)]
    pub view: BTreeMap<String, Spanned<String>>,
}

/// An expectation that was not met, or a fault in the ruling itself.
pub type Failure = NotationError;

fn failure(span: std::ops::Range<usize>, reason: impl Into<String>) -> Failure {
    NotationError::new(Span::new(span.start, span.end), reason)
}

impl Ruling {
    /// What its table has decided.
    pub fn settings(&self) -> Settings {
        let disputes = self.disputes.iter().map(|(name, value)| (name.clone(), value.get_ref().clone()));
        let kinds = self.kinds.iter().map(|kind| kind.get_ref().clone());
        Settings { disputes: disputes.collect(), kinds: kinds.collect() }
    }

    /// Whether any of its positions and labels has one of these names in it, written in small letters.
    pub fn names_any(&self, names: &[String]) -> bool {
        let expect = self.expect.get_ref();
        let texts = [Some(&self.position), self.moves.as_ref(), expect.position.as_ref()];
        let lists = expect.options.iter().chain(&expect.not_options).chain(expect.view.values());
        let mut texts = texts.into_iter().flatten().chain(lists).map(|text| text.get_ref().to_lowercase());
        texts.any(|text| names.iter().any(|name| text.contains(name)))
    }
}

/// Looks on while a ruling is played.
pub trait Witness: Watch {
    /// An option is about to be taken.
    fn chosen(&mut self, _game: &Game, _seat: Seat, _label: &str) {}

    /// The position is set up, or an option has been taken.
    fn stands(&mut self, _game: &Game) {}
}

impl Witness for () {}

impl Witness for Log {}

/// In a ruling a shuffle leaves the pile as it lies.
pub(super) struct AsItLies<'a, W>(pub(super) &'a mut W);

impl<W: Watch> Watch for AsItLies<'_, W> {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        self.0.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.0.ran(at, how);
    }

    fn shuffle(&mut self, _chance: &mut Chance, _cards: &mut [CardId]) {}
}

/// Where what a string of the file says is written.
fn quoted(source: &Source, value: &Spanned<String>) -> Quoted {
    let span = value.span();
    Quoted::new(source.text.get(span.clone()).unwrap_or_default(), span.start, value.get_ref())
}

/// Faults of a text, at their places in the file.
fn placed(quoted: &Quoted, mut faults: Vec<Failure>) -> Vec<Failure> {
    faults.iter_mut().for_each(|fault| fault.span = quoted.place(fault.span));
    faults
}

/// Plays a ruling and compares. Its game is made by `script`.
///
/// # Errors
/// Everything that is not as the ruling says, or what is wrong with the ruling itself.
pub fn run_ruling(source: &Source, ruling: &Ruling, script: Arc<Script>) -> Result<Game, Vec<Failure>> {
    watch_ruling(source, ruling, script, &mut ())
}

/// Like [`run_ruling`], with somebody who looks on.
///
/// # Errors
/// Those of [`run_ruling`].
pub fn watch_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let (game, failures) = judge_ruling(source, ruling, script, witness)?;
    if failures.is_empty() { Ok(game) } else { Err(failures) }
}

/// Plays a ruling to where its expectations begin, and all of them that are not met.
///
/// # Errors
/// What is wrong with its position and its moves.
pub fn judge_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<(Game, Vec<Failure>), Vec<Failure>> {
    let log = (!ruling.expect.get_ref().told.is_empty()).then(Log::open);
    let mut watched = Watched { witness, faults: Faults::default(), log };
    let game = play_ruling(source, ruling, script, &mut watched)?;
    let mut failures = check_ruling(source, ruling, &game);
    failures.extend(reported(ruling, &watched.faults));
    failures.extend(untold(ruling, watched.log.as_ref().map_or(&[], Log::lines)));
    Ok((game, failures))
}

/// Somebody who looks on, and beside them somebody who notes what is cut off, and what is told where that is expected.
struct Watched<'a, W> {
    witness: &'a mut W,
    faults: Faults,
    log: Option<Log>,
}

impl<W: Watch> Watch for Watched<'_, W> {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        self.faults.event_by(script, board, event, cause);
        if let Some(log) = &mut self.log {
            log.event_by(script, board, event, cause);
        }
        self.witness.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.witness.ran(at, how);
    }
}

impl<W: Witness> Witness for Watched<'_, W> {
    fn chosen(&mut self, game: &Game, seat: Seat, label: &str) {
        self.witness.chosen(game, seat, label);
    }

    fn stands(&mut self, game: &Game) {
        self.witness.stands(game);
    }
}

/// What is cut off must be expected, and the other way round.
fn reported(ruling: &Ruling, faults: &Faults) -> Option<Failure> {
    let expect = &ruling.expect;
    match (&expect.get_ref().report, faults.told.first()) {
        (None, None) => None,
        (None, Some(told)) => {
            let help = "mend the text; if this is what the ruling is about, say so with `report = \"...\"`";
            Some(failure(expect.span(), told.clone()).with_help(help))
        }
        (Some(wanted), None) => Some(failure(wanted.span(), "no text is cut off").with_help("leave `report` out")),
        (Some(wanted), Some(_)) if faults.told.iter().any(|told| told.contains(wanted.get_ref().as_str())) => None,
        (Some(wanted), Some(told)) => {
            let help = format!("reported is: {told}");
            Some(failure(wanted.span(), format!("nothing reported says `{}`", wanted.get_ref())).with_help(help))
        }
    }
}

/// Sentences that are expected and not told.
fn untold(ruling: &Ruling, lines: &[String]) -> Vec<Failure> {
    let expected = ruling.expect.get_ref().told.iter();
    let missing = expected.filter(|wanted| !lines.iter().any(|line| line == wanted.get_ref()));
    let told = || match lines {
        [] => "nothing is told".to_string(),
        lines => format!("told is: {}", lines.join(" ")),
    };
    missing.map(|wanted| failure(wanted.span(), "the log does not say so").with_help(told())).collect()
}

/// The position of a ruling.
///
/// # Errors
/// Everything that is wrong with it.
pub fn setup_of(source: &Source, ruling: &Ruling, script: &Script) -> Result<Setup, Vec<Failure>> {
    let position = &ruling.position;
    read_position(position.get_ref(), 0, &script.rules).map_err(|faults| placed(&quoted(source, position), faults))
}

/// The moves of a ruling.
///
/// # Errors
/// Every line that cannot be read.
pub fn moves_of(source: &Source, ruling: &Ruling) -> Result<Vec<MoveLine>, Vec<Failure>> {
    let Some(moves) = &ruling.moves else { return Ok(Vec::new()) };
    let quoted = quoted(source, moves);
    let mut lines = parse_moves(moves.get_ref(), 0).map_err(|faults| placed(&quoted, faults))?;
    for line in &mut lines {
        line.player.span = quoted.place(line.player.span);
        line.labels.iter_mut().for_each(|label| label.span = quoted.place(label.span));
    }
    Ok(lines)
}

/// Plays a ruling up to where its expectations begin.
///
/// # Errors
/// What is wrong with its position and its moves.
pub fn play_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let (setup, lines) = match (setup_of(source, ruling, &script), moves_of(source, ruling)) {
        (Ok(setup), Ok(lines)) => (setup, lines),
        (Err(faults), Ok(_)) | (Ok(_), Err(faults)) => return Err(faults),
        (Err(faults), Err(more)) => return Err([faults, more].concat()),
    };
    play_from(script, &setup, &lines, witness)
}

/// Plays lines of moves from a position; a shuffle leaves the pile as it lies.
///
/// # Errors
/// What is wrong with the first move that cannot be made.
pub fn play_from(
    script: Arc<Script>,
    setup: &Setup,
    lines: &[MoveLine],
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let mut game = Game::from_setup(script, setup, 0, &mut AsItLies(witness));
    witness.stands(&game);
    play_moves(lines, &mut game, witness)?;
    Ok(game)
}

/// Plays lines of moves; a shuffle leaves the pile as it lies.
///
/// # Errors
/// What is wrong with the first move that cannot be made.
pub fn play_moves(lines: &[MoveLine], game: &mut Game, witness: &mut impl Witness) -> Result<(), Vec<Failure>> {
    for line in lines {
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
            match meant(game, &label.node, &texts) {
                Match::One(index) => {
                    witness.chosen(game, seat, texts[index]);
                    game.take(options[index].0, &mut AsItLies(witness)).expect("the choice is one of the options");
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

/// The option that a label means: exactly that one, else the one in which a card goes by its other face, else the only
/// one that begins so.
fn meant(game: &Game, label: &str, options: &[&str]) -> Match {
    let is_option = |label: &str| options.iter().any(|option| option.eq_ignore_ascii_case(label));
    let rules = &game.script().rules;
    let other_face = || Names::of(rules).meant(rules, label).into_iter().find(|label| is_option(label));
    match is_option(label) {
        // Options that share a label are told apart by nobody: `matches` says so.
        true => matches(label, options),
        false => matches(&other_face().unwrap_or_else(|| label.to_string()), options),
    }
}

/// The options of the decision in one line.
fn offered(game: &Game) -> String {
    let labels: Vec<String> = labels(game).into_iter().map(|(_, label)| format!("`{label}`")).collect();
    labels.join(", ")
}
