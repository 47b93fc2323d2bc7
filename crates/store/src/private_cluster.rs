//! A PostgreSQL cluster of a test's own: made in a scratch folder, started, and stopped by its process id.

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::geteuid;
use tempfile::TempDir;

/// How long the server may take until it listens.
const PATIENCE: Duration = Duration::from_mins(1);

/// The sentence for a machine without PostgreSQL.
const MISSING: &str = "PostgreSQL is needed for this test: run `cargo xtask test` as root, which installs it, \
    or install the package `postgresql`";

/// Starts the server and waits for a word: the signal to end it with. The end of this process, however it
/// comes, is such a word too, so no server is left behind.
const KEEPER: &str =
    r#""$0" "$@" & server=$!; read -r word; kill -s "${word:-INT}" $server; wait $server"#;

/// A running cluster. It ends with this value.
#[derive(Debug)]
pub struct PrivateCluster {
    server: Child,
    port: u16,
    bin: PathBuf,
    user: Option<(u32, u32)>,
    folder: TempDir,
}

impl PrivateCluster {
    /// Makes a cluster and starts it. It syncs its writes like any other.
    ///
    /// # Panics
    /// Where PostgreSQL is missing or does not start, with a sentence that says what to do.
    pub fn start() -> Self {
        let bin = programs().expect(MISSING);
        let folder = tempfile::Builder::new().prefix("parlor-postgres-").tempdir();
        let folder = folder.expect("a scratch folder can be made");
        let user = unprivileged();
        if let Some((uid, gid)) = user {
            chown(folder.path(), Some(uid), Some(gid)).expect("root gives its folder away");
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))
                .expect("it is ours");
        }
        let data = folder.path().join("data");
        let mut init = as_user(&bin.join("initdb"), user, folder.path());
        init.args(["--auth=trust", "--username=parlor", "--encoding=UTF8", "--no-locale", "-D"]);
        let made = init.arg(&data).output().expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let server = spawn(&bin, user, folder.path(), port);
        let cluster = Self { server, port, bin, user, folder };
        cluster.wait();
        cluster
    }

    /// Where a database of this name is.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://parlor@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Makes an empty database, and says where it is.
    ///
    /// # Panics
    /// When there is one of this name.
    pub fn create(&self, database: &str) -> String {
        let made = self.client("createdb").arg(database).output().expect("createdb starts");
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        self.url(database)
    }

    /// Where the cluster keeps its files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends the server without any warning, as a power cut would, and starts it again.
    ///
    /// # Panics
    /// When it does not come back.
    pub fn crash(&mut self) {
        // SIGQUIT is the server's own word for it: it ends at once, with all its processes, writes nothing
        // more and recovers from its log at the next start. SIGKILL would leave its children behind.
        self.end("QUIT");
        self.server = spawn(&self.bin, self.user, self.folder.path(), self.port);
        self.wait();
    }

    /// Ends the server with a signal, and waits for it.
    fn end(&mut self, signal: &str) {
        if let Some(mut keeper) = self.server.stdin.take() {
            _ = writeln!(keeper, "{signal}");
        }
        _ = self.server.wait();
    }

    fn client(&self, program: &str) -> Command {
        let mut command = as_user(&self.bin.join(program), self.user, self.folder.path());
        command.args(["-h", "127.0.0.1", "-U", "parlor", "-p"]).arg(self.port.to_string());
        command
    }

    /// Waits until the server takes connections.
    fn wait(&self) {
        let begun = Instant::now();
        loop {
            let mut ready = self.client("pg_isready");
            if ready.args(["-d", "postgres"]).output().is_ok_and(|said| said.status.success()) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not answer: {}", self.said());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for PrivateCluster {
    fn drop(&mut self) {
        // A fast end: whoever is still connected is sent away.
        self.end("INT");
    }
}

fn spawn(bin: &Path, user: Option<(u32, u32)>, folder: &Path, port: u16) -> Child {
    let log = fs::OpenOptions::new().create(true).append(true).open(folder.join("log"));
    let log = log.expect("the scratch folder can be written");
    let mut server = as_user(Path::new("sh"), user, folder);
    server.args(["-c", KEEPER]).arg(bin.join("postgres"));
    server.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
    server.args(["-h", "127.0.0.1", "-p"]).arg(port.to_string());
    // Many tests with some connections each.
    server.args(["-c", "max_connections=300"]);
    server.stdin(Stdio::piped()).stderr(log).stdout(Stdio::null());
    server.spawn().expect("postgres starts")
}

/// PostgreSQL refuses to run as root, so root starts it as somebody else.
fn unprivileged() -> Option<(u32, u32)> {
    if !geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("there is a list of users");
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(|field| field.parse().ok());
        Some((fields.next()??, fields.next()??))
    };
    Some(ids("postgres").or_else(|| ids("nobody")).expect("there is a user without rights"))
}

fn as_user(program: &Path, user: Option<(u32, u32)>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    // The folder of the tests may be closed to that user.
    command.current_dir(folder).env("PGCONNECT_TIMEOUT", "10");
    command
}

/// The folder of `initdb`, `postgres` and their kin. Debian keeps them away from the search path.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut debian: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    debian.sort();
    let all = ["initdb", "postgres", "createdb", "pg_isready"];
    let mut folders = debian.into_iter().rev().chain(on_path);
    folders.find(|folder| all.iter().all(|program| folder.join(program).exists()))
}

/// A port that was free a moment ago. Another program could take it before the server does; then the server
/// says so and the test fails.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it listens").port()
}
