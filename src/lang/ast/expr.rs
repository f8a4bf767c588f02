//! What a text speaks of: things, sets, numbers, conditions and happenings, which hold each other.

use super::words::{Compare, Playing, TurnPart, Voice, Word};
use crate::parse::Rule;
use crate::print::Hole;
use crate::rows::{Row, Worded, Written};
use crate::trees::{at, of};
use crate::visit::{Look, Walk, tree};
use text::{Happening, Origin, Pick, Side, Since, Spanned};

pub type ItemExpr = Spanned<Item>;
pub type SetExpr = Spanned<Set>;
/// `from NUMBER to NUMBER`
pub type Range = (Spanned<NumExpr>, Spanned<NumExpr>);

tree! {
/// One thing.
pub enum Item {
    This = pronoun "this",
    It = pronoun "it",
    You = pronoun "you",
    Provoker = pronoun "provoker",
    OfTurn = pronoun "the player whose turn it is",
    /// A name given by `as`, `let` or a parameter.
    Name(String) = name "_",
    /// `that player`: who was spoken of last
    That(String) = that_noun "that _",
    /// `the top of BUILDING`
    TopOf(Box<ItemExpr>) = part_of "the top of _",
    /// `the owner of X`
    OwnerOf(Box<ItemExpr>) = part_of "the owner of _",
    /// `the building under CARD`
    Under(Box<ItemExpr>) = part_of "the building under _",
    /// `the NAME of PLAYER`: what that player has chosen
    Entry(Box<(Word, ItemExpr)>) = entry "the _",
    /// `the first of SET`
    First(Box<SetExpr>) = first "the first of _",
    /// `the last of SET`, `the leftmost of SET`, ...
    Pick(Pick, Box<SetExpr>),
    /// `the next player clockwise from PLAYER`
    NextPlayer(Box<ItemExpr>) = part_of "the next player clockwise from _",
    /// `the building left of X`
    Beside(Side, Box<ItemExpr>) = beside "the building _ of _",
    /// `the name of X`
    NameOf(Box<ItemExpr>) = name_of "the name of _",
    /// `the name written on X`
    WrittenOn(Box<ItemExpr>) = name_of "the name written on _",
    /// `any SET`: chosen by you, then and there
    Any(Box<SetExpr>) = one_such "{any}",
    /// `a random SET`: chosen by chance, then and there
    Random(Box<SetExpr>) = random_item "{random}",
}

/// Things of one type, in a defined order.
pub enum Set {
    /// A noun with its filters.
    Of {
        target: bool,
        noun: Spanned<Noun>,
        filters: Vec<Spanned<Filter>> as filters,
    },
    /// `SET plus SET`
    Plus(Box<SetExpr>, Box<SetExpr>),
}

/// Where the things of a set come from.
pub enum Noun {
    /// `players`: the living, in seat order; `players clockwise from X`
    Players { from: Option<ItemExpr> } = players "player$[ clockwise from _]",
    /// `players with a burn on X`: those who have put any of these counters there
    PlayersWith { counter: Word, on: ItemExpr } = players_with "player$ with _ on _",
    /// `buildings`, `buildings of X`, `your buildings` (the same with `stacks`)
    Buildings(Option<ItemExpr>) = buildings "building$[ of _]",
    /// `neighbours of X`
    Neighbours(ItemExpr) = neighbours "neighbour$ of _",
    /// `buildings left of X`
    Row(Side, ItemExpr) = row_part "building$ _ of _",
    /// `buildings between X and Y`
    Between(ItemExpr, ItemExpr) = between "building$ between ~ and _",
    /// `tops`, `tops of SET`: the top cards of stacks
    Tops(Option<Box<SetExpr>>) = tops "top$",
    /// `cards on X`, `cards on X from the top`
    CardsOn { building: ItemExpr, from_top: bool } = cards_on "card$ on _[ from the top]",
    /// `cards in the nation of X`, `cards in your nation`: stacked ones
    CardsIn(ItemExpr) = cards_in "card$ in {nation}",
    /// `cards in the hand of X`, `cards in your hand`; with `buildings` for `cards` they are named by
    /// their building name
    Hand { as_buildings: bool, of: ItemExpr } = hand "[building|card]$ {from} {hand}",
    /// `cards in the discard pile`
    Discard = deck_cards "card$ {from} the discard pile",
    /// `cards in the deck`
    Deck = deck_cards "card$ {from} the deck",
    /// `laws`
    Laws = laws "law$",
    /// `names of buildings`: of all that this game has
    Names { cards: bool } = names_of "names of [card|building]s",
    /// `top three cards of the deck`
    DeckTop(Box<Spanned<NumExpr>>) = deck_top "the top {atom} card$ of the deck",
    /// `places`, `places in the nation of X`
    Places(Option<ItemExpr>) = places "place$[ in {nation}]",
    /// `places beside X`: the two next to a building
    PlacesBeside(ItemExpr) = places_beside "place$ beside _",
    /// `them`: what the last counted statement picked
    Them = them "them",
    /// A bare name, `one of NAME`: of a plural parameter, or of one thing as a set of one
    Name(String) = name "_",
    /// One thing, other than by a bare name, as a set of one.
    One(Box<ItemExpr>) = lone_item "_",
}

pub enum Filter {
    /// `named "X"`
    /// What is looked at has that name in the filters behind it.
    Called(Word as name) = called "as _",
    Named(Word as face) = named "named \"_\"",
    /// `named NAME`: by a name that was chosen
    NamedAs(ItemExpr) = named "named _",
    /// `named like X`: by a name that X has, too
    NamedLike(ItemExpr) = named "named like _",
    /// `except "X"`
    ExceptNamed(Word as face) = except "except \"_\"",
    /// `except X`
    ExceptItem(ItemExpr) = except "except _",
    /// `with the most SET`, `with the fewest SET`: in the set `it` is the one looked at
    Extreme {
        most: bool,
        measure: SetExpr,
    } = extreme "with the [most|fewest] {measured}",
    /// `that COND`: `it` is the one looked at
    That(Spanned<Cond>),
}

/// A number, read where the text comes to it.
pub enum NumExpr {
    Number(u16) = figure "_",
    /// `2*`: raised by other cards
    Starred(u16) = starred "_*",
    /// `the number of SET`
    Count(Box<SetExpr>) = number_of "the number of _",
    /// `the number of cards on X` lowers to a count; `the number of different names among SET`
    DifferentNames(Box<SetExpr>) = names_among "the number of different names among _",
    /// `the largest number of the same name among SET`
    MostAlike(Box<SetExpr>) = names_among "the largest number of the same name among _",
    /// `the number of ticks on X`
    Counters {
        counter: Word,
        on: Box<ItemExpr>,
    },
    /// `the number of ticks on SET`: on all of these together
    CountersAmong {
        counter: Word,
        among: Box<SetExpr>,
    },
    /// So many counters, of those that a player has put there.
    Whose {
        number: Box<Spanned<NumExpr>>,
        of: Box<ItemExpr>,
    },
    /// `the number of seats`: players at the start of the game
    Seats = seats "the number of seats",
    /// `(N if COND otherwise M)`
    If {
        condition: Box<Spanned<Cond>>,
        then: Box<Spanned<NumExpr>>,
        otherwise: Box<Spanned<NumExpr>>,
    },
    Plus(Box<Spanned<NumExpr>>, Box<Spanned<NumExpr>>),
    /// `the NAME of PLAYER`
    Entry(Box<(Word, ItemExpr)>) = entry "the ~",
    /// Never below 0.
    Minus(Box<Spanned<NumExpr>>, Box<Spanned<NumExpr>>),
    /// `half of NUMBER, rounded up`
    Half {
        of: Box<Spanned<NumExpr>>,
        up: bool,
    } = half "half of {atom}, rounded [up|down]",
    /// `twice NUMBER`
    Twice(Box<Spanned<NumExpr>>) = twice "twice {atom}",
    /// `the larger of NUMBER and NUMBER`
    OfTwo {
        larger: bool,
        left: Box<Spanned<NumExpr>>,
        right: Box<Spanned<NumExpr>>,
    } = of_two "the [larger|smaller] of {atom} and {atom}",
    /// `the largest number of SET among SET`: in the first `it` is one of the second
    Among {
        largest: bool,
        of: Box<SetExpr>,
        among: Box<SetExpr>,
    } = number_among "the [largest|smallest] number of {group} among _",
    /// `that many`: as many as were discarded by the statement before
    ThatMany = that_many "that many",
    /// `how often X has played an action this turn`, `how often a building was destroyed this turn`
    Often(Box<Deed>),
    /// A name given by `let` or a parameter.
    Name(String) = name "_",
}

pub enum Cond {
    And(Box<Spanned<Cond>>, Box<Spanned<Cond>>),
    Or(Box<Spanned<Cond>>, Box<Spanned<Cond>>),
    Not(Box<Spanned<Cond>>),
    /// `X is stacked`
    Is {
        item: ItemExpr,
        not: bool,
        property: Spanned<Property>,
    },
    /// `X can be played`, `X can be replayed`, `X can be played from hand`
    Can {
        item: ItemExpr,
        not: bool,
        how: Playing,
    },
    /// `X meets a condition to win`
    Meets(ItemExpr),
    /// `X has at least N cards`, or counters of a sort
    Has {
        item: ItemExpr,
        compare: Compare,
        number: Spanned<NumExpr>,
        counter: Option<Word>,
    },
    /// `X has played an action this turn`, `a building was destroyed this turn`
    Did {
        not: bool,
        deed: Box<Deed>,
    },
    /// `X has the most NAME`; of players other than `you`, among these
    Most {
        item: ItemExpr,
        fewest: bool,
        others: bool,
        name: Word,
    },
    /// `there are at least N SET`; `there is a SET`; `there is no SET`
    There {
        compare: Compare,
        number: Spanned<NumExpr>,
        set: SetExpr,
    },
    /// `there stand side by side A, B and C`, from either side or `from left to right`
    SideBySide {
        in_order: bool,
        sets: Vec<SetExpr>,
    } = side_by_side "there stand side by side [from left to right |]_",
    /// `NUMBER is at least NUMBER`
    Compare {
        left: Spanned<NumExpr>,
        compare: Compare,
        right: Spanned<NumExpr>,
    } = compared "{closed} is _ {closed}",
    /// `"dispute" is "value"`
    Dispute {
        name: Word,
        not: bool,
        value: Word,
    } = dispute "\"_\" is [not |]\"_\"",
    /// `it is your turn`, `it is the start of your turn`, `the start of your turn is over`
    Turn(TurnPart),
    /// A name given by `let NAME be whether ...`
    Name(String) = name "_",
}

pub enum Property {
    Stacked = property_word "stacked",
    Active = property_word "active",
    Disabled = property_word "disabled",
    FaceUp = property_word "face up",
    Living = property_word "living",
    /// `a victory card`
    VictoryCard = property_word "victory cards",
    Law = property_word "laws",
    /// `named "X"`
    Named(Word as face) = named "named \"_\"",
    /// `named NAME`: by a name that was chosen
    NamedAs(ItemExpr) = named "named _",
    /// `named like X`: by a name that X has, too
    NamedLike(ItemExpr) = named "named like _",
    /// `on X`: stacked on that building
    On(ItemExpr) = placed "on _",
    /// `of X`: in that player's nation
    Of(ItemExpr) = placed "of _",
    /// `in SET`
    In(Box<SetExpr>) = term "in {closed}",
    /// A declared status: `soaked`. A bare name of one thing (`it is spot`) is read as this too: only
    /// the names in scope tell them apart.
    Status(String) = status_word "_",
    /// `X is Y`: the same thing, where Y is more than a bare name
    Same(ItemExpr) = property_item "_",
}

/// What a player has done, or what has happened: `foe has played an action this turn`.
pub struct Deed {
    /// Who has done it; none for all players together, and where it is said of what it happened to.
    pub who: Option<ItemExpr>,
    /// What is counted: what has happened, and to what.
    pub done: Spanned<Head>,
    pub since: Since,
    /// And nobody has done it after that.
    pub last: bool,
}

/// Something that happens, of this sort: what a clause waits for, forbids or comes in the place of, and what has been done.
pub struct Head {
    /// It is heeded only while that holds.
    pub during: Option<Spanned<Cond>>,
    /// Any of these; several are said in the same voice.
    pub happenings: Vec<Spanned<Happening>>,
    pub voice: Voice,
    /// Who does it, where that is said.
    pub who: Option<SetExpr>,
    /// What it happens to; without it, whatever that is. In the short voice it is `this`.
    pub what: Option<Role>,
    /// Of what happens to counters: their sort, as one of them is called.
    pub counter: Option<Word>,
    /// So many of them there are then, and were not before.
    pub reached: Option<Spanned<NumExpr>> as nothing,
    /// The building that a card comes to lie on.
    pub onto: Option<Role>,
    /// Where what it happens to lay before.
    pub from: Option<Spanned<Origin>>,
    /// Keyword names; empty for whatever causes it.
    pub causes: Vec<Word> as keyword,
    /// And it must hold then.
    pub condition: Option<Spanned<Cond>>,
}

/// Something that takes part in a happening, with the name that the text gives it.
pub struct Role {
    pub pattern: Pattern,
    pub name: Option<Word> as name,
}

pub enum Pattern {
    /// `a card that ...`: wherever it comes from or goes to.
    Card(Vec<Spanned<Filter>> as filters),
    /// One of a set.
    Of(SetExpr),
}
}

