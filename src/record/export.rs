//! Writes rulings: an empty one, and a game under way as one.

use std::sync::Arc;

use crate::positions::print::print_open;
use crate::positions::read::read_position;
use board::{Board, Event};
use engine::{Asked, Cause, Game, Outcome, Script, Watch};
use explain::chance;
use explain::names::{building_label, draft_names};
use explain::options::decision::Taken;
use explain::options::label::labels;
use lang::notation::parse_moves;
use rules::ir::Rules;

use crate::positions::moves::play_from;

/// A ruling to be filled in.
const EMPTY: &str = r#"# A ruling: a position, some moves and what must follow. `brink ruling FILE`
# plays it. Name the files of your own cards here: cards = ["my-game.toml"]
[[ruling]]
id = "says-what-it-claims"          # unique; lowercase letters and hyphens
title = "Says the same in a sentence"
rules = []                           # the ids of the rules that it pins
game = "GAME"                        # a recipe: `brink recipes` lists them
# kinds = ["A", "B"]                 # for a draft: its kinds, by any name
# disputes = { NAME = "VALUE" }      # `brink disputes` lists them

# You may leave out lines: without `deck:`, the deck has every card not named
# elsewhere; without a hand line, the hand is empty; without `turn`, it is
# `turn p1 main`. Write stacks from bottom to top; `^` means face up.
position = """
NATIONS"""

# One line per move. After `>` come the choices that the same player makes
# during the move: `p1: use p1.2 > p2`.
moves = """
"""

[ruling.expect]
# Only what you write here is compared. Lines of the table, as
# `brink position` prints them:
# position = """
# discard:
# """
asked = "p1"                         # who decides next
# options = ["pass"]                 # offered next
# not_options = ["decline"]          # not offered
# winner = "p1"                      # the game is over
# draw = true                        # the game is a draw
# view = { p2 = "p1 hand: 0 cards" } # lines of what p2 sees
"#;

/// An empty ruling of a game, with comments. Its table has two players and what they begin with.
pub fn write_empty(rules: &Rules) -> String {
    let mut victories = rules.cards[rules.deck_size..].iter().cycle();
    let mut nation = |player: &str| match victories.next() {
        Some(kind) => format!("{player}: {}[]\n", building_label(rules, *kind, false)),
        None => format!("{player}:\n"),
    };
    let nations = [nation("p1"), nation("p2")].concat();
    EMPTY
        .replace("GAME", &rules.game)
        .replace("NATIONS", &nations)
}

/// Why a game cannot be written as a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// The game has not come to a turn yet.
    #[error("a ruling begins with a turn, and the first turn has not begun")]
    NoTurn,
}

/// A turn menu of the game, and the choices since.
struct Beginning {
    position: String,
    taken: usize,
}

/// Collects, of a game that is played again, every position that a ruling could begin with.
#[derive(Default)]
pub struct Beginnings {
    all: Vec<Beginning>,
    /// By choice, what chance has decided then, as moves say it.
    fallen: Vec<String>,
    /// The same since the last look.
    falls: String,
}

impl Beginnings {
    /// Looks at the game after so many choices.
    pub fn look(&mut self, game: &Game, taken: usize) {
        let falls = std::mem::take(&mut self.falls);
        if let Some(last) = taken.checked_sub(1) {
            self.fallen.resize(last, String::new());
            self.fallen.push(falls);
        }
        if matches!(game.decision(), Some((_, Asked::Menu))) {
            self.all.push(Beginning {
                position: print_open(game, true),
                taken,
            });
        }
    }
}

impl Watch for Beginnings {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        _cause: Option<Cause>,
    ) {
        if let Event::Fell { what, among, .. } = event {
            let (lot, on) = chance::written(script, board, *what, among);
            self.falls += &format!(" [{lot}: {on}]");
        }
    }
}

