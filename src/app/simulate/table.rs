//! Results as tables on the terminal.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};

use crate::pager::{self, narrowed_to, room, width};
use crate::simulate::figures::{
    CHOSEN, Columns, SUFFERED, both_names, by_way, caveat, counters, cut_texts, difference,
    effect_changes, effect_table, game_name, lengths, mean, outcomes, percent, players, points,
    rate, rates, seeds, share, table, three, use_changes, uses,
};
use stats::simulate::{Comparison, Header, Simulation, Summary};
use text::{columns, plural, wrapped};

/// Everything, as text.
pub fn tables(simulation: &Simulation) -> String {
    let summary = simulation.summary();
    let mut out = heading(simulation, &summary);
    match simulation.comparison() {
        None => write_summary(&mut out, &summary),
        Some(comparison) => write_comparison(&mut out, &simulation.header, &summary, &comparison),
    }
    add(&mut out, cut_off(simulation));
    out
}

/// How fast it went, and who has won.
pub fn bare(simulation: &Simulation) -> String {
    let summary = simulation.summary();
    let mut out = heading(simulation, &summary);
    write_winners(&mut out, &summary);
    add(&mut out, cut_off(simulation));
    out
}

/// The second line is about time, which differs from run to run.
fn heading(simulation: &Simulation, summary: &Summary) -> String {
    let header = &simulation.header;
    let played = summary.games;
    let seconds = simulation.seconds.max(f64::MIN_POSITIVE);
    let other = header
        .other
        .as_ref()
        .map_or(String::new(), |other| format!(" and {}", game_name(other)));
    let games = plural(header.games, "game");
    let games = if header.complete() {
        games
    } else {
        format!("{played} of {games}")
    };
    let decisions = simulation.decisions() as f64 / seconds;
    let sides = if header.other.is_some() { 2.0 } else { 1.0 };
    let mut out = pager::fitted(&format!(
        "{}{other}: {games} of {} players, {}\n",
        game_name(&header.game),
        header.players.len(),
        players(header)
    ));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "in {seconds:.2} s: {:.0} games/s, {decisions:.0} decisions/s\nseeds {}, at most {}; 95% intervals in brackets",
        sides * played as f64 / seconds,
        seeds(header),
        plural(header.limit.into(), "turn")
    );
    if let Some(caveat) = caveat(header) {
        let _ = writeln!(out, "{}", wrapped(&caveat, "", "", width()));
    }
    out
}

fn write_summary(out: &mut String, summary: &Summary) {
    write_winners(out, summary);
    add(out, lengths(&[("", summary)]));
    add(out, by_way(summary));
    if summary.victories.len() > 1 {
        add(out, rates("victory card", "players", &summary.victories));
    }
    add(out, uses("uses per player and game", &summary.cards));
    add(
        out,
        counters("counters per player and game", &summary.counters),
    );
    add(
        out,
        effect_table(
            "win rate difference of its users, in points",
            &summary.cards,
        ),
    );
}

fn write_winners(out: &mut String, summary: &Summary) {
    add(out, rates("seat", "games", &summary.seats));
    let unfinished = &summary.unfinished;
    let advantage = points(summary.first_player_advantage);
    let _ = writeln!(
        out,
        "first player: {advantage} points, against an even {}",
        percent(summary.even)
    );
    let _ = writeln!(
        out,
        "unfinished: {} of {}, {}",
        unfinished.count,
        plural(unfinished.of, "game"),
        rate(unfinished.rate)
    );
    let draws = &summary.draws;
    if draws.count > 0 {
        let _ = writeln!(
            out,
            "draws: {} of {}, {}",
            draws.count,
            plural(draws.of, "game"),
            rate(draws.rate)
        );
    }
}

