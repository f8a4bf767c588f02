//! What a branch of a text does, in the words of the text that offers it.

use crate::names::both_names;
use crate::options::decision::{Decision, Offer, Way, What};
use itertools::Itertools;
use rules::ir::{FaceId, Rules};
use text::wrapped;

/// What it is to choose nothing where one may.
pub const DECLINE: &str = "You choose nothing: the text skips what it would do with your choice.";

/// What an option of a choice among branches does, a line each: what the text says of the branch. Nothing of other options.
pub fn says(rules: &Rules, decision: &Decision, offer: &Offer) -> Vec<String> {
    match (offer.what, decision.asks) {
        (What::Branch(Way::Text(_)), Some(face)) => of_branch(rules, face, &offer.label),
        (What::Decline, _) => vec![DECLINE.to_string()],
        _ => Vec::new(),
    }
}

/// The same for whoever asks for an option by its label, in lines of that width, with the cards that lie aside; nothing where
/// there is nothing to say.
pub fn read(rules: &Rules, decision: &Decision, label: &str, width: usize) -> Option<String> {
    let mut offers = decision.offers.iter();
    let offer = offers.find(|offer| offer.label.eq_ignore_ascii_case(label.trim()))?;
    let says = says(rules, decision, offer);
    // Two columns more than the line has.
    let indent = |line: &str| " ".repeat(2 + line.len() - line.trim_start().len());
    let lines = says
        .iter()
        .map(|line| wrapped(line.trim_start(), &indent(line), "    ", width));
    let aside = lies_aside(rules, decision).map(|aside| wrapped(&aside, "  ", "    ", width));
    let lines = lines.chain(aside).map(|line| line + "\n");
    (!says.is_empty()).then(|| format!("{}\n{}", offer.label, lines.collect::<String>()))
}

/// What lies aside while branches are chosen.
pub fn lies_aside(rules: &Rules, decision: &Decision) -> Option<String> {
    let names = decision
        .aside
        .iter()
        .map(|kind| both_names(rules, *kind))
        .join(", ");
    (!names.is_empty()).then(|| format!("Aside: {names}. `read NAME` shows the text of a card."))
}

/// What the text of a face says of a branch, or the keywords in it do, where just one of them has such a branch.
fn of_branch(rules: &Rules, face: FaceId, label: &str) -> Vec<String> {
    let face = &rules.faces[face.index()];
    let words = face.words.iter().map(|word| rules.meaning(*word).lines);
    let texts = std::iter::once(&face.lines[..]).chain(words);
    texts
        .flat_map(|text| found(text, label))
        .exactly_one()
        .unwrap_or_default()
}

/// Each place where a text tells of a branch of that name: what stands behind the name, and in the block below it.
fn found(text: &[String], label: &str) -> Vec<Vec<String>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let behind = |line: &str| -> Option<String> {
        let (name, behind) = line.trim_start().split_at_checked(label.len())?;
        let named = name.eq_ignore_ascii_case(label) && depth(line) > 0;
        let behind = behind
            .strip_prefix(", ")
            .or(behind.strip_prefix(':'))
            .filter(|_| named)?;
        Some(behind.trim_start().to_string())
    };
    let whole = |(at, line): (usize, &String)| {
        let head = Some(behind(line)?).filter(|head| !head.is_empty());
        let below = text[at + 1..]
            .iter()
            .take_while(|next| depth(next) > depth(line));
        let below = below.map(|next| {
            next.get(depth(line) + 2..)
                .unwrap_or(next.trim_start())
                .to_string()
        });
        Some(head.into_iter().chain(below).collect())
    };
    text.iter().enumerate().filter_map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::found;

    #[test]
    fn a_branch_is_told_with_the_block_below_it() {
        let text = "either:\n  a, if it rains: go in\n  b:\n    go out\n    sing\nsleep";
        let text: Vec<String> = text.lines().map(ToString::to_string).collect();
        let check =
            |label: &str, told: &[&[&str]]| assert_eq!(found(&text, label), told, "{label}");
        check("a", &[&["if it rains: go in"]]);
        check("b", &[&["go out", "sing"]]);
        check("c", &[]);
    }
}
