//! Finds whom `that player` means where nobody was chosen: those of whom a clause or a condition speaks before.

use super::Scope;
use super::happening::{all, first_span, says};
use super::pending::LASTS;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Act, Body, Capture, Item, Local, Value};
use lang::ast::{self, Compare, Cond, Filter, Noun, NumExpr, Pattern, Property, Set};
use text::limits::CARRIED;
use text::{Happening, Span, Spanned};

/// Players that a sentence speaks of, before what is done.
#[derive(Default)]
pub(super) struct Antecedents {
    /// So much could be called `it` before; who is chosen later is nearer.
    pub(super) depth: usize,
    pub(super) all: Vec<Who>,
    /// What is waited for is done by `you`, and by nobody else.
    pub(super) by_you: bool,
}

/// One of them.
pub(super) enum Who {
    /// Who does what is waited for.
    Provoker,
    /// The player to whom it happens.
    Player(Local),
    /// The owner of what it happens to; kept under a name of its own where that may be gone by then, and whether it was said.
    Owner {
        of: Local,
        kept: Option<(Local, bool)>,
    },
    /// One of a set, chosen where it is said.
    One {
        set: ast::SetExpr,
        local: Local,
        said: bool,
    },
    /// A condition speaks of others, and not of one of them.
    Unclear,
}

/// It is not of you: of another player, of other players.
fn is_foreign(filter: &Spanned<Filter>) -> bool {
    match &filter.node {
        Filter::That(Spanned {
            node:
                Cond::Is {
                    not: true,
                    property,
                    ..
                },
            ..
        }) => {
            matches!(&property.node, Property::Of(of) if of.node == ast::Item::You)
        }
        _ => false,
    }
}

/// These are things of others.
fn of_others(set: &Set) -> bool {
    match set {
        Set::Plus(left, right) => of_others(&left.node) || of_others(&right.node),
        Set::Of { noun, filters, .. } => {
            filters.iter().any(is_foreign)
                || match &noun.node {
                    Noun::Tops(Some(set)) => of_others(&set.node),
                    Noun::Buildings(Some(of)) | Noun::CardsIn(of) => {
                        matches!(of.node, ast::Item::NextPlayer(_))
                    }
                    _ => false,
                }
        }
    }
}

fn are_players(set: &Set) -> bool {
    matches!(set, Set::Of { noun, .. } if matches!(noun.node, Noun::Players { .. } | Noun::PlayersWith { .. }))
}

fn that_player() -> ast::Item {
    ast::Item::That("player".into())
}

