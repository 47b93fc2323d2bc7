use super::*;

type Events = Stack<char, 8>;
type Outcome = Result<(), Overflow>;

const ANN: Seat = Seat::at(0);
const BOB: Seat = Seat::at(1);

/// Runs the stack until it is empty or somebody is asked for an order, and nobody answers anything.
/// `?a` is fired, `!a` happens, `-a` is dropped.
fn run_on(stack: &mut Events) -> String {
    let mut log = String::new();
    loop {
        let (mark, event) = match stack.next() {
            Step::Idle | Step::Order(..) => return log,
            Step::Fire(_, event) => {
                stack.pass();
                ('?', event)
            }
            Step::Resolve(_, event) => {
                assert_eq!(stack.take().unwrap().event, event);
                ('!', event)
            }
            Step::Drop(_, event) => {
                assert!(stack.take().unwrap().cancelled);
                ('-', event)
            }
        };
        log.extend([mark, event]);
    }
}

/// From the bottom to the top, as far as order and conditions go: `>` is after, `~` if cancelled.
fn layout(stack: &Events) -> String {
    let mark = |when| match when {
        When::Always => "",
        When::After => ">",
        When::IfCancelled => "~",
    };
    stack.iter().flat_map(|(_, frame)| mark(frame.when).chars().chain([frame.event])).collect()
}

fn filled() -> Events {
    let mut stack = Events::default();
    for event in "abcdefgh".chars() {
        stack.push(event).unwrap();
    }
    stack
}

mod life {
    use super::*;

    #[test]
    fn an_event_is_fired_then_resolved_then_gone() -> Outcome {
        let mut stack = Events::default();
        assert_eq!(stack.next(), Step::Idle);
        let a = stack.push('a')?;
        assert_eq!(stack.next(), Step::Fire(a, 'a'));
        // Looking changes nothing.
        assert_eq!(stack.next(), Step::Fire(a, 'a'));
        stack.pass();
        assert_eq!(stack.next(), Step::Resolve(a, 'a'));
        let taken = stack.take().unwrap();
        assert_eq!((taken.event, taken.fired, taken.cancelled), ('a', true, false));
        assert_eq!((stack.next(), stack.take()), (Step::Idle, None));
        Ok(())
    }

