//! The examples on the pages of the documentation.

use std::fs;
use std::path::Path;

/// The fenced blocks of the page: their kind and text.
pub fn examples(page: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page is there");
    let mut examples = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            examples.push((kind.to_owned(), text.join("\n")));
        }
    }
    examples
}

/// A whole set file around a text.
pub fn file(kind: &str, text: &str) -> String {
    let mut sections = [
        ("building", String::new()),
        ("action", String::new()),
        ("tally", "count your buildings named \"Windmill\"".into()),
    ];
    let mut keyword = String::new();
    for (section, content) in &mut sections {
        if *section == kind {
            *content = text.to_owned();
        }
    }
    if kind == "keyword" {
        let name = text.split_whitespace().nth(1).expect("`define` and a name");
        keyword = format!("[keyword.{name}]\ntext = '''\n{text}\n'''\n");
    }
    let [(_, building), (_, action), (_, tally)] = sections;
    format!(
        "id = \"example\"\ntitle = \"An example\"\nlanguage = 2\n[[card]]\nbuilding = \"Windmill\"\naction = \"Gust\"\n\n\
         [building.\"Windmill\"]\ntext = '''\n{building}\n'''\n\n[action.\"Gust\"]\ntext = '''\n{action}\n'''\n\n\
         [counter.tick]\nmeaning = \"it ticks\"\n\n[counter.burn]\nmeaning = \"it burns\"\nowned = true\n\n\
         [tally.mills]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = '''\n{tally}\n'''\n\n{keyword}"
    )
}
