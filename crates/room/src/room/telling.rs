//! News: noted for every viewer, and sent to those who listen. Only what is durable comes here.

use std::sync::Arc;
use std::time::Duration;

use parlor_match::{Order, Taken};

use super::Room;
use super::standing::timeless;
use crate::effect::{Effect, Line};
use parlor_protocol::room::{Event, Frame, News, Update};

impl Room {
    /// Sends everything that is new to those who listen.
    pub(super) fn tell_all(&mut self, now: Duration) {
        while let Some(order) = self.referee.order() {
            // There are no bots on lines of the referee: a bot of the network is a party like a person.
            if let Order::Happened(taken) = order {
                self.note(&taken);
            }
        }
        let lines: Vec<Line> = self.lines.keys().copied().collect();
        for line in lines {
            self.tell(line, now);
        }
    }

    fn tell(&mut self, line: Line, now: Duration) {
        let Some(listener) = self.lines.get(&line) else { return };
        let (viewer, heard) = (listener.viewer, listener.heard);
        let stream = &self.streams[viewer];
        let news = stream.after(heard).unwrap_or_else(|| stream.kept());
        let number = stream.number();
        let standing = self.standing(viewer, now);
        // Without news the frame is sent where something else has changed that the viewer may know, such as who
        // is gone. The time that is left changes all the time, and is no reason to say anything.
        let silent = Frame::Update(Box::new(Update { news: Vec::new(), now: timeless(&standing) }));
        let silent = Arc::new(silent);
        let is_new = !news.is_empty() || listener.last.as_ref() != Some(&silent);
        let is_first = listener.last.is_none() && news.is_empty();
        if is_new && !is_first {
            let frame = Frame::Update(Box::new(Update { news, now: standing }));
            self.effects.push_back(Effect::Tell(line, Arc::new(frame)));
        }
        if let Some(listener) = self.lines.get_mut(&line) {
            (listener.heard, listener.last) = (number, Some(silent));
        }
    }

    /// Notes what was told of an entry in the streams of all viewers.
    pub(super) fn note(&mut self, taken: &Taken) {
        for viewer in self.streams.viewers() {
            let told: Vec<News> = taken
                .news(viewer)
                .into_iter()
                .map(|(number, news)| News { number, event: self.event(news) })
                .collect();
            for news in told {
                self.streams[viewer].push(news);
            }
        }
    }

    fn event(&self, news: parlor_match::News<'_>) -> Event {
        use parlor_match::News as Told;
        let (table, names) = (self.sitting().table(), self.referee.names());
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
}
