//! What is known of nations is the same when it is worked out anew.

use std::fs;
use std::sync::Arc;

use crate::{BuildingSetup, Game, Script, Setup, Words};
use board::{CardId, Phase, Seat};
use rules::{Library, Settings};

/// How many buildings have a status, where all is as it is when it is worked out anew.
fn audited(game: &Game) -> usize {
    game.audit()
        .unwrap_or_else(|fault| panic!("{fault}\n{:?}", game.board()))
        .having
}

fn agrees_in_random_games(script: &Arc<Script>, games: u64) {
    let mut having = 0;
    for seed in 0..games {
        let mut game = Game::deal(script.clone(), 2 + (seed % 5) as u8, seed, &mut ());
        let mut words = Words::new(seed, 7);
        while game.decision().is_some() && game.state().turns < 120 {
            // In the middle of a moment nothing is settled.
            if game.menu().is_some() {
                having += audited(&game);
            }
            game.take_nth(&mut (), |count| words.below(count));
        }
    }
    assert!(having > 1_000, "{having} buildings had a status");
}

#[test]
fn nations_are_as_they_are_when_looked_at_again() {
    let library = Library::builtin().expect("the cards are sound");
    for recipe in ["1961", "1971", "combined"] {
        let rules = library
            .compile(recipe, &Settings::default())
            .expect("the recipe is sound");
        agrees_in_random_games(&Arc::new(Script::new(rules)), 60);
    }
}

/// A game of four kinds whose buildings say this; the first two actions give statuses from where they lie face up.
fn town(buildings: [&str; 4]) -> Arc<Script> {
    let mut set = String::from("id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n");
    let actions = [
        "Put this face up on a building.\nWhile this is face up, the building under this is disabled.",
        "Put this face up on a building.\nWhile this is face up, the building under this is guarded.",
        "Destroy a building.",
        "Discard a top.",
    ];
    for ((building, action), (says, plays)) in [
        ("Mill", "Rain"),
        ("Guild", "Echo"),
        ("Lamp", "Calm"),
        ("Spire", "Storm"),
    ]
    .iter()
    .zip(buildings.iter().zip(actions))
    {
        set += &format!("[[card]]\nbuilding = \"{building}\"\naction = \"{action}\"\n");
        set += &format!("[building.\"{building}\"]\ntext = '''\n{says}\n'''\n");
        set += &format!("[action.\"{action}\"]\ntext = '''\n{plays}\n'''\n");
    }
    set += "[[victory]]\nfront = \"Hall\"\n[building.\"Hall\"]\ntext = 'Win when this has at least 6 cards.'\n";
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("town.toml"), set).expect("a file can be written");
    let recipe = "id = \"game\"\ntitle = \"A town\"\nsets = [\"town.toml\"]\ncopies = 40\nvictory = \"same\"\n\
                  hand = 3\nshields = 1\n";
    let path = folder.path().join("game.toml");
    fs::write(&path, recipe).expect("a file can be written");
    let library = Library::load(&[path]).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library
        .compile("game", &Settings::default())
        .unwrap_or_else(|report| panic!("{report:?}"));
    Arc::new(Script::new(rules))
}

#[test]
fn lasting_effects_of_other_games_are_worked_out_alike() {
    let near = [
        [
            "Neighbours of this named \"Guild\" are disabled.",
            "Neighbours of this are guarded.",
            "While the start of your turn is over, this is disabled.",
            "Neighbours of this except \"Spire\" are guarded.",
        ],
        [
            "Neighbours of this except \"Mill\" are disabled.",
            "While it is your turn, neighbours of this are guarded.",
            "While it is the start of your turn, this is disabled.\nThis is guarded.",
            "Neighbours of this named \"Lamp\" are guarded.",
        ],
    ];
    // These disable each other, ask for statuses or look further than beside them.
    let far = [
        [
            "Neighbours of this are disabled.",
            "Neighbours of this that are not disabled are guarded.",
            "Your buildings named \"Mill\" are guarded.",
            "While this is stacked, neighbours of this are guarded.",
        ],
        [
            "Buildings named \"Guild\" are disabled.",
            "this is guarded",
            "",
            "Neighbours of this named \"Mill\" are guarded.",
        ],
    ];
    for (buildings, beside) in near
        .map(|town| (town, true))
        .into_iter()
        .chain(far.map(|town| (town, false)))
    {
        let script = town(buildings);
        assert_eq!(
            script.beside_alone && !script.disablers_meet,
            beside,
            "{buildings:?}"
        );
        agrees_in_random_games(&script, 60);
    }
}

#[test]
fn long_rows_are_settled_alike() {
    let script = town([
        "Neighbours of this named \"Guild\" are disabled.",
        "Neighbours of this are guarded.",
        "While the start of your turn is over, this is disabled.",
        "Neighbours of this except \"Spire\" are guarded.",
    ]);
    // By seat and kind: 120 cards of the deck stand in two rows, the others are the deck.
    let rules = &script.rules;
    let cards = || (0..rules.deck_size as u16).map(CardId);
    for first in [58, 61, 62, 63, 64, 66] {
        let victories = [rules.deck_size as u16, rules.deck_size as u16 + 1].map(CardId);
        let building = |card: CardId| BuildingSetup {
            card,
            second_side: false,
            spent: 0,
            stack: Vec::new(),
        };
        let mixed: Vec<CardId> = (0..4)
            .flat_map(|start| cards().skip(start * 40).take(31))
            .collect();
        let standing = |at: usize| mixed[at * 37 % mixed.len()];
        let rows = [0..first, first..124]
            .map(|row| row.map(|at| building(standing(at))).collect::<Vec<_>>());
        let nations = rows.into_iter().zip(victories).map(|(row, victory)| {
            Some(
                std::iter::once(building(victory))
                    .chain(row)
                    .collect::<Vec<_>>(),
            )
        });
        let setup = Setup {
            counters: Vec::new(),
            nations: nations.collect(),
            hands: vec![Vec::new(); 2],
            deck: cards().filter(|card| !mixed.contains(card)).collect(),
            discard: Vec::new(),
            removed: Vec::new(),
            laws: Vec::new(),
            turn: Seat(0),
            phase: Phase::Passed,
            played: 1,
            plays: None,
            pending: Vec::new(),
            ages: Vec::new(),
        };
        let mut game = Game::from_setup(script.clone(), &setup, 1, &mut ());
        let mut words = Words::new(first as u64, 7);
        let mut having = 0;
        while game.decision().is_some() && game.state().turns < 60 {
            having += if game.menu().is_some() {
                audited(&game)
            } else {
                0
            };
            game.take_nth(&mut (), |count| words.below(count));
        }
        assert!(having > 1_000, "{having} buildings had a status");
    }
}
