//! A decision in public terms: what it asks, its options in types that cannot hold a hidden card, and what was taken.

use crate::names::{building_name, card_name};
pub use crate::options::label::Spot;
use crate::options::label::{is_known, label, labels};
use board::{CardId, Chooser, Kind, Seat, View, Zone};
use engine::{Asked, Choice, FrameKind, Game, NotNow, Purpose};
use itertools::Itertools;
pub use rules::ir::Element;
use rules::ir::{FaceId, Kept, Rules};

/// What an option is about. Kinds are those of cards that the asked player knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Play the action of a card.
    Action(Kind),
    /// Build a card.
    Build {
        /// What is built.
        kind: Kind,
        /// Where it will stand.
        at: Spot,
    },
    /// Put a card face down on a building.
    Stack {
        /// What is put down.
        kind: Kind,
        /// The building.
        on: Spot,
    },
    /// Use an ability.
    Use {
        /// Whose ability it is.
        building: Spot,
        /// Which of its abilities, counted from 0.
        ability: u8,
    },
    /// End the turn.
    Pass,
    /// That player.
    Player(Seat),
    /// A building or its stack.
    Building(Spot),
    /// The top card of the stack there.
    Top(Spot),
    /// A card further down in the stack there; the lowest is number 1.
    Stacked {
        /// The building of that stack.
        on: Spot,
        /// Its number in the stack.
        number: usize,
    },
    /// A place in a row.
    Place(Spot),
    /// A card that the player knows.
    Card(Kind),
    /// A card of another's hand that the player does not know: its number among such, from 1.
    Held {
        /// Whose hand it is.
        seat: Seat,
        /// Its number, from 1.
        number: usize,
    },
    /// The same of the cards that are aside, or of the deck from its top.
    Aside {
        /// Its number, from 1.
        number: usize,
    },
    /// A branch of a text, a number or a name; the label says which.
    Branch(Way),
    /// Choose nothing.
    Decline,
    /// A side of the victory card.
    Side {
        /// The card.
        kind: Kind,
        /// The second one.
        second: bool,
    },
    /// A first shield.
    Shield(Kind),
    /// Something that has no place any more.
    Gone,
}

/// Which branch, in numbers that stay the same all game long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// A branch of a text, by its place among all branches of the game's texts.
    Text(u16),
    /// A number.
    Number(u16),
    /// A name, by its place among those of the rules.
    Name(u16),
}

/// One option: what it is about, and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What it means at the table.
    pub what: What,
    /// How it is written in moves and traces.
    pub label: String,
}

/// The victory card whose side is asked for, where one is.
pub fn victory_asked(game: &Game) -> Option<Kind> {
    let (seat, _) = game.decision().filter(|(_, asked)| *asked == Asked::Side)?;
    Some(game.script().rules.cards[game.board().aside().cards()[seat.index()].index()])
}

/// What a decision asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Which side of the victory card to use.
    Side,
    /// So many shields are still to be put down.
    Shield {
        /// How many, this one too.
        left: u8,
    },
    /// What to do in the turn.
    Menu,
    /// One thing of that sort.
    Pick(Element),
    /// Which branch of a text.
    Branch,
}

impl Question {
    /// It is a turn menu, or a choice before the first turn: nothing is under way, and a dispute may be settled (HFB-3).
    pub fn is_between(self) -> bool {
        !matches!(self, Question::Pick(_) | Question::Branch)
    }
}

