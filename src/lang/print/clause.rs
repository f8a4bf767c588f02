//! Writes clauses.

use super::layout::limited;
use super::set::is_single;
use super::thing::before;
use super::{Say, s};
use crate::ast::{Ability, Alteration, Clause, CountsAs, Item, Param, SetExpr, Starred, Text};
use text::{Spanned, article, or_nothing};

/// The verb of one, or of several.
fn does(these: &SetExpr, [one, several]: [&'static str; 2]) -> &'static str {
    if is_single(these) { one } else { several }
}

impl Say<'_> {
    /// A clause that stands so deep, without a capital in front or a full stop behind it.
    pub(super) fn clause(self, clause: &Clause, depth: usize) -> String {
        match clause {
            Clause::Ability(one) => self.ability(one, depth),
            Clause::Trigger(one) => self.whole(&self.trigger(one), true, &one.body, depth),
            Clause::Cannot(one) => self.during(&one.head.during) + &self.cannot(one),
            Clause::Instead(one) => {
                let head = self.instead(one);
                let said = self.whole(&head, false, &one.body, depth);
                match said.strip_prefix(&format!("{head}: ")) {
                    Some(rest) if !rest.starts_with("if ") => format!("{head} {rest}"),
                    _ => said,
                }
            }
            Clause::Lasting(one) => self.during(&one.condition) + &self.lasting(one),
            Clause::CountsAs(one) => self.during(&one.condition) + &self.counts_as(one),
            Clause::Alters(one) => self.during(&one.condition) + &self.alteration(&one.what, depth),
            Clause::Define(define) => {
                let param = |param: &Param| {
                    let (name, kind) = (&param.name.node, param.kind.node.word());
                    format!("{} ({name}: {kind})", before(&param.preposition))
                };
                let params: String = define.params.iter().map(param).collect();
                let head = format!("define {}{params}", define.name.node);
                self.whole(&head, false, &define.body, depth)
            }
            Clause::Plays(plays) => {
                let (number, s) = (plays.number.node, s(plays.number.node == 1));
                let (during, who) = (self.during(&plays.condition), self.set(&plays.who));
                format!("{during}{who} may play {number} card{s} each turn")
            }
            clause => {
                let said = self.filled(clause, false);
                match clause.body() {
                    Some(body) => self.whole(
                        said.trim_end_matches([':', ',', ' ']),
                        said.ends_with(", "),
                        body,
                        depth,
                    ),
                    None => said,
                }
            }
        }
    }

    fn ability(self, ability: &Ability, depth: usize) -> String {
        let (once, body) = limited(&ability.body);
        let given = |when| format!("if {}", self.cond(when));
        let start = ability
            .start_of_turn
            .then(|| "at the start of your turn".to_string());
        let name = ability
            .name
            .as_ref()
            .map(|name| format!("\"{}\"", name.node));
        let once_a_turn = ability.once.then(|| "once a turn".to_string());
        let once = once_a_turn
            .into_iter()
            .chain(once.map(|once| self.statement(&once, depth, false)));
        let named: Vec<String> = name.into_iter().chain(start).collect();
        let once: Vec<String> = once.collect();
        let bare = named.is_empty() && !once.is_empty();
        let pieces = [named, once, ability.condition.iter().map(given).collect()].concat();
        let head = match pieces.is_empty() {
            true => "use".to_string(),
            false if bare => pieces.join(", "),
            false => format!("use {}", pieces.join(", ")),
        };
        self.whole(&head, false, &body, depth)
    }

    fn counts_as(self, counts: &CountsAs) -> String {
        let count = does(&counts.set, ["counts", "count"]);
        let tally = &counts.tally.node;
        let article = match &counts.times {
            Some(times) => format!("{} ", times.node),
            None if counts.one => format!("{} ", article(tally)),
            None => String::new(),
        };
        format!("{} {count} as {article}{tally}", self.set(&counts.set))
    }

    /// What the words of the rules and of other texts mean.
    fn alteration(self, what: &Alteration, depth: usize) -> String {
        match what {
            Alteration::Neighbours { each, left, right } => {
                let each = or_nothing(each, |each| {
                    format!("for each {}, ", self.each(&each.0, &each.1))
                });
                let right = or_nothing(right, |right| format!(" and {}", self.set(right)));
                format!("{each}{}{right} are neighbours", self.amid().set(left))
            }
            Alteration::Has { set, text } => {
                let inner = self.inner(text, depth + 1);
                let has = does(set, ["has", "have"]);
                format!("{} {has}:{inner}", self.set(set))
            }
            Alteration::Starred { of, change } => {
                let whose = match of.node.is_one(&Item::You) {
                    true => "your starred numbers".to_string(),
                    false => format!("the starred numbers of {}", self.group(of)),
                };
                match change {
                    Starred::Raise(by) => format!("raise {whose} by {}", self.number(by)),
                    Starred::Lower { by, floor } => {
                        let (by, floor) = (self.number(by), self.number(floor));
                        format!("lower {whose} by {by}, but never below {floor}")
                    }
                    Starred::Double => format!("double {whose}"),
                }
            }
            what => self.filled(what, false),
        }
    }

    /// The clauses that something has besides its own.
    fn inner(self, text: &Text, depth: usize) -> String {
        if let [clause] = text.clauses.as_slice()
            && self
                .lines
                .is_some_and(|lines| !lines.begins(clause.span.start))
        {
            return format!(" {}", self.clause(&clause.node, depth - 1));
        }
        let line = |clause: &Spanned<Clause>| {
            format!(
                "\n{}{}",
                "  ".repeat(depth),
                self.clause(&clause.node, depth)
            )
        };
        text.clauses.iter().map(line).collect()
    }
}
