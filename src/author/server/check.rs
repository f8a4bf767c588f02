//! Checks the files of a folder while they are written: what is wrong with each, and what to write instead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::Diagnostic;

use super::book::Book;
use crate::folder::{self, Kind};
use engine::won_at_start;
use record::ruling;
use rules::{Fault, Library, Manuscript, Notice, Report, Settings};
use text::{Source, Span, read_text};

/// Something that is wrong, or perhaps not meant so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name of the file; none where it is of no file.
    pub file: Option<String>,
    pub span: Span,
    pub is_warning: bool,
    /// As `brink explain-error` takes it.
    pub name: &'static str,
    pub message: String,
    pub fix: Option<(Span, String)>,
}

/// A folder, or a document alone, as it is now.
#[derive(Debug, Clone)]
pub struct Scene {
    pub folder: Option<PathBuf>,
    /// The open documents in it, with their versions.
    pub open: Vec<(Source, i32)>,
}

/// What a look at a scene has found.
#[derive(Debug)]
pub struct Look {
    pub sources: Vec<Source>,
    pub findings: Vec<Finding>,
    /// Where nothing is wrong.
    pub book: Option<Arc<Book>>,
    /// Why the folder was not read.
    pub trouble: Option<String>,
}

/// What is left to do of a look: fixes take longer than all else.
pub struct Unfixed {
    manuscript: Manuscript,
    report: Report,
    /// What was found besides the report.
    others: Vec<Finding>,
}

/// The name of all that is wrong with rulings.
const RULING: &str = "ruling";

impl Scene {
    /// Checks it.
    pub fn look(&self) -> (Look, Option<Unfixed>) {
        let (files, trouble) = self.files();
        let (cards, rulings): (Vec<_>, Vec<_>) = files
            .into_iter()
            .partition(|(_, kind)| *kind != Kind::Rulings);
        let cards: Vec<Source> = cards.into_iter().map(|(source, _)| source).collect();
        let rulings: Vec<Source> = rulings.into_iter().map(|(source, _)| source).collect();
        let manuscript = Manuscript::new(cards.iter().cloned());
        let library = manuscript.library().and_then(|library| {
            games(&library, &cards)?;
            Ok(library)
        });
        let mut findings = Vec::new();
        let library = match library {
            Ok(library) => {
                findings.extend(warnings(&library, &cards));
                Ok(library)
            }
            Err(report) => Err(report),
        };
        for source in &rulings {
            findings.extend(of_rulings(source, library.as_ref().ok()));
        }
        let book = library
            .as_ref()
            .ok()
            .map(|library| Arc::new(Book::of(library)));
        let mut sources = cards;
        sources.extend(rulings);
        let unfixed = library.err().map(|report| {
            let others = findings.clone();
            findings.extend(report.faults.iter().map(Finding::of));
            Unfixed {
                manuscript,
                report,
                others,
            }
        });
        let look = Look {
            sources,
            findings,
            book,
            trouble,
        };
        (look, unfixed)
    }

    /// The files of the folder, as they are in the editor or else on the disk.
    fn files(&self) -> (Vec<(Source, Kind)>, Option<String>) {
        let mut open: BTreeMap<&str, &Source> = self
            .open
            .iter()
            .map(|(source, _)| (&*source.name, source))
            .collect();
        let (mut files, mut trouble) = (Vec::new(), None);
        match self.folder.as_deref().map(folder::files) {
            Some(Ok(found)) => {
                for (path, kind) in found {
                    let name = path.to_string_lossy();
                    match open.remove(&*name) {
                        Some(source) => {
                            files.push((source.clone(), Kind::of(&source.text).unwrap_or(kind)));
                        }
                        // What is gone meanwhile is no file of the folder.
                        None => files.extend(of_disk(&path).map(|source| (source, kind))),
                    }
                }
            }
            Some(Err(unlisted)) => trouble = Some(unlisted.to_string()),
            None => {}
        }
        // Also what is not yet saved, and what its keys do not tell yet.
        for source in open.into_values() {
            let is_empty = source.text.trim().is_empty();
            let kind = Kind::of(&source.text);
            let kind = kind.or((!is_empty && self.folder.is_none()).then_some(Kind::Set));
            files.extend(kind.map(|kind| (source.clone(), kind)));
        }
        (files, trouble)
    }
}

