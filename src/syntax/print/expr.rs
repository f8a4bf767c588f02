//! Writes things, sets, conditions and numbers, with parentheses wherever reading would go another way.

use crate::base::{Spanned, article};
use crate::syntax::ast::{
    Argument, ArgumentValue, Compare, Cond, Deed, Filter, Happening, Item, ItemExpr, Noun, NumExpr, Pattern, Playing,
    Property, Set, SetExpr, TurnPart, Voice, Word,
};

/// One thing, where nothing behind it can be drawn into it.
pub(super) fn item(item: &ItemExpr) -> String {
    match &item.node {
        Item::This => "this".into(),
        Item::It => "it".into(),
        Item::You => "you".into(),
        Item::Provoker => "provoker".into(),
        Item::Name(name) => name.clone(),
        Item::That(noun) => format!("that {noun}"),
        Item::TopOf(of) => format!("the top of {}", tight(of)),
        Item::OwnerOf(of) => format!("the owner of {}", tight(of)),
        Item::Under(card) => format!("the building under {}", tight(card)),
        Item::First(these) if these.node.is_top_card() => "the top card of the deck".into(),
        Item::First(these) => format!("the first of {}", set(these)),
        Item::Pick(pick, these) => format!("the {} of {}", pick.word(), set(these)),
        Item::Beside(side, of) => format!("the building {} of {}", side.word(), tight(of)),
        Item::Entry(entry) => format!("the {} of {}", entry.0.node, tight(&entry.1)),
        Item::NextPlayer(of) => format!("the next player clockwise from {}", tight(of)),
        Item::NameOf(of) => format!("the name of {}", tight(of)),
        Item::WrittenOn(of) => format!("the name written on {}", tight(of)),
        Item::Any(these) => format!("any {}", one_of(these)),
        Item::Random(these) => random(these),
    }
}

/// One thing of a set, by chance.
pub(super) fn random(these: &SetExpr) -> String {
    let one = one_of(these);
    let one_word = if one.starts_with("of ") { "one " } else { "" };
    format!("a random {one_word}{one}")
}

/// One thing amid other words.
fn tight(one: &ItemExpr) -> String {
    match one.node {
        Item::First(_) | Item::Pick(..) | Item::Any(_) | Item::Random(_) => format!("({})", item(one)),
        _ => item(one),
    }
}

pub(super) fn set(these: &SetExpr) -> String {
    written(these, false)
}

/// A set behind `any` or `each`: its first noun in the singular, or with `of` where it has none.
pub(super) fn one_of(these: &SetExpr) -> String {
    written(these, true)
}

fn written(these: &SetExpr, single: bool) -> String {
    match &these.node {
        Set::Of { target, noun: what, filters } => {
            let target = if *target { "target " } else { "" };
            let (others, filters) = match (&what.node, filters.as_slice()) {
                (Noun::Players { .. }, [first, rest @ ..]) if is_but_you(first) => ("other ", rest),
                (_, filters) => ("", filters),
            };
            let counted = !matches!(
                what.node,
                Noun::Them | Noun::Name(_) | Noun::One(_) | Noun::DeckTop(_) | Noun::Tops(Some(_))
            );
            let yours = matches!(&what.node, Noun::Buildings(Some(of)) if of.node == Item::You);
            let of = if single && (!counted || yours) { "of " } else { "" };
            let one = single && counted && !yours;
            let said = match &what.node {
                Noun::One(item) if item.node != Item::You => true,
                Noun::Name(_) => true,
                _ => one,
            };
            let what = noun(&what.node, one);
            let filters: String = filters.iter().map(|one| filter(one, said)).collect();
            format!("{of}{target}{others}{what}{filters}")
        }
        Set::Plus(left, right) => {
            let left = match left.node {
                Set::Plus(..) => written(left, single),
                _ if closed(left) => written(left, single),
                _ if single => format!("of ({})", set(left)),
                _ => format!("({})", set(left)),
            };
            let filtered = matches!(&right.node, Set::Of { filters, .. } if !filters.is_empty());
            format!("{left} plus {}", if filtered { format!("({})", set(right)) } else { group(right) })
        }
    }
}

fn is_but_you(filter: &Spanned<Filter>) -> bool {
    matches!(&filter.node, Filter::ExceptItem(item) if item.node == Item::You)
}

/// Something that takes part in a happening: `you`, `another player`, `any building`.
pub(super) fn someone(these: &SetExpr) -> String {
    let said = one_of(these);
    match &these.node {
        Set::Of { noun, .. } if matches!(noun.node, Noun::One(_)) => set(these),
        _ if said.starts_with("other ") => format!("an{said}"),
        _ => format!("any {said}"),
    }
}

