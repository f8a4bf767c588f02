//! Games of the sets of cards in `tests/cards`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use brink::engine::Script;
use brink::rules::{Library, Settings};

use super::scripts::once;

/// The rules of the recipe in that file, as a script.
pub fn own_script(name: &str) -> Arc<Script> {
    static MADE: OnceLock<Mutex<HashMap<String, Arc<Script>>>> = OnceLock::new();
    once(MADE.get_or_init(Mutex::default), name, || made(name))
}

fn made(name: &str) -> Arc<Script> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cards")
        .join(name);
    let library = Library::load(std::slice::from_ref(&file)).expect("the cards are sound");
    let recipe = library
        .recipes()
        .iter()
        .find(|recipe| file.ends_with(&*recipe.source.name));
    let id = &recipe.expect("the recipe is in the file").id.node;
    Arc::new(Script::new(
        library
            .compile(id, &Settings::default())
            .expect("the recipe is sound"),
    ))
}
