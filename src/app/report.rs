//! Renders diagnostics, and is the only place that does.

use std::io::{IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};

use crate::app::Failure;
use crate::rules::Report;

/// Writes a failure to the error output: in colour and with fine lines on a terminal, in plain text elsewhere.
pub fn show(failure: &Failure) {
    let text = match failure {
        Failure::Usage(remark) | Failure::Run(remark) => render(remark.as_ref()),
        Failure::Settings(report) | Failure::Files(report) => render_all(report),
        Failure::Texts(remarks) => remarks.iter().map(|remark| render(remark)).collect::<Vec<_>>().join("\n"),
        Failure::Closed => return,
    };
    // Where errors cannot be written, nothing can be said about it.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// All faults of a report, one after the other.
pub fn render_all(report: &Report) -> String {
    report.faults.iter().map(|fault| render(fault)).collect::<Vec<_>>().join("\n")
}

fn render(diagnostic: &dyn Diagnostic) -> String {
    let fancy = std::io::stderr().is_terminal();
    let colour = fancy && std::env::var_os("NO_COLOR").is_none();
    let theme = GraphicalTheme {
        characters: if fancy { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let mut out = String::new();
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(100);
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut out, diagnostic);
    out.trim_start_matches('\n').to_string()
}