    /// What nothing can answer is not fired, until something covers it all the same.
    #[test]
    fn a_sure_event_is_not_fired() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push_fired('a')?;
        assert_eq!(stack.next(), Step::Resolve(a, 'a'));
        assert_eq!(stack.top().map(|top| top.event), Some('a'));
        stack.push_fired('b')?;
        assert_eq!(run_on(&mut stack), "!b?a!a");
        assert!(stack.top().is_none());
        Ok(())
    }

    /// Finishing is taking without looking.
    #[test]
    fn what_is_finished_is_taken() -> Outcome {
        for cancelled in [false, true] {
            let mut taken = Events::default();
            let id = taken.push_with('a', When::After, 'b')?;
            if cancelled {
                taken.cancel(id);
            }
            let mut finished = taken.clone();
            taken.take();
            finished.finish();
            assert_eq!((layout(&taken), &taken), (layout(&finished), &finished));
            assert_eq!(taken.is_empty(), cancelled);
        }
        Events::default().finish();
        Ok(())
    }

    #[test]
    fn the_last_comes_first() -> Outcome {
        let mut stack = Events::default();
        for event in ['a', 'b', 'c'] {
            stack.push(event)?;
        }
        assert_eq!((stack.len(), stack.room(), stack.is_empty()), (3, 5, false));
        assert_eq!(run_on(&mut stack), "?c!c?b!b?a!a");
        assert_eq!((stack.len(), stack.room(), stack.is_empty()), (0, 8, true));
        Ok(())
    }

    #[test]
    fn an_answered_event_is_fired_again() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        stack.push('b')?;
        stack.pass();
        assert_eq!(stack.take().unwrap().event, 'b');
        assert_eq!(stack.next(), Step::Fire(a, 'a'));
        Ok(())
    }

    /// Every way to put something on top takes the word 'fired' from what it covers, and from
    /// nothing else.
    #[test]
    fn what_is_covered_is_fired_again() -> Outcome {
        let cover: [fn(&mut Events) -> Outcome; 3] = [
            |stack| stack.push('x').map(|_| ()),
            |stack| stack.push_with('x', When::After, 'y').map(|_| ()),
            |stack| stack.push_together(&[(ANN, 'x'), (BOB, 'y')]),
        ];
        for cover in cover {
            let mut stack = Events::default();
            let a = stack.push('a')?;
            stack.pass();
            assert!(stack.get(a).unwrap().fired);
            cover(&mut stack)?;
            assert!(!stack.get(a).unwrap().fired);
            assert!(run_on(&mut stack).ends_with("?a!a"));
        }
        Ok(())
    }

    #[test]
    fn no_events_cover_nothing() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        stack.pass();
        stack.push_together(&[])?;
        assert_eq!(stack.next(), Step::Resolve(a, 'a'));
        Ok(())
    }

    #[test]
    fn pass_is_for_what_is_fired() -> Outcome {
        let mut stack = Events::default();
        stack.pass();
        assert_eq!(stack, Events::default());
        stack.push_together(&[(ANN, 'a'), (ANN, 'b')])?;
        let asked = stack.clone();
        stack.pass();
        assert_eq!(stack, asked, "nothing is fired before its place is settled");
        stack.pick(0);
        stack.pass();
        let passed = stack.clone();
        stack.pass();
        assert_eq!(stack, passed, "once is enough");
        Ok(())
    }

    #[test]
    fn an_event_can_be_changed_while_it_waits() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        let b = stack.push('b')?;
        *stack.get_mut(a).unwrap() = 'A';
        assert_eq!((layout(&stack).as_str(), stack.get(b).unwrap().event), ("Ab", 'b'));
        stack.clear();
        assert_eq!(stack.get(a), None);
        assert_eq!(stack.get_mut(a), None);
        assert_eq!(stack, Events::default());
        Ok(())
    }
}

mod cancelling {
    use super::*;

    #[test]
    fn a_cancelled_event_is_dropped_without_being_fired() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        let b = stack.push('b')?;
        assert!(stack.cancel(a));
        // It waits for its turn all the same.
        assert_eq!(stack.next(), Step::Fire(b, 'b'));
        assert_eq!(run_on(&mut stack), "?b!b-a");
        Ok(())
    }

    #[test]
    fn also_when_it_was_about_to_happen() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        stack.pass();
        stack.cancel(a);
        assert_eq!(stack.next(), Step::Drop(a, 'a'));
        Ok(())
    }

    #[test]
    fn only_once_and_only_what_is_there() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        assert!(stack.cancel(a));
        assert!(!stack.cancel(a), "it was cancelled already");
        stack.take();
        assert!(!stack.cancel(a), "it is gone");
        Ok(())
    }

    /// The original, a counter, a counter to that: with an odd number of them it does not happen.
    #[test]
    fn counters_can_be_countered() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        let b = stack.push('b')?;
        stack.push('c')?;
        stack.pass();
        stack.take();
        stack.cancel(b);
        assert_eq!(run_on(&mut stack), "-b?a!a");
        assert!(!stack.cancel(a));
        Ok(())
    }
}

mod conditions {
    use super::*;

