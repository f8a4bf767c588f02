//! What the table on the terminal and the page show alike: which rows, and what they are called.

use explain::cut::Cuts;
use itertools::Itertools;
use stats::simulate::{
    CardChange, CardSummary, Change, Comparison, CounterSummary, Estimate, GameId, Header, Rate,
    Simulation, Summary, UseSummary, WayKind, WaySummary, wilson,
};
use text::capital;

/// Texts that were cut off, by game: what the game is called where there are two, and its texts.
pub fn cut_texts(simulation: &Simulation) -> Vec<(String, &Cuts)> {
    let game = &simulation.game.counts.cuts;
    match &simulation.other {
        None => vec![(String::new(), game)],
        Some(other) => {
            let [one, two] = both_names(&simulation.header).map(|name| format!("{name}: "));
            vec![(one, game), (two, &other.part.counts.cuts)]
        }
    }
}

/// A card, and what is known of three of its uses.
pub type Three = (String, [Option<Estimate>; 3]);

/// The uses that a player decides on.
pub const CHOSEN: [&str; 3] = ["built", "played", "stacked"];

/// What becomes of cards without that.
pub const SUFFERED: [&str; 3] = ["by_effect", "flipped", "destroyed"];

/// A use as people read it.
pub fn use_name(name: &str) -> String {
    name.replace('_', " ")
}

/// A game in short.
pub fn game_name(game: &GameId) -> String {
    let kinds = if game.kinds.is_empty() {
        String::new()
    } else {
        format!(" of {}", game.kinds.join(", "))
    };
    format!("{}{kinds} (set hash {})", game.recipe, game.set_hash)
}

/// What two games are called side by side.
pub fn both_names(header: &Header) -> [String; 2] {
    let other = header
        .other
        .as_ref()
        .map_or(String::new(), |other| other.recipe.clone());
    if other == header.game.recipe {
        [format!("{other} before"), format!("{other} after")]
    } else {
        [header.game.recipe.clone(), other]
    }
}

/// Who plays.
pub fn players(header: &Header) -> String {
    let names: Vec<String> = header
        .players
        .iter()
        .map(|player| format!("{} ({})", player.bot, player.version))
        .collect();
    let names = match names.split_first() {
        Some((first, rest)) if rest.iter().all(|other| other == first) => {
            format!("{} x {first}", names.len())
        }
        _ => names.join(", "),
    };
    let timed = if header.repeatable {
        ""
    } else {
        "; with a time limit, no two runs are the same"
    };
    format!("{names}{timed}")
}

/// What is to be kept in mind where somebody plays at random.
pub fn caveat(header: &Header) -> Option<String> {
    let (all, players) = (header.players.len(), header.players.iter());
    let random = players
        .filter(|player| player.bot.starts_with("random"))
        .count();
    let who = match random {
        0 => return None,
        random if random == all => "all players choose at random".to_string(),
        some => format!("{some} of {all} players choose at random"),
    };
    Some(format!(
        "{who}: this shows what can happen, not what good players do; for that, use `--bots greedy` or `--bots ismcts:200`"
    ))
}

/// The seeds that were played.
pub fn seeds(header: &Header) -> String {
    let seed = |number: u64| header.seed.wrapping_add(number);
    let ranges = header
        .covers
        .iter()
        .map(|[from, to]| format!("{} to {}", seed(*from), seed(to - 1)));
    let ranges: Vec<String> = ranges.collect();
    if ranges.is_empty() {
        "none".to_string()
    } else {
        ranges.join(", ")
    }
}

/// The ways of winning, but for unknown ones that do not occur.
pub fn ways(summary: &Summary) -> Vec<&WaySummary> {
    summary
        .ways
        .iter()
        .filter(|way| way.kind != WayKind::Unknown || way.share.count > 0)
        .collect()
}

/// Shares of games that may differ: by seat, by way of winning, by victory card where there are several.
pub fn outcomes(summary: &Summary, comparison: &Comparison) -> Vec<Change> {
    let both = [summary, &comparison.other];
    let occurs = |name: &str| {
        both.into_iter()
            .flat_map(ways)
            .any(|way| way.share.name == name)
    };
    let called = |before: &str, change: &Change| Change {
        name: format!("{before}{}", change.name),
        ..change.clone()
    };
    let ways = comparison.ways.iter().filter(|change| occurs(&change.name));
    let several = comparison.victories.len() > 1;
    let victories = comparison.victories.iter().filter(|_| several);
    let ways = ways.map(|change| called("by ", change));
    let victories = victories.map(|change| called("with ", change));
    comparison
        .seats
        .iter()
        .cloned()
        .chain(ways)
        .chain(victories)
        .collect()
}

