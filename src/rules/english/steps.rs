//! What a text does, in words: each statement a phrase, or a head with what stands under it.

use super::line::{Block, Line, NOTHING_MORE, Never};
use super::notes::is_plain;
use super::speaker::{Asked, Called, Inside, Later, Speaker, noun_of};
use super::things::As;
use super::walk::{self, Seen, is_a_name};
use crate::base::limits::HEAP;
use crate::base::{Verb, formed};
use crate::rules::ir::Element;
use crate::rules::tree::{Body, Branch, Cond, Item, Local, Num, Set, SetKind, Source, Step};
use crate::rules::verbs::meaning;
use crate::syntax::ast::Many;

impl Speaker<'_> {
    /// Nothing behind it is done in this game.
    pub(super) fn ends(&self, step: &Step) -> bool {
        let any = |body: &Body| body.steps.iter().any(|step| self.ends(&step.node));
        match step {
            Step::Require(cond) => self.known(cond) == Some(false),
            Step::Stop => true,
            Step::If { condition, then, otherwise } => match self.known(condition) {
                Some(true) => any(then),
                Some(false) => any(otherwise),
                None => false,
            },
            Step::AtOnce(body) | Step::OneEffect(body) | Step::Unanswered(body) | Step::UnansweredBy(_, body) => {
                any(body)
            }
            _ => false,
        }
    }

    /// A name for a thing: where the next statement speaks of it at once, it needs no sentence.
    pub(super) fn let_item(&mut self, local: Local, item: &Item, next: Option<&Step>) -> Option<String> {
        let said = self.item(item);
        if is_a_name(item) {
            self.locals[local] = Called::Phrase(said);
            return None;
        }
        self.introduce_as(local, self.noun_of_item(item), "noted");
        let mut used = 0;
        if let Some(next @ Step::Verb(..)) = next {
            walk::step(next, &mut |seen| used += usize::from(seen == Seen::Used(local)));
        }
        if used == 0 {
            return Some(format!("note {said}"));
        }
        self.once(local, said);
        None
    }

    /// One statement; nothing where it only gives a name or never happens.
    pub(super) fn step(&mut self, step: &Step, lines: &mut Vec<Line>) {
        let line = match step {
            Step::Pay(cost) => return self.step(&cost.node, lines),
            Step::LetItem(local, item) => match self.let_item(*local, item, None) {
                Some(phrase) => Line::Phrase(phrase),
                None => return,
            },
            Step::LetNumber(local, number) => {
                let number = self.settled(number);
                if self.is_said_later(*local, Asked::Number(number.clone())) {
                    return;
                }
                let said = self.number(number);
                if is_plain(number) {
                    self.locals[*local] = match number {
                        Num::Local(other) => self.locals[*other].clone(),
                        _ => Called::Phrase(said),
                    };
                    return;
                }
                Line::Phrase(format!("note {said}{}", self.noted_number(*local, "that number", |own| &mut own.counted)))
            }
            Step::LetTruth(local, cond) => match self.known(cond) {
                Some(known) => {
                    self.locals[*local] = Called::Known(known);
                    return;
                }
                None if self.is_said_later(*local, Asked::Truth(cond.clone())) => return,
                None => Line::Phrase(self.note_truth(*local, cond)),
            },
            Step::Require(cond) => match self.open(Some(cond)) {
                Ok(_) => return,
                Err(Never) => Line::Phrase(NOTHING_MORE.into()),
            },
            Step::If { condition, then, otherwise } => match self.known(condition) {
                Some(true) => return lines.extend(self.lines(then)),
                Some(false) => return lines.extend(self.lines(otherwise)),
                None => {
                    let head = format!("if {}", self.asked(condition));
                    let (come, fresh) = (self.come.len(), self.fresh);
                    let mut block = Block::new(head, ", ", self.within(None, then));
                    // What comes in on one way is not there on the other.
                    let behind = self.come.split_off(come);
                    self.fresh = fresh;
                    block.otherwise = self.within(None, otherwise);
                    if self.come.len() == come {
                        self.come.extend(behind);
                    }
                    self.fresh = None;
                    Line::Block(block)
                }
            },
            Step::Repeat { at_most: false, times, body } => match self.discarded(times, body) {
                Some(discarded) => Line::Phrase(discarded),
                // What is said in one breath is several statements.
                None if walk::in_one_breath(times, body) => return lines.extend(self.within(None, body)),
                None => {
                    let times = self.times(times);
                    Line::Block(Block::new(format!("do this {times}"), ": ", self.within(Some(Inside::Repeat), body)))
                }
            },
            Step::Repeat { at_most: true, times, body } => {
                let times = self.times(times);
                let head = format!("do this up to {times}, and choose each time whether to go on or to stop");
                Line::Block(Block::new(head, ": ", self.within(Some(Inside::Repeat), body)))
            }
            Step::Stop => {
                Line::Phrase(if self.inside.0 == Inside::Text { "stop here" } else { "do this no more" }.into())
            }
            Step::Toss { heads, tails } => self.toss(heads, tails),
            Step::Roll(local) => {
                let mark = self.noted_number(*local, "the rolled number", |own| &mut own.rolled);
                Line::Phrase(format!("roll a die{mark}"))
            }
            Step::Modes { many, chosen_order, branches } => {
                let (many, all) = match many {
                    Many::Exactly(1) => ("choose one".to_string(), false),
                    Many::Exactly(many) => (format!("choose {many} different of these"), true),
                    Many::UpTo(many) => (format!("choose up to {many} different of these"), *many > 1),
                    Many::Any => ("choose any number of these".to_string(), true),
                };
                let order = match (all, chosen_order) {
                    (false, _) => "",
                    (true, true) => ", then do them in the order in which you chose them",
                    (true, false) => ", then do them in this order",
                };
                self.branches(&format!("{many}{order}"), branches)
            }
            Step::ForEach { at_once, set, local, body } => self.for_each(*at_once, set, *local, body),
            Step::By(who, decided) => {
                self.decider = Some(self.item(who));
                return self.step(&decided.node, lines);
            }
            Step::Secretly { .. } => self.secretly(step),
            Step::LetNumbers(local, number) => {
                let mark = self.noted_count(*local);
                match number {
                    0 if self.inside == (Inside::Text, true) => return,
                    number => Line::Phrase(format!("count {number} for each player{mark}")),
                }
            }
            Step::AddTo(number, local, item) => {
                let number = self.number(number);
                let called = self.call(*local);
                let mark = if called == "count" { String::new() } else { format!(" in the {called}") };
                Line::Phrase(format!("count {number} more for {}{mark}", self.item(item)))
            }
            Step::LetPlayers(local) => {
                self.noted_players += 1;
                let called = match self.noted_players {
                    1 => "the noted players".to_string(),
                    at => format!("the players noted as {at}"),
                };
                self.locals[*local] = Called::Phrase(called);
                return;
            }
            Step::Aim(at) => Line::Phrase(format!("aim it at {}", self.item(at))),
            Step::Add(item, local) => {
                let noted = self.call(*local);
                let mark = noted.strip_prefix("the players noted").unwrap_or_default();
                Line::Phrase(format!("note {}{mark}", self.item(item)))
            }
            Step::May { body, otherwise } => {
                let by = self.decider.take();
                let mut done = self.within(None, body);
                match (by, done.as_mut_slice()) {
                    (None, [Line::Phrase(phrase)]) if otherwise.steps.is_empty() => {
                        Line::Offer(format!("you may {phrase}"))
                    }
                    (by, _) => {
                        let head = by.map_or("if you wish".into(), |who| format!("if {who} wishes"));
                        let mut block = Block::new(head, ", ", done);
                        block.otherwise = self.apart(otherwise);
                        Line::Block(block)
                    }
                }
            }
            Step::MayChoose { set, local, body, otherwise }
                if self.decider.is_none() && otherwise.steps.is_empty() && self.is_done_with(set, *local, body) =>
            {
                self.chosen_there(set, *local, false);
                let mut done = self.within(None, body);
                for line in &mut done {
                    if let Line::Phrase(phrase) = line {
                        *line = Line::Offer(format!("you may {phrase}"));
                    }
                }
                return lines.extend(done);
            }
            Step::MayChoose { set, local, body, otherwise } => {
                let by = self.decider.take();
                let (who, joint, above_list) = match by {
                    Some(who) => (who, "; if so, ", ". If so"),
                    None => ("you".to_string(), "; if you do, ", ". If you do"),
                };
                let head = format!("{who} may choose {}", self.set(set, As::One));
                self.introduce(*local, noun_of(set));
                let mut block = Block::new(head, joint, self.within(None, body));
                block.above_list = above_list;
                block.otherwise = self.apart(otherwise);
                Line::Block(block)
            }
            Step::AtOnce(body) => {
                let body = self.within(None, body);
                let mut block = Block::new("at the same moment", ", ", body);
                block.together = true;
                Line::Block(block)
            }
            Step::OneEffect(body) => {
                let (is_all, note) = (self.inside == (Inside::Text, true), self.set_off());
                let body = self.within(None, body);
                if is_all && lines.is_empty() && !matches!(body.as_slice(), [Line::Phrase(_) | Line::Offer(_)]) {
                    lines.extend(body);
                    return lines.push(Line::Phrase(note.into()));
                }
                let mut block = Block::new(format!("what follows is one effect; {note}"), ": ", body);
                block.note = Some(note.into());
                Line::Block(block)
            }
            Step::Winless(body) => {
                let note = "until this is over nobody wins by a condition";
                let mut block = Block::new(note, ": ", self.within(None, body));
                block.note = Some(note.into());
                Line::Block(block)
            }
            Step::Unanswered(body) => {
                let mut block = Block::new("what follows sets nothing off", ": ", self.within(None, body));
                block.note = Some("this sets nothing off".into());
                Line::Block(block)
            }
            Step::UnansweredBy(name, body) => {
                let note = format!("the first {name} that would answer does not");
                let mut block = Block::new(format!("{note}, whatever of this it is"), ": ", self.within(None, body));
                block.note = Some(note);
                Line::Block(block)
            }
            Step::Either(branches) => self.branches("choose one", branches),
            Step::Choose { set, local, .. } if set.element == Element::Number => {
                let said = self.chosen_as(step);
                let mark = self.noted_number(*local, "the chosen number", |own| &mut own.chosen);
                self.done_by(["choose", "chooses"], &format!("{said}{mark}"))
            }
            Step::Choose { set, local, .. } => {
                let said = self.chosen_as(step);
                self.introduce(*local, noun_of(set));
                self.done_by(["choose", "chooses"], &said)
            }
            Step::Verb(Verb::Give, card, Some(Item::You)) => {
                let card = self.item(card);
                Line::Phrase(format!("take {card} into your hand"))
            }
            Step::Verb(Verb::Give, what, Some(whom)) => Line::Phrase(self.given(what, whom)),
            Step::Verb(Verb::Win, Item::You, None) => Line::Phrase("you win".into()),
            Step::Verb(Verb::Lose, Item::You, None) => Line::Phrase("you lose".into()),
            Step::DrawGame => Line::Phrase("the game is a draw".into()),
            Step::Verb(verb, item, with) => {
                let mut things = vec![self.item(item)];
                things.extend(with.iter().map(|with| self.item(with)));
                Line::Phrase(done(*verb, &things))
            }
            Step::Several { verb, number, different, random, set, local: _ } => {
                let different = match (random, different) {
                    (true, _) => "random ",
                    (false, true) => "different ",
                    (false, false) => "",
                };
                let one = matches!(self.settled(number), Num::Const(1));
                let what = self.set(set, As::Counted { one });
                let what = match what.strip_prefix("of ") {
                    Some(lot) if !different.is_empty() => format!("{different}ones of {lot}"),
                    _ => format!("{different}{what}"),
                };
                let what = self.quantity(number, &what, &what);
                Line::Phrase(done(*verb, &[what]))
            }
            Step::OfThem { verb, number, .. } => {
                Line::Phrase(done(*verb, &[self.quantity(number, "of them", "of them")]))
            }
            Step::Counters { put, number, sort, on, player: _ } => {
                let (number, of) = self.whose(number);
                let [one, many] = <[String; 2]>::from(self.counter(*sort)).map(|called| called + &of);
                let what = match self.settled(number) {
                    Num::Const(HEAP) if !put => format!("all {many}"),
                    number => self.quantity(number, &one, &many),
                };
                let on = self.item(on);
                Line::Phrase(match put {
                    true => format!("put {what} on {on}"),
                    false => format!("take {what} off {on}"),
                })
            }
            Step::Lasts { whose, pending } => return lines.extend(self.lasts(whose.as_ref(), pending)),
            Step::Ready => Line::Phrase("make sure that the deck has a card".into()),
            Step::Take(local) => {
                self.introduce_as(*local, "card", "taken");
                Line::Phrase("take the top card of the deck, unseen".into())
            }
            Step::Once(..) | Step::TurnDraws(_) | Step::MorePlays(..) => Line::Phrase(self.of_turns(step)),
            Step::Draw(number) => self.drawn(number),
            Step::ShuffleDeck => Line::Phrase("shuffle the deck".into()),
            Step::All { verb, set, local: _ } => {
                let what = match &set.kind {
                    SetKind::Of { source: Source::DeckTop(_), .. } => self.definite(set),
                    SetKind::Of { source: Source::Them, filters, .. } if filters.is_empty() => "them".to_string(),
                    _ => format!("all {}", self.definite(set).trim_start_matches("the ")),
                };
                Line::Phrase(done(*verb, &[what]))
            }
            Step::Shuffle => Line::Phrase("shuffle the discard pile into the deck".into()),
            Step::Call { keyword, arguments } => Line::Phrase(self.called(*keyword, arguments)),
        };
        lines.push(line);
    }

    /// What is done otherwise: what comes in on one way is not there on the other.
    fn apart(&mut self, otherwise: &Body) -> Vec<Line> {
        let (come, fresh) = (self.come.len(), self.fresh.take());
        let lines = self.within(None, otherwise);
        self.come.truncate(come);
        self.fresh = fresh;
        lines
    }

    /// A number without the alternatives that are known not to hold.
    pub(super) fn settled<'n>(&self, number: &'n Num) -> &'n Num {
        match number {
            Num::If(cond, then, otherwise) => match self.known(cond) {
                Some(true) => self.settled(then),
                Some(false) => self.settled(otherwise),
                None => number,
            },
            number => number,
        }
    }

    fn times(&mut self, number: &Num) -> String {
        match self.settled(number) {
            Num::Const(1) => "once".into(),
            Num::Const(2) => "twice".into(),
            Num::If(cond, then, otherwise) => {
                let (then, otherwise) = (self.times(then), self.times(otherwise));
                format!("{otherwise} ({then} if {})", self.cond(cond))
            }
            number => self.quantity(number, "times", "times"),
        }
    }

    /// So many of something.
    pub(super) fn quantity(&mut self, number: &Num, one: &str, many: &str) -> String {
        let number = self.settled(number);
        match number {
            Num::Const(1) => format!("1 {one}"),
            Num::Const(_) | Num::Starred(_) => format!("{} {many}", self.number(number)),
            Num::Local(local) => match &self.locals[*local] {
                Called::Noted(noted) => format!("{noted} of {}", many.strip_prefix("of ").unwrap_or(many)),
                Called::Later(Later { asked: Asked::Number(number), began: false }) => {
                    let number = number.clone();
                    self.quantity(&number, one, many)
                }
                Called::Later(_) => format!("as many {many} as {}", self.number(number)),
                _ => match self.call(*local) {
                    called if called == "1" => format!("1 {one}"),
                    called => format!("{called} {many}"),
                },
            },
            Num::If(cond, then, otherwise) => {
                let otherwise = self.so_many(otherwise, one, many);
                let then = self.number(then);
                format!("{otherwise} ({then} if {})", self.cond(cond))
            }
            Num::Count(_)
            | Num::Height(_)
            | Num::Counters { .. }
            | Num::DifferentNames(..)
            | Num::MostAlike(..)
            | Num::Plus(..)
            | Num::Entry(..)
            | Num::Did { .. }
            | Num::Minus(..)
            | Num::Half(..)
            | Num::Whose(..)
            | Num::Twice(_)
            | Num::OfTwo(..)
            | Num::Among(_)
            | Num::JustPut
            | Num::Seats => format!("as many {many} as {}", self.number(number)),
        }
    }

    fn for_each(&mut self, at_once: bool, set: &Set, local: Local, body: &Body) -> Line {
        let noun = noun_of(set);
        let mut others = 0;
        walk::body(body, &mut |seen| others += usize::from(seen == Seen::Brought));
        let inside = self.each.contains(&noun);
        let outermost = self.each.is_empty();
        // Players of before are told apart from those that are gone through.
        let early = noun == "player";
        self.each.extend(early.then_some(noun));
        let said = self.set(set, As::Each);
        self.each.extend((!early).then_some(noun));
        let (called, mark) = match noun {
            "player" if !inside => ("that player".to_string(), String::new()),
            _ if !inside && others == 0 && outermost => ("it".to_string(), String::new()),
            _ if !inside => (format!("that {noun}"), String::new()),
            _ => (format!("the inner {noun}"), format!(" (the inner {noun})")),
        };
        // Nothing else is called so.
        self.fresh = self.fresh.filter(|_| called != "it");
        self.locals[local] = Called::Phrase(called);
        let together = if at_once { ", all at the same moment" } else { "" };
        let block = Block::new(format!("for {said}{mark}{together}"), ", ", self.within(Some(Inside::ForEach), body));
        self.each.pop();
        Line::Block(Block { joint: if at_once { ": " } else { ", " }, ..block })
    }

    /// A condition that decides what comes next: where it speaks of other things, `it` would be one of them.
    pub(super) fn asked(&mut self, cond: &Cond) -> String {
        self.touched = false;
        let said = self.cond(cond);
        if !self.touched {
            self.fresh = None;
        }
        said
    }

    /// How what is chosen here is spoken of.
    fn chosen_as(&mut self, step: &Step) -> String {
        let Step::Choose { set, random, local: _ } = step else { unreachable!("only what chooses is asked for it") };
        self.set(set, if *random { As::Random } else { As::One })
    }

    fn toss(&mut self, heads: &Body, tails: &Body) -> Line {
        let mut said = Vec::new();
        for (side, body) in [("heads", heads), ("tails", tails)] {
            let (come, fresh) = (self.come.len(), self.fresh);
            if !body.steps.is_empty() {
                said.push(Line::Block(Block::new(format!("on {side}"), ", ", self.within(None, body))));
            }
            self.come.truncate(come);
            self.fresh = fresh;
        }
        let mut block = Block::new("toss a coin", ": ", said);
        block.list = true;
        Line::Block(block)
    }

    fn branches(&mut self, head: &str, branches: &[Branch]) -> Line {
        let by = self.decider.take();
        let mut said = Vec::new();
        for branch in branches {
            let (come, fresh) = (self.come.len(), self.fresh);
            let Ok(open) = self.open(branch.condition.as_ref()) else { continue };
            let condition = open.map_or(String::new(), |cond| format!(", if {}", self.asked(cond)));
            said.push(Line::Block(Block::new(
                format!("\"{}\"{condition}", branch.label),
                ": ",
                self.within(None, &branch.body),
            )));
            self.come.truncate(come);
            self.fresh = fresh;
        }
        let mut block = Block::new(by.map_or(head.into(), |who| format!("{who} chooses one")), ": ", said);
        block.list = true;
        Line::Block(block)
    }
}

fn done(verb: Verb, things: &[String]) -> String {
    let short = matches!(&*things[0], "it" | "them") || things[0].starts_with("that ");
    formed(meaning(verb).says[usize::from(short)], things)
}
