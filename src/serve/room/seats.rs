//! Who sits at a table, from the first chair that is taken to the end of the game.

use std::time::{Duration, Instant};

use bots::BotSpec;
use text::{Unfit, printable, unfit};

use crate::Refusal;
use crate::records::Record;
use crate::room::votes::About;
use crate::room::{Reader, Room};
use crate::token::Hash;
use crate::wire::{FromPage, PageRequest, Phase};

/// Somebody's place.
#[derive(Debug, Clone)]
pub struct Chair {
    pub who: Who,
    /// The number of the record by which the person sat down.
    pub sat: u64,
    pub left: bool,
    pub conceded: bool,
    /// A bot plays on for the person.
    pub replaced: Option<BotSpec>,
    /// How many sockets the person has.
    pub sockets: usize,
    /// When the person was last noticed.
    pub here: Instant,
    /// When the last socket of the person went; of a game that was loaded, when that was.
    pub lost: Instant,
    /// Since when the person is asked.
    pub asked: Option<Instant>,
    /// The person does nothing, though asked.
    pub idle: bool,
    /// The person has had no socket for so long that it will hardly come back by itself.
    pub gone: bool,
}

/// Who sits there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    Open,
    Person { name: String, token: Hash },
    Bot { bot: BotSpec },
}

impl Chair {
    pub fn open() -> Chair {
        let now = Instant::now();
        Chair {
            who: Who::Open,
            sat: 0,
            left: false,
            conceded: false,
            replaced: None,
            sockets: 0,
            here: now,
            lost: now,
            asked: None,
            idle: false,
            gone: false,
        }
    }

    pub fn of(who: Who) -> Chair {
        Chair {
            who,
            ..Chair::open()
        }
    }

    /// The bot that decides there, if one does.
    pub fn bot(&self) -> Option<BotSpec> {
        match (&self.who, self.replaced) {
            (Who::Bot { bot }, _) => Some(*bot),
            (Who::Person { .. }, Some(bot)) => Some(bot),
            (Who::Person { .. }, None) if self.conceded => Some(BotSpec::Cautious),
            (Who::Person { .. } | Who::Open, _) => None,
        }
    }

    /// A person sits there, whoever decides.
    pub fn is_person(&self) -> bool {
        matches!(self.who, Who::Person { .. })
    }

    /// A person who still decides.
    pub fn plays(&self) -> bool {
        self.is_person() && self.bot().is_none()
    }

    pub fn is_open(&self) -> bool {
        self.who == Who::Open
    }
}

/// Characters of a name.
const LONGEST: usize = 20;

/// The name, without blanks around it; `others` are there already.
///
/// # Errors
/// Why it will not do.
pub(crate) fn fit_name<'a>(
    name: &str,
    others: impl Iterator<Item = &'a str>,
) -> Result<String, Refusal> {
    let name = name.trim();
    let quoted = printable(name, LONGEST);
    let long = name.chars().count() > LONGEST;
    let why = match unfit(name, others) {
        None if long => format!("a name has at most {LONGEST} characters"),
        None => return Ok(name.to_string()),
        Some(Unfit::Unseen) => format!("`{quoted}` is not made of visible characters"),
        Some(Unfit::Piled) => format!("`{quoted}` has more than two marks on a letter"),
        Some(Unfit::Mixed) => format!("`{quoted}` mixes the letters of several scripts in a word"),
        Some(Unfit::Reserved) => {
            format!("`{quoted}` is a name that the table uses for someone else")
        }
        Some(Unfit::Taken) => format!("someone here is already called `{quoted}`"),
    };
    Err(Refusal::bad(why).with_help("choose another name"))
}

/// A lost connection is waited for this part of the time for which somebody who is there may do nothing: by default half a minute, in
/// which a page has tried at least once to come back, since it does so every twenty seconds at the latest.
const PART: u32 = 3;

/// What has changed by time alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tick {
    Same,
    Changed,
}

impl Room {
    /// A socket has entered, and so a lost connection is there again. That tells nothing of the person, who may be away while their page
    /// comes back by itself: they are there when they say something.
    pub fn entered(&mut self, reader: Reader) {
        match reader {
            Reader::Onlooker => self.watchers += 1,
            Reader::Chair(chair) => {
                let there = &mut self.chairs[chair];
                there.sockets += 1;
                there.gone = false;
                if !there.idle && !there.left {
                    self.end_vote_for_a_bot(chair);
                }
            }
        }
    }

