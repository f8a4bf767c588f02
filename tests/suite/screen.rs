//! The full screen, drawn to a buffer: what it shows at which size, and what keys do.

use crate::support::scripts::script;
use crate::support::seated::{FINE, Seated, seating};
use brink::app::tui::look::Look;
use brink::app::tui::{Effect, Focus, Input, Lobby, Replay, Scene, Ui};
use brink::board::{Held, Phase, Seat, View};
use brink::bots::Budget;
use brink::engine::{Game, Purpose, Words};
use brink::explain::options::decision::{Decision, Question};
use brink::explain::options::lists::Steps;
use brink::explain::options::steps::{Step, candidates, seat_of};
use brink::session::preview::preview;
use brink::session::review::{review, told};
use brink::session::undo::timeline;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// A game of that many players after some decisions of the person.
fn game(recipe: &str, players: u8, seed: u64, size: (u16, u16), decisions: usize) -> Seated {
    let mut seated = Seated::new(seating(script(recipe), players, seed), FINE, size);
    seated.advised(decisions);
    seated
}

macro_rules! snapshot {
    ($name:ident, $seated:expr) => {
        #[test]
        fn $name() {
            let mut seated = $seated;
            insta::assert_snapshot!(seated.screen());
        }
    };
}

snapshot!(two_players_at_80_by_24, game("1961", 2, 7, (80, 24), 9));
snapshot!(three_players_at_80_by_24, game("1971", 3, 3, (80, 24), 9));
snapshot!(
    four_players_at_80_by_24,
    game("combined", 4, 5, (80, 24), 12)
);
snapshot!(five_players_at_80_by_24, game("1961", 5, 6, (80, 24), 8));
snapshot!(six_players_at_80_by_24, game("1971", 6, 7, (80, 24), 12));
snapshot!(six_players_at_160_by_50, game("1971", 6, 7, (160, 50), 12));
snapshot!(
    three_players_at_160_by_50,
    game("combined", 3, 5, (160, 50), 20)
);
snapshot!(the_beginning_at_100_by_30, game("1961", 2, 1, (100, 30), 0));
snapshot!(
    a_window_that_is_too_small_says_so,
    game("1961", 2, 1, (40, 12), 0)
);

fn with(mut seated: Seated, keys: &str) -> Seated {
    seated.keys(keys);
    seated
}

snapshot!(a_card_in_hand_asks_what_to_do_with_it, {
    let mut seated = game("1961", 2, 7, (80, 24), 1);
    seated.key(KeyCode::Enter);
    seated
});
snapshot!(
    a_building_asks_where,
    with(game("1961", 2, 7, (80, 24), 1), "b")
);
snapshot!(
    a_shield_asks_on_what,
    with(game("1971", 3, 3, (80, 24), 2), "s")
);
snapshot!(
    the_keys_are_listed,
    with(game("1961", 2, 7, (80, 24), 1), "k")
);
snapshot!(
    a_card_is_explained,
    with(game("1961", 2, 7, (80, 24), 1), "?")
);
snapshot!(
    goals_of_everybody,
    with(game("1971", 4, 3, (80, 24), 10), "g")
);
snapshot!(
    why_something_cannot_be_done,
    with(game("1961", 2, 7, (80, 24), 1), "w")
);
snapshot!(signs_are_plain_where_the_terminal_is, {
    let mut seated = Seated::new(
        seating(script("1971"), 3, 3),
        Look {
            fine: false,
            colour: false,
        },
        (80, 24),
    );
    seated.advised(9);
    let screen = seated.screen();
    assert!(screen.is_ascii(), "{screen}");
    seated
});

