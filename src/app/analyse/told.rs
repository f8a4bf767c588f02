//! What a search found out, as a table for people and as JSON lines for programs.

use serde::Serialize;

use board::Chooser;
use bots::{Analysis, Weighed, Wins};
use explain::options::taken::Taken;
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
#[derive(Debug, Serialize)]
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

impl Line<'_> {
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
            r#type: "analysis",
            number,
            done,
            stopped,
            game: &self.game,
            player: analysis.who.by.to_string(),
            r#for: other(analysis.who),
            seat: (!self.open).then(|| analysis.who.by.to_string()),
            open: self.open,
            seed: self.seed,
            iterations: analysis.iterations,
            count: analysis.options.len(),
            options: options.collect(),
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
