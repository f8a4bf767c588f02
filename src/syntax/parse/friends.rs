//! False friends: words that card texts often say and this language says otherwise.

use crate::base::Span;

/// What is written, and what to write. Of those that fit, the first counts.
const FRIENDS: &[(&str, &str)] = &[
    ("whenever", "a clause that waits begins with `when`, such as `when built:`"),
    ("once per turn", "say `once a turn`"),
    ("each turn", "say `once a turn` behind `use`"),
    ("when hit", "say `when destroyed by ...:` on a building, `when revealed by ...:` on an action"),
    ("when drawn", "texts wait for `revealed`, `destroyed` and `built`"),
    ("a random card", "say of which cards: `a random card in your hand`, `a random card in the hand of foe`"),
    ("random", "say `a random ...` with a set, such as `a random card in your hand`, or `2 random cards in your hand`"),
    ("half", "say `half of ...` and how it is rounded: `half of the number of cards on this, rounded up`"),
    ("twice", "as a number `twice the number of cards on this`; what is done twice is said `repeat 2 times: ...`"),
    ("at random", "`random` stands before the cards: `discard 2 random cards in your hand`"),
    ("choose two of", "none is chosen twice: `choose two different of:`"),
    ("flip a coin", "a coin is tossed: `toss a coin:`, and below it `heads: ...` and `tails: ...`"),
    ("roll a die", "say what it is called then: `roll a die as rolled`"),
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
    ("and not of", "say again of what: `this is disabled and this is not of you`"),
    ("or not of", "say again of what: `this is disabled or this is not of you`"),
    ("and not on", "say again of what: `it is stacked and it is not on this`"),
    ("buildings named", "one noun and its name: `a building named \"Windmill\"`, `your buildings named \"Windmill\"`"),
    ("stacks named", "one noun and its name: `a building named \"Windmill\"`, `your buildings named \"Windmill\"`"),
    ("draw 1 cards", "say `draw 1 card`"),
    ("as this", "`this` is always the card itself: choose a name of your own"),
    ("as it", "`it` is what was chosen last, without a name: leave `as it` out, or choose a name of your own"),
    ("as you", "`you` is always the player: choose a name of your own"),
];

/// What to say where a number stands behind `there is`.
const THERE_ARE: (&str, &str) = ("there is", "say `there are` where there may be several");
/// Where `card` stands behind a number.
const CARDS: &str = "say `cards` behind any number but 1";

/// The false friend that a place where a text is wrong belongs to, and what to say instead.
pub(super) fn found(text: &str, fault: Span) -> Option<(Span, &'static str)> {
    let line = text[..fault.start].rfind('\n').map_or(0, |end| end + 1);
    let until = text[fault.end..].find('\n').map_or(text.len(), |end| fault.end + end);
    let before = text[line..fault.start].split_whitespace().last().unwrap_or_default();
    if &text[fault.start..fault.end] == "card" && before.starts_with(|sign: char| sign.is_ascii_digit()) {
        return Some((fault, CARDS));
    }
    let counted = text[fault.start..].starts_with(|sign: char| sign.is_ascii_digit());
    FRIENDS.iter().chain(counted.then_some(&THERE_ARE)).find_map(|(said, help)| {
        let stands = |(at, _): (usize, &str)| {
            let (start, end) = (line + at, line + at + said.len());
            let letter = |sign: char| sign.is_alphanumeric() || sign == '-';
            let whole = !text[..start].ends_with(letter) && !text[end..].starts_with(letter);
            // The fault is in it, or a word behind it at most.
            let here = start < fault.end.max(fault.start + 1)
                && (end >= fault.start || text[end..fault.start].split_whitespace().count() <= 1);
            (whole && here).then_some((Span::new(start, end), *help))
        };
        text[line..until].match_indices(said).find_map(stands)
    })
}