snapshot!(a_place_among_six_nations, {
    let mut seated = game("combined", 6, 9, (80, 24), 8);
    seated.keys("b");
    seated
});
snapshot!(six_players_at_60_by_18, {
    let mut seated = game("combined", 6, 9, (60, 18), 8);
    seated.key(KeyCode::Tab);
    seated.key(KeyCode::Up);
    seated.key(KeyCode::Up);
    seated
});
snapshot!(
    a_side_is_explained_before_it_is_chosen,
    with(game("1971", 3, 3, (80, 24), 0), "?")
);
snapshot!(a_building_of_somebody_else_is_explained, {
    let mut seated = game("1971", 3, 3, (80, 24), 9);
    seated.key(KeyCode::Tab);
    seated.key(KeyCode::Up);
    seated.keys("?");
    seated
});
snapshot!(why_a_building_cannot_be_used, {
    let mut seated = game("1971", 3, 3, (80, 24), 9);
    seated.key(KeyCode::Tab);
    seated.key(KeyCode::Up);
    seated.keys("w");
    seated
});
snapshot!(
    a_key_that_means_nothing_says_so,
    with(game("1961", 2, 7, (80, 24), 1), "z")
);
snapshot!(
    the_discard_pile_is_listed,
    with(game("combined", 3, 5, (80, 24), 8), "d")
);
snapshot!(
    what_happened_is_read_back,
    with(game("1971", 3, 3, (80, 24), 9), "l")
);
snapshot!(what_others_do_is_shown_as_it_happens, {
    let mut seated = Seated::with_speed(seating(script("1961"), 3, 7), FINE, (80, 24), 2);
    seated.bots();
    seated.key(KeyCode::Char(' '));
    seated.advised(1);
    for _ in 0..3 {
        seated.wait(700);
    }
    seated
});
snapshot!(a_cover_hides_everything, {
    let mut seating = seating(script("1961"), 3, 7);
    (seating.guests, seating.names) = (
        vec![Seat(1)],
        vec!["Ann".to_string(), "Ben".to_string(), String::new()],
    );
    let mut seated = Seated::new(seating, FINE, (80, 24));
    seated.keys("c");
    seated.advised(1);
    seated
});

/// Several people at one screen, one of whom has just lifted the cover.
#[test]
fn who_lifts_the_cover_sees_their_hand_while_what_has_happened_is_shown() {
    // In some of these games one of them is soon out, and the cover is needed no more.
    let shown: usize = (7..11).map(shown_behind_covers).sum();
    assert!(shown >= 20, "{shown} times");
}

/// How often somebody who lifts the cover is shown what has happened.
fn shown_behind_covers(seed: u64) -> usize {
    let mut seating = seating(script("1961"), 3, seed);
    (seating.guests, seating.names) = (
        vec![Seat(1)],
        vec!["Ann".to_string(), "Ben".to_string(), String::new()],
    );
    let mut seated = Seated::with_speed(seating, FINE, (80, 24), 1);
    let mut shown = 0;
    for _ in 0..60 {
        seated.bots();
        if seated.model.ui.cover.is_some() {
            seated.keys("c");
            if seated.model.ui.showing() && !seated.model.shown.hand().is_empty() {
                assert!(!seated.screen().contains("Hand: \n"), "{}", seated.screen());
                let held = seated.model.ui.slots.iter().flatten().count();
                assert!(held > 0, "{}", seated.screen());
                shown += 1;
            }
        }
        seated.keys(" ");
        if seated.model.shown.decision.is_some() {
            seated.play_on(1);
        }
    }
    shown
}

