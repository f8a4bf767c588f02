//! What the table on the terminal and the page show alike: which rows, and what they are called.

use crate::simulate::numbers::mean;
use explain::cut::Cuts;
use stats::simulate::{
    CardChange, CardSummary, Change, Comparison, Estimate, GameId, Header, Length, Simulation,
    Summary, UseSummary, WayKind, WaySummary, wilson,
};

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
    match other == header.game.recipe {
        true => [format!("{other} before"), format!("{other} after")],
        false => [header.game.recipe.clone(), other],
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
        "; with a time to think, no two runs are the same"
    };
    format!("{names}{timed}")
}

/// What is to be kept in mind where somebody plays at random.
pub fn caveat(header: &Header) -> Option<String> {
    let random = header
        .players
        .iter()
        .filter(|player| player.bot.starts_with("random"))
        .count();
    let who = match random {
        0 => return None,
        all if all == header.players.len() => "all players choose at random".to_string(),
        some => format!(
            "{some} of {} players choose at random",
            header.players.len()
        ),
    };
    Some(format!(
        "{who}: this shows what can happen, not what good play makes of it; `--bots greedy` or `--bots ismcts:200` tell what stronger players do"
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
    let occurs = |name: &str| {
        [summary, &comparison.other]
            .into_iter()
            .flat_map(ways)
            .any(|way| way.share.name == name)
    };
    let called = |before: &str, change: &Change| Change {
        name: format!("{before}{}", change.name),
        ..change.clone()
    };
    let ways = comparison
        .ways
        .iter()
        .filter(|change| occurs(&change.name))
        .map(|change| called("by ", change));
    let several = comparison.victories.len() > 1;
    let victories = comparison
        .victories
        .iter()
        .filter(|_| several)
        .map(|change| called("with ", change));
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
    let seat = summary.seats.iter().find(|seat| seat.name == outcome);
    let way = outcome
        .strip_prefix("by ")
        .and_then(|name| summary.ways.iter().find(|way| way.share.name == name));
    let with = outcome.strip_prefix("with ");
    let victory = with.and_then(|name| {
        summary
            .victories
            .iter()
            .find(|victory| victory.name == name)
    });
    let count = seat.or(way.map(|way| &way.share)).or(victory)?.count;
    wilson(count, summary.games)
}

/// A row of lengths; without games, only its name.
pub fn length_row(name: &str, length: Option<Length>) -> Vec<String> {
    let mut row = vec![name.to_string()];
    if let Some(length) = length {
        row.push(mean(length.mean));
        row.push(format!("{:.1}", length.deviation));
        row.extend(
            [
                length.tenth,
                length.median,
                length.ninetieth,
                length.longest,
            ]
            .map(|number| number.to_string()),
        );
    }
    row
}

/// The cards of the deck.
pub fn deck(cards: &[CardSummary]) -> Vec<&CardSummary> {
    cards.iter().filter(|card| card.deck).collect()
}

/// A card's effects on winning, by the uses that a player decides on.
pub fn effects(card: &CardSummary) -> [Option<Estimate>; 3] {
    let effect = |name: &str| {
        card.uses
            .iter()
            .find(|used| used.of == name)
            .and_then(|used: &UseSummary| used.effect)
    };
    CHOSEN.map(effect)
}

/// Changes of some uses of each card; cards on which nothing changes are left out.
pub fn use_changes(cards: &[CardChange], names: [&str; 3]) -> Vec<(String, [Option<Estimate>; 3])> {
    rows(cards, |card| &card.uses, names)
}

/// Changes of the effects on winning; cards without any are left out.
pub fn effect_changes(cards: &[CardChange]) -> Vec<(String, [Option<Estimate>; 3])> {
    rows(cards, |card| &card.effects, CHOSEN)
}

fn rows(
    cards: &[CardChange],
    of: fn(&CardChange) -> &[Change],
    names: [&str; 3],
) -> Vec<(String, [Option<Estimate>; 3])> {
    let row = |card: &CardChange| {
        let find = |name: &str| {
            of(card)
                .iter()
                .find(|change| change.name == name)
                .and_then(|change| change.change)
        };
        (card.card.clone(), names.map(find))
    };
    let some = |(_, changes): &(String, [Option<Estimate>; 3])| {
        changes
            .iter()
            .flatten()
            .any(|change| change.low != 0.0 || change.high != 0.0)
    };
    cards.iter().map(row).filter(some).collect()
}
