//! The page about a tournament. It is for people, so it begins with the answer; everything in it is in the
//! summary too.

mod answer;
mod listed;
mod tables;

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::time::Duration;

use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

pub use listed::{Listed, ListedFault, ListedSeat};

use self::listed::Listing;
use crate::block::Block;
use crate::block_runner::TimeUsed;
use crate::folder::{Folder, FolderError, Games, Place, Shard, replace};
use crate::page::Page;
use crate::page::chart::{self, Caption, Line, MAX_LINES};
use crate::page::words::{self, count, counted, cut, number, percent, range, whole_number};
use crate::run::first_of;
use crate::schedule::{Next, Schedule};
use crate::stats::{Z95, float, z_of_seats};
use crate::summary::{EventSummary, SeatSummary, Spread, Summary};
use crate::tournament::{Event, Format, Tournament};

const SCRIPT: &str = include_str!("script.js");

/// The most options of a game that are shown, and the most characters of each.
const MAX_OPTIONS: usize = 40;
const MAX_OPTION: usize = 60;
/// With fewer blocks than this, nothing is said about seats.
const ENOUGH: u64 = 10;

/// Who is best and how sure that is, in sentences; for each event.
pub fn answers(summary: &Summary) -> Vec<Vec<String>> {
    (0..summary.events.len()).map(|event| answer::answer(summary, event)).collect()
}

/// The page about a tournament, from its summary, its games in their order, and how long its players
/// thought in each event, as far as that is known.
pub fn page(
    summary: &Summary,
    games: impl Iterator<Item = Listed>,
    times: &[Vec<Option<TimeUsed>>],
) -> String {
    draw(summary, &Listing::of(games.map(|game| (game.all_faults > 0, game))), times)
}

fn draw(summary: &Summary, listing: &Listing, times: &[Vec<Option<TimeUsed>>]) -> String {
    let title = title(summary);
    let events = || summary.events.iter().zip(&summary.tournament.events).enumerate();
    let body = html! {
        header {
            h1 { (title) }
            (facts(summary))
        }
        nav aria-label="Contents" { (contents(summary)) }
        main {
            section #answer aria-labelledby="answer-head" {
                h2 #answer-head { "The answer" }
                @for (index, (_, event)) in events() {
                    @if summary.events.len() > 1 { h3 { (event_title(index, event, summary)) } }
                    div.answer {
                        @for (number, sentence) in answer::answer(summary, index).iter().enumerate() {
                            p.lead[number == 0] { (sentence) }
                        }
                    }
                }
                p.note { (answer::EXPLAINED) }
            }
            @for (index, (played, event)) in events() {
                (event_section(summary, index, played, event, times.get(index).map_or(&[], Vec::as_slice)))
            }
            (games_section(summary, listing))
            (about_section(summary))
        }
        footer { p { "Made by " code { "parlor arena" } ". The same figures for programs: " code { "summary.json" } "." } }
    };
    Page { title: &title, script: Some(SCRIPT), body }.into_string()
}

/// Writes the page of a tournament into its folder, and says where it is.
pub fn write(folder: &Folder, shard: Shard, summary: &Summary) -> Result<PathBuf, FolderError> {
    let tournament = &summary.tournament;
    let mut skimmed = Skim::of(folder, tournament, shard);
    let listing = Listing::of(&mut skimmed);
    let (mut games, schedule) = skimmed.end()?;
    let listing = listing.try_map(|found: Found| {
        let Next::Play(block) = schedule.block(found.block) else {
            unreachable!("it was skimmed as a block of this schedule")
        };
        let game = games.look_up(found.at, &block, found.number)?;
        Ok(Listed::of(tournament, &block, found.number, &game))
    })?;
    let times = times(folder, tournament);
    let path = folder.report();
    replace(&path, draw(summary, &listing, &times).as_bytes())?;
    Ok(path)
}

/// Where a game was found.
struct Found {
    block: u64,
    number: usize,
    at: Place,
}

/// The games of a folder, not parsed: a page lists a few of many, so only games that are listed are read.
struct Skim {
    shard: Shard,
    schedule: Schedule,
    is_adaptive: bool,
    games: Games,
    next: u64,
    /// The block whose games come now, and how many of them have come.
    block: Option<(Block, usize)>,
    /// The half-points of its players so far.
    points: Vec<u32>,
    failed: Option<FolderError>,
}

