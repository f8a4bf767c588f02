//! What texts forbid, and what they let be done for a price.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::program::speaks::Topic;
use crate::state::frame::Frame;
use crate::state::value::{card_of, origin_of};
use crate::{GONE, Value};
use board::{Bearer, CardId, CardSet, CardState, Pended, Seat};
use rules::ir::{Ask, Bar, Causes, DETAIL, FaceId, Fee, Happening, Pending, Program, ROLES, Says};
use text::limits::{CARDS, COUNTERS, DEPTH, LOOKS, PASSED, STEPS};

/// What a text asks to be paid.
#[derive(Debug, Clone, Copy)]
pub struct Due {
    pub program: Program,
    pub number: u16,
    /// The card whose text asks for it.
    pub this: CardId,
    /// Which of the roles are cards, a bit each.
    pub cards: u8,
}

/// As many as there can be texts for.
pub type Dues = ArrayVec<Due, DEPTH>;

/// Texts that forbid something, each with its card and whose it is.
pub type Forbidders = ArrayVec<(FaceId, CardId, Seat), CARDS>;

/// Something is done: which, by which keywords, and to what.
type Deed = (Ask, [Value; ROLES]);

/// What was said for a while, and by whom.
type ClauseSite<'s> = Option<(&'s Pending, &'s Pended)>;

/// Calls `see` with each text that has something to say to it, and whose that is, until it answers `true`.
type See<'s> = &'s mut dyn FnMut(&Bar, CardId, Seat) -> bool;

