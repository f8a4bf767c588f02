//! What a seat cannot know, and other ways in which that might be: information sets and their determinizations.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::worlds::votes::{Vote, deal_secrets, deal_votes, hide_secrets, unseen_votes};
use crate::{Asked, Chance, Choice, Game, Script, State, Words};
use board::{Board, CardId, CardSet, Event, Kind, Numbering, Phase, Seat, Zone};
use rules::ir::VictoryDeal;
use text::limits::KINDS;

/// An information set: all games that a seat cannot tell from one another, as one canonical game to draw them from.
///
/// What the seat cannot know is set to the same in all of them, so that two games that it cannot tell apart make
/// equal information sets. Nothing that is drawn from one hangs on what is hidden in the game it was made from: card
/// numbers, too, are other ones than there, and tell where cards lie alone.
#[derive(Debug)]
pub struct Worlds {
    seat: Seat,
    /// All cards lie open.
    open: bool,
    /// The state with undisclosed sides set to the first one and without chance.
    canonical: State,
    /// By pool (cards of the deck, victory cards) the cards that the seat cannot know, in the order in which they lie.
    hidden: [Vec<CardId>; 2],
    /// By pool what those cards are, in the order of the kinds.
    kinds: [Vec<Kind>; 2],
    /// Of the first pool, by their place in that list, those that lie in stacks.
    laid: Vec<usize>,
    /// Room for shuffling them.
    dealt: Vec<Kind>,
    /// Victory cards whose sides the others have chosen in secret.
    sided: ArrayVec<CardId, 6>,
    /// What the others have chosen in secret.
    votes: Vec<Vote>,
    /// What was drawn last. Its script belongs to nobody else.
    game: Game,
}

impl Worlds {
    /// What `seat` may know of a game.
    pub fn new(game: &Game, seat: Seat) -> Worlds {
        let numbers = game.numbers_as_it_lies();
        Worlds::numbered(game, seat, &numbers, game.renumbered(&numbers))
    }

    /// The same in a state with other card numbers, or with those of the game.
    fn numbered(game: &Game, seat: Seat, numbers: &Numbering, mut canonical: State) -> Worlds {
        let script = &game.script;
        let hidden = hidden(game, seat, &CardSet::default());
        let kinds = [0, 1].map(|pool: usize| {
            let mut kinds: Vec<Kind> = hidden[pool]
                .iter()
                .map(|card| script.rules.cards[card.index()])
                .collect();
            kinds.sort_unstable();
            kinds
        });
        let lies = |card: &CardId| game.board().card(*card).zone == Zone::Stack;
        let laid = hidden[0]
            .iter()
            .enumerate()
            .filter(|(_, card)| lies(card))
            .map(|(place, _)| place)
            .collect();
        let hidden = hidden.map(|cards| {
            cards
                .into_iter()
                .map(|card| numbers.of(card))
                .collect::<Vec<CardId>>()
        });
        let mut own = Script::clone(script);
        for (card, kind) in script.rules.cards.iter().enumerate() {
            own.set_kind(numbers.of(CardId(card as _)), *kind);
        }
        for (card, kind) in hidden.iter().flatten().zip(kinds.iter().flatten()) {
            own.set_kind(*card, *kind);
        }
        canonical.chance = Chance::new(0);
        // It may hang on what is hidden.
        canonical.offered = None;
        let sided: ArrayVec<CardId, 6> = undisclosed(game, seat)
            .iter()
            .map(|card| numbers.of(*card))
            .collect();
        for card in &sided {
            canonical.board.apply(Event::Sided {
                card: *card,
                second: false,
            });
        }
        let votes = unseen_votes(&own, &canonical, seat);
        for vote in &votes {
            vote.set(&mut canonical, 0);
        }
        hide_secrets(&mut canonical, seat);
        let game = Game::of(Arc::new(own), canonical.clone());
        Worlds {
            seat,
            open: false,
            canonical,
            hidden,
            kinds,
            laid,
            dealt: Vec::new(),
            sided,
            votes,
            game,
        }
    }

