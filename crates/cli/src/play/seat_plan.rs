//! Who is to sit where, and what they are called.

use std::borrow::Cow;

use parlor_engine::{About, MAX_SEATS, Problems, Seat};
use parlor_match::{Header, Occupant, check_apart, check_name, shown_names};
use parlor_registry::computer_players;
use parlor_runner::{BadSpec, SeatSpec};

/// Who is to decide for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlannedSeat {
    /// Somebody, or something, that is asked.
    Asked(SeatSpec),
    /// The lines of a script.
    Script,
}

impl PlannedSeat {
    const HUMAN: Self = Self::Asked(SeatSpec::Human);

    fn read(word: &str, about: &About) -> Result<Self, BadSpec> {
        let spec = SeatSpec::read(word, computer_players(about))?;
        spec.check()?;
        Ok(Self::Asked(spec))
    }

    /// Whoever is asked; a script sits there like a person.
    pub(super) const fn spec(&self) -> &SeatSpec {
        match self {
            Self::Asked(spec) => spec,
            Self::Script => &SeatSpec::Human,
        }
    }

    fn word(&self) -> Cow<'_, str> {
        match self {
            Self::Asked(spec) => spec.kind(),
            Self::Script => "script".into(),
        }
    }

    /// What to call it where nobody gave it a name.
    fn name(&self) -> String {
        match self {
            Self::Asked(spec) => spec.name(),
            Self::Script => "script".to_owned(),
        }
    }
}

/// All seats of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeatPlan {
    /// Who decides, seat by seat.
    pub(super) planned: Vec<PlannedSeat>,
    /// What they are called.
    pub(super) called: Vec<String>,
    /// What could not be as it was in the recorded game, a sentence each.
    pub(super) replaced: Vec<String>,
}

impl SeatPlan {
    pub(super) fn len(&self) -> usize {
        self.planned.len()
    }

    /// Where people sit.
    pub(super) fn people(&self) -> Vec<Seat> {
        let human = |seat: &PlannedSeat| *seat == PlannedSeat::HUMAN;
        let seats = self.planned.iter().enumerate().filter(|(_, seat)| human(seat));
        seats.map(|(index, _)| Seat::at(index)).collect()
    }

    /// Whether bots play, wherever they are.
    pub(super) fn has_bots(&self) -> bool {
        self.planned.iter().any(|seat| seat.spec().is_bot())
    }

    /// Whether programs are started for any of the seats.
    pub(super) fn has_programs(&self) -> bool {
        self.planned.iter().any(|seat| matches!(seat.spec(), SeatSpec::Command(_)))
    }

    /// The seats as a record has them.
    pub(super) fn occupants(&self) -> Vec<Occupant> {
        let seats = self.planned.iter().zip(&self.called);
        seats.map(|(seat, name)| Occupant::new(seat.word(), name)).collect()
    }

    /// The seats as they are typed, to seat the same again. A script has none.
    pub(super) fn specs(&self) -> Vec<String> {
        self.planned.iter().map(|seat| seat.spec().to_string()).collect()
    }

    /// The seats of a match that goes on: who plays, as it was typed, and the names they have in it.
    pub(super) fn again(
        specs: &[String],
        header: &Header,
        about: &About,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let planned = read_seats(specs.iter().map(String::as_str), about, &mut problems);
        let seats = header.seats.len();
        if planned.len() != seats {
            problems.add("seats", format!("{} players for {seats} seats", planned.len()));
        }
        let called = header.seats.iter().map(|occupant| occupant.name.clone()).collect();
        problems.into_result(Self { planned, called, replaced: Vec::new() })
    }

