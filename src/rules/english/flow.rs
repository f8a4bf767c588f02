//! Says the statements of a text one after the other: what is named where it is needed, and what ends a text early.

use super::line::{Block, Line};
use super::notes::{Saying, is_plain, spoken_of};
use super::seats::lone;
use super::speaker::{Asked, CHOSEN, Called, Inside, Later, Setting, Speaker, VOTE, noun_of};
use super::things::As;
use super::walk::{self, Seen};
use crate::base::{Spanned, Verb};
use crate::rules::tree::{Body, Cond, Item, Local, Num, Set, SetKind, Source, Step};

/// What is called so lies aside, one for each player.
const ASIDE: &str = "card set aside";

impl Speaker<'_> {
    /// The statements of a text or a block, in words.
    pub(super) fn lines(&mut self, body: &Body) -> Vec<Line> {
        self.all(&body.steps)
    }

    /// The statements of a block that does not have to be done right after what is before it, or more often than once.
    pub(super) fn within(&mut self, inside: Option<Inside>, body: &Body) -> Vec<Line> {
        let outer = self.inside;
        self.inside = inside.map_or((outer.0, false), |inside| (inside, true));
        let lines = self.lines(body);
        self.inside = outer;
        lines
    }

    fn all(&mut self, steps: &[Spanned<Step>]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let behind = &steps[at + 1..];
            match &step.node {
                Step::LetItem(local, item) => {
                    let next = behind.first().map(|next| &next.node);
                    lines.extend(self.let_item(*local, item, next).map(Line::Phrase));
                }
                Step::Require(cond) if self.known(cond).is_none() => {
                    self.require(cond, behind, &mut lines);
                    return lines;
                }
                // Of one alone there is nothing to choose.
                Step::Choose { set, local, random: false } if let Some(item) = lone(set) => {
                    let said = self.item(item);
                    self.locals[*local] = Called::Phrase(said);
                }
                // What the next statement speaks of first is said there.
                Step::Choose { set, local, random } if self.is_said_next(&steps[at..]) => {
                    self.chosen_there(set, *local, *random);
                }
                Step::Take(local) if self.is_said_next(&steps[at..]) => {
                    self.introduce_as(*local, "card", "taken");
                    self.once(*local, "the top card of the deck, unseen,".into());
                }
                step => {
                    let fresh = self.fresh;
                    self.touched = false;
                    self.step(step, &mut lines);
                    // What nothing has been done with for a while has a name again.
                    if !self.touched && self.fresh == fresh {
                        self.fresh = None;
                    }
                }
            }
            if self.ends(&step.node) {
                break;
            }
        }
        lines
    }

    /// What these statements bring in, up to the next one that does something, it speaks of first and in that order.
    fn is_said_next(&self, steps: &[Spanned<Step>]) -> bool {
        let brought = |step: &Step| match step {
            Step::Choose { set, local, .. } if matches!(set.kind, SetKind::Of { .. }) => Some(*local),
            Step::Take(local) => Some(*local),
            _ => None,
        };
        let locals: Vec<Local> = steps.iter().map_while(|step| brought(&step.node)).collect();
        let Some(next) = steps.get(locals.len()).map(|next| &next.node) else { return false };
        // What is spoken of as another one is chosen has come before it.
        let mut apart = true;
        for (at, step) in steps[..locals.len()].iter().enumerate() {
            walk::step(&step.node, &mut |seen| {
                apart &= !matches!(seen, Seen::Used(local) if locals[..at].contains(&local));
            });
        }
        let taken = steps[..locals.len()].iter().filter(|step| matches!(step.node, Step::Take(_))).count();
        let pending = |thing: &Option<Local>| thing.is_some_and(|local| matches!(self.locals[local], Called::Once(..)));
        let spoken: Vec<Option<Local>> = spoken_of(next).into_iter().filter(|thing| !pending(thing)).collect();
        let in_order =
            locals.len() <= spoken.len() && locals.iter().zip(&spoken).all(|(one, other)| Some(*one) == *other);
        in_order
            && apart
            && !locals.is_empty()
            && (taken == 0 || matches!(next, Step::Verb(Verb::PutFaceUp | Verb::PutFaceDown, ..)))
    }

    pub(super) fn chosen_there(&mut self, set: &Set, local: Local, random: bool) {
        let said = self.set(set, if random { As::Random } else { As::Any });
        self.introduce(local, noun_of(set));
        self.once(local, said);
    }

    /// What a thing is called the first time; then as it came.
    pub(super) fn once(&mut self, local: Local, said: String) {
        let then = std::mem::replace(&mut self.locals[local], Called::Unbound);
        self.locals[local] = Called::Once(said, Box::new(then));
    }

    /// What all choose, one by one.
    pub(super) fn secretly(&mut self, step: &Step) -> Line {
        let Step::Secretly { shown, votes, players, player, set, name } = step else {
            return Line::Phrase(String::new());
        };
        let players = self.set(players, As::Each);
        let card = set.element.is_card();
        let called = match (card, votes) {
            (true, _) => ASIDE,
            (false, true) => VOTE,
            (false, false) => CHOSEN,
        };
        self.locals[*name] = Called::Phrase(called.into());
        self.locals[*player] = Called::Phrase("that player".into());
        let chosen = self.set(set, As::One) + if *votes { " (1 is yes)" } else { "" };
        Line::Phrase(match (card, shown) {
            (false, _) => format!("{players} secretly chooses {chosen}; then all choices are shown"),
            (true, true) => format!("{players} sets {chosen} aside, unseen; then all of these are shown"),
            (true, false) => format!("{players} sets {chosen} aside, unseen"),
        })
    }

    /// Each player has set one aside.
    pub(super) fn is_aside(&self, local: Local) -> bool {
        matches!(&self.locals[local], Called::Phrase(called) if called == ASIDE)
    }

    /// Somebody discards so many cards of their own choice.
    pub(super) fn discarded(&mut self, times: &Num, body: &Body) -> Option<String> {
        let [Spanned { node: Step::By(who, chooses), .. }, Spanned { node: Step::Verb(Verb::Discard, what, None), .. }] =
            body.steps.as_slice()
        else {
            return None;
        };
        let Step::Choose { set, local, random: false } = &chooses.node else { return None };
        let own = |set: &Set| matches!(&set.kind, SetKind::Of { source: Source::Hand(of), filters, .. } if of == who && filters.is_empty());
        if !own(set) || *what != Item::Local(*local) {
            return None;
        }
        let who = self.item(who);
        Some(match self.settled(times) {
            Num::Minus(held, down_to) if matches!(&**held, Num::Count(held) if own(held)) => {
                format!("{who} discards down to {}", self.quantity(down_to, "card", "cards"))
            }
            times => format!("{who} discards {}", self.quantity(times, "card", "cards")),
        })
    }

    /// What must hold for the rest to be done.
    fn require(&mut self, cond: &Cond, behind: &[Spanned<Step>], lines: &mut Vec<Line>) {
        let locals = self.locals.clone();
        let holds = self.asked(cond);
        self.locals = locals;
        let fails = self.denied(cond);
        let again = self.required.contains(&holds);
        self.required.push(holds.clone());
        let first = lines.is_empty();
        let mut rest = self.all(behind);
        let (inside, direct) = self.inside;
        if let [_] = rest.as_slice()
            && direct
            && inside != Inside::Repeat
            && !again
        {
            lines.push(Line::Block(Block::new(format!("if {holds}"), ", ", rest)));
            return;
        }
        let ends = match inside {
            Inside::Text if first && direct => "nothing happens",
            Inside::Text => "stop here",
            Inside::Repeat => "do this no more",
            Inside::ForEach => "go on with the next",
        };
        let by_now = if again { "by now " } else { "" };
        lines.push(Line::Phrase(format!("if {by_now}{fails}, {ends}")));
        lines.append(&mut rest);
    }

    /// What is done with what a text as one effect sets off.
    pub(super) fn set_off(&self) -> &'static str {
        match self.setting {
            Setting::Played => "whatever all of this sets off comes at its end, before anything else",
            Setting::SetOff | Setting::OfTurn => "whatever this sets off waits its turn",
            Setting::Either => {
                "whatever this sets off comes before the card's text goes on (if that was itself set off, it waits its turn)"
            }
        }
    }

    /// It is said where it is needed.
    pub(super) fn is_said_later(&mut self, local: Local, asked: Asked) -> bool {
        let plain = matches!(&asked, Asked::Number(number) if is_plain(number));
        let began = match self.sayings[local] {
            Saying::Noted => return false,
            _ if plain => return false,
            Saying::There => false,
            Saying::AsItBegan => true,
        };
        self.locals[local] = Called::Later(Later { asked, began });
        true
    }

    /// What may be chosen is for one statement, which speaks of it first.
    pub(super) fn is_done_with(&self, set: &Set, local: Local, body: &Body) -> bool {
        match body.steps.as_slice() {
            [step] if matches!(set.kind, SetKind::Of { .. }) => spoken_of(&step.node).first() == Some(&Some(local)),
            _ => false,
        }
    }
}
