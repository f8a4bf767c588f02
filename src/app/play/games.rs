//! Games on the full screen, one after the other: each is kept as it goes, and what stays of the last one is told.

use std::io::{self, Write};

use crate::home::Home;
use crate::pager::width;
use crate::play::dispute::{refusal, settle};
use crate::play::opening::{Host, in_words};
use crate::play::screen::OnScreen;
use crate::play::table::{seed_sentence, went_back};
use crate::shelf::{ELSEWHERE, NOWHERE, go_on_sentence, keeper, look_again};
use crate::shelf::{Keeper, Shelf, Storage};
use crate::tui::look::Look;
use crate::tui::{Effect, Input, Lobby, Model, Scene, Screen, popup};
use crate::{Failure, number, plain};
use board::Seat;
use rules::ir::Dispute;
use session::opening::{Opening, Seating};
use session::screen::Memory;
use session::sitting::Sitting;
use text::wrapped_commands;

/// See the top of the file.
pub struct Games<'h> {
    pub home: &'h Home,
    pub look: Look,
    pub speed: usize,
    pub memory: Memory,
    /// The seed was drawn, and is told in the end.
    pub drawn: bool,
}

/// A game that was left, and what is kept of it.
pub struct Departure {
    sitting: Sitting,
    kept: Storage,
    /// Why its end is not kept, where that went wrong.
    fault: Option<String>,
    /// Nobody has given its seed.
    drawn: bool,
    /// The signal that made the people leave, if it was one.
    pub signal: Option<usize>,
}

impl Games<'_> {
    /// Shows game after game, until the people have had enough. `told` is said over the first one.
    pub fn play(
        &self,
        screen: &mut Screen,
        sitting: Sitting,
        kept_by: Option<Keeper>,
        told: Vec<String>,
    ) -> Result<Departure, Failure> {
        let (mut sitting, mut own, mut speed, mut drawn) =
            (sitting, kept_by, self.speed, self.drawn);
        let mut about = Some(told)
            .filter(|told| !told.is_empty())
            .map(popup::about_game);
        loop {
            let (mut model, effects) = Model::new(sitting, self.memory, self.look, speed);
            model.ui.popup = about.take();
            let mut playing = Playing::new(model, own);
            let (wanted, signal) = match screen.run(&mut playing, effects) {
                Err(Failure::Left(signal)) => (None, Some(signal)),
                wanted => (Some(wanted?), None),
            };
            let Playing {
                model,
                keeper: kept_by,
                ..
            } = playing;
            speed = model.ui.speed;
            let mut over = model.into_sitting();
            if let Some(Effect::Settle) = wanted {
                own = kept_by;
                let host = OnScreen {
                    screen,
                    lobby: Lobby::over_game(self.look),
                };
                match self.settle(host, &mut over, &mut own) {
                    Err(Failure::Left(signal)) => {
                        return Ok(Departure::of(over, own.as_ref(), drawn, Some(signal)));
                    }
                    done => done?,
                }
                sitting = over;
                continue;
            }
            let again = match wanted {
                Some(Effect::Rematch) => Some(rematch(over.seating())?),
                _ => None,
            };
            match again {
                Some(next) => {
                    (sitting, own, drawn) = (Sitting::begin(next), keeper(self.home).0, true)
                }
                None => return Ok(Departure::of(over, kept_by.as_ref(), drawn, signal)),
            }
        }
    }

    /// A dispute is picked, and played for. Whoever leaves that goes on with the game as it was.
    fn settle(
        &self,
        mut host: OnScreen<'_>,
        sitting: &mut Sitting,
        keeper: &mut Option<Keeper>,
    ) -> Result<(), Failure> {
        let disputes = sitting.rules().disputes.clone();
        let now = |dispute: &Dispute| in_words(&dispute.values[usize::from(dispute.value)]);
        let asks = |dispute: &Dispute| format!("{} Now: {}.", dispute.question, now(dispute));
        let options: Vec<_> = disputes
            .iter()
            .map(|dispute| (dispute.name.clone(), asks(dispute)))
            .collect();
        // What is changed by it is said before: whoever only looks at the list changes nothing.
        let sure = [
            ("back".to_string(), "the rule stays as it is".to_string()),
            (
                "play for it".to_string(),
                "the winner chooses how the rule is read from now on".to_string(),
            ),
        ];
        let index = loop {
            let picked = host.choose(
                "Which disputed rule do you want to change? (Esc returns to the game.)",
                &options,
            )?;
            let Some(index) = picked else { return Ok(()) };
            if let Some(refused) = refusal(sitting, &disputes[index]) {
                host.say(&refused)?;
                continue;
            }
            match host.choose(
                &format!(
                    "Play for `{}`? {}",
                    disputes[index].name,
                    asks(&disputes[index])
                ),
                &sure,
            )? {
                Some(1) => break index,
                Some(_) => {}
                None => return Ok(()),
            }
        };
        let keep = |sitting: &Sitting| {
            drop(
                keeper
                    .as_mut()
                    .and_then(|keeper| keeper.keep(sitting, self.memory)),
            )
        };
        let Some(settled) = settle(&mut host, sitting, self.memory, index, keep)? else {
            return Ok(());
        };
        // A sentence about a game that cannot be kept is shown here, or with the next decision.
        if let Some(sentence) = keeper
            .as_mut()
            .and_then(|keeper| keeper.keep(sitting, self.memory))
        {
            host.say(&sentence)?;
        }
        host.go_on(if settled.in_turn {
            "The game continues."
        } else {
            "The cards are dealt again."
        })
        .map(drop)
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
        let mut playing = Playing {
            model,
            keeper,
            taken,
        };
        playing.tell_where();
        playing
    }

    /// Tells the model how the game is kept.
    fn tell_where(&mut self) {
        self.model.ui.unkept = self.unkept();
        let again = |keeper: &Keeper| match keeper.kept() {
            Storage::All(id) => Some(format!("{id}{}", keeper.option())),
            _ => None,
        };
        self.model.ui.again = self.keeper.as_ref().and_then(again);
    }

    /// Why the game as it is now is not kept.
    fn unkept(&self) -> Option<String> {
        match &self.keeper {
            None => Some(NOWHERE.to_string()),
            Some(keeper) => keeper.fault().map(str::to_string),
        }
    }
}

