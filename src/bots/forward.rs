//! Games that a program moves on by itself: dealt, drawn, copied, played and taken back, many at once.
//!
//! What it is told of a state is made of views and options, as in a game that it plays. A world is drawn from what a seat may
//! know and from a seed that the program names; so nothing of it hangs on what is hidden, or on the chance of the game.

use std::sync::Arc;

use crate::protocol::{
    Answer, Asks, Bounds, Happenings, Layout, Offered, Over, Player, Refusal, Report, Request,
    Space, StateObservation, StateOptions, StateView, Table, Wants, hex,
};
use crate::slot::{Feeds, Slot};
use board::{Seat, View};
use engine::{Game, Outcome, Script, Words};
use explain::options::decision::{self, Decision, What};
use explain::options::label::label;

/// The stream of a seed's numbers by which worlds are drawn; others belong to games, players, drafts and bots.
const STREAM: u64 = 12;

/// All states of a program.
pub struct States {
    script: Arc<Script>,
    players: u8,
    bounds: Bounds,
    wants: Wants,
    space: Space,
    layout: Layout,
    slots: Vec<Option<Box<Slot>>>,
    /// Room for an observation.
    row: Vec<u8>,
}

/// Finds the option that a step means among those of its state.
type Found<'a> = dyn Fn(&Slot, (u32, u32)) -> Result<usize, Refusal> + 'a;

impl States {
    /// None yet.
    pub fn new(script: Arc<Script>, players: u8, bounds: Bounds, wants: Wants) -> States {
        let (space, layout) = (
            Space::new(&script.rules, players),
            Layout::new(&script.rules, players),
        );
        States {
            script,
            players,
            bounds,
            wants,
            space,
            layout,
            slots: Vec::new(),
            row: Vec::new(),
        }
    }

    /// Does what is asked. `asked` is the game that the program is asked in and its seat, where it is asked in any.
    pub fn answer(&mut self, request: &Request, asked: Option<(&Game, Seat)>) -> Answer {
        self.carried_out(request, asked)
            .unwrap_or_else(Answer::from)
    }

    fn carried_out(
        &mut self,
        request: &Request,
        asked: Option<(&Game, Seat)>,
    ) -> Result<Answer, Refusal> {
        if request.named() > self.bounds.states as usize {
            return Err(Refusal::TooMuch {
                most: self.bounds.states,
            });
        }
        let changed: Vec<u32> = match request {
            Request::Reset { .. } if asked.is_some() => return Err(Refusal::NoDeals),
            Request::Reset { games } => {
                self.each_once(games.iter().map(|(state, _)| *state))?;
                games
                    .iter()
                    .for_each(|(state, seed)| self.deal(*state, *seed));
                games.iter().map(|(state, _)| *state).collect()
            }
            Request::Worlds {
                state,
                seat: Player(seat),
                seed,
                into,
            } => {
                self.draw(*state, *seat, *seed, into, asked)?;
                into.clone()
            }
            Request::Clone { copies } => {
                self.each_once(copies.iter().map(|(_, to)| *to))?;
                self.all_there(copies.iter().map(|(from, _)| *from))?;
                // What is copied over may be copied itself.
                let copied = copies.iter().map(|(from, _)| self.slot(*from));
                let copied: Vec<Box<Slot>> = copied
                    .map(|slot| Ok(Box::new(slot?.clone())))
                    .collect::<Result<_, _>>()?;
                for ((_, to), slot) in copies.iter().zip(copied) {
                    self.put(*to, slot);
                }
                copies.iter().map(|(_, to)| *to).collect()
            }
            Request::Apply { steps } => {
                let found = |slot: &Slot, (state, action): (u32, u32)| {
                    let mut numbers = slot.numbers.iter();
                    let at = numbers.position(|number| *number == Some(action));
                    at.ok_or(Refusal::NoAction { state, action })
                };
                self.take(steps, &found)?
            }
            Request::Pick { steps } => {
                let found = |slot: &Slot, (state, option): (u32, u32)| {
                    let options = slot.choices.len();
                    let at = Some(option as usize).filter(|at| *at < options);
                    at.ok_or(Refusal::NoOption {
                        state,
                        option,
                        options,
                    })
                };
                self.take(steps, &found)?
            }
            Request::Undo { steps } => self.undo(steps)?,
            Request::Outcome { states } => {
                self.all_there(states.iter().copied())?;
                states.clone()
            }
            Request::Options { states } => {
                let options = |state: &u32| {
                    let slot = self.slot(*state)?;
                    let decision = Decision::of(&slot.game).filter(|_| !self.is_over(slot));
                    let offered = |decision: Decision| {
                        Offered::all(&self.script.rules, self.players, &decision)
                    };
                    Ok(StateOptions {
                        state: *state,
                        options: decision.map_or_else(Vec::new, offered),
                    })
                };
                let states = states.iter().map(options).collect::<Result<_, Refusal>>();
                return states.map(|states| Answer::Options { states });
            }
            Request::View { views } => {
                let view = |(state, Player(seat)): &(u32, Player)| {
                    let (game, view) = self.view(*state, *seat)?;
                    Ok(StateView {
                        state: *state,
                        seat: Player(*seat),
                        view: Table::new(&game.script().rules, &view),
                    })
                };
                let views = views.iter().map(view).collect::<Result<_, Refusal>>();
                return views.map(|views| Answer::Views { views });
            }
            Request::Observe { views } => {
                let mut row = Vec::new();
                let observe = |(state, Player(seat)): &(u32, Player)| {
                    let (game, view) = self.view(*state, *seat)?;
                    let asked = game.chooser().is_some_and(|chooser| chooser.by == *seat);
                    let asks = Asks::now(game).filter(|_| asked);
                    self.layout.observe(&view, asks, &mut row);
                    Ok(StateObservation {
                        state: *state,
                        seat: Player(*seat),
                        observation: hex(&row),
                    })
                };
                let views = views.iter().map(observe).collect::<Result<_, Refusal>>();
                return views.map(|views| Answer::Observations { views });
            }
            Request::Drop { states } => {
                self.all_there(states.iter().copied())?;
                for state in states {
                    self.slots[*state as usize] = None;
                }
                Vec::new()
            }
        };
        let states = changed.into_iter().map(|state| self.report(state));
        Ok(Answer::States {
            states: states.collect(),
        })
    }

