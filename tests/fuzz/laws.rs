//! What holds in every game of every set, whatever its cards say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use brink::board::{Board, CardId, Event, Seat, View};
use brink::engine::{Asked, CardSet, Cause, Choice, Game, Outcome, Script, Watch, Words};
use brink::table::bots::{BotSpec, Course, Seen};
use brink::table::decision::Decision;
use brink::table::label::labels;
use brink::table::log::Log;
use brink::table::memory::Memory;
use brink::table::position::read_position;
use brink::table::print::print_view;
use brink::table::protocol::{Clock, Decide, Table};
use brink::table::replay::replay;
use brink::table::screen::{Lines, draw};
use brink::table::trace::{Policy, RandomPlayer, trace_game};
use brink::table::why::why;

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
        self.choices += other.choices;
        self.replayed += other.replayed;
    }
}

type Law = Result<(), String>;

/// What is not looked at unless `FUZZ_WITHOUT` says so, because it does not hold for every set yet: conditions on hidden
/// cards, texts that ask whether they can be played.
const NOT_YET: &str = "worlds,can";

/// Whether a law is looked at, or a construct is played: `FUZZ_WITHOUT` names those that are not.
pub fn looked_at(law: &str) -> bool {
    static WITHOUT: LazyLock<String> = LazyLock::new(|| std::env::var("FUZZ_WITHOUT").unwrap_or(NOT_YET.to_string()));
    !WITHOUT.split(',').any(|without| without == law)
}

/// Plays games of the rules by all bots, and looks whether the laws hold.
///
/// # Errors
/// The first law that does not, after its name and a colon.
pub fn check(script: &Arc<Script>, players: u8, seed: u64) -> Result<Looked, String> {
    let mut looked = Looked::default();
    for (index, bot) in BOTS.into_iter().enumerate() {
        play(script, players, seed.wrapping_add(index as u64), bot, &mut looked)?;
        looked.games += 1;
    }
    if !looked_at("replay") {
        return Ok(looked);
    }
    let policy = if seed.is_multiple_of(2) { Policy::Uniform } else { Policy::Mixed };
    let trace = trace_game(script, players, seed, policy, TURNS);
    let replayed = replay(trace.as_bytes(), &mut |_| Ok(script.clone()));
    let replayed = replayed.map_err(|fault| format!("replay of its own trace: {fault}\n{trace}"))?;
    looked.replayed += replayed.decisions;
    Ok(looked)
}

fn play(script: &Arc<Script>, players: u8, seed: u64, bot: &str, looked: &mut Looked) -> Law {
    let spec: BotSpec = bot.parse().expect("it is a bot");
    let mut bots: Vec<_> = (0..players).map(|seat| spec.seated(seed ^ u64::from(seat))).collect();
    let mut words = Words::new(seed, 11);
    let mut logs: Vec<Log> = (0..players).map(|seat| Log::new(Seat(seat))).chain([Log::open()]).collect();
    let mut game = Game::deal(script.clone(), players, seed, &mut Logs(&mut logs));
    let mut course = Course::default();
    loop {
        conserved(&game)?;
        if looked_at("audit") {
            let audited = game.audit().map_err(|fault| format!("both ways of working it out: {fault}"))?;
            looked.sets += audited.sets as u64;
            looked.statuses += audited.having as u64;
        }
        let Some((seat, _)) = game.decision() else { break };
        if course.taken >= DECISIONS || game.state().turns > TURNS {
            return Ok(());
        }
        let decision = Decision::of(&game).expect("somebody is asked");
        let count = decision.offers.len();
        looked.decisions += 1;
        looked.options += count as u64;
        if looked_at("options") {
            options(&game, &decision)?;
        }
        if count > MANY {
            return Ok(());
        }
        taken(&game, &mut words)?;
        if words.below(3) == 0 && looked_at("worlds") {
            looked.worlds += 1;
            worlds(&game, seat, &mut words)?;
            worlds(&game, Seat((seat.0 + 1) % players), &mut words)?;
        }
        if words.below(8) == 0 && looked_at("worlds") {
            let seat = Seat(words.below(u32::from(players)) as u8);
            looked.steps += stretch(&game, seat, &mut words)?;
        }
        if words.below(3) == 0 && looked_at("notation") {
            looked.positions += u64::from(notation(&game)?);
        }
        if words.below(6) == 0 {
            told(&game, &decision, &logs, &mut words);
        }
        let chosen = bots[seat.index()].choose(&Seen::new(&game, &decision, course));
        if chosen >= count {
            return Err(format!("choices of bots: {bot} chooses {chosen} of {count}"));
        }
        looked.choices += 1;
        let choice = game.options()[chosen];
        game.take(choice, &mut Logs(&mut logs)).map_err(|fault| format!("choices of bots: {fault}"))?;
        course.advance(&game);
    }
    match game.outcome() {
        // Where nobody is left at once, it is the player whose turn it is.
        Outcome::Won(seat)
            if !game.board().living.has(seat) && (seat != game.board().turn || game.board().living.count() > 0) =>
        {
            Err(format!("winners: {seat} does not live"))
        }
        Outcome::Running => Err("winners: nobody is asked, and nobody has won".to_string()),
        Outcome::Won(_) => Ok(()),
    }
}

