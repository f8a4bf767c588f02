//! Sets and filters that are asked so often that they are worth knowing by heart.

use crate::engine::Reads;
use crate::engine::narrow::{Finder, conjuncts};
use crate::rules::ir::{
    DISABLED, Element, Face, Item, ItemId, Lasting, NameId, Pred, PredId, Reg, Rules, Set, SetId, Source,
};

/// A set at a glance.
#[derive(Debug, Clone, Copy)]
pub(super) struct SetGlance {
    pub walk: Walk,
    pub quick: Quick,
    pub near: Option<Near>,
    /// One to walk when it matters only whether there is anything.
    pub narrowed: SetId,
    /// Where the conditions of its filter begin and end among the atoms: all must hold.
    atoms: (u16, u16),
    /// Some of them are the same for all candidates but for which one it is.
    pub settles: bool,
}

/// The most atoms of a filter that settles.
pub(super) const SETTLED: usize = 4;

/// One condition of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    /// The candidate is that thing.
    Is(ItemId),
    IsNot(ItemId),
    /// It is that thing, or the condition holds, whatever the candidate.
    IsOr(ItemId, PredId),
    /// Anything else.
    Ask(PredId),
}

impl Atom {
    fn of(rules: &Rules, bound: Option<Reg>, pred: PredId) -> Atom {
        let finder = Finder { rules, bound };
        let is = |pred: PredId| match rules.preds[pred.index()] {
            Pred::Same(left, right) if finder.is_candidate(left) && !finder.in_item(right) => Some(right),
            Pred::Same(left, right) if finder.is_candidate(right) && !finder.in_item(left) => Some(left),
            _ => None,
        };
        match rules.preds[pred.index()] {
            Pred::Same(..) => is(pred).map_or(Atom::Ask(pred), Atom::Is),
            Pred::Not(inner) => is(inner).map_or(Atom::Ask(pred), Atom::IsNot),
            Pred::Or(left, right) => match (is(left), is(right)) {
                (Some(item), _) if !finder.in_pred(right) => Atom::IsOr(item, right),
                (_, Some(item)) if !finder.in_pred(left) => Atom::IsOr(item, left),
                _ => Atom::Ask(pred),
            },
            _ => Atom::Ask(pred),
        }
    }
}

/// Which way a set is walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Walk {
    /// A building, then its neighbours.
    Around(ItemId),
    /// The tops of their stacks.
    TopsAround(ItemId),
    /// As its source says.
    Source,
}

impl SetGlance {
    pub(super) fn of(rules: &Rules, id: SetId, narrowed: &[SetId], atoms: &mut Vec<Atom>) -> SetGlance {
        let set = &rules.sets[id.index()];
        let quick = Quick::of(rules, set);
        let first = atoms.len();
        if let Quick::Filter(filter) = quick {
            let mut preds = Vec::new();
            conjuncts(rules, filter, &mut preds);
            atoms.extend(preds.into_iter().map(|pred| Atom::of(rules, set.bind, pred)));
        }
        let asks = |atom: &Atom| matches!(atom, Atom::Ask(_));
        let settles = atoms.len() - first <= SETTLED && !atoms[first..].iter().all(asks);
        SetGlance {
            walk: Walk::of(rules, set),
            quick,
            near: Near::of(rules, set),
            narrowed: narrowed.get(id.index()).copied().unwrap_or(id),
            atoms: (first as u16, atoms.len() as u16),
            settles,
        }
    }

    #[inline(always)]
    pub(super) fn atoms<'a>(&self, all: &'a [Atom]) -> &'a [Atom] {
        &all[self.atoms.0 as usize..self.atoms.1 as usize]
    }
}

