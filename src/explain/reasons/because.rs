//! What makes an event happen: a text, a choice of the turn menu, or the rules of the game alone.

use std::fmt::Write;

use crate::names::printed::face_name;
use crate::options::lying::is_known;
use crate::reasons::quote;
use crate::reasons::stars::{star_deed, stars_said};
use board::{Board, CardId, Event, Phase, Seat, Zone};
use engine::{Cause, FrameKind, Reason, Script, StarClause, stars_of};
use rules::ir::{DISABLED, FaceId, Op, Program, Rules, Written};

/// Kept with every sentence of a log, to be explained when somebody asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Because {
    made_by: MadeBy,
    /// The ids of the rules that it follows, besides those of a text.
    rules: &'static [&'static str],
    /// Clauses: of a text that is chosen, of what raises its numbers, of what has won the game.
    holds: Vec<Holds>,
    /// The number of the sentence that it answers, counted from 0.
    pub after: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MadeBy {
    Rule,
    /// A player's choice, in the turn menu or at the set-up.
    Choice(Seat),
    /// A text; if it is a building's, where that stands.
    Text {
        cause: Cause,
        at: Option<(Seat, usize)>,
    },
    /// A text that the viewer does not know.
    Hidden,
}

/// A clause that holds, whose it is, and the ids of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Holds {
    whose: String,
    of: Of,
    written: Written,
    rules: Vec<String>,
}

/// What a clause is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Face(FaceId),
    Tally(u8),
}

impl Because {
    /// What went before the deal: a game of symbols (HFB-1 to HFB-3).
    pub fn contest() -> Because {
        Because::rule(&["HFB-1", "HFB-2", "HFB-3"])
    }