    fn all_there(&self, mut states: impl Iterator<Item = u32>) -> Result<(), Refusal> {
        states.try_for_each(|state| self.slot(state).map(drop))
    }

    /// A state's game, and the table there as that seat sees it.
    fn view(&self, state: u32, seat: Seat) -> Result<(&Game, View), Refusal> {
        let (game, seat) = (&self.slot(state)?.game, self.seated(seat)?);
        Ok((
            game,
            View::of(game.board(), &game.script().rules.cards, seat),
        ))
    }

    fn slot(&self, state: u32) -> Result<&Slot, Refusal> {
        self.slots
            .get(state as usize)
            .and_then(Option::as_deref)
            .ok_or(Refusal::NoState(state))
    }

    fn seated(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.0 < self.players {
            Ok(seat)
        } else {
            Err(Refusal::NoSeat {
                seat,
                players: self.players,
            })
        }
    }

    /// Numbers that states may have, none of them twice; there is room for them from then on.
    fn each_once(&mut self, states: impl Iterator<Item = u32>) -> Result<(), Refusal> {
        let mut states: Vec<u32> = states.collect();
        states.sort_unstable();
        if let Some(twice) = states.windows(2).find(|two| two[0] == two[1]) {
            return Err(Refusal::Twice(twice[0]));
        }
        let Some(last) = states.last().copied() else {
            return Ok(());
        };
        if last >= self.bounds.states {
            return Err(Refusal::TooMany {
                number: last,
                most: self.bounds.states,
            });
        }
        if self.slots.len() <= last as usize {
            self.slots.resize(last as usize + 1, None);
        }
        Ok(())
    }

    fn put(&mut self, state: u32, slot: Box<Slot>) {
        self.slots[state as usize] = Some(slot);
    }

