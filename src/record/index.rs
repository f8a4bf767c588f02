//! Ties the rules, as a document lists them, to the rulings that pin them.

use std::collections::BTreeMap;

use explain::rulebook::rule_ids;

/// The part that is written by [`with_index`] begins here.
const BEGIN: &str = "<!-- index: written by `brink ruling --index` -->";
const END: &str = "<!-- end of index -->";

/// A ruling, where it is written, and the rules that it pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    /// The way from the document to the file of the ruling: `../tests/rulings/a.toml`.
    pub link: String,
    pub rules: Vec<String>,
}

/// The document with its index made anew: each rule with the rulings that pin it. The index stands between its two
/// marks, or at the end where there are none yet.
pub fn with_index(document: &str, entries: &[Entry]) -> String {
    let mut pinned: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        entry
            .rules
            .iter()
            .for_each(|rule| pinned.entry(rule).or_default().push(entry));
    }
    let mut index = format!("{BEGIN}\n\n| rule | rulings |\n|---|---|\n");
    for rule in rule_ids(document) {
        let links = pinned.get(rule).map_or(&[][..], Vec::as_slice);
        let links: Vec<String> = links
            .iter()
            .map(|entry| format!("[{}]({})", entry.id, entry.link))
            .collect();
        let links = if links.is_empty() {
            "no ruling".to_string()
        } else {
            links.join(", ")
        };
        index.push_str(&format!("| {rule} | {links} |\n"));
    }
    index.push_str(&format!("\n{END}\n"));
    match (document.find(BEGIN), document.find(END)) {
        (Some(from), Some(to)) if from < to => {
            format!(
                "{}{}{}",
                &document[..from],
                index.trim_end(),
                &document[to + END.len()..]
            )
        }
        _ => format!(
            "{}\n\n## Which rulings pin which rule\n\n{index}",
            document.trim_end()
        ),
    }
}

/// Rules that rulings name and the document does not list, with the ruling that names them.
pub fn unlisted<'a>(document: &str, entries: &'a [Entry]) -> Vec<(&'a str, &'a Entry)> {
    let known = rule_ids(document);
    let named = entries
        .iter()
        .flat_map(|entry| entry.rules.iter().map(move |rule| (rule.as_str(), entry)));
    named.filter(|(rule, _)| !known.contains(rule)).collect()
}
