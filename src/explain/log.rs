//! Tells what happens in plain sentences, as one seat may know it.

mod groups;
mod sentences;
mod words;

use crate::names::face_name;
use crate::options::label::{Spot, is_known};
use crate::reasons::because::Because;
use board::{Board, CardId, Event, Seat};
use engine::{Cause, Declined, Script, Watch};
use groups::Groups;
use rules::ir::Rules;
use sentences::Teller;

/// The log of a game through the eyes of one seat, or of somebody who sees every card.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// Nobody's eyes see all.
    viewer: Option<Seat>,
    lines: Vec<String>,
    /// By sentence: how far below what somebody did it stands, as what follows from that.
    depths: Vec<u8>,
    groups: Groups,
    /// By sentence: what made it happen.
    because: Vec<Because>,
    /// Cards that were turned up or built, each with the number of the sentence that tells so.
    shown: Vec<(CardId, usize)>,
    /// What was turned up last, until it is told what became of it.
    turned_up: Option<CardId>,
    /// A card that did nothing when it was played, as the last sentence tells: it may answer yet.
    fizzled: Option<CardId>,
    /// Where the buildings stood before a series of cards left: the gaps close only afterwards.
    places: Vec<(CardId, String)>,
    /// Cards that were set aside, and by whom.
    aside: Vec<(CardId, Seat)>,
}

impl Log {
    /// An empty log for that seat.
    pub fn new(viewer: Seat) -> Log {
        Log {
            viewer: Some(viewer),
            ..Log::default()
        }
    }

    /// An empty log in which all cards lie open.
    pub fn open() -> Log {
        Log::default()
    }

    /// Takes the sentences out.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.because.clear();
        self.depths.clear();
        self.shown.clear();
        self.fizzled = None;
        std::mem::take(&mut self.lines)
    }

    /// A log that goes on after these sentences about who begins and how things are played.
    pub fn after(viewer: Seat, lines: Vec<String>) -> Log {
        let mut log = Log::new(viewer);
        log.settled(&lines);
        log
    }

    /// Adds sentences about how things are played from now on.
    pub fn settled(&mut self, sentences: &[String]) {
        self.because
            .extend(sentences.iter().map(|_| Because::contest()));
        self.depths.extend(sentences.iter().map(|_| 0));
        self.lines.extend_from_slice(sentences);
    }

    /// One sentence each, oldest first.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// By sentence: how far below what somebody did it stands, as what follows from that; 0 for what is done.
    pub fn depths(&self) -> &[u8] {
        &self.depths
    }

    /// The sentences from that one on, what follows from something below it.
    pub fn grouped(&self, from: usize) -> impl Iterator<Item = String> + '_ {
        let lines = self.lines.iter().zip(&self.depths).skip(from);
        lines.map(|(sentence, depth)| grouped(sentence, *depth))
    }

    /// What was told is read by now, and stays as it is.
    pub fn close(&mut self) {
        self.fizzled = None;
    }

    /// The sentences with their numbers, a line each, without the first `from` of them.
    pub fn numbered(&self, from: usize) -> String {
        let lines = (from + 1..).zip(self.grouped(from));
        lines
            .map(|(number, sentence)| format!("{number:>4}  {sentence}\n"))
            .collect()
    }

    /// Why that event happened, by the number of its sentence, counted from 1. The game is of these rules.
    ///
    /// # Errors
    /// There is no such sentence: what there is, as a sentence.
    pub fn why(&self, rules: &Rules, number: usize) -> Result<String, String> {
        self.explained(number, |because| because.explain(rules, &self.lines))
    }

    /// The same for somebody who plays: without files and lines.
    ///
    /// # Errors
    /// Those of [`Log::why`].
    pub fn why_plainly(&self, rules: &Rules, number: usize) -> Result<String, String> {
        self.explained(number, |because| {
            because.explain_plainly(rules, &self.lines)
        })
    }

    fn explained(
        &self,
        number: usize,
        explain: impl Fn(&Because) -> String,
    ) -> Result<String, String> {
        let index = number.wrapping_sub(1);
        if let (Some(line), Some(because)) = (self.lines.get(index), self.because.get(index)) {
            return Ok(format!("Event {number}: {line}\n{}", explain(because)));
        }
        // Too long a number to be counted.
        let which = match number {
            usize::MAX => "such event".to_string(),
            _ => format!("event {number}"),
        };
        Err(match self.lines.len() {
            0 => "Nothing has happened yet.".to_string(),
            1 => format!("There is no {which}: there is only event 1."),
            last => format!("There is no {which}: events go from 1 to {last}."),
        })
    }

    /// The sentence that tells what a trigger answers.
    fn answered(&self, event: &Event<'_>) -> Option<usize> {
        let Event::Triggered { card, .. } = event else {
            return None;
        };
        let mut shown = self.shown.iter().rev();
        shown
            .find(|(shown, _)| shown == card)
            .map(|(_, line)| *line)
    }
}

