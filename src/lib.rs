//! A rules engine for card games whose cards are written in plain text.
//!
//! No card is known to the engine: cards are TOML files with texts in a small language, which the library reads, checks and
//! lowers to a program. Chance is a seed: the same seed and the same choices make the same game on every machine. What a
//! player may see comes in types that cannot hold a secret, so a bot cannot look where it must not.
//!
//! # A game of your own cards, with a bot
//!
//! ```
//! use std::sync::Arc;
//!
//! use brink::text::Source;
//! use brink::board::Seat;
//! use brink::engine::{Game, Outcome, Script};
//! use brink::rules::{Library, Settings};
//! use brink::bots::{BotSpec, Course, Seen};
//! use brink::explain::options::decision::Decision;
//! use brink::explain::log::Log;
//!
//! // Cards, and the recipe of a game with them. In files they would be read by `Library::load`.
//! let cards = r#"
//! id = "mills"
//! title = "Windmills"
//! language = 2
//!
//! [[card]]
//! building = "Windmill"
//! action = "Gale"
//!
//! [[victory]]
//! front = "Great Mill"
//!
//! [building."Windmill"]
//! text = """
//! Once a turn, if this is stacked: draw a card.
//! """
//!
//! [building."Great Mill"]
//! text = """
//! Win when this has at least 4 cards.
//! """
//!
//! [action."Gale"]
//! text = """
//! Choose a target building that is stacked. Discard the top of it.
//! """
//! "#;
//! let recipe = r#"
//! id = "mill-game"
//! title = "Who fills the Great Mill first?"
//! sets = ["mills"]
//! copies = 40
//! victory = "same"
//! hand = 3
//! shields = 1
//! second-of-two-extra = 1
//! tallies = []
//! "#;
//!
//! // What is wrong with them, and where, is in the error: all of it at once.
//! let library = Library::with(vec![Source::new("mills.toml", cards), Source::new("mill-game.toml", recipe)])?;
//! let script = Arc::new(Script::new(library.compile("mill-game", &Settings::default())?));
//!
//! // Two players, seed 42. The log tells p1 what happens, in sentences, and nothing that p1 may not know.
//! let mut log = Log::new(Seat(0));
//! let mut game = Game::deal(script, 2, 42, &mut log);
//! let mut bot = "greedy".parse::<BotSpec>()?.seated(7);
//! let mut course = Course::default();
//!
//! // Whoever is asked gets options, and takes one of them.
//! while let Some(decision) = Decision::of(&game) {
//!     // `by` is who decides: whose decision it is, `seat`, unless a card lets somebody decide in another's place.
//!     let number = match decision.by {
//!         // This is you: ask somebody which of the labels it shall be. Here it is the first card that goes onto a stack.
//!         Seat(0) => decision.offers.iter().position(|offer| offer.label.starts_with("stack")).unwrap_or_default(),
//!         _ => bot.choose(&Seen::new(&game, &decision, course)),
//!     };
//!     game.take(game.options()[number], &mut log)?;
//!     course.advance(&game);
//! }
//!
//! if let Outcome::Won(winner) = game.outcome() {
//!     println!("{winner} has won");
//! }
//! # assert!(matches!(game.outcome(), Outcome::Won(_)));
//! for line in log.lines() {
//!     println!("{line}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | you want to | look at |
//! |---|---|
//! | load cards and recipes, settle what tables answer differently | [`rules::Library`], [`rules::Settings`] |
//! | play: options, choices, who has won | [`engine::Game`], and [`explain::options::decision`] for options in public terms |
//! | write moves and positions down, and read them | [`explain::options::label`], [`record::positions`] |
//! | see the table as a player does | [`board::View`] |
//! | tell what happens | [`explain::log::Log`], or any [`engine::Watch`]er of [`board::Event`]s |
//! | let a bot play, or write one | [`bots`] |
//! | settle an argument by a small file | [`record`] |
//!
//! The built-in games come with [`rules::Library::builtin`]. How cards are written is told in `docs/language.md`, how the
//! program is built in `docs/architecture.md`.
//!
//! # Features
//!
//! `cli`, on by default, is the command `brink` with all that it needs. To embed the engine, leave it out:
//! `default-features = false`.
//!
//! `serve` is a server for games of friends on several machines (`docs/serving.md`); `postgres` lets several of them keep their games in
//! one database of that name. Both are off by default.
//!
//! # What is not meant for others
//!
//! The lowered program (`rules::ir`), the trees of the languages (`lang`), games of many and of people (`stats`, `session`), the
//! command (`app`) and parts of other rooms are public for the project's own tests and command alone. They are left out of these
//! pages, and change without notice. So `Rules`, which a recipe is compiled to, has no page: it goes to [`engine::Script::new`], and
//! what asks for it later takes `&game.script().rules`.

#![warn(missing_docs)]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use app;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use author;
pub use board;
pub use bots;
pub use engine;
pub use explain;
#[doc(hidden)]
pub use lang;
pub use record;
pub use rules;
#[cfg(feature = "serve")]
#[doc(hidden)]
pub use serve;
#[doc(hidden)]
pub use session;
#[doc(hidden)]
pub use stats;
pub use text;
