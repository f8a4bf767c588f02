//! Builds what happens: who does it, to what, and by which text.

use super::builder::{Builder, Parts, first};
use super::grammar::{Node, Rule};
use crate::ast::{Cond, Filter, Happening, Head, Item, Noun, NumExpr, Pattern, Role, Voice};
use text::{Span, Spanned};

use super::thing::{filtered, lone, of};

impl Builder<'_> {
    /// What a clause waits for.
    pub(super) fn event(self, during: Option<Spanned<Cond>>, node: Node) -> Head {
        let node = if node.as_rule() == Rule::event {
            first(node)
        } else {
            node
        };
        let span = self.span(&node);
        let rule = node.as_rule();
        let whole = match rule {
            Rule::lone_event if node.as_str().starts_with("the deck ") => Some(Happening::Shuffled),
            Rule::lone_event => Some(Happening::CrisisOver),
            Rule::resolved => Some(Happening::Resolved),
            _ => None,
        };
        let voice = match rule {
            Rule::short_event => Voice::Short,
            Rule::active
            | Rule::aims
            | Rule::would_aim
            | Rule::would_do
            | Rule::not_do
            | Rule::costs => Voice::Active,
            _ => Voice::Passive,
        };
        let mut head = Head::said(voice, during);
        head.happenings
            .extend(whole.map(|happening| Spanned::new(happening, span)));
        let mut parts = Parts::of(node);
        match rule {
            Rule::aims | Rule::aimed | Rule::would_aim | Rule::would_aimed => {
                self.is_aimed(&mut head, parts, span)
            }
            Rule::marked | Rule::would_mark | Rule::not_mark => {
                self.is_marked(&mut head, parts, span)
            }
            Rule::reached => {
                head.what = Some(self.role(parts.next()));
                let many = parts.next();
                let none = many.as_rule() == Rule::none;
                head.reached = Some(if none {
                    self.at(&many, NumExpr::Number(0))
                } else {
                    self.number(many)
                });
                head.happenings.push(Spanned::new(
                    if none {
                        Happening::Unmarked
                    } else {
                        Happening::Marked
                    },
                    span,
                ));
                head.counter = Some(self.word(parts.next()));
            }
            _ => parts.rest().for_each(|node| self.happens(&mut head, node)),
        }
        self.any_card_done(&mut head);
        head
    }

    /// A keyword comes somewhere.
    fn is_aimed(self, head: &mut Head, parts: Parts, span: Span) {
        let mut happening = Happening::Aimed;
        for node in parts.rest() {
            match node.as_rule() {
                Rule::unchosen => happening = Happening::AimedUnchosen,
                _ => self.happens(head, node),
            }
        }
        head.happenings.push(Spanned::new(happening, span));
    }

    /// Counters come to lie on something, or are taken off it.
    fn is_marked(self, head: &mut Head, mut parts: Parts, span: Span) {
        head.counter = Some(self.word(parts.next()));
        let put = parts.has(Rule::put_on) || parts.has(Rule::put_there);
        head.happenings.push(Spanned::new(
            if put {
                Happening::Marked
            } else {
                Happening::Unmarked
            },
            span,
        ));
        parts.rest().for_each(|node| self.happens(head, node));
    }

    /// A part of what happens.
    pub(super) fn happens(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::done | Rule::act | Rule::gerund | Rule::did_act => {
                head.happenings
                    .push(Spanned::new(happening(node.as_str().trim_end()), span));
            }
            Rule::did_aim => self.is_aimed(head, Parts::of(node), span),
            Rule::mark_deed | Rule::did_mark => self.is_marked(head, Parts::of(node), span),
            Rule::chosen => head.happenings.push(Spanned::new(Happening::Chosen, span)),
            Rule::who => head.who = Some(self.set(first(node))),
            Rule::what => head.what = Some(self.role(node)),
            Rule::onto => {
                let role = self.role(first(node));
                head.onto = Some(role);
            }
            Rule::into => {
                let hand = node.into_inner().next();
                let happening = if hand.is_some() {
                    Happening::Taken
                } else {
                    Happening::PutBack
                };
                head.happenings
                    .iter_mut()
                    .for_each(|one| one.node = happening);
                head.onto = hand.map(|hand| {
                    let whose = self.whose(hand);
                    let of = if let Item::Any(players) = whose.node {
                        *players
                    } else {
                        lone(whose)
                    };
                    Role {
                        pattern: Pattern::Of(of),
                        name: None,
                    }
                });
            }
            Rule::by => {
                // What disables is no text.
                let silenced = head
                    .happenings
                    .iter()
                    .any(|one| one.node == Happening::Silenced);
                for by in node.into_inner() {
                    match by.as_rule() {
                        Rule::who if silenced => {
                            head.onto = Some(Role {
                                pattern: Pattern::Of(self.set(first(by))),
                                name: None,
                            });
                        }
                        Rule::by_any if by.as_str() == "anything " => {}
                        Rule::by_any => {
                            let it = Filter::ExceptItem(Spanned::new(Item::It, self.span(&by)));
                            let others = filtered(
                                of(Noun::Buildings(None), self.span(&by)),
                                it,
                                self.span(&by),
                            );
                            head.onto = Some(Role {
                                pattern: Pattern::Of(others),
                                name: None,
                            });
                        }
                        _ => self.happens(head, by),
                    }
                }
            }
            Rule::target_of => node.into_inner().for_each(|node| self.happens(head, node)),
            Rule::cause => head.causes.push(self.word(node)),
            // An action, a card: whatever it is.
            Rule::nothing | Rule::nothing_done => {
                use Happening::{Built, Picked, SwappedIn};
                let builds = head
                    .happenings
                    .iter()
                    .any(|one| matches!(one.node, Built | Picked | SwappedIn));
                if node.as_str() == "buildings " && !builds {
                    head.what = Some(Role {
                        pattern: Pattern::Of(of(Noun::Buildings(None), span)),
                        name: None,
                    });
                }
                let card = node.as_str().starts_with("card") || node.as_str().starts_with("a card");
                if card
                    && head
                        .happenings
                        .iter()
                        .any(|one| matches!(one.node, Happening::Played))
                {
                    head.what = Some(Role {
                        pattern: Pattern::Card(Vec::new()),
                        name: None,
                    });
                }
            }
            other => unreachable!("{other:?} is no part of a happening"),
        }
    }

    pub(super) fn role(self, node: Node) -> Role {
        let mut parts = Parts::of(node);
        let head = parts.next();
        let pattern = match head.as_rule() {
            Rule::any_card => {
                Pattern::Card(head.into_inner().map(|node| self.filter(node)).collect())
            }
            _ => Pattern::Of(self.set(head)),
        };
        Role {
            pattern,
            name: self.name(&mut parts),
        }
    }

    /// Most of what is done is done to cards anyway: that need not be said.
    pub(super) fn any_card_done(self, head: &mut Head) {
        let plain = matches!(&head.what, Some(Role { pattern: Pattern::Card(filters), name: None }) if filters.is_empty());
        let to_cards = |one: &Spanned<Happening>| {
            !matches!(
                one.node,
                Happening::Used | Happening::Played | Happening::Picked
            )
        };
        if head.voice == Voice::Active && plain && head.happenings.iter().all(to_cards) {
            head.what = None;
        }
    }

    /// One player, as who does something.
    pub(super) fn by_you(self, node: &Node) -> crate::ast::SetExpr {
        lone(self.at(node, Item::You))
    }
}

/// What is called so, in whatever voice.
fn happening(words: &str) -> Happening {
    let words = match words {
        "swapped" => "swapped in",
        "draws the card of their turn"
        | "draw the card of their turn"
        | "draw the card of your turn" => "draw the card of the turn",
        "draw cards by an effect" => "draw a card by an effect",
        other => other,
    };
    let called = |happening: &&Happening| {
        let active = happening.active().is_some_and(|said| said.contains(&words));
        happening.passive() == words
            || happening.deed() == words
            || happening.act() == Some(words)
            || happening.done() == words
            || active
    };
    // What happens to counters is told by them.
    *Happening::ALL
        .iter()
        .filter(|one| !one.is_of_counters())
        .find(called)
        .expect("the grammar knows no others")
}
