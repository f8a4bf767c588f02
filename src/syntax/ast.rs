//! What a card text says, as a tree: every construct of the effect language with its place.

use crate::base::{Since, Spanned, Until};

mod alters;
mod lasting;
mod numbers;
mod standing;
mod when;

pub use crate::base::{Happening, Pick, Side, Verb};
pub use alters::{Alteration, Alters, Starred};
pub use lasting::{Against, Agent, Lasting};
pub use numbers::{NumExpr, Range};
pub use standing::{CANNOT_WIN, CANNOT_WIN_BUT_LAST, DECIDES, OPEN_HANDED, SEES_AND_DECIDES, SEES_HAND};
pub use when::{Fee, Pattern, Price, Role, Trigger, Voice};

/// A word or name as it was written.
pub type Word = Spanned<String>;

/// One text of a card face, a keyword, a tally or a rule of the game: its clauses in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub clauses: Vec<Spanned<Clause>>,
}

/// One rule of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clause {
    /// `play: ...`: what playing this action does.
    Play(Body),
    /// `replay: ...`: what it does instead when an effect replays it.
    Replay(Body),
    /// `use NAME at the start of your turn, once a turn, if COND: ...`
    Ability(Ability),
    /// `while COND: when HAPPENING, if COND: ...`
    Trigger(Box<Trigger>),
    /// `PLAYERS cannot DO SET`: as if it waited for that, without a body
    Cannot(Box<Trigger>),
    /// `if HAPPENING would happen, instead: ...`: as if it waited for that, but in its place
    Instead(Box<Trigger>),
    /// `while COND: SET are STATUS`
    Lasting(Lasting),
    /// `while COND: SET count as TALLY`
    CountsAs(CountsAs),
    /// `raise your starred numbers by NUMBER`
    Raise(Spanned<NumExpr>),
    /// `while COND: ...`: what is changed of the rules' words, of numbers, names and texts
    Alters(Box<Alters>),
    /// `win when COND`
    Win(Spanned<Cond>),
    /// `define NAME PREP (PARAM: TYPE) ...: ...` (keyword texts only)
    Define(Define),
    /// `count SET` (tally texts only)
    Count(SetExpr),
    /// `when nothing is left to draw: ...` (the `crisis` text only)
    Crisis(Body),
}

/// A block of statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    pub statements: Vec<Spanned<Statement>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    /// Needed only where a building has several.
    pub name: Option<Word>,
    /// `at the start of your turn`
    pub start_of_turn: bool,
    /// `once a turn`
    pub once: bool,
    pub condition: Option<Spanned<Cond>>,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountsAs {
    pub condition: Option<Spanned<Cond>>,
    pub set: SetExpr,
    /// The tally is called by what one of what it counts is: `a mill`, not `mills`.
    pub one: bool,
    pub tally: Word,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Define {
    pub name: Word,
    pub params: Vec<Param>,
    pub body: Body,
}

/// `at (victim: player)`: a keyword's parameter with the preposition before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    pub preposition: Option<Word>,
    pub name: Word,
    pub kind: Spanned<ParamType>,
}

