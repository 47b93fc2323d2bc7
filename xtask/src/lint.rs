//! Formatting, clippy, documentation, the purity rules and what games are built of.

use crate::step::{Report, cargo, run as run_command};
use crate::{dependencies, purity};

/// `cargo xtask lint`.
pub(crate) fn run() -> bool {
    let mut report = Report::default();
    steps(&mut report);
    report.finish()
}

/// The checks, one after the other; a failure does not keep the rest from being run.
pub(crate) fn steps(report: &mut Report) {
    report.check("formatting", "cargo fmt --all", || {
        run_command(cargo(["fmt", "--all", "--", "--check"]))
    });
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    report.check("clippy", &format!("cargo {}", clippy.join(" ")), || run_command(cargo(clippy)));
    report.check("documentation", "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps", || {
        let mut doc = cargo(["doc", "--quiet", "--workspace", "--no-deps"]);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        run_command(doc)
    });
    report.check("purity rules", "cargo xtask lint", purity::prove);
    report.check("dependencies", "cargo xtask lint", dependencies::prove);
}
