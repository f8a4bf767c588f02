//! Each happening in each use that texts make of it: they wait for it, come in its place, forbid it, ask a price for it, and
//! remember it. Each text is loaded and played; where a use makes no sense, it is refused with the reason of the table.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::support::matrix::{NOTHING, ROWS, Row, cells, clause, was};
use crate::support::scripts::told;
use brink::board::Seat;
use brink::engine::{Game, Outcome, Script, Watch};
use brink::explain::options::label::labels;
use brink::record::positions::print::print_open;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::{Happening, Source, Use};

/// What the Lamp has said for a while, as it could by being used.
const FOR_A_WHILE: &str = "Use: until a crisis is over: ";
const SAID: &str = "Lamp of p2 (this p2.2)";

/// The set in which an action does that and a Lamp has this text.
pub fn library(deed: &str, lamp: &str) -> Result<Library, String> {
    let foe = if deed.contains("foe") {
        "Let foe be the first of other players. "
    } else {
        ""
    };
    let set = format!(
        "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n\
         [[card]]\nbuilding = \"Lamp\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Mill\"\naction = \"Calm\"\n\
         [[card]]\nbuilding = \"Well\"\naction = \"Wind\"\n[[card]]\nbuilding = \"Mine\"\naction = \"Fog\"\n\
         [[victory]]\nfront = \"Hall\"\n[counter.tick]\nmeaning = \"time\"\n[counter.fuse]\nmeaning = \"fire\"\n\
         [keyword.hail]\nlog = \"it hails down on {{town}}\"\ntext = \"Define hail at (town: player): discard a random card from town's hand.\"\n\
         [keyword.gale]\ntext = \"Define gale at (town: player): town draws a card.\"\n\
         [rule.crisis]\ntext = \"When nothing is left to draw: shuffle the deck.\"\n\
         [building.\"Hall\"]\ntext = 'Win when this has at least 3 fuses.'\n\
         [building.\"Lamp\"]\ntext = '''\n{lamp}\n'''\n[building.\"Mill\"]\ntext = ''\n\
         [building.\"Well\"]\ntext = '''\nUse: draw a card.\nWhile this has at least 1 fuse, buildings named \"Mill\" are disabled.\n'''\n\
         [building.\"Mine\"]\ntext = 'Use: pay a card. Take an extra turn.'\n\
         [action.\"Calm\"]\ntext = ''\n[action.\"Wind\"]\ntext = ''\n[action.\"Fog\"]\ntext = ''\n\
         [action.\"Rain\"]\ntext = '''\n{foe}{deed}\n'''\n"
    );
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 10\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let sources = vec![
        Source::new("town.toml", set),
        Source::new("town-game.toml", recipe),
    ];
    Library::parse(sources).map_err(|report| told(&report))
}

/// A game of three in which the first player has that action, and the second that Lamp.
fn dealt(deed: &str, lamp: &str) -> Result<Game, String> {
    let rules = library(deed, lamp)?
        .compile("town-game", &Settings::default())
        .expect("it can be played");
    let script = Arc::new(Script::new(rules));
    let said = match lamp.starts_with(FOR_A_WHILE) {
        true => format!("pending: {SAID}\n"),
        false => String::new(),
    };
    let position = format!(
        "{said}p1 hand: Rain, Calm, Calm\np1: Hall[] Well[] Mine[]\np2 hand: Calm\np2: Hall(fuse 1)[Calm] Lamp[] Mill[]\n\
         p3: Hall[]\n"
    );
    let setup = read_position(&position, 0, &script.rules).expect("a position");
    Ok(Game::from_setup(script, &setup, 0, &mut ()))
}

/// The same when the action, and what is taken from the menu after it, is over. What is asked is answered by the first option.
pub fn game(row: &Row, deed: &str, lamp: &str) -> Result<Game, String> {
    play(row, deed, lamp, &mut ())
}

/// The same, and somebody watches.
pub fn play(row: &Row, deed: &str, lamp: &str, watch: &mut dyn Watch) -> Result<Game, String> {
    let mut game = dealt(deed, lamp)?;
    for wanted in ["action Rain"].iter().chain(row.then) {
        if !take(&mut game, wanted, watch) {
            break;
        }
        while game.menu().is_none() && game.outcome() == Outcome::Running {
            let first = labels(&game)[0].1.clone();
            take(&mut game, &first, watch);
        }
    }
    Ok(game)
}

fn take(game: &mut Game, wanted: &str, watch: &mut dyn Watch) -> bool {
    let all = labels(game);
    let Some((choice, _)) = all.iter().find(|(_, label)| label == wanted) else {
        return false;
    };
    game.take(*choice, watch).is_ok()
}

