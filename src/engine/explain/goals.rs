//! How far a seat is from winning: the conditions of the cards and tallies, read as numbers of missing steps. What decided a
//! game that is over, and what wins it before anybody has had a turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::program::clauses::Clauses;
use crate::program::traits::Trait;
use crate::state::nation_traits::NationTraits;
use crate::state::value::card_value;
use crate::worlds::information_sets::veiled;
use crate::{GONE, Game, Outcome, Script};
use board::{Board, CARD_ROOM, CardId, Cards, Phase, Seat};
use rules::ir::{Compare, FaceId, Num, NumId, Pred, PredId, Rules, SetId, Source, VictoryDeal};

/// What a condition that is no number lacks when it does not hold, as bots judge by it: it may take more than one step.
const UNCLEAR: f32 = 2.0;
/// The same as people are told: one step may do.
const ONE: f32 = 1.0;

/// The most steps that are told apart.
const FAR: f32 = 12.0;

/// A way to win that a seat has, and how far it has come on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// By what one wins.
    pub way: Way,
    /// What is counted, and what it has to come to; nothing where it is no matter of one number.
    pub count: Option<(u16, u16)>,
    /// How many steps are missing: an estimate.
    pub missing: f32,
}

/// What a way to win hangs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By its number in the rules.
    Tally(u8),
    /// A building's condition.
    Building(CardId),
}

impl Game {
    /// The ways to win that the seat has: every tally, and every victory condition on its buildings.
    pub fn goals(&self, seat: Seat) -> Vec<Goal> {
        let mut goals = Vec::new();
        self.each_way(seat, ONE, &mut |way, missing, count| {
            goals.push(Goal {
                way,
                count: count(),
                missing,
            })
        });
        goals
    }

    /// Calls `found` with how many steps the seat lacks for each of them. A step is a card or a building, more or less: this
    /// is an estimate.
    pub fn each_goal(&self, seat: Seat, found: &mut dyn FnMut(f32)) {
        self.each_way(seat, UNCLEAR, &mut |_, missing, _| found(missing));
    }

    /// The same, with the building whose condition each is; none for a tally.
    pub fn each_goal_of(&self, seat: Seat, found: &mut dyn FnMut(Option<CardId>, f32)) {
        self.each_way(seat, UNCLEAR, &mut |way, missing, _| match way {
            Way::Tally(_) => found(None, missing),
            Way::Building(building) => found(Some(building), missing),
        });
    }

