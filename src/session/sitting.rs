//! A game of people at one screen against bots: whose turn it is, what was taken, the way back and forth.

mod live;
mod together;

pub use live::Since;

use crate::disclosure::News;
use crate::disclosure::{Disclosure, Listeners};
use crate::opening::{Seating, begun, take};
use crate::undo::Repeated;
use crate::undo::{Ahead, TakenBack};
use board::{Board, CardId, Seat, View, Zone};
use bots::{Bot, Course, Seen};
use engine::{Game, Outcome};
use explain::ending::ending;
use explain::goals::{Goal, goals};
use explain::options::decision::Decision;
use explain::options::decision::{Misfit, Taken, offered};
use explain::reasons::answer::event_asked;
use record::export::{Beginnings, NotKept, write_game};
use record::positions::print::fingerprint;
use record::positions::print::print_open;
use record::traces::timeline::Settlement;
use rules::ir::Rules;

/// A turn limit for games that bots play on among themselves.
const BOT_TURNS: u32 = 2000;

/// What somebody hears who asks why, and will not be asked.
const NEVER_ASKED: &str = "Only a player with a decision to make can ask this. Ask about a line of the log, or after the game.";

/// A game under way between a person and bots.
pub struct Sitting {
    pub(crate) seating: Seating,
    pub(crate) game: Game,
    pub(crate) bot: Box<dyn Bot + Send>,
    pub(crate) course: Course,
    /// What the people have been told: first the person, then the guests.
    pub(crate) told: Listeners,
    pub(crate) taken: Vec<Taken>,
    pub(crate) settled: Vec<ActiveSettlement>,
    /// By choice: what the game was before it, in short.
    pub(crate) prints: Vec<u32>,
    /// By choice, and by person: how many cards they have come to know by it.
    pub(crate) learned: Vec<Vec<u32>>,
    /// By choice: what it has brought to light.
    pub(crate) news: Vec<News>,
    pub(crate) ahead: Ahead,
    pub(crate) taken_back: TakenBack,
}

/// A settlement that holds, and when that began.
#[derive(Debug, Clone)]
pub(crate) struct ActiveSettlement {
    pub(crate) settlement: Settlement,
    /// How many sentences each log had, and how many turns had begun.
    pub(crate) lines: Vec<usize>,
    pub(crate) turn: u32,
}

impl Sitting {
    /// Deals, and lets the bots play until the person is asked.
    pub fn new(seating: Seating) -> Sitting {
        let mut sitting = Sitting::begin(seating);
        sitting.go_on();
        sitting
    }

    /// Deals, and no more: whoever is asked then, decides first.
    pub fn begin(seating: Seating) -> Sitting {
        let people = std::iter::once(seating.seat).chain(seating.guests.iter().copied());
        let told = people.map(|seat| Disclosure::after(seat, seating.opening.told.clone()));
        let mut told = Listeners::new(told.collect());
        let game = begun(&seating, &mut told);
        told.settle(&seating.script, game.board());
        let bot = seating.bots.seated(seating.seed);
        let mut sitting = Sitting {
            seating,
            game,
            bot,
            course: Course::default(),
            told,
            taken: Vec::new(),
            settled: Vec::new(),
            prints: Vec::new(),
            learned: Vec::new(),
            news: Vec::new(),
            ahead: Ahead::default(),
            taken_back: TakenBack::default(),
        };
        sitting.pass_own();
        sitting
    }

    /// Takes those choices again, with disputes settled in between, and no more: whoever is asked then, decides next.
    ///
    /// # Errors
    /// The first choice or settlement that does not fit, and why.
    pub fn repeated(
        seating: Seating,
        taken: &[Taken],
        settlements: Vec<Settlement>,
    ) -> Result<Sitting, (Repeated, Misfit)> {
        let mut sitting = Sitting::begin(seating);
        let mut settlements = settlements.into_iter().enumerate().peekable();
        let mut after = 0;
        for index in 0..=taken.len() {
            let next = taken.get(index);
            if next.is_none_or(|next| !next.for_others) {
                if next.is_some()
                    || settlements
                        .peek()
                        .is_some_and(|(_, next)| next.after == after)
                {
                    while sitting.pass() {}
                }
                while let Some((number, settlement)) =
                    settlements.next_if(|(_, next)| next.after == after)
                {
                    sitting
                        .take_over(settlement)
                        .map_err(|not_now| (Repeated::Settlement(number), not_now.into()))?;
                }
                after += 1;
            }
            // Whoever plays alone has passed already.
            let stands = |next: &&Taken| {
                !next.for_others || Taken::for_others(&sitting.game).as_ref() == Some(*next)
            };
            if let Some(next) = next.filter(stands) {
                sitting
                    .repeat(next)
                    .map_err(|misfit| (Repeated::Choice(index), misfit))?;
            }
        }
        Ok(sitting)
    }

    /// Takes what somebody is asked for the sake of others alone. Answers `false` when nobody is.
    pub fn pass(&mut self) -> bool {
        let passed = Decision::of(&self.game).filter(|_| self.game.asks_for_others());
        passed.is_some_and(|decision| {
            self.accept_one(&decision, 0);
            true
        })
    }

