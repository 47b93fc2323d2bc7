//! Many senders at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_store::{Append, Line, Outcome, Refusal, Store, StoreError, TableId, Verdict, Write};

use crate::setup::{append, begin, hash, table_id};
use crate::{Dice, times};

const TASKS: u64 = 64;
const MATCHES: u64 = 200;

/// Begins matches, all at once so that they share syncs.
async fn begin_all(store: &Arc<dyn Store>, count: u64) {
    let tasks: Vec<_> = (0..count)
        .map(|number| {
            let store = Arc::clone(store);
            tokio::spawn(async move { begin(&*store, number).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

/// 64 tasks append to 200 matches in an order of their own. Every line that was acknowledged stands where the
/// acknowledgement says, and there are no others.
pub(crate) async fn many_writers_leave_no_gaps(store: Arc<dyn Store>) {
    begin_all(&store, MATCHES).await;
    let appends = times(40, 400);
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut dice = Dice::new(task << 32);
                let mut acknowledged = Vec::new();
                for count in 0..appends {
                    let id = table_id(dice.below(MATCHES as usize) as u64);
                    let text = format!("line {count} of task {task}");
                    let line = Line { hash: hash(&text), text };
                    let number = append_somewhere(&*store, id, line.clone()).await;
                    acknowledged.push((id, number, line));
                }
                acknowledged
            })
        })
        .collect();
    let mut acknowledged: BTreeMap<(TableId, u64), Line> = BTreeMap::new();
    for task in tasks {
        for (id, number, line) in task.await.unwrap() {
            assert_eq!(acknowledged.insert((id, number), line), None, "one number twice");
        }
    }
    let mut stored = BTreeMap::new();
    for number in 0..MATCHES {
        let id = table_id(number);
        let head = store.match_head(id).await.unwrap().unwrap();
        let lines = store.whole_log(&head).await.unwrap();
        stored.extend((1..).zip(lines).map(|(number, line)| ((id, number), line)));
    }
    assert_eq!(stored.len(), appends * TASKS as usize);
    assert!(stored == acknowledged);
}

/// Appends a line at the next free number, whatever that is.
async fn append_somewhere(store: &dyn Store, id: TableId, line: Line) -> u64 {
    let mut first = 1;
    loop {
        let one = Append { lines: vec![line.clone()], ..append(id, 1, first) };
        match store.append(one).await {
            Ok(Outcome::New(number)) => return number,
            Err(StoreError::Refused(Refusal::WrongNumber { expected })) => first = expected,
            other => panic!("{other:?}"),
        }
    }
}

/// Two servers claim a match and append to it, again and again: each number has exactly one winner. Twenty
/// matches at once, fifty rounds each.
pub(crate) async fn one_of_two_owners_wins(store: Arc<dyn Store>) {
    const PAIRS: u64 = 20;
    begin_all(&store, PAIRS).await;
    let tasks: Vec<_> = (0..PAIRS)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for round in 1..=50 {
                    let id = table_id(number);
                    let (one, two) = tokio::join!(
                        claim_and_append(&*store, id, round),
                        claim_and_append(&*store, id, round)
                    );
                    assert!(one != two, "match {number}, line {round}: {one} {two}");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    for number in 0..PAIRS {
        let head = store.match_head(table_id(number)).await.unwrap().unwrap();
        assert_eq!((head.entries, head.epoch), (50, 101));
        store.whole_log(&head).await.unwrap();
    }
}

/// Whether the line was taken.
async fn claim_and_append(store: &dyn Store, id: TableId, number: u64) -> bool {
    let claim = Write::ClaimMatch { id, owner: "somebody".to_owned() };
    let Ok(Verdict::Did(epoch)) = store.write(claim).await else {
        panic!("a claim fails");
    };
    match store.append(append(id, epoch, number)).await {
        Ok(outcome) => {
            assert_eq!(outcome, Outcome::New(number));
            true
        }
        Err(StoreError::Refused(Refusal::StaleOwner { epoch: now })) => {
            assert!(now > epoch);
            false
        }
        Err(StoreError::Refused(Refusal::WrongNumber { expected })) => {
            assert_eq!(expected, number + 1);
            false
        }
        Err(why) => panic!("{why}"),
    }
}
