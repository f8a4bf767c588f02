//! Every word of a text that is read is part of what it does, nothing is lost of texts that are joined at random, and a text that is printed is the same program.

use std::fs;
use std::path::Path;

use crate::support::texts::{changed, texts, toml_files};
use brink::lang::ast::Clause;
use brink::lang::{parse_text, print, print_statement};
use brink::rules::{Library, Settings, explain};
use brink::text::Spanned;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Words that may be left out: a text without them is the same.
const IDLE: [&str; 6] = ["a", "an", "any", "one", "1", "then"];

fn meant(text: &str) -> Option<String> {
    parse_text(text, 0).ok().map(|tree| print(&tree))
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u32() as usize) % limit
    }

    fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }
}

/// The places of the words of a text that stand in no quotes and no comment.
fn words(text: &str) -> Vec<(usize, usize)> {
    let (mut words, mut start) = (Vec::new(), None);
    let (mut quoted, mut comment) = (false, false);
    for (at, sign) in text.char_indices().chain([(text.len(), '\n')]) {
        match sign {
            '\n' => (quoted, comment) = (false, false),
            '#' if !quoted => comment = true,
            '"' if !comment => quoted = !quoted,
            _ => {}
        }
        let word = !comment && !quoted && (sign.is_alphanumeric() || "-_*'".contains(sign));
        match (word, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The text without that word, and without a blank beside it.
fn without(text: &str, (start, end): (usize, usize)) -> String {
    let blank = text[..start]
        .trim_end_matches(' ')
        .ends_with(|sign| sign != '\n')
        && text[..start].ends_with(' ');
    format!("{}{}", &text[..start - usize::from(blank)], &text[end..])
}

/// The words of a text that can be left out, each with its line.
fn idle(text: &str, only: Option<usize>) -> Vec<String> {
    let Some(whole) = meant(text) else {
        return Vec::new();
    };
    let words = words(text);
    let wanted = words
        .iter()
        .enumerate()
        .filter(|(at, _)| only.is_none_or(|only| only % words.len() == *at));
    let said = wanted.map(|(_, word)| *word);
    let said =
        said.filter(|(start, end)| !IDLE.contains(&text[*start..*end].to_lowercase().as_str()));
    let idle = said.filter(|word| meant(&without(text, *word)).as_ref() == Some(&whole));
    let shown = idle.map(|(start, end)| {
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let until = text[end..].find('\n').map_or(text.len(), |at| end + at);
        format!("`{}` in: {}", &text[start..end], &text[line..until])
    });
    shown.collect()
}

/// Of all texts, or of every so many.
fn every_word_counts(share: usize) {
    let (all, next) = (texts(), std::sync::atomic::AtomicUsize::new(0));
    let found = std::sync::Mutex::new(Vec::new());
    let look = || {
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(text) = all.get(at) else { return };
            if share == 1 || at % share == 0 {
                let idle = idle(text, (share > 1).then_some(at / share * 7));
                found.lock().expect("no thread stops").extend(idle);
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(look))));
    let found = found.into_inner().expect("no thread stops");
    assert!(all.len() > 1_000, "{} texts", all.len());
    assert!(
        found.is_empty(),
        "{} words can be left out:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn no_word_of_some_texts_can_be_left_out() {
    every_word_counts(3);
}

/// What texts do in one sentence, as it stands in the middle of others.
fn sentences() -> Vec<String> {
    let mut sentences = Vec::new();
    for text in texts() {
        let Ok(tree) = parse_text(&text, 0) else {
            continue;
        };
        let [
            Spanned {
                node: Clause::Play(body),
                ..
            },
        ] = &tree.clauses[..]
        else {
            continue;
        };
        let said: Vec<String> = body
            .statements
            .iter()
            .map(|one| print_statement(&one.node))
            .collect();
        let said = said.join("; ");
        let plain =
            said.split_whitespace().count() < 12 && !said.contains([':', ';', '.', ',', '#', '\n']);
        if plain && !sentences.contains(&said) {
            sentences.push(said);
        }
    }
    sentences
}

/// How sentences are joined.
const JOINTS: [&str; 12] = [
    "@, then @.",
    "@; @",
    "@. @. @.",
    "@. If you do, @. Otherwise, @, then @.",
    "@. If you do, @, then @. Otherwise, @; @.",
    "Toss a coin. If heads, @, then @. If tails, @; @.",
    "You may @. Otherwise, @, then @.",
    "You may @. If you do, @; @. Otherwise, @.",
    "Choose another player as foe. Foe may give a card to you. Otherwise, @, then @.",
    "If this is stacked, @, then @. Otherwise, @; @.",
    "If this is stacked:\n  @\n  @\nOtherwise, @.",
    "For each building: @, then @. @.",
];

/// What is wrong with some sentences that are joined at random, where that is read at all.
fn joined(sentences: &[String], dice: &mut Dice) -> Option<Result<(), String>> {
    let parts: Vec<&str> = dice.pick(&JOINTS).split('@').collect();
    let fill: Vec<&str> = parts[1..]
        .iter()
        .map(|_| dice.pick(sentences).as_str())
        .collect();
    let said = |fill: &[&str]| {
        let rest: String = parts[1..]
            .iter()
            .zip(fill)
            .map(|(part, fill)| format!("{fill}{part}"))
            .collect();
        format!("{}{rest}", parts[0])
    };
    let text = said(&fill);
    let whole = meant(&text)?;
    if meant(&whole).as_ref() != Some(&whole) {
        return Some(Err(format!(
            "{text}\n  is printed as\n{whole}\n  which is another text"
        )));
    }
    // Another sentence in the place of one is another text.
    for at in 0..fill.len() {
        let mut changed = fill.clone();
        changed[at] = if fill[at] == "shuffle the deck" {
            "the game is a draw"
        } else {
            "shuffle the deck"
        };
        if meant(&said(&changed)).as_ref() == Some(&whole) {
            return Some(Err(format!("{text}\n  says nothing by `{}`", fill[at])));
        }
    }
    Some(Ok(()))
}

fn joints_hold(many: u64) {
    let sentences = sentences();
    assert!(sentences.len() > 100, "{} sentences", sentences.len());
    let found: Vec<Result<(), String>> = (0..many)
        .filter_map(|seed| joined(&sentences, &mut Dice(ChaCha8Rng::seed_from_u64(seed))))
        .collect();
    let wrong: Vec<&String> = found
        .iter()
        .filter_map(|found| found.as_ref().err())
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} texts:\n{}",
        wrong.len(),
        found.len(),
        wrong
            .iter()
            .take(40)
            .map(|text| format!("{text}\n"))
            .collect::<String>()
    );
    assert!(
        found.len() as u64 > many / 20,
        "{} of {many} are read",
        found.len()
    );
}

#[test]
fn nothing_is_lost_where_sentences_are_joined() {
    joints_hold(1_000);
}

/// What is printed of every text of the tests' sets is the program that was written.
#[test]
fn printed_sets_are_the_same_programs() {
    for folder in ["tests/cards", "tests/cards/book"] {
        let [written, printed] =
            [(); 2].map(|()| tempfile::tempdir().expect("a folder can be made"));
        let files = toml_files(folder);
        let name = |path: &Path| path.file_name().expect("a file has a name").to_owned();
        for path in &files {
            let file = fs::read_to_string(path).expect("a file of the project is text");
            let print = changed(&file, &|text| {
                meant(text).unwrap_or_else(|| text.to_string())
            });
            let same = changed(&file, &str::to_string);
            for (folder, file) in [(&written, same), (&printed, print)] {
                fs::write(folder.path().join(name(path)), file).expect("a file can be written");
            }
        }
        for path in files
            .iter()
            .filter(|path| path.to_string_lossy().ends_with("-game.toml"))
        {
            let Some(program) = program(&written.path().join(name(path))) else {
                continue;
            };
            let again = program_of(&printed.path().join(name(path)));
            let line = program
                .lines()
                .zip(again.lines())
                .find(|(one, other)| one != other);
            assert!(program == again, "{}: {line:?}", path.display());
        }
    }
}

/// The program of the recipe in a file; some are there to be refused.
fn program(path: &Path) -> Option<String> {
    let library = Library::load(&[path.to_path_buf()]).ok()?;
    let recipe = library.recipes().last()?.id.node.clone();
    Some(explain(
        &library.compile(&recipe, &Settings::default()).ok()?,
    ))
}

fn program_of(path: &Path) -> String {
    program(path).unwrap_or_else(|| match Library::load(&[path.to_path_buf()]) {
        Err(report) => panic!("{}: {:#?}", path.display(), report.faults),
        Ok(_) => panic!("{} is no recipe any more", path.display()),
    })
}
