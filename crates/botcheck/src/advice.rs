//! What a fault means, in words for whoever wrote the bot, and what to change.

use std::time::Duration;

use super::partner::Partner;
use super::report::Check;
use super::survey::kind;
use super::table::{After, Trouble, shortened};
use parlor_match::Verdict;
use parlor_runner::SeatSpec;

/// How long a late answer is still waited for: it is late, and not held back.
const LATER: Duration = Duration::from_millis(1_500);
/// How long a bot whose input has ended gets to say what it kept to itself.
const A_MOMENT: Duration = Duration::from_secs(1);

/// A fault in a game that was played as any other: which check has failed, what was seen, and what to
/// change.
pub(super) fn diagnose(
    trouble: &Trouble,
    partner: &mut Partner,
    bot: &SeatSpec,
) -> (Check, String, &'static str) {
    let what = in_words(trouble);
    if trouble.after == After::Noise {
        let said = trouble.said.as_deref().unwrap_or_default();
        let advice = if partner.hello.is_some() { STRAY } else { FIRST_WORDS };
        return (Check::Stdout, format!("it printed '{said}', which is no message"), advice);
    }
    let owes = trouble.after == After::Silence;
    if owes && partner.was_holding_back(LATER, A_MOMENT) {
        let what = format!("{what}; the answer came only when the input of the bot was closed");
        return (Check::Stdout, what, FLUSH);
    }
    match trouble.fault.verdict {
        Verdict::StartFailed if partner.hello.is_some() && owes => (Check::Start, what, FIRST_PING),
        Verdict::StartFailed if trouble.after == After::Message => (Check::Start, what, VERSION),
        Verdict::StartFailed if owes => (Check::Start, what, HELLO),
        Verdict::StartFailed => (Check::Start, what, not_there(bot)),
        Verdict::Illegal => (Check::Play, what, LEGAL),
        Verdict::Crash => (Check::Play, what, CRASH),
        Verdict::Timeout => (Check::Time, what, LATE),
        Verdict::Protocol if !trouble.was_ready => (Check::Start, what, HELLO),
        Verdict::Protocol => (Check::Protocol, what, ONE_ANSWER),
        Verdict::Oversize => (Check::Protocol, what, SHORT_LINES),
    }
}

/// What to do about a bot that does not start: whoever has no command has none to run by hand.
pub(super) const fn not_there(bot: &SeatSpec) -> &'static str {
    match bot {
        SeatSpec::Tcp(_) => LISTEN,
        SeatSpec::WebSocket(_) | SeatSpec::Http(_) | SeatSpec::Llm(_) => SERVE,
        SeatSpec::Command(_) | SeatSpec::Human | SeatSpec::Computer(_) => RUN_IT,
    }
}

/// A fault, as a sentence about the bot.
pub(super) fn in_words(trouble: &Trouble) -> String {
    let why = &trouble.fault.why;
    let question = trouble.question.as_ref();
    let asked =
        question.map(|asked| format!(" to the question '{}'", kind(asked))).unwrap_or_default();
    let said = trouble.said.as_deref().unwrap_or_default();
    let what = match trouble.fault.verdict {
        Verdict::Illegal => {
            let question = question.map(|asked| shortened(&asked.to_string()));
            let question = question.unwrap_or_default();
            format!("it answered the question {question} with {said}, which is not legal: {why}")
        }
        Verdict::Timeout => format!("{why}{asked}"),
        Verdict::Protocol => format!("it said {said}: {why}"),
        _ => why.clone(),
    };
    match trouble.stage {
        Some(stage) => format!("{what}, after {stage}"),
        None => what,
    }
}

/// For a bot that plays on after errors of its own.
pub(super) const MISTAKES: &str = "read what it wrote to standard error, and mend that: until then it plays \
     anything legal where it fails. 'parlor play --bot-log FILE' keeps all of it";

