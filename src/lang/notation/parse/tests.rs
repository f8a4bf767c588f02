//! Claims about reading positions.

use proptest::collection;
use proptest::prelude::{Strategy, prop_assert_eq, proptest};
use proptest::strategy::Union;
use proptest::string::string_regex;

use super::parse_position;
use crate::notation::{Card, Cards, Line, Nation, PositionText, parse_moves, parse_trace_line};
use crate::properties::kept_in;
use text::Span;

fn read(text: &str) -> PositionText {
    parse_position(text, 0).unwrap_or_else(|errors| panic!("`{text}` should be read: {errors:?}"))
}

/// The canonical text of the position, without the last line end.
fn reprinted(text: &str) -> String {
    read(text).to_string().trim_end().to_owned()
}

/// Every fault as `the faulty text: reason; help`.
fn faults(text: &str) -> Vec<String> {
    let errors = parse_position(text, 0).expect_err("the position is faulty");
    let said = errors.iter().map(|error| {
        let help = error.help.as_deref().unwrap_or("-");
        format!(
            "{}: {}; {help}",
            &text[error.span.start..error.span.end],
            error.reason
        )
    });
    said.collect()
}

const FULL: &str = "\
turn p1 main played
deck: Thicket, Long Winter
discard: Moonrise, 1850:Harvest
removed:
p1 hand: Stillness, ?
p1 has: fallout 2, grade 2 oil 7
p1: Tide Mill[Harvest, ^Thicket] Bakery(fallout 2)*[] People's Hall 3*night*day[?, ?{p1 p2}]
p2 hand: 1 cards
p2: Tide Mill*[Second Spring{p2}] Cellar[]
p3: eliminated
laws: Curfew(oil 2, rust 1 of p2), Open Borders, Truce(oil 1)
ages: p1.2 p2.10
";

#[test]
fn what_was_printed_reads_and_prints_the_same() {
    assert_eq!(read(FULL).to_string(), FULL);
}

#[test]
fn blanks_case_and_comments_make_no_difference() {
    let loose = "\r\n# the deck\n  TURN P1 MAIN\r\nDeck :Thicket ,Long   Winter\n\
                 p1 HAND: 3 Cards\nP2:Tide  Mill [ Harvest,^ Thicket ] Bakery * [ ]\np3:ELIMINATED";
    let tight = "turn p1 main\ndeck: Thicket, Long Winter\np1 hand: 3 cards\n\
                 p2: Tide Mill[Harvest, ^Thicket] Bakery*[]\np3: eliminated";
    assert_eq!(reprinted(loose), tight);
}

#[test]
fn empty_lists_leave_no_blank_behind_the_colon() {
    let text = "deck:\ndiscard:\nremoved:\np1 hand:\np1:\np1 has:\nlaws:\nages:";
    assert_eq!(reprinted(text), text);
}

#[test]
fn spans_point_into_the_file() {
    let text = "turn p2 main\np1: Tide Mill[Harvest, ^Thicket{] ]";
    let text = text.replace("{] ]", "] Bakery(oil 2)[?{p2}]");
    let offset = 50;
    let position = parse_position(&text, offset).expect("the position is well written");
    let at = |span: Span| &text[span.start - offset..span.end - offset];
    let Line::Turn { phase, .. } = &position.lines[0].node else {
        panic!("the first line is the turn")
    };
    assert_eq!(at(phase.span), "main");
    let line = &position.lines[1];
    assert_eq!(
        at(line.span),
        "p1: Tide Mill[Harvest, ^Thicket] Bakery(oil 2)[?{p2}]"
    );
    let Line::Nation {
        nation: Nation::Buildings(row),
        ..
    } = &line.node
    else {
        panic!("p1 has buildings")
    };
    assert_eq!(at(row[0].span), "Tide Mill[Harvest, ^Thicket]");
    assert_eq!(at(row[0].node.stack[1].span), "^Thicket");
    assert_eq!(at(row[0].node.stack[1].node.card.span), "Thicket");
    assert_eq!(at(row[1].node.name.span), "Bakery");
    assert_eq!(at(row[1].node.counters[0].name.span), "oil");
    assert_eq!(at(row[1].node.stack[0].node.known_by[0].span), "p2");
}

