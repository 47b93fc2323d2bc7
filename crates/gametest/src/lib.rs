//! The conformance kit: every game proves that it keeps the contract, in one line.
//!
//! ```
//! use parlor_gametest::toys::Pig;
//!
//! parlor_gametest::conformance! { Pig: {} for 2, {"target": 12} for 3 }
//! ```
//!
//! Each [`Law`] becomes a test of its own. It walks through random games, and where a law is broken
//! it finds the shortest list of acts that shows it and prints the command that runs it again.
//! `PARLOR_TIER=slow` does the same with larger numbers.
//!
//! [`odds`] compares `imagine` with worlds a game lists itself, [`playthrough`] keeps whole games as
//! readable files, [`perft`] keeps move counts, [`scene`] plays what a rule book says,
//! [`check_allocation`] counts what playouts allocate, and [`contest`] says how often a computer player
//! wins. [`strange_json`] breaks options that have parts of their own, and [`first_move_bot`] is a program for
//! tests that start one. The [`toys`] use every part of the contract between them; the mutants in this crate's tests are
//! toys with one fault each, and show that every law can fail.

mod allocation;
mod bot;
pub mod committed;
pub mod contest;
mod kit;
mod law;
mod laws;
pub mod odds;
pub mod perft;
pub mod playthrough;
pub mod scene;
mod shrink;
pub mod strange_json;
pub mod toys;
mod walk;

pub use allocation::check_allocation;
pub use bot::first_move_bot;
pub use kit::{CASE, Failure, Kit, Report, TIER, Test, slow};
pub use law::Law;
#[doc(hidden)]
pub use serde_json;

/// Writes one test for each law, for the tables given as options and numbers of seats.
///
/// A law that does not hold for a game on purpose is left out by its name, and everybody can read
/// that it is; the game's own tests then say what holds instead. `with` names a function that tunes
/// the [`Kit`]: how many moments it looks at, and how many pairs of worlds are the least.
///
/// ```
/// use parlor_gametest::Kit;
/// use parlor_gametest::toys::Peek;
///
/// parlor_gametest::conformance! { Peek, without odds, with tuned: {} for 2, {} for 3 }
///
/// fn tuned(kit: Kit<Peek>) -> Kit<Peek> {
///     kit.moments(300).least_pairs(100)
/// }
/// ```
#[macro_export]
macro_rules! conformance {
    (
        $rulebook:ty $(, without $left_out:ident)* $(, with $tune:path)?:
        $($options:tt for $seats:expr),+ $(,)?
    ) => {
        macro_rules! unless_left_out {
            $(($left_out $test:item) => {};)*
            ($name:ident $test:item) => { $test };
        }

        fn conformance_kit() -> $crate::Kit<$rulebook> {
            let kit = $crate::Kit::new([$(($crate::serde_json::json!($options), $seats)),+]);
            $(let kit = $tune(kit);)?
            kit
        }

        $crate::conformance!(@laws [$(stringify!($left_out)),*],
            ends Ends, leaving Leaving, clock Clock, outcome Outcome, menu Menu,
            accepted Accepted, refused Refused, unchanged Unchanged, default_move DefaultMove,
            chance Chance, notation Notation, phrases Phrases, forms Forms, about About, codes Codes,
            words Words, serde Serde, repeat Repeat, processes Processes, clones Clones, witness Witness, erased Erased, invariants Invariants,
            imagine Imagine, odds Odds, open Open, silence Silence, sealed Sealed,
            menu_secrets MenuSecrets, question_secrets QuestionSecrets,
            refusal_secrets RefusalSecrets, notice_secrets NoticeSecrets,
            view_secrets ViewSecrets, declared Declared, unseen Unseen,
        );
    };
    (@laws $left_out:expr, $($name:ident $law:ident,)+) => {
        $(unless_left_out! { $name
            #[test]
            fn $name() {
                conformance_kit()
                    .only($crate::Law::$law)
                    .named($crate::Test {
                        package: env!("CARGO_PKG_NAME"),
                        target: env!("CARGO_CRATE_NAME"),
                        name: $crate::test_name(concat!(module_path!(), "::", stringify!($name))),
                    })
                    .assert();
            }
        })+

        /// The list of tests above is the list of laws, but for those that are left out by name.
        #[test]
        fn every_law_is_checked() {
            let left_out: &[&str] = &$left_out;
            assert_eq!([$($crate::Law::$law),+], $crate::Law::ALL);
            for name in left_out {
                assert!([$(stringify!($name)),+].contains(name), "there is no law '{name}'");
            }
        }
    };
}

/// The name a test runner knows a test by: its path without the crate.
pub fn test_name(path: &'static str) -> &'static str {
    path.split_once("::").map_or(path, |(_, name)| name)
}
