//! What lies where on the page, what is seen to happen, and what it costs.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::house::{Guest, House, browser};
use super::wish;

/// A phone, a tablet, a laptop and a desk.
const SIZES: [(u32, u32); 4] = [(390, 844), (768, 1024), (1280, 800), (1920, 1080)];

/// Six players with eight buildings each.
const FULL: &str = include_str!("full-table.txt");

/// A missile at p2 turns up two cards there and destroys a building.
const STRIKE: &str = "turn p1 main
deck: Embargo, Espionage, Research, Sabotage, Research
discard: Research
p1 hand: Missile Launch, Sabotage, Embargo
p1: Moon Lander[Research] Factory[Embargo] Embassy[]
p2 hand: Research, Research
p2: Moon Lander[Research, Sabotage, Espionage] Embassy[Embargo, Espionage] Factory[]
p3 hand: Research, Sabotage
p3: Moon Lander[Research, Espionage] Embassy[Embargo]
";

fn set_up(recipe: &str, others: &[&str], position: &str) -> Value {
    let mut game = wish(recipe, others);
    game["first"] = json!("me");
    game["position"] = json!(position);
    game
}

/// No badge, stack or label lies on another one, and a row that is cut says so; what is read about a card covers no choice.
#[test]
#[ignore = "it needs chromium"]
fn nothing_lies_on_anything_else_with_six_players_and_eight_buildings_each() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    for size in SIZES {
        let made = house.makes(&set_up("combined", &["cautious"; 5], FULL));
        let ann = Guest::comes(&browser, &"W".repeat(20), size);
        ann.sits(&house, &made, 0);
        ann.waits("document.querySelectorAll('.held.lit').length === 4");
        let small = size.0 < 960;
        // By itself nothing opens over a decision; beside the table there is room.
        thread::sleep(Duration::from_millis(400));
        ann.runs("document.querySelector('.held').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))");
        thread::sleep(Duration::from_millis(900));
        assert_eq!(
            ann.is("document.querySelector('.reader').hidden"),
            small,
            "{size:?}"
        );
        let lies = || ann.reads(include_str!("boxes.js"));
        assert_eq!(lies(), json!([]), "{size:?}");
        ann.looks(&format!("full-{}", size.0));
        ann.runs("document.querySelector('.held').focus()");
        ann.presses("1");
        ann.waits("!!document.querySelector('.held.picked')");
        ann.presses("?");
        ann.waits("!document.querySelector('.reader').hidden");
        thread::sleep(Duration::from_millis(400));
        assert_eq!(lies(), json!([]), "{size:?}, while a card is read");
        ann.looks(&format!("full-read-{}", size.0));
        ann.presses("p");
        ann.waits("!document.querySelector('.held.picked')");
        if small {
            ann.waits("document.querySelector('.reader').hidden");
        }
        ann.waits("document.querySelectorAll('.pick-nation').length === 6");
        thread::sleep(Duration::from_millis(400));
        assert_eq!(lies(), json!([]), "{size:?}, while a player is chosen");
        // The piles open, and large cards say what they do.
        ann.clicks(".discard");
        ann.waits("document.querySelector('dialog[open] h2')?.textContent.startsWith('Discard pile: ') && !!document.querySelector('dialog .piled li')");
        ann.presses("Escape");
        ann.waits("!document.querySelector('dialog[open]')");
        ann.clicks(".deck");
        ann.waits("document.querySelector('dialog[open] h2')?.textContent.startsWith('Deck: ')");
        ann.presses("Escape");
        let first_lines = ann.is("[...document.querySelectorAll('.held .gist')].some((line) => line.getClientRects().length && line.textContent)");
        assert_eq!(first_lines, size.0 == 1920, "{size:?}");
    }
}

