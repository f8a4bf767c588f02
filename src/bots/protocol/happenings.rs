//! What has happened, in parts that programs can read: beside the sentences of the log, and no more than these tell.

use crate::protocol::event::event;
use crate::protocol::{Happened, Player, Sort, Where};
use board::{Bearer, Board, CardId, Event, Fell, Kind, Seat, Seats, SeenPended, Zone};
use engine::{Cause, GONE, Script, Watch};
use explain::cut;
use explain::names::card_label;
use explain::pending::pending_name;
use rules::ir::{Element, Rules};

/// Collects what happens, as one seat may know it.
#[derive(Debug, Clone)]
pub struct Happenings {
    viewer: Seat,
    happened: Vec<Happened>,
}

impl Happenings {
    /// Nothing has happened yet.
    pub fn new(viewer: Seat) -> Happenings {
        Happenings {
            viewer,
            happened: Vec::new(),
        }
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
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let mut teller = Teller {
            script,
            board,
            viewer: self.viewer,
            cause,
            told: &mut self.happened,
        };
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

impl Teller<'_> {
    fn tell(&mut self, happens: &Event<'_>) {
        let told = match *happens {
            Event::TurnBegan { seat, plays } => event(Sort::Turn).by(seat).number(plays),
            Event::StartEnded { seat } => event(Sort::Main).by(seat),
            Event::Passed { seat } => event(Sort::Pass).by(seat),
            Event::Drawn { seat, card } => {
                let card = if seat == self.viewer {
                    self.open(card)
                } else {
                    None
                };
                event(Sort::Draw)
                    .by(seat)
                    .of(card)
                    .at(Where::zone("deck"))
                    .to(Where::of("hand", seat))
            }
            Event::Taken { .. } => event(Sort::TakeAside)
                .by(self.actor())
                .at(Where::zone("deck"))
                .to(Where::zone("aside")),
            Event::SetAside { card, by, .. } => self
                .goes(Sort::SetAside, card)
                .by(by)
                .to(Where::zone("aside")),
            Event::LaidAside { card, .. } => {
                self.opens(Sort::LayAside, card).to(Where::zone("aside"))
            }
            Event::PutUnderWay { card, .. } => {
                self.opens(Sort::UnderWay, card).to(Where::zone("discard"))
            }
            Event::Stacked {
                card,
                on,
                face_up: true,
            } => self.opens(Sort::StackFaceUp, card).to(self.stack(on)),
            Event::Stacked { card, on, .. } => self.goes(Sort::Stack, card).to(self.stack(on)),
            Event::Moved { card, onto } => self.goes(Sort::Move, card).to(self.stack(onto)),
            Event::Built { card, seat, place } => self.opens(Sort::Build, card).to(Where {
                place: Some(place + 1),
                ..Where::of("row", seat)
            }),
            Event::Swapped { building, card } => {
                self.opens(Sort::Swap, card).to(self.place(building))
            }
            Event::Exchanged { one, other } => event(Sort::Exchange)
                .at(self.place(one))
                .to(self.place(other)),
            Event::Shifted {
                building,
                seat,
                place,
            } => event(Sort::Shift).at(self.place(building)).to(Where {
                place: Some(place + 1),
                ..Where::of("row", seat)
            }),
            Event::Discarded { card } => self.opens(Sort::Discard, card).to(Where::zone("discard")),
            Event::Removed { card } => self.opens(Sort::Remove, card).to(Where::zone("removed")),
            Event::Enacted { card } => self.opens(Sort::Law, card).to(Where::zone("law")),
            Event::ToHand { card, seat } => {
                let told = if seat == self.viewer {
                    self.opens(Sort::ToHand, card)
                } else {
                    self.goes(Sort::ToHand, card)
                };
                told.by(seat).to(Where::of("hand", seat))
            }
            Event::HandsSwapped { one, other } => {
                event(Sort::SwapHands).by(one).to(Where::of("hand", other))
            }
            Event::HandsPassed { from, to } => {
                event(Sort::PassHands).by(from).to(Where::of("hand", to))
            }
            // What is remembered is remembered in silence.
            Event::CountersPut { sort, .. } | Event::CountersTaken { sort, .. }
                if self.rules().memory(sort).is_some() =>
            {
                return;
            }
            Event::CountersPut {
                on,
                sort,
                by,
                number,
            } => self.counters(Sort::PutCounters, on, sort, by, number),
            Event::CountersTaken {
                off,
                sort,
                by,
                number,
            } => self.counters(Sort::TakeCounters, off, sort, by, number),
            Event::Written { card, name } => self
                .goes(Sort::Write, card)
                .by(self.actor())
                .called(self.rules().names[usize::from(name)].as_str()),
            Event::Pended(pended) => event(Sort::Pend)
                .by(pended.whose)
                .called(self.pending(pended.as_seen_by(self.viewer))),
            Event::Came(pended) => event(Sort::Come)
                .by(pended.whose)
                .called(self.pending(pended)),
            Event::HandsOpen { seats } => {
                let changed = Seats(seats.0 ^ self.board.open_hands().0);
                self.told.extend(changed.iter().map(|seat| {
                    event(Sort::OpenHand)
                        .by(seat)
                        .number(u8::from(seats.has(seat)))
                }));
                return;
            }
            Event::Overseen {
                seat,
                seen_by,
                led_by,
            } => return self.overseen(seat, seen_by, led_by),
            Event::MorePlays { more, fewer } => {
                event(Sort::MorePlays).number(if fewer { -i32::from(more) } else { more.into() })
            }
            Event::Seen { card, seat } if seat == self.viewer => {
                self.opens(Sort::Look, card).by(seat)
            }
            // A card that lies open to somebody: whose cards do has been told to all.
            Event::Seen { .. } if self.cause.is_none() => return,
            Event::Seen { card, seat } => event(Sort::Look).at(self.lies(card)).by(seat),
            Event::Shown { card } => self.opens(Sort::Show, card),
            Event::Shuffled { .. } => event(Sort::NewDeck),
            Event::DeckShuffled { .. } => event(Sort::Shuffle),
            Event::PutInDeck { card, top, by } => {
                let told = self.goes(
                    if top {
                        Sort::PutOnDeck
                    } else {
                        Sort::PutUnderDeck
                    },
                    card,
                );
                told.by(by).to(Where::zone("deck"))
            }
            Event::Refreshed { building } => self.goes(Sort::Refresh, building),
            Event::Eliminated { seat } => event(Sort::Eliminated).by(seat),
            Event::Lost { seat } => event(Sort::Lose).by(seat),
            Event::Won { seat } => event(Sort::Win).by(seat),
            Event::GameDrawn => event(Sort::DrawGame),
            Event::Used {
                seat,
                building,
                ability,
            } => self.goes(Sort::Use, building).by(seat).number(ability + 1),
            Event::Chose { seat, chosen } => event(Sort::ChoosePlayer)
                .by(seat)
                .to(Where::of("player", chosen)),
            Event::Bid { seat, number } => event(Sort::ChooseNumber).by(seat).number(number),
            Event::ActionPlayed { seat, card } => self.goes(Sort::Play, card).by(seat),
            Event::Fizzled { card } => self.goes(Sort::Fizzle, card),
            Event::Revealed { card, .. } => self.opens(Sort::Reveal, card),
            Event::Triggered { owner, card } => {
                let face = self
                    .cause
                    .and_then(|cause| self.rules().origin(cause.at)?.face);
                let name = face.map(|face| self.rules().faces[face.index()].label.clone());
                Happened {
                    name,
                    ..event(Sort::Answer)
                        .by(owner)
                        .of(card.is_some().then(|| self.seen(card)).flatten())
                }
            }
            Event::Called {
                seat,
                keyword,
                arguments,
                unanswered: _,
            } => {
                let keyword = &self.rules().keywords[usize::from(keyword)];
                // One that has no sentence is called in silence.
                if keyword.log.is_none() {
                    return;
                }
                let given = keyword.params.iter().zip(arguments);
                let mut given = given.filter(|(_, value)| **value != GONE);
                let to = given.find_map(|((_, element), value)| match (*element)? {
                    Element::Player => Some(Where::of("player", Seat(*value as u8))),
                    Element::Building => Some(self.place(CardId(*value))),
                    Element::StackedCard => Some(self.lies(CardId(*value))),
                    _ => None,
                });
                let told = event(Sort::Keyword).by(seat).called(keyword.name.as_str());
                Happened { to, ..told }
            }
            Event::Fell { seat, what, .. } => self.fell(what).by(seat),
            Event::Crisis { seat } => event(Sort::Crisis).by(seat),
            Event::Cut { why, cards } => {
                event(Sort::Cut).called(cut::told(self.script, self.board, why, cards, self.cause))
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
        Some(card_label(self.rules(), kind).to_string())
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
        if known || state.face_up() {
            self.open(card)
        } else {
            None
        }
    }

    /// Something with a card that stays as hidden as it is.
    fn goes(&self, what: Sort, card: CardId) -> Happened {
        event(what).of(self.seen(card)).at(self.lies(card))
    }

    /// Something with a card that lies open by it.
    fn opens(&self, what: Sort, card: CardId) -> Happened {
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
            Zone::Stack => self
                .board
                .under(card)
                .map_or(Where::zone("stack"), |under| self.stack(under)),
        }
    }

    fn place(&self, building: CardId) -> Where {
        let place = self.board.place(building).map(|place| place as u16 + 1);
        Where {
            zone: "row",
            seat: self.board.owner(building).map(Player),
            place,
        }
    }

    fn stack(&self, building: CardId) -> Where {
        Where {
            zone: "stack",
            ..self.place(building)
        }
    }

    fn pending(&self, pended: board::Pended) -> String {
        pending_name(self.rules(), &SeenPended::of(self.board, pended))
    }

    fn counters(
        &self,
        what: Sort,
        on: Bearer,
        sort: u8,
        by: Option<Seat>,
        number: u16,
    ) -> Happened {
        let (name, number) = self.rules().heap(sort, number);
        let told = match on {
            Bearer::Card(card) => self.goes(what, card),
            Bearer::Player(seat) => event(what).at(Where::of("player", seat)),
        };
        told.by(by.unwrap_or_else(|| self.actor()))
            .called(name)
            .number(number)
    }

    /// Who sees a hand or decides for its player from now on, and who no more.
    fn overseen(&mut self, seat: Seat, seen_by: Seats, led_by: Seats) {
        let [before, _] = self.board.over(seat);
        for by in Seats(before.0 ^ seen_by.0).without(seat).iter() {
            self.told.push(
                event(Sort::SeeHand)
                    .by(by)
                    .to(Where::of("hand", seat))
                    .number(u8::from(seen_by.has(by))),
            );
        }
        let leads = |by: &Seat| led_by.has(*by) && self.board.living.has(*by);
        let (before, now) = (
            self.board.chooser(seat).by,
            seat.clockwise(self.board.seats).find(leads).unwrap_or(seat),
        );
        if before != now {
            self.told
                .push(event(Sort::Lead).by(now).to(Where::of("player", seat)));
        }
    }

    /// What chance has decided.
    fn fell(&self, what: Fell) -> Happened {
        match what {
            Fell::Coin { heads } => event(Sort::Coin).called(if heads { "heads" } else { "tails" }),
            Fell::Die(number) => event(Sort::Die).number(number),
            Fell::Player(seat) => event(Sort::Chance).to(Where::of("player", seat)),
            Fell::Card(card) => self.goes(Sort::Chance, card),
            Fell::Place(seat, place) => event(Sort::Chance).to(Where {
                place: Some(place + 1),
                ..Where::of("row", seat)
            }),
            Fell::Number(number) => event(Sort::Chance).number(number),
        }
    }
}
