//! What is asked, what can be done, and what the cursor is on.

use ratatui::layout::Rect;

use crate::tui::draw::{self, Canvas, right_of, top};
use crate::tui::explanation;
use crate::tui::look::{Role, columns, hanging, wrap};
use crate::tui::popup::{FIRST_BUILDING, SHIELD};
use crate::tui::ui::Focus;
use explain::names::{both_names, building_name, card_name, face_name};
use explain::options::decision::{Decision, Question, What};
use explain::options::steps::{Candidate, Deed, Leads, Step, Thing};
use explain::reading::{goal, side_of};
use rules::ir::FaceId;

/// Lines that are collected for a panel of that width.
struct Panel {
    width: usize,
    lines: Vec<(String, Role)>,
}

impl Panel {
    fn new(width: u16) -> Panel {
        Panel {
            width: usize::from(width),
            lines: Vec::new(),
        }
    }

    fn add(&mut self, text: &str, role: Role) {
        let lines = hanging(text, self.width).into_iter();
        self.lines.extend(lines.map(|line| (line, role)));
    }
}

impl Canvas<'_> {
    pub(super) fn info(&mut self, area: Rect) {
        let (shown, ui) = (self.shown, self.ui);
        let (_, body) = top(area, 1);
        let mut panel = Panel::new(area.width);
        let mut face = None;
        let title = if let Some(moment) = &shown.moment {
            panel.add(moment, Role::Fresh);
            shown
                .ended
                .iter()
                .for_each(|ended| panel.add(ended, Role::Own));
            "Replay"
        } else if let Some(ended) = shown.ended.as_ref().filter(|_| !ui.showing()) {
            panel.add(ended, Role::Own);
            if !ui.lesson {
                panel.add("a shows what you could have done, w why.", Role::Plain);
            }
            if ui.focus != Focus::Table {
                panel.add("The last turn:", Role::Head);
                for line in shown.last_turn() {
                    panel.add(&format!("  {line}"), Role::Plain);
                }
            }
            "The game is over"
        } else if ui.showing() {
            let told = ui.line.and_then(|line| shown.lines.get(line));
            told.iter().for_each(|told| panel.add(told, Role::Fresh));
            let left = match ui.beats.len() {
                0 => String::new(),
                left => format!("{left} more to show"),
            };
            panel.lines.push((left, Role::Dim));
            face = shown.face.filter(|_| ui.focus != Focus::Table);
            "Now"
        } else if let Some(decision) = &shown.decision {
            return self.asked(decision, area, body);
        } else {
            let who = ui.thinking.map_or_else(String::new, |seat| {
                format!("{} {} is thinking.", ui.spinner(), shown.player(seat))
            });
            panel.lines.push((who, Role::Plain));
            "Wait"
        };
        match face {
            Some(face) => self.face(&mut panel, face),
            None => {
                panel.lines.push((String::new(), Role::Plain));
                self.about(&mut panel);
            }
        }
        self.rule(area, title, Role::Head);
        self.lines(body, &panel.lines);
    }

    /// The question, its list if it has one, and what the cursor is on.
    fn asked(&mut self, decision: &Decision, area: Rect, body: Rect) {
        let (shown, ui) = (self.shown, self.ui);
        // What does not fit beside the line goes on below it.
        let question = explanation::question(shown, ui, decision);
        let mut asked = wrap(&question, usize::from(area.width).saturating_sub(4), "").into_iter();
        self.rule(area, &asked.next().unwrap_or_default(), Role::Own);
        let more: Vec<_> = asked.map(|line| (format!("  {line}"), Role::Own)).collect();
        self.lines(body, &more);
        let (_, body) = top(body, more.len() as u16);
        let listed = ui.candidates.iter();
        let listed: Vec<&Candidate> = listed
            .filter(|candidate| matches!(candidate.thing, Thing::Line(_) | Thing::Decline))
            .collect();
        let drawn = if listed.is_empty() {
            0
        } else {
            self.list(decision, &listed, body)
        };
        let (_, rest) = top(body, drawn);
        let mut panel = Panel::new(rest.width);
        ui.task.iter().for_each(|task| panel.add(task, Role::Fresh));
        if (ui.step, decision.question) == (Step::First, Question::Menu) {
            // Others who are about to win, while one can do something about it.
            for goal in shown
                .goals
                .iter()
                .filter(|goal| goal.seat != shown.me && goal.near())
            {
                let (sign, who, progress) =
                    (ui.look.warning(), shown.player(goal.seat), goal.progress());
                panel.add(
                    &format!("{sign} {who} is one step from winning: {progress}."),
                    Role::Warn,
                );
            }
        }
        if decision.question == Question::Side {
            return self.sides(decision, panel, rest);
        }
        let shield = matches!(decision.question, Question::Shield { .. });
        if shield {
            panel.add(FIRST_BUILDING, Role::Dim);
        }
        if let Some(preview) = &ui.preview {
            // That the card is played, built or put down, or the building used, need not be said.
            let own = usize::from(ui.says_itself(decision));
            for sentence in preview.certain.iter().skip(own) {
                panel.add(&format!("{} {sentence}", ui.look.more(false)), Role::Fresh);
            }
            if preview.open {
                let more = if preview.certain.len() <= own {
                    "The result"
                } else {
                    "The rest"
                };
                panel.add(&format!("{more} depends on hidden cards."), Role::Dim);
            }
        }
        if let (Some(face), Step::First) = (decision.asks, ui.step) {
            self.face(&mut panel, face);
        }
        self.about(&mut panel);
        if shield {
            panel.add(SHIELD, Role::Dim);
        }
        self.lines(rest, &panel.lines);
    }

    /// What the sides of a victory card are good for, all of them before one is chosen.
    fn sides(&mut self, decision: &Decision, mut panel: Panel, rest: Rect) {
        let rules = self.shown.rules();
        for offer in &decision.offers {
            let goal = side_of(rules, &offer.label).map_or_else(Vec::new, |face| goal(rules, face));
            panel.add(&format!("{}:", offer.side()), Role::Head);
            goal.iter()
                .for_each(|line| panel.add(&format!("  {line}"), Role::Plain));
        }
        self.lines(rest, &panel.lines);
    }

    /// A card that is played, or asks: its name and what it does, a text of several lines below it.
    fn face(&self, panel: &mut Panel, face: FaceId) {
        let name = face_name(self.shown.rules(), face);
        match self.shown.text(face).as_slice() {
            [line] => panel.add(&format!("{name}: {line}"), Role::Plain),
            lines => {
                panel.add(&format!("{name}:"), Role::Plain);
                lines
                    .iter()
                    .for_each(|line| panel.add(&format!("  {line}"), Role::Plain));
            }
        }
    }

    /// What the cursor is on.
    fn about(&self, panel: &mut Panel) {
        let text = explanation::about(self.shown, self.ui);
        text.iter().for_each(|line| panel.add(line, Role::Plain));
    }

    /// The lines of a list around the cursor. Answers how many were drawn.
    fn list(&mut self, decision: &Decision, listed: &[&Candidate], body: Rect) -> u16 {
        let ui = self.ui;
        let height = usize::from(body.height.saturating_sub(2).max(1)).min(listed.len());
        let at = listed
            .iter()
            .position(|candidate| Some(candidate.thing) == ui.cursor);
        let from = at
            .unwrap_or(0)
            .saturating_sub(height.saturating_sub(1) / 2)
            .min(listed.len() - height);
        for (row, candidate) in listed.iter().skip(from).take(height).enumerate() {
            let pointed = Some(candidate.thing) == ui.pointed();
            let mark = match candidate.thing {
                _ if pointed => ui.look.cursor(),
                // Other things to pick lie on the table; or the cursor will be here again.
                thing if thing == Thing::Decline || Some(thing) == ui.cursor => ui.look.pick(),
                _ => " ",
            };
            let (key, says) = self.line(decision, candidate);
            let line = draw::row(body, row);
            let role = if pointed { Role::Cursor } else { Role::Pick };
            self.text(line, &format!("{mark}{key} {says}"), role);
            self.hit(line, candidate.thing);
            let more = match row {
                0 if from > 0 => from,
                row if row + 1 == height => listed.len() - from - height,
                _ => 0,
            };
            if more > 0 {
                let text = format!(" {} {more} more", self.look.cut());
                let room = right_of(line, line.width.saturating_sub(columns(&text) as u16));
                self.text(room, &text, Role::Dim);
            }
        }
        height as u16
    }

    /// The key of a line of a list, and what it says.
    fn line(&self, decision: &Decision, candidate: &Candidate) -> (String, String) {
        let (rules, step) = (self.shown.rules(), self.ui.step);
        if let (Step::With(kind), Some(deed)) = (step, candidate.deed(step)) {
            let (key, says) = match deed {
                Deed::Play => ("p", format!("play {}", card_name(rules, kind))),
                Deed::Build => ("b", format!("build {}", building_name(rules, kind, false))),
                Deed::Stack => ("s", "put it face down on a building".to_string()),
            };
            return (key.to_string(), says);
        }
        let key = match candidate.thing {
            Thing::Decline => "n".to_string(),
            Thing::Line(_) if decision.is_may() => "y".to_string(),
            Thing::Line(line) if line < 9 => (line + 1).to_string(),
            _ => " ".to_string(),
        };
        let Leads::Take(number) = candidate.leads else {
            return (key, String::new());
        };
        let says = decision.offers.get(number).map(|offer| match offer.what {
            What::Card(kind) => both_names(rules, kind),
            What::Decline if decision.is_may() => "no".to_string(),
            What::Decline => "choose nothing".to_string(),
            What::Side { .. } => format!("begin with {}", offer.side()),
            _ => offer.label.clone(),
        });
        (key, says.unwrap_or_default())
    }
}