/// One sees a missile cross the table and what it destroys turn up and go; nothing of it when nothing shall move.
#[test]
#[ignore = "it needs chromium"]
fn a_missile_crosses_the_table_and_what_it_destroys_turns_up_and_goes() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let comes = |name: &str, size, still: bool| {
        let made = house.makes(&set_up("1961", &["cautious", "cautious"], STRIKE));
        let ann = Guest::comes(&browser, name, size);
        if still {
            ann.wants_no_motion();
        }
        ann.sits_with(&house, &made, 0, "{\"speed\":2}");
        ann.waits("!!document.querySelector('.held.lit')");
        ann.runs(
            "window.flown = []; new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((each) => { \
             const name = each.className?.baseVal ?? each.className; if (name === 'flyer' || name === 'arcs') flown.push(name + (each.querySelector('.card') ? ' card' : '')); \
             }))).observe(document.body, { childList: true, subtree: true })",
        );
        ann
    };
    let launch = |name: &str, size, still: bool| {
        let ann = comes(name, size, still);
        ann.presses("1");
        ann.presses("p");
        ann.clicks(".pick-nation");
        ann
    };
    let ann = launch("Ann", (1280, 800), false);
    ann.waits("!!document.querySelector('.arcs .warhead')");
    ann.looks("missile");
    ann.waits("!!document.querySelector('.flyer .card')");
    ann.looks("destroyed");
    ann.waits("flown.filter((each) => each === 'flyer card').length >= 3 && !!document.querySelector('.asked.mine')");
    let below = ann.reads("(() => { const log = document.querySelector('.log'); return log.scrollHeight - log.scrollTop - log.clientHeight })()");
    assert!(
        below.as_f64().is_some_and(|below| below < 4.0),
        "the log is {below} above its end"
    );
    // It can be skipped.
    let ben = launch("Ben", (390, 844), false);
    ben.waits("!!document.querySelector('.arcs')");
    ben.presses(" ");
    let begun = Instant::now();
    ben.waits(
        "!!document.querySelector('.asked.mine') && !document.querySelector('.flyer, .arcs')",
    );
    assert!(begun.elapsed() < Duration::from_secs(3));
    let cleo = launch("Cleo", (1280, 800), true);
    cleo.waits("document.querySelector('.log').textContent.includes('destroyed') && !!document.querySelector('.asked.mine')");
    assert_eq!(cleo.reads("flown"), json!([]));
    // A card that is taken, and put once its place is chosen, comes from the deck.
    let dora = comes("Dora", (1280, 800), false);
    dora.clicks(".nation.own .building.lit");
    dora.waits("!!document.querySelector('.asked.mine')?.textContent.includes('Put it onto which building?')");
    dora.clicks(".nation.own .building.lit");
    dora.waits("flown.includes('flyer')");
    // Where cards come from and go to, whatever they are called.
    let moves = "import('/page/motion.js').then(({ flights }) => { \
        const stack = (...cards) => cards.map((card) => ({ card, face_up: false })); \
        const standing = (seat, count, ...nation) => ({ seat, hand: { count, cards: null }, nation }); \
        const at = (name, ...cards) => ({ name, card: name, stack: stack(...cards) }); \
        const view = (deck, discard, ...players) => ({ deck, discard, players }); \
        const before = view(9, [], standing('p1', 2, at('Mill', null), at('Gale')), standing('p2', 1, at('Mill', null))); \
        const ways = (after) => flights(before, after).map(({ from, to }) => `${from} > ${to}`); \
        const away = []; \
        const taken = view(8, [], standing('p1', 2, at('Mill', null), at('Gale')), standing('p2', 1, at('Mill', null))); \
        const put = view(8, [], standing('p1', 2, at('Mill', null), at('Gale', null)), standing('p2', 1, at('Mill', null))); \
        const twice = [flights(before, taken, away), flights(taken, put, away)].flat().map(({ from, to }) => `${from} > ${to}`); \
        return [ \
          twice, \
          ways(view(8, [], standing('p1', 2, at('Mill', null), at('Gale', null)), standing('p2', 1, at('Mill', null)))), \
          ways(view(9, [], standing('p1', 2, at('Mill', null, null), at('Gale')), standing('p2', 1, at('Mill')))), \
          ways(view(9, ['Gale'], standing('p1', 2, at('Mill', null)), standing('p2', 1, at('Mill', null)))), \
          ways(view(8, [], standing('p1', 2, at('Mill', null), at('Gale')), standing('p2', 2, at('Mill', null)))), \
        ] })";
    let wanted = json!([
        ["deck > at:p1:Gale:0"],
        ["deck > at:p1:Gale:0"],
        ["at:p2:Mill:0 > at:p1:Mill:0"],
        ["at:p1:Gale:0 > discard"],
        ["deck > seat:p2"]
    ]);
    assert_eq!(cleo.reads(moves), wanted);
}

