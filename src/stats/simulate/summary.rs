//! What follows from the sums: rates, lengths and differences, each with its interval.

use serde::Serialize;

use crate::simulate::counts::{Groups, Usage};
use crate::simulate::labels::{CARRIED, Use, Way, WayKind};
use crate::simulate::paired::{Compared, Flips, Part, Shifts};
use crate::simulate::statistics::{Estimate, Length, length, wilson};
use board::Seat;

/// How often something is so, of how many.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rate {
    pub name: String,
    pub count: u64,
    pub of: u64,
    pub rate: Option<Estimate>,
}

/// One use of a card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UseSummary {
    #[serde(rename = "use")]
    pub of: String,
    pub times: u64,
    /// Of one player in one game, on average.
    pub per_player: f64,
    /// Players of finished games that had this use of the card at least once.
    pub players: u64,
    /// How often these win.
    pub win_rate: Option<Estimate>,
    /// How often the others win.
    pub win_rate_of_others: Option<Estimate>,
    /// The former less the latter.
    pub effect: Option<Estimate>,
}

/// How a card is used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardSummary {
    pub card: String,
    /// It is of the deck, not a victory card.
    pub deck: bool,
    pub uses: Vec<UseSummary>,
}

/// What becomes of counters of a sort, by the player before whom, or in whose nation, they lie.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CounterSummary {
    pub counter: String,
    pub uses: Vec<UseSummary>,
}

/// A way of winning with who wins in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WaySummary {
    #[serde(flatten)]
    pub share: Rate,
    pub kind: WayKind,
    /// Games won by each seat in this way.
    pub by_seat: Vec<u64>,
}

/// What came of the games. Rates of winning are of finished games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    pub games: u64,
    pub unfinished: Rate,
    pub draws: Rate,
    pub seats: Vec<Rate>,
    /// What a seat wins when all win alike.
    pub even: f64,
    /// The first seat's rate of winning less `even`.
    pub first_player_advantage: Option<Estimate>,
    pub ways: Vec<WaySummary>,
    /// Players who began with that victory card; intervals with the game as the cluster.
    pub victories: Vec<Rate>,
    pub turns: Option<Length>,
    pub decisions: Option<Length>,
    pub cards: Vec<CardSummary>,
    pub counters: Vec<CounterSummary>,
}

impl Summary {
    /// The summary of a game's sums.
    pub fn of(part: &Part) -> Summary {
        let Part { labels, counts } = part;
        let seats = counts.wins.len();
        let even = 1.0 / seats.max(1) as f64;
        let rate = |name: String, count, of| Rate {
            name,
            count,
            of,
            rate: wilson(count, of),
        };
        let seat = |(seat, wins): (u8, &u64)| rate(Seat(seat).to_string(), *wins, counts.finished);
        let way = |(way, by_seat): (&Way, &Vec<u64>)| WaySummary {
            share: rate(
                way.name.clone(),
                by_seat
                    .iter()
                    .fold(0, |sum: u64, wins| sum.saturating_add(*wins)),
                counts.finished,
            ),
            kind: way.kind,
            by_seat: by_seat.clone(),
        };
        let victory = |(name, groups): (&String, &Groups)| Rate {
            name: name.clone(),
            count: groups.wins(),
            of: groups.members(),
            rate: groups.win_rate(),
        };
        let uses = |names: &[&str], uses: &[Usage]| {
            let players = (counts.games() as f64 * seats as f64).max(1.0);
            let each = names.iter().zip(uses);
            each.map(|(name, used)| UseSummary {
                of: name.to_string(),
                times: used.times,
                per_player: used.times as f64 / players,
                players: used.players.members(),
                win_rate: used.players.win_rate(),
                win_rate_of_others: used.players.win_rate_of_others(),
                effect: used.players.effect(),
            })
            .collect()
        };
        let card = |(index, (name, used)): (usize, (&String, &Vec<Usage>))| CardSummary {
            card: name.clone(),
            deck: index < labels.deck,
            uses: uses(Use::NAMES, used),
        };
        let counter = |(name, used): (&String, &Vec<Usage>)| CounterSummary {
            counter: name.clone(),
            uses: uses(&CARRIED, used),
        };
        Summary {
            games: counts.games(),
            unfinished: rate("unfinished".to_string(), counts.unfinished, counts.games()),
            draws: rate("draws".to_string(), counts.draws, counts.games()),
            seats: (0..).zip(&counts.wins).map(seat).collect(),
            even,
            first_player_advantage: counts
                .wins
                .first()
                .and_then(|wins| wilson(*wins, counts.finished))
                .map(|rate| rate.minus(even)),
            ways: labels.ways.iter().zip(&counts.ways).map(way).collect(),
            victories: labels
                .victories
                .iter()
                .zip(&counts.victories)
                .map(victory)
                .collect(),
            turns: length(&counts.turns),
            decisions: length(&counts.decisions),
            cards: labels
                .cards
                .iter()
                .zip(&counts.cards)
                .enumerate()
                .map(card)
                .collect(),
            // A game knows the counters of all sets that come along, and uses few.
            counters: labels
                .counters
                .iter()
                .zip(&counts.counters)
                .filter(|(_, used)| used.iter().any(|used| used.times > 0))
                .map(counter)
                .collect(),
        }
    }
}

