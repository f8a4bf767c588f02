//! Each happening in each use that texts make of it: they wait for it, come in its place, forbid it, ask a price for it, and
//! remember it. Each text is loaded and played; where a use makes no sense, it is refused with the reason of the table.

use std::fmt::Write as _;
use std::sync::Arc;

use brink::base::{Happening, Source, Use};
use brink::board::Seat;
use brink::engine::{Game, Outcome, Script};
use brink::rules::{Library, Settings};
use brink::speech::options::label::labels;
use brink::speech::positions::print::print_open;
use brink::speech::positions::read::read_position;
use miette::Diagnostic;

/// One happening: how another player brings it about, and a text for each use.
struct Row {
    of: Happening,
    /// What the action of the first player does.
    deed: &'static str,
    /// What that player takes from the menu afterwards.
    then: &'static [&'static str],
    /// By [`Use::ALL`]: what it waits for, what it replaces, what is forbidden, what has a price, what has been done.
    texts: [&'static str; 5],
}

const fn row(of: Happening, deed: &'static str, texts: [&'static str; 5]) -> Row {
    Row { of, deed, then: &[], texts }
}

const ROWS: &[Row] = &[
    row(
        Happening::Revealed,
        "Flip the first of tops of buildings of foe.",
        [
            "When a card in your nation is revealed by another player",
            "If a card in your nation would be revealed by another player",
            "Cards in your nation cannot be revealed by another player.",
            "Revealing cards in your nation costs other players 1 card.",
            "revealed a card",
        ],
    ),
    row(
        Happening::Destroyed,
        "Destroy the last building of foe.",
        [
            "When one of your buildings is destroyed by another player",
            "If one of your buildings would be destroyed by another player",
            "Your buildings cannot be destroyed by another player.",
            "Destroying your buildings costs other players 1 card.",
            "destroyed a building of another player",
        ],
    ),
    row(
        Happening::Built,
        "Build a building from your hand.",
        [
            "When another player builds a building",
            "If another player would build a card",
            "Other players cannot build buildings.",
            "Building buildings costs other players 1 card.",
            "built a building",
        ],
    ),
    row(
        Happening::SwappedIn,
        "Swap the last of your buildings with a building in your hand.",
        [
            "When another player swaps in a building",
            "If another player would swap in a card",
            "Other players cannot swap in cards.",
            "Swapping in cards costs other players 1 card.",
            "swapped in a building",
        ],
    ),
    row(
        Happening::Discarded,
        "Discard all tops of buildings of foe.",
        [
            "When a card in your nation is discarded by another player",
            "If a card in your nation would be discarded by another player",
            "Other players cannot discard cards in your nation.",
            "Discarding cards in your nation costs other players 1 card.",
            "discarded a card",
        ],
    ),
    row(
        Happening::Put,
        "Put a card from your hand face down on the last building of foe.",
        [
            "When a card is put on one of your buildings by another player",
            "If a card would be put on one of your buildings by another player",
            "Other players cannot put cards onto one of your buildings.",
            "Putting cards onto one of your buildings costs other players 1 card.",
            "put a card onto a building of another player",
        ],
    ),
    row(
        Happening::Moved,
        "Move the first of tops of buildings of foe onto the first of your buildings.",
        [
            "When a card is moved onto a building by another player",
            "If a card in your nation would be moved by another player",
            "Other players cannot move cards in your nation.",
            "Moving cards in your nation costs other players 1 card.",
            "moved a card onto a building",
        ],
    ),
    row(
        Happening::LookedAt,
        "Look at the first of tops of buildings of foe.",
        [
            "When another player looks at a card in your nation",
            "If another player would look at a card in your nation",
            "Other players cannot look at cards in your nation.",
            "Looking at cards in your nation costs other players 1 card.",
            "looked at a card",
        ],
    ),
    row(
        Happening::Played,
        "Draw a card.",
        [
            "When another player plays an action",
            "If another player would play an action",
            "Other players cannot play actions.",
            "Playing actions costs other players 1 card.",
            "played an action",
        ],
    ),
    Row {
        of: Happening::Used,
        deed: NOTHING,
        then: &["use p1.2"],
        texts: [
            "When another player uses an ability",
            "If another player would use an ability",
            "Other players cannot use abilities.",
            "Using abilities costs other players 1 card.",
            "used an ability",
        ],
    },
    row(
        Happening::Drawn,
        "Draw a card.",
        [
            "When another player draws a card",
            "If another player would draw a card",
            "Other players cannot draw cards.",
            "Drawing cards costs other players 1 card.",
            "drawn a card",
        ],
    ),
    row(
        Happening::Eliminated,
        "Destroy all buildings of the last of other players.",
        [
            "When a player is eliminated by another player",
            "If another player would be eliminated",
            "Other players cannot be eliminated.",
            "Eliminating players costs other players 1 card.",
            "eliminated a player",
        ],
    ),
    Row {
        of: Happening::Passed,
        deed: NOTHING,
        then: &["pass"],
        texts: [
            "At the end of each other player's turn",
            "If another player would pass",
            "Other players cannot pass.",
            "Passing costs other players 1 card.",
            "passed",
        ],
    },
    Row {
        of: Happening::TurnBegun,
        deed: NOTHING,
        then: &["pass"],
        texts: ["At the start of your turn", "If your turn would begin", "", "", ""],
    },
    row(
        Happening::Shuffled,
        "Shuffle the deck.",
        ["When the deck is shuffled", "If the deck would be shuffled", "", "", ""],
    ),
    row(Happening::CrisisOver, "Draw 60 cards.", ["When a crisis is over", "If a crisis would be over", "", "", ""]),
    row(
        Happening::Resolved,
        "Hail at foe.",
        ["When a hail by another player is resolved", "If a hail would be resolved", "", "", ""],
    ),
    Row {
        of: Happening::TurnDrawn,
        deed: NOTHING,
        then: &["pass"],
        texts: [
            "When you draw the card of your turn",
            "If you would draw the card of your turn",
            "You cannot draw the card of your turn.",
            "",
            "",
        ],
    },
    Row {
        of: Happening::Paid,
        deed: NOTHING,
        then: &["use p1.3"],
        texts: [
            "When a card is taken as a cost",
            "If a card would be taken as a cost",
            "Cards cannot be taken as a cost.",
            "",
            "taken as a cost a card",
        ],
    },
    row(
        Happening::Won,
        "Put 3 fuses on the leftmost of your buildings.",
        [
            "When another player wins by a condition",
            "If another player would win by a condition",
            "Other players cannot win by a condition.",
            "",
            "",
        ],
    ),
    row(
        Happening::Picked,
        "Discard a target top.",
        [
            "When another player picks one of your buildings",
            "If another player would pick one of your buildings",
            "Other players cannot pick your buildings.",
            "Picking your buildings costs other players 1 card.",
            "picked a building of another player",
        ],
    ),
    row(
        Happening::Aimed,
        "Hail at another player.",
        [
            "When another player aims a hail at you",
            "If another player would aim a hail at you",
            "Other players cannot aim a hail at you.",
            "",
            "aimed a hail at another player",
        ],
    ),
    row(
        Happening::AimedUnchosen,
        "Hail at the first of other players.",
        [
            "When another player aims a hail at you without choosing",
            "If another player would aim a hail at you without choosing",
            "",
            "",
            "aimed a hail at another player without choosing",
        ],
    ),
    row(
        Happening::Chosen,
        "Hail at another player.",
        [
            "",
            "",
            "Other players cannot choose players as the target of a hail.",
            "Choosing you as the target of a hail costs other players 1 card.",
            "",
        ],
    ),
    row(
        Happening::Silenced,
        "Put a fuse on the building right of the leftmost of your buildings.",
        [
            "When one of your buildings is disabled",
            "If one of your buildings would be disabled",
            "Your buildings cannot be disabled by other buildings.",
            "Disabling your buildings costs other players 1 card.",
            "disabled a building",
        ],
    ),
    row(
        Happening::Marked,
        "Put a fuse on the last building of foe.",
        [
            "When a fuse is put on one of your buildings by another player",
            "If a fuse would be put on one of your buildings by another player",
            "Fuses cannot be put on one of your buildings by another player.",
            "Putting fuses on your buildings costs other players 1 card.",
            "put a fuse on a building of another player",
        ],
    ),
    row(
        Happening::Unmarked,
        "Take a fuse off the first of buildings of foe.",
        [
            "When a fuse is taken off one of your buildings by another player",
            "If a fuse would be taken off one of your buildings by another player",
            "Fuses cannot be taken off one of your buildings by another player.",
            "Taking fuses off your buildings costs other players 1 card.",
            "taken a fuse off a building of another player",
        ],
    ),
    row(
        Happening::Shifted,
        "Take over the last building of foe.",
        [
            "When one of your buildings is moved by another player",
            "If one of your buildings would be moved by another player",
            "Your buildings cannot be moved by another player.",
            "Moving your buildings costs other players 1 card.",
            "moved a building",
        ],
    ),
    row(
        Happening::EffectDrawn,
        "Draw a card.",
        [
            "When another player draws a card by an effect",
            "If another player would draw a card by an effect",
            "Other players cannot draw a card by an effect.",
            "",
            "drawn a card by an effect",
        ],
    ),
    row(
        Happening::HandPlayed,
        "Draw a card.",
        [
            "When another player plays a card from hand",
            "If another player would play a card from hand",
            "Other players cannot play a card from hand.",
            "",
            "played a card from hand",
        ],
    ),
    row(
        Happening::Taken,
        "Take a random card from foe's hand.",
        [
            "When a card in your hand is taken into another player's hand",
            "If a card in your hand would be taken into another player's hand",
            "Other players cannot take cards in your hand into another player's hand.",
            "Taking cards in your hand costs other players 1 card.",
            "taken a card into your hand",
        ],
    ),
    row(
        Happening::Removed,
        "Remove all tops of buildings of foe.",
        [
            "When a card in your nation is removed by another player",
            "If a card in your nation would be removed by another player",
            "Other players cannot remove cards in your nation.",
            "Removing cards in your nation costs other players 1 card.",
            "removed a card",
        ],
    ),
    row(
        Happening::PutBack,
        "Put the first of tops of buildings of foe on top of the deck.",
        [
            "When a card in your nation is put into the deck by another player",
            "If a card in your nation would be put into the deck by another player",
            "Other players cannot put cards in your nation into the deck.",
            "Putting cards in your nation into the deck costs other players 1 card.",
            "put a card into the deck",
        ],
    ),
    row(
        Happening::Enacted,
        "Let flood be the first of tops of buildings of foe. Flood becomes a law.",
        [
            "When a card is enacted by another player",
            "If a card in your nation would be enacted by another player",
            "Cards in your nation cannot be enacted by another player.",
            "Enacting cards in your nation costs other players 1 card.",
            "enacted a card",
        ],
    ),
    row(
        Happening::Shown,
        "Show the first of tops of buildings of foe.",
        [
            "When a card in your nation is shown by another player",
            "If a card in your nation would be shown by another player",
            "Cards in your nation cannot be shown by another player.",
            "Showing cards in your nation costs other players 1 card.",
            "shown a card",
        ],
    ),
];