    fn each_way(&self, seat: Seat, unclear: f32, found: &mut dyn FnMut(Way, f32, Counted<'_>)) {
        let (script, board) = (&*self.script, &self.state.board);
        // It is known of nations once the set-up is over.
        let known = board.phase != Phase::SetUp && !self.state.stale.has(seat);
        let known = known.then(|| &self.state.nations[seat.index()]);
        let looks = each_way_on((script, board), known, (seat, unclear), found);
        self.effort.add(looks.into());
    }
}

/// The same on a table under way, of a seat and of what is known of its nation. Answers how often it was looked.
fn each_way_on(
    (script, board): (&Script, &Board),
    known: Option<&NationTraits>,
    (seat, unclear): (Seat, f32),
    found: &mut dyn FnMut(Way, f32, Counted<'_>),
) -> u32 {
    let looks = script.worst.dear.then(Looks::without_end);
    let you = Context::of(script, board, CardId::NONE, seat).counting(looks.as_ref());
    let row = board.row(seat);
    let own = !script.changes_names || !you.may_count_as_another();
    for (index, tally) in script.rules.tallies.iter().enumerate() {
        // Most nations have nothing for most tallies.
        let none = known
            .is_some_and(|nation| nation.most(index, &script.tallies[index], row.len(), own) == 0);
        let have = if none { 0 } else { you.tally(index, tally) };
        let missing = f32::from(tally.wins_at.saturating_sub(have)).min(FAR);
        found(Way::Tally(index as u8), missing, &|| {
            Some((have, tally.wins_at))
        });
    }
    match known.filter(|_| !you.lends(Clauses::WINS)) {
        Some(nation) => nation.with(Trait::Wins).each(row, |building| {
            let own = script.building_face(building, board.card(building).second_side());
            each_win(
                (script, board),
                (seat, unclear, looks.as_ref()),
                building,
                &[own],
                found,
            );
        }),
        None => row.iter().for_each(|building| {
            each_win(
                (script, board),
                (seat, unclear, looks.as_ref()),
                *building,
                &you.faces_of(*building, Clauses::WINS),
                found,
            );
        }),
    }
    looks.map_or(0, |looks| looks.taken())
}

/// The same of one building, which has these faces.
fn each_win(
    (script, board): (&Script, &Board),
    (seat, unclear, looks): (Seat, f32, Option<&Looks>),
    building: CardId,
    faces: &[FaceId],
    found: &mut dyn FnMut(Way, f32, Counted<'_>),
) {
    let mut wins = faces
        .iter()
        .flat_map(|face| &script.rules.faces[face.index()].wins)
        .peekable();
    if wins.peek().is_none() {
        return;
    }
    let context = Context::of(script, board, building, seat).counting(looks);
    // A disabled building has no text (DIS-1): first it must be freed.
    let disabled = if context.active(building) { 0.0 } else { 1.0 };
    for win in wins {
        let missing = (context.missing(*win, unclear) + disabled).min(FAR);
        found(Way::Building(building), missing, &|| context.counted(*win));
    }
}

/// The ways to win that everybody who plays has on a table in the middle of what happens, by seat. Cards that the viewer does not
/// know are taken to be any, as in [`Worlds`](crate::Worlds).
pub fn goals_on(script: &Script, board: &Board, viewer: Seat) -> Vec<(Seat, Goal)> {
    let mut goals = Vec::new();
    let script = veiled(script, board, viewer);
    for seat in board.living.iter() {
        each_way_on(
            (&script, board),
            None,
            (seat, ONE),
            &mut |way, missing, count| {
                let count = count();
                goals.push((
                    seat,
                    Goal {
                        way,
                        count,
                        missing,
                    },
                ))
            },
        );
    }
    goals
}

/// See [`Goal::count`].
type Counted<'a> = &'a dyn Fn() -> Option<(u16, u16)>;

impl Context<'_> {
    /// What a condition compares, where it asks for at least some number.
    fn counted(&self, id: PredId) -> Option<(u16, u16)> {
        match self.script.rules.preds[id.index()] {
            Pred::Compare(left, compare, right) => {
                let (have, want) = (self.number(left), self.number(right));
                match compare {
                    Compare::AtLeast => Some((have, want)),
                    // What has gone too far has to come back.
                    Compare::Exactly => (have <= want).then_some((have, want)),
                    Compare::AtMost => None,
                }
            }
            _ => None,
        }
    }

    /// How many steps it takes about until the condition holds; 0 when it does.
    fn missing(&self, id: PredId, unclear: f32) -> f32 {
        match self.script.rules.preds[id.index()] {
            Pred::And(left, right) => self.missing(left, unclear) + self.missing(right, unclear),
            Pred::Or(left, right) => self
                .missing(left, unclear)
                .min(self.missing(right, unclear)),
            Pred::Compare(left, compare, right) => self.apart(left, compare, right, unclear),
            _ if self.holds(id) => 0.0,
            _ => unclear,
        }
    }

    fn apart(&self, left: NumId, compare: Compare, right: NumId, unclear: f32) -> f32 {
        if let (Num::Count(set), Compare::AtLeast | Compare::Exactly) =
            (self.script.rules.nums[left.index()], compare)
        {
            let wanted = self.number(right);
            if let Some(missing) = self
                .missing_of(set, wanted, unclear)
                .filter(|_| self.number(left) <= wanted)
            {
                return missing;
            }
        }
        let (left, right) = (f32::from(self.number(left)), f32::from(self.number(right)));
        match compare {
            Compare::AtLeast => (right - left).max(0.0),
            Compare::AtMost => (left - right).max(0.0),
            Compare::Exactly => (left - right).abs(),
        }
    }

    /// Of buildings that must each fulfil something: what those lack that come nearest, and a building for each that
    /// does not even stand.
    fn missing_of(&self, set: SetId, wanted: u16, unclear: f32) -> Option<f32> {
        let set = self.script.rules.sets[set.index()];
        let filter = set.filter?;
        let mut buildings = Cards::new();
        match set.source {
            Source::BuildingsOf(player) => {
                buildings.extend(self.board.row(self.seat(player)?).iter().copied())
            }
            Source::Neighbours(building) => {
                let building = self.building(building)?;
                self.each_neighbour(building, &mut |beside| {
                    buildings.extend(Some(CardId(beside)).filter(|_| beside != GONE));
                    false
                });
            }
            _ => return None,
        }
        let mut lacks = ArrayVec::<f32, CARD_ROOM>::new();
        let outer = self.it.get();
        for building in buildings {
            self.it.set(card_value(building));
            lacks.push(self.missing(filter, unclear));
        }
        self.it.set(GONE);
        // What a building lacks that has yet to be built.
        let unbuilt = 1.0 + self.missing(filter, unclear);
        self.it.set(outer);
        lacks.sort_unstable_by(f32::total_cmp);
        let standing: f32 = lacks.iter().take(usize::from(wanted)).sum();
        let unbuilt = unbuilt * f32::from(wanted.saturating_sub(lacks.len() as u16));
        Some(standing + unbuilt)
    }
}

/// What decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// WIN-7: nobody else is left.
    LastLiving,
    /// WIN-5: the condition on a building holds.
    Building(CardId),
    /// WIN-3, WIN-4: a tally of the game, by its number in the rules.
    Tally(u8),
}

impl Game {
    /// Who has won, and why as far as the table still shows it; `None` while the game goes on.
    pub fn reason(&self) -> Option<(Seat, Option<Reason>)> {
        match self.state.outcome {
            Outcome::Running | Outcome::Drawn => None,
            Outcome::Won(seat) => Some((seat, Reason::of(&self.script, &self.state.board, seat))),
        }
    }
}

/// A condition on a building that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// Whose text it is in.
    pub face: FaceId,
    /// Its number among the conditions of that face, counted from 0.
    pub number: usize,
    /// What is counted, and what it has to come to, where it compares numbers.
    pub count: Option<(u16, u16)>,
}

