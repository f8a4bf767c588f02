//! A bot that looks to the end of its turn: it tries each option in sampled worlds and takes what leaves it best off.

use crate::engine::{Choice, Worlds};
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

impl Greedy {
    /// A bot that samples by the numbers of this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { seed, liked: Liked::default() }
    }

    /// How likely the seat is to win after that choice, over all worlds.
    fn worth(&mut self, worlds: &mut Worlds, seen: &Seen<'_>, choice: Choice) -> f32 {
        let seat = seen.decision.seat;
        let mut sum = 0.0;
        for world in 0..WORLDS {
            // The same worlds for each option: they are compared, and chance is not to decide.
            let mut words = seen.words(self.seed ^ u64::from(world) << 40);
            let game = worlds.sample(&mut words);
            let turn = game.state().turns;
            game.take_listed(choice, &mut ());
            for _ in 0..LONGEST {
                if game.decision().is_none() || game.state().turns != turn {
                    break;
                }
                self.liked.list(game);
                game.take_listed(self.liked.draw(&mut words), &mut ());
            }
            sum += chances(game)[seat.index()];
        }
        sum
    }
}

impl Bot for Greedy {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let mut worlds = seen.worlds();
        let options = worlds.game().options();
        let offers = seen.decision.offers.iter().enumerate().filter(|(_, offer)| seen.considers(offer.what));
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (number, _) in offers {
            let mut worth = self.worth(&mut worlds, seen, options[number]);
            if options[number] == Choice::Pass {
                worth += WORTH_IT * WORLDS as f32;
            }
            if worth > most {
                (best, most) = (number, worth);
            }
        }
        best
    }
}
