//! What somebody types after the name of a computer player reaches the player, within its clock.

use std::sync::Mutex;
use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::{
    About, Ask, Basic, Budget, ComputerPlayer, Game, Hosted, Menu, Player, Roster, open_with,
};
use parlor_match::{House, Occupant, Seed, Shares, Sitting};
use parlor_runner::{Care, Live, SeatSpec, invite};
use serde_json::json;

/// Plays the first move, and notes what each answer may cost.
struct Noting;

/// A roster makes players without anything of the test, so what they note lies here.
static NOTED: Mutex<Vec<Budget>> = Mutex::new(Vec::new());

impl<G: Game> Player<G> for Noting {
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move {
        NOTED.lock().unwrap().push(ask.budget.clone());
        ask.menu.nth(0).expect("an asked seat has a legal move")
    }
}

impl Roster for Noting {
    fn offers(_: &About) -> Vec<ComputerPlayer> {
        vec![ComputerPlayer { name: "noting", about: "notes its budget" }]
    }

    fn player<G: Hosted>(_: &G, name: &str, _: u64) -> Option<Box<dyn Player<G>>> {
        (name == "noting").then(|| Box::new(Self) as Box<dyn Player<G>>)
    }
}

/// Plays a box against `random`, and says what the answers were allowed to cost.
fn budgets(spec: &str, clock: &str) -> (Option<u32>, Option<Duration>) {
    let options = json!({"boxes": "1x1"});
    let table = open_with::<DotsAndBoxes, (Basic, Noting)>(&options, 2).unwrap();
    let names: Vec<&str> = table.computer_players().iter().map(|one| one.name).collect();
    let specs = [spec, "random"].map(|spec| SeatSpec::read(spec, names.clone()).unwrap());
    let who = specs.iter().map(|spec| Occupant::new(spec.kind(), spec.name())).collect();
    let arrivals = specs.iter().map(|spec| invite(spec, &*table, 1, &Care::default())).collect();
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    assert_eq!(sitting.record().header.seats[0].kind, spec, "the record keeps what was typed");
    let house = House { terms: clock.parse().unwrap(), ..House::default() };
    let mut live = Live::new(sitting, arrivals, house);
    live.run().unwrap();
    let noted = std::mem::take(&mut *NOTED.lock().unwrap());
    assert!(!noted.is_empty() && noted.iter().all(|budget| *budget == noted[0]), "{noted:?}");
    (noted[0].iterations, noted[0].time)
}

#[test]
fn the_effort_of_a_spec_reaches_the_player() {
    let ms = |millis| Some(Duration::from_millis(millis));
    assert_eq!(budgets("noting", "none"), (None, None));
    assert_eq!(budgets("noting", "2s"), (None, ms(2_000)));
    assert_eq!(budgets("noting:7", "none"), (Some(7), None));
    assert_eq!(budgets("noting@250ms", "none"), (None, ms(250)));
    assert_eq!(budgets("noting:7@250ms", "2s"), (Some(7), ms(250)));
    // The clock of the table is kept all the same.
    assert_eq!(budgets("noting@5s", "2s"), (None, ms(2_000)));
}
