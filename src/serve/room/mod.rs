//! A game that people sit at from several machines: everything that is accepted in it is a record, and records alone change it.

mod chat;
mod contest;
mod pending;
mod requests;
mod seats;
mod views;
mod votes;

use std::sync::Arc;
use std::time::Duration;

use crate::new_game::{First, Setup};
use crate::records::{Record, taken};
use crate::token::{Hash, hex};
use crate::wire::Phase;
use board::Seat;
use bots::BotSpec;
use engine::Script;
use explain::options::decision::Taken;
use session::opening::contest_words;
use session::opening::{Given, Opening, Seating};
use session::save::Saved;
use session::screen::Memory;
use session::sitting::Sitting;

use chat::Chat;
pub use chat::{LONGEST, PHRASES, phrase};
use contest::Contest;
pub use pending::BotTurn;
pub use requests::Reply;
pub(crate) use requests::allowed_bot;
pub(crate) use seats::fit_name;
pub use seats::{Chair, Tick, Who};
pub use views::asking;
pub(crate) use views::{seen_goals, step};
pub use votes::Rematch;
use votes::Vote;

/// Turns after which bots that play on without people are stopped.
const BOT_TURNS: u32 = 400;

/// Who reads, or speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reader {
    Chair(usize),
    Onlooker,
}

impl Reader {
    /// The chair, of somebody who sits.
    pub fn chair(self) -> Option<usize> {
        match self {
            Reader::Chair(chair) => Some(chair),
            Reader::Onlooker => None,
        }
    }
}

/// See the top of the file.
pub struct Room {
    pub name: String,
    setup: Setup,
    title: String,
    script: Arc<Script>,
    given: Option<Arc<Given>>,
    chairs: Vec<Chair>,
    /// Who begins is being found.
    contest: Option<Contest>,
    /// The chair of the first seat, once that is known.
    first: usize,
    sitting: Option<Sitting>,
    /// What has been chosen in secret and not been shown yet.
    given_yet: Vec<Taken>,
    /// By chair: how many answers of it have been accepted; with `backs` they number the decisions.
    answers: Vec<u64>,
    backs: u64,
    chat: Chat,
    vote: Option<Vote>,
    votes: u64,
    rematch: Rematch,
    watchers: usize,
    /// How many records it is made of.
    pub records: u64,
    /// Why it cannot go on with this program.
    stuck: Option<String>,
    /// How long somebody who is asked may do nothing, as people are told.
    pub idle: Duration,
}

impl Room {
    /// An empty table.
    ///
    /// # Errors
    /// The position that it would begin with is wrong: how, as a sentence.
    pub fn new(
        name: String,
        title: String,
        setup: Setup,
        script: Arc<Script>,
    ) -> Result<Room, String> {
        let players = usize::from(setup.players);
        let given = setup.given(&script)?;
        Ok(Room {
            name,
            title,
            script,
            given,
            chairs: (0..players).map(|_| Chair::open()).collect(),
            contest: None,
            first: 0,
            sitting: None,
            given_yet: Vec::new(),
            answers: vec![0; players],
            backs: 0,
            chat: Chat::default(),
            vote: None,
            votes: 0,
            rematch: Rematch::default(),
            watchers: 0,
            records: 0,
            stuck: None,
            idle: Duration::ZERO,
            setup,
        })
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn script(&self) -> &Arc<Script> {
        &self.script
    }

    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        match (&self.stuck, &self.sitting) {
            (Some(_), _) => Phase::Stuck,
            (None, Some(_)) if self.is_over() => Phase::Over,
            (None, Some(_)) => Phase::Play,
            (None, None) if self.contest.is_some() => Phase::Contest,
            (None, None) => Phase::Gathering,
        }
    }

    /// The chair that this opens.
    pub(crate) fn chair_of(&self, token: &Hash) -> Option<usize> {
        let fits =
            |chair: &Chair| matches!(&chair.who, Who::Person { token: own, .. } if own == token);
        self.chairs.iter().position(fits)
    }

    /// The seat of a chair, once cards are dealt.
    pub fn seat(&self, chair: usize) -> Option<Seat> {
        let players = self.chairs.len();
        self.sitting
            .is_some()
            .then(|| Seat(((chair + players - self.first) % players) as u8))
    }

    /// The chair of a seat.
    fn chair(&self, seat: Seat) -> usize {
        (seat.index() + self.first) % self.chairs.len()
    }

    /// Whose eyes a reader looks through.
    fn eyes(&self, reader: Reader) -> Seat {
        reader
            .chair()
            .and_then(|chair| self.seat(chair))
            .unwrap_or(Seat::ONLOOKER)
    }

