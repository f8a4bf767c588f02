//! Which texts give a building its statuses, and which change a player's starred numbers.

use super::forbidding::{self, Forbidding};
use crate::eval::context::Context;
use crate::play::statuses::Asking;
use crate::play::statuses::disablers::keepers;
use crate::play::statuses::in_order::{Keeper, Note, settle};
use crate::state::value::card_value;
use crate::{Game, Script, Stars};
use board::{Board, CardId, Pended, Seat};
use rules::ir::{Alteration, DISABLED, FaceId, NAMES, NameId, Written};

/// A clause that changes a player's starred numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarClause {
    /// The card whose text it is.
    pub card: CardId,
    /// The face that has the text.
    pub face: FaceId,
    /// Where it is written.
    pub written: Written,
    /// What it does to the numbers, by itself.
    pub does: Stars,
}

/// The clauses that change the starred numbers of a player's text if it begins now, and what they come to together.
pub fn stars_of(script: &Script, board: &Board, seat: Seat) -> (Vec<StarClause>, Stars) {
    let mut changing = Vec::new();
    let context = Context::of(script, board, CardId::NONE, seat);
    context.each_raise(&mut |card, (face, index), raise| {
        let written = script.rules.faces[face.index()].places.raises[index];
        changing.push(StarClause {
            card,
            face,
            written,
            does: Stars {
                raise,
                ..Stars::PLAIN
            },
        });
    });
    context.each_star_clause(&mut |card, (face, index), does| {
        let written = script.rules.faces[face.index()].places.alters[index];
        changing.push(StarClause {
            card,
            face,
            written,
            does,
        });
    });
    changing.retain(|clause| clause.does != Stars::PLAIN);
    (changing, context.stars())
}

/// A clause of a card on the table: which of its face's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// The building, or the face-up stacked card, whose text it is.
    pub card: CardId,
    /// The face that has the text.
    pub face: FaceId,
    /// Which of the face's clauses of its sort it is, counted from 0.
    pub index: usize,
}

/// What speaks against how a building stands, and loses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overruled {
    /// What would disable it, and the text that keeps it from that.
    pub kept: Vec<(CardId, Forbidding)>,
    /// What would disable it, but was settled after it: in a ring, the oldest stays active (DIS-5).
    pub outlived: Vec<Clause>,
    /// What would give it a status that it has not, but is disabled itself (DIS-1).
    pub disabled: Vec<(u8, Clause)>,
}

/// Writes down who gives a building its statuses.
struct Givers<'a> {
    script: &'a Script,
    building: CardId,
    clauses: Vec<(u8, Clause)>,
    /// What would disable it, and what keeps it from that.
    kept: Vec<(CardId, Forbidding)>,
    /// What would disable it, but was settled after it.
    outlived: Vec<Clause>,
    /// What texts have said for a while.
    said: Vec<(u8, Pended)>,
}

impl Note for Givers<'_> {
    fn kept(&mut self, building: CardId, by: CardId, (bar, card): Keeper<'_>) {
        if building == self.building {
            let said = forbidding::said(&self.script.rules, bar);
            self.kept.extend(said.map(|said| {
                (
                    by,
                    Forbidding {
                        card,
                        said,
                        price: false,
                    },
                )
            }));
        }
    }

    fn outlived(&mut self, building: CardId, by: CardId, (face, index): (FaceId, usize)) {
        if building == self.building {
            self.outlived.push(Clause {
                card: by,
                face,
                index,
            });
        }
    }

    fn said(&mut self, building: CardId, status: u8, pended: Pended) {
        if building == self.building {
            self.said.push((status, pended));
        }
    }

    fn given(&mut self, building: CardId, by: CardId, (face, index): (FaceId, usize)) {
        if building != self.building {
            return;
        }
        let lasting = &self.script.rules.faces[face.index()].lasting[index];
        self.clauses.push((
            lasting.status,
            Clause {
                card: by,
                face,
                index,
            },
        ));
    }
}

