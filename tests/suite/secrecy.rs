//! The law of secrecy: what a seat cannot know changes nothing of what it is shown, told and asked.

use std::sync::Arc;

#[cfg(feature = "cli")]
use crate::support::program::{brink_in, project};
use crate::support::worlds::{answers, other_world, shown, stretch};
use brink::board::{CardId, Phase, Seat, View};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::{Bot, BotSpec, Budget, Course, Ismcts, Seen};
use brink::engine::{Asked, Game, Script, Words};
use brink::explain::goals::goals;
use brink::explain::options::decision::Decision;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::session::opening::draw_kinds;
use brink::session::opening::{Opening, Seating};
use brink::session::preview::preview;
use brink::session::screen::Memory;
use brink::session::screen::{Lines, draw};
use brink::session::sitting::Sitting;
use brink::text::Source;
use brink::text::limits::KINDS;

/// How many moves are made in both worlds.
const STEPS: usize = 8;

/// Games of every recipe, drafts by several seeds.
fn scripts() -> Vec<Arc<Script>> {
    let library = crate::support::scripts::builtin();
    let mut scripts: Vec<Arc<Script>> = ["1961", "1971", "combined"]
        .map(crate::support::scripts::script)
        .into();
    let draft = library
        .draft("draft")
        .expect("it is built in")
        .expect("it drafts");
    for seed in 0..4 {
        let kinds = draw_kinds(&draft, seed);
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        scripts.push(crate::support::scripts::script_with(
            "draft",
            &[("reshuffle", "on-draw")],
            &kinds,
        ));
    }
    scripts.extend(own(&OWN));
    scripts
}

/// Sets of our own, whose cards shuffle, show, give and take, and pick from hands and from inside stacks; and whose
/// counters lie on cards that nobody knows, and say something; who decide for others, and swap hands; which last for a while, come later,
/// remember what was done, have names written on them, and work from a hand.
const OWN: [&str; 18] = [
    "market", "thieves", "spies", "puppets", "bids", "tides", "truces", "hunches", "gambits",
    "sayings", "hinges", "whims", "vows", "fairs", "parlours", "relics", "piles", "ambushes",
];

fn own(games: &[&str]) -> Vec<Arc<Script>> {
    games
        .iter()
        .map(|game| crate::support::own::own_script(&format!("{game}-game.toml")))
        .collect()
}

#[derive(Default)]
struct Count {
    positions: u64,
    /// Steps that were made in both worlds.
    steps: u64,
    /// Stretches that others could not play alike, because their hidden cards differ.
    parted: u64,
    /// Other worlds that differ in some card.
    different: u64,
    /// Questions that were answered in both worlds.
    asked: u64,
    /// Options of which something was said before they were taken.
    previews: u64,
}

fn check_position(game: &Game, seat: Seat, words: &mut Words, count: &mut Count) {
    let other = other_world(game, seat, words).unwrap_or_else(|leak| panic!("{leak}"));
    if count.positions.is_multiple_of(5) && game.chooser().is_some_and(|who| who.by == seat) {
        let (here, there) = (
            answers(game, count.positions),
            answers(&other, count.positions),
        );
        assert_eq!(here, there, "{seat} is told something else");
        count.asked += here.len() as u64;
    }
    // How far everybody is, and what a choice will certainly do.
    if count.positions.is_multiple_of(8) {
        assert_eq!(
            goals(&game.worlds(seat)),
            goals(&other.worlds(seat)),
            "{seat} is told of other goals"
        );
    }
    if count.positions.is_multiple_of(40) && game.chooser().is_some_and(|who| who.by == seat) {
        for number in 0..game.options().len().min(4) {
            let (here, there) = (preview(game, number), preview(&other, number));
            assert_eq!(
                here, there,
                "{seat} is told of something else that will happen"
            );
            count.previews += u64::from(here.is_some_and(|preview| !preview.certain.is_empty()));
        }
    }
    count.positions += 1;
    count.different += u64::from(other.script().rules.cards != game.script().rules.cards);
}

