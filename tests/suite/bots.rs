//! What the bots do, and leave: they answer always, within their budget, the same to the same.

use std::sync::Arc;
use std::time::{Duration, Instant};

use brink::board::{CardId, CardSet, Kind, Seat};
use brink::bots::{Bot, BotSpec, Budget, Course, Ismcts, Seen};
use brink::engine::{Game, Outcome, Script, Words};
use brink::explain::options::decision::{Decision, Offer, What};
use brink::record::positions::read::read_position;

/// Plays a game of bots; `seen` is shown each decision and what was chosen.
fn play(names: &[BotSpec], seed: u64, seen: &mut dyn FnMut(&Decision, &Offer)) -> Outcome {
    play_of(
        &crate::support::scripts::script("1961"),
        names,
        seed,
        500,
        seen,
    )
}

/// The same, for other games and so many turns at most.
fn play_of(
    script: &Arc<Script>,
    names: &[BotSpec],
    seed: u64,
    limit: u32,
    seen: &mut dyn FnMut(&Decision, &Offer),
) -> Outcome {
    let mut game = Game::deal(script.clone(), names.len() as u8, seed, &mut ());
    let mut bots: Vec<_> = names.iter().map(|name| name.seated(seed)).collect();
    let mut course = Course::default();
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < limit) {
        let number = bots[decision.seat.index()].choose(&Seen::new(&game, &decision, course));
        seen(&decision, &decision.offers[number]);
        let choice = game.options()[number];
        game.take(choice, &mut ())
            .expect("bots choose among the options");
        course.advance(&game);
    }
    game.outcome()
}

#[test]
fn the_cautious_one_builds_at_home_and_picks_on_others() {
    for seed in 0..30 {
        play(&[BotSpec::Cautious; 4], seed, &mut |decision, offer| {
            let others = decision.offers.iter().any(|offer| match offer.what {
                What::Player(seat) => seat != decision.seat,
                What::Building(at) | What::Top(at) => at.seat != decision.seat,
                _ => false,
            });
            match offer.what {
                What::Build { at, .. } | What::Stack { on: at, .. } => {
                    assert_eq!(at.seat, decision.seat)
                }
                What::Player(seat) if others => assert_ne!(seat, decision.seat),
                What::Building(at) | What::Top(at) if others && decision.targeted => {
                    assert_ne!(at.seat, decision.seat);
                }
                _ => {}
            }
        });
    }
}

#[test]
fn the_cautious_one_wins_more_games_than_one_that_takes_anything() {
    let mut won = 0;
    for seed in 0..60 {
        let names = [BotSpec::Cautious, BotSpec::Random];
        let swapped = [BotSpec::Random, BotSpec::Cautious];
        won += u32::from(play(&names, seed, &mut |_, _| {}) == Outcome::Won(Seat(0)));
        won += u32::from(play(&swapped, seed, &mut |_, _| {}) == Outcome::Won(Seat(1)));
    }
    assert!(won > 90, "{won} of 120");
}

#[test]
fn a_seed_makes_the_same_game_of_bots() {
    let labels = || {
        let mut labels = Vec::new();
        play(
            &[BotSpec::Cautious, BotSpec::Random, BotSpec::Cautious],
            4,
            &mut |_, offer| {
                labels.push(offer.label.clone());
            },
        );
        labels
    };
    assert_eq!(labels(), labels());
}

fn bot(text: &str) -> BotSpec {
    text.parse().expect("it is a bot")
}

#[test]
fn every_bot_plays_every_game_with_any_number_of_players() {
    let recipes = ["1961", "1971", "combined", "draft"].map(crate::support::scripts::script);
    let mut over = 0;
    for (index, script) in recipes
        .iter()
        .chain([&crate::support::own::own_script("market-game.toml")])
        .enumerate()
    {
        for players in 2..=6 {
            let bots = [
                "ismcts:4",
                "greedy",
                "random",
                "cautious",
                "ismcts:5x2",
                "ismcts:3",
            ]
            .map(bot);
            let outcome = play_of(
                script,
                &bots[..players],
                (index * 10 + players) as u64,
                40,
                &mut |_, _| {},
            );
            over += u32::from(outcome != Outcome::Running);
        }
    }
    assert!(over >= 15, "{over} of 25 games were over in 40 turns");
}

