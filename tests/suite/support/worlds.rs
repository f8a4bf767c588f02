//! The law of secrecy: what a seat cannot know changes nothing of what it is shown, told and asked.

use std::sync::Arc;

use brink::board::{Board, CardId, CardSet, Event, Seat, View};
use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::protocol::{Clock, Decide, Happenings, Table};
use brink::engine::{Asked, Cause, Choice, Game, Ran, Script, Watch, Words};
use brink::explain::goals::goals;
use brink::explain::log::Log;
use brink::explain::options::decision::Decision;
use brink::explain::reading::read;
use brink::explain::reasons::answer::{why, why_plainly};
use brink::record::positions::print::print_view;
use brink::rules::ir::{FaceId, Op, Pc};
use brink::session::disclosure::{News, Sights};
use brink::session::screen::Memory;
use brink::session::screen::{Lines, draw};

/// All that a seat is shown: the table and the screen, also at a strict table, who is asked, when it is the seat itself,
/// what, and all of that as programs are told it.
pub fn shown(game: &Game, seat: Seat) -> String {
    let rules = &game.script().rules;
    let view = View::of(game.board(), &rules.cards, seat);
    let table = print_view(rules, &view, false);
    let seen = &view.seen;
    let table = format!(
        "{table}seen in hands: {seen:?}\n{}",
        print_view(rules, &view.clone().without_memory(), false)
    );
    let decision = Decision::of(game).filter(|decision| decision.by == seat);
    let goals = goals(&game.worlds(seat));
    let screen = |memory| {
        draw(
            rules,
            view.clone(),
            &goals,
            decision.as_ref(),
            seat,
            memory,
            Lines::new(false),
        )
    };
    let screens = [Memory::Assisted, Memory::Strict].map(screen).concat();
    let asked = match (game.decision(), &decision) {
        (None, _) => format!("nobody, {:?}", game.outcome()),
        (_, Some(decision)) => {
            let clock = Clock {
                move_ms: 1000,
                game_ms: None,
            };
            let decide =
                Decide::new(rules, &view, decision, 1, 1, clock).observed(rules, &view, decision);
            format!(
                "{decision:?}\n{}",
                serde_json::to_string(&decide).expect("it is JSON")
            )
        }
        (Some(_), None) => {
            let asked = game.chooser().expect("somebody is asked");
            let table = Table::new(rules, &view);
            format!(
                "{asked}\n{}",
                serde_json::to_string(&table).expect("it is JSON")
            )
        }
    };
    // What can be read: one's hand, and whatever stands somewhere.
    let spots = view.nations.iter().enumerate().flat_map(|(player, row)| {
        let places = 1..=row.as_ref().map_or(0, Vec::len);
        places.map(move |place| format!("p{}.{place}", player + 1))
    });
    let spots = spots
        .chain([String::new()])
        .map(|asked| format!("{:?}\n", read(rules, &view, seat, &asked, 100)));
    let read: String = spots.collect();
    format!("{table}{screens}{read}asked: {asked}\n")
}

/// The first line that differs.
fn difference(here: &str, there: &str) -> String {
    let lines = here
        .lines()
        .zip(there.lines())
        .find(|(one, other)| one != other);
    lines.map_or_else(
        || "one ends sooner".to_string(),
        |(one, other)| format!("\n  {one}\n  {other}"),
    )
}

fn same_shown(seat: Seat, here: &str, there: &str) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    Err(format!(
        "two worlds, shown: {seat} is shown something else: {}",
        difference(here, there)
    ))
}

/// Another game that the seat cannot tell from this one.
///
/// # Errors
/// It can: in which way.
pub fn other_world(game: &Game, seat: Seat, words: &mut Words) -> Result<Game, String> {
    let other = game.determinized(seat, words);
    let twin = game.with_hidden_permuted(seat, &CardSet::default(), words);
    if game.worlds(seat) != twin.worlds(seat) {
        return Err(format!(
            "two worlds, information sets: {seat} could tell these games apart"
        ));
    }
    same_shown(seat, &shown(game, seat), &shown(&other, seat))?;
    Ok(other)
}

/// The log of a seat, and every card that it has learned since, for a moment only, too.
pub struct Witness {
    log: Log,
    /// The same in parts.
    events: Happenings,
    seat: Seat,
    learned: CardSet,
    /// Actions that could not be played.
    fizzled: u32,
    script: Arc<Script>,
    /// Choices of texts that have come up, also those that were made by themselves, because there was one option only.
    come_up: u32,
    /// What players had chosen in secret, once it is shown.
    ballots: Vec<(Seat, u16)>,
    /// Every card that has been opened to the seat.
    pub opened: CardSet,
    /// What has come before somebody's eyes.
    sights: Sights,
}

impl Witness {
    pub fn new(game: &Game, seat: Seat) -> Witness {
        let (log, script) = (Log::new(seat), game.script().clone());
        let events = Happenings::new(seat);
        let (learned, opened, ballots, sights) = Default::default();
        Witness {
            log,
            events,
            seat,
            learned,
            fizzled: 0,
            script,
            come_up: 0,
            ballots,
            opened,
            sights,
        }
    }

