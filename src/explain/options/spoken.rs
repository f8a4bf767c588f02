//! Options as people speak of them: what can be typed besides a label, and labels told as deeds.

use crate::names::{both_names, building_name, card_name};
use crate::options::decision::{Decision, Question, Spot, Taken, Way, What, whole_deed};
use crate::options::steps::named;
use board::{Seat, View};
use itertools::Itertools;
use rules::ir::Rules;

/// What is offered besides doing without, where a text says that one may.
const YES: &str = "yes";

impl Decision {
    /// A text says that one may, and asks whether one does: yes or no.
    pub fn is_may(&self) -> bool {
        self.question == Question::Branch
            && self.declining().is_some()
            && matches!(
                self.offers.iter().filter(|offer| offer.what != What::Decline).exactly_one(),
                Ok(offer) if offer.label == YES && matches!(offer.what, What::Branch(Way::Text(_)))
            )
    }
}

/// By option, with its number: the words that mean it, in the form of [`folded`]. Hints, previews, the log and the menus use them.
pub fn spoken(rules: &Rules, view: &View, decision: &Decision) -> Vec<(usize, String)> {
    let may = decision.is_may();
    let offers = decision.offers.iter().enumerate();
    let words = offers.flat_map(|(number, offer)| {
        let deed = whole_deed(rules, view, offer);
        let more: Vec<String> = match offer.what {
            What::Stack { kind, on } => vec![format!("put {} on {on}", card_name(rules, kind))],
            What::Use { building, .. } => {
                let name = named(rules, view, building).unwrap_or_default();
                let ability = offer.label.splitn(3, ' ').nth(2);
                let ability = ability.map_or_else(String::new, |name| format!(" for {name}"));
                vec![
                    format!("use {name} ({building}){ability}"),
                    format!("use {building}{ability}"),
                ]
            }
            What::Pass => ["end your turn", "end turn", "end"]
                .map(str::to_string)
                .to_vec(),
            What::Decline => ["no", "n", "nothing"].map(str::to_string).to_vec(),
            What::Branch(_) if may => vec!["y".to_string()],
            What::Building(spot) | What::Top(spot) => named(rules, view, spot)
                .map(|name| format!("{name} ({spot})"))
                .into_iter()
                .collect(),
            What::Card(kind) | What::Shield(kind) => vec![both_names(rules, kind)],
            _ => Vec::new(),
        };
        std::iter::once(deed)
            .chain(more)
            .map(move |words| (number, folded(&words)))
    });
    words.unique().collect()
}

/// What is typed or told, without what does not matter: case, blanks, a full stop, `you`, names of buildings behind their places.
pub fn folded(text: &str) -> String {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let text = text.strip_prefix("you ").unwrap_or(&text);
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('(') {
        let (inside, after) = inside.split_once(')').unwrap_or((inside, ""));
        out.push_str(before);
        if Spot::read(inside).is_some() {
            out.push_str(inside);
        }
        rest = after;
    }
    out.push_str(rest);
    out.split_whitespace().join(" ")
}

/// The label of what is told or typed in words, whether or not it is offered: `put NAME face down on p1.2` is `stack NAME on p1.2`.
pub fn as_label(text: &str) -> String {
    let said = text.trim().trim_end_matches('.');
    let without_names = |rest: &str| match rest.split_once(" (") {
        Some((place, _)) => place.to_string(),
        None => rest.to_string(),
    };
    let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
    match verb.to_lowercase().as_str() {
        "play" => format!("action {rest}"),
        "put" => match rest.split_once(" face down on ") {
            Some((name, on)) => format!("stack {name} on {}", without_names(on)),
            None => said.to_string(),
        },
        "use" => match rest.split_once(" (") {
            Some((_, inside)) if Spot::read(inside.trim_end_matches(')')).is_some() => {
                format!("use {}", inside.trim_end_matches(')'))
            }
            _ => format!("use {}", without_names(rest)),
        },
        "begin" => format!("side {}", rest.trim_start_matches("with ")),
        "end" => "pass".to_string(),
        "choose" if rest == "nothing" => "decline".to_string(),
        "choose" => without_names(rest),
        _ => said.to_string(),
    }
}

/// How a game goes on, in words: `you play A at p2, then end your turn; p2 uses p2.1 and ends their turn`.
pub fn course(rules: &Rules, view: &View, me: Seat, line: &[Taken]) -> String {
    let turns = line.iter().chunk_by(|taken| taken.who.seat);
    let told = turns.into_iter().map(|(seat, taken)| {
        let mut deeds: Vec<String> = Vec::new();
        for Taken { label, .. } in taken {
            match (told_deed(rules, view, label, me == seat), deeds.last_mut()) {
                (Said::Deed(deed), _) => deeds.push(deed),
                (Said::Choice(choice), Some(deed)) => {
                    *deed += &format!(" {}", at(&choice, seat, me))
                }
                (Said::Choice(choice), None) if me == seat => {
                    deeds.push(format!("choose {choice}"))
                }
                (Said::Choice(choice), None) => deeds.push(format!("chooses {choice}")),
            }
        }
        let who = if seat == me {
            "you".to_string()
        } else {
            seat.to_string()
        };
        format!("{who} {}", deeds.join(", then "))
    });
    told.collect_vec().join("; then ")
}

