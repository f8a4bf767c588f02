//! Set files: cards, their faces, and the words that a set brings along, out of TOML.

use toml::de::DeTable;

use super::bearers::bearers;
use super::card::Card;
use super::disputes::{DisputeText, dispute};
use super::document::language;
use super::error::{Problem, Report};
use super::ir::{Element, Symbol};
use super::sayable::{Sort, counter, said};
use super::sections::{faces, instead, needed_text, rule_ids, rules, text};
use super::symbols::symbols;
use super::table::{Table, span_of};
use super::warning::{Allows, allow};
use lang::ast::{Cond, Text, Word};
use lang::{Fault, expand};
use text::{Source, Span, Spanned};

/// A set file, parsed, not yet checked.
#[derive(Debug, Clone)]
pub struct SetFile {
    /// The file.
    pub source: Source,
    /// What it is called by in files and commands.
    pub id: Word,
    /// What people read.
    pub title: String,
    /// The set that it is a variant of, as written and as found.
    pub extends: Option<Word>,
    pub(super) base: Option<usize>,
    /// Cards of that set that it does not have, each by a face.
    pub without: Vec<Word>,
    /// Sets whose words it means before those that all share, as written and as found.
    pub uses: Vec<Word>,
    pub(super) used: Vec<usize>,
    /// Its cards, a kind each.
    pub cards: Vec<Card>,
    /// Of each of them the file that it is taken from, where that is another one.
    pub(super) card_origins: Vec<Option<usize>>,
    /// What its buildings say.
    pub buildings: Vec<FaceText>,
    /// What its actions say.
    pub actions: Vec<FaceText>,
    /// The words that its texts may use.
    pub keywords: Vec<KeywordText>,
    /// Those whose texts could not be read.
    pub(super) broken: Vec<String>,
    /// Statuses and what they mean.
    pub statuses: Vec<StatusText>,
    /// Counters that cards and players may carry.
    pub counters: Vec<CounterText>,
    /// What is counted to win.
    pub tallies: Vec<TallyText>,
    /// What tables answer differently.
    pub disputes: Vec<DisputeText>,
    /// What is shown for who begins, and what beats what (HFB-1).
    pub symbols: Option<(Word, Vec<Symbol>)>,
    /// What happens when nothing is left to draw.
    pub crisis: Option<CrisisText>,
    /// Switches of the game and what decides them.
    pub holds: Vec<(Word, Spanned<Cond>)>,
    /// Warnings that its sections do not want to be told.
    pub(super) allows: Allows,
}

/// A face and its text.
#[derive(Debug, Clone)]
pub struct FaceText {
    /// The building or action.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// What its author says of it in words of their own.
    pub says: Option<Word>,
    /// The printed text.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
    /// The file that a variant has it from.
    pub origin: Option<usize>,
}

/// How a text reads at a table that settles disputes so.
#[derive(Debug, Clone)]
pub struct Instead {
    /// Disputes and their values; all must be settled so.
    pub settled: Vec<(Word, Word)>,
    /// The text there.
    pub text: Text,
}

/// What happens when nothing is left to draw.
#[derive(Debug, Clone)]
pub struct CrisisText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The printed text.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
}

/// `[status.NAME]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusText {
    pub name: Word,
    pub meaning: String,
    /// `of = "players"`: they have it, not buildings.
    pub of_players: bool,
}

/// A word that texts may use, and what it stands for.
#[derive(Debug, Clone)]
pub struct KeywordText {
    /// The word.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The sentence of the log when it begins, with its parameters in braces.
    pub log: Option<Word>,
    /// The same where nothing answers it.
    pub log_unanswered: Option<Word>,
    /// What it does, in words of its author, with its parameters in braces.
    pub reads: Option<Word>,
    /// What one of it is called: `an eruption`.
    pub noun: Option<Word>,
    /// Its definition.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
    /// The file that a variant has it from.
    pub origin: Option<usize>,
    /// It stands for the one of that name in what its set is a variant of.
    pub varies: bool,
}

/// A sort of counters.
#[derive(Debug, Clone)]
pub struct CounterText {
    /// What one of them is called.
    pub name: Word,
    /// What several are called.
    pub plural: String,
    /// What they are for.
    pub meaning: String,
    /// It is remembered who has put them there.
    pub owned: bool,
    /// They lie on these alone: stacked cards, buildings, players.
    pub on: Option<Element>,
    /// What each of them says while it lies there.
    pub text: Option<Text>,
}

