//! Replays traces: takes chance from their lines and checks every line.

use explain::names::{Names, chooser_of, seat_of};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

use crate::positions::print::print_open;
use crate::traces::chance::Beginning;
use crate::traces::chance::Lines;
use crate::traces::timeline::{Both, Timeline};
use board::{Chooser, Kind};
use engine::{Asked, Game, Outcome, Script};
use explain::options::decision::Taken;
use explain::options::label::labels;
use lang::notation::{
    Line, Mover, Nation, Record, TraceError, TraceReader, TraceRecord, parse_position,
};
use rules::ir::Rules;

/// What a trace says of its game before play begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Header {
    /// The recipe.
    pub game: String,
    /// The kinds that were drawn, where the recipe drafts.
    pub kinds: Vec<String>,
    /// How many players.
    pub players: u8,
    /// What chance begins with.
    pub seed: u64,
    /// Disputes that were settled, and how.
    pub disputes: Vec<(String, String)>,
}

/// Makes the rules that a header asks for.
pub type Compile<'c> = &'c mut dyn FnMut(&Header) -> Result<Arc<Script>, String>;

/// What was replayed without a difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of games.
    pub traces: u64,
    /// How many decisions in them.
    pub decisions: u64,
    /// How often texts were cut off, in the traces as in the games.
    pub faults: u64,
}

/// A game that was replayed.
pub struct TracedGame {
    /// What game it was.
    pub header: Header,
    /// The lines of the position that it began with; it was dealt where there are none.
    pub position: Option<String>,
    /// Its moments.
    pub timeline: Timeline,
}

/// The first line that differs, or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Difference {
    /// Counted from 1, over the whole input.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl From<TraceError> for Difference {
    fn from(error: TraceError) -> Difference {
        match error {
            TraceError::Input { line, source } => {
                differs(line, format!("the trace cannot be read: {source}"))
            }
            TraceError::Line { line, fault, .. } => match fault.help {
                Some(help) => differs(line, format!("{}; {help}", fault.reason)),
                None => differs(line, fault.reason),
            },
        }
    }
}

fn differs(line: usize, what: impl Into<String>) -> Difference {
    Difference {
        line,
        what: what.into(),
    }
}

/// Replays all traces of an input, one after the other. `compile` makes the rules that a header asks for.
///
/// # Errors
/// The first difference.
pub fn replay(input: impl BufRead, compile: Compile<'_>) -> Result<Count, Difference> {
    replay_all(input, compile, None)
}

/// The same; the games are kept, to be looked at.
///
/// # Errors
/// The first difference.
pub fn replay_along(
    input: impl BufRead,
    compile: Compile<'_>,
) -> Result<Vec<TracedGame>, Difference> {
    let mut games = Vec::new();
    replay_all(input, compile, Some(&mut games))?;
    Ok(games)
}

fn replay_all(
    input: impl BufRead,
    compile: Compile<'_>,
    mut games: Option<&mut Vec<TracedGame>>,
) -> Result<Count, Difference> {
    let mut replayed = Count::default();
    let mut records: VecDeque<TraceRecord> = VecDeque::new();
    for record in TraceReader::new(input) {
        let record = record?;
        let last = matches!(
            record.record,
            Record::Winner(_) | Record::Draw | Record::Unfinished
        );
        records.push_back(record);
        if last {
            let one = one_trace(std::mem::take(&mut records), compile, games.is_some())?;
            replayed.decisions += one.decisions;
            replayed.faults += one.faults;
            replayed.traces += 1;
            if let Some(games) = &mut games {
                games.extend(one.game);
            }
        }
    }
    match records.back() {
        Some(record) => Err(differs(
            record.line,
            "the trace ends here without `winner`, `draw` or `unfinished`",
        )),
        None if replayed.traces == 0 => Err(differs(
            1,
            "there is no trace here; a trace begins with `trace 1`",
        )),
        None => Ok(replayed),
    }
}

/// One trace that was replayed: how many decisions it had, how often texts were cut off, and the game itself where it is to be
/// kept.
struct One {
    decisions: u64,
    faults: u64,
    game: Option<TracedGame>,
}

