//! What is told of a game: to each seat what it may know, and no more.

use std::sync::Arc;

use crate::support::large::Large;
use brink::board::{Board, Event, Seat, Zone};
use brink::bots::{BotSpec, Course, Seen};
use brink::engine::{Cause, Chance, Declined, Game, Script, Watch};
use brink::explain::log::Log;
use brink::explain::names::card_label;
use brink::explain::options::decision::Decision;
use brink::explain::options::label::labels;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

/// One log for each of two seats.
struct Both(Log, Log);

impl Watch for Both {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.0.event_by(script, board, event, cause);
        self.1.event_by(script, board, event, cause);
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.0.declined(declined);
        self.1.declined(declined);
    }

    fn shuffle(&mut self, chance: &mut Chance, cards: &mut [brink::board::CardId]) {
        chance.shuffle(cards);
    }
}

/// Plays those labels in a position, and gives what p1 and p2 are told.
fn told(position: &str, moves: &[&str]) -> String {
    told_in(crate::support::scripts::script("1961"), position, moves)
}

fn told_in(script: Arc<Script>, position: &str, moves: &[&str]) -> String {
    let setup = read_position(position, 0, &script.rules).expect("the position is well written");
    let mut game = Game::from_setup(script, &setup, 1, &mut ());
    let mut logs = Both(Log::new(Seat(0)), Log::new(Seat(1)));
    for wanted in moves {
        let found = labels(&game).into_iter().find(|(_, label)| label == wanted);
        let (choice, _) =
            found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", labels(&game)));
        game.take(choice, &mut logs).expect("the choice is offered");
    }
    format!(
        "p1:\n{}\n\np2:\n{}",
        logs.0.lines().join("\n"),
        logs.1.lines().join("\n")
    )
}

#[test]
fn a_hit_and_its_answer_are_told_to_all() {
    insta::assert_snapshot!(told(
        "p1 hand: Missile Launch\np1: Moon Lander[Embargo]\np2: Moon Lander[Research, Response System] Factory[] Embassy[Embargo]",
        &["action Missile Launch", "p2"],
    ));
}

/// With a text that comes with it, and without one.
#[test]
fn an_extra_turn_is_told_by_itself_or_with_what_it_brings() {
    let set = "id = 'town'\ntitle = 'A town'\nlanguage = 2\n[[card]]\nbuilding = 'Mill'\naction = 'Rain'\n\
               [[card]]\nbuilding = 'Barn'\naction = 'Snow'\n[[victory]]\nfront = 'Hall'\n[building.Hall]\ntext = ''\n\
               [building.Mill]\ntext = ''\n[building.Barn]\ntext = ''\n[action.Rain]\ntext = 'Take an extra turn.'\n\
               [action.Snow]\ntext = 'Take an extra turn: draw a card.'\n";
    let recipe = "id = 'town-game'\ntitle = 'A town'\nsets = ['town']\ncopies = 20\nvictory = 'same'\nhand = 3\nshields = 1\n";
    let files = vec![
        Source::new("town.toml", set),
        Source::new("town-game.toml", recipe),
    ];
    let library = Library::parse(files).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let script = Arc::new(Script::new(
        library
            .compile("town-game", &Settings::default())
            .expect("it is sound"),
    ));
    let position =
        "turn p1 main plays 2\np1 hand: Rain, Snow\np1: Hall[] Mill[]\np2: Hall[] Mill[]";
    insta::assert_snapshot!(told_in(script, position, &["action Rain", "action Snow"]));
}

#[test]
fn who_is_eliminated_is_told_so_and_so_are_the_others() {
    let position = "p1 hand: Missile Launch, Sabotage\np1: Moon Lander[]\np2: Moon Lander[Embargo]\np3: Moon Lander[Embargo]";
    let told = told(position, &["action Missile Launch", "p1"]);
    let (first, second) = told
        .split_once("\n\np2:\n")
        .expect("both are told something");
    assert!(first.contains("You are out of the game."), "{first}");
    assert!(
        first.contains("Sabotage is discarded from your hand."),
        "{first}"
    );
    assert!(second.contains("p1 is out of the game."), "{second}");
    assert!(
        second.contains("Sabotage is discarded from the hand of p1."),
        "{second}"
    );
}

#[test]
fn what_one_player_looks_at_is_not_told_to_the_other() {
    insta::assert_snapshot!(told(
        "p1 hand: Espionage\np1: Moon Lander[Embargo]\np2: Moon Lander[Research] Bunker[Sabotage]",
        &["action Espionage", "p2.1", "p2.2", "p2.2"],
    ));
}

