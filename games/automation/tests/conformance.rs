//! The laws of the contract, at tables of both sets and of every number of players.

use parlor_automation::Automation;

parlor_gametest::conformance! {
    Automation:
        {"set": "seed", "turns": 12} for 1,
        {"set": "seed", "turns": 12} for 2,
        {"set": "seed", "turns": 8, "frameworks": 1} for 3,
        {"set": "seed", "turns": 8} for 4,
        {"turns": 12} for 1,
        {"turns": 25} for 2,
        {"turns": 12} for 3,
        {"turns": 12} for 4,
}
