//! Pages about tournaments that were never played: the summary is made of games that are given.

use std::borrow::Cow;

use parlor_engine::Seat;
use parlor_match::{Cost, Fault, Verdict};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as Xml};
use serde_json::json;

use super::*;
use crate::block::Block;
use crate::page::STYLE;
use crate::result::GameResult;
use crate::scorebook::Scorebook;
use crate::stats::{Interval, Sprt};
use crate::summary::Mean;
use crate::tournament::{Player, VERSION};

fn tournament(names: &[&str], seats: usize, blocks: u64) -> Tournament {
    let player = |name: &&str| Player { name: (*name).to_owned(), spec: "random".to_owned() };
    Tournament {
        version: VERSION,
        events: vec![Event {
            game: "dots-and-boxes".to_owned(),
            rules: 1,
            options: json!({"boxes": "3x3"}),
            seats,
        }],
        players: names.iter().map(player).collect(),
        format: Format::RoundRobin,
        blocks,
        rounds: 1,
        sprt: None,
        seed: 42,
        clock: "none".to_owned(),
        faults: "forfeit".to_owned(),
    }
}

/// What came of a game: for a block, the number of the game in it and who sits where, the scores by
/// seat. The most is best.
type Play<'a> = &'a dyn Fn(&Block, usize, &[u8]) -> Vec<i64>;

fn game(lineup: crate::Lineup, scores: &[i64]) -> GameResult {
    let place = |own: &i64| 1 + scores.iter().filter(|other| *other > own).count() as u8;
    GameResult {
        lineup,
        places: scores.iter().map(place).collect(),
        scores: Some(scores.iter().copied().collect()),
        reason: Cow::Borrowed("the board is full"),
        acts: 24,
        faults: Vec::new(),
        moves: None,
    }
}

/// Plays it, and says which games are listed.
fn play(tournament: &Tournament, play: Play<'_>) -> (Summary, Vec<Listed>) {
    play_with(tournament, &|block, number, lineup| {
        let scores = play(block, number, &lineup);
        game(lineup, &scores)
    })
}

fn play_with(
    tournament: &Tournament,
    play: &dyn Fn(&Block, usize, crate::Lineup) -> GameResult,
) -> (Summary, Vec<Listed>) {
    let mut scorebook = Scorebook::new(tournament);
    let mut listed = Vec::new();
    let mut next = 0;
    while let Next::Play(block) = scorebook.block(next) {
        let games: Vec<GameResult> = (block.lineups().enumerate())
            .map(|(number, lineup)| play(&block, number, lineup))
            .collect();
        let lines = games.iter().enumerate();
        listed.extend(lines.map(|(number, game)| Listed::of(tournament, &block, number, game)));
        scorebook.add_part(Shard::WHOLE, &block, &games);
        next += 1;
    }
    (scorebook.summary(), listed)
}

/// A number that looks drawn, and is always the same.
fn drawn(block: &Block, number: usize) -> u64 {
    block.luck().bot_seed(number, Seat::at(0))
}

/// The player with the smallest number wins so many games of ten.
fn of_ten(wins: u64) -> impl Fn(&Block, usize, &[u8]) -> Vec<i64> {
    move |block, number, lineup| {
        let is_won = drawn(block, number) % 10 < wins;
        lineup
            .iter()
            .map(|player| if is_won { -i64::from(*player) } else { i64::from(*player) })
            .collect()
    }
}

fn drawn_page(played: &(Summary, Vec<Listed>)) -> String {
    let page = page(&played.0, played.1.iter().cloned(), &[]);
    check(&page);
    page
}

/// What was found in a page.
#[derive(Default)]
struct Markings {
    /// Elements that are open.
    open: Vec<String>,
    /// The identities that there are, and those that something points to.
    ids: Vec<String>,
    wanted: Vec<String>,
    /// The level of the last heading.
    heading: u32,
    text: String,
}