#[test]
fn who_begins_is_played_for() {
    let mut lobby = Lobby::new(FINE);
    lobby.say("Game 1961, 2 players.".to_string());
    let options =
        ["house", "fish", "balloon"].map(|name| (name.to_string(), format!("about {name}")));
    lobby.ask("Choose yours:", &options);
    let press =
        |lobby: &mut Lobby, code| lobby.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    assert!(press(&mut lobby, KeyCode::Down).is_empty());
    insta::assert_snapshot!(drawn(&mut lobby, (80, 24)));
    assert!(matches!(
        press(&mut lobby, KeyCode::Enter)[..],
        [Effect::Picked(1)]
    ));
    assert!(matches!(
        press(&mut lobby, KeyCode::Char('3'))[..],
        [Effect::Picked(2)]
    ));
    assert!(matches!(
        press(&mut lobby, KeyCode::Char('b'))[..],
        [Effect::Picked(2)]
    ));
    assert!(press(&mut lobby, KeyCode::Char('z')).is_empty());
    // Esc is one step back, and ends nothing where there is none.
    assert!(press(&mut lobby, KeyCode::Esc).is_empty());
    assert!(
        drawn(&mut lobby, (80, 24)).contains("You cannot go back from here; q leaves the game.")
    );
    assert!(press(&mut lobby, KeyCode::Up).is_empty());
    assert!(!drawn(&mut lobby, (80, 24)).contains("cannot go back"));
    assert!(matches!(
        press(&mut lobby, KeyCode::Char('q'))[..],
        [Effect::Leave]
    ));
    let mut settling = Lobby::over_game(FINE);
    assert!(matches!(
        press(&mut settling, KeyCode::Esc)[..],
        [Effect::Leave]
    ));
    for size in [(1, 1), (3, 40), (200, 2), (20, 6)] {
        drawn(&mut lobby, size);
    }
}

#[test]
fn a_click_points_and_another_one_chooses() {
    let mut seated = game("1961", 2, 7, (80, 24), 1);
    seated.screen();
    let taken = seated.model.sitting().taken().len();
    let second = seated.model.ui.candidates[1].thing;
    let click = |seated: &mut Seated, thing| {
        seated.screen();
        let (area, _) = *seated
            .model
            .ui
            .hits
            .iter()
            .find(|(_, hit)| *hit == thing)
            .expect("it is drawn");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let mouse = MouseEvent {
            kind,
            column: area.x,
            row: area.y,
            modifiers: KeyModifiers::NONE,
        };
        seated.input(Input::Mouse(mouse));
    };
    click(&mut seated, second);
    assert_eq!(seated.model.ui.cursor, Some(second));
    assert_eq!(
        seated.model.sitting().taken().len(),
        taken,
        "one click chooses nothing"
    );
    click(&mut seated, second);
    assert_ne!(
        seated.model.ui.step,
        brink::explain::options::steps::Step::First
    );
}

#[test]
fn nobody_takes_back_what_another_person_has_decided_since() {
    let mut seating = seating(script("1961"), 2, 7);
    seating.guests = vec![Seat(1)];
    let mut seated = Seated::new(seating, FINE, (80, 24));
    for _ in 0..40 {
        match seated.model.ui.cover {
            Some(_) => seated.keys("c"),
            None => {
                let taken = seated.model.sitting().taken().to_vec();
                seated.keys("u");
                let me = seated.model.shown.me;
                let kept = seated.model.sitting().taken().len();
                assert!(
                    taken[kept..].iter().all(|taken| taken.who.by == me),
                    "{:?}",
                    &taken[kept..]
                );
                seated.advised(1 + taken.len() - kept);
            }
        }
    }
}

#[test]
fn without_colour_no_cell_has_one() {
    use ratatui::style::Color;
    let mut seated = Seated::new(
        seating(script("1971"), 4, 3),
        Look {
            fine: true,
            colour: false,
        },
        (120, 40),
    );
    seated.advised(9);
    seated.screen();
    let buffer = seated.terminal.backend().buffer();
    let coloured =
        |cell: &&ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
    assert_eq!(buffer.content.iter().filter(coloured).count(), 0);
}

#[test]
fn no_background_is_ever_set() {
    use ratatui::style::Color;
    let mut seated = game("1971", 4, 3, (120, 40), 9);
    seated.screen();
    assert!(
        seated
            .terminal
            .backend()
            .buffer()
            .content
            .iter()
            .all(|cell| cell.bg == Color::Reset)
    );
}

