//! What lies over the table and what is scrolled, on the full screen drawn to a buffer: keys, clicks, the wheel.

use std::sync::Arc;

use crate::support::scripts::script;
use crate::support::seated::{FINE, Seated, seating};
use brink::app::tui::look::Look;
use brink::app::tui::{Effect, Input, Lobby, Model, Replay, Scene};
use brink::board::{Kind, Seat};
use brink::explain::names::face_name;
use brink::explain::options::steps::{Step, Thing};
use brink::session::opening::{Given, Seating};
use brink::session::screen::Memory;
use brink::session::sitting::Sitting;
use brink::session::undo::timeline;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// A game for two after some decisions of the person.
fn game(decisions: usize) -> Seated {
    let mut seated = Seated::new(seating(script("1961"), 2, 7), FINE, (80, 24));
    seated.advised(decisions);
    seated
}

fn mouse(kind: MouseEventKind, column: u16, row: u16) -> Input {
    Input::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

#[test]
fn a_click_closes_what_lies_over_the_table_and_does_nothing_below() {
    // The question whether to leave, the keys, the goals, an explanation.
    for key in "qkg?".chars() {
        let mut seated = game(1);
        let candidate = seated.model.ui.candidates[1].thing;
        seated.screen();
        let (area, _) = *seated
            .model
            .ui
            .hits
            .iter()
            .find(|(_, hit)| *hit == candidate)
            .expect("it is drawn");
        let (cursor, step) = (seated.model.ui.cursor, seated.model.ui.step);
        seated.keys(&key.to_string());
        assert!(seated.model.ui.popup.is_some(), "{key}");
        seated.screen();
        seated.input(mouse(
            MouseEventKind::Down(MouseButton::Left),
            area.x,
            area.y,
        ));
        assert!(seated.model.ui.popup.is_none() && !seated.left, "{key}");
        assert_eq!(
            (seated.model.ui.cursor, seated.model.ui.step),
            (cursor, step),
            "{key}"
        );
        // The next one points.
        seated.input(mouse(
            MouseEventKind::Down(MouseButton::Left),
            area.x,
            area.y,
        ));
        assert_eq!(seated.model.ui.cursor, Some(candidate), "{key}");
    }
}

#[test]
fn nobody_clicks_on_what_a_small_window_does_not_show() {
    let mut seated = Seated::with_speed(seating(script("1961"), 2, 7), FINE, (80, 24), 0);
    seated.bots();
    seated.key(KeyCode::Char(' '));
    seated.play_on(1);
    seated.wait(10);
    assert!(seated.model.ui.showing(), "it is shown slowly what happens");
    seated.resize(50, 10);
    seated.screen();
    seated.input(mouse(MouseEventKind::Down(MouseButton::Left), 3, 3));
    assert!(seated.model.ui.showing(), "nothing is skipped");
}

#[test]
fn whoever_scrolls_too_far_comes_back_at_once() {
    let mut seated = game(9);
    seated.resize(60, 18);
    // What happened, read back to its beginning and beyond.
    seated.keys("l");
    let newest = seated.screen();
    seated.key(KeyCode::Home);
    let oldest = seated.screen();
    assert_ne!(oldest, newest);
    for _ in 0..50 {
        seated.key(KeyCode::PageUp);
        assert_eq!(seated.screen(), oldest);
    }
    seated.input(mouse(MouseEventKind::ScrollUp, 3, 3));
    seated.screen();
    seated.key(KeyCode::Down);
    assert_eq!(seated.model.ui.log_at, Some(1), "one line down");
    (0..30).for_each(|_| seated.key(KeyCode::Down));
    assert_ne!(seated.screen(), oldest, "what is further down is seen");
    seated.key(KeyCode::End);
    assert_eq!(seated.screen(), newest);
    // A text over the table, beyond its end.
    seated.keys("k");
    let first = seated.screen();
    seated.key(KeyCode::End);
    let last = seated.screen();
    assert_ne!(first, last);
    for _ in 0..50 {
        seated.key(KeyCode::PageDown);
        seated.input(mouse(MouseEventKind::ScrollDown, 3, 3));
        assert_eq!(seated.screen(), last);
    }
    seated.key(KeyCode::Up);
    assert_ne!(seated.screen(), last, "one line up is seen");
    seated.key(KeyCode::Home);
    assert_eq!(seated.screen(), first);
    assert!(seated.model.ui.popup.is_some());
}

#[test]
fn a_larger_window_keeps_to_what_there_is_to_scroll() {
    let mut seated = game(9);
    seated.resize(60, 18);
    seated.keys("k");
    seated.key(KeyCode::End);
    seated.screen();
    seated.resize(160, 60);
    seated.screen();
    assert_eq!(
        seated.model.ui.popup.as_ref().map(|popup| popup.down),
        Some(0),
        "all of it is shown"
    );
}

#[test]
fn a_cover_calls_a_person_by_seat_and_name_alone() {
    let mut covers = Vec::new();
    for names in [Vec::new(), ["Ann", "Ben", ""].map(str::to_string).to_vec()] {
        let mut seating = seating(script("1961"), 3, 7);
        (seating.guests, seating.names) = (vec![Seat(1)], names);
        let mut seated = Seated::new(seating, FINE, (80, 24));
        for _ in 0..4 {
            let screen = seated.screen();
            covers.extend(
                screen
                    .lines()
                    .find(|line| line.contains("to decide."))
                    .map(|line| line.trim().to_string()),
            );
            seated.keys("c");
            seated.advised(1);
        }
    }
    covers.dedup();
    let told = ["p1", "p2", "p1", "p1 Ann", "p2 Ben", "p1 Ann"];
    assert_eq!(
        covers,
        told.map(|who| format!("It is {who}'s turn to decide."))
    );
}

/// What a bot had not decided yet it decides later, where it holds nobody up.
#[test]
fn who_takes_it_again_waits_for_no_bot() {
    let mut seated = game(1);
    let decide = |seated: &mut Seated| {
        let before = seated.model.sitting().taken().len();
        while seated.model.sitting().asked() == Some(Seat(0)) {
            seated.take(0);
        }
        seated.model.sitting().taken().len() - before
    };
    // The bot is asked and thinks. It had decided nothing when this is taken back.
    let decided = decide(&mut seated);
    let asked = seated.model.sitting().taken().len();
    (0..decided).for_each(|_| seated.keys("u"));
    assert_eq!(seated.model.sitting().taken().len(), asked - decided);
    (0..decided).for_each(|_| seated.keys("r"));
    assert_eq!(
        seated.model.sitting().taken().len(),
        asked,
        "the bot is left to itself"
    );
    assert_eq!(seated.model.ui.thinking, Some(Seat(1)));
    // What it has decided it does not think about again.
    assert!(seated.bot());
    seated.bots();
    let all = seated.model.sitting().taken().to_vec();
    while seated.model.sitting().taken().len() >= asked {
        seated.keys("u");
    }
    while !seated.model.sitting().ahead().is_empty() {
        let before = seated.model.sitting().taken().len();
        seated.keys("r");
        assert!(seated.model.sitting().taken().len() > before);
    }
    assert_eq!(seated.model.sitting().taken(), all);
    assert_eq!(seated.model.sitting().asked(), Some(Seat(0)));
}

#[test]
fn a_letter_with_ctrl_or_alt_is_not_that_letter() {
    let mut seated = game(1);
    let (taken, screen) = (seated.model.sitting().taken().len(), seated.screen());
    let modified = |letter, modifiers| Input::Key(KeyEvent::new(KeyCode::Char(letter), modifiers));
    for modifiers in [
        KeyModifiers::CONTROL,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL | KeyModifiers::SHIFT,
    ] {
        for letter in "eupbsqkw1".chars() {
            seated.input(modified(letter, modifiers));
            assert_eq!(seated.model.sitting().taken().len(), taken, "{letter}");
            assert!(seated.model.ui.popup.is_none() && !seated.left, "{letter}");
            seated.key(KeyCode::Null);
            assert_eq!(seated.screen(), screen, "{letter}");
        }
    }
    // A shifted one is a letter, and Ctrl-C leaves.
    seated.input(modified('?', KeyModifiers::SHIFT));
    assert!(seated.model.ui.popup.is_some());
    seated.key(KeyCode::Esc);
    seated.input(modified('c', KeyModifiers::CONTROL));
    assert!(seated.screen().contains("Leave the game?"));
    let mut replay = replay(2);
    for letter in "qbxr".chars() {
        assert!(
            replay
                .update(modified(letter, KeyModifiers::ALT))
                .is_empty(),
            "{letter}"
        );
    }
    assert!(
        !replay
            .update(modified('c', KeyModifiers::CONTROL))
            .is_empty()
    );
}

/// A game that was played, looked at.
fn replay(decisions: usize) -> Replay {
    let seated = game(decisions);
    let sitting = seated.model.into_sitting();
    Replay::new(
        timeline(sitting.seating(), sitting.taken(), &[]).expect("it was played so"),
        FINE,
    )
}

fn drawn(replay: &mut Replay) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer has no faults");
    terminal
        .draw(|frame| replay.draw(frame))
        .expect("a buffer has no faults");
    terminal.backend().to_string()
}

