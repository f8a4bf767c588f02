//! Sets that change others, and words that several sets have.

use std::sync::Arc;

use brink::engine::{Game, Script};
use brink::explain::options::label::labels;
use brink::record::positions::print::print_open;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Report, Settings};
use brink::text::Source;
use miette::{GraphicalReportHandler, GraphicalTheme};

const VARIANT: &str = r#"id = "loud-1961"
title = "1961, louder"
language = 2
extends = "1961"
without = ["Bunker"]

[[card]]
building = "Radio"
action = "Silence"

[building."Radio"]
text = '''
When a missile is resolved, draw a card.
'''

[action."Silence"]
text = '''
Draw 2 cards.
'''

[building."Factory"]
text = '''
Once a turn: produce onto buildings.
'''

[keyword.missile]
text = '''
Define missile at (victim: player):
  as one effect:
    at once, for each building of victim that is stacked: destroy the top of it
'''

[tally.embassies]
wins-at = 2
"#;

const GAME: &str = r#"id = "loud"
title = "1961, louder"
extends = "1961"
sets = ["loud-1961"]
copies-of = { Embargo = 3 }
"#;

fn library(files: &[(&str, &str)]) -> Result<Library, Report> {
    Library::with(
        files
            .iter()
            .map(|(name, text)| Source::new(*name, *text))
            .collect(),
    )
}

fn script(library: &Library, recipe: &str) -> Arc<Script> {
    let rules = library.compile(recipe, &Settings::default());
    Arc::new(Script::new(
        rules.unwrap_or_else(|report| panic!("{:#?}", report.faults)),
    ))
}

fn sound(files: &[(&str, &str)]) -> Library {
    library(files).unwrap_or_else(|report| panic!("{:#?}", report.faults))
}

/// The table after these choices.
fn played(script: &Arc<Script>, position: &str, choices: &[&str]) -> String {
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script.clone(), &setup, 0, &mut ());
    for wanted in choices {
        let all = labels(&game);
        let found = all
            .iter()
            .find(|(_, label)| label == wanted)
            .unwrap_or_else(|| panic!("{wanted} among {all:?}"));
        game.take(found.0, &mut ()).expect("it is offered");
    }
    print_open(&game, false)
}

