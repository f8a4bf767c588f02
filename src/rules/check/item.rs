//! Checks items: one thing each, of one type.

use super::Scope;
use super::scope::{mismatch, unknown};
use crate::error::{FaultName, Help, Problem, meant, near};
use crate::ir::Element;
use crate::names::{Type, noun};
use crate::tree::{Cond, Item, Local, Set, Source};
use crate::verbs::{Wanted, meaning};
use lang::ast;
use text::{Pick, Span, Spanned, Verb, suggest};

/// How to speak of what each player has.
pub(super) const OF_EACH: &str = "write whose: `the NAME of foe`";

/// What to write where a name is not one of those.
pub(super) const NOT_OF_EACH: &str =
    "write a name that has one, such as that of `let votes be 0 for each player`";

/// What a card of a hand is called by its own text; no name is written so.
pub(super) const THIS: &str = "this";
/// How its text is called.
pub(super) const FROM_A_HAND: &str = "a text that works from a hand";

/// What `that many` is called in statements.
const MANY: &str = "many";

/// How to speak of as many as were counted.
pub(super) const UNCOUNTED: &str = "write it right after what is counted, `discard your hand, then draw that many cards`; or \
    count first, `let size be the number of cards in your hand`, and then `draw size cards`";

impl Scope<'_> {
    /// A fault when the element is not what is wanted.
    pub(super) fn want(&mut self, wanted: Wanted, element: Element, span: Span) -> Option<()> {
        if wanted.takes(element) {
            return Some(());
        }
        self.fault(span, mismatch(wanted.name(), noun(element)))
    }

    /// `this`, where it is on no table, is no building and lies in no stack.
    pub(super) fn on_table(&mut self, item: &ast::ItemExpr) -> Option<()> {
        match self.place.away {
            Some(help) if item.node == ast::Item::This && !self.moved => {
                self.fault(item.span, Problem::Away { help })
            }
            _ => Some(()),
        }
    }

    /// An item of a wanted type.
    pub(super) fn item_of(&mut self, item: &ast::ItemExpr, wanted: Wanted) -> Option<Item> {
        let (checked, element) = self.item(item)?;
        if wanted == Wanted::Building && element == Element::Card {
            self.on_table(item)?;
        }
        self.want(wanted, element, item.span)?;
        Some(checked)
    }

    /// What a verb with two things takes first. What is built is a card, and no building that stands already.
    pub(super) fn taken(&mut self, verb: Verb, item: &ast::ItemExpr) -> Option<Item> {
        let wanted = meaning(verb).takes[0];
        let (checked, element) = self.item(item)?;
        if verb == Verb::Build && element == Element::Building {
            let help = "write a card, as in `build a building from your hand`, or, where this has been destroyed, `when destroyed by \
                anything, build this`; to swap the places of buildings in play, use `exchange`";
            return self.refused(item.span, "a building in play cannot be built", help);
        }
        if verb == Verb::Swap && matches!(element, Element::Card | Element::StackedCard) {
            let help = "write a building first, and then a card in its owner's hand; move other cards one by one, as in `take \
                the top card of the discard pile`, and then `discard ...`";
            return self.refused(item.span, "`swap` does not swap two cards", help);
        }
        self.want(wanted, element, item.span)?;
        Some(checked)
    }

    /// The number of a keyword; an unknown one is reported.
    pub(super) fn keyword(&mut self, keyword: &ast::Word) -> Option<usize> {
        match self.names.keyword(self.space, &keyword.node) {
            Ok(Some(found)) => Some(found),
            // What is wrong with it is told where it is defined.
            Ok(None) if self.names.broken.contains(&keyword.node) => None,
            Ok(None) => {
                // Of whoever has that name something is said that is not said so.
                let named = self.bound_names().contains(&keyword.node)
                    && self.find(&keyword.node).is_some();
                let of_named = || {
                    let name = &keyword.node;
                    format!(
                        "`{name}` is a name: write for example `{name} draws 2 cards`, `{name} discards a card`, `{name} may \
                            ...` or `{name} chooses ...` after it"
                    )
                };
                let said = named.then(of_named).map(Help::from);
                let known = self.names.keywords.iter().map(|known| known.name.as_str());
                let help = said.unwrap_or_else(|| near(&keyword.node, known));
                self.fault(keyword.span, unknown("keyword", keyword, help))
            }
            Err(problem) => self.fault(keyword.span, problem),
        }
    }

    /// What a name stands for; an unknown one is reported.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<(Local, Type)> {
        let Some(local) = self.find(name) else {
            if name == MANY && !self.is_written(name, span) {
                let what = "`that many` refers to nothing here";
                let problem = Problem::new(FaultName::RefersToNothing, what, "not here", UNCOUNTED);
                return self.fault(span, problem);
            }
            let mut known = self.bound_names();
            let nouns = ["player", "building", "card", "top", "place"];
            let best =
                suggest(name, known.iter().map(String::as_str).chain(nouns)).map(str::to_string);
            let help: Help = match best {
                // It is there, in the text around this one.
                Some(best) if best == name => format!(
                    "`{name}` is not remembered until later: use the name of a single thing or of a number, but not of a place, \
                        of a list, or of what each player has"
                )
                .into(),
                Some(best) => {
                    // The misspelt name is meant to be used.
                    self.find(&best);
                    let known: Vec<&str> = known.iter().map(String::as_str).chain(nouns).collect();
                    meant(name, &best, &known)
                }
                None => {
                    known.extend(["this", "it", "you"].map(String::from));
                    near(name, known.iter().map(String::as_str))
                }
            };
            let word = Spanned::new(name.to_string(), span);
            return self.fault(span, unknown("thing", &word, help));
        };
        let kind = self.types[local];
        if kind == Type::Broken {
            None
        } else {
            Some((local, kind))
        }
    }

    /// An item and its type.
    pub(super) fn item(&mut self, item: &ast::ItemExpr) -> Option<(Item, Element)> {
        let found = self.item_as_said(item)?;
        self.is_followed(&found.0, item.span).map(|()| found)
    }

    fn item_as_said(&mut self, item: &ast::ItemExpr) -> Option<(Item, Element)> {
        let span = item.span;
        match &item.node {
            ast::Item::This => {
                self.this = true;
                if let Some(element) = self.place.this {
                    return Some((Item::This, element));
                }
                if let Some(held) = self.find(THIS) {
                    return self.thing(held);
                }
                let help = match self.place.name {
                    FROM_A_HAND => "use it after `you may:`: only there it is known which card of a hand is meant",
                    _ => "give the keyword a parameter for it, and pass `this` where it is used",
                };
                self.misplaced(span, "`this`", help)
            }
            ast::Item::It => match self.it() {
                Some(local) => self.thing(local),
                None if let Some(found) = self.around_this("that-") => Some(found),
                // A building speaks of itself where nothing else was spoken of: put a tick on it.
                None if self.place.this == Some(Element::Building) && self.place.away.is_none() && !self.drawn => {
                    self.this = true;
                    Some((Item::This, Element::Building))
                }
                None => self.fault(span, Problem::NothingForIt),
            },
            ast::Item::You if self.place.you => Some((Item::You, Element::Player)),
            ast::Item::You => self.misplaced(span, "`you`", self.without_you()),
            ast::Item::OfTurn => Some((Item::OfTurn, Element::Player)),
            ast::Item::Provoker if self.provoked => {
                let help = "for the player who triggered the text around this, write `let foe be provoker` first, and then \
                    `foe`; for the player who triggers this one, write `that player`, as in `when another player plays \
                    an action, that player discards a card`";
                self.misplaced(span, "`provoker`", help)
            }
            ast::Item::Provoker if self.place.provoker => Some((Item::Provoker, Element::Player)),
            ast::Item::Provoker => self.misplaced(
                span,
                "`provoker`",
                "write `when this is built, ...`: only clauses that wait have a provoker, except `when built, ...`; give a \
                    keyword a parameter for the provoker",
            ),
            ast::Item::Name(name) => match self.name(name, span)? {
                (local, Type::One(element)) => Some((Item::Local(local), element)),
                (_, Type::Many(element)) => {
                    self.fault(span, Problem::Several { name: name.clone(), found: noun(element) })
                }
                (_, Type::Number) => self.fault(span, mismatch("thing", "number")),
                (_, Type::Each(_) | Type::EachNumber) => self.refused(span, "this name has a value for each player", OF_EACH),
                (_, Type::Truth) => self.fault(span, mismatch("thing", "condition")),
                (_, Type::Broken) => None,
            },
            ast::Item::That(noun) => self.spoken_of(noun, span),
            ast::Item::TopOf(building) => {
                let building = self.item_of(building, Wanted::Building)?;
                Some((Item::TopOf(Box::new(building)), Element::StackedCard))
            }
            ast::Item::OwnerOf(piece) => {
                self.on_table(piece)?;
                let piece = self.item_of(piece, Wanted::Piece)?;
                if let (Item::Local(0), Some((kept, said))) = (&piece, &mut self.fallen) {
                    *said = true;
                    return Some((Item::Local(*kept), Element::Player));
                }
                self.is_owned(&piece, span)?;
                Some((Item::OwnerOf(Box::new(piece)), Element::Player))
            }
            ast::Item::Under(card) => {
                self.on_table(card)?;
                let card = self.item_of(card, Wanted::Card)?;
                self.lies(&card, span)?;
                Some((Item::Under(Box::new(card)), Element::Building))
            }
            ast::Item::First(set) => {
                let set = self.set(set)?;
                let element = set.element;
                Some((Item::First(Box::new(set)), element))
            }
            ast::Item::Pick(pick, set) => {
                let checked = self.set(set)?;
                if *pick != Pick::Last {
                    self.want(Wanted::Building, checked.element, set.span)?;
                } else if checked.element == Element::Player && have_done(&set.node) {
                    let help = "for the latest write `a player that has last played an action this game`, and `the first of players` for any";
                    return self.refused(set.span, "players are in the order of their seats, not of what they have done", help);
                }
                let element = checked.element;
                Some((Item::Pick(*pick, Box::new(checked)), element))
            }
            ast::Item::NextPlayer(from) => {
                let from = self.item_of(from, Wanted::Player)?;
                let candidate = self.local(Type::One(Element::Player));
                let other = Cond::Same(Item::Local(candidate), from.clone()).negated(true);
                let source = Source::PlayersFrom(from);
                let others = Set::such(source, Element::Player, candidate, vec![other]);
                Some((Item::First(Box::new(others)), Element::Player))
            }
            ast::Item::Beside(side, building) => {
                self.on_table(building)?;
                let building = self.item_of(building, Wanted::Building)?;
                Some((Item::Beside(*side, Box::new(building)), Element::Building))
            }
            ast::Item::NameOf(of) => {
                let of = self.item_of(of, Wanted::Piece)?;
                Some((Item::NameOf(Box::new(of), span), Element::Name))
            }
            ast::Item::WrittenOn(on) => {
                self.on_table(on)?;
                let on = self.item_of(on, Wanted::Piece)?;
                Some((Item::WrittenOn(Box::new(on)), Element::Name))
            }
            ast::Item::Entry(entry) => {
                let (name, of) = &**entry;
                let (local, element) = match self.name(&name.node, name.span)? {
                    (local, Type::Each(element)) => (local, element),
                    (_, Type::EachNumber) => {
                        let help = "compare numbers: write that one is exactly, at least or at most the other";
                        return self.refused(span, "this is a number, but a thing is needed", help);
                    }
                    _ => return self.refused(name.span, "this name does not have a value for each player", NOT_OF_EACH),
                };
                let of = self.item_of(of, Wanted::Player)?;
                Some((Item::Entry(local, Box::new(of)), element))
            }
            ast::Item::Any(set) | ast::Item::Random(set) => {
                let random = matches!(&item.node, ast::Item::Random(_));
                let checked = self.set(set);
                if !self.choices {
                    return self.misplaced(
                        span,
                        if random { "a random choice" } else { "a choice" },
                        "write a condition such as `there is another player that has no buildings`, or `choose ... as NAME` \
                            before it: conditions and numbers choose nothing",
                    );
                }
                if !random && !self.place.you {
                    return self.misplaced(span, "a choice", self.without_you());
                }
                let checked = checked?;
                let element = checked.element;
                let local = self.local(Type::One(element));
                self.bind_it(local);
                self.note_held(&checked, local);
                Some((Item::Any { set: Box::new(checked), random, local }, element))
            }
        }
    }

    /// `that player`, `that building`, `that card`: the last one that was chosen or gone through, or else who does what is waited for.
    fn spoken_of(&mut self, noun: &str, span: Span) -> Option<(Item, Element)> {
        let is_meant = |kind: &Type| match kind {
            Type::One(Element::Player) => noun == "player",
            Type::One(Element::Building) => noun == "building",
            Type::One(Element::Card | Element::StackedCard) => noun == "card",
            Type::One(Element::Name) => noun == "name",
            _ => false,
        };
        if noun == "player" {
            match self.meant_player(self.last_player(), span) {
                Some(Some(found)) => return Some((found, Element::Player)),
                Some(None) => return None,
                None => {}
            }
        }
        match self.last_it(is_meant) {
            Some(found) => Some(found),
            None if let Some(found) = self.around_this(&format!("that-{noun}")) => Some(found),
            None if noun == "player" && self.place.provoker => {
                Some((Item::Provoker, Element::Player))
            }
            None => {
                let what = match noun {
                    "player" => "`that player` refers to nobody here",
                    "building" => "`that building` refers to nothing here",
                    "name" => "`that name` refers to nothing here",
                    _ => "`that card` refers to nothing here",
                };
                let help = "choose one first: write `choose another player as foe`, and then `foe` or `that player`";
                self.fault(
                    span,
                    Problem::new(FaultName::RefersToNothing, what, "not here", help),
                )
            }
        }
    }

    pub(super) fn misplaced<T>(
        &mut self,
        span: Span,
        what: &'static str,
        help: &'static str,
    ) -> Option<T> {
        let place = self.place.name;
        self.fault(span, Problem::Misplaced { what, place, help })
    }

    /// Something is wrong, wherever it stands.
    pub(super) fn refused<T>(
        &mut self,
        span: Span,
        reason: &'static str,
        help: &'static str,
    ) -> Option<T> {
        self.fault(
            span,
            Problem::new(FaultName::Impossible, reason, "not here", help),
        )
    }
}

/// These are told by what they have done; by who has done it last there is only one.
fn have_done(set: &ast::Set) -> bool {
    let ast::Set::Of { filters, .. } = set else {
        return false;
    };
    let done = |filter: &Spanned<ast::Filter>| {
        let ast::Filter::That(cond) = &filter.node else {
            return false;
        };
        matches!(&cond.node, ast::Cond::Did { not: false, deed } if !deed.last)
    };
    filters.iter().any(done)
}
