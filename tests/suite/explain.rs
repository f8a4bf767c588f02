//! Cards in the language itself: `brink explain`. What it shows of a text loads as the same program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::below::below;
use crate::support::large::Large;
use crate::support::program::{Run, brink_in as brink, project};
use crate::support::scripts::builtin;
use brink::rules::{Library, Reading, Settings, explain as program};
use brink::text::Source;
use toml::Value;

fn explain(names: &[&str]) -> Run {
    brink(project(), &[&["explain"], names].concat(), "")
}

/// What is said, where nothing is wrong.
fn said(names: &[&str]) -> String {
    let run = explain(names);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{names:?}");
    run.out
}

/// Sets of the book that contradict themselves.
const REFUSED: [&str; 2] = ["41-liars-ministry.toml", "42-incompleteness.toml"];

/// All sound sets and recipes in a folder.
fn sources(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        &mut files,
    );
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a set is text");
        Source::new(path.display().to_string(), text)
    };
    files.retain(|path| !REFUSED.iter().any(|name| path.ends_with(name)));
    files.into_iter().map(read).collect()
}

/// The texts of a section and of its other readings, as the file has them.
fn texts(section: &Value) -> Vec<&str> {
    let others = section.get("instead").and_then(Value::as_array);
    let sections = std::iter::once(section).chain(others.into_iter().flatten());
    sections
        .filter_map(|section| section.get("text").and_then(Value::as_str))
        .collect()
}

/// A set file with what is said of its texts in their place.
fn as_said(library: &Library, source: &Source) -> String {
    let document: toml::Table = source.text.parse().expect("it is sound");
    let id = document["id"].as_str().expect("it has an id");
    let mut out = source.text.to_string();
    let mut replace = |section: Option<&Value>, readings: &[Reading]| {
        let Some(section) = section else { return };
        for (text, reading) in texts(section)
            .into_iter()
            .zip(readings)
            .filter(|(text, _)| !text.is_empty())
        {
            let said = format!("'''\n{}\n'''", reading.text.join("\n"));
            let forms = [
                format!("'''\n{text}'''"),
                format!("'{text}'"),
                format!("\"{text}\""),
            ];
            let form = forms
                .iter()
                .find(|form| out.contains(*form) || out.contains(&said));
            out = out.replace(
                form.unwrap_or_else(|| panic!("{id} has no {text:?}")),
                &said,
            );
        }
    };
    for face in library.face_entries().iter().filter(|face| face.set == id) {
        let kind = if face.building { "building" } else { "action" };
        replace(
            document.get(kind).and_then(|faces| faces.get(&face.name)),
            &face.readings,
        );
    }
    for word in library
        .word_entries(|_| false)
        .iter()
        .filter(|word| word.set == id)
    {
        let section = match word.what {
            "rule of the game" => document.get("rule").and_then(|rules| rules.get("crisis")),
            what => document.get(what).and_then(|words| words.get(&word.name)),
        };
        replace(section, &word.readings);
    }
    out
}

/// The programs of all recipes of a library: by default, and with each dispute settled in each way.
fn programs(library: &Library) -> Vec<String> {
    let mut settings = vec![Settings::default()];
    for dispute in library.disputes() {
        let settled = dispute
            .values
            .iter()
            .map(|(value, _)| vec![(dispute.name.clone(), value.clone())]);
        settings.extend(settled.map(|disputes| Settings {
            disputes,
            ..Settings::default()
        }));
    }
    let mut programs = Vec::new();
    for recipe in library.recipes() {
        for settings in &settings {
            let rules = library.compile(&recipe.id.node, settings);
            programs.push(format!(
                "{}\n{}",
                recipe.id.node,
                rules.map_or_else(|fault| format!("{fault:?}"), |rules| program(&rules))
            ));
        }
    }
    programs
}

