//! Card text always ends: what would go on without end, or for too long, is cut off, told to all, and the game goes on (END-1).

use std::sync::Arc;

use crate::support::large::Large;
use brink::board::{Board, CardId, Cut, Event, Seat, View};
use brink::bots::chance::{Policy, trace_game};
use brink::engine::{Cause, Choice, Game, Outcome, Script, Verb, Watch};
use brink::explain::cut::Faults;
use brink::explain::log::Log;
use brink::record::judge::run_ruling;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::record::ruling::read_rulings;
use brink::record::traces::replay::replay;
use brink::rules::{Library, Settings};
use brink::text::Source;

// END-1: every bound is told when it is met, and the game goes on.
#[derive(Default)]
struct Cuts {
    cuts: Vec<(Cut, Vec<CardId>)>,
    triggered: usize,
    faults: Faults,
}

impl Watch for Cuts {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.faults.event_by(script, board, event, cause);
        match event {
            Event::Cut { why, cards } => self.cuts.push((*why, cards.to_vec())),
            Event::Triggered { .. } => self.triggered += 1,
            _ => {}
        }
    }
}

/// A game with one kind of card, whose texts are those.
fn script(building: &str, action: &str) -> Arc<Script> {
    script_with(building, action, "")
}

fn script_with(building: &str, action: &str, more: &str) -> Arc<Script> {
    let set = format!(
        "id = \"echoes\"\ntitle = \"Echoes\"\nlanguage = 2\n[[card]]\nbuilding = \"Cave\"\naction = \"Echo\"\n[[victory]]\n\
         front = \"Summit\"\n[building.\"Summit\"]\ntext = ''\n[building.\"Cave\"]\ntext = '''\n{building}\n'''\n\
         [action.\"Echo\"]\ntext = '''\n{action}\n'''\n{more}"
    );
    let recipe = "id = \"echo-game\"\ntitle = \"What is called comes back\"\nsets = [\"echoes\"]\ncopies = 200\n\
                  victory = \"same\"\nhand = 3\nshields = 1\ntallies = []\n";
    let library = Library::parse(vec![
        Source::new("echoes.toml", set),
        Source::new("game.toml", recipe),
    ]);
    let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
    Arc::new(Script::new(
        library
            .compile("echo-game", &Settings::default())
            .expect("the recipe makes a game"),
    ))
}

/// The game after the first action or ability that it offers.
fn played(script: &Arc<Script>, position: &str) -> (Game, Cuts) {
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script.clone(), &setup, 1, &mut ());
    let wanted = |choice: &Choice| matches!(choice, Choice::Action(_) | Choice::Use { .. });
    let choice = game
        .options()
        .into_iter()
        .find(wanted)
        .expect("something can be done");
    let mut cuts = Cuts::default();
    game.take(choice, &mut cuts).expect("it is offered");
    (game, cuts)
}

const FOR_EVER: &str = "Repeat 9999 times:\n  repeat ((the number of players) plus 9997) times:\n    repeat 9999 times: look at the top of the first of buildings";

#[test]
fn a_text_that_takes_too_long_is_cut_off_at_its_place() {
    let script = script("", FOR_EVER);
    let (game, cuts) = played(
        &script,
        "p1 hand: Echo, Echo\np1: Summit[Echo]\np2: Summit[]\n",
    );
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Steps]
    );
    let told = &cuts.faults.told[0];
    assert!(
        told.starts_with("The text of Echo (echoes.toml, line 19) takes too many steps"),
        "{told}"
    );
    assert_eq!(game.outcome(), Outcome::Running);
    // The turn goes on, and the card lies in the pile like any other.
    assert!(
        game.menu().is_some() && game.options().contains(&Choice::Pass),
        "{:?}",
        game.options()
    );
    let printed = print_view(
        &script.rules,
        &View::open(game.board(), &script.rules.cards),
        false,
    );
    assert!(printed.contains("discard: Echo\n"), "{printed}");
}

