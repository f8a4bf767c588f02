//! Options as deeds, for people who do not read labels.

use crate::names::printed::{building_name, card_name};
use crate::options::decision::{Offer, Spot, What};
use board::View;
use rules::ir::Rules;

/// What somebody does who takes an option: `play NAME`, `build NAME at p1.2`.
pub fn deed(rules: &Rules, view: &View, offer: &Offer) -> String {
    let at = |spot: Spot| {
        let row = view
            .nations
            .get(spot.seat.index())
            .and_then(Option::as_deref)
            .unwrap_or_default();
        let there = row.get(usize::from(spot.place));
        let name = there.map_or_else(String::new, |there| {
            format!(" ({})", building_name(rules, there.kind, there.second_side))
        });
        format!("{}.{}{name}", spot.seat, spot.place + 1)
    };
    match offer.what {
        What::Action(kind) => format!("play {}", card_name(rules, kind)),
        What::Build {
            kind,
            at: Spot { seat, place },
        } => {
            format!(
                "build {} at {seat}.{}",
                building_name(rules, kind, false),
                place + 1
            )
        }
        What::Stack { kind, on } => {
            format!("put {} face down on {}", card_name(rules, kind), at(on))
        }
        What::Use { building, .. } => format!("use {}", at(building)),
        What::Pass => "end the turn".to_string(),
        What::Building(spot) => at(spot),
        What::Top(spot) => format!("the top card on {}", at(spot)),
        What::Side { .. } => format!(
            "begin with {}",
            offer.label.strip_prefix("side ").unwrap_or(&offer.label)
        ),
        // At the set-up.
        What::Shield(kind) => format!("put {} face down", card_name(rules, kind)),
        What::Decline => "do without".to_string(),
        _ => offer.label.clone(),
    }
}

/// The same where nothing else says that it is done: what is only picked is chosen, as in `choose p2`.
pub fn whole_deed(rules: &Rules, view: &View, offer: &Offer) -> String {
    let deed = deed(rules, view, offer);
    match offer.what {
        What::Action(_)
        | What::Build { .. }
        | What::Stack { .. }
        | What::Use { .. }
        | What::Pass
        | What::Side { .. }
        | What::Shield(_)
        | What::Decline => deed,
        What::Player(_)
        | What::Building(_)
        | What::Top(_)
        | What::Stacked { .. }
        | What::Place(_)
        | What::Card(_)
        | What::Held { .. }
        | What::Aside { .. }
        | What::Branch(_)
        | What::Gone => format!("choose {deed}"),
    }
}
