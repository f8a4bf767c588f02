//! Games under way: what is asked, what is offered, what a choice leads to.

pub mod budget;
pub mod decision;
pub mod game;
pub mod menu;
pub mod moment;
pub mod options;
pub mod setup;
pub mod statuses;
pub mod trial;
pub mod turn;
