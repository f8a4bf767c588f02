//! What has been accepted in a game, one record each: put together again in order they make the game that it was.

use serde::{Deserialize, Serialize};

use crate::token::{Hash, hex};
use board::{Chooser, Seat};
use explain::options::decision::Taken;

/// Something that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Record {
    /// A person sits down; of the token its hash is kept.
    Sat {
        chair: usize,
        name: String,
        token: String,
    },
    /// A bot sits down before the game.
    Bot {
        chair: usize,
        bot: String,
    },
    /// A chair is open again before the game.
    Opened {
        chair: usize,
    },
    Named {
        chair: usize,
        name: String,
    },
    /// A symbol is chosen, in secret until all have.
    Shown {
        chair: usize,
        symbol: usize,
    },
    /// A choice that all make at the same time, in secret until all have.
    Given {
        by: u8,
        seat: u8,
        label: String,
    },
    /// A choice; `print` is what the game was before it, in short.
    Took {
        by: u8,
        seat: u8,
        label: String,
        print: u32,
    },
    /// Choices are taken back until so many are left.
    Back {
        chair: usize,
        to: usize,
    },
    Left {
        chair: usize,
    },
    /// A person is back. With `chooses` they choose their symbol themselves, the one that a bot chose and that is not shown yet, too;
    /// in games of older versions the bot went on choosing.
    Returned {
        chair: usize,
        #[serde(default)]
        chooses: bool,
    },
    Conceded {
        chair: usize,
    },
    /// All play once more: that is the next game, and what lets people look on there. Each seat's token opens it there, too.
    Again {
        game: String,
        watch: String,
    },
    /// A bot plays on for a person.
    Replaced {
        chair: usize,
        bot: String,
    },
    Said {
        chair: usize,
        phrase: Option<String>,
        text: String,
        at_ms: u64,
    },
}

impl Record {
    /// A person sits down.
    pub fn sat(chair: usize, name: String, token: &Hash) -> Record {
        let token = hex(token);
        Record::Sat { chair, name, token }
    }

    /// As it is kept.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("it is made of texts and numbers")
    }

    /// A choice that is kept.
    pub fn took(taken: &Taken, print: u32) -> Record {
        Record::Took {
            by: taken.who.by.0,
            seat: taken.who.seat.0,
            label: taken.label.clone(),
            print,
        }
    }

    /// A choice that is kept until all have chosen.
    pub fn given(taken: &Taken) -> Record {
        Record::Given {
            by: taken.who.by.0,
            seat: taken.who.seat.0,
            label: taken.label.clone(),
        }
    }
}

/// Who took what.
pub fn taken(by: u8, seat: u8, label: String) -> Taken {
    Taken::new(
        Chooser {
            seat: Seat(seat),
            by: Seat(by),
        },
        label,
    )
}
