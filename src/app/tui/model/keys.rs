//! What keys and the mouse mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use crate::tui::cursor::{look_on, moved, rows, steady};
use crate::tui::model::{Model, NOT_NOW};
use crate::tui::scene::Effect;
use crate::tui::ui::{Ask, Focus, KeyPress, PAGE, Popup};
use crate::tui::{explanation, popup};
use board::{Kind, Seat};
use explain::options::decision::{Decision, Spot};
use explain::options::steps::{Deed, Leads, Step, Thing, seat_of};
use itertools::Itertools;

impl Model {
    pub(super) fn key(&mut self, key: KeyEvent) {
        let press = KeyPress::of(&key);
        if press == KeyPress::Nothing {
            return;
        }
        self.ui.remark = None;
        let code = match press {
            KeyPress::Out => return self.leave(),
            KeyPress::Key(code) => code,
            _ => {
                return self
                    .ui
                    .say("Letters with Ctrl or Alt do nothing here: k lists the keys.");
            }
        };
        // Nobody chooses what they cannot see.
        if self.ui.tiny {
            if code == KeyCode::Char('q') {
                self.effects.push(Effect::Leave);
            }
            return;
        }
        if let Some(popup) = &mut self.ui.popup {
            match (popup.asks, code) {
                _ if popup.scrolled_by(code) => {}
                (Some(Ask::Leave), KeyCode::Enter | KeyCode::Char('y' | 'q')) => {
                    self.effects.push(Effect::Leave)
                }
                _ => self.ui.popup = None,
            }
            return;
        }
        if self.ui.cover.is_some() {
            match code {
                // Not the key that ends a decision: whoever holds it would see the hand of the next one.
                KeyCode::Char('c') => self.uncover(),
                KeyCode::Char('q') => self.leave(),
                _ => {}
            }
            return;
        }
        let (showing, over) = (self.ui.showing(), self.shown.ended.is_some());
        if self.lesson_key(code, showing) {
            return;
        }
        match code {
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char('?') | KeyCode::F(1) => self.explain(),
            KeyCode::Char('g') => self.open(popup::goals(&self.shown)),
            KeyCode::Char('d') => self.open(popup::discard(&self.shown)),
            KeyCode::Char('k') => self.open(popup::keys(self.ui.look, self.shown.rules())),
            KeyCode::Char('w') => self.why(),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('a') => self.study(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('l') if self.ui.focus == Focus::Log => self.ui.focus = Focus::Choice,
            KeyCode::Char('l') => self.read_log(),
            KeyCode::Tab => self.turn_focus(true),
            KeyCode::BackTab => self.turn_focus(false),
            KeyCode::Char('+' | '=') => self.ui.change_speed(1),
            KeyCode::Char('-') => self.ui.change_speed(-1),
            KeyCode::Char(' ') | KeyCode::Enter if showing => self.rest(),
            KeyCode::PageUp => self.scroll(PAGE as isize),
            KeyCode::PageDown => self.scroll(-(PAGE as isize)),
            KeyCode::Esc | KeyCode::Backspace => self.step_back(),
            KeyCode::Left => self.arrow(-1, 0),
            KeyCode::Right => self.arrow(1, 0),
            KeyCode::Up => self.arrow(0, -1),
            KeyCode::Down => self.arrow(0, 1),
            // Drawing says how far that is.
            KeyCode::Home if self.ui.focus == Focus::Log => self.scroll(isize::MAX),
            KeyCode::End if self.ui.focus == Focus::Log => self.scroll(-isize::MAX),
            KeyCode::Char('n') if over => self.effects.push(Effect::Rematch),
            KeyCode::Enter | KeyCode::Char('1'..='9' | 'p' | 'b' | 's' | 'e' | 't') if over => {
                self.say_over();
            }
            KeyCode::Enter => self.enter(),
            KeyCode::Char(digit @ '1'..='9') => self.digit(digit as u8 - b'1'),
            KeyCode::Char('p') => self.deed(Deed::Play),
            KeyCode::Char('b') => self.deed(Deed::Build),
            KeyCode::Char('s') => self.deed(Deed::Stack),
            KeyCode::Char('e') => self.end_turn(),
            KeyCode::Char('n') => self.decline(),
            KeyCode::Char('y') if self.may().is_some() => self.agree(),
            KeyCode::Char('t') => self.settle(),
            // Who skips what is shown presses it once too often.
            KeyCode::Char(' ') => {}
            KeyCode::Char(key) => {
                let key = key.escape_default();
                self.ui
                    .say(format!("{key} does nothing here: k lists the keys."));
            }
            _ => {}
        }
    }

    /// Nothing is left to be chosen.
    pub(super) fn say_over(&mut self) {
        if self.ui.lesson {
            return self.ui.say("This lesson is done: n starts the next one.");
        }
        let another = match self.sitting.seating().given {
            Some(_) => "n starts it again from its position",
            None => "n starts another one, with everybody one seat further",
        };
        self.ui.say(format!("The game is over: {another}."));
    }

    /// HFB-3.
    fn settle(&mut self) {
        let decision = self.shown.decision.as_ref();
        if self.shown.rules().disputes.is_empty() {
            self.ui.say("This game has no disputed rules.");
        } else if decision.is_some_and(|decision| decision.question.is_between()) {
            self.effects.push(Effect::Settle);
        } else {
            self.ui
                .say("You can settle disputed rules at your turn menu.");
        }
    }

    fn leave(&mut self) {
        let asks = self.ui.popup.as_ref().and_then(|popup| popup.asks);
        if self.shown.ended.is_some() || asks == Some(Ask::Leave) {
            self.effects.push(Effect::Leave);
        } else {
            self.open(popup::leave(self.ui.unkept.as_deref()));
        }
    }

    fn end_turn(&mut self) {
        match self.ui.candidate(Thing::Pass) {
            None if self.shown.decision.is_some() => {
                self.answer_why("You cannot end your turn now", &["pass".to_string()])
            }
            _ => self.pick(Thing::Pass),
        }
    }

    /// The number of the option to say yes, where one may do something.
    fn may(&self) -> Option<usize> {
        let decision = self.shown.decision.as_ref()?;
        let no = decision.declining().filter(|_| decision.is_may())?;
        (0..decision.offers.len()).find(|number| *number != no)
    }

    fn agree(&mut self) {
        self.may().into_iter().for_each(|yes| self.take(yes));
    }

    /// Chooses nothing, where one may.
    fn decline(&mut self) {
        match self.shown.decision.as_ref().map(Decision::declining) {
            Some(Some(number)) => self.take(number),
            Some(None) => self.ui.say("You have to choose something here."),
            None => self.ui.say("It is not your turn to choose."),
        }
    }

    fn explain(&mut self) {
        self.open(explanation::explain_choice(&self.shown, &self.ui));
    }

    fn open(&mut self, popup: Popup) {
        self.ui.popup = Some(popup);
    }

    fn turn_focus(&mut self, on: bool) {
        self.ui.focus = match (self.ui.focus, on) {
            (Focus::Choice, true) | (Focus::Log, false) => Focus::Table,
            (Focus::Table, true) | (Focus::Choice, false) => Focus::Log,
            (Focus::Log, true) | (Focus::Table, false) => Focus::Choice,
        };
        if self.ui.focus == Focus::Log {
            self.read_log();
        }
        steady(&self.shown, &mut self.ui);
    }

    /// The log is read from its end on, with a cursor.
    fn read_log(&mut self) {
        self.ui.focus = Focus::Log;
        self.ui.log_at = self.shown.lines.len().checked_sub(1);
        self.ui.log_up = 0;
    }

    /// Goes so many lines back in the log; the cursor goes along where it is read.
    pub(super) fn scroll(&mut self, by: isize) {
        match self.ui.log_at.filter(|_| self.ui.focus == Focus::Log) {
            None => self.ui.log_up = self.ui.log_up.saturating_add_signed(by),
            Some(at) => {
                let last = self.shown.lines.len().saturating_sub(1);
                let at = at as isize;
                let to = at.saturating_sub(by).clamp(0, last as isize) as usize;
                self.ui.log_at = Some(to.max(self.shown.forgotten.min(last)));
            }
        }
    }

    fn step_back(&mut self) {
        if self.ui.focus != Focus::Choice {
            self.ui.focus = Focus::Choice;
            return;
        }
        let (back, thing) = match self.ui.step {
            Step::First => return,
            Step::With(kind) => (Step::First, Some(Thing::Hand(kind))),
            Step::Ability(spot) => (Step::First, Some(Thing::Building(spot))),
            Step::Where(kind, _) => (Step::With(kind), None),
        };
        self.go(back);
        if thing.is_some_and(|thing| self.ui.candidate(thing).is_some()) {
            self.point(thing);
        }
    }

    fn go(&mut self, step: Step) {
        self.ui.step = step;
        self.ask();
    }

    fn enter(&mut self) {
        match self.ui.focus {
            Focus::Log => self.ui.focus = Focus::Choice,
            Focus::Choice | Focus::Table => {
                if let Some(thing) = self.ui.pointed() {
                    self.pick(thing);
                }
            }
        }
    }

    /// Picks something, or says that it cannot be picked.
    pub(super) fn pick(&mut self, thing: Thing) {
        if self.shown.decision.is_none() {
            self.ui.say("It is not your turn to choose.");
            return;
        }
        match self.ui.candidate(thing).map(|candidate| candidate.leads) {
            Some(Leads::Take(number)) => self.take(number),
            Some(Leads::On(step)) => self.go(step),
            None => self.ui.say("You cannot choose this now; w explains why."),
        }
    }

    /// A card of the hand by its key, a player by their number, a place by its own after that; else a line of a list.
    fn digit(&mut self, digit: u8) {
        let number = usize::from(digit);
        if let Step::With(kind) = self.ui.step {
            return self.other_card(kind, number);
        }
        let mut things = self.ui.candidates.iter().map(|candidate| candidate.thing);
        if things.clone().any(|thing| matches!(thing, Thing::Line(_))) {
            let line = Thing::Line(number);
            return match self.ui.candidate(line) {
                Some(_) => self.pick(line),
                None => self.ui.say("The list has no such number."),
            };
        }
        if self.ui.step == Step::First
            && let Some(thing) = self.held(number)
        {
            return self.point(Some(thing));
        }
        if let Some(seat) = self.ui.typed.take() {
            let spot = Spot {
                seat,
                place: digit.into(),
            };
            let there = [Thing::Building(spot), Thing::Gap(spot)];
            let there = there
                .into_iter()
                .find(|thing| self.ui.candidate(*thing).is_some());
            if there.is_some() {
                return self.point(there);
            }
        }
        match things.find(|thing| seat_of(*thing) == Some(Seat(digit))) {
            None => self.no_such_number(number),
            found => {
                self.ui.typed = Some(Seat(digit));
                self.point(found);
            }
        }
    }

    /// The card of the hand with that key, if it can be picked.
    fn held(&self, number: usize) -> Option<Thing> {
        let thing = Thing::Hand((*self.ui.slots.get(number)?)?);
        self.ui.candidate(thing).map(|candidate| candidate.thing)
    }

    /// In the list of what to do with a card a number is still that of a card of the hand.
    fn other_card(&mut self, held: Kind, number: usize) {
        self.go(Step::First);
        match self.held(number) {
            None => {
                self.go(Step::With(held));
                self.no_such_number(number);
            }
            thing => self.point(thing),
        }
    }

    fn no_such_number(&mut self, number: usize) {
        let number = number + 1;
        self.ui.say(format!(
            "Nothing you can choose now has the number {number}."
        ));
    }

    /// Something to do with the card under the cursor, without asking what.
    fn deed(&mut self, deed: Deed) {
        let kind = match (self.ui.focus, self.ui.step, self.ui.pointed()) {
            (Focus::Choice, Step::With(kind), _)
            | (Focus::Choice, Step::First, Some(Thing::Hand(kind))) => kind,
            // It is what the cursor is seen on that is meant, also while one only looks around.
            (Focus::Table, _, Some(Thing::Hand(kind))) if self.shown.decision.is_some() => {
                self.go(Step::First);
                kind
            }
            _ => return self.ui.say("Put the cursor on a card in your hand first."),
        };
        let card = self.ui.candidate(Thing::Hand(kind));
        if card.is_some_and(|candidate| matches!(candidate.leads, Leads::On(_))) {
            self.go(Step::With(kind));
        }
        let step = self.ui.step;
        let line = self
            .ui
            .candidates
            .iter()
            .find(|candidate| candidate.deed(step) == Some(deed));
        match line.map(|candidate| candidate.thing) {
            Some(thing) => self.pick(thing),
            None if matches!(step, Step::With(_)) => {
                self.ui
                    .say("You cannot do that with this card now; w explains why.");
            }
            None => self.ui.say("You can only pick this card now: press Enter."),
        }
    }

    /// Why what the cursor is on is as it is, or why it cannot be chosen.
    fn why(&mut self) {
        if let Some(line) = self.ui.log_at.filter(|_| self.ui.focus == Focus::Log) {
            return self.answer_why("Why", &[(line + 1).to_string()]);
        }
        self.skip_to_choice();
        let over = self.shown.ended.is_some();
        if self.shown.decision.is_none() && !over {
            return self.ui.say(NOT_NOW);
        }
        let asked = explanation::asked(&self.shown, &self.ui);
        self.answer_why("Why", &asked);
    }

    /// Whoever asks about a choice that is there already has seen enough of what happened before.
    pub(super) fn skip_to_choice(&mut self) {
        if self.ui.showing() && self.sitting.question_of(self.shown.me).is_some() {
            self.rest();
        }
    }

    fn answer_why(&mut self, title: &str, asked: &[String]) {
        let answer = |asked: &String| {
            let why = self.sitting.why_plainly_of(self.shown.me, asked);
            let why = why.unwrap_or_else(|unclear| unclear);
            // On the screen no sentence has a number.
            let told = match why
                .strip_prefix("Event ")
                .and_then(|why| why.split_once(": "))
            {
                Some((number, told)) if number.bytes().all(|byte| byte.is_ascii_digit()) => told,
                _ => &why,
            };
            told.trim_end().to_string()
        };
        let ended = self
            .shown
            .ended
            .iter()
            .filter(|_| asked == ["last"])
            .cloned();
        let text = ended.chain(asked.iter().map(answer)).join("\n\n");
        if !text.is_empty() {
            self.open(popup::popup(
                title,
                text.lines().map(str::to_string).collect(),
            ));
        }
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            // Nobody points at what they cannot see.
            _ if self.ui.tiny => {}
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown if self.ui.popup.is_none() => {
                self.scroll(if mouse.kind == MouseEventKind::ScrollUp {
                    1
                } else {
                    -1
                })
            }
            MouseEventKind::ScrollUp => self.ui.wheel(1),
            MouseEventKind::ScrollDown => self.ui.wheel(-1),
            MouseEventKind::Down(MouseButton::Left) => {
                self.click(Position::new(mouse.column, mouse.row))
            }
            _ => {}
        }
    }

