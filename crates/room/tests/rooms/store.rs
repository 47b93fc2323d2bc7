//! A model of a store: the log of one match, the keys of its commands, and its owner.

use parlor_gametest::toys::{Peek, Pig, Slips, Tender, Twenty};
use parlor_match::{Record, Seed, Shelf, Sitting, Taken};
use parlor_room::{Append, LogLine, NotStored, Remember, Remembered, Stored};

/// A promise that the store breaks on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoreFault {
    /// Lines are taken whatever their numbers are.
    ForgetsNumbers,
    /// An owner of before can still append.
    ForgetsEpochs,
    /// A command is written down as often as it is handed in: only its room keeps it from being done twice.
    WritesTwice,
}

/// The store of one match.
pub(crate) struct Store {
    pub(crate) header: String,
    pub(crate) seed: Seed,
    pub(crate) lines: Vec<LogLine>,
    pub(crate) commands: Vec<Command>,
    /// The number of the present owner.
    epoch: u64,
    is_ended: bool,
    fault: Option<StoreFault>,
}

/// A command that the store remembers, and the first line that it caused.
pub(crate) struct Command {
    pub(crate) remembered: Remembered,
    pub(crate) line: String,
}

impl Store {
    pub(crate) fn new(sitting: &Sitting, seed: Seed, fault: Option<StoreFault>) -> Self {
        Self {
            header: sitting.so_far().to_text(),
            seed,
            lines: Vec::new(),
            commands: Vec::new(),
            epoch: 0,
            is_ended: false,
            fault,
        }
    }

    /// Somebody owns the match from now on. The number is theirs.
    pub(crate) fn claim(&mut self) -> u64 {
        self.epoch += 1;
        self.epoch
    }

    pub(crate) const fn is_owner(&self, epoch: u64) -> bool {
        self.epoch == epoch
    }

    /// Writes lines of an owner down, all or none.
    pub(crate) fn append(&mut self, epoch: u64, append: &Append) -> Stored {
        if !self.is_owner(epoch) && self.fault != Some(StoreFault::ForgetsEpochs) {
            return Err(NotStored::StaleOwner);
        }
        let is_next = append.first == self.lines.len() + 1;
        let is_known = |new: &Remember| {
            let old = |known: &Remembered| known.party == new.party && known.key == new.key;
            self.commands.iter().any(|known| old(&known.remembered))
        };
        if self.is_ended
            || append.command.as_ref().is_some_and(is_known)
                && self.fault != Some(StoreFault::WritesTwice)
            || !is_next && self.fault != Some(StoreFault::ForgetsNumbers)
        {
            return Err(NotStored::Conflict);
        }
        for LogLine { text, hash } in &append.lines {
            assert!(!text.contains('\n'), "one entry a line");
            assert!(text.ends_with(&hash.to_string()[..16]), "each line has its own hash");
        }
        self.lines.extend(append.lines.iter().cloned());
        self.is_ended = append.is_last;
        if let Some(Remember { party, key, fingerprint }) = append.command.clone() {
            let line = append.lines.first().map_or_else(String::new, |line| line.text.clone());
            let remembered = Remembered { party, key, fingerprint };
            self.commands.push(Command { remembered, line });
        }
        Ok(())
    }

    /// The match as the store has it, and what was told of its entries.
    pub(crate) fn read(&self) -> (Sitting, Vec<Taken>) {
        let mut text = self.header.clone();
        for line in &self.lines {
            text.push_str(&line.text);
            text.push('\n');
        }
        let record = Record::from_bytes(text.as_bytes());
        let record = record.expect("what is in the store is a record");
        let (games, seed) = (shelf(&record.header.game), Some(self.seed.clone()));
        let mut told = Vec::new();
        let again = |taken| told.push(taken);
        let sitting = Sitting::resume(record.header, seed, &record.log, games, again);
        (sitting.expect("what is in the store can go on"), told)
    }

    pub(crate) fn remembered(&self) -> Vec<Remembered> {
        self.commands.iter().map(|known| known.remembered.clone()).collect()
    }
}

/// Where a game stands: a real one, or one of the toys.
pub(crate) fn shelf(game: &str) -> Shelf {
    match game {
        "peek" => Shelf::only::<Peek>(),
        "pig" => Shelf::only::<Pig>(),
        "slips" => Shelf::only::<Slips>(),
        "tender" => Shelf::only::<Tender>(),
        "twenty" => Shelf::only::<Twenty>(),
        _ => parlor_registry::SHELF,
    }
}
