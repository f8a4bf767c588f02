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
        let size = PtySize {
            rows: ROWS.get(),
            cols: COLUMNS.get(),
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("there are pseudo-terminals");
        let before = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env("BRINK_DATA", data.path());
        command.env(
            "BRINK_SETTINGS",
            concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.toml"),
        );
        environment
            .iter()
            .for_each(|(name, value)| command.env(name, value));
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, COLUMNS, 0)));
        let mut output = pair
            .master
            .try_clone_reader()
            .expect("its output can be read");
        let shared = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared
                    .lock()
                    .expect("nobody panics")
                    .process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("keys can be sent");
        Terminal {
            screen,
            keys,
            child,
            master: pair.master,
            before,
            data,
        }
    }

    fn play(arguments: &[&str]) -> Terminal {
        let all = [&["play", "--bots", "cautious", "--speed", "5"], arguments].concat();
        Terminal::run(env!("CARGO_BIN_EXE_brink"), &all, &[])
    }

    fn contents(&self) -> String {
        self.screen
            .lock()
            .expect("nobody panics")
            .screen()
            .contents()
    }

    fn alternate(&self) -> bool {
        self.screen
            .lock()
            .expect("nobody panics")
            .screen()
            .alternate_screen()
    }

    fn resize(&self, rows: u16, columns: u16) {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let whole = |length| NonZero::new(length).expect("it is no zero");
        self.screen
            .lock()
            .expect("nobody panics")
            .screen_mut()
            .set_size(whole(rows), whole(columns));
        self.master.resize(size).expect("a terminal has any size");
    }

    fn kill(&self, signal: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &process])
            .status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    fn send(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .and_then(|()| self.keys.flush())
            .expect("the program reads keys");
    }

    fn until(&self, what: &str, holds: impl Fn(&Terminal) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(
                begun.elapsed() < PATIENCE,
                "{what} never came:\n{}",
                self.contents()
            );
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
            assert!(
                begun.elapsed() < PATIENCE,
                "it never ends:\n{}",
                self.contents()
            );
            thread::sleep(Duration::from_millis(10));
        };
        if let Some(code) = code {
            assert_eq!(status.exit_code(), code, "{}", self.contents());
        }
        self.until("the plain screen", |terminal| !terminal.alternate());
        let screen = self.screen.lock().expect("nobody panics");
        let screen = screen.screen();
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is free"
        );
        assert!(
            !screen.bracketed_paste(),
            "what is pasted is typed as before"
        );
        let modes = format!("{:?}", self.master.get_termios());
        assert_eq!(modes, self.before, "lines are edited as before");
    }
}

#[test]
fn a_whole_game_is_played_by_keys() {
    for (recipe, players, seed) in [("1961", "2", "3"), ("1971", "3", "4")] {
        let mut terminal = Terminal::play(&[
            recipe,
            "--players",
            players,
            "--seed",
            seed,
            "--first",
            "me",
        ]);
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
        // Why it has ended as it has. Escape with what comes soon behind it would be a letter with Alt.
        terminal.send("w");
        terminal.shows("It follows from the rules");
        terminal.shows("any key closes");
        terminal.send(" ");
        terminal.until("the table", |terminal| {
            !terminal.contents().contains("any key closes")
        });
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
    terminal.until("the table", |terminal| {
        !terminal.contents().contains("Leave the game?")
    });
    terminal.send("\u{3}");
    terminal.shows("Leave the game?");
    terminal.send("\u{3}");
    terminal.ends(Some(0));
}

/// Whoever has started this has had INT ignored, as shells do for what runs in the background.
fn interrupts_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> 1 & 1 == 1)
}

