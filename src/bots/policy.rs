//! What one would do without thinking: build and stack at home, use what there is, pick on others. It knows no card.

use arrayvec::ArrayVec;

use board::{CardId, Seat};
use engine::{Asked, Choice, Game, Value, Words, place_of};
use rules::ir::Element;

/// A list of options with how much each is liked, for use again and again.
#[derive(Debug, Clone, Default)]
pub struct Liked {
    pub options: Vec<Choice>,
    /// Above 0, as many as options.
    pub likings: Vec<f32>,
    /// What they come to, up to each one and with it.
    sums: Vec<f32>,
}

impl Liked {
    /// Lists the options of the game's decision.
    pub fn list(&mut self, game: &Game) {
        game.options_into(&mut self.options);
        self.likings.clear();
        self.sums.clear();
        let (Some((_, asked)), Some(who)) = (game.decision(), game.chooser()) else {
            return;
        };
        let taste = Taste {
            game,
            seat: who.by,
            asked,
        };
        self.likings
            .extend(self.options.iter().map(|choice| taste.liking(*choice)));
        self.add_up();
    }

    fn add_up(&mut self) {
        let mut sum = 0.0;
        self.sums.clear();
        self.sums.extend(self.likings.iter().map(|liking| {
            sum += liking;
            sum
        }));
    }

    /// How much one of them is liked; nothing where it is not among them.
    pub fn of(&self, choice: Choice) -> f32 {
        let number = self.options.iter().position(|option| *option == choice);
        number.map_or(0.0, |number| self.likings[number])
    }

    /// How much all of them are liked together.
    pub fn total(&self) -> f32 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// Leaves out what is not among these.
    pub fn keep(&mut self, options: &[Choice]) {
        let mut kept = 0;
        for index in 0..self.options.len() {
            if options.contains(&self.options[index]) {
                self.options.swap(kept, index);
                self.likings.swap(kept, index);
                kept += 1;
            }
        }
        self.options.truncate(kept);
        self.likings.truncate(kept);
        self.add_up();
    }

