//! `brink explain`: cards and their words in the language itself.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use itertools::Itertools;
use serde_json::{Value, json};

use crate::home::Home;
use crate::library::{sets_of, sorted};
use crate::{Failure, near, pager, plain, start};
use explain::entries;
use explain::names::{STAR, starred};
use explain::rulebook::{is_printed, once_called};
use rules::{EFFECT, FaceEntry, Library, Reading, SetFile, WordEntry, author_lines};
use text::{columns, wrapped};

/// Explain cards, sets and keywords.
#[derive(Args)]
pub struct Explain {
    /// A card (either face), a set id, a keyword, status, tally or dispute, or a card file; names
    /// may come from the files given
    #[arg(value_name = "CARD|SET|WORD|FILE", required_unless_present = "words")]
    names: Vec<String>,
    /// List all keywords, statuses, counters and tallies, with those of the files given
    #[arg(long)]
    words: bool,
    /// Print JSON (docs/language.md)
    #[arg(long)]
    json: bool,
    /// Also show disputed rules, and the other readings of each card
    #[arg(long)]
    disputes: bool,
}

/// The columns that a line of text takes at most.
const WIDTH: usize = 78;

impl Explain {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let (files, names): (Vec<String>, Vec<String>) = self
            .names
            .into_iter()
            .partition(|name| start::is_path(name));
        let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        // Of a folder its sets are shown once, whatever recipes mix them.
        let sets = |path: &PathBuf| match path.is_dir() {
            true => sets_of(path),
            false => Ok(vec![path.clone()]),
        };
        let sets = paths.iter().map(sets).collect::<Result<Vec<_>, _>>()?;
        let sets = sets.concat();
        let (paths, _) = sorted(&paths)?;
        let library = if paths.is_empty() {
            start::open(&[])?
        } else {
            start::open_instead(&paths)?
        };
        let book = Book {
            faces: library.face_entries(),
            words: library.word_entries(is_printed),
            texts: &library,
            disputes: self.disputes,
        };
        let mut shown = Vec::new();
        if self.words {
            if let Some(name) = names.first() {
                let name = start::typed(name);
                return Err(Failure::usage(
                    format!("`--words` lists all words, but `{name}` is no file"),
                    format!("give files or folders, or explain one word: `brink explain {name}`"),
                ));
            }
            shown.extend(book.declared());
        } else if names.is_empty() {
            let files = sets.iter().map(|path| path.to_string_lossy());
            files.for_each(|file| book.file(&file, &mut shown));
        } else {
            book.named(&names, &mut shown)?;
        }
        if self.json {
            let mut out = plain::json();
            writeln!(out, "{:#}", json(&shown))?;
            return Ok(out.flush()?);
        }
        let out = match self.words {
            true => listed(&shown),
            false => book.text(&shown),
        };
        pager::show(out.trim_start_matches('\n'), home.settings.pager.as_deref())
    }
}

