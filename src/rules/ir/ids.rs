//! Numbers by which the lowered program speaks of its parts.

/// An index into [`super::Rules::code`].
pub type Pc = u16;

/// A register of a frame. Registers hold one thing each; the checker has settled of which type.
pub type Reg = u8;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u16);

        impl $name {
            /// The index as `usize`.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// An index into [`super::Rules::names`].
    NameId);
id!(/// An index into [`super::Rules::faces`].
    FaceId);
id!(/// An index into [`super::Rules::items`].
    ItemId);
id!(/// An index into [`super::Rules::sets`].
    SetId);
id!(/// An index into [`super::Rules::preds`].
    PredId);
id!(/// An index into [`super::Rules::nums`].
    NumId);

/// An index into [`super::Rules::asks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AskId(pub u8);

/// A bit mask of keywords: what an event was caused by. Bit `n` is the keyword `n`; from [`SOURCES`] on stands of what sort the
/// text is.
pub type Causes = u64;

/// The first bit that tells of what sort a text is.
pub const SOURCES: u32 = 60;
/// What a card does that is played.
pub const OF_ACTION: u8 = 1;
/// What a building can be used for.
pub const OF_ABILITY: u8 = 1 << 1;
/// What happens when nothing is left to draw.
pub const OF_CRISIS: u8 = 1 << 2;

const _: () = assert!(text::limits::KEYWORDS <= SOURCES as usize);

/// Where a clause is written: a file of [`super::Rules::sources`], and its span there.
pub type Written = (u16, text::Span);
