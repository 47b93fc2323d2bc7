//! Every case of timing and of bad manners, without a clock and without a bot.

mod auction;
mod countdown;

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
        let said = vec![Vec::new(); controllers.len()];
        let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
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

// ---- the course of a game ----

#[test]
fn a_whole_game() {
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "1x1"}), house, bots(2));
    assert_eq!(room.heard(ONE), "");
    room.bot(ONE, &json!({"type": "hello", "versions": [1, 2]}));
    assert_eq!(room.heard(ONE), "welcome ping(1)");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "", "the other one is not ready");
    assert_eq!(room.referee.waiting(), Waiting::Bots);
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "decide(1)");
    assert_eq!(room.heard(TWO), "welcome ping(1)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "notice");
    assert_eq!(room.heard(TWO), "notice decide(1)");
    room.choose(TWO, 1, "v 0 0");
    room.choose(ONE, 2, "v 0 1");
    room.choose(TWO, 2, "h 1 0");
    assert!(room.heard(ONE).ends_with("bye(over)"));
    assert_eq!(room.referee.waiting(), Waiting::Nobody);
    let Some(End::Over(outcome)) = room.referee.end() else { panic!() };
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [TWO]);
    assert_eq!(room.acts(), ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"]);
    let record = room.referee.sitting().record();
    assert_eq!(verify(&record, Shelf::only::<DotsAndBoxes>()).unwrap().acts, 4);
}

#[test]
fn a_bot_that_has_played_before_need_not_say_hello_again() {
    let hello = wire::Hello { versions: vec![1], ..wire::Hello::default() };
    let greeting = Greeting { hello, asked: 7 };
    let controllers = vec![Controller::Bot(Some(greeting.clone())), Controller::Person];
    let mut room = Room::new::<DotsAndBoxes>(&json!({}), House::default(), controllers);
    assert_eq!(room.heard(ONE), "welcome ping(8)");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.heard(ONE), "", "that was another game's");
    room.bot(ONE, &json!({"type": "pong", "id": 8}));
    assert_eq!(room.heard(ONE), "decide(8)");
    assert_eq!(room.referee.greeting(ONE), Some(Greeting { asked: 8, ..greeting }));
    // What was asked in another game was not withdrawn by mistake.
    room.choose(ONE, 7, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
}

#[test]
fn people_and_players_are_asked_in_turn() {
    let mut table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    table = table.fork();
    let sitting = Sitting::new(table, Vec::new(), Seed::from_number(1), Shares::none());
    let controllers = vec![Controller::Person, player];
    let mut referee = Referee::new(sitting, controllers, House::default(), ms(0));
    assert_eq!(referee.waiting(), Waiting::Person(ONE));
    assert_eq!((referee.question(ONE), referee.question(TWO)), (Some(1), None));
    let mut plays = |seat, question, played: &str| {
        let answered = referee.answer(seat, question, played.to_owned(), ms(0));
        assert!(referee.sitting().log().is_empty(), "nothing is durable yet");
        answered.map_err(|why| why.code())
    };
    assert_eq!(plays(ONE, 1, "h 9 9"), Err("off-the-board"));
    assert_eq!(plays(ONE, 2, "h 0 0"), Err("stale"));
    assert_eq!(plays(TWO, 1, "h 0 0"), Err("not-your-seat"));
    assert_eq!(plays(Seat::at(5), 1, "h 0 0"), Err("no-such-seat"));
    assert_eq!(plays(ONE, 1, "h 0 0"), Ok(()));
    assert!(referee.sitting().acts().is_empty(), "it is not durable yet");
    write_down(&mut referee, ms(0));
    let again = referee.answer(ONE, 1, "h 0 0".to_owned(), ms(0)).unwrap_err();
    assert_eq!(again, NotPlayed::Answered { question: 1 });
    let other = referee.answer(ONE, 1, "v 0 0".to_owned(), ms(0)).unwrap_err();
    assert_eq!(other, NotPlayed::Stale { question: 1, open: None });
    assert_eq!(referee.waiting(), Waiting::Player(TWO));
    referee.consult(TWO, || ms(5));
    write_down(&mut referee, ms(5));
    assert_eq!(referee.sitting().acts().len(), 2);
    assert_eq!(referee.waiting(), Waiting::Person(ONE));
    referee.take_back(ONE, 0, Seats::NONE, ms(6)).unwrap();
    write_down(&mut referee, ms(6));
    assert!(referee.sitting().acts().is_empty());
}

