//! What was acknowledged survives the end of the process, however it comes.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use parlor_store::{
    Fault, MatchHead, MemoryStore, PostgresStore, PrivateCluster, SqliteSettings, SqliteStore,
    Store,
};

use crate::setup::{append, begin, line, table_id};
use crate::stores::block_on;
use crate::{Dice, times};

/// The folder that a child process appends in.
const FOLDER: &str = "PARLOR_STORE_CHILD";
/// Set where the child is to answer before it commits.
const EARLY: &str = "PARLOR_STORE_CHILD_EARLY";

const MATCHES: u64 = 8;

/// How many lines of each match were acknowledged.
type Ledger = BTreeMap<u64, u64>;

/// Not a test of its own: the child process of the tests below, which appends until it is killed, and prints
/// what was acknowledged.
#[test]
fn child_that_appends() {
    let Ok(folder) = std::env::var(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    block_on(async {
        // Claims read what they wrote, which a store that answers early cannot do.
        let store = SqliteStore::open(folder).await.unwrap();
        let claims = claim_all(&store).await;
        store.close().await.unwrap();
        let answers_early = std::env::var(EARLY).is_ok();
        // Small checkpoints, so that kills hit them too.
        let settings = SqliteSettings { checkpoint_pages: 40, answers_early };
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open_with(folder, settings).await.unwrap());
        let say = |number: u64, entries: u64| println!("acknowledged {number} {entries}");
        for task in append_to_all(&store, claims, say) {
            task.await.unwrap();
        }
    });
}

/// Claims all matches, and begins those that are missing.
async fn claim_all(store: &dyn Store) -> Vec<(u64, MatchHead)> {
    let mut claims = Vec::new();
    for number in 0..MATCHES {
        let id = table_id(number);
        if store.match_head(id).await.unwrap().is_none() {
            begin(store, number).await;
        }
        claims.push((number, store.claim_match(id, "child".to_owned()).await.unwrap().head));
    }
    claims
}

/// Starts a task for each match that appends until the store fails, and says what was acknowledged.
fn append_to_all(
    store: &Arc<dyn Store>,
    claims: Vec<(u64, MatchHead)>,
    say: impl Fn(u64, u64) + Send + Clone + 'static,
) -> Vec<tokio::task::JoinHandle<()>> {
    let start = |(number, head): (u64, MatchHead)| {
        let (store, say) = (Arc::clone(store), say.clone());
        tokio::spawn(async move {
            for next in head.entries + 1.. {
                if store.append(append(head.id, head.epoch, next)).await.is_err() {
                    return;
                }
                say(number, next);
            }
        })
    };
    claims.into_iter().map(start).collect()
}

/// Runs a child in a folder, kills it, and adds what it printed to the ledger.
fn kill_once(folder: &Path, early: bool, after: Duration, ledger: &mut Ledger) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "durable::child_that_appends", "--nocapture"]).env(FOLDER, folder);
    if early {
        child.env(EARLY, "1");
    }
    let mut child = child.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (heard, first) = channel();
    let reader = thread::spawn(move || {
        let mut said = Ledger::new();
        for line in lines.map_while(Result::ok) {
            let mut words = line.split(' ').skip_while(|word| !word.ends_with("acknowledged"));
            let mut number = || words.next().and_then(|word| word.parse().ok());
            number();
            if let (Some(number), Some(entries)) = (number(), number()) {
                said.insert(number, entries);
                _ = heard.send(());
            }
        }
        said
    });
    // The time counts from the first acknowledgement: a kill before it would prove nothing.
    first.recv_timeout(Duration::from_mins(1)).expect("the child appends");
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    ledger.extend(reader.join().unwrap());
}

/// How many acknowledged lines are missing.
async fn lost(store: &dyn Store, ledger: &Ledger) -> u64 {
    let mut lost = 0;
    for (&number, &acknowledged) in ledger {
        let head = store.match_head(table_id(number)).await.unwrap();
        let lines = match &head {
            Some(head) => store.whole_log(head).await.unwrap(),
            None => Vec::new(),
        };
        for (number, found) in (1..).zip(&lines) {
            assert_eq!(*found, line(number), "what is stored is what was sent");
        }
        lost += acknowledged.saturating_sub(lines.len() as u64);
    }
    lost
}

/// Kills a child again and again. How many acknowledged lines were lost, and how many there were.
fn kills(count: usize, early: bool) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(0xdead);
    let mut total = 0;
    for _ in 0..count {
        let mut ledger = Ledger::new();
        let after = Duration::from_micros(dice.below(60_000) as u64);
        kill_once(folder.path(), early, after, &mut ledger);
        total += ledger.len() as u64;
        let lost = block_on(async {
            let store = SqliteStore::open(folder.path()).await.unwrap();
            let lost = lost(&store, &ledger).await;
            store.close().await.unwrap();
            lost
        });
        if lost > 0 {
            return (lost, total);
        }
    }
    (0, total)
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let count = times(20, 200);
    let (lost, heard) = kills(count, false);
    println!("{count} kills, acknowledgements heard of {heard} matches, lost {lost}");
    assert_eq!(lost, 0);
    assert!(heard > count as u64, "the children hardly appended");
}

