//! The table: who sits where, which card lies where, who knows what. Knows no language.

mod apply;
mod building_set;
mod card;
mod card_set;
mod carried;
mod digest;
mod event;
mod hands;
mod identity;
mod lift;
mod numbering;
mod over;
mod pending;
mod pile;
mod renumbered;
mod seat;
mod statuses;
mod table;
mod view;
mod zone;

pub use building_set::BuildingSet;
pub use card::{CARD_ROOM, CardId, CardState, Cards, Kind, MANY_UP};
pub use card_set::CardSet;
pub use carried::{Bearer, Carried, Counters, WRITTEN};
pub use event::{Cut, Event, Fell};
pub use numbering::Numbering;
pub use over::Over;
pub use pending::{Pended, Pending};
pub use pile::{Pile, Segments};
pub use seat::{Chooser, MAX_SEATS, PLAYERS, Seat, Seats};
pub use table::{Board, Phase};
pub use view::{Held, Seen, SeenBuilding, SeenCounters, SeenPended, View, Whereabouts};
pub use zone::Zone;
