//! The house rules: the engine knows no cards, and files stay small.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use imports::{Circle, Imports};

#[path = "support/imports.rs"]
mod imports;

fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if endings
                .iter()
                .any(|ending| path.extension().is_some_and(|other| other == *ending))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file of code without its unit tests, which may name cards.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file is text");
    if path.file_name().is_some_and(|name| name == "tests.rs") {
        return String::new();
    }
    text.split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Every name that a card file defines: faces, keywords, statuses, tallies, symbols, sets.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files("cards", &["toml"]) {
        let text = fs::read_to_string(&path).expect("the file is text");
        let table: toml::Table = text.parse().expect("card files are TOML");
        if path
            .parent()
            .is_some_and(|folder| folder.ends_with("cards"))
            && table["id"].as_str() != Some("core")
        {
            names.insert(
                table["id"]
                    .as_str()
                    .expect("an id is a text")
                    .to_lowercase(),
            );
        }
        for section in ["building", "action", "keyword", "tally", "status"] {
            if let Some(entries) = table.get(section).and_then(toml::Value::as_table) {
                names.extend(entries.keys().map(|name| name.to_lowercase()));
            }
        }
        let beats = table
            .get("first-player")
            .and_then(|section| section.get("beats"))
            .and_then(toml::Value::as_table);
        names.extend(
            beats
                .into_iter()
                .flat_map(|beats| beats.keys().map(|symbol| symbol.to_lowercase())),
        );
    }
    names
}

/// The words of a text, lower case, with its plural forms cut down, joined by single blanks.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