impl Scene for Playing {
    fn update(&mut self, input: Input) -> Vec<Effect> {
        let input = match (input, self.keeper.as_ref().map(Keeper::kept)) {
            (Input::Studied(mut told), Some(Storage::All(id))) => {
                told.push(look_again(
                    id,
                    self.keeper.as_ref().map_or("", Keeper::option),
                ));
                Input::Studied(told)
            }
            (input, _) => input,
        };
        let effects = self.model.update(input);
        let taken = self.model.sitting().taken().len();
        if taken != self.taken {
            self.taken = taken;
            let keeper = self.keeper.as_mut();
            let told =
                keeper.and_then(|keeper| keeper.keep(self.model.sitting(), self.model.memory()));
            self.tell_where();
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

/// The same people, another seed, and everybody one seat further on. What began with a position begins with it again.
fn rematch(seating: &Seating) -> Result<Seating, Failure> {
    if seating.given.is_some() {
        return Ok(seating.clone());
    }
    let on = |seat: Seat| Seat((seat.0 + 1) % seating.players);
    let mut names = seating.names.clone();
    if !names.is_empty() {
        names.rotate_right(1);
    }
    Ok(Seating {
        seed: number::secret_seed()?,
        seat: on(seating.seat),
        guests: seating.guests.iter().copied().map(on).collect(),
        names,
        opening: Opening {
            told: Vec::new(),
            ..seating.opening.clone()
        },
        ..seating.clone()
    })
}

impl Departure {
    /// The game as it is now, with what is kept of it by now.
    fn of(
        sitting: Sitting,
        keeper: Option<&Keeper>,
        drawn: bool,
        signal: Option<usize>,
    ) -> Departure {
        let kept = keeper.map_or(Storage::Nothing, Keeper::kept);
        let fault = keeper.and_then(Keeper::fault).map(str::to_string);
        Departure {
            sitting,
            kept,
            fault,
            drawn,
            signal,
        }
    }

    /// Says it on the terminal that is plain again, in lines that fit.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn say(&self, home: &Home) -> io::Result<()> {
        let mut out = plain::stdout();
        self.told(home).iter().try_for_each(|sentence| {
            writeln!(out, "{}", wrapped_commands(sentence, "", "  ", width()))
        })
    }

    /// What there is to say about it when the screen is gone.
    pub fn told(&self, home: &Home) -> Vec<String> {
        let Departure {
            sitting,
            kept,
            fault,
            drawn,
            ..
        } = self;
        let mut told = vec![
            sitting
                .ended()
                .unwrap_or_else(|| "You left the game.".to_string()),
        ];
        told.extend(went_back(sitting));
        if let Some(why) = fault {
            let what = if *kept == Storage::Nothing {
                "This game"
            } else {
                "The end of this game"
            };
            told.push(format!("{what} could not be saved: {why}. `--data DIR` selects another folder for the next one."));
        }
        match (kept, sitting.asked()) {
            (Storage::All(id), None) => told.push(look_again(*id, &home.option())),
            (Storage::Nothing, _) if Shelf::of(home).is_err() => {
                told.push(format!("This game was not saved: {NOWHERE}; {ELSEWHERE}."));
            }
            (kept, _) => told.extend(go_on_sentence(*kept, &home.option())),
        }
        if *drawn && sitting.asked().is_none() {
            told.extend(seed_sentence(sitting));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Departure, rematch};
    use crate::home::Home;
    use crate::shelf::Storage;
    use board::Seat;
    use bots::BotSpec;
    use engine::Script;
    use rules::{Library, Settings};
    use session::opening::{Opening, Seating};
    use session::sitting::Sitting;

    fn seating() -> Seating {
        let library = Library::builtin().expect("the project's own cards are sound");
        let recipe = library.recipes()[0].id.node.clone();
        let rules = library
            .compile(&recipe, &Settings::default())
            .expect("the recipe makes a game");
        Seating {
            script: Arc::new(Script::new(rules)),
            players: 3,
            seed: 7,
            seat: Seat(0),
            guests: vec![Seat(2)],
            names: ["Ann", "", "Ben"].map(str::to_string).to_vec(),
            bots: BotSpec::Cautious,
            given: None,
            opening: Opening::default(),
        }
    }

    #[test]
    fn another_game_has_a_seed_of_its_own_and_everybody_one_seat_further_on() {
        let first = seating();
        let next = rematch(&first).expect("the system draws");
        assert_ne!(next.seed, first.seed);
        assert!(next.seed < 1 << 52, "it can be typed");
        assert_eq!((next.seat, &next.guests[..]), (Seat(1), &[Seat(0)][..]));
        assert_eq!(next.names, ["Ben", "Ann", ""]);
    }

    #[test]
    fn a_drawn_seed_is_told_when_the_game_is_over_and_no_sooner() {
        let mut sitting = Sitting::begin(Seating {
            guests: Vec::new(),
            names: Vec::new(),
            ..seating()
        });
        let left = |sitting: Sitting, drawn| Departure {
            sitting,
            kept: Storage::All(3),
            fault: None,
            drawn,
            signal: None,
        };
        assert_eq!(
            left(sitting, true).told(&Home::default()),
            [
                "You left the game.",
                "Saved. Continue with `brink play --resume 3`."
            ]
        );
        sitting = Sitting::begin(Seating {
            guests: Vec::new(),
            names: Vec::new(),
            ..seating()
        });
        while sitting.asked().is_some() {
            if !sitting.let_bot_decide() {
                sitting.choose(0);
            }
        }
        let over = left(sitting, true);
        let told = over.told(&Home::default());
        assert_eq!(Some(&told[0]), over.sitting.ended().as_ref());
        let last = [
            "Saved as game 3: `brink replay 3` replays it step by step.",
            "The seed was 7: `--seed 7` deals the same cards again.",
        ];
        assert_eq!(told[1..], last);
        let told = left(over.sitting, false).told(&Home::default());
        assert_eq!(told[1..], last[..1]);
    }

    #[test]
    fn what_could_not_be_kept_is_told_as_far_as_it_could_not() {
        let told = |kept| {
            let sitting = Sitting::begin(Seating {
                guests: Vec::new(),
                names: Vec::new(),
                ..seating()
            });
            let fault = Some("no space left on device".to_string());
            Departure {
                sitting,
                kept,
                fault,
                drawn: false,
                signal: None,
            }
            .told(&Home::default())
        };
        let elsewhere = "`--data DIR` selects another folder for the next one.";
        let nothing = format!("This game could not be saved: no space left on device. {elsewhere}");
        assert!(
            told(Storage::Nothing).contains(&nothing),
            "{:?}",
            told(Storage::Nothing)
        );
        let some = format!(
            "The end of this game could not be saved: no space left on device. {elsewhere}"
        );
        assert!(
            told(Storage::Before(3)).contains(&some),
            "{:?}",
            told(Storage::Before(3))
        );
    }
}
