//! Writes what happens: what a clause waits for, forbids, comes in the place of or asks a price for.

use super::set::is_single;
use super::{Cards, Say, is_one};
use crate::ast::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, Cond, DECIDES, Fee, Filter, Happening, Head, Item, Lasting,
    Noun, NumExpr, OPEN_HANDED, Pattern, Price, Role, SEES_AND_DECIDES, SEES_HAND, Set, SetExpr,
    Trigger, Voice,
};
use text::{Spanned, article};

/// `other players`
fn is_others(set: &SetExpr) -> bool {
    let Set::Of {
        target: false,
        noun,
        filters,
    } = &set.node
    else {
        return false;
    };
    let but_you =
        |filter: &Filter| matches!(filter, Filter::ExceptItem(item) if item.node == Item::You);
    noun.node == Noun::Players { from: None }
        && matches!(filters.as_slice(), [only] if but_you(&only.node))
}

fn is_all(set: &SetExpr) -> bool {
    matches!(&set.node, Set::Of { target: false, noun, filters } if filters.is_empty() && noun.node == Noun::Players { from: None })
}

/// `the card of the turn` is that of your turn, or of theirs.
fn whose_turn(words: &str, who: &str) -> String {
    words.replace(
        "of the turn",
        if who == "you" {
            "of your turn"
        } else {
            "of their turn"
        },
    )
}

fn is_you(what: &str) -> bool {
    what == "you" || what.starts_with("you as ")
}

/// The keywords that are causes: `ember, hail or flood`.
fn causes(head: &Head) -> String {
    let mut causes: Vec<&str> = head
        .causes
        .iter()
        .map(|cause| cause.node.as_str())
        .collect();
    let last = causes.pop().unwrap_or_default();
    if causes.is_empty() {
        last.to_string()
    } else {
        format!("{} or {last}", causes.join(", "))
    }
}

/// The same, `an eruption` where there is one.
fn a_cause(head: &Head) -> String {
    let causes = causes(head);
    format!("{} {causes}", article(&causes))
}

/// One counter of a sort: `a tick`.
fn a_counter(head: &Head) -> String {
    let counter = head.counter.as_ref().map_or("", |word| &word.node);
    format!("{} {counter}", article(counter))
}

/// What happens, each in the same voice.
fn words(head: &Head, say: impl Fn(Happening) -> &'static str) -> String {
    let words: Vec<&str> = head
        .happenings
        .iter()
        .map(|happening| say(happening.node))
        .collect();
    words.join(" or ")
}

fn first(head: &Head) -> Option<Happening> {
    head.happenings.first().map(|happening| happening.node)
}

/// What it happens to, where that is not said.
fn nothing(head: &Head) -> &'static str {
    match first(head) {
        Some(Happening::Used) => " an ability",
        Some(Happening::Played) => " an action",
        Some(Happening::Eliminated) => " a player",
        Some(happening) if happening.is_whole() => "",
        _ => " a card",
    }
}

impl Say {
    /// Ahead of a clause that holds only while that does.
    pub(super) fn during(self, condition: &Option<Spanned<Cond>>) -> String {
        condition
            .as_ref()
            .map(|when| format!("while {}, ", self.cond(when)))
            .unwrap_or_default()
    }

    fn given(self, head: &Head) -> String {
        head.condition
            .as_ref()
            .map(|when| format!(", if {}", self.cond(when)))
            .unwrap_or_default()
    }

    /// What stands before the body of a clause that waits.
    pub(super) fn trigger(self, trigger: &Trigger) -> String {
        let head = &trigger.head;
        let remembered = trigger.remembers.iter().map(|(name, value)| {
            let value = Say { end: false, ..self }.let_value(value);
            format!("{value} as {}", name.node)
        });
        let remembered = remembered.reduce(|all, one| format!("{all} and {one}"));
        let remembered = remembered
            .map(|all| format!(", remembering {all}"))
            .unwrap_or_default();
        let when = self
            .at_turn(head)
            .unwrap_or_else(|| format!("when {}", self.event(head)));
        format!(
            "{}{when}{}{remembered}",
            self.during(&head.during),
            self.given(head)
        )
    }

    /// `at the start of your turn`
    fn at_turn(self, head: &Head) -> Option<String> {
        let moment = match head.happenings.as_slice() {
            [only] if only.node == Happening::TurnBegun => "start",
            [only] if only.node == Happening::Passed => "end",
            _ => return None,
        };
        let who = head.who.as_ref()?;
        let whose = match who {
            who if who.node.is_one(&Item::You) => "your turn".to_string(),
            who if is_all(who) => "each turn".to_string(),
            who if is_others(who) => "each other player's turn".to_string(),
            who => format!("the turn of {}", self.someone(who)),
        };
        Some(format!("at the {moment} of {whose}"))
    }

