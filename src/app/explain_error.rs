//! `brink explain-error`: explains errors and warnings by a wrong and a right example.

use clap::Args;
use itertools::Itertools;

use crate::home::Home;
use crate::{Failure, near, pager};
use author::explanation::Explanation;
use text::wrapped;

/// Explain errors and warnings.
#[derive(Args)]
pub struct ExplainError {
    /// Names of errors or warnings [default: list them all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

impl ExplainError {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let all = Explanation::all();
        let page = if self.names.is_empty() {
            list(all)
        } else {
            let explained = self.names.iter().map(|name| {
                Explanation::called(name).ok_or_else(|| {
                    let known = all.iter().map(|explanation| explanation.name.as_str());
                    Failure::usage(
                        format!("no error or warning is called `{name}`"),
                        match text::suggest(name, known.clone()) {
                            Some(_) => near(name, known),
                            None => "`brink explain-error` lists them".to_string(),
                        },
                    )
                })
            });
            let explained: Vec<&Explanation> = explained.try_collect()?;
            explained
                .iter()
                .map(|explanation| explanation.text())
                .join("\n")
        };
        pager::show(&page, home.settings.pager.as_deref())
    }
}

/// Each by its name, with its meaning.
fn list(all: &[Explanation]) -> String {
    let wide = all
        .iter()
        .map(|explanation| explanation.name.len())
        .max()
        .unwrap_or(0);
    let line = |explanation: &Explanation| {
        let begin = format!("  {:wide$}  ", explanation.name);
        let below = " ".repeat(wide + 4);
        wrapped(&explanation.meaning, &begin, &below, pager::width())
    };
    let (warnings, errors): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.is_warning);
    let lines = |all: Vec<&Explanation>| all.into_iter().map(line).join("\n");
    format!(
        "Errors:\n{}\n\nWarnings:\n{}\n",
        lines(errors),
        lines(warnings)
    )
}