impl Walk {
    fn of(rules: &Rules, set: &Set) -> Walk {
        let bare = |set: &Set| set.filter.is_none() && !set.target;
        let around = |set: &Set| match set.source {
            Source::Plus(left, right) => {
                let (left, right) = (rules.sets[left.index()], rules.sets[right.index()]);
                match (left.source, right.source) {
                    (Source::One(one), Source::Neighbours(other)) if one == other && bare(&left) && bare(&right) => {
                        Some(one)
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let tops = || match set.source {
            Source::TopsOf(inner) if bare(&rules.sets[inner.index()]) => around(&rules.sets[inner.index()]),
            _ => None,
        };
        match (around(set).filter(|_| set.element == Element::Building), tops()) {
            (Some(item), _) => Walk::Around(item),
            (None, Some(item)) => Walk::TopsAround(item),
            (None, None) => Walk::Source,
        }
    }
}

/// A filter that is asked so often that it is worth knowing by heart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quick {
    /// There is none.
    All,
    Named(NameId),
    NotNamed(NameId),
    /// The building lacks that status.
    Lacks(u8),
    /// Stacked cards that lie face up and have that name.
    UpNamed(NameId),
    /// Anything else: the condition is asked.
    Filter(PredId),
}

impl Quick {
    pub(super) fn of(rules: &Rules, set: &Set) -> Quick {
        let Some(filter) = set.filter else { return Quick::All };
        let it = |item: ItemId| rules.items[item.index()] == Item::It;
        match rules.preds[filter.index()] {
            Pred::Named(item, name) if it(item) => Quick::Named(name),
            Pred::And(left, right) if matches!(set.source, Source::CardsIn(_)) => {
                match [rules.preds[left.index()], rules.preds[right.index()]] {
                    [Pred::Named(card, name), Pred::FaceUp(other)] | [Pred::FaceUp(other), Pred::Named(card, name)]
                        if it(card) && it(other) =>
                    {
                        Quick::UpNamed(name)
                    }
                    _ => Quick::Filter(filter),
                }
            }
            Pred::Not(inner) => match rules.preds[inner.index()] {
                Pred::Named(item, name) if it(item) => Quick::NotNamed(name),
                Pred::Status(item, status) if it(item) => Quick::Lacks(status),
                _ => Quick::Filter(filter),
            },
            _ => Quick::Filter(filter),
        }
    }
}

/// A set around the card whose text it is in, with a simple filter at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Near {
    This,
    /// The building that it is stacked on.
    Under,
    Neighbours,
}

impl Near {
    pub(super) fn of(rules: &Rules, set: &Set) -> Option<Near> {
        let is = |item: ItemId, wanted: Item| rules.items[item.index()] == wanted;
        let simple = !matches!(Quick::of(rules, set), Quick::Filter(_)) && !set.target;
        let alone = set.filter.is_none() && !set.target;
        match set.source {
            Source::Neighbours(item) if simple && is(item, Item::This) => Some(Near::Neighbours),
            Source::One(item) if alone && is(item, Item::This) => Some(Near::This),
            Source::One(item) if alone => match rules.items[item.index()] {
                Item::Under(inner) if is(inner, Item::This) => Some(Near::Under),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Some building that disables others may disable another one such, or one of its own kind (DIS-5).
pub(super) fn disablers_meet(rules: &Rules) -> bool {
    let sides = || rules.kinds.iter().flat_map(|kind| &kind.buildings).map(|face| &rules.faces[face.index()]);
    let clauses = |face: &Face| face.lasting.iter().any(|lasting| lasting.status == DISABLED && !lasting.of_itself);
    let disablers: Vec<&Face> = sides().filter(|face| clauses(face)).collect();
    disablers.iter().any(|face| {
        let mut others = face.lasting.iter().filter(|lasting| lasting.status == DISABLED && !lasting.of_itself);
        others.any(|lasting| match Quick::of(rules, &rules.sets[lasting.set.index()]) {
            // A disabled building has no name, but disables nobody either.
            Quick::Named(name) => disablers.iter().any(|other| other.name == Some(name)),
            Quick::NotNamed(name) => disablers.iter().any(|other| other.name != Some(name)),
            _ => true,
        })
    })
}

/// Whatever lasting effect reads whose turn it is: a building disables itself by it, and says nothing else that lasts;
/// and no lasting effect looks at its name.
pub(super) fn turn_alone(rules: &Rules) -> bool {
    let quick = |set: SetId| Quick::of(rules, &rules.sets[set.index()]);
    let asked = |face: &Face, name: Option<NameId>| {
        face.lasting.iter().any(|lasting| match quick(lasting.set) {
            Quick::All | Quick::Lacks(_) | Quick::UpNamed(_) => false,
            Quick::Named(other) | Quick::NotNamed(other) => Some(other) == name,
            Quick::Filter(_) => true,
        })
    };
    rules.faces.iter().all(|face| {
        let by_turn = Reads::of_face_lasting(rules, face).meets(Reads::TURN);
        let itself = |lasting: &Lasting| lasting.status == DISABLED && lasting.of_itself;
        let near = |lasting: &Lasting| Near::of(rules, &rules.sets[lasting.set.index()]) == Some(Near::This);
        let alone = face.lasting.iter().all(|lasting| itself(lasting) && near(lasting));
        !by_turn || alone && !rules.faces.iter().any(|other| asked(other, face.name))
    })
}
