//! Cards that somebody has written: checked, shown, and tried by random games, under bounds.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::BOTS;
use crate::Refusal;
use crate::new_game::{self, File, sources};
use crate::replay::badge;
use crate::room::PHRASES;
use board::PLAYERS;
use bots::{BotSpec, Course, Seen};
use engine::{Outcome, Script};
use explain::entries;
use explain::names::face_name;
use explain::options::decision::Decision;
use rules::ir::{FaceId, Rules};
use rules::{Fault, Library, Report, Settings};
use session::opening::draw_kinds;
use text::Source;

/// Random games that are played for somebody at once, and how long that may take.
const GAMES: u32 = 200;
const TIME: Duration = Duration::from_secs(5);

/// Turns after which a random game is left.
const TURNS: u32 = 400;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    files: Vec<File>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialRequest {
    #[serde(default)]
    files: Option<Vec<File>>,
    recipe: String,
    players: u8,
    games: u32,
}

/// What is wrong with files, and what their cards say.
#[derive(Debug, Serialize)]
pub struct CheckReport {
    problems: Vec<Problem>,
    sets: Vec<String>,
    recipes: Vec<String>,
    /// What is to be known of those recipes before there is a game.
    games: Vec<Value>,
    faces: Vec<Value>,
}

/// One thing that is wrong.
#[derive(Debug, Default, Serialize)]
pub struct Problem {
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    length: Option<usize>,
    from: Option<usize>,
    to: Option<usize>,
    message: String,
    label: Option<String>,
    help: Option<String>,
}

/// What random games came to.
#[derive(Debug, Serialize)]
pub struct Trial {
    games: u32,
    wins: Vec<u32>,
    unfinished: u32,
    turns: Value,
}

/// Checks files of cards.
///
/// # Errors
/// There are too many.
pub fn check(CheckRequest { files }: CheckRequest) -> Result<CheckReport, Refusal> {
    let files = sources(Some(files))?;
    let own = |source: &Source| files.iter().any(|file| file.name == source.name);
    match Library::with_texts(files.clone()) {
        Err(Report { faults }) => Ok(CheckReport {
            problems: faults
                .iter()
                .take(PROBLEMS)
                .map(|fault| problem(fault, &files))
                .collect(),
            sets: Vec::new(),
            recipes: Vec::new(),
            games: Vec::new(),
            faces: Vec::new(),
        }),
        Ok(library) => {
            let sets = library
                .sets()
                .iter()
                .filter(|set| own(&set.source))
                .map(|set| set.id.node.clone());
            let sets: Vec<String> = sets.collect();
            let recipes: Vec<_> = library
                .recipes()
                .iter()
                .filter(|recipe| own(&recipe.source))
                .collect();
            let games = recipes
                .iter()
                .filter_map(|recipe| game(&library, &recipe.id.node, &recipe.title))
                .collect();
            let faces = library
                .face_entries()
                .into_iter()
                .filter(|face| sets.contains(&face.set));
            Ok(CheckReport {
                problems: Vec::new(),
                recipes: recipes
                    .iter()
                    .map(|recipe| recipe.id.node.clone())
                    .collect(),
                games,
                faces: faces
                    .map(|face| {
                        let mut card = entries::card(&face);
                        badge(&mut card, face.badge, &face.name);
                        card
                    })
                    .collect(),
                sets,
            })
        }
    }
}

/// Lets random bots play some games.
///
/// # Errors
/// What is wrong with the cards, or with what is asked for.
pub fn random(
    TrialRequest {
        files,
        recipe,
        players,
        games,
    }: TrialRequest,
) -> Result<Trial, Refusal> {
    if !PLAYERS.contains(&players) || !(1..=GAMES).contains(&games) {
        return Err(Refusal::bad(format!(
            "a trial has two to six players and 1 to {GAMES} games"
        )));
    }
    let library = Library::with_texts(sources(files)?)?;
    let kinds = library
        .draft(&recipe)?
        .map(|draft| draw_kinds(&draft, 1))
        .unwrap_or_default();
    let rules = library.compile(
        &recipe,
        &Settings {
            disputes: Vec::new(),
            kinds,
        },
    )?;
    let script = std::sync::Arc::new(Script::new(rules));
    let until = Instant::now() + TIME;
    let (mut wins, mut unfinished, mut turns) = (vec![0; usize::from(players)], 0, Vec::new());
    for seed in 0..u64::from(games) {
        if Instant::now() > until {
            break;
        }
        let mut game = engine::Game::deal(script.clone(), players, seed, &mut ());
        let (mut bot, mut course) = (BotSpec::Random.seated(seed), Course::default());
        while game.state().turns <= TURNS && Instant::now() < until {
            let Some(decision) = Decision::of(&game) else {
                break;
            };
            let number = bot.choose(&Seen::new(&game, &decision, course));
            let choice = game.options()[number];
            game.take(choice, &mut ())
                .expect("the options are the game's own");
            course.advance(&game);
        }
        turns.push(game.state().turns);
        match game.outcome() {
            Outcome::Won(seat) => wins[seat.index()] += 1,
            Outcome::Running | Outcome::Drawn => unfinished += 1,
        }
    }
    let mean = f64::from(turns.iter().sum::<u32>()) / (turns.len().max(1) as f64);
    let turns_told = json!({"least": turns.iter().min(), "mean": mean, "most": turns.iter().max()});
    Ok(Trial {
        games: turns.len() as u32,
        wins,
        unfinished,
        turns: turns_told,
    })
}

