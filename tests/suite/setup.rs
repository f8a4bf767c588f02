//! How games begin: who begins, what is dealt, and what is chosen without seeing the others' choices.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::support::scripts::builtin;
use brink::board::{Held, Phase, Seat, View};
use brink::bots::BotSpec;
use brink::engine::{Asked, Choice, Game, Script};
use brink::explain::names::{building_label, card_label};
use brink::explain::options::label::{label, labels};
use brink::record::positions::print::{print_open, print_view};
use brink::record::positions::read::read_position;
use brink::rules::ir::Rules;
use brink::rules::{Library, Report, Settings};
use brink::session::opening::draw_kinds;
use brink::session::opening::{Contest, contest_words, losers};
use brink::session::opening::{Opening, Seating};
use brink::session::sitting::Sitting;
use brink::text::Source;

const RECIPES: [&str; 3] = ["1961", "1971", "combined"];

fn deal(recipe: &str, players: u8, seed: u64) -> Game {
    Game::deal(
        crate::support::scripts::script(recipe),
        players,
        seed,
        &mut (),
    )
}

fn shown(game: &Game, seat: Seat) -> String {
    let rules = &game.script().rules;
    print_view(rules, &View::of(game.board(), &rules.cards, seat), false)
}

/// Takes the option with that number as long as `asked` says so.
fn answer_while(game: &mut Game, asked: impl Fn(Asked) -> bool, number: impl Fn(usize) -> usize) {
    while let Some((_, question)) = game.decision().filter(|(_, question)| asked(*question)) {
        let options = game.options();
        let choice = options[number(options.len())];
        game.take(choice, &mut ())
            .unwrap_or_else(|_| panic!("{question:?} is answered"));
    }
}

fn is_shield(asked: Asked) -> bool {
    matches!(asked, Asked::Shield { .. })
}

// SET-1
#[test]
fn two_to_six_play_and_p1_has_the_first_turn() {
    for recipe in RECIPES {
        for players in 2..=6 {
            let mut game = deal(recipe, players, 4);
            answer_while(&mut game, |asked| asked != Asked::Menu, |_| 0);
            assert_eq!(game.board().seats, players);
            assert_eq!(
                (game.board().turn, game.board().phase),
                (Seat(0), Phase::Start)
            );
        }
    }
    for players in [1, 7] {
        let script = crate::support::scripts::script("1961");
        let dealt = std::panic::catch_unwind(|| Game::deal(script, players, 1, &mut ()));
        assert!(dealt.is_err(), "{players} cannot play");
    }
}

// SET-2
#[test]
fn everyone_of_1961_begins_with_the_same_victory_card() {
    let game = deal("1961", 6, 1);
    for seat in Seat(0).clockwise(6) {
        assert!(
            shown(&game, seat).contains("p6: Moon Lander[]"),
            "{}",
            shown(&game, seat)
        );
    }
    assert!(
        is_shield(game.decision().expect("p1 is asked").1),
        "nobody chooses a side"
    );
}

// SET-2
#[test]
fn double_sided_cards_are_dealt_no_more_often_than_there_are_copies() {
    let mut most: BTreeMap<String, usize> = BTreeMap::new();
    for recipe in ["1971", "combined"] {
        for seed in 0..100 {
            let game = deal(recipe, 6, seed);
            let mut dealt: BTreeMap<String, usize> = BTreeMap::new();
            let rules = &game.script().rules;
            for card in game.board().aside().cards() {
                let kind = rules.cards[card.index()];
                assert!(rules.kinds[kind.index()].double_sided);
                *dealt
                    .entry(building_label(rules, kind, false).to_string())
                    .or_default() += 1;
            }
            assert_eq!(dealt.values().sum::<usize>(), 6);
            for (name, count) in dealt {
                assert!(count <= 2, "{name} is dealt {count} times");
                let before = most.entry(name).or_default();
                *before = count.max(*before);
            }
        }
    }
    let expected = [("Raven Rock", 2), ("Shuttle Program", 2), ("Woodstock", 2)];
    assert_eq!(
        most.into_iter().collect::<Vec<_>>(),
        expected.map(|(name, count)| (name.to_string(), count))
    );
    // Not everyone gets the same at smaller tables.
    let first = |seed| format!("{:?}", labels(&deal("1971", 2, seed)));
    assert!((0..20).map(first).collect::<BTreeSet<_>>().len() == 3);
}

