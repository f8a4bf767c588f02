//! A person at the full screen without a terminal: keys go to the core, screens come out as text.

use std::sync::Arc;

use brink::app::tui::look::Look;
use brink::app::tui::{Effect, Input, Model, Scene};
use brink::board::Seat;
use brink::bots::BotSpec;
use brink::engine::Script;
use brink::explain::options::decision::Decision;
use brink::explain::options::steps::{Leads, candidates};
use brink::session::hints::Hint;
use brink::session::hints::Task;
use brink::session::opening::{Opening, Seating};
use brink::session::screen::Memory;
use brink::session::sitting::Sitting;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Fine signs and colours.
pub const FINE: Look = Look {
    fine: true,
    colour: true,
};

/// A table of bots that answer at once, and the person at `p1`.
pub fn seating(script: Arc<Script>, players: u8, seed: u64) -> Seating {
    Seating {
        script,
        players,
        seed,
        seat: Seat(0),
        guests: Vec::new(),
        names: Vec::new(),
        bots: BotSpec::Cautious,
        given: None,
        opening: Opening::default(),
    }
}

pub struct Seated {
    pub model: Model,
    pub terminal: Terminal<TestBackend>,
    /// Somebody has left, or wants another game.
    pub left: bool,
    thought: Option<Task>,
    now: u64,
}

impl Seated {
    /// Sits down; everything is shown at once.
    pub fn new(seating: Seating, look: Look, (width, height): (u16, u16)) -> Seated {
        Seated::with_speed(seating, look, (width, height), 4)
    }

    pub fn with_speed(
        seating: Seating,
        look: Look,
        (width, height): (u16, u16),
        speed: usize,
    ) -> Seated {
        let (model, effects) = Model::new(Sitting::begin(seating), Memory::Assisted, look, speed);
        let terminal =
            Terminal::new(TestBackend::new(width, height)).expect("a buffer has no faults");
        let mut seated = Seated {
            model,
            terminal,
            left: false,
            thought: None,
            now: 0,
        };
        seated.carry_out(effects);
        seated
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Think(thought) => self.thought = Some(thought),
                Effect::Hint(thought) => {
                    // Where the bots do not search, hints would take their time: one will do.
                    let searching =
                        matches!(self.model.sitting().seating().bots, BotSpec::Ismcts { .. });
                    let hints = if searching {
                        thought.hints(&|| false)
                    } else {
                        vec![any_hint()]
                    };
                    let effects = self.model.update(Input::Hints(hints));
                    self.carry_out(effects);
                }
                Effect::Study(study) => {
                    // It would take its time.
                    let told = study.told(&|| true);
                    let effects = self.model.update(Input::Studied(told));
                    self.carry_out(effects);
                }
                Effect::Forget => self.thought = None,
                // No key waits.
                Effect::DropKeys => {}
                // The contest has a screen of its own.
                Effect::Settle => {}
                _ => self.left = true,
            }
        }
    }

    /// Lets the bot that is asked answer.
    pub fn bot(&mut self) -> bool {
        let Some(thought) = self.thought.take() else {
            return false;
        };
        let number = thought.answer(&|| false);
        let effects = self.model.update(Input::Answer(number));
        self.carry_out(effects);
        true
    }

    /// Lets all bots answer until the person is asked.
    pub fn bots(&mut self) {
        while self.bot() {}
    }

    pub fn input(&mut self, input: Input) {
        let effects = self.model.update(input);
        self.carry_out(effects);
    }

    pub fn key(&mut self, code: KeyCode) {
        self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Letters and digits, one after the other.
    pub fn keys(&mut self, keys: &str) {
        for letter in keys.chars() {
            self.key(KeyCode::Char(letter));
        }
    }

    pub fn wait(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        self.input(Input::Tick(self.now));
    }

    /// The screen as text, without blanks at the ends of lines.
    pub fn screen(&mut self) -> String {
        self.terminal
            .draw(|frame| self.model.draw(frame))
            .expect("a buffer has no faults");
        let buffer = self.terminal.backend().buffer();
        let mut out = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width)
                .map(|x| buffer[(x, y)].symbol())
                .collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    /// Plays some of the person's decisions as a bot would, by the cursor and Enter.
    pub fn advised(&mut self, decisions: usize) {
        for _ in 0..decisions {
            self.bots();
            let sitting = self.model.sitting();
            let Some(thought) = sitting.question_of(self.model.shown.me) else {
                return;
            };
            let number = thought.answer(&|| false);
            self.take(number);
        }
        self.bots();
    }

    /// Takes the option of that number, step by step.
    pub fn take(&mut self, number: usize) {
        let before = self.model.sitting().taken().len();
        let decision = self
            .model
            .shown
            .decision
            .clone()
            .expect("the person is asked");
        while self.model.sitting().taken().len() == before {
            let towards = self
                .model
                .ui
                .candidates
                .iter()
                .find(|candidate| leads_to(&decision, candidate.leads, number));
            let thing = towards.expect("every option can be reached").thing;
            self.model.ui.cursor = Some(thing);
            self.key(KeyCode::Enter);
        }
    }

    /// Plays some of the person's decisions: ends the turn where that is possible, else takes what the cursor is on.
    pub fn play_on(&mut self, decisions: usize) {
        for _ in 0..decisions {
            self.bots();
            if self.model.shown.ended.is_some() {
                return;
            }
            let before = self.model.sitting().taken().len();
            self.keys("e");
            for _ in 0..4 {
                if self.model.sitting().taken().len() == before {
                    self.key(KeyCode::Enter);
                }
            }
        }
        self.bots();
    }
}

fn leads_to(decision: &Decision, leads: Leads, number: usize) -> bool {
    match leads {
        Leads::Take(there) => there == number,
        Leads::On(step) => candidates(decision, step)
            .iter()
            .any(|next| leads_to(decision, next.leads, number)),
    }
}

fn any_hint() -> Hint {
    Hint {
        number: 0,
        label: "an option".to_string(),
        chance: 0.5,
        share: 1.0,
        certain: Vec::new(),
        wins: None,
        line: None,
    }
}
