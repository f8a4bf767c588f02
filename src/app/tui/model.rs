//! The core of the full screen: a game and what a person does with it. It reads no terminal and no clock.

mod keys;
mod lesson;

use std::collections::BTreeMap;

use ratatui::Frame;

use crate::tui::cursor;
use crate::tui::draw::{draw, is_tiny};
use crate::tui::look::Look;
use crate::tui::popup;
use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::shown::Shown;
use crate::tui::tutor::Tutor;
use crate::tui::ui::{Cover, Focus, SPEEDS, Ui};
use board::Seat;
use explain::options::decision::{Decision, Question};
use explain::options::steps::{Leads, Step, Thing, candidates, seat_of};
use itertools::Itertools;
use session::hints::{Hint, Task};
use session::screen::Memory;
use session::sitting::Sitting;
use text::plural;

/// What is said to whoever asks about a choice that is not there.
pub const NOT_NOW: &str = "Ask when it is your turn to choose.";

/// See the top of the file.
pub struct Model {
    sitting: Sitting,
    memory: Memory,
    pub shown: Shown,
    pub ui: Ui,
    /// By person: so many of the hands that they have held they have seen.
    seen: BTreeMap<Seat, usize>,
    /// Whose decisions were looked through last, when the game was over.
    studied: Option<Seat>,
    /// What is said in a lesson.
    tutor: Option<Tutor>,
    effects: Vec<Effect>,
}

impl Model {
    /// The screen of a game that waits for its people and bots.
    pub fn new(
        mut sitting: Sitting,
        memory: Memory,
        look: Look,
        speed: usize,
    ) -> (Model, Vec<Effect>) {
        sitting.keep_beats();
        let asked = sitting.asked().filter(|seat| sitting.is_person(*seat));
        let me = asked.unwrap_or(sitting.seating().seat);
        let shown = Shown::of(&sitting, me, memory)
            .expect("it is a person's seat")
            .fitting(look);
        let seen = sitting
            .people()
            .map(|seat| (seat, sitting.hands_of(seat).len()))
            .collect();
        let mut model = Model {
            sitting,
            memory,
            shown,
            ui: Ui::new(look, speed),
            seen,
            studied: None,
            tutor: None,
            effects: Vec::new(),
        };
        model.ui.cover = model.several().then_some(Cover::For(me));
        // Whoever goes on with a game finds each card under the key that it had.
        model.hold_again();
        model.proceed();
        let effects = std::mem::take(&mut model.effects);
        (model, effects)
    }

    pub fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// The game as it has come to be.
    pub fn into_sitting(self) -> Sitting {
        self.sitting
    }

    /// More than one person still plays.
    fn several(&self) -> bool {
        self.sitting.people_living().nth(1).is_some()
    }

    /// Something has been decided: whoever is next thinks or sits down, and what has happened is shown.
    fn proceed(&mut self) {
        self.ui.step = Step::First;
        if std::mem::take(&mut self.ui.hinting) {
            self.effects.push(Effect::Forget);
        }
        (self.ui.candidates, self.ui.cursor, self.ui.preview) = (Vec::new(), None, None);
        let thought = self.sitting.bot_task().filter(|_| self.tutor.is_none());
        self.ui.thinking = thought.as_ref().map(Task::by);
        self.effects.extend(thought.map(Effect::Think));
        let asked = self.sitting.asked();
        let person = asked.filter(|seat| self.sitting.is_person(*seat));
        if self.several() && asked.is_some_and(|seat| seat != self.shown.me) {
            self.ui.cover = Some(person.map_or(Cover::Waiting, Cover::For));
            self.ui.beats.clear();
            self.ui.line = None;
        } else {
            // What is over, everybody may see; and a table with one person left has nothing to hide from the others.
            self.ui.cover = match self.ui.cover {
                Some(_) if asked.is_some() && self.several() => person.map(Cover::For),
                _ => None,
            };
            if let Some(seat) = person {
                self.seated(seat);
            }
        }
        if self.ui.cover.is_none() {
            self.hear();
        }
    }

    /// That person looks at the screen from now on.
    fn seated(&mut self, seat: Seat) {
        if self.shown.me != seat {
            self.shown.me = seat;
            self.hold_again();
            self.ui.log_up = 0;
        }
    }

