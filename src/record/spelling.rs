//! Finds slips of the pen in what a ruling expects: names and labels that no game of its rules could have.

use engine::Game;
use explain::names::{Names, seat_of};
use explain::options::label::{is_number, lies};
use explain::pending::read_pending;
use lang::notation::{Card, Cards, Counter, Line, Mark, Nation, Place, Player};
use rules::ir::Rules;
use text::{Span, Spanned, suggest};

use crate::positions::moves::options_line;

/// What is wrong, and the next step.
pub(crate) type Fault = (String, String);

/// The names of a game.
pub(crate) struct Spelling<'a> {
    game: &'a Game,
    rules: &'a Rules,
    pub names: Names,
}

impl<'a> Spelling<'a> {
    pub fn of(game: &'a Game) -> Spelling<'a> {
        let rules = &game.script().rules;
        Spelling {
            game,
            rules,
            names: Names::of(rules),
        }
    }

    /// Names in a line of a position that are none of the game, each with its place.
    pub fn line(&self, line: &Line) -> Vec<(Span, Fault)> {
        let mut faults = Vec::new();
        let mut note = |span, found: Result<(), Fault>| {
            faults.extend(found.err().map(|fault| (span, fault)));
        };
        match line {
            Line::Deck(cards)
            | Line::Discard(cards)
            | Line::Removed(cards)
            | Line::Hand { cards, .. } => {
                if let Cards::List(cards) = cards {
                    cards.iter().for_each(|card| self.named(card, &mut note));
                }
            }
            Line::Nation {
                nation: Nation::Buildings(buildings),
                ..
            } => {
                for Spanned { node: building, .. } in buildings {
                    note(building.name.span, self.card(&building.name.node));
                    self.counters(&building.counters, &mut note);
                    for Spanned { node, span } in &building.marks {
                        if let Mark::Ability(name) = node {
                            let span = Span::new(span.end - name.len(), span.end);
                            note(span, self.ability(name));
                        }
                    }
                    for entry in &building.stack {
                        self.named(&entry.node.card, &mut note);
                        self.counters(&entry.node.counters, &mut note);
                    }
                }
            }
            Line::Has { counters, .. } => self.counters(counters, &mut note),
            Line::Laws(laws) => {
                for law in laws {
                    note(law.name.span, self.card(&law.name.node));
                    self.counters(&law.counters, &mut note);
                }
            }
            Line::Pending(names) => names
                .iter()
                .for_each(|name| note(name.span, read_pending(self.rules, &name.node).map(drop))),
            Line::Ages(places) => places
                .iter()
                .for_each(|place| note(place.span, self.stands(&place.node))),
            Line::Turn { .. } | Line::Nation { .. } => {}
        }
        faults
    }

    fn named(&self, card: &Spanned<Card>, note: &mut impl FnMut(Span, Result<(), Fault>)) {
        if let Card::Named(name) = &card.node {
            note(card.span, self.card(name));
        }
    }

    fn counters(&self, counters: &[Counter], note: &mut impl FnMut(Span, Result<(), Fault>)) {
        for Counter { name, number, by } in counters {
            let end = by.as_ref().map_or(number.span, |by| by.span);
            note(name.span.to(end), self.counter(&name.node));
        }
    }

    fn card(&self, name: &str) -> Result<(), Fault> {
        match self.names.card(name) {
            Err(_) if self.names.building(name).is_ok() => Ok(()),
            found => found.map(|_| ()),
        }
    }

    fn counter(&self, name: &str) -> Result<(), Fault> {
        if let Some(card) = name.strip_prefix("named ") {
            return self.card(card);
        }
        let sorts = self.rules.sorts();
        if sorts.clone().any(|sort| sort.eq_ignore_ascii_case(name)) {
            return Ok(());
        }
        let help = match suggest(name, sorts) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "counters are declared in a set file: `[counter.NAME]`".to_string(),
        };
        Err((
            format!("no counters of this game are called `{name}`"),
            help,
        ))
    }

    /// Whether any building of this game has an ability of that name. Where texts let buildings have more, an ability goes
    /// by the card whose text it is in.
    fn ability(&self, name: &str) -> Result<(), Fault> {
        let rules = self.rules;
        let is = |called: &str| called.eq_ignore_ascii_case(name);
        let known = rules.faces.iter().any(|face| {
            let mut names = face.abilities.iter().filter_map(|ability| ability.name);
            is(&face.label) || names.any(|ability| is(&rules.names[ability.index()]))
        });
        known.then_some(()).ok_or_else(|| {
            let help = "write `use p1.2`; add a name if the building has several abilities";
            (
                format!("no ability of this game is called `{name}`"),
                help.to_string(),
            )
        })
    }