/// What leaves everything as it is.
const NOTHING: &str = "If you have at least 9 buildings, draw a card.";

/// A game of three in which the first player has an action that does that, and the second a Lamp with this text.
fn dealt(deed: &str, lamp: &str) -> Result<Game, String> {
    let foe = if deed.contains("foe") { "Let foe be the first of other players. " } else { "" };
    let set = format!(
        "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n\
         [[card]]\nbuilding = \"Lamp\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Mill\"\naction = \"Calm\"\n\
         [[card]]\nbuilding = \"Well\"\naction = \"Wind\"\n[[card]]\nbuilding = \"Mine\"\naction = \"Fog\"\n\
         [[victory]]\nfront = \"Hall\"\n[counter.tick]\nmeaning = \"time\"\n[counter.fuse]\nmeaning = \"fire\"\n\
         [keyword.hail]\ntext = \"Define hail at (town: player): discard a random card from town's hand.\"\n\
         [rule.crisis]\ntext = \"When nothing is left to draw: shuffle the deck.\"\n\
         [building.\"Hall\"]\ntext = 'Win when this has at least 3 fuses.'\n\
         [building.\"Lamp\"]\ntext = '''\n{lamp}\n'''\n[building.\"Mill\"]\ntext = ''\n\
         [building.\"Well\"]\ntext = '''\nUse: draw a card.\nWhile this has at least 1 fuse, buildings named \"Mill\" are disabled.\n'''\n\
         [building.\"Mine\"]\ntext = 'Use: pay a card. Take an extra turn.'\n\
         [action.\"Calm\"]\ntext = ''\n[action.\"Wind\"]\ntext = ''\n[action.\"Fog\"]\ntext = ''\n\
         [action.\"Rain\"]\ntext = '''\n{foe}{deed}\n'''\n"
    );
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 10\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let sources = vec![Source::new("town.toml", set), Source::new("town-game.toml", recipe)];
    let library = Library::parse(sources).map_err(|report| {
        report.faults.iter().fold(String::new(), |mut all, fault| {
            let help = fault.help().map(|help| help.to_string()).unwrap_or_default();
            let _ = writeln!(all, "{fault}: {help}");
            all
        })
    })?;
    let rules = library.compile("town-game", &Settings::default()).expect("it can be played");
    let script = Arc::new(Script::new(rules));
    let position = "p1 hand: Rain, Calm, Calm\np1: Hall[] Well[] Mine[]\np2 hand: Calm\np2: Hall(fuse 1)[Calm] Lamp[] Mill[]\n\
                    p3: Hall[]\n";
    let setup = read_position(position, 0, &script.rules).expect("a position");
    Ok(Game::from_setup(script, &setup, 0, &mut ()))
}

