//! Names that texts give to buildings.

/// What buildings of a set are called, with what else they may be called by.
#[derive(Debug, Clone)]
pub enum Naming<S, I> {
    /// By the name that is written on a card, or by that of a building.
    Of { set: S, written: bool, of: I },
    /// By that name.
    Called { set: S, name: String },
    /// By their own, even where they are disabled.
    Kept { set: S },
}
