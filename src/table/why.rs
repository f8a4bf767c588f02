//! Says why: what gives a building its statuses, what keeps an option out, what raises a number; in the cards' words.

use std::fmt::Write;

use crate::board::{CardId, Kind, Seat};
use crate::engine::{Choice, Clause, Game, Refusal};
use crate::rules::ir::{DISABLED, FaceId, Guard, Op, Program, Rules, Written};
use crate::syntax::notation::Player;
use crate::table::label::{building_name, card_name, label, labels};
use crate::table::names::Names;

/// Explains a place such as `p2.3`, or a label, whether it is offered or not. Cites open cards and the asked player's
/// own hand only.
///
/// # Errors
/// What was not understood, as a sentence.
pub fn why(game: &Game, asked: &str) -> Result<String, String> {
    let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut telling = Telling { game, rules: &game.script().rules, out: String::new() };
    if let Some((seat, place)) = place(&asked) {
        let building = game.board().row(in_play(game, seat)?).get(place);
        let building = building.copied().ok_or_else(|| format!("No building stands at {asked}."))?;
        telling.building(building);
        return Ok(telling.out);
    }
    if game.decision().is_none() {
        return Err("The game is over: nothing is offered any more.".to_string());
    }
    let offered = labels(game).into_iter().find(|(_, label)| label.eq_ignore_ascii_case(&asked));
    match offered {
        Some((choice, label)) => telling.offered(choice, &label),
        None => {
            let choice = telling.choice(&asked)?;
            match game.refusal(choice) {
                Some(refusal) => telling.refused(choice, refusal),
                None => telling.offered(choice, &label(game, choice)),
            }
        }
    }
    Ok(telling.out)
}

/// `p2.3`: a seat, and a place counted from 0.
fn place(text: &str) -> Option<(Seat, usize)> {
    let (player, place) = text.split_once('.')?;
    let (player, place) = (player.parse::<Player>().ok()?, place.parse::<usize>().ok()?);
    Some((Seat(player.number() - 1), place.checked_sub(1)?))
}

fn in_play(game: &Game, seat: Seat) -> Result<Seat, String> {
    match game.board().living.has(seat) && seat.0 < game.board().seats {
        true => Ok(seat),
        false => Err(format!("{seat} does not play.")),
    }
}

struct Telling<'a> {
    game: &'a Game,
    rules: &'a Rules,
    out: String,
}