impl Skim {
    fn of(folder: &Folder, tournament: &Tournament, shard: Shard) -> Self {
        Self {
            shard,
            schedule: Schedule::new(tournament),
            is_adaptive: tournament.format.is_adaptive(),
            games: folder.games(),
            next: first_of(shard),
            block: None,
            points: Vec::new(),
            failed: None,
        }
    }

    fn skim(&mut self) -> Result<Option<(bool, Found)>, FolderError> {
        let (block, number) = match self.block.take() {
            Some(block) => block,
            None => match self.schedule.block(self.next) {
                Next::Play(block) => {
                    self.next += self.shard.of;
                    self.points.clear();
                    self.points.resize(block.lineup.len(), 0);
                    (block, 0)
                }
                Next::Wait | Next::End => return Ok(None),
            },
        };
        let Some((at, line)) = self.games.skim()? else { return Ok(None) };
        // A line that ends with its reason, which is a text, has neither faults nor moves in it.
        let mut is_faulty = !line.ends_with(b"\"}");
        if is_faulty || self.is_adaptive {
            let game = self.games.read(&block, number)?;
            is_faulty = !game.faults.is_empty();
            for (sum, player) in self.points.iter_mut().zip(&block.lineup) {
                let seat = game.lineup.iter().position(|sits| sits == player);
                *sum += seat.map_or(0, |seat| game.half_points(seat));
            }
        }
        let found = Found { block: block.number, number, at };
        if number + 1 < block.games() {
            self.block = Some((block, number + 1));
        } else {
            // The lineups of later blocks may depend on it.
            self.schedule.learn(&block, &self.points);
        }
        Ok(Some((is_faulty, found)))
    }

    /// The file and the schedule, where nothing was wrong.
    fn end(self) -> Result<(Games, Schedule), FolderError> {
        self.failed.map_or(Ok((self.games, self.schedule)), Err)
    }
}

impl Iterator for Skim {
    type Item = (bool, Found);

    fn next(&mut self) -> Option<(bool, Found)> {
        self.skim().unwrap_or_else(|why| {
            self.failed = Some(why);
            None
        })
    }
}

/// How long players have thought in each event, by what was noted of it. Nothing depends on it, so what
/// cannot be read is left out.
fn times(folder: &Folder, tournament: &Tournament) -> Vec<Vec<Option<TimeUsed>>> {
    /// A line of notes is short.
    const MAX_NOTE: u64 = 1 << 10;
    #[derive(Deserialize)]
    struct Note {
        event: usize,
        player: usize,
        answers: u64,
        micros: u64,
    }
    let mut times = vec![vec![None; tournament.players.len()]; tournament.events.len()];
    let Ok(file) = File::open(folder.times_path()) else { return times };
    let mut file = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        match file.by_ref().take(MAX_NOTE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return times,
            Ok(_) => {}
        }
        let Ok(Note { event, player, answers, micros }) = serde_json::from_slice(&line) else {
            continue;
        };
        let (event, player) = (event.wrapping_sub(1), player.wrapping_sub(1));
        let Some(sum) = times.get_mut(event).and_then(|event| event.get_mut(player)) else {
            continue;
        };
        let used = TimeUsed { time: Duration::from_micros(micros), answers };
        sum.get_or_insert_with(TimeUsed::default).add(used);
    }
}

/// What was played, in a few lines; the rest stands at the end of the page.
fn facts(summary: &Summary) -> Markup {
    const FIRST: usize = 8;
    let tournament = &summary.tournament;
    let blocks = summary.events.iter().map(|event| event.blocks).sum();
    html! {
        @for (index, event) in tournament.events.iter().enumerate() {
            p {
                @if tournament.events.len() > 1 { "Event " (index + 1) ": " }
                b { (event.game) } ", " (event.seats) " seats"
                @if let Value::Object(fields) = &event.options {
                    @for (key, value) in fields.iter().take(FIRST) { ", " code { (option(key, value)) } }
                    @if fields.len() > FIRST { ", " a href="#about" { "and " (fields.len() - FIRST) " more options" } }
                }
            }
        }
        p {
            (counted(summary.games, "game")) " in " (counted(blocks, "block")) " between "
            (tournament.players.len()) " players, " (tournament.format) ", seed " code { (tournament.seed) } ". "
            code { "parlor arena game DIR ID" } " shows any game."
        }
    }
}

