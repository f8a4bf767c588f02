//! `brink play` on the full screen of a terminal: what is asked for, and game after game.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::Args;

use crate::app::home::Home;
use crate::app::play::opening::{self, Host, in_words};
use crate::app::play::resume::Resumed;
use crate::app::play::settling::{refusal, settle};
use crate::app::play::table::go_on_sentence;
use crate::app::play::{Console, Deal, Play};
use crate::app::shelf::{Keeper, Kept, Shelf};
use crate::app::tui::look::Look;
use crate::app::tui::{Effect, Input, Lobby, Model, Scene, Screen};
use crate::app::{Failure, colour, plain};
use crate::base::plural;
use crate::board::Seat;
use crate::engine::Words;
use crate::rules::ir::Dispute;
use crate::table::memory::Memory;
use crate::table::sitting::{Opening, Seating, Sitting, TakenBack};

/// How fast it is shown what others do, when nothing is said: from 1 on.
const SPEED: u8 = 3;

/// How a game is shown on a terminal, and for whom.
#[derive(Debug, Args)]
pub struct ScreenOptions {
    /// Line by line, as through a pipe, instead of on the full screen
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,
    /// How fast it is shown what others do: 1 (slow) to 5 (all at once) [default: 3]
    #[arg(long, value_name = "SPEED", value_parser = clap::value_parser!(u8).range(1..=5))]
    speed: Option<u8>,
    /// How many people sit at this screen, or their names, such as Ann,Ben [default: 1]
    #[arg(long, value_name = "PEOPLE", conflicts_with_all = ["load", "resume"])]
    people: Option<String>,
}

impl ScreenOptions {
    /// The game is played on the full screen.
    pub fn full(&self, home: &Home) -> bool {
        !self.plain && !home.settings.play.plain.unwrap_or_default() && is_screen()
    }

    /// The people at the screen, by their names, which may be empty.
    pub fn people(&self, players: u8, home: &Home) -> Result<Vec<String>, Failure> {
        let Some(people) = &self.people else { return Ok(vec![String::new()]) };
        let names: Vec<String> = match people.parse::<usize>() {
            Ok(count) => vec![String::new(); count.min(usize::from(players) + 1)],
            Err(_) => people.split(',').map(named).filter(|name| !name.is_empty()).collect(),
        };
        if names.is_empty() || names.len() > usize::from(players) {
            let sentence = format!("`{people}` people do not fit at a table of {players}");
            return Err(Failure::usage(sentence, "write `--people 2` or `--people Ann,Ben`, and `--players` for all"));
        }
        if names.len() > 1 && !self.full(home) {
            let sentence = "several people play on the full screen of a terminal alone";
            return Err(Failure::usage(sentence, "leave `--plain` out, or `--people`"));
        }
        Ok(names)
    }

    /// The seats of the people besides the first one, and what all of them are called, by seat.
    pub fn company(&self, first: Seat, players: u8, home: &Home) -> Result<(Vec<Seat>, Vec<String>), Failure> {
        let names = self.people(players, home)?;
        let seats: Vec<Seat> = first.clockwise(players).take(names.len()).collect();
        if names.iter().all(String::is_empty) {
            return Ok((seats[1..].to_vec(), Vec::new()));
        }
        let mut called = vec![String::new(); usize::from(players)];
        for (seat, name) in seats.iter().zip(names) {
            called[seat.index()] = name;
        }
        Ok((seats[1..].to_vec(), called))
    }

    fn look(&self, home: &Home) -> Look {
        look(self.ascii || home.settings.play.ascii.unwrap_or_default())
    }
}

/// A name on one line, without what steers a terminal.
fn named(name: &str) -> String {
    crate::base::plain(name.trim()).chars().take(12).collect()
}

/// What the terminal can show.
pub fn look(ascii: bool) -> Look {
    Look { fine: !ascii && fine(), colour: colour::wanted(true) }
}

/// A person sits at a terminal on which the cursor can be moved.
pub fn is_screen() -> bool {
    let dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && (cfg!(windows) || !dumb)
}

/// The terminal and its locale know more than ASCII.
fn fine() -> bool {
    if cfg!(windows) {
        return true;
    }
    let poor = env::var("TERM").is_ok_and(|term| ["linux", "vt100", "vt220", "ansi"].contains(&&term[..]));
    let given = |name: &&str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(given).unwrap_or_default().to_lowercase();
    !poor && (locale.contains("utf-8") || locale.contains("utf8"))
}

