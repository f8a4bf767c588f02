//! Reads positions: from the notation's lines to a setup that a game can begin with.

use crate::positions::unknown::name_unknown;
use board::{Bearer, CardId, Pended, Phase, Seat, SeenPended, Whereabouts};
use engine::Setup;
use explain::names::{Names, seat_of};
use explain::pending::read_pending;
use lang::Fault;
use lang::notation::{Building, Line, Nation, Phase as Part, PositionText, parse_position};
use rules::ir::{Element, Rules};
use text::limits::PENDING;
use text::{Span, Spanned};

/// Reads a position of a game; spans of faults begin at `offset`.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text.
pub fn read_position(text: &str, offset: usize, rules: &Rules) -> Result<Setup, Vec<Fault>> {
    let tree = parse_position(text, offset)?;
    let mut reader = Reader::new(rules, Vec::new());
    let setup = reader.setup(&tree, offset + text.trim_end().len());
    reader.done(setup)
}

/// Reads what a seat sees of a game, as views are printed: a position that looks so to that seat, or to whoever's turn it is without one, and who that
/// is. What is unknown comes in the order of the recipe. A position with all cards open is nobody's view.
///
/// # Errors
/// As above, and what that seat cannot but know or what a position cannot say that it knows.
pub fn read_view(
    text: &str,
    offset: usize,
    rules: &Rules,
    eyes: Option<Seat>,
) -> Result<(Setup, Option<Seat>), Vec<Fault>> {
    let mut tree = parse_position(text, offset)?;
    let (viewer, faults) = match name_unknown(&mut tree, rules, eyes) {
        Ok(viewer) => (viewer, Vec::new()),
        Err(faults) => (None, faults),
    };
    let mut reader = Reader {
        unknown_told: !faults.is_empty(),
        ..Reader::new(rules, faults)
    };
    let setup = reader.setup(&tree, offset + text.trim_end().len());
    reader.done((setup, viewer))
}

/// By kind, the cards that no line has named yet.
fn piles(rules: &Rules) -> Vec<Vec<CardId>> {
    let mut piles = vec![Vec::new(); rules.kinds.len()];
    for (card, kind) in rules.cards.iter().enumerate().rev() {
        piles[kind.index()].push(CardId(card as u16));
    }
    piles
}

pub(super) struct Reader<'a> {
    pub(super) rules: &'a Rules,
    pub(super) names: Names,
    pub(super) left: Vec<Vec<CardId>>,
    /// By kind: that there are too many has been told.
    pub(super) over: Vec<bool>,
    /// What is wrong with unknown cards has been told.
    pub(super) unknown_told: bool,
    /// Number of players.
    pub(super) seats: u8,
    pub(super) faults: Vec<Fault>,
}

