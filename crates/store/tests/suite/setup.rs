//! What every test needs: accounts, tables and matches with made-up lines.

use parlor_store::{
    Account, AccountId, AccountKind, Append, Beginning, Done, Hash, Line, Millis, NewTable,
    Outcome, SealKey, Store, TableChange, TableContent, TableId, TableState,
};

/// A time. Tests have no clock.
pub(crate) const NOW: Millis = Millis(1_700_000_000_000);

/// An account with a number in its id.
pub(crate) fn account_id(number: u64) -> AccountId {
    AccountId::new(NOW, spread(number))
}

pub(crate) fn table_id(number: u64) -> TableId {
    TableId::new(NOW, spread(number))
}

/// Ten bytes in which equal numbers are equal and others differ everywhere.
fn spread(number: u64) -> [u8; 10] {
    blake3::hash(&number.to_le_bytes()).as_bytes()[..10].try_into().unwrap()
}

pub(crate) fn hash(of: &str) -> Hash {
    Hash(*blake3::hash(of.as_bytes()).as_bytes())
}

pub(crate) fn guest(number: u64) -> Account {
    let name = Some(format!("Guest {number}"));
    Account { id: account_id(number), name, kind: AccountKind::Guest, created: NOW, owner: None }
}

pub(crate) fn content(state: TableState, document: &str) -> TableContent {
    let summary = "{}".to_owned();
    TableContent {
        state,
        summary,
        document: document.to_owned(),
        listed: true,
        members: Vec::new(),
    }
}

/// A line of this number, as long as most are.
pub(crate) fn line(number: u64) -> Line {
    let text = format!("{number} | {number}.250 | 1: h {number} 3 | 0123456789abcdef");
    Line { hash: hash(&text), text }
}

pub(crate) fn done(account: u64, key: &str) -> Done {
    Done {
        account: account_id(account),
        key: key.parse().unwrap(),
        fingerprint: hash(key),
        reply: format!("reply to {key}").into_bytes(),
        at: NOW,
    }
}

/// A table of an account, both with this number, and a match at it.
pub(crate) async fn begin(store: &dyn Store, number: u64) -> TableId {
    add_table(store, number).await;
    begin_at(store, number).await
}

pub(crate) async fn add_table(store: &dyn Store, number: u64) {
    store.add_account(guest(number)).await.unwrap();
    let table = new_table(number);
    assert_eq!(store.add_table(table).await.unwrap(), Outcome::New(()));
}

pub(crate) fn new_table(number: u64) -> NewTable {
    NewTable {
        id: table_id(number),
        owner: account_id(number),
        game: "dots-and-boxes".to_owned(),
        content: content(TableState::Open, "{}"),
        at: NOW,
        done: None,
    }
}

pub(crate) fn beginning(number: u64) -> Beginning {
    let id = table_id(number);
    Beginning {
        table: TableChange {
            id,
            version: 1,
            content: content(TableState::Playing, "{\"begun\":true}"),
            at: NOW,
            done: None,
        },
        header: "parlor record 2\ngame dots-and-boxes".to_owned(),
        seed: SealKey::from_bytes([1; 32]).seal(id, &[7; 32]),
        owner: "one".to_owned(),
        hash: hash("header"),
        lines: Vec::new(),
    }
}

async fn begin_at(store: &dyn Store, number: u64) -> TableId {
    assert_eq!(store.begin_match(beginning(number)).await.unwrap(), Outcome::New(1));
    table_id(number)
}

/// One line for a match of which the sender has this epoch.
pub(crate) fn append(id: TableId, epoch: u64, number: u64) -> Append {
    Append { id, epoch, first: number, lines: vec![line(number)], done: None, ends: None }
}
