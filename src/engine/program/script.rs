//! A game's rules with the tables that playing it fast needs.

use crate::Reads;
use crate::program::kinds::{KindFacts, Traits, in_turn};
use crate::program::kinds::{building_names, names};
use crate::program::lasting::{Effect, beside_alone, disablers_meet, turn_alone};
use crate::program::lent::LentFaces;
use crate::program::needs::{AbilityNeeds, Acts, Need};
use crate::program::programs::texts_before;
use crate::program::set_plans::SetPlans;
use crate::program::speaks::{AllSpeak, held};
use crate::program::tallies::TallyLimits;
use crate::program::traits::Trait;
use crate::program::worst_case::Worst;
use board::{Board, CARD_ROOM, CardId};
use rules::ir::{
    Bar, Causes, DISABLED, Face, FaceId, GUARDED, Guard, Happening, LED, Lasting, NAMES, NameId,
    OPEN, Op, Pc, PredId, Rules, SEEN, Says, Source, TEXTS, Trigger,
};
use text::limits::KINDS;

/// Rules made ready to play: what a card is at a glance, and what lasting effects and victories read.
#[derive(Debug, Clone)]
pub struct Script {
    /// What was lowered: the rules of one game.
    #[doc(hidden)]
    pub rules: Rules,
    /// By card: its kind's number.
    pub kind: [u8; CARD_ROOM],
    /// By kind. There are few, so that all of it stays at hand.
    facts: [KindFacts; KINDS],
    /// The abilities of all building faces.
    abilities: Vec<AbilityNeeds>,
    /// The lasting effects of all building faces. Of a face first come those by which it disables itself, then those by
    /// which it disables others, then those that give other statuses.
    lasting_effects: Vec<Effect>,
    pub acts: Acts,
    /// Whatever anything reads between moments; eliminations read rows.
    pub cares: Reads,
    /// What the lasting effects read.
    pub lasting: Reads,
    /// What decides whom lasting effects reach, besides what they ask themselves.
    pub steering: Reads,
    /// What the lasting effects of face-up stacked cards read.
    pub stacked_lasting: Reads,
    /// Face-up stacked cards give other statuses than that of being disabled.
    pub stacked_statuses: bool,
    /// What reads the turn does nothing but disable itself by it, and disables nobody else.
    pub turn_alone: bool,
    /// The same, and nothing else hangs on the turn: no victory, and nobody who cannot win.
    pub turn_by_itself: bool,
    /// By the bit of where the game stands in a turn, see `turn_bit`: the bits for which some lasting effect may hold there
    /// and not here, or here and not there.
    pub tells_turns: [u8; 5],
    /// When all buildings that disable themselves by the turn do so, where that is the same for all, and all that they read.
    pub in_turn: Option<u8>,
    /// Buildings that disable others may disable each other.
    pub disablers_meet: bool,
    /// Lasting effects reach no further than what stands beside, and ask for nothing but the turn.
    pub beside_alone: bool,
    /// What is at stake wherever something changes, whatever stands there.
    pub everywhere: Reads,
    /// What conditions of buildings to win and tallies read.
    pub victories: Reads,
    /// What decides who cannot win; nothing where everybody can.
    pub bars: Reads,
    /// What tallies read.
    pub tally_reads: Reads,
    pub tallies: Vec<TallyLimits>,
    /// By set: it leaves out what may not be targeted, whether or not there is anything of that sort.
    pub aims: Vec<bool>,
    /// Where looks need not be counted.
    pub worst: Worst,
    /// What it costs to ask each condition once, as looks (END-1), and to ask each set's own.
    pub weights: Vec<u32>,
    pub set_weights: Vec<u32>,
    /// How sets are worked out.
    pub sets: SetPlans,
    /// By condition: it is what a card's action needs, and asks whether cards can be played.
    ahead: Vec<bool>,
    /// What texts wait for besides what happens to their own cards, by [`Happening::bit`]; and the keywords whose end they
    /// wait for.
    pub hears: u64,
    pub hears_over: Causes,
    /// The faces that say something in hands, one of each text; to what, and in the place of what.
    pub held: Vec<FaceId>,
    pub hears_in_hands: u64,
    pub replaces_in_hands: u64,
    /// The same of what texts say for a while.
    pub replaces_for_a_while: u64,
    /// Some text has something to say to what a keyword is aimed at.
    pub heeds_aim: bool,
    /// What is remembered of players, by [`Happening::bit`].
    pub remembers: u64,
    /// Some text lets players see others' hands, or make their decisions.
    pub opens_hands: bool,
    /// Which faces have something to say to what.
    pub speaks: AllSpeak,
    /// What texts forbid, by [`Happening::bit`].
    pub forbids: u64,
    /// Texts may say for a while that buildings are not disabled.
    pub keeps_for_a_while: bool,
    /// What the statuses hang on that texts give to buildings for a while; nothing where no text does.
    pub given_for_a_while: Reads,
    /// What of that texts let be done for a price.
    pub charges: u64,
    /// Whether that is forbidden of a card hangs on the card.
    pub forbids_by_card: u64,
    /// The same of the place to which it comes.
    pub forbids_by_place: u64,
    /// In the place of what texts may come, by [`Happening::bit`].
    pub replaces: u64,
    /// There is something that keeps players from winning by a condition while it lasts.
    pub winless: bool,
    /// Some texts give names.
    pub renames: bool,
    /// Some text gives names for a while.
    pub renames_for_a_while: bool,
    /// Some text gives names, or texts.
    pub changes_names: bool,
    /// The texts that buildings may have besides their own.
    pub lent: LentFaces,
    /// The names of all buildings, and of all cards, in the order of the kinds.
    pub names: [Vec<NameId>; 2],
    /// By name: its number among the names of buildings.
    pub building_name: Vec<u8>,
    /// What is known of a whole nation at once tells whether most of its abilities can be used, see `Trait::Around`.
    pub readies: bool,
    /// Texts pick out of the deck.
    pub picks_from_deck: bool,
    /// `you` draws as many cards as register 0 says.
    pub draw: Pc,
}

