//! Games with as many kinds and cards as a test asks for.

use std::fmt::Write;
use std::sync::Arc;

use brink::engine::Script;
use brink::rules::{Library, Report, Settings};
use brink::text::Source;

/// A game of numbered kinds: the building `Hut 3` is the action `Act 3` on its other side.
pub struct Large<'a> {
    pub kinds: usize,
    pub copies: usize,
    /// Victory cards, all alike.
    pub victories: usize,
    /// Texts of the buildings, over and over.
    pub buildings: &'a [&'a str],
    /// Texts of the actions, over and over.
    pub actions: &'a [&'a str],
    /// Whatever else is in the set.
    pub more: &'a str,
}

impl Default for Large<'_> {
    fn default() -> Self {
        Large {
            kinds: 38,
            copies: 13,
            victories: 6,
            buildings: &[
                "Once a turn: draw a card.",
                "Use: pay the top of this. Put a card from your hand face down on a building.",
                "Neighbours of this except \"Hut 0\" are disabled.",
                "When destroyed by anything, draw a card.",
                "Use at the start of your turn: swap this with a building in your hand.",
                "Raise your starred numbers by the number of cards on this.",
            ],
            actions: &[
                "Draw 3* cards.",
                "Choose a player as friend. Give a card to friend.",
                "Flip a target top. Play it.",
                "Choose a target building. At once: discard the top of it, then put this face up on it.\n\
                 While this is face up, the building under this is disabled.",
                "Destroy a target top.",
                "For each of your buildings: put the first of cards in your hand face down on it.",
            ],
            more: "",
        }
    }
}

/// The name of a kind's building.
pub fn building(kind: usize) -> String {
    format!("Hut {kind}")
}

/// The name of a kind's action.
pub fn action(kind: usize) -> String {
    format!("Act {kind}")
}

impl Large<'_> {
    /// The set and the recipe.
    pub fn files(&self) -> Vec<Source> {
        let mut set = "id = \"huts\"\ntitle = \"Huts\"\nlanguage = 2\n".to_string();
        for kind in 0..self.kinds {
            writeln!(
                set,
                "[[card]]\nbuilding = \"{}\"\naction = \"{}\"",
                building(kind),
                action(kind)
            )
            .expect("writing to a string cannot fail");
        }
        set += "[[victory]]\nfront = \"Castle\"\n[building.\"Castle\"]\ntext = ''\n";
        for kind in 0..self.kinds {
            let text = self.buildings[kind % self.buildings.len()];
            writeln!(
                set,
                "[building.\"{}\"]\ntext = '''\n{text}\n'''",
                building(kind)
            )
            .expect("writing to a string cannot fail");
            let text = self.actions[kind % self.actions.len()];
            writeln!(
                set,
                "[action.\"{}\"]\ntext = '''\n{text}\n'''",
                action(kind)
            )
            .expect("writing to a string cannot fail");
        }
        set += self.more;
        let recipe = format!(
            "id = \"many-huts\"\ntitle = \"Many huts\"\nsets = [\"huts\"]\ncopies = {}\nvictory = \"same\"\n\
             victory-cards = [{{ kind = \"Castle\", copies = {} }}]\nhand = 3\nshields = 1\n",
            self.copies, self.victories
        );
        vec![
            Source::new("huts.toml", set.as_str()),
            Source::new("many-huts.toml", recipe.as_str()),
        ]
    }

    /// The files, checked.
    pub fn library(&self) -> Result<Library, Report> {
        Library::parse(self.files())
    }

    /// The game, which is sound.
    pub fn script(&self) -> Arc<Script> {
        let library = self.library().unwrap_or_else(|report| {
            panic!(
                "{:?}",
                report
                    .faults
                    .iter()
                    .map(|fault| fault.to_string())
                    .collect::<Vec<_>>()
            )
        });
        let rules = library
            .compile("many-huts", &Settings::default())
            .expect("the recipe is sound");
        Arc::new(Script::new(rules))
    }
}
