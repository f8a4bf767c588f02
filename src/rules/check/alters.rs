//! Checks clauses that change what the words of the rules and of other texts mean.

use super::face::granted;
use super::{In, Place, Scope};
use crate::error::{Problem, Report};
use crate::ir::DISABLED;
use crate::tree::{
    Alone, Alteration, Alters, Item, Naming, Num, Part, Set, SetKind, Source, Starred,
};
use crate::verbs::Wanted;
use lang::ast;
use text::{Span, Spanned};

impl In<'_> {
    pub(super) fn alters(
        self,
        place: Place,
        span: Span,
        clause: &ast::Alters,
        report: &mut Report,
    ) -> Option<Alone<Alters>> {
        let given = match &clause.what {
            ast::Alteration::Has { text, .. } => Some(granted(self, span, text, report)),
            _ => None,
        };
        self.alone(place, span, report, |scope| {
            let condition = match &clause.condition {
                Some(cond) => scope.cond(cond).map(Some),
                None => Some(None),
            };
            let what = match &clause.what {
                ast::Alteration::Neighbours { each, left, right } => {
                    scope.neighbours(each.as_deref(), left, right.as_deref())
                }
                ast::Alteration::Starred { of, change } => scope.starred(of, change),
                ast::Alteration::Name { .. }
                | ast::Alteration::Called { .. }
                | ast::Alteration::KeepsName { .. } => {
                    scope.renames(&clause.what).map(Alteration::from)
                }
                ast::Alteration::TextOf { set, of } => {
                    let (set, of) = (
                        scope.set_of(set, Wanted::Building),
                        scope.item_of(of, Wanted::Building),
                    );
                    scope.only_disabled("texts")?;
                    Some(Alteration::TextOf { set: set?, of: of? })
                }
                ast::Alteration::Has { set, .. } => {
                    let set = scope.set_of(set, Wanted::Building);
                    scope.only_disabled("texts")?;
                    set.zip(given).map(|(set, face)| Alteration::Has {
                        set,
                        face: Box::new(face),
                    })
                }
            };
            let clause = Alters {
                condition: condition?,
                what: what?,
            };
            let mut circular = false;
            clause.each_part(&mut |part| circular |= asks_neighbours(part));
            if circular && matches!(clause.what, Alteration::Neighbours { .. }) {
                let help = "say which buildings without `neighbours of`: by rows, names or nations";
                return scope.misplaced(
                    span,
                    "a clause that reads who is a neighbour, which it decides,",
                    help,
                );
            }
            Some(clause)
        })
    }
}

impl Scope<'_> {
    fn neighbours(
        &mut self,
        each: Option<&(ast::SetExpr, Option<ast::Word>)>,
        left: &ast::SetExpr,
        right: Option<&ast::SetExpr>,
    ) -> Option<Alteration> {
        let block = self.open();
        let each = each.map(|(set, name)| {
            let (set, local) = self.chosen(set, name.as_ref());
            set.map(|set| (set, local))
        });
        let left = self.set_of(left, Wanted::Building);
        let right = right.map(|right| self.set_of(right, Wanted::Building));
        self.close(block);
        let whole = |part: Option<Option<_>>| match part {
            Some(part) => part.map(Some),
            None => Some(None),
        };
        let each = match each {
            Some(each) => each.map(Some),
            None => Some(None),
        };
        let (each, left, right) = (each?, left?, whole(right)?);
        self.only_disabled("neighbours")?;
        Some(Alteration::Neighbours { each, left, right })
    }

    /// DIS-5: what words mean is settled before all statuses but that of being disabled.
    fn only_disabled(&mut self, own: &str) -> Option<()> {
        let late = std::mem::take(&mut self.read)
            .into_iter()
            .find(|(read, _)| *read != DISABLED);
        let Some((read, at)) = late else {
            return Some(());
        };
        let read = self.names.status_name(read).to_string();
        self.fault(
            at,
            Problem::SettledLater {
                own: own.into(),
                read,
            },
        )
    }

    /// What buildings are called.
    fn renames(&mut self, what: &ast::Alteration) -> Option<Naming<Set, Item>> {
        let naming = match what {
            ast::Alteration::Name { set, written, of } => {
                let set = self.set_of(set, Wanted::Building);
                let of = self.item_of(
                    of,
                    if *written {
                        Wanted::Piece
                    } else {
                        Wanted::Building
                    },
                );
                set.zip(of).map(|(set, of)| Naming::Of {
                    set,
                    written: *written,
                    of,
                })
            }
            ast::Alteration::Called { set, name } => {
                let (set, name) = (self.set_of(set, Wanted::Building), self.face_name(name));
                set.zip(name)
                    .map(|(set, name)| Naming::Called { set, name })
            }
            ast::Alteration::KeepsName { set } => self
                .set_of(set, Wanted::Building)
                .map(|set| Naming::Kept { set }),
            _ => None,
        };
        self.only_disabled("names")?;
        naming
    }

    /// What a text says of names for a while.
    pub(super) fn named_for_a_while(
        &mut self,
        span: Span,
        clause: &ast::Alters,
    ) -> Option<Naming<Set, Item>> {
        let names = matches!(
            clause.what,
            ast::Alteration::Name { .. }
                | ast::Alteration::Called { .. }
                | ast::Alteration::KeepsName { .. }
        );
        if !names {
            // What it speaks of is used all the same.
            if let ast::Alteration::TextOf { set, of } = &clause.what {
                let _ = (
                    self.set_of(set, Wanted::Building),
                    self.item_of(of, Wanted::Building),
                );
            }
            let help = "names are given for a while; texts, neighbours and starred numbers by a building, by a card that lies \
                        face up, or by a law that ends: `this becomes a law`, `while this is a law, ...`, and `while this is a \
                        law, when a building is destroyed, discard this`";
            return self.misplaced(span, "this clause", help);
        }
        self.renames(&clause.what)
    }

    fn starred(&mut self, of: &ast::SetExpr, change: &ast::Starred) -> Option<Alteration> {
        let of = self.set_of(of, Wanted::Player);
        let change = match change {
            ast::Starred::Raise(by) => self.number(by).map(Starred::Raise),
            ast::Starred::Lower { by, floor } => {
                let by = self.number(by);
                let floor = self.floor(floor);
                by.zip(floor)
                    .map(|(by, floor)| Starred::Lower { by, floor })
            }
            ast::Starred::Double => Some(Starred::Double),
        };
        Some(Alteration::Starred {
            of: of?,
            change: change?,
        })
    }

    /// What a number never falls below; a text that does nothing at all would still be played.
    fn floor(&mut self, floor: &Spanned<ast::NumExpr>) -> Option<Num> {
        match self.number(floor)? {
            Num::Const(number) if number > 0 => Some(Num::Const(number)),
            _ => self.misplaced(floor.span, "this floor", "write a number of at least 1"),
        }
    }
}

/// Somewhere in it stands `neighbours of`.
fn asks_neighbours(part: Part) -> bool {
    let own = match part {
        Part::Set(Set {
            kind: SetKind::Of { source, .. },
            ..
        }) => matches!(source, Source::Neighbours(_)),
        _ => false,
    };
    let mut found = own;
    part.each_part(&mut |inner| found |= asks_neighbours(inner));
    found
}
