//! The examples in `tests/cmd` are what the program prints. To accept a change:
//! `TRYCMD=overwrite cargo test -p parlor --test cmd`.

#[test]
fn examples() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}