fn of_disk(path: &Path) -> Option<Source> {
    let text = read_text(path).ok()?;
    Some(Source::new(path.to_string_lossy().into_owned(), text))
}

impl Unfixed {
    /// Everything that was found, with what to write instead; worth nothing once it is `over`.
    pub fn fixed(self, over: &dyn Fn() -> bool) -> Vec<Finding> {
        let report = self.manuscript.with_fixes(self.report, over);
        let mut findings = self.others;
        findings.extend(report.faults.iter().map(Finding::of));
        findings
    }
}

/// Some faults show only in a game.
fn games(library: &Library, cards: &[Source]) -> Result<(), Report> {
    let own = |source: &Source| cards.iter().any(|card| card.name == source.name);
    for recipe in library.recipes() {
        if own(&recipe.source) {
            let id = &recipe.id.node;
            let kinds = library.draft(id)?.map_or_else(Vec::new, |draft| {
                draft.kinds.into_iter().take(draft.count).collect()
            });
            let disputes = Vec::new();
            library.compile(id, &Settings { disputes, kinds })?;
        }
    }
    Ok(())
}

fn warnings(library: &Library, cards: &[Source]) -> Vec<Finding> {
    let own = |source: &Source| cards.iter().any(|card| card.name == source.name);
    let notices = library.warnings(&own, &won_at_start);
    notices.iter().map(Finding::of_notice).collect()
}

/// What is wrong with a file of rulings. Whether they hold is another question.
fn of_rulings(source: &Source, library: Option<&Library>) -> Vec<Finding> {
    let (rulings, mut faults) = ruling::read_all(source);
    // Rulings that name files of their own are of games that nothing is known of here.
    let library = library.filter(|_| ruling::cards_of(source).is_empty());
    if let Some(library) = library {
        let mut known = BTreeMap::new();
        for ruling in &rulings {
            let settings = ruling.settings();
            let (disputes, kinds) = (settings.disputes.clone(), settings.kinds.clone());
            let game = (ruling.game.get_ref(), disputes, kinds);
            let is_game = known
                .entry(game)
                .or_insert_with(|| library.compile(ruling.game.get_ref(), &settings).err());
            if let Some(report) = is_game {
                faults.extend(ruling::game_faults(ruling, report));
            }
        }
    }
    let finding = |fault: ruling::Failure| Finding {
        file: Some(source.name.to_string()),
        span: fault.span,
        is_warning: false,
        name: RULING,
        message: with_help(fault.reason, fault.help),
        fix: None,
    };
    faults.into_iter().map(finding).collect()
}

impl Finding {
    fn of(fault: &Fault) -> Finding {
        let (file, span) = fault.place().unzip();
        Finding {
            file: file.map(str::to_string),
            span: span.unwrap_or_default(),
            is_warning: false,
            name: fault.name().name(),
            message: with_help(fault.to_string(), fault.help().map(|help| help.to_string())),
            fix: fault.fix().map(|(_, span, text)| (span, text.to_string())),
        }
    }

    fn of_notice(notice: &Notice) -> Finding {
        let (file, span) = notice.place();
        Finding {
            file: Some(file.to_string()),
            span,
            is_warning: true,
            name: notice.warning.name(),
            message: with_help(
                notice.reason().to_string(),
                notice.help().map(|help| help.to_string()),
            ),
            fix: None,
        }
    }
}

fn with_help(reason: String, help: Option<String>) -> String {
    match help {
        Some(help) => format!("{reason}\nhelp: {help}"),
        None => reason,
    }
}