enum Said {
    /// Something is done.
    Deed(String),
    /// Something is chosen for what is being done.
    Choice(String),
}

/// A label as somebody's deed.
fn told_deed(rules: &Rules, view: &View, label: &str, own: bool) -> Said {
    let s = if own { "" } else { "s" };
    // What the notation calls `?` is a card that nobody knows.
    let label = &label.replace("stack ?", "stack a card");
    let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
    Said::Deed(match (verb, rest) {
        ("action", name) => format!("play{s} {name}"),
        ("build", rest) => format!("build{s} {rest}"),
        ("stack", rest) => match rest.rsplit_once(" on ") {
            Some((name, on)) => format!("put{s} {name} face down on {on}"),
            None => format!("put{s} {rest} face down"),
        },
        ("use", rest) => {
            let (place, ability) = rest.split_once(' ').unwrap_or((rest, ""));
            let ability = if ability.is_empty() {
                String::new()
            } else {
                format!(" for {ability}")
            };
            let there = Spot::read(place).and_then(|spot| spot.building(view));
            match there {
                Some(there) => {
                    let name = building_name(rules, there.kind, there.second_side);
                    format!("use{s} {name} ({place}){ability}")
                }
                None => format!("use{s} {place}{ability}"),
            }
        }
        ("side", name) => format!("begin{s} with {name}"),
        ("pass", "") if own => "end your turn".to_string(),
        ("pass", "") => "ends the turn".to_string(),
        ("decline", "") if own => "choose nothing".to_string(),
        ("decline", "") => "chooses nothing".to_string(),
        _ => return Said::Choice(label.to_string()),
    })
}

/// What is chosen for a deed, behind it.
fn at(choice: &str, seat: Seat, me: Seat) -> String {
    let player = choice
        .strip_prefix('p')
        .and_then(|number| number.parse::<u8>().ok());
    match player {
        Some(number) if number == me.0 + 1 && seat == me => "at yourself".to_string(),
        Some(number) if number == me.0 + 1 => "at you".to_string(),
        Some(_) => format!("at {choice}"),
        None if Spot::read(choice).is_some() => format!("on {choice}"),
        None if choice == YES => "(yes)".to_string(),
        None => format!("({choice})"),
    }
}

/// The option that those words mean, by number.
///
/// # Errors
/// All that they may mean, where they are several; none where they mean nothing.
pub fn meant(typed: &str, spoken: &[(usize, String)], whole: bool) -> Result<usize, Vec<usize>> {
    let wanted = folded(typed);
    let fits = |words: &str| match whole {
        true => words == wanted,
        false => !wanted.is_empty() && words.starts_with(&wanted),
    };
    let found = spoken.iter().filter(|(_, words)| fits(words));
    let found = found.map(|(number, _)| *number).unique().collect_vec();
    match found[..] {
        [only] => Ok(only),
        _ => Err(found),
    }
}

#[cfg(test)]
mod tests {
    use super::{as_label, folded, meant};

    #[test]
    fn what_is_told_can_be_typed() {
        let check = |text: &str, expected: &str| assert_eq!(folded(text), expected, "{text}");
        check(
            "You put Gale face down on p1.1 (Windmill).",
            "put gale face down on p1.1",
        );
        check("use Windmill (p1.2)", "use windmill p1.2");
        check("  End   your turn ", "end your turn");
        let label = |text: &str, expected: &str| assert_eq!(as_label(text), expected, "{text}");
        label(
            "put Gale face down on p1.1 (Windmill)",
            "stack Gale on p1.1",
        );
        label("use p1.2 (Windmill)", "use p1.2");
        label("use Windmill (p1.2)", "use p1.2");
        label("play Gale", "action Gale");
        label("end the turn", "pass");
        label("build Windmill at p1.2", "build Windmill at p1.2");
    }

    #[test]
    fn words_that_mean_several_options_choose_none() {
        let spoken = [
            (0, "put gale face down on p1.1"),
            (1, "put gale face down on p1.2"),
            (2, "no"),
        ];
        let spoken = spoken.map(|(number, words)| (number, words.to_string()));
        assert_eq!(
            meant("put Gale face down on p1.2 (Mill)", &spoken, true),
            Ok(1)
        );
        assert_eq!(meant("put gale", &spoken, false), Err(vec![0, 1]));
        assert_eq!(meant("N", &spoken, false), Ok(2));
        assert_eq!(meant("", &spoken, false), Err(Vec::new()));
    }
}
