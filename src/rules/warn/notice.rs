//! One warning as a report shows it, and the texts of a file in which warnings are looked for.

use std::collections::BTreeSet;

use crate::file::{SectionText, SetFile};
use crate::warning::{HangsOn, Section, Warning};
use lang::ast::Text;
use text::{Source, Span, Spanned};

/// Something that is right, and perhaps not meant so, at its place.
#[derive(Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("warning[{}]: {what}", warning.name())]
#[diagnostic(
    severity(Warning),
    help(
        "{}; if you mean it, write `allow = [\"{}: WHY\"]` in its section; see {}",
        warning.help(),
        warning.name(),
        warning.page()
    )
)]
pub struct Notice {
    /// Which one it is.
    pub warning: Warning,
    pub(super) what: String,
    pub(super) label: &'static str,
    // A field called `source` would be the cause of the warning.
    #[source_code]
    pub(super) file: Source,
    #[label("{label}")]
    pub(super) span: Span,
}

impl Notice {
    /// The name of the file and the bytes in it.
    pub fn place(&self) -> (&str, Span) {
        (&self.file.name, self.span)
    }

    /// The file that it is in.
    pub fn source(&self) -> &Source {
        &self.file
    }

    /// What is told of its place.
    pub fn reason(&self) -> &str {
        &self.what
    }

    /// What is told at its place.
    pub fn label(&self) -> &str {
        self.label
    }
}

/// What has been found in the files of a library.
pub(super) struct Findings<'l> {
    pub(super) files: &'l [SetFile],
    pub(super) notices: Vec<Notice>,
    /// Where warnings are allowed that would have been told: the names of files, and the places.
    pub(super) allowed: BTreeSet<(String, Span)>,
}

impl Findings<'_> {
    /// Adds one, unless it is allowed in one of these sections of files.
    pub(super) fn add(
        &mut self,
        sections: impl IntoIterator<Item = (usize, Section)>,
        notice: Notice,
    ) {
        let mut is_allowed = false;
        for (file, section) in sections {
            let SetFile { source, allows, .. } = &self.files[file];
            for (of, allow) in allows {
                if *of == section && allow.node == notice.warning {
                    is_allowed = true;
                    self.uses(source, allow.span);
                }
            }
        }
        if !is_allowed {
            self.notices.push(notice);
        }
    }

    /// What is allowed there would have been told.
    pub(super) fn uses(&mut self, source: &Source, span: Span) {
        self.allowed.insert((source.name.to_string(), span));
    }

    /// Tells what is allowed and would not have been told. Of a file among others that is certain of some warnings alone.
    pub(super) fn unused(&mut self, file: usize, is_alone: bool) {
        let SetFile { source, allows, .. } = &self.files[file];
        for (section, allow) in allows {
            let certain = match allow.node.hangs_on() {
                HangsOn::Text => allow.node != Warning::UnusedAllow,
                HangsOn::Files => is_alone,
                HangsOn::Recipe => false,
            };
            if certain && let Some(notice) = self.unneeded(source, allow) {
                self.add([(file, section.clone())], notice);
            }
        }
        for (_, allow) in allows {
            if allow.node == Warning::UnusedAllow {
                let notice = self.unneeded(source, allow);
                self.notices.extend(notice);
            }
        }
    }

    /// That an entry silences nothing.
    pub(super) fn unneeded(&self, source: &Source, allow: &Spanned<Warning>) -> Option<Notice> {
        let place = (source.name.to_string(), allow.span);
        (!self.allowed.contains(&place)).then(|| Notice {
            warning: Warning::UnusedAllow,
            what: format!("nothing here is warned of as `{}`", allow.node.name()),
            label: "silences nothing",
            file: source.clone(),
            span: allow.span,
        })
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
    let printed = set
        .section_texts()
        .into_iter()
        .filter(|printed| printed.own);
    let passage = |printed: SectionText<'f>| {
        let SectionText { sort, name, .. } = printed;
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
            file: self.source.clone(),
            span,
        };
        findings.add([(self.file, section)], notice);
    }
}