    fn rule(rules: &'static [&'static str]) -> Because {
        Because {
            made_by: MadeBy::Rule,
            rules,
            holds: Vec::new(),
            after: None,
        }
    }

    /// The text that asks a player something.
    pub fn asking(board: &Board, cause: Cause, viewer: Option<Seat>) -> Because {
        Because {
            made_by: made_by(board, Some(cause), viewer),
            ..Because::rule(&[])
        }
    }

    /// What makes an event, looked at before it changes the board. Nobody's eyes see all.
    pub fn of(
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
        viewer: Option<Seat>,
    ) -> Because {
        // The draw of a turn is a text without a card.
        let cause = cause.filter(|cause| !script.is_draw(cause.at));
        let (rules, set_up) = (&script.rules, board.phase == Phase::SetUp);
        let text = |rules| Because {
            made_by: made_by(board, cause, viewer),
            ..Because::rule(rules)
        };
        let chosen = |seat, rules| match cause {
            Some(_) => text(&[]),
            None => Because {
                made_by: MadeBy::Choice(seat),
                ..Because::rule(rules)
            },
        };
        match *event {
            Event::TurnBegan { .. } => Because::rule(&["TRN-1", "TRN-5"]),
            Event::StartEnded { seat } => chosen(seat, &["TRN-2"]),
            Event::Passed { seat } => chosen(seat, &["TRN-5"]),
            Event::CardPlayed { seat, .. } => chosen(seat, &["TRN-3"]),
            Event::Drawn { .. } if set_up => Because::rule(&["SET-4"]),
            Event::Drawn { .. } if cause.is_none() => Because::rule(&["TRN-1"]),
            Event::Stacked { card, .. } if set_up => chosen(board.card(card).seat(), &["SET-5"]),
            Event::Stacked { .. } => chosen(board.turn, &["TRN-3", "PLY-3"]),
            Event::Built { .. } if set_up => Because::rule(&["SET-2"]),
            Event::Built { .. } => chosen(board.turn, &["TRN-3", "PLY-2"]),
            Event::Sided { .. } => Because::rule(&["SET-2"]),
            Event::Discarded { card } | Event::Removed { card } => {
                let state = board.card(card);
                match state.zone {
                    Zone::Hand if !board.living.has(state.seat()) => Because::rule(&["WIN-8"]),
                    // What it was aside for is over.
                    Zone::Aside => Because::rule(&["PLY-4", "PLY-5"]),
                    _ => text(&[]),
                }
            }
            Event::Shuffled { .. } if set_up => Because::rule(&["SET-3"]),
            Event::Shuffled { .. } => {
                match cause.map(|cause| script.rules.code[usize::from(cause.at)]) {
                    Some(Op::Shuffle) => text(&[]),
                    Some(Op::End) => Because::rule(&["DRW-2"]),
                    _ => Because::rule(&["DRW-1"]),
                }
            }
            Event::Spent { building, .. } => match cause {
                Some(_) => text(&["TRN-7"]),
                None => chosen(board.card(building).seat(), &["TRN-7"]),
            },
            Event::Eliminated { .. } => Because::rule(&["WIN-6"]),
            Event::Lost { .. } => text(&[]),
            Event::Won { seat } => won(script, board, seat),
            Event::GameDrawn => Because::rule(&["WIN-10"]),
            Event::Used {
                seat,
                building,
                ability,
            } => {
                let mut given = rules.given_abilities();
                let given = given
                    .find(|(number, ..)| *number == ability)
                    .map(|(_, face, at)| (face, at));
                let (id, ability) = given.unwrap_or((face(script, board, building), ability));
                let face = &rules.faces[id.index()];
                let program = face
                    .abilities
                    .get(usize::from(ability))
                    .map(|ability| ability.program);
                let whose = format!("{}, which is used,", named(script, board, building));
                let written = face.places.abilities.get(usize::from(ability)).copied();
                let begun = begun(script, board, seat, whose, (id, program, written));
                Because {
                    holds: begun,
                    ..chosen(seat, &["PLY-9"])
                }
            }
            Event::ActionPlayed { seat, card } => match cause {
                Some(_) => text(&["PLY-10"]),
                None => {
                    let face = rules.kind(card).action;
                    let text = |id: FaceId| {
                        let face = &rules.faces[id.index()];
                        let whose = format!("{}, which is played,", face_name(rules, id));
                        begun(
                            script,
                            board,
                            seat,
                            whose,
                            (id, face.play, face.places.play),
                        )
                    };
                    let begun = face.map_or_else(Vec::new, text);
                    Because {
                        holds: begun,
                        ..chosen(seat, &["TRN-3", "PLY-4"])
                    }
                }
            },
            Event::Fizzled { .. } => text(&["PLY-5"]),
            Event::LaidAside { .. } | Event::PutUnderWay { .. } => match cause {
                Some(_) => text(&["PLY-4"]),
                None => chosen(board.turn, &["PLY-4"]),
            },
            Event::Triggered { .. } => text(&["TRG-1"]),
            Event::Crisis { .. } => Because::rule(&["DRW-2"]),
            Event::ActionOver { .. } => Because::rule(&["PLY-4"]),
            Event::Cut { .. } => text(&["END-1"]),
            Event::Forgotten { .. } | Event::DeckHandled { .. } => Because::rule(&[]),
            Event::Drawn { .. }
            | Event::Taken { .. }
            | Event::SetAside { .. }
            | Event::DeckShuffled { .. }
            | Event::Refreshed { .. }
            | Event::Chose { .. }
            | Event::Bid { .. }
            | Event::PutInDeck { .. }
            | Event::Moved { .. }
            | Event::Swapped { .. }
            | Event::ToHand { .. }
            | Event::HandsSwapped { .. }
            | Event::HandsPassed { .. }
            | Event::Seen { .. }
            | Event::CountersPut { .. }
            | Event::Written { .. }
            | Event::CountersTaken { .. }
            | Event::Pended(_)
            | Event::Came(_)
            | Event::MorePlays { .. }
            | Event::HandsOpen { .. }
            | Event::Overseen { .. }
            | Event::Noted { .. }
            | Event::Shown { .. }
            | Event::Revealed { .. }
            | Event::Fell { .. }
            | Event::Enacted { .. }
            | Event::Exchanged { .. }
            | Event::Shifted { .. }
            | Event::Called { .. } => text(&[]),
        }
    }

    /// The text that makes it, in full.
    pub(super) fn read_out(&self, rules: &Rules) -> String {
        let MadeBy::Text { cause, at } = self.made_by else {
            return self.explain(rules, &[]);
        };
        let face = rules.origin(cause.at).and_then(|text| text.face);
        let lines = rules.lines_of(face);
        let whose = whose(face.map(|face| face_name(rules, face)), cause, at);
        let lines: Vec<String> = lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("{whose} says{}\n{}", self.besides(), lines.concat())
    }

    /// The same for somebody who plays: cards as they read in play, without files and lines.
    pub fn explain_plainly(&self, rules: &Rules, told: &[String]) -> String {
        let mut out = self.answers(told);
        match self.made_by {
            MadeBy::Text { cause, .. } => {
                out.push_str(&self.read_out(rules));
                out.push_str(&raised(rules, cause));
            }
            MadeBy::Hidden | MadeBy::Choice(_) | MadeBy::Rule => out.push_str(&self.without_text()),
        }
        for (at, Holds { whose, of, .. }) in self.holds.iter().enumerate() {
            // A card is read out whole, and once.
            if self.holds[..at]
                .iter()
                .any(|before| (&before.whose, before.of) == (whose, *of))
            {
                continue;
            }
            let lines = match *of {
                Of::Face(face) => rules.lines_of(Some(face)),
                Of::Tally(tally) => &rules.tallies[usize::from(tally)].lines,
            };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{whose} says");
            lines.iter().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
        }
        out
    }

    /// Which sentence of the log it answers, if it answers one.
    fn answers(&self, told: &[String]) -> String {
        let answered = self
            .after
            .and_then(|after| Some((after + 1, told.get(after)?)));
        answered.map_or_else(String::new, |(number, sentence)| {
            format!("It answers event {number}: {sentence}\n")
        })
    }

    /// What makes it where no text is known to.
    fn without_text(&self) -> String {
        match self.made_by {
            MadeBy::Choice(seat) => format!("{seat} chose so{}.\n", self.besides()),
            MadeBy::Rule => format!("The rules of the game make it so{}.\n", self.besides()),
            MadeBy::Hidden | MadeBy::Text { .. } => {
                "It comes from something you cannot see.\n".to_string()
            }
        }
    }

    /// The explanation, in whole lines. `told` are the sentences that it may point back to.
    pub fn explain(&self, rules: &Rules, told: &[String]) -> String {
        let mut out = self.answers(told);
        match self.made_by {
            MadeBy::Text { cause, at } => {
                if let Some(text) = rules.origin(cause.at) {
                    let face = text.face.map(|face| face_name(rules, face));
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{} says{}", whose(face, cause, at), self.besides());
                    quote::statement_at(&mut out, rules, text, cause.at);
                    out.push_str(&raised(rules, cause));
                }
            }
            MadeBy::Hidden | MadeBy::Choice(_) | MadeBy::Rule => out.push_str(&self.without_text()),
        }
        for Holds {
            whose,
            written,
            rules: ids,
            ..
        } in &self.holds
        {
            let _ = writeln!(out, "{whose} says");
            quote::clause(&mut out, rules, *written);
            quote::cited(&mut out, ids);
        }
        out
    }

    /// The rules that it follows besides those of a text, in brackets.
    fn besides(&self) -> String {
        match self.rules {
            [] => String::new(),
            rules => format!(" ({})", rules.join(", ")),
        }
    }
}

