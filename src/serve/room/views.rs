//! What each reader is told: made of views, logs and decisions, which cannot hold what a seat does not know.

use crate::Refusal;
use crate::replay::{NO_CLOCK, moments_of, start_of, told};
use crate::room::{Chair, Reader, Room, Who};
use crate::wire::{
    DecisionView, OptionView, Phase, Place, ReplayStep, SeenChair, SeenGoal, State, TableView,
    ToPage, Welcome, You,
};
use board::{Seat, Seats, View};
use bots::protocol::{Decide, Player, Table};
use explain::goals::{Goal, goals};
use explain::names::card_label;
use explain::options::decision::Decision;
use explain::options::decision::deed;
use record::traces::timeline::Eyes;
use rules::ir::{FaceId, Rules};
use session::disclosure::{At, Beat};
use session::screen::question;
use session::sitting::Sitting;

impl Room {
    pub fn welcome(&self, reader: Reader) -> ToPage {
        let you = reader.chair().map(|chair| You {
            chair,
            host: self.host() == Some(chair),
        });
        let open = self.chairs().iter().any(Chair::is_open);
        ToPage::Welcome(Welcome {
            game: self.name.clone(),
            recipe: self.setup.recipe.clone(),
            title: self.title.clone(),
            chat: self.setup.chat,
            join: (open && you.is_some()).then(|| self.setup.join.clone()),
            you,
            watch: self.setup.watch.clone(),
            idle_ms: self.idle.as_millis() as u64,
        })
    }

    pub fn gathered(&self, reader: Reader) -> ToPage {
        let playing = matches!(self.phase(), Phase::Contest | Phase::Play | Phase::Over);
        ToPage::Table(Box::new(TableView {
            phase: self.phase(),
            why: self.stuck.clone(),
            chairs: self
                .chairs()
                .iter()
                .enumerate()
                .map(|(at, chair)| self.seen_chair(at, chair))
                .collect(),
            host: self.host(),
            watchers: self.watchers,
            contest: self
                .contest
                .as_ref()
                .filter(|_| playing)
                .map(|contest| contest.seen(reader.chair())),
            vote: self.seen_vote(reader),
            rematch: self.seen_rematch(),
        }))
    }

    fn seen_chair(&self, at: usize, chair: &Chair) -> SeenChair {
        let (who, name) = match &chair.who {
            Who::Open => ("open", None),
            Who::Person { .. } if chair.replaced.is_some() => ("bot", Some(self.name_of(at))),
            Who::Person { .. } => ("person", Some(self.name_of(at))),
            Who::Bot { .. } => ("bot", Some(self.name_of(at))),
        };
        let is_bot = matches!(chair.who, Who::Bot { .. });
        SeenChair {
            chair: at,
            seat: self.seat(at).map(Player),
            who,
            name,
            bot: chair
                .bot()
                .filter(|_| who == "bot")
                .map(|bot| bot.to_string()),
            connected: is_bot || chair.sockets > 0,
            idle: chair.idle,
            replaceable: self.may_be_replaced(at),
            replaced: chair.replaced.is_some(),
            left: chair.left,
            conceded: chair.conceded,
        }
    }

    /// All that is known of the game to everybody; nothing before cards are dealt.
    pub fn begin(&self, reader: Reader) -> Option<ToPage> {
        let sitting = self.sitting.as_ref()?;
        let seat = reader
            .chair()
            .and_then(|chair| self.seat(chair))
            .map(Player);
        let rules = sitting.rules();
        let start = start_of(rules, self.setup.players, seat);
        Some(ToPage::Begin { seat, start })
    }

    /// How many sentences a reader has been told.
    pub fn lines(&self, reader: Reader) -> usize {
        let log = self
            .sitting
            .as_ref()
            .and_then(|sitting| sitting.log_of(self.eyes(reader)));
        log.map_or(0, |log| log.lines().len())
    }

    /// How often somebody has gone back: logs are other ones then.
    pub fn backs(&self) -> u64 {
        self.backs
    }

    /// The log from that sentence on; nothing before cards are dealt.
    pub fn log(&self, reader: Reader, from: usize) -> Option<ToPage> {
        let sitting = self.sitting.as_ref()?;
        let eyes = self.eyes(reader);
        let log = sitting.log_of(eyes)?;
        let lines = told(log.lines(), log.depths(), sitting.turns_of(eyes), from);
        Some(ToPage::Log {
            from,
            decided: sitting.decided_at(eyes),
            lines,
        })
    }

    /// The table and what is asked; nothing before cards are dealt.
    pub fn state(&self, reader: Reader) -> Option<ToPage> {
        let sitting = self.sitting.as_ref()?;
        let eyes = self.eyes(reader);
        let view = sitting.view_of(eyes)?;
        let decision = reader
            .chair()
            .filter(|chair| self.chairs[*chair].plays())
            .and_then(|chair| {
                let asked = self.asked_of(chair)?;
                Some(asking(
                    sitting.rules(),
                    &view,
                    asked.decision(),
                    self.id(chair),
                ))
            });
        Some(ToPage::State(Box::new(State {
            view: Table::new(sitting.rules(), &view),
            asked: self.seen_asked(eyes).into_iter().map(Player).collect(),
            decision,
            goals: sitting
                .worlds_of(eyes)
                .map(|worlds| seen_goals(&goals(&worlds)))
                .unwrap_or_default(),
            back: self.back(reader),
            outcome: self.ended(Some(eyes)),
        })))
    }

