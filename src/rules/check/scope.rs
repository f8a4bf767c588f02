//! What can be spoken of at one point of a text.

use super::In;
use super::deck::Aside;
use super::pending::Unfollowed;
use super::pronoun::Antecedents;
use crate::document;
use crate::error::{Help, Problem, Report};
use crate::ir::Element;
use crate::names::{Names, Type};
use crate::tree::{Capture, Deed, Item, Local};
use lang::ast::{self, Filter, Noun, SetExpr, Word};
use text::{Source, Span, Spanned, Verb};

/// Where a text stands: what it may speak of.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// As it is called in messages: "a building's text".
    pub name: &'static str,
    /// What `this` is.
    pub this: Option<Element>,
    pub you: bool,
    pub provoker: bool,
    /// It does something, so it can read starred numbers.
    pub runs: bool,
    /// Costs can be paid.
    pub pays: bool,
    /// Why `this` is on no table until the text puts it somewhere.
    pub away: Option<&'static str>,
}

/// How the text of a counter is called.
pub(super) const OF_COUNTER: &str = "the text of a counter";

/// What is there is checked; what is not there is nothing.
pub(super) fn maybe<T, U>(of: Option<T>, check: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match of {
        Some(it) => check(it).map(Some),
        None => Some(None),
    }
}

pub(super) fn unknown(what: &'static str, word: &Word, help: impl Into<Help>) -> Problem {
    let (name, help) = (word.node.clone(), help.into());
    Problem::Unknown { what, name, help }
}

pub(super) fn too_many(what: &'static str, count: usize, most: usize) -> Problem {
    Problem::TooMany { what, count, most }
}

pub(super) fn mismatch(wanted: &'static str, found: &'static str) -> Problem {
    Problem::WrongType { wanted, found }
}

/// A status, or whatever an asked-about card can do, that a condition reads.
pub(super) const ANYTHING: u8 = u8::MAX;

/// All that there is of a noun, or what of it is left by filters.
pub(super) fn set_of(noun: Noun, filters: Vec<Spanned<Filter>>, span: Span) -> SetExpr {
    let (target, noun) = (false, Spanned::new(noun, span));
    Spanned::new(
        ast::Set::Of {
            target,
            noun,
            filters,
        },
        span,
    )
}

struct Bound {
    word: Word,
    local: Local,
    used: bool,
    /// So many other faults were known before.
    known: usize,
}

