//! What is counted while games are played: as little as all statistics need, however many games there
//! are. Sums are integers, so they do not depend on who added what first.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ptr;

use arrayvec::ArrayVec;
use parlor_engine::MAX_SEATS;
use parlor_match::Verdict;

use crate::block::Block;
use crate::result::{GameResult, half_points};
use crate::schedule::tables_of;
use crate::stats::standing::place_by_points;
use crate::stats::{
    Cells, Moments, Pairing, PairingGain, Rating, Spreading, Standing, TrueSkill, WengLin,
};
use crate::tournament::Tournament;

/// The most different reasons of ends that are counted; games have a handful.
const MAX_REASONS: usize = 100;
/// The reason under which the games of all further reasons are counted.
const OTHER_REASONS: &str = "other reasons";
/// With more different lineups than this, it is not counted what sharing the luck saves: these sums take
/// half a kilobyte for each player of each lineup. All pairs of the largest field are fewer.
const MAX_LINEUPS: u64 = 2_048;
/// The most points of a rating curve.
const MAX_POINTS: usize = 200;

/// Everything that is counted of one event.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Blocks that are over.
    pub blocks: u64,
    /// Games of them.
    pub games: u64,
    /// By player.
    pub players: Vec<PlayerTally>,
    /// By pair of players, the one with the smaller number first.
    pub pairs: Vec<PairTally>,
    /// By seat: half-points of a block.
    pub seats: Vec<SeatTally>,
    /// How long games were, in acts.
    pub acts: Spreading,
    /// Why games ended.
    pub reasons: Reasons,
    /// Who was ranked before whom, for the strengths of all players together.
    pub choices: Cells,
    /// Ratings after each block, and how they came to be.
    pub weng_lin: Vec<Rating>,
    /// The same by another method.
    pub trueskill: Vec<Rating>,
    /// How the ratings went.
    pub curve: Curve,
    /// How much it helps that blocks share their luck: for each lineup, one for each player in it, with the
    /// number of the player. Empty where the lineups are not known beforehand, or are too many.
    pairings: Vec<(u8, Pairing)>,
    /// Which of the tables of a round is the first of this event.
    first_table: usize,
    table: usize,
    methods: (WengLin, TrueSkill),
}

/// What is counted of a player.
#[derive(Clone, Debug)]
pub struct PlayerTally {
    /// Games played.
    pub games: u64,
    /// Games won alone.
    pub won: u64,
    /// Games in which the first place was shared.
    pub shared: u64,
    /// Half-points in all.
    pub half_points: u64,
    /// How many blocks had so many half-points.
    pub blocks: Vec<u64>,
    /// Scores of games that ended by their rules.
    pub scores: Spreading,
    /// Seats times the own score, less the scores of all: margins without fractions. Summed over a
    /// block, as its games share their luck; blocks in which a game has no scores are left out.
    pub margins: Moments,
    /// Verdicts, in their order.
    pub verdicts: [u64; Verdict::ALL.len()],
}

/// What is counted of two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTally {
    /// Games in which both played.
    pub games: u64,
    /// Those in which the first was placed better.
    pub better: u64,
    /// Those in which they were equal.
    pub equal: u64,
    /// How many blocks had so many half-points of the first against the second.
    pub blocks: Vec<u64>,
}

/// What is counted of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTally {
    /// Games won alone from it.
    pub won: u64,
    /// How many blocks had so many half-points of all who sat there.
    pub blocks: Vec<u64>,
}

impl Tally {
    /// Nothing yet.
    pub fn new(tournament: &Tournament, event: usize) -> Self {
        let players = tournament.players.len();
        let seats = tournament.events[event].seats;
        let tables = |seats| tables_of(tournament.format, players, seats);
        let lineups = tables(seats);
        // Where who meets depends on the results, rounds are not drawn again.
        let is_adaptive = tournament.format.is_adaptive();
        let choices = if is_adaptive {
            Cells::single(players)
        } else {
            Cells::for_rounds(players, lineups, seats)
        };
        let is_counted = !is_adaptive && lineups <= MAX_LINEUPS;
        let pairings = if is_counted { lineups as usize * seats } else { 0 };
        let before: u64 = tournament.events[..event].iter().map(|event| tables(event.seats)).sum();
        let player = PlayerTally {
            games: 0,
            won: 0,
            shared: 0,
            half_points: 0,
            blocks: vec![0; 2 * (seats - 1) * seats + 1],
            scores: Spreading::new(),
            margins: Moments::new(),
            verdicts: [0; Verdict::ALL.len()],
        };
        let seat = SeatTally { won: 0, blocks: player.blocks.clone() };
        let pair = PairTally { games: 0, better: 0, equal: 0, blocks: vec![0; 2 * seats + 1] };
        Self {
            blocks: 0,
            games: 0,
            players: vec![player; players],
            pairs: vec![pair; players * (players - 1) / 2],
            seats: vec![seat; seats],
            acts: Spreading::new(),
            reasons: Reasons::default(),
            choices,
            weng_lin: vec![Rating::default(); players],
            trueskill: vec![Rating::default(); players],
            curve: Curve::default(),
            pairings: vec![(0, Pairing::new(seats)); pairings],
            first_table: before as usize,
            table: seats,
            methods: (WengLin::default(), TrueSkill::default()),
        }
    }

