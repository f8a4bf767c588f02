//! A game under way: offers options, accepts one, goes on under other rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::play::decision::hangs_on_hidden;
use crate::play::menu::Verb;
use crate::play::options::{each_choice, has_one_way, picked_of_listed};
use crate::state::nation_traits::NationTraits;
use crate::{Asked, Choice, Menu, NotOffered, Outcome, Reads, Script, State, Watch};
use board::{Board, CardId, Chooser, MAX_SEATS, Seat};
use rules::ir::{Element, Face, FaceId, Rules};

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
    // As a call of its own it costs 3% of random play.
    #[doc(hidden)]
    #[inline(always)]
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
        Runner::new(&self.script, &mut self.state, watch)
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

/// Things that texts have looked at so far, a step counting as four; where they cannot look at much at a time, steps and what is counted anyway. It goes up as choices are
/// made, options listed and ways to win asked for. A copy of the game counts by itself.
#[derive(Debug, Default)]
pub struct Effort(Arc<AtomicU64>);

impl Effort {
    /// How much it has come to.
    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The same counter, to be read while the game goes on.
    pub fn watched(&self) -> Effort {
        Effort(self.0.clone())
    }

    /// Only one counts at a time.
    #[inline(always)]
    pub fn add(&self, more: u64) {
        self.0.store(self.so_far() + more, Ordering::Relaxed);
    }
}

impl Clone for Effort {
    fn clone(&self) -> Effort {
        Effort(Arc::new(AtomicU64::new(self.so_far())))
    }
}

/// Why a game cannot go on under other rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// Somebody is in the middle of something.
    #[error("a dispute can be settled only at a turn menu, and something else is going on")]
    UnderWay,
    /// The rules have other cards than the game.
    #[error("these are the rules of another game")]
    OtherCards,
}

impl Game {
    /// The same game, to go on under rules that differ in how disputes are settled alone. What lies on the table stays as it
    /// is; what texts make of it is worked out anew, so that somebody may win.
    ///
    /// # Errors
    /// No turn menu is asked, or the rules have other cards.
    pub fn under(&self, script: Arc<Script>, watch: &mut dyn Watch) -> Result<Game, NotNow> {
        if self.state.asked != Asked::Menu || !self.state.frames.is_empty() {
            return Err(NotNow::UnderWay);
        }
        if !same_cards(&self.script.rules, &script.rules) {
            return Err(NotNow::OtherCards);
        }
        let mut game = Game::of(script, self.state.clone());
        let state = &mut game.state;
        // Statuses may have other numbers now, and some that were given are not given any more.
        for seat in Seat(0).clockwise(state.board.seats) {
            state.board.clear_statuses(seat, &mut ArrayVec::new());
        }
        (state.offered, state.nations, state.changed) =
            (None, [NationTraits::NOTHING; MAX_SEATS], Reads::NOTHING);
        let mut runner = Runner::new(&game.script, state, watch);
        runner.settle_all();
        runner.run();
        Ok(game)
    }
}

/// The same cards with the same faces, whose abilities are as many: their marks are told apart by number.
fn same_cards(one: &Rules, other: &Rules) -> bool {
    let alike = |(one, other): (&Face, &Face)| {
        let limits = |face: &Face| {
            face.abilities
                .iter()
                .map(|ability| (ability.start, ability.once))
                .collect::<Vec<_>>()
        };
        one.label == other.label && limits(one) == limits(other)
    };
    one.game == other.game
        && one.cards == other.cards
        && one.kinds == other.kinds
        && one.faces.len() == other.faces.len()
        && one.faces.iter().zip(&other.faces).all(alike)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::program::worst_case::tests::rules;
    use crate::{Choice, Game, Script};

    /// The second turn menu of a game whose one action asks that, and its first action.
    fn game(asks: &str) -> (Game, Choice) {
        let rules = rules("", &format!("If {asks}, draw a card."));
        let mut game = Game::deal(Arc::new(Script::new(rules)), 2, 1, &mut ());
        while game.menu().is_none() {
            game.take_nth(&mut (), |_| 0);
        }
        let action = game
            .options()
            .into_iter()
            .find(|choice| matches!(choice, Choice::Action(_)));
        (game, action.expect("the action can be played"))
    }

    /// What one action takes.
    fn effort(asks: &str) -> u64 {
        let (mut game, action) = game(asks);
        let before = game.effort().so_far();
        game.take(action, &mut ()).expect("it is offered");
        game.effort().so_far() - before
    }

    #[test]
    fn what_dear_texts_look_at_is_counted() {
        let deck = |that: &str| format!("the number of cards in the deck{that} is at least 1");
        let far = deck(&format!(
            " that ({})",
            deck(&format!(" that ({})", deck("")))
        ));
        let (near, far) = (effort(&deck("")), effort(&far));
        assert!((4..400).contains(&near), "{near}: a few steps");
        // 198 cards, each with as many, each with as many.
        assert!((4_000_000..16_000_000).contains(&far), "{far}");
    }

    #[test]
    fn a_copy_counts_by_itself_and_who_looks_on_does_not() {
        let (mut game, action) = game("the number of cards in the deck is at least 1");
        let (watched, copy, before) = (
            game.effort().watched(),
            game.clone(),
            game.effort().so_far(),
        );
        game.take(action, &mut ()).expect("it is offered");
        assert!(watched.so_far() > before);
        assert_eq!(
            (watched.so_far(), copy.effort().so_far()),
            (game.effort().so_far(), before)
        );
    }
}
