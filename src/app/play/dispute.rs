//! A table that does not agree how a disputed rule is read plays for it (HFB-3): before the first turn, or at a turn menu.

use std::sync::Arc;

use crate::Failure;
use crate::play::opening::{Host, among_themselves, answer};
use crate::start::script_with;
use board::Seat;
use engine::Script;
use explain::options::decision::{Decision, Question};
use rules::Library;
use rules::ir::Dispute;
use session::opening::dispute_words;
use session::opening::{Opening, Seating};
use session::save::Saved;
use session::screen::Memory;
use session::sitting::Sitting;

/// Whoever could leave each contest that goes badly would win them all.
const LEFT: &str = "You left after the symbols were shown. This counts as an undo, and the bots choose new symbols next time.";

/// What has come of it.
pub struct Settlement {
    /// The game goes on; else the cards have been dealt anew.
    pub in_turn: bool,
    /// So many lines of the log have been told.
    pub told: usize,
}

/// Why a dispute is not played for now.
pub fn refusal(sitting: &Sitting, dispute: &Dispute) -> Option<String> {
    let Some(decision) = asked(sitting) else {
        return Some("The game is over: there is nothing left to settle.".to_string());
    };
    let name = &dispute.name;
    match decision.question {
        _ if sitting.rules().symbols.is_empty() && !several(sitting) => {
            Some("This game has no symbols to show; use `--dispute NAME=VALUE`.".to_string())
        }
        Question::Menu if sitting.settled_in_turn(name) => {
            Some(format!("`{name}` has already been settled this turn."))
        }
        Question::Side | Question::Shield { .. }
            if sitting.seating().opening.settled.contains(name) =>
        {
            Some(format!("`{name}` has already been settled for this game."))
        }
        question if question.is_between() => None,
        _ => Some("Something is still in progress: settle disputes at your turn menu.".to_string()),
    }
}

/// What whoever sits at the screen now is asked.
fn asked(sitting: &Sitting) -> Option<Decision> {
    sitting.decision_of(sitting.asked()?)
}

/// Several people sit at the screen. They play for a dispute among themselves, without it.
fn several(sitting: &Sitting) -> bool {
    !sitting.seating().guests.is_empty()
}

/// Lets a contest, or several people among themselves, settle the dispute with that number, which nothing speaks against. In a turn the game goes on with its answer;
/// before the first one the cards are dealt again. Nothing when the person has left, which is counted once symbols have been shown.
/// `keep` keeps that a contest has begun: its symbols are not met again.
pub fn settle(
    host: &mut impl Host,
    sitting: &mut Sitting,
    memory: Memory,
    index: usize,
    mut keep: impl FnMut(&Sitting),
) -> Result<Option<Settlement>, Failure> {
    let dispute = sitting.rules().disputes[index].clone();
    let in_turn = asked(sitting).is_some_and(|decision| decision.question == Question::Menu);
    let seating = sitting.seating().clone();
    let mut told = if in_turn {
        Vec::new()
    } else {
        seating.opening.told.clone()
    };
    let shown = told.len();
    let value = if several(sitting) {
        among_themselves(host, &dispute, &mut told)
    } else {
        let before = sitting.contest_begins();
        keep(sitting);
        contest(host, sitting, (index, before), &dispute, &mut told)
    };
    // Who is made to leave by a signal has left, too.
    let Ok(Some(value)) = value else {
        if told.len() > shown {
            sitting.contest_left();
            keep(sitting);
            host.say(LEFT)?;
        }
        return value.map(|_| None);
    };
    let (value, _) = &dispute.values[value];
    let script = with(sitting, memory, &dispute, value)?;
    if in_turn {
        let before = sitting.log().len();
        let all = before + told.len();
        let done = sitting.settle(&dispute.name, value, told, script);
        done.map_err(|not_now| Failure::run(not_now.to_string(), "this is a bug in brink"))?;
        return Ok(Some(Settlement { in_turn, told: all }));
    }
    let mut settled = seating.opening.settled.clone();
    settled.push(dispute.name);
    let all = told.len();
    let taken_back = sitting.taken_back();
    *sitting = Sitting::begin(Seating {
        script,
        opening: Opening { settled, told },
        ..seating
    });
    sitting.remember(Vec::new(), Vec::new(), taken_back);
    Ok(Some(Settlement { in_turn, told: all }))
}

