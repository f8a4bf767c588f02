//! The page in real browsers: games to their end, on a desk and on a phone, with a lost connection, and for people who do not see it.

mod house;
mod looks;
mod measures;

use std::time::{Duration, Instant};

use house::{Guest, House, Line, browser};
use serde_json::{Value, json};

/// As long as a game of several browsers may take.
pub(crate) const GAME: Duration = Duration::from_secs(240);

/// Chairs as the hall sends them: the first one for who begins, the others as they are called.
fn chairs(others: &[&str]) -> Value {
    let chair = |who: &&str| {
        if *who == "open" {
            json!({"who": "open"})
        } else {
            json!({"who": "bot", "bot": who})
        }
    };
    let mut all = vec![json!({"who": "me", "name": "Ann"})];
    all.extend(others.iter().map(chair));
    Value::from(all)
}

pub(crate) fn wish(recipe: &str, others: &[&str]) -> Value {
    json!({
        "recipe": recipe, "chairs": chairs(others), "disputes": {}, "kinds": null, "first": "contest", "chat": "free",
        "files": null, "position": null,
    })
}

/// Everybody plays until the game is over; then nothing may have gone wrong on any page.
fn to_the_end(guests: &[&Guest]) {
    let until = Instant::now() + GAME;
    while guests
        .iter()
        .any(|guest| !guest.is("!!document.querySelector('.dock .choices a[href=\"/\"]')"))
    {
        assert!(
            Instant::now() < until,
            "the game has not ended:\n{}",
            guests.iter().map(|guest| guest.tells()).collect::<String>()
        );
        std::thread::sleep(Duration::from_millis(300));
    }
    for guest in guests {
        assert_eq!(guest.faults(), Vec::<String>::new(), "{}", guest.name);
    }
}

/// A game is begun in the hall as people do it, by three clicks, and found by its link.
#[test]
#[ignore = "it needs chromium"]
fn two_people_find_each_other_by_a_link_and_play_1961_to_its_end() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.settles("{\"name\":\"Ann\",\"speed\":0}", &house.at("/"));
    ann.waits("document.querySelectorAll('.recipe').length > 3");
    ann.clicks("input[value='1961']");
    ann.clicks_text("button", "Friends, by link");
    ann.clicks_text("button", "Begin");
    ann.waits("document.querySelectorAll('.links input').length === 2");
    let link = ann.reads("document.querySelector('[aria-label=\"Link for players\"]').value");
    // Three chairs stand there; the third gets a bot.
    ann.runs("const seat = [...document.querySelectorAll('.seats select')].at(-1); seat.value = 'cautious'; seat.dispatchEvent(new Event('change'))");
    let ben = Guest::comes(&browser, "Ben", (1280, 800));
    ben.settles("{\"speed\":0}", &house.at("/"));
    ben.goes(link.as_str().expect("a link is a text"));
    ben.waits("!!document.querySelector('form input[name=name]')");
    ben.types("form input[name=name]", "Ben");
    ben.clicks_text("button", "Sit down");
    ann.plays(1, 25);
    ben.plays(2, 25);
    to_the_end(&[&ann, &ben]);
    let won = |guest: &Guest| guest.reads("document.querySelector('.dock .question').textContent");
    assert_eq!(
        won(&ann).as_str().map(|text| ["won", "lost", "win", "draw"]
            .iter()
            .any(|end| text.contains(end))),
        Some(true),
        "{:?}",
        won(&ann)
    );
    ann.looks("end-1961");
}

#[test]
#[ignore = "it needs chromium"]
fn people_play_1971_to_its_end_in_three_browsers_with_one_on_a_phone() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let made = house.makes(&wish("1971", &["open", "open", "cautious"]));
    let sizes = [(360, 740), (1600, 1000), (800, 600)];
    let guests: Vec<Guest> = sizes
        .iter()
        .enumerate()
        .map(|(number, size)| {
            let guest = Guest::comes(&browser, &format!("Guest {number}"), *size);
            guest.sits(&house, &made, number);
            guest
        })
        .collect();
    for (number, guest) in guests.iter().enumerate() {
        guest.plays(number + 10, 40);
    }
    let phone = &guests[0];
    phone.waits("!!document.querySelector('.hand .held')");
    assert!(
        phone.is("document.documentElement.scrollWidth <= 360"),
        "nothing is wider than the phone"
    );
    to_the_end(&guests.iter().collect::<Vec<_>>());
    phone.looks("end-1971-phone");
    guests[1].looks("end-1971");
}