impl Markings {
    /// Elements that have no end.
    const VOID: [&str; 3] = ["meta", "br", "input"];

    fn begin(&mut self, tag: &BytesStart<'_>) {
        let name = tag.name().as_ref().to_owned();
        if let Some(level) = name.strip_prefix('h').and_then(|level| level.parse().ok()) {
            assert!(level <= self.heading + 1, "h{level} follows h{}", self.heading);
            self.heading = level;
        }
        for attribute in tag.attributes() {
            let attribute = attribute.unwrap();
            self.attribute(&name, attribute.key.as_ref(), attribute.value.to_string());
        }
        if !Self::VOID.contains(&name.as_str()) {
            self.open.push(name);
        }
    }

    fn attribute(&mut self, name: &str, key: &str, value: String) {
        match key {
            "id" => self.ids.push(value),
            "href" => self.wanted.push(value.strip_prefix('#').unwrap().to_owned()),
            "aria-labelledby" => self.wanted.extend(value.split(' ').map(str::to_owned)),
            key => {
                assert!(!key.starts_with("on") && key != "src", "{name}: {key:?}");
                let is_figure = matches!(key, "d" | "x" | "y" | "points" | "cx");
                assert!(!is_figure || !value.contains(['N', 'i']), "{value}");
            }
        }
    }

    fn text(&mut self, text: &str) {
        if !matches!(self.open.last().map(String::as_str), Some("script" | "style")) {
            self.text += text;
            self.text.push(' ');
        }
    }
}

/// Everything is closed in order, every attribute has a value and stands once, identities too, and no
/// number is missing.
fn check(page: &str) {
    // What is ours and no markup.
    let page = page.replace(SCRIPT, "").replace(STYLE, "");
    let mut reader = Reader::from_str(&page);
    reader.config_mut().check_end_names = false;
    let mut found = Markings::default();
    loop {
        match reader.read_event().unwrap() {
            Xml::Start(tag) => found.begin(&tag),
            Xml::End(tag) => assert_eq!(found.open.pop(), Some(tag.name().as_ref().to_owned())),
            Xml::Text(text) => found.text(&text),
            Xml::Eof => break,
            _ => {}
        }
    }
    let Markings { open, mut ids, wanted, text, .. } = found;
    assert!(open.is_empty(), "{open:?} are open");
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "identities are unique");
    for wanted in wanted {
        assert!(ids.contains(&wanted), "there is no #{wanted}");
    }
    for wrong in ["NaN", " inf", "−inf", "-inf", "None", "Some("] {
        assert!(!text.contains(wrong), "{wrong} in {text}");
    }
}

fn said(summary: &Summary) -> String {
    answers(summary)[0].join(" ")
}

#[test]
fn a_clear_winner_is_named() {
    let played = play(&tournament(&["easy", "random"], 2, 200), &of_ten(8));
    let said = said(&played.0);
    let pair = &played.0.events[0].pairs[0];
    let lead = pair.estimate.unwrap();
    let expected = format!(
        "easy is the strongest: it is {:.0} Elo ({:.0} to {:.0}) ahead of random; the likelihood that \
         easy is the stronger one is above 99.9 %.",
        lead.elo.unwrap(),
        lead.low.unwrap(),
        lead.high.unwrap()
    );
    assert_eq!(said, expected);
    assert!(lead.elo.unwrap() > 150.0);
    assert!(drawn_page(&played).contains(&expected));
}

#[test]
fn the_winner_is_named_wherever_it_stands_in_the_list() {
    let (summary, _) = play(&tournament(&["random", "easy"], 2, 200), &of_ten(2));
    let said = said(&summary);
    assert!(said.starts_with("easy is the strongest: it is "), "{said}");
    assert!(said.contains(" ahead of random; "), "{said}");
}

