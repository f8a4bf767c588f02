//! Long output page by page, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use terminal_size::{Height, Width, terminal_size};

use crate::app::{Failure, interrupt, plain};
use crate::base::wrapped_commands;

/// Columns where no terminal says how wide it is.
pub const WIDTH: usize = 100;

/// Fewer columns than these are not written for.
const NARROWEST: usize = 40;

/// How wide lines may be.
pub fn width() -> usize {
    let terminal = || terminal_size().map(|(Width(width), _)| usize::from(width).max(NARROWEST));
    if io::stdout().is_terminal() { terminal().unwrap_or(WIDTH) } else { WIDTH }
}

/// A text for whoever reads it: at a terminal no line is longer than that is wide, and what goes on is set in.
pub fn fitted(text: &str) -> String {
    if !io::stdout().is_terminal() {
        return text.to_string();
    }
    text.lines().map(|line| fitted_line(line) + "\n").collect()
}

/// The same of a line, whoever reads it. Commands stay in one piece.
pub fn fitted_line(line: &str) -> String {
    if line.chars().count() <= width() {
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
    asked.map(str::to_string).or_else(variable).unwrap_or_else(|| "less".to_string())
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
    let Ok(mut child) = pager.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // Who has read enough closes the pager early.
        let _ = input.write_all(crate::base::plain(text).as_bytes());
    }
    // Whoever ends it by a signal has seen enough, too.
    child.wait().is_ok_and(|status| status.success() || status.code().is_none())
}

#[cfg(test)]
mod tests {
    use super::{chosen, paged};

    #[test]
    fn the_settings_come_before_the_environment() {
        assert_eq!(chosen(Some("more -s")), "more -s");
    }

    #[test]
    fn what_cannot_be_started_pages_nothing() {
        assert!(!paged("text", "") && !paged("text", "no-such-program-is-there") && !paged("text", "'"));
    }
}