    /// The same for a person who plays against bots: nobody looks on from whom it is to be kept.
    pub(crate) fn pass_own(&mut self) {
        while self.seating.guests.is_empty()
            && self.asked() == Some(self.seating.seat)
            && self.pass()
        {}
    }

    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// The rules that hold now: disputes may have been settled since the deal.
    pub fn rules(&self) -> &Rules {
        &self.game.script().rules
    }

    /// The player has not been eliminated.
    pub fn is_living(&self, seat: Seat) -> bool {
        self.game.board().living.has(seat)
    }

    /// All choices taken so far.
    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Those that are written down: there was something to choose.
    pub fn written(&self) -> impl Iterator<Item = &Taken> {
        self.taken.iter().filter(|taken| !taken.for_others)
    }

    /// By choice: what the game was before it, in short. Where two games differ in these, they differ.
    pub fn prints(&self) -> &[u32] {
        &self.prints
    }

    /// What has happened, as the person may know it.
    pub fn log(&self) -> &[String] {
        self.told.first().log.lines()
    }

    /// The same since the person decided last.
    pub fn news(&self) -> &[String] {
        &self.log()[self.told.first().decided..]
    }

    /// The log from that sentence on, what follows from something below it.
    pub fn grouped_log(&self, from: usize) -> impl Iterator<Item = String> + '_ {
        self.told.first().log.grouped(from)
    }

    /// The table with all cards open, as a position.
    pub fn position(&self) -> String {
        print_open(&self.game, false)
    }

    /// The table with all cards open: for games that are written down.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The table as the person sees it.
    pub fn view(&self) -> View {
        View::of(self.game.board(), &self.rules().cards, self.seating.seat)
    }

    /// How far everybody is from winning, as far as the person can know.
    pub fn goals(&self) -> Vec<Goal> {
        goals(&self.game.worlds(self.seating.seat))
    }

    /// What the person is asked; nothing when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        Decision::of(&self.game).filter(|decision| decision.by == self.seating.seat)
    }

    /// The same with numbers, a line each, without the first `from` of them.
    pub fn numbered_log(&self, from: usize) -> String {
        self.told.first().log.numbered(from)
    }

    /// Why something is as it is, or why something happened that the log tells: without labels, files and
    /// lines.
    ///
    /// # Errors
    /// What was not understood, as a sentence.
    pub fn why_plainly_of(&self, person: Seat, asked: &str) -> Result<String, String> {
        let at = self
            .people()
            .position(|there| there == person)
            .ok_or("Nobody is in that seat.")?;
        let log = &self.told.all[at].log;
        match event_asked(asked, log.lines().len()) {
            Some(number) => {
                // What made it happen are texts as they were read then.
                let mut before = self.settled.iter().rev();
                let before = before.find(|settled| settled.lines[at] < number);
                let script =
                    before.map_or(&self.seating.script, |settled| &settled.settlement.script);
                log.why_plainly(&script.rules, number)
            }
            // What is asked of somebody else hangs on what they know.
            None if self.game.chooser().is_some_and(|who| who.by != person) => {
                // Whoever looks on, or is out of the game, is never asked.
                let never = person == Seat::ONLOOKER || !self.is_living(person);
                Err(if never {
                    NEVER_ASKED
                } else {
                    "Ask when it is your turn to choose."
                }
                .to_string())
            }
            None => explain::reasons::answer::why_plainly(&self.game, asked),
        }
    }

    pub fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    /// The number of the turn under way; 0 before the first.
    pub fn turn(&self) -> u32 {
        self.game.state().turns
    }

    /// Nobody has won yet, and the person may be asked again.
    pub fn goes_on(&self) -> bool {
        self.asked().is_some()
    }

    pub fn winner(&self) -> Option<Seat> {
        self.game.reason().map(|(winner, _)| winner)
    }

    /// How the game has ended, for whoever sits at the screen; nothing while somebody is asked.
    pub fn ended(&self) -> Option<String> {
        self.ended_for(Some(self.seating.seat))
    }

    /// The same for one of the people, or for anybody. Several people at one screen read the same sentence.
    pub fn ended_for(&self, me: Option<Seat>) -> Option<String> {
        let me = me.filter(|_| self.seating.guests.is_empty());
        self.ended_as(me, &self.seating.names)
    }

    /// The same for one of several people who do not share a screen, or for anybody, with seats in the place of names.
    pub fn ended_by_seat(&self, me: Option<Seat>) -> Option<String> {
        self.ended_as(me, &[])
    }

    pub(crate) fn ended_as(&self, me: Option<Seat>, names: &[String]) -> Option<String> {
        let endless = || {
            self.asked()
                .is_none()
                .then(|| "The others keep playing without end; nobody has won.".to_string())
        };
        ending(&self.game, me, names).or_else(endless)
    }

    /// Takes one of the person's options, by its number, and lets the bots play on. Answers `false`, with
    /// nothing changed, when there is none of that number.
    pub fn take(&mut self, number: usize) -> bool {
        let taken = self.choose(number);
        self.go_on();
        taken
    }

    /// The same, but the bots wait for [`Sitting::let_bot_decide`].
    pub fn choose(&mut self, number: usize) -> bool {
        self.decision().is_some() && self.decide(number)
    }

    /// Lets one bot decide once. Answers `false` when the person is asked, or nobody is.
    pub fn let_bot_decide(&mut self) -> bool {
        let bot = self.asked().filter(|seat| !self.is_person(*seat));
        let Some(decision) = bot.and_then(|_| Decision::of(&self.game)) else {
            return false;
        };
        // Who goes back and decides the same as before meets what happened before.
        let seen = Seen::new(&self.game, &decision, self.course);
        let number = self
            .foreseen(&decision)
            .unwrap_or_else(|| self.bot.choose(&seen));
        self.accept(&decision, number);
        true
    }

    /// Bots play until the person is asked or the game is over.
    pub(crate) fn go_on(&mut self) {
        while self.let_bot_decide() {}
    }

    /// Takes a choice that was taken before.
    pub(crate) fn repeat(&mut self, taken: &Taken) -> Result<(), Misfit> {
        let (number, _) = offered(&self.game, taken)?;
        let decision = Decision::of(&self.game).ok_or(Misfit::Over)?;
        self.accept(&decision, number);
        Ok(())
    }

    pub(crate) fn accept(&mut self, decision: &Decision, number: usize) {
        self.accept_one(decision, number);
        self.pass_own();
    }

    pub(crate) fn accept_one(&mut self, decision: &Decision, number: usize) {
        let choice = self.game.options()[number];
        if let Some(told) = self.told.of(decision.by) {
            told.decided = told.log.lines().len();
        }
        let for_others = self.game.asks_for_others();
        let taken = Taken {
            for_others,
            ..Taken::new(decision.chooser(), &decision.offers[number].label)
        };
        self.ahead.meet(&taken);
        self.prints.push(fingerprint(&self.game, decision));
        self.taken.push(taken);
        let (known, open, lines) = (self.known(), open_cards(&self.game), self.told.lines());
        take(&self.seating, &mut self.game, choice, &mut self.told);
        self.told.settle(self.game.script(), self.game.board());
        self.note_goals();
        let (now, sights) = (self.known(), std::mem::take(&mut self.told.sights));
        let fallen = sights.fallen;
        self.news.push(News::new(lines, &known, &open, sights));
        let learned = known
            .iter()
            .zip(&now)
            .map(|(known, now)| learned(known, now) + fallen);
        self.learned.push(learned.collect());
        self.course.advance(&self.game);
        self.ahead.pass_by(&self.taken);
    }

    /// By person and card: who knows what it is.
    pub(crate) fn known(&self) -> Vec<Vec<bool>> {
        let cards = self.rules().cards.len() as u16;
        let known = |person| (0..cards).map(move |card| !self.game.is_hidden(CardId(card), person));
        self.people()
            .map(|person| known(person).collect())
            .collect()
    }

    /// The game as a ruling that waits for its expectation.
    ///
    /// # Errors
    /// No turn has begun.
    pub fn as_ruling(&self) -> Result<String, NotKept> {
        let mut game = begun(&self.seating, &mut ());
        let mut beginnings = Beginnings::default();
        beginnings.look(&game, 0);
        let taken: Vec<Taken> = self.written().cloned().collect();
        for (index, taken) in taken.iter().enumerate() {
            let settled = self
                .settlements()
                .filter(|settlement| settlement.after == index);
            if let Some(settlement) = settled.last() {
                game = game
                    .under(settlement.script.clone(), &mut ())
                    .expect("it has been settled here before");
                // A ruling has one value of each dispute.
                beginnings = Beginnings::default();
                beginnings.look(&game, index);
            }
            let (_, choice) =
                offered(&game, taken).expect("the same seed and choices make the same game");
            take(&self.seating, &mut game, choice, &mut beginnings);
            beginnings.look(&game, index + 1);
        }
        if self
            .settlements()
            .any(|settlement| settlement.after == taken.len())
        {
            beginnings = Beginnings::default();
            beginnings.look(&self.game, taken.len());
        }
        let Seating { script, seed, .. } = &self.seating;
        let heading = match self.seating.given {
            Some(_) => "# From a game that began with a ruling.\n".to_string(),
            None => format!("# From a game of {}, seed {seed}.\n", script.rules.game),
        };
        write_game(&self.game, &beginnings, &taken, &heading)
    }
}

/// By card: it lies open to all.
fn open_cards(game: &Game) -> Vec<bool> {
    let open = |card| {
        let state = game.board().card(CardId(card));
        let zones = [Zone::Row, Zone::Discard, Zone::Law, Zone::Removed];
        state.face_up() || zones.contains(&state.zone)
    };
    (0..game.script().rules.cards.len() as u16)
        .map(open)
        .collect()
}

/// How many cards are known now that were not known before.
fn learned(before: &[bool], now: &[bool]) -> u32 {
    now.iter()
        .zip(before)
        .filter(|(now, before)| **now && !**before)
        .count() as u32
}
