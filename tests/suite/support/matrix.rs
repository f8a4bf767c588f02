//! Each happening in each use that texts make of it.

#![allow(dead_code, reason = "the fuzz tests read the texts alone")]

use brink::text::{Happening, Use};

/// What leaves everything as it is.
pub const NOTHING: &str = "If you have at least 9 buildings, draw a card.";

/// One happening: how another player brings it about, and a text for each use.
pub struct Row {
    pub of: Happening,
    /// What the action of the first player does.
    pub deed: &'static str,
    /// What that player takes from the menu afterwards.
    pub then: &'static [&'static str],
    /// By [`Use::ALL`]: what it waits for, what it replaces, what is forbidden, what has a price, what has been done.
    pub texts: [&'static str; 5],
}

const fn row(of: Happening, deed: &'static str, texts: [&'static str; 5]) -> Row {
    Row {
        of,
        deed,
        then: &[],
        texts,
    }
}

pub const ROWS: &[Row] = &[
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
        texts: [
            "At the start of your turn",
            "If your turn would begin",
            "",
            "",
            "",
        ],
    },
    row(
        Happening::Shuffled,
        "Shuffle the deck.",
        [
            "When the deck is shuffled",
            "If the deck would be shuffled",
            "",
            "",
            "",
        ],
    ),
    row(
        Happening::CrisisOver,
        "Draw 60 cards.",
        [
            "When a crisis is over",
            "If a crisis would be over",
            "",
            "",
            "",
        ],
    ),
    row(
        Happening::Resolved,
        "Hail at foe.",
        [
            "When a hail by another player is resolved",
            "If a hail would be resolved",
            "",
            "",
            "",
        ],
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
            "Aiming a hail at you costs other players 1 card.",
            "aimed a hail at another player",
        ],
    ),
    row(
        Happening::AimedUnchosen,
        "Hail at the first of other players.",
        [
            "When another player aims a hail at you without choosing",
            "If another player would aim a hail at you without choosing",
            "Other players cannot aim a hail at you without choosing.",
            "Aiming a hail at you without choosing costs other players 1 card.",
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
            "taken a card",
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
            "When a card in your nation is enacted by another player",
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

/// How it is remembered of what it has happened to; empty where that cannot be said.
pub fn was(of: Happening) -> &'static str {
    use Happening as H;
    match of {
        H::Revealed => "a card in your nation was revealed by another player",
        H::Destroyed => "one of your buildings was destroyed by another player",
        H::Built => "a building was built by another player",
        H::SwappedIn => "a building was swapped in by another player",
        H::Discarded => "a card in your nation was discarded by another player",
        H::Put => "a card was put on one of your buildings by another player",
        H::Moved => "a card was moved onto a building by another player",
        H::LookedAt => "a card in your nation was looked at by another player",
        H::Played => "a card was played by another player",
        H::Used => "a building was used by another player",
        H::Drawn => "a card was drawn by another player",
        H::Eliminated => "a player was eliminated by another player",
        H::Paid => "a card was taken as a cost",
        H::Picked => "one of your buildings was picked by another player",
        H::Aimed => "a hail by another player was aimed at you",
        H::AimedUnchosen => "a hail by another player was aimed at you without choosing",
        H::Silenced => "one of your buildings was disabled",
        H::Marked => "a fuse was put on one of your buildings by another player",
        H::Unmarked => "a fuse was taken off one of your buildings by another player",
        H::Shifted => "one of your buildings was moved by another player",
        H::Taken => "a card in your hand was taken into another player's hand",
        H::Removed => "a card in your nation was removed by another player",
        H::PutBack => "a card in your nation was put into the deck by another player",
        H::Enacted => "a card in your nation was enacted by another player",
        H::Shown => "a card in your nation was shown by another player",
        _ => "",
    }
}

/// All cells: the row, the use, and the words in it, empty where there are none.
pub fn cells() -> impl Iterator<Item = (&'static Row, Use, &'static str)> {
    ROWS.iter().flat_map(|row| {
        let was = Some((Use::Remembers, was(row.of))).filter(|(_, text)| !text.is_empty());
        let texts = Use::ALL.into_iter().zip(row.texts).chain(was);
        texts.map(move |(within, text)| (row, within, text))
    })
}

/// The whole clause of a building in that use.
pub fn clause(within: Use, words: &str) -> String {
    match within {
        Use::Waits => format!("{words}, put a tick on this."),
        Use::Replaces => format!("{words}, instead put a tick on this."),
        Use::Forbids | Use::Prices => words.to_string(),
        Use::Remembers if words.contains(" was ") => format!("Win when {words} this game."),
        Use::Remembers => format!("Win when there is another player that has {words} this game."),
    }
}