#[test]
fn a_whole_game_is_played_by_keys() {
    for (recipe, players, seed) in [
        ("1961", 2, 1),
        ("1971", 3, 2),
        ("combined", 6, 3),
        ("draft", 4, 4),
    ] {
        let mut seated = game(recipe, players, seed, (80, 24), 0);
        for _ in 0..2000 {
            if seated.model.shown.ended.is_some() {
                break;
            }
            seated.play_on(1);
        }
        assert!(
            seated.model.shown.ended.is_some(),
            "{recipe} with {players} ends"
        );
        assert!(
            seated.screen().contains("The game is over"),
            "{}",
            seated.screen()
        );
        seated.key(KeyCode::Enter);
        assert!(!seated.left, "what happened last can be read");
        seated.keys("n");
        assert!(seated.left, "n asks for another game");
    }
}

#[test]
fn what_is_taken_back_has_not_happened() {
    let mut seated = game("1961", 2, 7, (80, 24), 2);
    let before = seated.screen();
    let taken = seated.model.sitting().taken().to_vec();
    seated.key(KeyCode::Enter);
    seated.key(KeyCode::Enter);
    seated.key(KeyCode::Enter);
    seated.bots();
    assert_ne!(seated.model.sitting().taken(), taken);
    while seated.model.sitting().taken().len() > taken.len() {
        seated.keys("u");
        seated.bots();
    }
    seated.key(KeyCode::Null);
    assert_eq!(seated.screen(), before);
}

#[test]
fn what_others_do_is_shown_one_event_after_the_other() {
    let mut seated = Seated::with_speed(seating(script("1961"), 2, 7), FINE, (80, 24), 2);
    seated.bots();
    seated.key(KeyCode::Char(' '));
    seated.play_on(1);
    seated.keys("e");
    seated.bots();
    let mut lengths = Vec::new();
    for _ in 0..400 {
        lengths.push(seated.model.shown.lines.len());
        seated.wait(100);
        seated.bots();
    }
    assert!(lengths.is_sorted());
    assert!(
        lengths.windows(2).all(|pair| pair[1] - pair[0] <= 1),
        "{lengths:?}"
    );
    assert!(lengths[0] < lengths[399]);
}

#[test]
fn nobody_sees_the_hand_of_another_person() {
    let mut covers = 0;
    for seed in 7..10 {
        covers += covers_lifted(seed);
    }
    assert!(covers > 10, "{covers} covers");
}

/// Two people and a bot at one screen: how often a cover was lifted.
fn covers_lifted(seed: u64) -> u32 {
    let mut seating = seating(script("1961"), 3, seed);
    seating.guests = vec![Seat(1)];
    seating.names = vec!["Ann".to_string(), "Ben".to_string(), String::new()];
    let mut seated = Seated::new(seating, FINE, (80, 24));
    let mut covers = 0;
    for _ in 0..60 {
        seated.bots();
        let screen = seated.screen();
        if seated.model.ui.cover.is_some() {
            covers += 1;
            assert!(
                !screen.contains("Hand:") && !screen.contains(" Log "),
                "{screen}"
            );
            // What ends a decision, twice or held down, shows nothing.
            for code in [
                KeyCode::Enter,
                KeyCode::Enter,
                KeyCode::Char('e'),
                KeyCode::Char(' '),
            ] {
                seated.key(code);
                assert_eq!(seated.screen(), screen);
            }
            seated.keys("c");
            let asked = seated.model.sitting().asked();
            assert_eq!(Some(seated.model.shown.me), asked);
        } else {
            seated.play_on(1);
        }
    }
    covers
}

#[test]
fn people_who_sit_beside_bots_play_to_the_end() {
    for (players, guests, seed) in [
        (3, vec![Seat(1)], 3),
        (4, vec![Seat(2)], 4),
        (2, vec![Seat(1)], 5),
        (6, vec![Seat(3), Seat(5)], 6),
    ] {
        let mut seating = seating(script("1961"), players, seed);
        seating.guests = guests;
        let mut seated = Seated::new(seating, FINE, (80, 24));
        for _ in 0..4000 {
            seated.bots();
            if seated.model.shown.ended.is_some() {
                break;
            }
            match seated.model.ui.cover {
                Some(_) => seated.keys("c"),
                None => seated.play_on(1),
            }
        }
        assert!(
            seated.model.shown.ended.is_some(),
            "{players}, {seed}: {}",
            seated.screen()
        );
    }
}

