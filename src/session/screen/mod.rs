//! Draws the table as one seat sees it, and what it is asked. It is given a view, and so cannot show more.

use std::fmt;
use std::str::FromStr;

use board::{Held, Kind, Phase, Seat, SeenBuilding, SeenCounters, View};
use explain::goals::Goal;
use explain::names::{both_names, building_name, card_name, seen};
use explain::options::decision::{Decision, Spot};
use explain::pending::said;
use itertools::Itertools;
use menu::write_menu;
pub use menu::{about, asker, offered, picked, question, write_steps};
use record::positions::print::{removed_name, write_counters};
use rules::ir::Rules;
use text::{columns, padded, plural, wrapped};

mod menu;

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
        let (across, down, corners) = match fine {
            true => ('─', '│', ['┌', '┐', '└', '┘']),
            false => ('-', '|', ['+'; 4]),
        };
        Lines {
            across,
            down,
            corners,
            width: WIDTH,
        }
    }

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
    let view = memory.of(view);
    let mut page = Page {
        rules,
        view: &view,
        goals,
        me,
        lines,
        out: String::new(),
    };
    page.table();
    if let Some(decision) = decision {
        page.out += &format!("\n{}", write_menu(rules, &view, decision, lines.width));
    }
    page.out
}

/// A table as it is written.
struct Page<'a> {
    rules: &'a Rules,
    view: &'a View,
    goals: &'a [Goal],
    me: Seat,
    lines: Lines,
    out: String,
}

impl Page<'_> {
    /// A line, and what goes on below it.
    fn line(&mut self, line: &str) {
        self.indented(line, "", "  ");
    }

    fn indented(&mut self, line: &str, first: &str, rest: &str) {
        self.out += &wrapped(line, first, rest, self.lines.width);
        self.out.push('\n');
    }

    fn names<'k>(&self, kinds: impl IntoIterator<Item = &'k Kind>) -> String {
        kinds
            .into_iter()
            .map(|kind| card_name(self.rules, *kind))
            .join(", ")
    }

    /// A heading, the nations from the next player on, one's own last, and one's hand.
    fn table(&mut self) {
        let (view, me) = (self.view, self.me);
        self.heading();
        let seats = me.clockwise(view.nations.len() as u8);
        seats.skip(1).chain([me]).for_each(|seat| self.nation(seat));
        if let Some(Held::Cards(kinds)) = view.hands.get(me.index())
            && view.nations[me.index()].is_some()
        {
            // The name of a card stands on one line.
            let name = |kind: &Kind| both_names(self.rules, *kind).replace(' ', HELD);
            let held = if kinds.is_empty() {
                "nothing".to_string()
            } else {
                kinds.iter().map(name).join(", ")
            };
            let hand = wrapped(&format!("Your hand: {held}"), "", "  ", self.lines.width);
            self.out += &hand.replace(HELD, " ");
            self.out.push('\n');
        }
        // Who may win at the next opportunity; what others may do comes first.
        let near = self.goals.iter().filter(|goal| goal.near());
        for goal in near.sorted_by_key(|goal| goal.seat == me) {
            let who = match goal.seat == me {
                true => "You are".to_string(),
                false => format!("Watch out: {} is", goal.seat),
            };
            self.line(&format!(
                "{who} one step away from winning: {}.",
                goal.progress()
            ));
        }
    }

    fn heading(&mut self) {
        let (view, rules) = (self.view, self.rules);
        let turn = match (view.phase, view.turn == self.me) {
            (Phase::SetUp, _) => "The table is being set up".to_string(),
            (_, true) => format!("Your turn ({})", self.me),
            (_, false) => format!("{}'s turn", view.turn),
        };
        let part = match (view.phase, view.played) {
            (Phase::Start, _) => ", at its start",
            (Phase::Main, 0) => ", no card played yet",
            (Phase::Main, played) if played < view.plays => ", another card may be played",
            (Phase::Main, _) => ", card played",
            (Phase::SetUp | Phase::Passed, _) => "",
        };
        let deck = cards(count(&view.deck));
        let discarded = match view.discard.last() {
            None => "empty".to_string(),
            Some(top) => format!(
                "{}, {} on top",
                cards(view.discard.len()),
                card_name(rules, *top)
            ),
        };
        self.line(&format!(
            "{turn}{part}   deck: {deck}   discard pile: {discarded}"
        ));
        if !view.laws.is_empty() {
            let mut laws = view
                .laws_with_counters()
                .map(|(kind, counters)| bearing(rules, card_name(rules, kind), counters));
            self.line(&format!("Laws: {}", laws.join(", ")));
        }
        // Two of one name are as one.
        for kind in view.laws.iter().unique() {
            for line in as_a_law(rules.lines_of(rules.kinds[kind.index()].action)) {
                let text = line.trim_start();
                let (head, indent) = match line.len() - text.len() {
                    0 => (format!("  {}: ", card_name(rules, *kind)), 4),
                    deep => (" ".repeat(2 + deep), 4 + deep),
                };
                self.indented(text, &head, &" ".repeat(indent));
            }
        }
        if !view.removed.is_empty() {
            let names = view
                .removed
                .iter()
                .map(|(kind, second)| removed_name(rules, *kind, *second));
            self.line(&format!("Out of the game: {}", { names }.join(", ")));
        }
        for pended in &view.pending {
            self.line(&said(rules, pended, view.seat));
        }
    }

    fn nation(&mut self, seat: Seat) {
        let (view, at) = (self.view, seat.index());
        let own = seat == self.me;
        let who = if own {
            format!("{seat} (you)")
        } else {
            seat.to_string()
        };
        let Some(buildings) = &view.nations[at] else {
            self.out += &format!("{who}: out of the game\n");
            return;
        };
        let hand = cards(view.hands.get(at).map_or(0, count));
        let known = match (view.hands.get(at), view.seen.get(at)) {
            (Some(Held::Cards(kinds)), _) if !own && !kinds.is_empty() => {
                format!(" (you see {})", self.names(kinds))
            }
            (_, Some(seen)) if !seen.is_empty() => format!(" (you have seen {})", self.names(seen)),
            _ => String::new(),
        };
        let has = view
            .counters
            .get(at)
            .filter(|counters| !counters.is_empty());
        let has = has.map_or_else(String::new, |counters| {
            format!(" {}", carried(self.rules, counters))
        });
        let goals = self
            .goals
            .iter()
            .filter(|goal| goal.seat == seat && goal.begun());
        let progress = match goals.map(Goal::progress).join(", ") {
            none if none.is_empty() => none,
            progress => format!("; {progress}"),
        };
        self.indented(
            &format!("{who}:{has} {hand} in hand{known}{progress}"),
            "",
            "    ",
        );
        let boxes = (0..)
            .zip(buildings)
            .map(|(place, building)| Column::of(self.rules, Spot { seat, place }, building));
        let boxes = boxes.collect_vec();
        let mut rest = boxes.as_slice();
        while !rest.is_empty() {
            let mut width = 1;
            let fitting = rest.iter().take_while(|column| {
                width += column.width + 5;
                width <= self.lines.width
            });
            let (row, later) = rest.split_at(fitting.count().max(1));
            self.row(row);
            rest = later;
        }
    }

    fn row(&mut self, row: &[Column]) {
        let Lines {
            across,
            down,
            corners: [top_left, top_right, low_left, low_right],
            ..
        } = self.lines;
        let height = row
            .iter()
            .map(|column| column.body.len())
            .max()
            .unwrap_or(0);
        let mut text: Vec<String> = vec![String::new(); height + 2];
        for Column { title, body, width } in row {
            let line = |many: usize| String::from_iter(std::iter::repeat_n(across, many));
            let rest = line(width - title.len() + 1);
            text[0] += &format!(" {top_left}{across}{title}{rest}{top_right}");
            for (line, text) in text[1..=height].iter_mut().enumerate() {
                let content = body.get(line).map_or("", String::as_str);
                *text += &format!(" {down} {} {down}", padded(content, *width));
            }
            text[height + 1] += &format!(" {low_left}{}{low_right}", line(width + 2));
        }
        text.iter()
            .for_each(|line| self.out += &format!(" {}\n", line.trim_end()));
    }
}