/// Plays for it; the number of the answer, or nothing when the person has left.
fn contest(
    host: &mut impl Host,
    sitting: &Sitting,
    (index, before): (usize, u32),
    dispute: &Dispute,
    told: &mut Vec<String>,
) -> Result<Option<usize>, Failure> {
    let Seating {
        players,
        seed,
        seat,
        ..
    } = *sitting.seating();
    let others = seat
        .clockwise(players)
        .skip(1)
        .filter(|other| sitting.is_living(*other));
    let others = others.map(|other: Seat| other.to_string());
    let names: Vec<String> = ["you".to_string()].into_iter().chain(others).collect();
    let index = u8::try_from(index).expect("a game has few disputes");
    let mut words = dispute_words(seed, index, sitting.turn(), before);
    answer(
        host,
        &sitting.rules().symbols,
        dispute,
        &names,
        &mut words,
        told,
    )
}

/// The rules that hold now, but for that dispute. They are made of the cards that the game was begun with.
fn with(
    sitting: &Sitting,
    memory: Memory,
    dispute: &Dispute,
    value: &str,
) -> Result<Arc<Script>, Failure> {
    let value_of = |other: &Dispute| {
        if other.name == dispute.name {
            value.to_string()
        } else {
            other.values[other.value as usize].0.clone()
        }
    };
    let disputes = sitting
        .rules()
        .disputes
        .iter()
        .map(|other| (other.name.clone(), value_of(other)))
        .collect();
    let saved = Saved::of(sitting, memory);
    let library = Library::parse(saved.files.clone()).map_err(Failure::Files)?;
    script_with(&library, &saved, disputes)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{refusal, settle};
    use crate::Failure;
    use crate::play::opening::Host;
    use board::Seat;
    use bots::BotSpec;
    use engine::Script;
    use explain::options::decision::Question;
    use rules::{Library, Settings};
    use session::opening::{Opening, Seating};
    use session::screen::Memory;
    use session::sitting::Sitting;

    /// People who pick the last answer of all that they are asked.
    #[derive(Default)]
    struct People {
        asked: Vec<String>,
        said: Vec<String>,
    }

    impl Host for People {
        fn choose(
            &mut self,
            question: &str,
            options: &[(String, String)],
        ) -> Result<Option<usize>, Failure> {
            self.asked.push(question.to_string());
            Ok(options.len().checked_sub(1))
        }

        fn say(&mut self, sentence: &str) -> Result<(), Failure> {
            self.said.push(sentence.to_string());
            Ok(())
        }
    }

    /// Two people at one screen, at the first turn menu of that one.
    fn at_the_menu_of(seat: Seat) -> Sitting {
        let library = Library::builtin().expect("the project's own cards are sound");
        let recipe = library.recipes()[0].id.node.clone();
        let rules = library
            .compile(&recipe, &Settings::default())
            .expect("the recipe makes a game");
        let mut sitting = Sitting::begin(Seating {
            script: Arc::new(Script::new(rules)),
            players: 3,
            seed: 7,
            seat: Seat(0),
            guests: vec![Seat(2)],
            names: Vec::new(),
            bots: BotSpec::Cautious,
            given: None,
            opening: Opening::default(),
        });
        loop {
            let menu = sitting
                .decision_of(seat)
                .is_some_and(|decision| decision.question == Question::Menu);
            if menu {
                return sitting;
            }
            assert!(
                sitting.let_bot_decide() || sitting.decide(0),
                "the game goes on"
            );
        }
    }

    #[test]
    fn several_people_settle_a_dispute_among_themselves_at_the_menu_of_any_of_them() {
        for seat in [Seat(0), Seat(2)] {
            let mut sitting = at_the_menu_of(seat);
            let dispute = sitting.rules().disputes[0].clone();
            assert_eq!(refusal(&sitting, &dispute), None, "{seat}");
            let mut people = People::default();
            let done = settle(&mut people, &mut sitting, Memory::default(), 0, |_| {});
            let settled = done
                .ok()
                .flatten()
                .unwrap_or_else(|| panic!("{seat}: nobody has left"));
            assert!(settled.in_turn, "{seat}");
            assert_eq!(
                people.asked,
                ["Play for it among yourselves; the winner chooses:"]
            );
            let told = format!("The table settles `{}`: ", dispute.name);
            assert!(
                people.said.iter().any(|said| said.starts_with(&told)),
                "{:?}",
                people.said
            );
            assert!(
                people.said.iter().all(|said| !said.contains(" show")),
                "nobody's symbol is drawn"
            );
            for person in [Seat(0), Seat(2)] {
                let log = sitting.log_of(person).expect("it is a person").lines();
                assert!(
                    log.last().is_some_and(|line| line.starts_with(&told)),
                    "{person}"
                );
            }
            let now = &sitting.rules().disputes[0];
            assert_eq!(usize::from(now.value), now.values.len() - 1);
            let again = refusal(&sitting, now);
            assert!(
                again.is_some_and(|again| again.contains("has already been settled this turn")),
                "{seat}"
            );
        }
    }
}
