//! A game line by line at a terminal: lines are edited, found again and completed, and signals leave the terminal as it was.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Nothing that is waited for here takes that long on any machine.
const LIMIT: Duration = Duration::from_secs(120);

/// The program at a terminal of 80 columns.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    /// How it was set at first.
    before: String,
    shown: Receiver<Vec<u8>>,
    text: String,
}

impl Terminal {
    fn start(data: &Path, arguments: &[&str]) -> Terminal {
        let size = PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("there are pseudo-terminals");
        let before = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_brink"));
        command.args(arguments);
        command.env("BRINK_DATA", data);
        command.env(
            "BRINK_SETTINGS",
            concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.toml"),
        );
        command.env("TERM", "xterm");
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        let mut screen = pair
            .master
            .try_clone_reader()
            .expect("its output can be read");
        let keys = pair.master.take_writer().expect("keys can be sent");
        let (sender, shown) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            child,
            keys,
            master: pair.master,
            before,
            shown,
            text: String::new(),
        }
    }

    /// Waits until that has been shown since it was asked last; answers what was shown up to there.
    #[track_caller]
    fn until(&mut self, wanted: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(at) = self.text.find(wanted) {
                let rest = self.text.split_off(at + wanted.len());
                return std::mem::replace(&mut self.text, rest);
            }
            assert!(
                began.elapsed() < LIMIT,
                "`{wanted}` is never shown: {:?}",
                self.text
            );
            if let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(50)) {
                self.text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }

    /// Waits until a line is asked for: keys that come before that, while the terminal edits lines itself, mean other things.
    #[track_caller]
    fn asks(&mut self) {
        self.until("\u{1b}[?2004h");
        self.until("> ");
    }

    fn keys(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .and_then(|()| self.keys.flush())
            .expect("it listens");
    }

    /// A line is being edited: the terminal is not set as it was.
    fn is_edited(&self) -> bool {
        format!("{:?}", self.master.get_termios()) != self.before
    }

    fn end(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.exit_code();
            }
            assert!(began.elapsed() < LIMIT, "it never ends");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const GAME: [&str; 10] = [
    "play",
    "1961",
    "--plain",
    "--first",
    "me",
    "--seed",
    "7",
    "--bots",
    "cautious",
    "--menu=steps",
];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for files")
}

#[test]
fn lines_are_edited_found_again_and_completed() {
    let data = folder();
    let mut terminal = Terminal::start(data.path(), &GAME);
    assert!(
        terminal
            .until("Choose a card")
            .contains("Your first game? `brink learn` teaches it")
    );
    // Backspace takes a sign back.
    terminal.asks();
    terminal.keys("22\u{7f}\r");
    terminal.until("You put Missile Launch face down on p1.1.");
    terminal.asks();
    // An empty line is no choice where there are several.
    terminal.keys("\r");
    terminal.until("Type a number or a name; `?` lists all commands.");
    terminal.asks();
    // The names of choices, of cards and of commands are completed.
    terminal.keys("read mis\t Sil\t\r");
    terminal.until("Missile Silo (building");
    terminal.asks();
    terminal.keys("dec\t\r");
    terminal.until("   1  stack Missile Launch");
    terminal.asks();
    // The line before is found again.
    terminal.keys("\u{1b}[A\r");
    terminal.until("   1  stack Missile Launch");
    terminal.asks();
    terminal.keys("\u{4}");
    terminal.until("Saved. Continue with `brink play --resume 1`.");
    assert_eq!(terminal.end(), 0);
    assert!(!terminal.is_edited());
}

#[test]
fn a_signal_says_how_to_go_on_and_leaves_the_terminal_as_it_was() {
    let data = folder();
    for (number, (signal, code)) in [("INT", 130), ("TERM", 143), ("HUP", 129)]
        .into_iter()
        .enumerate()
    {
        let mut terminal = Terminal::start(data.path(), &GAME);
        terminal.until("Choose a card");
        terminal.asks();
        terminal.keys("1\r");
        terminal.until("It is your turn.");
        terminal.asks();
        assert!(terminal.is_edited());
        let id = terminal.child.process_id().expect("it runs");
        let sent = Command::new("kill")
            .args(["-s", signal, &id.to_string()])
            .status();
        assert!(
            sent.is_ok_and(|status| status.success()),
            "`kill -s {signal}` fails"
        );
        terminal.until(&format!(
            "Saved. Continue with `brink play --resume {}`.",
            number + 1
        ));
        assert_eq!(terminal.end(), code, "{signal}");
        assert!(!terminal.is_edited(), "{signal}");
    }
}

#[test]
fn ctrl_c_leaves_a_game_and_a_lesson() {
    let data = folder();
    let mut terminal = Terminal::start(data.path(), &["learn", "turn", "--plain"]);
    terminal.until("Press Enter to continue.");
    terminal.asks();
    terminal.keys("\r");
    terminal.until("It is your turn.");
    terminal.asks();
    terminal.keys("\u{3}");
    terminal.until("Progress saved: `brink learn` picks up where you left off");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn what_commands_show_is_no_wider_than_the_terminal() {
    let folder = folder();
    let rulings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rulings/deck.toml");
    for arguments in [
        &[
            "simulate",
            "combined",
            "--players",
            "2",
            "--games",
            "20",
            "--seed",
            "3",
        ][..],
        &[
            "simulate",
            "1961",
            "--compare",
            "combined",
            "--games",
            "20",
            "--seed",
            "3",
        ],
        &["simulate", "draft", "--games", "5", "--bare"],
        &[
            "arena", "1961", "random", "cautious", "greedy", "--games", "24", "--seed", "1",
        ],
        &["ruling", rulings, "--coverage"],
        &["ruling", rulings, "--mutate", "Factory", "--sample", "3"],
        &["ruling", "--new"],
        &["settings"],
        &["why", "p1.1"],
    ] {
        let mut terminal = Terminal::start(folder.path(), arguments);
        if arguments[0] == "why" {
            terminal.until("it from a file");
            terminal.keys("p1: Moon Lander[]\r\np2: Moon Lander[]\r\n\u{4}");
        }
        terminal.end();
        while let Ok(bytes) = terminal.shown.recv_timeout(Duration::from_millis(300)) {
            terminal.text.push_str(&String::from_utf8_lossy(&bytes));
        }
        // What steers the terminal takes no room, and what is shown again stands where it stood.
        let mut plain = String::new();
        let mut signs = terminal.text.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '\u{1b}' => drop(
                    signs
                        .by_ref()
                        .skip_while(|sign| *sign == '[')
                        .find(char::is_ascii_alphabetic),
                ),
                sign => plain.push(sign),
            }
        }
        assert!(plain.lines().count() > 1, "{arguments:?}: {plain}");
        for line in plain.lines() {
            let line = line
                .trim_end_matches('\r')
                .rsplit('\r')
                .next()
                .unwrap_or_default();
            assert!(
                textwrap::core::display_width(line) <= 80,
                "{arguments:?}: {line}\n{plain}"
            );
        }
    }
}