#[test]
fn words_are_for_those_who_want_them() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["text", "tea"]}));
    let welcome = room.said[0].remove(0);
    assert!(welcome["text"].as_str().unwrap().starts_with("Dots and Boxes: "), "{welcome}");
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    let decide = room.said[0].last().unwrap().clone();
    assert!(decide["text"]["board"].as_str().unwrap().contains('\n'), "{decide}");
    room.choose(ONE, 1, "h 0 0");
    let told = |seat: usize| room.said[seat].iter().find(|said| said["type"] == "notice").unwrap();
    assert_eq!(told(0)["text"], "Ann draws h 0 0.");
    assert_eq!(told(1).get("text"), None);
    assert_eq!(room.said[1].last().unwrap().get("text"), None);
}

#[test]
fn the_catalogue_is_for_those_who_want_it() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["catalogue"]}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    let catalogue = &room.said[0][0]["catalogue"];
    let words = catalogue["sections"].as_array().unwrap();
    assert!(words.iter().any(|section| section["name"] == "Words"), "{catalogue}");
    assert_eq!(room.said[1][0].get("catalogue"), None);
}

#[test]
fn slots_are_for_those_who_want_them() {
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [1], "wants": ["slots"]}));
    let form = room.said[0].remove(0)["forms"][0]["slots"].clone();
    assert_eq!(form[1], json!({"kind": "number", "name": "ROW"}));
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[1][0].get("forms"), None);
    room.bot(TWO, &json!({"type": "pong", "id": 1}));
    let menu = room.said[0].last().unwrap()["menu"].clone();
    assert_eq!(menu["moves"][0], "h 0 0");
    assert_eq!(menu["moves"].as_array().unwrap().len(), menu["slots"].as_array().unwrap().len());
    let parts = json!([
        {"kind": "word", "written": "h"},
        {"kind": "number", "written": "0"},
        {"kind": "number", "written": "0"},
    ]);
    assert_eq!(menu["slots"][0]["parts"], parts);
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.said[1].last().unwrap()["menu"].get("slots"), None);
}

#[test]
fn remarks_are_kept_and_bounded() {
    let mut room = Room::ready("forfeit");
    let text = "é".repeat(wire::MAX_TEXT + 5);
    room.bot(ONE, &json!({"type": "info", "id": 1, "evaluation": 2.5, "text": text}));
    let [remark] = room.referee.remarks() else { panic!() };
    assert_eq!((remark.seat, remark.acts, remark.info.evaluation), (ONE, 0, Some(2.5)));
    assert_eq!(remark.info.text.as_ref().unwrap().chars().count(), wire::MAX_TEXT);
}

#[test]
fn sealed_questions_are_put_to_all_at_once_and_once() {
    let mut room = Room::new::<Tender>(&json!({}), House::default(), bots(3));
    room.get_ready();
    for seat in 0..3 {
        let said = room.heard(Seat::at(seat));
        assert!(said.starts_with("decide(1)") || said.ends_with("decide(1)"), "{said}");
    }
    room.choose(TWO, 1, "bid 2");
    room.choose(ONE, 1, "bid 3");
    assert_eq!(room.heard(Seat::at(2)), "", "nobody can tell who has answered");
    room.choose(Seat::at(2), 1, "bid 1");
    for seat in 0..3 {
        let said = room.heard(Seat::at(seat));
        assert!(said.starts_with("notice") && said.ends_with("decide(2)"), "{said}");
    }
    assert_eq!(room.verdicts(), []);
}

// ---- time ----

#[test]
fn a_bot_that_does_not_get_ready_in_time_has_not_started() {
    let mut room = Room::two_bots(House::default());
    room.bot(TWO, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.referee.wake_at(), Some(ms(10_000)));
    room.tick_at(9_999);
    assert_eq!(room.verdicts(), []);
    room.tick_at(10_000);
    assert_eq!(room.verdicts()[0], (ONE, Verdict::StartFailed));
    assert_eq!(room.referee.faults()[0].why, "it did not say hello within 10s");
    // With two seats the game is over when one is gone: the other one has nothing to be late for.
    room.tick_at(10_001);
    assert_eq!(room.referee.faults().len(), 1);
    assert!(matches!(room.referee.end(), Some(End::Over(_))));
}

#[test]
fn an_answer_within_the_margin_is_in_time() {
    let mut room = Room::ready("forfeit");
    assert_eq!(room.referee.wake_at(), Some(ms(1_100)));
    room.tick_at(1_100);
    room.choose(ONE, 1, "h 0 0");
    assert_eq!((room.verdicts(), room.acts().len()), (vec![], 1));
    // The clock of the next one starts only now.
    assert_eq!(room.referee.wake_at(), Some(ms(2_200)));
}

