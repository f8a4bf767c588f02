//! Writes what happens: what a clause waits for, forbids, comes in the place of or asks a price for.

use super::set::is_single;
use super::thing::called;
use super::{Cards, Say, is_one, listed, s};
use crate::ast::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, Cond, DECIDES, Fee, Filter, Happening, Head, Item, Lasting,
    Noun, NumExpr, OPEN_HANDED, Pattern, Price, Role, SEES_AND_DECIDES, SEES_HAND, SetExpr,
    Trigger, Voice,
};
use crate::trees::any;
use text::{Spanned, article, or_nothing};

/// `the card of the turn` is that of your turn, or of theirs.
fn whose_turn(words: &str, who: &str) -> String {
    let whose = if who == "you" { "your" } else { "their" };
    words.replace("of the turn", &format!("of {whose} turn"))
}

fn is_you(what: &str) -> bool {
    what == "you" || what.starts_with("you as ")
}

/// The keywords that are causes: `ember, hail or flood`.
fn causes(head: &Head) -> String {
    listed(head.causes.iter().map(|cause| cause.node.clone()), " or ")
}

/// The same, `an eruption` where there is one.
fn a_cause(head: &Head) -> String {
    let causes = causes(head);
    format!("{} {causes}", article(&causes))
}

fn counter(head: &Head) -> &str {
    head.counter.as_ref().map_or("", |word| &word.node)
}

/// One counter of a sort: `a tick`.
fn a_counter(head: &Head) -> String {
    format!("{} {}", article(counter(head)), counter(head))
}

/// What happens, each in the same voice.
fn words(head: &Head, say: impl Fn(Happening) -> &'static str) -> String {
    let words = head.happenings.iter().map(|happening| say(happening.node));
    words.collect::<Vec<_>>().join(" or ")
}

fn has(head: &Head, any: Happening) -> bool {
    head.happenings.iter().any(|one| one.node == any)
}

fn first(head: &Head) -> Option<Happening> {
    head.happenings.first().map(|happening| happening.node)
}

/// What it happens to, or what is meant where that is not said.
fn what_or(what: &str, head: &Head) -> String {
    if !what.is_empty() {
        return format!(" {what}");
    }
    let nothing = match first(head) {
        Some(Happening::Used) => " an ability",
        Some(Happening::Played) => " an action",
        Some(Happening::Eliminated) => " a player",
        Some(happening) if happening.is_whole() => "",
        _ => " a card",
    };
    nothing.into()
}

fn unchosen(head: &Head) -> &'static str {
    match has(head, Happening::AimedUnchosen) {
        true => " without choosing",
        false => "",
    }
}

