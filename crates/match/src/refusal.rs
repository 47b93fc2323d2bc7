//! What everything that this crate refuses has in common: a code, the data, and a sentence.

use std::error::Error;

use parlor_engine::{AnyRefusal, NoTable};
use serde_json::{Value, json};

/// Why something was not done, as it is told to programs and to people alike.
///
/// The sentence is the error's own (`Display`). In JSON every refusal has the shape of
/// [`refusal`](Self::refusal).
pub trait Coded: Error {
    /// The codes of the refusals of this type, without those that it passes on from another type. No
    /// two types have a code in common.
    const CODES: &'static [&'static str];

    /// A short name in small letters with hyphens. It never changes, even if the sentence does.
    fn code(&self) -> &'static str;

    /// What it is about; null where the code says it all.
    fn data(&self) -> Value;

    // ---- provided ----

    /// Code, data and sentence.
    fn refusal(&self) -> AnyRefusal {
        AnyRefusal { code: self.code(), data: self.data(), sentence: self.to_string() }
    }
}

/// `CODES` and `code` of a type from one list, so that neither can lack a code. Refusals that are passed
/// on from another type come after `passes on`.
macro_rules! codes {
    ($($pattern:pat => $code:literal),+ $(,)? $(; passes on $($other:pat => $why:expr),+ $(,)?)?) => {
        const CODES: &'static [&'static str] = &[$($code),+];

        fn code(&self) -> &'static str {
            match self {
                $($pattern => $code,)+
                $($($other => $crate::refusal::Coded::code($why),)+)?
            }
        }
    };
}
pub(crate) use codes;

/// In JSON each of these is a code, the data and a sentence.
macro_rules! in_json {
    ($($type:ty),+ $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&Coded::refusal(self), serializer)
            }
        }
    )+};
}

in_json! {
    crate::BadCosts, crate::BadEffort, crate::BadEntry, crate::BadName, crate::BadPlayer,
    crate::BadRecord, crate::BadShare, crate::BadTerms, crate::Excess, crate::NoFork,
    crate::NoResume, crate::NoTakeback, crate::NotChanged, crate::NotPlayed, crate::PlayError,
    crate::Refused, crate::VerifyError,
}

/// What a game refuses comes with a code of the game's own.
impl Coded for AnyRefusal {
    const CODES: &'static [&'static str] = &[];

    fn code(&self) -> &'static str {
        self.code
    }

    fn data(&self) -> Value {
        self.data.clone()
    }
}

/// A table that cannot be opened is the engine's to refuse, and is told like everything else.
impl Coded for NoTable {
    codes! {
        Self::Unknown(_) => "unknown-game",
        Self::Problems(_) => "bad-options",
        Self::RulesVersion { .. } => "other-rules",
    }