/// The names and the `it` of one text, block by block.
pub struct Scope<'a> {
    pub(super) names: &'a Names,
    pub(super) source: &'a Source,
    /// The file that it stands in (an index into the library's).
    pub(super) file: usize,
    /// Whose words it means.
    pub(super) space: usize,
    pub(super) report: &'a mut Report,
    pub(super) place: Place,
    pub(super) types: Vec<Type>,
    bound: Vec<Bound>,
    pub(super) it: Vec<Local>,
    /// What verbs were done to without its being chosen, and whether `it` was said of that.
    implied: Vec<(Local, bool)>,
    /// Who else `that player` may be, nobody having chosen one.
    pub(super) meant: Vec<Antecedents>,
    /// Whose it was that has fallen by now, and whether that was said.
    pub(super) fallen: Option<(Local, bool)>,
    /// Names of players that more can be added to.
    pub(super) gathered: Vec<Local>,
    /// What it picked went elsewhere; and cards have been drawn since.
    pub(super) went: bool,
    pub(super) drew: bool,
    /// Cards have been drawn, and `it` may be meant of one of them.
    pub(super) drawn: bool,
    /// What the last counted statement picked.
    pub(super) picked: Option<Element>,
    /// `them` was said.
    pub(super) them: bool,
    /// The text has put `this` somewhere, perhaps.
    pub(super) moved: bool,
    /// Names of cards that lie in no nation: nothing has been done with them since they were chosen.
    pub(super) off: Vec<Local>,
    /// What the clause waits for, where it lies in no hand and not in the deck.
    pub(super) unheld: Vec<Local>,
    /// Cards that have left the stack in which they lay when they were chosen.
    pub(super) left: Vec<(Local, Verb)>,
    /// What nobody can follow until later.
    pub(super) unfollowed: Unfollowed,
    /// What its clause waits for has left its nation by then, or is in a hand; that is `this`.
    pub(super) fell: bool,
    pub(super) this_fell: bool,
    /// Cards that the text has laid aside.
    pub(super) aside: Aside,
    /// What has been chosen in secret: where, while no delayed effect carries it.
    pub(super) secrets: Vec<(Local, Option<Span>)>,
    /// Buildings that stand in a nation as long as they are spoken of.
    pub(super) standing: Vec<Local>,
    /// `any` can be chosen here.
    pub(super) choices: bool,
    /// Statuses that were read, and where.
    pub(super) read: Vec<(u8, Span)>,
    /// It is asked whether there are such: whoever has the most of them then has it of all players.
    pub(super) there: bool,
    /// So many filters `with the most ...` are being looked at.
    pub(super) extremes: usize,
    /// The names of the text around one that says something for a while, and which of them it has used.
    pub(super) outer: Vec<(String, Local, Type)>,
    /// That text answers what somebody does: `provoker` is said there, too.
    pub(super) provoked: bool,
    pub(super) carried: Vec<Capture>,
    /// What is counted until it comes, where it comes later; it may speak of that.
    pub(super) counts: Option<(Local, Deed)>,
    pub(super) comes: bool,
    /// It does something, whatever it waits for.
    pub(super) does: bool,
    /// It comes before the draw of a turn.
    pub(super) before_draw: bool,
    /// `this` was said.
    pub(super) this: bool,
    /// Somebody else was asked whether it is done.
    pub(super) offered: bool,
    /// It comes in the place of what would happen; what would be aimed at such a thing can be aimed elsewhere.
    pub(super) replaces: bool,
    pub(super) aims: Option<Element>,
    /// It forbids something, or asks a price for it.
    pub(super) asks: bool,
}

/// The end of a block forgets what was named in it.
pub(super) struct Block {
    bound: usize,
    it: usize,
}

