//! The news that one viewer was told, as far back as they are kept.

use std::collections::VecDeque;
use std::sync::Arc;

use parlor_protocol::room::{Event, News};

/// How many news of a viewer are kept, for clients that come back. A client that has missed more is shown
/// the match as it stands, and finds the rest in the record.
pub const KEPT_NEWS: usize = 64;

/// The news of one viewer.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stream {
    /// The number of the last one that was told.
    number: u64,
    kept: VecDeque<Kept>,
}

/// One of the news. It is kept as JSON, which takes a fifth of the memory, and viewers that were told the same share it.
#[derive(Clone, Debug)]
struct Kept {
    number: u64,
    event: Arc<str>,
}

impl Kept {
    fn news(&self) -> News {
        let event = serde_json::from_str(&self.event).expect("it was written by the same type");
        News { number: self.number, event }
    }
}

/// Something that happened, as streams keep it.
pub(crate) fn kept(event: &Event) -> Arc<str> {
    serde_json::to_string(event).expect("an event has no key that is not a text").into()
}

impl Stream {
    /// The number of the last one that was told.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// One more is told: the event, [written](kept).
    pub(crate) fn push(&mut self, number: u64, event: Arc<str>) {
        debug_assert_eq!(number, self.number + 1, "numbers have no gap");
        self.number = number;
        if self.kept.len() == KEPT_NEWS {
            self.kept.pop_front();
        }
        self.kept.push_back(Kept { number, event });
    }

    /// Moves were taken back. What was told of them is not told to anybody who comes later.
    pub(crate) fn take_back(&mut self, remain: u64) {
        self.kept.retain(|kept| kept.number <= remain);
    }

    /// One more was told, so long ago that it is not kept.
    pub(crate) fn skip(&mut self, number: u64) {
        debug_assert_eq!(number, self.number + 1, "numbers have no gap");
        self.number = number;
    }

    /// The news after this number; `None` where some of them are not kept any more, or were taken back, or
    /// where there are not so many.
    pub(crate) fn after(&self, number: u64) -> Option<Vec<News>> {
        if number == self.number {
            return Some(Vec::new());
        }
        let missing = self.number.checked_sub(number)?;
        let first = self.kept.partition_point(|kept| kept.number <= number);
        let is_all = (self.kept.len() - first) as u64 == missing;
        is_all.then(|| self.kept.range(first..).map(Kept::news).collect())
    }

    /// All that are kept.
    pub(crate) fn kept(&self) -> Vec<News> {
        self.kept.iter().map(Kept::news).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(news: Option<Vec<News>>) -> Option<Vec<u64>> {
        news.map(|news| news.iter().map(|one| one.number).collect())
    }

    fn pause(stream: &mut Stream, number: u64) {
        stream.push(number, kept(&Event::Paused));
    }

    #[test]
    fn a_client_gets_what_it_has_missed() {
        let mut stream = Stream::default();
        (1..=5).for_each(|number| pause(&mut stream, number));
        assert_eq!(numbers(stream.after(5)), Some(vec![]));
        assert_eq!(numbers(stream.after(3)), Some(vec![4, 5]));
        assert_eq!(numbers(stream.after(0)), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(stream.after(6), None, "nobody was told so much");
    }

    #[test]
    fn what_is_too_old_is_not_kept() {
        let mut stream = Stream::default();
        let last = KEPT_NEWS as u64 + 10;
        (1..=last).for_each(|number| pause(&mut stream, number));
        assert_eq!(stream.after(9), None);
        assert_eq!(stream.after(10).map(|news| news.len()), Some(KEPT_NEWS));
    }

    #[test]
    fn what_was_taken_back_is_not_told_again() {
        let mut stream = Stream::default();
        (1..=4).for_each(|number| pause(&mut stream, number));
        stream.take_back(2);
        stream.push(5, kept(&Event::TakenBack { remain: 2 }));
        assert_eq!(numbers(Some(stream.kept())), Some(vec![1, 2, 5]));
        assert_eq!(stream.after(3), None, "a client in the middle is shown all of it anew");
        assert_eq!(numbers(stream.after(4)), Some(vec![5]));
    }

    #[test]
    fn what_is_skipped_counts() {
        let mut stream = Stream::default();
        stream.skip(1);
        pause(&mut stream, 2);
        assert_eq!(numbers(stream.after(1)), Some(vec![2]));
        assert_eq!(stream.after(0), None);
    }
}