    #[test]
    fn after_comes_only_when_it_happened() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::After, 'b')?;
        assert_eq!(layout(&stack), ">ba");
        assert_eq!(run_on(&mut stack), "?a!a?b!b");
        let a = stack.push_with('a', When::After, 'b')?;
        stack.cancel(a);
        assert_eq!(run_on(&mut stack), "-a");
        Ok(())
    }

    #[test]
    fn if_cancelled_comes_only_when_it_was() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::IfCancelled, 'b')?;
        assert_eq!(run_on(&mut stack), "?a!a");
        let a = stack.push_with('a', When::IfCancelled, 'b')?;
        stack.cancel(a);
        assert_eq!(run_on(&mut stack), "-a?b!b");
        Ok(())
    }

    #[test]
    fn always_comes_either_way() -> Outcome {
        for (cancelled, log) in [(false, "?a!a?b!b"), (true, "-a?b!b")] {
            let mut stack = Events::default();
            let a = stack.push_with('a', When::Always, 'b')?;
            if cancelled {
                stack.cancel(a);
            }
            assert_eq!(run_on(&mut stack), log);
        }
        Ok(())
    }

    /// Of six that hang on one event, each goes by its own condition, the first hung first.
    #[test]
    fn several_can_hang_on_one_event() -> Outcome {
        for (cancelled, log) in [(false, "?a!a?b!b?d!d?f!f?z!z"), (true, "-a?c!c?e!e?z!z")] {
            let mut stack = Events::default();
            stack.push('z')?;
            stack.push_with('a', When::After, 'b')?;
            stack.then(When::IfCancelled, 'c')?;
            stack.then(When::After, 'd')?;
            stack.then(When::IfCancelled, 'e')?;
            let a = stack.then(When::After, 'f')?;
            assert_eq!(layout(&stack), "z>f~e>d~c>ba");
            if cancelled {
                assert!(stack.cancel(a));
            }
            assert_eq!(run_on(&mut stack), log);
        }
        Ok(())
    }

    /// What hangs on the lower event is none of the upper one's business.
    #[test]
    fn conditions_nest() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push_with('a', When::After, 'b')?;
        let c = stack.push_with('c', When::IfCancelled, 'd')?;
        assert_eq!(layout(&stack), ">ba~dc");
        stack.cancel(c);
        assert_eq!(stack.take().unwrap().event, 'c');
        assert_eq!(layout(&stack), ">bad");
        assert_eq!(run_on(&mut stack), "?d!d?a!a?b!b");
        assert!(stack.is_empty());

        let a_again = stack.push_with('a', When::After, 'b')?;
        assert_eq!(a_again, a);
        stack.push_with('c', When::IfCancelled, 'd')?;
        stack.cancel(a);
        assert_eq!(run_on(&mut stack), "?c!c-a");
        Ok(())
    }

    /// An after of an after: it is hung when its own turn to be fired comes.
    #[test]
    fn what_follows_can_have_something_follow() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::After, 'b')?;
        stack.pass();
        stack.take();
        let b = stack.then(When::After, 'c')?;
        assert_eq!(layout(&stack), ">cb");
        stack.cancel(b);
        assert_eq!(run_on(&mut stack), "-b");
        Ok(())
    }

    #[test]
    fn what_follows_can_be_cancelled_itself() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::After, 'b')?;
        let (b, _) = stack.iter().next().unwrap();
        stack.cancel(b);
        assert_eq!(run_on(&mut stack), "?a!a-b");
        Ok(())
    }

    #[test]
    fn then_does_not_interrupt() -> Outcome {
        let mut stack = Events::default();
        stack.push('z')?;
        let a = stack.push('a')?;
        let (z, _) = stack.iter().next().unwrap();
        stack.pass();
        let moved = stack.then(When::After, 'b')?;
        assert_ne!(moved, a);
        assert_eq!(stack.next(), Step::Resolve(moved, 'a'), "still fired");
        assert_eq!(stack.get(z).unwrap().event, 'z', "what lies beneath keeps its name");
        assert_eq!(run_on(&mut stack), "!a?b!b?z!z");
        Ok(())
    }

    #[test]
    fn then_leaves_an_unfired_event_unfired() -> Outcome {
        let mut stack = Events::default();
        stack.push('a')?;
        let a = stack.then(When::After, 'b')?;
        assert_eq!(stack.next(), Step::Fire(a, 'a'));
        Ok(())
    }

    /// An event put beneath the top must not take over what hangs on the top.
    #[test]
    fn an_unconditional_follower_does_not_come_between() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::After, 'b')?;
        let a = stack.then(When::Always, 'c')?;
        assert_eq!(layout(&stack), "c>ba");
        stack.cancel(a);
        assert_eq!(run_on(&mut stack), "-a?c!c");
        Ok(())
    }

    #[test]
    fn then_on_nothing_is_a_push() -> Outcome {
        let mut stack = Events::default();
        let id = stack.then(When::After, 'a')?;
        assert_eq!(stack.next(), Step::Fire(id, 'a'));
        assert_eq!(layout(&stack), "a");
        Ok(())
    }

    /// What an event puts on the stack while it happens comes before what hung on it.
    #[test]
    fn effects_come_before_what_follows() -> Outcome {
        let mut stack = Events::default();
        stack.push_with('a', When::After, 'b')?;
        stack.pass();
        stack.take();
        stack.push('e')?;
        assert_eq!(run_on(&mut stack), "?e!e?b!b");
        Ok(())
    }

    /// While its condition is open an interrupted event keeps what hangs on it.
    #[test]
    fn conditions_survive_an_interruption() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push_with('a', When::After, 'b')?;
        stack.push('x')?;
        assert_eq!(stack.take().unwrap().event, 'x');
        assert_eq!(layout(&stack), ">ba");
        stack.cancel(a);
        assert_eq!(run_on(&mut stack), "-a");
        Ok(())
    }
}

