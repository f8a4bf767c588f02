//! Number and person: one thing is, several are. What stands behind a set is said of its head, or else in parentheses.

mod earlier;
mod filters;
mod mistaken;
mod person;

use std::collections::BTreeSet;

use super::grammar::{Node, Rule};
use crate::base::Span;
use crate::syntax::SyntaxError;

/// How many things words speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Many,
    You,
    /// A name may stand for one or for several.
    Either,
}

/// What comes before a noun: `any`, or `any of`.
#[derive(Debug, Clone, Copy)]
struct Before<'t> {
    word: &'t str,
    of: bool,
}

impl Before<'_> {
    fn is_all(self) -> bool {
        self.word == "all"
    }
}

const PICKS: [&str; 6] = ["first", "last", "leftmost", "rightmost", "oldest", "newest"];
const ONE: [&str; 6] = ["each", "every", "any", "one", "a", "an"];

struct Reader<'t> {
    text: &'t str,
    offset: usize,
    /// Names of several things.
    several: BTreeSet<&'t str>,
    faults: Vec<SyntaxError>,
}

/// All words of a text that do not agree, in source order.
pub(super) fn disagreements(text: &str, whole: &Node, offset: usize) -> Vec<SyntaxError> {
    let mut reader = Reader { text, offset, several: BTreeSet::new(), faults: Vec::new() };
    reader.walk(whole.clone());
    let mut faults = reader.faults;
    faults.sort_by_key(|fault| fault.span.start);
    faults.dedup_by_key(|fault| fault.span.start);
    faults
}

impl<'t> Reader<'t> {
    fn walk(&mut self, node: Node<'t>) {
        self.look(&node);
        node.into_inner().for_each(|inner| self.walk(inner));
    }

    fn look(&mut self, node: &Node<'t>) {
        let parts: Vec<Node<'t>> = node.clone().into_inner().collect();
        match node.as_rule() {
            Rule::clause | Rule::headless => self.names(node),
            Rule::subject => self.about(&parts[1], self.item(&parts[0])),
            Rule::some_subject => {
                let (set, about) = (&parts[parts.len() - 2], &parts[parts.len() - 1]);
                self.about(about, self.set(set));
            }
            Rule::term | Rule::bare | Rule::any_card => self.term(node, &parts),
            Rule::joint => {
                self.joint(&parts);
                self.joined(&parts);
            }
            Rule::set => self.joined(&parts),
            Rule::so_many | Rule::every_one => self.about(&parts[parts.len() - 1], Count::Many),
            Rule::with_some => self.so_many_of(&parts),
            Rule::lasting_clause if parts.get(1).map(Node::as_rule) == Some(Rule::status) => {
                self.verb(parts[0].as_span().end(), self.set(&parts[0]), ["is", "are"]);
            }
            Rule::both_are => self.verb(parts[0].as_span().end(), self.set(&parts[0]), ["is", "are"]),
            Rule::loses_text => self.verb(parts[0].as_span().end(), self.set(&parts[0]), ["loses", "lose"]),
            Rule::keeps_name => self.verb(parts[0].as_span().end(), self.set(&parts[0]), ["keeps", "keep"]),
            Rule::take_home | Rule::takes | Rule::take_all => self.taken(&parts[0]),
            Rule::counts_clause => self.verb(parts[0].as_span().end(), self.set(&parts[0]), ["counts", "count"]),
            Rule::does | Rule::does_away | Rule::passes => self.doing(node, &parts),
            Rule::undergoes => self.verb(parts[0].as_span().end(), self.role(&parts[0]), ["is", "are"]),
            Rule::secretly => {
                let at = self.behind(parts[0].as_span().end()).end;
                self.verb(at, self.set(&parts[0]), ["chooses", "choose"]);
                parts[1..].iter().filter(|part| part.as_rule() == Rule::set).for_each(|set| self.one_of(set));
            }
            Rule::choose | Rule::may_choose | Rule::chooses | Rule::side_by_side => {
                parts.iter().filter(|part| part.as_rule() == Rule::set).for_each(|set| self.one_of(set));
            }
            Rule::several => self.several_of(&parts),
            Rule::there => self.there(node, &parts),
            Rule::repeat => {
                let number = parts.iter().find(|part| part.as_rule() == Rule::number);
                number.into_iter().for_each(|number| self.counted(number, ["time", "times"]));
            }
            Rule::deck_top => self.counted(&parts[0], ["card", "cards"]),
            Rule::compared | Rule::dispute => self.verb(parts[0].as_span().end(), Count::One, ["is", "are"]),
            Rule::number_of | Rule::different_names | Rule::most_alike | Rule::number_among => {
                parts.iter().filter(|part| part.as_rule() == Rule::set).for_each(|set| self.many(set));
            }
            _ => self.person(node, &parts),
        }
    }

