//! New games: from what somebody has asked for to a table that can be kept.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use board::PLAYERS;
use engine::Script;
use rules::{Library, Report, Settings};
use serde::{Deserialize, Serialize};
use session::opening::Given;
use session::opening::draw_kinds;
use text::Source;

use crate::Refusal;
use crate::records::Record;
use crate::replay::first_reason;
use crate::room::{Chair, Room, Who, allowed_bot, fit_name};
use crate::store::NewGame;
use crate::token::{NoChance, Token, game_name, seed};
use crate::wire::ChatMode;

/// Files that somebody may send at once, and bytes of all of them.
pub const FILES: usize = 8;
pub const FILE_BYTES: usize = 256 * 1024;

/// What somebody asks for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    pub recipe: String,
    pub chairs: Vec<ChairRequest>,
    #[serde(default)]
    pub disputes: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    pub kinds: Option<Vec<String>>,
    #[serde(default)]
    pub first: First,
    #[serde(default)]
    pub chat: ChatMode,
    #[serde(default)]
    pub files: Option<Vec<File>>,
    #[serde(default)]
    pub position: Option<String>,
}

/// A chair of a new game.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChairRequest {
    Me { name: String },
    Open,
    Bot { bot: String },
}

/// A file of cards that somebody has sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// A table that was made.
pub struct NewTable {
    pub room: Room,
    pub new: NewGame,
    /// What opens the seat of whoever has made it.
    pub seat: Option<Token>,
}

impl NewTable {
    /// A table at which these sit down.
    fn new(
        setup: Setup,
        title: String,
        script: Arc<Script>,
        records: &[Record],
    ) -> Result<NewTable, Refusal> {
        let mut room = Room::new(game_name()?, title, setup, script).map_err(Refusal::bad)?;
        let records_of_room = records.iter().cloned();
        records_of_room.for_each(|record| room.apply(record));
        Ok(NewTable::of(room, records, None))
    }

    /// A table that is made of these records.
    pub fn of(room: Room, records: &[Record], seat: Option<Token>) -> NewTable {
        let new = NewGame {
            name: room.name.clone(),
            setup: serde_json::to_string(room.setup()).expect("it is made of texts and numbers"),
            cards: room.script().rules.files.clone().into(),
            records: records.iter().map(Record::text).collect(),
        };
        NewTable { room, new, seat }
    }
}

/// What opens an open chair, or lets people look on.
pub fn link() -> Result<String, NoChance> {
    Ok(Token::new()?.to_string())
}

/// The files as sources.
///
/// # Errors
/// They are too many, too large, or are not called as files are.
pub fn sources(files: Option<Vec<File>>) -> Result<Vec<Source>, Refusal> {
    let files = files.unwrap_or_default();
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    if files.len() > FILES || bytes > FILE_BYTES {
        let message = format!("at most {FILES} files with {FILE_BYTES} bytes in total are read");
        return Err(Refusal::too_large(message));
    }
    let plain = |name: &str| {
        let stem = name.strip_suffix(".toml").unwrap_or_default();
        let fits = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
        (1..=40).contains(&stem.len()) && stem.chars().all(fits)
    };
    if let Some(file) = files.iter().find(|file| !plain(&file.name)) {
        let name = text::printable(&file.name, 40);
        let refusal = Refusal::bad(format!("`{name}` is not the name of a set file"));
        return Err(refusal.with_help("use letters, digits, `-` and `_`, for example `mine.toml`"));
    }
    Ok(files
        .into_iter()
        .map(|file| Source::new(file.name, file.text))
        .collect())
}

/// Makes a game. It takes a while: the cards are read and checked.
///
/// # Errors
/// What is wrong with what is asked for.
pub fn make(wanted: GameRequest) -> Result<NewTable, Refusal> {
    let players = wanted.chairs.len();
    if !u8::try_from(players).is_ok_and(|players| PLAYERS.contains(&players)) {
        return Err(Refusal::bad("a table has two to six chairs"));
    }
    let count =
        |of: fn(&ChairRequest) -> bool| wanted.chairs.iter().filter(|chair| of(chair)).count();
    let me = count(|chair| matches!(chair, ChairRequest::Me { .. }));
    let open = count(|chair| matches!(chair, ChairRequest::Open));
    if me > 1 || me == 0 && open > 0 {
        return Err(Refusal::bad("exactly one of the chairs must be yours"));
    }
    let files = sources(wanted.files)?;
    let brought = match files.is_empty() {
        true => None,
        false => Some(Library::with_texts(files)?),
    };
    let library = brought.as_ref().unwrap_or_else(|| library());
    let seed = seed()?;
    let drawn = library.draft(&wanted.recipe)?;
    let drawn = || drawn.map(|draft| draw_kinds(&draft, seed));
    let settings = Settings {
        disputes: wanted.disputes.into_iter().collect(),
        kinds: wanted.kinds.or_else(drawn).unwrap_or_default(),
    };
    let script = match &brought {
        Some(library) => Arc::new(Script::new(library.compile(&wanted.recipe, &settings)?)),
        None => script(&wanted.recipe, &settings)?,
    };
    let Settings { disputes, kinds } = settings;
    let setup = Setup {
        version: env!("CARGO_PKG_VERSION").to_string(),
        recipe: wanted.recipe,
        players: players as u8,
        disputes,
        kinds,
        first: wanted.first,
        chat: wanted.chat,
        seed,
        join: link()?,
        watch: link()?,
        position: wanted.position,
    };
    let title = title(library, &setup.recipe);
    let (mut records, mut seat) = (Vec::new(), None);
    for (chair, wanted) in wanted.chairs.into_iter().enumerate() {
        records.extend(match wanted {
            ChairRequest::Open => None,
            ChairRequest::Bot { bot } => {
                let bot = allowed_bot(&bot)?.to_string();
                Some(Record::Bot { chair, bot })
            }
            ChairRequest::Me { name } => {
                let token = seat.insert(Token::new()?);
                let name = fit_name(&name, std::iter::empty())?;
                Some(Record::sat(chair, name, &token.hash()))
            }
        });
    }
    let made = NewTable::new(setup, title, script, &records)?;
    Ok(NewTable { seat, ..made })
}

