//! What is chosen or decided by others, by chance, in secret, or between branches.

use super::Scope;
use super::scope::{OF_COUNTER, maybe, too_many};
use crate::error::Problem;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Act, Body, Branch, Item, Local, Part, Says, Set, Source};
use crate::verbs::Wanted;
use lang::ast::{self, Clause, Operand, Order, Range, SetExpr, Statement, Voice};
use text::limits::{BRANCHES, KEPT};
use text::{Span, Spanned, Verb};

impl Scope<'_> {
    /// `foe may: ... otherwise: ...`: whoever is asked decides, and `you` do what follows.
    pub(super) fn offers(
        &mut self,
        asked: Option<&Item>,
        body: &ast::Body,
        otherwise: Option<&ast::Body>,
    ) -> Option<Act> {
        let other = self.offered || asked.is_some_and(|asked| *asked != Item::You);
        let so_far = self.so_far();
        let before = std::mem::replace(&mut self.offered, other);
        let body = self.body(body);
        // What comes where they do not is nothing that they were asked to do.
        self.offered = before;
        let otherwise = self.or_else(so_far, otherwise);
        Some(Act::May {
            body: body?,
            otherwise: otherwise?,
        })
    }

    /// A keyword is done by whose text it is, and would be read as done by who was asked.
    pub(super) fn is_your_own(&mut self, keyword: &ast::Word) -> Option<()> {
        if !self.offered {
            return Some(());
        }
        let help = "the keyword would be done by `you`: say it of the player, as in `foe may discard a card`; or let them answer \
            first, `foe chooses a number from 0 to 1 as answer`, and write `if answer is exactly 1, ...` for it";
        self.refused(
            keyword.span,
            "another player cannot be offered a keyword",
            help,
        )
    }
}

impl Scope<'_> {
    pub(super) fn toss(&mut self, sides: &[ast::CoinSide]) -> Option<Act> {
        if let [first, second] = sides
            && first.heads.node == second.heads.node
        {
            let label = if second.heads.node { "heads" } else { "tails" }.to_string();
            self.fault::<()>(second.heads.span, Problem::SameBranch { label });
        }
        let before = self.so_far();
        let mut fallen = [Some(Body::default()), Some(Body::default())];
        // A side that is left out does nothing.
        let mut other = before;
        for (at, side) in sides.iter().enumerate() {
            if at > 0 {
                other = self.back_to(before);
            }
            fallen[usize::from(!side.heads.node)] = self.body(&side.body);
        }
        self.join(other);
        let [heads, tails] = fallen;
        Some(Act::Toss {
            heads: heads?,
            tails: tails?,
        })
    }

    /// What has been picked so far, and whether cards have been drawn.
    pub(super) fn so_far(&self) -> (Option<Element>, bool) {
        (self.picked, self.drawn)
    }

    /// What else may be done begins where it was; answers what has been done by now.
    fn back_to(&mut self, before: (Option<Element>, bool)) -> (Option<Element>, bool) {
        let after = self.so_far();
        (self.picked, self.drawn) = before;
        after
    }

    /// What is done in the place of what was done since, if anything is.
    pub(super) fn or_else(
        &mut self,
        before: (Option<Element>, bool),
        otherwise: Option<&ast::Body>,
    ) -> Option<Body> {
        let after = self.back_to(before);
        let otherwise = match otherwise {
            Some(otherwise) => self.body(otherwise),
            None => Some(Body::default()),
        };
        self.join(after);
        otherwise
    }

    /// One of the two has been done.
    fn join(&mut self, (picked, drawn): (Option<Element>, bool)) {
        self.picked = self.picked.and(picked);
        self.drawn |= drawn;
    }

    /// Branches by their labels; those in `taken` stand for something else.
    pub(super) fn branches(
        &mut self,
        branches: &[ast::Branch],
        taken: &[&str],
    ) -> Option<Vec<Branch>> {
        if let Some(one_more) = branches.get(BRANCHES) {
            let problem = too_many("branches of one `either`", branches.len(), BRANCHES);
            return self.fault(one_more.label.span, problem);
        }
        // What one branch draws is nothing to the others.
        let (before, mut drawn) = (self.drawn, self.drawn);
        let mut checked = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            self.named(&branch.label);
            let same = branches[..at]
                .iter()
                .find(|other| other.label.node == branch.label.node);
            if taken.contains(&branch.label.node.as_str()) {
                let help = "use another word: `stop` ends the choosing here";
                self.refused::<()>(
                    branch.label.span,
                    "a branch cannot be called `stop` here",
                    help,
                );
            }
            if same.is_some_and(|other| other.condition.is_none() || branch.condition.is_none()) {
                let label = branch.label.node.clone();
                self.fault::<()>(branch.label.span, Problem::SameBranch { label });
            }
            let condition = maybe(branch.condition.as_ref(), |cond| self.cond(cond));
            self.drawn = before;
            let body = self.body(&branch.body);
            drawn |= self.drawn;
            let label = branch.label.node.clone();
            checked.push(condition.zip(body).map(|(condition, body)| Branch {
                label,
                condition,
                body,
            }));
        }
        self.drawn = drawn;
        checked.into_iter().collect()
    }
}

