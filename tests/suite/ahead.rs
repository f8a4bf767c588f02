//! What `can be played` means in a text that can itself be played (PLY-5, END-2).

use std::sync::Arc;

use brink::engine::{Game, Script};
use brink::explain::options::label::labels;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

/// A game whose actions have these texts; the buildings, called after them, have none.
fn script(actions: &[(String, String)]) -> Arc<Script> {
    script_with_hall(actions, "")
}

/// The same, and the victory card has a text.
fn script_with_hall(actions: &[(String, String)], hall: &str) -> Arc<Script> {
    let mut set = String::from(
        "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[victory]]\nfront = \"Hall\"\n",
    );
    for (name, _) in actions {
        set += &format!("[[card]]\nbuilding = \"{name} House\"\naction = \"{name}\"\n");
    }
    set += &format!("[building.\"Hall\"]\ntext = '''\n{hall}\n'''\n");
    for (name, text) in actions {
        set += &format!(
            "[building.\"{name} House\"]\ntext = ''\n[action.\"{name}\"]\ntext = '''\n{text}\n'''\n"
        );
    }
    let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town\"]\ncopies = 9\nvictory = \"same\"\n\
                  hand = 3\nshields = 1\n";
    let library = Library::parse(vec![
        Source::new("town.toml", set),
        Source::new("game.toml", recipe),
    ]);
    let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
    Arc::new(Script::new(
        library
            .compile("town-game", &Settings::default())
            .expect("the recipe makes a game"),
    ))
}

fn named(actions: &[(&str, &str)]) -> Arc<Script> {
    named_with_hall(actions, "")
}

fn named_with_hall(actions: &[(&str, &str)], hall: &str) -> Arc<Script> {
    let actions: Vec<_> = actions
        .iter()
        .map(|(name, text)| (name.to_string(), text.to_string()))
        .collect();
    script_with_hall(&actions, hall)
}

/// The actions that can be chosen in a position, with two nations of nothing but a hall each.
fn chosen(script: &Arc<Script>, position: &str) -> Vec<String> {
    let position = format!("{position}\np1: Hall[]\np2: Hall[]\n");
    let setup = read_position(&position, 0, &script.rules)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{position}"));
    let game = Game::from_setup(script.clone(), &setup, 0, &mut ());
    labels(&game)
        .into_iter()
        .filter_map(|(_, label)| Some(label.strip_prefix("action ")?.to_string()))
        .collect()
}

// END-2: nothing speaks for a card but what can be played without it.
const RELAY: &str = "Choose a card in your hand that can be played as other. Play other.";
const ECHO: &str = "Choose a card in the discard pile that can be replayed as other. Replay other.";

#[test]
fn a_card_that_plays_another_one_of_the_hand_is_not_that_other_one() {
    let script = named(&[("Relay", RELAY), ("Rain", "Draw a card."), ("Stone", "")]);
    assert_eq!(chosen(&script, "p1 hand: Relay"), [""; 0]);
    assert_eq!(chosen(&script, "p1 hand: Relay, Stone"), [""; 0]);
    assert_eq!(chosen(&script, "p1 hand: Relay, Relay, Relay"), [""; 0]);
    assert_eq!(chosen(&script, "p1 hand: Relay, Rain"), ["Relay", "Rain"]);
    assert_eq!(
        chosen(&script, "p1 hand: Relay, Relay, Rain"),
        ["Relay", "Rain"]
    );
}

#[test]
fn a_card_played_from_hand_is_not_among_the_cards_of_the_hand() {
    let script = named(&[("Gift", "Give a card to another player."), ("Stone", "")]);
    assert_eq!(chosen(&script, "p1 hand: Gift"), [""; 0]);
    assert_eq!(chosen(&script, "p1 hand: Gift, Stone"), ["Gift"]);
    assert_eq!(chosen(&script, "p1 hand: Gift, Gift"), ["Gift"]);
}

#[test]
fn what_leads_back_to_itself_cannot_be_played() {
    let one = "Choose a card in the discard pile that is named \"Two\" and can be played as other. Play other.";
    let two = one.replace("Two", "One");
    let three = one.replace("Two", "Four");
    let actions = [
        ("One", one),
        ("Two", &two),
        ("Three", &three),
        ("Four", "Draw a card."),
    ];
    let script = named(&actions);
    assert_eq!(
        chosen(
            &script,
            "discard: One, Two, Three, Four\np1 hand: One, Two, Three"
        ),
        ["Three"]
    );
}

