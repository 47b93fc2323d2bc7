//! Every case of timing and of bad manners, without a clock and without a bot.

mod auction;
mod connection;
mod countdown;
mod course;
mod resumed;
mod shown;
mod thinking;
mod time;
mod verdicts;

use super::*;
use crate::seed::{Seed, Shares};
use crate::{Coded, NoTakeback, NotPlayed, Occupant, Shelf, Takeback, verify};
use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::Rulebook;
use parlor_gametest::toys::{Slips, Tender};
use serde_json::{Value, json};

const ONE: Seat = Seat::at(0);
const TWO: Seat = Seat::at(1);

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A referee, the time, and what was said to each bot and not looked at.
struct Room {
    referee: Referee,
    now: Duration,
    said: Vec<Vec<Value>>,
    hung_up: Vec<Seat>,
}

impl Room {
    fn new<R: Rulebook>(options: &Value, house: House, controllers: Vec<Controller>) -> Self {
        let table = parlor_engine::open::<R>(options, controllers.len()).unwrap();
        let who = ["Ann", "Bob", "Cid", "Dora"].map(|name| Occupant::new("bot", name));
        let who = who[..controllers.len()].to_vec();
        let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
        Self::over(sitting, controllers, house)
    }

    /// A match that is there already.
    fn over(sitting: Sitting, controllers: Vec<Controller>, house: House) -> Self {
        let said = vec![Vec::new(); controllers.len()];
        let referee = Referee::new(sitting, controllers, house, ms(0));
        let mut room = Self { referee, now: ms(0), said, hung_up: Vec::new() };
        room.carry_out();
        room
    }

    /// Two bots at Dots and Boxes with these costs, a second a move, both ready.
    fn ready(costs: &str) -> Self {
        let terms = "1s".parse().unwrap();
        let mut room =
            Self::two_bots(House { terms, costs: costs.parse().unwrap(), ..House::default() });
        room.get_ready();
        room
    }

    fn two_bots(house: House) -> Self {
        Self::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), house, bots(2))
    }

    fn get_ready(&mut self) {
        for seat in 0..self.said.len() {
            self.get_ready_alone(Seat::at(seat));
        }
    }

    fn get_ready_alone(&mut self, seat: Seat) {
        self.bot(seat, &json!({"type": "hello", "versions": [1]}));
        self.bot(seat, &json!({"type": "pong", "id": 1}));
        let said = &mut self.said[seat.index()];
        let decide = said.iter().position(|said| said["type"] == "decide");
        said.drain(..decide.unwrap_or(said.len()));
    }

    /// A person answers the question that is open.
    fn answer(&mut self, seat: Seat, played: &str) {
        let question = self.referee.question(seat).expect("it is asked");
        self.referee.answer(seat, question, played.to_owned(), self.now).unwrap();
        self.carry_out();
    }

    fn carry_out(&mut self) {
        write_down(&mut self.referee, self.now);
        while let Some(order) = self.referee.order() {
            match order {
                Order::Send(seat, line) => {
                    assert_eq!(line.iter().position(|byte| *byte == b'\n'), Some(line.len() - 1));
                    let message = wire::read::<ToBot>(&line).unwrap();
                    let value: Value = serde_json::from_slice(&line).unwrap();
                    assert_eq!(serde_json::to_value(&message).unwrap(), value);
                    self.said[seat.index()].push(value);
                }
                Order::HangUp(seat) => self.hung_up.push(seat),
                Order::Happened(_) => {}
            }
        }
    }

    fn bot(&mut self, seat: Seat, message: &Value) {
        self.line(seat, message.to_string().as_bytes());
    }

    fn line(&mut self, seat: Seat, line: &[u8]) {
        self.referee.said(seat, line, self.now);
        self.carry_out();
    }

    fn choose(&mut self, seat: Seat, id: u64, played: &str) {
        self.bot(seat, &json!({"type": "choose", "id": id, "move": played}));
    }

    fn tick_at(&mut self, millis: u64) {
        self.now = ms(millis);
        self.referee.tick(self.now);
        self.carry_out();
    }

    /// What a bot was told since this was last asked, by type; what belongs to it in brackets.
    fn heard(&mut self, seat: Seat) -> String {
        let said = std::mem::take(&mut self.said[seat.index()]);
        let short = |message: &Value| {
            let of = |field: &str| message[field].as_str().unwrap_or_default().to_owned();
            match message["type"].as_str().unwrap() {
                "error" => format!("error({} {})", of("code"), of("cost")),
                "decide" | "stop" | "ping" | "pong" => {
                    format!("{}({})", of("type"), message["id"])
                }
                "bye" => format!("bye({})", of("reason")),
                other => other.to_owned(),
            }
        };
        said.iter().map(short).collect::<Vec<_>>().join(" ")
    }

    fn verdicts(&self) -> Vec<(Seat, Verdict)> {
        self.referee.faults().iter().map(|fault| (fault.seat, fault.verdict)).collect()
    }

    fn acts(&self) -> Vec<String> {
        self.referee.sitting().acts().iter().map(ToString::to_string).collect()
    }

    fn last_why(&self) -> &str {
        &self.referee.faults().last().expect("there was a fault").why
    }
}

/// Commits what is drafted, as long as something is.
fn write_down(referee: &mut Referee, now: Duration) {
    while referee.draft().is_some() {
        referee.commit(now);
    }
}

fn bots(count: usize) -> Vec<Controller> {
    (0..count).map(|_| Controller::Bot(None)).collect()
}
