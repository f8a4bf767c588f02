//! `brink rules`: the rules by id, searchable.

use std::fmt::Write;

use clap::Args;

use crate::home::Home;
use crate::{Failure, pager};
use explain::rulebook::{Rule, find, near, rulebook};
use text::{plural, wrapped};

/// Show the rules, or search them
#[derive(Args)]
pub struct Rules {
    /// A rule id such as TRN-3, a group such as TRN, or words to search for
    #[arg(value_name = "ID|WORDS")]
    asked: Vec<String>,
}

/// More rulings of a rule than these are counted only; `docs/rules.md` names them all.
const FEW: usize = 3;

impl Rules {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let asked = self.asked.join(" ");
        let found = match asked.trim() {
            "" => rulebook().iter().collect(),
            asked => find(rulebook(), asked),
        };
        if found.is_empty() {
            let help = match near(rulebook(), &asked) {
                Some(word) => format!("did you mean `{word}`?"),
                None => "`brink rules` shows all of them".to_string(),
            };
            return Err(Failure::usage(format!("no rule mentions `{asked}`"), help));
        }
        pager::show(
            &written(&found, pager::width()),
            home.settings.pager.as_deref(),
        )
    }
}

/// The rules, section by section, in lines of that width.
pub fn written(rules: &[&Rule], width: usize) -> String {
    let mut out = String::new();
    let mut section = "";
    for rule in rules {
        if rule.section != section {
            let gap = if section.is_empty() { "" } else { "\n" };
            section = &rule.section;
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{gap}{section}");
        }
        let _ = writeln!(
            out,
            "{}",
            wrapped(
                &format!("{}  {}", rule.id, rule.text),
                "  ",
                "      ",
                width
            )
        );
        if rule.rulings.is_empty() {
            continue;
        }
        let shown = FEW.min(rule.rulings.len());
        let rest = match rule.rulings.len() - shown {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let rulings = format!(
            "{} pin it: {}{rest}",
            plural(rule.rulings.len() as u64, "ruling"),
            rule.rulings[..shown].join(", ")
        );
        let rulings = if rule.rulings.len() == 1 {
            rulings.replacen("pin it", "pins it", 1)
        } else {
            rulings
        };
        let _ = writeln!(out, "{}", wrapped(&rulings, "      ", "      ", width));
    }
    out
}
