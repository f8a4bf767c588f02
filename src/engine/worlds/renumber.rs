//! A game under way with other numbers for its cards: those that tell where cards lie, and nothing else.

use crate::program::registers::{Holds, entry_of, registers_from};
use crate::state::frame::LISTED_CARD;
use crate::worlds::information_sets::each_as_it_lies;
use crate::{Asked, Choice, GONE, Game, State, Value};
use board::{CardId, Numbering};
use rules::ir::{Element, REGISTERS};

impl Game {
    /// Numbers by where cards lie: those of the deck first, then victory cards. Two games with the same table, whatever its
    /// cards are, give the cards at the same places the same numbers.
    pub(super) fn numbers_as_it_lies(&self) -> Numbering {
        let rules = &self.script.rules;
        let mut next = [0, rules.deck_size];
        let mut numbers = vec![None; rules.cards.len()];
        let mut number = |card: CardId| {
            let next = &mut next[usize::from(card.index() >= rules.deck_size)];
            if let Some(place) = numbers
                .get_mut(card.index())
                .filter(|place| place.is_none())
            {
                *place = Some(card_of(*next));
                *next += 1;
            }
        };
        each_as_it_lies(&self.state.board, &mut number);
        // Victory cards that were not dealt lie nowhere.
        (0..rules.cards.len()).map(card_of).for_each(&mut number);
        Numbering::new(
            numbers
                .into_iter()
                .map(|number| number.expect("every card has been given one"))
                .collect(),
        )
    }

    /// The state with other numbers. Of what nobody reads any more nothing is kept.
    pub(super) fn renumbered(&self, numbers: &Numbering) -> State {
        let (script, mut state) = (&self.script, self.state.clone());
        state.board = self.state.board.renumbered(numbers);
        let renumber = |value: Value| match usize::from(value) < script.rules.cards.len() {
            true => Value::from(numbers.of(card_of(value.into())).0),
            false => value,
        };
        let ends: Vec<u16> = state
            .frames
            .iter()
            .skip(1)
            .map(|frame| frame.lists)
            .collect();
        let ends = ends.into_iter().chain([state.lists.len() as u16]);
        let renumber_listed = |value: Value| match value {
            GONE => GONE,
            value if value & LISTED_CARD != 0 => LISTED_CARD | renumber(value & !LISTED_CARD),
            value => value,
        };
        let draw = script.draw;
        let mut lists: Vec<Value> = Vec::new();
        let last = state.frames.len().wrapping_sub(1);
        for (depth, (frame, end)) in state.frames.iter_mut().zip(ends).enumerate() {
            frame.this = numbers.of(frame.this);
            frame.first = numbers.of(frame.first);
            for marks in &mut frame.marks {
                *marks = marks.iter().map(|card| numbers.of(card)).collect();
            }
            let known =
                registers_from(&script.rules, draw, entry_of(&script.rules, draw, frame.pc));
            // Behind a question of branches there may be nothing that a way leads to; the question itself changes no register.
            let at = match state.asked {
                Asked::Either { .. } if depth == last => frame.pc - 1,
                _ => frame.pc,
            };
            let mut holds = match known.get(&at) {
                Some(holds) if !frame.draining => *holds,
                _ => [Holds::Unread; REGISTERS],
            };
            // What is chosen has yet to be put there.
            if let (Asked::Choose { reg, .. }, true) = (state.asked, depth == last) {
                holds[usize::from(reg)] = Holds::Unread;
            }
            let mut from = usize::from(frame.lists);
            for (value, holds) in frame.registers.iter_mut().zip(holds) {
                match holds {
                    Holds::Card => *value = renumber(*value),
                    Holds::List { .. } => {
                        let elements = state.lists.iter().skip(from).take(usize::from(*value));
                        lists.extend(elements.map(|element| renumber_listed(*element)));
                        from += usize::from(*value);
                    }
                    Holds::Nothing | Holds::Other => {}
                    Holds::Unread => *value = GONE,
                }
            }
            // Of a text that is over, what was left of its lists.
            lists.resize(usize::from(end), GONE);
        }
        state
            .lists
            .iter_mut()
            .zip(lists)
            .for_each(|(element, renumbered)| *element = renumbered);
        for waiting in state
            .queue
            .iter_mut()
            .chain(state.held.iter_mut().map(|held| &mut held.waiting))
        {
            waiting.card = numbers.of(waiting.card);
            for (at, role) in waiting.roles.iter_mut().enumerate() {
                if waiting.cards >> at & 1 == 1 {
                    *role = renumber(*role);
                }
            }
        }
        state
            .replacing
            .iter_mut()
            .for_each(|asked| asked.card = numbers.of(asked.card));
        state
            .fallen
            .iter_mut()
            .for_each(|(card, _)| *card = numbers.of(*card));
        // It may hang on what is hidden.
        state.offered = None;
        state
    }

