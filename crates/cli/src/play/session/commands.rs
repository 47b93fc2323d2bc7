//! What people can type beside moves.

use std::path::Path;

use parlor_engine::{Act, AnyAct, Nudge, Seat, Shortcut, Viewer};

use super::saving::{Offer, Saved};
use super::{Meaning, Session, Wish, sentence};
use crate::inspect::Inspection;
use crate::pager;
use crate::play::console::Answer;
use crate::play::typed::plain_amounts;
use crate::reflow::rule_book;
use crate::words::{self, Wording};

/// How many moves `moves` lists; a screenful.
pub(super) const LISTED: usize = 60;

impl Session<'_> {
    /// What a line means.
    pub(super) fn understand(&mut self, seat: Seat, line: &str) -> anyhow::Result<Meaning> {
        let line = &plain_amounts(line);
        let slash = line.strip_prefix('/');
        // What is legal is a move, even if it looks like a command.
        let refusal = match slash {
            Some(_) => None,
            None => match self.read_move(seat, line) {
                Ok(played) => return Ok(Meaning::Wish(Wish::Play(played))),
                Err(refusal) => Some(refusal),
            },
        };
        let (word, rest) = match slash.unwrap_or(line).split_once(' ') {
            Some((word, rest)) => (word.to_lowercase(), rest),
            None => (slash.unwrap_or(line).to_lowercase(), ""),
        };
        if self.look_up(&word, rest)? {
            return Ok(Meaning::Answered);
        }
        match (word.as_str(), rest) {
            ("help" | "?", about) => self.help(seat, about)?,
            ("moves", "") => {
                let choices = self.sitting().table().choices(seat, &self.names, LISTED);
                let shortcuts = self.shortcuts_now(seat);
                let forms = self.sitting().table().forms();
                let wording = Wording { names: &self.names, forms: &forms };
                let menu = wording.menu(&choices, self.console.text_columns());
                self.say(&format!("{menu}{shortcuts}"))?;
            }
            ("board", "") => {
                self.draw(Viewer::Seat(seat))?;
                // A screen is reminded of it after every answer.
                if !self.console.is_screen() {
                    self.put_question(seat)?;
                }
            }
            ("log", "" | "all") => self.show_log(seat, rest == "all")?,
            ("undo", "") => return self.undo(),
            ("inspect", "") => self.inspect()?,
            ("happy", who) => self.nudge(Nudge::Happy, who)?,
            ("angry", who) => self.nudge(Nudge::Angry, who)?,
            ("save", path) => self.save_as(path)?,
            ("leave", "") => {
                if self.means_to_leave(seat)? {
                    return Ok(Meaning::Wish(Wish::Leave));
                }
            }
            ("q" | "quit" | "exit", "") => {
                if self.may_stop()? {
                    return Ok(Meaning::Wish(Wish::Stop));
                }
            }
            ("quit" | "exit", "for good") => {
                if self.offer_to_save(Offer::OnTheWay)? != Saved::PlayOn {
                    return Ok(Meaning::Wish(Wish::StopForGood));
                }
            }
            _ => return Ok(self.guess(seat, line, refusal)),
        }
        Ok(Meaning::Answered)
    }

    /// What every prompt answers, whoever is asked: `rules`, and `explain` with a word. `false` for
    /// anything else.
    pub(super) fn look_up(&mut self, word: &str, rest: &str) -> anyhow::Result<bool> {
        match (word.trim_start_matches('/'), rest) {
            ("explain", what) => self.explain(what)?,
            ("rules", "") => {
                let table = self.sitting().table();
                let (rules, id) = (table.about().rules, table.about().id);
                let more = format!(
                    "explain WORD says what a card or a word means; parlor games {id} --rules prints \
                     the whole manual."
                );
                let rules = rule_book(rules.trim_end(), self.console.text_columns());
                let text = format!("{rules}\n\n{}", self.folded(&more));
                self.show_text(text.trim_start())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The lines that stand for several moves now, below the moves.
    fn shortcuts_now(&self, seat: Seat) -> String {
        let table = self.sitting().table();
        let all = table.shortcuts().into_iter();
        let now = all.filter(|shortcut| table.next_of(seat, shortcut).is_ok());
        let mut text = String::new();
        for Shortcut { written, does } in now {
            text.extend(["\n", &*written, " ", &*does]);
        }
        text
    }

    /// Shows a text, which may be longer than the window.
    pub(super) fn show_text(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(pager::show(text, &mut self.console, self.out)?)
    }

    /// Says what a word of the game means, or which words there are.
    pub(super) fn explain(&mut self, what: &str) -> anyhow::Result<()> {
        let answer = words::explain(&self.sitting().table().catalogue(), what);
        self.say(&answer)
    }

    /// Looks into the game as it stands, at a table that was opened for it.
    fn inspect(&mut self) -> anyhow::Result<()> {
        if !self.sitting().header().all_open {
            let why = "Only a table that was opened with --all-open can be looked into while the game \
                       is played.";
            return self.say(why);
        }
        if self.live.time_to_wake().is_some() {
            let why = "A clock runs now, and would not be seen in there. Look into the game when no time is \
                       counted.";
            return self.say(why);
        }
        let record = self.sitting().so_far();
        let mut inspection = Inspection::new(&record)?;
        inspection.go_to(record.acts().len())?;
        inspection.converse(&mut self.console, self.out)?;
        self.say("Back at the table.")
    }

    fn save_as(&mut self, path: &str) -> anyhow::Result<()> {
        if path.is_empty() {
            self.say("Save where? Type save and the name of a file.")?;
        } else if self.is_overlooked {
            let why = "A bot on this machine could read it and see hidden cards. The game can be \
                       saved at its end.";
            self.say(why)?;
        } else {
            self.save(Path::new(path), &self.sitting().so_far())?;
        }
        Ok(())
    }

    /// Whether a person who typed `leave` stays with it: one word is soon typed, and may not be
    /// taken back.
    fn means_to_leave(&mut self, seat: Seat) -> anyhow::Result<bool> {
        if !self.console.is_person() {
            return Ok(true);
        }
        let leaves = loop {
            self.say("Give up your seat for good? (yes; anything else to stay)")?;
            // The clock of the question runs on. When the time is up the person has not left.
            let Answer::Line(answer) = self.ask_in_time(seat, " ", "leave> ")? else { break false };
            let line = answer.to_lowercase();
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if !self.look_up(word, rest)? {
                break matches!(line.as_str(), "yes" | "y" | "leave");
            }
        };
        if !leaves {
            self.say("You stay.")?;
        }
        Ok(leaves)
    }

    /// Takes back what a person at this terminal did last, and all that came after it. Everybody at
    /// the terminal agrees: they sit beside each other.
    fn undo(&mut self) -> anyhow::Result<Meaning> {
        let acts = self.sitting().acts();
        let own = |act: &AnyAct| act.seat().filter(|seat| self.people.contains(seat));
        let last =
            acts.iter().enumerate().rev().find_map(|(number, act)| Some((number, own(act)?)));
        let Some((remain, seat)) = last else {
            return Ok(Meaning::Refused("There is nothing of yours to take back.".to_owned()));
        };
        let undone: Vec<String> = acts[remain..].iter().map(|act| self.in_words(act)).collect();
        let agreed = self.people().collect();
        if let Err(why) = self.live.take_back(seat, remain, agreed) {
            return Ok(Meaning::Refused(sentence(&words::no_takeback(&why, &self.names))));
        }
        self.told.iter_mut().for_each(Vec::clear);
        // What was told of an act that is still there stays told.
        self.logs.iter_mut().for_each(|log| log.retain(|(acts, _)| *acts <= remain));
        self.say(&format!("Taken back: {}.", undone.join(", ")))?;
        Ok(Meaning::Wish(Wish::Look))
    }

    /// Whose act it was, and what.
    fn in_words(&self, act: &AnyAct) -> String {
        match act {
            Act::Move(seat, text) => format!("{}'s {text}", self.names.of(*seat)),
            Act::Leave(seat) => format!("{}'s leaving", self.names.of(*seat)),
            Act::Chance(_) | Act::Clock => act.to_string(),
        }
    }
}
