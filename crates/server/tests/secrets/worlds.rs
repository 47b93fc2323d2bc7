//! Worlds that look the same to somebody.
//!
//! A world is a seed, and what the seats do. Everybody plays by a rule that depends on what their seat sees, so in most
//! worlds different things happen. Here all worlds of a pool are played step by step, by the rules alone and without a
//! server. Those that have shown the viewer the same news and the same views so far stay together, and the others part. A
//! group of worlds is cut before they part.

use std::collections::BTreeMap;

use parlor_engine::{
    AnyAct, AnyEntry, AnyNotice, AnyPlayer, AnyTable, AnyTurn, Budget, Digest, Face, Seat, Viewer,
};
use parlor_match::{Dealer, Seed, Shares};
use serde_json::Value;

/// The most answers of a computer player in a row, in one step.
pub(crate) const MOST_IN_A_ROW: usize = 8;

/// Fewer worlds than these are not played any further.
const LEAST: usize = 5;

/// With so many kinds of luck the search goes on.
const MOST_LUCKS: usize = 40;

/// The most moves of a menu that are looked at.
const MENU: usize = 200;

/// A kind of table.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) game: &'static str,
    pub(crate) options: Value,
    pub(crate) seats: Vec<Who>,
    pub(crate) clock: &'static str,
    /// Tickets in which the seeds of a group are alike from the start, each with its stream and total. This finds worlds with
    /// the same dice without playing all the others.
    pub(crate) luck: &'static [(&'static str, u64)],
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Person,
    Computer(&'static str),
}

/// One world, as far as it is played.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) seed: [u8; 32],
    /// What decides about hidden things beside the seed.
    pub(crate) secret: u64,
    /// What people play, step by step.
    pub(crate) steps: Vec<Vec<(Seat, String)>>,
    /// What some people play in the end without anybody noticing.
    pub(crate) unnoticed: Vec<(Seat, String)>,
    /// The whole state at the cut.
    pub(crate) digest: Digest,
}

/// Worlds that look the same to a viewer.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) viewer: Viewer,
    pub(crate) worlds: Vec<World>,
}

/// How groups are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) viewer: Viewer,
    /// By what rule everybody plays.
    pub(crate) manner: u64,
    /// How many worlds share a seed. They differ in what others play unnoticed.
    pub(crate) secrets: u64,
    /// How many worlds a group has at the most.
    pub(crate) most: usize,
    /// How many steps are played at the most.
    pub(crate) depth: usize,
}

impl Search {
    /// All groups of worlds with these seeds, the longest play first.
    pub(crate) fn groups(&self, setup: &Setup, seeds: &[Vec<[u8; 32]>]) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut open: Vec<Vec<Play>> = seeds.iter().map(|seeds| self.plays(setup, seeds)).collect();
        while let Some(plays) = open.pop() {
            self.part(plays, &mut open, &mut groups);
        }
        groups.sort_by_key(|group: &Group| std::cmp::Reverse(group.worlds[0].steps.len()));
        groups
    }

    fn plays(&self, setup: &Setup, seeds: &[[u8; 32]]) -> Vec<Play> {
        let worlds = seeds.iter().flat_map(|seed| (0..self.secrets).map(move |it| (*seed, it)));
        worlds.map(|(seed, secret)| Play::begin(setup, seed, secret, self)).collect()
    }

    /// Plays worlds that look the same by one more step, and parts them where they do not any more.
    fn part(&self, plays: Vec<Play>, open: &mut Vec<Vec<Play>>, groups: &mut Vec<Group>) {
        let worlds: Vec<World> = plays.iter().map(Play::world).collect();
        let is_sealed = worlds.iter().any(|world| world.unnoticed != worlds[0].unnoticed);
        let is_long = worlds[0].steps.len() >= self.depth;
        let mut parts: BTreeMap<Option<[u8; 32]>, Vec<(Play, World)>> = BTreeMap::new();
        for (mut play, world) in plays.into_iter().zip(worlds) {
            let shown = if is_long { None } else { play.step() };
            parts.entry(shown).or_default().push((play, world));
        }
        let mut left = Vec::new();
        for (shown, part) in parts {
            let goes_on = shown.is_some() && part.len() >= LEAST;
            // Where others may have answered under seal, the worlds are compared, and go on all the same.
            if is_sealed || !goes_on {
                left.extend(part.iter().map(|(_, world)| world.clone()));
            }
            if goes_on {
                open.push(part.into_iter().map(|(play, _)| play).collect());
            }
        }
        if self.secrets > 1 && !is_sealed {
            return;
        }
        left.sort_by_key(|world| (world.seed, world.unnoticed.clone(), world.secret));
        // Worlds with the same seed in which the same was played are one.
        left.dedup_by_key(|world| (world.seed, world.steps.clone(), world.unnoticed.clone()));
        for worlds in left.chunks(self.most) {
            if worlds.len() > 2 && !worlds[0].steps.is_empty() {
                groups.push(Group { viewer: self.viewer, worlds: worlds.to_vec() });
            }
        }
    }
}