    /// The names of a clause that stand for several things.
    fn names(&mut self, clause: &Node<'t>) {
        self.several.clear();
        self.that_many(clause);
        self.earlier(clause);
        self.mistaken(clause);
        for node in clause.clone().into_inner().flatten() {
            let mut parts = node.clone().into_inner();
            match node.as_rule() {
                Rule::parameter => {
                    let parts: Vec<_> = parts.filter(|part| part.as_rule() != Rule::preposition).collect();
                    if let [name, kind] = parts.as_slice()
                        && kind.as_str().ends_with('s')
                    {
                        self.several.insert(name.as_str());
                    }
                }
                Rule::let_be => {
                    if let (Some(name), Some(value)) = (parts.next(), parts.next())
                        && value.as_rule() == Rule::no_players
                    {
                        self.several.insert(name.as_str());
                    }
                }
                _ => {}
            }
        }
    }

    // ---- How many ----

    fn item(&self, node: &Node<'t>) -> Count {
        let you = matches!(node.as_rule(), Rule::item | Rule::lone_item) && node.as_str().trim() == "you";
        match node.as_rule() {
            Rule::they => Count::Many,
            rule if you || rule == Rule::you => Count::You,
            _ => Count::One,
        }
    }

    fn set(&self, node: &Node<'t>) -> Count {
        let terms: Vec<Node<'t>> = node.clone().into_inner().collect();
        match terms.as_slice() {
            [only] => self.count(only),
            // `one of your buildings plus neighbours of this`
            [first, ..] if self.count(first) == Count::One && self.before(first).is_some() => Count::One,
            _ => Count::Many,
        }
    }

    /// The same, where one thing stands for a set of one.
    fn loosely(&self, node: &Node<'t>) -> Count {
        let mut inner = node.clone().into_inner().flatten().peekable();
        if let Some(term) = inner.next()
            && let Some(group) = inner.next_if(|part| part.as_rule() == Rule::group)
            && term.as_span() == group.as_span()
        {
            return group.into_inner().next().map_or(Count::Either, |set| self.loosely(&set));
        }
        let lone = node.clone().into_inner().flatten().take(3).any(|part| part.as_rule() == Rule::lone_item);
        if lone { Count::Either } else { self.set(node) }
    }

    fn count(&self, term: &Node<'t>) -> Count {
        match self.before(term) {
            Some(before) if before.is_all() => Count::Many,
            Some(_) => Count::One,
            None => self.noun(term),
        }
    }

    /// What the noun of a term is by itself.
    fn noun(&self, term: &Node<'t>) -> Count {
        let parts = term.clone().into_inner();
        let Some(head) = parts.into_iter().find(|part| matches!(part.as_rule(), Rule::group | Rule::noun)) else {
            return by_word(term.as_str());
        };
        let Some(inner) = head.clone().into_inner().next() else { return Count::Either };
        match inner.as_rule() {
            Rule::set => self.set(&inner),
            Rule::lone_item => self.item(&inner),
            Rule::name if self.several.contains(inner.as_str()) => Count::Many,
            Rule::name | Rule::deck_top => Count::Either,
            Rule::them => Count::Many,
            _ => by_word(inner.as_str()),
        }
    }

