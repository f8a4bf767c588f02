//! Lowers items, sets, conditions and numbers.

use super::{Binding, Candidate, Lowering, plain};
use crate::ir::{self, Element};
use crate::tree::{Cond, Item, Local, Num, Set, SetKind, Source};
use lang::ast::TurnPart;

impl Lowering<'_> {
    pub(super) fn item(&mut self, item: &Item) -> ir::ItemId {
        let lowered = match item {
            Item::Local(local) | Item::Any { local, .. } => return self.local_item(*local),
            Item::This => match self.this {
                Some(local) => return self.local_item(local),
                None => ir::Item::This,
            },
            Item::You => match self.own {
                Some(own) => return own,
                None => ir::Item::You,
            },
            Item::Provoker => ir::Item::Provoker,
            Item::OfTurn => ir::Item::OfTurn,
            Item::TopOf(building) => ir::Item::TopOf(self.item(building)),
            Item::OwnerOf(piece) => ir::Item::OwnerOf(self.item(piece)),
            Item::Under(card) => ir::Item::Under(self.item(card)),
            Item::First(set) => ir::Item::First(self.set(set)),
            Item::Pick(pick, set) => ir::Item::Pick(*pick, self.set(set)),
            Item::Beside(side, building) => ir::Item::Beside(*side, self.item(building)),
            Item::NameOf(item, _) => ir::Item::NameOf(self.item(item)),
            Item::WrittenOn(item) => ir::Item::WrittenOn(self.item(item)),
            Item::Entry(local, of) => {
                let of = self.item(of);
                match self.binding(*local) {
                    Binding::EachCard(reg) => ir::Item::Held(reg, of),
                    _ => ir::Item::Entry(self.of_each(*local), of),
                }
            }
        };
        self.arena.item(lowered)
    }

    /// Where what each player has begins.
    pub(super) fn of_each(&self, local: Local) -> ir::Reg {
        match self.binding(local) {
            Binding::Each(reg) => reg,
            _ => unreachable!("check/ has settled that each player has one"),
        }
    }

    fn local_item(&mut self, local: Local) -> ir::ItemId {
        match self.binding(local) {
            Binding::Reg(reg) => self.arena.item(ir::Item::Reg(reg)),
            Binding::Item(item) => item,
            Binding::Candidate(depth) if depth + 1 == self.candidates.len() => {
                self.arena.item(ir::Item::It)
            }
            Binding::Candidate(depth) => {
                // An inner filter asks for an outer candidate: that one is put into a register, too.
                let reg = self.candidate(depth);
                self.arena.item(ir::Item::Reg(reg))
            }
            Binding::Num(_)
            | Binding::Truth(_)
            | Binding::Set(_)
            | Binding::Each(_)
            | Binding::EachCard(_) => {
                unreachable!("check/ has settled that this is one thing")
            }
        }
    }

    /// The register of a candidate.
    fn candidate(&mut self, depth: usize) -> ir::Reg {
        let reg = match self.candidates[depth].bind {
            Some(reg) => reg,
            None => self.register(),
        };
        self.candidates[depth].bind = Some(reg);
        reg
    }

    /// How many there are of a set.
    fn counted_of(&self, set: ir::SetId) -> ir::Num {
        match self.arena.at_set(set) {
            // The cards on a building without conditions: its height, which is read at once.
            ir::Set {
                source: ir::Source::CardsOn(building) | ir::Source::CardsOnFromTop(building),
                filter: None,
                target: false,
                ..
            } => ir::Num::Height(building),
            _ => ir::Num::Count(set),
        }
    }

    pub fn set(&mut self, set: &Set) -> ir::SetId {
        self.set_where(set, |_| None)
    }

    /// A set whose elements must also fulfil what `extra` says about the candidate.
    pub(super) fn set_where(
        &mut self,
        set: &Set,
        extra: impl FnOnce(&mut Self) -> Option<ir::PredId>,
    ) -> ir::SetId {
        let base = match &set.kind {
            SetKind::Plus(left, right) => {
                let (left, right) = (self.set(left), self.set(right));
                let never_empty =
                    self.arena.at_set(left).never_empty || self.arena.at_set(right).never_empty;
                ir::Set {
                    never_empty,
                    ..plain(ir::Source::Plus(left, right), set.element)
                }
            }
            SetKind::Of { target, source, .. } => {
                let base = self.source(source, set.element);
                ir::Set {
                    target: *target || base.target,
                    never_empty: base.never_empty && !target,
                    ..base
                }
            }
        };
        self.candidates.push(Candidate { bind: base.bind });
        let depth = self.candidates.len() - 1;
        let mut filter = None;
        if let SetKind::Of {
            candidate, filters, ..
        } = &set.kind
        {
            self.bind(*candidate, Binding::Candidate(depth));
            for cond in filters {
                let pred = self.pred(cond);
                filter = self.joined(filter, pred);
            }
        }
        let target = matches!(set.kind, SetKind::Of { target: true, .. });
        if let Some(pred) = target.then(|| self.unguarded(set.element)).flatten() {
            filter = self.joined(filter, pred);
        }
        if let Some(pred) = extra(self) {
            filter = self.joined(filter, pred);
        }
        let bind = self.candidates.pop().expect("it was pushed above").bind;
        // Outside of its set nobody is the candidate.
        for binding in &mut self.instance().bindings {
            *binding = binding
                .filter(|binding| !matches!(binding, Binding::Candidate(at) if *at == depth));
        }
        let filter = match (base.filter, filter) {
            (Some(inner), Some(outer)) => self.joined(Some(inner), outer),
            (inner, outer) => inner.or(outer),
        };
        let filter = filter.filter(|pred| self.arena.at_pred(*pred) != ir::Pred::Always);
        let never_empty = base.never_empty && filter.is_none();
        self.arena.set(ir::Set {
            filter,
            bind,
            never_empty,
            ..base
        })
    }

    /// From here on that name is the candidate of the innermost set.
    pub(super) fn bind_candidate(&mut self, local: Local) {
        let depth = self.candidates.len() - 1;
        self.bind(local, Binding::Candidate(depth));
    }

    /// A set, and what is read of each thing in it by that name.
    pub(super) fn of_each_one<T>(
        &mut self,
        set: &Set,
        it: Local,
        read: impl FnOnce(&mut Self) -> T,
    ) -> (ir::SetId, T) {
        let mut of_it = None;
        let set = self.set_where(set, |lowering| {
            lowering.bind_candidate(it);
            of_it = Some(read(lowering));
            None
        });
        (set, of_it.expect("a set is asked for its elements"))
    }

    pub(super) fn joined(
        &mut self,
        filter: Option<ir::PredId>,
        pred: ir::PredId,
    ) -> Option<ir::PredId> {
        Some(match filter {
            Some(filter) => self.arena.and(filter, pred),
            None => pred,
        })
    }

    /// A source without filters; a plural parameter stands for the set that was passed.
    fn source(&mut self, source: &Source, element: Element) -> ir::Set {
        let never_empty = matches!(
            source,
            Source::Players | Source::PlayersFrom(_) | Source::Buildings | Source::Places
        );
        let source = match source {
            Source::Players => ir::Source::Players,
            Source::PlayersWith { sort, player, on } => ir::Source::PlayersWith {
                sort: self.sort(*sort),
                player: *player,
                on: self.item(on),
            },
            Source::PlayersFrom(player) => ir::Source::PlayersFrom(self.item(player)),
            Source::Buildings => ir::Source::Buildings,
            Source::BuildingsOf(player) => ir::Source::BuildingsOf(self.item(player)),
            Source::Neighbours(building) => ir::Source::Neighbours(self.item(building)),
            Source::Row(side, building) => ir::Source::Row(*side, self.item(building)),
            Source::Between(one, other) => ir::Source::Between(self.item(one), self.item(other)),
            Source::Tops => ir::Source::Tops,
            Source::TopsOf(set) => ir::Source::TopsOf(self.set(set)),
            Source::CardsOn(building) => ir::Source::CardsOn(self.item(building)),
            Source::CardsOnFromTop(building) => ir::Source::CardsOnFromTop(self.item(building)),
            Source::CardsIn(player) => ir::Source::CardsIn(self.item(player)),
            Source::Hand(player) => ir::Source::Hand(self.item(player)),
            Source::Discard => ir::Source::Discard,
            Source::Deck => ir::Source::Deck,
            Source::Laws => ir::Source::Laws,
            Source::Names => ir::Source::Names { cards: false },
            Source::CardNames => ir::Source::Names { cards: true },
            Source::DeckTop(number) => ir::Source::DeckTop(self.num(number)),
            Source::Places => ir::Source::Places,
            Source::PlacesOf(player) => ir::Source::PlacesOf(self.item(player)),
            Source::PlacesBeside(building) => ir::Source::PlacesBeside(self.item(building)),
            Source::Them => ir::Source::Marked(self.own_marks()),
            Source::Param(local) => match self.binding(*local) {
                Binding::Set(set) => return self.arena.at_set(set),
                _ => unreachable!("check/ has settled that this is a set"),
            },
            Source::One(item) => ir::Source::One(self.item(item)),
            Source::Numbers(from, to) => ir::Source::Numbers(self.num(from), self.num(to)),
        };
        ir::Set {
            never_empty,
            ..plain(source, element)
        }
    }

    /// A condition that disputes settle.
    pub fn holds(&mut self, cond: &Cond) -> bool {
        let pred = self.pred(cond);
        self.arena.at_pred(pred) == ir::Pred::Always
    }

    pub fn pred(&mut self, cond: &Cond) -> ir::PredId {
        let pred = match cond {
            Cond::And(left, right) => {
                let (left, right) = (self.pred(left), self.pred(right));
                return self.arena.and(left, right);
            }
            Cond::Or(left, right) => {
                let (left, right) = (self.pred(left), self.pred(right));
                return self.arena.or(left, right);
            }
            Cond::Not(inner) => {
                let inner = self.pred(inner);
                return self.arena.not(inner);
            }
            Cond::Extreme { so, .. } | Cond::SideBySide { so, .. } => return self.pred(so),
            Cond::Dispute(dispute, value) => {
                self.ask(*dispute);
                let holds = self.context.disputes[*dispute] == *value;
                return self.arena.truth(holds);
            }
            Cond::Exists(set) => {
                let set = self.set(set);
                return self.arena.exists(set);
            }
            Cond::Compare(left, how, right) => {
                let (left, right) = (self.num(left), self.num(right));
                return self.arena.compare(left, *how, right);
            }
            Cond::Most(_, _, _, Some(so)) => return self.pred(so),
            Cond::Most(item, local, extreme, None) => {
                let item = self.item(item);
                ir::Pred::Most(item, self.of_each(*local), *extreme)
            }
            Cond::Truth(local) => match self.binding(*local) {
                Binding::Reg(reg) => ir::Pred::Truth(reg),
                Binding::Truth(pred) => return pred,
                _ => unreachable!("check/ has settled that this is a condition"),
            },
            Cond::Stacked(item) => ir::Pred::Stacked(self.item(item)),
            Cond::Active(item) => ir::Pred::Active(self.item(item)),
            Cond::Disabled(item) => ir::Pred::Disabled(self.item(item)),
            Cond::FaceUp(item) => ir::Pred::FaceUp(self.item(item)),
            Cond::Living(item) => ir::Pred::Living(self.item(item)),
            Cond::Law(item) => ir::Pred::Law(self.item(item)),
            Cond::VictoryCard(item, _) => ir::Pred::VictoryCard(self.item(item)),
            Cond::Named(item, name, _) => ir::Pred::Named(self.item(item), self.arena.name(name)),
            Cond::NamedLike(item, other, _) => {
                ir::Pred::NamedLike(self.item(item), self.item(other))
            }
            Cond::NamedAs(item, name, _) => ir::Pred::NamedAs(self.item(item), self.item(name)),
            Cond::On(card, building) => ir::Pred::On(self.item(card), self.item(building)),
            Cond::Of(piece, player) => ir::Pred::Of(self.item(piece), self.item(player)),
            Cond::In(item, set) => ir::Pred::In(self.item(item), self.set(set)),
            Cond::Meets(item) => ir::Pred::Meets(self.item(item)),
            Cond::Standing(item, status) => ir::Pred::Standing(self.item(item), *status),
            Cond::Status(item, status) => {
                let item = self.item(item);
                return self.has_status(item, *status);
            }
            Cond::Same(left, right) => ir::Pred::Same(self.item(left), self.item(right)),
            Cond::Playable(item, how, _) => ir::Pred::Playable(self.item(item), *how),
            Cond::Turn(TurnPart::On) => ir::Pred::MyTurn,
            Cond::Turn(TurnPart::AtItsStart) => ir::Pred::MyTurnStart,
            Cond::Turn(TurnPart::PastItsStart) => ir::Pred::MyTurnMain,
        };
        self.arena.pred(pred)
    }

    pub fn num(&mut self, num: &Num) -> ir::NumId {
        let num = match num {
            Num::Const(number) => ir::Num::Const(*number),
            Num::Starred(number) => {
                self.starred = true;
                if self.in_text() {
                    self.stars.push(*number);
                }
                ir::Num::Starred(*number)
            }
            Num::Count(set) => {
                let set = self.set(set);
                self.counted_of(set)
            }
            Num::Height(building) => ir::Num::Height(self.item(building)),
            Num::Counters { sort, player, on } => ir::Num::Counters {
                sort: self.sort(*sort),
                player: *player,
                on: self.item(on),
            },
            Num::DifferentNames(set, _) => ir::Num::DifferentNames(self.set(set)),
            Num::MostAlike(set, _) => ir::Num::MostAlike(self.set(set)),
            Num::If(cond, then, otherwise) => {
                let cond = self.pred(cond);
                match self.arena.at_pred(cond) {
                    ir::Pred::Always => return self.num(then),
                    ir::Pred::Never => return self.num(otherwise),
                    _ => ir::Num::If(cond, self.num(then), self.num(otherwise)),
                }
            }
            Num::Plus(left, right) => ir::Num::Plus(self.num(left), self.num(right)),
            Num::Minus(left, right) => ir::Num::Minus(self.num(left), self.num(right)),
            Num::Half(of, up) => ir::Num::Half(self.num(of), *up),
            Num::Whose(number, of) => {
                let (number, of) = (self.num(number), self.item(of));
                ir::Num::Whose(number, of)
            }
            Num::Twice(of) => {
                let of = self.num(of);
                ir::Num::Plus(of, of)
            }
            Num::OfTwo(larger, left, right) => {
                let (left, right) = (self.num(left), self.num(right));
                let how = if *larger {
                    ir::Compare::AtLeast
                } else {
                    ir::Compare::AtMost
                };
                let first = self.arena.compare(left, how, right);
                match self.arena.at_pred(first) {
                    ir::Pred::Always => return left,
                    ir::Pred::Never => return right,
                    _ => ir::Num::If(first, left, right),
                }
            }
            Num::Among(among) => {
                let of = |lowering: &mut Self| lowering.num(&among.of);
                let (set, counted) = self.of_each_one(&among.among, among.it, of);
                ir::Num::Among(set, counted, among.extent)
            }
            Num::Local(local) => match self.binding(*local) {
                Binding::Reg(reg) => ir::Num::Reg(reg),
                Binding::Num(num) => return num,
                // It is still to be chosen: what it leaves to later choices is asked.
                Binding::Candidate(depth) => ir::Num::Reg(self.candidate(depth)),
                _ => unreachable!("check/ has settled that this is a number"),
            },
            Num::Entry(local, of) => {
                let of = self.item(of);
                ir::Num::Entry(self.of_each(*local), of)
            }
            Num::Did {
                who,
                counted: Some(local),
                deed: _,
            } => {
                let who = self.item(who);
                ir::Num::Entry(self.of_each(*local), who)
            }
            Num::Did {
                deed,
                who,
                counted: None,
            } => {
                let (sort, player) = self.remembered(deed);
                let done = ir::Num::Counters {
                    sort,
                    player,
                    on: self.item(who),
                };
                match deed.to_each {
                    true => ir::Num::Whose(self.arena.num(done), self.item(&Item::You)),
                    false => done,
                }
            }
            Num::Seats => ir::Num::Seats,
            Num::Marks { sort, player } => ir::Num::Const(ir::marks_of(self.sort(*sort), *player)),
            Num::Detail => ir::Num::Reg(ir::DETAIL),
        };
        self.arena.num(num)
    }
}