    /// The options of the decision in a game with other numbers, in the order of those of this one.
    pub fn options_by(&self, numbers: &Numbering) -> Vec<Choice> {
        let card = |card: CardId| numbers.of(card);
        let picked = |value: Value| match self.element() {
            Some(Element::Player | Element::Place | Element::Number | Element::Name) | None => {
                value
            }
            Some(_) => Value::from(card(card_of(value.into())).0),
        };
        let other = |choice: Choice| match choice {
            Choice::Stack { kind, on } => Choice::Stack { kind, on: card(on) },
            Choice::Use { building, ability } => Choice::Use {
                building: card(building),
                ability,
            },
            Choice::Pick(value) => Choice::Pick(picked(value)),
            Choice::Action(_)
            | Choice::Build { .. }
            | Choice::Pass
            | Choice::Decline
            | Choice::Branch(_)
            | Choice::Side { .. }
            | Choice::Shield(_) => choice,
        };
        self.options().into_iter().map(other).collect()
    }
}

fn card_of(number: usize) -> CardId {
    CardId(
        number
            .try_into()
            .expect("a game has no more cards than there are numbers"),
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use crate::{Game, Script, Words};
    use board::CardId;
    use rules::{Library, Settings};
    use text::Source;

    fn scripts() -> Vec<Arc<Script>> {
        let compile = |library: &Library, id: &str| {
            let rules = library
                .compile(id, &Settings::default())
                .expect("the recipe is sound");
            Arc::new(Script::new(rules))
        };
        let builtin = Library::builtin().expect("the cards are sound");
        let mut scripts: Vec<Arc<Script>> =
            ["1961", "combined"].map(|id| compile(&builtin, id)).into();
        for (file, id) in [
            ("market-game.toml", "market"),
            ("harbour-game.toml", "harbour-game"),
        ] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../tests/cards")
                .join(file);
            scripts.push(compile(
                &Library::load(&[file]).expect("the cards are sound"),
                id,
            ));
        }
        // Texts that choose while they walk through lists, of cards and of players.
        let set = "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"B\"\naction = \"C\"\n[[card]]\nbuilding = \"D\"\n\
                   action = \"E\"\n[[victory]]\nfront = \"V\"\n[building.B]\ntext = \"\"\n[building.D]\ntext = \"\"\n\
                   [building.V]\ntext = \"\"\n[action.C]\ntext = '''\nFor each building as spot:\n  you may choose a building except spot as other: look at the \
                   top of other\n'''\n[action.E]\ntext = '''\n\
                   For each player clockwise from you as foe: choose a building of foe as spot, then look at \
                   the top of spot.\n'''\n";
        let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n";
        let sources = [Source::new("a.toml", set), Source::new("g.toml", recipe)];
        scripts.push(compile(
            &Library::parse(sources.into()).expect("the cards are sound"),
            "g",
        ));
        scripts
    }

    /// The same game with other numbers, its cards as they are.
    fn twin(game: &Game) -> Game {
        let numbers = game.numbers_as_it_lies();
        let mut script = Script::clone(&game.script);
        for card in (0..script.rules.cards.len()).map(super::card_of) {
            script.set_kind(numbers.of(card), game.script.rules.cards[card.index()]);
        }
        Game::of(Arc::new(script), game.renumbered(&numbers))
    }

    #[test]
    fn a_game_with_other_numbers_goes_on_as_the_one_that_it_was_made_from() {
        let (mut under_way, mut lists) = (0, 0);
        for (number, script) in scripts().iter().enumerate() {
            for seed in 0..6 {
                let mut game = Game::deal(script.clone(), 2 + (seed % 5) as u8, seed, &mut ());
                let mut words = Words::new(seed, 77);
                let mut twins = Vec::new();
                while game.decision().is_some() && game.state.turns < 60 {
                    under_way += usize::from(!game.state.frames.is_empty());
                    lists += usize::from(!game.state.lists.is_empty());
                    let again = twin(&game);
                    assert!(
                        again.renumbered(&again.numbers_as_it_lies()) == again.state,
                        "it tells where cards lie"
                    );
                    twins.push((again, 12));
                    let chosen = words.below(game.options().len() as u32) as usize;
                    for (twin, _) in &mut twins {
                        // Another order of the same options.
                        let numbers = game.numbers_as_it_lies();
                        let wanted = game.options_by(&numbers)[chosen];
                        let own = twin.options_by(&twin.numbers_as_it_lies());
                        let at = own
                            .iter()
                            .position(|option| *option == wanted)
                            .expect("both offer the same");
                        assert_eq!(own.len(), game.options().len());
                        let choice = twin.options()[at];
                        twin.take(choice, &mut ()).expect("it is offered");
                    }
                    let choice = game.options()[chosen];
                    game.take(choice, &mut ()).expect("it is offered");
                    let state = game.renumbered(&game.numbers_as_it_lies());
                    twins.retain_mut(|(twin, left)| {
                        let same = twin.renumbered(&twin.numbers_as_it_lies()) == state;
                        assert!(same, "script {number}, seed {seed}");
                        *left -= 1;
                        *left > 0
                    });
                }
            }
        }
        assert!(
            under_way > 300 && lists > 5,
            "{under_way} in the middle of texts, {lists} of lists"
        );
    }

    #[test]
    fn a_number_tells_where_a_card_lies() {
        let mut game = Game::deal(scripts()[0].clone(), 3, 5, &mut ());
        while game.menu().is_none() {
            let choice = game.options()[0];
            game.take(choice, &mut ()).expect("it is offered");
        }
        let twin = twin(&game);
        let deck: Vec<CardId> = twin.board().deck().cards().to_vec();
        assert_eq!(
            deck,
            (0..deck.len()).map(super::card_of).collect::<Vec<_>>()
        );
    }
}
