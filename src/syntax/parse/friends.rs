//! False friends: words that card texts often say and this language says otherwise.

use super::deeds::other_deed;
use super::strangers::{STRANGERS, of_line};
use super::words;
use crate::base::Span;

/// Where a card goes into the deck, and no place is said.
const INTO_DECK: &str = "a card is put `on top of the deck` or `at the bottom of the deck`; where nobody shall know the place, `shuffle the deck` behind it";
/// Where something is voted on.
const VOTE: &str = "a vote is a secret number: `each player secretly chooses a number from 0 to 1 as vote`, 1 for yes; then `if the number of players that (the vote of it is 1) is more than the number of players that (the vote of it is 0): ...`";
/// Where it matters who has done something.
const DID: &str = "note who has: `let willing be no players`, `for each player as foe: foe may discard a card: add foe to willing`; then `players except willing`, or who has not: `otherwise: ...`";
/// Where a name is to be remembered.
const REMEMBER: &str = "a name is remembered where it is written: `remember its name`, and later `named (the name written on this)`; or in the text itself, `remember its name as motto`, and `named motto`";
/// Where something comes in some turns.
const LATER: &str = "what comes later comes with a turn: `at the start of your next turn: ...`, one inside the other for the one after it; or counters count: `when your turn begins: take 1 tick off this`, `when this has no ticks: ...`";
/// Where something holds until something happens.
const UNTIL_LAW: &str = "what holds until something happens is a law: `this becomes a law`, `while this is a law: ...`, `while this is a law: when ...: discard this`";
/// Where cards are parted.
const PILES: &str = "cards are parted one by one: `choose one of them as kept`; what another player chooses between is said by `foe chooses one:`";
/// Where a text waits for what somebody has.
const STATE: &str = "a text waits for what happens, and then asks: `when you discard a card, if you have no cards in hand: draw 2 cards`, `at the start of your turn, if you have at least 3 buildings: ...`; of counters alone `when this has 3 ticks: ...`";
/// Where something is done for something else.
const FOR_THAT: &str = "what is done for something stands before it: `you may discard a card: draw 2 cards`; what an ability costs, `use: pay discard a card; draw 2 cards`";
/// Where it is asked what has become of a building.
const WAS_BUILT: &str = "say since when: `was built this turn`, `was built this game`";

/// Where a number is meant that is counted.
const SO_MANY_AS: &str = "say how many: `draw (the number of your buildings) cards`";
/// Where others have to pay.
const PRICE: &str = "what is paid for something is said with `costs`: `playing an action costs other players 1 card`";
/// Where cards go back to where they were looked at.
const PUT_BACK: &str =
    "say in which order: `put them back in any order`, or `choose one of them as found; put found on top of the deck`";