/// So many seeds, those with the same luck together. Where worlds share a seed each is by itself.
pub(crate) fn seeds(setup: &Setup, manner: u64, pool: u64, secrets: u64) -> Vec<Vec<[u8; 32]>> {
    let mut alike: BTreeMap<(u64, Vec<u64>), Vec<[u8; 32]>> = BTreeMap::new();
    for number in 0..pool {
        let seed = bytes(&[b"seed", &manner.to_le_bytes(), &number.to_le_bytes()]);
        let mut dealer = Dealer::new(&Seed::from_bytes(seed), &Shares::none());
        let luck = setup.luck.iter().map(|(stream, total)| dealer.ticket(stream, *total));
        let alone = if secrets > 1 { number } else { 0 };
        alike.entry((alone, luck.collect())).or_default().push(seed);
    }
    let mut alike: Vec<Vec<[u8; 32]>> = alike.into_values().collect();
    // Most of a large pool was only there to find some that are alike.
    alike.sort_by_key(|seeds| std::cmp::Reverse(seeds.len()));
    alike.truncate(MOST_LUCKS);
    alike
}

/// A world that is being played.
struct Play {
    seed: [u8; 32],
    secret: u64,
    manner: u64,
    viewer: Viewer,
    table: Box<dyn AnyTable>,
    dealer: Dealer,
    computers: Vec<Option<AnyPlayer>>,
    steps: Vec<Vec<(Seat, String)>>,
    /// Everything that the viewer was shown.
    shown: blake3::Hasher,
}

impl Play {
    fn begin(setup: &Setup, seed: [u8; 32], secret: u64, search: &Search) -> Self {
        let rulebook = parlor_registry::find(setup.game).unwrap();
        let table = rulebook.open(&setup.options, setup.seats.len()).unwrap();
        let dealer = Dealer::new(&Seed::from_bytes(seed), &Shares::none());
        let player = |(at, who): (usize, &Who)| match who {
            Who::Person => None,
            Who::Computer(name) => table.player(name, dealer.player_seed(Seat::at(at))),
        };
        let computers = setup.seats.iter().enumerate().map(player).collect();
        let secret = number(&[b"secret", &seed, &secret.to_le_bytes()]);
        let (manner, viewer) = (search.manner, search.viewer);
        let (steps, shown) = (Vec::new(), blake3::Hasher::new());
        let mut play =
            Self { seed, secret, manner, viewer, table, dealer, computers, steps, shown };
        play.deal();
        play.settle();
        play
    }

    /// Everybody who is asked answers once, and computer players as long as they are asked. Gives all that the viewer was
    /// shown so far; `None` where the match is over.
    fn step(&mut self) -> Option<[u8; 32]> {
        let asked = self.table.turn().asked();
        if asked.is_empty() {
            return None;
        }
        let mut step = Vec::new();
        for seat in asked.iter() {
            if !self.table.turn().asked().contains(seat) {
                continue;
            }
            let played = self.choice(seat);
            self.act(&AnyAct::Move(seat, played.clone()));
            step.push((seat, played));
        }
        if !self.settle() || self.table.outcome().is_some() {
            return None;
        }
        self.steps.push(step);
        let asked: Vec<u8> =
            self.table.turn().asked().iter().map(|seat| seat.number() as u8).collect();
        self.shown.update(&asked);
        Some(*self.shown.finalize().as_bytes())
    }

    /// The world as it is now.
    fn world(&self) -> World {
        let (unnoticed, digest) = unnoticed(&*self.table, self.viewer, self.secret);
        World { seed: self.seed, secret: self.secret, steps: self.steps.clone(), unnoticed, digest }
    }

    /// What a seat plays: by a rule that all worlds share, and that only looks at what the seat may do. What neither the
    /// viewer nor a spectator sees is another move in another world.
    fn choice(&self, seat: Seat) -> String {
        let step = (self.steps.len() as u64).to_le_bytes();
        let moves = menu(&*self.table, seat);
        let usual = moves
            .iter()
            .min_by_key(|played| number(&[&self.manner.to_le_bytes(), &step, played.as_bytes()]));
        let usual = usual.expect("a seat that is asked can answer").clone();
        if self.viewer == Viewer::Seat(seat) || !is_hidden(&*self.table, seat, &usual, self.viewer)
        {
            return usual;
        }
        let hidden = moves.iter().filter(|it| is_hidden(&*self.table, seat, it, self.viewer));
        let secret = self.secret.to_le_bytes();
        hidden
            .min_by_key(|played| number(&[&secret, &step, played.as_bytes()]))
            .cloned()
            .unwrap_or(usual)
    }

