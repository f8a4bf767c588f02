//! Who has seen which card: kept as cards move, lost when they are shuffled or leave a hand unseen.

use std::sync::Arc;

#[cfg(feature = "cli")]
use crate::support::program::{brink_in, project};
use brink::board::{Seat, Seen, View};
use brink::engine::{Game, Script, Words};
use brink::explain::names::card_label;
use brink::explain::options::label::labels;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

fn game(recipe: &str, position: &str) -> Game {
    let script = crate::support::scripts::script(recipe);
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    Game::from_setup(script, &setup, 0, &mut ())
}

#[test]
fn a_card_that_others_may_answer_before_it_begins_is_known_to_all() {
    let script = crate::support::own::own_script("book/26-game.toml");
    let position = "p1 hand: Embargo, Research\np1: Moon Lander[Sabotage]\np2: Moon Lander[] Security Council[Research]\n\
                    p3: Moon Lander[]\n";
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    let mut game = Game::from_setup(script, &setup, 0, &mut ());
    assert_eq!(seen(&game, 1, 0), Vec::<String>::new());
    take(&mut game, &["action Embargo"]);
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(1)));
    for seat in [1, 2] {
        assert_eq!(seen(&game, seat, 0), ["Embargo"]);
        for number in 0..20 {
            let mut world = game.with_hidden_permuted(
                Seat(seat),
                &Default::default(),
                &mut Words::new(number, 1),
            );
            let before = world.board().discard().len();
            take(&mut world, &["yes"]);
            assert_eq!(world.board().discard().len(), before + 2);
        }
    }
}

fn take(game: &mut Game, labels_to_take: &[&str]) {
    for wanted in labels_to_take {
        let offered = labels(game);
        let found = offered.iter().find(|(_, label)| label == wanted);
        let all: Vec<&str> = offered.iter().map(|(_, label)| label.as_str()).collect();
        let (choice, _) = found.unwrap_or_else(|| panic!("{wanted} is not among {all:?}"));
        game.take(*choice, &mut ()).expect("it is offered");
    }
}

fn view(game: &Game, seat: u8) -> View {
    View::of(game.board(), &game.script().rules.cards, Seat(seat))
}

/// What a player has seen in another's hand.
fn seen(game: &Game, seat: u8, other: u8) -> Vec<String> {
    let kinds = &view(game, seat).seen[usize::from(other)];
    kinds
        .iter()
        .map(|kind| card_label(&game.script().rules, *kind).to_string())
        .collect()
}

fn line(game: &Game, seat: u8, key: &str) -> String {
    let text = print_view(&game.script().rules, &view(game, seat), false);
    text.lines()
        .find(|line| line.starts_with(key))
        .expect("there is such a line")
        .to_string()
}

const SWAPPING: &str = "\
turn p1 start
p1: Secret Facility[] Embassy[]
p1 hand: Research, Sabotage, Espionage
p2: Bunker[] Embassy[]
p2 hand: Embargo
";

#[test]
fn a_building_that_goes_to_a_hand_is_remembered_there() {
    let mut game = game("1961", SWAPPING);
    take(&mut game, &["use p1.1", "Agency"]);
    assert_eq!(seen(&game, 1, 0), ["Espionage"]);
    // One's own hand is no memory.
    assert!(seen(&game, 0, 0).is_empty());
    // The number of cards is printed, as the notation has it.
    assert_eq!(line(&game, 1, "p1 hand"), "p1 hand: 3 cards");
}

#[test]
fn what_is_played_openly_leaves_the_rest_of_a_hand_known() {
    let mut game = game("1961", SWAPPING);
    take(&mut game, &["use p1.1", "Agency", "build Embassy at p1.1"]);
    assert_eq!(seen(&game, 1, 0), ["Espionage"]);
}

#[test]
fn a_copy_that_is_played_may_be_the_one_that_was_seen() {
    let mut game = game("1961", SWAPPING);
    // The Facility that was swapped back is held beside another one.
    take(
        &mut game,
        &["use p1.1", "Agency", "build Secret Facility at p1.1"],
    );
    assert_eq!(seen(&game, 1, 0), [""; 0]);
}

#[test]
fn a_hand_from_which_a_card_goes_unseen_is_unknown_again() {
    let mut game = game("1961", SWAPPING);
    take(&mut game, &["use p1.1", "Agency", "stack Sabotage on p1.2"]);
    assert_eq!(seen(&game, 1, 0), [""; 0]);
    // And nobody else knows what lies there now; the one who put it there does.
    assert!(line(&game, 1, "p1:").contains("Embassy[?]"));
    assert!(line(&game, 0, "p1:").contains("Embassy[Sabotage]"));
}