/// What is said of the texts of these files loads as the same programs.
fn check(files: Vec<Source>) {
    let load = |files: &[Source]| {
        Library::parse(files.to_vec()).unwrap_or_else(|report| panic!("{:#?}", report.faults))
    };
    let library = load(&files);
    let again = files.iter().map(|source| {
        match library
            .sets()
            .iter()
            .any(|set| set.source.name == source.name)
        {
            true => Source::new(source.name.to_string(), as_said(&library, source)),
            false => source.clone(),
        }
    });
    let again = load(&again.collect::<Vec<_>>());
    for (before, after) in programs(&library).iter().zip(&programs(&again)) {
        assert!(before == after, "{}", similar(before, after));
    }
    let readings = |library: &Library| -> Vec<Vec<Reading>> {
        let words = library
            .word_entries(|_| false)
            .into_iter()
            .map(|word| word.readings);
        library
            .face_entries()
            .into_iter()
            .map(|face| face.readings)
            .chain(words)
            .collect()
    };
    assert_eq!(readings(&library), readings(&again));
}

/// The first lines that differ.
fn similar(before: &str, after: &str) -> String {
    let differs = before
        .lines()
        .zip(after.lines())
        .find(|(before, after)| before != after);
    format!("{}: {differs:?}", before.lines().next().unwrap_or_default())
}

#[test]
fn what_is_said_of_the_printed_cards_loads_as_the_same_programs() {
    check(sources("cards"));
}

#[test]
fn what_is_said_of_other_sets_loads_as_the_same_programs() {
    check(
        [
            sources("cards"),
            sources("tests/cards"),
            sources("tests/cards/book"),
        ]
        .concat(),
    );
}

#[test]
fn a_text_is_shown_as_it_would_stand_in_a_file() {
    let library = builtin();
    for set in ["1961", "1971", "core"] {
        let shown = said(&[set, "--disputes"]);
        let faces = library
            .face_entries()
            .into_iter()
            .filter(|face| face.set == set)
            .flat_map(|face| face.readings);
        for reading in faces {
            let indent = if reading.settled.is_empty() {
                "    "
            } else {
                "      "
            };
            let block: String = reading
                .text
                .iter()
                .map(|line| format!("{indent}{line}\n"))
                .collect();
            assert!(shown.contains(&block), "{block}");
        }
        insta::assert_snapshot!(format!("the_set_{set}"), shown);
    }
}

#[test]
fn a_game_shows_its_cards_as_they_read_in_it() {
    let library = builtin();
    let read = |disputes: &[(&str, &str)], name: &str| {
        let disputes = disputes
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let settings = Settings {
            disputes,
            ..Settings::default()
        };
        let rules = library
            .compile("1961", &settings)
            .expect("the recipe makes a game");
        let face = rules
            .faces
            .iter()
            .find(|face| face.label == name)
            .expect("the card is in the game");
        (face.lines.join("\n"), face.says.is_some())
    };
    let said = library
        .face_entries()
        .into_iter()
        .find(|face| face.name == "Research")
        .expect("it is there");
    let texts = [0, 1].map(|at| said.readings[at].text.join("\n"));
    assert_eq!(read(&[], "Research"), (texts[0].clone(), true));
    // The author's words are on the printed reading, and would be wrong on another one.
    assert_eq!(
        read(&[("research-repeats", "no")], "Research"),
        (texts[1].clone(), false)
    );
    let rules = library
        .compile("1961", &Settings::default())
        .expect("the recipe makes a game");
    assert!(
        rules
            .keywords
            .iter()
            .all(|keyword| !keyword.lines.is_empty())
    );
    assert!(
        rules.tallies.iter().all(|tally| !tally.lines.is_empty()) && !rules.crisis_lines.is_empty()
    );
}

/// A reading of ours is a default, but printed nowhere.
#[test]
fn a_default_is_as_printed_where_a_booklet_says_so() {
    let said = |dispute: &str| said(&[dispute]);
    assert!(said("counterculture-cards").contains("different (default, as printed): No"));
    assert!(said("radar-travel").contains("open (default): Yes"));
    assert!(said("eliminated-hand").contains("discard (default): To the discard pile."));
}

