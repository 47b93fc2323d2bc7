//! Finding the shortest list of acts that still shows a breach.

/// Drops acts, in ever smaller runs, as long as the rest still fails.
///
/// `fails` is given a list and returns the part of it that was actually taken up to the failure,
/// or `None` when nothing fails. At the `most` so many lists are tried.
pub(crate) fn shrink<T: Clone>(
    acts: Vec<T>,
    most: usize,
    mut fails: impl FnMut(&[T]) -> Option<Vec<T>>,
) -> Vec<T> {
    let mut shortest = acts;
    let mut tries = 0;
    let mut run = shortest.len();
    while run > 0 {
        let mut from = 0;
        let before = shortest.len();
        while from < shortest.len() && tries < most {
            tries += 1;
            let mut shorter = shortest.clone();
            shorter.drain(from..(from + run).min(shortest.len()));
            match fails(&shorter) {
                Some(taken) if taken.len() < shortest.len() => shortest = taken,
                _ => from += run,
            }
        }
        // Dropping one act may make another needless, so a length is done when it drops nothing.
        if shortest.len() == before || tries >= most {
            run /= 2;
        }
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_what_is_needed() {
        let acts: Vec<u32> = (0..300).collect();
        let fails = |acts: &[u32]| {
            let needed = [17, 170, 171].iter().all(|number| acts.contains(number));
            needed.then(|| acts.to_vec())
        };
        assert_eq!(shrink(acts, 4_000, fails), [17, 170, 171]);
    }

    #[test]
    fn a_failure_of_the_empty_list_shrinks_to_it() {
        assert!(shrink(vec![1, 2, 3], 100, |acts| Some(acts.to_vec())).is_empty());
    }
}
