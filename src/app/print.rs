//! `brink print`: cards as pages to print, as pictures, and as sheets for tables on a screen.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use itertools::Itertools;

use crate::failure::Remark;
use crate::output::{self, output};
use crate::{Failure, near, plain, start};
use ::print::{Card, Colour, Face, Paper, Printed, Sort, Unfit, Why};
use rules::{FaceEntry, Library, Settings, author_lines};
use text::aside::Aside;
use text::limits::PRINTED;
use text::plural;

/// Print cards, or export them to Tabletop Simulator.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("where").required(true).multiple(true).args(["out", "tabletop_simulator"])))]
pub struct Print {
    /// Set id or file, recipe file, or folder
    #[arg(value_name = "SET")]
    set: String,
    /// Print as many copies of each card as this recipe has [default: one of each]
    #[arg(long, value_name = "RECIPE")]
    recipe: Option<String>,
    /// Write pages as .pdf or .html, or a picture of each side into a folder
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Paper of the pages [default: a4]
    #[arg(long, value_name = "PAPER", value_enum)]
    paper: Option<Sheets>,
    /// Format of the pictures in a folder [default: png]
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// Write card sheets and a saved object for Tabletop Simulator
    #[arg(long, value_name = "DIR")]
    tabletop_simulator: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Sheets {
    A4,
    Letter,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Png,
    Svg,
}

/// What `--out` writes.
enum Out {
    Pdf,
    Html,
    Folder,
}

/// The colours of sets that give their faces none, and of victory cards.
const SETS: [&str; 6] = [
    "#a93226", "#17666a", "#6d4391", "#8f5a08", "#2a589c", "#436d27",
];
const VICTORY: &str = "#7a5c0c";

impl Print {
    pub fn run(self) -> Result<(), Failure> {
        let out = self.out.as_deref().map(out_of).transpose()?;
        self.without_effect(out.as_ref())?;
        match out {
            Some(Out::Pdf | Out::Html) => output::check([output("--out", &self.out)])?,
            _ => self
                .out
                .as_deref()
                .map_or(Ok(()), |path| folder("--out", path))?,
        }
        let sheets = self.tabletop_simulator.as_deref();
        sheets.map_or(Ok(()), |path| folder("--tabletop-simulator", path))?;
        let (cards, title, name) = self.cards()?;
        let printed = laid_out(&cards)?;
        if let (Some(path), Some(out)) = (&self.out, out) {
            self.write(&printed, &title, path, &out)?;
        }
        sheets.map_or(Ok(()), |path| write_sheets(&printed, &title, &name, path))
    }

    /// Refuses options that would change nothing.
    fn without_effect(&self, out: Option<&Out>) -> Result<(), Failure> {
        let (option, needed) = match out {
            Some(Out::Folder) if self.paper.is_some() => ("--paper", "a .pdf or .html file"),
            Some(Out::Pdf | Out::Html) if self.format.is_some() => ("--format", "a folder"),
            None if self.paper.is_some() => ("--paper", "a .pdf or .html file"),
            None if self.format.is_some() => ("--format", "a folder"),
            _ => return Ok(()),
        };
        Err(Failure::usage(
            format!("`{option}` only works when `--out` is {needed}"),
            format!("leave out `{option}`, or give `--out` {needed}"),
        ))
    }

    /// The cards that are meant, the titles of their sets, and a name for files from their ids.
    fn cards(&self) -> Result<(Vec<Card>, String, String), Failure> {
        let files = [Some(&self.set), self.recipe.as_ref()]
            .into_iter()
            .flatten();
        let files = files.filter(|word| start::is_path(word));
        let files: Vec<PathBuf> = files.map(PathBuf::from).unique().collect();
        let library = match files.as_slice() {
            [] => start::open(&[])?,
            files => start::open_instead(files)?,
        };
        let sets = self.sets(&library);
        let recipe = match &self.recipe {
            Some(recipe) => Some(recipe_in(&library, recipe)?),
            None if sets.is_empty() => Some(recipe_in(&library, &self.set)?),
            None => None,
        };
        let copies = recipe.as_deref().map(|recipe| copies(&library, recipe));
        let copies = copies.transpose()?;
        let entries = library.face_entries();
        let (mut cards, mut rest) = (Vec::new(), entries.as_slice());
        while let [first, ..] = rest {
            let (faces, others) = rest.split_at((1 + first.others.len()).min(rest.len()));
            rest = others;
            let copies = match &copies {
                Some(copies) => copies
                    .get(&(first.set.clone(), first.name.clone()))
                    .copied(),
                None => Some(1),
            };
            let wanted = sets.is_empty() || sets.contains(&first.set);
            if let Some(copies) = copies.filter(|_| wanted) {
                cards.push((faces, copies));
            }
        }
        if cards.is_empty() {
            return Err(Failure::run(
                format!("there are no cards to print in `{}`", self.set),
                "give a set with cards, and a recipe that has some of them",
            ));
        }
        let all: usize = cards.iter().map(|(_, copies)| copies).sum();
        if all > PRINTED {
            return Err(Failure::run(
                format!(
                    "there are {} to print, but at most {PRINTED} can be printed at once",
                    plural(all as u64, "card")
                ),
                match &self.recipe {
                    Some(_) => "leave out `--recipe`: then one copy of each card is printed",
                    None => "print one set at a time, and split a set that has more cards",
                },
            ));
        }
        let ids: Vec<&String> = cards
            .iter()
            .map(|(faces, _)| &faces[0].set)
            .unique()
            .collect();
        let named = |id: &str| {
            let set = library.sets().iter().find(|set| set.id.node == id);
            set.map_or(id.to_string(), |set| set.title.clone())
        };
        let title = ids.iter().map(|id| named(id)).join(", ");
        let mut printed = Vec::new();
        for (set, id) in ids.iter().enumerate() {
            let of_set = cards.iter().filter(|(faces, _)| faces[0].set == **id);
            let all = of_set.clone().count();
            printed.extend(of_set.zip(1..).map(|((faces, copies), number)| Card {
                faces: faces.iter().map(|entry| face(entry, set)).collect(),
                copies: *copies,
                set: named(id),
                number: format!("{number} of {all}"),
            }));
        }
        Ok((printed, title, slug(&ids.iter().join(" "))))
    }

