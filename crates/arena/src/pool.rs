//! The worker pool: several threads work on tasks, and one coordinator gets them back in order.
//!
//! A task goes out to a worker with what is to be done, and comes back with what came of it. So its memory can
//! be used again for the next task. The coordinator is the thread that calls [`run`]; it alone hands tasks out
//! and takes them back.
//!
//! - *Order.* Tasks come back in the order in which they were handed out, whichever worker is done first.
//! - *Bound.* At most [`Limits::ahead`] tasks are out at a time, so that little waits for a slow one.
//! - *Progress.* [`Pool::take`] waits only for a while, so that the coordinator can say how far it is.
//! - *Stop.* After [`Pool::stop`] no worker begins a task. Tasks that are being worked on are finished, and all
//!   others come back as they went out. A worker can ask for the same.
//! - *Panics.* When a worker panics, its task comes back as [`Ending::Panicked`], and the pool stops.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use parlor_arena::pool::{self, Ending, Limits};
//!
//! let square = || |_, task: &mut u64| {
//!     *task *= *task;
//!     ControlFlow::Continue(())
//! };
//! let limits = Limits { workers: 2, ahead: 8, rest: Duration::ZERO };
//! let squares = pool::run(limits, square, |pool| {
//!     (1..=3).for_each(|number| pool.hand_out(number));
//!     let mut squares = Vec::new();
//!     while !pool.is_empty() {
//!         let Some(back) = pool.take(Duration::from_secs(1)) else { continue };
//!         assert_eq!(back.ending, Ending::Done);
//!         squares.push(back.task);
//!     }
//!     squares
//! });
//! assert_eq!(squares, [1, 4, 9]);
//! ```

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How many threads there are, and how far they may be ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of worker threads.
    pub workers: usize,
    /// The most tasks that are out: waiting for a worker, being worked on, or done and waiting for a task
    /// before them.
    pub ahead: usize,
    /// How long the coordinator sleeps when workers have more than half of these tasks still to do. To be woken
    /// for each short task costs more than to take it. Zero where tasks are long.
    pub rest: Duration,
}

/// A task that came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Back<T> {
    /// The task, with what came of it.
    pub task: T,
    /// How the work on it ended.
    pub ending: Ending,
}

/// How the work on a task ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A worker has done it.
    Done,
    /// No worker has begun it, because the pool was stopped.
    NotBegun,
    /// The worker panicked; the task is as it was at that moment.
    Panicked,
}

/// The coordinator's side of the pool.
pub struct Pool<'a, T> {
    limits: Limits,
    todo: Sender<(u64, T)>,
    done: Receiver<(u64, Back<T>)>,
    is_stopped: &'a AtomicBool,
    /// The number of the task that is to be taken next.
    next: u64,
    /// The tasks that are out, from that one on; nothing for those that have not come back.
    out: VecDeque<Option<Back<T>>>,
    /// How many of them have come back.
    back: usize,
}

/// Starts the workers, runs the coordinator until it is done, and stops the workers.
///
/// Each thread makes its own worker with `worker`, and calls it with the number of each task, counted from 0,
/// and the task. A worker that breaks stops the pool.
pub fn run<T: Send, W: FnMut(u64, &mut T) -> ControlFlow<()>, R>(
    limits: Limits,
    worker: impl Fn() -> W + Sync,
    coordinate: impl FnOnce(&mut Pool<'_, T>) -> R,
) -> R {
    let (todo, tasks) = channel();
    let (results, done) = channel();
    let tasks = Mutex::new(tasks);
    let is_stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..limits.workers.max(1) {
            let (tasks, results, is_stopped, worker) =
                (&tasks, results.clone(), &is_stopped, &worker);
            scope.spawn(move || work(tasks, &results, is_stopped, worker));
        }
        let out = VecDeque::with_capacity(limits.ahead);
        let is_stopped = &is_stopped;
        let mut pool = Pool { limits, todo, done, is_stopped, next: 0, out, back: 0 };
        coordinate(&mut pool)
        // The pool is dropped here, whatever happened: that stops the workers, and they end.
    })
}