/// Faults that are told of at once.
const PROBLEMS: usize = 100;

fn problem(fault: &Fault, files: &[Source]) -> Problem {
    let message = fault.to_string();
    let help = miette::Diagnostic::help(fault).map(|help| help.to_string());
    let place = fault.place().and_then(|(name, span)| {
        let source = files.iter().find(|file| *file.name == *name)?;
        Some((source, span))
    });
    let Some((source, span)) = place else {
        return Problem {
            message,
            help,
            ..Problem::default()
        };
    };
    let text = &*source.text;
    let start = (0..=span.start.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let end = (span.end.max(start).min(text.len())..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(start);
    let begins = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let units = |text: &str| text.encode_utf16().count();
    let label = miette::Diagnostic::labels(fault)
        .and_then(|mut labels| labels.next()?.label().map(str::to_string));
    Problem {
        file: Some(source.name.to_string()),
        line: Some(text[..start].matches('\n').count() + 1),
        column: Some(text[begins..start].chars().count() + 1),
        length: Some(text[start..end].chars().count()),
        from: Some(units(&text[..start])),
        to: Some(units(&text[..end])),
        message,
        label,
        help,
    }
}

/// What can be settled before a game of a recipe; nothing of one that cannot be played so.
fn game(library: &Library, id: &str, title: &str) -> Option<Value> {
    let draft = library.draft(id).ok().flatten();
    let kinds = draft
        .as_ref()
        .map(|draft| draw_kinds(draft, 1))
        .unwrap_or_default();
    let rules = library
        .compile(
            id,
            &Settings {
                disputes: Vec::new(),
                kinds,
            },
        )
        .ok()?;
    let name = |at: u8| rules.symbols[usize::from(at)].name.clone();
    let symbols: Vec<Value> = rules
        .symbols
        .iter()
        .map(|symbol| json!({"name": symbol.name, "beats": name(symbol.beats)}))
        .collect();
    let disputes = rules.disputes.iter().map(|dispute| {
        let values: Vec<Value> =
            dispute.values.iter().map(|(value, meaning)| json!({"value": value, "meaning": meaning})).collect();
        json!({"name": dispute.name, "question": dispute.question, "rules": dispute.rules, "values": values,
               "value": dispute.values[usize::from(dispute.value)].0})
    });
    let disputes: Vec<Value> = disputes.collect();
    let draft = draft.map(|draft| json!({"count": draft.count, "kinds": draft.kinds}));
    Some(
        json!({"id": id, "title": title, "signs": signs(&rules), "symbols": symbols, "draft": draft,
                "disputes": disputes}),
    )
}

/// The emblems of a few of its cards.
fn signs(rules: &Rules) -> Vec<Cow<'static, str>> {
    let step = rules.kinds.len().div_ceil(SIGNS).max(1);
    let kinds = rules.kinds.iter().rev().step_by(step);
    let drawing = |id: FaceId| rules.faces[id.index()].badge.drawing(face_name(rules, id));
    kinds.map(|kind| drawing(kind.buildings[0])).collect()
}

/// So many stand beside the title of a game.
const SIGNS: usize = 4;

/// What a page needs to know before there is a game.
pub fn about() -> Value {
    let library = new_game::library();
    let bots: Vec<Value> = BOTS
        .iter()
        .map(|(bot, title)| json!({"bot": bot, "title": title}))
        .collect();
    let phrases: Vec<Value> = PHRASES
        .iter()
        .map(|(phrase, text)| json!({"phrase": phrase, "text": text}))
        .collect();
    let recipe = |id: &str, title: &str| {
        game(library, id, title).expect("the project's own recipes are sound")
    };
    let recipes: Vec<Value> = library
        .recipes()
        .iter()
        .map(|found| recipe(&found.id.node, &found.title))
        .collect();
    json!({"program": "brink", "version": env!("CARGO_PKG_VERSION"), "uploads": true, "bots": bots, "phrases": phrases,
           "recipes": recipes})
}
