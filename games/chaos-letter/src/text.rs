//! Everything the game says. How the table looks is in `board.rs`, what is asked in `wording.rs`.

use parlor_engine::{
    Catalogue, Count, Drawing, Form, Game, Hosted, Importance, Names, PerSeat, Phrase, Player,
    Seat, Seats,
};

use crate::Answers;
use crate::board;
use crate::card::{Card, Print};
use crate::catalogue::Effect;
use crate::contents;
use crate::deck::{Back, Ties};
use crate::event::{Cause, Play};
use crate::forms;
use crate::moves::Move;
use crate::notice::{Notice, Win};
use crate::players;
use crate::question::{NO_US, Question, Reason};
use crate::rules::{FATAL, Rules};
use crate::state::{End, State};
use crate::turn::Stage;
use crate::view::View;
use crate::wording;

impl Hosted for Rules {
    fn draw(&self, view: &View, names: &Names) -> Drawing {
        board::draw(self, view, names)
    }

    fn tell(&self, notice: &Notice, names: &Names) -> String {
        self.told(notice, names)
    }

    fn about(&self, notice: &Notice) -> Seats {
        notice.about()
    }

    /// Who is out may not be asked again before the next round, and has not seen this one end.
    fn importance(&self, notice: &Notice) -> Importance {
        match notice {
            Notice::Round { .. }
            | Notice::Out { .. }
            | Notice::Primed { .. }
            | Notice::Token { .. }
            | Notice::Shows { .. }
            | Notice::Showdown { .. }
            | Notice::Won { .. }
            | Notice::Left { .. }
            | Notice::Over { .. } => Importance::Key,
            Notice::Played { .. }
            | Notice::Answered { .. }
            | Notice::AnsweredTurn { .. }
            | Notice::Hit { .. }
            | Notice::Discarded { .. }
            | Notice::Traded { .. }
            | Notice::Immortal { .. } => Importance::Notable,
            // The hand and the list of players show these.
            Notice::Starts { .. }
            | Notice::SetAside { .. }
            | Notice::Draws { .. }
            | Notice::Drew { .. }
            | Notice::Turn { .. }
            | Notice::Unprotected { .. }
            | Notice::Sealed { .. } => Importance::Routine,
            _ => Importance::Usual,
        }
    }

    fn is_formal(&self, question: &Question) -> bool {
        matches!(question, Question::Answer { .. } | Question::AnswerTurn { .. })
    }

    fn ask(&self, question: &Question, view: &View, names: &Names) -> String {
        wording::ask(self, *question, view, names)
    }

    fn forms(&self) -> Vec<Form> {
        forms::forms(self)
    }

    fn phrase(&self, played: &Move) -> Phrase {
        forms::phrase(self, *played)
    }

    fn notes(&self) -> String {
        forms::notes(self)
    }

    fn meaning(
        &self,
        played: &Move,
        question: &Question,
        view: &View,
        names: &Names,
    ) -> Option<String> {
        wording::meaning(*played, *question, view, names)
    }

    fn concerns(&self, played: &Move, question: &Question, view: &View) -> Seats {
        wording::concerns(*played, *question, view)
    }

    fn refusal(&self, why: &Reason, names: &Names) -> String {
        forms::refusal(why, names)
    }

    fn title(&self, view: &View, seat: Seat) -> Option<String> {
        let primes = view.table.player(seat).primes;
        (primes > 0).then(|| prime(primes))
    }

    /// The other ends say how it came.
    fn is_end(&self, notice: &Notice) -> bool {
        matches!(notice, Notice::Over { why: End::Tokens })
    }

    fn catalogue(&self) -> Catalogue {
        contents::catalogue(self)
    }

    /// By tokens of both kinds. Within a round nobody is ahead of anybody.
    fn standing(&self, state: &State) -> Option<PerSeat<i64>> {
        Some(PerSeat::from_fn(self.seats(), |seat| state.table.player(seat).all_tokens().into()))
    }

    fn score_counted(&self, score: i64) -> Count {
        Count::of(score, "token", "tokens")
    }

    fn counts(&self, state: &State, seat: Seat) -> Vec<Count> {
        let insane = state.table.player(seat).insane_tokens;
        let text = format!("{insane} of them insane");
        let count = Count::new("insane_tokens", insane, text);
        self.deck.insane_tokens.map(|_| count).into_iter().collect()
    }

    fn player(&self, name: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        players::by_name(name, seed)
    }
}

// ---- what happened ----

