//! Why something is as it is: explanations cite the text of open cards, with its place and its rules.

use std::sync::Arc;

use crate::support::large::Large;
use crate::support::own::own_script;
use brink::board::{CardId, Cut, Event, Seat, Seats};
use brink::engine::{Cause, FrameKind, Game, Script, Stars, Watch};
use brink::explain::log::Log;
use brink::explain::options::label::labels;
use brink::explain::reasons::answer::{event_asked, why, why_open, why_plainly};
use brink::lang::notation::parse_moves;
use brink::record::positions::moves::play_from;
use brink::record::positions::read::read_position;
use brink::rules::ir::Rules;
use brink::rules::{Library, Settings};
use brink::text::Source;

fn script(recipe: &str) -> Arc<Script> {
    if !recipe.ends_with("-game") {
        return crate::support::scripts::script(recipe);
    }
    own_script(&match recipe.strip_prefix("book-") {
        Some(number) => format!("book/{number}.toml"),
        None => format!("{recipe}.toml"),
    })
}

/// The game after those moves, with all that has happened.
fn played(recipe: &str, position: &str, moves: &str) -> (Game, Log) {
    let script = script(recipe);
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let moves = parse_moves(moves, 0).expect("the moves are well written");
    let mut log = Log::open();
    let game =
        play_from(script, &setup, &moves, &mut log).unwrap_or_else(|faults| panic!("{faults:?}"));
    (game, log)
}

fn game(recipe: &str, position: &str) -> Game {
    played(recipe, position, "").0
}

fn check(recipe: &str, position: &str, asked: &str) -> String {
    check_after(recipe, position, "", asked)
}

/// Asks after some moves, in the middle of a text as a rule.
fn check_after(recipe: &str, position: &str, moves: &str, asked: &str) -> String {
    why(&played(recipe, position, moves).0, asked).unwrap_or_else(|unclear| panic!("{unclear}"))
}

/// Several answers, without the paths of the machine.
fn answers(recipe: &str, position: &str, moves: &str, asked: &[&str]) -> String {
    let all: Vec<String> = asked
        .iter()
        .map(|asked| check_after(recipe, position, moves, asked))
        .collect();
    let folder = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    all.join("\n").replace(&folder, "")
}

/// Why everything happened that some moves lead to.
fn events(recipe: &str, position: &str, moves: &str) -> String {
    let (game, log) = played(recipe, position, moves);
    told(&game, &log)
}

fn told(game: &Game, log: &Log) -> String {
    let why = |number| {
        log.why(&game.script().rules, number)
            .expect("so many have happened")
    };
    let all: Vec<String> = (1..=log.lines().len()).map(why).collect();
    all.join("\n")
        .replace(&format!("{}/", env!("CARGO_MANIFEST_DIR")), "")
}

const EMBARGOED: &str = "\
p1: Factory[Research, ^Embargo] Agency[Espionage, Research]
p1 hand: Sabotage
p2: Bunker[] Embassy[]
p2 hand: Research
";

#[test]
fn a_card_that_disables_a_building_is_quoted_with_its_place_and_rules() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p1.1"));
}

#[test]
fn a_disabled_building_cannot_be_used_and_the_card_that_disables_it_says_so() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "use p1.1"));
}

#[test]
fn a_starred_number_is_given_as_printed_and_as_raised() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "action Sabotage"));
}

#[test]
fn a_neighbour_that_gives_a_status_is_named_by_its_place() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p2.2"));
}

#[test]
fn what_nothing_disables_is_active() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p2.1"));
}

#[test]
fn who_holds_cards_plays_one_before_passing() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "pass"));
}

#[test]
fn a_card_that_is_not_in_hand_cannot_be_played() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "action Espionage"));
}

#[test]
fn one_card_a_turn_is_played() {
    let position = "turn p1 main played\np1: Embassy[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "build Embassy at p1.2"));
}