impl Play {
    pub(super) fn on_screen(self, home: &Home, resumed: Option<Resumed>, console: Console) -> Result<(), Failure> {
        // It holds the output, which a failing thread must be able to write to.
        drop(console);
        let look = self.screen.look(home);
        let speed = self.screen.speed.or(home.settings.play.speed).unwrap_or(SPEED);
        let mut screen: Option<Screen> = None;
        let (sitting, memory, keeper) = match resumed {
            Some(Resumed { sitting, memory, keeper }) => (sitting, self.memory.unwrap_or(memory), keeper),
            None => {
                let asked = |deal: &Deal<'_>, words: &mut Words, told: &mut Vec<String>| {
                    let mut host = OnScreen { screen: screen.insert(Screen::new()?), lobby: Lobby::new(look) };
                    host.say(&format!("Game {}, {} players.", deal.game, deal.players))?;
                    let Some(seat) = opening::seat(&mut host, deal.symbols, deal.players, words, told)? else {
                        return Ok(None);
                    };
                    Ok(host.go_on("The cards are dealt.")?.then_some(seat))
                };
                let Some(seating) = self.dealt(home, asked)? else { return Ok(()) };
                (Sitting::begin(seating), self.memory.unwrap_or_default(), new_keeper(home))
            }
        };
        let mut screen = match screen {
            Some(screen) => screen,
            None => Screen::new()?,
        };
        let games = Games { home, look, speed: usize::from(speed) - 1, memory };
        let left = games.play(&mut screen, sitting, keeper)?;
        drop(screen);
        farewell(&left, home, self.seed.is_none())?;
        if left.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

fn new_keeper(home: &Home) -> Option<Keeper> {
    Shelf::of(home).ok().map(Keeper::new)
}

/// The screen before the cards are dealt, or while a dispute is played for.
struct OnScreen<'s> {
    screen: &'s mut Screen,
    lobby: Lobby,
}

impl Host for OnScreen<'_> {
    fn choose(&mut self, question: &str, options: &[(String, String)]) -> Result<Option<usize>, Failure> {
        self.lobby.ask(question, options);
        match self.screen.run(&mut self.lobby, Vec::new())? {
            Effect::Picked(number) => Ok(Some(number)),
            _ => Ok(None),
        }
    }

    fn say(&mut self, sentence: &str) -> Result<(), Failure> {
        self.lobby.say(sentence.to_string());
        Ok(())
    }
}

impl OnScreen<'_> {
    /// Waits until what has been said is read. Answers `false` when the person leaves.
    fn go_on(&mut self, sentence: &str) -> Result<bool, Failure> {
        Ok(self.choose(sentence, &[("go on".to_string(), String::new())])?.is_some())
    }
}

/// Games on a screen, one after the other.
pub struct Games<'h> {
    pub home: &'h Home,
    pub look: Look,
    pub speed: usize,
    pub memory: Memory,
}

/// A game that was left, and what is kept of it.
pub struct Left {
    sitting: Sitting,
    kept: Kept,
    /// By a signal.
    interrupted: bool,
}

impl Games<'_> {
    /// Shows game after game, until the people have had enough.
    pub fn play(&self, screen: &mut Screen, sitting: Sitting, keeper: Option<Keeper>) -> Result<Left, Failure> {
        let (mut sitting, mut keeper, mut speed) = (sitting, keeper, self.speed);
        loop {
            let (model, effects) = Model::new(sitting, self.memory, self.look, speed);
            let mut playing = Playing::new(model, keeper);
            let wanted = match screen.run(&mut playing, effects) {
                Err(Failure::Interrupted) => None,
                wanted => Some(wanted?),
            };
            let Playing { model, keeper: own, .. } = playing;
            let kept = own.as_ref().map_or(Kept::Nothing, Keeper::kept);
            speed = model.ui.speed;
            let mut over = model.into_sitting();
            if let Some(Effect::Settle) = wanted {
                keeper = own;
                let host = OnScreen { screen, lobby: Lobby::new(self.look) };
                match self.settle(host, &mut over, &mut keeper) {
                    Err(Failure::Interrupted) => return Ok(Left { sitting: over, kept, interrupted: true }),
                    done => done?,
                }
                sitting = over;
                continue;
            }
            match rematch(over.seating()).filter(|_| matches!(wanted, Some(Effect::Rematch))) {
                Some(next) => (sitting, keeper) = (Sitting::begin(next), new_keeper(self.home)),
                None => return Ok(Left { sitting: over, kept, interrupted: wanted.is_none() }),
            }
        }
    }
}

