//! Bots think on threads of their own, one decision at a time: each address has its turn, and of each address each table.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a bot thinks about a decision at most.
pub const LONGEST: Duration = Duration::from_secs(1);

/// While others wait, they and the one that thinks share so much time; each has this at least.
const SHARED: Duration = Duration::from_secs(2);
const SHORTEST: Duration = Duration::from_millis(100);

/// A table whose bots take longer than this waits with those that search.
pub const QUICK: Duration = Duration::from_millis(20);

/// Threads for tables whose bots answer at once: they wait for the disk, mostly.
const QUICK_THREADS: usize = 16;

/// Texts of cards run on the stack; those of others' cards may be deep.
const STACK: usize = 16 << 20;

/// A table at which a bot is to decide.
pub trait Table: Send + Sync + 'static {
    /// The address that it counts for; where none is known, it counts for itself.
    fn address(&self) -> Option<IpAddr>;
}

/// Who takes turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Address(IpAddr),
    /// Where the table is in memory: it is there as long as it waits.
    Table(usize),
}

/// The tables of a party that wait for a bot, each at most once.
struct Line<T> {
    party: Party,
    waiting: VecDeque<Arc<T>>,
    /// Those at which a bot thinks now: none does so twice at the same time.
    thinking: Vec<Arc<T>>,
    /// What it has had of the thinkers, by the clock of the queue.
    had: Duration,
}

/// Whoever has had least is next; who comes late has no claim to what was left to others before.
struct Queue<T> {
    lines: Vec<Line<T>>,
    clock: Duration,
    ended: bool,
}

impl<T: Table> Line<T> {
    /// The first one that waits and at which no bot thinks yet.
    fn first(&self) -> Option<usize> {
        self.waiting
            .iter()
            .position(|table| !self.thinking.iter().any(|other| Arc::ptr_eq(other, table)))
    }
}

impl<T: Table> Queue<T> {
    fn line(&mut self, party: Party) -> &mut Line<T> {
        let at = self
            .lines
            .iter()
            .position(|line| line.party == party)
            .unwrap_or_else(|| {
                self.lines.push(Line {
                    party,
                    waiting: VecDeque::new(),
                    thinking: Vec::new(),
                    had: self.clock,
                });
                self.lines.len() - 1
            });
        &mut self.lines[at]
    }

    /// Answers `false` where the table waits already.
    fn add(&mut self, table: &Arc<T>) -> bool {
        let party = table
            .address()
            .map_or_else(|| Party::Table(Arc::as_ptr(table) as usize), Party::Address);
        let (clock, line) = (self.clock, self.line(party));
        let waits = line.waiting.iter().any(|other| Arc::ptr_eq(other, table));
        if !waits {
            line.had = line.had.max(clock);
            line.waiting.push_back(table.clone());
        }
        !waits
    }

    fn next(&mut self) -> Option<(Party, Arc<T>)> {
        let lines = self
            .lines
            .iter_mut()
            .filter_map(|line| Some((line.first()?, line)));
        let (at, line) = lines.min_by_key(|(_, line)| (line.thinking.len(), line.had))?;
        let table = line.waiting.remove(at)?;
        line.thinking.push(table.clone());
        self.clock = self.clock.max(line.had);
        Some((line.party, table))
    }

    fn thought(&mut self, party: Party, table: &Arc<T>, took: Duration) {
        let line = self.line(party);
        line.thinking.retain(|other| !Arc::ptr_eq(other, table));
        line.had += took;
        let clock = self.clock;
        self.lines.retain(|line| {
            !line.thinking.is_empty() || !line.waiting.is_empty() || line.had > clock
        });
    }

    /// How long the next one may think.
    fn share(&self) -> Duration {
        let others = self
            .lines
            .iter()
            .filter(|line| !line.waiting.is_empty())
            .count();
        (SHARED / (others as u32 + 1)).clamp(SHORTEST, LONGEST)
    }
}

/// Tables that wait for the same threads.
struct Pool<T> {
    queue: Mutex<Queue<T>>,
    more: Condvar,
}

impl<T: Table> Pool<T> {
    fn new() -> Arc<Pool<T>> {
        let queue = Mutex::new(Queue {
            lines: Vec::new(),
            clock: Duration::ZERO,
            ended: false,
        });
        Arc::new(Pool {
            queue,
            more: Condvar::new(),
        })
    }

