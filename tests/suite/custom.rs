//! Cards that no built-in set has, where what is known by heart must not be believed too far.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use brink::board::{Board, Event, Seat, View};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::engine::{AllAsked, Choice, Game, Outcome, Script, Watch, Words};
use brink::explain::log::Log;
use brink::explain::options::decision::Decision;
use brink::explain::options::label::labels;
use brink::explain::reasons::answer::why;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::ir::{DISABLED, GUARDED};
use brink::rules::{Library, Settings};
use brink::session::screen::question;

/// A game of five kinds and a victory card, in which the texts are those, by face; the others say nothing. The victory card
/// has a second side where that has a text.
fn script(texts: &[(&str, &str)], more: &str) -> Arc<Script> {
    let kinds = [
        ("Mill", "Rain"),
        ("Guild", "Echo"),
        ("Lamp", "Calm"),
        ("Market", "Reform"),
        ("Spire", "Storm"),
    ];
    let text = |face: &str| {
        texts
            .iter()
            .find(|(name, _)| *name == face)
            .map_or("", |(_, text)| text)
    };
    let mut set = String::from("id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n");
    for (building, action) in kinds {
        set += &format!("[[card]]\nbuilding = \"{building}\"\naction = \"{action}\"\n");
    }
    set += "[[victory]]\nfront = \"Hall\"\n";
    if !text("Keep").is_empty() {
        set += &format!(
            "back = \"Keep\"\n[building.\"Keep\"]\ntext = '''\n{}\n'''\n",
            text("Keep")
        );
    }
    for (building, action) in kinds {
        set += &format!(
            "[building.\"{building}\"]\ntext = '''\n{}\n'''\n",
            text(building)
        );
        set += &format!("[action.\"{action}\"]\ntext = '''\n{}\n'''\n", text(action));
    }
    set += &format!(
        "[building.\"Hall\"]\ntext = '''\n{}\n'''\n{more}\n",
        text("Hall")
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("town.toml"), set).expect("a file can be written");
    let tallies = if more.contains("[tally.") {
        "tallies = [\"crafts\"]\n"
    } else {
        ""
    };
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 40\nvictory = \"same\"\n\
                  hand = 3\nshields = 1\n";
    let path = folder.path().join("town-game.toml");
    fs::write(&path, format!("{recipe}{tallies}")).expect("a file can be written");
    let library = Library::load(&[path]).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library
        .compile("town-game", &Settings::default())
        .unwrap_or_else(|report| panic!("{report:?}"));
    Arc::new(Script::new(rules))
}

fn game(script: &Arc<Script>, position: &str) -> Game {
    let setup = read_position(position, 0, &script.rules)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{position}"));
    Game::from_setup(script.clone(), &setup, 0, &mut ())
}

fn take(game: &mut Game, wanted: &str) {
    let all = labels(game);
    let found = all.iter().find(|(_, label)| label == wanted);
    let (choice, _) =
        found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", offered(game)));
    game.take(*choice, &mut ()).expect("the option is offered");
}

fn offered(game: &Game) -> Vec<String> {
    labels(game).into_iter().map(|(_, label)| label).collect()
}

fn statuses(game: &Game, status: u8) -> Vec<bool> {
    let board = game.board();
    board
        .buildings()
        .iter()
        .map(|card| board.card(*card).status >> status & 1 == 1)
        .collect()
}

#[test]
fn what_counts_as_a_tally_counts_once_however_many_buildings_say_so() {
    let texts = [
        ("Guild", "Your buildings named \"Mill\" count as crafts."),
        (
            "Lamp",
            "Cards in your nation named \"Reform\" that are face up count as crafts.",
        ),
        ("Reform", "Put this face up on a building."),
    ];
    let tally = "[tally.crafts]\nrules = [\"T-1\"]\nwins-at = 4\ntext = 'Count cards in your nation named \"Reform\" that are face up.'";
    let script = script(&texts, tally);
    // Two Guilds name the same two Mills, and a Lamp names what the tally counts anyway.
    let mut game = game(
        &script,
        "p1 hand: Rain, Rain\np1: Hall[^Reform] Guild[] Guild[] Mill[] Lamp[]\np2: Hall[]",
    );
    take(&mut game, "build Mill at p1.6");
    assert_eq!(game.outcome(), Outcome::Running, "three things count");
    take(&mut game, "pass");
    let more = "p1 hand: Rain\np1: Hall[^Reform] Guild[] Guild[] Mill[] Mill[] Lamp[]\np2: Hall[]";
    let mut game = self::game(&script, more);
    take(&mut game, "build Mill at p1.1");
    assert_eq!(game.outcome(), Outcome::Won(Seat(0)));
}

#[test]
fn a_card_says_itself_that_it_counts_and_for_how_long() {
    let texts = [
        ("Mill", "this counts as a craft"),
        (
            "Guild",
            "While this is stacked and there is a building named \"Lamp\", this counts as a craft.",
        ),
        (
            "Reform",
            "Put this face up on a building.\nWhile this is face up, this counts as a craft.",
        ),
        // Not the card itself: it counts what a tally of its own would count anyway.
        (
            "Spire",
            "Cards in your nation that are face up count as crafts.",
        ),
    ];
    let script = script(&texts, "[tally.crafts]\nrules = [\"T-1\"]\nwins-at = 3");
    let won = |row: &str, choices: &[&str]| {
        let mut game = game(
            &script,
            &format!("p1 hand: Reform, Storm, Calm\np1: {row}\np2: Hall[]"),
        );
        assert_eq!(
            game.outcome(),
            Outcome::Running,
            "{row} does not win by itself"
        );
        choices.iter().for_each(|choice| take(&mut game, choice));
        game.outcome() == Outcome::Won(Seat(0))
    };
    assert!(
        won("Hall[] Mill[] Mill[Rain]", &["action Reform", "p1.1"]),
        "two mills and a reform"
    );
    assert!(
        !won("Hall[] Mill[] Mill[Reform]", &["stack Storm on p1.1"]),
        "a reform that lies face down is none"
    );
    assert!(
        !won("Hall[] Mill[] Mill[] Guild[]", &["stack Storm on p1.4"]),
        "there is no lamp for the guild"
    );
    assert!(
        won(
            "Hall[] Mill[] Mill[] Guild[] Lamp[]",
            &["stack Storm on p1.4"]
        ),
        "a lamp, and a guild with a card"
    );
    assert!(
        !won("Hall[] Mill[] Spire[]", &["action Reform", "p1.1"]),
        "a reform counts once, said twice or not"
    );
}

#[test]
fn what_has_lost_its_text_counts_for_nothing() {
    let texts = [
        ("Mill", "this counts as a craft"),
        (
            "Reform",
            "Put this face up on a building.\nWhile this is face up, the building under this is disabled.\nWhile this is face up, the building under this keeps its name.",
        ),
        (
            "Storm",
            "Put this face up on a building.\nWhile this is face up, the building under this bears the name \"Mill\".",
        ),
        (
            "Calm",
            "Put this face up on a building.\nWhile this is face up, the building under this bears the name \"Lamp\".",
        ),
    ];
    let script = script(&texts, "[tally.crafts]\nrules = [\"T-1\"]\nwins-at = 2");
    let won = |row: &str| {
        let game = game(&script, &format!("p1: Hall[] Mill[] {row}\np2: Hall[]"));
        game.outcome() == Outcome::Won(Seat(0))
    };
    assert!(won("Mill[]"));
    assert!(
        !won("Mill[^Reform]"),
        "it has no text, though it keeps its name"
    );
    assert!(won("Lamp[^Storm]"), "it bears a name that counts");
    assert!(!won("Mill[^Calm]"), "it bears a name that does not");
    assert!(
        !won("Lamp[^Storm, ^Reform]"),
        "it bears the name, and has no text"
    );
}

#[test]
fn of_namesakes_only_the_one_that_says_so_counts() {
    let set = |id: &str, text: &str, action: &str| {
        format!(
            "id = \"{id}\"\ntitle = \"T\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n[building.\"Mill\"]\n\
             text = '''\n{text}\n'''\n[action.\"Gust\"]\ntext = '''\n{action}\n'''\n"
        )
    };
    let action = "Put this face up on a building.";
    let counting = format!("{action}\nwhile this is face up: this counts as a craft");
    let first = set("old", "this counts as a craft", &counting)
        + "[tally.crafts]\nrules = [\"T-1\"]\nwins-at = 2\n[[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = ''\n";
    let recipe = "id = \"both\"\ntitle = \"Both\"\nsets = [\"old\", \"new\"]\ncopies = 9\nvictory = \"same\"\nhand = 1\n\
                  shields = 1\ntallies = [\"crafts\"]\n";
    let files = [
        ("old.toml", first),
        ("new.toml", set("new", "", action)),
        ("both.toml", recipe.into()),
    ];
    let sources = files.map(|(name, text)| brink::text::Source::new(name, text.as_str()));
    let library =
        Library::parse(sources.into()).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let script = Arc::new(Script::new(
        library
            .compile("both", &Settings::default())
            .expect("the recipe is sound"),
    ));
    for (row, wins) in [
        ("Hall[] old:Mill[]", true),
        ("Hall[] new:Mill[] new:Mill[]", false),
        ("Hall[^new:Gust, ^new:Gust]", false),
        ("Hall[^new:Gust, ^old:Gust]", true),
    ] {
        let mut game = game(
            &script,
            &format!("p1 hand: old:Gust\np1: {row}\np2: Hall[]"),
        );
        assert_eq!(game.outcome(), Outcome::Running, "{row}");
        take(&mut game, "build old:Mill at p1.1");
        assert_eq!(game.outcome() == Outcome::Won(Seat(0)), wins, "{row}");
    }
}

