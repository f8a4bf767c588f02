//! Words of printed cards that this language has no sentence for, and what says as much.

use super::words;
use crate::base::Span;

/// Where somebody comes before the others.
const NEXT_TURN: &str = "say `foe takes an extra turn after this one`: the others follow in their order";
/// Where a building has no text for a while.
const LOSES: &str = "how long it is so comes before it: `until your next turn: it loses its text`; to have no name either, `it is disabled until your next turn`";

/// Where a building keeps its name and has another one besides.
const OTHER_NAME: &str = "a building has one name at a time: `this bears the name \"X\"` gives it another; what it counts as besides is said of a tally, `this counts as a mill`";

/// How often an ability is used.
const TWICE: &str = "an ability is used once a turn, or without end; two have names: `use \"one\" once a turn: draw 1 card`, and `use \"other\" once a turn: draw 1 card`";

/// What is written, and what to write.
pub(super) const STRANGERS: &[(&str, &str)] = &[
    (
        "instead",
        "what comes in the place of something is a clause of its own: `if this would be destroyed, you may discard the top of this instead`; `if another player would discard a card, they may draw a card instead`",
    ),
    (
        "build next to",
        "that somebody builds can be forbidden, or cost something, wherever it is: `other players cannot build buildings`, `building a building costs other players 1 card`",
    ),
    ("only", "say `exactly 3`, or `at most 3`: `win when you have exactly 3 buildings`"),
    ("also named", OTHER_NAME),
    ("also called", OTHER_NAME),
    (
        "in its place",
        "say where: `build a building from your hand`, at any place of yours; what takes the place of a building that stands, under the same cards, is swapped in: `swap this with any building in your hand`",
    ),
    (
        "the moved buildings",
        "name both: `choose two of your buildings as one and other`, then `exchange one with other` and `draw (the number of (neighbours of one plus neighbours of other)) cards`",
    ),
    (
        "used twice",
        "an ability that is used again is refreshed: `use \"rest\" once a turn: refresh this`; without `once a turn` it can be used any number of times",
    ),
    (
        "used again",
        "an ability that is used again is refreshed: `refresh this`; without `once a turn` it can be used any number of times",
    ),
    (
        "additional time",
        "an ability that is used again is refreshed: `refresh this`; without `once a turn` it can be used any number of times",
    ),
    (
        "drawn by your next",
        "what is drawn then is waited for: `this turn: when you draw a card by an effect: draw 1 card`; of numbers with a star, `double your starred numbers`",
    ),
    (
        "this is a",
        "say what it counts as, or what it is called: `this counts as a mill`, `this bears the name \"X\"`; each in a clause of its own",
    ),
    (
        "may have up to",
        "an ability that is used again is refreshed: `refresh this`; without `once a turn` it can be used any number of times",
    ),
    (
        "hands together",
        "hands are mixed through the deck: `for each player as foe: for each card in the hand of foe: put it on top of the deck`, then `shuffle the deck` and `each player draws 3 cards`",
    ),
    (
        "may have more than",
        "what is too much is discarded as a turn ends: `players with more than 5 cards in hand discard down to 5 cards at the end of their turn`",
    ),
    (
        "may not have more than",
        "what is too much is discarded as a turn ends: `players with more than 5 cards in hand discard down to 5 cards at the end of their turn`",
    ),
    (
        "to cancel",
        "what somebody would do is done in another way: `if another player would play an action, you may discard 2 cards instead`",
    ),
    ("counts as", "tallies are written in small letters: `this counts as a mill`"),
    (
        "cannot have more than",
        "what is too much is discarded as a turn ends: `players with more than 5 cards in hand discard down to 5 cards at the end of their turn`",
    ),
    (
        "a card from you",
        "what is taken out of a hand is not waited for; what leaves it otherwise is: `when you discard a card: ...`, `when another player looks at a card: ...`",
    ),
    ("other end", "say which end: `move it to the left end of your nation`, `to the right end of its row`"),
    (
        "next two turns",
        "it lasts until a turn of yours begins: `until your next turn: players cannot build buildings`, or beyond it: `until the end of your next turn, ...`",
    ),
    ("counts their", "nothing need be counted first: `the player with the fewest buildings draws 3 cards`"),
    (
        "votes for a building",
        "votes are cast for players, or for yes and no: `each player secretly votes for a player`, then `the player with the most votes ...`; `each player votes yes or no; if the majority votes yes, ...`",
    ),
    (
        "whoever has",
        "who wins says so: `win when there are at least 20 ticks on your buildings`; what others do is said of each: `each player with at least 5 buildings draws 1 card`",
    ),
    ("loses its text", LOSES),
    ("loses its abilities", LOSES),
    ("takes the next turn after this one", NEXT_TURN),
    ("takes the next turn", NEXT_TURN),
    ("one or more", "it is heard of each by itself: `when you discard a card, put a tick on this`"),
    (
        "your first action",
        "what costs something says so itself; say there for whom not: `playing an action costs other players 1 card`; when the first is played: `when you play your first action this turn: draw 1 card`",
    ),
    (
        "costs nothing",
        "what costs something says so itself; say there for whom not: `playing an action costs other players 1 card`, or `while not it is your turn: playing an action costs players 1 card`",
    ),
    (
        "cost nothing",
        "what costs something says so itself; say there for whom not: `playing an action costs other players 1 card`",
    ),
    ("neighbors of this", "it is written `neighbours` here, as in `neighbours of this are guarded`"),
    ("win the game", "say `win`; of what is so at any time a clause: `win when you have at least 9 buildings`"),
    ("turn starts", "a turn begins: `when your turn begins: draw 1 card`"),
    ("twice a turn", TWICE),
    ("twice each turn", TWICE),
    (
        "whoever",
        "say when, and what is done then: `when another player destroys this, that player discards 1 card`; of several: `each player with no cards in hand draws 1 card`",
    ),
];