    /// Adds what the seat knows now.
    fn look(&mut self, game: &Game) {
        let cards = (0..game.script().rules.cards.len()).map(|card| CardId(card as u16));
        self.learned
            .extend(cards.filter(|card| !game.is_hidden(*card, self.seat)));
    }
}

impl Watch for Witness {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let learned = match *event {
            Event::Discarded { card }
            | Event::Removed { card }
            | Event::LaidAside { card, .. }
            | Event::PutUnderWay { card, .. }
            | Event::Built { card, .. }
            | Event::Swapped { card, .. }
            | Event::Shown { card }
            | Event::Revealed { card, .. }
            | Event::Stacked {
                card,
                face_up: true,
                ..
            } => Some(card),
            Event::Seen { card, seat }
            | Event::Drawn { card, seat }
            | Event::ToHand { card, seat }
                if seat == self.seat =>
            {
                Some(card)
            }
            _ => None,
        };
        self.learned.extend(learned);
        self.opened.extend(learned);
        match *event {
            Event::Chose { seat, chosen } => self.ballots.push((seat, chosen.0.into())),
            Event::Bid { seat, number } => self.ballots.push((seat, number)),
            Event::Came(pended) if pended.secret != 0 => {
                let shown = pended.carried.map(|value| (pended.you, value));
                self.ballots.extend(shown);
            }
            _ => {}
        }
        self.fizzled += u32::from(matches!(event, Event::Fizzled { .. }));
        self.sights.note(board, event, cause.is_some());
        self.log.event_by(script, board, event, cause);
        self.events.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        let chooses = matches!(
            self.script.rules.code[usize::from(at)],
            Op::Choose { .. } | Op::Either { .. }
        );
        self.come_up += u32::from(chooses && how == Ran::Begun);
    }
}

/// What the seat that is asked is told when it asks why, or says what is not offered: about some building, some card,
/// and words that mean nothing here.
pub fn answers(game: &Game, number: u64) -> Vec<Result<String, String>> {
    let rules = &game.script().rules;
    let seats = u64::from(game.board().seats);
    let kind = &rules.kinds[number as usize % rules.kinds.len()];
    let name = |face: FaceId| rules.faces[face.index()].label.clone();
    let place = format!("p{}.{}", number % seats + 1, number / seats % 3 + 1);
    let building = name(kind.buildings[0]);
    let mut asked = vec![
        place.clone(),
        "pass".into(),
        format!("build {building} at {place}"),
        format!("use {place}"),
    ];
    if let Some(action) = kind.action.map(name) {
        asked.extend([
            format!("action {action}"),
            format!("stack {action} on {place}"),
            action,
        ]);
    }
    asked
        .iter()
        .map(|asked| why(game, asked))
        .chain([why_plainly(game, &asked[0])])
        .collect()
}

/// What a seat is told when it is asked and says something else.
fn answered(game: &Game, seat: Seat, number: u64) -> Vec<Result<String, String>> {
    let asked = game.chooser().is_some_and(|who| who.by == seat);
    if asked && number.is_multiple_of(3) {
        answers(game, number)
    } else {
        Vec::new()
    }
}

/// The card in hand that a choice is about.
pub fn played(game: &Game, choice: Choice) -> Option<CardId> {
    let (Choice::Action(kind)
    | Choice::Build { kind, .. }
    | Choice::Stack { kind, .. }
    | Choice::Shield(kind)) = choice
    else {
        return None;
    };
    let (seat, _) = game.decision()?;
    let rules = &game.script().rules;
    game.board()
        .hand(seat)
        .iter()
        .copied()
        .find(|card| rules.cards[card.index()] == kind)
}

/// The same choice in another world, where the card that is played may be of another kind. `None` when the
/// player could not do the same there.
pub fn same_choice(other: &Game, choice: Choice, card: Option<CardId>) -> Option<Choice> {
    let choice = match card {
        None => choice,
        Some(card) => {
            let there = other.script().rules.cards[card.index()];
            match choice {
                Choice::Action(_) => Choice::Action(there),
                Choice::Build { seat, place, .. } => Choice::Build {
                    kind: there,
                    seat,
                    place,
                },
                Choice::Stack { on, .. } => Choice::Stack { kind: there, on },
                Choice::Shield(_) => Choice::Shield(there),
                _ => choice,
            }
        }
    };
    (played(other, choice) == card && other.options().contains(&choice)).then_some(choice)
}

/// What a seat has been told and shown up to some step.
pub struct Step {
    decision: Option<(Seat, Asked)>,
    shown: String,
    answers: Vec<Result<String, String>>,
    /// How much it had been told by then.
    lines: usize,
    happened: usize,
    fizzled: u32,
    come_up: u32,
    ballots: usize,
}