#[test]
fn equals_cannot_be_told_apart() {
    let played = play(&tournament(&["easy", "naive"], 2, 100), &of_ten(5));
    let two = said(&played.0);
    assert!(two.contains("cannot be told apart: "), "{two}");
    assert!(two.contains("Nobody is shown to be the strongest"), "{two}");
    drawn_page(&played);
    // Two of three are equal, and far ahead of the third.
    let by_luck = |block: &Block, number: usize, lineup: &[u8]| {
        let luck = drawn(block, number);
        lineup
            .iter()
            .map(|player| if *player == 2 { -1 } else { ((luck >> player) & 1).cast_signed() })
            .collect()
    };
    let (summary, _) = play(&tournament(&["one", "other", "weak"], 2, 100), &by_luck);
    let three = said(&summary);
    assert!(three.contains("One of these 2 is the strongest"), "{three}");
    assert!(!three.contains("weak"), "{three}");
}

/// Three players, each of whom gets so many of ten points from the next: `[0, 1]`, `[0, 2]`, `[1, 2]`.
fn of_three(points: [u64; 3]) -> impl Fn(&Block, usize, &[u8]) -> Vec<i64> {
    move |block, number, lineup| {
        let (low, high) = (lineup[0].min(lineup[1]), lineup[0].max(lineup[1]));
        let is_won = drawn(block, number) % 10 < points[usize::from(low + high) - 1];
        let points = |player: &u8| i64::from((*player == low) == is_won);
        lineup.iter().map(points).collect()
    }
}

/// A player that is rated first may lose to the second in their own games. Both are told, each with the games
/// it is about and an interval of its own.
#[test]
fn a_rating_and_a_head_to_head_result_are_told_apart() {
    let names = ["solid", "giant-killer", "weak"];
    let finished = play(&tournament(&names, 2, 400), &of_three([4, 10, 6]));
    let event = &finished.0.events[0];
    let ranked: Vec<&str> = event.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(ranked, names, "the killer beats solid, and solid has the better rating");
    let rating = |at: usize| {
        let player = &event.players[at];
        let range = player.elo_interval.unwrap();
        format!(
            "{} ({} to {})",
            words::elo(player.elo),
            words::elo(range.low),
            words::elo(range.high)
        )
    };
    let lead = event.pairs[0].estimate.unwrap();
    let [ahead, low, high] = [lead.elo, lead.high, lead.low].map(|value| -value.unwrap());
    let expected = [
        format!(
            "solid is the strongest: by overall rating, from all games, solid has {} Elo and \
             giant-killer {}, and the likelihood that solid is stronger than giant-killer is above 99.9 %.",
            rating(0),
            rating(1)
        ),
        format!(
            "Head to head, in the 800 games that both played, giant-killer is {ahead:.0} Elo ({low:.0} to \
             {high:.0}) ahead of solid."
        ),
        "That is no contradiction: the rating counts the games against everybody, a head-to-head result \
         only those of two."
            .to_owned(),
    ];
    assert_eq!(answers(&finished.0)[0], expected);
    assert!(low > 0.0, "the killer is surely ahead: {low}");
    let page = drawn_page(&finished);
    for sentence in expected {
        assert!(page.contains(&sentence), "{sentence}");
    }
    assert!(page.contains("These are head-to-head results"));
}

/// Not only the second: whoever is surely ahead of the first head to head is told of.
#[test]
fn each_player_that_beats_the_first_is_told_of() {
    let (summary, _) = play(&tournament(&["a", "b", "c"], 2, 400), &of_three([9, 4, 9]));
    let all = said(&summary);
    assert!(
        all.starts_with("a is the strongest: by overall rating, from all games, a has +"),
        "{all}"
    );
    assert!(all.contains("that both played, a is ") && all.contains(" ahead of b."), "{all}");
    assert!(all.contains("that both played, c is ") && all.contains(" ahead of a."), "{all}");
    // Where both say the same there is nothing to explain.
    let (summary, _) = play(&tournament(&["a", "b", "c"], 2, 400), &of_three([8, 9, 7]));
    assert!(!said(&summary).contains("contradiction"), "{}", said(&summary));
}

