//! Folders of cards: `brink new`, folders in the place of files, sets that are added to a game, words in reach.

use std::fs;
use std::path::Path;

use crate::support::program::{Run, brink_at, brink_in, project};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    for (name, text) in files {
        let path = folder.path().join(name);
        let above = path.parent().expect("it lies in the folder");
        fs::create_dir_all(above).expect("there is room for folders");
        fs::write(path, text).expect("there is room for files");
    }
    folder
}

fn brink(folder: &Path, line: &str) -> Run {
    let words = shlex::split(line).expect("the line can be typed");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    brink_in(folder, &words, "quit\n")
}

/// What is said, where nothing is wrong.
fn said(folder: &Path, line: &str) -> String {
    let run = brink(folder, line);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{line}");
    run.out
}

/// What is wrong with a command line.
fn refused(folder: &Path, line: &str) -> String {
    let run = brink(folder, line);
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{line}");
    run.err
}

const MILLS: &str = "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n
[[card]]\nbuilding = \"Windmill\"\naction = \"Gale\"\n[[victory]]\nfront = \"Great Mill\"\n
[building.\"Windmill\"]\ntext = 'Once a turn, if this is stacked: draw a card.'\n
[action.\"Gale\"]\ntext = 'Draw 2 cards.'\n
[building.\"Great Mill\"]\ntext = 'Win when this has at least 4 cards.'\n";

const GAME: &str = "id = \"mill-game\"\ntitle = \"Who mills?\"\nextends = \"1961\"\nsets = [\"1961\", \"mills.toml\"]\nvictory-cards = [\"Great Mill\"]\n";

/// The first line of a simulation says which game it is.
fn game(folder: &Path, words: &str) -> String {
    let out = said(folder, &format!("simulate {words} --games 2 --limit 40"));
    out.split(" (set hash")
        .next()
        .unwrap_or_default()
        .to_string()
}

#[test]
fn a_new_folder_passes_all_that_its_readme_says() {
    let home = folder(&[]);
    let begun = said(home.path(), "new windy-hills");
    assert!(begun.contains("windy-hills-rulings.toml"), "{begun}");
    let inside = home.path().join("windy-hills");
    let readme = fs::read_to_string(inside.join("README.md")).expect("it is there");
    let commands = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    brink "));
    let commands: Vec<&str> = commands.collect();
    assert_eq!(commands, ["check .", "ruling .", "play .", "simulate ."]);
    assert_eq!(
        said(&inside, "check ."),
        "windy-hills-game.toml: no problems found\nwindy-hills.toml: no problems found\nwindy-hills-rulings.toml: 1 ruling passed\n"
    );
    assert_eq!(
        said(&inside, "ruling ."),
        "ok a-windmill-needs-a-stack\n1 ruling passed\n"
    );
    let played = said(&inside, "play . --first me --plain");
    assert!(
        played.starts_with("Game windy-hills-game, 2 players"),
        "{played}"
    );
    assert_eq!(game(&inside, "."), "windy-hills-game");
    // Its own recipe is found by its id, and listed.
    assert_eq!(game(&inside, "windy-hills-game"), "windy-hills-game");
    let recipes = said(&inside, "recipes");
    let own = "windy-hills-game  1961 and Windy hills (windy-hills-game.toml)\n";
    assert!(recipes.ends_with(own), "{recipes}");
    // From above, too.
    assert!(said(home.path(), "check windy-hills").contains("windy-hills/windy-hills.toml"));
    assert_eq!(game(home.path(), "windy-hills"), "windy-hills-game");
}

#[test]
fn a_name_that_cannot_be_one_is_refused_with_a_next_step() {
    let home = folder(&[("here/note.txt", "")]);
    let long = format!("new {}", "a".repeat(36));
    for (line, reason) in [
        ("new here", "`here` already exists"),
        (
            "new 1961",
            "`1961` is the id of a set or recipe that comes with Brink",
        ),
        (
            "new CORE",
            "`core` is the id of a set or recipe that comes with Brink",
        ),
        ("new 'two words'", "contains the character ` `"),
        ("new ../up", "contains the character `.`"),
        ("new a/b", "contains the character `/`"),
        ("new ''", "does not begin with a letter or a digit"),
        (&long, "has 36 letters, but at most 35 are allowed"),
    ] {
        let told = refused(home.path(), line);
        assert!(
            told.contains(reason) && told.contains("help: "),
            "{line}: {told}"
        );
    }
    let names = fs::read_dir(home.path()).expect("it is there").count();
    assert_eq!(names, 1);
}

#[test]
fn a_folder_stands_for_its_only_recipe() {
    let home = folder(&[("mills.toml", MILLS)]);
    // Without a recipe it stands for its only set.
    assert_eq!(game(home.path(), "."), "1961+mills");
    fs::write(home.path().join("game.toml"), GAME).expect("there is room");
    assert_eq!(game(home.path(), "."), "mill-game");
    for line in [
        "trace . --players 2 --seed 1 --limit 2",
        "arena . random random --games 2",
        "explain .",
        "recipes .",
        "disputes .",
    ] {
        said(home.path(), line);
    }
    let other = GAME.replace("mill-game", "other-game");
    fs::write(home.path().join("other.toml"), other).expect("there is room");
    let told = refused(home.path(), "simulate .");
    assert_eq!(
        told,
        "  x `.` has 2 recipes\n  help: give one of them instead of the folder: `game.toml`, `other.toml`\n"
    );
    assert_eq!(game(home.path(), "other-game"), "other-game");
    let empty = folder(&[("note.txt", "")]);
    let told = refused(empty.path(), "check .");
    assert!(
        told.contains("there are no sets or recipes in `.`"),
        "{told}"
    );
    assert!(told.contains("`brink new NAME`"), "{told}");
}

#[test]
fn all_faults_of_a_folder_are_told() {
    let position = "[[ruling]]\nid = \"a\"\ntitle = \"A\"\nrules = []\ngame = \"1961\"\nposition = \"p1: Moon Lander[] Windmil[]\"\nexpect.options = [\"pass\"]\n";
    let set = MILLS.replace("Draw 2 cards", "Drew 2 cards");
    let home = folder(&[
        ("a/mills.toml", &set),
        ("b/r.toml", "[[ruling]]\nid = \"a\"\n"),
        ("b/s.toml", position),
        ("b/t.toml", &position.replace("[[ruling]]", "[[rulings]]")),
        ("c.toml", "[other]\n"),
    ]);
    let run = brink(home.path(), "check .");
    assert_eq!(run.code, Some(1));
    for place in ["a/mills.toml:", "b/r.toml:", "b/s.toml:", "b/t.toml:"] {
        assert!(run.err.contains(place), "{place} in {}", run.err);
    }
    // Beside rulings a set is passed over, but no ruling that is misspelt.
    let run = brink(home.path(), "ruling .");
    assert_eq!(run.code, Some(1));
    let told = format!("{}{}", run.out, run.err);
    assert!(
        !told.contains("mills.toml") && !told.contains("c.toml"),
        "{told}"
    );
    assert!(
        told.contains("a file of rulings has no key `rulings`"),
        "{told}"
    );
    // What cannot be read is not passed over.
    fs::write(home.path().join("d.toml"), b"\xff").expect("there is room");
    let run = brink(home.path(), "check .");
    assert!(run.err.contains("`d.toml` cannot be read"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_folder_in_a_circle_ends() {
    let home = folder(&[("mills.toml", MILLS)]);
    std::os::unix::fs::symlink(".", home.path().join("again")).expect("links can be made");
    assert_eq!(
        said(home.path(), "check ."),
        "mills.toml: no problems found\n"
    );
    // What may never answer is named, not waited for.
    let pipe = home.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.expect("`mkfifo` can be run").success());
    let run = brink(home.path(), "check .");
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("`pipe.toml` cannot be read"),
        "{}",
        run.err
    );
}

#[test]
fn a_set_is_added_to_a_game() {
    let home = folder(&[
        ("mills.toml", MILLS),
        (
            "deep/game.toml",
            &GAME.replace("mills.toml", "../mills.toml"),
        ),
    ]);
    let path = home.path();
    for (words, id) in [
        ("mills.toml", "1961+mills"),
        ("mills", "1961+mills"),
        ("1961 --with mills.toml", "1961+mills"),
        ("1971 --with mills", "1971+mills"),
        ("1971 --with .", "1971+mills"),
        ("1961+mills", "1961+mills"),
        ("combined --with mills.toml", "combined+mills"),
        ("mills.toml --with 1971", "1961+mills+1971"),
        ("deep/game.toml --with 1971", "mill-game+1971"),
    ] {
        assert_eq!(game(path, words), id, "{words}");
    }
    // An id may have the sign that parts them.
    let plus = folder(&[("plus.toml", &MILLS.replace("\"mills\"", "\"a+b\""))]);
    assert_eq!(game(plus.path(), "1971 --with plus.toml"), "1971+a+b");
    let draft =
        "draft --with mills.toml --kinds 'Windmill, Factory, Farm, Bunker, Agency, Hippies'";
    assert!(game(path, draft).starts_with("draft+mills of "));
    for (words, reason) in [
        ("1961 --with mils", "did you mean `mills`?"),
        ("1961 --with 1961", "the set `1961` is already in the game"),
        (
            "deep/game.toml --with mills.toml",
            "the set `mills` is already in the game",
        ),
        ("1961 --with core", "the set `core` has no cards"),
        (
            "1961 --with deep/game.toml",
            "is a recipe, not a set of cards",
        ),
        ("1961 --with none.toml", "there is no file `none.toml`"),
        ("1961+nothing", "no set is called `nothing`"),
        ("1962", "did you mean `1961`?"),
    ] {
        let told = refused(path, &format!("simulate {words}"));
        assert!(told.contains(reason), "{words}: {told}");
    }
}

/// What the game has is read off the table of cards.
#[test]
fn the_victory_card_stays_where_all_have_the_same_one() {
    let home = folder(&[("mills.toml", MILLS)]);
    let named = |words: &str| {
        said(
            home.path(),
            &format!("simulate {words} --games 2 --limit 40"),
        )
    };
    let same = named("mills.toml");
    assert!(same.contains("\nGale / Windmill ") && same.contains("\nMoon Lander"));
    assert!(!same.contains("Great Mill"));
    let random = named("1971 --with mills.toml");
    assert!(random.contains("\nGreat Mill") && random.contains("\nRaven Rock"));
    // A recipe that names its kinds keeps its copies, and has those of the set besides.
    let few = "id = \"few\"\ntitle = \"Few\"\nextends = \"1961\"\nkinds = [{ kind = \"Factory\", copies = 20 }, \"Bunker\"]\n";
    fs::write(home.path().join("few.toml"), few).expect("there is room");
    let few = named("few.toml --with mills");
    let names = few.lines().filter_map(|line| line.split("  ").next());
    let kinds: Vec<&str> = names.filter(|name| name.contains(" / ")).collect();
    assert!(
        kinds.starts_with(&[
            "Embargo / Factory",
            "Response System / Bunker",
            "Gale / Windmill"
        ]),
        "{kinds:?}"
    );
    assert!(!few.contains("Espionage"));
}

#[test]
fn a_variant_takes_the_place_of_its_set() {
    let variant = "id = \"calm\"\ntitle = \"Calm\"\nlanguage = 2\nextends = \"1961\"\nwithout = [\"Bunker\"]\n";
    let home = folder(&[("calm.toml", variant)]);
    let out = said(home.path(), "simulate calm.toml --games 2 --limit 40");
    assert!(out.starts_with("1961+calm "), "{out}");
    assert!(!out.contains("Bunker"));
    assert_eq!(out.matches("\nEmbargo / Factory ").count(), 2, "{out}");
}

#[test]
fn a_game_with_a_set_is_kept_traced_and_ruled_on() {
    let home = folder(&[("mills.toml", MILLS)]);
    let path = home.path();
    let trace = said(path, "trace mills.toml --players 2 --seed 3");
    assert!(trace.starts_with("trace 1\ngame 1961+mills\n"), "{trace}");
    fs::write(path.join("game.trace"), trace).expect("there is room");
    let replayed = said(path, "replay game.trace --check --with mills.toml");
    assert!(replayed.starts_with("ok: 1 trace, "), "{replayed}");
    for words in [
        "mills.toml --load game.trace",
        "--load game.trace --with mills",
    ] {
        let loaded = said(path, &format!("play {words} --plain"));
        assert!(loaded.contains("Game 1961+mills, 2 players"), "{loaded}");
    }
    let ruling = "cards = [\"mills.toml\"]\n[[ruling]]\nid = \"a\"\ntitle = \"A\"\nrules = []\ngame = \"1961+mills\"\nposition = \"\"\"\np1: Moon Lander[] Windmill[Gale]\np2: Moon Lander[]\n\"\"\"\nexpect.options = [\"use p1.2\"]\n";
    fs::write(path.join("rulings.toml"), ruling).expect("there is room");
    assert_eq!(said(path, "ruling ."), "ok a\n1 ruling passed\n");
    // A kept game goes on, is undone and replayed when the set has gone.
    let data = folder(&[]);
    let begun = [
        "play",
        "mills.toml",
        "--first",
        "me",
        "--seed",
        "4",
        "--bots",
        "random",
        "--plain",
    ];
    let run = brink_at(path, data.path(), &begun, "1\n1\nsave mine.save\nquit\n");
    assert!(run.out.contains("saved in `mine.save`"), "{}", run.out);
    fs::remove_file(path.join("mills.toml")).expect("it was there");
    let resumed = brink_at(
        path,
        data.path(),
        &["play", "--resume", "--plain"],
        "undo\n1\nquit\n",
    );
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(
        resumed.out.contains("Game 1961+mills, 2 players"),
        "{}",
        resumed.out
    );
    assert!(!resumed.out.contains("edited"), "{}", resumed.out);
    let checked = brink_at(path, data.path(), &["replay", "mine.save", "--check"], "");
    assert!(
        checked.out.starts_with("ok: 1 saved game"),
        "{}",
        checked.err
    );
}

/// A save has the recipes that its own one extends.
#[test]
fn a_recipe_that_extends_another_is_resumed_without_its_files() {
    let deep = "id = \"deep\"\ntitle = \"Deep\"\nextends = \"game.toml\"\nhand = 4\n";
    let home = folder(&[
        ("mills.toml", MILLS),
        ("game.toml", GAME),
        ("deep.toml", deep),
    ]);
    let data = folder(&[]);
    let begun = [
        "play",
        "deep.toml",
        "--first",
        "me",
        "--bots",
        "random",
        "--plain",
    ];
    let run = brink_at(home.path(), data.path(), &begun, "1\nquit\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    for file in ["mills.toml", "game.toml", "deep.toml"] {
        fs::remove_file(home.path().join(file)).expect("it was there");
    }
    let resumed = brink_at(
        home.path(),
        data.path(),
        &["play", "--resume", "--plain"],
        "quit\n",
    );
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(
        resumed.out.contains("Game deep, 2 players"),
        "{}",
        resumed.out
    );
}

#[test]
fn two_recipes_of_one_id_are_told_apart_by_their_files() {
    let home = folder(&[("mills.toml", MILLS), ("a.toml", GAME), ("b.toml", GAME)]);
    let told = refused(home.path(), "simulate mill-game");
    assert!(
        told.contains("`a.toml` and `b.toml` are both called `mill-game`"),
        "{told}"
    );
    assert_eq!(game(home.path(), "a.toml"), "mill-game");
}

#[test]
fn explanations_are_json_for_programs() {
    let json =
        |line: &str| -> Value { serde_json::from_str(&said(project(), line)).expect("it is JSON") };
    let own = json("explain tests/cards/aims.toml --json");
    assert!(
        own["cards"]
            .as_array()
            .is_some_and(|cards| !cards.is_empty())
    );
    let shown = json("explain agency factory --json");
    let card = &shown["cards"][1];
    assert_eq!(
        (card["name"].as_str(), card["kind"].as_str()),
        (Some("Factory"), Some("building"))
    );
    assert_eq!(card["set"], "1961");
    assert_eq!(card["others"][0], "Embargo");
    assert_eq!(card["words"][0], "produce");
    assert_eq!(shown["words"][0]["form"], "produce onto buildings");
    let text = card["text"].as_array().expect("it has lines");
    assert!(
        !text.is_empty()
            && card["lines"]
                .as_array()
                .is_some_and(|lines| lines.len() > text.len())
    );
    let dispute = json("explain research --json --disputes");
    let reading = &dispute["cards"][0]["readings"][0];
    assert_eq!(reading["disputes"]["research-repeats"], "no");
}

#[test]
fn all_words_in_reach_are_listed_with_form_and_meaning() {
    let words = "id = \"smoke\"\ntitle = \"Smoke\"\nlanguage = 2\n[[card]]\nbuilding = \"Stove\"\naction = \"Puff\"\n
[building.\"Stove\"]\ntext = 'Once a turn: waft at a player. Put a soot on this.'\n[action.\"Puff\"]\ntext = 'Draw a card.'\n
[keyword.waft]\nreads = \"waft smoke at {nose}\"\ntext = 'Define waft at (nose: player): nose draws a card.'\n
[counter.soot]\nplural = \"soot\"\nmeaning = \"it blackens a Stove\"\n[tally.stoves]\nwins-at = 4\n";
    let home = folder(&[("smoke.toml", words)]);
    let listed = said(home.path(), "explain --words .");
    for word in [
        "  waft at a player (smoke)\n      Waft smoke at NOSE.\n",
        "  put a soot on a card or player (smoke)\n",
        "  stoves (smoke)\n      You win with 4 stoves.\n",
        "  sheltered (core)\n",
    ] {
        assert!(listed.contains(word), "{word} in\n{listed}");
    }
    assert!(!said(home.path(), "explain --words").contains("smoke"));
    let json: Value =
        serde_json::from_str(&said(home.path(), "explain --words . --json")).expect("it is JSON");
    let all = json["words"].as_array().expect("it is a list");
    let waft = all
        .iter()
        .find(|word| word["name"] == "waft")
        .expect("it is listed");
    assert_eq!(
        (&waft["kind"], &waft["form"]),
        (&"keyword".into(), &"waft at a player".into())
    );
    let told = refused(home.path(), "explain --words stove");
    assert!(told.contains("`brink explain stove`"), "{told}");
}
