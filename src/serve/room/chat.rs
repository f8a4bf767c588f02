//! What people say to each other, and what the table tells all of them.

use crate::wire::ChatLine;

/// Sentences that everybody may say: a name for programs, and the words.
pub const PHRASES: [(&str, &str); 10] = [
    ("hello", "Hello!"),
    ("good-luck", "Good luck."),
    ("well-played", "Well played."),
    ("thanks", "Thanks."),
    ("sorry", "Sorry."),
    ("oops", "Oops."),
    ("moment", "One moment, please."),
    ("your-turn", "It is your turn."),
    ("good-game", "Good game."),
    ("bye", "Bye!"),
];

/// Characters that somebody may say at once.
pub const LONGEST: usize = 300;

/// Lines that are kept; of older ones nobody is told any more.
const KEPT: usize = 400;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Chat {
    /// How many lines are not kept any more.
    dropped: usize,
    lines: Vec<ChatLine>,
}

impl Chat {
    /// Somebody says something, under the name that they have now: later somebody else may sit there.
    pub fn say(
        &mut self,
        chair: usize,
        name: String,
        phrase: Option<String>,
        text: String,
        at_ms: u64,
    ) {
        self.add(ChatLine {
            chair: Some(chair),
            name: Some(name),
            phrase,
            text,
            notice: None,
            at_ms,
        });
    }

    /// The table says something to all.
    pub fn notice(&mut self, notice: String) {
        self.add(ChatLine {
            notice: Some(notice),
            ..ChatLine::default()
        });
    }

    fn add(&mut self, line: ChatLine) {
        self.lines.push(line);
        if self.lines.len() > KEPT {
            self.lines.remove(0);
            self.dropped += 1;
        }
    }

    /// How many lines there have been.
    pub fn len(&self) -> usize {
        self.dropped + self.lines.len()
    }

    /// Those from that one on, and from which one on they are.
    pub fn from(&self, from: usize) -> (usize, Vec<ChatLine>) {
        let from = from.max(self.dropped).min(self.len());
        (from, self.lines[from - self.dropped..].to_vec())
    }
}

/// The words of a phrase.
pub fn phrase(name: &str) -> Option<&'static str> {
    PHRASES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
