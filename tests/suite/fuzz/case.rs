//! A random set with its recipe: texts of the project, grafted with parts of each other, as long as the checker takes them.

use std::fmt::Write;

use crate::support::scripts::builtin;
use brink::engine::Script;
use brink::lang::ast::{Clause, Cond, Property, Statement, Text};
use brink::lang::visit::{Part, visit};
use brink::lang::{parse_cond, parse_text, print};
use brink::rules::{Library, Reading, Report, Settings};
use brink::text::Source;

use super::dice::Dice;
use super::graft::{graft, word};
use super::laws::looked_at;
use super::parts::Parts;

/// One random set and how it is played.
#[derive(Debug, Clone)]
pub struct Case {
    /// Buildings and actions of the deck's kinds.
    pub kinds: Vec<[Text; 2]>,
    /// Fronts and backs.
    pub victories: Vec<(Text, Option<Text>)>,
    pub keywords: Vec<Text>,
    pub tally: Option<Text>,
    /// What happens when nothing is left to draw, unless it is what `cards/core.toml` says.
    pub crisis: Option<Text>,
    pub copies: usize,
    pub hand: usize,
    pub shields: usize,
    pub extra: usize,
    pub random_victory: bool,
    /// So many actions, from the first on, are called as the building of their card.
    pub namesakes: usize,
    pub disputes: Vec<(String, String)>,
    pub players: u8,
    pub seed: u64,
}

/// Keywords of `cards/core.toml` that texts may call.
const KEYWORDS: [&str; 5] = ["missile", "produce", "sabotage", "invade", "travel"];

/// How many changes are made of one set, at most.
const GRAFTS: usize = 24;

/// The cards of the project that every case shares its words with.
pub struct Shared {
    /// `cards/core.toml`, and the questions of the other sets alone.
    words: [Source; 2],
    /// `cards/core.toml` without its crisis.
    calm: Source,
    /// Names and values of all questions.
    disputes: Vec<(String, Vec<String>)>,
    pub parts: Parts,
}

impl Shared {
    pub fn read() -> Shared {
        let core = std::fs::read_to_string(super::parts::project().join("cards/core.toml"))
            .expect("it is there");
        let mut questions =
            String::from("id = \"questions\"\ntitle = \"Questions of other sets\"\nlanguage = 2\n");
        let mut disputes = Vec::new();
        for dispute in builtin().disputes() {
            let values: Vec<String> = dispute
                .values
                .iter()
                .map(|(value, _)| value.clone())
                .collect();
            if !core.contains(&format!("[dispute.{}]", dispute.name)) {
                let _ = write!(
                    questions,
                    "\n[dispute.{}]\nrules = {:?}\nquestion = \"?\"\n",
                    dispute.name, dispute.rules
                );
                values
                    .iter()
                    .for_each(|value| questions += &format!("values.{value} = \"{value}\"\n"));
                let _ = writeln!(questions, "default = \"{}\"", values[0]);
            }
            disputes.push((dispute.name, values));
        }
        // Sections begin with their heads, the crisis and its other readings with one that names it.
        let sections = core
            .split("\n[")
            .filter(|section| !section.trim_start_matches('[').starts_with("rule.crisis"));
        let calm = Source::new("cards/core.toml", sections.collect::<Vec<_>>().join("\n["));
        let words = [
            Source::new("cards/core.toml", core),
            Source::new("questions.toml", questions),
        ];
        let mut parts = Parts::read();
        let asked =
            |(name, values): &(String, Vec<String>)| format!("\"{name}\" is \"{}\"", values[0]);
        parts.conds.extend(
            disputes
                .iter()
                .map(|dispute| parse_cond(&asked(dispute), 0).expect("it is a condition")),
        );
        Shared {
            words,
            calm,
            disputes,
            parts,
        }
    }

    pub fn library(&self, case: &Case) -> Result<Library, Report> {
        self.library_of(case, case.set())
    }

    /// The same with that set file.
    pub fn library_of(&self, case: &Case, set: String) -> Result<Library, Report> {
        let own = [
            Source::new("fuzz.toml", set),
            Source::new("fuzz-game.toml", case.recipe()),
        ];
        let core = if case.crisis.is_some() {
            &self.calm
        } else {
            &self.words[0]
        };
        Library::parse(
            [core.clone(), self.words[1].clone()]
                .into_iter()
                .chain(own)
                .collect(),
        )
    }

    pub fn script(&self, case: &Case) -> Result<Script, Report> {
        Shared::script_of(case, &self.library(case)?)
    }

