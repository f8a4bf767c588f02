//! A game that was played, on the full screen: forwards and backwards, from any seat or with all cards open.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use ratatui::layout::Position;

use crate::tui::cursor::{look_on, steady};
use crate::tui::draw::draw;
use crate::tui::look::Look;
use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::shown::Shown;
use crate::tui::ui::{Cover, Focus, KeyPress, Popup, SPEEDS, Ui};
use crate::tui::{explanation, popup};
use board::{Chooser, Seat};
use explain::ending::ending;
use explain::names::called;
use record::traces::timeline::{Eyes, Timeline};

/// See the top of the file.
pub struct Replay {
    timeline: Timeline,
    moment: usize,
    eyes: Eyes,
    /// It goes on by itself.
    playing: bool,
    /// A turn's number that is being typed.
    typed: Option<String>,
    /// What players are called, by seat; none where nobody has said.
    names: Vec<String>,
    /// Several people still play it at one screen: nothing is shown before whoever looks has said so.
    guarded: bool,
    pub shown: Shown,
    pub ui: Ui,
}

impl Replay {
    /// From the beginning, with all cards open.
    pub fn new(timeline: Timeline, look: Look) -> Replay {
        let shown = shown(&timeline, 0, Eyes::Open, &[]);
        let mut replay = Replay {
            timeline,
            moment: 0,
            eyes: Eyes::Open,
            playing: false,
            typed: None,
            names: Vec::new(),
            guarded: false,
            shown,
            ui: Ui::new(look, 2),
        };
        replay.go(0);
        replay
    }

    /// The same of people with these names, by seat; where they still play it, it is covered until somebody says who looks.
    pub fn of_people(mut self, names: Vec<String>, guarded: bool) -> Replay {
        (self.names, self.guarded) = (names, guarded);
        self.go(self.moment);
        self
    }

    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The moment that is shown.
    pub fn moment(&self) -> usize {
        self.moment
    }

    pub fn eyes(&self) -> Eyes {
        self.eyes
    }

    /// Says something in the bottom line.
    pub fn remark(&mut self, remark: String) {
        self.ui.remark = Some(remark);
    }

    fn go(&mut self, moment: usize) {
        self.moment = moment.min(self.timeline.last());
        self.shown =
            shown(&self.timeline, self.moment, self.eyes, &self.names).fitting(self.ui.look);
        self.ui.log_up = 0;
        self.ui.slots.clear();
        self.ui.homes.clear();
        let hand = self.shown.hand().to_vec();
        self.ui.hold(&hand);
        steady(&self.shown, &mut self.ui);
    }

    fn step(&mut self, by: isize) {
        self.playing = false;
        self.go(self.moment.saturating_add_signed(by));
    }

    fn turn(&mut self, on: bool) {
        self.playing = false;
        let turn = self.timeline.turn(self.moment);
        let begun = self.timeline.turn_at(turn);
        let to = match on {
            true => self.timeline.turn_at(turn + 1),
            false if begun < self.moment => begun,
            false => self.timeline.turn_at(turn.saturating_sub(1)),
        };
        self.go(to);
    }

    /// Goes to the beginning of that turn, if there is one.
    fn jump(&mut self, turn: u32) {
        let last = self.timeline.turn(self.timeline.last());
        if turn > last {
            self.ui
                .say(format!("There is no turn {turn}: the last one is {last}."));
            return;
        }
        self.playing = false;
        self.go(self.timeline.turn_at(turn));
    }

    /// Shows it as those see it.
    pub fn look_with(&mut self, eyes: Eyes) {
        self.eyes = eyes;
        self.go(self.moment);
        if self.guarded {
            (self.ui.cover, self.playing) = (Some(Cover::Look(eyes)), false);
            // Nor is anything read aloud that was being read, over the cover.
            (self.ui.popup, self.typed) = (None, None);
        }
    }

    fn open(&mut self, popup: Popup) {
        self.ui.popup = Some(popup);
    }

    /// A turn's number that is being typed.
    fn type_turn(&mut self, mut typed: String, code: KeyCode) {
        match code {
            KeyCode::Char(digit @ '0'..='9') if typed.len() < 6 => typed.push(digit),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => return typed.parse().into_iter().for_each(|turn| self.jump(turn)),
            _ => return,
        }
        self.ui.say(format!("Go to which turn? {typed}_"));
        self.typed = Some(typed);
    }

