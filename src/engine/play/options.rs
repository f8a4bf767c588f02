//! The options of a decision, and what the turn menu asks of each card and ability.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::menu::Verb;
use crate::play::trial::{paid_somehow, try_out};
use crate::program::needs::{AbilityNeeds, Need};
use crate::state::value::{card_of, card_value, place_value};
use crate::{Asked, Choice, GONE, Menu, Script, State, Value};
use board::{Board, CardId, CardSet, Kind, Phase};
use rules::ir::{ABILITIES, FaceId, GUARDED, Happening, How, Program};
use text::limits::KEPT_FROM_PASSING;

/// What the options of a turn menu are asked of.
pub struct Asker<'a> {
    pub state: &'a State,
    /// How much may still be looked at: what has no answer by then is not offered (END-1).
    pub looks: &'a Looks,
    /// Of whichever card is asked about, for the player whose turn it is.
    pub context: &'a Context<'a>,
}

impl Asker<'_> {
    pub(crate) fn is_spent(&self) -> bool {
        self.looks.is_spent()
    }

    /// PLY-5 for cards in hand: of those kinds the ones whose action can be chosen. What several of them need is asked once.
    #[inline(always)]
    pub(crate) fn can_act(&self, kinds: u64) -> u64 {
        let (script, board) = (self.context.script, &self.state.board);
        let acts = &script.acts;
        let mut able = kinds
            & (acts.always
                | if board.stacked() > 0 {
                    acts.any_stacked
                } else {
                    0
                });
        for (need, alike) in &acts.needs {
            if kinds & alike != 0 {
                let fulfilled = match *need {
                    Need::Any(set) => self.context.any(set),
                    Need::Pred(pred) => self.context.holds(pred),
                    _ => false,
                };
                able |= if fulfilled && !self.is_spent() {
                    kinds & alike
                } else {
                    0
                };
            }
        }
        let mut others = kinds & acts.others;
        while others != 0 {
            let kind = others.trailing_zeros() as u8;
            others &= others - 1;
            let mut hand = board.hand(board.turn).iter();
            let card = hand.find(|card| script.kind[card.index()] == kind);
            able |= u64::from(card.is_some_and(|card| self.can_play(*card))) << kind;
        }
        able
    }

    /// PLY-5, what is asked for it paid: the action of that card can be chosen.
    #[cold]
    pub(crate) fn can_pay_to_play(&self, card: CardId) -> bool {
        self.once_paid(Happening::Played, card, &|asker| match asker
            .context
            .script
            .facts(card)
            .guard
        {
            Need::Try(_) => asker.can_try_to_play(card),
            Need::AnotherTop { .. } | Need::Never => false,
            _ => asker.context.about(card).could_play(card, How::FromHand),
        })
    }

    /// The same for an ability.
    #[cold]
    pub(crate) fn can_pay_to_use(&self, building: CardId, index: u8) -> bool {
        self.once_paid(Happening::Used, building, &|asker| {
            let (script, card) = (asker.context.script, asker.state.board.card(building));
            match script
                .abilities(building, card.second_side())
                .get(usize::from(index))
            {
                Some(own) => asker.can_use(building, index, own),
                None => asker
                    .context
                    .ability(building, index)
                    .is_some_and(|(face, at)| {
                        asker.can_use(
                            building,
                            index,
                            &script.lent.face(face).abilities[usize::from(at)],
                        )
                    }),
            }
        })
    }

    fn once_paid(
        &self,
        happening: Happening,
        this: CardId,
        can: &dyn Fn(&Asker<'_>) -> bool,
    ) -> bool {
        let (script, seat) = (self.context.script, self.state.board.turn);
        let can = paid_somehow(
            (script, self.looks),
            self.state,
            (happening, this, seat),
            &mut |paid| {
                let context =
                    Context::of(script, &paid.board, CardId::NONE, seat).counting(Some(self.looks));
                can(&Asker {
                    state: paid,
                    looks: self.looks,
                    context: &context,
                })
            },
        );
        can && !self.is_spent()
    }

    fn can_play(&self, card: CardId) -> bool {
        let can = match self.context.script.facts(card).guard {
            Need::Try(_) => self.can_try_to_play(card),
            Need::AnotherTop { .. } | Need::Never => false,
            _ => self.context.about(card).playable(card, How::FromHand),
        };
        can && !self.is_spent()
    }

    fn can_try_to_play(&self, card: CardId) -> bool {
        let facts = self.context.script.facts(card);
        match (facts.guard, facts.play) {
            (Need::Try(pred), Some(program)) => {
                self.context.about(card).holds(pred) && self.tries(program, card, true)
            }
            _ => false,
        }
    }

    /// By itself, so that what need not be tried is quickly answered.
    #[inline(never)]
    fn tries(&self, program: Program, this: CardId, card: bool) -> bool {
        try_out(
            self.context.script,
            self.state,
            self.looks,
            program,
            this,
            self.state.board.turn,
            card,
        )
    }

    /// The ability of a building that is not disabled can be used.
    #[inline(always)]
    pub fn can_use(&self, building: CardId, index: u8, ability: &AbilityNeeds) -> bool {
        let board = &self.state.board;
        let card = board.card(building);
        let late = u8::from(board.phase != Phase::Start) * AbilityNeeds::AT_START;
        let unfit = if card.height > 0 {
            AbilityNeeds::BARE
        } else {
            AbilityNeeds::STACKED
        };
        if ability.asks & (late | unfit) | card.spent >> index & 1 != 0 {
            return false;
        }
        match ability.needs {
            [Need::Always, _] => true,
            [Need::TopAround(_), Need::Always] if board.fits_sets() => {
                self.context.spend(|| 1);
                !board.tops_around(building).is_empty() && !self.is_spent()
            }
            [first, Need::Always] => self.fulfilled(building, index, first),
            needs => needs
                .into_iter()
                .all(|need| self.fulfilled(building, index, need)),
        }
    }

    #[inline(never)]
    fn fulfilled(&self, building: CardId, index: u8, need: Need) -> bool {
        let board = &self.state.board;
        let tried = || {
            let (script, ability) = (self.context.script, self.context.ability(building, index));
            let tries = |(face, at): (FaceId, u8)| {
                let program = script.rules.faces[face.index()].abilities[usize::from(at)].program;
                self.tries(program, building, false)
            };
            ability.is_some_and(tries)
        };
        let fulfilled = match need {
            Need::Always | Need::Stacked | Need::NotStacked => return true,
            Need::Never => return false,
            Need::AnyStacked => return board.stacked() > 0,
            Need::Any(set) | Need::TopAround(set) => self.context.about(building).any(set),
            Need::Pred(pred) => self.context.about(building).holds(pred),
            // Without one the text may still end the game before it asks anything.
            Need::AnotherTop { target } => another_top(board, building, target) || tried(),
            Need::Try(pred) => self.context.about(building).holds(pred) && tried(),
        };
        fulfilled && !self.is_spent()
    }
}

