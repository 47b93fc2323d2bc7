//! Accounts and tokens.

use std::sync::Arc;

use parlor_store::limits::{MAX_BOTS, MAX_NAME, MAX_TOKENS};
use parlor_store::{Account, AccountKind, Grant, Millis, Refusal, Store, StoreError, Token};

use crate::setup::{NOW, account_id, guest};

pub(crate) async fn an_account_is_added_once_and_renamed(store: Arc<dyn Store>) {
    let bob = guest(1);
    store.add_account(bob.clone()).await.unwrap();
    let twice = store.add_account(bob.clone()).await;
    assert_eq!(twice, Err(Refusal::Exists("account").into()));
    assert_eq!(store.account(bob.id).await, Ok(Some(bob.clone())));
    assert_eq!(store.account(account_id(2)).await, Ok(None));
    for name in [Some("Zoë 🎲".to_owned()), None] {
        store.rename_account(bob.id, name.clone()).await.unwrap();
        assert_eq!(store.account(bob.id).await.unwrap().unwrap().name, name);
    }
    let nobody = store.rename_account(account_id(2), None).await;
    assert_eq!(nobody, Err(Refusal::Unknown("account").into()));
    for name in ["a\0b".to_owned(), "x".repeat(MAX_NAME + 1)] {
        let why = store.rename_account(bob.id, Some(name)).await.unwrap_err();
        assert!(matches!(why, StoreError::Invalid { what: "the name", .. }), "{why}");
    }
}

pub(crate) async fn an_account_has_bots_of_its_own(store: Arc<dyn Store>) {
    for number in [1, 2] {
        store.add_account(guest(number)).await.unwrap();
    }
    let bot = |number, owner| Account {
        kind: AccountKind::Bot,
        owner: Some(account_id(owner)),
        ..guest(number)
    };
    let strange = store.add_account(bot(10, 3)).await;
    assert_eq!(strange, Err(Refusal::Unknown("account").into()));
    let mut bots = Vec::new();
    for number in 0..MAX_BOTS as u64 {
        bots.push(bot(100 + number, 1));
        store.add_account(bots[number as usize].clone()).await.unwrap();
    }
    let full = store.add_account(bot(10, 1)).await;
    assert_eq!(full, Err(Refusal::Full { what: "bots", limit: MAX_BOTS }.into()));
    store.add_account(bot(10, 2)).await.unwrap();
    bots.sort_by_key(|bot| bot.id);
    assert_eq!(store.bots(account_id(1)).await, Ok(bots));
    assert_eq!(store.bots(account_id(2)).await, Ok(vec![bot(10, 2)]));
}

fn grant(account: u64, token: &Token) -> Grant {
    Grant {
        hash: token.hash(),
        account: account_id(account),
        label: "my bot".to_owned(),
        scopes: vec!["tables:play".to_owned(), "tables:read".to_owned()],
        created: NOW,
        expires: Some(Millis(NOW.0 + 1_000)),
        last_used: None,
        revoked: None,
    }
}

pub(crate) async fn a_token_is_found_used_and_revoked(store: Arc<dyn Store>) {
    for number in [1, 2] {
        store.add_account(guest(number)).await.unwrap();
    }
    let token = Token::random();
    let added = grant(1, &token);
    store.add_token(added.clone()).await.unwrap();
    let twice = store.add_token(added.clone()).await;
    assert_eq!(twice, Err(Refusal::Exists("token").into()));
    let strange = store.add_token(grant(3, &Token::random())).await;
    assert_eq!(strange, Err(Refusal::Unknown("account").into()));
    assert_eq!(store.token(token.hash()).await, Ok(Some(added.clone())));
    assert_eq!(store.token(Token::random().hash()).await, Ok(None));
    assert_eq!(store.tokens(account_id(1)).await, Ok(vec![added]));
    assert_eq!(store.tokens(account_id(2)).await, Ok(Vec::new()));
    for (at, last) in [(5, 5), (3, 5), (8, 8)] {
        store.touch_token(token.hash(), Millis(at)).await.unwrap();
        let used = store.token(token.hash()).await.unwrap().unwrap().last_used;
        assert_eq!(used, Some(Millis(last)));
    }
    assert_eq!(store.revoke_token(account_id(2), token.hash(), NOW).await, Ok(false));
    assert_eq!(store.revoke_token(account_id(1), token.hash(), NOW).await, Ok(true));
    assert_eq!(store.revoke_token(account_id(1), token.hash(), NOW).await, Ok(false));
    assert!(!store.token(token.hash()).await.unwrap().unwrap().is_valid(NOW));
}

pub(crate) async fn an_account_has_so_many_tokens(store: Arc<dyn Store>) {
    store.add_account(guest(1)).await.unwrap();
    let tokens: Vec<Token> = (0..MAX_TOKENS).map(|_| Token::random()).collect();
    for token in &tokens {
        store.add_token(grant(1, token)).await.unwrap();
    }
    let full = Refusal::Full { what: "tokens", limit: MAX_TOKENS };
    assert_eq!(store.add_token(grant(1, &Token::random())).await, Err(full.into()));
    assert_eq!(store.tokens(account_id(1)).await.unwrap().len(), MAX_TOKENS);
    store.revoke_token(account_id(1), tokens[0].hash(), NOW).await.unwrap();
    store.add_token(grant(1, &Token::random())).await.unwrap();
    // Those that are worth nothing make room.
    assert_eq!(store.token(tokens[0].hash()).await, Ok(None));
    let later = Grant { created: Millis(NOW.0 + 1_000), ..grant(1, &Token::random()) };
    store.add_token(later).await.unwrap();
    assert_eq!(store.tokens(account_id(1)).await.unwrap().len(), 1);
}
