//! Says why: what gives a building its statuses, what keeps an option out, what raises a number; in the cards' words.

mod forbidden;
mod meant;
mod plainly;
mod telling;
mod under_way;

use crate::names::notation::{building_name, card_name};
use crate::options::label::{label, labels};
use crate::pending::on_one_line;
use crate::reasons::stars::{star_deed, stars_said};
use board::{CardId, Kind, Seat};
use engine::{Asked, Choice, Clause, Game, Overruled, Refusal, Stands, stars_of};
use meant::{Meant, place};
use rules::ir::{DISABLED, FaceId, Guard, Op, Pending, Program, Says, Written};
use telling::Telling;

/// Explains a place such as `p2.3`, or a label, whether it is offered or not. Cites open cards and the asked player's
/// own hand only.
///
/// # Errors
/// What was not understood, as a sentence.
pub fn why(game: &Game, asked: &str) -> Result<String, String> {
    answer(Telling::new(game), asked)
}

/// The same for somebody who plays: without labels, files and lines.
///
/// # Errors
/// Those of [`why`].
pub fn why_plainly(game: &Game, asked: &str) -> Result<String, String> {
    answer(
        Telling {
            plainly: true,
            ..Telling::new(game)
        },
        asked,
    )
}

/// The same for somebody who sees every card, such as the author of a ruling.
///
/// # Errors
/// Those of [`why`].
pub fn why_open(game: &Game, asked: &str) -> Result<String, String> {
    answer(
        Telling {
            open: true,
            ..Telling::new(game)
        },
        asked,
    )
}

