//! A game at the terminal: people type, computer players answer.

mod clock;
mod commands;
mod help;
mod mood;
mod reading;
mod saving;
mod showing;
mod telling;

use std::collections::VecDeque;
use std::io::Write;
use std::time::Duration;

use parlor_engine::{AnyEntry, Face, Names, Seat, Seats, Shortcut, Viewer};
use parlor_match::{NotPlayed, Sitting};
use parlor_runner::{Live, Step};

use super::bots::{self, Bots};
use super::console::{Answer, Console};
use super::keeping::{Keeping, farewell};
use super::screen::{Handover, Screen};
use super::seat_plan::SeatPlan;
use crate::kept::Kept;
use crate::words;
use saving::Offer;
use telling::{Rank, Told};

/// On a menu with more entries no move can be found by its beginning; nobody reads so many.
const SEARCHED: usize = 10_000;

/// What was refused is named just before.
const AFTER_IT: &str = " that came after it";

/// Plays the game to its end, or to the end of the input.
pub(super) fn run(
    sitting: Sitting,
    plan: &SeatPlan,
    bots: &mut Bots,
    keeping: Keeping,
    console: Console,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    run_after(Duration::ZERO, sitting, plan, bots, keeping, console, out)
}

/// The same of a game that has been going on for so long.
fn run_after(
    ago: Duration,
    sitting: Sitting,
    plan: &SeatPlan,
    bots: &mut Bots,
    keeping: Keeping,
    console: Console,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let remarks = bots.remarks(plan).into_iter().chain(plan.replaced.iter().cloned());
    let remarks = remarks.collect::<Vec<_>>().join("\n");
    if !remarks.is_empty() {
        // Before anything is started.
        writeln!(out, "{remarks}")?;
        out.flush()?;
    }
    let goes_on = !keeping.earlier.is_empty();
    let mut session = Session::new(ago, sitting, plan, bots, keeping, console, out);
    if session.sitting().is_paused() {
        session.live.unpause()?;
    }
    session.run(goes_on)
}

struct Session<'a> {
    live: Live,
    bots: &'a mut Bots,
    /// The number of acts as far as was told; the game may have gone on from there.
    acts: usize,
    /// Who sits at this terminal.
    people: Vec<Seat>,
    /// Whether bots play.
    has_bots: bool,
    /// Whether programs play a game that hides something: they may look at files.
    is_overlooked: bool,
    names: Names,
    screen: Screen,
    /// What each person at this terminal was told since they were last asked.
    told: Vec<Vec<Told>>,
    /// All that each of them was told, with the number of acts there were then.
    logs: Vec<Vec<(usize, String)>>,
    /// What stands above the first question: which commands there are.
    opening: String,
    /// Who was asked last.
    asked: Option<Seat>,
    /// Who has been asked at all.
    were_asked: Seats,
    /// Who made the move that what happens now follows from.
    mover: Option<Seat>,
    /// The last question that answered itself, in words, until its answer is written down: nobody is
    /// told of an act before.
    answered_itself: Option<(Seat, String)>,
    /// What they typed in one line and has not been played yet.
    ahead: VecDeque<Ahead>,
    /// Whether the game is written down in a file that somebody named.
    is_recorded: bool,
    /// What `parlor continue` needs to go on with it.
    kept: Option<Kept>,
    console: Console,
    out: &'a mut dyn Write,
}

/// What is still to be done of a line.
enum Ahead {
    /// What stands after a semicolon.
    Line(String),
    /// The rest of a shortcut, as long as the game says a next move.
    Rest(Shortcut),
}

/// What a person wants.
enum Wish {
    /// To play a move.
    Play(String),
    /// To give up the seat.
    Leave,
    /// To be asked anew: the table is another one now.
    Look,
    /// To stop, and perhaps to go on another time.
    Stop,
    /// To stop, so that nobody goes on.
    StopForGood,
}

/// What a line means.
enum Meaning {
    Wish(Wish),
    /// Something that has been answered; the question stands.
    Answered,
    /// Something that cannot be, and why.
    Refused(String),
}

impl<'a> Session<'a> {
    /// A game that has been going on for so long, with everybody in their seats.
    fn new(
        ago: Duration,
        sitting: Sitting,
        plan: &SeatPlan,
        bots: &'a mut Bots,
        keeping: Keeping,
        console: Console,
        out: &'a mut dyn Write,
    ) -> Self {
        let people = plan.people();
        let is_recorded = keeping.is_recorded();
        let Keeping { file, kept, earlier } = keeping;
        console.set_farewell(&farewell(kept.as_ref()));
        let mut session = Self {
            screen: Screen::new(sitting.table().hides_anything(), people.len()),
            has_bots: plan.has_bots(),
            is_overlooked: sitting.table().hides_anything() && plan.has_programs(),
            people,
            names: sitting.header().names(),
            told: vec![Vec::new(); plan.len()],
            logs: vec![Vec::new(); plan.len()],
            acts: sitting.acts().len(),
            opening: String::new(),
            asked: None,
            were_asked: Seats::NONE,
            mover: None,
            answered_itself: None,
            ahead: VecDeque::new(),
            is_recorded,
            kept,
            console,
            out,
            live: bots.let_in(ago, sitting, plan, file),
            bots,
        };
        session.remember(&earlier);
        session
    }

