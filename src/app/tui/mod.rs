//! The game on a full screen: a pure core of what is shown and what keys mean, and a thin shell around it.

mod cursor;
pub mod draw;
pub mod explanation;
mod lobby;
pub mod look;
pub mod model;
pub mod popup;
pub mod replay;
mod scene;
mod shell;
pub mod shown;
mod signals;
pub mod tutor;
mod ui;
mod worker;

pub use lobby::Lobby;
pub use model::Model;
pub use replay::Replay;
pub use scene::{Effect, Input, Scene};
pub use shell::Screen;
pub use shown::NAME;
pub use ui::{Focus, Popup, SPEED, SPEEDS, Ui};
