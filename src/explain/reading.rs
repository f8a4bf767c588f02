//! What cards say as they are played at this table: for people who ask in the middle of a game.

use std::fmt::Write;

use crate::names::{STAR, face_name, starred};
use crate::rulebook::rulebook;
use board::{Held, Kind, Seat, Seen, View};
use itertools::Itertools;
use rules::ir::{FaceId, Rules, Word};
use rules::{author_lines, explained};
use text::{plural_of, suggest, wrapped};

/// What is asked for, in lines of that width: nothing for the cards of one's hand, a place such as `p2.3`, or the name of a
/// card, of a word that cards use, or the id of a rule. Of what lies hidden nothing is told.
///
/// # Errors
/// What was not understood, as a sentence.
pub fn read(
    rules: &Rules,
    view: &View,
    me: Seat,
    asked: &str,
    width: usize,
) -> Result<String, String> {
    let asked = subject(asked.trim());
    let mut page = Page {
        rules,
        width,
        out: String::new(),
        explained: Vec::new(),
        used: Vec::new(),
    };
    if asked.is_empty() {
        let Some(Held::Cards(kinds)) = view.hands.get(me.index()) else {
            return Err("Say which card: `read NAME`, or `read p2.3` for a building.".to_string());
        };
        if kinds.is_empty() {
            return Err(
                "Your hand is empty. `read NAME` reads any card, `read p2.3` a building."
                    .to_string(),
            );
        }
        kinds.iter().for_each(|kind| page.card(*kind));
    } else if let Some(place) = place(asked) {
        page.building(view, place)
            .ok_or_else(|| format!("There is no building at {asked}."))?;
    } else {
        page.named(asked)?;
    }
    page.explain_words();
    Ok(page.out)
}

/// `p2.3`: numbers of a player and of a place, both counted from 1.
fn place(text: &str) -> Option<(usize, usize)> {
    let (player, place) = text.strip_prefix(['p', 'P'])?.split_once('.')?;
    Some((player.parse().ok()?, place.parse().ok()?))
}

/// The card or place that a label or a choice is about.
fn subject(asked: &str) -> &str {
    let verbs = ["action ", "build ", "stack ", "side ", "play ", "use "];
    let Some(rest) = verbs.iter().find_map(|verb| asked.strip_prefix(verb)) else {
        return asked;
    };
    let rest = rest
        .split(" at p")
        .next()
        .unwrap_or(rest)
        .split(" on p")
        .next()
        .unwrap_or(rest);
    // An ability has a name behind the place.
    let word = rest.split(' ').next().unwrap_or(rest);
    if place(word).is_some() { word } else { rest }
}

/// What can be asked for by name.
pub fn subjects(rules: &Rules) -> Vec<String> {
    let faces = (0..rules.faces.len()).map(|index| face_name(rules, FaceId(index as _)));
    let mut names: Vec<String> = faces.chain(words(rules)).map(str::to_string).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// As people type it: in any case, with any apostrophe.
fn alike(name: &str) -> String {
    name.trim()
        .to_lowercase()
        .replace(['\u{2019}', '\u{2018}', '`'], "'")
}

struct Page<'a> {
    rules: &'a Rules,
    width: usize,
    out: String,
    explained: Vec<Word>,
    /// The words in what has been read.
    used: Vec<Word>,
}

impl<'a> Page<'a> {
    /// A building, and the cards on it that the viewer knows.
    fn building(&mut self, view: &View, (player, place): (usize, usize)) -> Option<()> {
        let building = view
            .nations
            .get(player.checked_sub(1)?)?
            .as_ref()?
            .get(place.checked_sub(1)?)?;
        let face =
            self.rules.kinds[building.kind.index()].buildings[usize::from(building.second_side)];
        self.face(face);
        let known = building.stack.iter().rev().filter_map(|card| match card {
            Seen::Known { kind, .. } => Some(*kind),
            Seen::Hidden => None,
        });
        let actions = known
            .unique()
            .filter_map(|kind| self.rules.kinds[kind.index()].action);
        actions.for_each(|action| self.face(action));
        Some(())
    }

    /// Both faces of a card.
    fn card(&mut self, kind: Kind) {
        let kind = &self.rules.kinds[kind.index()];
        let sides = &kind.buildings[..1 + usize::from(kind.double_sided)];
        kind.action
            .iter()
            .chain(sides)
            .for_each(|face| self.face(*face));
    }

    /// Whatever is called so, or begins so.
    fn named(&mut self, asked: &str) -> Result<(), String> {
        let rules = self.rules;
        // Both faces of a card.
        if let Some((one, other)) = asked.split_once(" / ") {
            self.named(one)?;
            return self.named(other);
        }
        let wanted = alike(asked);
        let faces = || (0..rules.faces.len()).map(|index| FaceId(index as _));
        let names = |face: FaceId| [face_name(rules, face), &rules.faces[face.index()].label];
        let exact = |name: &&str| alike(name) == wanted;
        let begins = |name: &&str| alike(name).starts_with(&wanted);
        for fits in [&exact as &dyn Fn(&&str) -> bool, &begins] {
            let found: Vec<FaceId> = faces()
                .filter(|face| names(*face).iter().any(fits))
                .collect();
            let spoken: Vec<Word> = rules
                .words()
                .filter(|word| fits(&rules.meaning(*word).name))
                .collect();
            if !found.is_empty() || !spoken.is_empty() {
                found.into_iter().for_each(|face| self.face(face));
                spoken.into_iter().for_each(|word| self.word(word));
                return Ok(());
            }
        }
        if self.rule(asked) {
            return Ok(());
        }
        let known = faces()
            .map(|face| face_name(rules, face))
            .chain(words(rules));
        Err(match suggest(asked, known) {
            Some(near) => {
                format!("No card or word of this game is called `{asked}`. Did you mean `{near}`?")
            }
            None => format!(
                "No card or word of this game is called `{asked}`. Use `read` alone to read your hand."
            ),
        })
    }

