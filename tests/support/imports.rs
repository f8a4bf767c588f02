//! What files of code import, read from their tokens: comments, texts and unit tests say nothing here.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module, from the root down: `["engine", "play", "run"]`.
pub type Path = Vec<String>;

/// Which module uses which, and as what that is written.
pub type Arrows = BTreeMap<(Path, Path), String>;

/// The modules of a crate, and what each of them imports.
#[derive(Default)]
pub struct Imports {
    modules: BTreeMap<Path, Module>,
}

#[derive(Default)]
struct Module {
    /// By the name that it has here: what is imported or exported again, as it is written.
    names: BTreeMap<String, Path>,
    /// All that it imports or names in its code, as it is written.
    written: BTreeSet<Path>,
    /// What it only exports again, as it is written.
    again: BTreeSet<Path>,
    /// The types and functions that its code names by one word.
    words: BTreeSet<String>,
}

/// Where something written leads.
#[derive(Default)]
struct Way {
    /// The modules that it goes through.
    by: Vec<Path>,
    /// The one that makes it; none where that is another crate.
    made: Option<Path>,
}

/// Things of one folder that import each other in a circle.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circle {
    pub folder: String,
    /// Files and folders by their names; `self` is the file that the folder belongs to.
    pub members: Vec<String>,
    /// One import for each arrow of it.
    pub arrows: Vec<String>,
}