/// What the issue of playing together ends with: four people, one on a phone whose connection is lost, and a fifth who looks on.
#[test]
#[ignore = "it needs chromium"]
fn four_people_play_combined_to_its_end_through_a_lost_connection_and_an_onlooker_learns_nothing() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let line = Line::to(&house);
    let made = house.makes(&wish("combined", &["open", "open", "open"]));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    let ben = Guest::comes(&browser, "Ben", (1366, 768));
    let cleo = Guest::comes(&browser, "Cleo", (1024, 768));
    // The phone goes by a line of its own, which can be cut.
    let dora = Guest::comes(&browser, "Dora", (360, 740));
    ann.sits(&house, &made, 0);
    ben.sits(&house, &made, 1);
    cleo.sits(&house, &made, 2);
    let onlooker = Guest::comes(&browser, "Eve", (1280, 800));
    onlooker.keeps_messages();
    onlooker.settles("{\"speed\":0}", &house.at("/"));
    onlooker.goes(&house.at(&format!("/game/{}#watch={}", made.game, made.watch)));
    dora.sits_by(&line.at("/"), &house, &made, 3);
    for (number, guest) in [&ann, &ben, &cleo, &dora].into_iter().enumerate() {
        guest.plays(number + 20, 40);
    }
    dora.waits("!!document.querySelector('.hand .held')");
    dora.waits("document.querySelectorAll('.log li').length > 25");
    line.cut();
    dora.waits("!!document.querySelector('.banner')");
    dora.looks("lost-connection");
    line.mend();
    dora.waits("!document.querySelector('.banner')");
    // The whole page is lost, too: the browser still knows its seat.
    dora.again();
    dora.waits("!!document.querySelector('.hand')");
    dora.plays(31, 40);
    to_the_end(&[&ann, &ben, &cleo, &dora]);
    let heard = onlooker.messages();
    assert!(
        heard.iter().any(|message| message["type"] == "beats"),
        "the onlooker has seen the game being played"
    );
    let (mut views, mut told) = (0, String::new());
    for message in &heard {
        if message["type"] == "beats" {
            told += &message.to_string();
        }
        if message["type"] == "state" && message["outcome"].is_null() {
            assert_eq!(message["decision"], Value::Null);
            views += 1;
            for player in message["view"]["players"]
                .as_array()
                .expect("there are players")
            {
                assert_eq!(
                    player["hand"]["cards"],
                    Value::Null,
                    "a hand was sent to an onlooker"
                );
                // Of a hand an onlooker knows what has been shown to all.
                for card in player["seen"].as_array().expect("they are a list") {
                    let card = card.as_str().expect("it has a name");
                    assert!(
                        told.contains(card),
                        "an onlooker was sent {card}, of which nobody has been told: {told}"
                    );
                }
            }
        }
    }
    assert!(views > 20, "{views} tables were sent");
    ann.looks("end-combined");
    onlooker.looks("onlooker");
}

#[test]
#[ignore = "it needs chromium"]
fn a_draft_is_played_against_bots_to_its_end_and_looked_through() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let made = house.makes(&wish("draft", &["cautious", "cautious"]));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.sits(&house, &made, 0);
    // As fast as it is shown at all: what moves must not get in the way.
    ann.runs("localStorage.setItem('brink-settings', JSON.stringify({speed: 5, name: 'Ann'}))");
    ann.again();
    ann.plays(5, 40);
    ann.waits("document.querySelectorAll('.log li').length > 40 || !!document.querySelector('dialog[open]')");
    // The rest at once: some games are long.
    ann.runs("localStorage.setItem('brink-settings', JSON.stringify({speed: 0, name: 'Ann'}))");
    ann.again();
    ann.plays(6, 40);
    to_the_end(&[&ann]);
    ann.clicks_text(".dock button", "Replay the game");
    ann.waits("!!document.querySelector('.scrub input')");
    ann.presses("End");
    let last = ann.reads("document.querySelector('.scrub input').value === document.querySelector('.scrub input').max");
    assert_eq!(last, json!(true), "the last moment is shown");
    ann.looks("replay");
}