/// Players with equal points in their own games are level there, whatever their ratings are.
#[test]
fn a_rating_of_players_that_are_level_head_to_head() {
    let (summary, _) = play(&tournament(&["a", "b", "c"], 2, 30), &|block, number, lineup| {
        if lineup.contains(&2) { of_ten(9)(block, number, lineup) } else { vec![1, 0] }
    });
    let said = said(&summary);
    assert!(
        said.contains("a and b are level (−") || said.contains("b and a are level (−"),
        "{said}"
    );
    assert!(said.contains("cannot be told apart: by overall rating, from all games, "), "{said}");
    assert!(!said.contains("contradiction"), "{said}");
}

/// Whoever played less is drawn closer to the middle, in every draw; that alone makes nobody stronger.
#[test]
fn a_lead_that_their_own_games_do_not_show_is_none() {
    let first_wins = |_: &Block, _: usize, _: &[u8]| vec![1, 0];
    let (mut summary, _) = play(&tournament(&["a", "b"], 2, 50), &first_wins);
    let event = &mut summary.events[0];
    let name = event.players[0].name.clone();
    event.pairs[0].stronger = Some(if event.pairs[0].one == name { 0.999 } else { 0.001 });
    let level = said(&summary);
    assert!(level.contains(" cannot be told apart: "), "{level}");
    assert!(level.contains("is level with") && level.contains("is 50 %"), "{level}");
    // Where the strengths lie apart, the games of the two need not show it.
    let event = &mut summary.events[0];
    event.players[0].elo_interval = Some(Interval { low: 5.0, high: 20.0 });
    event.players[1].elo_interval = Some(Interval { low: -20.0, high: -5.0 });
    let apart = said(&summary);
    assert!(apart.starts_with(&format!("{name} is the strongest: ")), "{apart}");
}

#[test]
fn all_won_has_no_upper_end() {
    let played = play(&tournament(&["easy", "random"], 2, 50), &of_ten(10));
    let said = said(&played.0);
    assert!(
        said.starts_with("easy is the strongest: it got 100 % of the points against random, which means a lead of above "),
        "{said}"
    );
    assert!(said.contains("above 99.9 %"), "{said}");
    let page = drawn_page(&played);
    assert!(page.contains("(no upper end)") && page.contains("(no lower end)"));
    assert!(page.contains("Somebody won or lost everything."));
    // Two blocks that both went one way are no proof, whatever is drawn from them.
    let few = play(&tournament(&["easy", "random"], 2, 2), &of_ten(10));
    let said = answers(&few.0)[0].join(" ");
    assert!(
        said.starts_with("It is too early to say who is the strongest: easy got 100 %"),
        "{said}"
    );
    assert!(!said.contains("likelihood"), "{said}");
    assert!(said.contains("in 2 blocks, which cannot show how large its lead is"), "{said}");
    assert!(said.contains("Each played only 2 blocks"), "{said}");
    let page = drawn_page(&few);
    assert!(
        page.contains("by all games the likelihood that it is the stronger one is 88 %"),
        "1 - 2^-3"
    );
    assert!(few.0.events[0].players.iter().all(|player| player.elo_interval.is_none()));
}

/// Nobody is called the strongest before the twentieth block.
#[test]
fn the_strongest_is_named_from_twenty_blocks_on() {
    for (blocks, is_named) in [(5, false), (19, false), (20, true)] {
        let said = said(&play(&tournament(&["easy", "random"], 2, blocks), &of_ten(9)).0);
        assert_eq!(said.starts_with("easy is the strongest: "), is_named, "{said}");
        assert_eq!(said.contains("It is too early to say who is the strongest: "), !is_named);
    }
}