#[test]
fn an_answer_after_the_margin_is_late_whoever_notices_it() {
    let mut ticked = Room::ready("forfeit");
    ticked.tick_at(1_101);
    let mut heard = Room::ready("forfeit");
    heard.now = ms(1_101);
    heard.choose(ONE, 1, "h 0 0");
    for room in [&ticked, &heard] {
        assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
        assert_eq!(room.last_why(), "no answer within 1s");
        assert_eq!(room.acts(), ["1 leaves"]);
    }
}

#[test]
fn a_bank_is_told_used_up_and_topped_up() {
    let house = House { terms: "3s+1s".parse().unwrap(), ..House::default() };
    let mut room = Room::two_bots(house);
    room.get_ready();
    let decide = room.said[0].remove(0);
    assert_eq!(decide["deadline"], 3_000);
    assert_eq!(decide["clock"], json!({"bank": 3_000, "increment": 1_000}));
    room.now = ms(2_500);
    room.choose(ONE, 1, "h 0 0");
    room.choose(TWO, 1, "h 0 1");
    let decide = room.said[0].pop().unwrap();
    assert_eq!((&decide["type"], &decide["deadline"]), (&json!("decide"), &json!(1_500)));
    room.tick_at(2_500 + 1_500 + 101);
    assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
}

#[test]
fn a_player_of_the_house_is_timed_as_well() {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    let controllers =
        (0..2).map(|seed| Controller::Player(table.player("random", seed).unwrap())).collect();
    let sitting = Sitting::new(table, Vec::new(), Seed::from_number(1), Shares::none());
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut referee = Referee::new(sitting, controllers, house, ms(0));
    let mut times = [ms(0), ms(5_000)].into_iter();
    referee.consult(ONE, || times.next().unwrap());
    write_down(&mut referee, ms(5_000));
    assert_eq!(referee.faults()[0].verdict, Verdict::Timeout);
}

// ---- verdicts, and what they cost ----

#[test]
fn an_illegal_move_costs_what_the_house_says() {
    let mut room = Room::ready("forfeit");
    room.choose(ONE, 1, "h 9 9");
    assert_eq!(room.verdicts(), [(ONE, Verdict::Illegal)]);
    assert_eq!(room.heard(ONE), "decide(1) error(illegal forfeit) bye(dismissed)");
    assert_eq!((room.acts(), room.hung_up.clone()), (vec!["1 leaves".to_owned()], vec![ONE]));
    assert!(room.heard(TWO).ends_with("bye(over)"));

    let mut room = Room::ready("game");
    room.choose(ONE, 1, "sing");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal game) bye(dismissed)");
    assert_eq!(room.heard(TWO), "bye(stopped)");
    assert_eq!(room.referee.end(), Some(&End::Fault));
    assert!(room.acts().is_empty());

    let mut room = Room::ready("default-move");
    room.choose(ONE, 1, "2: h 0 0");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal default-move) stop(1) notice");
    assert_eq!(room.acts(), ["1: h 0 0"]);
    assert_eq!(room.heard(TWO), "notice decide(1)");
    // It plays on, and thinking better of it costs nothing.
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(TWO, 1, "h 1 0");
    assert_eq!(room.heard(ONE), "notice decide(2)");

    let mut room = Room::ready("takeover:easy");
    room.choose(ONE, 1, "");
    assert_eq!(room.heard(ONE), "decide(1) error(illegal takeover) bye(dismissed)");
    assert_eq!(room.referee.waiting(), Waiting::Player(ONE));
    room.referee.consult(ONE, || ms(0));
    room.carry_out();
    assert_eq!(room.heard(TWO), "notice decide(1)");
}

#[test]
fn a_late_bot_is_told_to_stop_and_may_go_on() {
    let mut room = Room::ready("default-move");
    room.tick_at(1_101);
    assert_eq!(room.heard(ONE), "decide(1) error(timeout default-move) stop(1) notice");
    assert_eq!(room.acts().len(), 1);
    room.choose(ONE, 1, "h 1 1");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(TWO, 1, "h 1 1");
    assert_eq!(room.heard(ONE), "notice decide(2)");
    assert_eq!(room.verdicts(), [(ONE, Verdict::Timeout)]);
}

#[test]
fn nobody_takes_over_from_a_player_of_the_house() {
    let mut room = Room::ready("takeover:easy");
    room.choose(ONE, 1, "sing");
    let mut times = [ms(0), ms(5_000)].into_iter();
    room.referee.consult(ONE, || times.next().unwrap());
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::Illegal), (ONE, Verdict::Timeout)]);
    assert_eq!(room.referee.faults()[1].cost, Cost::DefaultMove);
    assert_eq!(room.acts().len(), 1);
}

