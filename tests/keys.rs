//! `brink play` in a pseudo-terminal: whole games by keys, and the terminal as it was afterwards.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

/// How long anything may take before it counts as hanging; nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The window.
const ROWS: NonZero<u16> = NonZero::new(24).expect("it is no zero");
const COLUMNS: NonZero<u16> = NonZero::new(80).expect("it is no zero");

struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn portable_pty::MasterPty + Send>,
    /// The modes that the terminal had at first.
    before: String,
    /// Where its games are kept.
    data: Arc<tempfile::TempDir>,
}

impl Terminal {
    fn run(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let data = Arc::new(tempfile::tempdir().expect("there is room for files"));
        Terminal::run_with(data, program, arguments, environment)
    }

    /// With games that are kept there.
    fn run_with(
        data: Arc<tempfile::TempDir>,
        program: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Terminal {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there are pseudo-terminals");
        let before = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env("BRINK_DATA", data.path());
        command.env("BRINK_SETTINGS", data.path().join("none.toml"));
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, COLUMNS, 0)));
        let mut output = pair.master.try_clone_reader().expect("its output can be read");
        let shared = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().expect("nobody panics").process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("keys can be sent");
        Terminal { screen, keys, child, master: pair.master, before, data }
    }

    fn play(arguments: &[&str]) -> Terminal {
        let all = [&["play", "--bots", "cautious", "--speed", "5"], arguments].concat();
        Terminal::run(env!("CARGO_BIN_EXE_brink"), &all, &[])
    }

    fn contents(&self) -> String {
        self.screen.lock().expect("nobody panics").screen().contents()
    }

    fn alternate(&self) -> bool {
        self.screen.lock().expect("nobody panics").screen().alternate_screen()
    }

    fn resize(&self, rows: u16, columns: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let whole = |length| NonZero::new(length).expect("it is no zero");
        self.screen.lock().expect("nobody panics").screen_mut().set_size(whole(rows), whole(columns));
        self.master.resize(size).expect("a terminal has any size");
    }

    fn kill(&self, signal: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args([signal, &process]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the program reads keys");
    }

    fn until(&self, what: &str, holds: impl Fn(&Terminal) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "{what} never came:\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn shows(&self, text: &str) {
        self.until(text, |terminal| terminal.contents().contains(text));
    }

    /// Waits for the end; the terminal is as it was.
    fn ends(mut self, code: Option<u32>) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it never ends:\n{}", self.contents());
            thread::sleep(Duration::from_millis(10));
        };
        if let Some(code) = code {
            assert_eq!(status.exit_code(), code, "{}", self.contents());
        }
        self.until("the plain screen", |terminal| !terminal.alternate());
        let screen = self.screen.lock().expect("nobody panics");
        let screen = screen.screen();
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
        let modes = format!("{:?}", self.master.get_termios());
        assert_eq!(modes, self.before, "lines are edited as before");
    }
}

#[test]
fn a_whole_game_is_played_by_keys() {
    for (recipe, players, seed) in [("1961", "2", "3"), ("1971", "3", "4")] {
        let mut terminal = Terminal::play(&[recipe, "--players", players, "--seed", seed, "--first", "me"]);
        terminal.shows("Hand:");
        assert!(terminal.alternate());
        for _ in 0..3000 {
            if terminal.contents().contains("The game is over") {
                break;
            }
            let ends = terminal.contents().contains("e end turn");
            terminal.send(if ends { "e" } else { "\r" });
            thread::sleep(Duration::from_millis(20));
        }
        terminal.shows("The game is over");
        terminal.send("q");
        terminal.ends(Some(0));
    }
}

#[test]
fn leaving_is_asked_about_and_ctrl_c_leaves_too() {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Hand:");
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("x");
    terminal.until("the table", |terminal| !terminal.contents().contains("Leave the game?"));
    terminal.send("\u{3}");
    terminal.shows("Leave the game?");
    terminal.send("\u{3}");
    terminal.ends(Some(0));
}