/// How things stand, whatever is said for a while, and whether the Lamp has a tick.
fn position(game: &Game) -> (String, bool) {
    let printed = print_open(game, true);
    let said = [format!("pending: {SAID}\n"), format!(", {SAID}")];
    let plain = printed.replace("(tick 1)", "");
    let plain = said
        .iter()
        .fold(plain, |plain, said| plain.replace(said, ""));
    (plain, printed.contains("tick"))
}

fn hand(game: &Game) -> usize {
    game.board().hand(Seat(0)).len()
}

#[test]
fn every_happening_has_a_row() {
    for happening in Happening::ALL {
        assert!(ROWS.iter().any(|row| row.of == *happening), "{happening:?}");
    }
}

#[test]
fn what_happens_to_something_is_remembered_of_that() {
    for happening in Happening::ALL {
        let said = !was(*happening).is_empty() || happening.refused(Use::Remembers).is_some();
        assert!(happening.passive().is_empty() || said, "{happening:?}");
    }
}

#[test]
fn what_has_no_place_in_a_use_is_refused_with_the_reason() {
    let wrong = cells()
        .filter(|(.., text)| !text.is_empty())
        .filter_map(|(row, within, text)| {
            let lamp = clause(within, text);
            match (row.of.refused(within), dealt(row.deed, &lamp)) {
                (None, Err(faults)) => Some(format!("{lamp}\n{faults}")),
                (Some(_), Ok(_)) => Some(format!("{lamp}\nis loaded")),
                (Some(why), Err(faults))
                    if !faults.contains(why.split(':').next().unwrap_or_default()) =>
                {
                    Some(format!("{lamp}\n{faults}"))
                }
                _ => None,
            }
        });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_other_text_does_what_it_says() {
    let cells = cells().filter(|(row, within, _)| row.of.refused(*within).is_none());
    let wrong = cells.filter_map(|(row, within, text)| played(row, within, text).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the text does is what that use of the happening says.
fn played(row: &Row, within: Use, text: &str) -> Result<(), String> {
    let so = |holds: bool, game: &Game| match holds {
        true => Ok(()),
        false => Err(format!("{:?} {text}\n{}", row.of, print_open(game, false))),
    };
    let (plain, untouched) = (game(row, row.deed, "")?, game(row, NOTHING, "")?);
    match within {
        Use::Waits => {
            let waits = game(row, row.deed, &clause(within, text))?;
            so(position(&waits) == (position(&plain).0, true), &waits)
        }
        Use::Replaces => {
            // Who still has no building, or what wins, is out or has won all the same; an action that is not played stays in hand.
            let over = matches!(
                row.of,
                Happening::Eliminated | Happening::Won | Happening::Played
            );
            let clause = clause(within, text);
            let replaced = game(row, row.deed, &clause)?;
            let undone =
                over || !row.then.is_empty() || position(&replaced).0 == position(&untouched).0;
            so(position(&replaced).1 && undone, &replaced)?;
            let said = game(row, row.deed, &format!("{FOR_A_WHILE}{clause}"))?;
            so(position(&said) == position(&replaced), &said)
        }
        Use::Forbids if row.of == Happening::Silenced => {
            let mill = |game: &Game| game.board().row(Seat(1))[2];
            let forbidden = game(row, row.deed, text)?;
            so(
                !plain.is_active(mill(&plain)) && forbidden.is_active(mill(&forbidden)),
                &forbidden,
            )
        }
        Use::Forbids => {
            let forbidden = game(row, row.deed, text)?;
            so(position(&forbidden).0 != position(&plain).0, &forbidden)
        }
        Use::Prices => {
            let priced = game(row, row.deed, text)?;
            so(hand(&priced) + 1 == hand(&plain), &priced)
        }
        Use::Remembers => {
            let lamp = clause(within, text);
            let done = game(row, row.deed, &lamp)?;
            so(done.outcome() == Outcome::Won(Seat(1)), &done)?;
            let counted = game(row, row.deed, &counts(text))?;
            so(counted.outcome() == Outcome::Won(Seat(1)), &counted)?;
            // The action itself is played from hand.
            if matches!(row.of, Happening::Played | Happening::HandPlayed) {
                return Ok(());
            }
            let undone = game(&Row { then: &[], ..*row }, NOTHING, &lamp)?;
            so(undone.outcome() == Outcome::Running, &undone)
        }
    }
}

/// The same as a number.
fn counts(text: &str) -> String {
    let often = match text.contains(" was ") {
        true => text.to_string(),
        false => format!("the last of other players has {text}"),
    };
    format!("Win when (how often {often} this turn) is at least 1.")
}

/// The table of the docs: what happens, in the words of each use, and the reasons why not.
fn table() -> String {
    let mut reasons: Vec<&str> = Vec::new();
    let mut rows = String::new();
    for happening in Happening::ALL {
        let _ = write!(rows, "| {} |", happening.said());
        for within in Use::ALL {
            let cell = match (happening.refused(within), happening.words(within)) {
                (Some(why), _) => {
                    let known = reasons.iter().position(|known| *known == why);
                    let at = known.unwrap_or_else(|| {
                        reasons.push(why);
                        reasons.len() - 1
                    });
                    format!("({})", at + 1)
                }
                (None, words) => format!("`{}`", words.join("`, `")),
            };
            let _ = write!(rows, " {cell} |");
        }
        rows.push('\n');
    }
    let mut table =
        "| what happens | `when` | `would` | `cannot` | `costs` | `has`, `how often` |\n|---|---|---|---|---|---|\n".to_string();
    table.push_str(&rows);
    for (number, why) in (1..).zip(reasons) {
        let _ = write!(table, "\n{number}. {why}");
    }
    table
}

#[test]
fn the_docs_print_the_matrix() {
    let docs = std::fs::read_to_string("docs/language.md").expect("the docs are there");
    let table = table();
    assert!(docs.contains(&table), "docs/language.md lacks\n{table}");
}

/// The game when the action has done that, and then what is taken from the menu, with this text on the Lamp.
fn after(deed: &str, then: &'static [&'static str], lamp: &str) -> Game {
    let row = Row {
        of: Happening::Aimed,
        deed: NOTHING,
        then,
        texts: [""; 5],
    };
    game(&row, deed, lamp).unwrap_or_else(|faults| panic!("{deed}\n{lamp}\n{faults}"))
}

/// Who has won then.
fn won(deed: &str, lamp: &str) -> Outcome {
    after(deed, &[], lamp).outcome()
}

#[test]
fn what_was_done_to_you_is_remembered_by_that_keyword_and_of_you() {
    let lamp = "Win when there is another player that has aimed a hail at you this game.";
    let won_by_lamp = Outcome::Won(Seat(1));
    assert_eq!(
        won("Hail at the first of other players.", lamp),
        won_by_lamp
    );
    assert_eq!(
        won("Hail at the last of other players.", lamp),
        Outcome::Running
    );
    assert_eq!(
        won("Gale at the first of other players.", lamp),
        Outcome::Running
    );
    let third = "Gale at the last of other players.";
    let aims = "Win when there is another player that has aimed a gale this game.";
    assert_eq!(won(third, aims), won_by_lamp, "at anybody");
    assert_eq!(
        won(third, "Win when a gale was aimed this turn."),
        won_by_lamp
    );
    for lamp in [
        "When another player aims a gale, put a tick on this.",
        "If a gale would be aimed, instead put a tick on this.",
        "If another player would aim a gale without choosing, first put a tick on this.",
    ] {
        assert!(position(&after(third, &[], lamp)).1, "{lamp}");
    }
    let your =
        "Win when there is another player that has destroyed one of your buildings this game.";
    assert_eq!(won("Destroy the last building of foe.", your), won_by_lamp);
    assert_eq!(
        won("Destroy the last of your buildings.", your),
        Outcome::Running
    );
    let last =
        "Win when there is another player that has drawn a card by an effect since your last turn.";
    assert_eq!(won("Draw a card.", last), won_by_lamp);
}

#[test]
fn what_has_happened_is_remembered_whoever_did_it() {
    let (theirs, own) = (
        "Destroy the last building of foe.",
        "Destroy the last of your buildings.",
    );
    let both = format!("{theirs} {own}");
    let on_lamp = "Let spot be the last building of foe. Put a card from your hand face down on the building left of spot.";
    let cases = [
        (
            theirs,
            "one of your buildings was destroyed this game",
            true,
        ),
        (own, "one of your buildings was destroyed this game", false),
        (
            own,
            "a building was destroyed by another player this turn",
            true,
        ),
        (theirs, "a building was destroyed by you this turn", false),
        (
            own,
            "(how often a building was destroyed since your last turn) is at least 2",
            false,
        ),
        (
            both.as_str(),
            "(how often a building was destroyed since your last turn) is at least 2",
            true,
        ),
        (
            "Hail at foe.",
            "a card was discarded by hail this game",
            true,
        ),
        (
            "Discard a random card from foe's hand.",
            "a card was discarded by hail this game",
            false,
        ),
        (on_lamp, "a card was put on this this game", true),
        (
            "Put a card from your hand face down on the last building of foe.",
            "a card was put on this this game",
            false,
        ),
        (
            "Take a fuse off the first of buildings of foe.",
            "a fuse was taken off the building left of this this turn",
            true,
        ),
        (
            "Put a fuse on the first of buildings of foe.",
            "a fuse was taken off the building left of this this turn",
            false,
        ),
        (
            "Give a card to foe.",
            "a card was taken into your hand this game",
            true,
        ),
        (NOTHING, "a building was not destroyed this game", true),
        (
            "Exchange the first of buildings of foe with the last building of foe.",
            "there is a building that was moved this turn",
            true,
        ),
        (
            NOTHING,
            "there is a building that was moved this turn",
            false,
        ),
    ];
    let wrong: Vec<_> = cases
        .into_iter()
        .filter(|(deed, cond, holds)| {
            let outcome = won(deed, &format!("Win when {cond}."));
            (outcome == Outcome::Won(Seat(1))) != *holds
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn it_is_remembered_though_the_card_that_asks_came_later_and_who_did_it_is_out() {
    let lamp = "Win when one of your buildings was destroyed this turn.";
    let deed = "Destroy the last of your buildings. Build this.";
    assert_eq!(won(deed, lamp), Outcome::Won(Seat(0)));
    let lamp =
        "Win when (how often a building was destroyed by another player this game) is at least 3.";
    assert_eq!(
        won("Destroy all your buildings.", lamp),
        Outcome::Won(Seat(1))
    );
}

#[test]
fn a_position_keeps_what_has_happened() {
    let lamp = "Use, if a building was destroyed this turn and a fuse was not taken off this this game: draw a card.";
    let game = after("Destroy the last building of foe.", &[], lamp);
    let printed = print_open(&game, false);
    for seat in ["p1", "p2", "p3"] {
        let line = format!("{seat} has: a building was destroyed this turn 1");
        assert!(printed.contains(&line), "{printed}");
    }
    let script = game.script().clone();
    let setup = read_position(&printed, 0, &script.rules).expect("it is read again");
    let again = Game::from_setup(script, &setup, 0, &mut ());
    assert_eq!(print_open(&again, false), printed);
}

#[test]
fn what_comes_first_lets_it_go_on() {
    let replaced = cells()
        .filter(|(row, within, _)| *within == Use::Replaces && row.of.refused(*within).is_none());
    let texts = replaced.flat_map(|(row, _, text)| {
        let lamp = format!("{text}, first put a tick on this.");
        [(row, format!("{FOR_A_WHILE}{lamp}")), (row, lamp)]
    });
    let wrong = texts.filter_map(|(row, lamp)| {
        let plain = game(row, row.deed, "").expect("it is loaded");
        match game(row, row.deed, &lamp) {
            Ok(first) if position(&first) == (position(&plain).0, true) => None,
            Ok(first) => Some(format!("{lamp}\n{}", print_open(&first, false))),
            Err(faults) => Some(format!("{lamp}\n{faults}")),
        }
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_gone_by_what_comes_first_is_left_alone() {
    let lamp = "If one of your buildings as prey would be destroyed by another player, first return prey to the hand of you.";
    let game = after(
        "Let prey be the last building of foe. Destroy prey.",
        &[],
        lamp,
    );
    let board = game.board();
    assert_eq!(
        (board.row(Seat(1)).len(), board.hand(Seat(1)).len()),
        (2, 2)
    );
}

#[test]
fn what_is_said_for_a_while_does_not_replace_what_it_causes_itself() {
    let lamp = format!(
        "{FOR_A_WHILE}if another player would draw a card, instead put a tick on this, then provoker draws a card."
    );
    let (drawn, plain) = (
        after("Draw a card.", &[], &lamp),
        after("Draw a card.", &[], ""),
    );
    assert_eq!(position(&drawn), (position(&plain).0, true));
}

#[test]
fn an_action_and_an_ability_are_resolved_when_all_is_done() {
    let lamp = "When an action by another player is resolved, if provoker has at least 3 cards in hand, put a tick on this.";
    assert!(position(&after("Draw a card.", &[], lamp)).1);
    assert!(!position(&after(NOTHING, &["use p1.2"], lamp)).1);
    let lamp = "When an ability by another player is resolved, put a tick on this.";
    assert!(position(&after(NOTHING, &["use p1.2"], lamp)).1);
    assert!(!position(&after("Draw a card.", &[], lamp)).1);
    let wrong = dealt(NOTHING, "When an action at you is resolved, draw a card.").err();
    assert!(wrong.is_some_and(|faults| faults.contains("no keyword is called `action`")));
}

#[test]
fn what_comes_in_the_place_of_one_deed_leaves_the_next_alone() {
    let destroyed =
        "If a fuse would be put on one of your buildings by another player, instead destroy it.";
    let put = "Let prey be the last building of foe. Put a fuse on prey. Destroy the first of buildings of foe.";
    let gone = "If a fuse would be taken off one of your buildings by another player, instead take all fuses off it.";
    let taken = "Let prey be the first of buildings of foe. Take a fuse off prey. Destroy the last building of foe.";
    for (lamp, deed, left) in [(destroyed, put, 1), (gone, taken, 2)] {
        let row = Row {
            of: Happening::Marked,
            deed: NOTHING,
            then: &[],
            texts: [""; 5],
        };
        let game = game(&row, deed, lamp).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(
            game.board().row(Seat(1)).len(),
            left,
            "{}",
            print_open(&game, false)
        );
    }
}

#[test]
fn cards_of_another_player_are_those_in_their_hand_or_nation() {
    let ticks = |deed: &'static str, lamp: &str| {
        let row = Row {
            of: Happening::Discarded,
            deed,
            then: &[],
            texts: [""; 5],
        };
        let game = game(&row, deed, lamp).unwrap_or_else(|faults| panic!("{faults}"));
        position(&game).1
    };
    let held = "When a card in another player's hand is discarded, put a tick on this.";
    let stacked = "When a card in another player's nation is discarded, put a tick on this.";
    let tops = "Discard all tops of buildings of foe.";
    for (deed, lamp, heard) in [
        ("Discard a card.", held, true),
        ("foe discards a card.", held, false),
        (tops, held, false),
        (tops, stacked, false),
        ("Discard a card.", stacked, false),
    ] {
        assert_eq!(ticks(deed, lamp), heard, "{deed} {lamp}");
    }
}

#[test]
fn no_name_is_remembered_of_a_card_that_others_do_not_see() {
    let lamp = "Win when there is another player that has put a card named \"Calm\" onto a building this game.";
    let faults = dealt(NOTHING, lamp).err().unwrap_or_default();
    assert!(
        faults.contains("not all players know the name of this card"),
        "{faults}"
    );
}

#[test]
fn whoever_has_done_it_last_is_one_of_those_who_have() {
    let third = "Let third be the last of other players. ";
    let aims = |first: &str, then: &str| format!("{third}{first}ale at foe. {then}ale at foe.");
    let by_third = "At the end of each turn, if the first of other players has last aimed a gale at you this game, put a tick on this.";
    let by_first = "At the end of each turn, if the last of other players has last aimed a gale at you this turn, put a tick on this.";
    let cases = [
        (aims("G", "Third aims a g"), by_third, true),
        (aims("Third aims a g", "G"), by_third, false),
        (aims("Third aims a g", "G"), by_first, true),
        (aims("G", "Third aims a g"), by_first, false),
        (
            format!("{third}Gale at third. Third aims a gale at third."),
            by_third,
            false,
        ),
    ];
    let wrong: Vec<_> = cases
        .into_iter()
        .filter(|(deed, lamp, holds)| position(&after(deed, &["pass"], lamp)).1 != *holds)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let seats =
        "Use: let foe be the last of players that have aimed a hail at you this game. Hail at foe.";
    let faults = dealt(NOTHING, seats).err().unwrap_or_default();
    assert!(
        faults.contains("players are in the order of their seats"),
        "{faults}"
    );
}

#[test]
fn the_player_of_the_turn_is_a_player_like_others() {
    let lamp =
        "When one of your buildings is destroyed, the player whose turn it is discards a card.";
    let game = after("Destroy the last building of foe.", &[], lamp);
    assert_eq!(hand(&game), 1);
    let game = after("Foe destroys the last building of foe.", &[], lamp);
    assert_eq!(hand(&game), 1, "whoever does it");
    let lamp = "Win when the player whose turn it is has at least 4 cards in hand.";
    assert_eq!(won("Draw 2 cards.", lamp), Outcome::Won(Seat(1)));
}

#[test]
fn what_has_fallen_is_given_for_nothing_more() {
    let lamp = "If one of your buildings except this would be destroyed, you may instead: destroy this, then put a fuse on a building.";
    let game = after("At once, for each building of foe: destroy it.", &[], lamp);
    assert_eq!(game.board().row(Seat(1)).len(), 1, "it saves one");
}
