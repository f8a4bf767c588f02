//! Walks through a tree: every part of it once, outer parts before inner ones, in the order in which they are written.

use super::ast::{
    Against, Branch, Clause, Compare, Cond, Fee, Filter, Happening, Head, Item, ItemExpr, LetValue,
    Many, Noun, NumExpr, Order, ParamType, Pick, Playing, Property, Range, Set, SetExpr, Side,
    Statement, Text, TurnPart, Verb, Voice, Word,
};
use text::{Origin, Since, Spanned, Until};

/// A part that may be changed, or exchanged for another of its kind, as it is come by.
pub enum Part<'a> {
    Clauses(&'a mut Vec<Spanned<Clause>>),
    Statements(&'a mut Vec<Spanned<Statement>>),
    Branches(&'a mut Vec<Branch>),
    Filters(&'a mut Vec<Spanned<Filter>>),
    Clause(&'a mut Spanned<Clause>),
    Statement(&'a mut Spanned<Statement>),
    Item(&'a mut ItemExpr),
    Set(&'a mut SetExpr),
    Cond(&'a mut Spanned<Cond>),
    Number(&'a mut Spanned<NumExpr>),
    /// The name of a face, in quotes.
    Face(&'a mut Word),
    /// The name of a keyword, where it is called, defined or waited for.
    Keyword(&'a mut Word),
    /// A name that the text gives to something.
    Name(&'a mut Word),
}

/// Shows all parts of a text to `look`. What it puts in their place is walked through in its turn.
pub fn visit(text: &mut Text, look: &mut dyn FnMut(Part<'_>)) {
    text.walk(look);
}

/// The same of what happens.
pub fn visit_head(head: &mut Head, look: &mut dyn FnMut(Part<'_>)) {
    head.walk(look);
}

/// The same of one statement.
pub(super) fn visit_statement(statement: &mut Spanned<Statement>, look: &mut dyn FnMut(Part<'_>)) {
    statement.walk(look);
}

pub(super) type Look<'l> = dyn FnMut(Part<'_>) + 'l;

/// What has parts that are walked through.
pub(super) trait Walk {
    fn walk(&mut self, look: &mut Look<'_>);
}

/// Nodes of the tree, with the walk through their parts in the order in which these stand. Behind `as` stands what walks
/// through a part that is not walked through as its type is.
macro_rules! tree {
    () => {};
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$doc:meta])* pub $field:ident: $type:ty $(as $role:ident)?,)+
        }
        $($rest:tt)*
    ) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl Walk for $name {
            fn walk(&mut self, look: &mut Look<'_>) {
                let $name { $($field),+ } = self;
                $(tree!(@walk look $field $($role)?);)+
            }
        }

        tree! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $(($one:ty $(as $one_role:ident)? $(, $two:ty)?))?
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty $(as $role:ident)?),+ $(,)? })?
                $(= $rule:ident $words:literal)?,
            )+
        }
        $($rest:tt)*
    ) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        $(#[$meta])*
        pub enum $name {
            $(
                $(#[$doc])*
                $variant $(($one $(, $two)?))? $({ $($(#[$field_doc])* $field: $type),+ })?,
            )+
        }

        impl Walk for $name {
            fn walk(&mut self, look: &mut Look<'_>) {
                match self {
                    $(
                        $name::$variant
                        $((tree!(@part one $one) $(, tree!(@part two $two))?))?
                        $({ $($field),+ })? => {
                            $(
                                tree!(@walk look one $($one_role)?);
                                $(tree!(@walk look two as $two);)?
                            )?
                            $($(tree!(@walk look $field $($role)?);)+)?
                        }
                    )+
                }
            }
        }

        impl Worded for $name {
            const ROWS: &'static [Option<Row<$name>>] = &[$(
                tree!(@row $name $variant [$($rule $words)?]
                    $(0: $one, $(1: $two,)?)? $($($field: $type,)+)?),
            )+];

            #[allow(unused_variables)]
            fn written(&self) -> Option<Written<'_>> {
                match self {
                    $(
                        $name::$variant
                        $((tree!(@part one $one) $(, tree!(@part two $two))?))?
                        $({ $($field),+ })? => {
                            tree!(@written [$($words)?]
                                $(one: $one, $(two: $two,)?)? $($($field: $type,)+)?)
                        }
                    )+
                }
            }
        }

        tree! { $($rest)* }
    };
    (@row $name:ident $variant:ident [] $($rest:tt)*) => { None };
    (@row $name:ident $variant:ident [$rule:ident $words:literal] $($part:tt: $type:ty,)*) => {
        Some(Row {
            rule: Rule::$rule,
            words: $words,
            read: |_parts| $name::$variant { $($part: _parts.read()),* },
        })
    };
    (@written [] $($rest:tt)*) => { None };
    (@written [$words:literal] $($part:ident: $type:ty,)*) => {
        Some(($words, vec![$($part as &dyn Hole),*]))
    };
    (@part $name:ident $type:ty) => { $name };
    (@walk $look:ident $part:ident as $type:ty) => { $part.walk($look) };
    (@walk $look:ident $part:ident) => { $part.walk($look) };
    (@walk $look:ident $part:ident $role:ident) => { crate::visit::$role($part, $look) };
}
pub(super) use tree;

/// What no look is at.
pub(super) fn nothing<T>(_: &mut T, _: &mut Look<'_>) {}

/// A statement or a clause that no other could stand in the place of.
pub(super) fn inner<T: Walk>(part: &mut Spanned<T>, look: &mut Look<'_>) {
    part.node.walk(look);
}

/// Parts that are looked at one by one, or all at once before they are walked through.
macro_rules! roles {
    ($($role:ident = $part:ident in $type:ty;)+) => {
        $(pub(super) fn $role(all: &mut Vec<$type>, look: &mut Look<'_>) {
            look(Part::$part(all));
            all.walk(look);
        })+
    };
    ($($role:ident = $part:ident,)+) => {
        $(pub(super) fn $role(words: &mut impl Words, look: &mut Look<'_>) {
            words.words().iter_mut().for_each(|word| look(Part::$part(word)));
        })+
    };
}

roles! {
    clauses = Clauses in Spanned<Clause>;
    statements = Statements in Spanned<Statement>;
    branches = Branches in Branch;
    filters = Filters in Spanned<Filter>;
}

roles! {
    name = Name,
    face = Face,
    keyword = Keyword,
}

/// One word, some or none.
pub(super) trait Words {
    fn words(&mut self) -> &mut [Word];
}

impl Words for Word {
    fn words(&mut self) -> &mut [Word] {
        std::slice::from_mut(self)
    }
}

impl Words for Option<Word> {
    fn words(&mut self) -> &mut [Word] {
        self.as_mut_slice()
    }
}

impl Words for Vec<Word> {
    fn words(&mut self) -> &mut [Word] {
        self
    }
}

impl<T: Walk> Walk for Box<T> {
    fn walk(&mut self, look: &mut Look<'_>) {
        (**self).walk(look);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.iter_mut().for_each(|part| part.walk(look));
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.iter_mut().for_each(|part| part.walk(look));
    }
}

impl Walk for Range {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.0.walk(look);
        self.1.walk(look);
    }
}

/// What a player has chosen by that name.
impl Walk for (Word, ItemExpr) {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.1.walk(look);
    }
}

impl Walk for (Word, LetValue) {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.1.walk(look);
        name(&mut self.0, look);
    }
}

impl Walk for (SetExpr, Option<Word>) {
    fn walk(&mut self, look: &mut Look<'_>) {
        self.0.walk(look);
        name(&mut self.1, look);
    }
}

/// Parts that have none, and words that are looked at by where they stand.
macro_rules! leaves {
    ($($type:ty),+ $(,)?) => {
        $(impl Walk for $type {
            fn walk(&mut self, _: &mut Look<'_>) {}
        })+
    };
}

leaves!(
    bool,
    u16,
    String,
    Word,
    Against,
    Fee,
    Many,
    ParamType,
    Playing,
    TurnPart,
    Compare,
    Voice,
    Happening,
    Pick,
    Side,
    Option<Order>,
    Since,
    Until,
    Verb,
    Spanned<bool>,
    Spanned<u16>,
    Spanned<ParamType>,
    Spanned<Against>,
    Spanned<Happening>,
    Spanned<Origin>,
);

/// Parts that can be exchanged, and those that are walked through without a look at them.
macro_rules! spanned {
    ($($type:ty $(= $part:ident)?),+ $(,)?) => {
        $(impl Walk for Spanned<$type> {
            fn walk(&mut self, look: &mut Look<'_>) {
                $(look(Part::$part(self));)?
                self.node.walk(look);
            }
        })+
    };
}

spanned!(
    Clause = Clause,
    Statement = Statement,
    Item = Item,
    Set = Set,
    Cond = Cond,
    NumExpr = Number,
    Noun,
    Filter,
    Property,
    Head,
);
