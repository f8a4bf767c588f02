//! What a text waits for, in words: "when another player builds a building".

use super::line::{Block, Line};
use super::speaker::{Called, Setting, Speaker, Words};
use super::text::{how_often, told};
use super::things::As;
use crate::base::{Happening, article};
use crate::rules::ir::{Element, Fee};
use crate::rules::tree::{Cond, Item, Num, Pattern, Remembered, Set, SetKind, Source, Trigger};
use crate::syntax::ast::{OWNER, Voice};

/// A clause that waits, as a sentence.
pub(super) fn triggered(words: Words<'_>, trigger: &Trigger) -> Line {
    triggered_by(&mut Speaker::new(words, trigger.text.locals), trigger)
}

/// The same, said by somebody who has names already.
pub(super) fn triggered_by(speaker: &mut Speaker<'_>, trigger: &Trigger) -> Line {
    let head = &trigger.head;
    let during = head.during.as_ref().map(|cond| format!("while {}, ", speaker.cond(cond))).unwrap_or_default();
    let event = speaker.event(trigger);
    let given = head.given.as_ref().map(|cond| format!(", if {}", speaker.cond(cond))).unwrap_or_default();
    let noted = speaker.remembered(trigger);
    let often = how_often(&trigger.text);
    let (often, text) = match &often {
        Some((often, text)) => (format!(", {often}"), text),
        None => (String::new(), &trigger.text),
    };
    let of_turn = trigger.happenings.iter().all(|one| matches!(one, Happening::TurnBegun | Happening::Passed));
    let setting = if of_turn { Setting::OfTurn } else { Setting::SetOff };
    let lines = match text.roles {
        0 => told(speaker.words, text, setting),
        _ => {
            speaker.setting = setting;
            speaker.lines(&text.body)
        }
    };
    Line::Block(Block::new(format!("{during}when {event}{given}{noted}{often}"), ": ", lines))
}

/// A clause that forbids, as a sentence.
pub(super) fn barred(words: Words<'_>, bar: &Trigger) -> Line {
    Line::Phrase(forbidden(&mut Speaker::new(words, bar.text.locals), bar))
}

/// What a clause forbids.
pub(super) fn forbidden(speaker: &mut Speaker<'_>, bar: &Trigger) -> String {
    let head = &bar.head;
    let during = head.during.as_ref().map(|cond| format!("while {}, ", speaker.cond(cond))).unwrap_or_default();
    let first = bar.happenings.first().copied().unwrap_or(Happening::Put);
    let what = match &head.what {
        Some(Pattern::Of(set)) => speaker.subject(set).0,
        Some(of @ Pattern::Card(filters)) => {
            speaker.role(Some(of), 0, first);
            let tests: Vec<String> = filters.iter().map(|filter| speaker.told_of_all(filter, 0)).collect();
            if tests.is_empty() { "cards".into() } else { format!("cards that {}", tests.join(" and ")) }
        }
        None if first == Happening::Used => "abilities".into(),
        None if first == Happening::Built => "buildings".into(),
        None if first == Happening::Played => "actions".into(),
        None if first == Happening::Picked => "stacks".into(),
        None => "cards".into(),
    };
    // What is picked is a stack, whether or not a card lies there.
    let what = if first == Happening::Picked { what.replace("building", "stack") } else { what };
    let onto = head.onto.as_ref().map(|onto| format!(" onto {}", speaker.role(Some(onto), 1, Happening::Built)));
    let onto = onto.unwrap_or_default();
    if first == Happening::Silenced {
        let by = match &head.onto {
            Some(Pattern::Of(set)) => format!(" by {}", speaker.disablers(set)),
            _ => String::new(),
        };
        return format!("{during}{what} cannot be disabled{by}");
    }
    let target = match first {
        Happening::Chosen => format!(" as the target of {}", speaker.causes(bar)),
        _ => String::new(),
    };
    let who = head.who.as_ref().map(|who| speaker.subject(who).0);
    let said = |say: fn(Happening) -> &'static str| {
        bar.happenings.iter().map(|one| say(*one)).collect::<Vec<_>>().join(" or ")
    };
    if let Some((number, fee)) = &bar.price {
        let deed = said(|one| one.deed().unwrap_or_default());
        let who = who.map(|who| format!(" {who}")).unwrap_or_default();
        let price = speaker.price(number, *fee);
        return format!("{during}{deed} {what}{target}{onto} costs{who} {price}");
    }
    match head.voice {
        Voice::Active => {
            let act = said(|one| one.act().unwrap_or_default());
            let what = if first.is_whole() { String::new() } else { format!(" {what}") };
            format!("{during}{} cannot {act}{what}{target}{onto}", who.unwrap_or_default())
        }
        Voice::Short | Voice::Passive => {
            let causes = if first == Happening::Chosen { String::new() } else { speaker.causes(bar) };
            let done = said(|one| if one == Happening::SwappedIn { "swapped" } else { one.passive() });
            format!("{during}{what} cannot be {done}{target}{onto}{}", by(&causes, who))
        }
    }
}

