//! What happens to cards, in each use that texts make of it: they wait for it, come in its place, forbid it, ask a price for
//! it, and know that it was done.

use std::sync::Arc;

use brink::base::Source;
use brink::board::Seat;
use brink::engine::{Game, Outcome, Script};
use brink::rules::{Library, Settings};
use brink::speech::options::label::labels;
use brink::speech::positions::print::print_open;
use brink::speech::positions::read::read_position;

/// One happening: what an action does to another player's cards, and how it is said in each use.
struct Row {
    deed: &'static str,
    waits: &'static str,
    replaces: &'static str,
    forbids: &'static str,
    prices: &'static str,
    done: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        deed: "Take a random card from foe's hand.",
        waits: "When a card in your hand is taken by another player",
        replaces: "If a card in your hand would be taken by another player",
        forbids: "Other players cannot take cards in your hand.",
        prices: "Taking cards in your hand costs other players 1 card.",
        done: "taken a card",
    },
    Row {
        deed: "Remove all tops of buildings of foe.",
        waits: "When a card in your nation is removed by another player",
        replaces: "If a card in your nation would be removed by another player",
        forbids: "Other players cannot remove cards in your nation.",
        prices: "Removing cards in your nation costs other players 1 card.",
        done: "removed a card",
    },
    Row {
        deed: "Discard all tops of buildings of foe.",
        waits: "When a card in your nation is discarded by another player",
        replaces: "If a card in your nation would be discarded by another player",
        forbids: "Other players cannot discard cards in your nation.",
        prices: "Discarding cards in your nation costs other players 1 card.",
        done: "discarded a card",
    },
    Row {
        deed: "Look at the first of tops of buildings of foe.",
        waits: "When another player looks at a card in your nation",
        replaces: "If another player would look at a card in your nation",
        forbids: "Other players cannot look at cards in your nation.",
        prices: "Looking at cards in your nation costs other players 1 card.",
        done: "looked at a card",
    },
];

/// A game of two in which one player has an action that does that, and the other a Lamp with this text.
fn dealt(deed: &str, lamp: &str) -> Game {
    let foe = if deed.contains("foe") { "Let foe be the first of other players. " } else { "" };
    let set = format!(
        "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[card]]\nbuilding = \"Lamp\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Mill\"\n\
         action = \"Calm\"\n[[victory]]\nfront = \"Hall\"\n[counter.tick]\nmeaning = \"time\"\n[building.\"Hall\"]\ntext = ''\n\
         [building.\"Lamp\"]\ntext = '''\n{lamp}\n'''\n[building.\"Mill\"]\ntext = ''\n[action.\"Calm\"]\ntext = ''\n\
         [action.\"Rain\"]\ntext = '''\n{foe}{deed}\n'''\n"
    );
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 20\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let sources = vec![Source::new("town.toml", set), Source::new("town-game.toml", recipe)];
    let library = Library::parse(sources).unwrap_or_else(|report| panic!("{deed}\n{lamp}\n{:?}", report.faults));
    let rules = library.compile("town-game", &Settings::default()).expect("it can be played");
    let script = Arc::new(Script::new(rules));
    let position = "p1 hand: Rain, Calm, Calm\np1: Hall[]\np2 hand: Calm\np2: Hall[Calm] Lamp[]\n";
    let setup = read_position(position, 0, &script.rules).expect("a position");
    Game::from_setup(script, &setup, 0, &mut ())
}

/// The same when the action is over.
fn game(deed: &str, lamp: &str) -> Game {
    let mut game = dealt(deed, lamp);
    take(&mut game, "action Rain");
    while game.menu().is_none() && game.outcome() == Outcome::Running {
        let first = labels(&game)[0].1.clone();
        take(&mut game, &first);
    }
    game
}

fn take(game: &mut Game, wanted: &str) {
    let all = labels(game);
    let (choice, _) = all.iter().find(|(_, label)| label == wanted).unwrap_or_else(|| panic!("{wanted}: {all:?}"));
    game.take(*choice, &mut ()).expect("it is offered");
}

/// How many cards the hands hold, how many are stacked, and whether the Lamp has a tick.
fn counted(game: &Game) -> ([usize; 2], usize, bool) {
    let board = game.board();
    let hands = [Seat(0), Seat(1)].map(|seat| board.hand(seat).len());
    (hands, board.stacked(), print_open(game, false).contains("tick"))
}

#[test]
fn what_happens_to_cards_is_heard_replaced_forbidden_priced_and_remembered() {
    for row in ROWS {
        let plain = counted(&game(row.deed, ""));
        let untouched = ([2, 1], 1, false);
        let waits = counted(&game(row.deed, &format!("{}, put a tick on this.", row.waits)));
        assert_eq!(waits, (plain.0, plain.1, true), "{}", row.waits);
        let replaces = counted(&game(row.deed, &format!("{}, instead put a tick on this.", row.replaces)));
        assert_eq!(replaces, (untouched.0, untouched.1, true), "{}", row.replaces);
        let offered = labels(&dealt(row.deed, row.forbids));
        if offered.iter().any(|(_, label)| label == "action Rain") {
            assert_eq!(counted(&game(row.deed, row.forbids)), untouched, "{}", row.forbids);
        }
        let ([hand, other], stacked, _) = counted(&game(row.deed, row.prices));
        assert_eq!(([hand + 1, other], stacked), (plain.0, plain.1), "{}", row.prices);
        let done = format!("{} If you have {} this turn, win.", row.deed, row.done);
        assert_eq!(game(&done, "").outcome(), Outcome::Won(Seat(0)), "{}", row.done);
        let not_done = format!("Choose a player as whom. If whom has {} this turn, whom wins.", row.done);
        assert_eq!(game(&not_done, "").outcome(), Outcome::Running, "{}", row.done);
    }
}

#[test]
fn what_has_been_destroyed_is_remembered() {
    let deed = "Destroy all buildings of foe except \"Hall\".";
    for done in [
        "you have destroyed a building this turn",
        "you have destroyed a building of another player this game",
        "(how often all players have destroyed a building this turn) is at least 1",
    ] {
        let text = |deed: &str| format!("{deed} Choose a player as whom. If {done}, whom wins.");
        assert_eq!(game(&text(deed), "").outcome(), Outcome::Won(Seat(0)), "{done}");
        assert_eq!(game(&text(""), "").outcome(), Outcome::Running, "{done}");
    }
}