    /// Gives the cards of whoever looks the keys that they have by what this person has seen: each keeps its own as long as it is
    /// held, whoever sits here in between.
    fn hold_again(&mut self) {
        let me = self.shown.me;
        let seen = self.seen.get(&me).copied().unwrap_or(0);
        self.ui.slots.clear();
        self.ui.homes.clear();
        let hands = self.sitting.hands_of(me).iter().take(seen);
        hands.for_each(|hand| self.ui.hold(hand));
    }

    /// Whoever looks has seen everything by now.
    fn all_seen(&mut self) {
        let me = self.shown.me;
        self.seen.insert(me, self.sitting.hands_of(me).len());
        self.hold_again();
    }

    /// Takes in what has happened, and shows it, one thing after the other.
    fn hear(&mut self) {
        let me = self.shown.me;
        self.ui.beats.extend(self.sitting.take_beats(me));
        match SPEEDS[self.ui.speed] {
            0 => self.rest(),
            _ if !self.ui.showing() => self.next_beat(),
            _ => {}
        }
    }

    /// Shows the next thing that has happened, or that all has been shown.
    fn next_beat(&mut self) {
        let Some(beat) = self.ui.beats.pop_front() else {
            return self.rest();
        };
        let lines = self.sitting.log_of(self.shown.me).map(|log| log.lines());
        if let Some(new) =
            lines.and_then(|lines| lines.get(self.shown.lines.len()..=beat.happening.line))
        {
            self.shown.lines.extend_from_slice(new);
        }
        self.shown.at(&beat, self.memory);
        let hand = self.shown.hand().to_vec();
        self.ui.hold(&hand);
        cursor::steady(&self.shown, &mut self.ui);
        self.shown.decision = None;
        let log = self.sitting.log_of(self.shown.me);
        self.shown.depths = log.map_or_else(Vec::new, |log| log.depths().to_vec());
        self.shown.turns = self.sitting.turns_of(self.shown.me).to_vec();
        self.shown.fresh = self.sitting.decided_at(self.shown.me);
        (self.ui.at, self.ui.line) = (beat.happening.at, Some(beat.happening.line));
        self.ui.due = self.ui.now + SPEEDS[self.ui.speed];
    }

    /// All that has happened has been shown: the table as it is.
    fn rest(&mut self) {
        self.ui.beats.clear();
        (self.ui.at, self.ui.line) = (None, None);
        if let Some(shown) = Shown::of(&self.sitting, self.shown.me, self.memory) {
            self.shown = shown.fitting(self.ui.look);
        }
        self.all_seen();
        // A position may begin with cards that nobody has drawn.
        let hand = self.shown.hand().to_vec();
        self.ui.hold(&hand);
        cursor::steady(&self.shown, &mut self.ui);
        if self.shown.decision.is_some() {
            // Now it is.
            self.ui.remark.take_if(|remark| remark == NOT_NOW);
        }
        self.ask();
        self.tell_task();
    }

    /// What can be picked at this step, with the cursor on the first of it.
    fn ask(&mut self) {
        let decision = self.shown.decision.as_ref();
        let candidates = decision.map(|decision| candidates(decision, self.ui.step));
        self.ui.candidates = candidates.unwrap_or_default();
        let hand = matches!(self.asked(), Some(Question::Menu | Question::Shield { .. }));
        if self.ui.step == Step::First && hand {
            let (slots, me) = (self.ui.slots.clone(), self.shown.me);
            let place = |thing: Thing| match thing {
                Thing::Hand(kind) => slots
                    .iter()
                    .position(|slot| *slot == Some(kind))
                    .unwrap_or(slots.len()),
                Thing::Pass => usize::MAX,
                _ => slots.len() + 1,
            };
            let abroad = |thing: Thing| seat_of(thing).is_some_and(|seat| seat != me);
            let key = |thing: Thing| (abroad(thing), place(thing));
            self.ui
                .candidates
                .sort_by_key(|candidate| key(candidate.thing));
        }
        let first = self.ui.candidates.first().map(|candidate| candidate.thing);
        self.point(first);
        self.ui.focus = Focus::Choice;
    }