/// So many parts of a condition are asked in the time that it takes to look at one thing.
const PARTS_A_LOOK: u32 = 8;

impl Script {
    /// Makes rules ready.
    pub fn new(mut rules: Rules) -> Script {
        let draw = rules.code.len() as Pc;
        rules
            .code
            .extend([Op::Draw { reg: 0 }, Op::End, Op::Begin, Op::End]);
        let asked = rules
            .faces
            .iter()
            .any(|face| !(face.instead.is_empty() && face.held_instead.is_empty()))
            || rules.replacing_for_a_while().next().is_some()
            || bars(&rules).any(|bar| bar.price.is_some());
        if asked {
            texts_before(&mut rules);
        }
        let last = rules.code_spans.last().copied().unwrap_or_default();
        rules.code_spans.resize(rules.code.len(), last);
        let aims = rules.sets.iter().map(|set| set.target).collect();
        // Where nothing guards, everything can be targeted.
        let for_a_while = rules
            .pending
            .iter()
            .filter_map(|pending| match &pending.says {
                Says::Gives(lasting) => Some(lasting),
                _ => None,
            });
        let mut lasting = rules
            .faces
            .iter()
            .flat_map(|face| &face.lasting)
            .chain(for_a_while);
        if !lasting.any(|lasting| lasting.status == GUARDED) {
            rules.sets.iter_mut().for_each(|set| set.target = false);
        }

        let renames_for_a_while = rules.names_for_a_while().count() > 0;
        let weights: Vec<u32> = rules
            .pred_parts
            .iter()
            .map(|parts| 1 + parts / PARTS_A_LOOK)
            .collect();
        let stacked = || {
            rules
                .kinds
                .iter()
                .filter_map(|kind| kind.action)
                .map(|face| &rules.faces[face.index()])
        };
        let sets = SetPlans::of(&rules);
        let mask = |of: fn(&Face) -> &Vec<Trigger>| {
            let clauses = rules.faces.iter().flat_map(of);
            clauses.fold(0, |all, clause| all | clause.happenings)
        };
        let hears_in_hands = mask(|face| &face.held);
        let replaces_in_hands = mask(|face| &face.held_instead);
        let replaces_for_a_while = rules
            .replacing_for_a_while()
            .fold(0, |all, clause| all | clause.happenings);
        let replaces = replaces_in_hands | replaces_for_a_while | mask(|face| &face.instead);
        let counted = rules
            .pending
            .iter()
            .filter_map(|pending| pending.counts.as_ref().map(|(of, _)| of));
        let counted = counted.chain(rules.memories.iter().map(|memory| &memory.of));
        let remembers = counted.fold(0, |all, of| all | of.happenings);
        let opens_hands =
            standings(&rules).any(|standing| [OPEN, SEEN, LED].contains(&standing.status));
        let for_a_while = rules
            .bars_for_a_while()
            .fold(0, |all, bar| all | bar.happenings);
        let given_for_a_while = Reads::given_for_a_while(&rules);
        let mut script = Script {
            kind: [u8::MAX; CARD_ROOM],
            facts: [KindFacts::none(); KINDS],
            abilities: Vec::new(),
            lasting_effects: Vec::new(),
            acts: Acts::default(),
            cares: Reads::ROWS,
            set_weights: rules
                .sets
                .iter()
                .map(|set| set.filter.map_or(1, |filter| weights[filter.index()]))
                .collect(),
            weights,
            aims,
            worst: Worst::of(&rules),
            ahead: asking_ahead(&rules),
            building_name: building_names(&rules),
            forbids: bars(&rules).fold(0, |all, bar| all | bar.happenings),
            keeps_for_a_while: for_a_while & Happening::Silenced.bit() != 0,
            given_for_a_while,
            forbids_by_card: bars(&rules)
                .filter(|bar| hangs_on_card(&rules, bar))
                .fold(0, |all, bar| all | bar.happenings),
            // The second thing that such a text speaks of is no card.
            forbids_by_place: bars(&rules)
                .filter(|bar| bar.cards & 0b11 == 0b01)
                .fold(0, |all, bar| all | bar.happenings & Happening::Built.bit()),
            charges: bars(&rules)
                .filter(|bar| bar.price.is_some())
                .fold(0, |all, bar| all | bar.happenings),
            replaces,
            winless: replaces & Happening::Won.bit() != 0
                || rules.code.contains(&Op::Winless(true)),
            // What falls in a hit may come in the place of the rest of it.
            hears: waiting(&rules).fold(replaces | remembers, |all, trigger| {
                all | trigger.happenings
            }),
            held: held(&rules),
            hears_in_hands,
            replaces_in_hands,
            replaces_for_a_while,
            remembers,
            heeds_aim: false,
            opens_hands,
            hears_over: { waiting(&rules) }
                .filter(|trigger| trigger.happenings & Happening::Resolved.bit() != 0)
                .fold(0, |all, trigger| all | trigger.causes),
            speaks: AllSpeak::of(&rules, &sets),
            lasting: Reads::of_lasting(&rules),
            steering: Reads::of_steering(&rules),
            stacked_lasting: stacked().fold(Reads::NOTHING, |all, face| {
                all.and(Reads::of_face_lasting(&rules, face))
            }),
            stacked_statuses: stacked().any(|face| {
                face.lasting
                    .iter()
                    .any(|lasting| lasting.status != DISABLED)
            }),
            disablers_meet: rules.alters() & (NAMES | TEXTS) != 0 || disablers_meet(&rules, &sets),
            beside_alone: rules.alters() == 0 && beside_alone(&rules, &sets),
            everywhere: Reads::ROWS,
            turn_alone: rules.alters() == 0
                && given_for_a_while == Reads::NOTHING
                && turn_alone(&rules, &sets),
            turn_by_itself: false,
            tells_turns: tells_turns(&rules),
            in_turn: None,
            victories: Reads::of_wins(&rules),
            bars: Reads::of_bars(&rules),
            tally_reads: Reads::of_tallies(&rules)
                .into_iter()
                .fold(Reads::NOTHING, Reads::and),
            tallies: TallyLimits::all(&rules, &sets),
            lent: LentFaces::of(&rules, &sets),
            sets,
            renames: rules.alters() & NAMES != 0,
            renames_for_a_while,
            changes_names: rules.alters() & (NAMES | TEXTS) != 0,
            names: [names(&rules, false), names(&rules, true)],
            readies: false,
            picks_from_deck: rules
                .sets
                .iter()
                .any(|set| matches!(set.source, Source::Deck | Source::DeckTop(_))),
            draw,
            rules,
        };
        for (card, kind) in script.rules.cards.iter().enumerate() {
            script.kind[card] = kind.0;
        }
        for (index, kind) in script.rules.kinds.iter().enumerate() {
            let (abilities, effects) = (&mut script.abilities, &mut script.lasting_effects);
            script.facts[index] =
                KindFacts::of(&script.rules, &script.sets, kind, abilities, effects);
        }
        script.in_turn = script
            .turn_alone
            .then(|| all_in_turn(&script.rules))
            .flatten();
        let mut traits = script.facts.iter().flat_map(|facts| facts.traits);
        let around = traits.any(|traits| traits.marks.has(Trait::Around));
        script.readies = around && !script.worst.menus_count && script.lent.is_empty();
        let hands = needs(&script.rules).any(|pred| Reads::asked_of(&script.rules, pred).hands);
        script.acts = Acts::of(script.facts.iter().map(|facts| facts.guard), |need| {
            let asked = match need {
                Need::Any(set) => Reads::asked_of_set(&script.rules, set),
                Need::Pred(pred) => Reads::asked_of(&script.rules, pred),
                _ => return true,
            };
            asked.this || asked.hands || asked.ahead && hands
        });
        script.victories = script.victories.and(script.tally_reads);
        if script.forbids & Happening::Silenced.bit() != 0 {
            (script.disablers_meet, script.lasting) = (true, script.lasting.and(script.steering));
        }
        script.turn_by_itself = script.turn_alone
            && !script.lasting.meets(Reads::FAR)
            && !script.victories.and(script.bars).meets(Reads::TURN);
        let unchosen = Happening::AimedUnchosen.bit();
        let aimed = Happening::Aimed.bit() | unchosen | Happening::Chosen.bit();
        let heard = script.hears | script.replaces | script.charges;
        script.heeds_aim = heard & aimed | script.forbids & unchosen != 0;
        script.cares = script
            .cares
            .and(script.lasting)
            .and(script.victories)
            .and(script.bars);
        script.everywhere = match script.cares.meets(Reads::FAR) {
            true => script.cares,
            false => script.everywhere.and(script.tally_reads),
        };
        script
    }

