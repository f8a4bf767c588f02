//! Checks clauses that wait for something to happen: who does what, to what, and what must hold then.

use super::Scope;
use super::pending::LASTS;
use super::scope::maybe;
use crate::error::{FaultName, Problem};
use crate::ir::{ANY_SORT, Compare, Element};
use crate::names::Type;
use crate::tree::{Act, Cause, Cond, Head, Item, Local, Num, Pattern, Set, SetKind, Source};
use crate::verbs::Wanted;
use lang::ast::{self, Voice};
use text::{Happening, Span, Spanned, Use};

/// The type of what it happens to; none where it happens to nothing.
pub(super) fn element(happening: Happening, instead: bool) -> Option<Element> {
    use Happening as H;
    match happening {
        // Before it stands there, it is a card.
        H::Built | H::SwappedIn if instead => Some(Element::Card),
        H::Revealed | H::Put | H::Moved => Some(Element::StackedCard),
        H::Destroyed | H::Built | H::SwappedIn | H::Used | H::Picked | H::Shifted | H::Silenced => {
            Some(Element::Building)
        }
        H::Discarded
        | H::LookedAt
        | H::Played
        | H::Drawn
        | H::TurnDrawn
        | H::EffectDrawn
        | H::Taken
        | H::Removed
        | H::Paid
        | H::PutBack
        | H::Enacted
        | H::Shown => Some(Element::Card),
        H::Eliminated => Some(Element::Player),
        // That is what the keyword says.
        H::Aimed | H::AimedUnchosen | H::Chosen => None,
        H::Passed
        | H::HandPlayed
        | H::TurnBegun
        | H::Shuffled
        | H::CrisisOver
        | H::Won
        | H::Resolved => None,
        // What bears the counters, as is said of them.
        H::Marked | H::Unmarked => None,
    }
}

/// All that the head says happens is such.
pub(super) fn all(head: &ast::Head, such: impl Fn(Happening) -> bool) -> bool {
    head.happenings.iter().all(|one| such(one.node))
}

/// That is among what the head says happens.
pub(super) fn says(head: &ast::Head, happening: Happening) -> bool {
    !all(head, |one| one != happening)
}

/// Where it first says what happens.
pub(super) fn first_span(head: &ast::Head) -> Span {
    let first = head.happenings.first();
    first.map_or(Span::default(), |one| one.span)
}

