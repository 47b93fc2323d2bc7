//! How the terminal shows it.

use parlor_engine::{Hosted, Names, Player};

use crate::notice::Notice;
use crate::question::Question;
use crate::rules::Rules;
use crate::view::View;

impl Hosted for Rules {
    fn draw(&self, view: &View, _: &Names) -> String {
        format!("{view:?}")
    }

    fn tell(&self, notice: &Notice, _: &Names) -> String {
        format!("{notice:?}")
    }

    fn ask(&self, question: &Question, _: &View, _: &Names) -> String {
        format!("{question:?}")
    }

    fn notation(&self) -> String {
        String::new()
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        crate::players::by_name(name, seed)
    }
}
