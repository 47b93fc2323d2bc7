//! Tables.

use std::sync::Arc;

use parlor_store::limits::{MAX_DOCUMENT, MAX_LIST};
use parlor_store::{
    Millis, NewTable, Outcome, Refusal, Store, StoreError, TableChange, TableContent, TableHead,
    TableId, TableQuery, TableState, Whose,
};

use crate::setup::{NOW, account_id, add_table, content, guest, new_table, table_id};

fn change(number: u64, version: u64, document: &str) -> TableChange {
    let content = content(TableState::Open, document);
    TableChange { id: table_id(number), version, content, at: Millis(NOW.0 + 5), done: None }
}

pub(crate) async fn a_change_names_the_version_it_was_made_from(store: Arc<dyn Store>) {
    add_table(&*store, 1).await;
    assert_eq!(store.save_table(change(1, 1, "two")).await, Ok(Outcome::New(2)));
    let late = store.save_table(change(1, 1, "three")).await;
    assert_eq!(late, Err(Refusal::Conflict { version: 2 }.into()));
    let unknown = store.save_table(change(2, 1, "")).await;
    assert_eq!(unknown, Err(Refusal::Unknown("table").into()));
    let table = store.table(table_id(1)).await.unwrap().unwrap();
    let TableHead { version, created, updated, .. } = table.head;
    assert_eq!((version, created, updated), (2, NOW, Millis(NOW.0 + 5)));
    assert_eq!(table.document, "two");
    assert_eq!(store.table(table_id(2)).await, Ok(None));
    let again = store.add_table(new_table(1)).await;
    assert_eq!(again, Err(Refusal::Exists("table").into()));
    let why = store.save_table(change(1, 2, &"x".repeat(MAX_DOCUMENT + 1))).await.unwrap_err();
    assert!(matches!(why, StoreError::Invalid { what: "the document", .. }), "{why}");
    // Of many changes that were made from one version, one is done.
    let tasks: Vec<_> = (0..16)
        .map(|n| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.save_table(change(1, 2, &n.to_string())).await })
        })
        .collect();
    let mut saved = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(outcome) => {
                assert_eq!(outcome, Outcome::New(3));
                saved += 1;
            }
            Err(why) => assert_eq!(why, Refusal::Conflict { version: 3 }.into()),
        }
    }
    assert_eq!(saved, 1);
}

pub(crate) async fn a_refused_change_leaves_nothing_behind(store: Arc<dyn Store>) {
    add_table(&*store, 1).await;
    let before = store.table(table_id(1)).await.unwrap();
    let mut bad = change(1, 1, "two");
    bad.content.members = vec![account_id(1), account_id(9)];
    let refused = store.save_table(bad.clone()).await;
    assert_eq!(refused, Err(Refusal::Unknown("account").into()));
    assert_eq!(store.table(table_id(1)).await.unwrap(), before);
    assert_eq!(store.tables(query(Whose::Of(account_id(1)), 9)).await, Ok(Vec::new()));
    let table = NewTable { id: table_id(2), content: bad.content, ..new_table(1) };
    assert_eq!(store.add_table(table).await, Err(Refusal::Unknown("account").into()));
    assert_eq!(store.table(table_id(2)).await, Ok(None));
    let table = NewTable { owner: account_id(9), ..new_table(2) };
    assert_eq!(store.add_table(table).await, Err(Refusal::Unknown("account").into()));
}

const fn query(whose: Whose, limit: usize) -> TableQuery {
    TableQuery { whose, state: None, game: None, before: None, limit }
}

/// The numbers of all tables that a query finds, page by page.
async fn pages(store: &dyn Store, mut query: TableQuery, ids: &[TableId]) -> Vec<usize> {
    let mut found = Vec::new();
    loop {
        let page = store.tables(query.clone()).await.unwrap();
        assert!(page.len() <= query.limit);
        let Some(last) = page.last() else {
            return found;
        };
        query.before = Some(last.id);
        let number = |table: &TableHead| ids.iter().position(|id| *id == table.id).unwrap();
        found.extend(page.iter().map(number));
    }
}

pub(crate) async fn lists_go_page_by_page(store: Arc<dyn Store>) {
    for number in [1, 2] {
        store.add_account(guest(number)).await.unwrap();
    }
    // Later tables have greater ids.
    let ids: Vec<TableId> = (0..12).map(|n| TableId::new(Millis(NOW.0 + n), [7; 10])).collect();
    for (n, id) in ids.iter().enumerate() {
        let state = if n % 2 == 0 { TableState::Open } else { TableState::Over };
        let members = if n % 3 == 0 { vec![account_id(1), account_id(2)] } else { Vec::new() };
        let content = TableContent { listed: n >= 4, members, ..content(state, "{}") };
        let game = if n < 8 { "automation" } else { "chaos-letter" }.to_owned();
        let table = NewTable { id: *id, game, content, ..new_table(1) };
        store.add_table(table).await.unwrap();
    }
    let store = &*store;
    let listed = query(Whose::Listed, 3);
    assert_eq!(pages(store, listed.clone(), &ids).await, [11, 10, 9, 8, 7, 6, 5, 4]);
    let open = TableQuery { state: Some(TableState::Open), ..listed.clone() };
    assert_eq!(pages(store, open.clone(), &ids).await, [10, 8, 6, 4]);
    let open = TableQuery { game: Some("automation".to_owned()), ..open };
    assert_eq!(pages(store, open, &ids).await, [6, 4]);
    assert_eq!(pages(store, query(Whose::Of(account_id(2)), 2), &ids).await, [9, 6, 3, 0]);
    let over = TableQuery { state: Some(TableState::Over), ..query(Whose::Of(account_id(2)), 2) };
    assert_eq!(pages(store, over, &ids).await, [9, 3]);
    let leave = TableChange { id: ids[6], ..change(1, 1, "{}") };
    store.save_table(leave).await.unwrap();
    assert_eq!(pages(store, query(Whose::Of(account_id(2)), 2), &ids).await, [9, 3, 0]);
    let why = store.tables(query(Whose::Listed, MAX_LIST + 1)).await.unwrap_err();
    assert_eq!(why.code(), "invalid-item");
}
