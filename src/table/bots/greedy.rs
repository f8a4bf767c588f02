//! A bot that looks to the end of its turn: it tries each option in sampled worlds and takes what leaves it best off.

use crate::engine::{Choice, Game, State, Words};
use crate::table::bots::evaluation::chances;
use crate::table::bots::policy::Liked;
use crate::table::bots::{Bot, Seen};

/// Worlds that each option is tried in.
const WORLDS: u32 = 24;
/// Decisions after which a turn is judged as it stands.
const LONGEST: u32 = 24;
/// What anything must bring at least, in chances to win, to be done rather than pass.
const WORTH_IT: f32 = 0.003;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Greedy {
    seed: u64,
    liked: Liked,
}

/// What an option has come to so far: in so many worlds, so much.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    worlds: u32,
    sum: f32,
}

impl Worth {
    /// In the mean; nothing when it is offered in no world that was tried.
    fn mean(self) -> Option<f32> {
        (self.worlds > 0).then(|| self.sum / self.worlds as f32)
    }
}

impl Greedy {
    /// A bot that samples by the numbers of this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { seed, liked: Liked::default() }
    }

    /// What the seat's chances are when its turn ends after that choice.
    fn worth(&mut self, game: &mut Game, seen: &Seen<'_>, mut words: Words, choice: Choice) -> f32 {
        let turn = game.state().turns;
        game.take_listed(choice, &mut ());
        for _ in 0..LONGEST {
            if game.decision().is_none() || game.state().turns != turn || seen.dropped() {
                break;
            }
            self.liked.list(game);
            game.take_listed(self.liked.draw(&mut words), &mut ());
        }
        chances(game)[seen.decision.seat.index()]
    }
}

impl Bot for Greedy {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let mut worlds = seen.worlds();
        let choices = seen.choices();
        let offers = choices.iter().zip(&seen.decision.offers).enumerate();
        let considered: Vec<(usize, Choice)> = offers
            .filter(|(_, (_, offer))| seen.considers(offer.what))
            .map(|(number, (choice, _))| (number, *choice))
            .collect();
        let mut worths = vec![Worth::default(); considered.len()];
        let mut begun: Option<Box<State>> = None;
        for world in 0..WORLDS {
            // The same worlds for each option: they are compared, and chance is not to decide.
            let mut words = seen.words(self.seed ^ u64::from(world) << 40);
            let game = worlds.sample(&mut words);
            let begun = begun.get_or_insert_with(|| Box::new(game.state().clone()));
            begun.copy_from(game.state());
            // What is offered may hang on what the seat cannot know.
            self.liked.list(game);
            let offered = std::mem::take(&mut self.liked.options);
            let all = offered == choices;
            for (worth, (_, choice)) in worths.iter_mut().zip(&considered) {
                if seen.dropped() {
                    break;
                }
                if all || offered.contains(choice) {
                    game.set_state(begun);
                    worth.sum += self.worth(game, seen, words.clone(), *choice);
                    worth.worlds += 1;
                }
            }
        }
        let (mut best, mut most) = (considered.first().map_or(0, |(number, _)| *number), f32::NEG_INFINITY);
        for ((number, choice), worth) in considered.iter().zip(worths) {
            let Some(mut worth) = worth.mean() else { continue };
            if *choice == Choice::Pass {
                worth += WORTH_IT;
            }
            if worth > most {
                (best, most) = (*number, worth);
            }
        }
        best
    }
}