    /// What stands before what is done instead.
    pub(super) fn instead(self, clause: &Trigger) -> String {
        let head = &clause.head;
        let instead = if clause.may {
            "you may instead"
        } else {
            "instead"
        };
        let what = head.what.as_ref().map(|what| self.role(what));
        let aims = head.happenings.iter().any(|one| one.node.is_aimed());
        let would = match head.voice {
            Voice::Active if aims => format!("{} would aim {}", self.who(head), self.aimed(head)),
            _ if aims => format!(
                "{}{} would be aimed{}",
                a_cause(head),
                self.by_whom(head),
                self.at(head)
            ),
            _ if head.counter.is_some() => {
                format!("{} would be {}", a_counter(head), self.marked(head))
            }
            Voice::Active => {
                let what = what.map_or_else(|| nothing(head).into(), |what| format!(" {what}"));
                let who = self.who(head);
                let act = whose_turn(&words(head, |one| one.act().unwrap_or_default()), &who);
                format!("{who} would {act}{what}{}", self.onto(head))
            }
            _ => {
                let what = what.unwrap_or_default();
                format!(
                    "{what} would be {}{}{}",
                    words(head, Happening::passive),
                    self.onto(head),
                    self.by_what(head)
                )
            }
        };
        format!(
            "{}if {would}{}, {instead}",
            self.during(&head.during),
            self.given(head)
        )
    }

    fn onto(self, head: &Head) -> String {
        let happens = |happening| head.happenings.iter().any(|one| one.node == happening);
        // `cards on this` lie there already.
        let preposition = if happens(Happening::Moved) || head.voice == Voice::Active {
            "onto"
        } else {
            "on"
        };
        match &head.onto {
            _ if happens(Happening::PutBack) => " into the deck".into(),
            Some(Role {
                pattern: Pattern::Of(set),
                ..
            }) if happens(Happening::Taken) => {
                let whose = match &set.node {
                    Set::Of {
                        noun:
                            Spanned {
                                node: Noun::One(item),
                                ..
                            },
                        filters,
                        ..
                    } if filters.is_empty() => item.as_ref().clone(),
                    _ => Spanned::new(Item::Any(Box::new(set.clone())), set.span),
                };
                format!(" into {}", self.whose(&whose, "hand"))
            }
            Some(onto) => format!(" {preposition} {}", self.role(onto)),
            None => String::new(),
        }
    }

    fn by_what(self, head: &Head) -> String {
        match (head.causes.is_empty(), &head.who) {
            (true, None) => String::new(),
            (true, Some(who)) => format!(" by {}", self.someone(who)),
            (false, None) => format!(" by {}", causes(head)),
            (false, Some(who)) => format!(" by {} of {}", causes(head), self.someone(who)),
        }
    }

    fn by_whom(self, head: &Head) -> String {
        head.who
            .as_ref()
            .map(|who| format!(" by {}", self.someone(who)))
            .unwrap_or_default()
    }

    fn who(self, head: &Head) -> String {
        head.who
            .as_ref()
            .map(|who| self.someone(who))
            .unwrap_or_default()
    }

    pub(super) fn event(self, head: &Head) -> String {
        let what = head
            .what
            .as_ref()
            .map(|what| self.role(what))
            .unwrap_or_default();
        let who = self.who(head);
        let is = if is_you(&what) { "are" } else { "is" };
        match (head.voice, first(head)) {
            (Voice::Short, happening) => {
                let by = match self.by_what(head) {
                    by if !by.is_empty() || happening == Some(Happening::Built) => by,
                    _ => " by anything".into(),
                };
                format!("{}{by}", words(head, Happening::passive))
            }
            (_, Some(Happening::Shuffled)) => "the deck is shuffled".into(),
            (_, Some(Happening::CrisisOver)) => "a crisis is over".into(),
            (_, Some(Happening::Resolved)) => {
                let at = if head.what.is_some() {
                    self.at(head)
                } else {
                    String::new()
                };
                format!("{}{at}{} is resolved", a_cause(head), self.by_whom(head))
            }
            (Voice::Active, Some(first)) if first.is_aimed() => {
                format!(
                    "{who} {} {}",
                    if who == "you" { "aim" } else { "aims" },
                    self.aimed(head)
                )
            }
            (Voice::Passive, Some(first)) if first.is_aimed() => {
                format!(
                    "{}{} is aimed{}",
                    a_cause(head),
                    self.by_whom(head),
                    self.at(head)
                )
            }
            (_, Some(happening @ (Happening::Marked | Happening::Unmarked))) => {
                let counter = head.counter.as_ref().map_or("", |word| &word.node);
                if let Some(reached) = &head.reached {
                    let none = happening == Happening::Unmarked;
                    let many = if none {
                        "no".to_string()
                    } else {
                        self.atom(reached)
                    };
                    return format!(
                        "{what} {} {many} {counter}",
                        if is_you(&what) { "have" } else { "has" }
                    );
                }
                format!("{} is {}", a_counter(head), self.marked(head))
            }
            (Voice::Active, _) => {
                let what = if what.is_empty() {
                    nothing(head).to_string()
                } else {
                    format!(" {what}")
                };
                let act = |happening: Happening| match happening.active() {
                    Some([others, of_you]) => {
                        if who == "you" {
                            of_you
                        } else {
                            others
                        }
                    }
                    None => happening.act().unwrap_or_default(),
                };
                format!(
                    "{who} {}{what}{}",
                    whose_turn(&words(head, act), &who),
                    self.onto(head)
                )
            }
            (Voice::Passive, _) => {
                format!(
                    "{what} {is} {}{}{}",
                    words(head, Happening::passive),
                    self.onto(head),
                    self.by_what(head)
                )
            }
        }
    }

