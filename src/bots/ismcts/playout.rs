//! How a game in the head goes on where the tree ends: by taste and a short look ahead, until it is over or can be
//! judged.

use board::Seat;
use engine::{Asked, Choice, Game, Words};
use rules::ir::weights::Weights;
use text::limits::KINDS;

use crate::checkpoint::Checkpoint;
use crate::evaluation::{Rewards, chances};
use crate::policy::Liked;

/// Whether it is time to stop, whatever has not been tried: asked before each decision, since texts may take their time.
pub type Over<'a> = dyn Fn() -> bool + 'a;

/// Plays games on.
#[derive(Debug, Clone)]
pub struct Playout {
    liked: Liked,
    /// What tables are judged by, where it is not what the game says.
    weights: Option<Weights>,
    /// Where a decision began, and where its best option but to pass led so far.
    begun: Checkpoint,
    best: Checkpoint,
    /// Whose search it is: what the others play tells something.
    seat: Seat,
    pub beliefs: Beliefs,
}

/// Rounds that a game is played on for: as many turns for each seat.
const ROUNDS: u32 = 4;
/// Decisions after which it is judged as it stands.
pub const DECISIONS: u32 = 150;
/// So many times an option of a turn menu is drawn to be looked at.
const TRIES: u32 = 32;
/// How much the tables where turns end on the way count beside the last one, from 0 to 1.
const ALONG: f32 = 0.6;
/// Decisions after which an option of a turn menu is judged as it stands.
const LONGEST: u32 = 12;
/// Options of a turn menu that are looked at, at most.
const MOST: usize = 32;
/// Turn menus of one turn after which it is ended: many abilities may be used without end.
const MENUS: u32 = 6;
/// What an ability must bring at least, in chances to win, to be used rather than pass.
const WORTH_IT: f32 = 0.003;

impl Playout {
    /// Judges by these weights, or by those of the game.
    pub fn new(weights: Option<Weights>) -> Playout {
        Playout {
            liked: Liked::default(),
            weights,
            begun: Checkpoint::default(),
            best: Checkpoint::default(),
            seat: Seat(0),
            beliefs: Beliefs::default(),
        }
    }

    /// A search of that seat begins.
    pub fn begin(&mut self, seat: Seat) {
        (self.seat, self.beliefs) = (seat, Beliefs::default());
    }

    /// Plays on; answers what each seat makes of it.
    pub fn run(&mut self, game: &mut Game, words: &mut Words, over: &Over<'_>) -> Rewards {
        let last = game.state().turns + ROUNDS * u32::from(game.board().seats);
        let (mut turn, mut menus) = (game.state().turns, 0);
        let (mut sum, mut ended) = (Rewards::default(), 0.0);
        for _ in 0..DECISIONS {
            let (Some((_, asked)), Some(who)) = (game.decision(), game.chooser()) else {
                break;
            };
            if game.state().turns >= last || over() {
                break;
            }
            if game.state().turns != turn {
                (turn, menus) = (game.state().turns, 0);
                let there = chances(game, self.weights.as_ref());
                sum.iter_mut()
                    .zip(there)
                    .for_each(|(sum, there)| *sum += there);
                ended += 1.0;
            }
            self.liked.list(game);
            if asked != Asked::Menu {
                game.take_listed(self.liked.draw(words), &mut ());
                continue;
            }
            menus += 1;
            if menus > MENUS && self.liked.options.last() == Some(&Choice::Pass) {
                game.take_listed(Choice::Pass, &mut ());
            } else {
                self.step_ahead(game, words, who.by, over);
            }
        }
        let mut rewards = chances(game, self.weights.as_ref());
        if ended > 0.0 {
            let part = |(reward, sum): (&mut f32, f32)| *reward += ALONG * (sum / ended - *reward);
            rewards.iter_mut().zip(sum).for_each(part);
        }
        rewards
    }

    /// Of some of the options that are listed, takes the one that leaves the seat best off when its effect is over.
    fn step_ahead(&mut self, game: &mut Game, words: &mut Words, seat: Seat, over: &Over<'_>) {
        let choices = self.liked.draw_some::<MOST>(words, TRIES);
        if let [only] = choices[..] {
            return game.take_listed(only, &mut ());
        }
        let chosen = choices[self.compare(game, words, seat, &choices, over)];
        if seat != self.seat {
            self.beliefs.note(chosen);
        }
        if chosen == Choice::Pass {
            self.begun.restore(game);
            game.take_listed(chosen, &mut ());
        } else {
            self.best.restore(game);
        }
    }

