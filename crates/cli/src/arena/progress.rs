//! The progress of a tournament: a bar on a terminal, lines elsewhere, JSON for programs.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use parlor_arena::{Folder, Orders, Progress, Shard, Tournament};
use serde_json::json;

/// How often a line is said where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);
/// The most players that fit beside a bar.
const SHOWN: usize = 3;

pub(super) struct Telling {
    json: bool,
    bar: Option<ProgressBar>,
    said: Option<Instant>,
    /// What was said already: which players could not start, and that the run is ending.
    absent: Vec<String>,
    is_ending: bool,
}

impl Telling {
    pub(super) fn new(json: bool) -> Self {
        let style = ProgressStyle::with_template("{bar:20} {pos}/{len} games {wide_msg}");
        let bar = (!json && stderr().is_terminal()).then(|| {
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { json, bar, said: None, absent: Vec::new(), is_ending: false }
    }

    /// What is played, and where it goes.
    pub(super) fn begin(
        &self,
        tournament: &Tournament,
        folder: &Folder,
        shard: Shard,
        orders: &Orders,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.json {
            let line = json!({
                "event": "begin", "folder": folder.path(), "seed": tournament.seed,
                "shard": shard.to_string(), "jobs": orders.jobs,
            });
            writeln!(out, "{line}")?;
            return out.flush();
        }
        let part = if shard.is_whole() { String::new() } else { format!(", part {shard}") };
        let games: Vec<&str> = tournament.events.iter().map(|event| event.game.as_str()).collect();
        self.say(&format!(
            "{}: {} of {} players, seed {}{part}, in '{}'",
            games.join(", "),
            tournament.format,
            tournament.players.len(),
            tournament.seed,
            folder.path().display()
        ));
        Ok(())
    }

    /// Something to know beforehand.
    pub(super) fn remark(&self, remark: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", json!({"event": "remark", "text": remark}));
        }
        self.say(remark);
        Ok(())
    }

    pub(super) fn tell(&mut self, progress: &Progress, is_ending: bool, out: &mut dyn Write) {
        self.warn(progress, is_ending);
        if self.json {
            let line = json!({
                "event": "progress",
                "games": progress.games,
                "of": progress.of,
                "games_per_s": pace(progress),
                "seconds_left": left(progress),
                "standings": progress.standings,
                "llr": progress.llr.map(|(low, llr, high)| json!({"low": low, "llr": llr, "high": high})),
                "faults": progress.faults,
            });
            // The reader may have closed the pipe; the tournament goes on.
            _ = writeln!(out, "{line}").and_then(|()| out.flush());
            return;
        }
        if let Some(bar) = &self.bar {
            bar.set_length(progress.of.max(progress.games));
            bar.set_position(progress.games);
            bar.set_message(words(progress));
        } else if self.said.is_none_or(|said| said.elapsed() > EVERY) {
            if self.said.is_some() {
                self.say(&format!("{}/{} games {}", progress.games, progress.of, words(progress)));
            }
            self.said = Some(Instant::now());
        }
    }

    /// Says, once each, that a player could not start and that the run is ending.
    fn warn(&mut self, progress: &Progress, is_ending: bool) {
        for name in &progress.absent {
            if !self.absent.contains(name) {
                self.say(&format!(
                    "{name} could not start, and loses its games; bots.log may say why, and so does \
                     'parlor bot check'"
                ));
                self.absent.push(name.clone());
            }
        }
        if is_ending && !self.is_ending {
            self.say("Finishing the games that are being played; once more, and it stops at once.");
            self.is_ending = true;
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn say(&self, words: &str) {
        if let Some(bar) = &self.bar {
            bar.println(words);
        } else if !self.json {
            // Nothing can be done where stderr is closed.
            _ = writeln!(stderr(), "{words}");
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "2^52 games are not played in a life time")]
fn pace(progress: &Progress) -> f64 {
    progress.played as f64 / progress.time.as_secs_f64().max(1e-9)
}

#[expect(clippy::cast_precision_loss, reason = "2^52 games are not played in a life time")]
fn left(progress: &Progress) -> Option<f64> {
    let left = progress.of.saturating_sub(progress.games) as f64;
    (progress.played > 0).then(|| left / pace(progress))
}

fn words(progress: &Progress) -> String {
    let standings = progress.standings.iter().take(SHOWN);
    let standings = standings.map(|(name, score)| format!("{name} {:.1} %", 100.0 * score));
    let mut words = format!("{:.0}/s", pace(progress));
    if let Some(left) = left(progress) {
        _ = write!(words, ", {} left", time(left));
    }
    _ = write!(words, "  {}", standings.collect::<Vec<_>>().join(", "));
    if let Some((low, llr, high)) = progress.llr {
        _ = write!(words, "  LLR {llr:.2} ({low:.2} to {high:.2})");
    }
    if progress.faults > 0 {
        _ = write!(words, "  {} faults", progress.faults);
    }
    words
}

fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 100.0 => format!("{seconds:.0} s"),
        seconds if seconds < 6_000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3_600.0),
    }
}
