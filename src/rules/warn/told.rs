//! One warning as it is told: its name, its place, the reason and the next step.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use crate::warning::Warning;
use text::{Source, Span};

/// Something that is right, and perhaps not meant so, at its place.
#[derive(Debug, PartialEq, Eq)]
pub struct Warned {
    /// Which one it is.
    pub warning: Warning,
    what: String,
    label: &'static str,
    source: Source,
    span: Span,
}

impl Warned {
    pub(super) fn at(
        source: &Source,
        span: Span,
        warning: Warning,
        what: String,
        label: &'static str,
    ) -> Warned {
        Warned {
            warning,
            what,
            label,
            source: source.clone(),
            span,
        }
    }

    /// The name of the file and the bytes in it.
    pub fn place(&self) -> (&str, Span) {
        (&self.source.name, self.span)
    }
}

impl fmt::Display for Warned {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "warning[{}]: {}", self.warning.name(), self.what)
    }
}

impl std::error::Error for Warned {}

impl Diagnostic for Warned {
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
        let (help, name, page) = (
            self.warning.help(),
            self.warning.name(),
            self.warning.page(),
        );
        Some(Box::new(format!(
            "{help}; where it is meant, `allow = [\"{name}: WHY\"]` in its section; see {page}"
        )))
    }
}