/// Everybody's logs at once.
struct Logs<'a>(&'a mut Vec<Log>);

impl Watch for Logs<'_> {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        self.0.iter_mut().for_each(|log| log.event_by(script, board, event, cause));
    }
}

/// Every card is in one place, and what is counted of stacks is what they hold.
fn conserved(game: &Game) -> Law {
    let board = game.board();
    let mut places: BTreeMap<CardId, String> = BTreeMap::new();
    let mut twice = None;
    let mut put = |card: CardId, place: String| {
        if let Some(other) = places.insert(card, place.clone()) {
            twice = Some(format!("cards conserved: {card:?} lies in {other} and in {place}"));
        }
    };
    let piles =
        [("deck", board.deck()), ("discard", board.discard()), ("removed", board.removed()), ("aside", board.aside())];
    for (name, pile) in piles {
        pile.cards().iter().for_each(|card| put(*card, name.into()));
    }
    for seat in Seat(0).clockwise(board.seats) {
        board.hand(seat).iter().for_each(|card| put(*card, format!("{seat} hand")));
    }
    for building in board.buildings() {
        put(*building, "row".into());
        board.stack(*building).iter().for_each(|card| put(*card, format!("stack of {building:?}")));
    }
    if let Some(twice) = twice {
        return Err(twice);
    }
    let deck_size = game.script().rules.deck_size;
    let deck = places.keys().filter(|card| card.index() < deck_size).count();
    let victories = places.len() - deck;
    if deck != deck_size || victories != usize::from(board.seats) {
        return Err(format!(
            "cards conserved: {deck} of {deck_size} cards of the deck, {victories} victory cards of {}",
            board.seats
        ));
    }
    for building in board.buildings() {
        let (stack, state) = (board.stack(*building), board.card(*building));
        let ups = stack.iter().filter(|card| board.card(**card).face_up()).count();
        let top = stack.last().copied().unwrap_or(CardId::NONE);
        let under = stack.iter().all(|card| board.under(*card) == Some(*building));
        if stack.len() != usize::from(state.height)
            || ups.min(255) != usize::from(state.ups)
            || top != state.top()
            || !under
        {
            return Err(format!("heights and tops: {building:?} {state:?} holds {stack:?}"));
        }
    }
    Ok(())
}

/// No two options are the same or share a label, and they are counted as they are listed.
fn options(game: &Game, decision: &Decision) -> Law {
    let options = game.options();
    if options.is_empty() {
        return Err(format!("options: {} is asked and has none", decision.seat));
    }
    let mut known = BTreeSet::new();
    for offer in &decision.offers {
        if !known.insert(&offer.label) {
            return Err(format!("options distinct: `{}` is offered twice", offer.label));
        }
    }
    let mut counted = 0;
    let mut copy = game.clone();
    copy.take_nth(&mut (), |count| {
        counted = count as usize;
        count - 1
    });
    if counted != options.len() {
        return Err(format!("options counted: {counted}, and {} are listed", options.len()));
    }
    let mut other = game.clone();
    let last = options[options.len() - 1];
    other.take(last, &mut ()).map_err(|fault| format!("options taken: {fault}"))?;
    if copy.state() != other.state() {
        return Err(format!("options counted: the last one is not `{}`", decision.offers[counted - 1].label));
    }
    Ok(())
}

