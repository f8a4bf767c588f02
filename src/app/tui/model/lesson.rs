//! Lessons: what is said to what is chosen, and the keys that they have besides those of a game.

use ratatui::crossterm::event::KeyCode;

use crate::tui::look::Look;
use crate::tui::model::Model;
use crate::tui::popup;
use crate::tui::scene::Effect;
use crate::tui::tutor::{LESSON_KEYS, Tutor};
use session::screen::Memory;
use session::sitting::Sitting;

impl Model {
    /// The screen of a lesson: nobody thinks there.
    pub fn taught(sitting: Sitting, look: Look, speed: usize, tutor: Tutor) -> Model {
        let (mut model, _) = Model::new(sitting, Memory::Assisted, look, speed);
        (model.ui.thinking, model.ui.lesson) = (None, true);
        model.tutor = Some(tutor);
        model.tell_task();
        model
    }

    /// In a lesson: what is to be done now, and what is to be said before.
    pub(super) fn tell_task(&mut self) {
        if let Some(tutor) = &mut self.tutor {
            self.ui.task = tutor.task(&self.sitting);
            let next = tutor.next.take_if(|_| !self.ui.showing());
            self.ui.popup = next.or(self.ui.popup.take());
        }
    }

    /// What a key means in a lesson alone. Answers whether it is such a key.
    pub(super) fn lesson_key(&mut self, code: KeyCode, showing: bool) -> bool {
        let Some(tutor) = &self.tutor else {
            return false;
        };
        let done = tutor.step(&self.sitting).is_none() && !showing;
        match code {
            KeyCode::Char('n') if done => self.effects.push(Effect::Lesson(1)),
            KeyCode::Char('>') => self.effects.push(Effect::Lesson(1)),
            KeyCode::Char('<') => self.effects.push(Effect::Lesson(-1)),
            KeyCode::Char('x') => self.effects.push(Effect::Lesson(0)),
            KeyCode::Char('q') => self.effects.push(Effect::Leave),
            KeyCode::Char('m') => self.ui.popup = Some(tutor.again(&self.sitting)),
            KeyCode::Char('h' | 'a' | 't') => {
                self.ui.say("That works in a game; m shows the task again.");
            }
            KeyCode::Char('k') => {
                let mut keys = popup::keys(self.ui.look, self.shown.rules());
                let own = LESSON_KEYS.lines().skip(1).map(str::to_string);
                keys.text.splice(0..0, own.chain([String::new()]));
                self.ui.popup = Some(keys);
            }
            _ => return false,
        }
        true
    }

    /// Takes the option; in a lesson only one that its step asks for. Answers whether it was taken.
    pub(super) fn is_taught(&mut self, number: usize) -> bool {
        let Some(tutor) = &mut self.tutor else {
            return self.sitting.decide(number);
        };
        let offers = self
            .sitting
            .decision()
            .map_or_else(Vec::new, |decision| decision.offers);
        let Some(label) = offers.get(number).map(|offer| &offer.label) else {
            return false;
        };
        if let Some(refused) = tutor.refuses(&self.sitting, label) {
            self.ui.popup = Some(refused);
            return false;
        }
        let step = tutor.step(&self.sitting).cloned();
        self.sitting.decide(number);
        step.iter()
            .for_each(|step| tutor.follow(step, &mut self.sitting));
        true
    }
}
