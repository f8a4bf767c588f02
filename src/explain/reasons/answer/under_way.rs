//! Why something is not among the options in the middle of a text.

use crate::names::find::Names;
use crate::reasons::answer::meant::place;
use crate::reasons::answer::telling::Telling;
use crate::reasons::because::Because;
use board::{CardId, Chooser, Seat};
use engine::{Asked, Choice, Unchosen, Value, place_value};
use lang::notation::Player;
use rules::ir::{Element, GUARDED};

/// A label of a choice in the middle of a text.
enum Meant {
    Thing(Value),
    /// There is no such thing, or other things are asked for.
    Missing(&'static str),
}

impl Telling<'_> {
    /// Quotes the text that asks, if one does.
    pub(super) fn question(&mut self) {
        let (Some(Chooser { by: seat, .. }), Some((_, question))) =
            (self.game.chooser(), self.game.decision())
        else {
            return;
        };
        let Some(cause) = self.game.asking() else {
            if matches!(question, Asked::Choose { .. }) {
                let who = if self.plainly {
                    "you pick".to_string()
                } else {
                    format!("{seat} picks")
                };
                self.line(&format!("Several texts come in the place of what would happen, and {who} which is first."));
            }
            return;
        };
        let asking = Because::asking(self.game.board(), cause, Some(seat).filter(|_| !self.open));
        let told = if self.plainly {
            asking.read_out(self.rules)
        } else {
            asking.explain(self.rules, &[])
        };
        self.out.push_str(&told);
    }

    /// Says why a label is not offered in the choice under way. Answers whether it could be one of such a choice.
    pub(super) fn not_chosen(&mut self, asked: &str) -> Result<bool, String> {
        let Some((seat, question)) = self.game.decision() else {
            return Ok(false);
        };
        if let Asked::Either { first, count, .. } = question {
            let named = |branch: &u16| {
                let label = self.rules.branches[usize::from(*branch)].label;
                self.rules.names[label.index()].eq_ignore_ascii_case(asked)
            };
            let Some(branch) = (first..first + u16::from(count)).find(named) else {
                return Ok(false);
            };
            let reason = match self.hangs_on_hidden(|game| game.branch_open(branch)) {
                true => "that hangs on something you cannot see",
                false => "its condition does not hold",
            };
            self.not_offered(asked, reason);
            self.question();
            return Ok(true);
        }
        if asked.eq_ignore_ascii_case("decline") {
            self.not_offered(asked, &format!("{seat} has to choose"));
            self.question();
            return Ok(true);
        }
        let Some(element) = self.game.element() else {
            return Ok(false);
        };
        let value = match self.thing(asked, element, seat)? {
            None => return Ok(false),
            Some(Meant::Thing(value)) => value,
            Some(Meant::Missing(reason)) => {
                self.not_offered(asked, reason);
                self.question();
                return Ok(true);
            }
        };
        let unchosen = self.game.unchosen(value);
        if unchosen.is_none() {
            self.offered(Choice::Pick(value), asked);
            return Ok(true);
        }
        let hidden = self.hangs_on_hidden(|game| game.unchosen(value).is_some());
        let reason = match unchosen {
            _ if hidden => "that hangs on something you cannot see".to_string(),
            Some(Unchosen::Guarded) => format!(
                "it is {} (TGT-1)",
                self.rules.statuses[usize::from(GUARDED)]
            ),
            Some(Unchosen::GuardedAgainst(status)) => {
                format!("it is {} (TGT-1)", self.rules.statuses[usize::from(status)])
            }
            Some(Unchosen::Forbidden) => self.what_forbids(&self.game.forbidding_pick(value)),
            Some(Unchosen::UnderWay) => "its own action is under way (PLY-4)".to_string(),
            Some(Unchosen::Condition) => "what the text says of it does not hold".to_string(),
            Some(Unchosen::Outside) | None => "the text chooses among others".to_string(),
        };
        self.not_offered(asked, &reason);
        if !hidden && unchosen == Some(Unchosen::Forbidden) {
            self.quote_forbidding(&self.game.forbidding_pick(value));
        }
        self.question();
        Ok(true)
    }

