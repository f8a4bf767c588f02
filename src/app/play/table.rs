//! A person's side of a game, line by line: what is shown, what is typed, the way back, what is kept.

mod commands;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use crate::Failure;
use crate::home::Menu;
use crate::pager::width;
use crate::plain::is_ascii;
use crate::play::answer::{self, Answer, COMMANDS, Choices};
use crate::play::console::Console;
use crate::play::options::Play;
use crate::shelf::Keeper;
use board::{Seat, View};
use explain::options::branch;
use explain::options::decision::Offer;
use explain::options::lists::Steps;
use explain::options::spoken::{as_label, spoken};
use explain::reading;
use explain::reasons::answer::event_asked;
use session::opening::Seating;
use session::screen::Memory;
use session::screen::{self, Lines};
use session::sitting::Sitting;
use session::undo::TakenBack;
use text::{plural, wrapped};

const HELP: &str = "\
Choose by number, by name, by what a hint or preview calls it, or by any
unambiguous start of these: `play NAME`, `build NAME at p1.2`,
`put NAME face down on p1.2`, `use p1.2`, `p2`, `p2.3`, `end your turn`, and
`yes` or `no` (`y`, `n`) where you may do something. Notation works, too:
`action NAME`, `stack NAME on p1.2`, `pass`. p2.3 is the third building of p2
from the left; what you build at p2.3 becomes the third. On the table `?` is
face down, `(NAME)` face down but known to you, `^NAME` face up, `*` used.
Other commands:
  read           show the cards in your hand
  read NAME      show a card, a keyword or a rule, for example TRN-3;
                 `read p2.3` a building, `read 2` choice 2
  table          draw the table again
  discard        show the discard pile
  goals          how close everybody is to winning
  log            everything that has happened
  undo, u        go back to your previous decision; `undo 3` three decisions
  redo           redo what you undid; `redo 3` three decisions
  decisions      list your decisions; `undo to 12` goes back to one of them
  preview 2      what choice 2 is certain to do, without choosing it
  hint           what a bot would do, knowing only what you can see
  review         after the game: what you could have done (also `a`)
  why p2.3       why a building is as it is
  why LABEL      why an option is offered or not
  why 12         why event 12 of the log happened; `why last` the last one
  dispute NAME   let the players settle a disputed rule
  save FILE      also save the game in a file; `save FILE --over` replaces a
                 file, `save FILE --as ruling` writes one for `brink ruling`
  quit           leave the game
  ?              this help; `? NAME` is `read NAME`
";

const OVER: &str = "`why`, `log`, `undo` and `save FILE --as ruling` still work; Enter leaves.";

/// What whoever has played to the end may want to know next.
const REVIEW: &str = "`review` (or `a`) shows what you could have done.";

/// The person's side of a sitting.
pub struct Table {
    /// What was asked for on the command line; nothing when a ruling was opened.
    play: Option<Play>,
    sitting: Sitting,
    /// How many sentences of the log have been told.
    told: usize,
    /// How many had been told before the last time.
    told_before: usize,
    memory: Memory,
    /// Files that hold this game: the one it was loaded from, and those that it was kept in.
    /// With each whether it is a ruling.
    own: Vec<(PathBuf, bool)>,
    lines: Lines,
    menu: Menu,
    /// Where the person stands among the options, where they are shown in steps.
    steps: Option<Steps>,
    keeper: Option<Keeper>,
    console: Console,
}

impl Table {
    /// `told` sentences of the log have been told before.
    pub fn new(
        sitting: Sitting,
        told: usize,
        memory: Memory,
        menu: Menu,
        console: Console,
    ) -> Table {
        let lines = Lines::new(io::stdout().is_terminal() && !is_ascii()).within(width());
        let (play, own, steps, keeper) = (None, Vec::new(), None, None);
        Table {
            play,
            sitting,
            told,
            told_before: told,
            memory,
            own,
            lines,
            menu,
            steps,
            keeper,
            console,
        }
    }