impl Set {
    /// The set that a sum of names is where no number is wanted, such as `(mine plus theirs)`; nothing for other numbers.
    pub fn of_names(sum: &Spanned<NumExpr>) -> Option<SetExpr> {
        match &sum.node {
            NumExpr::Name(name) => Some(of(Noun::Name(name.clone()), sum.span)),
            NumExpr::Plus(left, right) => {
                let (left, right) = (Set::of_names(left)?, Set::of_names(right)?);
                Some(at(Set::Plus(Box::new(left), Box::new(right)), sum.span))
            }
            _ => None,
        }
    }

    /// Its noun and filters, if it is neither a sum nor leaves out what is guarded.
    pub fn parts(&self) -> Option<(&Noun, &[Spanned<Filter>])> {
        match self {
            Set::Of {
                target: false,
                noun,
                filters,
            } => Some((&noun.node, filters)),
            _ => None,
        }
    }

    /// Its noun, if nothing more is said of it.
    pub fn bare(&self) -> Option<&Noun> {
        self.parts()
            .filter(|(_, filters)| filters.is_empty())
            .map(|(noun, _)| noun)
    }

    /// Its noun and its only filter.
    pub fn filtered_once(&self) -> Option<(&Noun, &Filter)> {
        match self.parts()? {
            (noun, [only]) => Some((noun, &only.node)),
            _ => None,
        }
    }

