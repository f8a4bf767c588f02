//! Compares a table with what a ruling expects of it.

use crate::positions::print::{print_open, print_view};
use board::View;
use engine::{Game, Outcome};
use explain::names::find::Names;
use explain::options::label::{is_number, labels, lies};
use explain::pending::read_pending;
use explain::reasons::answer::why_open;
use lang::notation::{Player, parse_position};
use rules::ir::{Branch, NameId};
use text::{Quoted, Source, Span, suggest};
use toml::Spanned;

use crate::positions::moves::options_line;
use crate::ruling::{Failure, Ruling, failure, placed, quoted, telling};

/// Everything that is not as the ruling says.
pub fn check_ruling(source: &Source, ruling: &Ruling, game: &Game) -> Vec<Failure> {
    let mut check = Check {
        source,
        game,
        names: Names::of(&game.script().rules),
        failures: Vec::new(),
    };
    check.expectations(ruling);
    check.failures.sort_by_key(|failure| failure.span);
    check.failures
}

/// A line that is expected, beside the one that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Whose view it belongs to; nobody's when all cards lie open.
    pub viewer: Option<String>,
    /// What the line is about, such as `p2` or `p2 hand`.
    pub key: String,
    /// What was expected of it.
    pub expected: String,
    /// Nothing when there is no such line.
    pub actual: Option<String>,
}

impl Row {
    /// It is as expected.
    pub fn agrees(&self) -> bool {
        self.actual
            .as_deref()
            .is_some_and(|actual| same_line(actual, &self.expected))
    }
}

/// Every line that a ruling expects, beside the one that is.
pub fn side_by_side(ruling: &Ruling, game: &Game) -> Vec<Row> {
    let rules = &game.script().rules;
    let mut rows = Vec::new();
    let expect = ruling.expect.get_ref();
    if let Some(position) = &expect.position {
        for line in telling(position.get_ref()) {
            rows.push(row(None, line, &print_open(game, line.contains('{'))));
        }
    }
    for (viewer, lines) in &expect.view {
        let Ok(player) = viewer.parse::<Player>() else {
            continue;
        };
        if player.number() > game.board().seats {
            continue;
        }
        let printed = print_view(
            rules,
            &View::of(game.board(), &rules.cards, explain::names::seat_of(player)),
            false,
        );
        rows.extend(telling(lines.get_ref()).map(|line| row(Some(viewer.clone()), line, &printed)));
    }
    rows
}

/// Cards that are named and cards that are counted are the same where there are none.
fn counted(line: &str) -> &str {
    match line.strip_suffix("0 cards").map(str::trim_end) {
        Some(rest) if rest.is_empty() || rest.ends_with(':') => rest,
        _ => line,
    }
}

/// The line that is expected is the line that there is. Who has put counters there counts where it says so.
fn same_line(actual: &str, expected: &str) -> bool {
    let said = |line: &str| match whose(expected) {
        true => counted(line).to_string(),
        false => nobodys(counted(line)),
    };
    said(actual) == said(expected)
}

/// It says of some counters who has put them there.
fn whose(line: &str) -> bool {
    nobodys(line) != line
}

/// The line without who has put which counters there: names of cards have nothing like ` of p1` in them.
fn nobodys(line: &str) -> String {
    let mut pieces = line.split(" of p");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |line, piece| {
        let rest = piece.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let counters =
            line.ends_with(|sign: char| sign.is_ascii_digit()) && rest.len() < piece.len();
        if counters {
            line + rest
        } else {
            format!("{line} of p{piece}")
        }
    })
}

fn row(viewer: Option<String>, line: &str, printed: &str) -> Row {
    let key = key_of(line);
    let rest = |line: &str| match key {
        "turn" => line.trim_start_matches("turn").trim().to_string(),
        _ => line
            .split_once(':')
            .map_or(line, |(_, rest)| rest)
            .trim()
            .to_string(),
    };
    let actual = printed
        .lines()
        .find(|printed| key_of(printed) == key)
        .map(rest);
    Row {
        viewer,
        key: key.to_string(),
        expected: rest(line),
        actual,
    }
}