/// Something that is counted, and wins when there is enough of it.
#[derive(Debug, Clone)]
pub struct TallyText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// So much of it wins.
    pub wins_at: u8,
    /// What it counts besides the cards that say themselves that they count.
    pub text: Option<Text>,
    /// It stands for the one of that name in what its set is a variant of.
    pub varies: bool,
}

impl SetFile {
    /// All texts, in whatever reading.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut Text> {
        let faces = self
            .buildings
            .iter_mut()
            .chain(&mut self.actions)
            .map(|face| (&mut face.text, &mut face.instead));
        let keywords = self
            .keywords
            .iter_mut()
            .map(|keyword| (&mut keyword.text, &mut keyword.instead));
        let crisis = self
            .crisis
            .iter_mut()
            .map(|crisis| (&mut crisis.text, &mut crisis.instead));
        let read = faces.chain(keywords).chain(crisis);
        let read = read.flat_map(|(text, instead)| {
            std::iter::once(text).chain(instead.iter_mut().map(|instead| &mut instead.text))
        });
        let counters = self
            .counters
            .iter_mut()
            .filter_map(|counter| counter.text.as_mut());
        read.chain(counters).chain(
            self.tallies
                .iter_mut()
                .filter_map(|tally| tally.text.as_mut()),
        )
    }
}

/// The files with each sentence of their texts put into the statements that it stands for.
pub(super) fn in_statements(files: &[SetFile], report: &mut Report) -> Vec<SetFile> {
    let mut files = files.to_vec();
    for file in &mut files {
        let source = file.source.clone();
        for fault in file.texts_mut().flat_map(expand) {
            let Fault { span, reason, help } = fault;
            report.add(
                &source,
                span,
                Problem::Syntax {
                    reason,
                    help,
                    within: None,
                    fix: None,
                },
            );
        }
    }
    files
}

macro_rules! texts {
    ($($section:ty),*) => {
        $(impl $section {
            /// The printed text and all other readings.
            pub fn texts(&self) -> impl Iterator<Item = &Text> {
                std::iter::once(&self.text).chain(self.instead.iter().map(|instead| &instead.text))
            }
        })*
    };
}

texts!(FaceText, KeywordText, CrisisText);

/// The switches that a file may decide.
pub(super) const SWITCHES: [&str; 3] = [
    "reshuffle-when-emptied",
    "played-action-aside",
    "remove-eliminated-hand",
];

/// All that may stand at the top of a set file.
const SECTIONS: [&str; 17] = [
    "id",
    "title",
    "language",
    "extends",
    "without",
    "uses",
    "card",
    "victory",
    "building",
    "action",
    "keyword",
    "status",
    "counter",
    "tally",
    "rule",
    "dispute",
    "first-player",
];