#[test]
fn a_text_of_a_building_is_cut_off_by_the_name_of_that_side() {
    let script = script(
        &format!("Use:\n  {}", FOR_EVER.replace('\n', "\n  ")),
        "Draw a card.",
    );
    let (_, cuts) = played(&script, "p1: Summit[] Cave[Echo]\np2: Summit[]\n");
    let told = &cuts.faults.told[0];
    assert!(
        told.starts_with("The text of Cave (echoes.toml, line "),
        "{told}"
    );
}

#[test]
fn conditions_that_look_too_far_are_cut_off() {
    let inside = "there is a card in the discard pile that (there is a card in the discard pile that is not in your hand)";
    let script = script(
        "",
        &format!("Repeat 9999 times:\n  if not {inside}, draw a card"),
    );
    let pile = ["Echo"; 150].join(", ");
    let far = inside.replace("is not in", "is in");
    let (_, cuts) = played(
        &script,
        &format!("discard: {pile}\np1 hand: Echo\np1: Summit[]\np2: Summit[]\n"),
    );
    assert!(
        cuts.cuts.is_empty(),
        "what is found at once is no long way: {:?}",
        cuts.cuts
    );
    let script = self::script("", &format!("Repeat 9999 times:\n  if {far}, draw a card"));
    let (game, cuts) = played(
        &script,
        &format!("discard: {pile}\np1 hand: Echo\np1: Summit[]\np2: Summit[]\n"),
    );
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Looks]
    );
    assert!(game.menu().is_some());
}

#[test]
fn triggers_that_lead_back_to_the_same_position_are_found_out() {
    let echo = "When revealed by anything, let home be the first of buildings. Put this face down on home. Flip the top of home.";
    let script = script("Use: flip the top of this.", echo);
    let (game, cuts) = played(
        &script,
        "p1 hand: Echo\np1: Cave[Echo] Summit[]\np2: Summit[]\n",
    );
    assert_eq!(cuts.cuts.len(), 1, "it is reported once");
    let (why, cards) = &cuts.cuts[0];
    assert_eq!((*why, cards.len()), (Cut::Repeats, 1));
    assert!(
        cuts.triggered < 150,
        "it is found out soon: {}",
        cuts.triggered
    );
    let told = &cuts.faults.told[0];
    assert!(
        told.contains("endless triggers, Echo, same position again, no choice leads out"),
        "{told}"
    );
    assert!(game.decision().is_none() && game.outcome() == Outcome::Drawn);
}

#[test]
fn a_text_that_goes_on_and_on_is_named_with_its_own_place() {
    // Two that answer each other, started by an action; by the turn's start; with a text that another card lends.
    let counters = "[counter.spark]\nmeaning = \"hot\"\n";
    let text = "When a spark is put on another player, put a spark on you.";
    let lit = "Put a spark on you.";
    let cases = [
        (
            text,
            lit,
            "p1 hand: Echo\np1: Cave[] Summit[]\np2: Cave[] Summit[]\n",
            "Cave (echoes.toml, line 13)",
        ),
        (
            "At the start of your turn, put a spark on you.\nWhen a spark is put on another player, put a spark on you.",
            "Draw a card.",
            "turn p1 main played\np1: Cave[] Summit[]\np2: Cave[] Summit[]\n",
            "Cave (echoes.toml, line 14)",
        ),
        (
            &format!("buildings named \"Summit\" have:\n  {text}"),
            lit,
            "p1 hand: Echo\np1: Cave[] Summit[]\np2: Summit[]\n",
            "Cave that Summit has (echoes.toml, line 14)",
        ),
    ];
    for (building, action, position, named) in cases {
        let script = script_with(building, action, counters);
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Game::from_setup(script.clone(), &setup, 1, &mut ());
        let options = game.options();
        let act = options
            .iter()
            .find(|choice| matches!(choice, Choice::Action(_)))
            .unwrap_or(&Choice::Pass);
        let mut cuts = Cuts::default();
        game.take(*act, &mut cuts).expect("it is offered");
        assert_eq!(cuts.cuts.first().map(|(why, _)| *why), Some(Cut::Circle));
        let told = &cuts.faults.told[0];
        assert_eq!(
            told,
            &format!(
                "The text of {named} sets off too many texts and is cut off, with everything under way"
            )
        );
    }
}

