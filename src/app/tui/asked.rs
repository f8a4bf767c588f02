//! What is asked, as a short question.

use crate::tui::shown::Shown;
use crate::tui::ui::Ui;
use explain::names::printed::{building_name, card_name, face_name};
use explain::options::decision::{Decision, Question};
use explain::options::pointing::{Deed, Step, Thing};
use session::screen::picked;
use text::ordinal;

/// What a decision asks at the step that a person is at.
pub(super) fn question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    match (decision.by == decision.seat, ui.step, decision.question) {
        (true, ..) if decision.secret => {
            format!(
                "{}, in secret",
                own_question(shown, ui, decision).trim_end_matches('?')
            )
        }
        (true, ..) => own_question(shown, ui, decision),
        (false, Step::First, Question::Menu) => {
            format!("You decide for {}", shown.player(decision.seat))
        }
        (false, ..) => format!(
            "For {}: {}",
            shown.player(decision.seat),
            own_question(shown, ui, decision)
        ),
    }
}

fn own_question(shown: &Shown, ui: &Ui, decision: &Decision) -> String {
    let rules = shown.rules();
    match (ui.step, decision.question) {
        (Step::With(_), _) => "What to do with this card?".to_string(),
        (Step::Where(kind, Deed::Build), _) => {
            format!("Build {} where?", building_name(rules, kind, false))
        }
        (Step::Where(kind, _), _) => format!("Put {} on what?", card_name(rules, kind)),
        (Step::Ability(_), _) => "Use it for what?".to_string(),
        (Step::First, Question::Menu) => match ui.candidates.as_slice() {
            [only] if only.thing == Thing::Pass => {
                "Nothing is left but to end your turn".to_string()
            }
            _ => "Your turn: choose".to_string(),
        },
        (Step::First, Question::Side) => "Choose your first building".to_string(),
        (Step::First, Question::Shield { left: 1 }) => {
            "Which card do you put face down?".to_string()
        }
        (Step::First, Question::Shield { left }) => {
            format!("Which {left} cards do you put face down?")
        }
        (Step::First, Question::Branch) => match decision.nth {
            Some(nth) => format!("Choose the {}", ordinal(nth.into())),
            None => "Choose one".to_string(),
        },
        (Step::First, Question::Pick(element)) => {
            let asks = decision
                .asks
                .map_or_else(String::new, |face| format!("{}: ", face_name(rules, face)));
            format!("{asks}{}", picked(element, decision))
        }
    }
}
