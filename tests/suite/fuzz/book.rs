//! Games of the book of fan cards: some of its sets, or all, beside one of the printed sets or both.

use std::sync::Arc;

use brink::engine::Script;
use brink::rules::{Card, Library, Report, Settings};
use brink::text::Source;

use super::dice::Dice;
use crate::support::texts::toml_files;

/// The sets of the book, each a file that is sound by itself.
pub struct Book {
    sets: Vec<(String, Source)>,
    /// Whether it holds victory cards.
    victories: Vec<Option<String>>,
}

/// Which sets are mixed, and how they are played.
pub struct Mix {
    recipe: String,
    files: Vec<Source>,
    pub players: u8,
    pub seed: u64,
}

/// Victory cards of the printed sets.
const PRINTED: [(&str, &str); 3] = [
    ("1961", "Moon Lander"),
    ("1971", "Woodstock"),
    ("1971", "Raven Rock"),
];

const TALLIES: [(&str, &str); 2] = [("1961", "\"embassies\""), ("1971", "\"reforms\"")];

impl Book {
    pub fn read() -> Book {
        let mut book = Book {
            sets: Vec::new(),
            victories: Vec::new(),
        };
        let sets = toml_files("tests/cards/book")
            .into_iter()
            .filter(|path| !path.to_string_lossy().ends_with("-game.toml"));
        for path in sets {
            let text = std::fs::read_to_string(&path).expect("the file is there");
            let source = Source::new(path.display().to_string(), text);
            // Some contradict themselves, and are there to be refused.
            let Ok(library) = Library::with(vec![source.clone()]) else {
                continue;
            };
            let Some(set) = library
                .sets()
                .last()
                .filter(|set| set.id.node.starts_with('d'))
            else {
                continue;
            };
            let front = set.cards.iter().find_map(|card| match card {
                Card::Victory { front, .. } => Some(front.node.clone()),
                Card::Deck { .. } => None,
            });
            book.victories.push(front);
            book.sets.push((set.id.node.clone(), source));
        }
        book
    }

    /// Some of the sets; in one case of eight all of them.
    pub fn mix(&self, dice: &mut Dice<'_>) -> Mix {
        let printed: &[&str] = [&["1961"][..], &["1971"], &["1961", "1971"]][dice.below(3)];
        let all = dice.one_in(8);
        let few = 1 + dice.below(8);
        let chosen: Vec<usize> = (0..self.sets.len())
            .filter(|_| all || dice.below(self.sets.len()) < few)
            .collect();
        let ids = printed
            .iter()
            .copied()
            .chain(chosen.iter().map(|set| self.sets[*set].0.as_str()));
        let sets: Vec<String> = ids.map(|id| format!("{id:?}")).collect();
        let own = chosen
            .iter()
            .filter_map(|set| self.victories[*set].as_deref());
        let fronts = PRINTED
            .iter()
            .filter(|(set, _)| printed.contains(set))
            .map(|(_, front)| *front)
            .chain(own);
        let victories: Vec<String> = fronts
            .map(|front| format!("{{ kind = {front:?}, copies = 6 }}"))
            .collect();
        let tallies: Vec<&str> = TALLIES
            .iter()
            .filter(|(set, _)| printed.contains(set))
            .map(|(_, tally)| *tally)
            .collect();
        let copies = if all { 3 } else { [3, 6, 9][dice.below(3)] };
        let hand = 1 + dice.below(4);
        let shields = dice.below(3).min(hand);
        let recipe = format!(
            "id = \"book-mix\"\ntitle = \"A mix of the book\"\nsets = [{}]\ncopies = {copies}\nvictory = \"random\"\n\
             victory-cards = [{}]\nhand = {hand}\nshields = {shields}\nsecond-of-two-extra = 1\ntallies = [{}]\n",
            sets.join(", "),
            victories.join(", "),
            tallies.join(", "),
        );
        let mut files: Vec<Source> = chosen.iter().map(|set| self.sets[*set].1.clone()).collect();
        files.push(Source::new("book-mix.toml", recipe.clone()));
        Mix {
            recipe,
            files,
            players: 2 + dice.below(5) as u8,
            seed: dice.word(),
        }
    }
}

impl Mix {
    pub fn script(&self) -> Result<Arc<Script>, Report> {
        let settings = Settings {
            disputes: Vec::new(),
            kinds: Vec::new(),
        };
        Ok(Arc::new(Script::new(
            Library::with(self.files.clone())?.compile("book-mix", &settings)?,
        )))
    }

    pub fn shown(&self) -> String {
        format!(
            "--- book-mix.toml\n{}\n--- {} players, seed {}\n",
            self.recipe, self.players, self.seed
        )
    }
}
