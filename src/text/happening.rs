//! What happens at a table: one row for each happening, what it is called in each use that texts make of it, and why it
//! has no place in the others.

use super::Verb;

/// What texts make of what happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// `when a building is destroyed, ...`
    Waits,
    /// `if a building would be destroyed, instead ...`
    Replaces,
    /// `buildings cannot be destroyed`
    Forbids,
    /// `destroying buildings costs 1 card`
    Prices,
    /// `you have destroyed a building this turn`, `a building was destroyed this turn`, and how often.
    Remembers,
}

impl Use {
    /// All of them.
    pub const ALL: [Use; 5] = [
        Use::Waits,
        Use::Replaces,
        Use::Forbids,
        Use::Prices,
        Use::Remembers,
    ];

    /// What is refused in it: that, or only the place at which it happens.
    pub fn place(self, at: bool) -> &'static str {
        match self {
            Use::Waits if at => "a place after `when`",
            Use::Remembers if at => "a place after `has` or `was`",
            Use::Waits => "this after `when`",
            Use::Replaces => "this after `would`",
            Use::Forbids => "this after `cannot`",
            Use::Prices => "this after `costs`",
            Use::Remembers => "this after `has`",
        }
    }
}

/// One happening.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// As a sentence.
    said: &'static str,
    /// Of what it happens to: `destroyed`.
    is: &'static str,
    /// Of who does it, and of `you`: `builds`, `build`.
    does: [&'static str; 2],
    /// Of who may not do it, where that is said so alone: `put`.
    may: &'static str,
    /// Of what it costs: `destroying`.
    doing: &'static str,
    /// Of who has done it: `destroyed`.
    has: &'static str,
    /// The uses in which it has no place, and why.
    never: &'static [Never],
    /// It is seen while things are as they were before: what falls still stands.
    before: bool,
    /// It takes a card out of the nations, or has it in a hand or a pile.
    away: bool,
    /// Of the card others see no more than its back.
    hidden: bool,
}

/// What is said of none.
const ROW: Row = Row {
    said: "",
    is: "",
    does: ["", ""],
    may: "",
    doing: "",
    has: "",
    never: &[],
    before: false,
    away: false,
    hidden: false,
};

/// Some uses, and why it has no place there.
type Never = (&'static [Use], &'static str);