#[test]
fn cards_put_down_are_named_to_those_who_know_them() {
    insta::assert_snapshot!(told(
        "p1 hand: Embargo, Factory\np2 hand: Research\np1: Moon Lander[] Factory[Research]\np2: Moon Lander[]\n\
         deck: Sabotage, Espionage, Bunker",
        &[
            "stack Embargo on p2.1",
            "use p1.2",
            "p1.1",
            "pass",
            "build Agency at p2.1"
        ],
    ));
}

#[test]
fn a_flipped_card_is_told_with_what_it_does() {
    insta::assert_snapshot!(told(
        "p1 hand: Sabotage\np1: Moon Lander[]\np2: Moon Lander[Embargo] Embassy[Response System]",
        &["action Sabotage", "p2.1", "p2.2"],
    ));
}

#[test]
fn what_others_choose_and_roll_and_whose_cards_go_is_told_of_them() {
    let actions = [
        "Each player secretly chooses a card in its hand as bet. For each player as rival: give the bet of \
         rival to the next player clockwise from rival.",
        "Let roll be 0 for each player. For each player: roll a die as many, then add many to the roll of it. Choose a player that has the highest roll. That player draws a card.",
        "For each player as holder:\n  for each card in holder's hand: put it on the bottom of the deck",
    ];
    let script = Large {
        kinds: 3,
        actions: &actions,
        buildings: &["Use: draw a card."],
        ..Large::default()
    }
    .script();
    let told = |action: &str| {
        let position = format!(
            "p1 hand: {action}, Act 1\np1: Castle[]\np2 hand: Act 2\np2: Castle[]\ndeck: Act 1, Act 2"
        );
        told_in(script.clone(), &position, &[&format!("action {action}")])
    };
    insta::assert_snapshot!("who_sets_cards_aside", told("Act 0"));
    let rolled = told("Act 1");
    assert!(
        rolled.contains("\nYou roll a die: ") && rolled.contains("\np2 rolls a die: "),
        "{rolled}"
    );
    assert_eq!(
        rolled.matches("You roll a die").count(),
        2,
        "each of their own: {rolled}"
    );
    insta::assert_snapshot!("whose_cards_go_into_the_deck", told("Act 2"));
}

#[test]
fn players_are_written_small_and_lent_abilities_go_by_their_own_names() {
    let lends = "Neighbours of this have:\n  use \"dig\", once a turn: draw a card\n  use \"rest\", once a turn: draw 2 cards";
    let skips = "Choose another player as foe. Foe skips their next turn.";
    let script = Large {
        kinds: 1,
        buildings: &[lends],
        actions: &[skips],
        ..Large::default()
    }
    .script();
    let position = "p1 hand: Act 0\np1: Castle[] Hut 0[]\np2: Castle[]\np2 hand: Act 0\ndeck: Act 0, Act 0, Act 0";
    let told = told_in(script, position, &["use p1.1 dig", "action Act 0"]);
    assert!(told.contains("You use Castle (p1.1) for dig.\n"), "{told}");
    assert!(
        told.contains("Your Act 0: Foe skips their next turn. Here the turn is that of p2."),
        "{told}"
    );
}

#[test]
fn what_is_said_for_a_while_is_told_where_it_comes_in_the_place_of_something() {
    let actions = [
        "Until your next turn, if a building would be destroyed, you may instead discard a card.",
        "Destroy a building of another player.",
    ];
    let script = Large {
        kinds: 2,
        buildings: &["Once a turn: draw a card."],
        actions: &actions,
        ..Large::default()
    }
    .script();
    let position = "turn p2 main\npending: Act 0 of p1\np1 hand: Act 0\np1: Castle[] Hut 0[]\np2: Castle[]\n\
                    p2 hand: Act 1\ndeck: Act 0, Act 0";
    let told = told_in(script, position, &["action Act 1", "p1.2", "yes"]);
    insta::assert_snapshot!(told);
}

#[test]
fn who_does_without_is_told_so_with_what_offers_it() {
    let buildings = [
        "When another player plays an action, you may draw a card.",
        "Once a turn: you may choose a card in your hand as gift: discard gift.",
    ];
    let actions = [
        "Draw a card.",
        "For each other player:\n  if it has a card in hand:\n    it may:\n      repeat 1 time: it chooses a card in its hand, then discard it\n      draw a card",
    ];
    let script = Large {
        kinds: 2,
        buildings: &buildings,
        actions: &actions,
        ..Large::default()
    }
    .script();
    let position = "turn p1 main plays 3\np1 hand: Act 0, Act 0, Act 1\np1: Castle[] Hut 1[]\np2: Castle[] Hut 0[]\np2 hand: Act 0\n\
                    deck: Act 0, Act 0, Act 0";
    let moves = [
        "use p1.2",
        "decline",
        "action Act 0",
        "decline",
        "action Act 1",
        "decline",
        "decline",
    ];
    insta::assert_snapshot!(told_in(script, position, &moves));
}

