//! The words that files declare for each other: keywords, statuses, tallies, disputes and names of faces.

use std::collections::{BTreeMap, BTreeSet};

use super::aliases::Aliases;
use super::error::{Problem, Report, near};
use super::file::{SetFile, StatusText};
use super::ir::{self, Element};
use lang::ast::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, Clause, Define, OPEN_HANDED, ParamType, SEES_AND_DECIDES,
    SEES_HAND, Word,
};
use text::{Source, Span, limits};

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

/// Where a word was first declared.
pub(super) struct First<'f> {
    pub(super) seen: BTreeMap<(&'static str, String), (&'f Source, usize)>,
}

impl<'f> First<'f> {
    /// Reports what is there already, and has no other name that could be chosen.
    fn declare_sole(
        &mut self,
        what: &'static str,
        word: &Word,
        source: &'f Source,
        report: &mut Report,
    ) {
        if let Some((file, line)) = self.first_of(what, word, source) {
            let first = format!("it is at {file}:{line}");
            report.add(
                source,
                word.span,
                Problem::Sole {
                    name: word.node.clone(),
                    first,
                },
            );
        }
    }

    /// Reports a word that is declared already.
    pub(super) fn declare(
        &mut self,
        what: &'static str,
        word: &Word,
        source: &'f Source,
        report: &mut Report,
    ) -> bool {
        let before = self.first_of(what, word, source);
        if let Some((file, line)) = before {
            let first = format!("the first {what} `{}` is at {file}:{line}", word.node);
            report.add(
                source,
                word.span,
                Problem::Twice {
                    name: word.node.clone(),
                    first,
                },
            );
        }
        before.is_none()
    }

