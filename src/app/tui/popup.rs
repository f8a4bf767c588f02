//! Texts that are shown over the table: what a card says, the goals, the discard pile, the keys.

use crate::tui::look::Look;
use crate::tui::shown::Shown;
use crate::tui::ui::{Ask, Popup};
use explain::names::both_names;
use itertools::Itertools;
use rules::ir::Rules;
use session::hints::{Hint, told};
use session::screen::{Memory, bearing};

pub(super) fn popup(title: impl Into<String>, text: Vec<String>) -> Popup {
    Popup {
        title: title.into(),
        text,
        down: 0,
        asks: None,
    }
}

/// Where a card goes that is put face down before the game.
pub const FIRST_BUILDING: &str = "It goes face down onto your first building.";

/// What a card is good for that lies face down on a building.
pub const SHIELD: &str = "Nobody else sees what it is. A hit on a building removes its top card first, and many cards and \
                          goals use the cards on your buildings.";

/// Asks whether to leave; that something would be lost is said.
pub fn leave(unkept: Option<&str>) -> Popup {
    let mut text =
        vec!["Leave the game? Press Enter or y to leave, any other key to stay.".to_string()];
    if let Some(why) = unkept {
        text.insert(
            0,
            format!("The current state of the game is not saved: {why}."),
        );
    }
    Popup {
        asks: Some(Ask::Leave),
        ..popup("Leave", text)
    }
}

/// A decision is taken back after the end, when all have seen the hand of whoever takes it back.
pub fn shown_to_all(who: &str) -> Popup {
    let text =
        format!("The last decision of {who} is undone. Noted: everybody has seen this hand.");
    popup("Undone", vec![text, "Press r to redo it.".to_string()])
}

/// What there is to say about a game that goes on.
pub fn about_game(told: Vec<String>) -> Popup {
    popup("About this game", told)
}

pub fn keys(look: Look, rules: &Rules) -> Popup {
    let text = format!(
        "{}{KEYS}{}{NEW}",
        row(look.arrows(), "move the cursor"),
        signs(look, rules)
    );
    popup("Keys", text.lines().map(str::to_string).collect())
}

const KEYS: &str = "Enter      choose what the cursor is on
Esc        go one step back
1 to 9     a card in your hand, or a player: 2 then 3 is p2.3
p b s      play the card, build it, or put it face down
e          end your turn (pass)
y n        yes or no, where you may do something; n also chooses nothing
u r        undo your last decision; redo it
? or F1    an explanation of what the cursor is on
w          why this is so, or why you cannot choose it
h          a hint: what a bot would do, knowing only what you can see
g          goals: how close everybody is to winning
a          after the game: what you could have done
d          the discard pile
t          change how a disputed rule is read
Tab        look around the table; again: read the log
l          read the log: arrows move, w explains a line; again: back
PgUp PgDn  scroll the log
+ -        change the animation speed
Space      skip to your next decision
k          this list
q          leave

On the table ? is a card face down, (NAME) one that you know, ^NAME one face up;
3: ? is three cards with ? on top, \u{b7} 1 ^ means one more below it is face up.
NAME* has been used this turn; p2.3 is the third building of p2 from the left.

";
const NEW: &str = "\nNew to the game? `brink learn` teaches it in ten minutes.\n";
const REPLAY_KEYS: &str = "Right      the next decision
Left       the previous decision
PgDn PgUp  the next turn, the previous turn
Home End   the beginning, the end
j          jump to a turn
Space      play automatically, or pause; + and - change the speed
1 to 6     show what that player saw
o          show all cards
Tab        look around; ? explains what the cursor is on
g d        goals, the discard pile
b          play on from here
x r        write the position, or a ruling that leads here, to a file
q          leave
";

fn row(sign: &str, what: &str) -> String {
    format!("{sign:<10} {what}\n")
}

/// What the signs on the table mean.
fn signs(look: Look, rules: &Rules) -> String {
    let signs = [
        (
            look.cursor(),
            "the cursor; in the log: what is shown right now",
        ),
        (look.pick(), "can be chosen"),
        (look.turn(), "whose turn it is"),
        (look.now(), "where something is happening now"),
        (
            look.warning(),
            "one step from winning, or from elimination: a last building with nothing on it",
        ),
        (look.more(true), "there is more to the left"),
        (
            look.more(false),
            "there is more to the right; before a sentence: the choice will do this",
        ),
        (look.cut(), "text was cut off"),
    ];
    let statuses = rules.statuses.iter().enumerate();
    let statuses = statuses.map(|(number, name)| (look.status(number), name.as_str()));
    signs
        .into_iter()
        .chain(statuses)
        .map(|(sign, what)| row(sign, what))
        .collect()
}

/// The same for games that were played.
pub fn replay_keys() -> Popup {
    popup("Keys", REPLAY_KEYS.lines().map(str::to_string).collect())
}

/// The best options, as a bot sees them.
pub fn hints(hints: &[Hint], memory: Memory) -> Popup {
    popup("Hint", told(hints, memory))
}

/// What decided a game, as a bot sees it; for whom, where several people have played.
pub fn study(told: &[String], whose: Option<&str>) -> Popup {
    let Some(whose) = whose else {
        return popup("What decided the game", told.to_vec());
    };
    let about = format!("These are the decisions of {whose}; press a again for the next player.");
    popup(
        format!("What decided the game for {whose}"),
        [&[about, String::new()], told].concat(),
    )
}

pub fn goals(shown: &Shown) -> Popup {
    let mut text = Vec::new();
    for seat in shown.seats() {
        let mut who = shown.player(seat);
        for goal in shown.goals.iter().filter(|goal| goal.seat == seat) {
            let near = if goal.near() {
                ": one step from winning!"
            } else {
                ""
            };
            text.push(format!(
                "{:<12} {}{near}",
                std::mem::take(&mut who),
                goal.progress()
            ));
        }
        if !who.is_empty() {
            text.push(format!("{who}: out of the game"));
        }
    }
    text.extend(["", "The last player left also wins."].map(str::to_string));
    popup("Goals", text)
}

pub fn discard(shown: &Shown) -> Popup {
    let (rules, view) = (shown.rules(), &shown.view);
    let names = view
        .discard
        .iter()
        .rev()
        .map(|kind| both_names(rules, *kind));
    let mut text = names.collect_vec();
    match text.first_mut() {
        Some(top) => top.push_str(" (on top)"),
        None => text.push("It is empty.".to_string()),
    }
    if !view.laws.is_empty() {
        text.push(String::new());
        text.extend(view.laws_with_counters().map(|(kind, counters)| {
            format!(
                "Law: {}",
                bearing(rules, &both_names(rules, kind), counters)
            )
        }));
    }
    popup(format!("Discard pile: {}", view.discard.len()), text)
}