/// Somebody has to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Whose decision it is.
    pub seat: Seat,
    /// Who makes it, and is asked: as a rule the same.
    pub by: Seat,
    /// What is asked.
    pub question: Question,
    /// What is picked is targeted (TGT-1), whether or not anything guards in this game.
    pub targeted: bool,
    /// What is done first with what is picked, as far as that shows.
    pub purpose: Option<Purpose>,
    /// That is done with the top card of what is picked.
    pub of_top: bool,
    /// As a rule nothing that one would wish upon oneself: it is targeted or discarded, say.
    pub harms: bool,
    /// Nobody else is to know it before all have chosen, or before what it is chosen for.
    pub secret: Option<Kept>,
    /// Of several branches that are chosen one after the other: which one this is, counted from 1.
    pub nth: Option<u16>,
    /// Whose text asks, as far as the player may know it; nobody's in the turn menu and at the set-up.
    pub asks: Option<FaceId>,
    /// What is picked pays for something: for that card or building, where it is one that the player knows.
    pub pays_for: Option<FaceId>,
    /// Where branches are chosen: the cards aside that the player knows, since texts speak of these.
    pub aside: Vec<Kind>,
    /// In the order of [`Game::options`].
    pub offers: Vec<Offer>,
}

impl Offer {
    /// The name in the label of a side; of another option its label.
    pub fn side(&self) -> &str {
        self.label.strip_prefix("side ").unwrap_or(&self.label)
    }
}

impl What {
    /// The kind of a card from the hand that it is about.
    pub fn kind(self) -> Option<Kind> {
        match self {
            What::Action(kind) | What::Build { kind, .. } | What::Stack { kind, .. } => Some(kind),
            _ => None,
        }
    }
}

impl Decision {
    /// Whose decision it is, and who makes it.
    pub fn chooser(&self) -> Chooser {
        Chooser {
            seat: self.seat,
            by: self.by,
        }
    }

    /// The number of the option to choose nothing, if there is one.
    pub fn declining(&self) -> Option<usize> {
        self.offers
            .iter()
            .position(|offer| offer.what == What::Decline)
    }

    /// The decision that the game waits for; nothing when it is over.
    pub fn of(game: &Game) -> Option<Decision> {
        let (seat, _) = game.decision()?;
        let by = game.board().chooser(seat).by;
        let (question, targeted) = question_of(game)?;
        let purpose = game.purpose();
        let player = question == Question::Pick(Element::Player);
        let harms = player || targeted || purpose.is_some_and(|(purpose, _)| purpose.harms());
        let offer = |choice: Choice| Offer {
            what: what(game, choice),
            label: label(game, choice),
        };
        Some(Decision {
            seat,
            by,
            question,
            targeted,
            purpose: purpose.map(|(purpose, _)| purpose),
            of_top: purpose.is_some_and(|(_, of_top)| of_top),
            harms,
            secret: game.in_secret(),
            nth: game.nth_branch(),
            asks: asks(game, seat),
            pays_for: pays_for(game, seat),
            aside: if question == Question::Branch {
                aside(game, by)
            } else {
                Vec::new()
            },
            offers: game.options().into_iter().map(offer).collect(),
        })
    }
}

/// What is asked, and whether what is picked is targeted; nothing when the game is over.
pub fn question_of(game: &Game) -> Option<(Question, bool)> {
    Some(match game.decision()?.1 {
        Asked::Nobody => return None,
        Asked::Side => (Question::Side, false),
        Asked::Shield { left } => (Question::Shield { left }, false),
        Asked::Menu => (Question::Menu, false),
        Asked::Choose { set, .. } => (
            Question::Pick(game.script().rules.sets[set.index()].element),
            game.aims(),
        ),
        Asked::Either { .. } => (Question::Branch, false),
    })
}

/// Whose text asks, as far as that seat may know it.
fn asks(game: &Game, seat: Seat) -> Option<FaceId> {
    let cause = game.asking()?;
    let known = !cause.this.is_some() || is_known(game.board(), cause.this, Some(seat));
    game.script().rules.origin(cause.at).filter(|_| known)?.face
}