impl<'a> Scope<'a> {
    pub fn new(file: In<'a>, place: Place, report: &'a mut Report) -> Scope<'a> {
        Scope {
            names: file.names,
            source: file.source,
            file: file.file,
            space: file.space,
            report,
            place,
            types: Vec::new(),
            bound: Vec::new(),
            it: Vec::new(),
            implied: Vec::new(),
            meant: Vec::new(),
            fallen: None,
            gathered: Vec::new(),
            off: Vec::new(),
            unheld: Vec::new(),
            left: Vec::new(),
            unfollowed: Unfollowed::default(),
            offered: false,
            fell: false,
            this_fell: false,
            aside: Aside::default(),
            secrets: Vec::new(),
            standing: Vec::new(),
            there: false,
            picked: None,
            went: false,
            drew: false,
            drawn: false,
            them: false,
            moved: false,
            choices: true,
            read: Vec::new(),
            extremes: 0,
            outer: Vec::new(),
            provoked: false,
            carried: Vec::new(),
            counts: None,
            comes: false,
            does: false,
            before_draw: false,
            this: false,
            replaces: false,
            asks: false,
            aims: None,
        }
    }

    /// A text of the same file, which stands inside this one.
    pub(super) fn inside(&mut self, place: Place) -> (In<'a>, Scope<'_>) {
        let file = In {
            names: self.names,
            source: self.source,
            file: self.file,
            space: self.space,
        };
        (file, Scope::new(file, place, self.report))
    }

    /// Reports a fault; its `None` stands for what could not be understood.
    pub(super) fn fault<T>(&mut self, span: Span, problem: Problem) -> Option<T> {
        self.report.add(self.source, span, problem);
        None
    }

    /// A new thing without a name.
    pub(super) fn local(&mut self, kind: Type) -> Local {
        self.types.push(kind);
        self.types.len() - 1
    }

    /// A name that the text gives to something.
    pub(super) fn named(&mut self, word: &Word) {
        document::name_length(self.source, word, self.report);
    }

    /// Gives a thing a name until the end of the block.
    pub(super) fn bind(&mut self, word: &Word, local: Local) {
        self.named(word);
        let around = self.outer.iter().any(|(name, ..)| *name == word.node);
        if around || self.bound.iter().any(|bound| bound.word.node == word.node) {
            if self.is_written(&word.node, word.span) {
                self.fault::<()>(
                    word.span,
                    Problem::Rebound {
                        name: word.node.clone(),
                    },
                );
            } else {
                let help = "name each: `choose a number from 1 to 3 as dose`, then `dose`; `choose a building as spot`, then `spot`";
                self.refused::<()>(word.span, "two things have no name here", help);
            }
        }
        self.bound.push(Bound {
            word: word.clone(),
            local,
            used: false,
            known: self.report.broken(),
        });
    }

    /// The text says that name there; others stand for what it says in other words.
    pub(super) fn is_written(&self, name: &str, span: Span) -> bool {
        self.source
            .text
            .get(span.start..span.end)
            .is_some_and(|said| said.eq_ignore_ascii_case(name))
    }

    /// Makes a thing `it` until the end of the block.
    pub(super) fn bind_it(&mut self, local: Local) {
        self.it.push(local);
    }

    /// So much could be called `it` here.
    pub(super) fn it_depth(&self) -> usize {
        self.it.len()
    }

    /// Where among these the last player stands that was chosen or gone through.
    pub(super) fn last_player(&self) -> Option<usize> {
        self.it
            .iter()
            .rposition(|local| self.types[*local] == Type::One(Element::Player))
    }

    pub(super) fn it(&mut self) -> Option<Local> {
        let local = self.it.last().copied()?;
        self.spoken(local);
        Some(local)
    }

    /// What has a name is used, by whatever words.
    fn spoken(&mut self, local: Local) {
        for bound in self.bound.iter_mut().filter(|one| one.local == local) {
            bound.used = true;
        }
        for implied in self.implied.iter_mut().filter(|one| one.0 == local) {
            implied.1 = true;
        }
    }

    /// The last thing of a sort that `it` could have been said of.
    pub(super) fn last_it(&mut self, is_meant: impl Fn(&Type) -> bool) -> Option<(Item, Element)> {
        let mut all = self.it.iter().rev().copied();
        let local = all.find(|local| is_meant(&self.types[*local]))?;
        self.spoken(local);
        self.thing(local)
    }

    /// Where nothing was chosen, `it` is what a verb was done to last; and always what has come to light from where nobody looks.
    pub(super) fn imply(&mut self, element: Element, from_afar: bool) -> Option<Local> {
        if !from_afar
            && self
                .it
                .last()
                .is_some_and(|it| self.implied.iter().all(|(implied, _)| implied != it))
        {
            return None;
        }
        let local = self.local(Type::One(element));
        self.it.push(local);
        self.implied.push((local, false));
        Some(local)
    }

    /// Whether `it` was said of what a verb was done to.
    pub(super) fn is_it(&self, local: Local) -> bool {
        self.implied.contains(&(local, true))
    }

    /// What a name stands for; reading it is using it.
    pub(super) fn find(&mut self, name: &str) -> Option<Local> {
        let mut bound = self.bound.iter_mut().rev();
        match bound.find(|bound| bound.word.node == name) {
            Some(bound) => {
                bound.used = true;
                Some(bound.local)
            }
            None => self.carry(name),
        }
    }

    /// The type of what has that name in the text around this one.
    pub(super) fn around(&self, name: &str) -> Option<Type> {
        let mut outer = self.outer.iter().rev();
        outer
            .find(|(outer, ..)| outer == name)
            .map(|(.., kind)| *kind)
    }

    /// A thing or a number of the text around this one comes along.
    fn carry(&mut self, name: &str) -> Option<Local> {
        if let Some(carried) = self.carried.iter().find(|carried| carried.name == name) {
            return Some(carried.local);
        }
        let (_, outer, kind) = self
            .outer
            .iter()
            .rev()
            .find(|(outer, ..)| outer == name)
            .cloned()?;
        let element = match kind {
            Type::One(element) if element != Element::Place => Some(element),
            Type::Number => None,
            _ => return None,
        };
        let local = self.local(kind);
        self.carried.push(Capture {
            name: name.to_string(),
            outer,
            local,
            element,
            secret: false,
        });
        Some(local)
    }

    /// What the text around this one has chosen or gone through last; it has no name there.
    pub(super) fn around_this(&mut self, called: &str) -> Option<(Item, Element)> {
        let (name, ..) = self
            .outer
            .iter()
            .rev()
            .find(|(name, ..)| name.starts_with(called))?
            .clone();
        let local = self.carry(&name)?;
        self.thing(local)
    }

    /// What is one thing, and of which type.
    pub(super) fn thing(&self, local: Local) -> Option<(Item, Element)> {
        match self.types[local] {
            Type::One(element) => Some((Item::Local(local), element)),
            _ => None,
        }
    }

    /// A counted statement picks things and does that to them.
    pub(super) fn picks(&mut self, verb: Verb, element: Element) {
        let went = !matches!(verb, Verb::LookAt | Verb::Show | Verb::Refresh);
        (self.picked, self.went, self.drew) = (Some(element), went, false);
    }

    /// What has been chosen or gone through, the last of each sort, as texts inside know it.
    pub(super) fn spoken_types(&self) -> Vec<(String, Local, Type)> {
        let called = |local: &Local| match self.types[*local] {
            Type::One(Element::Player) => Some("that-player"),
            Type::One(Element::Building) => Some("that-building"),
            Type::One(Element::Card | Element::StackedCard) => Some("that-card"),
            _ => None,
        };
        let all = self.it.iter().filter_map(|local| {
            called(local).map(|name| (name.to_string(), *local, self.types[*local]))
        });
        let mut all: Vec<_> = all.collect();
        let meant = self
            .meant_inside()
            .filter(|(depth, _)| self.last_player().is_none_or(|at| at < *depth));
        all.extend(meant.map(|(_, local)| ("that-player".to_string(), local, self.types[local])));
        all
    }

    /// A text inside speaks of what a verb was done to.
    pub(super) fn said_inside(&mut self, local: Local) {
        self.meant_said(local);
        self.spoken(local);
    }

    /// What has a name here, with its type.
    pub(super) fn bound_types(&self) -> Vec<(String, Local, Type)> {
        let named = |bound: &Bound| {
            let local = bound.local;
            (bound.word.node.clone(), local, self.types[local])
        };
        self.bound.iter().map(named).collect()
    }

    /// The same without reading it.
    pub(super) fn bound_as(&self, name: &str) -> Option<Local> {
        self.bound
            .iter()
            .rev()
            .find(|bound| bound.word.node == name)
            .map(|bound| bound.local)
    }

    pub(super) fn bound_names(&self) -> Vec<String> {
        let outer = self.outer.iter().map(|(name, ..)| name.clone());
        self.bound
            .iter()
            .map(|bound| bound.word.node.clone())
            .chain(outer)
            .collect()
    }

    /// Those of them that the text says itself.
    pub(super) fn said_names(&self) -> Vec<String> {
        let unsaid = |name: &String| {
            self.bound
                .iter()
                .any(|bound| bound.word.node == *name && !self.is_written(name, bound.word.span))
        };
        self.bound_names()
            .into_iter()
            .filter(|name| !unsaid(name))
            .collect()
    }

    pub(super) fn open(&self) -> Block {
        Block {
            bound: self.bound.len(),
            it: self.it.len(),
        }
    }

    /// Forgets what was named since. What was never used is reported, unless what may have used it is refused.
    pub(super) fn close(&mut self, block: Block) {
        let broken = self.report.broken();
        for bound in self.bound.split_off(block.bound) {
            let Spanned { node: name, span } = bound.word;
            let unused = !bound.used && bound.known == broken && self.is_written(&name, span);
            if unused && self.types[bound.local] != Type::Broken {
                self.fault::<()>(span, Problem::Unused { name });
            }
        }
        self.it.truncate(block.it);
    }
}
