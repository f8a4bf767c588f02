//! What is asked before the cards are dealt, and what can be answered.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEventKind, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::draw::{Pen, bottom};
use crate::tui::look::{Look, Role, wrap};
use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::ui::Drawn;
use crate::tui::ui::{is_no_letter, wants_out};

/// What is asked, and what can be answered.
#[derive(Debug, Clone)]
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
            said: Vec::new(),
            question: String::new(),
            options: Vec::new(),
            cursor: 0,
            back: false,
            nowhere: false,
            helping: false,
            hits: Vec::new(),
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

    pub(super) fn pick(&mut self, number: usize) -> Vec<Effect> {
        if number < self.options.len() {
            vec![Effect::Picked(number)]
        } else {
            Vec::new()
        }
    }

    pub(super) fn letter(&self, letter: char) -> Option<usize> {
        let begins = |(label, _): &(String, String)| {
            label
                .chars()
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        let mut found = (0..self.options.len()).filter(|number| begins(&self.options[*number]));
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}

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

/// Columns of the key that picks an answer: a digit.
const KEY: usize = 1;

/// Columns for what is said beside a label and its number.
fn beside(width: u16, before: usize) -> usize {
    usize::from(width).saturating_sub(before + 5).max(12)
}

/// Draws it; answers where the options are.
pub(super) fn draw(lobby: &Lobby, frame: &mut Frame<'_>) -> Vec<Rect> {
    let area = frame.area();
    let mut pen = Pen {
        buffer: frame.buffer_mut(),
        look: lobby.look,
        drawn: Drawn::default(),
    };
    let width = area.width.saturating_sub(4).min(96);
    let left = area.x + (area.width - width) / 2;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for sentence in &lobby.said {
        lines.extend(
            wrap(sentence, usize::from(width), "  ")
                .into_iter()
                .map(|line| (line, Role::Plain)),
        );
    }
    // The question and the answers have their room; of what was said, the latest.
    let asked = wrap(&lobby.question, usize::from(width), "");
    let labels = lobby
        .options
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or(0)
        .max(10);
    let answers: Vec<Vec<String>> = lobby
        .options
        .iter()
        .map(|(_, about)| wrap(about, beside(width, labels + KEY), ""))
        .collect();
    // All that there is to say of each, or else of the one that the cursor is on.
    let whole =
        answers.iter().map(Vec::len).sum::<usize>() + asked.len() + 3 <= usize::from(area.height);
    let is_whole = |number: usize| whole || number == lobby.cursor;
    let listed: usize = answers
        .iter()
        .enumerate()
        .map(|(number, lines)| if is_whole(number) { lines.len() } else { 1 })
        .sum();
    let needed = asked.len() + listed + 3;
    let room = usize::from(area.height).saturating_sub(needed);
    let from = lines.len().saturating_sub(room);
    let mut rows: Vec<(String, Role, Option<usize>)> = lines
        .drain(from..)
        .map(|(line, role)| (line, role, None))
        .collect();
    rows.push((String::new(), Role::Plain, None));
    rows.extend(asked.into_iter().map(|line| (line, Role::Head, None)));
    for (number, (label, about)) in lobby.options.iter().enumerate() {
        let pointed = number == lobby.cursor;
        let mark = if pointed { pen.look.cursor() } else { " " };
        let role = if pointed { Role::Cursor } else { Role::Plain };
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
        rows.push((
            format!("{mark} {key:KEY$} {label:<labels$} {first} "),
            role,
            Some(number),
        ));
        let below = " ".repeat(labels + KEY + 4);
        let more = answers[number].iter().skip(1).filter(|_| is_whole(number));
        rows.extend(more.map(|line| (format!("{below}{line}"), Role::Plain, None)));
    }
    let top = area.y + (area.height.saturating_sub(rows.len() as u16 + 1)) / 2;
    let mut hits = vec![Rect::default(); lobby.options.len()];
    for (row, (text, role, option)) in rows.iter().enumerate() {
        let line = Rect {
            x: left,
            y: top + row as u16,
            width,
            height: 1,
        };
        if line.y >= area.bottom() {
            break;
        }
        pen.text(line, text, *role);
        if let Some(number) = option {
            hits[*number] = line;
        }
    }
    let dot = pen.look.dot();
    let foot = match (lobby.nowhere, lobby.helping, lobby.back) {
        (true, ..) => " There is no step back from here; q leaves the game.".to_string(),
        (_, true, _) => " A number, a first letter or Enter picks a line; q leaves.".to_string(),
        (_, _, true) => format!(
            " {} choose{dot}Enter takes it{dot}Esc back to the game",
            pen.look.arrows()
        ),
        _ => {
            let arrows = pen.look.arrows();
            format!(
                " {arrows} choose{dot}Enter takes it{dot}? help{dot}q leaves{dot}new here? `brink learn`"
            )
        }
    };
    let (_, foot_line) = bottom(area, 1);
    pen.text(foot_line, &foot, Role::Dim);
    hits
}
