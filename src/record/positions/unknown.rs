//! Deals out the cards that a view leaves unknown, so that it is a position: one of those that look so to whoever sees it.

use board::Seat;
use explain::names::find::Names;
use explain::names::notation::card_name;
use lang::notation::{Building, Card, Cards, Line, Nation, NotationError, Player, PositionText};
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
) -> Result<Option<Seat>, Vec<NotationError>> {
    if !text.lines.iter().any(|line| is_unknown(&line.node)) {
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
    let mut next = || {
        left.pop()
            .map_or(Card::Unknown, |kind| Card::Named(kind.to_string()))
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
    Ok(Some(explain::names::seat_of(eyes)))
}

/// Something there is told by number alone, or as `?`.
fn is_unknown(line: &Line) -> bool {
    match line {
        Line::Deck(cards)
        | Line::Discard(cards)
        | Line::Removed(cards)
        | Line::Hand { cards, .. } => match cards {
            // No position says how many there are.
            Cards::Count(_) => true,
            Cards::List(cards) => cards.iter().any(|card| card.node == Card::Unknown),
        },
        Line::Nation {
            nation: Nation::Buildings(buildings),
            ..
        } => buildings
            .iter()
            .flat_map(|building| &building.node.stack)
            .any(|card| card.node.card.node == Card::Unknown),
        _ => false,
    }
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
        let kind = names
            .card(name)
            .or_else(|_| names.building(name).map(|(kind, _)| kind));
        if let Ok(kind) = kind {
            named[kind.index()] += 1;
        }
    };
    for line in &text.lines {
        match &line.node {
            Line::Deck(cards)
            | Line::Discard(cards)
            | Line::Removed(cards)
            | Line::Hand { cards, .. } => {
                let Cards::List(cards) = cards else { continue };
                cards
                    .iter()
                    .filter_map(|card| name_of(&card.node))
                    .for_each(&mut note);
            }
            Line::Nation {
                nation: Nation::Buildings(buildings),
                ..
            } => {
                for Spanned { node: building, .. } in buildings {
                    note(&building.name.node);
                    building
                        .stack
                        .iter()
                        .filter_map(|entry| name_of(&entry.node.card.node))
                        .for_each(&mut note);
                }
            }
            Line::Laws(laws) => laws.iter().for_each(|law| note(&law.node)),
            _ => {}
        }
    }
    let mut left = Vec::new();
    for kind in &rules.cards[..rules.deck_size] {
        match &mut named[kind.index()] {
            0 => left.push(card_name(rules, *kind)),
            more => *more -= 1,
        }
    }
    left
}

fn name_of(card: &Card) -> Option<&str> {
    match card {
        Card::Named(name) => Some(name),
        Card::Unknown => None,
    }
}

/// Whoever sees it, and what is wrong with what they see.
struct Viewer {
    eyes: Player,
    faults: Vec<NotationError>,
}

impl Viewer {
    fn fault(&mut self, span: Span, reason: impl Into<String>, help: impl Into<String>) {
        self.faults
            .push(NotationError::new(span, reason).with_help(help));
    }

    fn check(&mut self, line: &Line) {
        let eyes = self.eyes;
        match line {
            Line::Discard(cards) | Line::Removed(cards) => {
                if let Some(span) = unknown(cards) {
                    self.fault(span, "everybody knows this card", "name all cards here");
                }
            }
            Line::Hand { player, cards } if player.node == eyes => {
                if let Some(span) = unknown(cards) {
                    let help = "name them, or say who else sees this, by `--seat p2` or the line `turn p2 main`";
                    self.fault(
                        span,
                        format!("{eyes} sees this, and knows these cards"),
                        help,
                    );
                }
            }
            Line::Hand {
                cards: Cards::List(cards),
                ..
            }
            | Line::Deck(Cards::List(cards)) => {
                if let Some(named) = cards.iter().find(|card| card.node != Card::Unknown) {
                    let help = "write `?` for it, or say how many cards lie here: `3 cards`";
                    self.fault(
                        named.span,
                        "what is known of a hand or a deck cannot be kept",
                        help,
                    );
                }
            }
            Line::Nation {
                nation: Nation::Buildings(buildings),
                ..
            } => {
                let stacked = buildings.iter().flat_map(|building| &building.node.stack);
                for entry in stacked.filter(|entry| entry.node.card.node == Card::Unknown) {
                    if entry.node.known_by.iter().any(|player| player.node == eyes) {
                        let help = format!("name it, or leave {eyes} out behind it");
                        self.fault(
                            entry.span,
                            format!("{eyes} sees this, and knows this card"),
                            help,
                        );
                    }
                }
            }
            _ => {}
        }
    }

    /// There are as many cards left as are unknown, and no more where the deck is one of them.
    fn check_number(&mut self, text: &PositionText, left: usize) {
        let (mut unknown, mut deck, mut last) = (0, None, Span::default());
        let mut count = |number: usize, span: Span| {
            unknown += number;
            if number > 0 {
                last = span;
            }
        };
        for line in &text.lines {
            match &line.node {
                Line::Deck(cards) => {
                    deck = Some((number(cards), line.span));
                    count(number(cards), line.span);
                }
                Line::Hand { cards, .. } => count(number(cards), line.span),
                Line::Nation {
                    nation: Nation::Buildings(buildings),
                    ..
                } => {
                    for Spanned {
                        node: Building { stack, .. },
                        ..
                    } in buildings
                    {
                        let hidden = stack
                            .iter()
                            .filter(|entry| entry.node.card.node == Card::Unknown);
                        hidden.for_each(|entry| count(1, entry.span));
                    }
                }
                _ => {}
            }
        }
        let are = |number: usize| if number == 1 { "is" } else { "are" };
        let (unknowns, rest) = (plural(unknown as u64, "card"), plural(left as u64, "card"));
        let reason = format!(
            "{unknowns} {} unknown here, and {rest} {} named nowhere",
            are(unknown),
            are(left)
        );
        match deck {
            _ if unknown > left => {
                self.fault(last, reason, "count them: stacks, hands and the deck");
            }
            Some((cards, span)) if unknown < left => {
                let rest = cards + left - unknown;
                let help = format!(
                    "write `deck: {rest} cards`, or leave the deck out, if the other lines are right"
                );
                self.fault(span, reason, help);
            }
            _ => {}
        }
    }
}

/// Where something in these is unknown.
fn unknown(cards: &Cards) -> Option<Span> {
    match cards {
        Cards::Count(count) => Some(count.span).filter(|_| count.node > 0),
        Cards::List(cards) => cards
            .iter()
            .find(|card| card.node == Card::Unknown)
            .map(|card| card.span),
    }
}

/// How many cards are unknown there.
fn number(cards: &Cards) -> usize {
    match cards {
        Cards::Count(count) => usize::from(count.node),
        Cards::List(cards) => cards
            .iter()
            .filter(|card| card.node == Card::Unknown)
            .count(),
    }
}

fn name_cards(cards: &mut Cards, next: &mut dyn FnMut() -> Card) {
    match cards {
        Cards::Count(count) => {
            let named = (0..count.node).map(|_| Spanned::new(next(), count.span));
            *cards = Cards::List(named.collect());
        }
        Cards::List(cards) => {
            cards
                .iter_mut()
                .filter(|card| card.node == Card::Unknown)
                .for_each(|card| card.node = next());
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