/// The keys alone: a symbol, a side, a shield, a turn, and what is to be read.
#[test]
#[ignore = "it needs chromium"]
fn a_turn_is_played_by_keys_alone() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let mut game = wish("1961", &["cautious"]);
    game["first"] = json!("me");
    let made = house.makes(&game);
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.sits(&house, &made, 0);
    ann.waits("!!document.querySelector('.asked.mine') && !!document.querySelector('.held.lit')");
    // The shield is the first card.
    ann.presses("1");
    ann.waits("document.querySelectorAll('.nation.own .building .on').length === 1 && document.querySelectorAll('.held.lit').length > 2");
    // What the bot does meanwhile has come, too: it would take back what is picked.
    ann.waits("document.body.textContent.includes('You draw')");
    ann.presses("1");
    ann.waits("!!document.querySelector('.held.picked')");
    // What the card says has come with the focus by then: one press is a step back all the same.
    ann.waits("!document.querySelector('.reader').hidden");
    ann.presses("Escape");
    ann.waits("!document.querySelector('.held.picked')");
    ann.presses("2");
    ann.waits("!!document.querySelector('.held.picked')");
    ann.presses("s");
    ann.waits("document.activeElement.matches('.nation.own .building.lit')");
    ann.presses("Enter");
    ann.waits("document.querySelectorAll('.nation.own .building .on').length === 2");
    ann.runs("document.querySelector('.held').focus()");
    ann.presses("?");
    ann.waits("!document.querySelector('.reader').hidden && document.querySelectorAll('.reader .read').length === 2");
    ann.presses("Escape");
    ann.waits("document.querySelector('.reader').hidden");
    ann.waits("!!document.querySelector('.asked.mine')");
    ann.presses("g");
    ann.waits("document.querySelector('#tab-goals').getAttribute('aria-selected') === 'true'");
    ann.presses("e");
    ann.waits("[...document.querySelectorAll('.log h3')].some((line) => line.textContent.startsWith('Bot'))");
}

/// From the first page to the next game without a pointer; symbols have numbers.
#[test]
#[ignore = "it needs chromium"]
fn everything_can_be_done_by_keys_from_the_first_page_to_the_rematch() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    ann.settles("{\"speed\":0,\"name\":\"Ann\"}", &house.at("/"));
    ann.waits("document.activeElement?.textContent === 'Play now'");
    ann.presses("Enter");
    ann.waits("location.pathname.startsWith('/game/') && !!document.querySelector('.asked.mine')");
    let game = ann.reads("location.pathname");
    let until = Instant::now() + super::GAME;
    while !ann.is("!!document.querySelector('dialog[open]')") {
        assert!(Instant::now() < until, "{}", ann.tells());
        thread::sleep(Duration::from_millis(40));
        let asked = ann.reads(
            "!document.querySelector('.asked.mine') ? 'nothing' : [...document.querySelectorAll('.choices .do')].some((each) => each.textContent.endsWith('e') && each.querySelector('kbd')) ? 'e' \
             : document.querySelector('.held.picked') ? 's' : document.querySelector('.held.lit, .choices .do[data-n]') ? '1' : 'arrows'",
        );
        match asked.as_str() {
            Some("e") => ann.presses("e"),
            Some("1") => ann.presses("1"),
            // What is put somewhere goes to the place that has the focus then.
            Some("s") => {
                ann.presses("s");
                ann.presses("Enter");
            }
            Some("arrows") => {
                ann.presses("ArrowRight");
                ann.presses("Enter");
            }
            _ => {}
        }
    }
    ann.looks("end-by-keys");
    ann.presses("Escape");
    ann.waits("!document.querySelector('dialog[open]')");
    for _ in 0..6 {
        if ann.is("document.activeElement.textContent.startsWith('Play again')") {
            break;
        }
        ann.presses("ArrowLeft");
    }
    ann.presses("Enter");
    ann.waits(&format!("location.pathname.startsWith('/game/') && location.pathname !== {game} && !!document.querySelector('.asked.mine')"));
    // Who goes first: drawn symbols with numbers.
    let made = house.makes(&wish("1961", &["cautious"]));
    ann.sits(&house, &made, 0);
    ann.waits("document.querySelectorAll('.signs-pick svg.sign').length === 3");
    let numbers = ann
        .reads("[...document.querySelectorAll('.signs-pick kbd')].map((each) => each.textContent)");
    assert_eq!(numbers, json!(["1", "2", "3"]));
    assert!(!ann.is("document.body.textContent.includes('><>')"));
    ann.looks("symbols");
    let mut round = 0;
    while !ann.is("!!document.querySelector('.game')") {
        ann.presses(["1", "2", "3"][round % 3]);
        thread::sleep(Duration::from_millis(500));
        round += 1;
        assert!(round < 60, "{}", ann.tells());
    }
}