impl Menu {
    /// Takes out what texts forbid.
    #[cold]
    pub(crate) fn bar(&mut self, asker: &Asker<'_>) {
        let menu = self;
        let (context, state) = (asker.context, asker.state);
        let (script, board) = (context.script, &state.board);
        let held = |kind: Kind| {
            let mut hand = board.hand(board.turn).iter();
            hand.find(|card| script.kind[card.index()] == kind.0)
                .map_or(GONE, |card| card_value(*card))
        };
        // Most of it nothing on the table forbids.
        let by = context.forbidders();
        let forbidden = context.forbidden(&by);
        if forbidden == 0 {
            return;
        }
        let allows = |happening: Happening, roles| {
            forbidden & happening.bit() == 0 || context.allows_among(&by, happening, roles)
        };
        let costs = |happening: Happening, card: Value| {
            forbidden & script.charges & happening.bit() != 0
                && !context.dues(happening, [card, GONE]).is_empty()
        };
        menu.uses.retain(|(building, which)| {
            let used = card_value(*building);
            if !allows(Happening::Used, [used, GONE]) {
                *which = 0;
            } else if costs(Happening::Used, used) {
                let paid = |ability: &u8| {
                    *which >> ability & 1 == 1 && asker.can_pay_to_use(*building, *ability)
                };
                *which = (0..ABILITIES as u8)
                    .filter(paid)
                    .fold(0, |all, ability| all | 1 << ability);
            }
            *which != 0
        });
        menu.used = menu.uses.iter().map(|(_, which)| which.count_ones()).sum();
        let stacks_alike = script.forbids_by_card & Happening::Put.bit() == 0;
        let (mut next, mut stacked_on) = (0, None);
        for kind in menu.kinds.clone() {
            let card = held(kind);
            let tried = |card: Value| card_of(card).is_some_and(|card| asker.can_pay_to_play(card));
            if menu.acts(kind)
                && (!allows(Happening::Played, [card, GONE])
                    || costs(Happening::Played, card) && !tried(card))
            {
                menu.able &= !(1 << kind.0);
            }
            let builds = next + u32::from(menu.acts(kind));
            let stacks = builds + menu.places;
            next = stacks + menu.buildings;
            let before = menu.barred.len();
            if !allows(Happening::Built, [card, GONE]) {
                (builds..stacks).for_each(|number| menu.bars(number));
            } else if script.forbids_by_place & forbidden != 0 {
                for (number, place) in (builds..).zip(places(board)) {
                    if !allows(Happening::Built, [card, place]) {
                        menu.bars(number);
                    }
                }
            }
            menu.barred_builds += (menu.barred.len() - before) as u32;
            let barred_on = match stacked_on.filter(|_| stacks_alike) {
                Some(alike) => alike,
                None => {
                    let barred = |on: &CardId| !allows(Happening::Put, [card, card_value(*on)]);
                    board
                        .buildings()
                        .iter()
                        .copied()
                        .filter(barred)
                        .collect::<CardSet>()
                }
            };
            for (number, on) in (stacks..).zip(board.buildings()) {
                if barred_on.has(*on) {
                    menu.bars(number);
                }
            }
            stacked_on = Some(barred_on);
        }
        // Who may play no card in any way need not play one before passing.
        let plays = menu.able != 0 || menu.count_of(Verb::Build) + menu.count_of(Verb::Stack) != 0;
        menu.pass |= !plays;
        // Who can do nothing else passes all the same, and pays what there is to pay (TRN-5).
        let passes = !plays && menu.used == 0 || state.taken >= KEPT_FROM_PASSING;
        menu.pass &= passes || allows(Happening::Passed, [GONE, GONE]);
    }

