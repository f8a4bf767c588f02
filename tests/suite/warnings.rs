//! What files are warned of: every warning is explained by what shows it and what is right; sound cards are warned of nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use author::explanation::Explanation;
use brink::engine::won_at_start;
use brink::rules::{Library, Notice, Warning};
use brink::text::Source;

pub const RECIPE: &str = "id = \"mill-game\"\ntitle = \"A game of mills\"\nsets = [\"mills.toml\"]\ncopies = 20\nvictory = \"same\"\n\
                      hand = 3\nshields = 1\ntallies = []\n";

/// A set of these sections, with a card for each face in them, and whatever a set needs besides.
pub fn set(id: &str, sections: &str) -> String {
    let table: toml::Table = sections
        .parse()
        .unwrap_or_else(|error| panic!("{sections}: {error}"));
    let names = |sort: &str| -> Vec<String> {
        let faces = table.get(sort).and_then(toml::Value::as_table);
        faces
            .into_iter()
            .flat_map(toml::Table::keys)
            .cloned()
            .collect()
    };
    let (mut buildings, mut actions) = (names("building"), names("action"));
    buildings.retain(|name| name != "Summit");
    let mut whole = format!("id = \"{id}\"\ntitle = \"Mills\"\nlanguage = 2\n");
    let mut more = String::new();
    if !names("building").iter().any(|name| name == "Summit") {
        more += "[building.\"Summit\"]\ntext = ''\n";
    }
    while buildings.len() < actions.len().max(1) {
        let name = format!("Barn of {id} {}", buildings.len());
        more += &format!("[building.\"{name}\"]\ntext = ''\n");
        buildings.push(name);
    }
    while actions.len() < buildings.len() {
        let name = format!("Dance of {id} {}", actions.len());
        more += &format!("[action.\"{name}\"]\ntext = 'Draw a card.'\n");
        actions.push(name);
    }
    for (building, action) in buildings.iter().zip(&actions) {
        whole += &format!("[[card]]\nbuilding = \"{building}\"\naction = \"{action}\"\n");
    }
    whole += "[[victory]]\nfront = \"Summit\"\n";
    format!("{whole}{sections}\n{more}")
}

fn library(sources: Vec<Source>) -> Library {
    Library::with(sources).unwrap_or_else(|report| panic!("{:?}", report.faults))
}

/// The warnings of these files, and of none of those that come with Brink.
fn warned(sources: Vec<Source>) -> Vec<Notice> {
    let own: BTreeSet<String> = sources
        .iter()
        .map(|source| source.name.to_string())
        .collect();
    library(sources).warnings(&|source| own.contains(&*source.name), &won_at_start)
}

fn of_set(sections: &str) -> Vec<Notice> {
    warned(vec![
        Source::new("mills.toml", set("mills", sections)),
        Source::new("mill-game.toml", RECIPE),
    ])
}

fn named(warned: &[Notice]) -> Vec<&'static str> {
    warned.iter().map(|warned| warned.warning.name()).collect()
}

#[test]
fn every_warning_is_explained() {
    let explained = Explanation::all().iter().filter(|one| one.is_warning);
    let explained: BTreeSet<&str> = explained.map(|one| one.name.as_str()).collect();
    let wanted: BTreeSet<&str> = Warning::ALL.iter().map(|warning| warning.name()).collect();
    assert_eq!(explained, wanted);
    let page = fs::read_to_string(crate::support::program::project().join("docs/errors.md"))
        .expect("it is there");
    for warning in Warning::ALL {
        assert_eq!(Warning::called(warning.name()), Some(*warning));
        assert_eq!(warning.page(), format!("docs/errors.md#{}", warning.name()));
        assert!(page.contains(&format!("\n### {}\n", warning.name())));
    }
}

#[test]
fn every_explanation_shows_what_is_warned_of_what_is_right_and_how_it_is_allowed() {
    for warning in Warning::ALL {
        let name = warning.name();
        let told = Explanation::called(name).expect("it is explained");
        let meant = told.meant.as_deref().expect("it can be allowed");
        let found = of_set(&told.wrong);
        assert_eq!(named(&found), [name], "{name}: {found:?}");
        let said = found[0].to_string();
        assert!(said.starts_with(&format!("warning[{name}]: ")), "{said}");
        for sound in [&told.right, meant] {
            let found = of_set(sound);
            assert!(found.is_empty(), "{name}: {found:?}");
        }
        // Nothing else makes the difference.
        let lines = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with("allow = "));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(lines(meant), lines(&told.wrong), "{name}");
    }
}