#[test]
fn a_set_holds_each_thing_once() {
    let twice = "Win when (the number of your buildings plus your buildings) is at least 3.";
    let texts = [
        ("Hall", twice),
        ("Rain", "Discard a top of your buildings plus tops."),
        (
            "Calm",
            "For each player plus players as friend: give the first of cards in your hand to friend.",
        ),
    ];
    let script = script(&texts, "");
    let mut game = game(
        &script,
        "p1 hand: Rain, Calm\np1: Hall[Storm] Mill[Storm]\np2: Hall[Storm]",
    );
    assert_eq!(
        game.outcome(),
        Outcome::Running,
        "two buildings are two, said twice or not"
    );
    take(&mut game, "action Rain");
    assert_eq!(offered(&game), ["p1.1", "p1.2", "p2.1"]);
    let mut given = self::game(
        &script,
        "p1 hand: Calm, Rain, Rain, Rain\np1: Hall[]\np2: Hall[]",
    );
    take(&mut given, "action Calm");
    assert_eq!(
        [
            given.board().hand(Seat(0)).len(),
            given.board().hand(Seat(1)).len()
        ],
        [2, 1]
    );
}

#[test]
fn of_two_branches_of_one_word_the_first_that_can_be_taken_is_offered() {
    let rain = "Either:\n  take, if you have at least 2 buildings: draw a card\n  \
                take, if you have a building: draw 2 cards\n  leave: shuffle the discard pile into the deck";
    let script = script(&[("Rain", rain)], "");
    for (row, drawn) in [("Hall[] Mill[]", 1), ("Hall[]", 2)] {
        let mut game = game(&script, &format!("p1 hand: Rain\np1: {row}\np2: Hall[]"));
        take(&mut game, "action Rain");
        assert_eq!(offered(&game), ["take", "leave"]);
        take(&mut game, "take");
        assert_eq!(game.board().hand(Seat(0)).len(), drawn);
    }
}

#[test]
fn a_keyword_that_is_spent_leaves_the_text_that_calls_it() {
    let levy = "[keyword.levy]\ntext = 'Define levy: once this turn. Draw a card.'";
    let rain = [
        ("Rain", "Draw a card. Levy. Take an extra turn."),
        ("Mill", "Use: levy."),
    ];
    let script = script(&rain, levy);
    let mut game = game(&script, "p1 hand: Rain\np1: Hall[] Mill[]\np2: Hall[]");
    take(&mut game, "use p1.2");
    take(&mut game, "action Rain");
    assert_eq!(game.board().hand(Seat(0)).len(), 2, "levy draws once");
}

#[test]
fn a_condition_on_the_card_itself_is_asked_with_the_card() {
    let echo = [(
        "Echo",
        "Require this can be replayed. Look at a top.\nReplay: look at a top.",
    )];
    let game = game(
        &script(&echo, ""),
        "p1 hand: Echo, Rain\np1: Hall[Rain]\np2: Hall[Rain]",
    );
    assert!(
        offered(&game).contains(&"action Echo".to_owned()),
        "{:?}",
        offered(&game)
    );
}

#[test]
fn a_status_that_goes_in_another_nation_may_win_there() {
    let texts = [
        (
            "Lamp",
            "While this is stacked, buildings named \"Spire\" are disabled.",
        ),
        ("Spire", "Win when this has at least 2 cards."),
        ("Rain", "Discard a top."),
    ];
    let mut game = game(
        &script(&texts, ""),
        "p1 hand: Rain\np1: Hall[] Lamp[Calm]\np2: Hall[] Spire[Calm, Calm]",
    );
    assert_eq!(game.outcome(), Outcome::Running);
    take(&mut game, "action Rain");
    take(&mut game, "p1.2");
    assert_eq!(game.outcome(), Outcome::Won(Seat(1)));
}

#[test]
fn what_the_turn_disables_may_matter_to_others() {
    let texts = [
        (
            "Market",
            "While the start of your turn is over, this is disabled.",
        ),
        (
            "Lamp",
            "While you have a building named \"Market\", this is guarded.",
        ),
    ];
    let mut game = game(
        &script(&texts, ""),
        "turn p1 start\np1 hand: Rain\np1: Hall[] Market[] Lamp[]\np2: Hall[]",
    );
    assert_eq!(statuses(&game, GUARDED), [false, false, true, false]);
    take(&mut game, "build Mill at p2.1");
    assert_eq!(
        statuses(&game, DISABLED),
        [false, true, false, false, false]
    );
    assert_eq!(statuses(&game, GUARDED), [false; 5]);
}

#[test]
fn statuses_can_be_asked_about_in_the_middle_of_a_moment() {
    let texts = [
        ("Lamp", "Neighbours of this are guarded."),
        (
            "Rain",
            "Choose a building as site. At once: destroy site, then choose a building as other, then discard the top of other.",
        ),
    ];
    let mut game = game(
        &script(&texts, ""),
        "p1 hand: Rain\np1: Hall[] Lamp[]\np2: Hall[Calm] Mill[Calm] Lamp[]",
    );
    take(&mut game, "action Rain");
    take(&mut game, "p1.2");
    for building in game.board().buildings() {
        let given = game.statuses_from(*building).len();
        let expected = usize::from(game.board().row(Seat(1)).get(1) == Some(building));
        assert_eq!(given, expected, "{building:?}");
    }
}

#[test]
fn a_nation_with_more_than_64_buildings_is_asked_building_by_building() {
    let texts = [
        (
            "Lamp",
            "Use at the start of your turn, if this is stacked: discard the top of this.",
        ),
        ("Market", "Use if this is stacked: discard the top of this."),
        ("Spire", "Neighbours of this are guarded."),
    ];
    let few = |kind: &str, count: usize| format!(" {kind}[]").repeat(count);
    let row = format!(
        "p1: Hall[]{}{}{} Market[Rain] Lamp[Rain] Spire[] Mill[]",
        few("Mill", 20),
        few("Guild", 20),
        few("Lamp", 19)
    );
    let board = format!("{row}{}", few("Guild", 3));
    let mut game = game(
        &script(&texts, ""),
        &format!("turn p1 main\np1 hand: Calm\n{board}\np2: Hall[]"),
    );
    assert!(
        offered(&game).contains(&"use p1.61".to_owned()),
        "{:?}",
        offered(&game)
    );
    // Four more come to stand before them: their positions are past what a set of buildings has room for.
    let long = board.replace("Hall[]", "Hall[] Mill[] Mill[] Mill[] Mill[] Mill[]");
    let script = game.script().clone();
    game = self::game(
        &script,
        &format!("turn p1 main\np1 hand: Calm\n{long}\np2: Hall[]"),
    );
    assert!(
        offered(&game).contains(&"use p1.66".to_owned()),
        "{:?}",
        offered(&game)
    );
    assert!(
        !offered(&game).contains(&"use p1.67".to_owned()),
        "the start of the turn is over"
    );
    let guarded: Vec<usize> = statuses(&game, GUARDED)
        .iter()
        .enumerate()
        .filter(|(_, is)| **is)
        .map(|(at, _)| at)
        .collect();
    assert_eq!(guarded, [66, 68]);
    take(&mut game, "use p1.66");
    assert!(!offered(&game).contains(&"use p1.66".to_owned()));
}

#[test]
fn names_of_tops_are_those_of_the_cards() {
    let texts = [(
        "Hall",
        "Win when (the number of different names among tops that are face up) is at least 2.",
    )];
    let script = script(&texts, "");
    let same = game(&script, "p1: Hall[^Calm] Mill[^Calm]\np2: Hall[]");
    assert_eq!(same.outcome(), Outcome::Running);
}

#[test]
fn statuses_are_settled_one_after_the_other() {
    // The building in the middle is guarded by the one to its right, which is asked later.
    let texts = [
        ("Mill", "Neighbours of this that are not guarded are shiny."),
        ("Guild", "Neighbours of this are guarded."),
    ];
    let script = script(&texts, "[status.shiny]\nmeaning = \"it shines\"");
    let game = game(&script, "p1: Hall[] Mill[] Lamp[] Guild[]\np2: Hall[]");
    assert_eq!(statuses(&game, GUARDED), [false, false, true, false, false]);
    let shiny = game
        .script()
        .rules
        .statuses
        .iter()
        .position(|status| status == "shiny")
        .expect("it is declared");
    assert_eq!(
        statuses(&game, shiny as u8),
        [true, false, false, false, false]
    );
}

#[test]
fn no_card_comes_to_an_eliminated_player() {
    let texts = [
        (
            "Rain",
            "Choose a place as spot. Missile at a player. Build a building from your hand at spot.",
        ),
        (
            "Echo",
            "Choose a player as friend. As one effect: missile at friend, then missile at friend. Give this \
             to friend.",
        ),
        // It waits until both missiles have hit: by then its owner is eliminated.
        ("Storm", "When revealed by missile, draw 2 cards."),
    ];
    let script = script(&texts, "");
    let position = "p1 hand: Rain, Echo, Calm\np1: Hall[] Mill[]\np2: Hall[Storm]\np3: Hall[]";
    let mut built = game(&script, position);
    take(&mut built, "action Rain");
    take(&mut built, "p3.1");
    take(&mut built, "p3");
    take(&mut built, "Guild");
    assert!(built.board().row(Seat(2)).is_empty());
    assert_eq!(built.board().hand(Seat(0)).len(), 2);
    let mut given = game(&script, position);
    take(&mut given, "action Echo");
    take(&mut given, "p2");
    assert!(!given.board().living.has(Seat(1)));
    assert!(given.board().hand(Seat(1)).is_empty());
}

// GAP-3
#[test]
fn the_set_up_is_nobodys_turn() {
    // Whatever else is in the game, which says how statuses are worked out.
    for mill in [
        "",
        "While this is stacked, neighbours of this are guarded.",
        "Neighbours of this are disabled.",
    ] {
        let hall = "While it is your turn and not it is the start of your turn, this is disabled.\n\
                    Use at the start of your turn: draw a card.";
        let mut game = Game::deal(script(&[("Hall", hall), ("Mill", mill)], ""), 2, 1, &mut ());
        while game.menu().is_none() {
            let first = game.options()[0];
            game.take(first, &mut ()).expect("the option is offered");
        }
        assert_eq!(statuses(&game, DISABLED), [false, false], "{mill}");
        assert!(
            offered(&game).contains(&"use p1.1".to_owned()),
            "{mill}: {:?}",
            offered(&game)
        );

        let hall = "While it is your turn, this is disabled.\nWin when this has a card.";
        let mut game = Game::deal(script(&[("Hall", hall), ("Mill", mill)], ""), 2, 1, &mut ());
        while game.outcome() == Outcome::Running {
            let first = game.options()[0];
            game.take(first, &mut ()).expect("the option is offered");
        }
        assert_eq!(game.outcome(), Outcome::Won(Seat(0)), "{mill}");
    }
}

