//! Small trees that several builders need.

use crate::base::{Span, Spanned};
use crate::syntax::ast::{Filter, Item, ItemExpr, Noun, Set, SetExpr, Statement};

/// What `that many` is called.
pub(super) const MANY: &str = "many";
/// The name of whoever is given something, where that was `it` before.
pub(super) const RECEIVER: &str = "receiver";

/// Something and where it is said.
pub(super) fn at<T>(node: T, span: Span) -> Spanned<T> {
    Spanned::new(node, span)
}

/// All there is of something.
pub(super) fn of(noun: Noun, span: Span) -> SetExpr {
    at(Set::Of { target: false, noun: at(noun, span), filters: Vec::new() }, span)
}

/// A set of which only those are left for which this holds as well.
pub(super) fn filtered(set: SetExpr, filter: &Spanned<Filter>) -> SetExpr {
    let span = set.span;
    let node = match set.node {
        Set::Of { target, noun, mut filters } => {
            filters.push(filter.clone());
            Set::Of { target, noun, filters }
        }
        Set::Plus(left, right) => Set::Plus(Box::new(filtered(*left, filter)), Box::new(filtered(*right, filter))),
    };
    at(node, span)
}

/// What somebody decides; what `you` decide needs no word for it.
pub(super) fn by(who: &ItemExpr, statement: Statement, span: Span) -> Statement {
    match who.node {
        Item::You => statement,
        _ => Statement::By { who: who.clone(), statement: Box::new(at(statement, span)) },
    }
}

/// All players but you.
pub(super) fn other_players(span: Span) -> SetExpr {
    filtered(of(Noun::Players { from: None }, span), &at(Filter::ExceptItem(at(Item::You, span)), span))
}

/// What is looked at by a filter, which is not written.
pub(super) fn looked_at(span: Span) -> ItemExpr {
    at(Item::It, Span::new(span.start, span.start))
}

/// The cards in somebody's hand.
pub(super) fn hand(of_whom: ItemExpr, span: Span) -> SetExpr {
    of(Noun::Hand { of: of_whom, as_buildings: false }, span)
}

/// Who was spoken of last.
pub(super) fn that_player(span: Span) -> ItemExpr {
    at(Item::That("player".into()), span)
}

/// `their` in what somebody does to their own is of whoever does it.
pub(super) fn of_doer(item: ItemExpr, who: &ItemExpr) -> ItemExpr {
    let span = item.span;
    let in_set = |set: SetExpr| Box::new(set_of_doer(set, who));
    let item = match item.node {
        Item::That(noun) if noun == "player" => return who.clone(),
        Item::Any(set) => Item::Any(in_set(*set)),
        Item::Random(set) => Item::Random(in_set(*set)),
        Item::First(set) => Item::First(in_set(*set)),
        Item::Pick(pick, set) => Item::Pick(pick, in_set(*set)),
        Item::NextPlayer(of) => Item::NextPlayer(Box::new(of_doer(*of, who))),
        Item::TopOf(of) => Item::TopOf(Box::new(of_doer(*of, who))),
        item => item,
    };
    at(item, span)
}

/// The same of a set.
pub(super) fn set_of_doer(set: SetExpr, who: &ItemExpr) -> SetExpr {
    let span = set.span;
    let set = match set.node {
        Set::Of { target, noun, filters } => {
            let place = noun.span;
            let noun = match noun.node {
                Noun::Buildings(Some(of)) => Noun::Buildings(Some(of_doer(of, who))),
                Noun::Hand { of, as_buildings } => Noun::Hand { of: of_doer(of, who), as_buildings },
                Noun::CardsIn(of) => Noun::CardsIn(of_doer(of, who)),
                Noun::Tops(Some(of)) => Noun::Tops(Some(Box::new(set_of_doer(*of, who)))),
                Noun::One(item) => Noun::One(Box::new(of_doer(*item, who))),
                noun => noun,
            };
            Set::Of { target, noun: at(noun, place), filters }
        }
        Set::Plus(left, right) => Set::Plus(Box::new(set_of_doer(*left, who)), Box::new(set_of_doer(*right, who))),
    };
    at(set, span)
}
