//! How much there may be of everything: games at a bound are played, those beyond it are refused.

use std::sync::Arc;

use crate::support::large::{Large, action, building};
use crate::support::laws::{keeps_all_cards, knows_its_stacks};
use crate::support::scripts::builtin;
use brink::board::{CardId, Seat, View};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::engine::{Choice, Game, Script};
use brink::explain::options::label::labels;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

#[test]
fn every_bound_is_listed_where_authors_look() {
    let page = include_str!("../../docs/bounds.md");
    for (what, most) in brink::text::limits::ALL {
        let digits: Vec<char> = most.to_string().chars().rev().collect();
        let groups: Vec<String> = digits
            .chunks(3)
            .map(|group| group.iter().collect())
            .collect();
        let most: String = groups.join(",").chars().rev().collect();
        assert!(
            page.contains(&format!("| {what} | {most} |\n")),
            "{what}: {most}"
        );
    }
}

#[test]
fn a_game_of_500_cards_is_played_like_any_other() {
    let script = Large {
        kinds: 38,
        copies: 13,
        victories: 6,
        ..Large::default()
    }
    .script();
    assert_eq!(script.rules.cards.len(), 500);
    let mut most = 0;
    for players in 2..=6 {
        for (seed, policy) in [(1, Policy::Uniform), (2, Policy::Mixed)] {
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            let mut player = RandomPlayer::new(policy, seed);
            let mut decisions = 0;
            while game.decision().is_some() && game.state().turns < 300 {
                if decisions % 50 == 0 {
                    keeps_the_laws(&game);
                    is_read_back(&game);
                }
                let choice = player.choose(&game);
                game.take(choice, &mut ())
                    .expect("random players choose among the options");
                decisions += 1;
            }
            keeps_the_laws(&game);
            let numbers = game
                .board()
                .buildings()
                .iter()
                .chain(game.board().discard().cards())
                .map(|card| card.0);
            most = most.max(numbers.max().unwrap_or(0));
        }
    }
    assert!(
        most > 255,
        "cards with numbers above 255 come to the table, such as {most}"
    );
}

/// No card is lost, and what is known of stacks is so.
fn keeps_the_laws(game: &Game) {
    assert_eq!(keeps_all_cards(game), Ok(()));
    assert_eq!(knows_its_stacks(game), Ok(()));
}

/// What is printed of a position is read back as the same one.
fn is_read_back(game: &Game) {
    let (rules, board) = (&game.script().rules, game.board());
    let printed = print_view(rules, &View::open(board, &rules.cards), false);
    let setup =
        read_position(&printed, 0, rules).unwrap_or_else(|faults| panic!("{faults:?}\n{printed}"));
    let again = Game::from_setup(game.script().clone(), &setup, 0, &mut ());
    assert_eq!(
        print_view(rules, &View::open(again.board(), &rules.cards), false),
        printed
    );
}