/// What moves a card from one Cave to the next.
const ON: &str = "if there is a building right of this, move it onto the building right of this\n  \
                  otherwise, move it onto the leftmost of your buildings";

#[test]
fn of_a_circle_every_card_is_named() {
    let on = format!("When a card is put or moved onto this:\n  {ON}");
    let script = script(
        &on,
        "Put this face down on the first of your buildings named \"Cave\".",
    );
    let caves = |count: usize| {
        format!(
            "p1 hand: Echo\np1:{}\np2: Summit[]\n",
            " Cave[]".repeat(count)
        )
    };
    for (count, long) in [(16, false), (40, false), (64, false), (65, true)] {
        let (_, cuts) = played(&script, &caves(count));
        assert_eq!(cuts.cuts[0].1.len(), count);
        let told = &cuts.faults.told[0];
        for place in 1..=count {
            let named = told
                .split([' ', ','])
                .filter(|word| *word == format!("p1.{place}"))
                .count();
            assert_eq!(named, 1, "{told}");
        }
        assert_eq!(
            told.contains(&format!(
                ", {count} texts one after the other, same position again"
            )),
            long,
            "{told}"
        );
    }
}

#[test]
fn of_a_circle_the_smallest_sequence_that_repeats_is_told() {
    // The embers lie as before only after the second round.
    let on = format!(
        "When a card is put or moved onto this:\n  if this has at least 1 ember, take an ember off this\n  \
         otherwise, put an ember on this\n  {ON}"
    );
    let put = "Put this face down on the first of your buildings named \"Cave\".";
    let script = script_with(&on, put, "[counter.ember]\nmeaning = \"hot\"\n");
    let (_, cuts) = played(&script, "p1 hand: Echo\np1: Cave[] Cave[]\np2: Summit[]\n");
    assert_eq!((cuts.cuts[0].0, cuts.cuts[0].1.len()), (Cut::Repeats, 2));
    let told = &cuts.faults.told[0];
    assert!(
        told.contains("endless triggers, Cave p1.1 and Cave p1.2, same position again"),
        "{told}"
    );
}

#[test]
fn of_what_never_comes_back_the_sequence_that_repeats_is_told() {
    // The embers are more each time.
    let on = "When a spark is put on you, put an ember on you.\nBuildings named \"Summit\" have:\n  \
              when an ember is put on you, put a spark on you";
    let counters = "[counter.spark]\nmeaning = \"hot\"\n[counter.ember]\nmeaning = \"hotter\"\n";
    let script = script_with(on, "Put a spark on you.", counters);
    for (caves, why) in [("Cave[]", Cut::Circle), ("Cave[] Cave[]", Cut::Triggers)] {
        let position = format!("p1 hand: Echo\np1: {caves} Summit[]\np2: Summit[]\n");
        let (_, cuts) = played(&script, &position);
        assert_eq!(cuts.cuts[0].0, why);
        let told = &cuts.faults.told[0];
        for named in ["Cave", "Summit"] {
            assert!(told.contains(named), "{told}");
        }
        let order = "sets off too many texts, Cave and Summit again and again, and is cut off";
        assert_eq!(told.contains(order), why == Cut::Circle, "{told}");
    }
}