#[test]
fn a_victory_is_seen_though_no_lasting_effect_reads_what_has_changed() {
    let texts = [
        ("Lamp", "Neighbours of this are guarded."),
        ("Spire", "Win when this has at least 2 cards."),
    ];
    let script = script(&texts, "");
    let mut game = game(
        &script,
        "p1 hand: Rain\np1: Hall[] Lamp[]\np2: Hall[] Spire[Calm]",
    );
    take(&mut game, "stack Rain on p2.2");
    assert_eq!(game.outcome(), Outcome::Won(Seat(1)));
}

#[test]
fn a_double_sided_card_that_was_in_a_hand_comes_back_by_its_first_side() {
    let mill = "Use: choose one of your buildings as old. Swap old with a building in your hand.";
    let script = script(
        &[
            ("Mill", mill),
            ("Keep", "When built, draw a card."),
            ("Hall", "When built, draw 2 cards."),
        ],
        "",
    );
    let mut game = game(
        &script,
        "p1 hand: Calm\np1: Keep[] Mill[]\np2: Hall[]\ndeck: Rain, Rain",
    );
    let shown = |game: &Game| {
        (
            game.board()
                .card(game.board().row(Seat(0))[0])
                .second_side(),
            game.board().hand(Seat(0)).len(),
        )
    };
    assert_eq!(shown(&game), (true, 1));
    take(&mut game, "use p1.2");
    take(&mut game, "p1.1");
    assert_eq!(shown(&game), (false, 1));
    assert_eq!(lines(&game, "p1"), ["p1 hand: Hall", "p1: Lamp[] Mill[]"]);
    take(&mut game, "use p1.2");
    take(&mut game, "p1.1");
    assert_eq!(shown(&game), (false, 3), "it has come to stand, and draws");
}

#[test]
fn the_log_names_every_argument_of_a_keyword_and_nothing_that_only_looks_like_one() {
    let ship = "Use: ship 3 from this to this for you at 7.";
    let keyword = "[keyword.ship]\nlog = \"{you} ships {count}, {source}, {goal}, {buyer}, {price}\"\ntext = \"\"\"\n\
        Define ship (count: number) from (source: building) to (goal: building) for (buyer: player) at \
        (price: number): if source is active and goal is active and buyer is living, draw count cards, then \
        draw price cards.\n\"\"\"";
    let script = script(&[("Mill", ship)], keyword);
    let mut game = game(&script, "p1: Hall[] Mill[]\np2: Hall[]");
    let found = labels(&game)
        .into_iter()
        .find(|(_, label)| label == "use p1.2")
        .expect("it is offered");
    let mut log = Log::open();
    game.take(found.0, &mut log).expect("it is offered");
    let told = log
        .lines()
        .iter()
        .find(|line| line.contains("ships"))
        .cloned();
    assert_eq!(
        told.as_deref(),
        Some("p1 ships 3, Mill (p1.2), Mill (p1.2), p1, 7.")
    );
}

/// The lines of the position that begin so.
fn lines(game: &Game, start: &str) -> Vec<String> {
    let open = View::open(game.board(), &game.script().rules.cards);
    let printed = print_view(&game.script().rules, &open, true);
    printed
        .lines()
        .filter(|line| line.starts_with(start))
        .map(str::to_string)
        .collect()
}

#[test]
fn a_victory_card_is_read_wherever_it_has_gone() {
    let mill = "Use: choose one of your buildings as old. Swap old with a building in your hand.";
    let lamp = "Use: discard a card.";
    let script = script(
        &[
            ("Mill", mill),
            ("Lamp", lamp),
            ("Keep", "When built, draw a card."),
        ],
        "",
    );
    let begun = "p1 hand: Calm, Rain\np1: Keep[] Mill[] Lamp[]\np2: Hall[]\ndeck: Storm";
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut game = game(&script, begun);
        let mut player = RandomPlayer::new(Policy::Mixed, seed);
        while game.decision().is_some() && game.state().turns < 6 {
            if game.menu().is_some() {
                let open = View::open(game.board(), &script.rules.cards);
                let printed = print_view(&script.rules, &open, true);
                let again = self::game(&script, &printed);
                assert_eq!(
                    print_view(
                        &script.rules,
                        &View::open(again.board(), &script.rules.cards),
                        true
                    ),
                    printed
                );
                assert_eq!(offered(&again), offered(&game), "{printed}");
                let hall = |line: &&str| {
                    line.contains("Hall,") || line.ends_with("Hall") || line.contains("Hall]")
                };
                seen.extend(
                    printed
                        .lines()
                        .filter(hall)
                        .filter_map(|line| line.split([':', '[']).next())
                        .map(str::to_string),
                );
            }
            let choice = player.choose(&game);
            game.take(choice, &mut ())
                .expect("random players choose among the options");
        }
    }
    // One that is discarded is removed from the game.
    assert_eq!(
        seen.iter().collect::<Vec<_>>(),
        ["p1 hand", "p2 hand", "removed"]
    );
}

/// What answers a play of that card with these choices: the cards whose triggers have begun, by name.
fn answered(script: &Arc<Script>, position: &str, choices: &[&str]) -> Vec<String> {
    let (mut game, mut log) = (game(script, position), Log::open());
    for wanted in choices {
        let found = labels(&game).into_iter().find(|(_, label)| label == wanted);
        let (choice, _) =
            found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", offered(&game)));
        game.take(choice, &mut log).expect("the option is offered");
    }
    let answers = log
        .lines()
        .iter()
        .filter_map(|line| line.strip_suffix(" answers."));
    answers.map(str::to_owned).collect()
}

// TRG-2: a building that is disabled when it falls triggers nothing.
#[test]
fn a_disabled_building_that_is_destroyed_triggers_nothing() {
    let texts = [
        ("Mill", "When destroyed by anything, draw a card."),
        ("Lamp", "Neighbours of this are disabled."),
        ("Rain", "Destroy a building."),
        ("Echo", "Missile at a player."),
    ];
    let script = script(&texts, "");
    let far = "p1 hand: Rain, Echo\np1: Hall[]\np2: Lamp[] Hall[] Mill[]";
    let near = "p1 hand: Rain, Echo\np1: Hall[]\np2: Hall[] Lamp[] Mill[]";
    assert_eq!(
        answered(&script, far, &["action Rain", "p2.3"]),
        ["Mill of p2"]
    );
    assert_eq!(answered(&script, near, &["action Rain", "p2.3"]), [""; 0]);
    // What disables it falls at the same moment: it was disabled then all the same.
    let third = format!("{near}\np3: Hall[]");
    assert_eq!(answered(&script, &third, &["action Echo", "p2"]), [""; 0]);
}

// TRG-2: a building that comes to stand disabled triggers nothing, however long its trigger would wait.
#[test]
fn a_building_that_is_built_disabled_triggers_nothing() {
    let texts = [
        ("Mill", "When built, draw a card."),
        ("Lamp", "Neighbours of this are disabled."),
        (
            "Echo",
            "Build a building from your hand. For each building named \"Lamp\": destroy it.",
        ),
        (
            "Calm",
            "Build a building from your hand. Destroy the first of buildings named \"Lamp\".",
        ),
    ];
    let script = script(&texts, "");
    let position = "p1 hand: Rain, Echo\np1: Hall[] Lamp[]\np2: Hall[]";
    assert_eq!(
        answered(&script, position, &["build Mill at p1.1"]),
        ["Mill of p1"]
    );
    assert_eq!(
        answered(&script, position, &["build Mill at p1.3"]),
        [""; 0]
    );
    // It is active again when its trigger would begin, but it was not when it was built.
    assert_eq!(
        answered(&script, position, &["action Echo", "p1.3"]),
        [""; 0]
    );
    assert_eq!(
        answered(&script, position, &["action Echo", "p1.1"]),
        ["Mill of p1"]
    );
}

// TRG-2: what was queued for a player who is eliminated meanwhile is dropped, but not what falls with them.
#[test]
fn what_is_built_for_a_player_who_falls_is_dropped_and_what_is_destroyed_is_not() {
    let texts = [
        ("Mill", "When built, draw a card."),
        ("Guild", "When destroyed by anything, draw a card."),
        (
            "Rain",
            "Choose another player as foe. Build a building from your hand at a place in foe's nation. For \
             each building of foe: destroy it.",
        ),
    ];
    let script = script(&texts, "");
    let position =
        |card: &str| format!("p1 hand: Rain, {card}\np1: Hall[]\np2: Hall[]\np3: Hall[]");
    assert_eq!(
        answered(&script, &position("Rain"), &["action Rain", "p2", "p2.1"]),
        [""; 0]
    );
    assert_eq!(
        answered(&script, &position("Echo"), &["action Rain", "p2", "p2.1"]),
        ["Guild of p2"]
    );
}

// TRG-2, TRN-6, GAP-2: a player who falls in the middle of what their building does takes no further part.
#[test]
fn what_is_left_of_an_arrival_is_dropped_with_its_player() {
    let texts = [(
        "Mill",
        "When built, for each of your buildings: destroy it. Missile at a player.",
    )];
    let script = script(&texts, "");
    let position = "p1 hand: Rain\np1: Hall[]\np2: Hall[]\np3: Hall[]";
    let mut game = game(&script, position);
    take(&mut game, "build Mill at p1.1");
    assert!(!game.board().living.has(Seat(0)));
    assert_eq!(game.board().living.count(), 2, "no missile flies");
    assert_eq!(game.board().turn, Seat(1));
}

