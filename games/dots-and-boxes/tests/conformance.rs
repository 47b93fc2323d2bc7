//! Dots and Boxes keeps every law of the contract.

parlor_gametest::conformance! { parlor_dots_and_boxes::DotsAndBoxes:
    {"boxes": "1x1"} for 2,
    {"boxes": "2x2"} for 2,
    {"boxes": "3x3", "opening": "swedish"} for 3,
    {"boxes": "2x4", "opening": "icelandic"} for 4,
    {"boxes": "5x5"} for 2,
    {"boxes": "15x15"} for 4,
}