impl<T> Pool<'_, T> {
    /// Whether another task may be handed out: the pool is not stopped, and not too many tasks are out.
    pub fn has_room(&self) -> bool {
        self.out.len() < self.limits.ahead.max(1) && !self.is_stopped.load(Ordering::Relaxed)
    }

    /// Whether no task is out.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Hands a task out to the workers.
    ///
    /// # Panics
    /// Never: workers end after the pool.
    pub fn hand_out(&mut self, task: T) {
        let number = self.next + self.out.len() as u64;
        self.todo.send((number, task)).expect("workers end after the pool");
        self.out.push_back(None);
    }

    /// Takes back the task that was handed out first. Waits for it for so long at most; nothing where it has
    /// not come back. May return early when another task has come back, so that the coordinator can do
    /// something useful in between.
    ///
    /// # Panics
    /// Never: workers end after the pool.
    pub fn take(&mut self, wait: Duration) -> Option<Back<T>> {
        self.receive();
        if !self.is_empty() && !self.is_next_back() {
            if 2 * (self.out.len() - self.back) > self.limits.ahead && !self.limits.rest.is_zero() {
                thread::sleep(self.limits.rest);
            }
            match self.done.recv_timeout(wait) {
                Ok((number, back)) => self.keep(number, back),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("workers end after the pool"),
            }
            self.receive();
        }
        if !self.is_next_back() {
            return None;
        }
        self.next += 1;
        self.back -= 1;
        self.out.pop_front().flatten()
    }

    /// Lets no worker begin a task any more. All tasks that are out still come back.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn is_next_back(&self) -> bool {
        self.out.front().is_some_and(Option::is_some)
    }

    /// Receives all that has come back, without waiting.
    fn receive(&mut self) {
        while let Ok((number, back)) = self.done.try_recv() {
            self.keep(number, back);
        }
    }

    fn keep(&mut self, number: u64, back: Back<T>) {
        self.out[(number - self.next) as usize] = Some(back);
        self.back += 1;
    }
}

