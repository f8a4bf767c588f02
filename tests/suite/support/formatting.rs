//! Files of cards as a careless hand writes them, and as `brink fmt` does.

use brink::author::format::format;
use brink::text::Source;

/// The file with its texts in canonical form.
pub fn formatted(file: &str) -> String {
    let formatted = format(&Source::new("cards.toml", file));
    formatted.unwrap_or_else(|report| panic!("{:#?}\n{file}", report.faults))
}

const NOTE: &str = " # note";

/// The same cards: other capitals, blanks and stops in the texts between `'''`, and notes at the ends of lines.
pub fn disturbed(file: &str) -> String {
    let mut is_text = false;
    let line = |line: &str| {
        let ends = line.matches("'''").count() % 2 == 1;
        let said = is_text && !ends && !line.trim().is_empty();
        is_text ^= ends;
        if said { odd(line) } else { line.to_string() }
    };
    let lines: Vec<String> = file.lines().map(line).collect();
    lines.join("\n") + "\n"
}

fn odd(line: &str) -> String {
    let said = line.trim_start();
    let mut out = " ".repeat(3 * (line.len() - said.len()) + 1);
    if said.contains('#') {
        return out + said;
    }
    for (number, part) in said.split('"').enumerate() {
        match number % 2 {
            // Names in quotes are written as they are.
            1 => out += &format!("\"{part}\""),
            _ => out += &part.to_lowercase().replace(' ', "  "),
        }
    }
    let out = out.strip_suffix('.').unwrap_or(&out);
    format!("{out}{NOTE}")
}

/// The file without such notes.
pub fn without_notes(file: &str) -> String {
    file.replace(NOTE, "")
}
