//! Who looks at the screen, where several people share one and hide cards from each other, and what it has taught
//! them about itself.

use parlor_engine::Seat;

/// A screen in front of one or several people.
pub(super) struct Screen {
    /// Whether several people share it in a game that hides something.
    guarded: bool,
    /// Whose view was shown last.
    looking: Option<Seat>,
    /// Whether somebody was told that `board` draws all of the table, or has tried it.
    knows_board: bool,
    /// Whether somebody was told that the window is too small.
    knows_size: bool,
}

/// What comes before a view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handover {
    /// Nothing is done: there is nothing to hide, or the same person looks already.
    Needless,
    /// The others are asked to look away. No view was shown yet, so nothing is wiped.
    Opening,
    /// The view of the person before is wiped, and the others are asked to look away.
    Change,
}

impl Screen {
    pub(super) const fn new(hides_anything: bool, people: usize) -> Self {
        Self {
            guarded: hides_anything && people > 1,
            looking: None,
            knows_board: false,
            knows_size: false,
        }
    }

    /// The person who was to look next did not look, so no view is on the screen.
    pub(super) const fn nobody_looks(&mut self) {
        self.looking = None;
    }

    /// Somebody was told that `board` draws all of the table, or has seen what it draws. Whether that was new.
    pub(super) const fn learn_board(&mut self) -> bool {
        !std::mem::replace(&mut self.knows_board, true)
    }

    /// Whether somebody knows that `board` draws all of the table.
    pub(super) const fn knows_board(&self) -> bool {
        self.knows_board
    }

    /// Somebody was told that the window is too small. Whether that was new.
    pub(super) const fn learn_size(&mut self) -> bool {
        !std::mem::replace(&mut self.knows_size, true)
    }

    /// This person is to look next.
    pub(super) fn pass_to(&mut self, seat: Seat) -> Handover {
        match self.looking.replace(seat) {
            _ if !self.guarded => Handover::Needless,
            Some(before) if before == seat => Handover::Needless,
            None => Handover::Opening,
            Some(_) => Handover::Change,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(hides_anything: bool, people: usize, seats: &[usize]) -> Vec<Handover> {
        let mut screen = Screen::new(hides_anything, people);
        seats.iter().map(|&seat| screen.pass_to(Seat::at(seat))).collect()
    }

    #[test]
    fn a_screen_changes_hands_when_another_looks() {
        use Handover::{Change, Needless, Opening};
        let seats = [0, 0, 2, 2, 0];
        assert_eq!(passes(true, 2, &seats), [Opening, Needless, Change, Needless, Change]);
    }

    #[test]
    fn people_with_nothing_to_hide_are_not_disturbed() {
        let seats = [0, 1, 0];
        assert_eq!(passes(false, 2, &seats), [Handover::Needless; 3]);
        assert_eq!(passes(true, 1, &[1, 1, 1]), [Handover::Needless; 3]);
    }
}