    /// The file and the line where the word is declared already; if nowhere, it is declared here.
    fn first_of(
        &mut self,
        what: &'static str,
        word: &Word,
        source: &'f Source,
    ) -> Option<(&'f str, usize)> {
        let key = (what, word.node.clone());
        let before = self
            .seen
            .get(&key)
            .map(|(file, at)| (&*file.name, file.line(*at)));
        if before.is_none() {
            self.seen.insert(key, (source, word.span.start));
        }
        before
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

    /// Collects what the files declare; what is declared twice is reported.
    pub(super) fn collect(files: &[SetFile], report: &mut Report) -> Names {
        let mut names = Names {
            statuses: vec!["disabled".to_string(), "guarded".to_string()],
            of_players: vec![false; 2],
            status_files: vec![usize::MAX; 2],
            spaces: spaces(files),
            ..Names::default()
        };
        let mut first = First {
            seen: BTreeMap::new(),
        };
        let mut varied = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let start = report.faults.len();
            let source = &file.source;
            first.declare("set", &file.id, source, report);
            for keyword in &file.keywords {
                let name = &keyword.name.node;
                let number = names.keywords.len();
                names.keyword_roots.push(number);
                varied.extend(
                    file.base
                        .filter(|_| keyword.varies)
                        .map(|base| (true, number, base)),
                );
                names.named.entry(name.clone()).or_default().push(number);
                names.keyword_files.push(at);
                names.keywords.push(Signature::new(
                    &keyword.name.node,
                    definition(&keyword.text),
                ));
            }
            names.broken.extend(file.broken.iter().cloned());
            for StatusText {
                name: status,
                of_players,
                ..
            } in &file.statuses
            {
                if names.statuses[..2].contains(&status.node) {
                    let first = format!("`{}` is built in", status.node);
                    report.add(
                        source,
                        status.span,
                        Problem::Twice {
                            name: status.node.clone(),
                            first,
                        },
                    );
                } else {
                    names.statuses.push(status.node.clone());
                    names.status_files.push(at);
                    names.of_players.push(*of_players);
                    if names.statuses.len() > ir::STATUSES {
                        let count = names.statuses.len();
                        let what = "statuses";
                        let problem = Problem::TooMany {
                            what,
                            count,
                            most: ir::STATUSES,
                        };
                        report.add(source, status.span, problem);
                    }
                }
            }
            for counter in &file.counters {
                names.counter_files.push(at);
                names.owned.push(counter.owned);
                names.borne.push((counter.on, counter.text.is_some()));
                names
                    .counters
                    .push([counter.name.node.clone(), counter.plural.clone()]);
                let count = names.counters.len();
                if count == limits::COUNTERS + 1 {
                    let problem = Problem::TooMany {
                        what: "sorts of counters",
                        count,
                        most: limits::COUNTERS,
                    };
                    report.add(source, counter.name.span, problem);
                }
            }
            for tally in &file.tallies {
                let number = names.tallies.len();
                names.tally_roots.push(number);
                varied.extend(
                    file.base
                        .filter(|_| tally.varies)
                        .map(|base| (false, number, base)),
                );
                names.tally_files.push(at);
                names.tallies.push(tally.name.node.clone());
                let count = names.tallies.len();
                if count == limits::TALLIES + 1 {
                    let problem = Problem::TooMany {
                        what: "tallies",
                        count,
                        most: limits::TALLIES,
                    };
                    report.add(source, tally.name.span, problem);
                }
            }
            for dispute in &file.disputes {
                first.declare("dispute", &dispute.name, source, report);
                let values = dispute
                    .values
                    .iter()
                    .map(|(value, _)| value.clone())
                    .collect();
                names.disputes.push((dispute.name.node.clone(), values));
                let mut too_many = |what: &'static str, count: usize, most: usize| {
                    report.add(
                        source,
                        dispute.name.span,
                        Problem::TooMany { what, count, most },
                    );
                };
                if dispute.values.len() > limits::VALUES {
                    too_many("values of a dispute", dispute.values.len(), limits::VALUES);
                }
                if names.disputes.len() == limits::DISPUTES + 1 {
                    too_many("disputes", names.disputes.len(), limits::DISPUTES);
                }
            }
            if let Some(crisis) = &file.crisis {
                first.declare_sole("rule of the game", &crisis.name, source, report);
            }
            for (word, _) in &file.holds {
                first.declare_sole("rule of the game", word, source, report);
            }
            if let Some((word, _)) = &file.symbols {
                first.declare_sole("section", word, source, report);
            }
            names.faces(file, files, report);
            names.aliases.read_file(file);
            report.sort_from(start);
        }
        names.roots(&varied);
        names
    }

    /// The numbers of a dispute and of one of its values.
    ///
    /// # Errors
    /// Where there is no such dispute or value, and what is wrong.
    pub(super) fn settled(
        &self,
        name: &Word,
        value: &Word,
    ) -> Result<(usize, usize), (Span, Problem)> {
        let Some(dispute) = self
            .disputes
            .iter()
            .position(|(known, _)| *known == name.node)
        else {
            let help = near(
                &name.node,
                self.disputes.iter().map(|(known, _)| known.as_str()),
            );
            return Err((
                name.span,
                Problem::Unknown {
                    what: "dispute",
                    name: name.node.clone(),
                    help,
                },
            ));
        };
        let values = &self.disputes[dispute].1;
        let found = values
            .iter()
            .position(|known| *known == value.node)
            .ok_or_else(|| {
                let help = near(&value.node, values.iter().map(String::as_str));
                let problem = Problem::NoValue {
                    name: value.node.clone(),
                    dispute: name.node.clone(),
                    help,
                };
                (value.span, problem)
            })?;
        Ok((dispute, found))
    }

    /// Gives what stands for a word of another file its number there, however long the way to it.
    fn roots(&mut self, varied: &[(bool, usize, usize)]) {
        for _ in 0..self.spaces.len() {
            for (keyword, number, base) in varied {
                let found = match keyword {
                    true => self.keyword(*base, &self.keywords[*number].name),
                    false => self.tally(*base, &self.tallies[*number]),
                };
                let roots = if *keyword {
                    &mut self.keyword_roots
                } else {
                    &mut self.tally_roots
                };
                if let Ok(Some(found)) = found {
                    roots[*number] = roots[found];
                }
            }
        }
    }
}

/// Whose words each file reads: its own, those of what it is a variant of, and those of what it uses, then all others.
fn spaces(files: &[SetFile]) -> Vec<Space> {
    let space = |(at, file): (usize, &SetFile)| {
        let mut first = vec![at];
        let mut next = file.base;
        while let Some(base) = next.filter(|base| !first.contains(base)) {
            first.push(base);
            next = files[base].base;
        }
        first.extend(&file.used);
        let (shared, variant) = (file.cards.is_empty(), file.extends.is_some());
        Space {
            id: file.id.node.clone(),
            first,
            shared,
            variant,
        }
    };
    files.iter().enumerate().map(space).collect()
}
