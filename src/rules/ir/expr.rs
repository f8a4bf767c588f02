//! What programs ask: items, sets, conditions and numbers, each referring to others by number.

use super::ids::{AskId, Causes, FaceId, ItemId, NameId, NumId, PredId, Reg, SetId};
use super::program::How;
use text::{Extreme, Happening, Pick, Side};

/// One thing. Where it does not exist (the top of an empty stack, say), it is *gone*, and what is done to
/// it has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item {
    Reg(Reg),
    This,
    /// The candidate of the innermost set whose filter is being asked.
    It,
    You,
    Provoker,
    /// The player whose turn it is.
    OfTurn,
    /// The top card of a building's stack.
    TopOf(ItemId),
    /// The owner of a building, or of the building that a card is stacked on.
    OwnerOf(ItemId),
    /// The building that a card is stacked on.
    Under(ItemId),
    First(SetId),
    Pick(Pick, SetId),
    /// The building beside a building, on that side.
    Beside(Side, ItemId),
    /// The name of a card, or of a building while it has one.
    NameOf(ItemId),
    /// The name written on a card of a nation.
    WrittenOn(ItemId),
    /// The player whom that player has chosen, kept in that register and the next one.
    Entry(Reg, ItemId),
    /// The card that player has set aside, kept in the register of its seat, from that one on.
    Held(Reg, ItemId),
    /// Nothing: it is always gone.
    Nothing,
}

/// Things of one type, in a defined order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set {
    pub source: Source,
    pub filter: Option<PredId>,
    /// Leaves out what may not be targeted (TGT-1): guarded stacks and their cards.
    pub target: bool,
    /// The candidate is put here, too, while the filter is asked.
    pub bind: Option<Reg>,
    pub element: Element,
    /// Whatever the position, it has an element.
    pub never_empty: bool,
}

/// The type of a set's elements; it decides how they are labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// Somebody who plays.
    Player,
    /// A building, or its stack.
    Building,
    /// A stacked card, labelled by its building's place.
    StackedCard,
    /// A card of a hand or the discard pile, labelled by its action name.
    Card,
    /// A card of a hand, labelled by its building name.
    BuildingCard,
    /// Where a building could go in a row.
    Place,
    /// Labelled by its digits.
    Number,
    /// A name of a building.
    Name,
}

