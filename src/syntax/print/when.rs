//! Writes clauses about what happens, what is forbidden and what lasts.

use super::expr::{atom, cond, pattern, patterns, set, someone};
use super::parts::{during, is_single, let_value};
use crate::base::article;
use crate::syntax::ast::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, DECIDES, Fee, Filter, Happening, Head, Item, Lasting, Noun, NumExpr, OPEN_HANDED,
    Pattern, Price, Role, SEES_AND_DECIDES, SEES_HAND, Set, Trigger, Voice,
};

/// What stands before the body of a clause that waits.
pub(super) fn trigger(trigger: &Trigger) -> String {
    let condition = trigger.head.condition.as_ref().map(|when| format!(", if {}", cond(when))).unwrap_or_default();
    let remembered = trigger.remembers.iter().map(|(name, value)| format!("{} as {}", let_value(value), name.node));
    let remembered = remembered.reduce(|all, one| format!("{all} and {one}"));
    let remembered = remembered.map(|all| format!(", remembering {all}")).unwrap_or_default();
    format!("{}when {}{condition}{remembered}", during(&trigger.head.during), event(&trigger.head))
}

/// What stands before what is done instead.
pub(super) fn instead(clause: &Trigger) -> String {
    let head = &clause.head;
    let instead = if clause.may { "you may instead" } else { "instead" };
    let condition = head.condition.as_ref().map(|when| format!(", if {}", cond(when))).unwrap_or_default();
    let words = |say: fn(Happening) -> &'static str| {
        let words: Vec<&str> = head.happenings.iter().map(|happening| say(happening.node)).collect();
        words.join(" or ")
    };
    let what = head.what.as_ref().map(role);
    let aims = head.happenings.iter().any(|one| one.node.is_aimed());
    let would = match head.voice {
        Voice::Active if aims => format!("{} would aim {}", whose(head), aimed(head)),
        _ if aims => format!("{} would be aimed{}", one_of_a(head), at(head)),
        Voice::Active => {
            let played = head.happenings.iter().any(|one| one.node == Happening::Played);
            let what = what.unwrap_or_else(|| if played { "an action" } else { "a card" }.into());
            let who = head.who.as_ref().map(someone).unwrap_or_default();
            let whole = head.happenings.iter().any(|one| one.node.is_whole());
            let what = if whole { String::new() } else { format!(" {what}") };
            let act = whose_turn(&words(|one| one.act().unwrap_or_default()), &who);
            format!("{who} would {act}{what}{}", onto(head))
        }
        _ => {
            let what = what.unwrap_or_default();
            format!("{what} would be {}{}{}", words(Happening::passive), onto(head), by(head))
        }
    };
    format!("{}if {would}{condition}, {instead}", during(&head.during))
}

fn onto(head: &Head) -> String {
    let moved = head.happenings.iter().any(|one| one.node == Happening::Moved);
    // `cards on this` lie there already.
    let preposition = if moved || head.voice == Voice::Active { "onto" } else { "on" };
    head.onto.as_ref().map(|onto| format!(" {preposition} {}", role(onto))).unwrap_or_default()
}

/// `the card of the turn` is that of your turn, or of theirs.
fn whose_turn(words: &str, who: &str) -> String {
    words.replace("of the turn", if who == "you" { "of your turn" } else { "of their turn" })
}

fn by(head: &Head) -> String {
    let causes = causes(head, false);
    match (causes.is_empty(), head.who.as_ref().map(someone)) {
        (true, None) => String::new(),
        (true, Some(who)) => format!(" by {who}"),
        (false, None) => format!(" by {causes}"),
        (false, Some(who)) => format!(" by {causes} of {who}"),
    }
}

