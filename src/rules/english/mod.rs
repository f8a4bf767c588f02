//! Says checked texts in plain English, as a card would: what is read here is what the engine does.
//!
//! It works on the checked tree. In a game disputes are settled, and what does not hold there is not said; elsewhere the
//! disputes are named.

mod against;
mod alters;
mod asks;
mod calls;
mod flow;
mod happening;
mod line;
mod notes;
mod numbers;
mod pending;
mod steps;
mod things;
mod used;
mod walk;

use super::file::{CounterText, SetFile};
use super::ir::{Counter, Element};
use super::names::{Names, noun};
use super::tree::{Alone, Cond, Disputed, Face, Keyword, Local, Num, Set, SetKind, Step, Text};
use crate::base::{Spanned, article, ordinal, plural_of};
pub(super) use against::texts;
pub(super) use calls::{keyword, usage};
pub(super) use happening::mark;
use happening::{barred, instead, triggered};
pub(super) use line::sentence;
use line::{Block, Line, NOTHING_MORE, Never, laid_out};
use notes::{Saying, is_plain};
pub(super) use pending::pending;
pub(super) use used::{Used, by_face, by_text, by_word};
use walk::Seen;

/// What a text speaks with: the words that files declare, and the values of disputes in this game.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) names: &'a Names,
    pub(super) keywords: &'a [Keyword],
    /// What each tally counts by itself, and how much of it wins.
    pub(super) tallies: &'a [(Option<Alone<Set>>, u8)],
    /// What each sort of counters says.
    pub(super) marks: &'a [Option<Disputed<Face>>],
    /// The tallies of this game; all without a game.
    pub(super) winning: Option<&'a [usize]>,
    /// The value of each dispute, by number; none without a game.
    pub(super) disputes: Option<&'a [usize]>,
}

/// All statuses by their names, the built-in ones first, and what each means.
pub(super) fn statuses(files: &[SetFile]) -> Vec<(&str, String)> {
    let built_in = [
        ("disabled", "A disabled building has no text and no name: nothing that it says counts."),
        ("guarded", "What is guarded cannot be picked where a text speaks of what is unguarded."),
    ];
    let own = files.iter().flat_map(|file| &file.statuses);
    let own = own.map(|status| (status.name.node.as_str(), status.meaning.as_str()));
    built_in.into_iter().chain(own).map(|(name, meaning)| (name, sentence(meaning))).collect()
}

/// All sorts of counters, and what each is for.
pub(super) fn counters(files: &[SetFile]) -> Vec<Counter> {
    let all = files.iter().flat_map(|file| &file.counters);
    let counter = |CounterText { name, plural, meaning, owned, on, text: _ }: &CounterText| Counter {
        name: name.node.clone(),
        plural: plural.clone(),
        english: vec![sentence(meaning)],
        owned: *owned,
        on: *on,
        face: None,
    };
    all.map(counter).collect()
}

/// What is said of a local where it is spoken of.
#[derive(Debug, Clone)]
enum Called {
    /// Nothing yet: it is bound further on.
    Unbound,
    /// These words.
    Phrase(String),
    /// A number noted before: `that number`.
    Noted(String),
    /// Whether it holds, which is settled before the game.
    Known(bool),
    /// It is said where it is needed.
    Later(Later),
    /// These words once; from then on, those.
    Once(String, Box<Called>),
    /// It came in this way, as the first of those that came so, or a later one.
    Brought { noun: &'static str, how: &'static str, at: usize },
}

/// What a text has given a name, and says only where it is needed.
#[derive(Debug, Clone)]
struct Later {
    asked: Asked,
    /// As it was before the text did anything.
    began: bool,
}

#[derive(Debug, Clone)]
enum Asked {
    Truth(Cond),
    Number(Num),
}

/// What a text is, as far as it matters to what it sets off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    Played,
    SetOff,
    /// A keyword may be called by either.
    Either,
}

/// Where the statements stand that are being said, for what ends them early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Text,
    Repeat,
    ForEach,
}