// SET-2, SET-5
#[test]
fn sides_are_chosen_after_the_deal_and_stand_at_once() {
    let mut game = deal("1971", 4, 3);
    let before: Vec<String> = Seat(0)
        .clockwise(4)
        .map(|seat| shown(&game, seat))
        .collect();
    let mut chosen = Vec::new();
    for seat in Seat(0).clockwise(4) {
        assert_eq!(game.decision(), Some((seat, Asked::Side)));
        assert_eq!(game.board().hand(seat).len(), 3, "it is after the deal");
        // Nobody sees anything of what the others have chosen, or what they were dealt.
        let now: Vec<String> = Seat(0)
            .clockwise(4)
            .map(|seat| shown(&game, seat))
            .collect();
        assert_eq!(now, before);
        assert!(!now.concat().contains('['), "no building stands yet");
        let options = labels(&game);
        assert_eq!(options.len(), 2);
        let (choice, label) = options[usize::from(seat.0 % 2)].clone();
        chosen.push(label.trim_start_matches("side ").to_string());
        game.take(choice, &mut ()).expect("both sides are offered");
    }
    for (seat, name) in Seat(0).clockwise(4).zip(chosen) {
        assert!(
            shown(&game, Seat(0)).contains(&format!("{seat}: {name}[]\n")),
            "{}",
            shown(&game, Seat(0))
        );
    }
}

// SET-2
#[test]
fn a_side_that_is_chosen_shows_nothing_to_those_who_choose_later() {
    let game = deal("1971", 3, 8);
    let play = |number: usize| {
        let mut game = game.clone();
        let choice = game.options()[number];
        game.take(choice, &mut ()).expect("both sides are offered");
        (shown(&game, Seat(1)), shown(&game, Seat(2)), labels(&game))
    };
    assert_eq!(play(0), play(1));
}

// SET-3
#[test]
fn a_deck_is_nine_copies_of_each_kind() {
    for (recipe, size, kinds) in [("1961", 54, 6), ("1971", 54, 6), ("combined", 108, 12)] {
        let script = crate::support::scripts::script(recipe);
        let rules = &script.rules;
        assert_eq!(rules.deck_size, size);
        let mut copies: BTreeMap<&str, usize> = BTreeMap::new();
        for card in &rules.cards[..size] {
            *copies.entry(card_label(rules, *card)).or_default() += 1;
        }
        assert_eq!(copies.len(), kinds);
        assert!(copies.values().all(|count| *count == 9), "{copies:?}");
        let order = |seed| {
            let game = Game::deal(script.clone(), 2, seed, &mut ());
            game.board().deck().cards().to_vec()
        };
        assert_ne!(order(1), order(2), "it is shuffled");
    }
}

// SET-4
#[test]
fn hands_are_of_three_and_the_second_of_two_has_four() {
    for recipe in RECIPES {
        for players in 2..=6 {
            let game = deal(recipe, players, 6);
            for seat in Seat(0).clockwise(players) {
                let expected = if players == 2 && seat == Seat(1) {
                    4
                } else {
                    3
                };
                assert_eq!(
                    game.board().hand(seat).len(),
                    expected,
                    "{seat} of {players}"
                );
            }
            let dealt = 3 * usize::from(players) + usize::from(players == 2);
            assert_eq!(
                game.board().deck().len(),
                game.script().rules.deck_size - dealt
            );
        }
    }
}

// SET-5
#[test]
fn everyone_puts_one_shield_and_the_second_of_two_puts_two() {
    for recipe in RECIPES {
        for players in 2..=6 {
            let mut game = deal(recipe, players, 6);
            answer_while(&mut game, |asked| asked == Asked::Side, |_| 0);
            answer_while(&mut game, is_shield, |count| count - 1);
            for seat in Seat(0).clockwise(players) {
                let shields = if players == 2 && seat == Seat(1) {
                    2
                } else {
                    1
                };
                let board = game.board();
                assert_eq!(board.card(board.row(seat)[0]).height, shields);
                // The first player has drawn for the first turn.
                assert_eq!(board.hand(seat).len(), if seat == Seat(0) { 3 } else { 2 });
                let mine = shown(&game, seat);
                let line = mine
                    .lines()
                    .find(|line| line.starts_with(&format!("{seat}: ")))
                    .expect("a nation");
                assert!(!line.contains('?'), "one's own shields are known: {line}");
                let other = shown(&game, Seat((seat.0 + 1) % players));
                let line = other
                    .lines()
                    .find(|line| line.starts_with(&format!("{seat}: ")))
                    .expect("a nation");
                assert_eq!(
                    line.matches('?').count(),
                    usize::from(shields),
                    "those of others are not: {line}"
                );
            }
        }
    }
}

