//! The report card, for people.

use std::fmt::Write;

use parlor_botcheck::{Check, Finding, Grade, Report};
use parlor_runner::SeatSpec;

use crate::words;

/// How wide the text beside the grades is.
const WIDTH: usize = 74;

/// Everything that was found, what was found alike in several games once, and a summary.
pub(super) fn drawn(report: &Report, bot: &SeatSpec, games: usize) -> String {
    let mut card = match &report.name {
        Some(name) => format!("{} ({bot})\n\n", words::plain(name)),
        None => format!("{bot}\n\n"),
    };
    for (finding, names) in alike(&report.findings) {
        let everywhere = names.is_empty() || names.len() == games;
        let place = if everywhere { String::new() } else { format!("{}: ", names.join(", ")) };
        let (grade, check) = (finding.grade.to_string(), finding.check);
        row(&mut card, &format!("{grade:<7} {check:<17}"), &format!("{place}{}", finding.what));
        if let Some(advice) = &finding.advice {
            row(&mut card, &format!("{:<25}", ""), &format!("-> {advice}"));
        }
        if let Some(stderr) = &finding.stderr {
            row(&mut card, &format!("{:<25}", ""), "on standard error:");
            for line in stderr.lines() {
                _ = writeln!(card, "{:<27}{}", "", words::plain(line));
            }
        }
    }
    _ = writeln!(card, "\n{}", summary(report));
    card
}

/// Findings that say the same, with the games they were found in.
fn alike(findings: &[Finding]) -> Vec<(&Finding, Vec<&str>)> {
    let mut groups: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for finding in findings {
        let key = |one: &Finding| (one.check, one.grade, one.what.clone(), one.advice.clone());
        let names = finding.game.as_deref().into_iter();
        match groups.iter_mut().find(|(other, _)| key(other) == key(finding)) {
            Some((_, games)) => games.extend(names),
            None => groups.push((finding, names.collect())),
        }
    }
    groups
}

/// A line with what stands before it, and the rest of a long one below.
fn row(card: &mut String, before: &str, text: &str) {
    for (index, line) in words::wrapped(text, WIDTH).lines().enumerate() {
        let before = if index == 0 { before } else { "" };
        _ = writeln!(card, "{before:<25} {}", line.trim_end());
    }
}

fn summary(report: &Report) -> String {
    let worst = |check: &Check| {
        let own = report.findings.iter().filter(|finding| finding.check == *check);
        own.map(|finding| finding.grade).max()
    };
    let grades: Vec<Grade> = Check::ALL.iter().filter_map(worst).collect();
    let count = |grade| grades.iter().filter(|one| **one == grade).count();
    let (all, failed, advised) = (grades.len(), count(Grade::Fail), count(Grade::Advice));
    let mistakes: usize = report.figures.games.iter().map(|figures| figures.mistakes).sum();
    match (failed, advised) {
        (0, 0) => format!("The bot behaves: all {all} checks passed."),
        (0, _) if mistakes > 0 => {
            let number = words::count(mistakes, "mistake");
            format!(
                "The bot behaves, but it made {number} of its own and played on; see 'play' above. \
                 Of {all} checks none failed; {advised} came with advice."
            )
        }
        (0, _) => {
            format!("The bot behaves. Of {all} checks none failed; {advised} came with advice.")
        }
        (1, 0) if all == 1 => {
            "The bot does not behave: it could not be looked at further.".to_owned()
        }
        (_, 0) => format!("The bot does not behave: {failed} of {all} checks failed."),
        _ => format!(
            "The bot does not behave: {failed} of {all} checks failed, and {advised} came with \
             advice."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_botcheck::GameFigures;

    fn finding(check: Check, game: &str, grade: Grade, what: &str) -> Finding {
        let (game, what) = (Some(game.to_owned()), what.to_owned());
        let advice = (grade != Grade::Pass).then(|| "mend it".to_owned());
        Finding { check, game, grade, what, advice, stderr: None }
    }

    #[test]
    fn mistakes_that_were_played_on_after_are_in_the_last_line() {
        let played_on = finding(Check::Play, "one", Grade::Advice, "it plays on");
        let figures = |mistakes| GameFigures { mistakes, ..GameFigures::default() };
        let mut report = Report { findings: vec![played_on], ..Report::default() };
        report.figures.games = vec![figures(0), figures(1)];
        let expected = "The bot behaves, but it made 1 mistake of its own and played on; see 'play' \
                        above. Of 1 checks none failed; 1 came with advice.";
        assert_eq!(summary(&report), expected);
        report.figures.games[0].mistakes = 11;
        assert!(summary(&report).contains("it made 12 mistakes of its own"));
        report.findings.push(finding(Check::Exit, "one", Grade::Fail, "it stays"));
        assert!(summary(&report).starts_with("The bot does not behave: 1 of 2"));
    }

    #[test]
    fn what_is_alike_in_all_games_is_said_once() {
        let findings = vec![
            finding(Check::Ping, "one", Grade::Pass, "it answers"),
            finding(Check::Ping, "two", Grade::Pass, "it answers"),
            finding(Check::Exit, "one", Grade::Pass, "it ends"),
            Finding {
                stderr: Some("oh\u{1b} no".to_owned()),
                ..finding(Check::Exit, "two", Grade::Fail, "it stays")
            },
        ];
        let report = Report { findings, ..Report::default() };
        let bot = SeatSpec::Command(vec!["./bot".to_owned()]);
        let expected = "\
cmd:./bot

pass    ping              it answers
pass    exit              one: it ends
FAIL    exit              two: it stays
                          -> mend it
                          on standard error:
                           oh no

The bot does not behave: 1 of 2 checks failed.
";
        assert_eq!(drawn(&report, &bot, 2), expected);
    }
}
