//! What a text says: clauses and statements, which hold each other.

use super::expr::{Cond, Head, ItemExpr, NumExpr, Range, SetExpr};
use super::words::{Against, Fee, Many, Order, ParamType, Word};
use crate::parse::Rule;
use crate::print::Hole;
use crate::rows::{Row, Worded, Written};
use crate::visit::{Look, Walk, tree};
use text::{Since, Spanned, Until, Verb};

tree! {
/// One text of a card face, a keyword, a tally or a rule of the game: its clauses in order.
pub struct Text {
    pub clauses: Vec<Spanned<Clause>> as clauses,
}

/// One rule of a text.
pub enum Clause {
    /// `play: ...`: what playing this action does.
    Play(Body) = play "play: _",
    /// `replay: ...`: what it does instead when an effect replays it.
    Replay(Body) = replay "replay: _",
    /// `use NAME at the start of your turn, once a turn, if COND: ...`
    Ability(Ability),
    /// `while COND: when HAPPENING, if COND: ...`
    Trigger(Box<Trigger>),
    /// `PLAYERS cannot DO SET`: as if it waited for that, without a body
    Cannot(Box<Trigger>),
    /// `if HAPPENING would happen, instead: ...`: as if it waited for that, but in its place, or `first`
    Instead(Box<Trigger>),
    /// `while COND: SET are STATUS`
    Lasting(Lasting),
    /// `while COND: SET count as TALLY`
    CountsAs(CountsAs),
    /// `raise your starred numbers by NUMBER`
    Raise(Spanned<NumExpr>) = raise "raise your starred numbers by _",
    /// `while COND: ...`: what is changed of the rules' words, of numbers, names and texts
    Alters(Box<Alters>),
    /// `win when COND`
    Win(Spanned<Cond>) = win "win when _",
    /// `define NAME PREP (PARAM: TYPE) ...: ...` (keyword texts only)
    Define(Define),
    /// `count SET` (tally texts only)
    Count(SetExpr) = count "count _",
    /// `when nothing is left to draw: ...` (the `crisis` text only)
    Crisis(Body) = crisis "when nothing is left to draw, _",
    /// `you may play 2 cards each turn`
    Plays(Plays),
}

/// How many cards players may play in each of their turns.
pub struct Plays {
    pub condition: Option<Spanned<Cond>>,
    pub who: SetExpr,
    pub number: Spanned<u16>,
}

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

/// A clause about what happens.
pub struct Trigger {
    pub head: Head,
    /// Things and numbers as they are then, by the names that the text gives them.
    pub remembers: Vec<(Word, LetValue)>,
    /// What whoever does it pays for it.
    pub price: Option<Price>,
    /// It comes in the place of what happens only if `you` like.
    pub may: bool,
    /// It comes before that, and not in its place.
    pub first: bool,
    pub body: Body,
}

/// What something costs: so many of these.
pub struct Price {
    pub number: Spanned<NumExpr>,
    pub fee: Fee,
}

pub struct Lasting {
    pub condition: Option<Spanned<Cond>>,
    pub set: SetExpr,
    /// `disabled`, `guarded` or a status that a file declares; or what players cannot do, as it is printed.
    pub status: Word,
    /// In the eyes of which texts; none for all.
    pub against: Vec<Spanned<Against>>,
}

pub struct CountsAs {
    pub condition: Option<Spanned<Cond>>,
    pub set: SetExpr,
    /// The tally is called by what one of what it counts is: `a mill`, not `mills`.
    pub one: bool,
    /// `2 mills`: each of them counts so often.
    pub times: Option<Spanned<u16>>,
    pub tally: Word,
}

/// `while COND: ...`: what is so as long as it lasts.
pub struct Alters {
    pub condition: Option<Spanned<Cond>>,
    pub what: Alteration,
}

pub enum Alteration {
    /// `for each SET as NAME, SET and SET are neighbours`; of one set, all of it of each other
    Neighbours {
        each: Option<Box<(SetExpr, Option<Word>)>>,
        left: SetExpr,
        right: Option<Box<SetExpr>>,
    },
    /// `lower the starred numbers of PLAYERS by NUMBER, but never below NUMBER`
    Starred { of: SetExpr, change: Starred },
    /// `SET bear the name written on ITEM`, or that `of ITEM`
    Name {
        set: SetExpr,
        written: bool,
        of: ItemExpr,
    } = bears "_ <bears|bear> the name [written on|of] _",
    /// `SET bear the name "X"`
    Called { set: SetExpr, name: Word as face } = bears "_ <bears|bear> the name \"_\"",
    /// `SET keep their names`: even where they are disabled
    KeepsName { set: SetExpr } = keeps "_ <keeps its name|keep their names>",
    /// `SET have the text of ITEM`
    TextOf { set: SetExpr, of: ItemExpr } = texts "_ <has|have> the text of _",
    /// `SET have: ...`: clauses that they have besides their own
    Has { set: SetExpr, text: Text },
}

/// What becomes of starred numbers.
pub enum Starred {
    Raise(Spanned<NumExpr>),
    Lower {
        by: Spanned<NumExpr>,
        floor: Spanned<NumExpr>,
    },
    Double,
}

pub struct Define {
    pub name: Word as keyword,
    pub params: Vec<Param>,
    pub body: Body,
}

/// `at (victim: player)`: a keyword's parameter with the preposition before it.
pub struct Param {
    pub preposition: Option<Word>,
    pub name: Word as name,
    pub kind: Spanned<ParamType>,
}

/// A block of statements.
#[derive(Default)]
pub struct Body {
    pub statements: Vec<Spanned<Statement>> as statements,
}

pub enum Statement {
    /// `pay STATEMENT`
    Pay(Box<Spanned<Statement>>),
    /// `choose SET as NAME`; with `a random` before the set it is chance that chooses
    Choose {
        set: SetExpr,
        random: bool,
        name: Option<Word> as name,
    },
    /// `choose a number from NUMBER to NUMBER as NAME that (COND)`, or `a random number`
    ChooseNumber {
        random: bool,
        from: Spanned<NumExpr>,
        to: Spanned<NumExpr>,
        name: Word as name,
        such: Option<Spanned<Cond>>,
    } = choose_number "choose a [random |]number from {closed} to {closed} as _[ that (_)]",
    /// `may choose SET as NAME: ... otherwise: ...`
    MayChoose {
        set: SetExpr,
        name: Option<Word> as name,
        body: Body,
        otherwise: Option<Body>,
    } = may_choose "you may choose {any}[ as _]: _",
    /// `you may: ... otherwise: ...`: yes, or `decline`
    May { body: Body, otherwise: Option<Body> } = may "you may: _",
    /// `PLAYER chooses SET`, `PLAYER may choose ...`, `PLAYER may: ...`, `PLAYER chooses one: ...`: somebody else decides
    By {
        who: ItemExpr,
        statement: Box<Spanned<Statement>> as inner,
    },
    /// `PLAYERS secretly chooses SET as NAME`: seat by seat, shown after the last
    Secretly {
        players: SetExpr,
        set: SetExpr,
        name: Word as name,
    } = secretly "each {one} secretly chooses {theirs} as _",
    /// The same with a number
    SecretNumber {
        players: SetExpr,
        range: Range,
        name: Word as name,
    } = secretly "each {one} secretly chooses a number _ as _",
    /// `secretly choose SET as NAME`, or a number: `you` alone know it until the delayed effect that carries it begins
    Secret(Box<Spanned<Statement>> as inner),
    /// `PLAYERS sets SET aside as NAME`: seat by seat, and not shown
    SetsAside {
        players: SetExpr,
        set: SetExpr,
        name: Word as name,
    } = sets_aside "each {one} sets {aside} aside as _",
    /// `require COND`
    Require(Spanned<Cond>) = require "require _",
    /// `let NAME be EXPR`
    Let { name: Word as name, value: LetValue } = let_be "let _ be _",
    /// `if COND: ... otherwise: ...`
    If {
        condition: Spanned<Cond>,
        then: Body,
        otherwise: Option<Body>,
    } = if_ "if _, _",
    /// `repeat NUMBER times: ...`; with `at most` whether there is a next time is asked
    Repeat {
        at_most: bool,
        times: Spanned<NumExpr>,
        body: Body,
    } = repeat "repeat [at most |]{closed} time$: _",
    /// `stop`
    Stop = plain "stop",
    /// `for each SET in chosen order as NAME: ...`, with `at once,` before it when all is one moment
    ForEach {
        at_once: bool,
        set: SetExpr,
        order: Option<Order>,
        name: Option<Word> as name,
        body: Body,
    } = for_each "[at once, |]for each {one}[ _][ as _]: _",
    /// `at once: ...`
    AtOnce(Body) = framed "at once: _",
    /// `as one effect: ...`
    OneEffect(Body) = framed "as one effect: _",
    /// `unanswered: ...`
    Unanswered(Body) = framed "unanswered: _",
    /// `nobody wins by a condition: ...`
    Winless(Body) = framed "nobody wins by a condition: _",
    /// `unanswered by the first "X": ...`
    UnansweredBy { first: Word as face, body: Body } = framed "unanswered by the first \"_\": _",
    /// `either:` and its labelled branches
    Either(Vec<Branch> as branches),
    /// `choose two different of:` and labelled branches
    Modes {
        many: Many,
        chosen_order: bool,
        branches: Vec<Branch> as branches,
    },
    /// `toss a coin:` and what is done on `heads` and on `tails`; one of them is there
    Toss { sides: Vec<CoinSide> },
    /// `roll a die as NAME`
    Roll { name: Word as name } = roll "roll a die as _",
    /// A verb: `discard X`, `discard 1* of them`, `move X onto Y`
    Verb { verb: Verb, operand: Operand },
    /// `add PLAYER to NAME`
    Add { item: ItemExpr, to: Word } = add "add _ to _",
    /// `put NUMBER ticks on ITEM`, or `take` them `off ITEM`
    Counters {
        put: bool,
        number: Spanned<NumExpr>,
        counter: Word,
        on: ItemExpr,
    },
    /// `add NUMBER to the NAME of PLAYER`
    AddTo {
        number: Spanned<NumExpr>,
        name: Word,
        of: ItemExpr,
    } = add_to "add {closed} to the _ of _",
    /// `ready the deck`
    Ready = plain "ready the deck",
    /// `take the top card of the deck as NAME`
    Take { name: Word as name } = take_top "take the top card of the deck as _",
    /// `draw NUMBER cards`
    Draw { number: Spanned<NumExpr> },
    /// `shuffle the discard pile into the deck`
    Shuffle = plain "shuffle the discard pile into the deck",
    /// `shuffle the deck`
    ShuffleDeck = plain "shuffle the deck",
    /// `the game is a draw`
    DrawGame = plain "the game is a draw",
    /// `aim it at PLAYER`: the keyword that comes
    Aim(ItemExpr) = aim "aim it at _",
    /// `until your next turn: PLAYERS cannot DO SET`; `whose` turn, where it is not that of `you`, or what ends it, whichever comes
    /// first: `until a building is destroyed or another player passes: ...`
    Lasts {
        until: Until,
        whose: Option<Box<ItemExpr>>,
        ends: Vec<Trigger>,
        clause: Box<Spanned<Clause>> as inner,
    },
    /// `once a game`: the first time only, for each player; also at the head of a clause
    Once { since: Since, for_all: bool },
    /// `this turn begins with 2 draws`
    TurnDraws(Spanned<NumExpr>) = turn_draws "this turn begins with {atom} draw$",
    /// `1 more card may be played this turn`, or `fewer`
    MorePlays {
        number: Spanned<NumExpr>,
        fewer: bool,
    } = more_plays "{atom} [fewer|more] card$ may be played this turn",
    /// `when your next turn begins, before its draw: ...`; without a body also `you skip your next turn`
    Later {
        until: Until,
        whose: Option<Box<ItemExpr>>,
        body: Body,
    },
    /// A keyword: `singe at any player`
    Call {
        keyword: Word as keyword,
        arguments: Vec<Argument>,
    },
    // Sentences: `expand.rs` puts them into the statements above.
    /// `DOER discards 2 cards and draws a card`: each choice in it is that player's
    Does {
        who: Doer,
        deeds: Vec<Spanned<Statement>>,
    },
    /// `you may DO`: only where there is what it is done to; `if you do, ...`, `otherwise, ...`
    Offer {
        deeds: Vec<Spanned<Statement>>,
        then: Option<Body>,
        otherwise: Option<Body>,
    },
    /// `DO. If you do, ... Otherwise, ...`
    IfDone {
        deed: Box<Spanned<Statement>>,
        then: Body,
        otherwise: Option<Body>,
    },
    /// `roll a die. On 1 or 2, ... Otherwise, ...`
    Faces {
        faces: Vec<Face>,
        otherwise: Option<Body>,
    },
    /// `choose one: DO, or DO`
    Ways(Vec<Body>),
    /// `give 2 cards to foe`, `take 2 random cards from foe's hand`: several things, each given to a hand
    Gives { what: Operand, to: ItemExpr },
    /// `put them back in any order`, on top of the deck or on its bottom
    PutBack { bottom: bool } = put_back "put them [on the bottom of the deck|back] in any order",
}

/// Who does something.
pub enum Doer {
    /// `each other player`: one after the other
    Each(SetExpr),
    /// `another player`, `the player with the most buildings`: one whom `you` choose
    One(SetExpr),
    /// `foe`, `they`
    Item(ItemExpr),
}

/// What is done where a die shows one of these.
pub struct Face {
    /// From one number to another.
    pub ranges: Vec<(Spanned<u16>, Spanned<u16>)> as nothing,
    pub body: Body,
}

/// What `let` can name. A bare name, in parentheses or not, is always an `Item` here.
pub enum LetValue {
    Item(ItemExpr) = item "_",
    Number(Spanned<NumExpr>) = lone_number "_",
    /// `let NAME be whether COND`
    Cond(Spanned<Cond>) = whether "whether _",
    /// `let NAME be no players`: `add` puts some there
    NoPlayers = none_yet "no players",
    NoBuildings = none_yet "no buildings",
    NoCards = none_yet "no cards",
    /// `let NAME be NUMBER for each player`
    ForEach(u16) = for_each_player "_ for each player",
}

/// One branch of `either:`: `LABEL if COND: ...`
pub struct Branch {
    pub label: Word,
    pub condition: Option<Spanned<Cond>>,
    pub body: Body,
}

/// What is done where a coin falls so.
pub struct CoinSide {
    pub heads: Spanned<bool>,
    pub body: Body,
}

pub enum Operand {
    /// One thing.
    Item(ItemExpr),
    /// One thing, and what is done to it with: `X onto Y`.
    Two(ItemExpr, ItemExpr),
    /// All of a set, one after the other: `the top three cards of the deck`
    All(SetExpr),
    /// So many out of a set, chosen one by one: `2* different target tops`
    /// With `random` it is chance that picks each of them, none twice.
    Several {
        number: Spanned<NumExpr>,
        different: bool,
        random: bool,
        set: SetExpr,
    },
    /// `up to 2 cards from your hand`: one by one, as long as you like
    UpTo {
        number: Spanned<NumExpr>,
        set: SetExpr,
    },
    /// `any number of cards from your hand`
    AnyNumber(SetExpr),
    /// Of the hand: `down to 3 cards`
    DownTo(Spanned<NumExpr>) = down_to "down to {atom} card$",
}

/// A keyword's argument with the preposition before it.
pub struct Argument {
    pub preposition: Option<Word>,
    pub value: ArgumentValue,
}

/// An argument is read as the parameter's type asks. A bare name, in parentheses or not, is always an `Item`
/// here, whatever it names: only the names in scope tell them apart.
pub enum ArgumentValue {
    Number(Spanned<NumExpr>),
    Item(ItemExpr),
    /// A set of several: for a plural parameter it is the set itself.
    Set(SetExpr),
}
}

impl Trigger {
    /// It says no more than its head yet.
    pub fn of(head: Head) -> Trigger {
        Trigger {
            head,
            remembers: Vec::new(),
            price: None,
            may: false,
            first: false,
            body: Body::default(),
        }
    }
}
