//! Wins in one turn, found by those who see no more than their seat: positions of `puzzles/`, the sure ones of many games.

mod support {
    pub mod scripts;
}

use std::sync::Arc;

use brink::board::{Phase, Seat};
use brink::engine::{Asked, Choice, Game, Outcome, Script, Words};
use brink::players::bots::{BotSpec, Course, Seen, open_win};
use brink::speech::options::decision::Decision;
use brink::speech::positions::print::print_open;
use brink::speech::positions::read::read_position;

/// Games of a file.
const FILES: [(&str, &str); 3] = [
    ("1961", include_str!("puzzles/1961.txt")),
    ("1971", include_str!("puzzles/1971.txt")),
    ("combined", include_str!("puzzles/combined.txt")),
];

/// Choices that the search with all cards open may try.
const OPEN: u64 = 100_000;
/// Worlds of its seat that a win must hold in.
const WORLDS: u32 = 40;

/// The positions of a file, each behind a comment that tells where it comes from.
fn puzzles(script: &Arc<Script>, text: &str) -> Vec<Game> {
    let positions = text.split("\n\n").filter(|part| part.lines().any(|line| line.starts_with("turn ")));
    let read = |part: &str| {
        let lines: Vec<&str> = part.lines().filter(|line| !line.starts_with('#')).collect();
        let setup =
            read_position(&lines.join("\n"), 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}\n{part}"));
        Game::from_setup(script.clone(), &setup, 1, &mut ())
    };
    positions.map(read).collect()
}

/// Plays the turn with that bot for the seat whose turn it is, and any options for the others: it wins in it.
fn wins(game: &Game, bot: BotSpec) -> bool {
    let (mut game, mut course) = (game.clone(), Course::default());
    let (seat, turn) = (game.board().turn, game.state().turns);
    let (mut bot, mut words) = (bot.seated(5), Words::new(5, 9));
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns == turn) {
        if decision.by == seat {
            let number = bot.choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut ()).expect("bots choose among the options");
        } else {
            game.take_nth(&mut (), |count| words.below(count));
        }
        course.advance(&game);
    }
    game.outcome() == Outcome::Won(seat)
}

/// In so many of some worlds of the seat the choices win, whatever the others choose at random.
fn sure(game: &Game, seat: Seat, line: &[Choice]) -> u32 {
    let (mut words, mut won) = (Words::new(77, 9), 0);
    for _ in 0..WORLDS {
        let mut world = game.determinized(seat, &mut words);
        let mut left = line.iter();
        while let Some(who) = world.chooser().filter(|_| world.state().turns == game.state().turns) {
            if who.by != seat {
                world.take_nth(&mut (), |count| words.below(count));
            } else if left.next().is_none_or(|choice| world.take(*choice, &mut ()).is_err()) {
                break;
            }
        }
        won += u32::from(world.outcome() == Outcome::Won(seat));
    }
    won
}

#[test]
fn every_puzzle_has_a_win_that_hangs_on_nothing_that_its_seat_cannot_know() {
    for (recipe, text) in FILES {
        let script = support::scripts::script(recipe);
        let games = puzzles(&script, text);
        assert!(games.len() >= 5, "{recipe}: {}", games.len());
        for game in games {
            let seat = game.board().turn;
            let line = open_win(&game, seat, OPEN).unwrap_or_else(|| panic!("{}", print_open(&game, true)));
            assert_eq!(sure(&game, seat, &line), WORLDS, "{}", print_open(&game, true));
        }
    }
}

#[test]
fn a_search_of_few_iterations_finds_nearly_all_wins_in_one_turn() {
    let bot: BotSpec = "ismcts:100".parse().expect("it is a bot");
    let (mut found, mut all) = (0, 0);
    for (recipe, text) in FILES {
        for game in puzzles(&support::scripts::script(recipe), text) {
            found += usize::from(wins(&game, bot));
            all += 1;
        }
    }
    assert!(found * 100 >= all * FOUND, "{found} of {all}");
}

/// The share that must be found, in percent.
const FOUND: usize = 90;

#[test]
fn nobody_is_said_to_win_who_cannot() {
    // At the start of a game nobody is one turn from winning.
    for recipe in ["1961", "1971"] {
        let mut game = Game::deal(support::scripts::script(recipe), 2, 3, &mut ());
        while game.decision().is_some_and(|(_, asked)| asked != Asked::Menu) {
            game.take_nth(&mut (), |_| 0);
        }
        assert_eq!(open_win(&game, game.board().turn, 20_000), None);
    }
}

/// The files are made anew where that is asked for: `PUZZLES=tests/puzzles cargo test --release --test wins made_anew`.
#[test]
fn the_files_are_made_anew_where_that_is_asked_for() {
    let Ok(folder) = std::env::var("PUZZLES") else { return };
    for (recipe, _) in FILES {
        let script = support::scripts::script(recipe);
        let mut out = String::new();
        for (who, count) in [("random", 6), ("cautious", 8)] {
            made(&script, (recipe, who), count, &mut out);
        }
        std::fs::write(format!("{folder}/{recipe}.txt"), out).expect("the folder can be written to");
    }
}

/// Of so many positions with a win in one turn, from games of two such bots, the first one of a game, those in which it is sure.
fn made(script: &Arc<Script>, (recipe, who): (&str, &str), count: usize, out: &mut String) {
    let spec: BotSpec = who.parse().expect("it is a bot");
    let mut found = 0;
    for seed in 1.. {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut bots: Vec<_> = (0..2).map(|seat| spec.seated(seed * 2 + seat)).collect();
        let mut course = Course::default();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 120 && found < count) {
            if matches!(game.decision(), Some((_, Asked::Menu)))
                && game.board().phase == Phase::Start
                && let Some(line) = open_win(&game, decision.by, OPEN)
            {
                if sure(&game, decision.by, &line) == WORLDS {
                    let length = line.len();
                    let comment = format!("# {recipe}, after {who} play, game {seed}, a win of {length} choices");
                    out.push_str(&format!("{comment}\n{}\n", print_open(&game, true)));
                }
                found += 1;
                break;
            }
            let number = bots[decision.by.index()].choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut ()).expect("bots choose among the options");
            course.advance(&game);
        }
        if found == count {
            return;
        }
    }
}
