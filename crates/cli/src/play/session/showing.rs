//! One screen for one person: what happened above, then the table, and the question last, where it is
//! always read. At a terminal all of it is made to fit the window; in a pipe nothing is left out.

use parlor_engine::layout::Ink;
use parlor_engine::{Drawing, Seat, Viewer};

use super::telling::{Told, drop_old, is_pushed_off};
use super::{Session, WIDTH};
use crate::words;

/// So many lines of news are told in any case, if there are so many: the table is made shorter for them.
const NEWS: usize = 6;
/// So many are told even where the table leaves no room: the top of the table goes off the screen then.
const LEAST_NEWS: usize = 1;
/// The line on which a person types.
const PROMPT: usize = 1;
/// The blank line above the table. There is one below it, too, if there is room.
const BLANK: usize = 1;

impl Session<'_> {
    /// Shows a person what happened, the table and the question.
    pub(super) fn show(&mut self, seat: Seat) -> anyhow::Result<()> {
        let question = self.question(seat);
        self.show_above(seat, question.lines().count() + PROMPT)?;
        self.write_question(&question)
    }

    /// Shows a person what happened and the table, above what takes so many lines.
    pub(super) fn show_above(&mut self, seat: Seat, below: usize) -> anyhow::Result<()> {
        let told = std::mem::take(&mut self.told[seat.index()]);
        let drawing = self.sitting().table().draw(Viewer::Seat(seat), &self.names);
        if !self.console.is_screen() {
            writeln!(self.out, "\n{drawing}")?;
            let unread = told.iter().filter(|told| !told.visible);
            return Ok(self.write_lines(unread.map(|told| told.words.as_str()))?);
        }
        let rows = self.console.window().rows.saturating_sub(below + BLANK);
        let again = self.holds_back() || is_pushed_off(&told, drawing.fit(rows).height() + below);
        let mut told: Vec<&Told> = told.iter().filter(|told| again || !told.visible).collect();
        let news: usize = told.iter().map(|told| told.height()).sum();
        let heading = usize::from(news > 0);
        let fitted = drawing.fit(rows.saturating_sub(heading + news.min(NEWS)));
        let room = rows.saturating_sub(fitted.height() + heading);
        let remark = fitted.is_shortened && room > LEAST_NEWS && self.screen.learn_board();
        let room = room - usize::from(remark);
        let left_out = drop_old(&mut told, room.max(LEAST_NEWS));
        if !told.is_empty() {
            self.write_heading(left_out)?;
            self.write_lines(told.iter().map(|told| told.words.as_str()))?;
        }
        if remark {
            let words = "The table is shortened to fit the window: board shows all of it.";
            writeln!(self.out, "{}", self.console.paint().all(Ink::Faint, words))?;
        }
        let blank = if room > news - left_out { "\n" } else { "" };
        Ok(write!(self.out, "\n{}{blank}", self.console.paint().text(&fitted.text))?)
    }

    fn write_heading(&mut self, left_out: usize) -> anyhow::Result<()> {
        let left_out = match left_out {
            0 => String::new(),
            lines => format!(" ({} left out; log shows more)", words::count(lines, "line")),
        };
        let heading = format!("Since you were last asked{left_out}:");
        Ok(writeln!(self.out, "{}", self.console.paint().all(Ink::Faint, &heading))?)
    }

    fn write_lines<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> std::io::Result<()> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Draws the table for a viewer, all of it.
    pub(super) fn draw(&mut self, viewer: Viewer) -> anyhow::Result<()> {
        let drawing = self.sitting().table().draw(viewer, &self.names);
        self.screen.learn_board();
        Ok(writeln!(self.out, "\n{}", self.painted(&drawing))?)
    }

    /// All of a drawing, in colours where there are any.
    fn painted(&self, drawing: &Drawing) -> String {
        self.console.paint().text(&drawing.fit(usize::MAX).text)
    }

    // ---- the question ----

    /// Asks a person.
    pub(super) fn put_question(&mut self, seat: Seat) -> anyhow::Result<()> {
        let question = self.question(seat);
        self.write_question(&question)
    }

    fn write_question(&mut self, question: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{}", self.console.paint().all(Ink::Strong, question))?)
    }

    /// What a person is asked, and what Enter would do.
    fn question(&self, seat: Seat) -> String {
        let table = self.sitting().table();
        let question = table.question(seat, &self.names).unwrap_or_default();
        let hint = if let Some(only) = self.only_move(seat) {
            words::wrapped(&format!("Only '{only}' is possible: Enter plays it."), WIDTH)
        } else if let Some(usual) = table.usual_move(seat) {
            format!("Enter plays '{usual}'.")
        } else {
            return question;
        };
        format!("{question}\n{hint}")
    }
}