// TRG-1: what a trigger launches joins the queue's end, though a missile of a text is completely resolved.
#[test]
fn a_trigger_waits_for_no_answers_to_its_own_missiles() {
    let texts = [
        ("Rain", "Missile at a player. Draw a card."),
        (
            "Storm",
            "When revealed by missile, missile at provoker. Draw a card.",
        ),
    ];
    let script = script(&texts, "");
    let position = "p1 hand: Rain\ndeck: Echo, Echo, Echo, Echo\np1: Hall[Calm, Storm]\np2: Hall[Calm, Storm] Mill[Storm]";
    let mut game = game(&script, position);
    let mut log = Log::open();
    for wanted in ["action Rain", "p2"] {
        let found = labels(&game).into_iter().find(|(_, label)| label == wanted);
        game.take(found.expect("it is offered").0, &mut log)
            .expect("it is offered");
    }
    let told: Vec<&str> = log.lines().iter().map(String::as_str).collect();
    let acts = told
        .iter()
        .filter(|line| line.ends_with("answers.") || line.contains("draws"));
    assert_eq!(
        acts.copied().collect::<Vec<_>>(),
        [
            "Storm of p2 answers.",
            "p2 draws Echo / Guild.",
            "Storm of p2 answers.",
            "p2 draws Echo / Guild.",
            "Storm of p1 answers.",
            "p1 draws Echo / Guild.",
            "p1 draws Echo / Guild."
        ]
    );
}

// PLY-4: a shuffle makes a card one like any other, also for the text that still names it.
#[test]
fn a_text_cannot_reach_a_card_that_was_shuffled_away() {
    let texts = [
        (
            "Rain",
            "Choose a card in the discard pile as old. Shuffle the discard pile into the deck. Take old. \
             Show old. Play old.",
        ),
        (
            "Echo",
            "Shuffle the discard pile into the deck. Play this. Show this.",
        ),
        ("Calm", "Draw a card."),
        (
            "Storm",
            "Choose a card in the discard pile as old. Shuffle the discard pile into the deck. If there is \
             one of old plus cards in the discard pile, draw a card.",
        ),
    ];
    let script = script(&texts, "");
    for card in ["Rain", "Echo", "Storm"] {
        let position =
            format!("p1 hand: {card}, Reform\ndiscard: Calm\ndeck:\np1: Hall[]\np2: Hall[]");
        let (mut game, mut log) = (game(&script, &position), Log::open());
        let wanted = format!("action {card}");
        let found = labels(&game)
            .into_iter()
            .find(|(_, label)| *label == wanted);
        game.take(found.expect("it is offered").0, &mut log)
            .expect("it is offered");
        assert_eq!(game.board().hand(Seat(0)).len(), 1, "{card}");
        assert_eq!(
            game.board().deck().len(),
            2,
            "{card}: what was played is in the deck, too"
        );
        assert!(
            !log.lines().iter().any(|line| line.contains("shown")),
            "{:?}",
            log.lines()
        );
        let explained = log
            .why(&script.rules, log.lines().len())
            .expect("it is told");
        assert!(
            explained.contains(&format!("{card}, played by p1, says")),
            "{explained}"
        );
    }
}

#[derive(Default)]
struct Shuffles(usize);

impl Watch for Shuffles {
    fn event(&mut self, _script: &Script, _board: &Board, event: &Event<'_>) {
        self.0 += usize::from(matches!(event, Event::Shuffled { .. }));
    }
}

// 61-RESEARCH: a copy that was shuffled is a copy like any other.
#[test]
fn a_card_that_was_shuffled_may_be_picked_again() {
    let texts = [
        (
            "Mill",
            "Use: replay 2 different cards in the discard pile that can be replayed.",
        ),
        (
            "Storm",
            "Shuffle the discard pile into the deck. Draw a card. Discard a card.",
        ),
    ];
    let mut game = game(
        &script(&texts, ""),
        "deck:\ndiscard: Storm\np1 hand:\np1: Hall[] Mill[]\np2: Hall[]",
    );
    let all = labels(&game);
    let (choice, _) = all
        .iter()
        .find(|(_, label)| label == "use p1.2")
        .expect("there is a card to replay");
    let mut shuffles = Shuffles::default();
    game.take(*choice, &mut shuffles).expect("it is offered");
    assert_eq!(shuffles.0, 2, "it is replayed twice");
}

// A shuffle makes cards anonymous: a text that has named one before cannot tell whether it comes back.
#[test]
fn a_card_that_was_named_before_a_shuffle_is_not_known_again_after_it() {
    // Who plays Rain names the only Echo of the pile, in whatever way; it is shuffled away and drawn again.
    for named in [
        "choose a card in the discard pile named \"Echo\" as old; shuffle the discard pile into the deck; draw 3 cards; \
         if old is in your hand: remove the top of p",
        "choose a card in the discard pile named \"Echo\" as other; let old be other; shuffle the discard pile into the deck; \
         draw 3 cards; if old is in your hand: remove the top of p",
        "for each card in the discard pile named \"Echo\" as old: shuffle the discard pile into the deck; draw 3 cards; \
         if old is in your hand: remove the top of p",
        "for each player: for each card in the discard pile named \"Echo\" as old: \
         shuffle the discard pile into the deck; draw 3 cards; if old is in your hand: remove the top of p",
    ] {
        let text = format!("Let p be the first of your buildings. {named}.");
        let script = script(&[("Rain", &text)], "");
        let position = "deck:\ndiscard: Echo, Calm\np1 hand: Rain\np1: Hall[Storm]\np2: Hall[]";
        let mut game = game(&script, position);
        take(&mut game, "action Rain");
        let rules = &game.script().rules;
        let open = print_view(rules, &View::open(game.board(), &rules.cards), false);
        assert!(open.contains("p1: Hall[Storm]"), "{named}\n{open}");
        assert!(
            open.contains("Echo") && !open.contains("discard: Echo"),
            "{open}"
        );
    }
}

// The seats and numbers that a text has kept stay what they are.
#[test]
fn a_shuffle_makes_no_text_forget_anything_but_cards() {
    let text = "Choose a player as friend.\nLet many be 2.\nShuffle the discard pile into the deck.\n\
                For each player clockwise from friend as other:\n  repeat many times: shuffle the discard \
                pile into the deck, then take the top card of the deck as gift, then give gift to other";
    let script = script(&[("Rain", text)], "");
    let piled = "discard: Calm, Calm, Calm, Calm, Calm\np1 hand: Rain\np1: Hall[]\np2: Hall[]";
    let mut game = game(&script, &format!("deck:\n{piled}"));
    take(&mut game, "action Rain");
    take(&mut game, "p2");
    let hands = [0, 1].map(|seat| game.board().hand(Seat(seat)).len());
    assert_eq!(hands, [2, 2]);
}

// PLY-4: a card that plays itself is still under way when the inner one is over.
#[test]
fn a_card_that_plays_itself_cannot_be_picked_before_all_of_it_is_over() {
    let text = "You may choose a player: play this. You may choose a card in the discard pile as found: remove found.";
    let script = script(&[("Rain", text)], "");
    let mut game = game(
        &script,
        "discard: Calm, Echo\np1 hand: Rain\np1: Hall[]\np2: Hall[]",
    );
    take(&mut game, "action Rain");
    take(&mut game, "p1");
    take(&mut game, "decline");
    assert_eq!(offered(&game), ["Calm", "Echo", "decline"], "within");
    take(&mut game, "Calm");
    assert_eq!(offered(&game), ["Echo", "decline"], "and without");
    take(&mut game, "decline");
    let rules = &game.script().rules;
    assert!(
        print_view(rules, &View::open(game.board(), &rules.cards), false)
            .contains("discard: Echo, Rain")
    );
}

// The same of a card that is aside meanwhile, since its text puts it somewhere.
#[test]
fn a_card_that_puts_itself_and_plays_itself_is_aside_until_all_of_it_is_over() {
    let text = "You may choose a player: play this. You may choose a player as again: put this face up on a building of again.";
    let script = script(&[("Rain", text)], "");
    let mut game = game(
        &script,
        "discard: Calm\np1 hand: Rain\np1: Hall[]\np2: Hall[]",
    );
    take(&mut game, "action Rain");
    take(&mut game, "p1");
    take(&mut game, "decline");
    take(&mut game, "decline");
    assert_eq!(
        game.board().aside().len(),
        1,
        "the first of its texts still goes on"
    );
    take(&mut game, "p2");
    let rules = &game.script().rules;
    assert!(
        print_view(rules, &View::open(game.board(), &rules.cards), false)
            .contains("p2: Hall[^Rain]")
    );
}

// END-4: of those who fall last and at once, the player whose turn it is comes first, else the next one clockwise.
#[test]
fn when_the_last_fall_at_once_the_next_of_them_wins() {
    let all = "At once, for each building: destroy it.";
    let others = "For each of your buildings: destroy it.";
    let trigger = "When destroyed by anything, at once, for each building: destroy it.";
    let script = script(&[("Rain", all), ("Echo", others), ("Mill", trigger)], "");
    for (turn, wins) in [("p1", 0), ("p2", 1), ("p3", 2)] {
        let position =
            format!("turn {turn} main\n{turn} hand: Rain\np1: Hall[]\np2: Hall[]\np3: Hall[]");
        let mut game = game(&script, &position);
        take(&mut game, "action Rain");
        assert_eq!(game.outcome(), Outcome::Won(Seat(wins)), "{turn}");
        assert_eq!(game.board().living.count(), 0);
    }
    // Who has fallen before is no longer among them, even on their turn.
    for (turn, wins) in [("p1", 1), ("p2", 2), ("p3", 0)] {
        let mut nations: Vec<String> = (1..4).map(|seat| format!("p{seat}: Hall[]")).collect();
        let seat: usize = turn[1..].parse().expect("it is a number");
        nations[seat - 1] = format!("{turn}: Mill[]");
        let position = format!(
            "turn {turn} main\n{turn} hand: Echo\n{}",
            nations.join("\n")
        );
        let mut game = game(&script, &position);
        take(&mut game, "action Echo");
        assert_eq!(game.outcome(), Outcome::Won(Seat(wins)), "{turn}");
    }
}

