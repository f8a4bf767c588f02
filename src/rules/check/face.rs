//! Checks whole texts: which clauses belong to which kind of text.

use super::instead::{instead, same};
use super::laws::is_of_law;
use super::sentence::{parameters, placeholders};
use super::{In, Place, Scope};
use crate::document;
use crate::error::{Problem, Report, near};
use crate::file::{FaceText, KeywordText};
use crate::ir::{ABILITIES, Element};
use crate::names::{Signature, Type, definition};
use crate::tree::{
    Ability, Alone, Cond, CountsAs, Disputed, Face, Item, Keyword, Lasting, SetKind, Source, Text,
};
use crate::verbs::Wanted;
use lang::ast::{self, Clause, TurnPart, Voice};
use text::limits::TIMES;
use text::{Happening, Span, Spanned, plural_of};

pub(super) const BUILDING: Place = Place {
    name: "the text of a building",
    this: Some(Element::Building),
    you: true,
    provoker: false,
    runs: false,
    pays: false,
    away: None,
};
const ACTION: Place = Place {
    name: "the text of an action",
    this: Some(Element::StackedCard),
    ..BUILDING
};
const PLAYED: Place = Place {
    away: Some(
        "while it is being played it is in no stack and no hand: `put this face up on a building` first",
    ),
    ..ACTION
};
const DESTROYED: Place = Place {
    this: Some(Element::Card),
    away: Some(
        "it has been destroyed; who owned it is `you`, and it can be built, put or given from where it lies",
    ),
    ..BUILDING
};
const LAW: Place = Place {
    name: "the text of a law",
    this: Some(Element::Card),
    you: false,
    away: Some(
        "a law is in no nation and belongs to nobody: what is counted can lie on players or on buildings",
    ),
    ..BUILDING
};
const KEYWORD: Place = Place {
    name: "a keyword",
    this: None,
    runs: true,
    ..BUILDING
};
pub(super) const TALLY: Place = Place {
    name: "a tally",
    this: None,
    ..BUILDING
};
pub(super) const CRISIS: Place = Place {
    name: "the crisis",
    this: None,
    runs: true,
    ..BUILDING
};
pub(super) const SWITCH: Place = Place {
    name: "a switch",
    this: None,
    you: false,
    ..BUILDING
};