#[test]
fn a_recipe_allows_what_shows_in_its_games() {
    let sections = "[building.\"Summit\"]\ntext = 'Win when you have a building.'\n";
    let recipe = format!("allow = [\"won-at-start: a game for demonstration\"]\n{RECIPE}");
    let sources = vec![
        Source::new("mills.toml", set("mills", sections)),
        Source::new("mill-game.toml", recipe),
    ];
    assert_eq!(named(&warned(sources)), [] as [&str; 0]);
}

#[test]
fn what_is_allowed_has_a_name_and_a_reason() {
    let cases = [
        (
            "unused-nam: later",
            "no warning is called `unused-nam`",
            "did you mean `unused-name`?",
        ),
        (
            "unused-name",
            "the warning `unused-name` is allowed without a reason",
            "allow = [\"unused-name: WHY\"]",
        ),
        (
            "unused-name:  ",
            "the warning `unused-name` is allowed without a reason",
            "write why you mean it",
        ),
    ];
    for (entry, reason, help) in cases {
        let sections = format!("[counter.ember]\nallow = [\"{entry}\"]\nmeaning = \"hot\"\n");
        let report = Library::with(vec![Source::new("mills.toml", set("mills", &sections))])
            .expect_err("it is a fault");
        let [fault] = report.faults.as_slice() else {
            panic!("{:?}", report.faults)
        };
        assert_eq!(fault.to_string(), reason);
        let told = miette::Diagnostic::help(fault)
            .expect("there is a next step")
            .to_string();
        assert!(told.contains(help), "{told}");
    }
}

#[test]
fn a_ring_through_two_sets_is_told_of_the_recipe() {
    let one = set(
        "mills",
        "[building.\"Windmill\"]\ntext = 'Buildings named \"Granary\" are disabled.'\n",
    );
    let other = "id = \"farms\"\ntitle = \"Farms\"\nlanguage = 2\n[[card]]\nbuilding = \"Granary\"\naction = \"Harvest\"\n\
                 [[card]]\nbuilding = \"Orchard\"\naction = \"Picking\"\n\
                 [building.\"Granary\"]\ntext = 'Buildings named \"Orchard\" bear the name \"Windmill\".'\n\
                 [building.\"Orchard\"]\ntext = '''\nBuildings named \"Windmill\" have:\n  once a turn: draw a card\n'''\n\
                 [action.\"Harvest\"]\ntext = ''\n[action.\"Picking\"]\ntext = ''\n";
    let recipe = RECIPE.replace("[\"mills.toml\"]", "[\"mills.toml\", \"farms.toml\"]");
    let sources = |recipe: String| {
        vec![
            Source::new("mills.toml", one.clone()),
            Source::new("farms.toml", other),
            Source::new("mill-game.toml", recipe),
        ]
    };
    let found = warned(sources(recipe.clone()));
    assert_eq!(named(&found), ["ring"], "{found:?}");
    assert_eq!(found[0].place().0, "mill-game.toml");
    let told = found[0].to_string();
    assert!(
        told.contains(
            "`Windmill` disables `Granary`, and `Granary` renames `Orchard`, and `Orchard` lends"
        ),
        "{told}"
    );
    // Games without one of them have no ring.
    let fewer = format!("{recipe}kinds = [\"Windmill\", \"Granary\"]\n");
    assert_eq!(named(&warned(sources(fewer))), [] as [&str; 0]);
}

#[test]
fn a_ring_may_go_through_what_texts_take_from_others() {
    let ring = |windmill: &str, barn: &str| {
        format!(
            "[building.\"Windmill\"]\ntext = '''\n{windmill}\n'''\n[building.\"Barn\"]\ntext = '''\n{barn}\n'''\n"
        )
    };
    let takes = "This has the text of the first of buildings named";
    let cases = [
        (
            format!("{takes} \"Barn\"."),
            format!("{takes} \"Windmill\"."),
            true,
        ),
        (
            "Buildings named \"Barn\" bear the name \"Windmill\".".into(),
            "Buildings named \"Windmill\" are disabled.".into(),
            true,
        ),
        // The text goes one way, and the other one goes back.
        (
            format!("{takes} \"Barn\"."),
            "Neighbours of this are guarded.".into(),
            false,
        ),
        (
            format!("{takes} \"Barn\"."),
            "Buildings named \"Windmill\" are disabled.".into(),
            false,
        ),
        (
            format!("{takes} \"Windmill\"."),
            "Once a turn: draw a card.".into(),
            false,
        ),
    ];
    for (windmill, barn, is_ring) in cases {
        let found = of_set(&ring(&windmill, &barn));
        let wanted: &[&str] = if is_ring { &["ring"] } else { &[] };
        assert_eq!(named(&found), wanted, "{windmill} {barn}: {found:?}");
    }
}