impl Rules {
    /// What happens at the beginning of rounds and turns; the rest is told below.
    fn told(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::Round { number } => format!("Round {number} begins."),
            Notice::Starts { seat, by: None } => {
                format!("{} begins the round, drawn by lot.", of(seat))
            }
            Notice::Starts { seat, by: Some(by) } if seat == by => {
                format!("{}, who went out last, begins the round.", of(seat))
            }
            Notice::Starts { seat, by: Some(by) } => {
                format!("{}, who went out last, lets {} begin the round.", of(by), of(seat))
            }
            Notice::SetAside { back } => {
                format!("{} is set aside face down.", self.drawn(*back, "A"))
            }
            Notice::FaceUp { card } => format!("{} is set aside face up.", self.named(*card)),
            Notice::Draws { seat, back } => {
                format!("{} draws {}.", of(seat), self.drawn(*back, "a"))
            }
            Notice::Drew { card } => format!("You draw {}.", self.named(*card)),
            Notice::DrewKnown { seat, card } => {
                let card = self.named(*card);
                format!("{} draws {card}, which you had put under the deck.", of(seat))
            }
            Notice::Turn { seat } => format!("{}'s turn begins.", of(seat)),
            Notice::Unprotected { seat } => format!("{} is protected no longer.", of(seat)),
            Notice::Checked { seat, card, insane } => {
                let how = match FATAL.contains(card.card) {
                    _ if *insane => "insane",
                    true => "sane, but it may not be discarded",
                    false => "sane",
                };
                format!("{}'s sanity check turns up {}: {how}.", of(seat), self.named(*card))
            }
            _ => self.told_of_plays(notice, names),
        }
    }

    /// What becomes of a card that is played.
    fn told_of_plays(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::Played { play } => format!("{}.", played(self, *play, names)),
            Notice::NoTarget { play } => nothing_comes(*play, names),
            Notice::Answered { play, to } => answered(self, *play, *to, names),
            Notice::AnsweredTurn { play, stage, seat } => {
                let (who, card) = (of(&play.by), self.titled(play.print()));
                format!("{who} answers with {card}, to {}.", stage_aim(*stage, of(seat)))
            }
            Notice::LeftOut { stage, seat } => match stage {
                Stage::TurnStart => format!("{}'s turn is skipped.", of(seat)),
                Stage::EndOfProtection => format!("{} stays protected.", of(seat)),
                Stage::AboutToDraw => format!("{} does not draw from the deck.", of(seat)),
                Stage::TurnEnd => format!("{}'s turn does not end.", of(seat)),
            },
            Notice::Again { seat } => format!("{} has another turn.", of(seat)),
            // Whom it runs for now is said next.
            Notice::Cancelled { turned: true, .. } => String::new(),
            // A card that does nothing loses nothing by it.
            Notice::Cancelled { play, .. }
                if play.against.is_none() && Self::effect_of(*play) == Effect::Nothing =>
            {
                String::new()
            }
            Notice::Cancelled { play, .. } => {
                format!("{}'s {} comes to nothing.", of(&play.by), play.card.title())
            }
            Notice::Turned { play } => {
                let (who, how) = (of(&play.by), details(*play, names));
                format!("{} is {who}'s now, and runs again{how}.", play.card.title())
            }
            Notice::Discarded { seat, card } => {
                format!("{} discards {}.", of(seat), self.named(*card))
            }
            Notice::Hit { at, number, .. } => format!("{} does hold {}.", of(at), a(*number)),
            Notice::Missed { at, number, .. } => {
                format!("{} does not hold {}.", of(at), a(*number))
            }
            _ => self.told_of_hands(notice, names),
        }
    }

    /// What happens to cards in hands.
    fn told_of_hands(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::Looked { by, at } => format!("{} looks at {}'s card.", of(by), of(at)),
            Notice::Saw { at, card, .. } => {
                format!("You look at {}'s card: {}.", of(at), self.named(*card))
            }
            Notice::Compared { by, at, out: None } => {
                format!("{} and {} compare their cards: a tie.", of(by), of(at))
            }
            Notice::Compared { by, at, out: Some(out) } => {
                format!("{} and {} compare their cards: {} loses.", of(by), of(at), of(out))
            }
            Notice::SawBoth { by, card, at, other } => {
                let (card, other) = (self.named(*card), self.named(*other));
                format!("{} shows {card}, {} shows {other}.", of(by), of(at))
            }
            Notice::Traded { one, two } => format!("{} and {} trade cards.", of(one), of(two)),
            Notice::Got { seat, from, card } => {
                let from = from.map_or_else(String::new, |from| format!(" from {}", of(&from)));
                format!("{} gets {}{from}.", of(seat), self.named(*card))
            }
            Notice::Took { by, from, brain_case } => {
                let left = if *brain_case { "leaves the Brain Case" } else { "lets them draw" };
                format!("{} takes {}'s card and {left}.", of(by), of(from))
            }
            Notice::Collected { by, from } => {
                format!("{} collects a card of {}.", of(by), names.list(from.iter()))
            }
            Notice::Pot { cards, .. } => {
                format!("You have collected {}.", self.list(cards.iter().copied()))
            }
            Notice::Given { by, to } => format!("{} deals {} a card.", of(by), of(to)),
            Notice::Returned { seat } => format!("{} puts a card under the deck.", of(seat)),
            Notice::ReturnedOwn { card } => {
                format!("You put {} under the deck.", self.named(*card))
            }
            Notice::Shuffled { seat, card } => {
                format!("{} shuffles {} into the deck.", of(seat), self.named(*card))
            }
            Notice::Offered { seat } => format!("{} has chosen which card counts.", of(seat)),
            // Who was asked and passed knows it, and everybody else is not to.
            Notice::Sealed { answer: Move::Pass } => String::new(),
            Notice::Sealed { answer } => format!("Your answer '{answer}' is sealed."),
            Notice::Void { card, first } => {
                let card = self.titled(*card);
                format!("Your {card} does not count, for {} comes first; you keep it.", of(first))
            }
            Notice::Shows { seat, cards } => {
                let (cards, why) = (self.list(cards.iter().copied()), Card::ShiningTrapezohedron);
                format!("{} shows {cards} for {}.", of(seat), why.title())
            }
            Notice::Kept { seat } => format!("{} keeps the card.", of(seat)),
            _ => self.told_of_players(notice, names),
        }
    }

    /// What happens to players.
    fn told_of_players(&self, notice: &Notice, names: &Names) -> String {
        let of = |seat: &Seat| names.of(*seat);
        match notice {
            Notice::Protected { seat } => {
                format!("{} is protected until their next turn.", of(seat))
            }
            Notice::Immortal { seat } => {
                format!("Nothing can put {} out for the rest of the round.", of(seat))
            }
            Notice::HoldsTwo { seat } => format!("{} holds two cards from now on.", of(seat)),
            Notice::Direction { upwards } => {
                let seats = if *upwards { "higher" } else { "lower" };
                let way = direction(*upwards);
                format!("The turns now go {way} the list of players, to {seats} seat numbers.")
            }
            Notice::Out { seat, cause, cards } => self.goes_out(*seat, *cause, cards, names),
            Notice::Saved { seat } => {
                format!("{} would be out, but nothing can put them out this round.", of(seat))
            }
            Notice::Primed { seat, times } => {
                format!("{} comes back as a {}, insane.", of(seat), prime(*times))
            }
            Notice::Token { seat, card } => {
                format!("{} gains a token ({}).", of(seat), card.title())
            }
            Notice::Showdown { hands, scores } => {
                let shown = scores.iter().filter_map(|(seat, score)| {
                    let cards = self.list(hands[seat].iter().copied());
                    let best = hands[seat].iter().map(|card| self.value(card.card)).max()?;
                    Some(format!("{} with {cards} scores {}", of(&seat), points((*score)?, best)))
                });
                let shown: Vec<String> = shown.collect();
                format!("The deck has run out. Showdown: {}.", shown.join("; "))
            }
            Notice::Won { seats, insane, how } => self.won(*seats, *insane, *how, names),
            Notice::Left { seat, cards } if cards.is_empty() => format!("{} leaves.", of(seat)),
            Notice::Left { seat, cards } => {
                format!("{} leaves, and had {}.", of(seat), self.list(cards.iter().copied()))
            }
            Notice::Over { why } => match why {
                End::Tokens => "The game is over: there are tokens enough.".to_owned(),
                End::Cthulhu(seat) => format!(
                    "Cthulhu has come to {}, who had laid down insane cards enough, and wins the \
                     game.",
                    of(seat)
                ),
                End::Rounds => "The last round is played, and the game is over.".to_owned(),
                End::Left => "All others have left, and the game is over.".to_owned(),
            },
            _ => String::new(),
        }
    }

    fn goes_out(&self, seat: Seat, cause: Cause, cards: &[Print], names: &Names) -> String {
        let who = names.of(seat);
        let why = match cause {
            Cause::Card { card, by } if by == seat => format!("by their own {}", card.title()),
            Cause::Card { card, by } => format!("by {}'s {}", names.of(by), card.title()),
            Cause::Discarded { card } => format!("for {} may not be discarded", card.title()),
            Cause::Sanity { card } if self.insane.contains(card) => {
                format!("by a sanity check that turned up the insane {}", self.named(card))
            }
            Cause::Sanity { card } => {
                let card = self.named(card);
                format!("by a sanity check that turned up {card}, which may not be discarded")
            }
        };
        if cards.is_empty() {
            return format!("{who} is out, {why}.");
        }
        format!("{who} is out, {why}, and had {}.", self.list(cards.iter().copied()))
    }

    fn won(&self, seats: Seats, insane: Seats, how: Win, names: &Names) -> String {
        let who = names.list(seats.iter());
        let how = match (how, self.deck.ties) {
            (Win::LastIn, _) if seats.is_empty() => "nobody is left in it",
            (Win::LastIn, _) => "as the last one in",
            (Win::Showdown, _) if seats.is_empty() => "nobody holds a card",
            (Win::Showdown, _) => "with the highest score",
            (Win::Tiebreak, Ties::Shared) => "with the same score",
            (Win::Tiebreak, Ties::Discards) if seats.is_empty() => {
                "the scores are tied, and so are the discards"
            }
            (Win::Tiebreak, Ties::Discards) => "with the higher sum of discards after a tie",
            (Win::Tiebreak, Ties::Cancel) if seats.is_empty() => "all scores are tied",
            (Win::Tiebreak, Ties::Cancel) => "with the highest score that is not tied",
            (Win::Card(card), _) => &format!("by {}", card.title()),
        };
        match (seats.len(), insane.len()) {
            (0, _) => format!("Nobody wins the round: {how}."),
            (1, 0) => format!("{who} wins the round, {how}, and gains a token."),
            (1, _) => {
                format!("{who} wins the round, {how}, and gains an insane token for being insane.")
            }
            (_, 0) => format!("{who} win the round together, {how}, and gain a token each."),
            _ => {
                let mad = names.list(insane.iter());
                format!(
                    "{who} win the round together, {how}, and gain a token each; insane: {mad}."
                )
            }
        }
    }

    // ---- cards in words ----

    /// `Prince (5)`, `Baron (3, creased back)`.
    pub(crate) fn named(&self, card: impl Into<Print>) -> String {
        let print = card.into();
        let look = self.look_in_words(print).map_or_else(String::new, |look| format!(", {look}"));
        format!("{} ({}{look})", print.card.title(), self.value(print.card))
    }

    /// `Prince`, `Baron (creased back)`.
    pub(crate) fn titled(&self, card: Print) -> String {
        let look = self.look_in_words(card).map_or_else(String::new, |look| format!(" ({look})"));
        format!("{}{look}", card.card.title())
    }

    /// What a card looks like where that is not what such a card usually does: `The Grey Baron,
    /// creased back`.
    pub(crate) fn look_in_words(&self, card: Print) -> Option<String> {
        let row = self.deck.row(card.card)?;
        let Some(number) = usize::from(card.mark).checked_sub(1) else { return row.front.clone() };
        let mark = self.deck.marks().into_iter().nth(number)?;
        let back = (mark.back != row.back).then(|| format!("{} back", mark.back.word()));
        let look: Vec<String> = mark.front.into_iter().chain(back).collect();
        Some(look.join(", "))
    }

    /// `Prince (5) and Guard (1)`.
    pub(crate) fn list(&self, cards: impl IntoIterator<Item = Print>) -> String {
        let cards: Vec<String> = cards.into_iter().map(|card| self.named(card)).collect();
        match cards.as_slice() {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        }
    }

    /// `a card`, and how it looks from behind where that differs.
    fn drawn(&self, back: Back, article: &str) -> String {
        match back {
            _ if !self.has_several_backs() => format!("{article} card"),
            back => format!("{article} card with a {} back", back.word()),
        }
    }

    /// Whether cards can be told apart from behind.
    pub(crate) fn has_several_backs(&self) -> bool {
        Back::ALL.into_iter().filter(|back| !self.with_back(*back).is_empty()).count() > 1
    }

    /// Whether a word of the glossary means anything with this deck.
    pub(crate) fn uses(&self, word: &str) -> bool {
        let answered = !self.answering_cards().is_empty();
        match word {
            "insane" | "insanity" | "sanity check" | "*" => !self.insane.is_empty(),
            "insane token" => self.deck.insane_tokens.is_some(),
            "Prime" | "priming" | "[ ]" => self.deck.priming,
            "eights" => self.deck.eights,
            "answer" | "quick" | "stack" => answered,
            "in turn" => answered && self.answers == Answers::InTurn,
            "sealed" | "priority" => answered && self.answers == Answers::Sealed,
            "cannot go out" | "immortal" => self.kinds.contains(Card::LiberIvonis),
            "back" => self.has_several_backs(),
            _ => true,
        }
    }
}

