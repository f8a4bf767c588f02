//! How long something lasts that a text says for a while, when a text comes later, and since when something is remembered.

/// How long something lasts, or when it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Until {
    /// It ends as the next turn of somebody begins, or would begin.
    NextTurn,
    /// It ends with the turn in which it is said.
    ThisTurn,
    /// It ends as something happens.
    Happens,
    /// It holds from the beginning of the next turn of somebody until that turn is over.
    DuringNext,
    /// It comes as the next turn of somebody begins, before its draw.
    TurnBegins,
    /// It comes at the start of the next turn of somebody, once its card is drawn.
    TurnStarts,
    /// It comes at the start of the turn under way.
    StartsNow,
    /// It comes at the end of the next turn of somebody.
    NextEnds,
    /// It comes at the end of the turn in which it is said.
    TurnEnds,
    /// It comes with an extra turn of somebody after the one in which it is said, before its draw.
    ExtraTurn,
    /// Somebody's next turn, when it is due, is skipped.
    SkippedTurn,
    /// Turns go on to whoever sits on the other side, until that is said again.
    Reversed,
}

impl Until {
    /// How it is said: `until your next turn`. Whose turn it is stands there where it is not that of `you`.
    pub fn said(self, whose: Option<&str>) -> String {
        let turn = match whose {
            Some(whose) => format!("the next turn of {whose}"),
            None => "your next turn".to_string(),
        };
        match self {
            Until::NextTurn => format!("until {turn}"),
            Until::ThisTurn => "this turn".to_string(),
            Until::Happens => "until that happens".to_string(),
            Until::DuringNext => format!("during {turn}"),
            Until::TurnBegins => format!("when {turn} begins, before its draw"),
            Until::TurnStarts => format!("at the start of {turn}"),
            Until::StartsNow => "at the start of this turn".to_string(),
            Until::NextEnds => format!("at the end of {turn}"),
            Until::TurnEnds => "at the end of this turn".to_string(),
            Until::ExtraTurn => match whose {
                Some(whose) => format!("after this turn {whose} takes an extra turn"),
                None => "after this turn you take an extra turn".to_string(),
            },
            Until::SkippedTurn => match whose {
                Some(whose) => format!("{whose} skips the next turn"),
                None => "you skip your next turn".to_string(),
            },
            Until::Reversed => "the order of play is reversed".to_string(),
        }
    }

    /// It comes later, and is then over.
    pub fn comes(self) -> bool {
        !matches!(
            self,
            Until::NextTurn | Until::ThisTurn | Until::DuringNext | Until::Happens
        )
    }

    /// It comes as a turn begins, before its draw.
    pub fn is_before_draw(self) -> bool {
        matches!(self, Until::TurnBegins | Until::ExtraTurn)
    }

    /// It ends with the turn in which it is said.
    pub fn is_of_this_turn(self) -> bool {
        matches!(self, Until::ThisTurn | Until::StartsNow | Until::TurnEnds)
    }

    /// It hangs on the next turn of somebody.
    pub fn is_next(self) -> bool {
        matches!(self, Until::NextTurn | Until::TurnBegins) || self.once_begun().is_some()
    }

    /// What it is once the turn has begun that it waits for.
    pub fn once_begun(self) -> Option<Until> {
        match self {
            Until::DuringNext => Some(Until::ThisTurn),
            Until::TurnStarts => Some(Until::StartsNow),
            Until::NextEnds => Some(Until::TurnEnds),
            _ => None,
        }
    }
}

worded! {
    /// From where a card comes that is played, built or put.
    pub enum Origin (said) {
        Hand = "from a hand",
        Stack = "from a stack",
        Discard = "from the discard pile",
        Deck = "from the deck",
    }

    /// Since when what players have done is counted.
    pub enum Since (said) {
        /// Since the turn under way has begun.
        ThisTurn = "this turn",
        /// Since the game has begun.
        ThisGame = "this game",
        /// Since `your` last turn has ended: whoever asks, by the end of their own.
        LastTurn = "since your last turn",
        /// Since what comes later was said.
        Then = "since",
    }
}