    fn click(&mut self, at: Position) {
        // It closes what lies over the table, as any key does that does not answer it; what is below is not meant.
        if self.ui.popup.take().is_some() {
            return;
        }
        if self.ui.cover.is_some() {
            return;
        }
        if self.ui.showing() {
            return self.rest();
        }
        let there = self.ui.things_at(at).collect_vec();
        let candidate = there
            .iter()
            .find(|thing| self.ui.candidate(**thing).is_some());
        match (candidate, there.first()) {
            // The first click points, the second one picks.
            (Some(thing), _) if self.ui.cursor == Some(*thing) => self.pick(*thing),
            (Some(thing), _) => {
                self.ui.focus = Focus::Choice;
                self.point(Some(*thing));
            }
            (None, Some(thing)) => {
                (self.ui.focus, self.ui.looking) = (Focus::Table, Some(*thing));
            }
            (None, None) => {}
        }
    }

    fn arrow(&mut self, across: isize, down: isize) {
        self.ui.typed = None;
        match self.ui.focus {
            Focus::Log => self.scroll(-down),
            Focus::Choice => {
                let things = self
                    .ui
                    .candidates
                    .iter()
                    .map(|candidate| candidate.thing)
                    .collect_vec();
                let rows = rows(&self.shown, &self.ui, &things);
                let next = moved(&rows, self.ui.cursor, across, down);
                if next.is_some() && next != self.ui.cursor {
                    self.point(next);
                }
            }
            Focus::Table => look_on(&self.shown, &mut self.ui, across, down),
        }
    }
}
