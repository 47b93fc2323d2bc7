//! A program in Python that plays, for tests of whatever starts programs.

/// A bot that says hello as `first` and plays the first move of every menu. `steps` are the lines that it runs
/// at each question before it answers; they find the question in `message`, may call `say`, and go on to the
/// next line with `continue` where they have answered themselves.
///
/// ```
/// let bot = parlor_gametest::first_move_bot("time.sleep(0.1)");
/// assert!(bot.contains("    time.sleep(0.1)\n    say("));
/// ```
pub fn first_move_bot(steps: &str) -> String {
    let steps: Vec<&str> = steps.lines().collect();
    let steps = steps.join("\n    ");
    format!(
        r#"
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", versions=[1], name="first")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ping": say(type="pong", id=message["id"])
    if message["type"] != "decide": continue
    {steps}
    say(type="choose", id=message["id"], move=message["menu"]["moves"][0])
"#
    )
}
