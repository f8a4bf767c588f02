//! The words by which the listing of a program prints items, sets, conditions and numbers.

use super::explain::Listing;
use super::ir::{
    Alteration, Alters, Compare, How, Item, ItemId, Num, NumId, Pred, PredId, SetId, Source,
    Starred,
};
use text::Extreme;

impl Listing<'_> {
    pub(super) fn item(&self, item: ItemId) -> String {
        match self.rules.items[item.index()] {
            Item::Reg(reg) => format!("r{reg}"),
            Item::This => "this".into(),
            Item::It => "it".into(),
            Item::You => "you".into(),
            Item::Provoker => "provoker".into(),
            Item::OfTurn => "player of the turn".into(),
            Item::Entry(reg, item) | Item::Held(reg, item) => {
                format!("r{reg} of {}", self.item(item))
            }
            Item::Nothing => "nothing".into(),
            Item::TopOf(item) => format!("top({})", self.item(item)),
            Item::OwnerOf(item) => format!("owner({})", self.item(item)),
            Item::Under(item) => format!("under({})", self.item(item)),
            Item::First(set) => format!("first({})", self.set(set)),
            Item::Pick(pick, set) => format!("{}({})", pick.word(), self.set(set)),
            Item::Beside(side, item) => format!("{} of {}", side.word(), self.item(item)),
            Item::NameOf(item) => format!("name({})", self.item(item)),
            Item::WrittenOn(item) => format!("written({})", self.item(item)),
        }
    }

    pub(super) fn alters(&self, clause: &Alters) -> String {
        let condition = self.while_so(clause.condition);
        let said = match clause.what {
            Alteration::Neighbours { each, left, right } => {
                let each = each.map_or(String::new(), |each| {
                    format!("for each {}, ", self.set(each))
                });
                format!(
                    "{each}{} and {} are neighbours",
                    self.set(left),
                    self.set(right)
                )
            }
            Alteration::Name { set, written, of } => {
                let whose = if written { "written on" } else { "of" };
                format!("{} bear the name {whose} {}", self.set(set), self.item(of))
            }
            Alteration::Called { set, name } => {
                format!(
                    "{} bear the name {}",
                    self.set(set),
                    self.rules.names[usize::from(name.0)]
                )
            }
            Alteration::KeepsName { set } => format!("{} keep their names", self.set(set)),
            Alteration::TextOf { set, of } => {
                format!("{} have the text of {}", self.set(set), self.item(of))
            }
            Alteration::Has { set, face } => format!("{} have text {}", self.set(set), face.0),
            Alteration::Starred { of, change } => {
                let of = self.set(of);
                match change {
                    Starred::Raise(by) => {
                        format!("raise starred numbers of {of} by {}", self.num(by))
                    }
                    Starred::Lower { by, floor } => {
                        format!(
                            "lower starred numbers of {of} by {} to {}",
                            self.num(by),
                            self.num(floor)
                        )
                    }
                    Starred::Double => format!("double starred numbers of {of}"),
                }
            }
        };
        condition + &said
    }

    pub(super) fn set(&self, set: SetId) -> String {
        let set = self.rules.sets[set.index()];
        let mut text = match set.source {
            Source::Players => "players".to_string(),
            Source::Noted(reg) => format!("players of r{reg}"),
            Source::PlayersWith {
                sort,
                on,
                player: _,
            } => {
                format!(
                    "players with {} on {}",
                    self.rules.counter(sort),
                    self.item(on)
                )
            }
            Source::PlayersFrom(item) => format!("players from {}", self.item(item)),
            Source::Buildings => "buildings".into(),
            Source::BuildingsOf(item) => format!("buildings of {}", self.item(item)),
            Source::Neighbours(item) => format!("neighbours of {}", self.item(item)),
            Source::Row(side, item) => format!("buildings {} of {}", side.word(), self.item(item)),
            Source::Between(one, other) => format!(
                "buildings between {} and {}",
                self.item(one),
                self.item(other)
            ),
            Source::Tops => "tops".into(),
            Source::TopsOf(set) => format!("tops of {}", self.set(set)),
            Source::CardsOn(item) => format!("cards on {}", self.item(item)),
            Source::CardsOnFromTop(item) => format!("cards on {} from the top", self.item(item)),
            Source::CardsIn(item) => format!("stacked cards of {}", self.item(item)),
            Source::Hand(item) => format!("hand of {}", self.item(item)),
            Source::Discard => "discard pile".into(),
            Source::Deck => "deck".into(),
            Source::Laws => "laws".into(),
            Source::Names { cards: false } => "names of buildings".into(),
            Source::Names { cards: true } => "names of cards".into(),
            Source::DeckTop(number) => format!("top {} of the deck", self.num(number)),
            Source::Places => "places".into(),
            Source::PlacesOf(item) => format!("places of {}", self.item(item)),
            Source::PlacesBeside(item) => format!("places beside {}", self.item(item)),
            Source::Marked(set) => format!("them{set}"),
            Source::Plus(left, right) => format!("{} + {}", self.set(left), self.set(right)),
            Source::One(item) => format!("one {}", self.item(item)),
            Source::Numbers(from, to) => format!("{} to {}", self.num(from), self.num(to)),
        };
        if set.target {
            text = format!("target {text}");
        }
        if let Some(reg) = set.bind {
            text.push_str(&format!(" as r{reg}"));
        }
        match set.filter {
            Some(pred) => format!("[{text} | {}]", self.pred(pred)),
            None => format!("[{text}]"),
        }
    }

    pub(super) fn pred(&self, pred: PredId) -> String {
        match self.rules.preds[pred.index()] {
            Pred::Always => "always".into(),
            Pred::Never => "never".into(),
            Pred::And(left, right) => format!("({} and {})", self.pred(left), self.pred(right)),
            Pred::Or(left, right) => format!("({} or {})", self.pred(left), self.pred(right)),
            Pred::Not(inner) => format!("not {}", self.pred(inner)),
            Pred::Stacked(item) => format!("{} stacked", self.item(item)),
            Pred::Active(item) => format!("{} active", self.item(item)),
            Pred::Disabled(item) => format!("{} disabled", self.item(item)),
            Pred::FaceUp(item) => format!("{} face up", self.item(item)),
            Pred::Living(item) => format!("{} living", self.item(item)),
            Pred::Law(item) => format!("{} a law", self.item(item)),
            Pred::VictoryCard(item) => format!("{} a victory card", self.item(item)),
            Pred::Named(item, name) => {
                format!(
                    "{} named \"{}\"",
                    self.item(item),
                    self.rules.names[name.index()]
                )
            }
            Pred::NamedLike(item, other) => {
                format!("{} named like {}", self.item(item), self.item(other))
            }
            Pred::NamedAs(item, name) => format!("{} named {}", self.item(item), self.item(name)),
            Pred::Face(item, face) => {
                format!(
                    "{} with the face {}",
                    self.item(item),
                    self.rules.faces[face.index()].label
                )
            }
            Pred::On(left, right) => format!("{} on {}", self.item(left), self.item(right)),
            Pred::Of(left, right) => format!("{} of {}", self.item(left), self.item(right)),
            Pred::In(item, set) => format!("{} in {}", self.item(item), self.set(set)),
            Pred::Status(item, status) | Pred::Standing(item, status) => {
                format!(
                    "{} {}",
                    self.item(item),
                    self.rules.statuses[usize::from(status)]
                )
            }
            Pred::Meets(item) => format!("{} meets a condition to win", self.item(item)),
            Pred::Same(left, right) => format!("{} is {}", self.item(left), self.item(right)),
            Pred::Exists(set) => format!("exists {}", self.set(set)),
            Pred::Compare(left, how, right) => {
                let how = match how {
                    Compare::AtLeast => ">=",
                    Compare::AtMost => "<=",
                    Compare::Exactly => "=",
                };
                format!("{} {how} {}", self.num(left), self.num(right))
            }
            Pred::Goes(what, place) => format!("{} goes to {}", self.item(what), self.item(place)),
            Pred::Allowed(ask, what, onto) => {
                let happening = self.rules.asks[usize::from(ask.0)].happening;
                format!(
                    "{happening:?} is allowed of {} onto {}",
                    self.item(what),
                    self.item(onto)
                )
            }
            Pred::Playable(item, how) => format!("can {} {}", verb(how), self.item(item)),
            Pred::MyTurn => "your turn".into(),
            Pred::MyTurnStart => "start of your turn".into(),
            Pred::MyTurnMain => "your turn past its start".into(),
            Pred::Most(item, reg, Extreme { fewest, others }) => {
                let most = if fewest { "fewest" } else { "most" };
                let among = if others { " of others" } else { "" };
                format!("{} has the {most} of r{reg}{among}", self.item(item))
            }
            Pred::Truth(reg) => format!("r{reg}"),
        }
    }

    pub(super) fn num(&self, num: NumId) -> String {
        match self.rules.nums[num.index()] {
            Num::Const(number) => number.to_string(),
            Num::Starred(number) => format!("{number}*"),
            Num::Count(set) => format!("count {}", self.set(set)),
            Num::Height(item) => format!("height of {}", self.item(item)),
            Num::Counters {
                sort,
                on,
                player: _,
            } => format!("{} on {}", self.rules.counter(sort), self.item(on)),
            Num::Whose(number, of) => format!("{} by {}", self.num(number), self.item(of)),
            Num::DifferentNames(set) => format!("different names of {}", self.set(set)),
            Num::MostAlike(set) => format!("most alike of {}", self.set(set)),
            Num::If(pred, then, otherwise) => {
                format!(
                    "({} if {} else {})",
                    self.num(then),
                    self.pred(pred),
                    self.num(otherwise)
                )
            }
            Num::Plus(left, right) => format!("{} + {}", self.num(left), self.num(right)),
            Num::Minus(left, right) => format!("{} - {}", self.num(left), self.num(right)),
            Num::Half(of, up) => format!(
                "half of {} {}",
                self.num(of),
                if up { "up" } else { "down" }
            ),
            Num::Among(set, of, extent) => {
                format!("{extent:?} {} of {}", self.num(of), self.set(set))
            }
            Num::Reg(reg) => format!("r{reg}"),
            Num::Seats => "seats".into(),
            Num::Entry(reg, item) => format!("r{reg} of {}", self.item(item)),
        }
    }
}

fn verb(how: How) -> &'static str {
    match how {
        How::Play => "play",
        How::Replay => "replay",
        How::FromHand => "play as if from hand",
    }
}