    /// A label that some game of these rules could offer.
    pub fn option(&self, label: &str) -> Result<(), Fault> {
        let no = |reason: &str, help: &str| Err((reason.to_string(), help.to_string()));
        let rules = self.rules;
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let small = verb.to_ascii_lowercase();
        let kind = |name: &str| self.names.card(name).map(|_| ());
        if label.is_empty() {
            let help = format!("write one of the options: {}", options_line(self.game));
            return no("this label is empty", &help);
        }
        let mut branches = rules.branches.iter();
        if branches.any(|branch| rules.names[branch.label.index()].eq_ignore_ascii_case(label)) {
            return Ok(());
        }
        // A card may be called like a verb, or begin so.
        if self.card(label).is_ok() {
            return Ok(());
        }
        match small.as_str() {
            "action" | "build" | "stack" | "use" | "side" if rest.is_empty() => no(
                &format!("`{verb}` is not a whole label"),
                "write labels in full: `action CARD`, `build CARD at p1.2`, `stack CARD on p1.2`, `use p1.2`",
            ),
            "action" => kind(rest),
            "build" => match rest.rsplit_once(" at ") {
                Some((name, place)) if is_place(place) => {
                    self.plays(place).and_then(|()| kind(name))
                }
                _ => no(
                    "this is not a place to build at",
                    "write `build CARD at p1.2`",
                ),
            },
            "stack" => match rest.rsplit_once(" on ").unwrap_or((rest, "p1.1")) {
                (name, place) if is_place(place) => self.plays(place).and_then(|()| kind(name)),
                _ => no("this is not a building", "write `stack CARD on p1.2`"),
            },
            "use" => match rest.split_once(' ').unwrap_or((rest, "")) {
                (place, _) if !is_place(place) => no("this is not a building", "write `use p1.2`"),
                (place, "") => self.plays(place),
                (place, name) => self.plays(place).and_then(|()| self.ability(name)),
            },
            "side" => self.names.building(rest).map(|_| ()),
            "pass" | "decline" if rest.is_empty() => Ok(()),
            _ if rules.symbols.iter().any(|symbol| symbol.name == label) => Ok(()),
            _ if label.parse::<u16>().is_ok() => Ok(()),
            _ if is_place(label) || looks_like_a_place(label) => self.plays(label),
            "nothing" if rest.is_empty() => Ok(()),
            _ => match lies(label).filter(|(_, of)| of.is_empty() || looks_like_a_place(of)) {
                Some((card, of)) => {
                    if !of.is_empty() {
                        self.plays(of)?;
                    }
                    if card.is_empty() || is_number(card) {
                        Ok(())
                    } else {
                        kind(card)
                    }
                }
                None => match suggest(&small, ["pass", "decline"]) {
                    Some(near) => no(
                        &format!("there is no option `{label}`"),
                        &format!("did you mean `{near}`?"),
                    ),
                    None => kind(label),
                },
            },
        }
    }

    /// Whether a building stands at that place at the end.
    fn stands(&self, place: &Place) -> Result<(), Fault> {
        self.plays(&place.to_string())?;
        let row = self.game.board().row(seat_of(place.player));
        let fault = || {
            let reason = format!("there is no building at `{place}`");
            (reason, "write the place of a building".to_string())
        };
        row.get(usize::from(place.index) - 1)
            .map(|_| ())
            .ok_or_else(fault)
    }

    /// Whether the player of a place such as `p2.3`, or the player itself, sits at this table.
    fn plays(&self, place: &str) -> Result<(), Fault> {
        let player = place.split_once('.').map_or(place, |(player, _)| player);
        let seats = self.game.board().seats;
        let sits = player.parse::<Player>();
        if !sits.is_ok_and(|player| player.number() <= seats) {
            return Err((
                format!("`{player}` is not in this game"),
                format!("the players are p1 to p{seats}"),
            ));
        }
        if place.contains('.') && !is_place(place) {
            Err((
                format!("there is no place `{place}`"),
                format!("the first place is `{player}.1`"),
            ))
        } else {
            Ok(())
        }
    }
}

/// `p2`, or what somebody may have meant so: `p7`, `p1.0`.
fn looks_like_a_place(text: &str) -> bool {
    let digits = text
        .strip_prefix(['p', 'P'])
        .map(|rest| rest.replacen('.', "", 1));
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

fn is_place(text: &str) -> bool {
    text.split_once('.').is_some_and(|(player, index)| {
        player.parse::<Player>().is_ok() && index.parse::<u16>().is_ok_and(|index| index > 0)
    })
}
