//! What came out of a ruling, told to people and to programs.

use std::io::{self, Write};

use serde::Serialize;

use super::files::{Entry, Scripts};
use crate::plain::Plain;
use crate::report;
use crate::{Failure, pager};
use record::differences::{Difference, differences, write_differences};
use record::expectations::{Row, side_by_side};
use record::judge::judge_ruling;
use record::ruling::rule_faults;
use record::ruling::{self};
use record::trail::Trail;
use text::{Source, columns, padded};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    Holds,
    /// The table is not as expected.
    Differs,
    /// It cannot be read or played.
    Faulty,
}

/// What came out of one ruling, or of a file that cannot be read.
pub struct Verdict<'a> {
    pub outcome: Outcome,
    source: &'a Source,
    ruling: Option<&'a ruling::Ruling>,
    faults: Vec<ruling::Failure>,
    table: Vec<Row>,
    differences: Vec<Difference>,
}

impl<'a> Verdict<'a> {
    /// What is wrong with it.
    pub fn faults(&self) -> &[ruling::Failure] {
        &self.faults
    }

    /// What cannot be read of a file.
    pub fn unread(source: &'a Source, faults: &[ruling::Failure]) -> Verdict<'a> {
        let faults = faults.to_vec();
        Verdict {
            outcome: Outcome::Faulty,
            source,
            ruling: None,
            faults,
            table: Vec::new(),
            differences: Vec::new(),
        }
    }
}

/// Plays a ruling. Rulings of cards of one's own may pin rules of their own.
pub fn judge<'a>(entry: &Entry<'a>, scripts: &mut Scripts, own: bool) -> Verdict<'a> {
    let Entry { source, ruling, .. } = *entry;
    let verdict = |outcome, faults| Verdict {
        outcome,
        source,
        ruling: Some(ruling),
        faults,
        table: Vec::new(),
        differences: Vec::new(),
    };
    let mut trail = Trail::default();
    let unknown = if own || entry.own {
        Vec::new()
    } else {
        rule_faults(ruling)
    };
    let judged = scripts
        .of(ruling)
        .and_then(|script| judge_ruling(source, ruling, script, &mut trail));
    match judged {
        Err(faults) => verdict(Outcome::Faulty, [unknown, faults].concat()),
        Ok(_) if !unknown.is_empty() => verdict(Outcome::Faulty, unknown),
        Ok((_, faults)) if faults.is_empty() => verdict(Outcome::Holds, faults),
        Ok((game, faults)) => Verdict {
            table: side_by_side(ruling, &game),
            differences: differences(ruling, &game, &trail),
            ..verdict(Outcome::Differs, faults)
        },
    }
}

/// A line for each ruling, a report for each that fails, and how many there are.
pub fn write_text(out: &mut Plain<impl Write>, verdicts: &[Verdict], fine: bool) -> io::Result<()> {
    for verdict in verdicts {
        match (verdict.outcome, verdict.ruling) {
            (Outcome::Holds, Some(ruling)) => writeln!(out, "ok {}", ruling.id.get_ref())?,
            (_, Some(ruling)) => writeln!(out, "FAILED {}", ruling.id.get_ref())?,
            (_, None) => writeln!(out, "FAILED to read {}", verdict.source.name)?,
        }
        if verdict.outcome == Outcome::Holds {
            continue;
        }
        if let Some(ruling) = verdict.ruling {
            writeln!(out, "  {}", ruling.title)?;
        }
        let faults = Failure::texts(
            &verdict.source.name,
            &verdict.source.text,
            verdict.faults.clone(),
        );
        // Its colours are for the terminal, and what is quoted in it is plain.
        out.as_it_is(&format!("\n{}\n", report::draw(&faults, fine).trim_end()))?;
        if verdict.table.iter().any(|row| !row.agrees()) {
            writeln!(out)?;
            write_table(out, &verdict.table)?;
        }
        if !verdict.differences.is_empty() {
            write!(
                out,
                "\nWhy it is so:\n{}",
                write_differences(&verdict.differences)
            )?;
        }
        writeln!(out)?;
    }
    let failed = verdicts
        .iter()
        .filter(|verdict| verdict.outcome != Outcome::Holds)
        .count();
    match (verdicts.len(), failed) {
        (1, 0) => writeln!(out, "1 ruling passed"),
        (all, 0) => writeln!(out, "all {all} rulings passed"),
        (all, failed) => writeln!(out, "{failed} of {all} failed"),
    }
}

