//! The law of whom notices are about: screens go by it, and need not read the sentences.

use parlor_engine::{Awake, Hosted, MAX_SEATS, Names, Seat, Seats};

use crate::walk::Scene;

pub(super) fn about<G: Hosted>(scene: &Scene<'_, G>) -> Result<(), String> {
    let Some(act) = scene.next else { return Ok(()) };
    let mut witness = Awake::new();
    if scene.game.apply(&mut scene.state.clone(), act, &mut witness).is_err() {
        return Ok(());
    }
    let here = Seats::first_n(scene.game.seats());
    for (_, notice) in &witness.0 {
        let about = scene.game.about(notice);
        if let Some(seat) = about.iter().find(|seat| !here.contains(*seat)) {
            return Err(format!("{notice:?} is about seat {seat}, which is not at the table"));
        }
        let missing =
            here.iter().find(|seat| !about.contains(*seat) && names(scene, notice, *seat));
        if let Some(seat) = missing {
            let words = scene.game.tell(notice, &Names::numbers());
            return Err(format!("'{words}' names seat {seat}, and is not about it: {notice:?}"));
        }
    }
    Ok(())
}

/// Whether the sentence of a notice names a seat: it reads differently when the seat has another name.
fn names<G: Hosted>(scene: &Scene<'_, G>, notice: &G::Notice, seat: Seat) -> bool {
    let called = |name: &str| {
        let names = (0..MAX_SEATS)
            .map(Seat::at)
            .map(|other| if other == seat { name.to_owned() } else { format!("seat {other}") });
        scene.game.tell(notice, &Names::new(names))
    };
    called("Ann") != called("Bob")
}