impl Imports {
    /// Reads files, each with its path below `src`.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Imports {
        let mut imports = Imports::default();
        let mut tests = BTreeSet::new();
        for (file, text) in files {
            let module = module_of(file);
            let tokens: TokenStream = text
                .parse()
                .unwrap_or_else(|fault| panic!("{file} is Rust: {fault}"));
            imports.modules.entry(module.clone()).or_default();
            imports.read(&module, tokens, &mut tests);
        }
        imports
            .modules
            .retain(|module, _| !tests.iter().any(|test: &Path| module.starts_with(test)));
        imports
    }

    fn read(&mut self, module: &Path, tokens: TokenStream, tests: &mut BTreeSet<Path>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_test(&tokens[at..]) {
                at += 2;
                let test = item(&tokens[at..]);
                if let Some([word, name, ..]) = test
                    .iter()
                    .position(|token| is(token, "mod"))
                    .map(|mod_| &test[mod_..])
                    && is(word, "mod")
                {
                    tests.insert(below(module, &name.to_string()));
                }
                at += test.len();
                continue;
            }
            match &tokens[at] {
                // `use<'a>` says what a type holds.
                TokenTree::Ident(word)
                    if *word == "use" && !tokens.get(at + 1).is_some_and(|next| is(next, "<")) =>
                {
                    let end = at
                        + tokens[at..]
                            .iter()
                            .position(|token| is(token, ";"))
                            .expect("an import ends");
                    self.import(
                        module,
                        &tokens[at + 1..end],
                        &Path::new(),
                        is_exported(&tokens[..at]),
                    );
                    at = end;
                }
                TokenTree::Ident(word) if *word == "mod" => {
                    if let (Some(name), Some(TokenTree::Group(inner))) =
                        (tokens.get(at + 1), tokens.get(at + 2))
                    {
                        let inside = below(module, &name.to_string());
                        self.modules.entry(inside.clone()).or_default();
                        self.read(&inside, inner.stream(), tests);
                        at += 2;
                    }
                }
                // `pub(in crate::a)` says who may use it.
                TokenTree::Ident(word) if *word == "pub" && is_parenthesis(tokens.get(at + 1)) => {
                    at += 1
                }
                TokenTree::Ident(_) => {
                    let (path, len) = path_at(&tokens[at..]);
                    let inside = at > 1 && tokens[at - 2..at].iter().all(|token| is(token, ":"));
                    let here = self.modules.entry(module.clone()).or_default();
                    if path.len() > 1 && !inside {
                        here.written.insert(path);
                    } else if !inside && is_named(&tokens[..at], &path[0], tokens.get(at + 1)) {
                        here.words.extend(path);
                    }
                    at += len - 1;
                }
                TokenTree::Group(group) => self.read(module, group.stream(), tests),
                _ => {}
            }
            at += 1;
        }
    }

    /// One tree of an import, behind what stands before its braces.
    fn import(&mut self, module: &Path, tree: &[TokenTree], before: &Path, again: bool) {
        let mut path = before.clone();
        let mut name = None;
        for (at, token) in tree.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if *word == "as" => {
                    name = tree.get(at + 1).map(TokenTree::to_string);
                    break;
                }
                TokenTree::Ident(word) if *word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    inner
                        .split(|token| is(token, ","))
                        .for_each(|part| self.import(module, part, &path, again));
                    return;
                }
                _ => {}
            }
        }
        let here = self.modules.entry(module.clone()).or_default();
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            here.names.insert(name, path.clone());
        }
        if again {
            here.again.insert(path.clone());
        }
        here.written.insert(path);
    }

    /// The way that something written in a module leads: to where it is made, by all that export it again.
    fn leads_to(&self, module: &Path, written: &[String], depth: usize) -> Way {
        let Some((first, rest)) = written.split_first().filter(|_| depth < 16) else {
            return Way::default();
        };
        let parent = |module: &Path| module[..module.len().saturating_sub(1)].to_vec();
        match first.as_str() {
            "crate" | "brink" => self.down(Path::new(), rest, depth),
            "self" => self.down(module.clone(), rest, depth),
            "super" => {
                let mut outer = parent(module);
                let more = rest.iter().take_while(|word| *word == "super").count();
                (0..more).for_each(|_| outer = parent(&outer));
                self.down(outer, &rest[more..], depth)
            }
            name => {
                let known = self.modules.contains_key(&below(module, name));
                let imported = self
                    .modules
                    .get(module)
                    .is_some_and(|here| here.names.contains_key(name));
                if known || imported {
                    self.down(module.clone(), written, depth)
                } else {
                    Way::default()
                }
            }
        }
    }

    fn down(&self, module: Path, rest: &[String], depth: usize) -> Way {
        let Some((name, rest)) = rest.split_first() else {
            return Way {
                made: Some(module.clone()),
                by: vec![module],
            };
        };
        let inner = below(&module, name);
        if self.modules.contains_key(&inner) {
            return self.down(inner, rest, depth);
        }
        let Some(written) = self
            .modules
            .get(&module)
            .and_then(|here| here.names.get(name))
        else {
            return Way {
                made: Some(module.clone()),
                by: vec![module],
            };
        };
        let whole: Path = written.iter().chain(rest).cloned().collect();
        let mut way = self.leads_to(&module, &whole, depth + 1);
        way.by.insert(0, module);
        way
    }

    /// Which module uses which other one, and as what it is written.
    pub fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, here) in &self.modules {
            // What begins with `super` or `crate` tells a reader more than a name that was imported so.
            for written in here.written.iter().rev() {
                for to in self
                    .leads_to(module, written, 0)
                    .by
                    .into_iter()
                    .filter(|to| to != module)
                {
                    arrows
                        .entry((module.clone(), to))
                        .or_insert_with(|| written.join("::"));
                }
            }
        }
        arrows
    }

    /// The circles among what lies side by side in each folder, where all below a folder counts as the folder, and
    /// the file that a folder belongs to is one of them.
    pub fn circles(&self) -> Vec<Circle> {
        let (arrows, own) = (self.arrows(), self.own());
        let folders: BTreeSet<&[String]> = self
            .modules
            .keys()
            .filter_map(|module| module.split_last())
            .map(|(_, folder)| folder)
            .collect();
        folders
            .into_iter()
            .flat_map(|folder| circles_of(folder, &arrows, &own))
            .collect()
    }

    /// Which module uses what another one has made, whoever exports it again. To export something is not to use it.
    fn own(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, here) in &self.modules {
            let imported = here.written.difference(&here.again).cloned();
            let named = here
                .words
                .iter()
                .filter_map(|word| here.names.get(word))
                .cloned();
            for written in imported.chain(named) {
                if let Some(to) = self
                    .leads_to(module, &written, 0)
                    .made
                    .filter(|to| to != module)
                {
                    arrows
                        .entry((module.clone(), to))
                        .or_insert_with(|| written.join("::"));
                }
            }
        }
        arrows
    }
}

