//! Every kind of fault with the smallest file that shows it: what an author reads, as an author reads it.

use brink::base::Source;
use brink::rules::{Library, Report, Settings};
use miette::{GraphicalReportHandler, GraphicalTheme};

/// A set with one card, whose faces have these texts, and whatever else is in the file.
fn set(building: &str, action: &str, more: &str) -> String {
    format!(
        "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n\n\
         [building.\"Mill\"]\ntext = '''\n{building}\n'''\n\n[action.\"Gust\"]\ntext = '''\n{action}\n'''\n{more}"
    )
}

fn building(text: &str) -> String {
    set(text, "", "")
}

fn action(text: &str) -> String {
    set("", text, "")
}

/// A set with a keyword, and an action that uses it.
fn keyword(define: &str, text: &str) -> String {
    set("", text, &format!("\n[keyword.hurl]\ntext = '''\n{define}\n'''\n"))
}

/// A set with a keyword that is aimed at a player.
fn hurled(building: &str, action: &str) -> String {
    let define = "define hurl at (victim: player):\n  for each building of victim: discard the top of it";
    set(building, action, &format!("\n[keyword.hurl]\ntext = '''\n{define}\n'''\n"))
}

fn dispute(values: &str) -> String {
    format!("\n[dispute.storms]\nrules = [\"MILL-1\"]\nquestion = \"Do storms turn mills?\"\n{values}")
}

