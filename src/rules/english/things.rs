//! Things and sets in words: "the top card of that stack", "any building that is not a Windmill".

use super::seats::{is_top_card, last_player, next_player};
use super::speaker::{Called, Setting, Speaker, is_places, noun_of};
use crate::base::{Pick, article};
use crate::rules::ir::Element;
use crate::rules::tree::{Cond, Item, Num, Set, SetKind, Source};

/// How a set is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// `a building`
    One,
    /// `any building`
    Any,
    /// `a random building`
    Random,
    /// `each building`
    Each,
    /// `buildings`, `your buildings`
    All,
    /// Behind a number: `building`, `buildings`, `of your buildings`.
    Counted { one: bool },
}

impl As {
    pub(super) fn is_plural(self) -> bool {
        match self {
            As::All | As::Counted { one: false } => true,
            As::One | As::Any | As::Random | As::Each | As::Counted { one: true } => false,
        }
    }
}

/// Among others of its kind: `building`, `buildings` and what follows: `on this`.
fn common(how: As, adjective: &str, one: &str, many: &str, rest: &str) -> String {
    let noun = if how.is_plural() { many } else { one };
    let said = format!("{adjective}{noun}{rest}");
    match how {
        As::One => format!("{} {said}", article(&said)),
        As::Any => format!("any {said}"),
        As::Random => format!("a random {said}"),
        As::Each => format!("each {said}"),
        As::All | As::Counted { .. } => said,
    }
}

/// Out of a definite lot: `one of your buildings`.
fn out_of(how: As, many: &str) -> String {
    match how {
        As::One => format!("one of {many}"),
        As::Any => format!("any of {many}"),
        As::Random => format!("a random one of {many}"),
        As::Each => format!("each of {many}"),
        As::All => many.to_string(),
        As::Counted { .. } => format!("of {many}"),
    }
}

