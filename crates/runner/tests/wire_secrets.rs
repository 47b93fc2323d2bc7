//! The secrets law once more, on the bytes a bot gets in a whole conversation: two worlds that look
//! the same to a seat, played on alike, put the same lines on its wire, in the same order.

use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{
    About, Act, ActOf, Applied, Asleep, Awake, Digest, Face, Game, Hosted, Menu, Odds, Seat, Turn,
    Viewer, Visitor, random_act, table_in,
};
use parlor_match::{Controller, Costs, House, Order, Referee, Sitting};
use parlor_protocol::Hello;
use serde_json::{Value, json};

/// How often a world is drawn until one differs from the truth.
const DRAWS: usize = 24;
/// How many moments are looked at for one pair of worlds.
const TRIES: usize = 50;
/// How long a conversation goes on at most.
const STEPS: usize = 24;
/// How many acts of the other world are looked at for one that looks alike.
const LOOKED_AT: usize = 200;

/// The table of one world with a bot in every seat, and what one of them was told.
struct World<'a, G: Game> {
    game: &'a G,
    state: G::State,
    referee: Referee,
    viewer: Seat,
    wire: Vec<Vec<u8>>,
    now: Duration,
    /// The number of each seat's last question.
    asked: Vec<u64>,
}

impl<'a, G: Hosted + Clone> World<'a, G> {
    fn new(about: &About, game: &'a G, state: G::State, viewer: Seat) -> Self {
        let table = table_in(about.clone(), game.clone(), state.clone());
        let hello = Hello {
            versions: vec![1],
            name: None,
            wants: ["text", "slots", "catalogue"].map(str::to_owned).to_vec(),
        };
        let bots = (0..game.seats()).map(|_| Controller::Bot(Some(hello.clone().into()))).collect();
        let sitting = Sitting::by_hand(table, Vec::new(), None);
        let costs: Costs = "default-move".parse().unwrap();
        let house = House { terms: "60s+1s/10s".parse().unwrap(), costs, ..House::default() };
        let referee = Referee::new(sitting, bots, house, Duration::ZERO);
        let asked = vec![0; game.seats()];
        let (wire, now) = (Vec::new(), Duration::ZERO);
        let mut world = Self { game, state, referee, viewer, wire, now, asked };
        for seat in 0..game.seats() {
            world.says(Seat::at(seat), &json!({"type": "pong", "id": 1}));
        }
        world
    }

    fn says(&mut self, seat: Seat, message: &Value) {
        self.line(seat, message.to_string().as_bytes());
    }

    fn line(&mut self, seat: Seat, line: &[u8]) {
        self.now += Duration::from_millis(3);
        self.referee.said(seat, line, self.now);
        self.listen();
    }

    fn listen(&mut self) {
        while self.referee.draft().is_some() {
            self.referee.commit(self.now);
        }
        while let Some(order) = self.referee.order() {
            let Order::Send(seat, line) = order else { continue };
            let message: Value = serde_json::from_slice(&line).unwrap();
            if message["type"] == "decide" {
                self.asked[seat.index()] = message["id"].as_u64().unwrap();
            }
            if seat == self.viewer {
                self.wire.push(line);
            }
        }
    }

    /// Whether this act is legal, and what it shows the viewer.
    fn sight(&self, act: &ActOf<G>) -> Option<parlor_engine::Sight<G::Secret>> {
        let (mut after, mut told) = (self.state.clone(), Awake::new());
        self.game.apply(&mut after, act, &mut told).ok()?;
        let step = Applied { before: &self.state, act, after: &after, told: &told.0 };
        Some(step.sight(self.game, Viewer::Seat(self.viewer)))
    }

    /// Plays a legal act, as the seats would over the wire.
    fn play(&mut self, act: &ActOf<G>) {
        self.game.apply(&mut self.state, act, &mut Asleep).expect("it is legal");
        match act {
            Act::Move(seat, played) => {
                let id = self.asked[seat.index()];
                let choose = json!({"type": "choose", "id": id, "move": played.to_string()});
                self.says(*seat, &choose);
            }
            Act::Leave(seat) => self.says(*seat, &json!({"type": "bye"})),
            Act::Chance(outcome) => {
                self.now += Duration::from_millis(3);
                self.referee.chance(outcome.to_string(), self.now).expect("it is legal");
                self.listen();
            }
            Act::Clock => {
                self.now = self.referee.wake_at().expect("a clock runs");
                self.referee.tick(self.now);
                self.listen();
            }
        }
        assert_eq!(self.referee.sitting().table().digest(), Digest::of(&self.state));
    }
}

/// What came of a number of pairs.
#[derive(Debug, Default)]
struct Count {
    pairs: usize,
    steps: usize,
    lines: usize,
    /// Lines that say that something was wrong.
    errors: usize,
    different: usize,
}

struct Pairs {
    about: About,
    wanted: usize,
    /// Whether the other world is one that looks the same to the viewer, or to somebody else.
    alike: bool,
}

impl Visitor for Pairs {
    type Out = Count;

