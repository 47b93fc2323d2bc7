//! Who looks at the screen, where people who hide things from each other share one.

use parlor_engine::Seat;

/// A screen in front of one or several people.
pub(super) struct Screen {
    /// Whether those in front of it have something to hide from each other.
    guarded: bool,
    /// Whose view was shown last.
    looking: Option<Seat>,
}

/// What comes before a view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handover {
    /// Nothing: there is nothing to hide, or it is who looks already.
    Needless,
    /// The others look away. No view was shown yet, so none has to go.
    Opening,
    /// What the one before saw goes, and the others look away.
    Change,
}

impl Screen {
    pub(super) const fn new(hides_anything: bool, people: usize) -> Self {
        Self { guarded: hides_anything && people > 1, looking: None }
    }

    /// Whoever was to look next did not: the next person begins anew.
    pub(super) const fn nobody_looks(&mut self) {
        self.looking = None;
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
    fn whoever_has_nothing_to_hide_is_not_disturbed() {
        let seats = [0, 1, 0];
        assert_eq!(passes(false, 2, &seats), [Handover::Needless; 3]);
        assert_eq!(passes(true, 1, &[1, 1, 1]), [Handover::Needless; 3]);
    }
}
