//! Texts that wait for more than what happens to their own card: whoever hears it, in order (TRG-1).

use crate::effects::happenings::Heard;
use crate::effects::runner::Runner;
use crate::effects::triggers::waiting;
use crate::eval::context::Context;
use crate::play::turn::{Due, FIRST_CARRIED};
use crate::program::clauses::Clauses;
use crate::program::speaks::Topic;
use crate::state::frame::{Frame, Held, Waiting};
use crate::{Reads, Watch};
use board::{Bearer, Board, CardId, CardSet, Event, Pended, Seat, Zone};
use rules::ir::{Bar, Causes, DISABLED, Element, FaceId, Pending, ROLES, Remember, Says, Trigger};

/// Where what is heard waits: in the queue, or until a keyword is over.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    Now,
    Over(u8),
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Queues what all active buildings, those that have just fallen and stacked cards have to say: by seat, from the player
    /// whose turn it is, left to right, bottom to top (TRG-1).
    pub fn hear(&mut self, heard: Heard, until: Until) {
        if self
            .state
            .frames
            .last()
            .is_some_and(|frame| frame.unanswered > 0)
        {
            return;
        }
        self.listen_in_laws(heard, until);
        if !self.state.board.pending().all().is_empty() {
            self.listen_in_pending(heard, until);
        }
        self.listen_in_nations(heard, until);
        if self.script.hears_in_hands & heard.bits != 0 {
            self.listen_in_hands(heard, until);
        }
    }

    fn listen_in_nations(&mut self, heard: Heard, until: Until) {
        let script = self.script;
        let (turn, seats) = (self.state.board.turn, self.state.board.seats);
        let topic = Topic::Hears(heard.bits);
        // A card that lies face down may wait for something, too.
        let waiting = script.speaks.cards(topic);
        let lies = |card: CardId| self.state.board.card(card).zone == Zone::Stack;
        let stacked = topic.is_of(&script.speaks.actions)
            && self.state.board.stacked() > 0
            && waiting.actions.any(lies);
        let speaking = stacked || script.speaks.any(topic, self.state.board.open());
        let borrowing = match speaking || topic.is_of(&script.speaks.given) {
            true => self
                .context_of(CardId::NONE, turn)
                .borrowers(Clauses::SPEAKS),
            false => CardSet::NONE,
        };
        let marked =
            script.speaks.marks.hears & heard.bits != 0 && !self.state.board.carried().is_empty();
        let falls = self
            .state
            .fallen
            .iter()
            .any(|(card, _)| script.speaks.standing(topic, *card));
        if !(speaking || borrowing != CardSet::NONE || marked || falls) {
            return;
        }
        for seat in turn.clockwise(seats) {
            for at in 0..self.state.fallen.len() {
                let (card, owner) = self.state.fallen[at];
                if owner == seat && self.state.board.card(card).zone != Zone::Row {
                    let second = self.state.board.card(card).second_side();
                    self.listen(
                        script.building_face(card, second),
                        (card, owner),
                        heard,
                        until,
                    );
                }
            }
            for at in 0..self.state.board.row(seat).len() {
                let card = self.state.board.row(seat)[at];
                let state = self.state.board.card(card);
                if state.status >> DISABLED & 1 == 0 {
                    if waiting.buildings.has(card) {
                        self.listen(
                            script.building_face(card, state.second_side()),
                            (card, seat),
                            heard,
                            until,
                        );
                    }
                    if borrowing.has(card) {
                        let lent = self.context_of(card, seat).lent(card, Clauses::SPEAKS);
                        lent.faces()
                            .for_each(|face| self.listen(face, (card, seat), heard, until));
                    }
                }
                if marked {
                    self.listen_in_marks(card, Element::Building, heard, until);
                    self.listen_in_marked_stack(card, seat, heard, until);
                } else if stacked {
                    self.listen_in_stack(card, seat, heard, until);
                }
            }
        }
    }

    /// Laws belong to nobody: what they say to it is the doing of whoever does it. Those of one name are as one.
    fn listen_in_laws(&mut self, heard: Heard, until: Until) {
        let mut next = self.state.board.first_law();
        while let Some(law) = next {
            if self.script.law_of(&self.state.board, law) == law {
                if let Some(face) = self.script.facts(law).action {
                    self.listen(face, (law, heard.by), heard, until);
                }
                if self.script.speaks.marks.hears & heard.bits != 0 {
                    self.listen_in_marks(law, Element::StackedCard, heard, until);
                }
            }
            next = self.state.board.law_after(law);
        }
    }

    /// What texts have said for a while hears it, too, whatever has become of their cards.
    #[cold]
    fn listen_in_pending(&mut self, heard: Heard, until: Until) {
        let script = self.script;
        for pended in self
            .state
            .board
            .pending()
            .in_force()
            .copied()
            .collect::<Due>()
        {
            let Some(said) = script.rules.pending.get(usize::from(pended.clause)) else {
                continue;
            };
            let of = (pended.this, pended.you);
            let comes = |trigger: &Trigger| {
                self.waits_for(trigger, heard, until)
                    && self.holds_carrying(trigger, of, heard, Some((said, &pended)))
            };
            if said.ends.iter().any(comes) {
                self.state.board.apply(Event::Came(pended));
                self.touch_all(Reads::STATUS);
                continue;
            }
            let Says::Hears(trigger) = &said.says else {
                continue;
            };
            if comes(trigger) {
                let mut waiting = waiting(trigger, of, heard.by, heard.roles);
                waiting.roles[FIRST_CARRIED..].copy_from_slice(&pended.carried);
                waiting.cards |= pended.cards << FIRST_CARRIED;
                self.comes_to_wait(waiting, until);
            }
        }
    }

    /// TRG-3: what cards say in hands. Whoever has a hand is asked, whatever lies in it: that nobody else can tell.
    #[cold]
    fn listen_in_hands(&mut self, heard: Heard, until: Until) {
        let script = self.script;
        for seat in self.state.board.turn.clockwise(self.state.board.seats) {
            let board = &self.state.board;
            if !board.living.has(seat) || board.hand(seat).is_empty() {
                continue;
            }
            for face in &script.held {
                let held = &script.rules.faces[face.index()].held;
                self.listen_to(held, (CardId::NONE, seat), heard, until);
            }
        }
    }

    fn listen_in_stack(&mut self, building: CardId, owner: Seat, heard: Heard, until: Until) {
        let (script, bit) = (self.script, heard.bits);
        let speaking = |face: &FaceId| script.speaks.face(*face).hears & bit != 0;
        let said = |card: CardId| {
            script
                .facts(card)
                .action
                .filter(speaking)
                .map(|face| (card, face))
        };
        let from_top =
            |board: &Board, at: usize| board.stack_from_top(building).filter_map(said).nth(at);
        let count = self
            .state
            .board
            .stack_from_top(building)
            .filter_map(said)
            .count();
        for at in (0..count).rev() {
            if let Some((card, face)) = from_top(&self.state.board, at) {
                self.listen(face, (card, owner), heard, until);
            }
        }
    }

    /// The same, each card before the counters on it.
    #[cold]
    fn listen_in_marked_stack(
        &mut self,
        building: CardId,
        owner: Seat,
        heard: Heard,
        until: Until,
    ) {
        let count = self.state.board.stack_from_top(building).count();
        for at in (0..count).rev() {
            let Some(card) = self.state.board.stack_from_top(building).nth(at) else {
                continue;
            };
            if let Some(face) = self.script.facts(card).action {
                self.listen(face, (card, owner), heard, until);
            }
            self.listen_in_marks(card, Element::StackedCard, heard, until);
        }
    }

    /// What counters on a card say: of each sort once for each player living who has put any there; of a sort that forgets
    /// them it is the doing of whoever does what happens.
    #[cold]
    fn listen_in_marks(&mut self, card: CardId, bearer: Element, heard: Heard, until: Until) {
        let mut at = 0;
        let heap = |board: &Board, at: usize| {
            let mut there = board
                .carried()
                .all()
                .iter()
                .filter(|heap| heap.on == Bearer::Card(card));
            there.nth(at).copied()
        };
        while let Some(heap) = heap(&self.state.board, at) {
            at += 1;
            let Some(counter) = self.script.rules.counters.get(usize::from(heap.sort)) else {
                continue;
            };
            let you = heap.by.unwrap_or(heard.by);
            if let Some(face) = counter
                .face
                .filter(|_| counter.on == Some(bearer) && self.state.board.living.has(you))
            {
                self.listen(face, (card, you), heard, until);
            }
        }
    }

    /// Queues those clauses of a face that wait for what happens.
    fn listen(&mut self, face: FaceId, of: (CardId, Seat), heard: Heard, until: Until) {
        let script = self.script;
        if script.speaks.face(face).hears & heard.bits == 0 {
            return;
        }
        self.listen_to(&script.rules.faces[face.index()].triggers, of, heard, until);
    }

    fn listen_to(&mut self, clauses: &[Trigger], of: (CardId, Seat), heard: Heard, until: Until) {
        for trigger in clauses {
            if self.waits_for(trigger, heard, until) && self.holds_for(trigger, of, heard) {
                let mut waiting = waiting(trigger, of, heard.by, heard.roles);
                if trigger.remembers[0].is_some() {
                    self.remember_for(trigger, of, heard, &mut waiting);
                }
                self.comes_to_wait(waiting, until);
            }
        }
    }

    /// Things and numbers as they are now, behind the roles.
    #[cold]
    fn remember_for(
        &self,
        trigger: &Trigger,
        (this, you): (CardId, Seat),
        heard: Heard,
        waiting: &mut Waiting,
    ) {
        let frame = heard.frame((this, you), trigger.cards);
        let context = self.heard_by(&frame);
        for (at, remembered) in trigger.remembers.iter().flatten().enumerate() {
            waiting.roles[ROLES + at] = match remembered {
                Remember::Item(item) => context.item(*item),
                Remember::Number(number) => context.number(*number),
            };
        }
    }

    fn heard_by<'b>(&'b self, frame: &'b Frame) -> Context<'b> {
        Context::running(self.script, &self.state.board, frame).counting(Some(&self.fuel.looks))
    }

    fn waits_for(&self, trigger: &Trigger, heard: Heard, until: Until) -> bool {
        let causes = match until {
            Until::Now => heard.causes(self.causes()),
            Until::Over(keyword) => 1 << keyword,
        };
        !trigger.own
            && trigger.happenings & heard.bits != 0
            && (trigger.causes == Causes::MAX || trigger.causes & causes != 0)
    }

    fn comes_to_wait(&mut self, waiting: Waiting, until: Until) {
        match until {
            Until::Now => self.wait(waiting),
            Until::Over(keyword) => {
                let depth = self.state.frames.len() as u8;
                if self
                    .state
                    .held
                    .try_push(Held {
                        waiting,
                        keyword,
                        depth,
                    })
                    .is_err()
                {
                    self.too_many_wait();
                }
            }
        }
    }

    pub fn holds_for(&self, trigger: &Trigger, of: (CardId, Seat), heard: Heard) -> bool {
        self.holds_carrying(trigger, of, heard, None)
    }

    /// What has caused the text on top.
    pub fn causes(&self) -> Causes {
        self.state.frames.last().map_or(0, |frame| frame.causes)
    }

    /// What is counted of players is this, as that player sees it.
    pub fn deed_is(&self, deed: &Bar, heard: Heard, you: Seat) -> bool {
        let causes = heard.causes(self.causes());
        if deed.happenings & heard.bits == 0
            || deed.causes != Causes::MAX && deed.causes & causes == 0
        {
            return false;
        }
        let Some(condition) = deed.condition else {
            return true;
        };
        let frame = heard.frame((CardId::NONE, you), deed.cards);
        self.heard_by(&frame).holds(condition)
    }

    pub fn holds_carrying(
        &self,
        trigger: &Trigger,
        (this, you): (CardId, Seat),
        heard: Heard,
        carried: Option<(&Pending, &Pended)>,
    ) -> bool {
        let Some(condition) = trigger.condition else {
            return true;
        };
        let mut frame = heard.frame((this, you), trigger.cards);
        carried
            .into_iter()
            .for_each(|(said, pended)| frame.carries(said, pended, FIRST_CARRIED));
        let context = self.heard_by(&frame);
        context.spend(|| self.script.weights[condition.index()] as usize);
        context.holds(condition) && !context.is_spent()
    }
}
