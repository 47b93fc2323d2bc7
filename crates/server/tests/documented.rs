//! Every code that the server refuses with is in docs/reference/refusals.md.

use std::fs;
use std::path::Path;

/// All codes in the sources: a text in small letters with hyphens that stands right after a call which makes a refusal.
fn codes(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let calls = [
            "Refusal::new(",
            "Self::new(",
            "::conflict(",
            "::forbidden(",
            "::bad_request(",
            "refused(",
        ];
        for call in calls {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].chars().take(200).collect::<String>();
                // The first text in the call is its code; a sentence has blanks.
                let code = rest.split('"').nth(1).unwrap_or("");
                let is_code =
                    !code.is_empty() && code.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                if is_code && !rest.split('"').next().unwrap_or("").contains(';') {
                    found.push(code.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_code_of_the_server_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    codes(&root.join("src"), &mut found);
    codes(&root.join("../room/src"), &mut found);
    found.sort();
    found.dedup();
    let page = fs::read_to_string(root.join("../../docs/reference/refusals.md")).unwrap();
    let missing: Vec<&String> =
        found.iter().filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert!(found.len() > 30, "{found:?}");
    assert!(missing.is_empty(), "docs/reference/refusals.md does not explain {missing:?}");
}
