//! Conditions and numbers in words: "this has at least 5 cards", "the number of cards on this".

use super::line::Never;
use super::numbers::{how_many, row_of};
use super::speaker::{Asked, Called, Later, Speaker};
use super::things::{As, is};
use crate::base::article;
use crate::rules::ir::{Compare, How};
use crate::rules::tree::{Cond, Item, Local, Num, Set, SetKind, Source};
use crate::syntax::ast::TurnPart;

impl Speaker<'_> {
    /// What is still to be asked of a condition in this game: nothing where there is none, or where it always holds.
    ///
    /// # Errors
    /// It never holds.
    pub(super) fn open<'c>(&self, cond: Option<&'c Cond>) -> Result<Option<&'c Cond>, Never> {
        match cond.map(|cond| (cond, self.known(cond))) {
            None | Some((_, Some(true))) => Ok(None),
            Some((_, Some(false))) => Err(Never),
            Some((cond, None)) => Ok(Some(cond)),
        }
    }

    /// What is known before the game, where disputes are settled.
    pub(super) fn known(&self, cond: &Cond) -> Option<bool> {
        match cond {
            Cond::Dispute(dispute, value) => self.words.disputes.map(|settled| settled[*dispute] == *value),
            Cond::Truth(local) => match self.locals[*local] {
                Called::Known(known) => Some(known),
                _ => None,
            },
            Cond::Not(inner) => self.known(inner).map(|known| !known),
            Cond::And(left, right) => match (self.known(left), self.known(right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Cond::Or(left, right) => match (self.known(left), self.known(right)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// A whole condition that is open in this game.
    pub(super) fn cond(&mut self, cond: &Cond) -> String {
        self.stated(cond, false)
    }

    /// That a condition does not hold.
    pub(super) fn denied(&mut self, cond: &Cond) -> String {
        self.stated(cond, true)
    }

    /// A condition, or that it does not hold.
    fn stated(&mut self, cond: &Cond, not: bool) -> String {
        match cond {
            Cond::Not(inner) => self.stated(inner, !not),
            Cond::And(left, right) => self.both(left, right, (true, not)),
            Cond::Or(left, right) => self.both(left, right, (false, not)),
            Cond::Exists(set) => self.exists(set, not),
            Cond::Extreme { so, .. } => self.stated(so, not),
            Cond::SideBySide { in_order, sets, .. } => {
                let sets: Vec<String> = sets.iter().map(|set| self.set(set, As::One)).collect();
                let (last, front) = sets.split_last().expect("there are two at least");
                let order = if *in_order { "from left to right" } else { "in this order from either side" };
                let no = if not { "nowhere stand" } else { "there stand" };
                format!("{no} side by side, {order}, {} and {last}", front.join(", "))
            }
            Cond::Compare(left, compare, right) => self.compared(left, (*compare, not), right),
            Cond::Turn(part) => {
                let part = match part {
                    TurnPart::On => "your turn",
                    TurnPart::AtItsStart => "the start of your turn",
                    TurnPart::PastItsStart => "your turn, past its start",
                };
                format!("it {} {part}", self.be(false, not))
            }
            Cond::Truth(local) => match self.locals[*local].clone() {
                Called::Later(Later { asked: Asked::Truth(cond), began }) => {
                    self.as_it_was(began, |s| s.stated(&cond, not))
                }
                _ => {
                    let noted = self.call(*local);
                    format!("{noted} was {}so", if not { "not " } else { "" })
                }
            },
            Cond::Dispute(dispute, value) => {
                let (name, values) = &self.words.names.disputes[*dispute];
                let is = if not { "is not" } else { "is" };
                format!("`{name}` {is} settled as `{}`", values[*value])
            }
            Cond::Same(Item::Provoker, Item::You) | Cond::Same(Item::You, Item::Provoker) => {
                if not {
                    "you did not cause it yourself".into()
                } else {
                    "you caused it yourself".into()
                }
            }
            about => {
                let subject = self.item(about.subject().expect("all others are said above"));
                let predicate = self.predicate(about, subject == "you", not);
                format!("{subject} {predicate}")
            }
        }
    }

    /// What was noted, where it is needed.
    pub(super) fn as_it_was(&mut self, began: bool, say: impl FnOnce(&mut Self) -> String) -> String {
        let past = std::mem::replace(&mut self.past, began);
        let said = say(self);
        self.past = past;
        if began { format!("{said} when this began") } else { said }
    }

    fn be(&self, plural: bool, not: bool) -> String {
        let be = match (plural, self.past) {
            (true, false) => "are",
            (true, true) => "were",
            (false, false) => "is",
            (false, true) => "was",
        };
        format!("{be}{}", if not { " not" } else { "" })
    }

    pub(super) fn has(&self, plural: bool) -> &'static str {
        match (plural, self.past) {
            (_, true) => "had",
            (true, false) => "have",
            (false, false) => "has",
        }
    }

    /// What two conditions say of the same thing, or none where they speak of different ones.
    fn of_the_same(&mut self, left: &Cond, right: &Cond, (word, not): (&str, bool)) -> Option<String> {
        let (left, not_left) = stripped(left, not);
        let (right, not_right) = stripped(right, not);
        let own = |cond: &Cond| matches!(cond, Cond::Same(Item::Provoker | Item::You, _) | Cond::Same(_, Item::You));
        let subject = left.subject().filter(|subject| right.subject() == Some(subject))?;
        if own(left) || own(right) || matches!(subject, Item::Any { .. }) {
            return None;
        }
        let subject = self.item(subject);
        let plural = subject == "you";
        let left = self.predicate(left, plural, not_left);
        let right = self.predicate(right, plural, not_right);
        Some(format!("{subject} {left} {word} {right}"))
    }

    /// Both of two, or either; if it is not so, the other way round.
    fn both(&mut self, left: &Cond, right: &Cond, (all, not): (bool, bool)) -> String {
        match (self.known(left), self.known(right)) {
            (Some(_), _) => self.stated(right, not),
            (_, Some(_)) => self.stated(left, not),
            _ => {
                let all = all != not;
                if let Some(said) = self.of_the_same(left, right, (if all { "and" } else { "or" }, not)) {
                    return said;
                }
                let mut side = |cond: &Cond| {
                    let said = self.stated(cond, not);
                    let either = matches!((cond, not), (Cond::Or(..), false) | (Cond::And(..), true));
                    if all && either { format!("either {said}") } else { said }
                };
                let (left, right) = (side(left), side(right));
                match all {
                    true if left.starts_with("either ") => format!("{left}, and {right}"),
                    true => format!("{left} and {right}"),
                    false => format!("{left} or {right}"),
                }
            }
        }
    }

    /// The player whose buildings these are, and the buildings without saying whose.
    fn owned(&mut self, set: &Set) -> Option<(String, Set)> {
        let SetKind::Of { source: Source::BuildingsOf(item), candidate, target, filters } = &set.kind else {
            return None;
        };
        let (target, candidate, filters) = (*target, *candidate, filters.clone());
        let kind = SetKind::Of { target, source: Source::Buildings, candidate, filters };
        Some((self.item(item), Set { element: set.element, kind }))
    }

    fn exists(&mut self, set: &Set, not: bool) -> String {
        if let Some((owner, among)) = self.owned(set) {
            let have = self.has(owner == "you");
            return match not {
                true => format!("{owner} {have} no {}", self.set(&among, As::Counted { one: true })),
                false => format!("{owner} {have} {}", self.set(&among, As::One)),
            };
        }
        self.there = matches!(&set.kind, SetKind::Of { source: Source::Tops | Source::TopsOf(_), .. });
        let said = self.there_is(set, not);
        self.there = false;
        said
    }

    fn there_is(&mut self, set: &Set, not: bool) -> String {
        if let SetKind::Of { source: Source::One(item), filters, .. } = &set.kind
            && filters.is_empty()
        {
            let item = self.item(item);
            let be = self.be(item == "you", not);
            return format!("{item} {be} there");
        }
        let definite = matches!(
            &set.kind,
            SetKind::Of { source: Source::Them | Source::Param(_) | Source::One(_), .. } | SetKind::Plus(..)
        );
        let be = self.be(false, false);
        match (definite, not) {
            (true, false) => format!("there {be} at least one {}", self.set(set, As::Counted { one: true })),
            (true, true) => format!("there {be} none {}", self.set(set, As::Counted { one: true })),
            (false, false) => format!("there {be} {}", self.set(set, As::One)),
            (false, true) => format!("there {be} no {}", self.set(set, As::Counted { one: true })),
        }
    }

    /// What a condition says of a candidate, if it is about it: `is not a Windmill`.
    pub(super) fn about(&mut self, cond: &Cond, candidate: usize, plural: bool) -> Option<String> {
        self.about_or_not(cond, candidate, plural, false)
    }

    fn about_or_not(&mut self, cond: &Cond, candidate: usize, plural: bool, not: bool) -> Option<String> {
        match cond {
            Cond::Not(inner) => self.about_or_not(inner, candidate, plural, !not),
            Cond::Extreme { most, measure, .. } => {
                let (have, most) = (self.has(plural), if *most { "most" } else { "fewest" });
                let not = if not { "not " } else { "" };
                Some(format!("{have} {not}the {most} {}", self.measured(measure, candidate)))
            }
            Cond::And(left, right) | Cond::Or(left, right) => match (self.known(left), self.known(right)) {
                (Some(_), _) => self.about_or_not(right, candidate, plural, not),
                (_, Some(_)) => self.about_or_not(left, candidate, plural, not),
                _ => {
                    let all = matches!(cond, Cond::And(..)) != not;
                    let word = if all { "and" } else { "or" };
                    let left = self.about_or_not(left, candidate, plural, not)?;
                    Some(format!("{left} {word} {}", self.about_or_not(right, candidate, plural, not)?))
                }
            },
            Cond::Exists(set) => self.having(set, candidate, (plural, not)),
            Cond::Compare(Num::Height(item), compare, number) if is(item, candidate) => {
                Some(format!("{} {}", self.has(plural), self.amount((*compare, not), number, ("card", "cards"))))
            }
            Cond::Compare(Num::Count(set), compare, number) if is_row_of(set, candidate) => {
                let amount = self.amount((*compare, not), number, ("building", "buildings"));
                Some(format!("{} {amount}", self.has(plural)))
            }
            Cond::Compare(Num::Counters { sort, on, player: _ }, compare, number) if is(on, candidate) => {
                let (one, many) = self.counter(*sort);
                Some(format!("{} {}", self.has(plural), self.amount((*compare, not), number, (&one, &many))))
            }
            Cond::Compare(Num::Did { deed, who, .. }, compare, number) if is(who, candidate) => {
                Some(self.has_done(deed, (*compare, not), number, plural))
            }
            about if about.subject().is_some_and(|item| is(item, candidate)) => Some(self.predicate(cond, plural, not)),
            _ => None,
        }
    }

    /// A condition about a thing, without that.
    fn predicate(&mut self, cond: &Cond, plural: bool, not: bool) -> String {
        let be = self.be(plural, not);
        match cond {
            Cond::Stacked(_) if not => format!("{} no cards", self.has(plural)),
            Cond::Stacked(_) => format!("{} a card", self.has(plural)),
            Cond::Active(_) => format!("{be} active"),
            Cond::Disabled(_) => format!("{be} disabled"),
            Cond::FaceUp(_) => format!("{be} face up"),
            Cond::Living(_) => format!("{be} still in the game"),
            Cond::Most(_, local, extreme, _) => {
                let called = self.call(*local);
                let has = if not { format!("{be} among those with") } else { self.has(plural).to_string() };
                format!("{has} the {} {called}", if extreme.fewest { "smallest" } else { "largest" })
            }
            Cond::Law(_) => format!("{be} {}", if plural { "laws" } else { "a law" }),
            Cond::VictoryCard(..) if plural => format!("{be} victory cards"),
            Cond::VictoryCard(..) => format!("{be} a victory card"),
            Cond::Named(_, name, _) if plural || name.ends_with('s') => format!("{be} named {name}"),
            Cond::Named(_, name, _) => format!("{be} {} {name}", article(name)),
            Cond::NamedAs(_, name, _) => format!("{be} {}", self.named_as(name)),
            Cond::NamedLike(_, other, _) => format!("{be} named like {}", self.item(other)),
            Cond::On(_, building) => format!("{be} on {}", self.item(building)),
            Cond::Of(_, Item::You) => format!("{be} in your nation"),
            Cond::Of(_, player) => format!("{be} in the nation of {}", self.item(player)),
            Cond::In(_, set) if plural => format!("{be} among {}", self.definite(set)),
            Cond::In(_, set) => format!("{be} {}", self.set(set, As::One)),
            Cond::Status(_, status) | Cond::Standing(_, status) => {
                format!("{be} {}", self.words.names.statuses[usize::from(*status)])
            }
            Cond::Meets(_) => match (not, self.past) {
                (false, false) => format!("{} a condition to win", if plural { "meet" } else { "meets" }),
                (false, true) => "met a condition to win".to_string(),
                (true, past) => format!(
                    "{} meet a condition to win",
                    if past {
                        "did not"
                    } else if plural {
                        "do not"
                    } else {
                        "does not"
                    }
                ),
            },
            Cond::Same(_, other) => format!("{be} {}", self.item(other)),
            Cond::Playable(_, how, _) => {
                let can = match (not, self.past) {
                    (false, false) => "can",
                    (true, false) => "cannot",
                    (false, true) => "could",
                    (true, true) => "could not",
                };
                match how {
                    How::Play => format!("{can} be played as an action"),
                    How::Replay => format!("{can} be replayed"),
                    How::FromHand => format!("{can} be played as if from hand"),
                }
            }
            Cond::And(..)
            | Cond::Or(..)
            | Cond::Not(_)
            | Cond::Exists(_)
            | Cond::Extreme { .. }
            | Cond::SideBySide { .. }
            | Cond::Compare(..)
            | Cond::Turn(_)
            | Cond::Truth(_)
            | Cond::Dispute(..) => unreachable!("it is about no thing"),
        }
    }

    fn compared(&mut self, left: &Num, how: (Compare, bool), right: &Num) -> String {
        if let Num::Local(local) = left
            && let Called::Later(Later { asked: Asked::Number(number), began }) = self.locals[*local].clone()
        {
            return self.as_it_was(began, |speaker| speaker.compared(&number, how, right));
        }
        if let Some(voted) = self.majority(left, how, right) {
            return voted;
        }
        let be = self.be(false, false);
        if !matches!(right, Num::Const(_) | Num::Starred(_)) {
            let left = self.number(left);
            return format!("{left} {be} {}", how_many(how, &self.number(right)));
        }
        if let Some(done) = self.done_so_often(left, how, right) {
            return done;
        }
        match left {
            Num::Seats => {
                let number = self.number(right);
                let players = if number == "1" { "player" } else { "players" };
                format!("the game began with {} {players}", how_many(how, &number))
            }
            Num::DifferentNames(set, _) => {
                let number = self.number(right);
                let have = self.has(true);
                format!("{} {have} {} different names", self.definite(set), how_many(how, &number))
            }
            Num::MostAlike(set, _) => {
                let number = self.number(right);
                let of = self.definite(set);
                format!("{} of {of} {} the same name", how_many(how, &number), self.has(true))
            }
            Num::Height(item) => {
                let item = self.item(item);
                let verb = self.has(item == "you");
                format!("{item} {verb} {}", self.amount(how, right, ("card", "cards")))
            }
            Num::Counters { sort, on, player: _ } => {
                let (item, (one, many)) = (self.item(on), self.counter(*sort));
                let verb = self.has(item == "you");
                format!("{item} {verb} {}", self.amount(how, right, (&one, &many)))
            }
            Num::Count(set) => {
                let one = matches!(right, Num::Const(1));
                let many = how_many(how, &self.number(right));
                if let Some((among, has)) = self.that_have(set, !one) {
                    return format!("{many} {among} {has}");
                }
                if let Some((owner, among)) = self.owned(set) {
                    let counted = self.set(&among, As::Counted { one });
                    return format!("{owner} {} {many} {counted}", self.has(owner == "you"));
                }
                let counted = self.set(set, As::Counted { one });
                format!("there {} {many} {counted}", self.be(!one, false))
            }
            Num::Const(_)
            | Num::Starred(_)
            | Num::If(..)
            | Num::Plus(..)
            | Num::Local(_)
            | Num::Did { .. }
            | Num::Entry(..)
            | Num::Minus(..)
            | Num::Half(..)
            | Num::Whose(..)
            | Num::JustPut
            | Num::Twice(_)
            | Num::OfTwo(..)
            | Num::Among(_) => {
                let left = self.number(left);
                let number = self.number(right);
                format!("{left} {be} {}", how_many(how, &number))
            }
        }
    }

    /// What is counted, and what it has, where nothing else is asked of it: `neighbours of this`, `have a card`.
    fn that_have(&mut self, set: &Set, plural: bool) -> Option<(String, String)> {
        let SetKind::Of { source, candidate, filters, target } = &set.kind else { return None };
        let own = match filters.as_slice() {
            [Cond::Stacked(item)] => is(item, *candidate),
            [Cond::Compare(Num::Height(item) | Num::Counters { on: item, .. }, ..)] => is(item, *candidate),
            _ => false,
        };
        if !own {
            return None;
        }
        let (source, target) = (source.clone(), *target);
        let kind = SetKind::Of { target, source, candidate: *candidate, filters: Vec::new() };
        let among = self.set(&Set { element: set.element, kind }, As::Counted { one: !plural });
        let has = self.about(&filters[0], *candidate, plural)?;
        Some((among, has))
    }

    /// What one counter of a sort is called, and what several are.
    pub(super) fn counter(&self, sort: u8) -> (String, String) {
        let [one, many] = self.words.names.counters[usize::from(sort)].clone();
        (one, many)
    }

    fn amount(&mut self, how: (Compare, bool), number: &Num, (one, many): (&str, &str)) -> String {
        match (how, number) {
            ((Compare::Exactly, false) | (Compare::AtMost, false), Num::Const(0)) => format!("no {many}"),
            (how, Num::Count(set)) if one == "building" && row_of(set).is_some() => {
                self.as_many(how, many, row_of(set))
            }
            (how, number) if !matches!(number, Num::Const(_) | Num::Starred(_)) => {
                let than = match how {
                    (Compare::AtLeast, false) => ("at least as many", "as"),
                    (Compare::AtLeast, true) => ("fewer", "than"),
                    (Compare::AtMost, false) => ("at most as many", "as"),
                    (Compare::AtMost, true) => ("more", "than"),
                    (Compare::Exactly, false) => ("exactly as many", "as"),
                    (Compare::Exactly, true) => ("not exactly as many", "as"),
                };
                format!("{} {many} {} {}", than.0, than.1, self.number(number))
            }
            _ => {
                let noun = if matches!(number, Num::Const(1)) { one } else { many };
                format!("{} {noun}", how_many(how, &self.number(number)))
            }
        }
    }

    /// A condition noted for later, and what it is called from then on.
    pub(super) fn note_truth(&mut self, local: Local, cond: &Cond) -> String {
        let said = self.cond(cond);
        self.noted.0 += 1;
        let (called, mark) = match self.noted {
            (at, several) if several > 1 => (format!("condition {at}"), format!(" (condition {at})")),
            _ => ("that".to_string(), String::new()),
        };
        self.locals[local] = Called::Phrase(called);
        format!("note whether {said}{mark}")
    }
}

/// A condition without the `not`s in front of it, and whether it is meant not to hold.
fn stripped(cond: &Cond, not: bool) -> (&Cond, bool) {
    match cond {
        Cond::Not(inner) => stripped(inner, !not),
        cond => (cond, not),
    }
}

/// All buildings of the one that is asked about.
fn is_row_of(set: &Set, candidate: usize) -> bool {
    match &set.kind {
        SetKind::Of { target: false, source: Source::BuildingsOf(item), filters, .. } => {
            is(item, candidate) && filters.is_empty()
        }
        _ => false,
    }
}
