//! Plays lines of moves from a position; a shuffle leaves the pile as it lies.

use explain::names::{Names, chooser_of, seat_of};
use itertools::Itertools;
use std::collections::VecDeque;
use std::sync::Arc;

use board::{Board, CardId, Chooser, Event};
use engine::{Cause, Chance, Declined, Game, Lots, Ran, Script, Setup, Watch};
use explain::chance;
use explain::cut::Faults;
use explain::log::Log;
use explain::options::decision::Taken;
use explain::options::label::labels;
use lang::Fault;
use lang::notation::{Fallen, Match, MoveLine, is_same, matches};
use rules::ir::Pc;
use text::Span;

/// Looks on while moves are played.
pub trait Witness: Watch {
    /// An option is about to be taken.
    fn chosen(&mut self, _game: &Game, _who: Chooser, _label: &str) {}

    /// The position is set up, or an option has been taken.
    fn stands(&mut self, _game: &Game) {}
}

impl Witness for () {}

impl Witness for Log {}

impl Witness for Faults {}

/// From a position on a shuffle leaves the pile as it lies.
pub struct AsItLies<'a, W: ?Sized>(pub &'a mut W);

impl<W: Watch + ?Sized> Watch for AsItLies<'_, W> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.0.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.0.ran(at, how);
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.0.declined(declined);
    }

    fn has_all_asked(&self) -> bool {
        self.0.has_all_asked()
    }

    fn shuffle(&mut self, _chance: &mut Chance, _cards: &mut [CardId]) {}
}

/// A position after some moves, and the choices that they are made of.
///
/// # Errors
/// What is wrong with the first move that cannot be made.
pub fn moved(
    script: Arc<Script>,
    setup: &Setup,
    moves: &[MoveLine],
) -> Result<(Game, Vec<Taken>), Vec<Fault>> {
    let mut moved = Moved::default();
    let game = play_from(script, setup, moves, &mut moved)?;
    Ok((game, moved.0))
}

/// Keeps the choices of moves.
#[derive(Default)]
struct Moved(Vec<Taken>);

impl Watch for Moved {}

impl Witness for Moved {
    fn chosen(&mut self, _game: &Game, who: Chooser, label: &str) {
        self.0.push(Taken::new(who, label));
    }
}

/// Plays lines of moves from a position; a shuffle leaves the pile as it lies.
///
/// # Errors
/// What is wrong with the first move that cannot be made.
pub fn play_from(
    script: Arc<Script>,
    setup: &Setup,
    lines: &[MoveLine],
    witness: &mut impl Witness,
) -> Result<Game, Vec<Fault>> {
    let mut game = Game::from_setup(script, setup, 0, &mut AsItLies(witness));
    witness.stands(&game);
    play_moves(lines, &mut game, witness)?;
    Ok(game)
}

