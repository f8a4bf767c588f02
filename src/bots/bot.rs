//! Players that are programs: each sees what its seat may know and public options, and never a game.

use std::cell::Cell;
use std::hash::BuildHasher;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Held, Seat, View};
use engine::{Asked, Choice, Game, Landmarks, Words, Worlds};
use explain::options::decision::{Decision, Spot, What};
use foldhash::fast::FixedState;
use rules::ir::Rules;

use crate::spec::LOOKED_UP;

/// Somebody who decides.
pub trait Bot {
    /// The number of the chosen one of the decision's offers; below their count.
    ///
    /// A bot is seated for one game, and answers from what it is shown alone. Of what came before it knows nothing but what it has found out
    /// itself: when it is asked about the next decision of a turn, it may go on with that. Who asks about decisions in another order, as
    /// after going back, seats a new one for each. Once nobody wants the answer any more, it answers
    /// soon, no matter what.
    fn choose(&mut self, seen: &Seen<'_>) -> usize;
}

/// What the player who is asked may know.
pub struct Seen<'a> {
    /// The rules of the game.
    #[doc(hidden)]
    pub rules: &'a Rules,
    /// What is asked, and what is offered.
    pub decision: &'a Decision,
    /// How far the game has come.
    pub course: Course,
    /// For views and information sets; bots never get it.
    game: &'a Game,
    /// All cards lie open: for analysis alone, and never for a bot that plays.
    open: bool,
    stop: &'a Stop<'a>,
    /// Worked out when it is asked for.
    landmarks: OnceLock<Landmarks>,
    /// Texts looked at more than a decision may.
    cut_short: AtomicBool,
}

/// Whether games under way are to be dropped, their decisions with them.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

impl<'a> Seen<'a> {
    /// What the player whose decision it is may know of the game.
    pub fn new(game: &'a Game, decision: &'a Decision, course: Course) -> Seen<'a> {
        let rules = &game.script().rules;
        let (landmarks, cut_short) = (OnceLock::new(), AtomicBool::new(false));
        Seen {
            rules,
            decision,
            course,
            game,
            open: false,
            stop: &|| false,
            landmarks,
            cut_short,
        }
    }

    /// The same, but nobody wants an answer any more once `stop` says so.
    pub fn until(self, stop: &'a Stop<'a>) -> Seen<'a> {
        Seen { stop, ..self }
    }

    /// The same for somebody who sees the whole table, hands and deck and all.
    pub fn open(self) -> Seen<'a> {
        Seen { open: true, ..self }
    }

    /// Nobody wants an answer any more: any will do.
    pub fn dropped(&self) -> bool {
        (self.stop)()
    }

    /// Texts looked at more than a decision may: the bot thought about it for less than its budget.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short.load(Ordering::Relaxed)
    }

    /// Whether texts have looked at more than they may, which is noted.
    pub(crate) fn is_spent(&self, looked: u64, most: u64) -> bool {
        let spent = looked > most;
        if spent {
            self.cut_short.store(true, Ordering::Relaxed);
        }
        spent
    }

    /// The table as the player sees it.
    pub fn view(&self) -> View {
        View::of(self.game.board(), &self.rules.cards, self.decision.by)
    }

    /// What to take in a game of [`Seen::worlds`], offer by offer. Where texts ask what the player cannot know, not every
    /// one of those games offers all of it.
    pub fn choices(&self) -> Vec<Choice> {
        self.game.options_in_worlds()
    }

    /// All games that the player cannot tell from the real one; that one alone where all cards lie open.
    pub fn worlds(&self) -> Worlds {
        match self.open {
            true => Worlds::open(self.game, self.decision.by),
            false => self.game.worlds(self.decision.by),
        }
    }

    /// Who is asked, and what.
    pub(crate) fn asked(&self) -> Option<(Seat, Asked)> {
        self.game.decision()
    }

    /// What the player sees of the table that is found again after the next choice.
    pub(crate) fn landmarks(&self) -> &Landmarks {
        self.landmarks
            .get_or_init(|| self.game.landmarks(self.decision.by))
    }

    /// Fresh numbers for this decision: a seed's, but others for each decision and seat.
    pub fn words(&self, seed: u64) -> Words {
        // The lower streams of a seed belong to the game, to the random players of traces and to drafts.
        Words::new(
            seed,
            16 + u64::from(self.decision.by.0) + (self.course.taken << 8),
        )
    }

    /// The turn has been going on for so long that it is time to end it.
    pub fn tired(&self) -> bool {
        self.course.in_turn >= PATIENCE
    }

    /// Those of the offers, by number, that do not lead back to a table that this turn has had already; all of them,
    /// when each does.
    pub(crate) fn leading_on(&self, numbers: Vec<usize>) -> Vec<usize> {
        if numbers.len() < 2 {
            return numbers;
        }
        let on = self.without_those_back(&numbers);
        if on.is_empty() { numbers } else { on }
    }

    /// Those of the offers, by number, that do not lead back to a table that this turn has had already.
    pub(crate) fn without_those_back(&self, numbers: &[usize]) -> Vec<usize> {
        let offers = &self.decision.offers;
        // Making worlds costs more than all else here: only what may lead back is tried.
        let may = |number: &usize| self.may_lead_back(offers[*number].what);
        if !self.course.can_repeat(self.game) || !numbers.iter().any(may) {
            return numbers.to_vec();
        }
        let (options, worlds, looked) = (self.choices(), self.worlds(), Cell::new(0));
        let back = |number: &usize| {
            // What there is no more time to try leads on.
            if !may(number) || self.is_spent(looked.get(), LOOKED_UP) {
                return false;
            }
            let mut game = worlds.game().clone();
            // Where it hangs on what the player cannot know whether it is offered, it leads on.
            let back = game.take(options[*number], &mut ()).is_ok() && self.course.repeats(&game);
            looked.set(looked.get() + game.effort().so_far());
            back
        };
        numbers
            .iter()
            .copied()
            .filter(|number| !back(number))
            .collect()
    }

    /// It does not lead back to a table that this turn has had already.
    pub(crate) fn leads_on(&self, number: usize) -> bool {
        !self.without_those_back(&[number]).is_empty()
    }

    /// Not what plays a card or ends the turn, and no ability that is spent by being used.
    pub(crate) fn may_lead_back(&self, what: What) -> bool {
        match what {
            What::Action(_) | What::Build { .. } | What::Stack { .. } | What::Pass => false,
            What::Use {
                building: Spot { seat, place },
                ability,
            } => {
                let building = self.game.board().row(seat)[usize::from(place)];
                let abilities = self.game.abilities(building);
                let of = abilities.iter().find(|(number, ..)| *number == ability);
                let ability = of.map(|(_, face, at)| {
                    &self.rules.faces[face.index()].abilities[usize::from(*at)]
                });
                ability.is_some_and(|ability| !(ability.once || ability.start))
            }
            _ => true,
        }
    }

    /// The numbers of the offers that may be considered: those of [`Seen::in_time`] that lead on.
    pub(crate) fn considered(&self) -> Vec<usize> {
        self.leading_on(self.in_time())
    }

    /// The numbers of the offers that the turn has time for: when it has been going on for too long, no ability.
    pub(crate) fn in_time(&self) -> Vec<usize> {
        let tired = self.tired();
        let offers = self.decision.offers.iter().enumerate();
        offers
            .filter(|(_, offer)| !tired || !matches!(offer.what, What::Use { .. }))
            .map(|(number, _)| number)
            .collect()
    }
}

