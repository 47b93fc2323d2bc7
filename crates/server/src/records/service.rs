//! Records, made from the log.

use parlor_engine::Viewer;
use parlor_store::{TableId, TableState};

use super::wire::OwnRecord;
use crate::app::App;
use crate::refusal::Refusal;

/// A record as it is sent.
pub(crate) enum Download {
    /// The match is over: the record, as a text.
    Whole(String),
    /// It is not.
    Own(Box<OwnRecord>),
}

impl App {
    pub(crate) async fn record(
        &self,
        id: TableId,
        state: TableState,
        viewer: Viewer,
    ) -> Result<Download, Refusal> {
        if matches!(state, TableState::Open | TableState::Closed) {
            return Err(Refusal::conflict("not-begun", "the match of this table has not begun"));
        }
        let (sitting, told) = self.hall.replay(id).await?;
        if state == TableState::Over && sitting.table().outcome().is_some() {
            return Ok(Download::Whole(sitting.record().to_text()));
        }
        let header = sitting.header();
        Ok(Download::Own(Box::new(OwnRecord {
            game: header.game.clone(),
            rules: header.rules,
            options: header.options.clone(),
            seat: viewer.seat().map(|seat| seat.number() as u8),
            commitment: header.commitment.map(|commitment| commitment.to_string()),
            news: parlor_room::all_news(&sitting, &told, viewer),
        })))
    }
}
