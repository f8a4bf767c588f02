//! What players have done, and how often.

use super::{Place, Scope};
use crate::ir::{Element, Extent};
use crate::names::Type;
use crate::tree::{Among, Deed, Local, Num, Set, Source, Trigger};
use crate::verbs::Wanted;
use lang::ast;
use lang::print_deed;
use lang::visit::{Part, visit_head};
use text::{Since, Spanned, Use};

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
    /// How often a player has done something.
    pub(super) fn deed(&mut self, deed: &ast::Deed) -> Option<Num> {
        let to_it = deed.done.node.voice == ast::Voice::Passive;
        if to_it {
            self.on_table(&deed.who)?;
        }
        if deed.since == Since::LastTurn && !self.place.you {
            let help = "here nobody is `you`, who had a turn: say `this turn` or `this game`";
            return self.misplaced(deed.done.span, "`since your last turn`", help);
        }
        let who = self.item_of(
            &deed.who,
            if to_it {
                Wanted::Building
            } else {
                Wanted::Player
            },
        );
        let done = self.done(deed);
        let said = print_deed(deed);
        let (who, (done, to_you)) = (Box::new(who?), done?);
        let to_each = to_you || deed.since == Since::LastTurn;
        let checked = Deed {
            done: Box::new(done),
            since: deed.since,
            to_it,
            to_each,
            said,
        };
        if deed.since != Since::Then {
            return Some(Num::Did {
                deed: Box::new(checked),
                who,
                counted: None,
            });
        }
        if !self.comes {
            let help = "it belongs into what comes later, `when your next turn begins, before its draw, ...`; elsewhere say \
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
                let help = "one statement counts one sort of thing until it comes: write a statement for each";
                return self.misplaced(deed.done.span, "another `since`", help);
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
    pub(super) fn deed_of_all(&mut self, deed: &ast::Deed) -> Option<Num> {
        let it = self.local(Type::One(Element::Player));
        let block = self.open();
        self.bind_it(it);
        let of = self.deed(deed);
        self.close(block);
        let among = self.plain(Source::Players, Element::Player);
        Some(Num::Among(Box::new(Among {
            extent: Extent::Total,
            of: of?,
            among,
            it,
        })))
    }

    /// What was done, and whether it is said of `you`, who ask. `Another player` and what `you` have done yourselves are meant as
    /// whoever does it sees it.
    fn done(&mut self, deed: &ast::Deed) -> Option<(Trigger, bool)> {
        let (mut head, span) = (deed.done.node.clone(), deed.done.span);
        let own = deed.who.node == ast::Item::You;
        let (mut to_you, mut unclear) = (false, None);
        visit_head(&mut head, &mut |part| match part {
            Part::Item(item) if matches!(item.node, ast::Item::Provoker | ast::Item::That(_)) => {
                unclear = Some(item.span);
            }
            _ => {}
        });
        visit_head(&mut head, &mut |part| match part {
            Part::Filters(filters) => filters
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
            let help =
                "what has been done is said of who did it, of `you`, and of `another player`";
            return self.misplaced(at, "this", help);
        }
        if to_you && (!self.place.you || deed.since == Since::Then) {
            let help = "what is counted here is not asked by one player: say `another player`, or what `foe` has";
            return self.misplaced(span, "`you`", help);
        }
        let names = deed.done.node.what.as_ref().is_some_and(names_cards);
        if let Some(hidden) = head
            .happenings
            .iter()
            .find(|one| names && one.node.is_hidden())
        {
            let help = "all see what is remembered, and not all see which card it was: say it without the name";
            return self.misplaced(
                hidden.span,
                "the name of a card that others do not see",
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
