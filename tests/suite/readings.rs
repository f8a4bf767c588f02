//! Texts that read otherwise where disputes are settled otherwise.

use brink::rules::{Library, Report, Settings};
use brink::text::Source;

/// A set with an action, and with other readings of it: for which values, and what it says there. There are two disputes,
/// `storms` and `tides`, each `low` or `high`.
fn set(building: &str, more: &str, readings: &[(&str, &str)]) -> String {
    let mut file = format!(
        "id = \"coast\"\ntitle = \"A coast\"\nlanguage = 2\n[[card]]\nbuilding = \"Pier\"\naction = \"Gust\"\n[[victory]]\nfront = \"Castle\"\n\
         [building.\"Castle\"]\ntext = ''\n[building.\"Pier\"]\ntext = '''\n{building}\n'''\n{more}\n\
         [action.\"Gust\"]\ntext = '''\nDraw a card.\n'''\n"
    );
    for (settled, text) in readings {
        file += &format!(
            "[[action.\"Gust\".instead]]\nif = {{ {settled} }}\ntext = '''\n{text}\n'''\n"
        );
    }
    for dispute in ["storms", "tides"] {
        file += &format!(
            "[dispute.{dispute}]\nrules = [\"C-1\"]\nquestion = \"How high?\"\nvalues.low = \"low\"\nvalues.high = \"high\"\n\
             default = \"low\"\n"
        );
    }
    file
}

fn library(set: String) -> Result<Library, Report> {
    let recipe = "id = \"walk\"\ntitle = \"Walk\"\nsets = [\"coast\"]\ncopies = 9\nvictory = \"same\"\nhand = 1\nshields = 1\n";
    Library::parse(vec![
        Source::new("coast.toml", set),
        Source::new("walk.toml", recipe),
    ])
}

fn faults(set: String) -> Vec<String> {
    let report = library(set).expect_err("something is wrong");
    let said = report.faults.iter().map(|fault| {
        let help = miette::Diagnostic::help(fault)
            .map(|help| format!(": {help}"))
            .unwrap_or_default();
        format!("{fault}{help}")
    });
    said.collect()
}

const THREE: [(&str, &str); 3] = [
    ("storms = \"high\"", "Draw 2 cards."),
    ("tides = \"high\"", "Draw 3 cards."),
    ("tides = \"high\", storms = \"high\"", "Draw 4 cards."),
];

#[test]
fn the_reading_holds_that_names_what_is_settled() {
    // In whatever order the readings stand.
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let library = library(set("", "", &order.map(|at| THREE[at]))).expect("the set is sound");
        for (storms, tides, drawn) in [
            ("low", "low", 1),
            ("high", "low", 2),
            ("low", "high", 3),
            ("high", "high", 4),
        ] {
            let disputes = vec![
                ("storms".to_string(), storms.to_string()),
                ("tides".to_string(), tides.to_string()),
            ];
            let rules = library
                .compile(
                    "walk",
                    &Settings {
                        disputes,
                        kinds: Vec::new(),
                    },
                )
                .expect("the recipe is sound");
            let gust = rules
                .faces
                .iter()
                .find(|face| face.label == "Gust")
                .expect("there is a gust");
            let said = if drawn == 1 {
                "Draw a card.".to_string()
            } else {
                format!("Draw {drawn} cards.")
            };
            assert_eq!(*gust.text, said);
            assert_eq!(rules.disputes.len(), 2, "the game asks both questions");
            // What is shown is what is played: both come from the same place of the file.
            let (file, span) = gust.places.play.expect("it can be played");
            assert!(rules.sources[usize::from(file)].text[span.start..].starts_with(&said));
        }
    }
}

#[test]
fn readings_that_meet_need_one_for_both() {
    assert_eq!(
        faults(set("", "", &THREE[..2])),
        [
            "two readings of one text can apply at once: write a third reading for both: `if = { storms = \"high\", tides = \"high\" }`"
        ]
    );
    // These never hold at once.
    let apart = [
        ("storms = \"high\"", "Draw 2 cards."),
        ("storms = \"low\", tides = \"high\"", "Draw 3 cards."),
    ];
    assert!(library(set("", "", &apart)).is_ok());
    let printed = faults(set("", "", &[("storms = \"low\"", "Draw 2 cards.")]));
    assert!(
        printed[0].contains("make this the printed text"),
        "{printed:?}"
    );
}

#[test]
fn what_is_wrong_with_a_reading_is_told() {
    let text = "Draw 2 cards.";
    let [unknown] = &faults(set("", "", &[("storm = \"high\"", text)]))[..] else {
        panic!("one fault")
    };
    assert_eq!(
        unknown,
        "no dispute is called `storm`: did you mean `storms`?"
    );
    let [value] = &faults(set("", "", &[("storms = \"hihg\"", text)]))[..] else {
        panic!("one fault")
    };
    assert!(value.ends_with("did you mean `high`?"), "{value}");
    let [empty] = &faults(set("", "", &[("", text)]))[..] else {
        panic!("one fault")
    };
    assert!(
        empty.starts_with("`if` must be a table with at least one dispute and its value"),
        "{empty}"
    );
    let twice = faults(set(
        "",
        "",
        &[
            ("storms = \"high\"", text),
            ("storms = \"high\"", "Draw 3 cards."),
        ],
    ));
    assert_eq!(
        twice,
        ["another reading is for the same values: remove one of them, or change its `if`"]
    );
    let wrong = faults(set("", "", &[("storms = \"high\"", "Destroy nothing.")]));
    assert!(!wrong.is_empty(), "a reading is checked like any text");
}

#[test]
fn a_reading_has_the_abilities_and_parameters_of_the_printed_text() {
    let other = "[[building.\"Pier\".instead]]\nif = { storms = \"high\" }\ntext = '''\nUse: draw a card.\n'''\n";
    let abilities = faults(set("Once a turn: draw a card.", other, &[]));
    let told = "the abilities of this reading differ from those of the printed text: keep the same abilities: a game can continue under either reading";
    assert_eq!(abilities, [told]);
    let keyword = "[keyword.hurl]\ntext = '''\nDefine hurl at (victim: player): discard a top.\n'''\n\
                   [[keyword.hurl.instead]]\nif = { storms = \"high\" }\ntext = '''\nDefine hurl: discard a top.\n'''\n";
    let parameters = faults(set("", keyword, &[]));
    assert!(
        parameters.contains(&told.replace("abilities", "parameters")),
        "{parameters:?}"
    );
}