#[test]
fn signals_that_end_the_program_leave_the_terminal_as_it_was() {
    for signal in ["TERM", "HUP", "INT"] {
        let terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
        terminal.shows("Hand:");
        terminal.kill(&format!("-{signal}"));
        terminal.ends(Some(130));
    }
}

#[test]
fn a_window_of_any_size_is_drawn_anew() {
    let mut terminal = Terminal::play(&["1971", "--players", "6", "--seed", "3", "--first", "me"]);
    terminal.shows("k keys");
    assert!(!terminal.contents().contains("d discard"), "{}", terminal.contents());
    terminal.resize(50, 160);
    terminal.shows("d discard");
    terminal.resize(10, 40);
    terminal.shows("The table needs 60 columns");
    terminal.resize(24, 80);
    terminal.shows("Choose your first building");
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("\r");
    terminal.ends(Some(0));
}

#[test]
fn a_game_that_is_killed_goes_on_where_it_was() {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    let table = |terminal: &Terminal| terminal.contents().lines().take(11).collect::<Vec<_>>().join("\n");
    let before = table(&terminal);
    terminal.kill("-KILL");
    terminal.child.wait().expect("it can be waited for");
    let arguments = ["play", "--resume", "--speed", "5"];
    let mut again = Terminal::run_with(terminal.data.clone(), env!("CARGO_BIN_EXE_brink"), &arguments, &[]);
    again.shows("Your turn: choose");
    assert_eq!(table(&again), before);
    again.send("q");
    again.shows("Leave the game?");
    again.send("y");
    again.ends(Some(0));
}

#[test]
fn a_dispute_is_played_for_and_the_game_goes_on_with_its_answer() {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    terminal.send("t");
    terminal.shows("Which rule does the table read otherwise?");
    terminal.send("\u{1b}");
    terminal.shows("Your turn: choose");
    terminal.send("t");
    terminal.shows("Which rule does the table read otherwise?");
    terminal.send("\r");
    for _ in 0..40 {
        if terminal.contents().contains("The game goes on.") {
            break;
        }
        terminal.send("\r");
        thread::sleep(Duration::from_millis(50));
    }
    terminal.shows("settle");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    terminal.send("t");
    terminal.shows("Which rule does the table read otherwise?");
    terminal.send("\r");
    terminal.shows("has been settled in this turn");
    terminal.kill("-KILL");
    terminal.child.wait().expect("it can be waited for");
    let file = terminal.data.path().join("games/1.game");
    let kept = std::fs::read_to_string(file).expect("it is kept");
    assert!(kept.contains("settle"), "{kept}");
}

#[test]
fn a_game_that_was_played_is_looked_at() {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    terminal.send("qy");
    let data = terminal.data.clone();
    terminal.ends(Some(0));
    let file = data.path().join("games/1.game");
    let arguments = ["replay", &file.to_string_lossy()];
    let mut replay = Terminal::run_with(data, env!("CARGO_BIN_EXE_brink"), &arguments, &[]);
    replay.shows("Decision 0 of");
    replay.send("\u{1b}[C");
    replay.shows("Decision 1 of");
    replay.send("2");
    replay.shows("as p2 sees it");
    replay.send("q");
    replay.ends(Some(0));
}

/// Set for the copy of this program that panics in a terminal.
const INSIDE: &str = "BRINK_TEST_PANICS";

#[test]
fn a_panic_leaves_the_terminal_as_it_was_and_says_what_it_was() {
    if std::env::var_os(INSIDE).is_some() {
        let _screen = brink::app::tui::Screen::new().expect("it is a terminal");
        println!("the screen is full");
        thread::sleep(Duration::from_millis(300));
        panic!("a fault of ours");
    }
    let this = std::env::current_exe().expect("this program has a file");
    let name = "a_panic_leaves_the_terminal_as_it_was_and_says_what_it_was";
    let arguments = ["--exact", name, "--nocapture"];
    let terminal = Terminal::run(&this.to_string_lossy(), &arguments, &[(INSIDE, "1")]);
    terminal.until("the full screen", Terminal::alternate);
    terminal.shows("a fault of ours");
    terminal.ends(None);
}