#[test]
fn conditions_on_hands_and_piles_are_looked_at_wherever_a_card_comes_from() {
    let piled = "Win when there are at least 2 cards in the discard pile named \"Calm\".";
    let held = "Win when you have at least 3 cards in hand.";
    let stacks = "p1: Hall[Calm] Mill[]\np2: Hall[]";
    let standing = "p1: Hall[] Lamp[] Mill[]\np2: Hall[]";
    for (win, text, lying) in [
        (piled, "Use: discard a top.", stacks),
        (piled, "Use: destroy a top.", stacks),
        (piled, "Use: flip a top.", stacks),
        (piled, "Use: destroy a building named \"Lamp\".", standing),
        (held, "Use: take a top.", stacks),
        (held, "Use: draw a card.", stacks),
    ] {
        let script = script(&[("Hall", win), ("Mill", text)], "");
        let mut game = game(
            &script,
            &format!("discard: Calm\np1 hand: Echo, Echo\n{lying}"),
        );
        let used = offered(&game)
            .into_iter()
            .find(|label| label.starts_with("use"));
        take(&mut game, &used.expect("a Mill can be used"));
        assert_eq!(game.outcome(), Outcome::Won(Seat(0)), "{text}");
    }
}

#[test]
fn a_building_is_swapped_with_a_card_of_its_own_owner_alone() {
    let text = "Choose a building as old. Choose a player as holder. Swap old with a building in holder's hand. Draw a card.";
    let script = script(&[("Rain", text)], "");
    let position = "deck: Storm, Storm\np1 hand: Rain, Echo\np2 hand: Calm\np1: Hall[] Mill[]\np2: Hall[] Spire[Calm]";
    let after = |old: &str, holder: &str| {
        let mut game = game(&script, position);
        ["action Rain", old, holder]
            .iter()
            .for_each(|label| take(&mut game, label));
        let rules = &game.script().rules;
        let printed = print_view(rules, &View::open(game.board(), &rules.cards), false);
        let line = |key: &str| {
            printed
                .lines()
                .find(|line| line.starts_with(key))
                .unwrap_or_default()
                .to_string()
        };
        [line("p1:"), line("p2:"), line("p1 hand:"), line("p2 hand:")]
    };
    let as_before = [
        "p1: Hall[] Mill[]",
        "p2: Hall[] Spire[Calm]",
        "p1 hand: Echo, Storm",
        "p2 hand: Calm",
    ];
    // The text goes on, as one does in which there is nothing to do (PLY-6).
    assert_eq!(after("p1.2", "p2"), as_before);
    assert_eq!(after("p2.2", "p1"), as_before);
    let [_, theirs, _, hand] = after("p2.2", "p2");
    assert_eq!(
        (theirs.as_str(), hand.as_str()),
        ("p2: Hall[] Lamp[Calm]", "p2 hand: Storm")
    );
}

const COUNTERS: &str =
    "[counter.tick]\nmeaning = \"it ticks\"\n[counter.burn]\nmeaning = \"it burns\"\nowned = true";

fn printed(game: &Game, seat: Option<Seat>) -> String {
    let rules = &game.script().rules;
    let view = match seat {
        Some(seat) => View::of(game.board(), &rules.cards, seat),
        None => View::open(game.board(), &rules.cards),
    };
    print_view(rules, &view, false)
}