/// Going back and taking the same leads to the same; what is not offered changes nothing.
fn taken(game: &Game, words: &mut Words) -> Law {
    let options = game.options();
    let choice = options[words.below(options.len() as u32) as usize];
    let mut there = game.clone();
    there.take(choice, &mut ()).map_err(|fault| format!("options taken: {fault}"))?;
    let mut back = there.clone();
    back.set_state(game.state());
    if back.state() != game.state() {
        return Err("taking back: the state is not what it was".to_string());
    }
    if back.take(Choice::Branch(u16::MAX), &mut ()).is_ok() || back.state() != game.state() {
        return Err("options: what is not offered is taken, or changes the game".to_string());
    }
    back.take(choice, &mut ()).map_err(|fault| format!("taking back: {fault}"))?;
    if back.state() != there.state() {
        return Err("taking back: the same choice leads elsewhere".to_string());
    }
    Ok(())
}

/// All that a seat is shown.
fn shown(game: &Game, seat: Seat) -> String {
    let rules = &game.script().rules;
    let view = View::of(game.board(), &rules.cards, seat);
    let table = print_view(rules, &view, false);
    let strict = print_view(rules, &view.clone().without_memory(), false);
    let decision = Decision::of(game).filter(|decision| decision.seat == seat);
    let screen = draw(rules, view.clone(), decision.as_ref(), seat, Memory::Assisted, Lines::new(false));
    let asked = match (game.decision(), &decision) {
        (None, _) => format!("nobody, {:?}", game.outcome()),
        (_, Some(decision)) => {
            let clock = Clock { move_ms: 1000, game_ms: None };
            let decide = Decide::new(rules, &view, decision, 1, 1, clock);
            format!("{decision:?}\n{}", serde_json::to_string(&decide).expect("it is JSON"))
        }
        (Some((asked, _)), None) => {
            let table = Table::new(rules, &view);
            format!("{asked}\n{}", serde_json::to_string(&table).expect("it is JSON"))
        }
    };
    format!("{table}{:?}\n{strict}{screen}asked: {asked}\n", view.seen)
}

/// The first line that differs.
fn difference(here: &str, there: &str) -> String {
    let lines = here.lines().zip(there.lines()).find(|(one, other)| one != other);
    lines.map_or_else(|| "one ends sooner".to_string(), |(one, other)| format!("\n  {one}\n  {other}"))
}

/// What a seat cannot know changes nothing of what it is shown.
fn worlds(game: &Game, seat: Seat, words: &mut Words) -> Law {
    let other = game.determinized(seat, words);
    let twin = game.with_hidden_permuted(seat, &CardSet::default(), words);
    if game.worlds(seat) != twin.worlds(seat) {
        return Err(format!("two worlds: {seat} could tell these games apart by their information sets"));
    }
    let (here, there) = (shown(game, seat), shown(&other, seat));
    if here != there {
        return Err(format!("two worlds: {seat} is shown something else: {}", difference(&here, &there)));
    }
    Ok(())
}

/// The log of a seat, and every card that it has learned since.
struct Witness {
    log: Log,
    seat: Seat,
    learned: CardSet,
}

impl Witness {
    fn new(seat: Seat) -> Witness {
        Witness { log: Log::new(seat), seat, learned: CardSet::default() }
    }

    fn look(&mut self, game: &Game) {
        let cards = (0..game.script().rules.cards.len()).map(|card| CardId(card as _));
        self.learned.extend(cards.filter(|card| !game.is_hidden(*card, self.seat)));
    }
}

impl Watch for Witness {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        let learned = match *event {
            Event::Discarded { card }
            | Event::Removed { card }
            | Event::LaidAside { card, .. }
            | Event::Built { card, .. }
            | Event::Swapped { card, .. }
            | Event::Shown { card }
            | Event::Revealed { card, .. }
            | Event::Stacked { card, face_up: true, .. } => Some(card),
            Event::Seen { card, seat } | Event::Drawn { card, seat } | Event::ToHand { card, seat }
                if seat == self.seat =>
            {
                Some(card)
            }
            _ => None,
        };
        self.learned.extend(learned);
        self.log.event_by(script, board, event, cause);
    }
}

/// The card in hand that a choice is about.
fn played(game: &Game, choice: Choice) -> Option<CardId> {
    let (Choice::Action(kind) | Choice::Build { kind, .. } | Choice::Stack { kind, .. } | Choice::Shield(kind)) =
        choice
    else {
        return None;
    };
    let (seat, _) = game.decision()?;
    let rules = &game.script().rules;
    game.board().hand(seat).iter().copied().find(|card| rules.cards[card.index()] == kind)
}