    fn visit<G: Hosted>(self, game: G) -> Count {
        let mut rng = playout_rng(7);
        let mut count = Count::default();
        let mut state = game.start();
        let mut left = TRIES * self.wanted;
        while count.pairs < self.wanted && left > 0 {
            let Some(act) = random_act(&game, &state, &mut rng) else {
                state = game.start();
                continue;
            };
            game.apply(&mut state, &act, &mut Asleep).expect("a random act is legal");
            if rng_says(&mut rng, 6) {
                left -= 1;
                self.pair(&game, &state, &mut rng, &mut count);
            }
        }
        count
    }
}

impl Pairs {
    fn pair<G: Hosted>(&self, game: &G, state: &G::State, rng: &mut PlayoutRng, count: &mut Count) {
        let seat = |rng: &mut PlayoutRng| Seat::at(below(rng, game.seats() as u64) as usize);
        let viewer = seat(rng);
        let mut looker = viewer;
        while !self.alike && looker == viewer {
            looker = seat(rng);
        }
        let view = game.view(state, Viewer::Seat(looker));
        let truth = Digest::of(state);
        let mut worlds = (0..DRAWS).map(|_| game.imagine(&view, rng));
        let Some(other) = worlds.find(|world| Digest::of(world) != truth) else { return };
        if asked(game, state) != asked(game, &other) {
            // Answers are in that the viewer does not know of.
            return;
        }
        count.pairs += 1;
        let mut here = World::new(&self.about, game, state.clone(), viewer);
        let mut there = World::new(&self.about, game, other, viewer);
        for _ in 0..STEPS {
            if rng_says(rng, 5) {
                let line = chatter(viewer, &here.asked, rng);
                here.line(viewer, &line);
                there.line(viewer, &line);
            }
            if here.wire != there.wire || !step(&mut here, &mut there, rng) {
                break;
            }
            count.steps += 1;
        }
        count.lines += here.wire.len();
        let errors = here.wire.iter().filter(|line| line.starts_with(br#"{"type":"error""#));
        count.errors += errors.count();
        if here.wire != there.wire {
            count.different += 1;
            assert!(
                !self.alike,
                "{}: {viewer} can tell two worlds apart:\n{}",
                self.about.id,
                gap(&here, &there)
            );
        }
    }
}

/// The first lines that differ.
fn gap<G: Game>(here: &World<'_, G>, there: &World<'_, G>) -> String {
    let text = |line: Option<&Vec<u8>>| {
        line.map_or("(nothing)".into(), |line| String::from_utf8_lossy(line).into_owned())
    };
    let most = here.wire.len().max(there.wire.len());
    let first = (0..most).find(|&i| here.wire.get(i) != there.wire.get(i)).unwrap_or(0);
    format!("line {first}\n{}{}", text(here.wire.get(first)), text(there.wire.get(first)))
}

fn asked<G: Game>(game: &G, state: &G::State) -> parlor_engine::Seats {
    match game.turn(state) {
        Turn::Ask { seats, .. } => seats,
        Turn::Chance | Turn::Over => parlor_engine::Seats::NONE,
    }
}

fn rng_says(rng: &mut PlayoutRng, one_in: u64) -> bool {
    below(rng, one_in) == 0
}

/// Something a bot may say that is no answer.
fn chatter(viewer: Seat, asked: &[u64], rng: &mut PlayoutRng) -> Vec<u8> {
    let lines = [
        json!({"type": "sing"}),
        json!({"type": "ping", "id": 9}),
        json!({"type": "info", "text": "hm"}),
        // A fault. While a question is open it costs the default move, which is a step of its own.
        json!({"type": "choose", "id": 99, "move": "x"}),
    ];
    let most = if asked[viewer.index()] == 0 { 4 } else { 3 };
    lines[below(rng, most) as usize].to_string().into_bytes()
}

/// Takes the same step in both worlds, or two that look the same to the viewer; `false` when there
/// are none.
fn step<'a, G: Hosted + Clone>(
    here: &mut World<'a, G>,
    there: &mut World<'a, G>,
    rng: &mut PlayoutRng,
) -> bool {
    if asked(here.game, &here.state) != asked(there.game, &there.state) {
        return false;
    }
    let Some(mut act) = random_act(here.game, &here.state, rng) else { return false };
    let seats = asked(here.game, &here.state);
    if seats.contains(here.viewer) && rng_says(rng, 4) {
        return err(here, there, rng);
    }
    if seats.are_several() {
        let seat = seats.nth(below(rng, seats.len() as u64) as usize).expect("one of them");
        let menu = here.game.menu(&here.state, seat);
        act = Act::Move(seat, menu.sample(rng).expect("an asked seat has a legal move"));
    }
    if rng_says(rng, 40) {
        act = Act::Leave(Seat::at(below(rng, here.game.seats() as u64) as usize));
    }
    let Some(sight) = here.sight(&act) else { return false };
    if there.sight(&act).as_ref() == Some(&sight) {
        here.play(&act);
        there.play(&act);
        return true;
    }
    if sight.face == Face::Up || act.seat() == Some(here.viewer) {
        return false;
    }
    let Some(other) = look_alike(there, &act, &sight, rng) else { return false };
    here.play(&act);
    there.play(&other);
    true
}

/// The viewer answers what is not legal, or not in time: it is told why, and the default move is
/// played for it.
fn err<'a, G: Hosted + Clone>(
    here: &mut World<'a, G>,
    there: &mut World<'a, G>,
    rng: &mut PlayoutRng,
) -> bool {
    let viewer = here.viewer;
    let default = |world: &World<'_, G>| world.game.default_move(&world.state, viewer);
    assert_eq!(default(here), default(there), "what is played for one is no secret of others");
    let act = Act::Move(viewer, default(here).expect("an asked seat has a default move"));
    if here.sight(&act) != there.sight(&act) {
        return false;
    }
    let wrong = wrong_move(here, there, rng);
    for world in [here, there] {
        world.game.apply(&mut world.state, &act, &mut Asleep).expect("it is legal");
        if let Some(played) = &wrong {
            let id = world.asked[viewer.index()];
            world.says(viewer, &json!({"type": "choose", "id": id, "move": played}));
        } else {
            world.now += Duration::from_secs(11);
            world.referee.tick(world.now);
            world.listen();
        }
        assert_eq!(world.referee.sitting().table().digest(), Digest::of(&world.state));
    }
    true
}