#[test]
fn counters_are_put_and_taken_and_go_with_what_carries_them() {
    let texts = [
        (
            "Mill",
            "Use \"wind\": pay 2 ticks. Draw a card.\nUse \"grind\": put 3 ticks on one of your buildings.",
        ),
        (
            "Rain",
            "For each building: put a tick on it, then put 2 ticks on its owner.",
        ),
        (
            "Storm",
            "Destroy a building. Take all ticks off another player.",
        ),
        ("Guild", "Win when you have at least 9 ticks."),
    ];
    let script = script(&texts, COUNTERS);
    let start = "p1 hand: Rain, Storm\np1: Hall(tick 1)[] Mill[Rain(burn 2 of p2)] Guild[]\np2: Hall[^Calm] Lamp[]\n";
    let mut game = game(&script, start);
    assert!(
        !offered(&game).contains(&"use p1.2 wind".to_string()),
        "nothing there can be paid"
    );
    take(&mut game, "use p1.2 grind");
    take(&mut game, "p1.2");
    let open = printed(&game, None);
    assert!(
        open.contains("p1: Hall(tick 1)[] Mill(tick 3)[Rain(burn 2 of p2)] Guild[]\n"),
        "{open}"
    );
    // Who does not know the card sees what lies on it.
    let seen = printed(&game, Some(Seat(1)));
    assert!(
        seen.contains("p1: Hall(tick 1)[] Mill(tick 3)[?(burn 2 of p2)] Guild[]\n"),
        "{seen}"
    );
    take(&mut game, "use p1.2 wind");
    assert!(
        !offered(&game).contains(&"use p1.2 wind".to_string()),
        "one is not enough"
    );
    take(&mut game, "action Rain");
    let open = printed(&game, None);
    assert!(
        open.contains(
            "Hall(tick 2)[] Mill(tick 2)[Rain(burn 2 of p2)] Guild(tick 1)[]\np1 has: tick 6\n"
        ),
        "{open}"
    );
    assert!(
        open.contains("p2: Hall(tick 1)[^Calm] Lamp(tick 1)[]\np2 has: tick 4\n"),
        "{open}"
    );
    let again =
        read_position(&open, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    let again = Game::from_setup(script.clone(), &again, 0, &mut ());
    assert_eq!(printed(&again, None), open);
    assert_eq!(
        game.worlds(Seat(1)),
        game.determinized(Seat(1), &mut Words::new(1, 2))
            .worlds(Seat(1))
    );
    take(&mut game, "pass");
    let mut game = self::game(
        &script,
        &open
            .replace("played", "")
            .replace("p1 hand:", "p1 hand: Storm,")
            .replace("Storm, Storm", "Storm"),
    );
    take(&mut game, "action Storm");
    take(&mut game, "p2.1");
    let open = printed(&game, None);
    assert!(
        open.contains("p2: Lamp(tick 1)[]\n") && !open.contains("p2 has"),
        "{open}"
    );
}

#[test]
fn who_bears_the_most_counters_is_asked_among_those_that_are_left() {
    let texts = [
        (
            "Rain",
            "Destroy one of your buildings that have the most ticks.",
        ),
        (
            "Storm",
            "For each other player that has the fewest ticks: put 5 ticks on it.",
        ),
        (
            "Echo",
            "For each building that has the most ticks: destroy it.",
        ),
        ("Calm", "Take all ticks off another player."),
        (
            "Guild",
            "Win when you have the most ticks and you have at least 3 ticks.",
        ),
        ("Lamp", "Use if this has the most ticks: draw a card."),
        (
            "Mill",
            "Use \"look\", if there is another player that has the most ticks: draw a card.\nUse \"gaze\", if there are no other players that have the most ticks: draw a card.",
        ),
    ];
    let script = script(&texts, COUNTERS);
    // Of all players, wherever it is asked whether somebody has it.
    for (ticks, offers) in [(9, "use p1.1 gaze"), (1, "use p1.1 look")] {
        let at = game(
            &script,
            &format!("p1: Mill[]\np1 has: tick {ticks}\np2: Hall[]\np2 has: tick 5\np3: Hall[]\n"),
        );
        let offered = offered(&at);
        let uses: Vec<&String> = offered
            .iter()
            .filter(|label| label.starts_with("use"))
            .collect();
        assert_eq!(uses, [offers]);
    }
    let begun = |hand: &str| {
        let rows = "p1: Hall(tick 2)[] Lamp(tick 2)[] Guild(tick 1)[]\np1 has: tick 3\np2: Hall(tick 3)[] Mill[]\np2 has: tick 4\n";
        game(
            &script,
            &format!("p1 hand: {hand}\n{rows}p3: Mill[] Mill[]\np3 has: tick 1\n"),
        )
    };
    let mut own = begun("Rain");
    assert!(
        !offered(&own).contains(&"use p1.2".to_string()),
        "another building has more"
    );
    take(&mut own, "action Rain");
    assert_eq!(offered(&own), ["p1.1", "p1.2"]);
    let mut poor = begun("Storm");
    take(&mut poor, "action Storm");
    assert!(
        printed(&poor, None).contains("p3 has: tick 6\n"),
        "{}",
        printed(&poor, None)
    );
    let mut all = begun("Echo");
    take(&mut all, "action Echo");
    assert!(
        printed(&all, None).contains("p2: Mill[]\n"),
        "{}",
        printed(&all, None)
    );
    // Who has the most may come to have them where others lose theirs.
    let mut won = begun("Calm");
    take(&mut won, "action Calm");
    take(&mut won, "p3");
    assert_eq!(won.outcome(), Outcome::Running);
    let mut won = begun("Calm");
    take(&mut won, "action Calm");
    take(&mut won, "p2");
    assert_eq!(won.outcome(), Outcome::Won(Seat(0)));
}

#[test]
fn what_is_done_with_a_building_and_with_the_card_on_it_is_asked_apart() {
    let texts = [
        ("Rain", "Destroy the top of a building."),
        ("Storm", "Destroy a building."),
        ("Echo", "Discard the top of a building."),
        ("Calm", "Show the top of a building."),
    ];
    let script = script(&texts, "");
    let asked = |action: &str| {
        let mut game = game(
            &script,
            &format!("p1 hand: {action}\np1: Hall[Calm] Mill[Calm]\np2: Hall[Calm]"),
        );
        take(&mut game, &format!("action {action}"));
        question(&Decision::of(&game).expect("somebody is asked"))
    };
    assert_eq!(asked("Rain"), "Destroy the top card of which stack?");
    assert_eq!(asked("Storm"), "Destroy which building?");
    assert_eq!(asked("Echo"), "Discard the top card of which stack?");
    assert_eq!(asked("Calm"), "Show the top card of which stack?");
}

#[test]
fn a_condition_on_counters_is_asked_when_they_change_and_texts_that_never_stop_putting_them_are_cut_off()
 {
    let texts = [
        ("Rain", "Put 4 ticks on you."),
        ("Storm", "Repeat 9999 times: put 9 burns on a player."),
        ("Guild", "Win when you have at least 9 ticks."),
    ];
    let script = script(&texts, COUNTERS);
    let mut won = game(
        &script,
        "p1 hand: Rain\np1: Hall[] Guild[]\np1 has: tick 5\np2: Hall[]",
    );
    take(&mut won, "action Rain");
    assert_eq!(won.outcome(), Outcome::Won(Seat(0)));
    let mut over = game(
        &script,
        "p1 hand: Storm\np1: Hall[]\np1 has: burn 9998\np2: Hall[]\np2 has: burn 1",
    );
    take(&mut over, "action Storm");
    take(&mut over, "p1");
    assert!(
        printed(&over, None).contains("p1 has: burn 9998\n"),
        "{}",
        printed(&over, None)
    );
}

#[test]
fn texts_end_games() {
    let texts = [
        ("Rain", "At once: win, then the game is a draw."),
        ("Echo", "At once, for each other player: it wins."),
        ("Calm", "Lose."),
        ("Storm", "At once, for each other player: it loses."),
        ("Guild", "you cannot win"),
    ];
    let script = script(&texts, "");
    let after = |row: &str, action: &str| {
        let position = format!(
            "turn p1 main\np1 hand: Rain, Echo, Calm, Storm\np1: {row}\np2: Hall[]\np3: Hall[]\n"
        );
        let mut game = game(&script, &position);
        take(&mut game, &format!("action {action}"));
        game
    };
    // WIN-10: a draw comes before a win of the same moment, and of several who win the first one clockwise does.
    assert_eq!(after("Hall[]", "Rain").outcome(), Outcome::Drawn);
    assert_eq!(after("Hall[]", "Echo").outcome(), Outcome::Won(Seat(1)));
    let out = after("Hall[Rain, Echo] Mill[]", "Calm");
    assert_eq!(out.outcome(), Outcome::Running);
    assert!(!out.board().living.has(Seat(0)) && out.board().hand(Seat(0)).is_empty());
    // WIN-11: who cannot win is passed over, and as the only one left makes it a draw.
    assert_eq!(after("Hall[]", "Storm").outcome(), Outcome::Won(Seat(0)));
    assert_eq!(after("Hall[] Guild[]", "Storm").outcome(), Outcome::Drawn);
    assert_eq!(
        after("Hall[] Guild[]", "Echo").outcome(),
        Outcome::Won(Seat(1))
    );
}

#[test]
fn counters_that_remember_who_has_put_them_name_those_players() {
    let texts = [
        ("Rain", "Put a burn on a top."),
        (
            "Storm",
            "Choose a top that has at least 1 burn as prey. For each player with burns on prey: put a tick on it. Take a burn off prey.",
        ),
    ];
    let script = script(&texts, COUNTERS);
    let mut game = game(
        &script,
        "p1 hand: Storm\np1: Hall[Calm(burn 1 of p3, burn 2 of p1)]\np2: Hall[]\np3: Hall[Calm]",
    );
    take(&mut game, "action Storm");
    let open = printed(&game, None);
    assert!(
        open.contains("p1: Hall[Calm(burn 1 of p1, burn 1 of p3)]\np1 has: tick 1\n"),
        "{open}"
    );
    assert!(
        open.contains("p3 has: tick 1\n") && !open.contains("p2 has"),
        "{open}"
    );
    let mut game = self::game(
        &script,
        "turn p2 main\np1: Hall[Calm]\np2 hand: Rain\np2: Hall[]",
    );
    take(&mut game, "action Rain");
    assert!(printed(&game, None).contains("p1: Hall[Calm(burn 1 of p2)]\n"));
}

// TRN-4: who may play no card in any way need not play one.
#[test]
fn who_may_do_nothing_with_a_card_may_pass() {
    let texts = [
        (
            "Mill",
            "Cards cannot be played.\nPlayers cannot build buildings.\nPlayers cannot put cards onto a building.",
        ),
        ("Guild", "Use: put a tick on this."),
        (
            "Lamp",
            "Other players cannot build buildings.\nCards cannot be played.",
        ),
        ("Rain", "Draw a card."),
    ];
    let script = script(&texts, COUNTERS);
    let mut game = game(
        &script,
        "turn p1 main\ndeck: Calm\np1 hand: Rain\np1: Hall[] Guild[]\np2: Hall[] Mill[]\n",
    );
    assert_eq!(offered(&game), ["use p1.2", "pass"]);
    take(&mut game, "pass");
    assert_eq!(offered(&game), ["pass"]);
    // As long as there is some way, one is played.
    let game = self::game(
        &script,
        "turn p1 main\np1 hand: Rain\np1: Hall[]\np2: Hall[] Lamp[]\n",
    );
    assert_eq!(
        offered(&game),
        [
            "stack Rain on p1.1",
            "stack Rain on p2.1",
            "stack Rain on p2.2"
        ]
    );
}

#[test]
fn what_is_forbidden_of_a_card_that_nobody_knows_is_offered_and_comes_to_nothing() {
    let texts = [
        (
            "Mill",
            "Cards named \"Rain\" cannot be played.\nCards named \"Rain\" cannot be discarded.",
        ),
        (
            "Echo",
            "Choose another player as foe. Choose a card in foe's hand as loot. Play loot.",
        ),
        ("Calm", "Discard a target top."),
        (
            "Storm",
            "Choose another player as foe. Foe chooses a card in your hand as loot. Discard loot.",
        ),
        ("Reform", "Discard a card."),
    ];
    let script = script(&texts, "");
    let after = |label: &str| {
        let position = "p1 hand: Echo, Calm, Storm, Reform, Rain\np1: Hall[]\n\
                        p2 hand: Rain, Storm\np2: Hall[Rain] Mill[Storm]\n";
        let mut game = game(&script, position);
        take(&mut game, label);
        game
    };
    let mut game = after("action Echo");
    assert_eq!(
        offered(&game),
        ["card 1 of p2's hand", "card 2 of p2's hand"]
    );
    take(&mut game, "card 1 of p2's hand");
    let [rain, storm] = *game.board().hand(Seat(1)) else {
        panic!("{}", printed(&game, None))
    };
    assert!(
        game.board().card(rain).is_known_to(Seat(0))
            && !game.board().card(storm).is_known_to(Seat(0))
    );
    let mut game = after("action Calm");
    assert_eq!(offered(&game), ["p2.1", "p2.2"]);
    take(&mut game, "p2.1");
    assert!(printed(&game, Some(Seat(0))).contains("p2: Hall[Rain] Mill[?]\n"));
    // What somebody else does not know, either, though you do.
    assert_eq!(offered(&after("action Storm")).len(), 4);
    // What you know is not offered.
    assert_eq!(offered(&after("action Reform")), ["Echo", "Calm", "Storm"]);
}

#[test]
fn given_and_borrowed_texts_hear_how_their_building_comes_and_falls() {
    let texts = [
        (
            "Mill",
            "Buildings named \"Lamp\" have:\n  when destroyed by anything, draw a card\n  when built, draw 2 cards",
        ),
        ("Guild", "this has the text of the building right of this"),
        ("Market", "When destroyed by anything, draw 3 cards."),
        ("Storm", "Destroy a building."),
        ("Hall", "Use: swap this with a building in your hand."),
    ];
    let script = script(&texts, "");
    let hand = |game: &Game, seat| game.board().hand(Seat(seat)).len();
    let position = "p1 hand: Storm\np1: Hall[] Mill[]\np2: Hall[] Lamp[] Guild[] Market[]";
    let fell = |building: &str, position: &str| {
        let mut game = game(&script, position);
        take(&mut game, "action Storm");
        take(&mut game, building);
        hand(&game, 1)
    };
    assert_eq!(fell("p2.2", position), 1, "a given text hears it");
    assert_eq!(fell("p2.3", position), 3, "a borrowed one hears it");
    assert_eq!(
        fell("p2.2", &position.replace("Mill", "Spire")),
        0,
        "nobody gives it"
    );
    assert_eq!(
        fell("p2.2", &position.replace("Lamp[]", "Spire[]")),
        0,
        "it has none"
    );
    let mut built = game(&script, &position.replace("hand: Storm", "hand: Calm"));
    take(&mut built, "build Lamp at p1.1");
    assert_eq!(hand(&built, 0), 2, "it has come to stand");
    // What is swapped in has come to stand, too.
    let mut swapped = game(
        &script,
        &position.replace("hand: Storm", "hand: Calm, Rain"),
    );
    take(&mut swapped, "use p1.1");
    take(&mut swapped, "Lamp");
    assert_eq!(hand(&swapped, 0), 4);
}

#[test]
fn whoever_may_play_no_card_of_the_turn_may_pass() {
    let echo = "Choose another player as foe. When the next turn of foe begins, before its draw, 1 fewer \
                card may be played this turn.";
    let script = script(&[("Echo", echo)], "");
    let mut game = game(
        &script,
        "turn p1 main\ndeck: Rain, Rain\np1 hand: Echo\np1: Hall[]\np2 hand: Calm\np2: Hall[] Lamp[]",
    );
    take(&mut game, "action Echo");
    take(&mut game, "pass");
    assert_eq!(
        offered(&game),
        ["pass"],
        "none may be played, so none must be"
    );
    assert_eq!(lines(&game, "turn"), ["turn p2 start plays 0"]);
    take(&mut game, "pass");
    assert!(
        !offered(&game).contains(&"pass".to_string()),
        "it was for that turn alone"
    );
}

#[test]
fn what_one_has_is_compared_with_what_another_has() {
    let of = |text: &str, position: &str| {
        let script = script(&[("Guild", text)], "");
        offered(&game(&script, position)).contains(&"use p1.2".to_string())
    };
    let tall = "Use if this has more cards than the building left of this: draw a card.";
    assert!(of(
        tall,
        "p1 hand: Rain\np1: Hall[Rain] Guild[Rain, Rain]\np2: Hall[]"
    ));
    assert!(!of(
        tall,
        "p1 hand: Rain\np1: Hall[Rain] Guild[Rain]\np2: Hall[]"
    ));
    let rich = "Use if there is a player that (the number of cards in its hand is at least ((the number of cards in your hand) plus 2)): draw a card.";
    assert!(of(
        rich,
        "p1 hand: Rain\np1: Hall[] Guild[]\np2 hand: Rain, Rain, Rain\np2: Hall[]"
    ));
    assert!(!of(
        rich,
        "p1 hand: Rain\np1: Hall[] Guild[]\np2 hand: Rain, Rain\np2: Hall[]"
    ));
    let few = "Use if there is a player that (the number of your buildings named \"Guild\" is exactly ((the number of buildings of it named \"Guild\") plus 1)): draw a card.";
    assert!(of(few, "p1 hand: Rain\np1: Hall[] Guild[]\np2: Hall[]"));
    assert!(!of(
        few,
        "p1 hand: Rain\np1: Hall[] Guild[] Guild[]\np2: Hall[]"
    ));
}

#[test]
fn the_last_card_of_the_discard_pile_is_the_one_that_came_last() {
    let script = script(
        &[
            (
                "Echo",
                "Play the last of cards in the discard pile that can be played.",
            ),
            ("Rain", "Draw a card."),
            ("Calm", "Draw 2 cards."),
        ],
        "",
    );
    let drawn = |pile: &str| {
        let position = format!(
            "deck: Rain, Rain, Rain, Rain\ndiscard: {pile}\np1 hand: Echo\np1: Hall[]\np2: Hall[]"
        );
        let mut game = game(&script, &position);
        take(&mut game, "action Echo");
        game.board().hand(Seat(0)).len()
    };
    assert_eq!(
        [
            drawn("Rain, Calm"),
            drawn("Calm, Rain"),
            drawn("Calm, Rain, Storm")
        ],
        [2, 1, 1]
    );
}

/// SET-2: each player is dealt one victory card; a second one comes into a nation by cards that can bring it there alone.
#[test]
fn a_nation_has_one_victory_card_unless_a_card_can_bring_another() {
    let position = "p1: Hall[] Mill[] Hall[]\np2: Mill[]";
    let refused = read_position(position, 0, &script(&[], "").rules).err();
    let reasons = refused.map(|faults| {
        faults
            .into_iter()
            .map(|fault| fault.reason)
            .collect::<Vec<_>>()
    });
    assert_eq!(reasons, Some(vec!["p1 has two victory cards".to_string()]));
    let barter = "Use: choose a building as near. Choose a building that is not near as far. Exchange near with far.";
    assert!(read_position(position, 0, &script(&[("Guild", barter)], "").rules).is_ok());
    // What gives itself away is no victory card.
    let disguise = "Use: swap this with a building in your hand.";
    assert!(read_position(position, 0, &script(&[("Guild", disguise)], "").rules).is_err());
    assert!(read_position(position, 0, &script(&[("Hall", disguise)], "").rules).is_ok());
}

// ORD-1: what a text does to several players begins with whoever does it; in a law with whose turn it is.
#[test]
fn the_first_of_players_is_whoever_asks_and_in_a_law_whose_turn_it_is() {
    let texts = [
        (
            "Calm",
            "This becomes a law.\nWhile this is a law, the first of buildings named \"Lamp\" is guarded.",
        ),
        ("Lamp", ""),
        ("Mill", "Once a turn: for each player: it draws a card."),
    ];
    let script = script(&texts, "");
    let position = "turn p2 main\nlaws: Calm\ndeck: Rain, Echo, Calm, Rain\np1 hand: Rain\np1: Hall[] Lamp[]\np2 hand: Rain\np2: Hall[] Mill[] Lamp[]";
    let mut game = game(&script, position);
    assert_eq!(
        statuses(&game, GUARDED),
        [false, false, false, false, true],
        "it is the turn of p2"
    );
    take(&mut game, "use p2.2");
    let drawn = |seat| game.board().hand(Seat(seat)).len();
    assert_eq!((drawn(0), drawn(1)), (2, 2));
    let held = |seat, at: usize| script.rules.kind(game.board().hand(Seat(seat))[at]).action;
    assert_eq!(held(1, 1), held(1, 0), "p2 draws first, the Rain");
    assert_ne!(held(0, 1), held(0, 0));
}

/// Whoever launches a missile at themselves is no other player, in what follows `by` and in a condition.
#[test]
fn an_own_missile_is_none_of_another_player() {
    let texts = [
        ("Rain", "Missile at a player."),
        (
            "Echo",
            "When revealed by missile of another player, draw a card.",
        ),
        (
            "Calm",
            "When revealed by missile, if provoker is you, draw 2 cards.",
        ),
    ];
    let script = script(&texts, "");
    let hands = |row: &str, at: &str| {
        let start = format!(
            "turn p1 main\ndeck: Reform, Reform, Reform\np1 hand: Rain\np1: Hall[Reform]{row}\np2: Hall[Reform]{row}\n"
        );
        let mut game = game(&script, &start);
        take(&mut game, "action Rain");
        take(&mut game, at);
        let table = printed(&game, None);
        ["p1 hand: ", "p2 hand: "].map(|hand| {
            let line = table.lines().find_map(|line| line.strip_prefix(hand));
            line.map_or(0, |cards| cards.split(", ").count())
        })
    };
    assert_eq!(hands(" Lamp[Echo]", "p1"), [0, 0]);
    assert_eq!(hands(" Lamp[Echo]", "p2"), [0, 1]);
    assert_eq!(hands(" Lamp[Calm]", "p1"), [2, 0]);
    assert_eq!(hands(" Lamp[Calm]", "p2"), [0, 0]);
}

/// What has the text of a card that counts for a tally counts, too, as soon as it has it.
#[test]
fn a_borrowed_text_counts_for_a_tally() {
    let texts = [
        ("Mill", "This has the text of the building right of this."),
        ("Guild", "This counts as a craft."),
        ("Rain", "Destroy all buildings named \"Lamp\"."),
    ];
    let script = script(&texts, "[tally.crafts]\nwins-at = 2");
    let start = "turn p1 main\np1 hand: Rain, Calm\np1: Hall[] Mill[] Lamp[] Guild[]\np2: Hall[]\n";
    let mut game = game(&script, start);
    assert_eq!(game.outcome(), Outcome::Running);
    take(&mut game, "action Rain");
    assert_eq!(game.outcome(), Outcome::Won(Seat(0)));
}

/// Who is asked after these choices, and with what, until nobody but the player whose turn it is would be; each declines.
fn asked_where_all_are(script: &Arc<Script>, position: &str, choices: &[&str]) -> Vec<String> {
    let mut game = game(script, position);
    for wanted in choices {
        let found = labels(&game).into_iter().find(|(_, label)| label == wanted);
        let (choice, _) =
            found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", offered(&game)));
        game.take(choice, &mut AllAsked)
            .expect("the option is offered");
    }
    let mut asked = Vec::new();
    while game.menu().is_none()
        && let Some((seat, _)) = game.decision()
    {
        let labels = offered(&game);
        asked.push(format!("{seat}: {}", labels.join(", ")));
        let (choice, _) = labels_of(&game, "decline");
        game.take(choice, &mut AllAsked).expect("it is offered");
    }
    asked
}

fn labels_of(game: &Game, wanted: &str) -> (Choice, String) {
    let found = labels(game).into_iter().find(|(_, label)| label == wanted);
    found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", offered(game)))
}

const FROM_A_HAND: &str = "Draw a card.\nWhile this is in your hand, when another player plays an action, you may: discard this, \
                           then draw 2 cards.";

// TRG-3: who may answer from a hand is asked, whatever it holds; several cards of one name are as one.
#[test]
fn a_text_works_from_a_hand_and_everybody_is_asked_who_could_hold_it() {
    let script = script(&[("Calm", FROM_A_HAND), ("Rain", "Draw a card.")], "");
    let begun = "p1 hand: Rain, Calm\np1: Hall[]\np2 hand: Calm, Echo, Calm\np2: Hall[]\np3 hand: Echo\np3: Hall[]\n\
                 p4: Hall[]\ndeck: Storm, Storm, Storm, Storm, Storm";
    let asked = asked_where_all_are(&script, begun, &["action Rain"]);
    assert_eq!(asked, ["p2: Calm, decline", "p3: decline"]);
    // With what another holds nothing else changes.
    let other = begun.replace("p3 hand: Echo", "p3 hand: Calm");
    let asked = asked_where_all_are(&script, &other, &["action Rain"]);
    assert_eq!(asked, ["p2: Calm, decline", "p3: Calm, decline"]);
    // Where nobody looks on who could tell, only those are asked who have a choice.
    let (mut game, mut log) = (game(&script, begun), Log::open());
    take(&mut game, "action Rain");
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(1)));
    let (choice, _) = labels_of(&game, "Calm");
    game.take(choice, &mut log).expect("it is offered");
    assert_eq!(
        lines(&game, "p2 hand"),
        ["p2 hand: Echo, Calm, Storm, Storm"]
    );
    assert_eq!(lines(&game, "discard"), ["discard: Rain, Calm"]);
    let said = "A card in the hand of p2 is shown to all: it is Calm.";
    assert!(log.lines().contains(&said.to_string()), "{:?}", log.lines());
    // One's own action is no other player's.
    take(&mut game, "pass");
    take(&mut game, "action Calm");
    assert_eq!(game.decision().map(|(seat, _)| seat), Some(Seat(0)));
    take(&mut game, "decline");
    assert!(game.menu().is_some());
}

