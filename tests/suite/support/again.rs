//! A game read again from its printed position.

use brink::board::View;
use brink::engine::Game;
use brink::explain::options::label::labels;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;

/// The same game, read from what is printed of it, which is at a turn menu: it prints the same, and offers the same.
///
/// # Errors
/// It does not: what differs, with the position.
pub fn read_again(game: &Game) -> Result<Game, String> {
    let rules = &game.script().rules;
    let printed = |game: &Game| print_view(rules, &View::open(game.board(), &rules.cards), true);
    let text = printed(game);
    let setup =
        read_position(&text, 0, rules).map_err(|faults| format!("notation: {faults:?}\n{text}"))?;
    let again = Game::from_setup(game.script().clone(), &setup, 0, &mut ());
    if printed(&again) != text {
        return Err(format!(
            "notation: read and printed again\n{text}\nis\n{}",
            printed(&again)
        ));
    }
    let offered = |game: &Game| {
        labels(game)
            .into_iter()
            .map(|(_, label)| label)
            .collect::<Vec<_>>()
    };
    let (here, there) = (offered(game), offered(&again));
    if here != there {
        let lost: Vec<&String> = here.iter().filter(|label| !there.contains(label)).collect();
        let new: Vec<&String> = there.iter().filter(|label| !here.contains(label)).collect();
        return Err(format!(
            "notation: read again, it does not offer {lost:?} and offers {new:?}\n{text}"
        ));
    }
    Ok(again)
}
