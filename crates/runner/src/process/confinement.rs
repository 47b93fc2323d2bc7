//! What is made for one contained bot and taken away after it.

use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::cgroup::Cgroup;
use super::chain::{self, Bot};
use super::permits::{Part, Permits};
use super::program;
use super::user::OwnUser;
use super::{Limits, NotStarted};

/// Scratch folders are named after the Parlor that made them.
const NAME: &str = "parlor-bot-";

/// What is made for one bot: its control group, its user, its scratch folder. The fields are dropped,
/// and taken away, in this order.
#[derive(Debug)]
pub(super) struct Confinement {
    group: Cgroup,
    user: Option<OwnUser>,
    scratch: TempDir,
    namespace: bool,
    setpriv: String,
    /// The first file that only its owner can read, if the bot needs one.
    out_of_reach: Option<PathBuf>,
}

impl Confinement {
    pub(super) fn make(
        permits: &Permits,
        words: &[String],
        program: &Path,
        limits: Limits,
    ) -> Result<Self, NotStarted> {
        let cannot = |source| NotStarted::System { program: words[0].clone(), source };
        let user = permits.has(Part::OwnUser).then(OwnUser::take).transpose()?;
        if user.is_some() && !program::runs_for_all(program) {
            return Err(NotStarted::NotForOthers(program.to_path_buf()));
        }
        let out_of_reach = user.as_ref().and_then(|_| program::out_of_reach(program, words));
        Ok(Self {
            group: Cgroup::make(&permits.places, limits).map_err(cannot)?,
            scratch: scratch(user.as_ref()).map_err(cannot)?,
            namespace: permits.has(Part::Namespace),
            setpriv: permits.tools.get("setpriv").to_owned(),
            user,
            out_of_reach,
        })
    }

    /// The command that starts the bot inside of all this.
    pub(super) fn command(
        &self,
        permits: &Permits,
        words: &[String],
        limits: Limits,
    ) -> Vec<String> {
        let bot = Bot {
            words,
            limits,
            user: self.user.as_ref().map(OwnUser::number),
            reads_all: self.out_of_reach.is_some(),
            scratch: self.scratch.path(),
            group: &self.group,
        };
        chain::contained(permits, &bot)
    }

    /// The only folder the bot may write to.
    pub(super) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// Whether asking the keeper ends everything.
    pub(super) fn has_namespace(&self) -> bool {
        self.namespace
    }

    pub(super) fn ran_out_of_memory(&self) -> bool {
        self.group.ran_out_of_memory()
    }

    /// Ends what may have got away from the process group. A namespace lets nothing get away.
    pub(super) fn end_strays(&self) {
        if let Some(user) = self.user.as_ref().filter(|_| !self.namespace) {
            user.end_all(&self.setpriv);
        }
    }

    /// What could not be done for this bot, though the machine permits it.
    pub(super) fn remark(&self) -> Option<String> {
        self.out_of_reach.as_deref().map(reads_all)
    }
}

/// What it means that a bot needs a file which is not for everybody.
pub(super) fn reads_all(path: &Path) -> String {
    format!(
        "'{}' can be read by its owner only: to use it, the bot may read every file of this machine",
        path.display()
    )
}

/// A fresh folder for the bot alone.
fn scratch(user: Option<&OwnUser>) -> io::Result<TempDir> {
    let usual = std::env::temp_dir();
    let places = [usual.as_path(), Path::new("/tmp"), Path::new("/var/tmp")];
    // The bot must be able to get there.
    let place = places.into_iter().find(|place| place.is_dir() && program::is_for_all(place));
    let place = place.unwrap_or(&usual);
    clear_up(place);
    let folder = tempfile::Builder::new()
        .prefix(&format!("{NAME}{}-", std::process::id()))
        .tempdir_in(place)?;
    if let Some(user) = user {
        chown(folder.path(), Some(user.number()), Some(user.number()))?;
    }
    Ok(folder)
}

/// Removes the empty scratch folders of Parlors that are no more.
fn clear_up(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if maker.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}