/// Of equal players one is called the strongest in 5 of 100 tournaments at most; with 20 blocks, too.
#[test]
fn equals_are_seldom_called_the_strongest() {
    let tournaments = 1000;
    for (names, blocks) in [(&["a", "b"][..], 20), (&["a", "b"], 40), (&["a", "b", "c"], 20)] {
        let wrong = (0..tournaments).filter(|seed| {
            let equal = Tournament { seed: 1_000 + seed, ..tournament(names, 2, blocks) };
            said(&play(&equal, &of_ten(5)).0).contains("is the strongest: ")
        });
        // Two standard errors of a thousand are 1.4 points.
        let wrong = wrong.count();
        println!("{} players, {blocks} blocks: {wrong} of {tournaments}", names.len());
        assert!(wrong * 1_000 <= 64 * tournaments as usize, "{wrong} of {tournaments}");
    }
}

#[test]
fn one_block_says_little() {
    let played = play(&tournament(&["easy", "random"], 2, 1), &of_ten(10));
    assert_eq!(
        said(&played.0),
        "Only one block was played: easy did best in it, but a single block cannot say how sure that is."
    );
    let page = drawn_page(&played);
    assert!(
        page.contains("too few blocks for a curve")
            && page.contains("too few to say whether a seat")
    );
    let level = play(&tournament(&["easy", "random"], 2, 1), &|_, _, _| vec![1, 1]);
    assert!(said(&level.0).contains("did equally well"), "{}", said(&level.0));
    drawn_page(&level);
}

#[test]
fn nothing_was_played() {
    let mut nothing = tournament(&["easy", "random"], 2, 0);
    let played = play(&nothing, &of_ten(5));
    assert_eq!(said(&played.0), "No game was played, so nothing can be said.");
    drawn_page(&played);
    nothing.sprt = Some("0,20,0.05,0.05".parse().unwrap());
    drawn_page(&play(&nothing, &of_ten(5)));
}

#[test]
fn a_test_is_told_in_words() {
    let test = |sprt: &str, blocks, wins| {
        let sprt = Some(sprt.parse::<Sprt>().unwrap());
        let played =
            play(&Tournament { sprt, ..tournament(&["new", "old"], 2, blocks) }, &of_ten(wins));
        drawn_page(&played);
        said(&played.0)
    };
    let stronger = test("0,20,0.05,0.05", 5_000, 8);
    assert!(
        stronger.starts_with("H1 was accepted: new is stronger than old. After "),
        "{stronger}"
    );
    assert!(stronger.contains("about 5.0 % of such tests at most"), "{stronger}");
    assert!(stronger.contains("The best guess at its lead is +"), "{stronger}");
    let not = test("0,20,0.05,0.05", 5_000, 3);
    assert!(
        not.starts_with("H0 was accepted: new is not 20 Elo or more stronger than old."),
        "{not}"
    );
    let open = test("0,5,0.05,0.05", 10, 5);
    assert!(open.starts_with("The test is undecided: 20 games are not enough"), "{open}");
    assert!(open.contains("ends at −2.94 (for 0) or 2.94 (for 5)"), "{open}");
    let no_worse = test("-10,0,0.05,0.05", 5_000, 8);
    assert!(no_worse.contains("new is not 10 Elo or more weaker than old"), "{no_worse}");
    let worse = test("-10,0,0.05,0.05", 5_000, 2);
    assert!(worse.contains("H0 was accepted: new is weaker than old"), "{worse}");
    let more = test("10,20,0.05,0.05", 5_000, 8);
    assert!(more.contains("new is more than 10 Elo stronger than old"), "{more}");
}

