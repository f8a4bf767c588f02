//! How a game was made: what it is played by, and what chance hangs on. None of it changes later.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::own_cards;
use crate::wire::ChatMode;
use engine::Script;
use rules::{Library, Report, Settings};
use session::seating::Given;
use text::Source;

/// See the top of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// The program that made it.
    pub version: String,
    pub recipe: String,
    pub players: u8,
    /// Those that are not as the recipe has them.
    pub disputes: Vec<(String, String)>,
    /// Of a draft: the kinds that were drawn.
    pub kinds: Vec<String>,
    pub first: First,
    pub chat: ChatMode,
    /// Never told to anybody before the game is over.
    pub seed: u64,
    /// What opens an open chair, and what lets people look on: whoever has a seat may pass them on.
    pub join: String,
    pub watch: String,
    /// The position that it begins with; it is dealt where there is none.
    pub position: Option<String>,
}

/// How the first player is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    #[default]
    Contest,
    Random,
    Me,
}

impl Setup {
    /// The rules of the game, of these cards.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn script(&self, cards: Vec<Source>) -> Result<Arc<Script>, Report> {
        let settings = Settings {
            disputes: self.disputes.clone(),
            kinds: self.kinds.clone(),
        };
        // A game carries its cards: those of the program may be other ones by now.
        let same = |script: &Arc<Script>| {
            let own = script
                .rules
                .files
                .iter()
                .map(|file| (&file.name, &file.text));
            own.eq(cards.iter().map(|file| (&file.name, &file.text)))
        };
        if let Some(script) = own_cards::script(&self.recipe, &settings).ok().filter(same) {
            return Ok(script);
        }
        let rules = Library::of_texts(cards)?.compile(&self.recipe, &settings)?;
        Ok(Arc::new(Script::new(rules)))
    }

    /// The position that it begins with.
    ///
    /// # Errors
    /// The first thing that is wrong with it, as a sentence.
    pub fn given(&self, script: &Script) -> Result<Option<Arc<Given>>, String> {
        let Some(text) = &self.position else {
            return Ok(None);
        };
        let given = Given::read(text, &script.rules).map_err(|faults| {
            faults
                .first()
                .map_or_else(String::new, |fault| fault.reason.clone())
        })?;
        match given.setup.nations.len() == usize::from(self.players) {
            true => Ok(Some(Arc::new(given))),
            false => Err(format!(
                "the position is not one of {} players",
                self.players
            )),
        }
    }
}
