//! Recipe files: which cards make a game, and how it begins.

use toml::de::{DeTable, DeValue};

use super::error::{Problem, Report, near};
use super::ir::VictoryDeal;
use super::ir::weights::Weights;
use super::paths::{BESIDE, beside, identity, is_path};
use super::table::{Table, Value, bound, number, span_of, string, wrong};
use super::warning::Warning;
use super::warning::allowed;
use super::weights;
use lang::ast::Word;
use text::limits::ENTRIES;
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
    pub(super) allows: Vec<Warning>,
}

impl Recipe {
    /// They are not those of a recipe that it extends.
    pub(super) fn names_its_sets(&self) -> bool {
        self.named_in.name == self.source.name
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
pub(super) fn is_recipe(document: &DeTable) -> bool {
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
    let start = report.faults.len();
    let mut table = Table::new(source, "a recipe", span_of(document), document.get_ref());
    let id = table.needed_string("id", report);
    let title = table.needed_string("title", report);
    let extends = table.string("extends", report);
    let base = extends.as_ref().and_then(|word| {
        let path = is_path(&word.node).then(|| identity(&beside(&source.name, &word.node)));
        let is_it = |recipe: &&Recipe| match &path {
            Some(path) => identity(&recipe.source.name) == *path,
            None => recipe.id.node == word.node,
        };
        let found = known.iter().find(is_it);
        if found.is_none() {
            let help = match path {
                Some(_) => BESIDE.to_string(),
                None => near(
                    &word.node,
                    known.iter().map(|recipe| recipe.id.node.as_str()),
                ),
            };
            report.add(
                source,
                word.span,
                Problem::Unknown {
                    what: "recipe",
                    name: word.node.clone(),
                    help,
                },
            );
        }
        found
    });
    let named = table.has("sets");
    let sets = table.strings("sets", report);
    let (sets, named_in) = match base.filter(|_| !named) {
        Some(base) => (base.sets.clone(), base.named_in.clone()),
        None => (sets, source.clone()),
    };
    // Without a base nothing is known of it.
    if sets.is_empty() && (named || extends.is_none()) {
        table.missing("sets", report);
    }
    let named = table.has("kinds");
    let kinds = kinds(source, &mut table, report);
    let kinds = base
        .filter(|_| !named)
        .map_or(kinds, |base| Some(base.kinds.clone()));
    let copies = match table.has("copies") {
        true => table.positive("copies", report),
        false => needed_number(&mut table, "copies", base.map(|base| base.copies), report),
    };
    let copies_of = copies_of(source, &mut table, base, report);
    let victory = table
        .take("victory")
        .map(|(word, value)| deal(source, &word, value, report));
    let victory = victory.or(base.map(|base| Some(base.victory)));
    // Without a base nothing is known of it.
    if victory.is_none() && (base.is_some() || extends.is_none()) {
        table.missing("victory", report);
    }
    let victory_cards = table
        .take("victory-cards")
        .map(|(word, value)| picks(source, &word.node, value, report));
    let victory_cards =
        victory_cards.or(base.and_then(|base| base.victory_cards.clone()).map(Some));
    let dealt = table.has("hand").then(|| table.place_of("hand"));
    let put = table.has("shields").then(|| table.place_of("shields"));
    let hand = needed_number(&mut table, "hand", base.map(|base| base.hand), report);
    let shields = needed_number(&mut table, "shields", base.map(|base| base.shields), report);
    if let (Some(hand), Some(shields)) = (hand, shields)
        && shields > hand
    {
        let (count, most) = (usize::from(shields), usize::from(hand));
        let place = put.or(dealt).unwrap_or_else(|| table.place_of("hand"));
        report.add(
            source,
            place,
            Problem::TooMany {
                what: "shields of one hand",
                count,
                most,
            },
        );
    }
    let extra = table.number("second-of-two-extra", report);
    let second_of_two_extra = extra
        .or(base.map(|base| base.second_of_two_extra))
        .unwrap_or(0);
    let draws = one_or(&mut table, "draws", base.map(|base| base.draws), report);
    let plays = one_or(&mut table, "plays", base.map(|base| base.plays), report);
    let named = table.has("tallies");
    let tallies = table.strings("tallies", report);
    let tallies = base
        .filter(|_| !named)
        .map_or(tallies, |base| base.tallies.clone());
    let mut disputes = base.map_or_else(Vec::new, |base| base.disputes.clone());
    if let Some((word, value)) = table.take("disputes")
        && let Some(mut settings) = table.subtable(&word.node, value, report)
    {
        for (name, value) in settings.rest() {
            if let Some(value) = string(source, &name.node, value, report) {
                disputes.retain(|(known, _): &(Word, Word)| known.node != name.node);
                disputes.push((name, value));
            }
        }
    }
    let allows = allowed(source, &mut table, report);
    let own = table.take("weights");
    let own = own.and_then(|(_, value)| weights::read(source, value, &id.as_ref()?.node, report));
    let weights = own.or(base.and_then(|base| base.weights));
    table.finish(report);
    report.sort_from(start);
    Some(Recipe {
        source: source.clone(),
        id: id?,
        title: title?.node,
        sets,
        named_in,
        length: base.map_or(1, |base| base.length + 1),
        kinds: kinds?,
        copies: copies?,
        copies_of,
        victory: victory??,
        victory_cards: victory_cards.map_or(Some(None), |cards| cards.map(Some))?,
        hand: hand?,
        dealt,
        shields: shields?,
        second_of_two_extra,
        draws: draws?,
        plays: plays?,
        tallies,
        disputes,
        weights,
        allows,
    })
}

fn one_or(
    table: &mut Table,
    key: &'static str,
    base: Option<u8>,
    report: &mut Report,
) -> Option<u8> {
    if table.has(key) {
        table.positive(key, report)
    } else {
        Some(base.unwrap_or(1))
    }
}

fn needed_number(
    table: &mut Table,
    key: &'static str,
    base: Option<u8>,
    report: &mut Report,
) -> Option<u8> {
    if table.has(key) {
        return table.number(key, report);
    }
    if base.is_none() {
        table.missing(key, report);
    }
    base
}

/// Kinds of which there are more or fewer than of the others.
fn copies_of(
    source: &Source,
    table: &mut Table,
    base: Option<&Recipe>,
    report: &mut Report,
) -> Vec<(Word, u8)> {
    let mut all = base.map_or_else(Vec::new, |base| base.copies_of.clone());
    if let Some((word, value)) = table.take("copies-of")
        && let Some(mut kinds) = table.subtable(&word.node, value, report)
    {
        let rest = kinds.rest();
        bound(source, rest.len(), value, report);
        for (name, value) in rest.into_iter().take(ENTRIES) {
            if let Some(copies) = number(source, &name.node, value, report) {
                all.retain(|(known, _)| known.node != name.node);
                all.push((name, copies));
            }
        }
    }
    all
}

fn kinds(source: &Source, table: &mut Table, report: &mut Report) -> Option<Kinds> {
    let Some((word, value)) = table.take("kinds") else {
        return Some(Kinds::All);
    };
    if let DeValue::String(text) = value.get_ref() {
        let count = text
            .strip_prefix("draw ")
            .and_then(|count| count.parse().ok());
        return match count {
            Some(count) if count > 0 => Some(Kinds::Draw(Spanned::new(count, span_of(value)))),
            _ => {
                wrong(
                    source,
                    &word.node,
                    value,
                    "a list of kinds or `\"draw 6\"`",
                    report,
                );
                None
            }
        };
    }
    picks(source, &word.node, value, report).map(Kinds::Named)
}

fn picks(source: &Source, key: &str, value: &Value, report: &mut Report) -> Option<Vec<Pick>> {
    let DeValue::Array(array) = value.get_ref() else {
        wrong(source, key, value, "a list of kinds", report);
        return None;
    };
    bound(source, array.len(), value, report);
    let picks: Vec<Option<Pick>> = array
        .iter()
        .take(ENTRIES)
        .map(|value| pick(source, key, value, report))
        .collect();
    picks.into_iter().collect()
}

fn pick(source: &Source, key: &str, value: &Value, report: &mut Report) -> Option<Pick> {
    match value.get_ref() {
        DeValue::String(name) => Some(Pick {
            name: Spanned::new(name.to_string(), span_of(value)),
            copies: None,
        }),
        DeValue::Table(inner) => {
            let mut table = Table::new(source, "a kind of a recipe", span_of(value), inner);
            let name = table.needed_string("kind", report);
            let copies = table
                .has("copies")
                .then(|| table.positive("copies", report));
            table.finish(report);
            Some(Pick {
                name: name?,
                copies: copies.map_or(Some(None), |copies| copies.map(Some))?,
            })
        }
        _ => {
            wrong(
                source,
                key,
                value,
                "a name or `{ kind = \"...\", copies = 1 }`",
                report,
            );
            None
        }
    }
}

fn deal(source: &Source, key: &Word, value: &Value, report: &mut Report) -> Option<VictoryDeal> {
    match value.get_ref() {
        DeValue::String(text) if text == "same" => Some(VictoryDeal::Same),
        DeValue::String(text) if text == "random" => Some(VictoryDeal::Random),
        _ => {
            wrong(
                source,
                &key.node,
                value,
                "`\"same\"` or `\"random\"`",
                report,
            );
            None
        }
    }
}

impl Recipe {
    /// Where faults of the recipe as a whole are shown.
    pub(super) fn place(&self) -> Span {
        self.id.span
    }
}
