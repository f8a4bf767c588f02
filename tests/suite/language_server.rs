//! `brink lsp` as an editor talks to it, over pipes, and one editor with the configuration that `docs/editors.md` prints.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::program::project;

/// An editor, as far as the server knows.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    /// By URI, and what else the server says.
    diagnostics: HashMap<String, Value>,
    said: Vec<Value>,
    number: i64,
}

/// So long an answer takes at most, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(120);

impl Editor {
    fn start() -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_brink"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (hear, heard) = channel();
        std::thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                if hear.send(message).is_err() {
                    return;
                }
            }
        });
        Editor {
            input: child.stdin.take(),
            child,
            heard,
            diagnostics: HashMap::new(),
            said: Vec::new(),
            number: 0,
        }
    }

    fn initialized(encodings: &[&str]) -> Editor {
        let mut editor = Editor::start();
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = editor.ask("initialize", params);
        let encoding = answer["capabilities"]["positionEncoding"].as_str();
        let wanted = if encodings.contains(&"utf-8") {
            "utf-8"
        } else {
            "utf-16"
        };
        assert_eq!(encoding, Some(wanted), "{answer}");
        editor.tell("initialized", json!({}));
        editor
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        // A server that has ended reads no more.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.number += 1;
        let id = self.number;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a request, or its error.
    fn answer(&mut self, id: i64) -> Value {
        let end = Instant::now() + LIMIT;
        loop {
            let message = self.next(end);
            if message["id"] == id {
                return message.get("result").unwrap_or(&message["error"]).clone();
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    fn next(&mut self, end: Instant) -> Value {
        let left = end.saturating_duration_since(Instant::now());
        let message = self.heard.recv_timeout(left).expect("the server says more");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().unwrap_or_default();
            let found = message["params"]["diagnostics"].clone();
            self.diagnostics.insert(uri.to_string(), found);
        }
        self.said.push(message.clone());
        message
    }

    /// Waits until the diagnostics of a file are such.
    fn until(&mut self, uri: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let end = Instant::now() + LIMIT;
        loop {
            let found = self.diagnostics.get(uri).and_then(Value::as_array);
            if let Some(found) = found.filter(|found| wanted(found)) {
                return found.clone();
            }
            self.next(end);
        }
    }

    fn open(&mut self, path: &Path, text: &str) -> String {
        let uri = format!("file://{}", path.display());
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        uri
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// The exit code, and what it says then.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                let mut said = String::new();
                let mut errors = self.child.stderr.take().expect("it is piped");
                errors.read_to_string(&mut said).expect("it is UTF-8");
                return (status.code(), said);
            }
            assert!(Instant::now() < end, "the server goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn shut_down(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", told)) => length = told.parse().ok()?,
            _ if line.trim().is_empty() => break,
            _ => return None,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Where the bar is in a text, and the text without it. Columns are units of UTF-16.
fn marked(text: &str) -> (Value, String) {
    let at = text.find('|').expect("there is a bar");
    let (before, text) = (&text[..at], text.replacen('|', "", 1));
    let line = before.rsplit('\n').next().unwrap_or_default();
    let column = line.encode_utf16().count();
    let position = json!({ "line": before.matches('\n').count(), "character": column });
    (position, text)
}

/// The position of a part of a text.
fn position(text: &str, part: &str) -> Value {
    let at = text.find(part).expect("it is there") + 1;
    marked(&format!("{}|{}", &text[..at], &text[at..])).0
}

fn at(uri: &str, position: &Value) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": position })
}

fn labels(answer: &Value) -> Vec<&str> {
    let items = answer.as_array().into_iter().flatten();
    items.filter_map(|item| item["label"].as_str()).collect()
}

/// A text with edits made.
fn edited(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let number = |key: &str| position[key].as_u64().expect("it is a number") as usize;
        let line: usize = text
            .split_inclusive('\n')
            .take(number("line"))
            .map(str::len)
            .sum();
        let mut column = 0;
        let within = text[line..].char_indices().find(|(_, sign)| {
            let found = column >= number("character");
            column += sign.len_utf16();
            found
        });
        within.map_or(text.len(), |(at, _)| line + at)
    };
    let edits = edits.as_array().expect("there are edits");
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
            let new = edit["newText"].as_str().expect("it is a text");
            (offset(start), offset(end), new)
        })
        .collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    let mut text = text.to_string();
    for (start, end, new) in edits {
        text.replace_range(start..end, new);
    }
    text
}

