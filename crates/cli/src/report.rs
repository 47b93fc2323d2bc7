//! Acts and results as JSON Lines, for programs.

use std::io::{self, Write};

use parlor_engine::{Act, AnyAct, AnyTable, Names, Seat, Seats, Viewer};
use serde_json::{Map, Value, json};

/// Whose view of the table is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Views {
    /// One viewer's.
    Of(Viewer),
    /// The spectator's and every seat's.
    All,
}

impl Views {
    /// Whose view is the first to show.
    const fn first(self) -> Viewer {
        match self {
            Self::Of(viewer) => viewer,
            Self::All => Viewer::Spectator,
        }
    }
}

/// The numbers of the seats that owe an answer.
fn asked(table: &dyn AnyTable) -> Vec<usize> {
    table.turn().asked().iter().map(Seat::number).collect()
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
    let viewer = views.first();
    let mut line = json!({
        "act": number,
        "by": by,
        "text": act.to_string(),
        "asked": asked(table),
        "scores": table.scores(viewer),
        "view": table.view(viewer),
    });
    if views == Views::All {
        let seats = Seats::first_n(table.seats()).iter();
        line["views"] = seats.map(|seat| table.view(Viewer::Seat(seat))).collect();
    }
    writeln!(out, "{line}")
}

/// The last line: the outcome (null while the game is not over) and the places from the first to the
/// last, the scores, the view, who is asked, how many acts there were and who made each. `more` is
/// put in as well.
pub(crate) fn end(
    out: &mut dyn Write,
    acts: &[&AnyAct],
    table: &dyn AnyTable,
    names: &Names,
    views: Views,
    more: Map<String, Value>,
) -> io::Result<()> {
    let outcome = table.outcome();
    let scores = match &outcome {
        Some(outcome) => json!(outcome.scores),
        None => json!(table.scores(views.first())),
    };
    let moved: Vec<Value> = acts.iter().map(|act| json!(act.seat())).collect();
    let mut line = more;
    line.insert("outcome".to_owned(), json!(outcome));
    line.insert("results".to_owned(), json!(table.ranking(names)));
    line.insert("scores".to_owned(), scores);
    line.insert("acts".to_owned(), json!(acts.len()));
    line.insert("moved".to_owned(), Value::Array(moved));
    line.insert("asked".to_owned(), json!(asked(table)));
    line.insert("view".to_owned(), table.view(views.first()));
    writeln!(out, "{}", Value::Object(line))
}