    /// Reads `human,random` or `3` (or `each`, seat by seat), and names. Without either it is one
    /// human and the best of the computer players, or whoever sat there in the recorded game.
    pub(super) fn read(
        seats: Option<&str>,
        each: &[String],
        names: &[String],
        about: &About,
        recorded: Option<&[Occupant]>,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut replaced = Vec::new();
        let planned = match (seats, seats.and_then(|seats| count(seats, &mut problems)), recorded) {
            _ if !each.is_empty() => {
                read_seats(each.iter().map(String::as_str), about, &mut problems)
            }
            (_, Some(count), _) => one_human(count, about),
            (Some(words), None, _) => read_seats(parts(words).into_iter(), about, &mut problems),
            (None, None, Some(recorded)) => same_again(recorded, about, &mut replaced),
            (None, None, None) => one_human(about.usual_seats, about),
        };
        let recorded = recorded.unwrap_or_default();
        let usual = (0..planned.len()).map(|index| {
            let own = recorded.get(index).and_then(|occupant| own_name(index, occupant));
            own.unwrap_or_else(|| usual_name(index, &planned))
        });
        let called = call(names, &usual.collect::<Vec<_>>(), &mut problems);
        problems.into_result(Self { planned, called, replaced })
    }

    /// The seats of a script: how many, and perhaps names.
    pub(super) fn of_script(
        seats: Option<&str>,
        names: &[String],
        about: &About,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let seats = seats.map_or(about.usual_seats, |seats| {
            count(seats, &mut problems).unwrap_or_else(|| {
                // Programs that only know the long form may name every seat alike.
                let words: Vec<&str> = seats.split(',').map(str::trim).collect();
                if words.iter().any(|word| *word != "human") {
                    problems
                        .add("seats", "a script plays all seats; say how many, as in --seats 2");
                }
                words.len()
            })
        });
        let usual = (0..seats).map(|index| format!("seat {}", index + 1));
        let called = call(names, &usual.collect::<Vec<_>>(), &mut problems);
        problems.into_result(Self {
            planned: vec![PlannedSeat::Script; seats],
            called,
            replaced: Vec::new(),
        })
    }
}

/// A number of seats; `None` for words. One that is too large is a problem, and taken as the most
/// there can be, so that other problems are found as well.
fn count(seats: &str, problems: &mut Problems) -> Option<usize> {
    let count = seats.trim().parse::<usize>().ok()?;
    if count > MAX_SEATS {
        problems.add("seats", format!("no table has more than {MAX_SEATS}, not {count}"));
    }
    Some(count.min(MAX_SEATS))
}

/// Somebody against the best that the game has: its players stand in the order of their strength.
fn one_human(count: usize, about: &About) -> Vec<PlannedSeat> {
    let best = about.players.last().map_or("random", |best| best.name);
    let rest = (1..count).map(|_| PlannedSeat::Asked(SeatSpec::computer(best)));
    std::iter::once(PlannedSeat::HUMAN).chain(rest).take(count).collect()
}

/// The parts between commas; a comma in quotes belongs to a command.
pub(crate) fn parts(words: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut quote) = (Vec::new(), 0, None);
    for (at, c) in words.char_indices() {
        match (c, quote) {
            (',', None) => {
                parts.push(&words[begin..at]);
                begin = at + 1;
            }
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if open == c => quote = None,
            _ => {}
        }
    }
    parts.push(&words[begin..]);
    parts
}

fn read_seats<'a>(
    words: impl Iterator<Item = &'a str>,
    about: &About,
    problems: &mut Problems,
) -> Vec<PlannedSeat> {
    let planned = words.map(|word| {
        PlannedSeat::read(word, about).unwrap_or_else(|why| {
            problems.add("seats", why.to_string());
            PlannedSeat::HUMAN
        })
    });
    planned.collect()
}

/// Whoever sat there in the recorded game, or a person where that cannot be. Nothing is started
/// because a record says so.
fn same_again(seats: &[Occupant], about: &About, replaced: &mut Vec<String>) -> Vec<PlannedSeat> {
    let mut planned = Vec::new();
    for (index, Occupant { kind, name }) in seats.iter().enumerate() {
        let same = PlannedSeat::read(kind, about).ok().filter(|seat| !seat.spec().is_bot());
        planned.push(same.unwrap_or_else(|| {
            let seat = index + 1;
            replaced.push(format!(
                "Seat {seat} ({name}) was played by '{kind}'; a human plays it now."
            ));
            PlannedSeat::HUMAN
        }));
    }
    planned
}