const SET: &str = r#"# 𝄞 mills
id = "gales"
title = "Gales"
language = 2
[[card]]
building = "Windmill"
action = "Gale"
[[victory]]
front = "Granary"

[building."Windmill"]
rules = ["G-1"]
text = '''
Use: pay 2 sparks. Singe at a player.
When a card is discarded by singe, put a spark on this.
While this is stacked, neighbours of this except "Windmill" are soaked.
This counts as a mill.
'''

[action."Gale"]
text = '''
Singe at a player.
'''

[building."Granary"]
text = 'Win when you have at least 5 buildings.'

[keyword.singe]
text = '''
Define singe at (victim: player): discard the top of a building of victim that is not soaked.
'''

[status.soaked]
meaning = "a soaked building does not burn"

[counter.spark]
meaning = "sparks set things on fire"

[tally.mills]
wins-at = 9
"#;

const RECIPE: &str = r#"id = "windy"
title = "Windy"
sets = ["gales"]
kinds = ["Windmill"]
copies = 12
victory = "same"
victory-cards = ["Granary"]
hand = 3
shields = 1
tallies = ["mills"]
"#;

const RULINGS: &str = r#"[[ruling]]
id = "a-gale-discards-a-top"
title = "A gale discards a top"
rules = ["G-1"]
game = "windy"
position = '''
p1 hand: Gale
p1: Windmill[]
p2: Windmill[Windmill]
'''
moves = "p1: action Gale > p2"
expect.position = "p2: Windmill(spark 1)[]"
"#;

/// A folder with a set, a recipe and rulings.
fn folder() -> (tempfile::TempDir, [PathBuf; 3]) {
    let folder = tempfile::tempdir().expect("there is room for files");
    let path = fs::canonicalize(folder.path()).expect("it is there");
    let files = ["gales.toml", "windy.toml", "rulings.toml"].map(|name| path.join(name));
    for (file, text) in files.iter().zip([SET, RECIPE, RULINGS]) {
        fs::write(file, text).expect("there is room for files");
    }
    (folder, files)
}

#[test]
fn an_editor_is_told_what_is_wrong_and_offered_what_to_write() {
    let (_folder, [set, recipe, _]) = folder();
    let mut editor = Editor::initialized(&["utf-16"]);
    let uri = editor.open(&set, SET);
    assert_eq!(editor.until(&uri, |_| true), Vec::<Value>::new());
    let (start, _) = marked(&SET.replace("when you have at", "|when you have at"));
    let change = json!([{ "range": { "start": start, "end": start }, "text": "wehn " }]);
    editor.change(&uri, 2, change);
    let found = editor.until(&uri, |found| !found.is_empty());
    assert_eq!(found[0]["range"]["start"], start, "{found:?}");
    assert_eq!(
        (&found[0]["severity"], &found[0]["source"]),
        (&json!(1), &json!("brink"))
    );
    // What another file says of it is wrong, too.
    let change = json!([{ "text": SET.replace("[tally.mills]", "[tally.barns]") }]);
    editor.change(&uri, 3, change);
    let other = format!("file://{}", recipe.display());
    let told = editor.until(&other, |found| !found.is_empty());
    assert!(
        told[0]["message"]
            .as_str()
            .is_some_and(|said| said.contains("`mills`")),
        "{told:?}"
    );
    // A word of other wordings, and what to write.
    let (place, wrong) = marked(&SET.replace("Singe at a player.\n'''", "Reve|al your hand.\n'''"));
    editor.change(&uri, 4, json!([{ "text": wrong }]));
    let range = json!({ "start": place, "end": place });
    let params =
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    let edits = &actions[0]["edit"]["changes"][&uri];
    assert!(
        edited(&wrong, edits).contains("Show your hand.\n"),
        "{actions}"
    );
    editor.change(&uri, 5, json!([{ "text": SET }]));
    editor.until(&uri, <[Value]>::is_empty);
    editor.until(&other, <[Value]>::is_empty);
    editor.shut_down();
}

