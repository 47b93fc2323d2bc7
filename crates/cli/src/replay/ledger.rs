//! `parlor replay --ledger FILE`: where the money of a game went, entry by entry.

use std::io::{self, Write};

use anyhow::bail;
use parlor_engine::layout::{padded, width};
use parlor_engine::ledger::{Account, Entry, Ledger};
use parlor_engine::{Names, Seats};
use parlor_match::{Record, Replay};
use serde_json::{Map, Value, json};

use super::{heard, step};
use crate::report::Views;
use crate::words::count;

/// Plays the record again, and shows each entry with what both sides have after it. Money that the
/// viewer does not hear of is not in it.
pub(super) fn show(
    record: &Record,
    replay: &mut Replay<'_>,
    last: usize,
    views: Views,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let title = replay.table().about().title;
    let Some(opening) = replay.table().ledger() else {
        bail!("{title} is played without money, so it has no ledger");
    };
    let names = record.header.names();
    let mut book = Book::new(opening.accounts().map(|(account, _)| account), &names, as_json);
    if !as_json {
        let seats = Seats::first_n(record.header.seats.len()).iter();
        writeln!(out, "{title}: {}\n", names.list(seats))?;
        writeln!(out, "{}", book.headings())?;
    }
    for entry in opening.entries() {
        book.add(out, 0, entry.clone())?;
    }
    while replay.number() < last
        && let Some((_, notices)) = step(replay, views)?
    {
        for notice in heard(&notices, views) {
            if let Some(entry) = replay.table().entry(notice) {
                book.add(out, replay.number(), entry)?;
            }
        }
    }
    Ok(book.close(out, last, record)?)
}

/// A ledger that is written out while it is kept.
struct Book<'a> {
    ledger: Ledger,
    names: &'a Names,
    as_json: bool,
    /// The columns of the longest name of an account.
    width: usize,
}

impl<'a> Book<'a> {
    fn new(accounts: impl IntoIterator<Item = Account>, names: &'a Names, as_json: bool) -> Self {
        let ledger = Ledger::new(accounts);
        let long = |(account, _): (Account, i64)| width(&account.name(names));
        let width = ledger.accounts().map(long).max().unwrap_or(0);
        Self { ledger, names, as_json, width }
    }

    fn headings(&self) -> String {
        let column = self.width;
        format!(
            "{:>5}  {:column$}  {:column$}  {:>6}  {:>8}  {:>6}  what for",
            "act", "from", "to", "amount", "from has", "to has"
        )
    }

    fn add(&mut self, out: &mut dyn Write, act: usize, entry: Entry) -> io::Result<()> {
        let Entry { from, to, amount, why } = entry.clone();
        self.ledger.add(entry);
        if self.as_json {
            let balances = self.balances();
            let line = json!({
                "act": act, "from": from, "to": to, "amount": amount, "why": why,
                "balances": balances,
            });
            return writeln!(out, "{line}");
        }
        let name = |account: Account| padded(&account.name(self.names), self.width);
        let (from_name, to_name) = (name(from), name(to));
        let (from_has, to_has) = (self.ledger.balance(from), self.ledger.balance(to));
        writeln!(
            out,
            "{act:>5}  {from_name}  {to_name}  {amount:>6}  {from_has:>8}  \
             {to_has:>6}  {why}"
        )
    }

    /// What everybody has in the end.
    fn close(&self, out: &mut dyn Write, last: usize, record: &Record) -> io::Result<()> {
        if self.as_json {
            let (balances, whole) = (self.balances(), record.is_whole());
            return writeln!(
                out,
                "{}",
                json!({ "acts": last, "balances": balances, "whole": whole })
            );
        }
        let after = match (last, record.acts().len()) {
            (0, _) => "At the start".to_owned(),
            (last, all) if last == all => format!("After all {}", count(all, "act")),
            (last, all) => format!("After act {last} of {all}"),
        };
        writeln!(out, "\n{after} there is:")?;
        self.ledger.accounts().try_for_each(|(account, balance)| {
            writeln!(out, "  {}  {balance:>6}", padded(&account.name(self.names), self.width))
        })
    }

    /// By the number of a seat, or the name of another account.
    fn balances(&self) -> Map<String, Value> {
        let key = |account: Account| match account {
            Account::Seat(seat) => seat.to_string(),
            other => other.name(self.names),
        };
        self.ledger.accounts().map(|(account, has)| (key(account), json!(has))).collect()
    }
}
