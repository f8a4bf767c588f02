//! What can be wrong with a text of the notation: a place, a reason, a next step.

use std::io;

use text::Span;

/// A fault in a text of the notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct NotationError {
    /// The faulty place, in bytes; empty where something is missing.
    pub span: Span,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// What was expected, or meant.
    pub help: Option<String>,
}

impl NotationError {
    pub fn new(span: Span, reason: impl Into<String>) -> NotationError {
        NotationError {
            span,
            reason: reason.into(),
            help: None,
        }
    }

    pub fn with_help(self, help: impl Into<String>) -> NotationError {
        NotationError {
            help: Some(help.into()),
            ..self
        }
    }

    /// The same fault, `offset` bytes further on.
    pub(super) fn shifted(self, offset: usize) -> NotationError {
        NotationError {
            span: self.span.shifted(offset),
            ..self
        }
    }
}

/// Why a trace cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file or pipe failed.
    #[error("line {line} of the trace cannot be read")]
    Input {
        /// Counted from 1.
        line: usize,
        #[source]
        source: io::Error,
    },
    /// A line is not what a trace can say there.
    #[error("line {line} of the trace: {fault}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The faulty line, shortened when very long; empty at the end of the file.
        text: String,
        /// Its span counts from the beginning of `text`.
        fault: NotationError,
    },
}