#[test]
fn an_editor_completes_what_fits() {
    let (_folder, [set, ..]) = folder();
    let mut editor = Editor::initialized(&["utf-16"]);
    let uri = editor.open(&set, SET);
    editor.until(&uri, <[Value]>::is_empty);
    let mut version = 1;
    for (text, there, not_there) in [
        ("[action.\"Gale\"]\ntext = '''\n|", "discard", "discards"),
        (
            "[action.\"Gale\"]\ntext = '''\nUse: |\n'''",
            "singe",
            "soaked",
        ),
        (
            "[action.\"Gale\"]\ntext = '''\nPut this |\n'''",
            "face up",
            "singe",
        ),
        (
            "[action.\"Gale\"]\ntext = '''\nUse: put 2 |\n'''",
            "spark",
            "singe",
        ),
        (
            "[action.\"Gale\"]\ntext = '''\nNeighbours of this are |\n'''",
            "soaked",
            "singe",
        ),
        (
            "[action.\"Gale\"]\ntext = '''\nThis counts as |\n'''",
            "mills",
            "singe",
        ),
        (
            "[action.\"Gale\"]\ntext = '''\nDiscard a building named \"|\n'''",
            "Windmill",
            "discard",
        ),
        (
            "[rule.reshuffle-when-emptied]\nholds = '\"|",
            "reshuffle",
            "discard",
        ),
        ("|", "title", "says"),
        ("[|", "keyword", "title"),
        ("[[card]]\nbuilding = \"Barn\"\n[building.|", "Barn", "Gale"),
        ("[building.\"Windmill\"]\n|", "says", "building"),
        ("[[card]]\nbuilding = |", "Gale", "building"),
        ("[status.soaked]\nof = |", "players", "cards"),
    ] {
        let (place, text) = marked(text);
        version += 1;
        let whole = format!("{text}\n");
        editor.change(&uri, version, json!([{ "text": whole }]));
        let answer = editor.ask("textDocument/completion", at(&uri, &place));
        let labels = labels(&answer);
        // What the file does not declare now is known from when nothing was wrong.
        assert!(labels.contains(&there), "{text}: no {there} in {labels:?}");
        assert!(
            !labels.contains(&not_there),
            "{text}: {not_there} in {labels:?}"
        );
    }
    // With all that the file declares.
    for (line, there) in [
        ("Use: |", "singe"),
        ("Use: put 2 |", "spark"),
        ("Neighbours of this are |", "soaked"),
        ("This counts as |", "mills"),
        ("When revealed by |", "singe"),
    ] {
        let (place, text) = marked(&SET.replace("This counts as a mill.", line));
        version += 1;
        editor.change(&uri, version, json!([{ "text": text }]));
        let answer = editor.ask("textDocument/completion", at(&uri, &place));
        assert!(
            labels(&answer).contains(&there),
            "{line}: {:?}",
            labels(&answer)
        );
    }
    editor.shut_down();
}

