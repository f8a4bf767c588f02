//! What there is to say of the cards and words of a library.

use explain::rulebook::{find, is_printed, rulebook};
use rules::{FaceEntry, Library, Reading, WordEntry, author_lines};

use super::occurrences::Kind;

/// The cards and words of a library, as `brink explain` has them.
#[derive(Debug, Default)]
pub struct Book {
    faces: Vec<FaceEntry>,
    words: Vec<WordEntry>,
    /// Ids and titles.
    sets: Vec<(String, String)>,
    recipes: Vec<(String, String)>,
}

impl Book {
    pub fn of(library: &Library) -> Book {
        let sets = library.sets().iter();
        let recipes = library.recipes().iter();
        Book {
            faces: library.face_entries(),
            words: library.word_entries(is_printed),
            sets: sets
                .map(|set| (set.id.node.clone(), set.title.clone()))
                .collect(),
            recipes: recipes
                .map(|recipe| (recipe.id.node.clone(), recipe.title.clone()))
                .collect(),
        }
    }

    /// All of a kind, each with what it is.
    pub fn names(&self, kind: Kind) -> Vec<(String, String)> {
        match kind {
            Kind::Face => {
                let what = |face: &FaceEntry| format!("{} of {}", sort(face), face.set);
                let faces = self.faces.iter();
                faces.map(|face| (face.name.clone(), what(face))).collect()
            }
            Kind::Set => self.sets.clone(),
            Kind::Recipe => self.recipes.clone(),
            Kind::Rule => {
                let rules = rulebook().iter();
                rules
                    .map(|rule| (rule.id.clone(), rule.section.clone()))
                    .collect()
            }
            _ => {
                let words = self.words.iter().filter(|word| word.what == kind.word());
                let what = |word: &WordEntry| match word.usage == word.name {
                    true => format!("{} of {}", word.what, word.set),
                    false => word.usage.clone(),
                };
                words.map(|word| (word.name.clone(), what(word))).collect()
            }
        }
    }

    /// It has that.
    pub fn has(&self, kind: Kind, name: &str) -> bool {
        self.names(kind).iter().any(|(known, _)| known == name)
    }

    /// What there is to say of it, in Markdown; nothing where it is not known.
    pub fn explanation(&self, kind: Kind, name: &str) -> Option<String> {
        let mut said: Vec<String> = Vec::new();
        match kind {
            Kind::Face => {
                let faces = self.faces.iter().filter(|face| face.name == name);
                said.extend(faces.map(explained));
            }
            Kind::Set | Kind::Recipe => {
                let all = self.names(kind);
                let titled = all.iter().filter(|(id, _)| id == name);
                said.extend(titled.map(|(_, title)| format!("**{title}** ({})", kind.word())));
            }
            Kind::Rule => {
                let found = find(rulebook(), name).into_iter();
                let rules = found.filter(|rule| rule.id == name);
                said.extend(rules.map(|rule| format!("**{}**: {}", rule.id, rule.text)));
            }
            _ => {
                let words = self.words.iter();
                let words = words.filter(|word| word.what == kind.word() && word.name == name);
                said.extend(words.map(|word| {
                    let head = format!("**{}** ({} of {})", word.usage, word.what, word.set);
                    with_readings(head, &word.readings, &word.rules)
                }));
            }
        }
        (!said.is_empty()).then(|| said.join("\n\n---\n\n"))
    }
}

fn sort(face: &FaceEntry) -> &'static str {
    match (face.victory, face.building) {
        (true, _) => "victory card",
        (false, true) => "building",
        (false, false) => "action",
    }
}

fn explained(face: &FaceEntry) -> String {
    let others = match face.others.as_slice() {
        [] => String::new(),
        others => format!(", on a card with {}", others.join(", ")),
    };
    let mut head = format!("**{}** ({} of {}{others})", face.name, sort(face), face.set);
    for line in author_lines(face.says.as_deref()) {
        head.push_str("\n\n");
        head.push_str(&line);
    }
    with_readings(head, &face.readings, &face.rules)
}

/// The default reading; of the others only what they hang on.
fn with_readings(mut said: String, readings: &[Reading], rules: &[String]) -> String {
    let add = |said: &mut String, more: &str| {
        said.push_str("\n\n");
        said.push_str(more);
    };
    if let Some(printed) = readings.first() {
        for meaning in &printed.meaning {
            // Lines of a list follow each other.
            let list = meaning.trim_start().starts_with("- ");
            said.push_str(if list { "\n" } else { "\n\n" });
            said.push_str(meaning.trim_start());
        }
        if !printed.text.is_empty() {
            add(&mut said, &format!("```\n{}\n```", printed.text.join("\n")));
        }
    }
    let others = readings.iter().skip(1).flat_map(|reading| &reading.settled);
    let mut disputes: Vec<String> = others.map(|(dispute, _)| format!("`{dispute}`")).collect();
    disputes.sort();
    disputes.dedup();
    if !disputes.is_empty() {
        add(&mut said, &format!("Disputed: {}.", disputes.join(", ")));
    }
    if !rules.is_empty() {
        add(&mut said, &format!("[{}]", rules.join(", ")));
    }
    said
}
