//! Games of people on several machines: a server with one page, each seat's view to its seat alone, and nothing lost.

mod address;
mod bots;
mod gate;
mod hall;
mod http;
mod import;
mod lessons;
mod limits;
mod listeners;
mod make;
mod meter;
mod own_cards;
mod pages;
mod played;
mod records;
mod refusal;
pub mod room;
mod server;
mod setup;
mod show;
mod socket;
pub mod store;
pub mod token;
mod viewing;
pub mod wire;
mod worker;
mod workshop;

pub use gate::{Gate, public};
pub use hall::{Entry, Hall};
pub use http::serve;
pub use listeners::Out;
pub use make::{ChairWanted, Wanted};
pub use played::shown;
pub use refusal::Refusal;
pub use show::show;
pub use viewing::of_ruling;
pub use worker::{MEMORY, TIME, Workers, work};

/// The bots that sit down here, and what people call them. None thinks for long.
pub const BOTS: [(&str, &str); 4] = [
    ("random", "random"),
    ("cautious", "easy"),
    ("greedy", "medium"),
    ("ismcts:500ms", "strong"),
];
