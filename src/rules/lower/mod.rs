//! Lowers checked texts into one flat program, for one game with its disputes settled.

mod act;
mod arena;
mod bars;
mod choices;
mod code;
mod context;
mod counters;
mod cuts;
mod decisions;
mod expr;
mod guard;
mod pending;
mod standing;
mod waiting;

use text::limits::KEYWORDS;
use text::{Happening, Span};

use super::error::{Problem, Report};
use super::ir::{self, Pc, Program, REGISTERS, Reg};
use super::tree::{self, Alone, Body, Disputed, Local, Text};
use arena::{Arena, Excess};
use code::{Frame, Label};
pub(super) use context::Context;
use lang::ast::Agent;
pub(super) use standing::Own;

/// So many registers hold a number for each player.
const NUMBERS: u8 = 3;

/// What a local of a text is, while that text is lowered.
#[derive(Debug, Clone, Copy)]
pub(super) enum Binding {
    Reg(Reg),
    Item(ir::ItemId),
    Num(ir::NumId),
    Truth(ir::PredId),
    Set(ir::SetId),
    /// One for each player, from that register on.
    Each(Reg),
    /// A card of each player, in that register and those behind it.
    EachCard(Reg),
    /// The candidate of the set at that depth.
    Candidate(usize),
}

/// A text that is being lowered, perhaps inside another.
struct Instance {
    bindings: Vec<Option<Binding>>,
    file: usize,
    /// It speaks of `them`, so what it picks is marked.
    them: bool,
    marks: Option<u8>,
    /// What `you` have chosen.
    chosen: Vec<Local>,
}

/// What is done to something, and onto what.
#[derive(Debug, Clone)]
struct Use {
    happening: Happening,
    what: tree::Item,
    onto: Option<tree::Item>,
    /// Each thing chosen by that name.
    several: Option<Local>,
    /// The keywords that cause it.
    causes: ir::Causes,
    /// Where it comes to stand, where it is moved in a row.
    place: Option<tree::Item>,
    /// Of what happens to counters: which.
    marks: Option<u16>,
}

/// What is being lowered says what a face does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Speaker {
    /// It is that of a building, not of an action.
    building: bool,
    /// An ability, what a card does that is played, or any other text.
    agent: Agent,
}

/// The set whose filter is being lowered, and where its candidate is put when an inner filter asks for it.
struct Candidate {
    bind: Option<Reg>,
}

