//! What is told where a kept game would have gone otherwise: nothing that those who sit at its screen may not know.

use std::collections::BTreeSet;
use std::sync::Arc;

use brink::board::{Board, Held, Kind, Seat, Seen, View};
use brink::bots::BotSpec;
use brink::engine::Script;
use brink::rules::ir::Rules;
use brink::rules::{Library, Settings};
use brink::session::drift::{Drift, by_cards, by_program};
use brink::session::opening::{Opening, Seating};
use brink::session::save::{Saved, Scripts};
use brink::session::screen::Memory;
use brink::session::sitting::Sitting;
use brink::text::Source;

/// Card kinds, one copy of each, so that a name tells one card.
const KINDS: std::ops::RangeInclusive<char> = 'A'..='Z';

/// The files of a game: buildings that do nothing, and actions that draw, look away, or turn up.
fn files() -> [Source; 2] {
    let mut set = String::from(
        "id = \"own\"\ntitle = \"Own\"\nlanguage = 2\n\n[[victory]]\nfront = \"Palace\"\n\n",
    );
    set.push_str("[building.\"Palace\"]\ntext = '''\nWin when this has at least 9 cards.\n'''\n\n");
    for letter in KINDS {
        set.push_str(&format!(
            "[[card]]\nbuilding = \"Hall {letter}\"\naction = \"Feast {letter}\"\n\n[building.\"Hall {letter}\"]\ntext = ''\n\n[action.\"Feast {letter}\"]\ntext = '''\nDraw a card.\n'''\n\n"
        ));
    }
    let recipe = "id = \"own-game\"\ntitle = \"Own\"\nsets = [\"own.toml\"]\ncopies = 1\nvictory = \"same\"\nhand = 3\nshields = 1\nsecond-of-two-extra = 1\n";
    [
        Source::new("own-game.toml", recipe),
        Source::new("own.toml", set),
    ]
}

fn script(files: &[Source]) -> Arc<Script> {
    let library =
        Library::parse(files.to_vec()).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let rules = library.compile("own-game", &Settings::default());
    Arc::new(Script::new(
        rules.unwrap_or_else(|report| panic!("{:?}", report.faults)),
    ))
}

fn scripts(files: &[Source]) -> Scripts {
    Scripts {
        deal: script(files),
        given: None,
        settled: Vec::new(),
    }
}

/// A game for three under way: the first one is a person, and so are the guests.
fn sitting(guests: &[Seat], seed: u64, decisions: usize) -> Sitting {
    let mut sitting = Sitting::begin(Seating {
        script: script(&files()),
        players: 3,
        seed,
        seat: Seat(0),
        guests: guests.to_vec(),
        names: Vec::new(),
        bots: BotSpec::Cautious,
        given: None,
        opening: Opening::default(),
    });
    for number in 0..decisions {
        if sitting.let_bot_decide() {
            continue;
        }
        let options = sitting
            .asked()
            .and_then(|seat| sitting.decision_of(seat))
            .map_or(1, |asked| asked.offers.len());
        assert!(sitting.decide(number % options), "somebody is asked");
    }
    sitting
}

fn names(rules: &Rules, kind: Kind) -> Vec<String> {
    let kind = &rules.kinds[kind.index()];
    let faces = kind.action.iter().chain(&kind.buildings);
    faces
        .map(|face| rules.faces[face.index()].label.clone())
        .collect()
}

/// The cards that not all of these people know: the deck, hands, and what lies face down.
fn hidden(sitting: &Sitting, people: &[Seat]) -> BTreeSet<String> {
    let (board, rules): (&Board, &Rules) = (sitting.board(), sitting.rules());
    let view = View::open(board, &rules.cards);
    let mut kinds = Vec::new();
    for (seat, held) in [(None, &view.deck)]
        .into_iter()
        .chain((0..).map(|seat| Some(Seat(seat))).zip(&view.hands))
    {
        if let Held::Cards(cards) = held
            && seat.is_none_or(|seat| people != [seat])
        {
            kinds.extend(cards);
        }
    }
    for card in view
        .nations
        .iter()
        .flatten()
        .flatten()
        .flat_map(|building| &building.stack)
    {
        if let Seen::Known {
            kind,
            face_up: false,
            known,
        } = card
            && !people.iter().all(|person| known.has(*person))
        {
            kinds.push(*kind);
        }
    }
    kinds
        .into_iter()
        .flat_map(|kind| names(rules, kind))
        .filter(|name| name != "Palace")
        .collect()
}