#[test]
fn thinking_about_a_withdrawn_question_is_paid_for() {
    let house = House { terms: "10s+1s".parse().unwrap(), ..House::default() };
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), house, bots(3));
    room.get_ready();
    room.heard(ONE);
    room.now = ms(4_000);
    room.referee.gone(TWO, "it closed its output".to_owned(), room.now);
    room.carry_out();
    let decide = room.said[0].pop().unwrap();
    assert_eq!((&decide["id"], &decide["deadline"]), (&json!(2), &json!(6_000)));
    assert_eq!(room.referee.time_used(ONE), (ms(4_000), 0));
}

#[test]
fn what_a_bot_complains_about_explains_its_fault() {
    let mut room = Room::ready("forfeit");
    room.bot(ONE, &json!({"type": "error", "explanation": "my server answered 500"}));
    room.line(ONE, b"-");
    assert!(room.last_why().ends_with("(it said: my server answered 500)"), "{}", room.last_why());
    let text = room.referee.remarks()[0].info.text.as_deref();
    assert_eq!(text, Some("error: my server answered 500"));
}

#[test]
fn remarks_of_one_bot_do_not_crowd_out_those_of_another() {
    let mut room = Room::two_bots(House { terms: Terms::unlimited(), ..House::default() });
    room.get_ready();
    let text = "x".repeat(wire::MAX_TEXT);
    for _ in 0..2 * MAX_REMARKED / wire::MAX_TEXT {
        room.now += ms(20);
        room.bot(TWO, &json!({"type": "info", "text": text}));
    }
    room.bot(ONE, &json!({"type": "info", "text": "hm"}));
    let of = |seat| room.referee.remarks().iter().filter(move |remark| remark.seat == seat).count();
    assert_eq!(room.verdicts(), []);
    assert!(of(TWO) <= MAX_REMARKED / wire::MAX_TEXT, "{}", of(TWO));
    assert_eq!(of(ONE), 1);
}

#[test]
fn patience_ends() {
    let mut room = Room::new::<DotsAndBoxes>(
        &json!({"boxes": "5x5"}),
        House { costs: "default-move".parse().unwrap(), ..House::default() },
        bots(2),
    );
    room.get_ready();
    let mut id = 0;
    for _ in 0..40 {
        // Both are as bad as each other; whoever is asked sings.
        id += 1;
        room.choose(ONE, id, "sing");
        room.choose(TWO, id, "sing");
        if room.hung_up.len() == 2 {
            break;
        }
    }
    assert_eq!(room.hung_up.len(), 2);
    assert_eq!(room.referee.faults().len(), 2 * MAX_FAULTS as usize);
    assert!(matches!(room.referee.end(), Some(End::Over(_))), "default moves end the game");
}

#[test]
fn a_bot_that_is_gone_has_crashed_or_never_started() {
    let mut room = Room::ready("default-move");
    room.referee.gone(ONE, "it ended with exit code 3".to_owned(), ms(0));
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::Crash)]);
    assert_eq!(room.hung_up, [ONE]);
    // The default move is played for it from now on.
    room.heard(TWO);
    room.choose(TWO, 1, "v 0 1");
    assert_eq!(room.heard(TWO), "notice notice decide(2)");

    let mut room = Room::two_bots(House::default());
    room.referee.gone(ONE, "it ended with exit code 3".to_owned(), ms(0));
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::StartFailed)]);
    assert_eq!(room.last_why(), "it ended with exit code 3, before it said hello");
}

#[test]
fn a_crash_out_of_turn_leaves_the_other_question_open() {
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), House::default(), bots(3));
    room.get_ready();
    room.heard(ONE);
    room.referee.gone(TWO, "it closed its output".to_owned(), ms(10));
    room.carry_out();
    let heard = room.heard(ONE);
    // The table looks different now, so the question is put again.
    assert_eq!(heard, "notice stop(1) decide(2)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!(room.heard(ONE), "error(stale none)");
    room.choose(ONE, 2, "h 0 0");
    assert_eq!(room.acts(), ["2 leaves", "1: h 0 0"]);
    assert_eq!(room.verdicts(), [(TWO, Verdict::Crash)]);
}

