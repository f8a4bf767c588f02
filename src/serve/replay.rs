//! Games that were played, to be looked through moment by moment: kept games, traces, rulings.

use std::io;
use std::io::BufRead;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use board::Seat;
use bots::protocol::{Clock, Player, Start, Table};
use engine::Script;
use explain::names::face_name;
use explain::options::decision::Taken;
use explain::reading::goal;
use record::judge::{play_ruling, setup_of};
use record::ruling::read_all;
use record::ruling::{Failure, Ruling};
use record::traces::replay::{Header, replay_along};
use record::traces::timeline::{Eyes, Timeline};
use rules::ir::{FaceId, Rules};
use rules::{Badge, Library, Report, Settings, explained};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use session::save::NotGiven;
use session::undo::{Repeated, timeline};
use text::Source;
use tokio::net::TcpListener;

use crate::Refusal;
use crate::import::{LONGEST, saved};
use crate::new_game::{File, sources};
use crate::pages;
use crate::token::Token;
use crate::wire::{LogLine, Moment, ToPage};

/// What somebody wants to look at: the text of a file, which of its games, and the cards that it needs besides the project's.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
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
pub fn look(looking: ReplayRequest) -> Result<Value, Refusal> {
    let ReplayRequest {
        text,
        game,
        ruling,
        files,
    } = looking;
    if text.len() > LONGEST {
        return Err(Refusal::too_large(format!(
            "a file may have at most {LONGEST} bytes"
        )));
    }
    let begins = |word: &str| text.trim_start().starts_with(word);
    if begins("save ") {
        return kept(&text).map(|timeline| shown(&timeline, Eyes::Open));
    }
    let library = Library::with_texts(sources(files)?)?;
    match begins("trace ") {
        true => traced(text.as_bytes(), game.unwrap_or(1), &library),
        false => ruled(Source::new("rulings", text), ruling.as_deref(), &library),
    }
}

fn kept(text: &str) -> Result<Timeline, Refusal> {
    let saved = saved(text)?;
    let files = if saved.files.is_empty() {
        Library::own_texts()
    } else {
        saved.files.clone()
    };
    let library = Library::of_texts(files)?;
    let scripts = saved.scripts(|disputes| {
        let kinds = saved.kinds.clone();
        compiled(&library, &saved.game, Settings { disputes, kinds }).map_err(Refusal::from)
    })?;
    let (settled, _) = saved.settlements(&scripts);
    timeline(&saved.seating(&scripts), &saved.taken, &settled).map_err(|(at, misfit)| {
        let at = match at {
            Repeated::Choice(number) => format!("choice {}", number + 1),
            Repeated::Settlement(number) => format!("settled dispute {}", number + 1),
        };
        Refusal::bad(format!("{at} does not fit its cards: {misfit}"))
    })
}

impl From<NotGiven> for Refusal {
    fn from(not_given: NotGiven) -> Refusal {
        let reason = first_reason(&not_given.faults, |fault| &fault.reason);
        Refusal::bad(format!("its starting position is wrong: {reason}"))
    }
}

/// Of several faults the first one is told.
pub fn first_reason<F>(faults: &[F], reason: impl Fn(&F) -> &String) -> String {
    faults.first().map(reason).cloned().unwrap_or_default()
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
        compiled(library, &header.game, settings).map_err(|report| Refusal::from(report).message)
    };
    let games = replay_along(text, &mut compile)
        .map_err(|difference| Refusal::bad(difference.to_string()))?;
    let count = games.len();
    let number = (wanted as usize).checked_sub(1);
    let played = number.and_then(|number| games.into_iter().nth(number));
    let played = played.ok_or_else(|| {
        Refusal::bad(format!(
            "this file has {count} games; there is no game {wanted}"
        ))
    })?;
    let mut told = shown(&played.timeline, Eyes::Open);
    told["games"] = json!(count);
    Ok(told)
}

/// How what can be looked at is told apart.
const BEGINS: &str =
    "a saved game begins with `save`, a trace with `trace`, a ruling with `[[ruling]]`";

