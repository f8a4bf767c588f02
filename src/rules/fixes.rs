//! What to write in the place of clauses that cannot be read, tried where they stand.

use super::error::{Fault, Problem, Report};
use lang::advice::{Advice, advice};
use lang::phrases::{Fix, fix_at, laid_out, mended};
use text::{Source, Span};

/// For so many faults a fix is looked for.
const MOST: usize = 10;

/// The report with what to write for each text that cannot be read, where other wordings tell. `reads` reads the sources
/// again: what is to be written is right where it stands.
pub(super) fn with_fixes(
    mut report: Report,
    sources: &[Source],
    reads: impl Fn(Vec<Source>) -> Result<(), Report>,
) -> Report {
    let of_words = |fault: &&mut Fault| {
        let problem = &fault.problem;
        matches!(problem, Problem::Syntax { .. } | Problem::Unknown { .. })
    };
    for fault in report.faults.iter_mut().filter(of_words).take(MOST) {
        let Some((source, place)) = fault.place.clone() else {
            continue;
        };
        // An unknown word may be another one for what the language says.
        let unknown = matches!(fault.problem, Problem::Unknown { .. });
        let within = match &fault.problem {
            Problem::Syntax { within, .. } => *within,
            _ => text_around(&source.text, place),
        };
        let Some(within) = within else { continue };
        let at = Span::new(place.start - within.start, place.end - within.start);
        let text = &source.text[within.start..within.end];
        let mut found = fix_at(text, within.start, at, unknown).unwrap_or(Fix {
            span: place,
            texts: Vec::new(),
        });
        // Why what would be written is refused.
        let mut refused = None;
        let span = found.span;
        let mut is_read_at = |span: Span, text: &String| {
            let (before, behind) = (&source.text[..span.start], &source.text[span.end..]);
            let fixed = format!("{before}{text}{behind}");
            let fixed = |other: &Source| match other.name == source.name {
                true => Source::new(source.name.to_string(), fixed.clone()),
                false => other.clone(),
            };
            let there = |fault: &&Fault| {
                fault.place().is_some_and(|(name, place)| {
                    let place = place.start;
                    name == &*source.name && (span.start..=span.start + text.len()).contains(&place)
                })
            };
            // What a recipe names by path is no source at hand.
            let named =
                Some(&source).filter(|named| sources.iter().all(|other| other.name != named.name));
            let Err(report) = reads(sources.iter().chain(named).map(fixed).collect()) else {
                return true;
            };
            let Some(fault) = report.faults.iter().find(there) else {
                return true;
            };
            let why = || match (text.contains('\n'), fault.problem.help()) {
                (true, Some(help)) => {
                    let problem = &fault.problem;
                    format!("what would be written here is refused, too: {problem}; {help}")
                }
                _ => format!("`{text}` is refused, too: {}", fault.problem),
            };
            refused.get_or_insert_with(why);
            false
        };
        if let (Problem::Syntax { .. }, Some(laid)) =
            (&fault.problem, laid_out(text, within.start, at))
        {
            laid.texts
                .iter()
                .for_each(|text| _ = is_read_at(laid.span, text));
        }
        let mut is_read = |text: &String| is_read_at(span, text);
        let first = found.texts.clone();
        found.texts.retain(&mut is_read);
        if found.texts.is_empty() {
            // Words that could be names may be other words for what the language says.
            let mended = first.iter().flat_map(|clause| mended(clause, text));
            found.texts = mended.filter(&mut is_read).collect();
            found.texts.dedup();
        }
        if !found.texts.is_empty() {
            let reason = fault.problem.to_string();
            let found = Some(Box::new(found));
            match &mut fault.problem {
                Problem::Syntax { fix, .. } => *fix = found,
                problem => {
                    let error = lang::Fault {
                        span: place,
                        reason,
                        help: None,
                    };
                    *problem = Problem::Syntax {
                        error,
                        within: Some(within),
                        fix: found,
                    };
                }
            }
        } else if let Some(advice) = advice(text, within.start, at) {
            let Advice {
                clause,
                fault: mut error,
                before,
            } = advice;
            let before = before.filter(|before| !before.is_empty() && is_read_at(clause, before));
            let before = before.map(|before| format!("write `{before}` before it"));
            error.help = match (error.help, before) {
                (Some(help), Some(before)) => Some(format!("{help}; {before}")),
                (help, before) => help.or(before),
            };
            fault.place = Some((source, error.span));
            fault.problem = Problem::syntax(error, Some(within));
        } else if let (Problem::Syntax { error, .. }, Some(_)) = (&mut fault.problem, &refused) {
            error.help = refused;
        }
    }
    report
}

/// The text in which that stands.
fn text_around(file: &str, place: Span) -> Option<Span> {
    const QUOTES: &str = "'''";
    // `text = '...'`, on one line.
    let line = file
        .get(..place.start)?
        .rfind('\n')
        .map_or(0, |end| end + 1);
    let before = &file[line..place.start];
    let opens = ["= '", "= \""]
        .iter()
        .filter_map(|quote| before.find(quote))
        .min()
        .map(|at| line + at + 3);
    if let Some(start) = opens.filter(|start| !file[start - 1..].starts_with(QUOTES)) {
        let length = file[start..].find(['\n', file[start - 1..].chars().next()?])?;
        let text = &file[start..start + length];
        return (start + length >= place.end && !text.contains('\\'))
            .then(|| Span::new(start, start + length));
    }
    let start = file[..place.start].rfind(QUOTES)? + QUOTES.len();
    // A line break behind the quotes is none of the text.
    let start = start + usize::from(file[start..].starts_with('\n'));
    let opens = file[..start].matches(QUOTES).count() % 2 == 1;
    let end = place.end + file.get(place.end..)?.find(QUOTES)?;
    opens.then(|| Span::new(start.min(place.start), end))
}
