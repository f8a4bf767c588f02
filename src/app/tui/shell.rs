//! The thin shell around the core: the terminal, its keys, the clock, and bots at work.

use std::io;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, TerminalOptions, Viewport};

use crate::tui::scene::{Effect, Input, Scene};
use crate::tui::signals;
use crate::tui::worker::Worker;
use crate::{Failure, plain};

/// How long the shell waits for a key before it looks at the clock.
const PAUSE: Duration = Duration::from_millis(25);

/// The terminal as a game wants it; dropped, or after a panic, it is as before.
pub struct Screen {
    terminal: DefaultTerminal,
    begun: Instant,
}

impl Screen {
    /// Takes the whole screen, keys one by one, and the mouse.
    ///
    /// # Errors
    /// What the terminal does not do.
    pub fn new() -> io::Result<Screen> {
        signals::listen(restore);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        let terminal = take().inspect_err(|_| restore())?;
        Ok(Screen {
            terminal,
            begun: Instant::now(),
        })
    }

    /// Shows a scene until it wants something that the shell does not do by itself: to be left, say.
    ///
    /// # Errors
    /// What the terminal does not do.
    pub fn run(
        &mut self,
        scene: &mut impl Scene,
        mut effects: Vec<Effect>,
    ) -> Result<Effect, Failure> {
        let mut worker = Worker::new();
        let mut drawn = None;
        loop {
            if signals::wants_stop() {
                signals::stop_alone(restore)?;
                effects.extend(self.returned(scene)?);
                drawn = None;
            }
            if signals::continued() {
                effects.extend(self.returned(scene)?);
                drawn = None;
            }
            for effect in effects.drain(..) {
                match worker.begin(effect) {
                    None => {}
                    Some(Effect::DropKeys) => {
                        while event::poll(Duration::ZERO)? {
                            if let Event::Resize(..) = event::read()? {
                                self.terminal = fresh()?;
                            }
                        }
                    }
                    Some(other) => return Ok(other),
                }
            }
            // A terminal that nothing happens on is left alone.
            if drawn != Some(scene.frame()) {
                self.terminal.draw(|frame| scene.draw(frame))?;
                drawn = Some(scene.frame());
            }
            if let Some(signal) = signals::ended() {
                return Err(Failure::Left(signal));
            }
            if event::poll(PAUSE)? {
                let event = event::read()?;
                if changes(&event) {
                    drawn = None;
                }
                match event {
                    Event::Key(key) if suspends(&key) => {
                        signals::stop(restore)?;
                        effects.extend(self.returned(scene)?);
                    }
                    Event::Key(key) => effects.extend(scene.update(Input::Key(key))),
                    Event::Mouse(mouse) => effects.extend(scene.update(Input::Mouse(mouse))),
                    Event::Resize(..) => self.terminal = fresh()?,
                    // What is pasted is a text, and nothing here takes one.
                    Event::FocusGained | Event::FocusLost | Event::Paste(_) => {}
                }
            }
            if let Some(answer) = worker.answer()? {
                drawn = None;
                effects.extend(scene.update(answer));
            }
            effects.extend(scene.update(Input::Tick(self.begun.elapsed().as_millis() as u64)));
        }
    }
}

impl Screen {
    /// Takes the terminal again after the program was stopped.
    fn returned(&mut self, scene: &mut impl Scene) -> io::Result<Vec<Effect>> {
        self.terminal = take_again()?;
        Ok(scene.update(Input::Returned))
    }
}

/// Ctrl-Z: the shell is wanted for a while.
fn suspends(key: &KeyEvent) -> bool {
    key.kind != KeyEventKind::Release
        && key.code == KeyCode::Char('z')
        && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The screen may look otherwise after it: where the mouse is does not matter until it does something.
fn changes(event: &Event) -> bool {
    let moves = |mouse: &MouseEvent| {
        matches!(
            mouse.kind,
            MouseEventKind::Moved | MouseEventKind::Drag(_) | MouseEventKind::Up(_)
        )
    };
    !matches!(event, Event::Mouse(mouse) if moves(mouse))
}

impl Drop for Screen {
    fn drop(&mut self) {
        signals::forget();
        restore();
    }
}

/// Takes the whole screen, keys one by one, the mouse, and what is pasted as one piece.
fn take() -> io::Result<DefaultTerminal> {
    enable_raw_mode()?;
    execute!(
        plain::screen(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    )?;
    fresh()
}

/// The same after the program was stopped: whoever had the terminal meanwhile has left it as they please.
fn take_again() -> io::Result<DefaultTerminal> {
    disable_raw_mode()?;
    take()
}

/// The screen as large as the window is now, and empty. Its size is given, since a terminal that has to find it out asks where
/// the cursor is, and not all of them answer.
fn fresh() -> io::Result<DefaultTerminal> {
    let (width, height) = size()?;
    let viewport = Viewport::Fixed(Rect::new(0, 0, width.max(1), height.max(1)));
    execute!(plain::screen(), Clear(ClearType::All), cursor::Hide)?;
    DefaultTerminal::with_options(
        CrosstermBackend::new(plain::screen()),
        TerminalOptions { viewport },
    )
}

/// Nothing more can be done where that fails, too.
fn restore() {
    let _ = execute!(
        plain::screen(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

    use super::changes;

    #[test]
    fn a_mouse_that_only_moves_draws_nothing() {
        let mouse = |kind| {
            Event::Mouse(MouseEvent {
                kind,
                column: 3,
                row: 3,
                modifiers: KeyModifiers::NONE,
            })
        };
        let left = MouseButton::Left;
        for kind in [
            MouseEventKind::Moved,
            MouseEventKind::Drag(left),
            MouseEventKind::Up(left),
        ] {
            assert!(!changes(&mouse(kind)), "{kind:?}");
        }
        for kind in [
            MouseEventKind::Down(left),
            MouseEventKind::ScrollUp,
            MouseEventKind::ScrollDown,
        ] {
            assert!(changes(&mouse(kind)), "{kind:?}");
        }
        assert!(changes(&Event::Resize(80, 24)));
    }
}