pub(super) fn pattern(of: &Pattern) -> String {
    match of {
        Pattern::Card(filters) => format!("a card{}", filters.iter().map(|one| filter(one, true)).collect::<String>()),
        Pattern::Of(these) => someone(these),
    }
}

/// One that is chosen: `a stack`, `one of them`.
pub(super) fn any_one(these: &SetExpr) -> String {
    let said = one_of(these);
    match said.strip_prefix("other ") {
        Some(rest) => format!("another {rest}"),
        None if said.starts_with("of ") => format!("one {said}"),
        None => format!("{} {said}", article(&said)),
    }
}

/// The same, of several.
pub(super) fn patterns(of: &Pattern) -> String {
    match of {
        Pattern::Card(filters) => format!("cards{}", filters.iter().map(|one| filter(one, false)).collect::<String>()),
        Pattern::Of(these) => set(these),
    }
}

/// A set of which nothing behind it can be a part.
fn all_of(these: &SetExpr) -> String {
    match &these.node {
        Set::Of { filters, .. } if !filters.is_empty() => format!("({})", set(these)),
        _ => group(these),
    }
}

/// Whether nothing behind the set can be drawn into it.
fn closed(these: &SetExpr) -> bool {
    match &these.node {
        Set::Of { noun, filters, .. } => {
            !filters.iter().any(|filter| matches!(filter.node, Filter::That(_) | Filter::Extreme { .. }))
                && !matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::First(_) | Item::Pick(..) | Item::Any(_) | Item::Random(_)))
        }
        Set::Plus(..) => false,
    }
}

/// A set as one term.
pub(super) fn group(these: &SetExpr) -> String {
    if closed(these) { set(these) } else { format!("({})", set(these)) }
}

fn noun(noun: &Noun, single: bool) -> String {
    let s = if single { "" } else { "s" };
    match noun {
        Noun::PlayersWith { counter, on } => format!("player{s} with {} on {}", counter.node, tight(on)),
        Noun::Players { from: None } => format!("player{s}"),
        Noun::Players { from: Some(from) } => format!("player{s} clockwise from {}", tight(from)),
        Noun::Buildings(None) => format!("building{s}"),
        Noun::Buildings(Some(of)) if of.node == Item::You => format!("your building{s}"),
        Noun::Buildings(Some(of)) => format!("building{s} of {}", tight(of)),
        Noun::Row(side, of) => format!("building{s} {} of {}", side.word(), tight(of)),
        Noun::Between(one, other) => format!("building{s} between {} and {}", tight(one), tight(other)),
        Noun::Neighbours(of) => format!("neighbour{s} of {}", tight(of)),
        Noun::Tops(None) => format!("top{s}"),
        // Filters behind belong to the tops: parentheses keep those of the others apart from them.
        Noun::Tops(Some(of)) => match &of.node {
            Set::Of { filters, .. } if filters.is_empty() && closed(of) => format!("tops of {}", set(of)),
            _ => format!("tops of ({})", set(of)),
        },
        Noun::CardsOn { building, from_top } => {
            let from_top = if *from_top { " from the top" } else { "" };
            format!("card{s} on {}{from_top}", tight(building))
        }
        Noun::CardsIn(of) => format!("card{s} in {}", whose(of, "nation")),
        Noun::Hand { of, as_buildings } => {
            let word = if *as_buildings { "building" } else { "card" };
            format!("{word}{s} in {}", whose(of, "hand"))
        }
        Noun::Deck => format!("card{s} in the deck"),
        Noun::Names { cards } => {
            let of = if *cards { "card" } else { "building" };
            if single { format!("name of a {of}") } else { format!("names of {of}s") }
        }
        Noun::DeckTop(number) => {
            format!("top {} card{} of the deck", atom(number), if number.node == NumExpr::Number(1) { "" } else { "s" })
        }
        Noun::Discard => format!("card{s} in the discard pile"),
        Noun::Places(None) => format!("place{s}"),
        Noun::Places(Some(of)) => format!("place{s} in {}", whose(of, "nation")),
        Noun::Them => "them".into(),
        Noun::Name(name) => name.clone(),
        Noun::One(one) => match &one.node {
            Item::First(these) => format!("the first of ({})", set(these)),
            Item::Pick(pick, these) => format!("the {} of ({})", pick.word(), set(these)),
            _ => item(one),
        },
    }
}

fn whose(of: &ItemExpr, what: &str) -> String {
    match of.node {
        Item::You => format!("your {what}"),
        _ => format!("the {what} of {}", tight(of)),
    }
}