#[test]
fn a_card_that_moves_is_known_to_whom_it_was_known() {
    let mut game = game(
        "1971",
        "p1: Hippies[] Farm[]\np1 hand: Counterculture\np2: Farm[Invasion{p1}] University[First Strike]\np2 hand: Legislate\n",
    );
    // Both Farms and the University are ways to go: the card that p1 has seen travels under p1's eyes.
    take(&mut game, &["action Counterculture", "p2.1", "p1.2"]);
    let stack = |game: &Game, seat: u8| {
        view(game, seat).nations[0].as_ref().expect("p1 lives")[1]
            .stack
            .clone()
    };
    assert!(matches!(
        stack(&game, 0)[..],
        [Seen::Known { face_up: false, .. }]
    ));
    assert_eq!(stack(&game, 1), [Seen::Hidden]);
}

#[test]
fn a_strict_table_shows_face_down_what_lies_face_down() {
    let mut game = game("1961", SWAPPING);
    take(&mut game, &["use p1.1", "Agency", "stack Sabotage on p1.2"]);
    let strict = view(&game, 0).without_memory();
    let text = print_view(&game.script().rules, &strict, false);
    assert!(text.contains("Embassy[?]"), "{text}");
    // One's own hand is still in one's hand.
    assert!(
        text.contains("p1 hand: Espionage") || text.contains("p1 hand: Research"),
        "{text}"
    );
    assert!(
        view(&game, 1)
            .without_memory()
            .seen
            .iter()
            .all(Vec::is_empty)
    );
}

#[test]
fn what_is_known_in_a_hand_is_the_same_in_all_worlds() {
    let mut game = game("1961", SWAPPING);
    take(&mut game, &["use p1.1", "Agency"]);
    let mut words = Words::new(1, 3);
    for _ in 0..50 {
        let other = game.determinized(Seat(1), &mut words);
        assert_eq!(seen(&other, 1, 0), ["Espionage"]);
    }
}

#[test]
fn a_shuffle_makes_cards_strangers_again() {
    // Random players go through the deck in some of their games.
    let shuffled = |seed| {
        let mut game = Game::deal(crate::support::scripts::script("1971"), 4, seed, &mut ());
        let mut words = Words::new(seed, 5);
        while game.decision().is_some() && game.state().turns < 400 {
            let before = game.board().deck().len();
            game.take_nth(&mut (), |count| words.below(count));
            if game.board().deck().len() > before {
                return Some(game);
            }
        }
        None
    };
    let game = (0..50).find_map(shuffled).expect("a deck is shuffled anew");
    for card in game.board().deck().cards() {
        assert!(
            [Seat(0), Seat(1), Seat(2), Seat(3)]
                .iter()
                .all(|seat| game.is_hidden(*card, *seat))
        );
    }
}

/// A game in which p2 holds these cards and p1 has looked at all of them; then p1's text says that.
fn with_known_hand(hand: &str, text: &str) -> Game {
    let set = format!(
        "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Lamp\"\n\
         action = \"Calm\"\n[[card]]\nbuilding = \"Quay\"\naction = \"Gust\"\n[[victory]]\nfront = \"Hall\"\n[building.Mill]\n\
         text = '''\nUse: choose another player as foe. Look at foe's hand. {text}\n'''\n[building.Lamp]\n\
         text = '''\nWhile this is stacked, you see the hands of other players.\n'''\n[building.Quay]\ntext = \"\"\n[building.Hall]\ntext = \"\"\n[action.Rain]\ntext = \"\"\n[action.Calm]\n\
         text = '''\nDraw a card.\n'''\n[action.Gust]\ntext = \"\"\n"
    );
    let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let library =
        Library::parse([Source::new("a.toml", set), Source::new("g.toml", recipe)].into());
    let rules = library.and_then(|library| library.compile("g", &Settings::default()));
    let script = Arc::new(Script::new(
        rules.unwrap_or_else(|report| panic!("{:?}", report.faults)),
    ));
    let position = format!(
        "deck: Calm, Calm, Calm\np1 hand: Gust\np1: Mill[] Hall[]\np2 hand: {hand}\np2: Hall[]\np3 hand: Gust\np3: Hall[] Lamp[]\n"
    );
    let setup =
        read_position(&position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script, &setup, 0, &mut ());
    take(&mut game, &["use p1.1", "p2"]);
    game
}

