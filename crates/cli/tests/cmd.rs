//! The examples in `tests/cmd` are what the program prints. To accept a change:
//! `TRYCMD=overwrite cargo test -p parlor --test cmd`.

#[test]
fn examples() {
    // No example may find what another left behind, or what is kept for whoever runs the tests.
    let state = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("PARLOR_STATE", state.path().to_str().unwrap());
    cases.case("tests/cmd/*.md").case("../../README.md");
}