/// What to change when a check of a twisted conversation has failed.
pub(super) const fn of(check: Check) -> &'static str {
    match check {
        Check::Deadline => {
            "read 'deadline' in every 'decide', the milliseconds there are for this answer, and stop \
             thinking well before it"
        }
        Check::UnknownFields => {
            "take the fields you know out of a message and ignore the others; do not fail on them, \
             and do not walk through all fields of a view or a menu"
        }
        Check::UnknownMessages => {
            "answer a message whose type you do not know with {\"type\": \"error\", \"code\": \
             \"unknown\", \"explanation\": \"…\"} and go on"
        }
        Check::Stop => {
            "when 'stop' comes forget the question with that id, if you still think about it, and \
             answer whatever 'decide' comes next with its own id"
        }
        Check::Errors => {
            "write an 'error' to your log and go on; do not keep a board of your own that assumes your \
             move was played, but take the view of each 'decide' as it is"
        }
        Check::Ping => {
            "answer every 'ping' with {\"type\": \"pong\", \"id\": …} and the id of the ping"
        }
        Check::Lines => {
            "read until the end of a line, however many reads that takes, and keep what follows it: a \
             line may be 1 MiB long, come in pieces, or together with others"
        }
        Check::Resume => {
            "do not count on having seen the game from its beginning: with 'begun' true all there is to \
             know is in the view of the first 'decide'"
        }
        Check::NextGame => {
            "after 'bye' go on reading: another 'welcome' may come, with another seat and other \
             options. Forget everything of the last game then"
        }
        _ => "",
    }
}

const STRAY: &str = "standard output is for messages alone; print what is for people to standard \
                     error (in Python: print(…, file=sys.stderr))";
const FIRST_WORDS: &str = "print writes to the table, also before the bot has said hello; print what \
                           is for people to standard error (in Python: print(…, file=sys.stderr)). \
                           With parlor.py or parlor.mjs, import that first of all: from then on \
                           print and console.log write to standard error";
/// What to do about a line that was kept in a buffer until the bot ended.
pub(super) const HELD_BACK: &str = "print writes to the table, also what comes late because it was \
                                    kept in a buffer; print what is for people to standard error \
                                    (in Python: print(…, file=sys.stderr))";
const FLUSH: &str = "flush standard output after every message (in Python: print(…, flush=True), or \
                     run python3 -u)";
const FIRST_PING: &str = "answer the 'ping' that comes with 'welcome' with {\"type\": \"pong\", \"id\": \
                          …} and the id of the ping, as soon as the bot is ready to play";
const VERSION: &str = "say in 'hello' that the bot speaks version 1: {\"type\": \"hello\", \
                       \"versions\": [1], \"name\": \"…\"}";
const HELLO: &str = "say {\"type\": \"hello\", \"versions\": [1], \"name\": \"…\"} first of all, \
                     without waiting for anything; what takes long is done before the first ping is \
                     answered";
const RUN_IT: &str =
    "run the command by hand and see what it says; it should print its hello and wait";
const LISTEN: &str = "start the bot first, so that it listens at this address, and leave it running \
                      (with parlor.py: python3 bot.py --listen PORT)";
const SERVE: &str =
    "start the server first, so that it answers at this address, and leave it running";
const LEGAL: &str = "answer with a move out of 'menu', spelt as it is there. An entry that is an object \
                     is a range: every 'step'-th amount from 'first' to 'last'";
const CRASH: &str = "see what the bot wrote to standard error; it must live until its input ends";
const LATE: &str =
    "answer within 'deadline' milliseconds of the 'decide', and answer every question";
const ONE_ANSWER: &str =
    "answer each 'decide' once, with one 'choose' that has the id of that 'decide'";
const SHORT_LINES: &str = "keep messages short: a line of a bot has at most 64 KiB";
/// What to do about memory.
pub(super) const FORGET: &str = "forget what belongs to a game when it is over: logs, views, search \
                                 trees";
/// What to do about moves that differ.
pub(super) const SEED: &str = "draw all randomness from the 'seed' of 'welcome', and let no clock and \
                               no order of a set decide; then a game can be played again";
/// What to do about a bot that does not end well.
pub(super) const END: &str = "end with exit code 0 when the input ends (in Python: for line in \
                              sys.stdin: … ends by itself)";
/// What to do about slow answers.
pub(super) const SLOW: &str = "leave more time to spare: a busy machine, or a slow line, makes a late \
                               answer out of it";