/// What has become of the starred numbers of a text, if they are not as printed.
fn raised(rules: &Rules, cause: Cause) -> String {
    let said = stars_said(cause.stars);
    let face = rules
        .origin(cause.at)
        .and_then(|text| text.face)
        .filter(|_| !said.is_empty());
    face.map_or_else(String::new, |face| {
        format!(
            "The starred numbers of {} are {said}.\n",
            face_name(rules, face)
        )
    })
}

fn made_by(board: &Board, cause: Option<Cause>, viewer: Option<Seat>) -> MadeBy {
    let Some(cause) = cause else {
        return MadeBy::Rule;
    };
    let Cause { this, .. } = cause;
    if !this.is_some() {
        return MadeBy::Text { cause, at: None };
    }
    let state = board.card(this);
    if !is_known(board, this, viewer) {
        return MadeBy::Hidden;
    }
    let stands = (state.zone == Zone::Row).then(|| Some((board.owner(this)?, board.place(this)?)));
    MadeBy::Text {
        cause,
        at: stands.flatten(),
    }
}

/// Whose text it is: `NAME (p1.2), used by p1,`.
fn whose(face: Option<&str>, cause: Cause, at: Option<(Seat, usize)>) -> String {
    let Some(face) = face else {
        return "The rule for a crisis".to_string();
    };
    let place = at.map_or_else(String::new, |(seat, place)| {
        format!(" ({seat}.{})", place + 1)
    });
    let Cause { you, provoker, .. } = cause;
    match (cause.kind, provoker, at) {
        (FrameKind::Trigger | FrameKind::Arrival, Some(provoker), _) => {
            format!("{face}{place} of {you}, provoked by {provoker},")
        }
        (FrameKind::Trigger | FrameKind::Arrival, None, _) => format!("{face}{place} of {you}"),
        (FrameKind::Fee, ..) => format!("{face}{place}, which {you} pays for,"),
        (FrameKind::Effect | FrameKind::Crisis, _, Some(_)) => {
            format!("{face}{place}, used by {you},")
        }
        (FrameKind::Effect | FrameKind::Crisis, _, None) => format!("{face}, played by {you},"),
    }
}