/// `Ann plays Guard on Bob, naming 5`.
pub(crate) fn played(rules: &Rules, play: Play, names: &Names) -> String {
    let side = if play.insane { ", insane," } else { "" };
    let how = details(play, names);
    let phrase = format!("{} plays {}{side}{how}", names.of(play.by), rules.titled(play.print()));
    phrase.trim_end_matches(',').to_owned()
}

/// ` on Bob, naming 5`.
pub(crate) fn details(play: Play, names: &Names) -> String {
    let oneself = |seat: Seat| if seat == play.by { "themselves" } else { names.of(seat) };
    let targets: Vec<&str> = play.targets.iter().map(oneself).collect();
    let on = match targets.as_slice() {
        [] => String::new(),
        [one] => format!(" on {one}"),
        [others @ .., last] => format!(" on {} and {last}", others.join(", ")),
    };
    let naming = play.number.map_or_else(String::new, |number| format!(", naming {number}"));
    on + &naming
}

fn answered(rules: &Rules, play: Play, to: Play, names: &Names) -> String {
    let (by, whose) = (names.of(play.by), names.of(to.by));
    let (with, what) = (rules.titled(play.print()), to.card.title());
    let aim = answer_aim(play, to, "it");
    format!("{by} answers {whose}'s {what} with {with}, to {aim}.")
}

