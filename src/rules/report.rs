//! Faults with their places, and the report of all of them.

use std::borrow::Cow;
use std::fmt;

use miette::{Diagnostic, LabeledSpan, SourceCode};

use crate::error::Problem;
use crate::fault_name::FaultName;
use text::{Source, Span, capital};

/// One fault, with its place where it has one: settings have none.
#[derive(Debug, Clone)]
pub struct Fault {
    pub(crate) problem: Problem,
    pub(crate) place: Option<(Source, Span)>,
}

impl Fault {
    /// The kinds of a draft are missing, or there are more or fewer of them than it draws.
    pub fn asks_for_kinds(&self) -> bool {
        matches!(self.problem, Problem::WrongDraft { .. })
    }

    /// A fault of what this file says, or none.
    pub(crate) fn of(file: Option<&Source>, span: Span, problem: Problem) -> Fault {
        let place = file.map(|source| (source.clone(), span));
        Fault { problem, place }
    }

    /// A fault of what no file says.
    pub(crate) fn nowhere(problem: Problem) -> Fault {
        Fault::of(None, Span::default(), problem)
    }

    /// What it is called: `brink explain-error NAME` explains it.
    pub fn name(&self) -> FaultName {
        self.problem.name()
    }

    /// What was expected at its place.
    pub fn label(&self) -> String {
        self.problem.label()
    }

    /// The file that it is in.
    pub fn source(&self) -> Option<&Source> {
        self.place.as_ref().map(|(source, _)| source)
    }

    /// What to write in the place of these bytes of the file, where there is no doubt.
    pub fn fix(&self) -> Option<(&Source, Span, Cow<'_, str>)> {
        let (source, place) = self.place.as_ref()?;
        if let Problem::Syntax { fix, .. } = &self.problem {
            let fix = fix.as_ref()?;
            return match fix.texts.as_slice() {
                [text] => Some((source, fix.span, text.into())),
                _ => None,
            };
        }
        let (word, right) = self.problem.replacement()?;
        let written = source.text.get(place.start..place.end)?;
        if written == word {
            return Some((source, *place, right.into()));
        }
        // At the beginning of a sentence.
        if written == capital(word) {
            return Some((source, *place, capital(right).into()));
        }
        // In quotes, which stay.
        let quote = written
            .chars()
            .next()
            .filter(|sign| matches!(sign, '"' | '\''))?;
        let inside = written.strip_prefix(quote)?.strip_suffix(quote)?;
        let fits = inside == word && !right.contains([quote, '\\', '\n']);
        fits.then(|| {
            (
                source,
                Span::new(place.start + 1, place.end - 1),
                right.into(),
            )
        })
    }

    /// The name of the file and the bytes in it.
    pub fn place(&self) -> Option<(&str, Span)> {
        self.place
            .as_ref()
            .map(|(source, span)| (&*source.name, *span))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(formatter)
    }
}

impl std::error::Error for Fault {}

impl Diagnostic for Fault {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place
            .as_ref()
            .map(|(source, _)| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span) = self.place()?;
        let label = LabeledSpan::new_with_span(Some(self.problem.label()), span);
        Some(Box::new(std::iter::once(label)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.problem.help()?))
    }
}

/// All that is wrong: file by file, in source order. Never empty as an error.
#[derive(Debug, Default)]
pub struct Report {
    /// One each.
    pub faults: Vec<Fault>,
}

impl Report {
    /// How much is wrong besides names without use.
    pub fn broken(&self) -> usize {
        let broken = |fault: &&Fault| fault.name() != FaultName::NeverUsed;
        self.faults.iter().filter(broken).count()
    }

    /// What is wrong with texts of a file, at places in the file.
    pub fn of_texts(source: &Source, faults: Vec<lang::Fault>) -> Report {
        let mut report = Report::default();
        for fault in faults {
            report.add(source, fault.span, Problem::syntax(fault, None));
        }
        report
    }

    /// Notes a fault at a place.
    pub(crate) fn add(&mut self, source: &Source, span: Span, problem: Problem) {
        self.faults.push(Fault::of(Some(source), span, problem));
    }

    /// Reports that there are more of these than may be.
    pub(crate) fn at_most(
        &mut self,
        source: &Source,
        span: Span,
        (what, count, most): (&'static str, usize, usize),
    ) {
        if count > most {
            self.add(source, span, Problem::TooMany { what, count, most });
        }
    }

    /// Puts the faults from `start` on, all of one file, into source order.
    pub(crate) fn sort_from(&mut self, start: usize) {
        self.faults[start..].sort_by_key(|fault| fault.place().map(|(_, span)| span));
        self.faults
            .dedup_by(|one, other| one.place() == other.place() && one.problem == other.problem);
    }

    /// Brings faults together file by file, in source order.
    pub(crate) fn by_file(&mut self) {
        let mut order: Vec<String> = Vec::new();
        for fault in &self.faults {
            let name = fault.place().map_or("", |(name, _)| name);
            if !order.iter().any(|known| known == name) {
                order.push(name.to_string());
            }
        }
        self.faults.sort_by_key(|fault| {
            let (name, span) = fault.place().unwrap_or_default();
            (order.iter().position(|known| known == name), span)
        });
        // One that comes of several looks at one place is told once.
        let mut once: Vec<Fault> = Vec::new();
        for fault in self.faults.drain(..) {
            let told = fault.place().is_some()
                && once
                    .iter()
                    .rev()
                    .take_while(|other| other.place() == fault.place())
                    .any(|other| other.problem == fault.problem);
            if !told {
                once.push(fault);
            }
        }
        self.faults = once;
    }

    /// `Ok` when nothing is wrong.
    pub(crate) fn into_result(self) -> Result<(), Report> {
        match self.faults.is_empty() {
            true => Ok(()),
            false => Err(self),
        }
    }
}

impl From<Fault> for Report {
    fn from(fault: Fault) -> Report {
        Report {
            faults: vec![fault],
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults.as_slice() {
            [fault] => fault.fmt(formatter),
            faults => write!(formatter, "{} faults", faults.len()),
        }
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(
            self.faults.iter().map(|fault| fault as &dyn Diagnostic),
        ))
    }
}