    /// Computer players answer. `false` where a player goes on and on.
    fn settle(&mut self) -> bool {
        for _ in 0..MOST_IN_A_ROW {
            let asked = self.table.turn().asked();
            let computer = asked.iter().find(|seat| self.computers[seat.index()].is_some());
            let Some(seat) = computer else { return true };
            let prompt = self.table.prompt(seat).expect("it is asked");
            let player = self.computers[seat.index()].as_mut().expect("it is a computer");
            let answer = prompt.decide(player, &Budget::UNLIMITED).expect("a player answers");
            self.act(&AnyAct::Move(seat, answer));
        }
        false
    }

    /// A seat acts, and chance falls that follows from it.
    fn act(&mut self, act: &AnyAct) {
        self.apply(act);
        self.deal();
    }

    fn deal(&mut self) {
        while let AnyTurn::Chance { stream, total } = self.table.turn() {
            let ticket = self.dealer.ticket(&stream, total);
            let outcome = self.table.pick(ticket).expect("the dealer holds a ticket");
            self.apply(&AnyAct::Chance(outcome));
        }
        for viewer in [self.viewer, Viewer::Spectator] {
            self.shown.update(self.table.view(viewer).to_string().as_bytes());
        }
    }

    /// Worlds part where the viewer is told something else, or sees something else. Menus, questions and words are left out
    /// on purpose: they follow from this, and the conversations show whether they do.
    fn apply(&mut self, act: &AnyAct) {
        let told = self.table.apply(act).expect("what is chosen is legal");
        for viewer in [self.viewer, Viewer::Spectator] {
            for notice in told.iter().filter(|notice| notice.to.contains(viewer)) {
                self.shown.update(notice.notice.to_string().as_bytes());
            }
        }
    }
}

/// Answers of others that the viewer does not notice, because it has not answered itself: some of those who are asked under
/// seal at the same time, in every world others.
fn unnoticed(table: &dyn AnyTable, viewer: Viewer, secret: u64) -> (Vec<(Seat, String)>, Digest) {
    let asked: Vec<Seat> = table.turn().asked().iter().collect();
    // The window must stay open: the viewer does not answer, and somebody else where it is not asked.
    let keeps_open = viewer.seat().filter(|seat| asked.contains(seat)).or(asked.last().copied());
    let mut table = table.fork();
    let mut unnoticed = Vec::new();
    for seat in asked.into_iter().filter(|seat| Some(*seat) != keeps_open) {
        let of =
            |what: &str| number(&[what.as_bytes(), &secret.to_le_bytes(), &[seat.number() as u8]]);
        if of("answers") % 3 == 0 {
            continue;
        }
        let mut moves = menu(&*table, seat);
        let played = moves.swap_remove(of("what") as usize % moves.len());
        let views = [viewer, Viewer::Spectator];
        let Ok(after) = table.after(&AnyAct::Move(seat, played.clone())) else { continue };
        let is_told = |notice: &AnyNotice| views.iter().any(|viewer| notice.to.contains(*viewer));
        let is_same = views.iter().all(|viewer| after.table.view(*viewer) == table.view(*viewer));
        if is_same && !after.notices.iter().any(is_told) {
            unnoticed.push((seat, played));
            table = after.table;
        }
    }
    (unnoticed, table.digest())
}

/// Whether a move is seen neither by the viewer nor by spectators.
fn is_hidden(table: &dyn AnyTable, seat: Seat, played: &str, viewer: Viewer) -> bool {
    [viewer, Viewer::Spectator]
        .iter()
        .all(|viewer| table.face(seat, played, *viewer) == Some(Face::Down))
}

/// The moves of a seat; of a range of amounts the least.
fn menu(table: &dyn AnyTable, seat: Seat) -> Vec<String> {
    let entries = table.menu(seat, MENU).entries.into_iter();
    entries
        .map(|entry| match entry {
            AnyEntry::One { notation, .. } => notation,
            AnyEntry::Range { first, .. } => first,
        })
        .collect()
}

fn bytes(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    *hasher.finalize().as_bytes()
}

/// A number that follows from these bytes.
pub(crate) fn number(parts: &[&[u8]]) -> u64 {
    let bytes = bytes(parts);
    u64::from_le_bytes(*bytes.first_chunk().expect("there are 32"))
}
