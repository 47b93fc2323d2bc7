//! The checks of one game, one after the other.

use std::time::{Duration, Instant};

use parlor_engine::Seat;
use parlor_protocol::{self as wire, FromBot};

use super::advice;
use super::partner::{LastWords, Parted, Partner};
use super::report::{Check, Finding, GameFigures, Grade, Report};
use super::survey::{Rehearsal, Spot, Survey};
use super::table::{After, Answer, Game, Played, play, shortened};
use super::twist::{Errors, Fields, Lines, Messages, Pings, Stops, Straight, Twist};
use super::{Checkup, Effort, Variant};
use parlor_match::Terms;
use parlor_match::{Shelf, shown_name};
use parlor_runner::process::How;

/// The little time there is in the check of the deadline.
const LITTLE: Duration = Duration::from_millis(300);
/// A busy machine is not the bot's fault: what is looked for is thinking, not a hiccup.
const LITTLE_MARGIN: Duration = Duration::from_millis(200);
/// A bot ends within this time of its input.
const LEAVE: Duration = Duration::from_secs(2);
/// So many moves are compared.
const COMPARED: usize = 20;
/// The limit of the check's own.
const PER_MOVE: Duration = Duration::from_secs(1);

/// What is looked at in one game.
pub(super) struct Exam<'a> {
    checkup: &'a Checkup,
    pub(super) effort: Effort,
    variants: &'a [Variant],
    shelf: Shelf,
    survey: Survey,
    pub(super) findings: Vec<Finding>,
    pub(super) figures: GameFigures,
    /// All answers in games that were played as any other.
    pub(super) answers: Vec<Answer>,
    /// The moves of the first game.
    first_moves: Vec<String>,
}

impl<'a> Exam<'a> {
    /// How often progress is told for a game.
    pub(super) const STEPS: usize = 10;

    pub(super) fn new(
        checkup: &'a Checkup,
        effort: Effort,
        variants: &'a [Variant],
        shelf: Shelf,
        survey: Survey,
    ) -> Self {
        let figures = GameFigures { game: variants[0].game.clone(), ..GameFigures::default() };
        let (findings, answers, first_moves) = (Vec::new(), Vec::new(), Vec::new());
        Self { checkup, effort, variants, shelf, survey, findings, figures, answers, first_moves }
    }

    /// Runs all checks; `false` when there is no use in trying another game.
    pub(super) fn run(mut self, report: &mut Report, tell: &mut dyn FnMut(Check)) -> bool {
        let went = self.games(report);
        if let Went::Well { next_game } = went {
            self.dialogues(tell);
            tell(Check::Resume);
            self.resume(next_game);
            tell(Check::Determinism);
            self.determinism();
        }
        self.sum_up(went);
        report.findings.append(&mut self.findings);
        report.figures.games.push(self.figures);
        went != Went::NotStarted
    }

    // ---- games as any other ----

    fn games(&mut self, report: &mut Report) -> Went {
        let begun = Instant::now();
        let mut next_game = true;
        let Some(mut partner) = self.start() else { return Went::NotStarted };
        for index in 0.. {
            let enough = index >= 3 * self.effort.games;
            if enough || index > 0 && begun.elapsed() > self.effort.time {
                break;
            }
            let played = play(&mut partner, self.game(index), &mut Straight);
            if index == 0 {
                self.note_start(&partner, &played, report);
            }
            if let Some(trouble) = &played.trouble {
                // What is printed for people is no matter of playing several games.
                if index == 0 || trouble.after == After::Noise {
                    let was_ready = trouble.was_ready || index > 0;
                    self.blame(trouble, partner);
                    return if was_ready { Went::Badly } else { Went::NotStarted };
                }
                let what = advice::in_words(trouble);
                match self.again(index) {
                    Err(went) => return went,
                    Ok(played) => self.note(index, played),
                }
                let what = format!("game {} on the same line went wrong: {what}", index + 1);
                self.fail(Check::NextGame, what, advice::of(Check::NextGame), Some(partner));
                next_game = false;
                match self.start() {
                    Some(fresh) => partner = fresh,
                    None => return Went::Badly,
                }
                break;
            }
            self.note(index, played);
            let memory = partner.memory().map(megabytes);
            if index + 1 == self.effort.games {
                self.figures.memory_early = memory;
            }
            if index + 1 > self.effort.games {
                self.figures.memory_late = memory;
            }
        }
        if next_game && self.figures.played > 1 {
            let what = "it plays one game after another on the same line";
            self.pass(Check::NextGame, what.to_owned());
        }
        self.exit(partner, next_game);
        Went::Well { next_game }
    }

