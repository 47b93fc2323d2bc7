//! The laws of the contract, at tables of every size, with every option, both editions, and boards
//! that are not in the box.

#[path = "tables/odd.rs"]
mod odd;

use odd::ODD;
use parlor_property_tycoon::PropertyTycoon;

parlor_gametest::conformance! {
    PropertyTycoon:
        {"rounds": 40} for 2,
        {"rounds": 30, "rules": "brief"} for 3,
        {"rounds": 30} for 4,
        {"rounds": 25, "edition": "second"} for 5,
        {"rounds": 25} for 6,
        {"rounds": 40, "jail": "doubles", "sell_buildings": "half"} for 2,
        {"rounds": 30, "jail": "doubles", "debt": "immediate", "bank": "limited", "shortage": "part"} for 4,
        {"rounds": 30, "auction": "free", "auction_clock": "whole", "auction_seconds": 20, "minutes": 30} for 3,
        {"rounds": 25, "trading": true} for 4,
        {"rounds": 25, "trading": true, "jail": "doubles", "auction": "free", "bank": "limited",
         "minutes": 5, "edition": "second"} for 6,
        {"rounds": 8, "edition": ODD[SMALLEST].edition(), "trading": true} for 2,
        {"rounds": 8, "edition": ODD[CHAINS].edition(), "jail": "doubles"} for 3,
        {"rounds": (ODD[RICH].most_rounds / 2), "edition": ODD[RICH].edition(), "bank": "limited"} for 2,
}

const SMALLEST: usize = 0;
const CHAINS: usize = 1;
const RICH: usize = 7;
