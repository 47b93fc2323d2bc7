//! One screen for one person: what happened above, then the table, and the question last, where it is
//! always read. At a terminal all of it is made to fit the window; in a pipe nothing is left out.

use parlor_engine::layout::{Ink, cut, width};
use parlor_engine::{Drawing, Seat, Viewer};

use super::telling::{Rank, Told, is_pushed_off, latest, that_fit};
use super::{Session, WIDTH};
use crate::words;

/// So many lines of news are told in any case, if there are so many: the table is made shorter for them. In a large
/// window they are a third of it.
const NEWS: usize = 6;
/// So many sentences about a person are not left out without a pause.
const MUCH: usize = 4;
/// What is asked below news on a screen of their own.
pub(super) const GO_ON: &str = "Enter to go on> ";
/// The line that says that the table is shortened.
const REMARK: usize = 1;
/// The line above the news.
const HEADING: usize = 1;
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
        let told: Vec<&Told> = told.iter().filter(|told| again || !told.visible).collect();
        let news = height(&told);
        let heading = usize::from(news > 0);
        let wanted = heading + news.min(share(rows));
        let mut fitted = drawing.fit(rows.saturating_sub(wanted));
        if fitted.is_shortened && !self.screen.knows_board() {
            // The remark on it takes a line from the table, and none from the news.
            fitted = drawing.fit(rows.saturating_sub(wanted + REMARK));
        }
        let room = rows.saturating_sub(fitted.height() + heading);
        let remark = fitted.is_shortened && room > LEAST_NEWS && self.screen.learn_board();
        let room = room - usize::from(remark);
        let (mut kept, dropped) = that_fit(&told, room.max(LEAST_NEWS));
        let mut heading = left_out(height(&dropped));
        if is_much(&dropped) && self.can_pause() {
            self.show_news_first(&told)?;
            kept = latest(&told, room.max(LEAST_NEWS));
            heading = String::from(", the latest");
        }
        if !kept.is_empty() {
            self.write_heading(&heading)?;
            self.write_lines(kept.iter().map(|told| told.words.as_str()))?;
        }
        let widest = fitted.text.lines().map(width).max().unwrap_or(0);
        self.warn_of_size(widest, fitted.height() + below + BLANK)?;
        if remark {
            let words = "The table is shortened to fit the window: board shows all of it.";
            writeln!(self.out, "{}", self.console.paint().all(Ink::Faint, words))?;
        }
        let blank = if room > height(&kept) { "\n" } else { "" };
        Ok(write!(self.out, "\n{}{blank}", self.console.paint().text(&fitted.text))?)
    }

    /// Says once that the window is too small for the table, and how large it would have to be.
    fn warn_of_size(&mut self, widest: usize, rows: usize) -> anyhow::Result<()> {
        let window = self.console.window();
        let fits = window.columns > widest && window.rows >= rows;
        if fits || !self.screen.learn_size() {
            return Ok(());
        }
        let (columns, rows) = (window.columns.max(widest + 1), window.rows.max(rows));
        let words = format!(
            "This window has {} columns and {} rows, too few for the table: it needs {columns} and {rows}.",
            window.columns, window.rows
        );
        let words = words::wrapped(&words, window.columns.saturating_sub(1).clamp(20, WIDTH));
        Ok(writeln!(self.out, "{}", self.console.paint().all(Ink::Strong, &words))?)
    }

    /// Whether somebody can be asked to press Enter: a person reads, and no clock runs meanwhile.
    fn can_pause(&self) -> bool {
        self.console.is_person() && self.live.time_to_wake().is_none()
    }

    /// Shows what happened on a screen of its own, where the table would leave out what matters to the person.
    fn show_news_first(&mut self, told: &[&Told]) -> anyhow::Result<()> {
        let rows = self.console.window().rows.saturating_sub(HEADING + PROMPT);
        let (kept, dropped) = that_fit(told, rows);
        self.write_heading(&left_out(height(&dropped)))?;
        self.write_lines(kept.iter().map(|told| told.words.as_str()))?;
        self.console.ask(GO_ON, self.out)?;
        Ok(())
    }

    fn write_heading(&mut self, more: &str) -> anyhow::Result<()> {
        let heading = format!("Since you were last asked{more}:");
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

    /// Says again in a line what is asked, below an answer that has pushed the question up.
    pub(super) fn remind(&mut self, seat: Seat) -> anyhow::Result<()> {
        if !self.console.is_screen() || !self.ahead.is_empty() {
            return Ok(());
        }
        let question = self.question(seat);
        let mut lines = question.lines();
        let first = lines.next().unwrap_or_default();
        let more = if lines.next().is_some() { " …" } else { "" };
        self.write_question(&format!("{}{more}", cut(first, WIDTH - 2)))
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

/// What the heading says of lines for which there is no room.
fn left_out(lines: usize) -> String {
    match lines {
        0 => String::new(),
        lines => format!(" ({} left out; log shows more)", words::count(lines, "line")),
    }
}

/// Whether so much is left out that a person would not understand how the game came here.
fn is_much(dropped: &[&Told]) -> bool {
    let own = dropped.iter().filter(|told| told.rank == Rank::Stays).count();
    own >= MUCH || dropped.iter().any(|told| told.rank == Rank::Key)
}

/// How many lines of news the table makes room for.
fn share(rows: usize) -> usize {
    NEWS.max(rows / 3)
}

fn height(told: &[&Told]) -> usize {
    told.iter().map(|told| told.height()).sum()
}
