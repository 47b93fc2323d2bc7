//! How the table looks in text.

use std::fmt::Write;

use parlor_engine::Names;
use parlor_engine::layout::wrapped;

use crate::board::Place;
use crate::rules::Rules;
use crate::state::HOTEL;
use crate::text::pounds;
use crate::view::View;

/// The players and what each owns; then the spaces, and who stands where.
pub(crate) fn draw(rules: &Rules, view: &View, names: &Names) -> String {
    let state = &view.table;
    let mut page = String::new();
    _ = writeln!(
        page,
        "{}, round {}. Bank {}, Free Parking {}.",
        rules.board.title,
        state.round,
        pounds(state.bank),
        pounds(state.pot)
    );
    for (seat, worth) in view.worth.iter() {
        let player = state.player(seat);
        let mark = if seat == state.mover { '>' } else { ' ' };
        let name = names.of(seat);
        if !state.present.contains(seat) {
            _ = writeln!(page, "{mark} {seat} {name:<15} out");
            continue;
        }
        let jail = if player.jailed.is_some() { ", in jail" } else { "" };
        _ = writeln!(
            page,
            "{mark} {seat} {name:<15} {:>6}  worth {:>6}  at {}{jail}",
            pounds(player.cash),
            pounds(*worth),
            rules.board.name(player.place)
        );
        let owned: Vec<String> =
            player.owned.iter().map(|place| owned(rules, view, place)).collect();
        if !owned.is_empty() {
            _ = writeln!(page, "{}", wrapped("      ", &owned.join(", "), 6));
        }
    }
    page
}

fn owned(rules: &Rules, view: &View, place: Place) -> String {
    let state = &view.table;
    let built = match state.houses(place) {
        0 => String::new(),
        HOTEL => " H".to_owned(),
        houses => format!(" {houses}"),
    };
    let mortgaged = if state.mortgaged.contains(place) { " (mortgaged)" } else { "" };
    format!("{place} {}{built}{mortgaged}", rules.board.name(place))
}
