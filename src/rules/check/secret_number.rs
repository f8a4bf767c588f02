//! Checks numbers that all choose in secret.

use super::Scope;
use crate::base::limits::KEPT;
use crate::rules::error::Problem;
use crate::rules::ir::Element;
use crate::rules::names::Type;
use crate::rules::tree::{Source, Step};
use crate::rules::verbs::Wanted;
use crate::syntax::ast::{self, Range, SetExpr};

impl Scope<'_> {
    /// Each of the players chooses one between these, which may hang on who it is.
    pub(super) fn secret_number(&mut self, players: &SetExpr, (from, to): &Range, name: &ast::Word) -> Option<Step> {
        if let ast::NumExpr::Number(most) = to.node
            && usize::from(most) > KEPT
        {
            let what = "the highest number that is chosen in secret";
            self.fault::<()>(to.span, Problem::TooMany { what, count: most.into(), most: KEPT });
        }
        let players = self.without_choices(|scope| scope.set_of(players, Wanted::Player));
        let (player, block) = (self.local(Type::One(Element::Player)), self.open());
        self.bind_it(player);
        let (from, to) = self.without_choices(|scope| (scope.number(from), scope.number(to)));
        self.close(block);
        let local = self.local(Type::EachNumber);
        self.bind(name, local);
        let source = Source::Numbers(Box::new(from?), Box::new(to?));
        Some(Step::Secretly { players: players?, player, set: self.plain(source, Element::Number), name: local })
    }
}