fn told(files: &[(&str, &str)]) -> String {
    let report = library(files).expect_err("something is wrong with the files");
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut text = String::new();
    for fault in &report.faults {
        handler
            .render_report(&mut text, fault)
            .expect("writing to a string cannot fail");
        text.push('\n');
    }
    text.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_variant_has_what_its_set_has_apart_from_what_it_changes() {
    let library = sound(&[("loud.toml", VARIANT), ("loud-game.toml", GAME)]);
    let script = script(&library, "loud");
    let kinds: Vec<(String, u8)> = script
        .rules
        .kinds
        .iter()
        .map(|kind| {
            (
                script.rules.faces[kind.buildings[0].index()].label.clone(),
                kind.copies,
            )
        })
        .collect();
    let kinds: Vec<(&str, u8)> = kinds
        .iter()
        .map(|(name, copies)| (name.as_str(), *copies))
        .collect();
    assert_eq!(
        kinds,
        [
            ("Missile Silo", 9),
            ("Factory", 3),
            ("Embassy", 9),
            ("Agency", 9),
            ("Secret Facility", 9),
            ("Radio", 9),
            ("Moon Lander", 6)
        ]
    );
    // The text of a face, and that of a keyword that a text of the other set calls; what waits for it hears it.
    let after = played(
        &script,
        "turn p1 main\ndeck: Research, Espionage\np1 hand: Missile Launch\np1: Moon Lander[] Radio[]\np2: Moon Lander[Embargo] Embassy[]",
        &["action Missile Launch", "p2"],
    );
    assert!(after.contains("p2: Moon Lander[] Embassy[]\n"), "{after}");
    assert!(after.contains("p1 hand: Research\n"), "{after}");
    // Two Embassies are enough.
    let after = played(
        &script,
        "turn p1 main\np1 hand: Sabotage\np1: Moon Lander[] Embassy[]\np2: Moon Lander[]",
        &["build Embassy at p1.3"],
    );
    assert!(
        after.contains("winner p1") || after.contains("turn p1"),
        "{after}"
    );
}

#[test]
fn the_set_itself_stays_as_it_is() {
    let library = sound(&[("loud.toml", VARIANT), ("loud-game.toml", GAME)]);
    let script = script(&library, "1961");
    let after = played(
        &script,
        "turn p1 main\np1 hand: Missile Launch\np1: Moon Lander[]\np2: Moon Lander[Embargo] Embassy[]",
        &["action Missile Launch", "p2"],
    );
    assert!(after.contains("p2: Moon Lander[]\n"), "{after}");
}

#[test]
fn a_set_beside_a_variant_hears_its_missiles_and_counts_for_its_tally() {
    let game = GAME
        .replace("[\"loud-1961\"]", "[\"loud-1961\", \"1971\"]")
        .replace("1961\"\nsets", "combined\"\nsets");
    let library = sound(&[("loud.toml", VARIANT), ("loud-game.toml", &game)]);
    let script = script(&library, "loud");
    let after = played(
        &script,
        "turn p1 main\np1 hand: Missile Launch\np1: Raven Rock[Embargo]\np2: Raven Rock[Response System]",
        &["action Missile Launch", "p2"],
    );
    assert!(after.contains("p1: Raven Rock[]\n"), "{after}");
}

#[test]
fn each_fault_of_a_variant_is_told_in_its_own_file() {
    let variant = VARIANT
        .replace("without = [\"Bunker\"]", "without = [\"Bunkers\"]")
        .replace("produce onto buildings", "produce buildings");
    insta::assert_snapshot!(told(&[("loud.toml", &variant), ("loud-game.toml", GAME)]));
}

#[test]
fn what_a_variant_takes_away_may_be_missing_elsewhere() {
    let variant = VARIANT.replace("extends = \"1961\"", "extends = \"1691\"");
    insta::assert_snapshot!(told(&[("loud.toml", &variant), ("loud-game.toml", GAME)]));
}

#[test]
fn a_set_is_no_variant_of_itself() {
    let one = "id = \"one\"\ntitle = \"One\"\nlanguage = 2\nextends = \"two\"\n";
    let two = "id = \"two\"\ntitle = \"Two\"\nlanguage = 2\nextends = \"one\"\n";
    insta::assert_snapshot!(told(&[("one.toml", one), ("two.toml", two)]));
    // The file itself, by its id or by its path.
    for name in ["one", "one.toml"] {
        let told = told(&[("one.toml", &one.replace("two", name))]);
        assert!(
            told.contains("the set extends itself, directly or through other sets")
                && told.contains("one.toml:4:11"),
            "{told}"
        );
    }
}

#[test]
fn files_extend_each_other_so_far_and_no_further() {
    let set = |at: usize| match at {
        1 => set("set-1", "Mill", "Draw a card.", ""),
        _ => format!(
            "id = \"set-{at}\"\ntitle = \"A set\"\nlanguage = 2\nextends = \"set-{}\"\n",
            at - 1
        ),
    };
    let recipe = |at: usize| {
        let base = if at == 1 {
            "1961".to_string()
        } else {
            format!("game-{}", at - 1)
        };
        format!("id = \"game-{at}\"\ntitle = \"A game\"\nextends = \"{base}\"\nhand = 3\n")
    };
    for (what, file) in [("set", &set as &dyn Fn(usize) -> String), ("game", &recipe)] {
        let files = |count: usize| {
            (1..=count)
                .map(|at| (format!("{what}-{at}.toml"), file(at)))
                .collect::<Vec<_>>()
        };
        let most = if what == "set" { 32 } else { 31 };
        for turned in [false, true] {
            let check = |count: usize| {
                let mut files = files(count);
                if turned {
                    files.reverse();
                }
                let sources = files
                    .iter()
                    .map(|(name, text)| Source::new(name.as_str(), text.as_str()))
                    .collect();
                Library::with(sources)
            };
            assert!(check(most).is_ok(), "{what}");
            let report = check(most + 1).expect_err("they are too many");
            let told: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
            assert_eq!(
                told,
                ["33 files in a row that extend each other are too many"],
                "{what}"
            );
            // A long way is not gone to its end.
            assert_eq!(
                check(200).expect_err("they are too many").faults.len(),
                1,
                "{what}"
            );
        }
    }
}

/// A set with one card, whose action does this, and whatever else is in its file.
fn set(id: &str, card: &str, action: &str, more: &str) -> String {
    format!(
        "id = \"{id}\"\ntitle = \"A set\"\nlanguage = 2\n{more}\n[[card]]\nbuilding = \"{card}\"\naction = \"{card} Day\"\n\n\
         [building.\"{card}\"]\ntext = ''\n\n[action.\"{card} Day\"]\ntext = '''\n{action}\n'''\n"
    )
}

fn singe(does: &str) -> String {
    format!(
        "\n[keyword.singe]\ntext = '''\nDefine singe: {does}.\n'''\n\n[counter.spark]\nmeaning = \"hot\"\n\n[tally.fires]\nrules = [\"FIRE\"]\nwins-at = 3\n"
    )
}

#[test]
fn each_set_has_words_of_its_own() {
    let one = set("ash", "Grate", "Singe. Put a spark on a building.", "") + &singe("draw a card");
    let two =
        set("soot", "Flue", "Singe. Put 2 sparks on a building.", "") + &singe("draw 2 cards");
    // `missile` is a word that all share; a set that declares one changes nobody else's.
    let three = set("smoke", "Vent", "Missile.", "")
        + "\n[keyword.missile]\ntext = '''\nDefine missile: draw 3 cards.\n'''\n";
    let recipe = "id = \"fires\"\ntitle = \"Fires\"\nsets = [\"1961\", \"ash\", \"soot\", \"smoke\"]\ncopies = 3\nvictory = \"same\"\nhand = 3\nshields = 1\n\
                  tallies = [\"embassies\", \"ash:fires\"]\n";
    let library = sound(&[
        ("ash.toml", &one),
        ("soot.toml", &two),
        ("smoke.toml", &three),
        ("fires.toml", recipe),
    ]);
    let script = script(&library, "fires");
    let hand = |card: &str, choices: &[&str]| {
        let position = format!(
            "turn p1 main\ndeck: Research, Embargo, Sabotage, Espionage\np1 hand: {card}\np1: Moon Lander[Research]\np2: Moon Lander[Research]"
        );
        played(&script, &position, choices)
    };
    assert!(
        hand("Grate Day", &["action Grate Day", "p1.1"])
            .contains("p1: Moon Lander(spark 1)[Research]\n")
    );
    let soot = hand("Flue Day", &["action Flue Day", "p1.1"]);
    assert!(
        soot.contains("p1: Moon Lander(soot-spark 2)[Research]\n")
            && soot.contains("p1 hand: Research, Embargo\n"),
        "{soot}"
    );
    assert!(
        hand("Vent Day", &["action Vent Day"]).contains("p1 hand: Research, Embargo, Sabotage\n")
    );
    assert!(
        hand("Missile Launch", &["action Missile Launch", "p2"]).contains("p2: Moon Lander[]\n")
    );
}

#[test]
fn a_game_has_the_counters_of_its_own_sets_alone() {
    let ash = set("ash", "Grate", "Put a spark on a building.", "") + &singe("draw a card");
    // What it says is about a spark of ash, which it names only in the place of what happens.
    let soot = set(
        "soot",
        "Flue",
        "Put a smut on a building.",
        "uses = [\"ash\"]",
    )
    .replace(
        "text = ''\n",
        "text = 'When a spark is put on a building, draw a card.'\n",
    ) + "\n[counter.smut]\nmeaning = \"black\"\n";
    let smoke = set("smoke", "Vent", "Put 2 sparks on a building.", "") + &singe("draw 2 cards");
    let hotter = "id = \"hotter\"\ntitle = \"Hotter\"\nlanguage = 2\nextends = \"smoke\"\n";
    let game = |id: &str, sets: &str| {
        format!(
            "id = \"{id}\"\ntitle = \"A game\"\nsets = [\"1961\", {sets}]\ncopies = 3\nvictory = \"same\"\nhand = 3\nshields = 1\ntallies = []\n"
        )
    };
    let library = sound(&[
        ("ash.toml", &ash),
        ("soot.toml", &soot),
        ("smoke.toml", &smoke),
        ("hotter.toml", hotter),
        ("soot-game.toml", &game("soot-game", "\"soot\"")),
        ("hot-game.toml", &game("hot-game", "\"hotter\"")),
        ("both.toml", &game("both", "\"ash\", \"soot\"")),
    ]);
    let counters = |recipe: &str| {
        let counters = script(&library, recipe).rules.counters.clone();
        let names = counters.into_iter().map(|counter| counter.name);
        names.collect::<Vec<String>>()
    };
    assert_eq!(counters("1961"), Vec::<String>::new());
    assert_eq!(counters("soot-game"), ["spark", "smut"]);
    assert_eq!(counters("both"), ["spark", "smut"]);
    // A variant calls them as its set does.
    assert_eq!(counters("hot-game"), ["spark"]);
    let after = played(
        &script(&library, "both"),
        "turn p1 main\ndeck: Research, Embargo\np1 hand: Grate Day\np1: Moon Lander[] Flue[]\np2: Moon Lander[]",
        &["action Grate Day", "p1.1"],
    );
    assert!(
        after.contains("p1 hand: Research\np1: Moon Lander(spark 1)[] Flue[]\n"),
        "{after}"
    );
}

#[test]
fn a_word_of_several_other_sets_needs_to_be_told_apart() {
    let (one, two) = (
        set("ash", "Grate", "", "") + &singe("draw a card"),
        set("soot", "Flue", "", "") + &singe("draw 2 cards"),
    );
    let third = |more: &str| set("smoke", "Vent", "Singe. Put a spark on a building.", more);
    insta::assert_snapshot!(told(&[
        ("ash.toml", &one),
        ("soot.toml", &two),
        ("smoke.toml", &third(""))
    ]));
    sound(&[
        ("ash.toml", &one),
        ("soot.toml", &two),
        ("smoke.toml", &third("uses = [\"soot\"]\n")),
    ]);
}

#[test]
fn a_language_that_is_not_read_is_told() {
    let newer = set("ash", "Grate", "", "").replace("language = 2", "language = 3");
    let older = set("soot", "Flue", "", "").replace("language = 2", "language = 1");
    insta::assert_snapshot!(told(&[("ash.toml", &newer), ("soot.toml", &older)]));
    // One that says nothing of it is asked to, whether or not what it says can be read.
    let silent =
        set("ash", "Grate", "Destroy all buildings now.", "").replace("language = 2\n", "");
    insta::assert_snapshot!(
        "a_file_that_says_no_language",
        told(&[("ash.toml", &silent)])
    );
    let silent = set("soot", "Flue", "", "").replace("language = 2\n", "");
    insta::assert_snapshot!(
        "a_file_that_can_be_read_says_no_language",
        told(&[("soot.toml", &silent)])
    );
}

/// Sets of a file beside the recipe are found from there, wherever the one that extends it lies.
#[test]
fn a_recipe_has_the_sets_of_the_one_that_it_extends() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
        std::fs::write(&path, text).expect("there is room");
        path
    };
    file("sets/loud.toml", VARIANT);
    let base = GAME
        .replace("[\"loud-1961\"]", "[\"loud.toml\"]")
        .replace("copies-of = { Embargo = 3 }\n", "");
    file("sets/base.toml", &base);
    let path = file(
        "own/louder.toml",
        "id = \"louder\"\ntitle = \"Louder\"\nextends = \"../sets/base.toml\"\nhand = 3\n",
    );
    let loaded = Library::load(&[path]).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let [own, extended] = ["louder", "loud"].map(|id| script(&loaded, id));
    assert_eq!(
        (own.rules.hand, own.rules.cards.len()),
        (3, extended.rules.cards.len())
    );
    // What says nothing but what it extends and how it deals is a recipe, too.
    for line in [
        "copies-of = { Embargo = 3 }",
        "tallies = []",
        "kinds = \"draw 4\"",
        "[disputes]",
        "victory = \"same\"",
        "hand = 4",
    ] {
        let text = format!("id = \"other\"\ntitle = \"Other\"\nextends = \"1961\"\n{line}\n");
        let other = library(&[("other.toml", &text)])
            .unwrap_or_else(|report| panic!("{line}: {:?}", report.faults));
        assert!(
            other
                .recipes()
                .iter()
                .any(|recipe| recipe.id.node == "other"),
            "{line}"
        );
    }
}

