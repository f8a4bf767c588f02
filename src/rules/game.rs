//! Puts one game together: its kinds and cards, its faces' programs, its tallies and disputes.

use std::collections::BTreeMap;

use super::bounds;
use super::cuts::{cut, statuses as statuses_of};
use super::error::{Fault, Problem, Report};
use super::face::{face as lowered_face, pending};
use super::file::{Card, SetFile};
use super::ir::{self, Alteration, FaceId, SetId};
use super::lower::{Context, Lowering, Own};
use super::marks;
use super::names::Names;
use super::plan::{KindAt, Plan};
use super::recipe::{Kinds, Recipe};
use super::tree::{self, Checked};
use super::used::{Used, Words};
use super::words::{goal, granted, in_game, keyword, lines, reading, winning};
use board::Kind as KindId;
use lang::ast::Text;
use lang::print;

/// A game under construction.
struct Game<'l> {
    files: &'l [SetFile],
    checked: &'l Checked,
    /// The value of each dispute.
    disputes: &'l [usize],
    words: Words<'l>,
    lowering: Lowering<'l>,
    faces: Vec<ir::Face>,
    /// The words of each of them.
    used: Vec<Vec<Used>>,
    kinds: Vec<ir::Kind>,
    cards: Vec<KindId>,
    tallies: Vec<usize>,
    /// The faces that say of themselves that they count for a tally, and what they say.
    own: Vec<OwnCount<'l>>,
}

/// A face that says of itself that it counts for a tally.
struct OwnCount<'l> {
    face: FaceId,
    name: &'l str,
    building: bool,
    counts: &'l tree::CountsAs,
}

impl<'l> Game<'l> {
    fn face(&mut self, kind: KindAt, building: bool, name: &str) -> FaceId {
        let checked: &'l Checked = self.checked;
        let set = &checked.sets[kind.file];
        let faces = if building {
            &set.buildings
        } else {
            &set.actions
        };
        let mut faces = faces.iter();
        let face = faces
            .find(|face| face.printed.name == name)
            .expect("names.rs found a text for every face");
        let held = face.reading(self.disputes);
        self.used.push(self.words.by_face(face));
        let face = self.lowering.reading(face);
        let id = FaceId(u16::try_from(self.faces.len()).expect("a game has at most 64 kinds"));
        self.lowering.face = Some(id);
        self.lowering.called = name.to_string();
        self.lowering.of_face(building);
        pending(&mut self.lowering, face);
        let mut lowered = lowered_face(
            &mut self.lowering,
            face,
            self.words.names,
            &self.tallies,
            FaceId(id.0 + 1),
        );
        let file = &self.files[kind.file];
        let texts = if building {
            &file.buildings
        } else {
            &file.actions
        };
        let text = texts
            .iter()
            .find(|text| text.name.node == name)
            .expect("it is checked");
        lowered.rules.clone_from(&text.rules);
        lowered.says = text.says.as_ref().map(|says| says.node.trim().to_string());
        let text = reading(&text.text, &text.instead, held);
        (lowered.text, lowered.lines, lowered.winning) =
            (print(text).into(), lines(text), winning(text));
        self.faces.push(lowered);
        face.granted()
            .zip(granted(text))
            .for_each(|(given, text)| self.given(id, given, text));
        let own = face.counts_as.iter().filter(|counts| counts.own);
        self.own.extend(own.map(|counts| OwnCount {
            face: id,
            name: &face.name,
            building,
            counts,
        }));
        id
    }

    /// A text that a face gives to buildings: a face of no card, called as the one that gives it.
    fn given(&mut self, by: FaceId, face: &tree::Face, text: &Text) {
        let id = FaceId(u16::try_from(self.faces.len()).expect("a game has few faces"));
        self.lowering.face = Some(id);
        self.lowering.of_face(true);
        pending(&mut self.lowering, face);
        let mut lowered = lowered_face(
            &mut self.lowering,
            face,
            self.words.names,
            &self.tallies,
            id,
        );
        // Of itself no card counts by it.
        lowered
            .counts_as
            .iter_mut()
            .for_each(|counts| counts.own = false);
        let giver = &self.faces[by.index()];
        (lowered.name, lowered.label, lowered.rules) =
            (giver.name, giver.label.clone(), giver.rules.clone());
        (lowered.lines, lowered.winning) = (lines(text), winning(text));
        self.faces.push(lowered);
        self.used.push(self.used[by.index()].clone());
    }

