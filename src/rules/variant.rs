//! Variants: a set that has what another one has, apart from what it changes.

use std::collections::{BTreeMap, BTreeSet};

use super::card::Card;
use super::error::{Problem, Report, near};
use super::file::{FaceText, KeywordText, SetFile};
use super::paths::{BESIDE, SetPath, beside, identity, is_path};
use lang::ast::Word;
use text::Source;
use text::limits::EXTENDED;

/// Gives each file that extends another what it takes from there. Answers `false` where too many extend each other.
pub(super) fn extend(files: &mut [SetFile], paths: &[SetPath], report: &mut Report) -> bool {
    for at in 0..files.len() {
        let uses = files[at].uses.clone();
        let found = uses
            .iter()
            .filter_map(|word| named(files, paths, at, word, report))
            .collect();
        files[at].used = found;
        let Some(word) = files[at].extends.clone() else {
            continue;
        };
        files[at].base = named(files, paths, at, &word, report);
    }
    // Those that are done: how many files extend each other, up to this one.
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for at in 0..files.len() {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(file) = next.filter(|file| !lengths.contains_key(file)) {
            if chain.contains(&file) {
                let word = files[file]
                    .extends
                    .clone()
                    .expect("only what extends a set is in a circle");
                circle(&files[file].source, &word, report);
                files[file].base = None;
                break;
            }
            chain.push(file);
            next = files[file].base;
        }
        let below = next
            .and_then(|base| lengths.get(&base))
            .copied()
            .unwrap_or(0);
        if let Some(word) = files[at]
            .extends
            .as_ref()
            .filter(|_| below + chain.len() > EXTENDED)
        {
            too_long(&files[at].source, word, report);
            return false;
        }
        for (length, file) in (below + 1..).zip(chain.into_iter().rev()) {
            lengths.insert(file, length);
            if let Some(base) = files[file].base {
                let shared: Vec<SetFile> = files
                    .iter()
                    .filter(|other| other.cards.is_empty())
                    .cloned()
                    .collect();
                let whole = varied(&files[file], (&files[base], base), &shared, report);
                files[file] = whole;
            }
        }
    }
    true
}

/// Reports that a set extends what extends it.
fn circle(source: &Source, word: &Word, report: &mut Report) {
    let (what, place) = ("what leads back to this set", "what it is a variant of");
    let help = "leave one `extends` of the circle out";
    report.add(source, word.span, Problem::Misplaced { what, place, help });
}

/// Reports that too many files extend each other, down from this one.
pub(super) fn too_long(source: &Source, word: &Word, report: &mut Report) {
    let what = "files in a row that extend each other";
    report.add(
        source,
        word.span,
        Problem::TooMany {
            what,
            count: EXTENDED + 1,
            most: EXTENDED,
        },
    );
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
    let id = match is_path(&word.node) {
        true => {
            let path = identity(&beside(&own.name, &word.node));
            paths
                .iter()
                .find(|known| known.path == path)
                .map(|known| known.id.clone())
        }
        false => Some(word.node.clone()),
    };
    let found = files
        .iter()
        .position(|file| Some(&file.id.node) == id.as_ref());
    if found == Some(from) {
        circle(own, word, report);
    } else if found.is_none() {
        let others = files
            .iter()
            .enumerate()
            .filter(|(at, file)| *at != from && !file.cards.is_empty());
        let help = match is_path(&word.node) {
            true => BESIDE.to_string(),
            false => near(&word.node, others.map(|(_, file)| file.id.node.as_str())),
        };
        report.add(
            own,
            word.span,
            Problem::Unknown {
                what: "set",
                name: word.node.clone(),
                help,
            },
        );
    }
    found.filter(|found| *found != from)
}

