//! Reads positions: from the notation's lines to a setup that a game can begin with.

use crate::positions::marks::read_lent_mark;
use crate::positions::unknown::name_unknown;
use board::{
    Bearer, CardId, Kind, Pended, Phase, Seat, Seats, SeenCounters, SeenPended, WRITTEN,
    Whereabouts,
};
use engine::{BuildingSetup, Setup, StackedSetup};
use explain::names::find::Names;
use explain::names::notation::{all_names, building_name};
use explain::pending::read_pending;
use lang::notation::{
    Building, Card, Cards, Counter, Line, Mark, Nation, NotationError, Phase as Part, PositionText,
    parse_position,
};
use rules::ir::{Element, NameId, Rules};
use text::limits::{HEAP, PENDING};
use text::{Span, Spanned, suggest};

/// Reads a position of a game; spans of faults begin at `offset`.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text.
pub fn read_position(
    text: &str,
    offset: usize,
    rules: &Rules,
) -> Result<Setup, Vec<NotationError>> {
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
) -> Result<(Setup, Option<Seat>), Vec<NotationError>> {
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

struct Reader<'a> {
    rules: &'a Rules,
    names: Names,
    left: Vec<Vec<CardId>>,
    /// By kind: that there are too many has been told.
    over: Vec<bool>,
    /// What is wrong with unknown cards has been told.
    unknown_told: bool,
    /// How many play.
    seats: u8,
    faults: Vec<NotationError>,
}

