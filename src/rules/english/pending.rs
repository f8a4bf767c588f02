//! What texts say for a while or for later, in words: "until your next turn, other players cannot use abilities".

use super::against::texts;
use super::happening::{forbidden, triggered_by};
use super::line::{Block, Line, laid_out};
use super::numbers::how_many;
use super::speaker::{Called, Setting, Speaker, Words, said};
use crate::base::Since;
use crate::rules::ir::{Compare, Element, Extent, LED, OPEN, SEEN};
use crate::rules::tree::{Among, Deed, Item, Lasting, Num, Pending, Says, Step, Trigger};
use crate::syntax::ast::OPEN_HANDED;

/// What is pending, as a sentence that goes on behind when; names of the text are those that it gives.
pub(in crate::rules) fn pending(words: Words<'_>, pending: &Pending) -> String {
    let mut speaker = Speaker::new(words, pending.text().locals);
    for carried in &pending.text().carried {
        speaker.buildings.extend((carried.element == Some(Element::Building)).then_some(carried.local));
        speaker.locals[carried.local] = match carried.element {
            Some(_) => Called::Phrase(carried.name.clone()),
            None => Called::Noted(carried.name.clone()),
        };
    }
    let until = pending.ends.as_ref().map(|ends| speaker.ending(ends, pending));
    let lines = speaker.pending(pending, until);
    let said = laid_out(&lines).join(" ");
    let mut said = said.trim_end_matches('.').to_string();
    if let Some(first) = said.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    said
}

