//! Tells a ruling like a page of a companion to the rules: the table, what is chosen, what happens, what follows.

use std::fmt::Write;
use std::sync::Arc;

use crate::expectations::side_by_side;
use crate::judge::judge_ruling;
use crate::positions::moves::Witness;
use crate::positions::print::print_open;
use crate::ruling::{Failure, Ruling};
use board::{Board, Chooser, Event};
use engine::{Cause, Game, Outcome, Script, Watch};
use explain::ending;
use explain::log::Log;
use itertools::Itertools;
use text::Source;

/// The page of a ruling that holds. All cards lie open in it.
///
/// # Errors
/// Everything that is not as the ruling says, or what is wrong with the ruling itself.
pub fn transcript(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
) -> Result<String, Vec<Failure>> {
    let (page, failures) = told(source, ruling, script);
    if failures.is_empty() {
        Ok(page)
    } else {
        Err(failures)
    }
}

/// The page of a ruling as far as it can be played, and everything that is not as the ruling says, or what is wrong with
/// the ruling itself.
pub fn told(source: &Source, ruling: &Ruling, script: Arc<Script>) -> (String, Vec<Failure>) {
    let mut tale = Tale {
        log: Log::open(),
        out: String::new(),
        deck: keeps_deck(ruling),
        chosen: false,
    };
    // Writing to a string cannot fail.
    let _ = write_head(&mut tale.out, ruling);
    let (game, failures) = match judge_ruling(source, ruling, script, &mut tale) {
        Ok(judged) => judged,
        Err(faults) => {
            tale.tell();
            tale.out.push_str(if tale.chosen { "\n" } else { "" });
            tale.out.push_str("This ruling cannot be played further.\n");
            return (tale.out, faults);
        }
    };
    let still = !tale.chosen && tale.log.lines().is_empty();
    tale.tell();
    let after = table(&game, tale.deck);
    let mut out = tale.out;
    if !still {
        out.push_str("\nThe table after:\n");
        out.push_str(&after);
    }
    out.push_str(if still { "" } else { "\n" });
    let _ = write_end(&mut out, ruling, &game);
    if !failures.is_empty() {
        out.push_str("This ruling fails.\n");
    }
    (out, failures)
}

fn write_head(out: &mut String, ruling: &Ruling) -> std::fmt::Result {
    writeln!(out, "{}\n{}\n", ruling.id.get_ref(), ruling.title)?;
    if !ruling.rules.is_empty() {
        write!(out, "Rules: {}. ", ruling.rule_ids().join(", "))?;
    }
    write!(out, "Game: {}", ruling.game.get_ref())?;
    if !ruling.kinds.is_empty() {
        write!(out, " of {}", listed(&ruling.kinds, ", "))?;
    }
    for (name, value) in &ruling.disputes {
        write!(out, ", {name} {}", value.get_ref())?;
    }
    writeln!(out, ".")
}

fn listed(words: &[toml::Spanned<String>], between: &str) -> String {
    words.iter().map(|word| word.get_ref()).join(between)
}

/// A deck that the ruling says nothing of is only counted.
fn keeps_deck(ruling: &Ruling) -> bool {
    ruling
        .position
        .get_ref()
        .lines()
        .any(|line| line.trim_start().starts_with("deck:"))
}

/// All that lies on the table, indented.
fn table(game: &Game, deck: bool) -> String {
    let printed = print_open(game, true);
    printed
        .lines()
        .map(|line: &str| {
            if line.starts_with("deck:") && !deck {
                format!("  deck: {} cards\n", game.board().deck().len())
            } else {
                format!("  {line}\n")
            }
        })
        .collect()
}

fn write_end(out: &mut String, ruling: &Ruling, game: &Game) -> std::fmt::Result {
    let expect = ruling.expect.get_ref();
    for row in side_by_side(ruling, game) {
        if let Some(viewer) = &row.viewer {
            writeln!(out, "{viewer} sees {}: {}", row.key, row.expected)?;
        }
    }
    if game.outcome() == Outcome::Drawn {
        return writeln!(out, "The game is a draw.");
    }
    if let Some((seat, _)) = game.reason() {
        let why = ending::why(game.script(), game.board(), seat);
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        return writeln!(out, "{seat} has won{why}.");
    }
    if let Some(who) = game.chooser() {
        writeln!(out, "{who} decides next.")?;
    }
    if !expect.options.is_empty() {
        writeln!(out, "Offered: {}", listed(&expect.options, " | "))?;
    }
    if !expect.not_options.is_empty() {
        writeln!(out, "Not offered: {}", listed(&expect.not_options, " | "))?;
    }
    Ok(())
}

/// What has been told so far.
struct Tale {
    log: Log,
    out: String,
    deck: bool,
    /// Something has been chosen.
    chosen: bool,
}

impl Tale {
    /// What has happened since.
    fn tell(&mut self) {
        for line in self.log.take_lines() {
            let _ = writeln!(self.out, "  {line}");
        }
    }
}

impl Watch for Tale {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.log.event_by(script, board, event, cause);
    }
}

impl Witness for Tale {
    fn stands(&mut self, game: &Game) {
        // Before anything is chosen.
        if !self.chosen {
            let _ = write!(self.out, "\nThe table:\n{}\n", table(game, self.deck));
        }
    }

    fn chosen(&mut self, _game: &Game, who: Chooser, label: &str) {
        self.chosen = true;
        self.tell();
        let _ = writeln!(self.out, "{who}: {label}");
    }
}