impl Game {
    /// The clauses that give a building its statuses, each with the status, in the order of DIS-5. All of them are
    /// open: those of buildings and of cards that are stacked face up.
    pub fn statuses_from(&self, building: CardId) -> Vec<(u8, Clause)> {
        self.given_to(building).clauses
    }

    /// The statuses that texts have given a building for a while.
    pub fn statuses_said(&self, building: CardId) -> Vec<(u8, Pended)> {
        self.given_to(building).said
    }

    /// The name that a building bears in place of its own.
    pub fn borne_name(&self, building: CardId) -> Option<NameId> {
        let context = self.asking_of(building);
        let own = self.script.facts(building).name
            [usize::from(self.state.board.card(building).second_side())];
        context
            .active_name(building)
            .filter(|name| Some(*name) != own)
    }

    /// The open clauses that say something of a building's name.
    pub fn names_from(&self, building: CardId) -> Vec<Clause> {
        let mut clauses = Vec::new();
        self.asking_of(building)
            .each_alteration(NAMES, &mut |context, clause, (face, index)| {
                let (Alteration::Name { set, .. }
                | Alteration::Called { set, .. }
                | Alteration::KeepsName { set }) = clause.what
                else {
                    return;
                };
                if context.is_in(card_value(building), set) {
                    clauses.push(Clause {
                        card: context.this.get(),
                        face,
                        index,
                    });
                }
            });
        clauses
    }

    fn asking_of(&self, building: CardId) -> Context<'_> {
        Context::of(
            &self.script,
            &self.state.board,
            building,
            self.state.board.turn,
        )
    }

    /// What speaks against how a building stands, and loses.
    pub fn overruled(&self, building: CardId) -> Overruled {
        let Givers { kept, outlived, .. } = self.given_to(building);
        let board = &self.state.board;
        let silent = board
            .buildings()
            .iter()
            .filter(|by| board.card(**by).status >> DISABLED & 1 == 1);
        let mut disabled = Vec::new();
        for by in silent.copied().filter(|by| *by != building) {
            let context = Context::of(&self.script, board, by, board.card(by).seat());
            let face = self.building_face(by);
            for (index, lasting) in self.script.rules.faces[face.index()]
                .lasting
                .iter()
                .enumerate()
            {
                let has = board.card(building).status >> lasting.status & 1 == 1;
                let holds = || {
                    lasting
                        .condition
                        .is_none_or(|condition| context.holds(condition))
                };
                if !has && holds() && context.is_in(card_value(building), lasting.set) {
                    disabled.push((
                        lasting.status,
                        Clause {
                            card: by,
                            face,
                            index,
                        },
                    ));
                }
            }
        }
        Overruled {
            kept,
            outlived,
            disabled,
        }
    }

    fn given_to(&self, building: CardId) -> Givers<'_> {
        let mut board = self.state.board.clone();
        let script = &*self.script;
        let mut given = Givers {
            script,
            building,
            clauses: Vec::new(),
            kept: Vec::new(),
            outlived: Vec::new(),
            said: Vec::new(),
        };
        let living = board.living;
        // In the middle of a moment nobody has looked at the nations yet.
        let mut nations = self.state.nations;
        living
            .iter()
            .for_each(|seat| nations[seat.index()].look_again(&self.script, &board, seat));
        let asking = Asking::of(&self.script, None, &board);
        settle(asking, &mut board, &nations, living, &mut given);
        // What is kept active may have been settled before it could be told so.
        let mut kept = std::mem::take(&mut given.kept);
        given.outlived.retain(|clause| {
            let by = (clause.card, board.card(clause.card).seat());
            !keepers(asking, &board, building, by, |bar, card| {
                let said = forbidding::said(&self.script.rules, bar);
                kept.extend(said.map(|said| {
                    (
                        clause.card,
                        Forbidding {
                            card,
                            said,
                            price: false,
                        },
                    )
                }));
                true
            })
        });
        Givers { kept, ..given }
    }
}
