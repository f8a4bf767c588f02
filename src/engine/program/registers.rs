//! What the registers of a text under way hold: cards, or anything else. They carry no type; the code tells which.

use std::collections::BTreeMap;

use rules::ir::{
    Bar, Element, Item, ItemId, Lot, Op, PAID, Pc, Price, Program, REGISTERS, ROLES, Rules, Says,
    SetId, Trigger, Verb,
};
use text::limits::PLAYERS;

/// What a register holds when the text has come to an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Nothing has been put there.
    Nothing,
    Card,
    /// A player, a place, a number.
    Other,
    /// How much is left of a list, of cards or of something else.
    List {
        cards: bool,
    },
    /// It depends on the way to there; nobody reads it any more.
    Unread,
}

/// All registers.
pub type Registers = [Holds; REGISTERS];

/// The registers of a text at each of its ops, from its beginning on.
pub fn registers_from(rules: &Rules, draw: Pc, entry: Pc) -> BTreeMap<Pc, Registers> {
    let mut known: BTreeMap<Pc, Registers> = BTreeMap::new();
    let mut begun = [Holds::Nothing; REGISTERS];
    let mut triggers = rules.faces.iter().flat_map(|face| {
        face.triggers
            .iter()
            .chain(&face.instead)
            .chain(&face.held)
            .chain(&face.held_instead)
    });
    // What has happened to what is there when the text begins.
    if let Some(trigger) = triggers.find(|trigger| trigger.program.entry == entry && !trigger.own) {
        begun_by(trigger, &mut begun);
    }
    // What a text carries along that was said for a while, and what was counted meanwhile.
    for pending in &rules.pending {
        let (program, roles) = match &pending.says {
            Says::Hears(trigger) | Says::Replaces(trigger) => (trigger.program, ROLES),
            Says::Does(program) => (*program, 0),
            Says::Bars(_) | Says::Holds(_) | Says::Gives(_) | Says::Names(_) => continue,
        };
        if program.entry != entry {
            continue;
        }
        if let Says::Hears(trigger) | Says::Replaces(trigger) = &pending.says {
            begun_by(trigger, &mut begun);
        }
        let carried = pending.carried.iter().map(|(_, element)| match element {
            Some(Element::Player | Element::Place | Element::Number | Element::Name) | None => {
                Holds::Other
            }
            Some(_) => Holds::Card,
        });
        let counted = if pending.counts.is_some() { 3 } else { 0 };
        let carried = carried.chain(std::iter::repeat_n(Holds::Other, counted));
        begun
            .iter_mut()
            .skip(roles)
            .zip(carried)
            .for_each(|(register, holds)| *register = holds);
    }
    // What a card asks to be paid for what is done.
    if let Some((bar, _)) = fees(rules).find(|(_, price)| price.program.entry == entry) {
        for (at, holds) in begun.iter_mut().take(ROLES).enumerate() {
            *holds = if bar.cards >> at & 1 == 1 {
                Holds::Card
            } else {
                Holds::Other
            };
        }
        begun[usize::from(PAID)] = Holds::Other;
    }
    // What is done from the turn menu: to build at a place, to put on a building.
    if let Some(Op::Do(verb @ (Verb::Build | Verb::PutFaceDown), ..)) =
        rules.code.get(usize::from(entry)).filter(|_| entry > draw)
    {
        begun[0] = if *verb == Verb::Build {
            Holds::Other
        } else {
            Holds::Card
        };
    }
    let mut left = vec![(entry, begun)];
    while let Some((at, registers)) = left.pop() {
        let joined = match known.get(&at) {
            None => registers,
            Some(before) => {
                let joined = join(before, &registers);
                if joined == *before {
                    continue;
                }
                joined
            }
        };
        known.insert(at, joined);
        let Some(op) = rules.code.get(usize::from(at)) else {
            continue;
        };
        let done = after(rules, *op, joined);
        op.each_next(at, &rules.branches, &mut |to, is_done| {
            left.push((to, if is_done { done } else { joined }))
        });
    }
    known
}

/// What takes part in what happens.
fn begun_by(trigger: &Trigger, begun: &mut Registers) {
    let remembered = trigger.remembers.iter().flatten().count();
    for (at, holds) in begun.iter_mut().take(ROLES + remembered).enumerate() {
        *holds = if trigger.cards >> at & 1 == 1 {
            Holds::Card
        } else {
            Holds::Other
        };
    }
}

