//! What the person at the screen is doing: where the cursor is, what is open, how fast things are shown.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Position, Rect};

use crate::tui::look::{Look, Role};
use board::{Kind, Seat};
use explain::options::decision::{Decision, What};
use explain::options::steps::{Candidate, Leads, Step, Thing};
use record::traces::timeline::Eyes;
use session::disclosure::{At, Beat};
use session::preview::Preview;

/// Keys that mean the same on every screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPress {
    /// Ctrl-C or Ctrl-D: whoever presses it wants to leave.
    Out,
    /// A letter with Ctrl, Alt or the like: not that letter.
    NoLetter,
    Key(KeyCode),
    /// A key is let go.
    Nothing,
}

impl KeyPress {
    pub fn of(key: &KeyEvent) -> KeyPress {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let letter = matches!(key.code, KeyCode::Char(_));
        match key.code {
            _ if key.kind == KeyEventKind::Release => KeyPress::Nothing,
            KeyCode::Char('c' | 'd') if control => KeyPress::Out,
            _ if letter && !key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
                KeyPress::NoLetter
            }
            code => KeyPress::Key(code),
        }
    }
}

/// Lines that PgUp and PgDn scroll.
pub const PAGE: usize = 8;

/// Which part of the screen the keys go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Focus {
    /// What can be chosen.
    #[default]
    Choice,
    /// Anything on the table, to be looked at.
    Table,
    Log,
}

/// A text over the table, until a key is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Popup {
    pub title: String,
    pub text: Vec<String>,
    /// Lines that are scrolled past; drawing sets it back to where the text ends.
    pub down: usize,
    pub asks: Option<Ask>,
}

impl Popup {
    /// Scrolls, if that is what the key is for.
    pub fn scrolled_by(&mut self, code: KeyCode) -> bool {
        self.down = match code {
            KeyCode::Up => self.down.saturating_sub(1),
            KeyCode::Down => self.down.saturating_add(1),
            KeyCode::PageUp => self.down.saturating_sub(PAGE),
            KeyCode::PageDown => self.down.saturating_add(PAGE),
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => return false,
        };
        true
    }
}

/// A question that a popup asks; Enter or `y` says yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    Leave,
}

/// What covers the table while nobody, or only one person, may look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// Others than the people are playing.
    Waiting,
    /// This person is to sit down.
    For(Seat),
    /// The same after the program was stopped for a while: the table below is as it was left.
    Again(Seat),
    /// A game that several people still play is looked at with these eyes.
    Look(Eyes),
}

/// How long each event is shown, in milliseconds.
pub const SPEEDS: [u64; 5] = [2400, 1200, 600, 250, 0];
/// What people call these: by number, from 1 on.
pub const SPEED: RangeInclusive<u8> = 1..=SPEEDS.len() as u8;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Ui {
    pub look: Look,
    /// The window is too small to show anything.
    pub tiny: bool,
    /// What a command needs to go on with this game, where it is kept: `3 --data DIR`.
    pub again: Option<String>,
    /// Where the game needs no room, behind what is said then; nothing where it is played nowhere else.
    pub elsewhere: String,
    pub focus: Focus,
    pub step: Step,
    pub cursor: Option<Thing>,
    /// What the cursor is on while one only looks around.
    pub looking: Option<Thing>,
    pub candidates: Vec<Candidate>,
    pub preview: Option<Preview>,
    pub popup: Option<Popup>,
    pub cover: Option<Cover>,
    /// Lines of the log that are scrolled past, from its end; drawing sets it back to where the log begins.
    pub log_up: usize,
    /// The sentence of the log that the cursor is on, while one reads it.
    pub log_at: Option<usize>,
    /// An index into [`SPEEDS`].
    pub speed: usize,
    /// What is still to be shown.
    pub beats: VecDeque<Beat>,
    /// Where the event that is shown happens.
    pub at: Option<At>,
    /// The sentence that is shown as it happens; nothing at rest.
    pub line: Option<usize>,
    /// When the next one is due.
    pub due: u64,
    /// Milliseconds since the beginning.
    pub now: u64,
    pub thinking: Option<Seat>,
    /// A bot thinks about a hint.
    pub hinting: bool,
    /// A key for each kind in hand; it keeps its place as long as it is held.
    pub slots: Vec<Option<Kind>>,
    /// By kind, the place that it had last.
    pub homes: Vec<(Kind, usize)>,
    /// A seat's number that was typed, and waits for a place.
    pub typed: Option<Seat>,
    /// Where things were drawn last.
    pub hits: Hits,
    /// A remark in the bottom line, until the next key.
    pub remark: Option<String>,
    /// It is a lesson.
    pub lesson: bool,
    /// What a lesson asks for now.
    pub task: Option<String>,
    /// Why the game as it is now is not kept.
    pub unkept: Option<String>,
}

