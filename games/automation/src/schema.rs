//! How the types look in JSON that are written there in a way of their own.

use parlor_engine::json_form;

use crate::card::Card;
use crate::cards::Cards;
use crate::moves::Move;

json_form!(Card, {
    "type": "string", "pattern": "^[a-z0-9][a-z0-9-]*$",
    "description": "A card as it is written in moves: code-review.",
});
json_form!(Cards, {
    "type": "object", "additionalProperties": {"type": "integer", "minimum": 1},
    "description": "Cards without an order: how many of each, as they are written in moves.",
});
json_form!(Move, {"type": "string", "description": "A move in notation."});