/// What is shown, one after the other.
enum Shown<'b> {
    Set(&'b SetFile),
    Card(&'b FaceEntry),
    Word(&'b WordEntry),
    /// What the sign in texts of several players' choices means.
    Star,
}

/// The cards and words as one JSON value.
fn json(shown: &[Shown]) -> Value {
    let cards = shown.iter().filter_map(|shown| match shown {
        Shown::Card(face) => Some(entries::card(face)),
        _ => None,
    });
    let words = shown.iter().filter_map(|shown| match shown {
        Shown::Word(word) => Some(entries::word(word)),
        _ => None,
    });
    json!({"cards": cards.collect::<Vec<_>>(), "words": words.collect::<Vec<_>>()})
}

/// The sorts of words that texts use, each with its heading in a list.
const LISTED: [(&str, &str); 4] = [
    ("keyword", "Keywords"),
    ("status", "Statuses"),
    ("counter", "Counters"),
    ("tally", "Tallies"),
];

/// Each word with its form, its set and its meaning.
fn listed(shown: &[Shown]) -> String {
    let mut out = String::new();
    for (what, heading) in LISTED {
        let words = shown.iter().filter_map(|shown| match shown {
            Shown::Word(word) if word.what == what => Some(word),
            _ => None,
        });
        let words: Vec<_> = words.collect();
        if !words.is_empty() {
            out.push_str(&format!("\n{heading}\n"));
        }
        for word in words {
            let head = format!("{} ({})", word.usage, word.set);
            out.push_str(&wrapped(&head, "  ", "      ", WIDTH));
            out.push('\n');
            let Some(reading) = word.readings.first() else {
                continue;
            };
            let meaning = match reading.meaning.is_empty() {
                true => &reading.text,
                false => &reading.meaning,
            };
            for line in meaning {
                out.push_str(&wrapped(line, "      ", "        ", WIDTH));
                out.push('\n');
            }
        }
    }
    out
}

/// All that can be explained.
struct Book<'l> {
    texts: &'l Library,
    faces: Vec<FaceEntry>,
    words: Vec<WordEntry>,
    /// Show disputes and the other readings of texts, too.
    disputes: bool,
}

/// As people type it: in any case, with any apostrophe.
fn alike(name: &str) -> String {
    name.trim()
        .to_lowercase()
        .replace(['\u{2019}', '\u{2018}', '`'], "'")
}

impl Book<'_> {
    /// Several words may be one name.
    fn named<'b>(&'b self, names: &[String], out: &mut Vec<Shown<'b>>) -> Result<(), Failure> {
        if self.one(&names.join(" "), out) {
            return Ok(());
        }
        for name in names {
            if !self.one(name, out) {
                let known = self.faces.iter().map(|face| face.name.as_str());
                let known = known.chain(self.texts.sets().iter().map(|set| set.id.node.as_str()));
                let mut known: Vec<&str> = known
                    .chain(self.words.iter().map(|word| word.name.as_str()))
                    .collect();
                known.dedup();
                let name =
                    if names.len() > 1 && text::suggest(name, known.iter().copied()).is_none() {
                        names.join(" ")
                    } else {
                        name.clone()
                    };
                let help = match text::suggest(&name, known.iter().copied()) {
                    Some(_) => near(&name, known),
                    None => {
                        format!(
                            "name a set to see all of its cards and words: `{}`",
                            self.texts
                                .sets()
                                .iter()
                                .map(|set| set.id.node.as_str())
                                .join("`, `")
                        )
                    }
                };
                return Err(Failure::usage(
                    format!("no card, set or word is called `{name}`"),
                    help,
                ));
            }
        }
        Ok(())
    }

    /// All that is called so, if anything is.
    fn one<'b>(&'b self, name: &str, out: &mut Vec<Shown<'b>>) -> bool {
        let name = alike(name);
        let like = |other: &str| alike(other) == name;
        let once = once_called(&name);
        let called = |face: &&FaceEntry| {
            like(&face.name)
                || like(&format!("{}:{}", face.set, face.name))
                || face.rules.iter().any(|rule| once.contains(&rule.as_str()))
        };
        let faces: Vec<&FaceEntry> = self.faces.iter().filter(called).collect();
        out.extend(faces.iter().map(|face| Shown::Card(face)));
        let used = |word: &&WordEntry| {
            like(&word.name) || faces.iter().any(|face| face.words.contains(&word.name))
        };
        let mut words: Vec<&WordEntry> = self.words.iter().filter(used).collect();
        // The disputes that change what is shown.
        let shown = faces.iter().flat_map(|face| &face.readings);
        let shown = shown.chain(words.iter().flat_map(|word| &word.readings));
        let disputes: Vec<&String> = shown
            .flat_map(|reading| &reading.settled)
            .map(|(dispute, _)| dispute)
            .collect();
        let asked = self
            .words
            .iter()
            .filter(|word| disputes.contains(&&word.name));
        let asked: Vec<&WordEntry> = asked
            .filter(|word| self.disputes && !words.iter().any(|there| there.name == word.name))
            .collect();
        words.extend(asked);
        out.extend(words.iter().map(|word| Shown::Word(word)));
        let mut sentences = faces
            .iter()
            .flat_map(|face| &face.readings)
            .flat_map(|reading| &reading.text);
        if name == "star" || sentences.any(|told| starred(told)) {
            out.push(Shown::Star);
        }
        let set = self.texts.sets().iter().find(|set| like(&set.id.node));
        if let Some(set) = set {
            self.set(set, out);
        }
        !faces.is_empty() || !words.is_empty() || set.is_some() || name == "star"
    }

    /// The cards of a file, or of the sets that a recipe names.
    fn file<'b>(&'b self, file: &str, out: &mut Vec<Shown<'b>>) {
        let sets = self.texts.sets().iter();
        let mut shown = 0;
        for set in sets.clone().filter(|set| *set.source.name == *file) {
            self.set(set, out);
            shown += 1;
        }
        if shown == 0 {
            let recipe = self
                .texts
                .recipes()
                .iter()
                .find(|recipe| *recipe.source.name == *file);
            let named = recipe.map_or_else(Vec::new, |recipe| self.texts.sets_of(recipe));
            for set in sets.filter(|set| named.contains(&set.id.node)) {
                self.set(set, out);
            }
        }
    }

    fn set<'b>(&'b self, set: &'b SetFile, out: &mut Vec<Shown<'b>>) {
        let id = &set.id.node;
        out.push(Shown::Set(set));
        let cards = self.faces.iter().filter(|face| face.set == *id);
        out.extend(cards.map(Shown::Card));
        let names = set.keywords.iter().map(|keyword| &keyword.name.node);
        let names = names.chain(set.statuses.iter().map(|status| &status.name.node));
        let names = names.chain(set.tallies.iter().map(|tally| &tally.name.node));
        let names = names.chain(set.crisis.iter().map(|crisis| &crisis.name.node));
        let names = names.chain(set.disputes.iter().map(|dispute| &dispute.name.node));
        let declared: Vec<&String> = names.collect();
        let words = self.words.iter();
        let words = words.filter(|word| word.set == *id && declared.contains(&&word.name));
        let words = words.filter(|word| self.disputes || word.what != "dispute");
        out.extend(words.map(Shown::Word));
    }

    /// All words that texts use, sort by sort.
    fn declared(&self) -> impl Iterator<Item = Shown<'_>> {
        let of = |what| self.words.iter().filter(move |word| word.what == what);
        LISTED
            .into_iter()
            .flat_map(move |(what, _)| of(what))
            .map(Shown::Word)
    }

    fn text(&self, shown: &[Shown]) -> String {
        let mut out = String::new();
        for shown in shown {
            match shown {
                Shown::Set(set) => {
                    let wide = columns(&set.title).min(WIDTH);
                    let title = wrapped(&set.title, "", "", WIDTH);
                    out.push_str(&format!("\n{title}\n{}\n", "=".repeat(wide)));
                }
                Shown::Card(face) => self.card(face, &mut out),
                Shown::Word(word) => self.word(word, &mut out),
                Shown::Star => {
                    out.push('\n');
                    sentence(STAR, &mut out);
                }
            }
        }
        out
    }

    /// A face: what it is, what its author says, and what it does.
    fn card(&self, face: &FaceEntry, out: &mut String) {
        let others = match face.others.as_slice() {
            [] => String::new(),
            others => format!(", on a card with {}", others.join(", ")),
        };
        let what = entries::kind(face);
        headed(&face.name, &format!("{what} of {}{others}", face.set), out);
        let says = author_lines(face.says.as_deref());
        says.iter().for_each(|line| sentence(line, out));
        let indent = match says.is_empty() {
            true => "",
            false => {
                sentence(EFFECT, out);
                "  "
            }
        };
        self.readings(&face.readings, indent, out);
        cited(&face.rules, out);
    }

    fn word(&self, word: &WordEntry, out: &mut String) {
        headed(&word.usage, word.what, out);
        self.readings(&word.readings, "", out);
        cited(&word.rules, out);
    }

    /// The default reading of a text; all others where disputes are asked for, else their names.
    fn readings(&self, readings: &[Reading], indent: &str, out: &mut String) {
        let shown = if self.disputes { readings.len() } else { 1 };
        for reading in readings.iter().take(shown) {
            let settled = reading
                .settled
                .iter()
                .map(|(dispute, value)| format!("`{dispute}` is `{value}`"))
                .join(" and ");
            if !settled.is_empty() {
                sentence(&format!("{indent}If {settled}:"), out);
            }
            if reading.meaning.is_empty() && reading.text.is_empty() {
                sentence("It has no text.", out);
            }
            let indent = if settled.is_empty() {
                indent
            } else {
                &format!("{indent}  ")
            };
            for meaning in &reading.meaning {
                sentence(&format!("{indent}{meaning}"), out);
            }
            // The text is not wrapped: it can be copied into a file as it stands.
            for line in &reading.text {
                out.push_str(&format!("  {indent}{line}\n"));
            }
        }
        let others = readings
            .iter()
            .skip(shown)
            .flat_map(|reading| &reading.settled);
        let others = others
            .map(|(dispute, _)| format!("`{dispute}`"))
            .unique()
            .join(", ");
        if !others.is_empty() {
            sentence(
                &format!("Disputed: {others} (`--disputes` shows the other reading)."),
                out,
            );
        }
    }
}

fn headed(name: &str, what: &str, out: &mut String) {
    out.push_str(&format!(
        "\n{}\n",
        wrapped(&format!("{name} ({what})"), "", "    ", WIDTH)
    ));
}

fn cited(rules: &[String], out: &mut String) {
    if !rules.is_empty() {
        sentence(&format!("[{}]", rules.join(", ")), out);
    }
}

/// A sentence on lines of its own, indented; what is inside a list stays there.
fn sentence(told: &str, out: &mut String) {
    let text = told.trim_start();
    let indent = " ".repeat(2 + told.len() - text.len());
    out.push_str(&wrapped(text, &indent, &format!("{indent}  "), WIDTH));
    out.push('\n');
}