/// One text while it is being said.
struct Speaker<'a> {
    words: Words<'a>,
    locals: Vec<Called>,
    /// The text speaks of them again.
    used: Vec<bool>,
    /// How what is noted is said.
    sayings: Vec<Saying>,
    /// It is said as it was.
    past: bool,
    setting: Setting,
    /// The innermost of what statements can end, and whether they stand right in it.
    inside: (Inside, bool),
    /// What had to hold so far for the text to go on.
    required: Vec<String>,
    /// The nouns of what has come in so far, and how: chosen, taken, noted.
    come: Vec<(&'static str, &'static str)>,
    /// What came last: `it`, as long as nothing else is spoken of.
    fresh: Option<Local>,
    /// Who decides what is said next, if not `you`.
    decider: Option<String>,
    /// How many lots of players have been noted.
    noted_players: usize,
    /// The statement has spoken of it.
    touched: bool,
    /// It is said that there is one of a set.
    there: bool,
    /// How many sets are being described inside each other: there, `it` is one of theirs.
    inside_sets: usize,
    /// The nouns of what `for each` goes through at the moment.
    each: Vec<&'static str>,
    /// Conditions noted so far, and how many there are.
    noted: (usize, usize),
    /// Numbers noted so far, and how many there are.
    counted: (usize, usize),
    /// The same of numbers that are chosen, and of dice.
    chosen: (usize, usize),
    rolled: (usize, usize),
}

/// The noun for what a set holds: what is targeted is a stack.
fn noun_of(set: &Set) -> &'static str {
    match (&set.kind, set.element) {
        (SetKind::Of { target: true, .. }, Element::Building) => "stack",
        (_, element) => noun(element),
    }
}

/// The sentences of a face. What an action says that has no `play` clause is that it cannot be played.
pub(super) fn face(words: Words<'_>, face: &Face, building: bool) -> Vec<String> {
    let mut lines = Vec::new();
    match &face.play {
        Some(play) => lines.extend(told(words, play, Setting::Played)),
        None if building => {}
        None => lines.push(Line::Phrase("this cannot be played as an action".into())),
    }
    if let Some(replay) = &face.replay {
        lines.push(Line::Block(Block::new("when this is replayed", ": ", told(words, replay, Setting::Played))));
    }
    for ability in &face.abilities {
        let limit = match (ability.start, ability.once) {
            (true, _) => "at the start of your turn, once",
            (false, true) => "once a turn",
            (false, false) => "on your turn, as often as you like",
        };
        let name = ability.name.as_ref().map_or(String::new(), |name| format!("\"{name}\", "));
        let mut speaker = Speaker::new(words, ability.condition.as_ref().map_or(0, |alone| alone.locals));
        let Ok(condition) = speaker.open(ability.condition.as_ref().map(|alone| &alone.node)) else { continue };
        let condition = condition.map_or(String::new(), |cond| format!(", if {}", speaker.cond(cond)));
        let head = format!("{name}{limit}{condition}");
        lines.push(Line::Block(Block::new(head, ": ", paid(words, &ability.text))));
    }
    lines.extend(face.triggers.iter().map(|trigger| triggered(words, trigger)));
    lines.extend(face.bars.iter().map(|bar| barred(words, bar)));
    lines.extend(face.instead.iter().map(|clause| instead(words, clause)));
    for lasting in &face.lasting {
        let mut speaker = Speaker::new(words, lasting.locals);
        let Ok(condition) = speaker.during(lasting.node.condition.as_ref()) else { continue };
        lines.push(Line::Phrase(format!("{condition}{}", speaker.status(&lasting.node))));
    }
    for counts in &face.counts_as {
        let (condition, set) = &counts.clause.node;
        let mut speaker = Speaker::new(words, counts.clause.locals);
        let Ok(condition) = speaker.during(condition.as_ref()) else { continue };
        let (set, be) = speaker.subject(set);
        let tally = &words.names.tallies[counts.tally];
        let counted = match be {
            "is" => {
                let one = singular(tally);
                format!("{set} counts as {} {one}", article(&one))
            }
            _ => format!("{set} count as {tally}"),
        };
        lines.push(Line::Phrase(format!("{condition}{counted}{}", goal(words, counts.tally))));
    }
    for number in &face.raises {
        let mut speaker = Speaker::new(words, number.locals);
        let number = speaker.number(&number.node);
        lines.push(Line::Phrase(format!("your starred numbers are raised by {number}")));
    }
    for clause in &face.alters {
        let mut speaker = Speaker::new(words, clause.locals);
        lines.extend(speaker.alters(&clause.node).map(Line::Phrase));
    }
    lines.extend(winning(words, face));
    laid_out(&lines)
}

/// Those of its sentences that say when it wins.
pub(super) fn wins(words: Words<'_>, face: &Face) -> Vec<String> {
    laid_out(&winning(words, face))
}