/// What is paid for by what is picked: what another text asks a price for, or what its own text does first.
fn pays_for(game: &Game, seat: Seat) -> Option<FaceId> {
    let rules = &game.script().rules;
    let cause = game.asking()?;
    if cause.kind == FrameKind::Fee {
        let card = game.paid_for()?;
        let (board, kind) = (game.board(), rules.kind(card));
        let state = board.card(card);
        let building = kind.buildings[usize::from(state.second_side())];
        let known = is_known(board, card, Some(seat));
        return known.then(|| match state.zone {
            Zone::Row => building,
            _ => kind.action.unwrap_or(building),
        });
    }
    let (file, span) = rules.code_spans[usize::from(cause.at)];
    let text = rules.sources[usize::from(file)].text.get(span.start..)?;
    let pays = text.split(' ').next()?.eq_ignore_ascii_case("pay");
    asks(game, seat).filter(|_| pays)
}

/// What lies aside, as far as that seat knows it, each kind once.
fn aside(game: &Game, seat: Seat) -> Vec<Kind> {
    let cards = game.board().aside().cards().iter();
    let known = cards.filter(|card| is_known(game.board(), **card, Some(seat)));
    known
        .map(|card| game.script().rules.cards[card.index()])
        .unique()
        .collect()
}

/// What an option is about, for the player who is asked.
pub fn what(game: &Game, choice: Choice) -> What {
    let at = |building, what: fn(Spot) -> What| {
        Spot::of(game.board(), building).map_or(What::Gone, what)
    };
    match choice {
        Choice::Action(kind) => What::Action(kind),
        Choice::Build { kind, seat, place } => What::Build {
            kind,
            at: Spot { seat, place },
        },
        Choice::Stack { kind, on } => match Spot::of(game.board(), on) {
            Some(on) => What::Stack { kind, on },
            None => What::Gone,
        },
        Choice::Use { building, ability } => match Spot::of(game.board(), building) {
            Some(building) => What::Use { building, ability },
            None => What::Gone,
        },
        Choice::Pass => What::Pass,
        Choice::Branch(branch) => What::Branch(Way::Text(branch)),
        Choice::Decline => What::Decline,
        Choice::Side { second } => {
            victory_asked(game).map_or(What::Gone, |kind| What::Side { kind, second })
        }
        Choice::Shield(kind) => What::Shield(kind),
        Choice::Pick(value) => match game.element() {
            None => What::Gone,
            Some(Element::Player) => What::Player(Seat(value as u8)),
            Some(Element::Building) => at(CardId(value), What::Building),
            Some(Element::StackedCard | Element::Card | Element::BuildingCard) => {
                What::of_card(game, CardId(value))
            }
            Some(Element::Number) => What::Branch(Way::Number(value)),
            Some(Element::Name) => What::Branch(Way::Name(value)),
            Some(Element::Place) => What::Place(Spot::of_place(value)),
        },
    }
}

impl What {
    /// How a card is offered to the player who is asked: by its kind only where that player knows it and no place tells it apart.
    pub fn of_card(game: &Game, card: CardId) -> What {
        let (board, seat) = (game.board(), game.state().seat);
        if !card.is_some() {
            return What::Gone;
        }
        let known = |card: &CardId| board.card(*card).known.has(seat);
        // Of those that the player does not know.
        let number = |cards: &[CardId]| {
            let before = cards.iter().take_while(|other| **other != card);
            before.filter(|other| !known(other)).count() + 1
        };
        match board.card(card).zone {
            Zone::Row => Spot::of(board, card).map_or(What::Gone, What::Building),
            Zone::Stack => {
                let under = board
                    .under(card)
                    .and_then(|under| Some((Spot::of(board, under)?, board.stack(under))));
                let Some((on, stack)) = under else {
                    return What::Gone;
                };
                match stack.iter().position(|other| *other == card) {
                    None => What::Gone,
                    Some(at) if at + 1 == stack.len() => What::Top(on),
                    Some(at) => What::Stacked { on, number: at + 1 },
                }
            }
            Zone::Hand if !known(&card) => {
                let seat = board.card(card).seat();
                What::Held {
                    seat,
                    number: number(board.hand(seat)),
                }
            }
            Zone::Aside if !known(&card) => What::Aside {
                number: number(board.aside().cards()),
            },
            Zone::Deck if !known(&card) => {
                let above = board
                    .deck()
                    .cards()
                    .iter()
                    .rev()
                    .take_while(|other| **other != card);
                What::Aside {
                    number: above.count() + 1,
                }
            }
            _ => What::Card(game.script().rules.cards[card.index()]),
        }
    }
}

