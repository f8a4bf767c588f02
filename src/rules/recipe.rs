//! Recipe files: which cards make a game, and how it begins.

use toml::de::{DeTable, DeValue};

use super::error::Report;
use super::ir::VictoryDeal;
use super::ir::weights::Weights;
use super::sources::{identity, is_path, path_beside, unknown_file};
use super::table::{Entry, Reader, Table, span_of};
use super::warning::{Warning, allowed};
use super::weights;
use lang::ast::Word;
use text::{Source, Span, Spanned};

/// The most players of a game, so the fewest victory cards.
pub(super) const PLAYERS: usize = 6;

/// A recipe file, parsed, not yet checked.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The file.
    pub source: Source,
    /// What it is called by in files and commands.
    pub id: Word,
    /// What people read.
    pub title: String,
    /// Ids of sets, or paths of set files beside the recipe that names them.
    pub sets: Vec<Word>,
    /// The file that names them: that of the recipe, or of one that it extends.
    pub(super) named_in: Source,
    /// The same of its tallies.
    pub(super) tallies_in: Source,
    /// The files of the recipes that it extends, the next one first.
    pub(super) bases: Vec<Source>,
    /// So many recipes extend each other, up to this one.
    pub(super) length: usize,
    /// What the deck is made of.
    pub kinds: Kinds,
    /// Of each deck kind, unless it says otherwise itself.
    pub copies: u8,
    /// Kinds of which there are more or fewer, by one of their faces.
    pub copies_of: Vec<(Word, u8)>,
    /// How victory cards are dealt.
    pub victory: VictoryDeal,
    /// `None`: all that the sets have.
    pub victory_cards: Option<Vec<Pick>>,
    /// So many cards are dealt to each.
    pub hand: u8,
    /// Where it says so, if it does.
    pub(super) dealt: Option<Span>,
    /// So many of them are put on the victory card at once.
    pub shields: u8,
    /// So many more are dealt to the second of two players.
    pub second_of_two_extra: u8,
    /// So many cards are drawn as a turn begins.
    pub draws: u8,
    /// So many cards may be played in a turn.
    pub plays: u8,
    /// The tallies by which one can win.
    pub tallies: Vec<Word>,
    /// Disputes that this recipe settles.
    pub disputes: Vec<(Word, Word)>,
    /// What bots judge its tables by; `None`: what suits any game.
    pub weights: Option<Weights>,
    /// Warnings that it does not want to be told.
    pub(super) allows: Vec<Spanned<Warning>>,
}

impl Recipe {
    /// They are not those of a recipe that it extends.
    pub(super) fn names_its_sets(&self) -> bool {
        self.named_in.name == self.source.name
    }

    /// Where faults of the recipe as a whole are shown.
    pub(super) fn place(&self) -> Span {
        self.id.span
    }
}

/// Which of its sets' deck kinds a recipe takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kinds {
    /// All kinds of the sets.
    All,
    /// These kinds alone.
    Named(Vec<Pick>),
    /// So many, drawn at random or named.
    Draw(Spanned<usize>),
}

/// A kind, by the name of one of its faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// One of its faces.
    pub name: Word,
    /// So many copies; `None`: as many as of the others.
    pub copies: Option<u8>,
}

/// A file with one of these keys is a recipe.
const OWN_KEYS: [&str; 12] = [
    "sets",
    "kinds",
    "copies",
    "copies-of",
    "victory-cards",
    "hand",
    "shields",
    "second-of-two-extra",
    "draws",
    "plays",
    "tallies",
    "disputes",
];

/// Whether a file is a recipe rather than a set.
#[doc(hidden)]
pub fn is_recipe(document: &DeTable) -> bool {
    let deals = document
        .get("victory")
        .is_some_and(|victory| victory.get_ref().is_str());
    let learned = document.contains_key("extends") && document.contains_key("weights");
    deals || learned || OWN_KEYS.iter().any(|key| document.contains_key(*key))
}

/// What a recipe extends: the id of another one, or its file.
pub(super) fn extended(document: &DeTable) -> Option<Word> {
    let value = document.get("extends")?;
    Some(Spanned::new(
        value.get_ref().as_str()?.to_string(),
        span_of(value),
    ))
}

