//! No message advises a text that is refused: whatever stands in backticks in the messages about texts is read, alone or in
//! its place in one.

use std::fs;
use std::path::Path;

use brink::lang::ast::Statement;
use brink::lang::parse_text;
use brink::lang::phrases::phrases;
use brink::lang::visit::{Part, visit};
use brink::rules::{Library, Report};
use brink::text::{Source, Span};

/// Where a piece can stand.
const FRAMES: [&str; 48] = [
    // Clauses, statements and their parts.
    "{}",
    "{} draw a card",
    "each other player {}",
    "{}, draw a card",
    "{} by 1",
    "when revealed {}, draw a card",
    "{}, other players cannot draw cards",
    "{}\n  harm: destroy this\n  other: stop",
    "choose one of:\n  {}\n  other: draw a card",
    "when this is destroyed, {}, draw a card",
    "when a card is {} this, draw a card",
    "when an ember {}, draw a card",
    "while this is face up, {} a mill",
    "if one of your buildings would be destroyed, {} draw a card",
    "use {}: draw a card",
    // Conditions.
    "if {}, draw a card",
    "if {} 1, draw a card",
    "if it {}, draw a card",
    "if you have {} buildings, draw a card",
    "if you have {} 3 buildings, draw a card",
    "if you have at least 3 {}, draw a card",
    "if you have played an action {}, draw a card",
    "{} this is stacked",
    // Things and sets.
    "discard {}",
    "{} this",
    "{} this with this",
    "{} this onto this",
    "{} at foe",
    "{} this is stacked: draw a card",
    "if it is in {}, draw a card",
    "if this is {}, draw a card",
    "if there are no {}, draw a card",
    "put a tick on {}",
    "When {} draws the card of their turn, draw a card.",
    "when {}, draw a card",
    "destroy all buildings {}",
    "destroy all cards on this {}",
    "destroy a building {} cards",
    "destroy all {} this",
    "this {} a mill",
    "your buildings {} mills",
    // Numbers.
    "draw {} cards",
    "let size be {}",
    "if this has {}, draw a card",
    "when a card is put or moved {}, draw a card",
    "discard a card {} that is face up",
    "if this is stacked, draw a card. {}",
    "you may discard a card. {}, draw a card",
];

/// What can stand for `...`.
const FILLINGS: [&str; 15] = [
    "",
    "draw a card",
    "this",
    "a building",
    "building",
    "building: destroy it",
    "a building: destroy it",
    "this as prey",
    "this is stacked",
    "this is destroyed",
    "cards",
    "2 cards",
    "a mill",
    "mill",
    "\"Sweep\": draw a card",
];

/// Words of files and commands, and names in examples.
const OTHERS: [&str; 14] = [
    "\"", "decline", "extends", "foe", "hand", "instead", "language", "plural", "shields", "sets",
    "spot", "step", "text", "without",
];

/// What the string literals of a source say, without those of its tests.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or(source);
    let mut found = Vec::new();
    for line in source
        .replace("\\\n", "\u{0}")
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        let mut literal: Option<String> = None;
        let mut signs = line.chars().peekable();
        let mut before = ' ';
        while let Some(sign) = signs.next() {
            match (&mut literal, sign) {
                (None, '"') if before != '\'' => literal = Some(String::new()),
                (Some(_), '"') => found.extend(literal.take()),
                (Some(said), '\\') => said.extend(signs.next()),
                // The next line goes on behind its indentation.
                (Some(_), '\u{0}') => while signs.next_if_eq(&' ').is_some() {},
                (Some(said), sign) => said.push(sign),
                (None, _) => {}
            }
            before = sign;
        }
    }
    found
}

/// What stands in backticks.
fn quoted(said: &str) -> impl Iterator<Item = &str> {
    let pairs = said.matches('`').count().is_multiple_of(2);
    said.split('`').skip(1).step_by(2).filter(move |_| pairs)
}

/// It is a text, and nothing that is put in there, and no part of a file or a command.
fn is_text(piece: &str) -> bool {
    let foreign = ["{", "[", "=", "/", "::", "_", "--", "'", "brink ", ".toml"];
    !piece.trim().is_empty()
        && !foreign.iter().any(|sign| piece.contains(sign))
        && !OTHERS.contains(&piece)
}

fn is_word(piece: &str) -> bool {
    let lines = include_str!("../../grammar/effect.pest").lines();
    let mut words = lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .flat_map(|words| words.split(' '));
    !piece.contains(' ') && words.any(|word| word == piece)
}

