//! What players have done, and what has happened: conditions and numbers that look back.

use super::places::ITSELF_DONE;
use super::{Place, Scope};
use crate::ir::{Element, Extent, Keeper};
use crate::names::Type;
use crate::tree::{Among, Deed, Item, Local, Num, Set, Source, Trigger};
use crate::verbs::Wanted;
use lang::visit::{Part, visit_head};
use lang::{ast, print_deed};
use text::{Happening, Since, Span, Spanned, Use};

/// What players do is counted whatever card asks for it: the provoker is whoever does it, and `you` are who asks.
const COUNTED: Place = Place {
    name: "what is counted",
    this: None,
    you: true,
    provoker: true,
    runs: false,
    pays: false,
    away: None,
};

impl Scope<'_> {
    /// It is said of what players did.
    pub(super) fn counts_deeds(&self) -> bool {
        self.place.name == COUNTED.name
    }

    /// How often a player has done something, or something has happened.
    pub(super) fn deed(&mut self, deed: &ast::Deed) -> Option<Num> {
        if deed.since == Since::LastTurn && !self.place.you {
            let help =
                "write `this turn` or `this game`: there is no `you` here who had a last turn";
            return self.misplaced(deed.done.span, "`since your last turn`", help);
        }
        let (who, checked) = match (&deed.who, deed.done.node.voice) {
            (_, ast::Voice::Passive) => self.happened(deed)?,
            (None, _) => return self.deed_of_all(deed),
            (Some(who), _) => {
                let who = self.item_of(who, Wanted::Player);
                let (done, to_you) = self.done(deed)?;
                let to_each = to_you || deed.since == Since::LastTurn;
                (who?, kept(done, Keeper::Doer, to_each, deed))
            }
        };
        let who = Box::new(who);
        if deed.since != Since::Then {
            return Some(Num::Did {
                deed: Box::new(checked),
                who,
                counted: None,
            });
        }
        if deed.last {
            let help = "write `this turn` or `this game`";
            return self.refused(
                deed.done.span,
                "`since` does not tell who did it last",
                help,
            );
        }
        if !self.comes {
            let help = "use it only in what comes later, `when your next turn begins, before its draw, ...`; elsewhere write \
                `this turn` or `this game`";
            return self.misplaced(deed.done.span, "`since`", help);
        }
        let known = self
            .counts
            .as_ref()
            .map(|(local, counted)| (*local, *counted == checked));
        let local = match known {
            Some((local, true)) => local,
            Some((_, false)) => {
                let help = "write a statement for each";
                return self.refused(
                    deed.done.span,
                    "one statement can count only one thing with `since`",
                    help,
                );
            }
            None => {
                let local = self.local(Type::EachNumber);
                self.counts = Some((local, checked.clone()));
                local
            }
        };
        Some(Num::Did {
            deed: Box::new(checked),
            who,
            counted: Some(local),
        })
    }

    /// All players, to go through.
    pub(super) fn everybody(&mut self) -> (Set, Local) {
        let it = self.local(Type::One(Element::Player));
        (self.plain(Source::Players, Element::Player), it)
    }

    /// How often all players have done it together.
    fn deed_of_all(&mut self, deed: &ast::Deed) -> Option<Num> {
        let it = self.local(Type::One(Element::Player));
        let block = self.open();
        self.bind_it(it);
        let who = Some(Spanned::new(ast::Item::It, deed.done.span));
        let of = self.deed(&ast::Deed {
            who,
            ..deed.clone()
        });
        self.close(block);
        let among = self.plain(Source::Players, Element::Player);
        Some(Num::Among(Box::new(Among {
            extent: Extent::Total,
            of: of?,
            among,
            it,
        })))
    }

    /// What has happened, by whomever: it is kept by the one thing or player that it speaks of, or else by all players.
    fn happened(&mut self, deed: &ast::Deed) -> Option<(Item, Deed)> {
        let mut head = deed.done.node.clone();
        let one = |role: &Option<ast::Role>| {
            let one = role.as_ref()?.one()?;
            (one.node != ast::Item::You).then(|| one.clone())
        };
        let (role, item) = match (one(&head.what), one(&head.onto)) {
            (Some(item), _) => (0, item),
            (None, Some(item)) => (1, item),
            (None, None) => {
                let (done, to_you) = self.done(deed)?;
                let who = match to_you || !matches!(deed.since, Since::ThisTurn | Since::ThisGame) {
                    true => Item::You,
                    false => Item::First(Box::new(self.plain(Source::Players, Element::Player))),
                };
                return Some((who, kept(done, Keeper::All, false, deed)));
            }
        };
        self.keeps(&deed.done.node, role, &item)?;
        let (on, _, element) = self.bearer(&item)?;
        if deed.since == Since::Then {
            let help = "ask for any of them, `a card was put on one of your buildings since`, or put counters on it as it happens";
            return self.refused(
                item.span,
                "`since` counts nothing for one thing alone",
                help,
            );
        }
        // Whatever it is keeps that.
        let any = match element {
            Element::Player => Some(ast::Noun::Players { from: None }),
            Element::Building => Some(ast::Noun::Buildings(None)),
            _ => head.counter.as_ref().map(|_| ast::Noun::Buildings(None)),
        };
        let it = Spanned::new(ast::Item::It, item.span);
        let it = Some(role_of(Some(ast::Noun::One(Box::new(it))), item.span));
        let any = Some(role_of(any, item.span));
        let mut said = deed.clone();
        match role {
            0 => (head.what, said.done.node.what) = (any, it),
            _ => (head.onto, said.done.node.onto) = (any, it),
        }
        let happens_to = self.meant(&head).first().and_then(|one| match role {
            0 => super::happening::element(one.node, false),
            _ if one.node == Happening::Taken => Some(Element::Player),
            _ => Some(Element::Building),
        });
        if let Some(wanted) = happens_to {
            self.want(Wanted::of(wanted), element, item.span)?;
        }
        let asked = ast::Deed {
            done: Spanned::new(head, deed.done.span),
            ..deed.clone()
        };
        let (mut done, to_you) = self.done(&asked)?;
        match role {
            0 => done.head.what = None,
            _ => done.head.onto = None,
        }
        let to_each = to_you || deed.since == Since::LastTurn;
        Some((on, kept(done, Keeper::Role(role), to_each, &said)))
    }

    /// It is still there when that has happened to it.
    fn keeps(&mut self, head: &ast::Head, role: u8, item: &ast::ItemExpr) -> Option<()> {
        use Happening::{Eliminated, Enacted, Played};
        let gone = |one: Happening| one.takes_away() || matches!(one, Played | Enacted);
        let help = match self.meant(head).first().map(|one| one.node) {
            Some(Eliminated) => "ask whether that player `is not living`",
            Some(one) if role == 0 && gone(one) => {
                "ask for any of them, `a building was destroyed this turn`, or for who did it, `foe has destroyed a building \
                    this turn`"
            }
            _ => return Some(()),
        };
        self.refused(item.span, "what has gone can no longer be asked", help)
    }

    /// What was done, and whether it is said of `you`, who ask. `Another player` and what `you` have done yourselves are meant as
    /// whoever does it sees it.
    fn done(&mut self, deed: &ast::Deed) -> Option<(Trigger, bool)> {
        let (mut head, span) = (deed.done.node.clone(), deed.done.span);
        let own = (deed.who.as_ref()).is_some_and(|who| who.node == ast::Item::You);
        let by = head.voice == ast::Voice::Active;
        let (mut to_you, mut unclear) = (false, None);
        let mut named = None;
        visit_head(&mut head, &mut |part| match part {
            Part::Item(item) if matches!(item.node, ast::Item::Provoker | ast::Item::That(_)) => {
                unclear = Some(item.span);
            }
            Part::Item(item) => {
                if let ast::Item::Name(name) = &item.node {
                    named = Some((name.clone(), item.span));
                }
            }
            Part::Set(set) => {
                if let ast::Set::Of { noun, .. } = &set.node
                    && let ast::Noun::Name(name) = &noun.node
                {
                    named = Some((name.clone(), noun.span));
                }
            }
            _ => {}
        });
        if let Some((name, at)) = named
            && self.find(&name).is_some()
        {
            let what = "what players did is not compared with things that the text names";
            return self.refused(at, what, ITSELF_DONE);
        }
        visit_head(&mut head, &mut |part| match part {
            Part::Filters(filters) if by => filters
                .iter_mut()
                .filter_map(of_others)
                .for_each(|item| *item = ast::Item::Provoker),
            Part::Item(item) if item.node == ast::Item::You && own => {
                item.node = ast::Item::Provoker
            }
            Part::Item(item) => to_you |= item.node == ast::Item::You,
            _ => {}
        });
        if let Some(at) = unclear {
            let help = "use only the player who did it, `you` and `another player`";
            return self.refused(
                at,
                "what players did cannot be counted for this player",
                help,
            );
        }
        if to_you && (!self.place.you || by && deed.since == Since::Then) {
            let help = "write `another player`, or count for a player with a name, such as `foe`";
            return self.refused(span, "it is not clear who `you` is here", help);
        }
        let names = deed.done.node.what.as_ref().is_some_and(names_cards);
        if let Some(hidden) = head
            .happenings
            .iter()
            .find(|one| names && one.node.is_hidden())
        {
            let help = "write it without the name: all players see what is counted";
            return self.refused(
                hidden.span,
                "not all players know the name of this card",
                help,
            );
        }
        let (file, mut scope) = self.inside(COUNTED);
        scope.has_place(&head, Use::Remembers)?;
        Some((
            file.waiting(&mut scope, span, &ast::Trigger::of(head))?,
            to_you,
        ))
    }
}

