//! Puts one game together: its kinds and cards, its faces' programs, its tallies and disputes.

use std::collections::BTreeMap;

use super::bounds;
use super::error::{Fault, Problem, Report};
use super::face::{face as lowered_face, pending};
use super::file::{Card, SetFile, TallyText};
use super::ir::{self, Alteration, FaceId, SetId};
use super::lines::{explained, goal, granted, keyword, lines, reading, said, winning};
use super::lower::{Context, Lowering, Own};
use super::names::Names;
use super::plan::{KindAt, Plan};
use super::recipe::{Kinds, Recipe};
use super::references::{Reference, Search, in_game};
use super::statuses::{self, cut};
use super::tree::{self, Checked, CheckedSet, Disputed};
use board::Kind as KindId;
use lang::ast::Text;
use lang::print;

/// A game under construction.
struct Game<'l> {
    files: &'l [SetFile],
    checked: &'l Checked,
    /// The value of each dispute.
    disputes: &'l [usize],
    words: Search<'l>,
    lowering: Lowering<'l>,
    faces: Vec<ir::Face>,
    /// The words of each of them.
    used: Vec<Vec<Reference>>,
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
    /// Lowers a face, not yet among those of the game. What it gives to buildings is told behind it.
    fn lowered(&mut self, face: &tree::Face, building: bool) -> (FaceId, ir::Face) {
        let id = FaceId(u16::try_from(self.faces.len()).expect("a game has few faces"));
        self.lowering.face = Some(id);
        self.lowering.of_face(building);
        pending(&mut self.lowering, face);
        let (names, given) = (self.words.names, FaceId(id.0 + 1));
        let lowered = lowered_face(&mut self.lowering, face, names, &self.tallies, given);
        (id, lowered)
    }

    fn face(&mut self, kind: KindAt, building: bool, name: &str) -> FaceId {
        let checked: &'l Checked = self.checked;
        let face = checked_face(&checked.sets[kind.file], building, name);
        let held = face.reading(self.disputes);
        self.used.push(self.words.by_face(face));
        let face = self.lowering.reading(face);
        self.lowering.called = name.to_string();
        let (id, mut lowered) = self.lowered(face, building);
        let text = self.files[kind.file].face(building, name);
        lowered.rules.clone_from(&text.rules);
        // An author's words are on the printed reading.
        let says = text.says.as_ref().filter(|_| held.is_none());
        lowered.says = said(says);
        lowered.badge = text.badge;
        let text = reading(&text.text, &text.instead, held);
        (lowered.text, lowered.lines, lowered.winning) =
            (print(text).into(), lines(text), winning(text));
        self.faces.push(lowered);
        for (given, text) in face.granted().zip(granted(text)) {
            self.given(id, given, text);
        }
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
        let (_, mut lowered) = self.lowered(face, true);
        // Of itself no card counts by it.
        let counts = lowered.counts_as.iter_mut();
        counts.for_each(|counts| counts.own = false);
        let giver = &self.faces[by.index()];
        (lowered.name, lowered.label, lowered.rules) =
            (giver.name, giver.label.clone(), giver.rules.clone());
        (lowered.lines, lowered.winning) = (lines(text), winning(text));
        self.faces.push(lowered);
        self.used.push(self.used[by.index()].clone());
    }

    /// What counters say: a face of no card, called as they are.
    fn mark(&mut self, mark: &tree::Face, counter: &ir::Counter, text: Option<&Text>) -> FaceId {
        self.lowering.called = counter.name.clone();
        let (id, mut lowered) = self.lowered(mark, true);
        // It is the doing of whoever has put it there, and falls with that player.
        let triggers = lowered.triggers.iter_mut();
        triggers.for_each(|trigger| trigger.survives = false);
        lowered.label = counter.name.clone();
        lowered.lines = text.map_or_else(Vec::new, lines);
        self.faces.push(lowered);
        let (printed, instead) = (mark.clone(), Vec::new());
        let mark = tree::Disputed { printed, instead };
        self.used.push(self.words.by_face(&mark));
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
        let mut words: Vec<String> = words.into_iter().collect();
        let names_kept = self.names_kept();
        let mut own: Vec<Own> = Vec::new();
        for count in &self.own {
            if names.same_tally(&[tally], count.counts.tally).is_none() {
                continue;
            }
            let face = &self.faces[count.face.index()];
            let clause = &count.counts.clause;
            let text = &self.files[clause.file].source.text[clause.span.start..clause.span.end];
            words.push(format!("{}: {text}", face.label));
            let named = self.faces.iter().filter(|other| other.name == face.name);
            own.push(Own {
                face: count.face,
                name: count.name,
                building: count.building,
                only_one: named.count() == 1,
                names_kept,
                counts: count.counts,
            });
        }
        let set = self.lowering.all_counted(text, &own);
        (words.join("\n"), set, self.lowering.counted_more(&own))
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
        let (buildings, action, double_sided) = match &file.cards[at.card] {
            Card::Deck { building, action } => {
                let building = self.face(at, true, &building.node);
                let action = self.face(at, false, &action.node);
                ([building; 2], Some(action), false)
            }
            Card::Victory { front, back } => {
                let front = self.face(at, true, &front.node);
                let other = back.as_ref().map(|back| self.face(at, true, &back.node));
                ([front, other.unwrap_or(front)], None, other.is_some())
            }
        };
        let kind = ir::Kind {
            set: file.id.node.clone(),
            buildings,
            action,
            copies,
            double_sided,
        };
        let number = KindId(u8::try_from(self.kinds.len()).expect("a game has at most 64 kinds"));
        self.kinds.push(kind);
        self.cards
            .extend(std::iter::repeat_n(number, usize::from(copies)));
    }

    /// Faces whose name is on several kinds are called `SET:Name`.
    fn labels(&mut self, kinds: impl Iterator<Item = KindAt>) {
        let mut on: BTreeMap<&str, usize> = BTreeMap::new();
        for kind in kinds {
            let card = &self.files[kind.file].cards[kind.card];
            let mut names: Vec<&str> = card.faces().map(|word| word.node.as_str()).collect();
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

/// A face of a set, whose text is checked.
pub(super) fn checked_face<'c>(
    set: &'c CheckedSet,
    building: bool,
    name: &str,
) -> &'c Disputed<tree::Face> {
    let faces = if building {
        &set.buildings
    } else {
        &set.actions
    };
    let face = faces.iter().find(|face| face.printed.name == name);
    face.expect("card_names.rs found a text for every face")
}

