//! The table: who sits where, which card lies where, who knows what. Knows no language.

mod apply;
mod buildings;
mod card;
mod counters;
mod digest;
mod event;
mod hands;
mod identity;
mod numbering;
mod pending;
mod pile;
mod seat;
mod sets;
mod table;
mod view;

pub use card::{CARD_ROOM, CardId, CardState, Cards, Kind, MANY_UP, Zone};
pub use counters::{Bearer, Carried, Counters, WRITTEN};
pub use event::{Cut, Event, Fell};
pub use hands::Over;
pub use numbering::Numbering;
pub use pending::{Pended, Pending};
pub use pile::{Pile, Segments};
pub use seat::{Chooser, MAX_SEATS, PLAYERS, Seat, Seats};
pub use sets::{BuildingSet, ByFace, CardSet};
pub use table::{Board, Phase};
pub use view::{Held, Seen, SeenBuilding, SeenCounters, SeenPended, View, Whereabouts};
