//! What an action does beside its gifts, as data: a name, and a number where it needs one.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::MAX_GIFT;

/// What an action does beside its gifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Discard any number, one at a time, then draw as many.
    DiscardToDraw,
    /// Trash a hand card; draw as many cards as it cost.
    TrashToDraw,
    /// Trash a hand card, gain a card that costs up to so much more.
    TrashToGain(u8),
    /// Choose one of three: so many actions, so much money, or so many cards.
    ChooseOne(u8),
    /// Discard one card for each empty supply pile.
    DiscardForEmptyPiles,
    /// Play another action from hand twice, or none.
    PlayTwice,
    /// Each other player draws so many.
    OthersDraw(u8),
    /// All cards cost so much less this turn.
    Cheaper(u8),
    /// Attack: each other player discards down to so many.
    DiscardDownTo(u8),
    /// Attack: each other player gains a Bug.
    GiveBug,
    /// Attack: each other player chooses to discard so many or to gain a Bug.
    DiscardOrBug(u8),
}

/// How an effect is made of what is written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Plain(Effect),
    /// With its number, which is at least this.
    Numbered(fn(u8) -> Effect, u8),
}

/// Every effect by its name, in the order of the rule book.
pub(super) const FORMS: [(&str, Form); 11] = [
    ("discard-to-draw", Form::Plain(Effect::DiscardToDraw)),
    ("trash-to-draw", Form::Plain(Effect::TrashToDraw)),
    ("trash-to-gain", Form::Numbered(Effect::TrashToGain, 0)),
    ("choose-one", Form::Numbered(Effect::ChooseOne, 1)),
    ("discard-for-empty-piles", Form::Plain(Effect::DiscardForEmptyPiles)),
    ("play-twice", Form::Plain(Effect::PlayTwice)),
    ("others-draw", Form::Numbered(Effect::OthersDraw, 1)),
    ("cheaper", Form::Numbered(Effect::Cheaper, 1)),
    ("discard-down-to", Form::Numbered(Effect::DiscardDownTo, 0)),
    ("give-bug", Form::Plain(Effect::GiveBug)),
    ("discard-or-bug", Form::Numbered(Effect::DiscardOrBug, 1)),
];

impl Effect {
    /// How it is written: `trash-to-gain`.
    pub const fn name(self) -> &'static str {
        FORMS[self.place()].0
    }

    /// Its number, where it has one.
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::TrashToGain(number)
            | Self::ChooseOne(number)
            | Self::OthersDraw(number)
            | Self::Cheaper(number)
            | Self::DiscardDownTo(number)
            | Self::DiscardOrBug(number) => Some(number),
            Self::DiscardToDraw
            | Self::TrashToDraw
            | Self::DiscardForEmptyPiles
            | Self::PlayTwice
            | Self::GiveBug => None,
        }
    }

    /// Whether it does something to the others that they may want to be safe from.
    pub const fn is_attack(self) -> bool {
        matches!(self, Self::DiscardDownTo(_) | Self::GiveBug | Self::DiscardOrBug(_))
    }

    /// Whether it hands out Bugs.
    pub const fn gives_bugs(self) -> bool {
        matches!(self, Self::GiveBug | Self::DiscardOrBug(_))
    }

    /// Its place in [`FORMS`].
    const fn place(self) -> usize {
        match self {
            Self::DiscardToDraw => 0,
            Self::TrashToDraw => 1,
            Self::TrashToGain(_) => 2,
            Self::ChooseOne(_) => 3,
            Self::DiscardForEmptyPiles => 4,
            Self::PlayTwice => 5,
            Self::OthersDraw(_) => 6,
            Self::Cheaper(_) => 7,
            Self::DiscardDownTo(_) => 8,
            Self::GiveBug => 9,
            Self::DiscardOrBug(_) => 10,
        }
    }
}

/// The name alone, or `{"cheaper": 1}`.
impl Serialize for Effect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(number) = self.number() else { return serializer.serialize_str(self.name()) };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.name(), &number)?;
        map.end()
    }
}

impl JsonSchema for Effect {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Effect".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut forms = Vec::new();
        for (name, form) in FORMS {
            forms.push(match form {
                Form::Plain(_) => json_schema!({"const": name}),
                Form::Numbered(_, least) => json_schema!({
                    "type": "object",
                    "properties": {
                        name: {"type": "integer", "minimum": least, "maximum": MAX_GIFT},
                    },
                    "required": [name],
                    "additionalProperties": false,
                }),
            });
        }
        json_schema!({"description": "What an action does beside its gifts.", "oneOf": forms})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_where_its_name_says() {
        for (place, (name, form)) in FORMS.into_iter().enumerate() {
            let effect = match form {
                Form::Plain(effect) => effect,
                Form::Numbered(of, _) => of(3),
            };
            assert_eq!((effect.place(), effect.name()), (place, name));
            assert_eq!(effect.number().is_some(), matches!(form, Form::Numbered(..)), "{name}");
        }
    }
}
