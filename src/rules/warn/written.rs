//! The texts of a file, each with its section, and what is found in them.

use super::told::Warned;
use crate::file::SetFile;
use crate::warning::Section;
use crate::warning::Warning;
use lang::ast::Text;
use text::{Source, Span};

/// Where a text stands: what its conditions may take for granted hangs on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Building,
    Action,
    Keyword,
    Counter,
    Tally,
    Crisis,
}

/// A text of a file that is written there, and not taken over from another one.
pub(super) struct Written<'f> {
    pub(super) file: usize,
    pub(super) kind: Kind,
    pub(super) section: Section,
    pub(super) text: &'f Text,
}

/// What was found, with the sections that may allow it.
pub(super) struct Found {
    pub(super) file: usize,
    pub(super) sections: Vec<Section>,
    pub(super) warned: Warned,
}

/// The texts of a file, in whatever reading.
pub(super) fn texts(file: usize, set: &SetFile) -> Vec<Written<'_>> {
    let mut all = Vec::new();
    let mut add = |kind, sort: &'static str, name: &str, text| {
        all.push(Written {
            file,
            kind,
            section: (sort, name.to_string()),
            text,
        });
    };
    for (kind, sort, faces) in [
        (Kind::Building, "building", &set.buildings),
        (Kind::Action, "action", &set.actions),
    ] {
        for face in faces.iter().filter(|face| face.origin.is_none()) {
            face.texts()
                .for_each(|text| add(kind, sort, &face.name.node, text));
        }
    }
    for keyword in set
        .keywords
        .iter()
        .filter(|keyword| keyword.origin.is_none())
    {
        keyword
            .texts()
            .for_each(|text| add(Kind::Keyword, "keyword", &keyword.name.node, text));
    }
    for counter in &set.counters {
        counter
            .text
            .iter()
            .for_each(|text| add(Kind::Counter, "counter", &counter.name.node, text));
    }
    for tally in set.tallies.iter().filter(|tally| !tally.varies) {
        tally
            .text
            .iter()
            .for_each(|text| add(Kind::Tally, "tally", &tally.name.node, text));
    }
    if let Some(crisis) = &set.crisis {
        crisis
            .texts()
            .for_each(|text| add(Kind::Crisis, "rule", &crisis.name.node, text));
    }
    all
}

impl Written<'_> {
    /// Something in this text.
    pub(super) fn found(
        &self,
        source: &Source,
        span: Span,
        warning: Warning,
        what: String,
        label: &'static str,
    ) -> Found {
        let warned = Warned::at(source, span, warning, what, label);
        Found {
            file: self.file,
            sections: vec![self.section.clone()],
            warned,
        }
    }
}
