//! One choice of a player: what it leads to, and whether others can tell that there was one.

use std::fmt;

use crate::effects::gate::MenuDeed;
use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::options::{asking, has_one_way, open_branches};
use crate::state::value::{card_value, place_value};
use crate::{Asked, Cause, GONE, Ran, Script, State, Value, Watch};
use board::{Board, CardId, CardSet, Event, Kind, Seat};
use rules::ir::{Element, Happening, Op, Pc};
use text::limits::{LOOKS, STEPS};

/// One option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Play a card from hand as an action.
    Action(Kind),
    /// Build it so that it stands at that place, counted from 0.
    Build {
        /// What is built.
        kind: Kind,
        /// In whose nation.
        seat: Seat,
        /// Where in its row, counted from 0.
        place: u16,
    },
    /// Put it face down on a building.
    Stack {
        /// What is put down.
        kind: Kind,
        /// The building.
        on: CardId,
    },
    /// Use an ability, by its number on the building.
    Use {
        /// Whose ability it is.
        building: CardId,
        /// Which of its abilities, counted from 0.
        ability: u8,
    },
    /// End the turn.
    Pass,
    /// A player, a building, a card or a place, as [`Game::element`](crate::Game::element) says.
    Pick(Value),
    /// A branch of the rules.
    Branch(u16),
    /// Choose nothing, where one may.
    Decline,
    /// A side of the victory card.
    Side {
        /// The second one.
        second: bool,
    },
    /// A first shield.
    Shield(Kind),
}

/// The choice is not among the options; nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOffered(pub Choice);

impl fmt::Display for NotOffered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "this choice is not one of the options")
    }
}

impl std::error::Error for NotOffered {}

/// The values of places are what `place_value` makes of them.
impl Choice {
    /// A place of a row, for choices out of places.
    pub fn place(seat: Seat, index: usize) -> Choice {
        Choice::Pick(place_value(seat, index))
    }
}

/// A choice that is declined, looked at before the text goes on.
#[derive(Clone, Copy)]
pub struct Declined<'a> {
    pub(crate) script: &'a Script,
    pub(crate) state: &'a State,
    /// Worked out only where somebody asks.
    pub(crate) known: fn(&Script, &State) -> bool,
}

impl<'a> Declined<'a> {
    /// Who does without.
    pub fn seat(&self) -> Seat {
        self.state.seat
    }

    /// The game's rules.
    pub fn script(&self) -> &'a Script {
        self.script
    }

    /// The table as it lies then.
    pub fn board(&self) -> &'a Board {
        &self.state.board
    }

    /// The text that asks.
    pub fn cause(&self) -> Option<Cause> {
        self.state.frames.last().map(Cause::of)
    }

    /// Everybody can tell that there was something to choose: no card that is hidden from somebody decides about that. Where
    /// there was nothing, nobody is asked, so that to tell of it would tell what such a card is.
    pub fn is_known_to_all(&self) -> bool {
        (self.known)(self.script, self.state)
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Carries out a choice that is offered, and moves on.
    pub fn accept(&mut self, choice: Choice) {
        let seat = self.state.seat;
        if self.script.forbids & Happening::Passed.bit() != 0 && self.state.asked == Asked::Menu {
            self.state.taken = self.state.taken.saturating_add(1);
        }
        match choice {
            Choice::Action(kind) => {
                let card = self.held(seat, kind);
                if self.ends_start(seat) {
                    self.play_from_hand(card, seat);
                }
            }
            Choice::Build {
                kind,
                seat: nation,
                place,
            } => {
                let card = self.held(seat, kind);
                if self.ends_start(seat) {
                    self.emit(Event::CardPlayed { seat, card });
                    if !self.do_from_menu(card, seat, MenuDeed::Build(nation, place)) {
                        self.build(card, nation, place);
                        self.settle();
                    }
                }
            }
            Choice::Stack { kind, on } => {
                let card = self.held(seat, kind);
                if self.ends_start(seat) {
                    self.emit(Event::CardPlayed { seat, card });
                    if !self.do_from_menu(card, seat, MenuDeed::Stack(on)) {
                        self.stack(card, on, false);
                        self.settle();
                    }
                }
            }
            Choice::Use { building, ability } => self.use_ability(seat, building, ability),
            Choice::Pass => {
                if self.ends_start(seat) && !self.pays_to_pass(seat) {
                    self.pass();
                }
            }
            Choice::Pick(value) => {
                let Asked::Choose { set, reg, .. } = self.state.asked else {
                    unreachable!("only a choice offers picks")
                };
                self.pick_by(Some(seat), (set, reg), value);
            }
            Choice::Decline => {
                let (Asked::Choose { exit, .. } | Asked::Either { exit, .. }) = self.state.asked
                else {
                    unreachable!("only a choice is declined")
                };
                // Somebody may have been asked for the sake of others alone.
                let left = self.watch.has_all_asked() && has_one_way(self.script, self.state);
                if !left {
                    let (script, state, known) = (
                        self.script,
                        &*self.state,
                        is_asked_openly as fn(&_, &_) -> _,
                    );
                    self.watch.declined(&Declined {
                        script,
                        state,
                        known,
                    });
                }
                let at = std::mem::replace(&mut self.top().pc, exit) - 1;
                self.watch
                    .ran(at, if left { Ran::Left } else { Ran::Declined });
            }
            Choice::Branch(branch) => {
                self.top().pc = self.script.rules.branches[branch as usize].entry
            }
            Choice::Side { second } => return self.choose_side(seat, second),
            Choice::Shield(kind) => return self.choose_shield(seat, kind),
        }
        self.run();
    }

    fn use_ability(&mut self, seat: Seat, building: CardId, index: u8) {
        let context = Context::of(self.script, &self.state.board, building, seat);
        // What is offered is there.
        let Some((face, at)) = context.ability(building, index) else {
            return;
        };
        let ability = &self.script.rules.faces[face.index()].abilities[usize::from(at)];
        let goes_on = ability.start || self.ends_start(seat);
        if !goes_on {
            return;
        }
        if ability.start || ability.once {
            self.emit(Event::Spent {
                building,
                abilities: 1 << index,
            });
        }
        self.emit(Event::Used {
            seat,
            building,
            ability: index,
        });
        if self.push_starred(ability.program, building, seat) {
            self.text_begins();
            self.charge(Happening::Used, [card_value(building), GONE]);
        }
    }

    /// Of equal cards the first leaves the hand.
    pub fn held(&self, seat: Seat, kind: Kind) -> CardId {
        let mut hand = self.state.board.hand(seat).iter();
        *hand
            .find(|card| self.script.kind[card.index()] == kind.0)
            .expect("a card that is offered is in hand")
    }
}

