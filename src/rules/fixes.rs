//! What to write in the place of clauses that cannot be read, tried where they stand.

use super::error::{Problem, Report};
use crate::base::{Source, Span};
use crate::syntax::SyntaxError;
use crate::syntax::phrases::{Fix, advice, fixes};

/// For so many faults a fix is looked for.
const MOST: usize = 10;

/// The report with what to write for each text that cannot be read, where other wordings tell. `reads` reads the sources
/// again: what is to be written is right where it stands.
pub(super) fn with_fixes(
    mut report: Report,
    sources: &[Source],
    reads: impl Fn(Vec<Source>) -> Result<(), Report>,
) -> Report {
    let of_words = |problem: &Problem| matches!(problem, Problem::Syntax { .. } | Problem::Unknown { .. });
    for fault in report.faults.iter_mut().filter(|fault| of_words(&fault.problem)).take(MOST) {
        let Some((source, place)) = &fault.place else { continue };
        // An unknown word may be another one for what the language says.
        let unknown = matches!(fault.problem, Problem::Unknown { .. });
        let within = match &fault.problem {
            Problem::Syntax { within, .. } => *within,
            _ => text_around(&source.text, *place),
        };
        let Some(within) = within else { continue };
        let of_it = |span: Span| span.start <= place.start && place.start <= span.end;
        let at = Span::new(place.start - within.start, place.end - within.start);
        let text = &source.text[within.start..within.end];
        let found = fixes(text, within.start, Some(at).filter(|_| unknown)).into_iter().find(|fix| of_it(fix.span));
        let advised = advice(text, within.start, at);
        let mut found = found.unwrap_or(Fix { span: *place, texts: Vec::new() });
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
        if found.texts.is_empty() {
            if let Some(SyntaxError { span, reason, help }) = advised {
                fault.place = Some((source.clone(), span));
                fault.problem = Problem::Syntax { reason, help, within: Some(within), fix: None };
            }
            continue;
        }
        let found = Some(Box::new(found));
        let reason = fault.problem.to_string();
        match &mut fault.problem {
            Problem::Syntax { fix, .. } => *fix = found,
            Problem::Unknown { help, .. } => {
                let help = Some(std::mem::take(help));
                fault.problem = Problem::Syntax { reason, help, within: Some(within), fix: found };
            }
            _ => {}
        }
    }
    report
}

/// The text in which that stands.
fn text_around(file: &str, place: Span) -> Option<Span> {
    const QUOTES: &str = "'''";
    let start = file.get(..place.start)?.rfind(QUOTES)? + QUOTES.len();
    // A line break behind the quotes is none of the text.
    let start = start + usize::from(file[start..].starts_with('\n'));
    let opens = file[..start].matches(QUOTES).count() % 2 == 1;
    let end = place.end + file.get(place.end..)?.find(QUOTES)?;
    opens.then(|| Span::new(start.min(place.start), end))
}