#[test]
fn no_card_and_no_word_of_a_set_is_named_in_the_engine() {
    let names = names();
    assert!(names.len() > 15, "the names were found: {names:?}");
    let mut found = Vec::new();
    let sources = files("src", &["rs"])
        .into_iter()
        .chain(files("grammar", &["pest"]));
    for path in sources {
        let text = words(&code(&path));
        for name in &names {
            for form in [format!(" {name} "), format!(" {name}s ")] {
                if text.contains(&words(&form)[..]) {
                    found.push(format!("{}: {name}", path.display()));
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "card names in the engine:\n{}",
        found.join("\n")
    );
}

#[test]
fn the_search_for_names_finds_one_that_is_there() {
    let text = words("// A Windmill's sails; two windmills, a Secret-Mill.");
    assert!(text.contains(&words("secret mill")) && text.contains(" windmills "));
}

#[test]
fn no_file_of_code_is_longer_than_five_hundred_lines() {
    let long: Vec<String> = files("src", &["rs"])
        .into_iter()
        .filter_map(|path| {
            let lines = fs::read_to_string(&path)
                .expect("the file is text")
                .lines()
                .count();
            (lines > 500).then(|| format!("{} has {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn every_file_says_first_why_it_exists() {
    let silent: Vec<_> = files("src", &["rs"])
        .into_iter()
        .filter(|path| {
            !fs::read_to_string(path)
                .expect("the file is text")
                .starts_with("//! ")
        })
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// Floors, from the ground up, and what each may use of those below.
const FLOORS: [(&str, &[&str]); 12] = [
    ("base", &[]),
    ("syntax", &["base"]),
    ("board", &["base"]),
    ("rules", &["base", "syntax", "board"]),
    ("engine", &["base", "board", "rules"]),
    ("speech", &["base", "syntax", "board", "rules", "engine"]),
    ("players", &["base", "board", "rules", "engine", "speech"]),
    (
        "rulings",
        &["base", "syntax", "board", "rules", "engine", "speech"],
    ),
    (
        "trials",
        &["base", "board", "rules", "engine", "speech", "players"],
    ),
    (
        "sittings",
        &[
            "base", "syntax", "board", "rules", "engine", "speech", "players", "rulings",
        ],
    ),
    (
        "serve",
        &[
            "base", "board", "rules", "engine", "speech", "players", "rulings", "sittings",
        ],
    ),
    (
        "app",
        &[
            "base", "syntax", "board", "rules", "engine", "speech", "players", "rulings", "trials",
            "sittings", "serve",
        ],
    ),
];

/// What all files of code import.
fn imports() -> Imports {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files("src", &["rs"]).into_iter().map(|path| {
        let below = path
            .strip_prefix(&src)
            .expect("it lies below src")
            .to_str()
            .expect("names are plain");
        (
            below.replace('\\', "/"),
            fs::read_to_string(&path).expect("the file is text"),
        )
    });
    let files: Vec<(String, String)> = files.collect();
    Imports::of(files.iter().map(|(path, text)| (&path[..], &text[..])))
}

#[test]
fn floors_use_only_floors_below() {
    let arrows = imports().arrows();
    let wrong = arrows.iter().filter_map(|((from, to), written)| {
        let (floor, other) = (from.first()?, to.first()?);
        let below = FLOORS
            .iter()
            .find(|(name, _)| name == floor)
            .map(|(_, below)| *below);
        // The program stands on the top floor, and lies in none.
        let allowed = floor == other
            || floor == "main"
            || below.is_some_and(|below| below.contains(&&other[..]));
        (!allowed).then(|| format!("{} uses {written}", from.join("::")))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        arrows.len() > 500,
        "the imports were found: {}",
        arrows.len()
    );
}

/// The rooms of the engine, each with those that it may use besides itself.
const ROOMS: [(&str, &[&str]); 7] = [
    ("program", &[]),
    ("state", &["program"]),
    ("eval", &["program", "state"]),
    ("play", &["program", "state", "eval"]),
    ("explain", &["program", "state", "eval", "play"]),
    ("worlds", &["program", "state", "eval", "play"]),
    ("audit", &["program", "state", "eval", "play"]),
];

#[test]
fn the_rooms_of_the_engine_use_only_rooms_before_them() {
    let (arrows, mut between) = (imports().arrows(), 0);
    let room = |path: &[String]| {
        let name = path.get(1).filter(|_| path[0] == "engine")?;
        ROOMS.iter().find(|(room, _)| room == name)
    };
    let mut wrong = Vec::new();
    for ((from, to), written) in &arrows {
        let (Some((one, before)), Some((other, _))) = (room(from), room(to)) else {
            continue;
        };
        between += 1;
        if one != other && !before.contains(other) {
            wrong.push(format!("{} uses {written}", from.join("::")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(between > 100, "the imports were found: {between}");
}

#[test]
fn nothing_imports_itself_in_a_circle() {
    let found = imports().circles();
    let told = |circle: &Circle| {
        format!(
            "{} {:?}:\n  {}",
            circle.folder,
            circle.members,
            circle.arrows.join("\n  ")
        )
    };
    assert!(
        found.is_empty(),
        "circles of imports:\n{}",
        found.iter().map(told).collect::<Vec<_>>().join("\n")
    );
}

/// The circles among made-up files: the folder, and what lies in it.
fn circles(files: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
    let circles = Imports::of(files.iter().copied()).circles().into_iter();
    circles
        .map(|circle| (circle.folder, circle.members))
        .collect()
}

fn circle(folder: &str, members: &[&str]) -> Vec<(String, Vec<String>)> {
    vec![(
        folder.to_owned(),
        members.iter().map(|member| (*member).to_owned()).collect(),
    )]
}

#[test]
fn circles_are_found_however_they_are_written() {
    let nested = [
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "use std::{fmt, crate_of::X}; use crate::{b::{Other, deeper::{self, Thing as Named}}};",
        ),
        (
            "b.rs",
            "pub mod deeper { pub struct Thing; } use crate::a::One;",
        ),
    ];
    assert_eq!(circles(&nested), circle("", &["a", "b"]));

    let upwards = [
        ("rooms/attic/mod.rs", "mod chest;"),
        ("rooms/attic/chest.rs", "use super::super::cellar::Barrel;"),
        (
            "rooms/cellar.rs",
            "pub(super) use super::attic::chest::Lid;",
        ),
    ];
    assert_eq!(circles(&upwards), circle("rooms", &["attic", "cellar"]));

    let again = [
        (
            "shop/mod.rs",
            "mod buyer; mod seller; pub use buyer::Buyer; pub use seller::{Seller, price as worth};",
        ),
        ("shop/buyer.rs", "use crate::shop::worth; pub struct Buyer;"),
        (
            "shop/seller.rs",
            "use super::Buyer; pub fn price(_: Buyer) {}",
        ),
    ];
    assert_eq!(circles(&again), circle("shop", &["buyer", "seller"]));

    let in_code = [
        ("a.rs", "fn a() -> usize { vec![1, crate::b::b()].len() }"),
        ("b.rs", "use crate::c; fn b() -> u8 { c::inner::c() }"),
        ("c/mod.rs", "pub mod inner;"),
        (
            "c/inner.rs",
            "impl<T: super::super::a::Trait> From<T> for X {}",
        ),
    ];
    assert_eq!(circles(&in_code), circle("", &["a", "b", "c"]));

    // No file is in a circle, but the folders are.
    let folders = [
        ("p/mod.rs", "mod one; mod two;"),
        ("p/one.rs", "use crate::q::one::One;"),
        ("p/two.rs", "pub struct Two;"),
        ("q/mod.rs", "mod one; mod two;"),
        ("q/one.rs", "pub struct One;"),
        ("q/two.rs", "use crate::p::two::Two;"),
    ];
    assert_eq!(circles(&folders), circle("", &["p", "q"]));
}

#[test]
fn a_file_is_in_no_circle_with_what_lies_below_it() {
    // The file makes something, a child uses it, and the file uses the child.
    let imported = [
        (
            "shop.rs",
            "mod till; use till::Till; pub struct Coin; pub struct Shop { till: Till }",
        ),
        (
            "shop/till.rs",
            "use super::Coin; pub struct Till(Vec<Coin>);",
        ),
    ];
    assert_eq!(circles(&imported), circle("shop", &["self", "till"]));
    // However deep the child, however either is written, and by way of another child.
    let deep = [
        (
            "shop/mod.rs",
            "mod till; mod scale; pub fn weighed() -> u8 { self::scale::weigh() } pub struct Coin;",
        ),
        (
            "shop/scale.rs",
            "pub fn weigh() -> u8 { super::till::drawer::open() }",
        ),
        ("shop/till/mod.rs", "pub mod drawer;"),
        (
            "shop/till/drawer.rs",
            "pub fn open() -> u8 { let coin = crate::shop::Coin; 7 }",
        ),
    ];
    assert_eq!(circles(&deep), circle("shop", &["scale", "self", "till"]));
    // What it exports again it may use as well.
    for use_ in [
        "pub fn new() -> Till { Till }",
        "fn new() { Till::default() }",
        "fn new() { sum(1) }",
        "fn new() { map(sum) }",
    ] {
        let file = format!("mod till; pub use till::{{Till, sum}}; pub const COIN: u8 = 1; {use_}");
        let files = [
            ("shop/mod.rs", &file[..]),
            (
                "shop/till.rs",
                "pub struct Till; fn coin() -> u8 { super::COIN }",
            ),
        ];
        assert_eq!(circles(&files), circle("shop", &["self", "till"]), "{use_}");
    }
    // The root of the crate is such a file, too.
    let root = [
        ("lib.rs", "mod a; pub struct Root(a::A);"),
        ("a.rs", "use crate::Root; pub struct A;"),
    ];
    assert_eq!(circles(&root), circle("", &["a", "self"]));
}

#[test]
fn what_a_file_declares_and_exports_again_is_no_use_of_it() {
    let exported = [
        (
            "shop/mod.rs",
            "mod coin; mod till; pub use coin::{Coin, Coin as Penny}; pub(crate) use till::{Till, sum}; pub const SUM: u8 = 1; \
             pub struct Shop { pub sum: u8 } impl Shop { pub fn sum(&self) -> u8 { let sum = self.sum; sum + self.sum() } }",
        ),
        ("shop/coin.rs", "pub struct Coin;"),
        // `Coin` is not made in the file above, but beside.
        (
            "shop/till.rs",
            "use super::{Coin, SUM, Shop}; pub struct Till(Coin, Shop); pub fn sum() -> u8 { SUM }",
        ),
    ];
    assert_eq!(circles(&exported), []);
    // Nor is anything made there that it imports, nor does it say more than who may see something.
    let seen = [
        (
            "shop/mod.rs",
            "mod till; use std::fmt; use till::Till; fn shop(_: Till) -> fmt::Result { Ok(()) }",
        ),
        (
            "shop/till.rs",
            "use super::fmt; pub(in crate::shop) struct Till; impl fmt::Debug for Till {}",
        ),
    ];
    assert_eq!(circles(&seen), []);
    // One way alone is no circle: the file knows its children, or they know it.
    let below = [
        ("shop.rs", "mod till; pub struct Shop(till::Till);"),
        ("shop/till.rs", "pub struct Till;"),
    ];
    assert_eq!(circles(&below), []);
    let above = [
        ("shop.rs", "mod till; pub struct Shop;"),
        ("shop/till.rs", "impl super::Shop { pub fn open(&self) {} }"),
    ];
    assert_eq!(circles(&above), []);
}

#[test]
fn comments_texts_and_unit_tests_make_no_circle() {
    let files = [
        ("a.rs", "use crate::b::B; #[cfg(test)] mod tests;"),
        ("a/tests.rs", "use crate::c::C;"),
        (
            "b.rs",
            "//! See [`crate::a`].\n// use crate::a::A;\n/* use crate::a::A; */\n\
             const TEXT: &str = \"use crate::a::A;\";\n\
             #[cfg(test)]\nuse crate::{a::{A}, c::C};\n#[cfg(test)]\nfn test() { crate::a::a(); }\n\
             #[cfg(test)]\nmod tests { use crate::a::A; }\n",
        ),
        (
            "c.rs",
            "use crate::a::A; fn c<'a>() -> impl Iterator<Item = u8> + use<'a> { [].into_iter() }",
        ),
    ];
    assert_eq!(circles(&files), []);
    // What stands behind a unit test counts.
    let behind = [
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "#[cfg(test)]\nmod tests {}\nuse crate::a::A;"),
    ];
    assert_eq!(circles(&behind), circle("", &["a", "b"]));
}

/// What others have written is made harmless in one place, which nothing passes by.
#[test]
fn one_file_writes_to_the_standard_output() {
    for path in files("src", &["rs"]) {
        if path.ends_with("src/app/terminal/plain.rs") {
            continue;
        }
        let code = code(&path)
            .replace("io::stdout().is_terminal()", "")
            .replace("io::stdout().flush()", "");
        for way in ["io::stdout()", " print!(", " println!("] {
            assert!(
                !code
                    .lines()
                    .any(|line| !line.starts_with("//") && line.contains(way)),
                "{}: {way}",
                path.display()
            );
        }
    }
}