#[test]
fn what_is_offered_may_hang_on_cards_that_the_bot_cannot_know() {
    let script = crate::support::own::own_script("harbour-game.toml");
    for seed in 0..20 {
        let mut game = Game::deal(script.clone(), 3, seed, &mut ());
        let mut words = Words::new(seed, 9);
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 40) {
            for name in ["cautious", "greedy", "ismcts:10", "ismcts:8x2"] {
                let number =
                    bot(name)
                        .seated(seed)
                        .choose(&Seen::new(&game, &decision, Course::default()));
                assert!(number < decision.offers.len(), "{name}");
            }
            let options = game.options();
            let choice = options[words.below(options.len() as u32) as usize];
            game.take(choice, &mut ())
                .expect("it is one of the options");
        }
    }
}

#[test]
fn greedy_wins_more_games_than_cautious_and_ismcts_more_than_greedy() {
    let won = |strong: &str, weak: &str, deals: u64| {
        let (strong, weak) = (bot(strong), bot(weak));
        let first = |seed| play(&[strong, weak], seed, &mut |_, _| {}) == Outcome::Won(Seat(0));
        let second = |seed| play(&[weak, strong], seed, &mut |_, _| {}) == Outcome::Won(Seat(1));
        (0..deals)
            .map(|seed| u64::from(first(seed)) + u64::from(second(seed)))
            .sum::<u64>()
    };
    let greedy = won("greedy", "cautious", 10);
    assert!(greedy >= 16, "greedy has won {greedy} of 20");
    let ismcts = won("ismcts:150", "greedy", 10);
    assert!(ismcts >= 12, "ismcts has won {ismcts} of 20");
}

#[test]
fn a_seed_and_a_number_of_iterations_make_the_same_game() {
    let labels = || {
        let mut labels = Vec::new();
        play(
            &["ismcts:40", "ismcts:30x3", "greedy"].map(bot),
            4,
            &mut |_, offer| labels.push(offer.label.clone()),
        );
        labels
    };
    let first = labels();
    assert!(first.len() > 10, "{first:?}");
    assert_eq!(first, labels());
}

#[test]
fn a_search_ends_when_its_time_is_over_wherever_it_is_asked() {
    for script in [
        crate::support::scripts::script("1971"),
        crate::support::own::own_script("market-game.toml"),
    ] {
        let mut game = Game::deal(script.clone(), 4, 3, &mut ());
        let mut words = Words::new(3, 9);
        let (mut course, mut longest) = (Course::default(), Duration::ZERO);
        for _ in 0..60 {
            let Some(decision) = Decision::of(&game) else {
                break;
            };
            let seen = Seen::new(&game, &decision, course);
            let begun = Instant::now();
            let number = bot("ismcts:5ms").seated(1).choose(&seen);
            longest = longest.max(begun.elapsed());
            assert!(number < decision.offers.len());
            // Somewhere else than where good play leads.
            let options = game.options();
            let choice = options[words.below(options.len() as u32) as usize];
            game.take(choice, &mut ())
                .expect("it is one of the options");
            course.advance(&game);
        }
        // Without an end it would search for as long as its memory lasts. Machines that run tests are busy with others, too.
        assert!(longest < Duration::from_secs(60), "{longest:?}");
    }
}

