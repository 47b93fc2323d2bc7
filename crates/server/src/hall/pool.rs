//! Computer players think here, away from the tasks that play: few at a time, and none waits for a slow one for ever.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlor_match::{Decided, Thinking};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use crate::fault::{Fault, Faults};

/// A player that is to think.
pub(super) struct Job {
    pub(super) thinking: Thinking,
    /// When it was asked.
    pub(super) since: Duration,
    /// Whether it may take long.
    pub(super) is_deep: bool,
    /// Where its decision goes.
    pub(super) answer: mpsc::Sender<Thought>,
}

/// A player that has decided.
pub(super) struct Thought {
    pub(super) decided: Decided,
    /// When it was asked.
    pub(super) since: Duration,
}

/// Who thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinkers {
    /// So many threads.
    Threads(usize),
    /// The simulation: so many at a time, each of which takes that long by the clock of the simulation.
    Simulated(usize, Duration),
    /// The same, where players that may think long take another time.
    Uneven {
        /// How many at a time.
        count: usize,
        /// How long a quick player takes.
        quick: Duration,
        /// How long one takes that may think long.
        deep: Duration,
    },
}

/// The workers and what waits for them.
#[derive(Debug)]
pub(super) struct Pool {
    waiting: Arc<Waiting>,
    workers: Vec<JoinHandle<()>>,
    has_threads: bool,
}

#[derive(Default)]
struct Waiting {
    lanes: Mutex<Lanes<Job>>,
    more: Notify,
}

impl Pool {
    /// Starts the workers. Must be called in a tokio runtime.
    pub(super) fn start(thinkers: Thinkers, faults: Faults) -> Self {
        let waiting = Arc::new(Waiting::default());
        let (Thinkers::Threads(count)
        | Thinkers::Simulated(count, _)
        | Thinkers::Uneven { count, .. }) = thinkers;
        let has_lane = !faults.has(Fault::NoQuickLane);
        // One worker is there for quick players only. It needs another one beside it.
        let workers = (0..count.max(2)).map(|number| {
            let takes = if number == 0 && has_lane { Takes::Quick } else { Takes::All };
            tokio::spawn(work(Arc::clone(&waiting), takes, thinkers))
        });
        Self {
            workers: workers.collect(),
            waiting,
            has_threads: matches!(thinkers, Thinkers::Threads(_)),
        }
    }

    /// Whether other threads may be used at all.
    pub(super) const fn has_threads(&self) -> bool {
        self.has_threads
    }

    /// Has a player think. At most one waits for each seat of each match, which bounds the queue.
    pub(super) fn think(&self, job: Job) {
        let is_deep = job.is_deep;
        self.waiting.lanes().push(job, is_deep);
        // All workers, because the one that would be woken may not take this kind.
        self.waiting.more.notify_waiters();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.workers.iter().for_each(JoinHandle::abort);
    }
}

impl Waiting {
    fn lanes(&self) -> std::sync::MutexGuard<'_, Lanes<Job>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn next(&self, takes: Takes) -> Job {
        loop {
            // The worker is registered before it looks: a job that comes in between wakes it.
            let more = self.more.notified();
            let job = self.lanes().pop(takes);
            match job {
                Some(job) => return job,
                None => more.await,
            }
        }
    }
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waiting")
    }
}

async fn work(waiting: Arc<Waiting>, takes: Takes, thinkers: Thinkers) {
    loop {
        let Job { thinking, since, answer, is_deep } = waiting.next(takes).await;
        let decided = match thinkers {
            Thinkers::Threads(_) => {
                tokio::task::spawn_blocking(move || thinking.decide()).await.ok()
            }
            Thinkers::Simulated(_, time) => Some(after(time, thinking).await),
            Thinkers::Uneven { quick, deep, .. } => {
                Some(after(if is_deep { deep } else { quick }, thinking).await)
            }
        };
        // A player that panics is a bug, and its message is in the log. Its match waits for ever, the others go on.
        if let Some(decided) = decided {
            // A match that is not there any more needs no decision.
            _ = answer.send(Thought { decided, since }).await;
        }
    }
}

/// A player of the simulation decides after this time.
async fn after(time: Duration, thinking: Thinking) -> Decided {
    tokio::time::sleep(time).await;
    thinking.decide()
}

/// What a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// Only players that answer at once, so that these never wait for those that think long.
    Quick,
    /// Whatever has waited longest.
    All,
}

/// Two queues with one order.
#[derive(Debug)]
struct Lanes<T> {
    count: u64,
    quick: VecDeque<(u64, T)>,
    deep: VecDeque<(u64, T)>,
}

impl<T> Default for Lanes<T> {
    fn default() -> Self {
        Self { count: 0, quick: VecDeque::new(), deep: VecDeque::new() }
    }
}

impl<T> Lanes<T> {
    fn push(&mut self, job: T, is_deep: bool) {
        let lane = if is_deep { &mut self.deep } else { &mut self.quick };
        lane.push_back((self.count, job));
        self.count += 1;
    }

    fn pop(&mut self, takes: Takes) -> Option<T> {
        let number = |lane: &VecDeque<(u64, T)>| lane.front().map(|(number, _)| *number);
        let deep_first = match (number(&self.quick), number(&self.deep)) {
            _ if takes == Takes::Quick => false,
            (Some(quick), Some(deep)) => deep < quick,
            (None, deep) => deep.is_some(),
            (Some(_), None) => false,
        };
        let lane = if deep_first { &mut self.deep } else { &mut self.quick };
        lane.pop_front().map(|(_, job)| job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_players_never_wait_for_deep_ones() {
        let mut lanes = Lanes::default();
        for number in 0..100 {
            lanes.push(number, true);
        }
        lanes.push(100, false);
        assert_eq!(lanes.pop(Takes::Quick), Some(100));
        assert_eq!(lanes.pop(Takes::Quick), None);
        assert_eq!(lanes.pop(Takes::All), Some(0));
    }

    #[test]
    fn whatever_has_waited_longest_comes_first() {
        let mut lanes = Lanes::default();
        for (number, is_deep) in [(0, false), (1, true), (2, false), (3, true)] {
            lanes.push(number, is_deep);
        }
        let all: Vec<i32> = std::iter::from_fn(|| lanes.pop(Takes::All)).collect();
        assert_eq!(all, [0, 1, 2, 3]);
    }
}
