//! Those who read what is told of a kept game: all who sit at its screen. They learn nothing that they may not know.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::save::Saved;
use crate::screen::Memory;
use board::{Held, Seat, Seen, View};
use engine::Game;
use explain::options::decision::Decision;
use lang::Fault;
use lang::notation::Mover;
use record::positions::print::print_view;

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
        Readers {
            seat: saved.seat,
            several: !saved.guests.is_empty(),
            strict: saved.memory == Memory::Strict,
        }
    }

    /// That one reads it, and nobody else.
    pub(crate) fn is_only(self, seat: Seat) -> bool {
        self.seat == seat && !self.several
    }

    /// The table as all of them see it.
    fn view(self, game: &Game) -> View {
        let mut view = View::of(game.board(), &game.script().rules.cards, self.seat);
        for (seat, hand) in (0..)
            .map(Seat)
            .zip(&mut view.hands)
            .filter(|_| self.several)
        {
            if !game.board().open_hands().has(seat) {
                *hand = Held::Count(game.board().hand(seat).len());
            }
        }
        if self.several || self.strict {
            view.without_memory()
        } else {
            view
        }
    }

    /// The table, and what is asked; nothing when the game is over. What others are offered is their own affair.
    pub fn text(self, game: &Game) -> Option<String> {
        let decision = Decision::of(game)?;
        let mut out = print_view(&game.script().rules, &self.view(game), false);
        // Writing to a string cannot fail.
        let _ = write!(out, "asked {}:", decision.chooser());
        if self.is_only(decision.by) {
            decision.offers.iter().for_each(|offer| {
                let _ = write!(out, " | {}", offer.label);
            });
        }
        Some(out)
    }

    /// The faces of all cards that they see, by index.
    pub(crate) fn open_faces(self, game: &Game) -> BTreeSet<usize> {
        let view = self.view(game);
        let hands = view.hands.iter().filter_map(|hand| match hand {
            Held::Cards(held) => Some(held),
            Held::Count(_) => None,
        });
        let buildings = view.nations.iter().flatten().flatten();
        let stacked = buildings.clone().flat_map(|building| &building.stack);
        let stacked = stacked.filter_map(|card| match card {
            Seen::Known { kind, .. } => Some(kind),
            Seen::Hidden => None,
        });
        let removed = view.removed.iter().map(|(kind, _)| kind);
        let kinds = view
            .discard
            .iter()
            .chain(view.seen.iter().flatten())
            .chain(removed);
        let kinds = kinds
            .chain(hands.flatten())
            .chain(buildings.map(|building| &building.kind));
        let kinds = kinds
            .chain(stacked)
            .map(|kind| &game.script().rules.kinds[kind.index()]);
        let faces = kinds.flat_map(|kind| kind.action.iter().chain(&kind.buildings));
        faces.map(|face| face.index()).collect()
    }
}

/// A fault in the text of a kept game, with that text as it may be quoted: of choices and positions only what these readers may
/// know, or nobody where it is not known who reads it. Three dots stand for the rest, however long it is.
pub fn quotable(text: &str, error: Fault, readers: Option<Readers>) -> (String, Fault) {
    let (mut out, mut at, mut in_position) = (String::with_capacity(text.len()), 0, false);
    let mut span = error.span;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let choice = words.strip_prefix(['>', '<']);
        let own = |choice: &str| {
            let seat = choice
                .split(':')
                .next()
                .and_then(|seat| seat.trim().parse::<Mover>().ok());
            let only = |(seat, readers): (Mover, Readers)| {
                readers.is_only(explain::names::chooser_of(seat).by)
            };
            seat.zip(readers).is_some_and(only)
        };
        let ends = words == "end";
        let veils = match choice {
            Some(choice) => !own(choice),
            None => in_position && !ends && !words.starts_with("turn "),
        };
        in_position = if in_position {
            !ends
        } else {
            words == "position"
        };
        let (begins, shown) = (out.len(), if veils { shown(line) } else { line });
        out.push_str(shown);
        let whole = shown.len();
        if veils {
            out.push_str(" ...\n");
        }
        // What is marked in the rest of the line marks the dots.
        let to = |place: usize, hidden: usize| {
            begins
                + if place - at <= whole {
                    place - at
                } else {
                    whole + hidden
                }
        };
        if (at..at + line.len()).contains(&error.span.start) {
            span.start = to(error.span.start, 1);
        }
        if (at..=at + line.len()).contains(&error.span.end) {
            span.end = to(error.span.end, 4).min(out.len());
        }
        at += line.len();
    }
    // Behind the end of the text.
    if error.span.start >= at {
        span.start = out.len();
    }
    span.end = span.end.max(span.start);
    (out, Fault { span, ..error })
}

/// What of a line is shown to all: up to its first colon, or, where there is none, its first blank.
fn shown(line: &str) -> &str {
    let line = line.trim_end();
    let end = line
        .find(':')
        .or_else(|| line.find(' '))
        .map_or(line.len(), |at| at + 1);
    line[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::quotable;
    use lang::Fault;
    use text::Span;

    #[test]
    fn nothing_that_lies_hidden_is_quoted() {
        let text = "save 2\ntold Hello: you.\nposition\nturn p1 main\ndeck: Café, Wind\np2 Mill[]\nend\n= 00000001\n> p1: stack Wind\n< p2 stack Rain\nfile a\n|> p1: x\n";
        let veiled = "save 2\ntold Hello: you.\nposition\nturn p1 main\ndeck: ...\np2 ...\nend\n= 00000001\n> p1: ...\n< ...\nfile a\n|> p1: x\n";
        for (marked, dots) in [
            ("told Hello", "told Hello"),
            ("Café", "..."),
            ("> p1: stack Wind", "> p1: ..."),
            ("> p1", "> p1"),
            ("file a", "file a"),
            ("Rain", "..."),
        ] {
            let start = text.find(marked).expect("it is there");
            let error = Fault::new(Span::new(start, start + marked.len()), "wrong");
            let (quoted, error) = quotable(text, error, None);
            assert_eq!(quoted, veiled);
            assert_eq!(&quoted[error.span.start..error.span.end], dots, "{marked}");
        }
        let end = Fault::new(Span::new(text.len(), text.len()), "wrong");
        assert_eq!(
            quotable(text, end, None).1.span,
            Span::new(veiled.len(), veiled.len())
        );
    }
}
