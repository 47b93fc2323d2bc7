//! What happens to an option with parts of its own, such as a deck, when any of the parts is something else.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Puts strange values, and one more of the game's choice, into each place of an option in full. Each time it
/// is refused, or it is read and comes back as it was written; then `check` looks at it, and must not panic.
///
/// # Panics
/// When an option is read and written and then is another.
pub fn read_or_refused<T>(whole: &Value, one_more: Value, check: impl Fn(&T))
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let mut strange = vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(255),
        json!(1.5),
        json!(u64::MAX),
        json!("\u{1b}"),
        json!([]),
        json!([[1, 2], {}]),
        json!({}),
    ];
    strange.push(one_more);
    let mut places = Vec::new();
    places_in(whole, "", &mut places);
    for place in places {
        for value in &strange {
            let mut changed = whole.clone();
            *changed.pointer_mut(&place).expect("a place in it") = value.clone();
            let Ok(option) = serde_json::from_value::<T>(changed) else { continue };
            let again = serde_json::to_value(&option).expect("an option has a JSON form");
            let again = serde_json::from_value::<T>(again);
            assert_eq!(again.ok().as_ref(), Some(&option), "{value} at {place}");
            check(&option);
        }
    }
}

/// The pointers to a value and to everything in it.
fn places_in(value: &Value, place: &str, places: &mut Vec<String>) {
    places.push(place.to_owned());
    match value {
        Value::Array(values) => {
            for (i, value) in values.iter().enumerate() {
                places_in(value, &format!("{place}/{i}"), places);
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                places_in(value, &format!("{place}/{key}"), places);
            }
        }
        _ => {}
    }
}
