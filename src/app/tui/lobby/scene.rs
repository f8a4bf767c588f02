//! What keys and the mouse answer before the cards are dealt.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEventKind, MouseEventKind};
use ratatui::layout::Position;

use crate::tui::lobby::draw::draw;
use crate::tui::lobby::list::Lobby;
use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::ui::{is_no_letter, wants_out};

impl Scene for Lobby {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        let last = self.options.len().saturating_sub(1);
        if matches!(input, Input::Key(_) | Input::Mouse(_)) {
            (self.nowhere, self.helping) = (false, false);
        }
        match input {
            Input::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Input::Key(key) if wants_out(&key) => vec![Effect::Leave],
            Input::Key(key) if is_no_letter(&key) => Vec::new(),
            Input::Key(key) => match key.code {
                KeyCode::Char('q') => vec![Effect::Leave],
                KeyCode::Esc if self.back => vec![Effect::Leave],
                // It is one step back elsewhere, and ends no game.
                KeyCode::Esc => {
                    self.nowhere = true;
                    Vec::new()
                }
                KeyCode::Up | KeyCode::Left => {
                    self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
                    Vec::new()
                }
                KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                    self.cursor = if self.cursor >= last {
                        0
                    } else {
                        self.cursor + 1
                    };
                    Vec::new()
                }
                KeyCode::Enter | KeyCode::Char(' ') => self.pick(self.cursor),
                KeyCode::Char(digit @ '1'..='9') => self.pick(usize::from(digit as u8 - b'1')),
                KeyCode::F(1) => {
                    self.helping = true;
                    Vec::new()
                }
                KeyCode::Char(letter) => match self.letter(letter) {
                    Some(number) => self.pick(number),
                    // Whatever else is pressed is answered by what can be.
                    None => {
                        self.helping = true;
                        Vec::new()
                    }
                },
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
        self.hits = draw(self, frame);
    }
}