mod together {
    use super::*;

    /// Runs the stack with these picks and notes what was asked and what happened.
    fn with_picks(stack: &mut Events, picks: &[usize]) -> String {
        let mut log = String::new();
        let mut picks = picks.iter();
        loop {
            let did: Vec<char> = run_on(stack).chars().collect();
            log.extend(did.chunks(2).filter(|step| step[0] != '?').flatten());
            let Step::Order(owner, count) = stack.next() else { break };
            let offered: String = stack.unordered().collect();
            assert_eq!(offered.len(), count);
            log.extend(["[", &owner.to_string(), ":", &offered, "]"]);
            assert!(stack.pick(*picks.next().expect("a pick for each question")));
        }
        assert_eq!(picks.next(), None, "all picks were asked for");
        log
    }

    #[test]
    fn one_each_needs_no_question() -> Outcome {
        let mut stack = Events::default();
        stack.push_together(&[(BOB, 'b'), (ANN, 'a')])?;
        assert_eq!(run_on(&mut stack), "?b!b?a!a");
        Ok(())
    }

    #[test]
    fn of_two_the_owner_picks_one() -> Outcome {
        for (pick, log) in [(0, "[1:ab]!a!b"), (1, "[1:ab]!b!a")] {
            let mut stack = Events::default();
            stack.push_together(&[(ANN, 'a'), (ANN, 'b')])?;
            assert_eq!(stack.next(), Step::Order(ANN, 2));
            assert_eq!(with_picks(&mut stack, &[pick]), log);
        }
        Ok(())
    }

    #[test]
    fn of_three_every_order_can_be_had() -> Outcome {
        let logs = [
            "[2:abc]!a[2:bc]!b!c",
            "[2:abc]!a[2:bc]!c!b",
            "[2:abc]!b[2:ac]!a!c",
            "[2:abc]!b[2:ac]!c!a",
            "[2:abc]!c[2:ab]!a!b",
            "[2:abc]!c[2:ab]!b!a",
        ];
        for (number, log) in logs.into_iter().enumerate() {
            let mut stack = Events::default();
            stack.push_together(&[(BOB, 'a'), (BOB, 'b'), (BOB, 'c')])?;
            assert_eq!(with_picks(&mut stack, &[number / 2, number % 2]), log);
        }
        Ok(())
    }

    /// Once the order is settled nothing remembers that it had to be.
    #[test]
    fn a_settled_group_is_like_any_other() -> Outcome {
        for (pick, events) in [(0, "ba"), (1, "ab")] {
            let mut stack = Events::default();
            stack.push_together(&[(ANN, 'a'), (ANN, 'b')])?;
            stack.pick(pick);
            let mut pushed = Events::default();
            for event in events.chars() {
                pushed.push(event)?;
            }
            assert_eq!(stack, pushed);
        }
        Ok(())
    }