/// Lowers a planned game. Where its texts speak of counters of other sets, it has these, too.
pub(super) fn lower(
    files: &[SetFile],
    names: &Names,
    checked: &Checked,
    recipe: &Recipe,
    plan: &Plan,
) -> Result<ir::Rules, Report> {
    let mut sorts = statuses::own(names, plan);
    loop {
        match lower_with(files, (names, checked), recipe, plan, &sorts) {
            Ok(lowered) => return lowered,
            Err(mut borrowed) => sorts.append(&mut borrowed),
        }
    }
}

/// The same with these sorts of counters.
///
/// # Errors
/// Those that its texts speak of besides.
fn lower_with(
    files: &[SetFile],
    (names, checked): (&Names, &Checked),
    recipe: &Recipe,
    plan: &Plan,
    sorts: &[usize],
) -> Result<Result<ir::Rules, Report>, Vec<usize>> {
    let sources: Vec<_> = files.iter().map(|file| &file.source).collect();
    let sets = plan.deck.iter().chain(&plan.victories);
    let sets = sets.map(|(kind, copies)| (&checked.sets[kind.file], usize::from(*copies)));
    let cuts = &cut(sets.clone().map(|(set, _)| set));
    let words = (names, checked);
    let named = statuses::counters(files, names, plan, sorts);
    let context = Context {
        sorts: &named,
        ..Context::of(&sources, words, &plan.disputes, (cuts, sorts), sets)
    };
    let statuses = statuses::of_game(names, files, cuts);
    let words = Search {
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
    let kinds = plan.deck.iter().chain(&plan.victories);
    game.labels(kinds.map(|(kind, _)| *kind));
    let all = files.iter().enumerate();
    let all = all.flat_map(|(at, file)| file.tallies.iter().map(move |text| (at, text)));
    let all: Vec<_> = all.collect();
    let mut tallies: Vec<ir::Tally> = Vec::new();
    for &tally in &plan.tallies {
        let (counted, wins_at) = &checked.tallies[tally];
        let (
            file,
            TallyText {
                name, rules, text, ..
            },
        ) = all[tally];
        let (file, span) = match counted {
            Some(counted) => (counted.file, counted.span),
            None => (file, files[file].source.line_of(name.span)),
        };
        let written = game.lowering.written(file, span);
        let words = text.as_ref().map(ToString::to_string);
        let (counted, count, more) = game.counted(tally, counted.as_ref(), words);
        let mut sentences = vec![goal(&name.node, *wins_at)];
        sentences.extend(text.iter().flat_map(lines));
        tallies.push(ir::Tally {
            name: name.node.clone(),
            text: counted.into(),
            lines: sentences,
            words: Vec::new(),
            rules: rules.clone(),
            written,
            count,
            more,
            wins_at: u16::from(*wins_at),
        });
    }
    let mut counters = named.clone();
    for (counter, &sort) in counters.iter_mut().zip(sorts) {
        if let Some(mark) = &checked.marks[sort] {
            let text = statuses::text(files, sort);
            counter.face = Some(game.mark(&mark.printed, counter, text));
            counter
                .lines
                .extend(text.iter().flat_map(|text| lines(text)));
        }
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
    let crisis_held = crisis_read.and_then(|(_, checked)| checked.reading(&plan.disputes));
    let crisis_says = crisis_text.and_then(|crisis| said(crisis.says.as_ref()));
    let crisis_says = crisis_says.filter(|_| crisis_held.is_none());
    let crisis_read = crisis_read.map(|(text, _)| reading(&text.text, &text.instead, crisis_held));
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
    let in_game = |used: Vec<Reference>| in_game(&numbers, &plan.tallies, sorts, used);
    let mut keywords: Vec<ir::Keyword> = numbers
        .iter()
        .map(|at| keyword(&mut lowering, files, words, &plan.disputes, *at))
        .collect();
    for (face, used) in faces.iter_mut().zip(used) {
        face.words = in_game(used);
    }
    for (keyword, at) in keywords.iter_mut().zip(&numbers) {
        keyword.words = in_game(words.by_word(Reference::Keyword(*at)));
    }
    for (tally, at) in tallies.iter_mut().zip(&plan.tallies) {
        tally.words = in_game(words.by_word(Reference::Tally(*at)));
    }
    let used_files = lowering.files.iter();
    let sources = used_files.map(|file| files[*file].source.clone()).collect();
    if lowering.arena.is_full() {
        let (what, most) = ("conditions and sets of one game", 65_536);
        let count = most + 1;
        let problem = Problem::TooMany { what, count, most };
        lowering.report.faults.push(Fault::nowhere(problem));
    }
    bounds::statuses(names, cuts, recipe, &mut lowering.report);
    bounds::abilities(&faces, &kinds, recipe, &mut lowering.report);
    if !lowering.borrowed.is_empty() {
        return Err(lowering.borrowed);
    }
    if let Err(report) = lowering.report.into_result() {
        return Ok(Err(report));
    }
    let lists = lowering.arena.into_lists();
    let symbols = files.iter().find_map(|file| file.symbols.as_ref());
    let set_files = files.iter().map(|file| &file.source);
    let crisis_words = checked.crisis.as_ref().map(|text| words.by_text(text));
    let pending = lowering.pending.into_iter();
    Ok(Ok(ir::Rules {
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
        symbols: symbols.map_or_else(Vec::new, |(_, symbols)| symbols.clone()),
        reshuffle_when_emptied,
        played_action_aside,
        remove_eliminated_hand,
        crisis,
        crisis_text: crisis_read.map(print).unwrap_or_default().into(),
        crisis_lines: explained(
            crisis_says.as_deref(),
            &crisis_read.map_or_else(Vec::new, lines),
        ),
        crisis_words: in_game(crisis_words.unwrap_or_default()),
        crisis_rules: crisis_text.map_or_else(Vec::new, |crisis| crisis.rules.clone()),
        keywords,
        pending: pending.map(|(_, pending)| pending).collect(),
        statuses: statuses.0,
        whole_statuses: names.statuses.len() as u8,
        status_meanings: statuses.1,
        counters,
        memories: lowering.memories,
        code: lowering.code,
        code_spans: lowering.code_spans,
        origins: lowering.origins,
        sources,
        files: std::iter::once(&recipe.source)
            .chain(&recipe.bases)
            .chain(set_files)
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
    }))
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