macro_rules! happenings {
    ($($(#[$doc:meta])* $name:ident { $($column:ident: $value:expr),+ $(,)? })+) => {
        /// What happens to something, and what players do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Happening {
            $($(#[$doc])* $name,)+
        }

        impl Happening {
            /// All of them.
            pub const ALL: &[Happening] = &[$(Happening::$name),+];

            const ROWS: &[Row] = &[$(Row { $($column: $value,)+ ..ROW }),+];
        }
    };
}

/// What happens to the game, and nobody does.
const OF_THE_GAME: Never = (
    &[Use::Replaces, Use::Forbids, Use::Prices, Use::Remembers],
    "nobody does it: wait for it with `when` or `at the start of`",
);
/// A draw cannot be left.
const DRAW_FOR_A_PRICE: Never = (
    &[Use::Prices],
    "nobody chooses to draw: write what a draw causes, `when another player draws a card by an effect, that player discards a card`",
);

happenings! {
    /// A stacked card is turned up by an effect (`flip`, `destroy`).
    Revealed {
        said: "a stacked card is revealed (destroyed or flipped)", is: "revealed", doing: "revealing",
        has: "revealed", before: true,
    }
    /// A building is destroyed.
    Destroyed {
        said: "a building is destroyed", is: "destroyed", doing: "destroying", has: "destroyed",
        before: true, away: true,
    }
    /// A card comes to stand as a building.
    Built {
        said: "a card is built", is: "built", does: ["builds", "build"], doing: "building",
        has: "built",
    }
    /// A card of a hand takes a building's place.
    SwappedIn {
        said: "a card of a hand takes a building's place", is: "swapped in",
        does: ["swaps in", "swap in"], doing: "swapping in", has: "swapped in",
    }
    /// A card comes to the discard pile.
    Discarded {
        said: "a card is discarded", is: "discarded", may: "discard", doing: "discarding",
        has: "discarded", before: true, away: true,
    }
    /// A card comes from elsewhere to lie on a building.
    Put {
        said: "a card is put on a building", is: "put", may: "put", doing: "putting", has: "put",
        hidden: true,
    }
    /// A stacked card comes to lie on another building.
    Moved {
        said: "a card is moved onto a building", is: "moved", may: "move", doing: "moving",
        has: "moved", hidden: true,
    }
    /// Somebody looks at a card.
    LookedAt {
        said: "a card is looked at", is: "looked at", does: ["looks at", "look at"],
        doing: "looking at", has: "looked at", hidden: true,
    }
    /// A card's action begins, from hand or by an effect.
    Played {
        said: "an action is played", is: "played", does: ["plays", "play"], doing: "playing",
        has: "played",
    }
    /// An ability of a building is used.
    Used {
        said: "an ability is used", is: "used", does: ["uses", "use"], doing: "using", has: "used",
        never: &[(&[Use::Replaces], "an ability is not replaced as a whole: name what it would do")],
    }
    /// A card comes from the deck to a hand.
    Drawn {
        said: "a card is drawn", is: "drawn", does: ["draws", "draw"], doing: "drawing", has: "drawn",
        away: true, hidden: true, never: &[DRAW_FOR_A_PRICE],
    }
    /// A player is out of the game.
    Eliminated {
        said: "a player is eliminated", is: "eliminated", doing: "eliminating", has: "eliminated",
        before: true,
        never: &[(&[Use::Forbids, Use::Prices], "it follows from having no building: write what happens instead, `if you would be eliminated, instead ...`")],
    }
    /// A player ends the turn.
    Passed {
        said: "a player passes", does: ["passes", "pass"], doing: "passing", has: "passed",
        never: &[(&[Use::Replaces], "passing ends the turn at once: write `cannot pass` or `at the end of your turn, take an extra turn`")],
    }
    /// A turn begins, before its draw.
    TurnBegun {
        said: "a turn begins", never: &[OF_THE_GAME],
    }
    /// The deck is shuffled, with the discard pile or by itself.
    Shuffled {
        said: "the deck is shuffled", is: "shuffled", never: &[OF_THE_GAME],
    }
    /// There was nothing left to draw, and what follows from that is over.
    CrisisOver {
        said: "a crisis is over", is: "over", never: &[OF_THE_GAME],
    }
    /// A keyword, an action or an ability and all that it set off are over.
    Resolved {
        said: "a keyword, action or ability is resolved", is: "resolved",
        never: &[( &[Use::Replaces, Use::Forbids, Use::Prices, Use::Remembers], "it is over by then: use `a KEYWORD would be aimed at you` or `has aimed a KEYWORD at you`", )],
    }
    /// A card is drawn because a turn begins.
    TurnDrawn {
        said: "a player draws the card of the turn",
        does: ["draws the card of the turn", "draw the card of the turn"], away: true, hidden: true,
        never: &[DRAW_FOR_A_PRICE, (&[Use::Remembers], "every turn begins with it: put a counter on something then, and count those")],
    }
    /// A card is taken to pay for something.
    Paid {
        said: "a card is taken as a cost", is: "taken as a cost", has: "taken as a cost",
        never: &[ (&[Use::Forbids, Use::Prices], "the payer chooses it: write what happens instead, `if a card would be taken as a cost, instead ...`"), (&[Use::Remembers], "ask `has discarded` or `has used an ability`"), ],
    }
    /// A player wins because a condition holds.
    Won {
        said: "a player wins by a condition", does: ["wins by a condition", "win by a condition"],
        never: &[ (&[Use::Waits, Use::Remembers], "the game is over by then: write what happens instead, `if another player would win by a condition, instead ...`"), (&[Use::Forbids, Use::Prices], "nobody chooses it: write `other players cannot win`"), ],
    }
    /// A stack, or its top card, is chosen for what a text does, where it could be guarded (TGT-1).
    Picked {
        said: "a stack is picked as a target", is: "picked", does: ["picks", "pick"], doing: "picking",
        has: "picked",
        never: &[(&[Use::Replaces], "a target is picked for something: name that, `would be discarded`")],
    }
    /// A keyword begins, at what it is aimed at.
    Aimed {
        said: "a keyword is aimed at something", is: "aimed at", does: ["aims", "aim"],
        doing: "aiming", has: "aimed",
    }
    /// The same, where whoever does it has not chosen that.
    AimedUnchosen {
        said: "a keyword is aimed at something that was not chosen", is: "aimed at",
        does: ["aims", "aim"], doing: "aiming", has: "aimed",
    }
    /// Somebody chooses what a keyword is aimed at.
    Chosen {
        said: "something is chosen as the target of a keyword", is: "chosen", may: "choose",
        doing: "choosing",
        never: &[(&[Use::Waits, Use::Replaces, Use::Remembers], "use the aim instead: `a KEYWORD is aimed at you`")],
    }
    /// Another building's text disables a building.
    Silenced {
        said: "a building is disabled by another one", is: "disabled", doing: "disabling",
        has: "disabled",
        never: &[( &[Use::Waits, Use::Replaces, Use::Prices, Use::Remembers], "it is a state, not an event: ask whether a building `is disabled`", )],
    }
    /// Counters come to lie on something, or in front of a player.
    Marked {
        said: "a counter is put on something", is: "put on", doing: "putting", has: "put",
        hidden: true,
    }
    /// Counters are taken off it.
    Unmarked {
        said: "a counter is taken off something", is: "taken off", doing: "taking", has: "taken",
        hidden: true,
    }
    /// A building comes to stand elsewhere, or another one takes its place; it is written like [`Happening::Moved`].
    Shifted {
        said: "a building is moved, taken over or exchanged", is: "moved", may: "move",
        doing: "moving", has: "moved", before: true,
    }
    /// A card is drawn, and not because a turn begins.
    EffectDrawn {
        said: "a player draws a card by an effect",
        does: ["draws a card by an effect", "draw a card by an effect"],
        has: "drawn a card by an effect", away: true, hidden: true, never: &[DRAW_FOR_A_PRICE],
    }
    /// A card of a hand is played in a turn: as an action, as a building or face down.
    HandPlayed {
        said: "a card is played from hand, in any way",
        does: ["plays a card from hand", "play a card from hand"], has: "played a card from hand",
        never: &[(&[Use::Replaces, Use::Forbids, Use::Prices], "say how it is played: `play actions`, `build buildings`, `put cards onto a building`")],
    }
    /// A card comes to a hand otherwise than by a draw: it is taken, given or returned.
    Taken {
        said: "a card comes to a hand (taken, given, returned)", is: "taken", does: ["takes", "take"],
        doing: "taking", has: "taken", before: true, away: true, hidden: true,
    }
    /// A card or a building goes out of the game.
    Removed {
        said: "a card is removed", is: "removed", does: ["removes", "remove"], doing: "removing",
        has: "removed", before: true, away: true,
    }
    /// A card comes into the deck from elsewhere, on top or at the bottom; it is written like [`Happening::Put`].
    PutBack {
        said: "a card is put into the deck", is: "put", may: "put", doing: "putting", has: "put",
        before: true, away: true, hidden: true,
    }
    /// A card becomes a law.
    Enacted {
        said: "a card becomes a law", is: "enacted", doing: "enacting", has: "enacted", before: true,
    }
    /// A text shows a card to everybody.
    Shown {
        said: "a card is shown", is: "shown", doing: "showing", has: "shown",
    }
}

impl Happening {
    fn row(self) -> &'static Row {
        &Happening::ROWS[self as usize]
    }

    /// As a sentence: `a building is destroyed`.
    pub fn said(self) -> &'static str {
        self.row().said
    }

    /// How it is said of what it happens to: `is built`. Empty where it happens to nothing.
    pub fn passive(self) -> &'static str {
        self.row().is
    }

    /// How it is said of who does it, and of `you`.
    pub fn active(self) -> Option<[&'static str; 2]> {
        let does = self.row().does;
        (!does[0].is_empty()).then_some(does)
    }

    /// How it is said of who may not do it: `put`.
    pub fn act(self) -> Option<&'static str> {
        let Row {
            may,
            does: [_, does],
            ..
        } = self.row();
        [*may, *does].into_iter().find(|act| !act.is_empty())
    }

    /// How it is said of what costs something: `picking`.
    pub fn deed(self) -> &'static str {
        self.row().doing
    }

    /// How it is said of who has done it: `played`.
    pub fn done(self) -> &'static str {
        self.row().has
    }

    /// Its words in that use: `is destroyed`, `be destroyed`, `destroying`, `destroyed`; of those that have two, both.
    pub fn words(self, within: Use) -> Vec<String> {
        let Row {
            is,
            does: [third, plain],
            doing,
            has,
            ..
        } = self.row();
        let be = |verb: &str| {
            if is.is_empty() {
                String::new()
            } else {
                format!("{verb} {is}")
            }
        };
        let forms = match (within, self) {
            (Use::Waits, Happening::TurnBegun) => vec!["at the start of".into()],
            (Use::Waits, Happening::Passed) => vec!["at the end of".into()],
            (Use::Waits, _) => vec![be("is"), third.to_string()],
            (Use::Replaces, _) => vec![be("be"), plain.to_string()],
            (Use::Forbids, one) if one.is_aimed() => vec![plain.to_string()],
            (Use::Forbids, _) => vec![be("be"), self.act().unwrap_or_default().to_string()],
            (Use::Prices, _) => vec![doing.to_string()],
            (Use::Remembers, _) => vec![has.to_string(), be("was")],
        };
        let to = if self == Happening::PutBack {
            " into the deck"
        } else {
            ""
        };
        forms
            .into_iter()
            .filter(|form| !form.is_empty())
            .map(|form| form + to)
            .collect()
    }

    /// Why it has no place in that use; none where it has.
    pub fn refused(self, within: Use) -> Option<&'static str> {
        self.row()
            .never
            .iter()
            .find(|(uses, _)| uses.contains(&within))
            .map(|(_, why)| *why)
    }

    /// Why the place at which it happens is not said in that use; none where it is.
    pub fn refused_at(self, within: Use) -> Option<&'static str> {
        match (self, within) {
            (Happening::Built, Use::Waits) => Some(
                "it stands there by then: ask where it stands, `when another player builds a building, if it is in neighbours of this`",
            ),
            (Happening::Built, Use::Remembers) => {
                Some("ask a building that stands there: `was built this turn`")
            }
            _ => None,
        }
    }

    /// It is seen while things are as they were before: what falls still stands.
    pub fn is_seen_before(self) -> bool {
        self.row().before
    }

    /// It takes a card out of the nations, or has it in a hand or a pile.
    pub fn takes_away(self) -> bool {
        self.row().away
    }

    /// Others than who does it see no more than the back of the card.
    pub fn is_hidden(self) -> bool {
        self.row().hidden
    }

    /// What happens by a verb, where texts may wait for it or forbid it.
    pub fn by(verb: Verb) -> Option<Happening> {
        Some(match verb {
            Verb::Discard => Happening::Discarded,
            Verb::Flip => Happening::Revealed,
            Verb::Destroy => Happening::Destroyed,
            Verb::LookAt => Happening::LookedAt,
            Verb::Show => Happening::Shown,
            Verb::Play | Verb::Replay | Verb::PlayFromHand => Happening::Played,
            Verb::PutFaceUp | Verb::PutFaceDown => Happening::Put,
            Verb::PutOnDeck | Verb::PutUnderDeck => Happening::PutBack,
            Verb::Move => Happening::Moved,
            Verb::Build => Happening::Built,
            Verb::Swap => Happening::SwappedIn,
            Verb::Shift | Verb::Exchange => Happening::Shifted,
            Verb::Remove => Happening::Removed,
            Verb::Give | Verb::Return => Happening::Taken,
            Verb::Enact => Happening::Enacted,
            Verb::Refresh | Verb::SetAside | Verb::SwapHands | Verb::PassHands => return None,
            Verb::Write | Verb::Win | Verb::Lose => return None,
        })
    }

    /// What forbids it may ask what a card is that is not open to all yet.
    pub fn reads_faces(self) -> bool {
        use Happening::{Built, Discarded, Enacted, Played, Removed, Revealed, Shown, SwappedIn};
        matches!(
            self,
            Played | Built | SwappedIn | Discarded | Revealed | Shown | Enacted | Removed
        )
    }

    /// The rules of the game never do it, and no other verb than those of [`Happening::by`]: texts bring it about, or nothing.
    pub fn is_of_texts(self) -> bool {
        use Happening::{Enacted, Moved, PutBack, Shown, SwappedIn};
        matches!(self, Enacted | Moved | PutBack | Shown | SwappedIn)
    }

    /// A keyword begins somewhere: what is aimed is the keyword, not what it happens to.
    pub fn is_aimed(self) -> bool {
        matches!(self, Happening::Aimed | Happening::AimedUnchosen)
    }

    /// It happens to counters on something, of one sort.
    pub fn is_of_counters(self) -> bool {
        matches!(self, Happening::Marked | Happening::Unmarked)
    }

    /// Who does it is all there is to say: what it is done to is said with it, or there is nothing such.
    pub fn is_whole(self) -> bool {
        use Happening::{EffectDrawn, HandPlayed, Passed, TurnDrawn, Won};
        matches!(self, Passed | TurnDrawn | EffectDrawn | HandPlayed | Won)
    }

    /// A bit of its own.
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }

    /// The bits of all that happens by a draw.
    pub const DRAWN: u64 =
        Happening::Drawn.bit() | Happening::TurnDrawn.bit() | Happening::EffectDrawn.bit();
}

#[cfg(test)]
mod tests {
    use super::{Happening, Use};

    #[test]
    fn each_use_has_its_words_or_a_reason() {
        for happening in Happening::ALL {
            for within in Use::ALL {
                let has_words = !happening.words(within).is_empty();
                assert!(
                    has_words || happening.refused(within).is_some(),
                    "{happening:?} {within:?}"
                );
            }
        }
    }
}
