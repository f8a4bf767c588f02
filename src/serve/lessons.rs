//! The lessons in a browser: nothing is kept of them here, the page says each time what has been done.

use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::Refusal;
use crate::new_game;
use crate::replay::{start_of, told};
use crate::room::{asking, seen_goals};
use bots::protocol::Table;
use explain::rulebook::rulebook;
use session::lesson::{Lesson, LessonAnswer, LessonGame, lessons};

/// Steps that a page may say it has done; no lesson has as many.
const STEPS: usize = 100;

/// A lesson, the labels that were taken in it, and the one that is taken next.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    lesson: String,
    #[serde(default)]
    done: Vec<String>,
    #[serde(default)]
    take: Option<String>,
}

fn all() -> &'static [Lesson] {
    static ALL: OnceLock<Vec<Lesson>> = OnceLock::new();
    ALL.get_or_init(lessons)
}

/// All lessons in their order.
pub fn list() -> Value {
    let named =
        |lesson: &Lesson| json!({"id": lesson.id, "title": lesson.title, "game": lesson.game});
    json!({"lessons": all().iter().map(named).collect::<Vec<_>>()})
}

/// How a lesson stands after what was done, and what comes of the next choice.
///
/// # Errors
/// There is no such lesson, or its steps are not so.
pub fn learn(LessonRequest { lesson, done, take }: LessonRequest) -> Result<Value, Refusal> {
    let Some(number) = all().iter().position(|other| other.id == lesson) else {
        return Err(Refusal::bad(format!("there is no lesson `{lesson}`")));
    };
    if done.len() > STEPS {
        return Err(Refusal::too_large(format!(
            "no lesson has more than {STEPS} steps"
        )));
    }
    let lesson = &all()[number];
    let broken = |why: String| Refusal::bad(format!("this lesson cannot continue: {why}"));
    let mut taught = LessonGame::resume(new_game::library(), lesson, &done).map_err(broken)?;
    let mut other = None;
    if let (Some(label), Some(step)) = (take, taught.step()) {
        let offers = taught
            .decision()
            .map(|decision| decision.offers)
            .unwrap_or_default();
        let option = offers.iter().position(|offer| offer.label == label);
        let option =
            option.ok_or_else(|| Refusal::bad(format!("`{label}` is not offered here")))?;
        if taught.answer(option).map_err(broken)? == LessonAnswer::Other {
            other = step.other.clone();
        }
    }
    let rules = &taught.game().script().rules;
    let view = taught.view();
    let decision = taught.decision().filter(|_| taught.step().is_some());
    let rule = |id: &String| {
        let text = rulebook()
            .iter()
            .find(|rule| rule.id == *id)
            .map(|rule| &rule.text);
        json!({"id": id, "text": text})
    };
    let before = taught.done().len().checked_sub(1);
    Ok(json!({
        "number": number + 1,
        "count": all().len(),
        "id": lesson.id,
        "title": lesson.title,
        "game": lesson.game,
        "tell": lesson.tell,
        "rules": lesson.rules.iter().map(rule).collect::<Vec<_>>(),
        "next": all().get(number + 1).map(|next| &next.id),
        "steps": lesson.steps.len(),
        "done": taught.done(),
        "then": before.and_then(|before| lesson.steps.get(before)).map(|step| &step.then),
        "task": taught.step().map(|step| &step.tell),
        "other": other,
        "start": start_of(rules, view.nations.len() as u8, None),
        "view": Table::new(rules, &view),
        "goals": seen_goals(&taught.goals()),
        "lines": told(taught.log(), &[], &[], 0),
        "decision": decision.map(|decision| asking(rules, &view, &decision, 1)),
        "winner": taught.winner().map(|seat| seat.to_string()),
    }))
}