    /// What is done with counters: `put on this by another player`.
    fn marked(self, head: &Head) -> String {
        let what = head
            .what
            .as_ref()
            .map(|what| self.role(what))
            .unwrap_or_default();
        format!(
            "{} {what}{}",
            words(head, Happening::passive),
            self.by_what(head)
        )
    }

    /// What somebody has done, or was done to something: `played an action`.
    pub(super) fn done(self, head: &Head) -> String {
        if head.voice == Voice::Passive {
            return words(head, Happening::passive);
        }
        let what = head
            .what
            .as_ref()
            .map(|what| self.last().pattern(&what.pattern));
        let done = words(head, Happening::done);
        match first(head) {
            Some(happening) if happening.is_aimed() => format!("{done} {}", self.aimed(head)),
            Some(happening) if happening.is_of_counters() => {
                let what = what.unwrap_or_default();
                format!(
                    "{done} {} {} {what}",
                    a_counter(head),
                    if happening == Happening::Marked {
                        "on"
                    } else {
                        "off"
                    }
                )
            }
            _ => {
                let what = what.map_or_else(|| nothing(head).into(), |what| format!(" {what}"));
                format!("{done}{what}{}", self.onto(head))
            }
        }
    }

    /// Behind `aim`: `an eruption at you`.
    fn aimed(self, head: &Head) -> String {
        a_cause(head) + &self.at(head)
    }

    /// At what something is aimed.
    fn at(self, head: &Head) -> String {
        let unchosen = head
            .happenings
            .iter()
            .any(|one| one.node == Happening::AimedUnchosen);
        let what = head
            .what
            .as_ref()
            .map(|what| self.role(what))
            .unwrap_or_default();
        format!(
            " at {what}{}",
            if unchosen { " without choosing" } else { "" }
        )
    }

    /// What is forbidden, or what it costs.
    pub(super) fn cannot(self, clause: &Trigger) -> String {
        let head = &clause.head;
        let what = head.what.as_ref().map(|what| self.several(&what.pattern));
        let onto = self.onto(head);
        let counter = head.counter.as_ref().map(|counter| counter.node.as_str());
        let target = match first(head) {
            Some(Happening::Chosen) => format!(" as the target of {}", a_cause(head)),
            _ => String::new(),
        };
        match head.voice {
            Voice::Passive if counter.is_some() => {
                format!(
                    "{} cannot be {}",
                    counter.unwrap_or_default(),
                    self.marked(head)
                )
            }
            _ if first(head) == Some(Happening::Silenced) && clause.price.is_none() => {
                let by = head
                    .onto
                    .as_ref()
                    .map(|by| format!(" by {}", self.disabler(&by.pattern)));
                format!(
                    "{} cannot be disabled{}",
                    what.unwrap_or_default(),
                    by.unwrap_or_default()
                )
            }
            Voice::Active => {
                let nothing = match first(head) {
                    Some(Happening::Used) => "abilities",
                    Some(Happening::Played) => "actions",
                    Some(Happening::Picked) => "buildings",
                    // What is built is a building then.
                    Some(Happening::Built) if head.happenings.len() == 1 => "buildings",
                    _ => "cards",
                };
                let what = what.unwrap_or_else(|| nothing.into());
                if let Some(price) = &clause.price {
                    let deeds = words(head, Happening::deed);
                    let what = match (counter, first(head)) {
                        (Some(counter), Some(Happening::Marked)) => format!(" {counter} on {what}"),
                        (Some(counter), _) => format!(" {counter} off {what}"),
                        (None, Some(Happening::Passed)) => String::new(),
                        (None, _) => format!(" {what}"),
                    };
                    let who = head
                        .who
                        .as_ref()
                        .map(|who| format!("{} ", self.set(who)))
                        .unwrap_or_default();
                    return format!(
                        "{deeds}{what}{target}{onto} costs {who}{}",
                        self.priced(price)
                    );
                }
                let who = head
                    .who
                    .as_ref()
                    .map(|who| self.set(who))
                    .unwrap_or_default();
                let act = whose_turn(&words(head, |one| one.act().unwrap_or_default()), &who);
                let what = if first(head).is_some_and(Happening::is_whole) {
                    String::new()
                } else {
                    format!(" {what}")
                };
                format!("{who} cannot {act}{what}{target}{onto}")
            }
            _ => {
                let by = match first(head) {
                    Some(Happening::Chosen) => self.by_whom(head),
                    _ => self.by_what(head),
                };
                let done = words(head, |one| {
                    if one == Happening::SwappedIn {
                        "swapped"
                    } else {
                        one.passive()
                    }
                });
                format!(
                    "{} cannot be {done}{target}{onto}{by}",
                    what.unwrap_or_default()
                )
            }
        }
    }