impl Ui {
    pub fn new(look: Look, speed: usize) -> Ui {
        Ui {
            look,
            speed: speed.min(SPEEDS.len() - 1),
            ..Ui::default()
        }
    }

    /// Something turns while somebody thinks.
    pub fn spinner(&self) -> &'static str {
        self.look.spinner(self.now / 120)
    }

    /// Says something in the bottom line.
    pub fn say(&mut self, remark: impl Into<String>) {
        self.remark = Some(remark.into());
    }

    /// What happens is shown faster, or slower.
    pub fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        let how = ["very slow", "slow", "normal", "fast", "instant"][self.speed];
        self.say(format!("Animation speed: {how}."));
    }

    /// Takes in what was drawn: where things are, and how far what is scrolled could be.
    pub fn drawn(&mut self, drawn: Drawn) {
        self.hits = drawn.hits;
        self.log_up = drawn.log_up.unwrap_or(self.log_up);
        if let (Some(popup), Some(down)) = (&mut self.popup, drawn.popup_down) {
            popup.down = down;
        }
    }

    /// The wheel of the mouse scrolls what lies on top.
    pub fn wheel(&mut self, up: isize) {
        match &mut self.popup {
            Some(popup) => popup.down = popup.down.saturating_add_signed(-up),
            None => self.log_up = self.log_up.saturating_add_signed(up),
        }
    }

    /// Events are being shown, one after the other.
    pub fn showing(&self) -> bool {
        self.line.is_some()
    }

    /// The thing that keys and explanations are about.
    pub fn pointed(&self) -> Option<Thing> {
        match self.focus {
            Focus::Table => self.looking.or(self.cursor),
            Focus::Choice | Focus::Log => self.cursor,
        }
    }

    pub fn candidate(&self, thing: Thing) -> Option<&Candidate> {
        self.candidates
            .iter()
            .find(|candidate| candidate.thing == thing)
    }

    /// The sign before what the cursor is on or what can be picked, and how it is drawn; nothing of other things.
    pub fn mark(&self, thing: Thing) -> Option<(&'static str, Role)> {
        match self.pointed() == Some(thing) {
            true => Some((self.look.cursor(), Role::Cursor)),
            false => self
                .candidate(thing)
                .map(|_| (self.look.pick(), Role::Pick)),
        }
    }

    /// What was drawn at that place, what lies on top first.
    pub fn things_at(&self, at: Position) -> impl Iterator<Item = Thing> + '_ {
        let there = self
            .hits
            .iter()
            .rev()
            .filter(move |(area, _)| area.contains(at));
        there.map(|(_, thing)| *thing)
    }

    /// The cursor is on what plays, builds or puts down a card of the hand, or uses a building.
    pub fn says_itself(&self, decision: &Decision) -> bool {
        let candidate = self.cursor.and_then(|thing| self.candidate(thing));
        let Some(Leads::Take(number)) = candidate.map(|candidate| candidate.leads) else {
            return false;
        };
        let what = decision.offers.get(number).map(|offer| offer.what);
        matches!(what, Some(What::Use { .. })) || what.and_then(What::kind).is_some()
    }

    /// Gives the kinds of a hand their keys.
    pub fn hold(&mut self, hand: &[Kind]) {
        for slot in &mut self.slots {
            *slot = slot.filter(|kind| hand.contains(kind));
        }
        for kind in hand {
            if self.slots.contains(&Some(*kind)) {
                continue;
            }
            // What comes back, after a decision was taken back, say, has the key that it had.
            let home = self
                .homes
                .iter()
                .find(|(known, _)| known == kind)
                .map(|(_, slot)| *slot);
            let home = home.filter(|slot| self.slots.get(*slot).is_none_or(Option::is_none));
            let free = || self.slots.iter().position(Option::is_none);
            let slot = home.or_else(free).unwrap_or(self.slots.len());
            if self.slots.len() <= slot {
                self.slots.resize(slot + 1, None);
            }
            self.slots[slot] = Some(*kind);
            self.homes.retain(|(known, _)| known != kind);
            self.homes.push((*kind, slot));
        }
    }
}

/// Where things were drawn, in the order of drawing.
pub type Hits = Vec<(Rect, Thing)>;

/// What has been drawn.
#[derive(Debug, Default)]
pub struct Drawn {
    pub hits: Hits,
    /// How many lines of the log are scrolled past, from its end; nothing where it is not shown.
    pub log_up: Option<usize>,
    /// The same for the text that lies over the table, from its beginning.
    pub popup_down: Option<usize>,
}