/// A step of a turn that is to happen.
pub(crate) fn is_due(stage: Stage, who: &str) -> String {
    match stage {
        Stage::TurnStart => format!("{who}'s turn is about to start"),
        Stage::EndOfProtection => format!("{who}'s protection is about to end"),
        Stage::AboutToDraw => format!("{who} is about to draw"),
        Stage::TurnEnd => format!("{who}'s turn is about to end"),
    }
}

/// What an answer is to do to a step of this player's turn.
pub(crate) fn stage_aim(stage: Stage, who: &str) -> String {
    match stage {
        Stage::TurnStart => format!("skip {who}'s turn"),
        Stage::EndOfProtection => "stay protected".to_owned(),
        Stage::AboutToDraw => "draw the card set aside".to_owned(),
        Stage::TurnEnd => "have another turn".to_owned(),
    }
}

/// A card that was played and does nothing, and why.
fn nothing_comes(play: Play, names: &Names) -> String {
    let (who, card) = (names.of(play.by), play.card.title());
    let why = match Rules::effect_of(play) {
        Effect::Trapezohedron => "the other card is not above 4",
        _ if play.targets.is_empty() => "nobody can be chosen",
        _ => "there is nobody, or no card, to do it with",
    };
    format!("{who}'s {card} does nothing: {why}.")
}

