//! Long output page by page, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use terminal_size::{Height, Width, terminal_size};

use crate::{Failure, interrupt, plain};
use text::{columns, wrapped, wrapped_commands};

/// Columns where no terminal says how wide it is.
pub const WIDTH: usize = 100;

/// Fewer columns than these are not written for.
const NARROWEST: usize = 40;

/// How wide lines may be.
pub fn width() -> usize {
    if io::stdout().is_terminal() {
        terminal_width()
    } else {
        WIDTH
    }
}

fn terminal_width() -> usize {
    terminal_size().map_or(WIDTH, |(Width(width), _)| usize::from(width).max(NARROWEST))
}

/// Columns that a table may take: as many as it likes where no terminal shows it.
pub fn room() -> usize {
    if io::stdout().is_terminal() {
        width()
    } else {
        usize::MAX
    }
}

/// Tables in columns, with blank lines between them: at a terminal the gaps between columns are as narrow as need be.
pub fn narrowed(text: &str) -> String {
    narrowed_to(text, room())
}

/// The same within so many columns, if that can be.
pub fn narrowed_to(text: &str, width: usize) -> String {
    // Where letters are wide, columns are not counted in letters.
    if text
        .lines()
        .any(|line| columns(line) != line.chars().count())
    {
        return text.to_string();
    }
    let mut out = Vec::new();
    for table in text.split("\n\n") {
        let mut lines: Vec<Vec<char>> = table.lines().map(|line| line.chars().collect()).collect();
        let blank = |line: &[char], at: usize| line.get(at).is_none_or(|sign| *sign == ' ');
        loop {
            let widest = lines.iter().map(Vec::len).max().unwrap_or(0);
            // A gap of two columns where all lines have one.
            let all = |at: usize| {
                lines
                    .iter()
                    .all(|line| blank(line, at) && blank(line, at + 1))
            };
            let mut places = 0..widest.saturating_sub(1);
            let gap = places.find(|at| all(*at)).filter(|_| widest > width);
            let Some(gap) = gap else { break };
            for line in lines.iter_mut().filter(|line| gap < line.len()) {
                line.remove(gap);
            }
        }
        let lines: Vec<String> = lines.iter().map(|line| line.iter().collect()).collect();
        out.push(lines.join("\n"));
    }
    let end = if text.ends_with('\n') && !text.ends_with("\n\n") {
        "\n"
    } else {
        ""
    };
    out.join("\n\n") + end
}

/// A line for the error output: no longer than the terminal is wide that shows it.
pub fn fitted_beside(line: &str) -> String {
    if !io::stderr().is_terminal() {
        return line.to_string();
    }
    wrapped_commands(line, "", "  ", terminal_width())
}

/// A text for whoever reads it: at a terminal no line is longer than that is wide, and what goes on is set in.
pub fn fitted(text: &str) -> String {
    if !io::stdout().is_terminal() {
        return text.to_string();
    }
    text.lines().map(|line| fitted_line(line) + "\n").collect()
}

/// The same of card texts: where a line is too long they are broken, too.
pub fn fitted_texts(text: &str) -> String {
    let width = room();
    let fits = |line: &str| columns(line) <= width;
    let line = |line: &str| match fits(line) {
        true => line.to_string() + "\n",
        false => {
            let indent = " ".repeat(line.len() - line.trim_start().len());
            wrapped(line.trim_start(), &indent, &format!("{indent}    "), width) + "\n"
        }
    };
    text.lines().map(line).collect()
}

/// The same of a line, whoever reads it. Commands stay in one piece.
pub fn fitted_line(line: &str) -> String {
    if columns(line) <= width() {
        return line.to_string();
    }
    let indent = " ".repeat(line.len() - line.trim_start().len());
    wrapped_commands(line.trim_start(), &indent, &format!("{indent}  "), width())
}

/// Writes a text, by the pager when it is longer than the terminal is high. `asked` is the pager of the settings.
pub fn show(text: &str, asked: Option<&str>) -> Result<(), Failure> {
    let fits = || match terminal_size() {
        Some((_, Height(height))) => text.lines().count() < usize::from(height),
        None => true,
    };
    let paged = io::stdout().is_terminal() && !fits() && paged(text, &chosen(asked));
    match paged {
        true => Ok(()),
        false => Ok(plain::stdout().write_all(text.as_bytes())?),
    }
}

/// The settings' pager, that of the environment, or the usual one.
fn chosen(asked: Option<&str>) -> String {
    let variable = || std::env::var("PAGER").ok();
    asked
        .map(str::to_string)
        .or_else(variable)
        .unwrap_or_else(|| "less".to_string())
}

/// Shows a text by a command. Answers `false` when there is no such command, or it does not know how.
pub fn paged(text: &str, command: &str) -> bool {
    let Some((program, arguments)) = shlex::split(command).and_then(|words| {
        let (program, arguments) = words.split_first()?;
        Some((program.clone(), arguments.to_vec()))
    }) else {
        return false;
    };
    let mut pager = Command::new(program);
    pager.args(arguments).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours pass, and what fits after all stays on the screen.
        pager.env("LESS", "FRX");
    }
    // Ctrl-C is for the pager, which may heed it in its own way; the terminal is its own until it ends.
    let _left = interrupt::leave_to_others();
    let Ok(mut child) = pager.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // Who has read enough closes the pager early.
        let _ = input.write_all(text::plain(text).as_bytes());
    }
    // Whoever ends it by a signal has seen enough, too.
    child
        .wait()
        .is_ok_and(|status| status.success() || status.code().is_none())
}

#[cfg(test)]
mod tests {
    use super::{chosen, narrowed_to, paged};

    #[test]
    fn gaps_between_columns_become_narrow_where_lines_are_too_long() {
        let text = "bot      wins\nrandom      3\n\nby seat\n";
        assert_eq!(narrowed_to(text, 80), text);
        assert_eq!(
            narrowed_to(text, 11),
            "bot    wins\nrandom    3\n\nby seat\n"
        );
        // No narrower than that: what is wide in one line is narrow in the other.
        assert_eq!(narrowed_to(text, 5), narrowed_to(text, 11));
    }

    #[test]
    fn the_settings_come_before_the_environment() {
        assert_eq!(chosen(Some("more -s")), "more -s");
    }

    #[test]
    fn what_cannot_be_started_pages_nothing() {
        assert!(
            !paged("text", "") && !paged("text", "no-such-program-is-there") && !paged("text", "'")
        );
    }
}
