//! Claims about reading traces.

use std::io::{self, BufReader, Read};

use proptest::prelude::{any, prop_assert, proptest};
use proptest::{collection, sample};

use super::{TraceReader, TraceRecord};
use crate::notation::{Player, Record, TraceError};
use crate::properties::kept_in;
use text::limits::TRACE;

const WHOLE: &str = "\
trace 1
game draft
kinds Bakery, Snow Fence
players 2
seed 18446744073709551615
dispute crisis-retaliation off
shuffle: Bakery, Harvest
? p1: stack Thicket | stack Harvest
> p1: stack Harvest
position
turn p1 start
p1: Tide Mill[]
end
? p1: build Granary at p1.1 | pass
> p1: pass
shuffle:
winner p2
";

fn player(number: u8) -> Player {
    Player::new(number).expect("the number is in range")
}

fn read(text: &[u8]) -> Vec<Result<TraceRecord, TraceError>> {
    TraceReader::new(text).collect()
}

/// What each item of the trace comes to, faults as `line: faulty text: reason; help`.
fn told(text: &str) -> Vec<String> {
    let told = read(text.as_bytes()).into_iter().map(|item| match item {
        Ok(TraceRecord { line, record }) => format!("{line} {record:?}"),
        Err(TraceError::Line { line, text, fault }) => {
            let help = fault.help.as_deref().unwrap_or("-");
            format!(
                "{line}: {}: {}; {help}",
                &text[fault.span.start..fault.span.end],
                fault.reason
            )
        }
        Err(error @ TraceError::Input { .. }) => error.to_string(),
    });
    told.collect()
}

/// The faults of a trace in this order.
fn faults(text: &str) -> Vec<String> {
    told(text)
        .into_iter()
        .filter(|item| item.contains(": ") && item.contains("; "))
        .collect()
}

#[test]
fn every_record_is_read_with_its_line() {
    let records: Result<Vec<_>, _> = TraceReader::new(WHOLE.as_bytes()).collect();
    let records: Vec<_> = records
        .expect("the trace is whole")
        .into_iter()
        .map(|item| (item.line, item.record))
        .collect();
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    let expected = [
        (1, Record::Header),
        (2, Record::Game("draft".into())),
        (3, Record::Kinds(words(&["Bakery", "Snow Fence"]))),
        (4, Record::Players(2)),
        (5, Record::Seed(u64::MAX)),
        (
            6,
            Record::Dispute {
                name: "crisis-retaliation".into(),
                value: "off".into(),
            },
        ),
        (7, Record::Shuffle(words(&["Bakery", "Harvest"]))),
        (
            8,
            Record::Options {
                player: player(1).into(),
                labels: words(&["stack Thicket", "stack Harvest"]),
            },
        ),
        (
            9,
            Record::Taken {
                player: player(1).into(),
                label: "stack Harvest".into(),
            },
        ),
        (
            10,
            Record::Position("turn p1 start\np1: Tide Mill[]\n".into()),
        ),
        (
            14,
            Record::Options {
                player: player(1).into(),
                labels: words(&["build Granary at p1.1", "pass"]),
            },
        ),
        (
            15,
            Record::Taken {
                player: player(1).into(),
                label: "pass".into(),
            },
        ),
        (16, Record::Shuffle(Vec::new())),
        (17, Record::Winner(player(2))),
    ];
    assert_eq!(records, expected);
}

#[test]
fn a_byte_order_mark_before_a_trace_is_passed_over() {
    let (marked, plain) = (told(&format!("\u{feff}{WHOLE}")), told(WHOLE));
    assert_eq!(marked, plain);
    assert!(!faults(&format!("{WHOLE}\u{feff}{WHOLE}")).is_empty());
}

