//! `brink new`: a folder with a set, a recipe, a ruling and a README, to begin with.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use itertools::Itertools;

use crate::output::save;
use crate::{Failure, plain, start};
use author::schema;
use rules::{Card, Library};
use text::capital;
use text::limits::NAME;

/// Start a set of your own in a new folder.
#[derive(Args)]
pub struct New {
    /// Name of the folder and the set: letters from a to z, digits and `-`
    #[arg(value_name = "NAME")]
    name: String,
}

const SET: &str = include_str!("new/set.toml");
const RECIPE: &str = include_str!("new/recipe.toml");
const RULINGS: &str = include_str!("new/rulings.toml");
const README: &str = include_str!("new/README.md");

/// What the recipe is called, behind the name of the set.
const GAME: &str = "-game";

/// Where the schemas lie in the folder.
const SCHEMAS: &str = ".brink";

/// The JSON Schemas of sets, recipes and rulings.
fn schemas() -> [String; 3] {
    [schema::set(), schema::recipe(), schema::rulings()]
}

impl New {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open(&[])?;
        self.check_name(&library)?;
        let files = self.files(&library)?;
        let folder = Path::new(&self.name);
        fs::create_dir(folder).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::usage(
                format!("`{}` already exists", self.name),
                "choose another name, or another folder to work in",
            ),
            _ => Failure::file(folder, "written", &error),
        })?;
        for (name, text) in &files {
            if let Err(failure) = write(&folder.join(name), text) {
                // Half a folder would be in the way of the next try.
                let _ = fs::remove_dir_all(folder);
                return Err(failure);
            }
        }
        let shown = files.iter().filter(|(name, _)| !name.starts_with(SCHEMAS));
        let shown = shown.map(|(name, _)| name.display()).join(", ");
        let name = &self.name;
        Ok(writeln!(
            plain::stdout(),
            "The folder `{name}` has {shown}.\nNext: `cd {name}`, then `brink play .`; README.md has more commands."
        )?)
    }

    fn check_name(&self, library: &Library) -> Result<(), Failure> {
        let name = self.name.as_str();
        let fits = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
        if let Some(sign) = name.chars().find(|sign| !fits(*sign)) {
            return Err(Failure::usage(
                format!("the name `{name}` contains the character `{sign}`"),
                "use letters from a to z, digits and `-`, as in `brink new windy-hills`",
            ));
        }
        if !name.starts_with(|sign: char| sign.is_ascii_alphanumeric()) {
            return Err(Failure::usage(
                format!("the name `{name}` does not begin with a letter or a digit"),
                "begin it with one, as in `brink new windy-hills`",
            ));
        }
        let (letters, most) = (name.len(), NAME - GAME.len());
        if letters > most {
            return Err(Failure::usage(
                format!("the name `{name}` has {letters} letters, but at most {most} are allowed"),
                "choose a shorter name",
            ));
        }
        let sets = library.sets().iter().map(|set| &*set.id.node);
        let taken = sets.chain(start::ids(library));
        let own = [
            name.to_lowercase(),
            format!("{}{GAME}", name.to_lowercase()),
        ];
        for id in taken {
            if own.contains(&id.to_lowercase()) {
                return Err(Failure::usage(
                    format!("`{id}` is the id of a set or recipe that comes with Brink"),
                    "choose another name",
                ));
            }
        }
        Ok(())
    }

    /// The files of the folder, by their names.
    fn files(&self, library: &Library) -> Result<Vec<(PathBuf, String)>, Failure> {
        let base = library.recipes().first();
        let base = base.ok_or_else(|| {
            Failure::run(
                "there is no recipe to add cards to",
                "this is a bug in brink",
            )
        })?;
        let sets = library.sets_of(base);
        let cards = library
            .sets()
            .iter()
            .filter(|set| sets.contains(&set.id.node));
        let victory = cards
            .flat_map(|set| &set.cards)
            .find_map(|card| match card {
                Card::Victory { front, .. } => Some(front.node.as_str()),
                Card::Deck { .. } => None,
            });
        let name = self.name.as_str();
        let filled = |template: &str| {
            template
                .replace("{name}", name)
                .replace("{title}", &capital(&name.replace('-', " ")))
                .replace("{base}", &base.id.node)
                .replace(
                    "{sets}",
                    &sets.iter().map(|set| format!("\"{set}\"")).join(", "),
                )
                .replace("{victory}", victory.unwrap_or_default())
        };
        let sorts = ["set", "recipe", "rulings"];
        let headed =
            |sort: &str, text: String| format!("#:schema ./{SCHEMAS}/{sort}.schema.json\n{text}");
        let file = |name: String, text: String| (PathBuf::from(name), text);
        let mut files = vec![
            file(format!("{name}.toml"), headed("set", filled(SET))),
            file(
                format!("{name}{GAME}.toml"),
                headed("recipe", filled(RECIPE)),
            ),
            file(
                format!("{name}-rulings.toml"),
                headed("rulings", filled(RULINGS)),
            ),
            file("README.md".to_string(), filled(README)),
        ];
        files.extend(sorts.into_iter().zip(schemas()).map(|(sort, schema)| {
            let path = Path::new(SCHEMAS).join(format!("{sort}.schema.json"));
            (path, schema)
        }));
        Ok(files)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::at(folder, "written"))?;
    }
    save(path, text).map_err(Failure::at(path, "written"))
}
