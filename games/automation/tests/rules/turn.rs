//! A turn: its phases, what is bought, and cleaning up.

use crate::scene::two;

/// ACTION and MONEY are asked even where there is nothing to play: leaving them out would tell.
#[test]
fn a_phase_that_others_cannot_see_through_is_asked() {
    let end = two("1 hand: 5 method", "");
    assert_eq!((end.asked.as_slice(), end.phase(), &*end.menu), (&[1][..], "action", "end phase"));
    let end = two("1 hand: 5 method", "1: end phase");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
    let end = two("1 hand: 5 method", "1: end phase; 1: end phase");
    assert_eq!((end.phase(), &*end.menu), ("buy", "buy bug | buy bitcoin | end phase"));
}

#[test]
fn a_phase_ends_by_itself_for_reasons_all_can_see() {
    // No actions left.
    let end = two("1 hand: hack, 5 hack", "1: play hack; 2: discard bitcoin; 2: discard bitcoin");
    assert_eq!((end.phase(), &*end.menu), ("money", "end phase"));
    // MONEY goes on to its end, even without cards: whoever types one 'end phase' too many would
    // lose the BUY phase.
    let end = two("1 hand: bitcoin", "1: end phase; 1: play bitcoin");
    assert_eq!((end.phase(), end.purse(), &*end.menu), ("money", [1, 1, 1], "end phase"));
    let end = two("1 hand: hack; 2 hand: bug", "1: play hack");
    assert_eq!((end.phase(), end.purse()), ("money", [0, 1, 2]));
    // No buys left.
    let end = two("", "1: end phase; 1: end phase; 1: buy bitcoin");
    assert_eq!((end.phase(), end.asked.as_slice()), ("action", &[2][..]));
}

#[test]
fn what_is_bought_is_paid_for_and_goes_to_the_discards() {
    let acts = "1: end phase; 1: play bitcoin; 1: play ethereum; 1: end phase; 1: buy ethereum";
    let end = two("1 hand: 2 bitcoin, ethereum; 1 deck: 5 method", acts);
    assert!(end.heard("Ann buys Ethereum for 3."), "{:?}", end.told);
    assert_eq!(end.at("1 discards"), "2 bitcoin, 2 ethereum");
    assert_eq!(end.at("1 hand"), "5 method");
    assert_eq!((end.number("1 turns"), end.purse()), (1, [1, 1, 0]));
    assert!(end.heard("Ann's turn ends; left in hand: Bitcoin."));
}

/// Unspent money is lost, the hand is seen when it is put away, and the last kind in the order of
/// the rule book comes to lie on top.
#[test]
fn clean_up_puts_everything_away_and_draws_five() {
    let acts = "1: end phase; 1: play bitcoin; 1: end phase; 1: end phase";
    let end = two("1 hand: bitcoin, hack, method; 1 deck: 7 ethereum", acts);
    assert_eq!(end.at("1 discards"), "bitcoin, hack, method");
    assert_eq!(end.views[0]["seats"][0]["top"], "hack");
    assert_eq!((end.at("1 hand"), end.number("1 deck_size")), ("5 ethereum".to_owned(), 2));
    assert!(end.heard("Ann's turn ends; left in hand: Method, Hack."), "{:?}", end.told);
}

/// Before the discards are shuffled in, everything but the hand lies open: the hand is known.
#[test]
fn a_deck_that_runs_out_in_the_middle_of_a_draw_is_made_of_the_discards() {
    let cards = "1 hand: monitoring, bitcoin; 1 deck: method; 1 discards: 8 ethereum";
    let end = two(cards, "1: play monitoring");
    assert_eq!(end.at("1 hand"), "bitcoin, ethereum, method");
    assert_eq!(end.at("1 known"), "bitcoin, method");
    assert!(end.heard("Ann's deck has run out; 8 discards become the new one."));
    assert!(end.boards[2].contains("3 cards (known: Method, Bitcoin), deck 7; together"));
    // There are no more than there are.
    let end = two("1 hand: monitoring; 1 deck: method", "1: play monitoring");
    assert_eq!((end.at("1 hand"), end.at("1 known")), ("method".to_owned(), String::new()));
    // Known cards are forgotten when they are put away.
    let end = two(cards, "1: play monitoring; 1: end phase; 1: end phase; 1: end phase");
    assert_eq!(end.at("1 known"), "");
}