/// A clause that comes in the place of what would happen, as a sentence.
pub(super) fn instead(words: Words<'_>, clause: &Trigger) -> Line {
    let mut speaker = Speaker::new(words, clause.text.locals);
    let head = &clause.head;
    let during = head.during.as_ref().map(|cond| format!("while {}, ", speaker.cond(cond))).unwrap_or_default();
    let first = clause.happenings.first().copied().unwrap_or(Happening::Put);
    let who = head.who.as_ref().map(|who| speaker.set(who, As::One).replace("one of you", "you"));
    let what = speaker.role(head.what.as_ref(), 0, first);
    let onto = head.onto.as_ref().map(|onto| format!(" onto {}", speaker.role(Some(onto), 1, Happening::Built)));
    let onto = onto.unwrap_or_default();
    let said = |say: fn(Happening) -> &'static str| {
        clause.happenings.iter().map(|one| say(*one)).collect::<Vec<_>>().join(" or ")
    };
    let would = match head.voice {
        Voice::Active if first.is_aimed() => {
            format!("{} would aim {} at {what}{}", who.unwrap_or_default(), speaker.causes(clause), unchosen(first))
        }
        _ if first.is_aimed() => {
            let by = who.map(|who| format!(" by {who}")).unwrap_or_default();
            format!("{}{by} would be aimed at {what}{}", speaker.causes(clause), unchosen(first))
        }
        Voice::Active => {
            let act = said(|one| one.act().unwrap_or_default());
            let what = if first.is_whole() { String::new() } else { format!(" {what}") };
            format!("{} would {act}{what}{onto}", who.unwrap_or_default())
        }
        Voice::Short | Voice::Passive => {
            let done = said(|one| if one == Happening::Revealed { "turned up in a stack" } else { one.passive() });
            format!("{what} would be {done}{onto}{}", by(&speaker.causes(clause), who))
        }
    };
    let given = head.given.as_ref().map(|cond| format!(", if {}", speaker.cond(cond))).unwrap_or_default();
    let comes = if clause.may { "you may do this instead" } else { "this happens instead" };
    speaker.setting = Setting::SetOff;
    let lines = speaker.lines(&clause.text.body);
    Line::Block(Block::new(format!("{during}if {would}{given}, {comes}"), ": ", lines))
}

fn unchosen(happening: Happening) -> &'static str {
    if happening == Happening::AimedUnchosen { " without choosing" } else { "" }
}

fn by(causes: &str, who: Option<String>) -> String {
    match (causes.is_empty(), who) {
        (true, None) => String::new(),
        (true, Some(who)) => format!(" by {who}"),
        (false, None) => format!(" by {causes}"),
        (false, Some(who)) => format!(" by {causes} of {who}"),
    }
}