impl Games<'_> {
    /// A dispute is picked, and played for. Whoever leaves that goes on with the game as it was.
    fn settle(
        &self,
        mut host: OnScreen<'_>,
        sitting: &mut Sitting,
        keeper: &mut Option<Keeper>,
    ) -> Result<(), Failure> {
        let disputes = sitting.rules().disputes.clone();
        let now = |dispute: &Dispute| format!("now: {}", in_words(&dispute.values[usize::from(dispute.value)]));
        let options: Vec<_> = disputes.iter().map(|dispute| (dispute.name.clone(), now(dispute))).collect();
        let index = loop {
            let picked =
                host.choose("Which rule does the table read otherwise? (Esc goes back to the game.)", &options)?;
            match picked.map(|index| (index, refusal(sitting, &disputes[index]))) {
                None => return Ok(()),
                Some((_, Some(refused))) => host.say(&refused)?,
                Some((index, None)) => break index,
            }
        };
        let Some(settled) = settle(&mut host, sitting, self.memory, index)? else { return Ok(()) };
        // A sentence about a game that cannot be kept is shown here, or with the next decision.
        if let Some(sentence) = keeper.as_mut().and_then(|keeper| keeper.keep(sitting, self.memory)) {
            host.say(&sentence)?;
        }
        host.go_on(if settled.in_turn { "The game goes on." } else { "The cards are dealt anew." }).map(drop)
    }
}

/// A game that is kept as it goes, after every decision.
struct Playing {
    model: Model,
    keeper: Option<Keeper>,
    /// Choices that were taken when it was kept last.
    taken: usize,
}

impl Playing {
    fn new(model: Model, keeper: Option<Keeper>) -> Playing {
        let taken = model.sitting().taken().len();
        Playing { model, keeper, taken }
    }
}

impl Scene for Playing {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        let effects = self.model.update(input);
        let taken = self.model.sitting().taken().len();
        if taken != self.taken {
            self.taken = taken;
            let keeper = self.keeper.as_mut();
            let told = keeper.and_then(|keeper| keeper.keep(self.model.sitting(), self.model.memory()));
            if let Some(sentence) = told {
                self.model.ui.remark = Some(sentence);
            }
        }
        effects
    }

    fn frame(&self) -> u64 {
        self.model.frame()
    }

    fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        self.model.draw(frame);
    }
}

/// The same people, another seed, and everybody one seat further on.
fn rematch(seating: &Seating) -> Option<Seating> {
    if seating.setup.is_some() {
        return None;
    }
    let on = |seat: Seat| Seat((seat.0 + 1) % seating.players);
    let mut names = seating.names.clone();
    if !names.is_empty() {
        names.rotate_right(1);
    }
    Some(Seating {
        seed: seating.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 24,
        seat: on(seating.seat),
        guests: seating.guests.iter().copied().map(on).collect(),
        names,
        opening: Opening { told: Vec::new(), ..seating.opening.clone() },
        ..seating.clone()
    })
}

/// What stays on the terminal when the screen is gone.
fn farewell(left: &Left, home: &Home, drawn: bool) -> Result<(), Failure> {
    let mut out = plain::stdout();
    let Left { sitting, kept, .. } = left;
    let Seating { seed, seat, .. } = sitting.seating();
    match sitting.result() {
        Some((winner, why)) => {
            let who = if winner == *seat { "You win".to_string() } else { format!("{winner} wins") };
            writeln!(out, "{who}{}.", why.map_or_else(String::new, |why| format!(": {why}")))?;
        }
        None => writeln!(out, "You leave the game.")?,
    }
    let TakenBack { times, seen } = sitting.taken_back();
    if times > 0 {
        let after = match seen {
            0 => "never after something hidden had been seen".to_string(),
            seen => format!("{seen} of them after something hidden had been seen"),
        };
        writeln!(out, "You went back {}, {after}.", plural(times.into(), "time"))?;
    }
    match (kept, sitting.asked()) {
        (Kept::All(id), None) => writeln!(out, "It is kept as game {id}: `brink games` lists them.")?,
        (Kept::Nothing, _) if Shelf::of(home).is_err() && sitting.seating().setup.is_none() => {
            let how = "`--data DIR` names a folder for it";
            writeln!(out, "This game was not kept: there is no home folder to keep it in; {how}.")?;
        }
        (kept, _) => go_on_sentence(*kept).iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?,
    }
    if drawn && sitting.asked().is_none() {
        writeln!(out, "The seed was {seed}: `--seed {seed}` deals the same cards again.")?;
    }
    Ok(())
}
