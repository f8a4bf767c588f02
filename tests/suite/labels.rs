//! Options and their labels: no two are alike, each is read back, and what is named is known to whoever chooses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::support::own::own_script;
use brink::board::{CardId, Seat, Zone};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::engine::{Asked, Choice, Game, Script};
use brink::explain::names::{building_label, card_label};
use brink::explain::options::label::labels;
use brink::lang::notation::{Match, matches, parse_moves};
use brink::rules::ir::Element;

/// The games of the project, and those of our own sets.
fn scripts() -> Vec<Arc<Script>> {
    let mut scripts: Vec<Arc<Script>> = ["1961", "1971", "combined"]
        .map(crate::support::scripts::script)
        .into();
    for game in ["bids", "harbour", "market", "puppets", "rings", "thieves"] {
        scripts.push(own_script(&format!("{game}-game.toml")));
    }
    scripts
}

/// What a label without its numbers looks like.
fn form(label: &str) -> Option<&'static str> {
    let forms = ["'s hand", " aside", " of the discard pile", "card "];
    forms.into_iter().find(|form| label.contains(form))
}

fn check_labels(game: &Game, forms: &mut BTreeMap<&'static str, u64>) {
    let Some((seat, asked)) = game.decision() else {
        return;
    };
    let all = labels(game);
    let lower: BTreeSet<String> = all.iter().map(|(_, label)| label.to_lowercase()).collect();
    assert_eq!(lower.len(), all.len(), "{:?}", all);
    let texts: Vec<&str> = all.iter().map(|(_, label)| label.as_str()).collect();
    for (at, (choice, label)) in all.iter().enumerate() {
        assert_eq!(
            matches(&label.to_uppercase(), &texts),
            Match::One(at),
            "{label}"
        );
        let moves = parse_moves(&format!("{seat}: {label}"), 0)
            .expect("a label can be written in a line of moves");
        assert_eq!(moves[0].labels[0].node, *label);
        if let (Asked::Choose { .. }, Choice::Pick(value)) = (asked, *choice) {
            check_secrecy(game, seat, CardId(value), label);
            form(label)
                .into_iter()
                .for_each(|form| *forms.entry(form).or_default() += 1);
        }
    }
}

/// A label that says what a card is says nothing new to the one who is asked.
fn check_secrecy(game: &Game, seat: Seat, card: CardId, label: &str) {
    let element = game.element().expect("a choice is asked");
    if !matches!(
        element,
        Element::StackedCard | Element::Card | Element::BuildingCard
    ) {
        return;
    }
    let (rules, state) = (&game.script().rules, game.board().card(card));
    let kind = rules.cards[card.index()];
    let named = label.contains(card_label(rules, kind))
        || label.contains(building_label(rules, kind, false));
    assert!(!named || state.known.has(seat), "{seat} is told of {label}");
    assert!(
        !named || state.zone != Zone::Stack,
        "stacked cards go by their places: {label}"
    );
}

#[test]
fn labels_are_distinct_and_read_back_and_name_only_what_is_known() {
    let mut forms = BTreeMap::new();
    for script in scripts() {
        for players in 2..=4 {
            for seed in 0..8 {
                let mut game = Game::deal(script.clone(), players, seed, &mut ());
                let mut player = RandomPlayer::new(
                    if seed % 2 == 0 {
                        Policy::Mixed
                    } else {
                        Policy::Uniform
                    },
                    seed,
                );
                while game.decision().is_some() && game.state().turns < 60 {
                    check_labels(&game, &mut forms);
                    let choice = player.choose(&game);
                    game.take(choice, &mut ())
                        .expect("random players choose among the options");
                }
            }
        }
    }
    println!("{forms:?}");
    assert!(
        forms.len() == 4 && forms.values().all(|count| *count > 20),
        "{forms:?}"
    );
}