impl Speaker<'_> {
    /// What is remembered, and under which name.
    fn remembered(&mut self, trigger: &Trigger) -> String {
        let mut noted = Vec::new();
        for (remembered, carried) in trigger.remembers.iter().zip(&trigger.text.carried) {
            let (said, called) = match remembered {
                // Most texts that speak of it say no name.
                Remembered::Item(item) if carried.name == OWNER => {
                    let said = self.item(item);
                    self.locals[carried.local] = Called::Phrase("that owner".into());
                    noted.push(said);
                    continue;
                }
                Remembered::Item(item) => (self.item(item), Called::Phrase(carried.name.clone())),
                Remembered::Number(number) => (self.number(number), Called::Noted(carried.name.clone())),
            };
            self.buildings.extend((carried.element == Some(Element::Building)).then_some(carried.local));
            self.locals[carried.local] = called;
            noted.push(format!("{said} as {}", carried.name));
        }
        noted
            .into_iter()
            .reduce(|all, one| format!("{all} and {one}"))
            .map_or(String::new(), |all| format!(", noting {all}"))
    }

    /// What is paid.
    fn price(&mut self, number: &Num, fee: Fee) -> String {
        let [one, many] = match fee {
            Fee::Cards => ["card of the hand".into(), "cards of the hand".into()],
            Fee::Stacked => ["top card of a stack of one's own".into(), "top cards of stacks of one's own".into()],
            Fee::Counters(sort) => self.counter(sort).into(),
        };
        self.quantity(number, &one, &many)
    }

    pub(super) fn event(&mut self, trigger: &Trigger) -> String {
        let head = &trigger.head;
        let causes = self.causes(trigger);
        let who = head.who.as_ref().map(|who| self.set(who, As::One).replace("one of you", "you"));
        let first = trigger.happenings.first().copied().unwrap_or(Happening::Shuffled);
        match first {
            Happening::Shuffled => return "the deck is shuffled".into(),
            Happening::CrisisOver => return "a crisis is over".into(),
            Happening::Resolved => {
                let by = who.map(|who| format!(" by {who}")).unwrap_or_default();
                return format!("{causes}{by} is over, with all that it set off");
            }
            Happening::Marked | Happening::Unmarked => {
                let sort = head.sort.unwrap_or_default();
                let (counter, _) = self.counter(sort);
                let done = if first == Happening::Marked { "put on" } else { "taken off" };
                if let Some(reached) = &head.reached {
                    let on = self.role(head.what.as_ref(), 0, first);
                    let come = if on == "you" { "come" } else { "comes" };
                    let (one, many) = self.counter(sort);
                    return match reached {
                        Num::Const(0) => format!("the last {one} is taken off {on}"),
                        reached => format!("{on} {come} to have {}", self.quantity(reached, &one, &many)),
                    };
                }
                let article = article(&counter);
                let on = self.role(head.what.as_ref(), 0, first);
                return format!("{article} {counter} is {done} {on}{}", by(&causes, who));
            }
            Happening::TurnBegun if who.as_deref() == Some("you") => return "your turn begins".into(),
            Happening::TurnBegun => return format!("the turn of {} begins", who.unwrap_or_default()),
            _ => {}
        }
        let of_you = who.as_deref() == Some("you");
        if first.is_aimed() {
            let (at, unchosen) = (self.role(head.what.as_ref(), 0, first), unchosen(first));
            let by = who.as_ref().map(|who| format!(" by {who}")).unwrap_or_default();
            return match head.voice {
                Voice::Active => {
                    let aims = if of_you { "aim" } else { "aims" };
                    format!("{} {aims} {causes} at {at}{unchosen}", who.unwrap_or_default())
                }
                _ => format!("{causes}{by} is aimed at {at}{unchosen}"),
            };
        }
        let said = |one: &Happening| match (head.voice, one.active()) {
            (Voice::Active, Some([others, yours])) => {
                if of_you {
                    yours
                } else {
                    others
                }
            }
            _ if *one == Happening::Revealed => "turned up in a stack",
            _ => one.passive(),
        };
        let verbs = trigger.happenings.iter().map(said).collect::<Vec<_>>().join(" or ");
        let what = self.role(head.what.as_ref(), 0, first);
        let onto = head.onto.as_ref().map(|onto| {
            let word = if trigger.happenings.contains(&Happening::Moved) { "onto" } else { "on" };
            format!(" {word} {}", self.role(Some(onto), 1, Happening::Built))
        });
        let onto = onto.unwrap_or_default();
        match head.voice {
            Voice::Active if first.is_whole() => format!("{} {verbs}", who.unwrap_or_default()),
            Voice::Active => format!("{} {verbs} {what}", who.unwrap_or_default()),
            Voice::Short | Voice::Passive => {
                let (what, be) = match (head.voice, what.as_str()) {
                    (Voice::Short, _) => ("this", "is"),
                    (_, "you") => ("you", "are"),
                    (_, what) => (what, "is"),
                };
                format!("{what} {be} {verbs}{onto}{}", by(&causes, who))
            }
        }
    }

    /// What takes part, and what it is called from then on.
    fn role(&mut self, pattern: Option<&Pattern>, local: usize, happening: Happening) -> String {
        let noun = match happening {
            Happening::Eliminated => "player",
            Happening::Marked
            | Happening::Unmarked
            | Happening::Aimed
            | Happening::AimedUnchosen
            | Happening::Chosen => match pattern.and_then(Pattern::element) {
                Some(Element::Player) => "player",
                Some(Element::Building) => "building",
                _ => "card",
            },
            Happening::Destroyed | Happening::Built | Happening::SwappedIn | Happening::Used | Happening::Shifted => {
                "building"
            }
            _ => "card",
        };
        if self.locals.len() > local {
            self.buildings.extend((noun == "building").then_some(local));
            self.locals[local] = Called::Phrase(format!("that {noun}"));
        }
        match (pattern, happening) {
            (None, Happening::Used) => "an ability".into(),
            (None, Happening::Played) => "an action".into(),
            (None, _) => format!("a {noun}"),
            (Some(Pattern::Of(set)), _) => match self.subject(set) {
                (said, _) if is_lone(set) => said,
                _ => self.set(set, As::One),
            },
            (Some(Pattern::Card(filters)), _) => {
                let tests: Vec<String> = filters.iter().map(|filter| self.told_of(filter, local)).collect();
                match tests.is_empty() {
                    true => "a card".into(),
                    false => format!("a card that {}", tests.join(" and ")),
                }
            }
        }
    }

    /// What cannot disable: `other buildings`.
    fn disablers(&mut self, set: &Set) -> String {
        match &set.kind {
            SetKind::Of { target: false, source: Source::Buildings, candidate, filters } => {
                let itself = Cond::Same(Item::Local(*candidate), Item::Local(0));
                match filters.as_slice() {
                    [Cond::Not(only)] if **only == itself => "other buildings".into(),
                    _ => self.subject(set).0,
                }
            }
            _ => self.subject(set).0,
        }
    }

    /// What holds of a card, behind `that`.
    fn told_of(&mut self, filter: &Cond, local: usize) -> String {
        if let Cond::In(Item::Under(inner), set) = filter
            && **inner == Item::Local(local)
        {
            return format!("lies on {}", self.set(set, As::One));
        }
        let outer = std::mem::replace(&mut self.locals[local], Called::Phrase("it".into()));
        let said = self.cond(filter);
        self.locals[local] = outer;
        said.strip_prefix("it ").map_or_else(|| said.clone(), str::to_string)
    }

    /// The same of several.
    fn told_of_all(&mut self, filter: &Cond, local: usize) -> String {
        match self.about(filter, local, true) {
            Some(said) => said,
            None => self.told_of(filter, local),
        }
    }

    fn causes(&self, trigger: &Trigger) -> String {
        let causes: Vec<String> = trigger
            .causes
            .iter()
            .map(|(cause, _)| {
                let Some(keyword) = cause.keyword() else { return cause.said().to_string() };
                let noun = self.words.keywords[keyword].noun.clone();
                noun.unwrap_or_else(|| format!("`{}`", self.words.names.keywords[keyword].name))
            })
            .collect();
        match causes.as_slice() {
            [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
            causes => causes.concat(),
        }
    }
}

fn is_lone(set: &Set) -> bool {
    match &set.kind {
        SetKind::Of { source: Source::One(_), filters, .. } => filters.is_empty(),
        _ => false,
    }
}
