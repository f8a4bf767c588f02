//! A game under way: offers options, accepts one, moves on.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::play::asked_openly::{hangs_on_hidden, is_asked_openly};
use crate::play::declined::Declined;
use crate::play::fuel::Fuel;
use crate::play::gate::MenuDeed;
use crate::play::options::{Menu, Verb, each_choice};
use crate::play::run::{Ran, Runner, Watch};
use crate::state::frame::FrameKind;
use crate::state::value::card_value;
use crate::{Asked, Choice, Effort, GONE, NotOffered, Outcome, Script, State};
use board::{Board, CardId, Chooser, Event, Kind, Phase, Seat};
use rules::ir::{Element, FaceId, Happening};

/// A game: its rules, shared, and its state.
#[derive(Debug, Clone)]
pub struct Game {
    pub script: Arc<Script>,
    pub state: State,
    pub effort: Effort,
}

impl Game {
    /// A game that stands so.
    pub fn of(script: Arc<Script>, state: State) -> Game {
        Game {
            script,
            state,
            effort: Effort::default(),
        }
    }

    /// The rules and their tables.
    pub fn script(&self) -> &Arc<Script> {
        &self.script
    }

    /// All that may change.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes over a state of a game of the same rules, such as one that was kept.
    pub fn set_state(&mut self, state: &State) {
        self.state.copy_from(state);
    }

    /// The table, all cards open.
    pub fn board(&self) -> &Board {
        &self.state.board
    }

    /// How much its texts have done.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// Whether somebody has won.
    pub fn outcome(&self) -> Outcome {
        self.state.outcome
    }

    /// How many turns were played of a game that is left after `limit` of them: the one that begins then is played by nobody.
    pub fn turns_within(&self, limit: u32) -> u32 {
        let turns = self.state.turns;
        if self.outcome() == Outcome::Running {
            turns.min(limit)
        } else {
            turns
        }
    }

    /// Who is asked what; nobody when the game is over.
    #[doc(hidden)]
    pub fn decision(&self) -> Option<(Seat, Asked)> {
        match self.state.asked {
            Asked::Nobody => None,
            asked => Some((self.state.seat, asked)),
        }
    }

    /// Whose decision it is and who makes it; nobody when the game is over.
    #[inline(always)]
    pub fn chooser(&self) -> Option<Chooser> {
        self.decision()
            .map(|(seat, _)| self.state.board.chooser(seat))
    }

    /// All options of the decision, in a fixed order; none when the game is over.
    pub fn options(&self) -> Vec<Choice> {
        let mut options = Vec::new();
        each_choice(&self.script, &self.state, &mut |choice| {
            options.push(choice);
            false
        });
        options
    }

    /// Lists all options into `into`, in the order of [`Game::options`]. What was in it is dropped.
    pub fn options_into(&self, into: &mut Vec<Choice>) {
        into.clear();
        let looked = each_choice(&self.script, &self.state, &mut |choice| {
            into.push(choice);
            false
        });
        self.effort.add(looked.into());
    }

    /// Somebody is asked who has no choice, so that others cannot tell: no turn menu, and one option.
    pub fn asks_for_others(&self) -> bool {
        !matches!(self.state.asked, Asked::Menu | Asked::Nobody)
            && has_one_way(&self.script, &self.state)
    }

    /// Others cannot know how many options there are.
    pub fn hides_how_many(&self) -> bool {
        matches!(
            self.state.asked,
            Asked::Choose { .. } | Asked::Either { .. }
        ) && hangs_on_hidden(&self.script, &self.state)
    }

    /// What the options of a [`Asked::Choose`] are.
    #[doc(hidden)]
    pub fn element(&self) -> Option<Element> {
        match self.state.asked {
            Asked::Choose { set, .. } => Some(self.script.rules.sets[set.index()].element),
            _ => None,
        }
    }

    /// Takes one of the options.
    ///
    /// # Errors
    /// [`NotOffered`] when the choice is not among them; the game is unchanged.
    pub fn take(&mut self, choice: Choice, watch: &mut dyn Watch) -> Result<(), NotOffered> {
        let (mut offered, menu) = (false, self.menu());
        let mut is_it = |option| {
            offered = option == choice;
            offered
        };
        let looked = match &menu {
            Some(menu) => {
                menu.each(&self.state, &mut is_it);
                menu.looked()
            }
            None => each_choice(&self.script, &self.state, &mut is_it),
        };
        self.effort.add(looked.into());
        if !offered {
            return Err(NotOffered(choice));
        }
        self.carry_out(choice, menu.is_some_and(|menu| menu.spent), watch);
        Ok(())
    }

    /// Takes the option with the number that `pick` gives for how many there are. In the turn menu they are
    /// only counted, not listed.
    ///
    /// # Panics
    /// When the game is over, or the number is not below the count.
    #[doc(hidden)]
    pub fn take_nth(&mut self, watch: &mut impl Watch, pick: impl FnOnce(u32) -> u32) {
        let mut runner = self.runner(watch);
        let choice = match runner.state.asked {
            Asked::Menu => {
                let mut menu = Menu::new();
                menu.fill(runner.script, runner.state);
                if menu.spent {
                    runner.tell_unseen();
                }
                menu.nth(runner.state, pick(menu.count()))
            }
            Asked::Choose { set, may, .. } if let Some(offered) = runner.state.offered => {
                let context = runner.context();
                let plan = context.at_once(set).expect("only such sets are kept");
                match (pick(offered.count() + u32::from(may)), offered.count()) {
                    (index, count) if index == count => Choice::Decline,
                    (index, _) => Choice::Pick(context.nth_at_once(plan, offered, index)),
                }
            }
            Asked::Choose {
                set, may: false, ..
            } if runner.context().known_count(set).is_some() => {
                let context = runner.context();
                let count = context.known_count(set).expect("the arm asks for it");
                Choice::Pick(context.known_option(set, pick(count)))
            }
            _ => picked_of_listed(runner.script, runner.state, pick),
        };
        runner.accept(choice);
    }

