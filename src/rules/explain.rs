//! Prints a lowered program so that a person can read it.

use super::ir::{
    self, BARRED, BARRED_BUT_LAST, Branch, Face, Guard, Happening, Kept, LED, Lot, OPEN, Op, Pc,
    PredId, Program, Rules, SEEN,
};
use text::or_nothing;

/// The whole game: every face with its clauses and their code.
pub fn explain(rules: &Rules) -> String {
    let mut listing = Listing {
        rules,
        first: 0,
        out: String::new(),
    };
    for kind in &rules.kinds {
        let other = kind.double_sided.then_some(kind.buildings[1]);
        for face in [Some(kind.buildings[0]), other, kind.action]
            .into_iter()
            .flatten()
        {
            listing.face(&rules.faces[face.index()]);
        }
    }
    for tally in &rules.tallies {
        let count = listing.set(tally.count);
        let more: String = tally
            .more
            .iter()
            .map(|set| format!(" and {}", listing.set(*set)))
            .collect();
        listing.line(&format!(
            "tally {}: {count}{more}, wins at {}\n",
            tally.name, tally.wins_at
        ));
    }
    if let Some(crisis) = rules.crisis {
        listing.program("crisis", crisis);
    }
    listing.out
}

pub(super) struct Listing<'r> {
    pub(super) rules: &'r Rules,
    /// The program's first op: addresses count from there.
    first: usize,
    out: String,
}