/// Expected and actual lines side by side; those that differ are marked.
fn write_table(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let key = |row: &Row| match &row.viewer {
        Some(viewer) => format!("{viewer} sees {}", row.key),
        None => row.key.clone(),
    };
    let shown = |text: &str| {
        if text.is_empty() {
            "(nothing)".to_string()
        } else {
            text.to_string()
        }
    };
    let actual = |row: &Row| {
        row.actual
            .as_deref()
            .map_or("(no such line)".to_string(), shown)
    };
    let widest = |width: &dyn Fn(&Row) -> usize| rows.iter().map(width).max().unwrap_or(0);
    let keys = widest(&|row| columns(&key(row)));
    let left = widest(&|row| columns(&shown(&row.expected))).max("expected".len());
    let right = widest(&|row| columns(&actual(row)));
    // What does not fit side by side is put under each other.
    if keys + left + right + 8 > pager::width() {
        for row in rows.iter().filter(|row| !row.agrees()) {
            writeln!(out, "  {} expected: {}", key(row), shown(&row.expected))?;
            writeln!(out, "  {}   actual: {}", key(row), actual(row))?;
        }
        return Ok(());
    }
    writeln!(out, "    {:keys$}  {:left$}  actual", "", "expected")?;
    for row in rows {
        let mark = if row.agrees() { ' ' } else { '!' };
        let (key, expected) = (padded(&key(row), keys), padded(&shown(&row.expected), left));
        writeln!(out, "  {mark} {key}  {expected}  {}", actual(row))?;
    }
    Ok(())
}

/// The whole run for other programs.
#[derive(Serialize)]
struct Document<'a> {
    rulings: Vec<Record<'a>>,
    /// Files that cannot be read.
    unread: Vec<Unread<'a>>,
    passed: usize,
    failed: usize,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    title: &'a str,
    rules: Vec<&'a str>,
    file: &'a str,
    line: usize,
    /// `ok`, `differs` or `faulty`.
    outcome: &'static str,
    faults: Vec<Fault<'a>>,
    #[serde(skip_serializing_if = "is_none")]
    more_faults: usize,
    lines: Vec<Line<'a>>,
    differences: Vec<Reason<'a>>,
}

#[derive(Serialize)]
struct Unread<'a> {
    file: &'a str,
    faults: Vec<Fault<'a>>,
    /// So many are not among them.
    #[serde(skip_serializing_if = "is_none")]
    more_faults: usize,
}

#[derive(Serialize)]
struct Fault<'a> {
    line: usize,
    /// Counted in characters, from 1.
    column: usize,
    reason: &'a str,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Line<'a> {
    viewer: Option<&'a str>,
    key: &'a str,
    expected: &'a str,
    actual: Option<&'a str>,
}

/// Differences that one event has made, and what made it.
#[derive(Serialize)]
struct Reason<'a> {
    says: &'a [String],
    because: Option<&'a str>,
}

/// One JSON document.
pub fn write_json(out: &mut impl Write, verdicts: &[Verdict]) -> io::Result<()> {
    let holds = |verdict: &&Verdict| verdict.outcome == Outcome::Holds;
    let passed = verdicts.iter().filter(holds).count();
    let document = Document {
        rulings: verdicts.iter().filter_map(record).collect(),
        unread: verdicts
            .iter()
            .filter(|verdict| verdict.ruling.is_none())
            .map(|verdict| Unread {
                file: &verdict.source.name,
                faults: faults(verdict),
                more_faults: more_faults(verdict),
            })
            .collect(),
        passed,
        failed: verdicts.len() - passed,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn record<'a>(verdict: &'a Verdict) -> Option<Record<'a>> {
    let ruling = verdict.ruling?;
    let line = |row: &'a Row| Line {
        viewer: row.viewer.as_deref(),
        key: &row.key,
        expected: &row.expected,
        actual: row.actual.as_deref(),
    };
    Some(Record {
        id: ruling.id.get_ref(),
        title: &ruling.title,
        rules: ruling.rule_ids().collect(),
        file: &verdict.source.name,
        line: verdict.source.line(ruling.id.span().start),
        outcome: match verdict.outcome {
            Outcome::Holds => "ok",
            Outcome::Differs => "differs",
            Outcome::Faulty => "faulty",
        },
        faults: faults(verdict),
        more_faults: more_faults(verdict),
        lines: verdict.table.iter().map(line).collect(),
        differences: verdict
            .differences
            .iter()
            .map(|Difference { says, because }: &'a Difference| Reason {
                says,
                because: because.as_deref(),
            })
            .collect(),
    })
}

fn faults<'a>(verdict: &'a Verdict) -> Vec<Fault<'a>> {
    let text = verdict.source.text.as_bytes();
    let fault = |fault: &'a ruling::Failure| {
        let before = &text[..fault.span.start.min(text.len())];
        let column = String::from_utf8_lossy(
            before
                .rsplit(|byte| *byte == b'\n')
                .next()
                .unwrap_or_default(),
        )
        .chars()
        .count()
            + 1;
        let line = verdict.source.line(fault.span.start);
        Fault {
            line,
            column,
            reason: &fault.reason,
            help: fault.help.as_deref(),
        }
    };
    verdict
        .faults
        .iter()
        .take(report::MOST)
        .map(fault)
        .collect()
}

fn more_faults(verdict: &Verdict) -> usize {
    verdict.faults.len().saturating_sub(report::MOST)
}

/// All faults are told.
fn is_none(more: &usize) -> bool {
    *more == 0
}
