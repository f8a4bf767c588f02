//! What no sentence about a card has: signs of words that do not fit together.

const WRONG: [&str; 47] = [
    " a a",
    " a e",
    " a i",
    " a o",
    "  -  ",
    " ,",
    "..",
    ",,",
    " of of ",
    " the the ",
    " that that ",
    " a the ",
    " a your ",
    " any the ",
    " any your ",
    " any a ",
    " each the ",
    " each your ",
    " no a ",
    " it it ",
    "{",
    "}",
    " is is ",
    " are is ",
    "you is ",
    "you has ",
    ": :",
    " 1 cards",
    " 1 players",
    " .",
    " the your ",
    " the a ",
    " there is any ",
    "turn up it",
    " a any ",
    " or and ",
    " and or ",
    " that other ",
    " is a is ",
    " of you ",
    " the it ",
    " a it ",
    "that number cards",
    " the that ",
    "for for ",
    "if if ",
    "this game is",
];

/// The first of them that a text has; blanks and lines do not matter.
pub fn wrong(text: &str) -> Option<&'static str> {
    // What lies on somebody is, whoever that is.
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" on you is ", " on it is ");
    // So is whoever has more than somebody.
    let flat = flat.replace(" than you is ", " than that is ");
    // And what was set aside by somebody.
    let flat = flat.replace(" by you is ", " by that is ");
    // And so many of those who are somebody.
    let flat = flat.replace(" that are you is ", " that are they is ");
    WRONG.into_iter().find(|wrong| flat.contains(wrong))
}