impl<T> Drop for Pool<'_, T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a worker thread does.
fn work<T, W: FnMut(u64, &mut T) -> ControlFlow<()>>(
    tasks: &Mutex<Receiver<(u64, T)>>,
    results: &Sender<(u64, Back<T>)>,
    is_stopped: &AtomicBool,
    worker: &impl Fn() -> W,
) {
    // Made with the first task, so that a panic in it comes back with a task, too.
    let mut made = None;
    loop {
        let task = match tasks.lock() {
            Ok(tasks) => tasks.recv(),
            Err(_) => return,
        };
        let Ok((number, mut task)) = task else { return };
        let ending = if is_stopped.load(Ordering::Relaxed) {
            Ending::NotBegun
        } else {
            // A worker that panics must not leave the coordinator waiting for its task.
            let attempt = AssertUnwindSafe(|| made.get_or_insert_with(worker)(number, &mut task));
            let flow = catch_unwind(attempt);
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            if flow.is_ok() { Ending::Done } else { Ending::Panicked }
        };
        if results.send((number, Back { task, ending })).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Condvar;

    use super::*;

    const WAIT: Duration = Duration::from_millis(5);

    fn limits(workers: usize, ahead: usize) -> Limits {
        Limits { workers, ahead, rest: Duration::ZERO }
    }

    fn all<T>(pool: &mut Pool<'_, T>) -> Vec<Back<T>> {
        let mut all = Vec::new();
        while !pool.is_empty() {
            all.extend(pool.take(WAIT));
        }
        all
    }

    /// The tasks at the front take the longest.
    #[test]
    fn tasks_come_back_in_order() {
        let worker = || {
            |number, task: &mut u64| {
                thread::sleep(Duration::from_micros(100 * (20 - number)));
                *task += number;
                ControlFlow::Continue(())
            }
        };
        let sums = run(limits(4, 20), worker, |pool| {
            (0..20).for_each(|task| pool.hand_out(100 * task));
            all(pool)
        });
        let expected = (0..20).map(|task| Back { task: 101 * task, ending: Ending::Done });
        assert_eq!(sums, expected.collect::<Vec<_>>());
    }

    /// The first task is the last to be done, again and again.
    #[test]
    fn workers_are_never_far_ahead() {
        let (held, changed) = (Mutex::new(0u64), Condvar::new());
        let worker = || {
            |number, (): &mut ()| {
                let held = held.lock().unwrap();
                drop(
                    changed
                        .wait_while(held, |held| number % 8 == 0 && number / 8 >= *held)
                        .unwrap(),
                );
                ControlFlow::Continue(())
            }
        };
        let most = run(limits(2, 8), worker, |pool| {
            let (mut most, mut handed_out) = (0, 0);
            for round in 1..=4 {
                while pool.has_room() {
                    pool.hand_out(());
                    handed_out += 1;
                }
                assert!(pool.take(WAIT).is_none(), "the first of them is held");
                most = most.max(pool.out.len());
                *held.lock().unwrap() = round;
                changed.notify_all();
                let back = all(pool);
                assert!(back.iter().all(|back| back.ending == Ending::Done));
            }
            assert_eq!(handed_out, 4 * 8);
            most
        });
        assert_eq!(most, 8);
    }

    #[test]
    fn a_stopped_pool_begins_nothing_and_gives_everything_back() {
        let (begun, is_free) = (channel(), channel::<()>());
        let is_free = (is_free.0, Mutex::new(is_free.1));
        let worker = || {
            let begun = begun.0.clone();
            let is_free = &is_free.1;
            move |number, _: &mut &str| {
                begun.send(number).unwrap();
                is_free.lock().unwrap().recv().unwrap();
                ControlFlow::Continue(())
            }
        };
        let endings = run(limits(1, 4), worker, |pool| {
            for task in ["one", "two", "three"] {
                pool.hand_out(task);
            }
            assert_eq!(begun.1.recv(), Ok(0));
            pool.stop();
            assert!(!pool.has_room());
            is_free.0.send(()).unwrap();
            all(pool)
        });
        let expected =
            [("one", Ending::Done), ("two", Ending::NotBegun), ("three", Ending::NotBegun)];
        assert_eq!(endings, expected.map(|(task, ending)| Back { task, ending }));
    }

    #[test]
    fn a_worker_can_stop_the_pool() {
        let worker = || {
            |_, task: &mut u64| {
                if *task == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        };
        let endings = run(limits(1, 9), worker, |pool| {
            (1..=4).for_each(|task| pool.hand_out(task));
            all(pool).into_iter().map(|back| back.ending).collect::<Vec<_>>()
        });
        assert_eq!(endings, [Ending::Done, Ending::Done, Ending::NotBegun, Ending::NotBegun]);
    }

    #[test]
    fn a_panic_is_reported_and_stops_the_pool() {
        let worker = || {
            |number, task: &mut u64| {
                *task = 7;
                assert_ne!(number, 1, "this panic is part of a test");
                ControlFlow::Continue(())
            }
        };
        let back = run(limits(1, 9), worker, |pool| {
            (0..3).for_each(|task| pool.hand_out(task));
            all(pool).into_iter().map(|back| (back.task, back.ending)).collect::<Vec<_>>()
        });
        assert_eq!(back, [(7, Ending::Done), (7, Ending::Panicked), (2, Ending::NotBegun)]);
    }

    #[test]
    fn a_worker_that_cannot_be_made_is_reported() {
        let worker = || -> fn(u64, &mut ()) -> ControlFlow<()> {
            panic!("this panic is part of a test");
        };
        let endings = run(limits(2, 2), worker, |pool| {
            pool.hand_out(());
            all(pool).into_iter().map(|back| back.ending).collect::<Vec<_>>()
        });
        assert_eq!(endings, [Ending::Panicked]);
    }

    /// Tasks that nobody takes back keep no thread from ending.
    #[test]
    fn a_coordinator_may_leave_early() {
        let worker = || |_, (): &mut ()| ControlFlow::Continue(());
        run(limits(2, 100), worker, |pool| (0..100).for_each(|_| pool.hand_out(())));
    }
}