    fn bars(&mut self, number: u32) {
        self.spent |= self.barred.try_push(number as u16).is_err();
    }
}

/// The places at which cards can be built, in the order of the menu.
fn places(board: &Board) -> impl Iterator<Item = Value> {
    let of = |seat| (0..=board.row(seat).len()).map(move |at| place_value(seat, at));
    board.living.iter().flat_map(of)
}

/// By itself, since a menu takes room that other decisions do without.
#[inline(never)]
fn each_of_menu(script: &Script, state: &State, found: &mut dyn FnMut(Choice) -> bool) -> u32 {
    let mut menu = Menu::new();
    menu.fill(script, state);
    menu.each(state, found);
    menu.looked
}

/// Calls `found` with each option of the decision, in order, until it answers `true`. Answers how much was looked at for that, in a game that counts it.
pub fn each_choice(script: &Script, state: &State, found: &mut dyn FnMut(Choice) -> bool) -> u32 {
    let looks = script.worst.dear.then(Looks::without_end);
    match state.asked {
        Asked::Nobody => {}
        Asked::Side => {
            let _ = [false, true]
                .into_iter()
                .any(|second| found(Choice::Side { second }));
        }
        Asked::Shield { .. } => {
            let mut seen = 0u64;
            for card in state.board.hand(state.seat) {
                let kind = script.kind[card.index()];
                let new = seen >> kind & 1 == 0;
                seen |= 1 << kind;
                if new && found(Choice::Shield(Kind(kind))) {
                    break;
                }
            }
        }
        Asked::Menu => return each_of_menu(script, state, found),
        Asked::Choose { set, may, .. } => {
            let context = asking(script, state).counting(looks.as_ref());
            let mut none = true;
            let mut found_one = |value| {
                none = false;
                found(Choice::Pick(value))
            };
            let stopped = match (context.at_once(set), state.offered) {
                (Some(plan), Some(offered)) => context.each_at_once(plan, offered, found_one),
                _ => context.each_option(set, state.seat, &mut found_one),
            };
            // Whoever is asked though there is nothing to choose does without.
            if (may || none) && !stopped {
                found(Choice::Decline);
            }
        }
        Asked::Either {
            first, count, may, ..
        } => {
            let mut open =
                open_branches(asking(script, state).counting(looks.as_ref()), first, count);
            let mut none = true;
            let mut found_one = |branch| {
                none = false;
                found(Choice::Branch(branch))
            };
            if !open.any(&mut found_one) && (may || none) {
                found(Choice::Decline);
            }
        }
    }
    looks.map_or(0, |looks| looks.taken())
}