impl Element {
    /// Things of this type are cards, buildings among them.
    pub fn is_card(self) -> bool {
        match self {
            Element::Building | Element::StackedCard | Element::Card | Element::BuildingCard => {
                true
            }
            Element::Player | Element::Place | Element::Number | Element::Name => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The living, in seat order.
    Players,
    /// Those of the living that the register holds, clockwise from `you` on.
    Noted(Reg),
    /// The living, clockwise, from that player on.
    PlayersFrom(ItemId),
    /// The living who have put counters of that sort on a thing, or before a player, in seat order.
    PlayersWith {
        sort: u8,
        player: bool,
        on: ItemId,
    },
    /// All buildings, by seat, left to right.
    Buildings,
    BuildingsOf(ItemId),
    /// Left, then right.
    Neighbours(ItemId),
    /// Those of its row on that side of a building, left to right.
    Row(Side, ItemId),
    /// Those between two of one row, left to right.
    Between(ItemId, ItemId),
    /// The top cards of all stacks, by seat, left to right.
    Tops,
    /// The top cards of the stacks of those buildings.
    TopsOf(SetId),
    /// Bottom to top.
    CardsOn(ItemId),
    /// Top to bottom.
    CardsOnFromTop(ItemId),
    /// All stacked cards of a nation.
    CardsIn(ItemId),
    Hand(ItemId),
    /// Oldest first.
    Discard,
    /// The deck, its top first.
    Deck,
    /// So many of it, from the top on.
    DeckTop(NumId),
    /// Oldest first.
    Laws,
    /// The places of all rows, by seat, left to right.
    Places,
    PlacesOf(ItemId),
    /// Left and right of a building.
    PlacesBeside(ItemId),
    /// The frame's "them" set, those that are still where they were picked or stacked.
    Marked(u8),
    Plus(SetId, SetId),
    /// One thing, or nothing when it is gone.
    One(ItemId),
    /// From one number to another.
    Numbers(NumId, NumId),
    /// The names of all buildings of the game, or of all cards, in the order of its kinds.
    Names {
        cards: bool,
    },
}

/// What texts are asked for: what happens, and by which keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ask {
    pub happening: Happening,
    /// None where no text asks for that.
    pub causes: Causes,
    /// Of what happens to counters: which, by [`marks_of`](super::marks_of).
    pub marks: Option<u16>,
}

impl From<Happening> for Ask {
    /// No keyword causes it.
    fn from(happening: Happening) -> Ask {
        Ask {
            happening,
            causes: 0,
            marks: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pred {
    Always,
    Never,
    And(PredId, PredId),
    Or(PredId, PredId),
    Not(PredId),
    Stacked(ItemId),
    /// A building that is not disabled.
    Active(ItemId),
    /// A building that is.
    Disabled(ItemId),
    FaceUp(ItemId),
    Living(ItemId),
    VictoryCard(ItemId),
    /// It lies in front of nobody.
    Law(ItemId),
    /// An active building of that name; elsewhere a card one of whose faces has it.
    Named(ItemId, NameId),
    /// By a name that was chosen.
    NamedAs(ItemId, ItemId),
    /// A name of the second is one of the first.
    NamedLike(ItemId, ItemId),
    /// A building or stacked card with that face, as it lies there.
    Face(ItemId, FaceId),
    On(ItemId, ItemId),
    /// The first stands, or is stacked, in the nation of the second.
    Of(ItemId, ItemId),
    In(ItemId, SetId),
    /// A building has a status (a bit number of [`super::Rules::statuses`]).
    Status(ItemId, u8),
    /// A player has a status.
    Standing(ItemId, u8),
    /// A player would win by what is on the table, if they can.
    Meets(ItemId),
    Same(ItemId, ItemId),
    Exists(SetId),
    Compare(NumId, Compare, NumId),
    /// The card's action could be chosen now (PLY-5).
    Playable(ItemId, How),
    /// A building would come to stand elsewhere than it does, by being moved to that place.
    Goes(ItemId, ItemId),
    /// No text forbids `you` that, done to the first and onto the second.
    Allowed(AskId, ItemId, ItemId),
    /// It is the turn of `you`.
    MyTurn,
    /// It is, and its start is not over.
    MyTurnStart,
    /// It is, and its start is over.
    MyTurnMain,
    /// Of the numbers of the living, or of those other than `you`, in that register and the next two, none is larger than that player's;
    /// or none smaller.
    Most(ItemId, Reg, Extreme),
    /// The register holds 1.
    Truth(Reg),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compare {
    AtLeast,
    AtMost,
    Exactly,
}

impl Compare {
    #[inline(always)]
    pub fn holds(self, left: u16, right: u16) -> bool {
        match self {
            Compare::AtLeast => left >= right,
            Compare::AtMost => left <= right,
            Compare::Exactly => left == right,
        }
    }
}

/// Which of several numbers counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    Largest,
    Smallest,
    /// All of them together.
    Total,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Num {
    Const(u16),
    /// As printed, plus what raises it.
    Starred(u16),
    Count(SetId),
    /// How many cards are stacked on a building.
    Height(ItemId),
    /// How many counters of a sort a thing, or a player, carries.
    Counters {
        sort: u8,
        player: bool,
        on: ItemId,
    },
    /// So many counters, of those that a player has put there.
    Whose(NumId, ItemId),
    DifferentNames(SetId),
    MostAlike(SetId),
    If(PredId, NumId, NumId),
    Plus(NumId, NumId),
    /// Never below 0.
    Minus(NumId, NumId),
    /// Rounded up, or down.
    Half(NumId, bool),
    /// The largest number, the smallest or all together, that there is for the things of a set; 0 when that is empty.
    Among(SetId, NumId, Extent),
    Reg(Reg),
    /// The number of that player in that register and the next two.
    Entry(Reg, ItemId),
    Seats,
}