impl Speaker<'_> {
    /// The statement that says it.
    pub(super) fn lasts(&mut self, whose: Option<&Item>, pending: &Pending) -> Vec<Line> {
        let whose = whose.filter(|whose| **whose != Item::You).map(|whose| self.item(whose));
        let mut inner = Speaker::new(self.words, pending.text().locals);
        for carried in &pending.text().carried {
            let called = self.call(carried.outer);
            inner.buildings.extend((carried.element == Some(Element::Building)).then_some(carried.local));
            inner.locals[carried.local] = match self.locals[carried.outer] {
                Called::Noted(_) => Called::Noted(called),
                _ => Called::Phrase(called),
            };
        }
        let until = match &pending.ends {
            Some(ends) => inner.ending(ends, pending),
            None => pending.until.said(whose.as_deref()),
        };
        inner.pending(pending, Some(until))
    }

    /// `until a building is destroyed`, with the names that are carried along with it.
    fn ending(&self, ends: &Trigger, pending: &Pending) -> String {
        let mut inner = Speaker::new(self.words, ends.text.locals);
        for (there, here) in ends.text.carried.iter().zip(&pending.text().carried) {
            inner.locals[there.local] = self.locals[here.local].clone();
        }
        format!("until {}", inner.event(ends))
    }

    fn pending(&mut self, pending: &Pending, until: Option<String>) -> Vec<Line> {
        let head = |said: &str| until.as_ref().map_or_else(|| said.to_string(), |until| format!("{until}, {said}"));
        match &pending.says {
            Says::Bars(bar) => vec![Line::Phrase(head(&forbidden(self, bar)))],
            Says::Hears(trigger) => match triggered_by(self, trigger) {
                Line::Block(block) => vec![Line::Block(Block { head: head(&block.head), ..block })],
                line => vec![line],
            },
            Says::Holds(_, lasting) => vec![Line::Phrase(head(&self.status(lasting)))],
            Says::Names(_, naming) => vec![Line::Phrase(head(&self.alteration(&naming.clone().into())))],
            Says::Does(text) => {
                self.setting = Setting::SetOff;
                let lines = self.lines(&text.body);
                match until {
                    Some(until) if text.body.steps.is_empty() => vec![Line::Phrase(until)],
                    Some(until) => vec![Line::Block(Block::new(until, ": ", lines))],
                    None => lines,
                }
            }
        }
    }

    /// What is said of turns, and how often something is done.
    pub(super) fn of_turns(&mut self, step: &Step) -> String {
        match step {
            Step::Once(since, players) => {
                let when = if *since == Since::ThisTurn { "in this turn" } else { "in this game" };
                let who = if players.is_some() { "anybody has" } else { "you have" };
                format!("if {who} done this before {when}, stop here")
            }
            Step::TurnDraws(number) => match self.settled(number) {
                Num::Const(0) => "this turn begins without a draw".into(),
                number => format!("this turn begins with {}", self.quantity(number, "draw", "draws")),
            },
            Step::MorePlays(number, fewer) => {
                let [one, many] = if *fewer { ["fewer card", "fewer cards"] } else { ["more card", "more cards"] };
                format!("{} may be played this turn", self.quantity(number, one, many))
            }
            _ => "if you have done this before in this game, stop here".into(),
        }
    }

    /// What players or buildings are.
    pub(super) fn status(&mut self, lasting: &Lasting) -> String {
        let (set, be) = self.subject(&lasting.set);
        let status = self.words.names.status_name(lasting.status);
        if matches!(lasting.status, SEEN | LED) {
            return match (lasting.status, set.as_str()) {
                (SEEN, you) if you.starts_with("you") => format!("you see what is in hand for {set}"),
                (SEEN, _) if be == "are" => format!("you see the hands of {set}"),
                (SEEN, _) => format!("you {status} {set}"),
                (_, "you") => "you make all your decisions".to_string(),
                (_, you) if you.starts_with("you ") => format!("you make all decisions for {set}"),
                _ => format!("you make all decisions of {set}, knowing all that they know"),
            };
        }
        let status = match (status, be, set.as_str()) {
            (OPEN_HANDED, "is", _) => status,
            (OPEN_HANDED, _, "you") => "play with an open hand",
            (OPEN_HANDED, ..) => "play with open hands",
            _ => status,
        };
        let be = if status.starts_with("cannot ") || lasting.status == OPEN { String::new() } else { format!("{be} ") };
        let against = match lasting.against.as_slice() {
            [] => String::new(),
            against => format!(" against {}", texts(against)),
        };
        format!("{set} {be}{status}{against}")
    }

    /// Somebody does it, or whoever decides next.
    pub(super) fn done_by(&mut self, [own, others]: [&str; 2], what: &str) -> Line {
        let by = self.decider.take();
        Line::Phrase(by.map_or_else(|| format!("{own} {what}"), |who| format!("{who} {others} {what}")))
    }

    /// Somebody draws.
    pub(super) fn drawn(&mut self, number: &Num) -> Line {
        let cards = self.quantity(number, "card", "cards");
        self.done_by(["draw", "draws"], &cards)
    }

    /// The same behind its subject, and how often.
    pub(super) fn has_done(&mut self, deed: &Deed, how: (Compare, bool), number: &Num, plural: bool) -> String {
        let has = match (deed.to_it, plural) {
            (false, _) => self.has(plural),
            (true, true) => "were",
            (true, false) => "was",
        };
        match (how, number) {
            ((Compare::AtLeast, not), Num::Const(1)) => {
                format!("{has} {}{}", if not { "not " } else { "" }, said(deed))
            }
            _ => format!("{has} {} {}", said(deed), self.times_in_all(how, number)),
        }
    }

    /// `all players together have played an action this turn`
    pub(super) fn done_by_all(&self, among: &Among) -> Option<String> {
        match (&among.of, among.extent) {
            (Num::Did { deed, .. }, Extent::Total) => Some(format!("all players together have {}", said(deed))),
            _ => None,
        }
    }

    /// That somebody has done something so often, or all together.
    pub(super) fn done_so_often(&mut self, left: &Num, how: (Compare, bool), right: &Num) -> Option<String> {
        let did = match left {
            Num::Did { deed, who, .. } if *right == Num::Const(1) && how.0 == Compare::AtLeast => {
                return Some(self.did(deed, who, how.1));
            }
            Num::Did { deed, who, .. } => self.did(deed, who, false),
            Num::Among(among) => self.done_by_all(among)?,
            _ => return None,
        };
        Some(format!("{did} {}", self.times_in_all(how, right)))
    }

    /// `at least 2 times`
    fn times_in_all(&mut self, how: (Compare, bool), number: &Num) -> String {
        let times = if *number == Num::Const(1) { "time" } else { "times" };
        format!("{} {times}", how_many(how, &self.number(number)))
    }

    /// That somebody has done something, or has not.
    pub(super) fn did(&mut self, deed: &Deed, who: &Item, not: bool) -> String {
        let who = self.item(who);
        let has = match who.as_str() {
            _ if deed.to_it => "was",
            "you" => "have",
            _ => "has",
        };
        format!("{who} {has} {}{}", if not { "not " } else { "" }, said(deed))
    }
}
