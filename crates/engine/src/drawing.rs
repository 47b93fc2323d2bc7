//! The table as it is drawn in text, in panels that can be made shorter.
//!
//! A game draws everything that its viewer may know. A window of 24 lines does not have room for all of
//! it, and a terminal cannot know what may be left out. So the game says it: each [`Panel`] has shorter
//! forms, and a [`Weight`] that says how soon it has to give way.

use std::fmt;

use crate::layout::plain;

/// The table in panels, from top to bottom. Written out (`Display`) it is all of them in full, without
/// colours.
///
/// ```
/// # use parlor_engine::{Drawing, Panel, Weight};
/// let drawing = Drawing::default()
///     .with(Panel::new(Weight::Others, "Bob: 3 cards\n  discards: Hack, Bug\n").or("Bob: 3 cards\n"))
///     .with(Panel::new(Weight::Own, "Your hand: Hack\n"));
/// assert_eq!(drawing.fit(2).text, "Bob: 3 cards\nYour hand: Hack\n");
/// assert!(!drawing.fit(3).is_shortened);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    panels: Vec<Panel>,
}

/// A part of a drawing, in full and in shorter forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    weight: Weight,
    /// The full form first, each of the others shorter than the one before. Never empty.
    forms: Vec<String>,
}

/// How soon a panel is made shorter where there is not room for everything: the first of these first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// What signs mean, and what can be worked out from the rest.
    Legend,
    /// What the other players have.
    Others,
    /// What lies in the middle of the table.
    Table,
    /// What the viewer has, and what is going on.
    Own,
}

/// A drawing as it fits a window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fitted {
    /// The text, with its inks ([`layout`](crate::layout)).
    pub text: String,
    /// Whether anything is shorter than in full.
    pub is_shortened: bool,
}

impl Fitted {
    /// How many lines it takes.
    pub fn height(&self) -> usize {
        height(&self.text)
    }
}

impl Drawing {
    /// And then this panel.
    #[must_use]
    pub fn with(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// And then these panels.
    #[must_use]
    pub fn with_all(mut self, panels: impl IntoIterator<Item = Panel>) -> Self {
        self.panels.extend(panels);
        self
    }

    /// The panels in at most so many lines, if they can be made that short.
    pub fn fit(&self, lines: usize) -> Fitted {
        let mut chosen = vec![0; self.panels.len()];
        while self.height(&chosen) > lines
            && let Some(panel) = self.next_to_shorten(&chosen)
        {
            chosen[panel] += 1;
        }
        self.lengthen(&mut chosen, lines);
        let panels = self.panels.iter().zip(&chosen);
        Fitted {
            text: panels.map(|(panel, &form)| panel.forms[form].as_str()).collect(),
            is_shortened: chosen.iter().any(|&form| form > 0),
        }
    }

    /// Of the panels that can still be made shorter, the lightest; of equal ones the tallest.
    fn next_to_shorten(&self, chosen: &[usize]) -> Option<usize> {
        let can_give = |panel: &usize| chosen[*panel] + 1 < self.panels[*panel].forms.len();
        let order = |panel: &usize| {
            let Panel { weight, forms } = &self.panels[*panel];
            (*weight, std::cmp::Reverse(height(&forms[chosen[*panel]])))
        };
        (0..self.panels.len()).filter(can_give).min_by_key(order)
    }

    /// A tall panel that was made shorter may have left room for others that were before it. The
    /// heaviest gets it first.
    fn lengthen(&self, chosen: &mut [usize], lines: usize) {
        let mut order: Vec<usize> = (0..self.panels.len()).collect();
        order.sort_by_key(|&panel| std::cmp::Reverse(self.panels[panel].weight));
        for panel in order {
            while let Some(fuller) = chosen[panel].checked_sub(1) {
                let shorter = std::mem::replace(&mut chosen[panel], fuller);
                if self.height(chosen) > lines {
                    chosen[panel] = shorter;
                    break;
                }
            }
        }
    }

    fn height(&self, chosen: &[usize]) -> usize {
        self.panels.iter().zip(chosen).map(|(panel, &form)| height(&panel.forms[form])).sum()
    }
}

fn height(text: &str) -> usize {
    text.lines().count()
}

/// A drawing that is the same in every window.
impl From<String> for Drawing {
    fn from(text: String) -> Self {
        Self::default().with(Panel::new(Weight::Own, text))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.panels.iter().try_for_each(|panel| f.write_str(&plain(&panel.forms[0])))
    }
}

impl Panel {
    /// A panel that has whole lines, such as [`page`](crate::layout::page) makes.
    pub fn new(weight: Weight, lines: impl Into<String>) -> Self {
        Self { weight, forms: vec![lines.into()] }
    }

    /// And this shorter form of it. One that is no shorter is not taken.
    #[must_use]
    pub fn or(mut self, shorter: impl Into<String>) -> Self {
        let shorter = shorter.into();
        if self.forms.last().is_some_and(|last| height(&shorter) < height(last)) {
            self.forms.push(shorter);
        }
        self
    }

    /// And it may be left out.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        self.or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Ink, inked};

    fn panel(weight: Weight, forms: &[&str]) -> Panel {
        let (full, shorter) = forms.split_first().unwrap();
        shorter.iter().fold(Panel::new(weight, *full), |panel, form| panel.or(*form))
    }

    /// Legend, two others, the table and the hand: seven panels' worth of lines in full.
    fn drawing() -> Drawing {
        Drawing::default()
            .with(panel(Weight::Table, &["t1\nt2\nt3\nt4\n", "t\n"]))
            .with(panel(Weight::Legend, &["l1\nl2\n", ""]))
            .with(panel(Weight::Others, &["a1\na2\n", "a\n"]))
            .with(panel(Weight::Others, &["b1\nb2\nb3\n", "b\n"]))
            .with(panel(Weight::Own, &["hand\n"]))
    }

    fn fitted(lines: usize) -> String {
        drawing().fit(lines).text.replace('\n', " ").trim_end().to_owned()
    }

    #[test]
    fn what_weighs_least_gives_way_first() {
        assert_eq!(fitted(12), "t1 t2 t3 t4 l1 l2 a1 a2 b1 b2 b3 hand");
        assert_eq!(fitted(11), "t1 t2 t3 t4 a1 a2 b1 b2 b3 hand");
        assert_eq!(fitted(8), "t1 t2 t3 t4 a1 a2 b hand");
        assert_eq!(fitted(7), "t1 t2 t3 t4 a b hand");
    }

    #[test]
    fn room_that_a_tall_panel_leaves_goes_to_others() {
        assert_eq!(fitted(6), "t a1 a2 b hand");
        assert_eq!(fitted(4), "t a b hand");
    }

    #[test]
    fn what_cannot_be_made_shorter_stays() {
        assert_eq!(fitted(1), "t a b hand");
        assert!(drawing().fit(1).is_shortened);
        assert!(!drawing().fit(12).is_shortened);
    }

    #[test]
    fn a_form_that_is_no_shorter_is_not_taken() {
        let panel = Panel::new(Weight::Own, "one\n").or("two\n");
        assert_eq!(Drawing::default().with(panel).fit(0).text, "one\n");
    }

    #[test]
    fn colours_are_not_written_out() {
        let text = format!("a {} b\n", inked(Ink::Strong, "card"));
        assert_eq!(Drawing::from(text).to_string(), "a card b\n");
    }
}