/// After so many choices in one turn bots use no more abilities: many may be used without end.
pub const PATIENCE: u32 = 40;

/// Tables of one turn that are remembered: as many as a turn has menus before bots tire of it.
const TABLES: usize = PATIENCE as usize;

/// See the top of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// Choices taken in the game so far, by anybody.
    pub taken: u64,
    /// Choices taken in this turn so far, by anybody.
    pub in_turn: u32,
    turn: u32,
    /// What all could see at the menus of this turn, in short, the latest ones.
    tables: [u64; TABLES],
    menus: usize,
    /// So many cards of this turn had been played at the last of them.
    played: u8,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            taken: 0,
            in_turn: 0,
            turn: 0,
            tables: [0; TABLES],
            menus: 0,
            played: 0,
        }
    }
}

impl Course {
    /// After so many choices; nothing is known of the turn.
    pub fn after(taken: u64) -> Course {
        Course {
            taken,
            ..Course::default()
        }
    }

    /// A choice has been taken.
    pub fn advance(&mut self, game: &Game) {
        self.taken += 1;
        self.in_turn += 1;
        if game.state().turns != self.turn {
            (self.turn, self.in_turn, self.menus) = (game.state().turns, 0, 0);
        }
        if asks_menu(game) {
            self.tables[self.menus % TABLES] = in_short(game);
            self.menus += 1;
            self.played = game.board().played;
        }
    }

    /// The turn has had a menu that one could come back to. Once a card is played, there is no way back to those before.
    pub(crate) fn can_repeat(&self, game: &Game) -> bool {
        self.menus > 0 && self.played == game.board().played
    }

    /// The game is at a menu of this turn with the same table in front of all as at an earlier one.
    pub fn repeats(&self, game: &Game) -> bool {
        let known = &self.tables[..self.menus.min(TABLES)];
        game.state().turns == self.turn && asks_menu(game) && known.contains(&in_short(game))
    }
}

fn asks_menu(game: &Game) -> bool {
    matches!(game.decision(), Some((_, Asked::Menu)))
}

/// A number that stands for what everybody sees. It is compared within one run alone.
fn in_short(game: &Game) -> u64 {
    let board = game.board();
    let mut view = View::of(board, &game.script().rules.cards, board.turn).without_memory();
    for hand in &mut view.hands {
        if let Held::Cards(cards) = hand {
            *hand = Held::Count(cards.len());
        }
    }
    FixedState::default().hash_one(&view)
}

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// A bot that chooses by the numbers of this seed.
    pub fn new(seed: u64) -> Random {
        Random { seed }
    }
}

impl Bot for Random {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        seen.words(self.seed)
            .below(seen.decision.offers.len() as u32) as usize
    }
}
