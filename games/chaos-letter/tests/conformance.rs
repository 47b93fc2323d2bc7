//! The laws of the contract, with every deck.

use parlor_chaos_letter::ChaosLetter;
parlor_gametest::conformance! {
    ChaosLetter:
        {"rounds": 2} for 2,
        {"rounds": 2} for 4,
        {"deck": "premium", "rounds": 1} for 5,
        {"deck": "premium", "rounds": 1} for 8,
        {"deck": "modern", "rounds": 2} for 2,
        {"deck": "modern", "rounds": 1} for 4,
        {"deck": "cosmic", "rounds": 2} for 2,
        {"deck": "cosmic", "rounds": 1} for 4,
        {"deck": "cosmic", "rounds": 1} for 6,
        {"deck": "chaos", "rounds": 2} for 2,
        {"deck": "chaos", "rounds": 1} for 4,
        {"deck": "chaos", "rounds": 1} for 8,
}