/// How something differs in the other game, pair by pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    pub name: String,
    /// The other game's less the game's.
    pub change: Option<Estimate>,
}

/// How a card is used differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardChange {
    pub card: String,
    /// By use: how much more often in a game, all players together.
    pub uses: Vec<Change>,
    /// By use: the other game's effect on winning less the game's; not paired.
    pub effects: Vec<Change>,
}

/// What a changed game changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub pairs: u64,
    /// What comes of the other game by itself.
    pub other: Summary,
    /// Shares are of all pairs of games.
    pub seats: Vec<Change>,
    pub ways: Vec<Change>,
    pub victories: Vec<Change>,
    pub turns: Change,
    pub decisions: Change,
    /// Of those that both games have.
    pub cards: Vec<CardChange>,
}

impl Comparison {
    /// What follows from pairs of games.
    pub(super) fn of(game: &Part, compared: &Compared) -> Comparison {
        let Compared {
            part,
            pair_labels,
            paired,
        } = compared;
        let change = |name: &str, change| Change {
            name: name.to_string(),
            change,
        };
        let flips = |(name, flips): (&str, &Flips)| change(name, flips.change(paired.pairs));
        let shifts = |(name, shifts): (&str, &Shifts)| change(name, shifts.change(paired.pairs));
        let all = |names: &[String], all: &[Flips]| {
            let names = names.iter().map(String::as_str);
            names.zip(all).map(flips).collect()
        };
        let names = Use::NAMES.iter().copied();
        let card = |(name, uses): (&String, &Vec<Shifts>)| CardChange {
            card: name.clone(),
            uses: names.clone().zip(uses).map(shifts).collect(),
            effects: effects(name, game, part),
        };
        let in_both = |(name, _): &(&String, &Vec<Shifts>)| {
            [game, part]
                .iter()
                .all(|one| one.labels.cards.contains(name))
        };
        Comparison {
            pairs: paired.pairs,
            other: Summary::of(part),
            seats: (0..)
                .zip(&paired.wins)
                .map(|(seat, wins)| flips((&Seat(seat).to_string(), wins)))
                .collect(),
            ways: all(&pair_labels.ways, &paired.ways),
            victories: all(&pair_labels.victories, &paired.victories),
            turns: shifts(("turns", &paired.turns)),
            decisions: shifts(("decisions", &paired.decisions)),
            cards: pair_labels
                .cards
                .iter()
                .zip(&paired.cards)
                .filter(in_both)
                .map(card)
                .collect(),
        }
    }
}

/// How much a card's effects on winning differ.
fn effects(card: &str, game: &Part, other: &Part) -> Vec<Change> {
    let uses = |part: &Part| -> Option<Vec<Option<Estimate>>> {
        let at = part.labels.cards.iter().position(|name| name == card)?;
        let uses = part.counts.cards.get(at)?.iter();
        Some(uses.map(|used| used.players.effect()).collect())
    };
    let (Some(ours), Some(theirs)) = (uses(game), uses(other)) else {
        return Vec::new();
    };
    let each = Use::NAMES.iter().zip(ours.into_iter().zip(theirs));
    each.map(|(of, (ours, theirs))| Change {
        name: of.to_string(),
        change: theirs.zip(ours).map(|(theirs, ours)| theirs.less(ours)),
    })
    .collect()
}