/// Plays games of a recipe, each of so many players and of a seed, and looks at every position.
fn check_games(script: &Arc<Script>, games: &[(u8, u64)]) -> Count {
    let mut count = Count::default();
    for &(players, seed) in games {
        let mut words = Words::new(seed, 3);
        let mut game = Game::deal(script.clone(), players, seed, &mut ());
        let policy = if seed % 2 == 0 {
            Policy::Mixed
        } else {
            Policy::Uniform
        };
        let mut player = RandomPlayer::new(policy, seed);
        let mut decisions = 0;
        while let Some(asked) = game
            .chooser()
            .map(|who| who.by)
            .filter(|_| game.state().turns < 60)
        {
            // The one who is asked, and some other.
            let other = Seat((asked.0 + 1 + words.below(u32::from(players) - 1) as u8) % players);
            check_position(&game, asked, &mut words, &mut count);
            check_position(&game, other, &mut words, &mut count);
            if decisions % 3 == 0 {
                let seat = if decisions % 2 == 0 { asked } else { other };
                let alike = stretch(&game, seat, STEPS, seed + decisions, &mut words);
                let (steps, parted) = alike.unwrap_or_else(|leak| panic!("{leak}"));
                (count.steps, count.parted) =
                    (count.steps + steps, count.parted + u64::from(parted));
            }
            decisions += 1;
            let choice = player.choose(&game);
            game.take(choice, &mut ())
                .expect("random players choose among the options");
        }
    }
    count
}

/// What is looked at in games of all these, each in a thread of its own.
fn check_all(scripts: Vec<Arc<Script>>, games: impl Fn(usize) -> Vec<(u8, u64)>) -> Vec<Count> {
    std::thread::scope(|threads| {
        let checks: Vec<_> = (scripts.into_iter().enumerate())
            .map(|(number, script)| {
                let games = games(number);
                threads.spawn(move || check_games(&script, &games))
            })
            .collect();
        checks
            .into_iter()
            .map(|check| check.join().expect("nothing leaks"))
            .collect()
    })
}

