//! Where the names of a folder are declared and used, in all of its files.

use std::path::Path;
use std::sync::Arc;

use super::book::Book;
use super::occurrences::{Kind, Occurrence};
use super::symbols::Symbols;
use text::{Source, Span};

/// The files of a folder, each with what it names.
pub struct Names<'n> {
    pub files: Vec<(Source, Arc<Symbols>)>,
    pub book: &'n Book,
}

/// A name, and the file that declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    pub kind: Kind,
    pub name: String,
    /// What stands at the place, perhaps several of it.
    pub span: Span,
    home: Option<usize>,
}

impl Names<'_> {
    fn file(&self, name: &str) -> Option<usize> {
        self.files
            .iter()
            .position(|(source, _)| *source.name == *name)
    }

    /// What is named at a byte of a file.
    pub fn at(&self, file: &str, offset: usize) -> Option<Subject> {
        let at = self.file(file)?;
        let (_, symbols) = &self.files[at];
        let one = match symbols.at(offset) {
            Some(one) => one.clone(),
            None => self.in_notation(at, offset)?,
        };
        let name = self.declared(&one);
        let home = self.home(at, one.kind, &name);
        let (kind, span) = (one.kind, one.span);
        Some(Subject {
            kind,
            name,
            span,
            home,
        })
    }

    /// Of counters, what one of them is called.
    fn declared(&self, one: &Occurrence) -> String {
        let mut names = self.files.iter().map(|(_, file)| file.declared(one));
        let other = names.find(|name| *name != one.name);
        other.unwrap_or_else(|| one.name.clone())
    }

    /// The file that declares what a file means by a name: itself, one that it names, or else the first.
    fn home(&self, file: usize, kind: Kind, name: &str) -> Option<usize> {
        let declares = |at: &usize| self.files[*at].1.declares(kind, name);
        if kind == Kind::Face {
            return (0..self.files.len()).find(declares);
        }
        let own = &self.files[file].1;
        let all = 0..self.files.len();
        let named = all.clone().filter(|at| own.uses(&self.files[*at].1));
        let order = [file].into_iter().chain(named).chain(all);
        order.into_iter().find(declares)
    }

    /// A card that is named without quotes, in a ruling.
    fn in_notation(&self, file: usize, offset: usize) -> Option<Occurrence> {
        let (source, symbols) = &self.files[file];
        let is_in = |span: &&Span| span.start <= offset && offset <= span.end;
        let span = symbols.notations.iter().find(is_in)?;
        let text = &source.text[span.start..span.end];
        let there = |name: &String| {
            let found = matches(text, name).find(|at| {
                let start = span.start + at;
                start <= offset && offset <= start + name.len()
            })?;
            let start = span.start + found;
            Some(Occurrence {
                kind: Kind::Face,
                name: name.clone(),
                span: Span::new(start, start + name.len()),
                defines: false,
            })
        };
        let names = self.faces();
        let found = names.iter().filter_map(there);
        found.max_by_key(|one| one.name.len())
    }

    /// The names of all cards, those that come with the program included.
    fn faces(&self) -> Vec<String> {
        let own = self.files.iter().flat_map(|(_, file)| &file.occurrences);
        let own = own.filter(|one| one.kind == Kind::Face && one.defines);
        let built_in = self.book.names(Kind::Face).into_iter();
        let mut all: Vec<String> = own.map(|one| one.name.clone()).collect();
        all.extend(built_in.map(|(name, _)| name));
        all.sort();
        all.dedup();
        all
    }

    /// Where it is declared, and where it is used.
    pub fn places(&self, subject: &Subject) -> Vec<(&Source, Occurrence)> {
        let mut all = Vec::new();
        let longer: Vec<String> = match subject.kind {
            Kind::Face => self
                .faces()
                .into_iter()
                .filter(|name| name.len() > subject.name.len() && name.contains(&subject.name))
                .collect(),
            _ => Vec::new(),
        };
        for (at, (source, symbols)) in self.files.iter().enumerate() {
            let own = symbols.occurrences.iter().filter(|one| {
                one.kind == subject.kind
                    && (one.name == subject.name
                        || one.kind == Kind::Counter && self.declared(one) == subject.name)
            });
            // A set of another word of that name means that one.
            if self.home(at, subject.kind, &subject.name) == subject.home {
                all.extend(own.map(|one| (source, one.clone())));
            }
            if subject.kind == Kind::Face {
                for span in &symbols.notations {
                    let text = &source.text[span.start..span.end];
                    let own = matches(text, &subject.name).filter(|at| {
                        !longer
                            .iter()
                            .any(|name| covers(text, name, *at, &subject.name))
                    });
                    all.extend(own.map(|at| {
                        let start = span.start + at;
                        let one = Occurrence {
                            kind: Kind::Face,
                            name: subject.name.clone(),
                            span: Span::new(start, start + subject.name.len()),
                            defines: false,
                        };
                        (source, one)
                    }));
                }
            }
        }
        all
    }

    /// A file of the folder declares it.
    pub fn is_own(&self, subject: &Subject) -> bool {
        subject.home.is_some()
    }

    pub fn declares(&self, kind: Kind, name: &str) -> bool {
        self.files.iter().any(|(_, file)| file.declares(kind, name))
    }

    /// What several of these counters are called is written out where they are declared.
    pub fn has_own_plural(&self, subject: &Subject) -> bool {
        let home = subject.home.map(|home| &self.files[home].1);
        home.is_some_and(|home| home.has_own_plural(&subject.name))
    }
}

/// Where a name stands as a whole.
fn matches<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_letter = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let all = text.match_indices(name).map(|(at, _)| at);
    all.filter(move |at| {
        !name.is_empty()
            && !is_letter(text[..*at].chars().next_back())
            && !is_letter(text[at + name.len()..].chars().next())
    })
}

/// The name at that place is a part of a longer one.
fn covers(text: &str, longer: &str, at: usize, name: &str) -> bool {
    let mut within = longer.match_indices(name);
    within.any(|(inside, _)| {
        let start = at.checked_sub(inside);
        start.is_some_and(|start| text.get(start..start + longer.len()) == Some(longer))
    })
}

/// Where a rule is written down: in `docs/rules.md` of the folder or of one above it.
pub fn rule(folder: &Path, id: &str) -> Option<(Source, Span)> {
    const ABOVE: usize = 6;
    for above in folder.ancestors().take(ABOVE) {
        let path = above.join("docs").join("rules.md");
        let Ok(text) = text::plain_file(&path).and_then(|()| text::read_text(&path)) else {
            continue;
        };
        let source = Source::new(path.to_string_lossy().into_owned(), text);
        let mut lines = source.text.match_indices("- ");
        let found = lines.find_map(|(at, mark)| {
            let start = at + mark.len();
            let begins = at == 0 || source.text[..at].ends_with('\n');
            let rest = source.text[start..].strip_prefix(id)?;
            (begins && rest.starts_with(' ')).then(|| Span::new(start, start + id.len()))
        });
        return found.map(|span| (source, span));
    }
    None
}
