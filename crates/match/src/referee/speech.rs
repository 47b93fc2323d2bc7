//! What bots are told, made from the table as their seat sees it.

use std::fmt::Write;

use parlor_engine::{AnyTable, Catalogue, Names, Seat, Viewer};
use parlor_protocol::{self as wire, MAX_CATALOGUE, MAX_MENU, MAX_TEXT, ToBot};
use serde_json::Value;

use super::house::House;
use crate::sitting::{News, Sitting, Taken};

/// So many characters of a line that is no message are repeated.
const QUOTED: usize = 60;
/// So many characters of a complaint are kept.
const COMPLAINT: usize = 300;
/// So many candidates of an `info` are kept.
const CANDIDATES: usize = 100;

/// The beginning of a game, for one seat. Whether it has begun is not known here.
pub(super) fn welcome(sitting: &Sitting, house: &House, seat: Seat, text: bool) -> wire::Welcome {
    let House { terms, bot_seeds, .. } = house;
    let own_seed = bot_seeds.as_ref().and_then(|seeds| seeds.get(seat).copied());
    let dealt = || sitting.dealer().map_or(0, |dealer| dealer.player_seed(seat));
    let (table, header) = (sitting.table(), sitting.header());
    let about = table.about();
    wire::Welcome {
        version: wire::VERSION,
        host: concat!("parlor ", env!("CARGO_PKG_VERSION")).to_owned(),
        game: about.id.to_owned(),
        title: about.title.to_owned(),
        rules: about.rules_version,
        options: table.options(),
        seat: seat.number() as u8,
        seats: table.seats() as u8,
        names: (0..table.seats()).map(|at| sitting.occupant(Seat::at(at)).name.clone()).collect(),
        begun: false,
        all_open: header.all_open,
        // JavaScript and others keep no more bits of a number exactly.
        seed: own_seed.unwrap_or_else(dealt) >> 11,
        clock: terms.told(terms.bank.map(|bank| bank.first)),
        commitment: (header.commitment.filter(|_| bot_seeds.is_none()))
            .map(|commitment| commitment.to_string()),
        notation: table.notation(),
        heard: None,
        forms: Vec::new(),
        catalogue: None,
        text: text.then(|| rules_in_words(table)),
    }
}

/// The forms that moves have, for a bot that wants them.
pub(super) fn forms(table: &dyn AnyTable) -> Vec<wire::Form> {
    table.forms().iter().map(Into::into).collect()
}

/// What is in the box, for a bot that wants it: without its words where they are too long for a line,
/// and not at all where that is too long, too.
pub(super) fn catalogue(table: &dyn AnyTable) -> Option<Catalogue> {
    let fits = |catalogue: &Catalogue| {
        serde_json::to_string(catalogue).is_ok_and(|text| text.len() <= MAX_CATALOGUE)
    };
    let whole = table.catalogue();
    if fits(&whole) { Some(whole) } else { Some(whole.without_text()).filter(fits) }
}

/// What the parts of the moves on a menu are, for a bot that wants to know.
pub(super) fn slots(table: &dyn AnyTable, seat: Seat, names: &Names) -> Vec<wire::Entry> {
    table.choices(seat, names, MAX_MENU).entries.iter().map(Into::into).collect()
}

/// The rules, and the words of the game.
fn rules_in_words(table: &dyn AnyTable) -> String {
    let about = table.about();
    let mut text = format!("{}: {}\n\n{}\n", about.title, about.summary, about.rules);
    for (word, meaning) in table.catalogue().words() {
        _ = write!(text, "\n{word}: {meaning}");
    }
    text
}

/// A question to one seat; its number and its clock are not known here.
pub(super) fn decide(
    table: &dyn AnyTable,
    seat: Seat,
    question: &Value,
    names: Option<&Names>,
) -> wire::Decide {
    wire::Decide {
        id: 0,
        question: question.clone(),
        view: table.view(Viewer::Seat(seat)),
        menu: table.menu(seat, MAX_MENU).into(),
        deadline: None,
        clock: wire::Clock::default(),
        text: names.map(|names| wire::Words {
            question: table.question(seat, names).unwrap_or_default(),
            board: table.draw(Viewer::Seat(seat), names).to_string(),
        }),
    }
}

/// What a viewer is told of an entry, as lines. What happens beside the game is for those alone who want
/// all news, and so are the numbers.
pub(super) fn news(
    table: &dyn AnyTable,
    taken: &Taken,
    viewer: Viewer,
    names: Option<&Names>,
    wants_all: bool,
) -> Vec<Vec<u8>> {
    let beside = |number, event| wire::News { number, event, seat: None, name: None };
    let message = |(number, news): (u64, News<'_>)| {
        let happened = match news {
            News::Notice(notice) => {
                let text = names.and_then(|names| table.tell(notice, names));
                let text = text.filter(|text| !text.is_empty());
                let number = wants_all.then_some(number);
                return Some(ToBot::Notice(wire::Notice { number, notice: notice.clone(), text }));
            }
            // Where a bot has heard of an act it is not taken back.
            News::TakenBack(_) => return None,
            News::Seated(seat, who) => wire::News {
                seat: Some(seat.number() as u8),
                name: Some(who.name.clone()),
                ..beside(number, wire::Event::Seated)
            },
            News::Paused => beside(number, wire::Event::Paused),
            News::Resumed => beside(number, wire::Event::Resumed),
        };
        wants_all.then_some(ToBot::News(happened))
    };
    taken
        .news(viewer)
        .into_iter()
        .filter_map(message)
        .map(|message| wire::write(&message))
        .collect()
}

/// A remark of the size that is kept.
pub(super) fn bounded(mut info: wire::Info) -> wire::Info {
    info.candidates.truncate(CANDIDATES);
    for candidate in &mut info.candidates {
        cut(&mut candidate.played, COMPLAINT);
    }
    if let Some(text) = &mut info.text {
        cut(text, MAX_TEXT);
    }
    info
}

/// The beginning of a line, so that people can see which line it was.
pub(super) fn quoted(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(&line[..line.len().min(4 * QUOTED)]);
    let mut shown: String = line.chars().filter(|c| !c.is_control()).collect();
    let whole = shown.chars().count();
    cut(&mut shown, QUOTED);
    let more = if whole > QUOTED { " …" } else { "" };
    format!("'{shown}{more}'")
}

/// A complaint as it is repeated to people.
pub(super) fn shortened(mut complaint: String) -> String {
    cut(&mut complaint, COMPLAINT);
    complaint
}

fn cut(text: &mut String, most: usize) {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
    }
}
