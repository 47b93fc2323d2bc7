//! What players read.

use parlor_automation::{Automation, Card};
use parlor_engine::layout::{WIDTH, folded};
use parlor_engine::sample::playout_rng;
use parlor_engine::{Asleep, Hosted, Names, Rulebook, Turn, Viewer, Visitor, open, random_act};
use serde_json::json;

use crate::scene::{OTHERS, play};

#[test]
fn cards_and_words_are_explained() {
    let table = open::<Automation>(&json!({"set": "standard"}), 2).expect("a table");
    for card in Card::all() {
        for word in [card.title(), card.name()] {
            let meaning =
                table.explain(word).unwrap_or_else(|| panic!("'{word}' is not explained"));
            assert!(meaning.contains(", price "), "{meaning}");
        }
    }
    let words = "action money buy cleanup supply trash discards attack reaction kingdom hand deck";
    for word in words.split(' ').chain(["end of game"]) {
        assert!(table.explain(word).is_some(), "{word}");
    }
    assert_eq!(
        table.explain("Merge Conflict").as_deref(),
        Some(
            "Merge Conflict (merge-conflict): Action, price 2. Trash a card from your hand, then \
             draw as many cards as it cost."
        )
    );
    let base = open::<Automation>(&json!({"set": "base"}), 2).expect("a table");
    assert_eq!((base.explain("hack"), base.catalogue().words().len()), (None, 20));
}

#[test]
fn the_board_is_drawn() {
    let cards = "1 hand: deployment-pipeline, hack, 2 bitcoin; 1 deck: 2 bug; 2 hand: monitoring, \
                 4 bitcoin; 2 deck: 2 method; 2 discards: hack; gone: module";
    let acts = "1: play deployment-pipeline; 1: play bitcoin; 1: play bitcoin; 1: end phase";
    let end = play(json!({ "set": "standard", "kingdom": OTHERS }), 2, cards, acts);
    let board = "\
Turn 1 of 100: Ann   ACTION MONEY [BUY] CLEANUP
0 actions, 2 buys, 3 money; all cards cost 1 less (marked -)
Supply: price, cards left (* can be paid for now)
*bug       0  x18  -1 point     *bitcoin   0  x68  +1 money
*method    1- x18  1 point      *ethereum  2- x40  +2 money
 module    4- gone 3 points      dogecoin  5- x30  +3 money
 framework 7- x8   6 points
*merge-conflict      1- x10  trash a card, draw as many as it cost
*monitoring          1- x9   +2 cards; show it to be safe from an attack
*code-review         2- x10  +1 card +2 actions
*sprint-planning     2- x10  +1 card +1 action +1 buy
*hack                3- x8   +2 money; attack: others discard down to 3
*refactor            3- x10  trash a card, gain one costing up to 2 more
*parallelization     3- x10  play another action twice
 daily-scrum         4- x10  +4 cards +1 buy; the others draw 1
 ipo                 4- x10  +2 cards +1 action +2 money
 deployment-pipeline 4- x9   +1 buy +1 money; all cards cost 1 less

Bob: 2 points, 0 turns taken
  hand      5 cards, deck 2; together 2 Method, 4 Bitcoin, Monitoring
  discards  1: Hack, with Hack on top
Trash: 8 Module
Ann (you): -2 points, 0 turns taken
  hand      Hack
  deck      2: 2 Bug, in unknown order
  played    2 Bitcoin, Deployment Pipeline
  discards  none
";
    assert_eq!(end.boards[1], board);
}

/// Whatever happens, boards and questions fit the terminal.
#[test]
fn boards_and_questions_fit() {
    struct Look;
    impl Visitor for Look {
        type Out = ();
        fn visit<G: Hosted>(self, game: G) {
            let names = Names::new(["Annabel", "Bob", "Cid", "Dan"]);
            let mut rng = playout_rng(4);
            let mut state = game.start();
            while let Some(act) = random_act(&game, &state, &mut rng) {
                game.apply(&mut state, &act, &mut Asleep).expect("legal");
                for viewer in Viewer::all(game.seats()) {
                    let view = game.view(&state, viewer);
                    let mut text = game.draw(&view, &names).to_string();
                    if let (Turn::Ask { seats, why }, Some(seat)) =
                        (game.turn(&state), viewer.seat())
                        && seats.contains(seat)
                    {
                        text.push_str(&folded(WIDTH, &game.ask(&why, &view, &names)));
                    }
                    for line in text.lines() {
                        assert!(line.is_ascii() && line.len() <= 78, "{line}");
                        assert_eq!(line.trim_end(), line);
                    }
                }
            }
        }
    }
    for options in [json!({"set": "standard", "turns": 40}), json!({"turns": 40})] {
        Automation::open(&options, 4, Look).expect("a table");
    }
}
