//! One warning as a report shows it, and the texts of a file in which warnings are looked for.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use crate::file::{Printed, SetFile};
use crate::warning::{Section, Warning};
use lang::ast::Text;
use text::{Source, Span};

/// Something that is right, and perhaps not meant so, at its place.
#[derive(Debug, PartialEq, Eq)]
pub struct Notice {
    /// Which one it is.
    pub warning: Warning,
    pub(super) what: String,
    pub(super) label: &'static str,
    pub(super) source: Source,
    pub(super) span: Span,
}

impl Notice {
    /// The name of the file and the bytes in it.
    pub fn place(&self) -> (&str, Span) {
        (&self.source.name, self.span)
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "warning[{}]: {}", self.warning.name(), self.what)
    }
}

impl std::error::Error for Notice {}

impl Diagnostic for Notice {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Warning)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some(self.label.to_string()), self.span);
        Some(Box::new(std::iter::once(label)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let (help, name) = (self.warning.help(), self.warning.name());
        let page = self.warning.page();
        Some(Box::new(format!(
            "{help}; where it is meant, `allow = [\"{name}: WHY\"]` in its section; see {page}"
        )))
    }
}

/// What has been found in the files of a library.
pub(super) struct Findings<'l> {
    pub(super) files: &'l [SetFile],
    pub(super) notices: Vec<Notice>,
}

impl Findings<'_> {
    /// Adds one, unless it is allowed in one of these sections of files.
    pub(super) fn add(
        &mut self,
        sections: impl IntoIterator<Item = (usize, Section)>,
        notice: Notice,
    ) {
        let warning = notice.warning;
        let mut sections = sections.into_iter();
        if !sections.any(|(file, section)| self.files[file].allows.contains(&(section, warning))) {
            self.notices.push(notice);
        }
    }
}

/// A text of a file that is written there, and not taken over from another one.
pub(super) struct Passage<'f> {
    pub(super) file: usize,
    pub(super) source: &'f Source,
    /// What its section is of, which tells what its conditions may take for granted.
    pub(super) sort: &'static str,
    pub(super) name: &'f str,
    pub(super) text: &'f Text,
}

/// The texts of a file, in whatever reading.
pub(super) fn passages<'f>(file: usize, set: &'f SetFile) -> Vec<Passage<'f>> {
    let printed = set.printed().into_iter().filter(|printed| printed.own);
    let passage = |printed: Printed<'f>| {
        let Printed { sort, name, .. } = printed;
        printed.texts().map(move |text| Passage {
            file,
            source: &set.source,
            sort,
            name: &name.node,
            text,
        })
    };
    printed.flat_map(passage).collect()
}

impl Passage<'_> {
    /// Adds what was found in this text.
    pub(super) fn add(
        &self,
        findings: &mut Findings,
        span: Span,
        warning: Warning,
        (what, label): (&str, &'static str),
    ) {
        let section = (self.sort, self.name.to_string());
        let notice = Notice {
            warning,
            what: what.to_string(),
            label,
            source: self.source.clone(),
            span,
        };
        findings.add([(self.file, section)], notice);
    }
}