/// Looks at games of every recipe: at so many times as much as one game of each shows.
fn seats_learn_nothing(games: impl Fn(usize) -> Vec<(u8, u64)>, times: u64) {
    let counts = check_all(scripts(), games);
    let sum = |of: fn(&Count) -> u64| counts.iter().map(of).sum::<u64>();
    let (positions, steps, parted) = (sum(|c| c.positions), sum(|c| c.steps), sum(|c| c.parted));
    let (different, asked, previews) =
        (sum(|c| c.different), sum(|c| c.asked), sum(|c| c.previews));
    println!("{positions} positions, {steps} steps, {parted} parted, {different} different");
    println!("{asked} answers, {previews} previews");
    assert!(previews >= 40 * times, "{previews} previews");
    assert!(asked >= 400 * times, "{asked} answers");
    assert!(positions >= 800 * times, "{positions} positions");
    assert!(
        different * 10 > positions * 9,
        "{different} of {positions} worlds differ"
    );
    assert!(
        steps >= 800 * times && parted * 4 < steps,
        "{steps} steps, {parted} stretches that others cannot play alike"
    );
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_it_is_shown_told_or_asked() {
    seats_learn_nothing(|number| vec![(2 + number as u8 % 5, number as u64 % 3)], 1);
}

#[test]
#[ignore = "it takes longer"]
fn what_a_seat_cannot_know_changes_nothing_in_many_games() {
    let games: Vec<(u8, u64)> = (2..=6)
        .map(|players| (players, u64::from(players) % 3))
        .collect();
    seats_learn_nothing(|_| games.clone(), 4);
}

/// What a search finds out, its lines and wins and all that it tells meanwhile, is the same in all games that the seat cannot
/// tell apart.
#[test]
fn an_analysis_tells_nothing_that_the_seat_cannot_know() {
    let analysed = |game: &Game, taken: u64| {
        let decision = Decision::of(game).expect("somebody is asked");
        let seen = Seen::new(game, &decision, Course::after(taken));
        let mut told = Vec::new();
        let last = Ismcts::new(7, Budget::Iterations(40), 1)
            .analyse(&seen, Some(&mut |far| told.push(far.clone())));
        (told, last)
    };
    let (mut positions, mut different, mut lines) = (0, 0, 0);
    for (number, script) in scripts().into_iter().enumerate() {
        let mut words = Words::new(number as u64, 3);
        let mut game = Game::deal(script, 2 + number as u8 % 2, number as u64, &mut ());
        let mut player = RandomPlayer::new(Policy::Mixed, number as u64);
        for taken in 0..60 {
            let Some(who) = game.chooser() else { break };
            if taken % 12 == 5 {
                let other =
                    other_world(&game, who.by, &mut words).unwrap_or_else(|leak| panic!("{leak}"));
                let (here, there) = (analysed(&game, taken), analysed(&other, taken));
                assert_eq!(here, there, "{} is told something else", who.by);
                positions += 1;
                different += usize::from(other.script().rules.cards != game.script().rules.cards);
                lines += here
                    .1
                    .options
                    .iter()
                    .filter(|weighed| weighed.line.len() > 1)
                    .count();
            }
            let choice = player.choose(&game);
            game.take(choice, &mut ())
                .expect("random players choose among the options");
        }
    }
    assert!(
        positions >= 30 && different * 10 > positions * 8,
        "{different} of {positions} worlds differ"
    );
    assert!(lines >= 20, "{lines} lines");
}

/// Some cards in hand may be alike, so that a text which asks for one again and again does not always have to ask.
#[test]
fn what_is_asked_again_and_again_tells_others_no_more_than_what_is_asked_once() {
    let set = "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"B\"\naction = \"C\"\n[[card]]\nbuilding = \"D\"\n\
               action = \"E\"\n[[victory]]\nfront = \"V\"\n[building.B]\ntext = \"\"\n[building.D]\ntext = \"\"\n\
               [building.V]\ntext = '''\nUse: for each player: swap this with a building in your hand.\n'''\n\
               [action.C]\ntext = \"\"\n[action.E]\ntext = \"\"\n";
    let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 0\n";
    let sources = [Source::new("a.toml", set), Source::new("g.toml", recipe)];
    let library = Library::parse(sources.into()).expect("the cards are sound");
    let script = Arc::new(Script::new(
        library
            .compile("g", &Settings::default())
            .expect("the recipe is sound"),
    ));
    let (mut words, mut made) = (Words::new(1, 3), 0);
    for seed in 0..20 {
        let game = Game::deal(script.clone(), 3, seed, &mut ());
        for again in 0..20 {
            let alike = stretch(&game, Seat((seed % 3) as u8), STEPS, again, &mut words);
            made += alike.unwrap_or_else(|leak| panic!("{leak}")).0;
        }
    }
    assert!(made > 300, "{made} moves in both worlds");
}

/// What comes later names cards that lie face down: neither how that is shown nor the order in which it comes may tell which they are.
#[test]
fn what_is_pending_tells_nothing_of_the_cards_that_it_names() {
    let later = "Choose a top as prey. At the end of your next turn, discard prey.";
    let set = format!(
        "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"B\"\naction = \"C\"\n[[card]]\nbuilding = \"D\"\n\
         action = \"E\"\n[[victory]]\nfront = \"V\"\n[building.B]\ntext = \"\"\n[building.D]\ntext = \"\"\n\
         [building.V]\ntext = '''\nOnce a turn: {}\n'''\n[action.C]\ntext = '''\n{later}\n'''\n\
         [action.E]\ntext = \"\"\n",
        later.replacen('C', "c", 1)
    );
    let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 20\nvictory = \"same\"\nhand = 3\nshields = 2\n";
    let sources = [Source::new("a.toml", set), Source::new("g.toml", recipe)];
    let library = Library::parse(sources.into()).expect("the cards are sound");
    let script = Arc::new(Script::new(
        library
            .compile("g", &Settings::default())
            .expect("the recipe is sound"),
    ));
    let (mut words, mut several, mut made) = (Words::new(2, 3), 0, 0);
    for seed in 0..6 {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut player = RandomPlayer::new(Policy::Mixed, seed);
        for _ in 0..60 {
            let Some(who) = game.chooser() else { break };
            several += u32::from(game.board().pending().all().len() > 1);
            other_world(&game, who.by, &mut words).unwrap_or_else(|leak| panic!("{leak}"));
            let alike = stretch(&game, who.by, STEPS, seed, &mut words);
            made += alike.unwrap_or_else(|leak| panic!("{leak}")).0;
            let choice = player.choose(&game);
            game.take(choice, &mut ())
                .expect("random players choose among the options");
        }
    }
    assert!(
        several > 30 && made > 300,
        "{several} tables, {made} moves in both worlds"
    );
}

#[test]
fn a_determinization_keeps_what_the_seat_knows_and_changes_the_rest() {
    let script = crate::support::scripts::script("1961");
    let mut words = Words::new(5, 3);
    let game = Game::deal(script, 3, 5, &mut ());
    let kinds = |game: &Game, cards: &[CardId]| -> Vec<u8> {
        cards
            .iter()
            .map(|card| game.script().rules.cards[card.index()].0)
            .collect()
    };
    let mut hands = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let other = game.determinized(Seat(0), &mut words);
        assert_eq!(
            kinds(&other, other.board().hand(Seat(0))),
            kinds(&game, game.board().hand(Seat(0)))
        );
        hands.insert(kinds(&other, other.board().hand(Seat(1))));
        let mut all = (
            other.script().rules.cards.clone(),
            game.script().rules.cards.clone(),
        );
        all.0.sort_by_key(|kind| kind.0);
        all.1.sort_by_key(|kind| kind.0);
        assert_eq!(all.0, all.1, "no card is added or lost");
    }
    assert!(hands.len() > 20, "{} hands of the next player", hands.len());
}

