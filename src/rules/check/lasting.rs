//! Checks what gives a status to buildings or players.

use super::Scope;
use super::paradox::{may_be_this, picks_by_disabled, reads_itself};
use super::scope::ANYTHING;
use crate::error::{Problem, near};
use crate::ir::{BARRED, BARRED_BUT_LAST, DISABLED, Element, LED, OPEN, SEEN};
use crate::tree::{Against, Lasting};
use crate::verbs::Wanted;
use lang::ast::{
    self, CANNOT_WIN, CANNOT_WIN_BUT_LAST, DECIDES, OPEN_HANDED, SEES_AND_DECIDES, SEES_HAND,
};
use text::Span;

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
            let help = near(
                &lasting.status.node,
                names.statuses.iter().map(String::as_str),
            );
            let problem = Problem::Unknown {
                what: "status",
                name: lasting.status.node.clone(),
                help,
            };
            self.fault::<()>(lasting.status.span, problem);
        }
        let condition = match &lasting.condition {
            Some(cond) => self.cond(cond).map(Some),
            None => Some(None),
        };
        let set = match status {
            Some(_) => self.set_of(
                &lasting.set,
                if of_players {
                    Wanted::Player
                } else {
                    Wanted::Building
                },
            ),
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
            let help = "it would hold exactly where it does not: leave `this` out of what the condition looks at, with \
                        `except this`";
            let what = "a clause that reads `disabled`, which it gives to `this` itself,";
            return self.misplaced(span, what, help);
        }
        if status == DISABLED && picks_by_disabled(&set) {
            let help = "it would hold exactly where it does not: say which ones without `active` and `disabled`, as in \
                        `the oldest of your buildings`";
            let what = "a clause that asks of what it disables whether that is disabled";
            return self.misplaced(lasting.set.span, what, help);
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
            let help = "a disabled building has no text for anybody; say what keeps it from that, `your buildings cannot be disabled by other buildings`";
            return self.misplaced(first.span, "`against`", help);
        }
        if of_players {
            return self.misplaced(
                first.span,
                "`against`",
                "only a status of buildings holds against some texts alone",
            );
        }
        let mut against = Some(Vec::new());
        for one in &lasting.against {
            let named = match &one.node.named {
                Some(name) => {
                    let found = self.face_name(name);
                    found.and_then(|found| self.may_do(one.node.agent, name).map(|()| Some(found)))
                }
                None => Some(None),
            };
            let one = named.map(|named| Against {
                agent: one.node.agent,
                named,
                of_others: one.node.of_others,
            });
            against = against.zip(one).map(|(mut against, one)| {
                against.push(one);
                against
            });
        }
        against
    }
}
