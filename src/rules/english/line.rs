//! Lays out what a text says: short blocks within one sentence, long ones as lists below their heads.

use crate::base::capital;

/// What is said where a text ends in this game whatever happens.
pub(super) const NOTHING_MORE: &str = "nothing more happens";

/// It holds at no time in this game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Never;

/// A part of a text in words.
#[derive(Debug, Clone)]
pub(super) enum Line {
    /// `draw 1 card`
    Phrase(String),
    /// `you may draw 1 card`: what stands behind it is done all the same, so that no sentence holds both.
    Offer(String),
    Block(Block),
}

/// A head and what stands under it.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// `if this has a card`
    pub(super) head: String,
    /// Between the head and what follows in the same sentence.
    pub(super) joint: &'static str,
    /// What a list below the head needs besides it.
    pub(super) above_list: &'static str,
    /// Said behind the block within one sentence, instead of the head.
    pub(super) note: Option<String>,
    /// All of it is one moment.
    pub(super) together: bool,
    /// It is always a list.
    pub(super) list: bool,
    pub(super) body: Vec<Line>,
    /// What happens where the head does not hold.
    pub(super) otherwise: Vec<Line>,
}

/// A sentence has at most so many letters, or a list is easier to read.
const LONG: usize = 190;
/// Heads inside heads within one sentence.
const DEEP: usize = 3;

impl Block {
    pub(super) fn new(head: impl Into<String>, joint: &'static str, body: Vec<Line>) -> Block {
        Block {
            head: head.into(),
            joint,
            above_list: "",
            note: None,
            together: false,
            list: false,
            body,
            otherwise: Vec::new(),
        }
    }

    /// How many heads are inside each other.
    fn depth(&self) -> usize {
        let inner = self.body.iter().chain(&self.otherwise).map(|line| match line {
            Line::Phrase(_) | Line::Offer(_) => 0,
            Line::Block(block) => block.depth(),
        });
        1 + inner.max().unwrap_or(0)
    }

    /// As a part of a sentence, if it fits into one.
    fn inline(&self) -> Option<String> {
        if self.list || self.depth() > DEEP {
            return None;
        }
        let body = inline(&self.body, self.together)?;
        let said = match &self.note {
            // It would be behind all of them, and speak of one.
            Some(note) => match self.body.as_slice() {
                [Line::Block(inner)] if inner.note.is_some() => return None,
                _ => format!("{body} ({note})"),
            },
            None => {
                let joint = if self.joint == ", " && body.starts_with("if ") { ": " } else { self.joint };
                format!("{}{joint}{body}", self.head)
            }
        };
        if self.otherwise.is_empty() {
            return Some(said);
        }
        // `otherwise` could belong to a head inside.
        if self.body.iter().any(|line| matches!(line, Line::Block(block) if block.note.is_none())) {
            return None;
        }
        Some(format!("{said}; otherwise, {}", inline(&self.otherwise, false)?))
    }
}

/// A list of phrases as one part of a sentence, if there is at most one block and it comes last.
fn inline(lines: &[Line], together: bool) -> Option<String> {
    let Some((last, front)) = lines.split_last() else { return Some("nothing happens".to_string()) };
    let mut phrases = Vec::new();
    for line in front {
        match line {
            Line::Phrase(phrase) => phrases.push(phrase.as_str()),
            Line::Offer(_) | Line::Block(_) => return None,
        }
    }
    let joint = if together { " and " } else { ", then " };
    let said = match last {
        Line::Phrase(last) | Line::Offer(last) => {
            phrases.push(last);
            match (together, phrases.as_slice()) {
                (true, [before @ .., last]) if before.len() > 1 => format!("{} and {last}", before.join(", ")),
                _ => phrases.join(joint),
            }
        }
        Line::Block(block) => {
            let said = block.inline()?;
            match phrases.is_empty() {
                true => said,
                false => format!("{}; then {said}", phrases.join(joint)),
            }
        }
    };
    (said.chars().count() <= LONG).then_some(said)
}

/// The lines of a text: a sentence each, what is inside a list marked and moved to the right.
pub(super) fn laid_out(lines: &[Line]) -> Vec<String> {
    let mut out = Vec::new();
    lay_out(lines, 0, &mut out);
    out
}

fn lay_out(lines: &[Line], depth: usize, out: &mut Vec<String>) {
    let mark = match depth {
        0 => String::new(),
        depth => format!("{}- ", "  ".repeat(depth)),
    };
    for line in lines {
        match line {
            Line::Phrase(phrase) | Line::Offer(phrase) => out.push(format!("{mark}{}", sentence(phrase))),
            Line::Block(block) => match block.inline().filter(|said| said.chars().count() <= LONG) {
                Some(said) => out.push(format!("{mark}{}", sentence(&said))),
                None => {
                    out.push(format!("{mark}{}{}:", capital(&block.head), block.above_list));
                    lay_out(&block.body, depth + 1, out);
                    if block.body.is_empty() {
                        out.push(format!("{}- Nothing happens.", "  ".repeat(depth + 1)));
                    }
                    if !block.otherwise.is_empty() {
                        out.push(format!("{mark}Otherwise:"));
                        lay_out(&block.otherwise, depth + 1, out);
                    }
                }
            },
        }
    }
}

/// A capital letter in front and a full stop behind.
pub(in crate::rules) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}
