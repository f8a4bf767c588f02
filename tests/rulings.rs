//! Plays every ruling under `tests/rulings/`, and tells it in plain words.

#[path = "support/below.rs"]
mod below;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brink::base::Source;
use brink::engine::Script;
use brink::rules::Library;
use brink::rulings::file::read_rulings;
use brink::rulings::index::{Entry, unlisted, with_index};
use brink::rulings::judge::run_ruling;
use brink::rulings::ruling::Ruling;
use brink::rulings::transcript::transcript;
use brink::speech::rulebook::rule_ids;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every file of rulings with what is in it, in the order of their names; those of the book of fan cards have a test of their own.
fn files() -> Vec<(String, Source, Vec<Ruling>)> {
    let mut paths = Vec::new();
    below::below(&at("tests/rulings"), &mut paths);
    // Those of the book of fan cards need its cards: tests/book.rs plays them.
