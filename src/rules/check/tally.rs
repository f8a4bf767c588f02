//! Checks the texts of tallies, of a crisis and of switches.

use super::In;
use super::face::{CRISIS, SWITCH, TALLY};
use super::instead::instead;
use crate::error::{Problem, Report};
use crate::file::{CrisisText, TallyText};
use crate::tree::{Alone, Cond, Disputed, Set, Text};
use crate::verbs::Wanted;
use lang::ast::{self, Clause};
use text::Spanned;

/// The text of a tally: what it counts besides the cards that say that they count.
pub fn tally(file: In, tally: &TallyText, report: &mut Report) -> Option<Alone<Set>> {
    let text = tally.text.as_ref()?;
    let mut counted = None;
    let mut seen = false;
    for clause in &text.clauses {
        match &clause.node {
            Clause::Count(_) if seen => {
                report.add(
                    file.source,
                    clause.span,
                    Problem::SecondClause { what: "`count`" },
                );
            }
            Clause::Count(set) => {
                seen = true;
                counted = file.alone(TALLY, clause.span, report, |scope| {
                    scope.set_of(set, Wanted::Piece)
                });
            }
            other => file.misplaced(clause.span, other, TALLY.name, report),
        }
    }
    if !seen {
        let place = format!("the tally `{}`", tally.name.node);
        report.add(
            file.source,
            tally.name.span,
            Problem::MissingClause {
                place,
                what: "`count ...`",
            },
        );
    }
    counted
}

/// What happens when nothing is left to draw.
pub fn crisis(file: In, crisis: &CrisisText, report: &mut Report) -> Option<Disputed<Text>> {
    let texts = (&crisis.text, crisis.instead.as_slice());
    instead(file, &crisis.name, texts, report, |text, _, report| {
        crisis_text(file, &crisis.name, text, report)
    })
}

fn crisis_text(file: In, name: &ast::Word, text: &ast::Text, report: &mut Report) -> Option<Text> {
    let mut checked = None;
    let mut seen = false;
    for clause in &text.clauses {
        match &clause.node {
            Clause::Crisis(_) if seen => {
                let what = "`when nothing is left to draw`";
                report.add(file.source, clause.span, Problem::SecondClause { what });
            }
            Clause::Crisis(body) => {
                seen = true;
                checked = file.text(CRISIS, clause.span, body, report);
            }
            other => file.misplaced(clause.span, other, CRISIS.name, report),
        }
    }
    if !seen {
        let place = "the rule `crisis`".to_string();
        let what = "`when nothing is left to draw, ...`";
        report.add(
            file.source,
            name.span,
            Problem::MissingClause { place, what },
        );
    }
    checked
}

/// A switch of the game: a condition on disputes alone.
pub fn switch(file: In, cond: &Spanned<ast::Cond>, report: &mut Report) -> Option<Alone<Cond>> {
    let checked = file.alone(SWITCH, cond.span, report, |scope| scope.cond(cond))?;
    if !settled(&checked.node) {
        report.add(file.source, cond.span, Problem::NotSettled);
        return None;
    }
    Some(checked)
}

fn settled(cond: &Cond) -> bool {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => settled(left) && settled(right),
        Cond::Not(inner) => settled(inner),
        Cond::Dispute(..) => true,
        _ => false,
    }
}
