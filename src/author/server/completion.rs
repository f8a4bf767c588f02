//! What fits at the cursor: words of the language and of the files, sections, keys and values.

use std::collections::BTreeMap;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionResponse, TextEdit,
};

use super::book::Book;
use super::occurrences::Kind;
use super::place::{Place, place};
use super::position::Encoding;
use super::symbols::Symbols;
use lang::expected;
use rules::Warning;
use text::{Source, Span};

/// What is known besides the file itself.
pub struct Known<'k> {
    /// The files of the folder.
    pub files: Vec<&'k Symbols>,
    pub book: &'k Book,
}

/// So many are offered at most.
const MOST: usize = 2_000;

pub fn completion(
    source: &Source,
    at: usize,
    known: &Known,
    encoding: Encoding,
) -> CompletionResponse {
    let place = place(&source.text, at);
    let (word, mut all) = match &place {
        Place::Nowhere => (Span::new(at, at), Offers::default()),
        Place::Header {
            before,
            word,
            quoted,
        } => (*word, known.headers(before, *quoted)),
        Place::Key { section, word } => (*word, known.keys(section)),
        Place::Value {
            section,
            key,
            word,
            quoted,
        } => (*word, known.values(section, key, *quoted)),
        Place::Text { is_cond, before } => {
            let written = &source.text[before.start..before.end];
            let (start, all) = known.in_text(written, *is_cond);
            (Span::new(before.start + start, at), all)
        }
    };
    let range = encoding.range(source, word);
    let taken = std::mem::take(&mut all.0).into_iter().take(MOST);
    let items = taken.map(|(label, offer)| CompletionItem {
        text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit {
            range,
            new_text: offer.text.unwrap_or_else(|| label.clone()),
        })),
        label,
        kind: Some(offer.kind),
        detail: offer.detail,
        ..CompletionItem::default()
    });
    CompletionResponse::CompletionItemList(items.collect())
}

/// What is offered, by its label.
#[derive(Default)]
struct Offers(BTreeMap<String, Offer>);

struct Offer {
    kind: CompletionItemKind,
    detail: Option<String>,
    /// What is written, where it is not the label.
    text: Option<String>,
}

impl Offers {
    fn add(&mut self, label: impl Into<String>, kind: CompletionItemKind, detail: Option<String>) {
        self.0.entry(label.into()).or_insert(Offer {
            kind,
            detail,
            text: None,
        });
    }

    /// What is written in quotes, unless there are some.
    fn string(&mut self, label: &str, quoted: bool, detail: Option<String>) {
        let text = (!quoted).then(|| format!("\"{label}\""));
        let kind = CompletionItemKind::Value;
        self.0
            .entry(label.to_string())
            .or_insert(Offer { kind, detail, text });
    }
}

/// Words before which something has a status.
const IS: [&str; 3] = ["is", "are", "not"];
/// Words before which counters may be named.
const AMOUNTS: [&str; 5] = ["a", "all", "no", "more", "fewer"];
/// Words before which causes are named.
const CAUSES: [&str; 3] = ["by", "or", ","];

