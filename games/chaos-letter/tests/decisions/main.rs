//! The decisions of the README, each by a test of the same number, and the steps and traps of the
//! rules that they do not name.

mod answers;
mod asking;
mod cards;
mod drawing;
mod knowledge;
mod leaving;
mod looks;
mod sanity;
#[path = "../cards/scene.rs"]
mod scene;
mod steps;
mod tokens;

#[test]
fn the_readme_and_these_tests_have_the_same_numbers() {
    let number = |line: &str| line.split_once(". **")?.0.parse::<u32>().ok();
    let listed: Vec<u32> = include_str!("../../README.md").lines().filter_map(number).collect();
    let tested = [
        include_str!("answers.rs"),
        include_str!("drawing.rs"),
        include_str!("cards.rs"),
        include_str!("sanity.rs"),
        include_str!("tokens.rs"),
        include_str!("leaving.rs"),
        include_str!("knowledge.rs"),
        include_str!("asking.rs"),
        include_str!("steps.rs"),
        include_str!("looks.rs"),
    ];
    let tested = tested.iter().flat_map(|file| file.lines());
    let tested = tested.filter_map(|line| line.strip_prefix("fn d")?.get(..2)?.parse().ok());
    let mut tested: Vec<u32> = tested.collect();
    tested.dedup();
    assert_eq!(listed, tested);
    assert_eq!(listed, (1..=listed.len() as u32).collect::<Vec<_>>());
}