    /// A rule by its id, such as those that `why` names. Answers `false` when there is none.
    fn rule(&mut self, asked: &str) -> bool {
        let rule = rulebook()
            .iter()
            .find(|rule| rule.id.eq_ignore_ascii_case(asked));
        if let Some(rule) = rule {
            self.head(&format!("{} ({})", rule.id, rule.section));
            self.line(&rule.text);
        }
        rule.is_some()
    }

    /// A face: what it is, what it does, and what its author says.
    fn face(&mut self, id: FaceId) {
        let rules = self.rules;
        let face = &rules.faces[id.index()];
        self.used.extend(&face.words);
        let mut kinds = rules.kinds.iter();
        let kind = kinds.find(|kind| kind.action == Some(id) || kind.buildings.contains(&id));
        let name = |face| face_name(rules, face);
        let what = match kind.map(|kind| (kind.action, kind.buildings)) {
            Some((action, [building, _])) if action == Some(id) => {
                format!("action, on a card with {}", name(building))
            }
            Some((Some(action), _)) => format!("building, on a card with {}", name(action)),
            Some((None, sides)) => match sides.into_iter().find(|other| *other != id) {
                Some(other) => format!("victory card, its other side is {}", name(other)),
                None => "victory card".to_string(),
            },
            None => "card".to_string(),
        };
        self.head(&format!("{} ({what})", face_name(rules, id)));
        match face.lines.is_empty() {
            true => self.line("It has no text of its own."),
            false => explained(face.says.as_deref(), &face.lines)
                .iter()
                .for_each(|line| self.line(line)),
        }
    }

    fn word(&mut self, word: Word) {
        if self.explained.contains(&word) {
            return;
        }
        self.explained.push(word);
        let meaning = self.rules.meaning(word);
        self.used.extend(meaning.words);
        self.head(&format!(
            "{} ({})",
            meaning.name,
            if word == Word::Crisis {
                "a rule of the game"
            } else {
                "a word that cards use"
            }
        ));
        meaning
            .lines
            .iter()
            .for_each(|sentence| self.line(sentence));
    }

    /// The words in what has been read.
    fn explain_words(&mut self) {
        for word in std::mem::take(&mut self.used) {
            self.word(word);
        }
        if self.out.lines().any(starred) {
            self.line(STAR);
        }
    }

    fn head(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{}", wrapped(text, "", "    ", self.width));
    }

    /// A sentence, indented; what is inside a list stays there.
    fn line(&mut self, sentence: &str) {
        let text = sentence.trim_start();
        let indent = " ".repeat(2 + sentence.len() - text.len());
        let _ = writeln!(
            self.out,
            "{}",
            wrapped(text, &indent, &format!("{indent}  "), self.width)
        );
    }
}

/// The names of the words that cards use.
fn words(rules: &Rules) -> impl Iterator<Item = &str> {
    rules.words().map(|word| rules.meaning(word).name)
}

/// What a face is good for in this game, in its author's words where there are any: of what counts for a tally that the game does
/// not have nothing is said. A line each.
pub fn goal(rules: &Rules, face: FaceId) -> Vec<String> {
    let says = author_lines(rules.faces[face.index()].says.as_deref());
    let lines = if says.is_empty() {
        rules.faces[face.index()].lines.clone()
    } else {
        says
    };
    let told = lines.iter().map(|line| {
        let indent = line.len() - line.trim_start().len();
        let sentences = line.trim().split_inclusive(". ");
        let sentences = sentences.filter(|sentence| matters(rules, sentence));
        format!(
            "{}{}",
            " ".repeat(indent),
            sentences.collect::<String>().trim_end()
        )
    });
    let told = told.filter(|line| !line.trim().is_empty());
    told.chain(reached(rules, face)).collect()
}

/// How much wins of what cards count for by this face.
fn reached(rules: &Rules, face: FaceId) -> Option<String> {
    let counts = rules.faces[face.index()].counts_as.iter();
    let tallies = counts.map(|counts| &rules.tallies[usize::from(counts.tally)]);
    let told = tallies.map(|tally| format!("{} {}", tally.wins_at, tally.name));
    let told = { told }.unique().join(" or ");
    (!told.is_empty()).then(|| format!("You win with {told}."))
}

/// A sentence that says what counts for a tally is about one that this game has.
fn matters(rules: &Rules, sentence: &str) -> bool {
    let counted = sentence.trim_end().trim_end_matches('.');
    let counted = [" count as ", " counts as "]
        .iter()
        .find_map(|counts| Some(counted.rsplit_once(counts)?.1));
    let is = |tally: &str, counted: &str| {
        let noun = counted.split(' ').next_back().unwrap_or(counted);
        counted.ends_with(tally) || plural_of(noun) == tally
    };
    counted.is_none_or(|counted| rules.tallies.iter().any(|tally| is(&tally.name, counted)))
}

/// The side of a victory card that a label such as `side NAME` chooses.
pub fn side_of(rules: &Rules, label: &str) -> Option<FaceId> {
    let name = label.strip_prefix("side ").unwrap_or(label);
    let mut sides = rules.kinds.iter().flat_map(|kind| kind.buildings);
    sides.find(|face| rules.faces[face.index()].label == name)
}
