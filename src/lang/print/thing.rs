//! Writes single things.

use super::{Cards, Say};
use crate::ast::{Argument, ArgumentValue, Item, ItemExpr, LetValue, Noun, SetExpr, Word};
use text::{Pick, article, or_nothing};

/// `as NAME`, where it has one.
pub(super) fn called(name: &Option<Word>) -> String {
    or_nothing(name, |name| format!(" as {}", name.node))
}

/// The word before a parameter, and before what stands for it.
pub(super) fn before(preposition: &Option<Word>) -> String {
    or_nothing(preposition, |word| format!(" {}", word.node))
}

impl Say<'_> {
    pub(super) fn item(self, item: &ItemExpr) -> String {
        let say = self.taken(Cards::In);
        match &item.node {
            Item::OwnerOf(of) if of.node == Item::It => "its owner".into(),
            Item::First(these) if these.node.is_top_card() => "the top card of the deck".into(),
            Item::Pick(Pick::Last, these) if these.node.bare() == Some(&Noun::Discard) => {
                "the top card of the discard pile".into()
            }
            // What stands behind would be drawn into these.
            Item::First(_) | Item::Pick(..) | Item::Any(_) | Item::Random(_) if !self.end => {
                format!("({})", self.last().item(item))
            }
            Item::Pick(pick, these) => {
                let one = say.one_of(these);
                match one.starts_with("building") {
                    true => format!("the {} {one}", pick.word()),
                    false => format!("the {} of {}", pick.word(), say.set(these)),
                }
            }
            Item::Any(these) => self.any_one(these),
            Item::Random(these) => self.random(these),
            item => self.filled(item, false),
        }
    }

    /// One thing of a set, by chance.
    pub(super) fn random(self, these: &SetExpr) -> String {
        let one = self.one_of(these);
        let one_word = if one.starts_with("of ") { "one " } else { "" };
        format!("a random {one_word}{one}")
    }

    /// One that is chosen: `a stack`, `one of them`, `another player`.
    pub(super) fn any_one(self, these: &SetExpr) -> String {
        let said = self.one_of(these);
        match said.strip_prefix("other ") {
            Some(rest) => format!("another {rest}"),
            None if said.starts_with("of ") => format!("one {said}"),
            None => format!("{} {said}", article(&said)),
        }
    }

    /// The same behind `each`, with its name.
    pub(super) fn each(self, these: &SetExpr, name: &Option<Word>) -> String {
        self.one_of(these) + &called(name)
    }

    /// Whose hand or nation.
    pub(super) fn whose(self, of: &ItemExpr, what: &str) -> String {
        let whose = match &of.node {
            Item::You => "your",
            Item::That(_) if self.theirs && self.is_doer(&of.node) => "their",
            Item::It => "its",
            Item::Name(name) => &format!("{name}'s"),
            Item::That(noun) => &format!("that {noun}'s"),
            Item::Provoker => "provoker's",
            Item::Any(these) if these.node.is_players_but(&Item::You) && !self.decided => {
                "another player's"
            }
            _ => return format!("the {what} of {}", self.taken(Cards::In).item(of)),
        };
        format!("{whose} {what}")
    }

    /// Whoever does something here.
    pub(super) fn is_doer(self, of: &Item) -> bool {
        match of {
            Item::You => !self.theirs,
            Item::That(noun) => self.theirs && noun == "player",
            _ => false,
        }
    }

    pub(super) fn let_value(self, value: &LetValue) -> String {
        self.filled(value, false)
    }

    /// What is passed on to a keyword.
    pub(super) fn argument(self, argument: &Argument) -> String {
        let value = match &argument.value {
            ArgumentValue::Number(one) => self.closed_number(one),
            ArgumentValue::Item(one) => self.item(one),
            ArgumentValue::Set(these) if self.end => self.set(these),
            ArgumentValue::Set(these) => self.group(these),
        };
        format!("{} {value}", before(&argument.preposition))
    }
}
