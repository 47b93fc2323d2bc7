//! Move counts.

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_gametest::perft::check_file;

#[test]
fn boards() {
    check_file::<DotsAndBoxes>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/boards.perft"));
}
