//! Builds what happens: who does it, to what, and by which text.

use super::builder::{Builder, Parts, first};
use super::{Node, Rule};
use crate::ast::{Cond, Filter, Happening, Head, Item, Noun, Pattern, Role, Set, Voice};
use crate::trees::{at, filtered, it, lone, number, of, take_called};
use text::{Origin, Spanned};

impl<'w> Builder<'w> {
    /// What a clause waits for.
    pub(super) fn event(self, during: Option<Spanned<Cond>>, node: Node<'w>) -> Head {
        let node = match node.as_rule() {
            Rule::event => first(node),
            _ => node,
        };
        let mut parts = self.parts(node);
        let (rule, span) = (parts.rule, parts.span);
        let voice = match rule {
            Rule::short_event => Voice::Short,
            Rule::active | Rule::aims | Rule::would_aim | Rule::would_do | Rule::not_do => {
                Voice::Active
            }
            _ => Voice::Passive,
        };
        let mut head = Head::said(voice, during);
        let whole = match rule {
            Rule::lone_event if parts.text.starts_with("the deck ") => Some(Happening::Shuffled),
            Rule::lone_event => Some(Happening::CrisisOver),
            Rule::resolved => Some(Happening::Resolved),
            _ => None,
        };
        head.happenings.extend(whole.map(|one| at(one, span)));
        match rule {
            Rule::aims | Rule::aimed | Rule::would_aim | Rule::would_aimed | Rule::was_aimed => {
                self.is_aimed(&mut head, parts)
            }
            Rule::marked | Rule::would_mark | Rule::not_mark | Rule::was_marked => {
                self.is_marked(&mut head, parts)
            }
            Rule::reached => {
                head.what = Some(parts.read());
                let (happening, many) = match parts.part(Rule::none) {
                    Some(none) => (Happening::Unmarked, number(0, self.span(&none))),
                    None => (Happening::Marked, parts.read()),
                };
                head.reached = Some(many);
                head.happenings.push(at(happening, span));
                head.counter = Some(parts.read());
            }
            _ => parts.for_each(|node| self.happens(&mut head, node)),
        }
        self.any_card_done(&mut head);
        // Before it stands there, it is a card.
        let buildings = Some(role(Pattern::Of(of(Noun::Buildings(None), span))));
        let would = matches!(rule, Rule::would_be | Rule::would_do);
        if would && has(&head, &[Happening::Built, Happening::SwappedIn]) && head.what == buildings
        {
            let card = Some(role(Pattern::Card(Vec::new())));
            head.what = card.filter(|_| voice == Voice::Passive);
        }
        head
    }

    /// A keyword comes somewhere.
    fn is_aimed(self, head: &mut Head, parts: Parts<'w>) {
        let (mut happening, span) = (Happening::Aimed, parts.span);
        for node in parts {
            match node.as_rule() {
                Rule::unchosen => happening = Happening::AimedUnchosen,
                _ => self.happens(head, node),
            }
        }
        head.happenings.push(at(happening, span));
    }

    /// Counters come to lie on something, or are taken off it.
    fn is_marked(self, head: &mut Head, mut parts: Parts<'w>) {
        head.counter = Some(parts.read());
        parts.has(Rule::not);
        let happening = match parts.has(Rule::put_on) || parts.has(Rule::put_there) {
            true => Happening::Marked,
            false => Happening::Unmarked,
        };
        head.happenings.push(at(happening, parts.span));
        parts.for_each(|node| self.happens(head, node));
    }