    pub fn script_of(case: &Case, library: &Library) -> Result<Script, Report> {
        let settings = Settings {
            disputes: case.disputes.clone(),
            kinds: Vec::new(),
        };
        Ok(Script::new(library.compile("fuzz-game", &settings)?))
    }

    /// A case of these choices, with the number of files that were checked on the way.
    pub fn case(&self, dice: &mut Dice<'_>) -> (Case, u64) {
        let parts = &self.parts;
        let few = |dice: &mut Dice<'_>, least, most| least + dice.below(most - least + 1);
        let kinds = few(dice, 1, 6);
        let victories = few(dice, 1, 3);
        let mut case = Case {
            kinds: (0..kinds)
                .map(|_| {
                    [
                        dice.pick(&parts.buildings).clone(),
                        dice.pick(&parts.actions).clone(),
                    ]
                })
                .collect(),
            victories: (0..victories)
                .map(|_| {
                    let back = dice.one_in(3).then(|| dice.pick(&parts.victories).clone());
                    (dice.pick(&parts.victories).clone(), back)
                })
                .collect(),
            keywords: Vec::new(),
            tally: dice.one_in(3).then(|| dice.pick(&parts.tallies).clone()),
            crisis: dice.one_in(4).then(|| dice.pick(&parts.crises).clone()),
            copies: [3, 6, 9, 9, 12, 30][dice.below(6)],
            hand: few(dice, 1, 5),
            shields: dice.below(3),
            extra: dice.below(2),
            random_victory: dice.one_in(2),
            namesakes: if dice.one_in(4) {
                few(dice, 1, kinds)
            } else {
                0
            },
            disputes: Vec::new(),
            players: few(dice, 2, 6) as u8,
            seed: dice.word(),
        };
        case.shields = case.shields.min(case.hand);
        // Of namesakes it matters which of them counts.
        if case.namesakes > 0 && case.tally.is_some() && dice.one_in(2) {
            let counting = parts.buildings.iter().flat_map(|text| &text.clauses);
            let counting: Vec<_> = counting
                .filter(|clause| matches!(&clause.node, Clause::CountsAs(counts) if counts.condition.is_none()))
                .collect();
            case.kinds[0][0]
                .clauses
                .push((*dice.pick(&counting)).clone());
        }
        for (name, values) in &self.disputes {
            case.disputes
                .push((name.clone(), dice.pick(values).clone()));
        }
        if dice.one_in(2) {
            case.keywords.push(dice.pick(&parts.keywords).clone());
        }
        case.settle(dice);
        let mut checked = 1;
        // A text that does not fit here as it is, is left out.
        if self.library(&case).is_err() {
            for number in 0..case.texts() {
                let mut alone = case.clone();
                for other in 0..case.texts() {
                    alone.text(other).clauses.clear();
                }
                *alone.text(number) = case.text(number).clone();
                checked += 1;
                if self.library(&alone).is_err() {
                    case.text(number).clauses.clear();
                }
            }
        }
        case.keywords.retain(|keyword| !keyword.clauses.is_empty());
        case.tally = case.tally.take().filter(|tally| !tally.clauses.is_empty());
        case.crisis = case
            .crisis
            .take()
            .filter(|crisis| !crisis.clauses.is_empty());
        for _ in 0..dice.below(GRAFTS) {
            let mut changed = case.clone();
            for _ in 0..=dice.below(2) {
                let number = dice.below(changed.texts());
                graft(changed.text(number), parts, dice);
            }
            changed.settle(dice);
            checked += 1;
            if self.library(&changed).is_ok()
                && (looked_at("can") || !changed.asks_what_can_be_played())
            {
                case = changed;
            }
        }
        (case, checked)
    }
}

impl Case {
    fn asks_what_can_be_played(&mut self) -> bool {
        let mut asks = false;
        for number in 0..self.texts() {
            visit(self.text(number), &mut |part| {
                asks |= matches!(part, Part::Cond(cond) if matches!(cond.node, Cond::Can { .. }));
            });
        }
        asks
    }

    /// How many texts it has.
    pub fn texts(&self) -> usize {
        self.kinds.len() * 2
            + self.victories.len() * 2
            + self.keywords.len()
            + usize::from(self.tally.is_some())
            + usize::from(self.crisis.is_some())
    }

