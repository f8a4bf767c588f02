//! What has happened, in parts that programs can read: beside the sentences of the log, and no more than these tell.

use serde::Serialize;

use crate::board::{Bearer, Board, CardId, Event, Fell, Kind, Seat, Seats, SeenPended, Zone};
use crate::engine::{Cause, Script, Watch};
use crate::players::protocol::player::Player;
use crate::rules::ir::Rules;
use crate::speech::cut;
use crate::speech::names::notation::card_name;
use crate::speech::pending::pending_name;

/// Something that has happened. What does not apply is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Happened {
    /// What, as [`WHAT`] lists it.
    pub event: &'static str,
    /// Who has done it, or whom it concerns.
    pub seat: Option<Player>,
    /// The card, where the seat may know it.
    pub card: Option<String>,
    /// Where it was, or is.
    pub at: Option<Where>,
    /// Where it goes, or whom it concerns besides.
    pub to: Option<Where>,
    /// How many, or which.
    pub number: Option<i32>,
    /// How it is called.
    pub name: Option<String>,
}

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Where {
    /// `row`, `stack`, `hand`, `deck`, `discard`, `removed`, `aside`, `law`, or `player` for a player as such.
    pub zone: &'static str,
    pub seat: Option<Player>,
    /// In a row, counted from 1; of a stack that of its building.
    pub place: Option<u16>,
}

/// All words for what happens.
pub const WHAT: [&str; 52] = [
    "turn",
    "main",
    "pass",
    "draw",
    "take-aside",
    "set-aside",
    "lay-aside",
    "under-way",
    "stack",
    "stack-face-up",
    "move",
    "build",
    "swap",
    "exchange",
    "discard",
    "remove",
    "law",
    "to-hand",
    "swap-hands",
    "put-counters",
    "take-counters",
    "write",
    "pend",
    "come",
    "open-hand",
    "see-hand",
    "lead",
    "more-plays",
    "look",
    "show",
    "new-deck",
    "shuffle",
    "put-on-deck",
    "put-under-deck",
    "refresh",
    "eliminated",
    "lose",
    "win",
    "draw-game",
    "use",
    "choose-player",
    "choose-number",
    "play",
    "fizzle",
    "reveal",
    "answer",
    "keyword",
    "coin",
    "die",
    "chance",
    "crisis",
    "cut",
];

/// Collects what happens, as one seat may know it.
#[derive(Debug, Clone)]
pub struct Happenings {
    viewer: Seat,
    happened: Vec<Happened>,
}

impl Happenings {
    /// Nothing has happened yet.
    pub fn new(viewer: Seat) -> Happenings {
        Happenings { viewer, happened: Vec::new() }
    }

    /// What has happened since the last time.
    pub fn take(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.happened)
    }

    /// All of it.
    pub fn all(&self) -> &[Happened] {
        &self.happened
    }
}

impl Watch for Happenings {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        let mut teller = Teller { script, board, viewer: self.viewer, cause, told: &mut self.happened };
        teller.tell(event);
    }
}

/// Looks at the board as it is before an event.
struct Teller<'a> {
    script: &'a Script,
    board: &'a Board,
    viewer: Seat,
    cause: Option<Cause>,
    told: &'a mut Vec<Happened>,
}

fn event(event: &'static str) -> Happened {
    Happened { event, seat: None, card: None, at: None, to: None, number: None, name: None }
}

impl Happened {
    fn by(self, seat: Seat) -> Happened {
        Happened { seat: Some(Player(seat)), ..self }
    }

    fn of(self, card: Option<String>) -> Happened {
        Happened { card, ..self }
    }

    fn at(self, at: Where) -> Happened {
        Happened { at: Some(at), ..self }
    }

    fn to(self, to: Where) -> Happened {
        Happened { to: Some(to), ..self }
    }

    fn number(self, number: impl Into<i32>) -> Happened {
        Happened { number: Some(number.into()), ..self }
    }

    fn called(self, name: impl Into<String>) -> Happened {
        Happened { name: Some(name.into()), ..self }
    }
}

impl Where {
    fn zone(zone: &'static str) -> Where {
        Where { zone, seat: None, place: None }
    }

    fn of(zone: &'static str, seat: Seat) -> Where {
        Where { zone, seat: Some(Player(seat)), place: None }
    }
}