impl Scope<'_> {
    /// All that happens there has a place in that use.
    pub(super) fn has_place(&mut self, head: &ast::Head, within: Use) -> Option<()> {
        let placed = head.onto.is_some();
        let refused = |one: Spanned<Happening>| {
            let whole = one.node.refused(within);
            let at = one.node.refused_at(within).filter(|_| placed);
            Some((one.span, whole.is_none(), whole.or(at)?))
        };
        let Some((span, at, why)) = self.meant(head).into_iter().find_map(refused) else {
            return Some(());
        };
        self.misplaced(span, within.place(at), why)
    }

    pub(super) fn head(
        &mut self,
        said: &ast::Head,
        causes: Option<&[(Cause, Span)]>,
        asks: bool,
    ) -> Option<Head> {
        if said.voice == Voice::Short {
            let during = self.given(&said.during);
            let who = self.doer(said);
            let given = self.given(&said.condition);
            return Some(Head {
                during: during?,
                given: given?,
                voice: Voice::Short,
                who: who?,
                what: None,
                sort: None,
                reached: None,
                onto: None,
                from: None,
                of_player: false,
            });
        }
        let elsewhere = |one: Happening| !one.is_aimed() && one != Happening::Chosen;
        let over_at = said.what.is_some() && says(said, Happening::Resolved);
        let aimed = over_at || !all(said, elsewhere);
        let found = match aimed {
            true => self.aimed_at(causes?).map(Some),
            false => self.happens_to(&self.meant(said)),
        };
        let it = self.local(found.flatten().map_or(Type::Broken, Type::One));
        let to_player = |one| matches!(one, Happening::Taken | Happening::Shifted);
        let on = self.local(Type::One(if all(said, to_player) {
            Element::Player
        } else if says(said, Happening::Built) {
            Element::Place
        } else {
            Element::Building
        }));
        self.note_role(said, it);
        let during = self.given(&said.during);
        let who = self.doer(said);
        // `it cannot be destroyed`: what was spoken of before, not what it happens to.
        let spoken_of = said.what.as_ref().filter(|what| what.is_of(&ast::Item::It));
        let spoken_of = if said.counter.is_none() {
            spoken_of
        } else {
            None
        };
        let spoken_of = spoken_of.map(|what| self.role(Some(what), it, false));
        // A building goes to a hand or a pile like any other card.
        let piece = all(said, |one| {
            use Happening::{Discarded, Removed, Taken};
            matches!(one, Discarded | Removed | Taken)
        });
        let (sort, what) = match &said.counter {
            Some(counter) => {
                // Of what is forbidden, or costs something, several are meant.
                let one = Spanned::new(ast::NumExpr::Number(1 + u16::from(asks)), counter.span);
                let many = said
                    .reached
                    .as_ref()
                    .filter(|many| many.node != ast::NumExpr::Number(0));
                let sort = match &said.reached {
                    Some(_) => self.counter(counter, many),
                    None => self.counter(counter, Some(&one)),
                };
                let what = self.bearing(said.what.as_ref(), it);
                (sort.map(Some), what)
            }
            None => {
                // What is aimed at something is not that.
                if found.is_some_and(|element| element.is_some()) && !aimed {
                    self.bind_it(it);
                }
                (
                    Some(None),
                    spoken_of.unwrap_or_else(|| self.role(said.what.as_ref(), it, piece)),
                )
            }
        };
        let lies_on = all(said, |one| {
            use Happening::{Built, Moved, Put, Shifted, Silenced, Taken};
            matches!(one, Put | Moved | Silenced | Taken | Shifted | Built)
        });
        if let (Some(onto), false) = (&said.onto, lies_on) {
            let span = match &onto.pattern {
                ast::Pattern::Of(set) => set.span,
                ast::Pattern::Card(_) => first_span(said),
            };
            return self.refused(
                span,
                "`on` or `at` does not fit what happens here",
                "write `put on` or `moved onto` for a card that comes onto a building, `built at` for one that is built at a place",
            );
        }
        let onto = self.role(said.onto.as_ref(), on, false);
        let reached = maybe(said.reached.as_ref(), |many| self.number(many));
        self.head_means(said, (it, on));
        let given = self.given(&said.condition);
        self.forget_role(it);
        let of_player =
            found? == Some(Element::Player) || self.types[it] == Type::One(Element::Player);
        let (who, what, sort, onto, during, given) = (who?, what?, sort?, onto?, during?, given?);
        self.is_put(said, what.as_ref())?;
        self.is_heard(said, what.as_ref(), asks)?;
        self.has_origin(said)?;
        Some(Head {
            voice: said.voice,
            who,
            what,
            sort,
            reached: reached?,
            onto,
            from: said.from.map(|from| from.node),
            of_player,
            during,
            given,
        })
    }

    /// What is played, built or put lies elsewhere by then, and may have come from anywhere.
    fn has_origin(&mut self, said: &ast::Head) -> Option<()> {
        use Happening::{Built, Played, Put};
        match said.from {
            Some(from) if !all(said, |one| matches!(one, Played | Built | Put)) => {
                let help = "write where it lies with the card, `when a card in the discard pile is removed`, or leave it out: this \
                    is only said of cards that are played, built or put";
                self.refused(from.span, "`from` does not fit what happens here", help)
            }
            _ => Some(()),
        }
    }

    /// Who does it.
    fn doer(&mut self, said: &ast::Head) -> Option<Option<Set>> {
        match &said.who {
            // Whoever does it is no answer to who that is.
            Some(who)
                if who.node.is_one(&ast::Item::That("player".into())) && !self.is_spoken_of() =>
            {
                let help = match self.place.name {
                    LASTS => {
                        "name the player first, `choose another player as foe`, or in a clause that waits `let foe be \
                            provoker`, and then write `foe`"
                    }
                    _ => {
                        "use a counter to remember the player, `players with a burn on this`: none was chosen before"
                    }
                };
                let what = "`that player` refers to nobody here";
                let problem = Problem::new(FaultName::RefersToNothing, what, "not here", help);
                self.fault(who.span, problem)
            }
            who => maybe(who.as_ref(), |who| self.someone(who, Wanted::Player)),
        }
    }

    /// The type of what a keyword is aimed at: of its first parameter that is one thing.
    fn aimed_at(&mut self, causes: &[(Cause, Span)]) -> Option<Element> {
        let (cause, span) = causes.first().copied()?;
        let keyword = cause.keyword()?;
        let one = |kind: Type| match kind {
            Type::One(element) => Some(element),
            _ => None,
        };
        let aimed = self.names.keywords[keyword]
            .params
            .iter()
            .find_map(|parameter| one(parameter.kind));
        if aimed.is_none() {
            let help = "wait for its end, `is resolved`: it has no parameter for one player, building or card";
            return self.refused(span, "this keyword is not aimed at anything", help);
        }
        aimed
    }

    /// The type of what they all happen to. Several happen to things of the same type.
    fn happens_to(&mut self, happenings: &[Spanned<Happening>]) -> Option<Option<Element>> {
        let instead = self.replaces;
        let first = happenings
            .first()
            .and_then(|happening| element(happening.node, instead));
        for happening in happenings {
            let other = element(happening.node, instead);
            if other.map(Wanted::of) != first.map(Wanted::of) {
                let help = "write a clause for each: one happens to a card, the other to a building or a player";
                return self.refused(
                    happening.span,
                    "these two happen to different kinds of things",
                    help,
                );
            }
        }
        Some(first)
    }

    /// What comes by a keyword goes elsewhere.
    pub(super) fn aim(&mut self, at: &ast::ItemExpr) -> Option<Act> {
        let (item, element) = self.item(at)?;
        let Some(aimed) = self.aims else {
            let help = "use it only in `if a KEYWORD would be aimed at you, instead ...`";
            return self.misplaced(at.span, "`aim it`", help);
        };
        self.want(Wanted::of(aimed), element, at.span)?;
        Some(Act::Aim(item))
    }

    fn given(&mut self, cond: &Option<Spanned<ast::Cond>>) -> Option<Option<Cond>> {
        maybe(cond.as_ref(), |cond| self.cond(cond))
    }

    /// A set of those that take part. What must hold of one thing stands behind.
    fn someone(&mut self, set: &ast::SetExpr, wanted: Wanted) -> Option<Set> {
        let checked = self.without_choices(|scope| scope.set_of(set, wanted));
        match &set.node {
            ast::Set::Of { noun, filters, .. }
                if matches!(noun.node, ast::Noun::One(_)) && !filters.is_empty() =>
            {
                self.refused(
                    set.span,
                    "a single thing cannot have a condition here",
                    "write the condition after it: `when this is built, if ...`",
                )
            }
            _ => checked,
        }
    }

    /// What bears counters: it is what the set is of.
    fn bearing(&mut self, role: Option<&ast::Role>, local: Local) -> Option<Option<Pattern>> {
        let role = role?;
        let ast::Pattern::Of(set) = &role.pattern else {
            let span = role.name.as_ref().map_or(Span::default(), |name| name.span);
            return self.refused(
                span,
                "`a card` does not say where the counters are",
                "write `this`, `a building`, `a card in your nation` or `you`",
            );
        };
        let checked = self.someone(set, Wanted::Bearer)?;
        self.types[local] = Type::One(checked.element);
        self.bind_it(local);
        role.name.iter().for_each(|name| self.bind(name, local));
        Some(Some(Pattern::Of(checked)))
    }

    fn role(
        &mut self,
        role: Option<&ast::Role>,
        local: Local,
        piece: bool,
    ) -> Option<Option<Pattern>> {
        let Some(role) = role else { return Some(None) };
        let Type::One(element) = self.types[local] else {
            return None;
        };
        let pattern = match &role.pattern {
            ast::Pattern::Card(filters) => self
                .filters(local, Some(element), None, filters)
                .map(Pattern::Card),
            ast::Pattern::Of(set) if set.node.of_several().is_some() => {
                self.held_by_several(&set.node, local, element)
            }
            ast::Pattern::Of(set) => {
                let wanted = if piece {
                    Wanted::Piece
                } else {
                    Wanted::of(element)
                };
                let all = self.someone(set, wanted);
                all.and_then(|all| self.may_be_one(local, all, set.span))
                    .map(Pattern::Of)
            }
        };
        if let Some(name) = &role.name {
            self.bind(name, local);
        }
        Some(Some(pattern?))
    }

    /// `a card in another player's hand`: it is in its owner's hand, or nation, and that is one of these players.
    fn held_by_several(
        &mut self,
        set: &ast::Set,
        local: Local,
        element: Element,
    ) -> Option<Pattern> {
        let (noun, players, filters) = set.of_several()?;
        let players = self.someone(players, Wanted::Player);
        let owner = Item::OwnerOf(Box::new(Item::Local(local)));
        let (source, held) = match noun {
            ast::Noun::CardsIn(_) => (Source::CardsIn(owner.clone()), Element::StackedCard),
            _ => (Source::Hand(owner.clone()), Element::Card),
        };
        let there = Set {
            element: held,
            kind: SetKind::Of {
                target: false,
                source,
                candidate: self.local(Type::One(held)),
                filters: Vec::new(),
            },
        };
        let filters = self.filters(local, Some(element), None, filters);
        let mut tests = vec![
            Cond::is_in(Item::Local(local), there),
            one_of(owner, &players?),
        ];
        tests.extend(filters?);
        Some(Pattern::Card(tests))
    }
}

