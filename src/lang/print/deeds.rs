//! Writes what is done, by `you` or by somebody else: verbs with what they are done to.

use super::set::is_picked_of;
use super::thing::called;
use super::{Cards, Say, is_one};
use crate::ast::{
    Body, Doer, Item, ItemExpr, Noun, NumExpr, Operand, Set, SetExpr, Statement, Verb, Word,
};
use text::limits::HEAP;
use text::{Since, Spanned, Until, formed};

/// The verb in front as somebody else does it: `discards a card`.
fn by_one(said: &str) -> String {
    let (verb, rest) = said.split_at(said.find(' ').unwrap_or(said.len()));
    let es = ["sh", "ch", "ss", "x"]
        .iter()
        .any(|end| verb.ends_with(end));
    format!("{verb}{}{rest}", if es { "es" } else { "s" })
}

fn hand_of(these: &SetExpr) -> Option<&ItemExpr> {
    match &these.node {
        Set::Of {
            target: false,
            noun,
            filters,
        } if filters.is_empty() => match &noun.node {
            Noun::Hand {
                of,
                as_buildings: false,
            } => Some(of),
            _ => None,
        },
        _ => None,
    }
}

fn is_plain(these: &SetExpr, is: impl Fn(&Noun) -> bool) -> bool {
    matches!(&these.node, Set::Of { target: false, noun, filters } if filters.is_empty() && is(&noun.node))
}

