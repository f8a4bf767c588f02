//! What a search found out, as a table for people and as JSON lines for programs.

use std::cmp::Reverse;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use board::{Chooser, Seat};
use bots::protocol::Player;
use bots::{Analysis, Budget, Course, Ismcts, Seen, Stop, Weighed, Wins};
use engine::{Game, Words};
use explain::options::decision::Decision;
use text::{columns, padded, plural};

/// What is looked at, and how.
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

/// How far a search is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "analysis", deny_unknown_fields)]
struct Line<'a> {
    #[schemars(extend("const" = "analysis"))]
    r#type: &'static str,
    /// Of the line.
    #[schemars(range(min = 1))]
    number: u64,
    /// It is the last line.
    done: bool,
    /// It was interrupted before its time.
    stopped: bool,
    /// The game's id.
    #[schemars(length(min = 1))]
    game: &'a str,
    /// Who decides.
    player: Player,
    /// For whom, where that is another.
    r#for: Option<Player>,
    /// As whom it is seen; null with all cards open.
    seat: Option<Player>,
    /// All cards are open.
    open: bool,
    seed: u64,
    /// Games played in the head so far.
    iterations: u64,
    /// How many options there are, told or not.
    count: usize,
    /// The best one first.
    options: &'a [Candidate],
}

/// An option, with what is known of it.
#[derive(Clone, Default, Serialize, JsonSchema)]
#[schemars(rename = "option", deny_unknown_fields)]
pub struct Candidate {
    /// Its number among those offered; null where the seat does not know what is offered.
    option: Option<usize>,
    /// As the notation writes it.
    #[schemars(length(min = 1))]
    label: String,
    /// Number of playouts that began with this option.
    visits: u32,
    /// The deciding player's chance to win; null if it was never tried.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0, max = 1))]
    value: Option<f64>,
    /// In how many of the worlds in which it was tried it wins before the turn is over; null where no line was found.
    wins: Option<Worlds>,
    /// In how many of the worlds that were drawn it is offered; null where the seat decides itself.
    offered: Option<Worlds>,
    /// In how many of them it is the best one; null where the seat decides itself.
    best: Option<Worlds>,
    /// How the game goes on, the option first; empty where the seat does not decide itself.
    line: Vec<Move>,
    /// The same for people; an option alone says no more than its label, but where it wins by itself.
    #[serde(skip)]
    moves: String,
}

/// Some of the worlds that were drawn.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[schemars(rename = "worlds", deny_unknown_fields)]
struct Worlds {
    worlds: u32,
    #[schemars(range(min = 1))]
    of: u32,
}

/// A choice of a line.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "move", deny_unknown_fields)]
struct Move {
    /// Who chooses.
    player: Player,
    /// For whom, where that is another.
    r#for: Option<Player>,
    #[schemars(length(min = 1))]
    label: String,
}

/// The schema of the lines: `docs/bots/analyse.schema.json`.
#[doc(hidden)]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let line = generator.subschema_for::<Line>();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What brink analyse --json writes",
        "description": "One line after the other, each a JSON object; the last one has `done`. All keys are always \
                        there; what does not apply is null.",
        "$defs": generator.take_definitions(true),
    });
    schema["$ref"] = line.as_value()["$ref"].clone();
    schema
}

/// Four places are more than a search can tell.
fn rounded<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|value| (value * 1e4).round() / 1e4).serialize(to)
}

/// For whom somebody decides, where that is another.
fn other(who: Chooser) -> Option<Player> {
    who.for_another().then_some(Player(who.seat))
}

/// What a search has found.
pub struct Findings {
    who: Chooser,
    /// Who sees it, and in how many worlds, where that is not whoever decides.
    watched: Option<(Seat, u32)>,
    iterations: u64,
    /// The best one first.
    options: Vec<Candidate>,
}

impl From<&Analysis> for Findings {
    fn from(analysis: &Analysis) -> Findings {
        let option = |weighed: &Weighed| Candidate {
            option: Some(weighed.number),
            label: weighed.label.clone(),
            visits: weighed.visits,
            value: weighed.value.map(f64::from),
            wins: weighed
                .wins
                .map(|Wins { worlds, of }| Worlds { worlds, of }),
            line: weighed
                .line
                .iter()
                .map(|taken| Move {
                    player: Player(taken.who.by),
                    r#for: other(taken.who),
                    label: taken.label.clone(),
                })
                .collect(),
            moves: if weighed.line.len() > 1 || weighed.is_sure() {
                weighed.moves()
            } else {
                String::new()
            },
            ..Candidate::default()
        };
        Findings {
            who: analysis.who,
            watched: None,
            iterations: analysis.iterations,
            options: analysis.options.iter().map(option).collect(),
        }
    }
}

