//! Lines from a person, or from a pipe that stands in for one.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use parlor_engine::layout::{WIDTH, folded, width};

use super::interrupt::{self, Interrupt};
use super::keyboard::{Clock, Keyboard, Typed};
use super::typed_line::Key;
#[cfg(test)]
use super::typed_line::next_key;
use crate::paint::Paint;
use crate::window::Window;
use crate::words::visible;
#[cfg(test)]
use std::collections::VecDeque;

/// Sends a terminal to the top of an empty screen, with nothing above it to scroll to.
const WIPE: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
/// What stands for that in a file.
const APART: &str = "\n\n\n";

/// Where people type.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own of a terminal")]
pub(crate) struct Console {
    input: Input,
    /// On a terminal what is typed is seen; from a pipe it is written out, so that the output
    /// reads like a game.
    echo: bool,
    /// Whether what is written goes to a screen that can be wiped.
    wipes: bool,
    /// Whether somebody types right now, and can be asked again.
    waits: bool,
    /// How a board is coloured.
    paint: Paint,
    /// The size of the terminal, where nobody can change it.
    window: Option<Window>,
    /// Whether long texts are shown a page at a time.
    pages: bool,
    /// What ends the program, where that is listened for.
    interrupt: Option<Interrupt>,
}

enum Input {
    Keyboard(Keyboard),
    /// Lines that were typed beforehand.
    #[cfg(test)]
    Lines(VecDeque<&'static str>),
    /// Keys that were pressed beforehand.
    #[cfg(test)]
    Keys(&'static [u8]),
}

/// What came of asking somebody who has only so much time.
pub(super) enum Answer {
    Line(String),
    /// The input has ended.
    End,
    /// The time was up; this much was typed.
    TimeUp(String),
}

impl Console {
    pub(crate) fn new() -> Self {
        let waits = io::stdin().is_terminal();
        let wipes = io::stdout().is_terminal();
        let input = Input::Keyboard(Keyboard::default());
        // Where signals cannot be heard they do what they always did.
        let interrupt = Interrupt::listen().ok();
        let paint = Paint::of_stdout();
        Self {
            input,
            echo: !waits,
            wipes,
            paint,
            waits,
            pages: waits && wipes,
            interrupt,
            window: None,
        }
    }

    /// Lines that were typed beforehand, at a terminal or into a pipe.
    #[cfg(test)]
    pub(crate) fn typed(lines: &'static str, terminal: bool) -> Self {
        let input = Input::Lines(lines.lines().collect());
        let (paint, window) = (Paint::Plain, Some(Window { rows: 24, columns: 80 }));
        let (wipes, waits, pages) = (terminal, terminal, terminal);
        Self { input, echo: true, wipes, paint, waits, pages, interrupt: None, window }
    }

    /// Keys that were pressed beforehand, at a terminal.
    #[cfg(test)]
    pub(crate) fn pressed(keys: &'static [u8]) -> Self {
        Self { input: Input::Keys(keys), ..Self::typed("", true) }
    }

    /// The same on a terminal of this size, with colours or without.
    #[cfg(test)]
    pub(crate) fn sized(self, window: Window, paint: Paint) -> Self {
        Self { window: Some(window), paint, ..self }
    }

    /// The same with long texts a page at a time, where there is a terminal for it, or not.
    #[must_use]
    pub(crate) fn paged(self, pages: bool) -> Self {
        Self { pages: pages && self.pages, ..self }
    }

    /// Whether long texts are shown a page at a time.
    pub(crate) const fn pages(&self) -> bool {
        self.pages
    }

    /// How large the terminal is now.
    pub(crate) fn window(&self) -> Window {
        self.window.unwrap_or_else(Window::now)
    }

    /// How wide texts are. In a pipe or a file they are as wide as on a small terminal.
    pub(crate) fn text_columns(&self) -> usize {
        if self.wipes { self.window().prose() } else { WIDTH }
    }

    /// How a board is coloured.
    pub(crate) const fn paint(&self) -> Paint {
        self.paint
    }

    /// Whether what is written scrolls away.
    pub(super) const fn is_screen(&self) -> bool {
        self.wipes
    }

    /// Whether a person types, who can be asked whether they mean it. A pipe means what it says.
    pub(super) const fn is_person(&self) -> bool {
        self.waits
    }

    /// Whether a prompt can change while somebody types.
    pub(crate) const fn is_alive(&self) -> bool {
        let is_keyboard = matches!(self.input, Input::Keyboard(_));
        self.waits && self.wipes && is_keyboard
    }

    /// The exit code that a signal asks for, where one has come.
    pub(crate) fn interrupted(&self) -> Option<u8> {
        self.interrupt.as_ref().and_then(Interrupt::signal).map(interrupt::code)
    }

    /// What is said when a signal comes while nobody is asked.
    pub(super) fn set_farewell(&self, farewell: &str) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.set_farewell(folded(self.text_columns(), farewell));
        }
    }

    /// Makes room: what was written is off the screen, and cannot be scrolled back to. Where the
    /// output goes to a file it stays there, a few lines above.
    pub(super) fn wipe(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.input {
            // What one person typed is not for the next.
            Input::Keyboard(keyboard) => keyboard.forget(),
            #[cfg(test)]
            Input::Lines(_) | Input::Keys(_) => {}
        }
        out.write_all(if self.wipes { WIPE.as_bytes() } else { APART.as_bytes() })
    }