impl<'a> In<'a> {
    pub(super) fn scope<'r>(self, place: Place, report: &'r mut Report) -> Scope<'r>
    where
        'a: 'r,
    {
        let mut scope = Scope::new(self.names, self.source, place, report);
        scope.file = self.file;
        scope.space = self.space;
        scope
    }

    pub(super) fn text(
        self,
        place: Place,
        span: Span,
        body: &ast::Body,
        report: &mut Report,
    ) -> Option<Text> {
        let mut scope = self.scope(
            Place {
                runs: true,
                ..place
            },
            report,
        );
        let body = scope.body(body)?;
        Some(scope.text(span, 0, body))
    }

    pub(super) fn alone<T>(
        self,
        place: Place,
        span: Span,
        report: &mut Report,
        check: impl FnOnce(&mut Scope) -> Option<T>,
    ) -> Option<Alone<T>> {
        let mut scope = self.scope(place, report);
        scope.choices = false;
        let node = check(&mut scope)?;
        Some(Alone {
            file: self.file,
            span,
            locals: scope.types.len(),
            node,
        })
    }

    pub(super) fn misplaced(
        self,
        span: Span,
        clause: &Clause,
        place: &'static str,
        report: &mut Report,
    ) {
        let (what, help) = match clause {
            Clause::Play(_) if place == KEYWORD.name => (
                "what is done at once",
                "all that a keyword does stands behind its `define`, or on lines below it, further in",
            ),
            Clause::Play(_) => (
                "what is done at once",
                "a building says when, `when another player builds a building, ...`, or how it is used, `use: ...`; what is forbidden is said of players or things, `other players cannot play actions`, `your buildings cannot be destroyed`",
            ),
            Clause::Replay(_) => ("`replay:`", "only an action can be replayed"),
            Clause::Ability(_) => (
                "`use:`",
                "only a building can be used: an action says at once what it does",
            ),
            Clause::Trigger(trigger) if is_revealed(trigger) => (
                "what waits for being revealed",
                "only an action is revealed; a building is destroyed or built",
            ),
            Clause::Trigger(_) => ("this trigger", "only a building is destroyed or built"),
            Clause::Cannot(clause) if clause.price.is_some() => {
                ("`costs`", "it belongs on a card's face")
            }
            Clause::Cannot(_) => ("`cannot`", "it belongs on a card's face"),
            Clause::Instead(_) => ("`instead`", "it belongs on a card's face"),
            Clause::Lasting(_) => ("a lasting effect", "it belongs on a card's face"),
            Clause::CountsAs(_) => (
                "`count as`",
                "it belongs on a building, or on an action as `while this is face up, this counts as ...`",
            ),
            Clause::Alters(_) => (
                "what changes the meaning of words",
                "it belongs on a card's face",
            ),
            Clause::Raise(_) => ("`raise your starred numbers`", "it belongs on a building"),
            Clause::Win(_) => ("`win when`", "it belongs on a building"),
            Clause::Define(_) => ("`define`", "it belongs into `[keyword.NAME]`"),
            Clause::Count(_) => ("`count`", "it belongs into `[tally.NAME]`"),
            Clause::Plays(_) => (
                "how many cards may be played",
                "it belongs on a card's face",
            ),
            Clause::Crisis(_) => (
                "`when nothing is left to draw`",
                "it belongs into `[rule.crisis]`",
            ),
        };
        report.add(self.source, span, Problem::Misplaced { what, place, help });
    }

    fn counts_as(
        self,
        place: Place,
        span: Span,
        counts: &ast::CountsAs,
        report: &mut Report,
    ) -> Option<CountsAs> {
        let name = if counts.one {
            plural_of(&counts.tally.node)
        } else {
            counts.tally.node.clone()
        };
        let tally = self
            .names
            .tally(self.space, &name)
            .unwrap_or_else(|problem| {
                report.add(self.source, counts.tally.span, problem);
                None
            });
        if tally.is_none() && !self.names.tallies.contains(&name) {
            let known = self.names.tallies.iter().map(String::as_str);
            let help = match known
                .clone()
                .find(|known| counts.one && plural_of(known) == name)
            {
                Some(one) => format!(
                    "a tally is called by what several are: `[tally.{name}]`, not `[tally.{one}]`"
                ),
                None => near(&name, known),
            };
            report.add(
                self.source,
                counts.tally.span,
                Problem::Unknown {
                    what: "tally",
                    name,
                    help,
                },
            );
        }
        let clause = self.alone(place, span, report, |scope| {
            let condition = match &counts.condition {
                Some(cond) => scope.cond(cond).map(Some),
                None => Some(None),
            };
            Some((condition?, scope.set_of(&counts.set, Wanted::Piece)?))
        })?;
        let own = matches!(&clause.node.1.kind, SetKind::Of { target: false, source: Source::One(Item::This), filters, .. } if filters.is_empty());
        let times = self.times(counts, own, report)?;
        Some(CountsAs {
            tally: tally?,
            own,
            times,
            clause,
        })
    }

    /// How often a card counts that says so of itself.
    fn times(self, counts: &ast::CountsAs, own: bool, report: &mut Report) -> Option<u16> {
        let Some(Spanned { node: times, span }) = counts.times else {
            return Some(1);
        };
        let problem = match times {
            _ if !own => {
                let help = "`this` alone counts for more than one: say it on that card";
                Problem::Misplaced {
                    what: "this number",
                    place: "what other things count as",
                    help,
                }
            }
            _ if times > TIMES => {
                let what = "what one card may count for a tally";
                Problem::TooMany {
                    what,
                    count: times.into(),
                    most: TIMES.into(),
                }
            }
            ..2 => Problem::Misplaced {
                what: "this number",
                place: "`counts as`",
                help: "say `this counts as a ...`",
            },
            _ => return Some(times),
        };
        report.add(self.source, span, problem);
        None
    }

    fn lasting(
        self,
        place: Place,
        span: Span,
        lasting: &ast::Lasting,
        report: &mut Report,
    ) -> Option<Alone<Lasting>> {
        self.alone(place, span, report, |scope| scope.lasting(span, lasting))
    }
}

