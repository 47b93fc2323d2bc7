//! Long texts on a terminal, a screen at a time: through `$PAGER`, else `less`, else page by page from here.
//!
//! Nothing is paged that goes to a pipe or a file, or that fits the window.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use parlor_engine::layout::{plain, width};

use crate::play::Console;
use crate::window::Window;
use crate::words::wrapped;

/// Ends where the text fits, keeps colours, and leaves the text on the screen.
const LESS: [&str; 2] = ["less", "-FRX"];

/// What the built-in pager asks below a page.
const MORE: &str = "-- more: Enter goes on, q stops -- ";

/// Whether long texts are paged.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Paging {
    /// Print long texts at once. On a terminal they go through $PAGER otherwise, or less
    #[arg(long)]
    no_pager: bool,
}

impl Paging {
    /// Whether long texts are shown a page at a time.
    pub(crate) const fn is_wanted(self) -> bool {
        !self.no_pager
    }

    /// Has a text written, and shows it.
    pub(crate) fn show(
        self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if self.no_pager || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            return write(out);
        }
        let mut text = Vec::new();
        write(&mut text)?;
        Ok(show(&String::from_utf8_lossy(&text), &mut Console::new(), out)?)
    }
}

/// Shows a text to the person at a console, with its inks as the terminal has them.
pub(crate) fn show(text: &str, console: &mut Console, out: &mut dyn Write) -> io::Result<()> {
    if !console.pages() {
        return writeln!(out, "{}", console.paint().text(text.trim_end_matches('\n')));
    }
    // A terminal breaks long lines within words. Inks take no room, and colours would.
    let inked = &wrapped(text.trim_end_matches('\n'), console.window().columns.saturating_sub(1));
    let text = &console.paint().text(inked);
    if height(text, console.window()) < console.window().rows {
        return writeln!(out, "{text}");
    }
    out.flush()?;
    // Lines that were typed beforehand cannot be handed to another program.
    let program = if console.is_alive() {
        Program::of(env::var("PAGER").ok().as_deref())
    } else {
        Program::BuiltIn
    };
    match (&program, program.start()) {
        (Program::None, _) => writeln!(out, "{text}"),
        // A program that somebody chose may not know colours.
        (Program::Own(_), Some(child)) => console.lend(|| feed(child, &plain(inked))),
        (_, Some(child)) => console.lend(|| feed(child, text)),
        (_, None) => page_by_page(text, console, out),
    }
}

/// The program that shows texts.
#[derive(PartialEq, Eq, Debug)]
enum Program {
    /// The person wants none.
    None,
    /// A command of the person's own, for a shell.
    Own(String),
    Less,
    /// Page by page from here.
    BuiltIn,
}

impl Program {
    /// By what the environment says.
    fn of(pager: Option<&str>) -> Self {
        match pager.map(str::trim) {
            None => Self::Less,
            Some("" | "cat") => Self::None,
            Some(own) => Self::Own(own.to_owned()),
        }
    }

    /// `None` where there is no such program.
    fn start(&self) -> Option<Child> {
        let mut command = match self {
            Self::None | Self::BuiltIn => return None,
            Self::Own(own) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", own]);
                shell
            }
            Self::Less => {
                let mut less = Command::new(LESS[0]);
                less.args(&LESS[1..]);
                less
            }
        };
        command.stdin(Stdio::piped()).spawn().ok()
    }
}

/// Hands a text to a program, and waits until the person has read enough.
fn feed(mut child: Child, text: &str) -> io::Result<()> {
    if let Some(mut input) = child.stdin.take() {
        match writeln!(input, "{text}") {
            // The person has left before the end.
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => {}
            other => other?,
        }
    }
    child.wait().map(|_| ())
}

/// Writes a window full at a time, and asks whether to go on.
fn page_by_page(text: &str, console: &mut Console, out: &mut dyn Write) -> io::Result<()> {
    let mut rest: Vec<&str> = text.lines().rev().collect();
    loop {
        let window = console.window();
        let mut used = 0;
        while let Some(line) = rest.last() {
            used += height(line, window);
            // A line that is taller than the window alone is written all the same.
            if used >= window.rows && used > height(line, window) {
                break;
            }
            writeln!(out, "{line}")?;
            rest.pop();
        }
        if rest.is_empty() {
            return Ok(());
        }
        let answer = console.ask(MORE, out)?.unwrap_or_else(|| "q".to_owned());
        if answer.to_lowercase().starts_with('q') {
            return Ok(());
        }
    }
}

/// How many rows a text takes in a window: long lines are broken.
fn height(text: &str, window: Window) -> usize {
    text.lines().map(|line| width(line).max(1).div_ceil(window.columns.max(1))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { rows: 4, columns: 10 };

    /// What a person reads of a text, who answers the pager with this.
    fn read(text: &str, typed: &'static str) -> String {
        let mut console = Console::typed(typed, true).sized(WINDOW, crate::paint::Paint::Plain);
        let mut out = Vec::new();
        show(text, &mut console, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_long_text_is_shown_page_by_page() {
        assert_eq!(read("1\n2\n3\n", ""), "1\n2\n3\n");
        let long = "1\n2\n3\n4\n5\n6\n7\n";
        assert_eq!(read(long, "\n\n"), format!("1\n2\n3\n{MORE}\n4\n5\n6\n{MORE}\n7\n"));
        assert_eq!(read(long, "q\n"), format!("1\n2\n3\n{MORE}q\n"));
        assert_eq!(read(long, ""), format!("1\n2\n3\n{MORE}\n"));
        // Long lines are broken, at blanks where there are any. Wide letters take two columns.
        assert_eq!(read("1\n陳小明陳小明\n3\n4", "q\n"), format!("1\n陳小明陳小明\n{MORE}q\n"));
        assert_eq!(read("陳小 明 陳 小 明", ""), "陳小 明\n陳 小 明\n");
    }

    #[test]
    fn a_pipe_is_not_paged() {
        let long = "1\n2\n3\n4\n5\n6\n7\n";
        let mut out = Vec::new();
        let mut console = Console::typed("q\n", false).sized(WINDOW, crate::paint::Paint::Plain);
        show(long, &mut console, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), long);
    }

    #[test]
    fn the_environment_says_which_program() {
        assert_eq!(Program::of(None), Program::Less);
        assert_eq!(Program::of(Some("cat")), Program::None);
        assert_eq!(Program::of(Some(" ")), Program::None);
        assert_eq!(Program::of(Some("more -s")), Program::Own("more -s".to_owned()));
    }

    #[test]
    fn who_leaves_the_pager_early_is_no_error() {
        let child = Program::Own("exit 0".to_owned()).start().unwrap();
        feed(child, &"a long line\n".repeat(50_000)).unwrap();
    }
}
