//! Card text always ends: what answers itself without end is cut off and reported.

use std::fs;
use std::sync::Arc;

use brink::board::{Board, CardId, Event};
use brink::engine::{Choice, Game, Outcome, Script, Watch};
use brink::rules::{Library, Settings};
use brink::table::position::read_position;

const SET: &str = r#"
id = "echoes"
title = "Echoes"

[[card]]
building = "Cave"
action = "Echo"

[[victory]]
front = "Summit"

[building."Cave"]
text = '''
use: flip the top of this
'''

[building."Summit"]
text = '''
win when this has at least 9 cards
'''

[action."Echo"]
text = '''
when revealed by anything:
  let home be the first of buildings
  put this face down on home
  flip the top of home
'''
"#;

const RECIPE: &str = r#"
id = "echo-game"
title = "What is called comes back"
sets = ["echoes"]
copies = 40
victory = "same"
hand = 3
shields = 1
tallies = []
"#;

#[derive(Default)]
struct Loops {
    loops: usize,
    triggered: usize,
    card: Option<CardId>,
}

impl Watch for Loops {
    fn event(&mut self, _script: &Script, _board: &Board, event: &Event<'_>) {
        match event {
            Event::Loop { card } => (self.loops, self.card) = (self.loops + 1, Some(*card)),
            Event::Triggered { .. } => self.triggered += 1,
            _ => {}
        }
    }
}

fn script(set: &str) -> Arc<Script> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let paths = [("echoes.toml", set), ("echo-game.toml", RECIPE)].map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        path
    });
    let library = Library::load(&paths).unwrap_or_else(|report| panic!("{:?}", report.faults));
    Arc::new(Script::new(library.compile("echo-game", &Settings::default()).expect("the recipe makes a game")))
}

#[test]
fn a_card_that_plays_itself_twice_is_cut_off_too() {
    let set = SET.replace("when revealed by anything:", "play:\n  play this\n  play this\nwhen revealed by anything:");
    let script = script(&set);
    let setup = read_position("p1 hand: Echo\np1: Summit[]\np2: Summit[]\n", 0, &script.rules).expect("it is sound");
    let mut game = Game::from_setup(script, &setup, 1, &mut ());
    let played = game.options().into_iter().find(|choice| matches!(choice, Choice::Action(_)));
    let mut loops = Loops::default();
    game.take(played.expect("the echo can be played"), &mut loops).expect("the action is offered");
    assert!(loops.loops > 0, "the loop is reported");
    assert!(game.decision().is_some(), "somebody is asked again");
}

#[test]
fn a_trigger_that_answers_itself_for_ever_is_reported_and_the_game_goes_on() {
    let script = script(SET);
    let position = "p1 hand: Echo\np1: Cave[Echo] Summit[]\np2: Summit[]\n";
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    let mut game = Game::from_setup(script, &setup, 1, &mut ());
    let used = game.options().into_iter().find(|choice| matches!(choice, Choice::Use { .. }));
    let mut loops = Loops::default();
    game.take(used.expect("the cave can be used"), &mut loops).expect("the ability is offered");
    assert_eq!(loops.loops, 1, "the loop is reported once");
    assert!(loops.triggered > 100 && loops.card.is_some());
    assert_eq!(game.outcome(), Outcome::Running);
    assert!(game.decision().is_some(), "somebody is asked again");
}
