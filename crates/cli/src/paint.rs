//! Colours, where the terminal has them and the person wants them.
//!
//! What is drawn in a colour can always be told without it, too: not everybody sees colours, and not every
//! terminal has them. `NO_COLOR`, `TERM=dumb` and a pipe turn them off; `CLICOLOR_FORCE` turns them on.

use std::borrow::Cow;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Style};
use parlor_engine::layout::{Ink, plain, spans};

/// Whether inks become colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    Colours,
    Plain,
}

/// One for each seat, told apart on a dark and on a light ground.
const SEATS: [AnsiColor; 8] = [
    AnsiColor::BrightCyan,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightGreen,
    AnsiColor::BrightRed,
    AnsiColor::BrightBlue,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
];

/// How light a colour may be, of 255: what is darker or lighter cannot be read on every ground.
const READABLE: std::ops::RangeInclusive<u32> = 100..=190;

impl Paint {
    /// What standard output can show, as the person wants it.
    pub(crate) fn of_stdout() -> Self {
        match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Self::Plain,
            _ => Self::Colours,
        }
    }

    /// A text with its inks as this terminal shows them.
    pub(crate) fn text(self, text: &str) -> String {
        if self == Self::Plain {
            return plain(text);
        }
        let piece = |(ink, piece): (Option<Ink>, &str)| match ink {
            Some(ink) => styled(style(ink), piece),
            None => piece.to_owned(),
        };
        spans(text).map(piece).collect()
    }

    /// A text without inks, all of it in one.
    pub(crate) fn all(self, ink: Ink, text: &str) -> Cow<'_, str> {
        match self {
            Self::Plain => text.into(),
            Self::Colours => styled(style(ink), text).into(),
        }
    }
}

/// The style ends with each line, so that nothing else on the screen takes it on.
fn styled(style: Style, text: &str) -> String {
    let lines = text.split('\n').map(|line| match line {
        "" => String::new(),
        line => format!("{style}{line}{style:#}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn style(ink: Ink) -> Style {
    match ink {
        Ink::Strong => Style::new().bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Open => AnsiColor::Green.on_default().bold(),
        Ink::Colour(rgb) => nearest(rgb).on_default().bold(),
        Ink::Seat(seat) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
    }
}

/// The nearest colour of the 256 that almost every terminal has, made lighter or darker until it can be
/// read.
fn nearest(rgb: [u8; 3]) -> Ansi256Color {
    let mut rgb = rgb.map(u32::from);
    let light = rgb.iter().zip([299, 587, 114]).map(|(part, weight)| part * weight).sum::<u32>();
    let light = light / 1000;
    if light < *READABLE.start() {
        let add = READABLE.start() - light;
        rgb = rgb.map(|part| (part + add).min(255));
    } else if light > *READABLE.end() {
        rgb = rgb.map(|part| part * READABLE.end() / light);
    }
    // The colours from 16 on are a cube of six steps a side.
    let [red, green, blue] = rgb.map(|part| (part * 5 + 127) / 255);
    Ansi256Color((16 + 36 * red + 6 * green + blue) as u8)
}

#[cfg(test)]
mod tests {
    use parlor_engine::Seat;
    use parlor_engine::layout::inked;

    use super::*;

    #[test]
    fn inks_are_colours_or_nothing() {
        let text = format!("a {} b", inked(Ink::Strong, "card"));
        assert_eq!(Paint::Plain.text(&text), "a card b");
        assert_eq!(Paint::Colours.text(&text), "a \u{1b}[1mcard\u{1b}[0m b");
    }

    #[test]
    fn a_colour_ends_with_its_line() {
        let text = inked(Ink::Strong, "one\n  two\n");
        let painted = Paint::Colours.text(&text);
        assert_eq!(painted, "\u{1b}[1mone\u{1b}[0m\n\u{1b}[1m  two\u{1b}[0m\n");
    }

    #[test]
    fn seats_have_colours_of_their_own() {
        let styles: Vec<Style> = (0..8).map(|seat| style(Ink::Seat(Seat::at(seat)))).collect();
        for (index, one) in styles.iter().enumerate() {
            assert!(!styles[index + 1..].contains(one), "{one:?}");
        }
    }

    #[test]
    fn dark_colours_are_made_light_enough_to_read() {
        // Deep blue on black, and white on white.
        assert_ne!(nearest([0, 0, 128]), Ansi256Color(18));
        assert_ne!(nearest([255, 255, 255]), Ansi256Color(231));
        assert_eq!(nearest([255, 0, 0]), Ansi256Color(196));
    }
}
