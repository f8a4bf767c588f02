//! Builds what happens: who does it, to what, and by what.

use super::grammar::{Node, Rule};
use super::trees::{at, looked_at, other_players};
use super::{Builder, first};
use crate::base::Spanned;
use crate::syntax::ast::{
    Against, Agent, Cond, Filter, Happening, Head, Item, Noun, NumExpr, Pattern, Property, Role, Set, SetExpr, Trigger,
    Voice,
};

impl Builder {
    /// `this and its neighbours`, `this plus neighbours of this`
    fn these(self, node: Node) -> SetExpr {
        let inner = first(node.clone());
        if inner.as_rule() == Rule::joint { self.every(inner) } else { self.set(node) }
    }

    /// `until a building is destroyed`: what ends it.
    pub(super) fn ending(self, node: Node) -> Trigger {
        let mut trigger = Trigger::of(Head::said(Voice::Passive, None));
        self.event(&mut trigger.head, first(first(node)));
        trigger
    }

    pub(super) fn event(self, head: &mut Head, event: Node) {
        let span = self.span(&event);
        let (happening, voice) = match event.as_rule() {
            Rule::deck_shuffled => (Some(Happening::Shuffled), Voice::Passive),
            Rule::crisis_over => (Some(Happening::CrisisOver), Voice::Passive),
            Rule::turn_begins => (Some(Happening::TurnBegun), Voice::Active),
            Rule::passes => (Some(Happening::Passed), Voice::Active),
            Rule::draws_for_turn => (Some(Happening::TurnDrawn), Voice::Active),
            Rule::draws_by_effect => (Some(Happening::EffectDrawn), Voice::Active),
            Rule::plays_card => (Some(Happening::HandPlayed), Voice::Active),
            Rule::resolved => (Some(Happening::Resolved), Voice::Passive),
            Rule::marked => (Some(Happening::Marked), Voice::Passive),
            Rule::unmarked => (Some(Happening::Unmarked), Voice::Passive),
            Rule::reaches | Rule::last_gone => return self.reaches(head, event),
            Rule::nth_does => {
                head.voice = Voice::Active;
                return self.nth_does(head, event);
            }
            Rule::does | Rule::aims => (None, Voice::Active),
            Rule::does_away => return self.does_away(head, event),
            _ => (None, Voice::Passive),
        };
        head.voice = voice;
        if matches!(event.as_rule(), Rule::aims | Rule::aimed) {
            return self.aimed(head, event);
        }
        head.happenings.extend(happening.map(|happening| Spanned::new(happening, span)));
        let any_card = event.clone().into_inner().any(|node| is_any_card(&node));
        event.into_inner().for_each(|node| self.event_part(head, node));
        if any_card {
            of_hand(head);
        }
    }

