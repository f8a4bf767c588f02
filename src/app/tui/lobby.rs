//! What is asked before the cards are dealt, and what can be answered.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::draw::{Pen, bottom};
use crate::tui::look::{Look, Role, wrap};
use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::ui::KeyPress;
use itertools::Itertools;

/// What is asked, and what can be answered.
#[derive(Debug, Clone, Default)]
pub struct Lobby {
    pub look: Look,
    /// What has been said, oldest first.
    pub said: Vec<String>,
    pub question: String,
    /// Each with what there is to say about it.
    pub options: Vec<(String, String)>,
    pub cursor: usize,
    /// Esc goes back to the game that waits behind it.
    pub back: bool,
    /// Esc was pressed where it leads nowhere.
    pub nowhere: bool,
    /// Help was asked for.
    pub helping: bool,
    /// Where the options were drawn last.
    pub hits: Vec<Rect>,
}

impl Lobby {
    pub fn new(look: Look) -> Lobby {
        Lobby {
            look,
            ..Lobby::default()
        }
    }

    /// One behind which a game waits.
    pub fn over_game(look: Look) -> Lobby {
        Lobby {
            back: true,
            ..Lobby::new(look)
        }
    }

    /// Says this below what has been said.
    pub fn say(&mut self, sentence: String) {
        self.said.push(sentence);
    }

    /// Asks this next.
    pub fn ask(&mut self, question: &str, options: &[(String, String)]) {
        (self.question, self.options, self.cursor) = (question.to_string(), options.to_vec(), 0);
    }

    fn pick(&self, number: usize) -> Vec<Effect> {
        (number < self.options.len())
            .then_some(Effect::Picked(number))
            .into_iter()
            .collect()
    }

    /// The only option that begins with that letter.
    fn letter(&self, letter: char) -> Option<usize> {
        let begins = |(label, _): &(String, String)| {
            label
                .chars()
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        self.options.iter().positions(begins).exactly_one().ok()
    }

    fn key(&mut self, code: KeyCode) -> Vec<Effect> {
        let last = self.options.len().saturating_sub(1);
        match code {
            KeyCode::Char('q') => return vec![Effect::Leave],
            KeyCode::Esc if self.back => return vec![Effect::Leave],
            // It is one step back elsewhere, and ends no game.
            KeyCode::Esc => self.nowhere = true,
            KeyCode::Up | KeyCode::Left => {
                self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                self.cursor = if self.cursor >= last {
                    0
                } else {
                    self.cursor + 1
                };
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.pick(self.cursor),
            KeyCode::Char(digit @ '1'..='9') => return self.pick(usize::from(digit as u8 - b'1')),
            KeyCode::F(1) => self.helping = true,
            KeyCode::Char(letter) => match self.letter(letter) {
                Some(number) => return self.pick(number),
                // Whatever else is pressed is answered by what can be.
                None => self.helping = true,
            },
            _ => {}
        }
        Vec::new()
    }
}

impl Scene for Lobby {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        if matches!(input, Input::Key(_) | Input::Mouse(_)) {
            (self.nowhere, self.helping) = (false, false);
        }
        match input {
            Input::Key(key) => match KeyPress::of(&key) {
                KeyPress::Out => vec![Effect::Leave],
                KeyPress::Key(code) => self.key(code),
                KeyPress::NoLetter | KeyPress::Nothing => Vec::new(),
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

/// Columns of the key that picks an answer: a digit.
const KEY: usize = 1;

/// Draws it; answers where the options are.
fn draw(lobby: &Lobby, frame: &mut Frame<'_>) -> Vec<Rect> {
    let area = frame.area();
    let mut pen = Pen::new(frame.buffer_mut(), lobby.look);
    let width = area.width.saturating_sub(4).min(96);
    let columns = usize::from(width);
    let mut said = lobby
        .said
        .iter()
        .flat_map(|sentence| wrap(sentence, columns, "  "))
        .collect_vec();
    // The question and the answers have their room; of what was said, the latest.
    let asked = wrap(&lobby.question, columns, "");
    let labels = lobby.options.iter().map(|(label, _)| label.chars().count());
    let labels = labels.max().unwrap_or(0).max(10);
    // Columns for what is said beside a label and its number.
    let beside = columns.saturating_sub(labels + KEY + 5).max(12);
    let answers = lobby
        .options
        .iter()
        .map(|(_, about)| wrap(about, beside, ""))
        .collect_vec();
    // All that there is to say of each, or else of the one that the cursor is on.
    let height = usize::from(area.height);
    let whole = answers.iter().map(Vec::len).sum::<usize>() + asked.len() + 3 <= height;
    let is_whole = |number: usize| whole || number == lobby.cursor;
    let lines = |number: usize| {
        if is_whole(number) {
            answers[number].len()
        } else {
            1
        }
    };
    let needed = asked.len() + (0..answers.len()).map(lines).sum::<usize>() + 3;
    let from = said.len().saturating_sub(height.saturating_sub(needed));
    let plain = |line| (line, Role::Plain, None);
    let mut rows: Vec<(String, Role, Option<usize>)> = said.drain(from..).map(plain).collect();
    rows.push(plain(String::new()));
    rows.extend(asked.into_iter().map(|line| (line, Role::Head, None)));
    for (number, (label, about)) in lobby.options.iter().enumerate() {
        let (mark, role) = match number == lobby.cursor {
            true => (pen.look.cursor(), Role::Cursor),
            false => (" ", Role::Plain),
        };
        let first = match is_whole(number) {
            true => answers[number].first().map_or("", String::as_str),
            false => about,
        };
        // A key has one digit: further answers are picked by their first letter, or by the cursor.
        let key = if number < 9 {
            (number + 1).to_string()
        } else {
            String::new()
        };
        let line = format!("{mark} {key:KEY$} {label:<labels$} {first} ");
        rows.push((line, role, Some(number)));
        let below = " ".repeat(labels + KEY + 4);
        let more = answers[number].iter().skip(1).filter(|_| is_whole(number));
        rows.extend(more.map(|line| plain(format!("{below}{line}"))));
    }
    let top = area.y + (area.height.saturating_sub(rows.len() as u16 + 1)) / 2;
    let room = Rect {
        x: area.x + (area.width - width) / 2,
        y: top,
        width,
        height: area.bottom().saturating_sub(top),
    };
    let mut hits = vec![Rect::default(); lobby.options.len()];
    for (line, (text, role, option)) in room.rows().zip(&rows) {
        pen.text(line, text, *role);
        if let Some(number) = option {
            hits[*number] = line;
        }
    }
    let (dot, arrows) = (pen.look.dot(), pen.look.arrows());
    let foot = match (lobby.nowhere, lobby.helping, lobby.back) {
        (true, ..) => " You cannot go back from here; q leaves the game.".to_string(),
        (_, true, _) => {
            " Pick a line by its number, its first letter or Enter; q leaves.".to_string()
        }
        (_, _, true) => format!(" {arrows} choose{dot}Enter confirm{dot}Esc back to the game"),
        _ => format!(
            " {arrows} choose{dot}Enter confirm{dot}? help{dot}q leave{dot}new here? `brink learn`"
        ),
    };
    pen.text(bottom(area, 1).1, &foot, Role::Dim);
    hits
}