/// What the seats are called: as they are to be, or as usual. Every problem with a name is said.
fn call(names: &[String], usual: &[String], problems: &mut Problems) -> Vec<String> {
    let seats = usual.len();
    if names.len() > seats {
        problems.add("names", format!("{} names for {seats} seats", names.len()));
    }
    let given: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    for name in &given {
        if let Err(why) = check_name(name) {
            problems.add("names", why.to_string());
        } else if name.bytes().all(|byte| byte.is_ascii_digit()) {
            let why = "would be taken for the number of a seat; add a letter to the name";
            problems.add("names", format!("'{name}' {why}"));
        }
    }
    // A program may be called anything, and a record may say anything.
    let usual = shown_names(usual.iter().map(String::as_str)).into_iter().skip(given.len());
    let given = given.into_iter().take(seats).map(str::to_owned);
    let called: Vec<String> = given.chain(usual).collect();
    if problems.is_empty()
        && let Err(why) = check_apart(called.iter().map(String::as_str))
    {
        problems.add("names", why.to_string());
    }
    called
}

/// The name somebody was given, as opposed to one that only says the kind.
fn own_name(index: usize, Occupant { kind, name }: &Occupant) -> Option<String> {
    let only_kind = name == kind || *name == numbered(kind, index);
    (!only_kind).then(|| name.clone())
}

/// `easy`, or `easy 2` where there are several.
fn usual_name(index: usize, planned: &[PlannedSeat]) -> String {
    let name = planned[index].name();
    match planned.iter().filter(|other| other.name() == name).count() {
        1 => name,
        _ => numbered(&name, index),
    }
}