fn winning(words: Words<'_>, face: &Face) -> Vec<Line> {
    let mut lines = Vec::new();
    for cond in &face.wins {
        let mut speaker = Speaker::new(words, cond.locals);
        let Ok(open) = speaker.open(Some(&cond.node)) else { continue };
        let when = open.map_or(String::new(), |cond| format!(" when {}", speaker.cond(cond)));
        lines.push(Line::Phrase(format!("you win{when}")));
    }
    lines
}

/// How much of a tally wins, or that none of it does in this game.
fn goal(words: Words<'_>, tally: usize) -> String {
    let same = |winning: &[usize]| Some(winning[words.names.same_tally(winning, tally)?]);
    let at = words.winning.and_then(same).unwrap_or(tally);
    let name = &words.names.tallies[at];
    let wins = match words.tallies[at].1 {
        1 => format!("1 {} wins", singular(name)),
        more => format!("{more} {name} win"),
    };
    match words.winning.is_none_or(|winning| winning.contains(&at)) {
        true => format!(" ({wins})"),
        false => " (which wins nothing in this game)".to_string(),
    }
}

/// A text that does something. One that does nothing but to call a keyword without words of its own is that keyword's.
fn told(words: Words<'_>, text: &Text, setting: Setting) -> Vec<Line> {
    let mut only = text.body.steps.as_slice();
    let mut one_effect = false;
    if let [Spanned { node: Step::OneEffect(body), .. }] = only {
        (only, one_effect) = (&body.steps, true);
    }
    if let [step] = only
        && let Step::Call { keyword, arguments } = &step.node
        && arguments.is_empty()
        && words.keywords[*keyword].reads.is_none()
    {
        let keyword = &words.keywords[*keyword].text;
        let text = words.disputes.map_or(&keyword.printed, |settled| keyword.at(settled));
        let mut speaker = Speaker::of(words, text);
        speaker.setting = setting;
        let mut lines = speaker.lines(&text.body);
        if one_effect {
            lines.push(Line::Phrase(speaker.set_off().into()));
        }
        return lines;
    }
    let mut speaker = Speaker::of(words, text);
    speaker.setting = setting;
    speaker.lines(&text.body)
}

/// The text of an ability: its cost is what it is paid with.
fn paid(words: Words<'_>, text: &Text) -> Vec<Line> {
    let costs = text.body.steps.iter().take_while(|step| matches!(step.node, Step::Pay(_))).count();
    let mut lines = Speaker::of(words, text).lines(&text.body);
    if costs == 0 {
        return lines;
    }
    let mut rest = lines.split_off(costs);
    if let ([Line::Phrase(cost)], Some(Line::Phrase(first))) = (lines.as_slice(), rest.first_mut())
        && !first.starts_with("if ")
        && first != NOTHING_MORE
    {
        *first = format!("{cost} to {first}");
        return rest;
    }
    for line in &mut lines {
        if let Line::Phrase(phrase) = line {
            *phrase = format!("to pay for it, {phrase}");
        }
    }
    lines.append(&mut rest);
    lines
}

/// The sentences of a tally: how much wins, and what counts.
pub(super) fn tally(words: Words<'_>, at: usize) -> Vec<String> {
    let (name, (counted, wins_at)) = (&words.names.tallies[at], &words.tallies[at]);
    let goal = match wins_at {
        1 => format!("you win with 1 {}", singular(name)),
        more => format!("you win with {more} {name}"),
    };
    let counted = match counted {
        Some(set) => {
            let mut speaker = Speaker::new(words, set.locals);
            let (set, be) = speaker.subject(&set.node);
            let count = if be == "is" { "counts" } else { "count" };
            format!("{set} {count}, and so does whatever says so itself")
        }
        None => "what counts as one is said on the cards themselves".to_string(),
    };
    laid_out(&[Line::Phrase(goal), Line::Phrase(counted)])
}

/// The sentences of what happens when nothing is left to draw.
pub(super) fn crisis(words: Words<'_>, text: &Text) -> Vec<String> {
    let head = "when a card must be drawn and nothing is left to draw";
    laid_out(&[Line::Block(Block::new(head, ": ", told(words, text, Setting::Played)))])
}

/// One of what a tally counts, as its name has it in the plural.
fn singular(tally: &str) -> String {
    let stem = |end: &str, instead: &str| {
        let one = format!("{}{instead}", tally.strip_suffix(end)?);
        (plural_of(&one) == tally).then_some(one)
    };
    let hissing = ["sses", "xes", "zes", "ches", "shes"].iter().any(|end| tally.ends_with(end));
    let es = if hissing { stem("es", "") } else { None };
    stem("ies", "y").or(es).or_else(|| stem("s", "")).unwrap_or_else(|| tally.to_string())
}

