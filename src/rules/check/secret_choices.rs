//! Checks what all choose in secret: players, cards and numbers.

use super::Scope;
use crate::error::Problem;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Source, Step};
use crate::verbs::Wanted;
use lang::ast::{self, Range, SetExpr};
use text::limits::KEPT;

impl Scope<'_> {
    /// Each of the players chooses one between these, which may hang on who it is.
    pub(super) fn secret_number(
        &mut self,
        players: &SetExpr,
        (from, to): &Range,
        name: &ast::Word,
    ) -> Option<Step> {
        if let ast::NumExpr::Number(most) = to.node
            && usize::from(most) > KEPT
        {
            let what = "the highest number that is chosen in secret";
            self.fault::<()>(
                to.span,
                Problem::TooMany {
                    what,
                    count: most.into(),
                    most: KEPT,
                },
            );
        }
        let players = self.without_choices(|scope| scope.set_of(players, Wanted::Player));
        let (player, block) = (self.local(Type::One(Element::Player)), self.open());
        self.bind_it(player);
        let (from, to) = self.without_choices(|scope| (scope.number(from), scope.number(to)));
        self.close(block);
        let local = self.local(Type::EachNumber);
        self.bind(name, local);
        let (from, to) = (from?, to?);
        let source = Source::Numbers(Box::new(from), Box::new(to));
        let set = self.plain(source, Element::Number);
        Some(Step::Secretly {
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
    ) -> Option<Step> {
        let players = self.without_choices(|scope| scope.set_of(players, Wanted::Player));
        let (player, block) = (self.local(Type::One(Element::Player)), self.open());
        self.bind_it(player);
        let checked = self.without_choices(|scope| scope.set(set));
        self.close(block);
        let is_card = checked.as_ref().is_some_and(|set| set.element.is_card());
        let wanted = if is_card || !shown {
            Wanted::Card
        } else {
            Wanted::Player
        };
        let fits = checked
            .as_ref()
            .and_then(|checked| self.want(wanted, checked.element, set.span));
        let local = self.local(Type::Each(if is_card {
            Element::Card
        } else {
            Element::Player
        }));
        self.bind(name, local);
        fits?;
        Some(Step::Secretly {
            shown,
            players: players?,
            player,
            set: checked?,
            name: local,
        })
    }
}