impl Step {
    pub fn of(game: &Game, witness: &Witness, number: u64) -> Step {
        Step {
            decision: game.decision(),
            shown: shown(game, witness.seat),
            answers: answered(game, witness.seat, number),
            lines: witness.log.lines().len(),
            happened: witness.events.all().len(),
            fizzled: witness.fizzled,
            come_up: witness.come_up,
            ballots: witness.ballots.len(),
        }
    }
}

/// After the same steps in another world. Answers whether they have parted because others could not play alike there.
///
/// # Errors
/// The seat is shown or told something else: what.
pub fn parts(
    (here, witness, step): (&Game, &Witness, &Step),
    (there, other): (&Game, &Witness),
    number: u64,
) -> Result<bool, String> {
    let seat = witness.seat;
    // Where another's action that a text plays hangs on their hand, all see whether it could be played (PLY-5). And what was hidden until
    // now has been shown, and was another thing.
    if step.fizzled != other.fizzled || other.ballots != witness.ballots[..step.ballots] {
        return Ok(true);
    }
    let (log, other_log) = (&witness.log.lines()[..step.lines], other.log.lines());
    // Where somebody else has one option only, or more than one, one world is ahead of the other: something else is asked,
    // or what a text asks again and again has been asked more often.
    let ahead = there.decision() != step.decision || other.come_up != step.come_up;
    if log != other_log && !(ahead && (log.starts_with(other_log) || other_log.starts_with(log))) {
        return Err(format!(
            "two worlds, told: {seat} is told\n{log:#?}\nand\n{other_log:#?}"
        ));
    }
    let (events, other_events) = (&witness.events.all()[..step.happened], other.events.all());
    if events != other_events
        && !(ahead && (events.starts_with(other_events) || other_events.starts_with(events)))
    {
        return Err(format!(
            "two worlds, events: {seat} is told\n{events:#?}\nand\n{other_events:#?}"
        ));
    }
    if ahead {
        return Ok(true);
    }
    for line in step.lines.saturating_sub(4)..step.lines {
        let why = |game: &Game, log: &Log| log.why(&game.script().rules, line + 1);
        let (one, two) = (why(here, &witness.log), why(there, &other.log));
        if one != two {
            return Err(format!(
                "two worlds, reasons: {seat} is told another reason\n{one:?}\n{two:?}"
            ));
        }
    }
    let answers = answered(there, seat, number);
    if step.answers != answers {
        return Err(format!(
            "two worlds, answers: {seat} is told\n{:#?}\nand\n{answers:#?}",
            step.answers
        ));
    }
    same_shown(seat, &step.shown, &shown(there, seat))?;
    Ok(false)
}

/// By card: the seat knows what it is.
fn known(game: &Game, seat: Seat) -> [Vec<bool>; 1] {
    let cards = game.script().rules.cards.len() as u16;
    [(0..cards)
        .map(|card| !game.is_hidden(CardId(card), seat))
        .collect()]
}

/// What the seat is told that going back would undo: how often something has come to light that it did not know, and in all.
fn undone(known: &[Vec<bool>], sights: Sights) -> (u32, u32) {
    let news = News::new(
        Vec::new(),
        known,
        &known[0].iter().map(|_| false).collect::<Vec<_>>(),
        sights,
    );
    (news.hidden[0], news.shown)
}

/// Plays on from a position for so many moves, and the same moves in a world that differs in whatever the seat does not
/// learn meanwhile. Answers how many were made in both, and whether they have parted because others could not play alike:
/// their hidden cards differ.
///
/// # Errors
/// It is shown or told something else there: what.
pub fn stretch(
    game: &Game,
    seat: Seat,
    moves: usize,
    seed: u64,
    words: &mut Words,
) -> Result<(u64, bool), String> {
    let mut player = RandomPlayer::new(Policy::Mixed, seed);
    let (mut here, mut witness) = (game.clone(), Witness::new(game, seat));
    let mut steps = Vec::new();
    while steps.len() < moves && here.decision().is_some() {
        witness.look(&here);
        let choice = player.choose(&here);
        let (card, before) = (played(&here, choice), known(&here, seat));
        here.take(choice, &mut witness)
            .map_err(|fault| format!("options taken: {fault}"))?;
        let undone = undone(&before, std::mem::take(&mut witness.sights));
        steps.push((
            choice,
            card,
            Step::of(&here, &witness, steps.len() as u64),
            undone,
        ));
    }
    witness.look(&here);
    let mut there = game.with_hidden_permuted(seat, &witness.learned, words);
    let mut other = Witness::new(&there, seat);
    let mut made = 0;
    for (choice, card, step, news) in steps {
        let Some(choice) = same_choice(&there, choice, card) else {
            return Ok((made, true));
        };
        let before = known(&there, seat);
        there
            .take(choice, &mut other)
            .map_err(|fault| format!("options taken: {fault}"))?;
        if parts((&here, &witness, &step), (&there, &other), made)? {
            return Ok((made, true));
        }
        let seen = undone(&before, std::mem::take(&mut other.sights));
        if news != seen {
            return Err(format!(
                "two worlds, undo: {seat} is told that {news:?} and {seen:?} cards have come to light"
            ));
        }
        made += 1;
    }
    Ok((made, false))
}
