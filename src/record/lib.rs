//! Positions, traces and rulings: read, played, judged, written, and what they cover of the card texts.

#[doc(hidden)]
pub mod casebook;
#[doc(hidden)]
pub mod coverage;
#[doc(hidden)]
pub mod differences;
pub mod expectations;
#[doc(hidden)]
pub mod export;
pub mod judge;
#[doc(hidden)]
pub mod mutation;
pub mod positions;
pub mod ruling;
mod spelling;
pub mod traces;
#[doc(hidden)]
pub mod trail;
#[doc(hidden)]
pub mod transcript;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::positions::read::read_position;
    use crate::spelling::Spelling;
    use board::Seat;
    use engine::{Game, Script, Way};
    use lang::notation::parse_position;
    use rules::{Library, Settings};
    use text::Source;

    /// A game of two with that row for p1 and a victory that asks for six buildings, four of them stacked.
    fn game(row: &str) -> Game {
        let set = "id = \"s\"\ntitle = \"S\"\nlanguage = 2\n[[card]]\nbuilding = \"Hut\"\naction = \"Act\"\n[[victory]]\nfront = \"Hall\"\n\
                   [building.\"Hut\"]\ntext = ''\n[action.\"Act\"]\ntext = ''\n[building.\"Hall\"]\n\
                   text = 'Win when you have at least 6 buildings and you have at least 4 buildings that are stacked.'\n";
        let recipe = "id = \"g\"\ntitle = \"G\"\nsets = [\"s\"]\ncopies = 40\nvictory = \"same\"\nhand = 1\nshields = 0\n";
        let library = Library::parse(vec![
            Source::new("s.toml", set),
            Source::new("g.toml", recipe),
        ]);
        let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
        let script = Arc::new(Script::new(
            library
                .compile("g", &Settings::default())
                .expect("the recipe is sound"),
        ));
        let position = format!("p1: {row}\np2: Hall[]\ndeck: Act\n");
        let setup = read_position(&position, 0, &script.rules)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        Game::from_setup(script, &setup, 0, &mut ())
    }

    /// How many steps people are told, and what bots reckon with, of that victory.
    fn steps(row: &str) -> (f32, f32) {
        let game = game(row);
        let told = game
            .goals(Seat(0))
            .into_iter()
            .find(|goal| matches!(goal.way, Way::Building(_)));
        let mut reckoned = f32::MAX;
        game.each_goal(Seat(0), &mut |missing| reckoned = reckoned.min(missing));
        (told.expect("the victory card stands").missing, reckoned)
    }

    #[test]
    fn one_step_that_may_do_is_told_as_one() {
        assert_eq!(
            steps("Hall[Act] Hut[Act] Hut[Act] Hut[] Hut[] Hut[]"),
            (1.0, 2.0)
        );
        assert_eq!(steps("Hall[Act] Hut[] Hut[] Hut[] Hut[] Hut[]"), (3.0, 6.0));
    }

    #[test]
    fn ages_name_places_where_a_building_stands() {
        let game = game("Hall[] Hut[]");
        let faults = |line: &str| -> Vec<String> {
            let position = parse_position(line, 0).expect("these are places");
            let faults = Spelling::of(&game).line(&position.lines[0].node);
            faults.into_iter().map(|(_, (reason, _))| reason).collect()
        };
        assert!(faults("ages: p1.2 p2.1 p1.1").is_empty());
        assert_eq!(
            faults("ages: p1.3 p4.1"),
            ["there is no building at `p1.3`", "`p4` is not in this game"]
        );
    }
}
