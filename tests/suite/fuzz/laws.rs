//! What holds in every game of every set, whatever its cards say.

use std::sync::{Arc, LazyLock};

use brink::board::{Board, Event, Seat};
use brink::bots::chance::{Policy, trace_game};
use brink::bots::{BotSpec, Course, Seen};
use brink::engine::{Cause, Game, Outcome, Ran, Script, Watch, Words};
use brink::explain::log::Log;
use brink::explain::options::decision::Decision;
use brink::explain::reasons::answer::why;
use brink::record::traces::replay::replay;
use brink::rules::ir::Pc;
use brink::session::preview::preview;

use super::reach::Reach;
use crate::support::again::read_again;
use crate::support::laws::{keeps_all_cards, knows_its_stacks};
use crate::support::options::{are_counted, are_distinct, none_is_refused, nothing_else_is_taken};
use crate::support::worlds::{other_world, stretch};

/// A game is played for so many decisions and turns.
const DECISIONS: u64 = 160;
const TURNS: u32 = 40;
/// More than this an author has to be told: a decision that offers it is looked at no further.
const MANY: usize = 2_000;
/// How many moves are made in two worlds.
const STRETCH: usize = 5;

const BOTS: [&str; 4] = ["random", "cautious", "greedy", "ismcts:6"];

/// How much was looked at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Looked {
    pub games: u64,
    pub decisions: u64,
    pub options: u64,
    pub sets: u64,
    pub statuses: u64,
    pub worlds: u64,
    pub steps: u64,
    pub positions: u64,
    pub previews: u64,
    pub choices: u64,
    pub replayed: u64,
}

impl Looked {
    pub fn add(&mut self, other: Looked) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.options += other.options;
        self.sets += other.sets;
        self.statuses += other.statuses;
        self.worlds += other.worlds;
        self.steps += other.steps;
        self.positions += other.positions;
        self.previews += other.previews;
        self.choices += other.choices;
        self.replayed += other.replayed;
    }
}

type Law = Result<(), String>;

/// Whether a law is looked at, or a construct is played: `FUZZ_WITHOUT` names those that are not.
pub fn looked_at(law: &str) -> bool {
    static WITHOUT: LazyLock<String> =
        LazyLock::new(|| std::env::var("FUZZ_WITHOUT").unwrap_or_default());
    !WITHOUT.split(',').any(|without| without == law)
}

/// Plays games of the rules by all bots, and looks whether the laws hold.
///
/// # Errors
/// The first law that does not, after its name and a colon.
pub fn check(script: &Arc<Script>, players: u8, seed: u64) -> Result<Looked, String> {
    let mut looked = Looked::default();
    for (index, bot) in BOTS.into_iter().enumerate() {
        let mut reach = Reach::default();
        let played = play(
            script,
            players,
            seed.wrapping_add(index as u64),
            bot,
            &mut looked,
            &mut reach,
        );
        reach.note(script);
        played?;
        looked.games += 1;
    }
    if !looked_at("replay") {
        return Ok(looked);
    }
    let policy = if seed.is_multiple_of(2) {
        Policy::Uniform
    } else {
        Policy::Mixed
    };
    let trace = trace_game(script, players, seed, policy, TURNS);
    let replayed = replay(trace.as_bytes(), &mut |_| Ok(script.clone()));
    let replayed =
        replayed.map_err(|fault| format!("replay of its own trace: {fault}\n{trace}"))?;
    looked.replayed += replayed.decisions;
    Ok(looked)
}

