//! Each happening is told in the log and to programs, and what is remembered of it, or waits, lies in a printed position.

use crate::happenings::{game, library, play};
use crate::support::again::read_again;
use crate::support::matrix::{NOTHING, ROWS, Row, cells, clause};
use brink::board::{Board, Event, Seat, View};
use brink::bots::protocol::{Happenings, Player, Sort};
use brink::engine::{Cause, Game, Outcome, Script, Watch, Words};
use brink::explain::log::Log;
use brink::explain::options::label::labels;
use brink::record::mutation::mutants;
use brink::record::positions::print::{print_open, print_view};
use brink::text::{Happening, Use};

/// What another player is told: in sentences, and in parts.
struct Told {
    log: Log,
    happened: Happenings,
}

impl Watch for Told {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.log.event_by(script, board, event, cause);
        self.happened.event_by(script, board, event, cause);
    }
}

/// What the log says of it, and what programs are told; nothing of what is no event, or is told as another one.
fn is_told_as(happening: Happening) -> Option<(&'static str, Sort)> {
    Some(match happening {
        Happening::Revealed => ("is turned up", Sort::Reveal),
        Happening::Destroyed => ("is destroyed", Sort::Reveal),
        Happening::Built => ("builds", Sort::Build),
        Happening::SwappedIn => ("swaps", Sort::Swap),
        Happening::Discarded | Happening::Paid => ("is discarded", Sort::Discard),
        Happening::Put => ("puts a card face down", Sort::Stack),
        Happening::Moved => ("moves", Sort::Move),
        Happening::LookedAt => ("looks at", Sort::Look),
        Happening::Played | Happening::HandPlayed => ("plays", Sort::Play),
        Happening::Used => ("uses", Sort::Use),
        Happening::Drawn | Happening::TurnDrawn | Happening::EffectDrawn => ("draws", Sort::Draw),
        Happening::Eliminated => ("out of the game", Sort::Eliminated),
        Happening::Passed => ("passes", Sort::Pass),
        Happening::TurnBegun => ("The turn of", Sort::Turn),
        Happening::Shuffled => ("is shuffled", Sort::Shuffle),
        Happening::CrisisOver => ("a crisis", Sort::Crisis),
        Happening::Won => ("wins", Sort::Win),
        Happening::Aimed | Happening::AimedUnchosen => ("hails down on p2", Sort::Keyword),
        Happening::Marked => ("puts 1 fuse on", Sort::PutCounters),
        Happening::Unmarked => ("takes 1 fuse off", Sort::TakeCounters),
        Happening::Shifted => ("moves to p1", Sort::Shift),
        Happening::Taken => ("takes", Sort::ToHand),
        Happening::Removed => ("out of the game", Sort::Remove),
        Happening::PutBack => ("on top of the deck", Sort::PutOnDeck),
        Happening::Enacted => ("law", Sort::Law),
        Happening::Shown => ("show", Sort::Show),
        // It is over, it is told by what is done to it, or it is no event.
        Happening::Resolved | Happening::Picked | Happening::Chosen | Happening::Silenced => {
            return None;
        }
    })
}