impl Say<'_> {
    /// Ahead of a clause that holds only while that does.
    pub(super) fn during(self, condition: &Option<Spanned<Cond>>) -> String {
        or_nothing(condition, |when| format!("while {}, ", self.cond(when)))
    }

    fn given(self, head: &Head) -> String {
        or_nothing(&head.condition, |when| format!(", if {}", self.cond(when)))
    }

    /// What stands before the body of a clause that waits.
    pub(super) fn trigger(self, trigger: &Trigger) -> String {
        let head = &trigger.head;
        let remembered = trigger.remembers.iter().map(|(name, value)| {
            let value = self.amid().let_value(value);
            format!("{value} as {}", name.node)
        });
        let remembered = remembered.reduce(|all, one| format!("{all} and {one}"));
        let remembered = or_nothing(&remembered, |all| format!(", remembering {all}"));
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
        let moment = match (head.happenings.len(), first(head)?) {
            (1, Happening::TurnBegun) => "start",
            (1, Happening::Passed) => "end",
            _ => return None,
        };
        let who = head.who.as_ref()?;
        let whose = match &who.node {
            set if set.is_one(&Item::You) => "your turn".to_string(),
            set if set.bare() == Some(&Noun::Players { from: None }) => "each turn".to_string(),
            set if set.is_players_but(&Item::You) => "each other player's turn".to_string(),
            _ => format!("the turn of {}", self.someone(who)),
        };
        Some(format!("at the {moment} of {whose}"))
    }

    /// What stands before what is done instead.
    pub(super) fn instead(self, clause: &Trigger) -> String {
        let head = &clause.head;
        let may = if clause.may { "you may " } else { "" };
        let instead = if clause.first { "first" } else { "instead" };
        format!(
            "{}if {}{}, {may}{instead}",
            self.during(&head.during),
            self.happens(head, true),
            self.given(head)
        )
    }

    fn onto(self, head: &Head) -> String {
        // `cards on this` lie there already.
        let preposition = match has(head, Happening::Moved) || head.voice == Voice::Active {
            _ if has(head, Happening::Built) => "at",
            true => "onto",
            false => "on",
        };
        let from = or_nothing(&head.from, |from| format!(" {}", from.node.said()));
        let onto = match &head.onto {
            _ if has(head, Happening::PutBack) => " into the deck".into(),
            Some(Role {
                pattern: Pattern::Of(set),
                ..
            }) if has(head, Happening::Taken) || has(head, Happening::Shifted) => {
                let what = match has(head, Happening::Taken) {
                    true => "hand",
                    false => "nation",
                };
                let whose = match set.node.bare() {
                    Some(Noun::One(item)) => self.whose(item, what),
                    _ => self.whose(&any(set.clone()), what),
                };
                format!(" into {whose}")
            }
            onto => or_nothing(onto, |onto| format!(" {preposition} {}", self.role(onto))),
        };
        onto + &from
    }

    fn by_what(self, head: &Head) -> String {
        match (head.causes.is_empty(), &head.who) {
            (true, _) => self.by_whom(head),
            (false, None) => format!(" by {}", causes(head)),
            (false, Some(who)) => format!(" by {} of {}", causes(head), self.someone(who)),
        }
    }

    fn by_whom(self, head: &Head) -> String {
        or_nothing(&head.who, |who| format!(" by {}", self.someone(who)))
    }

    fn who(self, head: &Head) -> String {
        or_nothing(&head.who, |who| self.someone(who))
    }

    fn what(self, head: &Head) -> String {
        or_nothing(&head.what, |what| self.role(what))
    }

    pub(super) fn event(self, head: &Head) -> String {
        self.happens(head, false)
    }

    /// What happens, or what would.
    fn happens(self, head: &Head, would: bool) -> String {
        let (who, what, onto) = (self.who(head), self.what(head), self.onto(head));
        let of_you = match head.voice {
            Voice::Active => who == "you",
            _ => is_you(&what),
        };
        let verb = |would_do, yours, others| match (would, of_you) {
            (true, _) => would_do,
            (false, true) => yours,
            (false, false) => others,
        };
        let is = if would { "would be" } else { "is" };
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
                let (at, by) = (self.at(head), self.by_whom(head));
                format!("{}{at}{by} is resolved", a_cause(head))
            }
            (Voice::Active, Some(first)) if first.is_aimed() => {
                let aims = verb("would aim", "aim", "aims");
                format!("{who} {aims} {}{}", a_cause(head), self.at(head))
            }
            (Voice::Passive, Some(first)) if first.is_aimed() => {
                let (by, at) = (self.by_whom(head), self.at(head));
                format!("{}{by} {is} aimed{at}", a_cause(head))
            }
            (_, Some(happening)) if happening.is_of_counters() => match &head.reached {
                Some(reached) => {
                    let many = match happening {
                        Happening::Unmarked => "no".to_string(),
                        _ => self.atom(reached),
                    };
                    let has = verb("would have", "have", "has");
                    format!("{what} {has} {many} {}", counter(head))
                }
                None => format!("{} {is} {}", a_counter(head), self.marked(head)),
            },
            (Voice::Active, _) => {
                let act = |happening: Happening| match happening.active() {
                    Some([others, of_you]) => verb(of_you, of_you, others),
                    None => happening.act().unwrap_or_default(),
                };
                let acts = whose_turn(&words(head, act), &who);
                let would = if would { "would " } else { "" };
                format!("{who} {would}{acts}{}{onto}", what_or(&what, head))
            }
            (Voice::Passive, _) => {
                let is = verb(is, "are", is);
                let done = words(head, Happening::passive);
                format!("{what} {is} {done}{onto}{}", self.by_what(head))
            }
        }
    }

    /// What is done with counters: `put on this by another player`.
    fn marked(self, head: &Head) -> String {
        let done = words(head, Happening::passive);
        format!("{done} {}{}", self.what(head), self.by_what(head))
    }

    /// What somebody has done, or was done to something: `played an action`.
    pub(super) fn done(self, head: &Head) -> String {
        if head.voice == Voice::Passive {
            let done = words(head, Happening::passive);
            return format!("{done}{}{}", self.onto(head), self.by_what(head));
        }
        let what = or_nothing(&head.what, |what| self.last().pattern(&what.pattern));
        let done = words(head, Happening::done);
        match first(head) {
            Some(happening) if happening.is_aimed() => {
                format!("{done} {}{}", a_cause(head), self.at(head))
            }
            Some(happening) if happening.is_of_counters() => {
                let on = if happening == Happening::Marked {
                    "on"
                } else {
                    "off"
                };
                format!("{done} {} {on} {what}", a_counter(head))
            }
            _ => format!("{done}{}{}", what_or(&what, head), self.onto(head)),
        }
    }

    /// What has happened: `a building was destroyed by another player`.
    pub(super) fn was(self, head: &Head, not: &str) -> String {
        match first(head) {
            Some(happening) if happening.is_aimed() => {
                let (by, at) = (self.by_whom(head), self.at(head));
                format!("{}{by} was {not}aimed{at}", a_cause(head))
            }
            Some(happening) if happening.is_of_counters() => {
                format!("{} was {not}{}", a_counter(head), self.marked(head))
            }
            _ => {
                let what = self.what(head);
                let was = if is_you(&what) { "were" } else { "was" };
                format!("{what} {was} {not}{}", self.done(head))
            }
        }
    }

    /// At what something is aimed.
    fn at(self, head: &Head) -> String {
        let at = or_nothing(&head.what, |what| format!(" at {}", self.role(what)));
        at + unchosen(head)
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
        if head.voice == Voice::Passive
            && let Some(counter) = counter
        {
            return format!("{counter} cannot be {}", self.marked(head));
        }
        if first(head) == Some(Happening::Silenced) && clause.price.is_none() {
            let by = or_nothing(&head.onto, |by| {
                format!(" by {}", self.disabler(&by.pattern))
            });
            return format!("{} cannot be disabled{by}", what.unwrap_or_default());
        }
        if head.voice != Voice::Active {
            let by = match first(head) {
                Some(Happening::Chosen) => self.by_whom(head),
                _ => self.by_what(head),
            };
            let done = words(head, |one| match one {
                Happening::SwappedIn => "swapped",
                _ => one.passive(),
            });
            return format!(
                "{} cannot be {done}{target}{onto}{by}",
                what.unwrap_or_default()
            );
        }
        let nothing = match first(head) {
            Some(Happening::Used) => "abilities",
            Some(Happening::Played) => "actions",
            Some(Happening::Picked) => "buildings",
            // What is built is a building then.
            Some(Happening::Built) if head.happenings.len() == 1 => "buildings",
            _ => "cards",
        };
        let what = match first(head) {
            Some(happening) if happening.is_aimed() => {
                let at = or_nothing(&what, |what| format!(" at {what}"));
                format!("{}{at}{}", a_cause(head), unchosen(head))
            }
            _ => what.unwrap_or_else(|| nothing.into()),
        };
        let who = or_nothing(&head.who, |who| self.set(who));
        let Some(price) = &clause.price else {
            let what = match first(head).is_some_and(Happening::is_whole) {
                true => String::new(),
                false => format!(" {what}"),
            };
            let acts = whose_turn(&words(head, |one| one.act().unwrap_or_default()), &who);
            return format!("{who} cannot {acts}{what}{target}{onto}");
        };
        let deeds = words(head, Happening::deed);
        let what = match (counter, first(head)) {
            (Some(counter), Some(Happening::Marked)) => format!(" {counter} on {what}"),
            (Some(counter), _) => format!(" {counter} off {what}"),
            (None, Some(Happening::Passed)) => String::new(),
            (None, _) => format!(" {what}"),
        };
        let who = or_nothing(&head.who, |_| format!("{who} "));
        format!(
            "{deeds}{what}{target}{onto} costs {who}{}",
            self.priced(price)
        )
    }

    fn priced(self, price: &Price) -> String {
        let s = s(is_one(&price.number));
        let what = match &price.fee {
            Fee::Cards => format!("card{s}"),
            Fee::Stacked => format!("stacked card{s}"),
            Fee::Counters(sort) => sort.node.clone(),
        };
        format!("{} {what}", self.atom(&price.number))
    }

    /// Something that takes part in a happening: `you`, `another player`, `a building`.
    pub(super) fn someone(self, these: &SetExpr) -> String {
        match these.node.parts() {
            Some((Noun::One(_) | Noun::Name(_), _)) => self.set(these),
            _ => self.any_one(these),
        }
    }

    fn pattern(self, of: &Pattern) -> String {
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
        let only = match of {
            Pattern::Of(set) => set.node.filtered_once(),
            Pattern::Card(_) => None,
        };
        match only {
            Some((Noun::Buildings(None), Filter::ExceptItem(item))) if item.node == Item::It => {
                "other buildings".into()
            }
            _ => self.several(of),
        }
    }

    fn role(self, role: &Role) -> String {
        self.taken(Cards::In).pattern(&role.pattern) + &called(&role.name)
    }

    /// What lasts.
    pub(super) fn lasting(self, lasting: &Lasting) -> String {
        let status = lasting.status.node.as_str();
        let set = self.set(&lasting.set);
        let single = is_single(&lasting.set);
        let one = single && set != "you";
        if [SEES_HAND, DECIDES, SEES_AND_DECIDES].contains(&status) {
            let status = status.replace("hand", if single { "hand" } else { "hands" });
            return format!("you {status} {set}");
        }
        if status == OPEN_HANDED {
            let plays = if one {
                OPEN_HANDED
            } else {
                "play with an open hand"
            };
            return format!("{set} {plays}");
        }
        if [CANNOT_WIN, CANNOT_WIN_BUT_LAST].contains(&status) {
            return format!("{set} {status}");
        }
        let is = if one { "is" } else { "are" };
        let against = lasting.against.iter();
        let against = against.map(|one| one.node.said(&|name| format!("named \"{name}\"")));
        let against = against.reduce(|all, one| format!("{all} and {one}"));
        let against = or_nothing(&against, |against| format!(" against {against}"));
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
