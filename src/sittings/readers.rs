//! Those who read what is told of a kept game: all who sit at its screen. They learn nothing that they may not know.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::board::{Held, Kind, Seat, Seen, View};
use crate::engine::Game;
use crate::sittings::saved::Saved;
use crate::speech::options::decision::Decision;
use crate::speech::positions::print::print_view;
use crate::speech::screen::memory::Memory;
use crate::syntax::notation::Player;

/// See the top of the file.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    seat: Seat,
    /// Others read it, too: what one of them alone knows is not told.
    several: bool,
    /// What lies face down is not remembered.
    strict: bool,
}

impl Readers {
    pub fn of(saved: &Saved) -> Readers {
        Readers { seat: saved.seat, several: !saved.guests.is_empty(), strict: saved.memory == Memory::Strict }
    }

    /// That one reads it, and nobody else.
    pub fn is_only(self, seat: Seat) -> bool {
        self.seat == seat && !self.several
    }

    /// The table as all of them see it.
    fn view(self, game: &Game) -> View {
        let mut view = View::of(game.board(), &game.script().rules.cards, self.seat);
        if let Some(hand) = view.hands.get_mut(self.seat.index()).filter(|_| self.several) {
            *hand = Held::Count(game.board().hand(self.seat).len());
        }
        if self.several || self.strict { view.without_memory() } else { view }
    }

    /// The table, and what is asked; nothing when the game is over. What others are offered is their own affair.
    pub fn text(self, game: &Game) -> Option<String> {
        let decision = Decision::of(game)?;
        let mut out = print_view(&game.script().rules, &self.view(game), false);
        // Writing to a string cannot fail.
        let _ = write!(out, "asked {}:", decision.seat);
        if self.is_only(decision.seat) {
            decision.offers.iter().for_each(|offer| {
                let _ = write!(out, " | {}", offer.label);
            });
        }
        Some(out)
    }

    /// The faces of all cards that they see, by index.
    pub fn open_faces(self, game: &Game) -> BTreeSet<usize> {
        let view = self.view(game);
        let mut kinds: Vec<Kind> = [&view.discard[..], &view.seen.concat()].concat();
        kinds.extend(view.removed.iter().map(|(kind, _)| *kind));
        for hand in &view.hands {
            if let Held::Cards(held) = hand {
                kinds.extend(held);
            }
        }
        for building in view.nations.iter().flatten().flatten() {
            kinds.push(building.kind);
            kinds.extend(building.stack.iter().filter_map(|card| match card {
                Seen::Known { kind, .. } => Some(*kind),
                Seen::Hidden => None,
            }));
        }
        let faces = kinds.into_iter().map(|kind| &game.script().rules.kinds[kind.index()]);
        faces.flat_map(|kind| kind.action.iter().chain(&kind.buildings)).map(|face| face.index()).collect()
    }
}

/// The text of a kept game as it may be quoted where something is wrong with it: of choices and positions only what these readers
/// may know, or nobody where it is not known who reads it. Dots stand for the rest, so that everything stays in its place.
pub fn quotable(text: &str, readers: Option<Readers>) -> String {
    let mut in_position = false;
    let veiled = text.split_inclusive('\n').map(|line| {
        let words = line.trim();
        let choice = words.strip_prefix(['>', '<']);
        let own = |choice: &str| {
            let seat = choice.split(':').next().and_then(|seat| seat.trim().parse::<Player>().ok());
            seat.zip(readers).is_some_and(|(seat, readers)| readers.is_only(seat.into()))
        };
        let ends = words == "end";
        let veils = match choice {
            Some(choice) => !own(choice),
            None => in_position && !ends && !words.starts_with("turn "),
        };
        in_position = if in_position { !ends } else { words == "position" };
        if veils { veiled(line) } else { line.to_string() }
    });
    veiled.collect()
}

/// Dots from the first colon on; where there is none, from the first blank on.
fn veiled(line: &str) -> String {
    let shown = line.find(':').or_else(|| line.trim_end().find(' ')).map_or(0, |at| at + 1);
    let (shown, rest) = line.split_at(shown);
    let dot = |sign: char| if sign.is_whitespace() { sign.to_string() } else { ".".repeat(sign.len_utf8()) };
    format!("{shown}{}", rest.chars().map(dot).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::quotable;

    #[test]
    fn nothing_that_lies_hidden_is_quoted() {
        let text = "save 2\ntold Hello: you.\nposition\nturn p1 main\ndeck: Café, Wind\np2 Mill[]\nend\n= 00000001\n> p1: stack Wind\n< p2 stack Rain\nfile a\n|> p1: x\n";
        let veiled = "save 2\ntold Hello: you.\nposition\nturn p1 main\ndeck: ...... ....\np2 ......\nend\n= 00000001\n> p1: ..... ....\n< .. ..... ....\nfile a\n|> p1: x\n";
        assert_eq!(quotable(text, None), veiled);
        assert_eq!(veiled.len(), text.len());
    }
}