    /// The reader may be here: nobody else sits on that chair by now.
    pub(crate) fn admits(&self, reader: Reader) -> bool {
        reader
            .chair()
            .is_none_or(|chair| self.chairs[chair].is_person())
    }

    /// What a chair is called; nothing where nobody sits.
    pub fn called(&self, chair: usize) -> String {
        if self.chairs[chair].is_open() {
            String::new()
        } else {
            self.name_of(chair)
        }
    }

    /// The game as it goes on in `brink play`; nothing before it is over, since the deck is in it.
    pub fn kept(&self) -> Option<String> {
        let sitting = self.sitting.as_ref().filter(|_| self.is_over())?;
        let mut saved = Saved::of(sitting, Memory::default());
        let people = (0..self.chairs.len()).filter(|chair| self.chairs[*chair].is_person());
        let mut people: Vec<Seat> = people.filter_map(|chair| self.seat(chair)).collect();
        people.sort_unstable();
        let mut people = people.into_iter();
        saved.seat = people.next().unwrap_or(Seat(0));
        saved.guests = people.collect();
        saved.bots = self
            .chairs
            .iter()
            .find_map(Chair::bot)
            .unwrap_or(BotSpec::Cautious);
        Some(saved.to_string())
    }

    /// What a chair is called.
    fn name_of(&self, chair: usize) -> String {
        match &self.chairs[chair].who {
            Who::Person { name, .. } => name.clone(),
            Who::Bot { .. } => format!("Bot {}", chair + 1),
            Who::Open => format!("chair {}", chair + 1),
        }
    }

    /// The table says to all what somebody does.
    fn note(&mut self, chair: usize, does: &str) {
        let notice = format!("{} {does}", self.name_of(chair));
        self.chat.notice(notice);
    }

    /// Changes it by what was accepted.
    pub fn apply(&mut self, record: Record) {
        self.records += 1;
        match record {
            Record::Sat { chair, name, token } => {
                let token = unhex(&token);
                self.chairs[chair] = Chair {
                    sat: self.records,
                    ..Chair::of(Who::Person { name, token })
                };
                self.note(chair, "sits down.");
                self.begin_when_full();
            }
            Record::Bot { chair, bot } => {
                self.chairs[chair] = Chair::of(Who::Bot { bot: spec(&bot) });
                self.begin_when_full();
            }
            Record::Opened { chair } => {
                if self.chairs[chair].is_person() {
                    self.note(chair, "leaves the table.");
                }
                self.chairs[chair] = Chair::open();
            }
            Record::Named { chair, name } => {
                let before = self.name_of(chair);
                if let Who::Person { name: own, .. } = &mut self.chairs[chair].who {
                    *own = name;
                }
                self.chat
                    .notice(format!("{before} is now called {}.", self.name_of(chair)));
            }
            Record::Shown { chair, symbol } => {
                if let Some(contest) = &mut self.contest {
                    contest.choose(chair, symbol);
                }
                self.deal_when_found();
            }
            Record::Given { by, seat, label } => {
                self.given_yet.push(taken(by, seat, label));
                let chair = self.chair(Seat(by));
                self.answers[chair] += 1;
                self.take_given();
            }
            Record::Took {
                by,
                seat,
                label,
                print,
            } => {
                let chair = self.chair(Seat(by));
                self.answers[chair] += 1;
                self.vote = None;
                self.take(&taken(by, seat, label), Some(print));
            }
            Record::Back { chair, to } => {
                self.backs += 1;
                self.vote = None;
                self.given_yet.clear();
                if let Some(sitting) = &mut self.sitting {
                    sitting.back_to(to);
                }
                self.note(chair, "undoes a decision.");
            }
            Record::Left { chair } => {
                self.chairs[chair].left = true;
                self.note(chair, "leaves the table.");
            }
            Record::Returned { chair, chooses } => {
                self.chairs[chair].left = false;
                if self.chairs[chair].replaced.take().is_some()
                    && chooses
                    && let Some(contest) = &mut self.contest
                {
                    contest.restore(chair);
                }
                self.note(chair, "is back.");
            }
            Record::Conceded { chair } => {
                self.chairs[chair].conceded = true;
                self.vote = None;
                self.note(chair, "concedes.");
                self.bot_in_contest(chair);
            }
            Record::Replaced { chair, bot } => {
                self.chairs[chair].replaced = Some(spec(&bot));
                self.vote = None;
                self.chat
                    .notice(format!("A bot now plays for {}.", self.name_of(chair)));
                self.bot_in_contest(chair);
            }
            Record::Again { game, watch } => self.plays_again(game, watch),
            Record::Said {
                chair,
                phrase,
                text,
                at_ms,
            } => {
                self.chat
                    .say(chair, self.name_of(chair), phrase, text, at_ms);
            }
        }
    }

