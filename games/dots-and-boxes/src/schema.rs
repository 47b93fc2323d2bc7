//! How the types look in JSON that are written there in a way of their own.

use std::borrow::Cow;

use parlor_engine::json_form;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::moves::Line;
use crate::view::{Sheet, View};

json_form!(Line, {
    "type": "string", "pattern": "^[hv] (0|[1-9][0-9]?) (0|[1-9][0-9]?)$",
    "description": "A line in notation: h 0 1.",
});

/// A view is written as its sheet.
impl<const W: usize> JsonSchema for View<W> {
    fn schema_name() -> Cow<'static, str> {
        "View".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Sheet::json_schema(generator)
    }
}