/// Plays lines of moves; a shuffle leaves the pile as it lies.
///
/// # Errors
/// What is wrong with the first move that cannot be made.
pub fn play_moves(
    lines: &[MoveLine],
    game: &mut Game,
    witness: &mut impl Witness,
) -> Result<(), Vec<Fault>> {
    for line in lines {
        for (number, label) in line.labels.iter().enumerate() {
            let fail = |reason: String, help: &str| {
                Err(vec![Fault::new(label.span, reason).with_help(help)])
            };
            let Some(who) = game.chooser() else {
                return fail("the game is over before this move".into(), "remove it");
            };
            let mover = line.player.node;
            if who != chooser_of(mover) {
                let help = if who.for_another() && who.seat == seat_of(mover.player) {
                    format!(
                        "{} decides for {} here: begin the line with `{who}:`",
                        who.by, who.seat
                    )
                } else {
                    format!("{who} is offered {}", options_line(game))
                };
                return fail(format!("{who} decides here, not {mover}"), &help);
            }
            let options = labels(game);
            let texts: Vec<&str> = options.iter().map(|(_, text)| text.as_str()).collect();
            match meant(game, &label.node, &texts) {
                Match::One(index) => {
                    witness.chosen(game, who, texts[index]);
                    let given = line.fallen.iter().filter(|fallen| fallen.behind == number);
                    let mut prescribed = Prescribed {
                        witness,
                        given: given.collect(),
                        label: label.span,
                        fault: None,
                    };
                    game.take(options[index].0, &mut prescribed)
                        .expect("the choice is one of the options");
                    // All has fallen as it is written, and nothing else.
                    let left = prescribed.given.front().map(|fallen| {
                        Fault::new(fallen.on.span, "nothing is random here").with_help("remove it")
                    });
                    if let Some(fault) = prescribed.fault.or(left) {
                        return Err(vec![fault]);
                    }
                    witness.stands(game);
                }
                Match::Several(_) => {
                    return fail(
                        format!("`{}` matches more than one option", label.node),
                        "write the whole label",
                    );
                }
                Match::None { nearest } => {
                    let alone = if number > 0 {
                        "; a choice with only one option is made without writing it"
                    } else {
                        ""
                    };
                    let near = nearest.map_or_else(String::new, |near| {
                        format!("did you mean `{}`? ", texts[near])
                    });
                    let help = format!("{near}{who} is offered {}{alone}", options_line(game));
                    return fail(format!("{who} cannot choose `{}`", label.node), &help);
                }
            }
        }
    }
    Ok(())
}

/// Chance falls as the moves say, and a shuffle leaves the pile as it lies.
struct Prescribed<'a, W> {
    witness: &'a mut W,
    /// What is still to fall, in order.
    given: VecDeque<&'a Fallen>,
    /// The choice that is taken.
    label: Span,
    fault: Option<Fault>,
}

impl<W: Watch> Watch for Prescribed<'_, W> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.witness.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.witness.ran(at, how);
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.witness.declined(declined);
    }

    fn shuffle(&mut self, _chance: &mut Chance, _cards: &mut [CardId]) {}

    fn falls(
        &mut self,
        _chance: &mut Chance,
        script: &Script,
        board: &Board,
        lots: Lots<'_>,
    ) -> u32 {
        let next = self.given.front().copied();
        if let Some(way) =
            next.and_then(|next| chance::meant(script, board, lots, next.lot, &next.on.node))
        {
            self.given.pop_front();
            return way;
        }
        // What falls in one way alone is not written.
        if lots.ways() > 1 {
            let ways = chance::ways(script, board, lots);
            let (at, reason, help) = match next {
                Some(next) => (
                    next.on.span,
                    "this random result is not possible here",
                    format!("it can be {}", ways.join(", ")),
                ),
                None => (
                    self.label,
                    "this move has a random result, which is missing",
                    format!("write the result after the label: {}", ways.join(", ")),
                ),
            };
            self.fault
                .get_or_insert_with(|| Fault::new(at, reason).with_help(help));
        }
        0
    }
}

/// The option that a label means: exactly that one, else the one in which a card goes by its other face. A beginning is not
/// enough: what is written down for others is not guessed at.
fn meant(game: &Game, label: &str, options: &[&str]) -> Match {
    let is_option = |label: &str| {
        options
            .iter()
            .any(|option| option.eq_ignore_ascii_case(label))
    };
    let rules = &game.script().rules;
    let other_face = || {
        Names::of(rules)
            .meant(rules, label)
            .into_iter()
            .find(|label| is_option(label))
    };
    // Options that share a label are told apart by nobody: `matches` says so.
    let whole =
        if is_option(label) { None } else { other_face() }.unwrap_or_else(|| label.to_string());
    match matches(&whole, options) {
        Match::One(near) if !is_same(&whole, options[near]) => Match::None {
            nearest: Some(near),
        },
        found => found,
    }
}

/// The options of the decision in one line.
pub fn options_line(game: &Game) -> String {
    labels(game)
        .into_iter()
        .map(|(_, label)| format!("`{label}`"))
        .join(", ")
}
