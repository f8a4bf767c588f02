//! Results as one page that needs nothing else: tables and plots, to look at and to print.

use itertools::Itertools;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::style::RGBColor;

use crate::simulate::figures::{
    self, CHOSEN, Columns, SUFFERED, Three, both_names, by_way, caveat, counters, cut_texts, deck,
    difference, effect_changes, effect_table, effects, game_name, in_points, lengths, outcomes,
    percent, players, points, rate, rates, seeds, three, times, use_changes, use_name, uses, ways,
};
use crate::simulate::plot::{INK, LINES, Mark, SERIES, bars, marks, sizes};
use stats::simulate::{
    CardSummary, Change, Comparison, Counts, Estimate, GameId, Histogram, Rate, Simulation,
    Summary, WaySummary,
};
use text::plural;

/// The whole page.
pub fn page(simulation: &Simulation) -> String {
    let header = &simulation.header;
    let summary = simulation.summary();
    let comparison = simulation.comparison();
    let title = match &header.other {
        Some(other) => format!("{} against {}", other.recipe, header.game.recipe),
        None => header.game.recipe.clone(),
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Simulation: " (title) }
                style { (PreEscaped(style())) }
            }
            body {
                main {
                    h1 { (title) }
                    (facts(simulation, &summary))
                    @match &comparison {
                        Some(comparison) => (compared(simulation, &summary, comparison)),
                        None => (alone(simulation, &summary)),
                    }
                    (cut_off(simulation))
                    footer {
                        "Brackets and lines are 95% intervals. Win rates count finished games. "
                        "Brink " (header.program) "."
                    }
                }
            }
        }
    };
    page.into_string()
}

/// The look, with the colours of the plots and what they become in the dark.
fn style() -> String {
    let dark = [
        (INK, "#e6e9ee"),
        (LINES, "#3a414c"),
        (SERIES[0], "#6ea8f0"),
        (SERIES[1], "#f0a35e"),
        (SERIES[2], "#7cc894"),
    ];
    let hex = |colour: RGBColor| format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
    let colours = dark.iter().map(|(colour, dark)| {
        let light = hex(*colour);
        format!(
            "svg [fill=\"{light}\" i]{{fill:{dark}}}svg [stroke=\"{light}\" i]{{stroke:{dark}}}"
        )
    });
    let keys = SERIES.iter().zip(&dark[2..]).enumerate();
    let swatches = |dark: bool| {
        let colour = |(light, (_, night)): (&RGBColor, &(RGBColor, &str))| {
            if dark { night.to_string() } else { hex(*light) }
        };
        keys.clone()
            .map(|(at, key)| format!(".s{at}{{background:{}}}", colour(key)))
            .collect::<String>()
    };
    include_str!("page.css")
        .replace("/*swatches*/", &swatches(false))
        .replace("/*dark*/", &(colours.collect::<String>() + &swatches(true)))
}

const USES: &str = "Uses per player and game";
const EFFECTS: &str = "Win rate difference of its users, in points";

fn facts(simulation: &Simulation, summary: &Summary) -> Markup {
    let header = &simulation.header;
    let disputes = |game: &GameId| {
        game.disputes
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .join(", ")
    };
    html! {
        dl {
            dt { "Game" } dd { (game_name(&header.game)) }
            @if let Some(other) = &header.other { dt { "Compared with" } dd { (game_name(other)) } }
            dt { "Games" }
            dd {
                (summary.games)
                @if !header.complete() { " of " (header.games) }
                @if header.other.is_some() { ", each dealt twice" }
            }
            dt { "Players" } dd { (players(header)) }
            @if let Some(caveat) = caveat(header) { dt { "Keep in mind" } dd { (caveat) } }
            dt { "Seeds" } dd { (seeds(header)) }
            @if !header.game.disputes.is_empty() { dt { "Disputes" } dd { (disputes(&header.game)) } }
            dt { "Unfinished" } dd { (plural(summary.unfinished.count, "game")) ", at the limit of " (header.limit) " turns: " (rate(summary.unfinished.rate)) }
            @if summary.draws.count > 0 { dt { "Draws" } dd { (plural(summary.draws.count, "game")) ": " (rate(summary.draws.rate)) } }
        }
    }
}