/// What an answer is to do to the play below it.
pub(crate) fn answer_aim(play: Play, to: Play, what: &str) -> String {
    // An answer that is turned back is only cancelled.
    if NO_US.contains(play.card) && to.against.is_none() {
        format!("turn {what} round")
    } else {
        format!("cancel {what}")
    }
}

/// Which way the turns go, as the board lists the seats.
pub(crate) const fn direction(upwards: bool) -> &'static str {
    if upwards { "down" } else { "up" }
}

/// What somebody is who came back so many times. The name stays as it was, on the board and in what
/// is told.
pub(crate) fn prime(times: u8) -> String {
    match times {
        0 | 1 => "Prime".to_owned(),
        2 => "Prime Prime".to_owned(),
        more => format!("Prime x{more}"),
    }
}

/// `7 (5 + 2)`: what the discards add to the best card. Scores are counted in halves, and one above
/// zero.
fn points(score: u16, best: u8) -> String {
    let whole = score / 2;
    match whole.checked_sub(best.into()) {
        _ if score.is_multiple_of(2) => format!("just less than {whole}"),
        None | Some(0) => whole.to_string(),
        Some(more) => format!("{whole} ({best} + {more})"),
    }
}

/// `a 5`, `an 8`.
pub(crate) fn a(number: u8) -> String {
    let article = if matches!(number, 8 | 11) { "an" } else { "a" };
    format!("{article} {number}")
}

