//! Signs and styles: fine or plain, coloured or not. Nothing is told by colour alone, and no background is set.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use rules::Badge;

/// What a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Signs beyond ASCII.
    pub fine: bool,
    pub colour: bool,
}

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Plain,
    /// Headings.
    Head,
    /// One's own.
    Own,
    /// What the cursor is on.
    Cursor,
    /// What can be picked.
    Pick,
    /// Of less interest.
    Dim,
    Warn,
    /// What has just happened.
    Fresh,
}

impl Look {
    pub fn style(self, role: Role) -> Style {
        let bold = |colour: Color| (Some(colour), Modifier::BOLD);
        let (colour, modifier) = match role {
            Role::Plain => (None, Modifier::empty()),
            Role::Head => bold(Color::Cyan),
            Role::Own => bold(Color::Green),
            Role::Warn => bold(Color::Red),
            Role::Fresh => bold(Color::Magenta),
            Role::Cursor => (None, Modifier::REVERSED.union(Modifier::BOLD)),
            Role::Pick => (Some(Color::Green), Modifier::empty()),
            Role::Dim => (None, Modifier::DIM),
        };
        let colour = colour.filter(|_| self.colour);
        Style {
            fg: colour,
            ..Style::new().add_modifier(modifier)
        }
    }

    fn sign(self, fine: &'static str, plain: &'static str) -> &'static str {
        if self.fine { fine } else { plain }
    }

    /// Before what the cursor is on.
    pub fn cursor(self) -> &'static str {
        self.sign("►", ">")
    }

    /// Before what can be picked.
    pub fn pick(self) -> &'static str {
        self.sign("▻", "+")
    }

    /// Between parts of a line.
    pub fn dot(self) -> &'static str {
        self.sign(" · ", " - ")
    }

    /// Where a text was cut.
    pub fn cut(self) -> &'static str {
        self.sign("…", "~")
    }

    /// Before whose turn it is.
    pub fn turn(self) -> &'static str {
        self.sign("●", "*")
    }

    /// Where something happens just now.
    pub fn now(self) -> &'static str {
        self.sign("»", "@")
    }

    pub fn warning(self) -> &'static str {
        self.sign("▲", "!!")
    }

    pub fn across(self) -> &'static str {
        self.sign("─", "-")
    }

    pub fn arrows(self) -> &'static str {
        self.sign("←↑↓→", "arrows")
    }

    /// There is more to that side.
    pub fn more(self, left: bool) -> &'static str {
        if left {
            self.sign("‹", "<")
        } else {
            self.sign("›", ">")
        }
    }

    /// The sign of a status, by its number; its word stands beside it where there is room.
    pub fn status(self, number: usize) -> &'static str {
        let (fine, plain) = STATUSES[number % STATUSES.len()];
        self.sign(fine, plain)
    }

    /// The emblem of a face, before its name: a sign, or the first letters of what it shows.
    pub fn emblem(self, badge: Badge) -> String {
        let emblem = badge.emblem.map(|emblem| match self.fine {
            true => format!("{} ", emblem.sign),
            false => format!("[{:.2}] ", emblem.name),
        });
        emblem.unwrap_or_default()
    }

    /// Something turns while somebody thinks.
    pub fn spinner(self, beat: u64) -> &'static str {
        let signs = match self.fine {
            true => &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"][..],
            false => &["|", "/", "-", "\\"],
        };
        signs[(beat % signs.len() as u64) as usize]
    }

    pub fn border(self) -> border::Set<'static> {
        if self.fine {
            border::ROUNDED
        } else {
            plain_border("+", "|", "-")
        }
    }

    /// The border of what the cursor is on.
    pub fn bold_border(self) -> border::Set<'static> {
        if self.fine {
            border::THICK
        } else {
            plain_border("#", "#", "=")
        }
    }

    /// The text in at most so many columns; where something had to go, a sign says so.
    pub fn fit(self, text: &str, width: usize) -> String {
        if columns(text) <= width {
            return text.to_string();
        }
        let mut used = 0;
        let fits = |letter: &char| {
            used += columns(letter.encode_utf8(&mut [0; 4]));
            used < width
        };
        let mut out: String = text.chars().take_while(fits).collect();
        if width > 0 {
            out.push_str(self.cut());
        }
        out
    }
}

/// The signs of statuses, fine and plain.
const STATUSES: [(&str, &str); 8] = [
    ("✗", "x"),
    ("◆", "#"),
    ("◉", "o"),
    ("◇", "v"),
    ("■", "%"),
    ("★", "&"),
    ("▼", "="),
    ("○", "$"),
];

fn plain_border(
    corner: &'static str,
    down: &'static str,
    across: &'static str,
) -> border::Set<'static> {
    border::Set {
        top_left: corner,
        top_right: corner,
        bottom_left: corner,
        bottom_right: corner,
        vertical_left: down,
        vertical_right: down,
        horizontal_top: across,
        horizontal_bottom: across,
    }
}

pub use text::columns;

/// A text in lines of so many columns; what goes on stands a little to the right of where the line began.
pub fn hanging(text: &str, width: usize) -> Vec<String> {
    let begin = text.len() - text.trim_start_matches([' ', '-']).len();
    let indent = if begin == 0 { 2 } else { begin };
    wrap(text, width, &" ".repeat(indent.min(width / 2)))
}

/// A text in lines of so many columns.
pub fn wrap(text: &str, width: usize, indent: &str) -> Vec<String> {
    let options = textwrap::Options::new(width.max(8)).subsequent_indent(indent);
    text.split('\n')
        .flat_map(|line| textwrap::wrap(line, &options))
        .map(|line| line.trim_end().to_string())
        .collect()
}
