//! What the host and a program that plays say to each other: one JSON object a line, as docs/bots/protocol.md has it.
//!
//! Whatever is sent about a game is made of a [`View`](board::View) and a
//! [`Decision`](explain::options::decision::Decision), which cannot hold a card that the seat does not know, and of rules
//! that lie open to all.

mod decide;
mod event;
mod happenings;
mod message;
mod observation;
mod request;
mod schema;
mod space;
mod start;
mod table;

pub use decide::{Decide, Offered, Question, What};
pub use event::{Happened, Sort, Where};
pub use happenings::Happenings;
pub use message::{Fault, FromBot, LONGEST_LINE, PROTOCOL, ToBot, Want, Wants, is_name};
pub use observation::{Asks, Field, Layout, hex};
pub use request::{
    Answer, Bounds, Over, Refusal, Report, Request, StateObservation, StateOptions, StateView,
};
pub use schema::schema;
pub use space::{Block, Counted, Part, Space};
pub use start::{CardKind, Clock, Face, Keyword, Known, Settled, Start, Tally};
pub use table::{Building, Cards, OnTable, Player, Standing, Table};