impl Watch for Log {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let turned_up = self.turned_up.take();
        let goes = matches!(
            event,
            Event::Revealed { .. } | Event::Discarded { .. } | Event::Removed { .. }
        );
        if !goes || self.places.is_empty() {
            self.places.clear();
            for seat in Seat(0).clockwise(board.seats) {
                let row = (0..).zip(board.row(seat));
                let spot = |(place, building): (u16, &CardId)| {
                    (*building, Spot { seat, place }.to_string())
                };
                self.places.extend(row.map(spot));
            }
        }
        if let Event::SetAside { card, by, .. } = event {
            self.aside.retain(|(other, _)| other != card);
            self.aside.push((*card, *by));
        }
        match event {
            // What stood on it goes first.
            Event::Discarded { card } if turned_up.is_some_and(|turned_up| turned_up != *card) => {
                self.turned_up = turned_up
            }
            Event::Revealed { card, .. } => self.turned_up = Some(*card),
            _ => {}
        }
        let teller = Teller {
            script,
            rules: &script.rules,
            board,
            viewer: self.viewer,
            places: &self.places,
            aside: &self.aside,
            cause,
        };
        let Some(sentence) = teller.tell(event, turned_up) else {
            return;
        };
        let fizzled = self.fizzled.take();
        if let Event::Fizzled { card } = event {
            self.fizzled = Some(*card);
        }
        let answered = self.answered(event);
        let depth_of = |line: usize| self.depths.get(line).copied();
        let from = match event {
            Event::Discarded { card } | Event::Removed { card } => Some(board.card(*card).zone),
            _ => None,
        };
        let above = (answered.and_then(depth_of), from);
        let depth = self.groups.depth(script, event, cause, above);
        match event {
            Event::Discarded { card } | Event::Removed { card } | Event::LaidAside { card, .. }
                if turned_up != Some(*card) => {}
            Event::Discarded { card }
            | Event::Removed { card }
            | Event::LaidAside { card, .. }
            | Event::Built { card, .. }
            | Event::Swapped { card, .. } => self.shown.push((*card, self.lines.len())),
            _ => {}
        }
        let mut because = Because::of(script, board, event, cause, self.viewer);
        because.after = answered;
        // One sentence says that it did nothing and what it does all the same.
        if let Event::Triggered { owner, card } = event
            && fizzled == Some(*card)
            && let (Some(line), Some(reason)) = (self.lines.last_mut(), self.because.last_mut())
        {
            *line = teller.but_answers(line, *owner);
            *reason = because;
            return;
        }
        self.because.push(because);
        self.depths.push(depth);
        self.lines.push(sentence);
    }

    /// Somebody does without what a text offers: told where the viewer may know that it does.
    fn declined(&mut self, declined: &Declined<'_>) {
        let (seat, board, rules) = (declined.seat(), declined.board(), &declined.script().rules);
        let decides = |viewer| viewer == seat || viewer == board.chooser(seat).by;
        let Some(cause) = declined.cause() else {
            return;
        };
        if !self.viewer.is_none_or(decides) && !declined.is_known_to_all() {
            return;
        }
        let known = !cause.this.is_some() || is_known(board, cause.this, self.viewer);
        let origin = rules.origin(cause.at).filter(|_| known);
        let declines = match self.viewer == Some(seat) {
            true => "You decline".to_string(),
            false => format!("{seat} declines"),
        };
        self.lines.push(match origin.and_then(|text| text.face) {
            Some(face) => {
                let name = face_name(rules, face);
                format!("{declines} what {name} offers.")
            }
            None => format!("{declines} an offer."),
        });
        self.because
            .push(Because::asking(board, cause, self.viewer));
        self.depths.push(self.groups.below(cause));
    }
}

/// A sentence of a log at its depth: two columns further right for each.
pub fn grouped(sentence: &str, depth: u8) -> String {
    format!("{}{sentence}", "  ".repeat(depth.into()))
}
