//! How small and how large a game may be: its cards and kinds, the hands, statuses, and what texts give to buildings.

use super::error::{FaultName, Problem, Report};
use super::ir::{self, STATUSES, VictoryDeal};
use super::names::Names;
use super::plan::{KindAt, Shelf};
use super::recipe::{Kinds, PLAYERS, Recipe};
use super::statuses::Cut;
use text::Span;
use text::limits::{CARDS, KINDS, LENT};

fn copies<'k>(kinds: impl IntoIterator<Item = &'k (KindAt, u8)>) -> usize {
    kinds
        .into_iter()
        .map(|(_, copies)| usize::from(*copies))
        .sum()
}

impl Recipe {
    /// How many kinds of its deck are in a game.
    fn kinds_in_game(&self, deck: &[(KindAt, u8)]) -> usize {
        match &self.kinds {
            Kinds::Draw(wanted) => wanted.node.min(deck.len()),
            Kinds::All | Kinds::Named(_) => deck.len(),
        }
    }
}

impl Shelf<'_> {
    /// Reports a game with too many kinds or cards, or too few victory cards.
    pub(super) fn limits(
        self,
        recipe: &Recipe,
        deck: &[(KindAt, u8)],
        victories: &[(KindAt, u8)],
        report: &mut Report,
    ) {
        let (source, here) = (&recipe.source, recipe.place());
        let count = copies(victories);
        if count < PLAYERS {
            let problem = Problem::new(
                FaultName::TooFewVictories,
                format!("a game of {PLAYERS} players needs {PLAYERS} victory cards, not {count}"),
                format!("expected at least {PLAYERS}"),
                "add victory cards, or copies of them: `victory-cards = [{ kind = \"NAME\", copies = 6 }]`",
            );
            report.add(source, here, problem);
        }
        if recipe.victory == VictoryDeal::Same && victories.len() > 1 {
            // Of sets that another recipe names it is said there which one is too much.
            let beside = self.beside_its_variant(recipe);
            match beside.filter(|_| recipe.names_its_sets()) {
                Some(set) => {
                    let what = "a set next to its variant";
                    let place = "a game where all have the same victory card";
                    let help = "remove this set, which the variant contains, or name the victory card that all have: \
                        `victory-cards = [\"NAME\"]`";
                    report.add(source, set, Problem::Misplaced { what, place, help });
                }
                None => {
                    let what = "kinds of victory card in a game where all have the same one";
                    report.at_most(source, here, (what, victories.len(), 1));
                }
            }
        }
        let draws = recipe.kinds_in_game(deck);
        report.at_most(source, here, ("kinds", draws + victories.len(), KINDS));
        let cards = copies(deck[..draws].iter().chain(victories));
        report.at_most(source, here, ("cards", cards, CARDS));
    }

    /// A set of the recipe that another one of its sets extends.
    fn beside_its_variant(self, recipe: &Recipe) -> Option<Span> {
        let bases =
            |at: usize| std::iter::successors(self.files[at].base, |at| self.files[*at].base);
        let number = |set: &_| self.set_at(recipe, set);
        let extended = |base: usize| {
            let mut others = recipe.sets.iter().filter_map(number);
            others.any(|other| bases(other).take(self.files.len()).any(|at| at == base))
        };
        let mut sets = recipe.sets.iter();
        sets.find(|set| number(set).is_some_and(extended))
            .map(|set| set.span)
    }
}

/// The smallest game there is begins as its recipe says. Among more players those who are dealt last may get fewer cards.
pub(super) fn hands(recipe: &Recipe, deck: &[(KindAt, u8)], report: &mut Report) {
    let dealt = 2 * usize::from(recipe.hand) + usize::from(recipe.second_of_two_extra);
    let deck = copies(&deck[..recipe.kinds_in_game(deck)]);
    let place = recipe.dealt.unwrap_or_else(|| recipe.place());
    let bound = ("cards for the hands of two players", dealt, deck);
    report.at_most(&recipe.source, place, bound);
}

/// A game with more statuses than there are bits for is refused.
pub(super) fn statuses(names: &Names, cuts: &[Cut], recipe: &Recipe, report: &mut Report) {
    let what = "statuses of one game, where each one `against` some texts counts extra,";
    if !cuts.is_empty() {
        let count = names.statuses.len() + cuts.len();
        report.at_most(&recipe.source, recipe.place(), (what, count, STATUSES));
    }
}

/// A building has room for the abilities that texts of others let it have.
pub(super) fn abilities(
    faces: &[ir::Face],
    kinds: &[ir::Kind],
    recipe: &Recipe,
    report: &mut Report,
) {
    let alters = || faces.iter().flat_map(|face| &face.alters);
    let abilities = |face: ir::FaceId| faces[face.index()].abilities.len();
    let given: Vec<usize> = alters()
        .filter_map(|clause| match clause.what {
            ir::Alteration::Has { face, .. } => Some(abilities(face)),
            _ => None,
        })
        .collect();
    let borrows = alters().any(|clause| matches!(clause.what, ir::Alteration::TextOf { .. }));
    let own = kinds.iter().flat_map(|kind| kind.buildings).map(abilities);
    let own = own.max().unwrap_or(0) * if borrows { 2 } else { 1 };
    let mut at_most = |bound| report.at_most(&recipe.source, recipe.place(), bound);
    let what = "texts that cards of one game give to buildings";
    at_most((what, given.len(), LENT));
    if !given.is_empty() || borrows {
        let what = "abilities of one building, with those that texts can give it,";
        let count = own + given.iter().sum::<usize>();
        at_most((what, count, ir::ABILITIES));
    }
}