    /// The tally of two players, and whether the first of them is the first of the pair.
    pub fn pair(&self, one: usize, other: usize) -> Option<(&PairTally, bool)> {
        let (low, high) = (one.min(other), one.max(other));
        (low < high).then(|| (&self.pairs[self.index(low, high)], one == low))
    }

    fn index(&self, low: usize, high: usize) -> usize {
        let players = self.players.len();
        low * (2 * players - low - 1) / 2 + high - low - 1
    }

    /// Whether it is counted what sharing the luck saves.
    pub fn has_pairings(&self) -> bool {
        !self.pairings.is_empty()
    }

    /// What sharing the luck has saved a player; nothing where its results never varied.
    pub fn pairing(&self, player: usize) -> Option<PairingGain> {
        let own = self.pairings.iter().filter(|(who, _)| usize::from(*who) == player);
        PairingGain::of(own.map(|(_, pairing)| pairing))
    }

    /// Adds a block: all its games. Returns the half-points of its players, in the order of the lineup.
    pub fn add(&mut self, block: &Block, games: &[GameResult]) -> ArrayVec<u32, MAX_SEATS> {
        let (lineup, seats) = (&block.lineup, self.table);
        let mut sums = Sums::default();
        for game in games {
            self.add_game(block, game, &mut sums);
        }
        let is_scored = games.iter().all(|game| game.scores.is_some());
        let first_pairing = (block.table - self.first_table) * seats;
        for (own, player) in lineup.iter().enumerate() {
            let tally = &mut self.players[usize::from(*player)];
            tally.half_points += u64::from(sums.points[own]);
            tally.blocks[sums.points[own] as usize] += 1;
            if let Some((who, pairing)) = self.pairings.get_mut(first_pairing + own) {
                *who = *player;
                pairing.add(&sums.by_seat[own][..seats]);
            }
            if is_scored {
                tally.margins.add(sums.margins[own]);
            }
            for (other, opponent) in lineup.iter().enumerate() {
                let (low, high) = (usize::from(*player), usize::from(*opponent));
                if low < high {
                    let index = self.index(low, high);
                    self.pairs[index].blocks[sums.against[own][other] as usize] += 1;
                }
            }
        }
        for (seat, tally) in self.seats.iter_mut().enumerate() {
            let sum: u32 = sums.by_seat[..lineup.len()].iter().map(|seats| seats[seat]).sum();
            tally.blocks[sum as usize] += 1;
        }
        let points: ArrayVec<u32, MAX_SEATS> =
            sums.points[..lineup.len()].iter().copied().collect();
        self.rate(lineup, &points);
        self.blocks += 1;
        self.curve.go_on(self.blocks, &self.weng_lin);
        points
    }

    fn add_game(&mut self, block: &Block, game: &GameResult, sums: &mut Sums) {
        let GameResult { lineup, places, .. } = game;
        self.games += 1;
        self.acts.add(i64::from(game.acts));
        self.reasons.add(&game.reason, 1);
        let is_won_alone = places.iter().filter(|place| **place == 1).nth(1).is_none();
        let total: i64 = game.scores.iter().flatten().sum();
        let mut ranking = ArrayVec::<Standing, MAX_SEATS>::new();
        // The places in the lineup of the players in the seats before.
        let mut met = ArrayVec::<usize, MAX_SEATS>::new();
        for (seat, (player, place)) in lineup.iter().zip(places).enumerate() {
            let own = block.lineup.iter().position(|met| met == player).unwrap_or_default();
            let player = usize::from(*player);
            ranking.push(Standing { player, place: u32::from(*place) });
            let tally = &mut self.players[player];
            tally.games += 1;
            tally.won += u64::from(*place == 1 && is_won_alone);
            tally.shared += u64::from(*place == 1 && !is_won_alone);
            self.seats[seat].won += u64::from(*place == 1 && is_won_alone);
            if let Some(scores) = &game.scores {
                tally.scores.add(scores[seat]);
                sums.margins[own] += scores[seat] * scores.len().cast_signed() as i64 - total;
            }
            for (other, rival) in met.iter().copied().enumerate() {
                let opponent = usize::from(lineup[other]);
                let index = self.index(player.min(opponent), player.max(opponent));
                let pair = &mut self.pairs[index];
                let (ours, theirs) = (*place, places[other]);
                let (won, lost) = (half_points(ours, theirs), half_points(theirs, ours));
                pair.games += 1;
                pair.better += u64::from(2 == if player < opponent { won } else { lost });
                pair.equal += u64::from(won == lost);
                sums.add(own, seat, rival, won);
                sums.add(rival, other, own, lost);
            }
            met.push(own);
        }
        for fault in &game.faults {
            let player = usize::from(lineup[fault.seat.index()]);
            self.players[player].verdicts[fault.verdict as usize] += 1;
        }
        self.choices.add(block.round, &ranking).expect("everybody sits at a table once");
    }

