//! Draws the table as one seat sees it, and what it is asked. It is given a view, and so cannot show more.

use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

use board::{Held, Phase, Seat, Seen, SeenBuilding, SeenCounters, View};
use explain::goals::Goal;
use explain::names::printed::{both_names, building_name, card_name, seen};
use explain::options::decision::Decision;
use explain::pending::said;
use menu::write_menu;
pub use menu::{about, offered, picked, question, write_steps};
use record::positions::print::{removed_name, write_counters};
use rules::ir::Rules;
use text::{columns, padded, plural, wrapped};

mod menu;
pub mod memory {
    pub use super::{Memory, NoMemory};
}

/// A blank at which no line ends.
const HELD: &str = "\u{a0}";

/// Columns that fit on a page.
const WIDTH: usize = 100;

/// How what a card says as a law begins.
const AS_A_LAW: &str = "while this is a law";

/// The signs that boxes are drawn with.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    across: char,
    down: char,
    corners: [char; 4],
    /// Columns that fit.
    width: usize,
}

impl Lines {
    /// Fine lines for a terminal, plain signs for anything else.
    pub fn new(fine: bool) -> Lines {
        match fine {
            true => Lines {
                across: '─',
                down: '│',
                corners: ['┌', '┐', '└', '┘'],
                width: WIDTH,
            },
            false => Lines {
                across: '-',
                down: '|',
                corners: ['+', '+', '+', '+'],
                width: WIDTH,
            },
        }
    }
}

impl Lines {
    /// The same within so many columns.
    pub fn within(self, width: usize) -> Lines {
        Lines { width, ..self }
    }
}

/// All that a person sees who is asked: the table, as far as it is remembered, and the numbered options.
pub fn draw(
    rules: &Rules,
    view: View,
    goals: &[Goal],
    decision: Option<&Decision>,
    me: Seat,
    memory: Memory,
    lines: Lines,
) -> String {
    let view = match memory {
        Memory::Assisted => view,
        Memory::Strict => view.without_memory(),
    };
    let table = draw_table(rules, &view, goals, me, lines);
    let menu = decision.map_or_else(String::new, |decision| {
        format!("\n{}", write_menu(rules, &view, decision, lines.width))
    });
    table + &menu
}

/// The whole table: a heading, the nations from the next player on, one's own last, and one's hand.
fn draw_table(rules: &Rules, view: &View, goals: &[Goal], me: Seat, lines: Lines) -> String {
    let mut out = String::new();
    heading(&mut out, rules, view, me, lines);
    let seats = view.nations.len() as u8;
    let others = me.clockwise(seats).skip(1).chain([me]);
    for seat in others {
        nation(&mut out, rules, view, goals, (seat, me), lines);
    }
    if let Some(Held::Cards(kinds)) = view.hands.get(me.index())
        && view.nations[me.index()].is_some()
    {
        // The name of a card stands on one line.
        let names: Vec<String> = kinds
            .iter()
            .map(|kind| both_names(rules, *kind).replace(' ', HELD))
            .collect();
        let held = if names.is_empty() {
            "nothing".to_string()
        } else {
            names.join(", ")
        };
        let hand = wrapped(&format!("Your hand: {held}"), "", "  ", lines.width).replace(HELD, " ");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{hand}");
    }
    warnings(&mut out, goals, me, lines);
    out
}

