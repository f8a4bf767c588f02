//! A fault of a text of the effect language.

use text::Span;

/// A fault of a text: where, why, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct SyntaxError {
    /// In bytes from the beginning of the file.
    pub span: Span,
    pub reason: String,
    pub help: Option<String>,
}