impl Speaker<'_> {
    /// One thing.
    pub(super) fn item(&mut self, item: &Item) -> String {
        match item {
            Item::Local(local) => self.call(*local),
            Item::This => "this".into(),
            Item::You => "you".into(),
            Item::Provoker if self.setting == Setting::OfTurn => "the player whose turn it is".into(),
            Item::Provoker => "the player who caused it".into(),
            Item::TopOf(item) => match self.item(item) {
                it if it == "it" => "its top card".into(),
                of => format!("the top card of {of}"),
            },
            Item::OwnerOf(item) => match self.item(item) {
                it if it == "it" => "its owner".into(),
                of => format!("the owner of {of}"),
            },
            Item::Under(item) => format!("the building under {}", self.item(item)),
            Item::Entry(local, of) if self.is_aside(*local) => {
                format!("the card set aside by {}", self.item(of))
            }
            Item::Entry(_, of) => match self.item(of).as_str() {
                "you" => "whom you have chosen".into(),
                of if of.starts_with("whom ") => format!("whom the player {of} has chosen"),
                of => format!("whom {of} has chosen"),
            },
            Item::First(set) if next_player(set).is_some() => {
                let from = next_player(set).cloned().unwrap_or(Item::You);
                format!("the next player clockwise from {}", self.item(&from))
            }
            Item::First(set) | Item::Pick(_, set) if is_places(set) => self.row_end(item, set),
            Item::First(set) if is_top_card(set) => "the top card of the deck".into(),
            Item::First(set) => format!("the first of {}", self.definite(set)),
            Item::Pick(Pick::Last, set) if last_player(set).is_some() => {
                match self.item(&last_player(set).cloned().unwrap_or(Item::You)).as_str() {
                    "you" => "the player on your right".into(),
                    of => format!("the player on the right of {of}"),
                }
            }
            Item::Pick(pick, set) => format!("the {} {}", pick.word(), self.set(set, As::Counted { one: true })),
            Item::Beside(side, item) => format!("the building {} of {}", side.word(), self.item(item)),
            Item::NameOf(item, _) => match self.item(item) {
                it if it == "it" => "its name".into(),
                of => format!("the name of {of}"),
            },
            Item::WrittenOn(item) => format!("the name written on {}", self.item(item)),
            Item::Any { set, local, random } => {
                // A statement that chooses and goes on speaks of it as it was chosen.
                let said = self.set(set, if *random { As::Random } else { As::Any });
                self.introduce(*local, noun_of(set));
                self.once(*local, said);
                self.call(*local)
            }
        }
    }

    /// A set as the subject of a sentence, and the form of "to be" that goes with it.
    pub(super) fn subject(&mut self, set: &Set) -> (String, &'static str) {
        match &set.kind {
            SetKind::Of { source: Source::One(item), filters, .. } if filters.is_empty() => {
                let item = self.item(item);
                let be = if item == "you" { "are" } else { "is" };
                (item, be)
            }
            _ => (self.set(set, As::All), "are"),
        }
    }

    /// All of a set, as a definite lot: `the cards in your hand`.
    pub(super) fn definite(&mut self, set: &Set) -> String {
        let said = self.set(set, As::All);
        let bare = matches!(&set.kind, SetKind::Of { source, .. } if match source {
            Source::BuildingsOf(_) | Source::Them | Source::Param(_) | Source::One(_) => false,
            Source::Tops | Source::TopsOf(_) | Source::Neighbours(_) => false,
            Source::Players | Source::PlayersFrom(_) | Source::Buildings | Source::CardsOn(_) => true,
            Source::Row(..) | Source::Between(..) => true,
            Source::PlayersWith { .. } => true,
            Source::CardsOnFromTop(_) | Source::CardsIn(_) | Source::Hand(_) | Source::Discard => true,
            Source::Places | Source::PlacesOf(_) | Source::Deck | Source::DeckTop(_) | Source::Numbers(..) | Source::Names | Source::CardNames => true,
        });
        if bare && !said.starts_with("the ") { format!("the {said}") } else { said }
    }

    pub(super) fn set(&mut self, set: &Set, how: As) -> String {
        match &set.kind {
            SetKind::Plus(..) => {
                let (each, joint) = match how {
                    As::One | As::Any => (how, "or"),
                    As::Random | As::Each | As::All | As::Counted { .. } => (As::All, "and"),
                };
                self.inside_sets += 1;
                let parts: Vec<String> = parts(set).into_iter().map(|part| self.set(part, each)).collect();
                self.inside_sets -= 1;
                let of = match how {
                    As::Counted { .. } => "of ",
                    As::Each => "each of ",
                    As::Random => "a random one of ",
                    As::One | As::Any | As::All => "",
                };
                match parts.as_slice() {
                    [front @ .., last] => format!("{of}{} {joint} {last}", front.join(", ")),
                    [] => String::new(),
                }
            }
            SetKind::Of { target, source, candidate, filters } => {
                let filters = self.flat(filters);
                let others = matches!(source, Source::Players | Source::PlayersFrom(_) | Source::PlayersWith { .. });
                let (mut other, mut tests) = (false, Vec::new());
                for filter in filters {
                    if others && is_but_you(filter, *candidate) {
                        other = true;
                    } else {
                        tests.push(filter);
                    }
                }
                // One of all buildings that is in a set is one of that set.
                let within = |test: &&Cond| matches!(test, Cond::In(item, _) if is(item, *candidate));
                let one_of = matches!((source, how), (Source::Buildings, As::One | As::Any)) && !target;
                let within = tests.iter().position(within).filter(|_| one_of).map(|at| tests.remove(at));
                if let (true, None, [Cond::Same(item, other)]) = (one_of, within, tests.as_slice())
                    && is(item, *candidate)
                {
                    return self.item(other);
                }
                let said = match within {
                    Some(Cond::In(_, lot)) if tests.is_empty() => self.set(lot, how),
                    Some(Cond::In(_, lot)) => format!("{},", self.set(lot, how)),
                    _ => self.noun(source, set.element, (*target, other, !tests.is_empty() || self.there), how),
                };
                let plural = how.is_plural();
                let outer = std::mem::replace(&mut self.locals[*candidate], Called::Phrase("it".into()));
                let follows = [" of ", " in ", " on ", ", "].iter().any(|part| said.contains(part));
                self.inside_sets += 1;
                // In this game nothing fits.
                let none = tests.iter().any(|filter| self.known(filter) == Some(false));
                let noun = noun_of(set);
                let relative = |filter| self.relative(filter, (*candidate, noun), (plural, follows));
                let tests: Vec<String> = match none {
                    true => vec!["(none in this game)".to_string()],
                    false => tests.into_iter().map(relative).collect(),
                };
                self.inside_sets -= 1;
                self.locals[*candidate] = outer;
                format!("{said}{}", joined(tests))
            }
        }
    }

    /// All that must hold of a candidate, each by itself; what is known to hold is left out.
    fn flat<'c>(&self, filters: &'c [Cond]) -> Vec<&'c Cond> {
        fn parts<'c>(filter: &'c Cond, flat: &mut Vec<&'c Cond>) {
            match filter {
                Cond::And(left, right) => {
                    parts(left, flat);
                    parts(right, flat);
                }
                filter => flat.push(filter),
            }
        }
        let mut flat = Vec::new();
        filters.iter().for_each(|filter| parts(filter, &mut flat));
        flat.retain(|filter| self.known(filter) != Some(true));
        flat
    }

    fn noun(&mut self, source: &Source, element: Element, marks: (bool, bool, bool), how: As) -> String {
        let (target, other, filtered) = marks;
        let mark = if target { "unguarded " } else { "" };
        let (one, many) = match element {
            Element::BuildingCard => ("building", "buildings"),
            _ => ("card", "cards"),
        };
        match source {
            Source::Players | Source::PlayersFrom(_) | Source::PlayersWith { .. } => {
                let from = match source {
                    Source::PlayersWith { sort, on, player: _ } => {
                        let many = self.counter(*sort).1;
                        format!(" with {many} of their own on {}", self.item(on))
                    }
                    Source::PlayersFrom(item) if !matches!(how, As::One | As::Any | As::Random) => {
                        format!(", clockwise from {}", self.item(item))
                    }
                    _ => String::new(),
                };
                match (how, other) {
                    (As::One, true) => format!("another {mark}player{from}"),
                    (As::All, true) => format!("the other {mark}players{from}"),
                    (_, true) => common(how, &format!("other {mark}"), "player", "players", &from),
                    (_, false) => common(how, mark, "player", "players", &from),
                }
            }
            Source::Buildings if target => common(how, mark, "stack", "stacks", ""),
            Source::Buildings => common(how, mark, "building", "buildings", ""),
            Source::BuildingsOf(Item::You) => out_of(how, &format!("your {mark}buildings")),
            Source::BuildingsOf(item) => {
                let owner = self.item(item);
                common(how, mark, "building", "buildings", &format!(" of {owner}"))
            }
            Source::Neighbours(item) => {
                let of = self.item(item);
                match how {
                    As::All => format!("the {mark}neighbours of {of}"),
                    _ => common(how, mark, "neighbour", "neighbours", &format!(" of {of}")),
                }
            }
            Source::Row(side, item) => {
                let of = self.item(item);
                common(how, mark, "building", "buildings", &format!(" {} of {of}", side.word()))
            }
            Source::Between(one, other) => {
                let (one, other) = (self.item(one), self.item(other));
                common(how, mark, "building", "buildings", &format!(" between {one} and {other}"))
            }
            Source::Tops if filtered => common(how, mark, "top card", "top cards", ""),
            Source::Tops => match how {
                As::One | As::Any | As::Random | As::Each => {
                    format!("the top card of {}", common(how, mark, "stack", "stacks", ""))
                }
                As::All => format!("the top cards of {mark}stacks"),
                As::Counted { one } => format!("top card{} of {mark}stacks", if one { "" } else { "s" }),
            },
            Source::TopsOf(set) => {
                let single = matches!(how, As::One | As::Any | As::Random | As::Each) && !filtered && !target;
                if single {
                    return format!("the top card of {}", self.set(set, how));
                }
                let of = self.definite(set);
                match how {
                    As::All => format!("the {mark}top cards of {of}"),
                    _ => common(how, mark, "top card", "top cards", &format!(" of {of}")),
                }
            }
            Source::CardsOn(item) => {
                let on = self.item(item);
                common(how, mark, one, many, &format!(" on {on}"))
            }
            Source::CardsOnFromTop(item) => {
                let on = self.item(item);
                let order = if matches!(how, As::One | As::Any | As::Random) { "" } else { ", from the top down" };
                common(how, mark, one, many, &format!(" on {on}{order}"))
            }
            Source::CardsIn(Item::You) => common(how, mark, one, many, " stacked in your nation"),
            Source::CardsIn(item) => {
                let owner = self.item(item);
                common(how, mark, one, many, &format!(" stacked in the nation of {owner}"))
            }
            Source::Hand(Item::You) => common(how, mark, one, many, " in your hand"),
            Source::Hand(item) => {
                let owner = self.item(item);
                common(how, mark, one, many, &format!(" in the hand of {owner}"))
            }
            Source::Discard => common(how, mark, one, many, " in the discard pile"),
            Source::Names => common(how, mark, "name", "names", " of a building of this game"),
            Source::CardNames => common(how, mark, "name", "names", " of a card of this game"),
            Source::Deck => common(how, mark, one, many, " in the deck"),
            Source::DeckTop(number) if **number == Num::Const(1) => format!("the top {one} of the deck"),
            Source::DeckTop(number) => {
                let number = self.quantity(number, many, many);
                match number.strip_prefix("as many ") {
                    Some(rest) => {
                        out_of(how, &format!("the top {}", rest.replacen(" as ", " of the deck, as many as ", 1)))
                    }
                    None => out_of(how, &format!("the top {number} of the deck")),
                }
            }
            Source::Places => common(how, mark, "place", "places", " in any nation"),
            Source::PlacesOf(Item::You) => common(how, mark, "place", "places", " in your nation"),
            Source::PlacesOf(item) => {
                let owner = self.item(item);
                common(how, mark, "place", "places", &format!(" in the nation of {owner}"))
            }
            Source::Numbers(from, to) => {
                let (from, to) = (self.number(from), self.number(to));
                common(how, mark, "number", "numbers", &format!(" from {from} to {to}"))
            }
            Source::Them => out_of(how, "them"),
            Source::Param(local) => {
                let called = self.call(*local);
                out_of(how, &called)
            }
            Source::One(item) => {
                let item = self.item(item);
                match how {
                    As::Counted { .. } if item == "you" => "of yourself".into(),
                    As::Counted { .. } => format!("of {item}"),
                    _ => item,
                }
            }
        }
    }

    /// With a name that was chosen.
    pub(super) fn named_as(&mut self, name: &Item) -> String {
        match self.item(name).as_str() {
            "it" | "that name" => "named so".into(),
            name if name.starts_with("the name of ") || name == "its name" => format!("called by {name}"),
            name if name.starts_with("the name written") => format!("called by {name}"),
            name => format!("named {name}"),
        }
    }

    /// What must hold of a candidate, as it stands behind the noun: "that has a card".
    fn relative(&mut self, filter: &Cond, (candidate, noun): (usize, &str), (plural, follows): (bool, bool)) -> String {
        match filter {
            Cond::Extreme { most, measure, .. } => {
                let most = if *most { "most" } else { "fewest" };
                format!("with the {most} {}", self.measured(measure, candidate))
            }
            Cond::Named(item, name, _) if is(item, candidate) && !follows => format!("named {name}"),
            Cond::Named(item, name, _) if is(item, candidate) => {
                format!("that {} named {name}", if plural { "are" } else { "is" })
            }
            Cond::NamedAs(item, name, _) if is(item, candidate) => {
                let that = if !follows {
                    ""
                } else if plural {
                    "that are "
                } else {
                    "that is "
                };
                format!("{that}{}", self.named_as(name))
            }
            Cond::Not(inner) => match &**inner {
                Cond::Same(item, other) if is(item, candidate) => {
                    let other = self.item(other);
                    match (noun, other.as_str()) {
                        ("building" | "stack", "that building") => "other than that one".to_string(),
                        ("building" | "stack", under) if under.starts_with("the building under ") => {
                            under.replacen("the building", "other than the one", 1)
                        }
                        (noun, other) if other.strip_prefix("that ") == Some(noun) => "other than that one".to_string(),
                        // Said where it is chosen: it is that one here.
                        (noun, other) if other == format!("any {noun}") => "other than that one".to_string(),
                        (_, other) => format!("other than {other}"),
                    }
                }
                _ => self.that(filter, candidate, plural),
            },
            _ => self.that(filter, candidate, plural),
        }
    }

    /// What is counted of a candidate, without saying whose it is.
    pub(super) fn measured(&mut self, measure: &Num, candidate: usize) -> String {
        let measure = match measure {
            Num::Count(set) => set,
            Num::Counters { sort, .. } => return self.counter(*sort).1.to_string(),
            other => return self.number(other),
        };
        let SetKind::Of { target, source, candidate: own, filters } = &measure.kind else {
            return format!("things among {}", self.definite(measure));
        };
        let (source, cut) = match source {
            Source::BuildingsOf(item) if is(item, candidate) => (Source::Buildings, ""),
            Source::CardsOn(item) if is(item, candidate) => (Source::CardsOn(item.clone()), " on "),
            Source::CardsIn(item) if is(item, candidate) => (Source::CardsIn(item.clone()), " in the nation of "),
            Source::Hand(item) if is(item, candidate) => (Source::Hand(item.clone()), " the hand of "),
            _ => return format!("things among {}", self.definite(measure)),
        };
        let whose = std::mem::replace(&mut self.locals[candidate], Called::Phrase("WHOSE".into()));
        let kind = SetKind::Of { target: *target, source, candidate: *own, filters: filters.clone() };
        let said = self.set(&Set { element: measure.element, kind }, As::All);
        self.locals[candidate] = whose;
        let short = said.replacen(&format!("{cut}WHOSE"), if cut == " the hand of " { " hand" } else { "" }, 1);
        if short.starts_with("cards stacked") { short.replacen("cards stacked", "stacked cards", 1) } else { short }
    }

    fn that(&mut self, filter: &Cond, candidate: usize, plural: bool) -> String {
        match self.about(filter, candidate, plural) {
            Some(about) => format!("that {about}"),
            None => {
                if plural {
                    self.locals[candidate] = Called::Phrase("each one".into());
                }
                let said = format!("for which {}", self.cond(filter));
                self.locals[candidate] = Called::Phrase("it".into());
                said
            }
        }
    }
}

