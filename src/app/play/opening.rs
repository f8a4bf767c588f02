//! Before the cards are dealt, or dealt again: who begins, and disputes that a table cannot agree on.

use std::io::Write;

use crate::Failure;
use crate::play::answer::{self as answers, Answer, Choices};
use crate::play::console::Console;
use board::Seat;
use engine::Words;
use explain::options::decision::{Offer, Way, What};
use itertools::Itertools;
use lang::notation::Player;
use rules::ir::{Dispute, Symbol};
use session::opening::{Contest, Round};
use text::capital;

/// Where a contest is shown to the person: a console, or the screen.
pub trait Host {
    /// Asks for one of these until one is clear, each with what there is to say about it; nothing when the person leaves.
    fn choose(
        &mut self,
        question: &str,
        options: &[(String, String)],
    ) -> Result<Option<usize>, Failure>;

    fn say(&mut self, sentence: &str) -> Result<(), Failure>;
}

const HELP: &str = "Type the number of a line, its name or the beginning of its name; `quit` leaves. \
                    `read`, `hint` and the other commands work once the cards are dealt.";

impl Host for Console {
    fn choose(
        &mut self,
        question: &str,
        options: &[(String, String)],
    ) -> Result<Option<usize>, Failure> {
        let list = |out: &mut dyn Write| -> Result<(), Failure> {
            writeln!(out, "{question}")?;
            for (index, (label, about)) in options.iter().enumerate() {
                writeln!(
                    out,
                    "{}",
                    format!("{:>4} {label:<8} {about}", index + 1).trim_end()
                )?;
            }
            Ok(())
        };
        let offer = |(way, (label, _)): (u16, &(String, String))| Offer {
            what: What::Branch(Way::Text(way)),
            label: label.clone(),
        };
        let offers: Vec<Offer> = (0..).zip(options).map(offer).collect();
        self.offer(options.iter().map(|(label, _)| label.clone()), []);
        list(&mut self.out)?;
        while let Some(line) = self.line()? {
            let choices = Choices {
                offers: &offers,
                spoken: &[],
            };
            match answers::read(&line, choices) {
                Answer::Take(number) => return Ok(Some(number)),
                Answer::Quit => {
                    writeln!(self.out, "You left the game.")?;
                    return Ok(None);
                }
                Answer::Help => {
                    self.say_wrapped(HELP)?;
                    list(&mut self.out)?;
                }
                Answer::Nothing => {}
                Answer::Unclear(sentence) => writeln!(self.out, "{sentence}")?,
                _ => writeln!(
                    self.out,
                    "Not now: answer with a number or a label, or `quit`."
                )?,
            }
        }
        writeln!(self.out, "The input has ended, so you left the game.")?;
        Ok(None)
    }

    fn say(&mut self, sentence: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{sentence}")?)
    }
}

/// Says it now, and keeps it for the log.
fn tell(host: &mut impl Host, told: &mut Vec<String>, sentence: String) -> Result<(), Failure> {
    host.say(&sentence)?;
    told.push(sentence);
    Ok(())
}

/// Plays a contest to its end. Answers the winner's number, 0 for the person; nothing when the person leaves.
fn contest(
    host: &mut impl Host,
    symbols: &[Symbol],
    names: &[String],
    words: &mut Words,
    told: &mut Vec<String>,
) -> Result<Option<usize>, Failure> {
    let about = |symbol: &Symbol| format!("beats {}", symbols[usize::from(symbol.beats)].name);
    let options: Vec<(String, String)> = symbols
        .iter()
        .map(|symbol| (symbol.name.clone(), about(symbol)))
        .collect();
    let mut contest = Contest::new(symbols, names.len() as u8, words);
    loop {
        let mut mine = 0;
        if contest.asks_person() {
            match host.choose(
                "All players show a symbol at the same time. Choose yours:",
                &options,
            )? {
                Some(number) => mine = number,
                None => return Ok(None),
            }
        }
        let round = contest.show(mine);
        for sentence in sentences(symbols, names, &round) {
            tell(host, told, sentence)?;
        }
        if round.winner.is_some() {
            return Ok(round.winner);
        }
    }
}

/// Finds the person's seat: whoever wins is p1, and seats run on clockwise (SET-6). Nothing when the person leaves.
pub fn seat(
    host: &mut impl Host,
    symbols: &[Symbol],
    players: u8,
    words: &mut Words,
    told: &mut Vec<String>,
) -> Result<Option<Seat>, Failure> {
    let bots = (1..players).map(|bot| format!("bot {bot}"));
    let names: Vec<String> = ["you".to_string()].into_iter().chain(bots).collect();
    host.say(&format!(
        "First you play {} for who goes first.",
        title(symbols)
    ))?;
    let Some(winner) = contest(host, symbols, &names, words, told)? else {
        return Ok(None);
    };
    let seat = seat_behind(players, winner as u8);
    let begins = match winner {
        0 => "You win and go first".to_string(),
        bot => format!("Bot {bot} wins and goes first"),
    };
    tell(host, told, format!("{begins}: you are {seat}."))?;
    Ok(Some(seat))
}