/// Nothing of it names a hidden card, but those that were edited.
fn keeps_secrets(drift: &Drift, hidden: &BTreeSet<String>, edited: &str, place: &str) {
    let told = format!("{drift}\n{}", drift.clauses);
    for name in hidden.iter().filter(|name| !name.ends_with(edited)) {
        assert!(
            !told.contains(name.as_str()),
            "{place}: {name} is hidden: {told}"
        );
    }
}

#[test]
fn nobody_learns_from_edited_cards_what_lies_hidden() {
    let files = files();
    let [recipe, set] = &files;
    let then = scripts(&files);
    let (mut told, mut silent) = (0, 0);
    for (people, seed) in [
        (vec![Seat(0)], 3),
        (vec![Seat(0)], 4),
        (vec![Seat(0), Seat(1)], 5),
        (vec![Seat(0), Seat(2)], 6),
    ] {
        let sitting = sitting(&people[1..], seed, 26);
        let saved = Saved::of(&sitting, Memory::Assisted);
        let hidden = hidden(&sitting, &people);
        assert!(hidden.len() > 20, "{hidden:?}");
        // Another name for any of the cards, in both files' order of shuffling.
        for letter in KINDS {
            let renamed = set
                .text
                .replace(&format!("Feast {letter}"), &format!("Revel {letter}"));
            let now = scripts(&[recipe.clone(), Source::new("own.toml", renamed)]);
            match by_cards(&then, &now, &saved) {
                Some(drift) => {
                    told += 1;
                    keeps_secrets(
                        &drift,
                        &hidden,
                        &format!(" {letter}"),
                        &format!("{seed}, {letter} renamed"),
                    );
                }
                None => silent += 1,
            }
        }
        // More of each: everything is shuffled otherwise.
        let more = recipe.text.replace("copies = 1", "copies = 2");
        let now = scripts(&[Source::new("own-game.toml", more), set.clone()]);
        let drift = by_cards(&then, &now, &saved).expect("other cards are dealt");
        keeps_secrets(&drift, &hidden, "nothing", &format!("{seed}, two copies"));
        // Another text: what it would have drawn, or turned up, still lies in the deck.
        for text in ["draw 2 cards", "discard deck top"] {
            let other = set.text.replace("draw 1 card", text);
            let library = Library::parse(vec![recipe.clone(), Source::new("own.toml", other)]);
            let Ok(rules) =
                library.and_then(|library| library.compile("own-game", &Settings::default()))
            else {
                continue;
            };
            let now = Scripts {
                deal: Arc::new(Script::new(rules)),
                given: None,
                settled: Vec::new(),
            };
            if let Some(drift) = by_cards(&then, &now, &saved) {
                let drift = Drift {
                    clauses: String::new(),
                    ..drift
                };
                keeps_secrets(&drift, &hidden, "nothing", &format!("{seed}, {text}"));
            }
        }
    }
    assert!(
        told > 20 && silent > 20,
        "{told} are told, {silent} are not"
    );
}

#[test]
fn what_others_have_decided_face_down_is_not_told() {
    for people in [vec![Seat(0)], vec![Seat(0), Seat(1)]] {
        let sitting = sitting(&people[1..], 7, 26);
        let then = scripts(&files());
        let saved = Saved::of(&sitting, Memory::Assisted);
        assert_eq!(by_program(&then, &saved), None);
        let mut secret = 0;
        for number in 0..saved.taken.len() {
            let mut other = saved.clone();
            other.prints[number] = other.prints[number].map(|print| !print);
            let drift = by_program(&then, &other).expect("it was another table");
            assert_eq!(drift.number, number);
            let taken = &saved.taken[number];
            let own = people == [taken.who.by];
            assert_eq!(
                drift.label.as_ref(),
                Some(&taken.label).filter(|_| own),
                "{drift}"
            );
            secret += usize::from(!own);
            assert!(
                drift
                    .to_string()
                    .starts_with(&format!("decision {} (", number + 1)),
                "{drift}"
            );
        }
        assert!(secret > 10, "{secret}");
    }
}
