//! Clauses that change what the words of the rules and of other texts mean, in words.

use super::faces;
use super::line::Never;
use super::speaker::{Speaker, noun_of};
use super::things::As;
use crate::rules::tree::{Alteration, Alters, Item, Set, SetKind, Source, Starred};

impl Speaker<'_> {
    /// `while this is a law, the starred numbers of other players are lowered by 1, but never below 1`
    ///
    /// # Errors
    /// That is never so in this game.
    pub(super) fn alters(&mut self, clause: &Alters) -> Result<String, Never> {
        let condition = self.during(clause.condition.as_ref())?;
        Ok(condition + &self.alteration(&clause.what))
    }

    pub(super) fn alteration(&mut self, what: &Alteration) -> String {
        match what {
            Alteration::Neighbours { each, left, right } => {
                let each = each.as_ref().map_or(String::new(), |(set, local)| {
                    let said = self.set(set, As::Each);
                    self.introduce(*local, noun_of(set));
                    format!("for {said}, ")
                });
                let left = self.set(left, As::All);
                match right {
                    Some(right) => format!("{each}{left} and {} are neighbours", self.set(right, As::All)),
                    None => format!("{each}{left} are neighbours of each other"),
                }
            }
            Alteration::Name { set, written, of } => {
                let (set, be) = self.subject(set);
                let bear = if be == "is" { "bears" } else { "bear" };
                let whose = if *written { "written on" } else { "of" };
                let own = if be == "is" { "its own" } else { "their own" };
                format!("{set} {bear} the name {whose} {} instead of {own}", self.item(of))
            }
            Alteration::Called { set, name } => {
                let (set, be) = self.subject(set);
                let (bear, own) = if be == "is" { ("bears", "its own") } else { ("bear", "their own") };
                format!("{set} {bear} the name {name} instead of {own}")
            }
            Alteration::KeepsName { set } => {
                let (set, be) = self.subject(set);
                match be == "is" {
                    true => format!("{set} keeps its name even while it is disabled"),
                    false => format!("{set} keep their names even while they are disabled"),
                }
            }
            Alteration::TextOf { set, of } => {
                let (set, be) = self.subject(set);
                let (have, own) = if be == "is" { ("has", "its own") } else { ("have", "their own") };
                format!("{set} {have} the text of {} besides {own}", self.item(of))
            }
            Alteration::Has { set, face } => {
                let (set, be) = self.subject(set);
                let (have, own) = if be == "is" { ("has", "its own") } else { ("have", "their own") };
                let said = faces::face(self.words, face, true).join(" ");
                format!("{set} {have} besides {own} text: \"{}\"", said.trim_end_matches('.'))
            }
            Alteration::Starred { of, change } => {
                let whose = match is_you(of) {
                    true => "your starred numbers".to_string(),
                    false => match self.set(of, As::All) {
                        you if you.starts_with("you ") => format!("the starred numbers for {you}"),
                        of => format!("the starred numbers of {of}"),
                    },
                };
                match change {
                    Starred::Raise(by) => format!("{whose} are raised by {}", self.number(by)),
                    Starred::Lower { by, floor } => {
                        let by = self.number(by);
                        format!(
                            "{whose} are lowered by {by}, but never below {}, after all raising and doubling",
                            self.number(floor)
                        )
                    }
                    Starred::Double => format!("{whose} are doubled, after all raising"),
                }
            }
        }
    }
}

fn is_you(of: &Set) -> bool {
    matches!(&of.kind, SetKind::Of { source: Source::One(Item::You), filters, .. } if filters.is_empty())
}