/// Without such a card nobody is asked: that somebody was would tell that they have one.
#[test]
fn who_does_without_a_card_of_a_kind_keeps_it_a_secret() {
    let buildings = [
        "Once a turn: you may choose a card in your hand that is named \"Act 1\" as find: show find, then draw a card.",
        "Once a turn: you may choose a card in your hand that is named \"Act 1\" as find: show find, then draw a card.",
    ];
    let script = Large {
        kinds: 2,
        buildings: &buildings,
        actions: &["Draw a card."],
        ..Large::default()
    }
    .script();
    let position = "turn p1 main\np1 hand: Act 0, Act 1\np1: Castle[] Hut 0[]\np2: Castle[]\np2 hand: Act 0\ndeck: Act 0, Act 0";
    let told = told_in(script.clone(), position, &["use p1.2", "decline"]);
    let (first, second) = told
        .split_once("\n\np2:\n")
        .expect("both are told something");
    assert!(first.contains("You decline what Hut 0 offers."), "{first}");
    assert_eq!(second, "p1 uses Hut 0 (p1.2).");
}

/// What only its player could tell to be possible may come before it.
#[test]
fn who_does_without_behind_a_secret_choice_keeps_it_a_secret() {
    let told = |building: &str, moves: &[&str]| {
        let buildings = [building, building];
        let script = Large {
            kinds: 2,
            buildings: &buildings,
            actions: &["Draw a card."],
            ..Large::default()
        }
        .script();
        let position = "turn p1 main\np1 hand: Act 0, Act 1\np1: Castle[] Hut 0[]\np2: Castle[]\np2 hand: Act 0\ndeck: Act 0, Act 0";
        let told = told_in(script, position, moves);
        let (first, second) = told
            .split_once("\n\np2:\n")
            .expect("both are told something");
        assert!(first.contains("You decline what Hut 0 offers."), "{first}");
        second.to_string()
    };
    let nested = "Once a turn: you may choose a card in your hand that is named \"Act 1\" as find: you may show find.";
    assert_eq!(
        told(nested, &["use p1.2", "Act 1", "decline"]),
        "p1 uses Hut 0 (p1.2)."
    );
    // What all can tell comes before this one.
    let open = "Once a turn: choose a player as foe. You may: foe draws a card.";
    let second = told(open, &["use p1.2", "p2", "decline"]);
    assert!(
        second.contains("p1 declines what Hut 0 offers."),
        "{second}"
    );
}

/// Fails when a sentence names a hidden card that moves in the event that it tells of.
struct Guard {
    log: Log,
    viewer: Seat,
    checked: u32,
}

impl Watch for Guard {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let before = self.log.lines().len();
        self.log.event_by(script, board, event, cause);
        let secret = match *event {
            Event::Drawn { seat, card } if seat != self.viewer => Some(card),
            Event::Seen { card, seat } if seat != self.viewer => Some(card),
            Event::Stacked {
                card,
                face_up: false,
                ..
            }
            | Event::Moved { card, .. } => Some(card),
            Event::ToHand { card, seat } if seat != self.viewer => Some(card),
            Event::Taken { card, .. } => Some(card),
            _ => None,
        };
        let state = |card| board.card(card);
        if let Some(card) = secret
            && !state(card).known.has(self.viewer)
            && !state(card).face_up()
            && state(card).zone != Zone::Row
        {
            let name = card_label(&script.rules, script.rules.cards[card.index()]);
            let told = &self.log.lines()[before..];
            assert!(
                told.iter().all(|sentence| !sentence.contains(name)),
                "{told:?} tells of {name}"
            );
            self.checked += 1;
        }
    }
}

#[test]
fn no_sentence_of_any_game_names_a_card_that_its_reader_may_not_know() {
    let script = crate::support::scripts::script("1961");
    let mut checked = 0;
    for seed in 0..60 {
        let seats = 2 + (seed % 5) as u8;
        let viewer = Seat((seed % u64::from(seats)) as u8);
        let mut guard = Guard {
            log: Log::new(viewer),
            viewer,
            checked: 0,
        };
        let mut game = Game::deal(script.clone(), seats, seed, &mut guard);
        let mut bot = [BotSpec::Cautious, BotSpec::Random][seed as usize % 2].seated(seed);
        let mut course = Course::default();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 300) {
            let number = bot.choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut guard)
                .expect("bots choose among the options");
            course.advance(&game);
        }
        checked += guard.checked;
    }
    assert!(
        checked > 2000,
        "{checked} sentences about hidden cards were checked"
    );
}
