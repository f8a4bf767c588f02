//! What a label means, whether it is offered or not, and why it is not among the options of a choice under way.

use board::{CardId, Seat};
use engine::{Asked, Choice, Unchosen, Value, place_value};
use lang::notation::Player;
use rules::ir::{Element, FaceId, GUARDED};

use crate::names::{Names, seat_of};
use crate::options::label::{Spot, ability_name};
use crate::reasons::answer::page::{Answer, HIDDEN};
use crate::reasons::because::Because;

/// The option that a label means, or why there can be none.
pub(super) type Meant = Result<Choice, &'static str>;

const NO_PLACE: &str = "there is no such place";
const NO_BUILDING: &str = "there is no building there";

/// Of the turn menu.
impl Answer<'_> {
    /// The option that a label means; nothing when it is none of a turn menu.
    pub(super) fn meant(&self, asked: &str) -> Result<Option<Meant>, String> {
        let names = Names::of(self.rules);
        let card = |name: &str| {
            let found = names.card(name);
            found.map_err(|(reason, help)| format!("{reason}: {help}"))
        };
        let spot = |text: &str| {
            let spot = Spot::read(text)
                .ok_or_else(|| format!("`{text}` is not a place: write, for example, `p1.2`."))?;
            self.in_play(spot.seat)?;
            Ok::<_, String>(spot)
        };
        let building = |text: &str| {
            let Spot { seat, place } = spot(text)?;
            let building = self.game.board().row(seat).get(usize::from(place)).copied();
            Ok::<_, String>(building.ok_or(NO_BUILDING))
        };
        let (verb, rest) = asked.split_once(' ').unwrap_or((asked, ""));
        Ok(Some(match verb.to_lowercase().as_str() {
            "pass" if rest.is_empty() => Ok(Choice::Pass),
            "action" if rest.is_empty() => return Err("Say which card: `action NAME`.".to_string()),
            "action" => Ok(Choice::Action(card(rest)?)),
            "build" => {
                let (name, at) = rest
                    .rsplit_once(" at ")
                    .ok_or("Say where: `build NAME at p1.2`.")?;
                let (Spot { seat, place }, kind) = (spot(at)?, card(name)?);
                let there = (place < u16::MAX).then_some(Choice::Build { kind, seat, place });
                there.ok_or(NO_PLACE)
            }
            "stack" => {
                let (name, on) = rest
                    .rsplit_once(" on ")
                    .ok_or("Say where: `stack NAME on p1.2`.")?;
                let kind = card(name)?;
                building(on)?.map(|on| Choice::Stack { kind, on })
            }
            "use" => {
                let (at, name) = rest.split_once(' ').unwrap_or((rest, ""));
                match building(at)? {
                    Ok(building) => {
                        let ability = self.ability(building, at, name)?;
                        Ok(Choice::Use { building, ability })
                    }
                    Err(reason) => Err(reason),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// The number of a building's ability. One that there is not has a number, too: it is refused as such.
    fn ability(&self, building: CardId, at: &str, name: &str) -> Result<u8, String> {
        let abilities = self.game.abilities(building);
        let name_of = |number: u8| ability_name(self.game, building, number);
        if name.is_empty() && abilities.len() > 1 {
            let names = abilities.iter().filter_map(|(number, ..)| name_of(*number));
            let labels: Vec<String> = names.map(|name| format!("`use {at} {name}`")).collect();
            return Err(format!("Say which: {}.", labels.join(" or ")));
        }
        let called = |(number, face, index): &&(u8, FaceId, u8)| {
            let own = self.rules.faces[face.index()].abilities[usize::from(*index)].name;
            let own = own.map(|id| self.rules.names[id.index()].clone());
            let called = name_of(*number).or(own);
            name.is_empty() || called.is_some_and(|called| called.eq_ignore_ascii_case(name))
        };
        let found = abilities.iter().find(called);
        Ok(found.map_or(u8::MAX, |(number, ..)| *number))
    }
}

/// Of a choice in the middle of a text.
impl Answer<'_> {
    /// Quotes the text that asks, if one does.
    pub(super) fn question(&mut self) {
        let (Some(who), Some((_, question))) = (self.game.chooser(), self.game.decision()) else {
            return;
        };
        let Some(cause) = self.game.asking() else {
            if matches!(question, Asked::Choose { .. }) {
                let who = match self.plainly {
                    true => "you pick".to_string(),
                    false => format!("{} picks", who.by),
                };
                self.line(&format!(
                    "Several texts replace what would happen, and {who} which comes first."
                ));
            }
            return;
        };
        let viewer = Some(who.by).filter(|_| !self.open);
        let asking = Because::asking(self.game.board(), cause, viewer);
        self.out += &match self.plainly {
            true => asking.read_out(self.rules),
            false => asking.explain(self.rules, &[]),
        };
    }

    /// Says why a label is not offered in the choice under way. Answers whether it could be one of such a choice.
    pub(super) fn not_chosen(&mut self, asked: &str) -> Result<bool, String> {
        let Some((seat, question)) = self.game.decision() else {
            return Ok(false);
        };
        let mut quoted = Vec::new();
        let reason = if let Asked::Either { first, count, .. } = question {
            let named = |branch: &u16| {
                let label = self.rules.branches[usize::from(*branch)].label;
                self.rules.names[label.index()].eq_ignore_ascii_case(asked)
            };
            let Some(branch) = (first..first + u16::from(count)).find(named) else {
                return Ok(false);
            };
            match self.hangs_on_hidden(|game| game.branch_open(branch)) {
                true => HIDDEN.to_string(),
                false => "its condition is not met".to_string(),
            }
        } else if asked.eq_ignore_ascii_case("decline") {
            format!("{seat} must choose")
        } else {
            let Some(element) = self.game.element() else {
                return Ok(false);
            };
            match self.thing(asked, element, seat)? {
                None => return Ok(false),
                Some(Err(reason)) => reason.to_string(),
                Some(Ok(value)) => {
                    let Some(unchosen) = self.game.unchosen(value) else {
                        self.offered(Choice::Pick(value), asked);
                        return Ok(true);
                    };
                    let guarded = |status: u8| {
                        format!("it is {} (TGT-1)", self.rules.statuses[usize::from(status)])
                    };
                    match unchosen {
                        _ if self.hangs_on_hidden(|game| game.unchosen(value).is_some()) => {
                            HIDDEN.to_string()
                        }
                        Unchosen::Guarded => guarded(GUARDED),
                        Unchosen::GuardedAgainst(status) => guarded(status),
                        Unchosen::Forbidden => {
                            quoted = self.game.forbidding_pick(value);
                            self.what_forbids(&quoted)
                        }
                        Unchosen::UnderWay => "its own action is under way (PLY-4)".to_string(),
                        Unchosen::Condition => {
                            "it does not meet the condition of the text".to_string()
                        }
                        Unchosen::Outside => "it is not among the choices of the text".to_string(),
                    }
                }
            }
        };
        self.not_offered(asked, &reason);
        self.quote_forbidding(&quoted);
        self.question();
        Ok(true)
    }

    /// What a label stands for in a choice of such things; nothing when it is a label of the turn menu.
    fn thing(
        &self,
        asked: &str,
        element: Element,
        seat: Seat,
    ) -> Result<Option<Result<Value, &'static str>>, String> {
        let board = self.game.board();
        let other = Err(asks(element));
        if element == Element::Number {
            return Ok(Some(asked.parse().or(other)));
        }
        if let Ok(player) = asked.parse::<Player>() {
            let player = seat_of(player);
            return Ok(Some(match element {
                Element::Player if self.in_play(player).is_err() => {
                    Err("that player is not in the game")
                }
                Element::Player => Ok(Value::from(player.0)),
                _ => other,
            }));
        }
        if let Some(Spot { seat, place }) = Spot::read(asked) {
            let (row, index) = (board.row(self.in_play(seat)?), usize::from(place));
            let building = row.get(index).copied().ok_or(NO_BUILDING);
            return Ok(Some(match element {
                Element::Place if index <= row.len() => Ok(place_value(seat, index)),
                Element::Place => Err(NO_PLACE),
                Element::Building => building.map(|building| building.0),
                Element::StackedCard => building.and_then(|building| {
                    let top = board.stack_from_top(building).next();
                    top.map(|top| top.0).ok_or("no card is stacked there")
                }),
                _ => other,
            }));
        }
        let numbered = numbered(asked);
        let cards: Vec<CardId> = match numbered {
            // By its position, in a stack or in another's hand.
            Some((number, Whose::Stack(at))) => {
                let Some(Spot { seat, place }) = Spot::read(at) else {
                    return Ok(None);
                };
                let building = board.row(self.in_play(seat)?).get(usize::from(place));
                let card = building.and_then(|on| board.stack(*on).get(number).copied());
                card.into_iter().collect()
            }
            Some((number, Whose::Hand(holder))) => {
                let hand = board.hand(self.in_play(holder)?).iter().copied();
                let mut unknown = hand.filter(|card| !board.card(*card).known.has(seat));
                unknown.nth(number).into_iter().collect()
            }
            // By its name: what the player who asks knows.
            None => {
                let Ok(kind) = Names::of(self.rules).card(asked) else {
                    return Ok(None);
                };
                let seats = Seat(0).clockwise(board.seats);
                let known = board
                    .discard()
                    .cards()
                    .iter()
                    .chain(board.hand(seat))
                    .chain(seats.flat_map(|seat| board.hand(seat)))
                    .chain(board.aside().cards());
                let fits = |card: &CardId| {
                    self.rules.cards[card.index()] == kind && board.card(*card).known.has(seat)
                };
                known.copied().filter(fits).collect()
            }
        };
        if !matches!(
            element,
            Element::StackedCard | Element::Card | Element::BuildingCard
        ) {
            return Ok(Some(other));
        }
        let kept_out = [Some(Unchosen::Outside), Some(Unchosen::UnderWay)];
        let among = |card: &&CardId| !kept_out.contains(&self.game.unchosen(card.0));
        Ok(Some(match (cards.iter().find(among), cards.first()) {
            (Some(card), _) => Ok(card.0),
            (None, _) if element == Element::StackedCard && numbered.is_none() => other,
            (None, Some(card)) => Ok(card.0),
            (None, None) => Err("no such card can be chosen"),
        }))
    }
}

/// Where a card lies that is called by its position.
#[derive(Clone, Copy)]
enum Whose<'a> {
    /// On the building at that place.
    Stack(&'a str),
    Hand(Seat),
}

/// `card 2 of p1.3`, `card 2 of p1's hand`: the number, counted from 0, and where.
fn numbered(asked: &str) -> Option<(usize, Whose<'_>)> {
    let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
    let words: Vec<&str> = asked.split(' ').collect();
    let [card, number, of, rest @ ..] = &words[..] else {
        return None;
    };
    let whose = match rest {
        [at] => Whose::Stack(at),
        [holder, hand] if is(hand, "hand") => {
            let holder = holder
                .strip_suffix("'s")
                .or_else(|| holder.strip_suffix("'S"))?;
            Whose::Hand(seat_of(holder.parse().ok()?))
        }
        _ => return None,
    };
    let number = number.parse::<usize>().ok()?.checked_sub(1)?;
    (is(card, "card") && is(of, "of")).then_some((number, whose))
}

/// What a choice asks for, in words.
fn asks(element: Element) -> &'static str {
    match element {
        Element::Player => "a player must be chosen",
        Element::Building => "a building must be chosen",
        Element::StackedCard => "a stacked card must be chosen, by the place of its building",
        Element::Card | Element::BuildingCard => "a card must be chosen, by its name",
        Element::Place => "a place must be chosen",
        Element::Number => "a number must be chosen",
        Element::Name => "a name must be chosen",
    }
}