/// Whether a text is the recipe of that id.
pub(super) fn is_called(text: &str, id: &str) -> bool {
    text.contains(id) && id_of(text).is_some_and(|own| own == id)
}

/// The id of a text that is a recipe.
pub(super) fn id_of(text: &str) -> Option<String> {
    let (document, _) = DeTable::parse_recoverable(text);
    let document = document.get_ref();
    let id = document.get("id").filter(|_| is_recipe(document))?;
    id.get_ref().as_str().map(str::to_string)
}

/// Reads a recipe; `None` when something needed is missing.
///
/// One that extends another of those that are known has from there what it does not say itself.
pub(super) fn read(
    source: &Source,
    document: &toml::Spanned<DeTable>,
    known: &[Recipe],
    report: &mut Report,
) -> Option<Recipe> {
    let reader = Reader::new(source);
    let recipe = fields(
        &reader,
        Table::of_file(&reader, "a recipe", document),
        known,
    );
    reader.finish(report);
    recipe
}

fn fields(reader: &Reader, mut table: Table, known: &[Recipe]) -> Option<Recipe> {
    let id = table.needed_string("id");
    let title = table.needed_string("title");
    let extends = table.string("extends");
    let base = extends.as_ref().and_then(|word| base(reader, word, known));
    // Without a base nothing is known of what it would have from there.
    let alone = extends.is_none();
    let entry = table.take("sets");
    let sets = entry.as_ref().map(Entry::strings);
    if sets.as_ref().map_or(alone, Vec::is_empty) {
        table.missing("sets");
    }
    let (sets, named_in) = match base.filter(|_| sets.is_none()) {
        Some(base) => (base.sets.clone(), base.named_in.clone()),
        None => (sets.unwrap_or_default(), reader.source.clone()),
    };
    let all = base.map_or(Kinds::All, |base| base.kinds.clone());
    let kinds = field(&mut table, "kinds", Some(all), kinds);
    let copies = needed(&mut table, "copies", 1, base.map(|base| base.copies));
    let mut copies_of = base.map_or_else(Vec::new, |base| base.copies_of.clone());
    if let Some(entry) = table.take("copies-of")
        && let Some(kinds) = entry.entries()
    {
        for kind in entry.bounded(kinds) {
            if let Some(copies) = kind.number(0) {
                set(&mut copies_of, kind.key, copies);
            }
        }
    }
    let victory = match table.take("victory") {
        Some(entry) => deal(&entry),
        None => {
            if base.is_none() && alone {
                table.missing("victory");
            }
            base.map(|base| base.victory)
        }
    };
    let cards = base.and_then(|base| base.victory_cards.clone());
    let victory_cards = field(&mut table, "victory-cards", Some(cards), |entry| {
        picks(entry).map(Some)
    });
    let dealt = table.find("hand").map(Entry::place);
    let put = table.find("shields").map(Entry::place);
    let place = put.or(dealt).unwrap_or_else(|| table.place_of("hand"));
    let hand = needed(&mut table, "hand", 0, base.map(|base| base.hand));
    let shields = needed(&mut table, "shields", 0, base.map(|base| base.shields));
    if let (Some(hand), Some(shields)) = (hand, shields) {
        let bound = ("shields of one hand", shields.into(), hand.into());
        reader.at_most(place, bound);
    }
    let number = |entry: &Entry| entry.number(0);
    let extra = base.map(|base| base.second_of_two_extra);
    let extra = field(&mut table, "second-of-two-extra", None, number).or(extra);
    let mut times = |key, base: Option<u8>| {
        let number = |entry: &Entry| entry.number(1);
        field(&mut table, key, base.or(Some(1)), number)
    };
    let draws = times("draws", base.map(|base| base.draws));
    let plays = times("plays", base.map(|base| base.plays));
    let tallies = base.map_or_else(Vec::new, |base| base.tallies.clone());
    let strings = |entry: &Entry| Some(entry.strings());
    let tallies_in = match base.filter(|_| !table.has("tallies")) {
        Some(base) => base.tallies_in.clone(),
        None => reader.source.clone(),
    };
    let tallies = field(&mut table, "tallies", Some(tallies), strings);
    let mut disputes = base.map_or_else(Vec::new, |base| base.disputes.clone());
    let settings = table.take("disputes").and_then(|entry| entry.pairs());
    for (name, value) in settings.into_iter().flatten() {
        set(&mut disputes, name, value);
    }
    let allows = allowed(&mut table);
    let weights = table.take("weights");
    let weights = weights.and_then(|entry| weights::read(&entry, &id.as_ref()?.node));
    table.finish();
    Some(Recipe {
        source: reader.source.clone(),
        id: id?,
        title: title?.node,
        sets,
        named_in,
        tallies_in,
        bases: base.map_or_else(Vec::new, |base| {
            let further = base.bases.iter().cloned();
            std::iter::once(base.source.clone())
                .chain(further)
                .collect()
        }),
        length: base.map_or(1, |base| base.length + 1),
        kinds: kinds?,
        copies: copies?,
        copies_of,
        victory: victory?,
        victory_cards: victory_cards?,
        hand: hand?,
        dealt,
        shields: shields?,
        second_of_two_extra: extra.unwrap_or(0),
        draws: draws?,
        plays: plays?,
        tallies: tallies?,
        disputes,
        weights: weights.or(base.and_then(|base| base.weights)),
        allows,
    })
}