impl Head {
    /// What must hold for the clause to be about what has happened.
    pub fn tests(&self) -> Vec<Cond> {
        let of = |pattern: &Option<Pattern>, local: Local| match pattern {
            None => Vec::new(),
            Some(Pattern::Card(filters)) => filters.clone(),
            Some(Pattern::Of(set)) => vec![one_of(Item::Local(local), set)],
        };
        let mut tests: Vec<Cond> = self.during.iter().cloned().collect();
        tests.extend(self.who.iter().map(|who| one_of(Item::Provoker, who)));
        tests.extend(of(&self.what, 0));
        tests.extend(of(&self.onto, 1));
        tests.extend(self.from.map(|from| {
            let number = Num::Const(from as u16 + 1);
            Cond::Compare(Num::Detail, Compare::Exactly, number)
        }));
        if let Some(sort) = self.sort {
            let player = self.of_player;
            let marks = |how, player| {
                let these = Num::Marks { sort, player };
                Cond::Compare(Num::Local(1), how, these)
            };
            tests.push(match sort {
                ANY_SORT => marks(Compare::AtMost, false).negated(player),
                _ => marks(Compare::Exactly, player),
            });
            tests.extend(self.reached.as_ref().map(|many| self.reaches(sort, many)));
        }
        tests.extend(self.given.clone());
        tests
    }