#[test]
fn a_replay_closes_by_a_click_and_scrolls_what_lies_on_top() {
    let mut replay = replay(9);
    let press = |replay: &mut Replay, code| {
        drop(replay.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
    };
    press(&mut replay, KeyCode::End);
    let table = drawn(&mut replay);
    let (area, _) = replay.ui.hits[0];
    press(&mut replay, KeyCode::Char('k'));
    drawn(&mut replay);
    replay.update(mouse(
        MouseEventKind::Down(MouseButton::Left),
        area.x,
        area.y,
    ));
    assert_eq!(drawn(&mut replay), table);
    for _ in 0..200 {
        replay.update(mouse(MouseEventKind::ScrollUp, 3, 3));
        drawn(&mut replay);
    }
    let oldest = drawn(&mut replay);
    replay.update(mouse(MouseEventKind::ScrollDown, 3, 3));
    assert_ne!(drawn(&mut replay), oldest, "one line down is seen");
    // The discard pile is short: there is nothing to scroll in it, and what is below stays where it is.
    let up = replay.ui.log_up;
    press(&mut replay, KeyCode::Char('d'));
    drawn(&mut replay);
    replay.update(mouse(MouseEventKind::ScrollUp, 3, 3));
    replay.update(mouse(MouseEventKind::ScrollDown, 3, 3));
    assert_eq!(replay.ui.log_up, up);
}

/// The screen, a replay, and what is told when it is left.
#[test]
fn how_a_game_has_ended_is_told_in_the_same_words_everywhere() {
    let mut winners = Vec::new();
    for seed in 1..5 {
        let mut seated = Seated::new(seating(script("1961"), 2, seed), FINE, (80, 24));
        while seated.model.shown.ended.is_none() {
            seated.play_on(1);
        }
        let shown = seated.model.shown.ended.clone();
        let sitting = seated.model.into_sitting();
        assert_eq!(shown, sitting.ended());
        let replay = timeline(sitting.seating(), sitting.taken(), &[]).expect("it was played so");
        let mut replay = Replay::new(replay, FINE);
        replay.update(Input::Key(KeyEvent::new(KeyCode::End, KeyModifiers::NONE)));
        assert_eq!(replay.shown.ended, sitting.ended_for(None));
        let told = replay.shown.ended.clone().expect("it is over");
        let shown = shown.expect("it is over");
        assert_eq!(
            shown.starts_with("You win: "),
            told.starts_with("p1 wins: "),
            "{shown} {told}"
        );
        assert_eq!(
            shown.starts_with("You lost: "),
            told.starts_with("p2 wins: "),
            "{shown} {told}"
        );
        assert!(told.contains(": "), "it says why: {told}");
        winners.push(told.split(' ').next().unwrap_or_default().to_string());
    }
    assert!(winners.contains(&"p2".to_string()), "{winners:?}");
}

#[test]
fn whoever_goes_on_with_a_game_finds_each_card_under_its_number() {
    let mut moved = 0;
    for seed in 0..6 {
        let mut seated = Seated::new(seating(script("1961"), 2, seed), FINE, (80, 24));
        for decisions in 0..14 {
            seated.advised(1);
            seated.bots();
            let (sitting, slots) = (seated.model.sitting(), &seated.model.ui.slots);
            if seated.model.shown.ended.is_some() {
                break;
            }
            let again = Sitting::repeated(sitting.seating().clone(), sitting.taken(), Vec::new());
            let again = again.unwrap_or_else(|(_, misfit)| panic!("{misfit}"));
            let (model, _) = Model::new(again, Memory::Assisted, FINE, 4);
            assert_eq!(&model.ui.slots, slots, "seed {seed}, after {decisions}");
            let held: Vec<_> = slots.iter().flatten().copied().collect();
            let mut first: Vec<_> = Vec::new();
            model.shown.hand().iter().for_each(|kind| {
                if !first.contains(kind) {
                    first.push(*kind)
                }
            });
            moved += usize::from(held != first);
        }
    }
    assert!(
        moved > 5,
        "hands come in another order than their numbers: {moved}"
    );
}

/// Two people at one screen play for a while: what each of them holds keeps its number, also where others sit here in between, and
/// where the game is taken up again.
#[test]
fn a_card_keeps_its_number_as_long_as_it_is_held_whoever_sits_here_in_between() {
    let (mut kept, mut parted) = (0, 0);
    for (seed, speed) in [(1, 4), (2, 4), (3, 0)] {
        let seating = Seating {
            guests: vec![Seat(1)],
            ..seating(script("1961"), 2, seed)
        };
        let mut seated = Seated::with_speed(seating, FINE, (80, 24), speed);
        let mut before: [(usize, Vec<Option<Kind>>); 2] = Default::default();
        for _ in 0..30 {
            seated.keys("c ");
            if seated.model.shown.ended.is_some() {
                break;
            }
            let (me, slots) = (seated.model.shown.me, seated.model.ui.slots.clone());
            let hands = seated.model.sitting().hands_of(me);
            let (seen, numbers) = &before[me.index()];
            for (number, kind) in numbers
                .iter()
                .enumerate()
                .filter_map(|(number, kind)| Some((number, (*kind)?)))
            {
                if hands[seen.saturating_sub(1)..]
                    .iter()
                    .all(|hand| hand.contains(&kind))
                {
                    assert_eq!(
                        slots[number],
                        Some(kind),
                        "seed {seed}: {me} has {slots:?}, and had {numbers:?}"
                    );
                    kept += 1;
                    parted += usize::from(slots[..number].contains(&None));
                }
            }
            before[me.index()] = (hands.len(), slots.clone());
            let sitting = seated.model.sitting();
            let again = Sitting::repeated(sitting.seating().clone(), sitting.taken(), Vec::new());
            let again = again.unwrap_or_else(|(_, misfit)| panic!("{misfit}"));
            let (mut model, _) = Model::new(again, Memory::Assisted, FINE, speed);
            model.update(Input::Key(KeyEvent::new(
                KeyCode::Char('c'),
                KeyModifiers::NONE,
            )));
            assert_eq!((model.shown.me, model.ui.slots), (me, slots), "seed {seed}");
            seated.advised(1);
        }
    }
    assert!(
        kept > 60 && parted > 5,
        "{kept} kept, {parted} of them behind a number that is free"
    );
}

/// Nobody takes the chance of who asks for that of what is picked.
#[test]
fn a_hint_says_what_is_done_and_who_wins() {
    let bots = "ismcts:60".parse().expect("it is a bot");
    let mut begun = Vec::new();
    for seed in 7..10 {
        let mut seated = Seated::new(
            Seating {
                bots,
                ..seating(script("1961"), 2, seed)
            },
            FINE,
            (80, 24),
        );
        for _ in 0..8 {
            seated.keys("h");
            if seated.model.shown.ended.is_some() {
                assert!(
                    seated.screen().contains("The game is over: "),
                    "{}",
                    seated.screen()
                );
                break;
            }
            let Some(popup) = &seated.model.ui.popup else {
                panic!("no answer: {}", seated.screen())
            };
            let (deed, wins) = popup.text[0]
                .split_once(": ")
                .expect("it says how good that is");
            assert!(wins.starts_with("win rate "), "{popup:?}");
            begun.extend(deed.split(' ').nth(1).map(str::to_string));
            seated.keys(" ");
            seated.advised(1);
        }
    }
    assert_eq!(begun[0], "put", "a card is put face down at first");
    assert!(
        begun.contains(&"choose".to_string()) && begun.contains(&"play".to_string()),
        "{begun:?}"
    );
    assert!(
        begun
            .iter()
            .all(|word| word.chars().all(|letter| letter.is_ascii_lowercase())),
        "{begun:?}"
    );
}

/// A number is a card of the hand where it is told so: the lines of what to do with a card have letters.
#[test]
fn a_number_picks_another_card_where_it_is_asked_what_to_do_with_one() {
    let mut seated = game(1);
    let held: Vec<(usize, Kind)> = seated
        .model
        .ui
        .slots
        .iter()
        .enumerate()
        .filter_map(|(slot, kind)| Some((slot + 1, (*kind)?)))
        .collect();
    let ((first, one), (second, other)) = (held[0], held[1]);
    let taken = seated.model.sitting().taken().len();
    seated.keys(&first.to_string());
    seated.key(KeyCode::Enter);
    assert_eq!(seated.model.ui.step, Step::With(one));
    seated.keys(&second.to_string());
    assert_eq!(
        (seated.model.ui.step, seated.model.ui.cursor),
        (Step::First, Some(Thing::Hand(other)))
    );
    seated.key(KeyCode::Enter);
    seated.keys("9");
    assert_eq!(seated.model.ui.step, Step::With(other));
    assert!(
        seated.screen().contains("has the number 9."),
        "{}",
        seated.screen()
    );
    assert_eq!(
        seated.model.sitting().taken().len(),
        taken,
        "nothing is played by it"
    );
}

/// Two people whose game is over, and the one who is looked at.
fn over(seed: u64) -> (Seated, Seat) {
    let names = ["Ann", "Ben"].map(str::to_string).to_vec();
    let seating = Seating {
        guests: vec![Seat(1)],
        names,
        ..seating(script("1961"), 2, seed)
    };
    let mut seated = Seated::new(seating, FINE, (80, 24));
    while seated.model.shown.ended.is_none() {
        seated.keys("c");
        seated.play_on(1);
    }
    let me = seated.model.shown.me;
    (seated, me)
}

#[test]
fn whoever_goes_back_from_the_end_sits_behind_a_cover_and_what_all_have_seen_is_counted() {
    let mut gone_back = 0;
    for seed in 1..8 {
        let (mut seated, me) = over(seed);
        if seated
            .model
            .sitting()
            .taken()
            .last()
            .map(|taken| taken.who.by)
            != Some(me)
        {
            continue;
        }
        seated.keys("u");
        assert_eq!(seated.model.sitting().taken_back().seen, 1, "seed {seed}");
        let screen = seated.screen();
        assert!(
            !screen.contains("Hand:") && screen.contains("Noted: "),
            "{screen}"
        );
        seated.keys(" c");
        assert!(seated.screen().contains("Hand:"), "{}", seated.screen());
        assert_eq!(seated.model.sitting().asked(), Some(me));
        gone_back += 1;
    }
    assert!(gone_back > 2, "{gone_back} times");
}

#[test]
fn whoever_comes_back_to_the_program_finds_the_table_covered_where_several_people_play() {
    let mut alone = game(2);
    let before = alone.screen();
    alone.input(Input::Returned);
    assert_eq!(alone.screen(), before);
    for speed in [0, 4] {
        let seating = Seating {
            guests: vec![Seat(1)],
            ..seating(script("1961"), 3, 7)
        };
        let mut seated = Seated::with_speed(seating, FINE, (80, 24), speed);
        for _ in 0..6 {
            seated.bots();
            if seated.model.ui.cover.is_some() {
                seated.keys("c");
            }
            let before = seated.screen();
            assert!(before.contains("Hand:"), "{before}");
            seated.keys("k");
            seated.input(Input::Returned);
            let covered = seated.screen();
            assert!(
                !covered.contains("Hand:") && !covered.contains("Keys"),
                "{covered}"
            );
            seated.keys("c");
            assert_eq!(seated.screen(), before, "it goes on as it was");
            seated.keys(" ");
            seated.advised(1);
        }
    }
    let (mut seated, _) = over(1);
    seated.input(Input::Returned);
    assert!(
        seated.screen().contains("The game is over"),
        "what is over all may see"
    );
}

#[test]
fn when_a_game_is_over_everything_says_so_and_calls_people_by_their_names() {
    let (mut seated, me) = over(1);
    let screen = seated.screen();
    let first = screen.lines().next().unwrap_or_default();
    assert!(
        first.contains("the game is over") && !first.contains("played"),
        "{first}"
    );
    assert!(
        screen.contains("Ann wins") || screen.contains("Ben wins"),
        "{screen}"
    );
    let told = seated.model.sitting().ended().expect("it is over");
    assert!(
        told.starts_with("p1 Ann wins") || told.starts_with("p2 Ben wins"),
        "{told}"
    );
    for key in ["e", "p", "1", "t"] {
        seated.keys(key);
        assert!(
            seated
                .screen()
                .contains("The game is over: n starts another one"),
            "{}",
            seated.screen()
        );
    }
    // Each one's decisions are looked through, and it is said whose they are.
    let other = Seat(1 - me.0);
    for seat in [me, other, me] {
        seated.keys("a");
        let name = ["p1 Ann", "p2 Ben"][seat.index()];
        let screen = seated.screen();
        assert!(
            screen.contains(&format!("What decided the game for {name}")),
            "{screen}"
        );
        seated.keys(" ");
    }
}

#[test]
fn a_window_that_is_too_small_tells_of_nothing_that_is_refused() {
    let small = |seated: &mut Seated| {
        seated.resize(50, 10);
        seated
            .screen()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let several = Seating {
        guests: vec![Seat(1)],
        ..seating(script("1961"), 2, 7)
    };
    let told = small(&mut Seated::new(several, FINE, (80, 24)));
    assert!(told.ends_with("or press q to leave."), "{told}");
    assert!(small(&mut game(0)).contains("`brink play --plain` plays line by line"));
    // A game that is kept nowhere cannot be gone on with.
    let mut begun = game(2);
    assert!(small(&mut begun).ends_with("or press q to leave."));
    begun.model.ui.again = Some("3 --data dir".into());
    assert!(
        small(&mut begun)
            .contains("`brink play --plain --resume 3 --data dir` continues this game")
    );
}

/// What the bottom line promises is so.
#[test]
fn what_happens_just_now_is_explained_where_that_is_promised() {
    let mut seated = Seated::with_speed(seating(script("1961"), 3, 7), FINE, (80, 24), 2);
    let (mut explained, mut silent) = (0, 0);
    for _ in 0..200 {
        seated.bots();
        if seated.model.ui.showing() {
            let promised = seated
                .screen()
                .lines()
                .last()
                .is_some_and(|line| line.contains("? explain"));
            seated.keys("?");
            let title = seated
                .model
                .ui
                .popup
                .as_ref()
                .map(|popup| popup.title.clone());
            assert_eq!(
                title.as_deref() != Some("Keys"),
                promised,
                "{title:?}: {}",
                seated.screen()
            );
            seated.keys(" ");
            (explained, silent) = (
                explained + usize::from(promised),
                silent + usize::from(!promised),
            );
            seated.wait(700);
        } else {
            seated.play_on(1);
        }
    }
    assert!(explained > 20 && silent > 0, "{explained} and {silent}");
}

#[test]
fn answers_behind_the_ninth_have_no_number() {
    let mut lobby = Lobby::new(FINE);
    let options: Vec<(String, String)> = (b'a'..=b'k')
        .map(|letter| (char::from(letter).to_string(), "it".into()))
        .collect();
    lobby.ask("Which?", &options);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer has no faults");
    terminal
        .draw(|frame| lobby.draw(frame))
        .expect("a buffer has no faults");
    let screen = terminal.backend().to_string();
    assert!(
        screen.contains(" 9 i ") && !screen.contains("10") && !screen.contains("11"),
        "{screen}"
    );
    let picked = lobby.update(Input::Key(KeyEvent::new(
        KeyCode::Char('k'),
        KeyModifiers::NONE,
    )));
    assert!(matches!(picked[..], [Effect::Picked(10)]));
}

#[test]
fn plain_signs_are_plain_in_texts_too() {
    let plain = Look {
        fine: false,
        colour: false,
    };
    let mut told = 0;
    for seed in 0..8 {
        let mut seated = Seated::new(seating(script("1971"), 3, seed), plain, (80, 24));
        seated.advised(9);
        seated.key(KeyCode::Tab);
        seated.key(KeyCode::Up);
        seated.keys("?");
        let screen = seated.screen();
        assert!(screen.is_ascii(), "{screen}");
        told += usize::from(screen.contains("\"You\" means its owner here"));
    }
    assert!(told > 0, "quotes are looked at");
}

#[test]
fn a_narrow_window_keeps_the_key_that_takes_it_again() {
    let mut counted = 0;
    for seed in 0..12 {
        let mut seated = Seated::new(seating(script("1961"), 2, seed), FINE, (60, 20));
        for _ in 0..10 {
            seated.advised(1);
            seated.keys("u");
            let screen = seated.screen();
            let last = screen.lines().last().unwrap_or_default();
            assert!(
                last.contains("Undone (r redoes).") && !last.contains('\u{2026}'),
                "{screen}"
            );
            counted += usize::from(last.contains("Noted: "));
            seated.keys("r");
            seated.bots();
        }
    }
    assert!(counted > 5, "{counted}");
}

#[test]
fn the_way_back_is_named_where_nothing_else_is_left() {
    let mut seen = 0;
    let mut seated = game(0);
    for _ in 0..30 {
        seated.advised(1);
        let screen = seated.screen();
        if screen.contains("Nothing left to do: end your turn") {
            let last = screen.lines().last().unwrap_or_default();
            assert!(
                last.contains("u undo") && last.contains("e end turn"),
                "{screen}"
            );
            seen += 1;
        }
    }
    assert!(seen > 2, "{seen}");
}

#[test]
fn keys_of_a_replay_that_lead_nowhere_say_so() {
    let mut replay = replay(12);
    let press = |replay: &mut Replay, keys: &str| {
        for key in keys.chars() {
            let code = if key == '\n' {
                KeyCode::Enter
            } else {
                KeyCode::Char(key)
            };
            replay.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
    };
    let eyes = replay.eyes();
    press(&mut replay, "3");
    assert!(
        drawn(&mut replay).contains("There is no p3: this game has 2 players.")
            && replay.eyes() == eyes
    );
    press(&mut replay, "j99\n");
    assert!(
        drawn(&mut replay).contains("There is no turn 99: the last one is ")
            && replay.moment() == 0
    );
}

#[test]
fn a_game_that_several_people_still_play_is_not_shown_before_somebody_says_so() {
    let mut replay = replay(6).of_people(vec!["Ann".to_string(), "Ben".to_string()], true);
    let press = |replay: &mut Replay, code| {
        replay.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        drawn(replay)
    };
    for (key, told) in [
        ('1', "you see what p1 Ann has seen"),
        ('2', "you see what p2 Ben has seen"),
        ('o', "Next you see all cards"),
    ] {
        let covered = press(&mut replay, KeyCode::Char(key));
        assert!(
            covered.contains(told) && !covered.contains("Hand:"),
            "{covered}"
        );
        assert_eq!(
            press(&mut replay, KeyCode::Right),
            covered,
            "only c lifts it"
        );
        let shown = press(&mut replay, KeyCode::Char('c'));
        assert!(
            shown.contains("Hand:") && shown.contains("p2 Ben"),
            "{shown}"
        );
    }
    press(&mut replay, KeyCode::Char('1'));
    press(&mut replay, KeyCode::Char('c'));
    assert!(
        replay
            .shown
            .moment
            .as_ref()
            .is_some_and(|told| told.contains("as p1 Ann sees it"))
    );
    // What was being read of the hand goes, too.
    press(&mut replay, KeyCode::Tab);
    press(&mut replay, KeyCode::Char('?'));
    assert!(replay.ui.popup.is_some());
    replay.update(Input::Returned);
    let covered = drawn(&mut replay);
    assert!(
        !covered.contains("Hand:") && covered.contains("you see what p1 Ann has seen"),
        "{covered}"
    );
    assert!(replay.ui.popup.is_none());
}

/// A game that begins with a position.
fn at(recipe: &str, players: u8, position: &str) -> Seated {
    let script = script(recipe);
    let given = Given::read(position, &script.rules).expect("the position is sound");
    Seated::new(
        Seating {
            given: Some(Arc::new(given)),
            ..seating(script, players, 7)
        },
        FINE,
        (80, 24),
    )
}

/// Takes options by their labels.
fn takes(seated: &mut Seated, labels: &[&str]) {
    for label in labels {
        let decision = seated
            .model
            .shown
            .decision
            .as_ref()
            .expect("the person is asked");
        let number = decision
            .offers
            .iter()
            .position(|offer| offer.label == *label);
        seated.take(number.unwrap_or_else(|| panic!("`{label}` is offered: {decision:?}")));
        seated.bots();
    }
}

/// One's own nation is all that is left to aim at: nobody wants that, and what else there is must be seen.
const STRIKE: &str = "turn p1 start\ndeck: Counterculture, First Strike\np1 hand: First Strike, Invasion\n\
    p1: Hippies[Legislate] Hippies[Invasion] Shuttle Program[Legislate] Interstate Highway[First Strike] Farm[Invasion]\n\
    p2 hand: Counterculture, Invasion\n\
    p2: Woodstock[Legislate, Invasion, Legislate] Radar Tower[Legislate] Farm[Legislate]\n";

#[test]
fn what_one_may_do_without_is_offered_in_words() {
    let mut seated = at("1971", 2, STRIKE);
    takes(&mut seated, &["action First Strike", "p2"]);
    let screen = seated.screen();
    assert!(screen.contains("►n choose nothing"), "{screen}");
    assert!(screen.contains(" · n choose nothing · "), "{screen}");
    assert!(
        !screen.contains("End your turn") && !screen.contains("e end turn"),
        "{screen}"
    );
    assert!(
        seated
            .model
            .ui
            .hits
            .iter()
            .any(|(_, thing)| *thing == Thing::Decline),
        "it can be clicked"
    );
    let popup = |seated: &mut Seated, key: &str| {
        seated.keys(key);
        let popup = seated.model.ui.popup.take().expect("it is answered");
        format!("{}: {}", popup.title, popup.text.join(" "))
    };
    assert!(popup(&mut seated, "?").starts_with("Choose nothing: "));
    assert_eq!(
        popup(&mut seated, "w")
            .lines()
            .next()
            .map(|line| &line[..24]),
        Some("Why: You can choose decl")
    );
    assert!(popup(&mut seated, "e").starts_with("You cannot end your turn now: "));
    let before = seated.model.sitting().taken().len();
    seated.keys("n");
    assert_eq!(seated.model.sitting().taken()[before].label, "decline");
    assert!(seated.screen().contains("You choose nothing."));
}

#[test]
fn nobody_plays_a_card_that_the_cursor_is_not_seen_on() {
    let mut seated = game(1);
    let before = seated.model.sitting().taken().len();
    for look in [KeyCode::Tab, KeyCode::Tab] {
        seated.key(look);
        for key in ["p", "b", "s"] {
            seated.keys(key);
            assert_eq!(seated.model.sitting().taken().len(), before);
            assert_eq!(
                seated.model.ui.remark.as_deref(),
                Some("Put the cursor on a card in your hand first.")
            );
        }
    }
    // A card of the hand that one looks at is meant.
    seated.key(KeyCode::Tab);
    seated.key(KeyCode::Tab);
    let cards: Vec<Thing> = seated
        .model
        .ui
        .slots
        .iter()
        .flatten()
        .map(|kind| Thing::Hand(*kind))
        .collect();
    let last = *cards.last().expect("there are cards in hand");
    (seated.model.ui.cursor, seated.model.ui.looking) = (Some(cards[0]), Some(last));
    seated.keys("s");
    let screen = seated.screen();
    let Thing::Hand(kind) = last else {
        unreachable!("they are cards")
    };
    let name = brink::explain::names::card_name(seated.model.shown.rules(), kind);
    assert!(
        screen.contains(&format!("Where do you put {name}?")),
        "{screen}"
    );
}

#[test]
fn what_is_said_of_a_side_is_what_that_side_says() {
    let (mut firsts, mut seconds) = (0, 0);
    for seed in 0..6 {
        let mut seated = Seated::with_speed(seating(script("1971"), 4, seed), FINE, (80, 24), 1);
        seated.bots();
        seated.key(KeyCode::Char(' '));
        if seated.model.shown.decision.is_some() {
            seated.take(1);
        }
        seated.bots();
        while seated.model.ui.showing() {
            let line = seated.model.ui.line.expect("something is shown");
            let (shown, told) = (&seated.model.shown, &seated.model.shown.lines[line]);
            if let (Some(face), Some((_, name))) = (shown.face, told.split_once(" with ")) {
                let rules = shown.rules();
                assert_eq!(format!("{}.", face_name(rules, face)), name, "{told}");
                let second = rules
                    .kinds
                    .iter()
                    .any(|kind| kind.double_sided && kind.buildings[1] == face);
                *(if second { &mut seconds } else { &mut firsts }) += 1;
            }
            seated.wait(2000);
        }
    }
    assert!(
        firsts > 0 && seconds > 0,
        "{firsts} and {seconds} sides were shown"
    );
}

#[test]
fn a_question_is_shown_whole_and_explained_first() {
    let position = "turn p1 start\ndeck: Sabotage, Research\np1 hand: Espionage, Embargo\n\
        p1: Moon Lander[Research] Embassy[Sabotage]\np2 hand: Research\np2: Moon Lander[Embargo] Embassy[Sabotage]\n";
    let mut seated = at("1961", 2, position);
    takes(&mut seated, &["action Espionage"]);
    let asked = "Espionage: Look at the top card of which stack?";
    let half = |screen: &str| -> Vec<String> {
        screen
            .lines()
            .map(|line| {
                line.chars()
                    .skip(40)
                    .collect::<String>()
                    .trim_matches(['\u{2500}', ' '])
                    .into()
            })
            .collect()
    };
    let words = half(&seated.screen()).join(" ");
    assert!(words.contains(asked), "{words}");
    seated.keys("?");
    assert_eq!(
        seated
            .model
            .ui
            .popup
            .as_ref()
            .expect("it is explained")
            .text[0],
        asked
    );
}

/// A text that lets its player choose what to do with a card that it has turned up.
const SCHOOL: &str = "turn p1 start\ndeck: Sabotage, Research, Espionage\np1 hand: Embargo, Sabotage\n\
    p1: World's Fair[Research] University[Counterculture] Agency[Sabotage]\np2 hand: Espionage\np2: Shuttle Program[Research]\n";

#[test]
fn a_branch_says_what_it_does_and_to_which_card() {
    let mut seated = at("combined", 2, SCHOOL);
    takes(&mut seated, &["use p1.2"]);
    for (line, says) in [(0, "play it as if from hand"), (1, "build it at a place")] {
        seated.model.ui.cursor = Some(Thing::Line(line));
        seated.keys("?");
        let popup = seated.model.ui.popup.take().expect("it is explained");
        let behind = popup
            .text
            .iter()
            .skip_while(|text| !text.ends_with("does not apply."))
            .cloned()
            .collect::<Vec<_>>();
        assert!(
            behind.iter().any(|text| text.ends_with(says)),
            "{:?}",
            popup.text
        );
        assert!(
            behind
                .iter()
                .any(|text| text.ends_with("Counterculture (played):")),
            "{:?}",
            popup.text
        );
    }
}

#[test]
fn the_signs_on_the_table_are_listed_with_the_keys() {
    let mut seated = game(1);
    seated.keys("k");
    let text = seated
        .model
        .ui
        .popup
        .take()
        .expect("they are listed")
        .text
        .join("\n");
    for sign in [
        "\u{25ba} ",
        "\u{25bb} ",
        "\u{25cf} ",
        "\u{bb} ",
        "\u{25b2} ",
        "\u{2039} ",
        "\u{203a} ",
        "\u{2717} ",
        "l ",
    ] {
        assert!(
            text.lines().any(|line| line.starts_with(sign)),
            "{sign}: {text}"
        );
    }
    assert!(text.contains("`brink learn`"), "{text}");
}
