//! Whether the store answers, and what games there are.

use parlor_engine::AnyRulebook;
use parlor_store::{TableQuery, TableState, Whose};

use super::wire::{GameBox, GameInfo, Games, PlayerInfo};
use crate::app::App;
use crate::refusal::Refusal;

impl App {
    /// Whether the server can be used now.
    pub(crate) async fn is_ready(&self) -> bool {
        let one = TableQuery {
            whose: Whose::Listed,
            state: Some(TableState::Open),
            game: None,
            before: None,
            limit: 1,
        };
        !self.hall.is_stopping() && self.hall.store().tables(one).await.is_ok()
    }
}

/// All games.
pub(crate) fn games() -> Games {
    Games { games: parlor_registry::games().iter().map(info).collect() }
}

/// One game, with its options and rules.
pub(crate) fn game(id: &str) -> Result<GameBox, Refusal> {
    let rulebook = parlor_registry::find(id).map_err(|_| Refusal::not_found("game"))?;
    let about = rulebook.about();
    Ok(GameBox { game: info(rulebook), options: rulebook.schema(), rules: about.rules.to_owned() })
}

fn info(rulebook: &AnyRulebook) -> GameInfo {
    let about = rulebook.about();
    let players = rulebook.computer_players();
    GameInfo {
        id: about.id.to_owned(),
        title: about.title.to_owned(),
        summary: about.summary.to_owned(),
        seats: (*about.seats.start(), *about.seats.end()),
        usual_seats: about.usual_seats,
        computer_players: players
            .into_iter()
            .map(|player| PlayerInfo {
                name: player.name.to_owned(),
                about: player.about.to_owned(),
            })
            .collect(),
    }
}
