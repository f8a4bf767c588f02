//! Who on the table has something to say.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::eval::lent::{FewLent, Lent};
use crate::program::clauses::Clauses;
use crate::program::speaks::{NAMES_AFAR, Topic};
use board::{CardId, CardSet, Seat, Zone};
use rules::ir::{FaceId, NAMES, TEXTS};
use text::limits::{CARDS, LENT};

/// Where a text comes: its building's position among all of them, and how high it lies there; a law behind them all.
///
/// Last, of the texts of one building, which one of them.
type Order = (u16, u16, u8);

/// Is told of a text, its card and whose it is; answers whether that is enough.
type Found<'f> = &'f mut dyn FnMut(FaceId, CardId, Seat) -> bool;

impl Context<'_> {
    /// Calls `found` with each text on the table that speaks so, its card and whose it is, until it answers `true`: by seat,
    /// left to right, a building that is not disabled before what lies face up on it, bottom to top; laws last, as that
    /// player's. What no card of the table says is not looked for.
    #[inline]
    pub fn each_speaker(&self, topic: Topic, of_laws: Seat, found: Found<'_>) -> bool {
        if !self.may_be_said(topic) {
            return false;
        }
        let own = self.script.speaks.cards(topic).both(self.board.open());
        match self.lends(Clauses::SPEAKS) {
            true => self.each_with_lent(own, topic, of_laws, found),
            false => self.each_text_of(own, CardSet::NONE, (topic, of_laws), found),
        }
    }

    /// The same of cards' own texts alone.
    pub(super) fn each_speaker_itself(
        &self,
        topic: Topic,
        of_laws: Seat,
        found: Found<'_>,
    ) -> bool {
        if !self.speak(topic) {
            return false;
        }
        let own = self.script.speaks.cards(topic).both(self.board.open());
        self.each_text_of(own, CardSet::NONE, (topic, of_laws), found)
    }

    /// The same of what gives such clauses to that building, or lets it borrow them.
    pub(super) fn each_lender_to(
        &self,
        (building, clauses): (CardId, Clauses),
        of_laws: Seat,
        found: Found<'_>,
    ) {
        let speaks = &self.script.speaks;
        let mut own = speaks
            .cards(Topic::LendsAfar(clauses))
            .both(self.board.open());
        let stack = self
            .board
            .stack_from_top(building)
            .filter(|card| self.board.card(*card).face_up());
        own.extend(stack.filter(|card| speaks.lying(Topic::Lends(clauses), *card)));
        if speaks.standing(Topic::Lends(clauses), building) {
            own.insert(building);
        }
        self.each_text_of(own, CardSet::NONE, (Topic::Alters(TEXTS), of_laws), found);
    }

    /// Others than the building itself may give such clauses to it.
    #[inline(always)]
    pub(super) fn may_be_lent_by_others(&self, building: CardId, clauses: Clauses) -> bool {
        let lends = |card: CardId| self.script.speaks.lying(Topic::Lends(clauses), card);
        self.board.card(building).ups > 0 && self.board.stack_from_top(building).any(lends)
            || self.speak(Topic::LendsAfar(clauses))
    }

    /// Some card on the table may give such clauses to buildings, or let them borrow some.
    #[inline(always)]
    pub fn lends(&self, clauses: Clauses) -> bool {
        !self.script.lent.is_empty()
            && (self.speak(Topic::Lends(clauses)) || self.speak(Topic::LendsAfar(clauses)))
    }

    /// The buildings to which some card on the table may give such clauses: all, where one gives them to others than that on
    /// which it lies.
    #[inline(always)]
    pub fn borrowers(&self, clauses: Clauses) -> CardSet {
        if self.script.lent.is_empty() {
            CardSet::NONE
        } else {
            self.borrowers_on_table(clauses)
        }
    }

    #[inline(never)]
    fn borrowers_on_table(&self, clauses: Clauses) -> CardSet {
        if self.speak(Topic::LendsAfar(clauses)) {
            return self.board.buildings().iter().copied().collect();
        }
        let lenders = self
            .script
            .speaks
            .cards(Topic::Lends(clauses))
            .both(self.board.open());
        let mut borrowers = CardSet::NONE;
        lenders.any(|card| {
            borrowers.insert(self.board.under(card).unwrap_or(card));
            false
        });
        borrowers
    }

    /// Some text on the table says so, or may be given to a building by one.
    pub fn may_be_said(&self, topic: Topic) -> bool {
        self.speak(topic) || topic.is_of(&self.script.speaks.given) && self.lends(Clauses::SPEAKS)
    }

    /// Some card on the table may speak so.
    #[inline(always)]
    fn speak(&self, topic: Topic) -> bool {
        self.script.speaks.any(topic, self.board.open())
    }

    /// Some card on the table may give such clauses to that building.
    #[inline(always)]
    pub(super) fn may_have(&self, building: CardId, clauses: Clauses) -> bool {
        !self.script.lent.is_empty()
            && (self.speaks_here(building, Topic::Lends(clauses))
                || self.speak(Topic::LendsAfar(clauses)))
    }

    /// Some card on the table may give a building another name.
    #[inline(always)]
    pub(super) fn may_be_renamed(&self) -> bool {
        self.script.renames
            && !self.printed
            && (self.speak(Topic::Alters(NAMES)) || self.names_for_a_while())
    }

    /// What a text has said for a while gives names now.
    #[inline(always)]
    fn names_for_a_while(&self) -> bool {
        self.script.renames_for_a_while && self.each_name_for_a_while(&mut |_, _| true)
    }

    /// A building may count for a tally by another name than its own, or by another text.
    pub fn may_count_as_another(&self) -> bool {
        self.may_be_renamed() || self.lends(Clauses::COUNTS)
    }

    /// Some card on the table may give a name to that building.
    #[inline(always)]
    pub(super) fn may_be_named(&self, building: CardId) -> bool {
        let speaks = &self.script.speaks;
        self.speaks_here(building, Topic::Alters(NAMES))
            || speaks.alters(NAMES_AFAR) && self.speak(Topic::Alters(NAMES_AFAR))
            || self.names_for_a_while()
    }

    /// That building may speak so, or a card that lies face up on it.
    #[inline(always)]
    fn speaks_here(&self, building: CardId, topic: Topic) -> bool {
        let speaks = &self.script.speaks;
        let open = |card: CardId| speaks.lying(topic, card) && self.board.card(card).face_up();
        speaks.standing(topic, building)
            || self.board.card(building).ups > 0 && self.board.stack_from_top(building).any(open)
    }

    /// With the texts that buildings have besides their own.
    #[cold]
    fn each_with_lent(&self, own: CardSet, topic: Topic, of_laws: Seat, found: Found<'_>) -> bool {
        let board = self.board;
        // What is borrowed is the text of a building that stands, too.
        let stands = |card: CardId| board.card(card).zone == Zone::Row;
        if !topic.is_of(&self.script.speaks.given) && !own.any(stands) {
            return self.each_text_of(own, CardSet::NONE, (topic, of_laws), found);
        }
        let lenders = self
            .script
            .speaks
            .cards(Topic::Lends(Clauses::SPEAKS))
            .both(board.open());
        let (mut borrowing, mut most) = (CardSet::NONE, self.script.rules.cards.len());
        lenders.any(|card| {
            most += LENT + 2;
            let building = board.under(card).unwrap_or(card);
            if stands(building) {
                borrowing.insert(building);
            }
            false
        });
        if most > CARDS || self.speak(Topic::LendsAfar(Clauses::SPEAKS)) {
            return self.each_of_all(topic, of_laws, found);
        }
        self.each_text_of(own, borrowing, (topic, of_laws), found)
    }

    /// The texts of some cards that lie open, and those that some buildings have besides their own.
    fn each_text_of(
        &self,
        own: CardSet,
        borrowing: CardSet,
        (topic, of_laws): (Topic, Seat),
        found: Found<'_>,
    ) -> bool {
        let script = self.script;
        let speaks = |face: &FaceId| topic.is_of(script.speaks.face(*face));
        if borrowing.is_empty() && !own.has_several() {
            // With one text there is no order.
            return own.any(|card| match self.text_of(card, of_laws) {
                Some((_, face, seat)) => speaks(&face) && found(face, card, seat),
                None => false,
            });
        }
        let mut speaking = ArrayVec::<(Order, FaceId, CardId, Seat), CARDS>::new();
        own.any(|card| {
            if let Some((order, face, seat)) = self.text_of(card, of_laws)
                && speaks(&face)
            {
                speaking.push((order, face, card, seat));
            }
            false
        });
        for building in borrowing.iter() {
            let state = self.board.card(building);
            for (face, number) in self
                .lent(building, Clauses::SPEAKS)
                .faces()
                .zip(1..)
                .filter(|(face, _)| speaks(face))
            {
                speaking.push(((state.position, 0, number), face, building, state.seat()));
            }
        }
        if speaking.len() > 1 {
            speaking.sort_unstable_by_key(|(order, ..)| *order);
        }
        speaking
            .iter()
            .any(|(_, face, card, seat)| found(*face, *card, *seat))
    }

    /// The text of a card that lies open, where it comes, and whose it is; none of a building that is disabled.
    #[inline(always)]
    fn text_of(&self, card: CardId, of_laws: Seat) -> Option<(Order, FaceId, Seat)> {
        let (script, board) = (self.script, self.board);
        let state = board.card(card);
        match state.zone {
            Zone::Row if self.active(card) => Some((
                (state.position, 0, 0),
                script.building_face(card, state.second_side()),
                state.seat(),
            )),
            Zone::Stack => {
                let on = board.card(state.building());
                let below = board
                    .stack_from_top(state.building())
                    .skip_while(|other| *other != card)
                    .count();
                Some((
                    (on.position, below as u16, 0),
                    script.facts(card).action?,
                    on.seat(),
                ))
            }
            Zone::Law => {
                let before = script.laws(board).position(|law| law == card)?;
                Some((
                    (u16::MAX, before as u16, 0),
                    script.facts(card).action?,
                    of_laws,
                ))
            }
            _ => None,
        }
    }

    /// The same building by building, where any of them may have texts besides its own: these are known only once all of them
    /// are.
    fn each_of_all(&self, topic: Topic, of_laws: Seat, found: Found<'_>) -> bool {
        let (script, board) = (self.script, self.board);
        let actions = topic.is_of(&script.speaks.actions);
        let speaks = |face: &FaceId| topic.is_of(script.speaks.face(*face));
        let action = |card: CardId| script.facts(card).action.filter(speaks);
        let (mut borrowed, mut given) = (FewLent::new(), FewLent::new());
        let at_once = self.all_lent(&mut borrowed, &mut given);
        for building in board.buildings() {
            let state = board.card(*building);
            if self.active(*building) {
                let face = script.building_face(*building, state.second_side());
                if speaks(&face) && found(face, *building, state.seat()) {
                    return true;
                }
                let known = borrowed
                    .iter()
                    .chain(&given)
                    .filter(|(other, _)| other == building);
                let asked = if at_once {
                    Lent::default()
                } else {
                    self.lent(*building, Clauses::SPEAKS)
                };
                let mut lent = known
                    .map(|(_, face)| *face)
                    .chain(asked.faces())
                    .filter(speaks);
                if lent.any(|face| found(face, *building, state.seat())) {
                    return true;
                }
            }
            if actions && state.ups > 0 {
                for card in board.stack(*building) {
                    if board.card(card).face_up()
                        && let Some(face) = action(card)
                        && found(face, card, state.seat())
                    {
                        return true;
                    }
                }
            }
        }
        actions
            && script
                .laws(board)
                .any(|law| action(law).is_some_and(|face| found(face, law, of_laws)))
    }
}
