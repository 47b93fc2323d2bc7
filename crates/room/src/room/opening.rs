//! How a room begins: with a new match, or with one that goes on.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use parlor_engine::Seat;
use parlor_match::{Controller, House, PerViewer, Referee, Sitting, Taken};

use super::{Holder, Remembered, Room, Settings};
use crate::fault::{Fault, Faults};
use crate::lag::Lag;
use crate::stream::{KEPT_NEWS, Stream};

impl Room {
    /// Opens the room of a match: a new one, or one that was [resumed](Sitting::resume) with what was told of its
    /// entries (`told`) and the commands that have had their effect.
    ///
    /// # Panics
    /// When there are not as many holders as seats.
    pub fn open(
        sitting: Sitting,
        told: &[Taken],
        holders: Vec<Holder>,
        remembered: Vec<Remembered>,
        settings: Settings,
        now: Duration,
    ) -> Self {
        Self::start(sitting, told, holders, remembered, settings, now, Faults::default())
    }

    /// The same with a promise that the room breaks, for tests.
    ///
    /// # Panics
    /// When there are not as many holders as seats.
    #[cfg(feature = "faults")]
    pub fn open_with_fault(
        sitting: Sitting,
        told: &[Taken],
        holders: Vec<Holder>,
        remembered: Vec<Remembered>,
        settings: Settings,
        now: Duration,
        fault: Option<Fault>,
    ) -> Self {
        Self::start(sitting, told, holders, remembered, settings, now, Faults { fault })
    }

    #[cfg_attr(not(feature = "faults"), allow(unused_mut, reason = "a fault changes it"))]
    fn start(
        mut sitting: Sitting,
        told: &[Taken],
        holders: Vec<Holder>,
        remembered: Vec<Remembered>,
        settings: Settings,
        now: Duration,
        faults: Faults,
    ) -> Self {
        #[cfg(feature = "faults")]
        if faults.has(Fault::DealsAgain) {
            sitting.deal_again();
        }
        assert_eq!(holders.len(), sitting.table().seats(), "one holder a seat");
        let seats = holders.len();
        let house =
            House { hurries_people: true, absence: settings.absence.clone(), ..House::default() };
        let controllers = controllers(&sitting, &holders);
        // No time passes while nobody runs the match: it goes on at the time of its last entry.
        let since = if faults.has(Fault::RunsWhileDown) { sitting.last_at() } else { now };
        let referee = Referee::new(sitting, controllers, house, since);
        let mut room = Self {
            streams: PerViewer::from_fn(seats, |_| Stream::default()),
            referee,
            holders,
            settings,
            lines: BTreeMap::new(),
            shown: PerViewer::from_fn(seats, |_| None),
            told: None,
            done: BTreeMap::new(),
            has_forgotten: false,
            storing: None,
            waiting: VecDeque::new(),
            proposal: None,
            lags: vec![Lag::default(); seats],
            held: Vec::new(),
            effects: VecDeque::new(),
            is_broken: false,
            is_over: false,
            faults,
        };
        let kept = KEPT_NEWS as u64;
        let last = room.sitting().told().clone();
        for taken in told {
            room.note_after(taken, |viewer| last[viewer].saturating_sub(kept));
        }
        for Remembered { party, key, fingerprint } in remembered {
            room.remember(party, key, fingerprint);
        }
        // Nobody is connected yet. Whoever does not come is gone after the grace period.
        for seat in room.seats_of_parties() {
            room.referee.lost(seat, now);
        }
        room.proceed(now);
        room
    }
}

/// Who decides for each seat.
fn controllers(sitting: &Sitting, holders: &[Holder]) -> Vec<Controller> {
    let controllers = holders.iter().enumerate().map(|(at, holder)| match holder {
        Holder::Party(_) => Controller::Person,
        Holder::Computer(spec) => {
            let seed = sitting.dealer().map_or(0, |dealer| dealer.player_seed(Seat::at(at)));
            let player = sitting.table().player(&spec.name, seed);
            player.map_or(Controller::Absent, |player| {
                Controller::Player(player.within(spec.effort.budget()))
            })
        }
    });
    controllers.collect()
}