impl About {
    /// The options that are told.
    fn told<'a>(&self, found: &'a Findings) -> &'a [Candidate] {
        &found.options[..self.top.unwrap_or(usize::MAX).min(found.options.len())]
    }

    /// The line of that number; the last one says whether the search was interrupted.
    pub fn line(&self, found: &Findings, number: u64, interrupted: Option<bool>) -> String {
        let eyes = found.watched.map_or(found.who.by, |(eyes, _)| eyes);
        let line = Line {
            r#type: "analysis",
            number,
            done: interrupted.is_some(),
            stopped: interrupted == Some(true),
            game: &self.game,
            player: Player(found.who.by),
            r#for: other(found.who),
            seat: (!self.open).then_some(Player(eyes)),
            open: self.open,
            seed: self.seed,
            iterations: found.iterations,
            count: found.options.len(),
            options: self.told(found),
        };
        serde_json::to_string(&line).expect("it is made of texts and numbers") + "\n"
    }

    /// All of it for people; `interrupted` before its budget was used up.
    pub fn table(&self, found: &Findings, interrupted: bool) -> String {
        let (who, by) = (found.who, found.who.by);
        let iterations = plural(found.iterations, "iteration");
        let effort = match (interrupted, self.wanted) {
            (false, _) => iterations,
            (true, Some(wanted)) => format!(
                "interrupted after {} of {}",
                found.iterations,
                plural(wanted, "iteration")
            ),
            (true, None) => format!("interrupted after {iterations}"),
        };
        let (eyes, tried, asked) = match found.watched {
            Some((eyes, worlds)) => {
                let tried = format!(" in {}", plural(worlds.into(), "world"));
                (format!("as {eyes} sees it"), tried, String::new())
            }
            None => {
                let eyes = match self.open {
                    true => "with all cards face up".to_string(),
                    false => format!("as {by} sees it"),
                };
                (eyes, String::new(), format!("{}\n", self.asked))
            }
        };
        let (game, seed) = (&self.game, self.seed);
        let mut out =
            format!("{game}: {who} decides, {eyes}; {effort}{tried}, seed {seed}\n{asked}\n");
        let told = self.told(found);
        let wins = |of: &Option<Worlds>| {
            of.as_ref()
                .map_or_else(String::new, |of| format!("{} of {}", of.worlds, of.of))
        };
        let row = |told: &Candidate| {
            let value = told.value.map(|value| format!("{:.1}%", value * 100.0));
            let value = value.unwrap_or_else(|| "-".to_string());
            match (&told.best, &told.offered) {
                (Some(best), Some(offered)) => [
                    told.label.clone(),
                    best.worlds.to_string(),
                    offered.worlds.to_string(),
                    value,
                    wins(&told.wins),
                ],
                _ => [
                    told.label.clone(),
                    told.visits.to_string(),
                    value,
                    wins(&told.wins),
                    told.moves.clone(),
                ],
            }
        };
        let heading = match found.watched {
            Some(_) => ["option", "best", "offered", "value", "wins"],
            None => ["option", "visits", "value", "wins", "best line"],
        };
        out += &lines(heading.map(str::to_string), told.iter().map(row));
        let left = found.options.len() - told.len();
        if left > 0 {
            out += &format!("and {left} more\n");
        }
        let chance = "as far as the search can tell\n";
        if found.watched.is_some() {
            return out
                + &format!(
                    "\nbest, offered: in this many of the possible worlds; {by}'s hand there is assumed, not known\n\
                     value: {by}'s chance to win, {chance}"
                );
        }
        out += &format!("\nvalue: the chance to win, {chance}");
        if told.iter().any(|told| told.wins.is_some()) {
            out += "wins: in this many of the worlds tried it wins this turn, whatever the others choose\n";
        }
        out
    }

    /// The best option in few words, while the search goes on.
    pub fn best(&self, analysis: &Analysis) -> String {
        let best = analysis.options.first();
        best.map_or_else(String::new, |best| match best.value {
            _ if best.is_sure() => format!("{}: wins in this turn", best.label),
            Some(value) => format!("{}: {:.1}%", best.label, value * 100.0),
            None => best.label.clone(),
        })
    }
}

