//! Checks how texts read where disputes are settled otherwise: one reading always holds, and it is clear which.

use std::collections::BTreeSet;

use super::In;
use super::scope::too_many;
use crate::error::{Problem, Report};
use crate::file::Instead;
use crate::tree::Disputed;
use lang::ast::{Text, Word};
use text::limits::READINGS;
use text::{Span, Spanned};

/// Disputes and values, by number.
type Settled = BTreeSet<(usize, usize)>;

/// A text with its other readings, each checked as `check` does, which is told whether it is the printed one.
pub fn instead<T>(
    file: In,
    name: &Word,
    (printed, others): (&Text, &[Instead]),
    report: &mut Report,
    mut check: impl FnMut(&Text, bool, &mut Report) -> Option<T>,
) -> Option<Disputed<T>> {
    let printed = check(printed, true, report);
    let mut instead = Vec::new();
    let mut known: Vec<(Settled, Span)> = Vec::new();
    if others.len() > READINGS {
        let problem = too_many("other readings of one text", others.len(), READINGS);
        report.add(file.source, name.span, problem);
        return None;
    }
    for other in others {
        let reading = check(&other.text, false, report);
        if let (Some((settled, span)), Some(reading)) = (settled(file, other, report), reading) {
            if settled.iter().all(|(_, value)| *value == 0) {
                let what = "this reading is for the default values, which the printed text is for";
                let help = "make this the printed text, and the printed text the reading for the other value";
                file.refused(span, (what, help), report);
            }
            if known.iter().any(|(before, _)| *before == settled) {
                let what = "another reading is for the same values";
                let help = "remove one of them, or change its `if`";
                file.refused(span, (what, help), report);
            }
            known.push((settled.clone(), span));
            instead.push((settled.into_iter().collect::<Vec<_>>(), reading));
        }
    }
    meet(file, &known, report);
    Some(Disputed {
        printed: printed?,
        instead,
    })
}

/// The disputes and values of one reading, and where they are written.
fn settled(file: In, instead: &Instead, report: &mut Report) -> Option<(Settled, Span)> {
    let numbers = instead.settled.iter().map(|(dispute, value)| {
        let number = file.names.settled(dispute, value);
        number
            .map_err(|wrong| report.add(file.source, wrong.0, wrong.1))
            .ok()
    });
    let all: Vec<_> = numbers.collect();
    let spans = instead
        .settled
        .iter()
        .map(|(dispute, value)| dispute.span.to(value.span));
    let span = spans
        .reduce(Span::to)
        .expect("file.rs leaves out what names no dispute");
    Some((all.into_iter().collect::<Option<_>>()?, span))
}

/// Where two readings can hold at once, a third must be for that.
fn meet(file: In, known: &[(Settled, Span)], report: &mut Report) {
    for (at, (one, _)) in known.iter().enumerate() {
        for (other, span) in &known[at + 1..] {
            let both: Settled = one.union(other).copied().collect();
            let disputes: BTreeSet<usize> = both.iter().map(|(dispute, _)| *dispute).collect();
            if disputes.len() == both.len() && !known.iter().any(|(third, _)| *third == both) {
                let said = both.iter().map(|(dispute, value)| {
                    let (name, values) = &file.names.disputes[*dispute];
                    format!("{name} = \"{}\"", values[*value])
                });
                let both = said.collect::<Vec<_>>().join(", ");
                report.add(file.source, *span, Problem::ReadingsMeet { both });
            }
        }
    }
}

/// A reading must have what the printed text has: what the table marks or others write hangs on it.
pub(super) fn same<T: PartialEq>(
    file: In,
    at: Spanned<&'static str>,
    (printed, reading): (T, T),
    report: &mut Report,
) {
    if printed != reading {
        report.add(
            file.source,
            at.span,
            Problem::ReadsOtherwise { what: at.node },
        );
    }
}