/// Lets whoever wins pick the value of a dispute (HFB-3); nothing when the person leaves.
pub fn answer(
    host: &mut impl Host,
    symbols: &[Symbol],
    dispute: &Dispute,
    names: &[String],
    words: &mut Words,
    told: &mut Vec<String>,
) -> Result<Option<usize>, Failure> {
    host.say(&dispute.question)?;
    host.say(&format!("{} decides who answers this.", title(symbols)))?;
    let Some(winner) = contest(host, symbols, names, words, told)? else {
        return Ok(None);
    };
    let value = match winner {
        0 => match host.choose("You win. Choose the answer:", &values(dispute))? {
            Some(value) => value,
            None => return Ok(None),
        },
        _ => words.below(dispute.values.len() as u32) as usize,
    };
    let who = if winner == 0 {
        "You settle".to_string()
    } else {
        format!("{} settles", names[winner])
    };
    tell(
        host,
        told,
        format!(
            "{who} `{}`: {}.",
            dispute.name,
            in_words(&dispute.values[value])
        ),
    )?;
    Ok(Some(value))
}

/// Asks several people what whoever of them has won chooses: no chance shows symbols for those who have hands. Nothing when they
/// leave.
pub fn among_themselves(
    host: &mut impl Host,
    dispute: &Dispute,
    told: &mut Vec<String>,
) -> Result<Option<usize>, Failure> {
    host.say(&dispute.question)?;
    let question = "Play for it among yourselves; the winner chooses:";
    let Some(value) = host.choose(question, &values(dispute))? else {
        return Ok(None);
    };
    tell(
        host,
        told,
        format!(
            "The table settles `{}`: {}.",
            dispute.name,
            in_words(&dispute.values[value])
        ),
    )?;
    Ok(Some(value))
}

/// The values of a dispute, each with what it means, which does not begin with the value again.
fn values(dispute: &Dispute) -> Vec<(String, String)> {
    dispute
        .values
        .iter()
        .map(|(value, meaning)| (value.clone(), once(value, meaning).to_string()))
        .collect()
}

/// What a value means, without the value where it begins so: `no, it is ...`.
fn once<'a>(value: &str, meaning: &'a str) -> &'a str {
    let rest = meaning
        .strip_prefix(value)
        .and_then(|rest| rest.strip_prefix([',', ':']));
    rest.map_or(meaning, str::trim_start)
}

/// The value of a dispute and what it means, in a sentence: where that begins with the value, it says both (`two cards`).
pub fn in_words((value, meaning): &(String, String)) -> String {
    let again = meaning
        .strip_prefix(value.as_str())
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    if again {
        meaning.clone()
    } else {
        format!("`{value}`, {meaning}")
    }
}

/// The person's seat when the player so many places further on clockwise is p1.
pub fn seat_behind(players: u8, first: u8) -> Seat {
    Seat((players - first) % players)
}

/// What the contest is called: all its symbols.
fn title(symbols: &[Symbol]) -> String {
    symbols.iter().map(|symbol| capital(&symbol.name)).join(" ")
}

fn sentences(symbols: &[Symbol], names: &[String], round: &Round) -> Vec<String> {
    let does = |who: usize, you: &str, other: &str| match who {
        0 => format!("you {you}"),
        _ => format!("{} {other}", names[who]),
    };
    let mut shown = round.shown.iter().map(|(who, symbol)| {
        let name = &symbols[*symbol].name;
        does(*who, &format!("show {name}"), &format!("shows {name}"))
    });
    let shown = sentence(shown.join(", "));
    let out = match round.out.as_slice() {
        [] => "Nobody drops out: play again.".to_string(),
        out => {
            let mut out = out.iter().map(|who| does(*who, "drop out", "drops out"));
            sentence(out.join(", "))
        }
    };
    vec![shown, out]
}

/// The words as a sentence; a seat is called `p2` in front, too.
fn sentence(words: String) -> String {
    let seat = words
        .split(' ')
        .next()
        .is_some_and(|word| word.parse::<Player>().is_ok());
    format!("{}.", if seat { words } else { capital(&words) })
}

#[cfg(test)]
mod tests {
    use super::{in_words, once, seat_behind, sentence};
    use board::Seat;

    #[test]
    fn a_seat_is_written_small_where_it_begins_a_sentence() {
        let said = |words: &str| sentence(words.to_string());
        assert_eq!(said("p2 drops out"), "p2 drops out.");
        assert_eq!(
            said("p2 Ann shows kite, you show kite"),
            "p2 Ann shows kite, you show kite."
        );
        assert_eq!(
            (said("bot 1 drops out"), said("you drop out")),
            ("Bot 1 drops out.".into(), "You drop out.".into())
        );
    }

    #[test]
    fn what_is_settled_is_said_once() {
        let said = |value: &str, meaning: &str| in_words(&(value.to_string(), meaning.to_string()));
        assert_eq!(
            said("no", "no, each copy only once"),
            "no, each copy only once"
        );
        assert_eq!(
            said("on-draw", "when a card must be drawn"),
            "`on-draw`, when a card must be drawn"
        );
        assert_eq!(said("no", "nobody does"), "`no`, nobody does");
        // Beside the value, too.
        assert_eq!(
            (once("no", "no, only once"), once("no", "nobody does")),
            ("only once", "nobody does")
        );
    }

    #[test]
    fn seats_run_on_clockwise_from_whoever_begins() {
        assert_eq!(seat_behind(4, 0), Seat(0));
        // The next one clockwise begins: the person is last.
        assert_eq!(seat_behind(4, 1), Seat(3));
        assert_eq!(seat_behind(4, 3), Seat(1));
    }
}