#[test]
fn conditions_are_judged_by_numbers_by_each_other_and_by_their_place() {
    let action = |text: &str| format!("[action.\"Gale\"]\ntext = '''\n{text}\n'''\n");
    let building = |text: &str| format!("[building.\"Windmill\"]\ntext = '''\n{text}\n'''\n");
    let constant = [
        action("Draw a card. If the number of players is at most 6, draw a card."),
        action("If there are at least 501 buildings, draw a card."),
        action("Roll a die as rolled. If rolled is at least 7, draw a card."),
        action("Roll a die. On 7, draw a card."),
        action("Choose a number from 1 to 3 as dose. If dose is at most 3, draw dose cards."),
        action("If you have no buildings and you have a building, draw a card."),
        action(
            "Choose a building as spot. If spot is stacked or spot is not stacked, draw a card.",
        ),
        building("While this is active, neighbours of this are guarded."),
        building("Once a turn, if it is your turn: draw a card."),
        building("At the start of your turn, if it is your turn, draw a card."),
        building("When you play an action, if provoker is you, draw a card."),
        building("While this is stacked and this has no cards, neighbours of this are guarded."),
        building("While this is of you, neighbours of this are guarded."),
        action("Choose another player as foe. If foe is you, draw a card."),
        action("Destroy a building named \"Summit\" that is named \"Barn of mills 0\"."),
        action(
            "If there are at least 3 players and the number of players is at most 2, draw a card.",
        ),
        action("Roll a die. On 1 to 3, draw a card. On 2, discard a card."),
    ];
    for sections in constant {
        assert_eq!(
            named(&of_set(&sections)),
            ["constant-condition"],
            "{sections}"
        );
    }
    let open = [
        action("If the number of players is at most 5, draw a card."),
        action("Roll a die as rolled. If rolled is at least 6, draw a card."),
        action("Draw a card. If it is your turn, draw a card."),
        action("If you have at least 2 buildings and you have at most 4 buildings, draw a card."),
        action(
            "Choose another player as foe. If foe has no buildings and you have a building, draw a card.",
        ),
        building("When another player plays an action, if it is your turn, draw a card."),
        building("When a player plays an action, if provoker is you, draw a card."),
        building(
            "When destroyed by anything, missile at provoker. If you are living, draw a card.",
        ),
        action(
            "Choose another player as foe. Foe chooses another player as prey. If prey is you, draw a card.",
        ),
        action("For each player as foe: if foe is not you, foe draws a card."),
        action("Destroy a building named \"Summit\" that is not named \"Barn of mills 0\"."),
        action("Roll a die. On 1 to 3, draw a card. On 3 to 5, discard a card."),
    ];
    for sections in open {
        assert_eq!(named(&of_set(&sections)), [] as [&str; 0], "{sections}");
    }
}

