//! Other players decide: who is asked, what they see, and what a text may read of their cards. Laws, which belong to nobody, ask nobody else.

use std::sync::Arc;

use brink::board::{Seat, View};
use brink::engine::{Game, Script, Words};
use brink::explain::log::Log;
use brink::explain::options::label::labels;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::Source;

/// A game of two kinds, with two keywords and a counter, in which the action of the first says this.
fn loaded(action: &str) -> Result<Arc<Script>, String> {
    let set = format!(
        "id = \"a\"\ntitle = \"A\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[card]]\nbuilding = \"Lamp\"\naction = \
         \"Calm\"\n[[victory]]\nfront = \"Hall\"\n[building.Mill]\ntext = \"\"\n[building.Lamp]\ntext = \"\"\n\
         [building.Hall]\ntext = \"\"\n[keyword.hail]\ntext = \"Define hail at (town: player): choose a card in town's hand as \
         loot. Take loot.\"\n[keyword.quake]\ntext = \"Define quake (size: number): destroy all your buildings. Draw size \
         cards.\"\n[counter.gold]\nmeaning = \"money\"\nplural = \"gold\"\n[action.Calm]\ntext = \"\"\n[action.Rain]\ntext = '''\n{action}\n'''\n"
    );
    let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"a\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let sources = [Source::new("a.toml", set), Source::new("g.toml", recipe)];
    let told = |report: brink::rules::Report| {
        report
            .faults
            .iter()
            .map(ToString::to_string)
            .collect::<String>()
    };
    let library = Library::parse(sources.into()).map_err(told)?;
    Ok(Arc::new(Script::new(
        library.compile("g", &Settings::default()).map_err(told)?,
    )))
}

fn game(action: &str, position: &str) -> Game {
    let script = loaded(action).unwrap_or_else(|faults| panic!("{faults}"));
    let setup =
        read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
    Game::from_setup(script, &setup, 0, &mut ())
}

fn take(game: &mut Game, seat: u8, wanted: &str) {
    assert_eq!(
        game.decision().map(|(seat, _)| seat),
        Some(Seat(seat)),
        "`{wanted}`"
    );
    let all = labels(game);
    let found = all.iter().find(|(_, label)| label == wanted);
    let (choice, _) =
        found.unwrap_or_else(|| panic!("`{wanted}` is not among {:?}", offered(game)));
    game.take(*choice, &mut ()).expect("the option is offered");
}

fn offered(game: &Game) -> Vec<String> {
    labels(game).into_iter().map(|(_, label)| label).collect()
}

const HANDS: &str = "p1 hand: Rain, Calm, Rain\np1: Hall[]\np2 hand: Rain, Calm, Calm\np2: Hall[]\np3 hand: Calm\np3: Hall[]";

#[test]
fn a_decider_sees_their_own_hand_by_name_and_others_by_number() {
    let text = "Choose another player as foe. Foe chooses a card in foe's hand as gift. Foe chooses a card \
                in your hand as loot. Take gift. Give loot to foe.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    take(&mut game, 0, "p2");
    assert_eq!(offered(&game), ["Rain", "Calm"]);
    take(&mut game, 1, "Calm");
    assert_eq!(
        offered(&game),
        ["card 1 of p1's hand", "card 2 of p1's hand"]
    );
    take(&mut game, 1, "card 2 of p1's hand");
    let view = |seat| {
        print_view(
            &game.script().rules,
            &View::of(game.board(), &game.script().rules.cards, Seat(seat)),
            false,
        )
    };
    assert!(view(0).contains("p1 hand: Calm, Calm\n"), "{}", view(0));
    assert!(
        view(1).contains("p2 hand: Rain, Calm, Rain\n"),
        "{}",
        view(1)
    );
}

#[test]
fn yes_or_decline_is_asked_of_whom_the_text_says() {
    let text = "For each other player clockwise from you as foe:\n  foe may: draw a card\n  \
                otherwise:\n    foe chooses one:\n      keep: draw 2 cards\n      \
                show: show a card in your hand\nYou may: draw a card.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    assert_eq!(offered(&game), ["yes", "decline"]);
    take(&mut game, 1, "yes");
    take(&mut game, 2, "decline");
    assert_eq!(offered(&game), ["keep", "show"]);
    take(&mut game, 2, "keep");
    assert_eq!(
        game.board().hand(Seat(0)).len(),
        5,
        "`you` draws whoever decides"
    );
    take(&mut game, 0, "decline");
    assert_eq!(offered(&game).last().map(String::as_str), Some("pass"));
}