#[test]
fn an_editor_explains_finds_and_renames() {
    let (folder, [set, recipe, rulings]) = folder();
    fs::create_dir(folder.path().join("docs")).expect("there is room");
    fs::write(
        folder.path().join("docs/rules.md"),
        "# Rules\n- G-1 A gale blows.\n",
    )
    .expect("there is room");
    let mut editor = Editor::initialized(&["utf-16"]);
    let uri = editor.open(&set, SET);
    editor.until(&uri, <[Value]>::is_empty);
    let explained = |editor: &mut Editor, part: &str| {
        let hover = editor.ask("textDocument/hover", at(&uri, &position(SET, part)));
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    };
    for (part, said) in [
        (
            "Windmill\"\naction",
            "**Windmill** (building of gales, on a card with Gale)",
        ),
        ("singe, put", "**singe at a player** (keyword of gales)"),
        ("soaked.\n", "a soaked building does not burn"),
        ("sparks. Singe", "spark"),
        ("mill.\n", "mills"),
        ("Use: pay", "**Abilities**"),
        ("discard the top", "`discard ITEM`"),
    ] {
        let found = explained(&mut editor, part);
        assert!(
            found.to_lowercase().contains(&said.to_lowercase()),
            "{part}: {found}"
        );
    }
    // Where a rule is written down, and where each word is declared.
    for (part, file, line) in [
        ("G-1", "docs/rules.md", 1),
        ("Singe at a player.\n'''", "gales.toml", 27),
        ("sparks. Singe", "gales.toml", 35),
        ("Gale\"\n[[victory", "gales.toml", 19),
    ] {
        let found = editor.ask("textDocument/definition", at(&uri, &position(SET, part)));
        let place = &found[0];
        assert!(
            place["uri"].as_str().is_some_and(|uri| uri.ends_with(file)),
            "{part}: {found}"
        );
        assert_eq!(place["range"]["start"]["line"], line, "{part}: {found}");
    }
    let mut params = at(&uri, &position(SET, "Windmill\"\naction"));
    params["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask("textDocument/references", params);
    // The card, its section, a filter; the recipe; three times in the ruling, once in what is expected.
    assert_eq!(
        found.as_array().map(Vec::len),
        Some(3 + 1 + 3 + 1),
        "{found}"
    );
    // Every file is sound with the new name.
    let mut files = [
        (&set, SET.to_string()),
        (&recipe, RECIPE.to_string()),
        (&rulings, RULINGS.to_string()),
    ];
    for (part, new, there) in [
        (
            "Windmill\"\naction",
            "Wind Tower",
            "p2: Wind Tower[Wind Tower]",
        ),
        (
            "Singe at a player.\n'''",
            "scorch",
            "Scorch at a player.\n'''",
        ),
        ("sparks. ", "ember", "pay 2 embers. Scorch"),
        ("soaked.\n", "wet", "[status.wet]"),
        ("mills]", "towers", "tallies = [\"towers\"]"),
    ] {
        let text = files[0].1.clone();
        let mut params = at(&uri, &position(&text, part));
        let asked = editor.ask("textDocument/prepareRename", params.clone());
        assert!(asked["placeholder"].is_string(), "{part}: {asked}");
        params["newName"] = json!(new);
        let answer = editor.ask("textDocument/rename", params);
        let changes = answer["changes"]
            .as_object()
            .unwrap_or_else(|| panic!("{part}: {answer}"));
        for (path, text) in &mut files {
            if let Some(edits) = changes.get(&format!("file://{}", path.display())) {
                *text = edited(text, edits);
                fs::write(&**path, &*text).expect("there is room");
            }
        }
        assert!(
            files.iter().any(|(_, text)| text.contains(there)),
            "{part}: {answer}"
        );
        let text = files[0].1.clone();
        editor.change(&uri, 2, json!([{ "text": text }]));
        editor.tell(
            "textDocument/didSave",
            json!({ "textDocument": { "uri": uri } }),
        );
    }
    let check = crate::support::program::brink_in(
        project(),
        &[
            "check",
            &set.parent().expect("it lies somewhere").to_string_lossy(),
        ],
        "",
    );
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    // What is refused, and why.
    let text = files[0].1.clone();
    for (part, new, why) in [
        ("scorch]", "card", "texts cannot use the name"),
        ("scorch]", "Two Words", "texts cannot use the name"),
        ("scorch]", "a\"b", "cannot contain quotes"),
        ("scorch]", "missile", "already the name of a keyword"),
        ("ember]", "it", "texts cannot use the name"),
        ("G-1", "G-2", "is the id of a rule"),
        ("title", "x", "no name here"),
    ] {
        let mut params = at(&uri, &position(&text, part));
        params["newName"] = json!(new);
        let refused = editor.ask("textDocument/rename", params);
        let said = refused["message"].as_str().unwrap_or_default();
        assert!(said.contains(why), "{part} to {new}: {refused}");
    }
    let built_in = text.replace("Scorch at a player.\n'''", "Missile at a player.\n'''");
    editor.change(&uri, 3, json!([{ "text": built_in }]));
    let params = at(&uri, &position(&built_in, "Missile"));
    let refused = editor.ask("textDocument/prepareRename", params);
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|said| said.contains("built in")),
        "{refused}"
    );
    editor.shut_down();
}