#[test]
fn what_lies_face_down_is_drawn_by_how_plausible_it_is() {
    let mut game = Game::deal(crate::support::scripts::script("1961"), 2, 5, &mut ());
    while game.board().phase == Phase::SetUp {
        game.take_nth(&mut (), |_| 0);
    }
    let mut worlds = game.worlds(Seat(0));
    let (mut words, mut plausible) = (Words::new(5, 3), [1; KINDS]);
    plausible[3] = 1_000;
    let (mut laid, mut likely) = (0, 0);
    for _ in 0..50 {
        let other = worlds.sample_by(&plausible, &mut words);
        assert!(
            other.worlds(Seat(0)) == game.worlds(Seat(0)),
            "it is a world of the seat's"
        );
        let building = other.board().row(Seat(1))[0];
        for card in other.board().stack_from_top(building) {
            laid += 1;
            likely += i32::from(other.script().rules.cards[card.index()].0 == 3);
        }
    }
    assert_eq!(laid, 100, "the second player begins with two");
    assert!(likely > 90, "{likely} are of the kind that is plausible");
}

#[test]
fn a_leak_would_be_found() {
    // A world that changes a card the seat does know is told apart.
    let game = Game::deal(crate::support::scripts::script("1961"), 2, 5, &mut ());
    let mut words = Words::new(1, 3);
    let found = (0..20)
        .any(|_| shown(&game.determinized(Seat(1), &mut words), Seat(0)) != shown(&game, Seat(0)));
    assert!(found);
}