    fn asked(&self) -> Option<Question> {
        let decision = self.shown.decision.as_ref();
        decision.map(|decision| decision.question)
    }

    /// Puts the cursor there.
    fn point(&mut self, thing: Option<Thing>) {
        self.ui.cursor = thing;
        self.ui.preview = None;
        let candidate = thing.and_then(|thing| self.ui.candidate(thing));
        let Some(leads) = candidate.map(|candidate| candidate.leads) else {
            return;
        };
        let shield = matches!(self.asked(), Some(Question::Shield { .. }));
        if let Leads::Take(number) = leads
            && thing != Some(Thing::Pass)
            && !shield
            // What a strict table does not remember is not told in this way, either.
            && self.memory == Memory::Assisted
        {
            self.ui.preview = self.sitting.preview_of(self.shown.me, number);
        }
    }

    fn tick(&mut self, now: u64) {
        self.ui.now = now;
        if self.ui.showing() && self.ui.cover.is_none() && now >= self.ui.due {
            self.next_beat();
        }
    }

    fn answer(&mut self, number: usize) {
        if self.sitting.bot_task().is_some() {
            self.sitting.decide(number);
            self.proceed();
        }
    }

    /// Asks what a bot would do.
    fn hint(&mut self) {
        self.skip_to_choice();
        let thought = self.sitting.question_of(self.shown.me);
        match thought.filter(|_| self.shown.decision.is_some()) {
            None if self.shown.ended.is_some() => self.say_over(),
            None => self.ui.say(NOT_NOW),
            Some(_) if self.ui.hinting => {}
            Some(thought) => {
                self.ui.hinting = true;
                self.effects.push(Effect::Hint(thought));
            }
        }
    }

    /// Asks what decided the game.
    fn study(&mut self) {
        // Of several people each one's decisions are looked at, one after the other.
        let mut people = self.sitting.people().collect_vec().into_iter().cycle();
        let next = match self.studied {
            Some(before) => people
                .find(|seat| *seat == before)
                .and_then(|_| people.next()),
            None => None,
        };
        let next = next.unwrap_or(self.shown.me);
        let over = self.shown.ended.is_some() && !self.ui.showing();
        match self.sitting.study_of(next).filter(|_| over) {
            None => self.ui.say("Ask when the game is over."),
            Some(_) if self.ui.hinting => {}
            Some(study) => {
                self.ui.hinting = true;
                self.studied = Some(next);
                self.effects.push(Effect::Study(study));
            }
        }
    }

    fn told_study(&mut self, told: &[String]) {
        if std::mem::take(&mut self.ui.hinting) && self.shown.ended.is_some() {
            let several = self.sitting.people().nth(1).is_some();
            let whose = self
                .studied
                .filter(|_| several)
                .map(|seat| self.shown.called(seat));
            self.ui.popup = Some(popup::study(told, whose.as_deref()));
        }
    }

    fn hinted(&mut self, hints: &[Hint]) {
        if std::mem::take(&mut self.ui.hinting) && self.shown.decision.is_some() {
            self.ui.popup = Some(popup::hints(hints, self.memory));
        }
    }

    /// Takes an option of the person who sits here.
    fn take(&mut self, number: usize) {
        if self.shown.decision.is_some() && self.sitting.asked() == Some(self.shown.me) {
            let decision = self.shown.decision.as_ref();
            let declined = decision.and_then(Decision::declining) == Some(number);
            if !self.is_taught(number) {
                return;
            }
            self.ui.log_up = 0;
            self.proceed();
            if declined {
                self.ui.say("You choose nothing.");
            }
        }
    }

    /// Goes back to this person's previous decision.
    fn undo(&mut self) {
        let me = self.shown.me;
        let since = self
            .sitting
            .taken()
            .iter()
            .rev()
            .take_while(|taken| taken.who.by != me);
        if { since }.any(|taken| self.sitting.is_person(taken.who.by)) {
            return self
                .ui
                .say("You cannot undo: somebody else at this screen has decided since.");
        }
        // Whose hand lay open when the game was over has shown it to all who sit here.
        let shown = self.shown.ended.is_some() && self.sitting.people().nth(1).is_some();
        let Some(back) = self.sitting.undo_of(me, 1, shown) else {
            return self.ui.say("There is nothing to undo.");
        };
        if shown {
            self.ui.cover = self.several().then_some(Cover::For(me));
            self.ui.popup = Some(popup::shown_to_all(&self.shown.called(me)));
            return self.back_at_rest();
        }
        self.back_at_rest();
        self.ui.say(match back.seen {
            0 => "Undone (r redoes).".to_string(),
            // The key comes first: a narrow window cuts the end off.
            seen => {
                let seen = plural(seen as u64, "hidden card");
                format!("Undone (r redoes). Noted: you saw {seen}.")
            }
        });
    }