#[test]
fn an_editor_shows_the_outline_and_formats() {
    let (_folder, [set, ..]) = folder();
    let mut editor = Editor::initialized(&["utf-8", "utf-16"]);
    let text = SET.replace("Singe at a player.\n'''", "singe   at a player\n'''");
    let uri = editor.open(&set, &text);
    let document = json!({ "textDocument": { "uri": uri } });
    let outline = editor.ask("textDocument/documentSymbol", document);
    let names: Vec<String> = outline
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| format!("{} {}", one["detail"], one["name"]).replace('"', ""))
        .collect();
    assert_eq!(
        names,
        [
            "building Windmill",
            "action Gale",
            "building Granary",
            "keyword singe",
            "status soaked",
            "counter spark",
            "tally mills"
        ]
    );
    let mut params = json!({ "textDocument": { "uri": uri } });
    params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let edits = editor.ask("textDocument/formatting", params);
    let formatted = edited(&text, &edits);
    assert!(
        formatted.contains("[action.\"Gale\"]\ntext = '''\nSinge at a player."),
        "{formatted}"
    );
    assert!(formatted.starts_with("# 𝄞 mills\nid"));
    editor.shut_down();
}

#[test]
fn a_request_can_be_cancelled() {
    let (_folder, [set, ..]) = folder();
    let mut editor = Editor::initialized(&[]);
    let wrong = SET.replace("Singe at a player.\n'''", "Reveal your hand.\n'''");
    let uri = editor.open(&set, &wrong);
    let place = json!({ "line": 0, "character": 0 });
    let range = json!({ "start": place, "end": place });
    let params =
        json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
    // It waits for the check of the change before it.
    let id = editor.begin("textDocument/codeAction", params);
    editor.tell("$/cancelRequest", json!({ "id": id }));
    let answer = editor.answer(id);
    assert!(answer["code"] == -32800 || answer.is_array(), "{answer}");
    // One that is unknown, or answered, is no fault.
    editor.tell("$/cancelRequest", json!({ "id": 99 }));
    editor.tell("$/cancelRequest", json!({ "id": "a" }));
    editor.tell("$/cancelRequest", json!({ "zork": 1 }));
    editor.shut_down();
}

#[test]
fn a_conversation_ends_as_the_protocol_says() {
    let mut editor = Editor::start();
    let refused = editor.ask("textDocument/hover", json!({}));
    assert_eq!(refused["code"], -32002, "{refused}");
    editor.ask("initialize", json!({ "capabilities": {} }));
    let refused = editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(refused["code"], -32600, "{refused}");
    editor.tell("exit", Value::Null);
    let (code, said) = editor.end();
    assert_eq!(code, Some(1));
    assert!(said.contains("`exit` without `shutdown`"), "{said}");
    let mut editor = Editor::initialized(&[]);
    editor.ask("shutdown", Value::Null);
    let refused = editor.ask("textDocument/hover", json!({}));
    assert_eq!(refused["code"], -32600, "{refused}");
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end().0, Some(0));
    let (code, said) = Editor::initialized(&[]).end();
    assert_eq!(code, Some(1));
    assert!(said.contains("without `shutdown`"), "{said}");
}

