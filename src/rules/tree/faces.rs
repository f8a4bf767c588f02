//! What a face says, clause by clause, and all that is checked.

use super::nodes::{
    Act, Against, Alone, Body, Lasting, Local, Pattern, Pending, Says, Text, Trigger,
};
use super::parts::{Node, Part, nodes};
use super::things::{Cond, Item, Num, Set};
use crate::ir::Element;
use text::Happening;

/// What reads in one way or another, as disputes are settled.
#[derive(Debug, Clone)]
pub struct Disputed<T> {
    pub printed: T,
    /// Disputes and values by number, and how it reads where all of them are settled so. Of those that hold, one asks for
    /// all that the others do.
    pub instead: Vec<(Vec<(usize, usize)>, T)>,
}

impl<T> Disputed<T> {
    /// Which of the other readings holds, if one does.
    pub fn reading(&self, disputes: &[usize]) -> Option<usize> {
        let holds = |settled: &[(usize, usize)]| {
            settled
                .iter()
                .all(|(dispute, value)| disputes[*dispute] == *value)
        };
        let all = self
            .instead
            .iter()
            .enumerate()
            .filter(|(_, (settled, _))| holds(settled));
        all.max_by_key(|(_, (settled, _))| settled.len())
            .map(|(at, _)| at)
    }

    pub fn at(&self, disputes: &[usize]) -> &T {
        self.reading(disputes)
            .map_or(&self.printed, |at| &self.instead[at].1)
    }

    pub fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.printed).chain(self.instead.iter().map(|(_, reading)| reading))
    }

    /// The disputes that it hangs on.
    pub fn asked(&self) -> impl Iterator<Item = usize> {
        self.instead
            .iter()
            .flat_map(|(settled, _)| settled)
            .map(|(dispute, _)| *dispute)
    }
}

#[derive(Debug, Clone, Default)]
pub struct Face {
    pub name: String,
    pub play: Option<Text>,
    pub replay: Option<Text>,
    pub abilities: Vec<Ability>,
    pub triggers: Vec<Trigger>,
    /// What it forbids: clauses that wait for nothing, but stop it.
    pub bars: Vec<Trigger>,
    /// What comes in the place of what would happen.
    pub instead: Vec<Trigger>,
    /// What waits in a hand, and what comes from there in the place of what would happen: its card is chosen first.
    pub held: Vec<Trigger>,
    pub held_instead: Vec<Trigger>,
    pub lasting: Vec<Alone<Lasting>>,
    pub counts_as: Vec<CountsAs>,
    pub raises: Vec<Alone<Num>>,
    pub alters: Vec<Alone<Alters>>,
    pub wins: Vec<Alone<Cond>>,
}

#[derive(Debug, Clone)]
pub struct Ability {
    pub name: Option<String>,
    pub start: bool,
    pub once: bool,
    pub condition: Option<Alone<Cond>>,
    pub text: Text,
}

/// What counts for a tally.
#[derive(Debug, Clone)]
pub struct CountsAs {
    pub tally: usize,
    /// It is `this` that counts.
    pub own: bool,
    /// It counts so often.
    pub times: u16,
    pub clause: Alone<(Option<Cond>, Set)>,
}

/// A keyword; its parameters are the first locals of its text.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    pub log: Option<String>,
    pub log_unanswered: Option<String>,
    /// What it does, in words of its author.
    pub reads: Option<String>,
    /// What one of it is called: `an eruption`.
    pub noun: Option<String>,
    pub text: Disputed<Text>,
}

/// All texts of a library, checked.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// As many as there are set files.
    pub sets: Vec<CheckedSet>,
    pub keywords: Vec<Keyword>,
    /// What each counts besides the cards that say so themselves, and how much of it wins.
    pub tallies: Vec<(Option<Alone<Set>>, u8)>,
    pub crisis: Option<Disputed<Text>>,
    /// What counters say, by their sort.
    pub marks: Vec<Option<Disputed<Face>>>,
    pub holds: Vec<(String, Alone<Cond>)>,
}

#[derive(Debug, Clone, Default)]
pub struct CheckedSet {
    pub buildings: Vec<Disputed<Face>>,
    pub actions: Vec<Disputed<Face>>,
}

impl CheckedSet {
    /// All its faces, and what these give to buildings.
    fn faces(&self) -> impl Iterator<Item = &Face> {
        let faces = self.buildings.iter().chain(&self.actions);
        let faces = faces.flat_map(Disputed::all);
        faces.flat_map(|face| std::iter::once(face).chain(face.granted()))
    }

    /// The statuses that its texts give in the eyes of some texts alone, each with these.
    pub fn cuts(&self) -> impl Iterator<Item = (u8, &[Against])> {
        let given = self.faces().flat_map(|face| &face.lasting);
        given
            .map(|lasting| (lasting.node.status, &*lasting.node.against))
            .filter(|(_, against)| !against.is_empty())
    }

    /// All that they forbid.
    fn forbidden(&self) -> impl Iterator<Item = &Trigger> {
        self.faces().flat_map(|face| {
            let pending = face.pending().into_iter();
            let pending = pending.filter_map(|pending| match &pending.says {
                Says::Bars(bar) => Some(bar),
                _ => None,
            });
            face.bars.iter().chain(pending)
        })
    }

    /// What its texts forbid only where a keyword causes it, by [`Happening::bit`].
    pub fn bars_by_cause(&self) -> u64 {
        let caused = self.forbidden().filter(|bar| !bar.causes.is_empty());
        caused.fold(0, |mask, bar| mask | bar.mask())
    }