    /// The ids of the sets that are named; none where that is a recipe.
    fn sets(&self, library: &Library) -> Vec<String> {
        let path = Path::new(&self.set);
        let built_in = Library::own_texts();
        let own = |name: &str| match (start::is_path(&self.set), path.is_dir()) {
            (true, true) => {
                Path::new(name).starts_with(path)
                    || built_in.iter().all(|source| *source.name != *name)
            }
            (true, false) => name == self.set,
            (false, _) => false,
        };
        let sets = library.sets().iter();
        let sets = sets.filter(|set| {
            !set.cards.is_empty() && (own(&set.source.name) || set.id.node == self.set)
        });
        sets.map(|set| set.id.node.clone()).collect()
    }

    fn write(&self, cards: &[Printed], title: &str, path: &Path, out: &Out) -> Result<(), Failure> {
        let paper = match self.paper {
            Some(Sheets::Letter) => Paper::Letter,
            Some(Sheets::A4) | None => Paper::A4,
        };
        let copies: usize = cards.iter().map(|card| card.copies).sum();
        let all = plural(copies as u64, "card");
        let told = match out {
            Out::Pdf | Out::Html => {
                let bytes = match out {
                    Out::Pdf => ::print::pdf(cards, paper, title),
                    _ => ::print::html(cards, paper, title).into_bytes(),
                };
                keep(path, &bytes)?;
                let pages = plural(2 * copies.div_ceil(9) as u64, "page");
                format!(
                    "{all} on {pages}: print at full size, double-sided, flipped on the long edge"
                )
            }
            Out::Folder => {
                for (number, card) in (1..).zip(cards) {
                    let name = format!("{number:02}-{}", slug(&card.names[0]));
                    for (drawing, back) in [(&card.front, ""), (&card.back, "-back")] {
                        let (bytes, ending) = match self.format {
                            Some(Format::Svg) => (::print::svg(drawing).into_bytes(), "svg"),
                            Some(Format::Png) | None => (::print::png(drawing), "png"),
                        };
                        keep(&path.join(format!("{name}{back}.{ending}")), &bytes)?;
                    }
                }
                plural(2 * cards.len() as u64, "picture")
            }
        };
        writeln!(plain::stdout(), "{}: {told}", path.display())?;
        Ok(())
    }
}

/// What is written there, by the ending of its name.
fn out_of(path: &Path) -> Result<Out, Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.to_lowercase().as_str() {
        "pdf" => Ok(Out::Pdf),
        "html" | "htm" => Ok(Out::Html),
        "" => Ok(Out::Folder),
        _ if path.is_dir() => Ok(Out::Folder),
        _ => Err(Failure::usage(
            format!("`--out` does not write `.{ending}` files"),
            "give a .pdf or .html file, or a folder: `--out DIR --format png` or `svg`",
        )),
    }
}

/// Makes a folder for files, unless it is there.
fn folder(option: &str, path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        return Err(Failure::usage(
            format!(
                "`{}` is a file, but `{option}` needs a folder",
                path.display()
            ),
            format!("give a folder: `{option} DIR`"),
        ));
    }
    fs::create_dir_all(path).map_err(Failure::at(path, "written"))
}

/// Writes a file aside, and gives it its name when it is whole.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || {
        let mut file = Aside::begin(path)?;
        file.write_all(bytes)?;
        file.keep().map(drop)
    };
    write().map_err(Failure::at(path, "written"))
}

