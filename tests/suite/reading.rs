//! What a person can read in a game: cards in plain English, and how far everybody is from winning.

use crate::support::program::{Run, brink_at, brink_in, project};

fn brink(arguments: &[&str], input: &str) -> Run {
    brink_in(project(), arguments, input)
}

fn play(game: &str, seed: &str, input: &str) -> String {
    let arguments = [
        "play", game, "--seat", "1", "--seed", seed, "--bots", "cautious",
    ];
    let run = brink(&arguments, input);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    run.out
}

#[test]
fn cards_are_read_in_the_middle_of_a_game() {
    let begun = "1\n";
    let whole = play("1961", "7", begun);
    let asked = [
        "read",
        "? factory",
        "read p2.1",
        "read world",
        "read facto",
        "read produce",
        "read p7.1",
        "read p1.9",
        "read trn-4",
        "read guarded",
        "read crisis",
        "read embassy",
    ];
    let told = play("1961", "7", &format!("{begun}{}\n", asked.join("\n")));
    let end = "The input has ended, so you left the game.\n";
    let begun = whole.strip_suffix(end).expect("it ends so");
    let read = told
        .strip_prefix(begun)
        .and_then(|told| told.strip_suffix(end));
    insta::assert_snapshot!(read.expect("nothing else changes"));
}

#[test]
fn a_side_is_chosen_knowing_what_it_does() {
    let out = play("1971", "7", "");
    let asked = out.find("Choose the side").map(|at| &out[at..]);
    insta::assert_snapshot!(asked.expect("it is asked"));
}

#[test]
fn everybody_is_told_who_may_win_next() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let ruling = r#"
[[ruling]]
id = "near"
title = "Everybody is near"
rules = ["WIN-3"]
game = "1961"
position = """
p1 hand: Espionage
p1: Moon Lander[] Embassy[] Embassy[]
p2: Moon Lander[Research, Research, Research, Research] Factory[]
p3: Moon Lander[Espionage, Sabotage, Sabotage, Sabotage, ^Embargo] Embassy[]
"""
moves = """
p1: stack Espionage on p1.1
"""
[ruling.expect]
asked = "p1"
"#;
    std::fs::write(folder.path().join("near.toml"), ruling).expect("there is room for files");
    let run = brink_at(
        folder.path(),
        folder.path(),
        &["ruling", "near.toml", "--open", "near"],
        "quit\n",
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    insta::assert_snapshot!(run.out);
}

/// Words of a card that are to be chosen from mean nothing without the card.
#[test]
fn where_a_card_offers_words_it_is_quoted() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let ruling = "[[ruling]]\nid = \"words\"\ntitle = \"A card offers words\"\nrules = [\"71-UNIVERSITY\"]\ngame = \"1971\"\n\
                  position = '''\nturn p1 start\np1: Raven Rock[] University[Legislate]\np1 hand: Invasion\np2: Raven Rock[Farm]\n'''\n\
                  moves = ''\n[ruling.expect]\nasked = \"p1\"\n";
    std::fs::write(folder.path().join("words.toml"), ruling).expect("it can be written");
    let run = brink_at(
        folder.path(),
        folder.path(),
        &["ruling", "words.toml", "--open", "words"],
        "use p1.2\nquit\n",
    );
    let asked = run
        .out
        .split("University: Choose one:")
        .nth(1)
        .unwrap_or_else(|| panic!("{}{}", run.out, run.err));
    assert!(asked.contains("build: build it at a place\n"), "{asked}");
}

/// What a branch of a text does is read by its number, and whoever asks what a choice will do is answered.
#[test]
fn a_branch_is_read_and_previewed_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let ruling = "[[ruling]]\nid = \"school\"\ntitle = \"x\"\nrules = [\"71-UNIVERSITY\"]\ngame = \"combined\"\nposition = \"\"\"\n\
        turn p1 start\ndeck: Sabotage, Research, Espionage\ndiscard: Research, Embargo\np1 hand: Embargo, Sabotage\n\
        p1: World's Fair[Research] University[Counterculture] Agency[Sabotage]\np2 hand: Espionage\np2: Shuttle Program[Research]\n\
        \"\"\"\nmoves = \"\"\"\n\"\"\"\n[ruling.expect]\nasked = \"p1\"\n";
    std::fs::write(folder.path().join("school.toml"), ruling).expect("a file");
    let input = "discard\ngoals\nuse p1.2\npreview 2\nread 2\nread action\npass\nquit\n";
    let run = brink_at(
        folder.path(),
        folder.path(),
        &["ruling", "school.toml", "--open", "school"],
        input,
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let wanted = [
        "The discard pile (2), from the top: Embargo / Factory, Research / Agency.",
        "Shuttle Program 1 of 5.",
        "The last player left also wins.",
        "Nothing visible happens before the next choice.",
        "build\n  build it at a place\n  Aside: Counterculture / ",
        "action\n  if it can be played from hand: play it as if from hand\n",
        "you must decide something else first",
    ];
    for words in wanted {
        assert!(run.out.contains(words), "{words}\n{}", run.out);
    }
}
