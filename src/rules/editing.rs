//! Files that are being written: what an editor asks of them again and again.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use super::fixes::with_fixes;
use super::library::Library;
use super::report::{Fault, Report};
use super::sources::embedded;
use text::Source;

/// Files that are being written, and the project's own ones beside them. A file that is one of those takes its place.
pub struct Manuscript {
    all: Vec<Source>,
    own: usize,
}

impl Manuscript {
    /// The texts of files, whose names are their paths.
    pub fn new(files: impl IntoIterator<Item = Source>) -> Manuscript {
        let files: Vec<Source> = files.into_iter().collect();
        let is_replaced = |own: &Source| {
            let own = Path::new(&*own.name);
            files
                .iter()
                .any(|file| Path::new(&*file.name).ends_with(own))
        };
        let mut all = embedded();
        all.retain(|own| !is_replaced(own));
        let own = all.len();
        all.extend(files);
        Manuscript { all, own }
    }

    /// The library that they make.
    ///
    /// # Errors
    /// All that is wrong, without what to write instead: see [`Manuscript::with_fixes`].
    pub fn library(&self) -> Result<Library, Report> {
        Library::gathered(self.all.clone(), self.own, true)
    }

    /// The report with what to write in the place of what is wrong. Each is tried where it stands, which takes the time of
    /// many checks: once it is `over`, nothing more is tried, and what is reported then is worth nothing.
    pub fn with_fixes(&self, report: Report, over: &dyn Fn() -> bool) -> Report {
        with_fixes(report, &self.all, |sources| {
            if over() {
                return Ok(());
            }
            Library::gathered(sources, self.own, true).map(drop)
        })
    }
}

/// A key that no table has.
const UNKNOWN: &str = "0000000000";

/// A set and a recipe in which each table has a key that it cannot have.
const PROBES: [&str; 2] = [
    "\
0000000000 = 1
id = 'a'
[[card]]
0000000000 = 1
[[victory]]
0000000000 = 1
[building.a]
0000000000 = 1
instead = [{ 0000000000 = 1 }]
[action.a]
0000000000 = 1
[keyword.a]
0000000000 = 1
[status.a]
0000000000 = 1
[counter.a]
0000000000 = 1
[tally.a]
0000000000 = 1
[rule.crisis]
0000000000 = 1
[dispute.a]
0000000000 = 1
[first-player]
0000000000 = 1
beats = {}
",
    "0000000000 = 1\nsets = []\nkinds = [{ 0000000000 = 1 }]\n",
];

/// The keys of each table of sets and recipes, by what it is called in messages without its article: "set file", "building".
pub fn keys() -> &'static BTreeMap<String, Vec<String>> {
    static KEYS: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let probes = PROBES.map(|text| Source::new("", text));
        let faults = probes.into_iter().filter_map(|probe| {
            let read = Library::gathered(vec![probe], 1, false);
            read.err().map(|report| report.faults)
        });
        faults
            .flatten()
            .filter_map(|fault| keys_told(&fault))
            .collect()
    })
}

/// The table of which a fault says that it has no such key, and the keys that it has.
fn keys_told(fault: &Fault) -> Option<(String, Vec<String>)> {
    let reason = fault.to_string();
    let place = reason.strip_prefix(&format!("`{UNKNOWN}` is not a key of a"))?;
    let place = place.strip_prefix('n').unwrap_or(place).trim_start();
    let place = place.split(" `").next().unwrap_or_default();
    let help = miette::Diagnostic::help(fault)?.to_string();
    let keys = help.split('`').skip(1).step_by(2).map(str::to_string);
    Some((place.to_string(), keys.collect()))
}

#[cfg(test)]
mod tests {
    use super::keys;

    #[test]
    fn the_keys_of_each_table_are_those_that_its_reader_asks_for() {
        let keys = keys();
        let of = |place: &str| keys.get(place).map(|keys| keys.join(" "));
        let tables = [
            "set file",
            "recipe",
            "card",
            "victory",
            "building",
            "action",
            "keyword",
            "status",
            "counter",
            "tally",
            "rule",
            "dispute",
            "instead",
            "first-player",
            "kind of a recipe",
        ];
        for table in tables {
            assert!(
                of(table).is_some_and(|keys| !keys.is_empty()),
                "{table}: {keys:?}"
            );
        }
        assert_eq!(of("instead").as_deref(), Some("if text"));
        assert!(of("building").is_some_and(|keys| keys.contains("says")));
        assert!(
            of("set file").is_some_and(|keys| keys.contains("keyword") && keys.contains("uses"))
        );
    }
}