    /// The same game once more, with a fresh bot: does it fail by itself?
    fn again(&mut self, index: usize) -> Result<Played, Went> {
        let Some(mut fresh) = self.start() else { return Err(Went::Badly) };
        let played = play(&mut fresh, self.game(index), &mut Straight);
        match &played.trouble {
            Some(trouble) => {
                self.blame(trouble, fresh);
                Err(Went::Badly)
            }
            None => Ok(played),
        }
    }

    fn note_start(&mut self, partner: &Partner, played: &Played, report: &mut Report) {
        let Some(hello) = &partner.hello else { return };
        report.name = report.name.take().or_else(|| hello.name.as_deref().map(shown_name));
        // It starts once for all games.
        let (Some(ready), None) = (played.ready, report.figures.ready) else { return };
        let ready = millis(ready - partner.since);
        report.figures.ready = Some(ready);
        report.figures.hello = partner.greeted.map(|greeted| millis(greeted - partner.since));
        let what = format!("it says hello, speaks version 1 and was ready after {ready:.0} ms");
        let finding = Finding { game: None, ..self.finding(Check::Start, Grade::Pass, what) };
        self.findings.push(finding);
    }

    fn note(&mut self, index: usize, played: Played) {
        if index == 0 {
            let moves = played.answers.iter().map(|answer| answer.played.clone());
            self.first_moves = moves.take(COMPARED).collect();
            self.figures.first_move = played.answers.first().map(|answer| millis(answer.took));
        }
        self.figures.played += 1;
        self.answers.extend(played.answers);
    }

    /// Whether it ends well, and what it said that nobody had heard by then. A game was played on this
    /// line unless `played` is false.
    fn exit(&mut self, mut partner: Partner, played: bool) {
        if !played {
            _ = play(&mut partner, self.short(), &mut Straight);
        }
        let (lines, parted) = partner.part(LEAVE);
        let elsewhere = partner.is_elsewhere();
        let LastWords { tail, mistakes } = partner.last_words();
        self.overhear(mistakes, tail.clone());
        if let Some(line) = lines.iter().find(|line| wire::read::<FromBot>(line).is_err()) {
            let line = shortened(&String::from_utf8_lossy(line));
            let what = format!("it printed '{line}', which is no message and came only at the end");
            self.fail_with(Check::Stdout, what, advice::HELD_BACK, tail.clone());
        }
        let what = match parted {
            Parted::Ended(How::Exit(0)) => {
                let what = "it ends by itself when its input does, with exit code 0";
                return self.pass(Check::Exit, what.to_owned());
            }
            // Nobody here can see how a bot elsewhere ends.
            Parted::HungUp => return,
            Parted::Not if elsewhere => return,
            Parted::Ended(how) => format!("when its input ended it {how}"),
            Parted::Not => {
                format!("it was still there {} s after its input had ended", LEAVE.as_secs())
            }
        };
        self.fail_with(Check::Exit, what, advice::END, tail);
    }

    /// Tells of mistakes that the bot made and played on after, as good libraries have it do: what it
    /// plays then is legal, and not what its author meant.
    fn overhear(&mut self, mistakes: usize, stderr: Option<String>) {
        self.figures.mistakes = mistakes;
        if mistakes > 0 {
            let what = "it makes mistakes of its own and plays on".to_owned();
            let advice = Some(advice::MISTAKES.to_owned());
            let finding =
                Finding { advice, stderr, ..self.finding(Check::Play, Grade::Advice, what) };
            self.findings.push(finding);
        }
    }

    // ---- conversations in which something is altered ----

    fn dialogues(&mut self, tell: &mut dyn FnMut(Check)) {
        tell(Check::Deadline);
        let allowed = self.terms().per_move.map_or(LITTLE, |allowed| allowed.min(LITTLE));
        let terms =
            Terms { per_move: Some(allowed), margin: LITTLE_MARGIN, bank: None, ..self.terms() };
        let game = |exam: &Self| Game { terms, most: 4, ..exam.short() };
        // A machine may be busy for a moment; a bot that does not look at the time never does.
        let in_time = self.start().is_some_and(|mut partner| {
            play(&mut partner, game(self), &mut Straight).trouble.is_none()
        });
        let what = format!("it answers within {} ms where it is told to", allowed.as_millis());
        if in_time {
            self.pass(Check::Deadline, what);
        } else {
            self.dialogue(Check::Deadline, game(self), &mut Straight, what);
        }

        tell(Check::UnknownFields);
        let what = "it ignores fields it does not know".to_owned();
        self.dialogue(Check::UnknownFields, self.short(), &mut Fields::default(), what);

        tell(Check::Stop);
        let what = "it lets go of questions that are withdrawn".to_owned();
        self.dialogue(Check::Stop, self.short(), &mut Stops::default(), what);

        tell(Check::Errors);
        let what = "it goes on after errors, and after moves that were played for it".to_owned();
        self.dialogue(Check::Errors, self.short(), &mut Errors::default(), what);

        tell(Check::Lines);
        let what = "it reads lines that are long, in pieces, or several at once".to_owned();
        self.dialogue(Check::Lines, self.short(), &mut Lines::default(), what);

        tell(Check::UnknownMessages);
        self.unknown_messages();
        tell(Check::Ping);
        self.pings();
    }