/// A position of one nation with such a row and another one, and this in the first hand.
fn position(script: &Arc<Script>, row: &str, hand: &str) -> Game {
    let text = format!("turn p1 main\np1 hand: {hand}\np1: {row}\np2 hand:\np2: Castle[]\n");
    let setup =
        read_position(&text, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    Game::from_setup(script.clone(), &setup, 1, &mut ())
}

fn take(game: &mut Game, wanted: &str) {
    let all = labels(game);
    let offered: Vec<&String> = all.iter().map(|(_, label)| label).take(40).collect();
    let (choice, _) = all
        .iter()
        .find(|(_, label)| label == wanted)
        .unwrap_or_else(|| panic!("{wanted}: {offered:?}"));
    game.take(*choice, &mut ()).expect("it is offered");
}

#[test]
fn a_nation_may_have_400_buildings() {
    let large = Large {
        actions: &[
            "Choose a place in your nation as spot. Build the first of buildings in your hand at spot.",
            "Draw a card for each of your buildings.",
            "For each of your buildings: put the first of cards in your hand face up on it.",
        ],
        ..Large::default()
    };
    let script = large.script();
    let row = (0..400)
        .map(|at| format!("{}[]", building(at % 38)))
        .collect::<Vec<_>>()
        .join(" ");
    let mut game = position(
        &script,
        &format!("Castle[] {row}"),
        "Act 0, Act 1, Act 2, Act 3",
    );
    // 401 places to build at and 402 buildings to stack on, for each of four cards, are offered and can be told apart.
    let menu = labels(&game);
    assert!(
        menu.iter()
            .any(|(_, label)| label == "build Hut 1 at p1.402"),
        "{:?}",
        menu.len()
    );
    let last = game.board().row(Seat(0))[400];
    assert!(
        menu.iter()
            .any(|(choice, _)| matches!(choice, Choice::Stack { on, .. } if *on == last))
    );
    let mut counted = 0;
    game.clone().take_nth(&mut (), |count| {
        counted = count;
        count - 1
    });
    assert_eq!(counted as usize, menu.len());

    take(&mut game, "action Act 0");
    // A place far along the row is a choice like any other.
    take(&mut game, "p1.402");
    let board = game.board();
    assert_eq!(board.row(Seat(0)).len(), 402);
    let built = board.row(Seat(0))[401];
    assert_eq!(board.place(built), Some(401));
    assert_eq!(board.beside(built), [board.row(Seat(0))[400], CardId::NONE]);
    keeps_the_laws(&game);
    is_read_back(&game);
}

#[test]
fn a_stack_may_have_400_cards_and_all_of_them_may_lie_face_up() {
    let large = Large {
        actions: &[
            "For each card on the first of your buildings: discard it.",
            "Draw a card.",
        ],
        buildings: &[
            "Once a turn: pay the top of this. Draw a card for each card on this.",
            "",
        ],
        ..Large::default()
    };
    let script = large.script();
    let stack = |sign: &str| {
        (0..400)
            .map(|at| format!("{sign}{}", action(at % 38)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    for (sign, up) in [("^", 255), ("", 0)] {
        let mut game = position(
            &script,
            &format!("Hut 0[{}] Castle[]", stack(sign)),
            "Act 0, Act 1",
        );
        let building = game.board().row(Seat(0))[0];
        assert_eq!(
            (
                game.board().card(building).height,
                game.board().card(building).ups
            ),
            (400, up)
        );
        take(&mut game, "use p1.1");
        // There are fewer cards to draw than still lie there: all of the deck, and the one that was paid.
        assert_eq!(game.board().card(building).height, 399);
        assert_eq!(
            game.board().hand(Seat(0)).len(),
            2 + script.rules.deck_size - 403 + 1
        );
        take(&mut game, "action Act 0");
        assert_eq!(
            (
                game.board().card(building).height,
                game.board().card(building).ups
            ),
            (0, 0)
        );
        keeps_the_laws(&game);
    }
}

#[test]
fn sums_beyond_what_a_number_holds_stay_at_the_largest() {
    let large = Large {
        actions: &["Draw 1* cards."],
        buildings: &["Raise your starred numbers by 9999 plus 9999 plus 9999 plus 2771."],
        ..Large::default()
    };
    let script = large.script();
    // Twice 32,768 would be 0 if it wrapped, and one card be drawn.
    let mut game = position(&script, "Castle[] Hut 0[] Hut 1[]", "Act 0, Act 1");
    take(&mut game, "action Act 0");
    assert!(game.board().deck().is_empty());
    assert!(game.board().hand(Seat(0)).len() > 400);
    keeps_the_laws(&game);
}

#[test]
fn a_card_more_than_500_is_refused_and_says_so() {
    let report = Large {
        victories: 7,
        ..Large::default()
    }
    .library()
    .expect_err("it is one too many");
    let said: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["501 cards are too many"]);
}

fn hut(action: &str, more: &str) -> Vec<String> {
    let set = format!(
        "id = \"hut\"\ntitle = \"A hut\"\nlanguage = 2\n[[card]]\nbuilding = \"Hut\"\naction = \"Act\"\n[building.\"Hut\"]\ntext = ''\n\
         [action.\"Act\"]\ntext = '''\n{action}\n'''\n{more}"
    );
    match Library::parse(vec![Source::new("hut.toml", set)]) {
        Ok(_) => Vec::new(),
        Err(report) => report.faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn statements_are_counted_with_keywords_and_without() {
    let action = |count: usize| format!("At once:\n{}", "  draw a card\n".repeat(count - 1));
    assert_eq!(hut(&action(5_000), ""), [""; 0]);
    let [said] = &hut(&action(5_001), "")[..] else {
        panic!("one fault")
    };
    assert!(
        said.contains("5001 statements") || said.contains("5,001 statements"),
        "{said}"
    );
}

#[test]
fn a_wrong_number_that_wins_is_one_fault() {
    for number in ["0", "251", "-1", "1.5", "\"x\""] {
        let tally = format!("[tally.huts]\nrules = [\"R\"]\nwins-at = {number}\n");
        let faults = hut(
            "Put this face up on a building.\nWhile this is face up, this counts as a hut.",
            &tally,
        );
        assert_eq!(faults.len(), 1, "{number}: {faults:?}");
        assert!(faults[0].contains("from 1 to 250"), "{number}: {faults:?}");
    }
}

#[test]
fn too_many_cards_of_a_kind_are_told_once() {
    let library = builtin();
    let rules = library
        .compile("1961", &Settings::default())
        .expect("the recipe is sound");
    let position = format!(
        "p1: {}\np2: Moon Lander[]\n",
        "Moon Lander[] ".repeat(3_000)
    );
    let faults = read_position(&position, 0, &rules).expect_err("there are too many");
    let told = faults
        .iter()
        .filter(|fault| fault.reason.contains("the game has only"))
        .count();
    assert_eq!(told, 1);
}
