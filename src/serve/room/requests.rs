//! What somebody at the table asks for: checked against the game as it is now, and made into records, or refused.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::Refusal;
use crate::records::Record;
use crate::room::{Chair, LONGEST, Reader, Room, Who, fit_name, phrase};
use crate::wire::{ChatMode, FromPage, PageRequest, Phase, ToPage};
use bots::BotSpec;
use explain::options::decision::Taken;
use session::hints::Task;
use text::{is_piled, steers};

/// What comes of it.
pub enum Reply {
    /// To be kept, and then applied; without any the table may have changed, too.
    Records(Vec<Record>),
    /// To be told to whoever asked.
    Told(Box<ToPage>),
    /// To be thought about, away from the table: what would a bot do?
    Hint(Box<Task>),
}

impl Reply {
    pub const CHANGED: Reply = Reply::Records(Vec::new());

    /// One record to be kept.
    pub fn record(record: Record) -> Result<Reply, Refusal> {
        Ok(Reply::Records(vec![record]))
    }

    fn told(told: ToPage) -> Result<Reply, Refusal> {
        Ok(Reply::Told(Box::new(told)))
    }
}

impl Room {
    /// Hears a message of somebody.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn hear(
        &mut self,
        reader: Reader,
        FromPage { re, asked }: FromPage,
    ) -> Result<Reply, Refusal> {
        match asked {
            PageRequest::Why { about } => {
                let text = self.why(reader, &about)?;
                return Reply::told(ToPage::Why { re, text });
            }
            PageRequest::Replay {} => return Reply::told(self.replay(re)?),
            _ => {}
        }
        let chair = reader.chair().ok_or_else(Refusal::watching)?;
        // Whoever leaves does not stay to play.
        if asked != (PageRequest::Leave {}) {
            self.noticed(chair);
        }
        match asked {
            PageRequest::Answer { id, option } => self.answer(chair, id, option),
            PageRequest::Show { round, symbol } => self.show(chair, round, &symbol),
            PageRequest::Preview { id, option } => {
                let asked = self.asked_now(chair, id)?;
                let preview = asked.preview(option).ok_or_else(not_offered)?;
                let lines = preview.told();
                Reply::told(ToPage::Preview { re, option, lines })
            }
            // Among people that would be a bot's word in their game.
            PageRequest::Hint { .. } if !self.is_alone() => Err(Refusal::not_now(
                "Hints are only available in games against bots.",
            )),
            PageRequest::Hint { id } => Ok(Reply::Hint(Box::new(
                self.asked_now(chair, id)?.with(BotSpec::Cautious),
            ))),
            PageRequest::Back {} => self.take_back(chair),
            PageRequest::Vote { id, yes } => self.cast(chair, id, yes),
            PageRequest::WantBot { chair: of } => self.want_bot(chair, of),
            PageRequest::Say { phrase, text } => self.say(chair, phrase, text),
            PageRequest::Name { name } => {
                if self.phase() != Phase::Gathering {
                    return Err(Refusal::not_now(
                        "You cannot change your name once the game has begun.",
                    ));
                }
                let others = (0..self.chairs().len())
                    .filter(|other| *other != chair)
                    .map(|other| self.name_of(other));
                let others: Vec<String> = others.collect();
                let name = fit_name(&name, others.iter().map(String::as_str))?;
                Reply::record(Record::Named { chair, name })
            }
            // Before the game nothing is lost with a chair: somebody else may have it.
            PageRequest::Leave {} if self.phase() == Phase::Gathering => {
                Reply::record(Record::Opened { chair })
            }
            PageRequest::Leave {} if self.chairs[chair].left => Ok(Reply::CHANGED),
            PageRequest::Leave {} => Reply::record(Record::Left { chair }),
            PageRequest::Concede {} => match self.phase() {
                Phase::Play if self.chairs[chair].plays() => {
                    Reply::record(Record::Conceded { chair })
                }
                Phase::Gathering | Phase::Contest | Phase::Play | Phase::Over | Phase::Stuck => {
                    Err(Refusal::not_now("There is nothing to concede."))
                }
            },
            PageRequest::Rematch {} => self.want_rematch(chair),
            PageRequest::SeatBot { chair: of, bot } => {
                if self.may_arrange(chair, of)?.is_person() {
                    return Err(Refusal::not_now(
                        "Someone sits there: free the chair first.",
                    ));
                }
                let bot = allowed_bot(&bot)?.to_string();
                Reply::record(Record::Bot { chair: of, bot })
            }
            PageRequest::OpenChair { chair: of } => match self.may_arrange(chair, of)?.who {
                Who::Open => Err(Refusal::not_now("The chair is already free.")),
                Who::Person { .. } if of == chair => Err(Refusal::not_now(
                    "This is your own chair: leave the table to free it.",
                )),
                Who::Bot { .. } | Who::Person { .. } => Reply::record(Record::Opened { chair: of }),
            },
            PageRequest::Here {} => Ok(Reply::CHANGED),
            PageRequest::Enter { .. } => Err(Refusal::not_now("You have already entered.")),
            PageRequest::Why { .. } | PageRequest::Replay {} => {
                unreachable!("these were answered above")
            }
        }
    }

    /// The host may seat bots and free chairs before the game. Answers the chair.
    fn may_arrange(&self, chair: usize, of: usize) -> Result<&Chair, Refusal> {
        if self.host() != Some(chair) {
            return Err(Refusal::new("foreign", "Only the host can do that."));
        }
        if self.phase() != Phase::Gathering {
            return Err(Refusal::not_now("The game has begun."));
        }
        self.chairs
            .get(of)
            .ok_or_else(|| Refusal::broken("There is no such chair."))
    }

    fn answer(&self, chair: usize, id: u64, option: usize) -> Result<Reply, Refusal> {
        let asked = self.asked_now(chair, id)?;
        let decision = asked.decision();
        let offer = decision.offers.get(option).ok_or_else(not_offered)?;
        let taken = Taken::new(decision.chooser(), offer.label.clone());
        Reply::record(self.record_of(&taken))
    }

    /// How a choice is kept: those that all make at the same time until all have.
    pub(crate) fn record_of(&self, taken: &Taken) -> Record {
        match self.sitting.as_ref() {
            Some(sitting) if !sitting.asks_together() => {
                Record::took(taken, sitting.print().unwrap_or(0))
            }
            _ => Record::given(taken),
        }
    }

    fn show(&self, chair: usize, round: usize, symbol: &str) -> Result<Reply, Refusal> {
        let Some(contest) = self
            .contest
            .as_ref()
            .filter(|_| self.phase() == Phase::Contest)
        else {
            // Whoever has not heard yet that it is over is late, and no more than that.
            return Err(match self.phase() {
                Phase::Play | Phase::Over => Refusal::late(),
                _ => Refusal::not_now("Nobody chooses symbols now."),
            });
        };
        if round != contest.round() {
            return Err(Refusal::late());
        }
        let symbol = contest.symbol(symbol).ok_or_else(not_offered)?;
        match contest.asks(chair) {
            true => Reply::record(Record::Shown { chair, symbol }),
            false => Err(Refusal::late()),
        }
    }

    fn say(
        &self,
        chair: usize,
        named: Option<String>,
        text: Option<String>,
    ) -> Result<Reply, Refusal> {
        let (named, text) = match (self.setup.chat, named, text) {
            (ChatMode::Off, ..) => return Err(Refusal::new("off", "Chat is off at this table.")),
            (_, Some(name), None) => match phrase(&name) {
                Some(words) => (Some(name), words.to_string()),
                None => return Err(Refusal::broken("There is no such phrase.")),
            },
            (ChatMode::Phrases, ..) => {
                return Err(Refusal::new("off", "This table allows only set phrases."));
            }
            (ChatMode::Free, None, Some(text)) => (None, text.trim().to_string()),
            (ChatMode::Free, ..) => return Err(Refusal::broken("Send a phrase or a text.")),
        };
        let length = text.chars().count();
        if is_piled(&text) {
            return Err(Refusal::broken("A letter may have at most two marks."));
        }
        if length == 0 || length > LONGEST || text.contains(steers) {
            return Err(Refusal::broken(format!(
                "A text must have 1 to {LONGEST} visible characters."
            )));
        }
        Reply::record(Record::Said {
            chair,
            phrase: named,
            text,
            at_ms: now_ms(),
        })
    }

    fn why(&self, reader: Reader, about: &str) -> Result<String, Refusal> {
        let Some(sitting) = &self.sitting else {
            return Err(Refusal::not_now("The cards are not dealt yet."));
        };
        if about.chars().count() > LONGEST || about.contains(steers) {
            return Err(Refusal::broken(
                "Ask about a place, a line of the log, or in a few words.",
            ));
        }
        sitting
            .why_plainly_of(self.eyes(reader), about)
            .map_err(Refusal::not_now)
    }
}

pub(super) fn not_offered() -> Refusal {
    Refusal::new("not-offered", "This is not one of the options.")
}

/// The bots that may sit here: others would think too long.
///
/// # Errors
/// It is none of them.
pub(crate) fn allowed_bot(name: &str) -> Result<BotSpec, Refusal> {
    let known = crate::BOTS.iter().any(|(bot, _)| *bot == name);
    let spec = known.then(|| name.parse().ok()).flatten();
    spec.ok_or_else(|| {
        let bots: Vec<&str> = crate::BOTS.iter().map(|(bot, _)| *bot).collect();
        let wrong = Refusal::bad("no bot of that name can play here");
        wrong.with_help(format!("use one of `{}`", bots.join("`, `")))
    })
}

/// Milliseconds since 1970, for the eyes of people alone.
fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}