    /// All players but that one.
    pub fn is_players_but(&self, item: &Item) -> bool {
        matches!(self.filtered_once(), Some((Noun::Players { from: None }, Filter::ExceptItem(but))) if but.node == *item)
    }

    /// All cards of the hand of somebody: whose that is.
    pub fn hand(&self) -> Option<&ItemExpr> {
        match self.bare()? {
            Noun::Hand {
                of,
                as_buildings: false,
            } => Some(of),
            _ => None,
        }
    }

    /// The one card that lies on top of the deck.
    pub fn is_top_card(&self) -> bool {
        matches!(self.bare(), Some(Noun::DeckTop(number)) if number.node == NumExpr::Number(1))
    }

    /// It leaves out what is guarded.
    pub fn is_target(&self) -> bool {
        matches!(self, Set::Of { target: true, .. })
    }

    /// `cards in another player's hand`, or nation: the noun, whoever it may be, and the filters.
    pub fn of_several(&self) -> Option<(&Noun, &SetExpr, &[Spanned<Filter>])> {
        let (noun, filters) = self.parts()?;
        match noun {
            Noun::CardsIn(of) | Noun::Hand { of, .. } => match &of.node {
                Item::Any(players) => Some((noun, players, filters)),
                _ => None,
            },
            _ => None,
        }
    }

