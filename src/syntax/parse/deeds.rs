//! Deeds and things that other games have words for, and how they are said here.

/// What is written, and what to write.
const DEEDS: &[(&str, &str)] = &[
    ("sacrifice", "what an ability costs begins with `pay`: `use: pay destroy this; draw 3 cards`"),
    (
        "search",
        "say `look through the deck`, then `take a card named \"Windmill\" from the deck` and `shuffle the deck`",
    ),
    (
        "rearrange",
        "cards on a building are moved one by one, each to the top: `choose one of cards on spot; move it onto spot`; those of the deck are `put them back in any order`",
    ),
    ("copy", "what another building does is borrowed as a whole: `this has the text of the building right of this`"),
    (
        "return",
        "cards are given, `give the top of it to you`; a building stays where it is, is given to another player or destroyed",
    ),
    ("place", "say `put ...`: `put a card from your hand face down on this`"),
    (
        "cancel",
        "what somebody would do is done in another way: `if another player would play an action, you may discard 2 cards instead`",
    ),
    ("turn", "say `flip ...`: `flip the top of this`, `flip all cards on this that are face down`"),
    ("keep", "say what becomes of the others: `draw 3 cards; discard 2 cards`"),
    ("after", "what follows something waits for it: `when you play an action: ...`"),
    ("before", "say `at the start of your turn: ...`"),
    ("draws", "say who: `provoker draws 1 card`, `each player draws 1 card`"),
    ("reveal", "say `show ...` of a card that is seen and stays, `flip ...` of one on a stack that is turned up"),
    ("gain", "say `draw 1 card`, `take ...` of cards that lie somewhere, `put 1 tick on you` of counters"),
    ("lock", "say for how long it is disabled: `until your next turn: spot is disabled`"),
    ("disable", "say for how long it is so: `until your next turn: spot is disabled`"),
    ("protect", "say for how long it is so: `until your next turn: spot is guarded`"),
    ("count", "a number is `the number of ...`: `let many be the number of your buildings`"),
    ("bid", "a bid is a number that all choose in secret: `each player secretly chooses a number from 0 to 3 as bid`"),
    ("vote", "a vote is a secret choice: `each player secretly chooses a player as ballot`"),
    ("pass", "a turn is passed by its player alone; `1 fewer card may be played this turn` leaves less to be played"),
    ("skip", "say whose: `you skip your next turn`, `foe skips the next turn`"),
    ("trade", "say `give ... to ...` of each of both, or `you and foe swap hands`"),
    (
        "reverse",
        "cards on a building are moved one by one, each to the top: `choose one of cards on spot; move it onto spot`; of turns say `the order of play is reversed`, `foe skips the next turn` and `after this turn you take an extra turn`",
    ),
    ("transfer", "say `give ... to ...` of a card, `exchange ... with ...` of buildings"),
];

/// What to say where such a word begins a statement.
pub fn other_deed(word: &str) -> Option<&'static str> {
    DEEDS.iter().find(|(deed, _)| *deed == word).map(|(_, help)| *help)
}

/// Words for things, and what to write.
const THINGS: &[(&str, &str)] = &[
    ("enemy", OTHERS),
    ("enemies", OTHERS),
    ("rival", OTHERS),
    ("rivals", OTHERS),
    ("action", ACTIONS),
    ("actions", ACTIONS),
];
/// Where the other players have another name.
const OTHERS: &str =
    "the other players are called `opponents`: `each opponent`, `another player`, `buildings of other players`";
/// Where an action is no longer, or not yet, one that is played.
const ACTIONS: &str = "what is not just played is a card: `when a card is discarded: ...`, `a card from your hand`; `when you play an action: ...`";

/// What to say where such a word stands for a thing.
pub fn other_thing(word: &str) -> Option<&'static str> {
    THINGS.iter().find(|(thing, _)| *thing == word).map(|(_, help)| *help)
}
