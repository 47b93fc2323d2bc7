//! What can be done with accounts and tokens.

use axum::http::StatusCode;
use parlor_match::check_name;
use parlor_store::{Account, AccountId, AccountKind, Grant, Millis, StoreError, Token, TokenHash};

use super::Caller;
use super::wire::{AccountInfo, BotWithToken, NewToken, Scope, TokenInfo, TokenSecret};
use crate::app::App;
use crate::limits::SESSION;
use crate::refusal::Refusal;
use crate::tables::Place;

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;

impl App {
    /// Whose token this is, where it is worth something.
    pub(crate) async fn caller(&self, hash: TokenHash) -> Result<Option<Caller>, Refusal> {
        let now = self.hall.clock().now();
        if let Some(caller) = self.tokens.get(&hash, now) {
            return Ok(Some(caller));
        }
        let forgotten = self.tokens.forgotten();
        let store = self.hall.store();
        let today = self.hall.clock().today();
        let Some(grant) = store.token(hash).await?.filter(|grant| grant.is_valid(today)) else {
            return Ok(None);
        };
        let Some(account) = store.account(grant.account).await? else { return Ok(None) };
        let scopes = grant.scopes.iter().filter_map(|scope| Scope::read(scope)).collect();
        let Account { id, name, kind, .. } = account;
        let caller = Caller { id, name, kind, scopes, token: hash };
        self.tokens.keep(&caller, now, forgotten);
        Ok(Some(caller))
    }

    /// Whether the token of a caller is still worth something.
    pub(crate) async fn check_again(&self, caller: &Caller) -> Result<(), Refusal> {
        match self.caller(caller.token).await? {
            Some(_) => Ok(()),
            None => Err(Refusal::bad_token()),
        }
    }

    /// A new guest, with the token of its session.
    pub(crate) async fn new_guest(&self) -> Result<(AccountInfo, Token), Refusal> {
        let today = self.hall.clock().today();
        let id = AccountId::new(today, self.hall.entropy().bytes());
        let account =
            Account { id, name: None, kind: AccountKind::Guest, created: today, owner: None };
        self.hall.store().add_account(account.clone()).await?;
        let expires = Millis(today.0 + i64::try_from(SESSION.as_millis()).unwrap_or(i64::MAX));
        let (token, _) =
            self.grant(id, "session".to_owned(), Scope::ALL.to_vec(), Some(expires)).await?;
        Ok((shown(&account), token))
    }

    pub(crate) async fn account(&self, caller: &Caller) -> Result<AccountInfo, Refusal> {
        let account = self.hall.store().account(caller.id).await?;
        account.as_ref().map(shown).ok_or_else(|| Refusal::not_found("account"))
    }

    pub(crate) async fn rename(
        &self,
        caller: &Caller,
        name: String,
    ) -> Result<AccountInfo, Refusal> {
        let name = name.trim().to_owned();
        check_name(&name).map_err(|why| Refusal::coded(StatusCode::UNPROCESSABLE_ENTITY, &why))?;
        self.hall.store().rename_account(caller.id, Some(name)).await?;
        self.tokens.forget(caller.id);
        self.account(caller).await
    }

    // ---- tokens ----

    pub(crate) async fn new_token(
        &self,
        account: AccountId,
        wish: NewToken,
    ) -> Result<TokenSecret, Refusal> {
        let wrong = |why| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-token-wish", why);
        let NewToken { label, mut scopes, days } = wish;
        if scopes.contains(&Scope::Account) {
            return Err(wrong("a token cannot have account:write: only a session has it"));
        }
        scopes.dedup();
        if scopes.is_empty() || label.chars().count() > 100 || label.contains(char::is_control) {
            return Err(wrong("a token has a scope, and a label of one line, at most 100 long"));
        }
        if days.is_some_and(|days| !(1..=3_650).contains(&days)) {
            return Err(wrong("a token is good for 1 to 3650 days, or for ever"));
        }
        let today = self.hall.clock().today();
        let expires = days.map(|days| Millis(today.0 + i64::from(days) * DAY));
        let (token, grant) = self.grant(account, label, scopes, expires).await?;
        Ok(TokenSecret { secret: token.reveal(), about: shown_token(&grant) })
    }

    pub(crate) async fn tokens_of(&self, account: AccountId) -> Result<Vec<TokenInfo>, Refusal> {
        let today = self.hall.clock().today();
        let grants = self.hall.store().tokens(account).await?;
        Ok(grants.iter().filter(|grant| grant.is_valid(today)).map(shown_token).collect())
    }