#[test]
fn names_are_found_as_people_type_them() {
    let moon = said(&["Moon Lander"]);
    assert!(
        moon.starts_with(
            "Moon Lander (victory card of 1961)\n  You win when at least five cards lie on this.\n  Effect text:\n    Win when this has at least 5 cards.\n"
        ),
        "{moon}"
    );
    for names in [
        &["moon lander"][..],
        &["MOON", "lander"],
        &["1961:Moon Lander"],
    ] {
        assert_eq!(said(names), moon, "{names:?}");
    }
    assert_eq!(said(&["world\u{2019}s fair"]), said(&["World's Fair"]));
    // A name of former days, which the rules tell.
    assert!(said(&["Peaceful Protest"]).starts_with("Civil Reform (action of 1971"));
    // Both sets have one.
    assert_eq!(
        said(&["response system"])
            .matches("Response System (action of ")
            .count(),
        2
    );
    // What a card says with words of its own is explained below it.
    let silo = said(&["missile silo"]);
    assert!(
        silo.contains("missile at a player (keyword)") && silo.contains("sheltered (status)"),
        "{silo}"
    );
    for word in [
        "missile",
        "sheltered",
        "guarded",
        "embassies",
        "research-repeats",
        "crisis",
    ] {
        assert!(said(&[word]).lines().count() > 1, "{word}");
    }
    // Several at once.
    assert!(said(&["Bunker", "Embassy"]).contains("Embassy (building of 1961"));
}

#[test]
fn misspelt_names_are_suggested() {
    for (name, help) in [
        ("Moon Lande", "did you mean `Moon Lander`?"),
        ("mssile", "did you mean `missile`?"),
        ("reserch-repeats", "did you mean `research-repeats`?"),
        (
            "qqqqqqqqqqqqqqqqqq",
            "name a set to see all of its cards and words",
        ),
    ] {
        let run = explain(&[name]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{name}");
        assert!(
            run.err
                .contains(&format!("no card, set or word is called `{name}`")),
            "{}",
            run.err
        );
        assert!(run.err.contains(help), "{}", run.err);
    }
    assert_eq!(explain(&[]).code, Some(2));
    let run = explain(&["no/such.toml"]);
    assert!(
        run.code == Some(2) && run.err.contains("there is no file `no/such.toml`"),
        "{}",
        run.err
    );
}

const MINE: &str = r#"id = "mine"
title = "A set of my own"
language = 2

[[card]]
building = "Volcano"
action = "Tremor"

[building."Volcano"]
text = '''
Use "smoke", once a turn: pay the top of this. Erupt at another player.
When destroyed by anything, draw a card.
'''
says = '''
Who builds here
knows why.
'''

[action."Tremor"]
text = '''
Erupt at a player.
When revealed by erupt, draw a card.
'''

[keyword.erupt]
reads = "let it rain ash on {town}"
noun = "an eruption"
text = '''
Define erupt at (town: player): for each building of town: destroy the top of it.
'''
"#;

/// Explains what lies in `mine.toml`.
fn mine(text: &str, names: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("mine.toml"), text).expect("a file can be written");
    brink(
        folder.path(),
        &[&["explain", "mine.toml"], names].concat(),
        "",
    )
}