/// A program under construction.
#[derive(Default)]
pub(super) struct Lowering<'a> {
    context: Context<'a>,
    pub(super) arena: Arena,
    pub(super) report: Report,
    pub(super) code: Vec<ir::Op>,
    pub(super) code_spans: Vec<(u16, Span)>,
    pub(super) origins: Vec<ir::Origin>,
    /// The face whose texts are being lowered.
    pub(super) face: Option<ir::FaceId>,
    pub(super) branches: Vec<ir::Branch>,
    pub(super) causes: Vec<ir::Causes>,
    /// The keywords that the game knows, by number in the library.
    pub(super) keywords: Vec<usize>,
    /// The files that the game is made of, by number in the library.
    pub(super) files: Vec<usize>,
    /// The disputes that texts asked for.
    pub(super) asked: Vec<usize>,
    /// The sorts of counters that texts speak of and the game does not have, by number in the library.
    pub(super) borrowed: Vec<usize>,
    instances: Vec<Instance>,
    candidates: Vec<Candidate>,
    frames: Vec<Frame>,
    labels: Vec<Option<Pc>>,
    /// Blocks left early are closed here: emitted after the text.
    pads: Vec<(Label, Vec<ir::Op>, Label)>,
    cause: ir::Causes,
    next: Reg,
    marks: u8,
    /// The text reads a starred number, perhaps in a keyword.
    starred: bool,
    /// What the text itself says of its costs and starred numbers, and the keywords that it calls.
    paid: Option<Pc>,
    stars: Vec<u16>,
    calls: Vec<ir::Call>,
    span: (usize, Span),
    crowded: bool,
    /// Inside a block that spares the first answer.
    sparing: bool,
    /// What is lowered pays for something.
    paying: bool,
    /// Who decides what is lowered next, if not `you`.
    pub(super) decider: Option<ir::ItemId>,
    /// Whose text it is, in the words with which it has another player call a keyword, who is `you` there.
    own: Option<ir::ItemId>,
    /// What the statements at hand and those behind them do with what is chosen, where some text may forbid it.
    uses: Vec<Use>,
    /// What is picked in the same step before what is chosen next, and not paid for by then.
    picked_first: Option<tree::Item>,
    /// Whose text it is that is being lowered, if it is one of a face.
    saying: Option<Speaker>,
    /// What is being lowered comes when nothing is left to draw.
    pub(super) in_crisis: bool,
    /// What the texts of its faces say for a while, with the place where each says it.
    pub(super) pending: Vec<(ir::Written, ir::Pending)>,
    /// What the text at hand chooses in secret, and from what.
    pub(super) secrets: Vec<(Local, ir::SetId)>,
    /// What the face is called, and where its texts say `once`, with the sort of counters for each.
    pub(super) called: String,
    pub(super) onces: Vec<(ir::Written, u8)>,
    /// What players do that some text asks for.
    pub(super) memories: Vec<ir::Memory>,
    /// What stands for `this` where a text is read of cards like its own.
    this: Option<Local>,
    /// Steps that what was lowered in this block takes at least, by what it repeats.
    least: u64,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(context: Context<'a>) -> Lowering<'a> {
        Lowering {
            context,
            arena: Arena::new(context.cards, context.barring),
            causes: vec![0],
            ..Lowering::default()
        }
    }

    /// The reading that holds in this game. The game has the disputes that it hangs on.
    pub(super) fn reading<'t, T>(&mut self, of: &'t Disputed<T>) -> &'t T {
        for dispute in of.asked() {
            self.ask(dispute);
        }
        of.at(self.context.disputes)
    }

    /// The number in the game of a sort of counters.
    fn sort(&mut self, sort: u8) -> u8 {
        if sort == ir::ANY_SORT {
            return sort;
        }
        let wanted = usize::from(sort);
        let at = self
            .context
            .counters
            .iter()
            .position(|known| *known == wanted);
        if at.is_none() && !self.borrowed.contains(&wanted) {
            self.borrowed.push(wanted);
        }
        at.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX)
    }

    fn ask(&mut self, dispute: usize) {
        if !self.asked.contains(&dispute) {
            self.asked.push(dispute);
        }
    }

    /// A text that runs.
    pub(super) fn program(&mut self, text: &Text) -> Program {
        self.written_out(text, |lowering| lowering.body(&text.body))
    }

    /// A text that comes in the place of what would happen, if `you` like.
    fn in_its_place(&mut self, text: &Text, may: bool, first: bool) -> Program {
        self.written_out(text, |lowering| {
            let (yes, no, end) = (lowering.label(), lowering.label(), lowering.label());
            if may {
                lowering.yes_or(yes, no);
            }
            lowering.place(yes);
            lowering.emit(ir::Op::Instead(true));
            if first {
                // What is about to happen does so after it.
                lowering.emit(ir::Op::Instead(false));
            }
            lowering.body(&text.body);
            if may {
                lowering.emit(ir::Op::Jump(end));
                lowering.place(no);
                lowering.span = (text.file, text.span);
                lowering.emit(ir::Op::Instead(false));
            }
            lowering.place(end);
        })
    }

    fn written_out(&mut self, text: &Text, write: impl FnOnce(&mut Self)) -> Program {
        self.begin_text(text);
        let guard = self.guard(&text.body);
        // What the text as a whole asks for too much is told where one of its statements does, if one does.
        let excess = self.arena.excess();
        let faults = self.report.faults.len();
        self.begin_text(text);
        let entry = self.pc();
        let branches = self.branches.len();
        let end = self.label();
        self.frames.push(Frame::Exit(end));
        write(self);
        self.frames.pop();
        self.place(end);
        self.span = (text.file, text.span);
        if self.report.faults.len() == faults {
            self.too_much(excess);
        }
        self.emit(ir::Op::End);
        self.finish(usize::from(entry), branches);
        self.end();
        self.note_origin(entry, text);
        let puts_itself = self.puts_itself(entry);
        Program {
            entry,
            guard,
            starred: self.starred,
            puts_itself,
            sources: self.sources(),
        }
    }

    /// Keeps what explanations want to know of the text that was lowered last.
    fn note_origin(&mut self, entry: Pc, text: &Text) {
        let clause = self.written(text.file, text.span);
        let mut starred = std::mem::take(&mut self.stars);
        starred.sort_unstable();
        starred.dedup();
        let calls = std::mem::take(&mut self.calls);
        self.origins.push(ir::Origin {
            entry,
            face: self.face,
            clause,
            paid: self.paid,
            starred,
            calls,
        });
    }

    /// What is being lowered stands in the text itself, not in a keyword that it calls.
    fn in_text(&self) -> bool {
        self.instances.len() == 1
    }

    /// An expression outside any program.
    pub(super) fn alone<T, R>(
        &mut self,
        alone: &Alone<T>,
        lower: impl FnOnce(&mut Self, &T) -> R,
    ) -> R {
        self.begin(alone.file, alone.span, alone.locals, false);
        let lowered = lower(self, &alone.node);
        self.weigh();
        self.end();
        lowered
    }

    /// Reports what has asked for too much since it was last asked, at the place that is being lowered.
    fn weigh(&mut self) {
        let excess = self.arena.excess();
        self.too_much(excess);
    }

    fn too_much(&mut self, excess: Option<Excess>) {
        if let Some((what, most)) = excess {
            self.fault(Problem::AsksTooMuch { what, most });
        }
    }

    /// Reports a fault at the place that is being lowered.
    fn fault(&mut self, problem: Problem) {
        let (file, span) = self.span;
        self.report.add(self.context.sources[file], span, problem);
    }

    fn too_many(&mut self, what: &'static str, count: usize, most: usize) {
        self.fault(Problem::TooMany { what, count, most });
    }

    fn begin(&mut self, file: usize, span: Span, locals: usize, them: bool) {
        self.instances.clear();
        self.enter(file, locals, them, Vec::new());
        self.candidates.clear();
        self.frames.clear();
        self.labels.clear();
        self.cause = ir::Causes::from(self.sources()) << ir::SOURCES;
        self.next = 0;
        self.marks = 0;
        self.starred = false;
        self.paid = None;
        self.stars.clear();
        self.calls.clear();
        self.span = (file, span);
        self.crowded = false;
        self.sparing = false;
        self.this = None;
        self.least = 0;
    }

    /// The registers of what is there when a text begins are its first ones.
    fn begin_text(&mut self, text: &Text) {
        self.begin(text.file, text.span, text.locals, text.them);
        for local in (0..text.roles).chain(text.carried.iter().map(|carried| carried.local)) {
            let reg = self.register();
            self.bind(local, Binding::Reg(reg));
        }
        if let Some(local) = text.counted {
            let first = (0..NUMBERS)
                .map(|_| self.register())
                .fold(Reg::MAX, Reg::min);
            self.bind(local, Binding::Each(first));
        }
    }

    fn end(&mut self) {
        self.instances.clear();
    }

    /// A text, or one inside another.
    fn enter(
        &mut self,
        file: usize,
        locals: usize,
        them: bool,
        mut bindings: Vec<Option<Binding>>,
    ) {
        bindings.resize(locals, None);
        self.instances.push(Instance {
            bindings,
            file,
            them,
            marks: None,
            chosen: Vec::new(),
        });
    }

    fn instance(&mut self) -> &mut Instance {
        self.instances
            .last_mut()
            .expect("a text is lowered inside an instance")
    }

    fn here(&self) -> &Instance {
        self.instances
            .last()
            .expect("a text is lowered inside an instance")
    }

    fn bind(&mut self, local: Local, binding: Binding) {
        self.instance().bindings[local] = Some(binding);
    }

    fn binding(&self, local: Local) -> Binding {
        self.here().bindings[local].expect("check/ lets nothing be read before it is bound")
    }

    /// A register until the end of the block.
    fn register(&mut self) -> Reg {
        if usize::from(self.next) >= REGISTERS {
            self.too_crowded();
            return 0;
        }
        self.next += 1;
        self.next - 1
    }

    fn too_crowded(&mut self) {
        if !std::mem::replace(&mut self.crowded, true) {
            self.fault(Problem::TooManyRegisters { most: REGISTERS });
        }
    }

    /// The bit of a keyword; keywords get theirs when the game first needs one.
    pub(super) fn keyword(&mut self, keyword: usize) -> u8 {
        // Keywords that stand for each other in variants are one cause.
        let root = |keyword: usize| self.context.roots[keyword];
        let known = self
            .keywords
            .iter()
            .position(|known| root(*known) == root(keyword));
        let at = known.unwrap_or_else(|| {
            self.keywords.push(keyword);
            self.keywords.len() - 1
        });
        if known.is_none() && at == KEYWORDS {
            self.too_many("keywords of one game", at + 1, KEYWORDS);
        }
        u8::try_from(at % KEYWORDS).expect("it is below the number of bits")
    }

    /// A mask among the causes.
    fn causes(&mut self, mask: ir::Causes) -> u16 {
        let at = place_of(&mut self.causes, mask);
        u16::try_from(at).expect("a game has few sets of causes")
    }

    /// Where a clause is written, for the game.
    pub(super) fn written(&mut self, file: usize, span: Span) -> ir::Written {
        (self.file(file), span)
    }

    /// The game's number of a file of the library; from now on it is one that the game is made of.
    pub(super) fn file(&mut self, file: usize) -> u16 {
        let at = place_of(&mut self.files, file);
        u16::try_from(at).expect("a game has few files")
    }

    /// A block: its registers are free again after it.
    fn body(&mut self, body: &Body) {
        let next = self.next;
        for (at, step) in body.steps.iter().enumerate() {
            // That there is too much is told once; the rest need not be written out.
            if self.is_full() {
                break;
            }
            let following = body.steps.get(at + 1).map(|step| &step.node);
            let outer = self.note_uses(&body.steps[at..]);
            self.step(step, following);
            self.uses = outer;
        }
        self.next = next;
    }
}

/// Where it stands in a list; it is added when it does not.
fn place_of<T: PartialEq>(list: &mut Vec<T>, one: T) -> usize {
    let known = list.iter().position(|known| *known == one);
    known.unwrap_or_else(|| {
        list.push(one);
        list.len() - 1
    })
}

/// All of a source.
fn plain(source: ir::Source, element: ir::Element) -> ir::Set {
    ir::Set {
        source,
        filter: None,
        target: false,
        bind: None,
        element,
        never_empty: false,
    }
}
