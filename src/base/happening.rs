//! What texts can wait for: one vocabulary of what happens at a table, and how each is written.

use super::Verb;

macro_rules! happenings {
    ($($(#[$doc:meta])* $name:ident = $passive:literal $(/ $active:literal $of_you:literal)?,)*) => {
        /// What happens to something, and what players do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Happening {
            $($(#[$doc])* $name,)*
        }

        impl Happening {
            /// All of them.
            pub const ALL: &[Happening] = &[$(Happening::$name),*];

            /// How it is said of what it happens to: `is built`. Empty where it happens to nothing.
            pub fn passive(self) -> &'static str {
                match self {
                    $(Happening::$name => $passive,)*
                }
            }

            /// How it is said of who does it, and of `you`.
            pub fn active(self) -> Option<[&'static str; 2]> {
                match self {
                    $($(Happening::$name => Some([$active, $of_you]),)?)*
                    _ => None,
                }
            }
        }
    };
}

happenings! {
    /// A stacked card is turned up by an effect (`flip`, `destroy`).
    Revealed = "revealed",
    /// A building is destroyed.
    Destroyed = "destroyed",
    /// A card comes to stand as a building.
    Built = "built" / "builds" "build",
    /// A card of a hand takes a building's place.
    SwappedIn = "swapped in" / "swaps in" "swap in",
    /// A card comes to the discard pile.
    Discarded = "discarded",
    /// A card comes from elsewhere to lie on a building.
    Put = "put",
    /// A stacked card comes to lie on another building.
    Moved = "moved",
    /// Somebody looks at a card.
    LookedAt = "looked at" / "looks at" "look at",
    /// A card's action begins, from hand or by an effect.
    Played = "played" / "plays" "play",
    /// An ability of a building is used.
    Used = "used" / "uses" "use",
    /// A card comes from the deck to a hand.
    Drawn = "drawn" / "draws" "draw",
    /// A player is out of the game.
    Eliminated = "eliminated",
    /// A player ends the turn.
    Passed = "" / "passes" "pass",
    /// A turn begins, before its draw.
    TurnBegun = "" / "begins" "begins",
    /// The deck is shuffled, with the discard pile or by itself.
    Shuffled = "",
    /// There was nothing left to draw, and what follows from that is over.
    CrisisOver = "",
    /// A keyword and all that it set off are over.
    Resolved = "",
    /// A card is drawn because a turn begins.
    TurnDrawn = "" / "draws the card of the turn" "draw the card of the turn",
    /// A card is taken to pay for something.
    Paid = "taken as a cost",
    /// A player wins because a condition holds.
    Won = "" / "wins by a condition" "win by a condition",
    /// A stack, or its top card, is chosen for what a text does, where it could be guarded (TGT-1).
    Picked = "picked" / "picks" "pick",
    /// A keyword begins, at what it is aimed at.
    Aimed = "aimed" / "aims" "aim",
    /// The same, where whoever does it has not chosen that.
    AimedUnchosen = "aimed" / "aims" "aim",
    /// Somebody chooses what a keyword is aimed at.
    Chosen = "chosen" / "chooses" "choose",
    /// Another building's text disables a building.
    Silenced = "disabled",
    /// Counters come to lie on something, or in front of a player.
    Marked = "",
    /// Counters are taken off it.
    Unmarked = "",
    /// A building comes to stand elsewhere, or another one takes its place; it is written like [`Happening::Moved`].
    Shifted = "moved",
    /// A card is drawn, and not because a turn begins.
    EffectDrawn = "" / "draws a card by an effect" "draw a card by an effect",
    /// A card of a hand is played in a turn: as an action, as a building or face down.
    HandPlayed = "" / "plays a card from hand" "play a card from hand",
    /// A card comes to a hand otherwise than by a draw: it is taken, given or returned.
    Taken = "taken" / "takes" "take",
    /// A card or a building goes out of the game.
    Removed = "removed" / "removes" "remove",
}

impl Happening {
    /// What happens by a verb, where texts may wait for it or forbid it.
    pub fn by(verb: Verb) -> Option<Happening> {
        Some(match verb {
            Verb::Discard => Happening::Discarded,
            Verb::Flip => Happening::Revealed,
            Verb::Destroy => Happening::Destroyed,
            Verb::LookAt => Happening::LookedAt,
            Verb::Play | Verb::Replay | Verb::PlayFromHand => Happening::Played,
            Verb::PutFaceUp | Verb::PutFaceDown => Happening::Put,
            Verb::Move => Happening::Moved,
            Verb::Build => Happening::Built,
            Verb::Swap => Happening::SwappedIn,
            Verb::Shift | Verb::Exchange => Happening::Shifted,
            Verb::Remove => Happening::Removed,
            Verb::Give | Verb::Return => Happening::Taken,
            Verb::Show | Verb::Refresh | Verb::PutOnDeck | Verb::PutUnderDeck | Verb::SetAside => {
                return None;
            }
            Verb::SwapHands | Verb::PassHands | Verb::Enact | Verb::Write | Verb::Win | Verb::Lose => return None,
        })
    }

    /// How it is said of who may not do it: `put`.
    pub fn act(self) -> Option<&'static str> {
        match self {
            Happening::Put => Some("put"),
            Happening::Moved => Some("move"),
            Happening::Discarded => Some("discard"),
            _ => self.active().map(|[_, act]| act),
        }
    }

    /// How it is said of what costs something: `picking`.
    pub fn deed(self) -> Option<&'static str> {
        Some(match self {
            Happening::Put => "putting",
            Happening::Moved | Happening::Shifted => "moving",
            Happening::Built => "building",
            Happening::Played => "playing",
            Happening::Used => "using",
            Happening::LookedAt => "looking at",
            Happening::Discarded => "discarding",
            Happening::SwappedIn => "swapping in",
            Happening::Picked => "picking",
            Happening::Chosen => "choosing",
            Happening::Destroyed => "destroying",
            Happening::Taken => "taking",
            Happening::Removed => "removing",
            _ => return None,
        })
    }

    /// How it is said of who has done it: `played`.
    pub fn done(self) -> Option<&'static str> {
        match self {
            Happening::Passed => Some("passed"),
            Happening::HandPlayed => Some("played a card from hand"),
            Happening::Built
            | Happening::SwappedIn
            | Happening::LookedAt
            | Happening::Played
            | Happening::Used
            | Happening::Drawn
            | Happening::Discarded
            | Happening::Taken
            | Happening::Removed
            | Happening::Destroyed => Some(self.passive()),
            _ => None,
        }
    }

    /// What forbids it may ask what a card is that is not open to all yet.
    pub fn reads_faces(self) -> bool {
        matches!(self, Happening::Played | Happening::Built | Happening::SwappedIn | Happening::Discarded)
    }

    /// A text may forbid it, or ask for a price.
    pub fn is_barred(self) -> bool {
        let told =
            Happening::Revealed.bit() | Happening::Destroyed.bit() | Happening::Silenced.bit() | Happening::DRAWN;
        self.deed().is_some() || self.bit() & told != 0
    }

    /// A keyword begins somewhere: what is aimed is the keyword, not what it happens to.
    pub fn is_aimed(self) -> bool {
        matches!(self, Happening::Aimed | Happening::AimedUnchosen)
    }

    /// Who does it is all there is to say: what it is done to is said with it, or there is nothing such.
    pub fn is_whole(self) -> bool {
        use Happening::{EffectDrawn, HandPlayed, Passed, TurnDrawn, Won};
        matches!(self, Passed | TurnDrawn | EffectDrawn | HandPlayed | Won)
    }

    /// A text may come in its place.
    pub fn is_replaced(self) -> bool {
        let never =
            Happening::Used.bit() | Happening::Picked.bit() | Happening::Chosen.bit() | Happening::Silenced.bit();
        self.bit() & (never | Happening::HandPlayed.bit() | Happening::Marked.bit() | Happening::Unmarked.bit()) == 0
    }

    /// A bit of its own.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The bits of all that happens by a draw.
    pub const DRAWN: u32 = Happening::Drawn.bit() | Happening::TurnDrawn.bit() | Happening::EffectDrawn.bit();

    /// It happens to counters on something, of one sort.
    pub fn is_of_counters(self) -> bool {
        matches!(self, Happening::Marked | Happening::Unmarked)
    }

    /// It is seen while things are as they were before: what falls still stands.
    pub fn is_seen_before(self) -> bool {
        use Happening::{Destroyed, Discarded, Eliminated, Removed, Revealed, Taken};
        matches!(self, Revealed | Destroyed | Discarded | Eliminated | Taken | Removed)
    }
}