impl<'a> Speaker<'a> {
    fn new(words: Words<'a>, locals: usize) -> Speaker<'a> {
        Speaker {
            words,
            locals: vec![Called::Unbound; locals],
            used: vec![false; locals],
            sayings: vec![Saying::Noted; locals],
            past: false,
            setting: Setting::Played,
            inside: (Inside::Text, true),
            required: Vec::new(),
            come: Vec::new(),
            fresh: None,
            touched: false,
            there: false,
            inside_sets: 0,
            each: Vec::new(),
            noted: (0, 0),
            counted: (0, 0),
            chosen: (0, 0),
            rolled: (0, 0),
            decider: None,
            noted_players: 0,
        }
    }

    /// A speaker for a text: what it brings in more than once is told apart.
    fn of(words: Words<'a>, text: &Text) -> Speaker<'a> {
        let mut speaker = Speaker::new(words, text.locals);
        walk::body(&text.body, &mut |seen| {
            if let Seen::Used(local) = seen {
                speaker.used[local] = true;
            }
        });
        speaker.sayings = notes::sayings(text);
        let noted = |local: &Local| speaker.sayings[*local] == Saying::Noted;
        let truths = text.body.steps_that(&|step| match step {
            Step::LetTruth(local, cond) => noted(local) && speaker.known(cond).is_none(),
            _ => false,
        });
        let numbers = text.body.steps_that(&|step| match step {
            Step::LetNumber(local, number) => noted(local) && !is_plain(speaker.settled(number)),
            _ => false,
        });
        let chosen =
            text.body.steps_that(&|step| matches!(step, Step::Choose { set, .. } if set.element == Element::Number));
        let rolled = text.body.steps_that(&|step| matches!(step, Step::Roll(_)));
        (speaker.noted.1, speaker.counted.1) = (truths, numbers);
        (speaker.chosen.1, speaker.rolled.1) = (chosen, rolled);
        speaker
    }

    /// `while this is face up, `
    ///
    /// # Errors
    /// That is never so in this game.
    fn during(&mut self, cond: Option<&Cond>) -> Result<String, Never> {
        let open = self.open(cond)?;
        Ok(open.map_or(String::new(), |cond| format!("while {}, ", self.cond(cond))))
    }

    fn introduce(&mut self, local: Local, noun: &'static str) {
        self.introduce_as(local, noun, "chosen");
    }

    /// What a local is called from now on: how it came tells it from others of its kind.
    fn introduce_as(&mut self, local: Local, noun: &'static str, how: &'static str) {
        if !self.used[local] {
            self.locals[local] = Called::Phrase(format!("that {noun}"));
            return;
        }
        self.come.push((noun, how));
        let at = self.come.iter().filter(|other| **other == (noun, how)).count();
        self.locals[local] = Called::Brought { noun, how, at };
        self.fresh = Some(local);
    }

    fn call(&mut self, local: Local) -> String {
        match self.locals[local].clone() {
            Called::Unbound | Called::Known(_) | Called::Later(_) => "it".to_string(),
            Called::Phrase(phrase) | Called::Noted(phrase) => phrase,
            Called::Once(first, then) => {
                self.locals[local] = *then;
                self.touched |= self.fresh == Some(local);
                first
            }
            Called::Brought { noun, how, at } => {
                if self.fresh == Some(local) && self.inside_sets == 0 && noun != "player" {
                    self.touched = true;
                    return "it".to_string();
                }
                self.told_apart(noun, how, at)
            }
        }
    }

    /// `that card`, or how it came where there are others.
    fn told_apart(&self, noun: &'static str, how: &'static str, at: usize) -> String {
        let alike = self.come.iter().filter(|(other, _)| *other == noun).count();
        let same = self.come.iter().filter(|other| **other == (noun, how)).count();
        let each = self.each.contains(&noun);
        let ordinal = ordinal(at);
        match (alike, same, each) {
            (0 | 1, _, false) => format!("that {noun}"),
            (_, 0 | 1, _) => format!("the {how} {noun}"),
            _ if noun == "player" => format!("the player {how} {ordinal}"),
            (alike, same, false) if alike == same => format!("the {ordinal} {noun}"),
            _ => format!("the {ordinal} {how} {noun}"),
        }
    }
}
