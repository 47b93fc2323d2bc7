//! What is wrong with what was typed, before anything is played.

use std::fmt;

use parlor_engine::Problems;
use serde_json::{Value, json};

/// Everything that is wrong with it: in words for people, and with `--json` for programs too.
#[derive(Debug)]
pub(crate) struct Unusable {
    problems: Problems,
    /// Options of a table are a list, with the place of each problem; one flag is one sentence.
    listed: bool,
    /// Whether it is to be said how many seats are asked for: nobody has said a number.
    explains_seats: bool,
}

impl Unusable {
    /// The table cannot be set up like this.
    pub(super) const fn table(problems: Problems) -> Self {
        Self { problems, listed: true, explains_seats: false }
    }

    /// The same, when the number of seats was not said, and so may be all that is wrong.
    pub(super) fn with_usual_seats(problems: Problems) -> Self {
        let explains_seats = problems.iter().any(|problem| problem.place == "seats");
        Self { explains_seats, ..Self::table(problems) }
    }

    /// One flag or argument cannot be used like this.
    pub(super) fn one(place: &str, what: impl Into<String>) -> Self {
        let mut problems = Problems::new();
        problems.add(place, what);
        Self { problems, listed: false, explains_seats: false }
    }

    /// The line of JSON that says so.
    pub(super) fn as_json(&self) -> Value {
        json!({"error": "usage", "problems": self.problems})
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.listed {
            f.write_str("the table cannot be set up:")?;
        }
        for problem in self.problems.iter() {
            if self.listed {
                write!(f, "\n  {}: {}", problem.place, problem.what)?;
            } else {
                f.write_str(&problem.what)?;
            }
        }
        if self.explains_seats {
            f.write_str("\nsay how many play with --seats NUMBER, or who: --seats human,human,…")?;
        }
        Ok(())
    }
}

impl std::error::Error for Unusable {}