/// The recipe that is meant, by its id or its file.
fn recipe_in(library: &Library, word: &str) -> Result<String, Failure> {
    let mut recipes = library.recipes().iter();
    let found = recipes.find(|recipe| recipe.id.node == word || *recipe.source.name == *word);
    if let Some(recipe) = found {
        return Ok(recipe.id.node.clone());
    }
    let sets = library.sets().iter().filter(|set| !set.cards.is_empty());
    let sets = sets.map(|set| set.id.node.as_str());
    let recipes = library
        .recipes()
        .iter()
        .map(|recipe| recipe.id.node.as_str());
    let known: Vec<&str> = sets.chain(recipes).unique().collect();
    Err(Failure::usage(
        format!("no set or recipe is called `{word}`"),
        near(word, known),
    ))
}

/// How many copies of each card a recipe has, by its set and its first face.
fn copies(library: &Library, recipe: &str) -> Result<BTreeMap<(String, String), usize>, Failure> {
    if library.draft(recipe).map_err(Failure::Files)?.is_some() {
        return Err(Failure::usage(
            format!("the recipe `{recipe}` draws different cards for each game"),
            "print its sets one by one: `brink print SET`",
        ));
    }
    let rules = library.compile(recipe, &Settings::default());
    let rules = rules.map_err(Failure::Files)?;
    let kinds = rules.kinds.iter().enumerate().map(|(number, kind)| {
        let face = &rules.faces[kind.buildings[0].index()];
        let name = face.name.map_or("", |name| &rules.names[name.index()]);
        // Victory cards are as many as lie on the table.
        let of_kind = rules
            .cards
            .iter()
            .filter(|card| card.index() == number)
            .count();
        ((kind.set.clone(), name.to_string()), of_kind.max(1))
    });
    Ok(kinds.collect())
}

/// A face as it is printed, of the set with that number.
fn face(entry: &FaceEntry, set: usize) -> Face {
    let said = author_lines(entry.says.as_deref());
    let text = entry
        .readings
        .first()
        .map_or(&[][..], |reading| &reading.text);
    let lines = if said.is_empty() { text.to_vec() } else { said };
    let (sort, own) = match (entry.victory, entry.building) {
        (true, _) => (Sort::Victory, VICTORY),
        (false, true) => (Sort::Building, SETS[set % SETS.len()]),
        (false, false) => (Sort::Action, SETS[set % SETS.len()]),
    };
    Face {
        name: entry.name.clone(),
        sort,
        lines: lines.iter().map(|line| line.replace('\t', " ")).collect(),
        emblem: entry.badge.drawing(&entry.name).into_owned(),
        colour: Colour::of(entry.badge.colour.unwrap_or(own)),
    }
}

/// All cards laid out, or all that does not fit.
fn laid_out(cards: &[Card]) -> Result<Vec<Printed>, Failure> {
    let lay_out = |card: &Card| {
        let named = |unfit| (card.set.clone(), unfit);
        ::print::lay_out(card).map_err(|unfit| unfit.into_iter().map(named).collect::<Vec<_>>())
    };
    let (printed, unfit): (Vec<_>, Vec<_>) = cards.iter().map(lay_out).partition_result();
    if unfit.is_empty() {
        return Ok(printed);
    }
    let remark = |(set, unfit): (String, Unfit)| {
        let help = match unfit.why {
            Why::Text => "use fewer words: write or shorten `says` in the section of the face",
            Why::Name => "shorten the name",
            Why::Sign(_) => "write it in Latin, Greek or Cyrillic letters",
        };
        Remark::new(format!("{set}: {unfit}"), help)
    };
    Err(Failure::Texts(
        unfit.into_iter().flatten().map(remark).collect(),
    ))
}

/// Writes the sheets and the saved object into a folder.
fn write_sheets(cards: &[Printed], title: &str, file: &str, folder: &Path) -> Result<(), Failure> {
    let place = std::path::absolute(folder).map_err(Failure::at(folder, "written"))?;
    let place = place.to_string_lossy().replace('\\', "/");
    let address = format!("file:///{}", place.trim_start_matches('/'));
    for object in ::print::tabletop(cards, title, file, &address) {
        keep(&folder.join(&object.name), &object.bytes)?;
    }
    writeln!(
        plain::stdout(),
        "{}: copy `{file}.json` to the Saved Objects folder of Tabletop Simulator; it reads the cards from here",
        folder.display()
    )?;
    Ok(())
}

/// A name for a file: small letters and digits, with hyphens between words.
fn slug(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let slug = words
        .filter(|word| !word.is_empty())
        .join("-")
        .to_lowercase();
    match slug.is_empty() {
        true => "card".to_string(),
        false => slug,
    }
}
