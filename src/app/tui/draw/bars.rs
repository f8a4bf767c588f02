//! The lines at the edges: whose turn it is, the hand, the keys.

use ratatui::layout::Rect;

use crate::tui::draw::{Canvas, right_of, row, top};
use crate::tui::explanation;
use crate::tui::look::{Role, columns, hanging};
use crate::tui::ui::Focus;
use board::{Kind, Phase};
use explain::names::{both_names, card_name, face_name};
use explain::options::decision::Decision;
use explain::options::steps::{Step, Thing};
use session::screen::bearing;

impl Canvas<'_> {
    /// The game, whose turn it is, the laws, the deck and the discard pile.
    pub(super) fn title(&mut self, area: Rect) {
        let (shown, ui, rules) = (self.shown, self.ui, self.shown.rules());
        let (view, dot) = (&shown.view, ui.look.dot());
        let own = view.turn == shown.me && view.seat.is_some();
        let over = shown.ended.is_some() && !ui.showing();
        let turn = match (view.phase, own) {
            _ if over => "the game is over".to_string(),
            (Phase::SetUp, _) => "setting up".to_string(),
            (_, true) => "your turn".to_string(),
            (_, false) => format!("turn of {}", shown.player(view.turn)),
        };
        let part = match (view.phase, view.played) {
            (Phase::SetUp | Phase::Passed, _) => "",
            _ if over => "",
            (Phase::Start, _) => ", at its start",
            (Phase::Main, 0) => ", no card played yet",
            (Phase::Main, played) if played < view.plays => ", may play another card",
            (Phase::Main, _) => ", card played",
        };
        let discard = match view.discard.last() {
            None => "discard empty".to_string(),
            Some(top) => format!("discard {}: {}", view.discard.len(), card_name(rules, *top)),
        };
        let mut laws = view.laws_with_counters();
        let laws = match (laws.next(), view.laws.len()) {
            (None, _) => String::new(),
            (Some((law, counters)), 1) => {
                let law = bearing(rules, card_name(rules, law), counters);
                format!("law: {law}{dot}")
            }
            (_, many) => format!("{many} laws{dot}"),
        };
        let piles = format!("{laws}deck {}{dot}{discard} ", shown.deck());
        let piles_width = columns(&piles).min(usize::from(area.width) / 2) as u16;
        let left = Rect {
            width: area.width.saturating_sub(piles_width + 1),
            ..area
        };
        let thinking = match ui.thinking.filter(|_| !ui.showing()) {
            None => String::new(),
            Some(seat) if seat == view.turn => format!("{dot}thinking {}", ui.spinner()),
            Some(seat) => format!("{dot}{} is thinking {}", shown.player(seat), ui.spinner()),
        };
        let unkept = ui
            .unkept
            .as_ref()
            .map_or_else(String::new, |_| format!("not saved{dot}"));
        self.pieces(
            left,
            &[
                (format!(" {}{dot}", rules.game), Role::Head),
                (unkept, Role::Fresh),
                (
                    format!("{turn}{part}"),
                    if own && !over { Role::Own } else { Role::Plain },
                ),
                (thinking, Role::Fresh),
            ],
        );
        self.text(
            right_of(area, area.width - piles_width),
            &piles,
            Role::Plain,
        );
    }

    /// The cards of the hand in rows: each with its key, its names, how many.
    fn hand_rows(&self, width: u16) -> Vec<Vec<(String, Kind)>> {
        let (hand, ui) = (self.shown.hand(), self.ui);
        let mut rows: Vec<Vec<(String, Kind)>> = vec![Vec::new()];
        let mut used = 0;
        for (slot, kind) in ui.slots.iter().enumerate() {
            let Some(kind) = kind.filter(|kind| hand.contains(kind)) else {
                continue;
            };
            let times = match hand.iter().filter(|other| **other == kind).count() {
                1 => String::new(),
                count => format!(" x{count}"),
            };
            let mark = ui.mark(Thing::Hand(kind)).map_or(" ", |(mark, _)| mark);
            let names = both_names(self.shown.rules(), kind);
            let text = format!("{mark}{} {names}{times} ", slot + 1);
            let wide = columns(&text) + 1;
            if used + wide > usize::from(width.saturating_sub(6)) && used > 0 {
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            rows.last_mut().expect("there is a row").push((text, kind));
        }
        rows
    }

    /// Lines that the hand needs.
    pub(super) fn hand_height(&self, width: u16) -> u16 {
        (self.hand_rows(width).len() as u16).clamp(1, 3)
    }

    /// The same where the texts of its cards are shown, each on lines of its own: at most so many.
    pub(super) fn texts_height(&self, width: u16, most: u16) -> u16 {
        let cards = self.hand_rows(0).into_iter().flatten();
        let lines = cards.map(|(_, kind)| 1 + self.card_text(kind, width).len() as u16);
        lines.sum::<u16>().clamp(1, most.max(1))
    }

    /// What a card says, played and built, in lines of that width.
    fn card_text(&self, kind: Kind, width: u16) -> Vec<(String, Role)> {
        let (shown, rules) = (self.shown, self.shown.rules());
        let faces = &rules.kinds[kind.index()];
        let told = faces
            .action
            .iter()
            .chain(&faces.buildings[..1])
            .flat_map(|face| {
                let lines = match shown.text(*face) {
                    lines if lines.is_empty() => vec!["no text of its own".to_string()],
                    lines => lines,
                };
                let head = format!("{}: {}", face_name(rules, *face), lines[0]);
                std::iter::once(head)
                    .chain(lines.into_iter().skip(1).map(|line| format!("  {line}")))
            });
        let wrapped = told.flat_map(|line| hanging(&line, usize::from(width.saturating_sub(9))));
        wrapped.map(|line| (line, Role::Plain)).collect()
    }

    /// The cards of the hand, one below the other, with as much of their texts as there is room for.
    pub(super) fn hand_with_texts(&mut self, area: Rect) {
        let cards: Vec<_> = self.hand_rows(0).into_iter().flatten().collect();
        if cards.is_empty() || usize::from(area.height) < cards.len() {
            return self.hand(area);
        }
        self.text(area, "Hand:", Role::Own);
        let (mut rest, mut left) = (right_of(area, 6), cards.len() as u16);
        for (text, kind) in &cards {
            let lines = self.card_text(*kind, area.width);
            // Each has its share of the lines that are left.
            let share = (rest.height / left).max(1).min(1 + lines.len() as u16);
            let (room, below) = top(rest, share);
            self.card(room, (text, *kind));
            let (_, told) = top(room, 1);
            self.lines(right_of(told, 3), &lines);
            (rest, left) = (below, left - 1);
        }
    }

    /// A card of the hand, where it can be pointed at. Answers its columns.
    fn card(&mut self, room: Rect, (text, kind): (&str, Kind)) -> u16 {
        let (ui, thing) = (self.ui, Thing::Hand(kind));
        let role = match ui.step {
            Step::With(held) | Step::Where(held, _) if held == kind => Role::Cursor,
            _ => ui.mark(thing).map_or(Role::Plain, |(_, role)| role),
        };
        let width = self.text(room, text, role);
        self.hit(Rect { width, ..room }, thing);
        width
    }

    pub(super) fn hand(&mut self, area: Rect) {
        let ui = self.ui;
        self.text(area, "Hand:", Role::Own);
        let rows = self.hand_rows(area.width);
        if self.shown.hand().is_empty() {
            self.text(right_of(area, 6), "nothing", Role::Dim);
        }
        // With more rows than there is room for, those around the cursor are shown.
        let pointed = |(_, kind): &(String, Kind)| ui.pointed() == Some(Thing::Hand(*kind));
        let at = rows
            .iter()
            .position(|row| row.iter().any(pointed))
            .unwrap_or(0);
        let height = usize::from(area.height);
        let from = at
            .saturating_sub(height.saturating_sub(1))
            .min(rows.len().saturating_sub(height));
        for (line, cards) in rows.iter().skip(from).take(height).enumerate() {
            let mut room = right_of(row(area, line), 6);
            for (text, kind) in cards {
                let width = self.card(room, (text, *kind));
                room = right_of(room, width + 1);
            }
            let more = rows.len().saturating_sub(from + height);
            if more > 0 && line + 1 == height {
                self.text(room, &format!("{} more", ui.look.more(false)), Role::Dim);
            }
        }
    }

    /// What keys do now, the most useful first; or a remark.
    pub(super) fn keys(&mut self, area: Rect) {
        let (shown, ui) = (self.shown, self.ui);
        if let Some(remark) = &ui.remark {
            self.text(area, &format!(" {remark}"), Role::Fresh);
            return;
        }
        if ui.hinting {
            let about = match shown.ended.is_some() {
                true => "is reviewing your game",
                false => "is considering your options",
            };
            self.text(
                area,
                &format!(" {} A bot {about}.", ui.spinner()),
                Role::Fresh,
            );
            return;
        }
        let step = match (ui.focus, ui.step) {
            (Focus::Log, _) => "w explain the line|l back",
            (Focus::Table, _) => "Tab log",
            (Focus::Choice, Step::First) => "Tab look around",
            (Focus::Choice, _) => "Esc back",
        };
        let end = match &shown.decision {
            _ if ui.candidate(Thing::Pass).is_some() => "e end turn",
            Some(decision) if decision.is_may() => "y yes|n no",
            decision => match decision.as_ref().and_then(Decision::declining) {
                Some(_) => "n choose nothing",
                None => "w why",
            },
        };
        // Where nothing is pointed at, it would be the keys.
        let explain = if explanation::explains(shown, ui) {
            "? explain"
        } else {
            ""
        };
        // Where nothing else is left, the way back matters more.
        let only_end = matches!(ui.candidates.as_slice(), [only] if only.thing == Thing::Pass);
        let undo = if shown.undoable { "u undo" } else { "" };
        let all = if shown.moment.is_some() {
            "arrows step|? keys|q leave|PgUp PgDn turn|1-6 o view|j jump|b play on|Tab look around"
                .to_string()
        } else if shown.ended.is_some() && !ui.showing() {
            let read = if ui.focus == Focus::Log {
                "w explain the line|l back"
            } else {
                "w why|l log"
            };
            let next = match ui.lesson {
                true => "n next lesson|q leave|m task",
                false => "n another game|q leave|a what you could have done",
            };
            format!("{next}|{read}|{undo}|Tab look around|k keys")
        } else if ui.showing() {
            format!("Space skip|+ - speed|{explain}|k keys|q leave|l log")
        } else if shown.decision.is_some() {
            let (first, last) = match only_end {
                true => (undo, "Enter choose"),
                false => ("Enter choose", undo),
            };
            let help = if ui.lesson {
                "m task|> next lesson"
            } else {
                "h hint"
            };
            format!("{first}|{step}|{end}|? explain|k keys|q leave|{last}|{help}|g goals|d discard")
        } else {
            format!("{explain}|k keys|q leave|g goals|d discard|Tab look around|l log|{undo}")
        };
        let mut text = String::new();
        for part in all.split('|').filter(|part| !part.is_empty()) {
            let dot = if text.is_empty() {
                " "
            } else {
                self.look.dot()
            };
            if columns(&text) + columns(dot) + columns(part) <= usize::from(area.width) {
                text = text + dot + part;
            }
        }
        self.text(area, &text, Role::Dim);
    }
}
