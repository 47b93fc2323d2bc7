//! Computer players that cheat at Automation: the runner names the seat, the move and the reason.

use std::any::Any;

use parlor_automation::{Automation, Card, Move, Question, Rules};
use parlor_engine::{Ask, Budget, Hosted, Player, Rulebook, Seat, Visitor};
use parlor_match::{Dealer, PlayError, Seed, Shares, play};
use serde_json::json;

/// Plays honestly until its moment comes.
struct Cheat {
    honest: Box<dyn Player<Rules>>,
    trick: fn(&Ask<'_, Rules>, Option<Move>) -> Option<Move>,
    before: Option<Move>,
}

impl Player<Rules> for Cheat {
    fn choose(&mut self, ask: &Ask<'_, Rules>) -> Move {
        let honest = self.honest.choose(ask);
        (self.trick)(ask, self.before.replace(honest)).unwrap_or(honest)
    }
}

struct Take;

impl Visitor for Take {
    type Out = Box<dyn Any>;

    fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
        Box::new(game)
    }
}

/// Plays with the cheat in seat 2 and checks what is said of it.
fn caught(trick: fn(&Ask<'_, Rules>, Option<Move>) -> Option<Move>, sent: &str, reason: &str) {
    let game = Automation::open(&json!({"set": "seed"}), 2, Take).expect("a table");
    let game: Box<Rules> = game.downcast().expect("the rules of Automation");
    let player = || game.player("big-money", 0).expect("a player by this name");
    let cheat = Cheat { honest: player(), trick, before: None };
    let mut players: Vec<Box<dyn Player<Rules>>> = vec![player(), Box::new(cheat)];
    let mut dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
    let error = play(&*game, &mut players, &mut dealer, &Budget::UNLIMITED).unwrap_err();
    let PlayError::Illegal { seat, played, why, .. } = &error else { panic!("{error}") };
    assert_eq!((*seat, played.as_str(), why.sentence.as_str()), (Seat::at(1), sent, reason));
    let text = error.to_string();
    assert!(text.starts_with(&format!("seat 2 played '{sent}' as act ")), "{text}");
    assert!(text.ends_with(&format!("which is not legal: {reason}")), "{text}");
}

#[test]
fn a_card_that_is_not_in_the_hand() {
    let trick = |ask: &Ask<'_, Rules>, _: Option<Move>| {
        matches!(ask.question, Question::Money).then_some(Move::Play(Card::Dogecoin))
    };
    caught(trick, "play dogecoin", "there is no Dogecoin in your hand");
}

#[test]
fn a_card_that_is_too_dear() {
    let trick = |ask: &Ask<'_, Rules>, _: Option<Move>| {
        let poor = ask.view.money == 3;
        (matches!(ask.question, Question::Buy) && poor).then_some(Move::Buy(Card::Framework))
    };
    caught(trick, "buy framework", "Framework costs 8, and you have 3");
}

#[test]
fn a_move_out_of_its_phase() {
    let trick = |ask: &Ask<'_, Rules>, _: Option<Move>| {
        matches!(ask.question, Question::Action).then_some(Move::Buy(Card::Bitcoin))
    };
    let reason = "'buy bitcoin' does not answer the question; play an action, or 'end phase'";
    caught(trick, "buy bitcoin", reason);
}

/// The answer to the question before, sent once more.
#[test]
fn a_stale_answer() {
    let trick = |ask: &Ask<'_, Rules>, before: Option<Move>| {
        let bought = before.filter(|before| matches!(before, Move::Buy(_)));
        bought.filter(|_| matches!(ask.question, Question::Action))
    };
    let reason = "'buy ethereum' does not answer the question; play an action, or 'end phase'";
    caught(trick, "buy ethereum", reason);
}