#[test]
fn a_screen_shows_what_is_known_and_at_a_strict_table_what_lies_open() {
    let script = crate::support::scripts::script("1961");
    let screen = |card: &str, known: &str, memory| {
        let text = format!("p1 hand: Embargo\np1: Moon Lander[]\np2: Moon Lander[{card}{known}]\n");
        let setup =
            read_position(&text, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Game::from_setup(script.clone(), &setup, 1, &mut ());
        let (view, decision) = (
            View::of(game.board(), &script.rules.cards, Seat(0)),
            Decision::of(&game),
        );
        draw(
            &script.rules,
            view,
            &[],
            decision.as_ref(),
            Seat(0),
            memory,
            Lines::new(false),
        )
    };
    // Only a screen of what p1 has seen, drawn by a table that assists, tells which card it is.
    for (known, memory, same) in [
        ("{p1}", Memory::Assisted, false),
        ("{p1}", Memory::Strict, true),
        ("{p2}", Memory::Assisted, true),
        ("{p2}", Memory::Strict, true),
    ] {
        let (here, there) = (
            screen("Sabotage", known, memory),
            screen("Research", known, memory),
        );
        assert_eq!(
            here == there,
            same,
            "known to {known}, {memory}:\n{here}{there}"
        );
        assert!(here.contains("action Embargo"), "{here}");
    }
}

/// What each bot chooses for the player who is asked.
fn chosen(game: &Game) -> Vec<usize> {
    let decision = Decision::of(game).expect("somebody is asked");
    let mut course = Course::default();
    course.taken = 7;
    let bots = ["random", "cautious", "greedy", "ismcts:12", "ismcts:8x2"];
    let bots = bots.map(|bot| bot.parse::<BotSpec>().expect("it is a bot"));
    bots.iter()
        .map(|bot| bot.seated(5).choose(&Seen::new(game, &decision, course)))
        .collect()
}

/// The same table with cards numbered afresh, as they lie in an open position.
fn laid_out_again(game: &Game, script: &Arc<Script>) -> Game {
    let view = View::open(game.board(), &game.script().rules.cards);
    let text = print_view(&game.script().rules, &view, true);
    let setup = read_position(&text, 0, &script.rules)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    Game::from_setup(script.clone(), &setup, 3, &mut ())
}

#[test]
fn bots_choose_the_same_whatever_they_cannot_know() {
    bots_keep_to_what_they_know(|number| vec![2 + 2 * (number as u8 % 2)]);
}

#[test]
#[ignore = "it takes longer"]
fn bots_choose_the_same_with_two_players_and_with_four() {
    bots_keep_to_what_they_know(|_| vec![2, 4]);
}

/// Lets bots choose in games of each script, with so many players, and in others that their seat cannot tell apart.
fn bots_keep_to_what_they_know(players: impl Fn(usize) -> Vec<u8>) {
    let (mut asked, mut renumbered) = (0, 0);
    let scripts = scripts().into_iter().enumerate();
    let games = scripts.flat_map(|(index, script)| {
        let players = players(index).into_iter();
        players.map(move |players| (index, script.clone(), players))
    });
    for (index, script, players) in games {
        let seed = index as u64;
        let mut words = Words::new(seed, 3);
        let mut game = Game::deal(script.clone(), players, seed, &mut ());
        let mut player = RandomPlayer::new(Policy::Mixed, seed);
        let mut number = 0;
        while let Some((_, kind)) = game.decision().filter(|_| number < 60) {
            // Whoever decides in another's place knows what they know themselves.
            let seat = game.chooser().expect("somebody is asked").by;
            if number % 4 == 0 || number < 8 {
                let other = game.determinized(seat, &mut words);
                assert_eq!(
                    chosen(&game),
                    chosen(&other),
                    "{seat} chooses by what it cannot know"
                );
                asked += 1;
                // Nor do the numbers of the cards tell anything.
                if kind == Asked::Menu {
                    let (here, there) = (
                        laid_out_again(&game, &script),
                        laid_out_again(&other, &script),
                    );
                    assert_eq!(
                        chosen(&here),
                        chosen(&there),
                        "{seat} chooses by the numbers of cards"
                    );
                    renumbered += 1;
                }
            }
            number += 1;
            let choice = player.choose(&game);
            game.take(choice, &mut ())
                .expect("random players choose among the options");
        }
    }
    assert!(
        asked > 200 && renumbered > 100,
        "{asked} decisions, {renumbered} of them with other numbers"
    );
}

#[test]
fn what_a_search_keeps_within_a_turn_tells_nothing_that_its_seat_cannot_know() {
    let mut gone_on = 0;
    for (index, script) in scripts().into_iter().enumerate() {
        let seed = 40 + index as u64;
        let mut words = Words::new(seed, 3);
        let mut game = Game::deal(script, 2, seed, &mut ());
        let mut course = Course::default();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 12) {
            let seat = decision.by;
            let mut other = game.determinized(seat, &mut words);
            let mut bots = [5, 5].map(|seed| Ismcts::new(seed, Budget::Iterations(40), 1));
            let (mut here, mut turn) = (game.clone(), course);
            // Both go on through the turn, as long as the seat cannot tell the two games apart.
            while let Some(decision) = Decision::of(&here)
                .filter(|it| it.by == seat && here.worlds(seat) == other.worlds(seat))
            {
                let there = Decision::of(&other).expect("somebody is asked there, too");
                let [first, second] = &mut bots;
                let chosen = first.choose(&Seen::new(&here, &decision, turn));
                assert_eq!(
                    chosen,
                    second.choose(&Seen::new(&other, &there, turn)),
                    "{seat} keeps what it cannot know"
                );
                gone_on += u32::from(turn.taken > course.taken);
                for game in [&mut here, &mut other] {
                    let choice = game.options()[chosen];
                    game.take(choice, &mut ()).expect("it is offered");
                }
                turn.advance(&here);
                if turn.in_turn == 0 {
                    break;
                }
            }
            game.take_nth(&mut (), |count| words.below(count));
            course.advance(&game);
        }
    }
    assert!(gone_on > 40, "{gone_on} decisions were gone on with");
}

