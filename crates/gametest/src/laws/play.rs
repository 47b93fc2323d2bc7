//! Laws of plain play: it goes on, it ends, and what is offered is accepted.

use parlor_engine::sample::below;
use parlor_engine::{Act, Asleep, Entry, Game, Menu, Odds, Seats, Turn, random_act};

use crate::law::Law;
use crate::walk::{Scene, after};

/// Menus up to this many moves are gone through whole; of larger ones a sample is taken.
const WHOLE: u64 = 1_000;
const SAMPLE: usize = 64;

pub(super) fn ends<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let bound = scene.game.bound();
    if scene.acts.len() >= bound as usize && !matches!(scene.turn(), Turn::Over) {
        return Err(format!("after {} acts, its bound, the game is not over", scene.acts.len()));
    }
    Ok(())
}

/// Each seat that is still there leaves, alone and after all the others; then play goes on.
pub(super) fn leaving<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    if matches!(scene.turn(), Turn::Over) {
        return Ok(());
    }
    let mut rng = scene.rng(Law::Leaving);
    for first in scene.present().iter() {
        let mut state = scene.state.clone();
        let mut present = scene.present();
        let mut leaver = Some(first);
        let mut acts = scene.acts.len();
        // The first leaves now, the others one by one at random moments.
        while let Some(seat) = leaver {
            let act = Act::Leave(seat);
            scene
                .game
                .apply(&mut state, &act, &mut Asleep)
                .map_err(|why| format!("'{act}' is refused: {why}"))?;
            present = present.without(seat);
            acts += 1;
            for _ in 0..below(&mut rng, 4) {
                still_alive(scene.game, &state, present)?;
                let Some(act) = random_act(scene.game, &state, &mut rng) else { break };
                scene
                    .game
                    .apply(&mut state, &act, &mut Asleep)
                    .map_err(|why| format!("after seat {seat} has left, '{act}': {why}"))?;
                acts += 1;
            }
            if matches!(scene.game.turn(&state), Turn::Over) || acts > scene.game.bound() as usize {
                break;
            }
            leaver = present.first();
            if leaver.is_none() {
                return Err("everybody has left and the game is not over".to_owned());
            }
        }
    }
    Ok(())
}

fn still_alive<G: Game>(game: &G, state: &G::State, present: Seats) -> Result<(), String> {
    let asked = game.turn(state).asked();
    for seat in asked.iter() {
        if !present.contains(seat) {
            return Err(format!("seat {seat} has left and is still asked"));
        }
        if game.menu(state, seat).count() == 0 {
            return Err(format!("seat {seat} is asked after a leave and has no move"));
        }
    }
    Ok(())
}

pub(super) fn clock<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let accepted = scene.after(&Act::Clock).is_some();
    match (scene.game.time_limit(scene.state), accepted) {
        (Some(_), true) | (None, false) => Ok(()),
        (Some(limit), false) => Err(format!("a limit of {limit} s runs, but the clock is refused")),
        (None, true) => Err("no time limit runs, but the clock is accepted".to_owned()),
    }
}

pub(super) fn outcome<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let turn = scene.turn();
    let over = matches!(turn, Turn::Over);
    let outcome = scene.game.outcome(scene.state);
    if outcome.is_some() != over {
        return Err(format!("over is {over}, but the outcome is {outcome:?}"));
    }
    if scene.game.odds(scene.state).is_some() != matches!(turn, Turn::Chance) {
        return Err("odds are there exactly when chance is due".to_owned());
    }
    if let Turn::Ask { seats, .. } = turn
        && (seats.is_empty() || seats.iter().any(|seat| !scene.seats().contains(seat)))
    {
        return Err(format!("seats {seats} are asked at a table of {}", scene.game.seats()));
    }
    let Some(outcome) = outcome else { return Ok(()) };
    let (places, seats) = (outcome.places.as_slice(), scene.game.seats());
    if outcome.scores.len() != seats || places.len() != seats {
        return Err(format!("the outcome is not for {seats} seats: {outcome:?}"));
    }
    for &place in places {
        let better = places.iter().filter(|&&other| other < place).count();
        if usize::from(place) != better + 1 {
            return Err(format!("{places:?} are not places: {place} has {better} before it"));
        }
    }
    if outcome.reason.is_empty() {
        return Err("the outcome has no reason".to_owned());
    }
    Ok(())
}

pub(super) fn menu<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let asked = scene.turn().asked();
    let mut rng = scene.rng(Law::Menu);
    for seat in scene.seats().iter() {
        let menu = scene.game.menu(scene.state, seat);
        let count = menu.count();
        if (count > 0) != asked.contains(seat) {
            return Err(format!("seat {seat} has {count} moves; asked are seats {asked}"));
        }
        let all: Vec<_> = (0..menu.entries()).filter_map(|i| menu.entry(i)).collect();
        let by_entry: u64 = all.iter().map(Entry::count).sum();
        if !menu.each().eq(all) {
            return Err("a walk through the entries differs from the entries by number".to_owned());
        }
        if by_entry != count || menu.entry(menu.entries()).is_some() || menu.nth(count).is_some() {
            return Err(format!("{count} moves, but the entries hold {by_entry}"));
        }
        entries::<G>(&menu)?;
        if count == 0 {
            continue;
        }
        for _ in 0..8 {
            match menu.sample(&mut rng) {
                Some(drawn) if menu.contains(&drawn) => {}
                drawn => return Err(format!("sampled {drawn:?}, which is not on the menu")),
            }
        }
        if count > WHOLE {
            continue;
        }
        let listed: Vec<G::Move> = menu.iter().collect();
        if listed.len() as u64 != count {
            return Err(format!("{count} moves, but {} are listed", listed.len()));
        }
        for (number, offered) in listed.iter().enumerate() {
            if menu.nth(number as u64).as_ref() != Some(offered) {
                return Err(format!("move {number} is not '{offered}'"));
            }
            if !menu.contains(offered) {
                return Err(format!("'{offered}' is listed but not contained"));
            }
            if listed[..number].contains(offered) {
                return Err(format!("'{offered}' is listed twice"));
            }
        }
    }
    Ok(())
}