fn title(summary: &Summary) -> String {
    let mut games: Vec<&str> = Vec::new();
    for event in &summary.tournament.events {
        if !games.contains(&event.game.as_str()) {
            games.push(&event.game);
        }
    }
    let format = summary.tournament.format;
    format!("Tournament in {}: {format}", words::list(&games))
}

fn event_title(index: usize, event: &Event, summary: &Summary) -> String {
    let game = &event.game;
    if summary.events.len() == 1 {
        format!("{game}, {} seats", event.seats)
    } else {
        format!("Event {}: {game}, {} seats", index + 1, event.seats)
    }
}

/// The parts of an event's section: the end of each one's identity, and its heading.
const PARTS: [(&str, &str); 8] = [
    ("standings", "Standings"),
    ("cross", "Each against each"),
    ("curve", "How the ratings went"),
    ("seats", "What a seat is worth"),
    ("scores", "Scores"),
    ("lengths", "Lengths of games"),
    ("reasons", "Why games ended"),
    ("pairing", "What sharing the luck has saved"),
];

fn contents(summary: &Summary) -> Markup {
    let events = summary.tournament.events.iter().enumerate();
    html! {
        ul {
            li { a href="#answer" { "The answer" } }
            @for (index, event) in events {
                li {
                    a href={ "#e" (index + 1) } { (event_title(index, event, summary)) }
                    ul {
                        @for (part, head) in PARTS {
                            li { a href={ "#e" (index + 1) "-" (part) } { (head) } }
                        }
                    }
                }
            }
            li { a href="#games" { "Games" } }
            li { a href="#about" { "What was played" } }
        }
    }
}

fn event_section(
    summary: &Summary,
    index: usize,
    played: &EventSummary,
    event: &Event,
    times: &[Option<TimeUsed>],
) -> Markup {
    let id = format!("e{}", index + 1);
    let parts: [Markup; 8] = [
        html! {
            @if let Some(order) = summary.order.as_ref() { (order_of(order, summary.tournament.format)) }
            (tables::standings(summary, played, times))
        },
        tables::cross(summary, played),
        rating_curve(&id, played, &summary.tournament),
        seats(played),
        scores(&id, played),
        lengths(&id, played),
        tables::reasons(played),
        tables::pairing(played),
    ];
    html! {
        section id=(id) aria-labelledby={ (id) "-head" } {
            h2 id={ (id) "-head" } { (event_title(index, event, summary)) }
            p { (counted(played.games, "game")) " in " (counted(played.blocks, "block")) ". A block is the same luck played once from every seat, so that nobody is ahead by cards or by seats." }
            @for ((part, head), body) in PARTS.iter().zip(parts) {
                section.part id={ (id) "-" (part) } {
                    h3 { (head) }
                    (body)
                }
            }
        }
    }
}

fn order_of(order: &[String], format: Format) -> Markup {
    html! {
        p { "The order of the " (format) ":" }
        ol.order { @for name in order { li { bdi { (name) } } } }
    }
}