    fn role(&self, what: &Node<'t>) -> Count {
        what.clone().into_inner().next().map_or(Count::Either, |head| match head.as_rule() {
            Rule::any_card => by_word(head.as_str()),
            _ => self.count(&head),
        })
    }

    /// What stands before the noun of a term, in the term or before it.
    fn before(&self, term: &Node<'t>) -> Option<Before<'t>> {
        let text: &'t str = self.text;
        let span = term.as_span();
        let heads = [Rule::target, Rule::group, Rule::noun];
        let head = term.clone().into_inner().find(|part| heads.contains(&part.as_rule()));
        let head = head.map_or(span.start(), |head| head.as_span().start());
        let own: Vec<&'t str> = text[span.start()..head].split_whitespace().collect();
        if let Some(at) = own.iter().position(|word| ONE.contains(word) || *word == "all") {
            return Some(Before { word: own[at], of: own[at..].contains(&"of") });
        }
        let line = text[..span.start()].rfind('\n').map_or(0, |end| end + 1);
        let ends = |word: &str| word.ends_with([':', ';', '.', ',', '(', ')', '"']);
        let mut back = text[line..span.start()].split_whitespace().rev().take_while(|word| !ends(word));
        let mut last = back.next()?;
        let of = last == "of";
        if of {
            last = back.next()?;
        }
        let earlier = back.next();
        let picked = PICKS.contains(&last) && earlier == Some("the") || last == "random" && earlier == Some("a");
        let known = picked || ONE.contains(&last) || last == "all";
        known.then_some(Before { word: last, of: of || own.contains(&"of") })
    }

    // ---- What must fit ----

    fn term(&mut self, node: &Node<'t>, parts: &[Node<'t>]) {
        let (before, noun) = (self.before(node), self.noun(node));
        if before.is_some_and(|before| ["all", "each", "every"].contains(&before.word)) && noun != Count::Either {
            self.of_one_or_all(node);
        }
        let one = !parts.iter().any(|part| part.clone().into_inner().any(|inner| inner.as_rule() == Rule::lone_item));
        let head = parts.iter().find(|part| matches!(part.as_rule(), Rule::noun | Rule::group));
        if let (Some(before), Some(head)) = (before, head)
            && one
        {
            let word = before.word;
            let place = head.as_span().start();
            if (before.of || before.is_all()) && noun == Count::One {
                let said = self.behind(place);
                let said = &self.text[said.start..said.end];
                let of = if before.of { " of" } else { "" };
                let help = format!("say `{word}{of} ... {said}s`");
                self.fault_at_word(place, format!("behind `{word}{of}` stand several things"), help);
            } else if !before.of && !before.is_all() && noun == Count::Many {
                let help = match plain(self.text, place) {
                    Some(said) if head.as_rule() == Rule::noun => format!("say `{word} {said}`, or `{word} of ...`"),
                    _ => format!("say `{word} of ...`"),
                };
                self.fault_at_word(place, format!("behind `{word}` stands one thing"), help);
            }
        }
        // `any of your stacks that is stacked`, or `that are`: both are said.
        let count = match before {
            Some(before) if before.of => Count::Either,
            Some(before) if !before.is_all() => Count::One,
            _ if parts.iter().any(|part| part.as_rule() == Rule::noun && is_name(part)) => Count::Either,
            _ => noun,
        };
        for part in parts.iter().filter(|part| part.as_rule() == Rule::filter) {
            for that in part.clone().into_inner().filter(|inner| inner.as_rule() == Rule::that) {
                self.that(&that, count);
            }
        }
        for part in parts.iter().filter(|part| matches!(part.as_rule(), Rule::noun | Rule::filter)) {
            self.swallowed(part);
        }
    }

    /// What is said behind `that` of the thing looked at.
    fn that(&mut self, node: &Node<'t>, count: Count) {
        for inner in node.clone().into_inner() {
            match inner.as_rule() {
                Rule::about => self.about(&inner, count),
                Rule::that_or | Rule::that_and | Rule::that_one | Rule::that_not => self.that(&inner, count),
                _ => {}
            }
        }
    }

