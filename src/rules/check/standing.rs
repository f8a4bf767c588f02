//! What holds as long as a clause stands: statuses, and what words mean.

use super::face::granted;
use super::needs::{may_be_this, picks_by_disabled, reads_itself};
use super::scope::{ANYTHING, maybe, unknown};
use super::{In, Place, Scope};
use crate::error::{Problem, Report, near};
use crate::ir::{BARRED, BARRED_BUT_LAST, DISABLED, Element, LED, OPEN, SEEN};
use crate::tree::{Against, Alone, Alteration, Alters, Lasting, Node, Num, Part, Source, Starred};
use crate::verbs::Wanted;
use lang::ast::{
    self, CANNOT_WIN, CANNOT_WIN_BUT_LAST, DECIDES, OPEN_HANDED, SEES_AND_DECIDES, SEES_HAND,
};
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
            let condition = maybe(clause.condition.as_ref(), |cond| scope.cond(cond));
            let what = match &clause.what {
                ast::Alteration::Neighbours { each, left, right } => {
                    scope.neighbours(each.as_deref(), left, right.as_deref())
                }
                ast::Alteration::Starred { of, change } => scope.starred(of, change),
                ast::Alteration::Name { .. }
                | ast::Alteration::Called { .. }
                | ast::Alteration::KeepsName { .. } => scope.renames(&clause.what),
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
            if matches!(clause.what, Alteration::Neighbours { .. }) && asks_neighbours(&clause) {
                let help =
                    "choose the buildings without `neighbours of`: by rows, names or nations";
                return scope.refused(
                    span,
                    "a clause that decides who is a neighbour cannot ask who is a neighbour",
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
        let each = maybe(each, |each| each)?;
        let (left, right) = (left?, maybe(right, |right| right)?);
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
    fn renames(&mut self, what: &ast::Alteration) -> Option<Alteration> {
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
                set.zip(of).map(|(set, of)| Alteration::Name {
                    set,
                    written: *written,
                    of,
                })
            }
            ast::Alteration::Called { set, name } => {
                let (set, name) = (self.set_of(set, Wanted::Building), self.face_name(name));
                set.zip(name)
                    .map(|(set, name)| Alteration::Called { set, name })
            }
            ast::Alteration::KeepsName { set } => self
                .set_of(set, Wanted::Building)
                .map(|set| Alteration::KeepsName { set }),
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
    ) -> Option<Alteration> {
        let names = |what: &ast::Alteration| {
            matches!(
                what,
                ast::Alteration::Name { .. }
                    | ast::Alteration::Called { .. }
                    | ast::Alteration::KeepsName { .. }
            )
        };
        if !names(&clause.what) {
            // What it speaks of is used all the same.
            if let ast::Alteration::TextOf { set, of } = &clause.what {
                let _ = (
                    self.set_of(set, Wanted::Building),
                    self.item_of(of, Wanted::Building),
                );
            }
            let help = "give only names for a while; give texts, neighbours and starred numbers by a building, by a card that \
                lies face up, or by a law that ends: `this becomes a law`, `while this is a law, ...`, and `while this \
                is a law, when a building is destroyed, discard this`";
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
            _ => self.refused(
                floor.span,
                "a number cannot be lowered to less than 1",
                "write a number of at least 1",
            ),
        }
    }
}

/// Somewhere in it stands `neighbours of`.
fn asks_neighbours(clause: &Alters) -> bool {
    let mut asks = |part: Part| matches!(part, Part::Set(set) if matches!(set.source(), Some(Source::Neighbours(_))));
    clause.parts().into_iter().any(|part| part.any(&mut asks))
}

impl Scope<'_> {
    /// A status, who has it, and while what holds.
    pub(super) fn lasting(&mut self, span: Span, lasting: &ast::Lasting) -> Option<Lasting> {
        let names = self.names;
        let status = match lasting.status.node.as_str() {
            OPEN_HANDED => Some(OPEN),
            SEES_HAND => Some(SEEN),
            DECIDES | SEES_AND_DECIDES => Some(LED),
            CANNOT_WIN => Some(BARRED),
            CANNOT_WIN_BUT_LAST => Some(BARRED_BUT_LAST),
            word => self.status(word, lasting.status.span),
        };
        if let (Some(SEEN | LED), false) = (status, self.place.you) {
            let help = self.without_you();
            return self.misplaced(lasting.status.span, "`you`", help);
        }
        let of_players = status.is_some_and(|status| names.is_of_players(status));
        if status.is_none() {
            let known = names.statuses.iter().map(String::as_str);
            let problem = unknown("status", &lasting.status, near(&lasting.status.node, known));
            self.fault::<()>(lasting.status.span, problem);
        }
        let condition = maybe(lasting.condition.as_ref(), |cond| self.cond(cond));
        let bearers = if of_players {
            Wanted::Player
        } else {
            Wanted::Building
        };
        let set = match status {
            Some(_) => self.set_of(&lasting.set, bearers),
            // Who could have it is not known.
            None => self.set(&lasting.set),
        };
        let (status, condition, set) = (status?, condition?, set?);
        let building = self.place.this == Some(Element::Building);
        if status == DISABLED
            && building
            && may_be_this(&set)
            && condition.as_ref().is_some_and(reads_itself)
        {
            let help = "leave `this` out of what the condition looks at, with `except this`";
            let what = "whether this clause disables `this` depends on whether `this` is disabled";
            return self.refused(span, what, help);
        }
        if status == DISABLED && picks_by_disabled(&set) {
            let help = "choose the buildings without `active` and `disabled`, as in `the oldest of your buildings`";
            let what = "whether this clause disables a building depends on whether the building is disabled";
            return self.refused(lasting.set.span, what, help);
        }
        let mut settled = true;
        // DIS-5: what disables is settled first, in its own order; then the others, one by one.
        for (read, at) in std::mem::take(&mut self.read) {
            let later = read == ANYTHING || names.settled_at(read) >= names.settled_at(status);
            if later && (read, status) != (DISABLED, DISABLED) {
                let problem = Problem::SettledLater {
                    own: names.status_name(status).to_string(),
                    read: names.status_name(read).to_string(),
                };
                self.fault::<()>(at, problem);
                settled = false;
            }
        }
        let against = self.against(lasting, status, of_players)?;
        settled.then_some(Lasting {
            condition,
            set,
            status,
            of_players,
            against,
        })
    }

    /// The texts that a status is cut to.
    fn against(
        &mut self,
        lasting: &ast::Lasting,
        status: u8,
        of_players: bool,
    ) -> Option<Vec<Against>> {
        let Some(first) = lasting.against.first() else {
            return Some(Vec::new());
        };
        if status == DISABLED {
            let help = "remove `against` and what follows it; to protect buildings, write `your buildings cannot be disabled by other buildings`";
            return self.refused(
                first.span,
                "`disabled` applies to all texts, not `against` some",
                help,
            );
        }
        if of_players {
            return self.misplaced(
                first.span,
                "`against`",
                "use `against` only with a status of buildings",
            );
        }
        let mut against = Vec::new();
        for one in &lasting.against {
            let named = maybe(one.node.named.as_ref(), |name| {
                let found = self.face_name(name);
                found.and_then(|found| self.may_do(one.node.agent, name).map(|()| found))
            });
            against.push(named.map(|named| Against {
                agent: one.node.agent,
                named,
                of_others: one.node.of_others,
            }));
        }
        against.into_iter().collect()
    }
}
