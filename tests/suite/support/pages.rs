//! The examples on the pages of the documentation.

use std::fs;
use std::path::Path;

/// The fenced blocks of the page: their kind and text.
pub fn examples(page: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page))
        .expect("the page is there");
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
