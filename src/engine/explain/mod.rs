//! Why something is so, is not offered, or is worth wanting: asked of a game by those who show it or play it.

pub(super) mod applies;
pub(super) mod forbidding;
pub(super) mod giving;
pub(super) mod goals;
pub(super) mod purpose;
pub(super) mod refusal;
