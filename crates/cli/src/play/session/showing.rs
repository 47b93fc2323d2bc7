//! One screen for one person: what happened above, then the table, and the question last, where it is
//! always read. At a terminal all of it is made to fit the window; in a pipe nothing is left out.

use parlor_engine::layout::{Ink, tied, width};
use parlor_engine::{Drawing, Fitted, Seat, Viewer};

use super::Session;
use super::telling::{Rank, Told, is_pushed_off, latest, that_fit};
use crate::window::Window;
use crate::words;

/// So many lines of news are told in any case, if there are so many: the table is made shorter for them. In a large
/// window they are a third of it.
const NEWS: usize = 6;
/// So many sentences about a person are not left out without a pause.
const MUCH: usize = 4;
/// What is asked below news on a screen of their own.
pub(super) const GO_ON: &str = "Enter to go on> ";
/// So many lines of a question are said again.
const REMINDED: usize = 4;
/// Stands for what is not said again.
const MORE: &str = " …";
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
        self.were_asked = self.were_asked.with(seat);
        self.write_question(&question)
    }

    /// Shows a person what happened and the table, above what takes so many lines.
    pub(super) fn show_above(&mut self, seat: Seat, below: usize) -> anyhow::Result<()> {
        let columns = self.console.text_columns();
        let told = std::mem::take(&mut self.told[seat.index()]);
        let told: Vec<Told> = told.into_iter().map(|told| told.folded(columns)).collect();
        let drawing = self.sitting().table().draw(Viewer::Seat(seat), &self.names);
        if !self.console.is_screen() {
            writeln!(self.out, "\n{drawing}")?;
            let unread = told.iter().filter(|told| !told.visible);
            return Ok(self.write_lines(unread.map(|told| told.words.as_str()))?);
        }
        let opening = std::mem::take(&mut self.opening);
        let opening = self.folded(&opening);
        let window = self.console.window();
        let rows = window.rows.saturating_sub(below + BLANK + opening.lines().count());
        let again =
            self.holds_back() || is_pushed_off(&told, fit(&drawing, rows, window).height() + below);
        let told: Vec<&Told> = told.iter().filter(|told| again || !told.visible).collect();
        let heading = usize::from(!told.is_empty());
        // The table does not give way to routine: it shows what came of it.
        let news =
            height(&told.iter().copied().filter(|it| it.rank > Rank::Routine).collect::<Vec<_>>());
        let least = news.min(LEAST_NEWS);
        let wanted = heading.min(news) + news.min(share(rows));
        let mut fitted = fit(&drawing, rows.saturating_sub(wanted), window);
        if fitted.is_shortened && !self.screen.knows_board() {
            // The remark on it takes a line from the table, and none from the news.
            fitted = fit(&drawing, rows.saturating_sub(wanted + REMARK), window);
        }
        let free = rows.saturating_sub(rows_of(&fitted.text, window));
        let has_room = free >= REMARK + heading.min(news) + least;
        let remark = fitted.is_shortened && has_room && self.screen.learn_board();
        let room = free.saturating_sub(usize::from(remark) + heading);
        let (mut kept, dropped) = that_fit(&told, room.max(least));
        let mut heading = left_out(height(&dropped));
        if is_much(&dropped) && self.can_pause() {
            self.show_news_first(seat, &told)?;
            kept = latest(&told, room.max(least));
            heading = String::from(", the latest");
        }
        self.write_lines(opening.lines())?;
        if !kept.is_empty() {
            self.write_heading(seat, &heading)?;
            self.write_lines(kept.iter().map(|told| told.words.as_str()))?;
        }
        if remark {
            let words =
                self.folded("The table is shortened to fit the window: board shows all of it.");
            writeln!(self.out, "{}", self.console.paint().all(Ink::Faint, &words))?;
        }
        let blank = if room > height(&kept) { "\n" } else { "" };
        write!(self.out, "\n{}{blank}", self.console.paint().text(&fitted.text))?;
        let widest = fitted.text.lines().map(width).max().unwrap_or(0);
        self.warn_of_size(widest, fitted.height() + below + BLANK)
    }

    /// Says once that the window is too small for the table, and how large it would have to be: below the table, which
    /// pushes everything above it off the screen.
    fn warn_of_size(&mut self, widest: usize, rows: usize) -> anyhow::Result<()> {
        let window = self.console.window();
        let fits = window.columns > widest && window.rows >= rows;
        if fits || !self.screen.learn_size() {
            return Ok(());
        }
        let (columns, rows) = (window.columns.max(widest + 1), window.rows.max(rows));
        let words = self.folded(&format!(
            "This window has {} columns and {} rows, too few for the table: it needs {columns} and {rows}.",
            window.columns, window.rows
        ));
        Ok(writeln!(self.out, "{}", self.console.paint().all(Ink::Strong, &words))?)
    }

    /// Whether somebody can be asked to press Enter: a person reads, and no clock runs meanwhile.
    fn can_pause(&self) -> bool {
        self.console.is_person() && self.live.time_to_wake().is_none()
    }

    /// Shows what happened on a screen of its own, where the table would leave out what matters to the person.
    fn show_news_first(&mut self, seat: Seat, told: &[&Told]) -> anyhow::Result<()> {
        let rows = self.console.window().rows.saturating_sub(HEADING + PROMPT);
        let (kept, dropped) = that_fit(told, rows);
        self.write_heading(seat, &left_out(height(&dropped)))?;
        self.write_lines(kept.iter().map(|told| told.words.as_str()))?;
        self.console.ask(GO_ON, self.out)?;
        Ok(())
    }

    fn write_heading(&mut self, seat: Seat, more: &str) -> anyhow::Result<()> {
        let is_first = !self.were_asked.contains(seat);
        let since = if is_first { "What happened" } else { "Since you were last asked" };
        let heading = self.folded(&format!("{since}{more}:"));
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

    /// Says again what is asked, below an answer that has pushed the question up: in a few lines, without its lists,
    /// and with what Enter plays.
    pub(super) fn remind(&mut self, seat: Seat) -> anyhow::Result<()> {
        if !self.console.is_screen() || !self.ahead.is_empty() {
            return Ok(());
        }
        let question =
            self.sitting().table().question_to_fold(seat, &self.names).unwrap_or_default();
        let short = reminder(&question, self.console.text_columns());
        self.write_question(&self.with_hint(seat, short))
    }

    fn write_question(&mut self, question: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{}", self.console.paint().all(Ink::Strong, question))?)
    }

    /// What a person is asked, and what Enter would do.
    fn question(&self, seat: Seat) -> String {
        let question =
            self.sitting().table().question_to_fold(seat, &self.names).unwrap_or_default();
        self.with_hint(seat, self.folded(&question))
    }

    /// A question, and below it what Enter would do.
    fn with_hint(&self, seat: Seat, question: String) -> String {
        let hint = if let Some(only) = self.only_move(seat) {
            format!("Only '{}' is possible: Enter plays it.", tied(&only))
        } else if let Some(usual) = self.sitting().table().usual_move(seat) {
            format!("Enter plays '{}'.", tied(&usual))
        } else {
            return question;
        };
        format!("{question}\n{}", self.folded(&hint))
    }
}

