//! What makes an event happen: a text, a choice of the turn menu, or the rules of the game alone.

use crate::ending;
use crate::names::face_name;
use crate::options::label::{Spot, is_known};
use crate::reasons::quote::{self, star_deed, stars_said};
use board::{Board, CardId, Event, Phase, Seat, Zone};
use engine::{Cause, FrameKind, Reason, Script, stars_of};
use itertools::Itertools;
use rules::ir::{Ability, DISABLED, FaceId, Op, Origin, Program, Rules, Written};
use text::capital;

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
    /// Why somebody has won, or is out of the game.
    won: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MadeBy {
    Rule,
    /// A player's choice, in the turn menu or at the set-up.
    Choice(Seat),
    /// A text; if it is a building's, where that stands.
    Text {
        cause: Cause,
        at: Option<Spot>,
    },
    /// A text that the viewer does not know.
    Hidden,
}

/// A clause that holds, whose it is, and what it is a part of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Holds {
    whose: String,
    of: Of,
    written: Written,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Face(FaceId),
    Tally(u8),
}

impl Because {
    /// What went before the deal: a game of symbols (HFB-1 to HFB-3).
    pub fn contest() -> Because {
        Because::new(MadeBy::Rule, &["HFB-1", "HFB-2", "HFB-3"], Vec::new())
    }

