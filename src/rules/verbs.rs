//! What each verb means: what it is done to, whether it can be a cost, who sees what, what it sets off. What it does is
//! said in `engine/play/act.rs`.

use super::ir::Element;
use text::{Happening, Verb};

/// What a place in a statement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Player,
    Building,
    Card,
    Place,
    /// A building or a card.
    Piece,
    /// The same, or a player.
    Bearer,
    Number,
    /// A name of a building.
    Name,
}

/// Who knows what a card is; each knows what those before it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Knower {
    /// Nobody for certain.
    #[default]
    Nobody,
    /// `you` do.
    You,
    /// Everybody does.
    All,
}

/// The row of a verb.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    /// What it is done to, and what with.
    pub(super) takes: &'static [Wanted],
    /// The card is the second of these.
    pub(super) card_last: bool,
    /// An ability may ask for it as its cost.
    pub(super) cost: bool,
    /// It takes even the card whose action is under way from where it lies (PLY-4).
    pub(super) takes_own: bool,
    /// The card is somewhere else afterwards.
    pub(super) moves: bool,
    /// Who then knows it. What is done for a player `You` says of that player.
    pub(super) seen_by: Knower,
    /// What it sets off.
    pub(super) makes: &'static [Happening],
}

/// A card that comes to lie elsewhere, for all to see.
const CARD: Meaning = Meaning {
    takes: &[Wanted::Card],
    card_last: false,
    cost: false,
    takes_own: false,
    moves: true,
    seen_by: Knower::All,
    makes: &[],
};

/// The table of verbs.
pub(super) fn meaning(verb: Verb) -> Meaning {
    use Wanted::{Building, Card, Name, Piece, Place, Player};
    match verb {
        Verb::Discard => Meaning {
            takes: &[Piece],
            cost: true,
            takes_own: true,
            ..CARD
        },
        Verb::Flip => Meaning {
            makes: &[Happening::Revealed],
            ..CARD
        },
        Verb::Destroy => Meaning {
            takes: &[Piece],
            cost: true,
            makes: &[Happening::Revealed, Happening::Destroyed],
            ..CARD
        },
        Verb::Remove => Meaning {
            takes: &[Piece],
            cost: true,
            takes_own: true,
            ..CARD
        },
        Verb::LookAt => Meaning {
            moves: false,
            seen_by: Knower::You,
            ..CARD
        },
        Verb::Show => Meaning {
            moves: false,
            ..CARD
        },
        Verb::Play | Verb::Replay | Verb::PlayFromHand => CARD,
        Verb::PutFaceUp => Meaning {
            takes: &[Card, Building],
            takes_own: true,
            ..CARD
        },
        Verb::PutFaceDown => Meaning {
            takes: &[Card, Building],
            takes_own: true,
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::Refresh => Meaning {
            takes: &[Building],
            moves: false,
            ..CARD
        },
        Verb::PutOnDeck | Verb::PutUnderDeck => Meaning {
            takes_own: true,
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::SetAside => Meaning {
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::Move => Meaning {
            takes: &[Card, Building],
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::Build => Meaning {
            takes: &[Card, Place],
            takes_own: true,
            makes: &[Happening::Built],
            ..CARD
        },
        Verb::Swap => Meaning {
            takes: &[Building, Card],
            card_last: true,
            makes: &[Happening::Built],
            ..CARD
        },
        Verb::Exchange => Meaning {
            takes: &[Building, Building],
            moves: false,
            ..CARD
        },
        Verb::Shift => Meaning {
            takes: &[Building, Place],
            moves: false,
            ..CARD
        },
        Verb::Write => Meaning {
            takes: &[Name, Piece],
            card_last: true,
            moves: false,
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::Give | Verb::Return => Meaning {
            takes: &[Piece, Player],
            takes_own: true,
            seen_by: Knower::You,
            ..CARD
        },
        Verb::SwapHands | Verb::PassHands => Meaning {
            takes: &[Player, Player],
            moves: false,
            seen_by: Knower::Nobody,
            ..CARD
        },
        Verb::Enact => Meaning {
            takes_own: true,
            ..CARD
        },
        Verb::Win | Verb::Lose => Meaning {
            takes: &[Player],
            moves: false,
            seen_by: Knower::Nobody,
            ..CARD
        },
    }
}

impl Meaning {
    /// Which of its things the card is.
    pub(super) fn card<T>(&self, item: T, with: Option<T>) -> T {
        match with {
            Some(with) if self.card_last => with,
            _ => item,
        }
    }

    /// It is done for a player, whom the second of its things names.
    pub(super) fn for_player(&self) -> bool {
        self.takes.first() != Some(&Wanted::Player) && self.takes.get(1) == Some(&Wanted::Player)
    }

    /// It sets off what waits for that moment, done to a building or to a card: a building is destroyed, a card revealed.
    pub(super) fn sets_off(&self, moment: Happening, building: bool) -> bool {
        let so = match moment {
            Happening::Revealed => !building,
            Happening::Destroyed => building,
            _ => true,
        };
        so && self.makes.contains(&moment)
    }
}

/// The verbs that can be a cost, each said in that way: `a`, `b` or `c`.
pub(super) fn costs(say: impl Fn(&str) -> String) -> String {
    either(|meaning| meaning.cost, say)
}

/// The verbs that set off what waits for a moment.
pub(super) fn makers(moment: Happening) -> String {
    either(|meaning| meaning.makes.contains(&moment), str::to_string)
}

fn either(such: impl Fn(&Meaning) -> bool, say: impl Fn(&str) -> String) -> String {
    let such = Verb::ALL.iter().filter(|verb| such(&meaning(**verb)));
    let words: Vec<String> = such.map(|verb| say(verb.lead())).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl Wanted {
    pub(super) fn of(element: Element) -> Wanted {
        match element {
            Element::Player => Wanted::Player,
            Element::Building => Wanted::Building,
            Element::StackedCard | Element::Card | Element::BuildingCard => Wanted::Card,
            Element::Place => Wanted::Place,
            Element::Number => Wanted::Number,
            Element::Name => Wanted::Name,
        }
    }

    pub(super) fn takes(self, element: Element) -> bool {
        let found = Wanted::of(element);
        match self {
            Wanted::Piece => matches!(found, Wanted::Building | Wanted::Card),
            Wanted::Bearer => !matches!(found, Wanted::Place | Wanted::Name),
            wanted => wanted == found,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Wanted::Player => "player",
            Wanted::Building => "building",
            Wanted::Card => "card",
            Wanted::Place => "place",
            Wanted::Piece => "card or building",
            Wanted::Bearer => "building, card or player",
            Wanted::Number => "number",
            Wanted::Name => "name",
        }
    }
}