/// A filter with the space before it, of one thing or of several.
fn filter(filter: &Spanned<Filter>, single: bool) -> String {
    match &filter.node {
        Filter::Named(name) => format!(" named \"{}\"", name.node),
        Filter::NamedAs(name) => format!(" named {}", tight(name)),
        Filter::NamedLike(other) => format!(" named like {}", tight(other)),
        Filter::ExceptNamed(name) => format!(" except \"{}\"", name.node),
        Filter::ExceptItem(one) => format!(" except {}", tight(one)),
        Filter::Extreme { most, measure } => {
            format!(" with the {} {}", if *most { "most" } else { "fewest" }, measured(measure))
        }
        Filter::That(what) => format!(" that {}", joined(what, 0, Some(single))),
    }
}

/// What is counted of the one looked at.
fn measured(these: &SetExpr) -> String {
    let Set::Of { target: false, noun, filters } = &these.node else { return format!("({})", set(these)) };
    let own = |item: &ItemExpr| item.node == Item::It;
    let noun = match &noun.node {
        Noun::Hand { of, as_buildings: false } if own(of) => "cards in hand",
        Noun::CardsIn(of) if own(of) => "stacked cards",
        Noun::Buildings(Some(of)) if own(of) => "buildings",
        Noun::CardsOn { building, from_top: false } if own(building) => "cards",
        _ => return format!("({})", set(these)),
    };
    noun.to_string() + &filters.iter().map(|one| filter(one, false)).collect::<String>()
}

pub(super) fn cond(what: &Spanned<Cond>) -> String {
    joined(what, 0, None)
}

/// A condition among others: 0 stands alone, 1 is a part of `or`, 2 a part of `and`. In `that`, of one thing or of
/// several, the subject is left out.
fn joined(what: &Spanned<Cond>, level: u8, that: Option<bool>) -> String {
    let (left, right, own, word) = match &what.node {
        Cond::Or(left, right) => (left, right, 0, "or"),
        Cond::And(left, right) => (left, right, 1, "and"),
        Cond::Not(inner) => return format!("not {}", joined(inner, 2, that)),
        _ if that.is_some() && !about_it(&what.node) => return format!("({})", one(&what.node, None)),
        _ => return one(&what.node, that),
    };
    // What stands open to the right would draw the next part into its own filter.
    let left = if ends_open(left) { format!("({})", joined(left, 0, that)) } else { joined(left, own, that) };
    let whole = format!("{left} {word} {}", joined(right, own + 1, that));
    if own < level { format!("({whole})") } else { whole }
}

/// In `that` it can stand without its subject.
fn about_it(what: &Cond) -> bool {
    let (Cond::Is { item, .. }
    | Cond::Can { item, .. }
    | Cond::Meets(item)
    | Cond::Most { item, .. }
    | Cond::Has { item, .. }) = what
    else {
        return matches!(what, Cond::Did { deed, .. } if deed.who.node == Item::It);
    };
    item.node == Item::It
}

fn ends_open(what: &Spanned<Cond>) -> bool {
    match &what.node {
        Cond::And(_, right) | Cond::Or(_, right) => ends_open(right),
        Cond::Not(inner) => ends_open(inner),
        Cond::There { set, .. } => !closed(set),
        Cond::SideBySide { .. } => true,
        _ => false,
    }
}