fn alone(simulation: &Simulation, summary: &Summary) -> Markup {
    let cards = deck(&summary.cards);
    let counts = &simulation.game.counts;
    let shown = SUFFERED.map(use_name);
    let suffered: Vec<&str> = shown.iter().map(String::as_str).collect();
    let use_plot =
        |names: [&str; 3]| bars(&use_bars(&cards, &names), "uses per player and game", times);
    let won = "share of finished games won";
    let by_victory = "win rate of those who start with it";
    let by_use = "win rate with this use minus win rate without, in points";
    let decisions = sizes(&[&counts.decisions], "decisions of all players");
    html! {
        (figure("Who wins", &[], marks(&rate_marks(&summary.seats), summary.even, won, percent), html! {
            p {
                "First player: " (points(summary.first_player_advantage))
                " points, against an even " (percent(summary.even)) "."
            }
            (table(rates("seat", "games", &summary.seats).capitals()))
        }))
        (figure("Ways of winning", &[], bars(&way_bars(summary), "share of finished games", percent), table(by_way(summary).capitals())))
        @if summary.victories.len() > 1 {
            (figure("Victory cards", &[], marks(&rate_marks(&summary.victories), summary.even, by_victory, percent),
                table(rates("victory card", "players", &summary.victories).capitals())))
        }
        (figure("Length in turns", &[], sizes(&[&counts.turns], "turns of all players"), table(lengths(&[("", summary)]).capitals())))
        (figure("Length in decisions", &[], decisions, html! {}))
        (figure("How cards are used", &CHOSEN, use_plot(CHOSEN), table(uses(USES, &summary.cards))))
        (figure("What happens to cards", &suffered, use_plot(SUFFERED), html! {}))
        @if !summary.counters.is_empty() {
            section {
                h2 { "Counters" }
                (table(counters("Counters per player and game", &summary.counters)))
            }
        }
        (figure("Winning with a card", &CHOSEN, marks(&effect_marks(&cards), 0.0, by_use, in_points), html! {
            p { "A card that goes with winning need not cause it: a leading player has more time for some cards." }
            (table(effect_table(EFFECTS, &summary.cards)))
        }))
    }
}

fn compared(simulation: &Simulation, summary: &Summary, comparison: &Comparison) -> Markup {
    let [one, two] = both_names(&simulation.header);
    let both = [one.as_str(), two.as_str()];
    let others = &comparison.other;
    let outcomes = outcomes(summary, comparison);
    let counts = simulation.other.as_ref().map(|other| &other.part.counts);
    let histograms = |of: fn(&Counts) -> &Histogram| {
        [Some(&simulation.game.counts), counts]
            .into_iter()
            .flatten()
            .map(of)
            .collect::<Vec<_>>()
    };
    let used = use_changes(&comparison.cards, CHOSEN);
    let winning = effect_changes(&comparison.cards);
    let lost = "change of the share of games won, in points, paired deal by deal";
    let changed = [comparison.turns.clone(), comparison.decisions.clone()];
    html! {
        (figure("What changes", &[], marks(&change_marks(&outcomes), 0.0, lost, in_points),
            changes("Games won", &outcomes, points)))
        (figure("Who wins", &both, marks(&paired_marks(&summary.seats, &others.seats), summary.even,
            "share of finished games won", percent), html! {}))
        (figure("Ways of winning", &both, bars(&paired_bars(summary, others), "share of finished games", percent),
            html! {}))
        (figure("Length in turns", &both, sizes(&histograms(|counts| &counts.turns), "turns of all players"), html! {
            (table(lengths(&[(&one, summary), (&two, others)]).capitals()))
            (changes("Change per game, paired", &changed, difference))
        }))
        (figure("How cards are used differently", &CHOSEN, marks(&three_marks(&used), 0.0,
            "change of uses per game, paired deal by deal", times), html! {
            (table(three("Change of uses per game", CHOSEN, &used, difference)))
            (table(three("Change of uses per game", SUFFERED, &use_changes(&comparison.cards, SUFFERED), difference)))
        }))
        (figure("Winning differently with a card", &CHOSEN, marks(&three_marks(&winning), 0.0,
            "change of the win rate difference of its users, in points, not paired", in_points),
            table(three("Change in points", CHOSEN, &winning, points))))
        section {
            h2 { (two) " by itself" }
            (table(uses(USES, &others.cards)))
            (table(effect_table(EFFECTS, &others.cards)))
        }
    }
}