/// Something that happens to a screen.
fn any_input(words: &mut Words, ui: &Ui) -> Input {
    let keys = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::F(1),
        KeyCode::Backspace,
    ];
    let letters = "pbseuwgdkl?+-123456789 hajrxyznc";
    match words.below(10) {
        0..=4 => {
            let code = keys[words.below(keys.len() as u32) as usize];
            Input::Key(KeyEvent::new(code, KeyModifiers::NONE))
        }
        5..=7 => {
            let letter = letters
                .chars()
                .nth(words.below(letters.len() as u32) as usize)
                .unwrap_or('e');
            Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
        }
        8 => {
            let kinds = [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::ScrollUp,
                MouseEventKind::ScrollDown,
            ];
            let (column, row) = match ui
                .hits
                .get(words.below(ui.hits.len().max(1) as u32) as usize)
            {
                Some((area, _)) => (area.x, area.y),
                None => (words.below(200) as u16, words.below(60) as u16),
            };
            let kind = kinds[words.below(3) as usize];
            Input::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            })
        }
        _ => Input::Tick(u64::from(words.below(100_000))),
    }
}

/// How many sequences of keys are tried; more are asked for by `BRINK_SEQUENCES`.
fn sequences() -> u64 {
    std::env::var("BRINK_SEQUENCES")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(60)
}

#[test]
fn random_keys_and_sizes_never_break_the_screen() {
    let recipes = ["1961", "1971", "combined", "draft"];
    let scripts = recipes.map(script);
    for sequence in 0..sequences() {
        let mut words = Words::new(sequence, 77);
        let players = 2 + words.below(5) as u8;
        let mut seating = seating(scripts[words.below(4) as usize].clone(), players, sequence);
        if words.below(4) == 0 {
            seating.guests = vec![Seat(1)];
        }
        let look = Look {
            fine: words.below(2) == 0,
            colour: words.below(2) == 0,
        };
        let mut seated = Seated::with_speed(seating, look, (80, 24), words.below(5) as usize);
        for step in 0..100 {
            if words.below(3) == 0 {
                seated.bot();
            }
            if words.below(12) == 0 {
                let (width, height) = (1 + words.below(200) as u16, 1 + words.below(60) as u16);
                seated.resize(width, height);
            }
            let input = any_input(&mut words, &seated.model.ui);
            seated.input(input.clone());
            let screen = seated.screen();
            assert_eq!(screen, seated.screen(), "drawing changes nothing");
            whole(
                &seated,
                &screen,
                &format!("sequence {sequence}, step {step}, {input:?}"),
            );
            if seated.left {
                break;
            }
        }
    }
}

/// The screen has all of its parts.
fn whole(seated: &Seated, screen: &str, place: &str) {
    let area = seated.terminal.backend().buffer().area;
    if area.width < 60 || area.height < 18 {
        return;
    }
    let ui = &seated.model.ui;
    if ui.cover.is_some() {
        assert!(
            screen.contains("decide") || screen.contains("thinking"),
            "{place}\n{screen}"
        );
        return;
    }
    let first = screen.lines().next().unwrap_or_default();
    assert!(
        first.contains(&seated.model.shown.rules().game),
        "{place}\n{screen}"
    );
    assert!(
        !screen.lines().last().unwrap_or_default().trim().is_empty(),
        "{place}\n{screen}"
    );
    if ui.popup.is_none() {
        assert!(screen.contains(" Log "), "{place}\n{screen}");
        let reading = ui.focus == Focus::Log && area.width < 116;
        for seat in seated.model.shown.seats().filter(|_| !reading) {
            assert!(
                screen.contains(&seat.to_string()),
                "{place}: {seat}\n{screen}"
            );
        }
        // What the cursor is on can be seen.
        if reading || ui.showing() || seated.model.shown.decision.is_none() {
            return;
        }
        if let Some(thing) = ui
            .pointed()
            .filter(|thing| !matches!(thing, brink::explain::options::steps::Thing::Pass))
        {
            assert!(
                ui.hits.iter().any(|(_, hit)| *hit == thing),
                "{place}: {thing:?} is not there\n{screen}"
            );
        }
    }
}