fn answer(mut telling: Telling<'_>, asked: &str) -> Result<String, String> {
    let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    let answered = telling.answer(&asked)?;
    if let Some((seat, index)) = place(&asked) {
        match telling.game.board().row(telling.in_play(seat)?).get(index) {
            Some(building) => telling.building(*building),
            None if answered => {}
            None => return Err(format!("No building stands at {asked}.")),
        }
    } else if !answered {
        return Err(format!(
            "`{asked}` is neither an option now, nor a place such as `p2.3`, nor a label of a turn."
        ));
    }
    Ok(telling.out)
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

impl Telling<'_> {
    /// Explains a label. Answers whether it is one.
    fn answer(&mut self, asked: &str) -> Result<bool, String> {
        let Some((_, question)) = self.game.decision() else {
            return match place(asked) {
                Some(_) => Ok(false),
                None => Err("The game is over: nothing is offered any more.".to_string()),
            };
        };
        if let Some((choice, label)) = labels(self.game)
            .into_iter()
            .find(|(_, label)| label.eq_ignore_ascii_case(asked))
        {
            self.offered(choice, &label);
        } else if matches!(question, Asked::Choose { .. } | Asked::Either { .. })
            && self.not_chosen(asked)?
        {
            // It has been said why.
        } else {
            match self.meant(asked)? {
                None => return Ok(false),
                Some(Meant::Choice(choice)) => match self.game.refusal(choice) {
                    Some(refusal) => self.refused(choice, asked, refusal),
                    None => self.offered(choice, &label(self.game, choice)),
                },
                Some(Meant::Nowhere) => self.not_offered(asked, "there is no such place"),
                Some(Meant::NoBuilding) => self.not_offered(asked, "no building stands there"),
            }
        }
        Ok(true)
    }

    /// The card whose clause it is, as seen from a building.
    fn source(&self, clause: Clause, building: CardId) -> String {
        let name = self.face_name(clause.face);
        match self.game.board().under(clause.card) {
            Some(under) if under == building => format!("{name} on it"),
            Some(under) => format!("{name} on {}", self.at(under)),
            None if clause.card == building => "its own text".to_string(),
            None => self.named(clause.card),
        }
    }

    fn building(&mut self, building: CardId) {
        let (from, said) = (
            self.game.statuses_from(building),
            self.game.statuses_said(building),
        );
        let (has, named) = (
            self.game.board().card(building).status,
            self.named(building),
        );
        let mut without = Vec::new();
        for (status, word) in self.rules.statuses.iter().enumerate() {
            if has >> status & 1 == 1 {
                self.status(building, status as u8, &from, &format!("{named} is {word}"));
                for (_, pended) in said
                    .iter()
                    .filter(|(given, _)| usize::from(*given) == status)
                {
                    let of = &self.rules.pending[usize::from(pended.clause)];
                    let label = of
                        .face
                        .map_or("", |face| &self.rules.faces[face.index()].label);
                    self.line(&format!(
                        "{named} is {word}: {label} of {} has said so for a while: {}",
                        pended.you,
                        on_one_line(&of.said)
                    ));
                }
            } else if self.given_at_all(status as u8) {
                without.push(word.as_str());
            }
        }
        let overruled = self.game.overruled(building);
        if has >> DISABLED & 1 == 0 {
            let other = without
                .iter()
                .map(|word| format!("not {word}"))
                .collect::<Vec<_>>()
                .join(", ");
            // A status that is cut to some texts, and has been told above, says otherwise, too.
            let cut = u32::from(has) >> self.rules.whole_statuses != 0;
            let undisputed = !cut && overruled == Overruled::default();
            let so = if undisputed {
                "; no open card says otherwise"
            } else {
                ""
            };
            self.line(&format!("{named} is active: {other}{so}."));
        }
        self.overruled(&named, overruled);
        self.other_name(building, &named);
        self.ways_to_win(building, &named);
    }

    /// What else a building is called, and who says so.
    fn other_name(&mut self, building: CardId, named: &str) {
        let Some(name) = self.game.borne_name(building) else {
            return;
        };
        let name = &self.rules.names[usize::from(name.0)];
        let clauses = self.game.names_from(building);
        let mut by: Vec<String> = clauses
            .iter()
            .map(|clause| self.source(*clause, building))
            .collect();
        by.dedup();
        let by = if by.is_empty() {
            String::new()
        } else {
            format!(", by {}", by.join(", "))
        };
        self.line(&format!(
            "{named} bears the name {name}{by}, and counts for whatever asks for that name."
        ));
        for clause in clauses {
            self.quote(
                self.rules.faces[clause.face.index()].places.alters[clause.index],
                Some(clause.face),
            );
        }
    }

    /// How a building wins, and what it does for other ways of winning.
    fn ways_to_win(&mut self, building: CardId, named: &str) {
        let id = self.game.building_face(building);
        let places = self.rules.faces[id.index()].places.clone();
        let owner = self
            .game
            .board()
            .owner(building)
            .map_or_else(String::new, |seat| format!(" for {seat}"));
        if self.plainly && !(places.wins.is_empty() && places.counts_as.is_empty()) {
            self.line(&format!("{named} helps to win{owner}, while it is active:"));
            self.read_out(Some(id));
            return if !places.wins.is_empty() {
                let stands = |index| self.game.win_stands(building, index);
                let stands = (0..places.wins.len()).filter_map(stands).min();
                self.line(&format!("What wins {}.", stands_now(stands)));
            };
        }
        for (index, written) in places.wins.into_iter().enumerate() {
            let stands = stands_now(self.game.win_stands(building, index));
            self.line(&format!(
                "{named} wins{owner} as its text says, while it is active (WIN-5); what it asks for {stands}:"
            ));
            self.quote(written, Some(id));
        }
        let while_named = if self.game.borne_name(building).is_some() {
            " and bears its own name"
        } else {
            ""
        };
        for written in places.counts_as {
            self.line(&format!(
                "{named} counts{owner}, while it is active{while_named}:"
            ));
            self.quote(written, Some(id));
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

    fn status(&mut self, building: CardId, status: u8, from: &[(u8, Clause)], says: &str) {
        for (_, clause) in from.iter().filter(|(given, _)| *given == status) {
            self.line(&format!("{says}: {} says", self.source(*clause, building)));
            self.quote(
                self.rules.faces[clause.face.index()].places.lasting[clause.index],
                Some(clause.face),
            );
        }
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
        let Some((written, face, program)) = self.text(choice) else {
            match self.plainly {
                true => self.line(&format!("You can {}.", self.deed(choice, label))),
                false => {
                    let so = match choice {
                        Choice::Build { .. } => {
                            ": where no text forbids it, a building goes anywhere into the row of any living player (PLY-2)"
                        }
                        Choice::Stack { .. } => {
                            ": where no text forbids it, a card goes face down on any building of any living player (PLY-3)"
                        }
                        Choice::Pass => ": passing ends the turn (TRN-5)",
                        _ => "",
                    };
                    self.line(&format!("`{label}` is offered{so}."));
                }
            }
            self.prices(choice);
            return self.question();
        };
        match self.plainly {
            true => self.line(&format!("You can {}:", self.deed(choice, label))),
            false => self.line(&format!("`{label}` is offered. Its text:")),
        }
        self.quote(written, Some(face));
        self.prices(choice);
        self.raised(program);
    }

    /// Starred numbers of a text, as printed and as they are changed.
    fn raised(&mut self, program: Program) {
        let Some((seat, _)) = self.game.decision().filter(|_| program.starred) else {
            return;
        };
        let (clauses, stars) = stars_of(self.game.script(), self.game.board(), seat);
        let printed = self
            .rules
            .origin(program.entry)
            .map_or(&[][..], |text| &text.starred);
        for number in printed {
            match stars_said(stars) {
                said if said.is_empty() => {
                    self.line(&format!("{number}* is {number}: nothing raises it."))
                }
                said => self.line(&format!(
                    "{number}* is {}: it is {said}.",
                    stars.of(*number)
                )),
            }
        }
        for clause in clauses {
            self.line(&format!(
                "{} {}:",
                self.named(clause.card),
                star_deed(clause.does)
            ));
            self.quote(clause.written, Some(clause.face));
        }
    }

    /// The label of a choice, in full.
    fn spelled(&self, choice: Choice, asked: &str) -> String {
        let name = |kind: Kind| card_name(self.rules, kind).to_string();
        match choice {
            Choice::Action(kind) => format!("action {}", name(kind)),
            Choice::Build { kind, seat, place } => {
                format!(
                    "build {} at {seat}.{}",
                    building_name(self.rules, kind, false),
                    u32::from(place) + 1
                )
            }
            Choice::Stack { kind, on } => format!("stack {} on {}", name(kind), self.at(on)),
            _ => asked.to_string(),
        }
    }

    fn refused(&mut self, choice: Choice, asked: &str, refusal: Refusal) {
        let what = if self.plainly {
            self.deed(choice, asked)
        } else {
            self.spelled(choice, asked)
        };
        let seat = self.game.decision().map_or(Seat(0), |(seat, _)| seat);
        let reason = match refusal {
            Refusal::NoMenu if self.plainly => "you are asked something else first".to_string(),
            Refusal::NoMenu => format!("{seat} is asked something else first"),
            Refusal::NotInHand if self.plainly => "you do not hold that card".to_string(),
            Refusal::NotInHand => format!("{seat} does not hold that card"),
            Refusal::MustPlay if self.plainly => {
                "you hold cards, and have to play one first (TRN-4)".to_string()
            }
            Refusal::NotYours(owner) if self.plainly => format!("it is a building of {owner}"),
            Refusal::CardPlayed => "this turn's card has been played (TRN-3)".to_string(),
            Refusal::MustPlay => format!("{seat} holds cards, and has to play one first (TRN-4)"),
            Refusal::NoText => "its text says nothing that could be played".to_string(),
            Refusal::NoPlace => "there is no such place".to_string(),
            Refusal::NotYours(owner) => format!("it is a building of {owner}, and {seat} is asked"),
            Refusal::NoAbility => "the building has no such ability".to_string(),
            Refusal::Disabled => "the building is disabled (DIS-1)".to_string(),
            Refusal::Late => "it can be used at the start of turn only (TRN-2)".to_string(),
            Refusal::Spent => "it cannot be used again this turn (TRN-7)".to_string(),
            Refusal::Once { for_all, of_turn } => {
                let often = if of_turn {
                    "once a turn"
                } else {
                    "once a game"
                };
                match (for_all, self.plainly) {
                    (true, _) => {
                        format!("it goes on {often}, whoever does it, and that has been done")
                    }
                    (false, true) => {
                        format!("it goes on {often} for each player, and you have done it")
                    }
                    (false, false) => {
                        format!("it goes on {often} for each player, and {seat} has done it")
                    }
                }
            }
            Refusal::Condition | Refusal::Needs | Refusal::Tried | Refusal::Forbidden
                if self.hangs_on_hidden(|game| game.refusal(choice).is_some()) =>
            {
                "that hangs on something you cannot see".to_string()
            }
            Refusal::Forbidden => self.what_forbids(&self.game.forbidding(choice)),
            Refusal::Condition => "its condition does not hold".to_string(),
            Refusal::Needs if self.lacks_cost(choice) => "its cost cannot be paid".to_string(),
            Refusal::Needs => "its first required choice has no option (PLY-5)".to_string(),
            Refusal::Unseen => "there is too much to look at before it (END-1)".to_string(),
            Refusal::Tried => {
                "with what comes before it done, its first required choice has no option (PLY-5)"
                    .to_string()
            }
        };
        self.not_offered(&what, &reason);
        let text = self.text(choice);
        match (refusal, choice) {
            (Refusal::NoMenu, _) => self.question(),
            (Refusal::Forbidden, _) if !reason.starts_with("that hangs on") => {
                self.quote_forbidding(&self.game.forbidding(choice));
            }
            (Refusal::Disabled, Choice::Use { building, .. }) => self.building(building),
            (Refusal::Late | Refusal::Spent | Refusal::Once { .. } | Refusal::Condition, _) => {
                if let Some((written, face, _)) = text {
                    self.quote(written, Some(face));
                }
            }
            (Refusal::Needs | Refusal::Tried, _) => {
                if let Some((written, face, program)) = text {
                    self.quote(written, Some(face));
                    self.first_choice(
                        written,
                        program,
                        self.lacks_cost(choice) && refusal == Refusal::Needs,
                    );
                    let forbidding = self.game.forbidding(choice);
                    if !forbidding.is_empty() && !reason.starts_with("that hangs on") {
                        self.line(&format!(
                            "Of what could be chosen, {}:",
                            self.what_forbids(&forbidding)
                        ));
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
            self.rules
                .origin(program.entry)
                .is_some_and(|text| text.paid.is_some())
                && matches!(
                    program.guard,
                    Guard::Needs(_) | Guard::Try(_) | Guard::Pays { .. }
                )
        })
    }

    /// Where the first choice is written, when that is in a keyword's text.
    fn first_choice(&mut self, written: Written, program: Program, cost: bool) {
        let entry = usize::from(program.entry);
        let code = self.rules.code[entry..]
            .iter()
            .take_while(|op| **op != Op::End);
        let asks = |op: &Op| {
            matches!(
                op,
                Op::Choose { .. } | Op::Require { .. } | Op::Either { .. }
            )
        };
        let Some(at) = { code }.position(asks).filter(|_| !cost) else {
            return;
        };
        if self.plainly {
            return;
        }
        let (file, span) = self.rules.code_spans[entry + at];
        let inside =
            file == written.0 && written.1.start <= span.start && span.end <= written.1.end;
        if !inside {
            self.line("What has to be chosen:");
            self.quote((file, span), None);
        }
    }
}

fn stands_now(stands: Option<Stands>) -> &'static str {
    match stands {
        Some(Stands::Holds) => "holds now",
        Some(Stands::Disabled) => "holds, but the building is disabled",
        Some(Stands::Fails) | None => "does not hold now",
    }
}