    /// Has a conversation with a fresh bot; whether all went well.
    fn dialogue(&mut self, check: Check, game: Game, twist: &mut dyn Twist, fine: String) {
        if self.altered(check, game, twist).is_some() {
            self.pass(check, fine);
        }
    }

    fn altered(&mut self, check: Check, game: Game, twist: &mut dyn Twist) -> Option<Partner> {
        let mut partner = self.start()?;
        let played = play(&mut partner, game, twist);
        if let Some(trouble) = &played.trouble {
            self.fail(check, advice::in_words(trouble), advice::of(check), Some(partner));
            return None;
        }
        Some(partner)
    }

    fn unknown_messages(&mut self) {
        let check = Check::UnknownMessages;
        let mut twist = Messages::default();
        if self.altered(check, self.short(), &mut twist).is_none() {
            return;
        }
        if twist.answered > 0 {
            return self.pass(check, "it answers messages it does not know by 'error'".to_owned());
        }
        let what = "it ignores messages it does not know, and does not say so".to_owned();
        self.advise(check, what, advice::of(check));
    }

    fn pings(&mut self) {
        let mut twist = Pings::default();
        let Some(partner) = self.altered(Check::Ping, self.short(), &mut twist) else { return };
        if twist.owed.is_empty() {
            return self.pass(Check::Ping, "it answers pings in the middle of a game".to_owned());
        }
        let what = format!("{} pings in the middle of a game had no 'pong'", twist.owed.len());
        self.fail(Check::Ping, what, advice::of(Check::Ping), Some(partner));
    }

    /// A seat in the middle of a game; then the kinds of questions that did not come up.
    fn resume(&mut self, next_game: bool) {
        let asked = |kind: &str| self.answers.iter().any(|answer| answer.kind == kind);
        let known = self.survey.kinds.iter().filter(|(kind, _)| asked(kind));
        let spots = known.flat_map(|(_, spots)| spots).copied();
        let Some(spot) = spots.max_by_key(|spot| spot.acts) else { return };
        let game = self.from(spot, self.effort.dialogue);
        if self.altered(Check::Resume, game, &mut Straight).is_none() {
            return;
        }
        self.pass(Check::Resume, "it takes over a seat in the middle of a game".to_owned());

        let unseen: Vec<Spot> =
            self.never_asked().into_iter().flat_map(|(_, spots)| spots).collect();
        let mut partner = None;
        for spot in unseen {
            let Some(mut bot) = partner.take().or_else(|| self.start()) else { return };
            let played = play(&mut bot, self.from(spot, 2), &mut Straight);
            match &played.trouble {
                Some(trouble) => return self.blame(trouble, bot),
                None => self.answers.extend(played.answers),
            }
            partner = Some(bot).filter(|_| next_game);
        }
    }

    /// Kinds of questions that were not put yet, and where they are.
    pub(super) fn never_asked(&self) -> Vec<(String, Vec<Spot>)> {
        let kinds = self.survey.kinds.iter();
        let unseen = kinds.filter(|(kind, _)| !self.answers.iter().any(|one| one.kind == **kind));
        let some = |spots: &Vec<Spot>| spots.iter().copied().take(self.effort.spots).collect();
        unseen.map(|(kind, spots)| (kind.clone(), some(spots))).collect()
    }

