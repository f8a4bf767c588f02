//! The program's own cards: read once, and their rules made once for all games that are played by them at the same time.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use engine::Script;
use rules::{Library, Report, Settings};

/// All of them.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::builtin().expect("the project's own cards are sound"))
}

/// The rules of a recipe of theirs.
///
/// # Errors
/// There is no such recipe, or the settings are wrong.
pub fn script(recipe: &str, settings: &Settings) -> Result<Arc<Script>, Report> {
    static MADE: Mutex<Vec<(String, Settings, Weak<Script>)>> = Mutex::new(Vec::new());
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |(of, with, script): &(String, Settings, Weak<Script>)| {
        (of == recipe && with == settings)
            .then(|| script.upgrade())
            .flatten()
    };
    let found = made().iter().find_map(fits);
    if let Some(script) = found {
        return Ok(script);
    }
    let script = Arc::new(Script::new(library().compile(recipe, settings)?));
    let mut made = made();
    made.retain(|(.., script)| script.strong_count() > 0);
    made.push((
        recipe.to_string(),
        settings.clone(),
        Arc::downgrade(&script),
    ));
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::script;
    use rules::Settings;
    use std::sync::Arc;

    #[test]
    fn games_of_the_same_rules_share_them() {
        let plain = Settings::default();
        let other = Settings {
            disputes: vec![("reshuffle".into(), "on-draw".into())],
            ..Settings::default()
        };
        let made = |settings| script("1961", settings).expect("the recipe is there");
        let one = made(&plain);
        assert!(Arc::ptr_eq(&one, &made(&plain)) && !Arc::ptr_eq(&one, &made(&other)));
        assert!(script("nothing", &plain).is_err());
    }
}