    pub fn kept_by(self, keeper: Option<Keeper>) -> Table {
        Table { keeper, ..self }
    }

    pub fn of(self, play: Play) -> Table {
        let own = play
            .load
            .as_ref()
            .and_then(|path| fs::canonicalize(path).ok());
        Table {
            own: own.into_iter().map(|path| (path, false)).collect(),
            play: Some(play),
            ..self
        }
    }

    pub fn play(mut self) -> Result<(), Failure> {
        self.prepare_farewell();
        self.go_on()?;
        let mut ended = false;
        loop {
            let decision = self.sitting.decision();
            let over = decision.is_none();
            if over && !ended {
                self.end()?;
            }
            ended = over;
            let labels = decision
                .iter()
                .flat_map(|decision| &decision.offers)
                .map(|offer| offer.label.clone());
            let names = self
                .steps
                .iter()
                .flat_map(|steps| steps.now().1)
                .map(|choice| choice.name.clone());
            let lines: Vec<String> = names
                .chain(labels)
                .chain(COMMANDS.map(str::to_string))
                .collect();
            self.console
                .offer(lines, reading::subjects(self.sitting.rules()));
            let Some(line) = self.console.line()? else {
                if over {
                    return self.say_where_it_is();
                }
                writeln!(
                    self.console.out,
                    "The input has ended, so you left the game."
                )?;
                return self.say_how_to_go_on();
            };
            let spoken = decision.as_ref().map_or_else(Vec::new, |decision| {
                spoken(self.sitting.rules(), &self.view(), decision)
            });
            let offers = decision.map_or_else(Vec::new, |decision| decision.offers);
            let choices = Choices {
                offers: &offers,
                spoken: &spoken,
            };
            let answer = match (&mut self.steps, line.trim()) {
                (_, "a") if over => Answer::Review,
                (_, "w" | "why") if over => Answer::Why("last".to_string()),
                (Some(steps), _) if !over => answer::step(&line, choices, steps),
                _ => answer::read(&line, choices),
            };
            match answer {
                Answer::Nothing | Answer::Quit if over => return self.say_where_it_is(),
                // A script may answer longer than the game lasts.
                Answer::Take(_) | Answer::Unclear(_) if over && !self.console.prompting => {
                    return self.say_where_it_is();
                }
                Answer::Take(number) => {
                    self.sitting.choose(number);
                    self.keep_on()?;
                    self.go_on()?;
                }
                Answer::On => self.ask()?,
                Answer::Undo(count) => self.undo(count)?,
                Answer::UndoTo(number) => {
                    match self.sitting.decisions().len().checked_sub(number - 1) {
                        Some(count) if count > 0 => self.undo(count)?,
                        _ => writeln!(
                            self.console.out,
                            "There is no decision {number}; `decisions` lists them."
                        )?,
                    }
                }
                Answer::Redo(count) => self.redo(count)?,
                Answer::Decisions => self.list_decisions()?,
                Answer::Help => self.console.say_wrapped(HELP)?,
                Answer::Log => write!(
                    self.console.out,
                    "{}",
                    self.sitting.numbered_log(self.remembered())
                )?,
                Answer::Discard => self.discard()?,
                Answer::Goals => self.goals()?,
                Answer::Hint => self.hint()?,
                Answer::Preview(asked) => self.preview(&asked, choices)?,
                Answer::Review => self.review()?,
                Answer::Table => self.show()?,
                Answer::Read(asked) => self.read(&asked, &offers)?,
                Answer::Why(asked) if self.forgotten(&asked) => {
                    writeln!(
                        self.console.out,
                        "With strict memory you can only ask about events since your last decision."
                    )?;
                }
                Answer::Why(asked) => self.why(&asked)?,
                Answer::Dispute(name) => {
                    if !self.settle(&name)? {
                        return self.say_how_to_go_on();
                    }
                }
                Answer::Save(keep) => self.keep(&keep)?,
                Answer::Quit => {
                    writeln!(self.console.out, "You left the game.")?;
                    return self.say_how_to_go_on();
                }
                Answer::Nothing if self.console.prompting => {
                    writeln!(
                        self.console.out,
                        "Type a number or a name; `?` lists all commands."
                    )?;
                }
                Answer::Nothing => {}
                // Why the turn cannot be ended yet.
                Answer::Unclear(_) if as_label(&line).eq_ignore_ascii_case("pass") => {
                    self.why("pass")?
                }
                Answer::Unclear(sentence) => self.console.say_wrapped(&sentence)?,
            }
        }
    }

