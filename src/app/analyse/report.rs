//! What a search found out, as a table for people and as JSON lines for programs.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use board::{Chooser, Seat};
use bots::{Analysis, Budget, Course, Ismcts, Seen, Weighed, Wins};
use engine::{Game, Words};
use explain::options::decision::Decision;
use explain::options::decision::Taken;
use text::plural;

/// What is looked at, and how.
#[derive(Debug, Clone)]
pub struct About {
    /// The game's id.
    pub game: String,
    /// All cards lie open.
    pub open: bool,
    pub seed: u64,
    /// Whose turn it is, and what is asked.
    pub asked: String,
    /// So many options are told at most.
    pub top: Option<usize>,
    /// How many iterations were asked for, where that was said.
    pub wanted: Option<u64>,
}

/// A line of JSON.
#[derive(Debug, Default, Serialize)]
pub struct Line<'a> {
    pub r#type: &'static str,
    /// Counted from 1.
    pub number: u64,
    pub done: bool,
    /// It was interrupted before its budget was used up.
    pub stopped: bool,
    pub game: &'a str,
    /// Who decides.
    pub player: String,
    /// For whom, where that is another.
    pub r#for: Option<String>,
    /// Whose eyes see it; nothing when all cards lie open.
    pub seat: Option<String>,
    pub open: bool,
    pub seed: u64,
    pub iterations: u64,
    /// How many options there are, told or not.
    pub count: usize,
    pub options: Vec<Told<'a>>,
}

impl<'a> Line<'a> {
    /// Of a decision, as `eyes` sees it, without what was found.
    fn of(about: &'a About, who: Chooser, eyes: Seat) -> Line<'a> {
        Line {
            r#type: "analysis",
            game: &about.game,
            player: who.by.to_string(),
            r#for: other(who),
            seat: (!about.open).then(|| eyes.to_string()),
            open: about.open,
            seed: about.seed,
            ..Line::default()
        }
    }

    /// With its end.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("it is made of texts and numbers") + "\n"
    }
}

/// An option.
#[derive(Debug, Serialize)]
pub struct Told<'a> {
    /// Its number; nothing where whoever looks on does not know what is offered.
    pub option: Option<usize>,
    pub label: &'a str,
    pub visits: u32,
    pub value: Option<f64>,
    /// In how many it wins in this turn.
    pub wins: Option<Won>,
    /// In how many it is offered, and in how many it is the best one, where that is not known.
    pub offered: Option<Won>,
    pub best: Option<Won>,
    pub line: Vec<Move<'a>>,
}

/// Some of the worlds that were tried.
#[derive(Debug, Serialize)]
pub struct Won {
    pub worlds: u32,
    pub of: u32,
}

/// A choice of a line.
#[derive(Debug, Serialize)]
pub struct Move<'a> {
    player: String,
    r#for: Option<String>,
    label: &'a str,
}