#[test]
fn a_text_reads_of_a_deciders_hand_what_only_they_see() {
    let may = |hand: &str, by: &str| {
        let text = format!(
            "Choose another player as foe. {by} may choose a card in {hand} that is named \"Lamp\" as found: show found. \
             Give a card to foe."
        );
        loaded(&text).map(|_| ())
    };
    assert_eq!(may("foe's hand", "Foe"), Ok(()));
    assert_eq!(may("your hand", "You"), Ok(()));
    assert!(
        may("your hand", "Foe").is_err(),
        "the decider does not know it"
    );
    assert!(may("foe's hand", "You").is_err(), "you do not know it");
    let must = "Choose another player as foe. Foe chooses a card in foe's hand that is named \"Lamp\" as \
                found. Show found.";
    assert!(loaded(must).is_err(), "all see that there is none");
}

#[test]
fn worlds_of_each_player_agree_while_another_one_decides() {
    let text = "Choose another player as foe. Foe may choose a card in foe's hand as gift: take gift. \
                Otherwise, draw a card.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    take(&mut game, 0, "p2");
    let mut words = Words::new(1, 2);
    for seat in (0..3).map(Seat) {
        let mut worlds = game.worlds(seat);
        for _ in 0..5 {
            let other = worlds.sample(&mut words);
            assert_eq!(other.decision().map(|(seat, _)| seat), Some(Seat(1)));
            assert!(other.options().len() >= 2, "there is a card, and `decline`");
            assert!(other.worlds(seat) == game.worlds(seat), "{seat}");
        }
    }
}

#[test]
fn players_are_added_to_players_alone() {
    for (text, said) in [
        (
            "Let some be no players. Add this to some. For each of some: draw a card.",
            "player",
        ),
        ("Let some be no players. Draw a card.", "never used"),
        ("Choose a player as foe. Add foe to foe.", "cannot be added"),
    ] {
        let faults = loaded(text).map(|_| ()).expect_err(text);
        assert!(faults.contains(said), "{text}: {faults}");
    }
}

#[test]
fn whoever_puts_cards_back_into_the_deck_knows_where_until_it_is_shuffled() {
    let text = "Look at the top 3 cards of the deck. Choose one of them as found. Put found on the bottom of \
                the deck. You may: shuffle the deck.";
    let mut game = game(
        text,
        &format!("deck: Rain, Calm, Calm, Rain, Rain\n{HANDS}"),
    );
    take(&mut game, 0, "action Rain");
    assert_eq!(offered(&game), ["Rain", "Calm"]);
    take(&mut game, 0, "Rain");
    let deck = |game: &Game, seat| {
        let view = View::of(game.board(), &game.script().rules.cards, Seat(seat));
        print_view(&game.script().rules, &view, false)
            .lines()
            .nth(1)
            .map(str::to_string)
            .unwrap_or_default()
    };
    assert_eq!(deck(&game, 0), "deck: Calm, Calm, ?, ?, Rain");
    assert_eq!(deck(&game, 1), "deck: 5 cards");
    let mut words = Words::new(3, 4);
    let other = game.determinized(Seat(0), &mut words);
    assert_eq!(deck(&other, 0), "deck: Calm, Calm, ?, ?, Rain");
    let mut again = game.clone();
    take(&mut game, 0, "decline");
    assert_eq!(deck(&game, 0), "deck: Calm, Calm, ?, ?, Rain");
    take(&mut again, 0, "yes");
    assert_eq!(deck(&again, 0), "deck: 5 cards", "a shuffle forgets");
}