#[test]
fn what_does_nothing_repeats_finds_nobody_or_never_happens_is_told() {
    let building = |text: &str| format!("[building.\"Windmill\"]\ntext = '''\n{text}\n'''\n");
    let action = |text: &str| format!("[action.\"Gale\"]\ntext = '''\n{text}\n'''\n");
    let spark = "[counter.spark]\nmeaning = \"hot\"\n";
    let cases = [
        ("no-effect", action("Let many be 0. Draw many cards.")),
        ("no-effect", action("Discard up to 0 cards.")),
        (
            "no-effect",
            action("Until a card is drawn: when a card is drawn, discard a card."),
        ),
        (
            "no-effect",
            action("Choose one: draw a card, or draw a card."),
        ),
        ("no-effect", building("This has the text of this.")),
        ("free-repeat", building("Use: unanswered: look at a top.")),
        (
            "free-repeat",
            building("Use: if this is stacked, look at the top of this."),
        ),
        ("free-repeat", building("Once a turn: refresh this.")),
        (
            "free-repeat",
            building("Use: pay a spark. Put a spark on this.") + spark,
        ),
        (
            "empty-players",
            building(
                "When another player plays an action, draw a card. Choose another player except provoker as foe. Foe draws a card. Draw a card.",
            ),
        ),
        (
            "never-happens",
            building("When a card is shown, draw a card."),
        ),
        ("", action("Let many be 1. Draw many cards.")),
        ("", action("Choose one: draw a card, or draw 2 cards.")),
        (
            "",
            building("Once a turn: exchange a building with a building."),
        ),
        ("", building("Once a turn: draw a card. Refresh this.")),
        (
            "",
            building("Use: pay a spark. Put a spark on you.") + spark,
        ),
        (
            "",
            building("When a card is shown, draw a card.\nOnce a turn: show your hand."),
        ),
        ("", building("Cards cannot be shown by another player.")),
    ];
    for (name, sections) in cases {
        let wanted: &[&str] = if name.is_empty() { &[] } else { &[name] };
        assert_eq!(named(&of_set(&sections)), wanted, "{sections}");
    }
}

#[test]
fn a_text_that_is_lent_is_part_of_a_ring() {
    let lends = "Buildings named \"Barn\" have:\n  buildings named \"Windmill\" are disabled";
    let ring = format!(
        "[building.\"Windmill\"]\ntext = '''\n{lends}\n'''\n[building.\"Barn\"]\ntext = ''\n"
    );
    assert_eq!(named(&of_set(&ring)), ["ring"]);
    let none = ring.replace("are disabled", "are guarded");
    assert_eq!(named(&of_set(&none)), [] as [&str; 0]);
}

#[test]
fn of_a_recipe_an_entry_that_silences_nothing_is_told() {
    let sections = "[building.\"Summit\"]\ntext = 'Win when you have at least 9 buildings.'\n";
    let recipe = format!("allow = [\"won-at-start: for demonstration\"]\n{RECIPE}");
    let sources = vec![
        Source::new("mills.toml", set("mills", sections)),
        Source::new("mill-game.toml", recipe),
    ];
    assert_eq!(named(&warned(sources)), ["unused-allow"]);
}

#[test]
fn check_tells_warnings_and_succeeds() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let sections = "[counter.ember]\nmeaning = \"hot\"\n";
    fs::write(folder.path().join("mills.toml"), set("mills", sections))
        .expect("a file can be written");
    let mut brink = std::process::Command::new(env!("CARGO_BIN_EXE_brink"));
    let output = brink
        .args(["check", "mills.toml"])
        .current_dir(folder.path())
        .output()
        .expect("brink runs");
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{err}");
    assert_eq!(out, "mills.toml: no problems found, but 1 warning above\n");
    for said in [
        "! warning[unused-name]: no text uses the counter `ember`",
        "never used",
        "docs/errors.md#unused-name",
    ] {
        assert!(err.contains(said), "{err}");
    }
}

/// All files of cards and recipes below a folder.
fn cards_below(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    crate::support::below::below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        &mut files,
    );
    let toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    let cards = |path: &PathBuf| {
        !fs::read_to_string(path)
            .expect("it is text")
            .contains("[[ruling]]")
    };
    files.into_iter().filter(toml).filter(cards).collect()
}

#[test]
fn cards_that_are_played_are_warned_of_nothing() {
    let own = crate::support::scripts::builtin();
    let told = |found: Vec<Notice>| -> Vec<String> {
        found
            .iter()
            .map(|warned| format!("{} in {}: {warned:?}", warned, warned.place().0))
            .collect()
    };
    assert_eq!(
        told(own.warnings(&|_| true, &won_at_start)),
        [] as [String; 0]
    );
    let built_in: BTreeSet<String> = Library::own_texts()
        .iter()
        .map(|source| source.name.to_string())
        .collect();
    let mut checked = 0;
    for path in cards_below("tests/cards")
        .into_iter()
        .chain(cards_below("tests/cards/book"))
    {
        // Each with what it names, and nothing besides. Some of the book are refused, and are there for that.
        let Ok(library) = Library::load(std::slice::from_ref(&path)) else {
            continue;
        };
        let found = library.warnings(&|source| !built_in.contains(&*source.name), &won_at_start);
        assert_eq!(told(found), [] as [String; 0], "{}", path.display());
        checked += 1;
    }
    assert!(checked > 100, "the cards were found: {checked}");
}