    /// Ratings move once for each block: its games share their luck, and would count twice.
    fn rate(&mut self, lineup: &[u8], sums: &[u32]) {
        let mut ranking = ArrayVec::<Standing, MAX_SEATS>::new();
        let mut points = ArrayVec::<u64, MAX_SEATS>::new();
        for (player, sum) in lineup.iter().zip(sums) {
            ranking.push(Standing { player: usize::from(*player), place: 1 });
            points.push(u64::from(*sum));
        }
        place_by_points(&mut ranking, &points);
        let (weng_lin, trueskill) = &self.methods;
        weng_lin.update(&mut self.weng_lin, &ranking).expect("everybody meets everybody once");
        trueskill.update(&mut self.trueskill, &ranking).expect("everybody meets everybody once");
    }
}

/// What the players of a block get in it, by their place in the lineup.
#[derive(Default)]
struct Sums {
    /// Half-points.
    points: [u32; MAX_SEATS],
    /// The same by seat, and by the player they were won from.
    by_seat: [[u32; MAX_SEATS]; MAX_SEATS],
    against: [[u32; MAX_SEATS]; MAX_SEATS],
    margins: [i64; MAX_SEATS],
}

impl Sums {
    fn add(&mut self, own: usize, seat: usize, rival: usize, half_points: u32) {
        self.points[own] += half_points;
        self.by_seat[own][seat] += half_points;
        self.against[own][rival] += half_points;
    }
}

/// Why games ended, and how many ended so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons(Vec<(Cow<'static, str>, u64)>);

impl Reasons {
    /// Counts games that ended for a reason; allocates only for one that is new.
    #[expect(clippy::ptr_arg, reason = "what the game says in its own words is not copied")]
    pub fn add(&mut self, reason: &Cow<'static, str>, games: u64) {
        if let Some(count) = self.count_of(reason) {
            *count += games;
            return;
        }
        let other = Cow::Borrowed(OTHER_REASONS);
        let name = if self.0.len() < MAX_REASONS { reason } else { &other };
        if let Some(count) = self.count_of(name) {
            *count += games;
        } else {
            self.0.push((name.clone(), games));
        }
    }

    fn count_of(&mut self, reason: &str) -> Option<&mut u64> {
        // Games say most reasons in words of their own, which are where they were the last time.
        let is_it = |known: &str| ptr::eq(known, reason) || known == reason;
        self.0.iter_mut().find(|(known, _)| is_it(known)).map(|(_, count)| count)
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(reason, games)| self.add(reason, *games));
    }

    /// All of them, in the order of the alphabet.
    pub fn by_name(&self) -> BTreeMap<String, u64> {
        self.0.iter().map(|(reason, games)| (reason.to_string(), *games)).collect()
    }
}

/// How ratings went: as many points as a picture needs, the older ones thinned out.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The number of blocks from one point to the next.
    stride: u64,
    points: Vec<(u64, Vec<Rating>)>,
}

impl Default for Curve {
    fn default() -> Self {
        Self { stride: 1, points: Vec::new() }
    }
}

impl Curve {
    /// The points: after how many blocks, and the ratings of all players then.
    pub fn points(&self) -> &[(u64, Vec<Rating>)] {
        &self.points
    }

    fn go_on(&mut self, blocks: u64, ratings: &[Rating]) {
        if !blocks.is_multiple_of(self.stride) {
            return;
        }
        if self.points.len() == MAX_POINTS {
            self.stride *= 2;
            self.points.retain(|(blocks, _)| blocks.is_multiple_of(self.stride));
            if !blocks.is_multiple_of(self.stride) {
                return;
            }
        }
        self.points.push((blocks, ratings.to_vec()));
    }
}