// TRG-3: the card that is shown is `this`, and `it` what has happened; what is remembered is as it was then.
#[test]
fn what_works_from_a_hand_speaks_of_its_card_and_of_what_has_happened() {
    let text = "While this is in your hand and it is not your turn, when another player builds a building as rival, if you \
                have a card in hand, remembering the number of buildings as size, you may: put this face up on it, then put \
                size ticks on this, then let foe be provoker, \
                then this turn, when foe plays an action, discard this.";
    let script = script(
        &[
            ("Calm", text),
            ("Hall", "Win when this has at least 9 ticks."),
            ("Rain", "Draw a card."),
        ],
        "[counter.tick]\nmeaning = \"time\"\n",
    );
    let begun = "p1 hand: Rain, Rain\np1: Hall[]\np2 hand: Calm\np2: Hall[]\ndeck: Storm, Storm, Storm, Storm";
    let mut game = game(&script, begun);
    take(&mut game, "build Mill at p1.2");
    assert_eq!(offered(&game), ["Calm", "decline"]);
    take(&mut game, "Calm");
    assert_eq!(lines(&game, "p1:"), ["p1: Hall[] Mill[^Calm(tick 3)]"]);
}

// TRG-3: from a hand a card may come in the place of what would happen.
#[test]
fn a_text_from_a_hand_comes_in_the_place_of_what_would_happen() {
    let text = "Destroy a building.\nWhile this is in your hand, if one of your buildings would be destroyed, you may instead: \
                discard this.";
    let script = script(&[("Calm", text)], "");
    let begun = "p1 hand: Calm, Rain\np1: Hall[]\np2 hand: Echo, Calm\np2: Hall[] Mill[]\np3 hand: Echo\np3: Hall[]";
    let asked = asked_where_all_are(&script, begun, &["action Calm", "p2.2"]);
    assert_eq!(asked, ["p2: Calm, decline"]);
    let other = begun.replace("p2 hand: Echo, Calm", "p2 hand: Echo, Echo");
    let asked = asked_where_all_are(&script, &other, &["action Calm", "p2.2"]);
    assert_eq!(asked, ["p2: decline"]);
    for (answer, left) in [("Calm", "p2: Hall[] Mill[]"), ("decline", "p2: Hall[]")] {
        let mut game = game(&script, begun);
        for wanted in ["action Calm", "p2.2", answer] {
            take(&mut game, wanted);
        }
        assert_eq!(lines(&game, "p2:"), [left]);
        assert!(game.menu().is_some(), "{:?}", offered(&game));
    }
    // Each is asked for its own, once for one happening.
    let any = "Destroy a building.\nWhile this is in your hand, if a building would be destroyed, you may instead: discard this.";
    let script = self::script(&[("Calm", any)], "");
    let asked = asked_where_all_are(&script, begun, &["action Calm", "p2.2"]);
    assert_eq!(asked, ["p2: Calm, decline", "p3: decline", "p1: decline"]);
}

