//! Wins in one turn, and losses in one that can be met, found by those who see no more than their seat: positions of `puzzles/`,
//! taken from many games.

use std::sync::Arc;

use brink::board::{Phase, Seat};
use brink::bots::{BotSpec, Course, Seen, open_win};
use brink::engine::{Asked, Choice, Game, Outcome, Script, Words};
use brink::explain::options::decision::Decision;
use brink::record::positions::print::print_open;
use brink::record::positions::read::read_position;

/// Games of a file.
const FILES: [(&str, &str); 3] = [
    ("1961", include_str!("../puzzles/1961.txt")),
    ("1971", include_str!("../puzzles/1971.txt")),
    ("combined", include_str!("../puzzles/combined.txt")),
];

/// Games of a file with wins in one turn of five choices and more.
const LONG: [(&str, &str); 3] = [
    ("1961", include_str!("../puzzles/1961-long.txt")),
    ("1971", include_str!("../puzzles/1971-long.txt")),
    ("combined", include_str!("../puzzles/combined-long.txt")),
];

/// Games of a file with losses in one to be met.
const THREATS: [(&str, &str); 3] = [
    ("1961", include_str!("../puzzles/1961-met.txt")),
    ("1971", include_str!("../puzzles/1971-met.txt")),
    ("combined", include_str!("../puzzles/combined-met.txt")),
];

/// Choices that the search with all cards open may try.
const OPEN: u64 = 100_000;
/// Of one position in so many it is shown that it is what it is said to be.
const PART: usize = 3;
/// Worlds of its seat that a win must hold in.
const WORLDS: u32 = 40;

/// The game that the puzzles were found in: a second move may take the card that was just moved.
fn script(recipe: &str) -> Arc<Script> {
    match recipe {
        "1961" => crate::support::scripts::script(recipe),
        _ => crate::support::scripts::script_with(recipe, &[("counterculture-cards", "any")], &[]),
    }
}

/// The positions of a file, each behind a comment that tells where it comes from.
fn puzzles(script: &Arc<Script>, text: &str) -> Vec<Game> {
    let positions = text
        .split("\n\n")
        .filter(|part| part.lines().any(|line| line.starts_with("turn ")));
    let read = |part: &str| {
        let lines: Vec<&str> = part.lines().filter(|line| !line.starts_with('#')).collect();
        let setup = read_position(&lines.join("\n"), 0, &script.rules)
            .unwrap_or_else(|faults| panic!("{faults:?}\n{part}"));
        Game::from_setup(script.clone(), &setup, 1, &mut ())
    };
    positions.map(read).collect()
}

/// Plays the turn with that bot for the seat whose turn it is, and any options for the others: where that leads.
fn played(game: &Game, (bot, seed): (BotSpec, u64)) -> Game {
    let (mut game, mut course) = (game.clone(), Course::default());
    let (seat, turn) = (game.board().turn, game.state().turns);
    let (mut bot, mut words) = (bot.seated(seed), Words::new(seed, 9));
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns == turn) {
        if decision.by == seat {
            let number = bot.choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut ())
                .expect("bots choose among the options");
        } else {
            game.take_nth(&mut (), |count| words.below(count));
        }
        course.advance(&game);
    }
    game
}

/// The bot wins in the turn.
fn wins(game: &Game, bot: (BotSpec, u64)) -> bool {
    played(game, bot).outcome() == Outcome::Won(game.board().turn)
}

/// Each position is played with each of these: one of them alone tells little of so few positions.
const SEEDS: [u64; 3] = [5, 6, 7];

/// In how many games from positions of some files the bot does that, and how many there are; or another bot:
/// `PUZZLE_BOT=ismcts:2000 cargo test --release --test suite iterations -- --nocapture`.
fn solved(
    files: &[(&str, &str)],
    bot: &str,
    does: fn(&Game, (BotSpec, u64)) -> bool,
) -> (usize, usize) {
    let wished = std::env::var("PUZZLE_BOT");
    let bot = wished
        .as_deref()
        .unwrap_or(bot)
        .parse()
        .expect("it is a bot");
    let mut found = (0, 0);
    for (recipe, text) in files {
        let (mut solved, mut all) = (0, 0);
        for game in puzzles(&script(recipe), text) {
            let with = SEEDS
                .iter()
                .filter(|seed| does(&game, (bot, **seed)))
                .count();
            (solved, all) = (solved + with, all + SEEDS.len());
        }
        println!("{recipe}: {solved} of {all}");
        found = (found.0 + solved, found.1 + all);
    }
    found
}

