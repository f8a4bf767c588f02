//! Renders diagnostics, and is the only place that does.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{IsTerminal, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode,
    ThemeCharacters, ThemeStyles,
};
use terminal_size::{Width, terminal_size};
use textwrap::{WordSeparator, WordSplitter};

use crate::terminal::excerpt::{Excerpt, told};
use crate::{Failure, colour};
use rules::Notice;
use text::{plain, plural, steers};

/// Writes a failure to the error output: in colour and with fine lines on a terminal, in plain text elsewhere.
pub fn show(failure: &Failure) {
    let text = draw(failure, std::io::stderr().is_terminal());
    // Where errors cannot be written, nothing can be said about it.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A failure as a report, with all its faults one after the other; `fine` on a terminal.
pub fn draw(failure: &Failure, fine: bool) -> String {
    match failure {
        Failure::Usage(remark) | Failure::Run(remark) => render(remark.as_ref(), fine),
        Failure::Settings(report) | Failure::Files(report) => all(&report.faults, fine, false),
        // What has been advised once for a text that is typed is not advised again.
        Failure::Texts(remarks) => all(remarks, fine, true),
        Failure::Told | Failure::Interrupted | Failure::Left(_) | Failure::Closed => String::new(),
    }
}

/// Writes to the error output what files are warned of.
pub fn warn(warned: &[Notice]) {
    let mut text = all(
        &warned[..warned.len().min(MOST)],
        std::io::stderr().is_terminal(),
        false,
    );
    if let more @ 1.. = warned.len().saturating_sub(MOST) {
        text += &format!("\nand {}\n", plural(more as u64, "more warning"));
    }
    // Where they cannot be written, the files are right all the same.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A diagnostic whose words steer no terminal and have an end, whoever has written what they quote.
struct Tame<'a> {
    diagnostic: &'a dyn Diagnostic,
    /// Stands for what is left out.
    sign: &'a str,
}

impl Tame<'_> {
    fn words(&self, text: &str) -> String {
        plain(&told(text, self.sign)).into_owned()
    }
}

impl fmt::Display for Tame<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words(&self.diagnostic.to_string()))
    }
}

impl fmt::Debug for Tame<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Tame<'_> {}

impl Diagnostic for Tame<'_> {
    fn severity(&self) -> Option<Severity> {
        self.diagnostic.severity()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.diagnostic.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let tame = |label: LabeledSpan| {
            let text = label.label().map(|text| self.words(text));
            LabeledSpan::new_with_span(text, *label.inner())
        };
        Some(Box::new(self.diagnostic.labels()?.map(tame)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.diagnostic.help()?.to_string();
        Some(Box::new(self.words(&help)))
    }
}

/// So many faults are told at once; of further ones it is said how many there are.
pub const MOST: usize = 100;

/// Draws them; with `once`, the same advice is given once.
fn all<D: Diagnostic>(faults: &[D], fine: bool, once: bool) -> String {
    let advice = |fault: &D| fault.help().map(|help| help.to_string());
    let mut given = BTreeSet::new();
    let one = |fault: &D| match !once || advice(fault).is_none_or(|advice| given.insert(advice)) {
        true => render(fault, fine),
        false => render(&Unadvised(fault), fine),
    };
    let told = faults
        .iter()
        .take(MOST)
        .map(one)
        .collect::<Vec<_>>()
        .join("\n");
    match faults.len().saturating_sub(MOST) {
        0 => told,
        more => format!(
            "{told}\nand {}: mend these first\n",
            plural(more as u64, "more fault")
        ),
    }
}

/// A fault whose advice has been given.
#[derive(Debug)]
struct Unadvised<'a, D>(&'a D);

impl<D: fmt::Display> fmt::Display for Unadvised<'_, D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<D: Diagnostic> std::error::Error for Unadvised<'_, D> {}

impl<D: Diagnostic> Diagnostic for Unadvised<'_, D> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

fn render(diagnostic: &dyn Diagnostic, fancy: bool) -> String {
    let sign = if fancy { "…" } else { "..." };
    let tame = Tame { diagnostic, sign };
    let excerpt = Excerpt::of(&tame, sign);
    let diagnostic: &dyn Diagnostic = excerpt.as_ref().map_or(&tame, |excerpt| excerpt);
    let colour = colour::wanted(fancy);
    let theme = GraphicalTheme {
        characters: if fancy {
            ThemeCharacters::unicode()
        } else {
            ThemeCharacters::ascii()
        },
        styles: if colour {
            ThemeStyles::ansi()
        } else {
            ThemeStyles::none()
        },
    };
    let mut out = String::new();
    if let Some(name) = beyond_drawing(diagnostic) {
        let sentence = diagnostic.to_string();
        let file = if sentence.contains(&name) {
            String::new()
        } else {
            format!("{name}: ")
        };
        let help = diagnostic
            .help()
            .map(|help| format!("  help: {help}\n"))
            .unwrap_or_default();
        return format!("  x {file}{sentence}\n{help}");
    }
    // Paths, ids and commands stay whole, so that they can be copied.
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width(fancy))
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut out, diagnostic);
    out.trim_start_matches('\n').to_string()
}

/// How wide a report is: no wider than the terminal that it is for.
fn width(fancy: bool) -> usize {
    const WIDEST: usize = 100;
    let terminal = terminal_size()
        .filter(|_| fancy)
        .map(|(Width(width), _)| usize::from(width));
    terminal.map_or(WIDEST, |width| width.clamp(40, WIDEST))
}

/// Of a place in several lines, one longer than this is not drawn: it does not fit the drawing's columns.
const LONGEST_LINE: usize = 4000;
/// More lines than a text has.
const ALL: usize = usize::MAX;

fn hostile(sign: char) -> bool {
    steers(sign) && !matches!(sign, '\n' | '\r' | '\t')
}

/// The name of the text, when its lines are too long to be drawn, would steer the terminal, or nothing is in them.
fn beyond_drawing(diagnostic: &dyn Diagnostic) -> Option<String> {
    let source = diagnostic.source_code()?;
    diagnostic.labels()?.find_map(|label| {
        let lines = source.read_span(label.inner(), 1, 1).ok()?;
        let longest = lines
            .data()
            .split(|byte| *byte == b'\n')
            .map(<[u8]>::len)
            .max()?;
        // An empty line has its place all the same, unless the whole text is empty.
        let blank = lines.data().trim_ascii().is_empty()
            && source
                .read_span(label.inner(), ALL, ALL)
                .is_ok_and(|all| all.data().trim_ascii().is_empty());
        let name = lines.name().unwrap_or_default();
        if std::str::from_utf8(lines.data()).is_ok_and(|text| text.contains(hostile)) {
            let here = source.read_span(label.inner(), 0, 0).ok()?;
            return Some(format!("{name}:{}", here.line() + 1));
        }
        (longest > LONGEST_LINE || blank).then(|| name.to_string())
    })
}