fn play(
    script: &Arc<Script>,
    players: u8,
    seed: u64,
    bot: &str,
    looked: &mut Looked,
    reach: &mut Reach,
) -> Law {
    let spec: BotSpec = bot.parse().expect("it is a bot");
    let mut bots: Vec<_> = (0..players)
        .map(|seat| spec.seated(seed ^ u64::from(seat)))
        .collect();
    let mut words = Words::new(seed, 11);
    let mut logs: Vec<Log> = (0..players)
        .map(|seat| Log::new(Seat(seat)))
        .chain([Log::open()])
        .collect();
    let mut game = Game::deal(script.clone(), players, seed, &mut Logs(&mut logs, reach));
    let mut course = Course::default();
    loop {
        keeps_all_cards(&game)?;
        knows_its_stacks(&game)?;
        if looked_at("audit") {
            let audited = game
                .audit()
                .map_err(|fault| format!("both ways of working it out: {fault}"))?;
            looked.sets += audited.sets as u64;
            looked.statuses += audited.having as u64;
        }
        let Some((seat, _)) = game.decision() else {
            break;
        };
        if course.taken >= DECISIONS || game.state().turns > TURNS {
            return Ok(());
        }
        let decision = Decision::of(&game).expect("somebody is asked");
        let count = decision.offers.len();
        looked.decisions += 1;
        looked.options += count as u64;
        if looked_at("options") {
            are_distinct(&game)?;
            are_counted(&game)?;
            none_is_refused(&game)?;
        }
        if count > MANY {
            return Ok(());
        }
        taken(&game, &mut words)?;
        if words.below(3) == 0 && looked_at("worlds") {
            looked.worlds += 1;
            other_world(&game, seat, &mut words)?;
            other_world(&game, Seat((seat.0 + 1) % players), &mut words)?;
        }
        if words.below(8) == 0 && looked_at("worlds") {
            let seat = Seat(words.below(u32::from(players)) as u8);
            let seed = u64::from(words.below(u32::MAX));
            looked.steps += stretch(&game, seat, STRETCH, seed, &mut words)?.0;
        }
        if words.below(12) == 0 && looked_at("previews") {
            // Who decides for somebody else is told what they do.
            let decides = game.chooser().map_or(seat, |chooser| chooser.by);
            looked.previews += comes_true(&game, decides, &mut words)?;
        }
        if words.below(3) == 0 && looked_at("notation") && game.menu().is_some() {
            read_again(&game)?;
            looked.positions += 1;
        }
        if words.below(6) == 0 {
            told(&game, &decision, &logs, &mut words);
        }
        let chosen = bots[seat.index()].choose(&Seen::new(&game, &decision, course));
        if chosen >= count {
            return Err(format!(
                "choices of bots: {bot} chooses {chosen} of {count}"
            ));
        }
        looked.choices += 1;
        let choice = game.options()[chosen];
        game.take(choice, &mut Logs(&mut logs, reach))
            .map_err(|fault| format!("choices of bots: {fault}"))?;
        course.advance(&game);
    }
    match game.outcome() {
        // Where nobody is left at once, it is the player whose turn it is.
        Outcome::Won(seat)
            if !game.board().living.has(seat)
                && (seat != game.board().turn || game.board().living.count() > 0) =>
        {
            Err(format!("winners: {seat} does not live"))
        }
        Outcome::Running => Err("winners: nobody is asked, and nobody has won".to_string()),
        Outcome::Won(_) | Outcome::Drawn => Ok(()),
    }
}

/// Everybody's logs at once, and what has been reached.
struct Logs<'a>(&'a mut Vec<Log>, &'a mut Reach);

impl Watch for Logs<'_> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.0
            .iter_mut()
            .for_each(|log| log.event_by(script, board, event, cause));
        self.1.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.1.ran(at, how);
    }
}

/// Going back and taking the same leads to the same; what is not offered changes nothing.
fn taken(game: &Game, words: &mut Words) -> Law {
    let options = game.options();
    let choice = options[words.below(options.len() as u32) as usize];
    let mut there = game.clone();
    there
        .take(choice, &mut ())
        .map_err(|fault| format!("options taken: {fault}"))?;
    let mut back = there.clone();
    back.set_state(game.state());
    if back.state() != game.state() {
        return Err("taking back: the state is not what it was".to_string());
    }
    nothing_else_is_taken(&back)?;
    back.take(choice, &mut ())
        .map_err(|fault| format!("taking back: {fault}"))?;
    if back.state() != there.state() {
        return Err("taking back: the same choice leads elsewhere".to_string());
    }
    Ok(())
}

/// What is said of a choice before it is taken happens, and is the same whatever lies hidden. Answers how much was said.
fn comes_true(game: &Game, seat: Seat, words: &mut Words) -> Result<u64, String> {
    let number = words.below(game.options().len() as u32) as usize;
    let told = preview(game, number);
    let other = other_world(game, seat, words)?;
    // Where texts ask what cannot be known, not all worlds offer the same.
    if other.options().len() == game.options().len() && preview(&other, number) != told {
        return Err(format!(
            "previews: {seat} is told of other things in another world"
        ));
    }
    let certain = told.map(|preview| preview.certain).unwrap_or_default();
    let (mut there, mut log) = (game.clone(), Log::new(seat));
    there
        .take(game.options()[number], &mut log)
        .map_err(|fault| format!("options taken: {fault}"))?;
    let happened = log.take_lines();
    let mut rest = happened.iter();
    let statuses =
        |sentence: &str| sentence.contains(") becomes ") || sentence.contains(") is no longer ");
    match certain
        .iter()
        .find(|sentence| !statuses(sentence) && !rest.any(|line| line == *sentence))
    {
        Some(sentence) => Err(format!(
            "previews: `{sentence}` does not happen: {happened:?}"
        )),
        None => Ok(certain.len() as u64),
    }
}

/// Whatever is asked is answered.
fn told(game: &Game, decision: &Decision, logs: &[Log], words: &mut Words) {
    let rules = &game.script().rules;
    let offer = &decision.offers[words.below(decision.offers.len() as u32) as usize];
    let seat = Seat(words.below(u32::from(game.board().seats)) as u8);
    let face = &rules.faces[words.below(rules.faces.len() as u32) as usize].label;
    for asked in [
        offer.label.clone(),
        format!("{seat}.1"),
        "pass".into(),
        face.clone(),
        format!("action {face}"),
        "use p1.1".into(),
    ] {
        let _ = why(game, &asked);
    }
    for log in logs {
        let lines = log.lines().len();
        if lines > 0 {
            let _ = log.why(rules, words.below(lines as u32) as usize + 1);
        }
    }
}