/// What is written, and what to write. Of those that fit, the first counts.
const FRIENDS: &[(&str, &str)] = &[
    (
        "hands of other players",
        "hands are counted one by one: `there is no player except you that has at least 5 cards in hand`, `the largest number of cards in the hand of it among players`",
    ),
    (
        "the rest of the game",
        "what holds to the end of the game is said by a building as long as it stands, or by a law: `this becomes a law`, and `while this is a law: ...`",
    ),
    (
        "the first action",
        "an action is paid for once it has begun, and counts by then: no price tells the first from the second; what is built is paid for before, `the first building another player builds each turn costs 1 card`",
    ),
    ("for the player", "say who does it: `the player with the most buildings draws a card`"),
    (
        "repeat this",
        "say what is repeated, and how often at most: `repeat at most 6 times: ...`; after each time you choose `again` or `stop`",
    ),
    (
        "again any number of times",
        "a text ends: `repeat at most 6 times: ...`; after each time you choose `again` or `stop`",
    ),
    ("votes yes", VOTE),
    ("votes for or", VOTE),
    ("pile into your hand", "what is taken comes into the hand: `take any card in the discard pile`"),
    ("pile into", PILES),
    ("of the piles", PILES),
    (
        "hand aside",
        "a card lies aside only as long as the text goes on: put the cards face down on one of your buildings, and take them back later, `take all cards on spot`",
    ),
    ("vote yes", VOTE),
    (
        "may accept",
        "say what is done by who does: `each other player may: ...`, or count them: `let willing be no players`, `foe may: add foe to willing`",
    ),
    ("players did", DID),
    ("nobody does", DID),
    ("nobody did", DID),
    ("who did not", DID),
    ("who did", DID),
    ("piles", PILES),
    (
        "would target",
        "what a keyword is aimed at is said so: `if a ... by another player would be aimed at you, you may instead: ...`; of what is picked: `cannot be picked`, `picking this costs another player 1 card`",
    ),
    (
        "as one of their",
        "say it for each: `for each building of foe as owned: for each card in the hand of foe that has the same name as owned: discard it`",
    ),
    ("the remembered", REMEMBER),
    ("after three turns", LATER),
    ("after 3 turns", LATER),
    ("after two turns", LATER),
    ("after 2 turns", LATER),
    (
        "lose when",
        "what makes you lose is waited for: `when this has 5 ticks: lose`, `when your turn begins, if you have no buildings: lose`",
    ),
    ("lose if", "say `if ...: lose`; what is waited for: `when your turn begins, if ...: lose`"),
    (
        "exchange them",
        "name both: `choose two of your buildings as one and other`, then `exchange one with other`; or `exchange two of your buildings`",
    ),
    ("cannot be aimed", "say it of whom they are aimed at: `you cannot be chosen as the target of a ...`"),
    ("putting a card on", "`onto` tells where it comes to lie: `putting a card onto this costs other players 1 card`"),
    ("putting cards on", "`onto` tells where they come to lie: `putting cards onto this costs other players 1 card`"),
    ("no abilities can", "say who may not: `players cannot use abilities`"),
    ("nobody can", "say `players cannot ...`: `players cannot play actions`"),
    ("no player can", "say `players cannot ...`: `players cannot play actions`"),
    ("cards for each", SO_MANY_AS),
    ("you win", "a building says `win when ...`, what is done says `win`"),
    ("must discard", PRICE),
    ("must pay", PRICE),
    ("must", "say what is forbidden, `cannot`, or what it costs, `costs`"),
    ("put them back", PUT_BACK),
    ("put it back", PUT_BACK),
    ("the same name", "say as what: `with the same name as this`"),
    (
        "another of",
        "name the first one: `choose one of your buildings as first`, then `one of your buildings except first`",
    ),
    ("turn ends", "a turn is over when it is passed: `when you pass: ...`, `when another player passes: ...`"),
    ("begins a turn", "say it of the turn: `when the turn of a player begins: ...`, `when your turn begins: ...`"),
    ("begins their turn", "say it of the turn: `when the turn of a player begins: ...`"),
    (
        "gives their hand",
        "hands change by twos: `you and foe swap hands`; of each hand a card goes round by `each player sets a card in the hand of it aside as gift`",
    ),
    ("and draw", "statements are joined with `;`: `discard it; draw 1 card`"),
    ("and discard", "statements are joined with `;`: `draw 1 card; discard it`"),
    ("and destroy", "statements are joined with `;`: `discard it; destroy this`"),
    ("each player in turn", "say `for each player clockwise from you as foe: ...`"),
    ("a number of", "say which: `choose a number from 0 to 3 as many`, or `the number of ...`"),
    (
        "their hand",
        "say whose: `the hand of it`, `the hand of foe`; who decides by themselves has one: `foe discards 2 cards`",
    ),
    ("into your hand", "say to whom it is given: `give it to you`"),
    ("to your hand", "say to whom it is given: `give it to you`"),
    ("to the hand", "say to whom it is given: `give it to foe`"),
    ("to their hand", "say to whom it is given: `give it to foe`, `give it to (the owner of it)`"),
    ("top of the discard pile", "its newest card is `the last of cards in the discard pile`"),
    (
        "that many",
        "give the number a name before: `let many be the number of cards in your hand`, then `draw many cards`",
    ),
    (
        "discard any number of",
        "choose how many before: `choose a number from 0 to the number of cards in your hand as many`, then `discard many cards in your hand`",
    ),
    ("up in the deck", INTO_DECK),
    ("down in the deck", INTO_DECK),
    ("this in the deck", INTO_DECK),
    ("it in the deck", INTO_DECK),
    ("this into the deck", INTO_DECK),
    ("it into the deck", INTO_DECK),
    ("drawing a card", "say what follows: `when another player draws a card: provoker discards 1 card`"),
    ("drawing cards", "say what follows: `when another player draws a card: provoker discards 1 card`"),
    ("in a turn", "say `this turn`: `when you play your second action this turn: ...`"),
    ("until a player", UNTIL_LAW),
    ("until somebody", UNTIL_LAW),
    ("until another player", UNTIL_LAW),
    (
        "votes for",
        "a vote is a secret choice: `each player secretly chooses a player as ballot`; `the ballot of foe` is whom foe has chosen",
    ),
    ("was built", WAS_BUILT),
    ("was not built", WAS_BUILT),
    ("was destroyed", "what has fallen is nowhere to be asked: wait for it, `when a building is destroyed: ...`"),
    ("was played", "it is asked of who plays: `foe has played an action this turn`, `a card named \"X\"`"),
    (
        "use an ability",
        "what another building does is borrowed as a whole: `this has the text of the building right of this`",
    ),
    ("the discard pile with", "a card comes out of it by `give the last of cards in the discard pile to you`"),
    ("leaves play", "say what becomes of it: `when this is destroyed: ...`"),
    ("cannot lose", "say what comes in its place: `if you would be eliminated, instead: ...`"),
    ("would lose a building", "say how: `if one of your buildings would be destroyed, you may discard a card instead`"),
    ("would lose", "say `if you would be eliminated, instead: ...`"),
    (
        "swap two of",
        "say which: `choose one of your buildings as first`, then `exchange first with one of your buildings except first`",
    ),
    ("reveal your hand", "hands are shown: `show your hand`"),
    ("each turn", "say `once a turn` behind `use`"),
    ("when hit", "say `when destroyed by ...:` on a building, `when revealed by ...:` on an action"),
    ("puts a", "say it of what is put: `when a tick is put on this by another player: ...`"),
    ("puts an", "say it of what is put: `when a tick is put on this by another player: ...`"),
    ("when drawn", "say who draws: `when you draw a card: ...`, `when another player draws a card: ...`"),
    ("a random card", "say of which cards: `a random card in your hand`, `a random card in the hand of foe`"),
    ("random", "say `a random ...` with a set, such as `a random card in your hand`, or `2 random cards in your hand`"),
    ("half", "say `half of ...` and how it is rounded: `half of the number of cards on this, rounded up`"),
    ("twice", "as a number `twice the number of cards on this`; what is done twice is said `repeat 2 times: ...`"),
    ("at random", "`random` stands before the cards: `discard 2 random cards in your hand`"),
    ("choose two of", "none is chosen twice: `choose two different of:`"),
    ("flip a coin", "a coin is tossed: `toss a coin:`, and below it `heads: ...` and `tails: ...`"),
    ("toss a coin", "say `toss a coin:`, and below it `heads: ...` and `tails: ...`"),
    ("up to", "say `repeat at most 3 times: ...`, or `choose up to two different of:`"),
    ("less than", "say `fewer than`"),
    ("more", "say `more than`, with a number"),
    ("fewer", "say `fewer than`, with a number"),
    (
        "pay give",
        "a cost discards, destroys or removes, such as `pay discard the top of this`; what is given comes behind it",
    ),
    ("pay put", "a cost discards, destroys or removes, such as `pay discard the top of this`"),
    (
        "half of the cards",
        "say `half of the number of ...`: `discard (half of the number of cards in your hand, rounded up) cards in your hand`",
    ),
    ("half of", "say how it is rounded: `half of the number of cards on this, rounded up`"),
    ("once per round", "say `once a turn`: a round is a turn of each player"),
    ("all players", "say `for each player as foe: ...`, and what happens to each of them"),
    ("each player", "say `for each player as foe: ...`, and what happens to each of them"),
    (
        "more buildings than each other player",
        "a margin is asked of each of them: `there is no other player that has at least (the number of your buildings minus 1) buildings`",
    ),
    ("of all opponents", "say `of other players`: `the number of buildings of other players`"),
    (
        "of different players",
        "choose one after the other: `choose any building as spot`, then `choose any building that is not of the owner of spot as field`",
    ),
    ("no building can", "say `buildings cannot ...`, such as `until your next turn: buildings cannot be destroyed`"),
    ("if it is an", "say `if it is named \"Windmill\"`"),
    (
        "hits this",
        "say what becomes of it: `when this is destroyed: ...`, `when this is destroyed by another player: ...`",
    ),
    ("any building face up", "say `choose any building as spot`, then `for each of cards on spot: flip it`"),
    (
        "players together",
        "hands and rows are counted: `the number of buildings of other players`; hands one by one, `the largest number of cards in the hand of it among players`",
    ),
    ("maximum hand size", "say what happens: `when you pass: discard down to 5 cards`"),
    ("each other player", "say `for each other player as foe: ...`, and what happens to each of them"),
    ("at the end of turn", "say `when you pass: ...`"),
    (
        "at the end of your turn",
        "what a building does then is a clause, `when you pass: ...`; what a text says for later `at the end of this turn: ...` or `at the end of your next turn: ...`",
    ),
    ("swap hands", "say who: `you and foe swap hands`"),
    ("swaps hands", "say both of them: `you and foe swap hands`"),
    ("exchange hands", "say `you and foe swap hands`"),
    ("foe's", "say it behind: `the hand of foe`, `the next turn of foe`"),
    (
        "player's",
        "say it behind: `the hand of foe`, `the next turn of foe`, with `choose another player as foe` before",
    ),
    ("at the start of turn", "whose: `use at the start of your turn: ...`"),
    (
        "at the start of your turn",
        "an ability says `use at the start of your turn: ...`; what happens by itself `when your turn begins: ...`; what a text says for later `at the start of your next turn: ...`",
    ),
    (
        "has no text",
        "what is disabled has no text, and no name: `while this is stacked: neighbours of this are disabled`",
    ),
    (
        "have no text",
        "what is disabled has no text, and no name: `while this is stacked: neighbours of this are disabled`",
    ),
    ("has no abilities", "say that nobody may use them: `players cannot use neighbours of this`"),
    ("have no abilities", "say that nobody may use them: `players cannot use neighbours of this`"),
    (
        "name a card",
        "a name is chosen, and asked for by `named`: `choose a name of a card as guess`; `if it is named guess: ...`",
    ),
    (
        "secretly chooses yes",
        "a vote for or against is a number: `each player secretly chooses a number from 0 to 1 as ballot`",
    ),
    ("player discards", "say it of the card: `when a card is discarded by another player: ...`"),
    ("when you destroy", "say it of the building: `when a building is destroyed by you: ...`"),
    ("hand limit", "say when the others are discarded: `at the end of your turn: discard down to 7 cards`"),
    ("building from the discard pile", "there lie cards: `build any card in the discard pile at any place`"),
    ("it is a building", "a card has both faces: any card can be built, and not every one has an action"),
    ("player puts", "say it of the card: `when a card is put on this by another player: ...`"),
    ("player moves", "say it of the card: `when a card is moved onto this by another player: ...`"),
    ("player launches", "a keyword is over when it is resolved: `when a ... by another player is resolved: ...`"),
    ("last action played", "the pile knows its order: `the last of cards in the discard pile that can be played`"),
    ("last action", "the pile knows its order: `the last of cards in the discard pile that can be played`"),
    ("cards of other players", "say whose: `for each other player as foe: ...`, and in it `cards in the hand of foe`"),
    (
        "turn: if",
        "for a while stand `cannot`, `costs`, `when ...:` and what players are; what comes instead is said on a building, `while COND: if ... would ..., instead: ...`",
    ),
    ("give all", "say it of each: `for each card in your hand: give it to foe`"),
    ("put all", "say it of each: `for each card in your hand: put it face down on this`"),
    ("build all", "say it of each: `for each of goods: build it at spot`"),
    ("the player left of", "players sit clockwise: `the first of players clockwise from you except you`"),
    ("the player right of", "players sit clockwise: `the last of players clockwise from you except you`"),
    ("stack", "say `building`, which is meant with all that lies on it: `discard the top of any building`"),
    ("stacks", "say `buildings`, which are meant with all that lies on them: `tops of your buildings`"),
    ("cost", "a price is said with `costs`: `playing an action costs other players 1 card`"),
    ("your turn is", "say `it is your turn`, `it is the start of your turn`, `the start of your turn is over`"),
    ("there are a", "say `there is` of one thing"),
    ("there are an", "say `there is` of one thing"),
    ("less", "say `fewer than`, with a number"),
    ("can not", "it is one word: `cannot`"),
    ("can't", "it is written out: `cannot`"),
    ("and not of", "say again of what: `this is disabled and this is not of you`"),
    ("or not of", "say again of what: `this is disabled or this is not of you`"),
    ("and not on", "say again of what: `it is stacked and it is not on this`"),
    ("buildings named", "one noun and its name: `a building named \"Windmill\"`, `your buildings named \"Windmill\"`"),
    ("draw 1 cards", "say `draw 1 card`"),
    ("as this", "`this` is always the card itself: choose a name of your own"),
    ("as it", "`it` is what was chosen last, without a name: leave `as it` out, or choose a name of your own"),
    ("as you", "`you` is always the player: choose a name of your own"),
];