impl Say {
    /// Some place in the nation of whoever does it.
    fn is_own_place(self, item: &ItemExpr) -> bool {
        let Item::Any(these) = &item.node else {
            return false;
        };
        is_plain(
            these,
            |noun| matches!(noun, Noun::Places(Some(of)) if self.is_doer(&of.node)),
        )
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
            let form = if verb == Verb::PutUnderDeck {
                "put _ on the bottom of the deck"
            } else {
                verb.form()
            };
            return formed(form, &[say.operand(operand)]);
        };
        let (one, place) = (say.item(one), self.item(other));
        match verb {
            Verb::Give => self.handed(&one, other),
            Verb::Build if self.is_own_place(other) => format!("build {one}"),
            Verb::Shift if self.is_own_place(other) => format!("take over {one}"),
            _ => verb.with(&[one, place]),
        }
    }

    /// What comes to a hand, and whose that is.
    fn handed(self, what: &str, to: &ItemExpr) -> String {
        if self.is_doer(&to.node) {
            format!("take {what}")
        } else {
            format!("give {what} to {}", self.item(to))
        }
    }

    pub(super) fn gives(self, what: &Operand, to: &ItemExpr) -> String {
        let cards = if self.is_doer(&to.node) {
            Cards::From
        } else {
            Cards::Own
        };
        self.handed(&self.taken(cards).operand(what), to)
    }

    /// What is paid.
    pub(super) fn paid(self, cost: &Statement) -> String {
        let named = |set: &SetExpr| matches!(&set.node, Set::Of { noun, .. } if matches!(noun.node, Noun::Name(_)));
        match cost {
            Statement::Counters {
                put: false,
                number,
                counter,
                on,
            } if !matches!(number.node, NumExpr::Whose { .. } | NumExpr::Number(HEAP)) => {
                let many = format!("pay {} {}", self.some(number, &counter.node), counter.node);
                if on.node == Item::This {
                    many
                } else {
                    format!("{many} from {}", self.item(on))
                }
            }
            Statement::Verb {
                verb: Verb::Discard,
                operand,
            } => match operand {
                // They could be counters.
                Operand::Several { set, .. } if named(set) => {
                    format!("pay {}", self.verb(Verb::Discard, operand))
                }
                _ => format!("pay {}", self.taken(Cards::Own).operand(operand)),
            },
            cost => format!("pay {}", self.statement(cost, 0, false)),
        }
    }

    /// What a verb is done to.
    fn operand(self, operand: &Operand) -> String {
        let of = |set: &SetExpr| if is_picked_of(set) { "of " } else { "" };
        match operand {
            Operand::Item(one) => self.item(one),
            Operand::Two(one, other) => format!("{} {}", self.item(one), self.item(other)),
            Operand::All(these) => match &these.node {
                _ if hand_of(these).is_some() => hand_of(these)
                    .map(|of| self.whose(of, "hand"))
                    .unwrap_or_default(),
                Set::Of { noun, .. } if matches!(noun.node, Noun::DeckTop(_)) => self.set(these),
                _ if is_plain(these, |noun| *noun == Noun::Them) => "them".into(),
                _ => format!("all {}", self.set(these)),
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
                match is_one(number) {
                    true => format!("1 {which}{}", self.one_of(set)),
                    false => format!("{} {which}{}{}", self.atom(number), of(set), self.set(set)),
                }
            }
            Operand::UpTo { number, set } if is_one(number) => {
                format!("up to 1 {}", self.one_of(set))
            }
            Operand::UpTo { number, set } => {
                format!("up to {} {}{}", self.atom(number), of(set), self.set(set))
            }
            Operand::AnyNumber(set) => format!("any number of {}", self.set(set)),
            Operand::DownTo(number) => {
                format!(
                    "down to {} card{}",
                    self.atom(number),
                    if is_one(number) { "" } else { "s" }
                )
            }
        }
    }

    pub(super) fn draw(self, number: &Spanned<NumExpr>) -> String {
        match &number.node {
            NumExpr::Number(1) => "draw a card".into(),
            NumExpr::Count(these) => format!("draw a card for each {}", self.one_of(these)),
            NumExpr::Minus(most, held) => match &held.node {
                NumExpr::Count(these)
                    if hand_of(these).is_some_and(|of| self.is_doer(&of.node)) =>
                {
                    let have = if self.theirs { "they have" } else { "you have" };
                    let cards = if is_one(most) { "card" } else { "cards" };
                    format!("draw until {have} {} {cards} in hand", self.atom(most))
                }
                _ => format!("draw {} cards", self.atom(number)),
            },
            _ => format!("draw {} cards", self.atom(number)),
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

    /// `this turn begins without a draw`, `1 more card may be played this turn`, `once this turn`
    pub(super) fn of_turns(self, statement: &Statement) -> String {
        match statement {
            Statement::Once { since, for_all } => {
                let once = if *since == Since::ThisTurn {
                    "once this turn"
                } else {
                    "once a game"
                };
                format!("{once}{}", if *for_all { " for all players" } else { "" })
            }
            Statement::TurnDraws(draws) => match draws.node {
                NumExpr::Number(0) => "this turn begins without a draw".into(),
                NumExpr::Number(1) => "this turn begins with 1 draw".into(),
                _ => format!("this turn begins with {} draws", self.atom(draws)),
            },
            Statement::MorePlays { number, fewer } => {
                let more = if *fewer { "fewer" } else { "more" };
                let cards = if is_one(number) { "card" } else { "cards" };
                format!(
                    "{} {more} {cards} may be played this turn",
                    self.atom(number)
                )
            }
            _ => unreachable!("nothing else is said of turns"),
        }
    }

    /// Somebody decides, or does one thing after the other.
    pub(super) fn does(self, who: &Doer, deeds: &[Spanned<Statement>], depth: usize) -> String {
        let (who, you) = match who {
            Doer::Each(these) => (format!("each {}", self.one_of(these)), false),
            Doer::One(these) => (self.one_doer(these), false),
            Doer::Item(one) => (self.doer(one), one.node == Item::You),
        };
        let say = self.others(!you);
        let said: Vec<_> = deeds
            .iter()
            .map(|deed| say.doing(&deed.node, !you, depth))
            .collect();
        format!("{who} {}", said.join(" and "))
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
        let person = |said: String| if third { by_one(&said) } else { said };
        // What is done behind a colon is done by `you`.
        let body = Say {
            theirs: false,
            decided: false,
            ..self
        };
        match statement {
            Statement::May {
                body: then,
                otherwise,
            } => body.or_else("may", false, then, otherwise, statement, depth),
            Statement::MayChoose {
                set,
                name,
                body: then,
                otherwise,
            } => {
                let head = format!("may choose {}", self.chosen(set, name));
                body.or_else(&head, false, then, otherwise, statement, depth)
            }
            Statement::Offer { .. } => self.offer("may", statement, depth),
            Statement::Either(branches) => {
                person(format!("choose one{}", body.branches(branches, depth)))
            }
            Statement::Ways(ways) => {
                let way = |deeds: &[Spanned<Statement>]| {
                    let said: Vec<_> = deeds
                        .iter()
                        .map(|deed| self.doing(&deed.node, false, depth))
                        .collect();
                    said.join(" and ")
                };
                let ways = ways.iter().map(|one| way(&one.statements)).collect();
                person(format!("choose one: {}", either(ways)))
            }
            Statement::Later {
                until: Until::SkippedTurn,
                whose: None,
                ..
            } => person("skip their next turn".into()),
            Statement::Later {
                until: Until::ExtraTurn,
                whose: None,
                ..
            } => person("take an extra turn".into()),
            _ => person(self.statement(statement, depth, false)),
        }
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
        let said: Vec<_> = deeds
            .iter()
            .map(|deed| match may {
                "may" => self.doing(&deed.node, false, depth),
                _ => self.statement(&deed.node, depth, false),
            })
            .collect();
        let head = format!("{may} {}", said.join(" and "));
        let they = may == "may";
        let yours = Say {
            theirs: false,
            decided: false,
            ..self
        };
        yours.if_done(
            head,
            they,
            then.as_ref(),
            otherwise.as_ref(),
            statement,
            depth,
        )
    }

    /// `choose one: draw 2 cards, or destroy a building`
    pub(super) fn ways(self, ways: &[Body], depth: usize) -> String {
        let way = |deeds: &[Spanned<Statement>]| {
            let said: Vec<_> = deeds
                .iter()
                .map(|deed| self.statement(&deed.node, depth, false))
                .collect();
            said.join(", then ")
        };
        format!(
            "choose one: {}",
            either(ways.iter().map(|one| way(&one.statements)).collect())
        )
    }

    pub(super) fn choose(self, set: &SetExpr, random: bool, name: &Option<Word>) -> String {
        let one = if random {
            self.random(set)
        } else {
            self.any_one(set)
        };
        format!("choose {one}{}", called(name))
    }
}

/// `draw 2 cards, or destroy a building`
fn either(mut ways: Vec<String>) -> String {
    let last = ways.pop().unwrap_or_default();
    if ways.is_empty() {
        last
    } else {
        format!("{}, or {last}", ways.join(", "))
    }
}
