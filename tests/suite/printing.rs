//! `brink print`: emblems, pages whose fronts and backs match, texts that fit or are named, sheets for Tabletop Simulator.

use std::fs;
use std::path::Path;

use crate::support::program::{Run, brink_in as brink, project};
use brink::rules::{COLOURS, EMBLEMS};
use serde_json::Value;

/// Two cards and a victory card with two sides.
const MILLS: &str = r#"
id = "mills"
title = "Mills"
language = 2
[[card]]
building = "Windmill"
action = "Gale"
[[card]]
building = "Granary"
action = "Calm"
[[victory]]
front = "Old Mill"
back = "New Mill"
[building."Windmill"]
emblem = "mill"
colour = "teal"
says = "Once a turn, draw a card."
text = 'Once a turn: draw a card.'
[building."Granary"]
text = 'Once a turn: draw a card.'
[building."Old Mill"]
text = 'Win when this has at least 5 cards.'
[building."New Mill"]
text = 'Win when this has at least 6 cards.'
[action."Gale"]
text = 'Draw 2 cards.'
[action."Calm"]
text = 'Draw 3 cards.'
"#;

/// Prints a set from a file in a folder of its own, and looks at what has been written there.
fn printed(set: &str, arguments: &[&str], look: impl FnOnce(&Run, &Path)) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("mills.toml"), set).expect("a file can be written");
    let all = [&["print", "mills.toml"], arguments].concat();
    look(&brink(folder.path(), &all, ""), folder.path());
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it was written")
}

/// Where cards lie on each page of an HTML file: side and number of the card, and place from the left and the top.
fn places(html: &str) -> Vec<Vec<(String, f64, f64)>> {
    let pages = html.split("<svg class=\"page\"").skip(1);
    let place = |line: &str| {
        let part = |key: &str| line.split(key).nth(1)?.split('"').next();
        let number = |key| part(key)?.parse().ok();
        Some((
            part("href=\"#")?.to_string(),
            number(" x=\"")?,
            number(" y=\"")?,
        ))
    };
    pages
        .map(|page| {
            let lines = page.lines().filter(|line| line.starts_with("<use "));
            lines.filter_map(place).collect()
        })
        .collect()
}

#[test]
fn the_docs_list_all_emblems_and_colours() {
    let page = fs::read_to_string(project().join("docs/language.md")).expect("the docs are there");
    let section = page.split("### Emblems and colours").nth(1);
    let section = section
        .and_then(|rest| rest.split("\n## ").next())
        .expect("there is a section");
    let names = EMBLEMS.iter().map(|emblem| emblem.name);
    let names: Vec<&str> = names.chain(COLOURS.iter().map(|(name, _)| *name)).collect();
    let listed: Vec<&str> = section.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, names);
}

#[test]
fn an_unknown_emblem_or_colour_is_named_with_a_near_one() {
    let set = MILLS
        .replace("\"mill\"", "\"mil\"")
        .replace("\"teal\"", "\"teel\"");
    printed(&set, &["--out", "cards.pdf"], |run, folder| {
        assert_eq!(run.code, Some(1));
        for part in [
            "no emblem is called `mil`",
            "did you mean `mill`?",
            "did you mean `teal`?",
        ] {
            assert!(run.err.contains(part), "{part}: {}", run.err);
        }
        assert!(!folder.join("cards.pdf").exists());
    });
}

#[test]
fn a_variant_has_the_emblems_of_its_set() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("mills.toml"), MILLS).expect("a file can be written");
    let variant = "id = \"more\"\ntitle = \"More\"\nlanguage = 2\nextends = \"mills.toml\"\n\
                   [building.\"Windmill\"]\ntext = 'Once a turn: draw 2 cards.'\n";
    fs::write(folder.path().join("more.toml"), variant).expect("a file can be written");
    let run = brink(
        folder.path(),
        &["print", "more.toml", "--out", "cards", "--format", "svg"],
        "",
    );
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let front = read(folder.path(), "cards/01-windmill.svg");
    assert!(front.contains("#17666a"), "it is teal, too");
    assert!(front.contains("draw 2 cards"), "its own text: {front}");
}

#[test]
fn the_backs_lie_behind_their_fronts() {
    printed(MILLS, &["--out", "cards.html"], |run, folder| {
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        let pages = places(&read(folder, "cards.html"));
        let [fronts, backs] = pages.as_slice() else {
            panic!("{} pages", pages.len());
        };
        assert_eq!(fronts.len(), 3);
        let (width, card) = (210.0 * 72.0 / 25.4, 63.0 * 72.0 / 25.4);
        for (front, back) in fronts.iter().zip(backs) {
            assert_eq!(front.0.replace("front", "back"), back.0);
            assert!(
                (front.1 + back.1 + card - width).abs() < 0.05,
                "{front:?} {back:?}"
            );
            assert_eq!(front.2, back.2);
        }
    });
}