    /// Why something is as it is, is offered, or is not.
    fn why(&mut self, asked: &str) -> Result<(), Failure> {
        if self.sitting.asked().is_none()
            && event_asked(asked, self.sitting.log().len()).is_some()
            && let Some(ended) = self.sitting.ended().filter(|_| asked == "last")
        {
            self.console.say_wrapped(&ended)?;
        }
        let said = as_label(asked);
        match self.sitting.why_plainly_of(self.seat(), &said) {
            Ok(told) => self.console.say_wrapped(&told),
            Err(unclear) => self.say(&unclear),
        }
    }

    /// What cards say, of what the person may know.
    fn read(&mut self, asked: &str, offers: &[Offer]) -> Result<(), Failure> {
        let asked = match (
            &self.steps,
            asked
                .parse::<usize>()
                .ok()
                .and_then(|number| offers.get(number.wrapping_sub(1))),
        ) {
            (Some(steps), _) => steps.subject(asked),
            (None, Some(offer)) => offer.label.clone(),
            (None, None) => asked.to_string(),
        };
        let decision = self.sitting.decision();
        if let Some(told) = decision
            .and_then(|decision| branch::read(self.sitting.rules(), &decision, &asked, width()))
        {
            return Ok(write!(self.console.out, "{told}")?);
        }
        let view = self.view();
        match reading::read(self.sitting.rules(), &view, self.seat(), &asked, width()) {
            Ok(told) => write!(self.console.out, "{told}")?,
            Err(unclear) => self.say(&unclear)?,
        }
        Ok(())
    }

    fn seat(&self) -> Seat {
        self.sitting.seating().seat
    }