fn circles_of(folder: &[String], arrows: &Arrows, own: &Arrows) -> Vec<Circle> {
    let member = |module: &Path| module.strip_prefix(folder)?.first().cloned();
    let itself = |module: &Path| {
        if module == folder {
            Some("self".to_owned())
        } else {
            member(module)
        }
    };
    let beside = arrows
        .iter()
        .map(|((from, to), written)| (member(from), member(to), from, written));
    let inside = own
        .iter()
        .filter(|((from, to), _)| from == folder || to == folder);
    let inside = inside.map(|((from, to), written)| (itself(from), itself(to), from, written));
    let mut uses: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (from_name, to_name, from, written) in beside.chain(inside) {
        if let (Some(one), Some(other)) = (from_name, to_name)
            && one != other
        {
            let arrow = format!("{} uses {written}", from.join("::"));
            uses.entry(one).or_default().entry(other).or_insert(arrow);
        }
    }
    let reached = |start: &String| {
        let mut reached = BTreeSet::new();
        let mut left = vec![start];
        while let Some(next) = left.pop() {
            left.extend(
                uses.get(next)
                    .into_iter()
                    .flat_map(BTreeMap::keys)
                    .filter(|to| reached.insert((*to).clone())),
            );
        }
        reached
    };
    let reach: BTreeMap<&String, BTreeSet<String>> =
        uses.keys().map(|name| (name, reached(name))).collect();
    let mut circles = Vec::new();
    for (name, from) in &reach {
        let members: Vec<String> = reach
            .iter()
            .filter(|(other, back)| from.contains(**other) && back.contains(*name))
            .map(|(other, _)| (*other).clone())
            .collect();
        // Each circle is told once, by its first member.
        if members.first() == Some(name) {
            let inside = |to: &String| members.contains(to);
            let arrows = members
                .iter()
                .flat_map(|from| &uses[from])
                .filter(|(to, _)| inside(to));
            let arrows = arrows.map(|(_, arrow)| arrow.clone()).collect();
            circles.push(Circle {
                folder: folder.join("::"),
                members,
                arrows,
            });
        }
    }
    circles
}

fn module_of(file: &str) -> Path {
    let mut module: Path = file
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

fn below(module: &Path, name: &str) -> Path {
    module
        .iter()
        .map(String::as_str)
        .chain([name])
        .map(str::to_owned)
        .collect()
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(word) => *word == text,
        TokenTree::Punct(sign) => text.len() == 1 && text.starts_with(sign.as_char()),
        _ => false,
    }
}

/// `pub`, or `pub(super)`, stands before an import.
fn is_exported(before: &[TokenTree]) -> bool {
    matches!(before, [.., word, TokenTree::Group(_)] | [.., word] if is(word, "pub"))
}

fn is_parenthesis(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// Whether a word stands for a type, or for a function that is called or handed on: not for a field or a method.
fn is_named(before: &[TokenTree], word: &str, next: Option<&TokenTree>) -> bool {
    let other = |last: &TokenTree| {
        ["fn", "struct", "enum", "let", "mut", "."]
            .iter()
            .any(|other| is(last, other))
    };
    let handed_on = next.is_none_or(|next| is(next, ","));
    !before.last().is_some_and(other)
        && (handed_on || is_parenthesis(next) || word.starts_with(char::is_uppercase))
}

/// `#[cfg(test)]` stands here, or something like it.
fn is_test(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(attribute), ..] = tokens else {
        return false;
    };
    let inner: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match &inner[..] {
        [cfg, TokenTree::Group(asked)] if is(hash, "#") && is(cfg, "cfg") => {
            let asked: Vec<TokenTree> = asked.stream().into_iter().collect();
            let all = matches!(&asked[..], [all, TokenTree::Group(parts)] if is(all, "all")
                && parts.stream().into_iter().any(|part| is(&part, "test")));
            matches!(&asked[..], [test] if is(test, "test")) || all
        }
        _ => false,
    }
}

/// The tokens of the item that stands here.
fn item(tokens: &[TokenTree]) -> &[TokenTree] {
    let import = tokens.iter().take(3).position(|token| is(token, "use"));
    let ends = |(at, token): (usize, &TokenTree)| {
        let block =
            matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        is(token, ";") || block && import.is_none_or(|import| import > at)
    };
    let end = tokens
        .iter()
        .enumerate()
        .position(ends)
        .map_or(tokens.len(), |end| end + 1);
    &tokens[..end]
}

/// The path that begins here, and how many tokens it has.
fn path_at(tokens: &[TokenTree]) -> (Path, usize) {
    let (mut path, mut at) = (vec![tokens[0].to_string()], 1);
    while let [one, other, TokenTree::Ident(word), ..] = &tokens[at..]
        && is(one, ":")
        && is(other, ":")
    {
        path.push(word.to_string());
        at += 3;
    }
    (path, at)
}