/// What to say where a number stands behind `there is`.
const THERE_ARE: (&str, &str) = ("there is", "say `there are` where there may be several");
/// Where those are meant who have the most.
const MOST: &str = "several may have as many: `each player with the most buildings loses`, or one, `choose a player with the most buildings as first`";
/// Where one thing is named by an article alone.
const ANY: &str = "say `any ...` where it is to be chosen, or before it `choose a ... as NAME`";
/// Where it is not said how a card lies.
const FACE: &str = "say how it lies: `put it face down on this`, or `face up`";
/// Where a number ends a line that began with `draw`.
const SO_MANY: &str = "say of what, such as `draw 3 cards`";
/// Where several things are one.
const JOINED: &str = "several things are joined with `plus`: `this plus neighbours of this are guarded`";
/// Where it is not told what a condition behind two things is said of.
const BOTH_IF: &str = "it may be said of both or of one: `if this is stacked: draw 1 card; discard the top of this`";
/// Where it is not told whether what `and` joins goes with both that can be chosen.
const OR_AND: &str = "it may go with both or with the last one: choose with `either:`, and below it each with a word before, `first: draw 1 card`";
/// Where somebody else may do something, and it is not told who does what follows.
const MAY_AND: &str = "what is done for it stands behind a colon: `foe may discard 1 card: destroy any building`";
/// Where a colon stands behind what is paid.
const PAYS: &str = "what an ability costs begins with `pay`, and `;` stands behind it: `use: pay discard the top of this; draw 1 card`; an action says `you may discard 2 cards: draw 3 cards`";
/// Where `card` stands behind a number.
const CARDS: &str = "say `cards` behind any number but 1";