struct Check<'a> {
    source: &'a Source,
    game: &'a Game,
    names: Names,
    failures: Vec<Failure>,
}

impl Check<'_> {
    fn fail(
        &mut self,
        span: std::ops::Range<usize>,
        reason: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.failures.push(failure(span, reason).with_help(help));
    }

    fn expectations(&mut self, ruling: &Ruling) {
        let expect = ruling.expect.get_ref();
        if expect.is_empty() {
            self.fail(
                ruling.expect.span(),
                "nothing is expected, so that this holds whatever happens",
                "say at least one thing: `position`, `asked`, `options`, `not_options`, `winner`, `draw`, `told` or `view`",
            );
        }
        self.ending(ruling);
        if let Some(asked) = &expect.asked {
            let actual = self
                .game
                .chooser()
                .map_or("nobody".into(), |who| who.to_string());
            if !actual.eq_ignore_ascii_case(asked.get_ref()) {
                self.fail(
                    asked.span(),
                    format!("{actual} is asked, not {}", asked.get_ref()),
                    options_line(self.game),
                );
            }
        }
        let options = labels(self.game);
        let rules = &self.game.script().rules;
        let offers = |wanted: &str, names: &Names| {
            let is_offered = |wanted: &str| {
                options
                    .iter()
                    .any(|(_, label)| label.eq_ignore_ascii_case(wanted))
            };
            is_offered(wanted)
                || names
                    .meant(rules, wanted)
                    .iter()
                    .any(|wanted| is_offered(wanted))
        };
        for option in &expect.options {
            if self.can_exist(option) && !offers(option.get_ref(), &self.names) {
                let offered = format!("offered are {}", options_line(self.game));
                let help = match why_open(self.game, option.get_ref()) {
                    Ok(reason) => format!("{}\n{offered}", reason.trim_end()),
                    Err(_) => offered,
                };
                self.fail(
                    option.span(),
                    format!("`{}` is not offered", option.get_ref()),
                    help,
                );
            }
        }
        for option in &expect.not_options {
            if self.can_exist(option) && offers(option.get_ref(), &self.names) {
                self.fail(
                    option.span(),
                    format!("`{}` is offered", option.get_ref()),
                    "it should not be",
                );
            }
        }
        if let Some(position) = &expect.position {
            self.lines(
                position,
                &print_open(self.game, false),
                &print_open(self.game, true),
            );
        }
        for (player, lines) in &expect.view {
            match player.parse::<Player>() {
                Ok(player) if player.number() <= self.game.board().seats => {
                    let rules = &self.game.script().rules;
                    let view = View::of(
                        self.game.board(),
                        &rules.cards,
                        explain::names::seat_of(player),
                    );
                    let printed = print_view(rules, &view, false);
                    self.lines(lines, &printed, &printed);
                }
                _ => self.fail(
                    lines.span(),
                    format!("`{player}` does not play here"),
                    "name a player, such as p2",
                ),
            }
        }
    }

    fn ending(&mut self, ruling: &Ruling) {
        let expect = ruling.expect.get_ref();
        if let (Some(draw), Some(_)) = (
            expect.draw.as_ref().filter(|draw| *draw.get_ref()),
            &expect.winner,
        ) {
            self.fail(
                draw.span(),
                "a game that somebody has won is no draw",
                "leave `draw` out, or `winner`",
            );
        }
        if let Some(draw) = &expect.draw {
            let drawn = self.game.outcome() == Outcome::Drawn;
            if *draw.get_ref() && !drawn && expect.winner.is_none() {
                let so = match self.game.outcome() {
                    Outcome::Won(seat) => format!("{seat} has won"),
                    _ => "the game goes on".to_string(),
                };
                self.fail(
                    draw.span(),
                    format!("{so}, and is no draw"),
                    options_line(self.game),
                );
            } else if !*draw.get_ref() && drawn {
                self.fail(draw.span(), "the game is a draw", "it should not be");
            }
        }
        match (&expect.winner, self.game.outcome()) {
            (Some(winner), Outcome::Won(seat))
                if seat.to_string().eq_ignore_ascii_case(winner.get_ref()) => {}
            (Some(winner), Outcome::Won(seat)) => {
                self.fail(
                    winner.span(),
                    format!("{seat} has won, not {}", winner.get_ref()),
                    "the game is over",
                );
            }
            (Some(winner), Outcome::Running) => {
                let help = format!("the next options are {}", options_line(self.game));
                self.fail(winner.span(), "nobody has won", help);
            }
            // Told above.
            (None, Outcome::Won(_)) if expect.draw.as_ref().is_some_and(|draw| *draw.get_ref()) => {
            }
            (None, Outcome::Won(seat)) => {
                let silent = expect.asked.is_none()
                    && expect.options.is_empty()
                    && expect.position.is_none();
                if !silent {
                    let help = format!("say `winner = \"{seat}\"` if that is meant");
                    self.fail(
                        ruling.expect.span(),
                        format!("the game is over: {seat} has won"),
                        help,
                    );
                }
            }
            (Some(winner), Outcome::Drawn) => {
                self.fail(
                    winner.span(),
                    "nobody has won",
                    "the game is a draw: `draw = true`",
                );
            }
            (None, Outcome::Drawn) => {
                let silent = expect.asked.is_none()
                    && expect.options.is_empty()
                    && expect.position.is_none();
                if !silent && expect.draw.is_none() {
                    let help = "say `draw = true` if that is meant";
                    self.fail(ruling.expect.span(), "the game is over: it is a draw", help);
                }
            }
            (None, Outcome::Running) => {}
        }
    }

    /// Every line that is given must be the line that is printed for its key; with who knows what when it says so.
    fn lines(&mut self, given: &Spanned<String>, plain: &str, known: &str) {
        let quoted = quoted(self.source, given);
        if let Err(faults) = parse_position(given.get_ref(), 0) {
            self.failures.extend(placed(&quoted, faults));
            return;
        }
        let mut at = 0;
        for whole in given.get_ref().split_inclusive('\n') {
            let line = whole.trim();
            let from = at + (whole.len() - whole.trim_start().len());
            let span = quoted.place(Span::new(from, from + line.len()));
            let span = span.start..span.end;
            at += whole.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.names_exist(line, from, &quoted);
            let key = key_of(line);
            let printed = if line.contains('{') { known } else { plain };
            match printed.lines().find(|printed| key_of(printed) == key) {
                Some(actual) if same_line(actual, line) => {}
                Some(actual) => self.fail(span, "the table is not so", format!("it is `{actual}`")),
                // Nothing is to be there, and nothing is.
                None if line.ends_with(':') => {}
                None => self.fail(span, format!("there is no line `{key}`"), "leave it out"),
            }
        }
    }

    /// A slip of the pen is an error, wherever it stands.
    fn names_exist(&mut self, line: &str, start: usize, quoted: &Quoted) {
        let (key, rest) = line.split_once(':').unwrap_or((line, ""));
        if key.trim().starts_with("turn")
            || rest.trim().ends_with("cards")
            || rest.trim() == "eliminated"
        {
            return;
        }
        if key.trim() == "pending" {
            return self.pending_exists(rest, start + line.len() - rest.len(), quoted);
        }
        let is_name =
            |c: char| !matches!(c, '[' | ']' | ',' | '^' | '*' | '{' | '}' | '?' | '(' | ')');
        let rest_start = start + line.len() - rest.len();
        let mut at = 0;
        let (mut in_braces, mut counters, mut spent) = (false, key.trim().ends_with(" has"), false);
        while at < rest.len() {
            let end = rest[at..]
                .find(|c| !is_name(c))
                .map_or(rest.len(), |length| at + length);
            let name = rest[at..end].trim();
            if !name.is_empty()
                && !in_braces
                && let Err((reason, help)) = match counters {
                    true => self.counter_exists(name),
                    false if spent => self.is_ability(name),
                    false => self.card_exists(name),
                }
            {
                let from =
                    rest_start + at + (rest[at..end].len() - rest[at..end].trim_start().len());
                let span = quoted.place(Span::new(from, from + name.len()));
                self.fail(span.start..span.end, reason, help);
            }
            in_braces = rest[end..].starts_with('{') || in_braces && !rest[end..].starts_with('}');
            spent = rest[end..].starts_with('*');
            counters = rest[end..].starts_with('(') || counters && !rest[end..].starts_with(')');
            at = end + rest[end..].chars().next().map_or(1, char::len_utf8);
        }
    }

    fn pending_exists(&mut self, rest: &str, start: usize, quoted: &Quoted) {
        let (mut at, mut inside) = (0, false);
        let mut ends = Vec::new();
        for (index, sign) in rest.char_indices() {
            inside = sign == '(' || inside && sign != ')';
            if sign == ',' && !inside {
                ends.push(index);
            }
        }
        for end in ends.into_iter().chain([rest.len()]) {
            let name = rest[at..end].trim();
            if let Err((reason, help)) = read_pending(&self.game.script().rules, name)
                && !name.is_empty()
            {
                let from = start + at + (rest[at..end].len() - rest[at..end].trim_start().len());
                let span = quoted.place(Span::new(from, from + name.len()));
                self.fail(span.start..span.end, reason, help);
            }
            at = end + 1;
        }
    }

    fn card_exists(&self, name: &str) -> Result<(), (String, String)> {
        match self.names.card(name) {
            Err(_) if self.names.building(name).is_ok() => Ok(()),
            found => found.map(|_| ()),
        }
    }

    /// `oil 2`, or `oil 2 of p1`.
    fn counter_exists(&self, written: &str) -> Result<(), (String, String)> {
        let name = written.split(" of p").next().unwrap_or_default();
        let name = name
            .trim_end_matches(|sign: char| sign.is_ascii_digit())
            .trim_end();
        if let Some(card) = name.strip_prefix("named ") {
            return self.card_exists(card);
        }
        let mut sorts = self.game.script().rules.sorts();
        match sorts.clone().any(|sort| sort.eq_ignore_ascii_case(name)) {
            true => Ok(()),
            false => {
                let near =
                    suggest(name, sorts.by_ref()).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| {
                    "counters are declared in a set file: `[counter.NAME]`".to_string()
                });
                Err((
                    format!("no counters of this game are called `{name}`"),
                    help,
                ))
            }
        }
    }

    /// A label that no game of these rules could offer is a slip of the pen.
    fn can_exist(&mut self, option: &Spanned<String>) -> bool {
        let label = option.get_ref().trim();
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let small = verb.to_ascii_lowercase();
        let is_branch = |branch: &Branch| self.branch(branch.label).eq_ignore_ascii_case(label);
        let verdict = match small.as_str() {
            "" => Err((
                "this is no label".into(),
                format!("offered are {}", options_line(self.game)),
            )),
            _ if self.game.script().rules.branches.iter().any(is_branch) => Ok(()),
            // A card may be called like a verb, or begin so.
            _ if self.names.card(label).is_ok() || self.names.building(label).is_ok() => Ok(()),
            "action" | "build" | "stack" | "use" | "side" if rest.is_empty() => {
                let help = "labels stand in full, as they are offered: `action CARD`, `build CARD at p1.2`, `stack CARD on p1.2`, `use p1.2`";
                Err((
                    format!("nothing in this game is called just `{verb}`"),
                    help.to_string(),
                ))
            }
            "action" => self.names.card(rest).map(|_| ()),
            "build" => match rest.rsplit_once(" at ") {
                Some((name, place)) if is_place(place) => self
                    .plays(place)
                    .and_then(|()| self.names.card(name).map(|_| ())),
                _ => Err((
                    "this is no place to build at".into(),
                    "write `build CARD at p1.2`".into(),
                )),
            },
            "stack" => {
                let (name, place) = rest.rsplit_once(" on ").unwrap_or((rest, "p1.1"));
                match is_place(place) {
                    true => self
                        .plays(place)
                        .and_then(|()| self.names.card(name).map(|_| ())),
                    false => Err((
                        "this is no building".into(),
                        "write `stack CARD on p1.2`".into(),
                    )),
                }
            }
            "use" => match rest.split_once(' ').unwrap_or((rest, "")) {
                (place, _) if !is_place(place) => {
                    Err(("this is no building".into(), "write `use p1.2`".into()))
                }
                (place, "") => self.plays(place),
                (place, name) => self.plays(place).and_then(|()| self.is_ability(name)),
            },
            "side" => self.names.building(rest).map(|_| ()),
            "pass" | "decline" if rest.is_empty() => Ok(()),
            _ if self
                .game
                .script()
                .rules
                .symbols
                .iter()
                .any(|symbol| symbol.name == label) =>
            {
                Ok(())
            }
            _ if label.parse::<u16>().is_ok() => Ok(()),
            _ if is_place(label) || looks_like_a_place(label) => self.plays(label),
            "nothing" if rest.is_empty() => Ok(()),
            _ if let Some((card, of)) =
                lies(label).filter(|(_, of)| of.is_empty() || looks_like_a_place(of)) =>
            {
                let there = if of.is_empty() {
                    Ok(())
                } else {
                    self.plays(of)
                };
                let called = card.is_empty() || is_number(card);
                there.and_then(|()| {
                    if called {
                        Ok(())
                    } else {
                        self.names.card(card).map(|_| ())
                    }
                })
            }
            _ if let Some(near) = suggest(&small, ["pass", "decline"]) => Err((
                format!("there is no option `{label}`"),
                format!("did you mean `{near}`?"),
            )),
            _ => self.names.card(label).map(|_| ()),
        };
        match verdict {
            Ok(()) => true,
            Err((reason, help)) => {
                self.fail(option.span(), reason, help);
                false
            }
        }
    }

    /// Whether the player of a place such as `p2.3`, or the player itself, sits at this table.
    fn plays(&self, place: &str) -> Result<(), (String, String)> {
        let player = place.split_once('.').map_or(place, |(player, _)| player);
        let seats = self.game.board().seats;
        match player.parse::<Player>() {
            Ok(sits) if sits.number() <= seats && place.contains('.') && !is_place(place) => Err((
                format!("there is no place `{place}`"),
                format!("places begin with `{player}.1`"),
            )),
            Ok(sits) if sits.number() <= seats => Ok(()),
            _ => Err((
                format!("`{player}` does not play here"),
                format!("the players are p1 to p{seats}"),
            )),
        }
    }

    /// Whether any building of this game has an ability of that name.
    fn is_ability(&self, name: &str) -> Result<(), (String, String)> {
        let rules = &self.game.script().rules;
        let mut names = rules
            .faces
            .iter()
            .flat_map(|face| &face.abilities)
            .filter_map(|ability| ability.name);
        // Where texts let buildings have more, an ability goes by the card whose text it is in.
        let by_card = rules
            .faces
            .iter()
            .any(|face| face.label.eq_ignore_ascii_case(name));
        match by_card
            || names.any(|ability| rules.names[ability.index()].eq_ignore_ascii_case(name))
        {
            true => Ok(()),
            false => {
                let help =
                    "write `use p1.2`; a name follows where a building has several abilities";
                Err((
                    format!("no ability of this game is called `{name}`"),
                    help.to_string(),
                ))
            }
        }
    }

    fn branch(&self, label: NameId) -> &str {
        &self.game.script().rules.names[label.index()]
    }
}

/// What a line is about: all before its colon; the turn line has none.
fn key_of(line: &str) -> &str {
    match line.split_once(':') {
        Some((key, _)) if !line.starts_with("turn ") => key.trim(),
        _ => "turn",
    }
}

/// `p2`, or what somebody may have meant so: `p7`, `p1.0`.
fn looks_like_a_place(text: &str) -> bool {
    let digits = text
        .strip_prefix(['p', 'P'])
        .map(|rest| rest.replacen('.', "", 1));
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

fn is_place(text: &str) -> bool {
    let Some((player, index)) = text.split_once('.') else {
        return false;
    };
    player.parse::<Player>().is_ok() && index.parse::<u16>().is_ok_and(|index| index > 0)
}
