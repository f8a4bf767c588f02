//! Variants: a set that has what another one has, apart from what it changes.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{Problem, Report};
use super::file::{Card, FaceText, KeywordText, SetFile};
use super::sources::{SetPath, circle, set_id, too_long, unknown_file};
use lang::ast::Word;

/// Gives each file that extends another what it takes from there. Answers `false` where too many extend each other.
pub(super) fn extend(files: &mut [SetFile], paths: &[SetPath], report: &mut Report) -> bool {
    for at in 0..files.len() {
        let mut found = |word| named(files, paths, at, word, report);
        let used = files[at].uses.iter().filter_map(&mut found).collect();
        let base = files[at].extends.as_ref().and_then(&mut found);
        (files[at].used, files[at].base) = (used, base);
    }
    // Those that are done: how many files extend each other, up to this one.
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for at in 0..files.len() {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(file) = next.filter(|file| !lengths.contains_key(file)) {
            if chain.contains(&file) {
                let word = files[file].extends.as_ref();
                let word = word.expect("only what extends a set is in a circle");
                circle(false, &files[file].source, word, report);
                files[file].base = None;
                break;
            }
            chain.push(file);
            next = files[file].base;
        }
        let below = next.and_then(|base| lengths.get(&base));
        let below = below.copied().unwrap_or(0);
        if let Some(word) = &files[at].extends
            && too_long(below + chain.len(), &files[at].source, word, report)
        {
            return false;
        }
        for (length, file) in (below + 1..).zip(chain.into_iter().rev()) {
            lengths.insert(file, length);
            if let Some(base) = files[file].base {
                let shared = files.iter().filter(|other| other.cards.is_empty());
                let shared: Vec<&SetFile> = shared.collect();
                files[file] = varied(&files[file], (&files[base], base), &shared, report);
            }
        }
    }
    true
}

/// The file that another one names, by its id or by its path.
fn named(
    files: &[SetFile],
    paths: &[SetPath],
    from: usize,
    word: &Word,
    report: &mut Report,
) -> Option<usize> {
    let own = &files[from].source;
    let id = set_id(paths, own, word);
    let found = files
        .iter()
        .position(|file| Some(file.id.node.as_str()) == id);
    if found == Some(from) {
        circle(false, own, word, report);
    } else if found.is_none() {
        let others = files.iter().enumerate();
        let others = others.filter(|(at, file)| *at != from && !file.cards.is_empty());
        let ids = others.map(|(_, file)| file.id.node.as_str());
        report.add(own, word.span, unknown_file("set", word, ids));
    }
    found.filter(|found| *found != from)
}

/// The variant as a whole.
fn varied(
    own: &SetFile,
    (base, at): (&SetFile, usize),
    shared: &[&SetFile],
    report: &mut Report,
) -> SetFile {
    let mut whole = own.clone();
    let known = || base.cards.iter().flat_map(Card::faces);
    let known = || known().map(|face| face.node.as_str());
    for word in &own.without {
        if !known().any(|face| face == word.node) {
            let problem = Problem::unknown("face", &word.node, known());
            report.add(&own.source, word.span, problem);
        }
    }
    let left_out = |card: &Card| card.faces().any(|face| own.without.contains(face));
    let (cards, origins): (Vec<Card>, Vec<Option<usize>>) = base
        .cards
        .iter()
        .zip(&base.card_origins)
        .filter(|(card, _)| !left_out(card))
        .map(|(card, origin)| (card.clone(), origin.or(Some(at))))
        .unzip();
    let on_cards: BTreeSet<&str> = cards
        .iter()
        .flat_map(Card::faces)
        .map(|face| face.node.as_str())
        .collect();
    whole.buildings = faces((&base.buildings, at), &own.buildings, &on_cards);
    whole.actions = faces((&base.actions, at), &own.actions, &on_cards);
    whole.keywords = keywords((&base.keywords, at), &own.keywords, shared);
    whole.cards = cards;
    whole.card_origins = origins;
    whole.cards.extend(own.cards.iter().cloned());
    whole.card_origins.extend(own.cards.iter().map(|_| None));
    let known = std::iter::once(&base).chain(shared);
    for tally in &mut whole.tallies {
        let first = known
            .clone()
            .flat_map(|file| &file.tallies)
            .find(|first| first.name == tally.name);
        if let Some(first) = first {
            tally.varies = true;
            tally.rules = own_or_first(&tally.rules, &first.rules);
            if tally.wins_at == 0 {
                tally.wins_at = first.wins_at;
            }
            tally.text = tally.text.take().or_else(|| first.text.clone());
        } else if tally.wins_at == 0 {
            let problem = Problem::missing_key("wins-at", "a tally");
            report.add(&own.source, tally.name.span, problem);
        }
    }
    whole
}

/// The ids of the rules that a section follows: where it names none, those of what it varies.
fn own_or_first(own: &[String], first: &[String]) -> Vec<String> {
    if own.is_empty() { first } else { own }.to_vec()
}

fn faces(
    (base, at): (&[FaceText], usize),
    own: &[FaceText],
    on_cards: &BTreeSet<&str>,
) -> Vec<FaceText> {
    let is_on_card = |face: &FaceText| on_cards.contains(face.name.node.as_str());
    let inherited = base.iter().filter(|face| is_on_card(face)).map(|first| {
        match own.iter().find(|face| face.name == first.name) {
            Some(face) => FaceText {
                rules: own_or_first(&face.rules, &first.rules),
                badge: face.badge.or(first.badge),
                ..face.clone()
            },
            None => FaceText {
                origin: first.origin.or(Some(at)),
                ..first.clone()
            },
        }
    });
    let changes = |face: &FaceText| base.iter().any(|first| first.name == face.name);
    let new = own
        .iter()
        .filter(|face| !changes(face) || !is_on_card(face));
    inherited.chain(new.cloned()).collect()
}

/// Keywords that change others keep what they do not say anew; what calls them in the variant calls these.
fn keywords(
    (base, at): (&[KeywordText], usize),
    own: &[KeywordText],
    shared: &[&SetFile],
) -> Vec<KeywordText> {
    let over = |first: KeywordText, own: KeywordText| KeywordText {
        rules: own_or_first(&own.rules, &first.rules),
        log: own.log.or(first.log),
        log_unanswered: own.log_unanswered.or(first.log_unanswered),
        reads: own.reads.or(first.reads),
        noun: own.noun.or(first.noun),
        varies: true,
        ..own
    };
    let inherited = base
        .iter()
        .cloned()
        .map(|first| match declared(own, &first.name) {
            Some(own) => over(first, own),
            None => KeywordText {
                origin: first.origin.or(Some(at)),
                varies: true,
                ..first
            },
        });
    let new = own.iter().cloned().filter_map(|own| {
        if declared(base, &own.name).is_some() {
            return None;
        }
        let shared = shared.iter().flat_map(|file| &file.keywords);
        Some(match declared(shared, &own.name) {
            Some(first) => over(first, own),
            None => own,
        })
    });
    inherited.chain(new).collect()
}

fn declared<'k>(
    words: impl IntoIterator<Item = &'k KeywordText>,
    name: &Word,
) -> Option<KeywordText> {
    let mut words = words.into_iter();
    words.find(|word| word.name == *name).cloned()
}