fn rating_curve(id: &str, played: &EventSummary, tournament: &Tournament) -> Markup {
    let shown = played.players.iter().take(MAX_LINES);
    let lines: Vec<Line<'_>> = shown
        .filter_map(|player| {
            // Ratings stand in the order of the list of players.
            let at = tournament.players.iter().position(|listed| listed.name == player.name)?;
            let points = played.curve.iter().filter_map(|point| {
                let rating = point.ratings.get(at)?;
                Some((float(point.blocks), rating.mu, 2.0 * rating.sigma))
            });
            Some(Line { name: &player.name, points: points.collect() })
        })
        .collect();
    if played.curve.len() < 2 {
        return html! { p { "There are too few blocks for a curve." } };
    }
    let ends: Vec<String> = (lines.iter())
        .filter_map(|line| {
            let (_, mean, reach) = line.points.last()?;
            Some(format!("{} {} ± {}", line.name, number(*mean, 1), number(*reach, 1)))
        })
        .collect();
    let text = format!(
        "Ratings by Weng and Lin after each block, with a band of two standard deviations. At the end: {}.",
        ends.join(", ")
    );
    let draw = |narrow: &str, width, height| {
        let id = format!("{id}-curve-{narrow}");
        let caption = Caption { id: &id, title: "How the ratings went", text: &text };
        chart::curve(&caption, &lines, width, height)
    };
    html! {
        figure.curve {
            div.wide { (draw("wide", 760.0, 340.0)) }
            div.narrow { (draw("narrow", 340.0, 300.0)) }
            figcaption {
                "Ratings by Weng and Lin after each block; all begin at 25, and the band is two standard deviations wide on either side. "
                @if played.players.len() > lines.len() {
                    "Drawn are the " (lines.len()) " strongest of " (played.players.len()) ". "
                }
                "The curve shows when the ratings settled; who is stronger is said by the standings, which look at all games at once."
            }
        }
    }
}

fn seats(played: &EventSummary) -> Markup {
    html! {
        p { (seats_in_words(&played.seats, played.blocks)) }
        (tables::seats(played))
    }
}

/// Whether it matters where one sits.
fn seats_in_words(seats: &[SeatSummary], blocks: u64) -> String {
    const NOBODY: &str =
        "Everybody sat in every seat equally often, so it is nobody's advantage here.";
    if blocks < ENOUGH {
        return format!("{} are too few to say whether a seat helps.", counted(blocks, "block"));
    }
    let say = |seat: &SeatSummary| {
        let mean = seat.score?;
        let interval = mean.interval?;
        let share = format!(
            "{} of the points ({})",
            percent(mean.mean, 1),
            range(interval, |end| percent(end, 1))
        );
        // Every seat is looked at, so one of them stands out by chance more often than in 5 of 100; judged
        // by what is so much wider, all together do not.
        let off = mean.mean - 0.5;
        let reach = (interval.high - interval.low) / 2.0 * z_of_seats(seats.len()) / Z95;
        (off.abs() > reach).then_some((seat.seat, off > 0.0, share))
    };
    let mut told: Vec<String> = Vec::new();
    for (seat, is_better, share) in seats.iter().filter_map(say) {
        let verb = if is_better { "helps" } else { "hurts" };
        told.push(match seat {
            1 => format!("sitting first {verb}: it brings {share}"),
            seat => format!("sitting in seat {seat} {verb}: {share}"),
        });
    }
    if told.is_empty() {
        return "No seat is better or worse than the others as far as these games can tell; 50 % is fair."
            .to_owned();
    }
    let mut text = told.join("; ");
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
    }
    format!("{text}; 50 % is fair. {NOBODY}")
}

fn scores(id: &str, played: &EventSummary) -> Markup {
    let spreads = || played.players.iter().map(|player| &player.scores);
    let low = spreads().filter_map(|spread| spread.min).min();
    let high = spreads().filter_map(|spread| spread.max).max();
    let Some(ends) = low.zip(high) else {
        return html! { p { "No game ended by its rules, so there are no scores." } };
    };
    html! {
        p { "What each player scored in the game's own points, all on the same scale; the line is the mean." }
        div.multiples {
            @for (index, player) in played.players.iter().enumerate() {
                figure {
                    figcaption { bdi { (player.name) } " " span.small { (spread_in_words(&player.scores)) } }
                    (spread_drawn(&format!("{id}-scores-{}", index + 1), &format!("Scores of {}", player.name), &player.scores, ends))
                }
            }
        }
    }
}

fn lengths(id: &str, played: &EventSummary) -> Markup {
    let Some(ends) = played.acts.min.zip(played.acts.max) else {
        return html! { p { "No game was played." } };
    };
    if ends.0 == ends.1 {
        return html! { p { "Every game had " (counted(ends.0.unsigned_abs(), "act")) "." } };
    }
    html! {
        div.multiples {
            figure {
                figcaption { "Acts in a game: " (spread_in_words(&played.acts)) }
                (spread_drawn(&format!("{id}-acts"), "Lengths of games in acts", &played.acts, ends))
            }
        }
    }
}