#[test]
fn what_is_no_message_is_answered_or_ends_the_conversation() {
    for (bytes, why) in [
        (
            &b"Content-Length: 100\r\n\r\n{\"jsonrpc\""[..],
            "closed the connection within a message",
        ),
        (
            b"Content-Length: 99999999999\r\n\r\n{}",
            "announced a message of 99999999999 bytes",
        ),
        (b"Content-Length: zork\r\n\r\n{}", "`Content-Length: zork`"),
        (
            b"{\"jsonrpc\": \"2.0\"}\n",
            "is not `Content-Length: NUMBER`",
        ),
        (b"\0\0\0\0\n", "is not `Content-Length: NUMBER`"),
    ] {
        let mut editor = Editor::initialized(&[]);
        editor.raw(bytes);
        let (code, said) = editor.end();
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(why), "{said}");
    }
    let mut editor = Editor::initialized(&[]);
    for text in ["{\"id\"", "zork", "[]", "{}", "\u{0}", &"[".repeat(100_000)] {
        editor.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let end = Instant::now() + LIMIT;
        while editor.next(end)["error"]["code"] != -32700 {}
    }
    let refused = editor.ask("zork/zork", json!({ "zork": [1, 2] }));
    assert_eq!(refused["code"], -32601, "{refused}");
    let refused = editor.ask("textDocument/hover", json!({ "zork": 1 }));
    assert_eq!(refused["code"], -32602, "{refused}");
    editor.tell("textDocument/didChange", json!({ "zork": 1 }));
    editor.change("file:///nowhere.toml", 1, json!([{ "text": "" }]));
    let refused = editor.ask(
        "textDocument/hover",
        at(
            "file:///nowhere.toml",
            &json!({ "line": 0, "character": 0 }),
        ),
    );
    assert_eq!(refused["code"], -32602, "{refused}");
    let logged = editor
        .said
        .iter()
        .filter(|said| said["method"] == "window/logMessage");
    assert_eq!(logged.count(), 2);
    editor.shut_down();
}

#[test]
fn places_outside_and_documents_of_no_file_are_answered() {
    let mut editor = Editor::initialized(&[]);
    for uri in [
        "untitled:Untitled-1",
        "zork",
        "",
        "file:///no/such/folder/a.toml",
        "file:///%ff",
    ] {
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": SET });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
        for place in [
            json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 }),
            json!({ "line": 0, "character": 3 }),
        ] {
            for method in ["hover", "completion", "definition", "prepareRename"] {
                let answer = editor.ask(&format!("textDocument/{method}"), at(uri, &place));
                assert!(
                    answer["code"].is_null() || answer["code"] == -32803,
                    "{uri} {method}: {answer}"
                );
            }
        }
        let end = json!({ "line": 4_000_000_000_u32, "character": 0 });
        let range = json!({ "start": end, "end": { "line": 0, "character": 0 } });
        editor.change(uri, 2, json!([{ "range": range, "text": "zork" }]));
        editor.until(uri, |found| !found.is_empty());
        editor.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
        editor.until(uri, <[Value]>::is_empty);
    }
    editor.shut_down();
}

#[test]
fn ten_thousand_changes_are_taken() {
    let (_folder, [set, ..]) = folder();
    let mut editor = Editor::initialized(&[]);
    let uri = editor.open(&set, SET);
    editor.until(&uri, <[Value]>::is_empty);
    let place = json!({ "line": 3, "character": 12 });
    let behind = json!({ "line": 3, "character": 13 });
    for version in 0..5_000 {
        editor.change(
            &uri,
            version,
            json!([{ "range": { "start": place, "end": place }, "text": "x" }]),
        );
        editor.change(
            &uri,
            version,
            json!([{ "range": { "start": place, "end": behind }, "text": "" }]),
        );
    }
    // All of them are made, in their order.
    let hover = editor.ask("textDocument/hover", at(&uri, &position(SET, "singe, put")));
    assert!(hover["contents"].is_object(), "{hover}");
    editor.change(&uri, 10_001, json!([{ "text": "zork" }]));
    editor.until(&uri, |found| !found.is_empty());
    editor.change(&uri, 10_002, json!([{ "text": SET }]));
    editor.until(&uri, <[Value]>::is_empty);
    editor.shut_down();
}

