//! Writes clauses.

use super::Say;
use super::layout::limited;
use super::set::is_single;
use super::thing::before;
use crate::ast::{
    Ability, Alteration, Clause, CountsAs, Define, Item, ParamType, Set, SetExpr, Starred, Text,
};
use text::article;

fn have(these: &SetExpr) -> &'static str {
    if is_single(these) { "has" } else { "have" }
}

impl Say {
    /// A clause that stands so deep, without a capital in front or a full stop behind it.
    pub(super) fn clause(self, clause: &Clause, depth: usize) -> String {
        match clause {
            Clause::Play(body) => self.whole("play", false, body, depth),
            Clause::Replay(body) => self.whole("replay", false, body, depth),
            Clause::Ability(one) => self.ability(one, depth),
            Clause::Trigger(one) => self.whole(&self.trigger(one), true, &one.body, depth),
            Clause::Cannot(one) => self.during(&one.head.during) + &self.cannot(one),
            Clause::Instead(one) => {
                let said = self.whole(&self.instead(one), false, &one.body, depth);
                let head = self.instead(one);
                match said.strip_prefix(&format!("{head}: ")) {
                    Some(rest) if !rest.starts_with("if ") => format!("{head} {rest}"),
                    _ => said,
                }
            }
            Clause::Lasting(one) => self.during(&one.condition) + &self.lasting(one),
            Clause::CountsAs(one) => self.counts_as(one),
            Clause::Alters(one) => self.during(&one.condition) + &self.alteration(&one.what, depth),
            Clause::Raise(by) => format!("raise your starred numbers by {}", self.number(by)),
            Clause::Win(when) => format!("win when {}", self.cond(when)),
            Clause::Define(one) => self.define(one, depth),
            Clause::Count(these) => format!("count {}", self.set(these)),
            Clause::Crisis(body) => self.whole("when nothing is left to draw", true, body, depth),
            Clause::Plays(plays) => {
                let s = if plays.number.node == 1 { "" } else { "s" };
                let (during, who) = (self.during(&plays.condition), self.set(&plays.who));
                format!(
                    "{during}{who} may play {} card{s} each turn",
                    plays.number.node
                )
            }
        }
    }

    fn ability(self, ability: &Ability, depth: usize) -> String {
        let (once, body) = limited(&ability.body);
        let mut pieces = Vec::new();
        pieces.extend(
            ability
                .name
                .as_ref()
                .map(|name| format!("\"{}\"", name.node)),
        );
        pieces.extend(
            ability
                .start_of_turn
                .then(|| "at the start of your turn".to_string()),
        );
        let plain = pieces.is_empty();
        pieces.extend(ability.once.then(|| "once a turn".to_string()));
        pieces.extend(once.map(|once| self.of_turns(once)));
        let bare = plain && !pieces.is_empty();
        pieces.extend(
            ability
                .condition
                .as_ref()
                .map(|when| format!("if {}", self.cond(when))),
        );
        let head = match pieces.is_empty() {
            true => "use".to_string(),
            false if bare => pieces.join(", "),
            false => format!("use {}", pieces.join(", ")),
        };
        self.whole(&head, false, &body, depth)
    }

    fn counts_as(self, counts: &CountsAs) -> String {
        let count = if is_single(&counts.set) {
            "counts"
        } else {
            "count"
        };
        let tally = &counts.tally.node;
        let article = match &counts.times {
            Some(times) => format!("{} ", times.node),
            None if counts.one => format!("{} ", article(tally)),
            None => String::new(),
        };
        format!(
            "{}{} {count} as {article}{tally}",
            self.during(&counts.condition),
            self.set(&counts.set)
        )
    }

    fn define(self, define: &Define, depth: usize) -> String {
        let mut head = format!("define {}", define.name.node);
        for param in &define.params {
            let kind = match param.kind.node {
                ParamType::Player => "player",
                ParamType::Building => "building",
                ParamType::Card => "card",
                ParamType::Place => "place",
                ParamType::Number => "number",
                ParamType::Players => "players",
                ParamType::Buildings => "buildings",
                ParamType::Cards => "cards",
                ParamType::Places => "places",
            };
            head += &format!(
                "{} ({}: {kind})",
                before(&param.preposition),
                param.name.node
            );
        }
        self.whole(&head, false, &define.body, depth)
    }

    /// What the words of the rules and of other texts mean.
    fn alteration(self, what: &Alteration, depth: usize) -> String {
        match what {
            Alteration::Neighbours { each, left, right } => {
                let each = each
                    .as_deref()
                    .map(|(these, name)| format!("for each {}, ", self.each(these, name)));
                let right = right
                    .as_ref()
                    .map(|right| format!(" and {}", self.set(right)));
                let (each, right) = (each.unwrap_or_default(), right.unwrap_or_default());
                format!("{each}{}{right} are neighbours", self.amid().set(left))
            }
            Alteration::Name {
                set: these,
                written,
                of,
            } => {
                let bear = if is_single(these) { "bears" } else { "bear" };
                let whose = if *written { "written on" } else { "of" };
                format!(
                    "{} {bear} the name {whose} {}",
                    self.set(these),
                    self.item(of)
                )
            }
            Alteration::Called { set: these, name } => {
                let bear = if is_single(these) { "bears" } else { "bear" };
                format!("{} {bear} the name \"{}\"", self.set(these), name.node)
            }
            Alteration::KeepsName { set: these } => {
                let keep = if is_single(these) {
                    "keeps its name"
                } else {
                    "keep their names"
                };
                format!("{} {keep}", self.set(these))
            }
            Alteration::TextOf { set: these, of } => {
                format!(
                    "{} {} the text of {}",
                    self.set(these),
                    have(these),
                    self.item(of)
                )
            }
            Alteration::Has { set: these, text } => {
                format!(
                    "{} {}:{}",
                    self.set(these),
                    have(these),
                    self.inner(text, depth + 1)
                )
            }
            Alteration::Starred { of, change } => {
                let whose = match is_you(of) {
                    true => "your starred numbers".to_string(),
                    false => format!("the starred numbers of {}", self.group(of)),
                };
                match change {
                    Starred::Raise(by) => format!("raise {whose} by {}", self.number(by)),
                    Starred::Lower { by, floor } => {
                        format!(
                            "lower {whose} by {}, but never below {}",
                            self.number(by),
                            self.number(floor)
                        )
                    }
                    Starred::Double => format!("double {whose}"),
                }
            }
        }
    }

    /// The clauses that something has besides its own.
    fn inner(self, text: &Text, depth: usize) -> String {
        let line =
            |clause: &Clause| format!("\n{}{}", "  ".repeat(depth), self.clause(clause, depth));
        text.clauses
            .iter()
            .map(|clause| line(&clause.node))
            .collect()
    }
}

fn is_you(of: &SetExpr) -> bool {
    of.node.is_one(&Item::You) && matches!(of.node, Set::Of { .. })
}
