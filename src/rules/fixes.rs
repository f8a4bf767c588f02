//! What to write in the place of clauses that cannot be read, tried where they stand.

use super::error::{Problem, Report};
use crate::base::{Source, Span};
use crate::syntax::phrases::fixes;

/// For so many faults a fix is looked for.
const MOST: usize = 10;

/// The report with what to write for each text that cannot be read, where other wordings tell. `reads` reads the sources
/// again: what is to be written is right where it stands.
pub(super) fn with_fixes(
    mut report: Report,
    sources: &[Source],
    reads: impl Fn(Vec<Source>) -> Result<(), Report>,
) -> Report {
    for fault in report.faults.iter_mut().filter(|fault| matches!(fault.problem, Problem::Syntax { .. })).take(MOST) {
        let Some((source, place)) = &fault.place else { continue };
        let Problem::Syntax { within: Some(within), fix, .. } = &mut fault.problem else { continue };
        let of_it = |span: Span| span.start <= place.start && place.start <= span.end;
        let found = fixes(&source.text[within.start..within.end], within.start);
        let Some(mut found) = found.into_iter().find(|fix| of_it(fix.span)) else { continue };
        found.texts.retain(|text| {
            let span = found.span;
            let fixed = format!("{}{text}{}", &source.text[..span.start], &source.text[span.end..]);
            let fixed = |other: &Source| match other.name == source.name {
                true => Source::new(source.name.to_string(), fixed.clone()),
                false => other.clone(),
            };
            let there = |fault: (&str, Span)| {
                fault.0 == &*source.name && span.start <= fault.1.start && fault.1.start <= span.start + text.len()
            };
            match reads(sources.iter().map(fixed).collect()) {
                Ok(_) => true,
                Err(report) => !report.faults.iter().filter_map(|fault| fault.place()).any(there),
            }
        });
        *fix = Some(found).filter(|fix| !fix.texts.is_empty()).map(Box::new);
    }
    report
}