/// `You` in `another player` and `of another player`.
fn of_others(filter: &mut Spanned<ast::Filter>) -> Option<&mut ast::Item> {
    let item = match &mut filter.node {
        ast::Filter::ExceptItem(item) => item,
        ast::Filter::That(cond) => match &mut cond.node {
            ast::Cond::Is {
                not: true,
                property,
                ..
            } => match &mut property.node {
                ast::Property::Of(item) => item,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(&mut item.node).filter(|item| **item == ast::Item::You)
}

/// It is said by the names of cards.
fn names_cards(what: &ast::Role) -> bool {
    let mut head = ast::Head::said(ast::Voice::Active, None);
    head.what = Some(what.clone());
    let mut named = false;
    visit_head(&mut head, &mut |part| {
        named |= matches!(part, Part::Face(_))
    });
    named
}

/// All of that, or any card.
fn role_of(noun: Option<ast::Noun>, span: Span) -> ast::Role {
    let all = |noun| ast::Set::Of {
        target: false,
        noun: Spanned::new(noun, span),
        filters: Vec::new(),
    };
    ast::Role {
        pattern: match noun {
            Some(noun) => ast::Pattern::Of(Spanned::new(all(noun), span)),
            None => ast::Pattern::Card(Vec::new()),
        },
        name: None,
    }
}

/// What is remembered of that.
fn kept(done: Trigger, keeper: Keeper, to_each: bool, said: &ast::Deed) -> Deed {
    Deed {
        done: Box::new(done),
        since: said.since,
        keeper,
        to_each,
        last: said.last,
        said: print_deed(said),
    }
}