fn is_revealed(trigger: &ast::Trigger) -> bool {
    trigger.head.voice == Voice::Short
        && trigger
            .head
            .happenings
            .iter()
            .any(|one| one.node == Happening::Revealed)
}

/// The text of a building.
pub fn building(file: In, face: &FaceText, report: &mut Report) -> Option<Disputed<Face>> {
    let limits = |text: &ast::Text| -> Vec<_> {
        let abilities = text.clauses.iter().filter_map(|clause| match &clause.node {
            Clause::Ability(ability) => Some((ability.start_of_turn, ability.once)),
            _ => None,
        });
        abilities.collect()
    };
    let texts = (&face.text, face.instead.as_slice());
    instead(file, &face.name, texts, report, |text, printed, report| {
        if !printed {
            let at = Spanned::new("abilities", first_span(text, &face.name));
            same(file, at, (limits(&face.text), limits(text)), report);
        }
        Some(building_text(file, &face.name, text, report))
    })
}

fn first_span(text: &ast::Text, name: &ast::Word) -> Span {
    text.clauses.first().map_or(name.span, |clause| clause.span)
}

fn building_text(file: In, name: &ast::Word, text: &ast::Text, report: &mut Report) -> Face {
    let mut checked = Face {
        name: name.node.clone(),
        ..Face::default()
    };
    let abilities = text
        .clauses
        .iter()
        .filter(|clause| matches!(clause.node, Clause::Ability(_)))
        .count();
    if abilities > ABILITIES {
        let problem = Problem::TooMany {
            what: "abilities of a building",
            count: abilities,
            most: ABILITIES,
        };
        report.add(file.source, name.span, problem);
    }
    for clause in &text.clauses {
        let span = clause.span;
        match &clause.node {
            Clause::Ability(ability) => {
                if abilities > 1 && ability.name.is_none() {
                    report.add(file.source, span, Problem::NamelessAbility);
                }
                checked
                    .abilities
                    .extend(self::ability(file, span, ability, report));
            }
            Clause::Trigger(trigger) if !is_revealed(trigger) => {
                checked
                    .triggers
                    .extend(file.trigger((BUILDING, DESTROYED), span, trigger, report));
            }
            Clause::Cannot(clause) => {
                checked
                    .bars
                    .extend(file.trigger((BUILDING, BUILDING), span, clause, report));
            }
            Clause::Instead(clause) => checked
                .instead
                .extend(file.replacement(BUILDING, span, clause, report)),
            Clause::Lasting(lasting) => checked
                .lasting
                .extend(file.lasting(BUILDING, span, lasting, report)),
            Clause::CountsAs(counts) => checked
                .counts_as
                .extend(file.counts_as(BUILDING, span, counts, report)),
            Clause::Alters(clause) => checked
                .alters
                .extend(file.alters(BUILDING, span, clause, report)),
            Clause::Raise(number) => {
                checked
                    .raises
                    .extend(file.alone(BUILDING, span, report, |scope| scope.number(number)));
            }
            Clause::Win(cond) => {
                checked
                    .wins
                    .extend(file.alone(BUILDING, span, report, |scope| scope.cond(cond)));
            }
            Clause::Play(_)
            | Clause::Replay(_)
            | Clause::Trigger(_)
            | Clause::Define(_)
            | Clause::Count(_)
            | Clause::Plays(_)
            | Clause::Crisis(_) => file.misplaced(span, &clause.node, BUILDING.name, report),
        }
    }
    same_ability_names(file, text, report);
    checked
}