/// How large one of the [`outcomes`] is in one of the games: of all games, as changes are of all pairs.
pub fn share(summary: &Summary, outcome: &str) -> Option<Estimate> {
    let named = |rates: &[Rate], name: &str| {
        rates
            .iter()
            .find(|rate| rate.name == name)
            .map(|rate| rate.count)
    };
    let way = |name: &str| {
        let way = summary.ways.iter().find(|way| way.share.name == name)?;
        Some(way.share.count)
    };
    let count = named(&summary.seats, outcome)
        .or_else(|| way(outcome.strip_prefix("by ")?))
        .or_else(|| named(&summary.victories, outcome.strip_prefix("with ")?))?;
    wilson(count, summary.games)
}

/// A table: names to the left, numbers to the right.
pub struct Columns {
    pub titles: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// An empty table.
pub fn table(titles: &[&str]) -> Columns {
    Columns {
        titles: titles.iter().map(ToString::to_string).collect(),
        rows: Vec::new(),
    }
}

impl Columns {
    pub fn add_row(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    /// With capitals at the beginning of its titles.
    pub fn capitals(mut self) -> Columns {
        self.titles
            .iter_mut()
            .for_each(|title| *title = capital(title));
        self
    }
}

pub fn rates(name: &str, of: &str, rates: &[Rate]) -> Columns {
    let mut table = table(&[name, of, "won", "rate"]);
    for one in rates {
        let [of, count] = [one.of, one.count].map(|number| number.to_string());
        table.add_row([one.name.clone(), of, count, rate(one.rate)]);
    }
    table
}

pub fn by_way(summary: &Summary) -> Columns {
    let mut table = table(&["won by", "games", "share", "by seat"]);
    for way in ways(summary) {
        table.add_row([
            way.share.name.clone(),
            way.share.count.to_string(),
            rate(way.share.rate),
            way.by_seat.iter().map(ToString::to_string).join(" / "),
        ]);
    }
    table
}

/// How long games are, with the names of the games; a game alone has none.
pub fn lengths(games: &[(&str, &Summary)]) -> Columns {
    let mut table = table(&[
        "length",
        "mean",
        "deviation",
        "10% below",
        "half below",
        "90% below",
        "longest",
    ]);
    for (name, summary) in games {
        for (what, length) in [("turns", summary.turns), ("decisions", summary.decisions)] {
            let label = match *name {
                "" => what.to_string(),
                name => format!("{name}: {what}"),
            };
            // Without games, a row has only its name.
            let numbers = length.map(|length| {
                let counts = [
                    length.tenth,
                    length.median,
                    length.ninetieth,
                    length.longest,
                ];
                [mean(length.mean), format!("{:.1}", length.deviation)]
                    .into_iter()
                    .chain(counts.map(|number| number.to_string()))
            });
            table.add_row([label].into_iter().chain(numbers.into_iter().flatten()));
        }
    }
    table
}

pub fn uses(title: &str, cards: &[CardSummary]) -> Columns {
    used(title, cards.iter().map(|card| (&*card.card, &*card.uses)))
}

pub fn counters(title: &str, counters: &[CounterSummary]) -> Columns {
    let things = counters.iter().map(|sort| (&*sort.counter, &*sort.uses));
    used(title, things)
}

/// How often what happens to each thing, one row a thing.
fn used<'a>(
    title: &str,
    things: impl Iterator<Item = (&'a str, &'a [UseSummary])> + Clone,
) -> Columns {
    let mut table = table(&[title]);
    let first = things.clone().next();
    let names = first.iter().flat_map(|(_, uses)| uses.iter());
    table.titles.extend(names.map(|used| use_name(&used.of)));
    for (name, uses) in things {
        let uses = uses.iter().map(|used| times(used.per_player));
        table.add_row([name.to_string()].into_iter().chain(uses));
    }
    table
}

/// How winning goes with the uses of each card of the deck.
pub fn effect_table(title: &str, cards: &[CardSummary]) -> Columns {
    let cards = deck(cards).into_iter();
    let rows: Vec<_> = cards
        .map(|card| (card.card.clone(), effects(card)))
        .collect();
    three(title, CHOSEN, &rows, points)
}

/// A table of three numbers a card.
pub fn three(
    title: &str,
    names: [&str; 3],
    cards: &[Three],
    format: fn(Option<Estimate>) -> String,
) -> Columns {
    let mut table = table(&[title]);
    table.titles.extend(names.map(use_name));
    for (card, numbers) in cards {
        table.add_row([card.clone()].into_iter().chain(numbers.map(format)));
    }
    table
}

/// The cards of the deck.
pub fn deck(cards: &[CardSummary]) -> Vec<&CardSummary> {
    cards.iter().filter(|card| card.deck).collect()
}

/// A card's effects on winning, by the uses that a player decides on.
pub fn effects(card: &CardSummary) -> [Option<Estimate>; 3] {
    CHOSEN.map(|name| card.uses.iter().find(|used| used.of == name)?.effect)
}

/// Changes of some uses of each card; cards on which nothing changes are left out.
pub fn use_changes(cards: &[CardChange], names: [&str; 3]) -> Vec<Three> {
    rows(cards, |card| &card.uses, names)
}

/// Changes of the effects on winning; cards without any are left out.
pub fn effect_changes(cards: &[CardChange]) -> Vec<Three> {
    rows(cards, |card| &card.effects, CHOSEN)
}

fn rows(cards: &[CardChange], of: fn(&CardChange) -> &[Change], names: [&str; 3]) -> Vec<Three> {
    let row = |card: &CardChange| {
        let find = |name: &str| of(card).iter().find(|change| change.name == name)?.change;
        (card.card.clone(), names.map(find))
    };
    let some = |(_, changes): &Three| {
        let mut known = changes.iter().flatten();
        known.any(|change| change.low != 0.0 || change.high != 0.0)
    };
    cards.iter().map(row).filter(some).collect()
}

/// `12.3%`.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", plain(share * 100.0, 1))
}