/// Texts that were cut off (END-1).
fn cut_off(simulation: &Simulation) -> Markup {
    html! {
        @if !simulation.cuts().is_empty() {
            section {
                h2 { "Texts that were cut off" }
                table {
                    thead { tr { th { "Text" } th { "Times" } th { "Games" } } }
                    tbody {
                        @for (game, cuts) in cut_texts(simulation) {
                            @for (sentence, often) in cuts.each() {
                                tr { td { (game) (sentence) } td { (often.times) } td { (often.games) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn figure(title: &str, keys: &[&str], svg: String, beside: Markup) -> Markup {
    let svg = svg.replacen(
        "<svg ",
        &format!(
            "<svg role=\"img\" aria-label=\"{}\" ",
            html! { (title) }.into_string()
        ),
        1,
    );
    html! {
        section {
            h2 { (title) }
            figure {
                @if !keys.is_empty() {
                    p.keys { @for (at, key) in keys.iter().enumerate() { span { i class={ "s" (at) } {} (key) } " " } }
                }
                (PreEscaped(svg))
            }
            (beside)
        }
    }
}

/// A mark for each that is known.
fn mark(label: &str, series: usize, at: Option<Estimate>) -> Option<Mark> {
    Some(Mark {
        label: label.to_string(),
        series,
        at: at?,
    })
}

fn rate_marks(rates: &[Rate]) -> Vec<Mark> {
    let marks = rates.iter().filter_map(|one| mark(&one.name, 0, one.rate));
    marks.collect()
}

fn paired_marks(ours: &[Rate], theirs: &[Rate]) -> Vec<Mark> {
    let theirs = rate_marks(theirs).into_iter();
    let theirs = theirs.map(|theirs| Mark {
        series: 1,
        ..theirs
    });
    let pairs = rate_marks(ours).into_iter().zip(theirs);
    pairs.flat_map(|(ours, theirs)| [ours, theirs]).collect()
}

fn change_marks(changes: &[Change]) -> Vec<Mark> {
    let each = changes.iter();
    each.filter_map(|one| mark(&one.name, 0, one.change))
        .collect()
}

/// Up to three marks a card.
fn three_marks(cards: &[Three]) -> Vec<Mark> {
    let of_card = |(card, numbers): &Three| {
        let marks = (0..)
            .zip(numbers)
            .filter_map(|(series, at)| mark(card, series, *at));
        marks.collect::<Vec<_>>()
    };
    cards.iter().flat_map(of_card).collect()
}

/// The card that does best comes first.
fn effect_marks(cards: &[&CardSummary]) -> Vec<Mark> {
    let mut cards: Vec<_> = cards
        .iter()
        .map(|card| (card.card.clone(), effects(card)))
        .collect();
    let mean = |numbers: &[Option<Estimate>; 3]| {
        let known: Vec<f64> = numbers
            .iter()
            .flatten()
            .map(|number| number.value)
            .collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    };
    cards.sort_by(|(_, one), (_, other)| mean(other).total_cmp(&mean(one)));
    three_marks(&cards)
}

fn way_bars(summary: &Summary) -> Vec<(String, Vec<f64>)> {
    let share = |way: &WaySummary| way.share.rate.map_or(0.0, |rate| rate.value);
    ways(summary)
        .into_iter()
        .map(|way| (way.share.name.clone(), vec![share(way)]))
        .collect()
}

fn paired_bars(ours: &Summary, theirs: &Summary) -> Vec<(String, Vec<f64>)> {
    let mut rows: Vec<(String, Vec<f64>)> = way_bars(ours);
    rows.iter_mut().for_each(|(_, shares)| shares.push(0.0));
    for (name, shares) in way_bars(theirs) {
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, both)) => both[1] = shares[0],
            None => rows.push((name, vec![0.0, shares[0]])),
        }
    }
    rows
}

fn use_bars(cards: &[&CardSummary], names: &[&str]) -> Vec<(String, Vec<f64>)> {
    let times = |card: &CardSummary, name: &str| {
        card.uses
            .iter()
            .find(|used| used.of == name)
            .map_or(0.0, |used| used.per_player)
    };
    let row = |card: &&CardSummary| {
        (
            card.card.clone(),
            names.iter().map(|name| times(card, name)).collect(),
        )
    };
    cards.iter().map(row).collect()
}

fn changes(name: &str, changes: &[Change], format: fn(Option<Estimate>) -> String) -> Markup {
    let mut columns = figures::table(&[name, "Change"]);
    for change in changes {
        columns.add_row([change.name.clone(), format(change.change)]);
    }
    table(columns)
}

/// A table, whose titles begin with capitals here, but for the names of uses.
fn table(Columns { titles, rows }: Columns) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for title in &titles { th { (title) } } } }
                tbody { @for row in &rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}
