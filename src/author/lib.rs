//! Tools for those who write cards: folders of files, formatting, schemas, the language server.

pub mod explanation;
pub mod folder;
pub mod format;
pub mod schema;
pub mod server;