    fn new(made_by: MadeBy, rules: &'static [&'static str], holds: Vec<Holds>) -> Because {
        Because {
            made_by,
            rules,
            holds,
            after: None,
            won: None,
        }
    }

    /// The text that asks a player something.
    pub fn asking(board: &Board, cause: Cause, viewer: Option<Seat>) -> Because {
        Because::new(made_by(board, Some(cause), viewer), &[], Vec::new())
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
        let set_up = board.phase == Phase::SetUp;
        let rule = MadeBy::Rule;
        let text = made_by(board, cause, viewer);
        let chosen = |seat, rules| match cause {
            Some(_) => (text, &[][..]),
            None => (MadeBy::Choice(seat), rules),
        };
        let mut holds = Vec::new();
        let (made_by, rules): (MadeBy, &'static [&'static str]) = match *event {
            Event::TurnBegan { .. } => (rule, &["TRN-1", "TRN-5"]),
            Event::StartEnded { seat } => chosen(seat, &["TRN-2"]),
            Event::Passed { seat } => chosen(seat, &["TRN-5"]),
            Event::CardPlayed { seat, .. } => chosen(seat, &["TRN-3"]),
            Event::Drawn { .. } if set_up => (rule, &["SET-4"]),
            Event::Drawn { .. } if cause.is_none() => (rule, &["TRN-1"]),
            Event::Stacked { card, .. } if set_up => chosen(board.card(card).seat(), &["SET-5"]),
            Event::Stacked { .. } => chosen(board.turn, &["TRN-3", "PLY-3"]),
            Event::Built { .. } if set_up => (rule, &["SET-2"]),
            Event::Built { .. } => chosen(board.turn, &["TRN-3", "PLY-2"]),
            Event::Sided { .. } => (rule, &["SET-2"]),
            Event::Discarded { card } | Event::Removed { card } => {
                let state = board.card(card);
                match state.zone {
                    Zone::Hand if !board.living.has(state.seat()) => (rule, &["WIN-8"]),
                    // What it was aside for is over.
                    Zone::Aside => (rule, &["PLY-4", "PLY-5"]),
                    _ => (text, &[]),
                }
            }
            Event::Shuffled { .. } if set_up => (rule, &["SET-3"]),
            Event::Shuffled { .. } => {
                match cause.map(|cause| script.rules.code[usize::from(cause.at)]) {
                    Some(Op::Shuffle) => (text, &[]),
                    Some(Op::End) => (rule, &["DRW-2"]),
                    _ => (rule, &["DRW-1"]),
                }
            }
            Event::Spent { .. } if cause.is_some() => (text, &["TRN-7"]),
            Event::Spent { building, .. } => chosen(board.card(building).seat(), &["TRN-7"]),
            Event::Eliminated { .. } => (rule, &["WIN-6"]),
            Event::Won { seat } => {
                let ids: &[&str];
                (ids, holds) = won(script, board, seat);
                (rule, ids)
            }
            Event::GameDrawn => (rule, &["WIN-10"]),
            Event::Used {
                seat,
                building,
                ability,
            } => {
                let mut given = script.rules.given_abilities();
                let given = given.find(|(number, ..)| *number == ability);
                let (id, at) = match given {
                    Some((_, face, at)) => (face, usize::from(at)),
                    None => (face(script, board, building), usize::from(ability)),
                };
                let of = &script.rules.faces[id.index()];
                let program = of.abilities.get(at).map(|ability| ability.program);
                let written = of.places.abilities.get(at).copied();
                let whose = named(script, board, building);
                holds = begun(script, board, seat, whose, (id, program, written));
                chosen(seat, &["PLY-9"])
            }
            Event::ActionPlayed { .. } if cause.is_some() => (text, &["PLY-10"]),
            Event::ActionPlayed { seat, card } => {
                if let Some(id) = script.rules.kind(card).action {
                    let face = &script.rules.faces[id.index()];
                    let whose = face_name(&script.rules, id).to_string();
                    holds = begun(
                        script,
                        board,
                        seat,
                        whose,
                        (id, face.play, face.places.play),
                    );
                }
                chosen(seat, &["TRN-3", "PLY-4"])
            }
            Event::Fizzled { .. } => (text, &["PLY-5"]),
            Event::LaidAside { .. } | Event::PutUnderWay { .. } => match cause {
                Some(_) => (text, &["PLY-4"]),
                None => chosen(board.turn, &["PLY-4"]),
            },
            Event::Triggered { .. } => (text, &["TRG-1"]),
            Event::Crisis { .. } => (rule, &["DRW-2"]),
            Event::ActionOver { .. } => (rule, &["PLY-4"]),
            Event::Cut { .. } => (text, &["END-1"]),
            Event::Forgotten { .. } | Event::DeckHandled { .. } => (rule, &[]),
            // What a text does, or keeps in mind.
            _ => (text, &[]),
        };
        let won = match event {
            Event::Won { seat } => ending::why(script, board, *seat),
            Event::Eliminated { .. } => {
                Some("a nation without buildings is out of the game".into())
            }
            _ => None,
        };
        Because {
            won,
            ..Because::new(made_by, rules, holds)
        }
    }

    /// The text that makes it, in full.
    pub(super) fn read_out(&self, rules: &Rules) -> String {
        let MadeBy::Text { cause, at } = self.made_by else {
            return self.explain(rules, &[]);
        };
        let face = rules.origin(cause.at).and_then(|text| text.face);
        let whose = whose(rules, cause, at);
        format!(
            "{whose} says{}\n{}",
            self.besides(),
            indented(rules.lines_of(face))
        )
    }

    /// The explanation, in whole lines. `told` are the sentences that it may point back to.
    pub fn explain(&self, rules: &Rules, told: &[String]) -> String {
        let mut out = self.answers(told);
        match self.made_by {
            MadeBy::Text { cause, at } => {
                if let Some(text) = rules.origin(cause.at) {
                    out += &format!("{} says{}\n", whose(rules, cause, at), self.besides());
                    quote::statement_at(&mut out, rules, text, cause.at);
                    out += &raised(rules, cause);
                }
            }
            _ => out += &self.without_text(),
        }
        for Holds { whose, of, written } in &self.holds {
            out += &format!("{whose} says\n");
            quote::clause(&mut out, rules, *written);
            quote::cited(
                &mut out,
                match *of {
                    Of::Face(face) => &rules.faces[face.index()].rules,
                    Of::Tally(tally) => &rules.tallies[usize::from(tally)].rules,
                },
            );
        }
        out
    }

    /// The same for somebody who plays: cards as they read in play, without files and lines.
    pub fn explain_plainly(&self, rules: &Rules, told: &[String]) -> String {
        let mut out = self.answers(told);
        out += &match self.made_by {
            MadeBy::Text { cause, .. } => self.read_out(rules) + &raised(rules, cause),
            _ => self.without_text(),
        };
        // A card is read out whole, and once.
        for Holds { whose, of, .. } in self
            .holds
            .iter()
            .unique_by(|holds| (holds.whose.clone(), holds.of))
        {
            let lines = match *of {
                Of::Face(face) => rules.lines_of(Some(face)),
                Of::Tally(tally) => &rules.tallies[usize::from(tally)].lines,
            };
            out += &format!("{whose} says\n{}", indented(lines));
        }
        out
    }

    /// Which sentence of the log it answers, if it answers one; and why somebody has won.
    fn answers(&self, told: &[String]) -> String {
        if let Some(won) = &self.won {
            // Seats are written small.
            let seat =
                won.starts_with('p') && won[1..].starts_with(|sign: char| sign.is_ascii_digit());
            let won = if seat { won.clone() } else { capital(won) };
            return format!("{won}.\n");
        }
        let sentence = self
            .after
            .and_then(|after| Some((after + 1, told.get(after)?)));
        sentence.map_or_else(String::new, |(number, sentence)| {
            format!("It answers event {number}: {sentence}\n")
        })
    }

    /// What makes it where no text is known to.
    fn without_text(&self) -> String {
        match self.made_by {
            MadeBy::Choice(seat) => format!("{seat} chose this{}.\n", self.besides()),
            MadeBy::Rule => format!("It follows from the rules of the game{}.\n", self.besides()),
            MadeBy::Hidden | MadeBy::Text { .. } => "Its cause is hidden from you.\n".to_string(),
        }
    }

    /// The rules that it follows besides those of a text, in brackets.
    fn besides(&self) -> String {
        match self.rules {
            [] => String::new(),
            rules => format!(" ({})", rules.join(", ")),
        }
    }
}

