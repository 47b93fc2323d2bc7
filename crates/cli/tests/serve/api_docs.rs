//! The commands of docs/reference/api.md are run against a server, one after the other.

use std::net::SocketAddr;
use std::process::Command;

use crate::process::{Process, Start};

/// A command of the page, and what it is to print.
struct Example {
    line: usize,
    command: String,
    printed: String,
}

/// All commands of the page: a block of `sh`, followed by a block of `json`.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut block: Option<(&str, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(kind)) => block = Some((kind, String::new())),
            (Some(_), Some(_)) => match block.take() {
                Some(("sh", command)) => {
                    examples.push(Example { line: number, command, printed: String::new() });
                }
                Some(("json", printed)) => examples.last_mut().unwrap().printed = printed,
                _ => {}
            },
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

/// Whether a text is as expected; `…` stands for anything.
fn is_like(text: &str, expected: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        let found = if is_last && !part.is_empty() { rest.rfind(part) } else { rest.find(part) };
        let Some(found) = found else { return false };
        rest = &rest[found + part.len()..];
    }
    rest.is_empty() || parts.last() == Some(&"")
}

#[test]
fn the_examples_of_the_page_do_what_it_says() {
    let page = include_str!("../../../../docs/reference/api.md");
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let process = Process::start(&data.path().join("data"), any, &Start::default());
    let all = examples(page);
    // Variables live from one example to the next, so each runs after all that set one.
    let mut variables = format!("SERVER=http://{}\n", process.address);
    for Example { line, command, printed } in &all {
        let script = format!("set -eu\n{variables}{command}");
        let output =
            Command::new("bash").args(["-c", &script]).current_dir(data.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            is_like(text.trim_end(), printed.trim_end()),
            "line {line}: {command}\nprinted {text}\n{complaint}\nand not {printed}"
        );
        let sets = command.lines().filter(|line| {
            line.split_once('=')
                .is_some_and(|(name, _)| name.bytes().all(|c| c.is_ascii_uppercase()))
        });
        variables.extend(sets.flat_map(|line| [line, "\n"]));
    }
    println!("{} examples", all.len());
    assert!(all.len() >= 10);
}

#[test]
fn what_differs_each_time_is_left_out() {
    assert!(is_like(r#"{"id":"17","n":1}"#, r#"{"id":"…","n":1}"#));
    assert!(is_like("abc", "a…"));
    assert!(!is_like(r#"{"id":"17","n":2}"#, r#"{"id":"…","n":1}"#));
    assert!(!is_like("xabc", "a…"));
}