/// Clauses that a text gives to buildings: a building's text, but that it changes nothing of what words mean.
pub(super) fn granted(file: In, span: Span, text: &ast::Text, report: &mut Report) -> Face {
    for clause in &text.clauses {
        if let Clause::Alters(_) = &clause.node {
            file.misplaced(clause.span, &clause.node, "a text that is given", report);
        }
    }
    building_text(file, &Spanned::new(String::new(), span), text, report)
}

fn same_ability_names(file: In, text: &ast::Text, report: &mut Report) {
    let mut seen: Vec<&str> = Vec::new();
    for clause in &text.clauses {
        let Clause::Ability(ast::Ability {
            name: Some(name), ..
        }) = &clause.node
        else {
            continue;
        };
        if seen.contains(&name.node.as_str()) {
            let first = "an ability of the same building has that name".to_string();
            report.add(
                file.source,
                name.span,
                Problem::Twice {
                    name: name.node.clone(),
                    first,
                },
            );
        }
        seen.push(&name.node);
    }
}

fn ability(file: In, span: Span, ability: &ast::Ability, report: &mut Report) -> Option<Ability> {
    ability
        .name
        .iter()
        .for_each(|name| document::name_length(file.source, name, report));
    let condition = match &ability.condition {
        Some(cond) => file
            .alone(BUILDING, cond.span, report, |scope| scope.cond(cond))
            .map(Some),
        None => Some(None),
    };
    if let (Some(cond), Some(Some(checked))) = (&ability.condition, &condition)
        && is_at_no_time(&checked.node, ability.start_of_turn)
    {
        let what = "an ability that can be used at no time";
        let help = "abilities are used in your own turn, `at the start of your turn` before all else in it; what the turns of others bring is waited for: `when another player plays an action, ...`";
        report.add(
            file.source,
            cond.span,
            Problem::Misplaced {
                what,
                place: BUILDING.name,
                help,
            },
        );
    }
    let place = Place {
        pays: true,
        ..BUILDING
    };
    let text = file.text(place, span, &ability.body, report);
    Some(Ability {
        name: ability.name.as_ref().map(|name| name.node.clone()),
        start: ability.start_of_turn,
        once: ability.once,
        condition: condition?,
        text: text?,
    })
}

/// What is asked for never holds when an ability can be used, at the start of a turn or later in it.
fn is_at_no_time(cond: &Cond, start: bool) -> bool {
    match cond {
        Cond::And(left, right) => is_at_no_time(left, start) || is_at_no_time(right, start),
        Cond::Not(inner) => match **inner {
            Cond::Turn(TurnPart::On) => true,
            Cond::Turn(TurnPart::AtItsStart) => start,
            _ => false,
        },
        Cond::Turn(TurnPart::PastItsStart) => start,
        _ => false,
    }
}

/// The text of an action.
pub fn action(file: In, face: &FaceText, report: &mut Report) -> Option<Disputed<Face>> {
    let texts = (&face.text, face.instead.as_slice());
    instead(file, &face.name, texts, report, |text, _, report| {
        Some(action_text(file, &face.name, text, report))
    })
}