/// The same choice in another world, where the card that is played may be of another kind.
fn same_choice(other: &Game, choice: Choice, card: Option<CardId>) -> Option<Choice> {
    let choice = match card {
        None => choice,
        Some(card) => {
            let there = other.script().rules.cards[card.index()];
            match choice {
                Choice::Action(_) => Choice::Action(there),
                Choice::Build { seat, place, .. } => Choice::Build { kind: there, seat, place },
                Choice::Stack { on, .. } => Choice::Stack { kind: there, on },
                Choice::Shield(_) => Choice::Shield(there),
                _ => choice,
            }
        }
    };
    (played(other, choice) == card && other.options().contains(&choice)).then_some(choice)
}

/// Plays on from here, and the same moves in a world that differs in whatever the seat does not learn meanwhile: all that
/// it is shown and told is the same. Answers how many moves were made in both.
fn stretch(game: &Game, seat: Seat, words: &mut Words) -> Result<u64, String> {
    let mut player = RandomPlayer::new(Policy::Mixed, u64::from(words.below(u32::MAX)));
    let (mut here, mut witness) = (game.clone(), Witness::new(seat));
    let mut steps = Vec::new();
    while steps.len() < STRETCH && here.decision().is_some() {
        witness.look(&here);
        let choice = player.choose(&here);
        let card = played(&here, choice);
        here.take(choice, &mut witness).map_err(|fault| format!("options taken: {fault}"))?;
        steps.push((choice, card, here.decision(), shown(&here, seat), witness.log.lines().len()));
    }
    witness.look(&here);
    let mut there = game.with_hidden_permuted(seat, &witness.learned, words);
    let mut other = Witness::new(seat);
    let mut made = 0;
    for (choice, card, decision, expected, told) in steps {
        // Others could not play alike where their hidden cards differ.
        let Some(choice) = same_choice(&there, choice, card) else { break };
        there.take(choice, &mut other).map_err(|fault| format!("options taken: {fault}"))?;
        let (log, other_log) = (&witness.log.lines()[..told], other.log.lines());
        if there.decision() != decision {
            // Somebody else has one option only, or more than one: one world is ahead of the other.
            if !log.starts_with(other_log) && !other_log.starts_with(log) {
                return Err(format!("two worlds: {seat} is told\n{log:#?}\nand\n{other_log:#?}"));
            }
            break;
        }
        if log != other_log {
            return Err(format!("two worlds: {seat} is told\n{log:#?}\nand\n{other_log:#?}"));
        }
        let why = |game: &Game, log: &Log| log.why(&game.script().rules, told);
        if told > 0 && why(&here, &witness.log) != why(&there, &other.log) {
            let (one, two) = (why(&here, &witness.log), why(&there, &other.log));
            return Err(format!("two worlds: {seat} is told another reason\n{one:?}\n{two:?}"));
        }
        let there_shown = shown(&there, seat);
        if expected != there_shown {
            return Err(format!("two worlds: {seat} is shown something else: {}", difference(&expected, &there_shown)));
        }
        made += 1;
    }
    Ok(made)
}

/// A printed position reads back to the same, and offers the same. Answers whether there was one to read.
fn notation(game: &Game) -> Result<bool, String> {
    if !matches!(game.decision(), Some((_, Asked::Menu))) {
        return Ok(false);
    }
    let rules = &game.script().rules;
    let text = print_view(rules, &View::open(game.board(), &rules.cards), true);
    let setup = read_position(&text, 0, rules).map_err(|faults| format!("notation: {faults:?}\n{text}"))?;
    let again = Game::from_setup(game.script().clone(), &setup, 0, &mut ());
    let printed = print_view(rules, &View::open(again.board(), &rules.cards), true);
    if printed != text {
        return Err(format!("notation: read and printed again: {}", difference(&text, &printed)));
    }
    let offered = |game: &Game| labels(game).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
    if offered(&again) != offered(game) {
        let both = (offered(game), offered(&again));
        let lost: Vec<&String> = both.0.iter().filter(|label| !both.1.contains(label)).collect();
        let new: Vec<&String> = both.1.iter().filter(|label| !both.0.contains(label)).collect();
        return Err(format!("notation: read again, it does not offer {lost:?} and offers {new:?}\n{text}"));
    }
    Ok(true)
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
