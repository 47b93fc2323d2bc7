//! `parlor games [GAME]`: what is on the shelf, and the rules of a game.

use std::io::{self, IsTerminal, Write};

use anyhow::bail;
use parlor_engine::layout::{self, wrapped_in};
use parlor_engine::{AnyRulebook, AnyTable};
use parlor_registry::games;
use serde_json::{Value, json};

use crate::pager::Paging;
use crate::play::which_game;
use crate::reflow::rule_book;
use crate::window::Window;
use crate::{exit, option_file};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    /// The game to tell about; all games when none is named
    game: Option<String>,
    /// The whole manual: the rule book in plain words, then every card, space and word of the table
    #[arg(long, requires = "game", conflicts_with = "json")]
    rules: bool,
    /// The same things as data: one JSON object with every card, space, price and effect
    #[arg(long, requires = "game", conflicts_with_all = ["json", "rules", "views"])]
    catalogue: bool,
    /// With --rules or --catalogue: an option of the table, as for 'parlor play'
    #[arg(short, long = "option", value_name = "KEY=VALUE", requires = "game")]
    option: Vec<String>,
    /// With --rules or --catalogue: how many play; the usual number otherwise
    #[arg(long, value_name = "NUMBER", requires = "game")]
    seats: Option<usize>,
    /// For authors of bots: how moves are written, what a view holds and what is asked
    #[arg(long, requires = "game", conflicts_with_all = ["json", "rules"])]
    views: bool,
    /// One JSON object a line for each game, with the JSON Schema of its options
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    paging: Paging,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    if !(args.rules || args.catalogue) && (args.seats.is_some() || !args.option.is_empty()) {
        bail!("--option and --seats are for the table of --rules or --catalogue");
    }
    let games = match &args.game {
        Some(name) => std::slice::from_ref(which_game(name)?),
        None => games(),
    };
    for (i, game) in games.iter().enumerate() {
        if args.rules {
            let table = table(game, args)?;
            let catalogue = table.catalogue();
            let rules = if io::stdout().is_terminal() {
                layout::plain(&rule_book(game.about().rules, Window::prose_columns())) + "\n"
            } else {
                game.about().rules.to_owned()
            };
            args.paging
                .show(out, |out| Ok(write!(out, "{rules}\n# What is in the box\n{catalogue}")?))?;
            continue;
        }
        if args.catalogue {
            writeln!(out, "{}", serde_json::to_string(&table(game, args)?.catalogue())?)?;
            continue;
        }
        if args.views {
            write!(out, "{}", views(game.about().readme))?;
            continue;
        }
        if args.json {
            writeln!(out, "{}", as_json(game))?;
        } else {
            writeln!(out, "{}{}", if i == 0 { "" } else { "\n" }, as_text(game))?;
        }
    }
    Ok(exit::FINE)
}

/// A table with the options that were typed, or everything that is wrong with them.
fn table(game: &AnyRulebook, args: &Args) -> anyhow::Result<Box<dyn AnyTable>> {
    let (words, mut problems) = option_file::with_files(&args.option);
    let (options, more) = game.options_from_words(&words);
    problems.append(more);
    let seats = args.seats.unwrap_or(game.about().usual_seats);
    let table = game.open(&options, seats);
    if let Err(more) = &table {
        problems.append(more.clone());
    }
    problems.into_result(())?;
    Ok(table?)
}

/// The sections of the README of a game that are for authors of bots.
const FOR_BOTS: [&str; 5] =
    ["Notation", "The view", "Questions", "Notices", "JSON Schemas and the catalogue"];

/// What the README of a game says to authors of bots, as it is written there.
///
/// The sections are found by their headings. The text in them is shown to people and never read by the
/// program. A test below fails if a game's README has no such heading.
fn views(readme: &str) -> String {
    let title = readme.lines().next().unwrap_or_default();
    let mut text = format!("{title}: for bots\n");
    for wanted in FOR_BOTS {
        let sections = readme.split("\n## ").skip(1);
        let mut parts = sections.filter_map(|section| section.split_once('\n'));
        if let Some((heading, body)) = parts.find(|(heading, _)| *heading == wanted) {
            text.extend(["\n## ", heading, "\n\n", body.trim(), "\n"]);
        }
    }
    text
}

fn as_json(game: &AnyRulebook) -> Value {
    let mut about = json!(game.about());
    about["options"] = choices(&game.schema()).iter().map(Choice::as_json).collect();
    about["schema"] = game.schema();
    about["players"] = json!(game.computer_players());
    about
}

fn as_text(game: &AnyRulebook) -> String {
    let about = game.about();
    let head = format!("{}: {}. {}", about.id, about.title, about.summary);
    let mut lines = vec![wrapped_in(Window::text_columns(), "", &head, 2)];
    let (least, most, usual) = (about.seats.start(), about.seats.end(), about.usual_seats);
    lines.push(if least == most {
        format!("  seats     {usual}")
    } else {
        format!("  seats     {least} to {most}, usually {usual}")
    });
    let choices = choices(&game.schema());
    let width = choices.iter().map(|choice| choice.flag().len()).max().unwrap_or_default();
    for (i, choice) in choices.iter().enumerate() {
        let head = if i == 0 { "options" } else { "" };
        let label = format!("  {head:<9} {:<width$}  ", choice.flag());
        let line = wrapped_in(Window::text_columns(), &label, &choice.in_words(), label.len());
        lines.push(line.trim_end().to_owned());
    }
    lines.push("  players   human, at this terminal".to_owned());
    for player in game.computer_players() {
        let line = format!("{}, {}", player.name, player.about);
        lines.push(wrapped_in(Window::text_columns(), &" ".repeat(12), &line, 14));
    }
    lines.push(format!("  to begin  parlor play {}", about.id));
    lines.join("\n")
}