    /// Makes a token worth nothing, and ends its streams.
    pub(crate) async fn revoke(&self, account: AccountId, id: &str) -> Result<(), Refusal> {
        let store = self.hall.store();
        let today = self.hall.clock().today();
        let grants = store.tokens(account).await?;
        let grant = grants.iter().find(|grant| grant.hash.short() == id && grant.is_valid(today));
        let grant = grant.ok_or_else(|| Refusal::not_found("token"))?;
        self.end_token(account, grant).await
    }

    /// Ends the session of a caller.
    pub(crate) async fn end_session(&self, caller: &Caller) -> Result<(), Refusal> {
        let grant = self.hall.store().token(caller.token).await?;
        match grant {
            Some(grant) => self.end_token(caller.id, &grant).await,
            None => Ok(()),
        }
    }

    async fn end_token(&self, account: AccountId, grant: &Grant) -> Result<(), Refusal> {
        let today = self.hall.clock().today();
        let ended = self.hall.store().revoke_token(account, grant.hash, today).await;
        self.tokens.forget(account);
        // Where the store cannot say whether it was done, the streams end all the same: the next request to revoke it may find
        // it revoked, and would not end them.
        if matches!(ended, Ok(_) | Err(StoreError::Uncertain(_))) {
            self.hall.revoke(grant.hash);
        }
        ended?;
        Ok(())
    }

    async fn grant(
        &self,
        account: AccountId,
        label: String,
        scopes: Vec<Scope>,
        expires: Option<Millis>,
    ) -> Result<(Token, Grant), Refusal> {
        let token = Token::from_bytes(self.hall.entropy().bytes());
        let grant = Grant {
            hash: token.hash(),
            account,
            label,
            scopes: scopes.into_iter().map(|scope| scope.as_str().to_owned()).collect(),
            created: self.hall.clock().today(),
            expires,
            last_used: None,
            revoked: None,
        };
        self.hall.store().add_token(grant.clone()).await?;
        Ok((token, grant))
    }

    // ---- bots ----

    /// A new bot of the caller, with its first token.
    pub(crate) async fn new_bot(
        &self,
        caller: &Caller,
        name: String,
    ) -> Result<BotWithToken, Refusal> {
        let name = name.trim().to_owned();
        check_name(&name).map_err(|why| Refusal::coded(StatusCode::UNPROCESSABLE_ENTITY, &why))?;
        let today = self.hall.clock().today();
        let bot = Account {
            id: AccountId::new(today, self.hall.entropy().bytes()),
            name: Some(name),
            kind: AccountKind::Bot,
            created: today,
            owner: Some(caller.id),
        };
        self.hall.store().add_account(bot.clone()).await?;
        let wish = NewToken {
            label: "first token".to_owned(),
            scopes: vec![Scope::Tables, Scope::Play],
            days: None,
        };
        let token = self.new_token(bot.id, wish).await?;
        Ok(BotWithToken { bot: shown(&bot), token })
    }

    pub(crate) async fn bots(&self, caller: &Caller) -> Result<Vec<AccountInfo>, Refusal> {
        Ok(self.hall.store().bots(caller.id).await?.iter().map(shown).collect())
    }

    /// A bot of the caller. Bots of others are not there, for it.
    pub(crate) async fn bot(&self, caller: &Caller, id: &str) -> Result<Account, Refusal> {
        let none = || Refusal::not_found("bot among yours");
        let id: AccountId = id.parse().map_err(|_| none())?;
        let bot = self.hall.store().account(id).await?;
        bot.filter(|bot| bot.owner == Some(caller.id)).ok_or_else(none)
    }

    /// The places of the caller's bots at a table, in the order of its seats.
    pub(crate) async fn places_of_bots(
        &self,
        caller: &Caller,
        seats: &[String],
    ) -> Result<Vec<Place>, Refusal> {
        let mut places = Vec::new();
        for id in seats.iter().filter_map(|seat| seat.strip_prefix("bot:")) {
            let Account { id, name, .. } = self.bot(caller, id).await?;
            places.push(Place::Account { id, name, bot: true });
        }
        Ok(places)
    }
}

fn shown(account: &Account) -> AccountInfo {
    AccountInfo {
        id: account.id.to_string(),
        name: account.name.clone(),
        kind: account.kind.into(),
    }
}

fn shown_token(grant: &Grant) -> TokenInfo {
    TokenInfo {
        id: grant.hash.short(),
        label: grant.label.clone(),
        scopes: grant.scopes.iter().filter_map(|scope| Scope::read(scope)).collect(),
        created: grant.created.0,
        expires: grant.expires.map(|at| at.0),
    }
}
