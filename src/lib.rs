//! A rules engine for card games whose cards are written in plain text.
//!
//! Load the sets, make a game of a recipe, play, and read the outcome:
//!
//! ```
//! use std::sync::Arc;
//!
//! use brink::engine::{Game, Outcome, Script};
//! use brink::rules::{Library, Settings};
//! use brink::speech::options::label::label;
//!
//! let library = Library::builtin().expect("the cards that come with Brink are sound");
//! let recipe = library.recipes()[0].id.node.clone();
//! let rules = library.compile(&recipe, &Settings::default()).expect("a recipe without special wishes");
//!
//! // Two players, seed 42: the same game on every machine.
//! let mut game = Game::deal(Arc::new(Script::new(rules)), 2, 42, &mut ());
//! while let Some((seat, _)) = game.decision() {
//!     let options = game.options();
//!     // Whoever is asked takes an option in the middle of the list.
//!     let choice = options[options.len() / 2];
//!     if game.state().turns > 300 {
//!         println!("{seat} would have chosen {}", label(&game, choice));
//!         break;
//!     }
//!     game.take(choice, &mut ()).expect("it is one of the options");
//! }
//! match game.outcome() {
//!     Outcome::Won(seat) => println!("{seat} has won"),
//!     Outcome::Running => println!("nobody has won"),
//! }
//! ```
//!
//! The floors, from the ground up: [`base`], [`syntax`] and [`board`], [`rules`], [`engine`], [`speech`],
//! [`players`], [`rulings`], [`trials`] and [`sittings`], [`app`]. See `docs/architecture.md`.

#[cfg(feature = "cli")]
pub mod app;
pub mod base;
pub mod board;
pub mod engine;
pub mod players;
pub mod rules;
pub mod rulings;
pub mod sittings;
pub mod speech;
pub mod syntax;
pub mod trials;