/// The context of the text that asks.
pub fn asking<'a>(script: &'a Script, state: &'a State) -> Context<'a> {
    let frame = state.frames.last().expect("a text is under way");
    Context::running(script, &state.board, frame)
}

/// The branches that can be taken, as indices of the rules' branches: of several of one label the first. Each condition is
/// asked once.
pub fn open_branches(
    context: Context<'_>,
    first: u16,
    count: u8,
) -> impl Iterator<Item = u16> + use<> {
    let branch = |branch: u16| &context.script.rules.branches[usize::from(branch)];
    let all = || first..first + u16::from(count);
    let mut open = 0u64;
    for at in all() {
        let before = |other: u16| {
            open >> (other - first) & 1 == 1 && branch(other).label == branch(at).label
        };
        if !(first..at).any(before)
            && branch(at)
                .condition
                .is_none_or(|condition| context.holds(condition))
        {
            open |= 1 << (at - first);
        }
    }
    all().filter(move |at| open >> (at - first) & 1 == 1)
}

/// There is a top to be chosen once that of `paying` is gone. A face-up card changes more than that when it goes.
fn another_top(board: &Board, paying: CardId, target: bool) -> bool {
    let top = board.card(paying).top();
    !board.card(top).face_up()
        && board.buildings().iter().any(|building| {
            let state = board.card(*building);
            let left = state.height - u16::from(*building == paying);
            left > 0 && !(target && state.status >> GUARDED & 1 == 1)
        })
}

/// The decision has no more than one option.
#[cold]
pub fn has_one_way(script: &Script, state: &State) -> bool {
    let mut ways = 0;
    each_choice(script, state, &mut |_| {
        ways += 1;
        ways > 1
    });
    ways < 2
}

/// Lists the options, to pick one of them.
#[inline(never)]
pub fn picked_of_listed(script: &Script, state: &State, pick: impl FnOnce(u32) -> u32) -> Choice {
    let mut options = ArrayVec::<Choice, 512>::new();
    let mut count = 0;
    each_choice(script, state, &mut |choice| {
        count += 1;
        let _ = options.try_push(choice);
        false
    });
    let picked = pick(count) as usize;
    match options.get(picked) {
        Some(choice) => *choice,
        None => nth_choice(script, state, picked),
    }
}

/// The option with that number, of more than there is room for.
#[cold]
fn nth_choice(script: &Script, state: &State, index: usize) -> Choice {
    let (mut at, mut found) = (0, None);
    each_choice(script, state, &mut |choice| {
        found = Some(choice);
        at += 1;
        at > index
    });
    found.expect("the number is below the count")
}