    fn run(mut self, goes_on: bool) -> anyhow::Result<u8> {
        self.welcome(goes_on)?;
        loop {
            match self.live.advance() {
                Step::Over => return self.end(),
                Step::Happened(taken) => self.happened(&taken)?,
                Step::NotWritten(why) => {
                    self.live.finish(bots::PATIENCE);
                    return Err(why.into());
                }
                Step::NotKept(why) => self.keep_no_more(&why)?,
                Step::Fault(fault) => self.fault(&fault)?,
                Step::Waits(seats) => self.waits(seats)?,
                Step::Chance => unreachable!("a dealt table has a dealer"),
                Step::Person(seat) => {
                    self.turn_to(seat)?;
                    self.end_shortcuts(seat);
                    if let Some(only) = self.goes_without_asking(seat) {
                        // The words go by the question, which is gone once it is answered.
                        let words = self.done_for_you(seat);
                        self.answered_itself = self.play(seat, only)?.then_some((seat, words));
                        continue;
                    }
                    match self.wish(seat)? {
                        Wish::Play(played) => {
                            self.mover = Some(seat);
                            self.play(seat, played)?;
                        }
                        Wish::Leave => {
                            self.mover = Some(seat);
                            let left = self.live.leave(seat);
                            self.tell_refusal(seat, left)?;
                        }
                        Wish::Look => {}
                        Wish::Stop => return self.stop(),
                        Wish::StopForGood => {
                            self.say("The game stops here, before its end.")?;
                            return self.finish();
                        }
                    }
                }
            }
        }
    }

    /// Shows how the game ended, and offers to save it.
    fn end(mut self) -> anyhow::Result<u8> {
        if let Some(dropped) = self.drop_ahead(", since the game is over") {
            self.say(&dropped)?;
        }
        let columns = self.console.text_columns();
        let result = words::result(self.sitting().table(), &self.names, columns);
        match self.watcher() {
            Viewer::Seat(seat) => {
                if result.is_some() {
                    // It says that the game is over.
                    self.told[seat.index()].retain(|told| !told.is_end);
                }
                self.show_above(seat, result.as_deref().unwrap_or_default().lines().count())?;
            }
            Viewer::Spectator if result.is_some() => self.draw(Viewer::Spectator)?,
            Viewer::Spectator => {}
        }
        if let Some(result) = result {
            writeln!(self.out, "{result}")?;
        }
        if self.people().next().is_some() {
            let saved = self.offer_to_save(Offer::AtTheEnd)?;
            if self.stays_unsaved(saved) {
                return self.leave_unsaved();
            }
        }
        let code = self.console.interrupted();
        Ok(code.unwrap_or(self.finish()?))
    }

    fn welcome(&mut self, goes_on: bool) -> anyhow::Result<()> {
        let title = self.sitting().table().about().title;
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        self.say(&format!("{title}: {}", self.names.list(seats)))?;
        if let Some(fork) = self.sitting().header().fork {
            self.say(&format!("It goes on after act {} of a recorded game.", fork.at))?;
        }
        if goes_on {
            self.say(&format!("It goes on after act {}.", self.acts))?;
        }
        if let Some(commitment) = self.sitting().header().commitment {
            self.say(&format!("Commitment: {commitment}"))?;
        }
        let mut opening = Vec::new();
        if self.sitting().header().all_open {
            opening.push(
                "This table is all-open: everybody may look at everything while the game is \
                 played, hidden cards too. Type inspect to do so.",
            );
        }
        if !self.people.is_empty() {
            opening.push(
                "Type a move, or one of: help, moves, board, log, undo, explain\u{a0}WORD, rules, save\u{a0}FILE, \
                 leave, quit.",
            );
        }
        let opening = opening.join("\n");
        if self.console.is_screen() && !self.people.is_empty() {
            // With the first question: what is written before would be pushed off by the table.
            self.opening = opening;
        } else if !opening.is_empty() {
            self.say(&opening)?;
        }
        Ok(())
    }

