//! Whether a kept game is still the same game: with other cards, or by another version of the program. If not, the first
//! decision that differs, and what makes it so. What is told of it, all who sit at the screen may know.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::opening::{Seating, begun, take};
use crate::readers::Readers;
use crate::save::{Saved, Scripts};
use board::Seat;
use engine::{Game, Ran, Watch};
use explain::options::decision::Decision;
use explain::options::decision::offered;
use explain::reasons::quote;
use itertools::Itertools;
use record::positions::print::fingerprint;
use rules::ir::{Origin, Pc, Rules};

/// The first decision that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Its number among all choices, counted from 0.
    pub number: usize,
    /// Who decided there.
    pub seat: Option<Seat>,
    /// What was taken there; nothing where not everybody may know it.
    pub label: Option<String>,
    /// What is not the same.
    pub what: String,
    /// Whole lines: the texts that make it so, as far as they can be told.
    pub clauses: String,
}

impl fmt::Display for Drift {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "decision {}", self.number + 1)?;
        match (self.seat, &self.label) {
            (Some(seat), Some(label)) => write!(formatter, " (`{seat}: {label}`)")?,
            (Some(seat), None) => write!(formatter, " ({seat})")?,
            (None, _) => {}
        }
        write!(formatter, ": {}", self.what)
    }
}

/// A game that is played again, choice by choice.
struct Again<'a> {
    seating: Seating,
    game: Game,
    saved: &'a Saved,
    scripts: &'a Scripts,
    readers: Readers,
    /// What has run since the choice before.
    ran: Clauses,
    /// The faces that lay open before that choice.
    open: BTreeSet<usize>,
}

/// The ops that have run.
#[derive(Debug, Default)]
struct Clauses(BTreeSet<Pc>);

impl Watch for Clauses {
    fn ran(&mut self, at: Pc, _how: Ran) {
        self.0.insert(at);
    }
}

impl<'a> Again<'a> {
    fn new(scripts: &'a Scripts, saved: &'a Saved) -> Again<'a> {
        let mut ran = Clauses::default();
        let seating = saved.seating(scripts);
        let game = begun(&seating, &mut ran);
        Again {
            seating,
            game,
            saved,
            scripts,
            readers: Readers::of(saved),
            ran,
            open: BTreeSet::new(),
        }
    }

    /// Settles what was settled before the choice of that number.
    fn settle(&mut self, number: usize) -> Result<(), String> {
        for (settled, script) in self.saved.settled.iter().zip(&self.scripts.settled) {
            if settled.after == number {
                let game = self.game.under(script.clone(), &mut self.ran);
                self.game = game.map_err(|not_now| not_now.to_string())?;
            }
        }
        Ok(())
    }

    /// Takes the choice of that number.
    fn take(&mut self, number: usize) -> Result<(), String> {
        let (_, choice) =
            offered(&self.game, &self.saved.taken[number]).map_err(|misfit| misfit.to_string())?;
        self.ran = Clauses::default();
        self.open = self.readers.open_faces(&self.game);
        take(&self.seating, &mut self.game, choice, &mut self.ran);
        Ok(())
    }

    fn rules(&self) -> &Rules {
        &self.game.script().rules
    }

    /// The faces that lie open, or did before the last choice.
    fn open(&self) -> BTreeSet<usize> {
        self.open
            .union(&self.readers.open_faces(&self.game))
            .copied()
            .collect()
    }

    /// The texts that have run since the choice before; the draw of a turn is none.
    fn texts(&self) -> impl Iterator<Item = &Origin> + '_ {
        let script = self.game.script();
        let of_cards = self.ran.0.iter().filter(|at| !script.is_draw(**at));
        of_cards.filter_map(|at| self.rules().origin(*at))
    }

    /// The faces whose texts have run since the choice before, by label.
    fn ran_faces(&self) -> BTreeSet<&str> {
        let faces = self.texts().filter_map(|text| text.face);
        faces
            .map(|face| self.rules().faces[face.index()].label.as_str())
            .collect()
    }

    /// The clauses that have run since the choice before, on faces that lie open.
    fn clauses(&self) -> String {
        let (rules, open) = (self.rules(), self.open());
        let is_open = |text: &&Origin| text.face.is_none_or(|face| open.contains(&face.index()));
        let clauses = self.texts().filter(is_open).map(|text| text.clause);
        let mut out = String::new();
        for clause in clauses
            .sorted_by_key(|(file, span)| (*file, span.start, span.end))
            .dedup()
        {
            quote::clause(&mut out, rules, clause);
        }
        out
    }

    fn drift(&self, number: usize, what: String, clauses: String) -> Drift {
        let taken = self.saved.taken.get(number);
        let own = taken.filter(|taken| self.readers.is_only(taken.who.by));
        let (seat, label) = (
            taken.map(|taken| taken.who.by),
            own.map(|taken| taken.label.clone()),
        );
        Drift {
            number,
            seat,
            label,
            what,
            clauses,
        }
    }
}