impl Context<'_> {
    /// No active text forbids `you` to do that, to the first of these and onto the second, and what texts ask for it can
    /// be paid.
    pub fn allows(&self, ask: impl Into<Ask>, roles: [Value; ROLES]) -> bool {
        let ask = ask.into();
        self.script.forbids & ask.happening.bit() == 0 || self.no_text_bars((ask, roles), None)
    }

    /// The same, where all texts that have something to say are known.
    pub fn allows_among(
        &self,
        by: &Forbidders,
        ask: impl Into<Ask>,
        roles: [Value; ROLES],
    ) -> bool {
        self.no_text_bars((ask.into(), roles), Some(by))
    }

    /// Some text forbids it at any price.
    pub fn forbids(&self, ask: Ask, roles: [Value; ROLES]) -> bool {
        let asked = self.script.forbids & ask.happening.bit() != 0;
        asked && self.each_bar((ask, roles), &mut |bar, _, _| bar.price.is_none())
    }

    /// All texts on the table that have something to say against anything.
    pub fn forbidders(&self) -> Forbidders {
        self.spend(|| 1 + self.board.buildings().len() / PASSED);
        let mut forbidders = Forbidders::new();
        self.each_speaker(
            Topic::Forbids(self.script.forbids),
            self.you(),
            &mut |face, this, you| {
                // There is room for a text of each card; where more are lent, all are looked for each time.
                forbidders.try_push((face, this, you)).is_err()
            },
        );
        forbidders
    }

    /// All that these texts, and what was said for a while, have something to say against, by [`Happening::bit`]: whatever
    /// else is allowed.
    pub fn forbidden(&self, by: &Forbidders) -> u64 {
        if by.is_full() {
            return self.script.forbids;
        }
        let forbidden = by.iter().fold(0, |all, (face, ..)| {
            all | self.script.speaks.face(*face).forbids
        });
        let said = |pended: &Pended| match self
            .script
            .rules
            .pending
            .get(usize::from(pended.clause))?
            .says
        {
            Says::Bars(bar) => Some(bar.happenings),
            _ => None,
        };
        self.board
            .pending()
            .in_force()
            .filter_map(said)
            .fold(forbidden, |all, bar| all | bar)
    }

    /// The same of what a choice offers: what `you` do not know may be forbidden, and to leave it out would tell what it is.
    pub fn offers(&self, ask: Ask, roles: [Value; ROLES]) -> bool {
        self.allows(ask, roles) || self.bars_face(ask, roles, |state| state.known.has(self.you()))
    }

    /// The same, where all texts that have something to say are known.
    pub(super) fn offers_among(&self, by: &Forbidders, ask: Ask, roles: [Value; ROLES]) -> bool {
        self.allows_among(by, ask, roles)
            || self.bars_face(ask, roles, |state| state.known.has(self.you()))
    }

    /// It is forbidden, and some text has asked for that what a card is which is not known so.
    #[cold]
    pub fn bars_face(
        &self,
        ask: Ask,
        roles: [Value; ROLES],
        known: impl Fn(&CardState) -> bool,
    ) -> bool {
        let hidden = |card: &CardId| ask.happening.reads_faces() && !known(self.board.card(*card));
        card_of(roles[0]).filter(hidden).is_some_and(|card| {
            let mut unknown = CardSet::NONE;
            unknown.insert(card);
            let looks = Looks::of_trial(LOOKS, STEPS, unknown);
            let context = Context::of(self.script, self.board, CardId::NONE, self.you())
                .counting(Some(&looks));
            let context = Context {
                without: self.without,
                ..context
            };
            !context.allows(ask, roles) && looks.guessed()
        })
    }

    #[cold]
    fn no_text_bars(&self, deed: Deed, by: Option<&Forbidders>) -> bool {
        // The kinds of fees, each with how much of it is asked for.
        let mut asked = ArrayVec::<(Fee, u32), { COUNTERS + 2 }>::new();
        let (ask, roles) = deed;
        // Of two that are picked in one step, the first is not paid for yet.
        let first = roles[1];
        let before = ask.happening == Happening::Picked && first != GONE;
        let both = [
            before.then_some([first, GONE]),
            Some(if before { [roles[0], GONE] } else { roles }),
        ];
        let barred = both.into_iter().flatten().any(|roles| {
            self.each_bar_among(by, (ask, roles), &mut |bar, this, you| match bar.price {
                None => true,
                Some(price) => {
                    let number = self
                        .told_to(bar, (this, you), roles, None, |context| {
                            context.number(price.number)
                        })
                        .into();
                    match asked.iter_mut().find(|(fee, _)| *fee == price.fee) {
                        Some((_, sum)) => *sum += number,
                        None => asked.push((price.fee, number)),
                    }
                    false
                }
            })
        });
        !barred
            && asked
                .iter()
                .all(|(fee, sum)| self.means(*fee, deed.1) >= *sum)
    }

    /// How much `you` could pay of that, for something that is done to the first of these.
    fn means(&self, fee: Fee, [what, _]: [Value; ROLES]) -> u32 {
        let you = self.you();
        match fee {
            Fee::Cards => {
                let pays =
                    |card: &&CardId| !self.without.contains(card) && card_of(what) != Some(**card);
                self.board.hand(you).iter().filter(pays).count() as u32
            }
            Fee::Stacked => self.board.cards_in(you) as u32,
            Fee::Counters(sort) => self.counters_on(Bearer::Player(you), sort, None).into(),
        }
    }

    /// What `you` must pay for that, text by text. What there is no room for is paid by texts one inside the other deeper than
    /// they may go, and cut off so.
    #[cold]
    pub fn dues(&self, ask: impl Into<Ask>, roles: [Value; ROLES]) -> Dues {
        let mut dues = Dues::new();
        self.each_bar((ask.into(), roles), &mut |bar, this, you| {
            if let Some(price) = bar.price {
                let number = self.told_to(bar, (this, you), roles, None, |context| {
                    context.number(price.number)
                });
                let due = Due {
                    program: price.program,
                    number,
                    this,
                    cards: bar.cards,
                };
                let _ = (number > 0).then(|| dues.try_push(due));
            }
            false
        });
        dues
    }

    pub fn each_bar(&self, deed: Deed, see: See<'_>) -> bool {
        self.spend(|| 1 + self.board.buildings().len() / PASSED);
        self.each_speaker(
            Topic::Forbids(deed.0.happening.bit()),
            self.you(),
            &mut |face, this, you| {
                self.face(face)
                    .bars
                    .iter()
                    .any(|bar| self.bars(bar, (this, you), deed, None, &mut *see))
            },
        ) || self.pending_bars(deed, see)
    }

    /// The same, perhaps of texts that are known to be all.
    fn each_bar_among(&self, by: Option<&Forbidders>, deed: Deed, see: See<'_>) -> bool {
        let Some(by) = by.filter(|by| !by.is_full()) else {
            return self.each_bar(deed, see);
        };
        self.spend(|| 1 + by.len() / PASSED);
        let topic = Topic::Forbids(deed.0.happening.bit());
        let bars = |(face, this, you): &(FaceId, CardId, Seat)| {
            let mut bars = self.face(*face).bars.iter();
            topic.is_of(self.script.speaks.face(*face))
                && bars.any(|bar| self.bars(bar, (*this, *you), deed, None, &mut *see))
        };
        by.iter().any(bars) || self.pending_bars(deed, see)
    }

    /// What texts have said for a while, whatever has become of their cards.
    fn pending_bars(&self, deed: Deed, see: See<'_>) -> bool {
        let pending = &self.script.rules.pending;
        let mut bars = |pended: &Pended| match pending.get(usize::from(pended.clause)) {
            Some(
                said @ Pending {
                    says: Says::Bars(bar),
                    ..
                },
            ) => self.bars(
                bar,
                (pended.this, pended.you),
                deed,
                Some((said, pended)),
                see,
            ),
            _ => false,
        };
        self.board.pending().in_force().any(&mut bars)
    }

    fn bars(
        &self,
        bar: &Bar,
        of: (CardId, Seat),
        (ask, roles): Deed,
        said: ClauseSite<'_>,
        see: See<'_>,
    ) -> bool {
        let holds = |context: &Context<'_>| {
            bar.condition
                .is_none_or(|condition| context.holds(condition))
        };
        let caused = bar.causes == Causes::MAX || bar.causes & ask.causes != 0;
        bar.happenings & ask.happening.bit() != 0
            && caused
            && self.told_to(bar, of, roles, said, holds)
            && see(bar, of.0, of.1)
    }

    /// A text is asked about what `you` do.
    fn told_to<T>(
        &self,
        bar: &Bar,
        (this, you): (CardId, Seat),
        roles: [Value; ROLES],
        said: ClauseSite<'_>,
        ask: impl FnOnce(&Context<'_>) -> T,
    ) -> T {
        self.spend(|| 1);
        let mut frame = Frame {
            this,
            you,
            provoker: self.you().0.into(),
            ..Frame::IDLE
        };
        (0..)
            .zip(roles)
            .for_each(|(reg, role)| frame.bind(reg, role, bar.cards >> reg & 1 == 1));
        // What is asked for before it happens still lies there.
        if let (Some(card), 1) = (card_of(roles[0]), bar.cards & 1) {
            frame.registers[usize::from(DETAIL)] = origin_of(self.board, card);
        }
        said.into_iter()
            .for_each(|(said, pended)| frame.carries(said, pended, ROLES));
        ask(&Context::running(self.script, self.board, &frame).counting(self.looks))
    }
}