fn face(script: &Script, board: &Board, building: CardId) -> FaceId {
    script.rules.kind(building).buildings[usize::from(board.card(building).second_side())]
}

/// `NAME (p1.2)`.
fn named(script: &Script, board: &Board, building: CardId) -> String {
    let name = face_name(&script.rules, face(script, board, building));
    match (board.owner(building), board.place(building)) {
        (Some(owner), Some(place)) => format!("{name} ({owner}.{})", place + 1),
        _ => name.to_string(),
    }
}

/// A text that a player has chosen, and what raises its starred numbers, if it has any.
fn begun(
    script: &Script,
    board: &Board,
    seat: Seat,
    whose: String,
    (face, program, written): (FaceId, Option<Program>, Option<Written>),
) -> Vec<Holds> {
    let ids = |face: FaceId| script.rules.faces[face.index()].rules.clone();
    let text = written.map(|written| Holds {
        whose,
        of: Of::Face(face),
        written,
        rules: ids(face),
    });
    let starred = program.is_some_and(|program| program.starred);
    let changing = if starred {
        stars_of(script, board, seat).0
    } else {
        Vec::new()
    };
    let hold = |clause: StarClause| {
        let does = star_deed(clause.does).replacen(" by", " starred numbers by", 1);
        let does = if clause.does.doubled > 0 {
            "doubles starred numbers".to_string()
        } else {
            does
        };
        let whose = format!("{}, which {does},", named(script, board, clause.card));
        Holds {
            whose,
            of: Of::Face(clause.face),
            written: clause.written,
            rules: ids(clause.face),
        }
    };
    text.into_iter()
        .chain(changing.into_iter().map(hold))
        .collect()
}

/// What has decided the game.
fn won(script: &Script, board: &Board, winner: Seat) -> Because {
    let rules = &script.rules;
    let face = |building| self::face(script, board, building);
    let named = |building| self::named(script, board, building);
    match Reason::of(script, board, winner) {
        None => Because::rule(&["WIN-1"]),
        Some(Reason::LastLiving) => Because::rule(&["WIN-7"]),
        Some(Reason::Building(building)) => {
            let id = face(building);
            let clauses = &rules.faces[id.index()];
            let hold = |written: &Written| Holds {
                whose: named(building),
                of: Of::Face(id),
                written: *written,
                rules: clauses.rules.clone(),
            };
            Because {
                holds: clauses.places.wins.iter().map(hold).collect(),
                ..Because::rule(&["WIN-1", "WIN-5"])
            }
        }
        Some(Reason::Tally(index)) => {
            let tally = &rules.tallies[usize::from(index)];
            let whose = format!(
                "The tally of {}, which wins with {},",
                tally.name, tally.wins_at
            );
            let mut holds = vec![Holds {
                whose,
                of: Of::Tally(index),
                written: tally.written,
                rules: tally.rules.clone(),
            }];
            let mut add = |id: FaceId, whose: &dyn Fn() -> String| {
                let clauses = &rules.faces[id.index()];
                let counts = clauses.counts_as.iter().zip(&clauses.places.counts_as);
                for (_, written) in counts.filter(|(counts, _)| counts.tally == index) {
                    // What a text says is said once, however many cards bear it.
                    if !holds.iter().any(|known| known.written == *written) {
                        let rules = clauses.rules.clone();
                        holds.push(Holds {
                            whose: whose(),
                            of: Of::Face(id),
                            written: *written,
                            rules,
                        });
                    }
                }
            };
            for building in board.row(winner) {
                if board.card(*building).status >> DISABLED & 1 == 0 {
                    add(face(*building), &|| named(*building));
                }
                for card in board
                    .stack(*building)
                    .iter()
                    .filter(|card| board.card(**card).face_up())
                {
                    if let Some(action) = rules.kind(*card).action {
                        add(action, &|| rules.faces[action.index()].label.clone());
                    }
                }
            }
            Because {
                holds,
                ..Because::rule(&["WIN-1"])
            }
        }
    }
}
