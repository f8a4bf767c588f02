//! How a game is shown on a terminal, for whom, and what that terminal can show.

use std::env;
use std::io::{self, IsTerminal};

use clap::Args;

use crate::home::Home;
use crate::play::console::Console;
use crate::play::games::Games;
use crate::play::opening::{self, Host};
use crate::play::options::{Deal, Play};
use crate::play::resume::Resumption;
use crate::shelf::keeper;
use crate::tui::look::{Look, columns};
use crate::tui::{Effect, Lobby, NAME, SPEED, Screen};
use crate::{Failure, colour, number, plain};
use board::Seat;
use engine::Words;
use session::sitting::Sitting;
use text::{Unfit, printable, unfit};

/// How fast it is shown what others do, when nothing is said.
const USUAL: u8 = 3;

/// How a game is shown on a terminal, and for whom.
#[derive(Args)]
pub struct ScreenOptions {
    /// Play line by line instead of on the full screen
    #[arg(long)]
    plain: bool,
    /// Use ASCII only
    #[arg(long)]
    ascii: bool,
    /// Animation speed, from 1 (slow) to 5 (instant) [default: 3]
    #[arg(long, value_name = "SPEED", value_parser = number::whole::<u8>(u64::from(*SPEED.start())..=u64::from(*SPEED.end())))]
    pub speed: Option<u8>,
    /// People at this screen: their number or their names, such as Ann,Ben [default: 1]
    #[arg(long, value_name = "PEOPLE", conflicts_with_all = ["load", "resume"])]
    people: Option<String>,
}

impl ScreenOptions {
    /// The game is played on the full screen.
    pub fn full(&self, home: &Home) -> bool {
        !self.plain && !home.settings.play.plain.unwrap_or_default() && is_screen()
    }

    /// Line by line, too, it is drawn with ASCII alone.
    pub fn ascii(&self) -> bool {
        self.ascii
    }

    /// The people at the screen, by their names, which may be empty.
    pub fn people(&self, players: u8, home: &Home) -> Result<Vec<String>, Failure> {
        let Some(people) = &self.people else {
            return Ok(vec![String::new()]);
        };
        let names: Vec<String> = match people.parse::<usize>() {
            Ok(count) => vec![String::new(); count.min(usize::from(players) + 1)],
            Err(_) => called(people)?,
        };
        if names.is_empty() || names.len() > usize::from(players) {
            return Err(Failure::usage(
                format!("`--people {people}` does not fit a game with {players} players"),
                "write `--people 2` or `--people Ann,Ben`; `--players` counts people and bots",
            ));
        }
        if names.len() > 1 && !self.full(home) {
            let sentence = "several people can play only on the full screen of a terminal";
            let help = match (self.plain, home.settings.play.plain) {
                (true, _) => "remove `--plain` or `--people`",
                (false, Some(true)) => "remove `plain` from the settings, or remove `--people`",
                (false, _) => {
                    "start it on a terminal, without redirecting its input or output, or remove `--people`"
                }
            };
            return Err(Failure::usage(sentence, help));
        }
        Ok(names)
    }

    pub fn look(&self, home: &Home) -> Look {
        look(self.ascii, home)
    }
}

/// The seats of the people besides the first one, and what all of them are called, by seat.
pub fn company(first: Seat, players: u8, names: Vec<String>) -> (Vec<Seat>, Vec<String>) {
    let seats: Vec<Seat> = first.clockwise(players).take(names.len()).collect();
    if names.iter().all(String::is_empty) {
        return (seats[1..].to_vec(), Vec::new());
    }
    let mut called = vec![String::new(); usize::from(players)];
    for (seat, name) in seats.iter().zip(names) {
        called[seat.index()] = name;
    }
    (seats[1..].to_vec(), called)
}

