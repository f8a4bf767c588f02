//! Random sets, played by every bot, and hostile inputs: nothing panics or hangs, and what always holds holds.
//!
//! A run of the suite tries some of them, always the same. `FUZZ_CASES` and `FUZZ_INPUTS` say how many sets and broken
//! inputs, `FUZZ_SEED` where they begin; see `docs/testing.md`.

mod book;
mod case;
mod dice;
mod graft;
mod hostile;
mod laws;
mod parts;
mod reach;
mod runs;
mod shrink;
use std::sync::{Arc, Mutex};

use crate::support::formatting::{disturbed, formatted, without_notes};
use brink::rules::explain;

use book::Book;
use case::{Case, Shared};
use dice::Dice;
use hostile::Shelf;
use laws::{Looked, check};
use runs::{Failure, caught, over_seeds, wish};

/// A few by default, and more where that is asked for: sets that are made, inputs that are broken, mixes of the book of fan cards.
const SETS: [u64; 2] = [5, 40];
const INPUTS: [u64; 2] = [500, 5_000];
const MIXES: [u64; 2] = [2, 12];
/// So many sets have every part of the language in them; and where all of them are played, everything happens in some game.
const REACHING: u64 = 400;

/// Makes the set of a seed and plays it. Answers what was looked at, and how many files were checked.
fn one(shared: &Shared, seed: u64) -> Result<(Looked, u64), Failure> {
    let bytes = dice::bytes(seed);
    let (case, checked) =
        caught(|| shared.case(&mut Dice::new(&bytes))).map_err(|(kind, what)| Failure {
            kind,
            what: format!("{what}, while the set of seed {seed} is made"),
            files: String::new(),
        })?;
    runs::doing(seed, || case.shown());
    match played(shared, &case) {
        Ok(looked) => Ok((looked, checked)),
        Err((kind, _)) => {
            let fails = |case: &Case| played(shared, case).is_err_and(|(other, _)| other == kind);
            let small = shrink::shrink(&case, &fails);
            let what = played(shared, &small)
                .err()
                .map_or_else(String::new, |(_, what)| what);
            Err(Failure {
                kind,
                what,
                files: small.shown(),
            })
        }
    }
}

/// Plays a case; a set that the checker does not take is nothing to play.
fn played(shared: &Shared, case: &Case) -> Result<Looked, (String, String)> {
    let checked = caught(|| {
        let Ok(script) = shared.script(case) else {
            return Ok(Looked::default());
        };
        reach::note_set(case, &script);
        check(&Arc::new(script), case.players, case.seed)
    })?;
    checked.map_err(|fault| {
        let law = fault.split(':').next().unwrap_or_default().to_string();
        (law, fault)
    })
}

fn sets_keep_the_laws(many: u64) {
    let shared = Shared::read();
    let total = Mutex::new((Looked::default(), 0, 0));
    over_seeds(wish("FUZZ_CASES").unwrap_or(many), &|seed| {
        let (looked, checked) = one(&shared, seed)?;
        let mut total = total.lock().expect("no thread stops while it counts");
        total.0.add(looked);
        total.1 += checked;
        total.2 += u64::from(looked.decisions > 0);
        Ok(())
    });
    let (looked, checked, sets) = total.into_inner().expect("all threads are done");
    println!("{sets} sets were played, {checked} files checked: {looked:?}");
    assert!(sets > 0 && looked.decisions > 0, "none was played");
    let missing = reach::missing(&["text", "question", "operation", "event"]);
    println!("not reached: {missing:?}");
    assert!(
        sets < REACHING || missing.is_empty(),
        "so many sets reach all that there is"
    );
}

#[test]
fn random_sets_keep_the_laws() {
    sets_keep_the_laws(SETS[0]);
}

#[test]
#[ignore = "it takes longer"]
fn many_random_sets_keep_the_laws() {
    sets_keep_the_laws(SETS[1]);
}

fn sets_are_explained(many: u64) {
    let shared = Shared::read();
    over_seeds(wish("FUZZ_CASES").unwrap_or(many), &|seed| {
        let (case, _) = shared.case(&mut Dice::new(&dice::bytes(seed)));
        runs::doing(seed, || case.shown());
        let failed = |kind: &str, what| Failure::new(kind, what, case.shown());
        let programs = caught(|| {
            let said = case.said(&shared.library(&case).expect("the checker takes it"));
            [&case, &said]
                .map(|case| explain(&shared.script(case).expect("the checker takes it").rules))
        });
        let [before, after] = programs.map_err(|(kind, what)| failed(&kind, what))?;
        let line = before
            .lines()
            .zip(after.lines())
            .find(|(before, after)| before != after);
        if before == after {
            Ok(())
        } else {
            Err(failed("another program", format!("{line:?}")))
        }
    });
}