#[test]
fn words_of_the_notation_can_begin_names() {
    let text = "deck: 31 cardsharps, cards, Who?, P1 Radar\np1: eliminated[] Eliminated Hall[]\np2: p1[] start[]";
    assert_eq!(reprinted(text), text);
    let Line::Deck(Cards::List(cards)) = &read("deck: 31 cardsharps").lines[0].node else {
        panic!("a name, no count")
    };
    assert_eq!(cards[0].node, Card::Named("31 cardsharps".into()));
}

#[test]
fn all_faulty_lines_are_reported_at_once() {
    let text = "turn p1\ndekc: Thicket\nelephant\np1: Bakery\np1 hand: A,, B\np2: Tide Mill[A B";
    assert_eq!(
        faults(text),
        [
            ": the line ends too soon; expected `start` or `main`",
            "dekc: no line of a position begins with `dekc`; did you mean `deck`?",
            "elephant: no line of a position begins with `elephant`; \
             expected `turn`, `deck`, `discard`, `removed`, `ages`, `pending`, `laws` or a player, such as `p1`",
            ": the line ends too soon; expected `*`, `[` or `(`",
            ",: `,` is not expected here; expected a card",
            ": the line ends too soon; expected `,`, `]`, `(` or `{`",
        ]
    );
}

#[test]
fn a_fault_says_what_was_expected() {
    let cases = [
        (
            "turn p1 start played",
            "played: `played` is not expected here; expected `plays` or the end of the line",
        ),
        (
            "turn p1 main plays",
            ": the line ends too soon; expected a number",
        ),
        (
            "turn p1 main played 251",
            "251: `251` is too large a number; expected at most 250",
        ),
        (
            "turn p1 noon",
            "noon: `noon` is not expected here; expected `start` or `main`",
        ),
        (
            "turn p7 main",
            "p7: there is no player `p7`; players are called `p1` to `p6`",
        ),
        (
            "deck Thicket",
            "Thicket: `Thicket` is not expected here; expected `:`",
        ),
        (
            "deck: A[B]",
            "[: `[` is not expected here; expected `,` or the end of the line",
        ),
        (
            "deck: 70000 cards",
            "70000: `70000` is too large a number; expected at most 65535",
        ),
        (
            "p1 hnad: A",
            "hnad: `hnad` is not expected here; expected `hand:`, `has:` or `:`",
        ),
        ("p1 has: oil", ": the line ends too soon; expected a number"),
        (
            "p1: A[^?]",
            "?: `?` is not expected here; expected the name of a card",
        ),
        (
            "p1: A[^B{p1}]",
            "{: `{` is not expected here; expected `,`, `]` or `(`",
        ),
        (
            "p1: A[B{}]",
            "}: `}` is not expected here; expected a player, such as `p1`",
        ),
        (
            "p1: A**[]",
            "*: `*` is not expected here; expected a name, `[` or `(`",
        ),
        (
            "p1: A[] eliminated",
            ": the line ends too soon; expected `*`, `[` or `(`",
        ),
        (
            "ages: p1.0",
            "p1.0: there is no place `p1.0`; places are called `p1.1`, `p1.2` and so on, from the left",
        ),
        (
            "ages: p1",
            "p1: `p1` is not expected here; expected a place, such as `p1.2` or the end of the line",
        ),
        (
            "P1 HAND : A\np1 hand: B",
            "p1 hand: `p1 hand` is given twice; remove one of the two lines",
        ),
        (
            "turn p1 main\nTurn p2 main",
            "Turn: `turn` is given twice; remove one of the two lines",
        ),
    ];
    let said: Vec<_> = cases
        .iter()
        .map(|(text, _)| faults(text).join(" / "))
        .collect();
    let expected: Vec<_> = cases.iter().map(|(_, said)| *said).collect();
    assert_eq!(said, expected);
}

