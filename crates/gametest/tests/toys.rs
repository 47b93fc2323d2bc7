//! The toys keep every law.

mod pig {
    parlor_gametest::conformance! { parlor_gametest::toys::Pig:
        {} for 2, {"target": 12, "seconds": 0} for 3, {"target": 30} for 4,
    }
}

mod peek {
    parlor_gametest::conformance! { parlor_gametest::toys::Peek: {} for 2, {} for 3 }
}

/// Nobody else knows how many marks there are, and the law of odds counts acts.
mod slips {
    parlor_gametest::conformance! { parlor_gametest::toys::Slips, without odds: {} for 2, {} for 3 }
}

mod tender {
    parlor_gametest::conformance! { parlor_gametest::toys::Tender:
        {} for 2, {"coins": 2} for 3, {"coins": 1} for 4,
    }
}

mod twenty {
    parlor_gametest::conformance! { parlor_gametest::toys::Twenty:
        {} for 2, {"seconds": 5} for 2, {"seconds": 5, "shared": true} for 2,
    }
}
