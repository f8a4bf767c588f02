//! What every store of games does.

use brink::serve::Hall;
use brink::serve::store::{Fault, NewGame, Sqlite, Store};
use brink::text::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

fn game(name: &str) -> NewGame {
    let cards = vec![Source::new("a.toml", "id = 'a'")].into();
    NewGame {
        name: name.to_string(),
        setup: "{}".to_string(),
        cards,
        records: vec!["first".to_string()],
    }
}

/// What is kept is there after it is opened again, and nothing is kept twice.
fn keeps(open: impl Fn() -> Box<dyn Store>) {
    let store = open();
    store.create(game("one")).expect("it is kept");
    store.create(game("two")).expect("it is kept");
    let twice = store.create(game("one"));
    assert!(matches!(twice, Err(Fault::Elsewhere)), "{twice:?}");
    store
        .append("one", 1, vec!["second".to_string(), "third".to_string()])
        .expect("it is kept");
    let again = store.append("one", 2, vec!["again".to_string()]);
    assert!(matches!(again, Err(Fault::Elsewhere)), "{again:?}");
    assert!(store.append("three", 0, vec!["lost".to_string()]).is_err());
    store.finish("two").expect("it is kept");
    drop(store);
    let store = open();
    let kept = store.load("one").expect("it is read").expect("it is there");
    assert_eq!(
        (kept.records, &*kept.cards[0].name),
        (
            ["first", "second", "third"].map(str::to_string).to_vec(),
            "a.toml"
        )
    );
    assert_eq!(store.under_way().expect("they are read"), ["one"]);
    assert!(store.load("three").expect("it is read").is_none());
}

/// Many write at once: what cannot be written spoils nothing else.
fn keeps_many(store: &dyn Store) {
    (0..8).for_each(|number| {
        store
            .create(game(&format!("g{number}")))
            .expect("it is kept")
    });
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                for at in 1..20 {
                    let name = format!("g{number}");
                    store
                        .append(&name, at, vec![format!("{number}.{at}")])
                        .expect("it is kept");
                    assert!(store.append(&name, at, vec!["late".to_string()]).is_err());
                }
            });
        }
    });
    let kept = store.load("g7").expect("it is read").expect("it is there");
    assert_eq!((kept.records.len(), &*kept.records[19]), (20, "7.19"));
}

#[test]
fn a_file_keeps_games() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let open = || -> Box<dyn Store> {
        Box::new(Sqlite::open(&folder.path().join("games.sqlite")).expect("it is opened"))
    };
    keeps(open);
    keeps_many(&*open());
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
#[ignore = "needs Postgres"]
fn postgres_keeps_games() {
    let postgres = crate::served::postgres::Postgres::new();
    let open = || -> Box<dyn Store> {
        let opened = || brink::serve::store::Postgres::open(&postgres.url(), "a");
        // The name is free as soon as the connection of the one before is closed.
        let tries = (0..100).find_map(|_| {
            opened()
                .inspect_err(|_| std::thread::sleep(Duration::from_millis(50)))
                .ok()
        });
        Box::new(tries.expect("it is opened"))
    };
    keeps(open);
    keeps_many(&*open());
}

fn hall(path: &std::path::Path) -> std::sync::Arc<Hall> {
    Hall::new(
        Box::new(Sqlite::open(path).expect("it is opened")),
        1,
        Duration::from_secs(90),
    )
}

fn wanted() -> brink::serve::GameRequest {
    let chairs = serde_json::json!([{"who": "me", "name": "Ann"}, {"who": "open"}]);
    serde_json::from_value(serde_json::json!({"recipe": "1961", "chairs": chairs}))
        .expect("it is asked for well")
}

/// A fault of the program in one game ends neither that game nor another.
#[test]
fn a_panic_in_one_game_is_no_more_than_that() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let hall = hall(&folder.path().join("games.sqlite"));
    let [one, other] = [(); 2].map(|()| hall.create(wanted(), None).expect("it is made").game);
    let fell = catch_unwind(AssertUnwindSafe(|| {
        hall.look(&one, |_| panic!("a fault that is meant"))
    }));
    assert!(fell.is_err());
    for game in [one, other] {
        assert_eq!(
            hall.look(&game, |room| room.records).expect("it is there"),
            1
        );
    }
}

/// Two processes have one file: whoever comes later finds that the game has gone on, and goes on from there.
#[test]
fn a_game_that_has_gone_on_elsewhere_is_loaded_again() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("games.sqlite");
    let (one, other) = (hall(&path), hall(&path));
    let made = one.create(wanted(), None).expect("it is made");
    assert_eq!(
        other
            .look(&made.game, |room| room.records)
            .expect("it is there"),
        1
    );
    one.join(&made.game, &made.join, "Bob")
        .expect("the chair is open");
    other
        .join(&made.game, &made.join, "Cleo")
        .expect_err("it is not, any more");
    other.tick();
    other.tick();
    assert_eq!(
        other
            .join(&made.game, &made.join, "Cleo")
            .expect_err("it is taken")
            .code,
        "full"
    );
    assert_eq!(
        other
            .look(&made.game, |room| room.records)
            .expect("it is there"),
        2
    );
}
