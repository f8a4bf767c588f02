//! The words that files declare for each other: keywords, statuses, tallies, disputes and names of faces.

use std::collections::{BTreeMap, BTreeSet};

use super::declarations::Aliases;
use super::error::{FaultName, Problem, list, near};
use super::ir::{self, Element};
use lang::ast::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, Clause, Define, OPEN_HANDED, ParamType, SEES_AND_DECIDES,
    SEES_HAND, Word,
};
use text::Span;

/// A keyword as its callers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Parameter>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) preposition: Option<String>,
    pub(super) name: String,
    pub(super) kind: Type,
}

/// Whose words a file reads, and in which order.
#[derive(Debug, Clone, Default)]
pub(super) struct Space {
    /// The id of the set.
    pub(super) id: String,
    /// Files whose words come first: its own, those that it is a variant of, those that it uses.
    pub(super) first: Vec<usize>,
    /// It has no cards: what it declares is for all.
    pub(super) shared: bool,
    /// It changes what another file has.
    pub(super) variant: bool,
}

/// What a name can stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    One(Element),
    Many(Element),
    Number,
    Truth,
    /// One for each player.
    Each(Element),
    EachNumber,
    /// What was wrong has been reported where it was named.
    Broken,
}

/// All declared words of all files of a library.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) keywords: Vec<Signature>,
    /// The built-in ones first.
    pub(super) statuses: Vec<String>,
    /// What one counter of each sort is called, and what several are.
    pub(super) counters: Vec<[String; 2]>,
    /// By status: players have it, not buildings.
    pub(super) of_players: Vec<bool>,
    /// By sort: it is remembered who has put them there.
    pub(super) owned: Vec<bool>,
    /// By sort: what they lie on alone, and whether each has something to say there.
    pub(super) borne: Vec<(Option<Element>, bool)>,
    pub(super) tallies: Vec<String>,
    /// Disputes and their values.
    pub(super) disputes: Vec<(String, Vec<String>)>,
    pub(super) faces: BTreeSet<String>,
    /// Which of them are buildings, and which actions.
    pub(super) buildings: BTreeSet<String>,
    pub(super) actions: BTreeSet<String>,
    /// The building and the action of each card that has both.
    pub(super) cards: Vec<[String; 2]>,
    /// What texts call buildings besides.
    pub(super) aliases: Aliases,
    /// Keywords by name.
    pub(super) named: BTreeMap<String, Vec<usize>>,
    /// Those whose texts could not be read.
    pub(super) broken: BTreeSet<String>,
    /// By word: the file that declares it; what is built in is in none.
    pub(super) keyword_files: Vec<usize>,
    pub(super) status_files: Vec<usize>,
    pub(super) counter_files: Vec<usize>,
    pub(super) tally_files: Vec<usize>,
    /// Keywords and tallies that stand for each other in variants have one number here.
    pub(super) keyword_roots: Vec<usize>,
    pub(super) tally_roots: Vec<usize>,
    /// By file.
    pub(super) spaces: Vec<Space>,
}

impl Type {
    pub(super) fn of(kind: ParamType) -> Type {
        match kind {
            ParamType::Player => Type::One(Element::Player),
            ParamType::Building => Type::One(Element::Building),
            ParamType::Card => Type::One(Element::StackedCard),
            ParamType::Place => Type::One(Element::Place),
            ParamType::Number => Type::Number,
            ParamType::Players => Type::Many(Element::Player),
            ParamType::Buildings => Type::Many(Element::Building),
            ParamType::Cards => Type::Many(Element::StackedCard),
            ParamType::Places => Type::Many(Element::Place),
        }
    }
}

/// The word for an element.
pub(super) fn noun(element: Element) -> &'static str {
    match element {
        Element::Player => "player",
        Element::Building => "building",
        Element::StackedCard | Element::Card | Element::BuildingCard => "card",
        Element::Place => "place",
        Element::Number => "number",
        Element::Name => "name",
    }
}

/// The first `define` of a keyword's text.
pub(super) fn definition(text: &lang::ast::Text) -> Option<&Define> {
    text.clauses.iter().find_map(|clause| match &clause.node {
        Clause::Define(define) => Some(define),
        _ => None,
    })
}

impl Signature {
    pub(super) fn new(name: &str, define: Option<&Define>) -> Signature {
        let params = define
            .map(|define| define.params.as_slice())
            .unwrap_or_default();
        let params = params
            .iter()
            .map(|param| Parameter {
                preposition: param.preposition.as_ref().map(|word| word.node.clone()),
                name: param.name.node.clone(),
                kind: Type::of(param.kind.node),
            })
            .collect();
        Signature {
            name: name.to_string(),
            params,
        }
    }

    /// How it is written: `hurl at VICTIM`.
    pub(super) fn usage(&self) -> String {
        let mut usage = self.name.clone();
        for param in &self.params {
            if let Some(preposition) = &param.preposition {
                usage.push_str(&format!(" {preposition}"));
            }
            usage.push_str(&format!(" {}", param.name.to_uppercase()));
        }
        usage
    }
}

impl Names {
    /// Players have that status, not buildings.
    pub(super) fn is_of_players(&self, status: u8) -> bool {
        [ir::OPEN, ir::SEEN, ir::LED].contains(&status)
            || status == ir::BARRED
            || status == ir::BARRED_BUT_LAST
            || self.of_players.get(usize::from(status)) == Some(&true)
    }