/// The same when the action, and what is taken from the menu after it, is over. What is asked is answered by the first option.
fn game(row: &Row, deed: &str, lamp: &str) -> Result<Game, String> {
    let mut game = dealt(deed, lamp)?;
    for wanted in ["action Rain"].iter().chain(row.then) {
        if !take(&mut game, wanted) {
            break;
        }
        while game.menu().is_none() && game.outcome() == Outcome::Running {
            let first = labels(&game)[0].1.clone();
            take(&mut game, &first);
        }
    }
    Ok(game)
}

fn take(game: &mut Game, wanted: &str) -> bool {
    let all = labels(game);
    let Some((choice, _)) = all.iter().find(|(_, label)| label == wanted) else { return false };
    game.take(*choice, &mut ()).is_ok()
}

/// How things stand, and whether the Lamp has a tick.
fn position(game: &Game) -> (String, bool) {
    let printed = print_open(game, true);
    (printed.replace("(tick 1)", ""), printed.contains("tick"))
}

fn hand(game: &Game) -> usize {
    game.board().hand(Seat(0)).len()
}

fn cells() -> impl Iterator<Item = (&'static Row, Use, &'static str)> {
    ROWS.iter().flat_map(|row| Use::ALL.into_iter().zip(row.texts).map(move |(within, text)| (row, within, text)))
}