#[test]
fn bad_manners_are_protocol_faults() {
    let deep = format!(r#"{{"type":"info","x":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    let cases: [(&[u8], &str); 9] = [
        (b"h 0 \x1b0", "column 1: 'h 0 0'; what a bot prints for people belongs on standard error"),
        (b"\xff\xff", "not text in UTF-8"),
        (b"", "not JSON"),
        (b"[]", "a field 'type'"),
        (deep.as_bytes(), "more than 16 deep"),
        (br#"{"type": "choose", "id": 1}"#, "missing field `move`"),
        (br#"{"type": "choose", "id": 2, "move": "h 0 0"}"#, "there is no question 2 yet"),
        (br#"{"type": "choose", "id": 0, "move": "h 0 0"}"#, "answered already"),
        (br#"{"type": "hello", "versions": [1]}"#, "said hello already"),
    ];
    for (line, why) in cases {
        let mut room = Room::ready("forfeit");
        room.line(ONE, line);
        assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)]);
        assert!(room.last_why().contains(why), "{} has no '{why}'", room.last_why());
        assert!(room.heard(ONE).ends_with("error(protocol forfeit) bye(dismissed)"));
    }
}

#[test]
fn before_hello_nothing_else_is_said() {
    for message in ["choose", "pong", "info"] {
        let mut room = Room::two_bots(House::default());
        room.bot(ONE, &json!({"type": message, "id": 1, "move": "h 0 0"}));
        assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)], "{message}");
        assert_eq!(room.last_why(), "a bot says hello before anything else");
    }
    let mut room = Room::two_bots(House::default());
    room.bot(ONE, &json!({"type": "hello", "versions": [7]}));
    assert_eq!(room.verdicts(), [(ONE, Verdict::StartFailed)]);
    assert!(room.last_why().contains("speaks version 1 of the protocol, and the bot [7]"));
}