    /// When a status is settled: those of players after all others (DIS-5).
    pub(super) fn settled_at(&self, status: u8) -> (bool, u8) {
        (self.is_of_players(status), status)
    }

    /// What a status is called.
    pub(super) fn status_name(&self, status: u8) -> &str {
        match status {
            ir::OPEN => OPEN_HANDED,
            ir::SEEN => SEES_HAND,
            ir::LED => SEES_AND_DECIDES,
            ir::BARRED => CANNOT_WIN,
            ir::BARRED_BUT_LAST => CANNOT_WIN_BUT_LAST,
            status => self
                .statuses
                .get(usize::from(status))
                .map_or("what can be played", String::as_str),
        }
    }

    /// The numbers of a dispute and of one of its values.
    ///
    /// # Errors
    /// Where there is no such dispute or value, and what is wrong.
    pub(super) fn settled(
        &self,
        name: &Word,
        value: &Word,
    ) -> Result<(usize, usize), Box<(Span, Problem)>> {
        let known = || self.disputes.iter().map(|(known, _)| known.as_str());
        let Some(dispute) = known().position(|known| known == name.node) else {
            let problem = Problem::unknown("dispute", &name.node, known());
            return Err(Box::new((name.span, problem)));
        };
        let values = || self.disputes[dispute].1.iter().map(String::as_str);
        match values().position(|known| known == value.node) {
            Some(found) => Ok((dispute, found)),
            None => Err(Box::new((value.span, no_value(value, name, values())))),
        }
    }
}

/// A dispute has no such value, but these.
pub(super) fn no_value<'a>(
    value: &Word,
    dispute: &Word,
    known: impl IntoIterator<Item = &'a str>,
) -> Problem {
    let (value, dispute) = (&value.node, &dispute.node);
    Problem::new(
        FaultName::UnknownName,
        format!("`{value}` is not a value of the dispute `{dispute}`"),
        "expected one of its values",
        near(value, known),
    )
}

/// How far a word is from a file: its own words and those that it names are the nearest.
const SHARED: usize = 1_000;
const OTHERS: usize = 2_000;
const VARIANTS: usize = 3_000;

impl Names {
    fn distance(&self, space: usize, file: usize) -> usize {
        let first = self
            .spaces
            .get(space)
            .and_then(|space| space.first.iter().position(|other| *other == file));
        match (first, self.spaces.get(file)) {
            (Some(place), _) => place,
            (None, Some(other)) if other.shared => SHARED,
            (None, Some(other)) if other.variant => VARIANTS,
            (None, Some(_)) => OTHERS,
            // Built in.
            (None, None) => SHARED,
        }
    }

    /// The word that a file means by a name, of those of that name with the files that declare them.
    ///
    /// # Errors
    /// Several other files declare it, and nothing says which is meant.
    fn resolve(
        &self,
        space: usize,
        name: &str,
        words: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Option<usize>, Problem> {
        let mut near: Vec<(usize, usize, usize)> = words
            .map(|(word, file)| (self.distance(space, file), word, file))
            .collect();
        near.sort_unstable();
        match near.as_slice() {
            [(distance, _, first), (next, _, second), ..]
                if distance == next && *distance >= OTHERS =>
            {
                let id = |file: &usize| self.spaces[*file].id.as_str();
                let sets = list(&[id(first), id(second)]);
                Err(Problem::new(
                    FaultName::UnknownName,
                    format!("several sets define the word `{name}`"),
                    "expected a word of one set",
                    format!(
                        "write at the top of the file which set you mean, `uses = [...]`: {sets} define it"
                    ),
                ))
            }
            _ => Ok(near.first().map(|(_, word, _)| *word)),
        }
    }

    /// The same of words with the files that declare them, of which that are called so.
    fn resolve_named<'w, T: 'w>(
        &self,
        space: usize,
        name: &str,
        (words, files): (&'w [T], &'w [usize]),
        is_called: impl Fn(&T) -> bool,
    ) -> Result<Option<usize>, Problem> {
        let all = words.iter().zip(files).enumerate();
        let named = all.filter(|(_, (word, _))| is_called(word));
        self.resolve(space, name, named.map(|(at, (_, file))| (at, *file)))
    }

    /// The keyword that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn keyword(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let named = self.named.get(name).into_iter().flatten();
        let named = named.map(|word| (*word, self.keyword_files[*word]));
        self.resolve(space, name, named)
    }

    /// The status that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn status(&self, space: usize, name: &str) -> Result<Option<u8>, Problem> {
        let all = (&*self.statuses, &*self.status_files);
        let found = self.resolve_named(space, name, all, |known| known == name)?;
        Ok(found.and_then(|at| u8::try_from(at).ok()))
    }

    /// The sort of counters that a file means, by what one or several are called.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn counter(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let all = (&*self.counters, &*self.counter_files);
        self.resolve_named(space, name, all, |known| {
            known.iter().any(|known| known == name)
        })
    }

    /// The tally that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn tally(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let all = (&*self.tallies, &*self.tally_files);
        self.resolve_named(space, name, all, |known| known == name)
    }

    /// One of these tallies is that one, or a variant of it, or what it is a variant of.
    pub(super) fn same_tally(&self, tallies: &[usize], wanted: usize) -> Option<usize> {
        tallies
            .iter()
            .position(|tally| self.tally_roots[*tally] == self.tally_roots[wanted])
    }
}