fn ruled(source: Source, wanted: Option<&str>, library: &Library) -> Result<Value, Refusal> {
    let (rulings, faults) = read_all(&source);
    if let Some(fault) = faults.first().filter(|_| rulings.is_empty()) {
        let line = source.text[..fault.span.start.min(source.text.len())]
            .matches('\n')
            .count()
            + 1;
        return Err(Refusal::bad(format!(
            "this is not a ruling: line {line}: {}",
            fault.reason
        ))
        .with_help(BEGINS));
    }
    let ruling = match (wanted, &rulings[..]) {
        (_, []) => return Err(Refusal::bad("there is no game in this text").with_help(BEGINS)),
        (None, [only]) => only,
        (None, several) => {
            let named = |ruling: &Ruling| json!({"id": ruling.id.get_ref(), "title": ruling.title});
            return Ok(json!({"rulings": several.iter().map(named).collect::<Vec<_>>()}));
        }
        (Some(id), several) => several
            .iter()
            .find(|ruling| ruling.id.get_ref() == id)
            .ok_or_else(|| Refusal::bad(format!("there is no ruling `{id}` in this file")))?,
    };
    let script = compiled(library, ruling.game.get_ref(), ruling.settings())?;
    let timeline = of_ruling(&source, ruling, script).map_err(|faults| {
        let reason = first_reason(&faults, |fault| &fault.reason);
        Refusal::bad(format!(
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

/// People think as long as they like.
pub const NO_CLOCK: Clock = Clock {
    move_ms: 0,
    game_ms: None,
};

/// A game that was played, as the page shows it to those eyes.
pub fn shown(timeline: &Timeline, eyes: Eyes) -> Value {
    let (moments, lines) = moments_of(timeline, eyes);
    let replay = ToPage::Replay {
        re: None,
        moments,
        lines,
        open: eyes == Eyes::Open,
    };
    json!({"start": start_of(&timeline.script(0).rules, timeline.players(), None), "replay": replay})
}

/// All that is known of a game to everybody, with the lines of the cards' texts; the seat is that of whoever reads.
pub fn start_of(rules: &Rules, players: u8, seat: Option<Player>) -> Value {
    let add = |said: &mut Value, id: FaceId| {
        let face = &rules.faces[id.index()];
        let gist = goal(rules, id);
        let says = face.says.as_ref().filter(|says| !says.trim().is_empty());
        let says = says.map(|_| gist.join("\n"));
        said["lines"] = json!(explained(says.as_deref(), &face.lines));
        said["gist"] = json!(gist);
        badge(said, face.badge, face_name(rules, id));
    };
    let start = Start::new(rules, 1, players, Seat(0), NO_CLOCK);
    let mut start = serde_json::to_value(start).expect("it is made of texts and numbers");
    if let Some(start) = start.as_object_mut() {
        start.remove("clock");
        start.remove("game");
        start.insert("seat".to_string(), json!(seat));
        start.insert("crisis_lines".to_string(), json!(rules.crisis_lines));
    }
    for (kind, said) in rules.kinds.iter().zip(list(&mut start, "cards")) {
        if let Some(action) = kind.action {
            add(&mut said["action"], action);
        }
        for (face, said) in kind.buildings.iter().zip(list(said, "buildings")) {
            add(said, *face);
        }
    }
    for (keyword, said) in rules.keywords.iter().zip(list(&mut start, "keywords")) {
        said["lines"] = json!(keyword.lines);
    }
    for (tally, said) in rules.tallies.iter().zip(list(&mut start, "tallies")) {
        said["lines"] = json!(tally.lines);
    }
    start
}

/// What a face looks like: lines to be stroked in a box of 48 by 48, and a colour of its own if it has one.
pub fn badge(said: &mut Value, badge: Badge, name: &str) {
    said["sign"] = json!(badge.drawing(name));
    said["colour"] = json!(badge.colour);
}

/// All moments of a game and its log, as those eyes may see them.
pub fn moments_of(timeline: &Timeline, eyes: Eyes) -> (Vec<Moment>, Vec<LogLine>) {
    let may_know = |taken: &&Taken| match eyes {
        Eyes::Open => true,
        Eyes::Seat(seat) => taken.who.by == seat,
    };
    let moment = |at: usize| {
        let taken = timeline.taken().get(at).filter(may_know);
        Moment {
            line: timeline.before(at, eyes),
            turn: timeline.turn(at),
            by: taken.map(|taken| Player(taken.who.by)),
            label: taken.map(|taken| taken.label.clone()),
            view: Table::new(&timeline.script(at).rules, &timeline.view(at, eyes)),
        }
    };
    let moments = (0..=timeline.last()).map(moment).collect();
    (
        moments,
        told(
            timeline.lines(timeline.last(), eyes),
            timeline.depths(eyes),
            timeline.turns(eyes),
            0,
        ),
    )
}

/// Sentences of a log from one on, those with which turns begin as headings.
pub fn told(lines: &[String], depths: &[u8], turns: &[(usize, Seat)], from: usize) -> Vec<LogLine> {
    let turn = |at: usize| {
        turns
            .iter()
            .find(|(line, _)| *line == at)
            .map(|(_, seat)| Player(*seat))
    };
    let lines = lines.iter().enumerate().skip(from);
    lines
        .map(|(at, text)| LogLine {
            text: text.clone(),
            turn: turn(at),
            depth: depths.get(at).copied().unwrap_or(0),
        })
        .collect()
}

fn list<'v>(value: &'v mut Value, key: &str) -> impl Iterator<Item = &'v mut Value> {
    value
        .get_mut(key)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

/// Serves the page with a game that was played, as [`shown`](crate::shown) tells it, until `stop` is over. Whoever does not
/// know `token` does not find it.
///
/// # Errors
/// The system takes no connections any more.
pub async fn show(
    listener: TcpListener,
    played: &Value,
    token: &Token,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (played, token) = (played.to_string(), token.to_string());
    let game = async move |Path(asked): Path<String>| match asked == token {
        true => ([(CONTENT_TYPE, "application/json")], played).into_response(),
        false => StatusCode::NOT_FOUND.into_response(),
    };
    let router = Router::new()
        .route(
            "/",
            get(async |headers: HeaderMap| pages::file("index.html", &headers)),
        )
        .route(
            "/page/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| pages::file(&path, &headers)),
        )
        .route("/api/shown/{token}", get(game))
        .layer(map_response(async |response: Response| {
            pages::strict(response)
        }));
    tokio::select! {
        served = axum::serve(listener, router) => served,
        () = stop => Ok(()),
    }
}
