//! The news that one viewer was told, as far back as they are kept.

use std::collections::VecDeque;

use parlor_protocol::room::{Event, News};

/// How many news of a viewer are kept, for clients that come back. A client that has missed more is shown
/// the match as it stands, and finds the rest in the record.
pub const KEPT_NEWS: usize = 64;

/// The news of one viewer.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stream {
    /// The number of the last one that was told.
    number: u64,
    kept: VecDeque<News>,
}

impl Stream {
    /// The number of the last one that was told.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// One more is told.
    pub(crate) fn push(&mut self, news: News) {
        debug_assert_eq!(news.number, self.number + 1, "numbers have no gap");
        self.number = news.number;
        if let Event::TakenBack { remain } = news.event {
            // What was taken back is not told to anybody who comes later.
            self.kept.retain(|kept| kept.number <= remain);
        }
        if self.kept.len() == KEPT_NEWS {
            self.kept.pop_front();
        }
        self.kept.push_back(news);
    }

    /// The news after this number; `None` where some of them are not kept any more, or were taken back, or
    /// where there are not so many.
    pub(crate) fn after(&self, number: u64) -> Option<Vec<News>> {
        if number == self.number {
            return Some(Vec::new());
        }
        let missing = self.number.checked_sub(number)?;
        let news: Vec<News> =
            self.kept.iter().filter(|kept| kept.number > number).cloned().collect();
        (news.len() as u64 == missing).then_some(news)
    }

    /// All that are kept.
    pub(crate) fn kept(&self) -> Vec<News> {
        self.kept.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(news: Option<Vec<News>>) -> Option<Vec<u64>> {
        news.map(|news| news.iter().map(|one| one.number).collect())
    }

    fn paused(number: u64) -> News {
        News { number, event: Event::Paused }
    }

    #[test]
    fn a_client_gets_what_it_has_missed() {
        let mut stream = Stream::default();
        (1..=5).for_each(|number| stream.push(paused(number)));
        assert_eq!(numbers(stream.after(5)), Some(vec![]));
        assert_eq!(numbers(stream.after(3)), Some(vec![4, 5]));
        assert_eq!(numbers(stream.after(0)), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(stream.after(6), None, "nobody was told so much");
    }

    #[test]
    fn what_is_too_old_is_not_kept() {
        let mut stream = Stream::default();
        let last = KEPT_NEWS as u64 + 10;
        (1..=last).for_each(|number| stream.push(paused(number)));
        assert_eq!(stream.after(9), None);
        assert_eq!(stream.after(10).map(|news| news.len()), Some(KEPT_NEWS));
    }

    #[test]
    fn what_was_taken_back_is_not_told_again() {
        let mut stream = Stream::default();
        (1..=4).for_each(|number| stream.push(paused(number)));
        stream.push(News { number: 5, event: Event::TakenBack { remain: 2 } });
        assert_eq!(numbers(Some(stream.kept())), Some(vec![1, 2, 5]));
        assert_eq!(stream.after(3), None, "a client in the middle is shown all of it anew");
        assert_eq!(numbers(stream.after(4)), Some(vec![5]));
    }
}
