//! A bot that looks to the end of its turn: it tries each option in sampled worlds and takes what leaves it best off.

use crate::checkpoint::Checkpoint;
use crate::evaluation::chances;
use crate::policy::Liked;
use crate::{Bot, Seen};
use engine::{Choice, Game, Words};
use rules::ir::weights::Weights;

/// Worlds that each option is tried in.
const WORLDS: u32 = 24;
/// Decisions after which a turn is judged as it stands.
const LONGEST: u32 = 24;
/// Options that one decision looks at, in all worlds together: four times as many as in the largest decisions of the printed
/// games that were met. Beyond it no further world is tried; and in one world every option has the same share of it, with
/// which used up the turn is judged as it stands.
const LOOKS: usize = 1_000_000;
/// Things that texts may look at in one decision (see [`Effort`](engine::Effort)), shared in the same way: what is liked least is not tried where even
/// one world takes more.
const LOOKED_AT: u64 = 400_000_000;
/// What anything must bring at least, in chances to win, to be done rather than pass.
const WORTH_IT: f32 = 0.003;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Greedy {
    seed: u64,
    liked: Liked,
    weights: Option<Weights>,
}

/// What an option has come to so far: in so many worlds, so much.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    worlds: u32,
    sum: f32,
}

impl Greedy {
    /// A bot that samples by the numbers of this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with_weights(seed, None)
    }

    /// The same, that judges by these weights, or by those of the game.
    pub(crate) fn with_weights(seed: u64, weights: Option<Weights>) -> Greedy {
        Greedy {
            seed,
            liked: Liked::default(),
            weights,
        }
    }

    /// What the seat's chances are when its turn ends after that choice.
    fn worth(
        &mut self,
        game: &mut Game,
        seen: &Seen<'_>,
        mut words: Words,
        choice: Choice,
        (looks, share): (&mut usize, u64),
    ) -> f32 {
        let (turn, begun) = (game.state().turns, game.effort().so_far());
        game.take_listed(choice, &mut ());
        for _ in 0..LONGEST {
            let spent = *looks == 0 || game.effort().so_far() - begun > share;
            if game.decision().is_none() || game.state().turns != turn || spent || seen.dropped() {
                break;
            }
            self.liked.list(game);
            *looks = looks.saturating_sub(self.liked.options.len());
            game.take_listed(self.liked.draw(&mut words), &mut ());
        }
        chances(game, self.weights.as_ref())[seen.decision.by.index()]
    }

    /// The number of the offer, and how many options were looked at for it.
    fn choose_within(&mut self, seen: &Seen<'_>, looks: usize) -> (usize, usize) {
        let mut worlds = seen.worlds();
        let choices = seen.choices();
        let considered: Vec<(usize, Choice)> = seen
            .considered()
            .into_iter()
            .map(|number| (number, choices[number]))
            .collect();
        let mut worths = vec![Worth::default(); considered.len()];
        let mut begun = Checkpoint::default();
        let share = looks / considered.len().max(1);
        let dear = LOOKED_AT / considered.len().max(1) as u64;
        let effort = worlds.game().effort().watched();
        let spent = || seen.is_spent(effort.so_far(), LOOKED_AT);
        let mut order: Vec<usize> = (0..considered.len()).collect();
        let mut looked = 0;
        for world in 0..WORLDS {
            // The same worlds for each option: they are compared, and chance is not to decide.
            let mut words = seen.words(self.seed ^ u64::from(world) << 40);
            let game = worlds.sample(&mut words);
            begun.set(game);
            // What is offered may hang on what the seat cannot know.
            self.liked.list(game);
            if world == 0 {
                order.sort_by(|one, other| {
                    self.liked
                        .of(considered[*other].1)
                        .total_cmp(&self.liked.of(considered[*one].1))
                });
            }
            let offered = std::mem::take(&mut self.liked.options);
            let all = offered == choices;
            // All options have been tried in the same worlds.
            if looked >= looks || world > 0 && spent() {
                break;
            }
            for index in &order {
                let (worth, (_, choice)) = (&mut worths[*index], considered[*index]);
                if seen.dropped() || world == 0 && spent() {
                    break;
                }
                if all || offered.contains(&choice) {
                    begun.restore(game);
                    let mut left = share;
                    worth.sum += self.worth(game, seen, words.clone(), choice, (&mut left, dear));
                    looked += share - left;
                    worth.worlds += 1;
                }
            }
        }
        let first = considered.first().map_or(0, |(number, _)| *number);
        let (mut best, mut most) = (first, f32::NEG_INFINITY);
        for ((number, choice), worth) in considered.iter().zip(worths) {
            let bonus = if *choice == Choice::Pass {
                WORTH_IT
            } else {
                0.0
            };
            // One that is offered in no world that was tried has no mean.
            let worth = worth.sum / worth.worlds as f32 + bonus;
            if worth > most {
                (best, most) = (*number, worth);
            }
        }
        (best, looked)
    }
}

impl Bot for Greedy {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        self.choose_within(seen, LOOKS).0
    }
}

#[cfg(test)]
mod tests {
    use super::{Greedy, LOOKS};
    use crate::testing::{play_at_random, script};
    use crate::{Course, Seen};
    use engine::{Game, Words};
    use explain::options::decision::Decision;

    #[test]
    fn a_decision_looks_at_so_much_and_the_printed_games_need_less() {
        let mut game = Game::deal(script("combined"), 6, 1, &mut ());
        let mut longest = 0;
        play_at_random(&mut game, &mut Words::new(1, 7), 60, &mut |game, _| {
            let decision = Decision::of(game).expect("somebody is asked");
            let seen = Seen::new(game, &decision, Course::default());
            let mut bot = Greedy::new(3);
            if !game.state().turns.is_multiple_of(6) {
                return;
            }
            let whole = bot.choose_within(&seen, LOOKS);
            assert_eq!(
                whole,
                bot.choose_within(&seen, usize::MAX),
                "it is not cut short"
            );
            longest = longest.max(whole.1);
            for few in [0, 1, 50, 2_000] {
                let (chosen, looked) = bot.choose_within(&seen, few);
                assert!(chosen < decision.offers.len());
                // What one world takes more is no more than the whole.
                assert!(looked <= 2 * few, "{looked} of {few}");
            }
        });
        assert!((1_000..LOOKS).contains(&longest), "{longest}");
    }
}
