//! All card texts of the project: of its sets, of the sets and words of its tests, of its pages.

use std::fs;
use std::path::{Path, PathBuf};

/// The texts, each once, in the order of their files.
pub fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["cards", "tests", "docs"] {
        let mut files = Vec::new();
        below(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut files,
        );
        files.sort();
        for path in files {
            let read = || fs::read_to_string(&path).expect("a file of the project is text");
            match path.extension().and_then(|end| end.to_str()) {
                Some("toml") => of_toml(&read(), &mut texts),
                Some("md") => of_page(&read(), &mut texts),
                Some("rs") => of_strings(&read(), &mut texts),
                _ => {}
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    texts
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        match entry.path() {
            path if path.is_dir() => below(&path, files),
            path => files.push(path),
        }
    }
}

fn of_toml(file: &str, texts: &mut Vec<String>) {
    if let Ok(table) = file.parse::<toml::Table>() {
        collect(&toml::Value::Table(table), texts);
    }
}

fn collect(value: &toml::Value, texts: &mut Vec<String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                match value {
                    toml::Value::String(text) if key == "text" => texts.push(text.clone()),
                    value => collect(value, texts),
                }
            }
        }
        toml::Value::Array(values) => values.iter().for_each(|value| collect(value, texts)),
        _ => {}
    }
}

/// The fenced examples of a page.
fn of_page(page: &str, texts: &mut Vec<String>) {
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let text = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .collect::<Vec<_>>()
            .join("\n");
        match kind {
            "toml" => of_toml(&text, texts),
            _ => texts.push(text),
        }
    }
}

/// What stands in quotes in a test.
fn of_strings(code: &str, texts: &mut Vec<String>) {
    for line in code.lines() {
        let line = line
            .trim()
            .trim_start_matches('(')
            .trim_end_matches([',', ')', ';']);
        let Some(inside) = line
            .strip_prefix('"')
            .and_then(|line| line.strip_suffix('"'))
        else {
            continue;
        };
        texts.push(inside.replace("\\n", "\n").replace("\\\"", "\""));
    }
}

/// The TOML files of a folder of the project, in the order of their names.
pub fn toml_files(folder: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .expect("the folder is there");
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    files
}

/// The TOML files below a folder of the project.
pub fn toml_files_below(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if path.extension().is_some_and(|end| end == "toml") => files.push(path),
                _ => {}
            }
        }
    }
    files
}

/// The file with other texts in it.
pub fn changed(file: &str, change: &dyn Fn(&str) -> String) -> String {
    let mut table: toml::Table = file.parse().expect("a file of the project is TOML");
    exchange(&mut table, change);
    table.to_string()
}

fn exchange(table: &mut toml::Table, change: &dyn Fn(&str) -> String) {
    for (key, value) in table.iter_mut() {
        match value {
            toml::Value::String(text) if key == "text" => *text = change(text),
            toml::Value::Table(table) => exchange(table, change),
            toml::Value::Array(values) => {
                values
                    .iter_mut()
                    .filter_map(toml::Value::as_table_mut)
                    .for_each(|table| exchange(table, change));
            }
            _ => {}
        }
    }
}