    fn begin(&mut self, state: u32, game: Game, told: Feeds, drawn: bool) {
        let base = Arc::new(game.state().clone());
        let (taken, choices, numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut slot = Box::new(Slot {
            base,
            game,
            taken,
            drawn,
            choices,
            numbers,
            told,
        });
        self.go_on(&mut slot);
        self.put(state, slot);
    }

    fn deal(&mut self, state: u32, seed: u64) {
        let mut told = Feeds::new(self.players, self.wants);
        let game = Game::deal(self.script.clone(), self.players, seed, &mut told);
        self.begin(state, game, told, false);
    }

    fn draw(
        &mut self,
        state: Option<u32>,
        seat: Seat,
        seed: u64,
        into: &[u32],
        asked: Option<(&Game, Seat)>,
    ) -> Result<(), Refusal> {
        self.seated(seat)?;
        self.each_once(into.iter().copied())?;
        let worlds = match (state, asked) {
            (Some(state), _) => {
                let slot = self.slot(state)?;
                if self.is_over(slot) {
                    return Err(Refusal::Over(state));
                }
                slot.game.worlds(seat)
            }
            (None, Some((game, own))) if own == seat => game.worlds(seat),
            (None, Some((_, own))) => return Err(Refusal::NotYours(own)),
            (None, None) => return Err(Refusal::NoGame),
        };
        self.room_for_worlds(into)?;
        let mut words = Words::new(seed, STREAM);
        for state in into {
            let mut drawn = worlds.clone();
            drawn.sample(&mut words);
            let told = Feeds::new(self.players, self.wants);
            self.begin(*state, drawn.into_game(), told, true);
        }
        Ok(())
    }

    /// Each drawn game has rules of its own, which take room.
    fn room_for_worlds(&self, into: &[u32]) -> Result<(), Refusal> {
        let kept = (0..)
            .zip(&self.slots)
            .filter(|(state, _)| !into.contains(state));
        let scripts = kept.filter_map(|(_, slot)| Some(Arc::as_ptr(slot.as_ref()?.game.script())));
        let mut drawn: Vec<_> = scripts
            .filter(|script| *script != Arc::as_ptr(&self.script))
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        let most = self.bounds.worlds;
        if drawn.len() + into.len() > most {
            Err(Refusal::TooManyWorlds { most })
        } else {
            Ok(())
        }
    }

    /// Takes an option in each of these states.
    fn take(&mut self, steps: &[(u32, u32)], found: &Found<'_>) -> Result<Vec<u32>, Refusal> {
        let mut options = Vec::with_capacity(steps.len());
        for step in steps {
            let slot = self.slot(step.0)?;
            if self.is_over(slot) {
                return Err(Refusal::Over(step.0));
            }
            if slot.taken.len() >= self.bounds.steps {
                return Err(Refusal::TooFar {
                    state: step.0,
                    most: self.bounds.steps,
                });
            }
            options.push(found(slot, *step)?);
        }
        self.each_once(steps.iter().map(|(state, _)| *state))?;
        for ((state, _), option) in steps.iter().zip(options) {
            self.change(*state, |slot| slot.take(option, true));
        }
        Ok(steps.iter().map(|(state, _)| *state).collect())
    }

    /// Takes back so many of the options that the program has taken, and what has followed from them.
    fn undo(&mut self, steps: &[(u32, u32)]) -> Result<Vec<u32>, Refusal> {
        let mut again = 0;
        for (state, back) in steps {
            let slot = self.slot(*state)?;
            let taken = slot.taken.iter().filter(|(_, own)| *own).count();
            if *back as usize > taken {
                return Err(Refusal::NoStep {
                    state: *state,
                    steps: *back,
                    taken,
                });
            }
            again += slot.kept(*back as usize);
        }
        // Nobody waits for one request as long as for many.
        if again > self.bounds.steps {
            return Err(Refusal::TooMuchAgain {
                again,
                most: self.bounds.steps,
            });
        }
        self.each_once(steps.iter().map(|(state, _)| *state))?;
        for (state, back) in steps.iter().filter(|(_, back)| *back > 0) {
            let told = Feeds::new(self.players, self.wants);
            self.change(*state, |slot| {
                slot.back(*back as usize);
                slot.told = told;
            });
        }
        Ok(steps.iter().map(|(state, _)| *state).collect())
    }

    /// Changes a state that is there.
    fn change(&mut self, state: u32, change: impl FnOnce(&mut Slot)) {
        let mut slot = self.slots[state as usize]
            .take()
            .expect("it was looked for");
        change(&mut slot);
        self.go_on(&mut slot);
        self.put(state, slot);
    }

    /// Takes what is the only option, unless the program wants to do that itself, and lists what is offered then.
    fn go_on(&self, slot: &mut Slot) {
        loop {
            slot.choices.clear();
            slot.numbers.clear();
            let Some(chooser) = slot.game.chooser().filter(|_| !self.is_over(slot)) else {
                return;
            };
            slot.game.options_into(&mut slot.choices);
            let stays = self.wants.single || slot.drawn && slot.taken.is_empty();
            if slot.choices.len() == 1 && !stays && slot.taken.len() < self.bounds.steps {
                slot.take(0, false);
                continue;
            }
            let (game, choices) = (&slot.game, &slot.choices);
            let what = choices.iter().map(|choice| decision::what(game, *choice));
            let what: Vec<What> = what.collect();
            let label = |option: usize| label(game, choices[option]);
            self.space
                .fill(chooser.by, &what, &label, &mut slot.numbers);
            return;
        }
    }

    fn is_over(&self, slot: &Slot) -> bool {
        slot.game.outcome() != Outcome::Running || slot.game.state().turns > self.bounds.limit
    }

    fn report(&mut self, state: u32) -> Report {
        let limit = self.bounds.limit;
        let slot = self.slots[state as usize]
            .as_mut()
            .expect("it has just been put there");
        let game = &slot.game;
        let over = |winner: Option<Seat>, draw, unfinished| {
            let winner = winner.map(Player);
            Some(Over {
                winner,
                draw,
                unfinished,
            })
        };
        let over = match game.outcome() {
            Outcome::Won(winner) => over(Some(winner), false, false),
            Outcome::Drawn => over(None, true, false),
            Outcome::Running if game.state().turns > limit => over(None, false, true),
            Outcome::Running => None,
        };
        let chooser = game.chooser().filter(|_| over.is_none());
        let observation = chooser.filter(|_| self.wants.observation).map(|chooser| {
            let view = View::of(game.board(), &game.script().rules.cards, chooser.by);
            self.layout.observe(&view, Asks::now(game), &mut self.row);
            hex(&self.row)
        });
        Report {
            state,
            seat: chooser.map(|chooser| Player(chooser.by)),
            of: chooser.map(|chooser| Player(chooser.seat)),
            turn: game.state().turns,
            actions: slot.numbers.clone(),
            over,
            observation,
            events: self
                .wants
                .events
                .then(|| slot.told.0.iter_mut().map(Happenings::take).collect()),
        }
    }
}