/// Both goals are read before a side is chosen, and numbers choose.
#[test]
#[ignore = "it needs chromium"]
fn both_goals_of_a_victory_card_are_read_before_its_side_is_chosen() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    for (size, name) in [((1280, 800), "wide"), ((390, 844), "phone")] {
        let mut game = wish("1971", &["cautious", "cautious"]);
        game["first"] = json!("me");
        let made = house.makes(&game);
        let ann = Guest::comes(&browser, "Ann", size);
        ann.sits(&house, &made, 0);
        ann.waits("document.querySelectorAll('.goal-side .goal-text').length === 2");
        let texts = ann.reads("[...document.querySelectorAll('.goal-side')].map((each) => [each.querySelector('b').textContent.trim(), each.querySelector('.goal-text').textContent.length > 10])");
        assert!(
            texts[0][1] == json!(true) && texts[1][1] == json!(true),
            "{texts}"
        );
        assert!(!ann.is("document.body.textContent.includes('wins nothing')"));
        ann.looks(&format!("sides-{name}"));
        ann.presses("2");
        ann.waits("!!document.querySelector('.nation.own .building')");
        let chosen = ann.reads("document.querySelector('.nation.own .building .name').textContent");
        assert_eq!(chosen, texts[1][0]);
    }
}

/// A game plays on the first page, and one press begins one's own.
#[test]
#[ignore = "it needs chromium"]
fn the_first_page_shows_a_game_and_begins_one_at_once() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    for size in SIZES {
        let ann = Guest::comes(&browser, "Ann", size);
        ann.goes(&house.at("/"));
        ann.waits("!!document.querySelector('.stage-table .building')");
        let said = ann.reads("document.querySelector('.stage figcaption span').textContent");
        ann.waits(&format!(
            "document.querySelector('.stage figcaption span').textContent !== {said}"
        ));
        thread::sleep(Duration::from_secs(4));
        ann.looks(&format!("hall-{}", size.0));
        let tops = ann.reads("['.stage', '.front .now .do', '.recipes'].map((each) => document.querySelector(each).getBoundingClientRect().top)");
        assert!(
            tops[0].as_f64() < tops[1].as_f64() && tops[1].as_f64() < tops[2].as_f64(),
            "{tops}"
        );
        assert!(
            ann.is("document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
            "{size:?}"
        );
        assert!(ann.is("document.querySelector('.front .now .do').getBoundingClientRect().bottom <= innerHeight"), "{size:?}");
    }
    let ben = Guest::comes(&browser, "Ben", (1280, 800));
    ben.wants_no_motion();
    ben.goes(&house.at("/"));
    ben.waits("!!document.querySelector('.stage [aria-label=\"Play the recorded game\"]')");
    ben.clicks(".front .now .do");
    ben.waits("location.pathname.startsWith('/game/') && !!document.querySelector('.asked.mine')");
}

/// The bytes that come over the network for the first paint, of the hall and of a table.
#[test]
#[ignore = "it needs chromium"]
fn the_first_paint_needs_less_than_sixty_kilobytes() {
    let Some(browser) = browser() else { return };
    let house = House::open();
    let made = house.makes(&wish("1961", &["cautious"]));
    let ann = Guest::comes(&browser, "Ann", (1280, 800));
    let table = format!("/game/{}#seat={}", made.game, made.seat);
    for page in ["/", &table] {
        let bytes = ann.bytes_until_paint(&house.at(page));
        println!("{page}: {bytes} bytes");
        assert!((3_000..60_000).contains(&bytes), "{page}: {bytes} bytes");
        let foreign = ann.reads(
            "performance.getEntriesByType('resource').filter((each) => !each.name.startsWith(location.origin)).length",
        );
        assert_eq!(foreign, json!(0), "nothing is asked of anybody else");
    }
}

/// A phone is about four times slower than this machine: no frame may take it longer than 50 milliseconds.
#[test]
#[ignore = "it needs chromium"]
fn no_frame_takes_a_phone_longer_than_fifty_milliseconds_while_turns_are_shown() {
    const SLOWER: f64 = 4.0;
    let Some(browser) = browser() else { return };
    let house = House::open();
    for size in [SIZES[0], SIZES[2]] {
        let mut game = wish("combined", &["cautious", "cautious", "cautious"]);
        game["first"] = json!("me");
        let made = house.makes(&game);
        let ann = Guest::comes(&browser, "Ann", size);
        ann.sits_with(&house, &made, 0, "{\"speed\":3}");
        ann.waits("!!document.querySelector('.asked.mine')");
        ann.plays(4, 300);
        let longest = ann.longest_task(|| thread::sleep(Duration::from_secs(20)));
        println!(
            "{size:?}: the longest task would take {:.0} ms",
            longest * SLOWER
        );
        assert!(
            longest > 0.0 && longest * SLOWER < 50.0,
            "{size:?}: {longest} ms"
        );
    }
}
