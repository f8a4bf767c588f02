//! Explains a construct of the language at a word of a text, from the tables of `docs/language.md`.

use std::sync::LazyLock;

const PAGE: &str = include_str!("../../../docs/language.md");

/// A way to say something, and what it does.
struct Construct {
    form: String,
    tokens: Vec<Token>,
    meaning: String,
    heading: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    /// Some words.
    Hole,
}

/// The clauses of a section, by the words that they begin with, and what the section says of them.
struct Clause {
    first: String,
    heading: String,
    said: String,
}

struct Page {
    constructs: Vec<Construct>,
    clauses: Vec<Clause>,
}

static LANGUAGE: LazyLock<Page> = LazyLock::new(|| read(PAGE));

/// Columns of this name have forms, and so has the second one of other tables.
const FORMS: [&str; 2] = ["sentence", "filter"];
/// The chapter whose sections are of clauses.
const CLAUSES: &str = "Clauses";
/// Chapters of what no text says.
const OTHERS: [&str; 4] = ["A set file", "Examples", "What cannot be said", "Secrets"];

fn read(page: &str) -> Page {
    let (mut constructs, mut clauses) = (Vec::new(), Vec::new());
    let (mut chapter, mut heading) = (String::new(), String::new());
    let mut head: Option<Vec<String>> = None;
    let mut lines = page.lines().peekable();
    let (mut code, mut firsts): (bool, Vec<String>) = (false, Vec::new());
    let mut said = String::new();
    let mut close = |heading: &str, firsts: &mut Vec<String>, said: &mut String| {
        let said = std::mem::take(said);
        clauses.extend(firsts.drain(..).map(|first| Clause {
            first,
            heading: heading.to_string(),
            said: said.trim().to_string(),
        }));
    };
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            code = !code;
            continue;
        }
        if let Some(title) = line.strip_prefix("##").filter(|_| !code) {
            close(&heading, &mut firsts, &mut said);
            heading = title.trim_start_matches('#').trim().to_string();
            if !title.starts_with('#') {
                chapter.clone_from(&heading);
            }
            continue;
        }
        let of_clauses = chapter == CLAUSES;
        if code {
            let first = line.split([' ', ',', ':']).next().unwrap_or_default();
            let first = first.to_lowercase();
            if of_clauses && line.starts_with(char::is_uppercase) && !firsts.contains(&first) {
                // An ability may begin with its limit.
                firsts.extend((first == "use").then(|| "once".to_string()));
                firsts.push(first);
            }
            continue;
        }
        let Some(row) = line.strip_prefix("| ") else {
            head = None;
            if of_clauses && !line.starts_with('|') {
                said.push_str(&without_links(line));
                said.push('\n');
            }
            continue;
        };
        let cells: Vec<String> = row
            .trim_end_matches('|')
            .split(" | ")
            .map(|cell| cell.trim().to_string())
            .collect();
        match &head {
            None => {
                head = Some(cells);
                lines.next_if(|line| line.starts_with("|--"));
            }
            Some(_) if OTHERS.contains(&chapter.as_str()) => {}
            Some(head) => {
                let first = head.first().map_or("", String::as_str);
                let (forms, meaning) = match FORMS.contains(&first) {
                    true => (&cells[..1], cells[1..].join(" ")),
                    false => (&cells[1..], cells[0].clone()),
                };
                let forms = forms
                    .iter()
                    .flat_map(|cell| cell.split('`').skip(1).step_by(2));
                constructs.extend(forms.map(|form| Construct {
                    form: form.to_string(),
                    tokens: tokens(form),
                    meaning: without_links(&meaning),
                    heading: heading.clone(),
                }));
            }
        }
    }
    close(&heading, &mut firsts, &mut said);
    Page {
        constructs,
        clauses,
    }
}

/// `[marks](#names)` is `marks`.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let Some(end) = after.find(')') else { break };
        match before.rfind('[') {
            Some(open) => {
                out.push_str(&before[..open]);
                out.push_str(&before[open + 1..]);
            }
            None => out.push_str(before),
        }
        rest = &after[end + 1..];
    }
    out + rest
}

/// Names that the page uses as examples.
const EXAMPLES: [&str; 9] = [
    "foe", "spot", "foe's", "burn", "burns", "tick", "ticks", "ballot", "votes",
];

fn tokens(form: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for word in words(form).map(|(_, word)| word) {
        let hole = EXAMPLES.contains(&word)
            || word.starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit())
            || word.starts_with('"');
        match hole {
            true if tokens.last() == Some(&Token::Hole) => {}
            true => tokens.push(Token::Hole),
            false => tokens.push(Token::Word(word.to_string())),
        }
    }
    tokens
}

/// The words of a line, each with where it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let is_word = |sign: char| sign.is_alphanumeric() || "-_'".contains(sign);
        let start = at + rest.find(|sign| is_word(sign) || sign == '"')?;
        let word = &line[start..];
        let end = match word.strip_prefix('"') {
            Some(name) => name.find('"').map_or(word.len(), |end| end + 2),
            None => word.find(|sign| !is_word(sign)).unwrap_or(word.len()),
        };
        at = start + end;
        Some((start, &line[start..at]))
    })
}