#[test]
fn every_complaint_comes_with_its_reason_as_data() {
    let no_answer = json!({"code": "no-answer", "data": {"question": 1, "allowed": 1000}});
    let cases: [(&str, &[u8], Value); 8] = [
        (
            "unknown",
            br#"{"type": "sing"}"#,
            json!({"code": "unknown-message", "data": {"type": "sing"}}),
        ),
        ("protocol", b"hello?", json!({"code": "not-json"})),
        ("protocol", b"[1]", json!({"code": "no-type"})),
        (
            "protocol",
            br#"{"type": "choose"}"#,
            json!({"code": "bad-message", "data": {"type": "choose"}}),
        ),
        ("protocol", br#"{"type": "hello", "versions": [1]}"#, json!({"code": "hello-twice"})),
        (
            "protocol",
            br#"{"type": "choose", "id": 2, "move": "h 0 0"}"#,
            json!({"code": "not-asked-yet", "data": {"question": 2, "open": 1}}),
        ),
        (
            "protocol",
            br#"{"type": "choose", "id": 0, "move": "h 0 0"}"#,
            json!({"code": "answered-before", "data": {"question": 0}}),
        ),
        (
            "illegal",
            br#"{"type": "choose", "id": 1, "move": "h 9 9"}"#,
            json!({"code": "off-the-board", "data": ["h 9 9", "2x2"]}),
        ),
    ];
    for (code, line, refusal) in cases {
        let mut room = Room::ready("default-move");
        room.said[0].clear();
        room.line(ONE, line);
        let error = &room.said[0][0];
        assert_eq!((error["code"].as_str(), &error["refusal"]), (Some(code), &refusal), "{error}");
    }
    let mut room = Room::ready("default-move");
    room.said[0].clear();
    room.tick_at(1_101);
    assert_eq!(room.said[0][0]["refusal"], no_answer);
    room.said[0].clear();
    room.choose(ONE, 1, "h 0 0");
    let data = json!({"question": 1, "open": null});
    assert_eq!(room.said[0][0]["refusal"], json!({"code": "withdrawn", "data": data}));
}

#[test]
fn a_second_answer_is_a_fault_and_changes_nothing() {
    let mut room = Room::ready("default-move");
    room.choose(ONE, 1, "h 0 0");
    room.heard(ONE);
    room.choose(ONE, 1, "h 0 1");
    assert_eq!(room.heard(ONE), "error(protocol none)");
    assert_eq!(room.acts(), ["1: h 0 0"]);
    assert_eq!(room.last_why(), "question 1 has been answered already");
}

#[test]
fn what_nobody_knows_is_answered_and_costs_nothing() {
    let mut room = Room::ready("game");
    room.heard(ONE);
    room.bot(ONE, &json!({"type": "sing", "song": [1, 2]}));
    room.bot(ONE, &json!({"type": "ping", "id": 42, "extra": true}));
    room.bot(ONE, &json!({"type": "error", "code": "odd"}));
    assert_eq!(room.heard(ONE), "error(unknown none) pong(42)");
    assert_eq!(room.verdicts(), []);
}

#[test]
fn chatter_ends_in_a_fault() {
    let mut room = Room::ready("forfeit");
    for _ in 0..250 {
        room.bot(ONE, &json!({"type": "info", "text": "la"}));
    }
    assert_eq!(room.verdicts(), [(ONE, Verdict::Protocol)]);
    assert!(room.last_why().starts_with("it says more beside its answers"), "{}", room.last_why());
}

#[test]
fn a_bot_may_give_up() {
    let mut room = Room::ready("game");
    room.bot(ONE, &json!({"type": "bye", "reason": "lost"}));
    assert_eq!((room.acts(), room.verdicts()), (vec!["1 leaves".to_owned()], vec![]));
    assert_eq!(room.hung_up, [ONE]);
}

#[test]
fn a_line_that_is_too_long_ends_the_conversation() {
    let mut room = Room::ready("default-move");
    room.referee.overlong(ONE, "a line has at most 65536 bytes".to_owned(), ms(0));
    room.carry_out();
    assert_eq!(room.verdicts(), [(ONE, Verdict::Oversize)]);
    assert_eq!(room.hung_up, [ONE]);
    assert_eq!(room.acts().len(), 1, "the default move was played");
}

#[test]
fn nothing_is_heard_after_the_end() {
    let mut room = Room::ready("game");
    room.choose(ONE, 1, "sing");
    let faults = room.referee.faults().len();
    room.line(TWO, b"rubbish");
    room.referee.gone(TWO, "gone".to_owned(), ms(9));
    room.tick_at(99_999);
    assert_eq!(room.referee.faults().len(), faults);
}

#[test]
fn the_faults_of_others_are_told_at_the_end_only() {
    let mut room = Room::ready("timeout=default-move,forfeit");
    room.tick_at(1_101);
    assert_eq!(room.heard(TWO), "notice decide(1)");
    room.choose(TWO, 1, "sing");
    let bye = room.said[0].last().unwrap();
    assert_eq!(
        bye["faults"],
        json!([
            {"seat": 1, "verdict": "timeout", "cost": "default-move"},
            {"seat": 2, "verdict": "illegal", "cost": "forfeit"},
        ])
    );
}

#[test]
fn a_bot_stands_in_the_way_of_what_it_has_noticed_alone() {
    let controllers = vec![Controller::Person, Controller::Bot(None)];
    let mut room = Room::new::<Slips>(&json!({}), House::default(), controllers);
    room.get_ready_alone(TWO);
    room.answer(ONE, "x");
    room.answer(ONE, "o");
    assert_eq!(room.heard(TWO), "", "it notices nothing");
    assert_eq!(room.referee.may_take_back(ONE, 0), Takeback::Free);
    room.referee.take_back(ONE, 0, Seats::NONE, ms(0)).unwrap();
    room.carry_out();
    assert_eq!((room.acts().len(), room.heard(TWO)), (0, String::new()));
    room.answer(ONE, "show");
    assert_eq!(room.heard(TWO), "notice decide(1)");
    let refused = |why| Takeback::Refused(why);
    let to = Seats::one(TWO);
    assert_eq!(room.referee.may_take_back(ONE, 0), refused(NoTakeback::CameToLight { to }));
    room.choose(TWO, 1, "x");
    assert_eq!(room.referee.may_take_back(TWO, 1), refused(NoTakeback::Bots), "it knows its own");

    // What lies open is another matter.
    let controllers = vec![Controller::Person, Controller::Bot(None)];
    let mut room = Room::new::<DotsAndBoxes>(&json!({}), House::default(), controllers);
    room.get_ready_alone(TWO);
    room.answer(ONE, "h 0 0");
    assert_eq!(room.referee.may_take_back(ONE, 0), refused(NoTakeback::Bots));
    assert_eq!(room.referee.may_take_back(TWO, 0), refused(NoTakeback::NotYours));
}

/// Does nothing but show that a value may go to another thread.
fn on_any_thread<T: Send>(value: T) -> T {
    value
}

#[test]
fn a_player_thinks_elsewhere_while_the_match_goes_on() {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    let who = vec![Occupant::new("random", "Ann"), Occupant::new("human", "Bob")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let mut referee = Referee::new(sitting, vec![player, Controller::Person], house, ms(0));
    assert!(referee.hand_out(TWO, ms(0)).is_none(), "a person decides there");
    let thinking = referee.hand_out(ONE, ms(0)).unwrap();
    assert!(referee.hand_out(ONE, ms(0)).is_none(), "it thinks already");
    assert_eq!(referee.waiting(), Waiting::Bots);
    let thinking = on_any_thread(thinking);
    // It waited for a thread for as long as it thought, and is charged for the latter alone.
    referee.decided(thinking.decide(), ms(300), ms(600));
    write_down(&mut referee, ms(600));
    assert_eq!((referee.sitting().acts().len(), referee.time_used(ONE)), (1, (ms(300), 1)));

    // Before it has decided another time a person takes the seat.
    let free = referee.sitting().table().menu(TWO, 1).entries.swap_remove(0);
    let parlor_engine::AnyEntry::One { notation, .. } = free else { panic!("a line") };
    referee.answer(TWO, 1, notation, ms(700)).unwrap();
    write_down(&mut referee, ms(700));
    let thinking = referee.hand_out(ONE, ms(700)).unwrap();
    referee.replace(ONE, Occupant::new("human", "Cid"), Controller::Person, ms(800)).unwrap();
    write_down(&mut referee, ms(800));
    referee.decided(thinking.decide(), ms(100), ms(900));
    assert!(referee.draft().is_none() && referee.is_person(ONE));
    assert_eq!(referee.sitting().acts().len(), 2);
}

/// A player of the house that thinks elsewhere, and the person it plays against.
fn player_and_person(costs: &str) -> Referee {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "2x2"}), 2).unwrap();
    let player = Controller::Player(table.player("random", 1).unwrap());
    let who = vec![Occupant::new("random", "Ann"), Occupant::new("human", "Bob")];
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let (terms, costs) = ("1s".parse().unwrap(), costs.parse().unwrap());
    let house = House { terms, costs, ..House::default() };
    Referee::new(sitting, vec![player, Controller::Person], house, ms(0))
}