/// The bot plays its turn so that whoever comes next seldom wins in theirs.
fn meets(game: &Game, bot: (BotSpec, u64)) -> bool {
    let seat = game.board().turn;
    let after = played(game, bot);
    after.outcome() == Outcome::Won(seat) || lost(&after, seat, WORLDS) * 4 <= WORLDS
}

/// In so many of some worlds of the seat, which has just ended its turn, whoever comes next wins in theirs.
fn lost(game: &Game, seat: Seat, worlds: u32) -> u32 {
    let mut words = Words::new(78, 9);
    let lost = |_: &u32| {
        let world = game.determinized(seat, &mut words);
        open_win(&world, world.board().turn, OPEN / 50).is_some()
    };
    (0..worlds).filter(lost).count() as u32
}

/// Plays a turn to its end with options by number, as long as there are any, and then by the last one of all, which is to pass in
/// a turn menu: where that leads, and the numbers.
fn ended(game: &Game, mut number: impl FnMut(usize) -> usize) -> (Game, Vec<usize>) {
    let (mut game, turn, mut numbers) = (game.clone(), game.state().turns, Vec::new());
    while game.decision().is_some() && game.state().turns == turn && numbers.len() < LONGEST {
        let options = game.options();
        numbers.push(number(options.len()).min(options.len() - 1));
        game.take(options[numbers[numbers.len() - 1]], &mut ())
            .expect("it is offered");
    }
    (game, numbers)
}

/// Choices of a turn that is played to its end.
const LONGEST: usize = 30;

/// In so many of some worlds of the seat the choices win, whatever the others choose at random.
fn sure(game: &Game, seat: Seat, line: &[Choice]) -> u32 {
    let (mut words, mut won) = (Words::new(77, 9), 0);
    for _ in 0..WORLDS {
        let mut world = game.determinized(seat, &mut words);
        let mut left = line.iter();
        while let Some(who) = world
            .chooser()
            .filter(|_| world.state().turns == game.state().turns)
        {
            if who.by != seat {
                world.take_nth(&mut (), |count| words.below(count));
            } else if left
                .next()
                .is_none_or(|choice| world.take(*choice, &mut ()).is_err())
            {
                break;
            }
        }
        won += u32::from(world.outcome() == Outcome::Won(seat));
    }
    won
}

/// Choices that win in the turn in all worlds. Those that win in one world may have had luck: of some worlds, one shows those that need none.
fn sure_line(game: &Game, seat: Seat) -> Option<Vec<Choice>> {
    // Who has nothing to win with in the true one has no sure win.
    let first = open_win(game, seat, OPEN)?;
    let mut words = Words::new(76, 9);
    let others =
        (0..12).filter_map(|_| open_win(&game.determinized(seat, &mut words), seat, OPEN / 5));
    std::iter::once(first)
        .chain(others)
        .find(|line| sure(game, seat, line) == WORLDS)
}

/// What the seat chooses one after the other, as wanted, with the numbers of these options, in the first of some worlds in which all of it can be chosen,
/// while others choose by chance.
fn walked<T>(
    game: &Game,
    seat: Seat,
    wanted: &[T],
    is: impl Fn(&T, usize, Choice) -> bool,
) -> Vec<(usize, Choice)> {
    let walk = |seed: u64| {
        let (mut words, mut taken) = (Words::new(seed, 9), Vec::new());
        let mut game = game.determinized(seat, &mut words);
        while taken.len() < wanted.len() {
            if game.chooser()?.by == seat {
                let mut options = game.options().into_iter().enumerate();
                let next =
                    options.find(|(number, choice)| is(&wanted[taken.len()], *number, *choice))?;
                game.take(next.1, &mut ()).expect("it is offered");
                taken.push(next);
            } else {
                game.take_nth(&mut (), |count| words.below(count));
            }
        }
        Some(taken)
    };
    (0..50).find_map(walk).expect("it can be chosen")
}

