//! What is asked before the cards are dealt, and what can be answered.

use ratatui::layout::Rect;

use crate::tui::look::Look;
use crate::tui::scene::Effect;

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