impl Teller<'_> {
    fn tell(&mut self, happens: &Event<'_>) {
        let told = match *happens {
            Event::TurnBegan { seat, plays } => event("turn").by(seat).number(plays),
            Event::StartEnded { seat } => event("main").by(seat),
            Event::Passed { seat } => event("pass").by(seat),
            Event::Drawn { seat, card } => {
                let card = if seat == self.viewer { self.open(card) } else { None };
                event("draw").by(seat).of(card).at(Where::zone("deck")).to(Where::of("hand", seat))
            }
            Event::Taken { .. } => {
                event("take-aside").by(self.actor()).at(Where::zone("deck")).to(Where::zone("aside"))
            }
            Event::SetAside { card, .. } => self.goes("set-aside", card).by(self.actor()).to(Where::zone("aside")),
            Event::LaidAside { card, .. } => self.opens("lay-aside", card).to(Where::zone("aside")),
            Event::PutUnderWay { card, .. } => self.opens("under-way", card).to(Where::zone("discard")),
            Event::Stacked { card, on, face_up: true } => self.opens("stack-face-up", card).to(self.stack(on)),
            Event::Stacked { card, on, .. } => self.goes("stack", card).to(self.stack(on)),
            Event::Moved { card, onto } => self.goes("move", card).to(self.stack(onto)),
            Event::Built { card, seat, place } => {
                self.opens("build", card).to(Where { place: Some(place + 1), ..Where::of("row", seat) })
            }
            Event::Swapped { building, card } => self.opens("swap", card).to(self.place(building)),
            Event::Exchanged { one, other } => event("exchange").at(self.place(one)).to(self.place(other)),
            Event::Shifted { building, seat, place } => {
                event("shift").at(self.place(building)).to(Where { place: Some(place + 1), ..Where::of("row", seat) })
            }
            Event::Discarded { card } => self.opens("discard", card).to(Where::zone("discard")),
            Event::Removed { card } => self.opens("remove", card).to(Where::zone("removed")),
            Event::Enacted { card } => self.opens("law", card).to(Where::zone("law")),
            Event::ToHand { card, seat } => {
                let told = if seat == self.viewer { self.opens("to-hand", card) } else { self.goes("to-hand", card) };
                told.by(seat).to(Where::of("hand", seat))
            }
            Event::HandsSwapped { one, other } => event("swap-hands").by(one).to(Where::of("hand", other)),
            Event::HandsPassed { from, to } => event("pass-hands").by(from).to(Where::of("hand", to)),
            // What is remembered is remembered in silence.
            Event::CountersPut { sort, .. } | Event::CountersTaken { sort, .. }
                if self.rules().memory(sort).is_some() =>
            {
                return;
            }
            Event::CountersPut { on, sort, by, number } => self.counters("put-counters", on, sort, by, number),
            Event::CountersTaken { off, sort, by, number } => self.counters("take-counters", off, sort, by, number),
            Event::Written { card, name } => {
                self.goes("write", card).by(self.actor()).called(self.rules().names[usize::from(name)].as_str())
            }
            Event::Pended(pended) => event("pend").by(pended.whose).called(self.pending(pended)),
            Event::Came(pended) => event("come").by(pended.whose).called(self.pending(pended)),
            Event::HandsOpen { seats } => {
                let changed = Seats(seats.0 ^ self.board.open_hands().0);
                self.told
                    .extend(changed.iter().map(|seat| event("open-hand").by(seat).number(u8::from(seats.has(seat)))));
                return;
            }
            Event::Overseen { seat, seen_by, led_by } => return self.overseen(seat, seen_by, led_by),
            Event::MorePlays { more, fewer } => {
                event("more-plays").number(if fewer { -i32::from(more) } else { more.into() })
            }
            Event::Seen { card, seat } if seat == self.viewer => self.opens("look", card).by(seat),
            // A card that lies open to somebody: whose cards do has been told to all.
            Event::Seen { .. } if self.cause.is_none() => return,
            Event::Seen { card, seat } => event("look").at(self.lies(card)).by(seat),
            Event::Shown { card } => self.opens("show", card),
            Event::Shuffled { .. } => event("new-deck"),
            Event::DeckShuffled { .. } => event("shuffle"),
            Event::PutInDeck { card, top } => {
                let told = self.goes(if top { "put-on-deck" } else { "put-under-deck" }, card);
                told.by(self.actor()).to(Where::zone("deck"))
            }
            Event::Refreshed { building } => self.goes("refresh", building),
            Event::Eliminated { seat } => event("eliminated").by(seat),
            Event::Lost { seat } => event("lose").by(seat),
            Event::Won { seat } => event("win").by(seat),
            Event::GameDrawn => event("draw-game"),
            Event::Used { seat, building, ability } => self.goes("use", building).by(seat).number(ability + 1),
            Event::Chose { seat, chosen } => event("choose-player").by(seat).to(Where::of("player", chosen)),
            Event::Bid { seat, number } => event("choose-number").by(seat).number(number),
            Event::ActionPlayed { seat, card } => self.goes("play", card).by(seat),
            Event::Fizzled { card } => self.goes("fizzle", card),
            Event::Revealed { card, .. } => self.opens("reveal", card),
            Event::Triggered { owner, card } => {
                let face = self.cause.and_then(|cause| self.rules().origin(cause.at)?.face);
                let name = face.map(|face| self.rules().faces[face.index()].label.clone());
                Happened { name, ..event("answer").by(owner).of(self.seen(card)) }
            }
            Event::Called { seat, keyword, .. } => {
                let keyword = &self.rules().keywords[usize::from(keyword)];
                // One that has no sentence is called in silence.
                if keyword.log.is_none() {
                    return;
                }
                event("keyword").by(seat).called(keyword.name.as_str())
            }
            Event::Fell { seat, what, .. } => self.fell(what).by(seat),
            Event::Crisis { seat } => event("crisis").by(seat),
            Event::Cut { why, cards } => {
                event("cut").called(cut::told(self.script, self.board, why, cards, self.cause))
            }
            Event::ActionOver { .. }
            | Event::CardPlayed { .. }
            | Event::Noted { .. }
            | Event::Spent { .. }
            | Event::Forgotten { .. }
            | Event::DeckHandled { .. }
            | Event::Sided { .. } => return,
        };
        self.told.push(told);
    }

    fn rules(&self) -> &Rules {
        &self.script.rules
    }

    /// Whose text is under way; else whose turn it is.
    fn actor(&self) -> Seat {
        self.cause.map_or(self.board.turn, |cause| cause.you)
    }

    /// A card that the event lays open to the viewer.
    fn open(&self, card: CardId) -> Option<String> {
        let kind: Kind = self.rules().cards[card.index()];
        Some(card_name(self.rules(), kind).to_string())
    }

    /// A card, when the viewer may know it.
    fn seen(&self, card: CardId) -> Option<String> {
        let state = self.board.card(card);
        let known = match state.zone {
            // Which of the cards that one has seen in another's hand it is, one does not see.
            Zone::Hand => self.viewer == state.seat(),
            Zone::Row => true,
            _ => self.board.is_known_to(card, self.viewer),
        };
        if known || state.face_up() { self.open(card) } else { None }
    }

    /// Something with a card that stays as hidden as it is.
    fn goes(&self, what: &'static str, card: CardId) -> Happened {
        event(what).of(self.seen(card)).at(self.lies(card))
    }

    /// Something with a card that lies open by it.
    fn opens(&self, what: &'static str, card: CardId) -> Happened {
        event(what).of(self.open(card)).at(self.lies(card))
    }

    /// Where a card lies, as all see it.
    fn lies(&self, card: CardId) -> Where {
        let state = self.board.card(card);
        match state.zone {
            Zone::Deck => Where::zone("deck"),
            Zone::Discard => Where::zone("discard"),
            Zone::Removed => Where::zone("removed"),
            Zone::Aside => Where::zone("aside"),
            Zone::Law => Where::zone("law"),
            Zone::Hand => Where::of("hand", state.seat()),
            Zone::Row => self.place(card),
            Zone::Stack => self.board.under(card).map_or(Where::zone("stack"), |under| self.stack(under)),
        }
    }

    fn place(&self, building: CardId) -> Where {
        let place = self.board.place(building).map(|place| place as u16 + 1);
        Where { zone: "row", seat: self.board.owner(building).map(Player), place }
    }

    fn stack(&self, building: CardId) -> Where {
        Where { zone: "stack", ..self.place(building) }
    }

    fn pending(&self, pended: crate::board::Pended) -> String {
        pending_name(self.rules(), &SeenPended::of(self.board, pended, Some(self.viewer)))
    }

    fn counters(&self, what: &'static str, on: Bearer, sort: u8, by: Option<Seat>, number: u16) -> Happened {
        let (name, number) = self.rules().heap(sort, number);
        let told = match on {
            Bearer::Card(card) => self.goes(what, card),
            Bearer::Player(seat) => event(what).at(Where::of("player", seat)),
        };
        told.by(by.unwrap_or_else(|| self.actor())).called(name).number(number)
    }

    /// Who sees a hand or decides for its player from now on, and who no more.
    fn overseen(&mut self, seat: Seat, seen_by: Seats, led_by: Seats) {
        let [before, _] = self.board.over(seat);
        for by in Seats(before.0 ^ seen_by.0).without(seat).iter() {
            self.told.push(event("see-hand").by(by).to(Where::of("hand", seat)).number(u8::from(seen_by.has(by))));
        }
        let leads = |by: &Seat| led_by.has(*by) && self.board.living.has(*by);
        let (before, now) = (self.board.chooser(seat).by, seat.clockwise(self.board.seats).find(leads).unwrap_or(seat));
        if before != now {
            self.told.push(event("lead").by(now).to(Where::of("player", seat)));
        }
    }

    /// What chance has decided.
    fn fell(&self, what: Fell) -> Happened {
        match what {
            Fell::Coin { heads } => event("coin").called(if heads { "heads" } else { "tails" }),
            Fell::Die(number) => event("die").number(number),
            Fell::Player(seat) => event("chance").to(Where::of("player", seat)),
            Fell::Card(card) => self.goes("chance", card),
            Fell::Place(seat, place) => event("chance").to(Where { place: Some(place + 1), ..Where::of("row", seat) }),
            Fell::Number(number) => event("chance").number(number),
        }
    }
}
