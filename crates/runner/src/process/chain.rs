//! The programs that stand between Parlor and a contained bot, as one command.
//!
//! Each prepares something and becomes the next:
//!
//! ```text
//! setpriv --pdeathsig      ends the keeper when Parlor ends
//! unshare                  namespaces for the keeper's children
//! sh keeper.sh             waits, outside the namespaces; its child is:
//!   setpriv --pdeathsig    ends the first process when the keeper ends
//!   setsid                 no terminal, no group shared with the keeper
//!   sh init.sh             first process of the namespace: control groups, mounts; its child is:
//!     setpriv --reuid      a user of its own, no privileges, no way back
//!     prlimit              limits
//!     the bot
//! ```
//!
//! The signal at a parent's end is forgotten when a process changes its user. That is why the first
//! process of the namespace keeps its own and only its child changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rustix::process::{Resource, getrlimit};

use super::Limits;
use super::cgroup::Cgroup;
use super::permits::{Part, Permits};
use super::program::{self, USUAL_PATH};
use super::view::View;

const KEEPER: &str = include_str!("keeper.sh");
const INIT: &str = include_str!("init.sh");

/// Closes the descriptors named before `--`. Needs `bash`: the plain shell knows only one-digit ones.
const CLOSE: &str = r#"while [ "$1" != -- ]; do eval "exec $1>&-"; shift; done; shift; exec "$@""#;

/// Open files of a bot at a time.
const OPEN_FILES: u64 = 256;

/// Where the programs of the chain are.
#[derive(Clone, Debug)]
pub(super) struct Tools(BTreeMap<&'static str, String>);

impl Tools {
    pub(super) fn find() -> Self {
        let names = ["mount", "prlimit", "setpriv", "setsid", "sh", "unshare"];
        let found = names.into_iter().filter_map(|name| {
            let file = program::on_path(name, USUAL_PATH)
                .or_else(|| program::on_path(name, &std::env::var("PATH").ok()?))?;
            Some((name, file.to_str()?.to_owned()))
        });
        Self(found.collect())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn get(&self, name: &'static str) -> &str {
        self.0.get(name).map_or(name, String::as_str)
    }
}

/// What the chain has to know about one bot.
pub(super) struct Bot<'a> {
    pub(super) words: &'a [String],
    pub(super) limits: Limits,
    pub(super) user: Option<u32>,
    pub(super) view: &'a View,
    pub(super) scratch: &'a Path,
    pub(super) group: &'a Cgroup,
}

/// The whole command for a contained bot.
pub(super) fn contained(permits: &Permits, bot: &Bot) -> Vec<String> {
    let mut words = Vec::new();
    outside(permits, &mut words);
    inside(permits, bot, &mut words);
    drop_rights(permits, bot, &mut words);
    limit(permits, bot, &mut words);
    words.extend_from_slice(bot.words);
    words
}

/// Puts a command in front that closes the descriptors children would inherit beside the three
/// streams, and says how many cannot be closed. What we open ourselves is closed in every child; what
/// we were started with may not be. Usually there is nothing.
pub(super) fn close_strays(words: Vec<String>) -> (Vec<String>, usize) {
    let strays = strays();
    if strays.is_empty() {
        return (words, 0);
    }
    let Some(bash) = program::on_path("bash", USUAL_PATH) else { return (words, strays.len()) };
    let mut all = Vec::new();
    add(&mut all, &[&bash.display().to_string(), "-c", CLOSE, "parlor-close"]);
    all.extend(strays);
    add(&mut all, &["--"]);
    all.extend(words);
    (all, 0)
}

/// The numbers of those descriptors.
fn strays() -> Vec<String> {
    const CLOSE_ON_EXEC: u32 = 0o2_000_000;
    let own = fs::read_dir("/proc/self/fdinfo").into_iter().flatten().flatten();
    own.filter(|entry| {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"));
        flags
            .and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok())
            .is_some_and(|flags| flags & CLOSE_ON_EXEC == 0)
    })
    .filter_map(|entry| entry.file_name().into_string().ok())
    .filter(|number| !matches!(number.as_str(), "0" | "1" | "2"))
    .collect()
}

/// Up to the keeper.
fn outside(permits: &Permits, words: &mut Vec<String>) {
    let tools = &permits.tools;
    if permits.has(Part::DeathSignal) {
        add(words, &[tools.get("setpriv"), "--pdeathsig", "KILL", "--"]);
    }
    if permits.has(Part::Namespace) {
        add(words, &[tools.get("unshare"), "--pid", "--mount", "--ipc"]);
        if !rustix::process::geteuid().is_root() {
            add(words, &["--user", "--map-root-user"]);
        }
        add(words, &["--"]);
    }
    add(words, &[tools.get("sh"), "-c", KEEPER, "parlor-keeper"]);
}