/// What somebody does who takes an option: `play NAME`, `build NAME at p1.2`.
pub fn deed(rules: &Rules, view: &View, offer: &Offer) -> String {
    let at = |spot: Spot| match spot.building(view) {
        Some(there) => format!(
            "{spot} ({})",
            building_name(rules, there.kind, there.second_side)
        ),
        None => spot.to_string(),
    };
    match offer.what {
        What::Action(kind) => format!("play {}", card_name(rules, kind)),
        What::Build { kind, at } => format!("build {} at {at}", building_name(rules, kind, false)),
        What::Stack { kind, on } => {
            format!("put {} face down on {}", card_name(rules, kind), at(on))
        }
        What::Use { building, .. } => format!("use {}", at(building)),
        What::Pass => "end the turn".to_string(),
        What::Building(spot) => at(spot),
        What::Top(spot) => format!("the top card on {}", at(spot)),
        What::Side { .. } => format!("begin with {}", offer.side()),
        // At the set-up.
        What::Shield(kind) => format!("put {} face down", card_name(rules, kind)),
        What::Decline => "choose nothing".to_string(),
        _ => offer.label.clone(),
    }
}

/// The same where nothing else says that it is done: what is only picked is chosen, as in `choose p2`.
pub fn whole_deed(rules: &Rules, view: &View, offer: &Offer) -> String {
    let deed = deed(rules, view, offer);
    match offer.what {
        What::Build { .. } | What::Stack { .. } | What::Use { .. } | What::Side { .. } => deed,
        What::Action(_) | What::Pass | What::Shield(_) | What::Decline => deed,
        _ => format!("choose {deed}"),
    }
}

/// A label that somebody took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub who: Chooser,
    pub label: String,
    /// There was nothing else: they were asked so that others could not tell. It is not written down, since whoever plays the game
    /// again finds it.
    pub for_others: bool,
}

impl Taken {
    /// One of several.
    pub fn new(who: Chooser, label: impl Into<String>) -> Taken {
        Taken {
            who,
            label: label.into(),
            for_others: false,
        }
    }

    /// What somebody is asked for the sake of others, as they will take it.
    pub fn for_others(game: &Game) -> Option<Taken> {
        let who = game.chooser().filter(|_| game.asks_for_others())?;
        let (_, label) = labels(game).into_iter().next()?;
        Some(Taken {
            for_others: true,
            ..Taken::new(who, label)
        })
    }
}

/// How many of them were taken out of several.
pub fn written(taken: &[Taken]) -> usize {
    taken.iter().filter(|taken| !taken.for_others).count()
}

/// Why choices that were kept do not fit the game. It speaks of what the person may know alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    #[error("the game is over before this choice")]
    Over,
    #[error("{asked} decides here, not {given}")]
    Seat { asked: Chooser, given: Chooser },
    #[error("this is not among the options of {0}")]
    Label(Chooser),
    #[error(transparent)]
    Settled(#[from] NotNow),
}

/// The choice that was taken, as the game has it now, and its number among the options.
pub fn offered(game: &Game, taken: &Taken) -> Result<(usize, Choice), Misfit> {
    let who = game.chooser().ok_or(Misfit::Over)?;
    if who != taken.who {
        return Err(Misfit::Seat {
            asked: who,
            given: taken.who,
        });
    }
    let mut options = labels(game).into_iter().enumerate();
    let same = options.find(|(_, (_, label))| label.eq_ignore_ascii_case(&taken.label));
    same.map(|(number, (choice, _))| (number, choice))
        .ok_or(Misfit::Label(who))
}
