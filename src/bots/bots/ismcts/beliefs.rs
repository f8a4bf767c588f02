//! What others may have laid face down: how plausible each kind is there, by what they do with it in games in the head.

use engine::Choice;
use text::limits::KINDS;

/// How often others play cards of each kind, and how often face down. It knows no card: what they would rather build or play as an
/// action is seldom what lies there.
#[derive(Debug, Clone)]
pub struct Beliefs {
    /// By kind.
    played: [u32; KINDS],
    laid: [u32; KINDS],
    plausible: [u32; KINDS],
}

/// So many thousandths of the plays of any kind are thought to be face down besides, for reasons that such games do not show.
const ANY: u64 = 100;
/// Plays of a kind that say as much as those of all kinds together.
const FEW: u64 = 10;

impl Default for Beliefs {
    fn default() -> Beliefs {
        Beliefs {
            played: [0; KINDS],
            laid: [0; KINDS],
            plausible: [1; KINDS],
        }
    }
}

impl Beliefs {
    /// One of the others has chosen that.
    pub fn note(&mut self, choice: Choice) {
        let (kind, laid) = match choice {
            Choice::Action(kind) | Choice::Build { kind, .. } => (kind, 0),
            Choice::Stack { kind, .. } => (kind, 1),
            _ => return,
        };
        self.played[kind.index()] += 1;
        self.laid[kind.index()] += laid;
    }

    /// Reckons with what was noted.
    pub fn settle(&mut self) {
        let all = |of: &[u32; KINDS]| of.iter().map(|count| u64::from(*count)).sum::<u64>();
        let usual = 1_000 * all(&self.laid) / all(&self.played).max(1);
        for ((plausible, played), laid) in
            self.plausible.iter_mut().zip(&self.played).zip(&self.laid)
        {
            let part = (1_000 * u64::from(*laid) + FEW * usual) / (u64::from(*played) + FEW);
            *plausible = (ANY + part) as u32;
        }
    }

    /// By kind, how plausible it is for a card that another has laid face down: numbers above 0 that are compared.
    pub fn plausible(&self) -> &[u32; KINDS] {
        &self.plausible
    }
}

#[cfg(test)]
mod tests {
    use super::Beliefs;
    use board::{CardId, Kind, Seat};
    use engine::Choice;

    #[test]
    fn what_others_would_rather_build_is_less_plausible_face_down() {
        let (built, laid, unseen) = (Kind(0), Kind(1), Kind(2));
        let mut beliefs = Beliefs::default();
        let all = beliefs.plausible()[0];
        assert!(
            all > 0
                && beliefs
                    .plausible()
                    .iter()
                    .all(|plausible| *plausible == all)
        );
        for _ in 0..100 {
            beliefs.note(Choice::Build {
                kind: built,
                seat: Seat(1),
                place: 0,
            });
            beliefs.note(Choice::Stack {
                kind: laid,
                on: CardId(3),
            });
            beliefs.note(Choice::Pass);
        }
        beliefs.settle();
        let of = |kind: Kind| beliefs.plausible()[kind.index()];
        assert!(of(built) > 0, "nothing is ruled out");
        assert!(of(built) < of(unseen) && of(unseen) < of(laid));
    }
}
