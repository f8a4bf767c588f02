//! How small and how large the game of a recipe may be.

use super::error::{Problem, Report};
use super::ir::VictoryDeal;
use super::plan::{KindAt, Shelf};
use super::recipe::{Kinds, PLAYERS, Recipe};
use text::Span;
use text::limits::{CARDS, KINDS};

impl Shelf<'_> {
    /// Reports a game with too many kinds or cards, or too few victory cards.
    pub(super) fn limits(
        self,
        recipe: &Recipe,
        deck: &[(KindAt, u8)],
        victories: &[(KindAt, u8)],
        report: &mut Report,
    ) {
        let count: usize = victories
            .iter()
            .map(|(_, copies)| usize::from(*copies))
            .sum();
        if count < PLAYERS {
            report.add(
                &recipe.source,
                recipe.place(),
                Problem::TooFewVictories {
                    count,
                    most: PLAYERS,
                },
            );
        }
        if recipe.victory == VictoryDeal::Same && victories.len() > 1 {
            // Of sets that another recipe names it is said there which one is too much.
            let beside = self
                .beside_its_variant(recipe)
                .filter(|_| recipe.names_its_sets());
            let (place, problem) = match beside {
                Some(set) => {
                    let help = "the variant has all of it: leave this one out, or say which victory card all have: `victory-cards = [\"NAME\"]`";
                    let place = "a game in which all have the same victory card";
                    (
                        set,
                        Problem::Misplaced {
                            what: "a set beside its variant",
                            place,
                            help,
                        },
                    )
                }
                None => {
                    let (what, count) = ("kinds of the same victory card", victories.len());
                    (
                        recipe.place(),
                        Problem::TooMany {
                            what,
                            count,
                            most: 1,
                        },
                    )
                }
            };
            report.add(&recipe.source, place, problem);
        }
        let draws = match &recipe.kinds {
            Kinds::Draw(wanted) => wanted.node.min(deck.len()),
            _ => deck.len(),
        };
        let kinds = draws + victories.len();
        if kinds > KINDS {
            let problem = Problem::TooMany {
                what: "kinds",
                count: kinds,
                most: KINDS,
            };
            report.add(&recipe.source, recipe.place(), problem);
        }
        let cards: usize = deck
            .iter()
            .take(draws)
            .chain(victories)
            .map(|(_, copies)| usize::from(*copies))
            .sum();
        if cards > CARDS {
            let problem = Problem::TooMany {
                what: "cards",
                count: cards,
                most: CARDS,
            };
            report.add(&recipe.source, recipe.place(), problem);
        }
    }

    /// A set of the recipe that another one of its sets extends.
    fn beside_its_variant(self, recipe: &Recipe) -> Option<Span> {
        let bases =
            |at: usize| std::iter::successors(self.files[at].base, |at| self.files[*at].base);
        let sets = || {
            recipe
                .sets
                .iter()
                .filter_map(|set| self.set_at(recipe, set))
        };
        let extended = |base: usize| {
            sets().any(|other| bases(other).take(self.files.len()).any(|at| at == base))
        };
        recipe
            .sets
            .iter()
            .find(|set| self.set_at(recipe, set).is_some_and(extended))
            .map(|set| set.span)
    }
}

/// The smallest game there is begins as its recipe says. Among more players those who are dealt last may get fewer cards.
pub(super) fn hands(recipe: &Recipe, deck: &[(KindAt, u8)], report: &mut Report) {
    let draws = match &recipe.kinds {
        Kinds::Draw(wanted) => wanted.node,
        Kinds::All | Kinds::Named(_) => deck.len(),
    };
    let dealt = 2 * usize::from(recipe.hand) + usize::from(recipe.second_of_two_extra);
    let deck: usize = deck
        .iter()
        .take(draws)
        .map(|(_, copies)| usize::from(*copies))
        .sum();
    if dealt > deck {
        let problem = Problem::TooMany {
            what: "cards for the hands of two players",
            count: dealt,
            most: deck,
        };
        report.add(
            &recipe.source,
            recipe.dealt.unwrap_or_else(|| recipe.place()),
            problem,
        );
    }
}
