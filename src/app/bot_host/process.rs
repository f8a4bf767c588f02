//! A program of the outside world: started, spoken with, ended; whatever it does, the host goes on.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::bot_host::transcript::{Shared, Way};
use bots::hosted::Program;
use bots::protocol::{Fault, FromBot, LONGEST_LINE, PROTOCOL, ToBot, Wants};
use text::{printable, reason};

/// Lines of a program that wait to be read; it waits when there are more.
const WAITING: usize = 16;
/// Bytes of its error output that are kept.
const LAST_WORDS: usize = 4096;
/// How long a program has to end by itself when it is told to.
const GRACE: Duration = Duration::from_millis(500);
/// How long the last output of a program that has ended, and its exit status, may take to arrive on a slow machine.
const ARRIVAL: Duration = Duration::from_secs(2);
/// How often it is looked whether something has ended.
const TICK: Duration = Duration::from_millis(2);
/// Bytes that it has not read yet while more that it asks is answered.
const UNREAD: usize = 16 << 20;
/// How often it is looked whether the host is interrupted while it waits for an answer.
const PAUSE: Duration = Duration::from_millis(50);

/// A command, and the program that it has started.
pub struct Outside {
    /// The program and its arguments.
    words: Vec<String>,
    /// How long it has to say hello.
    start_time: Duration,
    notes: Notes,
    /// When it is set, nothing is waited for any more.
    stop: &'static AtomicBool,
    running: Option<Running>,
    /// It has said hello.
    greeted: bool,
    wants: Wants,
    /// As it called itself last: its name and its version.
    pub name: Option<(String, String)>,
    /// As it has to call itself, where its games are to be those of one program.
    pub expected: Option<(String, String)>,
}

impl Outside {
    pub fn new(
        words: Vec<String>,
        number: String,
        start_time: Duration,
        transcript: Option<Shared>,
        stop: &'static AtomicBool,
    ) -> Outside {
        Outside {
            words,
            start_time,
            notes: Notes { number, transcript },
            stop,
            running: None,
            greeted: false,
            wants: Wants::default(),
            name: None,
            expected: None,
        }
    }

    /// Starts it, when it does not run yet.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(&mut self) -> Result<(), Fault> {
        if self.running.is_none() {
            self.running =
                Some(Running::start(&self.words, self.notes.clone()).map_err(Fault::NotStarted)?);
            self.greeted = false;
        }
        Ok(())
    }

    /// Says good-bye to all and ends them; they have the same time for it.
    pub fn finish(programs: &mut [Outside]) {
        for program in programs.iter_mut() {
            program.say(&ToBot::Bye);
            if let Some(running) = &mut program.running {
                running.input = None;
            }
        }
        let began = Instant::now();
        for mut running in programs
            .iter_mut()
            .filter_map(|program| program.running.take())
        {
            running.end(GRACE.saturating_sub(began.elapsed()));
            running.hear_out();
        }
    }
}

impl Program for Outside {
    fn begin(&mut self) -> Result<(), Fault> {
        self.start()?;
        if self.greeted {
            return Ok(());
        }
        self.say(&ToBot::Hello {
            protocol: PROTOCOL,
            program: "brink".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        });
        match self.hear(self.start_time)? {
            Some(FromBot::Hello {
                name,
                version,
                wants,
            }) => {
                self.wants = Wants::from(&wants[..]);
                let now = (name, version);
                if let Some(before) = self.expected.as_ref().filter(|before| **before != now) {
                    return Err(Fault::Changed {
                        before: called(before),
                        now: called(&now),
                    });
                }
                self.expected.get_or_insert_with(|| now.clone());
                (self.name, self.greeted) = (Some(now), true);
                Ok(())
            }
            Some(FromBot::Choose { .. } | FromBot::Ask(_)) => Err(Fault::Unexpected("hello")),
            None => Err(Fault::NoHello(self.start_time.as_millis())),
        }
    }

    fn runs(&mut self) -> Result<(), Fault> {
        let ended = self
            .running
            .as_mut()
            .and_then(|running| running.ended(Duration::ZERO));
        ended.map_or(Ok(()), |status| Err(Fault::Ended(status)))
    }

    fn wants(&self) -> Wants {
        self.wants
    }

    fn say(&mut self, message: &ToBot) {
        let Some(running) = &self.running else { return };
        let line = message.line();
        self.notes.add(Way::ToBot, line.trim_end().as_bytes());
        // When it reads no more, it is found out that it answers no more.
        if let Some(input) = &running.input {
            running.unread.fetch_add(line.len(), Ordering::Relaxed);
            let _ = input.send(line.into_bytes());
        }
    }

    fn hear(&mut self, limit: Duration) -> Result<Option<FromBot>, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault::Closed);
        };
        let began = Instant::now();
        let heard = loop {
            let left = limit.saturating_sub(began.elapsed());
            // Who asks and does not listen has to wait.
            if running.unread.load(Ordering::Relaxed) > UNREAD
                && !left.is_zero()
                && !self.stop.load(Ordering::Relaxed)
            {
                thread::sleep(TICK);
                continue;
            }
            match running.output.recv_timeout(left.min(PAUSE)) {
                // What it has started may go on and hold its output open; its own last line may still be on the way.
                Err(RecvTimeoutError::Timeout) if running.ended(Duration::ZERO).is_some() => {
                    let left = limit.saturating_sub(began.elapsed()).min(ARRIVAL);
                    break running
                        .output
                        .recv_timeout(left)
                        .map_err(|_| RecvTimeoutError::Disconnected);
                }
                Err(RecvTimeoutError::Timeout)
                    if left > PAUSE && !self.stop.load(Ordering::Relaxed) => {}
                heard => break heard,
            }
        };
        match heard {
            Ok(line) => {
                self.notes.add(Way::FromBot, &line);
                FromBot::read(&line).map(Some)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(match running.ended(ARRIVAL) {
                Some(status) => Fault::Ended(status),
                None => Fault::Closed,
            }),
        }
    }

    fn dismiss(&mut self, fault: &Fault) -> Vec<String> {
        self.say(&ToBot::Error {
            code: fault.code(),
            message: fault.to_string(),
        });
        let Some(mut running) = self.running.take() else {
            return Vec::new();
        };
        // Time to read why, and to write last words about it.
        running.end(GRACE / 5);
        // Ctrl-C reaches both: time to hear that it was no fault.
        thread::sleep(10 * TICK);
        running.last_words()
    }
}

