//! Which clauses and branches of the card texts rulings run, and how many rulings each.

mod texts;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use crate::casebook::Casebook;
use crate::judge::watch_ruling;
use crate::positions::moves::Witness;
use engine::{Applies, Game, Ran, Script, Watch};
use rules::Library;
use rules::ir::{FaceId, Op, Rules, Written};
use text::Span;

pub use texts::{Owner, Passage, Unit, What, passages};

/// The coverage of one text.
#[derive(Debug, Clone)]
pub struct Covered {
    pub passage: Passage,
    /// In the order of the text, outer ones first.
    pub units: Vec<Unit>,
}

/// What all rulings run of all texts.
#[derive(Debug, Clone)]
pub struct Coverage {
    pub texts: Vec<Covered>,
    /// By ruling: how many steps of texts it takes.
    pub steps: Vec<u64>,
    /// The rulings that do not hold.
    pub failing: Vec<usize>,
}

/// Plays all rulings that can be played and notes what they run.
pub fn cover(library: &Library, book: &Casebook) -> Coverage {
    let mut texts: Vec<Covered> = passages(library)
        .into_iter()
        .map(|passage| {
            let units = texts::units(&passage.text);
            Covered { passage, units }
        })
        .collect();
    let mut scripts = book.scripts(library);
    let (mut steps, mut failing) = (Vec::new(), Vec::new());
    for (number, case) in book.cases.iter().enumerate() {
        let mut notes = Notes::default();
        if let Some(script) = scripts.get(case.game) {
            if watch_ruling(&case.source, &case.ruling, script.clone(), &mut notes).is_err() {
                failing.push(number);
            }
            let trail = Trail::of(&notes, &script.rules);
            for text in &mut texts {
                trail.mark(text, number);
            }
        } else {
            failing.push(number);
        }
        steps.push(notes.steps);
    }
    Coverage {
        texts,
        steps,
        failing,
    }
}

impl Coverage {
    /// What no ruling runs: where it is, what is said there, what is missing.
    pub fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for text in &self.texts {
            let source = &text.passage.source;
            for unit in text.units.iter().filter(|unit| unit.rulings.is_empty()) {
                let said = unit.first_line(source);
                let line = source.line(unit.span.start);
                missing.push(format!(
                    "{}:{line}: {}: `{said}` {}",
                    source.name,
                    text.passage.owner,
                    unit.what.never()
                ));
            }
        }
        missing
    }

    /// The texts with line numbers and, in the margin, the number of rulings that run what begins there.
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for text in &self.texts {
            text.write(&mut out);
        }
        let (all, run) = self
            .texts
            .iter()
            .flat_map(|text| &text.units)
            .fold((0, 0), |(all, run), unit| {
                (all + 1, run + usize::from(!unit.rulings.is_empty()))
            });
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{run} of {all} clauses, statements and branches are run by a ruling"
        );
        out
    }
}

impl Covered {
    fn write(&self, out: &mut String) {
        let source = &self.passage.source;
        let Some(last) = self.units.iter().map(|unit| unit.span.end).max() else {
            return;
        };
        let first = source.line(self.units[0].span.start);
        let last = source.line(source.text[..last].trim_end().len());
        let _ = writeln!(out, "{}: {}", source.name, self.passage.owner);
        for (at, line) in source.text.lines().enumerate().take(last).skip(first - 1) {
            let here: Vec<&Unit> = self
                .units
                .iter()
                .filter(|unit| source.line(unit.span.start) == at + 1)
                .collect();
            let own = here
                .iter()
                .filter(|unit| unit.what.is_said())
                .map(|unit| unit.rulings.len())
                .min();
            let count = own.map_or(String::new(), |count| count.to_string());
            let _ = writeln!(out, "{count:>6} {:>4} | {line}", at + 1);
            for unit in here {
                if !unit.what.is_said() || unit.rulings.is_empty() {
                    let said = unit.first_line(source);
                    let (count, how) = (unit.rulings.len(), unit.what.times(unit.rulings.len()));
                    let _ = writeln!(out, "{count:>6}      |   ^ `{said}` {how}");
                }
            }
        }
        out.push('\n');
    }
}

/// What one ruling runs, as the engine tells it.
#[derive(Debug, Default)]
struct Notes {
    ran: BTreeSet<(u16, Ran)>,
    applied: BTreeSet<Applies>,
    steps: u64,
}