#[test]
fn a_file_of_ones_own_is_explained_in_its_own_words() {
    let run = mine(MINE, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    insta::assert_snapshot!(run.out);
    let one = mine(MINE, &["tremor"]);
    assert!(
        one.out.starts_with("Tremor (action of mine, on a card with Volcano)\n  Erupt at a player.\n  When revealed by erupt, draw a card.\n"),
        "{}",
        one.out
    );
}

#[test]
fn the_faults_of_a_file_are_told() {
    let run = mine(
        &MINE
            .replace("{town}", "{twon}")
            .replace("draw a card", "drwa a card"),
        &[],
    );
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
    insta::assert_snapshot!(run.err);
}

#[test]
fn what_steers_a_terminal_is_refused_in_an_authors_words() {
    let run = mine(&MINE.replace("knows why", "knows \u{1b}[2J why"), &[]);
    assert_eq!(run.code, Some(1));
    assert!(
        !run.out.contains('\u{1b}') && !run.err.contains("\u{1b}[2J"),
        "{}",
        run.err
    );
}

#[test]
fn a_recipe_is_explained_by_its_sets() {
    let text = said(&["tests/cards/rings-game.toml"]);
    assert!(
        text.starts_with("Dams, Locks and Weirs") && text.contains("Weir (building of rings"),
        "{text}"
    );
}

#[test]
fn the_words_of_a_card_are_those_that_its_texts_use() {
    let more = "\n[dispute.storms]\nrules = [\"R\"]\nquestion = \"Q?\"\nvalues.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n\
                \n[status.open]\nmeaning = \"m\"\n\n[status.wet]\nmeaning = \"m\"\n\
                \n[keyword.wave]\nreads = \"let a wave in\"\ntext = 'Define wave: swell. If \"storms\" is \"yes\", calm.'\n\
                \n[keyword.swell]\ntext = 'Define swell: if the first of buildings is wet, draw a card.'\n\
                \n[keyword.calm]\ntext = 'Define calm: flip a top.'\n\
                \n[keyword.hush]\nreads = \"draw a card in peace\"\ntext = 'Define hush: draw a card.'\n\
                \n[keyword.other]\ntext = 'Define other: draw a card.'\n\
                \n[tally.mills]\nrules = [\"R\"]\nwins-at = 3\ntext = 'Count buildings that are disabled.'\n\
                \n[[building.\"Hut 0\".instead]]\nif = { storms = \"yes\" }\n\
                text = '''\nUse \"open\", once a turn: wave.\nNeighbours of this are guarded.\n'''\n";
    let building = "Use \"open\", once a turn: wave. Hush.";
    let action = "Draw a card.\nWhen revealed by calm, draw a card.\nWhile this is face up, this counts as a mill.";
    let large = Large {
        kinds: 1,
        buildings: &[building],
        actions: &[action],
        more,
        ..Large::default()
    };
    let library = large.library().expect("it is sound");
    let words = |name: &str| {
        library
            .face_entries()
            .into_iter()
            .find(|face| face.name == name)
            .expect("it is there")
            .words
    };
    assert_eq!(
        words("Hut 0"),
        ["wave", "hush", "guarded", "swell", "calm", "wet"]
    );
    assert_eq!(words("Act 0"), ["calm", "mills", "disabled"]);
    // In a game what is not so there is not among them.
    let script = large.script();
    let rules = &script.rules;
    let used = |name: &str| {
        let face = rules
            .faces
            .iter()
            .find(|face| face.label == name)
            .expect("it is there");
        face.words
            .iter()
            .map(|word| rules.meaning(*word).name)
            .collect::<Vec<_>>()
    };
    assert_eq!(used("Hut 0"), ["wave", "hush", "swell", "calm", "wet"]);
    assert_eq!(used("Act 0"), ["calm"]);
}

/// The happenings and things of texts, each in the words of the language and in those of a publisher.
const THINGS: [(&[&str], &[&str]); 24] = [
    (&["missile"], &["missile"]),
    (&["sabotage"], &["sabotage", "play its action yourself"]),
    (&["invade"], &["invasion", "turn its cards up"]),
    (&["flip"], &["turn up"]),
    (&["produce"], &["produce"]),
    (&["discard ", "discards ", "pay ", "destroy "], &["discard"]),
    (&["draw"], &["draw"]),
    (&["look"], &["look"]),
    (&["swap"], &["take this into your hand"]),
    (&["replay"], &["replayed", "play the action"]),
    (&["move", "travel"], &["move"]),
    (&["put", "swap"], &["put"]),
    (&["build "], &["build it"]),
    (&["win"], &["win"]),
    (&["embassy", "embassies"], &["embassy", "embassies"]),
    (&["reform"], &["reform"]),
    (&["neighbour"], &["neighbour"]),
    (&["hand"], &["hand"]),
    (&["discard pile"], &["discard pile"]),
    (&["face up"], &["face up", "face-up"]),
    (&["face down"], &["face down"]),
    (&["disabled"], &["disabled"]),
    (&["upgraded"], &["upgraded"]),
    (&["guarded"], &["guarded"]),
];

/// What a number is called, where it is not one.
const NUMBERS: [(&str, &str); 4] = [("2", "two"), ("3", "three"), ("5", "five"), ("10", "ten")];

/// Happenings and things that one of the texts names, and the other does not.
fn apart(text: &str, words: &str, says: &str) -> Vec<String> {
    let [text, words, says] = [text, words, says].map(str::to_lowercase);
    let has = |text: &str, any: &[&str]| any.iter().any(|word| text.contains(word));
    let mut apart = Vec::new();
    for (ours, theirs) in THINGS {
        // A word of the set may be said by what it means.
        if has(&text, ours) && !has(&says, theirs) {
            apart.push(format!("{ours:?} is in the text only"));
        }
        if has(&says, theirs) && !has(&text, ours) && !has(&words, ours) {
            apart.push(format!("{theirs:?} is in the author's words only"));
        }
    }
    let numbers = |text: &str| {
        let signs = text.split(|sign: char| !sign.is_alphanumeric() && sign != '*');
        let numbers = signs.map(|word| {
            let called = NUMBERS.iter().find(|(_, called)| *called == word);
            called.map_or(word, |(number, _)| number).to_string()
        });
        // One thing is often "a" thing.
        let numbers = numbers.filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
        numbers.filter(|word| word != "1").collect::<Vec<_>>()
    };
    let (ours, theirs) = (numbers(&text), numbers(&says));
    let known = numbers(&words);
    for number in ours.iter().filter(|number| !theirs.contains(number)) {
        apart.push(format!("{number} is in the text only"));
    }
    for number in theirs
        .iter()
        .filter(|number| !ours.contains(number) && !known.contains(number))
    {
        apart.push(format!("{number} is in the author's words only"));
    }
    apart
}

#[test]
fn texts_and_the_words_of_their_authors_name_the_same_things() {
    let library = builtin();
    let entries = library.word_entries(|_| true);
    let meaning = |name: &String| {
        let entry = entries.iter().filter(|entry| entry.name == *name);
        let readings = entry.filter_map(|entry| entry.readings.first());
        readings
            .flat_map(|reading| reading.meaning.iter().chain(&reading.text))
            .cloned()
            .collect::<String>()
    };
    let faces = library.face_entries();
    let names: Vec<&str> = faces.iter().map(|face| face.name.as_str()).collect();
    for face in &faces {
        let text = face.readings[0].text.join("\n");
        let words = face.words.iter().map(meaning).collect::<String>();
        let says = face.says.as_ref();
        let mut says = says
            .expect("each printed card has words of its own")
            .clone();
        for name in &names {
            let quoted = text.contains(&format!("\"{name}\""));
            assert!(!quoted || says.contains(name), "{name}: {says}");
        }
        // Cards are called by their names, and do nothing by them.
        for name in &names {
            says = says.replace(name, "it");
        }
        assert_eq!(
            apart(&text, &words, &says),
            [""; 0],
            "{}: {says}",
            face.name
        );
    }
    // What is left out, made up or counted otherwise is found.
    let text = "Use: pay the top of this. Look at 2* tops.";
    for (says, number) in [
        ("Discard the top of this: look at 2* tops.", 0),
        ("Look at 2* tops.", 1),
        ("Discard the top of this: look at 3 tops and win.", 3),
    ] {
        assert_eq!(apart(text, "", says).len(), number, "{says}");
    }
}

#[test]
fn other_readings_are_shown_where_they_are_asked_for() {
    let plain = said(&["research"]);
    assert!(
        plain.contains("Disputed: `research-repeats`") && !plain.contains("different cards"),
        "{plain}"
    );
    let all = said(&["research", "--disputes"]);
    assert!(
        all.contains("If `research-repeats` is `no`:")
            && all.contains("research-repeats (dispute)"),
        "{all}"
    );
    assert!(!said(&["1971"]).contains("(dispute)"));
    assert!(said(&["1971", "--disputes"]).contains("(dispute)"));
    assert!(
        said(&["embassies"])
            .contains("Cards that add to it: Embassy.\n  Cards that add to it in 1971: Woodstock.")
    );
}