/// Lines of a text as they are read in play.
fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// What has become of the starred numbers of a text, if they are not as printed.
fn raised(rules: &Rules, cause: Cause) -> String {
    let said = stars_said(cause.stars);
    match rules.origin(cause.at).and_then(|text| text.face) {
        Some(face) if !said.is_empty() => {
            let name = face_name(rules, face);
            format!("The starred numbers of {name} are {said}.\n")
        }
        _ => String::new(),
    }
}

fn made_by(board: &Board, cause: Option<Cause>, viewer: Option<Seat>) -> MadeBy {
    match cause {
        None => MadeBy::Rule,
        Some(cause) if cause.this.is_some() && !is_known(board, cause.this, viewer) => {
            MadeBy::Hidden
        }
        Some(cause) => {
            let building = Some(cause.this).filter(|this| this.is_some());
            MadeBy::Text {
                cause,
                at: building.and_then(|building| Spot::of(board, building)),
            }
        }
    }
}

/// Whose text it is: `NAME (p1.2), used by p1,`.
fn whose(rules: &Rules, cause: Cause, at: Option<Spot>) -> String {
    let Some((text, id)) = rules
        .origin(cause.at)
        .and_then(|text| Some((text, text.face?)))
    else {
        return "The rule for a crisis".to_string();
    };
    let face = face_name(rules, id);
    let place = at.map_or_else(String::new, |spot| format!(" ({spot})"));
    let (you, provoker) = (cause.acts_for.unwrap_or(cause.you), cause.provoker);
    let does = match cause.acts_for {
        Some(_) => format!(" done by {},", cause.you),
        None => String::new(),
    };
    let by = match (cause.kind, provoker, at) {
        (FrameKind::Trigger | FrameKind::Arrival, Some(provoker), _) => {
            format!(" of {you}, provoked by {provoker},")
        }
        (FrameKind::Trigger | FrameKind::Arrival, None, _) => format!(" of {you}"),
        (FrameKind::Fee, ..) => format!(", which {you} pays for,"),
        (FrameKind::Effect | FrameKind::Crisis, _, Some(_)) => format!(", used by {you},"),
        // A building that its own use has destroyed has no place any more.
        (FrameKind::Effect | FrameKind::Crisis, _, None) if is_used(rules, text, id) => {
            format!(", used by {you},")
        }
        (FrameKind::Effect | FrameKind::Crisis, _, None) => format!(", played by {you},"),
    };
    format!("{face}{place}{by}{does}")
}