impl Reader<'_> {
    fn new(rules: &Rules, faults: Vec<Fault>) -> Reader<'_> {
        let (left, over) = (piles(rules), vec![false; rules.kinds.len()]);
        Reader {
            rules,
            names: Names::of(rules),
            left,
            over,
            unknown_told: false,
            seats: 0,
            faults,
        }
    }

    /// What was read, where nothing is wrong with it.
    fn done<T>(mut self, read: T) -> Result<T, Vec<Fault>> {
        self.faults.sort_by_key(|fault| fault.span);
        if self.faults.is_empty() {
            Ok(read)
        } else {
            Err(self.faults)
        }
    }

    pub(super) fn fault(&mut self, span: Span, reason: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(span, reason).with_help(help));
    }

    fn setup(&mut self, tree: &PositionText, end: usize) -> Setup {
        let mut setup = Setup {
            nations: Vec::new(),
            hands: Vec::new(),
            deck: Vec::new(),
            discard: Vec::new(),
            removed: Vec::new(),
            laws: Vec::new(),
            turn: Seat(0),
            phase: Phase::Main,
            played: 0,
            plays: None,
            counters: Vec::new(),
            pending: Vec::new(),
            ages: Vec::new(),
        };
        let players = self.players(tree, end);
        setup.nations = vec![None; players];
        setup.hands = vec![Vec::new(); players];
        let mut deck_given = false;
        for line in &tree.lines {
            match &line.node {
                Line::Turn {
                    phase,
                    played,
                    plays,
                    ..
                } => {
                    setup.phase = match phase.node {
                        Part::Start => Phase::Start,
                        Part::Main => Phase::Main,
                    };
                    (setup.played, setup.plays) = (*played, *plays);
                }
                Line::Deck(cards) => {
                    deck_given = true;
                    setup.deck = self.cards(cards);
                }
                Line::Discard(cards) => setup.discard = self.cards(cards),
                Line::Removed(cards) => {
                    let removed = self.cards(cards);
                    setup.removed = removed.into_iter().zip(self.sides(cards)).collect();
                }
                Line::Hand { player, cards } => {
                    let cards = self.cards(cards);
                    if let Some(hand) = setup.hands.get_mut(seat_of(player.node).index()) {
                        *hand = cards;
                    }
                }
                Line::Nation {
                    player,
                    nation: Nation::Buildings(buildings),
                } => {
                    if buildings.is_empty() {
                        self.fault(
                            line.span,
                            format!("{} has no building", player.node),
                            "give it a building, or write `eliminated`",
                        );
                    }
                    self.check_victories(player.node.number(), buildings);
                    let on = &mut setup.counters;
                    let nation = buildings
                        .iter()
                        .filter_map(|building| self.building(building, on))
                        .collect();
                    setup.nations[seat_of(player.node).index()] = Some(nation);
                }
                Line::Nation {
                    nation: Nation::Eliminated,
                    ..
                } => {}
                // Ages name buildings of any line.
                Line::Ages(_) => {}
                Line::Has { player, counters } => {
                    let carried = self.counters(Bearer::Player(seat_of(player.node)), counters);
                    setup.counters.extend(carried);
                }
                // What is pending names cards of any line.
                Line::Pending(_) => {}
                Line::Laws(laws) => {
                    for law in laws {
                        let on = self.law(&law.name, &setup.laws);
                        setup.laws.extend(on.map(|(card, _)| card));
                        let on = on.map_or(CardId::NONE, |(_, bearer)| bearer);
                        let carried = self.counters(Bearer::Card(on), &law.counters);
                        setup.counters.extend(carried);
                    }
                }
            }
        }
        self.check_people(tree, &mut setup);
        self.set_ages(tree, &mut setup);
        let mut pending = Vec::new();
        for line in &tree.lines {
            if let Line::Pending(names) = &line.node {
                self.pending(names, &setup, &mut pending);
            }
        }
        if !deck_given {
            let mut rest: Vec<CardId> = self.left.iter().flatten().copied().collect();
            rest.retain(|card| card.index() < self.rules.deck_size);
            rest.sort();
            setup.deck = rest;
        }
        setup.pending = self.lie(pending, &setup);
        setup
    }

    /// SET-2: each player is dealt one victory card, in every recipe.
    fn check_victories(&mut self, player: u8, buildings: &[Spanned<Building>]) {
        let victory = |building: &&Spanned<Building>| {
            let kind = self.names.building(&building.node.name.node).ok();
            kind.is_some_and(|(kind, _)| self.rules.kinds[kind.index()].action.is_none())
        };
        let second = buildings
            .iter()
            .filter(victory)
            .nth(1)
            .map(|building| building.node.name.span);
        if let Some(span) = second.filter(|_| !self.rules.moves_victories()) {
            self.fault(
                span,
                format!("p{player} has two victory cards"),
                "each player is dealt one, and no card of this game gives another: remove this one",
            );
        }
    }

    /// How many players there are: those who have a nation, from p1 on.
    fn players(&mut self, tree: &PositionText, end: usize) -> usize {
        let nations = tree.lines.iter().filter_map(|line| match &line.node {
            Line::Nation { player, .. } => Some(player.node.number() as usize),
            _ => None,
        });
        let nations: Vec<usize> = nations.collect();
        let players = nations.iter().copied().max().unwrap_or(0);
        let missing: Vec<usize> = (1..=players.max(2))
            .filter(|number| !nations.contains(number))
            .collect();
        for number in missing {
            let span = Span::new(end, end);
            self.fault(
                span,
                format!("p{number} has no line"),
                format!("add `p{number}: ...` with its buildings, or `p{number}: eliminated`"),
            );
        }
        self.seats = u8::try_from(players.max(2)).expect("six play at most");
        players.max(2)
    }

    fn check_people(&mut self, tree: &PositionText, setup: &mut Setup) {
        for line in &tree.lines {
            match &line.node {
                Line::Turn { player, .. } => {
                    let seat = seat_of(player.node);
                    match setup.nations.get(seat.index()) {
                        Some(Some(_)) => setup.turn = seat,
                        _ => self.fault(
                            player.span,
                            format!("{} is not in the game", player.node),
                            "give the turn to a player who is still in the game",
                        ),
                    }
                }
                Line::Has { player, .. } | Line::Hand { player, .. } => {
                    let seat = seat_of(player.node).index();
                    if !matches!(setup.nations.get(seat), Some(Some(_))) {
                        let held = match line.node {
                            Line::Hand { .. } => "a hand",
                            _ => "counters",
                        };
                        let help = format!("only players who are still in the game have {held}");
                        self.fault(
                            player.span,
                            format!("{} is not in the game", player.node),
                            help,
                        );
                    }
                }
                _ => {}
            }
        }
        let first = setup.nations.iter().position(Option::is_some);
        let turn_given = tree
            .lines
            .iter()
            .any(|line| matches!(line.node, Line::Turn { .. }));
        match first {
            Some(first) if !turn_given => setup.turn = Seat(first as u8),
            Some(_) => {}
            None if self.faults.is_empty() => {
                self.fault(
                    Span::default(),
                    "no player is left in the game",
                    "give a player a building",
                );
            }
            None => {}
        }
    }

    fn pending(
        &mut self,
        names: &[Spanned<String>],
        setup: &Setup,
        pending: &mut Vec<(Span, SeenPended)>,
    ) {
        let players = setup.nations.len();
        for name in names {
            match read_pending(self.rules, &name.node) {
                Err((reason, help)) => self.fault(name.span, reason, help),
                Ok(SeenPended { pended, .. })
                    if pended.you.max(pended.whose).index() >= players =>
                {
                    let seat = pended.you.max(pended.whose);
                    self.fault(
                        name.span,
                        format!("{seat} is not in this game"),
                        "name a player of this position",
                    );
                }
                Ok(seen)
                    if !seen.pended.until.comes()
                        && pending.iter().any(|(_, other)| *other == seen) =>
                {
                    self.fault(
                        name.span,
                        format!("`{}` is named twice", name.node),
                        "write it once",
                    );
                }
                Ok(_) if pending.len() >= PENDING => {
                    self.fault(
                        name.span,
                        format!("more than {PENDING} effects are pending"),
                        "remove this one",
                    );
                }
                Ok(seen) => pending.push((name.span, seen)),
            }
        }
    }

    /// The cards that lie where what is pending says.
    fn lie(&mut self, pending: Vec<(Span, SeenPended)>, setup: &Setup) -> Vec<Pended> {
        let at = |cards: &[CardId], at: u16| cards.get(usize::from(at)).copied();
        let building = |seat: Seat, place: u16| {
            setup
                .nations
                .get(seat.index())?
                .as_ref()?
                .get(usize::from(place))
        };
        let card = |place: Whereabouts| match place {
            Whereabouts::Nowhere => Some(CardId::NONE),
            Whereabouts::Stands(seat, place) => building(seat, place).map(|building| building.card),
            Whereabouts::Stacked(seat, place, level) => building(seat, place)?
                .stack
                .get(usize::from(level))
                .map(|stacked| stacked.card),
            Whereabouts::Held(seat, number) => at(setup.hands.get(seat.index())?, number),
            Whereabouts::Discarded(number) => at(&setup.discard, number),
            Whereabouts::Removed(number) => setup
                .removed
                .get(usize::from(number))
                .map(|(card, _)| *card),
            Whereabouts::Law(number) => at(&setup.laws, number),
            Whereabouts::Deck(number) => at(&setup.deck, number),
            Whereabouts::Aside(_) => None,
        };
        let mut all = Vec::new();
        for (span, seen) in pending {
            let mut pended = seen.pended;
            let mut found = card(seen.this).map(|this| pended.this = this).is_some();
            let said = &self.rules.pending[usize::from(pended.clause)];
            for (number, place) in seen.carried.into_iter().enumerate() {
                if pended.cards >> number & 1 == 1 {
                    // IDN-1: a building that stands no more is gone.
                    let fell = said.carried[number].1 == Some(Element::Building)
                        && !matches!(place, Whereabouts::Stands(..));
                    let lying = card(place).map(|card| if fell { CardId::NONE } else { card });
                    found &= lying.map(|card| pended.carried[number] = card.0).is_some();
                }
            }
            if found {
                all.push(pended)
            } else {
                self.fault(
                    span,
                    "there is no card there",
                    "name a place that has a card, or write `gone`",
                )
            }
        }
        all
    }

    fn set_ages(&mut self, tree: &PositionText, setup: &mut Setup) {
        for line in &tree.lines {
            let Line::Ages(places) = &line.node else {
                continue;
            };
            for place in places {
                let nation = setup
                    .nations
                    .get(seat_of(place.node.player).index())
                    .and_then(Option::as_ref);
                let building = nation.and_then(|nation| nation.get(place.node.index as usize - 1));
                match building.map(|building| building.card) {
                    Some(card) if !setup.ages.contains(&card) => setup.ages.push(card),
                    Some(_) => self.fault(
                        place.span,
                        "this building is named twice",
                        "name each once, the oldest first",
                    ),
                    None => self.fault(
                        place.span,
                        "there is no building there",
                        "write the place of a building",
                    ),
                }
            }
        }
    }
}
