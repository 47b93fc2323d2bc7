//! The table of notices in the README of each game: what there is in its schema, in words.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::codegen::{Contents, Files};
use crate::step::root;

const BEGIN: &str = "<!-- notices -->\n";
const END: &str = "<!-- end of notices -->";

/// The READMEs of all games, with their tables as they should be.
pub(crate) fn tables(files: &mut Files) -> Result<()> {
    for game in parlor_registry::games() {
        let path = format!("games/{}/README.md", game.about().id);
        let readme = fs::read_to_string(root().join(&path)).with_context(|| path.clone())?;
        let (above, rest) =
            readme.split_once(BEGIN).with_context(|| format!("{path}: no {BEGIN}"))?;
        let (_, below) = rest.split_once(END).with_context(|| format!("{path}: no {END}"))?;
        let schemas = game.schemas();
        let notice = schemas.iter().find(|(name, _)| *name == "notice");
        let (_, schema) = notice.context("every game has notices")?;
        let text = format!("{above}{BEGIN}{}{END}{below}", table(schema)?);
        files.insert(path.into(), Contents::text(text));
    }
    Ok(())
}

fn table(schema: &Value) -> Result<String> {
    let kinds = schema["oneOf"].as_array().context("a notice is one of several kinds")?;
    let mut text = String::from("| kind | what happened | fields |\n|---|---|---|\n");
    for one in kinds {
        let fields = one["properties"].as_object().context("a notice has fields")?;
        let kind = fields["kind"]["const"].as_str().context("a notice has a kind")?;
        let what =
            one["description"].as_str().with_context(|| format!("'{kind}' is not described"))?;
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        let beside = fields.keys().filter(|field| *field != "kind");
        let beside: Vec<String> = beside.map(|field| format!("`{field}`")).collect();
        writeln!(text, "| `{kind}` | {} | {} |", what.replace('|', "\\|"), beside.join(", "))?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_kind_is_a_row() {
        let schema = json!({"oneOf": [{
            "description": "A line\nwas drawn.",
            "properties": {"kind": {"const": "drew"}, "line": {}, "boxes": {}},
        }]});
        let rows = table(&schema).unwrap();
        assert!(rows.ends_with("| `drew` | A line was drawn. | `boxes`, `line` |\n"), "{rows}");
    }

    #[test]
    fn what_is_not_described_is_found() {
        let schema = json!({"oneOf": [{"properties": {"kind": {"const": "drew"}}}]});
        assert!(table(&schema).unwrap_err().to_string().contains("'drew' is not described"));
    }
}