// SET-5
#[test]
fn a_shield_that_is_chosen_shows_nothing_to_those_who_choose_later() {
    let mut tried = 0;
    for seed in 0..10 {
        let game = deal("1961", 3, seed);
        // Three equal cards leave no choice.
        if game.decision().is_none_or(|(seat, _)| seat != Seat(0)) {
            continue;
        }
        let play = |choice: Choice| {
            let mut game = game.clone();
            game.take(choice, &mut ()).expect("it is offered");
            (shown(&game, Seat(1)), shown(&game, Seat(2)), labels(&game))
        };
        let worlds: Vec<_> = game.options().into_iter().map(play).collect();
        worlds
            .windows(2)
            .for_each(|pair| assert_eq!(pair[0], pair[1], "seed {seed}"));
        tried += worlds.len();
    }
    assert!(tried > 15, "{tried} shields were tried");
}

// SET-5: neither the log nor the screen of a person tells what the bots before have chosen.
#[test]
fn a_person_who_is_asked_last_is_told_nothing_of_what_the_others_chose() {
    for recipe in RECIPES {
        for seed in 0..10 {
            let script = crate::support::scripts::script(recipe);
            let names: Vec<String> = script
                .rules
                .faces
                .iter()
                .map(|face| face.label.clone())
                .collect();
            let seat = Seat(2);
            let bots = BotSpec::Random;
            let sitting = Sitting::new(Seating {
                script,
                players: 3,
                seed,
                seat,
                bots,
                opening: Opening::default(),
                given: None,
                guests: Vec::new(),
                names: Vec::new(),
            });
            let others =
                |line: &&String| !line.starts_with("You ") && !line.contains("begins with");
            for line in sitting.log().iter().filter(others) {
                let named = names.iter().find(|name| line.contains(&name[..]));
                assert!(named.is_none(), "{line}");
            }
            let view = sitting.view();
            assert!(
                view.hands
                    .iter()
                    .enumerate()
                    .all(|(at, hand)| at == 2 || matches!(hand, Held::Count(_)))
            );
        }
    }
}

// SET-7
#[test]
fn each_action_shares_its_card_with_the_building_explained_beside_it() {
    let pairs = |recipe: &str| -> Vec<String> {
        let script = crate::support::scripts::script(recipe);
        let rules = &script.rules;
        let deck = rules.kinds.iter().filter(|kind| kind.action.is_some());
        let name = |face: brink::rules::ir::FaceId| {
            rules.names[rules.faces[face.index()].name.expect("a name").index()].clone()
        };
        deck.map(|kind| {
            format!(
                "{}/{}",
                name(kind.buildings[0]),
                name(kind.action.expect("it has one"))
            )
        })
        .collect()
    };
    let first = [
        "Missile Silo/Missile Launch",
        "Factory/Embargo",
        "Bunker/Response System",
        "Embassy/Sabotage",
        "Agency/Research",
        "Secret Facility/Espionage",
    ];
    let second = [
        "Military Base/Legislate",
        "Farm/Counterculture",
        "Hippies/Invasion",
        "Radar Tower/First Strike",
        "University/Response System",
        "Interstate Highway/Civil Reform",
    ];
    assert_eq!(pairs("1961"), first);
    assert_eq!(pairs("1971"), second);
    assert_eq!(pairs("combined"), [first, second].concat());
}

// SET-8
#[test]
fn each_victory_card_has_its_two_sides_and_two_copies() {
    for recipe in ["1971", "combined"] {
        let script = crate::support::scripts::script(recipe);
        let rules = &script.rules;
        let victories: Vec<String> = rules
            .kinds
            .iter()
            .filter(|kind| kind.action.is_none())
            .map(|kind| {
                let [front, back] = kind.buildings.map(|face| &rules.faces[face.index()].label);
                format!("{front}/{back} x{}", kind.copies)
            })
            .collect();
        let expected = [
            "Shuttle Program/UN Building x2",
            "Woodstock/Hollywood x2",
            "Raven Rock/World's Fair x2",
        ];
        assert_eq!(victories, expected);
    }
}