fn cards(count: usize) -> String {
    plural(count as u64, "card")
}

/// Cards that somebody holds, or that lie in the deck.
pub fn count(held: &Held) -> usize {
    match held {
        Held::Cards(kinds) => kinds.len(),
        Held::Count(count) => *count,
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

/// One building as text lines, as wide as the widest of them.
struct Column {
    title: String,
    body: Vec<String>,
    width: usize,
}

impl Column {
    fn of(rules: &Rules, spot: Spot, building: &SeenBuilding) -> Column {
        let title = spot.to_string();
        let spent = if building.spent == 0 { "" } else { " *" };
        let name = building_name(rules, building.kind, building.second_side);
        let mut body = vec![format!("{name}{spent}")];
        let statuses = rules.statuses.iter().enumerate();
        let statuses = statuses.filter(|(bit, _)| building.status >> bit & 1 == 1);
        body.extend(statuses.map(|(_, status)| format!("[{status}]")));
        if !building.counters.is_empty() {
            body.push(carried(rules, &building.counters));
        }
        body.extend(
            stack(rules, building)
                .iter()
                .map(|line| format!("  {line}")),
        );
        let widest = body.iter().map(|line| columns(line)).max().unwrap_or(0);
        Column {
            width: widest.max(title.len() + 3),
            title,
            body,
        }
    }
}

/// A stack from the top down; cards that look alike share a line.
pub fn stack(rules: &Rules, building: &SeenBuilding) -> Vec<String> {
    let cards = building.stack.iter().enumerate().rev().map(|(at, card)| {
        let counters = building.counters_on(at);
        bearing(rules, &seen(rules, *card), &counters)
    });
    let alike = cards.dedup_with_count();
    alike
        .map(|(count, name)| {
            if count == 1 {
                name
            } else {
                format!("{name} x{count}")
            }
        })
        .collect()
}

/// What bears counters, with them.
pub fn bearing(rules: &Rules, name: &str, counters: &[SeenCounters]) -> String {
    match counters.is_empty() {
        true => name.to_string(),
        false => format!("{name} {}", carried(rules, counters)),
    }
}

/// Counters in parentheses.
pub fn carried(rules: &Rules, counters: &[SeenCounters]) -> String {
    let mut said = String::from("(");
    write_counters(&mut said, rules, counters);
    said + ")"
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

    /// What is shown of a view.
    pub fn of(self, view: View) -> View {
        match self {
            Memory::Assisted => view,
            Memory::Strict => view.without_memory(),
        }
    }
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
        formatter.write_str(Memory::NAMES[*self as usize])
    }
}