fn heading(out: &mut String, rules: &Rules, view: &View, me: Seat, lines: Lines) {
    let turn = match (view.phase, view.turn == me) {
        (Phase::SetUp, _) => "The table is being set up".to_string(),
        (_, true) => format!("Your turn ({me})"),
        (_, false) => format!("Turn of {}", view.turn),
    };
    let part = match (view.phase, view.played) {
        (Phase::Start, _) => ", at its start",
        (Phase::Main, 0) => ", card to be played",
        (Phase::Main, played) if played < view.plays => ", another card may be played",
        (Phase::Main, _) => ", card played",
        (Phase::SetUp | Phase::Passed, _) => "",
    };
    let deck = match &view.deck {
        Held::Cards(kinds) => kinds.len(),
        Held::Count(count) => *count,
    };
    let discarded = match view.discard.last() {
        None => "empty".to_string(),
        Some(top) => format!(
            "{}, on top {}",
            plural(view.discard.len() as u64, "card"),
            card_name(rules, *top)
        ),
    };
    let line = format!(
        "{turn}{part}   deck: {}   discard pile: {discarded}",
        plural(deck as u64, "card")
    );
    let _ = writeln!(out, "{}", wrapped(&line, "", "  ", lines.width));
    if !view.laws.is_empty() {
        let names: Vec<&str> = view
            .laws
            .iter()
            .map(|kind| card_name(rules, *kind))
            .collect();
        let line = format!("Laws: {}", names.join(", "));
        let _ = writeln!(out, "{}", wrapped(&line, "", "  ", lines.width));
        // Two of one name are as one.
        for (at, kind) in view
            .laws
            .iter()
            .enumerate()
            .filter(|(at, kind)| !view.laws[..*at].contains(kind))
        {
            for line in as_a_law(rules.lines_of(rules.kinds[kind.index()].action)) {
                let text = line.trim_start();
                let (head, indent) = match line.len() - text.len() {
                    0 => (format!("  {}: ", names[at]), 4),
                    deep => (" ".repeat(2 + deep), 4 + deep),
                };
                let _ = writeln!(
                    out,
                    "{}",
                    wrapped(text, &head, &" ".repeat(indent), lines.width)
                );
            }
        }
    }
    if !view.removed.is_empty() {
        let names: Vec<&str> = view
            .removed
            .iter()
            .map(|(kind, second)| removed_name(rules, *kind, *second))
            .collect();
        let line = format!("Out of the game: {}", names.join(", "));
        let _ = writeln!(out, "{}", wrapped(&line, "", "  ", lines.width));
    }
    for pended in &view.pending {
        let _ = writeln!(
            out,
            "{}",
            wrapped(&said(rules, pended, view.seat), "", "  ", lines.width)
        );
    }
}

/// What a text says of its card as a law, line by line: what stands under a clause belongs to it.
fn as_a_law(text: &[String]) -> impl Iterator<Item = &String> {
    let mut such = false;
    text.iter().filter(move |line| {
        if !line.starts_with(' ') {
            let head = line.get(..AS_A_LAW.len());
            such = head.is_some_and(|head| head.eq_ignore_ascii_case(AS_A_LAW));
        }
        such
    })
}

fn nation(
    out: &mut String,
    rules: &Rules,
    view: &View,
    goals: &[Goal],
    (seat, me): (Seat, Seat),
    lines: Lines,
) {
    let who = if seat == me {
        format!("{seat} (you)")
    } else {
        seat.to_string()
    };
    let Some(buildings) = &view.nations[seat.index()] else {
        let _ = writeln!(out, "{who}: out of the game");
        return;
    };
    let hand = match view.hands.get(seat.index()) {
        Some(Held::Cards(kinds)) => kinds.len(),
        Some(Held::Count(count)) => *count,
        None => 0,
    };
    let seen = view.seen.get(seat.index()).map_or(&[][..], Vec::as_slice);
    let names: Vec<&str> = seen.iter().map(|kind| card_name(rules, *kind)).collect();
    let known = match view.hands.get(seat.index()) {
        Some(Held::Cards(kinds)) if seat != me && !kinds.is_empty() => {
            let names: Vec<&str> = kinds.iter().map(|kind| card_name(rules, *kind)).collect();
            format!(" (you see {})", names.join(", "))
        }
        _ if names.is_empty() => String::new(),
        _ => format!(" (you have seen {})", names.join(", ")),
    };
    let progress: Vec<String> = goals
        .iter()
        .filter(|goal| goal.seat == seat && goal.begun())
        .map(Goal::progress)
        .collect();
    let has = view
        .counters
        .get(seat.index())
        .filter(|counters| !counters.is_empty());
    let has = has.map_or_else(String::new, |counters| {
        format!(" {}", carried(rules, counters))
    });
    let progress = if progress.is_empty() {
        String::new()
    } else {
        format!("; {}", progress.join(", "))
    };
    let line = format!(
        "{who}:{has} {} in hand{known}{progress}",
        plural(hand as u64, "card")
    );
    let _ = writeln!(out, "{}", wrapped(&line, "", "    ", lines.width));
    let boxes: Vec<Column> = buildings
        .iter()
        .enumerate()
        .map(|(place, building)| column(rules, seat, place, building))
        .collect();
    let mut rest = boxes.as_slice();
    while !rest.is_empty() {
        let mut width = 1;
        let fitting = rest.iter().take_while(|column| {
            width += column.width + 5;
            width <= lines.width
        });
        let (row, later) = rest.split_at(fitting.count().max(1));
        draw_row(out, row, lines);
        rest = later;
    }
}

