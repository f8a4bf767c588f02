//! Plays the games of a simulation, block by block, each block on all threads.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::series::pool;
use crate::simulate::counts::Counts;
use crate::simulate::csv::{Common, Rows, Tables};
use crate::simulate::job::{Depth, Job};
use crate::simulate::labels::Labels;
use crate::simulate::paired::{PairLabels, Paired, Places};
use crate::simulate::record::{Facts, Recorder};
use engine::{Game, Script};

/// What came of it.
#[derive(Debug, Clone)]
pub struct Totals {
    /// How many games were played, from the first on.
    pub games: u64,
    pub counts: Counts,
    pub other: Option<Counts>,
    pub paired: Option<Paired>,
    pub time: Duration,
}

/// How far it has come since this was told last.
#[derive(Clone, Copy)]
pub enum Progress<'f> {
    /// So many games were played.
    Played(u64),
    /// A bot has decided; `cut_short` where texts looked at more than a decision may, so that it thought for less than its budget.
    Decided { cut_short: bool },
    /// A game is over, or was left.
    Ended(&'f Facts),
}

/// So many decisions a turn, on average, before a game is left unfinished: abilities may be used without end.
const DECISIONS_A_TURN: u64 = 1000;

/// How long a block should take: often enough to look up, seldom enough to keep all threads busy.
const BLOCK: Duration = Duration::from_millis(300);

/// Plays the games. When `stop` is set, games under way are dropped, however long the bots would think, with those after
/// the first of them; what is done is what a shorter job would have done. `told` is told how far it is; of the games that
/// it is told of, a few may be dropped.
///
/// # Errors
/// Threads that cannot be had, or tables that cannot be written.
pub fn simulate(
    job: &Job,
    stop: &AtomicBool,
    tables: Option<&mut Tables>,
    told: &(dyn Fn(Progress) + Sync),
) -> io::Result<Totals> {
    match job.depth {
        Depth::Bare => play::<false>(job, stop, tables, told),
        Depth::Full => play::<true>(job, stop, tables, told),
    }
}

fn play<const ALL: bool>(
    job: &Job,
    stop: &AtomicBool,
    mut tables: Option<&mut Tables>,
    told: &(dyn Fn(Progress) + Sync),
) -> io::Result<Totals> {
    let start = Instant::now();
    let pool = pool(job.threads).map_err(|none| none.0)?;
    let sheets = Sheets::of::<ALL>(job);
    let common = tables.as_deref().map(Tables::common);
    let mut all = sheets.empty(0);
    let (mut next, mut block) = (job.games.start, job.threads as u64 * 4);
    while next < job.games.end && !stop.load(Ordering::Relaxed) {
        let end = job.games.end.min(next.saturating_add(block));
        let size = ((end - next) / (job.threads as u64 * 8)).max(1);
        let chunks = (end - next).div_ceil(size);
        let begun = Instant::now();
        // Chunks are begun in order, so that few of those that are done come after one that is dropped.
        let begin = AtomicU64::new(0);
        let chunk = |table: &mut Vec<Seat<ALL>>, _| {
            let number = begin.fetch_add(1, Ordering::Relaxed);
            let first = next + number * size;
            let games = first..end.min(first + size);
            let chunk = play_chunk(job, &sheets, table, games, (stop, told), common.as_ref())?;
            told(Progress::Played(chunk.games));
            Ok((number, chunk))
        };
        let sit = || job.scripts().map(|script| Seat::new(script, job)).collect();
        let parts: io::Result<Vec<(u64, Chunk)>> =
            pool.install(|| (0..chunks).into_par_iter().map_init(sit, chunk).collect());
        let mut parts = parts?;
        parts.sort_unstable_by_key(|(number, _)| *number);
        let before = all.games;
        for (_, part) in parts {
            all.merge(&part);
            if let Some(tables) = tables.as_deref_mut() {
                tables.write(&part.rows)?;
            }
            // Games after one that was not played would leave a gap.
            if part.games < part.wanted {
                break;
            }
        }
        if all.games - before < end - next {
            break;
        }
        next = end;
        let slower = BLOCK.as_secs_f64() / begun.elapsed().as_secs_f64().max(1e-6);
        block =
            ((block as f64 * slower.clamp(0.5, 4.0)) as u64).clamp(job.threads as u64 * 4, 1 << 20);
    }
    let mut counts = all.counts.into_iter();
    let (Some(counts), other) = (counts.next(), counts.next()) else {
        unreachable!("a job has a game")
    };
    Ok(Totals {
        games: all.games,
        counts,
        other,
        paired: all.paired,
        time: start.elapsed(),
    })
}