    /// The game itself, for somebody who sees the whole table, hands and deck and all: nothing but chance is drawn.
    pub fn open(game: &Game, seat: Seat) -> Worlds {
        let (script, numbers) = (&game.script, game.numbers_as_it_lies());
        let mut canonical = game.renumbered(&numbers);
        let mut own = Script::clone(script);
        for (card, kind) in script.rules.cards.iter().enumerate() {
            own.set_kind(numbers.of(CardId(card as _)), *kind);
        }
        canonical.chance = Chance::new(0);
        canonical.offered = None;
        let game = Game::of(Arc::new(own), canonical.clone());
        let (hidden, kinds, laid, dealt, sided) = Default::default();
        Worlds {
            seat,
            open: true,
            canonical,
            hidden,
            kinds,
            laid,
            dealt,
            sided,
            votes: Vec::new(),
            game,
        }
    }

    /// All cards lie open in it.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whose information set it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game that was drawn last; at first the canonical one.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Draws one of the games, each as likely as the others. The same numbers draw the same game, whatever was drawn
    /// before; that is overwritten.
    pub fn sample(&mut self, words: &mut Words) -> &mut Game {
        self.draw(None, words)
    }

    /// The same, but a card that another has laid face down is one of a kind the likelier, the more plausible that kind is: by its number,
    /// how the kinds compare, each above 0. The other cards are what is left.
    pub fn sample_by(&mut self, plausible: &[u32; KINDS], words: &mut Words) -> &mut Game {
        self.draw(Some(plausible), words)
    }

    fn draw(&mut self, plausible: Option<&[u32; KINDS]>, words: &mut Words) -> &mut Game {
        self.game.state.copy_from(&self.canonical);
        let script = Arc::get_mut(&mut self.game.script)
            .expect("the script of an information set is its own");
        for (pool, (hidden, kinds)) in self.hidden.iter().zip(&self.kinds).enumerate() {
            let dealt = &mut self.dealt;
            dealt.clear();
            dealt.extend_from_slice(kinds);
            // Those that are laid come first, and then the others in the order in which they lie.
            let (laid, plausible) = match plausible.filter(|_| pool == 0) {
                Some(plausible) => (self.laid.as_slice(), plausible),
                None => (&[][..], &[0; KINDS]),
            };
            for (first, place) in laid.iter().enumerate() {
                let kind = likely(&dealt[first..], plausible, words);
                dealt.swap(first, first + kind);
                script.set_kind(hidden[*place], dealt[first]);
            }
            let left = &mut dealt[laid.len()..];
            for end in (1..left.len()).rev() {
                left.swap(end, words.below(end as u32 + 1) as usize);
            }
            let mut laid = laid.iter().peekable();
            let others = hidden
                .iter()
                .enumerate()
                .filter(|(place, _)| laid.next_if_eq(&place).is_none());
            for ((_, card), kind) in others.zip(left.iter()) {
                script.set_kind(*card, *kind);
            }
        }
        for card in &self.sided {
            let second = words.below(2) == 1 && script.rules.kind(*card).double_sided;
            self.game.state.board.apply(Event::Sided {
                card: *card,
                second,
            });
        }
        deal_votes(&mut self.game.state, &self.votes, words);
        if !self.open {
            deal_secrets(script, &mut self.game.state, self.seat, words);
        }
        let (low, high) = (words.below(u32::MAX), words.below(u32::MAX));
        self.game.state.chance = Chance::new(u64::from(high) << 32 | u64::from(low));
        &mut self.game
    }

    /// The game that was drawn last, for good.
    pub fn into_game(self) -> Game {
        self.game
    }
}

/// Which of the cards left, by the kinds of all of them, each as likely as its kind is plausible.
fn likely(left: &[Kind], plausible: &[u32; KINDS], words: &mut Words) -> usize {
    let total: u32 = left.iter().map(|kind| plausible[kind.index()]).sum();
    let mut number = words.below(total);
    let found = left.iter().position(|kind| {
        let much = plausible[kind.index()];
        let here = number < much;
        number = number.saturating_sub(much);
        here
    });
    found.expect("it is below the sum")
}