/// What an entry says of itself is what is in it. The moves of a range differ in one number, so
/// that whoever is told its ends can write down every one of them.
fn entries<G: Game>(menu: &G::Menu) -> Result<(), String> {
    for index in 0..menu.entries().min(SAMPLE) {
        let Some(entry) = menu.entry(index) else { return Err(format!("no entry {index}")) };
        let (first, last, step, count) = match entry {
            Entry::One(only) => (only.clone(), only, 1, 1),
            Entry::Range { first, last, step, count } => (first, last, step, count),
        };
        if count == 0
            || menu.within(index, 0).as_ref() != Some(&first)
            || menu.within(index, count - 1).as_ref() != Some(&last)
            || menu.within(index, count).is_some()
        {
            return Err(format!(
                "the entry from '{first}' to '{last}' does not hold {count} moves"
            ));
        }
        if count > 1 {
            let second = menu.within(index, 1).map(|second| second.to_string());
            if second != stepped(&first.to_string(), &last.to_string(), step)
                || Some(last.to_string())
                    != stepped(&first.to_string(), &last.to_string(), step * (count - 1))
            {
                return Err(format!("'{first}' to '{last}' is no range in steps of {step}"));
            }
        }
    }
    Ok(())
}

/// The first of a range with its number made larger: the one number in which it differs from the
/// last.
fn stepped(first: &str, last: &str, more: u64) -> Option<String> {
    let (from, to): (Vec<&str>, Vec<&str>) =
        (first.split(' ').collect(), last.split(' ').collect());
    let mut differ = (0..from.len()).filter(|&at| from.get(at) != to.get(at));
    let at = differ.next().filter(|_| from.len() == to.len())?;
    if differ.next().is_some() {
        return None;
    }
    let number = (from[at].parse::<u64>().ok()? + more).to_string();
    let mut words = from;
    words[at] = &number;
    Some(words.join(" "))
}

pub(super) fn accepted<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let mut rng = scene.rng(Law::Accepted);
    let acts = scene.legal_acts(SAMPLE, &mut rng);
    for act in scene.next.into_iter().filter(|act| matches!(act, Act::Move(..))).chain(&acts) {
        let offered = match act {
            Act::Move(seat, played) => scene.game.menu(scene.state, *seat).contains(played),
            _ => true,
        };
        if offered && let Err(why) = scene.game.apply(&mut scene.state.clone(), act, &mut Asleep) {
            return Err(format!("'{act}' is legal, and refused: {why}"));
        }
    }
    Ok(())
}

pub(super) fn default_move<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let asked = scene.turn().asked();
    for seat in scene.seats().iter() {
        match scene.game.default_move(scene.state, seat) {
            None if !asked.contains(seat) => {}
            Some(default) if scene.game.menu(scene.state, seat).contains(&default) => {}
            other => return Err(format!("the default move of seat {seat} is {other:?}")),
        }
    }
    Ok(())
}

pub(super) fn chance<G: Game>(scene: &Scene<'_, G>) -> Result<(), String> {
    let Some(odds) = scene.game.odds(scene.state) else { return Ok(()) };
    let outcomes: Vec<G::Chance> = odds.outcomes().collect();
    let mut sum = 0;
    for (number, outcome) in outcomes.iter().enumerate() {
        let weight = odds.weight(outcome);
        if weight == 0 {
            return Err(format!("'{outcome}' is an outcome of weight 0"));
        }
        if outcomes[..number].contains(outcome) {
            return Err(format!("'{outcome}' is an outcome twice"));
        }
        sum += weight;
    }
    let total = odds.total();
    if sum != total || total == 0 {
        return Err(format!("the weights add up to {sum}, the total is {total}"));
    }
    if odds.pick(total).is_some() {
        return Err(format!("ticket {total} of {total} picks something"));
    }
    if total <= WHOLE {
        for outcome in &outcomes {
            let tickets = (0..total).filter(|&ticket| odds.pick(ticket).as_ref() == Some(outcome));
            let (tickets, weight) = (tickets.count() as u64, odds.weight(outcome));
            if tickets != weight {
                return Err(format!("'{outcome}' has weight {weight} but {tickets} tickets"));
            }
        }
    }
    if total > WHOLE {
        let mut rng = scene.rng(Law::Chance);
        for ticket in (0..SAMPLE).map(|_| below(&mut rng, total)).chain([0, total - 1]) {
            if odds.pick(ticket).is_none_or(|outcome| odds.weight(&outcome) == 0) {
                return Err(format!("ticket {ticket} of {total} picks nothing that can come up"));
            }
        }
    }
    let impossible = scene.outcomes.iter().find(|outcome| {
        !outcomes.contains(outcome)
            && (odds.weight(outcome) > 0
                || after(scene.game, scene.state, &Act::Chance((*outcome).clone())).is_some())
    });
    match impossible {
        Some(outcome) => Err(format!("'{outcome}' is not an outcome, but can come up")),
        None => Ok(()),
    }
}
