//! Every kind of fault with the smallest file that shows it: what an author reads, as an author reads it.

use brink::rules::{Library, Report, Settings};
use brink::text::Source;
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
    set(
        "",
        text,
        &format!("\n[keyword.hurl]\ntext = '''\n{define}\n'''\n"),
    )
}

/// A set with a keyword that is aimed at a player.
fn hurled(building: &str, action: &str) -> String {
    let define =
        "Define hurl at (victim: player): for each building of victim: discard the top of it.";
    set(
        building,
        action,
        &format!("\n[keyword.hurl]\ntext = '''\n{define}\n'''\n"),
    )
}

fn dispute(values: &str) -> String {
    format!(
        "\n[dispute.storms]\nrules = [\"MILL-1\"]\nquestion = \"Do storms turn mills?\"\n{values}"
    )
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
        if !lines
            .lines()
            .any(|line| line.starts_with(&format!("{key} =")))
        {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    text.push_str(lines);
    text.push('\n');
    let more = "\n[[victory]]\nfront = \"Castle\"\n\n[building.\"Castle\"]\ntext = ''\n";
    vec![
        set(
            "",
            "",
            &format!(
                "{more}{}",
                dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n")
            ),
        ),
        text,
    ]
}

fn library(files: &[String]) -> Result<Library, Report> {
    let name = |at: usize| {
        if at == 0 {
            "mine.toml".to_string()
        } else {
            format!("recipe-{at}.toml")
        }
    };
    Library::parse(
        files
            .iter()
            .enumerate()
            .map(|(at, text)| Source::new(name(at), text.as_str()))
            .collect(),
    )
}

fn render(report: &Report) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut text = String::new();
    for fault in &report.faults {
        handler
            .render_report(&mut text, fault)
            .expect("writing to a string cannot fail");
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
    files
        .iter()
        .map(|file| check(std::slice::from_ref(file)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What is wrong with what a table asks of a sound library.
fn compile(lines: &str, game: &str, disputes: &[(&str, &str)], kinds: &[&str]) -> String {
    let settings = Settings {
        disputes: disputes
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        kinds: kinds.iter().map(|kind| kind.to_string()).collect(),
    };
    let library = library(&recipe(lines)).expect("the files are sound");
    render(
        &library
            .compile(game, &settings)
            .expect_err("something is wrong with the settings"),
    )
}

/// What is told of each of these, on one page.
macro_rules! faults {
    ($page:ident: $($claim:ident: $report:expr;)*) => {
        #[test]
        fn $page() {
            let mut page = String::new();
            $(
                page += &format!("# {}
{}
", stringify!($claim).replace('_', " "), $report);
            )*
            insta::assert_snapshot!(page);
        }
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
        let more = format!(
            "{}{}",
            card(name),
            card(other).replace("Use it", "Use both")
        );
        let told = check(&[set("", "", &more)]);
        assert!(
            told.contains(&format!("`{other}` is defined twice")),
            "{told}"
        );
        assert!(
            told.contains(&format!(
                "another card of the set has `{name}`, which reads the same"
            )),
            "{told}"
        );
    }
    for name in ["\u{418}nn", "I\u{335}\u{336}\u{337}nn", "\u{440}1"] {
        let told = check(&[set("", "", &card(name))]);
        assert!(
            told.contains(&format!(
                "`{name}` cannot be written in a position or a move"
            )),
            "{told}"
        );
    }
}

// What has been tried by hand.
faults! {
    tried:
    a_building_that_stands_is_not_built:
        check(&[action("Choose one of your buildings as wagon. Build wagon at a place.")]);
    a_set_before_the_name_of_a_face_is_told:
        check(&[action("Discard the top of a building named \"mine:Mill\".")]);
    nobody_provokes_what_is_built: check(&[building("When built, let foe be provoker. Missile at foe.")]);
    a_player_has_cards_in_a_hand_or_a_nation: check(&[action("If you have exactly 3 cards, draw a card.")]);
    a_counter_is_declared: check(&[building("Use: put 3 ticks on this.")]);
    what_is_revealed_is_shown_or_flipped: check(&[action("Reveal tops of buildings.")]);
    cards_are_not_swapped_with_swap:
        check(&[action("Swap the top card of the deck with the top card of the discard pile.")]);
    that_player_needs_one_before: check(&[action("That player draws a card.")]);
    what_is_resolved_ends_nothing:
        check(&[action("Until a missile is resolved: other players cannot play actions.")]);
    nothing_is_disabled_by_being_active: check_each(&[
        building("The oldest of (your buildings that are active) is disabled."),
        building("Buildings that are active and are not of you are disabled."),
    ]);
    behind_what_is_aimed_elsewhere_comes_nothing: check_each(&[
        hurled("If a hurl would be aimed at you, instead aim it at you. Draw a card.", ""),
        hurled("If a hurl would be aimed at you, instead as one effect: aim it at you. Draw a card.", ""),
    ]);
    who_is_meant_for_a_while_has_a_name: check_each(&[
        building("When another player plays an action, this turn, when provoker is eliminated, draw a card."),
        building("When another player plays an action, until provoker passes: other players cannot play actions."),
        building("When a building as lost is destroyed, this turn, when a building as lost is destroyed, draw a card."),
    ]);
    what_others_may_do_is_no_keyword: check_each(&[
        hurled("", "Choose another player as foe. Foe may: hurl at you."),
        hurled(
            "",
            "For each other player as foe:\n  foe may:\n    draw a card\n    if you have no cards in hand, hurl at foe",
        ),
    ]);
    what_is_discarded_is_nobodys:
        check(&[hurled("Use: pay a top. Hurl at another player except its owner.", "")]);
    what_was_destroyed_is_nowhere: check(&[building("Use if this was destroyed this turn: draw a card.")]);
}

// Files.
faults! {
    files:
    what_is_no_toml_is_reported: check(&["id = \"mills\ntitle = 3".into()]);
    an_unknown_key_is_reported: check(&[set("", "", "\n[kyword.hurl]\ntext = ''\n")]);
    an_unknown_key_of_a_card_is_reported:
        check(&[set("", "", "").replace("action = \"Gust\"", "action = \"Gust\"\ncopeis = 3")]);
    a_missing_key_is_reported: check(&[set("", "", "\n[status.wet]\n")]);
    a_value_of_the_wrong_kind_is_reported: check(&[set("", "", "").replace("\"Mills\"", "7")]);
    a_text_with_escapes_is_refused: check(&[set("", "", "").replace("'''\n\n'''", "\"Use:\\n draw a card.\"")]);
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
    more_branches_than_fit_are_refused: check(&[set("", &format!("Either:\n{}", (0..61).map(|n| {
        format!("  way-{n}: draw a card\n")
    }).collect::<String>()), "")]);
    what_is_repeated_too_often_is_refused: check(&[action(
        "Repeat 300 times:\n  look at the top of the first of buildings\n  repeat 300 times: draw a card",
    )]);
    more_tallies_than_fit_are_refused: check(&[set("", "", &(0..61).map(|n| {
        format!("\n[tally.heap-{n}]\nrules = [\"R\"]\nwins-at = 3\ntext = 'Count your buildings.'\n")
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
}

// Clauses.
faults! {
    clauses:
    a_building_is_not_played: check(&[building("Draw a card.")]);
    an_action_is_not_used: check(&[action("Use: draw a card.")]);
    a_building_is_not_revealed: check(&[building("When revealed by anything, draw a card.")]);
    an_action_is_not_destroyed: check(&[action("When destroyed by anything, draw a card.")]);
    a_second_play_is_reported: check(&[action("Draw a card.\nReplay: draw 3 cards.\nDraw 2 cards.")]);
    several_abilities_need_names: check(&[building("Use \"spin\": draw a card.\nUse: draw 2 cards.")]);
    two_abilities_of_one_name_are_reported: check(&[building("Use \"spin\": draw a card.\nUse \"spin\": draw 2 cards.")]);
    a_face_down_card_has_no_lasting_effect: check(&[action("The building under this is disabled.")]);
    a_status_does_not_depend_on_one_settled_later:
        check(&[building("Neighbours of this that are not guarded are disabled.")]);
    a_status_does_not_depend_on_itself:
        check(&[building("While there is a target building, neighbours of this are guarded.")]);
    an_unknown_status_is_reported: check(&[building("Neighbours of this are disabeld.")]);
    an_unknown_tally_is_reported: check(&[building("Your buildings count as sails.")]);
    a_keyword_text_defines_its_own_keyword: check(&[keyword("Define hurt: draw a card.", "")]);
    a_keyword_text_defines_something: check(&[keyword("", "")]);
    a_keyword_text_does_nothing_else: check(&[keyword("Define hurl: draw a card.\nHurl.", "")]);
    a_tally_counts_something:
        check(&[set("", "", "\n[tally.sails]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = ''\n")]);
    a_crisis_says_what_happens: check(&[set("", "", "\n[rule.crisis]\ntext = ''\n")]);
    a_log_of_what_nothing_answers_speaks_of_parameters_only: check(&[set(
        "Use: hurl at you.",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victim}\"\nlog-unanswered = \"{vicitm} is hit\"\n\
         text = 'Define hurl at (victim: player): draw a card.'\n",
    )]);
    a_log_speaks_of_nothing_that_is_many: check(&[set(
        "Use: hurl at players.",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victims}\"\n\
         text = 'Define hurl at (victims: players): choose one of victims as victim. Give a card to victim.'\n",
    )]);
    a_sentence_for_a_keyword_says_all_of_its_parameters: check(&[set(
        "",
        "Hurl at you you.",
        "\n[keyword.hurl]\nreads = \"hurl a stone\"\n\
         text = 'Define hurl at (victim: player) (other: player): require victim is living and other is living.'\n",
    )]);
    the_braces_of_a_sentence_pair: check(&[set(
        "",
        "Hurl at you.",
        "\n[keyword.hurl]\nlog = \"{you} hurls at victim}\"\nlog-unanswered = \"{you} hurls at {{victim}\"\n\
         reads = \"hurl a stone at {victim\"\ntext = 'Define hurl at (victim: player): require victim is living.'\n",
    )]);
    a_log_speaks_of_parameters_only: check(&[set(
        "Use: hurl at you.",
        "",
        "\n[keyword.hurl]\nlog = \"{you} hurls at {victm}\"\n\
         text = 'Define hurl at (victim: player): give the first of cards on this to victim.'\n",
    )]);
}

// Statements.
faults! {
    statements:
    an_unknown_keyword_is_reported: check(&[keyword("Define hurl: draw a card.", "Hrul.")]);
    an_unknown_cause_is_reported:
        check(&[keyword("Define hurl: draw a card.", "When revealed by hrul, draw a card.")]);
    a_keyword_takes_its_number_of_arguments:
        check(&[keyword("Define hurl at (victim: player): discard a card from victim's hand.", "Hurl.")]);
    a_keyword_takes_its_preposition: check(&[keyword(
        "Define hurl at (victim: player): discard a card from victim's hand.",
        "Hurl onto a player.",
    )]);
    a_keyword_without_a_preposition_takes_none:
        check(&[keyword("Define hurl (count: number): draw count cards.", "Hurl at 2.")]);
    a_keyword_takes_arguments_of_its_types: check(&[keyword(
        "Define hurl at (victim: player): discard a card from victim's hand.",
        "Hurl at a building.",
    )]);
    one_thing_is_not_a_set: check(&[keyword(
        "Define hurl at (victim: player): discard a card from victim's hand.",
        "Hurl at players.",
    )]);
    a_set_is_not_one_thing:
        check(&[keyword("Define hurl at (spots: buildings): destroy spots.", "Hurl at neighbours of a building.")]);
    a_keyword_that_calls_itself_is_reported: check(&[keyword("Define hurl: hurl.", "Hurl.")]);
    keywords_that_call_each_other_are_reported: check(&[set(
        "",
        "Hurl.",
        "\n[keyword.hurl]\ntext = 'Define hurl: fling.'\n\n[keyword.fling]\ntext = 'Define fling: hurl.'\n",
    )]);
    a_cost_comes_first: check(&[building("Use: draw a card. Pay the top of this.")]);
    an_action_has_no_cost: check(&[action("Pay a card. Draw a card.")]);
    a_cost_in_a_branch_is_reported:
        check(&[building("Use: if this is stacked, pay the top of this.")]);
    not_everything_is_a_cost: check(&[building("Use: pay flip the top of this.")]);
    two_branches_of_one_name_need_conditions:
        check(&[building("Use:\n  either:\n    spin: draw a card\n    spin, if this is stacked: draw 2 cards")]);
    a_building_is_not_flipped: check(&[building("Use: flip this.")]);
    a_card_is_not_built_on: check(&[action("Build this at a building.")]);
    all_faults_of_a_file_are_reported_in_order: check(&[set(
        "Use: discard tpo this.\nWin when this has at least 5 crads.",
        "Choose one of plaier. Hurl at it.",
        "\n[colour.red]\n",
    )]);
}

// Names.
faults! {
    names:
    an_unknown_name_is_reported: check(&[action("Choose a player as friend. Give this to frend.")]);
    an_unknown_face_is_reported: check(&[building("Neighbours of this except \"Mil\" are disabled.")]);
    an_unused_choice_name_is_reported: check(&[action("Choose a player as friend. Draw a card.")]);
    an_unused_let_is_reported: check(&[action("Let spot be a building. Draw a card.")]);
    an_unused_parameter_is_reported:
        check(&[keyword("Define hurl at (victim: player): draw a card.", "Hurl at you.")]);
    a_name_is_not_given_twice:
        check(&[action("Choose a player as friend. Choose a player except friend as friend. Give this to friend.")]);
    a_name_ends_with_its_block: check(&[action(
        "If there are at least 3 players, choose a player as friend, then give this to friend. Give this to friend.",
    )]);
    it_needs_a_choice_before: check(&[action("Discard it.")]);
    it_is_no_building_behind_a_draw: check_each(&[
        building("Once a turn: draw a card. Discard it."),
        building("Once a turn: draw a card. If it is stacked, draw a card."),
        building("At the end of your turn, draw a card. Give it to another player."),
    ]);
    them_needs_a_counted_statement_before: check(&[action("Discard one of them.")]);
    this_has_no_meaning_in_a_keyword: check(&[keyword("Define hurl: discard this.", "Hurl.")]);
    a_provoker_is_known_in_triggers_only: check(&[action("Give this to provoker.")]);
    nothing_is_chosen_inside_a_condition: check(&[building("Win when a building is stacked.")]);
    starred_numbers_belong_to_what_is_played: check(&[building("Win when this has at least 2* cards.")]);
    an_unknown_dispute_is_reported: check(&[action("If \"strms\" is \"yes\", draw a card.")]);
    an_unknown_value_is_reported: check(&[set(
        "",
        "If \"storms\" is \"yess\", draw a card.",
        &dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n"),
    )]);
    a_player_is_not_stacked: check(&[action("If you are stacked, draw a card.")]);
    a_number_is_no_condition:
        check(&[action("Let count be the number of players. If count, draw a card.")]);
    only_stacks_are_targets: check(&[action("Choose a target player. Give this to it.")]);
    a_number_is_not_a_set:
        check(&[action("Let count be the number of players. Choose one of count. Discard it.")]);
    unlike_sets_are_not_joined: check(&[action("Choose a player plus buildings. Draw a card.")]);
}

/// A chain of keywords, each of which calls the next one so many times.
fn chained(length: usize, calls: usize) -> String {
    let define = |number: usize| match number + 1 == length {
        true => "draw a card".to_string(),
        false => vec![format!("k{}", number + 1); calls].join("; "),
    };
    (0..length)
        .map(|number| {
            format!(
                "\n[keyword.k{number}]\ntext = 'Define k{number}: {}.'\n",
                define(number)
            )
        })
        .collect()
}

/// Twelve keywords, each of which passes on to the next one what it has itself been passed.
fn passed_on(kind: &str, next: &str, last: &str) -> String {
    let define = |number: usize| {
        let body = if number == 11 {
            last.to_string()
        } else {
            format!("k{} {next}", number + 1)
        };
        format!(
            "\n[keyword.k{number}]\ntext = '''\nDefine k{number} (those: {kind}):\n  {body}\n'''\n"
        )
    };
    (0..12).map(define).collect()
}

// What tells a card to those who do not know it.
faults! {
    secrets:
    the_kind_of_a_face_down_card_decides_nothing:
        check(&[action("Choose a target top as prey. If prey is named \"Gust\", draw a card.")]);
    an_ability_does_not_hang_on_a_face_down_card:
        check(&[building("Use if the top of this is named \"Gust\": draw a card.")]);
    a_choice_does_not_read_what_the_player_does_not_know:
        check(&[action("Discard a top that is named \"Gust\".")]);
    what_you_alone_have_seen_decides_nothing_by_itself: check(&[action(
        "Choose a top as prey. Look at prey. If prey is named \"Gust\", draw a card.",
    )]);
    what_you_hold_decides_nothing_by_itself:
        check(&[action("If there is a card in your hand named \"Gust\", draw a card.")]);
    what_others_hold_cannot_be_asked_for:
        check(&[action("Choose a player as mark. Take a card from mark's hand named \"Gust\".")]);
    a_text_that_begins_by_itself_asks_for_no_card_of_a_kind:
        check(&[building("When built, discard a card from your hand named \"Gust\".")]);
    what_must_be_chosen_after_something_else_shows_whether_it_is_there:
        check(&[action("Choose a player as friend. Give a card from your hand named \"Gust\" to friend.")]);
    what_must_be_chosen_after_a_draw_shows_whether_it_is_there:
        check(&[building("Use: draw a card. Discard a card from your hand named \"Gust\".")]);
    what_an_action_asks_after_a_move_is_not_looked_at_before:
        check(&[action("Discard the top of the first of your buildings. Discard a card from your hand named \"Gust\".")]);
    a_keyword_that_is_called_too_late_asks_for_no_card_of_a_kind: check(&[set(
        "Use: choose a player as friend. Give a card to friend. Shed.",
        "",
        "\n[keyword.shed]\ntext = 'Define shed: discard a card from your hand named \"Gust\".'\n",
    )]);
    a_keyword_that_asks_too_late_asks_for_no_card_of_a_kind: check(&[set(
        "Use: shed.",
        "",
        "\n[keyword.shed]\ntext = 'Define shed: draw a card. Discard a card from your hand named \"Gust\".'\n",
    )]);
    a_keyword_that_begins_by_itself_asks_for_no_card_of_a_kind: check(&[set(
        "When built, shed.",
        "",
        "\n[keyword.shed]\ntext = 'Define shed: discard a card from your hand named \"Gust\".'\n",
    )]);
    a_keyword_reads_only_what_its_callers_know: check(&[keyword(
        "Define hurl (stone: card): if stone is named \"Gust\", draw a card.",
        "Hurl a top.",
    )]);
    a_keyword_does_not_read_a_set_of_face_down_cards: check(&[keyword(
        "Define hurl (stones: cards): repeat the number of stones times: draw a card.",
        "Hurl tops that are named \"Gust\".",
    )]);
    what_is_taken_unseen_is_not_read: check(&[action(
        "Take the top card of the deck as fresh. If fresh can be played, draw a card. Discard fresh.",
    )]);
    names_of_face_down_cards_are_not_counted:
        check(&[building("Win when the number of different names among tops of your buildings is at least 3.")]);
    a_tally_does_not_count_face_down_cards_by_name: check(&[set(
        "",
        "",
        "\n[tally.sails]\nrules = [\"MILL-1\"]\nwins-at = 3\ntext = 'Count cards in your nation named \"Gust\".'\n",
    )]);
    a_status_does_not_hang_on_a_face_down_card:
        check(&[building("While the top of this is named \"Gust\", neighbours of this are guarded.")]);
    branches_that_all_hang_on_what_you_alone_know_tell_it: check(&[action(
        "Choose a top as prey.\nLook at prey.\nEither:\n  keep, if prey is named \"Gust\": draw a card\n  \
         drop, if prey is not named \"Gust\": discard prey",
    )]);
    what_has_been_shown_may_have_been_covered: check(&[action(
        "Choose a building that is stacked as spot. Show the top of spot. Put this face down on spot. If the \
         top of spot is named \"Gust\", draw a card.",
    )]);
}

/// Sound texts that read cards: who sees what comes of it knows them.
#[test]
fn what_is_known_may_be_read() {
    let actions = [
        "Choose a top as prey. Show prey. If prey is named \"Gust\", draw a card.",
        "Choose a top as prey. Flip prey. If prey is named \"Gust\", draw a card.",
        "Choose a building that is stacked as spot. Show the top of spot. If the top of spot is named \
         \"Gust\", draw a card.",
        "Discard a top that is face up and is named \"Gust\".",
        "Discard a top named \"Gust\" that is face up.",
        "For each top as prey:\n  if prey is face up and prey is named \"Gust\", discard prey",
        "For each top as prey:\n  if prey is not face up or prey is named \"Gust\", discard prey",
        "Choose a top as prey.\nIf prey is face up:\n  if prey is named \"Gust\", draw a card",
        "Choose a top as prey. Require not not prey is face up. If prey is named \"Gust\", draw a card.",
        // Your own hand, as long as you choose, and nobody can tell that you have nothing to choose.
        "Discard a card from your hand named \"Gust\".",
        "Let many be 2. Repeat many times: draw a card. You may choose a card in your hand named \"Gust\" as pest: discard pest.",
        "Choose a card in your hand that can be played as other. Play other.",
        "You may choose a card in your hand named \"Gust\" as pest: discard pest.",
        "For each card in your hand: show it. If there is a card in your hand named \"Gust\", draw a card.",
        // What only you have seen, as long as you choose.
        "Choose a top as prey.\nLook at prey.\nEither:\n  keep, if prey is named \"Gust\": draw a card\n  \
         drop: discard prey",
        "Look at 2 different tops. You may choose one of them that are named \"Gust\" as pest: discard pest.",
        "Take a card from the discard pile that is named \"Gust\".",
        "Choose a top as prey. Take prey. You may choose a card in your hand named \"Gust\" as pest: show pest.",
        "Replay: put this face up on a building.\nWhile this is face up and this is named \"Gust\", the building under this is disabled.",
    ];
    for text in actions {
        if let Err(report) = library(&[action(text)]) {
            panic!("{text}\n{}", render(&report));
        }
    }
    let buildings = [
        "Use: flip the top of this. Discard a card from your hand named \"Gust\".",
        "Use if there is a card in your hand named \"Gust\": draw a card.",
        "Use: pay a card from your hand named \"Gust\". Draw a card.",
        "Use: pay the top of this. Discard a card from the discard pile named \"Gust\".",
        "When built, you may choose a card in your hand named \"Gust\" as pest: discard pest.",
        "Win when the number of different names among tops of your buildings is at least 3 and not this is stacked.",
    ];
    for text in &buildings[..5] {
        if let Err(report) = library(&[building(text)]) {
            panic!("{text}\n{}", render(&report));
        }
    }
    library(&[building(buildings[5])]).expect_err("face-down cards have names that nobody knows");
    // A keyword may read what its callers lay open, and lay open what they read.
    let keyword = |define: &str, text: &str| library(&[self::keyword(define, text)]);
    let sort = "Define hurl (stone: card): if stone is named \"Gust\", draw a card.";
    keyword(sort, "Choose a top as prey. Show prey. Hurl prey.").expect("it has been shown");
    let bare = "Define hurl (stone: card): show stone.";
    keyword(
        bare,
        "Choose a top as prey. Hurl prey. If prey is named \"Gust\", draw a card.",
    )
    .expect("it has");
    let late =
        "Define hurl (stone: card): choose a player as mark. Show stone. Give stone to mark.";
    keyword(
        late,
        "Choose a top as prey. Hurl prey. If prey is named \"Gust\", draw a card.",
    )
    .expect_err("there may be no player to choose, and then nothing is shown");
}

// What does nothing.
faults! {
    idle:
    a_trigger_that_nothing_causes_is_reported: check(&[set(
        "When built by hurl, draw a card.\nWhen destroyed by hurl or fell, draw a card.",
        "When revealed by fell, draw a card.\nWhen revealed by hurl, draw a card.",
        "\n[keyword.hurl]\ntext = 'Define hurl: flip a top.'\n\n[keyword.fell]\n\
         text = 'Define fell: unanswered: destroy a building.'\n",
    )]);
    a_swap_with_a_card_that_is_in_no_hand_is_reported: check(&[building("Use: swap this with the top of this.")]);
    a_swap_with_a_card_of_the_discard_pile_is_reported: check(&[building(
        "Use: choose a card in the discard pile as old. Swap this with old.",
    )]);
    words_of_other_games_are_told_how_they_are_said: check_each(&[
        building("Neighbors of this are guarded."),
        building("When your turn starts, draw a card."),
        building("Use twice a turn: draw a card."),
        action("Win the game."),
    ]);
    only_stacked_cards_are_moved_flipped_and_destroyed: check_each(&[
        building("Once a turn: discard a card. Move it onto this."),
        building("Once a turn: choose a card in the discard pile as old. Move old onto this."),
        action("Move a card in your hand onto a building."),
        action("Move this onto a building."),
        action("Flip a target top. Move it onto a building."),
        action("Flip a card in your hand."),
        action("Destroy your hand."),
        action("Destroy the top card of the deck."),
        action("Destroy 2 cards in the discard pile."),
    ]);
}

// What does nothing where it stands.
faults! {
    out_of_place:
    what_is_destroyed_stands_no_more: check(&[building("When destroyed by anything: if this is active, draw a card.")]);
    whether_two_are_neighbours_does_not_hang_on_who_is_a_neighbour: check(&[building(
        "While there is a neighbour of this that has at least 3 cards, this and your buildings are neighbours.",
    )]);
    what_it_costs_does_not_hang_on_what_can_be_played: check(&[building(
        "Playing actions costs other players (the number of cards in the discard pile that can be played) cards.",
    )]);
    what_no_text_does_to_a_player_is_not_forbidden: check(&[building("Players cannot be eliminated.")]);
    a_building_that_is_given_stands_somewhere: check(&[action(
        "Choose one of your buildings as spot. Choose another player as foe. Give spot to foe."
    )]);
    a_building_says_when_it_does_something: check(&[building("Draw 2 cards. Each other player discards a card.")]);
    an_action_that_says_at_once_what_it_does_is_shown_where_it_is_wrong: check(&[action(
        "Draw 2 cards.\nEach other player discrads a card."
    )]);
    only_names_are_given_for_a_while: check(&[action(
        "Choose one of your buildings as spot. Until your next turn, spot has the text of spot."
    )]);
    what_is_destroyed_has_no_neighbours:
        check(&[building("When destroyed by anything, destroy a neighbour of this.")]);
    what_is_destroyed_or_being_played_is_in_no_hand_and_no_nation: check(&[set(
        "When destroyed by anything: if this is in your hand, draw a card.",
        "If this is in cards in your nation or this is in buildings in your hand, draw a card. If this is in \
         cards in the discard pile, draw a card.",
        "",
    )]);
    what_is_being_played_lies_in_no_stack:
        check(&[action("If this is face up, draw a card. Discard a top that is on the building under this.")]);
    from_a_hand_a_card_does_only_what_you_may_do: check_each(&[
        action("Draw a card.\nWhile this is in your hand, when another player plays an action, draw a card."),
        building("While this is in your hand, other players cannot pass."),
        building("While this is in your hand, when destroyed by anything, you may: draw a card."),
        building("While this is in your hand, when this is discarded, you may: draw a card."),
        building("While this is in your hand, when you are eliminated, you may: draw a card."),
        building("While this is in your hand, if you would be eliminated, instead build this."),
        building("Neighbours of this have: while this is in your hand, when a card is shown, you may: draw a card."),
        action("Draw a card.\nWhile this is in your hand, when a card is drawn, you may: destroy the building under this."),
    ]);
    one_block_spares_one_answer_at_a_time: check(&[keyword(
        "Define hurl: unanswered by the first \"Gust\": flip a top.",
        "Unanswered by the first \"Gust\": hurl.",
    )]);
}

#[test]
fn a_trigger_waits_for_what_its_causes_bring_about() {
    let more = "\n[keyword.hurl]\ntext = 'Define hurl: fell.'\n\n[keyword.fell]\ntext = 'Define fell: destroy a building.'\n\
                \n[keyword.plant]\ntext = 'Define plant: build a building from your hand at a place.'\n";
    let building =
        "When destroyed by hurl or fell, draw a card.\nWhen built by plant, draw a card.";
    library(&[set(
        building,
        "When revealed by anything, draw a card.",
        more,
    )])
    .expect("each of them may happen");
}

// Limits.
faults! {
    limits:
    keywords_that_double_thirty_times_are_refused: check(&[set("", "K0.", &chained(30, 2))]);
    a_text_too_long_by_its_keywords_is_refused: check(&[set("", &format!("K0; {}.", ["k0"; 4].join("; ")), &chained(11, 2))]);
    a_text_too_long_by_itself_is_told_so:
        check(&[set("", &format!("At once:\n{}  k0", "  draw a card\n".repeat(5_000)), &chained(1, 1))]);
    a_keyword_too_long_by_itself_is_told_so: check(&[keyword(
        &format!("Define hurl:\n{}", "  draw a card\n".repeat(5_001)),
        "Hurl.",
    )]);
    a_long_chain_of_keywords_is_refused: check(&[set("", "K0.", &chained(40, 1))]);
    many_keywords_that_all_call_each_other_are_one_circle: {
        let define = |number: usize| {
            let others: String = (1..6).filter(|other| *other != number).map(|other| format!("k{other}; ")).collect();
            format!("\n[keyword.k{number}]\ntext = 'Define k{number}: {others}draw a card.'\n")
        };
        check(&[set("", "K1.", &(1..6).map(define).collect::<String>())])
    };
    a_set_passed_on_twice_by_each_keyword_is_refused: check(&[set("", "K0 buildings.", &passed_on(
        "buildings",
        "(those plus those)",
        "for each of those: destroy it",
    ))]);
    a_number_passed_on_twice_by_each_keyword_is_refused: check(&[set("", "K0 1.", &passed_on(
        "number",
        "(those plus those)",
        "repeat those times: draw a card",
    ))]);
    sets_inside_sets_inside_sets_are_refused:
        check(&[building(&format!("Win when there is one of building{}.", " that (there is a building".repeat(4) + " that is stacked" + &")".repeat(4)))]);
    a_text_that_needs_too_much_at_a_time_is_refused: check(&[action(&format!(
        "{}Repeat {} times: draw a card.",
        (1..=12).map(|n| format!("Let n{n} be the number of players.\n")).collect::<String>(),
        (1..=12).map(|n| format!("n{n}")).collect::<Vec<_>>().join(" plus "),
    ))]);
}

// Recipes and settings.
faults! {
    recipes:
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

// Weights.
faults! {
    weights:
    weights_of_a_recipe_are_all_there: check(&recipe("[weights]\nversion = 2\ngame = \"calm\"\nnear = [1, 2]\nheld = inf"));
    weights_are_a_table: check(&recipe("weights = 7"));
}

#[test]
fn a_name_on_cards_of_two_sets_must_say_which() {
    let mut files = recipe("sets = [\"mills\", \"coast\"]\nkinds = [\"Gust\"]");
    let coast = set("", "", "")
        .replace("\"mills\"", "\"coast\"")
        .replace("\"Mill\"", "\"Pier\"");
    files.push(coast);
    insta::assert_snapshot!(check(&files));
}

#[test]
fn every_text_of_noise_is_answered_with_faults() {
    for noise in [
        "\0",
        "é",
        "'''",
        "[[",
        "play",
        "::",
        "use:\n\tdraw",
        "\u{2028}",
        "use: ((((((((((",
    ] {
        for file in [noise.to_string(), building(noise), action(noise)] {
            // Sound or not: nothing panics.
            let _ = library(&[file]);
        }
    }
}

#[test]
fn a_building_has_no_more_abilities_than_its_marks_have_bits() {
    let abilities: Vec<String> = (1..=9)
        .map(|number| format!("Use \"{number}\": draw a card."))
        .collect();
    let report = library(&[building(&abilities.join("\n"))]).expect_err("nine are too many");
    assert_eq!(report.to_string(), "9 abilities of a building are too many");
}

#[test]
fn a_game_of_too_many_steps_is_refused() {
    let mut keywords = format!(
        "[keyword.k0]\ntext = '''\nDefine k0:\n{}'''\n",
        "  draw a card\n".repeat(8)
    );
    for number in 1..=2 {
        let line = format!(
            "  If there is a building that is stacked, k{}.\n",
            number - 1
        );
        keywords += &format!(
            "[keyword.k{number}]\ntext = '''\nDefine k{number}:\n{}'''\n",
            line.repeat(8)
        );
    }
    let body = ["k2"; 6].join("; ");
    let uses: String = (1..=8)
        .map(|number| format!("Use \"{number}\": {body}.\n"))
        .collect();
    let report = library(&[set(
        &format!("{uses}When built: {body}."),
        &format!("{body}."),
        &keywords,
    )]);
    let report = report.expect_err("the texts are too long");
    assert!(
        report
            .to_string()
            .contains("steps of one game are too many"),
        "{report}"
    );
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
    library(&[marked(&building("Once a turn: draw a card."))]).expect("it is no sign of the text");
    // What is wrong behind it is shown where it stands.
    let place = |file: String| {
        let report = library(&[file]).expect_err("it has a fault");
        let (_, span) = report.faults[0].place().expect("it has a place");
        (report.faults[0].to_string(), span.start)
    };
    let wrong = building("Once a turn: drwa a card.");
    let (said, at) = place(wrong.clone());
    assert_eq!(place(marked(&wrong)), (said, at + 3));
    // Twice, or further on, it is one that nobody sees.
    for file in [marked(&marked(&building(""))), building("# \u{feff}")] {
        assert!(
            place(file)
                .0
                .contains("the character `\\u{feff}` is not allowed")
        );
    }
}

#[test]
fn a_section_that_is_no_table_is_reported() {
    insta::assert_snapshot!(check(&[set("", "", "\n[status]\nwet = \"it rained\"\n")]));
}

#[test]
fn what_is_given_counts_for_the_length_of_a_text() {
    let given = format!(
        "Buildings have:\n  use:\n{}",
        "    draw a card\n".repeat(5_001)
    );
    insta::assert_snapshot!(check(&[building(&given)]));
}

#[test]
fn more_numbers_than_one_choice_offers_are_refused() {
    insta::assert_snapshot!(check(&[action(
        "Choose a number from 0 to 500 as dose. Draw dose cards."
    )]));
    library(&[action(
        "Choose a number from 1 to 500 as dose. Draw dose cards.",
    )])
    .expect("so many it offers");
}

#[test]
fn what_the_deck_was_shuffled_with_is_spoken_of_by_name_alone() {
    let text = "Use: look at the top 3 cards of the deck. Shuffle the deck. Discard them.";
    insta::assert_snapshot!(check(&[building(text)]));
}

#[test]
fn what_a_counter_says_is_checked() {
    let counter = |keys: &str, text: &str| {
        let counter =
            format!("[counter.wire]\nmeaning = \"It hums.\"\n{keys}\ntext = '''\n{text}\n'''\n");
        check(&[set("", "", &counter)])
    };
    let card = "owned = true\non = \"cards\"";
    let told = [
        counter("", "When this is revealed, draw a card."),
        counter("on = \"tables\"", "When this is revealed, draw a card."),
        counter("on = \"cards\"", "When this is revealed, draw a card."),
        counter(card, "When revealed by anything, draw a card."),
        counter(card, "Use: draw a card."),
        counter(
            card,
            "When this is moved onto a building, if this is named \"Gust\", draw a card.",
        ),
        counter(
            card,
            "When this is revealed, until your next turn, other players cannot look at cards.",
        ),
        counter(
            card,
            "When this is revealed, remembering the owner of this as rival, draw a card. Put a wire on rival.",
        ),
    ];
    insta::assert_snapshot!(told.join("\n"));
    let open = "When this is revealed, if this is named \"Gust\", draw a card.";
    let counter =
        format!("[counter.wire]\nmeaning = \"It hums.\"\n{card}\ntext = '''\n{open}\n'''\n");
    library(&[set("", "", &counter)]).expect("all see what is revealed");
}

#[test]
fn what_is_remembered_is_a_thing_or_a_number_as_it_happens() {
    let told = [
        "When destroyed by anything, remembering the owner of this as loser, draw a card.",
        "When this is destroyed, remembering the owner of this as one, draw a card.",
        "When a card is discarded, remembering (a building) as spot, discard the top of spot.",
        "Use: until your next turn, when a card is discarded, remembering its owner as loser, discard a random card from loser's hand.",
    ];
    let told: Vec<String> = told.iter().map(|text| check(&[building(text)])).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_is_not_carried_along_is_told_as_such() {
    let gifts = "Each player sets a card from its hand aside as gift.\nAt the start of your next turn:\n  \
                 for each player as giver: take the gift of giver";
    let told = check(&[action(gifts)]);
    assert!(
        told.contains("`gift` is not remembered until later")
            && !told.contains("did you mean `gift`?"),
        "{told}"
    );
}

#[test]
fn what_other_languages_and_editors_write_is_told_with_what_to_write() {
    for (text, help) in [
        (
            "If you have no buildings, draw a card. Else, draw 2 cards.",
            "Otherwise, draw 2 cards.",
        ),
        (
            "If you are living:\n  draw a card\n draw a card",
            "indent it like one of the lines above",
        ),
        (
            "Discard a card from your hand named \u{201c}Gust\u{201d}.",
            "put names in straight quotes",
        ),
        ("Draw 2 cards!", "end the sentence with `.`"),
    ] {
        let told = check(&[action(text)]);
        assert!(
            told.contains(help) && !told.contains("never used"),
            "{told}"
        );
    }
}

#[test]
fn what_cannot_be_said_of_something_is_refused() {
    let told = [
        building("One of your buildings is guarded."),
        building("Other players cannot play more than 1 card a turn."),
        action("Until your next turn, you cannot be eliminated."),
        action("Choose a building as spot. Put it on the bottom."),
        action("Draw 2 cards. Exchange them."),
        action("Choose another player. They may draw a card or discard a card."),
        action("Draw a card, discard a card or destroy a building."),
        building("Other players cannot build buildings that are of you."),
        building("Building your buildings costs another player 1 card."),
        building("Other players cannot show cards in your hand."),
        action("Draw 2 cards. Give a card to the other."),
        building("Once a turn: remove them all."),
    ];
    insta::assert_snapshot!(check_each(&told));
}

#[test]
fn what_printed_cards_say_and_no_text_can_is_told_with_what_can_stand_there() {
    let told = [
        action("Destroy a building. Its owner may build a card from their hand in its place."),
        action(
            "Swap two of your buildings, then draw a card for each neighbour of the moved buildings.",
        ),
        action("Double the number of cards drawn by your next action this turn."),
        building("When a player discards a card, they may draw a card instead of discarding it."),
        building("While this is stacked, this is a Windmill too."),
        action("All players put their hands together and shuffle them."),
        action("For the next two turns, nobody may build."),
        action("Each player counts their buildings. The player with the fewest draws 3 cards."),
        building("Whoever has 20 buildings wins the game."),
        building("When this is destroyed, return it to your hand instead."),
        building("Your first action each turn costs nothing."),
    ];
    insta::assert_snapshot!(check_each(&told));
}

#[test]
fn what_one_way_draws_leaves_it_to_the_building_on_another() {
    for text in [
        "Once a turn:\n  either:\n    gust: draw a card\n    calm: discard the top of it",
        "Once a turn: if this is stacked, draw a card. Otherwise, destroy it.",
    ] {
        let library = library(&[building(text)]);
        assert!(
            library.is_ok(),
            "{text}\n{}",
            render(&library.err().unwrap_or_default())
        );
    }
}

#[test]
fn what_is_plainly_meant_is_told_with_how_it_is_said() {
    let counter = "[counter.tick]\nmeaning = \"that it waits\"\n";
    for (text, help) in [
        (
            "Choose a number from 1 to 6 as bet. Roll a die as shown. If bet is shown, draw a card.",
            "compare the number, as in `NAME is at least 3`",
        ),
        (
            "Choose a top as lid. If lid has the most ticks, discard lid.",
            "write which cards are compared: `it is in",
        ),
        (
            "Choose a building as prey. Prey loses its text until your next turn.",
            "Until your next turn, prey is disabled.",
        ),
    ] {
        let told = check(&[set("", text, counter)]);
        let flat = told
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            flat.contains(help) && told.matches(" ×").count() <= 1,
            "{text}\n{told}"
        );
    }
    // What the help says is sound.
    for text in [
        "Choose a number from 1 to 6 as bet. Roll a die as shown. If bet is exactly shown, draw a card.",
        "Choose a building as prey. Until your next turn, it is disabled. Until your next turn, it keeps its name.",
        "Choose a top as lid. If lid is in (tops of your buildings that have the most ticks), discard lid.",
        "For each building as spot:\n  if there are no buildings that have more ticks than spot, destroy spot",
    ] {
        library(&[set("", text, counter)])
            .unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
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
    assert_eq!(
        told.matches("a set next to its variant").count(),
        1,
        "{told}"
    );
    assert_eq!(
        told.matches("kinds of victory card in a game where all have the same one")
            .count(),
        1,
        "{told}"
    );
}

#[test]
fn a_building_does_not_go_by_the_name_of_an_action() {
    let told = [
        "When a building named \"Gust\" is destroyed, draw a card.",
        "When a building is destroyed, if it is named \"Gust\", draw a card.",
        "Buildings named \"Gust\" cannot be destroyed.",
        "Use: choose one of your buildings that are named \"Gust\" as spot. Destroy spot.",
        "Once a turn, if the building left of this is named \"Gust\": draw a card.",
        "Once a turn, if there are no buildings named \"Gust\": draw a card.",
        "Neighbours of this are guarded against actions named \"Mill\" and cards named \"Mill\".",
    ];
    let told: Vec<String> = told.iter().map(|text| check(&[building(text)])).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_may_go_by_the_name_of_an_action_is_left_alone() {
    for (text, more) in [
        // Where it does not stand, a card has both names.
        (
            "When a building is destroyed: if it is named \"Gust\", draw a card.",
            "",
        ),
        (
            "Use: choose a building as spot. Destroy spot. If spot is named \"Gust\", draw a card.",
            "",
        ),
        (
            "Use: discard a card from your hand that is named \"Mill\".",
            "",
        ),
        ("When a card named \"Mill\" is played, draw a card.", ""),
        (
            "Neighbours of this are guarded against buildings named \"Gust\".",
            "",
        ),
        // That always holds.
        (
            "Use: choose a building that is not named \"Gust\" as spot. Destroy spot.",
            "",
        ),
        ("Neighbours of this except \"Gust\" are guarded.", ""),
        (
            "Win when not the building left of this is named \"Gust\".",
            "",
        ),
        // A text gives it that name, or a name that nobody knows yet.
        (
            "Win when there is a building named \"Gust\".\nNeighbours of this bear the name \"Gust\".",
            "",
        ),
        (
            "Win when there is a building named \"Gust\".\nNeighbours of this bear the name written on this.\n\
             Use: choose a name of a card as alias. Write alias on this.",
            "",
        ),
        (
            "Win when there is a building named \"Gust\".",
            "\n[[card]]\nbuilding = \"Gust\"\naction = \"Calm\"\n[building.\"Gust\"]\ntext = ''\n[action.\"Calm\"]\ntext = ''\n",
        ),
    ] {
        // Two cards of a set do not have one name.
        let files = match more {
            "" => vec![building(text)],
            more => vec![
                building(text),
                format!("id = \"other\"\ntitle = \"Other\"\nlanguage = 2\n{more}"),
            ],
        };
        library(&files).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}

// What a designer of cards writes.
faults! {
    wordings:
    what_is_left_out_is_of_a_set_that_is_extended: check(&[building("").replace("language = 2", "language = 2\nwithout = [\"Mill\"]")]);
    names_that_no_text_can_say_are_refused_where_they_are_declared: {
        let counters = ["Tick", "\"red tick\"", "card", "it", "3", "\"naïveté\""].map(|name| format!("counter.{name}"));
        let others = ["status.Famous", "status.\"red alert\"", "tally.\"red mills\"", "keyword.Hurl"].map(str::to_string);
        let section = |name: &String| {
            let says = match name.split_once('.') {
                Some(("tally", _)) => "wins-at = 3",
                Some(("keyword", _)) => "text = 'Define hurl: draw a card.'",
                _ => "meaning = 'so'",
            };
            format!("\n[{name}]\n{says}\n")
        };
        check(&[set("", "", &counters.iter().chain(&others).map(section).collect::<String>())])
    };
    what_several_counters_are_called_can_be_said: check(&[set("", "", "\n[counter.top]\nmeaning = 'x'\n[counter.ore]\nplural = 'cards'\nmeaning = 'x'\n")]);
    a_counter_of_a_name_that_is_nearly_one_is_known: check(&[set("Use: put a tick on this.", "", "\n[counter.Tick]\nmeaning = 'x'\n")]);
    a_tally_is_called_by_what_several_are: check(&[set("This counts as a stage.", "", "\n[tally.stage]\nwins-at = 3\n")]);
    a_reading_for_the_default_is_the_printed_text: check(&[set(
        "",
        "Draw a card.",
        &format!(
            "[[action.\"Gust\".instead]]\nif = {{ storms = \"no\" }}\ntext = 'Draw 2 cards.'\n{}",
            dispute("values.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n")
        ),
    )]);
    what_all_games_share_has_no_other_name: {
        let core = "id = \"core\"\ntitle = \"Core\"\nlanguage = 2\n[rule.crisis]\ntext = '''\nWhen nothing is left to draw, draw a card.\n'''\n[first-player]\nbeats = { a = \"b\", b = \"c\", c = \"a\" }\n";
        check(&[core.to_string(), core.replace("core", "more")])
    };
}

// Slips of a designer.
faults! {
    slips:
    one_fault_of_several_looks_is_told_once:
        check(&[set("", "Foe may discard a card.", ""), set("", "Put (the number of ticks on this) ticks on this.", "").replace("mills", "more")]);
    of_a_section_that_is_there_twice_its_keys_are_not_told: check(&[set("", "", "\n[building.\"Mill\"]\ntext = ''\nrules = []\n")]);
    a_slip_in_a_section_is_taken_for_what_is_meant: check(&[set(
        "Use: put a tick on this.",
        "",
        "\n[counter.ore]\nmeaning = 'x'\n[counters.tick]\nmeaning = 'x'\n[[victories]]\nfrnt = \"Castle\"\n[building.\"Castle\"]\ntext = ''\n",
    ).replace("building = \"Mill\"", "buildng = \"Mill\"")]);
    a_slip_in_the_name_of_a_face_is_told_once: check(&[set("", "", "").replace("[building.\"Mill\"]", "[building.\"mill\"]")]);
    of_a_status_that_nobody_knows_it_is_not_known_who_has_it: check(&[set(
        "While this is stacked, you are famous.",
        "",
        "\n[status.famus]\nof = \"players\"\nmeaning = 'x'\n",
    )]);
    a_keyword_whose_text_is_faulty_is_known: check(&[keyword("Define hurl att (town: building): destroy town.", "Hurl at a building.")]);
    an_article_is_no_name: check_each(&[
        action("Roll a die as a. Roll a die as b. Draw (the larger of a and b) cards."),
        action("Choose a player as an. An draws 2 cards."),
        action("Let a be the number of your buildings. Draw a cards."),
    ]);
    signs_of_pasted_texts_are_told: check(&[set("Use:\u{a0}draw a card.", "Choose a player as foe. Discard a card from foe’s hand.", "")]);
    a_language_is_a_number: check(&[building("").replace("language = 2", "language = \"2\"")]);
    to_draw_kinds_is_no_kind: check(&recipe("kinds = [\"draw 10\"]"));
    one_shield_too_many_is_one: check(&recipe("hand = 0\nshields = 1"));
    what_a_text_has_not_named_is_not_offered:
        check(&[set("Use: discard any number of cards. If this is soked, draw a card.", "", "\n[counter.ore]\nplural = 'ore'\nmeaning = 'x'\n")]);
}

/// What can never come about, or be told, is refused where it is read; what the messages say is sound.
#[test]
fn what_is_gone_or_unclear_or_never_comes_is_refused() {
    let counter = "[counter.tick]\nmeaning = \"that it waits\"\n";
    let told = [
        (
            "",
            "Flip the top of a building. If it is named \"Gust\", destroy the building under it.",
        ),
        (
            "",
            "Discard the top of a building. Put a tick on the building under it.",
        ),
        (
            "",
            "Choose a top as lid. Discard lid. Destroy the building under lid.",
        ),
        ("", "Destroy the top of a building. Destroy it."),
        (
            "When a card that (the building under it is in your buildings) is discarded, put a tick on the building under it.",
            "",
        ),
        (
            "Once a turn: discard the top of this. Put a tick on the building under it.",
            "",
        ),
        ("Once a turn, if it is not your turn: draw a card.", ""),
        (
            "Use at the start of your turn, if this is stacked and the start of your turn is over: draw a card.",
            "",
        ),
        ("", "Draw 0 cards."),
        ("", "Discard 0 cards."),
    ];
    let told: Vec<String> = told
        .iter()
        .map(|(building, action)| set(building, action, counter))
        .collect();
    insta::assert_snapshot!(check_each(&told));
    for (building, action) in [
        (
            "",
            "Choose a building as spot. Flip the top of spot. Destroy spot.",
        ),
        (
            "",
            "Choose a top as lid. Let spot be the building under lid. Discard lid. Destroy spot.",
        ),
        (
            "",
            "Choose a top as lid. Move lid onto a building except the building under lid. Put a tick on the building under lid.",
        ),
        (
            "",
            "Choose a top as lid. If you have no cards in hand, discard lid. Destroy the building under lid.",
        ),
        (
            "",
            "Choose a top as lid. Flip lid. Put lid face down on a building. Destroy the building under lid.",
        ),
        (
            "When a card that (the building under it is in your buildings) is discarded, remembering the building under it as spot, put a tick on spot.",
            "",
        ),
        (
            "",
            "Choose a building of another player as spot. Exchange one of your buildings with spot. The owner of spot draws 2 cards.",
        ),
        ("You may play 2 cards each turn.", ""),
        (
            "At the start of your turn, 1 more card may be played this turn.",
            "",
        ),
    ] {
        library(&[set(building, action, counter)])
            .unwrap_or_else(|report| panic!("{building}{action}\n{}", render(&report)));
    }
}

/// Where `otherwise` could be said of two things, neither is taken for the other.
#[test]
fn what_could_be_said_of_either_is_refused() {
    let told = check(&[action(
        "Each other player may give a card to you. Otherwise, draw a card.",
    )]);
    let flat = told
        .split_whitespace()
        .filter(|word| *word != "│")
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        flat.contains("`foe may give a card to you` and `otherwise: draw a card`"),
        "{told}"
    );
    for text in [
        "Discard a card.\nIf you do:\n  if you have no buildings, draw 2 cards. Otherwise, draw a card",
        "If you have no buildings:\n  you may draw 2 cards. Otherwise, draw a card",
        "For each other player:\n  if it has a card in hand:\n    it may:\n      repeat 1 time: it chooses a card in its hand, then take it\n    otherwise, draw a card\n  otherwise, draw a card",
        "For each other player as foe:\n  foe may give a card to you. Otherwise, draw a card",
        "Choose a building as spot. Put a card from your hand face down on spot. The owner of spot draws a card.",
        "Put this face up on a building. Let holder be its owner. Holder draws a card.",
    ] {
        library(&[action(text)]).unwrap_or_else(|report| panic!("{text}\n{}", render(&report)));
    }
}

#[test]
fn words_that_are_sound_are_not_blamed_for_a_slip_behind_them() {
    for (text, slip) in [
        (
            building("While this is stacked, when another player draws a card, draw a crad."),
            "crad",
        ),
        (
            building("When another player may play an action, draw a card."),
            "may",
        ),
        (
            action("Discard a card from your hand named \"Gust\". Drow a card."),
            "Drow",
        ),
        (
            action("Choose another player as foe. Foe discrads 2 cards."),
            "discrads",
        ),
    ] {
        let told = check(&[text]);
        assert!(
            told.contains(&format!("`{slip}` does not fit here")),
            "{told}"
        );
        assert_eq!(told.matches(" ×").count(), 1, "{told}");
    }
}

#[test]
fn what_is_natural_and_not_read_is_told_with_what_to_write() {
    for (text, help) in [
        (
            building("While you have fewer than 5 cards in hand, draw a card."),
            "`at the start of your turn, if you have",
        ),
        (
            building("When another player destroys a building, draw a card."),
            "`When a building is destroyed by another player, draw a card.`",
        ),
        (
            building("Use: pay 2 cards as fee. Draw a card."),
            "`as` names what is chosen",
        ),
        (
            building("If this is stacked draw a card."),
            "put `,` before it",
        ),
        (action("Repeat 3 times draw a card."), "put `:` before it"),
        (
            action("If you have 5 buildings, draw a card."),
            "`at least`, `at most` or `exactly`",
        ),
        (
            action("Look at the top 3 cards of the deck. Take one of them into your hand."),
            "write `Look at the top 3 cards of the deck. Take one of them.`",
        ),
        (
            action("Destroy all (buildings of other players) with no cards."),
            "`buildings that have no cards`",
        ),
        (
            action("Choose a number from 1 to 3. Draw that many cards."),
            "`as` and a name of your own",
        ),
        (
            action("Discard a card named \"Gust\"."),
            "such as `from your hand`",
        ),
        (
            building("Use twice each turn: draw a card."),
            "a name in quotes",
        ),
        (
            action(
                "At the start of your next turn, before its draw: this turn begins with 2 draws.",
            ),
            "When your next turn begins, before its draw, this turn begins with 2 draws.",
        ),
        (
            action("Take over a building of a player with more buildings than you."),
            "a player that has more buildings than you",
        ),
    ] {
        let told = check(&[text]);
        let flat = told
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            flat.contains(help) && told.matches(" ×").count() <= 1,
            "{help}\n{told}"
        );
    }
}

/// What reads as something else than it does, or could never do anything, is refused, and what the help says is sound.
#[test]
fn what_would_do_something_else_than_it_reads_is_refused() {
    let counter = "[counter.tick]\nmeaning = \"that it waits\"\n";
    let flat = |told: &str| {
        let words = told.split_whitespace().filter(|word| *word != "│");
        words.collect::<Vec<_>>().join(" ")
    };
    for (building, action, told) in [
        // A card in a hand or in the deck, later.
        (
            "",
            "Let find be the top card of the discard pile. Take find. This turn, you cannot play find.",
            FOLLOWED,
        ),
        (
            "",
            "Choose a card in your hand as find. At the end of this turn, play find.",
            FOLLOWED,
        ),
        (
            "",
            "For each card in your hand as find: this turn, find cannot be played.",
            FOLLOWED,
        ),
        (
            "",
            "Choose a top as lid. You may take lid. If you do, at the end of this turn, discard lid.",
            FOLLOWED,
        ),
        (
            "",
            "Show a card in your hand. At the end of this turn, discard it.",
            FOLLOWED,
        ),
        (
            "When you draw a card as find, at the end of this turn, discard find.",
            "",
            FOLLOWED,
        ),
        (
            "Use: take this. At the end of this turn, put a tick on this.",
            "",
            FOLLOWED,
        ),
        (
            "",
            "Choose another player as foe. Give this to foe. At the end of the next turn of foe: if this is in cards in foe's hand, foe draws a card",
            FOLLOWED,
        ),
        (
            "",
            "Choose another player as foe. At the end of this turn: if this is in cards in foe's hand, foe draws a card",
            "never true",
        ),
        // A building that is given away.
        (
            "",
            "Choose a building as spot. Choose another player as foe. Give spot to foe.",
            HANDED,
        ),
        (
            "",
            "Choose a building as spot. Choose another player as foe. At the end of this turn, give spot to foe.",
            HANDED,
        ),
        (
            "",
            "Choose a building. Give that building to another player.",
            HANDED,
        ),
        ("Use: give this to another player.", "", HANDED),
        // What is compared with itself.
        (
            "Cards that (there is a player that has played a card named like it this game) cannot be played.",
            "",
            "always true",
        ),
        (
            "Cards as goods that (there is a player that has played a card named like goods this game) cannot be played.",
            "",
            "what players did is not compared with things that the text names",
        ),
        (
            "",
            "Choose a building as spot. If spot is named like spot, draw a card.",
            "always true",
        ),
        (
            "When a building named like it is destroyed, draw a card.",
            "",
            "always true",
        ),
        (
            "Use if the number of cards on this is at least the number of cards on this: draw a card.",
            "",
            "always true",
        ),
        (
            "",
            "If (the number of buildings) is at least (the number of buildings), draw a card.",
            "always true",
        ),
        // What a card does not hear of itself.
        (
            "",
            "When this is drawn, draw a card.",
            "a card in the deck hears nothing",
        ),
        (
            "",
            "While this is face up, when this is played, draw a card.",
            "a card is no longer in its stack",
        ),
        (
            "",
            "This becomes a law. While this is a law, when this is enacted, provoker draws a card.",
            "not a law yet",
        ),
        ("This cannot be built.", "", "not built again"),
        ("Building this costs 1 card.", "", "not built again"),
        // Messages.
        (
            "",
            "Let lead be the first building that has no cards. Destroy lead.",
            "write `Let lead be the first of buildings that have no cards.",
        ),
        (
            "If a building as fallen that is not a victory card would be destroyed, instead put a tick on fallen.",
            "",
            "write `If a building that is not a victory card as fallen would be destroyed,",
        ),
        (
            "",
            "Choose a building as spot that is stacked. Destroy spot.",
            "write `Choose a building that is stacked as spot.",
        ),
        (
            "",
            "Choose a player that (there is a building of it that is stacked) with the fewest cards in hand as foe. Foe draws a card.",
            "write `Choose a player that (has a building that is stacked) with the fewest cards in hand as foe.",
        ),
        (
            "Use: pay all ticks. Draw a card.",
            "",
            "write `Use: pay (the number of ticks on this) ticks. Draw a card.`",
        ),
        (
            "",
            "Let foes be players that have no buildings. Draw a card.",
            "`let holders be no players`",
        ),
        (
            "When built, take all ticks off players.",
            "",
            "`for each player:`",
        ),
        (
            "",
            "Each player secretly chooses a building of it as gift. Draw a card.",
            "only a player, a card or a number can be chosen secretly",
        ),
        (
            "Win when (the number of different names among (your buildings plus cards in your hand)) is at least 5.",
            "",
            "`plus` joins things of one kind",
        ),
        (
            "If you would be eliminated, instead build this.",
            "",
            "a building in play cannot be built",
        ),
    ] {
        let found = check(&[set(building, action, counter)]);
        assert!(flat(&found).contains(told), "{building}{action}\n{found}");
    }
    for (building, action) in [
        (
            "",
            "Let find be the top card of the discard pile. Let motto be the name of find. Take find. This turn, cards named motto cannot be played.",
        ),
        (
            "",
            "Let find be the top card of the discard pile. This turn, you cannot play find.",
        ),
        (
            "",
            "Choose a card in your hand as find. Put find face down on a building. At the end of this turn, discard find.",
        ),
        (
            "",
            "Choose a card in your hand as find. Show find. Let motto be the name of find. This turn, cards named motto cannot be played.",
        ),
        (
            "",
            "Choose a top as lid. You may take lid. At the end of this turn, discard lid.",
        ),
        (
            "When a card as find is discarded, at the end of this turn, play find.",
            "",
        ),
        (
            "",
            "Choose a building as spot. Choose another player as foe. At the end of this turn, foe takes over spot.",
        ),
        ("", "Give 2 of your buildings to another player."),
        (
            "When a card as deed is played:\n  let motto be the name of deed\n  until your next turn, cards named motto cannot be played",
            "",
        ),
        (
            "",
            "While this is face up, when this is looked at, draw a card.",
        ),
        (
            "Cards named \"Mill\" cannot be built.\nBuilding cards named \"Mill\" costs 1 card.",
            "",
        ),
        ("When destroyed by anything, build this.", ""),
        (
            "Win when (the number of your buildings) plus (the number of cards in your hand) is at least 9.",
            "",
        ),
    ] {
        library(&[set(building, action, counter)])
            .unwrap_or_else(|report| panic!("{building}{action}\n{}", render(&report)));
    }
}

const FOLLOWED: &str = "a card in a hand or in the deck cannot be followed until later";
const HANDED: &str = "this does not say where the building goes";
