//! The JSON Schemas of what a game says and hears: views, questions, notices and moves.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::form;
use crate::hosted::Hosted;
use crate::rulebook::{Rulebook, Visitor};

/// Says how a type looks in JSON that is written there in a way of its own: a move as its notation, a
/// space as its number.
///
/// ```
/// struct Line;
/// parlor_engine::json_form!(Line, {"type": "string", "description": "A line: h 0 1."});
/// ```
#[macro_export]
macro_rules! json_form {
    ($Type:ident, $schema:tt) => {
        impl $crate::bits::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema(
                _: &mut $crate::bits::schemars::SchemaGenerator,
            ) -> $crate::bits::schemars::Schema {
                $crate::bits::schemars::json_schema!($schema)
            }
        }
    };
}

/// The schemas of a game, each with its name: `view`, `question`, `notice` and `move`.
pub(crate) fn schemas<R: Rulebook>() -> Vec<(&'static str, Value)> {
    let seats = R::about().usual_seats;
    R::set_up(R::fullest(), seats, Describe).unwrap_or_default()
}

struct Describe;

impl Visitor for Describe {
    type Out = Vec<(&'static str, Value)>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        vec![
            ("view", said::<G::View>()),
            ("question", said::<G::Question>()),
            ("notice", said::<G::Notice>()),
            ("move", form::schema(&game.forms())),
        ]
    }
}

/// The schema of something as the game writes it.
fn said<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
        .into()
}
