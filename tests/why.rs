//! Why something is as it is: explanations cite the text of open cards, with its place and its rules.

mod support {
    pub mod scripts;
}

use brink::engine::Game;
use brink::table::position::read_position;
use brink::table::why::why;

fn game(recipe: &str, position: &str) -> Game {
    let script = support::scripts::script(recipe);
    let setup = read_position(position, 0, &script.rules).expect("the position is sound");
    Game::from_setup(script, &setup, 0, &mut ())
}

fn check(recipe: &str, position: &str, asked: &str) -> String {
    why(&game(recipe, position), asked).expect("what is asked is understood")
}

const EMBARGOED: &str = "\
p1: Factory[Research, ^Embargo] Agency[Espionage, Research]
p1 hand: Sabotage
p2: Bunker[] Embassy[]
p2 hand: Research
";

#[test]
fn a_card_that_disables_a_building_is_quoted_with_its_place_and_rules() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p1.1"));
}

#[test]
fn a_disabled_building_cannot_be_used_and_the_card_that_disables_it_says_so() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "use p1.1"));
}

#[test]
fn a_starred_number_is_given_as_printed_and_as_raised() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "action Sabotage"));
}

#[test]
fn a_neighbour_that_gives_a_status_is_named_by_its_place() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p2.2"));
}

#[test]
fn what_nothing_disables_is_active() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "p2.1"));
}

#[test]
fn who_holds_cards_plays_one_before_passing() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "pass"));
}

#[test]
fn a_card_that_is_not_in_hand_cannot_be_played() {
    insta::assert_snapshot!(check("1961", EMBARGOED, "action Espionage"));
}

#[test]
fn one_card_a_turn_is_played() {
    let position = "turn p1 main played\np1: Embassy[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "build Embassy at p1.2"));
}

#[test]
fn a_cost_that_cannot_be_paid_is_quoted() {
    let position = "p1: Missile Silo[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_condition_that_does_not_hold_is_quoted() {
    let position = "p1: Factory[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_spent_ability_says_so() {
    let position = "p1: Factory*[Research] Embassy[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn what_is_for_the_start_of_turn_is_too_late_after_it() {
    let position = "p1: Secret Facility[]\np1 hand: Sabotage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "use p1.1"));
}

#[test]
fn a_first_choice_without_options_is_quoted() {
    let position = "p1: Embassy[]\np1 hand: Espionage\np2: Embassy[]\n";
    insta::assert_snapshot!(check("1961", position, "action Espionage"));
}

#[test]
fn guarding_is_quoted_with_its_rules() {
    let position = "p1: Radar Tower[] Interstate Highway[]\np1 hand: Legislate\np2: Hippies[]\n";
    insta::assert_snapshot!(check("1971", position, "p1.2"));
}

#[test]
fn what_disables_itself_is_known_by_its_own_text() {
    let position = "p1: University[Legislate]\np1 hand: Legislate\np2: Hippies[]\n";
    insta::assert_snapshot!(check("1971", position, "use p1.1"));
}

#[test]
fn what_cards_lie_face_down_does_not_change_an_explanation() {
    let position = |card: &str| {
        format!(
            "p1: Embassy[]\np1 hand: Sabotage\np2: Bunker[{card}] Embassy[{card}]\np2 hand: {card}\ndeck: Embargo\n"
        )
    };
    for asked in ["p2.1", "p2.2", "action Sabotage", "action Research", "use p1.1", "use p2.1", "pass"] {
        assert_eq!(check("1961", &position("Research"), asked), check("1961", &position("Espionage"), asked));
    }
}

#[test]
fn what_is_no_label_and_no_place_is_answered_with_what_would_be() {
    let game = game("1961", EMBARGOED);
    let told = ["p9.1", "p1.7", "action Elephant", "dance"].map(|asked| why(&game, asked).expect_err("it is unclear"));
    insta::assert_snapshot!(told.join("\n"));
}