/// Where who meets depends on the results nobody is said to be surely the best, nor too close to tell; and
/// a test against several is about their mean.
#[test]
fn no_more_is_claimed_than_a_format_can_show() {
    let by_number = |_: &Block, _: usize, lineup: &[u8]| -> Vec<i64> {
        lineup.iter().map(|player| -i64::from(*player)).collect()
    };
    for format in [Format::Swiss, Format::Knockout, Format::Ladder] {
        let settled = Tournament { format, rounds: 3, ..tournament(&["a", "b", "c", "d"], 2, 40) };
        let played = play(&settled, &by_number);
        let (said, page) = (said(&played.0), drawn_page(&played));
        assert!(said.starts_with(&format!("a has won the {format}, before ")), "{said}");
        assert!(said.contains("By all games a has the most Elo, +"), "{said}");
        assert!(said.contains(&format!("cannot be said: in a {format} who meets")), "{said}");
        for claim in ["is the strongest", "told apart", "likelihood", "95 %"] {
            assert!(!said.contains(claim), "{said}");
        }
        assert!(page.contains("it cannot be said how sure that is"));
        let cross =
            page.split("id=\"e1-cross\"").nth(1).unwrap().split("</section>").next().unwrap();
        for claim in ["95 %", "likelihood", " to ", "above +", "below −", "no limits"] {
            assert!(!cross.contains(claim), "{claim}: {cross}");
        }
    }
    let sprt = Some("0,20,0.05,0.05".parse::<Sprt>().unwrap());
    let gauntlet = tournament(&["a", "b", "c"], 2, 5_000);
    let played = play(&Tournament { sprt, format: Format::Gauntlet, ..gauntlet }, &by_number);
    let said = said(&played.0);
    assert!(said.starts_with("H1 was accepted: a is stronger than the mean of b and c."), "{said}");
}

fn faulty(why: &str) -> impl Fn(&Block, usize, crate::Lineup) -> GameResult {
    let why = why.to_owned();
    move |block, number, lineup| {
        let scores: Vec<i64> = lineup.iter().map(|player| -i64::from(*player)).collect();
        let seat = lineup.iter().position(|player| *player == 1).unwrap_or(0);
        let fault = Fault {
            seat: Seat::at(seat),
            verdict: if number == 0 { Verdict::Timeout } else { Verdict::Crash },
            why: why.clone(),
            cost: Cost::Game,
            acts: 3,
        };
        let faults = if block.number.is_multiple_of(2) { vec![fault; 7] } else { Vec::new() };
        GameResult {
            scores: None,
            reason: Cow::Owned(why.clone()),
            faults,
            ..game(lineup, &scores)
        }
    }
}

#[test]
fn faults_are_part_of_the_answer() {
    let played = play_with(&tournament(&["good", "bad"], 2, 40), &faulty("it ended"));
    let said = said(&played.0);
    assert!(
        said.contains("Faults are part of these results: bad (crash 140, timeout 140);"),
        "{said}"
    );
    let page = drawn_page(&played);
    assert!(page.contains("There were faults in 40 games"), "the list says so");
    assert!(page.contains("and 2 more"), "five faults of a game are told");
    assert!(page.contains("No game ended by its rules, so there are no scores."));
}

#[test]
fn hostile_names_are_text() {
    let hostile = ["</title><script>alert(1)</script>", "\"' onload='alert(1)", "&lt;b&gt; ]]>"];
    let mut tournament = tournament(&hostile, 2, 12);
    tournament.events[0].game = "<script>g</script>".to_owned();
    tournament.events[0].options =
        json!({"<script>k": "</code><script>v", "long": "x".repeat(1_000)});
    tournament.players[0].spec = "cmd:</code><script>".to_owned();
    tournament.clock = "<script>c".to_owned();
    tournament.faults = "<script>f".to_owned();
    tournament.format = Format::Ladder;
    let played = play_with(&tournament, &faulty("<script>why</script>"));
    let page = drawn_page(&played);
    assert_eq!(page.matches("<script").count(), 1, "only ours");
    assert!(page.contains("&quot;' onload='alert(1)"));
    assert!(page.contains("&amp;lt;b&amp;gt; ]]&gt;"));
    assert!(page.contains("&lt;script&gt;why&lt;/script&gt;"));
    assert!(!page.contains(&"x".repeat(100)), "long options are cut");
}