// MIX-1
#[test]
fn a_draft_draws_six_different_kinds_by_its_seed_or_plays_those_that_are_named() {
    let library = builtin();
    let draft = library
        .draft("draft")
        .expect("it is built in")
        .expect("it drafts");
    assert_eq!((draft.count, draft.kinds.len()), (6, 12));
    let mut drawn = BTreeSet::new();
    for seed in 0..200 {
        let kinds = draw_kinds(&draft, seed);
        assert_eq!(kinds.iter().collect::<BTreeSet<_>>().len(), 6);
        drawn.extend(kinds.iter().cloned());
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        if seed < 10 {
            let script = crate::support::scripts::script_with("draft", &[], &kinds);
            assert_eq!((script.rules.deck_size, script.rules.drafted), (54, true));
        }
    }
    assert_eq!(drawn.len(), 12, "every kind is drawn by some seed");
    // By any face, in the order of the recipe.
    let named = [
        "Legislate",
        "Farm",
        "Bunker",
        "Espionage",
        "Civil Reform",
        "Research",
    ];
    let script = crate::support::scripts::script_with("draft", &[], &named);
    let rules = &script.rules;
    let kinds: Vec<&str> = rules.kinds[..6]
        .iter()
        .map(|kind| &rules.faces[kind.buildings[0].index()].label[..])
        .collect();
    assert_eq!(
        kinds,
        [
            "Bunker",
            "Agency",
            "Secret Facility",
            "Military Base",
            "Farm",
            "Interstate Highway"
        ]
    );
}

// HFB-1
#[test]
fn house_beats_fish_fish_beats_balloon_and_balloon_beats_house() {
    let script = crate::support::scripts::script("1971");
    let symbols = &script.rules.symbols;
    let relation: Vec<(&str, &str)> = symbols
        .iter()
        .map(|symbol| {
            (
                &symbol.name[..],
                &symbols[usize::from(symbol.beats)].name[..],
            )
        })
        .collect();
    assert_eq!(
        relation,
        [("house", "fish"), ("fish", "balloon"), ("balloon", "house")]
    );
}

// HFB-2
#[test]
fn rounds_are_repeated_until_exactly_two_symbols_part_the_players() {
    let symbols = crate::support::scripts::script("1961")
        .rules
        .symbols
        .clone();
    let (house, fish, balloon) = (0, 1, 2);
    let check = |shown: &[usize], expected: &[usize]| {
        let shown: Vec<(usize, usize)> = shown.iter().copied().enumerate().collect();
        assert_eq!(losers(&symbols, &shown), expected, "{shown:?}");
    };
    check(&[house, house, house], &[]);
    check(&[house, fish, balloon], &[]);
    check(&[house, fish, balloon, fish, house], &[]);
    check(&[house, fish], &[1]);
    check(&[fish, balloon, balloon], &[1, 2]);
    check(&[balloon, house, balloon, house], &[1, 3]);
}

// HFB-2, SET-6
#[test]
fn everyone_may_come_to_begin() {
    let symbols = crate::support::scripts::script("1961")
        .rules
        .symbols
        .clone();
    for players in 2..=6 {
        let mut winners = BTreeSet::new();
        for seed in 0..300 {
            let mut words = contest_words(seed);
            let mut contest = Contest::new(&symbols, players, &mut words);
            let winner = (0..).find_map(|number| contest.show(number % 3).winner);
            winners.extend(winner);
        }
        assert_eq!(winners.len(), usize::from(players));
    }
}

// HFB-3: how a person plays for a dispute is shown in `tests/suite/play.rs`; here is what it comes to.
#[test]
fn a_settled_dispute_holds_in_the_game_that_is_dealt_and_changes_no_card() {
    let usual = Game::deal(crate::support::scripts::script("1961"), 3, 9, &mut ());
    let settled = Game::deal(
        crate::support::scripts::script_with("1961", &[("reshuffle", "on-draw")], &[]),
        3,
        9,
        &mut (),
    );
    assert!(
        usual.script().rules.reshuffle_when_emptied
            && !settled.script().rules.reshuffle_when_emptied
    );
    assert_eq!(usual.board(), settled.board());
    let first = |game: &Game| label(game, game.options()[0]);
    assert_eq!(first(&usual), first(&settled));
}