    /// What a card's action needs asks whether cards can be played.
    pub fn asks_ahead(&self, needed: PredId) -> bool {
        self.ahead[needed.index()]
    }

    /// Laws, the oldest first: several of one name are as one, the oldest of them.
    pub fn laws<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = CardId> + 'a {
        board.laws().filter(|law| self.law_of(board, *law) == *law)
    }

    /// The oldest law of that law's name.
    pub fn law_of(&self, board: &Board, law: CardId) -> CardId {
        let kind = |card: CardId| self.kind[card.index()];
        let mut laws = board.laws();
        laws.find(|other| kind(*other) == kind(law)).unwrap_or(law)
    }

    /// What the card is.
    #[inline(always)]
    pub fn facts(&self, card: CardId) -> &KindFacts {
        &self.facts[self.kind[card.index()] as usize % KINDS]
    }

    /// The abilities of that face.
    #[inline(always)]
    pub fn abilities(&self, card: CardId, second_side: bool) -> &[AbilityNeeds] {
        &self.abilities[self.facts(card).abilities(second_side)]
    }

    /// What that face has.
    #[inline(always)]
    pub fn traits(&self, card: CardId, second_side: bool) -> &Traits {
        &self.facts(card).traits[second_side as usize]
    }

    /// The lasting effects of a sort that a building face has.
    #[inline(always)]
    pub fn lasting_of(&self, traits: &Traits, sort: Trait) -> &[Effect] {
        &self.lasting_effects[traits.lasting_of(sort)]
    }

    /// The face that a card shows, or would show, as a building.
    #[inline(always)]
    pub fn building_face(&self, card: CardId, second_side: bool) -> FaceId {
        self.facts(card).building[second_side as usize]
    }
}

