//! What the games as any other say about a bot, once all of them are played.

use std::collections::BTreeMap;
use std::time::Duration;

use super::advice;
use super::exam::{Exam, Went, millis};
use super::report::Check;
use super::table::Answer;

impl Exam<'_> {
    /// What can be said once all games are played.
    pub(super) fn sum_up(&mut self, went: Went) {
        self.figure();
        if let Went::Well { .. } = went {
            self.judge_time();
            self.judge_memory();
            self.judge_play();
            for (check, what) in [
                (Check::Stdout, "nothing but messages on standard output, each sent at once"),
                (Check::Protocol, "it answers each question once, with its id"),
            ] {
                if !self.has_failed(check) {
                    self.pass(check, what.to_owned());
                }
            }
        } else if let Some(advice) =
            self.findings.iter_mut().rev().find_map(|finding| finding.advice.as_mut())
        {
            advice.push_str(". Mend this first: the other checks were left out");
        }
    }

    fn figure(&mut self) {
        let mut times: Vec<Duration> = self.answers.iter().map(|answer| answer.took).collect();
        times.sort_unstable();
        let mut kinds = BTreeMap::new();
        for answer in &self.answers {
            *kinds.entry(answer.kind.clone()).or_insert(0) += 1;
        }
        self.figures.kinds = kinds.into_iter().collect();
        self.figures.decisions = times.len();
        self.figures.median = times.get(times.len() / 2).copied().map(millis);
        self.figures.worst = times.last().copied().map(millis);
        self.figures.never_asked = self.never_asked().into_iter().map(|(kind, _)| kind).collect();
        let share =
            |answer: &Answer| Some(answer.took.as_secs_f64() / answer.allowed?.as_secs_f64());
        self.figures.share = self.answers.iter().filter_map(share).reduce(f64::max);
    }

    fn judge_play(&mut self) {
        if self.has_failed(Check::Play) {
            return;
        }
        let kinds: Vec<&str> = self.figures.kinds.iter().map(|(kind, _)| kind.as_str()).collect();
        let mut what = format!(
            "{} legal answers in {} games; kinds of questions: {}",
            self.figures.decisions,
            self.figures.played,
            kinds.join(", ")
        );
        if !self.figures.never_asked.is_empty() {
            what.push_str("; never asked: ");
            what.push_str(&self.figures.never_asked.join(", "));
        }
        self.pass(Check::Play, what);
    }

    fn judge_time(&mut self) {
        if self.has_failed(Check::Time) {
            return;
        }
        let (Some(median), Some(worst)) = (self.figures.median, self.figures.worst) else { return };
        let first = self.figures.first_move.unwrap_or_default();
        let share = self.figures.share.unwrap_or_default();
        let what = format!(
            "first move after {first:.1} ms, median {median:.1} ms, worst {worst:.1} ms ({:.0} % of \
             the time allowed)",
            share * 100.0
        );
        if share > 0.5 {
            self.advise(Check::Time, what, advice::SLOW);
        } else {
            self.pass(Check::Time, what);
        }
    }

    fn judge_memory(&mut self) {
        let (Some(early), Some(late)) = (self.figures.memory_early, self.figures.memory_late)
        else {
            return;
        };
        let (few, all) = (self.effort.games, self.figures.played);
        let what = |early: f64, late: f64| {
            format!("{early:.0} MB after {few} games, {late:.0} MB after {all}")
        };
        let more = late - early;
        match () {
            () if more > 64.0 && late > 2.0 * early => {
                self.fail(Check::Memory, what(early, late), advice::FORGET, None);
            }
            () if more > 16.0 => self.advise(Check::Memory, what(early, late), advice::FORGET),
            () => self.pass(Check::Memory, "its memory does not grow".to_owned()),
        }
    }
}
