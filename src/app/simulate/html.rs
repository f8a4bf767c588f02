//! Results as one page that needs nothing else: tables and plots, to look at and to print.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::style::RGBColor;

use crate::simulate::numbers::{difference, in_points, percent, points, rate, times};
use crate::simulate::plot::{INK, LINES, Mark, SERIES, bars, marks, sizes};
use crate::simulate::shown::{
    CHOSEN, SUFFERED, both_names, caveat, cut_texts, deck, effect_changes, effects, game_name,
    length_row, outcomes, players, seeds, use_changes, use_name, ways,
};
use stats::simulate::{
    CardSummary, Change, Comparison, CounterSummary, Counts, Estimate, GameId, Histogram, Rate,
    Simulation, Summary, UseSummary, WaySummary,
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
                        "Brackets and lines are 95% intervals. Rates of winning are of finished games. "
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

fn facts(simulation: &Simulation, summary: &Summary) -> Markup {
    let header = &simulation.header;
    let disputes = |game: &GameId| {
        let each: Vec<String> = game
            .disputes
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        each.join(", ")
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
        |names: [&str; 3]| bars(&use_bars(&cards, &names), "times a player and game", times);
    let won = "share of finished games won";
    let by_victory = "share of games won by who begins with it";
    let by_use = "rate of winning with this use less that without, in points";
    let decisions = sizes(&[&counts.decisions], "decisions of all players");
    html! {
        (figure("Who wins", &[], marks(&rate_marks(&summary.seats), summary.even, won, percent), html! {
            p {
                "First player: " (points(summary.first_player_advantage))
                " points, against an even " (percent(summary.even)) "."
            }
            (rates("Seat", "Games", &summary.seats))
        }))
        (figure("Ways of winning", &[], bars(&way_bars(summary), "share of finished games", percent), by_way(summary)))
        @if summary.victories.len() > 1 {
            (figure("Victory cards", &[], marks(&rate_marks(&summary.victories), summary.even, by_victory, percent),
                rates("Victory card", "Players", &summary.victories)))
        }
        (figure("Length in turns", &[], sizes(&[&counts.turns], "turns of all players"), lengths(&[("", summary)])))
        (figure("Length in decisions", &[], decisions, html! {}))
        (figure("How cards are used", &CHOSEN, use_plot(CHOSEN), uses(&summary.cards)))
        (figure("What happens to cards", &suffered, use_plot(SUFFERED), html! {}))
        @if !summary.counters.is_empty() {
            section {
                h2 { "Counters" }
                (counters(&summary.counters))
            }
        }
        (figure("Winning with a card", &CHOSEN, marks(&effect_marks(&cards), 0.0, by_use, in_points), html! {
            p { "How winning goes with a card is not what the card causes: who is ahead has more time for some cards." }
            (effect_table(&cards))
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
            (lengths(&[(&one, summary), (&two, others)]))
            (changes("A game has more, paired", &changed, difference))
        }))
        (figure("How cards are used differently", &CHOSEN, marks(&three_marks(&used), 0.0,
            "change of times a game, paired deal by deal", times), html! {
            (three("Change of times a game", CHOSEN, &used, difference))
            (three("Change of times a game", SUFFERED, &use_changes(&comparison.cards, SUFFERED), difference))
        }))
        (figure("Winning differently with a card", &CHOSEN, marks(&three_marks(&winning), 0.0,
            "change of how much more often its users win, in points, not paired", in_points),
            three("Change in points", CHOSEN, &winning, points)))
        section {
            h2 { (two) " by itself" }
            (uses(&others.cards))
            (effect_table(&deck(&others.cards)))
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

fn rate_marks(rates: &[Rate]) -> Vec<Mark> {
    let mark = |one: &Rate| {
        Some(Mark {
            label: one.name.clone(),
            series: 0,
            at: one.rate?,
        })
    };
    rates.iter().filter_map(mark).collect()
}

fn paired_marks(ours: &[Rate], theirs: &[Rate]) -> Vec<Mark> {
    let pair = |(ours, theirs): (Mark, Mark)| {
        [
            ours,
            Mark {
                series: 1,
                ..theirs
            },
        ]
    };
    rate_marks(ours)
        .into_iter()
        .zip(rate_marks(theirs))
        .flat_map(pair)
        .collect()
}

fn change_marks(changes: &[Change]) -> Vec<Mark> {
    let mark = |change: &Change| {
        Some(Mark {
            label: change.name.clone(),
            series: 0,
            at: change.change?,
        })
    };
    changes.iter().filter_map(mark).collect()
}

/// Up to three marks a card.
fn three_marks(cards: &[(String, [Option<Estimate>; 3])]) -> Vec<Mark> {
    let of_card = |(card, numbers): &(String, [Option<Estimate>; 3])| {
        let mark = |(series, at): (usize, &Option<Estimate>)| {
            Some(Mark {
                label: card.clone(),
                series,
                at: (*at)?,
            })
        };
        numbers
            .iter()
            .enumerate()
            .filter_map(mark)
            .collect::<Vec<_>>()
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

fn rates(name: &str, of: &str, rates: &[Rate]) -> Markup {
    let rows = rates.iter().map(|one| {
        vec![
            one.name.clone(),
            one.of.to_string(),
            one.count.to_string(),
            rate(one.rate),
        ]
    });
    table(&[name, of, "Won", "Rate"], rows.collect())
}

fn by_way(summary: &Summary) -> Markup {
    let row = |way: &WaySummary| {
        let by_seat: Vec<String> = way.by_seat.iter().map(ToString::to_string).collect();
        vec![
            way.share.name.clone(),
            way.share.count.to_string(),
            rate(way.share.rate),
            by_seat.join(" / "),
        ]
    };
    table(
        &["Won by", "Games", "Share", "By seat"],
        ways(summary).into_iter().map(row).collect(),
    )
}

/// Games with their names; a game alone has none.
fn lengths(games: &[(&str, &Summary)]) -> Markup {
    let of = |(name, summary): &(&str, &Summary)| {
        let label = |what: &str| {
            if name.is_empty() {
                what.to_string()
            } else {
                format!("{name}: {what}")
            }
        };
        [
            length_row(&label("turns"), summary.turns),
            length_row(&label("decisions"), summary.decisions),
        ]
    };
    let columns = [
        "Length",
        "Mean",
        "Deviation",
        "10% below",
        "Half below",
        "90% below",
        "Longest",
    ];
    table(&columns, games.iter().flat_map(of).collect())
}

fn uses(cards: &[CardSummary]) -> Markup {
    used(
        "Times a player and game",
        cards.iter().map(|card| (&*card.card, &*card.uses)),
    )
}

fn counters(counters: &[CounterSummary]) -> Markup {
    used(
        "Counters a player and game",
        counters.iter().map(|sort| (&*sort.counter, &*sort.uses)),
    )
}

/// How often what happens to each thing, one row a thing.
fn used<'a>(
    title: &str,
    things: impl Iterator<Item = (&'a str, &'a [UseSummary])> + Clone,
) -> Markup {
    let names = things
        .clone()
        .take(1)
        .flat_map(|(_, uses)| uses)
        .map(|used| use_name(&used.of));
    let columns: Vec<String> = [title.to_string()].into_iter().chain(names).collect();
    let row = |(name, uses): (&str, &[UseSummary])| {
        [name.to_string()]
            .into_iter()
            .chain(uses.iter().map(|used| times(used.per_player)))
            .collect()
    };
    table(
        &columns.iter().map(String::as_str).collect::<Vec<_>>(),
        things.map(row).collect(),
    )
}

fn effect_table(cards: &[&CardSummary]) -> Markup {
    let rows: Vec<_> = cards
        .iter()
        .map(|card| (card.card.clone(), effects(card)))
        .collect();
    three("Wins more, in points, who has", CHOSEN, &rows, points)
}

fn changes(name: &str, changes: &[Change], format: fn(Option<Estimate>) -> String) -> Markup {
    let rows = changes
        .iter()
        .map(|change| vec![change.name.clone(), format(change.change)]);
    table(&[name, "Change"], rows.collect())
}

/// A table of three numbers a card.
fn three(
    title: &str,
    names: [&str; 3],
    cards: &[(String, [Option<Estimate>; 3])],
    format: fn(Option<Estimate>) -> String,
) -> Markup {
    let names = names.map(use_name);
    let row = |(card, numbers): &(String, [Option<Estimate>; 3])| {
        [card.clone()]
            .into_iter()
            .chain(numbers.map(format))
            .collect()
    };
    table(
        &[title, &names[0], &names[1], &names[2]],
        cards.iter().map(row).collect(),
    )
}

fn table(columns: &[&str], rows: Vec<Vec<String>>) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for column in columns { th { (column) } } } }
                tbody { @for row in &rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}
