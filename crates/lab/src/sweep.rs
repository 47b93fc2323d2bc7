//! Values of an option that are tried one after the other: `turns=10..30:5`, `set=seed,standard`.

use parlor_engine::Problems;

use crate::settle::MAX_SWEPT;

/// An option and its values, as they are typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sweep {
    pub(crate) option: String,
    pub(crate) values: Vec<String>,
}

impl Sweep {
    /// Reads one; what is wrong with it is added to the problems.
    pub(crate) fn read(text: &str, problems: &mut Problems) -> Option<Self> {
        let place = format!("sweep {text}");
        let Some((option, values)) = text.split_once('=') else {
            problems.add(place, "a sweep is written OPTION=FROM..TO:STEP or OPTION=a,b,c");
            return None;
        };
        let option = option.trim();
        let values = match values.split_once("..") {
            Some((from, rest)) => range(from, rest),
            None => words(values),
        };
        let mut wrong = Problems::new();
        if option.is_empty() {
            wrong.add(&place, "it names no option");
        }
        let read = values.map_err(|why| wrong.add(&place, why)).ok();
        let is_fine = wrong.is_empty();
        problems.append(wrong);
        read.filter(|_| is_fine).map(|values| Self { option: option.to_owned(), values })
    }
}

/// Whole numbers from one to another, both included.
fn range(from: &str, rest: &str) -> Result<Vec<String>, String> {
    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let number = |text: &str| {
        text.trim().parse::<i64>().map_err(|_| format!("'{}' is no whole number", text.trim()))
    };
    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
    if step < 1 {
        return Err(format!("the step must be 1 or more, not {step}"));
    }
    if from > to {
        return Err(format!(
            "it goes from the smaller number to the larger, not from {from} to {to}"
        ));
    }
    let step = step.unsigned_abs();
    let count = to.abs_diff(from) / step;
    if count >= MAX_SWEPT as u64 {
        let count = u128::from(count) + 1;
        return Err(format!("these are {count} values, and {MAX_SWEPT} can be tried"));
    }
    let value = |index: u64| from.saturating_add_unsigned(index * step).to_string();
    Ok((0..=count).map(value).collect())
}

fn words(text: &str) -> Result<Vec<String>, String> {
    let values: Vec<String> = text.split(',').map(|word| word.trim().to_owned()).collect();
    if values.iter().any(String::is_empty) {
        return Err("a value is missing".to_owned());
    }
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            return Err(format!("the value '{value}' is given twice"));
        }
    }
    if values.len() > MAX_SWEPT {
        return Err(format!("these are {} values, and {MAX_SWEPT} can be tried", values.len()));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut problems = Problems::new();
        let sweep = Sweep::read(text, &mut problems);
        assert_eq!(sweep.is_none(), !problems.is_empty(), "{text}");
        sweep.map(|sweep| sweep.values).ok_or_else(|| problems.to_string())
    }

    #[test]
    fn values_are_numbers_or_words() {
        for (text, expected) in [
            ("turns=10..30:10", vec!["10", "20", "30"]),
            ("turns=10..29:10", vec!["10", "20"]),
            ("turns=-1..1", vec!["-1", "0", "1"]),
            ("turns=7..7:100", vec!["7"]),
            ("set=seed, standard", vec!["seed", "standard"]),
            ("boxes=2x2", vec!["2x2"]),
            (
                "x=9223372036854775806..9223372036854775807",
                vec!["9223372036854775806", "9223372036854775807"],
            ),
        ] {
            assert_eq!(read(text), Ok(expected.into_iter().map(String::from).collect()), "{text}");
        }
    }

    #[test]
    fn a_sweep_that_is_none_says_why() {
        for (text, why) in [
            ("turns", "a sweep is written"),
            ("=1..2:1", "it names no option"),
            ("turns=", "a value is missing"),
            ("turns=a,,b", "a value is missing"),
            ("turns=a,b,a", "'a' is given twice"),
            ("turns=1..x:1", "'x' is no whole number"),
            ("turns=1..2:1.5", "'1.5' is no whole number"),
            ("turns=1..2:0", "the step must be 1 or more, not 0"),
            ("turns=5..1:1", "not from 5 to 1"),
            ("turns=1..101:1", "these are 101 values"),
            ("turns=-9223372036854775808..9223372036854775807:1", "18446744073709551616 values"),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.contains(why) && said.starts_with(&format!("sweep {text}: ")), "{said}");
        }
    }
}