    /// Waits for a key; `None` at the end of the input, or when a signal came.
    pub(crate) fn key(&mut self) -> io::Result<Option<Key>> {
        let interrupt = self.interrupt.as_ref();
        match &mut self.input {
            Input::Keyboard(keyboard) => {
                set_asking(interrupt, true);
                let key = keyboard.key(interrupt);
                set_asking(interrupt, false);
                key
            }
            #[cfg(test)]
            Input::Lines(_) => Ok(None),
            #[cfg(test)]
            Input::Keys(keys) => Ok(next_key(keys).map(|(key, used)| {
                *keys = &keys[used..];
                key
            })),
        }
    }

    /// Lets another program have the terminal, such as a pager, until that ends. Ctrl-C is for that program; other
    /// signals do not end this one at once.
    pub(crate) fn lend<T>(&self, what: impl FnOnce() -> T) -> T {
        let set = |is_lent: bool| {
            set_asking(self.interrupt.as_ref(), is_lent);
            if let Some(interrupt) = &self.interrupt {
                interrupt.set_lent(is_lent);
            }
        };
        set(true);
        let done = what();
        set(false);
        done
    }

    /// Asks for a line; `None` at the end of the input, or when a signal came.
    pub(crate) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        Ok(match self.ask_in_time(prompt, out)? {
            Answer::Line(line) => Some(line),
            Answer::End | Answer::TimeUp(_) => None,
        })
    }

    /// Asks for a line while a clock runs.
    pub(super) fn ask_in_time(
        &mut self,
        clock: &(impl Clock + ?Sized),
        out: &mut dyn Write,
    ) -> io::Result<Answer> {
        let moves = self.is_alive();
        if !moves {
            write!(out, "{}", clock.prompt())?;
            out.flush()?;
        }
        let (above, last) = in_lines(&clock.prompt(), self.window());
        if moves && !above.is_empty() {
            // Only the last line of a prompt is drawn again while somebody types.
            writeln!(out, "{above}")?;
            let rest = LastLine { clock, text: last };
            return self.ask_below(&rest, out);
        }
        self.ask_below(clock, out)
    }

    /// Asks for a line; a prompt that does not change is written already.
    fn ask_below(
        &mut self,
        clock: &(impl Clock + ?Sized),
        out: &mut dyn Write,
    ) -> io::Result<Answer> {
        let moves = self.is_alive();
        let interrupt = self.interrupt.as_ref();
        let typed = match &mut self.input {
            Input::Keyboard(keyboard) => {
                set_asking(interrupt, true);
                let typed = if moves {
                    keyboard.edited_line(clock, interrupt, out)
                } else {
                    keyboard.line(clock, interrupt)
                };
                set_asking(interrupt, false);
                typed?
            }
            #[cfg(test)]
            Input::Lines(lines) => {
                lines.pop_front().map_or(Typed::End, |line| Typed::Line(line.into()))
            }
            #[cfg(test)]
            Input::Keys(_) => Typed::End,
        };
        let is_whole = matches!(typed, Typed::Line(_));
        if !moves && (!is_whole || self.echo) {
            let shown = if let Typed::Line(line) = &typed { tidy(line) } else { String::new() };
            writeln!(out, "{shown}")?;
        }
        Ok(match typed {
            Typed::Line(line) => Answer::Line(tidy(&line)),
            Typed::End => Answer::End,
            Typed::TimeUp(typed) => Answer::TimeUp(tidy(typed.as_bytes())),
        })
    }
}

/// The last line of a prompt that is too long for one.
struct LastLine<'a, C: ?Sized> {
    clock: &'a C,
    text: String,
}

impl<C: Clock + ?Sized> Clock for LastLine<'_, C> {
    fn prompt(&self) -> String {
        self.text.clone()
    }

    fn left(&self) -> Option<Duration> {
        self.clock.left()
    }
}

/// A prompt that leaves room to type: the lines above the last one, and that one.
fn in_lines(prompt: &str, window: Window) -> (String, String) {
    let columns = window.columns.saturating_sub(TYPED);
    if width(prompt) <= columns {
        return (String::new(), prompt.to_owned());
    }
    let text = folded(columns, prompt.trim_end());
    let (above, last) = text.rsplit_once('\n').unwrap_or(("", &text));
    (above.to_owned(), format!("{last} "))
}

/// So many columns behind a prompt are left to type in.
const TYPED: usize = 10;

fn set_asking(interrupt: Option<&Interrupt>, is_asking: bool) {
    if let Some(interrupt) = interrupt {
        interrupt.set_asking(is_asking);
    }
}

/// A typed line with single blanks and nothing a terminal would act on.
fn tidy(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let words = line.split(|c: char| c.is_whitespace() || c.is_control());
    let words = words.map(visible).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_prompt_is_broken_at_a_blank() {
        let window = Window { rows: 24, columns: 30 };
        assert_eq!(in_lines("> ", window), (String::new(), "> ".to_owned()));
        let expected = ("Nobody else looks?".to_owned(), "Press Enter. ".to_owned());
        assert_eq!(in_lines("Nobody else looks? Press Enter. ", window), expected);
    }

    #[test]
    fn blanks_do_not_matter() {
        assert_eq!(tidy(b"  h  0\t1 \r\n"), "h 0 1");
        assert_eq!(tidy(b"\x1b[A"), "[A");
        assert_eq!(tidy(b"\n"), "");
        assert_eq!(tidy("ro\u{202e}ll \u{2066}".as_bytes()), "roll");
    }
}
