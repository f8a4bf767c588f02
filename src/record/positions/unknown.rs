//! Deals out the cards that a view leaves unknown, so that it is a position: one of those that look so to whoever sees it.

use board::Seat;
use explain::names::{Names, card_label, seat_of};
use lang::Fault;
use lang::notation::{Building, Card, Cards, Line, Nation, Player, PositionText, StackEntry};
use rules::ir::Rules;
use text::{Span, Spanned, plural};

/// Names the cards of a view that are unknown, each in the order of the recipe, and says of those that lie face down and are named that whoever sees
/// this knows them: that seat, else the one whose turn it is. A position with all cards open is left as it is.
///
/// Answers whose view it was, if it was one.
///
/// # Errors
/// What cannot be unknown, and what is known that a position cannot say.
pub fn name_unknown(
    text: &mut PositionText,
    rules: &Rules,
    eyes: Option<Seat>,
) -> Result<Option<Seat>, Vec<Fault>> {
    // No position says how many there are.
    let counted = |line: &Line| matches!(pile(line), Some(Cards::Count(_)));
    let hides = |line: &Line| counted(line) || unknown(line).next().is_some();
    if !text.lines.iter().any(|line| hides(&line.node)) {
        return Ok(None);
    }
    let mut left = left(text, rules);
    let eyes = eyes
        .and_then(|seat| Player::new(seat.0 + 1))
        .unwrap_or_else(|| first_to_act(text));
    let mut viewer = Viewer {
        eyes,
        faults: Vec::new(),
    };
    text.lines.iter().for_each(|line| viewer.check(&line.node));
    viewer.check_number(text, left.len());
    if !viewer.faults.is_empty() {
        return Err(viewer.faults);
    }
    left.reverse();
    let mut next = || match left.pop() {
        Some(kind) => Card::Named(kind.to_string()),
        None => Card::Unknown,
    };
    for line in &mut text.lines {
        match &mut line.node {
            Line::Deck(cards) | Line::Hand { cards, .. } => name_cards(cards, &mut next),
            Line::Nation {
                nation: Nation::Buildings(buildings),
                ..
            } => {
                for building in buildings {
                    name_stack(&mut building.node, eyes, &mut next);
                }
            }
            _ => {}
        }
    }
    Ok(Some(seat_of(eyes)))
}

/// The pile or hand of a line.
fn pile(line: &Line) -> Option<&Cards> {
    match line {
        Line::Deck(cards)
        | Line::Discard(cards)
        | Line::Removed(cards)
        | Line::Hand { cards, .. } => Some(cards),
        _ => None,
    }
}

/// The buildings of a line.
fn buildings(line: &Line) -> &[Spanned<Building>] {
    match line {
        Line::Nation {
            nation: Nation::Buildings(buildings),
            ..
        } => buildings,
        _ => &[],
    }
}

fn stacked(line: &Line) -> impl Iterator<Item = &Spanned<StackEntry>> {
    let buildings = buildings(line).iter();
    buildings.flat_map(|building| &building.node.stack)
}

/// The cards that a line lists.
fn listed(line: &Line) -> impl Iterator<Item = &Spanned<Card>> {
    let cards = match pile(line) {
        Some(Cards::List(cards)) => &cards[..],
        _ => &[],
    };
    let stacked = stacked(line).map(|entry| &entry.node.card);
    cards.iter().chain(stacked)
}

/// Where something in a line is unknown, and how much.
fn unknown(line: &Line) -> impl Iterator<Item = (Span, usize)> {
    let counted = match pile(line) {
        Some(Cards::Count(count)) if count.node > 0 => Some((count.span, usize::from(count.node))),
        _ => None,
    };
    let hidden = listed(line).filter(|card| card.node == Card::Unknown);
    counted.into_iter().chain(hidden.map(|card| (card.span, 1)))
}

/// Whose turn it is, as a position has it.
fn first_to_act(text: &PositionText) -> Player {
    let turn = text.lines.iter().find_map(|line| match &line.node {
        Line::Turn { player, .. } => Some(player.node),
        _ => None,
    });
    let living = text.lines.iter().filter_map(|line| match &line.node {
        Line::Nation {
            player,
            nation: Nation::Buildings(_),
        } => Some(player.node),
        _ => None,
    });
    turn.or_else(|| living.min())
        .or_else(|| Player::new(1))
        .expect("there is a first player")
}