#[test]
fn figures_are_those_of_the_summary() {
    let played = play(&tournament(&["easy", "naive", "random"], 2, 60), &of_ten(7));
    let page = drawn_page(&played);
    let event = &played.0.events[0];
    assert_eq!((played.0.games, event.blocks), (360, 180));
    assert!(page.contains("360 games in 180 blocks"));
    for player in &event.players {
        let interval = player.elo_interval.unwrap();
        let elo = words::elo;
        let cell = format!(
            "<b>{}</b> <span class=\"small\">({} to {})</span>",
            elo(player.elo),
            elo(interval.low),
            elo(interval.high)
        );
        assert!(page.contains(&cell), "{cell}");
        assert!(page.contains(&format!(">{}</td>", percent(player.score, 1))));
        let rating = number(player.weng_lin.mu, 1);
        assert!(page.contains(&format!(">{rating} <span class=\"small\">± ")));
    }
    for pair in &event.pairs {
        for counts in [[pair.better, pair.equal, pair.worse], [pair.worse, pair.equal, pair.better]]
        {
            let cell = counts.map(|count| count.to_string()).join(" / ");
            assert!(page.contains(&cell), "{cell}");
        }
    }
    assert!(page.contains("the board is full") && page.contains("boxes=3x3"));
    assert!(page.contains("<code>42</code>"));
}

