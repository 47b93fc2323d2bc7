//! A whole game as it goes over the wire, written down where people read it.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::Seat;
use parlor_gametest::committed::compare;
use parlor_match::{
    Controller, Costs, House, Occupant, Order, Referee, Seed, Shares, Sitting, Waiting,
};
use serde_json::json;

const BEGINNING: &str = "\
# A whole conversation

Everything that is said to and by the bot in seat 2 in a game of Dots and Boxes with one box, where a
fault costs the default move. The first answer of the bot is a slip, and it says a word that nobody
knows. A test compares this page with what the table really says.

```text
";

/// The two players, and what seat 2 hears and says.
struct Wire {
    referee: Referee,
    now: Duration,
    text: String,
}

impl Wire {
    fn table_speaks(&mut self) {
        while self.referee.draft().is_some() {
            self.referee.commit(self.now);
        }
        while let Some(order) = self.referee.order() {
            if let Order::Send(seat, line) = order
                && seat == Seat::at(1)
            {
                let line = String::from_utf8(line).unwrap();
                write!(self.text, "table  {line}").unwrap();
            }
        }
    }

    fn bot_speaks(&mut self, line: &str) {
        self.now += Duration::from_millis(40);
        writeln!(self.text, "bot    {line}").unwrap();
        self.referee.said(Seat::at(1), line.as_bytes(), self.now);
        self.table_speaks();
    }

    fn person_plays(&mut self, played: &str) {
        assert_eq!(self.referee.waiting(), Waiting::Person(Seat::at(0)));
        self.now += Duration::from_secs(2);
        let question = self.referee.question(Seat::at(0)).unwrap();
        self.referee.answer(Seat::at(0), question, played.to_owned(), self.now).unwrap();
        self.table_speaks();
    }
}

#[test]
fn the_page_is_what_is_said() {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let who = vec![Occupant::new("human", "Ann"), Occupant::new("bot", "greedy")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let costs: Costs = "default-move".parse().unwrap();
    let house = House { terms: "60s+1s".parse().unwrap(), costs, ..House::default() };
    let controllers = vec![Controller::Person, Controller::Bot(None)];
    let referee = Referee::new(sitting, controllers, house, Duration::ZERO);
    let mut wire = Wire { referee, now: Duration::ZERO, text: BEGINNING.to_owned() };
    wire.bot_speaks(r#"{"type":"hello","versions":[1],"name":"greedy"}"#);
    wire.bot_speaks(r#"{"type":"pong","id":1}"#);
    wire.person_plays("h 0 0");
    wire.bot_speaks(r#"{"type":"choose","id":1,"move":"h 0 0"}"#);
    wire.bot_speaks(r#"{"type":"sing"}"#);
    wire.person_plays("v 0 1");
    wire.bot_speaks(r#"{"type":"info","id":2,"evaluation":1.0}"#);
    let line = wire.text.lines().rev().find(|line| line.contains(r#""decide""#)).unwrap();
    let only = if line.contains(r#""moves":["v 0 0"]"#) { "v 0 0" } else { "h 1 0" };
    wire.bot_speaks(&format!(r#"{{"type":"choose","id":2,"move":"{only}"}}"#));
    assert_eq!(wire.referee.waiting(), Waiting::Nobody);
    wire.text.push_str("```\n");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/conversation.md");
    compare(&page, &wire.text);
}