#[test]
fn nobody_knows_a_vote_before_the_last_is_cast() {
    let text = "Each player secretly chooses a player as ballot. Let votes be 0 for each player. For each \
                player as voter: add 2 to the votes of the ballot of voter. For each player that has the \
                most votes: choose a card in its hand as loot, then discard loot.";
    let begun = |votes: &[&str]| {
        let mut game = game(text, HANDS);
        take(&mut game, 0, "action Rain");
        (0..)
            .zip(votes)
            .for_each(|(seat, vote)| take(&mut game, seat, vote));
        game
    };
    let (one, other) = (begun(&["p1", "p2"]), begun(&["p3", "p2"]));
    assert!(
        one.worlds(Seat(2)) == other.worlds(Seat(2))
            && one.worlds(Seat(1)) == other.worlds(Seat(1))
    );
    assert!(
        one.worlds(Seat(0)) != other.worlds(Seat(0)),
        "one knows what one has chosen"
    );
    let (mut drawn, mut words) = (std::collections::BTreeSet::new(), Words::new(5, 6));
    for _ in 0..40 {
        let mut worlds = one.worlds(Seat(2));
        let mut game = worlds.sample(&mut words).clone();
        take(&mut game, 2, "p2");
        drawn.insert(game.decision().map(|(seat, _)| seat));
        drawn.insert(Some(Seat(game.board().discard().len() as u8 + 10)));
    }
    assert!(drawn.len() > 2, "{drawn:?}");
}

#[test]
fn a_law_belongs_to_nobody() {
    for (said, fault) in [
        ("While this is a law, your buildings are disabled.", "`you`"),
        (
            "While this is a law, at the end of each turn, draw a card.",
            "there is no `you` here",
        ),
        (
            "While this is a law, at the end of each turn, choose a building as prey. Destroy prey.",
            "there is no `you` here",
        ),
        (
            "While this is a law, at the end of each turn, discard a top.",
            "a choice",
        ),
    ] {
        let told = loaded(&format!("This becomes a law.\n{said}")).expect_err(said);
        assert!(told.contains(fault), "{said}: {told}");
    }
}