impl Known<'_> {
    /// Names of a kind, with what is said of each.
    fn names(&self, kind: Kind) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        let files = self.files.iter().flat_map(|file| &file.occurrences);
        for one in files.filter(|one| one.kind == kind && (one.defines || kind == Kind::Rule)) {
            all.insert(one.name.clone(), kind.word().to_string());
        }
        all.extend(self.book.names(kind));
        all
    }

    fn add(&self, kind: Kind, item: CompletionItemKind, offers: &mut Offers) {
        for (name, detail) in self.names(kind) {
            offers.add(name, item, Some(detail));
        }
    }

    fn strings(&self, kind: Kind, quoted: bool, offers: &mut Offers) {
        for (name, detail) in self.names(kind) {
            offers.string(&name, quoted, Some(detail));
        }
    }

    /// Sections, or the names of those that cards lack.
    fn headers(&self, before: &[String], quoted: bool) -> Offers {
        let mut offers = Offers::default();
        match before {
            [] => {
                let known = &rules::keys()["set file"];
                let plain = ["id", "title", "language", "extends", "without", "uses"];
                for section in known.iter().filter(|key| !plain.contains(&key.as_str())) {
                    offers.add(section, CompletionItemKind::Module, None);
                }
                offers.add("ruling", CompletionItemKind::Module, None);
            }
            [section] if section == "building" || section == "action" => {
                let files = self.files.iter().flat_map(|file| &file.occurrences);
                let named = files.filter(|one| one.kind == Kind::Face && !one.defines);
                let lacks = |name: &str| {
                    let mut files = self.files.iter();
                    !files.any(|file| file.declares(Kind::Face, name))
                };
                for one in named.filter(|one| lacks(&one.name)) {
                    offers.string(&one.name, quoted, Some("card without a section".into()));
                }
            }
            [section, _] if section != "rule" => {
                offers.add("instead", CompletionItemKind::Module, None);
            }
            _ => {}
        }
        offers
    }

    fn keys(&self, section: &[String]) -> Offers {
        let mut offers = Offers::default();
        let table = match section {
            [] => match self.files.first().is_some_and(|file| file.is_recipe) {
                true => "recipe",
                false => "set file",
            },
            [ruling] if ruling == "ruling" => {
                let keys = RULING.iter();
                keys.for_each(|key| offers.add(*key, CompletionItemKind::Field, None));
                return offers;
            }
            [.., last] if last == "instead" => "instead",
            [first, ..] => first,
        };
        let keys = rules::keys().get(table).into_iter().flatten();
        let value = section.is_empty() && table == "set file";
        // Sections begin with `[`.
        let plain = |key: &&String| !value || !rules::keys().contains_key(key.as_str());
        keys.filter(plain)
            .for_each(|key| offers.add(key, CompletionItemKind::Field, None));
        offers
    }

    fn values(&self, section: &[String], key: &str, quoted: bool) -> Offers {
        let mut offers = Offers::default();
        let first = section.first().map(String::as_str);
        let words: &[&str] = match key {
            "of" => &["players", "buildings"],
            "on" => &["cards", "buildings", "players"],
            "victory" => &["same", "random"],
            "allow" => {
                for warning in Warning::ALL {
                    let label = format!("{}: WHY", warning.name());
                    offers.string(&label, quoted, Some(warning.meaning().to_string()));
                }
                &[]
            }
            _ => &[],
        };
        words
            .iter()
            .for_each(|word| offers.string(word, quoted, None));
        let kind = match key {
            "building" | "action" | "front" | "back" | "without" | "kinds" | "kind"
            | "victory-cards" | "copies-of" => Some(Kind::Face),
            "sets" | "uses" => Some(Kind::Set),
            "extends" if self.files.first().is_some_and(|file| file.is_recipe) => {
                Some(Kind::Recipe)
            }
            "extends" => Some(Kind::Set),
            "tallies" => Some(Kind::Tally),
            "rules" => Some(Kind::Rule),
            "game" if first == Some("ruling") => Some(Kind::Recipe),
            "if" | "disputes" => Some(Kind::Dispute),
            _ => None,
        };
        match kind {
            Some(Kind::Dispute) => self.add(Kind::Dispute, CompletionItemKind::Enum, &mut offers),
            Some(kind) => self.strings(kind, quoted, &mut offers),
            None => {}
        }
        offers
    }

    /// Where the word begins that is being written, and what may stand there.
    fn in_text(&self, written: &str, is_cond: bool) -> (usize, Offers) {
        let mut offers = Offers::default();
        let line = written.rfind('\n').map_or(0, |end| end + 1);
        let said = &written[line..];
        if said.matches('"').count() % 2 == 1 {
            let start = line + said.rfind('"').map_or(0, |quote| quote + 1);
            self.strings(Kind::Face, true, &mut offers);
            let asks = ["if", "while", "and", "or", "not", "that"];
            let before = said[..start - line - 1].split_whitespace().next_back();
            let before = before.map(str::to_lowercase);
            if before.is_none_or(|word| asks.contains(&word.as_str())) {
                self.strings(Kind::Dispute, true, &mut offers);
            }
            return (start, offers);
        }
        if said.contains('#') {
            return (written.len(), offers);
        }
        let letter = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '_';
        let head = written.trim_end_matches(letter);
        let fits = expected(head, is_cond);
        for words in &fits.words {
            offers.add(words, CompletionItemKind::Keyword, None);
        }
        if fits.quoted {
            for (name, detail) in self.names(Kind::Face) {
                offers.string(&name, false, Some(detail));
            }
        }
        if fits.name {
            let lower = head.to_lowercase();
            let words: Vec<&str> = lower
                .split_inclusive([' ', '\n', ','])
                .map(str::trim)
                .filter(|word| !word.is_empty())
                .collect();
            let last = words.last().copied().unwrap_or_default();
            let is_amount = |word: &str| {
                AMOUNTS.contains(&word) || word.bytes().all(|sign| sign.is_ascii_digit())
            };
            let tally = words.iter().rev().take(3).any(|word| *word == "as")
                && words
                    .iter()
                    .rev()
                    .take(4)
                    .any(|word| word.starts_with("count"));
            if fits.statement || CAUSES.contains(&last) || last.ends_with(',') {
                self.add(Kind::Keyword, CompletionItemKind::Function, &mut offers);
            }
            if IS.contains(&last) {
                self.add(Kind::Status, CompletionItemKind::Property, &mut offers);
            }
            if tally {
                self.add(Kind::Tally, CompletionItemKind::Constant, &mut offers);
            } else if !last.is_empty() && is_amount(last) || lower.ends_with("number of ") {
                self.add(Kind::Counter, CompletionItemKind::Unit, &mut offers);
            }
            if !fits.statement {
                let given = given_names(&lower);
                given.for_each(|name| offers.add(name, CompletionItemKind::Variable, None));
            }
        } else if lower_ends_counting(head) {
            // A tally may be any word, so that no name is asked for.
            self.add(Kind::Tally, CompletionItemKind::Constant, &mut offers);
        }
        (head.len(), offers)
    }
}

/// `counts as `, `count as 2 `
fn lower_ends_counting(head: &str) -> bool {
    let head = head.to_lowercase();
    let head = head.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == ' ');
    ["counts as", "count as", "counts as a", "count as a"]
        .iter()
        .any(|end| head.ends_with(end))
}

/// The names that a text gives: `choose a building as spot`, `let prey be it`, `(victim: player)`.
fn given_names(text: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut names: Vec<&str> = words
        .windows(2)
        .filter(|pair| ["as", "let"].contains(&pair[0]))
        .map(|pair| pair[1].trim_end_matches(|sign: char| !sign.is_alphanumeric()))
        .collect();
    let parameters = text.split('(').skip(1);
    names.extend(parameters.filter_map(|rest| Some(rest.split_once(':')?.0.trim())));
    names.into_iter().filter(|name| {
        !name.is_empty() && !name.contains(' ') && !["a", "if", "one"].contains(name)
    })
}

/// The keys of a ruling.
const RULING: [&str; 17] = [
    "id",
    "title",
    "rules",
    "game",
    "kinds",
    "disputes",
    "position",
    "moves",
    "expect.position",
    "expect.asked",
    "expect.options",
    "expect.not_options",
    "expect.winner",
    "expect.draw",
    "expect.report",
    "expect.told",
    "expect.view",
];
