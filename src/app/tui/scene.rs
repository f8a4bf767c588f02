//! What the full screen shows: scenes, which are told what happens and answer with what is to be done outside.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use session::hints::Hint;
use session::hints::Task;
use session::review::Study;

/// Something that happens to the screen.
#[derive(Debug, Clone)]
pub enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// So many milliseconds since the beginning.
    Tick(u64),
    /// What the bot takes that was thinking last.
    Answer(usize),
    /// What a bot would do in this person's place.
    Hints(Vec<Hint>),
    /// What a bot says about the game that is over.
    Studied(Vec<String>),
    /// The program was stopped for a while, and goes on.
    Returned,
}

/// Something that is to be done outside.
pub enum Effect {
    /// Lets a bot think; what it takes comes as [`Input::Answer`].
    Think(Task),
    /// Lets a bot say what it would do; that comes as [`Input::Hints`].
    Hint(Task),
    /// Lets a bot look through the game that is over; that comes as [`Input::Studied`].
    Study(Study),
    /// Nobody wants its answer any more.
    Forget,
    /// Keys that were pressed before this are not meant for what is shown now.
    DropKeys,
    /// One of the answers in the lobby is picked.
    Picked(usize),
    /// Another lesson: so many further on, or this one again.
    Lesson(isize),
    /// The same people want another game.
    Rematch,
    /// A disputed rule is to be played for.
    Settle,
    /// The game that is looked at is played on from here.
    Branch,
    /// The position is written to a file; or a ruling that leads there.
    Write {
        ruling: bool,
    },
    Leave,
}

/// What the shell shows and gives inputs to.
pub trait Scene {
    fn update(&mut self, input: Input) -> Vec<Effect>;
    /// A number that is another one when time alone has changed what is to be drawn.
    fn frame(&self) -> u64;
    fn draw(&mut self, frame: &mut Frame<'_>);
}