#[cfg(unix)]
#[test]
fn a_folder_with_a_link_to_itself_and_a_large_document_are_checked() {
    let (folder, [set, ..]) = folder();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("again"))
        .expect("links can be made");
    let mut editor = Editor::initialized(&[]);
    let uri = editor.open(&set, SET);
    assert_eq!(editor.until(&uri, |_| true), Vec::<Value>::new());
    // Five million bytes that are no text of the language, and more than a file may have.
    let large = format!(
        "{SET}[keyword.large]\ntext = '''\n{}\n'''\n",
        "zork zork.\n".repeat(450_000)
    );
    editor.change(&uri, 2, json!([{ "text": large }]));
    editor.until(&uri, |found| !found.is_empty());
    let end = json!({ "line": 100_000, "character": 4 });
    editor.change(
        &uri,
        3,
        json!([{ "range": { "start": end, "end": end }, "text": "x" }]),
    );
    editor.ask("textDocument/completion", at(&uri, &end));
    editor.change(&uri, 4, json!([{ "text": "x".repeat(10_000_001) }]));
    editor.until(&uri, |found| {
        found.iter().any(|one| {
            one["message"]
                .as_str()
                .is_some_and(|said| said.contains("10000000 bytes"))
        })
    });
    editor.change(&uri, 5, json!([{ "text": SET }]));
    editor.until(&uri, <[Value]>::is_empty);
    editor.shut_down();
}

/// A set of that many cards.
fn large_set(cards: usize) -> String {
    let mut text = String::from("id = \"large\"\ntitle = \"Large\"\nlanguage = 2\n");
    for number in 0..cards {
        text += &format!(
            "[[card]]\nbuilding = \"Mill {number}\"\naction = \"Gale {number}\"\n\n[building.\"Mill {number}\"]\ntext = '''\nUse: pay the top of this. \
             Draw {} cards.\nWhile this is stacked, neighbours of this are guarded.\n'''\n\n[action.\"Gale {number}\"]\ntext = '''\nChoose a \
             building as spot. If spot is stacked, discard the top of spot. Otherwise, draw {} cards.\n'''\n\n",
            number % 7 + 2,
            number % 5 + 2
        );
    }
    text
}

/// Figures for `docs/performance.md` come from a release build: `cargo test --release five_hundred -- --nocapture`.
#[test]
fn a_file_of_five_hundred_cards_answers_while_it_is_checked() {
    let (folder, _) = folder();
    let path = fs::canonicalize(folder.path())
        .expect("it is there")
        .join("large.toml");
    let text = large_set(500);
    fs::write(&path, &text).expect("there is room");
    let mut editor = Editor::initialized(&[]);
    let begin = Instant::now();
    let uri = editor.open(&path, &text);
    editor.until(&uri, <[Value]>::is_empty);
    let check = begin.elapsed();
    let (place, with) = marked(&text.replacen("Draw 2 cards.", "Draw 2 cards. |", 1));
    let mut took = Vec::new();
    for version in 2..12 {
        let part = if version % 2 == 0 { "d" } else { "" };
        editor.change(&uri, version, json!([{ "text": with.replacen("Draw 2 cards. ", &format!("Draw 2 cards. {part}"), 1) }]));
        // A key is pressed: what fits there is asked for.
        let begin = Instant::now();
        let answer = editor.ask("textDocument/completion", at(&uri, &place));
        took.push(begin.elapsed());
        assert!(
            labels(&answer).contains(&"discard"),
            "{:?}",
            labels(&answer)
        );
    }
    took.sort();
    let middle = took[took.len() / 2];
    println!("a full check takes {check:?}, an answer {middle:?}");
    assert!(
        middle * 3 < check,
        "a full check takes {check:?}, an answer {middle:?}"
    );
    editor.shut_down();
}

#[test]
fn the_colours_are_made_from_the_words_of_the_language() {
    let path = project().join("docs/editors/brink.tmLanguage.json");
    let made = brink::author::highlight::textmate();
    if std::env::var_os("WRITE_COLOURS").is_some() {
        fs::write(&path, &made).expect("it can be written");
    }
    let written = fs::read_to_string(path).expect("the grammar is there");
    assert!(
        written == made,
        "the words have changed: WRITE_COLOURS=1 cargo test colours writes the new grammar"
    );
}

/// The part of the page in that language below a heading.
fn of_page(heading: &str, language: &str) -> String {
    let page = fs::read_to_string(project().join("docs/editors.md")).expect("the page is there");
    let (_, section) = page.split_once(heading).expect("the page has it");
    let (_, code) = section
        .split_once(&format!("```{language}\n"))
        .expect("it has code");
    code.split("```").next().unwrap_or_default().to_string()
}