    fn bot_in_contest(&mut self, chair: usize) {
        if let Some(contest) = &mut self.contest {
            contest.replace(chair);
        }
        self.deal_when_found();
    }

    /// All have sat down: it is found who begins.
    fn begin_when_full(&mut self) {
        if self.chairs.iter().any(Chair::is_open)
            || self.sitting.is_some()
            || self.contest.is_some()
        {
            return;
        }
        let symbols = self.script.rules.symbols.clone();
        let players = self.chairs.len();
        if self.given.is_some() {
            return self.deal(0, Vec::new());
        }
        match self.setup.first {
            First::Contest if !symbols.is_empty() => {
                let bots = self
                    .chairs
                    .iter()
                    .map(|chair| chair.bot().is_some())
                    .collect();
                self.contest = Some(Contest::new(symbols, bots, self.setup.seed));
                self.deal_when_found();
            }
            First::Contest | First::Random => {
                let first = contest_words(self.setup.seed).below(players as u32) as usize;
                self.deal(first, Vec::new());
            }
            First::Me => self.deal(0, Vec::new()),
        }
    }

    fn deal_when_found(&mut self) {
        let Some(winner) = self.contest.as_ref().and_then(Contest::winner) else {
            return;
        };
        if self.sitting.is_none() {
            // Seats, as in all of the log: the page puts names in their place.
            let players = self.chairs.len();
            let seat =
                |chair: usize| Seat(((chair + players - winner) % players) as u8).to_string();
            let names: Vec<String> = (0..players).map(seat).collect();
            let told = self
                .contest
                .as_ref()
                .map(|contest| contest.told(&names))
                .unwrap_or_default();
            self.deal(winner, told);
        }
    }

    /// Seats are numbered from the first player on, clockwise (SET-6). Everybody has a log of their own, and so has whoever looks
    /// on.
    fn deal(&mut self, first: usize, told: Vec<String>) {
        let players = self.chairs.len();
        self.first = first;
        let guests = (1..players as u8)
            .map(Seat)
            .chain([Seat::ONLOOKER])
            .collect();
        let names = (0..players)
            .map(|seat| self.name_of((seat + first) % players))
            .collect();
        let seating = Seating {
            script: self.script.clone(),
            players: self.setup.players,
            seed: self.setup.seed,
            seat: Seat(0),
            guests,
            names,
            bots: BotSpec::Cautious,
            opening: Opening {
                settled: Vec::new(),
                told,
            },
            given: self.given.clone(),
        };
        self.sitting = Some(Sitting::begin(seating));
    }

    /// Takes what all have chosen in secret, once they have.
    fn take_given(&mut self) {
        let Some(sitting) = &self.sitting else { return };
        let waits = |seat: u8| sitting.asked_of(Seat(seat), &self.given_yet).is_some();
        if (0..self.setup.players).any(waits) {
            return;
        }
        while let Some(asked) = self
            .sitting
            .as_ref()
            .filter(|sitting| sitting.asks_together())
            .and_then(Sitting::asked)
        {
            let Some(at) = self
                .given_yet
                .iter()
                .position(|taken| taken.who.by == asked)
            else {
                break;
            };
            let taken = self.given_yet.remove(at);
            self.take(&taken, None);
            if self.stuck.is_some() {
                break;
            }
        }
    }

    /// Takes a choice that was accepted. Where a game of an older version does not fit any more, it is stuck.
    fn take(&mut self, taken: &Taken, print: Option<u32>) {
        let Some(sitting) = &mut self.sitting else {
            return;
        };
        // In games of older versions nobody was asked who had no choice.
        while print.is_some_and(|print| sitting.print() != Some(print)) && sitting.pass() {}
        let number = sitting.number_of(taken);
        let took = number.is_ok_and(|number| sitting.decide(number));
        let now = sitting.prints().last().copied();
        if !took || print.is_some_and(|print| now != Some(print)) {
            let by = &self.setup.version;
            let why = format!(
                "This game was started with brink {by}; brink {} plays it differently from choice {} on.",
                env!("CARGO_PKG_VERSION"),
                sitting.taken().len()
            );
            self.stuck.get_or_insert(why);
        }
    }
}

/// The bot of that name; a name that no version knows any more is a careful one.
fn spec(bot: &str) -> BotSpec {
    bot.parse().unwrap_or(BotSpec::Cautious)
}

fn unhex(text: &str) -> Hash {
    let mut hash = [0; 32];
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = text
            .get(2 * at..2 * at + 2)
            .and_then(|two| u8::from_str_radix(two, 16).ok())
            .unwrap_or(0);
    }
    debug_assert_eq!(hex(&hash), text);
    hash
}