#[test]
fn a_text_that_another_card_gives_is_cut_off_by_its_own_name() {
    let given = format!("use:\n    {}", FOR_EVER.replace('\n', "\n    "));
    let script = script(&format!("buildings named \"Summit\" have:\n  {given}"), "");
    let setup = read_position("p1: Summit[] Cave[Echo]\np2: Summit[]\n", 0, &script.rules)
        .expect("it can be");
    let mut game = Game::from_setup(script, &setup, 1, &mut ());
    let used = game
        .options()
        .into_iter()
        .find(|choice| matches!(choice, Choice::Use { .. }))
        .expect("it has it");
    let mut cuts = Cuts::default();
    game.take(used, &mut cuts).expect("it is offered");
    let told = &cuts.faults.told[0];
    assert!(
        told.starts_with("The text of Cave that Summit has (echoes.toml, line 1"),
        "{told}"
    );
}

#[test]
fn triggers_that_go_on_and_on_are_cut_off() {
    // Chance might lead out of it, so that it is no circle.
    let echo = "When revealed by anything, let home be the first of buildings. Put this face down on home. Draw 2 cards. Discard the first of cards in your hand. Discard the first of cards in your hand. Shuffle the discard pile into the deck. Flip the top of home.";
    let script = script("Use: flip the top of this.", echo);
    let (game, cuts) = played(&script, "p1: Cave[Echo] Summit[]\np2: Summit[]\n");
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Chain]
    );
    assert!(
        cuts.triggered == 2000 && game.decision().is_some(),
        "{}",
        cuts.triggered
    );
}

#[test]
fn a_long_chain_goes_on_as_long_as_it_changes_something() {
    let echo = "When revealed by anything: if the number of cards in your hand is at most 99, draw a card. Let home be the first of buildings. Put this face down on home. Flip the top of home.";
    let script = script("Use: flip the top of this.", echo);
    let (game, cuts) = played(&script, "p1: Cave[Echo] Summit[]\np2: Summit[]\n");
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Repeats]
    );
    assert!(
        cuts.triggered > game.board().hand(Seat(0)).len()
            && game.board().hand(Seat(0)).len() == 100
    );
}

#[test]
fn a_card_that_plays_itself_in_itself_is_cut_off() {
    let script = script("", "Play this. Play this.");
    let (game, cuts) = played(&script, "p1 hand: Echo\np1: Summit[]\np2: Summit[]\n");
    assert_eq!(cuts.cuts.len(), 1, "{:?}", cuts.cuts);
    assert_eq!(cuts.cuts[0].0, Cut::Plays);
    assert!(game.menu().is_some());
}

#[test]
fn more_triggers_than_can_wait_are_cut_off() {
    let echo = "When revealed by anything, draw a card.";
    let script = script(
        "Use: for each card on this from the top: destroy it.",
        &format!("{echo}\n{echo}"),
    );
    let stack = ["Echo"; 140].join(", ");
    let (game, cuts) = played(
        &script,
        &format!("p1: Cave[{stack}] Summit[]\np2: Summit[]\n"),
    );
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Triggers]
    );
    assert!(game.menu().is_some());
}

#[test]
fn what_is_cut_off_stands_in_the_log_with_its_reason() {
    let script = script("", FOR_EVER);
    let position = "p1 hand: Echo\np1: Summit[Echo]\np2: Summit[]\n";
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    let mut log = Log::open();
    let mut game = Game::from_setup(script.clone(), &setup, 1, &mut log);
    let action = game
        .options()
        .into_iter()
        .find(|choice| matches!(choice, Choice::Action(_)));
    game.take(action.expect("it can be played"), &mut log)
        .expect("it is offered");
    let at = log
        .lines()
        .iter()
        .position(|line| line.contains("takes too many steps"))
        .expect("it is told");
    let why = log
        .why(&script.rules, at + 1)
        .expect("there is such an event");
    assert!(
        why.contains("look at the top of the first of buildings"),
        "{why}"
    );
}