/// A parameter's type. Plural ones are sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParamType {
    Player,
    Building,
    Card,
    Place,
    Number,
    Players,
    Buildings,
    Cards,
    Places,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `pay STATEMENT`
    Pay(Box<Spanned<Statement>>),
    /// `choose SET as NAME`; with `a random` before the set it is chance that chooses
    Choose { set: SetExpr, random: bool, name: Option<Word> },
    /// `choose a number from NUMBER to NUMBER as NAME`, or `a random number`
    ChooseNumber { random: bool, from: Spanned<NumExpr>, to: Spanned<NumExpr>, name: Word },
    /// `may choose SET as NAME: ... otherwise: ...`
    MayChoose { set: SetExpr, name: Option<Word>, body: Body, otherwise: Option<Body> },
    /// `you may: ... otherwise: ...`: yes, or `decline`
    May { body: Body, otherwise: Option<Body> },
    /// `PLAYER chooses SET`, `PLAYER may choose ...`, `PLAYER may: ...`, `PLAYER chooses one: ...`: somebody else decides
    By { who: ItemExpr, statement: Box<Spanned<Statement>> },
    /// `PLAYERS secretly chooses SET as NAME`: seat by seat, shown after the last
    Secretly { players: SetExpr, set: SetExpr, name: Word },
    /// The same with a number
    SecretNumber { players: SetExpr, range: Range, name: Word },
    /// `require COND`
    Require(Spanned<Cond>),
    /// `let NAME be EXPR`
    Let { name: Word, value: LetValue },
    /// `if COND: ... otherwise: ...`
    If { condition: Spanned<Cond>, then: Body, otherwise: Option<Body> },
    /// `repeat NUMBER times: ...`; with `at most` whether there is a next time is asked
    Repeat { at_most: bool, times: Spanned<NumExpr>, body: Body },
    /// `stop`
    Stop,
    /// `for each SET as NAME: ...`, with `at once,` before it when all is one moment
    ForEach { at_once: bool, set: SetExpr, name: Option<Word>, body: Body },
    /// `at once: ...`
    AtOnce(Body),
    /// `as one effect: ...`
    OneEffect(Body),
    /// `unanswered: ...`
    Unanswered(Body),
    /// `nobody wins by a condition: ...`
    Winless(Body),
    /// `unanswered by the first "X": ...`
    UnansweredBy { first: Word, body: Body },
    /// `either:` and its labelled branches
    Either(Vec<Branch>),
    /// `choose two different of:` and labelled branches
    Modes { many: Many, chosen_order: bool, branches: Vec<Branch> },
    /// `toss a coin:` and what is done on `heads` and on `tails`; one of them is there
    Toss { sides: Vec<CoinSide> },
    /// `roll a die as NAME`
    Roll { name: Word },
    /// A verb: `discard X`, `discard 1* of them`, `move X onto Y`
    Verb { verb: Verb, operand: Operand },
    /// `add PLAYER to NAME`
    Add { item: ItemExpr, to: Word },
    /// `put NUMBER ticks on ITEM`, or `take` them `off ITEM`
    Counters { put: bool, number: Spanned<NumExpr>, counter: Word, on: ItemExpr },
    /// `add NUMBER to the NAME of PLAYER`
    AddTo { number: Spanned<NumExpr>, name: Word, of: ItemExpr },
    /// `ready the deck`
    Ready,
    /// `take the top card of the deck as NAME`
    Take { name: Word },
    /// `draw NUMBER cards`
    Draw { number: Spanned<NumExpr> },
    /// `shuffle the discard pile into the deck`
    Shuffle,
    /// `shuffle the deck`
    ShuffleDeck,
    /// `the game is a draw`
    DrawGame,
    /// `aim it at PLAYER`: the keyword that comes
    Aim(ItemExpr),
    /// `until your next turn: PLAYERS cannot DO SET`; `whose` turn, where it is not that of `you`
    Lasts { until: Until, whose: Option<Box<ItemExpr>>, clause: Box<Spanned<Clause>> },
    /// `once a game`: the first time only, for each player; also at the head of a clause
    Once(Since),
    /// `this turn begins with 2 draws`
    TurnDraws(Spanned<NumExpr>),
    /// `1 more card may be played this turn`, or `fewer`
    MorePlays { number: Spanned<NumExpr>, fewer: bool },
    /// `when your next turn begins, before its draw: ...`; without a body also `you skip your next turn`
    Later { until: Until, whose: Option<Box<ItemExpr>>, body: Body },
    /// A keyword: `singe at any player`
    Call { keyword: Word, arguments: Vec<Argument> },
}

/// One branch of `either:`: `LABEL if COND: ...`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub label: Word,
    pub condition: Option<Spanned<Cond>>,
    pub body: Body,
}

/// How many of the branches of [`Statement::Modes`] are chosen, none twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// `one`, `two different`
    Exactly(u16),
    /// `up to two different`
    UpTo(u16),
    /// `any number`
    Any,
}

/// What is done where a coin falls so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoinSide {
    pub heads: Spanned<bool>,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// One thing.
    Item(ItemExpr),
    /// One thing, and what is done to it with: `X onto Y`.
    Two(ItemExpr, ItemExpr),
    /// All of a set, one after the other: `the top three cards of the deck`
    All(SetExpr),
    /// So many out of a set, chosen one by one: `2* different target tops`
    /// With `random` it is chance that picks each of them, none twice.
    Several { number: Spanned<NumExpr>, different: bool, random: bool, set: SetExpr },
}

/// What `let` can name. A bare name, in parentheses or not, is always an `Item` here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LetValue {
    Item(ItemExpr),
    Number(Spanned<NumExpr>),
    /// `let NAME be whether COND`
    Cond(Spanned<Cond>),
    /// `let NAME be no players`: `add` puts some there
    NoPlayers,
    /// `let NAME be NUMBER for each player`
    ForEach(u16),
}

/// A keyword's argument with the preposition before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    pub preposition: Option<Word>,
    pub value: ArgumentValue,
}

/// An argument is read as the parameter's type asks. A bare name, in parentheses or not, is always an `Item`
/// here, whatever it names: only the names in scope tell them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentValue {
    Number(Spanned<NumExpr>),
    Item(ItemExpr),
    /// A set of several: for a plural parameter it is the set itself.
    Set(SetExpr),
}

pub type ItemExpr = Spanned<Item>;
pub type SetExpr = Spanned<Set>;