#[test]
fn traces_may_follow_one_another() {
    let text = format!(
        "{WHOLE}\n{}",
        WHOLE
            .replace("winner p2", "unfinished")
            .replace('\n', "\r\n")
    );
    let records: Result<Vec<_>, _> = TraceReader::new(text.as_bytes()).collect();
    let records = records.expect("both traces are whole");
    assert_eq!(records.len(), 28);
    assert_eq!(
        records[14],
        TraceRecord {
            line: 19,
            record: Record::Header
        }
    );
    assert_eq!(
        records[23].record,
        Record::Position("turn p1 start\np1: Tide Mill[]\n".into())
    );
    assert_eq!(records[27].record, Record::Unfinished);
}

#[test]
fn a_trace_cut_off_anywhere_is_an_error() {
    for (end, _) in WHOLE.match_indices('\n').take(16) {
        let items = read(&WHOLE.as_bytes()[..=end]);
        let (last, others) = items.split_last().expect("a trace that is cut off says so");
        assert!(last.is_err(), "{last:?}");
        assert!(others.iter().all(Result::is_ok));
    }
    assert!(read(b"").is_empty());
}

#[test]
fn a_faulty_trace_does_not_spoil_the_next() {
    let text = format!("trace 1\ngame 1\nplayers 2\nseed 1\nwiner p1\nnonsense\n{WHOLE}");
    let items = read(text.as_bytes());
    assert_eq!(items.iter().filter(|item| item.is_err()).count(), 1);
    assert_eq!(items.len(), 4 + 1 + 14);
    for cut in [
        "trace 1\ngame 1\n",
        "trace 1\ngame 1\nplayers 2\nseed 1\nposition\nturn p1 main\n",
    ] {
        let items = read(format!("{cut}{WHOLE}").as_bytes());
        assert_eq!(
            items.iter().filter(|item| item.is_err()).count(),
            1,
            "{items:?}"
        );
        assert_eq!(
            items.iter().rev().take_while(|item| item.is_ok()).count(),
            14
        );
    }
}

#[test]
fn a_broken_line_says_what_was_expected() {
    let head = "trace 1\ngame 1\nplayers 2\nseed 1\n";
    let playing = [
        ("? p1 pass", "5: : something is missing here; expected `:`"),
        (
            "? p7: pass",
            "5: p7: `p7` is not expected here; expected a player, such as `p1`",
        ),
        (
            "? p1: pass | | decline",
            "5: : something is missing here; expected a label",
        ),
        ("? p1:", "5: : something is missing here; expected a label"),
        (
            "> p1: pass",
            "5: > p1: pass: `> p1: pass` is not expected here; expected a line of options first, as in `? p1: pass`",
        ),
        (
            "? p1: pass\n> p2: pass",
            "6: > p2: pass: `> p2: pass` is not expected here; expected the option that p1 takes, as in `> p1: pass`",
        ),
        (
            "? p1: pass\nshuffle:",
            "6: shuffle:: `shuffle:` is not expected here; expected the option that p1 takes, as in `> p1: pass`",
        ),
        (
            "position\n? p1: pass",
            "6: ? p1: pass: `? p1: pass` is not expected here; expected `end`",
        ),
        (
            "position here",
            "5: here: `here` is not expected here; expected the end of the line",
        ),
        (
            "shuffle A",
            "5: shuffle: no record begins with `shuffle`; did you mean `shuffle:`?",
        ),
        (
            "winner",
            "5: : something is missing here; expected a player, such as `p1`",
        ),
        (
            "end",
            "5: end: no record begins with `end`; did you mean `seed`?",
        ),
        (
            "players 2",
            "5: players 2: `players 2` is not expected here; expected each line of the heading only once",
        ),
        (
            "shuffle:\nseed 1",
            "6: seed 1: `seed 1` is not expected here; expected a position, options, a shuffle or the end of the game, since play has begun",
        ),
    ];
    for (text, expected) in playing {
        assert_eq!(faults(&format!("{head}{text}")), [expected], "{text}");
    }
    let openings = [
        (
            "game 1",
            "1: game 1: `game 1` is not expected here; expected `trace 1`",
        ),
        (
            "trace 2",
            "1: 2: a trace of this version cannot be read; expected `trace 1`",
        ),
        (
            "trace 1\rgame 1961",
            "1: trace 1\rgame 1961: this trace ends its lines with a carriage return only, without a line feed; save the file with LF or CRLF line endings",
        ),
        (
            "trace 1\ngame",
            "2: : something is missing here; expected a recipe's id",
        ),
        (
            "trace 1\nplayers 7",
            "2: 7: `7` is not expected here; expected a number of players, `2` to `6`",
        ),
        (
            "trace 1\nseed -1",
            "2: -1: `-1` is not expected here; expected a number",
        ),
        (
            "trace 1\ndispute who-first",
            "2: : something is missing here; expected the dispute's value, such as `on`",
        ),
        (
            "trace 1\ngame 1\nposition",
            "3: position: `position` is not expected here; expected `players` and their number before play begins",
        ),
        (
            "trace 1\n",
            "2: : the trace has no last line: the file ends too soon; expected a trace to end with `winner` and a player, `draw` or `unfinished`",
        ),
    ];
    for (text, expected) in openings {
        assert_eq!(faults(text), [expected], "{text}");
    }
}