fn numbered(kind: &str, index: usize) -> String {
    format!("{kind} {}", index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About {
        parlor_registry::find("dots-and-boxes").unwrap().about()
    }

    fn words(plan: Result<SeatPlan, Problems>) -> String {
        match plan {
            Ok(plan) => {
                let kinds: Vec<Cow<'_, str>> = plan.planned.iter().map(PlannedSeat::word).collect();
                format!("{} | {}", kinds.join(","), plan.called.join(","))
            }
            Err(problems) => problems.to_string(),
        }
    }

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn seats_are_read_and_named() {
        let read = |seats: Option<&str>, names: &[&str]| {
            words(SeatPlan::read(seats, &[], &owned(names), &about(), None))
        };
        assert_eq!(read(None, &[]), "human,easy | human,easy");
        assert_eq!(read(Some("3"), &[]), "human,easy,easy | human,easy 2,easy 3");
        assert_eq!(read(Some("human, easy"), &["Ann"]), "human,easy | Ann,easy");
        assert_eq!(read(Some("human,human"), &[]), "human,human | human 1,human 2");
        assert!(read(Some("human,hal"), &[]).contains("use human, random, easy"));
        assert!(read(Some("99"), &[]).contains("more than 8"));
        assert_eq!(read(Some("human,cmd:python3 greedy.py"), &[]), "human,bot | human,greedy");
        assert!(read(None, &["a", "b", "c"]).contains("3 names for 2 seats"));
    }

    #[test]
    fn nobody_plays_against_random_players_who_did_not_ask_for_it() {
        for game in parlor_registry::games() {
            let about = game.about();
            let plan = SeatPlan::read(None, &[], &[], &about, None).unwrap();
            assert_eq!(plan.len(), about.usual_seats);
            assert_eq!(plan.people().len(), 1, "{}", about.id);
            assert!(plan.planned.iter().all(|seat| seat.word() != "random"), "{}", about.id);
        }
    }

    #[test]
    fn names_are_short_plain_and_different() {
        let check = |seats: &str, names: &[&str], part: &str| {
            let read = SeatPlan::read(Some(seats), &[], &owned(names), &about(), None);
            let why = words(read);
            assert!(why.contains(part), "{names:?}: {why}");
        };
        check("human,human", &["Ann", "ann"], "names: 'ann' and 'Ann' look alike at one table");
        check("human,human", &["Ann", "A\u{200b}nn"], "look alike at one table");
        check("human,easy", &["easy"], "names: 'easy' and 'easy' look alike at one table");
        check("human,human", &[&"x".repeat(41)], "at most 40 columns");
        check("human,human", &["a\u{202e}b"], "change the direction of text, as 'a\\u{202e}b' has");
        check("human,human", &["a\nb", " "], "names: a name must not be empty");
        check("human,human", &["2", "Bob"], "names: '2' would be taken for the number of a seat");
        check("human,human", &["a\nb", " "], "one line without control characters, not 'a\\nb'");
        // What nobody typed is mended.
        let command = format!("human,cmd:./{}", "y".repeat(60));
        check(&command, &["Ann"], &format!("| Ann,{}…", "y".repeat(39)));
    }

    #[test]
    fn a_forked_game_keeps_its_players() {
        let read = |seats: Option<&str>, recorded: &[(&str, &str)]| {
            let recorded: Vec<Occupant> =
                recorded.iter().map(|(kind, name)| Occupant::new(*kind, *name)).collect();
            let plan = SeatPlan::read(seats, &[], &[], &about(), Some(&recorded)).unwrap();
            let replaced = plan.replaced.join(" ");
            (words(Ok(plan)), replaced)
        };
        let check = |recorded: &[(&str, &str)], expected: &str| {
            assert_eq!(read(None, recorded), (expected.to_owned(), String::new()));
        };
        check(&[("easy", "easy"), ("human", "Ann")], "easy,human | easy,Ann");
        check(&[("random", "random 1"), ("random", "Bob")], "random,random | random 1,Bob");
        // A name that only says the kind goes with the kind.
        let seats = [("easy", "easy"), ("random", "Ann")];
        assert_eq!(read(Some("human,easy"), &seats).0, "human,easy | human,Ann");
        let (plan, replaced) = read(None, &[("hal", "hal"), ("script", "Ann")]);
        assert_eq!(plan, "human,human | human 1,Ann");
        assert!(replaced.contains("Seat 1 (hal) was played by 'hal'"), "{replaced}");
        assert!(replaced.contains("Seat 2 (Ann) was played by 'script'"), "{replaced}");
    }

    #[test]
    fn a_comma_in_quotes_is_part_of_a_command() {
        assert_eq!(parts("human,easy"), ["human", "easy"]);
        assert_eq!(parts("cmd:say 'a,b' \",\",human"), ["cmd:say 'a,b' \",\"", "human"]);
        assert_eq!(parts("it's,human"), ["it's,human"]);
        assert_eq!(parts(""), [""]);
    }

    #[test]
    fn a_seat_at_a_time_may_have_commas() {
        let each = owned(&["human", "cmd:./greedy a,b", "cmd:./greedy c"]);
        let read = words(SeatPlan::read(None, &each, &[], &about(), None));
        assert_eq!(read, "human,bot,bot | human,greedy 2,greedy 3");
        let bad = words(SeatPlan::read(None, &owned(&["cmd:"]), &[], &about(), None));
        assert!(bad.contains("'cmd:' needs a command"), "{bad}");
    }

    #[test]
    fn nothing_is_started_because_a_record_says_so() {
        let recorded = [Occupant::new("cmd:rm -r /", "Ann"), Occupant::new("bot", "Bob")];
        let plan = SeatPlan::read(None, &[], &[], &about(), Some(&recorded)).unwrap();
        assert_eq!(plan.planned, [PlannedSeat::HUMAN, PlannedSeat::HUMAN]);
        assert_eq!(plan.replaced.len(), 2);
    }

    #[test]
    fn a_script_plays_all_seats() {
        let read = |seats: Option<&str>| words(SeatPlan::of_script(seats, &[], &about()));
        assert_eq!(read(None), "script,script | seat 1,seat 2");
        assert_eq!(read(Some("3")), "script,script,script | seat 1,seat 2,seat 3");
        assert_eq!(read(Some("human,human")), "script,script | seat 1,seat 2");
        assert!(read(Some("human,random")).contains("a script plays all seats; say how many"));
    }
}