    fn data(&self) -> Value {
        match self {
            Self::Unknown(unknown) => json!({"game": unknown.asked}),
            Self::Problems(problems) => json!({"problems": problems}),
            Self::RulesVersion { game, recorded, present } => {
                json!({"game": game, "recorded": recorded, "present": present})
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlor_engine::{COMMON_CODES, Seat, Seats};
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::referee::Misstep;
    use crate::{
        BadCosts, BadEffort, BadEntry, BadName, BadPlayer, BadRecord, BadShare, BadTerms, Excess,
        Flaw, NoFork, NoResume, NoTakeback, NotChanged, NotPlayed, PlayError, Refused, VerifyError,
    };

    const PAGE: &str = include_str!("../../../docs/reference/refusals.md");

    /// The name of each type that has codes, with them.
    macro_rules! all {
        ($($type:ident),+ $(,)?) => {
            &[$((stringify!($type), $type::CODES)),+]
        };
    }

    /// All errors of this crate that are told; `tests/error_codes.rs` holds the list to the sources.
    const ALL: &[(&str, &[&str])] = all![
        BadCosts,
        BadEffort,
        BadEntry,
        BadName,
        BadPlayer,
        BadRecord,
        BadShare,
        BadTerms,
        Excess,
        Misstep,
        NoFork,
        NoResume,
        NoTable,
        NoTakeback,
        NotChanged,
        NotPlayed,
        PlayError,
        Refused,
        VerifyError,
    ];

    #[test]
    fn no_two_refusals_have_a_code_in_common_and_all_are_documented() {
        let mut seen = BTreeSet::new();
        for code in ALL.iter().flat_map(|(_, codes)| codes.iter().copied()) {
            assert!(seen.insert(code), "'{code}' is used twice");
            let is_small = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(code.chars().all(is_small), "'{code}' is not in small letters with hyphens");
        }
        // What every game refuses alike is told in the same place, and so has codes of its own.
        seen.extend(COMMON_CODES);
        // What scripts are refused for is not of this crate, and is tested where scripts are read.
        let (ours, _) = PAGE.split_once("\n## Scripts\n").unwrap();
        let rows = ours.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
        let mut documented = BTreeSet::new();
        for (code, _) in rows {
            assert!(documented.insert(code), "'{code}' has two rows");
        }
        assert_eq!(documented, seen, "docs/reference/refusals.md lists other codes");
    }

    /// As another program reads a refusal.
    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Told {
        code: String,
        #[serde(default, skip_serializing_if = "Value::is_null")]
        data: Value,
        sentence: String,
    }

    fn check<C: Coded + Serialize>(why: &C, data: &Value) {
        let text = serde_json::to_string(why).unwrap();
        let told: Told = serde_json::from_str(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(told.sentence, why.to_string());
        assert_eq!((told.code.as_str(), &told.data), (why.code(), data), "{text}");
        assert_eq!(serde_json::to_string(&told).unwrap(), text, "it survives a round trip");
    }

    #[test]
    fn every_kind_of_refusal_is_told_as_code_data_and_sentence() {
        let seat = Seat::at(1);
        let illegal = AnyRefusal { code: "taken", data: json!("h 0 0"), sentence: "no".to_owned() };
        let refused = Refused { line: 9, act: "1: h 0 0".to_owned(), why: illegal.clone() };
        let about = json!({"line": 9, "act": "1: h 0 0", "why": illegal});
        check(&refused, &about);
        check(&NoFork::Refused(refused.clone()), &about);
        check(&VerifyError::Refused(refused), &about);
        check(&NoFork::NoSuchAct { at: 7, acts: 6 }, &json!({"at": 7, "acts": 6}));
        check(&NotPlayed::Refused(illegal.clone()), &json!("h 0 0"));
        let stale = NotPlayed::Stale { question: 3, open: Some(4) };
        check(&stale, &json!({"question": 3, "open": 4}));
        check(&NotPlayed::Over, &Value::Null);
        check(&NoTakeback::Chance, &Value::Null);
        check(&NoTakeback::CameToLight { to: Seats::one(seat) }, &json!({"to": [2]}));
        check(&NotChanged::NoSuchSeat { seat }, &json!({"seat": 2}));
        let (number, entry) = (1, "pause".to_owned());
        let why = BadEntry::NotPlayed(stale);
        let about = json!({"number": 1, "entry": "pause", "why": why});
        assert_eq!(about["why"]["code"], "stale");
        check(&NoResume::Entry { number, entry, why }, &about);
        check(&BadEntry::Early, &Value::Null);
        check(&BadRecord { line: 1, flaw: Flaw::NotARecord }, &json!({"line": 1}));
        check(&VerifyError::NotCommitted { line: 5 }, &json!({"line": 5}));
        check(&"10".parse::<crate::Terms>().unwrap_err(), &json!({"typed": "10"}));
        check(&BadCosts::Cost("death".to_owned()), &json!({"typed": "death"}));
        let typed = "hard@soon".to_owned();
        let why = "@soon".parse::<crate::Effort>().unwrap_err();
        assert_eq!(json!(why)["code"], "bad-time");
        let about = json!({"typed": "hard@soon", "why": why});
        check(&BadPlayer::Effort { typed, why }, &about);
        let unknown = crate::PlayerSpec::read("deep", &["easy", "hard"]).unwrap_err();
        check(&unknown, &json!({"typed": "deep", "known": ["easy", "hard"]}));
        check(&BadEffort::Order, &Value::Null);
        let alike = crate::check_apart(["Ann", "ann"]).unwrap_err();
        check(&alike, &json!({"name": "ann", "other": "Ann"}));
        let wide = crate::check_name(&"x".repeat(41)).unwrap_err();
        check(&wide, &json!({"start": "x".repeat(20), "columns": 41, "most": 40}));
        check(&BadName::Empty, &Value::Null);
        check(&Excess::Unread { most: 4 << 20 }, &json!({"most": 4 << 20}));
        check(&BadShare::Length(seat, 99), &json!({"seat": 2, "bytes": 99, "most": 64}));
        check(&PlayError::Players { seats: 2, players: 0 }, &json!({"seats": 2, "players": 0}));
        let table = NoTable::RulesVersion { game: "pig".to_owned(), recorded: 1, present: 2 };
        let about = json!({"game": "pig", "recorded": 1, "present": 2});
        check(&VerifyError::NoTable(table), &about);
    }
}