    /// Some of the options listed, each once: those that are drawn so many times, each as likely as it is liked.
    pub fn draw_some<const N: usize>(&self, words: &mut Words, times: u32) -> ArrayVec<Choice, N> {
        let (mut drawn, last) = (
            ArrayVec::<usize, N>::new(),
            self.options.len().saturating_sub(1),
        );
        for _ in 0..times {
            if drawn.is_full() {
                break;
            }
            let at = fraction(words) * self.total();
            // Sums of fractions may fall a little short.
            let number = self.sums.partition_point(|sum| *sum <= at).min(last);
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn.iter().map(|number| self.options[*number]).collect()
    }

    /// One of the options listed, each as likely as it is liked.
    pub fn draw(&self, words: &mut Words) -> Choice {
        let likings = self.likings.iter().copied().enumerate();
        let number = draw(likings, self.total(), words);
        self.options[number.expect("a decision has options")]
    }

    /// The number of the option that is liked most, the first of several.
    pub fn most(&self) -> Option<usize> {
        let likings = self.likings.iter().enumerate().rev();
        let most = likings.max_by(|(_, left), (_, right)| left.total_cmp(right));
        most.map(|(number, _)| number)
    }
}

/// A number from 0 up to, but not, 1.
fn fraction(words: &mut Words) -> f32 {
    words.below(1 << 24) as f32 / (1 << 24) as f32
}

/// One of these numbers, each as likely as it is liked; all likings come to the total.
pub fn draw(
    likings: impl Iterator<Item = (usize, f32)>,
    total: f32,
    words: &mut Words,
) -> Option<usize> {
    let (mut left, mut last) = (fraction(words) * total, None);
    for (number, liking) in likings {
        // Sums of fractions may fall a little short.
        last = Some(number);
        left -= liking;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Whose taste it is, and what is asked.
struct Taste<'a> {
    game: &'a Game,
    seat: Seat,
    asked: Asked,
}

impl Taste<'_> {
    fn liking(&self, choice: Choice) -> f32 {
        match choice {
            Choice::Action(_) => 6.0,
            Choice::Build { seat, .. } if seat == self.seat => {
                6.0 / (self.game.board().row(seat).len() as f32 + 1.0)
            }
            Choice::Build { .. } => 0.02,
            Choice::Stack { on, .. } if self.is_mine(on) => self.gift(on),
            Choice::Stack { .. } => 0.02,
            Choice::Use { .. } => 6.0,
            Choice::Pass => 4.0,
            Choice::Pick(value) => self.picked(value),
            Choice::Branch(_) | Choice::Side { .. } | Choice::Shield(_) => 1.0,
            Choice::Decline => 0.5,
        }
    }

    fn picked(&self, value: Value) -> f32 {
        let Asked::Choose { set, .. } = self.asked else {
            return 1.0;
        };
        let card = CardId(value);
        match self.game.script().rules.sets[set.index()].element {
            Element::Player if Seat(value as u8) == self.seat => 0.05,
            Element::Player => 1.0,
            // What is targeted suffers, what is merely chosen is given something.
            Element::Building | Element::StackedCard if self.game.aims() => self.harm(card),
            Element::Building if self.is_mine(card) => self.gift(card),
            Element::Place if place_of(value).0 == self.seat => 1.0,
            Element::Building | Element::Place => 0.05,
            Element::StackedCard
            | Element::Card
            | Element::BuildingCard
            | Element::Number
            | Element::Name => 1.0,
        }
    }

    fn is_mine(&self, card: CardId) -> bool {
        self.game.board().owner(card) == Some(self.seat)
    }

    fn is_victory(&self, card: CardId) -> bool {
        card.index() >= self.game.script().rules.deck_size
    }

    /// How much one likes a card on a building of one's own: the victory card, and what lies open.
    fn gift(&self, building: CardId) -> f32 {
        let height = self.game.board().card(building).height;
        match (self.is_victory(building), height) {
            (true, _) => 4.0,
            (false, 0) => 2.0,
            (false, _) => 1.0,
        }
    }

    /// How much one likes to pick on a building or a stacked card.
    fn harm(&self, card: CardId) -> f32 {
        let building = self.game.board().under(card).unwrap_or(card);
        if self.is_mine(building) {
            return 0.05;
        }
        let height = f32::from(self.game.board().card(building).height);
        if self.is_victory(building) {
            1.0 + height
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Liked;
    use board::Kind;
    use engine::{Choice, Words};

    /// Options that are liked so much.
    fn liked(likings: &[f32]) -> Liked {
        let options = (0..likings.len())
            .map(|kind| Choice::Shield(Kind(kind as u8)))
            .collect();
        let mut liked = Liked {
            options,
            likings: likings.to_vec(),
            ..Liked::default()
        };
        liked.add_up();
        liked
    }

    #[test]
    fn each_is_drawn_as_often_as_it_is_liked_by_one_and_by_several() {
        let (likings, mut words) = ([1.0, 3.0, 0.02, 4.0], Words::new(1, 7));
        let liked = liked(&likings);
        let (mut by_one, mut by_several) = ([0; 4], [0; 4]);
        for _ in 0..8_000 {
            let drawn = [
                liked.draw(&mut words),
                liked.draw_some::<32>(&mut words, 1)[0],
            ];
            for (drawn, counts) in drawn.into_iter().zip([&mut by_one, &mut by_several]) {
                counts[liked
                    .options
                    .iter()
                    .position(|option| *option == drawn)
                    .expect("it is an option")] += 1;
            }
        }
        for (liking, counts) in likings.iter().zip(by_one.iter().zip(by_several)) {
            let expected = liking / liked.total() * 8_000.0;
            for count in [*counts.0, counts.1] {
                assert!(
                    (count as f32 - expected).abs() < 5.0 * expected.sqrt() + 2.0,
                    "{count}, not {expected}"
                );
            }
        }
    }

    #[test]
    fn of_several_draws_each_option_comes_once() {
        let liked = liked(&[1.0, 1.0, 1.0]);
        let mut words = Words::new(1, 7);
        let drawn = liked.draw_some::<32>(&mut words, 100);
        assert!(
            drawn.len() == 3 && liked.options.iter().all(|option| drawn.contains(option)),
            "all, each once"
        );
        assert_eq!(
            liked.draw_some::<2>(&mut words, 100).len(),
            2,
            "no more than there is room for"
        );
    }
}