#[test]
fn a_cost_that_cannot_be_paid_is_quoted() {
    let position = "p1: Missile Silo[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_condition_that_does_not_hold_is_quoted() {
    let position = "p1: Factory[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_spent_ability_says_so() {
    let position = "p1: Factory*[Research] Embassy[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

/// Texts that go on once only, played in a game of their own.
#[test]
fn what_has_been_done_once_and_no_more_says_so() {
    let set = "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n[[victory]]\nfront = \"Castle\"\n\
               [building.\"Mill\"]\ntext = \"Once a game: discard a target top.\"\n[building.\"Castle\"]\ntext = \"\"\n\
               [action.\"Gust\"]\ntext = \"Once a game for all players. Draw a card.\"\n";
    let recipe = "id = \"windy\"\ntitle = \"Windy\"\nsets = [\"mills\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n\
                  plays = 2\n";
    let sources =
        [("mills.toml", set), ("windy.toml", recipe)].map(|(name, text)| Source::new(name, text));
    let library =
        Library::with_texts(sources.to_vec()).unwrap_or_else(|report| panic!("{report:?}"));
    let script = Arc::new(Script::new(
        library
            .compile("windy", &Settings::default())
            .expect("the recipe is sound"),
    ));
    let position = "p1: Castle[Gust, Gust] Mill[]\np1 hand: Gust, Gust\np2: Castle[]\n";
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let moves =
        parse_moves("p1: use p1.2\np1: action Gust", 0).expect("the moves are well written");
    let game =
        play_from(script, &setup, &moves, &mut ()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let said = |why: fn(&Game, &str) -> Result<String, String>| {
        ["use p1.2", "action Gust"]
            .map(|asked| why(&game, asked).unwrap_or_else(|unclear| panic!("{unclear}")))
            .join("\n")
    };
    insta::assert_snapshot!(format!("{}\n{}", said(why), said(why_plainly)));
}

#[test]
fn what_is_for_the_start_of_turn_is_too_late_after_it() {
    let position = "p1: Secret Facility[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_first_choice_without_options_is_quoted() {
    let position = "p1: Embassy[]\np1 hand: Espionage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "action Espionage"));
}

#[test]
fn guarding_is_quoted_with_its_rules() {
    let position = "p1: Radar Tower[] Interstate Highway[]\np1 hand: Legislate\np2: Hippies[]\n";
    insta::assert_snapshot!(check("1971", position, "p1.2"));
}

#[test]
fn what_disables_itself_is_known_by_its_own_text() {
    let position = "p1: University[Legislate]\np1 hand: Legislate\np2: Hippies[]\n";
    insta::assert_snapshot!(check("1971", position, "use p1.1"));
}

#[test]
fn what_cards_lie_face_down_does_not_change_an_explanation() {
    let position = |card: &str| {
        format!(
            "p1: Embassy[]\np1 hand: Sabotage\np2: Bunker[{card}] Embassy[{card}]\np2 hand: {card}\ndeck: Embargo\n"
        )
    };
    for asked in [
        "p2.1",
        "p2.2",
        "action Sabotage",
        "action Research",
        "use p1.1",
        "use p2.1",
        "pass",
    ] {
        assert_eq!(
            check("1961", &position("Research"), asked),
            check("1961", &position("Espionage"), asked)
        );
    }
}

#[test]
fn what_is_no_label_and_no_place_is_answered_with_what_would_be() {
    let game = game("1961", EMBARGOED);
    let told = ["p9.1", "p1.7", "action Elephant", "dance"]
        .map(|asked| why(&game, asked).expect_err("it is unclear"));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_missing_building_keeps_a_label_out_like_anything_else() {
    let asked = [
        "stack Sabotage on p2.9",
        "use p1.9",
        "build Embassy at p1.9",
        "build Embassy at p1.999",
    ];
    insta::assert_snapshot!(answers("1961", EMBARGOED, "", &asked));
}

#[test]
fn abilities_that_are_named_or_need_something_are_quoted_each_for_itself() {
    let position = "p1: Pier*mill[Fog] Pier[] Quay[]\np1 hand: Fog\np2: Quay[]\n";
    let asked = [
        "use p1.1 mill",
        "use p1.1 burn",
        "use p1.2 mill",
        "use p1.2 BURN",
        "use p1.2 sink",
        "use p1.3",
    ];
    insta::assert_snapshot!(answers("harbour-game", position, "", &asked));
    let unclear = why(&game("harbour-game", position), "use p1.2").expect_err("there are two");
    assert_eq!(unclear, "Say which: `use p1.2 mill` or `use p1.2 burn`.");
}

// PLY-5, END-2: whether there is something to choose hangs on the card that is paid. Who does not know it may try.
#[test]
fn what_hangs_on_a_card_that_nobody_has_seen_is_offered_until_it_is_known() {
    let asked = |card: &str| {
        let position = format!(
            "p1: Pier[^Gull] Buoy[{card}] Quay[]\np1 hand: Crew\np2: Quay[]\np2 hand: Crew\n"
        );
        answers("harbour-game", &position, "", &["use p1.2"])
    };
    for unseen in ["Fog", "Gull", "Gull{p1}"] {
        assert!(
            asked(unseen).starts_with("`use p1.2` is offered."),
            "{unseen}"
        );
    }
    let known = asked("Fog{p1}");
    assert!(
        known.contains("its first required choice has no option (PLY-5)"),
        "{known}"
    );
}

#[test]
fn what_hangs_on_an_open_card_is_told_with_its_reason() {
    let asked = ["use p1.1", "use p1.2"];
    let position = |card: &str, known: &str| {
        format!(
            "p1: Lookout[{card}{known}] Wharf[{card}{known}] Quay[]\np1 hand: Crew\np2: Quay[Crew]\n"
        )
    };
    insta::assert_snapshot!(answers("harbour-game", &position("Fog", ""), "", &asked));
    // What a text reads is open, so everyone is told the reason.
    let told = answers("harbour-game", &position("Fog", "{p1}"), "", &["use p1.1"]);
    assert!(
        told.contains("its condition is not met") && !told.contains("cannot see"),
        "{told}"
    );
    // So is who sees every card.
    let open =
        why_open(&game("harbour-game", &position("Fog", "")), "use p1.1").expect("it is a label");
    assert!(
        open.contains("its condition is not met") && !open.contains("cannot see"),
        "{open}"
    );
    // In a branch and in a choice, too.
    let open = "p1: Wharf[Fog] Quay[]\np1 hand: Crew\np2: Quay[^Gull] Quay[^Gull] Quay[^Fog]\n";
    insta::assert_snapshot!(
        "a_choice_that_hangs_on_an_open_card",
        [
            answers("harbour-game", open, "p1: use p1.1", &["p2.3"]),
            answers("harbour-game", open, "p1: use p1.1 > p2.1", &["keep"]),
        ]
        .join("\n")
    );
}

#[test]
fn a_text_that_has_no_choice_once_its_cost_is_paid_says_so() {
    let position = "p1: Military Base[Legislate] Farm[]\np1 hand: Legislate\np2: Hippies[]\n";
    insta::assert_snapshot!(answers("1971", position, "", &["use p1.1"]));
}

#[test]
fn what_is_not_offered_in_the_middle_of_a_text_is_explained_with_the_text_that_asks() {
    let position = "p1: Radar Tower[] Interstate Highway[Invasion] Hippies[]\n\
                    p1 hand: Counterculture, Invasion\np2: Farm[Invasion] Hippies[Invasion] Farm[]\n";
    let asked = [
        "p1.2", "p2.3", "p2.1", "p2.9", "p2", "Farm", "decline", "pass", "use p2.1",
    ];
    insta::assert_snapshot!(answers(
        "1971",
        position,
        "p1: action Counterculture",
        &asked
    ));
    let unclear = why(
        &played("1971", position, "p1: action Counterculture").0,
        "dance",
    )
    .expect_err("it is unclear");
    assert!(
        unclear.starts_with("`dance` is neither an option now"),
        "{unclear}"
    );
}

#[test]
fn players_cards_places_and_branches_are_explained_in_choices_of_such() {
    let missile = "p1: Missile Silo[Embargo]\np1 hand: Research\np2: Embassy[]\np3: eliminated\np4: Embassy[]\n";
    let research = "p1: Embassy[]\np1 hand: Research\np2: Embassy[Embargo]\ndiscard: Research, Espionage, Embargo\n";
    let university = "turn p1 start\np1: University[Response System]\np1 hand: Legislate\np2: Hippies[] Farm[Legislate]\n";
    insta::assert_snapshot!(
        [
            answers("1961", missile, "p1: use p1.1", &["p3", "p1.1", "p5"]),
            answers(
                "1961",
                research,
                "p1: action Research",
                &["Research", "Sabotage", "Espionage"]
            ),
            answers(
                "1961",
                &research.replace("Research, Espionage", "Missile Launch"),
                "p1: action Research",
                &["Research"]
            ),
            answers("1971", university, "p1: use p1.1", &["p2.4", "p1.1", "p2"]),
        ]
        .join("\n")
    );
    let highway = "p1: Interstate Highway[Legislate] Farm[Invasion]\np1 hand: Legislate\np2: Farm[Invasion]\n";
    let gulls =
        "p1: Wharf[Fog{p1}] Quay[]\np1 hand: Crew\np2: Quay[^Gull] Quay[^Gull] Quay[^Fog]\n";
    insta::assert_snapshot!(
        "what_a_choice_leaves_out",
        [
            answers("1971", highway, "p1: use p1.1", &["p2.1"]),
            answers("harbour-game", gulls, "p1: use p1.1", &["p2.3"]),
        ]
        .join("\n")
    );
    let branches =
        "turn p1 start\np1: Wharf[Fog{p1}] Quay[]\np1 hand: Crew\np2: Quay[^Gull] Quay[^Gull]\n";
    insta::assert_snapshot!(
        "a_branch_whose_condition_does_not_hold",
        answers(
            "harbour-game",
            branches,
            "p1: use p1.1 > p2.1",
            &["keep", "drop"]
        )
    );
}

#[test]
fn cards_that_are_called_by_their_position_are_explained() {
    let hand = "p1: Hoard[]\np1 hand: Pickpocket\np2: Hoard[]\np2 hand: Fence, Spy\np3: Hoard[]\np3 hand: Spy\n";
    let stack = "p1: Den[Fence, Spy, Fence] Hoard[]\np1 hand: Spy\np2: Hoard[Spy]\n";
    insta::assert_snapshot!(
        [
            answers(
                "thieves-game",
                hand,
                "p1: action Pickpocket > p2",
                &[
                    "card 2 of p2's hand",
                    "Card 3 of P2's hand",
                    "card 1 of p3's hand",
                    "Fence",
                    "card 1 of p1.1",
                ]
            ),
            answers(
                "thieves-game",
                stack,
                "p1: use p1.1",
                &["card 1 of p1.1", "p1.1", "card 4 of p1.1", "p2.1", "Spy"]
            ),
        ]
        .join("\n")
    );
}

#[test]
fn a_hit_its_answer_and_what_ends_a_game_are_explained() {
    insta::assert_snapshot!(events(
        "1961",
        "p1 hand: Missile Launch, Sabotage\np1: Moon Lander[]\np2: Moon Lander[Response System]\n\
         p2 hand: Research\np3: Moon Lander[Research] Embassy[]\ndeck: Embargo\n",
        "p1: action Missile Launch > p2\np2: stack Research on p2.1\np2: pass",
    ));
}

const ELIMINATION: &str = "p1 hand: Missile Launch, Sabotage\np1: Moon Lander[Embargo]\np2: Moon Lander[]\n\
                           p2 hand: Research\np3: Moon Lander[Response System]\n";

#[test]
fn an_elimination_and_its_hand_follow_rules_alone() {
    insta::assert_snapshot!(events(
        "1961",
        ELIMINATION,
        "p1: action Missile Launch > p2"
    ));
}

#[test]
fn a_crisis_and_its_missiles_are_explained() {
    insta::assert_snapshot!(events(
        "1961",
        "turn p1 main played\ndeck:\ndiscard:\np1: Moon Lander[Embargo, Embargo]\np2: Moon Lander[Response System]\n",
        "p1: pass",
    ));
}

#[test]
fn cards_played_by_cards_are_explained() {
    insta::assert_snapshot!(events(
        "1961",
        "p1 hand: Sabotage\np1: Agency[Research, Research] Moon Lander[]\n\
         p2: Moon Lander[Embargo, Research] Embassy[Response System] Bunker[Espionage]\n",
        "p1: action Sabotage > p2.1 > p2.2 > p2.3 > p2.1 > p1.1",
    ));
}

#[test]
fn what_is_looked_at_swapped_and_stacked_is_explained() {
    let position = "turn p1 start\np1 hand: Espionage, Sabotage\np1: Secret Facility[Research] Moon Lander[]\n\
                    p2: Moon Lander[Embargo] Embassy[Response System]\n";
    insta::assert_snapshot!(events(
        "1961",
        position,
        "p1: use p1.1 > Embassy\np1: action Espionage > p2.1 > p2.2 > p2.1\np1: pass",
    ));
}

#[test]
fn cards_that_travel_or_are_found_are_explained() {
    let position = "turn p1 start\np1 hand: Legislate, Invasion\n\
                    p1: University[Counterculture] Interstate Highway[Legislate] Farm[]\np2: Farm[Invasion]\n";
    insta::assert_snapshot!(events(
        "1971",
        position,
        "p1: use p1.1 > build > p1.1\np1: use p1.3 > p1.2\np1: use p1.4 > p1.1",
    ));
}

#[test]
fn a_game_is_won_by_a_building_by_a_tally_or_by_what_counts_as_one() {
    let moon = "p1 hand: Research\np1: Moon Lander[Embargo, Embargo, Embargo, Embargo]\np2: Moon Lander[]\n";
    let peace = "p1 hand: Sabotage\np1: Embassy[] Embassy[] Moon Lander[]\np2: Moon Lander[]\n";
    let woodstock =
        "p1 hand: Invasion\np1: Woodstock[] Farm[] Hippies[] Hippies[]\np2: Raven Rock[]\n";
    let last = |told: String| told[told.rfind("Event ").expect("something happens")..].to_string();
    insta::assert_snapshot!(
        [
            last(events("1961", moon, "p1: stack Research on p1.1")),
            last(events("1961", peace, "p1: build Embassy at p1.1")),
            last(events("1971", woodstock, "p1: build Hippies at p1.5")),
            last(events(
                "1961",
                "p1 hand: Missile Launch\np1: Moon Lander[]\np2: Moon Lander[]\n",
                "p1: action Missile Launch > p2"
            )),
        ]
        .join("\n")
    );
}

#[test]
fn what_being_built_triggers_and_a_text_shuffles_removes_and_gives_is_explained() {
    insta::assert_snapshot!(events(
        "harbour-game",
        "p1 hand: Bell, Fog\np1: Quay[]\np2: Quay[Gull] Quay[]\np2 hand: Crew, Storm\ndeck: Pier, Wharf, Pier, Wharf\ndiscard: Fog\n",
        "p1: build Bell at p1.1\np1: pass\np2: action Crew > Fog\np2: pass\np1: action Fog\np1: pass",
    ));
}

#[test]
fn the_set_up_and_the_draws_follow_rules_alone() {
    let mut log = Log::open();
    let mut game = Game::deal(crate::support::scripts::script("1971"), 2, 3, &mut log);
    while game.board().turn == Seat(0) && log.lines().len() < 18 {
        let (choice, _) = labels(&game)[0];
        game.take(choice, &mut log).expect("the choice is offered");
    }
    insta::assert_snapshot!(told(&game, &log));
}

#[test]
fn texts_that_go_on_without_end_are_cut_off_by_no_rule() {
    let script = crate::support::scripts::script("1961");
    let game = Game::deal(script.clone(), 2, 1, &mut ());
    let mut log = Log::open();
    log.event_by(
        &script,
        game.board(),
        &Event::Cut {
            why: Cut::Chain,
            cards: &[CardId(0)],
        },
        None,
    );
    assert!(
        log.why(&script.rules, 1)
            .expect("there is one event")
            .contains("END-1")
    );
}

#[test]
fn the_text_of_a_card_that_somebody_does_not_know_is_not_quoted() {
    let script = crate::support::scripts::script("1961");
    let position = "p1: Moon Lander[Missile Launch{p1}]\np1 hand: Research\np2: Moon Lander[]\n";
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    let game = Game::from_setup(script.clone(), &setup, 0, &mut ());
    let board = game.board();
    let this = board.card(board.row(Seat(0))[0]).top();
    assert_eq!(board.card(this).known, Seats::NONE.with(Seat(0)));
    let play = script
        .rules
        .faces
        .iter()
        .find_map(|face| face.play)
        .expect("some card can be played");
    let cause = Cause {
        acts_for: None,
        at: play.entry,
        kind: FrameKind::Effect,
        this,
        you: Seat(0),
        provoker: None,
        stars: Stars::PLAIN,
    };
    let told = |seat| {
        let mut log = Log::new(seat);
        log.event_by(&script, board, &Event::Shown { card: this }, Some(cause));
        log.why(&script.rules, 1).expect("there is one event")
    };
    assert!(
        told(Seat(1)).ends_with("Its cause is hidden from you.\n"),
        "{}",
        told(Seat(1))
    );
    assert!(
        told(Seat(0)).contains(" says\n  cards/"),
        "{}",
        told(Seat(0))
    );
}

#[test]
fn events_are_asked_for_by_number_or_as_the_last() {
    let asked = [
        "3",
        "event 3",
        "EVENT  3",
        "last",
        "event",
        "event last",
        "p2.3",
        "events",
        "eventually",
        "",
    ];
    let numbers = asked.map(|asked| event_asked(asked, 7));
    assert_eq!(
        numbers,
        [
            Some(3),
            Some(3),
            Some(3),
            Some(7),
            Some(7),
            Some(7),
            None,
            None,
            None,
            None
        ],
        "{asked:?}"
    );
    assert_eq!(event_asked("99999999999999999999999", 7), Some(usize::MAX));
    let (game, log) = played("1961", EMBARGOED, "");
    let missing = |number| {
        log.why(&game.script().rules, number)
            .expect_err("nothing has happened")
    };
    assert_eq!(
        (missing(0), missing(1)),
        (
            "Nothing has happened yet.".into(),
            "Nothing has happened yet.".into()
        )
    );
    let (game, log) = played("1961", ELIMINATION, "p1: stack Sabotage on p1.1");
    assert_eq!(
        log.why(&game.script().rules, 2),
        Err("There is no event 2: there is only event 1.".into())
    );
}

#[test]
fn a_place_beyond_all_numbers_is_no_place() {
    let asked = |label: &str| {
        check(
            "1961",
            "p1 hand: Embargo\np1: Moon Lander[]\np2: Moon Lander[]",
            label,
        )
    };
    for place in [4_u32, 65_534, 65_535, 65_536] {
        let answer = asked(&format!("build Factory at p1.{place}"));
        assert!(answer.contains(&format!("p1.{place}")), "{place}: {answer}");
    }
}

#[test]
fn those_who_play_hear_why_in_sentences() {
    let (game, log) = played("1961", ELIMINATION, "p1: action Missile Launch > p2");
    let rules = &game.script().rules;
    let all = |why: fn(&Log, &Rules, usize) -> Result<String, String>| -> String {
        (1..=log.lines().len())
            .map(|number| why(&log, rules, number).expect("so many have happened"))
            .collect()
    };
    let (cited, plain) = (all(Log::why), all(Log::why_plainly));
    assert!(cited.contains("cards/1961.toml:"), "{cited}");
    assert!(!plain.contains(".toml"), "{plain}");
    assert!(plain.contains("  Missile at a player.\n"), "{plain}");
}

#[test]
fn what_texts_forbid_is_told_with_the_text_that_does() {
    let ceiling = "turn p2 main\np1: Moon Lander[] Lead Ceiling[]\np2 hand: Embargo\np2: Moon Lander[] Bunker[]";
    let laureate = "p1 hand: Missile Launch\np1: Moon Lander[] Embassy[] Agency[]\np2: Moon Lander[] Peace Laureate[]\np3: Moon Lander[Research]";
    let curfew = "p1 hand: Curfew\np1: Moon Lander[]\np2: Moon Lander[] Missile Silo[Research]";
    let asked: [(&str, &str, &str, &[&str]); 3] = [
        (
            "book-21-game",
            ceiling,
            "",
            &["stack Embargo on p1.2", "stack Embargo on p1.1"],
        ),
        (
            "book-23-game",
            laureate,
            "p1: action Missile Launch",
            &["p2", "p3"],
        ),
        (
            "book-18-game",
            curfew,
            "p1: action Curfew > pass",
            &["use p2.2"],
        ),
    ];
    let all = asked.map(|(recipe, position, moves, asked)| answers(recipe, position, moves, asked));
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_price_that_cannot_be_paid_is_told_with_the_text_that_asks_for_it() {
    let nothing = "turn p2 main\np1: Moon Lander[Embargo] Army of Lawyers[]\np2 hand: Sabotage\np2: Moon Lander[]";
    let once = "turn p2 main\np1: Moon Lander[Embargo] Army of Lawyers[]\np2 hand: Sabotage, Research\np2: Moon Lander[] Embassy[]";
    let mut all = answers("book-22-game", nothing, "", &["action Sabotage"]);
    all += "\n";
    all += &answers(
        "book-22-game",
        once,
        "p2: action Sabotage",
        &["p1.1", "p2.1"],
    );
    insta::assert_snapshot!(all);
}

#[test]
fn statuses_against_some_texts_are_told_with_what_gives_them() {
    let row = "deck: Invasion, Legislate\np1: Faraday Cage[] Farm[] Hippies[]\np2: Raven Rock[]";
    let base = "p1: Raven Rock[] Military Base[Legislate]\np2: Faraday Cage[] Farm[Legislate] Raven Rock[Research] Farm[Research]";
    let mut all = answers("book-32-game", row, "", &["p1.2"]);
    all += "\n";
    all += &answers("book-32-game", base, "p1: use p1.2", &["p2.2", "p2.3"]);
    insta::assert_snapshot!(all);
}

#[test]
fn what_speaks_against_a_status_and_loses_is_told_with_what_wins() {
    let face = |name: &str, text: &str| {
        format!(
            "[building.\"{name}\"]\ntext = '''\n{text}\n'''\n[action.\"Use {name}\"]\ntext = '''\nDraw a card.\n'''\n"
        )
    };
    let texts = [
        ("Edict", "Buildings named \"Decree\" are disabled."),
        ("Decree", "Buildings named \"Ruling\" are disabled."),
        ("Ruling", "Buildings named \"Edict\" are disabled."),
        (
            "Charter",
            "Buildings named \"Edict\" cannot be disabled by other buildings.",
        ),
        ("Shed", "Buildings are sheltered."),
        ("Ban", "Buildings named \"Shed\" are disabled."),
    ];
    let cards = texts
        .map(|(name, _)| format!("[[card]]\nbuilding = \"{name}\"\naction = \"Use {name}\"\n"))
        .concat();
    let faces = texts.map(|(name, text)| face(name, text)).concat();
    let set = format!(
        "id = \"rings\"\ntitle = \"Rings\"\nlanguage = 2\n{cards}[[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = ''\n[status.sheltered]\nmeaning = \"kept dry\"\n{faces}"
    );
    let recipe = "id = \"rings-game\"\ntitle = \"Rings\"\nsets = [\"rings\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\ntallies = []\n";
    let library = Library::parse(vec![
        Source::new("rings.toml", set),
        Source::new("game.toml", recipe),
    ]);
    let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
    let script = Arc::new(Script::new(
        library
            .compile("rings-game", &Settings::default())
            .expect("the recipe is sound"),
    ));
    let told = |position: &str, place: &str| {
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        why(&Game::from_setup(script.clone(), &setup, 1, &mut ()), place)
            .unwrap_or_else(|unclear| panic!("{unclear}"))
    };
    let ring = "p1: Hall[] Edict[] Decree[] Ruling[]\np2: Hall[]";
    let kept = "p1: Hall[] Edict[] Ruling[] Charter[]\np2: Hall[]";
    let silent = "p1: Hall[] Shed[] Ban[]\np2: Hall[]";
    let all = [
        (ring, "p1.2"),
        (ring, "p1.4"),
        (ring, "p1.1"),
        (kept, "p1.2"),
        (silent, "p2.1"),
    ];
    insta::assert_snapshot!(
        all.map(|(position, place)| told(position, place))
            .join("\n")
    );
}

#[test]
fn the_rule_for_a_crisis_does_not_ask_which_text_comes_first() {
    let face = |name: &str, text: &str| format!("[building.\"{name}\"]\ntext = '''\n{text}\n'''\n");
    let set = format!(
        "id = \"bangs\"\ntitle = \"Bangs\"\nlanguage = 2\n[[card]]\nbuilding = \"Shelter\"\naction = \"Bang\"\n[[card]]\nbuilding = \"Roof\"\n\
         action = \"Bing\"\n[[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = ''\n[action.\"Bing\"]\ntext = ''\n\
         [action.\"Bang\"]\ntext = '''\nDestroy a building of another player.\n'''\n{}{}",
        face(
            "Shelter",
            "If one of your buildings would be destroyed, instead draw a card."
        ),
        face(
            "Roof",
            "If one of your buildings would be destroyed, instead discard this."
        ),
    );
    let recipe = "id = \"bang-game\"\ntitle = \"Bangs\"\nsets = [\"bangs\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\ntallies = []\n";
    let library = Library::with(vec![
        Source::new("bangs.toml", set),
        Source::new("game.toml", recipe),
    ]);
    let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
    let script = Arc::new(Script::new(
        library
            .compile("bang-game", &Settings::default())
            .expect("the recipe is sound"),
    ));
    let position = "p1 hand: Bang\np1: Hall[]\np2: Hall[] Shelter[] Roof[]";
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let moves = parse_moves("p1: action Bang > p2.1", 0).expect("the moves are well written");
    let game =
        play_from(script, &setup, &moves, &mut ()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let told = why(&game, "p2.2").unwrap_or_else(|unclear| panic!("{unclear}"));
    let first = "Several texts replace what would happen, and p2 picks which comes first.\n";
    assert!(told.contains(first) && !told.contains("crisis"), "{told}");
}

#[test]
fn a_building_that_wins_is_told_with_whether_what_it_asks_for_holds() {
    let near = "p1: Moon Lander[Embargo] Agency[]\np2: Moon Lander[Embargo, Research, Sabotage, Espionage]";
    let embargoed = "p1: Moon Lander[^Embargo, Embargo, Research, Sabotage, Espionage] Agency[]\np2: Moon Lander[]";
    for (position, moves, stands) in [
        (near, "", "is not met"),
        (embargoed, "", "is met, but the building is disabled"),
        (
            "p1: Moon Lander[Embargo, Research, Sabotage, Espionage]\np1 hand: Research\np2: Moon Lander[]",
            "p1: stack Research on p1.1",
            "is met",
        ),
    ] {
        let told = check_after("1961", position, moves, "p1.1");
        assert!(
            told.contains(&format!(
                "p1.1 (Moon Lander) can win for p1 while it is active (WIN-5); its condition {stands}:\n"
            )),
            "{told}"
        );
        let plain =
            why_plainly(&played("1961", position, moves).0, "p1.1").expect("the place is there");
        assert!(
            plain.contains(&format!("\nIts win condition {stands}.\n")),
            "{plain}"
        );
    }
}

#[test]
fn the_name_that_a_building_bears_is_told_with_who_says_so() {
    let position = "p1: Moon Lander[] Factory[^Forged Papers(named Embassy 1)] Embassy[^Forged Papers(named Bunker 1)]\n\
                    p2: Moon Lander[]";
    insta::assert_snapshot!(answers("book-12-game", position, "", &["p1.2", "p1.3"]));
}

#[test]
fn a_building_that_its_own_use_destroys_was_used_and_not_played() {
    let script = Large {
        kinds: 1,
        buildings: &["Use: destroy this. Draw a card."],
        actions: &["Draw a card."],
        ..Large::default()
    }
    .script();
    let position =
        "p1 hand: Act 0\np1: Castle[] Hut 0[]\np2: Castle[]\np2 hand: Act 0\ndeck: Act 0, Act 0";
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let explained = |moves: &str| {
        let moves = parse_moves(moves, 0).expect("the moves are well written");
        let mut log = Log::open();
        play_from(script.clone(), &setup, &moves, &mut log)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let last = log.lines().len();
        log.why(&script.rules, last).expect("it is told")
    };
    let used = explained("p1: use p1.2");
    assert!(used.contains("Hut 0, used by p1, says"), "{used}");
    let played = explained("p1: action Act 0");
    assert!(played.contains("Act 0, played by p1, says"), "{played}");
}
