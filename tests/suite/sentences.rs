//! Every sentence that people may read, a list for each room: whoever changes the voice goes through these. A sentence is a string of
//! three words or more outside tests; what rustdoc shows is none, but what `--help` shows is in the tests of the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tidy::files;

/// Adds the strings of these tokens that are sentences, without comments and tests.
fn gather(tokens: TokenStream, found: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut tested = false;
    while let Some(token) = tokens.next() {
        match token {
            // An attribute: a comment, a derive, or what makes the item behind it a test.
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                let inner = tokens.next_if(
                    |next| matches!(next, TokenTree::Punct(sign) if sign.as_char() == '!'),
                );
                let Some(TokenTree::Group(attribute)) = tokens.next() else {
                    continue;
                };
                let attribute = attribute.stream();
                let text = attribute.to_string();
                if inner.is_none() && text == "cfg (test)" {
                    tested = true;
                } else if !text.starts_with("doc") {
                    gather(attribute, found);
                }
            }
            TokenTree::Punct(sign) if sign.as_char() == ';' => tested = false,
            TokenTree::Group(group) => {
                let block = group.delimiter() == Delimiter::Brace;
                if !tested {
                    gather(group.stream(), found);
                }
                tested &= !block;
            }
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                let text = written.trim_start_matches('r').trim_matches('#');
                let text = text
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'));
                let words = text.map_or(0, |text| text.split_whitespace().count());
                if !tested && words >= 3 {
                    found.extend(text.map(on_one_line));
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// A string as it is written; where it goes on in the next line, it does so at once.
fn on_one_line(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |line, part| line + part.trim_start())
}

#[test]
fn every_sentence_is_in_a_list() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: BTreeMap<String, String> = BTreeMap::new();
    for file in files("src", &["rs"]) {
        let name = file
            .strip_prefix(&src)
            .expect("it lies there")
            .display()
            .to_string();
        if name.contains("tests") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("code is text");
        let mut found = Vec::new();
        gather(text.parse().expect("it is Rust"), &mut found);
        let room = name.split('/').next().unwrap_or_default().to_string();
        if !found.is_empty() {
            let list = rooms.entry(room).or_default();
            list.push_str(&format!("\n{name}\n  {}\n", found.join("\n  ")));
        }
    }
    for (room, list) in rooms {
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format!("sentences_of_{room}"), list.trim_start());
        });
    }
}
