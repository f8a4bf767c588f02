//! Cards to hold in the hand: layout, pages to print, pictures, sheets for tables on a screen.
//!
//! A [`Card`] is laid out as two [`Drawing`]s, its front and its back; everything is written from these.

mod card;
mod drawing;
mod font;
mod html;
mod page;
mod paragraph;
mod pdf;
mod picture;
mod svg;
mod tabletop;

pub use card::{Card, Face, Printed, Sort, Unfit, Why, lay_out};
pub use drawing::{Colour, Drawing};
pub use html::html;
pub use page::Paper;
pub use pdf::pdf;
pub use picture::{CARD, png};
pub use svg::svg;
pub use tabletop::{Object, tabletop};