/// The false friend that a place where a text is wrong belongs to, and what to say instead.
pub(super) fn found(text: &str, fault: Span) -> Option<(Span, &'static str)> {
    if let Some(told) = of_line(text, fault) {
        return Some(told);
    }
    let line = text[..fault.start].rfind('\n').map_or(0, |end| end + 1);
    let until = text[fault.end..].find('\n').map_or(text.len(), |end| fault.end + end);
    let before = text[line..fault.start].split_whitespace().last().unwrap_or_default();
    if &text[fault.start..fault.end] == "card" && before.starts_with(|sign: char| sign.is_ascii_digit()) {
        return Some((fault, CARDS));
    }
    if let ([.., number, "card"], "") = (said(text, line, fault).as_slice(), &text[fault.start..fault.end])
        && number.starts_with(|sign: char| sign.is_ascii_digit())
        && *number != "1"
    {
        return Some((Span::new(fault.start - "card".len(), fault.start), CARDS));
    }
    let word = &text[fault.start..fault.end];
    let behind_if = text[line..fault.start].rfind(", if ").map(|at| line + at + ", ".len());
    if let Some(given) = behind_if.filter(|at| text[line..*at].contains(", remembering ")) {
        return Some((Span::new(given, given + "if".len()), "`, if ...` stands before `, remembering ...`"));
    }
    let so_far = &text[line..fault.start];
    let deeds = ["to draw ", "to destroy ", "to discard "];
    let here = deeds.iter().any(|deed| text[fault.start..].starts_with(deed)).then(|| so_far.len().saturating_sub(1));
    let for_that = deeds.iter().find_map(|said| so_far.rfind(&format!(" {said}"))).or(here);
    let said = text[line..].trim_start();
    let said = said.strip_prefix("play:").map_or(said, str::trim_start);
    if said.starts_with("pay ") {
        let pay = text.len() - said.len();
        return Some((Span::new(pay, pay + "pay".len()), PAYS));
    }
    if let Some(to) = for_that {
        return Some((Span::new(line + to + 1, line + to + 3), FOR_THAT));
    }
    let has = [" have ", " has "].iter().find_map(|has| so_far.find(has));
    if let Some(has) =
        has.filter(|has| so_far[..*has].split_whitespace().next().is_some_and(|first| first.starts_with("when")))
        && !so_far.contains([':', ','])
    {
        return Some((Span::new(line + has + 1, line + so_far.trim_end().len()), STATE));
    }
    let noun = ["building", "card", "top", "player", "place", "target", "neighbour"].contains(&word);
    let verb = text[line..fault.start].split_whitespace().rev().nth(1).unwrap_or_default();
    if ["a", "an"].contains(&before) && noun && words::STATEMENT.contains(&verb) && verb != "choose" {
        return Some((Span::new(fault.start, fault.end), ANY));
    }
    let clause = text[line..fault.start].rfind(':').map_or(line, |colon| line + colon + 1);
    if ["is", "are"].contains(&before) && !text[clause..fault.start].contains(" that ") {
        let and = text[clause..fault.start].find(" and ").map(|at| clause + at + 1);
        if let Some(and) = and.filter(|_| word != "neighbours" && !text[clause..].starts_with("if ")) {
            return Some((Span::new(and, and + "and".len()), JOINED));
        }
    }
    if text[clause..fault.start].trim_start().trim_start_matches("otherwise").starts_with("the player with the ") {
        return Some((fault, MOST));
    }
    if before == "pay" && word.starts_with(|sign: char| sign.is_ascii_digit()) {
        return Some((
            fault,
            "say where they are taken off, or whose they are: `pay take 1 tick off this`, `pay discard 2 cards`",
        ));
    }
    let of_clause = text[clause..fault.start].trim();
    if of_clause.ends_with(" if") && of_clause.contains(" and ") {
        return Some((fault, BOTH_IF));
    }
    if of_clause.contains(" or ") && (word == "and" || of_clause.ends_with(" and")) {
        return Some((fault, OR_AND));
    }
    if of_clause.contains(" may ") && (word == "and" || of_clause.ends_with(" and")) {
        return Some((fault, MAY_AND));
    }
    let pays = ["discard ", "destroy ", "remove "].iter().any(|pays| of_clause.starts_with(pays));
    if word == ":" && pays && text[line..].starts_with("use") {
        return Some((fault, PAYS));
    }
    let sentence = of_clause.rsplit([';', '.', ',']).next().unwrap_or_default().trim();
    let begins = if sentence.is_empty() { word } else { sentence.split_whitespace().next().unwrap_or_default() };
    if let Some(stranger) = STRANGERS.iter().find_map(|stranger| stands(text, fault, line, until, stranger)) {
        return Some(stranger);
    }
    if let Some(help) = other_deed(begins) {
        return Some((fault, help));
    }
    if begins == "put" && sentence.contains(" on ") && word.is_empty() {
        return Some((fault, FACE));
    }
    let number = before.parse::<u16>().is_ok() || words::NUMBERS.contains(&before.trim_end_matches('*'));
    if word.is_empty() && number && verb == "draw" {
        return Some((fault, SO_MANY));
    }
    let counted = text[fault.start..].starts_with(|sign: char| sign.is_ascii_digit());
    let friends = FRIENDS.iter().chain(counted.then_some(&THERE_ARE));
    friends.into_iter().find_map(|friend| stands(text, fault, line, until, friend))
}