impl Met {
    /// The condition by which the winner's building wins on that table.
    pub fn of(script: &Script, board: &Board, winner: Seat, building: CardId) -> Option<Met> {
        let context = Context::of(script, board, building, winner);
        let faces = context.faces_of(building, Clauses::ALL);
        let wins = |face: &FaceId| {
            let wins = script.rules.faces[face.index()].wins.iter().enumerate();
            let face = *face;
            wins.map(move |(number, win)| (face, number, *win))
        };
        let mut wins = faces.iter().flat_map(wins);
        let (face, number, win) = wins.find(|(.., win)| context.holds(*win))?;
        let count = context.counted(win);
        Some(Met {
            face,
            number,
            count,
        })
    }
}

/// How much a seat has for a tally on that table.
pub fn tallied(script: &Script, board: &Board, seat: Seat, tally: u8) -> u16 {
    let context = Context::of(script, board, CardId::NONE, seat);
    let index = usize::from(tally);
    context.tally(index, &script.rules.tallies[index])
}

impl Reason {
    /// Why that player wins on that table, as far as it shows.
    pub fn of(script: &Script, board: &Board, winner: Seat) -> Option<Reason> {
        if !board.living.several() {
            return Some(Reason::LastLiving);
        }
        let by_card = |building: &CardId| {
            let context = Context::of(script, board, *building, winner);
            let faces = context.faces_of(*building, Clauses::ALL);
            let mut wins = faces
                .iter()
                .flat_map(|face| &script.rules.faces[face.index()].wins);
            context.active(*building) && wins.any(|condition| context.holds(*condition))
        };
        if let Some(building) = board.row(winner).iter().find(|building| by_card(building)) {
            return Some(Reason::Building(*building));
        }
        let context = Context::of(script, board, CardId::NONE, winner);
        let mut tallies = script.rules.tallies.iter().enumerate();
        let (index, _) =
            tallies.find(|(index, tally)| context.tally(*index, tally) >= tally.wins_at)?;
        Some(Reason::Tally(index as u8))
    }
}

/// So many games are dealt where all have the same victory card.
const GAMES: u64 = 4;
/// The same where they are dealt at random: most of them then lie in some games.
const GAMES_AT_RANDOM: u64 = 24;
/// A victory that lay in fewer games than that may have been luck.
const OFTEN: usize = 4;

/// The tallies, and the buildings by their names, that win every game in which they are there, as soon as it is set up.
pub fn won_at_start(rules: Rules) -> Vec<String> {
    let games = if rules.victory_deal == VictoryDeal::Random {
        GAMES_AT_RANDOM
    } else {
        GAMES
    };
    let script = Arc::new(Script::new(rules));
    // Of each in how many games it was there, and in how many it had won.
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for seed in 0..games {
        let game = set_up(&script, seed);
        let over = game.outcome() != Outcome::Running;
        let mut held: BTreeMap<String, bool> = BTreeMap::new();
        for seat in Seat(0).clockwise(SEATS) {
            for goal in game.goals(seat) {
                let name = match goal.way {
                    Way::Tally(tally) => script.rules.tallies[usize::from(tally)].name.clone(),
                    Way::Building(building) => script.rules.faces
                        [game.building_face(building).index()]
                    .label
                    .clone(),
                };
                *held.entry(name).or_default() |= over && goal.missing <= 0.0;
            }
        }
        for (name, holds) in held {
            let (games, won) = seen.entry(name).or_default();
            *games += 1;
            *won += usize::from(holds);
        }
    }
    let always = seen
        .into_iter()
        .filter(|(_, (games, won))| games == won && *games >= OFTEN);
    always.map(|(name, _)| name).collect()
}

const SEATS: u8 = 2;

/// A game of two whose players have chosen their sides and shields, the first that were offered.
fn set_up(script: &Arc<Script>, seed: u64) -> Game {
    let mut game = Game::deal(script.clone(), SEATS, seed, &mut ());
    while game.board().phase == Phase::SetUp {
        let Some(choice) = game.options().first().copied() else {
            break;
        };
        game.take(choice, &mut ()).expect("it was offered");
    }
    game
}
