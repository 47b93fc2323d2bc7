//! Matches and their logs.

use std::sync::Arc;

use parlor_store::limits::{MAX_LINE, MAX_LINES, MAX_LOG_READ};
use parlor_store::{
    Append, Beginning, Line, Millis, Outcome, Refusal, SealKey, Store, StoreError, TableState,
};

use crate::setup::{
    NOW, account_id, add_table, append, begin, beginning, done, hash, line, table_id,
};

pub(crate) async fn a_match_begins_together_with_its_table(store: Arc<dyn Store>) {
    add_table(&*store, 1).await;
    let mut stale = beginning(1);
    stale.table.version = 7;
    let refused = store.begin_match(stale).await;
    assert_eq!(refused, Err(Refusal::Conflict { version: 1 }.into()));
    assert_eq!(store.match_head(table_id(1)).await, Ok(None));
    let lines = vec![line(1), line(2)];
    let forked = Beginning { lines, ..beginning(1) };
    assert_eq!(store.begin_match(forked).await, Ok(Outcome::New(1)));
    let table = store.table(table_id(1)).await.unwrap().unwrap();
    assert_eq!((table.head.state, table.head.version), (TableState::Playing, 2));
    let head = store.match_head(table_id(1)).await.unwrap().unwrap();
    assert_eq!((head.epoch, head.entries, head.hash), (1, 2, line(2).hash));
    let mut second = beginning(1);
    second.table.version = 2;
    assert_eq!(store.begin_match(second).await, Err(Refusal::Exists("match").into()));
    let table = store.table(table_id(1)).await.unwrap().unwrap();
    assert_eq!(table.head.version, 2, "the change of the table went with the match");
}

pub(crate) async fn lines_follow_each_other(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    assert_eq!(store.append(append(id, 1, 1)).await, Ok(Outcome::New(1)));
    let three = Append { lines: vec![line(2), line(3), line(4)], ..append(id, 1, 2) };
    assert_eq!(store.append(three).await, Ok(Outcome::New(4)));
    for wrong in [0, 1, 4, 6, u64::MAX] {
        let refused = store.append(append(id, 1, wrong)).await;
        assert_eq!(refused, Err(Refusal::WrongNumber { expected: 5 }.into()), "{wrong}");
    }
    for epoch in [0, 2, u64::MAX] {
        let refused = store.append(append(id, epoch, 5)).await;
        assert_eq!(refused, Err(Refusal::StaleOwner { epoch: 1 }.into()), "{epoch}");
    }
    let unknown = store.append(append(table_id(2), 1, 1)).await;
    assert_eq!(unknown, Err(Refusal::Unknown("match").into()));
    let whole: Vec<Line> = (1..=4).map(line).collect();
    assert_eq!(store.log(id, 1, 100).await.as_ref(), Ok(&whole));
    assert_eq!(store.log(id, 0, 100).await.as_ref(), Ok(&whole));
    assert_eq!(store.log(id, 2, 2).await, Ok(whole[1..3].to_vec()));
    assert_eq!(store.log(id, 5, 2).await, Ok(Vec::new()));
    assert_eq!(store.log(table_id(2), 1, 2).await, Ok(Vec::new()));
}

pub(crate) async fn a_claim_has_everything_and_shuts_the_last_owner_out(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    for number in 1..=3 {
        let command = Some(done(1, &format!("k{number}")));
        store.append(Append { done: command, ..append(id, 1, number) }).await.unwrap();
    }
    let claimed = store.claim_match(id, "two".to_owned()).await.unwrap();
    assert_eq!((claimed.head.epoch, claimed.head.owner.as_str()), (2, "two"));
    assert_eq!((claimed.head.entries, claimed.head.begun), (3, NOW));
    assert_eq!(claimed.header, beginning(1).header);
    assert_eq!(claimed.lines, (1..=3).map(line).collect::<Vec<_>>());
    let keys: Vec<&str> = claimed.recent.iter().map(|done| done.key.as_str()).collect();
    assert_eq!(keys, ["k3", "k2", "k1"]);
    assert_eq!(claimed.recent[0], done(1, "k3"));
    let seed = SealKey::from_bytes([1; 32]).open(id, &claimed.seed).unwrap();
    assert_eq!(*seed, [7; 32]);
    let stale = store.append(append(id, 1, 4)).await;
    assert_eq!(stale, Err(Refusal::StaleOwner { epoch: 2 }.into()));
    assert_eq!(store.append(append(id, 2, 4)).await, Ok(Outcome::New(4)));
    let unknown = store.claim_match(table_id(2), String::new()).await;
    assert_eq!(unknown, Err(Refusal::Unknown("match").into()));
}