#[test]
fn a_ruling_in_which_a_text_is_cut_off_fails_unless_it_expects_that() {
    let ruling = |expect: &str| {
        let text = format!(
            "[[ruling]]\nid = \"far\"\ntitle = \"Far\"\nrules = [\"END-1\"]\ngame = \"echo-game\"\n\
             position = \"p1 hand: Echo\\np1: Summit[Echo]\\np2: Summit[]\"\nmoves = \"p1: action Echo\"\n\
             [ruling.expect]\nasked = \"p1\"\n{expect}\n"
        );
        let source = Source::new("far.toml", text);
        let rulings = read_rulings(&source).expect("the ruling can be read");
        let failures = run_ruling(&source, &rulings[0], script("", FOR_EVER))
            .err()
            .unwrap_or_default();
        failures
            .into_iter()
            .map(|failure| failure.reason)
            .collect::<Vec<_>>()
    };
    assert!(
        ruling("")[0].contains("takes too many steps"),
        "{:?}",
        ruling("")
    );
    assert_eq!(ruling("report = \"too many steps\""), [""; 0]);
    assert_eq!(
        ruling("report = \"plays cards\""),
        ["no report contains `plays cards`"]
    );
}

#[test]
fn traces_tell_what_is_cut_off_and_are_replayed() {
    let script = script("", FOR_EVER);
    let trace = trace_game(&script, 2, 1, Policy::Mixed, 12);
    assert!(
        trace.contains("\nfault The text of Echo (echoes.toml, line 19) takes too many steps"),
        "{trace}"
    );
    let replayed = |trace: &str| replay(trace.as_bytes(), &mut |_| Ok(script.clone()));
    let faults = trace
        .lines()
        .filter(|line| line.starts_with("fault "))
        .count() as u64;
    assert_eq!(
        replayed(&trace).expect("it is the same game").faults,
        faults
    );
    let silent: String = trace
        .lines()
        .filter(|line| !line.starts_with("fault "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        replayed(&silent)
            .is_err_and(|difference| difference.what.contains("a line is missing: fault"))
    );
}

// PLY-4: no action is under way where texts were cut off, not even the one too many.
#[test]
fn where_texts_were_cut_off_no_card_is_under_way() {
    for text in [
        "Play this.",
        "Replay a card in the discard pile.",
        "Play the first of cards in your hand.",
    ] {
        let script = script("", text);
        let position =
            "deck: Echo\ndiscard: Echo\np1 hand: Echo, Echo\np1: Summit[]\np2: Summit[]\n";
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Game::from_setup(script.clone(), &setup, 1, &mut ());
        let options = game.options();
        let action = options
            .iter()
            .find(|choice| matches!(choice, Choice::Action(_)));
        game.take(
            *action.unwrap_or_else(|| panic!("{text}: {options:?}")),
            &mut (),
        )
        .expect("it is offered");
        assert!(game.menu().is_some());
        let board = game.board();
        assert!(
            board
                .discard()
                .cards()
                .iter()
                .all(|card| !board.is_under_way(*card)),
            "{text}"
        );
    }
}

/// A game of many kinds, in which the first building and the first action have these texts.
fn large(building: &str, action: &str) -> Arc<Script> {
    Large {
        buildings: &[building],
        actions: &[action, "Draw a card."],
        ..Large::default()
    }
    .script()
}

/// So many buildings in a row.
fn huts(many: usize) -> String {
    (0..many)
        .map(|at| format!("Hut {}[]", at % 38))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The game with that row, and what is told when the first action is played, or else the first option taken.
fn looked_at(script: &Arc<Script>, row: &str) -> (Game, Cuts) {
    let position = format!(
        "turn p1 main\np1 hand: Act 0, Act 1\np1: Castle[] {row}\np2 hand:\np2: Castle[]\n"
    );
    let setup =
        read_position(&position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = Game::from_setup(script.clone(), &setup, 1, &mut ());
    let mut cuts = Cuts::default();
    game.take(game.options()[0], &mut cuts)
        .expect("it is offered");
    (game, cuts)
}

const FACE_UP: &str = "Repeat 9999 times: put the first of cards in your hand face up on the first of buildings, then take the top of the first of buildings.";

// END-1: what lasts is worked out at the same cost as what texts do.
#[test]
fn lasting_effects_that_look_too_far_are_cut_off() {
    for (building, rows) in [
        (
            "Buildings that (there is a building that is not stacked) are guarded.",
            300,
        ),
        ("Buildings except this are disabled.", 200),
        ("Neighbours of this are disabled.", 63),
        (
            "Win when there are exactly 2 buildings that (there are exactly 3 buildings that are stacked).",
            300,
        ),
        ("Your buildings are guarded.", 400),
    ] {
        let script = large(building, FACE_UP);
        let (game, cuts) = looked_at(&script, &huts(rows));
        assert!(
            cuts.cuts.iter().all(|(why, _)| *why == Cut::Looks),
            "{building}: {:?}",
            cuts.cuts
        );
        // What could not be looked at is told, at most once for each of the few moments that follow.
        assert!(
            (1..=4).contains(&cuts.cuts.len()),
            "{building}: {:?}",
            cuts.cuts
        );
        assert!(
            game.menu().is_some() && game.outcome() == Outcome::Running,
            "{building}"
        );
    }
}

#[test]
fn nobody_wins_by_what_was_not_looked_at() {
    // There is always such a building; whoever stops looking finds none.
    let none = "Win when there are no buildings that (there are at least 2 buildings that are not stacked).";
    let script = large(none, FACE_UP);
    let (game, cuts) = looked_at(&script, &huts(300));
    assert!(!cuts.cuts.is_empty());
    assert_eq!(game.outcome(), Outcome::Running);
}

// END-1: a turn menu is told to be too much when somebody chooses from it.
#[test]
fn abilities_that_look_too_far_are_not_offered_and_that_is_told() {
    let ability = "Use if there are exactly 400 buildings that (there are exactly 400 buildings that are \
                   stacked): draw a card.\nUse \"easy\": draw a card.";
    let ability = ability.replacen("Use if", "Use \"far\", if", 1);
    let script = large(&ability, "Draw a card.");
    let (_, cuts) = looked_at(&script, &huts(30));
    assert!(cuts.cuts.is_empty(), "{:?}", cuts.faults.told);
    let (game, cuts) = looked_at(&script, &huts(400));
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Menu]
    );
    assert_eq!(
        cuts.faults.told,
        ["Finding the options takes too many checks, so some are not offered"]
    );
    let menu = game.menu().expect("the turn goes on");
    let uses = game
        .options()
        .into_iter()
        .filter(|choice| matches!(choice, Choice::Use { .. }))
        .count();
    assert_eq!((uses, menu.count_of(Verb::Use)), (400, 400));
    // Whoever asks why is told so.
    let far = Choice::Use {
        building: game.board().row(Seat(0))[399],
        ability: 0,
    };
    assert!(game.refusal(far).is_some());
}

#[test]
fn all_abilities_of_a_turn_are_offered_however_many() {
    let eight: String = (0..8)
        .map(|at| format!("Use \"way {at}\": draw a card.\n"))
        .collect();
    let script = large(&eight, "Draw a card.");
    let (game, cuts) = looked_at(&script, &huts(400));
    assert!(cuts.cuts.is_empty());
    let uses = |choice: &Choice| matches!(choice, Choice::Use { .. });
    assert_eq!(game.options().into_iter().filter(uses).count(), 3200);
    let mut others = game.clone();
    let menu = game.menu().expect("a turn menu is asked");
    assert_eq!(menu.count_of(Verb::Use), 3200);
    let last = game.menu_choice(&menu, Verb::Use, 3199);
    assert_eq!(
        last,
        Choice::Use {
            building: game.board().row(Seat(0))[400],
            ability: 7
        }
    );
    let cards = others.board().hand(Seat(0)).len();
    others.take_nth(&mut (), |count| {
        count
            - if game.options().contains(&Choice::Pass) {
                2
            } else {
                1
            }
    });
    assert_eq!(
        others.board().hand(Seat(0)).len(),
        cards + 1,
        "the last ability is used"
    );
    let mut again = game.clone();
    again.take(last, &mut ()).expect("it is offered");
    assert_eq!(again.board().hand(Seat(0)).len(), cards + 1);
}

#[test]
fn branches_that_look_too_far_are_cut_off() {
    let far = "not there are exactly 300 buildings that (there are exactly 300 buildings that are stacked) and there are exactly 299 buildings that (there are exactly 299 buildings that are stacked)";
    let branches: String = (0..59)
        .map(|at| format!("  way{at}, if {far}: draw {} cards\n", at + 2))
        .collect();
    let script = large(
        "",
        &format!("Draw a card.\nEither:\n{branches}  rest: draw a card\n"),
    );
    let (game, cuts) = looked_at(&script, &huts(20));
    assert!(
        cuts.cuts.is_empty() && game.menu().is_some(),
        "{:?}",
        cuts.faults.told
    );
    let (game, cuts) = looked_at(&script, &huts(400));
    assert_eq!(
        cuts.cuts.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        [Cut::Looks]
    );
    assert!(game.menu().is_some());
}

/// How many abilities are offered to whoever holds so many cards, and whether something was cut off.
fn uses_with(building: &str, cards: usize) -> (usize, bool) {
    let buildings = [building, "", "", "", "", ""];
    let script = Large {
        kinds: 6,
        copies: 80,
        buildings: &buildings,
        ..Large::default()
    }
    .script();
    let hand: Vec<String> = (0..cards).map(|card| format!("Act {}", card % 6)).collect();
    let position = format!(
        "turn p1 main\np1: Castle[] Hut 0[]\np1 hand: {}\np2: Castle[]\n",
        hand.join(", ")
    );
    let setup =
        read_position(&position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut cuts = Cuts::default();
    let game = Game::from_setup(script, &setup, 1, &mut cuts);
    let uses = game
        .options()
        .into_iter()
        .filter(|choice| matches!(choice, Choice::Use { .. }))
        .count();
    (uses, !cuts.cuts.is_empty())
}

// PLY-5: whether something can be paid is known for any hand, and in however many ways it could be.
#[test]
fn prices_of_many_cards_are_tried_at_once() {
    let toll = "Using abilities costs players 8 cards.\nUse: pay 20 cards. Draw a card.\n";
    assert_eq!(uses_with(toll, 27), (0, false));
    assert_eq!(uses_with(toll, 28), (1, false));
    let deep = "Using abilities costs players 150 cards.\nUse: draw a card.\n";
    assert_eq!(uses_with(deep, 149), (0, false));
    assert_eq!(uses_with(deep, 150), (1, false));
}

#[test]
fn abilities_that_texts_give_are_offered_where_they_can_be_paid_for() {
    let given =
        "Buildings have:\n  once a turn: draw a card\nUsing abilities costs players 1 card.\n";
    assert_eq!(uses_with(given, 0), (0, false));
    assert_eq!(uses_with(given, 1), (2, false));
}

// Most tables have few texts that are given: what goes beyond is asked for building by building.
#[test]
fn texts_are_given_to_any_number_of_buildings() {
    let given = "Buildings have:\n  win when there are at least 400 buildings\n\
                 Buildings have:\n  players cannot use abilities\nUse: draw a card.\n";
    let script = Large {
        kinds: 2,
        copies: 150,
        buildings: &[given, ""],
        ..Large::default()
    }
    .script();
    for huts in [3, 31, 32, 70, 140] {
        let row = vec!["Hut 1[]"; huts].join(" ");
        let position = format!("turn p1 main\np1: Castle[] Hut 0[] {row}\np2: Castle[]\n");
        let setup = read_position(&position, 0, &script.rules)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Game::from_setup(script.clone(), &setup, 1, &mut ());
        let uses = game
            .options()
            .into_iter()
            .filter(|choice| matches!(choice, Choice::Use { .. }))
            .count();
        assert_eq!(uses, 0, "{huts} more buildings");
    }
}