    /// What counters say: a face of no card, called as they are.
    fn mark(&mut self, mark: &tree::Face, counter: &ir::Counter, text: Option<&Text>) -> FaceId {
        let id = FaceId(u16::try_from(self.faces.len()).expect("a game has few faces"));
        self.lowering.face = Some(id);
        self.lowering.called = counter.name.clone();
        self.lowering.of_face(true);
        let mut lowered = lowered_face(
            &mut self.lowering,
            mark,
            self.words.names,
            &self.tallies,
            id,
        );
        // It is the doing of whoever has put it there, and falls with that player.
        lowered
            .triggers
            .iter_mut()
            .for_each(|trigger| trigger.survives = false);
        lowered.label = counter.name.clone();
        lowered.lines = text.map_or_else(Vec::new, lines);
        self.faces.push(lowered);
        let (printed, instead) = (mark.clone(), Vec::new());
        self.used
            .push(self.words.by_face(&tree::Disputed { printed, instead }));
        id
    }

    /// What counts for a tally, in words and as a set.
    fn counted(
        &mut self,
        tally: usize,
        text: Option<&tree::Alone<tree::Set>>,
        words: Option<String>,
    ) -> (String, SetId, Vec<SetId>) {
        let names = self.words.names;
        let counts = |own: &&OwnCount| names.same_tally(&[tally], own.counts.tally).is_some();
        let own: Vec<&OwnCount> = self.own.iter().filter(counts).collect();
        let mut words: Vec<String> = words.into_iter().collect();
        let names_kept = self.names_kept();
        let own: Vec<Own> = own
            .into_iter()
            .map(|own| {
                let face = &self.faces[own.face.index()];
                let source = &self.files[own.counts.clause.file].source;
                let span = own.counts.clause.span;
                words.push(format!(
                    "{}: {}",
                    face.label,
                    &source.text[span.start..span.end]
                ));
                let others = self
                    .faces
                    .iter()
                    .filter(|other| other.name == face.name)
                    .count();
                Own {
                    face: own.face,
                    name: own.name,
                    building: own.building,
                    only_one: others == 1,
                    names_kept,
                    counts: own.counts,
                }
            })
            .collect();
        (
            words.join("\n"),
            self.lowering.all_counted(text, &own),
            self.lowering.counted_more(&own),
        )
    }

    /// A text says of what may be disabled that it keeps its name.
    fn names_kept(&self) -> bool {
        let always = self.faces.iter().flat_map(|face| &face.alters);
        always
            .chain(self.lowering.names_for_a_while())
            .any(|clause| matches!(clause.what, Alteration::KeepsName { .. }))
    }

    fn kind(&mut self, at: KindAt, copies: u8) {
        self.lowering.file(at.file);
        let file = &self.files[at.file];
        let kind = match &file.cards[at.card] {
            Card::Deck { building, action } => {
                let building = self.face(at, true, &building.node);
                let action = self.face(at, false, &action.node);
                ir::Kind {
                    set: file.id.node.clone(),
                    buildings: [building; 2],
                    action: Some(action),
                    copies,
                    double_sided: false,
                }
            }
            Card::Victory { front, back } => {
                let front = self.face(at, true, &front.node);
                let other = back.as_ref().map(|back| self.face(at, true, &back.node));
                ir::Kind {
                    set: file.id.node.clone(),
                    buildings: [front, other.unwrap_or(front)],
                    action: None,
                    copies,
                    double_sided: other.is_some(),
                }
            }
        };
        let number = KindId(u8::try_from(self.kinds.len()).expect("a game has at most 64 kinds"));
        self.kinds.push(kind);
        self.cards
            .extend(std::iter::repeat_n(number, usize::from(copies)));
    }

    /// Faces whose name is on several kinds are called `SET:Name`.
    fn labels(&mut self, kinds: &[KindAt]) {
        let mut on: BTreeMap<&str, usize> = BTreeMap::new();
        for kind in kinds {
            let mut names: Vec<&str> = self.files[kind.file].cards[kind.card]
                .faces()
                .map(|word| word.node.as_str())
                .collect();
            names.dedup();
            for name in names {
                *on.entry(name).or_default() += 1;
            }
        }
        for kind in &self.kinds {
            for face in kind.buildings.iter().chain(&kind.action) {
                let face = &mut self.faces[face.index()];
                if on.get(face.label.as_str()).is_some_and(|kinds| *kinds > 1) {
                    face.label = format!("{}:{}", kind.set, face.label);
                }
            }
        }
    }
}