/// All that a person at the table is shown.
fn on_the_table(sitting: &Sitting) -> String {
    format!(
        "{:?}\n{:?}\n{}",
        sitting.view(),
        sitting.decision(),
        sitting.numbered_log(0)
    )
}

#[test]
fn going_back_shows_what_was_shown_before_and_nothing_of_what_came_after() {
    for (index, script) in scripts().into_iter().enumerate() {
        let bots = "cautious".parse().expect("it is a bot");
        let (seed, opening) = (index as u64, Opening::default());
        let seating = Seating {
            script,
            players: 3,
            seed,
            seat: Seat(0),
            bots,
            given: None,
            opening,
            guests: Vec::new(),
            names: Vec::new(),
        };
        let mut sitting = Sitting::new(seating);
        let mut words = Words::new(seed, 3);
        let mut shown = Vec::new();
        while let Some(decision) = sitting.decision().filter(|_| shown.len() < 12) {
            shown.push(on_the_table(&sitting));
            assert!(sitting.take(words.below(decision.offers.len() as u32) as usize));
        }
        while let Some(before) = shown.pop() {
            assert!(sitting.undo(1).is_some());
            assert_eq!(on_the_table(&sitting), before);
        }
        assert!(sitting.undo(1).is_none());
    }
}

#[cfg(feature = "cli")]
#[test]
fn help_and_all_else_that_a_person_may_type_says_the_same_whatever_lies_hidden() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let told = |seen: &str, cards: [&str; 4], typed: &str| {
        let [stacked, held, other, deck] = cards;
        let ruling = format!(
            "[[ruling]]\nid = \"a\"\ntitle = \"Two worlds\"\nrules = []\ngame = \"1961\"\nposition = \"\"\"\n\
             deck: {deck}\np1 hand: Embargo\np2 hand: {held}, {other}\n\
             p1: Moon Lander[]\np2: Moon Lander[{stacked}{{{seen}}}]\n\"\"\"\n[ruling.expect]\nasked = \"p1\"\n"
        );
        let file = folder.path().join("world.toml");
        std::fs::write(&file, ruling).expect("there is room for files");
        let open = [
            "ruling",
            &file.to_string_lossy(),
            "--open",
            "a",
            "--bots",
            "cautious",
        ];
        let run = brink_in(project(), &open, &format!("{typed}\nquit\n"));
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{typed}");
        run.out
    };
    let here = ["Sabotage", "Research", "Espionage", "Missile Launch"];
    let there = ["Missile Launch", "Sabotage", "Research", "Espionage"];
    for typed in [
        "?",
        "help",
        "table",
        "log",
        "undo",
        "why p2.1",
        "why p2.2",
        "why last",
        "why action Sabotage",
        "why Sabotage",
        "why",
        "dispute",
        "dispute deck",
        "save",
        "save a --to b",
        "0",
        "99",
        "action Sabotage",
        "stack",
        "sbotage",
        "",
    ] {
        let (one, other) = (told("p2", here, typed), told("p2", there, typed));
        assert_eq!(one, other, "{typed}");
        assert!(
            one.matches("You left the game.").count() == 1 && one.contains("Embargo"),
            "{one}"
        );
    }
    assert_ne!(
        told("p1", here, "?"),
        told("p1", there, "?"),
        "a card that is known is shown"
    );
}