const INSANE: &str = "You are insane while an insane card (marked *) lies before you, however it came there, and \
     count as often as there are such cards. Then you may play the other side of cards that have \
     two: say insane after the name of the card. And your turn begins with sanity checks.";

const PRIME: &str = "Who goes out before having had a turn in the round comes back with a new card, once more \
     insane, and is called a Prime. What they had laid down counts for nothing any more.";

const IMMORTAL: &str = "Nothing can put you out for the rest of the round: no card, no sanity check, and no card of your \
     own that may not be discarded. You can still be chosen, still check your sanity, and can still \
     lose the showdown.";

const LAID: &str = "The cards that lie before a player, by their numbers, the oldest first. One in square brackets was \
     laid down before the player came back into the round.";

/// The words beside the cards. Some are said in two ways, and looked up in either.
pub(crate) const WORDS: [(&str, &str); 26] = [
    ("*", "Behind the number of a card: it has two sides, a sane one and an insane one."),
    ("laid", LAID),
    ("[ ]", LAID),
    (
        "turn",
        "When your turn begins your protection ends. If you are insane you check your sanity. Then \
         you draw a card and play one from your hand. Turns go down the list of players that you \
         see, and up when a card has turned them round.",
    ),
    (
        "round",
        "It ends when one player is left in it, or for lack of cards, with a showdown. Then all \
         cards are shuffled and dealt again.",
    ),
    (
        "showdown",
        "The end of a round in which several are left: they show their cards, and the highest \
         number wins.",
    ),
    ("token", "What the winner of a round gets; some cards give one, too. Enough of them win."),
    ("insane token", "What you get instead when you win a round while you are insane."),
    (
        "out",
        "Who is out has no part in the rest of the round. Their hand is laid open, without effect.",
    ),
    (
        "protected",
        "Cards of other players cannot choose you until your next turn begins. Your own can.",
    ),
    ("cannot go out", IMMORTAL),
    ("immortal", IMMORTAL),
    ("insane", INSANE),
    ("insanity", INSANE),
    (
        "sanity check",
        "When your turn begins, as many cards as you are insane are turned up from the deck, one \
         by one, and laid before you. An insane one puts you out, and so does one that may not be \
         discarded.",
    ),
    ("Prime", PRIME),
    ("priming", PRIME),
    (
        "eights",
        "Who holds nothing but 8s may shuffle one back into the deck instead of playing it, once \
         in a round.",
    ),
    (
        "stack",
        "What is about to happen lies on a stack, and the top happens first. A card that is played \
         goes on it, and before it happens others may answer it with a quick card, which goes on \
         top, and may be answered itself.",
    ),
    (
        "answer",
        "When another player plays a card, you may answer it with a quick card before it happens: \
         answer and the card, or pass. Your card is laid down, you draw another for it, and it may \
         be answered itself. You are asked whenever you might hold such a card by what everybody \
         knows, even if you can only pass.",
    ),
    (
        "quick",
        "A quick card can be played out of turn, to answer a card of somebody else. Who does draws \
         another for it. Everybody who might hold one is asked, with one in hand or without, so \
         that nobody learns who has one.",
    ),
    (
        "in turn",
        "Those who might answer a card are asked one after the other: first the players it was \
         played on, then the others, in turn order from whoever played it. The first answer counts, \
         and whoever was not asked before it is asked when the card comes up again. Everybody sees \
         who passes, but not whether they could have answered.",
    ),
    (
        "sealed",
        "A sealed answer is seen by nobody else until all who are asked have answered, and one that \
         comes to nothing is never shown. So nobody learns who could have answered, and did not.",
    ),
    (
        "priority",
        "When several answer a card, one of them counts: first come the players it was played on, \
         then the others, in turn order from whoever has the turn. The other answers are void, stay \
         in hand and are never shown; who gave one is told that it does not count.",
    ),
    (
        "back",
        "Cards differ on the back: most have a letter or stars on it, and some are creased, stained, \
         torn or faded. Everybody sees the backs of the cards in your hand.",
    ),
    (
        "set aside",
        "One card is put aside face down before the deal, so that nobody can be sure. It is drawn \
         when somebody has to draw in place of a lost card and the deck is empty.",
    ),
];