fn one(what: &Cond, that: Option<bool>) -> String {
    let subject = |item: &ItemExpr| if that.is_some() { String::new() } else { format!("{} ", tight(item)) };
    let not = |not: bool| if not { "not " } else { "" };
    let single = |item: &ItemExpr| that.unwrap_or(item.node != Item::You);
    match what {
        Cond::Is { item, not: no, property: what } => {
            let is = if single(item) { "is" } else { "are" };
            format!("{}{is} {}{}", subject(item), not(*no), property(what, that != Some(false)))
        }
        Cond::Can { item, not: no, how } => {
            let how = match how {
                Playing::Play => "played",
                Playing::Replay => "replayed",
                Playing::FromHand => "played from hand",
            };
            format!("{}{} be {how}", subject(item), if *no { "cannot" } else { "can" })
        }
        Cond::Meets(item) => {
            format!("{}{} a condition to win", subject(item), if single(item) { "meets" } else { "meet" })
        }
        Cond::Did { not: no, deed: done } => {
            let passive = done.done.node.voice == Voice::Passive;
            let [one, many] = if passive { ["was", "were"] } else { ["has", "have"] };
            let has = if single(&done.who) { one } else { many };
            format!("{}{has} {}{}", subject(&done.who), not(*no), deed(done))
        }
        Cond::Most { item, fewest, others: _, name } => {
            let has = if single(item) { "has" } else { "have" };
            let most = match (fewest, name.node.ends_with('s')) {
                (false, true) => "most",
                (true, true) => "fewest",
                (false, false) => "highest",
                (true, false) => "lowest",
            };
            format!("{}{has} the {most} {}", subject(item), name.node)
        }
        Cond::Has { item, compare, number, counter } => {
            let cards = if number.node == NumExpr::Number(1) { "card" } else { "cards" };
            let what = counter.as_ref().map_or(cards, |counter| counter.node.as_str());
            let (number, of) = put_by(number);
            let what = format!("{what}{of}");
            let has = if single(item) { "has" } else { "have" };
            match (compare, &number.node) {
                (Compare::AtMost, NumExpr::Number(0)) => format!("{}{has} no {what}", subject(item)),
                _ => format!("{}{has} {} {} {what}", subject(item), compared(*compare), atom(number)),
            }
        }
        Cond::There { compare, number, set: these } => match (compare, &number.node) {
            (Compare::AtMost, NumExpr::Number(0)) => format!("there are no {}", set(these)),
            (Compare::AtLeast, NumExpr::Number(1)) => format!("there is one of {}", set(these)),
            (_, NumExpr::Number(1)) => format!("there is {} 1 {}", compared(*compare), one_of(these)),
            _ => format!("there are {} {} {}", compared(*compare), atom(number), set(these)),
        },
        Cond::SideBySide { in_order, sets } => {
            let order = if *in_order { "from left to right " } else { "" };
            let sets: Vec<String> = sets.iter().map(|these| format!("one {}", one_of(these))).collect();
            let (last, front) = sets.split_last().expect("there are two at least");
            format!("there stand side by side {order}{} and {last}", front.join(", "))
        }
        Cond::Compare { left, compare, right } => {
            format!("{} is {} {}", closed_number(left), compared(*compare), closed_number(right))
        }
        Cond::Dispute { name, not: no, value } => {
            format!("\"{}\" is {}\"{}\"", name.node, not(*no), value.node)
        }
        Cond::Turn(TurnPart::On) => "it is your turn".into(),
        Cond::Turn(TurnPart::AtItsStart) => "it is the start of your turn".into(),
        Cond::Turn(TurnPart::PastItsStart) => "the start of your turn is over".into(),
        Cond::Name(name) => name.clone(),
        Cond::And(..) | Cond::Or(..) | Cond::Not(_) => unreachable!("`joined` takes these apart"),
    }
}

fn compared(compare: Compare) -> &'static str {
    match compare {
        Compare::AtLeast => "at least",
        Compare::AtMost => "at most",
        Compare::Exactly => "exactly",
        Compare::MoreThan => "more than",
        Compare::FewerThan => "fewer than",
    }
}

fn property(what: &Spanned<Property>, single: bool) -> String {
    match &what.node {
        Property::Stacked => "stacked".into(),
        Property::Active => "active".into(),
        Property::Disabled => "disabled".into(),
        Property::FaceUp => "face up".into(),
        Property::Living => "living".into(),
        Property::VictoryCard => if single { "a victory card" } else { "victory cards" }.into(),
        Property::Law => if single { "a law" } else { "laws" }.into(),
        Property::Named(name) => format!("named \"{}\"", name.node),
        Property::NamedAs(name) => format!("named {}", tight(name)),
        Property::NamedLike(other) => format!("named like {}", tight(other)),
        Property::On(item) => format!("on {}", tight(item)),
        Property::Of(item) => format!("of {}", tight(item)),
        // In parentheses, so that filters behind it stay outside.
        Property::In(these) => format!("in {}", all_of(these)),
        Property::Status(word) => word.clone(),
        Property::Same(item) => tight(item),
    }
}

/// What somebody has done: `played an action this turn`.
pub(super) fn deed(deed: &Deed) -> String {
    let done = &deed.done.node;
    if done.voice == Voice::Passive {
        let words: Vec<&str> = done.happenings.iter().map(|one| one.node.passive()).collect();
        return format!("{} {}", words.join(" or "), deed.since.said());
    }
    let words: Vec<&str> = done.happenings.iter().filter_map(|one| one.node.done()).collect();
    let nothing = match done.happenings.first().map(|one| one.node) {
        Some(Happening::Used) => " an ability",
        Some(Happening::Passed | Happening::HandPlayed) => "",
        Some(Happening::Played) => " an action",
        _ => " a card",
    };
    let one = |said: String| match said.strip_prefix("any ") {
        Some(rest) => format!(" {} {rest}", article(rest)),
        None => format!(" {said}"),
    };
    let what = done.what.as_ref().map_or_else(|| nothing.to_string(), |what| one(pattern(&what.pattern)));
    format!("{}{what} {}", words.join(" or "), deed.since.said())
}

