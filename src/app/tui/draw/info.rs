//! What is asked, what can be done, and what the cursor is on.

use ratatui::layout::Rect;

use crate::tui::draw::{self, Pen, right_of, top};
use crate::tui::explanation::question;
use crate::tui::look::{Role, columns, hanging, wrap};
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Ui};
use crate::tui::{explanation, popup};
use explain::names::printed::{both_names, building_name, card_name, face_name};
use explain::options::branch;
use explain::options::decision::{Decision, Question, Spot, What};
use explain::options::pointing::{Candidate, Deed, Says, Step, Thing};
use explain::options::steps;
use rules::ir::FaceId;

pub fn draw(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    let (_, body) = top(area, 1);
    let width = usize::from(area.width);
    let (title, mut lines) = if let Some(moment) = &shown.moment {
        let mut lines = wrapped(moment, width, Role::Fresh);
        lines.extend(
            shown
                .ended
                .iter()
                .flat_map(|ended| wrapped(ended, width, Role::Own)),
        );
        ("Replay".to_string(), lines)
    } else if let Some(ended) = &shown.ended.as_ref().filter(|_| !ui.showing()) {
        (
            "The game is over".to_string(),
            wrapped(ended, width, Role::Own),
        )
    } else if ui.showing() {
        let told = ui.line.and_then(|line| shown.lines.get(line));
        let left = match ui.beats.len() {
            0 => String::new(),
            left => format!("{left} more to be shown"),
        };
        let mut lines = told.map_or_else(Vec::new, |told| wrapped(told, width, Role::Fresh));
        lines.push((left, Role::Dim));
        if let Some(face) = shown.face.filter(|_| ui.focus != Focus::Table) {
            lines.extend(face_lines(shown, face, width));
            pen.rule(area, "Now", Role::Head);
            return pen.lines(body, &lines);
        }
        ("Now".to_string(), lines)
    } else if let Some(decision) = &shown.decision {
        return asked(pen, shown, ui, decision, area, body);
    } else {
        let who = ui.thinking.map_or_else(String::new, |seat| {
            format!(
                "{} {} is thinking.",
                ui.look.spinner(ui.now / 120),
                shown.player(seat)
            )
        });
        ("Wait".to_string(), vec![(who, Role::Plain)])
    };
    lines.push((String::new(), Role::Plain));
    lines.extend(about(shown, ui, width));
    pen.rule(area, &title, Role::Head);
    pen.lines(body, &lines);
}

fn wrapped(text: &str, width: usize, role: Role) -> Vec<(String, Role)> {
    hanging(text, width)
        .into_iter()
        .map(|line| (line, role))
        .collect()
}

/// The question, its list if it has one, and what the cursor is on.
fn asked(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, decision: &Decision, area: Rect, body: Rect) {
    // What does not fit beside the line goes on below it.
    let asked = wrap(
        &question(shown, ui, decision),
        usize::from(area.width).saturating_sub(4),
        "",
    );
    pen.rule(area, asked.first().map_or("", String::as_str), Role::Own);
    let more: Vec<(String, Role)> = asked
        .iter()
        .skip(1)
        .map(|line| (format!("  {line}"), Role::Own))
        .collect();
    pen.lines(body, &more);
    let (_, body) = top(body, more.len() as u16);
    let listed: Vec<&Candidate> = ui
        .candidates
        .iter()
        .filter(|candidate| matches!(candidate.thing, Thing::Line(_) | Thing::Decline))
        .collect();
    let drawn = match listed.is_empty() {
        true => 0,
        false => list(pen, shown, ui, decision, &listed, body),
    };
    let (_, rest) = top(body, drawn);
    let width = usize::from(rest.width);
    let mut lines = warnings(shown, ui, decision, width);
    let shield = matches!(decision.question, Question::Shield { .. });
    if shield {
        lines.extend(wrapped(popup::FIRST_BUILDING, width, Role::Dim));
    }
    if let Some(preview) = ui.preview.as_ref() {
        // That the card is played, built or put down, or the building used, need not be said.
        let own = usize::from(ui.says_itself(decision));
        for sentence in preview.certain.iter().skip(own) {
            let sentence = format!("{} {sentence}", ui.look.more(false));
            lines.extend(wrapped(&sentence, width, Role::Fresh));
        }
        if preview.open {
            let more = if preview.certain.len() <= own {
                "What it does"
            } else {
                "The rest"
            };
            let text = format!("{more} hangs on cards that you do not know.");
            lines.extend(wrapped(&text, width, Role::Dim));
        }
    }
    if let (Some(face), Step::First) = (decision.asks, ui.step) {
        lines.extend(face_lines(shown, face, width));
    }
    lines.extend(about(shown, ui, width));
    if shield {
        lines.extend(wrapped(popup::SHIELD, width, Role::Dim));
    }
    pen.lines(rest, &lines);
}

/// A card that is played, or asks: its name and what it does.
fn face_lines(shown: &Shown, face: FaceId, width: usize) -> Vec<(String, Role)> {
    let text = shown.text(face).join(" ");
    wrapped(
        &format!("{}: {text}", face_name(shown.rules(), face)),
        width,
        Role::Plain,
    )
}

/// Others who are about to win, while one can do something about it.
fn warnings(shown: &Shown, ui: &Ui, decision: &Decision, width: usize) -> Vec<(String, Role)> {
    if (ui.step, decision.question) != (Step::First, Question::Menu) {
        return Vec::new();
    }
    let others = shown
        .goals
        .iter()
        .filter(|goal| goal.seat != shown.me && goal.near());
    let told = others.map(|goal| {
        let who = shown.player(goal.seat);
        format!(
            "{} {who} is one step from winning: {}.",
            ui.look.warning(),
            goal.progress()
        )
    });
    told.flat_map(|sentence| wrapped(&sentence, width, Role::Warn))
        .collect()
}