#[test]
fn signals_that_end_the_program_leave_the_terminal_as_it_was() {
    let signals = [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)];
    for (signal, code) in signals
        .into_iter()
        .filter(|(signal, _)| *signal != "INT" || !interrupts_are_ignored())
    {
        let terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
        terminal.shows("Hand:");
        terminal.kill(&format!("-{signal}"));
        terminal.ends(Some(code));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is() {
    let brink = env!("CARGO_BIN_EXE_brink");
    let play = [
        "play", "1961", "--seed", "3", "--first", "me", "--bots", "cautious", "--speed", "5",
    ];
    let arguments = [&["-c", "trap '' HUP; exec \"$0\" \"$@\"", brink], &play[..]].concat();
    let mut terminal = Terminal::run("sh", &arguments, &[]);
    terminal.shows("Hand:");
    terminal.kill("-HUP");
    thread::sleep(Duration::from_millis(1200));
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.kill("-TERM");
    terminal.ends(Some(143));
}

/// Like a shell: it has the terminal while the game is stopped, and lets it go on by `fg`.
#[test]
fn ctrl_z_leaves_the_screen_until_the_game_goes_on() {
    let script = "set -m; \"$0\" \"$@\"; echo it is stopped; read -r line; fg > /dev/null";
    let play = [
        "play", "1961", "--seed", "3", "--first", "me", "--bots", "cautious", "--speed", "5",
    ];
    let arguments = [&["-c", script, env!("CARGO_BIN_EXE_brink")], &play[..]].concat();
    let mut terminal = Terminal::run("bash", &arguments, &[]);
    terminal.shows("Hand:");
    terminal.send("\u{1a}");
    terminal.shows("it is stopped");
    assert!(!terminal.alternate(), "the screen is left");
    {
        let screen = terminal.screen.lock().expect("nobody panics");
        assert_eq!(
            screen.screen().mouse_protocol_mode(),
            vt100::MouseProtocolMode::None
        );
        assert!(!screen.screen().bracketed_paste() && !screen.screen().hide_cursor());
    }
    terminal.send("go on\r");
    terminal.until("the game", |terminal| {
        terminal.alternate() && terminal.contents().contains("Hand:")
    });
    // Keys come one by one again.
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("y");
    terminal.ends(Some(0));
}

#[test]
fn whoever_stops_the_program_finds_its_screen_again() {
    let terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Hand:");
    terminal.kill("-STOP");
    // What somebody else makes of the terminal meanwhile.
    terminal
        .screen
        .lock()
        .expect("nobody panics")
        .process(b"\x1b[?1049l\x1b[?1000l\x1b[?2004l\x1b[2J");
    assert!(!terminal.contents().contains("Hand:"));
    terminal.kill("-CONT");
    terminal.until("the screen", |terminal| {
        terminal.alternate() && terminal.contents().contains("Hand:")
    });
    let modes = |terminal: &Terminal| {
        let screen = terminal.screen.lock().expect("nobody panics");
        let screen = screen.screen();
        screen.bracketed_paste() && screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
    };
    assert!(
        modes(&terminal),
        "the mouse and what is pasted are asked for"
    );
    left(terminal);
}

/// `kill -TSTP` from elsewhere does what Ctrl-Z does.
#[cfg(target_os = "linux")]
#[test]
fn whoever_asks_the_program_to_stop_gets_the_terminal_back() {
    let script = "set -m; \"$0\" \"$@\"; echo it is stopped; read -r line; fg > /dev/null";
    let play = [
        "play", "1961", "--seed", "3", "--first", "me", "--bots", "cautious", "--speed", "5",
    ];
    let arguments = [&["-c", script, env!("CARGO_BIN_EXE_brink")], &play[..]].concat();
    let mut terminal = Terminal::run("bash", &arguments, &[]);
    terminal.shows("Hand:");
    let shell = terminal.child.process_id().expect("it runs");
    let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"))
        .expect("it has one");
    let game = children.split_whitespace().next().expect("it has one");
    let sent = std::process::Command::new("kill")
        .args(["-TSTP", game])
        .status();
    assert!(sent.is_ok_and(|status| status.success()));
    terminal.shows("it is stopped");
    assert!(!terminal.alternate(), "the screen is left");
    {
        let screen = terminal.screen.lock().expect("nobody panics");
        assert_eq!(
            screen.screen().mouse_protocol_mode(),
            vt100::MouseProtocolMode::None
        );
        assert!(!screen.screen().bracketed_paste() && !screen.screen().hide_cursor());
    }
    terminal.send("go on\r");
    terminal.until("the game", |terminal| {
        terminal.alternate() && terminal.contents().contains("Hand:")
    });
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("y");
    terminal.ends(Some(0));
}

/// Nobody could make it go on: it does at once.
#[test]
fn a_program_that_nobody_could_wake_does_not_stop() {
    let terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Hand:");
    terminal.kill("-TSTP");
    terminal.until("the screen", |terminal| {
        terminal.alternate() && terminal.contents().contains("Hand:")
    });
    left(terminal);
}

#[test]
fn what_is_pasted_is_no_keys() {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Which card");
    assert!(
        terminal
            .screen
            .lock()
            .expect("nobody panics")
            .screen()
            .bracketed_paste()
    );
    terminal.send("\u{1b}[200~q\r\u{1b}[201~");
    terminal.send("k");
    terminal.shows("move the cursor");
    assert!(!terminal.contents().contains("Leave the game?"));
    terminal.send(" ");
    terminal.shows("Which card");
    left(terminal);
}

/// On a full disk, say: here where a folder should be is none.
#[test]
fn a_game_that_cannot_be_kept_says_so_as_long_as_it_lasts_and_when_it_is_left() {
    for signal in [false, true] {
        let mut terminal = Terminal::play(&[
            "1961",
            "--seed",
            "3",
            "--first",
            "me",
            "--data",
            "/dev/null",
        ]);
        terminal.shows("Which card");
        terminal.send("\r");
        terminal.shows("This game cannot be saved: not a directory.");
        assert!(
            !terminal.contents().contains("save FILE"),
            "{}",
            terminal.contents()
        );
        // The next key takes the sentence away, and not the sign.
        terminal.send("g");
        terminal.shows("Goals");
        terminal.send(" ");
        terminal.until("the table", |terminal| {
            !terminal.contents().contains("cannot be saved")
        });
        assert!(
            terminal
                .contents()
                .lines()
                .next()
                .is_some_and(|line| line.contains("not saved"))
        );
        terminal.send("q");
        terminal.shows("is not saved: not a directory.");
        match signal {
            false => terminal.send("y"),
            true => terminal.kill("-TERM"),
        }
        terminal.shows("This game could not be saved: not a directory.");
        terminal.ends(Some(if signal { 143 } else { 0 }));
    }
}

#[test]
fn a_window_of_any_size_is_drawn_anew() {
    let mut terminal = Terminal::play(&["1971", "--players", "6", "--seed", "3", "--first", "me"]);
    terminal.shows("k keys");
    assert!(
        !terminal.contents().contains("d discard"),
        "{}",
        terminal.contents()
    );
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
    let table = |terminal: &Terminal| {
        terminal
            .contents()
            .lines()
            .take(11)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let before = table(&terminal);
    terminal.kill("-KILL");
    terminal.child.wait().expect("it can be waited for");
    let arguments = ["play", "--resume", "--speed", "5"];
    let mut again = Terminal::run_with(
        terminal.data.clone(),
        env!("CARGO_BIN_EXE_brink"),
        &arguments,
        &[],
    );
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
    terminal.shows("Which disputed rule do you want to change?");
    terminal.send("\u{1b}");
    terminal.shows("Your turn: choose");
    terminal.send("t");
    terminal.shows("Which disputed rule do you want to change?");
    terminal.send("\r");
    // It is asked first, and to go back is what comes of Enter alone.
    terminal.shows("► 1 back");
    terminal.send("\u{1b}[B");
    terminal.shows("► 2 play for it");
    terminal.send("\r");
    terminal.shows("Choose yours:");
    terminal.send("\r");
    // One Enter for each round, and one for the answer.
    let count = |terminal: &Terminal, what: &str| terminal.contents().matches(what).count();
    for round in 1.. {
        let over =
            |terminal: &Terminal| count(terminal, "drops out.") + count(terminal, "drop out.") > 0;
        terminal.until("a round", |terminal| {
            over(terminal) || count(terminal, "play again.") == round
        });
        if over(&terminal) {
            break;
        }
        terminal.send("\r");
    }
    let (chosen, on) = ("Choose the answer:", "The game continues.");
    terminal.until("an answer", |terminal| {
        count(terminal, chosen) + count(terminal, on) > 0
    });
    if count(&terminal, chosen) > 0 {
        terminal.send("\r");
        terminal.shows(on);
    }
    terminal.shows("settle");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    terminal.send("t");
    terminal.shows("Which disputed rule do you want to change?");
    terminal.send("\r");
    terminal.shows("has already been settled this turn");
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
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("y");
    let data = terminal.data.clone();
    terminal.ends(Some(0));
    let file = data.path().join("games/1.game");
    let arguments = ["replay", &file.to_string_lossy()];
    let mut replay = Terminal::run_with(data, env!("CARGO_BIN_EXE_brink"), &arguments, &[]);
    replay.shows("Decision 0 of");
    // It still goes on: whoever plays it looks at what they have seen.
    replay.shows("as p1 sees it");
    replay.send("\u{1b}[C");
    replay.shows("Decision 1 of");
    replay.send("2");
    replay.shows("as p2 sees it");
    replay.send("q");
    replay.ends(Some(0));
}

#[test]
fn a_position_is_written_where_it_says_all_and_whose_it_is_is_told() {
    let data = left(begun());
    // Files are written where one is.
    let folder = data.path().display().to_string();
    let arguments = [
        "-c",
        "cd \"$0\" && exec \"$1\" replay 1",
        &folder,
        env!("CARGO_BIN_EXE_brink"),
    ];
    let mut replay = Terminal::run_with(data.clone(), "sh", &arguments, &[]);
    replay.shows("Decision 0 of");
    replay.send("x");
    replay.shows("A position cannot record what is in progress here");
    replay.send("\u{1b}[F");
    replay.shows("This is the end.");
    replay.send("x");
    replay.shows("It is what p1 sees");
    replay.send("o");
    replay.shows("all cards open");
    replay.send("x");
    replay.shows("-2.position");
    replay.until("no view", |terminal| {
        !terminal.contents().contains("It is what p1 sees")
    });
    replay.send("q");
    replay.ends(Some(0));
    let written = std::fs::read_dir(data.path())
        .expect("it is there")
        .flatten();
    let written =
        written.filter(|file| file.path().extension().is_some_and(|end| end == "position"));
    assert_eq!(written.count(), 2);
}

/// A game with one decision of the person, and another one to be made.
fn begun() -> Terminal {
    let mut terminal = Terminal::play(&["1961", "--seed", "3", "--first", "me"]);
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    terminal
}

/// Leaves the game; what it has kept.
fn left(mut terminal: Terminal) -> Arc<tempfile::TempDir> {
    terminal.send("q");
    terminal.shows("Leave the game?");
    terminal.send("y");
    let data = terminal.data.clone();
    terminal.ends(Some(0));
    data
}

#[test]
fn a_replay_hears_the_settings_and_says_what_is_kept_of_a_game_played_on() {
    let data = left(begun());
    let settings = data.path().join("settings.toml").display().to_string();
    std::fs::write(&settings, "[play]\nascii = true\nspeed = 5\n")
        .expect("there is room for files");
    let brink = env!("CARGO_BIN_EXE_brink");
    let arguments = ["replay", "1", "--settings", &settings];
    let mut replay = Terminal::run_with(data.clone(), brink, &arguments, &[]);
    replay.shows("Decision 0 of");
    assert!(replay.contents().is_ascii(), "{}", replay.contents());
    replay.send("-");
    replay.shows("Animation speed: fast.");
    replay.send("\u{1b}[C");
    replay.shows("Decision 1 of");
    // Played on from here, and left again.
    replay.send("b");
    replay.until("the game", |terminal| {
        !terminal.contents().contains("Decision 1 of")
    });
    replay.shows("u undo");
    replay.send("\r");
    replay.until("a game of its own", |_| {
        data.path().join("games/2.game").exists()
    });
    replay.send("q");
    replay.shows("Leave the game?");
    replay.send("y");
    // The settings are named again, behind the command.
    replay.shows("`brink play --resume 2 --settings ");
    replay.send("q");
    replay.until("the plain screen", |terminal| !terminal.alternate());
    replay.shows("--resume 2 --settings ");
    replay.ends(Some(0));
}

#[test]
fn what_there_is_to_say_about_a_kept_game_is_shown_over_it() {
    let data = left(begun());
    let file = data.path().join("games/1.game");
    let text = std::fs::read_to_string(&file).expect("it is kept");
    let print = text
        .lines()
        .find(|line| line.starts_with("= "))
        .expect("it says how it was played");
    std::fs::write(&file, text.replacen(print, "= 00000000", 1)).expect("there is room for files");
    let arguments = ["play", "--resume", "--speed", "5"];
    let mut terminal = Terminal::run_with(data, env!("CARGO_BIN_EXE_brink"), &arguments, &[]);
    terminal.shows("About this game");
    terminal.shows("This game was saved by the same version");
    terminal.shows("The first difference is decision 1");
    terminal.send(" ");
    terminal.until("the game", |terminal| {
        !terminal.contents().contains("About this game")
    });
    terminal.shows("Your turn: choose");
    left(terminal);
}

const PLAIN: [&str; 8] = [
    "play",
    "1961",
    "--plain",
    "--first",
    "me",
    "--seed",
    "3",
    "--bots=cautious",
];

/// A game line by line at its turn menu: the next line can be typed. A line that is sent before it is asked for may be lost.
fn line_by_line(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::run(program, arguments, environment);
    terminal.asks();
    terminal.send("1\r");
    terminal.shows("It is your turn.");
    terminal.asks();
    terminal
}

impl Terminal {
    /// Waits until a line is being edited, with nothing typed yet.
    fn asks(&self) {
        self.until("a line to be typed", |terminal| {
            let prompts = terminal
                .contents()
                .lines()
                .last()
                .is_some_and(|line| line.trim_end() == ">");
            prompts && format!("{:?}", terminal.master.get_termios()) != terminal.before
        });
    }
}

#[test]
fn whoever_leaves_a_contest_line_by_line_hears_how_to_go_on() {
    for (leaves, said) in [
        ("quit\r", "You left the game."),
        ("\u{4}", "The input has ended"),
    ] {
        let mut terminal = line_by_line(env!("CARGO_BIN_EXE_brink"), &PLAIN, &[]);
        terminal.send("dispute reshuffle\r");
        terminal.shows("Choose yours:");
        terminal.asks();
        terminal.send(leaves);
        terminal.shows(said);
        terminal.shows("Saved. Continue with `brink play --resume 1`.");
        terminal.ends(Some(0));
    }
}

#[test]
fn errors_are_no_terminal_and_pasting_is_as_it_was() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let errors = folder.path().join("errors").display().to_string();
    let brink = env!("CARGO_BIN_EXE_brink");
    let arguments = [
        &["-c", "exec \"$0\" \"$@\" 2>\"$ERRORS\"", brink],
        &PLAIN[..],
    ]
    .concat();
    let terminal = line_by_line("sh", &arguments, &[("ERRORS", &errors)]);
    let marked = |terminal: &Terminal| {
        terminal
            .screen
            .lock()
            .expect("nobody panics")
            .screen()
            .bracketed_paste()
    };
    assert!(marked(&terminal), "a line is edited");
    terminal.kill("-TERM");
    terminal.until("pasting as it was", |terminal| !marked(terminal));
    terminal.ends(Some(143));
    let said = std::fs::read_to_string(&errors).expect("it was written");
    assert_eq!(
        said,
        "\nYou left the game.\nSaved. Continue with `brink play --resume 1`.\n"
    );
}

/// Reads its text, and then lines from the terminal, until one is `q`. It heeds Ctrl-C as `less` does: it goes on.
const PAGER: &str = "\
trap 'echo goes on' INT
text=$(cat | wc -l)
test \"$text\" -gt 100 && echo listens
while :; do
  read line < /dev/tty
  test \"$line\" = q && exit 0
done
";

#[test]
fn ctrl_c_in_a_pager_is_for_the_pager() {
    if interrupts_are_ignored() {
        // No shell can take that back, and nothing would be tested.
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for files");
    let pager = folder.path().join("pager.sh");
    std::fs::write(&pager, PAGER).expect("there is room for files");
    let pager = format!("sh {}", pager.display());
    let mut terminal = Terminal::run(
        env!("CARGO_BIN_EXE_brink"),
        &["rules"],
        &[("PAGER", &pager)],
    );
    terminal.shows("listens");
    terminal.send("\u{3}");
    terminal.shows("goes on");
    terminal.send("q\r");
    terminal.ends(Some(0));
}

/// The first of two people decides once, and the game is left: the folder that it is kept in.
fn begun_by_two(mut terminal: Terminal) -> Arc<tempfile::TempDir> {
    terminal.shows("to decide.");
    terminal.send("c");
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("to decide.");
    left(terminal)
}

/// Two people play a game, leave it, and look at it: nothing is shown before somebody says who looks, and whoever plays it on alone
/// hears who plays the other seat.
#[test]
fn a_game_that_several_people_still_play_is_looked_at_behind_a_cover() {
    let terminal = Terminal::play(&["1961", "--seed", "1", "--people", "Ann,Ben"]);
    let data = begun_by_two(terminal);
    let listed = std::process::Command::new(env!("CARGO_BIN_EXE_brink"))
        .args(["games", "--data"])
        .arg(data.path())
        .output();
    let listed = String::from_utf8(listed.expect("it runs").stdout).expect("it is text");
    assert!(
        listed.contains("  p1, p2  set-up  in progress\n"),
        "{listed}"
    );
    let mut replay = Terminal::run_with(data, env!("CARGO_BIN_EXE_brink"), &["replay", "1"], &[]);
    replay.shows("Several people are still playing this game.");
    replay.until("a name", |terminal| {
        terminal.contents().contains(" Ann has seen")
            || terminal.contents().contains(" Ben has seen")
    });
    assert!(
        !replay.contents().contains("Hand:"),
        "{}",
        replay.contents()
    );
    replay.send("c");
    replay.shows("Hand:");
    replay.send("2");
    replay.shows("Next you see what p2 ");
    assert!(
        !replay.contents().contains("Hand:"),
        "{}",
        replay.contents()
    );
    replay.send("c");
    replay.shows("Hand:");
    replay.send("b");
    replay.shows("You play on alone, as p2 ");
    replay.shows("Bots play all other seats, also that of p1 ");
    replay.send(" q");
    replay.shows("Leave the game?");
    replay.send("y");
    replay.shows("Decision 0 of");
    replay.send("q");
    replay.ends(Some(0));
}

#[test]
fn a_strict_game_that_is_played_on_from_a_replay_stays_strict() {
    let mut terminal =
        Terminal::play(&["1961", "--seed", "3", "--first", "me", "--memory", "strict"]);
    terminal.shows("Which card");
    terminal.send("\r");
    terminal.shows("Your turn: choose");
    let data = left(terminal);
    let mut replay = Terminal::run_with(
        data.clone(),
        env!("CARGO_BIN_EXE_brink"),
        &["replay", "1"],
        &[],
    );
    replay.shows("Decision 0 of");
    replay.send("b");
    replay.shows("h hint");
    replay.send("\r");
    replay.until("a game of its own", |_| {
        data.path().join("games/2.game").exists()
    });
    let kept = std::fs::read_to_string(data.path().join("games/2.game")).expect("it is kept");
    assert!(kept.contains("\nmemory strict\n"), "{kept}");
    replay.send("q");
    replay.shows("Leave the game?");
    replay.send("y");
    replay.shows("Saved. Continue with");
    replay.send("q");
    replay.ends(Some(0));
}

/// Whoever writes a longer name into the file moves nothing off the screen.
#[test]
fn a_name_that_is_cut_says_so() {
    for (ascii, name) in [
        (&[][..], "Maximiliane…"),
        (&["--ascii"][..], "Maximiliane~"),
    ] {
        let terminal =
            Terminal::play(&[&["1961", "--seed", "3", "--people", "Max,Ben"], ascii].concat());
        let data = begun_by_two(terminal);
        let path = data.path().join("games/1.game");
        let text = std::fs::read_to_string(&path).expect("it is kept");
        let long = format!(" {}\n", "Maximiliane-Sophia".repeat(20));
        std::fs::write(&path, text.replacen(" Max\n", &long, 1)).expect("there is room for files");
        let arguments = [&["play", "--resume", "1", "--speed", "5"], ascii].concat();
        let mut again = Terminal::run_with(data, env!("CARGO_BIN_EXE_brink"), &arguments, &[]);
        again.shows("to decide.");
        again.send("c");
        again.shows("Hand:");
        again.shows(name);
        // How far everybody is stands behind the names.
        again.shows(" of 5");
        left(again);
    }
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
    let name = "keys::a_panic_leaves_the_terminal_as_it_was_and_says_what_it_was";
    let arguments = ["--exact", name, "--nocapture"];
    let terminal = Terminal::run(&this.to_string_lossy(), &arguments, &[(INSIDE, "1")]);
    terminal.until("the full screen", Terminal::alternate);
    terminal.shows("a fault of ours");
    terminal.ends(None);
}

#[test]
fn what_is_asked_before_the_game_is_explained_whole() {
    let mut terminal = Terminal::play(&["1961", "--seed", "5", "--first", "me", "--players", "2"]);
    terminal.shows("Which card do you put face down?");
    terminal.send("?");
    // What the panel has no room for.
    terminal.shows("goals use the cards on your buildings.");
    // It is drawn to its end: Escape with what comes soon behind it would be a letter with Alt.
    terminal.shows("any key closes");
    terminal.send("\x1b");
    terminal.until("the table", |terminal| {
        !terminal.contents().contains("any key closes")
    });
    terminal.send("w");
    terminal.shows("You can put ");
    assert!(
        !terminal.contents().contains("You cannot"),
        "{}",
        terminal.contents()
    );
    terminal.send(" q");
    terminal.shows("Leave the game?");
    terminal.send("y");
    terminal.ends(Some(0));
}