    /// One of its texts; a back that is not there is its front.
    pub fn text(&mut self, number: usize) -> &mut Text {
        let (kinds, victories) = (self.kinds.len() * 2, self.victories.len() * 2);
        if number < kinds {
            return &mut self.kinds[number / 2][number % 2];
        }
        if number < kinds + victories {
            return match &mut self.victories[(number - kinds) / 2] {
                (_, Some(back)) if number % 2 == 1 => back,
                (front, _) => front,
            };
        }
        let rules = [&mut self.tally, &mut self.crisis].into_iter().flatten();
        let mut rest = self.keywords.iter_mut().chain(rules);
        rest.nth(number - kinds - victories)
            .expect("it is the number of a text")
    }

    fn faces(&self) -> [Vec<String>; 2] {
        let kinds = 0..self.kinds.len();
        let mut buildings: Vec<String> =
            kinds.clone().map(|kind| format!("House {kind}")).collect();
        for (number, (_, back)) in self.victories.iter().enumerate() {
            buildings.push(format!("Front {number}"));
            buildings.extend(back.as_ref().map(|_| format!("Back {number}")));
        }
        let mut actions: Vec<String> = kinds.map(|kind| format!("Deed {kind}")).collect();
        actions[..self.namesakes].clone_from_slice(&buildings[..self.namesakes]);
        [buildings, actions]
    }

    /// Lets the texts speak of what there is: its own faces, keywords, statuses and questions.
    fn settle(&mut self, dice: &mut Dice<'_>) {
        let faces = self.faces().concat();
        let own: Vec<String> = (0..self.keywords.len())
            .map(|number| format!("deal-{number}"))
            .collect();
        let keywords: Vec<String> = KEYWORDS
            .iter()
            .map(ToString::to_string)
            .chain(own.iter().cloned())
            .collect();
        let first_keyword = self.kinds.len() * 2 + self.victories.len() * 2;
        for number in 0..self.texts() {
            let defined = own.get(number.wrapping_sub(first_keyword));
            visit(self.text(number), &mut |part| match part {
                Part::Face(face) if !faces.contains(&face.node) => {
                    *face = word(dice.pick::<String>(&faces))
                }
                Part::Clause(clause) => match &mut clause.node {
                    Clause::Lasting(lasting) if lasting.status.node.starts_with("cannot ") => {}
                    Clause::Lasting(lasting) if lasting.status.node == "upgraded" => {
                        lasting.status = word("hasty");
                    }
                    Clause::Lasting(lasting)
                        if !["guarded", "disabled", "sheltered", "shiny"]
                            .contains(&lasting.status.node.as_str()) =>
                    {
                        lasting.status = word("shiny");
                    }
                    Clause::CountsAs(counts) => {
                        counts.tally = word(if counts.one { "heap" } else { "heaps" });
                    }
                    Clause::Define(define) if defined.is_some() => {
                        define.name = word(defined.expect("it was asked"));
                    }
                    _ => {}
                },
                Part::Keyword(keyword) if !keywords.contains(&keyword.node) => {
                    *keyword = word(dice.pick::<String>(&keywords))
                }
                Part::Statement(statement) => {
                    if let Statement::Either(branches) = &mut statement.node {
                        branches.truncate(8);
                    }
                }
                Part::Cond(cond) => {
                    if let Cond::Is { property, .. } = &mut cond.node
                        && let Property::Status(status) = &mut property.node
                        && ["soaked", "quiet"].contains(&status.as_str())
                    {
                        *status = "shiny".to_string();
                    } else if let Cond::Is { property, .. } = &mut cond.node
                        && let Property::Status(status) = &mut property.node
                        && status == "upgraded"
                    {
                        *status = "hasty".to_string();
                    }
                }
                _ => {}
            });
        }
    }

    /// The same with what is said of its texts in their place.
    pub fn said(&self, library: &Library) -> Case {
        let mut case = self.clone();
        let names = self.faces();
        let mut texts: [Vec<&mut Text>; 2] = Default::default();
        for [building, action] in &mut case.kinds {
            texts[0].push(building);
            texts[1].push(action);
        }
        for (front, back) in &mut case.victories {
            texts[0].extend([Some(front), back.as_mut()].into_iter().flatten());
        }
        for face in library
            .face_entries()
            .iter()
            .filter(|face| face.set == "fuzz")
        {
            let kind = usize::from(!face.building);
            let at = names[kind]
                .iter()
                .position(|name| *name == face.name)
                .expect("it is one of its faces");
            *texts[kind][at] = read(&face.readings);
        }
        for word in library
            .word_entries(|_| false)
            .iter()
            .filter(|word| word.set == "fuzz")
        {
            let number = word
                .name
                .strip_prefix("deal-")
                .and_then(|number| number.parse::<usize>().ok());
            match (word.what, number) {
                ("keyword", Some(number)) => case.keywords[number] = read(&word.readings),
                ("tally", _) => case.tally = Some(read(&word.readings)),
                ("rule of the game", _) => case.crisis = Some(read(&word.readings)),
                _ => {}
            }
        }
        case
    }