/// A question in at most a few lines. Lists are left out, and so is what has no room; a mark says so.
pub(super) fn reminder(question: &str, columns: usize) -> String {
    let is_list = |line: &&str| line.starts_with(' ');
    let mut sentences = String::new();
    for line in question.lines() {
        match (is_list(&line), sentences.ends_with(MORE)) {
            (true, true) => {}
            (true, false) => sentences.push_str(MORE),
            (false, _) if sentences.is_empty() => sentences.push_str(line),
            (false, _) => sentences.extend([" ", line]),
        }
    }
    let all = words::wrapped(&sentences, columns);
    let lines: Vec<&str> = all.lines().collect();
    if lines.len() <= REMINDED {
        return all;
    }
    let (last, others) = lines[..REMINDED].split_last().expect("there are several lines");
    let mut last = *last;
    while width(last) + width(MORE) > columns
        && let Some((before, _)) = last.rsplit_once(' ')
    {
        last = before;
    }
    format!("{}\n{last}{MORE}", others.join("\n"))
}

/// A drawing in so many rows of a window, if it can be made that short. A line that is too wide for the window takes
/// several.
fn fit(drawing: &Drawing, rows: usize, window: Window) -> Fitted {
    let fitted = drawing.fit(rows);
    let more = rows_of(&fitted.text, window) - fitted.height();
    if more == 0 { fitted } else { drawing.fit(rows.saturating_sub(more)) }
}

/// How many rows of a window a text takes.
fn rows_of(text: &str, window: Window) -> usize {
    text.lines().map(|line| width(line).max(1).div_ceil(window.columns.max(1))).sum()
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
