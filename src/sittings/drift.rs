//! Whether a kept game is still the same game: with other cards, or by another version of the program. If not, the first
//! decision that differs, and what makes it so.

use std::collections::BTreeSet;
use std::fmt;

use crate::engine::{Game, Ran, Watch};
use crate::rules::ir::{Face, Origin, Pc, Rules};
use crate::sittings::saved::{Saved, Scripts};
use crate::speech::options::decision::Decision;
use crate::speech::options::taken::Taken;
use crate::speech::positions::fingerprint::{fingerprint, long};
use crate::speech::reasons::quote;

/// The first decision that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Its number among all choices, counted from 0.
    pub number: usize,
    /// What was taken there.
    pub taken: Option<Taken>,
    /// What is not the same.
    pub what: String,
    /// Whole lines: the texts that make it so, as far as they can be told.
    pub clauses: String,
}

impl fmt::Display for Drift {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.taken {
            Some(Taken { seat, label }) => {
                write!(formatter, "decision {} (`{seat}: {label}`): {}", self.number + 1, self.what)
            }
            None => write!(formatter, "decision {}: {}", self.number + 1, self.what),
        }
    }
}

/// A game that is played again, choice by choice.
struct Again<'a> {
    game: Game,
    saved: &'a Saved,
    scripts: &'a Scripts,
    /// What has run since the choice before.
    ran: Clauses,
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
        let game = Game::deal(scripts.deal.clone(), saved.players, saved.seed, &mut ran);
        Again { game, saved, scripts, ran }
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
        let taken = &self.saved.taken[number];
        let decision = Decision::of(&self.game).ok_or("the game is over before it")?;
        if decision.seat != taken.seat {
            return Err(format!("{} is asked there, not {}", decision.seat, taken.seat));
        }
        let option = decision.offers.iter().position(|offer| offer.label.eq_ignore_ascii_case(&taken.label));
        let option = option.ok_or("it is not among the options")?;
        let choice = self.game.options()[option];
        self.ran = Clauses::default();
        self.game.take(choice, &mut self.ran).map_err(|_| "it is refused")?;
        Ok(())
    }

    fn rules(&self) -> &Rules {
        &self.game.script().rules
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
        faces.map(|face| self.rules().faces[face.index()].label.as_str()).collect()
    }

    /// The clauses that have run since the choice before.
    fn clauses(&self) -> String {
        let rules = self.rules();
        let texts: BTreeSet<_> =
            self.texts().map(|text| text.clause).map(|(file, span)| (file, span.start, span.end)).collect();
        let mut out = String::new();
        for (file, start, end) in texts {
            quote::clause(&mut out, rules, (file, crate::base::Span::new(start, end)));
        }
        out
    }

    fn drift(&self, number: usize, what: String, clauses: String) -> Drift {
        Drift { number, taken: self.saved.taken.get(number).cloned(), what, clauses }
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
            let what = "the table or what is asked was different when the game was kept".to_string();
            return Some(again.drift(number, what, again.clauses()));
        }
        if let Err(what) = again.take(number) {
            return Some(again.drift(number, what, again.clauses()));
        }
    }
    None
}

/// Plays a kept game with both its cards and others: where do they differ first?
pub fn by_cards(then: &Scripts, now: &Scripts, saved: &Saved) -> Option<Drift> {
    let (mut old, mut new) = (Again::new(then, saved), Again::new(now, saved));
    for number in 0..=saved.taken.len() {
        match (old.settle(number), new.settle(number)) {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(what)) => return Some(old.drift(number, what, changed(&old, &new))),
            (Err(_), _) => return None,
        }
        let texts = [&old, &new].map(|again| Decision::of(&again.game).map(|decision| long(&again.game, &decision)));
        if let [Some(was), Some(is)] = &texts
            && let Some(what) = difference(was, is)
        {
            return Some(old.drift(number, what, changed(&old, &new)));
        }
        let taken = |again: &mut Again| if number < saved.taken.len() { again.take(number) } else { Ok(()) };
        match (taken(&mut old), taken(&mut new)) {
            (Ok(()), Ok(())) => {}
            (Ok(()), Err(what)) => return Some(old.drift(number, what, changed(&old, &new))),
            // The kept game itself does not go on.
            (Err(_), _) => return None,
        }
    }
    None
}

/// What is not the same in two games: the first line, or the first option.
fn difference(was: &str, is: &str) -> Option<String> {
    if was == is {
        return None;
    }
    let pair = was.lines().zip(is.lines()).find(|(was, is)| was != is);
    let Some((was, is)) = pair else { return Some("the table has more or fewer lines".to_string()) };
    let options = |line: &str| line.split(" | ").skip(1).map(str::to_string).collect::<Vec<_>>();
    if !was.starts_with("asked ") || was.split(':').next() != is.split(':').next() {
        return Some(format!("it was `{was}` and would be `{is}`"));
    }
    let (old, new) = (options(was), options(is));
    let gone =
        old.iter().find(|option| !new.contains(option)).map(|option| format!("`{option}` is not offered any more"));
    let come = || new.iter().find(|option| !old.contains(option)).map(|option| format!("`{option}` is offered, too"));
    Some(gone.or_else(come).unwrap_or_else(|| "the options come in another order".to_string()))
}

/// The texts that are not the same: those that have just run, or else those of the table, or else all.
fn changed(old: &Again, new: &Again) -> String {
    let (was, is) = (old.rules(), new.rules());
    let by_label = |rules: &'_ Rules, label: &str| -> Option<String> {
        let face = rules.faces.iter().find(|face| face.label == label);
        let keyword = || rules.keywords.iter().find(|keyword| keyword.name == label).map(|keyword| &keyword.text);
        face.map(|face| &face.text).or_else(keyword).map(ToString::to_string)
    };
    let labels = |rules: &Rules| -> Vec<String> {
        let faces = rules.faces.iter().map(|face: &Face| face.label.clone());
        faces.chain(rules.keywords.iter().map(|keyword| keyword.name.clone())).collect()
    };
    let all: BTreeSet<String> = labels(was).into_iter().chain(labels(is)).collect();
    let all: Vec<String> = all.into_iter().filter(|label| by_label(was, label) != by_label(is, label)).collect();
    let ran: BTreeSet<&str> = old.ran_faces().union(&new.ran_faces()).copied().collect();
    let near: Vec<&String> = all.iter().filter(|label| ran.contains(label.as_str())).collect();
    let text = Decision::of(&old.game).map_or_else(String::new, |decision| long(&old.game, &decision));
    let seen: Vec<&String> = all.iter().filter(|label| text.contains(label.as_str())).collect();
    let chosen = [near, seen].into_iter().find(|labels| !labels.is_empty()).unwrap_or_else(|| all.iter().collect());
    chosen.into_iter().map(|label| told(label, by_label(was, label), by_label(is, label))).collect()
}

/// What a text said and says, line by line.
fn told(label: &str, was: Option<String>, is: Option<String>) -> String {
    let lines = |text: &Option<String>| -> Vec<String> {
        text.iter().flat_map(|text| text.lines()).map(str::to_string).collect()
    };
    let (old, new) = (lines(&was), lines(&is));
    let only = |of: &[String], other: &[String], sign: char| -> String {
        let lines = of.iter().filter(|line| !other.contains(line)).map(|line| format!("  {sign} {line}\n"));
        lines.collect()
    };
    let head = match (&was, &is) {
        (Some(_), None) => "is gone; it said",
        (None, Some(_)) => "is new",
        _ => "was changed",
    };
    format!("`{label}` {head}\n{}{}", only(&old, &new, '-'), only(&new, &old, '+'))
}