    /// Whoever does something at the table is back, where they had left or a bot played for them. It is to be kept before what they
    /// do is heard.
    pub(crate) fn comes_back(&self, reader: Reader, message: &FromPage) -> Option<Record> {
        if message.asked == (PageRequest::Leave {}) {
            return None;
        }
        let chair = reader.chair()?;
        let there = &self.chairs[chair];
        let back = (there.left || there.replaced.is_some()) && !there.conceded && !self.is_over();
        back.then_some(Record::Returned {
            chair,
            chooses: true,
        })
    }

    /// A socket has gone.
    pub fn gone(&mut self, reader: Reader) {
        match reader {
            Reader::Onlooker => self.watchers = self.watchers.saturating_sub(1),
            Reader::Chair(chair) => {
                let there = &mut self.chairs[chair];
                there.sockets = there.sockets.saturating_sub(1);
                there.lost = Instant::now();
            }
        }
    }

    /// The person does something: no bot is voted on any more.
    pub(super) fn noticed(&mut self, chair: usize) {
        let there = &mut self.chairs[chair];
        there.here = Instant::now();
        (there.idle, there.gone) = (false, false);
        self.end_vote_for_a_bot(chair);
    }

    fn end_vote_for_a_bot(&mut self, chair: usize) {
        if self
            .vote
            .take_if(|vote| matches!(vote.about, About::Bot(of) if of == chair))
            .is_some()
        {
            let notice = format!("{} is here: no bot takes the seat.", self.name_of(chair));
            self.chat.notice(notice);
        }
    }

    /// Looks at the clock. Somebody who is asked and does nothing for so long is idle, and whoever has no socket for a part of that is
    /// gone: the others may vote a bot in.
    pub fn tick(&mut self, now: Instant, limit: Duration) -> Tick {
        let mut tick = Tick::Same;
        for chair in 0..self.chairs.len() {
            let asked = match self.phase() {
                Phase::Play => self.asked_of(chair).is_some(),
                Phase::Contest => self
                    .contest
                    .as_ref()
                    .is_some_and(|contest| contest.asks(chair)),
                Phase::Gathering | Phase::Over | Phase::Stuck => false,
            };
            let there = &mut self.chairs[chair];
            // Who waits for the others need not show that they are there.
            there.asked = asked.then(|| there.asked.unwrap_or(now));
            let since = there
                .asked
                .map(|asked| asked.max(there.here))
                .filter(|_| there.plays());
            let idle = since.is_some_and(|since| now.duration_since(since) > limit);
            let gone = there.is_person()
                && there.sockets == 0
                && now.duration_since(there.lost) > limit / PART;
            if (there.idle, there.gone) != (idle, gone) {
                (there.idle, there.gone) = (idle, gone);
                tick = Tick::Changed;
            }
        }
        tick
    }

    /// The others may vote a bot in for whoever sits there.
    pub(super) fn may_be_replaced(&self, chair: usize) -> bool {
        let there = &self.chairs[chair];
        let away = there.left || there.gone || there.idle;
        matches!(self.phase(), Phase::Play | Phase::Contest) && there.plays() && away
    }

    /// Why no bot can be asked for there, and when one can.
    pub(super) fn not_replaced(&self, chair: usize) -> Refusal {
        let there = &self.chairs[chair];
        let (name, idle) = (self.name_of(chair), self.idle);
        let waits = matches!(self.phase(), Phase::Play | Phase::Contest) && there.plays();
        let message = match (waits, there.sockets) {
            (false, _) => "A bot can only replace a person who is away during a game.".to_string(),
            (true, 0) => {
                let seconds = (idle / PART).as_secs();
                format!(
                    "{name} lost the connection only just now: ask for a bot when it has been lost for {seconds} seconds."
                )
            }
            (true, _) => {
                let seconds = idle.as_secs();
                format!(
                    "{name} is here: ask for a bot when {name} has a decision to make and has done nothing for {seconds} seconds."
                )
            }
        };
        Refusal::not_now(message)
    }

    /// Nobody is there.
    pub(crate) fn is_deserted(&self) -> bool {
        self.watchers == 0 && self.chairs.iter().all(|chair| chair.sockets == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::fit_name;

    #[test]
    fn fields_of_the_page_take_as_long_a_name() {
        let page = include_str!("../page/settings.js");
        assert!(page.contains(&format!("export const LONGEST_NAME = {};", super::LONGEST)));
    }

    #[test]
    fn names_have_no_blanks_around_them_and_are_short() {
        let fits = |name: &str| fit_name(name, ["Ann"].into_iter()).ok();
        assert_eq!(fits(" Ben ").as_deref(), Some("Ben"));
        assert_eq!(fits("ann"), None);
        assert_eq!(
            [20, 21].map(|letters| fits(&"a".repeat(letters)).is_some()),
            [true, false]
        );
    }
}