fn spread_drawn(id: &str, title: &str, spread: &Spread, ends: (i64, i64)) -> Markup {
    let text = spread_in_words(spread);
    let caption = Caption { id, title, text: &text };
    chart::histogram(&caption, &spread.bins, ends, spread.mean, whole_number)
}

fn spread_in_words(spread: &Spread) -> String {
    words::spread(spread.mean, spread.min.zip(spread.max))
}

fn games_section(summary: &Summary, listing: &Listing) -> Markup {
    html! {
        section #games aria-labelledby="games-head" {
            h2 #games-head { "Games" }
            p {
                @if listing.len() as u64 == listing.all {
                    "All " (count(listing.all)) " games."
                } @else {
                    (count(listing.len() as u64)) " of " (count(listing.all))
                    " games: those with faults, then the first and the last ones. All of them are in "
                    code { "games.jsonl" } "."
                }
                @if listing.all_faulty > 0 { " There were faults in " (counted(listing.all_faulty, "game")) "." }
                " Any of them is shown by " code { "parlor arena game DIR ID" } ", where DIR is the folder of this page and ID the name of the game."
            }
            @for (head, games) in listing.groups() {
                @if !games.is_empty() {
                    h3 { (head) }
                    (tables::games(summary, head, &games))
                }
            }
        }
    }
}

fn about_section(summary: &Summary) -> Markup {
    let tournament = &summary.tournament;
    html! {
        section #about aria-labelledby="about-head" {
            h2 #about-head { "What was played" }
            dl {
                dt { "Format" } dd { (tournament.format) ": " (in_words(tournament.format)) }
                dt { "Games" } dd { (counted(summary.games, "game")) ", " (counted(tournament.blocks, "block")) " a table"
                    @if tournament.format.is_adaptive() { " and round" }
                    @if tournament.sprt.is_some() { " at most" }
                }
                @if let Some(sprt) = &tournament.sprt {
                    dt { "Test" } dd { "H0: " (number(sprt.elo0(), 1)) " Elo, H1: " (number(sprt.elo1(), 1)) " Elo; errors of at most " (percent(sprt.alpha(), 1)) " and " (percent(sprt.beta(), 1)) }
                }
                dt { "Seed" } dd { code { (tournament.seed) } ", which plays the same games again with " code { "parlor arena … --seed " (tournament.seed) } " as far as its players do" }
                dt { "Clock for bots" } dd { (tournament.clock) }
                dt { "A fault costs" } dd { (tournament.faults) }
                @for (index, event) in tournament.events.iter().enumerate() {
                    dt { @if tournament.events.len() > 1 { "Event " (index + 1) } @else { "Game" } }
                    dd {
                        (event.game) ", version " (event.rules) " of its rules, " (event.seats) " seats"
                        (options(&event.options))
                    }
                }
                dt { "Players" }
                dd {
                    ol { @for player in &tournament.players {
                        li { bdi { (player.name) } @if player.name != player.spec { ": " code { (cut(&player.spec, 2 * MAX_OPTION)) } } }
                    } }
                }
            }
        }
    }
}

fn in_words(format: Format) -> &'static str {
    match format {
        Format::RoundRobin => "everybody met everybody",
        Format::Gauntlet => "the first player met all others",
        Format::Swiss => "in each round those met who had done equally well",
        Format::Knockout => "whoever lost was out",
        Format::Ladder => "everybody had a rung, and neighbours played for it",
    }
}

fn option(key: &str, value: &Value) -> String {
    let text = match value {
        Value::String(text) => cut(text, MAX_OPTION),
        // Boards and decks are for programs to read; they stand in the summary.
        Value::Object(_) | Value::Array(_) => "…".to_owned(),
        other => cut(&other.to_string(), MAX_OPTION),
    };
    format!("{}={text}", cut(key, MAX_OPTION))
}

/// Options as `key=value`, long ones cut.
fn options(options: &Value) -> Markup {
    let Value::Object(fields) = options else { return html! {} };
    let more = fields.len().saturating_sub(MAX_OPTIONS);
    html! {
        @if !fields.is_empty() {
            ul.options {
                @for (key, value) in fields.iter().take(MAX_OPTIONS) {
                    li { code { (option(key, value)) } }
                }
                @if more > 0 { li { "and " (more) " more" } }
            }
        }
    }
}