impl Clone for Worlds {
    /// A copy that draws games of its own.
    fn clone(&self) -> Worlds {
        Worlds {
            seat: self.seat,
            open: self.open,
            canonical: self.canonical.clone(),
            hidden: self.hidden.clone(),
            kinds: self.kinds.clone(),
            laid: self.laid.clone(),
            dealt: Vec::new(),
            sided: self.sided.clone(),
            votes: self.votes.clone(),
            game: Game::of(
                Arc::new(Script::clone(&self.game.script)),
                self.game.state.clone(),
            ),
        }
    }
}

impl PartialEq for Worlds {
    /// The same seat may know the same; what was drawn does not matter.
    fn eq(&self, other: &Worlds) -> bool {
        let open = |worlds: &Worlds| {
            let mut cards = worlds.game.script.rules.cards.clone();
            for card in worlds.hidden.iter().flatten() {
                cards[card.index()] = Kind(u8::MAX);
            }
            cards
        };
        self.seat == other.seat
            && self.open == other.open
            && self.canonical == other.canonical
            && self.hidden == other.hidden
            && self.sided == other.sided
            && self.kinds == other.kinds
            && open(self) == open(other)
    }
}

/// The seat cannot know what that card is.
fn is_hidden_on(script: &Script, board: &Board, card: CardId, seat: Seat) -> bool {
    let rules = &script.rules;
    let state = board.card(card);
    if card.index() >= rules.deck_size && rules.victory_deal == VictoryDeal::Same {
        return false;
    }
    // SET-2: everyone sees their own victory card before the others do.
    if board.phase == Phase::SetUp && state.zone == Zone::Aside {
        return board.aside().cards().get(seat.index()) != Some(&card);
    }
    !board.is_known_to(card, seat)
}

/// The same cards, but those that the seat cannot know are dealt in the order of their kinds.
pub(crate) fn veiled(script: &Script, board: &Board, seat: Seat) -> Script {
    let mut own = Script::clone(script);
    let deck_size = script.rules.deck_size;
    let cards = (0..script.rules.cards.len()).map(|card| CardId(card as u16));
    let hidden = cards.filter(|card| is_hidden_on(script, board, *card, seat));
    let pools: [Vec<CardId>; 2] =
        { hidden }.fold(Default::default(), |mut pools: [Vec<_>; 2], card| {
            pools[usize::from(card.index() >= deck_size)].push(card);
            pools
        });
    for pool in pools {
        let kinds = pool.iter().map(|card| script.rules.cards[card.index()]);
        let mut kinds: Vec<Kind> = kinds.collect();
        kinds.sort_unstable();
        for (card, kind) in pool.into_iter().zip(kinds) {
            own.set_kind(card, kind);
        }
    }
    own
}

impl Game {
    /// The seat cannot know what that card is.
    pub fn is_hidden(&self, card: CardId, seat: Seat) -> bool {
        is_hidden_on(&self.script, self.board(), card, seat)
    }

    /// The options of the decision as they are called in [`Game::worlds`], in the order of [`Game::options`].
    pub fn options_in_worlds(&self) -> Vec<Choice> {
        self.options_by(&self.numbers_as_it_lies())
    }

    /// What the seat may know of this game.
    pub fn worlds(&self, seat: Seat) -> Worlds {
        Worlds::new(self, seat)
    }

    /// A game that the seat cannot tell from this one: all that it does not know may be otherwise. Every
    /// possibility is as likely as the others. Its cards have the numbers of this one, so that what is offered here can be asked
    /// about there; the game's rules list them as other kinds. States of the two games are not to be exchanged, and positions
    /// are read with the rules of a game that was dealt.
    pub fn determinized(&self, seat: Seat, words: &mut Words) -> Game {
        let same = Numbering::new(
            (0..self.script.rules.cards.len())
                .map(|card| CardId(card as u16))
                .collect(),
        );
        let mut worlds = Worlds::numbered(self, seat, &same, self.state.clone());
        worlds.sample(words);
        // Whoever looks on at this game is told of that one, too.
        Game {
            effort: self.effort.watched(),
            ..worlds.into_game()
        }
    }