/// A text of a building, or an ability that an action gives to one: only an action's own text is played.
fn is_used(rules: &Rules, text: &Origin, face: FaceId) -> bool {
    let mut kinds = rules.kinds.iter();
    let mut abilities = rules.faces[face.index()].abilities.iter();
    let of = |ability: &Ability| rules.origin(ability.program.entry);
    !kinds.any(|kind| kind.action == Some(face))
        || abilities.any(|ability| of(ability).is_some_and(|of| of.entry == text.entry))
}

fn face(script: &Script, board: &Board, building: CardId) -> FaceId {
    script.rules.kind(building).buildings[usize::from(board.card(building).second_side())]
}

/// `NAME (p1.2)`.
fn named(script: &Script, board: &Board, building: CardId) -> String {
    let name = face_name(&script.rules, face(script, board, building));
    match Spot::of(board, building) {
        Some(spot) => format!("{name} ({spot})"),
        None => name.to_string(),
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
    let of = Of::Face(face);
    let text = written.map(|written| Holds { whose, of, written });
    let starred = program.filter(|program| program.starred);
    let changing = starred.map(|_| stars_of(script, board, seat).0);
    let changing = changing.into_iter().flatten().map(|clause| {
        let does = match clause.does.doubled {
            0 => star_deed(clause.does).replacen(" by", " starred numbers by", 1),
            _ => "doubles starred numbers".to_string(),
        };
        Holds {
            whose: format!("{}, which {does},", named(script, board, clause.card)),
            of: Of::Face(clause.face),
            written: clause.written,
        }
    });
    text.into_iter().chain(changing).collect()
}

/// What has decided the game: the rules, and the clauses.
fn won(script: &Script, board: &Board, winner: Seat) -> (&'static [&'static str], Vec<Holds>) {
    let rules = &script.rules;
    match Reason::of(script, board, winner) {
        None => (&["WIN-1"], Vec::new()),
        Some(Reason::LastLiving) => (&["WIN-7"], Vec::new()),
        Some(Reason::Building(building)) => {
            let id = face(script, board, building);
            let wins = rules.faces[id.index()].places.wins.iter();
            let holds = wins.map(|written| Holds {
                whose: named(script, board, building),
                of: Of::Face(id),
                written: *written,
            });
            (&["WIN-1", "WIN-5"], holds.collect())
        }
        Some(Reason::Tally(index)) => {
            let tally = &rules.tallies[usize::from(index)];
            let (name, wins_at) = (&tally.name, tally.wins_at);
            let mut holds = vec![Holds {
                whose: format!("The tally of {name}, which wins with {wins_at},"),
                of: Of::Tally(index),
                written: tally.written,
            }];
            let mut add = |id: FaceId, whose: String| {
                let face = &rules.faces[id.index()];
                for (counts, written) in face.counts_as.iter().zip(&face.places.counts_as) {
                    // What a text says is said once, however many cards bear it.
                    let known = holds.iter().any(|known| known.written == *written);
                    if counts.tally == index && !known {
                        holds.push(Holds {
                            whose: whose.clone(),
                            of: Of::Face(id),
                            written: *written,
                        });
                    }
                }
            };
            for building in board.row(winner) {
                if board.card(*building).status >> DISABLED & 1 == 0 {
                    add(
                        face(script, board, *building),
                        named(script, board, *building),
                    );
                }
                let stack = board.stack(*building).into_iter();
                for card in stack.filter(|card| board.card(*card).face_up()) {
                    if let Some(action) = rules.kind(card).action {
                        add(action, rules.faces[action.index()].label.clone());
                    }
                }
            }
            (&["WIN-1"], holds)
        }
    }
}
