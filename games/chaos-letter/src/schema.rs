//! How the types look in JSON that are written there in a way of their own.

use std::borrow::Cow;

use parlor_engine::json_form;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::card::Card;
use crate::cards::Cards;
use crate::moves::Move;

/// A list of cards.
impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Card>::json_schema(generator)
    }
}

json_form!(Move, {"type": "string", "description": "A move in notation."});