#[test]
fn a_player_that_does_not_come_back_is_late() {
    let mut referee = player_and_person("default-move");
    // It waited half a second for a thread, and that is not its fault.
    let thinking = referee.hand_out(ONE, ms(500)).unwrap();
    assert_eq!((referee.waiting(), referee.wake_at()), (Waiting::Bots, Some(ms(1_600))));
    referee.tick(ms(1_600));
    assert!(referee.draft().is_none(), "the margin is not over");
    referee.tick(ms(1_601));
    write_down(&mut referee, ms(1_601));
    assert_eq!(
        (referee.faults()[0].verdict, referee.sitting().acts().len()),
        (Verdict::Timeout, 1)
    );
    // What it comes up with after that is not played, but it plays on.
    referee.decided(thinking.decide(), ms(1_200), ms(1_700));
    assert!(referee.draft().is_none());
    assert_eq!(referee.asked(), Seats::one(TWO));
    referee.answer(TWO, 1, "v 1 2".to_owned(), ms(1_800)).unwrap();
    write_down(&mut referee, ms(1_800));
    assert_eq!(referee.waiting(), Waiting::Player(ONE));
}

#[test]
fn a_player_that_never_comes_back_does_not_hold_the_match() {
    let mut referee = player_and_person("forfeit");
    let thinking = referee.hand_out(ONE, ms(0)).unwrap();
    referee.tick(ms(1_101));
    write_down(&mut referee, ms(1_101));
    assert!(referee.end().is_some(), "nobody is left to play against");
    drop(thinking);
}

#[test]
fn a_player_that_was_sent_away_does_not_come_back_in_place_of_another() {
    let mut referee = player_and_person("forfeit");
    let first = referee.hand_out(ONE, ms(0)).unwrap();
    let second = Controller::Player(referee.sitting().table().player("easy", 1).unwrap());
    referee.replace(ONE, Occupant::new("easy", "Cid"), second, ms(10)).unwrap();
    write_down(&mut referee, ms(10));
    let second = referee.hand_out(ONE, ms(20)).unwrap();
    referee.decided(first.decide(), ms(5), ms(30));
    assert_eq!(referee.waiting(), Waiting::Bots, "the second one still thinks");
    referee.decided(second.decide(), ms(5), ms(40));
    write_down(&mut referee, ms(40));
    assert_eq!(referee.sitting().acts().len(), 1, "and is heard");
}

