//! The list of what the design documents ask for names tests, scenes and commands that are there.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// One thing that a document asks for.
struct Item {
    /// The folder that its files are named from.
    folder: String,
    asked: String,
    shown_by: String,
}

#[test]
fn every_item_of_the_documents_is_shown_by_something_that_exists() {
    let text = fs::read_to_string(root().join("docs/reference/documents.md")).unwrap();
    let items = items(&text);
    assert!(items.len() >= 400, "the documents have more than {} items", items.len());
    let wrong: Vec<String> = items.iter().filter_map(|item| wrong(item).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let open = items.iter().filter(|item| item.shown_by.starts_with("*not yet*")).count();
    println!("{} items, {open} of them not yet", items.len());
}

#[test]
fn what_does_not_exist_is_found() {
    let check = |shown_by: &str| {
        let folder = "games/dots-and-boxes".to_owned();
        wrong(&Item { folder, asked: "something".to_owned(), shown_by: shown_by.to_owned() })
            .is_ok()
    };
    assert!(check("`tests/rules.rs: the_board_is_drawn`"));
    assert!(check("`tests/conformance.rs: menu`"));
    assert!(check("`parlor verify FILE`"));
    assert!(check("*the page*"));
    assert!(check("*not yet*: a reason"));
    for nothing in [
        "`tests/rules.rs: the_board_is_draw`",
        "`tests/conformance.rs: nonsense`",
        "`tests/none.rs: the_board_is_drawn`",
        "`parlor nonsense FILE`",
        "by a test",
        "",
    ] {
        assert!(!check(nothing), "{nothing}");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn items(text: &str) -> Vec<Item> {
    let mut folder = String::new();
    let mut items = Vec::new();
    for line in text.lines() {
        if let Some(named) = line.strip_prefix("Folder: ") {
            named.trim_matches('`').clone_into(&mut folder);
        }
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if let [asked, shown_by] = cells.as_slice()
            && line.starts_with("| ")
            && *asked != "the document asks for"
        {
            let (asked, shown_by) = ((*asked).to_owned(), (*shown_by).to_owned());
            items.push(Item { folder: folder.clone(), asked, shown_by });
        }
    }
    items
}

/// What is wrong with an item of the list.
fn wrong(item: &Item) -> Result<(), String> {
    let Item { folder, asked, shown_by } = item;
    if shown_by == "*the page*" || shown_by.starts_with("*not yet*: ") {
        return Ok(());
    }
    let named = shown_by.strip_prefix('`').and_then(|named| named.strip_suffix('`'));
    let named = named.ok_or_else(|| format!("'{asked}': '{shown_by}' is no reference"))?;
    if let Some(command) = named.strip_prefix("parlor ") {
        let verb = command.split(' ').next().unwrap_or_default();
        let help = Command::cargo_bin("parlor").unwrap().args([verb, "--help"]).output().unwrap();
        let problem = || format!("'{asked}': there is no command 'parlor {verb}'");
        return help.status.success().then_some(()).ok_or_else(problem);
    }
    let (file, name) =
        named.split_once(": ").map_or((named, None), |(file, name)| (file, Some(name)));
    let path = if file.starts_with("crates/") { root() } else { root().join(folder) }.join(file);
    let text = fs::read_to_string(path).map_err(|why| format!("'{asked}': {file}: {why}"))?;
    let is_there = name.is_none_or(|name| {
        let is_law = || {
            let laws = fs::read_to_string(root().join("crates/gametest/src/law.rs")).unwrap();
            // A game may leave a law out, and then the law shows nothing of it.
            laws.contains(&format!("=> \"{name}\"")) && !text.contains(&format!("without {name}"))
        };
        let scene = format!("== {name}");
        match Path::new(file).extension().and_then(|extension| extension.to_str()) {
            Some("scene") => text.lines().any(|line| line == scene),
            _ if file.ends_with("conformance.rs") => is_law(),
            _ => text.contains(&format!("fn {name}()")),
        }
    });
    is_there.then_some(()).ok_or_else(|| format!("'{asked}': there is no '{named}'"))
}
