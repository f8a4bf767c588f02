//! Says why: what gives a building its statuses, what keeps an option out, what raises a number; in the cards' words.

mod labels;
mod page;
mod prohibitions;

use board::{CardId, Seat};
use engine::{Asked, Choice, Clause, Game, Overruled, Refusal, Stands, stars_of};
use itertools::Itertools;
use rules::ir::{DISABLED, FaceId, Guard, Op, Pending, Program, Says, Written};

use crate::names::face_name;
use crate::options::label::{Spot, label, labels};
use crate::pending::on_one_line;
use crate::reasons::quote::{star_deed, stars_said};
use page::{Answer, HIDDEN};

/// Explains a place such as `p2.3`, or a label, whether it is offered or not. Cites open cards and the asked player's
/// own hand only.
///
/// # Errors
/// What was not understood, as a sentence.
pub fn why(game: &Game, asked: &str) -> Result<String, String> {
    answer(Answer::new(game, false, false), asked)
}

/// The same for somebody who plays: without labels, files and lines.
///
/// # Errors
/// Those of [`why`].
pub fn why_plainly(game: &Game, asked: &str) -> Result<String, String> {
    answer(Answer::new(game, false, true), asked)
}

/// The same for somebody who sees every card, such as the author of a ruling.
///
/// # Errors
/// Those of [`why`].
pub fn why_open(game: &Game, asked: &str) -> Result<String, String> {
    answer(Answer::new(game, true, false), asked)
}

fn answer(mut answer: Answer<'_>, asked: &str) -> Result<String, String> {
    let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_label = answer.label(&asked)?;
    if let Some(Spot { seat, place }) = Spot::read(&asked) {
        match answer
            .game
            .board()
            .row(answer.in_play(seat)?)
            .get(usize::from(place))
        {
            Some(building) => answer.building(*building),
            None if is_label => {}
            None => return Err(format!("There is no building at {asked}.")),
        }
    } else if !is_label {
        return Err(format!(
            "`{asked}` is neither an option now, nor a place such as `p2.3`, nor a label of the turn menu."
        ));
    }
    Ok(answer.out)
}

/// The event that is asked for by `3`, `event 3`, `event` or `last`, when so many have happened; counted from 1.
/// A number too long to be counted is [`usize::MAX`].
pub fn event_asked(asked: &str, events: usize) -> Option<usize> {
    let asked = asked.trim().to_lowercase();
    let number = asked.strip_prefix("event").unwrap_or(&asked).trim();
    match number {
        "" | "last" => (!asked.is_empty()).then_some(events),
        _ if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(number.parse().unwrap_or(usize::MAX))
        }
        _ => None,
    }
}

