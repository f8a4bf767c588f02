//! The parts of all card texts that the project has: of its sets, of the sets of its tests, of the examples of its pages.

use std::fs;
use std::path::Path;

use crate::support::matrix::{cells, clause};
use crate::support::texts::toml_files;
use brink::lang::ast::{Clause, Cond, Filter, Item, ItemExpr, NumExpr, SetExpr, Statement, Text};
use brink::lang::parse_text;
use brink::lang::visit::{Part, visit};
use brink::rules::Library;
use brink::text::Spanned;

/// All texts, and by kind all parts of them.
#[derive(Default)]
pub struct Parts {
    pub buildings: Vec<Text>,
    pub actions: Vec<Text>,
    pub victories: Vec<Text>,
    pub keywords: Vec<Text>,
    pub tallies: Vec<Text>,
    pub crises: Vec<Text>,
    pub clauses: Vec<Spanned<Clause>>,
    pub statements: Vec<Spanned<Statement>>,
    pub items: Vec<ItemExpr>,
    pub sets: Vec<SetExpr>,
    pub filters: Vec<Spanned<Filter>>,
    pub conds: Vec<Spanned<Cond>>,
    pub numbers: Vec<Spanned<NumExpr>>,
    pub names: Vec<Item>,
}

pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The fenced examples of the page on the language, with their kinds.
pub fn examples() -> Vec<(String, String)> {
    let page = fs::read_to_string(project().join("docs/language.md")).expect("the page is there");
    let mut lines = page.lines();
    let mut examples = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            examples.push((kind.to_string(), text.join("\n")));
        }
    }
    examples
}

impl Parts {
    pub fn read() -> Parts {
        let mut parts = Parts::default();
        let library =
            Library::load(&toml_files("tests/cards")).expect("the sets of the project are sound");
        for set in library.sets() {
            let victory = |name: &str| {
                set.cards.iter().any(|card| match card {
                    brink::rules::Card::Victory { front, back } => {
                        front.node == name || back.as_ref().is_some_and(|back| back.node == name)
                    }
                    brink::rules::Card::Deck { .. } => false,
                })
            };
            for face in &set.buildings {
                let shelf = if victory(&face.name.node) {
                    &mut parts.victories
                } else {
                    &mut parts.buildings
                };
                shelf.extend(face.texts().cloned());
            }
            parts
                .actions
                .extend(set.actions.iter().flat_map(|face| face.texts().cloned()));
            parts.keywords.extend(
                set.keywords
                    .iter()
                    .flat_map(|keyword| keyword.texts().cloned()),
            );
            parts
                .tallies
                .extend(set.tallies.iter().filter_map(|tally| tally.text.clone()));
        }
        for (kind, text) in examples() {
            let shelf = match kind.as_str() {
                "building" => &mut parts.buildings,
                "action" => &mut parts.actions,
                "keyword" => &mut parts.keywords,
                "tally" => &mut parts.tallies,
                "rule" => &mut parts.crises,
                _ => continue,
            };
            shelf.push(parse_text(&text, 0).expect("an example is right"));
        }
        // Every happening in every use.
        for (row, within, words) in
            cells().filter(|(row, within, _)| row.of.refused(*within).is_none())
        {
            let text = clause(within, words).replace("fuse", "tick");
            parts.buildings.push(
                parse_text(&text, 0).unwrap_or_else(|_| panic!("{:?}: {text} is right", row.of)),
            );
        }
        let shelves = [
            &parts.buildings,
            &parts.actions,
            &parts.victories,
            &parts.keywords,
            &parts.tallies,
            &parts.crises,
        ];
        let texts: Vec<Text> = shelves.into_iter().flatten().cloned().collect();
        for mut text in texts {
            visit(&mut text, &mut |part| parts.keep(part));
        }
        parts.names.extend([Item::It, Item::This]);
        parts
    }

    fn keep(&mut self, part: Part<'_>) {
        match part {
            Part::Clause(clause) => self.clauses.push(clause.clone()),
            Part::Statement(statement) => self.statements.push(statement.clone()),
            Part::Item(item) => self.items.push(item.clone()),
            Part::Set(set) => self.sets.push(set.clone()),
            Part::Filters(filters) => self.filters.extend(filters.iter().cloned()),
            Part::Cond(cond) => self.conds.push(cond.clone()),
            Part::Number(number) => self.numbers.push(number.clone()),
            Part::Clauses(_) | Part::Statements(_) | Part::Branches(_) => {}
            Part::Face(_) | Part::Keyword(_) | Part::Name(_) => {}
        }
    }
}
