//! Renders diagnostics, and is the only place that does.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{IsTerminal, Write};

use itertools::Itertools;
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
        Failure::Usage(remark) | Failure::Run(remark) => render(remark.as_ref(), fine, true),
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

/// A diagnostic as it is drawn: its words steer no terminal and have an end, whoever has written what they quote, and long lines
/// around its place are cut.
struct Page<'a> {
    words: String,
    help: Option<String>,
    severity: Option<Severity>,
    labels: Option<Vec<LabeledSpan>>,
    source: Option<&'a dyn SourceCode>,
    excerpt: Option<Excerpt>,
}

impl Page<'_> {
    /// `sign` stands for what is left out.
    fn of<'a>(diagnostic: &'a dyn Diagnostic, advised: bool, sign: &str) -> Page<'a> {
        let tame = |text: &str| plain(&told(text, sign)).into_owned();
        let label = |label: LabeledSpan| {
            LabeledSpan::new_with_span(label.label().map(tame), *label.inner())
        };
        let help = diagnostic.help().filter(|_| advised);
        let mut page = Page {
            words: tame(&diagnostic.to_string()),
            help: help.map(|help| tame(&help.to_string())),
            severity: diagnostic.severity().filter(|_| advised),
            labels: diagnostic
                .labels()
                .map(|labels| labels.map(label).collect()),
            source: diagnostic.source_code(),
            excerpt: None,
        };
        if let (Some([label]), Some(source)) = (page.labels.as_deref(), page.source)
            && let Some((label, excerpt)) = Excerpt::of(label, source, sign)
        {
            (page.labels, page.excerpt) = (Some(vec![label]), Some(excerpt));
        }
        page
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}

impl std::error::Error for Page<'_> {}

impl Diagnostic for Page<'_> {
    fn severity(&self) -> Option<Severity> {
        self.severity
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let excerpt = self
            .excerpt
            .as_ref()
            .map(|excerpt| excerpt as &dyn SourceCode);
        excerpt.or(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.as_ref()?.iter().cloned()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.help.as_ref()?))
    }
}

/// So many faults are told at once; of further ones it is said how many there are.
pub const MOST: usize = 100;

/// Draws them; with `once`, the same advice is given once.
fn all<D: Diagnostic>(faults: &[D], fine: bool, once: bool) -> String {
    let advice = |fault: &D| fault.help().map(|help| help.to_string());
    let mut given = BTreeSet::new();
    let mut one = |fault: &D| {
        let advised = !once || advice(fault).is_none_or(|advice| given.insert(advice));
        render(fault, fine, advised)
    };
    let told = faults.iter().take(MOST).map(&mut one).join("\n");
    match faults.len().saturating_sub(MOST) {
        0 => told,
        more => format!(
            "{told}\nand {}: fix these first\n",
            plural(more as u64, "more fault")
        ),
    }
}

fn render(diagnostic: &dyn Diagnostic, fancy: bool, advised: bool) -> String {
    let page = Page::of(diagnostic, advised, if fancy { "…" } else { "..." });
    if let Some(name) = beyond_drawing(&page) {
        let file = if page.words.contains(&name) {
            String::new()
        } else {
            format!("{name}: ")
        };
        let help = page.help.map(|help| format!("  help: {help}\n"));
        return format!("  x {file}{}\n{}", page.words, help.unwrap_or_default());
    }
    let theme = GraphicalTheme {
        characters: match fancy {
            true => ThemeCharacters::unicode(),
            false => ThemeCharacters::ascii(),
        },
        styles: match colour::wanted(fancy) {
            true => ThemeStyles::ansi(),
            false => ThemeStyles::none(),
        },
    };
    // Paths, ids and commands stay whole, so that they can be copied.
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width(fancy))
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut out, &page);
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
