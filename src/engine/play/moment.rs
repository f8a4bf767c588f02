//! The end of a moment: statuses, eliminations, triggers in order, victories (WIN-1).

use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::statuses::Asking;
use crate::play::statuses::{look_again, settle_statuses, settle_turns};
use crate::program::clauses::Clauses;
use crate::program::conditions::turn_bit;
use crate::program::traits::Trait;
use crate::state::DRAWN;
use crate::{Outcome, Reads, Script, Watch};
use board::{CardId, Event, Phase, Seat, Seats};
use rules::ir::{BARRED, BARRED_BUT_LAST, DISABLED, FaceId, Happening};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Notes that something has changed in a nation.
    #[inline(always)]
    pub fn touch(&mut self, seat: Seat, what: Reads) {
        self.state.changed_nations |= seat.bit();
        self.state.changed = self.state.changed.and(what);
    }

    /// Notes that a card comes onto a stack of that nation, or leaves it.
    #[inline(always)]
    pub fn touch_stack(&mut self, seat: Seat, face_up: bool) {
        self.touch(
            seat,
            if face_up {
                Reads::STACKS.and(Reads::FACE_UP)
            } else {
                Reads::STACKS
            },
        );
        if face_up {
            self.look_again_at(seat);
        }
    }

    /// Notes that what the buildings of a nation have to say must be looked at again.
    pub fn look_again_at(&mut self, seat: Seat) {
        self.state.stale = self.state.stale.with(seat);
        self.state.rebuilt = self.state.rebuilt.with(seat);
    }

    /// A building has come to stand, without a card on it, at that place of its nation.
    pub fn arrives(&mut self, card: CardId, seat: Seat, second_side: bool, place: u16) {
        if self.state.stale.has(seat) {
            return self.look_again_at(seat);
        }
        let traits = self.script.traits(card, second_side);
        let nation = &mut self.state.nations[seat.index()];
        nation.opens(
            self.script,
            traits,
            place.into(),
            self.state.board.row(seat).len(),
        );
        let speaks = match self.script.beside_alone {
            true => nation.speaks_at(place.into()) || traits.marks.has(Trait::DisablesItself),
            false => nation.speaks(),
        };
        if speaks {
            self.state.rebuilt = self.state.rebuilt.with(seat);
        }
    }

    /// A building is about to go, after what lies on it.
    pub fn departs(&mut self, building: CardId, seat: Seat) {
        let state = self.state.board.card(building);
        let traits = self.script.traits(building, state.second_side());
        let place = self.state.board.place(building).unwrap_or(0);
        let row = self.state.board.row(seat).len();
        let nation = &mut self.state.nations[seat.index()];
        if self.state.stale.has(seat) || state.ups > 0 {
            return self.look_again_at(seat);
        }
        let speaks = if self.script.beside_alone {
            nation.speaks_at(place)
        } else {
            nation.speaks()
        };
        if speaks {
            self.state.rebuilt = self.state.rebuilt.with(seat);
        }
        if !nation.closes(self.script, traits, place, row - 1) {
            self.state.stale = self.state.stale.with(seat);
        }
    }

    /// Notes that the turn has come from one part of it to another one, as that seat sees it.
    #[inline(always)]
    pub fn touch_turn(&mut self, seat: Seat, from: Phase, to: Phase) {
        let script = self.script;
        let alone = script.turn_alone && !script.victories.meets(Reads::TURN);
        let tells = !self.state.nations[seat.index()]
            .with(Trait::ByTurn)
            .is_empty()
            && script.tells_turns[turn_bit(true, from) as usize] & turn_bit(true, to) != 0;
        if !alone || tells {
            self.touch(seat, Reads::TURN);
        }
    }

    /// A step comes: unless it is part of a larger one, a moment begins.
    #[inline(always)]
    pub fn begin_moment(&mut self) {
        if self.top().at_once == 0 {
            self.state.fresh = self.state.queue.len() as u16;
        }
    }

    /// A step is done: unless it is part of a larger one, this is a moment.
    #[inline(always)]
    pub fn settle(&mut self) {
        let changed = self.state.changed;
        if changed == Reads::NOTHING
            || self
                .state
                .frames
                .last()
                .is_some_and(|frame| frame.at_once > 0)
        {
            return;
        }
        let first = usize::from(self.state.ordered);
        self.order_triggers();
        self.state.changed = Reads::NOTHING;
        if changed.meets(self.script.cares) {
            self.moment(changed);
            self.state.fallen.clear();
            self.silence(first);
        } else {
            self.state.changed_nations = 0;
            self.state.fallen.clear();
        }
        if self.script.opens_hands {
            self.oversee();
        }
    }

    /// TRG-2: of the triggers that the moment has queued, those of buildings that came to stand disabled are dropped.
    #[inline(always)]
    fn silence(&mut self, first: usize) {
        if self.state.queue.len() <= first {
            return;
        }
        let board = &self.state.board;
        let disabled = |card: CardId| board.card(card).status >> DISABLED & 1 == 1;
        let mut at = 0;
        self.state.queue.retain(|waiting| {
            at += 1;
            at <= first || !waiting.arrives || !disabled(waiting.card)
        });
        self.state.ordered = self.state.queue.len() as u16;
    }

    pub fn moment(&mut self, mut changed: Reads) {
        let mut nations =
            Seats(std::mem::take(&mut self.state.changed_nations) & self.state.board.living.0);
        if self.state.stale == Seats::NONE && !changed.meets(self.at_stake(nations)) {
            return;
        }
        self.fuel.looks.spend(self.script.worst.moment);
        let anew = look_again(self.script, self.state);
        let turn_alone =
            changed == Reads::TURN && self.script.turn_by_itself && anew == Seats::NONE;
        let settled = match turn_alone {
            true => self.turn_statuses(nations),
            false => changed.meets(self.script.lasting) && self.statuses(changed, nations, anew),
        };
        if settled {
            changed = changed.and(Reads::STATUS);
            nations = self.nations_settled(nations);
        } else if turn_alone && self.state.claims == 0 {
            return;
        }
        let mut fallen = Seats::NONE;
        if changed.meets(Reads::ROWS)
            && nations
                .iter()
                .any(|seat| self.state.board.row(seat).is_empty())
        {
            fallen = self.eliminations(nations);
            changed = changed.and(Reads::CARDS).and(self.state.changed);
            self.state.changed = Reads::NOTHING;
            // Who is left, and what they held, may matter elsewhere, and so may what all remember of it.
            let remembered = self.script.remembers & Happening::Eliminated.bit() != 0;
            let (far, living) = (
                self.script.lasting.meets(Reads::FAR) || remembered,
                self.state.board.living,
            );
            if remembered {
                nations = living;
            }
            if far && self.statuses(changed, living, living) {
                changed = changed.and(Reads::STATUS);
                nations = living;
            }
        }
        self.victories(changed, nations, fallen);
    }

    #[inline(always)]
    pub fn statuses(&mut self, changed: Reads, nations: Seats, anew: Seats) -> bool {
        let looks = counted(self.script, &self.fuel.looks, self.trial.is_some());
        let asking = Asking::of(self.script, looks, &self.state.board);
        settle_statuses(&asking, self.state, changed, nations, anew)
    }

    /// The same where nothing but the turn has changed, and nothing else hangs on it.
    #[inline(always)]
    fn turn_statuses(&mut self, nations: Seats) -> bool {
        let looks = counted(self.script, &self.fuel.looks, self.trial.is_some());
        settle_turns(
            &Asking::of(self.script, looks, &self.state.board),
            self.state,
            nations,
        )
    }

    /// Whatever can matter in those nations.
    #[inline(always)]
    fn at_stake(&self, nations: Seats) -> Reads {
        let mut stake = self.script.everywhere;
        for seat in nations.iter() {
            let nation = &self.state.nations[seat.index()];
            stake = stake.and(nation.lasting_reads).and(nation.wins);
        }
        stake
    }

    /// Where statuses may have changed: everywhere, when some effect looks beyond its own nation.
    #[inline(always)]
    fn nations_settled(&self, nations: Seats) -> Seats {
        if self.script.lasting.meets(Reads::FAR) {
            self.state.board.living
        } else {
            nations
        }
    }

    /// WIN-6, WIN-8: nations without buildings. Answers which fall.
    pub fn eliminations(&mut self, nations: Seats) -> Seats {
        let mut fallen = Seats::NONE;
        for seat in self.state.board.turn.clockwise(self.state.board.seats) {
            if !nations.has(seat) || !self.state.board.row(seat).is_empty() {
                continue;
            }
            if self.script.replaces & Happening::Eliminated.bit() != 0 && self.is_saved(seat) {
                continue;
            }
            fallen = fallen.with(seat);
            self.emit(Event::Eliminated { seat });
            while let Some(card) = self.state.board.hand(seat).first().copied() {
                match self.script.rules.remove_eliminated_hand {
                    true => self.emit(Event::Removed { card }),
                    false => self.emit(Event::Discarded { card }),
                }
            }
        }
        fallen
    }

    /// TRG-1: those of one moment by seat, from the player whose turn it is; else as they came.
    #[inline(always)]
    fn order_triggers(&mut self) {
        let start = self.state.ordered as usize;
        if self.state.queue.len() > start + 1 {
            let (turn, seats) = (self.state.board.turn.0, self.state.board.seats);
            self.state.queue[start..]
                .sort_by_key(|waiting| (waiting.owner.0 + seats - turn) % seats);
        }
        self.state.ordered = self.state.queue.len() as u16;
    }

    /// WIN-2, WIN-7: the player whose turn it is first, then clockwise.
    pub fn victories(&mut self, mut changed: Reads, mut nations: Seats, fallen: Seats) {
        let script = self.script;
        // WIN-11: who can win again may have what wins already.
        if changed.meets(script.bars) {
            (changed, nations) = (Reads(u8::MAX), self.state.board.living);
        }
        if self.state.claims != 0 && self.meet_claims() {
            return;
        }
        let board = &self.state.board;
        if changed.meets(Reads::ROWS) && !board.living.several() {
            // END-4: of those who fall last, and at once, the player whose turn it is comes first.
            let fallen = board
                .turn
                .clockwise(board.seats)
                .find(|seat| fallen.has(*seat));
            let last = board.living.iter().next().or(fallen).unwrap_or(board.turn);
            return match self.is_barred(last, true) {
                true => self.end_drawn(),
                false => self.win(last),
            };
        }
        if !changed.meets(script.victories) || self.is_winless() {
            return;
        }
        let looks_far = script.cares.meets(Reads::FAR);
        let asked = Seats(if looks_far {
            board.living.0
        } else {
            nations.0 & board.living.0
        });
        let won = |seat: &Seat| {
            changed.meets(self.state.nations[seat.index()].wins)
                && self.wins_by_card(*seat, changed, nations)
                || changed.meets(script.tally_reads)
                    && self.state.nations[seat.index()].may_tally
                    && self.wins_by_tally(*seat, changed, nations)
        };
        // Most moments are one nation's.
        let winner = match asked.several() {
            true => board
                .turn
                .clockwise(board.seats)
                .filter(|seat| asked.has(*seat))
                .find(won),
            false => asked.iter().next().filter(won),
        };
        // Nobody wins by what was not looked at to its end.
        let winner = match winner {
            Some(_) if script.bars != Reads::NOTHING => {
                let mut able = board
                    .turn
                    .clockwise(board.seats)
                    .filter(|seat| board.living.has(*seat));
                able.find(|seat| won(seat) && !self.is_barred(*seat, false))
            }
            winner => winner,
        };
        if let Some(seat) = winner.filter(|_| !self.fuel.looks.is_spent()) {
            let halted = script.replaces & Happening::Won.bit() != 0 && self.is_halted(seat);
            if !halted {
                self.win(seat);
            }
        }
    }

    /// What texts say of how the game ends: that nobody wins, before who does, and of these whoever comes first (WIN-2).
    fn meet_claims(&mut self) -> bool {
        let claims = std::mem::take(&mut self.state.claims);
        if claims & DRAWN != 0 {
            self.end_drawn();
            return true;
        }
        let board = &self.state.board;
        let mut claim = board
            .turn
            .clockwise(board.seats)
            .filter(|seat| claims & seat.bit() != 0);
        let first = claim.find(|seat| !self.is_barred(*seat, !board.living.several()));
        first.into_iter().for_each(|seat| self.win(seat));
        first.is_some()
    }

    /// A tally of the player's is full.
    fn wins_by_tally(&self, seat: Seat, changed: Reads, nations: Seats) -> bool {
        let (script, board) = (self.script, &self.state.board);
        let nation = &self.state.nations[seat.index()];
        let row = board.row(seat).len();
        let own = !script.changes_names || !self.asking(CardId::NONE, seat).may_count_as_another();
        for (index, limits) in script.tallies.iter().enumerate() {
            let reads = limits.reads;
            if changed.meets(reads) && (nations.has(seat) || reads.meets(Reads::FAR)) {
                let tally = &script.rules.tallies[index];
                if nation.most(index, limits, row, own) >= limits.wins_at.into()
                    && self.asking(CardId::NONE, seat).tally(index, tally) >= tally.wins_at
                {
                    return true;
                }
            }
        }
        false
    }

    /// A condition on one of the player's active buildings holds (WIN-5).
    fn wins_by_card(&self, seat: Seat, changed: Reads, nations: Seats) -> bool {
        let (script, board) = (self.script, &self.state.board);
        let reads = self.state.nations[seat.index()].wins;
        if !nations.has(seat) && !reads.meets(Reads::FAR) {
            return false;
        }
        let row = board.row(seat);
        let wins = |building: CardId| {
            let state = board.card(building);
            let second = state.second_side();
            let traits = script.traits(building, second);
            let too_few = row.len() < traits.wins_at_buildings as usize
                || board.cards_in(seat) < traits.wins_at_cards as usize;
            let disabled = state.status >> DISABLED & 1 == 1;
            if disabled
                || !traits.wins.meets(changed)
                || state.height < traits.wins_at_height
                || too_few
            {
                return false;
            }
            let face = script.building_face(building, second);
            let context = self.asking(building, seat);
            let wins_by = |face: FaceId| {
                let wins = &script.rules.faces[face.index()].wins;
                context.spend(|| {
                    wins.iter()
                        .map(|condition| script.weights[condition.index()] as usize)
                        .sum()
                });
                wins.iter().any(|condition| context.holds(*condition))
            };
            wins_by(face)
                || !script.lent.is_empty()
                    && context.lent(building, Clauses::WINS).faces().any(wins_by)
        };
        let mut any = false;
        let winners = self.state.nations[seat.index()].with(Trait::Wins);
        winners.each(row, |building| any = any || wins(building));
        any
    }

    /// A text is asked about, at the cost of what the decision may look at.
    pub fn asking(&self, this: CardId, you: Seat) -> Context<'_> {
        let looks = counted(self.script, &self.fuel.looks, self.trial.is_some());
        Context::of(self.script, &self.state.board, this, you).counting(looks)
    }

    /// WIN-11: a text says that this player cannot win, perhaps but as the last one living.
    fn is_barred(&self, seat: Seat, last: bool) -> bool {
        let barred = |status| self.asking(CardId::NONE, seat).has_standing(seat, status);
        self.script.bars != Reads::NOTHING && (barred(BARRED) || !last && barred(BARRED_BUT_LAST))
    }

    pub fn end_drawn(&mut self) {
        self.emit(Event::GameDrawn);
        self.state.outcome = Outcome::Drawn;
    }

    pub fn win(&mut self, seat: Seat) {
        self.emit(Event::Won { seat });
        self.state.outcome = Outcome::Won(seat);
    }

    /// Everything may have changed: for positions that come from elsewhere.
    pub fn settle_all(&mut self) {
        self.state.changed = Reads(u8::MAX);
        self.state.changed_nations = u8::MAX;
        (self.state.stale, self.state.rebuilt) = (self.state.board.living, self.state.board.living);
        self.settle();
    }

    /// Somebody may win who could not before.
    #[cold]
    pub fn look_at_victories(&mut self) {
        self.state
            .board
            .living
            .iter()
            .for_each(|seat| self.touch(seat, Reads(u8::MAX)));
    }

    /// Nobody wins by a condition while this text lasts, or until that has been answered.
    fn is_winless(&self) -> bool {
        self.script.winless && self.state.frames.iter().any(|frame| frame.winless > 0)
    }
}

/// What the looks of a moment are taken from, unless they are taken all at once. A trial also notes what is asked.
#[inline(always)]
pub fn counted<'a>(script: &Script, looks: &'a Looks, trial: bool) -> Option<&'a Looks> {
    (script.worst.moments_count || trial).then_some(looks)
}