#[test]
fn a_law_lasts_for_all_and_those_of_one_name_are_as_one() {
    let text = "This becomes a law.\nWhile this is a law, buildings that have at least 2 cards are disabled.\n\
                While this is a law, at the end of each turn, provoker chooses a card in provoker's hand as \
                fee. Discard fee.";
    let position =
        "p1 hand: Rain, Calm\np1: Hall[Calm, Calm]\np2 hand: Calm\np2: Hall[]\nlaws: Rain";
    let mut game = game(text, position);
    let disabled = |game: &Game| game.board().card(game.board().row(Seat(0))[0]).status & 1 == 1;
    assert!(disabled(&game));
    take(&mut game, 0, "action Rain");
    let rules = &game.script().rules;
    let printed = print_view(rules, &View::of(game.board(), &rules.cards, Seat(1)), false);
    assert!(printed.contains("laws: Rain, Rain\n"), "{printed}");
    game.audit().expect("what is kept is so");
    assert_eq!(
        game.worlds(Seat(1)),
        game.determinized(Seat(1), &mut Words::new(1, 2))
            .worlds(Seat(1))
    );
    // One fee, not two: p1 has but Calm left.
    take(&mut game, 0, "pass");
    assert_eq!(game.board().hand(Seat(0)).len(), 0);
    let open = print_view(
        rules_of(&game),
        &View::open(game.board(), &rules_of(&game).cards),
        true,
    );
    let again =
        read_position(&open, 0, rules_of(&game)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let again = Game::from_setup(game.script().clone(), &again, 0, &mut ());
    assert!(disabled(&again));
    assert_eq!(
        print_view(
            rules_of(&again),
            &View::open(again.board(), &rules_of(&again).cards),
            true
        ),
        open
    );
}

fn rules_of(game: &Game) -> &brink::rules::ir::Rules {
    &game.script().rules
}

/// What that seat is shown that waits.
fn waiting(game: &Game, seat: u8) -> String {
    let rules = &game.script().rules;
    let shown = print_view(
        rules,
        &View::of(game.board(), &rules.cards, Seat(seat)),
        true,
    );
    let mut lines = shown.lines();
    let waits = lines.find(|line| line.starts_with("pending:"));
    waits.unwrap_or_default().to_string()
}

const PLOT: &str = "Secretly choose another player as foe. Secretly choose a building of another player as goal. \
    Secretly choose a number from 1 to 6 as bet. At the start of your next turn:\n  foe discards a card\n  if (the number of \
    buildings) is exactly bet, draw 2 cards\n  destroy goal";
const TABLE: &str = "deck: Calm, Calm, Calm, Calm, Calm, Calm\np1 hand: Rain\np1: Hall[]\np2 hand: Rain, Calm\np2: Hall[] Mill[]\n\
    p3 hand: Calm\np3: Hall[] Lamp[]";

#[test]
fn a_secret_outlives_its_text_and_is_shown_as_its_effect_begins() {
    let mut game = game(PLOT, TABLE);
    let mut logs = [Log::new(Seat(0)), Log::new(Seat(1))];
    let mut taken = |game: &mut Game, seat: u8, wanted: &str| {
        assert_eq!(
            game.decision().map(|(seat, _)| seat),
            Some(Seat(seat)),
            "`{wanted}`"
        );
        let all = labels(game);
        let (choice, _) = all.iter().find(|(_, label)| label == wanted).expect(wanted);
        let (choice, mut other) = (*choice, game.clone());
        let [own, others] = &mut logs;
        other.take(choice, own).expect("it is offered");
        game.take(choice, others).expect("it is offered");
    };
    for (seat, wanted) in [
        (0, "action Rain"),
        (0, "p3"),
        (0, "p2.2"),
        (0, "5"),
        (0, "pass"),
    ] {
        taken(&mut game, seat, wanted);
    }
    assert_eq!(
        waiting(&game, 0),
        "pending: Rain of p1 (foe p3 secret, bet 5 secret, goal p2.2 secret)"
    );
    for seat in [1, 2, Seat::ONLOOKER.0] {
        assert_eq!(
            waiting(&game, seat),
            "pending: Rain of p1 (foe secret, bet secret, goal secret)"
        );
    }
    for (seat, wanted) in [
        (1, "stack Calm on p2.1"),
        (1, "pass"),
        (2, "stack Calm on p3.1"),
        (2, "pass"),
    ] {
        taken(&mut game, seat, wanted);
    }
    let [own, others] = logs;
    let waits = |log: &Log, said: &str| log.lines().iter().any(|line| line.contains(said));
    assert!(
        waits(
            &own,
            "Here foe is p3 in secret and bet is 5 in secret and goal is p2.2 in secret."
        ),
        "{:?}",
        own.lines()
    );
    assert!(
        waits(
            &others,
            "foe is secret and bet is secret and goal is secret."
        ),
        "{:?}",
        others.lines()
    );
    let lines = others.lines();
    let mut before = lines.iter().take_while(|line| !line.contains("is shown"));
    assert!(
        before.all(|line| !line.contains("goal is p2.2")),
        "{lines:?}"
    );
    assert!(
        waits(
            &others,
            "Rain of p1 takes effect now. What was secret is shown: foe is p3 and bet is 5 and goal is p2.2."
        ),
        "{:?}",
        others.lines()
    );
    assert_eq!(waiting(&game, 0), "");
    let table = print_view(
        &game.script().rules,
        &View::of(game.board(), &game.script().rules.cards, Seat(1)),
        true,
    );
    assert!(!table.contains("Mill"), "{table}");
}

#[test]
fn nobody_else_is_given_a_secret_to_think_with() {
    let mut game = game(PLOT, TABLE);
    for wanted in ["action Rain", "p3", "p2.2", "5", "pass"] {
        take(&mut game, 0, wanted);
    }
    let secret = |game: &Game| {
        let pended = game.board().pending().all()[0];
        (pended.carried[0], pended.carried[1], pended.carried[2])
    };
    let mut words = Words::new(7, 1);
    for seat in [Seat(1), Seat(2)] {
        let drawn: Vec<_> = (0..300)
            .map(|_| secret(&game.determinized(seat, &mut words)))
            .collect();
        let count = |of: &dyn Fn(&(u16, u16, u16)) -> u16| {
            let mut all: Vec<u16> = drawn.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        assert_eq!(count(&|one| one.0), [1, 2], "another player than p1");
        assert_eq!(count(&|one| one.2).len(), 4, "a building of another player");
        assert_eq!(count(&|one| one.1), [1, 2, 3, 4, 5, 6]);
    }
    let own: Vec<_> = (0..20)
        .map(|_| secret(&game.determinized(Seat(0), &mut words)))
        .collect();
    assert!(own.iter().all(|one| *one == secret(&game)));
    // Not while it is being chosen, either.
    let mut game = self::game(PLOT, TABLE);
    for wanted in ["action Rain", "p3"] {
        take(&mut game, 0, wanted);
    }
    let other = game.determinized(Seat(1), &mut words);
    assert!(other.state() != game.state() && game.worlds(Seat(1)) == other.worlds(Seat(1)));
}

#[test]
fn a_position_with_a_secret_is_printed_read_and_played_on() {
    let mut here = game(PLOT, TABLE);
    for wanted in ["action Rain", "p3", "p2.2", "5", "pass"] {
        take(&mut here, 0, wanted);
    }
    let rules = here.script().rules.clone();
    let open = print_view(&rules, &View::open(here.board(), &rules.cards), true);
    assert!(
        open.contains("Rain of p1 (foe p3 secret, bet 5 secret, goal p2.2 secret)"),
        "{open}"
    );
    let read = |text: &str| {
        let setup = read_position(text, 0, &rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        Game::from_setup(here.script().clone(), &setup, 0, &mut ())
    };
    let mut there = read(&open);
    assert_eq!(
        print_view(&rules, &View::open(there.board(), &rules.cards), true),
        open
    );
    assert_eq!(waiting(&there, 2), waiting(&here, 2));
    // What a position does not say is drawn.
    let hidden = read(&open.replace(
        "foe p3 secret, bet 5 secret, goal p2.2",
        "foe secret, bet secret, goal",
    ));
    let pended = hidden.board().pending().all()[0];
    assert!(pended.hidden() == 0 && pended.carried[0] != 0 && (1..=6).contains(&pended.carried[1]));
    // Of what has fallen, nobody else sees that, either.
    let fallen = read(&open.replace("goal p2.2", "goal gone"));
    assert_eq!(
        waiting(&fallen, 0),
        waiting(&here, 0).replace("goal p2.2", "goal gone")
    );
    assert_eq!(waiting(&fallen, 1), waiting(&here, 1));
    for game in [&mut here, &mut there] {
        take(game, 1, "stack Calm on p2.1");
        take(game, 1, "pass");
        take(game, 2, "stack Calm on p3.1");
        take(game, 2, "pass");
    }
    let end = |game: &Game| print_view(&rules, &View::open(game.board(), &rules.cards), true);
    assert_eq!(end(&here), end(&there));
}

#[test]
fn a_secret_has_one_delayed_effect_directly_behind_it() {
    let hide = "Secretly choose a building as goal.";
    let later = "At the start of your next turn, destroy goal.";
    for (text, reason) in [
        (hide.to_string(), "nothing comes of this secret"),
        (format!("{hide} Draw a card. {later}"), "nothing comes of this secret"),
        (format!("{hide} Destroy goal."), "nothing comes of this secret"),
        (format!("{hide} This turn, goal is guarded."), "nothing comes of this secret"),
        (format!("{hide} {later} Destroy goal."), "this secret went with the delayed effect before"),
        (format!("{hide} {later} At the end of this turn, destroy goal."), "this secret went with the delayed effect before"),
        (
            format!("{hide} Secretly choose a building except goal as other. At the start of your next turn: destroy goal, then destroy other."),
            "everybody sees what there is to choose from",
        ),
        (
            "Secretly choose another player as foe. At the start of the next turn of foe, foe draws a card.".to_string(),
            "everybody sees whose turn this waits for",
        ),
        (hide.replace(" a b", " a random b"), "everybody sees what chance picks"),
        (hide.replace(" a b", " a target b"), "everybody sees which target is chosen"),
        ("Secretly choose a card in your hand as pick.".to_string(), "this cannot be chosen in secret"),
        (hide.replace(" as goal", ""), "a secret needs a name"),
    ] {
        let faults = loaded(&text).err().unwrap_or_else(|| panic!("{text}"));
        assert!(faults.contains(reason), "{text}: {faults}");
    }
    for text in [
        "You may:\n  secretly choose a building as goal\n  at the end of this turn, destroy goal".to_string(),
        "You may secretly choose a building as goal. If you do, at the end of this turn, destroy goal.".to_string(),
        format!("{hide} Take an extra turn: destroy goal."),
    ] {
        loaded(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
    }
}

/// How many cards each player holds.
fn held(game: &Game) -> [usize; 3] {
    [0, 1, 2].map(|seat| game.board().hand(Seat(seat)).len())
}

#[test]
fn whoever_does_a_keyword_is_you_in_it() {
    let text = "Choose another player as foe. Foe aims a hail at another player. Draw a card.";
    let mut one = game(text, HANDS);
    take(&mut one, 0, "action Rain");
    take(&mut one, 0, "p2");
    assert_eq!(offered(&one), ["p1", "p3"], "others than foe");
    take(&mut one, 1, "p1");
    take(&mut one, 1, "card 2 of p1's hand");
    assert_eq!(held(&one), [2, 4, 1]);
    let all = "Each other player aims a hail at you.";
    let mut all = game(all, HANDS);
    take(&mut all, 0, "action Rain");
    take(&mut all, 1, "card 1 of p1's hand");
    assert_eq!(held(&all), [0, 4, 2], "p3 takes the last card unasked");
}

#[test]
fn what_is_left_of_a_keyword_is_dropped_with_whoever_does_it() {
    let text = "Choose another player as foe. Foe may do quake 2. If they do, draw 3 cards.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    take(&mut game, 0, "p2");
    take(&mut game, 1, "yes");
    assert!(!game.board().living.has(Seat(1)));
    assert_eq!(held(&game), [5, 0, 1], "the text itself goes on");
}

#[test]
fn others_pay_all_or_nothing() {
    let text = "Choose another player as foe. Put 3 gold on foe. Foe pays 2 gold. Foe may pay 2 gold. If they do, draw \
                5 cards. Otherwise, draw a card. Foe may pay 2 cards. If they do, draw 2 cards. Foe pays 2 cards.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    take(&mut game, 0, "p2");
    assert_eq!(held(&game), [3, 3, 1], "one gold is not enough");
    take(&mut game, 1, "yes");
    take(&mut game, 1, "Rain");
    assert_eq!(held(&game), [5, 1, 1], "one card is not enough");
}

#[test]
fn buildings_and_cards_are_remembered_one_by_one() {
    let position = "p1 hand: Rain\np1: Hall[Calm] Mill[]\np2: Hall[Rain, Rain]\np3: Hall[]";
    let text = "Let spots be no buildings. For each building as spot: if spot is stacked, add spot to spots. \
                Draw a card for each of spots. If the leftmost of your buildings is in spots, draw a card. \
                Let lids be no cards. For each of spots as spot: add the top of spot to lids. For each of lids as lid: discard lid.";
    let mut game = game(text, position);
    take(&mut game, 0, "action Rain");
    assert_eq!(held(&game)[0], 3);
    let heights = [0, 1, 2].map(|seat| game.board().card(game.board().row(Seat(seat))[0]).height);
    assert_eq!(heights, [0, 1, 0]);
    let third = "Let spots be no buildings. Let more be no buildings. Let rest be no cards. For each building as spot: \
                 add spot to spots, then add spot to more, then add the top of spot to rest. For each of spots plus more: \
                 discard the top of it. Discard all rest.";
    let faults = loaded(third)
        .map(|_| ())
        .expect_err("it is one set too many");
    assert!(faults.contains("remembers"), "{faults}");
}

#[test]
fn sets_are_gone_through_in_a_chosen_order_or_by_age() {
    let position =
        "p1 hand: Rain, Calm\np1: Hall[Calm] Mill[Rain] Lamp[Calm]\np2: Hall[]\np3: Hall[]";
    let mut chosen = game(
        "For each of your buildings in chosen order as spot: discard the top of spot.",
        position,
    );
    take(&mut chosen, 0, "action Rain");
    assert_eq!(offered(&chosen), ["p1.1", "p1.2", "p1.3"]);
    take(&mut chosen, 0, "p1.2");
    assert_eq!(offered(&chosen), ["p1.1", "p1.3"]);
    take(&mut chosen, 0, "p1.3");
    assert_eq!(chosen.board().discard().len(), 4);
    let mut players = game(
        "For each player in chosen order as foe: foe draws a card.",
        position,
    );
    take(&mut players, 0, "action Rain");
    take(&mut players, 0, "p3");
    assert_eq!(held(&players), [1, 0, 1]);
    take(&mut players, 0, "p1");
    assert_eq!(held(&players), [2, 1, 1]);
    for (order, last) in [("newest", 0), ("oldest", 2)] {
        let text = format!(
            "For each of your buildings from the {order} as spot: discard the top of spot."
        );
        let mut game = game(&text, position);
        let top = game.board().card(game.board().row(Seat(0))[last]).top();
        take(&mut game, 0, "action Rain");
        assert_eq!(game.board().discard().cards().last(), Some(&top), "{order}");
    }
    for text in [
        "For each place in chosen order as spot: draw a card.",
        "For each top from the oldest as lid: discard lid.",
    ] {
        assert!(loaded(text).is_err(), "{text}");
    }
}

#[test]
fn a_number_is_chosen_that_fits() {
    let text = "Choose a number from 0 to 9 as size that (there are exactly size buildings). Draw size cards. \
                Choose a number from 1 to 6 as more that (more is at least 3 and more is at most 4). Draw more cards. \
                Choose a random number from 1 to 6 as rest that (rest is more than 5). Draw rest cards.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    assert_eq!(held(&game), [5, 3, 1]);
    assert_eq!(offered(&game), ["3", "4"]);
    take(&mut game, 0, "3");
    assert_eq!(held(&game), [14, 3, 1]);
}

#[test]
fn what_is_done_otherwise_stands_behind_any_sentence_that_can_fail() {
    let text = "Choose another player as foe. Foe discards 2 cards. Otherwise, draw a card.";
    for (foe, drawn) in [(1, 0), (2, 1)] {
        let mut game = game(text, HANDS);
        take(&mut game, 0, "action Rain");
        take(&mut game, 0, ["", "p2", "p3"][foe]);
        while game.menu().is_none() {
            let first = offered(&game)[0].clone();
            let asked = game.decision().expect("somebody is asked").0.0;
            take(&mut game, asked, &first);
        }
        assert_eq!(held(&game)[0], 2 + drawn, "p{}", foe + 1);
    }
    let never = loaded("Put 2 gold on you. Otherwise, draw a card.").err();
    assert!(never.is_some_and(|faults| faults.contains("something that can fail")));
}

#[test]
fn a_player_who_was_chosen_in_secret_is_a_thing_like_others() {
    let text = "Each player secretly chooses another player as mark. Let theirs be the mark of you. \
                Hail at the mark of you. Theirs draws a card.";
    let mut game = game(text, HANDS);
    take(&mut game, 0, "action Rain");
    take(&mut game, 0, "p2");
    take(&mut game, 1, "p3");
    take(&mut game, 2, "p1");
    take(&mut game, 0, "card 1 of p2's hand");
    assert_eq!(held(&game), [3, 3, 1]);
}

#[test]
fn what_was_looked_at_and_put_elsewhere_stays_there() {
    let text = "Look at the top 3 cards of the deck. Choose one of them as find. Put find face down on one of your buildings. \
                Put them on the bottom of the deck in any order.";
    let mut game = game(
        text,
        &format!("{HANDS}\ndeck: Rain, Calm, Rain, Calm, Calm"),
    );
    take(&mut game, 0, "action Rain");
    while game.menu().is_none() {
        let first = offered(&game)[0].clone();
        take(&mut game, 0, &first);
    }
    let hall = game.board().row(Seat(0))[0];
    assert_eq!(game.board().stack(hall).len(), 1);
    let stack = "Choose a building as spot. Look at all cards on spot. Put them back in any order.";
    let refused = loaded(stack).err().unwrap_or_default();
    assert!(refused.contains("not from the deck"), "{refused}");
}