/// The numbers that stand behind a mark in each of the puzzles of a file.
fn noted(text: &str, mark: &str) -> Vec<Vec<usize>> {
    let numbers = |line: &str| {
        line.split(' ')
            .map(|number| number.parse().expect("it is a number"))
            .collect()
    };
    text.lines()
        .filter_map(|line| line.strip_prefix(mark))
        .map(numbers)
        .collect()
}

#[test]
fn every_puzzle_has_a_win_that_hangs_on_nothing_that_its_seat_cannot_know() {
    let all = FILES
        .map(|file| (file, 40))
        .into_iter()
        .chain(LONG.map(|file| (file, 16)));
    for ((recipe, text), least) in all {
        let games = puzzles(&script(recipe), text);
        let noted = noted(text, WON);
        assert_eq!(games.len(), noted.len());
        assert!(games.len() >= least, "{recipe}: {}", games.len());
        for (game, numbers) in games.iter().zip(noted) {
            let seat = game.board().turn;
            let taken = walked(game, seat, &numbers, |wanted, number, _| *wanted == number);
            let line: Vec<Choice> = taken.iter().map(|(_, choice)| *choice).collect();
            assert_eq!(
                sure(game, seat, &line),
                WORLDS,
                "{}",
                print_open(game, true)
            );
        }
    }
}

#[test]
fn a_search_of_few_iterations_finds_nearly_all_wins_in_one_turn() {
    let (found, all) = solved(&FILES, "ismcts:100", wins);
    println!("wins found: {found} of {all}");
    assert!(found * 100 >= all * FOUND, "{found} of {all}");
}

/// The share that must be found, in percent, with few iterations.
const FOUND: usize = 90;

/// At least that share of the long wins is found by a bot, in percent.
fn finds_long_wins(bot: &str, share: usize) {
    let (found, all) = solved(&LONG, bot, wins);
    println!("long wins found by {bot}: {found} of {all}");
    assert!(found * 100 >= all * share, "{bot}: {found} of {all}");
}

#[test]
fn a_search_of_some_iterations_finds_most_wins_of_many_choices() {
    finds_long_wins("ismcts:500", 85);
}

#[test]
#[ignore = "it takes longer"]
fn a_search_of_more_iterations_finds_nearly_all_wins_of_many_choices() {
    finds_long_wins("ismcts:2000", 95);
}

#[test]
fn every_loss_in_one_is_lost_by_who_passes_and_can_be_met() {
    for (recipe, text) in THREATS {
        let script = script(recipe);
        let games = puzzles(&script, text);
        let lines = noted(text, MET);
        assert_eq!(games.len(), lines.len());
        assert!(games.len() >= 15, "{recipe}: {}", games.len());
        for (game, numbers) in games.iter().zip(lines).step_by(PART) {
            let seat = game.board().turn;
            let passed = ended(game, |count| count - 1).0;
            assert!(
                lost(&passed, seat, WORLDS) * 10 >= WORLDS * 9,
                "{}",
                print_open(game, true)
            );
            let mut numbers = numbers.into_iter();
            let met = ended(game, |count| numbers.next().unwrap_or(count - 1)).0;
            assert_ne!(met.state().turns, game.state().turns, "the turn is over");
            assert!(
                lost(&met, seat, WORLDS) * 10 <= WORLDS,
                "{}",
                print_open(game, true)
            );
        }
    }
}

/// At least that share of the losses is met by a bot, in percent.
fn meets_losses(bot: &str, share: usize) {
    let (met, all) = solved(&THREATS, bot, meets);
    println!("losses met by {bot}: {met} of {all}");
    assert!(met * 100 >= all * share, "{bot}: {met} of {all}");
}

#[test]
fn a_search_of_some_iterations_meets_many_losses_in_one() {
    meets_losses("ismcts:500", 65);
}

