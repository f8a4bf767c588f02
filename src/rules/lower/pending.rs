//! Lowers what texts say for a while or for later, and what is counted of players.

use super::{Binding, Lowering};
use crate::ir::{self, Op, ROLES};
use crate::tree::{Act, Cond, Deed, Item, Local, Num, Pending, Says, Set, Trigger, Value};
use text::limits::MEMORIES;
use text::{Since, Span};

impl Lowering<'_> {
    /// What a text of the face says for a while: it is lowered before the text itself.
    pub fn lasting(&mut self, pending: &Pending, number: u8) {
        let text = pending.text();
        let written = self.written(text.file, text.span);
        let says = match &pending.says {
            Says::Bars(bar) => ir::Says::Bars(self.bar(bar)),
            Says::Hears(trigger) => ir::Says::Hears(self.waiting(trigger)),
            Says::Replaces(clause) => ir::Says::Replaces(self.waiting(clause)),
            Says::Does(text) => ir::Says::Does(self.program(text)),
            Says::Names(text, naming) => {
                self.begin_text(text);
                // It gives no text, so no face is needed for one.
                let what = self.alteration(naming, self.face.unwrap_or(ir::FaceId(0)));
                self.weigh();
                self.end();
                ir::Says::Names(ir::Alters {
                    condition: None,
                    what,
                })
            }
            Says::Holds(text, lasting) => {
                self.begin_text(text);
                let condition = lasting
                    .condition
                    .as_ref()
                    .map(|condition| self.pred(condition));
                let set = self.set(&lasting.set);
                self.weigh();
                self.end();
                let held = ir::Lasting {
                    condition,
                    set,
                    status: lasting.status,
                    of_itself: false,
                };
                if lasting.of_players {
                    ir::Says::Holds(held)
                } else {
                    ir::Says::Gives(held)
                }
            }
        };
        let ends = pending.ends.iter().map(|ends| self.waiting(ends)).collect();
        let carried = text
            .carried
            .iter()
            .map(|carried| (carried.name.clone(), carried.element))
            .collect();
        let counts = pending.counts.as_ref();
        let counts = counts.map(|deed| (self.deed(&deed.done), deed.keeper));
        let (of_another, this) = (pending.of_another, pending.this);
        let (face, until, said) = (self.face, pending.until, pending.said.clone());
        let pending = ir::Pending {
            face,
            number,
            until,
            of_another,
            this,
            carried,
            secrets: Vec::new(),
            registers: Vec::new(),
            counts,
            ends,
            says,
            said,
        };
        self.pending.push((written, pending));
    }

    /// The names that texts give for a while, as far as they have been lowered.
    pub fn names_for_a_while(&self) -> impl Iterator<Item = &ir::Alters> {
        let says = self.pending.iter().map(|(_, pending)| &pending.says);
        says.filter_map(|says| match says {
            ir::Says::Names(clause) => Some(clause),
            _ => None,
        })
    }

    /// What `you` choose in secret was chosen from that.
    pub(super) fn keep_secret(&mut self, choice: &Act) {
        if let Act::Choose { set, local, .. } = choice {
            let set = self.set(set);
            self.secrets.push((*local, set));
        }
    }

    /// The register that holds what has that name, if one does.
    fn kept_in(&self, local: Local) -> Option<ir::Reg> {
        match self.binding(local) {
            Binding::Reg(reg) => Some(reg),
            _ => None,
        }
    }

    /// A text comes to what it says for a while.
    pub(super) fn pend(&mut self, whose: Option<&Item>, pending: &Pending) {
        let text = pending.text();
        let written = self.written(text.file, text.span);
        // One statement may say two turns, of one place.
        let said = (written, pending.until, pending.of_another);
        let at = self
            .pending
            .iter()
            .rposition(|(place, known)| (*place, known.until, known.of_another) == said);
        let clause = at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX);
        let registers = text
            .carried
            .iter()
            .map(|carried| self.kept_in(carried.outer));
        let registers: Vec<Option<ir::Reg>> = registers.collect();
        let secrets = (0..)
            .zip(&text.carried)
            .filter(|(_, carried)| carried.secret);
        let set = |local| { self.secrets.iter().rev() }.find(|(known, _)| *known == local);
        let secrets = secrets.filter_map(|(at, carried)| Some((at, set(carried.outer)?.1)));
        let secrets: Vec<(u8, ir::SetId)> = secrets.collect();
        if let Some((_, pending)) = at.and_then(|at| self.pending.get_mut(at)) {
            (pending.secrets, pending.registers) = (secrets, registers);
        }
        let next = self.next;
        let registers: Vec<ir::Reg> = text.carried.iter().map(|_| self.register()).collect();
        for (reg, carried) in registers.iter().zip(&text.carried) {
            let value = match carried.element {
                Some(_) => Value::Item(Item::Local(carried.outer)),
                None => Value::Number(Num::Local(carried.outer)),
            };
            self.store(*reg, &value);
        }
        let whose = whose.map(|whose| self.item(whose));
        self.emit(Op::Pend {
            clause,
            first: registers.first().copied().unwrap_or(0),
            whose,
        });
        self.next = next;
    }

    /// What is counted, and what must hold for that.
    fn deed(&mut self, done: &Trigger) -> ir::Bar {
        self.enter(done.text.file, done.text.locals, false, Vec::new());
        let (next, this) = (self.next, self.this.take());
        self.next = ROLES as u8;
        for role in 0..done.text.roles {
            self.bind(role, Binding::Reg(role as u8));
        }
        let tests = done.head.tests().into_iter();
        let condition = tests.reduce(Cond::and).map(|cond| self.pred(&cond));
        self.instances.pop();
        (self.next, self.this) = (next, this);
        ir::Bar {
            happenings: done.mask(),
            condition,
            cards: done.cards(),
            causes: self.causes_of(done),
            price: None,
        }
    }

    /// Goes on only where nobody has come to that place before: `you`, or all players together, who are noted for it.
    pub(super) fn only_once(&mut self, since: Since, players: Option<&(Set, Local)>) {
        let span = self.span.1;
        let (pred, exit) = (self.once(since, span, players), self.exit());
        self.emit(Op::Require { pred, exit });
        let sort = self.once_sort(since, span);
        let number = self.arena.num(ir::Num::Const(1));
        let note = |on| Op::Counters {
            put: true,
            sort,
            player: true,
            number,
            on,
        };
        match players {
            Some((set, local)) => self.one_by_one((set, None), *local, |lowering, _| {
                let on = lowering.item(&Item::Local(*local));
                lowering.emit(note(on));
            }),
            None => {
                let on = self.arena.item(ir::Item::You);
                self.emit(note(on));
            }
        }
    }

    /// `you` have not come to that place of a text before, or nobody has.
    pub(super) fn once(
        &mut self,
        since: Since,
        span: Span,
        players: Option<&(Set, Local)>,
    ) -> ir::PredId {
        let sort = self.once_sort(since, span);
        // Whoever is in the game bears it, or nobody does.
        let on = match players {
            Some((set, _)) => ir::Item::First(self.set(set)),
            None => ir::Item::You,
        };
        let on = self.arena.item(on);
        let (times, none) = (
            ir::Num::Counters {
                sort,
                player: true,
                on,
            },
            ir::Num::Const(0),
        );
        let (times, none) = (self.arena.num(times), self.arena.num(none));
        self.arena.compare(times, ir::Compare::AtMost, none)
    }

    /// The sort of the counters that tell who has come to that place.
    pub(super) fn once_sort(&mut self, since: Since, span: Span) -> u8 {
        let file = self.instance().file;
        let place = self.written(file, span);
        if let Some((_, sort)) = self.onces.iter().find(|(known, _)| *known == place) {
            return *sort;
        }
        let name = self.free_name(&format!("once {}", self.called));
        let of = ir::Bar {
            happenings: 0,
            condition: None,
            cards: 0,
            causes: ir::Causes::MAX,
            price: None,
        };
        let of_turn = since == Since::ThisTurn;
        let sort = self.memory(ir::Memory {
            of,
            keeper: ir::Keeper::Doer,
            of_turn,
            of_last_turn: false,
            to_each: false,
            last: false,
            name,
        });
        self.onces.push((place, sort));
        sort
    }

    /// The sort of the counters that tell how often that has happened, and whether players carry them.
    pub(super) fn remembered(&mut self, deed: &Deed) -> (u8, bool) {
        let (of_turn, of_last_turn) =
            (deed.since == Since::ThisTurn, deed.since == Since::LastTurn);
        let of = self.deed(&deed.done);
        let player = match deed.keeper {
            ir::Keeper::Role(role) => of.cards >> role & 1 == 0,
            ir::Keeper::Doer | ir::Keeper::All => true,
        };
        let sort = self.memory(ir::Memory {
            of,
            keeper: deed.keeper,
            of_turn,
            of_last_turn,
            to_each: deed.to_each,
            last: deed.last,
            name: deed.said.clone(),
        });
        (sort, player)
    }

    /// That name, or the next one that nothing else is remembered by.
    fn free_name(&self, name: &str) -> String {
        let taken = |name: &String| self.memories.iter().any(|memory| memory.name == *name);
        let others = (2..).map(|at| format!("{name} {at}"));
        let mut all = std::iter::once(name.to_string()).chain(others);
        all.find(|name| !taken(name)).unwrap_or_default()
    }

    /// The number of what is remembered.
    fn memory(&mut self, memory: ir::Memory) -> u8 {
        let plain = |sign: char| {
            if "[],*(){}^|>\"".contains(sign) {
                ' '
            } else {
                sign
            }
        };
        let name: String = memory.name.chars().map(plain).collect();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let memory = ir::Memory { name, ..memory };
        // What happens is the same by whatever name.
        let same = |known: &ir::Memory| {
            let mut memory = memory.clone();
            if memory.of.happenings != 0 {
                memory.name.clone_from(&known.name);
            }
            *known == memory
        };
        let known = self.memories.iter().position(same);
        let at = known.unwrap_or_else(|| {
            let name = self.free_name(&memory.name);
            self.memories.push(ir::Memory { name, ..memory });
            self.memories.len() - 1
        });
        if at == MEMORIES {
            let what = "kinds of things that a game remembers";
            self.too_many(what, at + 1, MEMORIES);
        }
        u8::try_from(self.context.counters.len() + at.min(MEMORIES)).unwrap_or(u8::MAX)
    }
}