fn action_text(file: In, name: &ast::Word, text: &ast::Text, report: &mut Report) -> Face {
    let mut checked = Face {
        name: name.node.clone(),
        ..Face::default()
    };
    let (mut plays, mut replays) = (false, false);
    for clause in &text.clauses {
        let span = clause.span;
        match &clause.node {
            Clause::Play(body) => {
                if std::mem::replace(&mut plays, true) {
                    report.add(
                        file.source,
                        span,
                        Problem::SecondClause {
                            what: "part that is done at once",
                        },
                    );
                }
                checked.play = file.text(PLAYED, span, body, report);
            }
            Clause::Replay(body) => {
                if std::mem::replace(&mut replays, true) {
                    report.add(
                        file.source,
                        span,
                        Problem::SecondClause { what: "`replay:`" },
                    );
                }
                checked.replay = file.text(PLAYED, span, body, report);
            }
            Clause::Trigger(trigger)
                if trigger.head.voice != Voice::Short
                    && trigger.head.during.as_ref().is_some_and(is_of_law) =>
            {
                checked
                    .triggers
                    .extend(file.trigger((LAW, LAW), span, trigger, report));
            }
            Clause::Cannot(clause) if clause.head.during.as_ref().is_some_and(is_of_law) => {
                checked
                    .bars
                    .extend(file.trigger((LAW, LAW), span, clause, report));
            }
            Clause::Instead(clause) if clause.head.during.as_ref().is_some_and(is_of_law) => {
                if clause.may {
                    let help = "a law belongs to nobody who could be asked: leave out `you may`";
                    let what = "`you may instead`";
                    report.add(
                        file.source,
                        span,
                        Problem::Misplaced {
                            what,
                            place: LAW.name,
                            help,
                        },
                    );
                }
                checked
                    .instead
                    .extend(file.replacement(LAW, span, clause, report));
            }
            Clause::Lasting(lasting) if lasting.condition.as_ref().is_some_and(is_of_law) => {
                checked
                    .lasting
                    .extend(file.lasting(LAW, span, lasting, report));
            }
            Clause::Alters(clause) if clause.condition.as_ref().is_some_and(is_of_law) => {
                checked
                    .alters
                    .extend(file.alters(LAW, span, clause, report));
            }
            Clause::Alters(clause) => {
                if let Some(clause) = file.alters(ACTION, span, clause, report) {
                    // STK-5: a face-down card is a plain shield.
                    if !clause.node.condition.as_ref().is_some_and(needs_face_up) {
                        report.add(file.source, span, Problem::HiddenLasting);
                    }
                    checked.alters.push(clause);
                }
            }
            Clause::Trigger(trigger)
                if trigger.head.voice != Voice::Short || is_revealed(trigger) =>
            {
                if let Some(trigger) = file.trigger((ACTION, ACTION), span, trigger, report) {
                    // STK-5: a face-down card is a plain shield, but for what happens to itself.
                    let open = trigger.head.during.as_ref().is_some_and(needs_face_up);
                    if !open && !trigger.head.is_about_this() {
                        report.add(file.source, span, Problem::HiddenLasting);
                    }
                    checked.triggers.push(trigger);
                }
            }
            Clause::Cannot(waiting) | Clause::Instead(waiting) => {
                let stops = matches!(clause.node, Clause::Cannot(_));
                let checked_clause = match stops {
                    true => file.trigger((ACTION, ACTION), span, waiting, report),
                    false => file.replacement(ACTION, span, waiting, report),
                };
                if checked_clause
                    .as_ref()
                    .is_some_and(|one| !one.head.during.as_ref().is_some_and(needs_face_up))
                {
                    report.add(file.source, span, Problem::HiddenLasting);
                }
                if stops {
                    &mut checked.bars
                } else {
                    &mut checked.instead
                }
                .extend(checked_clause);
            }
            Clause::Lasting(lasting) => {
                let lasting = file.lasting(ACTION, span, lasting, report);
                if let Some(lasting) = lasting {
                    // STK-5: a face-down card is a plain shield.
                    if !lasting.node.condition.as_ref().is_some_and(needs_face_up) {
                        report.add(file.source, span, Problem::HiddenLasting);
                    }
                    checked.lasting.push(lasting);
                }
            }
            Clause::CountsAs(counts) => {
                if let Some(counts) = file.counts_as(ACTION, span, counts, report) {
                    if !counts.own {
                        let (what, help) = (
                            "this `count as`",
                            "on an action, only `this` counts as something",
                        );
                        report.add(
                            file.source,
                            span,
                            Problem::Misplaced {
                                what,
                                place: ACTION.name,
                                help,
                            },
                        );
                    } else if !counts.clause.node.0.as_ref().is_some_and(needs_face_up) {
                        report.add(file.source, span, Problem::HiddenLasting);
                    }
                    checked.counts_as.push(counts);
                }
            }
            Clause::Ability(_)
            | Clause::Trigger(_)
            | Clause::Raise(_)
            | Clause::Win(_)
            | Clause::Define(_)
            | Clause::Count(_)
            | Clause::Plays(_)
            | Clause::Crisis(_) => file.misplaced(span, &clause.node, ACTION.name, report),
        }
    }
    checked
}