    fn about(&mut self, about: &Node<'t>, count: Count) {
        let start = about.as_span().start();
        let Some(inner) = about.clone().into_inner().next() else { return };
        let forms = match inner.as_rule() {
            Rule::is_about => ["is", "are"],
            Rule::has_about => ["has", "have"],
            Rule::meets_about => ["meets", "meet"],
            Rule::was_about => ["was", "were"],
            Rule::did_about | Rule::did_many => ["has", "have"],
            _ => return,
        };
        self.verb(start, count, forms);
        for thing in inner.clone().into_inner().flatten().filter(|node| node.as_span().end() == inner.as_span().end()) {
            if matches!(thing.as_rule(), Rule::victory_card | Rule::a_law) && inner.as_rule() == Rule::is_about {
                let several = !thing.as_str().starts_with("a ");
                let (one, many) = if thing.as_rule() == Rule::a_law {
                    ("a law", "laws")
                } else {
                    ("a victory card", "victory cards")
                };
                match count {
                    Count::Many if !several => self.fault_for(&thing, format!("say `are {many}`")),
                    Count::One | Count::You if several => self.fault_for(&thing, format!("say `is {one}`")),
                    _ => {}
                }
            }
        }
        let parts: Vec<Node<'t>> = inner.into_inner().collect();
        self.so_many_of(&parts);
        if parts.first().is_some_and(|most| matches!(most.as_rule(), Rule::the_most | Rule::the_fewest)) {
            self.things(&parts[1..], Count::Many);
        }
    }

    /// `3 cards`, `1 building`, `no cards`
    fn so_many_of(&mut self, parts: &[Node<'t>]) {
        let parts: Vec<Node<'t>> = parts.iter().filter(|part| part.as_rule() != Rule::adjective).cloned().collect();
        let parts = parts.as_slice();
        if let [.., number, card] = parts
            && matches!(card.as_rule(), Rule::card_word | Rule::own_buildings)
        {
            let forms = if card.as_rule() == Rule::card_word { ["card", "cards"] } else { ["building", "buildings"] };
            match number.as_rule() {
                Rule::number | Rule::one_literal => self.counted(number, forms),
                Rule::one_article | Rule::lone_one => self.verb(number.as_span().end(), Count::One, forms),
                _ => self.verb(number.as_span().end(), Count::Many, forms),
            }
        }
    }

    fn there(&mut self, node: &Node<'t>, parts: &[Node<'t>]) {
        let Some(set) = parts.last() else { return };
        let at = node.as_span().start() + "there".len();
        let verb = self.behind(at);
        let is = &self.text[verb.start..verb.end] == "is";
        let count = self.loosely(set);
        let number = parts.iter().find(|part| part.as_rule() == Rule::number);
        let Some(number) = number else {
            match count {
                Count::Many if is && parts[0].as_rule() != Rule::none => self.one_of(set),
                Count::One if !is => self.verb(at, Count::One, ["is", "are"]),
                Count::Many if is => self.verb(at, Count::Many, ["is", "are"]),
                _ => {}
            }
            return;
        };
        let one = is_one(number);
        self.verb(at, if one { Count::One } else { Count::Many }, ["is", "are"]);
        self.so_many(number, set);
    }

