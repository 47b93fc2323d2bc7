//! News: noted for every viewer, and sent to those who listen. Only what is durable comes here.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{AnyTable, Names, Seats, Viewer};
use parlor_match::{Order, Sitting, Taken};
use serde_json::Value;

use super::Room;
use super::standing::Shown;
use crate::effect::Effect;
use crate::fault::Fault;
use crate::stream::kept;
use parlor_protocol::room::{Event, Frame, Full, News, Proposal, Standing, Update};

/// All that decides whether a viewer can see a change, but for the times that run by themselves. To compare two of
/// these is cheap, and to work out how the match stands for every viewer is not.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Revision {
    entries: usize,
    is_over: bool,
    here: Seats,
    proposal: Option<Proposal>,
}

impl Room {
    /// Sends everything that is new to those who listen.
    pub(super) fn tell_all(&mut self, now: Duration) {
        while let Some(order) = self.referee.order() {
            // There are no bots on lines of the referee: a bot of the network is a party like a person.
            if let Order::Happened(taken) = order {
                self.note(&taken);
            }
        }
        let revision = Some(self.revision());
        if revision == self.told {
            debug_assert!(
                self.is_all_told(now),
                "what a viewer sees depends on the revision alone"
            );
            return;
        }
        self.told = revision;
        // One frame for all who see the same.
        let frames: Vec<(Viewer, Option<Arc<Frame>>)> =
            self.streams.viewers().map(|viewer| (viewer, self.update(viewer, now))).collect();
        for (line, listener) in &self.lines {
            let mut frame = frames.iter().find(|(viewer, _)| *viewer == listener.viewer);
            if self.faults.has(Fault::MixesViews) {
                frame = frames.iter().find(|(_, frame)| frame.is_some());
            }
            if let Some(frame) = frame.and_then(|(_, frame)| frame.clone()) {
                self.effects.push_back(Effect::Tell(*line, frame));
            }
        }
    }

    fn revision(&self) -> Revision {
        Revision {
            entries: self.sitting().log().len(),
            is_over: self.referee.end().is_some(),
            here: self.seats_here(),
            proposal: self.shown_proposal(),
        }
    }

    /// What is new for a viewer since it was last told something; `None` where nothing is, or nobody listens.
    fn update(&mut self, viewer: Viewer, now: Duration) -> Option<Arc<Frame>> {
        if !self.lines.values().any(|listener| listener.viewer == viewer) {
            self.shown[viewer] = None;
            return None;
        }
        let mut standing = self.standing(viewer, now);
        let shown = Shown::of(&mut standing);
        let before = self.shown[viewer].replace(shown)?;
        // Also without news something may have changed that the viewer may know, such as who is gone.
        (shown != before).then(|| Arc::new(self.frame(viewer, Some(before.number), standing)))
    }

    /// How it stands for a viewer who has the news up to this number, with all that it has missed. Where that is too
    /// much the frame has everything.
    pub(super) fn frame(&self, viewer: Viewer, from: Option<u64>, now: Standing) -> Frame {
        match from.and_then(|from| self.streams[viewer].after(from)) {
            Some(news) => Frame::Update(Box::new(Update { news, now })),
            None => Frame::Full(Box::new(self.full(viewer, now))),
        }
    }

    /// The match as it stands for a viewer, with what does not change.
    pub(super) fn full(&self, viewer: Viewer, now: Standing) -> Full {
        let (header, table) = (self.sitting().header(), self.sitting().table());
        let about = table.about();
        Full {
            game: about.id.to_owned(),
            title: about.title.to_owned(),
            rules: about.rules_version,
            options: header.options.clone(),
            seat: viewer.seat().map(|seat| seat.number() as u8),
            commitment: header.commitment.map(|commitment| commitment.to_string()),
            clock: header
                .terms
                .as_ref()
                .map_or_else(|| "none".to_owned(), |(terms, _)| terms.to_string()),
            news: self.streams[viewer].kept(),
            now,
        }
    }

    /// Whether everybody who listens was told how it stands, worked out the long way.
    fn is_all_told(&self, now: Duration) -> bool {
        self.lines.values().all(|listener| {
            let mut standing = self.standing(listener.viewer, now);
            self.shown[listener.viewer] == Some(Shown::of(&mut standing))
        })
    }

    /// Notes what was told of an entry in the streams of all viewers.
    pub(super) fn note(&mut self, taken: &Taken) {
        self.note_after(taken, |_| 0);
    }

    /// The same for an entry of long ago: the news of a viewer up to this number are not kept.
    pub(super) fn note_after(&mut self, taken: &Taken, old: impl Fn(Viewer) -> u64) {
        // Many viewers are told the same notice. It is put into words once.
        let mut written: Vec<(&Value, Arc<str>)> = Vec::new();
        for viewer in self.streams.viewers() {
            for (number, news) in taken.news(viewer) {
                if number <= old(viewer) {
                    self.streams[viewer].skip(number);
                    continue;
                }
                if let parlor_match::News::TakenBack(remain) = news {
                    self.streams[viewer].take_back(remain);
                }
                let notice = match news {
                    parlor_match::News::Notice(notice) => Some(notice),
                    _ => None,
                };
                let is_it = |known: &Value| notice.is_some_and(|own| std::ptr::eq(known, own));
                let known = written.iter().find(|(known, _)| is_it(known));
                let event = match known {
                    Some((_, event)) => Arc::clone(event),
                    None => kept(&self.event(news)),
                };
                if let (None, Some(notice)) = (known, notice) {
                    written.push((notice, Arc::clone(&event)));
                }
                self.streams[viewer].push(number, event);
            }
        }
    }

    fn event(&self, news: parlor_match::News<'_>) -> Event {
        event(self.sitting().table(), self.referee.names(), news)
    }
}

fn event(table: &dyn AnyTable, names: &Names, news: parlor_match::News<'_>) -> Event {
    use parlor_match::News as Told;
    match news {
        Told::Notice(notice) => Event::Notice {
            notice: notice.clone(),
            words: table.tell(notice, names).unwrap_or_default(),
            about: super::commands::numbers(table.about_whom(notice)),
            matters: table.matters(notice),
        },
        Told::TakenBack(remain) => Event::TakenBack { remain },
        Told::Seated(seat, who) => Event::Seated {
            seat: seat.number() as u8,
            name: who.name.clone(),
            kind: who.kind.clone(),
        },
        Told::Paused => Event::Paused,
        Told::Resumed => Event::Resumed,
    }
}

/// Everything that a viewer was told of a match, from the entries of its log.
pub fn all_news(sitting: &Sitting, told: &[Taken], viewer: Viewer) -> Vec<News> {
    let (table, names) = (sitting.table(), sitting.names());
    let all = told.iter().flat_map(|taken| taken.news(viewer));
    all.map(|(number, news)| News { number, event: event(table, &names, news) }).collect()
}
