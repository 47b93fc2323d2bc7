//! Schemathesis reads the description of the interface, makes up requests, and compares the answers with the description.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Process, Start};

/// What must hold for every answer. Whether a request that fits the schema is accepted is not asked: whose turn it is, and
/// what is on the table, are not in the schema.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// `cargo xtask test` has installed it beside what cargo builds.
fn program() -> PathBuf {
    let parlor = cargo_bin("parlor");
    let target = parlor.ancestors().nth(2).unwrap().to_owned();
    let program = target.join("schemathesis").join("bin").join("schemathesis");
    assert!(program.exists(), "schemathesis is missing: 'cargo xtask test' installs it");
    program
}

#[test]
fn no_answer_is_outside_of_the_description() {
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let process = Process::start(data.path(), any, &Start::default());
    let ann = Client::guest(process.address, "Ann");
    // A match in play: leaving would end it, but `away` and seats of computers keep it going for a while.
    let wish = json!({"game": "chaos-letter", "seats": ["me", "courtier", "courtier"]});
    let (_, table) = ann.post("/api/tables", &wish).unwrap();
    let table = table["id"].as_str().unwrap();
    ann.post(&format!("/api/tables/{table}/start"), &Value::Null).unwrap();
    let (_, bot) = ann.post("/api/bots", &json!({"name": "Robbie"})).unwrap();
    let bot = bot["bot"]["id"].as_str().unwrap();
    let settings = data.path().join("schemathesis.toml");
    let parameters =
        format!("[parameters]\ntable = '{table}'\nbot = '{bot}'\ngame = 'chaos-letter'\n");
    std::fs::write(&settings, parameters).unwrap();
    let examples = if parlor_gametest::slow() { "500" } else { "40" };
    let run = Command::new(program())
        .arg("--config-file")
        .arg(&settings)
        .arg("run")
        .arg(format!("http://{}/openapi.json", process.address))
        .args(["--header", &format!("Cookie: {}", ann.cookie)])
        .args(["--checks", CHECKS, "--max-examples", examples, "--seed", "1", "--no-color"])
        .args(["--phases", "examples,coverage,fuzzing"])
        // The end of the session would leave nobody to go on; streams have no end to wait for.
        .args(["--exclude-path", "/api/session", "--exclude-path-regex", "stream|socket"])
        .current_dir(data.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    let count =
        said.lines().find_map(|line| line.split_once(" generated")?.0.trim().parse::<u32>().ok());
    println!("schemathesis: {count:?} requests");
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    assert!(count.is_some_and(|count| count > 400), "{said}");
    assert_eq!(ann.get("/readyz").unwrap().0, 200);
}
