//! How much what lies on a table counts for bots that judge it.

/// So many numbers of steps to a goal are told apart, from none on; what is further is as good as no goal.
pub const STEPS: usize = 7;
/// The same of who has the turn, or the next one.
pub const SOON: usize = 4;
/// How many weights there are.
pub const WEIGHTS: usize = 2 * STEPS + 2 * SOON + 15;

/// By feature of a seat, on the scale of the logarithm of odds; see `players::bots::evaluation`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights(pub [f32; WEIGHTS]);

// They are numbers: `read` takes no others.
impl Eq for Weights {}

/// Features that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What files call it.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
    /// What it is, for those who read the file.
    pub about: &'static str,
}

const fn part(name: &'static str, count: usize, about: &'static str) -> Part {
    Part { name, count, about }
}

/// All features, in order.
pub const PARTS: [Part; 19] = [
    part(
        "near",
        STEPS,
        "the nearest way to win, by the steps still needed: 0, 1, 2, ...",
    ),
    part(
        "further",
        STEPS,
        "each other way to win, by the steps still needed",
    ),
    part(
        "near-on-turn",
        SOON,
        "more for the nearest way to win of the player whose turn it is",
    ),
    part(
        "near-next",
        SOON,
        "more for the nearest way to win of the player whose turn is next",
    ),
    part("turn", 1, "having the turn"),
    part("buildings", 1, "each building"),
    part("stacked", 1, "each card stacked on one"),
    part("held", 1, "each card in hand"),
    part(
        "thin",
        1,
        "1 divided by the number of buildings and cards on them",
    ),
    part("disabled", 1, "each building that is disabled"),
    part("bare", 1, "each building without a card on it"),
    part("face-up", 1, "each card that is stacked face up"),
    part("tallest", 1, "each card of the tallest stack"),
    part(
        "guard",
        1,
        "each card on the building whose victory is nearest",
    ),
    part("guarded", 1, "at least one card on it"),
    part("ways", 1, "each victory condition on its buildings"),
    part(
        "empty-handed",
        1,
        "1 divided by 1 more than the number of cards in hand",
    ),
    part("pending", 1, "each of its effects that lasts for a while"),
    part(
        "able",
        1,
        "each building with an ability that is not disabled",
    ),
];

impl Weights {
    /// A number that changes with each of them, sixteen hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let bytes: Vec<u8> = self
            .0
            .iter()
            .flat_map(|weight| weight.to_bits().to_le_bytes())
            .collect();
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes))
    }

    /// As they are written: with three digits behind the point.
    pub fn rounded(self) -> Weights {
        // What is tiny is nothing, and has no sign.
        Weights(
            self.0
                .map(|weight| (f64::from(weight) * 1000.0).round() as f32 / 1000.0 + 0.0),
        )
    }
}