impl Reader<'_> {
    fn new(rules: &Rules, faults: Vec<NotationError>) -> Reader<'_> {
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
    fn done<T>(mut self, read: T) -> Result<T, Vec<NotationError>> {
        self.faults.sort_by_key(|fault| fault.span);
        if self.faults.is_empty() {
            Ok(read)
        } else {
            Err(self.faults)
        }
    }

    fn fault(&mut self, span: Span, reason: impl Into<String>, help: impl Into<String>) {
        self.faults
            .push(NotationError::new(span, reason).with_help(help));
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
                    if let Some(hand) = setup
                        .hands
                        .get_mut(explain::names::seat_of(player.node).index())
                    {
                        *hand = cards;
                    }
                }
                Line::Nation {
                    player,
                    nation: Nation::Buildings(buildings),
                } => {
                    if buildings.is_empty() {
                        let help = "give it a building, or write `eliminated`";
                        self.fault(line.span, format!("{} has no building", player.node), help);
                    }
                    self.check_victories(player.node.number(), buildings);
                    let on = &mut setup.counters;
                    let nation = buildings
                        .iter()
                        .filter_map(|building| self.building(building, on))
                        .collect();
                    setup.nations[explain::names::seat_of(player.node).index()] = Some(nation);
                }
                Line::Nation {
                    nation: Nation::Eliminated,
                    ..
                } => {}
                // Ages name buildings of any line.
                Line::Ages(_) => {}
                Line::Has { player, counters } => {
                    let carried = self.counters(
                        Bearer::Player(explain::names::seat_of(player.node)),
                        counters,
                    );
                    setup.counters.extend(carried);
                }
                // What is pending names cards of any line.
                Line::Pending(_) => {}
                Line::Laws(names) => {
                    setup.laws = names.iter().filter_map(|name| self.law(name)).collect()
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
            let help = "each player is dealt one, and no card of this game brings another: leave this one out";
            self.fault(span, format!("p{player} has two victory cards"), help);
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
                    let seat = explain::names::seat_of(player.node);
                    match setup.nations.get(seat.index()) {
                        Some(Some(_)) => setup.turn = seat,
                        _ => self.fault(
                            player.span,
                            format!("{} does not play", player.node),
                            "it is the turn of a living player",
                        ),
                    }
                }
                Line::Has { player, .. }
                    if !matches!(
                        setup
                            .nations
                            .get(explain::names::seat_of(player.node).index()),
                        Some(Some(_))
                    ) =>
                {
                    let reason = format!("{} does not play", player.node);
                    self.fault(player.span, reason, "only living players have counters");
                }
                Line::Hand { player, .. }
                    if !matches!(
                        setup
                            .nations
                            .get(explain::names::seat_of(player.node).index()),
                        Some(Some(_))
                    ) =>
                {
                    self.fault(
                        player.span,
                        format!("{} does not play", player.node),
                        "only living players have a hand",
                    );
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
                    "nobody is living",
                    "give somebody a building",
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
                        format!("{seat} does not play"),
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
                        "what is said twice holds once",
                    );
                }
                Ok(_) if pending.len() >= PENDING => {
                    self.fault(
                        name.span,
                        format!("more than {PENDING} effects are pending"),
                        "leave this one out",
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
            match found {
                true => all.push(pended),
                false => self.fault(
                    span,
                    "no card lies there",
                    "name a place where one lies, or write `gone`",
                ),
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
                    .get(explain::names::seat_of(place.node.player).index())
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
                        "no building stands there",
                        "name a building by its place",
                    ),
                }
            }
        }
    }

    fn cards(&mut self, cards: &Cards) -> Vec<CardId> {
        match cards {
            Cards::List(cards) => cards.iter().filter_map(|card| self.card(card)).collect(),
            Cards::Count(count) if count.node == 0 || self.unknown_told => Vec::new(),
            Cards::Count(count) => {
                self.fault(
                    count.span,
                    "a position has all cards open",
                    "name the cards, next one or oldest first",
                );
                Vec::new()
            }
        }
    }

    /// For each card that has a name of this game, whether it is that of a second side.
    fn sides(&self, cards: &Cards) -> Vec<bool> {
        let Cards::List(cards) = cards else {
            return Vec::new();
        };
        let names = cards.iter().filter_map(|card| match &card.node {
            Card::Named(name) => Some(name),
            Card::Unknown => None,
        });
        names
            .filter(|name| self.names.card(name).is_ok())
            .map(|name| matches!(self.names.building(name), Ok((_, true))))
            .collect()
    }

    fn card(&mut self, card: &Spanned<Card>) -> Option<CardId> {
        let Card::Named(name) = &card.node else {
            if !self.unknown_told {
                self.fault(card.span, "a position has all cards open", "name the card");
            }
            return None;
        };
        match self.names.card(name) {
            Ok(kind) => self.take(kind, card.span, name),
            Err((reason, help)) => {
                self.fault(card.span, reason, help);
                None
            }
        }
    }

    /// A card that can be a law: one whose action says what it does then.
    fn law(&mut self, name: &Spanned<String>) -> Option<CardId> {
        let card = self.card(&Spanned::new(Card::Named(name.node.clone()), name.span))?;
        let kind = &self.rules.kinds[self.rules.cards[card.index()].index()];
        if kind.action.is_none() {
            let reason = format!("`{}` cannot be a law", name.node);
            self.fault(name.span, reason, "a law is a card with an action");
            return None;
        }
        Some(card)
    }

    fn take(&mut self, kind: Kind, span: Span, name: &str) -> Option<CardId> {
        let card = self.left[kind.index()].pop();
        // However many there are too many, that is told once.
        if card.is_none() && !std::mem::replace(&mut self.over[kind.index()], true) {
            let copies = self.rules.kinds[kind.index()].copies;
            let faces = all_names(self.rules, kind);
            let called = if faces == name {
                String::new()
            } else {
                format!(" (one card: {faces})")
            };
            let reason = format!("there are more than {copies} of `{name}`{called}");
            self.fault(
                span,
                reason,
                "count them over all lines: stacks, hands and piles",
            );
        }
        card
    }

    /// The name that `named X` says is written on a card, by its place in the rules.
    fn written_name(&self, said: &str) -> Option<u16> {
        let name = said.strip_prefix("named ")?;
        let faces = self
            .rules
            .kinds
            .iter()
            .flat_map(|kind| kind.buildings.into_iter().chain(kind.action));
        let mut names = faces.filter_map(|face| self.rules.faces[face.index()].name);
        names
            .find(|id| self.rules.names[id.index()].eq_ignore_ascii_case(name))
            .map(|id| id.0)
    }

    /// What is said to lie there. More of a sort than there can be, or one sort twice, is a fault.
    fn counters(&mut self, on: Bearer, written: &[Counter]) -> Vec<(Bearer, SeenCounters)> {
        let mut known: Vec<(u8, Option<Seat>)> = Vec::new();
        let mut carried = Vec::new();
        for Counter { name, number, by } in written {
            if let Some(written) = self.written_name(&name.node) {
                carried.push((
                    on,
                    SeenCounters {
                        sort: WRITTEN,
                        by: None,
                        number: written + 1,
                    },
                ));
                continue;
            }
            let found = self
                .rules
                .sorts()
                .position(|sort| sort.eq_ignore_ascii_case(&name.node));
            let Some(sort) = found.and_then(|at| u8::try_from(at).ok()) else {
                let sorts = self.rules.sorts();
                let help = match suggest(&name.node, sorts.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if sorts.clone().next().is_none() => {
                        "this game has none: leave them out".to_string()
                    }
                    None => format!("there are: {}", sorts.collect::<Vec<_>>().join(", ")),
                };
                self.fault(
                    name.span,
                    format!("there are no counters called `{}`", name.node),
                    help,
                );
                continue;
            };
            if let Some(by) = by.as_ref().filter(|_| !self.rules.is_owned(sort)) {
                let reason = format!("nobody remembers who has put a {}", name.node);
                self.fault(by.span, reason, "leave out what begins with `of`");
            }
            let by = by.as_ref().map(|by| explain::names::seat_of(by.node));
            if number.node == 0 || number.node > HEAP {
                self.fault(
                    number.span,
                    format!("there are 1 to {HEAP} counters of one sort"),
                    "leave out what is not there",
                );
            } else if known.contains(&(sort, by)) {
                self.fault(
                    name.span,
                    format!("`{}` is named twice", name.node),
                    "say once how many there are",
                );
            } else {
                known.push((sort, by));
                carried.push((
                    on,
                    SeenCounters {
                        sort,
                        by,
                        number: number.node,
                    },
                ));
            }
        }
        carried
    }

    fn building(
        &mut self,
        building: &Spanned<Building>,
        counters: &mut Vec<(Bearer, SeenCounters)>,
    ) -> Option<BuildingSetup> {
        let written = &building.node;
        let found = match self.names.building(&written.name.node) {
            Ok(found) => Some(found),
            Err((reason, help)) => {
                self.fault(written.name.span, reason, help);
                None
            }
        };
        let stack = written.stack.iter().filter_map(|entry| {
            let card = self.card(&entry.node.card)?;
            counters.extend(self.counters(Bearer::Card(card), &entry.node.counters));
            if let Some(player) = entry
                .node
                .known_by
                .iter()
                .find(|player| player.node.number() > self.seats)
            {
                let help = format!("the players are p1 to p{}", self.seats);
                self.fault(
                    player.span,
                    format!("{} does not play here", player.node),
                    help,
                );
            }
            let known = entry
                .node
                .known_by
                .iter()
                .fold(Seats::NONE, |known, player| {
                    known.with(explain::names::seat_of(player.node))
                });
            let (face_up, known) = (
                entry.node.face_up,
                if entry.node.face_up {
                    Seats::ALL
                } else {
                    known
                },
            );
            Some(StackedSetup {
                card,
                face_up,
                known,
            })
        });
        let stack = stack.collect();
        let (kind, second_side) = found?;
        let spent = written
            .marks
            .iter()
            .fold(0, |spent, mark| spent | self.spent(kind, second_side, mark));
        let card = self.take(kind, written.name.span, &written.name.node)?;
        counters.extend(self.counters(Bearer::Card(card), &written.counters));
        Some(BuildingSetup {
            card,
            second_side,
            spent,
            stack,
        })
    }

    fn spent(&mut self, kind: Kind, second_side: bool, mark: &Spanned<Mark>) -> u8 {
        let face = self.rules.kinds[kind.index()].buildings[second_side as usize];
        let abilities = self.rules.faces[face.index()].abilities.iter().enumerate();
        let limited = abilities.filter(|(_, ability)| ability.once || ability.start);
        let wanted = |name: Option<NameId>| match &mark.node {
            Mark::Whole => true,
            Mark::Ability(wanted) => {
                let own = || building_name(self.rules, kind, second_side);
                name.map_or_else(own, |name| &self.rules.names[name.index()])
                    .eq_ignore_ascii_case(wanted)
            }
        };
        let bits = limited
            .filter(|(_, ability)| wanted(ability.name))
            .fold(0, |bits, (index, _)| bits | 1 << index);
        let name = match &mark.node {
            Mark::Whole => None,
            Mark::Ability(name) => Some(name.as_str()),
        };
        let bits = if bits == 0 {
            read_lent_mark(self.rules, kind, second_side, name)
        } else {
            bits
        };
        if bits == 0 {
            self.fault(
                mark.span,
                "nothing here can be spent",
                "only abilities with a limit are marked",
            );
        }
        bits
    }
}