    /// Between players the order given decides; each of them is asked for their own.
    #[test]
    fn two_players_are_asked_in_turn() -> Outcome {
        let mut stack = Events::default();
        stack.push('z')?;
        let events = [(BOB, 'b'), (BOB, 'c'), (ANN, 'd'), (ANN, 'e'), (ANN, 'f')];
        stack.push_together(&events)?;
        let log = with_picks(&mut stack, &[1, 2, 0]);
        assert_eq!(log, "[2:bc]!c!b[1:def]!f[1:de]!d!e!z");
        Ok(())
    }

    /// What is not next to each other in priority order is no choice of anybody's.
    #[test]
    fn only_neighbours_are_put_in_order() -> Outcome {
        let mut stack = Events::default();
        stack.push_together(&[(ANN, 'a'), (BOB, 'b'), (ANN, 'c')])?;
        assert_eq!(run_on(&mut stack), "?a!a?b!b?c!c");
        Ok(())
    }

    #[test]
    fn a_pick_that_is_not_offered_changes_nothing() -> Outcome {
        let mut stack = Events::default();
        assert!(!stack.pick(0), "nothing is there");
        stack.push_together(&[(ANN, 'a'), (ANN, 'b'), (BOB, 'c')])?;
        let before = stack.clone();
        assert!(!stack.pick(2), "the third is Bob's");
        assert_eq!(stack, before);
        assert!(stack.pick(1));
        let settled = stack.clone();
        assert!(!stack.pick(0), "all is settled");
        assert_eq!((stack.unordered().count(), stack), (0, settled));
        Ok(())
    }

    /// An effect of the first may bring new events of the same player: they are settled first, and
    /// apart from those that still wait.
    #[test]
    fn two_groups_of_one_player_are_not_mixed() -> Outcome {
        let mut stack = Events::default();
        stack.push_together(&[(ANN, 'a'), (ANN, 'b'), (ANN, 'c')])?;
        stack.pick(2);
        stack.pass();
        assert_eq!(stack.take().unwrap().event, 'c');
        stack.push_together(&[(ANN, 'x'), (ANN, 'y')])?;
        assert_eq!(with_picks(&mut stack, &[1, 0]), "[1:xy]!y!x[1:ab]!a!b");
        Ok(())
    }

    /// The same where the lowest of the first group was the one picked.
    #[test]
    fn the_end_of_a_group_survives_picks() -> Outcome {
        let mut stack = Events::default();
        stack.push_together(&[(ANN, 'a'), (ANN, 'b')])?;
        stack.push_together(&[(ANN, 'x'), (ANN, 'y'), (ANN, 'z')])?;
        assert_eq!(with_picks(&mut stack, &[2, 1, 1]), "[1:xyz]!z[1:xy]!y!x[1:ab]!b!a");
        Ok(())
    }

    #[test]
    fn answers_to_the_picked_one_leave_the_others_waiting() -> Outcome {
        let mut stack = Events::default();
        stack.push_together(&[(ANN, 'a'), (ANN, 'b'), (ANN, 'c')])?;
        stack.pick(1);
        stack.push('x')?;
        stack.then(When::After, 'y')?;
        assert_eq!(with_picks(&mut stack, &[0]), "!x!y!b[1:ac]!a!c");
        Ok(())
    }

    fn names(stack: &Events, events: &str) -> Vec<Id> {
        let wanted = |(_, frame): &(Id, &Frame<char>)| events.contains(frame.event);
        stack.iter().filter(wanted).map(|(id, _)| id).collect()
    }

