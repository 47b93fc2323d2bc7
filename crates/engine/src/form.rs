//! The forms that moves have, as data, and the help that is made from them.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::phrase::{Kind, Named, Part, Phrase, Text};
use crate::seat::MAX_SEATS;

/// One way to write a move: words and slots, what such a move does, and an example.
///
/// ```
/// # use parlor_engine::*;
/// let bid = Form::new("offers so much").word("bid").amount("POUNDS").example("bid 120");
/// assert_eq!(bid.to_string(), "bid POUNDS");
/// assert!(bid.fits(&Phrase::new().word("bid").amount(90)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Form {
    /// Words and slots, in order.
    pub slots: Vec<Slot>,
    /// What such a move does, as a fragment of a sentence: `draws the line below a dot`.
    pub does: Text,
    /// A move of this form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<Text>,
}

/// A word of a form, or a place in it that a move fills.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Slot {
    /// What can stand here.
    pub kind: Kind,
    /// The word itself; or what the slot is called in help, in capitals: `PLAYER`, `POUNDS`.
    pub name: Text,
    /// What may stand here, where these things have names: the cards, the places. Of a number, the things that
    /// have one; other numbers may stand here, too.
    #[serde(serialize_with = "things", skip_serializing_if = "no_things")]
    pub among: Arc<[Named]>,
    /// Whether more of the same may follow.
    #[serde(skip_serializing_if = "is_once")]
    pub several: bool,
}

fn things<S: Serializer>(things: &Arc<[Named]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(things.iter())
}

fn no_things(things: &Arc<[Named]>) -> bool {
    things.is_empty()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_once(several: &bool) -> bool {
    !*several
}

impl Form {
    /// A form without slots, to add them to, by what its moves do.
    pub fn new(does: impl Into<Text>) -> Self {
        Self { slots: Vec::new(), does: does.into(), example: None }
    }

    /// And then this word.
    #[must_use]
    pub fn word(self, word: impl Into<Text>) -> Self {
        self.slot(Kind::Word, word, Arc::default())
    }

    /// And then a player.
    #[must_use]
    pub fn seat(self, name: impl Into<Text>) -> Self {
        self.slot(Kind::Seat, name, Arc::default())
    }

    /// And then one of these cards.
    #[must_use]
    pub fn card(self, name: impl Into<Text>, among: &Arc<[Named]>) -> Self {
        self.slot(Kind::Card, name, among.clone())
    }

    /// And then one of these places.
    #[must_use]
    pub fn place(self, name: impl Into<Text>, among: &Arc<[Named]>) -> Self {
        self.slot(Kind::Place, name, among.clone())
    }

    /// And then one of these things.
    #[must_use]
    pub fn choice(self, name: impl Into<Text>, among: &Arc<[Named]>) -> Self {
        self.slot(Kind::Choice, name, among.clone())
    }

    /// And then so much.
    #[must_use]
    pub fn amount(self, name: impl Into<Text>) -> Self {
        self.slot(Kind::Amount, name, Arc::default())
    }

    /// And then a number.
    #[must_use]
    pub fn number(self, name: impl Into<Text>) -> Self {
        self.slot(Kind::Number, name, Arc::default())
    }

    /// And then a number that things have: people may type the name of a thing for its number. Each thing is
    /// written as its number.
    #[must_use]
    pub fn number_of(self, name: impl Into<Text>, among: &Arc<[Named]>) -> Self {
        self.slot(Kind::Number, name, among.clone())
    }

    /// The last slot may be filled several times.
    #[must_use]
    pub fn several(mut self) -> Self {
        if let Some(last) = self.slots.last_mut() {
            last.several = true;
        }
        self
    }

    /// With a move of this form as an example.
    #[must_use]
    pub fn example(mut self, example: impl Into<Text>) -> Self {
        self.example = Some(example.into());
        self
    }

    fn slot(mut self, kind: Kind, name: impl Into<Text>, among: Arc<[Named]>) -> Self {
        self.slots.push(Slot { kind, name: name.into(), among, several: false });
        self
    }

    /// A regular expression for the moves of this form.
    fn pattern(&self) -> String {
        let slot = |(place, slot): (usize, &Slot)| {
            let one = match slot.kind {
                Kind::Word => slot.name.to_string(),
                Kind::Seat => format!("[1-{MAX_SEATS}]"),
                Kind::Card | Kind::Place | Kind::Choice => "[a-z0-9][a-z0-9-]*".to_owned(),
                Kind::Amount | Kind::Number => "(0|-?[1-9][0-9]*)".to_owned(),
            };
            let more = if slot.several { format!("( {one})*") } else { String::new() };
            format!("{}{one}{more}", if place > 0 { " " } else { "" })
        };
        self.slots.iter().enumerate().map(slot).collect()
    }

    /// How moves of these forms are written, in lines: each form, what it does and an example. Forms that follow each
    /// other and do the same share a line.
    pub fn help(forms: &[Self]) -> String {
        help(forms)
    }

    /// Whether a move has this form.
    pub fn fits(&self, phrase: &Phrase) -> bool {
        self.slots_of(phrase).is_some()
    }

    /// The slot of each part of a move; `None` for a move that does not have this form.
    pub fn slots_of(&self, phrase: &Phrase) -> Option<Vec<&Slot>> {
        fit(&self.slots, &phrase.parts)
    }
}

/// The JSON Schema of a move: a string that has one of these forms. Cards, places and choices are
/// those of any table, so a word that this table does not have passes, too.
pub(crate) fn schema(forms: &[Form]) -> Value {
    let one = |form: &Form| {
        let mut schema = json!({
            "type": "string",
            "title": form.to_string(),
            "description": form.does,
            "pattern": format!("^{}$", form.pattern()),
        });
        if let Some(example) = &form.example {
            schema["examples"] = json!([example]);
        }
        schema
    };
    let forms: Vec<Value> = forms.iter().map(one).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Move",
        "description": "A move in notation.",
        "anyOf": forms,
    })
}