#[test]
fn a_chain_is_followed_to_its_end() {
    let calls = |next: usize| match next {
        9 => "Draw a card.".to_string(),
        _ => format!(
            "Choose a card in the discard pile that is named \"Link {next}\" and can be played as other. Play other."
        ),
    };
    let script = script(
        &(0..9)
            .map(|at| (format!("Link {at}"), calls(at + 1)))
            .collect::<Vec<_>>(),
    );
    let links: Vec<String> = (1..9).map(|at| format!("Link {at}")).collect();
    assert_eq!(
        chosen(
            &script,
            &format!("discard: {}\np1 hand: Link 0", links.join(", "))
        ),
        ["Link 0"]
    );
    for gone in 0..links.len() {
        let mut left = links.clone();
        left.remove(gone);
        assert_eq!(
            chosen(
                &script,
                &format!("discard: {}\np1 hand: Link 0", left.join(", "))
            ),
            [""; 0]
        );
    }
}

#[test]
fn looking_through_a_pile_of_cards_that_look_through_the_pile_comes_to_an_end() {
    // One after the other, in every order, they would be looked at more often than there are atoms.
    let actions = (0..24).map(|at| (format!("Echo {at}"), ECHO.to_string()));
    let script = script(
        &actions
            .chain([("Rain".to_string(), "Draw a card.".to_string())])
            .collect::<Vec<_>>(),
    );
    let echoes: Vec<String> = (0..24)
        .flat_map(|at| vec![format!("Echo {at}"); 8])
        .collect();
    let pile = format!("discard: {}", echoes.join(", "));
    assert_eq!(
        chosen(&script, &format!("{pile}\np1 hand: Echo 0, Echo 1")),
        [""; 0]
    );
    assert_eq!(
        chosen(&script, &format!("{pile}, Rain\np1 hand: Echo 0, Echo 1")),
        ["Echo 0", "Echo 1"]
    );
}

#[test]
fn a_card_whose_action_would_be_under_way_is_not_what_it_needs() {
    let script = named(&[
        ("Echo", ECHO),
        (
            "Twin",
            "Choose a card in the discard pile named \"Twin\". Remove it.",
        ),
    ]);
    assert_eq!(chosen(&script, "discard: Twin\np1 hand: Echo"), [""; 0]);
    assert_eq!(
        chosen(&script, "discard: Twin, Twin\np1 hand: Echo"),
        ["Echo"]
    );
    assert_eq!(chosen(&script, "discard: Twin\np1 hand: Twin"), ["Twin"]);
}

// END-3: what a look ahead cannot know may be so.
#[test]
fn an_option_is_no_sign_of_what_will_be_drawn() {
    let taken = "Take the top card of the deck as fresh. Show fresh. Require fresh is named \"Rain\". Take fresh.";
    let script = named(&[("Well", taken), ("Rain", "Draw a card."), ("Stone", "")]);
    for deck in ["Rain, Stone", "Stone, Rain", "Stone, Stone", "Well, Stone"] {
        assert_eq!(
            chosen(&script, &format!("deck: {deck}\np1 hand: Well")),
            ["Well"],
            "{deck}"
        );
    }
}

// END-3: nor of what lies face down, or how a shuffle will fall; what is known is believed.
#[test]
fn an_option_is_no_sign_of_what_a_cost_turns_up_or_of_how_a_shuffle_falls() {
    let script = |text: &str| named_with_hall(&[("Rain", ""), ("Stone", "")], text);
    let pays = "Use: pay the top of this. Choose a card in the discard pile that is named \"Rain\" as drop. Remove drop.";
    let mixes = "Use: shuffle the discard pile into the deck. Take the top card of the deck as fresh. \
                 Discard fresh. Choose a card in the discard pile that is named \"Rain\" as drop. Remove \
                 drop.";
    let used = |text: &str, position: &str| {
        let script = script(text);
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Game::from_setup(script.clone(), &setup, 0, &mut ());
        labels(&game).iter().any(|(_, label)| label == "use p1.1")
    };
    for (card, known, offered) in [
        ("Rain", "", true),
        ("Stone", "", true),
        ("Rain", "{p2}", true),
        ("Stone", "{p2}", true),
        ("Rain", "{p1}", true),
        ("Stone", "{p1}", false),
    ] {
        let position =
            format!("deck: Stone\ndiscard: Stone\np1 hand:\np1: Hall[{card}{known}]\np2: Hall[]\n");
        assert_eq!(used(pays, &position), offered, "{card}{known}");
    }
    for pile in ["Rain, Stone", "Stone, Rain", "Stone, Stone"] {
        let position = format!("deck:\ndiscard: {pile}\np1 hand:\np1: Hall[]\np2: Hall[]\n");
        assert!(used(mixes, &position), "{pile}");
    }
}