/// Words that are never right, wherever behind them on their line reading stops, and what to write.
const NEVER: &[(&str, &str)] = &[
    (
        "as you like",
        "say `discard any number of cards`; of other things choose how many before: `choose a number from 0 to 3 as many`",
    ),
    ("discard one or more", "say `discard a card`, and then `discard any number of cards`"),
    ("each enemy", ENEMY),
    ("every enemy", ENEMY),
    ("an enemy", ENEMY),
    (
        "building of a player with",
        "choose the player before: `choose another player with more buildings than you as rich`, and then `take over a building of rich`",
    ),
    (
        "look at your hand",
        "nobody looks at a hand unless a text says so; what can be forbidden is to look at cards that lie in stacks: `other players cannot look at cards on your buildings`",
    ),
    ("discard a card named", "say where it lies: `discard a card in your hand named \"Windmill\"`"),
];
/// Where the other players have another name.
const ENEMY: &str = "the other players are called `opponents`: `each opponent`, `another player`";
/// Where cards are counted, and actions are said.
const PLAYS: &str = "cards are counted that are played, whether as actions or to build: `you may play 2 cards each turn`, `you may play 1 more card each turn`";
/// Where something is done as long as something holds.
const WHILE: &str = "`while` says what holds as long as something is so; what is done is waited for: `at the start of your turn, if you have fewer than 5 cards in hand: draw 1 card`";
/// Where `otherwise` stands behind a comma, and what it is said of hangs on something else, too.
const ELSE: &str = "say what it is said of in a line of its own, `if you have no buildings: draw 2 cards`, and `otherwise: draw 1 card` below it";
/// Where who would win is given a name.
const WOULD_WIN: &str = "whoever would win has a name already, `provoker`: `if another player would win, you may instead: provoker draws 1 card`";
/// Where a number of a die stands on the same line.
const DIE: &str = "say `roll a die:`, and on lines of their own below it `1: ...`, `2 to 6: ...`";