impl Telling<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The lines of a clause with their place, and the rules that its face follows.
    fn quote(&mut self, written: Written, face: Option<FaceId>) {
        let (file, span) = written;
        let source = &self.rules.sources[usize::from(file)];
        let start = source.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let first = source.line(span.start);
        for (at, line) in source.text[start..span.end].trim_end().lines().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "  {}:{}: {line}", source.name, first + at);
        }
        let rules = face.map_or(&[][..], |face| &self.rules.faces[face.index()].rules);
        if !rules.is_empty() {
            self.line(&format!("  rules: {}", rules.join(", ")));
        }
    }

    fn face_name(&self, face: FaceId) -> &str {
        &self.rules.faces[face.index()].label
    }

    /// `p2.3 (NAME)`.
    fn named(&self, building: CardId) -> String {
        let name = self.face_name(self.game.building_face(building));
        format!("{} ({name})", self.at(building))
    }

    fn at(&self, building: CardId) -> String {
        match (self.game.board().owner(building), self.game.board().place(building)) {
            (Some(seat), Some(place)) => format!("{seat}.{}", place + 1),
            _ => "nowhere".to_string(),
        }
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
        let from = self.game.statuses_from(building);
        let (has, named) = (self.game.board().card(building).status, self.named(building));
        let mut without = Vec::new();
        for (status, word) in self.rules.statuses.iter().enumerate() {
            if has >> status & 1 == 1 {
                self.status(building, status as u8, &from, &format!("{named} is {word}"));
            } else if self.given_at_all(status as u8) {
                without.push(word.as_str());
            }
        }
        if has >> DISABLED & 1 == 0 {
            let other = without.iter().map(|word| format!("not {word}")).collect::<Vec<_>>().join(", ");
            self.line(&format!("{named} is active: {other}; no open card says otherwise."));
        }
    }

    /// Some card of the game gives that status.
    fn given_at_all(&self, status: u8) -> bool {
        let mut clauses = self.rules.faces.iter().flat_map(|face| &face.lasting);
        status == DISABLED || clauses.any(|clause| clause.status == status)
    }

    fn status(&mut self, building: CardId, status: u8, from: &[(u8, Clause)], says: &str) {
        for (_, clause) in from.iter().filter(|(given, _)| *given == status) {
            self.line(&format!("{says}: {} says", self.source(*clause, building)));
            self.quote(self.rules.faces[clause.face.index()].places.lasting[clause.index], Some(clause.face));
        }
    }

    /// The option that a label of the turn menu means, offered or not.
    fn choice(&self, asked: &str) -> Result<Choice, String> {
        let names = Names::of(self.rules);
        let sentence = |(reason, help): (String, String)| format!("{reason}: {help}");
        let spot = |text: &str| {
            let (seat, index) =
                place(text).ok_or_else(|| format!("`{text}` is no place: write one such as `p1.2`."))?;
            Ok::<_, String>((in_play(self.game, seat)?, index))
        };
        let building = |text: &str| {
            let (seat, index) = spot(text)?;
            let building = self.game.board().row(seat).get(index);
            building.copied().ok_or_else(|| format!("No building stands at {text}."))
        };
        let (verb, rest) = asked.split_once(' ').unwrap_or((asked, ""));
        match verb.to_lowercase().as_str() {
            "pass" if rest.is_empty() => Ok(Choice::Pass),
            "action" => Ok(Choice::Action(names.card(rest).map_err(sentence)?)),
            "build" => {
                let (name, at) = rest.rsplit_once(" at ").ok_or("Say where: `build NAME at p1.2`.")?;
                let (seat, index) = spot(at)?;
                let place = u8::try_from(index).map_err(|_| format!("No building stands at {at}."))?;
                Ok(Choice::Build { kind: names.card(name).map_err(sentence)?, seat, place })
            }
            "stack" => {
                let (name, on) = rest.rsplit_once(" on ").ok_or("Say where: `stack NAME on p1.2`.")?;
                Ok(Choice::Stack { kind: names.card(name).map_err(sentence)?, on: building(on)? })
            }
            "use" => {
                let (at, name) = rest.split_once(' ').unwrap_or((rest, ""));
                let building = building(at)?;
                let abilities = &self.rules.faces[self.game.building_face(building).index()].abilities;
                let called = |ability: &crate::rules::ir::Ability| {
                    ability.name.is_some_and(|id| self.rules.names[id.index()].eq_ignore_ascii_case(name))
                };
                let found = if name.is_empty() { Some(0) } else { abilities.iter().position(called) };
                // An ability that there is not is refused as such.
                Ok(Choice::Use { building, ability: found.map_or(u8::MAX, |index| index as u8) })
            }
            _ => Err(format!("`{asked}` is neither an option now, nor a place such as `p2.3`, nor a label of a turn.")),
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
                let id = self.game.building_face(building);
                let face = &self.rules.faces[id.index()];
                let program = face.abilities.get(usize::from(ability))?.program;
                Some((face.places.abilities[usize::from(ability)], id, program))
            }
            _ => None,
        }
    }

    fn offered(&mut self, choice: Choice, label: &str) {
        let Some((written, face, program)) = self.text(choice) else {
            return self.line(&format!("`{label}` is offered."));
        };
        self.line(&format!("`{label}` is offered. Its text:"));
        self.quote(written, Some(face));
        self.raised(written, program);
    }

    /// Starred numbers of a text, as printed and as raised.
    fn raised(&mut self, written: Written, program: Program) {
        let Some((seat, _)) = self.game.decision().filter(|_| program.starred) else { return };
        let from: Vec<(Clause, u16)> = self.game.raised_from(seat).into_iter().filter(|(_, by)| *by > 0).collect();
        let by: u16 = from.iter().map(|(_, by)| by).sum();
        let mut printed: Vec<u16> = starred(self.source_text(written));
        printed.sort_unstable();
        printed.dedup();
        for number in printed {
            match by {
                0 => self.line(&format!("{number}* is {number}: nothing raises it.")),
                _ => self.line(&format!("{number}* is {}: it is raised by {by}.", number + by)),
            }
        }
        for (clause, by) in from {
            self.line(&format!("{} raises by {by}:", self.named(clause.card)));
            self.quote(self.rules.faces[clause.face.index()].places.raises[clause.index], Some(clause.face));
        }
    }

    fn source_text(&self, (file, span): Written) -> &str {
        &self.rules.sources[usize::from(file)].text[span.start..span.end]
    }

    fn refused(&mut self, choice: Choice, refusal: Refusal) {
        let name = |kind: Kind| card_name(self.rules, kind).to_string();
        let what = match choice {
            Choice::Action(kind) => format!("action {}", name(kind)),
            Choice::Build { kind, seat, place } => {
                format!("build {} at {seat}.{}", building_name(self.rules, kind, false), u16::from(place) + 1)
            }
            Choice::Stack { kind, on } => format!("stack {} on {}", name(kind), self.at(on)),
            Choice::Use { building, .. } => format!("use {}", self.at(building)),
            _ => "pass".to_string(),
        };
        let seat = self.game.decision().map_or(Seat(0), |(seat, _)| seat);
        let reason = match refusal {
            Refusal::NoMenu => format!("{seat} is asked something else first"),
            Refusal::NotInHand => format!("{seat} does not hold that card"),
            Refusal::CardPlayed => "this turn's card has been played (TRN-3)".to_string(),
            Refusal::MustPlay => format!("{seat} holds cards, and has to play one first (TRN-4)"),
            Refusal::NoText => "its text says nothing that could be played".to_string(),
            Refusal::NoPlace => "there is no such place".to_string(),
            Refusal::NotYours(owner) => format!("it is a building of {owner}, and {seat} is asked"),
            Refusal::NoAbility => "the building has no such ability".to_string(),
            Refusal::Disabled => "the building is disabled (DIS-1)".to_string(),
            Refusal::Late => "it can be used at the start of turn only (TRN-2)".to_string(),
            Refusal::Spent => "it cannot be used again this turn (TRN-7)".to_string(),
            Refusal::Condition => "its condition does not hold".to_string(),
            Refusal::Needs if self.lacks_cost(choice) => "its cost cannot be paid".to_string(),
            Refusal::Needs => "its first required choice has no option (PLY-5)".to_string(),
            Refusal::Tried => {
                "with what comes before it done, its first required choice has no option (PLY-5)".to_string()
            }
        };
        self.line(&format!("`{what}` is not offered: {reason}."));
        let text = self.text(choice);
        match (refusal, choice) {
            (Refusal::Disabled, Choice::Use { building, .. }) => self.building(building),
            (Refusal::Late | Refusal::Spent | Refusal::Condition, _) => {
                if let Some((written, face, _)) = text {
                    self.quote(written, Some(face));
                }
            }
            (Refusal::Needs | Refusal::Tried, _) => {
                if let Some((written, face, program)) = text {
                    self.quote(written, Some(face));
                    self.first_choice(written, program, self.lacks_cost(choice) && refusal == Refusal::Needs);
                }
            }
            _ => {}
        }
    }

    /// It is the cost that is not there: a text with a cost is asked for nothing else before it is tried.
    fn lacks_cost(&self, choice: Choice) -> bool {
        let pays = |text: &str| uncommented(text).any(|line| line.split([' ', ':', ';']).any(|word| word == "pay"));
        self.text(choice).is_some_and(|(written, _, program)| {
            pays(self.source_text(written))
                && matches!(program.guard, Guard::Needs(_) | Guard::Try(_) | Guard::Pays { .. })
        })
    }

    /// Where the first choice is written, when that is in a keyword's text.
    fn first_choice(&mut self, written: Written, program: Program, cost: bool) {
        let entry = usize::from(program.entry);
        let code = self.rules.code[entry..].iter().take_while(|op| **op != Op::End);
        let asks = |op: &Op| matches!(op, Op::Choose { .. } | Op::Require { .. } | Op::Either { .. });
        let Some(at) = { code }.position(asks).filter(|_| !cost) else { return };
        let (file, span) = self.rules.code_spans[entry + at];
        let inside = file == written.0 && written.1.start <= span.start && span.end <= written.1.end;
        if !inside {
            self.line("What has to be chosen:");
            self.quote((file, span), None);
        }
    }
}

/// A text's lines without their comments.
fn uncommented(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split('#').next().unwrap_or_default())
}

/// The numbers with a star in a text.
fn starred(text: &str) -> Vec<u16> {
    let words = uncommented(text).flat_map(|line| line.split(|c: char| !c.is_ascii_digit() && c != '*'));
    words.filter_map(|word| word.strip_suffix('*')?.parse().ok()).collect()
}