/// What the terminal can show; `ascii` and the settings ask for less.
pub fn look(ascii: bool, home: &Home) -> Look {
    let ascii = ascii || home.settings.play.ascii.unwrap_or_default();
    Look {
        fine: !ascii && fine(),
        colour: colour::wanted(true),
    }
}

/// Where a terminal knows ASCII alone, or the settings say so, nothing else is written to it from now on. What goes elsewhere is
/// left as it is: it may be read again.
pub fn heed_signs(home: &Home) {
    if io::stdout().is_terminal() && (home.settings.play.ascii.unwrap_or_default() || !fine()) {
        plain::use_ascii();
    }
}

/// How fast it is shown what others do, from 0 on: as was asked for, or as the settings say.
pub fn speed(asked: Option<u8>, home: &Home) -> usize {
    usize::from(asked.or(home.settings.play.speed).unwrap_or(USUAL) - SPEED.start())
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
    let poor = env::var("TERM")
        .is_ok_and(|term| ["dumb", "linux", "vt100", "vt220", "ansi"].contains(&&term[..]));
    let given = |name: &&str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(given)
        .unwrap_or_default()
        .to_lowercase();
    !poor && (locale.contains("utf-8") || locale.contains("utf8"))
}

/// The names of people, with a comma between them.
///
/// # Errors
/// The first name that will not do, and why.
pub fn called(people: &str) -> Result<Vec<String>, Failure> {
    let names: Vec<String> = people
        .split(',')
        .map(|name| name.trim().to_string())
        .collect();
    for (at, name) in names.iter().enumerate() {
        let why = if name.is_empty() {
            Some(format!("name {} is empty", at + 1))
        } else {
            too_long(name).or_else(|| mistaken(name, &names[..at]))
        };
        if let Some(why) = why {
            let sentence = format!("`--people {people}`: {why}");
            return Err(Failure::usage(
                sentence,
                "write names, for example `--people Ann,Ben`, or their number: `--people 2`",
            ));
        }
    }
    Ok(names)
}

/// Takes names out of a kept game that somebody has changed, where they are nobody's own; answers why, a sentence each.
pub fn heeded(names: &mut [String]) -> Vec<String> {
    let mut told = Vec::new();
    for at in 0..names.len() {
        let (before, name) = names.split_at_mut(at);
        if let Some(why) = Some(&name[0])
            .filter(|name| !name.is_empty())
            .and_then(|name| mistaken(name, before))
        {
            told.push(format!("A saved name is left out: {why}."));
            name[0].clear();
        }
    }
    told
}

fn too_long(name: &str) -> Option<String> {
    (columns(name) > NAME)
        .then(|| format!("`{name}` is too long: a name has at most {NAME} columns"))
}

/// Why somebody could be taken for somebody else by that name, after these.
fn mistaken(name: &str, before: &[String]) -> Option<String> {
    let quoted = printable(name, NAME);
    Some(match unfit(name, before.iter().map(String::as_str))? {
        Unfit::Unseen => format!("`{quoted}` has invisible characters"),
        Unfit::Piled => format!("`{quoted}` has more than two marks on one letter"),
        Unfit::Mixed => format!("`{quoted}` mixes letters of several scripts in one word"),
        Unfit::Reserved => format!("`{quoted}` is a reserved name"),
        Unfit::Taken => format!("two people are called `{quoted}`"),
    })
}

