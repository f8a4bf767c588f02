//! Builds what is asked to be paid, as it is said behind what is done, or as something that must be done first.

use super::Builder;
use super::grammar::{Node, Rule};
use super::trees::at;
use crate::base::Happening;
use crate::syntax::ast::Trigger;

impl Builder {
    /// `neighbours of this cost another player a card to destroy`; `if another player would destroy one of your buildings, they
    /// must discard a card first`
    pub(super) fn due(self, clause: &mut Trigger, node: Node) {
        for node in node.into_inner() {
            let span = self.span(&node);
            match node.as_rule() {
                Rule::price => clause.price = Some(self.price(node)),
                Rule::would_must | Rule::would_must_to => self.due(clause, node),
                Rule::to_dear | Rule::was_dear => {
                    let happening = match node.as_str().split_whitespace().next().unwrap_or_default() {
                        "destroy" | "destroyed" => Happening::Destroyed,
                        "move" | "moved" => Happening::Moved,
                        "use" | "used" => Happening::Used,
                        "play" | "played" => Happening::Played,
                        "discard" | "discarded" => Happening::Discarded,
                        "look" | "looked" => Happening::LookedAt,
                        "build" | "built" => Happening::Built,
                        _ => Happening::Picked,
                    };
                    clause.head.happenings.push(at(happening, span));
                }
                _ => self.event_part(&mut clause.head, node),
            }
        }
    }
}