/// The proof that the test above would notice.
#[test]
fn a_store_that_answers_before_it_commits_is_found_out() {
    let (lost, _) = kills(200, true);
    assert!(lost > 0, "200 kills found nothing");
}

#[test]
fn nothing_acknowledged_is_lost_when_postgresql_crashes() {
    let mut cluster = PrivateCluster::start();
    let url = cluster.create("crash");
    let crashes = times(3, 30);
    let mut dice = Dice::new(7);
    for _ in 0..crashes {
        let ledger: Arc<Mutex<Ledger>> = Arc::default();
        block_on(async {
            let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&url).await.unwrap());
            let said = Arc::clone(&ledger);
            let say = move |number, entries| _ = said.lock().unwrap().insert(number, entries);
            let claims = claim_all(&*store).await;
            let tasks = append_to_all(&store, claims, say);
            tokio::time::sleep(Duration::from_millis(100 + dice.below(300) as u64)).await;
            cluster.crash();
            for task in tasks {
                // Writers come back to life by themselves, but these callers have given up or go on.
                task.abort();
            }
        });
        block_on(async {
            let store = PostgresStore::open(&url).await.unwrap();
            let ledger = ledger.lock().unwrap().clone();
            assert!(ledger.values().sum::<u64>() > 0);
            assert_eq!(lost(&store, &ledger).await, 0);
            store.close().await.unwrap();
        });
    }
    println!("{crashes} crashes of PostgreSQL, lost 0");
}

/// A writer whose connection broke makes a new one, and the store goes on.
#[test]
fn a_store_goes_on_when_postgresql_is_back() {
    let mut cluster = PrivateCluster::start();
    let url = cluster.create("back");
    block_on(async {
        let store = PostgresStore::open(&url).await.unwrap();
        let id = begin(&store, 1).await;
        store.append(append(id, 1, 1)).await.unwrap();
        cluster.crash();
        let mut tries = 0;
        while let Err(why) = store.append(append(id, 1, 2)).await {
            assert!(["store-unavailable", "store-uncertain"].contains(&why.code()), "{why}");
            tries += 1;
            assert!(tries < 50, "{why}");
        }
        let claimed = store.claim_match(id, "again".to_owned()).await.unwrap();
        assert_eq!(claimed.lines, [line(1), line(2)]);
        store.close().await.unwrap();
    });
}

/// The disk of the store in memory: unsynced writes are lost and were never acknowledged.
#[test]
fn the_store_in_memory_models_a_disk() {
    block_on(async {
        let store = Arc::new(MemoryStore::new());
        let id = begin(&*store, 1).await;
        store.hold();
        let first = store.append(append(id, 1, 1));
        let second = store.append(append(id, 1, 2));
        assert_eq!(store.waiting(), 2);
        assert_eq!(store.match_head(id).await.unwrap().unwrap().entries, 0);
        store.sync(1);
        assert_eq!(first.await, Ok(parlor_store::Outcome::New(1)));
        store.crash();
        assert_eq!(second.await.unwrap_err().code(), "store-uncertain");
        assert_eq!(store.match_head(id).await.unwrap().unwrap().entries, 1);
        store.fail(1);
        let third = store.append(append(id, 1, 2));
        store.sync(usize::MAX);
        assert_eq!(third.await.unwrap_err().code(), "store-unavailable");
    });
}

/// Every fault of the store in memory has the effect that it is named after.
#[test]
fn faults_of_the_store_in_memory_show() {
    block_on(async {
        let faulty = |fault| {
            let store = MemoryStore::new();
            store.break_promise(Some(fault));
            store
        };
        let store = faulty(Fault::AnswersEarly);
        let id = begin(&store, 1).await;
        store.hold();
        store.append(append(id, 1, 1)).await.unwrap();
        assert_eq!(lost(&store, &Ledger::from([(1, 1)])).await, 0);
        store.crash();
        assert_eq!(lost(&store, &Ledger::from([(1, 1)])).await, 1);

        let store = faulty(Fault::ForgetsKeys);
        let id = begin(&store, 1).await;
        for number in 1..=2 {
            let mut one = append(id, 1, number);
            one.done = Some(crate::setup::done(1, "key"));
            store.append(one).await.unwrap();
        }
        assert_eq!(store.match_head(id).await.unwrap().unwrap().entries, 2);

        let store = faulty(Fault::ForgetsEpochs);
        let id = begin(&store, 1).await;
        store.claim_match(id, "two".to_owned()).await.unwrap();
        store.append(append(id, 1, 1)).await.unwrap();

        let store = faulty(Fault::ForgetsNumbers);
        let id = begin(&store, 1).await;
        store.append(append(id, 1, 9)).await.unwrap();
    });
}