pub(super) fn event(head: &Head) -> String {
    let who = head.who.as_ref().map(someone);
    let what = head.what.as_ref().map(role);
    let causes = causes(head, false);
    let words: Vec<&str> = head.happenings.iter().map(|happening| said(happening.node, head)).collect();
    let words = words.join(" or ");
    let first = head.happenings.first().map(|happening| happening.node);
    let is_you = who.as_deref() == Some("you");
    match (head.voice, first) {
        (Voice::Short, Some(Happening::Built)) if causes.is_empty() => words,
        (Voice::Short, _) if causes.is_empty() => format!("{words} by anything"),
        (Voice::Short, _) => format!("{words} by {causes}"),
        (_, Some(Happening::Shuffled)) => "the deck is shuffled".into(),
        (_, Some(Happening::CrisisOver)) => "a crisis is over".into(),
        (_, Some(Happening::TurnBegun)) if is_you => "your turn begins".into(),
        (_, Some(Happening::TurnBegun)) => format!("the turn of {} begins", who.unwrap_or_default()),
        (_, Some(Happening::Resolved)) => {
            let by = who.map(|who| format!(" by {who}")).unwrap_or_default();
            format!("{} {causes}{by} is resolved", article(&causes))
        }
        (Voice::Active, Some(first)) if first.is_aimed() => {
            format!("{} {} {}", who.unwrap_or_default(), if is_you { "aim" } else { "aims" }, aimed(head))
        }
        (Voice::Passive, Some(first)) if first.is_aimed() => format!("{} is aimed{}", one_of_a(head), at(head)),
        (_, Some(happening @ (Happening::Marked | Happening::Unmarked))) => {
            let counter = head.counter.as_ref().map_or("", |word| &word.node);
            if let Some(reached) = &head.reached {
                let what = what.unwrap_or_default();
                let many = match (happening, &reached.node) {
                    (Happening::Unmarked, _) => "no".to_string(),
                    _ => atom(reached),
                };
                let have = if what == "you" || what.starts_with("you as ") { "have" } else { "has" };
                return format!("{what} {have} {many} {counter}");
            }
            let done = if happening == Happening::Marked { "put on" } else { "taken off" };
            format!("{} {counter} is {done} {}{}", article(counter), what.unwrap_or_default(), by(head))
        }
        (Voice::Active, first) => {
            let nothing = match first {
                Some(Happening::Used) => " an ability",
                Some(Happening::Played) => " an action",
                Some(happening) if happening.is_whole() => "",
                _ => " a card",
            };
            let what = what.map_or_else(|| nothing.to_string(), |what| format!(" {what}"));
            let who = who.unwrap_or_default();
            format!("{who} {}{what}", whose_turn(&words, &who))
        }
        (Voice::Passive, _) => {
            let what = what.unwrap_or_default();
            let is = if what == "you" || what.starts_with("you as ") { "are" } else { "is" };
            format!("{what} {is} {words}{}{}", onto(head), by(head))
        }
    }
}

/// The keywords that are causes, `an eruption` where there is one.
fn causes(head: &Head, one: bool) -> String {
    let causes = head.causes.iter().map(|cause| cause.node.as_str()).collect::<Vec<_>>().join(", ");
    if one { format!("{} {causes}", article(&causes)) } else { causes }
}

fn whose(head: &Head) -> String {
    head.who.as_ref().map(someone).unwrap_or_default()
}

/// What is aimed, and whose that is: `an eruption by another player`.
fn one_of_a(head: &Head) -> String {
    let by = head.who.as_ref().map(|who| format!(" by {}", someone(who))).unwrap_or_default();
    causes(head, true) + &by
}

/// Behind `aim`: `an eruption at you`.
fn aimed(head: &Head) -> String {
    causes(head, true) + &at(head)
}

/// At what something is aimed.
fn at(head: &Head) -> String {
    let unchosen = head.happenings.iter().any(|one| one.node == Happening::AimedUnchosen);
    let what = head.what.as_ref().map(role).unwrap_or_default();
    format!(" at {what}{}", if unchosen { " without choosing" } else { "" })
}

/// What disables: `other buildings`.
fn disabler(role: &Role) -> String {
    let others = |filter: &Filter| matches!(filter, Filter::ExceptItem(item) if item.node == Item::It);
    match &role.pattern {
        Pattern::Of(set) => match &set.node {
            Set::Of { target: false, noun, filters }
                if noun.node == (Noun::Buildings(None))
                    && matches!(filters.as_slice(), [only] if others(&only.node)) =>
            {
                "other buildings".into()
            }
            _ => plural(role),
        },
        Pattern::Card(_) => plural(role),
    }
}