#[test]
#[ignore = "it needs chromium"]
fn people_who_do_not_see_the_page_can_use_it() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    for scheme in ["light", "dark"] {
        ann.settles(
            &format!("{{\"speed\":0,\"theme\":\"{scheme}\",\"name\":\"Ann\"}}"),
            &house.at("/"),
        );
        ann.waits("document.querySelectorAll('.recipe').length > 3");
        ann.runs("document.querySelectorAll('details').forEach((each) => { each.open = true })");
        ann.is_accessible(&format!("the hall, {scheme}"));
        ann.goes(&house.at("/#workshop"));
        ann.waits("!!document.querySelector('.drawn .card')");
        ann.is_accessible(&format!("the workshop, {scheme}"));
        ann.looks(&format!("workshop-{scheme}"));
        ann.goes(&house.at("/#replay"));
        ann.waits("!!document.querySelector('textarea')");
        ann.is_accessible(&format!("games to look at, {scheme}"));
        ann.goes(&house.at("/#learn"));
        ann.clicks(".list .do.first");
        ann.waits("!!document.querySelector('.taught .question')");
        ann.is_accessible(&format!("a lesson, {scheme}"));
        let made = house.makes(&wish("combined", &["cautious", "cautious", "cautious"]));
        ann.sits_with(
            &house,
            &made,
            0,
            &format!("{{\"speed\":0,\"theme\":\"{scheme}\"}}"),
        );
        ann.waits("!!document.querySelector('.signs-pick')");
        ann.is_accessible(&format!("the contest, {scheme}"));
        ann.plays(7, 20);
        ann.waits("document.querySelectorAll('.log li').length > 60 || !!document.querySelector('dialog[open]')");
        ann.runs("person.paused = true; document.querySelector('dialog[open]')?.close()");
        ann.is_accessible(&format!("the table, {scheme}"));
        ann.looks(&format!("table-{scheme}"));
        for tab in ["goals", "more"] {
            ann.clicks(&format!("#tab-{tab}"));
            ann.is_accessible(&format!("{tab}, {scheme}"));
        }
        ann.presses("k");
        ann.waits("!!document.querySelector('dialog[open]')");
        ann.is_accessible(&format!("the keys, {scheme}"));
        ann.presses("Escape");
    }
}

/// A set is written, its fault is shown at its place, and it is played.
#[test]
#[ignore = "it needs chromium"]
fn a_set_is_written_mended_and_tried_in_the_workshop() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.settles("{\"speed\":0,\"name\":\"Ann\"}", &house.at("/"));
    ann.goes(&house.at("/#workshop"));
    ann.waits("document.querySelector('#shop-faults')?.textContent.includes('No problems found')");
    let cards = ann.reads("document.querySelectorAll('.drawn .card').length");
    assert_eq!(cards, json!(3));
    let write = |from: &str, to: &str| {
        ann.runs(&format!(
            "const field = document.querySelector('#shop-field'); field.value = field.value.replace({from:?}, {to:?}); \
             field.dispatchEvent(new Event('input'))"
        ));
    };
    write("draw a card", "drow a card");
    ann.waits("document.querySelectorAll('.faults li').length === 1");
    ann.looks("workshop-fault");
    ann.clicks(".faults button");
    let marked = ann.reads("(() => { const field = document.querySelector('#shop-field'); return field.value.slice(field.selectionStart, field.selectionEnd) })()");
    assert!(
        marked.as_str().is_some_and(|text| text.contains("drow")),
        "{marked:?}"
    );
    write("drow a card", "draw a card");
    ann.waits("document.querySelector('#shop-faults').textContent.includes('No problems found')");
    ann.clicks_text("button", "Play them");
    ann.waits("document.querySelector('.shop').textContent.includes('100 games')");
    // Whoever has not said a name plays it as well.
    ann.settles("{\"speed\":0}", &house.at("/#workshop"));
    ann.runs("window.open = (link) => { window.opened = link }");
    ann.clicks_text("button", "Play it");
    ann.waits("(window.opened ?? '').startsWith('/game/')");
}