/// An option of a game, as its JSON Schema describes it.
struct Choice {
    name: String,
    default: Value,
    about: String,
    /// The values there are, where they can be listed.
    values: Vec<Value>,
}

impl Choice {
    fn as_json(&self) -> Value {
        json!({
            "name": self.name,
            "default": self.default,
            "about": self.about,
            "choices": self.values,
        })
    }

    /// What to type for the default; where it depends on other options, that something can be typed.
    fn flag(&self) -> String {
        let value = if self.default.is_null() { "...".to_owned() } else { plain(&self.default) };
        format!("-o {}={value}", self.name)
    }

    fn in_words(&self) -> String {
        if self.values.is_empty() {
            return self.about.clone();
        }
        let values: Vec<String> = self.values.iter().map(plain).collect();
        format!("{}: {}", self.about.trim_end_matches('.'), values.join(", "))
    }
}

/// A value as one types it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn choices(schema: &Value) -> Vec<Choice> {
    let Some(properties) = schema["properties"].as_object() else {
        return Vec::new();
    };
    let choice = |(name, property): (&String, &Value)| {
        let kind = resolve(schema, property);
        let about = kind["description"].as_str().filter(|_| kind["pattern"].is_string());
        let about = about.or(property["description"].as_str()).or(kind["description"].as_str());
        Choice {
            name: name.clone(),
            default: property["default"].clone(),
            about: about.unwrap_or_default().replace('\n', " "),
            values: values(kind),
        }
    };
    properties.iter().map(choice).collect()
}

/// The schema behind a reference to it.
pub(crate) fn resolve<'a>(schema: &'a Value, property: &'a Value) -> &'a Value {
    let reference = property["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    reference.and_then(|path| schema.pointer(path)).unwrap_or(property)
}

/// The values of a schema that lists them: in one list, or with a description each.
fn values(kind: &Value) -> Vec<Value> {
    let listed = kind["enum"].as_array().cloned().unwrap_or_default();
    let described = kind["oneOf"].as_array().into_iter().flatten();
    let described = described.flat_map(|one| {
        let several = one["enum"].as_array().cloned().unwrap_or_default();
        several.into_iter().chain(one.get("const").cloned())
    });
    listed.into_iter().chain(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::{Seat, Viewer};
    use std::collections::BTreeSet;

    #[test]
    fn what_is_for_bots_is_read_from_the_readme() {
        let readme = "# Go\n\nOld.\n\n## Questions\n\nWhere?\n\n### Why\n\nSo.\n\n## Speed\n\nFast.\n\n\
                      ## The view\n\nAll.\n";
        let expected =
            "# Go: for bots\n\n## The view\n\nAll.\n\n## Questions\n\nWhere?\n\n### Why\n\nSo.\n";
        assert_eq!(views(readme), expected);
    }

    /// Every field of a view, and of the objects in it.
    #[test]
    fn every_game_tells_authors_of_bots_what_comes_over_the_line() {
        for game in games() {
            let about = game.about();
            let text = views(about.readme);
            for heading in FOR_BOTS {
                assert!(text.contains(&format!("\n## {heading}\n")), "{}: {heading}", about.id);
            }
            let table = game.open(&json!({}), about.usual_seats).unwrap();
            let view = table.view(Viewer::Seat(Seat::at(0)));
            for field in fields(&view) {
                let ways = [format!("`{field}`"), format!("{{\"{field}\": ")];
                let is_told = ways.iter().any(|way| text.contains(way));
                assert!(is_told, "{}: nothing on '{field}'", about.id);
            }
        }
    }

    /// The names of the fields of a view, and of the objects and lists of objects in it.
    fn fields(view: &Value) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (name, value) in view.as_object().into_iter().flatten() {
            names.insert(name.clone());
            // Piles of cards are objects by the names of the cards.
            let one = value.as_array().and_then(|list| list.first()).unwrap_or(value);
            if value.is_array() || ["table", "window"].contains(&name.as_str()) {
                names.extend(fields(one));
            }
        }
        names
    }

    #[test]
    fn options_are_read_from_the_schema() {
        let schema = json!({
            "properties": {
                "board": {"$ref": "#/$defs/Board", "default": "small", "description": "Its size"},
                "cups": {"type": "integer", "default": 2, "description": "How many."},
            },
            "$defs": {"Board": {"oneOf": [
                {"const": "small", "description": "A small one"},
                {"enum": ["large", "huge"]},
            ]}},
        });
        let choices = |schema| {
            let text = |choice: &Choice| format!("{}  {}", choice.flag(), choice.in_words());
            choices(&schema).iter().map(text).collect::<Vec<_>>()
        };
        let expected = ["-o board=small  Its size: small, large, huge", "-o cups=2  How many."];
        assert_eq!(choices(schema), expected);
        assert!(choices(json!({"type": "null"})).is_empty());
    }
}