/// A line as it is printed.
fn lines() -> impl Strategy<Value = String> {
    const NAME: &str = "[A-Z][a-z'0-9é-]{0,6}( [a-z0-9:.?#&]{1,4}){0,2}";
    const NUMBER: &str = "(0|[1-9][0-9]{0,3})";
    let list = |one: &str, between: &str| format!("({one}({between}{one}){{0,3}})");
    let counter = format!("{NAME} {NUMBER}( of p[1-6])?");
    let counters = format!("(\\({}\\))?", list(&counter, ", "));
    let card = format!("({NAME}|\\?)");
    let cards = format!("(:|: {}|: {NUMBER} cards)", list(&card, ", "));
    let known = format!("(\\{{{}\\}})?", list("p[1-6]", " "));
    let entry = format!("(\\^{NAME}{counters}|{card}{counters}{known})");
    let marks = format!("(\\*|(\\*{NAME}){{0,3}})");
    let stack = format!("\\[{}?\\]", list(&entry, ", "));
    let building = format!("{NAME}{counters}{marks}{stack}");
    let kinds = [
        "turn p[1-6] (start|main( played( [2-9])?)?)( plays [1-4])?".to_string(),
        format!("deck{cards}"),
        format!("discard{cards}"),
        format!("removed{cards}"),
        format!("p[1-6] hand{cards}"),
        format!("p[1-6]:( eliminated| {})?", list(&building, " ")),
        format!("ages:( {})?", list("p[1-6]\\.[1-9][0-9]{0,3}", " ")),
        format!("p[1-6] has:( {})?", list(&counter, ", ")),
        format!("laws:( {})?", list(&format!("{NAME}{counters}"), ", ")),
        format!("pending:( {})?", list(NAME, ", ")),
    ];
    let kinds = kinds.iter();
    Union::new(kinds.map(|kind| string_regex(kind).expect("the kind is a pattern")))
}

proptest! {
    #![proptest_config(kept_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/regressions/notation.txt")))]

    #[test]
    fn every_position_survives_reading_and_printing(mut lines in collection::vec(lines(), 0..8)) {
        let mut keys = std::collections::BTreeSet::new();
        let key = |line: &str| line.split(if line.starts_with("turn") { ' ' } else { ':' }).next().map(String::from);
        lines.retain(|line| keys.insert(key(line)));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(read(&text).to_string(), text);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "(\\PC|[\\n\\r\\t \u{85}]){0,80}", offset in 0_usize..1000) {
        check_spans(&text, offset);
    }

    #[test]
    fn no_text_that_looks_like_notation_makes_a_reader_panic(
        words in collection::vec(
            "p[0-9]{0,2}|p1\\.[0-9]{1,4}|turn|main|deck|hand|has|ages|laws|eliminated|[0-9]{1,6}|cards?|é[a-z]|\
             [\\[\\](){},:*^?>|#\\n]|trace 1|position|end|shuffle:|kinds|seed",
            0..30,
        ),
        offset in 0_usize..1000,
    ) {
        check_spans(&words.join(" "), offset);
        check_spans(&words.concat(), offset);
    }
}

/// Reads the text in every way; what is faulty must lie in it.
fn check_spans(text: &str, offset: usize) {
    let positions = parse_position(text, offset).err().unwrap_or_default();
    let moves = parse_moves(text, offset).err().unwrap_or_default();
    for error in positions.iter().chain(&moves) {
        let span = error.span.start - offset..error.span.end - offset;
        assert!(
            text.get(span).is_some(),
            "{error:?} lies outside of {text:?}"
        );
    }
    for line in text.lines() {
        if let Err(error) = parse_trace_line(line) {
            assert!(
                line.get(error.span.start..error.span.end).is_some(),
                "{error:?} lies outside of {line:?}"
            );
        }
    }
}
