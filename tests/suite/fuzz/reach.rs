//! What random sets reach: each kind of part that a text can have, each operation and question that texts are made of, each
//! event.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::sync::Mutex;

use brink::board::{Board, Event};
use brink::engine::{Cause, Ran, Script, Watch};
use brink::lang::{expand, parse_text, print};
use brink::rules::ir::{Op, Pc, Verb};

use super::case::Case;
use super::parts::project;

/// What there is to reach: a word for it, the file, the enums there.
const THERE: [(&str, &str, &[&str]); 6] = [
    (
        "text",
        "src/lang/ast/clause.rs",
        &[
            "Clause",
            "Alteration",
            "Starred",
            "Statement",
            "Doer",
            "LetValue",
            "Operand",
            "ArgumentValue",
        ],
    ),
    (
        "text",
        "src/lang/ast/expr.rs",
        &[
            "Item", "Set", "Noun", "Filter", "NumExpr", "Cond", "Property", "Pattern",
        ],
    ),
    (
        "text",
        "src/lang/ast/words.rs",
        &[
            "ParamType",
            "Many",
            "Playing",
            "TurnPart",
            "Compare",
            "Voice",
            "Fee",
        ],
    ),
    ("operation", "src/rules/ir/op.rs", &["Op"]),
    (
        "question",
        "src/rules/ir/expr.rs",
        &["Item", "Source", "Pred", "Num"],
    ),
    ("event", "src/board/event.rs", &["Event"]),
];

/// What has been reached by all that was played.
static REACHED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// What no set and no game has reached so far, of those sorts: `text` and `question` are reached by making sets, `operation`
/// and `event` by playing them.
pub fn missing(sorts: &[&str]) -> Vec<String> {
    let reached = REACHED.lock().expect("no thread stops while it notes");
    let wanted = THERE.iter().filter(|(sort, ..)| sorts.contains(sort));
    let there = wanted.flat_map(|(sort, file, enums)| {
        variants(file, enums)
            .into_iter()
            .map(move |name| format!("{sort} {name}"))
    });
    let verbs = Verb::ALL
        .iter()
        .flat_map(|verb| ["text", "operation"].map(|sort| (sort, verb)));
    let verbs = verbs
        .filter(|(sort, _)| sorts.contains(sort))
        .map(|(sort, verb)| format!("{sort} {verb:?}"));
    there
        .chain(verbs)
        .filter(|name| !reached.contains(name))
        .collect()
}

/// The names of all variants of those enums of a source file.
fn variants(file: &str, enums: &[&str]) -> BTreeSet<String> {
    let text = fs::read_to_string(project().join(file)).expect("the file is there");
    let mut names = BTreeSet::new();
    for wanted in enums {
        let head = format!("pub enum {wanted}");
        let is_head = |line: &&str| {
            line.strip_prefix(&head)
                .is_some_and(|rest| rest.starts_with([' ', '<']))
        };
        let block = text
            .lines()
            .skip_while(|line| !is_head(line))
            .skip(1)
            .take_while(|line| *line != "}");
        let variants = block.filter_map(|line| line.strip_prefix("    "));
        let before = names.len();
        names.extend(
            variants
                .filter(|line| line.starts_with(char::is_uppercase))
                .map(first_word),
        );
        assert!(names.len() > before, "`{wanted}` is an enum of {file}");
    }
    names
}

fn first_word(text: &str) -> String {
    text.chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

/// The names of structs and variants in what is debugged; not what stands in quotes.
fn names(debugged: &impl Debug) -> BTreeSet<String> {
    let text = format!("{debugged:?}");
    let unquoted = text.split('"').step_by(2);
    let words = unquoted.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
    words
        .filter(|word| word.starts_with(char::is_uppercase))
        .map(str::to_string)
        .collect()
}

/// Notes what a game does.
#[derive(Default)]
pub struct Reach {
    ran: BTreeSet<Pc>,
    events: BTreeSet<String>,
}

impl Reach {
    /// Adds what the game has done to what was reached.
    pub fn note(self, script: &Script) {
        let rules = &script.rules;
        let operations = self
            .ran
            .into_iter()
            .flat_map(|at| match rules.code[at as usize] {
                Op::Do(verb, ..) => vec!["Do".to_string(), format!("{verb:?}")],
                op => vec![first_word(&format!("{op:?}"))],
            });
        let mut reached = REACHED.lock().expect("no thread stops while it notes");
        reached.extend(operations.map(|name| format!("operation {name}")));
        reached.extend(self.events.into_iter().map(|name| format!("event {name}")));
    }
}

/// Adds the texts of a set that the checker takes, as they are read and in the statements that their sentences stand for, and
/// the questions that they are made of.
pub fn note_set(case: &Case, script: &Script) {
    let rules = &script.rules;
    let mut case = case.clone();
    let mut texts = BTreeSet::new();
    for number in 0..case.texts() {
        let mut text = parse_text(&print(case.text(number)), 0).expect("the checker takes it");
        texts.extend(names(&text));
        expand(&mut text);
        texts.extend(names(&text));
    }
    let questions = names(&(&rules.items, &rules.sets, &rules.preds, &rules.nums));
    let mut reached = REACHED.lock().expect("no thread stops while it notes");
    reached.extend(texts.into_iter().map(|name| format!("text {name}")));
    reached.extend(questions.into_iter().map(|name| format!("question {name}")));
}

impl Watch for Reach {
    fn event_by(&mut self, _: &Script, _: &Board, event: &Event<'_>, _: Option<Cause>) {
        self.events.insert(first_word(&format!("{event:?}")));
    }

    fn ran(&mut self, at: Pc, _: Ran) {
        self.ran.insert(at);
    }
}