/// One thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    This,
    It,
    You,
    Provoker,
    /// A name given by `as`, `let` or a parameter.
    Name(String),
    /// `the top of BUILDING`
    TopOf(Box<ItemExpr>),
    /// `the owner of X`
    OwnerOf(Box<ItemExpr>),
    /// `the building under CARD`
    Under(Box<ItemExpr>),
    /// `the NAME of PLAYER`: what that player has chosen
    Entry(Box<(Word, ItemExpr)>),
    /// `the first of SET`
    First(Box<SetExpr>),
    /// `the last of SET`, `the leftmost of SET`, ...
    Pick(Pick, Box<SetExpr>),
    /// `the next player clockwise from PLAYER`
    NextPlayer(Box<ItemExpr>),
    /// `the building left of X`
    Beside(Side, Box<ItemExpr>),
    /// `any SET`: chosen by you, then and there
    Any(Box<SetExpr>),
    /// `a random SET`: chosen by chance, then and there
    Random(Box<SetExpr>),
}

/// Things of one type, in a defined order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Set {
    /// A noun with its filters.
    Of { target: bool, noun: Spanned<Noun>, filters: Vec<Spanned<Filter>> },
    /// `SET plus SET`
    Plus(Box<SetExpr>, Box<SetExpr>),
}

/// Where the things of a set come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noun {
    /// `players`: the living, in seat order; `players clockwise from X`
    Players { from: Option<ItemExpr> },
    /// `players with a burn on X`: those who have put any of these counters there
    PlayersWith { counter: Word, on: ItemExpr },
    /// `buildings`, `buildings of X`, `your buildings` (the same with `stacks`)
    Buildings(Option<ItemExpr>),
    /// `neighbours of X`
    Neighbours(ItemExpr),
    /// `buildings left of X`
    Row(Side, ItemExpr),
    /// `buildings between X and Y`
    Between(ItemExpr, ItemExpr),
    /// `tops`, `tops of SET`: the top cards of stacks
    Tops(Option<Box<SetExpr>>),
    /// `cards on X`, `cards on X from the top`
    CardsOn { building: ItemExpr, from_top: bool },
    /// `cards in the nation of X`, `cards in your nation`: stacked ones
    CardsIn(ItemExpr),
    /// `cards in the hand of X`, `cards in your hand`; with `buildings` for `cards` they are named by
    /// their building name
    Hand { of: ItemExpr, as_buildings: bool },
    /// `cards in the discard pile`
    Discard,
    /// `cards in the deck`
    Deck,
    /// `names of buildings`: of all that this game has
    Names,
    /// `top three cards of the deck`
    DeckTop(Box<Spanned<NumExpr>>),
    /// `places`, `places in the nation of X`
    Places(Option<ItemExpr>),
    /// `them`: what the last counted statement picked
    Them,
    /// A bare name, `one of NAME`: of a plural parameter, or of one thing as a set of one
    Name(String),
    /// One thing, other than by a bare name, as a set of one.
    One(Box<ItemExpr>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// `named "X"`
    Named(Word),
    /// `except "X"`
    ExceptNamed(Word),
    /// `except X`
    ExceptItem(ItemExpr),
    /// `with the most SET`, `with the fewest SET`: in the set `it` is the one looked at
    Extreme { most: bool, measure: SetExpr },
    /// `that COND`: `it` is the one looked at
    That(Spanned<Cond>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// `X has played an action this turn`
    Did {
        not: bool,
        deed: Box<Deed>,
    },
    /// `X has the most NAME`
    Most {
        item: ItemExpr,
        fewest: bool,
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
    },
    /// `NUMBER is at least NUMBER`
    Compare {
        left: Spanned<NumExpr>,
        compare: Compare,
        right: Spanned<NumExpr>,
    },
    /// `"dispute" is "value"`
    Dispute {
        name: Word,
        not: bool,
        value: Word,
    },
    /// `it is your turn`, `it is the start of your turn`, `the start of your turn is over`
    Turn(TurnPart),
    /// A name given by `let NAME be whether ...`
    Name(String),
}

/// What a player has done: `foe has played an action this turn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    pub who: ItemExpr,
    /// What is counted: what has happened, and to what.
    pub done: Spanned<Trigger>,
    pub since: Since,
}

/// The ways of playing a card that a condition can ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Playing {
    /// `played`
    Play,
    /// `replayed`
    Replay,
    /// `played from hand`
    FromHand,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnPart {
    On,
    AtItsStart,
    PastItsStart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    AtLeast,
    AtMost,
    Exactly,
    /// `more than`
    MoreThan,
    /// `fewer than`
    FewerThan,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    Stacked,
    Active,
    Disabled,
    FaceUp,
    Living,
    /// `a victory card`
    VictoryCard,
    Law,
    /// `named "X"`
    Named(Word),
    /// `on X`: stacked on that building
    On(ItemExpr),
    /// `of X`: in that player's nation
    Of(ItemExpr),
    /// `in SET`
    In(Box<SetExpr>),
    /// A declared status: `soaked`. A bare name of one thing (`it is spot`) is read as this too: only
    /// the names in scope tell them apart.
    Status(String),
    /// `X is Y`: the same thing, where Y is more than a bare name
    Same(ItemExpr),
}