    /// The seat whose eyes the terminal has: that of the only person at it, or nobody's.
    fn watcher(&self) -> Viewer {
        let mut people = self.people();
        match (people.next(), people.next()) {
            (Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Spectator,
        }
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        self.people.iter().copied()
    }

    /// Writes a text in lines that fit the window.
    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        let text = self.folded(text);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// A text in lines that fit the window.
    fn folded(&self, text: &str) -> String {
        words::wrapped(text, self.console.text_columns())
    }

    /// The game as it stands.
    fn sitting(&self) -> &Sitting {
        self.live.referee().sitting()
    }

    /// Somebody takes their time. Only people at a screen want to know.
    fn waits(&mut self, seats: Seats) -> anyhow::Result<()> {
        if self.console.is_screen() && !self.people.is_empty() {
            let verb = if seats.len() == 1 { "is" } else { "are" };
            let referee = self.live.referee();
            let is_away = seats.iter().any(|seat| referee.lost_since(seat).is_some());
            let what = match referee.is_playing() {
                _ if is_away => "away: the connection is lost",
                true => "thinking",
                false => "getting ready",
            };
            if self.sitting().is_under_seal() {
                // A list of those who have not answered would tell who has.
                self.say("The table waits for answers under seal …")?;
            } else {
                self.say(&format!("{} {verb} {what} …", self.names.list(seats.iter())))?;
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// The next question is for this seat: what somebody else typed ahead was not meant for it.
    fn turn_to(&mut self, seat: Seat) -> anyhow::Result<()> {
        let before = self.asked.replace(seat);
        if let Some(typist) = before.filter(|before| *before != seat) {
            let why = format!(", since {} is asked now", self.names.of(seat));
            if let Some(words) = self.drop_ahead(&why) {
                self.note(typist, words, Rank::Stays)?;
            }
        }
        Ok(())
    }

    /// Forgets what was typed ahead, and says how much that was.
    fn drop_ahead(&mut self, why: &str) -> Option<String> {
        let ahead = std::mem::take(&mut self.ahead);
        let dropped = ahead.iter().filter(|it| matches!(it, Ahead::Line(_))).count();
        (dropped > 0).then(|| format!("Dropped {}{why}.", words::count(dropped, "move")))
    }

    /// A shortcut of which no move is left makes room for what was typed after it.
    fn end_shortcuts(&mut self, seat: Seat) {
        while let Some(Ahead::Rest(shortcut)) = self.ahead.front()
            && self.sitting().table().next_of(seat, shortcut).is_err()
        {
            self.ahead.pop_front();
        }
    }

    /// Finds out what a person wants: from what they typed ahead, or by showing them the table and
    /// reading what they type until it is something to do.
    fn wish(&mut self, seat: Seat) -> anyhow::Result<Wish> {
        if let Some(instead) = self.hand_over(seat)? {
            return Ok(instead);
        }
        let mut shown = false;
        loop {
            if self.ahead.is_empty() && !shown {
                self.show(seat)?;
                shown = true;
            }
            let line = match self.next_line(seat)? {
                Answer::Line(line) => line,
                Answer::End => return self.input_ended(),
                Answer::TimeUp(typed) => {
                    self.time_is_up(seat, &typed)?;
                    return Ok(Wish::Look);
                }
            };
            match self.understand(seat, &line)? {
                Meaning::Wish(wish) => return Ok(wish),
                Meaning::Answered => self.remind(seat)?,
                Meaning::Refused(why) => {
                    // Below the board, where it is read.
                    if !shown {
                        self.show(seat)?;
                        shown = true;
                    }
                    self.say(&why)?;
                    if let Some(dropped) = self.drop_ahead(AFTER_IT) {
                        self.say(&dropped)?;
                    }
                    self.remind(seat)?;
                }
            }
        }
    }

    /// Nothing more can be typed.
    fn input_ended(&mut self) -> anyhow::Result<Wish> {
        if self.console.interrupted().is_none() {
            self.say("The input has ended.")?;
        }
        Ok(Wish::Stop)
    }

    /// Gives the screen to a person who may see what others may not; or says what is to be done
    /// instead.
    fn hand_over(&mut self, seat: Seat) -> anyhow::Result<Option<Wish>> {
        match self.screen.pass_to(seat) {
            Handover::Needless => return Ok(None),
            Handover::Opening => {}
            Handover::Change => {
                self.console.wipe(self.out)?;
                self.told.iter_mut().flatten().for_each(|told| told.visible = false);
            }
        }
        let name = self.names.of(seat).to_owned();
        let prompt = format!("{name}, you are asked. Nobody else looks? Press Enter. ");
        loop {
            match self.ask_in_time(seat, ": ", &prompt)? {
                Answer::Line(answer) if answer.is_empty() => return Ok(None),
                Answer::Line(answer) => {
                    let word = answer.to_lowercase();
                    let quits = matches!(word.as_str(), "q" | "quit" | "exit" | "/quit" | "/exit");
                    if quits && self.may_stop()? {
                        return Ok(Some(Wish::Stop));
                    }
                    if !quits {
                        let (word, rest) = word.split_once(' ').unwrap_or((&word, ""));
                        self.look_up(word, rest)?;
                    }
                }
                Answer::End => return self.input_ended().map(Some),
                Answer::TimeUp(_) => {
                    // Nobody has said that the others look away.
                    self.screen.nobody_looks();
                    self.time_is_up(seat, "")?;
                    return Ok(Some(Wish::Look));
                }
            }
        }
    }

    /// The next thing a person has typed, ahead or just now.
    fn next_line(&mut self, seat: Seat) -> anyhow::Result<Answer> {
        loop {
            match self.ahead.pop_front() {
                Some(Ahead::Line(line)) => {
                    let Some((once, times)) = self.repeated(seat, &line) else {
                        return Ok(Answer::Line(line));
                    };
                    (1..times).for_each(|_| self.ahead.push_front(Ahead::Line(once.clone())));
                    return Ok(Answer::Line(once));
                }
                Some(Ahead::Rest(shortcut)) => {
                    if let Ok(next) = self.sitting().table().next_of(seat, &shortcut) {
                        self.ahead.push_front(Ahead::Rest(shortcut));
                        return Ok(Answer::Line(next));
                    }
                }
                None => {}
            }
            let line = match self.ask_in_time(seat, "", "> ")? {
                Answer::Line(line) => line,
                other => return Ok(other),
            };
            if line.is_empty() {
                let usual = || self.sitting().table().usual_move(seat);
                if let Some(played) = self.only_move(seat).or_else(usual) {
                    return Ok(Answer::Line(played));
                }
                self.say("Enter plays nothing here: there is a choice to make.")?;
                self.put_question(seat)?;
            } else if self.is_several(seat, &line) {
                let parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
                self.ahead.extend(parts.map(|part| Ahead::Line(part.to_owned())));
            } else {
                self.ahead.push_back(Ahead::Line(line));
            }
        }
    }

    /// The only legal move, where there is no other.
    fn only_move(&self, seat: Seat) -> Option<String> {
        let menu = self.sitting().table().menu(seat, 1);
        let (AnyEntry::One { notation: only, .. } | AnyEntry::Range { first: only, .. }) =
            menu.entries.into_iter().next()?;
        (menu.count == 1).then_some(only)
    }

    /// The only answer to a question that is sealed, or put for form's sake, for a person who plays against computer players alone. With other
    /// people or bots at the table it is asked for: an answer that comes at once would tell them that there was no
    /// choice.
    fn goes_without_asking(&self, seat: Seat) -> Option<String> {
        // What was typed ahead may be meant for this question.
        if self.people().nth(1).is_some() || self.has_bots || !self.ahead.is_empty() {
            return None;
        }
        let only = self.only_move(seat)?;
        let table = self.sitting().table();
        let is_sealed = table.face(seat, &only, Viewer::Spectator) == Some(Face::Down);
        (is_sealed || table.is_formal(seat)).then_some(only)
    }

    /// Hands a move in; `false` where it was refused.
    fn play(&mut self, seat: Seat, played: String) -> anyhow::Result<bool> {
        // The person saw the question that is open: nothing happens while they type.
        let question = self.live.referee().question(seat).unwrap_or_default();
        let answered = self.live.answer(seat, question, played);
        let is_taken = answered.is_ok();
        self.tell_refusal(seat, answered)?;
        Ok(is_taken)
    }

    /// Tells a person with the next question why something was not done.
    fn tell_refusal(&mut self, seat: Seat, done: Result<(), NotPlayed>) -> anyhow::Result<()> {
        let Err(why) = done else { return Ok(()) };
        let dropped = self.drop_ahead(AFTER_IT);
        // Nobody at a terminal knows the numbers of questions.
        if matches!(why, NotPlayed::TooLate { .. }) {
            self.too_late(seat, [Some(clock::TIME_IS_UP.to_owned()), dropped])
        } else {
            let lines = [Some(sentence(&why.to_string())), dropped].into_iter().flatten();
            let told = lines.map(|words| Told::by_the_terminal(words, false, Rank::Key));
            self.told[seat.index()].extend(told);
            Ok(())
        }
    }
}

/// A lower-case fragment as a sentence.
fn sentence(fragment: &str) -> String {
    let end = if fragment.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{end}", words::capitalised(fragment))
}

#[cfg(test)]
mod printed;
#[cfg(test)]
mod screens;
#[cfg(test)]
mod tests;