/// A set and its recipe are chosen one after the other; nothing begins with files that are not in order.
#[test]
#[ignore = "it needs chromium"]
fn a_set_of_ones_own_is_played_with_a_friend() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let read =
        |name: &str| std::fs::read_to_string(format!("tests/cards/{name}")).expect("it is there");
    let (set, recipe) = (read("harbour.toml"), read("harbour-game.toml"));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.settles("{\"speed\":0}", &house.at("/"));
    ann.waits("document.querySelectorAll('.recipe').length > 3");
    ann.runs("document.querySelectorAll('details').forEach((each) => { each.open = true })");
    let begin = "[...document.querySelectorAll('button.first')].find((each) => each.textContent === 'Begin')";
    ann.chooses(&[("harbour-game.toml", &recipe)]);
    ann.waits("document.querySelector('.faults')?.textContent.includes('choose that file, too')");
    assert!(ann.is(&format!("{begin}.disabled")));
    ann.clicks("[aria-label='Remove harbour-game.toml']");
    ann.waits(&format!(
        "!document.querySelector('.faults') && !{begin}.disabled"
    ));
    ann.chooses(&[("harbour.toml", &set)]);
    ann.waits("document.body.textContent.includes('Choose that file too.')");
    assert!(ann.is(&format!("{begin}.disabled")));
    ann.chooses(&[("harbour-game.toml", &recipe)]);
    ann.waits("document.body.textContent.includes('Their game is selected above')");
    ann.looks("own-cards");
    ann.clicks_text("button", "Friends, by link");
    ann.clicks_text("button", "Begin");
    ann.waits("document.querySelectorAll('.links input').length === 2");
    assert!(
        ann.is("document.querySelector('header p').textContent.includes('A game of the harbour')")
    );
}

/// A wrong code or link takes nothing away, and says what is wrong.
#[test]
#[ignore = "it needs chromium"]
fn wrong_links_and_codes_are_told_and_the_seat_is_kept() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let made = house.makes(&wish("1961", &["open"]));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.sits(&house, &made, 0);
    ann.waits("document.querySelectorAll('.links input').length === 2");
    let wrong = "0123456789abcdefghjkmnpqrs";
    ann.goes(&house.at(&format!("/game/{}#seat={wrong}", made.game.to_uppercase())));
    ann.waits("document.body.textContent.includes('does not open this game')");
    ann.clicks_text("a", "Go to your seat in this browser");
    ann.waits("document.querySelectorAll('.links input').length === 2");
    ann.goes(&house.at("/"));
    ann.waits("!!document.querySelector('input[name=code]')");
    ann.types(
        "input[name=code]",
        &format!(
            "{} - {}",
            made.game.to_uppercase(),
            made.seat.to_uppercase()
        ),
    );
    ann.clicks_text("button", "Return");
    ann.waits("document.querySelectorAll('.links input').length === 2");
    for path in [
        "/game/%E0%A4%A",
        "/game/",
        "/nothing",
        &*format!("/game/{}#join=abc", made.game),
    ] {
        let eve = Guest::comes(&browser, "Eve", (360, 740));
        eve.goes(&house.at(path));
        eve.waits("document.querySelector('h2')?.textContent === 'Page not found'");
    }
    // The invitation outlives its page.
    let ben = Guest::comes(&browser, "Ben", (1280, 800));
    ben.goes(&house.at(&format!("/game/{}#join={}", made.game, made.join)));
    ben.waits("!!document.querySelector('form input[name=name]')");
    ben.again();
    ben.waits("!!document.querySelector('form input[name=name]')");
    ben.types("form input[name=name]", "Ben of the Long Hill");
    ben.clicks_text("button", "Sit down");
    ben.waits("document.body.textContent.includes('Who goes first?')");
}