fn one_trace(
    mut records: VecDeque<TraceRecord>,
    compile: Compile<'_>,
    kept: bool,
) -> Result<One, Difference> {
    let start = records.front().map_or(1, |record| record.line);
    let header = header(&mut records);
    let script = compile(&header).map_err(|reason| differs(start, reason))?;
    let names = Names::of(&script.rules);
    let victories = victories(&records, &names, &script.rules, header.players)?;
    let double_sided = script
        .rules
        .kinds
        .iter()
        .map(|kind| kind.double_sided)
        .collect();
    let lines = Lines {
        kinds: script.rules.cards.clone(),
        victories,
        double_sided,
        ..Lines::default()
    };
    let along = kept.then(|| Timeline::new(header.players));
    let given = given(&records);
    let mut replay = Replay {
        names,
        lines,
        records,
        line: start,
        along,
        begins: given.is_some(),
    };
    replay.take_shuffles()?;
    let begun = Beginning::read(given.as_ref(), header.players, &script.rules)
        .map_err(|(line, what)| differs(line, what))?;
    let (players, seed) = (header.players, header.seed);
    let mut game = match &mut replay.along {
        Some(along) => begun.game(script, players, seed, &mut Both(&mut replay.lines, along)),
        None => begun.game(script, players, seed, &mut replay.lines),
    };
    replay.check_chance()?;
    if let Some(along) = &mut replay.along {
        along.reached(&game);
    }
    let (mut decisions, mut faults, mut shown) = (0, 0, false);
    while let Some(record) = replay.next() {
        match record {
            Record::Draw | Record::Unfinished => match (game.outcome(), record == Record::Draw) {
                (Outcome::Drawn, true) | (Outcome::Running, false) => {}
                (Outcome::Won(seat), _) => return Err(replay.here(format!("{seat} has won"))),
                (Outcome::Drawn, false) => return Err(replay.here("the game is a draw")),
                (Outcome::Running, true) => return Err(replay.here("the game is not over yet")),
            },
            Record::Position(text) => {
                shown = true;
                let known = std::mem::take(&mut replay.begins) && text.contains('{');
                replay.position(&game, &text, known)?;
            }
            Record::Options { player, labels } => {
                replay.no_fault()?;
                let menu = matches!(game.decision(), Some((_, Asked::Menu)));
                if menu && !std::mem::take(&mut shown) {
                    return Err(replay.here("a `position` block is missing before this turn menu"));
                }
                replay.options(&game, player, &labels)?;
            }
            Record::Taken { player, label } => {
                replay.take(&mut game, player, &label)?;
                decisions += 1;
            }
            Record::Winner(player) => match game.outcome() {
                Outcome::Won(seat) if seat.0 + 1 == player.number() => {}
                Outcome::Won(seat) => {
                    return Err(replay.here(format!("{seat} has won, not {player}")));
                }
                Outcome::Drawn => return Err(replay.here("the game is a draw")),
                Outcome::Running => return Err(replay.here("nobody has won yet")),
            },
            Record::Fault(given) => {
                faults += 1;
                replay.fault(&given)?;
            }
            _ => return Err(replay.here("this line does not belong here")),
        }
    }
    replay.no_fault()?;
    let position = given.map(|(_, text)| text);
    Ok(One {
        decisions,
        faults,
        game: replay.along.map(|timeline| TracedGame {
            header,
            position,
            timeline,
        }),
    })
}

/// The position that a trace begins with, and its line: whatever was dealt was shuffled before.
fn given(records: &VecDeque<TraceRecord>) -> Option<(usize, String)> {
    match records.front() {
        Some(TraceRecord {
            line,
            record: Record::Position(text),
        }) => Some((*line, text.clone())),
        _ => None,
    }
}

/// By seat the victory card that was dealt: who had a choice was asked for a side, and in the first position all lie open.
fn victories(
    records: &VecDeque<TraceRecord>,
    names: &Names,
    rules: &Rules,
    players: u8,
) -> Result<Vec<Option<Kind>>, Difference> {
    let mut victories = vec![None; usize::from(players)];
    for record in records {
        match &record.record {
            Record::Options { player, labels } => {
                let Some(side) = labels.first().and_then(|label| label.strip_prefix("side "))
                else {
                    continue;
                };
                let (kind, _) = names
                    .building(side)
                    .map_err(|(reason, _)| differs(record.line, reason))?;
                if let Some(victory) = victories.get_mut(seat_of(player.player).index()) {
                    *victory = Some(kind);
                }
            }
            // What cannot be read here is told where it is compared.
            Record::Position(text) => {
                let position = parse_position(text, 0).unwrap_or_default();
                for line in position.lines {
                    let Line::Nation {
                        player,
                        nation: Nation::Buildings(buildings),
                    } = line.node
                    else {
                        continue;
                    };
                    let kinds = buildings
                        .iter()
                        .filter_map(|building| names.building(&building.node.name.node).ok());
                    let mut of_victory =
                        kinds.filter(|(kind, _)| rules.kinds[kind.index()].action.is_none());
                    if let (Some(victory), Some((kind, _))) = (
                        victories.get_mut(seat_of(player.node).index()),
                        of_victory.next(),
                    ) {
                        victory.get_or_insert(kind);
                    }
                }
                break;
            }
            _ => {}
        }
    }
    Ok(victories)
}

/// Takes the header off the records.
fn header(records: &mut VecDeque<TraceRecord>) -> Header {
    let mut header = Header::default();
    while let Some(record) = records.front() {
        match &record.record {
            Record::Header => {}
            Record::Game(game) => header.game.clone_from(game),
            Record::Kinds(kinds) => header.kinds.clone_from(kinds),
            Record::Players(players) => header.players = *players,
            Record::Seed(seed) => header.seed = *seed,
            Record::Dispute { name, value } => header.disputes.push((name.clone(), value.clone())),
            _ => break,
        }
        records.pop_front();
    }
    header
}

struct Replay {
    names: Names,
    lines: Lines,
    records: VecDeque<TraceRecord>,
    line: usize,
    /// The next position is what the game begins with: it may say who knows which card.
    begins: bool,
    /// The game so far, where it is to be looked at.
    along: Option<Timeline>,
}