/// What is added up in a set.
fn parts(set: &Set) -> Vec<&Set> {
    match &set.kind {
        SetKind::Plus(left, right) => [parts(left), parts(right)].concat(),
        SetKind::Of { .. } => vec![set],
    }
}

/// `except you`
fn is_but_you(filter: &Cond, candidate: usize) -> bool {
    match filter {
        Cond::Not(inner) => match &**inner {
            Cond::Same(item, Item::You) | Cond::Same(Item::You, item) => is(item, candidate),
            _ => false,
        },
        _ => false,
    }
}

/// ` named A that is B and that is not C`; what goes without "that" comes first.
fn joined(mut tests: Vec<String>) -> String {
    let rank = |test: &String| match test {
        test if test.starts_with("named ") => 0,
        test if test.starts_with("that ") => 1,
        test if test.starts_with("other than ") => 2,
        _ => 3,
    };
    tests.sort_by_key(rank);
    let mut said = String::new();
    for (at, test) in tests.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| rank(&tests[before]));
        said.push_str(match (before, rank(test)) {
            (None, _) | (Some(0), 1) => " ",
            (Some(1), 2) => ", ",
            (Some(2), 3) => ", and ",
            (_, _) => " and ",
        });
        said.push_str(match (before, rank(test)) {
            (Some(1), 1) => test.strip_prefix("that ").unwrap_or(test),
            (Some(2), 2) => test.strip_prefix("other than ").unwrap_or(test),
            (_, _) => test,
        });
    }
    said
}

/// The thing is the one that is being asked about.
pub(super) fn is(item: &Item, candidate: usize) -> bool {
    matches!(item, Item::Local(local) if *local == candidate)
}
