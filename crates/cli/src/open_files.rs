//! How many files and connections this process may have open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Takes as many as the system allows. Most systems begin with a thousand, for the sake of programs from times when that
/// was much; a connection counts as a file.
pub(crate) fn raise_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where that is refused, the limit of before stands, and connections beyond it wait.
    _ = setrlimit(Resource::Nofile, limit);
}