/// One round: no pair has met often, but everybody has played a lot.
#[test]
fn a_single_round_of_many_tells_strong_from_weak() {
    let names: Vec<String> = (0..24).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let by_half = |block: &Block, number: usize, lineup: &[u8]| -> Vec<i64> {
        let luck = |seat: usize| i64::from(drawn(block, number + seat).is_multiple_of(4)) * 3;
        (0..2).map(|seat| i64::from(lineup[seat] < 12) * 2 + luck(seat)).collect()
    };
    let played = play(&tournament(&names, 2, 1), &by_half);
    let said = said(&played.0);
    assert!(said.contains("cannot be told apart"), "{said}");
    let strong: usize =
        said.split("One of these ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((2..=18).contains(&strong), "{said}");
    drawn_page(&played);
}

#[test]
fn seats_are_told_in_words() {
    let first_wins = |block: &Block, number: usize, _: &[u8]| {
        let wins = !drawn(block, number).is_multiple_of(5);
        vec![i64::from(wins), i64::from(!wins)]
    };
    let (summary, _) = play(&tournament(&["a", "b"], 2, 100), &first_wins);
    let said = seats_in_words(&summary.events[0].seats, 100);
    assert!(said.starts_with("Sitting first helps: it brings "), "{said}");
    assert!(said.contains("sitting in seat 2 hurts: "), "{said}");
    let (summary, _) = play(&tournament(&["a", "b"], 2, 100), &|_, _, _| vec![3, 3]);
    let said = seats_in_words(&summary.events[0].seats, 100);
    assert!(said.starts_with("No seat is better"), "{said}");
}

/// Of four seats one may be clear of a half by its own interval, which is no wonder.
#[test]
fn seats_are_judged_all_together() {
    let seat = |seat: usize, mean: f64| SeatSummary {
        seat,
        won: 10,
        score: Some(Mean {
            mean,
            interval: Some(Interval { low: mean - 0.05, high: mean + 0.05 }),
        }),
    };
    let four = |first: f64| [seat(1, first), seat(2, 0.5), seat(3, 0.5), seat(4, 1.0 - first)];
    let said = |seats: &[SeatSummary]| seats_in_words(seats, 100);
    assert!(said(&four(0.56)).starts_with("No seat is better"), "{}", said(&four(0.56)));
    assert!(said(&four(0.57)).starts_with("Sitting first helps: it brings 57.0 %"));
    // Two seats are one: what the one gets the other does not.
    assert!(said(&[seat(1, 0.56), seat(2, 0.44)]).starts_with("Sitting first helps"));
}

#[test]
fn formats_and_events_have_their_place() {
    let ladder =
        Tournament { format: Format::Ladder, rounds: 4, ..tournament(&["a", "b", "c"], 2, 5) };
    let played = play(&ladder, &of_ten(9));
    let page = drawn_page(&played);
    assert!(page.contains("The order of the ladder:"));
    assert!(said(&played.0).contains(" has won the ladder, before "), "{}", said(&played.0));
    let gauntlet = Tournament { format: Format::Gauntlet, ..tournament(&["a", "b", "c"], 2, 50) };
    let played = play(&gauntlet, &of_ten(5));
    assert!(drawn_page(&played).contains("They have not met."));
    let mut two = tournament(&["a", "b", "c"], 2, 20);
    two.events.push(Event { seats: 3, game: "chaos-letter".to_owned(), ..two.events[0].clone() });
    let played = play(&two, &of_ten(6));
    let page = drawn_page(&played);
    assert!(page.contains("href=\"#e2-cross\"") && page.contains("Event 2: chaos-letter, 3 seats"));
    assert!(page.contains("Tournament in dots-and-boxes and chaos-letter"));
    assert_eq!(answers(&played.0).len(), 2);
}

#[test]
fn times_are_those_of_the_player() {
    let (summary, listed) = play(&tournament(&["slow", "quick"], 2, 20), &of_ten(1));
    let used = TimeUsed { time: Duration::from_millis(600), answers: 50 };
    let none = TimeUsed { time: Duration::from_secs(9), answers: 0 };
    let page = page(&summary, listed.into_iter(), &[vec![Some(used), Some(none)]]);
    check(&page);
    let row = page.split("<bdi>slow</bdi></th>").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(row.contains(">12.0 ms</td>"), "{row}");
    assert!(!page.contains("9.0 s"));
}

#[test]
fn the_largest_page_has_an_end() {
    let names: Vec<String> = (0..64).map(|number| format!("{number}{}", "n".repeat(98))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let played = play(&tournament(&names, 2, 1), &of_ten(6));
    assert_eq!(played.1.len(), 4_032);
    let page = drawn_page(&played);
    assert!(page.contains("500 of 4032 games") && page.contains("games.jsonl"));
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}

#[test]
fn a_folder_gets_its_page() {
    let settings = crate::Settings {
        game: Some("dots-and-boxes".to_owned()),
        options: json!({"boxes": "1x2"}),
        players: ["random", "easy", "random", "easy", "random"]
            .map(|spec| crate::PlayerSettings::Spec(spec.to_owned()))
            .to_vec(),
        format: Format::Knockout,
        games: Some(4),
        seed: Some(3),
        ..crate::Settings::default()
    };
    let tournament = Tournament::settle(&settings, || 0).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::create(&dir.path().join("arena"), &tournament, Shard::WHOLE).unwrap();
    let (_, summary) =
        crate::run(&folder, &tournament, Shard::WHOLE, &crate::Orders::default(), |_| ()).unwrap();
    let notes = "{\"event\":1,\"player\":2,\"answers\":4,\"micros\":8000}\nno note\n{\"event\":1,\"player\":99,\"answers\":1,\"micros\":1}\n{\"event\":1,\"player\":2,\"answers\":4,\"micros\":8000}\n";
    std::fs::write(folder.times_path(), notes).unwrap();
    let page = std::fs::read_to_string(write(&folder, Shard::WHOLE, &summary).unwrap()).unwrap();
    check(&page);
    assert!(page.contains(&format!("All {} games.", summary.games)), "rounds after the first too");
    assert!(page.contains(">2.0 ms</td>"), "times are those that were noted");
    let games = folder.path().join("games.jsonl");
    let broken = std::fs::read_to_string(&games).unwrap().replacen("acts", "axes", 1);
    std::fs::write(&games, broken).unwrap();
    let error = write(&folder, Shard::WHOLE, &summary).unwrap_err().to_string();
    assert!(error.contains("line 1 of "), "{error}");
}