/// No card that is hidden from somebody decides about that, and none has decided whether the text comes to it.
#[cold]
fn is_asked_openly(script: &Script, state: &State) -> bool {
    if !is_come_to_openly(script, state) {
        return false;
    }
    let looks = looked(script, state, |card| {
        state
            .board
            .living
            .iter()
            .any(|seat| !state.board.is_known_to(card, seat))
    });
    !looks.guessed() && !looks.is_spent()
}

/// Somebody who looks on could not tell how many options there are. That they could not hangs on nothing that is hidden itself: up
/// to the first hidden card, all goes the same whatever hidden cards are.
#[cold]
pub fn hangs_on_hidden(script: &Script, state: &State) -> bool {
    let is_hidden = |card| !state.board.is_known_to(card, Seat::ONLOOKER);
    if looked(script, state, is_hidden).guessed() {
        return true;
    }
    let Asked::Choose { set, .. } = state.asked else {
        return false;
    };
    // How many there are is known, but not whether they are alike, and so one option.
    let cards = matches!(
        script.rules.sets[set.index()].element,
        Element::StackedCard | Element::Card | Element::BuildingCard
    );
    let (mut count, mut hidden) = (0, false);
    asking(script, state).each(set, &mut |value| {
        count += 1;
        hidden |= cards && value != GONE && is_hidden(CardId(value));
        false
    });
    count > 1 && hidden
}

/// Looks at all options of what is asked, as if nobody knew those cards.
pub fn looked(script: &Script, state: &State, is_hidden: impl Fn(CardId) -> bool) -> Looks {
    let looks = Looks::of_trial(
        LOOKS,
        STEPS,
        CardSet::of_all(script.rules.cards.len(), is_hidden),
    );
    let context = asking(script, state).counting(Some(&looks));
    match state.asked {
        Asked::Choose { set, .. } => {
            context.each_option(set, state.seat, &mut |_| false);
        }
        Asked::Either { first, count, .. } => open_branches(context, first, count).for_each(drop),
        Asked::Nobody | Asked::Side | Asked::Shield { .. } | Asked::Menu => {}
    }
    looks
}

/// What the same text may have asked before offers the same to all: no cards, and nothing on a condition. Else that somebody is asked now could tell what they
/// have chosen or were offered then.
fn is_come_to_openly(script: &Script, state: &State) -> bool {
    let rules = &script.rules;
    let Some(asks) = state.frames.last().map(|frame| frame.pc as usize - 1) else {
        return false;
    };
    let Some(text) = rules.origin(asks as Pc) else {
        return false;
    };
    rules.code[text.entry as usize..asks]
        .iter()
        .all(|op| match *op {
            Op::Choose { set, .. } => {
                let set = &rules.sets[set.index()];
                let public = matches!(
                    set.element,
                    Element::Player | Element::Building | Element::Place | Element::Number
                );
                set.filter.is_none() && public
            }
            Op::Either { first, count, .. } => {
                let branches = &rules.branches[usize::from(first)..];
                branches[..usize::from(count)]
                    .iter()
                    .all(|branch| branch.condition.is_none())
            }
            Op::Secret(..) | Op::Take { .. } => false,
            _ => true,
        })
}
