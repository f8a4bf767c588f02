//! Small changes of what a set file says around its texts: who is on a card with whom, which text is whose, how much of a
//! tally wins, how a question is answered by default, what decides a switch, what the log tells of a keyword.

use crate::coverage::Owner;
use lang::ast::Word;
use rules::{Card, KeywordText, SetFile};
use text::{Span, Spanned};

/// A changed file.
pub(super) struct Changed {
    pub owner: Owner,
    pub operator: &'static str,
    pub text: String,
}

/// All changes of one file.
pub(super) fn changes(set: &SetFile) -> Vec<Changed> {
    let mut all = Vec::new();
    // A variant says nothing around its texts that its set does not say.
    if set.extends.is_some() {
        return all;
    }
    let text = &*set.source.text;
    let id = &set.id.node;
    let mut add = |owner: Owner, operator, text: Option<String>| {
        all.extend(text.map(|text| Changed {
            owner,
            operator,
            text,
        }));
    };
    let building = |name: &Spanned<String>| Owner::Building {
        set: id.clone(),
        name: name.node.clone(),
    };
    let action = |name: &Spanned<String>| Owner::Action {
        set: id.clone(),
        name: name.node.clone(),
    };
    let mut neighbours =
        |names: Vec<&Spanned<String>>, owner: &dyn Fn(&Spanned<String>) -> Owner, operator| {
            for two in names.windows(2) {
                add(
                    owner(two[0]),
                    operator,
                    exchanged(text, two[0].span, two[1].span),
                );
            }
        };
    let decks = set.cards.iter().filter_map(|card| match card {
        Card::Deck { building, .. } => Some(building),
        Card::Victory { .. } => None,
    });
    neighbours(decks.collect(), &building, "another action on the card");
    let faces = [
        (&set.buildings, &building as &dyn Fn(&_) -> _),
        (&set.actions, &action),
    ];
    for (faces, owner) in faces {
        let names = faces.iter().map(|face| &face.name).collect();
        neighbours(names, owner, "the text of another");
    }
    for tally in &set.tallies {
        let wins_at = tally.wins_at;
        for number in [wins_at.saturating_add(1), wins_at.saturating_sub(1)] {
            let changed = valued(text, &tally.name, "wins-at", &number.to_string());
            let owner = Owner::Tally(tally.name.node.clone());
            add(owner, "another number that wins", changed);
        }
    }
    for dispute in &set.disputes {
        for (value, _) in dispute.values.iter().skip(1) {
            let changed = valued(text, &dispute.name, "default", &format!("\"{value}\""));
            let owner = Owner::Dispute(dispute.name.node.clone());
            add(owner, "another default", changed);
        }
    }
    for keyword in &set.keywords {
        for changed in sentences(text, keyword) {
            let owner = Owner::Keyword(keyword.name.node.clone());
            add(owner, "another sentence of the log", changed);
        }
    }
    for (name, cond) in &set.holds {
        let Span { start, end } = cond.span;
        let (before, held, behind) = (&text[..start], &text[start..end], &text[end..]);
        let changed = format!("{before}not ({held}){behind}");
        let owner = Owner::Switch(name.node.clone());
        add(owner, "a switch turned round", Some(changed));
    }
    all
}

/// The text with a sentence of the keyword left empty but for its end, with another name in each place of it, and with both
/// sentences exchanged.
fn sentences(text: &str, keyword: &KeywordText) -> Vec<Option<String>> {
    let written = |log: &Word| text.get(log.span.start..log.span.end).map(str::to_string);
    let instead = |log: &Word, sentence: &str| {
        let (before, behind) = (text.get(..log.span.start)?, text.get(log.span.end..)?);
        Some(format!("{before}{sentence}{behind}"))
    };
    let logs = [&keyword.log, &keyword.log_unanswered];
    let mut all = Vec::new();
    for log in logs.into_iter().flatten() {
        all.push(instead(log, "\"\""));
        let Some(sentence) = written(log) else {
            continue;
        };
        for name in placeholders(&sentence) {
            let others = logs
                .into_iter()
                .flatten()
                .flat_map(|log| placeholders(&log.node));
            let other = others.filter(|other| *other != name).min();
            all.extend(other.map(|other| {
                instead(
                    log,
                    &sentence.replace(&format!("{{{name}}}"), &format!("{{{other}}}")),
                )
            }));
        }
    }
    if let [Some(one), Some(other)] = logs {
        all.push(exchanged(text, one.span, other.span));
    }
    all
}

/// The names in braces.
fn placeholders(sentence: &str) -> impl Iterator<Item = &str> {
    sentence
        .split('{')
        .skip(1)
        .filter_map(|piece| Some(piece.split_once('}')?.0))
}

/// The text with two parts of it exchanged; nothing where they overlap.
fn exchanged(text: &str, one: Span, other: Span) -> Option<String> {
    let [first, second] = if one.start < other.start {
        [one, other]
    } else {
        [other, one]
    };
    let between = text.get(first.end..second.start)?;
    let part = |span: Span| text.get(span.start..span.end);
    let (before, behind) = (&text[..first.start], &text[second.end..]);
    Some([before, part(second)?, between, part(first)?, behind].concat())
}

/// The text with another value of a key in the section of that name.
fn valued(text: &str, section: &Spanned<String>, key: &str, value: &str) -> Option<String> {
    let rest = &text[section.span.end..];
    let rest = &rest[..rest.find("\n[").unwrap_or(rest.len())];
    let key = format!("\n{key} = ");
    let start = section.span.end + rest.find(&key)? + key.len();
    let end = start + text[start..].find('\n').unwrap_or(text.len() - start);
    Some(format!("{}{value}{}", &text[..start], &text[end..]))
}
