//! The size of a board counted in dots: another way to say the size in boxes.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use parlor_engine::Problems;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::board::{MAX_BOXES, Size};

/// The longest side of a board, in dots.
const MAX_DOTS: u8 = MAX_BOXES + 1;
/// The usual board.
pub(crate) const USUAL: Size = Size::new(4, 4).expect("4x4 is within the limits");

/// The size of a board in dots, as somebody may have asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DotsOption {
    /// Nobody has counted dots.
    #[default]
    Unsaid,
    /// So many rows and columns of dots.
    Given(Dots),
    /// The size in boxes says it already. It is written no more: of one board there is one record.
    Settled,
}

/// Rows and columns of dots; the board has one box less each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dots(Size);

impl DotsOption {
    /// Whether the size in boxes says all there is to it.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(crate) const fn is_settled(&self) -> bool {
        matches!(self, Self::Settled)
    }
}

/// The size of the board; `None` where boxes and dots say different things.
pub(crate) fn size(boxes: Option<Size>, dots: DotsOption) -> Option<Size> {
    match (boxes, dots) {
        (None, DotsOption::Given(Dots(size))) => Some(size),
        (Some(boxes), DotsOption::Given(Dots(size))) => (boxes == size).then_some(size),
        (boxes, DotsOption::Unsaid | DotsOption::Settled) => Some(boxes.unwrap_or(USUAL)),
    }
}

/// Says what boxes and dots contradict each other in.
pub(crate) fn contradiction(boxes: Option<Size>, dots: DotsOption, problems: &mut Problems) {
    if let (Some(boxes), DotsOption::Given(dots)) = (boxes, dots) {
        let what = format!(
            "{dots} dots are {} boxes, and the option 'boxes' says {boxes}; leave one of them out",
            dots.0
        );
        problems.add("dots", what);
    }
}

impl fmt::Display for Dots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0.rows() + 1, self.0.columns() + 1)
    }
}

/// A word that was to be the size of a board in dots.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a board is ROWSxCOLUMNS dots, each 2 to {MAX_DOTS}, such as 3x3; not '{0}'")]
pub struct NotDots(String);

impl FromStr for Dots {
    type Err = NotDots;

    fn from_str(text: &str) -> Result<Self, NotDots> {
        let dots = || {
            let (rows, columns) = text.split_once('x')?;
            let boxes = |dots: &str| dots.parse::<u8>().ok()?.checked_sub(1);
            Size::new(boxes(rows)?, boxes(columns)?).map(Self)
        };
        // One spelling each, as for boxes.
        dots().filter(|dots| dots.to_string() == text).ok_or_else(|| NotDots(text.to_owned()))
    }
}

impl Serialize for DotsOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Given(dots) => serializer.collect_str(dots),
            Self::Unsaid | Self::Settled => serializer.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for DotsOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(Self::Unsaid);
        };
        text.parse().map(Self::Given).map_err(de::Error::custom)
    }
}

impl JsonSchema for DotsOption {
    fn schema_name() -> Cow<'static, str> {
        "Dots".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "null"],
            "description": "The same in dots, rows and columns, each 2 to 16: 3x3 dots are 2x2 boxes",
            "pattern": "^([2-9]|1[0-6])x([2-9]|1[0-6])$"
        })
    }
}