#[test]
fn every_happening_is_told_in_the_log_and_to_programs() {
    let mut wrong = Vec::new();
    for row in ROWS {
        let mut told = Told {
            log: Log::new(Seat(2)),
            happened: Happenings::new(Seat(2)),
        };
        play(row, row.deed, "", &mut told).expect("it is played");
        let Some((words, sort)) = is_told_as(row.of) else {
            continue;
        };
        let (lines, parts) = (told.log.lines(), told.happened.all());
        if !lines.iter().any(|line| line.contains(words)) {
            wrong.push(format!("{:?}: {words}: {lines:?}", row.of));
        }
        let of_sort = parts.iter().find(|part| part.event == sort);
        match of_sort {
            None => wrong.push(format!("{:?}: {sort:?}: {parts:?}", row.of)),
            Some(part) if sort == Sort::Keyword => {
                assert_eq!(part.to.and_then(|to| to.seat), Some(Player(Seat(1))));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a text does when that happens, or comes in its place.
fn clauses() -> impl Iterator<Item = (&'static Row, String)> {
    let said = cells().filter(|(row, within, text)| {
        let acts = matches!(within, Use::Waits | Use::Replaces);
        acts && !text.is_empty() && row.of.refused(*within).is_none()
    });
    said.map(|(row, within, text)| (row, clause(within, text)))
}

#[test]
fn what_follows_is_explained_by_the_text_that_waited_or_came_in_its_place() {
    let wrong: Vec<String> = clauses()
        .filter_map(|(row, lamp)| {
            let mut log = Log::open();
            let game = play(row, row.deed, &lamp, &mut log).expect("it is played");
            let ticks = log.lines().iter().position(|line| line.contains("tick"));
            let why = ticks.map(|at| log.why(&game.script().rules, at + 1));
            match why {
                Some(Ok(why)) if why.contains(lamp.trim_end_matches('.')) => None,
                other => Some(format!("{lamp}\n{other:?}")),
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn worlds_have_what_everybody_knows_of_it() {
    let remembered = cells().filter(|(row, within, text)| {
        *within == Use::Remembers && !text.is_empty() && row.of.refused(*within).is_none()
    });
    let asked = remembered.map(|(row, within, text)| {
        let lamp = clause(within, text).replacen("Win when", "Use, if", 1);
        (
            row,
            lamp.replacen(" this game.", " this game: draw a card.", 1),
        )
    });
    let mut words = Words::new(4, 2);
    for (row, lamp) in asked.chain(clauses()) {
        let game = play(row, row.deed, &lamp, &mut ()).expect("it is played");
        let cards = &game.script().rules.cards;
        for seat in (0..3).map(Seat) {
            let seen = |game: &Game| {
                let view = View::of(game.board(), cards, seat);
                let own = game.decision().filter(|(asked, _)| *asked == seat);
                (
                    print_view(&game.script().rules, &view, true),
                    own.map(|_| labels(game)),
                )
            };
            let other = game.determinized(seat, &mut words);
            assert_eq!(seen(&other), seen(&game), "{lamp}");
        }
    }
}

#[test]
fn every_use_is_changed_by_mutation_within_its_clause() {
    let said =
        cells().filter(|(row, within, text)| !text.is_empty() && row.of.refused(*within).is_none());
    let same: Vec<String> = said
        .filter_map(|(row, within, text)| {
            let lamp = clause(within, text);
            let library = library(row.deed, &lamp).expect("it is loaded");
            let changed = mutants(&library, Some("Lamp"));
            // Those that leave its words as they are, or take all of them, change any text.
            let whole = [
                "leave out a clause",
                "the text of another",
                "another action on the card",
            ];
            let inside = changed.iter().any(|one| !whole.contains(&one.operator));
            (!inside).then_some(lamp)
        })
        .collect();
    assert!(same.is_empty(), "{}", same.join("\n"));
}

/// How it goes on from there without chance: whoever can pass passes, else what comes last in the menu is done.
fn goes_on(mut game: Game) -> Vec<String> {
    let mut steps = Vec::new();
    while steps.len() < 16 && game.outcome() == Outcome::Running {
        let all = labels(&game);
        let passes = all.iter().find(|(_, label)| label == "pass");
        let stacks = all.iter().find(|(_, label)| label.starts_with("stack"));
        let (choice, label) = passes.or(stacks).unwrap_or(&all[0]);
        game.take(*choice, &mut ()).expect("it is offered");
        steps.push(format!("{label}\n{}", print_open(&game, false)));
    }
    steps
}

#[test]
fn what_is_remembered_and_what_waits_is_printed_read_and_played_on() {
    let remembered = cells().filter(|(row, within, text)| {
        let refused = row.of.refused(*within).is_some();
        *within == Use::Remembers && !refused && !text.is_empty()
    });
    let remembered = remembered.flat_map(|(row, _, text)| {
        ["this turn", "this game", "since your last turn"].map(|since| {
            let has = match text.contains(" was ") {
                true => text.to_string(),
                false => format!("there is another player that has {text}"),
            };
            let lamp = format!(
                "At the end of each turn, if {has} {since}, draw a card.\n\
                 When another player plays an action, once a game. Draw a card.\n\
                 Use \"a\", once a game: draw a card.\nUse \"b\", once a turn: draw a card."
            );
            (row.then, row.deed, lamp)
        })
    });
    let waiting = [
        "At the start of your next turn, draw 2 cards.",
        "Until your next turn, foe cannot use abilities.",
        "During the next turn of foe, you see the hand and make all decisions of foe.",
        "At the end of the next turn of foe:\n  if foe has not built a building since, foe discards a card",
        "Until a card is drawn: neighbours of the last building of foe are guarded.",
        "Until another player passes: when a card is drawn, put a fuse on the last building of foe.",
        "Until your next turn, if foe would draw a card, you may instead put a fuse on the last building of foe.",
        "Choose a building as spot. Until spot is destroyed or foe uses an ability: if foe would draw a card, first put a fuse on spot.",
    ];
    let waiting = waiting.map(|deed| (&[][..], deed, "Use: draw a card.".to_string()));
    let mut wrong = Vec::new();
    for (then, deed, lamp) in remembered.chain(waiting) {
        let row = Row {
            of: Happening::Aimed,
            deed: NOTHING,
            then,
            texts: [""; 5],
        };
        let game =
            game(&row, deed, &lamp).unwrap_or_else(|faults| panic!("{deed}\n{lamp}\n{faults}"));
        if game.menu().is_none() {
            continue;
        }
        let again = read_again(&game).unwrap_or_else(|fault| panic!("{deed}\n{lamp}\n{fault}"));
        let (here, there) = (goes_on(game), goes_on(again));
        if let Some((one, other)) = here.iter().zip(&there).find(|(one, other)| one != other) {
            wrong.push(format!("{deed}\n{lamp}\n{one}\nis, read again,\n{other}"));
        }
        assert_eq!(here.len(), there.len(), "{deed}\n{lamp}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