/// The recipe that another one extends.
fn base<'k>(reader: &Reader, word: &Word, known: &'k [Recipe]) -> Option<&'k Recipe> {
    let path = is_path(&word.node).then(|| path_beside(&reader.source, word));
    let found = known.iter().find(|recipe| match &path {
        Some(path) => identity(&recipe.source.name) == *path,
        None => recipe.id.node == word.node,
    });
    if found.is_none() {
        let ids = known.iter().map(|recipe| recipe.id.node.as_str());
        reader.add(word.span, unknown_file("recipe", word, ids));
    }
    found
}

/// What stands there, or else what the recipe has that is extended.
fn field<T>(
    table: &mut Table,
    key: &'static str,
    base: Option<T>,
    read: impl Fn(&Entry) -> Option<T>,
) -> Option<T> {
    table.take(key).map_or(base, |entry| read(&entry))
}

fn needed(table: &mut Table, key: &'static str, least: u8, base: Option<u8>) -> Option<u8> {
    let entry = match base {
        Some(_) => table.take(key),
        None => table.need(key),
    };
    entry.map_or(base, |entry| entry.number(least))
}

fn set<T>(all: &mut Vec<(Word, T)>, name: Word, value: T) {
    all.retain(|(known, _)| known.node != name.node);
    all.push((name, value));
}

fn kinds(entry: &Entry) -> Option<Kinds> {
    let DeValue::String(text) = entry.value else {
        return picks(entry).map(Kinds::Named);
    };
    let count = text.strip_prefix("draw ");
    match count.and_then(|count| count.parse().ok()) {
        Some(count) if count > 0 => Some(Kinds::Draw(Spanned::new(count, entry.span))),
        _ => entry.wrong("a list of kinds or `\"draw 6\"`"),
    }
}

fn picks(entry: &Entry) -> Option<Vec<Pick>> {
    let picks = entry.list("a list of kinds")?;
    // All that is wrong with them is told.
    let picks: Vec<Option<Pick>> = picks.iter().map(pick).collect();
    picks.into_iter().collect()
}

fn pick(entry: &Entry) -> Option<Pick> {
    match entry.value {
        DeValue::String(_) => Some(Pick {
            name: entry.string()?,
            copies: None,
        }),
        DeValue::Table(_) => {
            let mut table = entry.table_called("a kind of a recipe")?;
            let name = table.needed_string("kind");
            let copies = field(&mut table, "copies", Some(None), |entry| {
                entry.number(1).map(Some)
            });
            table.finish();
            Some(Pick {
                name: name?,
                copies: copies?,
            })
        }
        _ => entry.wrong("a name or `{ kind = \"...\", copies = 1 }`"),
    }
}

fn deal(entry: &Entry) -> Option<VictoryDeal> {
    match entry.value.as_str() {
        Some("same") => Some(VictoryDeal::Same),
        Some("random") => Some(VictoryDeal::Random),
        _ => entry.wrong("`\"same\"` or `\"random\"`"),
    }
}