/// `12.3% (11.9 to 12.8)`, or a dash.
pub fn rate(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| {
        let [low, high] = [estimate.low, estimate.high].map(|share| plain(share * 100.0, 1));
        format!("{} ({low:.1} to {high:.1})", percent(estimate.value))
    })
}

/// `+1.2 (-0.3 to 2.7)` in percentage points, or a dash.
pub fn points(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| signed(estimate, 100.0, 1))
}

/// `+1.23 (-0.30 to 2.70)`, or a dash.
pub fn difference(estimate: Option<Estimate>) -> String {
    estimate.map_or(NONE.to_string(), |estimate| signed(estimate, 1.0, 2))
}

/// `12.3 (12.1 to 12.5)`.
pub fn mean(estimate: Estimate) -> String {
    format!(
        "{:.1} ({:.1} to {:.1})",
        estimate.value, estimate.low, estimate.high
    )
}

/// What there is no number for.
pub const NONE: &str = "-";

fn signed(estimate: Estimate, scale: f64, digits: usize) -> String {
    let [value, low, high] =
        [estimate.value, estimate.low, estimate.high].map(|number| plain(number * scale, digits));
    format!("{value:+.digits$} ({low:+.digits$} to {high:+.digits$})")
}

/// `+1.2` in percentage points.
pub fn in_points(share: f64) -> String {
    format!("{:+.1}", plain(share * 100.0, 1))
}

/// `1.23`.
pub fn times(number: f64) -> String {
    format!("{:.2}", plain(number, 2))
}

/// Nothing is `-0.0`.
fn plain(number: f64, digits: usize) -> f64 {
    let half = 0.5 / 10f64.powi(digits as i32);
    if number.abs() < half { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, difference, points, rate};

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        let estimate = Estimate {
            value: -0.0001,
            low: -0.0123,
            high: 0.0121,
        };
        assert_eq!(points(Some(estimate)), "+0.0 (-1.2 to +1.2)");
        assert_eq!(difference(Some(estimate)), "+0.00 (-0.01 to +0.01)");
        assert_eq!(
            rate(Some(Estimate {
                value: 0.5,
                low: 0.25,
                high: 0.75
            })),
            "50.0% (25.0 to 75.0)"
        );
        assert_eq!(rate(None), "-");
    }
}