    /// The set file.
    pub fn set(&self) -> String {
        let mut file = String::from("id = \"fuzz\"\ntitle = \"A random set\"\nlanguage = 2\n");
        let [buildings, actions] = self.faces();
        for (building, action) in buildings.iter().zip(&actions) {
            let _ = write!(
                file,
                "\n[[card]]\nbuilding = \"{building}\"\naction = \"{action}\"\n"
            );
        }
        for (number, (_, back)) in self.victories.iter().enumerate() {
            let _ = write!(file, "\n[[victory]]\nfront = \"Front {number}\"\n");
            if back.is_some() {
                let _ = writeln!(file, "back = \"Back {number}\"");
            }
        }
        let fronts = self
            .victories
            .iter()
            .flat_map(|(front, back)| [Some(front), back.as_ref()])
            .flatten();
        let sides = self
            .kinds
            .iter()
            .map(|[building, _]| building)
            .chain(fronts);
        for (name, text) in buildings.iter().zip(sides) {
            section(&mut file, &format!("building.\"{name}\""), text);
        }
        for (name, [_, text]) in actions.iter().zip(&self.kinds) {
            section(&mut file, &format!("action.\"{name}\""), text);
        }
        for (number, text) in self.keywords.iter().enumerate() {
            section(&mut file, &format!("keyword.deal-{number}"), text);
        }
        file.push_str("\n[status.shiny]\nmeaning = \"it shines\"\n");
        file.push_str("\n[status.hasty]\nof = \"players\"\nmeaning = \"who is hasty runs\"\n");
        file.push_str(
            "\n[counter.tick]\nmeaning = \"it ticks\"\n\n[counter.burn]\nmeaning = \"it burns\"\nowned = true\n",
        );
        if let Some(tally) = &self.tally {
            section(&mut file, "tally.heaps", tally);
            file.push_str("rules = [\"HEAP-1\"]\nwins-at = 4\n");
        }
        if let Some(crisis) = &self.crisis {
            section(&mut file, "rule.crisis", crisis);
        }
        file
    }

    /// The recipe file.
    pub fn recipe(&self) -> String {
        let tallies = if self.tally.is_some() {
            "\"heaps\""
        } else {
            ""
        };
        let (victory, cards) = match self.random_victory {
            false => ("same", "victory-cards = [\"Front 0\"]\n".to_string()),
            true => {
                let copies = 6_usize.div_ceil(self.victories.len());
                let picks: Vec<String> = (0..self.victories.len())
                    .map(|number| format!("{{ kind = \"Front {number}\", copies = {copies} }}"))
                    .collect();
                (
                    "random",
                    format!("victory-cards = [{}]\n", picks.join(", ")),
                )
            }
        };
        let Case { copies, extra, .. } = self;
        // The deck holds the hands of two players.
        let hand = self
            .hand
            .min((copies * self.kinds.len()).saturating_sub(*extra) / 2);
        let shields = self.shields.min(hand);
        format!(
            "id = \"fuzz-game\"\ntitle = \"A random game\"\nsets = [\"fuzz\"]\ncopies = {copies}\nvictory = \"{victory}\"\n\
             {cards}hand = {hand}\nshields = {shields}\nsecond-of-two-extra = {extra}\ntallies = [{tallies}]\n"
        )
    }

    /// Both files, and how they were played.
    pub fn shown(&self) -> String {
        let disputes: Vec<String> = self
            .disputes
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        format!(
            "--- fuzz.toml\n{}\n--- fuzz-game.toml\n{}\n--- {} players, seed {}, {}\n",
            self.set(),
            self.recipe(),
            self.players,
            self.seed,
            disputes.join(", ")
        )
    }
}

/// The text of the first reading, which is printed as it stands there.
fn read(readings: &[Reading]) -> Text {
    let said = readings[0].text.join("\n");
    let text = parse_text(&said, 0).unwrap_or_else(|faults| panic!("{said}\n{faults:?}"));
    assert_eq!(print(&text), said);
    text
}

fn section(file: &mut String, head: &str, text: &Text) {
    let _ = write!(file, "\n[{head}]\ntext = '''\n{}\n'''\n", print(text));
}