/// Plays a kept game again with its own cards: where does this program play it differently from the one that kept it?
pub fn by_program(scripts: &Scripts, saved: &Saved) -> Option<Drift> {
    let mut again = Again::new(scripts, saved);
    for (number, print) in saved.prints.iter().enumerate() {
        if let Err(what) = again.settle(number) {
            return Some(again.drift(number, what, String::new()));
        }
        let decision = Decision::of(&again.game);
        let now = decision.map(|decision| fingerprint(&again.game, &decision));
        if print.is_some_and(|print| now != Some(print)) {
            let what =
                "the table or the decision was different when the game was saved".to_string();
            return Some(again.drift(number, what, again.clauses()));
        }
        if let Err(what) = again.take(number) {
            return Some(again.drift(number, what, again.clauses()));
        }
    }
    None
}

/// Plays a kept game with both its cards and others: where do they first differ in what everybody at the screen may see?
pub fn by_cards(then: &Scripts, now: &Scripts, saved: &Saved) -> Option<Drift> {
    let (mut old, mut new) = (Again::new(then, saved), Again::new(now, saved));
    for number in 0..=saved.taken.len() {
        match (old.settle(number), new.settle(number)) {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(what)) => return Some(old.drift(number, what, changed(&old, &new))),
            (Err(_), _) => return None,
        }
        let [was, is] = [&old, &new].map(|again| again.readers.text(&again.game));
        if let Some(what) = was.and_then(|was| difference(&was, is.as_deref())) {
            return Some(old.drift(number, what, changed(&old, &new)));
        }
        let taken = |again: &mut Again| match number < saved.taken.len() {
            true => again.take(number),
            false => Ok(()),
        };
        match (taken(&mut old), taken(&mut new)) {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(what)) => return Some(old.drift(number, what, changed(&old, &new))),
            // The kept game itself does not go on.
            (Err(_), _) => return None,
        }
    }
    None
}

/// What is not the same in two games: the first line, or the first option. Of the other game no more is told: where it has drawn
/// what still lies in the deck, that is seen in it.
fn difference(was: &str, is: Option<&str>) -> Option<String> {
    let Some(is) = is else {
        return Some("the game would already be over".to_string());
    };
    if was == is {
        return None;
    }
    let pair = was.lines().zip(is.lines()).find(|(was, is)| was != is);
    let Some((was, is)) = pair else {
        return Some("the table has a different number of lines".to_string());
    };
    if !was.starts_with("asked ") || was.split(':').next() != is.split(':').next() {
        return Some(format!("`{was}` would be different"));
    }
    let [old, new] = [was, is].map(|line| line.split(" | ").skip(1).collect_vec());
    let gone = old.iter().find(|option| !new.contains(option));
    Some(match gone {
        Some(option) => format!("`{option}` is no longer offered"),
        None if new.iter().any(|option| !old.contains(option)) => {
            "there are new options".to_string()
        }
        None => "the options are in a different order".to_string(),
    })
}

/// The texts that are not the same: those that have just run, or else those of the table, or else all.
fn changed(old: &Again, new: &Again) -> String {
    let (was, is) = (texts(old.rules()), texts(new.rules()));
    let labels: BTreeSet<&str> = was.keys().chain(is.keys()).copied().collect();
    let all = labels
        .into_iter()
        .filter(|label| was.get(label) != is.get(label))
        .collect_vec();
    // What lies hidden in the game as it is, is not told by what happens to it in the other one.
    let open = old
        .open()
        .into_iter()
        .map(|face| old.rules().faces[face].label.as_str())
        .collect_vec();
    let ran: BTreeSet<&str> = old.ran_faces().union(&new.ran_faces()).copied().collect();
    let seen = all
        .iter()
        .copied()
        .filter(|label| open.contains(label))
        .collect_vec();
    let near = seen
        .iter()
        .copied()
        .filter(|label| ran.contains(label))
        .collect_vec();
    let chosen = [near, seen, all]
        .into_iter()
        .find(|labels| !labels.is_empty());
    let changed = chosen.unwrap_or_default().into_iter();
    changed
        .map(|label| change(label, was.get(label), is.get(label)))
        .collect()
}

/// The texts of faces and keywords, by what they are called; a face comes before a keyword.
fn texts(rules: &Rules) -> BTreeMap<&str, String> {
    let keywords = rules
        .keywords
        .iter()
        .map(|keyword| (keyword.name.as_str(), keyword.text.to_string()));
    let faces = rules
        .faces
        .iter()
        .rev()
        .map(|face| (face.label.as_str(), face.text.to_string()));
    keywords.chain(faces).collect()
}

/// What a text said and says, line by line.
fn change(label: &str, was: Option<&String>, is: Option<&String>) -> String {
    let [old, new] = [was, is].map(|text| text.iter().flat_map(|text| text.lines()).collect_vec());
    let only = |of: &[&str], other: &[&str], sign: char| -> String {
        let lines = of.iter().filter(|line| !other.contains(line));
        lines.map(|line| format!("  {sign} {line}\n")).collect()
    };
    let head = match (was, is) {
        (Some(_), None) => "is gone; its text was",
        (None, Some(_)) => "is new",
        _ => "was changed",
    };
    format!(
        "`{label}` {head}\n{}{}",
        only(&old, &new, '-'),
        only(&new, &old, '+')
    )
}