impl Scope<'_> {
    /// Things of that sort can be gone through in that order.
    pub(super) fn has_order(
        &mut self,
        order: Option<Order>,
        element: Element,
        span: Span,
    ) -> Option<()> {
        let kept = !matches!(element, Element::Place | Element::Number | Element::Name);
        match order {
            Some(Order::Chosen) if !kept => self.refused(
                span,
                "you cannot choose the order of these",
                "choose them one by one: `repeat 2 times: choose a place as spot`",
            ),
            Some(Order::Oldest | Order::Newest) if element != Element::Building => self.refused(
                span,
                "only buildings have an age",
                "leave out the order, or write `cards on this from the top`",
            ),
            _ => Some(()),
        }
    }

    /// What is read of each of the players, who is `it` there.
    fn of_each<T>(
        &mut self,
        players: &SetExpr,
        read: impl FnOnce(&mut Self) -> T,
    ) -> (Option<Set>, Local, T) {
        let players = self.without_choices(|scope| scope.set_of(players, Wanted::Player));
        let (player, block) = (self.local(Type::One(Element::Player)), self.open());
        self.bind_it(player);
        let read = self.without_choices(read);
        self.close(block);
        (players, player, read)
    }

    /// Each of the players chooses one between these, which may hang on who it is.
    pub(super) fn secret_number(
        &mut self,
        players: &SetExpr,
        (from, to): &Range,
        name: &ast::Word,
    ) -> Option<Act> {
        if let ast::NumExpr::Number(most) = to.node
            && usize::from(most) > KEPT
        {
            let what = "the highest number that is chosen in secret";
            self.fault::<()>(to.span, too_many(what, most.into(), KEPT));
        }
        let (players, player, (from, to)) =
            self.of_each(players, |scope| (scope.number(from), scope.number(to)));
        let local = self.local(Type::EachNumber);
        self.bind(name, local);
        let source = Source::Numbers(Box::new(from?), Box::new(to?));
        let set = self.plain(source, Element::Number);
        Some(Act::Secretly {
            shown: true,
            players: players?,
            player,
            set,
            name: local,
        })
    }

    /// Each of the players chooses a player, or a card, which lies aside then.
    pub(super) fn secret_choice(
        &mut self,
        players: &SetExpr,
        set: &SetExpr,
        name: &ast::Word,
        shown: bool,
    ) -> Option<Act> {
        let (players, player, checked) = self.of_each(players, |scope| scope.set(set));
        let is_card = |set: &Set| Wanted::Card.takes(set.element);
        let is_card = checked.as_ref().is_some_and(is_card);
        let wanted = if is_card || !shown {
            Wanted::Card
        } else {
            Wanted::Player
        };
        let fits = checked.as_ref().and_then(|checked| {
            if shown && !is_card && checked.element != Element::Player {
                let help = "let each choose a number, `each player secretly chooses a number from 1 to 3 as bid`, or choose openly: \
                    `for each player as rival: rival chooses a building as spot`";
                let what = "only a player, a card or a number can be chosen secretly";
                return self.refused(set.span, what, help);
            }
            self.want(wanted, checked.element, set.span)
        });
        let local = self.local(Type::Each(if is_card {
            Element::Card
        } else {
            Element::Player
        }));
        self.bind(name, local);
        fits?;
        Some(Act::Secretly {
            shown,
            players: players?,
            player,
            set: checked?,
            name: local,
        })
    }
}

