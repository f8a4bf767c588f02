//! What texts call things by, and what one text carries along of the one around it.

use crate::rules::ir::Element;

/// A thing that a text speaks of by name or as `it`; counted from 0 in each text.
pub(in crate::rules) type Local = usize;

/// A name of the text around one that says something for a while, or for later.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Carried {
    pub(in crate::rules) name: String,
    /// There.
    pub(in crate::rules) outer: Local,
    /// Here.
    pub(in crate::rules) local: Local,
    /// A number is none.
    pub(in crate::rules) element: Option<Element>,
}
