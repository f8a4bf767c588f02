//! Text into trees and back: the effect language and the notation. The only floor that sees pest.

pub mod advice;
pub mod ast;
mod blocks;
mod expand;
mod format;
pub mod notation;
mod parse;
pub mod phrases;
mod print;
mod rows;
mod trees;
pub mod visit;

pub use expand::expand;
pub use format::{format_cond, format_text};
pub use parse::{Expected, expected, parse_cond, parse_text, readable, vocabulary};
pub use print::{print, print_clause, print_cond, print_deed, print_statement};

use text::Span;

#[cfg(test)]
mod properties;

/// What is wrong with a text of the language or of the notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Fault {
    /// The faulty place, in bytes from the beginning of the file; empty where something is missing.
    pub span: Span,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// What was expected, or meant.
    pub help: Option<String>,
}

impl Fault {
    pub fn new(span: Span, reason: impl Into<String>) -> Fault {
        Fault {
            span,
            reason: reason.into(),
            help: None,
        }
    }

    pub fn with_help(self, help: impl Into<String>) -> Fault {
        Fault {
            help: Some(help.into()),
            ..self
        }
    }

    /// The same fault, `offset` bytes further on.
    pub(crate) fn shifted(self, offset: usize) -> Fault {
        Fault {
            span: self.span.shifted(offset),
            ..self
        }
    }
}