    /// What a label stands for in a choice of such things; nothing when it is a label of the turn menu.
    fn thing(&self, asked: &str, element: Element, seat: Seat) -> Result<Option<Meant>, String> {
        let standing = |asked: &str| {
            let Some((seat, index)) = place(asked) else {
                return Ok(None);
            };
            let row = self.game.board().row(self.in_play(seat)?);
            Ok::<_, String>(Some((seat, index, row.get(index).copied())))
        };
        let of_card = |card: CardId| Meant::Thing(Value::from(card.0));
        if element == Element::Number {
            let number = asked.parse::<Value>().ok().map(Meant::Thing);
            return Ok(number.or(Some(Meant::Missing(asks(element)))));
        }
        if let Ok(player) = asked.parse::<Player>() {
            let player = crate::names::seat_of(player);
            return Ok(Some(match element {
                Element::Player if self.in_play(player).is_err() => {
                    Meant::Missing("that player does not play")
                }
                Element::Player => Meant::Thing(Value::from(player.0)),
                _ => Meant::Missing(asks(element)),
            }));
        }
        if let Some((seat, index, building)) = standing(asked)? {
            return Ok(Some(match (element, building) {
                (Element::Place, _) if index <= self.game.board().row(seat).len() => {
                    Meant::Thing(place_value(seat, index))
                }
                (Element::Place, _) => Meant::Missing("there is no such place"),
                (Element::Building | Element::StackedCard, None) => {
                    Meant::Missing("no building stands there")
                }
                (Element::Building, Some(building)) => of_card(building),
                (Element::StackedCard, Some(building)) => {
                    let top = self.game.board().stack_from_top(building).next();
                    top.map_or(Meant::Missing("no card is stacked there"), of_card)
                }
                _ => Meant::Missing(asks(element)),
            }));
        }
        let board = self.game.board();
        let cards: Vec<CardId> = match numbered(asked) {
            // By its position, in a stack or in another's hand.
            Some((number, Whose::Stack(at))) => {
                let Some((_, _, building)) = standing(at)? else {
                    return Ok(None);
                };
                let stack = building.map(|building| board.stack(building));
                stack
                    .and_then(|stack| stack.get(number).copied())
                    .into_iter()
                    .collect()
            }
            Some((number, Whose::Hand(holder))) => {
                let unknown = |card: &&CardId| !board.card(**card).known.has(seat);
                board
                    .hand(self.in_play(holder)?)
                    .iter()
                    .filter(unknown)
                    .nth(number)
                    .copied()
                    .into_iter()
                    .collect()
            }
            // By its name: what the player who asks knows.
            None => {
                let Ok(kind) = Names::of(self.rules).card(asked) else {
                    return Ok(None);
                };
                let hands = Seat(0)
                    .clockwise(board.seats)
                    .flat_map(|seat| board.hand(seat));
                let known = board
                    .discard()
                    .cards()
                    .iter()
                    .chain(board.hand(seat))
                    .chain(hands)
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
            return Ok(Some(Meant::Missing(asks(element))));
        }
        let kept_out = [Some(Unchosen::Outside), Some(Unchosen::UnderWay)];
        let chosen_from =
            |card: &&CardId| !kept_out.contains(&self.game.unchosen(Value::from(card.0)));
        Ok(Some(
            match (cards.iter().find(chosen_from), cards.first()) {
                (Some(card), _) => of_card(*card),
                (None, _) if element == Element::StackedCard && numbered(asked).is_none() => {
                    Meant::Missing(asks(element))
                }
                (None, Some(card)) => of_card(*card),
                (None, None) => Meant::Missing("no such card is there to be chosen"),
            },
        ))
    }
}

/// Where a card lies that is called by its position.
enum Whose<'a> {
    /// On the building at that place.
    Stack(&'a str),
    Hand(Seat),
}

/// `card 2 of p1.3`, `card 2 of p1's hand`: the number, counted from 0, and where.
fn numbered(asked: &str) -> Option<(usize, Whose<'_>)> {
    let words: Vec<&str> = asked.split(' ').collect();
    let (number, whose) = match words[..] {
        [card, number, of, at] if is(card, "card") && is(of, "of") => (number, Whose::Stack(at)),
        [card, number, of, holder, hand]
            if is(card, "card") && is(of, "of") && is(hand, "hand") =>
        {
            let holder = holder
                .strip_suffix("'s")
                .or_else(|| holder.strip_suffix("'S"))?;
            (
                number,
                Whose::Hand(crate::names::seat_of(holder.parse::<Player>().ok()?)),
            )
        }
        _ => return None,
    };
    Some((number.parse::<usize>().ok()?.checked_sub(1)?, whose))
}

fn is(word: &str, wanted: &str) -> bool {
    word.eq_ignore_ascii_case(wanted)
}

/// What a choice asks for, in words.
fn asks(element: Element) -> &'static str {
    match element {
        Element::Player => "a player is asked for",
        Element::Building => "a building is asked for",
        Element::StackedCard => "a stacked card is asked for, by the place of its building",
        Element::Card | Element::BuildingCard => "a card is asked for, by its name",
        Element::Place => "a place is asked for",
        Element::Number => "a number is asked for",
        Element::Name => "a name is asked for",
    }
}