// TRG-3: a card that stays in the hand and answers itself is cut off at last.
#[test]
fn what_answers_itself_from_a_hand_ends() {
    let text = "While this is in your hand, when a card is shown, you may: show this.";
    let script = script(&[("Calm", text), ("Rain", "Show a card in your hand.")], "");
    let begun = "p1 hand: Rain, Calm\np1: Hall[]\np2 hand: Calm\np2: Hall[]";
    let mut game = game(&script, begun);
    take(&mut game, "action Rain");
    for times in 0.. {
        assert!(times < 10_000, "it does not end");
        if game.menu().is_some() {
            break;
        }
        take(&mut game, "Calm");
    }
}

// TRG-3: whoever is out of the game is not asked.
#[test]
fn a_hand_that_has_gone_answers_nothing() {
    let text = "While this is in your hand, when a player is eliminated, you may: draw a card.";
    let script = script(&[("Calm", text), ("Rain", "Destroy a building.")], "");
    let begun = "p1 hand: Rain, Calm\np1: Hall[]\np2 hand: Calm\np2: Mill[]\np3 hand: Calm\np3: Hall[]\n\
                 deck: Storm, Storm";
    let asked = asked_where_all_are(&script, begun, &["action Rain", "p2.1"]);
    assert_eq!(asked, ["p1: Calm, decline", "p3: Calm, decline"]);
}

/// Where a Mill of the first player may be built, by the turn menu.
fn built_at(game: &Game) -> Vec<String> {
    let place = |label: String| label.strip_prefix("build Mill at ").map(str::to_string);
    offered(game).into_iter().filter_map(place).collect()
}

/// The option is taken, where it is one, and of whatever is asked then the last.
fn done(game: &mut Game, wanted: &str) {
    let mut next = offered(game).into_iter().find(|label| label == wanted);
    while let Some(label) = next {
        take(game, &label);
        let over = game.menu().is_some() || game.outcome() != Outcome::Running;
        next = offered(game).pop().filter(|_| !over);
    }
}

#[test]
fn a_card_is_not_built_where_a_text_forbids_it() {
    let lamp = "Other players cannot build buildings at a place beside this.";
    let script = script(&[("Lamp", lamp)], "");
    let forbidden = game(
        &script,
        "p1 hand: Rain\np1: Hall[]\np2: Hall[] Lamp[] Mill[]",
    );
    assert_eq!(built_at(&forbidden), ["p1.1", "p1.2", "p2.1", "p2.4"]);
    let told = why(&forbidden, "build Mill at p2.3").expect("the question is clear");
    assert!(told.contains(lamp.trim_end_matches('.')), "{told}");
    let own = game(&script, "p1 hand: Rain\np1: Hall[] Lamp[]\np2: Hall[]");
    assert_eq!(built_at(&own).len(), 5);
}

#[test]
fn a_building_has_a_price_by_its_place_or_is_replaced() {
    let position = "p1 hand: Rain, Rain, Rain\np1: Hall[]\np2: Hall[] Lamp[]";
    let lamp = "Building buildings at a place in your nation costs other players 1 card.";
    let priced = script(&[("Lamp", lamp)], "");
    for (place, left) in [("p2.1", 1), ("p1.1", 2)] {
        let mut game = game(&priced, position);
        done(&mut game, &format!("build Mill at {place}"));
        assert_eq!(game.board().hand(Seat(0)).len(), left, "{place}");
    }
    let poor = game(&priced, "p1 hand: Rain\np1: Hall[]\np2: Hall[] Lamp[]");
    assert_eq!(built_at(&poor), ["p1.1", "p1.2"]);
    let lamp = "If another player would build a card at a place beside this, instead draw a card.";
    let replaced = script(&[("Lamp", lamp)], "");
    for (place, buildings, drawn) in [("p2.2", 2, 1), ("p2.1", 3, 0)] {
        let mut game = game(&replaced, position);
        done(&mut game, &format!("build Mill at {place}"));
        let board = game.board();
        let found = (board.row(Seat(1)).len(), board.hand(Seat(1)).len());
        assert_eq!(found, (buildings, drawn), "{place}");
    }
}

#[test]
fn a_text_builds_only_where_no_text_forbids_it() {
    let lamp = "Other players cannot build buildings at a place in your nation.";
    let rain = "Choose a place as spot. Build the first of cards in your hand at spot.";
    let script = script(&[("Lamp", lamp), ("Rain", rain)], "");
    let mut game = game(
        &script,
        "p1 hand: Rain, Calm\np1: Hall[]\np2: Hall[] Lamp[]",
    );
    take(&mut game, "action Rain");
    assert_eq!(offered(&game), ["p1.1", "p1.2"]);
}

const PLAY_FOUND: &str =
    "Let found be the first of tops of buildings of other players. Flip found. Play found.";

#[test]
fn a_text_hears_from_where_a_card_comes() {
    let origins = [
        "from a hand",
        "from a stack",
        "from the discard pile",
        "from the deck",
    ];
    let heard = |lamp: &str, action: &str| {
        let texts = [
            ("Lamp", lamp),
            ("Rain", PLAY_FOUND),
            ("Echo", "Play the first of cards in the discard pile."),
            ("Storm", "Draw a card."),
        ];
        let mut game = game(
            &script(&texts, ""),
            "p1 hand: Rain, Echo, Storm\np1: Hall[]\np2: Hall[] Lamp[] Mill[Storm]\ndiscard: Storm",
        );
        done(&mut game, action);
        game.outcome() == Outcome::Won(Seat(1))
    };
    for (action, comes) in [("action Storm", 0), ("action Rain", 1), ("action Echo", 2)] {
        for (at, origin) in origins.iter().enumerate() {
            let waits = format!("When another player plays a card named \"Storm\" {origin}, win.");
            let has = format!(
                "Win when there is another player that has played a card named \"Storm\" {origin} this game."
            );
            assert_eq!(heard(&waits, action), at == comes, "{action}: {waits}");
            assert_eq!(heard(&has, action), at == comes, "{action}: {has}");
        }
    }
}

#[test]
fn an_action_is_forbidden_priced_and_replaced_by_where_it_comes_from() {
    let left = |lamp: &str| {
        ["action Rain", "action Storm"].map(|action| {
            let texts = [
                ("Lamp", lamp),
                ("Rain", PLAY_FOUND),
                ("Storm", "Draw 5 cards."),
            ];
            let mut game = game(
                &script(&texts, ""),
                "p1 hand: Rain, Storm, Calm, Calm\np1: Hall[]\np2: Hall[] Lamp[] Mill[Storm]",
            );
            done(&mut game, action);
            game.board().hand(Seat(0)).len()
        })
    };
    for (lamp, hands) in [
        ("", [8, 8]),
        ("Other players cannot play actions from a stack.", [3, 8]),
        ("Other players cannot play actions from a hand.", [4, 4]),
        (
            "Playing actions from a stack costs other players 1 card.",
            [7, 8],
        ),
        (
            "Playing actions from a hand costs other players 1 card.",
            [7, 7],
        ),
        (
            "If another player would play an action from a stack, instead draw a card.",
            [3, 8],
        ),
    ] {
        assert_eq!(left(lamp), hands, "{lamp}");
    }
}

#[test]
fn a_building_goes_into_a_nation_or_a_hand() {
    let hands = |lamp: &str, deed: &str| {
        let rain = format!("Choose another player as foe. {deed}");
        let mut game = game(
            &script(&[("Lamp", lamp), ("Rain", &rain)], ""),
            "p1 hand: Rain\np1: Hall[]\np2: Hall[] Lamp[] Mill[]",
        );
        done(&mut game, "action Rain");
        let board = game.board();
        (board.row(Seat(0)).len(), board.hand(Seat(1)).len())
    };
    let taken = "Take over the last building of foe.";
    let moved = "Move the first of buildings of foe to a place in foe's nation.";
    let exchanged = "Exchange the first of your buildings with the last building of foe.";
    let returned =
        "Return the last building of foe to the hand of the next player clockwise from foe.";
    let waits = "When one of your buildings is moved into another player's nation, draw a card.";
    let bars = "Your buildings cannot be moved into another player's nation.";
    let instead = "If one of your buildings would be moved into another player's nation, instead draw a card.";
    let away = "When one of your buildings is taken into another player's hand, draw a card.";
    for (lamp, deed, found) in [
        (waits, taken, (2, 1)),
        (waits, moved, (1, 0)),
        (waits, exchanged, (1, 1)),
        (bars, taken, (1, 0)),
        (instead, taken, (1, 1)),
        (instead, moved, (1, 0)),
        (away, returned, (1, 1)),
        (away, taken, (2, 0)),
    ] {
        assert_eq!(hands(lamp, deed), found, "{lamp} {deed}");
    }
}