impl Listing<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn face(&mut self, face: &Face) {
        self.line(&format!("== {}", face.label));
        if let Some(program) = face.play {
            self.program("play", program);
        }
        if let Some(program) = face.replay {
            self.program("replay", program);
        }
        for ability in &face.abilities {
            let mut head = "use".to_string();
            if let Some(name) = ability.name {
                head.push_str(&format!(" \"{}\"", self.rules.names[name.index()]));
            }
            if ability.start {
                head.push_str(", at the start of turn");
            }
            if ability.once {
                head.push_str(", once a turn");
            }
            head.push_str(&self.only_if(ability.condition));
            self.program(&head, ability.program);
        }
        let triggers = face.triggers.iter().map(|trigger| ("when", trigger));
        let instead = face.instead.iter().map(|trigger| ("instead of", trigger));
        let held = face
            .held
            .iter()
            .map(|trigger| ("from a hand, when", trigger));
        let held_instead = face.held_instead.iter();
        let held_instead = held_instead.map(|trigger| ("from a hand, instead of", trigger));
        for (when, trigger) in triggers.chain(instead).chain(held).chain(held_instead) {
            let happenings = Happening::ALL
                .iter()
                .filter(|happening| trigger.happenings & happening.bit() != 0);
            let happenings: Vec<String> = happenings
                .map(|happening| format!("{happening:?}").to_lowercase())
                .collect();
            let head = format!(
                "{when} {} by {}{}",
                happenings.join(" or "),
                self.keywords(trigger.causes).join(", "),
                self.only_if(trigger.condition)
            );
            self.program(&head, trigger.program);
        }
        let lasting = face.lasting.iter().map(|lasting| (lasting, true));
        let standings = face.standings.iter().map(|lasting| (lasting, false));
        for (lasting, of_buildings) in lasting.chain(standings) {
            let status = match lasting.status {
                OPEN => "open-handed",
                SEEN => "seen into their hands by `you`",
                LED => "led by `you`",
                BARRED => "barred from winning",
                BARRED_BUT_LAST => "barred from winning but as the last",
                status => &self.rules.statuses[usize::from(status)],
            };
            let own = match of_buildings && lasting.of_itself {
                true => " (of itself)",
                false => "",
            };
            let (condition, set) = (self.while_so(lasting.condition), self.set(lasting.set));
            self.line(&format!("{condition}{set} are {status}{own}"));
        }
        for counts in &face.counts_as {
            let set = self.set(counts.set);
            let tally = &self.rules.tallies[usize::from(counts.tally)].name;
            self.line(&format!("{set} count as {tally}"));
        }
        for num in &face.raises {
            let num = self.num(*num);
            self.line(&format!("raise starred numbers by {num}"));
        }
        for clause in &face.alters {
            let alters = self.alters(clause);
            self.line(&alters);
        }
        for pred in &face.wins {
            let pred = self.pred(*pred);
            self.line(&format!("win when {pred}"));
        }
        self.line("");
    }

    fn only_if(&self, condition: Option<PredId>) -> String {
        or_nothing(&condition, |pred| format!(", if {}", self.pred(*pred)))
    }

    pub(super) fn while_so(&self, condition: Option<PredId>) -> String {
        or_nothing(&condition, |pred| format!("while {}: ", self.pred(*pred)))
    }

    /// The names of keywords of which there is a bit each.
    fn keywords(&self, bits: ir::Causes) -> Vec<&str> {
        let keywords = self.rules.keywords.iter().enumerate();
        let named = keywords.filter(|(at, _)| bits & 1 << at != 0);
        named.map(|(_, keyword)| keyword.name.as_str()).collect()
    }

    /// A program up to its last op: `end`, or the landing pads after it.
    fn program(&mut self, head: &str, program: Program) {
        let guard = match program.guard {
            Guard::Always => "always".to_string(),
            Guard::Never => "never".to_string(),
            Guard::Needs(pred) => format!("needs {}", self.pred(pred)),
            Guard::Try(pred) => format!("if {}, tried", self.pred(pred)),
            Guard::Pays { cost, paid, then } => {
                let (cost, paid, then) = (self.pred(cost), self.item(paid), self.pred(then));
                format!("if {cost}, needs {then} without {paid}")
            }
        };
        let starred = if program.starred { ", starred" } else { "" };
        let puts = if program.puts_itself {
            ", puts this"
        } else {
            ""
        };
        self.line(&format!("{head} [{guard}{starred}{puts}]"));
        let code = &self.rules.code;
        let first = usize::from(program.entry);
        self.first = first;
        // What another player does ends before the text does.
        let mut within = first;
        let mut ends = |at: &usize| {
            if let Op::Acts { exit, .. } = code[*at] {
                within = within.max(usize::from(exit));
            }
            code[*at] == Op::End && *at >= within
        };
        let end = (first..code.len()).find(|at| ends(at)).unwrap_or(first);
        let is_pad = |at: usize| code.get(at).is_some_and(|op| op.closes());
        let mut last = end;
        while is_pad(last + 1) {
            // A pad closes what it leaves and jumps back.
            while !matches!(code[last + 1], Op::Jump(_)) {
                last += 1;
            }
            last += 1;
        }
        for (at, op) in code.iter().enumerate().take(last + 1).skip(first) {
            let text = self.op(op);
            self.line(&format!("  {:>3}  {text}", at - first));
            if let Op::Either {
                first: branch,
                count,
                ..
            } = op
            {
                let branches = usize::from(*branch)..usize::from(*branch) + usize::from(*count);
                for branch in &self.rules.branches[branches] {
                    let text = self.branch(branch);
                    self.line(&format!("       | {text}"));
                }
            }
        }
    }

    fn branch(&self, branch: &Branch) -> String {
        let label = &self.rules.names[branch.label.index()];
        let condition = self.only_if(branch.condition);
        format!("{label}{condition} -> {}", self.at(branch.entry))
    }

    fn at(&self, pc: Pc) -> usize {
        usize::from(pc) - self.first
    }

    fn op(&self, op: &Op) -> String {
        match *op {
            Op::End => "end".into(),
            Op::Jump(to) => format!("jump {}", self.at(to)),
            Op::Unless(pred, to) => format!("unless {} jump {}", self.pred(pred), self.at(to)),
            Op::SetNumber(reg, num) => format!("r{reg} = {}", self.num(num)),
            Op::SetItem(reg, item) => format!("r{reg} = {}", self.item(item)),
            Op::SetTruth(reg, pred) => format!("r{reg} = whether {}", self.pred(pred)),
            Op::CountDown { reg, exit } => format!("count down r{reg}, else {}", self.at(exit)),
            Op::Snapshot { list, set, first } => {
                let first =
                    first.map_or_else(String::new, |pick| format!(", {} first", pick.word()));
                format!("list r{list} = {}{first}", self.set(set))
            }
            Op::Next { list, item, exit } => {
                format!("r{item} = next of r{list}, else {}", self.at(exit))
            }
            Op::Choose {
                set,
                reg,
                may,
                exit,
            } => {
                let may = if may { "may choose" } else { "choose" };
                format!("r{reg} = {may} {}, else {}", self.set(set), self.at(exit))
            }
            Op::Acts { who, exit } => {
                format!(
                    "{} does what follows, up to {}",
                    self.item(who),
                    self.at(exit)
                )
            }
            Op::Asks(item) => format!("{} decides", self.item(item)),
            Op::Secret(reg, Kept::Numbers) => format!("r{reg} is secret, numbers"),
            Op::Secret(reg, _) => format!("r{reg} is secret"),
            Op::Shown(reg) => format!("r{reg} is shown"),
            Op::Keep(reg, item, from) | Op::KeepCard(reg, item, from) => {
                format!("r{reg} of {} = r{from}", self.item(item))
            }
            Op::AddTo(reg, item, num) => {
                format!("r{reg} of {} += {}", self.item(item), self.num(num))
            }
            Op::Aim(item) => format!("aim it at {}", self.item(item)),
            Op::Add(reg, item, true) => format!("r{reg} += {}", self.item(item)),
            Op::Add(reg, item, false) => format!("r{reg} -= {}", self.item(item)),
            Op::Either { exit, may, .. } => {
                format!(
                    "{}either, else {}",
                    if may { "may " } else { "" },
                    self.at(exit)
                )
            }
            Op::Chance { lot, reg, exit } => {
                let lot = match lot {
                    Lot::Coin => "a coin".to_string(),
                    Lot::Die => "a die".to_string(),
                    Lot::OneOf(set) => format!("random {}", self.set(set)),
                };
                format!("r{reg} = {lot}, else {}", self.at(exit))
            }
            Op::Forget(list) => format!("forget r{list}"),
            Op::Require { pred, exit } => {
                format!("require {}, else {}", self.pred(pred), self.at(exit))
            }
            Op::AtOnce(open) => format!("at once {}", if open { "{" } else { "}" }),
            Op::OneEffect(open) => format!("as one effect {}", if open { "{" } else { "}" }),
            Op::Spares(Some(name)) => {
                format!("spares the first {} {{", self.rules.names[name.index()])
            }
            Op::Spares(None) => "spares }".to_string(),
            Op::Unanswered(open) => format!("unanswered {}", if open { "{" } else { "}" }),
            Op::Announce {
                keyword,
                first,
                causes,
                ..
            } => {
                let name = &self.rules.keywords[usize::from(keyword)].name;
                format!(
                    "announce {name} (r{first}...), cause {}",
                    self.causes(causes)
                )
            }
            Op::Do(verb, item, with) => {
                let things: Vec<String> = [Some(item), with]
                    .into_iter()
                    .flatten()
                    .map(|item| self.item(item))
                    .collect();
                verb.with(&things)
            }
            Op::Counters {
                put,
                sort,
                number,
                on,
                player: _,
            } => {
                let (name, number, on) =
                    (self.rules.counter(sort), self.num(number), self.item(on));
                if put {
                    format!("put {number} {name} on {on}")
                } else {
                    format!("take {number} {name} off {on}")
                }
            }
            Op::Mark { set, item, on } => {
                format!(
                    "{} {} in them{set}",
                    if on { "mark" } else { "unmark" },
                    self.item(item)
                )
            }
            Op::ClearMarks(set) => format!("clear them{set}"),
            Op::Ready => "ready the deck".into(),
            Op::Take { reg, exit } => format!(
                "r{reg} = take the top card of the deck, else {}",
                self.at(exit)
            ),
            Op::Draw { reg } => format!("draw r{reg} cards"),
            Op::Pend { clause, .. } => {
                format!(
                    "{} from here on",
                    self.rules.pending[usize::from(clause)].until.said(None)
                )
            }
            Op::TurnDraws(number) => format!("draw {} cards in this turn", self.num(number)),
            Op::MorePlays(number, fewer) => {
                format!(
                    "{} {} plays in this turn",
                    self.num(number),
                    if fewer { "fewer" } else { "more" }
                )
            }
            Op::ShuffleDeck => "shuffle the deck".to_string(),
            Op::Shuffle => "shuffle the discard pile into the deck".into(),
            Op::Pass => "pass".into(),
            Op::DrawGame => "the game is a draw".into(),
            Op::Instead(true) => "this happens instead".into(),
            Op::Instead(false) => "it happens".into(),
            Op::Winless(true) => "from here on nobody wins by a condition".into(),
            Op::Winless(false) => "players win by conditions again".into(),
            Op::Cost => "this is a cost".into(),
            Op::First => "that one comes first".into(),
            Op::Begin => "play this from hand".into(),
            Op::Over { causes, .. } => format!("over, cause {}", self.causes(causes)),
        }
    }

    fn causes(&self, mask: u16) -> String {
        let names = self.keywords(self.rules.causes[usize::from(mask)]);
        match names.is_empty() {
            true => "nothing".into(),
            false => names.join(" + "),
        }
    }
}