pub(crate) async fn the_end_of_a_match_is_the_end_of_its_table(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    store.append(append(id, 1, 1)).await.unwrap();
    let at = Millis(NOW.0 + 9);
    let end = Append { lines: Vec::new(), ends: Some(at), ..append(id, 1, 2) };
    assert_eq!(store.append(end.clone()).await, Ok(Outcome::New(1)));
    let head = store.match_head(id).await.unwrap().unwrap();
    assert_eq!((head.ended, head.entries, head.hash), (Some(at), 1, line(1).hash));
    let table = store.table(id).await.unwrap().unwrap().head;
    assert_eq!((table.state, table.version, table.updated), (TableState::Over, 3, at));
    assert_eq!(store.append(append(id, 1, 2)).await, Err(Refusal::Ended.into()));
    assert_eq!(store.append(end).await, Err(Refusal::Ended.into()));
    assert_eq!(store.running_matches(None).await, Ok(Vec::new()));
}

pub(crate) async fn long_logs_are_read_whole(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    let count = MAX_LOG_READ as u64 + 777;
    let lines: Vec<Line> = (1..=count).map(line).collect();
    let all = Append { lines: lines.clone(), ..append(id, 1, 1) };
    assert_eq!(store.append(all).await, Ok(Outcome::New(count)));
    assert_eq!(store.log(id, 1, usize::MAX).await.unwrap().len(), MAX_LOG_READ);
    assert_eq!(store.claim_match(id, "two".to_owned()).await.unwrap().lines, lines);
}

pub(crate) async fn running_matches_are_listed(store: Arc<dyn Store>) {
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(begin(&*store, number).await);
    }
    ids.sort();
    let listed = |after| {
        let store = Arc::clone(&store);
        async move {
            let running = store.running_matches(after).await.unwrap();
            running.into_iter().map(|head| head.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(listed(None).await, ids);
    assert_eq!(listed(Some(ids[2])).await, ids[3..]);
    store.append(Append { ends: Some(NOW), ..append(ids[0], 1, 1) }).await.unwrap();
    assert_eq!(listed(None).await, ids[1..]);
}

pub(crate) async fn sizes_are_limited(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    let text = |text: String| Line { hash: hash(&text), text };
    let bad = [
        vec![text("x".repeat(MAX_LINE + 1))],
        vec![text("a\nb".to_owned())],
        vec![text("a\0b".to_owned())],
        vec![line(1); MAX_LINES + 1],
        vec![text("x".repeat(MAX_LINE)); 9],
    ];
    for lines in bad {
        let why = store.append(Append { lines, ..append(id, 1, 1) }).await.unwrap_err();
        assert!(matches!(why, StoreError::Invalid { .. }), "{why}");
    }
    let longest = vec![text("é".repeat(MAX_LINE / 2))];
    let fits = Append { lines: longest.clone(), ..append(id, 1, 1) };
    assert_eq!(store.append(fits).await, Ok(Outcome::New(1)));
    assert_eq!(store.log(id, 1, 1).await, Ok(longest));
    let mut reply = done(1, "large");
    reply.reply = vec![0; (64 << 10) + 1];
    let why = store.append(Append { done: Some(reply), ..append(id, 1, 2) }).await.unwrap_err();
    assert_eq!(why.code(), "invalid-item");
    assert_eq!(store.done(account_id(1), "large".parse().unwrap()).await, Ok(None));
}