/// The names of the deck's cards that no line names, in the order of the recipe.
fn left<'r>(text: &PositionText, rules: &'r Rules) -> Vec<&'r str> {
    let names = Names::of(rules);
    let mut named = vec![0_usize; rules.kinds.len()];
    let mut note = |name: &str| {
        // What has no name in this game is told by whoever reads the position.
        let building = |_| names.building(name).map(|(kind, _)| kind);
        if let Ok(kind) = names.card(name).or_else(building) {
            named[kind.index()] += 1;
        }
    };
    for Spanned { node: line, .. } in &text.lines {
        for card in listed(line) {
            if let Card::Named(name) = &card.node {
                note(name);
            }
        }
        for building in buildings(line) {
            note(&building.node.name.node);
        }
        if let Line::Laws(laws) = line {
            laws.iter().for_each(|law| note(&law.name.node));
        }
    }
    let mut left = Vec::new();
    for kind in &rules.cards[..rules.deck_size] {
        match &mut named[kind.index()] {
            0 => left.push(card_label(rules, *kind)),
            more => *more -= 1,
        }
    }
    left
}

/// Whoever sees it, and what is wrong with what they see.
struct Viewer {
    eyes: Player,
    faults: Vec<Fault>,
}

impl Viewer {
    fn fault(&mut self, span: Span, reason: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(span, reason).with_help(help));
    }

    fn check(&mut self, line: &Line) {
        let eyes = self.eyes;
        let first = unknown(line).next().map(|(span, _)| span);
        match (line, first) {
            (Line::Discard(_) | Line::Removed(_), Some(span)) => {
                self.fault(span, "everybody knows this card", "name all cards here");
            }
            (Line::Hand { player, .. }, first) if player.node == eyes => {
                if let Some(span) = first {
                    let help =
                        "name them, or give the viewer with `--seat p2` or the line `turn p2 main`";
                    self.fault(
                        span,
                        format!("this is the view of {eyes}, who knows these cards"),
                        help,
                    );
                }
            }
            (Line::Hand { .. } | Line::Deck(_), _) => {
                if let Some(named) = listed(line).find(|card| card.node != Card::Unknown) {
                    let help = "write `?` instead, or give only the number of cards: `3 cards`";
                    self.fault(
                        named.span,
                        "a view cannot record known cards in a hand or a deck",
                        help,
                    );
                }
            }
            (line, _) => {
                for entry in stacked(line).filter(|entry| entry.node.card.node == Card::Unknown) {
                    if entry.node.known_by.iter().any(|player| player.node == eyes) {
                        let help = format!("name it, or remove {eyes} after it");
                        self.fault(
                            entry.span,
                            format!("this is the view of {eyes}, who knows this card"),
                            help,
                        );
                    }
                }
            }
        }
    }

    /// There are as many cards left as are unknown, and no more where the deck is one of them.
    fn check_number(&mut self, text: &PositionText, left: usize) {
        let (mut hidden, mut deck, mut last) = (0, None, Span::default());
        for line in &text.lines {
            if matches!(line.node, Line::Discard(_) | Line::Removed(_)) {
                continue;
            }
            let number = unknown(&line.node).map(|(_, number)| number).sum::<usize>();
            if matches!(line.node, Line::Deck(_)) {
                deck = Some((number, line.span));
            }
            hidden += number;
            if number > 0 {
                let is_hidden =
                    |entry: &&Spanned<StackEntry>| entry.node.card.node == Card::Unknown;
                let entry = stacked(&line.node).filter(is_hidden).last();
                last = entry.map_or(line.span, |entry| entry.span);
            }
        }
        let are = |number: usize| if number == 1 { "is" } else { "are" };
        let (unknowns, rest) = (plural(hidden as u64, "card"), plural(left as u64, "card"));
        let reason = format!(
            "{unknowns} {} unknown here, but {rest} {} not named in any line",
            are(hidden),
            are(left)
        );
        match deck {
            _ if hidden > left => {
                self.fault(last, reason, "count them: stacks, hands and the deck");
            }
            Some((cards, span)) if hidden < left => {
                let rest = cards + left - hidden;
                self.fault(span, reason, format!(
                    "if the other lines are right, write `deck: {rest} cards` or remove the deck line"
                ));
            }
            _ => {}
        }
    }
}

fn name_cards(cards: &mut Cards, next: &mut dyn FnMut() -> Card) {
    match cards {
        Cards::Count(count) => {
            let named = (0..count.node).map(|_| Spanned::new(next(), count.span));
            *cards = Cards::List(named.collect());
        }
        Cards::List(cards) => {
            let hidden = cards.iter_mut().filter(|card| card.node == Card::Unknown);
            hidden.for_each(|card| card.node = next());
        }
    }
}

/// What was named already is known to whoever sees it.
fn name_stack(building: &mut Building, eyes: Player, next: &mut dyn FnMut() -> Card) {
    for Spanned { node: entry, .. } in &mut building.stack {
        if entry.card.node == Card::Unknown {
            entry.card.node = next();
        } else if !entry.face_up && entry.known_by.iter().all(|player| player.node != eyes) {
            entry.known_by.push(Spanned::new(eyes, entry.card.span));
        }
    }
}
