//! What happens at the table. Events are the only way a board changes.

use crate::{Bearer, CardId, Pended, Seat, Seats};

/// One change of the board, or a remark for those who watch (the last variants change nothing).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A turn begins: marks of the seat's buildings are cleared (TRN-7).
    TurnBegan {
        /// Whose turn it is.
        seat: Seat,
        /// How many cards may be played in it (TRN-3).
        plays: u8,
    },
    /// The start of the turn is over (TRN-2).
    StartEnded {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A player has ended the turn (TRN-5).
    Passed {
        /// Whose turn it is.
        seat: Seat,
    },
    /// The turn's card was played from hand (TRN-3).
    CardPlayed {
        /// Who has played it.
        seat: Seat,
        /// Which card.
        card: CardId,
    },
    /// From the deck to a hand.
    Drawn {
        /// Whose hand it goes to.
        seat: Seat,
        /// Which card.
        card: CardId,
    },
    /// From the deck aside, unseen, for the effect at that depth.
    Taken {
        /// Which card.
        card: CardId,
        /// How deep the effect is among those under way.
        depth: u8,
    },
    /// Aside, unseen, for the effect at that depth. Who knew it still does.
    SetAside {
        /// Which card.
        card: CardId,
        /// How deep the effect is among those under way.
        depth: u8,
        /// Who has chosen it.
        by: Seat,
    },
    /// Turned up for all and laid aside, for the effect at that depth.
    LaidAside {
        /// Which card.
        card: CardId,
        /// How deep the effect is among those under way.
        depth: u8,
    },
    /// Turned up for all and put on top of the discard pile, where its action is under way for the effect at that depth
    /// (PLY-4).
    PutUnderWay {
        /// Which card.
        card: CardId,
        /// How deep the effect is among those under way.
        depth: u8,
    },
    /// The action of a card in the discard pile, or aside, is over. Where the card has played itself, its action for an
    /// effect further out goes on: for the one at that depth, and one more; else 0.
    ActionOver {
        /// Which card.
        card: CardId,
        /// One more than the depth of that effect, or 0.
        outer: u8,
    },
    /// On top of a stack. Who knew it still does; face up, everyone does.
    Stacked {
        /// Which card.
        card: CardId,
        /// The building.
        on: CardId,
        /// It lies face up.
        face_up: bool,
    },
    /// From one stack to another, as it lies.
    Moved {
        /// Which card.
        card: CardId,
        /// The building that it goes to.
        onto: CardId,
    },
    /// A card becomes a building.
    Built {
        /// Which card.
        card: CardId,
        /// In whose nation.
        seat: Seat,
        /// Where in its row, counted from 0.
        place: u16,
    },
    /// A building goes to its owner's hand, a card from there takes its place under the same stack.
    Swapped {
        /// The building.
        building: CardId,
        /// The card from the hand.
        card: CardId,
    },
    /// Two buildings take each other's place, with what lies on them.
    Exchanged {
        /// One building.
        one: CardId,
        /// The other one.
        other: CardId,
    },
    /// A building comes to stand at another place, with what lies on it.
    Shifted {
        /// The building.
        building: CardId,
        /// In whose nation.
        seat: Seat,
        /// Where in its row, counted from 0, without the building itself.
        place: u16,
    },
    /// To the top of the discard pile, from wherever it was.
    Discarded {
        /// Which card.
        card: CardId,
    },
    /// Out of the game, from wherever it was.
    Removed {
        /// Which card.
        card: CardId,
    },
    /// A card comes to lie in front of nobody, where it holds for all, from wherever it was.
    Enacted {
        /// Which card.
        card: CardId,
    },
    /// To a hand from elsewhere; what comes from the deck is [`Event::Drawn`].
    ToHand {
        /// Which card.
        card: CardId,
        /// Whose hand it goes to.
        seat: Seat,
    },
    /// Two players have each other's hand from then on, all of it in one step.
    HandsSwapped {
        /// Whose.
        one: Seat,
        /// With whose.
        other: Seat,
    },
    /// All hands go round in one step, each as many living players on as the one sits from the other, clockwise.
    HandsPassed {
        /// Whose.
        from: Seat,
        /// To whom.
        to: Seat,
    },
    /// Counters come to lie on a card of a nation, or in front of a player.
    CountersPut {
        /// What carries them.
        on: Bearer,
        /// Their sort, by its number in the rules.
        sort: u8,
        /// Who puts them there, where their sort remembers that.
        by: Option<Seat>,
        /// How many.
        number: u16,
    },
    /// A name is written on a card, in place of the one that was there: its place in the rules.
    Written {
        /// Which card.
        card: CardId,
        /// The name.
        name: u16,
    },
    /// Counters are taken off it again.
    CountersTaken {
        /// What has carried them.
        off: Bearer,
        /// Their sort, by its number in the rules.
        sort: u8,
        /// Of whom, where only those that one player has put there are meant.
        by: Option<Seat>,
        /// How many.
        number: u16,
    },
    /// From now on something holds for a while, or will come.
    Pended(Pended),
    /// What was to come has come.
    Came(Pended),
    /// From now on these players alone play with open hands.
    HandsOpen {
        /// Who.
        seats: Seats,
    },
    /// From now on these see a player's hand, and these make that player's decisions.
    Overseen {
        /// Whose hand and decisions.
        seat: Seat,
        /// Who sees the hand besides.
        seen_by: Seats,
        /// Who decides, the first of them clockwise.
        led_by: Seats,
    },
    /// So many more cards may be played in the turn, or fewer.
    MorePlays {
        /// How many.
        more: u8,
        /// Not more, but fewer.
        fewer: bool,
    },
    /// A player has done what a clause that is pending asks for.
    Noted {
        /// Which clause, by its number in the rules.
        clause: u16,
        /// Who has done it.
        seat: Seat,
    },
    /// One player sees a card.
    Seen {
        /// Which card.
        card: CardId,
        /// Who sees it.
        seat: Seat,
    },
    /// Everyone sees it.
    Shown {
        /// Which card.
        card: CardId,
    },
    /// The discard pile is the new deck, the first of these to be drawn first.
    Shuffled {
        /// The new deck.
        order: &'a [CardId],
    },
    /// The deck is shuffled, the first of these to be drawn first.
    DeckShuffled {
        /// The deck as it lies then.
        order: &'a [CardId],
    },
    /// To the top of the deck, or to its bottom, from wherever it was. Who knew it still does.
    PutInDeck {
        /// Which card.
        card: CardId,
        /// On top.
        top: bool,
        /// Who has chosen it.
        by: Seat,
    },
    /// A player who knows cards of the deck moves one of them there unseen: of these nobody else can say any more which is
    /// which.
    DeckHandled {
        /// Who.
        seat: Seat,
    },
    /// Abilities of a building are spent, as a bit mask.
    Spent {
        /// Whose abilities they are.
        building: CardId,
        /// A bit for each that is spent now.
        abilities: u8,
    },
    /// What was spent of a building can be used again.
    Refreshed {
        /// Whose abilities they are.
        building: CardId,
    },
    /// A victory card's side is chosen (SET-2).
    Sided {
        /// The victory card.
        card: CardId,
        /// It is the second one.
        second: bool,
    },
    /// A player is out of the game.
    Eliminated {
        /// Who.
        seat: Seat,
    },
    /// A text says that a player loses: the whole nation goes.
    Lost {
        /// Who.
        seat: Seat,
    },
    /// A player has won (WIN-1).
    Won {
        /// Who.
        seat: Seat,
    },
    /// The game is over, and nobody has won (WIN-10).
    GameDrawn,
    /// An ability is used.
    Used {
        /// Who uses it.
        seat: Seat,
        /// Whose ability it is.
        building: CardId,
        /// Which of its abilities, counted from 0.
        ability: u8,
    },
    /// A player who knows that this card is in a hand can no longer say so.
    Forgotten {
        /// Which card.
        card: CardId,
        /// Who has known it.
        seat: Seat,
    },
    /// What a player has chosen in secret is shown.
    Chose {
        /// Who has chosen.
        seat: Seat,
        /// Whom.
        chosen: Seat,
    },
    /// The same of a number.
    Bid {
        /// Who has chosen.
        seat: Seat,
        /// Which number.
        number: u16,
    },
    /// A card's action begins.
    ActionPlayed {
        /// Who plays it.
        seat: Seat,
        /// Which card.
        card: CardId,
    },
    /// A card's action could not be played (PLY-5).
    Fizzled {
        /// Which card.
        card: CardId,
    },
    /// A stacked card or a building is turned up by an effect; it stood in that seat's nation.
    Revealed {
        /// Which card.
        card: CardId,
        /// In whose nation it stood.
        owner: Seat,
    },
    /// A card's trigger begins.
    Triggered {
        /// In whose nation it is or was.
        owner: Seat,
        /// Which card; none of what was said for a while and speaks of no card.
        card: CardId,
    },
    /// A keyword begins, with its arguments as they are.
    Called {
        /// Who acts by it.
        seat: Seat,
        /// Its number in the rules.
        keyword: u8,
        /// What stands for its parameters.
        arguments: &'a [u16],
        /// Nothing answers what it does: nobody has provoked it.
        unanswered: bool,
    },
    /// Chance has decided.
    Fell {
        /// Whose text it is, or for whom what has fallen is noted.
        seat: Seat,
        /// What has fallen.
        what: Fell,
        /// The things it could have fallen on, where it is one of a set: numbers of cards, or of what else they are.
        among: &'a [u16],
    },
    /// Nothing is left to draw (DRW-2).
    Crisis {
        /// Who should have drawn.
        seat: Seat,
    },
    /// Texts would go on for too long, or need more room than there is: all that is under way ends, and what waits is
    /// dropped (END-1). These cards' texts are concerned.
    Cut {
        /// What there was too much of.
        why: Cut,
        /// Whose texts they are.
        cards: &'a [CardId],
    },
}

/// What chance has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fell {
    /// A coin shows heads, or tails.
    Coin {
        /// It shows heads.
        heads: bool,
    },
    /// A die shows that many.
    Die(u8),
    /// A player.
    Player(Seat),
    /// A card or building, wherever it lies.
    Card(CardId),
    /// A place of a row, counted from 0.
    Place(Seat, u16),
    /// A number of a range.
    Number(u16),
}

/// Why texts are cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cut {
    /// One decision leads to too many steps of texts.
    Steps,
    /// Their conditions look at too many things.
    Looks,
    /// Too many triggers and actions follow from one another.
    Chain,
    /// The same in a sequence that repeats, on ever other tables.
    Circle,
    /// They have led back to the same position, and always will.
    Repeats,
    /// Texts play texts too deep.
    Plays,
    /// Too many triggers wait.
    Triggers,
    /// Texts walk through too many things at a time.
    Things,
    /// What could be chosen in the turn menu looks at too many things.
    Menu,
    /// There is no room for more counters.
    Counters,
    /// Too much is pending.
    Pending,
}