    /// It is written as that one thing.
    pub fn is_one(&self, item: &Item) -> bool {
        matches!(self.bare(), Some(Noun::One(one)) if one.node == *item)
    }
}

impl Noun {
    /// These are buildings, whatever the names in it stand for.
    pub fn is_of_buildings(&self) -> bool {
        matches!(
            self,
            Noun::Buildings(_) | Noun::Neighbours(_) | Noun::Row(..) | Noun::Between(..)
        )
    }
}

impl NumExpr {
    /// Without whose counters they are.
    pub fn plain(&self) -> &NumExpr {
        match self {
            NumExpr::Whose { number, .. } => &number.node,
            number => number,
        }
    }
}

impl Deed {
    /// The one thing or player of which it is said.
    pub fn subject(&self) -> Option<&ItemExpr> {
        let head = &self.done.node;
        let of_it = |one: &Spanned<Happening>| !one.node.is_aimed() && !one.node.is_of_counters();
        match head.voice {
            Voice::Active => self.who.as_ref(),
            _ if head.happenings.iter().all(of_it) => head.what.as_ref()?.one(),
            _ => None,
        }
    }
}

impl Head {
    /// Nothing that happens is said yet.
    pub fn said(voice: Voice, during: Option<Spanned<Cond>>) -> Head {
        Head {
            during,
            happenings: Vec::new(),
            voice,
            who: None,
            what: None,
            counter: None,
            reached: None,
            onto: None,
            from: None,
            causes: Vec::new(),
            condition: None,
        }
    }
}

impl Role {
    /// It is written as that one thing.
    pub fn is_of(&self, item: &Item) -> bool {
        self.one().is_some_and(|one| one.node == *item)
    }

    /// The one thing that it is.
    pub fn one(&self) -> Option<&ItemExpr> {
        match &self.pattern {
            Pattern::Of(set) => match set.node.bare()? {
                Noun::One(one) => Some(one),
                _ => None,
            },
            Pattern::Card(_) => None,
        }
    }
}