/// The lines of a list around the cursor. Answers how many were drawn.
fn list(
    pen: &mut Pen<'_>,
    shown: &Shown,
    ui: &Ui,
    decision: &Decision,
    listed: &[&Candidate],
    body: Rect,
) -> u16 {
    let height = usize::from(body.height.saturating_sub(2).max(1)).min(listed.len());
    let at = listed
        .iter()
        .position(|candidate| Some(candidate.thing) == ui.cursor)
        .unwrap_or(0);
    let from = at
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
        let key = key(candidate);
        let text = format!("{mark}{key} {}", says(shown, ui, decision, candidate));
        let line = draw::row(body, row);
        pen.text(line, &text, if pointed { Role::Cursor } else { Role::Pick });
        pen.hit(line, candidate.thing);
        let hidden = (
            row == 0 && from > 0,
            row + 1 == height && from + height < listed.len(),
        );
        if hidden.0 || hidden.1 {
            let more = if hidden.0 {
                from
            } else {
                listed.len() - from - height
            };
            let text = format!(" {} {more} more", pen.look.cut());
            let room = right_of(line, line.width.saturating_sub(columns(&text) as u16));
            pen.text(room, &text, Role::Dim);
        }
    }
    height as u16
}

fn key(candidate: &Candidate) -> String {
    match (candidate.says, candidate.thing) {
        (Says::Deed(Deed::Play), _) => "p".to_string(),
        (Says::Deed(Deed::Build), _) => "b".to_string(),
        (Says::Deed(Deed::Stack), _) => "s".to_string(),
        (_, Thing::Decline) => "n".to_string(),
        (_, Thing::Line(line)) if line < 9 => (line + 1).to_string(),
        _ => " ".to_string(),
    }
}

fn says(shown: &Shown, ui: &Ui, decision: &Decision, candidate: &Candidate) -> String {
    let rules = shown.rules();
    match (candidate.says, ui.step) {
        (Says::Deed(deed), Step::With(kind)) => match deed {
            Deed::Play => format!("play {}", card_name(rules, kind)),
            Deed::Build => format!("build {}", building_name(rules, kind, false)),
            Deed::Stack => "put it face down on a building".to_string(),
        },
        (Says::Option(number), _) => {
            let Some(offer) = decision.offers.get(number) else {
                return String::new();
            };
            match offer.what {
                What::Card(kind) => both_names(rules, kind),
                What::Decline => "do without".to_string(),
                What::Side { .. } => format!("begin with {}", explanation::side(&offer.label)),
                _ => offer.label.clone(),
            }
        }
        _ => String::new(),
    }
}

/// What the cursor is on.
fn about(shown: &Shown, ui: &Ui, width: usize) -> Vec<(String, Role)> {
    let text = match (ui.step, ui.pointed()) {
        (Step::With(kind), Some(Thing::Line(line))) => {
            let deed = ui.candidates.get(line).map(|candidate| candidate.says);
            let kind_of = &shown.rules().kinds[kind.index()];
            match deed {
                Some(Says::Deed(Deed::Play)) => kind_of
                    .action
                    .map_or_else(Vec::new, |face| shown.text(face)),
                Some(Says::Deed(Deed::Build)) => shown.text(kind_of.buildings[0]),
                _ => vec![popup::SHIELD.to_string()],
            }
        }
        (_, Some(Thing::Hand(kind))) => explanation::card(shown, kind),
        (_, Some(Thing::Building(spot))) => building(shown, spot),
        (Step::Where(kind, _), Some(Thing::Gap(spot))) => {
            let built = shown.text(shown.rules().kinds[kind.index()].buildings[0]);
            std::iter::once(between(shown, spot)).chain(built).collect()
        }
        (_, Some(Thing::Gap(spot))) => vec![between(shown, spot)],
        (_, Some(Thing::Nation(seat))) => {
            let row = shown.row(seat);
            let names =
                (0..row.len() as u16).filter_map(|place| shown.building_name(Spot { seat, place }));
            vec![format!(
                "{}: {}",
                shown.player(seat),
                names.collect::<Vec<_>>().join(", ")
            )]
        }
        (_, Some(Thing::Pass)) => vec![match &shown.decision {
            Some(decision) if decision.by != decision.seat => {
                format!("End the turn of {}.", shown.player(decision.seat))
            }
            _ => "End your turn.".to_string(),
        }],
        (_, Some(Thing::Decline)) => vec![branch::DECLINE.to_string()],
        (_, Some(Thing::Line(line))) => explanation::listed(shown, ui, line),
        (_, None) => Vec::new(),
    };
    text.iter()
        .flat_map(|line| wrapped(line, width, Role::Plain))
        .collect()
}

fn building(shown: &Shown, spot: Spot) -> Vec<String> {
    let name = shown.building_name(spot).unwrap_or_default();
    let mut text = vec![format!("{}.{} {name}", spot.seat, spot.place + 1)];
    text.extend(explanation::building(shown, spot));
    text
}

fn between(shown: &Shown, spot: Spot) -> String {
    let whose = if spot.seat == shown.me {
        "your nation".to_string()
    } else {
        shown.player(spot.seat)
    };
    match steps::between(shown.rules(), &shown.view, spot).as_str() {
        "" => format!("In {whose}."),
        between => format!("In {whose}: {between}."),
    }
}