fn fit<'a>(slots: &'a [Slot], parts: &[Part]) -> Option<Vec<&'a Slot>> {
    match (slots, parts) {
        ([], []) => Some(Vec::new()),
        ([slot, later @ ..], [part, rest @ ..]) if slot.takes(part) => {
            let again = || fit(slots, rest).filter(|_| slot.several);
            let mut found = fit(later, rest).or_else(again)?;
            found.insert(0, slot);
            Some(found)
        }
        _ => None,
    }
}

impl Slot {
    /// Whether this part can stand here.
    pub fn takes(&self, part: &Part) -> bool {
        let is_known = match part {
            Part::Word(word) => *word == self.name,
            Part::Card(thing) | Part::Place(thing) | Part::Choice(thing) => {
                self.among.contains(thing)
            }
            Part::Seat(_) | Part::Amount(_) | Part::Number(_) => true,
        };
        self.kind == part.kind() && is_known
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, slot) in self.slots.iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            let more = if slot.several { " ..." } else { "" };
            write!(f, "{blank}{}{more}", slot.name)?;
        }
        Ok(())
    }
}

/// A head longer than this does not widen the column of heads.
const WIDEST_HEAD: usize = 32;

/// How moves are written, in lines: the forms, what each does and an example. Forms that follow each
/// other and do the same share a line.
pub(crate) fn help(forms: &[Form]) -> String {
    let lines: Vec<(String, &[Form])> = forms
        .chunk_by(|one, other| one.does == other.does)
        .map(|alike| {
            let heads: Vec<String> = alike.iter().map(Form::to_string).collect();
            (heads.join(", "), alike)
        })
        .collect();
    let widths = lines.iter().map(|(head, _)| head.chars().count());
    let column = widths.filter(|width| *width <= WIDEST_HEAD).max().unwrap_or(0);
    let mut text = String::new();
    for (head, alike) in lines {
        let example = alike.iter().find_map(|form| form.example.as_ref());
        let example = example.map_or_else(String::new, |example| format!(": {example}"));
        let does = alike.first().map_or("", |form| &form.does);
        _ = writeln!(text, "{head:<column$}   {does}{example}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn a_move_fits_its_form() {
        let cards: Arc<[Named]> = Arc::new([Named::new("guard", "Guard")]);
        let guard = Form::new("").card("CARD", &cards).seat("PLAYER").word("names").number("N");
        let on = |written: &'static str, name: &'static str| Phrase::new().card(written, name);
        let on_bob = || on("guard", "Guard").seat(Seat::at(1));
        assert!(guard.fits(&on_bob().word("names").number(5)));
        assert!(!guard.fits(&on_bob().word("calls").number(5)));
        assert!(!guard.fits(&on_bob()));
        assert!(!guard.fits(&on_bob().word("names").amount(5)));
        assert!(!guard.fits(&on("king", "King").seat(Seat::at(1)).word("names").number(5)));
        let aim = Form::new("").word("aim").seat("PLAYER").several();
        let at = |seats: &[usize]| {
            Phrase::new().word("aim").seats(seats.iter().map(|&seat| Seat::at(seat)))
        };
        assert!(aim.fits(&at(&[0])) && aim.fits(&at(&[0, 1, 2])) && !aim.fits(&at(&[])));
        let slots = |form: &Form, phrase: &Phrase| -> Vec<String> {
            form.slots_of(phrase).unwrap().iter().map(|slot| slot.name.to_string()).collect()
        };
        assert_eq!(slots(&aim, &at(&[0, 1])), ["aim", "PLAYER", "PLAYER"]);
        assert_eq!(
            slots(&guard, &on_bob().word("names").number(5)),
            ["CARD", "PLAYER", "names", "N"]
        );
    }

    #[test]
    fn help_is_made_of_forms() {
        let forms = [
            Form::new("throws the dice").word("roll"),
            Form::new("in an auction").word("bid").amount("POUNDS").example("bid 120"),
            Form::new("in an auction").word("pass"),
            Form::new("says whom it is for").word("aim").seat("PLAYER").several(),
        ];
        let expected = "\
            roll               throws the dice\n\
            bid POUNDS, pass   in an auction: bid 120\n\
            aim PLAYER ...     says whom it is for\n";
        assert_eq!(help(&forms), expected);
    }

    /// These words are in the protocol: they do not change.
    #[test]
    fn a_form_is_data() {
        let packs: Arc<[Named]> = Arc::new([Named::new("pot-luck", "Pot Luck")]);
        let form = Form::new("in jail").word("use").choice("PACK", &packs).example("use pot-luck");
        assert_eq!(
            serde_json::to_value(form).unwrap(),
            serde_json::json!({
                "slots": [
                    {"kind": "word", "name": "use"},
                    {"kind": "choice", "name": "PACK",
                     "among": [{"written": "pot-luck", "name": "Pot Luck"}]},
                ],
                "does": "in jail",
                "example": "use pot-luck",
            })
        );
    }
}