/// How often it is that cards are counted.
const EACH_TURN: &[&str] = &["each turn", "every turn", "a turn", "per turn", "this turn"];

/// What is told of a whole line: words that are never right, and what they stand in.
pub(super) fn of_line(text: &str, fault: Span) -> Option<(Span, &'static str)> {
    let start = text[..fault.start].rfind('\n').map_or(0, |end| end + 1);
    let until = text[fault.end..].find('\n').map_or(text.len(), |end| fault.end + end);
    let line = &text[start..until];
    // What an editor has made of quotes is another matter.
    if text[fault.start..].starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}']) {
        return None;
    }
    let so_far = &text[start..fault.start];
    let word = &text[fault.start..fault.end];
    let at = |words: &str| line.find(words).map(|at| Span::new(start + at, start + at + words.len()));
    let begins = so_far.trim_start();
    for plays in ["may play ", "can play "] {
        let counted = at(plays).filter(|plays| plays.start <= fault.start);
        let action = ["actions", "action"].into_iter().find_map(at);
        if let (Some(plays), Some(action)) = (counted, action)
            && plays.end < action.start
            && is_number(&line[plays.end - start..action.start - start])
            && EACH_TURN.iter().any(|each| text[action.end..].trim_start().starts_with(each))
        {
            return Some((action, PLAYS));
        }
    }
    let held = ["while ", "as long as "].into_iter().find(|held| begins.starts_with(held));
    // Nothing but what holds stands before the first of these.
    let behind = so_far.find([',', ':']).map(|at| at + 1).filter(|at| !so_far[*at..].contains([',', ':', ';']));
    if let (Some(held), Some(behind)) = (held, behind) {
        let does =
            if so_far[behind..].trim().is_empty() { word } else { so_far[behind..].split_whitespace().next()? };
        let waits = so_far[..behind].split_whitespace().any(|word| matches!(word, "when" | "whenever" | "if"));
        if words::STATEMENT.contains(&does) && !waits {
            let from = start + so_far.len() - begins.len();
            return Some((Span::new(from, from + held.trim_end().len()), WHILE));
        }
    }
    let often = ["times a turn", "times each turn"].into_iter().find_map(at);
    let often = often.filter(|often| begins.starts_with("use ") && often.start >= fault.start);
    if let Some(often) = often.filter(|often| !text[fault.start..often.start].contains([',', ':', ';'])) {
        return Some((often, TWICE));
    }
    let number = so_far.split_whitespace().last().is_some_and(|last| last.chars().all(|sign| sign.is_ascii_digit()));
    let is_number = !word.is_empty() && word.chars().all(|sign| sign.is_ascii_digit());
    if (word == ":" && number || is_number) && so_far.contains(" die: ") {
        return Some((fault, DIE));
    }
    if word == "otherwise" && so_far.trim_end().ends_with(',') && so_far.contains(" if ") {
        return Some((fault, ELSE));
    }
    if word == "win" && so_far.contains(" as ") {
        return Some((fault, WOULD_WIN));
    }
    NEVER.iter().find_map(|(words, help)| {
        let place = at(words).filter(|place| place.start <= fault.start)?;
        let letter = |sign: char| sign.is_alphanumeric() || sign == '-';
        let whole = !text[..place.start].ends_with(letter) && !text[place.end..].starts_with(letter);
        // What somebody does is waited for.
        let waited = words.starts_with("discard ") && text[..place.start].trim_end().ends_with("you");
        // What stands in another statement has been read.
        let read = text.get(place.end..fault.start).is_some_and(|between| between.contains([';', '.']));
        (whole && !waited && !read).then_some((place, *help))
    })
}

/// Words that say how many there are, or how many more.
fn is_number(words: &str) -> bool {
    let word = |word: &str| {
        word.bytes().all(|sign| sign.is_ascii_digit())
            || matches!(word, "a" | "an" | "one" | "two" | "three" | "more" | "another" | "additional" | "extra")
    };
    words.split_whitespace().all(word)
}