    fn several_of(&mut self, parts: &[Node<'t>]) {
        if let (Some(number), Some(set)) = (parts.first(), parts.last()) {
            self.so_many(number, set);
        }
    }

    /// `1 card`, `2 cards`, `1 of them`
    fn so_many(&mut self, number: &Node<'t>, set: &Node<'t>) {
        let between = &self.text[number.as_span().end()..set.as_span().start()];
        let of = between.split_whitespace().next_back() == Some("of");
        let place = set.as_span().start();
        match self.loosely(set) {
            Count::Many if is_one(number) && !of => {
                let help = plain(self.text, place).map_or("say `1 of ...`".into(), |said| format!("say `1 {said}`"));
                self.fault_at_word(place, "behind 1 stands one thing".into(), help);
            }
            Count::One
                if (of || !is_one(number))
                    && set.clone().into_inner().next().is_some_and(|term| self.before(&term).is_none()) =>
            {
                let word = self.text[place..]
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .trim_end_matches([':', ';', '.', ',']);
                self.fault_at_word(place, "several things stand there".into(), format!("say `{word}s`"));
            }
            _ => {}
        }
    }

    /// A set of which one is chosen.
    fn one_of(&mut self, set: &Node<'t>) {
        if self.loosely(set) == Count::Many {
            let place = set.as_span().start();
            let help = match plain(self.text, place) {
                Some(said) => format!("say `a {said}`, or `one of ...`"),
                None => "say `one of ...`".into(),
            };
            self.fault_at_word(place, "it is one thing that is meant here".into(), help);
        }
    }

    /// A set of which several are counted.
    fn many(&mut self, set: &Node<'t>) {
        if self.loosely(set) == Count::One {
            let place = set.as_span().start();
            let help = "say it in the plural, such as `the number of cards on this`".into();
            self.fault_at_word(place, "several things are counted here".into(), help)
        }
    }

    /// The word behind a number.
    fn counted(&mut self, number: &Node<'t>, forms: [&str; 2]) {
        let count = if is_one(number) { Count::One } else { Count::Many };
        self.verb(number.as_span().end(), count, forms);
    }

    /// The word behind a place in its form for one, or for several and `you`.
    fn verb(&mut self, place: usize, count: Count, [one, many]: [&str; 2]) {
        let wanted = match count {
            Count::One => one,
            Count::Many | Count::You => many,
            Count::Either => return,
        };
        let span = self.behind(place);
        let word = &self.text[span.start..span.end];
        if word != wanted && [one, many].contains(&word) {
            let of = match count {
                Count::One => "one thing",
                Count::You => "`you`",
                _ => "several things",
            };
            self.fault(span.start, span.end, format!("`{word}` does not agree with {of}"), format!("say `{wanted}`"));
        }
    }

    /// The next word behind a place.
    fn behind(&self, place: usize) -> Span {
        let rest = &self.text[place..];
        let start = place + rest.len() - rest.trim_start().len();
        let length = self.text[start..].find(|sign: char| !sign.is_alphanumeric() && sign != '-');
        Span::new(start, length.map_or(self.text.len(), |length| start + length))
    }

    fn fault_for(&mut self, node: &Node<'t>, help: String) {
        let span = node.as_span();
        self.fault(
            span.start(),
            span.end(),
            format!("`{}` does not agree with what it is said of", node.as_str()),
            help,
        );
    }

    fn fault_at_word(&mut self, place: usize, reason: String, help: String) {
        let span = self.behind(place);
        self.fault(span.start, span.end, reason, help);
    }

    fn fault(&mut self, start: usize, end: usize, reason: String, help: String) {
        let span = Span::new(start, end).shifted(self.offset);
        self.faults.push(SyntaxError { span, reason, help: Some(help) });
    }
}

const NOUNS: [&str; 7] = ["building", "card", "player", "opponent", "neighbour", "top", "place"];
/// Each of them by itself.
const EACH: [&str; 2] = ["everyone", "everybody"];

/// The noun at the beginning of some words, and whether it is one or several.
fn by_word(text: &str) -> Count {
    for word in text.split_whitespace() {
        if NOUNS.contains(&word) || EACH.contains(&word) {
            return Count::One;
        }
        if word.strip_suffix('s').is_some_and(|word| NOUNS.contains(&word)) {
            return Count::Many;
        }
    }
    Count::Either
}

/// The plural noun that stands at a place, as one thing.
fn plain(text: &str, place: usize) -> Option<&str> {
    let word = text[place..].split(|sign: char| !sign.is_alphabetic()).next()?;
    word.strip_suffix('s').filter(|word| NOUNS.contains(word))
}

fn is_one(number: &Node) -> bool {
    ["1", "one"].contains(&number.as_str().trim())
}

fn is_name(noun: &Node) -> bool {
    noun.clone().into_inner().next().is_some_and(|inner| inner.as_rule() == Rule::name)
}