/// Lowers a planned game.
pub(super) fn lower(
    files: &[SetFile],
    names: &Names,
    checked: &Checked,
    recipe: &Recipe,
    plan: &Plan,
) -> Result<ir::Rules, Report> {
    let sources: Vec<_> = files.iter().map(|file| &file.source).collect();
    let sets = plan.deck.iter().chain(&plan.victories);
    let sets = sets.map(|(kind, copies)| (&checked.sets[kind.file], usize::from(*copies)));
    let cuts = &cut(sets.clone().map(|(set, _)| set));
    let context = Context::of(&sources, (names, checked), &plan.disputes, cuts, sets);
    let statuses = statuses_of(names, files, cuts);
    let words = Words {
        names,
        checked,
        winning: Some(&plan.tallies),
        disputes: Some(&plan.disputes),
    };
    let mut game = Game {
        files,
        checked,
        disputes: &plan.disputes,
        words,
        own: Vec::new(),
        lowering: Lowering::new(context),
        faces: Vec::new(),
        used: Vec::new(),
        kinds: Vec::new(),
        cards: Vec::new(),
        tallies: plan.tallies.clone(),
    };
    for (kind, copies) in &plan.deck {
        game.kind(*kind, *copies);
    }
    let deck_size = game.cards.len();
    for (kind, copies) in &plan.victories {
        game.kind(*kind, *copies);
    }
    let kinds: Vec<KindAt> = plan
        .deck
        .iter()
        .chain(&plan.victories)
        .map(|(kind, _)| *kind)
        .collect();
    game.labels(&kinds);
    let mut tallies = Vec::new();
    let texts = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| file.tallies.iter().map(move |text| (at, text)));
    for &tally in &plan.tallies {
        let (counted, wins_at) = &checked.tallies[tally];
        let (file, text) = texts
            .clone()
            .nth(tally)
            .expect("names.rs collected every tally");
        let header = || (file, files[file].source.line_of(text.name.span));
        let written = counted
            .as_ref()
            .map_or_else(header, |counted| (counted.file, counted.span));
        let written = game.lowering.written(written.0, written.1);
        let (counted, count, more) = game.counted(
            tally,
            counted.as_ref(),
            text.text.as_ref().map(ToString::to_string),
        );
        let (name, rules) = (text.name.node.clone(), text.rules.clone());
        tallies.push(ir::Tally {
            name,
            text: counted.into(),
            lines: std::iter::once(goal(&text.name.node, *wins_at))
                .chain(text.text.as_ref().map_or_else(Vec::new, lines))
                .collect(),
            words: Vec::new(),
            rules,
            written,
            count,
            more,
            wins_at: u16::from(*wins_at),
        });
    }
    let mut counters = marks::counters(files, names, plan);
    let own = |sort: usize| marks::is_own(files, names, plan, sort);
    while let Some((sort, mark)) = marks::next(&counters, &checked.marks, own, &game.lowering.code)
    {
        let text = marks::text(files, sort);
        counters[sort].face = Some(game.mark(mark, &counters[sort], text));
        counters[sort]
            .lines
            .extend(text.map_or_else(Vec::new, lines));
    }
    let Game {
        mut lowering,
        mut faces,
        used,
        kinds,
        cards,
        ..
    } = game;
    let crisis = checked.crisis.as_ref().map(|text| {
        let text = lowering.reading(text);
        lowering.of_nobody();
        lowering.in_crisis = true;
        let program = lowering.program(text);
        lowering.in_crisis = false;
        program
    });
    let crisis_text = files.iter().find_map(|file| file.crisis.as_ref());
    let crisis_read = crisis_text.zip(checked.crisis.as_ref());
    let crisis_read = crisis_read
        .map(|(text, checked)| reading(&text.text, &text.instead, checked.reading(&plan.disputes)));
    let mut holds = |name: &str| {
        let found = checked.holds.iter().find(|(switch, _)| switch == name);
        found.is_some_and(|(_, cond)| {
            lowering.file(cond.file);
            lowering.alone(cond, |lowering, cond| lowering.holds(cond))
        })
    };
    let reshuffle_when_emptied = holds("reshuffle-when-emptied");
    let remove_eliminated_hand = holds("remove-eliminated-hand");
    let played_action_aside = holds("played-action-aside");
    let disputes = of_game(files, names, plan, &lowering.asked);
    let numbers = lowering.keywords.clone();
    let in_game = |used: Vec<Used>| in_game(&numbers, &plan.tallies, used);
    let mut keywords: Vec<ir::Keyword> = numbers
        .iter()
        .map(|at| keyword(&mut lowering, files, words, &plan.disputes, *at))
        .collect();
    for (face, used) in faces.iter_mut().zip(used) {
        face.words = in_game(used);
    }
    for (keyword, at) in keywords.iter_mut().zip(&numbers) {
        keyword.words = in_game(words.by_word(Used::Keyword(*at)));
    }
    for (tally, at) in tallies.iter_mut().zip(&plan.tallies) {
        tally.words = in_game(words.by_word(Used::Tally(*at)));
    }
    let spans = lowering
        .files
        .iter()
        .map(|file| files[*file].source.clone())
        .collect();
    if lowering.arena.is_full() {
        let problem = Problem::TooMany {
            what: "conditions and sets of one game",
            count: 65_537,
            most: 65_536,
        };
        lowering.report.faults.push(Fault::nowhere(problem));
    }
    bounds::statuses(names, cuts, recipe, &mut lowering.report);
    bounds::abilities(&faces, &kinds, recipe, &mut lowering.report);
    lowering.report.into_result()?;
    let lists = lowering.arena.into_lists();
    Ok(ir::Rules {
        game: recipe.id.node.clone(),
        drafted: matches!(recipe.kinds, Kinds::Draw(_)),
        names: lists.names,
        faces,
        kinds,
        cards,
        deck_size,
        victory_deal: recipe.victory,
        hand: recipe.hand,
        shields: recipe.shields,
        second_player_extra: recipe.second_of_two_extra,
        draws: recipe.draws,
        plays: recipe.plays,
        weights: recipe.weights,
        tallies,
        disputes,
        symbols: files
            .iter()
            .find_map(|file| file.symbols.as_ref())
            .map_or_else(Vec::new, |(_, symbols)| symbols.clone()),
        reshuffle_when_emptied,
        played_action_aside,
        remove_eliminated_hand,
        crisis,
        crisis_text: crisis_read.map(print).unwrap_or_default().into(),
        crisis_lines: crisis_read.map_or_else(Vec::new, lines),
        crisis_words: in_game(
            checked
                .crisis
                .as_ref()
                .map_or_else(Vec::new, |text| words.by_text(text)),
        ),
        crisis_rules: crisis_text.map_or_else(Vec::new, |crisis| crisis.rules.clone()),
        keywords,
        pending: lowering
            .pending
            .into_iter()
            .map(|(_, pending)| pending)
            .collect(),
        statuses: statuses.0,
        whole_statuses: names.statuses.len() as u8,
        status_meanings: statuses.1,
        counters,
        memories: lowering.memories,
        code: lowering.code,
        code_spans: lowering.code_spans,
        origins: lowering.origins,
        sources: spans,
        files: std::iter::once(&recipe.source)
            .chain(sources.iter().copied())
            .cloned()
            .collect(),
        branches: lowering.branches,
        causes: lowering.causes,
        items: lists.items,
        sets: lists.sets,
        preds: lists.preds,
        asks: lists.asks,
        pred_parts: lists.pred_parts,
        looks: lists.looks,
        nums: lists.nums,
    })
}

/// The disputes of a game: of files without cards, of its sets, and whatever its texts ask for.
pub(super) fn of_game(
    files: &[SetFile],
    names: &Names,
    plan: &Plan,
    asked: &[usize],
) -> Vec<ir::Dispute> {
    let mut disputes = Vec::new();
    for (at, file) in files.iter().enumerate() {
        for dispute in &file.disputes {
            let name = &dispute.name.node;
            let number = names.disputes.iter().position(|(known, _)| known == name);
            let number = number.expect("names.rs collected every dispute");
            if file.cards.is_empty() || plan.sets.contains(&at) || asked.contains(&number) {
                let value = u8::try_from(plan.disputes[number]).expect("a dispute has few values");
                disputes.push(dispute.settled(value));
            }
        }
    }
    disputes
}
