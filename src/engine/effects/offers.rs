//! Finds the texts that could come in the place of what is about to happen, in order.

use arrayvec::ArrayVec;

use crate::Watch;
use crate::effects::happenings::Heard;
use crate::effects::runner::Runner;
use crate::program::clauses::Clauses;
use crate::program::speaks::Topic;
use crate::state::frame::{Asked, Frame};
use board::{CardId, Pended, Seat, Zone};
use rules::ir::{Causes, FaceId, Pc, Says, Trigger};
use text::limits::REPLACING;

/// A text that could come in the place of something.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    pub clause: Trigger,
    pub this: CardId,
    pub you: Seat,
    /// The building that it is, or lies on; none where that has just fallen.
    pub stands: Option<CardId>,
    pub said: Said,
}

/// What was said for a while, and which one it is of those that the same player has said with that text, counted from 1.
pub type Said = Option<(Pended, u8)>;

pub type Offers = ArrayVec<Offer, REPLACING>;

/// What is asked for by what happens there: to an op of the text at that depth, or at the end of a moment to that player.
#[derive(Debug, Clone, Copy)]
pub enum At {
    Op(usize),
    Elimination(Seat),
    Victory(Seat),
}

impl At {
    pub fn number(self) -> u8 {
        match self {
            At::Op(depth) => depth as u8,
            At::Elimination(seat) => 128 + seat.0,
            At::Victory(seat) => 160 + seat.0,
        }
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// The texts that could come in its place: from the player to whom it happens clockwise, left to right, bottom to top.
    pub fn offers(&self, heard: Heard, to: Seat, at: At, offers: &mut Offers) {
        let (script, board) = (self.script, &self.state.board);
        let topic = Topic::Replaces(heard.bits);
        let falls = || {
            self.state
                .fallen
                .iter()
                .any(|(card, _)| script.speaks.standing(topic, *card))
        };
        let none = !script.speaks.any(topic, board.open()) && !falls();
        if none
            && !(topic.is_of(&script.speaks.given)
                && self.context_of(CardId::NONE, to).lends(Clauses::SPEAKS))
        {
            return;
        }
        // Laws come first; of one name they are as one.
        for law in script.laws(board) {
            let face = script.facts(law).action;
            if let Some(face) = face {
                self.of_face(face, (law, heard.by, None), (heard, at), offers);
            }
        }
        let borrowing = self.context_of(CardId::NONE, to).borrowers(Clauses::SPEAKS);
        for seat in to.clockwise(board.seats) {
            let fallen = self.state.fallen.iter();
            let fallen = fallen
                .filter(|(card, owner)| *owner == seat && board.card(*card).zone != Zone::Row);
            let fallen = fallen.map(|(card, _)| *card);
            let standing = board.row(seat).iter().copied();
            for building in fallen.chain(standing) {
                let state = board.card(building);
                let stands = (state.zone == Zone::Row).then_some(building);
                if stands.is_none() || self.context_of(building, seat).active(building) {
                    let own = script.building_face(building, state.second_side());
                    self.of_face(own, (building, seat, stands), (heard, at), offers);
                    if stands.is_some() && borrowing.has(building) {
                        let lent = self
                            .context_of(building, seat)
                            .lent(building, Clauses::SPEAKS);
                        lent.faces().for_each(|face| {
                            self.of_face(face, (building, seat, stands), (heard, at), offers)
                        });
                    }
                }
                if stands.is_none() || script.speaks.actions.replaces & heard.bits == 0 {
                    continue;
                }
                for card in board.stack(building) {
                    if let Some(face) = script
                        .facts(card)
                        .action
                        .filter(|_| board.card(card).face_up())
                    {
                        self.of_face(face, (card, seat, stands), (heard, at), offers);
                    }
                }
            }
        }
    }

    /// Those that texts have said for a while come first, whatever has become of their cards.
    #[cold]
    pub fn offers_for_a_while(&self, heard: Heard, to: Seat, at: At, offers: &mut Offers) {
        let board = &self.state.board;
        for you in to
            .clockwise(board.seats)
            .filter(|seat| board.living.has(*seat))
        {
            for pended in board
                .pending()
                .in_force()
                .filter(|pended| pended.you == you)
            {
                let said = self.script.rules.pending.get(usize::from(pended.clause));
                if let Some(Says::Replaces(clause)) = said.map(|said| &said.says) {
                    let (of, said) = (
                        (pended.this, you, None),
                        Some((*pended, board.pending().nth(pended))),
                    );
                    self.of_clauses(
                        std::slice::from_ref(clause),
                        (of, said),
                        (heard, at),
                        offers,
                    );
                }
            }
        }
    }

    /// TRG-3: those of cards in hands come last. Whoever has a hand is asked, whatever lies in it.
    #[cold]
    pub fn offers_in_hands(&self, heard: Heard, to: Seat, at: At, offers: &mut Offers) {
        let board = &self.state.board;
        let holds = |seat: &Seat| board.living.has(*seat) && !board.hand(*seat).is_empty();
        for you in to.clockwise(board.seats).filter(holds) {
            for face in &self.script.held {
                let clauses = &self.script.rules.faces[face.index()].held_instead;
                let of = (CardId::NONE, you, None);
                self.of_clauses(clauses, (of, None), (heard, at), offers);
            }
        }
    }

    fn of_face(
        &self,
        face: FaceId,
        of: (CardId, Seat, Option<CardId>),
        (heard, at): (Heard, At),
        offers: &mut Offers,
    ) {
        if self.script.speaks.face(face).replaces & heard.bits != 0 {
            let clauses = &self.script.rules.faces[face.index()].instead;
            self.of_clauses(clauses, (of, None), (heard, at), offers);
        }
    }

    fn of_clauses(
        &self,
        clauses: &[Trigger],
        ((this, you, stands), said): ((CardId, Seat, Option<CardId>), Said),
        (heard, at): (Heard, At),
        offers: &mut Offers,
    ) {
        let (script, causes) = (self.script, heard.causes(self.causes()));
        for clause in clauses {
            let text = text_of(clause, said);
            let asked = Asked::of(at.number(), (this, you), text);
            let of_card = this.is_some() && said.is_none();
            let same = |frame: &Frame| match of_card {
                true => frame.this == this,
                false => frame.acts_for.unwrap_or(frame.you) == you,
            };
            let under_way = |frame: &Frame| frame.instead == Some(text) && same(frame);
            let carrying = || {
                let (pended, _) = said.as_ref()?;
                Some((
                    script.rules.pending.get(usize::from(pended.clause))?,
                    pended,
                ))
            };
            if clause.happenings & heard.bits != 0
                && (clause.causes == Causes::MAX || clause.causes & causes != 0)
                && !self.state.replacing.contains(&asked)
                && !self.state.frames.iter().any(under_way)
                && self.holds_carrying(clause, (this, you), heard, carrying())
            {
                let clause = *clause;
                // No more can be asked for at a time.
                let _ = offers.try_push(Offer {
                    clause,
                    this,
                    you,
                    stands,
                    said,
                });
            }
        }
    }
}

/// What tells a text from all others of its card, or of its player.
pub fn text_of(clause: &Trigger, said: Said) -> (Pc, u8) {
    (clause.program.entry, said.map_or(0, |(_, nth)| nth))
}