    fn priced(self, price: &Price) -> String {
        let s = if is_one(&price.number) { "" } else { "s" };
        let what = match &price.fee {
            Fee::Cards => format!("card{s}"),
            Fee::Stacked => format!("stacked card{s}"),
            Fee::Counters(sort) => sort.node.clone(),
        };
        format!("{} {what}", self.atom(&price.number))
    }

    /// Something that takes part in a happening: `you`, `another player`, `a building`.
    pub(super) fn someone(self, these: &SetExpr) -> String {
        match &these.node {
            Set::Of {
                target: false,
                noun,
                ..
            } if matches!(noun.node, Noun::One(_) | Noun::Name(_)) => self.set(these),
            _ => self.any_one(these),
        }
    }

    pub(super) fn pattern(self, of: &Pattern) -> String {
        match of {
            Pattern::Card(filters) => format!("a card{}", self.filters(filters, true)),
            Pattern::Of(these) => self.someone(these),
        }
    }

    /// The same, of several.
    fn several(self, of: &Pattern) -> String {
        match of {
            Pattern::Card(filters) => format!("cards{}", self.filters(filters, false)),
            Pattern::Of(these) => self.set(these),
        }
    }

    /// What disables: `other buildings`.
    fn disabler(self, of: &Pattern) -> String {
        let others =
            |filter: &Filter| matches!(filter, Filter::ExceptItem(item) if item.node == Item::It);
        match of {
            Pattern::Of(Spanned {
                node:
                    Set::Of {
                        target: false,
                        noun,
                        filters,
                    },
                ..
            }) if noun.node == Noun::Buildings(None)
                && matches!(filters.as_slice(), [only] if others(&only.node)) =>
            {
                "other buildings".into()
            }
            of => self.several(of),
        }
    }

    fn role(self, role: &Role) -> String {
        let name = role
            .name
            .as_ref()
            .map(|name| format!(" as {}", name.node))
            .unwrap_or_default();
        self.taken(Cards::In).pattern(&role.pattern) + &name
    }

    /// What lasts.
    pub(super) fn lasting(self, lasting: &Lasting) -> String {
        let status = lasting.status.node.as_str();
        let (set, one) = (self.set(&lasting.set), is_single(&lasting.set));
        if [SEES_HAND, DECIDES, SEES_AND_DECIDES].contains(&status) {
            let status = status.replace("hand", if one { "hand" } else { "hands" });
            return format!("you {status} {set}");
        }
        if status == OPEN_HANDED {
            let plays = if one && set != "you" {
                OPEN_HANDED
            } else {
                "play with an open hand"
            };
            return format!("{set} {plays}");
        }
        if [CANNOT_WIN, CANNOT_WIN_BUT_LAST].contains(&status) {
            return format!("{set} {status}");
        }
        let is = if one && set != "you" { "is" } else { "are" };
        let against: Vec<String> = lasting
            .against
            .iter()
            .map(|one| one.node.said(&|name| format!("named \"{name}\"")))
            .collect();
        let against = if against.is_empty() {
            String::new()
        } else {
            format!(" against {}", against.join(" and "))
        };
        format!("{set} {is} {status}{against}")
    }

    /// How many counters: a figure, or `a` where it is one.
    pub(super) fn some(self, number: &Spanned<NumExpr>, counter: &str) -> String {
        match number.node {
            NumExpr::Number(1) if !counter.ends_with('s') => article(counter).to_string(),
            _ => self.atom(number),
        }
    }
}
