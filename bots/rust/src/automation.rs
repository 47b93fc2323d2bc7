//! Automation: The Game: big money with the actions that pay for themselves.
//!
//! The view: `{"supply": {"framework": 8, …}, "seats": [{"hand": {"bitcoin": 3, …}, …}, …], …}`; moves
//! are `buy ethereum`, `play hack`, `end phase` and the like.

use serde_json::Value;

use crate::parlor::Ask;

const MONEY: [&str; 3] = ["dogecoin", "ethereum", "bitcoin"];
/// Terminal actions: so many in the deck are enough.
const MOST_ENDS: i64 = 2;
/// From the first to go to the one to keep: what is worth nothing in hand comes first.
const WORST: [&str; 5] = ["bug", "framework", "module", "method", "bitcoin"];
const USELESS: [&str; 4] = ["bug", "method", "module", "framework"];
const TO_TRASH: [&str; 3] = ["bug", "method", "bitcoin"];

/// The actions and the money of a set of cards, the best first.
struct Plan<'a> {
    /// They give an action back: all can be played, and one can own any number of them.
    chains: Vec<&'a str>,
    /// They do not: a few are enough.
    ends: Vec<&'a str>,
    money: Vec<&'a str>,
}

impl<'a> Plan<'a> {
    fn of(set: &'a Value) -> Self {
        let Some(rows) = set["cards"].as_array() else { return Self::in_the_box(set) };
        let mut rows: Vec<&Value> = rows.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row["cost"].as_u64()));
        let those = |wanted: &dyn Fn(&Value) -> bool| {
            let rows = rows.iter().filter(|row| wanted(row));
            rows.filter_map(|row| row["card"].as_str()).collect()
        };
        let is_action = |row: &Value| row["kind"] != "points" && row["kind"] != "money";
        let goes_on = |row: &Value| row["actions"].as_u64().unwrap_or(0) > 0;
        Self {
            chains: those(&|row| is_action(row) && goes_on(row)),
            ends: those(&|row| is_action(row) && !goes_on(row)),
            money: those(&|row| row["kind"] == "money"),
        }
    }

    /// The set `base` was called `seed` before.
    fn in_the_box(set: &Value) -> Self {
        let money = MONEY.to_vec();
        if set == "standard" {
            let ends = vec!["ransomware", "evergreen-test", "hack"];
            Self { chains: vec!["ipo", "tech-debt"], ends, money }
        } else {
            Self { chains: Vec::new(), ends: vec!["evergreen-test"], money }
        }
    }
}

pub(crate) fn decide(ask: &mut Ask<'_>) -> Option<String> {
    let plan = Plan::of(&ask.welcome["options"]["set"]);
    let kind = ask.question["kind"].as_str()?;
    let first = |verb: &str, cards: &[&str], or: &[&str]| {
        let wanted = cards.iter().map(|card| format!("{verb} {card}"));
        ask.menu.first(wanted.chain(or.iter().map(|other| (*other).to_owned())))
    };
    match kind {
        "action" | "play-twice" => {
            first("play", &[plan.chains, plan.ends].concat(), &["end phase", "pass"])
        }
        "money" => first("play", &plan.money, &["end phase"]),
        "buy" | "gain" => first(kind, &shopping(ask.view, &plan)?, &["end phase"])
            .or_else(|| ask.menu.iter().find(|card| card != "gain bug")),
        "sift" => first("discard", &USELESS, &["pass"]),
        "discard" | "drop" => first("discard", &WORST, &[]),
        "trash" => first("trash", &TO_TRASH, &[]),
        "react" => {
            ask.menu.starting("show").into_iter().next().or_else(|| first("", &[], &["pass"]))
        }
        "choose" => Some("choose money".to_owned()),
        "yield" => Some("choose discard".to_owned()),
        _ => None,
    }
}

/// What to take, the best first.
fn shopping<'a>(view: &Value, plan: &Plan<'a>) -> Option<Vec<&'a str>> {
    let own = view["viewer"]["seat"].as_u64()? as usize - 1;
    let frameworks = view["supply"]["framework"].as_u64().unwrap_or(0);
    let mut wanted = Vec::new();
    // The last Framework ends the game: not while that loses it.
    if frameworks > 1 || would_win(view, own)? {
        wanted.push("framework");
    }
    // Points are dead weight in a hand, so the small ones come late.
    if frameworks <= 4 {
        wanted.push("module");
    }
    if frameworks <= 2 {
        wanted.push("method");
    }
    let ends: i64 = plan.ends.iter().map(|card| owned(&view["seats"][own], card)).sum();
    if ends < MOST_ENDS {
        wanted.extend(&plan.ends);
    }
    wanted.extend(plan.money.first());
    wanted.extend(&plan.chains);
    wanted.extend(plan.money.get(1));
    Some(wanted)
}

/// How many cards of a kind a player has, wherever they lie.
fn owned(seat: &Value, card: &str) -> i64 {
    ["unseen", "discards", "played"].iter().filter_map(|place| seat[*place][card].as_i64()).sum()
}

fn points(seat: &Value) -> i64 {
    let worth = [("bug", -1), ("method", 1), ("module", 3), ("framework", 6)];
    worth.iter().map(|(card, points)| points * owned(seat, card)).sum()
}

/// Whether one has most points with another Framework.
fn would_win(view: &Value, own: usize) -> Option<bool> {
    let scores: Vec<i64> = view["seats"].as_array()?.iter().map(points).collect();
    let mine = scores.get(own)? + 6;
    Some(scores.iter().enumerate().all(|(seat, score)| seat == own || *score < mine))
}