/// What gives statuses to players.
fn standings(rules: &Rules) -> impl Iterator<Item = &Lasting> {
    let pending = rules
        .pending
        .iter()
        .filter_map(|pending| match &pending.says {
            Says::Holds(lasting) => Some(lasting),
            _ => None,
        });
    rules
        .faces
        .iter()
        .flat_map(|face| &face.standings)
        .chain(pending)
}

/// The clauses that wait for more than what happens to their own cards.
fn waiting(rules: &Rules) -> impl Iterator<Item = &Trigger> {
    let pending = rules
        .pending
        .iter()
        .filter_map(|pending| match &pending.says {
            Says::Hears(trigger) => Some(trigger),
            _ => None,
        });
    let ends = rules.pending.iter().flat_map(|pending| &pending.ends);
    rules
        .faces
        .iter()
        .flat_map(|face| face.triggers.iter().chain(&face.held))
        .filter(|trigger| !trigger.own)
        .chain(pending)
        .chain(ends)
}

/// What texts forbid, or let be done for a price.
fn bars(rules: &Rules) -> impl Iterator<Item = &Bar> {
    rules
        .faces
        .iter()
        .flat_map(|face| &face.bars)
        .chain(rules.bars_for_a_while())
}

/// What is asked, or is to be paid, may be another answer for another card.
fn hangs_on_card(rules: &Rules, bar: &Bar) -> bool {
    let priced = bar
        .price
        .is_some_and(|price| Reads::asked_of_number(rules, price.number).what);
    priced
        || bar
            .condition
            .is_some_and(|condition| Reads::asked_of(rules, condition).what)
}