/// A town of one kind, in a recipe that says so of its turns.
fn town(turns: &str) -> Result<Rules, Report> {
    let set = "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[victory]]\nfront = \"Hall\"\n\
               [building.\"Hall\"]\ntext = ''\n[building.\"Mill\"]\ntext = ''\n[action.\"Rain\"]\ntext = ''\n";
    let recipe = format!(
        "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town\"]\ncopies = 40\nvictory = \"same\"\nhand = 3\nshields = 1\n{turns}\n"
    );
    let library = Library::parse(vec![
        Source::new("town.toml", set),
        Source::new("town-game.toml", recipe),
    ])?;
    library.compile("town-game", &Settings::default())
}

#[test]
fn a_recipe_says_how_many_cards_a_turn_begins_with() {
    for (turns, draws) in [("", 1), ("draws = 1", 1), ("draws = 3", 3)] {
        let rules = town(turns).unwrap_or_else(|report| panic!("{:?}", report.faults));
        let mut game = Game::deal(Arc::new(Script::new(rules)), 2, 1, &mut ());
        while !matches!(game.decision(), Some((_, Asked::Menu))) {
            game.take(game.options()[0], &mut ())
                .expect("it is offered");
        }
        // Three cards are dealt, one of them is put down, then the turn begins.
        assert_eq!(game.board().hand(Seat(0)).len(), 2 + draws, "{turns}");
    }
    // Without a draw nothing would bring a game to its end.
    for draws in ["0", "251", "-1", "\"two\""] {
        let faults = town(&format!("draws = {draws}"))
            .expect_err("it is refused")
            .faults;
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0]
                .to_string()
                .contains("`draws` must be a whole number from 1 to 250"),
            "{faults:?}"
        );
    }
}

#[test]
fn a_recipe_says_how_many_cards_may_be_played_in_a_turn() {
    for (turns, plays) in [("", 1), ("plays = 1", 1), ("plays = 3", 3)] {
        let rules = town(turns).unwrap_or_else(|report| panic!("{:?}", report.faults));
        let mut game = Game::deal(Arc::new(Script::new(rules)), 2, 1, &mut ());
        while !matches!(game.decision(), Some((_, Asked::Menu))) {
            game.take(game.options()[0], &mut ())
                .expect("it is offered");
        }
        for played in 0..=plays {
            let options = game.options();
            let builds = options
                .iter()
                .any(|option| matches!(option, Choice::Build { .. }));
            // One must be played, before anybody passes; the others may be.
            assert_eq!(
                (builds, options.contains(&Choice::Pass)),
                (played < plays, played > 0),
                "{turns}, {played} played"
            );
            let line = match played {
                0 => "turn p1 start".to_string(),
                1 => "turn p1 main played".to_string(),
                many => format!("turn p1 main played {many}"),
            };
            let printed = print_open(&game, false);
            assert_eq!(printed.lines().next(), Some(&line[..]));
            let read =
                read_position(&printed, 0, &game.script().rules).expect("what is printed is read");
            let again = Game::from_setup(game.script().clone(), &read, 1, &mut ());
            assert_eq!(
                (print_open(&again, false), again.options().len()),
                (printed, options.len())
            );
            if let Some(build) = options
                .into_iter()
                .find(|option| matches!(option, Choice::Build { .. }))
            {
                game.take(build, &mut ()).expect("it is offered");
            }
        }
    }
    let faults = town("plays = 0").expect_err("it is refused").faults;
    assert!(
        faults[0]
            .to_string()
            .contains("`plays` must be a whole number from 1 to 250"),
        "{faults:?}"
    );
}

// One turn may be another one: so it is printed, and read.
#[test]
fn a_position_says_where_another_number_of_cards_may_be_played() {
    let rules = town("").unwrap_or_else(|report| panic!("{:?}", report.faults));
    let script = Arc::new(Script::new(rules));
    let text = "turn p1 main played plays 2\np1 hand: Rain\np1: Hall[]\np2: Hall[]\n";
    let read = read_position(text, 0, &script.rules).expect("it is a position");
    let mut game = Game::from_setup(script, &read, 1, &mut ());
    assert!(print_open(&game, false).starts_with("turn p1 main played plays 2\n"));
    let build = game.options()[0];
    game.take(build, &mut ()).expect("it is offered");
    assert!(print_open(&game, false).starts_with("turn p1 main played 2 plays 2\n"));
    assert_eq!(game.options(), [Choice::Pass]);
    game.take(Choice::Pass, &mut ()).expect("it is offered");
    assert!(
        print_open(&game, false).starts_with("turn p2 start\n"),
        "the next turn is one like any other"
    );
}