#[test]
fn what_is_explained_of_random_sets_loads_as_the_same_programs() {
    sets_are_explained(SETS[0]);
}

#[test]
#[ignore = "it takes longer"]
fn what_is_explained_of_many_random_sets_loads_as_the_same_programs() {
    sets_are_explained(SETS[1]);
}

fn sets_are_formatted(many: u64) {
    let shared = Shared::read();
    over_seeds(wish("FUZZ_CASES").unwrap_or(many), &|seed| {
        let (case, _) = shared.case(&mut Dice::new(&dice::bytes(seed)));
        runs::doing(seed, || case.shown());
        let failed = |kind: &str, what| Failure::new(kind, what, case.shown());
        let found = caught(|| {
            let before = case.set();
            let program = |set: String| {
                let library = shared.library_of(&case, set).ok()?;
                let script = Shared::script_of(&case, &library).ok()?;
                Some(explain(&script.rules))
            };
            let after = formatted(&disturbed(&before));
            let is_same = program(before.clone()) == program(after.clone());
            // What the printer has written is in canonical form.
            let stays = formatted(&before) == before;
            (stays, without_notes(&after) == before, is_same, after)
        });
        match found.map_err(|(kind, what)| failed(&kind, what))? {
            (true, true, true, _) => Ok(()),
            (same, again, program, after) => Err(failed(
                "formatted otherwise",
                format!("{same} {again} {program}:\n{after}"),
            )),
        }
    });
}

#[test]
fn random_sets_are_formatted_and_mean_the_same() {
    sets_are_formatted(SETS[0]);
}

#[test]
#[ignore = "it takes longer"]
fn many_random_sets_are_formatted_and_mean_the_same() {
    sets_are_formatted(5 * SETS[1]);
}

fn mixes_keep_the_laws(many: u64) {
    let book = Book::read();
    let total = Mutex::new(Looked::default());
    over_seeds(wish("FUZZ_MIXES").unwrap_or(many), &|seed| {
        let bytes = dice::bytes(seed);
        let mix = book.mix(&mut Dice::new(&bytes));
        runs::doing(seed, || mix.shown());
        let failed = |kind: String, what: String| Failure {
            kind,
            what,
            files: mix.shown(),
        };
        let played = caught(|| {
            let script = mix
                .script()
                .unwrap_or_else(|report| panic!("{:#?}", report.faults));
            check(&script, mix.players, mix.seed)
        });
        let looked = played.map_err(|(kind, what)| failed(kind, what))?;
        let looked = looked.map_err(|fault| {
            failed(
                fault.split(':').next().unwrap_or_default().to_string(),
                fault,
            )
        })?;
        total
            .lock()
            .expect("no thread stops while it counts")
            .add(looked);
        Ok(())
    });
    let looked = total.into_inner().expect("all threads are done");
    println!("mixes of the book: {looked:?}");
    assert!(looked.decisions > 0, "none was played");
}

#[test]
fn mixes_of_the_book_keep_the_laws() {
    mixes_keep_the_laws(MIXES[0]);
}

#[test]
#[ignore = "it takes longer"]
fn many_mixes_of_the_book_keep_the_laws() {
    mixes_keep_the_laws(MIXES[1]);
}

#[test]
#[ignore = "it takes longer"]
fn random_sets_have_every_part_of_the_language_in_them() {
    let shared = Shared::read();
    for seed in 0..2 * REACHING {
        let (case, _) = shared.case(&mut Dice::new(&dice::bytes(seed)));
        if let Ok(script) = shared.script(&case) {
            reach::note_set(&case, &script);
        }
        if reach::missing(&["text", "question"]).is_empty() {
            return;
        }
    }
    panic!("not reached: {:?}", reach::missing(&["text", "question"]));
}

fn inputs_are_answered(many: u64) {
    let shelf = Shelf::read();
    over_seeds(wish("FUZZ_INPUTS").unwrap_or(many), &|seed| {
        let bytes = dice::bytes(seed);
        let mut dice = Dice::new(&bytes);
        let (reader, input) = shelf.input(&mut dice);
        let text = || {
            format!(
                "--- an input for {reader:?}\n{}\n---\n",
                input.escape_ascii()
            )
        };
        runs::doing(seed, text);
        let failed = |kind, what| Failure {
            kind: format!("{reader:?}: {kind}"),
            what,
            files: text(),
        };
        let answered = caught(|| shelf.read_input(reader, &input, &mut dice));
        answered
            .map_err(|(kind, what)| failed(kind, what))?
            .map_err(|what| failed("wrong mark".to_string(), what))
    });
}

#[test]
fn hostile_inputs_are_answered() {
    inputs_are_answered(INPUTS[0]);
}

#[test]
#[ignore = "it takes longer"]
fn many_hostile_inputs_are_answered() {
    inputs_are_answered(INPUTS[1]);
}