pub(super) fn number(what: &Spanned<NumExpr>) -> String {
    match &what.node {
        NumExpr::Number(number) => number.to_string(),
        NumExpr::Starred(number) => format!("{number}*"),
        NumExpr::Count(these) => format!("the number of {}", set(these)),
        NumExpr::DifferentNames(these) => format!("the number of different names among {}", set(these)),
        NumExpr::MostAlike(these) => format!("the largest number of the same name among {}", set(these)),
        NumExpr::Counters { counter, on } => format!("the number of {} on {}", counter.node, tight(on)),
        NumExpr::CountersAmong { counter, among } => format!("the number of {} on {}", counter.node, all_of(among)),
        NumExpr::Whose { number: those, of } => match &those.node {
            NumExpr::CountersAmong { counter, among } => {
                format!("the number of {} of {} on {}", counter.node, tight(of), all_of(among))
            }
            NumExpr::Counters { counter, on } => {
                format!("the number of {} of {} on {}", counter.node, tight(of), tight(on))
            }
            _ => number(those),
        },
        NumExpr::Entry(entry) => format!("the {} of {}", entry.0.node, item(&entry.1)),
        NumExpr::Seats => "the number of seats".into(),
        NumExpr::OftenInAll(done) => format!("how often all players have {}", deed(done)),
        NumExpr::Often(done) => {
            let has = if done.who.node == Item::You { "have" } else { "has" };
            format!("how often {} {has} {}", tight(&done.who), deed(done))
        }
        NumExpr::If { condition, then, otherwise } => {
            format!("({} if {} otherwise {})", closed_number(then), cond(condition), closed_number(otherwise))
        }
        NumExpr::Plus(left, right) => format!("{} plus {}", summed(left), atom(right)),
        NumExpr::Minus(left, right) => format!("{} minus {}", summed(left), atom(right)),
        NumExpr::Half { of, up } => format!("half of {}, rounded {}", atom(of), if *up { "up" } else { "down" }),
        NumExpr::Twice(of) => format!("twice {}", atom(of)),
        NumExpr::OfTwo { larger, left, right } => {
            format!("the {} of {} and {}", if *larger { "larger" } else { "smaller" }, atom(left), atom(right))
        }
        NumExpr::Among { largest, of, among } => {
            let which = if *largest { "largest" } else { "smallest" };
            format!("the {which} number of {} among {}", group(of), set(among))
        }
        NumExpr::Name(name) => name.clone(),
    }
}

/// A number behind which anything may follow.
pub(super) fn closed_number(what: &Spanned<NumExpr>) -> String {
    match &what.node {
        NumExpr::Count(these) | NumExpr::DifferentNames(these) | NumExpr::MostAlike(these) if closed(these) => {
            number(what)
        }
        _ => atom(what),
    }
}

/// The left side of a sum.
fn summed(left: &Spanned<NumExpr>) -> String {
    if matches!(left.node, NumExpr::Plus(..) | NumExpr::Minus(..)) { number(left) } else { atom(left) }
}

/// A number before a noun or beside `plus`.
pub(super) fn atom(what: &Spanned<NumExpr>) -> String {
    match what.node {
        NumExpr::Number(_) | NumExpr::Starred(_) | NumExpr::Seats | NumExpr::If { .. } | NumExpr::Name(_) => {
            number(what)
        }
        _ => format!("({})", number(what)),
    }
}

/// What is passed on to a keyword.
pub(super) fn argument(argument: &Argument) -> String {
    let value = match &argument.value {
        ArgumentValue::Number(one) => closed_number(one),
        ArgumentValue::Item(one) => item(one),
        ArgumentValue::Set(these) => set(these),
    };
    format!("{} {value}", before(&argument.preposition))
}

/// The word before a parameter, and before what stands for it.
pub(super) fn before(preposition: &Option<Word>) -> String {
    preposition.as_ref().map(|word| format!(" {}", word.node)).unwrap_or_default()
}

/// So many counters, and of whom.
pub(super) fn put_by(number: &Spanned<NumExpr>) -> (&Spanned<NumExpr>, String) {
    match &number.node {
        NumExpr::Whose { number, of } => (number, format!(" of {}", tight(of))),
        _ => (number, String::new()),
    }
}
