//! Names of cards that the notation could not print and read back are refused.

use brink::rules::Library;
use brink::text::Source;

fn faults(building: &str, action: &str, more: &str) -> Vec<String> {
    let text = format!(
        "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n\n[[card]]\nbuilding = {building:?}\naction = {action:?}\n{more}\n\
         [building.{building:?}]\ntext = ''\n\n[action.{action:?}]\ntext = ''\n"
    );
    match Library::parse(vec![Source::new("mills.toml", text)]) {
        Ok(_) => Vec::new(),
        Err(report) => report.faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_name_with_signs_of_the_notation_is_refused() {
    let signs = [
        "A, B", "a | b", "a  b", " lead", "trail ", "x[1]", "up^", "star*", "a > b", "1:x", "?",
        "3 cards", "",
    ];
    // What would be read as another label.
    let labels = [
        "Decline",
        "P2",
        "p1.3",
        "Card 2 of p2's Hand",
        "Mill aside",
        "Gust of the discard pile",
    ];
    for name in signs.into_iter().chain(labels) {
        let found = faults("Mill", name, "");
        assert!(
            found
                .iter()
                .any(|fault| fault.contains("cannot be written in a position or a move")),
            "`{name}` passes: {found:?}"
        );
    }
}

#[test]
fn ordinary_names_pass() {
    for name in [
        "World's Fair",
        "Gust-2",
        "Ümlaut",
        "St. John & Sons",
        "7 Hills",
        "Pass",
        "P",
        "Decline it",
    ] {
        assert_eq!(faults("Mill", name, ""), Vec::<String>::new(), "`{name}`");
    }
}

#[test]
fn two_cards_of_a_set_cannot_differ_in_case_alone() {
    let more = "\n[[card]]\nbuilding = \"Barn\"\naction = \"GUST\"\n\n[building.\"Barn\"]\ntext = ''\n\n[action.\"GUST\"]\ntext = ''\n";
    let found = faults("Mill", "Gust", more);
    assert!(
        found.iter().any(|fault| fault == "`GUST` is defined twice"),
        "{found:?}"
    );
}