    /// What its texts forbid, by [`Happening::bit`].
    pub fn bars(&self) -> u64 {
        // What is paid is noted only where some text asks for it.
        let mut over = self.faces().flat_map(Face::over_happenings);
        let paid = over.any(|clause| clause.waits_for(Happening::Paid));
        let paid = if paid { Happening::Paid.bit() } else { 0 };
        self.forbidden().fold(paid, |mask, bar| mask | bar.mask())
    }
}

impl Face {
    /// The texts that it gives to buildings.
    pub fn granted(&self) -> impl Iterator<Item = &Face> {
        self.alters
            .iter()
            .filter_map(|clause| match &clause.node.what {
                Alteration::Has { face, .. } => Some(&**face),
                _ => None,
            })
    }

    /// All its clauses over what happens, those that texts say for a while among them.
    pub fn over_happenings(&self) -> impl Iterator<Item = &Trigger> {
        let said = self.said(|says| match says {
            Says::Bars(clause) | Says::Hears(clause) | Says::Replaces(clause) => Some(clause),
            Says::Holds(..) | Says::Names(..) | Says::Does(_) => None,
        });
        let ends = self.pending().into_iter();
        let ends = ends.flat_map(|pending| &pending.ends);
        let own = self.triggers.iter().chain(&self.bars).chain(&self.instead);
        let held = self.held.iter().chain(&self.held_instead);
        own.chain(held).chain(said).chain(ends)
    }

    /// The texts that its texts say for later.
    pub fn later(&self) -> impl Iterator<Item = &Text> {
        self.said(|says| match says {
            Says::Does(text) => Some(text),
            _ => None,
        })
    }

    /// The statuses that its texts give for a while, each with the text around it.
    pub fn held(&self) -> impl Iterator<Item = (&Text, &Lasting)> {
        self.said(|says| match says {
            Says::Holds(text, lasting) => Some((text, lasting)),
            _ => None,
        })
    }

    /// The names that its texts give for a while, each with the text around it.
    pub fn renamed(&self) -> impl Iterator<Item = (&Text, &Alteration)> {
        self.said(|says| match says {
            Says::Names(text, naming) => Some((text, naming)),
            _ => None,
        })
    }

    fn said<'t, T: 't>(&'t self, of: fn(&'t Says) -> Option<T>) -> impl Iterator<Item = T> {
        let pending = self.pending().into_iter();
        pending.filter_map(move |pending| of(&pending.says))
    }

    /// What its texts say for a while, in the order in which they are written; what one of these says itself comes before it.
    pub fn pending(&self) -> Vec<&Pending> {
        let mut pending = Vec::new();
        let abilities = self.abilities.iter().map(|ability| &ability.text);
        let triggers = self.triggers.iter().chain(&self.instead);
        let triggers = triggers.chain(&self.held).chain(&self.held_instead);
        let played = self.play.iter().chain(&self.replay);
        let texts = played.chain(abilities);
        for text in texts.chain(triggers.map(|trigger| &trigger.text)) {
            pend(&text.body, &mut pending);
        }
        pending
    }
}

fn pend<'t>(body: &'t Body, all: &mut Vec<&'t Pending>) {
    body.each_act(&mut |act| {
        if let Act::Lasts { pending, .. } = act {
            pend(&pending.text().body, all);
            all.push(pending);
        }
    });
}

/// A clause that changes what the words of the rules and of other texts mean.
#[derive(Debug, Clone)]
pub struct Alters {
    pub condition: Option<Cond>,
    pub what: Alteration,
}

nodes! {
#[derive(Debug, Clone)]
pub enum Alteration {
    /// These and those are neighbours of each other, for each of a set.
    Neighbours {
        each: Option<(Set, Local)>,
        left: Set,
        right: Option<Set>,
    },
    /// What becomes of the starred numbers of these players.
    Starred { of: Set, change: Starred },
    /// These bear the name that is written on a card, or that of a building.
    Name { set: Set, written: bool, of: Item },
    /// These bear that name.
    Called { set: Set, name: String },
    /// These have their names even where they are disabled.
    KeepsName { set: Set },
    /// These have the text of a building besides their own.
    TextOf { set: Set, of: Item },
    /// These have clauses besides their own.
    Has { set: Set, face: Box<Face> },
}

#[derive(Debug, Clone)]
pub enum Starred {
    Raise(Num),
    Lower { by: Num, floor: Num },
    Double,
}
}

impl Trigger {
    /// It waits for that, perhaps beside other things.
    pub fn waits_for(&self, happening: Happening) -> bool {
        self.happenings.contains(&happening)
    }

    /// All that it waits for, by [`Happening::bit`].
    pub fn mask(&self) -> u64 {
        self.happenings.iter().fold(0, |all, one| all | one.bit())
    }

    /// Those of its roles that are cards, a bit each.
    pub fn cards(&self) -> u8 {
        let player = self.waits_for(Happening::Eliminated) || self.head.of_player;
        let at = self.head.onto.is_some()
            && (self.waits_for(Happening::Built) || self.waits_for(Happening::Shifted));
        let elsewhere = at || self.head.sort.is_some() || self.waits_for(Happening::Taken);
        u8::from(!player) | u8::from(!elsewhere) << 1
    }
}

impl Pattern {
    /// What it is of; a card is a card.
    pub fn element(&self) -> Option<Element> {
        match self {
            Pattern::Card(_) => None,
            Pattern::Of(set) => Some(set.element),
        }
    }
}