impl Construct {
    /// How many of its words stand in the line around that one, where all of them do, in their order.
    fn fits(&self, line: &[String], at: usize) -> Option<usize> {
        let literal = |token: &Token| matches!(token, Token::Word(_));
        let count = self.tokens.iter().filter(|token| literal(token)).count();
        (0..self.tokens.len())
            .any(|own| self.fits_there(own, line, at))
            .then_some(count)
    }

    fn fits_there(&self, own: usize, line: &[String], at: usize) -> bool {
        let said = |token: &Token, word: &String| match token {
            Token::Word(known) => known == word || format!("{known}s") == *word,
            Token::Hole => false,
        };
        if !line
            .get(at)
            .is_some_and(|word| said(&self.tokens[own], word))
        {
            return false;
        }
        let mut place = Some(at + 1);
        for token in &self.tokens[own + 1..] {
            let Some(next) = place else { return false };
            place = match token {
                // One word or more.
                Token::Hole => (next < line.len()).then_some(next + 1),
                Token::Word(_) => {
                    let behind = self.tokens[own + 1..].iter();
                    let close = behind.take_while(|other| *other != token);
                    let after_hole = close.last() == Some(&Token::Hole);
                    let mut places =
                        next..line
                            .len()
                            .min(if after_hole { usize::MAX } else { next + 1 });
                    places
                        .find(|place| said(token, &line[*place]))
                        .map(|place| place + 1)
                }
            };
        }
        if place.is_none() {
            return false;
        }
        let mut place = Some(at);
        let mut hole = false;
        for token in self.tokens[..own].iter().rev() {
            let Some(next) = place else { return false };
            place = match token {
                Token::Hole => {
                    hole = true;
                    next.checked_sub(1)
                }
                Token::Word(_) => {
                    let least = if hole { 0 } else { next.saturating_sub(1) };
                    let found = (least..next).rev().find(|place| said(token, &line[*place]));
                    hole = false;
                    found
                }
            };
        }
        place.is_some()
    }
}

/// What stands at a byte of a text: what it does, in Markdown.
pub fn construct(text: &str, at: usize) -> Option<String> {
    let start = text[..at].rfind(['\n', '.', ';']).map_or(0, |end| end + 1);
    let end = text[at..]
        .find(['\n', '.', ';'])
        .map_or(text.len(), |end| at + end);
    let all: Vec<(usize, &str)> = words(&text[start..end]).collect();
    let here = at - start;
    let word = all
        .iter()
        .position(|(begin, word)| (*begin..=begin + word.len()).contains(&here))?;
    let line: Vec<String> = all.iter().map(|(_, word)| word.to_lowercase()).collect();
    let page = &*LANGUAGE;
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let is_first = text[line_start..start + all[word].0].trim().is_empty();
    let clause = page
        .clauses
        .iter()
        .find(|clause| clause.first == line[word]);
    if let Some(clause) = clause.filter(|_| is_first && line[word] != "the") {
        // `win` is a statement, `win when` begins a clause.
        let goes_on = |one: &Construct| {
            let next = all.get(word + one.tokens.len());
            let before = next.map(|(next, _)| text[start..start + next].trim_end());
            !one.tokens.contains(&Token::Hole)
                && before.is_some_and(|before| before.ends_with(char::is_alphanumeric))
        };
        let mut statements = page
            .constructs
            .iter()
            .filter(|one| FORMS_OF.contains(&one.heading.as_str()) && !goes_on(one));
        let is_statement = statements.any(|one| one.fits(&line, word).is_some());
        if !is_statement {
            return Some(format!("**{}**\n\n{}", clause.heading, clause.said));
        }
    }
    let fitting = page
        .constructs
        .iter()
        .filter_map(|one| Some((one.fits(&line, word)?, one)));
    let (_, found) = fitting
        .max_by_key(|(count, one)| (*count, one.tokens.len(), std::cmp::Reverse(one.form.len())))?;
    Some(format!(
        "`{}`: {}\n\n*{}*, docs/language.md",
        found.form, found.meaning, found.heading
    ))
}

/// Sections of statements, with which an action may begin.
const FORMS_OF: [&str; 4] = [
    "Cards and buildings",
    "The deck",
    "Choices",
    "Again and again",
];

#[cfg(test)]
mod tests {
    use super::construct;

    /// What is said of the word where the bar is.
    fn said(text: &str) -> String {
        let at = text.find('|').expect("there is a bar");
        construct(&text.replacen('|', "", 1), at).unwrap_or_default()
    }

    #[test]
    fn a_construct_is_known_by_its_words() {
        for (text, form) in [
            ("Dis|card the top of this.", "`discard ITEM`"),
            ("Discard the |top of this.", "`the top of X`"),
            (
                "P|ut this face up on a building.",
                "`put ITEM face up on ITEM`",
            ),
            (
                "Put a tick here. Repea|t 2 times: draw a card",
                "`repeat N times: ...`",
            ),
            ("Use: d|raw 2 cards.", "`draw 2 cards`"),
            ("u|se \"mill\", once a turn: draw a card", "**Abilities**"),
            (
                "W|hen another player builds a building: draw a card",
                "**What waits**",
            ),
            (
                "While this is stacked, neighbours of this are disabled.\nW|in when you have a card",
                "**Counting",
            ),
            ("W|in.", "`win`"),
            ("W|in, then draw 2 cards.", "`win`"),
        ] {
            let found = said(text);
            assert!(found.contains(form), "{text}: {found}");
        }
        assert_eq!(said("zork |zork"), "");
        assert_eq!(said("|"), "");
    }
}
