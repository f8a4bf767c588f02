//! How large an item, a set, a condition or a number is once keywords are written out, and how much it looks at.

use crate::ir::Looked;
use text::limits::{DEEP, LOOKED_AT, PARTS};

/// What one of them comes to, parts that are shared counted wherever they stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    parts: u32,
    deep: u32,
    /// How many things it looks at, at worst.
    looks: u64,
    /// How many things a set may hold.
    many: u64,
    /// It asks whether cards can be played, and so what other texts ask.
    ahead: bool,
}

/// What asks for too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    Parts(u32),
    Deep(u32),
    Looks(u64),
}

impl Size {
    pub(super) const ONE: Size = Size {
        parts: 1,
        deep: 1,
        looks: 1,
        many: 1,
        ahead: false,
    };

    /// A set of at most so many things.
    pub(super) fn of_set(many: usize) -> Size {
        let many = many as u64;
        Size {
            looks: many,
            many,
            ..Size::ONE
        }
    }

    /// One level more.
    pub(super) fn within(self) -> Size {
        Size {
            parts: self.parts.saturating_add(1),
            deep: self.deep.saturating_add(1),
            ..self
        }
    }

    /// Both are asked, one after the other.
    pub(super) fn beside(self, other: Size) -> Size {
        Size {
            parts: self.parts.saturating_add(other.parts),
            deep: self.deep.max(other.deep),
            looks: self.looks.saturating_add(other.looks),
            many: self.many,
            ahead: self.ahead || other.ahead,
        }
    }

    /// Two sets together.
    pub(super) fn plus(self, other: Size) -> Size {
        Size {
            many: self.many.saturating_add(other.many),
            ..self.beside(other)
        }
    }

    /// A set with a condition, which is asked of each thing in it.
    pub(super) fn each(self, condition: Size) -> Size {
        let both = self.beside(condition).within();
        Size {
            looks: self
                .looks
                .saturating_add(self.many.saturating_mul(condition.looks)),
            ..both
        }
    }

    /// It asks whether something can be played.
    pub(super) fn ahead(self) -> Size {
        Size {
            ahead: true,
            ..self
        }
    }

    /// How many things it looks at, at worst.
    pub(super) fn looked(self) -> Looked {
        Looked {
            things: u32::try_from(self.looks).unwrap_or(u32::MAX),
            ahead: self.ahead,
        }
    }

    /// How many parts it has.
    pub(super) fn parts(self) -> u32 {
        self.parts
    }

    /// What is too much of it.
    pub(super) fn excess(self) -> Option<Excess> {
        if self.parts > PARTS {
            Some(Excess::Parts(self.parts))
        } else if self.deep > DEEP {
            Some(Excess::Deep(self.deep))
        } else {
            (self.looks > LOOKED_AT).then_some(Excess::Looks(self.looks))
        }
    }
}

impl Excess {
    /// What is too much, in words, and how much there may be of it.
    pub(super) fn told(self, cards: usize) -> (String, u64) {
        match self {
            Excess::Parts(count) => (
                format!("has {count} parts when keywords are written out"),
                PARTS.into(),
            ),
            Excess::Deep(count) => (
                format!("nests {count} deep when keywords are written out"),
                DEEP.into(),
            ),
            Excess::Looks(count) => (
                format!("may look at {count} things in a game of {cards} cards"),
                LOOKED_AT,
            ),
        }
    }
}