    /// There are so many counters, and were fewer before; or there are none any more.
    pub(super) fn reaches(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        let mut happening = Happening::Marked;
        if node.as_rule() == Rule::last_gone {
            happening = Happening::Unmarked;
            head.reached = Some(Spanned::new(NumExpr::Number(0), span));
            // Off the building that says so.
            if node.clone().into_inner().all(|node| node.as_rule() != Rule::what) {
                let this = self.lone(Item::This, span);
                head.what = Some(Role { pattern: Pattern::Of(this), name: None });
            }
        }
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::none => {
                    happening = Happening::Unmarked;
                    head.reached = Some(Spanned::new(NumExpr::Number(0), self.span(&node)));
                }
                Rule::number => head.reached = Some(self.number(node)),
                _ => self.event_part(head, node),
            }
        }
        head.happenings.push(Spanned::new(happening, span));
    }

    /// A keyword comes to what it is aimed at.
    pub(super) fn aimed(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        let mut happening = Happening::Aimed;
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::unchosen => happening = Happening::AimedUnchosen,
                Rule::being_target => {}
                _ => self.event_part(head, node),
            }
        }
        head.happenings.push(Spanned::new(happening, span));
    }

    /// Which texts a status is cut to.
    pub(super) fn against(self, node: Node) -> Spanned<Against> {
        let span = self.span(&node);
        let mut against = Against { agent: Agent::Any, named: None, of_others: false };
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::source_word => {
                    let word = node.as_str();
                    against.agent = Agent::ALL.into_iter().find(|agent| agent.word() == word).unwrap_or(Agent::Any);
                }
                Rule::named => against.named = Some(self.word(first(node))),
                _ => against.of_others = true,
            }
        }
        Spanned::new(against, span)
    }

    pub(super) fn event_part(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::lose_game => head.happenings.push(Spanned::new(Happening::Eliminated, span)),
            Rule::moment
            | Rule::doing
            | Rule::counted_doing
            | Rule::done
            | Rule::was_done
            | Rule::act
            | Rule::deed
            | Rule::did => {
                let words = node.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
                let called = |happening: &&Happening| {
                    let active = happening.active().is_some_and(|said| said.contains(&words.as_str()));
                    let deed = happening.act() == Some(&words) || happening.deed() == Some(&words);
                    let done = happening.done() == Some(&words);
                    happening.passive() == words || deed || done || active
                };
                let happening = Happening::ALL.iter().find(called).expect("the grammar knows no others");
                head.happenings.push(Spanned::new(*happening, span));
            }
            // Whatever is moved by others is taken over by them.
            Rule::taken_over if head.happenings.iter().any(|one| one.node == Happening::Moved) => {}
            Rule::taken_over => {
                head.happenings.push(Spanned::new(Happening::Moved, span));
                head.who = head.who.take().or_else(|| Some(other_players(span)));
            }
            Rule::swapped_out => head.happenings.push(Spanned::new(Happening::SwappedIn, span)),
            Rule::felled => {
                let happening = match node.as_str().trim_end_matches('s') {
                    "destroy" => Happening::Destroyed,
                    "discard" => Happening::Discarded,
                    _ => Happening::Revealed,
                };
                head.happenings.push(Spanned::new(happening, span));
            }
            Rule::destroying => head.happenings.push(Spanned::new(Happening::Destroyed, span)),
            Rule::dear => self.dear(head, node),
            Rule::loses => head.happenings.push(Spanned::new(Happening::Used, span)),
            Rule::they => head.who = Some(self.lone(Item::That("player".into()), span)),
            Rule::silenced => head.happenings.push(Spanned::new(Happening::Silenced, span)),
            Rule::choosing | Rule::being_target => head.happenings.push(Spanned::new(Happening::Chosen, span)),
            Rule::disabler => head.onto = Some(self.role(first(node))),
            Rule::other_buildings => {
                let it = Filter::ExceptItem(Spanned::new(Item::It, span));
                let noun = Spanned::new(Noun::Buildings(None), span);
                let set = Set::Of { target: false, noun, filters: vec![Spanned::new(it, span)] };
                head.onto = Some(Role { pattern: Pattern::Of(Spanned::new(set, span)), name: None });
            }
            Rule::counter => head.counter = Some(self.word(node)),
            Rule::cause => {
                let mut cause = self.word(node);
                // Of several sorts of texts as of one: by abilities.
                for (many, one) in [("actions", "action"), ("abilities", "ability")] {
                    if cause.node == many {
                        cause.node = one.to_string();
                    }
                }
                head.causes.push(cause);
            }
            Rule::your => head.who = Some(self.lone(Item::You, span)),
            Rule::nobody => {
                let players = Spanned::new(Noun::Players { from: None }, span);
                let set = Set::Of { target: false, noun: players, filters: Vec::new() };
                head.who = Some(Spanned::new(set, span));
            }
            Rule::who => head.who = Some(self.term(first(node))),
            Rule::by_whom | Rule::of_whom => head.who = Some(self.term(first(first(node)))),
            Rule::what => head.what = Some(on_any(self.role(node))),
            Rule::picker => {
                head.happenings.push(Spanned::new(Happening::Picked, span));
                head.who = Some(self.term(first(node)));
            }
            Rule::these => head.what = Some(Role { pattern: Pattern::Of(self.these(node)), name: None }),
            // Of actions, any card.
            Rule::an_action_as => {
                let name = Some(self.word(first(node)));
                head.what = Some(Role { pattern: Pattern::Card(Vec::new()), name });
            }
            Rule::r#where => head.onto = Some(self.role(first(node))),
            _ => {}
        }
    }
}

/// A card, whatever it is.
pub(super) fn is_any_card(node: &Node) -> bool {
    match node.as_rule() {
        Rule::nothing_named | Rule::deed_done => node.as_str().ends_with("card"),
        Rule::deed_cards => node.clone().into_inner().next().is_none(),
        _ => false,
    }
}

/// Whoever plays a card plays it from hand, in whatever way.
pub(super) fn of_hand(head: &mut Head) {
    if let [one] = head.happenings.as_mut_slice()
        && one.node == Happening::Played
    {
        one.node = Happening::HandPlayed;
    }
}

/// `a card on one of your buildings`: nobody chooses which, any of them is meant.
fn on_any(role: Role) -> Role {
    let Pattern::Of(Spanned { node: Set::Of { target: false, noun, filters }, span }) = role.pattern else {
        return role;
    };
    match noun.node {
        Noun::CardsOn { building: Spanned { node: Item::Any(set), .. }, .. } => {
            let under = at(Item::Under(Box::new(looked_at(span))), span);
            let property = at(Property::In(set), span);
            let lies = at(Cond::Is { item: under, not: false, property }, span);
            let all = std::iter::once(at(Filter::That(lies), span)).chain(filters).collect();
            Role { pattern: Pattern::Card(all), name: role.name }
        }
        node => {
            let noun = at(node, noun.span);
            Role { pattern: Pattern::Of(at(Set::Of { target: false, noun, filters }, span)), name: role.name }
        }
    }
}