/// Before the deal there is all that there is at the table: the chat, leaving, and a bot for who is away, who comes back.
#[test]
#[ignore = "it needs chromium"]
fn people_chat_leave_and_are_played_for_before_the_deal() {
    let Some(browser) = browser() else { return };
    let house = House::with(&["--idle", "6"]);
    let made = house.makes(&wish("1961", &["open", "open"]));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.sits(&house, &made, 0);
    let dora = Guest::comes(&browser, "Dora", (1280, 800));
    dora.sits(&house, &made, 1);
    dora.clicks_text("button", "Leave the table");
    dora.clicks_text("dialog button", "Leave");
    ann.waits("document.body.textContent.includes('2 chairs are free')");
    // Whose chair is freed finds the way to a chair by the invitation.
    let cleo = Guest::comes(&browser, "Cleo", (1280, 800));
    cleo.goes(&house.at(&format!("/game/{}#join={}", made.game, made.join)));
    cleo.waits("!!document.querySelector('form input[name=name]')");
    cleo.types("form input[name=name]", "Cleo");
    cleo.clicks_text("button", "Sit down");
    ann.clicks_text("button", "free this chair");
    cleo.waits("document.body.textContent.includes('Your chair was freed')");
    cleo.clicks_text("a", "Take a free chair");
    cleo.waits("!!document.querySelector('form input[name=name]')");
    let ben = Guest::comes(&browser, "Ben", (1280, 800));
    ben.sits(&house, &made, 1);
    ann.types(".talk input", "Hello, Ben");
    ann.clicks_text(".talk .say .do", "Say");
    ben.waits("document.querySelector('.talk')?.textContent.includes('Hello, Ben')");
    ann.runs("const seat = document.querySelector('.seats select'); seat.value = 'cautious'; seat.dispatchEvent(new Event('change'))");
    ben.waits("!!document.querySelector('.signs-pick')");
    assert!(
        !ann.is("document.querySelector('.chip.away')"),
        "Ben is there"
    );
    ann.looks("contest-with-company");
    ann.clicks_text("button", "ask for a bot");
    ben.waits(
        "document.querySelector('.played')?.textContent.includes('A bot is playing for you')",
    );
    ben.looks("played-for");
    ben.is_accessible("the contest, played for");
    ben.clicks_text(".played button", "Take over");
    ben.waits("!document.querySelector('.played') && !!document.querySelector('.signs-pick')");
    ann.plays(3, 40);
    ben.clicks(".signs-pick button");
    ann.waits("!document.querySelector('.chip.away')");
}

/// The lessons are learnt by clicks, and rulings are looked through.
#[test]
#[ignore = "it needs chromium"]
fn a_lesson_is_learnt_and_a_ruling_is_looked_through() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.settles("{\"speed\":0,\"name\":\"Ann\"}", &house.at("/"));
    ann.goes(&house.at("/#learn"));
    ann.waits("document.querySelectorAll('.list .do').length > 8");
    ann.clicks(".list .do.first");
    ann.waits("document.querySelector('.taught .question')");
    ann.looks("lesson");
    ann.clicks("[data-label^='build ']");
    ann.waits("document.querySelector('.taught .other')");
    ann.clicks("[data-label='stack Sabotage on p1.1']");
    ann.waits("document.querySelector('.taught').textContent.includes('Lesson complete')");
    ann.clicks_text("button", "Next lesson");
    ann.waits("document.querySelector('.top small').textContent.includes('Lesson 2')");
    ann.goes(&house.at("/#replay"));
    ann.waits("document.querySelector('textarea[name=text]')");
    let rulings =
        std::fs::read_to_string("tests/rulings/response-systems.toml").expect("it is there");
    let paste = format!("document.querySelector('textarea[name=text]').value = {rulings:?}");
    ann.runs(&paste);
    ann.clicks_text("button", "Show it");
    ann.waits("document.querySelectorAll('dialog .choices .do').length > 3");
    ann.clicks_text("dialog .choices .do", "a-sabotage-chain-of-three");
    ann.waits("document.querySelector('.scrub input')");
    let last = ann.reads("Number(document.querySelector('.scrub input').max)");
    assert!(last.as_u64().is_some_and(|last| last > 0), "{last:?}");
    ann.looks("ruling");
}
