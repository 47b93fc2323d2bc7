//! How the types look in JSON that are written there in a way of their own.

use parlor_engine::json_form;

use crate::board::{MAX_SPACES, Place};
use crate::deck::{CardNumber, MAX_CARDS};

json_form!(Place, {
    "type": "integer", "minimum": 1, "maximum": MAX_SPACES,
    "description": "A space by its position: Go is 1.",
});
json_form!(CardNumber, {
    "type": "integer", "minimum": 1, "maximum": MAX_CARDS,
    "description": "A card by its place in the list of its pack, from 1.",
});