    /// Takes again what was taken back last.
    fn redo(&mut self) {
        let again = self.sitting.asked() == Some(self.shown.me) && self.sitting.redo();
        if again {
            self.back_at_rest();
        }
        self.ui.say(match again {
            true => "Redone.",
            false => "There is nothing to redo.",
        });
    }

    /// The table as it is now, wherever it was before.
    fn back_at_rest(&mut self) {
        self.effects.push(Effect::Forget);
        self.sitting.take_beats(self.shown.me);
        self.proceed();
        if self.ui.cover.is_none() {
            self.rest();
        }
    }

    /// The program was stopped for a while: whoever has the screen now need not be who had it before.
    fn returned(&mut self) {
        if self.several() && self.ui.cover.is_none() && self.shown.ended.is_none() {
            (self.ui.cover, self.ui.popup) = (Some(Cover::Again(self.shown.me)), None);
            if std::mem::take(&mut self.ui.hinting) {
                self.effects.push(Effect::Forget);
            }
        }
    }

    /// How this game is played without a screen, if it is.
    fn elsewhere(&self) -> String {
        let mut taken = self.sitting.taken().iter();
        let begun = taken.any(|taken| self.sitting.is_person(taken.who.by));
        let several = self.sitting.people().nth(1).is_some();
        match &self.ui.again {
            _ if several || self.shown.ended.is_some() => String::new(),
            _ if !begun => ": `brink play --plain` plays line by line, in any window".to_string(),
            Some(again) => {
                format!(
                    ": `brink play --plain --resume {again}` continues this game line by line, in any window"
                )
            }
            None => String::new(),
        }
    }

    /// Lifts the cover.
    fn uncover(&mut self) {
        match self.ui.cover {
            Some(Cover::Again(_)) => self.ui.cover = None,
            Some(Cover::For(seat)) => {
                self.ui.cover = None;
                self.seated(seat);
                // The table as it was when this person looked last is not shown again: the first beat comes at once.
                self.rest_quietly();
                self.hear();
            }
            Some(Cover::Waiting | Cover::Look(_)) | None => {}
        }
    }

    /// Like [`Model::rest`], for the moment before what has happened is shown to the next person.
    fn rest_quietly(&mut self) {
        if let Some(mut shown) = Shown::of(&self.sitting, self.shown.me, self.memory) {
            shown.lines.truncate(shown.fresh);
            shown.decision = None;
            shown.turns.retain(|(line, _)| *line < shown.lines.len());
            // Those of now belong to the end of what is to be shown.
            shown.goals.clear();
            self.shown = shown.fitting(self.ui.look);
        }
    }
}

impl Scene for Model {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        let covered = self.ui.cover;
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Tick(now) => self.tick(now),
            Input::Answer(number) => self.answer(number),
            Input::Hints(hints) => self.hinted(&hints),
            Input::Studied(told) => self.told_study(&told),
            Input::Returned => self.returned(),
        }
        if self.ui.cover.is_some() && self.ui.cover != covered {
            self.effects.push(Effect::DropKeys);
        }
        std::mem::take(&mut self.effects)
    }

    fn frame(&self) -> u64 {
        let turning = self.ui.thinking.is_some() || self.ui.hinting;
        let line = self.ui.line.map_or(0, |line| line as u64 + 1);
        (line << 32) + if turning { self.ui.now / 120 } else { 0 }
    }

    /// Draws everything, and remembers where.
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.ui.tiny = is_tiny(frame.area());
        self.ui.elsewhere = self.elsewhere();
        let drawn = draw(&self.shown, &self.ui, frame);
        self.ui.drawn(drawn);
    }
}
