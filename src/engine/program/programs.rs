//! Programs that are no card's text: a draw, what is done from the turn menu, and a pass.

use crate::Script;
use rules::ir::{
    Element, Guard, Happening, Item, ItemId, Looked, Op, Pc, Program, Rules, Set, SetId, Source,
    Verb,
};

impl Script {
    /// The op is one of the draw of a turn, which is no card's text.
    #[doc(hidden)]
    pub fn is_draw(&self, at: Pc) -> bool {
        at >= self.draw
    }

    /// The program that draws cards, for a frame of its own.
    pub fn draw_program(&self) -> Program {
        Program {
            entry: self.draw,
            guard: Guard::Always,
            starred: false,
            puts_itself: false,
            sources: 0,
        }
    }

    /// A card of the hand is built, or put face down on a building.
    pub fn deed_program(&self, happening: Happening) -> Program {
        let behind = if happening == Happening::Built { 4 } else { 6 };
        Program {
            entry: self.draw + behind,
            ..self.draw_program()
        }
    }

    /// A player picks which text comes first in the place of what would happen.
    pub fn first_program(&self) -> Program {
        Program {
            entry: self.draw + 8,
            ..self.draw_program()
        }
    }

    /// A player passes.
    pub fn pass_program(&self) -> Program {
        Program {
            entry: self.draw + 11,
            ..self.draw_program()
        }
    }

    /// A card is about to be played from hand.
    pub fn begin_program(&self) -> Program {
        Program {
            entry: self.draw + 2,
            ..self.draw_program()
        }
    }
}

/// The texts of what is asked before something happens: what is done from the turn menu, and which text comes first.
pub(super) fn texts_before(rules: &mut Rules) {
    let first = SetId(rules.sets.len() as u16);
    let (source, element) = (Source::Marked(0), Element::Building);
    rules.sets.push(Set {
        source,
        filter: None,
        target: false,
        bind: None,
        element,
        never_empty: false,
    });
    rules.looks.sets.push(Looked {
        things: rules.cards.len() as u32,
        ahead: false,
    });
    let [this, with] = [
        ItemId(rules.items.len() as u16),
        ItemId(rules.items.len() as u16 + 1),
    ];
    rules.items.extend([Item::This, Item::Reg(0)]);
    rules.looks.items.extend(
        [Looked {
            things: 1,
            ahead: false,
        }; 2],
    );
    let deed = |verb| [Op::Do(verb, this, Some(with)), Op::End];
    rules
        .code
        .extend(deed(Verb::Build).into_iter().chain(deed(Verb::PutFaceDown)));
    let behind = rules.code.len() as Pc + 1;
    rules.code.extend([
        Op::Choose {
            set: first,
            reg: 0,
            may: false,
            exit: behind,
        },
        Op::First,
        Op::End,
    ]);
    rules.code.extend([Op::Pass, Op::End]);
}
