//! What a player may do whose cards are not seen: searched in games that whoever looks on cannot tell from the real one.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::analyse::told::{About, Line, Told, Won, columns, other, rounded};
use board::{Chooser, Seat};
use bots::{Analysis, Budget, Course, Ismcts, Seen};
use engine::{Game, Words};
use explain::options::decision::Decision;
use text::plural;

/// Games that are drawn.
const WORLDS: u32 = 16;
/// The stream of a seed's numbers by which they are drawn; others belong to games, players, drafts and bots.
const STREAM: u64 = 13;

/// What is known of somebody else's decision.
#[derive(Debug, Clone)]
pub struct Watched {
    who: Chooser,
    eyes: Seat,
    worlds: u32,
    iterations: u64,
    /// What is done in most worlds first.
    options: Vec<Supposed>,
}

/// An option that is there in some worlds.
#[derive(Debug, Clone, Default)]
struct Supposed {
    label: String,
    /// Worlds in which it is offered, and in which it is the best one.
    offered: u32,
    best: u32,
    visits: u32,
    /// The sum over the visits.
    value: f64,
    wins: u32,
}

impl Watched {
    /// Searches what `decision` offers in games that `eyes` cannot tell from this one, with its share of the budget in each.
    pub fn search(
        (game, decision, course): (&Game, &Decision, Course),
        eyes: Seat,
        (budget, seed): (Budget, u64),
        stopped: &AtomicBool,
        told: &mut dyn FnMut(&Watched) -> bool,
    ) -> Watched {
        let stop = || stopped.load(Ordering::Relaxed);
        let (worlds, mut words) = (game.worlds(eyes), Words::new(seed, STREAM));
        let mut watched = Watched {
            who: Chooser {
                seat: decision.seat,
                by: decision.by,
            },
            eyes,
            worlds: 0,
            iterations: 0,
            options: Vec::new(),
        };
        let count = match budget {
            Budget::Iterations(all) => WORLDS.min(all),
            Budget::Milliseconds(_) => WORLDS,
        };
        for number in 0..count {
            let mut drawn = worlds.clone();
            drawn.sample(&mut words);
            let drawn = drawn.into_game();
            // Where a text asks what one cannot know, a world may offer nothing.
            let Some(decision) =
                Decision::of(&drawn).filter(|decision| !decision.offers.is_empty())
            else {
                continue;
            };
            let seen = Seen::new(&drawn, &decision, course).until(&stop);
            let share = |all: u32| (all / count + u32::from(number < all % count)).max(1);
            let budget = match budget {
                Budget::Iterations(all) => Budget::Iterations(share(all)),
                Budget::Milliseconds(all) => Budget::Milliseconds(share(all)),
            };
            let analysis =
                Ismcts::new(seed.wrapping_add(number.into()), budget, 1).analyse(&seen, None);
            watched.add(&analysis);
            // Nobody may read it any more.
            if stop() || !told(&watched) {
                break;
            }
        }
        watched
    }

    fn add(&mut self, analysis: &Analysis) {
        self.worlds += 1;
        self.iterations += analysis.iterations;
        for (rank, weighed) in analysis.options.iter().enumerate() {
            let at = self
                .options
                .iter()
                .position(|known| known.label == weighed.label)
                .unwrap_or_else(|| {
                    self.options.push(Supposed {
                        label: weighed.label.clone(),
                        ..Supposed::default()
                    });
                    self.options.len() - 1
                });
            let known = &mut self.options[at];
            known.offered += 1;
            // Where there was no time for a single game, none is the best.
            known.best += u32::from(rank == 0 && (weighed.visits > 0 || weighed.is_sure()));
            known.visits += weighed.visits;
            known.value += weighed
                .value
                .map_or(0.0, |value| f64::from(value) * f64::from(weighed.visits));
            known.wins += u32::from(weighed.is_sure());
        }
        self.options
            .sort_by_key(|known| std::cmp::Reverse((known.best, known.wins, known.visits)));
    }

    /// The line of that number.
    pub fn line(&self, about: &About, number: u64, done: bool, stopped: bool) -> String {
        let options = self.told(about).iter().map(|known| Told {
            option: None,
            label: &known.label,
            visits: known.visits,
            value: known.value().map(rounded),
            wins: (known.wins > 0).then_some(Won {
                worlds: known.wins,
                of: known.offered,
            }),
            offered: Some(Won {
                worlds: known.offered,
                of: self.worlds,
            }),
            best: Some(Won {
                worlds: known.best,
                of: self.worlds,
            }),
            line: Vec::new(),
        });
        let line = Line {
            r#type: "analysis",
            number,
            done,
            stopped,
            game: &about.game,
            player: self.who.by.to_string(),
            r#for: other(self.who),
            seat: Some(self.eyes.to_string()),
            open: false,
            seed: about.seed,
            iterations: self.iterations,
            count: self.options.len(),
            options: options.collect(),
        };
        line.text()
    }

    fn told(&self, about: &About) -> &[Supposed] {
        &self.options[..about.top.unwrap_or(usize::MAX).min(self.options.len())]
    }

    /// All of it for people; `interrupted` before its budget was used up.
    pub fn table(&self, about: &About, interrupted: bool) -> String {
        let (who, by, eyes) = (self.who, self.who.by, self.eyes);
        let head = format!(
            "{}: {who} decides, as {eyes} sees it; {} in {}, seed {}\n\n",
            about.game,
            about.effort(self.iterations, interrupted),
            plural(self.worlds.into(), "world"),
            about.seed
        );
        let row = |known: &Supposed| {
            let value = known.value().map_or_else(
                || "-".to_string(),
                |value| format!("{:.1} %", value * 100.0),
            );
            let wins = if known.wins > 0 {
                format!("{} of {}", known.wins, known.offered)
            } else {
                String::new()
            };
            [
                known.label.clone(),
                known.best.to_string(),
                known.offered.to_string(),
                value,
                wins,
            ]
        };
        let told = self.told(about);
        let rows = columns(
            ["option", "best", "offered", "value", "wins"],
            told.iter().map(row),
        );
        let left = self.options.len() - told.len();
        let left = if left > 0 {
            format!("and {left} more\n")
        } else {
            String::new()
        };
        let last = format!(
            "\nbest, offered: in so many of the worlds; what {by} has in hand there is supposed, never known\n\
             value: the chance to win of {by}, as far as the search can tell\n"
        );
        head + &rows + &left + &last
    }
}

impl Supposed {
    fn value(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.value / f64::from(self.visits))
    }
}