/// It is read, and not because any word could be a keyword.
fn says_something(text: &str) -> bool {
    let Ok(mut tree) = parse_text(text, 0) else {
        return false;
    };
    // `foe aims an ember at you` says that it is one.
    let (mut called, mut done) = (Vec::new(), Vec::new());
    visit(&mut tree, &mut |part| {
        if let Part::Statement(one) = part {
            match one.node {
                Statement::Call { .. } => called.push(one.span),
                Statement::By { .. } => done.push(one.span),
                _ => {}
            }
        }
    });
    let within = |one: &Span, call: &Span| one.start <= call.start && call.end <= one.end;
    called
        .iter()
        .all(|call| done.iter().any(|one| within(one, call)))
}

fn is_read(piece: &str) -> bool {
    let piece = piece.replace("KEYWORD", "ember").replace("NAME", "spot");
    let fillings = if piece.contains("...") {
        &FILLINGS[..]
    } else {
        &FILLINGS[..1]
    };
    let filled = fillings.iter().map(|filling| piece.replace("...", filling));
    let mut texts = filled.flat_map(|piece| FRAMES.map(|frame| frame.replace("{}", &piece)));
    is_word(&piece) || texts.any(|text| says_something(&text))
}

/// What is said before it, for the names in it to stand for something.
const BEFORE: [&str; 8] = [
    "",
    "Choose another player as foe. ",
    "Choose a building as spot. ",
    "Choose another player as foe. Choose a building as spot. ",
    "Look at 2 tops. ",
    "Choose a top. ",
    "Each player secretly chooses a player as ballot. ",
    "If an ember would be aimed at you, instead ",
];

/// A whole text is right as that of a building or of an action.
fn is_sound(piece: &str) -> bool {
    let piece = piece.replace("KEYWORD", "ember").replace("NAME", "spot");
    let loads = |building: &str, action: &str| {
        let set = format!(
            "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n\
             [counter.tick]\nmeaning = \"time\"\n[tally.mills]\nrules = [\"T-1\"]\nwins-at = 9\n\
             [keyword.ember]\ntext = 'Define ember at (town: player): for each building of town: destroy the top of it.'\n\
             [keyword.harvest]\ntext = 'Define harvest (many: number): draw many cards.'\n\
             [building.\"Mill\"]\ntext = '''\n{building}\n'''\n[action.\"Gust\"]\ntext = '''\n{action}\n'''\n"
        );
        // What gives a name stands before what uses it.
        let only_names = |report: Report| {
            report
                .faults
                .iter()
                .all(|fault| fault.to_string().contains("is never used"))
        };
        Library::parse(vec![Source::new("mills.toml", set)]).map_or_else(only_names, |_| true)
    };
    BEFORE.iter().any(|before| {
        let text = format!("{before}{piece}");
        loads(&text, "Draw a card.") || loads("", &text)
    })
}

/// A sentence by itself, and no part of one.
fn is_whole(piece: &str) -> bool {
    !piece.contains("...") && piece.split_whitespace().count() > 4 && says_something(piece)
}

fn rust_files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the entry can be read").path();
        match path.is_dir() {
            true => rust_files(&path, found),
            false => found.extend(
                Some(path).filter(|path| path.extension().is_some_and(|ending| ending == "rs")),
            ),
        }
    }
}

#[test]
fn no_message_advises_what_is_refused() {
    let mut files = Vec::new();
    for folder in ["src/rules", "src/lang"] {
        rust_files(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut files,
        );
    }
    // The notation is another language.
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "notation"));
    files.sort();
    let mut refused = Vec::new();
    let mut many = 0;
    for file in &files {
        for said in literals(&fs::read_to_string(file).expect("the source can be read")) {
            let pieces: Vec<&str> = quoted(&said).filter(|piece| is_text(piece)).collect();
            many += pieces.len();
            let wrong = pieces
                .into_iter()
                .filter(|piece| !is_read(piece) || is_whole(piece) && !is_sound(piece));
            refused.extend(wrong.map(|piece| format!("{}: `{piece}`", file.display())));
        }
    }
    for said in phrases().iter().filter_map(|row| row.tell.as_deref()) {
        let wrong =
            quoted(said).filter(|piece| !is_read(piece) || is_whole(piece) && !is_sound(piece));
        refused.extend(wrong.map(|piece| format!("grammar/phrases.toml: `{piece}`")));
    }
    assert!(many > 100, "{many} pieces are found");
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