    fn queue(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a table; nothing when the server ends.
    fn next(&self) -> Option<(Party, Arc<T>, Duration)> {
        let mut queue = self.queue();
        loop {
            if queue.ended {
                return None;
            }
            if let Some((party, table)) = queue.next() {
                return Some((party, table, queue.share()));
            }
            queue = self
                .more
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn think_on(&self, think: &impl Fn(&Arc<T>, Duration)) {
        while let Some((party, table, share)) = self.next() {
            let begun = Instant::now();
            // A fault of ours in one game must not stop the others.
            let _ = catch_unwind(AssertUnwindSafe(|| think(&table, share)));
            self.queue().thought(party, &table, begun.elapsed());
            // It may have been woken meanwhile.
            self.more.notify_one();
        }
    }
}

/// See the top of the file.
pub struct Bots<T> {
    quick: Arc<Pool<T>>,
    slow: Arc<Pool<T>>,
}

impl<T: Table> Bots<T> {
    pub fn new() -> Bots<T> {
        Bots {
            quick: Pool::new(),
            slow: Pool::new(),
        }
    }

    /// Lets a bot think at that table, when it is the table's turn.
    pub fn wake(&self, table: &Arc<T>, quick: bool) {
        let pool = if quick { &self.quick } else { &self.slow };
        if pool.queue().add(table) {
            pool.more.notify_one();
        }
    }

    /// Lets so many threads think for bots that search, and some for all others, until this is dropped. `think` is told how long it may.
    pub fn spawn(
        &self,
        thinkers: usize,
        think: impl Fn(&Arc<T>, Duration) + Clone + Send + 'static,
    ) {
        let of = |pool: &Arc<Pool<T>>, count| std::iter::repeat_n(pool.clone(), count);
        for (number, pool) in of(&self.quick, QUICK_THREADS)
            .chain(of(&self.slow, thinkers.max(1)))
            .enumerate()
        {
            let think = think.clone();
            let thinker = thread::Builder::new()
                .name(format!("bot {number}"))
                .stack_size(STACK);
            thinker
                .spawn(move || pool.think_on(&think))
                .expect("the system has threads");
        }
    }
}

impl<T> Drop for Bots<T> {
    fn drop(&mut self) {
        for pool in [&self.quick, &self.slow] {
            pool.queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .ended = true;
            pool.more.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Party, Queue, SHORTEST, Table};
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::time::Duration;

    struct At(Option<IpAddr>);

    impl Table for At {
        fn address(&self) -> Option<IpAddr> {
            self.0
        }
    }

    fn table(last: u8) -> Arc<At> {
        Arc::new(At(Some(IpAddr::from([10, 0, 0, last]))))
    }

    fn queue() -> Queue<At> {
        Queue {
            lines: Vec::new(),
            clock: Duration::ZERO,
            ended: false,
        }
    }

    /// The next one thinks for so long; which it was.
    fn thinks(queue: &mut Queue<At>, took: Duration) -> Arc<At> {
        let (party, table) = queue.next().expect("one waits");
        queue.thought(party, &table, took);
        table
    }

    #[test]
    fn a_stranger_waits_for_one_thought_of_many_tables_of_an_address() {
        let (mut queue, stranger) = (queue(), table(2));
        let many: Vec<Arc<At>> = (0..16).map(|_| table(1)).collect();
        many.iter().for_each(|table| assert!(queue.add(table)));
        for round in 0..100 {
            let table = thinks(&mut queue, Duration::from_millis(500));
            assert!(
                Arc::ptr_eq(&table, &many[round % 16]),
                "each table has its turn"
            );
            queue.add(&table);
            queue.add(&stranger);
            assert!(Arc::ptr_eq(
                &thinks(&mut queue, Duration::from_millis(1)),
                &stranger
            ));
        }
    }

    #[test]
    fn who_comes_late_has_no_claim_to_what_was_left_to_others() {
        let (mut queue, one, late) = (queue(), table(1), table(2));
        for _ in 0..100 {
            queue.add(&one);
            thinks(&mut queue, Duration::from_secs(1));
        }
        let mut turns = [0, 0];
        for _ in 0..20 {
            queue.add(&one);
            queue.add(&late);
            turns[usize::from(Arc::ptr_eq(
                &thinks(&mut queue, Duration::from_secs(1)),
                &late,
            ))] += 1;
        }
        assert!(turns[0] >= 9, "{turns:?}");
    }

    #[test]
    fn an_address_has_a_second_thread_only_while_no_other_waits() {
        let (mut queue, [one, two, other]) = (queue(), [1, 1, 2].map(table));
        [&one, &two, &other]
            .into_iter()
            .for_each(|table| assert!(queue.add(table)));
        let parties: Vec<Party> = (0..3).filter_map(|_| Some(queue.next()?.0)).collect();
        assert_eq!(
            parties,
            [1, 2, 1].map(|last| Party::Address([10, 0, 0, last].into()))
        );
    }

    #[test]
    fn no_table_thinks_twice_at_the_same_time() {
        let (mut queue, one) = (queue(), table(1));
        queue.add(&one);
        let (party, thinking) = queue.next().expect("it waits");
        assert!(queue.add(&one) && queue.next().is_none());
        queue.thought(party, &thinking, Duration::ZERO);
        assert!(Arc::ptr_eq(&thinks(&mut queue, Duration::ZERO), &one));
    }

    #[test]
    fn thoughts_are_shorter_where_many_wait_and_nobody_is_remembered_for_long() {
        let mut queue = queue();
        assert_eq!(queue.share(), LONGEST);
        let unknown: Vec<Arc<At>> = (0..50).map(|_| Arc::new(At(None))).collect();
        unknown
            .iter()
            .for_each(|table| assert!(queue.add(table) && !queue.add(table)));
        assert_eq!(queue.share(), SHORTEST);
        for _ in 0..50 {
            thinks(&mut queue, Duration::from_secs(1));
        }
        let last = table(1);
        queue.add(&last);
        thinks(&mut queue, Duration::ZERO);
        assert!(queue.lines.len() <= 50 && queue.next().is_none());
    }
}
