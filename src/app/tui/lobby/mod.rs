//! Before the cards are dealt: what has been said, a question, and a list of answers.

mod draw;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEventKind, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::app::tui::look::Look;
use crate::app::tui::scene::{Effect, Input, Scene};
use crate::app::tui::ui::{is_no_letter, wants_out};

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Lobby {
    pub look: Look,
    /// What has been said, oldest first.
    pub said: Vec<String>,
    pub question: String,
    /// Each with what there is to say about it.
    pub options: Vec<(String, String)>,
    pub cursor: usize,
    /// Where the options were drawn last.
    pub hits: Vec<Rect>,
}

impl Lobby {
    pub fn new(look: Look) -> Lobby {
        Lobby { look, said: Vec::new(), question: String::new(), options: Vec::new(), cursor: 0, hits: Vec::new() }
    }

    /// Says this below what has been said.
    pub fn say(&mut self, sentence: String) {
        self.said.push(sentence);
    }

    /// Asks this next.
    pub fn ask(&mut self, question: &str, options: &[(String, String)]) {
        (self.question, self.options, self.cursor) = (question.to_string(), options.to_vec(), 0);
    }

    fn pick(&mut self, number: usize) -> Vec<Effect> {
        if number < self.options.len() { vec![Effect::Picked(number)] } else { Vec::new() }
    }

    fn letter(&self, letter: char) -> Option<usize> {
        let begins = |(label, _): &(String, String)| {
            label.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        let mut found = (0..self.options.len()).filter(|number| begins(&self.options[*number]));
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}

impl Scene for Lobby {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        let last = self.options.len().saturating_sub(1);
        match input {
            Input::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Input::Key(key) if wants_out(&key) => vec![Effect::Leave],
            Input::Key(key) if is_no_letter(&key) => Vec::new(),
            Input::Key(key) => match key.code {
                KeyCode::Char('q') | KeyCode::Esc => vec![Effect::Leave],
                KeyCode::Up | KeyCode::Left => {
                    self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
                    Vec::new()
                }
                KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                    self.cursor = if self.cursor >= last { 0 } else { self.cursor + 1 };
                    Vec::new()
                }
                KeyCode::Enter | KeyCode::Char(' ') => self.pick(self.cursor),
                KeyCode::Char(digit @ '1'..='9') => self.pick(usize::from(digit as u8 - b'1')),
                KeyCode::Char(letter) => self.letter(letter).map_or_else(Vec::new, |number| self.pick(number)),
                _ => Vec::new(),
            },
            Input::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                let at = Position::new(mouse.column, mouse.row);
                let found = self.hits.iter().position(|area| area.contains(at));
                found.map_or_else(Vec::new, |number| self.pick(number))
            }
            _ => Vec::new(),
        }
    }

    fn frame(&self) -> u64 {
        0
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.hits = draw::draw(self, frame);
    }
}
