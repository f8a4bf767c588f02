//! How problems are worded: the reason, what was expected at the place, and the next step.

use std::fmt;

use super::error::Problem;
use super::suggestions::{ask_less, chain, fewer, right_type, to_write, too_many, wrong_type};
use super::verbs::{costs, makers};
use text::{Happening, article, plural};

impl Problem {
    /// The reason, what was expected at the place, and the next step.
    fn wording(&self) -> (String, String, Option<String>) {
        match self {
            Problem::Plain {
                reason,
                label,
                help,
                ..
            } => say(reason, label, help.words()),
            Problem::Syntax { error, fix, .. } => {
                let help = fix.as_ref().map(|fix| to_write(&fix.texts));
                let help = help.or_else(|| error.help.clone());
                (error.reason.clone(), "here".into(), help)
            }
            Problem::Unknown { what, name, help } => say(
                format!("no {what} is called `{name}`"),
                match *what {
                    "action" => "expected an action".to_string(),
                    what => format!("expected {} {what}", article(what)),
                },
                help.words(),
            ),
            Problem::Twice { name, first } => say(
                format!("`{name}` is defined twice"),
                "the second definition",
                format!("{first}; choose another name"),
            ),
            Problem::WrongType { wanted, found } => say(
                wrong_type(wanted, found),
                format!("expected a {wanted}"),
                right_type(wanted, found),
            ),
            Problem::Miscounted { found, wanted } => say(
                format!("the number asks for `{wanted}`, not `{found}`"),
                format!("expected `{wanted}`"),
                format!("write `{wanted}` here"),
            ),
            Problem::Several { name, found } => say(
                format!("`{name}` means several {found}s, but one is needed"),
                format!("expected one {found}"),
                format!("write `one of {name}`, `the first of {name}`, or `for each of {name}`"),
            ),
            Problem::NotASet { name } => say(
                format!("`{name}` is one thing, not several"),
                "expected several things",
                format!("write `{name}` without `a` or `each`"),
            ),
            Problem::Misplaced { what, place, help } => say(
                format!("{what} is not allowed in {place}"),
                "not here",
                *help,
            ),
            Problem::NothingForIt => say(
                "`it` refers to nothing here",
                "nothing was chosen before",
                "write `choose ...` or `for each ...` first; to name a card that is drawn, write `take the top card of the deck as fresh`",
            ),
            Problem::NothingForThem => say(
                "`them` refers to nothing here",
                "nothing was chosen before",
                "pick several things first, as in `look at 2 tops`; for one thing, write `choose a building as spot`",
            ),
            Problem::Decided { always, help } => say(
                format!("this is {} true", if *always { "always" } else { "never" }),
                "this decides nothing",
                *help,
            ),
            Problem::Unused { name } => say(
                format!("`{name}` is never used"),
                "named but never used",
                format!("use `{name}` or remove it"),
            ),
            Problem::LeftOut { name } => say(
                format!("the sentence does not contain the parameter `{name}`"),
                format!("expected `{{{name}}}` in here"),
                format!("write `{{{name}}}` where the reader should see it"),
            ),
            Problem::LooseBrace => say(
                "the braces in this sentence do not match",
                "expected names between { and }",
                "put each name between `{` and `}`",
            ),
            Problem::Rebound { name } => say(
                format!("`{name}` already means something else here"),
                "expected a new name",
                "choose another name",
            ),
            Problem::Recursion { name, through } => say(
                format!("`{name}` calls itself"),
                "the call that closes the circle",
                format!("break this circle: {}", chain(through)),
            ),
            Problem::AsksTooMuch { what, most } => say(
                format!("this {what}"),
                format!("expected at most {most}"),
                ask_less(what),
            ),
            Problem::CallsTooDeep {
                name,
                most,
                through,
            } => say(
                format!(
                    "{name} calls keywords that call keywords, {} levels deep",
                    through.len()
                ),
                format!("expected at most {most}"),
                format!("shorten the chain {}", chain(through)),
            ),
            Problem::WrittenOut {
                name,
                count,
                most,
                through,
            } if through.is_empty() => say(
                format!("{name} has {count} statements"),
                format!("expected at most {most} in all"),
                "do less in one text",
            ),
            Problem::WrittenOut {
                name,
                count,
                most,
                through,
            } => say(
                format!("{name} has {count} statements when its keywords are written out"),
                format!("expected at most {most} in all"),
                format!(
                    "call keywords less often in {}, where most statements come from",
                    chain(through)
                ),
            ),
            Problem::RunsTooLong { steps, most } => say(
                format!("this repetition takes at least {steps} steps"),
                format!("expected at most {most}"),
                "repeat it less often: a text with more steps after one decision is cut off (END-1)",
            ),
            Problem::WrongArguments {
                keyword,
                wanted,
                usage,
            } => say(
                format!("`{keyword}` takes {wanted}"),
                format!("expected {wanted}"),
                format!("write `{usage}`"),
            ),
            Problem::WrongPreposition {
                keyword,
                preposition,
                usage,
            } => say(
                format!("`{keyword}` does not take `{preposition}` here"),
                "unexpected",
                format!("write `{usage}`"),
            ),
            Problem::LateCost => say(
                "a cost must come first",
                "expected before everything else",
                "move `pay ...` to the beginning of the ability",
            ),
            Problem::NotACost => say(
                "this is not a cost",
                format!("expected {}", costs(|verb| format!("`{verb}`"))),
                format!(
                    "pay by {} something",
                    costs(|verb| format!("{}ing", verb.trim_end_matches('e')))
                ),
            ),
            Problem::NamelessAbility => say(
                "a building with several abilities must name each of them",
                "expected a name after `use`",
                "write a name in quotes after `use`",
            ),
            Problem::SameBranch { label } => say(
                format!("two branches are called `{label}`"),
                "expected another word",
                "rename one of them, or give both a condition so that both are never possible at once",
            ),
            Problem::HiddenLasting => say(
                "a face-down card cannot have a lasting effect",
                "expected `while this is face up`",
                "begin with `while this is face up, ...`",
            ),
            Problem::SettledLater { own, read } => say(
                match own == read {
                    true => format!("`{own}` depends on itself"),
                    false => format!("`{own}` is settled before `{read}`"),
                },
                "not yet known",
                format!("let `{own}` depend only on what is settled before it"),
            ),
            Problem::Tells { to_all: false, .. } => say(
                "this depends on a card that the deciding player does not know",
                "read here",
                "`look at`, `show` or `flip` it first, in the same loop if it is in one, or use only cards `that are face up`",
            ),
            Problem::Tells { own, .. } => say(
                "the result of this reveals a card to players who do not know it",
                "read here",
                match own {
                    true => {
                        "`show` it first, or let the player who knows it decide: `you may choose ...`, or a branch next to \
                         one without a condition"
                    }
                    false => {
                        "`show` or `flip` it first, in the same loop if it is in one, or use only cards `that are face up`"
                    }
                },
            ),
            Problem::AsksUnasked { name } => say(
                format!("`{name}` makes a player choose among things that only they see"),
                "the others would see if there are none",
                "let the player decline: write `you may choose ...` in the keyword",
            ),
            Problem::NeverHappens { name, moment } => {
                let (thing, done, what) = match moment {
                    Happening::Revealed => ("nothing", "revealed", " cards"),
                    Happening::Destroyed => ("no building", "destroyed", " buildings"),
                    _ => ("nothing", moment.passive(), ""),
                };
                let makers = makers(*moment);
                say(
                    format!("{thing} is {done} by `{name}`"),
                    "never causes it",
                    format!("name keywords that {makers}{what}, or write `by anything`"),
                )
            }
            Problem::Away { help } => say(
                "`this` is not a building here, and is not in a stack or hand",
                "not there",
                *help,
            ),
            Problem::SwapsNothing => say(
                "`swap` needs a card in a hand",
                "expected a card in a hand",
                "swap a building with a card in a hand; `build` or `put` other cards",
            ),
            Problem::SecondClause { what } => say(
                format!("there is a second {what}"),
                "the second one",
                "join the two into one",
            ),
            Problem::MissingClause { place, what } => say(
                format!("{place} needs {what}"),
                format!("expected {what}"),
                format!("write {what}"),
            ),
            Problem::ReadingsMeet { both } => say(
                "two readings of one text can apply at once",
                format!("another one applies, too, if {both}"),
                format!("write a third reading for both: `if = {{ {both} }}`"),
            ),
            Problem::ReadsOtherwise { what } => say(
                format!("the {what} of this reading differ from those of the printed text"),
                format!("expected the same {what}"),
                format!("keep the same {what}: a game can continue under either reading"),
            ),
            Problem::NotSettled => say(
                "the rule depends on something else than disputes",
                "expected conditions on disputes only",
                "compare disputes with their values, as in `\"dispute\" is \"value\"`",
            ),
            Problem::TooManyRegisters { most } => say(
                format!("the text must remember more than {most} things at a time"),
                "in this text",
                "split the text into smaller keywords",
            ),
            Problem::TooMany { what, count, most } => say(
                too_many(*count, what),
                format!("expected at most {most}"),
                fewer(what),
            ),
            Problem::WrongDraft {
                recipe,
                wanted,
                found,
            } => {
                let kinds = plural(*wanted as u64, "kind");
                say(
                    format!("`{recipe}` draws {kinds}, not {found}"),
                    format!("expected {kinds}"),
                    format!("name {kinds}, each once"),
                )
            }
        }
    }

    /// What was expected at the words.
    pub(crate) fn label(&self) -> String {
        self.wording().1
    }

    /// The next step.
    pub(crate) fn help(&self) -> Option<String> {
        self.wording().2
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.wording().0)
    }
}

fn say(
    reason: impl Into<String>,
    label: impl Into<String>,
    help: impl Into<String>,
) -> (String, String, Option<String>) {
    (reason.into(), label.into(), Some(help.into()))
}