    /// The owner is not asked about what was cancelled meanwhile, wherever in the group it lies, and
    /// not at all when only one is left.
    #[test]
    fn cancelled_events_want_no_order() -> Outcome {
        for (cancelled, picks, log) in [
            ("a", vec![1], "[1:bc]!c!b"),
            ("b", vec![1], "[1:ac]!c!a"),
            ("c", vec![1], "[1:ab]!b!a"),
            ("ab", vec![], "!c"),
            ("bc", vec![], "!a"),
            ("ac", vec![], "!b"),
            ("abc", vec![], ""),
        ] {
            let mut stack = Events::default();
            stack.push_together(&[(ANN, 'a'), (ANN, 'b'), (ANN, 'c')])?;
            // All names are taken before the first is cancelled: cancelling moves nothing.
            for id in names(&stack, cancelled) {
                assert!(stack.cancel(id));
            }
            let all = with_picks(&mut stack, &picks);
            let dropped = |event: char| all.contains(&format!("-{event}"));
            assert!(cancelled.chars().all(dropped), "{all}");
            let mut done = all;
            for event in cancelled.chars() {
                done = done.replace(&format!("-{event}"), "");
            }
            assert_eq!(done, log, "without {cancelled}");
        }
        Ok(())
    }
}

mod limits {
    use super::*;

    #[test]
    fn a_full_stack_refuses_and_says_why() {
        let mut stack = filled();
        let why = stack.push('x').unwrap_err();
        assert_eq!(why, Overflow::TooDeep(8));
        assert_eq!(why.to_string(), "no more than 8 events can wait on the stack");
    }

    /// Whatever does not fit leaves everything as it was, also that the top was fired.
    #[test]
    fn what_is_refused_changes_nothing() {
        let push: [fn(&mut Events) -> Outcome; 4] = [
            |stack| stack.push('x').map(|_| ()),
            |stack| stack.then(When::After, 'x').map(|_| ()),
            |stack| stack.push_with('x', When::After, 'y').map(|_| ()),
            |stack| stack.push_together(&[(ANN, 'x'), (ANN, 'y')]),
        ];
        for (number, push) in push.into_iter().enumerate() {
            let mut stack = filled();
            // Those of two events are refused for the second of them.
            if number >= 2 {
                stack.take();
            }
            stack.pass();
            let before = stack.clone();
            assert!(matches!(stack.next(), Step::Resolve(..)));
            assert_eq!(push(&mut stack), Err(Overflow::TooDeep(8)));
            assert_eq!(stack, before);
        }
    }

    #[test]
    fn the_last_place_can_be_had() -> Outcome {
        let mut stack = filled();
        stack.take();
        stack.then(When::After, 'x')?;
        assert_eq!((stack.room(), layout(&stack).as_str()), (0, "abcdef>xg"));
        stack.take();
        stack.take();
        stack.push_with('y', When::After, 'z')?;
        assert_eq!(stack.room(), 0);
        Ok(())
    }

    /// Something answers itself without end, whether it is fired, sure or cancelled.
    #[test]
    fn a_stack_that_never_empties_is_stopped() -> Outcome {
        let once: [fn(&mut Events) -> Outcome; 3] = [
            |stack| {
                stack.push('b')?;
                stack.pass();
                Ok(())
            },
            |stack| stack.push_fired('b').map(|_| ()),
            |stack| {
                let id = stack.push('b')?;
                stack.cancel(id);
                Ok(())
            },
        ];
        for once in once {
            let mut stack = Events::default();
            stack.push('a')?;
            for _ in 0..Events::MOST_TAKEN {
                once(&mut stack)?;
                stack.take();
            }
            let before = stack.clone();
            let why = once(&mut stack).unwrap_err();
            assert_eq!(why, Overflow::Endless(10_000));
            assert_eq!(
                why.to_string(),
                "after 10000 events the stack is still not empty: something answers itself without \
                 end"
            );
            assert_eq!(stack, before);
            // What is there already can still end.
            assert_eq!(run_on(&mut stack), "?a!a");
            assert_eq!(stack, Events::default());
        }
        Ok(())
    }

    #[test]
    fn an_empty_stack_counts_from_the_start() -> Outcome {
        let mut stack = Events::default();
        for _ in 0..=Events::MOST_TAKEN {
            stack.push('a')?;
            stack.pass();
            stack.take();
        }
        assert_eq!(stack, Events::default());
        stack.push('a')?;
        stack.pass();
        stack.clear();
        assert_eq!(stack, Events::default());
        Ok(())
    }