impl Watch for Notes {
    fn ran(&mut self, at: u16, how: Ran) {
        self.ran.insert((at, how));
        self.steps += 1;
    }
}

impl Witness for Notes {
    fn stands(&mut self, game: &Game) {
        game.each_applying(&mut |clause| {
            self.applied.insert(clause);
        });
    }
}

/// The same in the words of the files.
struct Trail {
    ran: HashMap<Arc<str>, Vec<(Span, Ran)>>,
    applied: HashSet<(Arc<str>, Span)>,
}

impl Trail {
    fn of(notes: &Notes, rules: &Rules) -> Trail {
        let mut trail = Trail {
            ran: HashMap::new(),
            applied: HashSet::new(),
        };
        for (at, how) in &notes.ran {
            let (at, how) = (usize::from(*at), *how);
            // These close what others opened, in the name of whatever came last.
            let op = rules.code[at];
            let closes = op.closes() || matches!(op, Op::End | Op::Jump(_) | Op::Over { .. });
            let (file, span) = rules.code_spans[at];
            if let Some(source) = rules.sources.get(usize::from(file)).filter(|_| !closes) {
                trail
                    .ran
                    .entry(source.name.clone())
                    .or_default()
                    .push((span, how));
            }
        }
        for clause in &notes.applied {
            let (file, span) = standing(rules, *clause);
            trail.applied.extend(
                rules
                    .sources
                    .get(usize::from(file))
                    .map(|source| (source.name.clone(), span)),
            );
        }
        trail
    }

    fn mark(&self, text: &mut Covered, ruling: usize) {
        let nothing = Vec::new();
        let ran = self.ran.get(&text.passage.source.name).unwrap_or(&nothing);
        for unit in &mut text.units {
            let ran_within = |unit: &Unit| {
                ran.iter()
                    .any(|(span, _)| unit.span.start <= span.start && span.end <= unit.span.end)
            };
            let runs = match unit.what {
                // A price is code that runs when it is paid.
                What::Standing | What::Win => {
                    let clause = (text.passage.source.name.clone(), unit.span);
                    self.applied.contains(&clause) || ran_within(unit)
                }
                What::Clause | What::Statement | What::Branch => ran_within(unit),
                What::NotHeld | What::Failed => ran.contains(&(unit.span, Ran::Left)),
                What::Declined => ran.contains(&(unit.span, Ran::Declined)),
            };
            if runs {
                unit.rulings.push(ruling);
            }
        }
    }
}

/// Where the clause is written.
fn standing(rules: &Rules, clause: Applies) -> Written {
    let places = |face: FaceId| &rules.faces[face.index()].places;
    match clause {
        Applies::Lasting(face, index) => places(face).lasting[index],
        Applies::Standing(face, index) => places(face).standings[index],
        Applies::Forbidden(face, index) => places(face).bars[index],
        Applies::CountsAs(face, index) => places(face).counts_as[index],
        Applies::Raise(face, index) => places(face).raises[index],
        Applies::Alters(face, index) => places(face).alters[index],
        Applies::Win(face, index) => places(face).wins[index],
        Applies::Tally(index) => rules.tallies[index].written,
    }
}

fn owner(rules: &Rules, face: FaceId) -> Option<Owner> {
    let name = rules.names[rules.faces[face.index()].name?.index()].clone();
    let mut kinds = rules.kinds.iter();
    let kind = kinds.find(|kind| kind.buildings.contains(&face) || kind.action == Some(face))?;
    let set = kind.set.clone();
    Some(if kind.action == Some(face) {
        Owner::Action { set, name }
    } else {
        Owner::Building { set, name }
    })
}

/// The rules of a case mention what a text belongs to: its game has it at all.
pub fn has(script: &Script, owner: &Owner) -> bool {
    let rules = &script.rules;
    match owner {
        Owner::Building { .. } | Owner::Action { .. } => (0..rules.faces.len())
            .any(|face| self::owner(rules, FaceId(face as u16)).as_ref() == Some(owner)),
        Owner::Tally(name) => rules.tallies.iter().any(|tally| tally.name == *name),
        Owner::Counter(name) => rules
            .counters
            .iter()
            .any(|counter| counter.face.is_some() && counter.name == *name),
        Owner::Keyword(name) => rules.keywords.iter().any(|keyword| keyword.name == *name),
        Owner::Crisis | Owner::Dispute(_) | Owner::Switch(_) => true,
    }
}