impl Replay {
    fn next(&mut self) -> Option<Record> {
        let record = self.records.pop_front()?;
        self.line = record.line;
        Some(record.record)
    }

    fn here(&self, what: impl Into<String>) -> Difference {
        differs(self.line, what)
    }

    /// The shuffles that follow here belong to what comes next.
    fn take_shuffles(&mut self) -> Result<(), Difference> {
        // What is cut off stands among them, and is looked at when its turn comes.
        let mut at = 0;
        while let Some(TraceRecord {
            line,
            record: record @ (Record::Shuffle(_) | Record::Fell(..) | Record::Fault(_)),
        }) = self.records.get(at)
        {
            if let Record::Fell(lot, on) = record {
                self.lines.fallen.push_back((*line, *lot, on.clone()));
                self.records.remove(at);
                continue;
            }
            let Record::Shuffle(cards) = record else {
                at += 1;
                continue;
            };
            let (line, kinds): (_, Result<Vec<Kind>, _>) = (
                *line,
                cards.iter().map(|name| self.names.card(name)).collect(),
            );
            let kinds =
                kinds.map_err(|(reason, help)| differs(line, format!("{reason}; {help}")))?;
            self.lines.shuffles.push_back((line, kinds));
            self.records.remove(at);
        }
        Ok(())
    }

    fn check_chance(&mut self) -> Result<(), Difference> {
        if let Some((line, fault)) = self.lines.fault.take() {
            return Err(differs(line.unwrap_or(self.line), fault));
        }
        match (self.lines.shuffles.front(), self.lines.fallen.front()) {
            (Some((line, _)), _) => Err(differs(*line, "nothing is shuffled here")),
            (None, Some((line, ..))) => Err(differs(*line, "nothing is random here")),
            (None, None) => Ok(()),
        }
    }

    /// Texts were cut off in the game, too, and the same ones.
    fn fault(&mut self, given: &str) -> Result<(), Difference> {
        if self.lines.cut.told.is_empty() {
            return Err(self.here("nothing is cut off here"));
        }
        let ours = self.lines.cut.told.remove(0);
        if ours == given {
            Ok(())
        } else {
            Err(self.here(format!("the trace has `{given}`, the game `{ours}`")))
        }
    }

    /// All that was cut off has its line.
    fn no_fault(&self) -> Result<(), Difference> {
        match self.lines.cut.told.first() {
            Some(ours) => Err(self.here(format!("a line is missing: fault {ours}"))),
            None => Ok(()),
        }
    }

    fn position(&self, game: &Game, text: &str, known: bool) -> Result<(), Difference> {
        let ours = print_open(game, known);
        let mut theirs = text.lines();
        let mut line = self.line;
        for wanted in ours.lines() {
            line += 1;
            match theirs.next() {
                Some(given) if given == wanted => {}
                Some(given) => {
                    return Err(differs(
                        line,
                        format!("the trace has `{given}`, the game `{wanted}`"),
                    ));
                }
                None => {
                    return Err(differs(
                        line,
                        format!("the position has no line `{wanted}`"),
                    ));
                }
            }
        }
        match theirs.next() {
            Some(given) => Err(differs(
                line + 1,
                format!("the position has an extra line `{given}`"),
            )),
            None => Ok(()),
        }
    }

    fn options(&self, game: &Game, player: Mover, theirs: &[String]) -> Result<(), Difference> {
        let asked = self.asked(game, player)?;
        let ours: Vec<String> = labels(game).into_iter().map(|(_, label)| label).collect();
        let missing = ours.iter().find(|label| !theirs.contains(label));
        let extra = theirs.iter().find(|label| !ours.contains(label));
        match (missing, extra) {
            (Some(label), _) => Err(self.here(format!(
                "{asked} can choose `{label}`, which the trace does not offer"
            ))),
            (_, Some(label)) => Err(self.here(format!("{asked} cannot choose `{label}`"))),
            _ if ours.len() != theirs.len() => Err(self.here("an option is listed twice")),
            _ => Ok(()),
        }
    }

    fn asked(&self, game: &Game, player: Mover) -> Result<Chooser, Difference> {
        match game.chooser() {
            Some(who) if who == chooser_of(player) => Ok(who),
            Some(who) => Err(self.here(format!("{who} decides here, not {player}"))),
            None => Err(self.here("the game is over")),
        }
    }

    fn take(&mut self, game: &mut Game, player: Mover, label: &str) -> Result<(), Difference> {
        let who = self.asked(game, player)?;
        let found = labels(game).into_iter().find(|(_, ours)| ours == label);
        let Some((choice, _)) = found else {
            return Err(self.here(format!("{who} cannot choose `{label}`")));
        };
        self.take_shuffles()?;
        let taken = match &mut self.along {
            Some(along) => {
                along.decided(Taken::new(who, label));
                game.take(choice, &mut Both(&mut self.lines, along))
            }
            None => game.take(choice, &mut self.lines),
        };
        taken.expect("the choice was found among the options");
        if let Some(along) = &mut self.along {
            along.reached(game);
        }
        self.check_chance()
    }
}