fn join(one: &Registers, other: &Registers) -> Registers {
    let mut joined = *one;
    for (one, other) in joined.iter_mut().zip(other) {
        *one = match (*one, *other) {
            (one, other) if one == other => one,
            (Holds::Nothing, holds) | (holds, Holds::Nothing) => holds,
            _ => Holds::Unread,
        };
    }
    joined
}

/// What the registers hold once an op has done what it is for.
fn after(rules: &Rules, op: Op, mut registers: Registers) -> Registers {
    if let Op::KeepCard(first, ..) = op {
        registers
            .iter_mut()
            .skip(usize::from(first))
            .take(PLAYERS)
            .for_each(|register| *register = Holds::Card);
        return registers;
    }
    let (reg, holds) = match op {
        Op::SetNumber(reg, _) | Op::SetTruth(reg, _) => (reg, Holds::Other),
        Op::SetItem(reg, item) => (reg, of_item(rules, item, &registers)),
        Op::Snapshot { list, set, .. } => (
            list,
            Holds::List {
                cards: of_set(rules, set) == Holds::Card,
            },
        ),
        Op::Next { list, item, .. } => {
            let cards = registers[usize::from(list)] == Holds::List { cards: true };
            (item, if cards { Holds::Card } else { Holds::Other })
        }
        Op::Choose { set, reg, .. } => (reg, of_set(rules, set)),
        Op::Take { reg, .. } => (reg, Holds::Card),
        Op::Chance {
            lot: Lot::OneOf(set),
            reg,
            ..
        } => (reg, of_set(rules, set)),
        Op::Chance {
            lot: Lot::Coin | Lot::Die,
            reg,
            ..
        } => (reg, Holds::Other),
        // What is done to the table changes no register but numbers that are counted down.
        _ => return registers,
    };
    registers[usize::from(reg)] = holds;
    registers
}

fn of_item(rules: &Rules, item: ItemId, registers: &Registers) -> Holds {
    match rules.items[item.index()] {
        Item::Reg(reg) => registers[usize::from(reg)],
        Item::This | Item::TopOf(_) | Item::Under(_) | Item::Beside(..) | Item::Held(..) => {
            Holds::Card
        }
        Item::First(set) | Item::Pick(_, set) => of_set(rules, set),
        Item::It
        | Item::You
        | Item::Provoker
        | Item::OfTurn
        | Item::OwnerOf(_)
        | Item::Entry(..)
        | Item::Nothing => Holds::Other,
        Item::NameOf(_) | Item::WrittenOn(_) => Holds::Other,
    }
}

fn of_set(rules: &Rules, set: SetId) -> Holds {
    match rules.sets[set.index()].element {
        Element::Player | Element::Place | Element::Number | Element::Name => Holds::Other,
        _ => Holds::Card,
    }
}

/// What cards ask to be paid.
fn fees(rules: &Rules) -> impl Iterator<Item = (&Bar, Price)> {
    let pending = rules
        .pending
        .iter()
        .filter_map(|pending| match &pending.says {
            Says::Bars(bar) => Some(bar),
            _ => None,
        });
    let bars = rules
        .faces
        .iter()
        .flat_map(|face| &face.bars)
        .chain(pending);
    bars.filter_map(|bar| Some((bar, bar.price?)))
}

/// Where the text begins that has come to an op: texts lie one behind the other.
pub fn entry_of(rules: &Rules, draw: Pc, at: Pc) -> Pc {
    let of_faces = rules.faces.iter().flat_map(|face| {
        let abilities = face.abilities.iter().map(|ability| ability.program);
        let triggers = face
            .triggers
            .iter()
            .chain(&face.instead)
            .chain(&face.held)
            .chain(&face.held_instead)
            .map(|trigger| trigger.program);
        face.play
            .into_iter()
            .chain(face.replay)
            .chain(abilities)
            .chain(triggers)
    });
    let fees = fees(rules).map(|(_, price)| price.program);
    let pending = rules
        .pending
        .iter()
        .filter_map(|pending| match &pending.says {
            Says::Hears(trigger) | Says::Replaces(trigger) => Some(trigger.program),
            Says::Does(program) => Some(*program),
            Says::Bars(_) | Says::Holds(_) | Says::Gives(_) | Says::Names(_) => None,
        });
    let ends = rules
        .pending
        .iter()
        .flat_map(|pending| &pending.ends)
        .map(|ends| ends.program);
    let entries = of_faces
        .chain(rules.crisis)
        .chain(fees)
        .chain(pending)
        .chain(ends)
        .map(|program: Program| program.entry);
    let entries = entries.chain([draw, draw + 2, draw + 4, draw + 6, draw + 8]);
    entries.filter(|entry| *entry <= at).max().unwrap_or(at)
}