#[test]
#[ignore = "it takes longer"]
fn a_search_of_more_iterations_meets_most_losses_in_one() {
    meets_losses("ismcts:2000", 75);
}

#[test]
fn nobody_is_said_to_win_who_cannot() {
    // At the start of a game nobody is one turn from winning.
    for recipe in ["1961", "1971"] {
        let mut game = Game::deal(script(recipe), 2, 3, &mut ());
        while game
            .decision()
            .is_some_and(|(_, asked)| asked != Asked::Menu)
        {
            game.take_nth(&mut (), |_| 0);
        }
        assert_eq!(open_win(&game, game.board().turn, 20_000), None);
    }
}

/// The files are made anew where that is asked for: `PUZZLES=tests/puzzles cargo test --release --test suite made_anew`.
#[test]
fn the_files_are_made_anew_where_that_is_asked_for() {
    let Ok(folder) = std::env::var("PUZZLES") else {
        return;
    };
    for (recipe, _) in FILES {
        let script = script(recipe);
        let mut out = String::new();
        for (who, count) in [
            ("random", 12),
            ("cautious", 12),
            ("greedy", 12),
            ("ismcts:50", 12),
        ] {
            made(&script, (recipe, who), (count, 1), &mut out);
        }
        std::fs::write(format!("{folder}/{recipe}.txt"), out)
            .expect("the folder can be written to");
        let mut out = String::new();
        for who in ["random", "cautious"] {
            made(&script, (recipe, who), (8, MANY), &mut out);
        }
        std::fs::write(format!("{folder}/{recipe}-long.txt"), out)
            .expect("the folder can be written to");
        let mut out = String::new();
        for (who, count) in [
            ("random", 6),
            ("cautious", 6),
            ("greedy", 6),
            ("ismcts:50", 6),
        ] {
            made_to_be_met(&script, (recipe, who), count, &mut out);
        }
        std::fs::write(format!("{folder}/{recipe}-met.txt"), out)
            .expect("the folder can be written to");
    }
}

/// How many wins in one turn a bot finds in fresh positions, by the game, by who had played up to there, and by how many choices the win takes:
/// `PUZZLE_GAMES=250 PUZZLE_BOT=ismcts:2000 cargo test --release --test suite fresh_positions -- --nocapture` looks at one position from each of
/// 250 games of either sort of players.
#[test]
fn wins_in_fresh_positions_are_counted_where_that_is_asked_for() {
    let Ok(games) = std::env::var("PUZZLE_GAMES") else {
        return;
    };
    let games: u64 = games.parse().expect("it is a number of games");
    let bot = std::env::var("PUZZLE_BOT").unwrap_or_else(|_| "ismcts:2000".to_string());
    let bot: BotSpec = bot.parse().expect("it is a bot");
    let mut long = (0, 0);
    for (recipe, _) in FILES {
        for who in ["cautious", "random"] {
            let (mut found, mut all) = (0, 0);
            let mut look = |game: &Game, seat: Seat, _| {
                let Some(line) = sure_line(game, seat) else {
                    return false;
                };
                let wins = usize::from(wins(game, (bot, SEEDS[0])));
                (found, all) = (found + wins, all + 1);
                if line.len() >= MANY {
                    long = (long.0 + wins, long.1 + 1);
                }
                true
            };
            let script = script(recipe);
            for_each_game(&script, who, FRESH..FRESH + games, &mut look);
            println!("{recipe}, after {who} play: {found} of {all}");
        }
    }
    println!("of {MANY} choices and more: {} of {}", long.0, long.1);
}

/// A win of so many choices is a long one.
const MANY: usize = 5;
/// No game of the files has such a seed.
const FRESH: u64 = 300_000;

/// What stands before the numbers of the options that meet a loss.
const MET: &str = "# met by ";
/// What stands before those that win.
const WON: &str = "# won by ";

fn in_a_line<'a>(numbers: impl IntoIterator<Item = &'a usize>) -> String {
    numbers
        .into_iter()
        .map(usize::to_string)
        .collect::<Vec<String>>()
        .join(" ")
}

/// Turns that are played at random to see whether a loss can be met.
const TURNS: u64 = 60;

