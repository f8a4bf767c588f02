//! Who sits at a table, from the first chair that is taken to the end of the game.

use std::time::Instant;

use crate::token::Hash;
use bots::BotSpec;

/// Somebody's place.
#[derive(Debug, Clone)]
pub struct Chair {
    pub who: Who,
    /// The number of the record by which the person sat down.
    pub sat: u64,
    pub left: bool,
    pub conceded: bool,
    /// A bot plays on for the person.
    pub replaced: Option<BotSpec>,
    /// How many sockets the person has.
    pub sockets: usize,
    /// When the person was last noticed.
    pub here: Instant,
    /// When the last socket of the person went; of a game that was loaded, when that was.
    pub lost: Instant,
    /// Since when the person is asked.
    pub asked: Option<Instant>,
    /// The person does nothing, though asked.
    pub idle: bool,
    /// The person has had no socket for so long that it will hardly come back by itself.
    pub gone: bool,
}

/// Who sits there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    Open,
    Person { name: String, token: Hash },
    Bot { bot: BotSpec },
}

impl Chair {
    pub fn open() -> Chair {
        let now = Instant::now();
        Chair {
            who: Who::Open,
            sat: 0,
            left: false,
            conceded: false,
            replaced: None,
            sockets: 0,
            here: now,
            lost: now,
            asked: None,
            idle: false,
            gone: false,
        }
    }

    pub fn of(who: Who) -> Chair {
        Chair {
            who,
            ..Chair::open()
        }
    }

    /// The bot that decides there, if one does.
    pub fn bot(&self) -> Option<BotSpec> {
        match (&self.who, self.replaced) {
            (Who::Bot { bot }, _) => Some(*bot),
            (Who::Person { .. }, Some(bot)) => Some(bot),
            (Who::Person { .. }, None) if self.conceded => Some(BotSpec::Cautious),
            (Who::Person { .. } | Who::Open, _) => None,
        }
    }

    /// A person sits there, whoever decides.
    pub fn is_person(&self) -> bool {
        matches!(self.who, Who::Person { .. })
    }

    /// A person who still decides.
    pub fn plays(&self) -> bool {
        self.is_person() && self.bot().is_none()
    }

    pub fn is_open(&self) -> bool {
        self.who == Who::Open
    }
}