    /// What is under the person's eyes, with what the table remembers for them.
    fn view(&self) -> View {
        let view = self.sitting.view();
        if self.strict() {
            view.without_memory()
        } else {
            view
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.console.out, "{line}")?)
    }

    fn tell_all(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines
            .iter()
            .try_for_each(|line| self.console.say_wrapped(line))?;
        Ok(self.console.out.flush()?)
    }

    fn strict(&self) -> bool {
        self.memory == Memory::Strict
    }

    /// It is about an event before the last decision, at a strict table.
    fn forgotten(&self, asked: &str) -> bool {
        event_asked(asked, self.sitting.log().len())
            .is_some_and(|number| number <= self.remembered())
    }

    /// From which sentence on the log may be read again.
    fn remembered(&self) -> usize {
        if self.strict() { self.told_before } else { 0 }
    }

    /// The bots decide, each decision is kept and told, until the person is asked.
    fn go_on(&mut self) -> Result<(), Failure> {
        writeln!(self.console.out)?;
        let told = self.told;
        self.tell()?;
        while self.sitting.let_bot_decide() {
            self.keep_on()?;
            self.tell()?;
        }
        if told < self.told {
            self.told_before = told;
        }
        self.draw()
    }

    /// What has happened and was not told yet.
    fn tell(&mut self) -> Result<(), Failure> {
        for sentence in self.sitting.grouped_log(self.told) {
            writeln!(self.console.out, "{sentence}")?;
        }
        self.told = self.sitting.log().len();
        Ok(self.console.out.flush()?)
    }

    /// Keeps the game as it is now.
    fn keep_on(&mut self) -> Result<(), Failure> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(());
        };
        let told = keeper.keep(&self.sitting, self.memory);
        let elsewhere = if keeper.fault().is_some() {
            " `save FILE` saves it elsewhere."
        } else {
            ""
        };
        self.prepare_farewell();
        match told {
            Some(sentence) => self.say(&format!("{sentence}{elsewhere}")),
            None => Ok(()),
        }
    }

    /// The table again, and what is asked, from the first step on.
    fn show(&mut self) -> Result<(), Failure> {
        writeln!(self.console.out)?;
        self.draw()
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let (rules, seat) = (self.sitting.rules(), self.seat());
        let (view, decision) = (self.sitting.view(), self.sitting.decision());
        let view = if self.strict() {
            view.without_memory()
        } else {
            view
        };
        let lines = self.lines.within(width());
        self.steps = match (&decision, self.menu) {
            (Some(decision), Menu::Steps) => {
                let about = |offer: &Offer| screen::offered(rules, &view, decision.by, offer);
                Some(Steps::new(rules, &view, decision, &about))
            }
            _ => None,
        };
        let asked = decision.as_ref().filter(|_| self.steps.is_none());
        let mut goals = self.sitting.goals();
        if self.sitting.asked().is_none() {
            // The game is over: nobody has to take care any more.
            goals
                .iter_mut()
                .filter(|goal| goal.near())
                .for_each(|goal| goal.missing = f32::INFINITY);
        }
        let screen = screen::draw(rules, view, &goals, asked, seat, self.memory, lines);
        write!(self.console.out, "\n{screen}")?;
        if self.steps.is_some() {
            writeln!(self.console.out)?;
        }
        self.ask()
    }

    /// The step that the person is at.
    fn ask(&mut self) -> Result<(), Failure> {
        if let (Some(decision), Some(steps)) = (self.sitting.decision(), &self.steps) {
            write!(
                self.console.out,
                "{}",
                screen::write_steps(self.sitting.rules(), &decision, steps, width())
            )?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        writeln!(self.console.out)?;
        let drawn = self.play.as_ref().is_some_and(|play| play.seed.is_none());
        let last = self.sitting.last_turn();
        let heading = (!last.is_empty()).then(|| "The last turn:".to_string());
        let ended = self.sitting.ended();
        let told = heading
            .into_iter()
            .chain(last.into_iter().map(|line| format!("  {line}")))
            .chain(ended.map(|ended| format!("{ended} {REVIEW}")))
            .chain(went_back(&self.sitting));
        // Whoever reads it through a pipe has a line for each sentence.
        let width = if self.console.prompting {
            width()
        } else {
            usize::MAX
        };
        for sentence in told.chain(drawn.then(|| seed_sentence(&self.sitting)).flatten()) {
            writeln!(self.console.out, "{}", wrapped(&sentence, "", "  ", width))?;
        }
        if self.console.prompting {
            self.console.say_wrapped(OVER)?;
        }
        self.console.out.flush()?;
        Ok(())
    }
}

/// How often somebody has gone back, if ever.
pub fn went_back(sitting: &Sitting) -> Option<String> {
    let TakenBack { times, seen, .. } = sitting.taken_back();
    let after = match seen {
        0 => "never after seeing hidden information".to_string(),
        seen => format!("{seen} of them after seeing hidden information"),
    };
    (times > 0).then(|| format!("You used undo {}, {after}.", plural(times.into(), "time")))
}

/// How the same cards are dealt again; where a game began with a position, none were dealt.
pub fn seed_sentence(sitting: &Sitting) -> Option<String> {
    let Seating { seed, given, .. } = sitting.seating();
    given
        .is_none()
        .then(|| format!("The seed was {seed}: `--seed {seed}` deals the same cards again."))
}
