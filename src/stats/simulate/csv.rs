//! Tables for other programs: one row a game, and one row a card for each game and seat.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use csv::Writer;
use itertools::Itertools;

use crate::simulate::header::{Header, Player, Shard};
use crate::simulate::labels::{Labels, NONE};
use crate::simulate::record::Facts;
use board::Seat;
use text::aside::Aside;

/// Two tables that are being written aside; [`Tables::keep`] gives them their names.
#[derive(Debug)]
pub struct Tables {
    common: Common,
    files: [BufWriter<Aside>; 2],
}

/// What is the same in every row.
#[derive(Debug, Clone)]
pub(super) struct Common {
    /// Of the game, and of the one that it is compared with: recipe and set hash.
    games: Vec<[String; 2]>,
    program: String,
    players: Vec<Player>,
}

/// Rows of both tables, as text.
#[derive(Debug, Default)]
pub(super) struct Rows([Vec<u8>; 2]);

/// Writes rows.
pub(super) struct RowWriter<'a> {
    common: &'a Common,
    games: Writer<Vec<u8>>,
    cards: Writer<Vec<u8>>,
}

/// The columns of `games.csv` but for the victory cards, one a seat, which follow.
const GAME_COLUMNS: [&str; 14] = [
    "recipe",
    "set_hash",
    "program",
    "bots",
    "bot_versions",
    "players",
    "game",
    "seed",
    "winner",
    "way",
    "way_kind",
    "turns",
    "decisions",
    "cuts",
];

/// The columns of `cards.csv` but for the uses, which follow.
const CARD_COLUMNS: [&str; 12] = [
    "recipe",
    "set_hash",
    "program",
    "bot",
    "bot_version",
    "players",
    "game",
    "seed",
    "seat",
    "victory",
    "won",
    "card",
];

impl Tables {
    /// Begins `games.csv` and `cards.csv` in a folder, which is made when it is not there. A shard's tables have its
    /// number in their names.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub fn begin(folder: &Path, header: &Header, labels: &Labels) -> io::Result<Tables> {
        fs::create_dir_all(folder)?;
        let [games, cards] = &Tables::names(header.shard);
        let begin =
            |name: &String| Ok::<_, io::Error>(BufWriter::new(Aside::begin(&folder.join(name))?));
        let mut files = [begin(games)?, begin(cards)?];
        let seats = (1..=header.players.len()).map(|seat| format!("victory_p{seat}"));
        let columns = GAME_COLUMNS.iter().map(ToString::to_string).chain(seats);
        write_row(&mut files[0], columns.collect())?;
        let columns = CARD_COLUMNS
            .iter()
            .map(ToString::to_string)
            .chain(labels.uses.iter().cloned());
        write_row(&mut files[1], columns.collect())?;
        let games = [&header.game].into_iter().chain(&header.other);
        let common = Common {
            games: games
                .map(|game| [game.recipe.clone(), game.set_hash.clone()])
                .collect(),
            program: header.program.clone(),
            players: header.players.clone(),
        };
        Ok(Tables { common, files })
    }

    /// What the files are called.
    pub fn names(shard: Option<Shard>) -> [String; 2] {
        let ending = shard.map_or(String::new(), |shard| {
            format!("-{}-of-{}", shard.number, shard.of)
        });
        ["games", "cards"].map(|table| format!("{table}{ending}.csv"))
    }

    pub(super) fn common(&self) -> Common {
        self.common.clone()
    }

    pub(super) fn write(&mut self, rows: &Rows) -> io::Result<()> {
        self.files
            .iter_mut()
            .zip(&rows.0)
            .try_for_each(|(file, rows)| file.write_all(rows))
    }

    /// Gives the tables their names, in place of older ones, and returns these.
    ///
    /// # Errors
    /// What is left cannot be written.
    pub fn keep(self) -> io::Result<Vec<PathBuf>> {
        let keep = |file: BufWriter<Aside>| {
            file.into_inner()
                .map_err(|error| error.into_error())?
                .keep()
        };
        self.files.into_iter().map(keep).collect()
    }
}

fn write_row(file: &mut impl Write, row: Vec<String>) -> io::Result<()> {
    let mut writer = Writer::from_writer(file);
    writer.write_record(&row)?;
    writer.flush()
}

impl Common {
    pub fn writer(&self) -> RowWriter<'_> {
        RowWriter {
            common: self,
            games: Writer::from_writer(Vec::new()),
            cards: Writer::from_writer(Vec::new()),
        }
    }
}

impl RowWriter<'_> {
    /// Adds the rows of a game: of the game itself (0) or of the one that it is compared with (1).
    pub fn add(
        &mut self,
        which: usize,
        labels: &Labels,
        number: u64,
        facts: &Facts,
    ) -> io::Result<()> {
        let Common {
            games,
            program,
            players,
        } = self.common;
        let [recipe, hash] = &games[which];
        let joined = |part: fn(&Player) -> &str| players.iter().map(part).join(" ");
        let way = facts.way.and_then(|way| labels.ways.get(usize::from(way)));
        let victory = |seat: usize| match facts.victories[seat] {
            NONE => "",
            victory => labels
                .victories
                .get(usize::from(victory))
                .map_or("", String::as_str),
        };
        let count = players.len().to_string();
        let (number, seed) = (number.to_string(), facts.seed.to_string());
        let row = [
            recipe.as_str(),
            hash.as_str(),
            program.as_str(),
            &joined(|player| &player.bot),
            &joined(|player| &player.version),
            &count,
            &number,
            &seed,
            &facts.winner.map_or_else(
                || {
                    if facts.draw {
                        "draw".to_string()
                    } else {
                        String::new()
                    }
                },
                |seat| seat.to_string(),
            ),
            way.map_or("", |way| &way.name),
            way.map_or("", |way| way.kind.into()),
            &facts.turns.to_string(),
            &facts.decisions.to_string(),
            &facts.cuts.len().to_string(),
        ];
        self.games
            .write_record(row.into_iter().chain((0..players.len()).map(victory)))?;
        for (seat, player) in players.iter().enumerate() {
            let name = Seat(seat as u8).to_string();
            let won = facts
                .winner
                .map_or(if facts.draw { "0" } else { "" }, |winner| {
                    if winner.index() == seat { "1" } else { "0" }
                });
            for (card, label) in labels.cards.iter().enumerate() {
                let common = [
                    recipe,
                    hash,
                    program,
                    &player.bot,
                    &player.version,
                    &count,
                    &number,
                    &seed,
                    &name,
                    victory(seat),
                    won,
                    label,
                ];
                let uses = facts.cards.of(seat, card).iter().map(u32::to_string);
                let uses: Vec<String> = uses.collect();
                self.cards
                    .write_record(common.into_iter().chain(uses.iter().map(String::as_str)))?;
            }
        }
        Ok(())
    }

    /// The rows as text.
    pub fn finish(self) -> io::Result<Rows> {
        let text = |writer: Writer<Vec<u8>>| {
            writer
                .into_inner()
                .map_err(|error| io::Error::other(error.to_string()))
        };
        Ok(Rows([text(self.games)?, text(self.cards)?]))
    }
}