    /// So many counters are there, and were not before.
    fn reaches(&self, sort: u8, many: &Num) -> Cond {
        let there = Num::Counters {
            sort,
            player: self.of_player,
            on: Box::new(Item::Local(0)),
        };
        if *many == Num::Const(0) {
            return Cond::Compare(there, Compare::Exactly, Num::Const(0));
        }
        let before = Num::Minus(Box::new(there.clone()), Box::new(Num::Detail));
        let more = Num::Plus(Box::new(before), Box::new(Num::Const(1)));
        let fewer = Cond::Compare(more, Compare::AtMost, many.clone());
        Cond::Compare(there, Compare::AtLeast, many.clone()).and(fewer)
    }

    /// It waits, or forbids, as a law.
    pub fn is_of_law(&self) -> bool {
        let law = |cond: &Cond| *cond == Cond::Law(Item::This);
        self.during.as_ref().is_some_and(|cond| cond.needs(&law))
    }

    /// It is about `this` itself.
    pub fn is_about_this(&self) -> bool {
        let this =
            |what: &Pattern| matches!(what, Pattern::Of(set) if set.one() == Some(&Item::This));
        self.voice == Voice::Short || self.what.as_ref().is_some_and(this)
    }
}

/// The thing is one of the set.
pub(super) fn one_of(item: Item, set: &Set) -> Cond {
    match set.one() {
        Some(other) => Cond::Same(item, other.clone()),
        None => Cond::is_in(item, set.clone()),
    }
}