#[test]
fn every_happening_has_a_row() {
    for happening in Happening::ALL {
        assert!(ROWS.iter().any(|row| row.of == *happening), "{happening:?}");
    }
}

#[test]
fn what_has_no_place_in_a_use_is_refused_with_the_reason() {
    let wrong = cells().filter(|(.., text)| !text.is_empty()).filter_map(|(row, within, text)| {
        let lamp = match within {
            Use::Waits => format!("{text}, put a tick on this."),
            Use::Replaces => format!("{text}, instead put a tick on this."),
            Use::Forbids | Use::Prices => text.to_string(),
            Use::Remembers => format!("Win when there is another player that has {text} this game."),
        };
        match (row.of.refused(within), dealt(row.deed, &lamp)) {
            (None, Err(faults)) => Some(format!("{lamp}\n{faults}")),
            (Some(_), Ok(_)) => Some(format!("{lamp}\nis loaded")),
            (Some(why), Err(faults)) if !faults.contains(why.split(':').next().unwrap_or_default()) => {
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
            let waits = game(row, row.deed, &format!("{text}, put a tick on this."))?;
            so(position(&waits) == (position(&plain).0, true), &waits)
        }
        Use::Replaces => {
            let replaced = game(row, row.deed, &format!("{text}, instead put a tick on this."))?;
            // Who still has no building, or what wins, is out or has won all the same; an action that is not played stays in hand.
            let over = matches!(row.of, Happening::Eliminated | Happening::Won | Happening::Played);
            let undone = over || !row.then.is_empty() || position(&replaced).0 == position(&untouched).0;
            so(position(&replaced).1 && undone, &replaced)
        }
        Use::Forbids if row.of == Happening::Silenced => {
            let mill = |game: &Game| game.board().row(Seat(1))[2];
            let forbidden = game(row, row.deed, text)?;
            so(!plain.is_active(mill(&plain)) && forbidden.is_active(mill(&forbidden)), &forbidden)
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
            let lamp = format!("Win when there is another player that has {text} this game.");
            let done = game(row, row.deed, &lamp)?;
            so(done.outcome() == Outcome::Won(Seat(1)), &done)?;
            // The action itself is played from hand.
            if matches!(row.of, Happening::Played | Happening::HandPlayed) {
                return Ok(());
            }
            let undone = game(&Row { then: &[], ..*row }, NOTHING, &lamp)?;
            so(undone.outcome() == Outcome::Running, &undone)
        }
    }
}

/// The table of the docs: what happens, in the words of each use, and the reasons why not.
fn matrix() -> String {
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
                (None, words) => format!("`{words}`"),
            };
            let _ = write!(rows, " {cell} |");
        }
        rows.push('\n');
    }
    let mut table =
        "| what happens | `when` | `would` | `cannot` | `costs` | `has` |\n|---|---|---|---|---|---|\n".to_string();
    table.push_str(&rows);
    for (number, why) in (1..).zip(reasons) {
        let _ = write!(table, "\n{number}. {why}");
    }
    table
}

#[test]
fn the_docs_print_the_matrix() {
    let docs = std::fs::read_to_string("docs/language.md").expect("the docs are there");
    let table = matrix();
    assert!(docs.contains(&table), "docs/language.md lacks\n{table}");
}
