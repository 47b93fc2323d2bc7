//! Acts and results as JSON Lines, for programs.

use std::io::{self, Write};

use parlor_engine::{Act, AnyAct, AnyTable, Seats, Viewer};
use serde_json::{Map, Value, json};

/// Whose view of the table is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Views {
    /// One viewer's.
    Of(Viewer),
    /// The spectator's and every seat's.
    All,
}

/// One line for an act that was just played.
///
/// `view` is the viewer's; with [`Views::All`] it is the spectator's and `views` has one for each
/// seat, in seat order.
pub(crate) fn act(
    out: &mut dyn Write,
    number: usize,
    act: &AnyAct,
    table: &dyn AnyTable,
    views: Views,
) -> io::Result<()> {
    let by = match act {
        Act::Move(seat, _) | Act::Leave(seat) => json!(seat),
        Act::Chance(_) => json!("chance"),
        Act::Clock => json!("clock"),
    };
    let viewer = match views {
        Views::Of(viewer) => viewer,
        Views::All => Viewer::Spectator,
    };
    let mut line = json!({
        "act": number,
        "by": by,
        "text": act.to_string(),
        "scores": table.scores(viewer),
        "view": table.view(viewer),
    });
    if views == Views::All {
        let seats = Seats::first_n(table.seats()).iter();
        line["views"] = seats.map(|seat| table.view(Viewer::Seat(seat))).collect();
    }
    writeln!(out, "{line}")
}

/// The last line: the outcome (null while the game is not over), the scores, how many acts there
/// were and who made each. `more` is put in as well.
pub(crate) fn end(
    out: &mut dyn Write,
    acts: &[AnyAct],
    table: &dyn AnyTable,
    more: Map<String, Value>,
) -> io::Result<()> {
    let outcome = table.outcome();
    let scores = match &outcome {
        Some(outcome) => json!(outcome.scores),
        None => json!(table.scores(Viewer::Spectator)),
    };
    let moved: Vec<Value> = acts.iter().map(|act| json!(act.seat())).collect();
    let mut line = more;
    line.insert("outcome".to_owned(), json!(outcome));
    line.insert("scores".to_owned(), scores);
    line.insert("acts".to_owned(), json!(acts.len()));
    line.insert("moved".to_owned(), Value::Array(moved));
    writeln!(out, "{}", Value::Object(line))
}
