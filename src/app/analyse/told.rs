//! What a search found out, as a table for people and as JSON lines for programs.

use std::fmt::Write;

use serde::Serialize;

use crate::base::plural;
use crate::board::Chooser;
use crate::players::bots::{Analysis, Weighed, Wins};
use crate::speech::options::taken::Taken;

/// What is looked at, and how.
#[derive(Debug, Clone)]
pub struct About {
    /// The game's id.
    pub game: String,
    /// All cards lie open.
    pub open: bool,
    pub seed: u64,
    /// So many options are told at most.
    pub top: Option<usize>,
}

/// A line of JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    r#type: &'static str,
    /// Counted from 1.
    number: u64,
    done: bool,
    /// It was interrupted before its budget was used up.
    stopped: bool,
    game: &'a str,
    /// Who decides.
    player: String,
    /// For whom, where that is another.
    r#for: Option<String>,
    open: bool,
    seed: u64,
    iterations: u64,
    /// How many options there are, told or not.
    count: usize,
    options: Vec<Told<'a>>,
}

/// An option.
#[derive(Debug, Serialize)]
struct Told<'a> {
    option: usize,
    label: &'a str,
    visits: u32,
    value: Option<f64>,
    wins: Option<Won>,
    line: Vec<Move<'a>>,
}

/// How often it wins in this turn.
#[derive(Debug, Serialize)]
struct Won {
    worlds: u32,
    of: u32,
}

/// A choice of a line.
#[derive(Debug, Serialize)]
struct Move<'a> {
    player: String,
    r#for: Option<String>,
    label: &'a str,
}

fn other(who: Chooser) -> Option<String> {
    who.for_another().then(|| who.seat.to_string())
}

impl About {
    /// The line of that number.
    pub fn line(&self, analysis: &Analysis, number: u64, done: bool, stopped: bool) -> String {
        let options = self.told(analysis).iter().map(|weighed| {
            let Weighed { number, label, visits, value, wins, line } = weighed;
            let moves =
                line.iter().map(|Taken { who, label }| Move { player: who.by.to_string(), r#for: other(*who), label });
            // Four places are more than a search can tell.
            let value = value.map(|value| (f64::from(value) * 1e4).round() / 1e4);
            let wins = wins.map(|Wins { worlds, of }| Won { worlds, of });
            Told { option: *number, label, visits: *visits, value, wins, line: moves.collect() }
        });
        let line = Line {
            r#type: "analysis",
            number,
            done,
            stopped,
            game: &self.game,
            player: analysis.who.by.to_string(),
            r#for: other(analysis.who),
            open: self.open,
            seed: self.seed,
            iterations: analysis.iterations,
            count: analysis.options.len(),
            options: options.collect(),
        };
        serde_json::to_string(&line).expect("it is made of texts and numbers") + "\n"
    }

    /// The options that are told.
    fn told<'a>(&self, analysis: &'a Analysis) -> &'a [Weighed] {
        &analysis.options[..self.top.unwrap_or(usize::MAX).min(analysis.options.len())]
    }

    /// All of it for people.
    pub fn table(&self, analysis: &Analysis) -> String {
        let by = analysis.who.by;
        let eyes = if self.open { "with all cards open".to_string() } else { format!("as {by} sees it") };
        let mut out = format!(
            "{}: {} decides, {eyes}; {}, seed {}\n\n",
            self.game,
            analysis.who,
            plural(analysis.iterations, "iteration"),
            self.seed
        );
        let heading = ["option", "visits", "value", "wins", "best line"].map(str::to_string);
        let row = |weighed: &Weighed| {
            let wins = weighed.wins.map_or_else(String::new, |Wins { worlds, of }| format!("{worlds} of {of}"));
            let value = weighed.value.map_or_else(|| "-".to_string(), |value| format!("{:.1} %", value * 100.0));
            let line = if weighed.line.len() > 1 { weighed.moves() } else { String::new() };
            [weighed.label.clone(), weighed.visits.to_string(), value, wins, line]
        };
        let told = self.told(analysis);
        let rows: Vec<[String; 5]> = std::iter::once(heading).chain(told.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [0, 1, 2, 3].map(width);
        for [label, visits, value, wins, line] in &rows {
            let [first, second, third, fourth] = widths;
            let text = format!("{label:<first$}  {visits:>second$}  {value:>third$}  {wins:>fourth$}  {line}");
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", text.trim_end());
        }
        let left = analysis.options.len() - told.len();
        if left > 0 {
            let _ = writeln!(out, "and {left} more");
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