/// What a clause holds as long as, where that is said.
pub(super) fn during(clause: &Clause) -> Option<&Spanned<ast::Cond>> {
    match clause {
        Clause::Trigger(waits) | Clause::Cannot(waits) | Clause::Instead(waits) => {
            waits.head.during.as_ref()
        }
        Clause::Lasting(lasting) => lasting.condition.as_ref(),
        Clause::CountsAs(counts) => counts.condition.as_ref(),
        Clause::Alters(alters) => alters.condition.as_ref(),
        _ => None,
    }
}

/// The clause of an action holds only as long as that is a law.
pub(super) fn is_law(clause: &Clause) -> bool {
    match clause {
        Clause::Trigger(trigger) if trigger.head.voice == Voice::Short => false,
        Clause::CountsAs(_) => false,
        clause => during(clause).is_some_and(is_of_law),
    }
}
impl Scope<'_> {
    /// `you` choose a building, a player or a number, and alone know which.
    pub(super) fn secret(&mut self, choice: &Spanned<Statement>) -> Option<Act> {
        let (random, named, target) = match &choice.node {
            Statement::Choose { set, random, name } => {
                (*random, name.is_some(), set.node.is_target())
            }
            Statement::ChooseNumber { random, .. } => (*random, true, false),
            _ => (false, false, false),
        };
        let refused = match (random, named, target) {
            (true, ..) => Some((
                "everybody sees what chance picks",
                "write it without `secretly`",
            )),
            (_, _, true) => Some((
                "everybody sees which target is chosen",
                "write it without `target`",
            )),
            (_, false, _) => Some(("a secret needs a name", KEPT_SECRET)),
            _ => None,
        };
        if let Some((reason, help)) = refused {
            return self.refused(choice.span, reason, help);
        }
        let step = self.acting(choice)?;
        let Act::Choose { set, local, .. } = &step else {
            return None;
        };
        if !matches!(
            set.element,
            Element::Building | Element::Player | Element::Number
        ) {
            let help = "choose a building, a player or a number: what a card is stays hidden while it lies face down";
            return self.refused(choice.span, "this cannot be chosen in secret", help);
        }
        self.secrets.push((*local, Some(choice.span)));
        Some(Act::Secret(Box::new(Spanned::new(step, choice.span))))
    }

    /// What is secret goes on in the delayed effect behind it, and nowhere else.
    pub(super) fn goes_on(&mut self, mut step: Act, span: Span) -> Option<Act> {
        let used = |part: Part, secrets: &[(Local, Option<Span>)]| {
            secrets.iter().any(|(local, _)| part.uses(*local))
        };
        if let Act::Lasts { whose, pending } = &mut step
            && let Says::Does(text) = &mut pending.says
        {
            if { whose.iter() }.any(|whose| used(Part::Item(whose), &self.secrets)) {
                let help = "let it wait for your own turn: `at the start of your next turn, ...`";
                return self.refused(span, "everybody sees whose turn this waits for", help);
            }
            let mut gone = false;
            for carried in &mut text.carried {
                let secret = { self.secrets.iter_mut() }.find(|(local, _)| *local == carried.outer);
                if let Some((_, kept)) = secret {
                    carried.secret = kept.take().is_some();
                    gone |= !carried.secret;
                }
            }
            if gone {
                return self.refused(span, GONE, WHOLE);
            }
            return self.keeps_none().map(|()| step);
        }
        if matches!(step, Act::Secret(_)) {
            if used(Part::Act(&step), &self.secrets) {
                let help = "choose it openly, or say in the delayed effect what depends on both: `if foe is not rival, ...`";
                return self.refused(span, "everybody sees what there is to choose from", help);
            }
            return Some(step);
        }
        self.keeps_none()?;
        if used(Part::Act(&step), &self.secrets) {
            return self.refused(span, GONE, WHOLE);
        }
        Some(step)
    }

    /// All that is secret has gone on.
    pub(super) fn keeps_none(&mut self) -> Option<()> {
        let Some(kept) = self.secrets.iter().find_map(|(_, kept)| *kept) else {
            return Some(());
        };
        self.secrets.clear();
        self.refused(kept, "nothing comes of this secret", KEPT_SECRET)
    }
}