#[test]
fn a_failing_file_ends_the_reading() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let items: Vec<_> = TraceReader::new(BufReader::new(b"trace 1\n".chain(Failing))).collect();
    assert_eq!(items.len(), 2);
    assert!(
        matches!(items[1], Err(TraceError::Input { line: 2, .. })),
        "{items:?}"
    );
}

#[test]
fn a_trace_that_never_ends_is_too_long_and_the_next_one_is_read() {
    const LONG: usize = 1 << 20;
    let begin = "trace 1\ngame 1900\nplayers 2\nseed 7\nposition\n";
    let lines = format!("{}\n", "x".repeat(LONG)).repeat(TRACE / LONG + 1);
    let text = format!("{begin}{lines}end\n{begin}end\nunfinished\n");
    let items = read(text.as_bytes());
    let Err(TraceError::Line {
        line: 101, fault, ..
    }) = &items[4]
    else {
        panic!("{:?}", items[4])
    };
    assert_eq!(fault.reason, "the trace has more than 100000000 bytes");
    assert!(
        items[5..].iter().all(Result::is_ok) && items.len() == 5 + 6,
        "{}",
        items.len()
    );
}

#[test]
fn a_line_that_is_no_text_is_an_error_at_its_place() {
    let items = read(b"trace 1\ngame \xff\xfe1\n");
    let Err(TraceError::Line {
        line: 2,
        text,
        fault,
    }) = &items[1]
    else {
        panic!("the second line is faulty")
    };
    assert_eq!(
        (fault.span.start, text.as_str()),
        (5, "game \u{fffd}\u{fffd}1")
    );
}

proptest! {
    #![proptest_config(kept_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/regressions/trace.txt")))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in collection::vec(any::<u8>(), 0..200)) {
        check_spans(&bytes)?;
    }

    #[test]
    fn no_shuffled_trace_makes_the_reader_panic(
        lines in collection::vec(sample::select(WHOLE.lines().collect::<Vec<_>>()), 0..40),
        cut in 0_usize..400,
    ) {
        let text = lines.join("\n");
        check_spans(text.as_bytes())?;
        check_spans(&text.as_bytes()[..cut.min(text.len())])?;
        check_spans(&WHOLE.as_bytes()[..cut.min(WHOLE.len())])?;
    }
}

fn check_spans(bytes: &[u8]) -> Result<(), proptest::test_runner::TestCaseError> {
    for item in read(bytes) {
        if let Err(TraceError::Line { text, fault, .. }) = item {
            prop_assert!(
                text.get(fault.span.start..fault.span.end).is_some(),
                "{fault:?} in {text:?}"
            );
        }
    }
    Ok(())
}
