//! How a game has ended, and why, in a sentence.

use crate::names::{building_name, called, face_name};
use board::{Board, CardId, Seat};
use engine::{Game, Met, Outcome, Reason, Script, tallied};
use rules::ir::{Compare, Item, Num, Pred, Rules, Source};
use text::plural;

/// How the game has ended for whoever looks, and why: `You lost: p2's Windmill has 5 cards.` Nothing while it goes on. `me` is
/// called `You`, others by their names, by seat, where they have some.
pub fn ending(game: &Game, me: Option<Seat>, names: &[String]) -> Option<String> {
    let (script, board) = (game.script(), game.board());
    let out = me.filter(|me| !board.living.has(*me) && me.0 < board.seats);
    if game.outcome() == Outcome::Drawn {
        let why = if board.living.iter().next().is_none() {
            ": nobody is left"
        } else {
            ""
        };
        return Some(format!("The game is a draw{why}."));
    }
    let (winner, reason) = game.reason()?;
    let teller = Teller {
        script,
        board,
        winner,
        names,
    };
    Some(match (me == Some(winner), me) {
        (true, _) => format!("You win: {}.", teller.why(reason, Whose::You)),
        (false, Some(me)) if me.0 < board.seats => {
            let why = teller.why(reason, Whose::Named);
            match out {
                Some(_) if reason == Some(Reason::LastLiving) => {
                    format!(
                        "You lost: you have no buildings left, so {} wins as the last player.",
                        teller.who()
                    )
                }
                Some(_) => format!(
                    "You lost: you have no buildings left. {} wins: {why}.",
                    teller.who()
                ),
                None => format!("You lost: {why}."),
            }
        }
        _ => format!(
            "{} wins: {}.",
            teller.who(),
            teller.why(reason, Whose::Their)
        ),
    })
}

/// Why somebody wins on that table, as a sentence without its end: `p2's Windmill has 5 cards`; nothing where the table does not
/// show it.
pub fn why(script: &Script, board: &Board, winner: Seat) -> Option<String> {
    let names = &[];
    let teller = Teller {
        script,
        board,
        winner,
        names,
    };
    Some(match Reason::of(script, board, winner)? {
        Reason::LastLiving => "nobody else is left".to_string(),
        reason => teller.why(Some(reason), Whose::Named),
    })
}

/// How the winner is spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    You,
    /// By seat and name.
    Named,
    /// They have been named just before.
    Their,
}

struct Teller<'a> {
    script: &'a Script,
    board: &'a Board,
    winner: Seat,
    names: &'a [String],
}

impl Teller<'_> {
    fn rules(&self) -> &Rules {
        &self.script.rules
    }

    fn who(&self) -> String {
        called(self.winner, self.names)
    }

    fn why(&self, reason: Option<Reason>, whose: Whose) -> String {
        let has = match whose {
            Whose::You => "you have".to_string(),
            Whose::Named => format!("{} has", self.who()),
            Whose::Their => "they have".to_string(),
        };
        match reason {
            Some(Reason::LastLiving) if whose == Whose::Named => {
                format!("{} is the last player left", self.who())
            }
            Some(Reason::LastLiving) => "nobody else is left".to_string(),
            Some(Reason::Tally(index)) => {
                let name = &self.rules().tallies[usize::from(index)].name;
                let number = tallied(self.script, self.board, self.winner, index);
                format!("{has} {number} {name}")
            }
            Some(Reason::Building(building)) => self.built(building, whose, &has),
            None => match whose {
                Whose::You => "a card says so".to_string(),
                _ => format!("a card makes {} the winner", self.who()),
            },
        }
    }

    /// By the condition on a building, with the numbers that the table shows.
    fn built(&self, building: CardId, whose: Whose, has: &str) -> String {
        let rules = self.rules();
        let second = self.board.card(building).second_side();
        let name = building_name(rules, rules.cards[building.index()], second);
        let name = match whose {
            Whose::You => format!("your {name}"),
            Whose::Named => format!("{}'s {name}", self.who()),
            Whose::Their => format!("their {name}"),
        };
        let Some(met) = Met::of(self.script, self.board, self.winner, building) else {
            return format!("the condition of {name} is met");
        };
        let face = &rules.faces[met.face.index()];
        if let Some(counted) = self.counted(&met, has) {
            return format!("{counted} ({})", face_name(rules, met.face));
        }
        match face.winning.get(met.number) {
            Some(clause) => self.spoken(clause, &met, &name, whose),
            None if face_name(rules, met.face) == name => format!("the condition of {name} is met"),
            None => format!(
                "the condition of {} on {name} is met",
                face_name(rules, met.face)
            ),
        }
    }

    /// Names of one's own buildings, which read badly as they are printed.
    fn counted(&self, met: &Met, has: &str) -> Option<String> {
        let rules = self.rules();
        let (have, _) = met.count?;
        let win = rules.faces[met.face.index()].wins[met.number];
        let Pred::Compare(left, Compare::AtLeast, _) = rules.preds[win.index()] else {
            return None;
        };
        let own = |set: rules::ir::SetId| {
            let set = rules.sets[set.index()];
            let of = |item: rules::ir::ItemId| rules.items[item.index()] == Item::You;
            set.filter.is_none() && matches!(set.source, Source::BuildingsOf(item) if of(item))
        };
        match rules.nums[left.index()] {
            Num::MostAlike(set) if own(set) => Some(format!(
                "{has} {} of the same name",
                plural(have.into(), "building")
            )),
            Num::DifferentNames(set) if own(set) => {
                Some(format!("{has} buildings of {} different names", have))
            }
            _ => None,
        }
    }

    /// The clause with the winner in it, and with how much there is in place of how much it takes.
    fn spoken(&self, clause: &str, met: &Met, name: &str, whose: Whose) -> String {
        let clause = clause.trim_end_matches('.');
        let mut said = match clause.split_once("in when ") {
            Some((_, condition)) => condition.to_string(),
            None => clause.to_string(),
        };
        if let Some((have, want)) = met.count.filter(|(_, want)| *want > 1) {
            said = said.replacen(&format!("at least {want} "), &format!("{have} "), 1);
            if let Some(before) = said.strip_suffix(&format!("at least {want}")) {
                said = format!("{before}{have}");
            }
        }
        let who = self.who();
        let (you, your) = match whose {
            Whose::You => ("you".to_string(), "your".to_string()),
            Whose::Named => (who.clone(), format!("{who}'s")),
            Whose::Their => ("they".to_string(), "their".to_string()),
        };
        let words: Vec<&str> = said.split(' ').collect();
        let mut told = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| words[before]);
            told.push(match *word {
                "have" if before == Some("you") && whose == Whose::Named => "has".to_string(),
                "are" if before == Some("you") && whose == Whose::Named => "is".to_string(),
                "you" => you.clone(),
                "your" => your.clone(),
                "this" => name.to_string(),
                word => word.to_string(),
            });
        }
        told.join(" ")
    }
}