/// Of buildings.
impl Answer<'_> {
    fn building(&mut self, building: CardId) {
        let (from, said) = (
            self.game.statuses_from(building),
            self.game.statuses_said(building),
        );
        let has = self.game.board().card(building).status;
        let named = self.named(building);
        let mut without = Vec::new();
        for (status, word) in (0..).zip(&self.rules.statuses) {
            if has >> status & 1 == 1 {
                for (_, clause) in from.iter().filter(|(given, _)| *given == status) {
                    let source = self.source(*clause, building);
                    self.line(&format!("{named} is {word}: {source} says"));
                    self.quote_lasting(*clause);
                }
                for (_, pended) in said.iter().filter(|(given, _)| *given == status) {
                    let of = &self.rules.pending[usize::from(pended.clause)];
                    let face = of.face.map(|face| &self.rules.faces[face.index()]);
                    self.line(&format!(
                        "{named} is {word} for a while, because of {} of {}: {}",
                        face.map_or("", |face| &face.label),
                        pended.you,
                        on_one_line(&of.said)
                    ));
                }
            } else if self.given_at_all(status) {
                without.push(format!("not {word}"));
            }
        }
        let overruled = self.game.overruled(building);
        if has >> DISABLED & 1 == 0 {
            // A status that is cut to some texts, and has been told above, says otherwise, too.
            let cut = u32::from(has) >> self.rules.whole_statuses != 0;
            let so = match !cut && overruled == Overruled::default() {
                true => "; no open card says otherwise",
                false => "",
            };
            self.line(&format!("{named} is active: {}{so}.", without.join(", ")));
        }
        self.overruled(&named, overruled);
        self.other_name(building, &named);
        self.ways_to_win(building, &named);
    }

    /// The card whose clause it is, as seen from a building.
    fn source(&self, clause: Clause, building: CardId) -> String {
        let name = face_name(self.rules, clause.face);
        match self.game.board().under(clause.card) {
            Some(under) if under == building => format!("{name} on it"),
            Some(under) => format!("{name} on {}", self.at(under)),
            None if clause.card == building => "its own text".to_string(),
            None => self.named(clause.card),
        }
    }

    /// Some card of the game gives that status.
    fn given_at_all(&self, status: u8) -> bool {
        let mut clauses = self.rules.faces.iter().flat_map(|face| &face.lasting);
        let for_a_while =
            |of: &Pending| matches!(&of.says, Says::Gives(given) if given.status == status);
        status == DISABLED
            || clauses.any(|clause| clause.status == status)
            || self.rules.pending.iter().any(for_a_while)
    }

    /// What else a building is called, and who says so.
    fn other_name(&mut self, building: CardId, named: &str) {
        let Some(name) = self.game.borne_name(building) else {
            return;
        };
        let name = &self.rules.names[usize::from(name.0)];
        let clauses = self.game.names_from(building);
        let sources = clauses.iter().map(|clause| self.source(*clause, building));
        let by = match { sources }.dedup().join(", ") {
            none if none.is_empty() => none,
            by => format!(", by {by}"),
        };
        self.line(&format!(
            "{named} has the name {name}{by}, and counts wherever a text asks for that name."
        ));
        for clause in clauses {
            let places = &self.rules.faces[clause.face.index()].places;
            self.quote(places.alters[clause.index], Some(clause.face));
        }
    }

    /// How a building wins, and what it does for other ways of winning.
    fn ways_to_win(&mut self, building: CardId, named: &str) {
        let id = self.game.building_face(building);
        let places = &self.rules.faces[id.index()].places;
        let owner = self.game.board().owner(building);
        let helps = owner.map_or("helps".to_string(), |seat| format!("helps {seat}"));
        let owner = owner.map_or_else(String::new, |seat| format!(" for {seat}"));
        if self.plainly {
            if let Some(written) = places.wins.iter().chain(&places.counts_as).next() {
                self.line(&format!("{named} {helps} to win while it is active:"));
                self.quote(*written, Some(id));
            }
            if !places.wins.is_empty() {
                let stands = (0..places.wins.len())
                    .filter_map(|index| self.game.win_stands(building, index))
                    .min();
                self.line(&format!("Its win condition {}.", stands_now(stands)));
            }
            return;
        }
        for (index, written) in places.wins.iter().enumerate() {
            let stands = stands_now(self.game.win_stands(building, index));
            self.line(&format!(
                "{named} can win{owner} while it is active (WIN-5); its condition {stands}:"
            ));
            self.quote(*written, Some(id));
        }
        let while_named = match self.game.borne_name(building) {
            Some(_) => " and has its own name",
            None => "",
        };
        for written in &places.counts_as {
            self.line(&format!(
                "{named} counts{owner} while it is active{while_named}:"
            ));
            self.quote(*written, Some(id));
        }
    }
}