#[test]
fn a_recipe_says_how_many_and_a_page_holds_nine() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let print = |out: &str, paper: &str| {
        let path = folder.path().join(out);
        let path = path.to_str().expect("it is text");
        let run = brink(
            project(),
            &[
                "print", "1961", "--recipe", "1961", "--paper", paper, "--out", path,
            ],
            "",
        );
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        (fs::read(path).expect("it was written"), run.out)
    };
    let (html, told) = print("cards.html", "a4");
    let html = String::from_utf8(html).expect("it is text");
    let pages = places(&html);
    let cards: usize = pages.iter().step_by(2).map(Vec::len).sum();
    assert!(cards > 40, "{cards}");
    assert_eq!(pages.len(), 2 * cards.div_ceil(9));
    assert!(
        told.contains(&format!("{cards} cards on {} pages", pages.len())),
        "{told}"
    );
    let (pdf, _) = print("cards.pdf", "letter");
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-"));
    assert_eq!(text.matches("/MediaBox [0 0 612 792]").count(), pages.len());
    assert_eq!(print("again.pdf", "letter").0, pdf, "the same each time");
}

#[test]
fn what_does_not_fit_is_named_all_at_once_and_nothing_is_written() {
    let long = "a long winded sentence about mills ".repeat(60);
    let set = MILLS
        .replace("Once a turn, draw a card.", &long)
        .replace("text = 'Draw 3", "says = 'Ask \u{6f22}.'\ntext = 'Draw 3");
    printed(&set, &["--out", "cards.pdf"], |run, folder| {
        assert_eq!(run.code, Some(1));
        for part in [
            "the text of `Windmill` does not fit on its card",
            "use fewer words",
            "the fonts have no character `\u{6f22}`, on `Calm`",
        ] {
            assert!(run.err.contains(part), "{part}: {}", run.err);
        }
        assert!(!folder.join("cards.pdf").exists());
    });
}

#[test]
fn pictures_have_three_hundred_dots_to_the_inch() {
    printed(MILLS, &["--out", "cards"], |run, folder| {
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        let mut names: Vec<_> = fs::read_dir(folder.join("cards"))
            .expect("the folder was made")
            .map(|entry| entry.expect("it can be read").file_name())
            .collect();
        names.sort();
        assert_eq!(names.len(), 6);
        assert_eq!(names[0], "01-windmill-back.png");
        let picture = fs::read(folder.join("cards/01-windmill.png")).expect("it was written");
        let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| picture[at + byte]));
        assert_eq!((number(16), number(20)), (744, 1039));
        let back = |name: &str| fs::read(folder.join("cards").join(name)).expect("it was written");
        assert_eq!(back("01-windmill-back.png"), back("02-granary-back.png"));
        assert_ne!(back("03-old-mill-back.png"), back("02-granary-back.png"));
    });
}

#[test]
fn tabletop_simulator_gets_sheets_and_a_saved_object() {
    printed(MILLS, &["--tabletop-simulator", "sheets"], |run, folder| {
        assert_eq!((run.code, &*run.err), (Some(0), ""));
        let folder = folder.join("sheets");
        let saved: Value = serde_json::from_str(&read(&folder, "mills.json")).expect("it is JSON");
        let objects = saved["ObjectStates"].as_array().expect("there are objects");
        let [deck, victory] = objects.as_slice() else {
            panic!("{objects:?}");
        };
        assert_eq!(deck["Name"], "DeckCustom");
        assert_eq!(deck["DeckIDs"], serde_json::json!([100, 101]));
        assert_eq!(deck["ContainedObjects"][1]["Nickname"], "Granary / Calm");
        assert_eq!(
            (
                &deck["CustomDeck"]["1"]["UniqueBack"],
                &victory["CustomDeck"]["101"]["UniqueBack"]
            ),
            (&Value::Bool(false), &Value::Bool(true))
        );
        assert_eq!(
            (&victory["Name"], &victory["CardID"]),
            (&"Card".into(), &10_100.into())
        );
        for (object, number) in [(deck, "1"), (victory, "101")] {
            let sheet = &object["CustomDeck"][number];
            assert_eq!(
                (&sheet["NumWidth"], &sheet["NumHeight"]),
                (&10.into(), &7.into())
            );
            for key in ["FaceURL", "BackURL"] {
                let url = sheet[key].as_str().expect("it is a text");
                let name = url.rsplit('/').next().expect("it has a name");
                assert!(
                    url.starts_with("file:///") && folder.join(name).is_file(),
                    "{url}"
                );
            }
        }
    });
}

#[test]
fn wrong_places_are_refused_before_anything_is_laid_out() {
    printed(MILLS, &[], |run, _| assert_eq!(run.code, Some(2)));
    for (arguments, said) in [
        (
            ["--out", "cards.docx"],
            "`--out` does not write `.docx` files",
        ),
        (["--tabletop-simulator", "mills.toml"], "needs a folder"),
        (["--out", "nowhere/cards.pdf"], "cannot be written"),
        (["--recipe", "nothing"], "the following required arguments"),
    ] {
        printed(MILLS, &arguments, |run, _| {
            assert_ne!(run.code, Some(0), "{arguments:?}");
            assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
        });
    }
    let unknown = brink(project(), &["print", "1691", "--out", "/tmp/never.pdf"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.err.contains("did you mean `1961`?"),
        "{}",
        unknown.err
    );
}
