//! The verbs of the language: what a text does to one thing, or to one with another. One list, by which all floors call them.

worded! {
    /// A verb, by what it does, with `_` for each of its things.
    pub enum Verb (form) {
        /// Face up to the discard pile; triggers nothing.
        Discard = "discard _",
        /// A stacked card is turned up and laid aside.
        Flip = "flip _",
        /// A stacked card is turned up and discarded, a building destroyed; victory cards are removed.
        Destroy = "destroy _",
        /// Out of the game.
        Remove = "remove _",
        /// `you` looks at it.
        LookAt = "look at _",
        /// All look at it.
        Show = "show _",
        /// Its `play` text is run; starred numbers are as printed.
        Play = "play _",
        /// Its `replay` text is run, or else its `play` text; starred numbers are as printed.
        Replay = "replay _",
        /// Its `play` text is run, starred numbers raised as when it is played from hand (MIX-4).
        PlayFromHand = "play _ as if from hand",
        /// A card from anywhere comes to lie on a building.
        PutFaceUp = "put _ face up on _",
        /// The same face down.
        PutFaceDown = "put _ face down on _",
        /// A building's abilities can be used again.
        Refresh = "refresh _",
        /// A card comes to lie on the deck, for nobody to see.
        PutOnDeck = "put _ on top of the deck",
        /// The same below it.
        PutUnderDeck = "put _ on the bottom of the deck",
        /// A card lies aside for the text, for nobody to see, until that puts it somewhere.
        SetAside = "set _ aside",
        /// A stacked card comes to lie on another building, as it lies.
        Move = "move _ onto _",
        /// A card comes to stand in a nation.
        Build = "build _ at _",
        /// A building and a card of its owner's hand change places.
        Swap = "swap _ with _",
        /// Two buildings take each other's place, each with its stack and all that it carries.
        Exchange = "exchange _ with _",
        /// A building comes to stand at another place, with its stack and all that it carries; nothing is built or destroyed.
        Shift = "move _ to _",
        /// A name is written on a stacked card.
        Write = "write _ on _",
        /// A card comes to a player's hand.
        Give = "give _ to _",
        /// The same of a building that goes to the hand of another player than its owner.
        Return = "return _ to the hand of _",
        /// Two players have each other's hand from then on.
        SwapHands = "_ and _ swap hands",
        /// All hands go round at once, each as many players on as the first of these sits from the second.
        PassHands = "_ and all others pass their hands on, to _",
        /// A card lies in front of nobody and holds for all.
        Enact = "_ becomes a law",
        /// A player has won.
        Win = "_ wins",
        /// A player is out of the game, with the whole nation.
        Lose = "_ loses",
    }
}

impl Verb {
    /// The verb that is written so, with `_` for each of its things, whatever space is between the words.
    pub fn read(form: &str) -> Option<Verb> {
        let mut all = Verb::ALL.iter().copied();
        all.find(|verb| verb.form().split_whitespace().eq(form.split_whitespace()))
    }

    /// Its first word that is no thing.
    pub fn lead(self) -> &'static str {
        self.form()
            .split(' ')
            .find(|word| *word != "_")
            .unwrap_or_default()
    }

    /// What `you` do by it goes without saying so, in one word: `win`.
    pub fn imperative(self) -> Option<&'static str> {
        match self {
            Verb::Win => Some("win"),
            Verb::Lose => Some("lose"),
            _ => None,
        }
    }

    /// How it is written, with its things.
    pub fn with(self, things: &[String]) -> String {
        formed(self.form(), things)
    }
}

/// A form with a thing for each `_`, in order.
pub fn formed(form: &str, things: &[String]) -> String {
    let mut pieces = form.split('_');
    let mut said = pieces.next().unwrap_or_default().to_string();
    for (piece, thing) in pieces.zip(things) {
        said += thing;
        said += piece;
    }
    said
}
