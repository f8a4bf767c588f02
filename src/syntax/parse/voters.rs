//! Finds who votes, where a majority is spoken of: those of the vote before it.

use super::trees::{filtered, of};
use crate::syntax::ast::{Noun, Set, Statement, Text, VOTE};
use crate::syntax::visit::{Part, visit};

/// Those who vote; no text gives a name that is written so, and none with it is checked.
pub(super) const VOTERS: &str = "those who vote";

/// A majority is one of those who vote: of whom the vote before it speaks.
pub(super) fn count_who_votes(text: &mut Text) {
    let mut voters = None;
    visit(text, &mut |part| match part {
        Part::Statement(statement) => {
            if let Statement::SecretNumber { players, name, .. } = &statement.node
                && name.node == VOTE
            {
                voters = Some(players.clone());
            }
        }
        Part::Set(set) => {
            let Set::Of { noun, filters, .. } = &set.node else { return };
            if noun.node == Noun::Name(VOTERS.to_string()) {
                let all = voters.clone().unwrap_or_else(|| of(Noun::Players { from: None }, noun.span));
                *set = filters.iter().fold(all, filtered);
            }
        }
        _ => {}
    });
}
