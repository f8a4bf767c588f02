//! Writes what is done, by `you` or by somebody else: verbs with what they are done to.

use super::set::of_picked;
use super::thing::called;
use super::{Cards, Say, is_one, listed, s};
use crate::ast::{
    Argument, Body, Doer, Item, ItemExpr, Noun, NumExpr, Operand, Set, SetExpr, Statement, Verb,
    Word,
};
use text::limits::HEAP;
use text::{Spanned, Until, article, formed};

/// The verb in front as somebody else does it: `discards a card`.
fn by_one(said: &str) -> String {
    let (verb, rest) = said.split_at(said.find(' ').unwrap_or(said.len()));
    let es = ["sh", "ch", "ss", "x", "do"]
        .iter()
        .any(|end| verb.ends_with(end));
    format!("{verb}{}{rest}", if es { "es" } else { "s" })
}

impl Say<'_> {
    /// Some place in the nation of whoever does it.
    fn is_own_place(self, item: &ItemExpr) -> bool {
        let Item::Any(these) = &item.node else {
            return false;
        };
        matches!(these.node.bare(), Some(Noun::Places(Some(of))) if self.is_doer(&of.node))
    }

    pub(super) fn verb(self, verb: Verb, operand: &Operand) -> String {
        if let Operand::Item(one) = operand {
            match (verb.imperative(), &one.node) {
                (Some(word), Item::You) => return word.into(),
                (Some(word), _) => return format!("{} {}", self.item(one), by_one(word)),
                (None, _) => {}
            }
        }
        let cards = match verb {
            Verb::Discard | Verb::Give => Cards::Own,
            Verb::PutFaceUp
            | Verb::PutFaceDown
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
            | Verb::SetAside
            | Verb::Play
            | Verb::PlayFromHand
            | Verb::Build
            | Verb::Swap
            | Verb::Exchange
            | Verb::Remove
            | Verb::Return => Cards::From,
            _ => Cards::In,
        };
        let say = self.taken(cards);
        let Operand::Two(one, other) = operand else {
            return formed(verb.form(), &[say.operand(operand)]);
        };
        let one = say.item(one);
        match verb {
            Verb::Give => self.handed(&one, other),
            Verb::Build if self.is_own_place(other) => format!("build {one}"),
            Verb::Shift if self.is_own_place(other) => format!("take over {one}"),
            _ => verb.with(&[one, self.item(other)]),
        }
    }

    /// What comes to a hand, and whose that is.
    fn handed(self, what: &str, to: &ItemExpr) -> String {
        match self.is_doer(&to.node) {
            true => format!("take {what}"),
            false => format!("give {what} to {}", self.item(to)),
        }
    }

    pub(super) fn gives(self, what: &Operand, to: &ItemExpr) -> String {
        let cards = match self.is_doer(&to.node) {
            true => Cards::From,
            false => Cards::Own,
        };
        self.handed(&self.taken(cards).operand(what), to)
    }

    /// What is paid.
    pub(super) fn paid(self, cost: &Statement) -> String {
        // They could be counters.
        let named = |operand: &Operand| matches!(operand, Operand::Several { set, .. } if matches!(&set.node, Set::Of { noun, .. } if matches!(noun.node, Noun::Name(_))));
        let cost = match cost {
            Statement::Counters {
                put: false,
                number,
                counter,
                on,
            } if !matches!(number.node, NumExpr::Whose { .. } | NumExpr::Number(HEAP)) => {
                let many = format!("{} {}", self.some(number, &counter.node), counter.node);
                match on.node {
                    Item::This if !self.theirs => many,
                    _ if self.theirs && self.is_doer(&on.node) => many,
                    _ => format!("{many} from {}", self.item(on)),
                }
            }
            Statement::Verb {
                verb: Verb::Discard,
                operand,
            } if !named(operand) => self.taken(Cards::Own).operand(operand),
            cost => self.statement(cost, 0, false),
        };
        format!("pay {cost}")
    }

    /// What a verb is done to.
    fn operand(self, operand: &Operand) -> String {
        match operand {
            Operand::Item(one) => self.item(one),
            Operand::Two(one, other) => format!("{} {}", self.item(one), self.item(other)),
            Operand::All(these) => match these.node.bare() {
                Some(Noun::Hand {
                    of,
                    as_buildings: false,
                }) => self.whose(of, "hand"),
                Some(Noun::Them) => "them".into(),
                _ => match &these.node {
                    Set::Of { noun, .. } if matches!(noun.node, Noun::DeckTop(_)) => {
                        self.set(these)
                    }
                    _ => format!("all {}", self.set(these)),
                },
            },
            Operand::Several {
                number,
                different: false,
                random: false,
                set,
            } if is_one(number) => self.any_one(set),
            Operand::Several {
                number,
                different,
                random,
                set,
            } => {
                let which = match (random, different) {
                    (true, _) => "random ",
                    (false, true) => "different ",
                    (false, false) => "",
                };
                self.so_many("", number, which, set)
            }
            Operand::UpTo { number, set } => self.so_many("up to ", number, "", set),
            Operand::AnyNumber(set) => format!("any number of {}", self.set(set)),
            Operand::DownTo(_) => self.filled(operand, false),
        }
    }

    fn so_many(self, up_to: &str, number: &Spanned<NumExpr>, which: &str, set: &SetExpr) -> String {
        match is_one(number) {
            true => format!("{up_to}1 {which}{}", self.one_of(set)),
            false => {
                let (many, of) = (self.atom(number), of_picked(set));
                format!("{up_to}{many} {which}{of}{}", self.set(set))
            }
        }
    }

    pub(super) fn draw(self, number: &Spanned<NumExpr>) -> String {
        let cards = format!("draw {} cards", self.atom(number));
        match &number.node {
            NumExpr::Number(1) => "draw a card".into(),
            NumExpr::Count(these) => format!("draw a card for each {}", self.one_of(these)),
            NumExpr::Minus(most, held) => match &held.node {
                NumExpr::Count(these)
                    if these.node.hand().is_some_and(|of| self.is_doer(&of.node)) =>
                {
                    let have = if self.theirs { "they have" } else { "you have" };
                    let (most, s) = (self.atom(most), s(is_one(most)));
                    format!("draw until {have} {most} card{s} in hand")
                }
                _ => cards,
            },
            _ => cards,
        }
    }

    /// `put 2 ticks on this`, `take all burns of foe off it`
    pub(super) fn counters(
        self,
        put: bool,
        number: &Spanned<NumExpr>,
        counter: &Word,
        on: &ItemExpr,
    ) -> String {
        let (verb, place) = if put { ("put", "on") } else { ("take", "off") };
        let (number, of) = self.put_by(number);
        let number = match number.node {
            NumExpr::Number(HEAP) if !put => "all".to_string(),
            _ => self.some(number, &counter.node),
        };
        format!(
            "{verb} {number} {}{of} {place} {}",
            counter.node,
            self.item(on)
        )
    }

    /// Somebody decides, or does one thing after the other.
    pub(super) fn does(self, who: &Doer, deeds: &[Spanned<Statement>], depth: usize) -> String {
        let (who, you) = match who {
            Doer::Each(these) => (format!("each {}", self.one_of(these)), false),
            Doer::One(these) => (self.one_doer(these), false),
            Doer::Item(one) => (self.doer(one), one.node == Item::You),
        };
        let deeds = self.others(!you).all_doing(deeds, !you, depth);
        format!("{who} {deeds}")
    }

    /// Several things that somebody does.
    fn all_doing(self, deeds: &[Spanned<Statement>], third: bool, depth: usize) -> String {
        let deeds = deeds
            .iter()
            .map(|deed| self.doing(&deed.node, third, depth));
        deeds.collect::<Vec<_>>().join(" and ")
    }

    /// Without an article it is the only one there is: `the player with the most buildings`.
    fn one_doer(self, these: &SetExpr) -> String {
        let one = self.one_of(these);
        if one.starts_with("player with the ") {
            format!("the {one}")
        } else {
            self.any_one(these)
        }
    }

    /// One of a set does it by itself only where that is said otherwise.
    fn doer(self, one: &ItemExpr) -> String {
        match one.node {
            Item::Any(_) => self.amid().item(one),
            _ => self.item(one),
        }
    }

    pub(super) fn by(self, who: &ItemExpr, statement: &Statement, depth: usize) -> String {
        let you = who.node == Item::You;
        format!(
            "{} {}",
            self.doer(who),
            self.others(!you).doing(statement, !you, depth)
        )
    }

    /// What somebody does: `discards a card`, or `discard a card` behind `may` and of `you`.
    fn doing(self, statement: &Statement, third: bool, depth: usize) -> String {
        // What is done behind a colon is done by `you`.
        let yours = self.yours();
        let does = match statement {
            Statement::May { body, otherwise } => {
                let may = vec![("may".to_string(), false, body)];
                return yours.or_else(may, None, otherwise.as_ref(), statement, depth);
            }
            Statement::MayChoose {
                set,
                name,
                body,
                otherwise,
            } => {
                let head = format!("may choose {}{}", self.any_one(set), called(name));
                let may = vec![(head, false, body)];
                return yours.or_else(may, None, otherwise.as_ref(), statement, depth);
            }
            Statement::Offer { .. } => return self.offer("may", statement, depth),
            Statement::Either(branches) => {
                format!("choose one{}", yours.branches(branches, depth))
            }
            Statement::Ways(ways) => {
                let way = |way: &Body| self.all_doing(&way.statements, false, depth);
                format!("choose one: {}", listed(ways.iter().map(way), ", or "))
            }
            Statement::Later {
                until: Until::SkippedTurn,
                whose: None,
                ..
            } => "skip their next turn".into(),
            Statement::Later {
                until: Until::ExtraTurn,
                whose: None,
                ..
            } => "take an extra turn".into(),
            Statement::Call { arguments, .. } => {
                let called = self.statement(statement, depth, false);
                let is_at = |word: &Word| word.node == "at";
                let aimed = |argument: &Argument| argument.preposition.as_ref().is_some_and(is_at);
                match arguments.first().is_some_and(aimed) {
                    true => format!("aim {} {called}", article(&called)),
                    false => format!("do {called}"),
                }
            }
            _ => self.statement(statement, depth, false),
        };
        if third { by_one(&does) } else { does }
    }

    /// What may be done, and what is done then.
    pub(super) fn offer(self, may: &str, statement: &Statement, depth: usize) -> String {
        let Statement::Offer {
            deeds,
            then,
            otherwise,
        } = statement
        else {
            return String::new();
        };
        let they = may == "may";
        let said = match they {
            true => self.all_doing(deeds, false, depth),
            false => self.deeds(deeds, " and ", depth),
        };
        let head = format!("{may} {said}");
        self.yours().if_done(
            head,
            they,
            then.as_ref(),
            otherwise.as_ref(),
            statement,
            depth,
        )
    }
}