/// How a secret is written.
const KEPT_SECRET: &str = "write it with a name, and directly behind it a delayed effect that uses that: `secretly choose a building as \
    goal. At the start of your next turn: destroy goal`";

/// A secret has one delayed effect.
const GONE: &str = "this secret went with the delayed effect before";
const WHOLE: &str = "say all that uses it in one delayed effect";

/// It cannot hold unless `this` is a law.
fn is_of_law(cond: &Spanned<ast::Cond>) -> bool {
    match &cond.node {
        ast::Cond::Is {
            item,
            property,
            not: false,
        } => item.node == ast::Item::This && property.node == ast::Property::Law,
        ast::Cond::And(left, right) => is_of_law(left) || is_of_law(right),
        _ => false,
    }
}

/// `you` decide, draw, look or play by it, whether or not it says so.
fn is_done_by_you(statement: &Statement) -> bool {
    match statement {
        Statement::Choose { random, .. } | Statement::ChooseNumber { random, .. } => !random,
        Statement::Repeat { at_most, .. } => *at_most,
        Statement::Secret(choice) => is_done_by_you(&choice.node),
        Statement::ForEach { order, .. } => *order == Some(Order::Chosen),
        Statement::MayChoose { .. }
        | Statement::May { .. }
        | Statement::Either(_)
        | Statement::Modes { .. } => true,
        Statement::Draw { .. } => true,
        Statement::Verb {
            verb: Verb::LookAt | Verb::Play | Verb::Replay | Verb::PlayFromHand,
            ..
        } => true,
        Statement::Verb {
            operand: Operand::Several { random, .. },
            ..
        } => !random,
        taken => taken.chooses_sorts(),
    }
}

impl Scope<'_> {
    /// Why there is no `you` here, and what there is.
    pub(super) fn without_you(&self) -> &'static str {
        match self.place.this {
            Some(_) if self.place.name == OF_COUNTER => {
                "write `owned = true` in the counter's section: then `you` means the player who put it there"
            }
            Some(_) => {
                "in a `when ...` clause, write `provoker` for the player who does it: a law belongs to nobody"
            }
            None => "use only disputes: a switch depends on nothing else",
        }
    }

    /// What `you` do nobody does where a text belongs to nobody.
    pub(super) fn is_somebodys(&mut self, statement: &Spanned<Statement>) -> Option<()> {
        if self.place.you || !is_done_by_you(&statement.node) {
            return Some(());
        }
        let help = match self.place.name == OF_COUNTER {
            true => self.without_you(),
            false => {
                "let a player decide, as in `provoker chooses ...`, or chance: a law belongs to nobody"
            }
        };
        self.refused(
            statement.span,
            "there is no `you` here who could do this",
            help,
        )
    }
}