#[test]
fn news_are_numbered_without_a_gap_for_those_who_want_them() {
    let house = House { terms: "1s".parse().unwrap(), ..House::default() };
    let controllers = vec![Controller::Person, Controller::Bot(None), Controller::Bot(None)];
    let mut room = Room::new::<DotsAndBoxes>(&json!({"boxes": "2x2"}), house, controllers);
    let hello = json!({"type": "hello", "versions": [1], "wants": ["news"]});
    room.bot(TWO, &hello);
    let three = Seat::at(2);
    room.bot(three, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[1][0]["heard"], 0);
    assert!(room.said[2][0].get("heard").is_none(), "it did not ask");
    for seat in [TWO, three] {
        room.bot(seat, &json!({"type": "pong", "id": 1}));
    }
    room.heard(TWO);
    room.heard(three);
    room.answer(ONE, "h 0 0");
    room.referee.replace(ONE, Occupant::new("human", "Dora"), Controller::Person, ms(0)).unwrap();
    room.carry_out();
    room.referee.pause(ms(0)).unwrap();
    room.carry_out();
    room.referee.unpause(ms(0)).unwrap();
    room.carry_out();
    let told: Vec<Value> =
        room.said[1].iter().filter(|said| said["type"] != "decide").cloned().collect();
    let numbers: Vec<_> = told.iter().map(|said| said["number"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(4)], "{told:?}");
    assert_eq!(
        told[1],
        json!({"type": "news", "number": 2, "event": "seated", "seat": 1, "name": "Dora"})
    );
    assert_eq!((&told[2]["event"], &told[3]["event"]), (&json!("paused"), &json!("resumed")));
    assert!(room.said[2][0].get("number").is_none(), "the others are told as before");
    assert_eq!(room.heard(three), "notice");

    // Whoever comes later is told where the count stands, and who sits there by now.
    let bot = Controller::Bot(None);
    room.referee.replace(three, Occupant::new("bot", "Eve"), bot, ms(0)).unwrap();
    room.carry_out();
    room.heard(three);
    room.bot(three, &hello);
    let welcome = &room.said[2][0];
    assert_eq!((&welcome["heard"], &welcome["begun"]), (&json!(5), &json!(true)));
    assert_eq!(welcome["names"], json!(["Dora", "Bob", "Eve"]));
}

#[test]
fn a_bot_that_loses_its_connection_may_come_back() {
    let mut room = Room::ready("forfeit");
    room.heard(ONE);
    room.now = ms(200);
    room.referee.lost(ONE, room.now);
    room.carry_out();
    assert_eq!((room.verdicts(), room.referee.lost_since(ONE)), (vec![], Some(ms(200))));
    room.now = ms(500);
    room.referee.back(ONE, room.now);
    room.bot(ONE, &json!({"type": "hello", "versions": [1]}));
    assert_eq!(room.said[0][0]["begun"], true);
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    // The same question again, with what is left of its time.
    let decide = room.said[0].last().unwrap();
    assert_eq!((&decide["id"], &decide["deadline"]), (&json!(1), &json!(500)));
    assert_eq!(room.heard(ONE), "welcome ping(1) decide(1)");
    room.choose(ONE, 1, "h 0 0");
    assert_eq!((room.acts(), room.verdicts()), (vec!["1: h 0 0".to_owned()], vec![]));
    // What happens while nobody hears it is not said; the next view has it.
    room.referee.lost(ONE, room.now);
    room.choose(TWO, 1, "v 0 0");
    room.heard(ONE);
    room.referee.back(ONE, room.now);
    room.bot(ONE, &json!({"type": "hello", "versions": [1]}));
    room.bot(ONE, &json!({"type": "pong", "id": 1}));
    assert_eq!(room.said[0].last().unwrap()["view"]["drawn"], json!(["h 0 0", "v 0 0"]));
    assert_eq!(room.heard(ONE), "welcome ping(1) decide(2)");
}

#[test]
fn a_bot_that_stays_away_has_crashed_and_its_clock_runs_on() {
    let absence = Absence { grace: ms(700), then: Away::Wait };
    let terms: Terms = "1s".parse().unwrap();
    let house = House { terms, absence, ..House::default() };
    let mut room = Room::two_bots(house.clone());
    room.get_ready();
    room.referee.lost(ONE, ms(0));
    assert_eq!(room.referee.wake_at(), Some(ms(700)));
    room.tick_at(700);
    assert_eq!(room.verdicts(), [(ONE, Verdict::Crash)]);
    assert_eq!(room.last_why(), "its connection was lost, and it did not come back within 700ms");

    let costs = "timeout=default-move,forfeit".parse().unwrap();
    let mut room = Room::two_bots(House { costs, ..house });
    room.get_ready();
    room.heard(ONE);
    room.now = ms(600);
    room.referee.lost(ONE, room.now);
    room.tick_at(1_101);
    assert_eq!((room.verdicts(), room.acts().len()), (vec![(ONE, Verdict::Timeout)], 1));
    assert_eq!(room.heard(ONE), "", "there is no line to say it on");
}

#[test]
fn to_sit_down_again_refills_no_bank() {
    let house = House { terms: "10s+0s".parse().unwrap(), ..House::default() };
    let mut room = Room::two_bots(house);
    room.get_ready();
    room.now = ms(4_000);
    let who = room.referee.sitting().occupant(ONE).clone();
    room.referee.replace(ONE, who, Controller::Bot(None), room.now).unwrap();
    room.carry_out();
    assert_eq!(room.referee.sitting().bank(ONE), Some(ms(6_000)));
}