/// What the game of these rules is called: its recipe stands first among its files.
pub fn title_in(script: &Script) -> String {
    let table = script
        .rules
        .files
        .first()
        .and_then(|file| file.text.parse::<toml::Table>().ok());
    let title = table.and_then(|table| Some(table.get("title")?.as_str()?.to_string()));
    title.unwrap_or_else(|| script.rules.game.clone())
}

/// What a recipe is called.
pub fn title(library: &Library, recipe: &str) -> String {
    let found = library
        .recipes()
        .iter()
        .find(|other| other.id.node == recipe);
    found.map_or_else(|| recipe.to_string(), |recipe| recipe.title.clone())
}

/// The same people play once more, each with the token of the seat that they had; chance is another one, and so are the links.
///
/// # Errors
/// The system gives no random numbers.
pub fn again(old: &Room) -> Result<NewTable, Refusal> {
    let setup = Setup {
        seed: seed()?,
        join: link()?,
        watch: link()?,
        version: env!("CARGO_PKG_VERSION").to_string(),
        ..old.setup().clone()
    };
    let record = |(chair, there): (usize, &Chair)| match &there.who {
        Who::Open => None,
        Who::Bot { bot } => Some(Record::Bot {
            chair,
            bot: bot.to_string(),
        }),
        Who::Person { name, token } => Some(Record::sat(chair, name.clone(), token)),
    };
    let records: Vec<Record> = old.chairs().iter().enumerate().filter_map(record).collect();
    NewTable::new(
        setup,
        old.title().to_string(),
        old.script().clone(),
        &records,
    )
}

/// See the top of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// The program that made it.
    pub version: String,
    pub recipe: String,
    pub players: u8,
    /// Those that are not as the recipe has them.
    pub disputes: Vec<(String, String)>,
    /// Of a draft: the kinds that were drawn.
    pub kinds: Vec<String>,
    pub first: First,
    pub chat: ChatMode,
    /// Never told to anybody before the game is over.
    pub seed: u64,
    /// What opens an open chair, and what lets people look on: whoever has a seat may pass them on.
    pub join: String,
    pub watch: String,
    /// The position that it begins with; it is dealt where there is none.
    pub position: Option<String>,
}

/// How the first player is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    #[default]
    Contest,
    Random,
    Me,
}

impl Setup {
    /// The rules of the game, of these cards.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn script(&self, cards: Vec<Source>) -> Result<Arc<Script>, Report> {
        let settings = Settings {
            disputes: self.disputes.clone(),
            kinds: self.kinds.clone(),
        };
        // A game carries its cards: those of the program may be other ones by now.
        let same = |script: &Arc<Script>| {
            let own = script
                .rules
                .files
                .iter()
                .map(|file| (&file.name, &file.text));
            own.eq(cards.iter().map(|file| (&file.name, &file.text)))
        };
        if let Some(script) = script(&self.recipe, &settings).ok().filter(same) {
            return Ok(script);
        }
        let rules = Library::of_texts(cards)?.compile(&self.recipe, &settings)?;
        Ok(Arc::new(Script::new(rules)))
    }

    /// The position that it begins with.
    ///
    /// # Errors
    /// The first thing that is wrong with it, as a sentence.
    pub fn given(&self, script: &Script) -> Result<Option<Arc<Given>>, String> {
        let Some(text) = &self.position else {
            return Ok(None);
        };
        let given = Given::read(text, &script.rules)
            .map_err(|faults| first_reason(&faults, |fault| &fault.reason))?;
        match given.setup.nations.len() == usize::from(self.players) {
            true => Ok(Some(Arc::new(given))),
            false => Err(format!("the position is not for {} players", self.players)),
        }
    }
}

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