/// Lines of five columns, the first and the last of which begin at the left. What is said of no row has no heading, either.
fn lines(heading: [String; 5], rows: impl Iterator<Item = [String; 5]>) -> String {
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| columns(&row[column])).max();
    let widths = [0, 1, 2, 3].map(|column| width(column).unwrap_or(0));
    let fourth = rows.iter().skip(1).any(|row| !row[3].is_empty());
    let line = |row: &[String; 5]| {
        let mut text = padded(&row[0], widths[0]);
        for at in (1..4).filter(|at| *at < 3 || fourth) {
            text += &format!("  {:>1$}", row[at], widths[at]);
        }
        format!("{text}  {}", row[4]).trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Games that are drawn.
const WORLDS: u32 = 16;
/// The stream of a seed's numbers by which they are drawn; others belong to games, players, drafts and bots.
const STREAM: u64 = 13;

impl Findings {
    /// Searches what `decision` offers in games that `eyes` cannot tell from this one, with its share of the budget in each.
    pub fn watch(
        (game, decision, course): (&Game, &Decision, Course),
        eyes: Seat,
        (budget, seed): (Budget, u64),
        stop: &Stop<'_>,
        told: &mut dyn FnMut(&Findings),
    ) -> Findings {
        let (worlds, mut words) = (game.worlds(eyes), Words::new(seed, STREAM));
        let mut found = Findings {
            who: Chooser {
                seat: decision.seat,
                by: decision.by,
            },
            watched: Some((eyes, 0)),
            iterations: 0,
            options: Vec::new(),
        };
        let count = match budget {
            Budget::Iterations(all) => WORLDS.min(all),
            Budget::Milliseconds(_) => WORLDS,
        };
        let mut tried = 0;
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
            let seen = Seen::new(&drawn, &decision, course).until(stop);
            let share = |all: u32| (all / count + u32::from(number < all % count)).max(1);
            let budget = match budget {
                Budget::Iterations(all) => Budget::Iterations(share(all)),
                Budget::Milliseconds(all) => Budget::Milliseconds(share(all)),
            };
            let mut search = Ismcts::new(seed.wrapping_add(number.into()), budget, 1);
            tried += 1;
            found.add(&search.analyse(&seen, None), (eyes, tried));
            if !stop() {
                told(&found);
            }
            // Nobody may read it any more.
            if stop() {
                break;
            }
        }
        found
    }

    /// Adds another world, the last one of so many.
    fn add(&mut self, analysis: &Analysis, watched: (Seat, u32)) {
        self.watched = Some(watched);
        self.iterations += analysis.iterations;
        for (rank, weighed) in analysis.options.iter().enumerate() {
            let known = self
                .options
                .iter()
                .position(|known| known.label == weighed.label);
            let at = known.unwrap_or_else(|| {
                self.options.push(Candidate {
                    label: weighed.label.clone(),
                    offered: Some(Worlds::default()),
                    best: Some(Worlds::default()),
                    ..Candidate::default()
                });
                self.options.len() - 1
            });
            self.options[at].add(weighed, rank == 0);
        }
        let worlds = |of: &Option<Worlds>| of.map_or(0, |of| of.worlds);
        self.options
            .sort_by_key(|told| Reverse((worlds(&told.best), worlds(&told.wins), told.visits)));
        for told in &mut self.options {
            for of in [&mut told.offered, &mut told.best].into_iter().flatten() {
                of.of = watched.1;
            }
        }
    }
}

impl Candidate {
    /// Adds what one world says of it.
    fn add(&mut self, weighed: &Weighed, first: bool) {
        let (before, value) = (
            self.value.unwrap_or(0.0),
            weighed.value.map_or(0.0, f64::from),
        );
        let sum = before * f64::from(self.visits) + value * f64::from(weighed.visits);
        self.visits += weighed.visits;
        self.value = (self.visits > 0).then(|| sum / f64::from(self.visits));
        let offered = self.offered.get_or_insert_default();
        offered.worlds += 1;
        // Where there was no time for a single game, none is the best.
        let best = first && (weighed.visits > 0 || weighed.is_sure());
        self.best.get_or_insert_default().worlds += u32::from(best);
        if weighed.is_sure() {
            self.wins.get_or_insert_default().worlds += 1;
        }
        if let Some(wins) = &mut self.wins {
            wins.of = offered.worlds;
        }
    }
}
