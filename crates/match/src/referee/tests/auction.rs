//! Auctions of Property Tycoon, whose clock is the rules': for each bid, or for the whole auction.

use parlor_engine::Viewer;
use parlor_property_tycoon::PropertyTycoon;

use super::*;

/// What a late answer costs, from nothing to the game.
const COSTS: [&str; 4] = ["forfeit", "game", "default-move", "takeover:easy"];

/// Three bots at a table where an answer may take a second, when the first of them is asked for a bid.
fn at_an_auction(options: &Value, costs: &str) -> Room {
    let terms = "1s".parse().unwrap();
    let house = House { terms, costs: costs.parse().unwrap(), ..House::default() };
    let mut room = Room::new::<PropertyTycoon>(options, house, bots(3));
    room.get_ready();
    while room.bidders() < 3 {
        room.answer_usual();
    }
    room
}

impl Room {
    fn asked(&self) -> Seat {
        self.referee.sitting().table().turn().asked().first().expect("somebody is asked")
    }

    /// Whoever is asked answers what would be played for them: they roll, buy nothing, and pass.
    fn answer_usual(&mut self) {
        let seat = self.asked();
        let played = self.referee.sitting().table().default_move(seat).expect("a move");
        self.answer_with(&played);
    }

    fn answer_with(&mut self, played: &str) {
        let seat = self.asked();
        let question = self.referee.question(seat).expect("a question");
        self.choose(seat, question, played);
    }

    /// How many may bid, where there is an auction.
    fn bidders(&self) -> usize {
        self.view()["table"]["auction"]["bidders"].as_array().map_or(0, Vec::len)
    }

    /// What was played after the last auction was opened.
    fn bids(&self) -> Vec<String> {
        let acts = self.acts();
        let opened = acts.iter().rposition(|act| act.ends_with(": auction")).expect("an auction");
        acts[opened + 1..].to_vec()
    }

    /// The least that can be bid, as whoever is asked was told.
    fn least(&self) -> String {
        let decide = self.said[self.asked().index()].last().expect("a question");
        format!("bid {}", decide["question"]["least"])
    }

    fn view(&self) -> Value {
        self.referee.sitting().table().view(Viewer::Spectator)
    }

    fn left(&self) -> Duration {
        self.referee.answer_time_left(self.asked(), self.now).expect("a clock")
    }
}

#[test]
fn a_late_bidder_has_passed_and_nothing_else_happens() {
    for costs in COSTS {
        let mut room = at_an_auction(&json!({}), costs);
        let late = room.asked();
        // The table's second does not count, the thirty of the rules do.
        assert_eq!(room.left(), ms(30_000), "{costs}");
        room.tick_at(29_000);
        assert!(room.bids().is_empty(), "{costs}");
        room.tick_at(30_101);
        assert_eq!(room.bids(), [format!("{late}: pass")], "{costs}");
        // The next bidder has as long.
        assert_ne!(room.asked(), late);
        assert_eq!(room.left(), ms(30_000), "{costs}");
        assert!(room.referee.faults().is_empty() && room.referee.is_playing(), "{costs}");
        let bid = room.least();
        room.answer_with(&bid);
        assert!(room.referee.faults().is_empty(), "{costs}");
    }
}

#[test]
fn one_clock_for_the_whole_auction_gives_it_to_the_leader() {
    for costs in COSTS {
        let mut room = at_an_auction(&json!({"auction_clock": "whole"}), costs);
        let leader = room.asked();
        room.now = ms(20_000);
        let bid = room.least();
        room.answer_with(&bid);
        // The others have what is left, all together.
        assert_eq!(room.left(), ms(10_000), "{costs}");
        room.tick_at(30_101);
        let bids = room.bids();
        assert_eq!(bids[0], format!("{leader}: {bid}"), "{costs}");
        assert!(bids[1..].iter().all(|act| act.ends_with(": pass")) && bids.len() > 1, "{bids:?}");
        let view = room.view();
        assert!(view["table"]["auction"].is_null(), "{costs}");
        let owned = &view["table"]["players"][leader.index()]["owned"];
        assert_eq!(owned.as_array().map(Vec::len), Some(1), "{costs}");
        assert!(room.referee.faults().is_empty() && room.referee.is_playing(), "{costs}");
    }
}

#[test]
fn one_clock_for_the_whole_auction_without_a_bid_leaves_it_to_the_bank() {
    let mut room = at_an_auction(&json!({"auction_clock": "whole", "auction_seconds": 5}), "game");
    assert_eq!(room.left(), ms(5_000));
    room.tick_at(5_101);
    assert!(room.bids().iter().all(|act| act.ends_with(": pass")));
    let view = room.view();
    assert!(view["table"]["auction"].is_null());
    assert_eq!(view["unowned"].as_array().map(Vec::len), Some(28));
    assert!(room.referee.faults().is_empty() && room.referee.is_playing());
}

#[test]
fn a_seat_sees_how_long_the_clock_is() {
    for (options, expected) in [
        (json!({}), json!({"seconds": 30, "whole": false})),
        (json!({"auction_clock": "whole"}), json!({"seconds": 30, "whole": true})),
        (json!({"rules": "brief", "auction_seconds": 7}), json!({"seconds": 7, "whole": false})),
    ] {
        let room = at_an_auction(&options, "game");
        let seconds = expected["seconds"].as_u64().unwrap();
        let asked = room.asked();
        let decide = room.said[asked.index()].last().unwrap();
        assert_eq!(decide["deadline"], seconds * 1_000, "{options}");
        assert_eq!(decide["question"]["clock"], expected, "{options}");
        assert_eq!(decide["view"]["auction_clock"], expected, "{options}");
    }
}

#[test]
fn without_a_clock_of_its_own_an_auction_has_the_tables() {
    let terms = "1s".parse().unwrap();
    let house = House { terms, costs: "default-move".parse().unwrap(), ..House::default() };
    let options = json!({"rules": "brief"});
    let mut room = Room::new::<PropertyTycoon>(&options, house, bots(3));
    room.get_ready();
    while room.bidders() < 3 {
        room.answer_usual();
    }
    assert_eq!(room.left(), ms(1_000));
}