    /// The last place of the deepest stack has a name of its own.
    #[test]
    fn names_reach_to_the_top_of_the_deepest_stack() -> Outcome {
        let mut stack = Stack::<u16, 256>::default();
        let names: Vec<Id> = (0..256).map(|event| stack.push(event)).collect::<Result<_, _>>()?;
        assert_eq!(stack.push(256), Err(Overflow::TooDeep(256)));
        let events: Vec<u16> = names.iter().map(|id| stack.get(*id).unwrap().event).collect();
        assert_eq!(events, (0..256).collect::<Vec<u16>>());
        assert_eq!(stack.iter().map(|(id, _)| id).collect::<Vec<_>>(), names);
        assert_eq!(stack.next(), Step::Fire(names[255], 255));
        Ok(())
    }
}

mod data {
    use super::*;
    use parlor_engine::Digest;

    /// Everything a frame can be: covered, cancelled, hanging, to be put in order, fired.
    fn busy() -> Events {
        let mut stack = Events::default();
        let a = stack.push_with('a', When::After, 'b').unwrap();
        stack.cancel(a);
        stack.push_together(&[(ANN, 'c'), (ANN, 'd'), (BOB, 'e')]).unwrap();
        stack.push_with('f', When::IfCancelled, 'g').unwrap();
        stack.pass();
        stack
    }

    #[test]
    fn a_stack_survives_being_written_down() {
        let stack = busy();
        let text = serde_json::to_string(&stack).unwrap();
        assert_eq!(serde_json::from_str::<Events>(&text).unwrap(), stack);
        assert!(text.contains(r#""when":"if-cancelled""#), "{text}");
        let short = serde_json::from_str::<Stack<char, 4>>(&text);
        assert!(short.is_err(), "seven events do not fit in four places");
    }

    #[test]
    fn what_was_read_goes_on_as_what_was_written() {
        let mut stack = busy();
        let text = serde_json::to_string(&stack).unwrap();
        let mut read: Events = serde_json::from_str(&text).unwrap();
        assert_eq!((run_on(&mut stack), run_on(&mut read)), ("!f".into(), "!f".into()));
        assert_eq!(read.next(), Step::Order(ANN, 2));
        stack.pick(1);
        read.pick(1);
        assert_eq!(run_on(&mut read), "?d!d?c!c?e!e-a");
        assert_ne!(stack, read);
        run_on(&mut stack);
        assert_eq!(stack, read);
    }

    /// Each of these is a difference that changes what happens, so it must be one to a digest.
    #[test]
    fn stacks_that_go_on_differently_are_different() {
        let changes: [fn(&mut Events); 6] = [
            |_| {},
            |stack| {
                // The same events, but the top will be fired again.
                stack.push('x').unwrap();
                stack.take();
            },
            |stack| _ = stack.take(),
            |stack| _ = stack.cancel(Id(4)),
            |stack| *stack.get_mut(Id(0)).unwrap() = 'x',
            |stack| _ = stack.then(When::After, 'x'),
        ];
        let stacks = changes.map(|change| {
            let mut stack = busy();
            change(&mut stack);
            stack
        });
        for (number, one) in stacks.iter().enumerate() {
            for two in &stacks[..number] {
                assert_ne!(one, two);
                assert_ne!(Digest::of(one), Digest::of(two));
            }
        }
        assert_eq!(Digest::of(&stacks[0]), Digest::of(&busy()));
    }

    /// A name stays good while things are put on top and taken off again.
    #[test]
    fn names_stay() -> Outcome {
        let mut stack = Events::default();
        let a = stack.push('a')?;
        let b = stack.push('b')?;
        stack.push_with('c', When::After, 'd')?;
        stack.then(When::IfCancelled, 'e')?;
        let event = |stack: &Events, id| stack.get(id).map(|frame| frame.event);
        assert_eq!((event(&stack, a), event(&stack, b)), (Some('a'), Some('b')));
        stack.take();
        stack.take();
        assert_eq!((event(&stack, a), event(&stack, b)), (Some('a'), Some('b')));
        stack.take();
        assert_eq!((event(&stack, a), event(&stack, b)), (Some('a'), None));
        Ok(())
    }
}