#[test]
fn nobody_thinks_on_once_no_answer_is_wanted() {
    let game = Game::deal(crate::support::scripts::script("1971"), 4, 3, &mut ());
    let decision = Decision::of(&game).expect("somebody is asked");
    for name in [
        "random",
        "cautious",
        "greedy",
        "ismcts:1000000000",
        "ismcts:1000000000x3",
        "ismcts:1000s",
    ] {
        let begun = Instant::now();
        let stop = || begun.elapsed() > Duration::from_millis(50);
        let number = bot(name)
            .seated(1)
            .choose(&Seen::new(&game, &decision, Course::default()).until(&stop));
        assert!(number < decision.offers.len());
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{name} thinks for {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn a_bot_that_has_been_going_on_for_long_ends_its_turn() {
    let script = crate::support::scripts::script("1971");
    let mut long = Course::default();
    let mut asked = 0;
    for seed in 0..12 {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut words = Words::new(seed, 9);
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 60) {
            let uses = |offer: &Offer| matches!(offer.what, What::Use { .. });
            if decision.offers.iter().any(uses) && asked < 40 {
                long.in_turn = 1000;
                for name in ["cautious", "greedy", "ismcts:20"] {
                    let number = bot(name)
                        .seated(seed)
                        .choose(&Seen::new(&game, &decision, long));
                    assert!(
                        !uses(&decision.offers[number]),
                        "{name} uses {}",
                        decision.offers[number].label
                    );
                }
                asked += 1;
            }
            let options = game.options();
            let choice = options[words.below(options.len() as u32) as usize];
            game.take(choice, &mut ())
                .expect("it is one of the options");
        }
    }
    assert_eq!(asked, 40);
}

/// A bot that writes down all that card numbers might tell, and guesses by it what it cannot know.
#[derive(Default)]
struct Snoop {
    /// What a card of that number has been.
    marked: std::collections::BTreeMap<CardId, Kind>,
    /// Guesses, and those that were right: by how the rules list cards, and by what it has written down.
    guesses: [u32; 2],
    right: [u32; 2],
}

impl Snoop {
    fn look(&mut self, seen: &Seen<'_>, game: &Game) {
        let seat = seen.decision.seat;
        let worlds = seen.worlds();
        let (canonical, truth) = (worlds.game(), &game.script().rules.cards);
        let listed = &canonical.script().rules.cards;
        let places = |game: &Game| -> Vec<CardId> {
            let board = game.board();
            let hands = Seat(0)
                .clockwise(board.seats)
                .flat_map(|seat| board.hand(seat));
            let stacks = board
                .buildings()
                .iter()
                .flat_map(|building| board.stack_from_top(*building));
            let piles = board
                .deck()
                .cards()
                .iter()
                .chain(board.discard().cards())
                .chain(board.buildings())
                .chain(hands);
            piles.copied().chain(stacks).collect()
        };
        // The same cards, place by place.
        for (card, own) in places(game).into_iter().zip(places(canonical)) {
            if !game.is_hidden(card, seat) {
                assert_eq!(
                    listed[own.index()],
                    truth[card.index()],
                    "what it knows is as it is"
                );
                continue;
            }
            let guesses = [
                Some(seen.rules.cards[own.index()]),
                self.marked.get(&own).copied(),
            ];
            for (at, guess) in guesses
                .into_iter()
                .enumerate()
                .filter_map(|(at, guess)| Some((at, guess?)))
            {
                self.guesses[at] += 1;
                self.right[at] += u32::from(guess == truth[card.index()]);
            }
        }
        for (card, own) in places(game).into_iter().zip(places(canonical)) {
            if !game.is_hidden(card, seat) {
                self.marked.insert(own, listed[own.index()]);
            }
        }
    }
}

#[test]
fn card_numbers_tell_a_bot_nothing() {
    let script = crate::support::scripts::script("1961");
    let mut snoop = Snoop::default();
    for seed in 0..60 {
        let mut game = Game::deal(script.clone(), 3, seed, &mut ());
        let mut words = Words::new(seed, 9);
        snoop.marked.clear();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 60) {
            // What others are shown it is not.
            if decision.seat == Seat(0) {
                snoop.look(&Seen::new(&game, &decision, Course::default()), &game);
            }
            let options = game.options();
            let choice = options[words.below(options.len() as u32) as usize];
            game.take(choice, &mut ())
                .expect("it is one of the options");
        }
    }
    // There are as many cards of each of six kinds: one of six guesses is right by luck.
    for (guesses, right) in snoop.guesses.into_iter().zip(snoop.right) {
        let rate = f64::from(right) / f64::from(guesses);
        assert!(
            guesses > 10_000 && (0.12..0.22).contains(&rate),
            "{right} of {guesses} guesses are right"
        );
    }
}

#[test]
fn a_deck_of_300_cards_of_all_designs_is_read_and_searched() {
    let script = crate::support::fans::book(6);
    assert!(script.rules.deck_size >= 300, "{}", script.rules.deck_size);
    let bots = ["ismcts:50".parse().expect("it is a bot"); 2];
    let mut decisions = 0;
    play_of(&script, &bots, 1, 12, &mut |_, _| decisions += 1);
    assert!(decisions > 12, "{decisions}");
}

#[test]
fn texts_that_look_far_do_not_hold_up_a_search() {
    let iterations = |script: &Arc<Script>| {
        let (mut game, mut words) = (Game::deal(script.clone(), 2, 1, &mut ()), Words::new(1, 9));
        while game.state().turns < 6 || game.menu().is_none() {
            let options = game.options();
            let choice = options[words.below(options.len() as u32) as usize];
            game.take(choice, &mut ())
                .expect("it is one of the options");
        }
        let decision = Decision::of(&game).expect("somebody is asked");
        let seen = Seen::new(&game, &decision, Course::default());
        let mut bots = [1, 1].map(|seed| Ismcts::new(seed, Budget::Iterations(40), 1));
        let [one, same] = bots.each_mut().map(|bot| bot.choose(&seen));
        assert!(one == same && one < decision.offers.len());
        bots[0].iterations()
    };
    let printed = iterations(&crate::support::scripts::script("combined"));
    let far = iterations(&crate::support::own::own_script("watchtower-game.toml"));
    assert!(printed >= 15, "{printed} of 40 iterations");
    assert!(far >= 1 && far * 2 <= printed, "{far} of 40 iterations");
}

/// Where ways meet in a search is told by the table as a seat sees it: what lies in front of somebody or holds for a while is part of that.
#[test]
fn tables_are_told_apart_by_counters_laws_and_what_is_pending() {
    for (design, lines) in [
        (
            "07",
            ["p1 has: secret 1", "p1 has: secret 2", "p2 has: secret 1"],
        ),
        (
            "28",
            [
                "laws: War Bonds",
                "laws: War Bonds, War Bonds",
                "discard: War Bonds",
            ],
        ),
        (
            "18",
            [
                "pending: Curfew of p1",
                "pending: Curfew of p2",
                "pending: Curfew of p1, Curfew of p2",
            ],
        ),
    ] {
        let script = crate::support::own::own_script(&format!("book/{design}-game.toml"));
        let with = |line: &str| {
            let position =
                format!("p1: Moon Lander[]\np2: Moon Lander[]\ndeck: Embargo, Embargo\n{line}\n");
            let setup = read_position(&position, 0, &script.rules)
                .unwrap_or_else(|faults| panic!("{faults:?}"));
            let game = Game::from_setup(script.clone(), &setup, 0, &mut ());
            game.board()
                .digest_as_seen(&script.rules.cards, &CardSet::default(), Some(Seat(0)))
        };
        let mut tables: Vec<u64> = lines
            .iter()
            .map(|line| with(line))
            .chain([with("")])
            .collect();
        assert_eq!(tables[0], with(lines[0]));
        tables.sort_unstable();
        tables.dedup();
        assert_eq!(tables.len(), 4, "{design}");
    }
}