/// Who may win at the next opportunity.
fn warnings(out: &mut String, goals: &[Goal], me: Seat, lines: Lines) {
    let mut near: Vec<&Goal> = goals.iter().filter(|goal| goal.near()).collect();
    // What others may do comes first.
    near.sort_by_key(|goal| goal.seat == me);
    for goal in near {
        let who = if goal.seat == me {
            "You are".to_string()
        } else {
            format!("Take care: {} is", goal.seat)
        };
        let line = format!("{who} one step away from winning: {}.", goal.progress());
        let _ = writeln!(out, "{}", wrapped(&line, "", "  ", lines.width));
    }
}

/// One building as text lines, as wide as the widest of them.
struct Column {
    title: String,
    body: Vec<String>,
    width: usize,
}

fn column(rules: &Rules, seat: Seat, place: usize, building: &SeenBuilding) -> Column {
    let title = format!("{seat}.{}", place + 1);
    let spent = if building.spent == 0 { "" } else { " *" };
    let mut body = vec![format!(
        "{}{spent}",
        building_name(rules, building.kind, building.second_side)
    )];
    for (bit, status) in rules.statuses.iter().enumerate() {
        if building.status >> bit & 1 == 1 {
            body.push(format!("[{status}]"));
        }
    }
    if !building.counters.is_empty() {
        body.push(carried(rules, &building.counters));
    }
    stack_lines(rules, building, &mut body);
    let width = body
        .iter()
        .chain([&title])
        .map(|line| columns(line))
        .max()
        .unwrap_or(0)
        .max(title.len() + 3);
    Column { title, body, width }
}

/// A stack from the top down; cards that look alike share a line.
fn stack_lines(rules: &Rules, building: &SeenBuilding, body: &mut Vec<String>) {
    let looks = |(at, card): (usize, &Seen)| {
        let name = seen(rules, *card);
        match building.counters_on(at) {
            counters if counters.is_empty() => name.to_string(),
            counters => format!("{name} {}", carried(rules, &counters)),
        }
    };
    let mut from_top = building
        .stack
        .iter()
        .enumerate()
        .rev()
        .map(looks)
        .peekable();
    while let Some(name) = from_top.next() {
        let mut count = 1;
        while from_top.next_if(|next| *next == name).is_some() {
            count += 1;
        }
        body.push(if count == 1 {
            format!("  {name}")
        } else {
            format!("  {name} x{count}")
        });
    }
}

/// Counters in parentheses.
pub fn carried(rules: &Rules, counters: &[SeenCounters]) -> String {
    let mut said = String::from("(");
    write_counters(&mut said, rules, counters);
    said + ")"
}

fn draw_row(out: &mut String, row: &[Column], lines: Lines) {
    let Lines {
        across,
        down,
        corners: [top_left, top_right, low_left, low_right],
        ..
    } = lines;
    let height = row
        .iter()
        .map(|column| column.body.len())
        .max()
        .unwrap_or(0);
    let mut text: Vec<String> = vec![String::new(); height + 2];
    for Column { title, body, width } in row {
        let rest: String = std::iter::repeat_n(across, width - title.len()).collect();
        let _ = write!(
            text[0],
            " {top_left}{across}{title}{rest}{across}{top_right}"
        );
        for line in 0..height {
            let content = body.get(line).map_or("", String::as_str);
            let _ = write!(text[line + 1], " {down} {} {down}", padded(content, *width));
        }
        let rest: String = std::iter::repeat_n(across, width + 2).collect();
        let _ = write!(text[height + 1], " {low_left}{rest}{low_right}");
    }
    text.iter().for_each(|line| {
        let _ = writeln!(out, " {}", line.trim_end());
    });
}

/// How much the table reminds the person of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Memory {
    /// Cards that the person knows are shown.
    #[default]
    Assisted,
    /// As at a real table: what lies face down is shown face down, and the log goes back to the last decision only.
    Strict,
}

impl Memory {
    /// The words for them.
    pub const NAMES: [&str; 2] = ["assisted", "strict"];
}

/// No memory is called so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory is called `{0}`")]
pub struct NoMemory(String);

impl FromStr for Memory {
    type Err = NoMemory;

    fn from_str(text: &str) -> Result<Memory, NoMemory> {
        match text {
            "assisted" => Ok(Memory::Assisted),
            "strict" => Ok(Memory::Strict),
            _ => Err(NoMemory(text.to_string())),
        }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Memory::Assisted => "assisted",
            Memory::Strict => "strict",
        })
    }
}
