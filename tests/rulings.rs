//! Plays every ruling under `tests/rulings/`.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use brink::base::Source;
use brink::table::ruling::{read_rulings, run_ruling};

#[test]
fn every_ruling_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("there are rulings").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut ids, mut failures) = (BTreeSet::new(), Vec::new());
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        let text = fs::read_to_string(path).expect("a ruling file is text");
        let source = Source::new(path.display().to_string(), text);
        let rulings = read_rulings(&source).unwrap_or_else(|fault| panic!("{}: {fault:?}", path.display()));
        for ruling in rulings {
            let id = ruling.id.get_ref().clone();
            assert!(ids.insert(id.clone()), "two rulings are called {id}");
            assert!(!ruling.rules.is_empty(), "{id} cites no rule");
            let disputes: Vec<(&str, &str)> = ruling.disputes.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            let kinds: Vec<&str> = ruling.kinds.iter().map(String::as_str).collect();
            let script = support::script_with(ruling.game.get_ref(), &disputes, &kinds);
            if let Err(faults) = run_ruling(&source, &ruling, script) {
                let reasons: Vec<String> = faults
                    .iter()
                    .map(|fault| {
                        format!(
                            "  line {}: {}; {}",
                            source.line(fault.span.start),
                            fault.reason,
                            fault.help.as_deref().unwrap_or("")
                        )
                    })
                    .collect();
                failures.push(format!("{}: {id}\n{}", path.display(), reasons.join("\n")));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {} rulings fail:\n{}", failures.len(), ids.len(), failures.join("\n"));
}