    /// Takes an option that has been listed since the game last moved on.
    ///
    /// # Panics
    /// It may panic when the choice is not offered; [`Game::take`] never does.
    pub fn take_listed(&mut self, choice: Choice, watch: &mut impl Watch) {
        self.carry_out(choice, false, watch);
    }

    /// Carries it out, told of a menu that may lack something, and counts what texts do.
    #[inline(always)]
    fn carry_out(&mut self, choice: Choice, unseen: bool, watch: &mut (impl Watch + ?Sized)) {
        let mut runner = self.runner(watch);
        if unseen {
            runner.tell_unseen();
        }
        runner.accept(choice);
        let effort = runner.fuel.effort(&self.script);
        self.effort.add(effort);
    }

    /// The turn menu in short, when it is asked.
    #[doc(hidden)]
    pub fn menu(&self) -> Option<Menu> {
        (self.state.asked == Asked::Menu).then(|| Menu::of(&self.script, &self.state))
    }

    /// The option with that number among those of one verb of the turn menu.
    #[doc(hidden)]
    pub fn menu_choice(&self, menu: &Menu, verb: Verb, index: u32) -> Choice {
        menu.nth_of(&self.state, verb, index)
    }

    fn runner<'a, W: Watch + ?Sized>(&'a mut self, watch: &'a mut W) -> Runner<'a, W> {
        Runner {
            script: &self.script,
            state: &mut self.state,
            watch,
            trial: None,
            fuel: Fuel::full(),
        }
    }

    /// The face that a building shows.
    #[doc(hidden)]
    pub fn building_face(&self, building: CardId) -> FaceId {
        self.script
            .building_face(building, self.state.board.card(building).second_side())
    }

    /// The abilities of a building, each with its number in [`Choice::Use`], the face that it is of, and which one of its
    /// abilities it is; those besides its own only while texts let it have them.
    #[doc(hidden)]
    pub fn abilities(&self, building: CardId) -> Vec<(u8, FaceId, u8)> {
        let mut abilities = Vec::new();
        let context = Context::of(&self.script, &self.state.board, building, Seat(0));
        context.each_ability(building, &mut |number, face, at| {
            abilities.push((number, face, at))
        });
        abilities
    }

    /// The building has an ability of its own.
    pub fn has_ability(&self, building: CardId) -> bool {
        !self.script.rules.faces[self.building_face(building).index()]
            .abilities
            .is_empty()
    }

    /// Buildings disable each other in a ring, so that it matters which is older (DIS-5).
    pub fn ages_decide(&self) -> bool {
        self.state.board.ages_decide()
    }

    /// The building is not disabled.
    pub fn is_active(&self, building: CardId) -> bool {
        Context::of(&self.script, &self.state.board, building, Seat(0)).active(building)
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

    /// TRN-5.
    pub fn pass(&mut self) {
        let seat = self.state.board.turn;
        self.emit(Event::Passed { seat });
        self.touch_turn(seat, Phase::Main, Phase::Passed);
        self.settle();
    }

    /// Some text asks a price for passing: it is paid first.
    fn pays_to_pass(&mut self, seat: Seat) -> bool {
        if self.script.charges & Happening::Passed.bit() == 0 {
            return false;
        }
        let begun = self.push(
            self.script.pass_program(),
            FrameKind::Effect,
            CardId::NONE,
            seat,
            GONE,
            false,
        );
        if begun {
            self.charge(Happening::Passed, [GONE, GONE]);
        }
        begun
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
        if self.push(
            ability.program,
            FrameKind::Effect,
            building,
            seat,
            GONE,
            true,
        ) {
            self.charge(Happening::Used, [card_value(building), GONE]);
        }
    }

    /// TRN-2: anything else ends the start of the turn. Answers whether the game goes on.
    fn ends_start(&mut self, seat: Seat) -> bool {
        if self.state.board.phase == Phase::Start {
            self.emit(Event::StartEnded { seat });
            self.touch_turn(seat, Phase::Start, Phase::Main);
            self.settle();
        }
        self.state.outcome == Outcome::Running
    }

    /// Of equal cards the first leaves the hand.
    pub fn held(&self, seat: Seat, kind: Kind) -> CardId {
        let mut hand = self.state.board.hand(seat).iter();
        *hand
            .find(|card| self.script.kind[card.index()] == kind.0)
            .expect("a card that is offered is in hand")
    }
}

/// The decision has no more than one option.
#[cold]
fn has_one_way(script: &Script, state: &State) -> bool {
    let mut ways = 0;
    each_choice(script, state, &mut |_| {
        ways += 1;
        ways > 1
    });
    ways < 2
}

/// Lists the options, to pick one of them.
#[inline(never)]
fn picked_of_listed(script: &Script, state: &State, pick: impl FnOnce(u32) -> u32) -> Choice {
    let mut options = ArrayVec::<Choice, 512>::new();
    let mut count = 0;
    each_choice(script, state, &mut |choice| {
        count += 1;
        let _ = options.try_push(choice);
        false
    });
    let picked = pick(count) as usize;
    match options.get(picked) {
        Some(choice) => *choice,
        None => nth_choice(script, state, picked),
    }
}

/// The option with that number, of more than there is room for.
#[cold]
fn nth_choice(script: &Script, state: &State, index: usize) -> Choice {
    let (mut at, mut found) = (0, None);
    each_choice(script, state, &mut |choice| {
        found = Some(choice);
        at += 1;
        at > index
    });
    found.expect("the number is below the count")
}