impl Play {
    pub fn on_screen(
        self,
        home: &Home,
        resumed: Option<Resumption>,
        console: Console,
    ) -> Result<(), Failure> {
        // It holds the output, which a failing thread must be able to write to.
        drop(console);
        let look = self.screen.look(home);
        let mut screen: Option<Screen> = None;
        let (sitting, memory, keeper, told) = match resumed {
            Some(Resumption {
                sitting,
                memory,
                keeper,
                told,
            }) => (sitting, self.memory.unwrap_or(memory), keeper, told),
            None => {
                let asked = |deal: &Deal<'_>, words: &mut Words, told: &mut Vec<String>| {
                    let mut host = OnScreen {
                        screen: screen.insert(Screen::new()?),
                        lobby: Lobby::new(look),
                    };
                    host.say(&format!("Game {}, {} players.", deal.game, deal.players))?;
                    let Some(seat) =
                        opening::seat(&mut host, deal.symbols, deal.players, words, told)?
                    else {
                        return Ok(None);
                    };
                    Ok(host.go_on("The cards are dealt.")?.then_some(seat))
                };
                let Some(seating) = self.dealt(home, asked)? else {
                    return Ok(());
                };
                (
                    Sitting::begin(seating),
                    self.memory.unwrap_or_default(),
                    keeper(home).0,
                    Vec::new(),
                )
            }
        };
        let mut screen = match screen {
            Some(screen) => screen,
            None => Screen::new()?,
        };
        let games = Games {
            home,
            look,
            speed: speed(self.screen.speed, home),
            memory,
            drawn: self.seed.is_none(),
        };
        let left = games.play(&mut screen, sitting, keeper, told)?;
        drop(screen);
        left.say(home)?;
        left.signal
            .map_or(Ok(()), |signal| Err(Failure::Left(signal)))
    }
}

/// The screen before the cards are dealt, or while a dispute is played for.
pub struct OnScreen<'s> {
    pub screen: &'s mut Screen,
    pub lobby: Lobby,
}

impl Host for OnScreen<'_> {
    fn choose(
        &mut self,
        question: &str,
        options: &[(String, String)],
    ) -> Result<Option<usize>, Failure> {
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
    pub fn go_on(&mut self, sentence: &str) -> Result<bool, Failure> {
        Ok(self
            .choose(sentence, &[("continue".to_string(), String::new())])?
            .is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::{called, heeded};

    #[test]
    fn people_are_called_by_names_that_are_theirs_alone() {
        for people in [
            "Ann,Ben",
            "Ann",
            " Ann , Ben ",
            "Zo\u{e9},\u{6e2f}",
            "Maximilianee,P7",
            "\u{2764}\u{fe0f},Ann",
        ] {
            assert!(called(people).is_ok(), "{people}");
        }
        for people in [
            "Ann,",
            ",",
            "Ann,ann",
            "\u{c9}va,\u{e9}va",
            "p6,Ann",
            "P1",
            "you",
            "BOT,Ann",
            "A\u{200b}nn",
            "A\u{1b}[2J",
        ] {
            assert!(called(people).is_err(), "{people}");
        }
        assert!(
            called("Maximiliane-S").is_err()
                && called("\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}").is_err()
        );
    }

    #[test]
    fn nobody_passes_for_somebody_else_by_signs_that_are_not_seen() {
        for people in [
            "Ann,Ann\u{200d}",
            "Zo\u{e9},Zoe\u{301}",
            "Ann,\u{410}nn",
            "\u{440}1",
            "Ann,A\u{fe0f}nn",
            "p1\u{200c}",
            "Ann,\u{301}\u{301}",
            "Ann,\u{2800}",
            "Ann,\u{17b4}Ann",
        ] {
            assert!(called(people).is_err(), "{}", people.escape_unicode());
        }
    }

    #[test]
    fn what_a_kept_game_calls_people_is_heeded_where_it_is_their_own() {
        let mut names = ["Ann", "", "p1", "ANN", "Maximiliane-S", "B\u{1b}[2J"].map(str::to_string);
        let told = heeded(&mut names);
        assert_eq!(
            names.each_ref().map(String::as_str),
            ["Ann", "", "", "", "Maximiliane-S", ""]
        );
        assert_eq!(
            told,
            [
                "A saved name is left out: `p1` is a reserved name.",
                "A saved name is left out: two people are called `ANN`.",
                "A saved name is left out: `B\\u{1b}[2J` has invisible characters.",
            ]
        );
    }
}