/// The game of somebody who has played, to be looked at.
fn played(decisions: usize) -> (Replay, usize) {
    let seated = game("1961", 3, 7, (80, 24), decisions);
    let sitting = seated.model.sitting();
    let timeline = timeline(sitting.seating(), sitting.taken(), &[]).expect("it was played so");
    let count = sitting.taken().len();
    (Replay::new(timeline, FINE), count)
}

fn shown(replay: &mut Replay, size: (u16, u16)) -> String {
    drawn(replay, size)
}

/// A scene as text.
fn drawn(scene: &mut impl Scene, (width, height): (u16, u16)) -> String {
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(width, height))
        .expect("a buffer");
    terminal
        .draw(|frame| scene.draw(frame))
        .expect("a buffer has no faults");
    let buffer = terminal.backend().buffer();
    let lines = (0..height).map(|y| {
        (0..width)
            .map(|x| buffer[(x, y)].symbol())
            .collect::<String>()
    });
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

fn press(replay: &mut Replay, code: KeyCode) {
    replay.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn a_replay_goes_forwards_and_backwards() {
    let (mut replay, count) = played(12);
    assert_eq!(replay.timeline().last(), count);
    let mut screens = vec![shown(&mut replay, (80, 24))];
    for _ in 0..count {
        press(&mut replay, KeyCode::Right);
        screens.push(shown(&mut replay, (80, 24)));
    }
    assert_eq!(replay.moment(), count);
    press(&mut replay, KeyCode::Right);
    assert_eq!(replay.moment(), count, "there is no further moment");
    for screen in screens.iter().rev().skip(1) {
        press(&mut replay, KeyCode::Left);
        assert_eq!(&shown(&mut replay, (80, 24)), screen);
    }
    press(&mut replay, KeyCode::Char('j'));
    press(&mut replay, KeyCode::Char('3'));
    press(&mut replay, KeyCode::Enter);
    assert_eq!(replay.timeline().turn(replay.moment()), 3);
    press(&mut replay, KeyCode::PageDown);
    assert_eq!(replay.timeline().turn(replay.moment()), 4);
    insta::assert_snapshot!(shown(&mut replay, (80, 24)));
}

#[test]
fn a_replay_shows_what_a_seat_saw_and_no_more() {
    let (mut replay, count) = played(12);
    press(&mut replay, KeyCode::Char('2'));
    for _ in 0..=count {
        let view = replay.shown.view.clone();
        assert_eq!(view.seat, Some(Seat(1)));
        assert!(
            view.hands
                .iter()
                .enumerate()
                .all(|(at, hand)| at == 1 || matches!(hand, Held::Count(_)))
        );
        press(&mut replay, KeyCode::Right);
    }
    press(&mut replay, KeyCode::Char('o'));
    assert_eq!(replay.shown.view.seat, None);
}

#[test]
fn a_game_that_is_over_is_looked_through() {
    let mut seated = game("1961", 2, 1, (80, 24), 0);
    seated.keys("a");
    assert!(seated.model.ui.popup.is_none(), "the game is not over");
    for _ in 0..2000 {
        seated.play_on(1);
    }
    assert!(seated.model.shown.ended.is_some());
    seated.keys("a");
    assert!(
        seated.screen().contains("What decided the game"),
        "{}",
        seated.screen()
    );
    let sitting = seated.model.sitting();
    let timeline = timeline(sitting.seating(), sitting.taken(), &[]).expect("it was played so");
    let moments = review(&timeline, Seat(0), 1, Budget::Iterations(60), &|| false);
    let own = sitting
        .taken()
        .iter()
        .filter(|taken| taken.who.by == Seat(0))
        .count();
    assert!(!moments.is_empty() && moments.len() <= own, "{moments:?}");
    for moment in &moments {
        assert!(
            (0.0..=1.0).contains(&moment.chance) && moment.best_chance >= moment.chance,
            "{moment:?}"
        );
    }
    assert_eq!(
        moments,
        review(&timeline, Seat(0), 1, Budget::Iterations(60), &|| false),
        "it says the same again"
    );
    assert!(!told(&moments).is_empty());
}

#[test]
fn a_hint_names_options_that_there_are() {
    let mut seating = seating(script("1961"), 2, 7);
    seating.bots = "ismcts:60".parse().expect("it is a bot");
    let mut seated = Seated::new(seating, FINE, (100, 30));
    seated.play_on(2);
    seated.keys("h");
    let popup = seated.model.ui.popup.as_ref().expect("it is answered");
    let offers = &seated
        .model
        .shown
        .decision
        .as_ref()
        .expect("it is one's turn")
        .offers;
    assert!(
        offers
            .iter()
            .any(|offer| popup.text[0].contains(&offer.label)),
        "{popup:?}"
    );
}

/// What is discarded or turned up is looked for with the others first, also where nothing guards; and it is said what for.
#[test]
fn what_harms_points_at_others_first_and_says_what_it_does() {
    let (mut purposes, mut told_something) = (Vec::new(), 0);
    for seed in 0..40 {
        let mut words = Words::new(seed, 3);
        let mut game = Game::deal(script("1961"), 2, seed, &mut ());
        while let Some(decision) = Decision::of(&game)
            && game.state().turns < 40
        {
            let found = candidates(&decision, Step::First);
            let seats: Vec<Seat> = found
                .iter()
                .filter_map(|candidate| seat_of(candidate.thing))
                .collect();
            if let (Question::Pick(_), Some(purpose)) = (decision.question, decision.purpose) {
                purposes.push(purpose);
                if purpose == Purpose::Discard && seats.iter().any(|seat| *seat != decision.seat) {
                    assert!(decision.harms && seats[0] != decision.seat, "{decision:?}");
                    // Line by line, too.
                    let view = View::of(game.board(), &game.script().rules.cards, decision.seat);
                    let steps =
                        Steps::new(&game.script().rules, &view, &decision, &|_| String::new());
                    let lines = steps.now().1;
                    assert!(
                        !lines[0].name.contains(&decision.seat.to_string()),
                        "{lines:?}"
                    );
                }
                let told = preview(&game, 0).expect("something is offered");
                assert!(!told.certain.is_empty() || told.open, "{decision:?}");
                told_something += usize::from(!told.certain.is_empty());
                let told = told.certain.join(" ");
                assert!(!told.contains("nowhere"), "{told}");
            }
            game.take_nth(&mut (), |count| words.below(count));
        }
    }
    assert!(
        purposes.contains(&Purpose::Look) && purposes.contains(&Purpose::Discard),
        "{purposes:?}"
    );
    // What is discarded or looked at unknown comes up first, and nothing is certain behind it.
    assert!(
        told_something * 4 > purposes.len(),
        "{told_something} of {} previews say something",
        purposes.len()
    );
}

#[test]
fn a_window_that_is_too_small_takes_no_keys_but_to_leave() {
    let mut seated = game("1961", 2, 1, (80, 24), 1);
    let before = seated.screen();
    seated.resize(50, 10);
    seated.screen();
    seated.key(KeyCode::Enter);
    seated.keys("1b");
    seated.resize(80, 24);
    assert_eq!(seated.screen(), before);
    seated.resize(50, 10);
    seated.screen();
    seated.keys("q");
    assert!(seated.left);
}

/// Somebody who has lost, at the end.
fn lost() -> Seated {
    for seed in 1..20 {
        let mut seated = game("1961", 2, seed, (80, 24), 0);
        while seated.model.shown.ended.is_none() {
            seated.play_on(1);
        }
        let ended = seated.model.shown.ended.clone().unwrap_or_default();
        if ended.starts_with("You lost: ") {
            return seated;
        }
    }
    panic!("nobody has lost");
}

#[test]
fn whoever_has_lost_reads_why_and_any_line_of_the_log_is_explained() {
    let mut seated = lost();
    let screen = seated.screen();
    for said in ["You lost: ", "The last turn:", "a what you could have done"] {
        assert!(screen.contains(said), "`{said}` is missing:\n{screen}");
    }
    seated.keys("w");
    assert!(
        seated.screen().contains("│ You lost: "),
        "{}",
        seated.screen()
    );
    seated.keys("wl");
    let mut told = Vec::new();
    for _ in 0..4 {
        let at = seated
            .model
            .ui
            .log_at
            .expect("the log is read with a cursor");
        let line = seated.model.shown.lines[at].clone();
        seated.keys("w");
        let screen = seated.screen();
        let first: String = line.chars().take(20).collect();
        assert!(screen.contains(&format!("│ {first}")), "{line}\n{screen}");
        assert!(!screen.contains("Event "), "{screen}");
        told.push(at);
        seated.key(KeyCode::Esc);
        seated.key(KeyCode::Up);
    }
    told.dedup();
    assert_eq!(told.len(), 4, "the cursor moves: {told:?}");
    seated.key(KeyCode::Home);
    assert_eq!(seated.model.ui.log_at, Some(0));
    seated.keys("l");
    assert!(seated.screen().contains("The game is over"));
}

#[test]
fn both_sides_of_a_victory_card_are_told_before_one_is_chosen() {
    let told = |seed: u64| game("1971", 3, seed, (80, 24), 0).screen();
    let (mut both, mut without) = (0, 0);
    for seed in 1..8 {
        let screen = told(seed);
        both += usize::from(screen.contains("Raven Rock:") && screen.contains("World's Fair:"));
        if screen.contains("Woodstock:") {
            without += 1;
            assert!(screen.contains("You win with 3 reforms."), "{screen}");
            assert!(!screen.contains("embassies"), "1971 has none: {screen}");
        }
    }
    assert!(both > 0 && without > 0);
}

#[test]
fn a_hint_that_is_asked_for_while_the_beginning_is_shown_comes_all_the_same() {
    let mut seated = Seated::with_speed(seating(script("1961"), 2, 7), FINE, (80, 24), 1);
    seated.key(KeyCode::Enter);
    seated.bots();
    assert!(seated.model.ui.showing());
    seated.keys("h");
    let screen = seated.screen();
    assert!(screen.contains(" Hint "), "{screen}");
    assert!(!screen.contains("Ask when it is your turn"), "{screen}");
}

#[test]
fn what_happens_is_shown_with_the_goals_of_that_moment() {
    let mut slow = Seated::with_speed(seating(script("1961"), 3, 7), FINE, (80, 24), 1);
    slow.key(KeyCode::Enter);
    slow.bots();
    let later = slow.model.ui.beats.iter();
    let mut later = later.filter(|beat| beat.view.phase != Phase::SetUp);
    assert!(later.all(|beat| beat.goals.is_some()));
}

#[test]
fn undo_is_offered_where_there_is_something_to_take_back() {
    let mut seated = game("1961", 2, 7, (120, 30), 0);
    assert!(!seated.screen().contains("u undo"), "{}", seated.screen());
    seated.advised(1);
    assert!(seated.screen().contains("u undo"), "{}", seated.screen());
    seated.keys("u");
    assert!(!seated.screen().contains("u undo"), "{}", seated.screen());
}

#[test]
fn a_large_window_shows_the_texts_of_the_hand() {
    for (players, seed) in [(2, 7), (6, 7)] {
        let mut seated = game("1961", players, seed, (120, 40), 1);
        let hand = seated.model.shown.hand().to_vec();
        let screen = seated.screen();
        let shown = screen
            .lines()
            .filter(|line| line.starts_with("         ") && line.contains(": "));
        assert!(shown.count() >= hand.len().min(2), "{screen}");
        let mut small = game("1961", players, seed, (119, 40), 1);
        assert!(
            small
                .screen()
                .lines()
                .filter(|line| line.starts_with("Hand:"))
                .count()
                == 1
        );
    }
}