#[test]
fn who_knows_a_hand_and_sees_which_card_leaves_it_knows_the_rest() {
    for (text, taken) in [
        // Chosen by p1, wherever it goes.
        (
            "Choose a card in foe's hand as loot. Take loot.",
            &["Rain"][..],
        ),
        (
            "Choose a card in foe's hand as loot. Give loot to the first of other players except foe.",
            &["Rain"],
        ),
        (
            "Choose a card in foe's hand as loot. Put loot face down on this.",
            &["Rain"],
        ),
        (
            "Choose a card in foe's hand as loot. Put loot on top of the deck.",
            &["Rain"],
        ),
        (
            "Choose a card in foe's hand as loot. Set loot aside.",
            &["Rain"],
        ),
        (
            "Choose a card in foe's hand as loot. Remove loot.",
            &["Rain"],
        ),
        // Chosen by p2, for all to see.
        (
            "Foe chooses a card in foe's hand as loss. Discard loss.",
            &["Rain"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Build loss.",
            &["Rain", "p1.1"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Put loss face up on this.",
            &["Rain"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Remove loss.",
            &["Rain"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Show loss. Put loss face down on this.",
            &["Rain"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Look at loss. Put loss on the bottom of the deck.",
            &["Rain"],
        ),
        (
            "Foe chooses a card in foe's hand as loss. Take loss.",
            &["Rain"],
        ),
    ] {
        let mut game = with_known_hand("Calm, Rain, Gust", text);
        take(&mut game, taken);
        assert_eq!(seen(&game, 0, 1), ["Calm", "Gust"], "{text}");
    }
}

#[test]
fn of_a_hand_that_a_card_leaves_unseen_what_must_still_be_there_is_known() {
    for (hand, known) in [
        ("Calm, Rain, Gust", &[][..]),
        ("Calm, Calm, Calm", &["Calm", "Calm"]),
    ] {
        for text in [
            "Foe chooses a card in foe's hand as loss. Put loss face down on this.",
            "Foe chooses a card in foe's hand as loss. Give loss to the first of other players except foe.",
            "Foe chooses a card in foe's hand as loss. Put loss on top of the deck.",
            "Choose a card in foe's hand as found. Foe chooses a card in foe's hand as loss. Set loss aside. Show found.",
        ] {
            let mut game = with_known_hand(hand, text);
            while game.menu().is_none() {
                game.take_nth(&mut (), |_| 0);
            }
            assert_eq!(seen(&game, 0, 1), known, "{text}");
        }
    }
}

#[test]
fn of_equal_cards_that_are_known_one_fewer_is_known_once_one_has_left() {
    let text = "Foe chooses a card in foe's hand as loss. Discard loss.";
    let mut game = with_known_hand("Calm, Rain, Calm, Calm", text);
    take(&mut game, &["Calm"]);
    assert_eq!(seen(&game, 0, 1), ["Rain", "Calm", "Calm"]);
}

#[test]
fn who_decides_for_whoever_sees_a_hand_sees_it_too() {
    let text =
        "Choose another player as other. Until your next turn, you make all decisions of other.";
    let mut game = with_known_hand("Calm, Rain, Gust", text);
    take(&mut game, &["p3", "stack Gust on p3.2"]);
    assert_eq!(line(&game, 0, "p2 hand"), "p2 hand: Calm, Rain, Gust");
    take(&mut game, &["pass", "stack Rain on p1.1"]);
    assert_eq!(line(&game, 0, "p2 hand"), "p2 hand: Calm, Gust, Calm");
    assert_eq!(line(&game, 0, "p1:"), "p1: Mill[Rain] Hall[]");
}

#[test]
fn who_looks_on_is_shown_what_was_shown_to_all() {
    let mut game = with_known_hand(
        "Calm, Rain, Gust",
        "Choose a card in foe's hand as found. Show found.",
    );
    take(&mut game, &["Rain"]);
    let kinds = &View::of(game.board(), &game.script().rules.cards, Seat::ONLOOKER).seen[1];
    let names: Vec<&str> = kinds
        .iter()
        .map(|kind| card_label(&game.script().rules, *kind))
        .collect();
    assert_eq!(names, ["Rain"]);
}

#[cfg(feature = "cli")]
#[test]
fn at_a_strict_table_cards_that_you_put_down_are_shown_face_down() {
    let arguments = |memory| {
        [
            "play", "--seed", "3", "--seat", "p1", "--bots", "cautious", "--memory", memory,
        ]
    };
    let screen = |memory| {
        let run = brink_in(project(), &arguments(memory), "1\n1\nlog\nquit\n");
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let (assisted, strict) = (screen("assisted"), screen("strict"));
    assert!(assisted.contains("|   ("), "{assisted}");
    assert!(!strict.contains("|   ("), "{strict}");
    assert!(strict.contains("|   ?"), "{strict}");
}