/// A program by its name and its version.
pub fn called((name, version): &(String, String)) -> String {
    format!("{name} {version}")
}

/// Where it is noted what is said.
#[derive(Clone)]
struct Notes {
    /// What the transcript calls the program: its place among those of the command line, counted from 1, and which of several
    /// processes of that it is.
    number: String,
    transcript: Option<Shared>,
}

impl Notes {
    fn add(&self, way: Way, line: &[u8]) {
        if let Some(transcript) = &self.transcript {
            let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
            transcript.add(&self.number, way, line);
        }
    }
}

/// A process with its three pipes, each with a thread of its own, so that none of them can hold up the host.
struct Running {
    child: Child,
    /// To its input; dropped, the input is closed.
    input: Option<Sender<Vec<u8>>>,
    /// Bytes that have been sent there and not been taken yet.
    unread: Arc<AtomicUsize>,
    /// Its lines, without their ends. One that is too long is the last.
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    listening: JoinHandle<()>,
}

impl Running {
    fn start(words: &[String], notes: Notes) -> Result<Running, String> {
        let (program, arguments) = words.split_first().ok_or("there is no command")?;
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| reason(&error))?;
        // From here on dropping it ends the process.
        let mut child = Reaped(Some(child));
        let (to, input) = mpsc::channel();
        let (from, output) = mpsc::sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let running = child.0.as_mut().expect("it has just been put there");
        let pipes = (
            running.stdin.take(),
            running.stdout.take(),
            running.stderr.take(),
        );
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err("it has no pipes".to_string());
        };
        let unread = Arc::new(AtomicUsize::new(0));
        let left = unread.clone();
        spawn(move || write_lines(stdin, &input, &left))?;
        spawn(move || read_lines(stdout, &from))?;
        let heard = errors.clone();
        let listening = spawn(move || read_errors(stderr, &heard, &notes))?;
        let child = child.0.take().expect("nobody else takes it");
        Ok(Running {
            child,
            input: Some(to),
            unread,
            output,
            errors,
            listening,
        })
    }

    /// Its status, when it ends within that time.
    fn ended(&mut self, limit: Duration) -> Option<String> {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(reason(&error)),
                Ok(None) if began.elapsed() >= limit => return None,
                Ok(None) => thread::sleep(TICK),
            }
        }
    }

    /// Closes its input, and ends it when it does not end by itself in time.
    fn end(&mut self, grace: Duration) {
        self.input = None;
        if self.ended(grace).is_none() {
            // It may have ended just now.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Waits until its error output has been read to the end, but not for long: what it has started may go on and hold the pipe.
    fn hear_out(&self) {
        let began = Instant::now();
        while !self.listening.is_finished() && began.elapsed() < ARRIVAL {
            thread::sleep(TICK);
        }
    }

    /// The last lines of its error output, five at most.
    fn last_words(&self) -> Vec<String> {
        self.hear_out();
        let bytes: Vec<u8> = self
            .errors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .copied()
            .collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        lines[lines.len().saturating_sub(5)..]
            .iter()
            .map(|line| printable(line, 200))
            .collect()
    }
}

impl Drop for Running {
    /// Leaves no process behind.
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Ends a process of which not all has been set up.
struct Reaped(Option<Child>);

impl Drop for Reaped {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, String> {
    thread::Builder::new()
        .spawn(work)
        .map_err(|error| reason(&error))
}

/// Until nothing more is to be said, or it does not listen any more.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, unread: &AtomicUsize) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        unread.fetch_sub(line.len(), Ordering::Relaxed);
    }
}

/// Until it says nothing more, says too much at a time, or nobody listens any more.
fn read_lines(stdout: ChildStdout, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        // One byte more than fits shows that it is too long; the line's end is another.
        let read = stdout
            .by_ref()
            .take(LONGEST_LINE as u64 + 2)
            .read_until(b'\n', &mut line);
        if !read.is_ok_and(|read| read > 0) {
            return;
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        let too_long = line.len() > LONGEST_LINE;
        if lines.send(line).is_err() || too_long {
            return;
        }
    }
}

/// Notes each line, and keeps the last of them. Of one that is longer than what is kept each such part is a line.
fn read_errors(stderr: ChildStderr, kept: &Mutex<VecDeque<u8>>, notes: &Notes) {
    let mut stderr = BufReader::new(stderr);
    loop {
        let mut line = Vec::new();
        let read = stderr
            .by_ref()
            .take(LAST_WORDS as u64)
            .read_until(b'\n', &mut line);
        if !read.is_ok_and(|read| read > 0) {
            return;
        }
        notes.add(Way::Errors, &line);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&line);
        let most = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..most);
    }
}
