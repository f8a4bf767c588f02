//! The game that plays on the first page: bots have played it, and everybody sees the same one.

use std::sync::OnceLock;

use serde_json::json;

use crate::new_game::{library, script};
use crate::pages::Asset;
use crate::replay::{start_of, told};
use crate::room::step;
use crate::wire::ReplayStep;
use board::Seat;
use bots::BotSpec;
use bots::protocol::Table;
use rules::Settings;
use session::opening::{Opening, Seating};
use session::sitting::Sitting;

const PLAYERS: u8 = 2;

/// The games among which the one is that is shown: the first that ends in time.
const SEEDS: std::ops::Range<u64> = 1..9;

/// Things that happen in it at most: it is looked at, not studied.
const BEATS: usize = 160;

/// The game, as those see it who look on. It is played when it is first asked for.
pub fn exhibition() -> &'static Asset {
    static PLAYED: OnceLock<Asset> = OnceLock::new();
    PLAYED.get_or_init(|| Asset::new(played().into_bytes()))
}

fn played() -> String {
    let mut seeds = SEEDS.map(game);
    let first = seeds.next().expect("there is one");
    let (told, _) = match first {
        (_, true) => first,
        (_, false) => seeds.find(|(_, ends)| *ends).unwrap_or(first),
    };
    told
}

/// A game as the page reads it, and whether it ends in time.
fn game(seed: u64) -> (String, bool) {
    let recipe = &library().recipes()[0].id.node;
    let script = script(recipe, &Settings::default()).expect("the project's own recipes are sound");
    let mut sitting = Sitting::begin(Seating {
        script,
        players: PLAYERS,
        seed,
        seat: Seat::ONLOOKER,
        guests: Vec::new(),
        names: Vec::new(),
        bots: BotSpec::Cautious,
        opening: Opening::default(),
        given: None,
    });
    sitting.keep_beats();
    let eyes = Seat::ONLOOKER;
    let table = |sitting: &Sitting| {
        let view = sitting.view_of(eyes).expect("somebody looks on");
        Table::new(sitting.rules(), &view)
    };
    // How the cards are dealt is nothing to look at.
    while sitting.turn() == 0 && sitting.let_bot_decide() {}
    sitting.take_beats(eyes);
    let begins = table(&sitting);
    let mut beats: Vec<ReplayStep> = Vec::new();
    while beats.len() < BEATS && sitting.let_bot_decide() {
        let seen = sitting.take_beats(eyes);
        beats.extend(seen.iter().map(|beat| step(&sitting, beat)));
    }
    let log = sitting.log_of(eyes).expect("somebody looks on");
    let lines = told(log.lines(), log.depths(), sitting.turns_of(eyes), 0);
    let start = start_of(sitting.rules(), PLAYERS, None);
    let end = sitting.ended();
    let told = json!({"start": start, "view": begins, "beats": beats, "lines": lines, "end": end});
    (told.to_string(), end.is_some())
}