    /// A part of what happens.
    pub(super) fn happens(self, head: &mut Head, node: Node<'w>) {
        let mut parts = self.parts(node.clone());
        let (text, span) = (parts.text.trim_end(), parts.span);
        match parts.rule {
            Rule::done | Rule::act | Rule::gerund | Rule::did_act => {
                head.happenings.push(at(happening(text), span))
            }
            Rule::did_aim | Rule::not_aim | Rule::aiming => self.is_aimed(head, parts),
            Rule::mark_deed | Rule::did_mark => self.is_marked(head, parts),
            Rule::chosen => head.happenings.push(at(Happening::Chosen, span)),
            Rule::who => head.who = Some(parts.read()),
            Rule::what => head.what = Some(self.role(node)),
            Rule::onto => head.onto = Some(parts.read()),
            Rule::origin => {
                let said = Origin::ALL.iter().find(|from| from.said() == text);
                head.from = said.map(|from| at(*from, span));
            }
            Rule::into => {
                let hand = parts.next();
                let happening = match &hand {
                    Some(hand) if hand.as_rule() == Rule::whose_hand => Happening::Taken,
                    Some(_) => Happening::Shifted,
                    None => Happening::PutBack,
                };
                head.happenings
                    .iter_mut()
                    .for_each(|one| one.node = happening);
                head.onto = hand.map(|hand| {
                    let whose = self.whose(hand);
                    role(Pattern::Of(match whose.node {
                        Item::Any(players) => *players,
                        node => lone(at(node, whose.span)),
                    }))
                });
            }
            // What disables is no text.
            Rule::by if has(head, &[Happening::Silenced]) => {
                for by in parts {
                    match by.as_rule() {
                        Rule::who => head.onto = Some(role(Pattern::Of(self.set(first(by))))),
                        _ => self.happens(head, by),
                    }
                }
            }
            Rule::by | Rule::target_of => parts.for_each(|node| self.happens(head, node)),
            Rule::not => {}
            Rule::by_any if text == "anything" => {}
            Rule::by_any => {
                let but_it = at(Filter::ExceptItem(it(span)), span);
                let others = filtered(of(Noun::Buildings(None), span), &but_it);
                head.onto = Some(role(Pattern::Of(others)));
            }
            Rule::cause => head.causes.push(self.word(node)),
            // An action, a card: whatever it is.
            Rule::nothing | Rule::nothing_done => {
                use Happening::{Built, Picked, Played, SwappedIn};
                if text == "buildings" && !has(head, &[Built, Picked, SwappedIn]) {
                    head.what = Some(role(Pattern::Of(of(Noun::Buildings(None), span))));
                }
                let card = text.starts_with("card") || text.starts_with("a card");
                if card && has(head, &[Played]) {
                    head.what = Some(role(Pattern::Card(Vec::new())));
                }
            }
            other => unreachable!("{other:?} is no part of a happening"),
        }
    }

    pub(super) fn role(self, node: Node<'w>) -> Role {
        let mut parts = self.parts(node);
        let head = parts.node();
        let mut pattern = match head.as_rule() {
            Rule::any_card => {
                Pattern::Card(head.into_inner().map(|node| self.filter(node)).collect())
            }
            _ => Pattern::Of(self.set(head)),
        };
        let name = parts.read::<Option<_>>().or_else(|| match &mut pattern {
            Pattern::Card(filters) => take_called(filters),
            Pattern::Of(set) => match &mut set.node {
                Set::Of { filters, .. } => take_called(filters),
                Set::Plus(..) => None,
            },
        });
        Role { pattern, name }
    }

    /// Most of what is done is done to cards anyway: that need not be said.
    pub(super) fn any_card_done(self, head: &mut Head) {
        use Happening::{Built, Picked, Played, Put, Used};
        let any_card = Some(role(Pattern::Card(Vec::new())));
        let moved = has(head, &[Played, Built, Put]);
        // Of what is matched in its old place, that is part of the card.
        if let Some(from) = head.from
            && !moved
            && (head.what.is_none() || head.what == any_card)
            && let Some(noun) = match from.node {
                Origin::Discard => Some(Noun::Discard),
                Origin::Deck => Some(Noun::Deck),
                Origin::Hand | Origin::Stack => None,
            }
        {
            head.what = Some(role(Pattern::Of(of(noun, from.span))));
            head.from = None;
        }
        let to_others = has(head, &[Used, Played, Picked]);
        if head.voice == Voice::Active && head.what == any_card && !to_others {
            head.what = None;
        }
    }
}

/// Something that has no name.
pub(super) fn role(pattern: Pattern) -> Role {
    Role {
        pattern,
        name: None,
    }
}

fn has(head: &Head, any: &[Happening]) -> bool {
    head.happenings.iter().any(|one| any.contains(&one.node))
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
    let is_called = |one: &&Happening| {
        let active = one.active().is_some_and(|said| said.contains(&words));
        let forms = [
            one.passive(),
            one.deed(),
            one.done(),
            one.act().unwrap_or_default(),
        ];
        // What happens to counters is told by them.
        !one.is_of_counters() && (active || forms.contains(&words))
    };
    let known = Happening::ALL.iter().find(is_called);
    *known.expect("the grammar knows no others")
}