/// Writes a game as a ruling that is ready for an expectation. It begins as early as the moves lead to the table of
/// now: after the last shuffle, which a ruling cannot repeat.
///
/// # Errors
/// No turn has begun.
pub fn write_game(
    game: &Game,
    beginnings: &Beginnings,
    taken: &[Taken],
    heading: &str,
) -> Result<String, NotKept> {
    let now = (print_open(game, true), labels_of(game));
    let leads_here = |beginning: &Beginning| {
        let lines = moves(
            &taken[beginning.taken..],
            beginnings.fallen.get(beginning.taken..).unwrap_or_default(),
        );
        let again = replayed(game.script(), &beginning.position, &lines)?;
        ((print_open(&again, true), labels_of(&again)) == now).then_some((
            beginning.position.clone(),
            lines,
            again,
        ))
    };
    if let Some((position, lines, again)) = beginnings.all.iter().find_map(leads_here) {
        return Ok(write_ruling(&again, &position, &lines, heading));
    }
    let Beginning { position, .. } = beginnings.all.last().ok_or(NotKept::NoTurn)?;
    let note =
        "# The current move shuffles, which a ruling cannot repeat: this is the table before it.\n";
    let again = replayed(game.script(), position, "").unwrap_or_else(|| game.clone());
    Ok(write_ruling(
        &again,
        position,
        "",
        &format!("{heading}{note}"),
    ))
}

fn labels_of(game: &Game) -> Vec<String> {
    labels(game).into_iter().map(|(_, label)| label).collect()
}

fn replayed(script: &Arc<Script>, position: &str, lines: &str) -> Option<Game> {
    let setup = read_position(position, 0, &script.rules).ok()?;
    play_from(
        script.clone(),
        &setup,
        &parse_moves(lines, 0).ok()?,
        &mut (),
    )
    .ok()
}

/// Lines of moves, one choice each, with what chance has decided then.
fn moves(taken: &[Taken], fallen: &[String]) -> String {
    let fallen = fallen
        .iter()
        .map(String::as_str)
        .chain(std::iter::repeat(""));
    taken
        .iter()
        .zip(fallen)
        .map(|(taken, fallen)| format!("{}: {}{fallen}\n", taken.who, taken.label))
        .collect()
}

/// A ruling from its position, its moves, and the table that they lead to. `heading` is made of comments.
fn write_ruling(game: &Game, position: &str, moves: &str, heading: &str) -> String {
    let rules = &game.script().rules;
    let mut out = heading.to_string();
    out.push_str("[[ruling]]\nid = \"kept-from-a-game\"          # describe its claim\ntitle = \"Kept from a game\"\n");
    out.push_str("rules = []                       # the ids of the rules it pins\n");
    out.push_str(&format!("game = {}\n", quoted(&rules.game)));
    if rules.drafted {
        let kinds: Vec<String> = draft_names(game.script()).into_iter().map(quoted).collect();
        out.push_str(&format!("kinds = [{}]\n", kinds.join(", ")));
    }
    for dispute in &rules.disputes {
        let (value, _) = &dispute.values[dispute.value as usize];
        out.push_str(&format!("disputes.{} = {}\n", dispute.name, quoted(value)));
    }
    out.push_str(&format!(
        "position = {}\nmoves = {}\n\n[ruling.expect]\n",
        block(position),
        block(moves)
    ));
    let asked = game.chooser().map(|who| format!("asked = \"{who}\"\n"));
    let ended = match game.outcome() {
        Outcome::Won(seat) => Some(format!("winner = \"{seat}\"\n")),
        Outcome::Drawn => Some("draw = true\n".to_string()),
        Outcome::Running => None,
    };
    out.push_str(&asked.or(ended).unwrap_or_default());
    out.push_str("# Write here what must follow. This is the table now; keep the lines that matter and correct them:\n");
    out.push_str("# position = \"\"\"\n");
    print_open(game, true)
        .lines()
        .for_each(|line| out.push_str(&format!("# {line}\n")));
    out.push_str("# \"\"\"\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn block(text: &str) -> String {
    let quotes = if text.contains(['"', '\\']) {
        "'''"
    } else {
        "\"\"\""
    };
    format!("{quotes}\n{text}{quotes}")
}