/// The variant as a whole.
fn varied(
    own: &SetFile,
    (base, at): (&SetFile, usize),
    shared: &[SetFile],
    report: &mut Report,
) -> SetFile {
    let mut whole = own.clone();
    let source = &own.source;
    let gone = |card: &Card| {
        card.faces()
            .any(|face| own.without.iter().any(|word| word.node == face.node))
    };
    for word in &own.without {
        if !base
            .cards
            .iter()
            .any(|card| card.faces().any(|face| face.node == word.node))
        {
            let known = base
                .cards
                .iter()
                .flat_map(Card::faces)
                .map(|face| face.node.as_str());
            let help = near(&word.node, known);
            report.add(
                source,
                word.span,
                Problem::Unknown {
                    what: "face",
                    name: word.node.clone(),
                    help,
                },
            );
        }
    }
    let kept = base
        .cards
        .iter()
        .zip(&base.card_origins)
        .filter(|(card, _)| !gone(card));
    let (cards, origins): (Vec<Card>, Vec<Option<usize>>) = kept
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
    let known = |name: &str| {
        let all = std::iter::once(base).chain(shared);
        all.flat_map(|file| &file.tallies)
            .find(|tally| tally.name.node == name)
    };
    for tally in &mut whole.tallies {
        let first = known(&tally.name.node);
        if let Some(first) = first {
            tally.varies = true;
            if tally.rules.is_empty() {
                tally.rules = first.rules.clone();
            }
            if tally.wins_at == 0 {
                tally.wins_at = first.wins_at;
            }
            tally.text = tally
                .text
                .take()
                .or_else(|| first.text.clone().filter(|_| tally.text.is_none()));
        } else if tally.wins_at == 0 {
            let problem = Problem::MissingKey {
                key: "wins-at",
                place: "a tally".into(),
            };
            report.add(source, tally.name.span, problem);
        }
    }
    whole
}

fn faces(
    (base, at): (&[FaceText], usize),
    own: &[FaceText],
    on_cards: &BTreeSet<&str>,
) -> Vec<FaceText> {
    let changed = |face: &&FaceText| base.iter().any(|first| first.name.node == face.name.node);
    let inherited = base
        .iter()
        .filter(|face| on_cards.contains(face.name.node.as_str()))
        .map(
            |first| match own.iter().find(|face| face.name.node == first.name.node) {
                Some(face) if face.rules.is_empty() => FaceText {
                    rules: first.rules.clone(),
                    ..face.clone()
                },
                Some(face) => face.clone(),
                None => FaceText {
                    origin: first.origin.or(Some(at)),
                    ..first.clone()
                },
            },
        );
    let gone = |face: &&FaceText| changed(face) && !on_cards.contains(face.name.node.as_str());
    inherited
        .chain(
            own.iter()
                .filter(|face| !changed(face) || gone(face))
                .cloned(),
        )
        .collect()
}

/// Keywords that change others keep what they do not say anew; what calls them in the variant calls these.
fn keywords(
    (base, at): (&[KeywordText], usize),
    own: &[KeywordText],
    shared: &[SetFile],
) -> Vec<KeywordText> {
    let over = |first: &KeywordText, own: &KeywordText| KeywordText {
        rules: if own.rules.is_empty() {
            first.rules.clone()
        } else {
            own.rules.clone()
        },
        log: own.log.clone().or(first.log.clone()),
        log_unanswered: own.log_unanswered.clone().or(first.log_unanswered.clone()),
        reads: own.reads.clone().or(first.reads.clone()),
        noun: own.noun.clone().or(first.noun.clone()),
        varies: true,
        ..own.clone()
    };
    let mut all: Vec<KeywordText> = base
        .iter()
        .map(
            |first| match own.iter().find(|own| own.name.node == first.name.node) {
                Some(own) => over(first, own),
                None => KeywordText {
                    origin: first.origin.or(Some(at)),
                    varies: true,
                    ..first.clone()
                },
            },
        )
        .collect();
    for keyword in own
        .iter()
        .filter(|own| !base.iter().any(|first| first.name.node == own.name.node))
    {
        let first = shared
            .iter()
            .flat_map(|file| &file.keywords)
            .find(|first| first.name.node == keyword.name.node);
        all.push(first.map_or_else(|| keyword.clone(), |first| over(first, keyword)));
    }
    all
}