/// Of labels.
impl Answer<'_> {
    /// Explains a label. Answers whether it is one.
    fn label(&mut self, asked: &str) -> Result<bool, String> {
        let Some((_, question)) = self.game.decision() else {
            return match Spot::read(asked) {
                Some(_) => Ok(false),
                None => Err("The game is over: there are no more options.".to_string()),
            };
        };
        let mut offered = labels(self.game).into_iter();
        if let Some((choice, label)) = offered.find(|(_, label)| label.eq_ignore_ascii_case(asked))
        {
            self.offered(choice, &label);
            return Ok(true);
        }
        if matches!(question, Asked::Choose { .. } | Asked::Either { .. })
            && self.not_chosen(asked)?
        {
            return Ok(true);
        }
        match self.meant(asked)? {
            None => return Ok(false),
            Some(Ok(choice)) => match self.game.refusal(choice) {
                Some(refusal) => self.refused(choice, asked, refusal),
                None => self.offered(choice, &label(self.game, choice)),
            },
            Some(Err(reason)) => self.not_offered(asked, reason),
        }
        Ok(true)
    }

    /// The text that a choice runs: its place, its face and program.
    fn text(&self, choice: Choice) -> Option<(Written, FaceId, Program)> {
        match choice {
            Choice::Action(kind) => {
                let id = self.rules.kinds[kind.index()].action?;
                let face = &self.rules.faces[id.index()];
                Some((face.places.play?, id, face.play?))
            }
            Choice::Use { building, ability } => {
                let abilities = self.game.abilities(building);
                let (_, id, at) = *abilities.iter().find(|(number, ..)| *number == ability)?;
                let face = &self.rules.faces[id.index()];
                let program = face.abilities.get(usize::from(at))?.program;
                Some((*face.places.abilities.get(usize::from(at))?, id, program))
            }
            _ => None,
        }
    }

    fn offered(&mut self, choice: Choice, label: &str) {
        let text = self.text(choice);
        let so = match choice {
            _ if self.plainly || text.is_some() => "",
            Choice::Build { .. } => {
                ": unless a text forbids it, a building can go anywhere in the row of any living player (PLY-2)"
            }
            Choice::Stack { .. } => {
                ": unless a text forbids it, a card can go face down on any building of any living player (PLY-3)"
            }
            Choice::Pass => ": passing ends the turn (TRN-5)",
            _ => "",
        };
        let deed = self.deed(choice, label);
        self.line(&match (self.plainly, text.is_some()) {
            (true, true) => format!("You can {deed}:"),
            (true, false) => format!("You can {deed}."),
            (false, true) => format!("`{label}` is offered. Its text:"),
            (false, false) => format!("`{label}` is offered{so}."),
        });
        if let Some((written, face, _)) = text {
            self.quote(written, Some(face));
        }
        self.prices(choice);
        match text {
            Some((.., program)) => self.raised(program),
            None => self.question(),
        }
    }

    /// Starred numbers of a text, as printed and as they are changed.
    fn raised(&mut self, program: Program) {
        let Some((seat, _)) = self.game.decision().filter(|_| program.starred) else {
            return;
        };
        let (clauses, stars) = stars_of(self.game.script(), self.game.board(), seat);
        let text = self.rules.origin(program.entry);
        for number in text.map_or(&[][..], |text| &text.starred) {
            let said = stars_said(stars);
            self.line(&match said.is_empty() {
                true => format!("{number}* is {number}: nothing raises it."),
                false => format!("{number}* is {}: it is {said}.", stars.of(*number)),
            });
        }
        for clause in clauses {
            let deed = star_deed(clause.does);
            self.line(&format!("{} {deed}:", self.named(clause.card)));
            self.quote(clause.written, Some(clause.face));
        }
    }

    fn refused(&mut self, choice: Choice, asked: &str, refusal: Refusal) {
        let seat = self.game.decision().map_or(Seat(0), |(seat, _)| seat);
        let who = |own: &str, other: &str| match self.plainly {
            true => format!("you {own}"),
            false => format!("{seat} {other}"),
        };
        let text = self.text(choice);
        let lacks_cost = refusal == Refusal::Needs && self.lacks_cost(choice);
        let forbidding = match refusal {
            Refusal::Forbidden | Refusal::Needs | Refusal::Tried => self.game.forbidding(choice),
            _ => Vec::new(),
        };
        let hidden = matches!(
            refusal,
            Refusal::Condition | Refusal::Needs | Refusal::Tried | Refusal::Forbidden
        ) && self.hangs_on_hidden(|game| game.refusal(choice).is_some());
        let reason = match refusal {
            _ if hidden => HIDDEN.to_string(),
            Refusal::NoMenu => who(
                "must decide something else first",
                "must decide something else first",
            ),
            Refusal::NotInHand => who("do not hold that card", "does not hold that card"),
            Refusal::MustPlay => who(
                "hold cards and must play one first (TRN-4)",
                "holds cards and must play one first (TRN-4)",
            ),
            Refusal::NotYours(owner) if self.plainly => format!("it is {owner}'s building"),
            Refusal::NotYours(owner) => format!("it is {owner}'s building, not {seat}'s"),
            Refusal::Once { for_all, of_turn } => {
                let often = if of_turn { "turn" } else { "game" };
                match for_all {
                    true => format!("it can be done once a {often} in all, and it has been done"),
                    false => format!(
                        "each player can do it once a {often}, and {}",
                        who("have done it", "has done it")
                    ),
                }
            }
            Refusal::Forbidden => self.what_forbids(&forbidding),
            refusal => match refusal {
                Refusal::CardPlayed => "this turn's card has been played (TRN-3)",
                Refusal::NoText => "its text has nothing to play",
                Refusal::NoPlace => "there is no such place",
                Refusal::NoAbility => "the building has no such ability",
                Refusal::Disabled => "the building is disabled (DIS-1)",
                Refusal::Late => "it can be used only at the start of the turn (TRN-2)",
                Refusal::Spent => "it cannot be used again this turn (TRN-7)",
                Refusal::Needs if lacks_cost => "its cost cannot be paid",
                Refusal::Needs => "its first required choice has no option (PLY-5)",
                Refusal::Unseen => "finding it takes too many checks (END-1)",
                Refusal::Tried => {
                    "after the steps before it, its first required choice has no option (PLY-5)"
                }
                _ => "its condition is not met",
            }
            .to_string(),
        };
        let what = match self.plainly {
            true => self.deed(choice, asked),
            false => self.spelled(choice, asked),
        };
        self.not_offered(&what, &reason);
        match (refusal, choice) {
            (Refusal::NoMenu, _) => self.question(),
            (Refusal::Forbidden, _) if !hidden => self.quote_forbidding(&forbidding),
            (Refusal::Disabled, Choice::Use { building, .. }) => self.building(building),
            (
                Refusal::Late
                | Refusal::Spent
                | Refusal::Once { .. }
                | Refusal::Condition
                | Refusal::Needs
                | Refusal::Tried,
                _,
            ) => {
                let Some((written, face, program)) = text else {
                    return;
                };
                self.quote(written, Some(face));
                if matches!(refusal, Refusal::Needs | Refusal::Tried) {
                    self.first_choice(written, program, lacks_cost);
                    if !forbidding.is_empty() && !hidden {
                        let forbids = self.what_forbids(&forbidding);
                        self.line(&format!("The choices are ruled out: {forbids}:"));
                        self.quote_forbidding(&forbidding);
                    }
                }
            }
            _ => {}
        }
    }

    /// It is the cost that is not there: a text with a cost is asked for nothing else before it is tried.
    fn lacks_cost(&self, choice: Choice) -> bool {
        self.text(choice).is_some_and(|(_, _, program)| {
            let text = self.rules.origin(program.entry);
            let tried = matches!(
                program.guard,
                Guard::Needs(_) | Guard::Try(_) | Guard::Pays { .. }
            );
            tried && text.is_some_and(|text| text.paid.is_some())
        })
    }

    /// Where the first choice is written, when that is in a keyword's text.
    fn first_choice(&mut self, written: Written, program: Program, cost: bool) {
        if cost || self.plainly {
            return;
        }
        let entry = usize::from(program.entry);
        let mut code = self.rules.code[entry..].iter();
        let asks = code.position(|op| {
            matches!(
                op,
                Op::End
                    | Op::Acts { .. }
                    | Op::Choose { .. }
                    | Op::Require { .. }
                    | Op::Either { .. }
            )
        });
        let Some(at) = asks
            .map(|at| entry + at)
            .filter(|at| !matches!(self.rules.code[*at], Op::End | Op::Acts { .. }))
        else {
            return;
        };
        let (file, span) = self.rules.code_spans[at];
        let (whole, within) = written;
        if file != whole || span.start < within.start || within.end < span.end {
            self.line("The required choice:");
            self.quote((file, span), None);
        }
    }
}

fn stands_now(stands: Option<Stands>) -> &'static str {
    match stands {
        Some(Stands::Holds) => "is met",
        Some(Stands::Disabled) => "is met, but the building is disabled",
        Some(Stands::Fails) | None => "is not met",
    }
}
