//! Games that were played, to be looked through moment by moment: kept games, traces, rulings.

use std::io::BufRead;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::import::{CHOICES, LONGEST};
use crate::make::{self, File, sources};
use crate::played::shown;
use crate::refusal::Refusal;
use engine::Script;
use record::file::read_all;
use record::judge::{play_ruling, setup_of};
use record::ruling::{Failure, Ruling};
use record::traces::replay::{Header, replay_along};
use record::traces::timeline::{Eyes, Timeline};
use rules::{Library, Report, Settings};
use session::again::{Repeated, timeline};
use session::saved::{NotGiven, Saved};
use text::Source;

/// What somebody wants to look at: the text of a file, which of its games, and the cards that it needs besides the project's.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looking {
    pub text: String,
    /// Of several traces the one with that number, counted from 1.
    #[serde(default)]
    pub game: Option<u32>,
    /// Of several rulings the one with that id.
    #[serde(default)]
    pub ruling: Option<String>,
    #[serde(default)]
    pub files: Option<Vec<File>>,
}

/// Looks through a kept game, a trace or a ruling, with all cards open: whoever has it has them. Answers what begins it, and all
/// of its moments; of a file with several rulings their names, until one is asked for.
///
/// # Errors
/// It is none of these, or does not fit its cards.
pub fn look(looking: Looking) -> Result<Value, Refusal> {
    let Looking {
        text,
        game,
        ruling,
        files,
    } = looking;
    if text.len() > LONGEST {
        return Err(Refusal::new(
            "too-large",
            format!("a file of more than {LONGEST} bytes is not read"),
        ));
    }
    let begins = |word: &str| text.trim_start().starts_with(word);
    if begins("save ") {
        return kept(&text).map(|timeline| shown(&timeline, Eyes::Open));
    }
    let library = Library::with_texts(sources(files)?).map_err(make::wrong)?;
    match begins("trace ") {
        true => traced(text.as_bytes(), game.unwrap_or(1), &library),
        false => ruled(Source::new("rulings", text), ruling.as_deref(), &library),
    }
}

fn wrong(message: impl Into<String>) -> Refusal {
    Refusal::new("bad-request", message)
}

fn kept(text: &str) -> Result<Timeline, Refusal> {
    let saved = Saved::parse(text)
        .map_err(|error| wrong(format!("this is no kept game: {}", error.reason)))?;
    if saved.taken.len() > CHOICES {
        return Err(Refusal::new(
            "too-large",
            format!("a game of more than {CHOICES} choices is not read"),
        ));
    }
    let files = if saved.files.is_empty() {
        Library::own_texts()
    } else {
        saved.files.clone()
    };
    let library = Library::of_texts(files).map_err(make::wrong)?;
    let scripts = saved.scripts(|disputes| {
        compiled(
            &library,
            &saved.game,
            Settings {
                disputes,
                kinds: saved.kinds.clone(),
            },
        )
        .map_err(Unfit::Cards)
    });
    let scripts = scripts.map_err(|unfit| match unfit {
        Unfit::Cards(report) => make::wrong(report),
        Unfit::Position(reason) => wrong(format!(
            "the position that it begins with is wrong: {reason}"
        )),
    })?;
    let (settled, _) = saved.settlements(&scripts);
    timeline(&saved.seating(&scripts), &saved.taken, &settled).map_err(|(at, misfit)| {
        let at = match at {
            Repeated::Choice(number) => format!("choice {}", number + 1),
            Repeated::Settlement(number) => format!("settled dispute {}", number + 1),
        };
        wrong(format!("{at} does not fit its cards: {misfit}"))
    })
}

/// Why a kept game cannot be dealt.
enum Unfit {
    Cards(Report),
    Position(String),
}

impl From<NotGiven> for Unfit {
    fn from(not_given: NotGiven) -> Unfit {
        Unfit::Position(
            not_given
                .faults
                .first()
                .map_or_else(String::new, |fault| fault.reason.clone()),
        )
    }
}

fn compiled(library: &Library, recipe: &str, settings: Settings) -> Result<Arc<Script>, Report> {
    Ok(Arc::new(Script::new(library.compile(recipe, &settings)?)))
}

fn traced(text: impl BufRead, wanted: u32, library: &Library) -> Result<Value, Refusal> {
    let mut compile = |header: &Header| {
        let settings = Settings {
            disputes: header.disputes.clone(),
            kinds: header.kinds.clone(),
        };
        compiled(library, &header.game, settings).map_err(|report| make::wrong(report).message)
    };
    let games =
        replay_along(text, &mut compile).map_err(|difference| wrong(difference.to_string()))?;
    let count = games.len();
    let number = (wanted as usize).checked_sub(1);
    let played = number.and_then(|number| games.into_iter().nth(number));
    let played = played.ok_or_else(|| {
        wrong(format!(
            "this file has {count} games; there is no game {wanted}"
        ))
    })?;
    let mut told = shown(&played.timeline, Eyes::Open);
    told["games"] = json!(count);
    Ok(told)
}

/// How what can be looked at is told apart.
const BEGINS: &str =
    "a kept game begins with `save`, a trace with `trace`, a ruling with `[[ruling]]`";

fn ruled(source: Source, wanted: Option<&str>, library: &Library) -> Result<Value, Refusal> {
    let (rulings, faults) = read_all(&source);
    if let Some(fault) = faults.first().filter(|_| rulings.is_empty()) {
        let line = source.text[..fault.span.start.min(source.text.len())]
            .matches('\n')
            .count()
            + 1;
        return Err(
            wrong(format!("this is no ruling: line {line}: {}", fault.reason)).with_help(BEGINS),
        );
    }
    let ruling = match (wanted, &rulings[..]) {
        (_, []) => return Err(wrong("there is no game in this text").with_help(BEGINS)),
        (None, [only]) => only,
        (None, several) => {
            let named = |ruling: &Ruling| json!({"id": ruling.id.get_ref(), "title": ruling.title});
            return Ok(json!({"rulings": several.iter().map(named).collect::<Vec<_>>()}));
        }
        (Some(id), several) => several
            .iter()
            .find(|ruling| ruling.id.get_ref() == id)
            .ok_or_else(|| wrong(format!("there is no ruling `{id}` in this file")))?,
    };
    let script =
        compiled(library, ruling.game.get_ref(), ruling.settings()).map_err(make::wrong)?;
    let timeline = of_ruling(&source, ruling, script).map_err(|faults| {
        let reason = faults
            .first()
            .map_or_else(String::new, |fault| fault.reason.clone());
        wrong(format!(
            "the ruling `{}` cannot be played: {reason}",
            ruling.id.get_ref()
        ))
    })?;
    Ok(shown(&timeline, Eyes::Open))
}

/// The moments of a ruling, up to where its expectations begin.
///
/// # Errors
/// What is wrong with its position and its moves.
pub fn of_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
) -> Result<Timeline, Vec<Failure>> {
    let players = setup_of(source, ruling, &script)?.nations.len() as u8;
    let mut timeline = Timeline::new(players);
    play_ruling(source, ruling, script, &mut timeline)?;
    Ok(timeline)
}
