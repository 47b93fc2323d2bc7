//! What is made for one contained bot and taken away after it.

use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::path::Path;

use tempfile::TempDir;

use super::cgroup::Cgroup;
use super::chain::{self, Bot};
use super::permits::{Part, Permits};
use super::program;
use super::user::OwnUser;
use super::view::View;
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
    view: View,
}

impl Confinement {
    pub(super) fn make(
        permits: &Permits,
        words: &[String],
        view: View,
        limits: Limits,
    ) -> Result<Self, NotStarted> {
        let cannot = |source| NotStarted::System { program: words[0].clone(), source };
        let user = permits.has(Part::OwnUser).then(OwnUser::take).transpose()?;
        Ok(Self {
            group: Cgroup::make(&permits.places, limits).map_err(cannot)?,
            scratch: scratch(user.as_ref()).map_err(cannot)?,
            namespace: permits.has(Part::Namespace),
            setpriv: permits.tools.get("setpriv").to_owned(),
            user,
            view,
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
            view: &self.view,
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

    /// Ends what may have got away from the process group. A namespace lets nothing get away, and of a
    /// control group all members are known.
    pub(super) fn end_strays(&self) {
        if self.namespace || self.group.end_all() {
            return;
        }
        if let Some(user) = &self.user {
            user.end_all(&self.setpriv);
        }
    }

    /// What the bot may miss, in sentences.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.view.remarks()
    }
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