/// Reads a set file. What could be read is returned, whatever else is wrong.
pub(super) fn read(
    source: &Source,
    document: &toml::Spanned<DeTable>,
    report: &mut Report,
) -> SetFile {
    let start = report.faults.len();
    let mut table = Table::new(source, "a set file", span_of(document), document.get_ref());
    table.mend(&SECTIONS, report);
    let id = table.needed_string("id", report);
    let title = table.needed_string("title", report);
    language(source, &mut table, report);
    let extends = table.string("extends", report);
    let varies = extends.is_some();
    if !varies && table.has("without") {
        let (what, place) = ("`without`", "a set that is a variant of no other");
        let help =
            "say of which: `extends = \"SET\"`; a set that extends none has its own cards alone";
        report.add(
            source,
            table.place_of("without"),
            Problem::Misplaced { what, place, help },
        );
    }
    let mut file = SetFile {
        source: source.clone(),
        id: id.unwrap_or_else(|| Spanned::new("?".to_string(), Span::default())),
        title: title.map_or_else(String::new, |title| title.node),
        extends,
        base: None,
        without: table.strings("without", report),
        uses: table.strings("uses", report),
        used: Vec::new(),
        cards: Vec::new(),
        card_origins: Vec::new(),
        buildings: Vec::new(),
        actions: Vec::new(),
        keywords: Vec::new(),
        broken: Vec::new(),
        statuses: Vec::new(),
        counters: Vec::new(),
        tallies: Vec::new(),
        disputes: Vec::new(),
        symbols: None,
        crisis: None,
        holds: Vec::new(),
        allows: Vec::new(),
    };
    for mut card in table.tables("card", report) {
        card.mend(&["building", "action"], report);
        let building = card.needed_string("building", report);
        let action = card.needed_string("action", report);
        card.finish(report);
        if let (Some(building), Some(action)) = (building, action) {
            file.cards.push(Card::Deck { building, action });
        }
    }
    for mut card in table.tables("victory", report) {
        card.mend(&["front", "back"], report);
        let front = card.needed_string("front", report);
        let back = card.string("back", report);
        card.finish(report);
        if let Some(front) = front {
            file.cards.push(Card::Victory { front, back });
        }
    }
    file.card_origins = vec![None; file.cards.len()];
    file.buildings = faces(&mut file.allows, source, &mut table, "building", report);
    file.actions = faces(&mut file.allows, source, &mut table, "action", report);
    for (name, mut section) in table.sections("keyword", report) {
        allow(
            &mut file.allows,
            source,
            ("keyword", &name),
            &mut section,
            report,
        );
        let rules = rule_ids(&mut section, report);
        let log = section.string("log", report);
        let log_unanswered = section.string("log-unanswered", report);
        let reads = section.string("reads", report);
        let noun = section.string("noun", report);
        let text = needed_text(source, &mut section, report);
        let instead = self::instead(source, &mut section, report);
        section.finish(report);
        let name = said(source, Sort::Keyword, name, report);
        if text.is_none() {
            // What is wrong with it is told: its calls are not reported as unknown, too.
            file.broken.push(name.node.clone());
        }
        if let Some(text) = text {
            let (origin, varies) = (None, false);
            file.keywords.push(KeywordText {
                name,
                rules,
                log,
                log_unanswered,
                reads,
                noun,
                text,
                instead,
                origin,
                varies,
            });
        }
    }
    for (name, mut section) in table.sections("status", report) {
        allow(
            &mut file.allows,
            source,
            ("status", &name),
            &mut section,
            report,
        );
        let meaning = section.needed_string("meaning", report);
        let of = section.string("of", report);
        section.finish(report);
        let of_players = of.as_ref().is_some_and(|of| of.node == "players");
        if let Some(of) = of.filter(|of| !["players", "buildings"].contains(&of.node.as_str())) {
            let help =
                "a status is `of = \"buildings\"`, which need not be said, or `of = \"players\"`"
                    .to_string();
            report.add(
                source,
                of.span,
                Problem::Unknown {
                    what: "kind of status",
                    name: of.node,
                    help,
                },
            );
        }
        let meaning = meaning.map_or_else(String::new, |meaning| meaning.node);
        let name = said(source, Sort::Status, name, report);
        file.statuses.push(StatusText {
            name,
            meaning,
            of_players,
        });
    }
    for (name, mut section) in table.sections("counter", report) {
        allow(
            &mut file.allows,
            source,
            ("counter", &name),
            &mut section,
            report,
        );
        let meaning = section.needed_string("meaning", report);
        let plural = section.string("plural", report);
        let owned = section.boolean("owned", report);
        let on = section
            .string("on", report)
            .and_then(|on| bearers(source, on, report));
        let text = section
            .take("text")
            .and_then(|(_, value)| text(source, value, report));
        section.finish(report);
        let meaning = meaning.map_or_else(String::new, |meaning| meaning.node);
        let (name, plural) = counter(source, name, plural, report);
        file.counters.push(CounterText {
            name,
            plural,
            meaning,
            owned: owned.unwrap_or(false),
            on,
            text,
        });
    }
    for (name, mut section) in table.sections("tally", report) {
        allow(
            &mut file.allows,
            source,
            ("tally", &name),
            &mut section,
            report,
        );
        let rules = rule_ids(&mut section, report);
        // A variant says only what it changes.
        let written = section.has("wins-at");
        let wins_at = if varies && !written {
            Some(0)
        } else {
            section.positive("wins-at", report)
        };
        if !written && !varies {
            section.missing("wins-at", report);
        }
        let text = section
            .take("text")
            .and_then(|(_, value)| text(source, value, report));
        section.finish(report);
        let name = said(source, Sort::Tally, name, report);
        // Whatever is wrong with it, it is a tally: its name is not reported as unknown, too.
        file.tallies.push(TallyText {
            name,
            rules,
            wins_at: wins_at.unwrap_or(u8::MAX),
            text,
            varies: false,
        });
    }
    rules(&mut file, &mut table, report);
    for (name, mut section) in table.sections("dispute", report) {
        allow(
            &mut file.allows,
            source,
            ("dispute", &name),
            &mut section,
            report,
        );
        file.disputes.extend(dispute(source, name, section, report));
    }
    if let Some((word, value)) = table.take("first-player") {
        let found = symbols(source, &table, &word, value, report);
        file.symbols = found.map(|found| (word, found));
    }
    table.finish(report);
    report.sort_from(start);
    file
}
