//! Checks clauses that change what the words of the rules and of other texts mean.

use super::face::granted;
use super::{In, Place, Scope};
use crate::base::{Span, Spanned};
use crate::rules::error::{Problem, Report};
use crate::rules::ir::DISABLED;
use crate::rules::tree::{Alone, Alteration, Alters, Num, Part, Set, SetKind, Source, Starred};
use crate::rules::verbs::Wanted;
use crate::syntax::ast;

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
                ast::Alteration::Name { set, written, of } => scope.bears(set, *written, of),
                ast::Alteration::Called { set, name } => {
                    let (set, name) = (scope.set_of(set, Wanted::Building), scope.face_name(name));
                    scope.only_disabled("names")?;
                    set.zip(name).map(|(set, name)| Alteration::Called { set, name })
                }
                ast::Alteration::KeepsName { set } => {
                    let set = scope.set_of(set, Wanted::Building);
                    scope.only_disabled("names")?;
                    set.map(|set| Alteration::KeepsName { set })
                }
                ast::Alteration::TextOf { set, of } => {
                    let (set, of) = (scope.set_of(set, Wanted::Building), scope.item_of(of, Wanted::Building));
                    scope.only_disabled("texts")?;
                    Some(Alteration::TextOf { set: set?, of: of? })
                }
                ast::Alteration::Has { set, .. } => {
                    let set = scope.set_of(set, Wanted::Building);
                    scope.only_disabled("texts")?;
                    set.zip(given).map(|(set, face)| Alteration::Has { set, face: Box::new(face) })
                }
            };
            let clause = Alters { condition: condition?, what: what? };
            let mut circular = false;
            clause.each_part(&mut |part| circular |= asks_neighbours(part));
            if circular && matches!(clause.what, Alteration::Neighbours { .. }) {
                let help = "say which buildings without `neighbours of`: by rows, names or nations";
                return scope.misplaced(span, "a clause that reads who is a neighbour, which it decides,", help);
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
        let late = std::mem::take(&mut self.read).into_iter().find(|(read, _)| *read != DISABLED);
        let Some((read, at)) = late else { return Some(()) };
        let read = self.names.status_name(read).to_string();
        self.fault(at, Problem::SettledLater { own: own.into(), read })
    }

    fn bears(&mut self, set: &ast::SetExpr, written: bool, of: &ast::ItemExpr) -> Option<Alteration> {
        let set = self.set_of(set, Wanted::Building);
        let of = self.item_of(of, if written { Wanted::Card } else { Wanted::Building });
        self.only_disabled("names")?;
        Some(Alteration::Name { set: set?, written, of: of? })
    }

    fn starred(&mut self, of: &ast::SetExpr, change: &ast::Starred) -> Option<Alteration> {
        let of = self.set_of(of, Wanted::Player);
        let change = match change {
            ast::Starred::Raise(by) => self.number(by).map(Starred::Raise),
            ast::Starred::Lower { by, floor } => {
                let by = self.number(by);
                let floor = self.floor(floor);
                by.zip(floor).map(|(by, floor)| Starred::Lower { by, floor })
            }
            ast::Starred::Double => Some(Starred::Double),
        };
        Some(Alteration::Starred { of: of?, change: change? })
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
        Part::Set(Set { kind: SetKind::Of { source, .. }, .. }) => matches!(source, Source::Neighbours(_)),
        _ => false,
    };
    let mut found = own;
    part.each_part(&mut |inner| found |= asks_neighbours(inner));
    found
}