/// What is counted, under which names.
struct Sheets {
    players: u8,
    labels: Vec<Labels>,
    pair: Option<(PairLabels, [Places; 2])>,
}

/// Some games in a row.
struct Chunk {
    wanted: u64,
    games: u64,
    /// Of the game, and of the one that it is compared with.
    counts: Vec<Counts>,
    paired: Option<Paired>,
    rows: Rows,
}

/// One thread's table: a game of one of the rules, and who watches it.
struct Seat<const ALL: bool> {
    game: Game,
    recorder: Recorder<ALL>,
}

impl Sheets {
    fn of<const ALL: bool>(job: &Job) -> Sheets {
        let mut labels: Vec<Labels> = job.scripts().map(|script| Labels::of(script).0).collect();
        if !ALL {
            labels.iter_mut().for_each(|labels| labels.cards.clear());
        }
        let pair = match &labels[..] {
            [one, other] => Some(PairLabels::of(one, other)),
            _ => None,
        };
        Sheets {
            players: job.players,
            labels,
            pair,
        }
    }

    fn empty(&self, wanted: u64) -> Chunk {
        Chunk {
            wanted,
            games: 0,
            counts: self
                .labels
                .iter()
                .map(|labels| Counts::new(labels, self.players))
                .collect(),
            paired: self
                .pair
                .as_ref()
                .map(|(labels, _)| Paired::new(labels, self.players)),
            rows: Rows::default(),
        }
    }
}

impl Chunk {
    fn merge(&mut self, other: &Chunk) {
        self.games += other.games;
        self.counts
            .iter_mut()
            .zip(&other.counts)
            .for_each(|(into, from)| into.merge(from));
        if let (Some(into), Some(from)) = (&mut self.paired, &other.paired) {
            into.merge(from);
        }
    }
}

impl<const ALL: bool> Seat<ALL> {
    fn new(script: &Arc<Script>, job: &Job) -> Seat<ALL> {
        let recorder = Recorder::new(script, job.players);
        Seat {
            game: Game::deal(script.clone(), job.players, job.seed, &mut ()),
            recorder,
        }
    }

    /// Plays a game. Answers `false` when it is dropped, because `stop` is set before it is over.
    fn play(
        &mut self,
        job: &Job,
        seed: u64,
        (stop, told): (&AtomicBool, &dyn Fn(Progress)),
    ) -> bool {
        let Seat { game, recorder } = self;
        recorder.begin(seed);
        game.deal_again(job.players, seed, recorder);
        let mut players = job.bots.seated(seed);
        let most = u64::from(job.limit)
            .saturating_add(1)
            .saturating_mul(DECISIONS_A_TURN);
        let mut decisions = 0;
        while game.decision().is_some() && game.state().turns <= job.limit && decisions < most {
            if let Some(cut_short) =
                players.decide(game, recorder, &|| stop.load(Ordering::Relaxed))
            {
                told(Progress::Decided { cut_short });
            }
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            decisions += 1;
        }
        recorder.end(
            game,
            job.limit,
            u32::try_from(decisions).unwrap_or(u32::MAX),
        );
        told(Progress::Ended(&recorder.facts));
        true
    }
}

fn play_chunk<const ALL: bool>(
    job: &Job,
    sheets: &Sheets,
    table: &mut [Seat<ALL>],
    games: Range<u64>,
    (stop, told): (&AtomicBool, &dyn Fn(Progress)),
    common: Option<&Common>,
) -> io::Result<Chunk> {
    let mut chunk = sheets.empty(games.end - games.start);
    let mut writer = common.map(Common::writer);
    for number in games {
        // Of two games that are compared both are over, or neither counts.
        if !table
            .iter_mut()
            .all(|seat| seat.play(job, job.seed.wrapping_add(number), (stop, told)))
        {
            break;
        }
        for (index, (seat, counts)) in table.iter().zip(&mut chunk.counts).enumerate() {
            counts.add(&seat.recorder.facts);
            if let Some(writer) = &mut writer {
                writer.add(index, &sheets.labels[index], number, &seat.recorder.facts)?;
            }
        }
        if let (Some(paired), Some((_, places)), [one, other]) =
            (&mut chunk.paired, &sheets.pair, &*table)
        {
            paired.add([&one.recorder.facts, &other.recorder.facts], places);
        }
        chunk.games += 1;
    }
    chunk.rows = writer.map_or_else(|| Ok(Rows::default()), |writer| writer.finish())?;
    Ok(chunk)
}