/// Such words stand on the line where it is wrong, or right before.
fn stands(
    text: &str,
    fault: Span,
    line: usize,
    until: usize,
    (said, help): &(&str, &'static str),
) -> Option<(Span, &'static str)> {
    text[line..until].match_indices(said).find_map(|(at, _)| {
        let (start, end) = (line + at, line + at + said.len());
        let letter = |sign: char| sign.is_alphanumeric() || sign == '-';
        let whole = !text[..start].ends_with(letter) && !text[end..].starts_with(letter);
        // The fault is in it, or a word behind it at most.
        let here = start < fault.end.max(fault.start + 1)
            && (end >= fault.start || text[end..fault.start].split_whitespace().count() <= 1);
        (whole && here).then_some((Span::new(start, end), *help))
    })
}

/// The words of a line before a fault.
fn said(text: &str, line: usize, fault: Span) -> Vec<&str> {
    text[line..fault.start].split_whitespace().collect()
}

/// A word of the language that stands where a text gives a name: what is wrong with it, and what to do.
pub(super) fn no_name(text: &str, fault: Span) -> Option<(Span, String, &'static str)> {
    let line = text[..fault.start].rfind('\n').map_or(0, |end| end + 1);
    let until = text[fault.end..].find('\n').map_or(text.len(), |end| fault.end + end);
    let letter = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '_';
    let mut before = ["", ""];
    let mut at = line;
    while at < until {
        let rest = &text[at..until];
        let length = rest.find(|sign| !letter(sign)).unwrap_or(rest.len());
        if length == 0 {
            if !rest.starts_with([' ', '\t']) {
                before = ["", ""];
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let word = &rest[..length];
        let place = Span::new(at, at + length);
        let here = at <= fault.end && text[place.end.min(fault.start)..fault.start].split_whitespace().count() <= 1;
        let effect = word == "one" && rest[length..].trim_start().starts_with("effect");
        let named = before[1] == "let" || before[1] == "as" && !effect && !["if", "the", "a", "an"].contains(&word);
        if named && here && before[0] != "count" && before[0] != "counts" {
            if words::RESERVED.contains(&word) {
                let reason = format!("`{word}` cannot be a name");
                return Some((place, reason, "it is a word of the language: choose another, such as `gift`"));
            }
            if !word.starts_with(|sign: char| sign.is_ascii_lowercase())
                || word.contains(|sign: char| sign.is_uppercase() || sign == '_')
            {
                let reason = format!("`{word}` cannot be a name");
                return Some((
                    place,
                    reason,
                    "a name has small letters, figures and `-`, and begins with a letter, such as `gift`",
                ));
            }
        }
        before = [before[1], word];
        at += length;
    }
    None
}
