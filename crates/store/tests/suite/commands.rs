//! Commands that are sent more than once.

use std::sync::Arc;

use parlor_store::limits::MAX_PURGE;
use parlor_store::{
    Append, Beginning, Done, Millis, NewTable, Outcome, Refusal, Replied, Store, TableChange,
    TableState,
};

use crate::setup::{
    NOW, account_id, add_table, append, begin, beginning, content, done, guest, line, new_table,
    table_id,
};

fn reply(done: &Done) -> Replied {
    Replied { fingerprint: done.fingerprint, reply: done.reply.clone() }
}

pub(crate) async fn a_key_is_answered_and_not_done_again(store: Arc<dyn Store>) {
    store.add_account(guest(1)).await.unwrap();
    let made = done(1, "make");
    let table = NewTable { done: Some(made.clone()), ..new_table(1) };
    assert_eq!(store.add_table(table.clone()).await, Ok(Outcome::New(())));
    assert_eq!(store.add_table(table).await, Ok(Outcome::Repeated(reply(&made))));
    // The key counts, whatever the command is: the caller compares the fingerprints.
    let mut other = done(1, "make");
    other.fingerprint = done(1, "other").fingerprint;
    let table = NewTable { done: Some(other), ..new_table(2) };
    assert_eq!(store.add_table(table).await, Ok(Outcome::Repeated(reply(&made))));
    assert_eq!(store.table(table_id(2)).await, Ok(None));

    let saved = done(1, "save");
    let content = content(TableState::Open, "saved");
    let change =
        TableChange { id: table_id(1), version: 1, content, at: NOW, done: Some(saved.clone()) };
    assert_eq!(store.save_table(change.clone()).await, Ok(Outcome::New(2)));
    assert_eq!(store.save_table(change.clone()).await, Ok(Outcome::Repeated(reply(&saved))));

    let begun = done(1, "begin");
    let change = TableChange { version: 2, done: Some(begun.clone()), ..change };
    let start = Beginning { table: change, ..beginning(1) };
    assert_eq!(store.begin_match(start.clone()).await, Ok(Outcome::New(1)));
    assert_eq!(store.begin_match(start).await, Ok(Outcome::Repeated(reply(&begun))));
    assert_eq!(store.table(table_id(1)).await.unwrap().unwrap().head.version, 3);

    let moved = done(1, "move");
    let one = Append { done: Some(moved.clone()), ..append(table_id(1), 1, 1) };
    assert_eq!(store.append(one.clone()).await, Ok(Outcome::New(1)));
    for again in [one.clone(), Append { first: 2, ..one.clone() }, Append { epoch: 9, ..one }] {
        assert_eq!(store.append(again).await, Ok(Outcome::Repeated(reply(&moved))));
    }
    assert_eq!(store.log(table_id(1), 1, 9).await, Ok(vec![line(1)]));
    assert_eq!(store.done(account_id(1), moved.key.clone()).await, Ok(Some(moved)));
    // Keys of one account say nothing about those of another.
    store.add_account(guest(2)).await.unwrap();
    let one = Append { done: Some(done(2, "move")), ..append(table_id(1), 1, 2) };
    assert_eq!(store.append(one).await, Ok(Outcome::New(2)));
    let keys = store.recent(table_id(1), 9).await.unwrap();
    let keys: Vec<&str> = keys.iter().map(|done| done.key.as_str()).collect();
    assert_eq!(keys, ["move", "move", "begin", "save", "make"]);
}

pub(crate) async fn a_refused_command_can_be_sent_again(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    let command = Some(done(1, "k"));
    let early = Append { done: command.clone(), ..append(id, 1, 2) };
    let refused = store.append(early).await;
    assert_eq!(refused, Err(Refusal::WrongNumber { expected: 1 }.into()));
    assert_eq!(store.done(account_id(1), "k".parse().unwrap()).await, Ok(None));
    let one = Append { done: command, ..append(id, 1, 1) };
    assert_eq!(store.append(one).await, Ok(Outcome::New(1)));
    add_table(&*store, 2).await;
    let change = TableChange {
        id: table_id(2),
        version: 7,
        content: content(TableState::Open, ""),
        at: NOW,
        done: Some(done(1, "save")),
    };
    assert!(store.save_table(change.clone()).await.is_err());
    let change = TableChange { version: 1, ..change };
    assert_eq!(store.save_table(change).await, Ok(Outcome::New(2)));
}

/// 64 senders of one command: it is done once, and all are answered alike. A command with a key that names
/// another match counts as the same, so the senders are spread over all writers of the store.
pub(crate) async fn one_of_many_is_done(store: Arc<dyn Store>) {
    for number in 0..8 {
        begin(&*store, number).await;
    }
    let rounds = 20;
    for round in 0..rounds {
        let tasks: Vec<_> = (0..64)
            .map(|sender| {
                let store = Arc::clone(&store);
                let number = if round % 2 == 0 { 0 } else { sender % 8 };
                tokio::spawn(async move {
                    loop {
                        let id = table_id(number);
                        let next = store.match_head(id).await.unwrap().unwrap().entries + 1;
                        let command = Some(done(0, &format!("round-{round}")));
                        let one = Append { done: command, ..append(id, 1, next) };
                        match store.append(one).await {
                            Ok(Outcome::New(_)) => return true,
                            Ok(Outcome::Repeated(_)) => return false,
                            Err(why) => assert_eq!(why.code(), "wrong-number"),
                        }
                    }
                })
            })
            .collect();
        let mut new = 0;
        for task in tasks {
            new += usize::from(task.await.unwrap());
        }
        assert_eq!(new, 1, "round {round}");
    }
    let mut lines = 0;
    for number in 0..8 {
        lines += store.match_head(table_id(number)).await.unwrap().unwrap().entries;
    }
    assert_eq!(lines, rounds);
}

pub(crate) async fn old_replies_are_purged(store: Arc<dyn Store>) {
    let id = begin(&*store, 1).await;
    for number in 1..=6 {
        let at = Millis(NOW.0 + i64::try_from(number).unwrap());
        let command = Done { at, ..done(1, &format!("k{number}")) };
        let one = Append { done: Some(command), ..append(id, 1, number) };
        store.append(one).await.unwrap();
    }
    let before = Millis(NOW.0 + 5);
    assert_eq!(store.purge_done(before, 3).await, Ok(3));
    assert_eq!(store.purge_done(before, 3).await, Ok(1));
    assert_eq!(store.purge_done(before, 3).await, Ok(0));
    let keys = store.recent(id, 9).await.unwrap();
    let keys: Vec<&str> = keys.iter().map(|done| done.key.as_str()).collect();
    assert_eq!(keys, ["k6", "k5"]);
    assert!(store.purge_done(before, MAX_PURGE + 1).await.is_err());
}