    /// The number of the choice that leaves the seat best off when its effect is over. The game is as before.
    pub fn best(
        &mut self,
        game: &mut Game,
        words: &mut Words,
        seat: Seat,
        choices: &[Choice],
        over: &Over<'_>,
    ) -> usize {
        if choices.len() < 2 {
            return 0;
        }
        let chosen = self.compare(game, words, seat, choices, over);
        self.begun.restore(game);
        chosen
    }

    /// The same; the game is left anywhere.
    fn compare(
        &mut self,
        game: &mut Game,
        words: &mut Words,
        seat: Seat,
        choices: &[Choice],
        over: &Over<'_>,
    ) -> usize {
        self.begun.set(game);
        let chance =
            |playout: &Playout, game: &Game| chances(game, playout.weights.as_ref())[seat.index()];
        // Who passes stays as well off as they are.
        let stays = chance(self, game) + WORTH_IT;
        let (mut chosen, mut most, mut moved) = (0, f32::NEG_INFINITY, false);
        for (index, choice) in choices.iter().enumerate() {
            // What comes of it is not asked.
            if *choice == Choice::Pass {
                if stays > most {
                    (chosen, most) = (index, stays);
                }
                continue;
            }
            if moved {
                self.begun.restore(game);
            }
            moved = true;
            game.take_listed(*choice, &mut ());
            for _ in 0..LONGEST {
                if matches!(game.decision(), None | Some((_, Asked::Menu))) || over() {
                    break;
                }
                self.liked.list(game);
                game.take_listed(self.liked.draw(words), &mut ());
            }
            let worth = chance(self, game);
            if worth > most {
                (chosen, most) = (index, worth);
                self.best.set(game);
            }
            if over() {
                break;
            }
        }
        chosen
    }
}

/// How often others play cards of each kind, and how often face down. It knows no card: what they would rather build or play as an
/// action is seldom what lies there.
#[derive(Debug, Clone)]
pub struct Beliefs {
    /// By kind.
    played: [u32; KINDS],
    laid: [u32; KINDS],
    plausible: [u32; KINDS],
}

/// So many thousandths of the plays of any kind are thought to be face down besides, for reasons that such games do not show.
const ANY: u64 = 100;
/// Plays of a kind that say as much as those of all kinds together.
const FEW: u64 = 10;

impl Default for Beliefs {
    fn default() -> Beliefs {
        Beliefs {
            played: [0; KINDS],
            laid: [0; KINDS],
            plausible: [1; KINDS],
        }
    }
}

impl Beliefs {
    /// One of the others has chosen that.
    pub fn note(&mut self, choice: Choice) {
        let (kind, laid) = match choice {
            Choice::Action(kind) | Choice::Build { kind, .. } => (kind, 0),
            Choice::Stack { kind, .. } => (kind, 1),
            _ => return,
        };
        self.played[kind.index()] += 1;
        self.laid[kind.index()] += laid;
    }

    /// Reckons with what was noted.
    pub fn settle(&mut self) {
        let all = |of: &[u32; KINDS]| of.iter().map(|count| u64::from(*count)).sum::<u64>();
        let usual = 1_000 * all(&self.laid) / all(&self.played).max(1);
        for ((plausible, played), laid) in
            self.plausible.iter_mut().zip(&self.played).zip(&self.laid)
        {
            let part = (1_000 * u64::from(*laid) + FEW * usual) / (u64::from(*played) + FEW);
            *plausible = (ANY + part) as u32;
        }
    }

    /// By kind, how plausible it is for a card that another has laid face down: numbers above 0 that are compared.
    pub fn plausible(&self) -> &[u32; KINDS] {
        &self.plausible
    }
}

#[cfg(test)]
mod tests {
    use super::Beliefs;
    use board::{CardId, Kind, Seat};
    use engine::Choice;

    #[test]
    fn what_others_would_rather_build_is_less_plausible_face_down() {
        let (built, laid, unseen) = (Kind(0), Kind(1), Kind(2));
        let mut beliefs = Beliefs::default();
        let all = beliefs.plausible()[0];
        assert!(
            all > 0
                && beliefs
                    .plausible()
                    .iter()
                    .all(|plausible| *plausible == all)
        );
        for _ in 0..100 {
            beliefs.note(Choice::Build {
                kind: built,
                seat: Seat(1),
                place: 0,
            });
            beliefs.note(Choice::Stack {
                kind: laid,
                on: CardId(3),
            });
            beliefs.note(Choice::Pass);
        }
        beliefs.settle();
        let of = |kind: Kind| beliefs.plausible()[kind.index()];
        assert!(of(built) > 0, "nothing is ruled out");
        assert!(of(built) < of(unseen) && of(unseen) < of(laid));
    }
}
