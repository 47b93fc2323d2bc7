//! A match of a real game: what is stored of it is all that is needed to go on.

use std::sync::Arc;
use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_match::{Occupant, Record, Seed, Shares, Shelf, Sitting, Writer};
use parlor_store::limits::MAX_LINE;
use parlor_store::{Append, Beginning, Claimed, Hash, Line, Outcome, SealKey, Store};

use crate::setup::{add_table, beginning, table_id};

const SHELF: Shelf = Shelf::only::<DotsAndBoxes>();
const ACTS: [&str; 4] = ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"];

fn lines(draft: &parlor_match::Draft) -> Vec<Line> {
    let line = |(text, seal): (&str, parlor_match::Seal)| Line {
        text: text.to_owned(),
        hash: Hash(seal.to_bytes()),
    };
    draft.lines().map(line).collect()
}

/// The match as a server finds it after a restart.
fn resume(claimed: &Claimed, key: &SealKey) -> Sitting {
    let lines = claimed.lines.iter().map(|line| format!("{}\n", line.text));
    let text = format!("{}{}", claimed.header, lines.collect::<String>());
    let record = Record::from_bytes(text.as_bytes()).unwrap();
    let seed = Seed::from_bytes(*key.open(claimed.head.id, &claimed.seed).unwrap());
    Sitting::resume(record.header, Some(seed), &record.log, SHELF, |_| ()).unwrap()
}

pub(crate) async fn a_match_goes_on_from_what_is_stored(store: Arc<dyn Store>) {
    assert_eq!(MAX_LINE, parlor_match::MAX_LINE);
    let key = SealKey::random();
    let options = serde_json::json!({"boxes": "1x1"});
    let table = SHELF.open("dots-and-boxes", &options, 2).unwrap();
    let who = ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec();
    let mut sitting = Sitting::new(table, who, Seed::from_bytes([5; 32]), Shares::none());
    add_table(&*store, 1).await;
    let (writer, header) = Writer::begin(sitting.header());
    let begun = Beginning {
        header,
        hash: Hash(writer.seal().to_bytes()),
        seed: key.seal(table_id(1), &[5; 32]),
        ..beginning(1)
    };
    assert_eq!(store.begin_match(begun).await, Ok(Outcome::New(1)));
    for (act, epoch) in ACTS.into_iter().zip(1..) {
        let mut draft = sitting.draft(Duration::from_millis(250 * epoch));
        draft.act(act.parse().unwrap()).unwrap();
        let first = draft.number() as u64;
        let (id, lines) = (table_id(1), lines(&draft));
        let append = Append { id, epoch, first, lines, done: None, ends: None };
        assert_eq!(store.append(append).await, Ok(Outcome::New(first)));
        sitting.commit(draft);
        // After every line another server takes over.
        let claimed = store.claim_match(id, format!("server {epoch}")).await.unwrap();
        assert_eq!(claimed.head.epoch, epoch + 1);
        let resumed = resume(&claimed, &key);
        assert_eq!(resumed.record().to_text(), sitting.record().to_text());
        sitting = resumed;
    }
    assert!(sitting.record().is_whole(), "the game is over");
}