    /// The first game once more.
    fn determinism(&mut self) {
        let Some(mut partner) = self.start() else { return };
        let game = Game { most: COMPARED, ..self.game(0) };
        let played = play(&mut partner, game, &mut Straight);
        if let Some(trouble) = &played.trouble {
            return self.blame(trouble, partner);
        }
        let moves: Vec<String> = played.answers.into_iter().map(|answer| answer.played).collect();
        let differs = self.first_moves.iter().zip(&moves).position(|(one, other)| one != other);
        match differs {
            None => self.pass(Check::Determinism, "same seed, same moves".to_owned()),
            Some(at) => {
                let (one, other) = (&self.first_moves[at], &moves[at]);
                let at = at + 1;
                let what =
                    format!("with the same seed move {at} was '{one}' once and '{other}' then");
                self.advise(Check::Determinism, what, advice::SEED);
            }
        }
    }

    // ---- what comes of it ----

    pub(super) fn has_failed(&self, check: Check) -> bool {
        let mut own = self.findings.iter().filter(|finding| finding.check == check);
        own.any(|finding| finding.grade == Grade::Fail)
    }

    fn blame(&mut self, trouble: &super::table::Trouble, mut partner: Partner) {
        let (check, what, advice) = advice::diagnose(trouble, &mut partner, &self.checkup.bot);
        self.fail(check, what, advice, Some(partner));
    }

    pub(super) fn pass(&mut self, check: Check, what: String) {
        let finding = self.finding(check, Grade::Pass, what);
        self.findings.push(finding);
    }

    pub(super) fn advise(&mut self, check: Check, what: String, advice: &str) {
        let advice = Some(advice.to_owned());
        let finding = Finding { advice, ..self.finding(check, Grade::Advice, what) };
        self.findings.push(finding);
    }

    pub(super) fn fail(
        &mut self,
        check: Check,
        what: String,
        advice: &str,
        partner: Option<Partner>,
    ) {
        self.fail_with(check, what, advice, partner.and_then(|partner| partner.last_words().tail));
    }

    fn fail_with(&mut self, check: Check, what: String, advice: &str, stderr: Option<String>) {
        let advice = Some(advice.to_owned());
        let finding = Finding { advice, stderr, ..self.finding(check, Grade::Fail, what) };
        self.findings.push(finding);
    }

    fn finding(&self, check: Check, grade: Grade, what: String) -> Finding {
        let game = Some(self.figures.game.clone());
        Finding { check, game, grade, what, advice: None, stderr: None }
    }

    // ---- tables ----

    /// A fresh bot; one that does not come has failed.
    fn start(&mut self) -> Option<Partner> {
        let Variant { game, options, seats } = &self.variants[0];
        let table = self.shelf.open(game, options, *seats).ok()?;
        // As at any table, so that nothing passes here that fails there, or the other way round.
        match Partner::start(&self.checkup.bot, &*table, &self.checkup.care) {
            Ok(partner) => Some(partner),
            Err(why) => {
                self.fail(Check::Start, why, advice::not_there(&self.checkup.bot), None);
                None
            }
        }
    }

    fn terms(&self) -> Terms {
        let given = self.checkup.terms;
        let unlimited = given.per_move.is_none() && given.bank.is_none();
        Terms { per_move: if unlimited { Some(PER_MOVE) } else { given.per_move }, ..given }
    }

    /// The games that are played as any other: each has another seed and, as far as there are some,
    /// another seat and other options.
    fn game(&self, index: usize) -> Game {
        let which = index % self.variants.len();
        let seat = Seat::at(index % self.variants[which].seats);
        let seed = self.checkup.seed.wrapping_add(index as u64);
        let most = if index == 0 { self.effort.first } else { self.effort.answers };
        let spot = Spot { variant: which, seed, acts: 0, seat };
        Game { time: self.effort.time, ..self.from(spot, most) }
    }

    /// A game for a conversation in which something is altered.
    fn short(&self) -> Game {
        let spot = Spot { variant: 0, seed: self.checkup.seed, acts: 0, seat: Seat::at(0) };
        self.from(spot, self.effort.dialogue)
    }

    fn from(&self, spot: Spot, most: usize) -> Game {
        let Spot { variant, seed, acts, seat } = spot;
        let opened = Rehearsal::open(&self.variants[variant], self.shelf, seed);
        let sitting = opened.expect("every table was opened before").at(acts);
        let time = self.effort.dialogue_time;
        Game { sitting, seat, terms: self.terms(), most, time, seed }
    }
}

/// How the games as any other went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Went {
    /// They could not be played.
    NotStarted,
    /// The bot failed in one of them.
    Badly,
    /// It did not, except perhaps in playing more than one.
    Well { next_game: bool },
}

pub(super) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[expect(clippy::cast_precision_loss, reason = "nobody counts bytes here")]
fn megabytes(bytes: u64) -> f64 {
    (bytes as f64 / 1e5).round() / 10.0
}