#[test]
#[ignore = "it needs Neovim 0.11"]
fn neovim_uses_the_configuration_of_the_page() {
    let nvim = std::env::var("NVIM").unwrap_or_else(|_| "nvim".into());
    let version = Command::new(&nvim).arg("--version").output();
    let version = version.map_or_else(
        |_| String::new(),
        |said| String::from_utf8_lossy(&said.stdout).into_owned(),
    );
    let minor = version
        .strip_prefix("NVIM v0.")
        .and_then(|rest| rest.split('.').next());
    assert!(
        minor.is_some_and(|minor| minor.parse::<u32>().is_ok_and(|minor| minor >= 11)),
        "this test needs Neovim 0.11 or newer, which NVIM names; `{nvim}` is `{}`",
        version.lines().next().unwrap_or_default()
    );
    let (folder, [set, ..]) = folder();
    let config = folder.path().join("config");
    fs::create_dir_all(config.join("nvim")).expect("there is room");
    fs::write(config.join("nvim/init.lua"), of_page("## Neovim", "lua")).expect("there is room");
    fs::write(
        &set,
        SET.replace(
            "Singe at a player.\n'''",
            "Draw a card, then sinje at a player.\n'''",
        ),
    )
    .expect("there is room");
    let script = r#"
local out = {}
local function session()
local function until_so(what, so)
  if not vim.wait(60000, so, 50) then
    table.insert(out, 'waited in vain for ' .. what)
  end
end
vim.cmd.edit(vim.env.CARDS)
until_so('a server', function() return #vim.lsp.get_clients({ name = 'brink' }) == 1 end)
until_so('a fault', function() return #vim.diagnostic.get(0) > 0 end)
local fault = vim.diagnostic.get(0)[1]
table.insert(out, (fault.lnum + 1) .. ': ' .. fault.message:gsub('\n', '; '))
vim.api.nvim_win_set_cursor(0, { fault.lnum + 1, fault.col + 1 })
local fixed = false
vim.lsp.buf.code_action({ apply = true, filter = function() return true end })
until_so('a fix', function() return #vim.diagnostic.get(0) == 0 end)
table.insert(out, vim.api.nvim_buf_get_lines(0, fault.lnum, fault.lnum + 1, false)[1])
vim.api.nvim_win_set_cursor(0, { fault.lnum + 1, fault.col + 1 })
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-8'), 60000)
for _, answer in pairs(hover) do
  table.insert(out, answer.result.contents.value:match('[^\n]+'))
end
vim.lsp.buf.rename('scorch')
until_so('a new name', function() return vim.fn.search('keyword.scorch', 'nw') > 0 end)
vim.lsp.buf.format()
table.insert(out, 'done')
end
-- An editor without a screen would wait for ever behind an error.
local ended, reason = pcall(session)
if not ended then
  table.insert(out, tostring(reason))
end
vim.fn.writefile(out, vim.env.OUT)
vim.cmd('qa!')
"#;
    let (out, run) = (folder.path().join("out.txt"), folder.path().join("run.lua"));
    fs::write(&run, script).expect("there is room");
    let brink = Path::new(env!("CARGO_BIN_EXE_brink"));
    let programs = brink.parent().expect("it lies somewhere").to_string_lossy();
    let path = std::env::var("PATH").unwrap_or_default();
    let status = Command::new(&nvim)
        .args(["--headless", "-S"])
        .arg(&run)
        .env("XDG_CONFIG_HOME", &config)
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .env("PATH", format!("{programs}:{path}"))
        .env("CARDS", &set)
        .env("OUT", &out)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let said = fs::read_to_string(&out)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&status.stderr)));
    let lines: Vec<&str> = said.lines().collect();
    let fault = "22: no keyword is called `sinje`; help: did you mean `singe`?";
    assert_eq!(lines[0], fault, "{said}");
    assert_eq!(lines.last(), Some(&"done"), "{said}");
    assert!(!said.contains("in vain"), "{said}");
    assert!(
        said.contains("then singe at a player.\n**singe at a player** (keyword of gales)"),
        "{said}"
    );
}
