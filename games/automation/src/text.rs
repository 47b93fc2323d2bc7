//! How the game looks in a terminal, and everything it says.

use parlor_engine::{Hosted, Names, Player};

use crate::notice::Notice;
use crate::players;
use crate::rules::{Question, Rules};
use crate::view::View;

impl Hosted for Rules {
    fn draw(&self, view: &View, names: &Names) -> String {
        let _ = names;
        format!("{view:?}")
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        let _ = names;
        format!("{notice:?}")
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        let _ = (view, names);
        format!("{question:?}")
    }

    fn notation(&self) -> String {
        String::new()
    }

    fn player(&self, name: &str, _: u64) -> Option<Box<dyn Player<Self>>> {
        players::player(name)
    }
}