pub(super) fn cannot(clause: &Trigger) -> String {
    let head = &clause.head;
    let what = head.what.as_ref().map(plural);
    let words = |say: fn(Happening) -> &'static str| {
        let words: Vec<&str> = head.happenings.iter().map(|happening| say(happening.node)).collect();
        words.join(" or ")
    };
    let onto = onto(head);
    let who = head.who.as_ref();
    let first = head.happenings.first().map(|happening| happening.node);
    let target = match first {
        Some(Happening::Chosen) => format!(" as the target of {}", causes(head, true)),
        _ => String::new(),
    };
    match head.voice {
        _ if first == Some(Happening::Silenced) => {
            let by = head.onto.as_ref().map(|onto| format!(" by {}", disabler(onto))).unwrap_or_default();
            format!("{} cannot be disabled{by}", what.unwrap_or_default())
        }
        Voice::Active => {
            let nothing = match head.happenings.first().map(|happening| happening.node) {
                Some(Happening::Used) => "abilities",
                Some(Happening::Played) => "actions",
                Some(Happening::Picked) => "buildings",
                _ => "cards",
            };
            let what = what.unwrap_or_else(|| nothing.into());
            if let Some(price) = &clause.price {
                let deeds = words(|one| one.deed().unwrap_or_default());
                let who = who.map(|who| format!("{} ", someone(who))).unwrap_or_default();
                return format!("{deeds} {what}{target}{onto} costs {who}{}", priced(price));
            }
            let who = who.map(set).unwrap_or_default();
            let act = whose_turn(&words(|one| one.act().unwrap_or_default()), &who);
            let what = if first.is_some_and(Happening::is_whole) { String::new() } else { format!(" {what}") };
            format!("{who} cannot {act}{what}{target}{onto}")
        }
        _ => {
            let by = match first {
                Some(Happening::Chosen) => who.map(|who| format!(" by {}", someone(who))).unwrap_or_default(),
                _ => by(head),
            };
            let done = words(|one| if one == Happening::SwappedIn { "swapped" } else { one.passive() });
            format!("{} cannot be {done}{target}{onto}{by}", what.unwrap_or_default())
        }
    }
}

fn priced(price: &Price) -> String {
    let one = price.number.node == NumExpr::Number(1);
    let what = match &price.fee {
        Fee::Cards => plural_if("card", one),
        Fee::Stacked => plural_if("stacked card", one),
        Fee::Counters(sort) => sort.node.clone(),
    };
    format!("{} {what}", atom(&price.number))
}

fn plural_if(word: &str, one: bool) -> String {
    if one { word.to_string() } else { format!("{word}s") }
}

fn plural(role: &Role) -> String {
    patterns(&role.pattern)
}

/// A happening in the voice of its clause.
fn said(happening: Happening, head: &Head) -> &'static str {
    let you = head.who.as_ref().is_some_and(|who| someone(who) == "you");
    match (head.voice, happening.active()) {
        (Voice::Active, Some([others, of_you])) => {
            if you {
                of_you
            } else {
                others
            }
        }
        _ => happening.passive(),
    }
}

fn role(role: &Role) -> String {
    let name = role.name.as_ref().map(|name| format!(" as {}", name.node)).unwrap_or_default();
    pattern(&role.pattern) + &name
}

pub(super) fn lasting(lasting: &Lasting) -> String {
    let status = &lasting.status.node;
    if [SEES_HAND, DECIDES, SEES_AND_DECIDES].contains(&status.as_str()) {
        let several = if is_single(&lasting.set) { "hand" } else { "hands" };
        let status = status.replace("hand", several);
        return format!("{}you {status} {}", during(&lasting.condition), set(&lasting.set));
    }
    if status == OPEN_HANDED {
        let plays = match is_single(&lasting.set) && set(&lasting.set) != "you" {
            true => OPEN_HANDED,
            false => "play with an open hand",
        };
        return format!("{}{} {plays}", during(&lasting.condition), set(&lasting.set));
    }
    if [CANNOT_WIN, CANNOT_WIN_BUT_LAST].contains(&status.as_str()) {
        return format!("{}{} {status}", during(&lasting.condition), set(&lasting.set));
    }
    let is = match &lasting.set.node {
        Set::Of { noun, .. } if matches!(&noun.node, Noun::One(one) if one.node == Item::You) => "are",
        _ if is_single(&lasting.set) => "is",
        _ => "are",
    };
    let against: Vec<String> =
        lasting.against.iter().map(|one| one.node.said(&|name| format!("named \"{name}\""))).collect();
    let against = if against.is_empty() { String::new() } else { format!(" against {}", against.join(" and ")) };
    format!("{}{} {is} {}{against}", during(&lasting.condition), set(&lasting.set), lasting.status.node)
}