/// A move that is legal in neither world: one that somebody else could make, or none at all. Now and
/// then nothing is said.
fn wrong_move<G: Hosted + Clone>(
    here: &World<'_, G>,
    there: &World<'_, G>,
    rng: &mut PlayoutRng,
) -> Option<String> {
    // Where others are asked, too, they would be late as well.
    let is_alone = !asked(here.game, &here.state).are_several();
    if is_alone && rng_says(rng, 5) {
        return None;
    }
    let illegal = |played: &G::Move| {
        let act = Act::Move(here.viewer, played.clone());
        here.sight(&act).is_none() && there.sight(&act).is_none()
    };
    // Moves that were on offer a few steps on, in some world that may be.
    let mut state = here.game.imagine(&here.game.view(&here.state, Viewer::Seat(here.viewer)), rng);
    for _ in 0..20 {
        let Some(act) = random_act(here.game, &state, rng) else { break };
        here.game.apply(&mut state, &act, &mut Asleep).expect("a random act is legal");
        if let Act::Move(_, played) = act
            && illegal(&played)
        {
            return Some(played.to_string());
        }
    }
    Some("nothing of the kind".to_owned())
}

/// An act of the other world that the viewer cannot tell from this one.
fn look_alike<G: Hosted + Clone>(
    world: &World<'_, G>,
    act: &ActOf<G>,
    sight: &parlor_engine::Sight<G::Secret>,
    rng: &mut PlayoutRng,
) -> Option<ActOf<G>> {
    let alike = |other: &ActOf<G>| world.sight(other).as_ref() == Some(sight);
    match act {
        Act::Chance(_) => {
            let odds = world.game.odds(&world.state)?;
            let draws = (0..LOOKED_AT).filter_map(|_| odds.draw(rng)).map(Act::Chance);
            draws.into_iter().find(|other| alike(other))
        }
        Act::Move(seat, _) => {
            let menu = world.game.menu(&world.state, *seat);
            let moves: Vec<_> = menu.iter().take(LOOKED_AT).collect();
            moves.into_iter().map(|played| Act::Move(*seat, played)).find(|other| alike(other))
        }
        Act::Clock | Act::Leave(_) => None,
    }
}

fn pairs(game: &str, options: &Value, seats: usize, wanted: usize, alike: bool) -> Count {
    let about = parlor_registry::find(game).unwrap().about();
    let pairs = Pairs { about, wanted, alike };
    parlor_registry::visit(game, options, seats, pairs).unwrap()
}

fn check(game: &str, options: &Value, seats: usize) {
    let wanted = if parlor_gametest::slow() { 10_000 } else { 150 };
    let count = pairs(game, options, seats, wanted, true);
    println!("{game} {options} with {seats} seats: {count:?}");
    assert_eq!((count.pairs, count.different), (wanted, 0));
    assert!(count.steps > 2 * count.pairs && count.lines > 4 * count.pairs, "{count:?}");
    assert!(count.errors * 10 > count.pairs, "{count:?}");
    // The same comparison finds worlds that do not look the same.
    let strangers = pairs(game, options, seats, wanted / 3, false);
    println!("strangers: {strangers:?}");
    assert!(strangers.different * 10 > strangers.pairs, "{strangers:?}");
}

#[test]
fn automation() {
    check("automation", &json!({"set": "standard"}), 3);
}

#[test]
fn chaos_letter() {
    check("chaos-letter", &json!({}), 3);
}

#[test]
fn chaos_letter_with_its_largest_deck() {
    check("chaos-letter", &json!({"deck": "chaos"}), 4);
}

/// What is not drawn yet is nobody's secret: there is no other world to tell from this one.
#[test]
fn dots_and_boxes_and_property_tycoon_have_no_secrets() {
    for game in ["dots-and-boxes", "property-tycoon"] {
        assert_eq!(pairs(game, &json!({}), 2, 10, true).pairs, 0, "{game}");
    }
}