    /// The same, but neither the cards in `kept` and their sides nor the chance to come are changed.
    pub fn with_hidden_permuted(&self, seat: Seat, kept: &CardSet, words: &mut Words) -> Game {
        let mut script = Script::clone(&self.script);
        for hidden in hidden(self, seat, kept) {
            let mut kinds: Vec<Kind> = hidden
                .iter()
                .map(|card| self.script.rules.cards[card.index()])
                .collect();
            for end in (1..kinds.len()).rev() {
                kinds.swap(end, words.below(end as u32 + 1) as usize);
            }
            for (card, kind) in hidden.iter().zip(kinds) {
                script.set_kind(*card, kind);
            }
        }
        let mut state = self.state.clone();
        state.offered = None;
        for card in undisclosed(self, seat)
            .into_iter()
            .filter(|card| !kept.has(*card))
        {
            let second = words.below(2) == 1 && script.rules.kind(card).double_sided;
            state.board.apply(Event::Sided { card, second });
        }
        let votes = unseen_votes(&script, &state, seat);
        deal_votes(&mut state, &votes, words);
        hide_secrets(&mut state, seat);
        deal_secrets(&script, &mut state, seat, words);
        Game::of(Arc::new(script), state)
    }
}

/// By pool (cards of the deck change places with such, victory cards with victory cards), what the seat cannot know,
/// in the order in which it lies.
pub(super) fn hidden(game: &Game, seat: Seat, kept: &CardSet) -> [Vec<CardId>; 2] {
    let deck_size = game.script.rules.deck_size;
    let mut pools = [Vec::new(), Vec::new()];
    let mut lying = CardSet::default();
    let mut add = |card: CardId| {
        if !kept.has(card) && game.is_hidden(card, seat) {
            pools[usize::from(card.index() >= deck_size)].push(card);
        }
    };
    each_as_it_lies(game.board(), &mut |card| {
        lying.insert(card);
        add(card);
    });
    // Victory cards that were not dealt lie nowhere.
    let cards = (0..game.script.rules.cards.len()).map(|card| CardId(card as u16));
    cards.filter(|card| !lying.has(*card)).for_each(add);
    pools
}

/// All cards, by where they lie and not by their numbers.
pub(super) fn each_as_it_lies(board: &Board, found: &mut dyn FnMut(CardId)) {
    for pile in [
        board.deck(),
        board.discard(),
        board.aside(),
        board.removed(),
    ] {
        pile.cards().iter().for_each(|card| found(*card));
    }
    board.laws().for_each(&mut *found);
    for seat in Seat(0).clockwise(board.seats) {
        board.hand(seat).iter().for_each(|card| found(*card));
    }
    for building in board.buildings() {
        found(*building);
        board.stack_from_top(*building).for_each(&mut *found);
    }
}

/// Which sides the others have chosen is as secret as their cards.
fn undisclosed(game: &Game, seat: Seat) -> ArrayVec<CardId, 6> {
    match game.state.asked {
        Asked::Side => {
            let chosen = (0..game.state.seat.0)
                .map(Seat)
                .filter(|chosen| *chosen != seat);
            chosen
                .map(|chosen| game.board().aside().cards()[chosen.index()])
                .collect()
        }
        _ => ArrayVec::new(),
    }
}

impl Script {
    /// Makes a card one of another kind.
    pub(super) fn set_kind(&mut self, card: CardId, kind: Kind) {
        let before = std::mem::replace(&mut self.rules.cards[card.index()], kind);
        self.kind[card.index()] = kind.0;
        self.speaks.set_kind(card, before, kind);
    }
}