/// It cannot hold unless `this` is face up.
fn needs_face_up(cond: &Cond) -> bool {
    match cond {
        Cond::FaceUp(Item::This) => true,
        Cond::And(left, right) => needs_face_up(left) || needs_face_up(right),
        _ => false,
    }
}

/// A keyword: its text, and the sentences for the log.
pub fn keyword(file: In, keyword: &KeywordText, report: &mut Report) -> Option<Keyword> {
    for log in keyword.log.iter().chain(&keyword.log_unanswered) {
        placeholders(file, log, definition(&keyword.text), report);
    }
    if let Some(reads) = &keyword.reads {
        parameters(file, reads, definition(&keyword.text), report);
    }
    let texts = (&keyword.text, keyword.instead.as_slice());
    let text = instead(
        file,
        &keyword.name,
        texts,
        report,
        |text, printed, report| {
            if !printed {
                let usage = |text| {
                    definition(text).map(|define| Signature::new(&keyword.name.node, Some(define)))
                };
                let at = Spanned::new("parameters", first_span(text, &keyword.name));
                same(file, at, (usage(&keyword.text), usage(text)), report);
            }
            keyword_text(file, &keyword.name, text, report)
        },
    );
    let sentence = |log: &Option<ast::Word>| log.as_ref().map(|log| log.node.clone());
    let (log, log_unanswered) = (sentence(&keyword.log), sentence(&keyword.log_unanswered));
    let (reads, noun) = (sentence(&keyword.reads), sentence(&keyword.noun));
    Some(Keyword {
        rules: keyword.rules.clone(),
        log,
        log_unanswered,
        reads,
        noun,
        text: text?,
    })
}

/// One definition of the keyword's own name.
fn keyword_text(file: In, name: &ast::Word, text: &ast::Text, report: &mut Report) -> Option<Text> {
    let mut defined = None;
    for clause in &text.clauses {
        match &clause.node {
            Clause::Define(_) if defined.is_some() => {
                report.add(
                    file.source,
                    clause.span,
                    Problem::SecondClause { what: "`define`" },
                );
            }
            Clause::Define(define) => defined = Some((define, clause.span)),
            other => file.misplaced(clause.span, other, KEYWORD.name, report),
        }
    }
    let Some((define, span)) = defined else {
        let place = format!("the keyword `{}`", name.node);
        let what = "`define NAME: ...`";
        report.add(
            file.source,
            name.span,
            Problem::MissingClause { place, what },
        );
        return None;
    };
    if define.name.node != name.node {
        let help = format!("the section defines `{}`", name.node);
        let problem = Problem::Unknown {
            what: "keyword",
            name: define.name.node.clone(),
            help,
        };
        report.add(file.source, define.name.span, problem);
    }
    let mut scope = file.scope(KEYWORD, report);
    let block = scope.open();
    for param in &define.params {
        let local = scope.local(Type::of(param.kind.node));
        scope.bind(&param.name, local);
    }
    let body = scope.body(&define.body);
    scope.close(block);
    Some(scope.text(span, 0, body?))
}