/// What the actions of cards need.
fn needs(rules: &Rules) -> impl Iterator<Item = PredId> {
    let programs = rules
        .faces
        .iter()
        .flat_map(|face| [face.play, face.replay])
        .flatten();
    programs.filter_map(|program| match program.guard {
        Guard::Needs(pred) | Guard::Try(pred) | Guard::Pays { cost: pred, .. } => Some(pred),
        Guard::Always | Guard::Never => None,
    })
}

/// See [`Script::asks_ahead`].
fn asking_ahead(rules: &Rules) -> Vec<bool> {
    let mut asking = vec![false; rules.preds.len()];
    for needed in needs(rules) {
        asking[needed.index()] = Reads::asked_of(rules, needed).ahead;
    }
    asking
}

/// See [`Script::in_turn`].
fn all_in_turn(rules: &Rules) -> Option<u8> {
    let lasting = |face: &Face| Reads::of_face_lasting(rules, face);
    let mut by_turn = rules
        .faces
        .iter()
        .filter(|face| lasting(face).meets(Reads::TURN));
    let first = in_turn(rules, by_turn.clone().next()?)?;
    by_turn
        .all(|face| lasting(face) == Reads::TURN && in_turn(rules, face) == Some(first))
        .then_some(first)
}

/// See [`Script::tells_turns`].
fn tells_turns(rules: &Rules) -> [u8; 5] {
    let by_turn = rules
        .faces
        .iter()
        .filter(|face| Reads::of_face_lasting(rules, face).meets(Reads::TURN));
    let mut tells = [0; 5];
    for bits in by_turn.map(|face| in_turn(rules, face)) {
        for from in [1, 2, 4] {
            tells[from] |= match bits {
                Some(bits) if bits & from as u8 != 0 => 7 & !bits,
                Some(bits) => bits,
                None => 7,
            };
        }
    }
    tells
}