fn write_comparison(out: &mut String, header: &Header, summary: &Summary, comparison: &Comparison) {
    let [one, two] = both_names(header);
    let others = &comparison.other;
    let mut shares = table(&["games won", &one, &two, "change in points, paired"]);
    for change in outcomes(summary, comparison) {
        let [ours, theirs] = [summary, others].map(|summary| rate(share(summary, &change.name)));
        shares.add_row([change.name, ours, theirs, points(change.change)]);
    }
    add(out, shares);
    let mut both = table(&["a game", &one, &two, "change, paired"]);
    let each = [
        (&comparison.turns, summary.turns, others.turns),
        (&comparison.decisions, summary.decisions, others.decisions),
    ];
    for (change, ours, theirs) in each {
        let [ours, theirs] =
            [ours, theirs].map(|length| length.map_or(String::new(), |length| mean(length.mean)));
        both.add_row([change.name.clone(), ours, theirs, difference(change.change)]);
    }
    let unfinished = |summary: &Summary| rate(summary.unfinished.rate);
    both.add_row([
        "unfinished".to_string(),
        unfinished(summary),
        unfinished(others),
        String::new(),
    ]);
    add(out, both);
    for names in [CHOSEN, SUFFERED] {
        let cards = use_changes(&comparison.cards, names);
        add(
            out,
            three("change of uses per game, paired", names, &cards, difference),
        );
    }
    let cards = effect_changes(&comparison.cards);
    add(
        out,
        three(
            "change of the win rate difference of its users, in points",
            CHOSEN,
            &cards,
            points,
        ),
    );
}

/// Texts that were cut off (END-1), by game where two are compared.
fn cut_off(simulation: &Simulation) -> Columns {
    let mut table = table(&["cut off", "times", "games"]);
    for (game, cuts) in cut_texts(simulation) {
        for (sentence, often) in cuts.each() {
            table.add_row([
                format!("{game}{sentence}"),
                often.times.to_string(),
                often.games.to_string(),
            ]);
        }
    }
    table
}

impl Columns {
    /// Its lines. Where they would be longer than that, numbers stand below their names.
    fn lines(&self, width: usize) -> Vec<String> {
        let all = || std::iter::once(&self.titles).chain(&self.rows);
        let side_by_side = aligned(all().map(Vec::as_slice), 0).join("\n");
        let narrowed = narrowed_to(&side_by_side, width);
        if narrowed.lines().all(|line| columns(line) <= width) {
            return narrowed.lines().map(str::to_string).collect();
        }
        let numbers = aligned(all().map(|row| row.get(1..).unwrap_or_default()), 1);
        let names = all().map(|row| row.first().map_or("", String::as_str));
        let below = names.zip(numbers).flat_map(|(name, numbers)| {
            let name = wrapped(name, "", "  ", width);
            [name, numbers]
        });
        below
            .flat_map(|lines| lines.lines().map(str::to_string).collect::<Vec<_>>())
            .collect()
    }
}

/// Rows in columns: names to the left, numbers to the right. The first column is that number of the table's.
fn aligned<'r>(rows: impl Iterator<Item = &'r [String]>, first: usize) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index + first == 0 { 0 } else { 2 }, 0));
        if index + first > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
        .lines()
        .map(|line| line.trim_end().to_string())
        .collect()
}

/// A table after a blank line; one without rows is left out.
fn add(out: &mut String, table: Columns) {
    if table.rows.is_empty() {
        return;
    }
    out.push('\n');
    for line in table.lines(room()) {
        out.push_str(&line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn numbers_stand_below_their_names_where_a_line_would_be_too_long() {
        let mut rates = table(&["card", "built", "played"]);
        rates.add_row([
            "A long name".to_string(),
            "+1.0 (-2.0 to +3.0)".to_string(),
            "-".to_string(),
        ]);
        assert_eq!(rates.lines(usize::MAX).len(), 2);
        let lines = rates.lines(35);
        assert_eq!(
            lines,
            [
                "card",
                "                built  played",
                "A long name",
                "  +1.0 (-2.0 to +3.0)       -"
            ],
            "{lines:#?}"
        );
    }
}
