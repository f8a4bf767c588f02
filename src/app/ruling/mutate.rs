//! `brink ruling --mutate` and `--coverage`: changes of the card texts that no ruling notices, and what rulings run of them.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use crate::{Failure, interrupt, number, pager, plain, progress};
use record::casebook::Casebook;
use record::coverage::cover;
use record::mutation::{Court, Equivalents, Fate, mutants, sample};
use rules::{Library, SetFile};
use text::plural;

/// Which mutants are judged.
pub struct Selection<'a> {
    /// Of this card alone.
    pub card: Option<&'a str>,
    /// Of these set files alone, where there are any: those that the rulings bring along.
    pub files: &'a [String],
    /// So many, drawn by the seed.
    pub sample: Option<usize>,
    pub seed: u64,
}

/// Judges mutants by rulings and lists those that survive. Those that are named as equivalent in a file beside the
/// folder of the rulings, or beside the next folder above it that has such a file beside it, are only counted.
pub fn write(
    library: &Library,
    book: &Casebook,
    folder: &Path,
    wanted: &Selection,
) -> Result<(), Failure> {
    let stop = interrupt::listen();
    let equivalents = equivalents(folder)?;
    let coverage = cover(library, book);
    if let Some(failing) = coverage.failing.first() {
        let id = book.cases[*failing].ruling.id.get_ref();
        return Err(Failure::run(
            format!("the ruling `{id}` fails for the texts as they are"),
            "changes are tested with rulings that pass",
        ));
    }
    let mut mutants = mutants(library, wanted.card);
    if wanted.card.is_none() && !wanted.files.is_empty() {
        mutants.retain(|mutant| wanted.files.iter().any(|file| file == mutant.file()));
    }
    if let (Some(card), true) = (wanted.card, mutants.is_empty()) {
        return Err(Failure::usage(
            format!("no text is called `{card}`"),
            "give the name of a card face, a keyword or a tally",
        ));
    }
    if let Some(count) = wanted.sample {
        mutants = sample(mutants, count, wanted.seed);
    }
    let bar = progress(
        Some(mutants.len() as u64),
        "{bar:40} {pos} of {len} mutants, {eta} to go",
    );
    let threads = number::threads(None);
    let fates = Court::new(library, book, &coverage).judge(&mutants, threads, &|| {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    interrupt::tell();
    let mut out = plain::stdout();
    let (mut survived, mut named) = (0, 0);
    for (mutant, _) in mutants
        .iter()
        .zip(&fates)
        .filter(|(_, fate)| **fate == Some(Fate::Survived))
    {
        if equivalents.names(mutant) {
            named += 1;
            continue;
        }
        survived += 1;
        writeln!(
            out,
            "{}",
            pager::fitted_texts(&format!("{}\n{}\n", mutant.owner, mutant.diff))
                .trim_end_matches('\n')
        )?;
    }
    let count =
        |wanted: fn(&Fate) -> bool| fates.iter().flatten().filter(|fate| wanted(fate)).count();
    let judged = count(|_| true);
    let refused = count(|fate| *fate == Fate::Refused);
    let killed = count(|fate| matches!(fate, Fate::Killed(_)));
    let all = plural(fates.len() as u64, "mutant");
    let mutants = if judged < fates.len() {
        format!("{judged} of {all}")
    } else {
        all
    };
    writeln!(
        out,
        "{mutants}: {refused} refused by the checker, {killed} caught by a ruling"
    )?;
    writeln!(out, "{named} listed as equivalent, {survived} survived")?;
    if judged < fates.len() {
        return Err(Failure::Interrupted);
    }
    match survived {
        0 => Ok(()),
        _ => Err(Failure::run(
            format!(
                "no ruling catches {} of the card texts",
                plural(survived as u64, "change")
            ),
            "write a ruling that does, or list the change in `equivalent-mutants.toml` with a reason",
        )),
    }
}

/// The set files of a library that a smaller one does not have.
pub fn brought(library: &Library, without: &Library) -> Vec<String> {
    let name = |set: &SetFile| set.source.name.to_string();
    let known: Vec<String> = without.sets().iter().map(name).collect();
    library
        .sets()
        .iter()
        .map(name)
        .filter(|file| !known.contains(file))
        .collect()
}

fn equivalents(folder: &Path) -> Result<Equivalents, Failure> {
    let mut beside = folder
        .ancestors()
        .map(|folder| folder.with_file_name("equivalent-mutants.toml"));
    let Some(path) = beside.find(|path| path.exists()) else {
        return Ok(Equivalents::default());
    };
    let text = crate::output::read(&path)?;
    let unreadable = |reason| {
        Failure::run(
            format!("`{}`: {reason}", path.display()),
            "each has card, mutation, reason",
        )
    };
    Equivalents::read(&text).map_err(unreadable)
}

/// Lists the card texts with the number of rulings that run each part; where the rulings bring files along, those of these
/// alone.
pub fn write_coverage(library: &Library, book: &Casebook, files: &[String]) -> Result<(), Failure> {
    let mut coverage = cover(library, book);
    if !files.is_empty() {
        let brought = |name: &str| files.iter().any(|file| file == name);
        coverage
            .texts
            .retain(|text| brought(&text.passage.source.name));
    }
    plain::stdout().write_all(pager::fitted_texts(&coverage.listing()).as_bytes())?;
    Ok(())
}