/// So many positions, from games of two such bots, one of a game, in which whoever passes loses in the next turn in nine of ten
/// worlds, and does not win in this one: those in which a turn of some that are played at random meets that, and not one in four.
fn made_to_be_met(
    script: &Arc<Script>,
    (recipe, who): (&str, &str),
    count: usize,
    out: &mut String,
) {
    for_some(script, who, count, |game, seat, seed| {
        let Some(numbers) = met(game, seat) else {
            return false;
        };
        let comment = format!(
            "# {recipe}, after {who} play, game {seed}, a loss in one\n{MET}{}",
            in_a_line(&numbers)
        );
        out.push_str(&format!("{comment}\n{}\n", print_open(game, true)));
        true
    });
}

/// The numbers of the options of a turn that meets a loss in one, where there is one to be met.
fn met(game: &Game, seat: Seat) -> Option<Vec<usize>> {
    let is_lost =
        |game: &Game| lost(game, seat, 4) == 4 && lost(game, seat, WORLDS) * 10 >= WORLDS * 9;
    if !is_lost(&ended(game, |count| count - 1).0) || open_win(game, seat, OPEN / 10).is_some() {
        return None;
    }
    let mut met = Vec::new();
    for turn in 0..TURNS {
        let mut words = Words::new(turn, 9);
        let (after, numbers) = ended(game, |count| words.below(count as u32) as usize);
        let over = after.state().turns != game.state().turns && after.outcome() == Outcome::Running;
        if over && lost(&after, seat, 1) == 0 && lost(&after, seat, WORLDS) * 10 <= WORLDS {
            met.push(numbers);
        }
    }
    if met.len() * 4 > TURNS as usize {
        None
    } else {
        met.into_iter().min_by_key(Vec::len)
    }
}

/// So many positions with a sure win in one turn, of so many choices at least, from games of two such bots, the first one of a game.
fn made(
    script: &Arc<Script>,
    (recipe, who): (&str, &str),
    (count, least): (usize, usize),
    out: &mut String,
) {
    for_some(script, who, count, |game, seat, seed| {
        let Some(line) = sure_line(game, seat).filter(|line| line.len() >= least) else {
            return false;
        };
        let taken = walked(game, seat, &line, |wanted, _, choice| *wanted == choice);
        let (length, numbers) = (
            line.len(),
            in_a_line(taken.iter().map(|(number, _)| number)),
        );
        let comment = format!(
            "# {recipe}, after {who} play, game {seed}, a win of {length} choices\n{WON}{numbers}"
        );
        out.push_str(&format!("{comment}\n{}\n", print_open(game, true)));
        true
    });
}

/// Asks at the start of each turn of games of two such bots, the first one first, with the seat and the game's seed, until that
/// was wanted in so many games: a game is over with it.
fn for_some(
    script: &Arc<Script>,
    who: &str,
    count: usize,
    mut wanted: impl FnMut(&Game, Seat, u64) -> bool,
) {
    let mut found = 0;
    for seed in 1.. {
        if found == count {
            return;
        }
        for_each_game(script, who, seed..seed + 1, &mut |game, seat, seed| {
            let wanted = wanted(game, seat, seed);
            found += usize::from(wanted);
            wanted
        });
    }
}

/// The same for the games with those seeds, whether anything is wanted in them or not.
fn for_each_game(
    script: &Arc<Script>,
    who: &str,
    seeds: std::ops::Range<u64>,
    wanted: &mut dyn FnMut(&Game, Seat, u64) -> bool,
) {
    let spec: BotSpec = who.parse().expect("it is a bot");
    for seed in seeds {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut bots: Vec<_> = (0..2).map(|seat| spec.seated(seed * 2 + seat)).collect();
        let mut course = Course::default();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 120) {
            let starts = matches!(game.decision(), Some((_, Asked::Menu)))
                && game.board().phase == Phase::Start;
            if starts && wanted(&game, decision.by, seed) {
                break;
            }
            let number = bots[decision.by.index()].choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut ())
                .expect("bots choose among the options");
            course.advance(&game);
        }
    }
}
