//! What strangers send is worked on by a process of its own, which has so much memory and so much time: whatever becomes of it,
//! games go on.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Refusal;
use crate::import;
use crate::new_game::GameRequest;
use crate::replay::{self, ReplayRequest};
use crate::workshop::{self, CheckRequest, TrialRequest};

/// How long a worker may work on one thing.
pub const TIME: Duration = Duration::from_secs(10);

/// Bytes of memory that a worker may have.
pub const MEMORY: u64 = 512 << 20;

/// Bytes that a worker may answer with.
const ANSWER: u64 = 64 << 20;

/// Texts of cards run on the stack.
const STACK: usize = 16 << 20;

/// Checks and trials that are worked on at the same time; whoever comes then is asked to come again.
const AT_ONCE: usize = 2;

/// Where strangers' texts are worked on.
#[derive(Debug, Clone, Default)]
pub enum Workers {
    /// In threads of the server: with no bound to their memory.
    #[default]
    Here,
    /// In processes of that program, which calls [`work`] when it is given these arguments.
    Program {
        path: PathBuf,
        arguments: Vec<String>,
    },
}

/// Something to be worked on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "job", content = "of", rename_all = "kebab-case")]
pub enum Job {
    Check(CheckRequest),
    Random(TrialRequest),
    Look(ReplayRequest),
    /// A game is made, to see whether it can be.
    Make(GameRequest),
    Import {
        text: String,
        name: String,
    },
}

/// What comes of it.
type Answer = Result<Value, Refusal>;

impl Job {
    fn done(self) -> Answer {
        match self {
            Job::Check(checking) => workshop::check(checking).map(|checked| json!(checked)),
            Job::Random(trying) => workshop::random(trying).map(|tried| json!(tried)),
            Job::Look(looking) => replay::look(looking),
            Job::Make(wanted) => crate::new_game::make(wanted).map(|_| json!({})),
            Job::Import { text, name } => import::import(&text, &name).map(|_| json!({})),
        }
    }
}

impl Workers {
    /// Lets it be worked on, and waits.
    pub fn done(&self, job: Job) -> Answer {
        let Workers::Program { path, arguments } = self else {
            return job.done();
        };
        let mut command = Command::new(path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(|_| Refusal::busy())?;
        let asked = serde_json::to_vec(&job).expect("it is made of texts and numbers");
        let answer = answered(&mut child, asked);
        // It has ended, or is of no more use.
        let _ = child.kill();
        let _ = child.wait();
        let seconds = TIME.as_secs();
        let answer = answer
            .ok_or_else(|| too_much(&format!("This takes longer than {seconds} seconds.")))?;
        serde_json::from_slice::<Answer>(&answer).unwrap_or_else(|_| {
            let message = "This needs too much memory, or brink has a bug here.";
            Err(too_much(message))
        })
    }
}

/// Where strangers' texts are worked on, not too many at a time.
pub struct Bench {
    busy: AtomicUsize,
    workers: Workers,
}

/// Somebody works at the bench until this is dropped.
struct Place<'b>(&'b Bench);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Bench {
    pub fn new(workers: Workers) -> Bench {
        Bench {
            busy: AtomicUsize::new(0),
            workers,
        }
    }

    fn place(&self) -> Result<Place<'_>, Refusal> {
        let before = self.busy.fetch_add(1, Ordering::AcqRel);
        let place = Place(self);
        match before < AT_ONCE {
            true => Ok(place),
            false => Err(
                Refusal::new("busy", "The server is busy with the cards of others.")
                    .with_help("try again in a moment"),
            ),
        }
    }

    /// Has it worked on.
    ///
    /// # Errors
    /// Why it is refused; too much is being worked on; it takes too long, or too much memory.
    pub fn done(&self, job: Job) -> Answer {
        let _place = self.place()?;
        self.workers.done(job)
    }

    /// Sees whether a game can be made of what strangers have written, where it is: only then is it made here.
    ///
    /// # Errors
    /// Those of [`Bench::done`].
    pub fn makes(&self, wanted: &GameRequest) -> Result<(), Refusal> {
        match wanted.files.is_some() || wanted.position.is_some() {
            true => self.done(Job::Make(wanted.clone())).map(|_| ()),
            false => Ok(()),
        }
    }

    /// The same for a kept game.
    ///
    /// # Errors
    /// Those of [`Bench::done`].
    pub fn imports(&self, text: &str, name: &str) -> Result<(), Refusal> {
        let (text, name) = (text.to_string(), name.to_string());
        self.done(Job::Import { text, name }).map(|_| ())
    }
}

fn too_much(message: &str) -> Refusal {
    Refusal::new("too-much", message)
        .with_help("make it smaller: fewer cards, shorter texts, a shorter game")
}

/// Tells a worker what to do, and waits for its answer; none when it takes too long.
fn answered(child: &mut Child, asked: Vec<u8>) -> Option<Vec<u8>> {
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (told, answer) = mpsc::channel();
    std::thread::spawn(move || {
        let mut read = Vec::new();
        if let (Some(mut input), Some(output)) = (input, output) {
            // One that ends before it has read all has no answer.
            let _ = input.write_all(&asked);
            drop(input);
            let _ = output.take(ANSWER).read_to_end(&mut read);
        }
        let _ = told.send(read);
    });
    answer.recv_timeout(TIME).ok()
}

/// Does what a worker does: reads one thing to work on, and answers. Whoever calls it sees to it that the process may have
/// [`MEMORY`], and [`TIME`] of its processor, and no more.
///
/// # Errors
/// What is read is nothing to work on, or nobody takes the answer.
pub fn work(input: impl Read, mut output: impl Write) -> io::Result<()> {
    let job: Job = serde_json::from_reader(input)?;
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || job.done())?;
    let done = worker
        .join()
        .map_err(|_| io::Error::other("the worker failed"))?;
    serde_json::to_writer(&mut output, &done)?;
    output.flush()
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Job, Workers};
    use crate::replay::ReplayRequest;

    fn refused(shell: &str) -> String {
        let arguments = ["-c", shell].map(str::to_string).to_vec();
        let workers = Workers::Program {
            path: "/bin/sh".into(),
            arguments,
        };
        let job = Job::Look(ReplayRequest {
            text: "a".repeat(300_000),
            ..ReplayRequest::default()
        });
        workers
            .done(job)
            .expect_err("it does not answer")
            .code
            .into()
    }

    #[test]
    fn one_that_fails_or_takes_too_long_is_an_answer_and_no_more() {
        assert_eq!(refused("exit 3"), "too-much");
        assert_eq!(refused("kill -9 $$"), "too-much");
        assert_eq!(refused("cat > /dev/null; echo nonsense"), "too-much");
        assert_eq!(refused("sleep 60"), "too-much");
    }

    #[test]
    fn what_cannot_begin_is_told_as_busy() {
        let workers = Workers::Program {
            path: "/there/is/none".into(),
            arguments: Vec::new(),
        };
        let refusal = workers
            .done(Job::Look(ReplayRequest::default()))
            .expect_err("nobody works");
        assert_eq!(refusal.code, "busy");
    }
}
