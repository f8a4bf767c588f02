//! What texts call things by, and what one text carries along of the one around it.

use crate::ir::Element;

/// A thing that a text speaks of by name or as `it`; counted from 0 in each text.
pub type Local = usize;

/// A name of the text around one that says something for a while, or for later.
#[derive(Debug, Clone)]
pub struct Carried {
    pub name: String,
    /// There.
    pub outer: Local,
    /// Here.
    pub local: Local,
    /// A number is none.
    pub element: Option<Element>,
}
