//! What was typed, word by word.

/// The words of a line, in small letters. Hyphens part words like blanks, except beside digits, where
/// one may be a sign.
pub(super) fn words(line: &str) -> Vec<String> {
    let line = line.to_lowercase();
    let parts = line.split(' ').flat_map(|word| {
        let hyphen = if has_digit(word) { '\0' } else { '-' };
        word.split(hyphen)
    });
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The words of a name, in small letters and without what people leave out: `St. Ann's` is `st anns`.
pub(super) fn words_of_name(name: &str) -> Vec<String> {
    let letters = name.to_lowercase().replace(['\'', '\u{2019}', '.'], "");
    let words = letters.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

pub(super) fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// A line with its amounts as moves have them: `bid £1,200` is `bid 1200`.
pub(super) fn plain_amounts(line: &str) -> String {
    let plain = |word: &str| {
        let bare = word.trim_start_matches('£');
        let digits: String = bare.chars().filter(|c| *c != ',').collect();
        let is_amount = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_amount { digits } else { word.to_owned() }
    };
    line.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

/// A line with letters and digits apart: `h02` is `h 0 2`.
pub(super) fn apart(line: &str) -> String {
    let mut apart = String::new();
    let mut before: Option<char> = None;
    for letter in line.chars() {
        let is_new =
            letter.is_ascii_digit() || before.is_some_and(|before| before.is_ascii_digit());
        if is_new && before.is_some_and(|before| before != ' ') && letter != ' ' {
            apart.push(' ');
        }
        apart.push(letter);
        before = Some(letter);
    }
    apart
}

/// A line that ends in `x3`: what stands before it, and how often it is to be played.
pub(super) fn repeated(line: &str) -> Option<(&str, usize)> {
    let (line, times) = line.rsplit_once(' ')?;
    let digits = times.strip_prefix(['x', 'X'])?;
    let times = digits.parse().ok().filter(|times| (1..=MOST_TIMES).contains(times))?;
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| (line.trim_end(), times))
}

/// More is a typing error.
const MOST_TIMES: usize = 99;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_part_words_but_not_numbers() {
        assert_eq!(words("Buy Merge-Conflict"), ["buy", "merge", "conflict"]);
        assert_eq!(words("pay -5 level-2"), ["pay", "-5", "level-2"]);
        assert_eq!(words(" b  -test"), ["b", "test"]);
        assert_eq!(words_of_name("St. Ann's Square"), ["st", "anns", "square"]);
    }

    #[test]
    fn amounts_are_plain_numbers() {
        assert_eq!(plain_amounts("bid £1,200"), "bid 1200");
        assert_eq!(plain_amounts("give £ 5, now"), "give £ 5 now");
    }

    #[test]
    fn letters_and_digits_are_taken_apart() {
        assert_eq!(apart("h02"), "h 0 2");
        assert_eq!(apart("v 1 2"), "v 1 2");
        assert_eq!(apart("roll"), "roll");
    }

    #[test]
    fn a_move_is_repeated_a_number_of_times() {
        assert_eq!(repeated("p b x3"), Some(("p b", 3)));
        assert_eq!(repeated("roll  X12"), Some(("roll", 12)));
        for line in ["x3", "p b x", "p b x0", "p b x100", "p b x+3", "p b 3", "p bx3"] {
            assert_eq!(repeated(line), None, "{line}");
        }
    }
}