#[test]
fn what_to_write_is_told_in_a_file_that_a_recipe_names() {
    let folder = tempfile::tempdir().expect("there is room");
    let set = "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[card]]\nbuilding = \"Lamp\"\naction = \"Rain\"\n\
               [building.\"Lamp\"]\ntext = 'Once each turn, draw a card.'\n[action.\"Rain\"]\ntext = 'Draw 2 cards.'\n\
               [[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = ''\n";
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 20\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    std::fs::write(folder.path().join("town.toml"), set).expect("there is room");
    let path = folder.path().join("town-game.toml");
    std::fs::write(&path, recipe).expect("there is room");
    let report = Library::load(&[path]).expect_err("it is said in other words");
    let fixes: Vec<_> = report
        .faults
        .iter()
        .filter_map(|fault| fault.fix().map(|(_, _, text)| text))
        .collect();
    assert_eq!(fixes, ["Once a turn: draw a card."]);
}

/// What a variant has from its set is nearer than what another set at hand calls so.
#[test]
fn a_recipe_of_a_variant_has_the_tally_of_its_set() {
    let one = set("ash", "Grate", "Singe.", "") + &singe("draw a card");
    let two = set("soot", "Flue", "Singe.", "") + &singe("draw 2 cards");
    let hotter = "id = \"hotter\"\ntitle = \"Hotter\"\nlanguage = 2\nextends = \"ash\"\n";
    let base = "id = \"fires\"\ntitle = \"Fires\"\nsets = [\"1961\", \"ash\"]\ncopies = 3\nvictory = \"same\"\nhand = 3\nshields = 1\ntallies = [\"fires\"]\n";
    let of = |sets: &str| {
        format!("id = \"hot\"\ntitle = \"Hot\"\nextends = \"fires\"\nsets = [\"1961\", {sets}]\n")
    };
    let library = sound(&[
        ("ash.toml", &one),
        ("soot.toml", &two),
        ("hotter.toml", hotter),
        ("fires.toml", base),
        ("hot.toml", &of("\"hotter\"")),
    ]);
    assert_eq!(script(&library, "hot").rules.tallies[0].name, "fires");
    // Where two of its own sets have it, the place is that of the recipe that names it.
    let told = told(&[
        ("ash.toml", &one),
        ("soot.toml", &two),
        ("fires.toml", base),
        ("hot.toml", &of("\"ash\", \"soot\"")),
    ]);
    assert!(told.contains("fires.toml:8:12"), "{told}");
}
