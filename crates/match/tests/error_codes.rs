//! Every error of this crate has a code: the list in `src/refusal.rs`, whose codes are tested and documented, lacks none.

#![allow(clippy::disallowed_methods, reason = "a test reads sources; no rules are run")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The errors that the files below a folder declare.
fn errors_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            errors_in(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // The derived names stand in one line, and the declaration some lines below.
            for declared in text.split(", Error)]\n").skip(1) {
                let words: Vec<&str> = declared.split([' ', '\n', '(', ';']).take(400).collect();
                let kind = words.iter().position(|word| matches!(*word, "enum" | "struct"));
                found.insert(words[kind.expect("an error is an enum or a struct") + 1].to_owned());
            }
        }
    }
}

#[test]
fn every_error_of_this_crate_has_codes() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut declared = BTreeSet::new();
    errors_in(&sources, &mut declared);
    // What is wrong with a line of a record is told by the error that names the line.
    assert!(declared.remove("Flaw"), "{declared:?}");
    // Of the engine, and told by this crate.
    declared.insert("NoTable".to_owned());
    let text = fs::read_to_string(sources.join("refusal.rs")).unwrap();
    let list = text.split("= all![").nth(1).and_then(|rest| rest.split("];").next()).unwrap();
    let listed: BTreeSet<String> = list
        .split([',', '\n'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    assert_eq!(declared, listed);
}