    fn key(&mut self, code: KeyCode) -> Vec<Effect> {
        if self.ui.cover.is_some() {
            match code {
                KeyCode::Char('q') => return vec![Effect::Leave],
                KeyCode::Char('c') => self.ui.cover = None,
                _ => {}
            }
            return Vec::new();
        }
        if let Some(popup) = &mut self.ui.popup {
            if !popup.scrolled_by(code) {
                self.ui.popup = None;
            }
            return Vec::new();
        }
        if let Some(typed) = self.typed.take() {
            self.type_turn(typed, code);
            return Vec::new();
        }
        let around = self.ui.focus == Focus::Table;
        match code {
            KeyCode::Char('q') => return vec![Effect::Leave],
            KeyCode::Char('b') => return vec![Effect::Branch],
            KeyCode::Char(letter @ ('x' | 'r')) => {
                return vec![Effect::Write {
                    ruling: letter == 'r',
                }];
            }
            KeyCode::Tab | KeyCode::BackTab => {
                self.ui.focus = if around { Focus::Choice } else { Focus::Table };
                steady(&self.shown, &mut self.ui);
            }
            KeyCode::Esc => self.ui.focus = Focus::Choice,
            KeyCode::Left if around => look_on(&self.shown, &mut self.ui, -1, 0),
            KeyCode::Right if around => look_on(&self.shown, &mut self.ui, 1, 0),
            KeyCode::Up if around => look_on(&self.shown, &mut self.ui, 0, -1),
            KeyCode::Down if around => look_on(&self.shown, &mut self.ui, 0, 1),
            KeyCode::Right | KeyCode::Down | KeyCode::Enter => self.step(1),
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => self.step(-1),
            KeyCode::PageDown => self.turn(true),
            KeyCode::PageUp => self.turn(false),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.timeline.last()),
            KeyCode::Char(' ') => {
                self.playing = !self.playing;
                self.ui.due = self.ui.now + SPEEDS[self.ui.speed];
            }
            KeyCode::Char('+' | '=') => self.ui.change_speed(1),
            KeyCode::Char('-') => self.ui.change_speed(-1),
            KeyCode::Char('o') => self.look_with(Eyes::Open),
            KeyCode::Char(digit @ '1'..='6') => {
                let (seat, players) = (Seat(digit as u8 - b'1'), self.timeline.players());
                match seat.0 < players {
                    true => self.look_with(Eyes::Seat(seat)),
                    false => self.ui.say(format!(
                        "There is no {seat}: this game has {players} players."
                    )),
                }
            }
            KeyCode::Char('j') => {
                self.typed = Some(String::new());
                self.ui.say("Go to which turn? _");
            }
            KeyCode::Char('?') | KeyCode::F(1) if around => {
                self.open(explanation::explain(&self.shown, &self.ui))
            }
            KeyCode::Char('?' | 'k') | KeyCode::F(1) => self.open(popup::replay_keys()),
            KeyCode::Char('g') => self.open(popup::goals(&self.shown)),
            KeyCode::Char('d') => self.open(popup::discard(&self.shown)),
            _ => {}
        }
        Vec::new()
    }

    fn tick(&mut self, now: u64) {
        self.ui.now = now;
        if self.playing && now >= self.ui.due {
            if self.moment == self.timeline.last() {
                self.playing = false;
            } else {
                self.go(self.moment + 1);
                self.ui.due = now + SPEEDS[self.ui.speed].max(80);
            }
        }
    }
}

impl Scene for Replay {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Key(key) => {
                let press = KeyPress::of(&key);
                if press != KeyPress::Nothing {
                    self.ui.remark = None;
                }
                match press {
                    KeyPress::Out => return vec![Effect::Leave],
                    KeyPress::Key(code) => return self.key(code),
                    KeyPress::NoLetter | KeyPress::Nothing => {}
                }
            }
            Input::Tick(now) => self.tick(now),
            // Nothing below it is pointed at.
            Input::Mouse(_) if self.ui.cover.is_some() => {}
            // Whoever has the screen now need not be who had it before.
            Input::Returned if self.guarded => self.look_with(self.eyes),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.ui.wheel(1),
                MouseEventKind::ScrollDown => self.ui.wheel(-1),
                // What lies below a text is not meant.
                MouseEventKind::Down(MouseButton::Left) if self.ui.popup.take().is_some() => {}
                MouseEventKind::Down(MouseButton::Left) => {
                    let at = Position::new(mouse.column, mouse.row);
                    let there = self.ui.things_at(at).next();
                    if let Some(thing) = there {
                        (self.ui.focus, self.ui.looking) = (Focus::Table, Some(thing));
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Vec::new()
    }

    fn frame(&self) -> u64 {
        self.moment as u64
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let drawn = draw(&self.shown, &self.ui, frame);
        self.ui.drawn(drawn);
    }
}

/// A moment as it is drawn.
fn shown(timeline: &Timeline, moment: usize, eyes: Eyes, names: &[String]) -> Shown {
    let view = timeline.view(moment, eyes);
    // With all cards open nobody moves about.
    let (me, seen) = match eyes {
        Eyes::Seat(seat) => (seat, format!("as {} sees it", called(seat, names))),
        Eyes::Open => (Seat(0), "all cards open".to_string()),
    };
    let last = timeline.last();
    let who = |who: Chooser| match who.for_another() {
        true => who.to_string(),
        false => called(who.by, names),
    };
    let next = match timeline.taken().get(moment) {
        // What is decided in secret is not told to the others.
        Some(taken)
            if [
                Eyes::Open,
                Eyes::Seat(taken.who.seat),
                Eyes::Seat(taken.who.by),
            ]
            .contains(&eyes) =>
        {
            format!("Next, {} decides: {}.", who(taken.who), taken.label)
        }
        Some(taken) => format!("Next, {} decides.", who(taken.who)),
        None => "This is the end.".to_string(),
    };
    let turn = timeline.turn(moment);
    Shown {
        script: timeline.script(moment).clone(),
        me,
        names: names.to_vec(),
        face: None,
        goals: timeline.goals(moment, eyes),
        lines: timeline.lines(moment, eyes).to_vec(),
        depths: timeline.depths(eyes).to_vec(),
        undoable: false,
        turns: timeline.turns(eyes).to_vec(),
        fresh: timeline.before(moment, eyes),
        forgotten: 0,
        decision: None,
        ended: ending(timeline.game(moment), None, names),
        moment: Some(format!(
            "Decision {moment} of {last}, turn {turn}, {seen}. {next}"
        )),
        view,
    }
}