    /// Lines of the chat from that one on.
    pub fn chat(&self, from: usize) -> ToPage {
        let (from, lines) = self.chat.from(from);
        ToPage::Chat { from, lines }
    }

    pub(crate) fn chat_lines(&self) -> usize {
        self.chat.len()
    }

    /// What happens from now on is kept for these readers, step by step.
    pub fn keep_beats(&mut self, readers: impl Iterator<Item = Reader>) {
        let eyes: Vec<Seat> = readers.map(|reader| self.eyes(reader)).collect();
        if let Some(sitting) = &mut self.sitting {
            sitting.keep_beats_of(eyes.into_iter().fold(Seats::NONE, Seats::with));
        }
    }

    /// What has happened since this was asked last, step by step.
    pub fn take_beats(&mut self, reader: Reader) -> Option<ToPage> {
        let eyes = self.eyes(reader);
        let sitting = self.sitting.as_mut()?;
        let beats = sitting.take_beats(eyes);
        let beats: Vec<ReplayStep> = beats.iter().map(|beat| step(sitting, beat)).collect();
        (!beats.is_empty()).then_some(ToPage::Beats { beats })
    }

    /// Looks at it as it might be as well, for all that this reader can know. For tests.
    pub fn in_another_world<T>(
        &mut self,
        reader: Reader,
        seed: u64,
        look: impl FnOnce(&mut Room) -> T,
    ) -> Option<T> {
        let eyes = self.eyes(reader);
        // The sitting is taken out, so that the whole room can be looked at with another game in it.
        let mut sitting = self.sitting.take()?;
        let mut seen = None;
        let mut look = Some(look);
        sitting.in_another_world(eyes, seed, |other| {
            std::mem::swap(
                self.sitting
                    .get_or_insert_with(|| Sitting::begin(other.seating().clone())),
                other,
            );
            seen = look.take().map(|look| look(self));
            if let Some(inside) = &mut self.sitting {
                std::mem::swap(inside, other);
            }
        });
        self.sitting = Some(sitting);
        seen
    }

    /// The whole game, once it is over, with all cards open.
    pub(super) fn replay(&self, re: Option<u64>) -> Result<ToPage, Refusal> {
        let over = self.is_over().then(|| self.moments(re)).flatten();
        over.ok_or_else(|| Refusal::not_now("You can replay a game when it is over."))
    }

    /// All moments so far, with all cards open: for those who may see them.
    pub fn moments(&self, re: Option<u64>) -> Option<ToPage> {
        let sitting = self.sitting.as_ref()?;
        let (moments, lines) = moments_of(&sitting.timeline(), Eyes::Open);
        Some(ToPage::Replay {
            re,
            moments,
            lines,
            open: true,
        })
    }
}

pub fn asking(rules: &Rules, view: &View, decision: &Decision, id: u64) -> DecisionView {
    let Decide {
        seat,
        of,
        question: kind,
        targeted,
        options,
        ..
    } = Decide::new(rules, view, decision, 1, id, NO_CLOCK);
    let options = options.into_iter().zip(&decision.offers);
    DecisionView {
        id,
        seat,
        of,
        question: kind,
        targeted,
        harms: decision.harms,
        secret: decision.secret.is_some(),
        asks: decision
            .asks
            .map(|face| rules.faces[face.index()].label.clone()),
        prompt: question(decision),
        options: options
            .map(|(offered, offer)| OptionView {
                offered,
                deed: deed(rules, view, offer),
            })
            .collect(),
    }
}

pub(crate) fn seen_goals(goals: &[Goal]) -> Vec<SeenGoal> {
    let seen = |goal: &Goal| SeenGoal {
        seat: Player(goal.seat),
        name: goal.name.clone(),
        progress: goal.progress(),
        have: goal.count.map(|(have, _)| have),
        want: goal.count.map(|(_, want)| want),
        near: goal.near(),
        begun: goal.begun(),
    };
    goals.iter().map(seen).collect()
}

pub(crate) fn step(sitting: &Sitting, beat: &Beat) -> ReplayStep {
    let rules = sitting.rules();
    let at = beat.happening.at.map(|at| match at {
        At::Nation(seat) => Place {
            seat: Player(seat),
            place: None,
        },
        At::Building(spot) => Place {
            seat: Player(spot.seat),
            place: Some(spot.place + 1),
        },
    });
    let of = |face: FaceId| {
        let kinds = (0..).map(board::Kind).zip(&rules.kinds);
        let mut of =
            kinds.filter(|(_, kind)| kind.action == Some(face) || kind.buildings.contains(&face));
        of.next()
            .map(|(number, _)| card_label(rules, number).to_string())
    };
    ReplayStep {
        line: beat.happening.line,
        at,
        by: beat.happening.by.map(Player),
        aimed: beat.happening.aimed,
        card: beat.happening.face.and_then(of),
        face: beat
            .happening
            .face
            .map(|face| rules.faces[face.index()].label.clone()),
        view: Table::new(rules, &beat.view),
        goals: beat.goals.as_deref().map(seen_goals),
    }
}