/// Up to the first process inside.
fn inside(permits: &Permits, bot: &Bot, words: &mut Vec<String>) {
    let tools = &permits.tools;
    if permits.has(Part::DeathSignal) {
        add(words, &[tools.get("setpriv"), "--pdeathsig", "KILL", "--"]);
    }
    if permits.has(Part::Namespace) {
        add(words, &[tools.get("setsid"), "--"]);
    }
    let files = if permits.has(Part::Files) { "sealed" } else { "open" };
    let scratch = bot.scratch.display().to_string();
    let (size, owner) = (bot.limits.files.to_string(), bot.user.unwrap_or(0).to_string());
    add(words, &[tools.get("sh"), "-c", INIT, "parlor-init", files, tools.get("mount")]);
    let here = std::env::current_dir().unwrap_or_else(|_| "/".into());
    add(words, &[&scratch, &size, &owner, &here.display().to_string()]);
    words.extend(bot.group.folders().map(|folder| folder.display().to_string()));
    add(words, &["--"]);
    words.extend(bot.view.steps());
    add(words, &["--"]);
}

/// No privileges and no way to get any.
fn drop_rights(permits: &Permits, bot: &Bot, words: &mut Vec<String>) {
    if !permits.tools.has("setpriv") {
        return;
    }
    add(words, &[permits.tools.get("setpriv"), "--no-new-privs"]);
    if let Some(user) = bot.user.map(|user| user.to_string()) {
        add(words, &["--reuid", &user, "--regid", &user, "--clear-groups"]);
    }
    if bot.user.is_some() || permits.has(Part::Namespace) {
        add(words, &["--bounding-set", "-all"]);
    }
    add(words, &["--inh-caps", "-all", "--ambient-caps", "-all"]);
    if permits.has(Part::DeathSignal) && !permits.has(Part::Namespace) {
        add(words, &["--pdeathsig", "KILL"]);
    }
    add(words, &["--"]);
}

/// Limits on each process.
fn limit(permits: &Permits, bot: &Bot, words: &mut Vec<String>) {
    if !permits.has(Part::Limits) {
        return;
    }
    let limits = bot.limits;
    words.push(permits.tools.get("prlimit").to_owned());
    // Not the address space: runtimes reserve far more of it than they use.
    words.push(format!("--data={}", at_most(limits.memory, Resource::Data)));
    words.push(format!("--fsize={}", at_most(limits.files, Resource::Fsize)));
    words.push(format!("--nofile={}", at_most(OPEN_FILES, Resource::Nofile)));
    words.push("--core=0".to_owned());
    // Counted by user. A user who has other processes would have them counted too.
    if bot.user.is_some() || permits.has(Part::Namespace) {
        words.push(format!("--nproc={}", at_most(limits.processes.into(), Resource::Nproc)));
    }
    words.push("--".to_owned());
}

/// A limit cannot be raised above the one that holds for us.
fn at_most(limit: u64, resource: Resource) -> u64 {
    getrlimit(resource).maximum.map_or(limit, |ours| limit.min(ours))
}

fn add(words: &mut Vec<String>, more: &[&str]) {
    words.extend(more.iter().map(|&word| word.to_owned()));
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use super::super::probe;
    use super::*;

    #[test]
    fn a_bot_is_not_run_when_a_mount_stays_writable() {
        let permits = probe();
        if !permits.has(Part::Files) || !rustix::process::geteuid().is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let scratch = folder.path().join("scratch").display().to_string();
        fs::create_dir(&scratch).unwrap();
        // Does what it is asked, except for what makes mounts read-only.
        let lazy = folder.path().join("mount");
        let real = permits.tools.get("mount");
        let script =
            format!("#!/bin/sh\ncase $* in -a*|*remount*) ;; *) exec {real} \"$@\" ;; esac\n");
        fs::write(&lazy, script).unwrap();
        fs::set_permissions(&lazy, fs::Permissions::from_mode(0o755)).unwrap();
        let run = |mount: &str| {
            let mut command = Command::new(permits.tools.get("unshare"));
            command.args(["--pid", "--mount", "--fork", "--", "sh", "-c", INIT, "parlor-init"]);
            command.args(["sealed", mount, &scratch, "65536", "0", "/", "--", "--", "echo", "ran"]);
            let out = command.env("PARLOR_KEEPER", "self").output().unwrap();
            (out.status.code(), out.stdout, String::from_utf8(out.stderr).unwrap())
        };
        assert_eq!(run(real), (Some(0), b"ran\n".to_vec(), String::new()));
        let (code, stdout, stderr) = run(lazy.to_str().unwrap());
        assert_eq!((code, stdout), (Some(125), Vec::new()));
        assert!(stderr.contains("stays writable"), "{stderr}");
    }
}
