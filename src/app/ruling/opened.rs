//! A ruling as a game under way, for commands that look at it.

use std::path::{Path, PathBuf};

use crate::ruling::files::{Files, Scripts};
use crate::{Failure, start};
use engine::Game;
use record::judge::{moves_of, setup_of};
use record::positions::moves::play_from;

/// Rulings that are named where one must be chosen.
const NAMED: usize = 6;

/// The position of a ruling of a file, or where its moves lead. Without an id it is the only one there.
pub fn game(path: &Path, with: &[PathBuf], id: Option<&str>, after: bool) -> Result<Game, Failure> {
    let files = Files::read(&[path.to_path_buf()])?;
    let entry = match id {
        Some(id) => files.find(id)?,
        None => {
            files.sound()?;
            let mut entries = files.entries();
            match (entries.next(), entries.next()) {
                (Some(only), None) => only,
                _ => {
                    let ids: Vec<&str> = files
                        .entries()
                        .map(|entry| entry.ruling.id.get_ref().as_str())
                        .collect();
                    let more = if ids.len() > NAMED { ", and more" } else { "" };
                    let named = ids[..ids.len().min(NAMED)].join("`, `");
                    let sentence = format!("`{}` has {} rulings", path.display(), ids.len());
                    return Err(Failure::usage(
                        sentence,
                        format!("choose one with `--id`: `{named}`{more}"),
                    ));
                }
            }
        }
    };
    let library = start::open(&[with.to_vec(), files.cards()].concat())?;
    let faulty = |faults| Failure::texts(&entry.source.name, &entry.source.text, faults);
    let script = Scripts::new(&library).of(entry.ruling).map_err(faulty)?;
    let setup = setup_of(entry.source, entry.ruling, &script).map_err(faulty)?;
    let moves = if after {
        moves_of(entry.source, entry.ruling).map_err(faulty)?
    } else {
        Vec::new()
    };
    play_from(script, &setup, &moves, &mut ()).map_err(faulty)
}