/// Four places are more than a search can tell.
pub fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Lines of five columns, the first and the last of which begin at the left.
pub fn columns(heading: [&str; 5], rows: impl Iterator<Item = [String; 5]>) -> String {
    let rows: Vec<[String; 5]> = std::iter::once(heading.map(str::to_string))
        .chain(rows)
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let [first, second, third, fourth] = [0, 1, 2, 3].map(width);
    // What is said of no row has no heading, either.
    let wins_told = rows.iter().skip(1).any(|row| !row[3].is_empty());
    let line = |[label, visits, value, wins, last]: &[String; 5]| {
        let wins = if wins_told {
            format!("{wins:>fourth$}  ")
        } else {
            String::new()
        };
        let text = format!("{label:<first$}  {visits:>second$}  {value:>third$}  {wins}{last}");
        text.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// For whom somebody decides, where that is another.
pub fn other(who: Chooser) -> Option<String> {
    who.for_another().then(|| who.seat.to_string())
}

impl About {
    /// The line of that number.
    pub fn line(&self, analysis: &Analysis, number: u64, done: bool, stopped: bool) -> String {
        let options = self.told(analysis).iter().map(|weighed| {
            let Weighed {
                number,
                label,
                visits,
                value,
                wins,
                line,
            } = weighed;
            let moves = line.iter().map(|Taken { who, label, .. }| Move {
                player: who.by.to_string(),
                r#for: other(*who),
                label,
            });
            let value = value.map(|value| rounded(value.into()));
            let wins = wins.map(|Wins { worlds, of }| Won { worlds, of });
            let (option, line) = (Some(*number), moves.collect());
            Told {
                option,
                label,
                visits: *visits,
                value,
                wins,
                offered: None,
                best: None,
                line,
            }
        });
        let line = Line {
            number,
            done,
            stopped,
            iterations: analysis.iterations,
            count: analysis.options.len(),
            options: options.collect(),
            ..Line::of(self, analysis.who, analysis.who.by)
        };
        line.text()
    }

    /// The options that are told.
    fn told<'a>(&self, analysis: &'a Analysis) -> &'a [Weighed] {
        &analysis.options[..self.top.unwrap_or(usize::MAX).min(analysis.options.len())]
    }

    /// How far a search has come.
    pub fn effort(&self, iterations: u64, interrupted: bool) -> String {
        match (interrupted, self.wanted) {
            (false, _) => plural(iterations, "iteration"),
            (true, Some(wanted)) => format!(
                "interrupted after {iterations} of {}",
                plural(wanted, "iteration")
            ),
            (true, None) => format!("interrupted after {}", plural(iterations, "iteration")),
        }
    }

    /// All of it for people; `interrupted` before its budget was used up.
    pub fn table(&self, analysis: &Analysis, interrupted: bool) -> String {
        let by = analysis.who.by;
        let eyes = if self.open {
            "with all cards open".to_string()
        } else {
            format!("as {by} sees it")
        };
        let mut out = format!(
            "{}: {} decides, {eyes}; {}, seed {}\n{}\n\n",
            self.game,
            analysis.who,
            self.effort(analysis.iterations, interrupted),
            self.seed,
            self.asked
        );
        let row = |weighed: &Weighed| {
            let wins = weighed
                .wins
                .map_or_else(String::new, |Wins { worlds, of }| {
                    format!("{worlds} of {of}")
                });
            let value = weighed.value.map_or_else(
                || "-".to_string(),
                |value| format!("{:.1} %", value * 100.0),
            );
            // An option alone says no more than its label, but where it wins by itself.
            let line = if weighed.line.len() > 1 || weighed.is_sure() {
                weighed.moves()
            } else {
                String::new()
            };
            [
                weighed.label.clone(),
                weighed.visits.to_string(),
                value,
                wins,
                line,
            ]
        };
        let told = self.told(analysis);
        out.push_str(&columns(
            ["option", "visits", "value", "wins", "best line"],
            told.iter().map(row),
        ));
        let left = analysis.options.len() - told.len();
        if left > 0 {
            out.push_str(&format!("and {left} more\n"));
        }
        out.push_str("\nvalue: the chance to win, as far as the search can tell");
        if told.iter().any(|weighed| weighed.wins.is_some()) {
            out.push_str(
                "\nwins: in so many of the worlds that were tried it wins in this turn, whatever the others choose",
            );
        }
        out.push('\n');
        out
    }

    /// The best option in few words, while the search goes on.
    pub fn best(&self, analysis: &Analysis) -> String {
        let best = analysis.options.first();
        best.map_or_else(String::new, |best| match best.value {
            _ if best.is_sure() => format!("{}: wins in this turn", best.label),
            Some(value) => format!("{}: {:.1} %", best.label, value * 100.0),
            None => best.label.clone(),
        })
    }
}

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
            number,
            done,
            stopped,
            iterations: self.iterations,
            count: self.options.len(),
            options: options.collect(),
            ..Line::of(about, self.who, self.eyes)
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
