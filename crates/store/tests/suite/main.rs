//! One suite for all stores: what holds for one of them holds for the others.
#![allow(clippy::doc_markdown, reason = "SQLite and PostgreSQL are names, not code")]

mod accounts;
mod commands;
mod durable;
mod matches;
mod opening;
mod race;
mod real_match;
mod secrets;
mod setup;
mod stores;
mod tables;
mod torn;

stores::on_every_store! {
    accounts::an_account_is_added_once_and_renamed,
    accounts::an_account_has_bots_of_its_own,
    accounts::a_token_is_found_used_and_revoked,
    accounts::an_account_has_so_many_tokens,
    tables::a_change_names_the_version_it_was_made_from,
    tables::a_refused_change_leaves_nothing_behind,
    tables::lists_go_page_by_page,
    matches::a_match_begins_together_with_its_table,
    matches::lines_follow_each_other,
    matches::a_claim_has_everything_and_shuts_the_last_owner_out,
    matches::the_end_of_a_match_is_the_end_of_its_table,
    matches::long_logs_are_read_whole,
    matches::running_matches_are_listed,
    matches::sizes_are_limited,
    commands::a_key_is_answered_and_not_done_again,
    commands::a_refused_command_can_be_sent_again,
    commands::one_of_many_is_done,
    commands::old_replies_are_purged,
    race::many_writers_leave_no_gaps,
    race::one_of_two_owners_wins,
    opening::a_closed_store_refuses,
    real_match::a_match_goes_on_from_what_is_stored,
}

/// How often something is tried: more in the slow tier.
pub(crate) fn times(quick: usize, slow: usize) -> usize {
    if std::env::var("PARLOR_TIER").is_ok_and(|tier| tier == "slow") { slow } else { quick }
}

/// Chance that is the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let hash = blake3::hash(&self.0.to_le_bytes());
        self.0 += 1;
        let drawn = u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap());
        (drawn % n.max(1) as u64) as usize
    }
}