/// A recipe for a sound set, with these lines in place of those of the same keys.
fn recipe(lines: &str) -> Vec<String> {
    let usual = [
        ("id", "\"windy\""),
        ("title", "\"Windy\""),
        ("sets", "[\"mills\"]"),
        ("copies", "9"),
        ("victory", "\"same\""),
        ("hand", "3"),
        ("shields", "1"),
    ];
    let mut text = String::new();
    for (key, value) in usual {
        if !lines.lines().any(|line| line.starts_with(&format!("{key} ="))) {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    text.push_str(lines);
    text.push('\n');
    let more = "\n[[victory]]\nfront = \"Castle\"\n\n[building.\"Castle\"]\ntext = ''\n";
    vec![
        set("", "", &format!("{more}{}", dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n"))),
        text,
    ]
}

fn library(files: &[String]) -> Result<Library, Report> {
    let name = |at: usize| if at == 0 { "mine.toml".to_string() } else { format!("recipe-{at}.toml") };
    Library::parse(files.iter().enumerate().map(|(at, text)| Source::new(name(at), text.as_str())).collect())
}

fn render(report: &Report) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut text = String::new();
    for fault in &report.faults {
        handler.render_report(&mut text, fault).expect("writing to a string cannot fail");
        text.push('\n');
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_start_matches('\n').to_string()
}

/// What is wrong with the files.
fn check(files: &[String]) -> String {
    render(&library(files).expect_err("something is wrong with the files"))
}

/// What is wrong with each of these files by itself.
fn check_each(files: &[String]) -> String {
    files.iter().map(|file| check(std::slice::from_ref(file))).collect::<Vec<_>>().join("\n")
}

/// What is wrong with what a table asks of a sound library.
fn compile(lines: &str, game: &str, disputes: &[(&str, &str)], kinds: &[&str]) -> String {
    let settings = Settings {
        disputes: disputes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        kinds: kinds.iter().map(|kind| kind.to_string()).collect(),
    };
    let library = library(&recipe(lines)).expect("the files are sound");
    render(&library.compile(game, &settings).expect_err("something is wrong with the settings"))
}

macro_rules! faults {
    ($($claim:ident: $report:expr;)*) => {
        $(
            #[test]
            fn $claim() {
                insta::assert_snapshot!($report);
            }
        )*
    };
}

#[test]
fn names_that_read_the_same_are_one_name() {
    let card = |name: &str| format!("[[card]]\nbuilding = \"{name}\"\naction = \"Use it\"\n");
    for (name, other) in [
        ("Caf\u{e9}", "Cafe\u{301}"),
        ("Inn", "\u{ff29}nn"),
        ("Inn", "INN"),
        ("Ocopa", "\u{43e}\u{441}\u{43e}\u{440}\u{430}"),
    ] {
        let more = format!("{}{}", card(name), card(other).replace("Use it", "Use both"));
        let told = check(&[set("", "", &more)]);
        assert!(told.contains(&format!("`{other}` is defined twice")), "{told}");
        assert!(told.contains(&format!("another card of the set has `{name}`, which reads the same")), "{told}");
    }
    for name in ["\u{418}nn", "I\u{335}\u{336}\u{337}nn", "\u{440}1"] {
        let told = check(&[set("", "", &card(name))]);
        assert!(told.contains(&format!("`{name}` cannot be written in a position or a move")), "{told}");
    }
}

// What has been tried by hand.
faults! {
    a_building_that_stands_is_not_built:
        check(&[action("play:\n  choose a building of you as wagon\n  build wagon at any place")]);
    a_set_before_the_name_of_a_face_is_told:
        check(&[action("play: discard the top of any building named \"mine:Mill\"")]);
    nobody_provokes_what_is_built: check(&[building("when built:\n  let foe be provoker\n  missile at foe")]);
    a_player_has_cards_in_a_hand_or_a_nation: check(&[action("play: if you have 3 cards: draw 1 card")]);
    a_counter_is_declared: check(&[building("use: put 3 ticks on this")]);
    what_is_revealed_is_shown_or_flipped: check(&[action("play: reveal the top of a building")]);
    cards_are_not_swapped_with_swap:
        check(&[action("play: swap the top card of the deck with the top card of the discard pile")]);
    that_player_needs_one_before: check(&[action("play: that player draws 1 card")]);
    what_is_resolved_ends_nothing:
        check(&[action("play: until a missile is resolved: other players cannot play actions")]);
    what_is_joined_is_all_of_it: check(&[building("use: destroy this and one of its neighbours")]);
    what_is_taken_goes_to_a_hand_or_over: check(&[action("play: take a building of another player")]);
    nothing_is_disabled_by_being_active: check_each(&[
        building("the oldest of your active buildings is disabled"),
        building("buildings that are active and are not of you are disabled"),
    ]);
    behind_what_is_aimed_elsewhere_comes_nothing: check_each(&[
        hurled("if a hurl would be aimed at you, instead: aim it at you; draw 1 card", ""),
        hurled("if a hurl would be aimed at you, instead:\n  as one effect: aim it at you\n  draw 1 card", ""),
    ]);
    who_is_meant_for_a_while_has_a_name: check_each(&[
        building("when another player plays an action:\n  this turn: when provoker is eliminated: draw 1 card"),
        building("when another player plays an action:\n  until provoker passes: other players cannot play actions"),
        building("when a building as lost is destroyed:\n  this turn: when a building as lost is destroyed: draw 1 card"),
    ]);
    what_others_may_do_is_no_keyword: check_each(&[
        hurled("", "play:\n  choose another player as foe\n  foe may: hurl at you"),
        hurled(
            "",
            "play:\n  for each other player as foe:\n    foe may:\n      draw 1 card\n      if you have no cards in hand: hurl at foe",
        ),
    ]);
    what_is_discarded_is_nobodys: check_each(&[
        hurled("use: pay discard any top; hurl at any player except you except (the owner of it)", ""),
        hurled("", "play: discard any top; hurl at the owner of it"),
    ]);
    what_is_repeated_has_an_end: check(&[action("play: you may discard a card. If you do, repeat this.")]);
    what_was_destroyed_is_nowhere: check(&[building("use, if this was destroyed this turn: draw 1 card")]);
}

// Files.
faults! {
    what_is_no_toml_is_reported: check(&["id = \"mills\ntitle = 3".into()]);
    an_unknown_key_is_reported: check(&[set("", "", "\n[kyword.hurl]\ntext = ''\n")]);
    an_unknown_key_of_a_card_is_reported:
        check(&[set("", "", "").replace("action = \"Gust\"", "action = \"Gust\"\ncopeis = 3")]);
    a_missing_key_is_reported: check(&[set("", "", "\n[status.wet]\n")]);
    a_value_of_the_wrong_kind_is_reported: check(&[set("", "", "").replace("\"Mills\"", "7")]);
    a_text_with_escapes_is_refused: check(&[set("", "", "").replace("'''\n\n'''", "\"use:\\n draw 1 card\"")]);
    a_key_twice_is_reported: check(&[set("", "", "").replace("title", "id")]);
    a_word_defined_in_two_files_is_reported: check(&[
        set("", "", &dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n")),
        format!("id = \"rain\"\ntitle = \"Rain\"\nlanguage = 2\n{}", dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n")),
    ]);
    two_sets_of_one_id_are_reported: check(&[building(""), "id = \"mills\"\ntitle = \"Again\"\nlanguage = 2\n".into()]);
    a_built_in_status_is_not_declared_again: check(&[set("", "", "\n[status.guarded]\nmeaning = \"safe\"\n")]);
    more_statuses_than_fit_are_refused: check(&[set("", "", &(1..8).map(|n| {
        format!("\n[status.wet-{n}]\nmeaning = \"it rained\"\n")
    }).collect::<String>())]);
    more_branches_than_fit_are_refused: check(&[set("", &format!("play:\n  either:\n{}", (0..61).map(|n| {
        format!("    way-{n}: draw 1 card\n")
    }).collect::<String>()), "")]);
    what_is_repeated_too_often_is_refused: check(&[action(
        "play:\n  repeat 300 times:\n    look at the top of the first of buildings\n    repeat 300 times: draw 1 card",
    )]);
    more_tallies_than_fit_are_refused: check(&[set("", "", &(0..61).map(|n| {
        format!("\n[tally.heap-{n}]\nrules = [\"R\"]\nwins-at = 3\ntext = 'count your buildings'\n")
    }).collect::<String>())]);
    more_values_than_fit_are_refused: check(&[set("", "", &dispute(&format!("{}default = \"way-0\"\n", (0..61).map(|n| {
        format!("values.way-{n} = \"that way\"\n")
    }).collect::<String>())))]);
    a_face_on_two_cards_is_reported:
        check(&[set("", "", "").replace("[[card]]", "[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n\n[[card]]")]);
    a_face_without_a_card_is_reported: check(&[set("", "", "\n[action.\"Gale\"]\ntext = ''\n")]);
    a_card_without_a_text_is_reported: check(&[set("", "", "\n[[victory]]\nfront = \"Castle\"\n")]);
    an_unknown_rule_of_the_game_is_reported: check(&[set("", "", "\n[rule.crysis]\ntext = ''\n")]);
    a_switch_that_asks_more_than_disputes_is_reported:
        check(&[set("", "", "\n[rule.reshuffle-when-emptied]\nholds = 'there are at least 2 players'\n")]);
    a_default_that_is_no_value_is_reported:
        check(&[set("", "", &dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"yess\"\n"))]);
    a_dispute_with_one_value_is_reported:
        check(&[set("", "", &dispute("values.no = \"no\"\ndefault = \"no\"\n"))]);
    symbols_beat_each_other_in_a_ring: check(&[set(
        "",
        "",
        "\n[first-player]\nrules = [\"HFB-1\"]\nbeats.sun = \"moon\"\nbeats.moon = \"sun\"\nbeats.star = \"sun\"\n",
    )]);
    all_faults_of_a_file_are_reported_in_order: check(&[set(
        "use: discard tpo of this\nwin when this has at least 5 crads",
        "play: choose a plaier; hurl at it",
        "\n[colour.red]\n",
    )]);
}

// Clauses.
faults! {
    a_building_is_not_played: check(&[building("play: draw 1 card")]);
    an_action_is_not_used: check(&[action("use: draw 1 card")]);
    a_building_is_not_revealed: check(&[building("when revealed by anything: draw 1 card")]);
    an_action_is_not_destroyed: check(&[action("when destroyed by anything: draw 1 card")]);
    a_second_play_is_reported: check(&[action("play: draw 1 card\nplay: draw 2 cards")]);
    several_abilities_need_names: check(&[building("use \"spin\": draw 1 card\nuse: draw 2 cards")]);
    two_abilities_of_one_name_are_reported: check(&[building("use \"spin\": draw 1 card\nuse \"spin\": draw 2 cards")]);
    a_face_down_card_has_no_lasting_effect: check(&[action("the building under this is disabled")]);
    a_status_does_not_depend_on_one_settled_later:
        check(&[building("neighbours of this that are not guarded are disabled")]);
    a_status_does_not_depend_on_itself:
        check(&[building("while there is a target building: neighbours of this are guarded")]);
    an_unknown_status_is_reported: check(&[building("neighbours of this are disabeld")]);
    an_unknown_tally_is_reported: check(&[building("your buildings count as sails")]);
    a_keyword_text_defines_its_own_keyword: check(&[keyword("define hurt: draw 1 card", "")]);
    a_keyword_text_defines_something: check(&[keyword("", "")]);
    a_keyword_text_does_nothing_else: check(&[keyword("define hurl: draw 1 card\nplay: hurl", "")]);
    a_tally_counts_something:
        check(&[set("", "", "\n[tally.sails]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = ''\n")]);
    a_crisis_says_what_happens: check(&[set("", "", "\n[rule.crisis]\ntext = ''\n")]);
    a_log_of_what_nothing_answers_speaks_of_parameters_only: check(&[set(
        "use: hurl at you",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victim}\"\nlog-unanswered = \"{vicitm} is hit\"\n\
         text = 'define hurl at (victim: player): draw 1 card'\n",
    )]);
    a_log_speaks_of_nothing_that_is_many: check(&[set(
        "use: hurl at players",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victims}\"\n\
         text = 'define hurl at (victims: players): choose any of victims as victim; give any card in your hand to victim'\n",
    )]);
    a_sentence_for_a_keyword_says_all_of_its_parameters: check(&[set(
        "",
        "play: hurl at you you",
        "\n[keyword.hurl]\nreads = \"hurl a stone\"\n\
         text = 'define hurl at (victim: player) (other: player): require victim is living and other is living'\n",
    )]);
    the_braces_of_a_sentence_pair: check(&[set(
        "",
        "play: hurl at you",
        "\n[keyword.hurl]\nlog = \"{you} hurls at victim}\"\nlog-unanswered = \"{you} hurls at {{victim}\"\n\
         reads = \"hurl a stone at {victim\"\ntext = 'define hurl at (victim: player): require victim is living'\n",
    )]);
    a_log_speaks_of_parameters_only: check(&[set(
        "use: hurl at you",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victm}\"\n\
         text = 'define hurl at (victim: player): give the first of cards on this to victim'\n",
    )]);
}

// Statements.
faults! {
    an_unknown_keyword_is_reported: check(&[keyword("define hurl: draw 1 card", "play: hrul")]);
    an_unknown_cause_is_reported:
        check(&[keyword("define hurl: draw 1 card", "when revealed by hrul: draw 1 card")]);
    a_keyword_takes_its_number_of_arguments:
        check(&[keyword("define hurl at (victim: player): discard any card in the hand of victim", "play: hurl")]);
    a_keyword_takes_its_preposition: check(&[keyword(
        "define hurl at (victim: player): discard any card in the hand of victim",
        "play: hurl onto any player",
    )]);
    a_keyword_without_a_preposition_takes_none:
        check(&[keyword("define hurl (count: number): draw count cards", "play: hurl at 2")]);
    a_keyword_takes_arguments_of_its_types: check(&[keyword(
        "define hurl at (victim: player): discard any card in the hand of victim",
        "play: hurl at any building",
    )]);
    one_thing_is_not_a_set: check(&[keyword(
        "define hurl at (victim: player): discard any card in the hand of victim",
        "play: hurl at players",
    )]);
    a_set_is_not_one_thing:
        check(&[keyword("define hurl at (spots: buildings): destroy spots", "play: hurl at neighbours of any building")]);
    a_keyword_that_calls_itself_is_reported: check(&[keyword("define hurl: hurl", "play: hurl")]);
    keywords_that_call_each_other_are_reported: check(&[set(
        "",
        "play: hurl",
        "\n[keyword.hurl]\ntext = 'define hurl: fling'\n\n[keyword.fling]\ntext = 'define fling: hurl'\n",
    )]);
    a_cost_comes_first: check(&[building("use: draw 1 card; pay discard the top of this")]);
    an_action_has_no_cost: check(&[action("play: pay discard any card in your hand; draw 1 card")]);
    a_cost_in_a_branch_is_reported:
        check(&[building("use:\n  if this is stacked: pay discard the top of this")]);
    not_everything_is_a_cost: check(&[building("use: pay flip the top of this")]);
    two_branches_of_one_name_need_conditions:
        check(&[building("use:\n  either:\n    spin: draw 1 card\n    spin, if this is stacked: draw 2 cards")]);
    a_building_is_not_flipped: check(&[building("use: flip this")]);
    a_card_is_not_built_on: check(&[action("play: build this at any building")]);
}

// Names.
faults! {
    an_unknown_name_is_reported: check(&[action("play: choose a player as friend; give this to frend")]);
    an_unknown_face_is_reported: check(&[building("neighbours of this except \"Mil\" are disabled")]);
    an_unused_choice_name_is_reported: check(&[action("play: choose a player as friend; draw 1 card")]);
    an_unused_let_is_reported: check(&[action("play: let spot be any building; draw 1 card")]);
    an_unused_parameter_is_reported:
        check(&[keyword("define hurl at (victim: player): draw 1 card", "play: hurl at you")]);
    a_name_is_not_given_twice:
        check(&[action("play:\n  choose a player as friend\n  choose a player except friend as friend\n  give this to friend")]);
    a_name_ends_with_its_block: check(&[action(
        "play:\n  if there are at least 3 players:\n    choose a player as friend\n    give this to friend\n  give this to friend",
    )]);
    it_needs_a_choice_before: check(&[action("play: discard it")]);
    it_is_no_building_behind_a_draw: check_each(&[
        building("use once a turn: draw a card, then discard it"),
        building("use once a turn: draw a card; if it is stacked, draw 1 card"),
        building("when you pass: draw a card, then give it to another player"),
    ]);
    them_needs_a_counted_statement_before: check(&[action("play: discard 1 of them")]);
    this_has_no_meaning_in_a_keyword: check(&[keyword("define hurl: discard this", "play: hurl")]);
    a_provoker_is_known_in_triggers_only: check(&[action("play: give this to provoker")]);
    nothing_is_chosen_inside_a_condition: check(&[building("win when any building is stacked")]);
    starred_numbers_belong_to_what_is_played: check(&[building("win when this has at least 2* cards")]);
    an_unknown_dispute_is_reported: check(&[action("play:\n  if \"strms\" is \"yes\": draw 1 card")]);
    an_unknown_value_is_reported: check(&[set(
        "",
        "play:\n  if \"storms\" is \"yess\": draw 1 card",
        &dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n"),
    )]);
    a_player_is_not_stacked: check(&[action("play:\n  if you are stacked: draw 1 card")]);
    a_number_is_no_condition:
        check(&[action("play:\n  let count be the number of players\n  if count: draw 1 card")]);
    only_stacks_are_targets: check(&[action("play: choose a target player; give this to it")]);
    a_number_is_not_a_set:
        check(&[action("play:\n  let count be the number of players\n  choose one of count\n  discard it")]);
    unlike_sets_are_not_joined: check(&[action("play: choose one of players plus buildings; draw 1 card")]);
}

/// A chain of keywords, each of which calls the next one so many times.
fn chained(length: usize, calls: usize) -> String {
    let define = |number: usize| match number + 1 == length {
        true => "draw 1 card".to_string(),
        false => vec![format!("k{}", number + 1); calls].join("; "),
    };
    (0..length)
        .map(|number| format!("\n[keyword.k{number}]\ntext = 'define k{number}: {}'\n", define(number)))
        .collect()
}

/// Twelve keywords, each of which passes on to the next one what it has itself been passed.
fn passed_on(kind: &str, next: &str, last: &str) -> String {
    let define = |number: usize| {
        let body = if number == 11 { last.to_string() } else { format!("k{} {next}", number + 1) };
        format!("\n[keyword.k{number}]\ntext = '''\ndefine k{number} (those: {kind}):\n  {body}\n'''\n")
    };
    (0..12).map(define).collect()
}

// What tells a card to those who do not know it.
faults! {
    the_kind_of_a_face_down_card_decides_nothing:
        check(&[action("play:\n  choose a target top as prey\n  if prey is named \"Gust\": draw 1 card")]);
    an_ability_does_not_hang_on_a_face_down_card:
        check(&[building("use, if the top of this is named \"Gust\": draw 1 card")]);
    a_choice_does_not_read_what_the_player_does_not_know:
        check(&[action("play: discard any top that is named \"Gust\"")]);
    what_you_alone_have_seen_decides_nothing_by_itself: check(&[action(
        "play:\n  choose a top as prey\n  look at prey\n  if prey is named \"Gust\": draw 1 card",
    )]);
    what_you_hold_decides_nothing_by_itself:
        check(&[action("play:\n  if there is a card in your hand named \"Gust\": draw 1 card")]);
    what_others_hold_cannot_be_asked_for:
        check(&[action("play:\n  choose a player as mark\n  give any card in the hand of mark named \"Gust\" to you")]);
    a_text_that_begins_by_itself_asks_for_no_card_of_a_kind:
        check(&[building("when built: discard any card in your hand named \"Gust\"")]);
    what_must_be_chosen_after_something_else_shows_whether_it_is_there:
        check(&[action("play:\n  choose a player as friend\n  give any card in your hand named \"Gust\" to friend")]);
    what_must_be_chosen_after_a_draw_shows_whether_it_is_there:
        check(&[building("use:\n  draw 1 card\n  discard any card in your hand named \"Gust\"")]);
    what_an_action_asks_after_a_move_is_not_looked_at_before:
        check(&[action("play:\n  discard the top of the first of your buildings\n  discard any card in your hand named \"Gust\"")]);
    a_keyword_that_is_called_too_late_asks_for_no_card_of_a_kind: check(&[set(
        "use:\n  choose a player as friend\n  give any card in your hand to friend\n  shed",
        "",
        "\n[keyword.shed]\ntext = 'define shed: discard any card in your hand named \"Gust\"'\n",
    )]);
    a_keyword_that_asks_too_late_asks_for_no_card_of_a_kind: check(&[set(
        "use: shed",
        "",
        "\n[keyword.shed]\ntext = 'define shed: draw 1 card; discard any card in your hand named \"Gust\"'\n",
    )]);
    a_keyword_that_begins_by_itself_asks_for_no_card_of_a_kind: check(&[set(
        "when built: shed",
        "",
        "\n[keyword.shed]\ntext = 'define shed: discard any card in your hand named \"Gust\"'\n",
    )]);
    a_keyword_reads_only_what_its_callers_know: check(&[keyword(
        "define hurl (stone: card):\n  if stone is named \"Gust\": draw 1 card",
        "play: hurl any top",
    )]);
    a_keyword_does_not_read_a_set_of_face_down_cards: check(&[keyword(
        "define hurl (stones: cards):\n  repeat (the number of stones) times: draw 1 card",
        "play: hurl tops that are named \"Gust\"",
    )]);
    what_is_taken_unseen_is_not_read: check(&[action(
        "play:\n  take the top card of the deck as fresh\n  if fresh can be played: draw 1 card\n  discard fresh",
    )]);
    names_of_face_down_cards_are_not_counted:
        check(&[building("win when the number of different names among tops of your buildings is at least 3")]);
    a_tally_does_not_count_face_down_cards_by_name: check(&[set(
        "",
        "",
        "\n[tally.sails]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = 'count cards in your nation named \"Gust\"'\n",
    )]);
    a_status_does_not_hang_on_a_face_down_card:
        check(&[building("while the top of this is named \"Gust\": neighbours of this are guarded")]);
    branches_that_all_hang_on_what_you_alone_know_tell_it: check(&[action(
        "play:\n  choose a top as prey\n  look at prey\n  either:\n    \
         keep, if prey is named \"Gust\": draw 1 card\n    drop, if prey is not named \"Gust\": discard prey",
    )]);
    what_has_been_shown_may_have_been_covered: check(&[action(
        "play:\n  choose a building that is stacked as spot\n  show the top of spot\n  put this face down on spot\n  \
         if the top of spot is named \"Gust\": draw 1 card",
    )]);
}

/// Sound texts that read cards: who sees what comes of it knows them.
#[test]
fn what_is_known_may_be_read() {
    let actions = [
        "play:\n  choose a top as prey\n  show prey\n  if prey is named \"Gust\": draw 1 card",
        "play:\n  choose a top as prey\n  flip prey\n  if prey is named \"Gust\": draw 1 card",
        "play:\n  choose a building that is stacked as spot\n  show the top of spot\n  \
         if the top of spot is named \"Gust\": draw 1 card",
        "play: discard any top that is face up and is named \"Gust\"",
        "play: discard any top named \"Gust\" that is face up",
        "play:\n  for each top as prey:\n    if prey is face up and prey is named \"Gust\": discard prey",
        "play:\n  for each top as prey:\n    if prey is not face up or prey is named \"Gust\": discard prey",
        "play:\n  choose a top as prey\n  if prey is face up:\n    if prey is named \"Gust\": draw 1 card",
        "play:\n  choose a top as prey\n  require not (not prey is face up)\n  if prey is named \"Gust\": draw 1 card",
        // Your own hand, as long as you choose, and nobody can tell that you have nothing to choose.
        "play: discard any card in your hand named \"Gust\"",
        "play:\n  let many be 2\n  repeat many times: draw 1 card\n  may choose a card in your hand named \"Gust\" as pest: discard pest",
        "play:\n  choose a card in your hand that can be played as other\n  play other",
        "play:\n  may choose a card in your hand named \"Gust\" as pest: discard pest",
        "play:\n  for each card in your hand: show it\n  if there is a card in your hand named \"Gust\": draw 1 card",
        // What only you have seen, as long as you choose.
        "play:\n  choose a top as prey\n  look at prey\n  either:\n    \
         keep, if prey is named \"Gust\": draw 1 card\n    drop: discard prey",
        "play:\n  look at 2 different tops\n  may choose one of them that is named \"Gust\" as pest: discard pest",
        "play:\n  give any card in the discard pile that is named \"Gust\" to you",
        "play:\n  choose a top as prey\n  give prey to you\n  may choose a card in your hand named \"Gust\" as pest: show pest",
        "replay: put this face up on any building\nwhile this is face up and this is named \"Gust\": the building under this is disabled",
    ];
    for text in actions {
        if let Err(report) = library(&[action(text)]) {
            panic!("{text}\n{}", render(&report));
        }
    }
    let buildings = [
        "use:\n  flip the top of this\n  discard any card in your hand named \"Gust\"",
        "use, if there is a card in your hand named \"Gust\": draw 1 card",
        "use: pay discard any card in your hand named \"Gust\"; draw 1 card",
        "use: pay discard the top of this; discard any card in the discard pile named \"Gust\"",
        "when built:\n  may choose a card in your hand named \"Gust\" as pest: discard pest",
        "win when the number of different names among tops of your buildings is at least 3 and not this is stacked",
    ];
    for text in &buildings[..5] {
        if let Err(report) = library(&[building(text)]) {
            panic!("{text}\n{}", render(&report));
        }
    }
    library(&[building(buildings[5])]).expect_err("face-down cards have names that nobody knows");
    // A keyword may read what its callers lay open, and lay open what they read.
    let keyword = |define: &str, text: &str| library(&[self::keyword(define, text)]);
    let sort = "define hurl (stone: card):\n  if stone is named \"Gust\": draw 1 card";
    keyword(sort, "play:\n  choose a top as prey\n  show prey\n  hurl prey").expect("it has been shown");
    let bare = "define hurl (stone: card): show stone";
    keyword(bare, "play:\n  choose a top as prey\n  hurl prey\n  if prey is named \"Gust\": draw 1 card")
        .expect("it has");
    let late = "define hurl (stone: card):\n  choose a player as mark\n  show stone\n  give stone to mark";
    keyword(late, "play:\n  choose a top as prey\n  hurl prey\n  if prey is named \"Gust\": draw 1 card")
        .expect_err("there may be no player to choose, and then nothing is shown");
}

// What does nothing.
faults! {
    a_trigger_that_nothing_causes_is_reported: check(&[set(
        "when built by hurl: draw 1 card\nwhen destroyed by hurl, fell: draw 1 card",
        "when revealed by fell: draw 1 card\nwhen revealed by hurl: draw 1 card",
        "\n[keyword.hurl]\ntext = 'define hurl: flip any top'\n\n[keyword.fell]\n\
         text = 'define fell: unanswered: destroy any building'\n",
    )]);
    a_swap_with_a_card_that_is_in_no_hand_is_reported: check(&[building("use: swap this with the top of this")]);
    a_swap_with_a_card_of_the_discard_pile_is_reported: check(&[building(
        "use:\n  choose a card in the discard pile as old\n  swap this with old",
    )]);
    words_of_other_games_are_told_how_they_are_said: check_each(&[
        building("neighbors of this are guarded"),
        building("when your turn starts: draw 1 card"),
        building("use twice a turn: draw 1 card"),
        action("play: win the game"),
    ]);
    only_stacked_cards_are_moved_flipped_and_destroyed: check_each(&[
        building("use once a turn: discard a card; move it onto this"),
        building("use once a turn:\n  choose a card in the discard pile as old\n  move old onto this"),
        action("play: move any card in your hand onto any building"),
        action("play: move this onto a building"),
        action("play: flip any target top; move it onto any building"),
        action("play: flip any card in your hand"),
        action("play: destroy all cards in your hand"),
        action("play: destroy the top card of the deck"),
        action("play: destroy 2 cards in the discard pile"),
    ]);
    what_is_destroyed_stands_no_more: check(&[building("when destroyed by anything:\n  if this is active: draw 1 card")]);
    whether_two_are_neighbours_does_not_hang_on_who_is_a_neighbour: check(&[building(
        "while there is a neighbour of this that has at least 3 cards: this and buildings of you are neighbours",
    )]);
    what_it_costs_does_not_hang_on_what_can_be_played: check(&[building(
        "playing an action costs other players (the number of cards in the discard pile that can be played) cards",
    )]);
    what_no_text_does_to_a_player_is_not_forbidden: check(&[building("players cannot be eliminated")]);
    a_building_that_is_given_stands_somewhere: check(&[action(
        "play:\n  choose one of your buildings as spot\n  choose another player as foe\n  give spot to foe"
    )]);
    a_building_says_when_it_does_something: check(&[building("Draw 2 cards.\nEach other player discards a card.")]);
    an_action_that_says_at_once_what_it_does_is_shown_where_it_is_wrong: check(&[action(
        "Draw 2 cards.\nEach other player discrads a card."
    )]);
    only_names_are_given_for_a_while: check(&[action(
        "play:\n  choose one of your buildings as spot\n  until your next turn: spot has the text of spot"
    )]);
    what_is_destroyed_has_no_neighbours:
        check(&[building("when destroyed by anything: destroy any of neighbours of this")]);
    what_is_destroyed_or_being_played_is_in_no_hand_and_no_nation: check(&[set(
        "when destroyed by anything:\n  if this is in cards in your hand: draw 1 card",
        "play:\n  if this is in cards in your nation or this is in buildings in your hand: draw 1 card\n  \
         if this is in cards in the discard pile: draw 1 card",
        "",
    )]);
    what_is_being_played_lies_in_no_stack:
        check(&[action("play:\n  if this is face up: draw 1 card\n  discard any top that is on the building under this")]);
    a_filter_behind_an_exception_may_belong_to_either:
        check(&[action("play: choose a building except the first of your buildings except the first of buildings as spot; put this face down on spot")]);
    one_block_spares_one_answer_at_a_time: check(&[keyword(
        "define hurl: unanswered by the first \"Gust\": flip any top",
        "play: unanswered by the first \"Gust\": hurl",
    )]);
}

#[test]
fn a_trigger_waits_for_what_its_causes_bring_about() {
    let more = "\n[keyword.hurl]\ntext = 'define hurl: fell'\n\n[keyword.fell]\ntext = 'define fell: destroy any building'\n\
                \n[keyword.plant]\ntext = 'define plant: build any building in your hand at any place'\n";
    let building = "when destroyed by hurl, fell: draw 1 card\nwhen built by plant: draw 1 card";
    library(&[set(building, "when revealed by anything: draw 1 card", more)]).expect("each of them may happen");
}

// Limits.
faults! {
    keywords_that_double_thirty_times_are_refused: check(&[set("", "play: k0", &chained(30, 2))]);
    a_text_too_long_by_its_keywords_is_refused: check(&[set("", &format!("play: {}", ["k0"; 5].join("; ")), &chained(11, 2))]);
    a_text_too_long_by_itself_is_told_so:
        check(&[set("", &format!("play:\n{}  k0", "  draw 1 card\n".repeat(5_000)), &chained(1, 1))]);
    a_keyword_too_long_by_itself_is_told_so: check(&[keyword(
        &format!("define hurl:\n{}", "  draw 1 card\n".repeat(5_001)),
        "play: hurl",
    )]);
    a_long_chain_of_keywords_is_refused: check(&[set("", "play: k0", &chained(40, 1))]);
    many_keywords_that_all_call_each_other_are_one_circle: {
        let define = |number: usize| {
            let others: String = (1..6).filter(|other| *other != number).map(|other| format!("k{other}; ")).collect();
            format!("\n[keyword.k{number}]\ntext = 'define k{number}: {others}draw 1 card'\n")
        };
        check(&[set("", "play: k1", &(1..6).map(define).collect::<String>())])
    };
    a_set_passed_on_twice_by_each_keyword_is_refused: check(&[set("", "play: k0 (one of buildings)", &passed_on(
        "buildings",
        "(one of those plus one of those)",
        "for each of those: destroy it",
    ))]);
    a_number_passed_on_twice_by_each_keyword_is_refused: check(&[set("", "play: k0 1", &passed_on(
        "number",
        "(those plus those)",
        "repeat those times: draw 1 card",
    ))]);
    sets_inside_sets_inside_sets_are_refused:
        check(&[building(&format!("win when there is a building{}", " that (there is a building".repeat(4) + " that is stacked" + &")".repeat(4)))]);
    a_text_that_needs_too_much_at_a_time_is_refused: check(&[action(&format!(
        "play:\n{}  repeat {} times: draw 1 card",
        (1..=12).map(|n| format!("  let n{n} be the number of players\n")).collect::<String>(),
        (1..=12).map(|n| format!("n{n}")).collect::<Vec<_>>().join(" plus "),
    ))]);
}

// Recipes and settings.
faults! {
    an_unknown_set_is_reported: check(&recipe("sets = [\"mils\"]"));
    a_set_file_that_is_not_there_is_reported: check(&recipe("sets = [\"mills\", \"no-such-file.toml\"]"));
    an_unknown_kind_is_reported: check(&recipe("kinds = [\"Mil\"]"));
    a_kind_named_twice_is_reported: check(&recipe("kinds = [\"Mill\", { kind = \"Gust\", copies = 3 }]"));
    an_unknown_tally_of_a_recipe_is_reported: check(&recipe("tallies = [\"sails\"]"));
    a_dispute_that_a_recipe_settles_must_exist: check(&recipe("disputes.storm = \"yes\""));
    a_value_that_a_recipe_gives_must_exist: check(&recipe("disputes.storms = \"maybe\""));
    too_many_cards_are_refused: {
        let mut files = recipe("copies = 247\nvictory-cards = [{ kind = \"Castle\", copies = 7 }]");
        files[0] += "\n[[card]]\nbuilding = \"Barn\"\naction = \"Squall\"\n";
        files[0] += "\n[building.\"Barn\"]\ntext = ''\n\n[action.\"Squall\"]\ntext = ''\n";
        check(&files)
    };
    too_few_victory_cards_are_refused: check(&recipe("victory = \"random\""));
    a_recipe_that_names_itself_is_refused: check(&recipe("sets = [\"mills\", \"recipe-1.toml\"]"));
    recipes_that_name_each_other_are_refused: {
        let mut files = recipe("sets = [\"mills\", \"recipe-2.toml\"]");
        files.push(files[1].replace("windy", "windier").replace("recipe-2", "recipe-1"));
        check(&files)
    };
    what_a_recipe_inherits_is_told_where_it_is_said: {
        let mut files = recipe("sets = [\"mils\"]");
        files.push("id = \"calmer\"\ntitle = \"Calmer\"\nextends = \"windy\"\ncopies = 3\n".to_string());
        check(&files)
    };
    a_recipe_that_extends_itself_is_refused: check(&recipe("extends = \"recipe-1.toml\""));
    a_recipe_that_extends_its_own_id_is_refused: check(&recipe("extends = \"windy\""));
    recipes_that_extend_each_other_are_refused: {
        let mut files = recipe("extends = \"windier\"");
        files.push(recipe("extends = \"recipe-1.toml\"").swap_remove(1).replace("\"windy\"", "\"windier\""));
        check(&files)
    };
    hands_that_the_deck_does_not_hold_are_refused: check(&recipe("hand = 250"));
    more_shields_than_are_dealt_are_refused: check(&recipe("shields = 4"));
    no_copies_at_all_are_refused: check(&recipe("copies = 0\nkinds = [{ kind = \"Mill\", copies = 0 }]"));
    a_recipe_is_not_made_of_a_recipe: {
        let mut files = recipe("sets = [\"mills\", \"recipe-2.toml\"]");
        files.push(recipe("").swap_remove(1).replace("windy", "windier"));
        check(&files)
    };
    a_draft_of_more_kinds_than_there_are_is_refused: check(&recipe("kinds = \"draw 2\""));
    a_recipe_says_how_victory_cards_are_dealt: check(&recipe("victory = \"sam\""));
    an_unknown_key_of_a_recipe_is_reported: check(&recipe("talies = []"));
    weights_of_a_recipe_are_all_there: check(&recipe("[weights]\nversion = 2\ngame = \"calm\"\nnear = [1, 2]\nheld = inf"));
    weights_are_a_table: check(&recipe("weights = 7"));
    two_recipes_of_one_id_are_reported: {
        let mut files = recipe("");
        files.push(files[1].clone());
        check(&files)
    };
    an_unknown_recipe_is_reported: compile("", "wind", &[], &[]);
    an_unknown_dispute_of_a_table_is_reported: compile("", "windy", &[("storm", "yes")], &[]);
    an_unknown_value_of_a_table_is_reported: compile("", "windy", &[("storms", "ye")], &[]);
    kinds_are_given_to_drafts_only: compile("", "windy", &[], &["Mill"]);
    a_draft_needs_its_kinds: compile("kinds = \"draw 1\"", "windy", &[], &[]);
    a_draft_draws_known_kinds: compile("kinds = \"draw 1\"", "windy", &[], &["Mil"]);
}

#[test]
fn a_name_on_cards_of_two_sets_must_say_which() {
    let mut files = recipe("sets = [\"mills\", \"coast\"]\nkinds = [\"Gust\"]");
    let coast = set("", "", "").replace("\"mills\"", "\"coast\"").replace("\"Mill\"", "\"Pier\"");
    files.push(coast);
    insta::assert_snapshot!(check(&files));
}

#[test]
fn every_text_of_noise_is_answered_with_faults() {
    for noise in ["\0", "é", "'''", "[[", "play", "::", "use:\n\tdraw", "\u{2028}", "use: (((((((((("] {
        for file in [noise.to_string(), building(noise), action(noise)] {
            // Sound or not: nothing panics.
            let _ = library(&[file]);
        }
    }
}

#[test]
fn a_building_has_no_more_abilities_than_its_marks_have_bits() {
    let abilities: Vec<String> = (1..=9).map(|number| format!("use \"{number}\": draw 1 card")).collect();
    let report = library(&[building(&abilities.join("\n"))]).expect_err("nine are too many");
    assert_eq!(report.to_string(), "9 abilities of a building are too many");
}

#[test]
fn a_game_of_too_many_steps_is_refused() {
    let mut keywords = format!("[keyword.k0]\ntext = '''\ndefine k0:\n{}'''\n", "  draw 1 card\n".repeat(8));
    for number in 1..=2 {
        let line = format!("  if there is a building that is stacked: k{}\n", number - 1);
        keywords += &format!("[keyword.k{number}]\ntext = '''\ndefine k{number}:\n{}'''\n", line.repeat(8));
    }
    let body = ["k2"; 6].join("; ");
    let uses: String = (1..=8).map(|number| format!("use \"{number}\": {body}\n")).collect();
    let report = library(&[set(&format!("{uses}when built: {body}"), &format!("play: {body}"), &keywords)]);
    let report = report.expect_err("the texts are too long");
    assert!(report.to_string().contains("steps of one game are too many"), "{report}");
}

#[test]
fn signs_that_steer_a_terminal_are_refused() {
    let escaped = building("").replace("\"Mills\"", "\"Mi\\u001b[2Jlls\"");
    insta::assert_snapshot!(check(&[escaped]));
    let unseen = building("").replace("\"Mills\"", "\"Mi\u{ad}lls\"");
    insta::assert_snapshot!("signs_that_nobody_sees_are_refused", check(&[unseen]));
}

#[test]
fn a_byte_order_mark_before_a_file_is_passed_over() {
    let marked = |text: &str| format!("\u{feff}{text}");
    library(&[marked(&building("use once a turn: draw 1 card"))]).expect("it is no sign of the text");
    // What is wrong behind it is shown where it stands.
    let place = |file: String| {
        let report = library(&[file]).expect_err("it has a fault");
        let (_, span) = report.faults[0].place().expect("it has a place");
        (report.faults[0].to_string(), span.start)
    };
    let wrong = building("use once a turn: drwa 1 card");
    let (said, at) = place(wrong.clone());
    assert_eq!(place(marked(&wrong)), (said, at + 3));
    // Twice, or further on, it is one that nobody sees.
    for file in [marked(&marked(&building(""))), building("# \u{feff}")] {
        assert!(place(file).0.contains("the sign `\\u{feff}` steers terminals"));
    }
}

#[test]
fn a_section_that_is_no_table_is_reported() {
    insta::assert_snapshot!(check(&[set("", "", "\n[status]\nwet = \"it rained\"\n")]));
}

#[test]
fn what_is_given_counts_for_the_length_of_a_text() {
    let given = format!("buildings have:\n  use:\n{}", "    draw 1 card\n".repeat(5_001));
    insta::assert_snapshot!(check(&[building(&given)]));
}

#[test]
fn more_numbers_than_one_choice_offers_are_refused() {
    insta::assert_snapshot!(check(&[action("play:\n  choose a number from 0 to 500 as dose\n  draw dose cards")]));
    library(&[action("play:\n  choose a number from 1 to 500 as dose\n  draw dose cards")]).expect("so many it offers");
}

#[test]
fn what_the_deck_was_shuffled_with_is_spoken_of_by_name_alone() {
    let text = "use: look at the top three cards of the deck; shuffle the deck; discard all of them";
    insta::assert_snapshot!(check(&[building(text)]));
}

#[test]
fn what_a_counter_says_is_checked() {
    let counter = |keys: &str, text: &str| {
        let counter = format!("[counter.wire]\nmeaning = \"It hums.\"\n{keys}\ntext = '''\n{text}\n'''\n");
        check(&[set("", "", &counter)])
    };
    let card = "owned = true\non = \"cards\"";
    let told = [
        counter("", "when this is revealed: draw 1 card"),
        counter("on = \"tables\"", "when this is revealed: draw 1 card"),
        counter("on = \"cards\"", "when this is revealed: draw 1 card"),
        counter(card, "when revealed by anything: draw 1 card"),
        counter(card, "use: draw 1 card"),
        counter(card, "when this is moved onto a building, if this is named \"Gust\": draw 1 card"),
        counter(card, "when this is revealed: until your next turn: other players cannot look at cards"),
        counter(
            card,
            "when this is revealed, remembering the owner of this as rival: draw 1 card; put 1 wire on rival",
        ),
    ];
    insta::assert_snapshot!(told.join("\n"));
    let open = "when this is revealed, if this is named \"Gust\": draw 1 card";
    let counter = format!("[counter.wire]\nmeaning = \"It hums.\"\n{card}\ntext = '''\n{open}\n'''\n");
    library(&[set("", "", &counter)]).expect("all see what is revealed");
}

#[test]
fn what_is_remembered_is_a_thing_or_a_number_as_it_happens() {
    let told = [
        "when destroyed by anything, remembering the owner of this as loser: draw 1 card",
        "when this is destroyed, remembering the owner of this as one: draw 1 card",
        "when a card is discarded, remembering any building as spot: discard the top of spot",
        "when a building is built, remembering it as fresh, if this is stacked: destroy fresh",
        "use: until your next turn: when a card is discarded, remembering the owner of it as loser: discard a random card in the hand of loser",
    ];
    let told: Vec<String> = told.iter().map(|text| check(&[building(text)])).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_is_not_carried_along_is_told_as_such() {
    let gifts = "play:\n  each player sets a card in the hand of it aside as gift\n  at the start of your next turn:\n    \
                 for each player as giver: give the gift of giver to you";
    let told = check(&[action(gifts)]);
    assert!(told.contains("`gift` is not carried along") && !told.contains("did you mean `gift`?"), "{told}");
}

#[test]
fn what_other_languages_and_editors_write_is_told_with_what_to_write() {
    for (text, help) in [
        ("play:\n  if this is stacked: draw 1 card\n  else: draw 2 cards", "say `otherwise:`"),
        (
            "play:\n  for each player: you may: it draws 1 card; otherwise: it discards 1 card",
            "stands in a line of its own",
        ),
        ("play:\n  draw 1 card\n\tdraw 1 card", "indent with blanks alone"),
        ("play:\n  let half be the number of your buildings\n  draw half cards", "`half` cannot be a name"),
        ("play:\n  choose another player as foe\n  foe plays a card from their hand", "`foe` is a name: of what"),
        ("play: discard a card named \u{201c}Gust\u{201d}", "put names in straight quotes"),
    ] {
        let told = check(&[action(text)]);
        assert!(told.contains(help) && !told.contains("never used"), "{told}");
    }
}

#[test]
fn what_is_said_of_something_earlier_needs_it() {
    let told = [action("play: draw 2 cards; give a card to the other"), building("use once a turn: remove them all")];
    insta::assert_snapshot!(check_each(&told));
}

#[test]
fn what_would_be_taken_for_something_else_is_refused() {
    let told = [
        action("for each card on any building as paper: discard paper"),
        building("one of your buildings is guarded"),
        building("if a building of you would be destroyed, instead: once this turn; discard a card"),
        building("other players cannot play cards"),
        building("playing a card costs other players 1 card"),
        building("other players cannot play more than 1 card a turn"),
        action("until your next turn, you cannot be eliminated"),
        action("choose a building as spot; put it on the bottom"),
        action("draw 2 cards; exchange them"),
        action("any target player discards a card"),
        action("choose another player; they may draw a card or discard a card"),
        action("Each player may draw a card or discard a card."),
        action("You may draw a card or discard a card."),
        action("draw a card, discard a card or destroy a building"),
        action("Another player draws 2 cards. Each other player discards a card."),
        action("choose a building; its owner draws 2 cards; every other player draws 1 card"),
        building("other players cannot build buildings in your nation"),
        building("building buildings of yours costs other players 1 card"),
        building("other players cannot take cards from your hand"),
        action(
            "choose a number from 1 to 3; draw that many cards; choose a number from 1 to 2; discard that many cards",
        ),
    ];
    insta::assert_snapshot!(check_each(&told));
}

#[test]
fn what_printed_cards_say_and_no_text_can_is_told_with_what_can_be_said() {
    let told = [
        action("Destroy a building. Its owner may build a card from their hand in its place."),
        action("Swap two of your buildings, then draw a card for each neighbour of the moved buildings."),
        building("You may have up to 3 abilities used twice each turn."),
        action("Double the number of cards drawn by your next action this turn."),
        building("When a player discards a card, they may draw a card instead of discarding it."),
        action("Look at all face-down cards on a building. You may rearrange them."),
        building("While this is stacked, this is a Windmill too."),
        action("All players put their hands together and shuffle them."),
        building("This becomes a law: nobody may have more than 5 cards in hand."),
        building("Whenever another player takes a card from you, draw two cards."),
        action("Move a building to the other end of your row."),
        action("For the next two turns, nobody may build."),
        action("Each player counts their buildings. The player with the fewest draws 3 cards."),
        action("Everyone votes for a building."),
        building("Whoever has 20 buildings wins the game."),
        building("Each time you discard one or more cards, draw a card."),
        building("Opponents can't build next to your buildings."),
        building("When this is destroyed, return it to your hand instead."),
        building("Your first action each turn costs nothing."),
    ];
    insta::assert_snapshot!(check_each(&told));
}

#[test]
fn what_one_way_draws_leaves_it_to_the_building_on_another() {
    for text in [
        "use once a turn:\n  either:\n    gust: draw 1 card\n    calm: discard the top of it",
        "use once a turn:\n  if this is stacked: draw 1 card\n  otherwise: destroy it",
    ] {
        let library = library(&[building(text)]);
        assert!(library.is_ok(), "{text}\n{}", render(&library.err().unwrap_or_default()));
    }
}

#[test]
fn what_is_plainly_meant_is_told_with_how_it_is_said() {
    let counter = "[counter.tick]\nmeaning = \"that it waits\"\n";
    for (text, help) in [
        ("play: choose another player as foe; foe takes the next turn after this one", "`foe takes an extra turn"),
        (
            "play: choose a number from 1 to 6 as bet; roll a die as shown; if bet is shown: draw 1 card",
            "a number is compared: `is exactly`",
        ),
        ("play: choose a building as prey; prey loses its text until your next turn", "`until your next turn: it"),
        ("play:\n  choose a building\n  it loses its abilities until your next turn", "`until your next turn: it"),
        ("play: reverse the cards on any building", "cards on a building are moved one by one"),
        (
            "play: choose any top as lid; if lid has the most ticks: discard lid",
            "say of which cards: `it is in (tops of your buildings with the most ticks)`",
        ),
    ] {
        let told = check(&[set("", text, counter)]);
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(help) && told.matches(" ×").count() <= 1, "{text}\n{told}");
    }
    // What the help says is sound.
    for text in [
        "play: choose another player as foe; foe takes an extra turn after this one",
        "play: choose a number from 1 to 6 as bet; roll a die as shown; if bet is exactly shown: draw 1 card",
        "play: choose a building as prey; until your next turn: it loses its text",
        "play: choose a building as prey; it is disabled until your next turn",
        "play: choose any top as lid; if lid is in (tops of your buildings with the most ticks): discard lid",
        "play: for each building as spot: if there is no building that has more ticks than spot: destroy spot",
    ] {
        library(&[set("", text, counter)]).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}

#[test]
fn a_set_beside_its_variant_is_told_where_it_is_named() {
    let mut files = recipe("sets = [\"mills\", \"calm\"]");
    files.push("id = \"calm\"\ntitle = \"Calm\"\nlanguage = 2\nextends = \"mills\"\n".into());
    insta::assert_snapshot!(check(&files));
    // Whoever has these sets from there has too many victory cards, too, and names no set.
    files.push("id = \"calmer\"\ntitle = \"Calmer\"\nextends = \"windy\"\ncopies = 3\n".into());
    let told = check(&files);
    assert_eq!(told.matches("a set beside its variant").count(), 1, "{told}");
    assert_eq!(told.matches("kinds of the same victory card").count(), 1, "{told}");
}

#[test]
fn a_building_does_not_go_by_the_name_of_an_action() {
    let told = [
        "when a building named \"Gust\" is destroyed: draw 1 card",
        "when a building is destroyed, if it is named \"Gust\": draw 1 card",
        "buildings named \"Gust\" cannot be destroyed",
        "use: choose one of your buildings that is named \"Gust\" as spot; destroy spot",
        "use once a turn, if the building left of this is named \"Gust\": draw 1 card",
        "use once a turn, if there is no building named \"Gust\": draw 1 card",
        "neighbours of this are guarded against actions named \"Mill\" and cards named \"Mill\"",
    ];
    let told: Vec<String> = told.iter().map(|text| check(&[building(text)])).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_may_go_by_the_name_of_an_action_is_left_alone() {
    for (text, more) in [
        // Where it does not stand, a card has both names.
        ("when a building is destroyed: if it is named \"Gust\": draw 1 card", ""),
        ("use: choose a building as spot; destroy spot; if spot is named \"Gust\": draw 1 card", ""),
        ("use: discard a card in your hand that is named \"Mill\"", ""),
        ("when a card named \"Mill\" is played: draw 1 card", ""),
        ("neighbours of this are guarded against buildings named \"Gust\"", ""),
        // That always holds.
        ("use: choose a building that is not named \"Gust\" as spot; destroy spot", ""),
        ("neighbours of this except \"Gust\" are guarded", ""),
        ("win when not the building left of this is named \"Gust\"", ""),
        // A text gives it that name, or a name that nobody knows yet.
        ("win when there is a building named \"Gust\"\nneighbours of this bear the name \"Gust\"", ""),
        (
            "win when there is a building named \"Gust\"\nneighbours of this bear the name written on this\n\
             use: choose a name of a card as alias; write alias on this",
            "",
        ),
        (
            "win when there is a building named \"Gust\"",
            "\n[[card]]\nbuilding = \"Gust\"\naction = \"Calm\"\n[building.\"Gust\"]\ntext = ''\n[action.\"Calm\"]\ntext = ''\n",
        ),
    ] {
        // Two cards of a set do not have one name.
        let files = match more {
            "" => vec![building(text)],
            more => vec![building(text), format!("id = \"other\"\ntitle = \"Other\"\nlanguage = 2\n{more}")],
        };
        library(&files).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}

// What a designer of cards writes.
faults! {
    what_is_left_out_is_of_a_set_that_is_extended: check(&[building("").replace("language = 2", "language = 2\nwithout = [\"Mill\"]")]);
    names_that_no_text_can_say_are_refused_where_they_are_declared: {
        let counters = ["Tick", "\"red tick\"", "card", "it", "3", "\"naïveté\""].map(|name| format!("counter.{name}"));
        let others = ["status.Famous", "status.\"red alert\"", "tally.\"red mills\"", "keyword.Hurl"].map(str::to_string);
        let section = |name: &String| {
            let says = match name.split_once('.') {
                Some(("tally", _)) => "wins-at = 3",
                Some(("keyword", _)) => "text = 'define hurl: draw 1 card'",
                _ => "meaning = 'so'",
            };
            format!("\n[{name}]\n{says}\n")
        };
        check(&[set("", "", &counters.iter().chain(&others).map(section).collect::<String>())])
    };
    what_several_counters_are_called_can_be_said: check(&[set("", "", "\n[counter.top]\nmeaning = 'x'\n[counter.ore]\nplural = 'cards'\nmeaning = 'x'\n")]);
    a_counter_of_a_name_that_is_nearly_one_is_known: check(&[set("use: put a tick on this", "", "\n[counter.Tick]\nmeaning = 'x'\n")]);
    a_tally_is_called_by_what_several_are: check(&[set("this counts as a stage", "", "\n[tally.stage]\nwins-at = 3\n")]);
    a_reading_for_the_default_is_the_printed_text: check(&[set(
        "",
        "play: draw 1 card",
        &format!(
            "[[action.\"Gust\".instead]]\nif = {{ storms = \"no\" }}\ntext = 'play: draw 2 cards'\n{}",
            dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n")
        ),
    )]);
    what_all_games_share_has_no_other_name: {
        let core = "id = \"core\"\ntitle = \"Core\"\nlanguage = 2\n[rule.crisis]\ntext = '''\nwhen nothing is left to draw: draw 1 card\n'''\n[first-player]\nbeats = { a = \"b\", b = \"c\", c = \"a\" }\n";
        check(&[core.to_string(), core.replace("core", "more")])
    };
    one_fault_of_several_looks_is_told_once:
        check(&[set("", "play: foe may discard a card", ""), set("", "play: double the ticks on this", "").replace("mills", "more")]);
    of_a_section_that_is_there_twice_its_keys_are_not_told: check(&[set("", "", "\n[building.\"Mill\"]\ntext = ''\nrules = []\n")]);
    a_slip_in_a_section_is_taken_for_what_is_meant: check(&[set(
        "use: put a tick on this",
        "",
        "\n[counter.ore]\nmeaning = 'x'\n[counters.tick]\nmeaning = 'x'\n[[victories]]\nfrnt = \"Castle\"\n[building.\"Castle\"]\ntext = ''\n",
    ).replace("building = \"Mill\"", "buildng = \"Mill\"")]);
    a_slip_in_the_name_of_a_face_is_told_once: check(&[set("", "", "").replace("[building.\"Mill\"]", "[building.\"mill\"]")]);
    of_a_status_that_nobody_knows_it_is_not_known_who_has_it: check(&[set(
        "while this is stacked: you are famous",
        "",
        "\n[status.famus]\nof = \"players\"\nmeaning = 'x'\n",
    )]);
    a_keyword_whose_text_is_faulty_is_known: check(&[keyword("define hurl att (town: building):\n  destroy town", "play: hurl at a building")]);
    an_article_is_no_name: check_each(&[
        action("play: roll a die as a; roll a die as b; draw (the larger of a and b) cards"),
        action("play: choose a player as an; an draws 2 cards"),
        action("play: let a be the number of your buildings; draw a cards"),
    ]);
    signs_of_pasted_texts_are_told: check(&[set("use:\u{a0}draw 1 card", "play: choose a player as foe; discard a card in foe’s hand", "")]);
    a_language_is_a_number: check(&[building("").replace("language = 2", "language = \"2\"")]);
    to_draw_kinds_is_no_kind: check(&recipe("kinds = [\"draw 10\"]"));
    one_shield_too_many_is_one: check(&recipe("hand = 0\nshields = 1"));
    what_a_text_has_not_named_is_not_offered:
        check(&[set("use: discard any number of cards; if this is soked: draw 1 card", "", "\n[counter.ore]\nplural = 'ore'\nmeaning = 'x'\n")]);
}

/// What can never come about, or be told, is refused where it is read; what the messages say is sound.
#[test]
fn what_is_gone_or_unclear_or_never_comes_is_refused() {
    let counter = "[counter.tick]\nmeaning = \"that it waits\"\n";
    let told = [
        ("", "play: flip the top of a building; if it is named \"Gust\", destroy the building under it"),
        ("", "play: discard the top of a building; put a tick on the building under it"),
        ("", "play: choose a top as lid; discard lid; destroy the building under lid"),
        ("", "play: destroy the top card of a building; destroy it"),
        ("when a card on one of your buildings is discarded, put a tick on the building under it", ""),
        ("use once a turn: discard the top of this; put a tick on the building under it", ""),
        ("", "play: swap one of your buildings with a building of another player; its owner draws 2 cards"),
        ("", "play: move the top card of a building onto another building; its owner draws 2 cards"),
        ("", "play: put a card from your hand face down on a building; its owner draws a card"),
        ("use once a turn, if not it is your turn: draw a card", ""),
        ("use at the start of your turn, if this is stacked and the start of your turn is over: draw a card", ""),
        ("", "play: draw 0 cards"),
        ("", "play: discard 0 cards"),
        ("you may play an additional action each turn", ""),
        ("you can play 2 actions per turn", ""),
    ];
    let told: Vec<String> = told.iter().map(|(building, action)| set(building, action, counter)).collect();
    insta::assert_snapshot!(check_each(&told));
    for (building, action) in [
        ("", "play: choose a building as spot; flip the top of spot; destroy spot"),
        ("", "play: choose a top as lid; let spot be the building under lid; discard lid; destroy spot"),
        (
            "",
            "play: choose a top as lid; move lid onto any building except the building under lid; put a tick on the building under lid",
        ),
        (
            "",
            "play:\n  choose a top as lid\n  if you have no cards in hand: discard lid\n  destroy the building under lid",
        ),
        ("", "play: choose a top as lid; flip lid; put lid face down on any building; destroy the building under lid"),
        (
            "when a card on one of your buildings is discarded, remembering the building under it as spot: put 1 tick on spot",
            "",
        ),
        (
            "",
            "play: choose a building of another player as spot; exchange one of your buildings with spot; the owner of spot draws 2 cards",
        ),
        ("you may play 2 cards each turn", ""),
        ("you may play an additional card each turn", ""),
    ] {
        library(&[set(building, action, counter)])
            .unwrap_or_else(|report| panic!("{building}{action}\n{}", render(&report)));
    }
}

/// Where `otherwise` or `its owner` could be said of two things, neither is taken for the other.
#[test]
fn what_could_be_said_of_either_is_refused() {
    let (either, of_each) =
        ("and `otherwise: draw 1 card` below it", "`foe may give you a card` and `otherwise: draw 1 card`");
    for (text, help) in [
        ("Discard a card. If you do, draw 2 cards if you have no buildings. Otherwise, draw 1 card.", either),
        ("Discard a card. If you do, draw 2 cards if you have no buildings, otherwise draw 1 card.", either),
        ("Discard a card. If you do, you may draw 2 cards. Otherwise, draw 1 card.", either),
        ("You may discard a card. If you do, you may draw 2 cards. Otherwise, draw 1 card.", either),
        ("You may draw 2 cards if you have no buildings. Otherwise, draw 1 card.", either),
        ("play: if you have a building: draw 2 cards if you have no cards in hand; otherwise, draw 1 card", either),
        ("play: if you have a building: you may draw 2 cards; otherwise, draw 1 card", either),
        ("You may draw 2 cards if you have no buildings, otherwise draw 1 card.", either),
        ("Each other player may give you a card. Otherwise, draw 1 card.", of_each),
        ("play: put a card from your hand face down on a building; its owner draws 1 card", "face down on spot"),
    ] {
        let told = check(&[action(text)]);
        let flat = told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(help) && told.matches(" ×").count() <= 1, "{help}\n{told}");
    }
    for text in [
        "play:\n  discard a card\n  if you do:\n    if you have no buildings: draw 2 cards\n    otherwise: draw 1 card",
        "play:\n  if you have no buildings:\n    you may draw 2 cards\n    otherwise: draw 1 card",
        "play: each other player may give you a card; if they do not, draw 1 card",
        "play:\n  for each other player as foe:\n    foe may give you a card\n    otherwise: draw 1 card",
        "play: choose a building as spot; put a card from your hand face down on spot; the owner of spot draws 1 card",
        "play: put this face up on a building; its owner draws 1 card",
    ] {
        library(&[action(text)]).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}

#[test]
fn words_that_are_sound_are_not_blamed_for_a_slip_behind_them() {
    for (text, slip) in [
        (building("while this is stacked: when another player draws a card, draw 1 crad"), "crad"),
        (building("when another player may play an action, draw 1 card"), "may"),
        (action("play: discard a card named \"Gust\" in your hand; drow 1 card"), "drow"),
    ] {
        let told = check(&[text]);
        assert!(told.contains(&format!("`{slip}`")), "{told}");
        for sound in ["`while` does not", "cards are counted", "`discard a card named`"] {
            assert!(!told.contains(sound), "{told}");
        }
    }
}

#[test]
fn what_is_natural_and_not_read_is_told_with_what_to_write() {
    for (text, help) in [
        (building("while you have fewer than 5 cards in hand, draw a card"), "`at the start of your turn, if you have"),
        (action("play: discard as many cards as you like"), "say `discard any number of cards`"),
        (action("play: discard one or more cards"), "and then `discard any number of cards`"),
        (action("play: each enemy discards a card"), "write `play: each other player discards a card`"),
        (building("each enemy draws a card at the end of their turn"), "the other players are called `opponents`"),
        (action("play:\n  pay 2 cards: draw 3 cards"), "`you may discard 2 cards: draw 3 cards`"),
        (action("play: pay 2 cards: draw 3 cards"), "`you may discard 2 cards: draw 3 cards`"),
        (building("when an action is discarded, draw a card"), "what is not just played is a card"),
        (action("play: discard a card named \"Gust\""), "`discard a card in your hand named"),
        (action("play: take over a building of a player with more buildings than you"), "choose the player before"),
        (building("other players cannot look at your hand"), "`other players cannot look at cards on your buildings`"),
        (action("play: roll a die: 1: discard a card; 6: draw 5 cards"), "on lines of their own below it"),
        (building("use twice each turn: draw a card"), "two have names: `use \"one\" once a turn"),
        (building("use 3 times a turn: draw a card"), "two have names: `use \"one\" once a turn"),
        (building("use up to 3 times each turn: draw a card"), "two have names: `use \"one\" once a turn"),
    ] {
        let told = check(&[text]);
        let flat = told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(help) && told.matches(" ×").count() <= 1, "{help}\n{told}");
    }
    // What the help says is sound.
    for text in [
        building("at the start of your turn, if you have fewer than 5 cards in hand: draw 1 card"),
        building("use: pay discard 2 cards; draw 3 cards"),
        building("other players cannot look at cards on your buildings"),
        building("when a card is discarded, draw a card"),
        action("play: discard any number of cards"),
        action("play: discard a card, then discard any number of cards"),
        action("play: you may discard 2 cards: draw 3 cards"),
        action("play: discard a card in your hand named \"Gust\""),
        action("play: choose another player with more buildings than you as rich; take over a building of rich"),
        action("play:\n  roll a die:\n    1: discard a card\n    2 to 6: draw 5 cards"),
    ] {
        library(std::slice::from_ref(&text)).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}
