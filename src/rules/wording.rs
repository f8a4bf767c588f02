//! Words of messages that are said in several ways.

use text::Happening;

/// Keywords or recipes each of which leads to the next; of many the first and the last ones.
pub(super) fn chain(keywords: &[String]) -> String {
    let quoted: Vec<String> = keywords.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [first, second, third, .., before, last] if quoted.len() > CHAINED => {
            format!(
                "{first} > {second} > {third} > ({} more) > {before} > {last}",
                quoted.len() - 5
            )
        }
        _ => quoted.join(" > "),
    }
}

/// The version of the language of card texts.
pub(super) const LANGUAGE: u8 = 2;

/// The same, as it is written.
pub(super) const LANGUAGE_SAID: &str = "the bare number `2`";

/// How many keywords of a chain are named at most.
const CHAINED: usize = 8;

/// What to write in the place of a clause; several texts where it may mean different things.
pub(super) fn to_write(texts: &[String]) -> String {
    let shown = |text: &String| match text.contains('\n') {
        true => format!("\n{text}"),
        false => format!("`{text}`"),
    };
    let all: Vec<String> = texts.iter().map(shown).collect();
    match all.as_slice() {
        [one] => format!("write {one}"),
        several => format!("write what you mean: {}", several.join(" or ")),
    }
}

pub(super) fn settled_later(own: &str, read: &str) -> String {
    if own == read {
        format!("`{own}` depends on itself")
    } else {
        format!("`{own}` is settled before `{read}`")
    }
}

pub(super) fn tells(to_all: bool) -> &'static str {
    match to_all {
        true => "what comes of this tells what a card is to players who do not know it",
        false => "this asks what a card is that the player who is asked does not know",
    }
}

pub(super) fn never_happens(name: &str, moment: Happening) -> String {
    match moment {
        Happening::Revealed => format!("nothing is revealed by `{name}`"),
        Happening::Destroyed => format!("no building is destroyed by `{name}`"),
        _ => format!("nothing is {} by `{name}`", moment.passive()),
    }
}

pub(super) fn other_language(found: Option<u8>) -> String {
    match found {
        Some(found) => {
            format!("the texts are in language {found}, and this Brink reads language {LANGUAGE}")
        }
        None => "the file does not say in which language its texts are".into(),
    }
}

pub(super) fn same_kind(name: &str, first: &str) -> String {
    match name == first {
        true => format!("the kind `{name}` is named twice"),
        false => format!("`{name}` is the same kind as `{first}`, which is named already"),
    }
}

pub(super) fn too_many(count: usize, what: &str) -> String {
    if count != 1 {
        return format!("{count} {what} are too many");
    }
    let (things, rest) = what.split_at(what.find(' ').unwrap_or(what.len()));
    format!(
        "1 {}{rest} is too many",
        things.strip_suffix('s').unwrap_or(things)
    )
}
