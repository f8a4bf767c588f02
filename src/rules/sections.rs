//! Sections of set files: those of faces and of rules, and the texts that stand in all of them.

use super::error::{Problem, Report, near};
use super::file::{CrisisText, FaceText, Instead, SWITCHES, SetFile};
use super::table::{Table, Value, text_span, wrong};
use super::warning::{Allows, allow};
use lang::ast::Text;
use lang::{Fault, parse_cond, parse_text};
use text::{Source, Span};

pub(super) fn faces(
    allows: &mut Allows,
    source: &Source,
    table: &mut Table,
    key: &'static str,
    report: &mut Report,
) -> Vec<FaceText> {
    let mut faces = Vec::new();
    for (name, mut section) in table.sections(key, report) {
        allow(allows, source, (key, &name), &mut section, report);
        let rules = rule_ids(&mut section, report);
        let says = section.string("says", report);
        // A face whose text is broken is still a face: its name is not reported as unknown, too.
        let text = needed_text(source, &mut section, report).unwrap_or(Text {
            clauses: Vec::new(),
        });
        let instead = self::instead(source, &mut section, report);
        section.finish(report);
        faces.push(FaceText {
            name,
            rules,
            says,
            text,
            instead,
            origin: None,
        });
    }
    faces
}

/// How a text reads where disputes are settled otherwise.
pub(super) fn instead(source: &Source, section: &mut Table, report: &mut Report) -> Vec<Instead> {
    let mut all = Vec::new();
    for mut table in section.tables("instead", report) {
        let mut settled = Vec::new();
        match table.take("if") {
            Some((word, value)) => {
                let mut disputes = table.subtable(&word.node, value, report);
                let named = disputes.as_mut().map(Table::rest);
                if named.as_ref().is_some_and(Vec::is_empty) {
                    wrong(
                        source,
                        &word.node,
                        value,
                        "a table with at least one dispute and its value",
                        report,
                    );
                }
                for (name, value) in named.into_iter().flatten() {
                    let value = super::table::string(source, &name.node, value, report);
                    settled.extend(value.map(|value| (name, value)));
                }
            }
            None => table.missing("if", report),
        }
        let text = needed_text(source, &mut table, report);
        table.finish(report);
        // Without a dispute nothing more can be said about it, but that it lacks one.
        all.extend(
            text.filter(|_| !settled.is_empty())
                .map(|text| Instead { settled, text }),
        );
    }
    all
}

pub(super) fn rule_ids(section: &mut Table, report: &mut Report) -> Vec<String> {
    section
        .strings("rules", report)
        .into_iter()
        .map(|rule| rule.node)
        .collect()
}

pub(super) fn needed_text(
    source: &Source,
    section: &mut Table,
    report: &mut Report,
) -> Option<Text> {
    match section.take("text") {
        Some((_, value)) => text(source, value, report),
        None => {
            section.missing("text", report);
            None
        }
    }
}

pub(super) fn text(source: &Source, value: &Value, report: &mut Report) -> Option<Text> {
    let span = text_span(source, "text", value, report)?;
    match parse_text(&source.text[span.start..span.end], span.start) {
        Ok(text) => Some(text),
        Err(errors) => {
            syntax(source, errors, Some(span), report);
            None
        }
    }
}

/// What is wrong with a text, or, within none, with a condition.
fn syntax(source: &Source, errors: Vec<Fault>, within: Option<Span>, report: &mut Report) {
    for Fault { span, reason, help } in errors {
        report.add(
            source,
            span,
            Problem::Syntax {
                reason,
                help,
                within,
                fix: None,
            },
        );
    }
}

pub(super) fn rules(file: &mut SetFile, table: &mut Table, report: &mut Report) {
    let source = file.source.clone();
    for (name, mut section) in table.sections("rule", report) {
        allow(
            &mut file.allows,
            &source,
            ("rule", &name),
            &mut section,
            report,
        );
        if name.node == "crisis" {
            let rules = rule_ids(&mut section, report);
            let text = needed_text(&source, &mut section, report);
            let instead = self::instead(&source, &mut section, report);
            section.finish(report);
            file.crisis = text.map(|text| CrisisText {
                name,
                rules,
                text,
                instead,
            });
        } else if SWITCHES.contains(&name.node.as_str()) {
            match section.take("holds") {
                Some((_, value)) => {
                    if let Some(span) = text_span(&source, "holds", value, report) {
                        match parse_cond(&source.text[span.start..span.end], span.start) {
                            Ok(cond) => file.holds.push((name, cond)),
                            Err(errors) => syntax(&source, errors, None, report),
                        }
                    }
                }
                None => section.missing("holds", report),
            }
            section.finish(report);
        } else {
            let help = near(&name.node, SWITCHES.into_iter().chain(["crisis"]));
            let what = "rule of the game";
            report.add(
                &source,
                name.span,
                Problem::Unknown {
                    what,
                    name: name.node,
                    help,
                },
            );
        }
    }
}
