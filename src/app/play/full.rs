//! `brink play` on the full screen of a terminal.

use crate::Failure;
use crate::home::Home;
use crate::play::asked::{Deal, Play};
use crate::play::console::Console;
use crate::play::games::Games;
use crate::play::keeping::keeper;
use crate::play::on_screen::OnScreen;
use crate::play::opening::{self, Host};
use crate::play::resume::Resumed;
use crate::play::terminal::speed;
use crate::tui::{Lobby, Screen};
use engine::Words;
use session::sitting::Sitting;

impl Play {
    pub(super) fn on_screen(
        self,
        home: &Home,
        resumed: Option<Resumed>,
        console: Console,
    ) -> Result<(), Failure> {
        // It holds the output, which a failing thread must be able to write to.
        drop(console);
        let look = self.screen.look(home);
        let mut screen: Option<Screen> = None;
        let (sitting, memory, keeper, told) = match resumed {
            Some(Resumed {
                sitting,
                memory,
                keeper,
                told,
            }) => (sitting, self.memory.unwrap_or(memory), keeper, told),
            None => {
                let asked = |deal: &Deal<'_>, words: &mut Words, told: &mut Vec<String>| {
                    let mut host = OnScreen {
                        screen: screen.insert(Screen::new()?),
                        lobby: Lobby::new(look),
                    };
                    host.say(&format!("Game {}, {} players.", deal.game, deal.players))?;
                    let Some(seat) =
                        opening::seat(&mut host, deal.symbols, deal.players, words, told)?
                    else {
                        return Ok(None);
                    };
                    Ok(host.go_on("The cards are dealt.")?.then_some(seat))
                };
                let Some(seating) = self.dealt(home, asked)? else {
                    return Ok(());
                };
                (
                    Sitting::begin(seating),
                    self.memory.unwrap_or_default(),
                    keeper(home).0,
                    Vec::new(),
                )
            }
        };
        let mut screen = match screen {
            Some(screen) => screen,
            None => Screen::new()?,
        };
        let games = Games {
            home,
            look,
            speed: speed(self.screen.speed, home),
            memory,
            drawn: self.seed.is_none(),
        };
        let left = games.play(&mut screen, sitting, keeper, told)?;
        drop(screen);
        left.say(home)?;
        left.signal
            .map_or(Ok(()), |signal| Err(Failure::Left(signal)))
    }
}
