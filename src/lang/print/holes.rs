//! Writes nodes by their rows: fixed words, with what stands in the holes.

use super::{Cards, Say, s};
use crate::ast::{
    Body, Compare, Cond, ItemExpr, LetValue, NumExpr, Order, Range, SetExpr, Side, Word,
};
use crate::rows::{Worded, Written};
use text::Spanned;

/// What stands in a hole.
pub(crate) trait Hole {
    /// As it is printed in that way; nothing where it is not there, or not so.
    fn say(&self, say: Say, way: &str) -> Option<String>;

    /// It is one thing, of which verbs are said in the singular.
    fn is_single(&self) -> bool {
        false
    }
}

/// What is always there: the same in every way.
macro_rules! holes {
    ($($type:ty: |$it:ident, $say:ident| $said:expr;)+) => {
        $(impl Hole for $type {
            fn say(&self, $say: Say, _: &str) -> Option<String> {
                let $it = self;
                Some($said)
            }
        })+
    };
}

holes! {
    Word: |word, _say| word.node.clone();
    String: |word, _say| word.clone();
    u16: |figure, _say| figure.to_string();
    Side: |side, _say| side.word().into();
    Compare: |compare, _say| compare.word().into();
    Order: |order, _say| order.word().into();
    Spanned<Cond>: |cond, say| say.cond(cond);
    LetValue: |value, say| say.let_value(value);
    Body: |_body, _say| String::new();
    Range: |range, say| {
        let (from, to) = (say.closed_number(&range.0), say.closed_number(&range.1));
        format!("from {from} to {to}")
    };
    Vec<SetExpr>: |sets, say| super::listed(sets.iter().map(|set| say.amid().any_one(set)), " and ");
}

impl Hole for bool {
    fn say(&self, _: Say, _: &str) -> Option<String> {
        self.then(String::new)
    }
}

impl Hole for ItemExpr {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        Some(match way {
            "~" => say.amid().item(self),
            "hand" | "nation" => say.whose(self, way),
            _ => say.item(self),
        })
    }
}

/// What a player has chosen by that name.
impl Hole for (Word, ItemExpr) {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        Some(format!("{} of {}", self.0.node, self.1.say(say, way)?))
    }
}

impl Hole for SetExpr {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        Some(match way {
            "one" => say.one_of(self),
            "any" => say.any_one(self),
            "random" => say.random(self),
            "theirs" => say.others(true).any_one(self),
            "aside" => say.others(true).taken(Cards::From).any_one(self),
            "group" => say.group(self),
            "closed" => say.closed_off(self),
            "measured" => say.measured(self),
            _ => say.set(self),
        })
    }

    fn is_single(&self) -> bool {
        super::set::is_single(self)
    }
}

impl Hole for Spanned<NumExpr> {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        Some(match way {
            "atom" => say.atom(self),
            "closed" => say.closed_number(self),
            _ => say.number(self),
        })
    }
}

impl<T: Hole> Hole for Box<T> {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        (**self).say(say, way)
    }
}

impl<T: Hole> Hole for Option<T> {
    fn say(&self, say: Say, way: &str) -> Option<String> {
        self.as_ref().and_then(|one| one.say(say, way))
    }
}

impl Say<'_> {
    /// A node by its row, of one thing or of several.
    pub(super) fn filled<T: Worded>(self, node: &T, single: bool) -> String {
        let written = node.written();
        self.fill(
            written.expect("a node without words of its own is written by hand"),
            single,
        )
    }

    fn fill(self, (words, holes): Written<'_>, single: bool) -> String {
        let mut holes = holes.into_iter();
        let several = !holes
            .as_slice()
            .first()
            .is_some_and(|first| first.is_single());
        let mut hole = || holes.next().expect("each hole of a row has a part");
        let (mut said, mut rest, mut single) = (String::new(), words, single);
        let say = self.taken(Cards::In);
        while let Some(place) = rest.find(['_', '~', '{', '[', '<', '$']) {
            let (before, behind) = rest.split_at(place);
            said += before;
            let (sign, behind) = behind.split_at(1);
            let close = |sign| behind.split_once(sign).expect("what is opened is closed");
            let (way, behind) = match sign {
                "{" => close('}'),
                "[" => close(']'),
                "<" => close('>'),
                sign => (sign, behind),
            };
            rest = behind;
            let part = match sign {
                "$" => s(single).to_string(),
                "<" => way
                    .split('|')
                    .nth(usize::from(several))
                    .unwrap_or_default()
                    .to_string(),
                "[" => {
                    let (yes, no) = way.split_once('|').unwrap_or((way, ""));
                    let part = hole();
                    match part.say(say, "_") {
                        Some(_) => say.fill((yes, vec![part]), single),
                        None => no.to_string(),
                    }
                }
                _ if way == "from" => match self.cards {
                    Cards::In => "in".to_string(),
                    _ => "from".to_string(),
                },
                _ => hole().say(say, way).unwrap_or_default(),
            };
            single |= part == "1";
            said += &part;
        }
        said + rest
    }
}