impl Scope<'_> {
    /// Some player was chosen or gone through, here or around.
    pub(super) fn is_spoken_of(&self) -> bool {
        self.last_player().is_some()
            || self.meant_inside().is_some()
            || self.outer.iter().any(|(name, ..)| name == "that-player")
    }

    /// Those of whom what is waited for speaks.
    pub(super) fn head_means(&mut self, head: &ast::Head, (it, on): (Local, Local)) {
        let mut meant = Antecedents {
            depth: self.it_depth(),
            ..Antecedents::default()
        };
        match &head.who {
            Some(who) if who.node.is_one(&ast::Item::You) => meant.by_you = true,
            Some(who) if who.node.is_one(&that_player()) => {}
            Some(_) => meant.all.push(Who::Provoker),
            None => {}
        }
        for (role, of) in [(&head.what, it), (&head.onto, on)] {
            let set = match role.as_ref().map(|role| &role.pattern) {
                Some(Pattern::Of(set)) => &set.node,
                _ => continue,
            };
            if self.types[of] == Type::One(Element::Player) {
                let is_you = set.is_one(&ast::Item::You) || set.is_one(&that_player());
                meant.all.extend((!is_you).then_some(Who::Player(of)));
            } else if of_others(set) {
                meant.all.push(Who::Owner { of, kept: None });
            }
        }
        self.meant.push(meant);
    }

    /// What may be gone when the text begins is remembered; what the condition speaks of is meant, too.
    pub(super) fn body_means(&mut self, trigger: &ast::Trigger) {
        let keeps = !self.replaces && !all(&trigger.head, |one| !one.is_seen_before());
        let destroyed = says(&trigger.head, Happening::Destroyed);
        if keeps && destroyed && trigger.head.voice != ast::Voice::Short && self.place.name != LASTS
        {
            self.fallen = Some((self.local(Type::One(Element::Player)), false));
        }
        let Some(mut meant) = self.meant.pop() else {
            return;
        };
        for who in &mut meant.all {
            if let Who::Owner { kept, .. } = who {
                *kept = keeps.then(|| (self.local(Type::One(Element::Player)), false));
            }
        }
        if let Some(given) = &trigger.head.condition {
            self.condition_means(given, &mut meant.all);
        }
        self.meant.push(meant);
    }

    /// A condition of a statement speaks of players.
    pub(super) fn if_means(&mut self, cond: &Spanned<Cond>) {
        let mut all = Vec::new();
        self.condition_means(cond, &mut all);
        self.push_meant(all);
    }

    fn push_meant(&mut self, all: Vec<Who>) {
        self.meant.push(Antecedents {
            depth: self.it_depth(),
            all,
            by_you: false,
        });
    }

    /// What the first half of a condition speaks of is nothing that the second half could call `they`.
    pub(super) fn first_half_means(&mut self, cond: &Spanned<Cond>) {
        let mut all = Vec::new();
        self.condition_means(cond, &mut all);
        let any = !all.is_empty();
        self.push_meant(any.then_some(Who::Unclear).into_iter().collect());
    }

    fn condition_means(&mut self, cond: &Spanned<Cond>, all: &mut Vec<Who>) {
        match &cond.node {
            Cond::And(left, right) => {
                self.condition_means(left, all);
                self.condition_means(right, all);
            }
            Cond::There {
                compare: Compare::AtLeast,
                number,
                set,
            } if number.node == NumExpr::Number(1) => {
                if are_players(&set.node) {
                    let local = self.local(Type::One(Element::Player));
                    all.push(Who::One {
                        set: set.clone(),
                        local,
                        said: false,
                    });
                } else if of_others(&set.node) {
                    all.push(Who::Unclear);
                }
            }
            Cond::Is {
                not: false,
                property,
                ..
            } => match &property.node {
                Property::In(set) if of_others(&set.node) => all.push(Who::Unclear),
                _ => {}
            },
            _ => {}
        }
    }

    /// Whom `that player` means, where nobody nearer was chosen; `None` where nobody was spoken of at all.
    pub(super) fn meant_player(
        &mut self,
        chosen: Option<usize>,
        span: Span,
    ) -> Option<Option<Item>> {
        let at = self
            .meant
            .iter()
            .rposition(|meant| !meant.all.is_empty() || meant.by_you)?;
        let spoken_of = self.is_spoken_of();
        let meant = &mut self.meant[at];
        if chosen.is_some_and(|at| at >= meant.depth) {
            return None;
        }
        match meant.all.as_mut_slice() {
            [] if spoken_of => None,
            [] => {
                let help = "write `choose another player`, and then `that player`: you do this, and no other player is mentioned";
                Some(self.refused(span, "`that player` refers to nobody here", help))
            }
            [Who::Provoker] => Some(Some(Item::Provoker)),
            [Who::Player(local)] => Some(Some(Item::Local(*local))),
            [
                Who::Owner {
                    kept: Some((local, said)),
                    ..
                }
                | Who::One { local, said, .. },
            ] => {
                *said = true;
                Some(Some(Item::Local(*local)))
            }
            [Who::Owner { of, kept: None }] => {
                Some(Some(Item::OwnerOf(Box::new(Item::Local(*of)))))
            }
            [Who::Unclear] => {
                let help = "write `choose another player as foe`, and then `foe`, or `provoker` for the player who does what is \
                    waited for: the condition is about several players";
                Some(self.refused(span, "it is not clear who `that player` is", help))
            }
            _ => {
                let help = "two players were mentioned: write `provoker` for the one who does it; for the owner, write `when a \
                    building of another player as lost is destroyed, remembering the owner of lost as foe, ...`; or \
                    write `choose another player as foe` first, and then `foe`";
                Some(self.refused(span, "it is not clear who `that player` is", help))
            }
        }
    }

    /// Somebody could be meant whom a text inside has to be told of.
    pub(super) fn meant_inside(&self) -> Option<(usize, Local)> {
        let meant = self
            .meant
            .iter()
            .rev()
            .find(|meant| !meant.all.is_empty())?;
        match meant.all.as_slice() {
            [
                Who::Player(local)
                | Who::Owner {
                    kept: Some((local, _)),
                    ..
                }
                | Who::One { local, .. },
            ] => Some((meant.depth, *local)),
            _ => None,
        }
    }

    /// A text inside speaks of that one.
    pub(super) fn meant_said(&mut self, inside: Local) {
        for who in self.meant.iter_mut().flat_map(|meant| &mut meant.all) {
            match who {
                Who::Owner {
                    kept: Some((local, said)),
                    ..
                }
                | Who::One { local, said, .. }
                    if *local == inside =>
                {
                    *said = true;
                }
                _ => {}
            }
        }
    }

    /// The end of what a condition stands before: whoever was meant is chosen first.
    pub(super) fn end_meaning(&mut self, body: Option<&mut Body>, span: Span) {
        let (Some(meant), Some(body)) = (self.meant.pop(), body) else {
            return;
        };
        for who in meant.all {
            let Who::One {
                set,
                local,
                said: true,
            } = who
            else {
                continue;
            };
            if let Some(set) = self.without_choices(|scope| scope.set(&set)) {
                let random = false;
                let choose = Act::Choose { set, random, local };
                self.aside.note(&choose, span);
                body.steps.insert(0, Spanned::new(choose, span));
            }
        }
    }

    /// The end of a clause that waits: whose it was is remembered, where that was said.
    pub(super) fn end_head_meaning(
        &mut self,
        body: &mut Body,
        head: &ast::Head,
        remembers: &mut Vec<Value>,
    ) {
        let owner = self.meant.last().and_then(|meant| {
            meant.all.iter().find_map(|who| match who {
                Who::Owner {
                    of,
                    kept: Some((local, true)),
                } => Some((*of, *local)),
                _ => None,
            })
        });
        let span = first_span(head);
        let fallen = self
            .fallen
            .take()
            .filter(|(_, said)| *said)
            .map(|(local, _)| (0, local));
        for (of, local) in owner.into_iter().chain(fallen) {
            let help = match self.place.name {
                LASTS => Some(
                    "use the player who did it, `provoker`: an effect that lasts for a while does not remember the owner",
                ),
                _ if remembers.len() == CARRIED => Some(
                    "name the owner in the clause, `remembering the owner of lost as foe`: it cannot remember more",
                ),
                _ => None,
            };
            if let Some(help) = help {
                self.refused::<()>(span, "this owner is not remembered", help);
            }
            let name = ast::OWNER.to_string();
            let at = remembers.len();
            self.carried.insert(
                at,
                Capture {
                    name,
                    outer: local,
                    local,
                    element: Some(Element::Player),
                    secret: false,
                },
            );
            remembers.push(Value::Item(Item::OwnerOf(Box::new(Item::Local(of)))));
        }
        self.end_meaning(Some(body), span);
    }
}
