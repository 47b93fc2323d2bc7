//! Property Tycoon: buy what one can, bid up to the price, build, and keep a reserve.
//!
//! The view: `{"table": {"players": [{"cash": 1500, "owned": [2, 4], …}, …], …}, …}`; moves are
//! `roll`, `buy`, `bid 120`, `build 20` and the like, with places by their position. The board, with
//! prices and groups, is in the options of the table.

use std::collections::HashMap;

use serde_json::Value;

use crate::parlor::{Ask, Menu};

/// What is kept when something is bought or built.
const RESERVE: i64 = 150;
/// What a card that gets one out of jail saves.
const OUT_OF_JAIL: i64 = 50;
/// No house costs more than this on the boards in the box.
const DEAREST: i64 = 200;

pub(crate) fn decide(ask: &mut Ask<'_>) -> Option<String> {
    let seat = ask.view["viewer"]["seat"].as_u64()? as usize - 1;
    let me = &ask.view["table"]["players"][seat];
    let cash = me["cash"].as_i64()?;
    let question = ask.question;
    let played = match question["kind"].as_str()? {
        "turn" => "roll",
        "jail" => {
            let mut ways = ask.menu.starting("use");
            ways.extend((cash >= RESERVE).then(|| "pay".to_owned()));
            ways.extend(["roll", "stay"].map(str::to_owned));
            return ask.menu.first(ways);
        }
        "buy" if cash - question["price"].as_i64()? >= RESERVE => "buy",
        "buy" => "auction",
        "bid" => {
            let least = question["least"].as_i64()?;
            let worth = value(question["place"].as_i64()?, me, &board(ask.welcome)?)?;
            if least <= worth.min(cash - RESERVE) {
                return Some(format!("bid {least}"));
            }
            "pass"
        }
        "raise" => return raise_money(ask.menu),
        "after" => return after(cash, ask.menu),
        "answer" if is_fair(&question["trade"], me, &board(ask.welcome)?)? => "accept",
        "answer" => "refuse",
        // A fine is cheaper than most cards, whoever wants to leave may go, no trade is begun here.
        _ => return ask.menu.first(["pay", "agree", "withdraw", "refuse", "end"]),
    };
    Some(played.to_owned())
}

/// Builds, then redeems, while the reserve lasts.
fn after(cash: i64, menu: &Menu) -> Option<String> {
    let mut wanted = Vec::new();
    if cash >= RESERVE + DEAREST {
        wanted = menu.starting("build");
    }
    if wanted.is_empty() && cash >= 3 * (RESERVE + DEAREST) {
        wanted = menu.starting("lift");
    }
    // The menu allows only what keeps a group even. The dearest streets have the best rents.
    let place = |one: &String| one.split(' ').nth(1).and_then(|place| place.parse::<u64>().ok());
    wanted.into_iter().max_by_key(place).or_else(|| Some("end".to_owned()))
}

/// Loans first, for they can be paid back; then buildings, then land.
fn raise_money(menu: &Menu) -> Option<String> {
    ["mortgage", "sell-house", "sell"].iter().flat_map(|verb| menu.starting(verb)).next()
}

/// The group and the price of each property, by its position.
type Board<'a> = HashMap<i64, (&'a str, i64)>;

fn board(welcome: &Value) -> Option<Board<'_>> {
    let rows = welcome["options"]["edition"]["Board"].as_array()?;
    let column = |name: &str| rows[0].as_array()?.iter().position(|cell| cell == name);
    let (at, group, price) = (column("Position")?, column("Group")?, column("Cost")?);
    // Rows without a price are no property.
    let property = |row: &'_ Value| row[at].as_i64().zip(row[price].as_i64());
    let properties = rows.iter().filter_map(|row| {
        let (place, price) = property(row)?;
        Some((place, (row[group].as_str()?, price)))
    });
    Some(properties.collect())
}

/// What a property is worth: its price, and half as much again for each other of the group.
fn value(place: i64, me: &Value, board: &Board<'_>) -> Option<i64> {
    let (group, price) = board.get(&place)?;
    let owned = me["owned"].as_array()?.iter().filter_map(Value::as_i64);
    let others =
        owned.filter(|mine| *mine != place && board.get(mine).is_some_and(|m| m.0 == *group));
    Some(price + others.map(|_| price).sum::<i64>() / 2)
}

/// Whether what is given is worth more than what is wanted.
fn is_fair(trade: &Value, me: &Value, board: &Board<'_>) -> Option<bool> {
    let worth = |bundle: &Value| -> Option<i64> {
        let cards = bundle["cards"].as_array()?.iter().filter(|held| **held == true);
        let places = bundle["places"].as_array()?.iter().filter_map(Value::as_i64);
        let land: i64 = places.filter_map(|place| value(place, me, board)).sum();
        Some(bundle["cash"].as_i64()? + cards.map(|_| OUT_OF_JAIL).sum::<i64>() + land)
    };
    Some(worth(&trade["give"])? > worth(&trade["want"])?)
}
