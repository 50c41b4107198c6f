//! The workers: how many there are, what they are doing, and which of them to call. Pure data under the
//! scheduler's lock.
//!
//! A worker that runs out of commands first naps, one worker at a time: it keeps looking at short intervals,
//! so that submitting need not wake anybody while commands keep coming. When none have come for a while it
//! sleeps until it is called.

use std::num::NonZero;
use std::thread;

/// The workers of the process.
#[derive(Debug)]
pub(super) struct Pool {
    workers: usize,
    /// The most workers there may be, once known.
    limit: Option<usize>,
    /// Whether a worker naps.
    napping: bool,
    /// Number of workers that sleep until they are called.
    asleep: usize,
    /// How many of them have been called and are waking up.
    called: usize,
}

/// What it takes to get a worker to look at the ready commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// Nothing: one naps and will look soon.
    Soon,
    /// One of the sleeping workers must be woken.
    Wake,
    /// A worker must be started.
    Hire,
    /// Nothing helps: all of them are busy. They look when they are done.
    Busy,
}

impl Pool {
    /// A pool without workers.
    pub const fn new() -> Self {
        Self { workers: 0, limit: None, napping: false, asleep: 0, called: 0 }
    }

    /// Calls a worker. What the answer demands is up to the caller.
    pub fn call(&mut self) -> Call {
        if self.napping {
            Call::Soon
        } else if self.asleep > self.called {
            self.called += 1;
            Call::Wake
        } else if self.workers < self.limit() {
            self.workers += 1;
            Call::Hire
        } else {
            Call::Busy
        }
    }

    /// Notes that a worker could not be started after all.
    pub const fn hire_failed(&mut self) {
        self.workers -= 1;
    }

    /// Lets a worker nap, unless another one does.
    pub const fn begin_nap(&mut self) -> bool {
        !std::mem::replace(&mut self.napping, true)
    }

    /// Ends the nap.
    pub const fn end_nap(&mut self) {
        self.napping = false;
    }

    /// Notes that a worker goes to sleep.
    pub const fn begin_sleep(&mut self) {
        self.asleep += 1;
    }

    /// Whether a sleeping worker may stay awake, because one has been called.
    pub const fn end_sleep(&mut self) -> bool {
        let called = self.called > 0;
        if called {
            self.called -= 1;
            self.asleep -= 1;
        }
        called
    }

    fn limit(&mut self) -> usize {
        *self.limit.get_or_insert_with(|| thread::available_parallelism().map_or(1, NonZero::get))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(limit: usize) -> Pool {
        Pool { limit: Some(limit), ..Pool::new() }
    }

    #[test]
    fn workers_are_hired_up_to_the_limit() {
        let mut pool = pool(2);
        assert_eq!([pool.call(), pool.call(), pool.call()], [Call::Hire, Call::Hire, Call::Busy]);
        pool.hire_failed();
        assert_eq!([pool.call(), pool.call()], [Call::Hire, Call::Busy]);
    }

    #[test]
    fn one_worker_naps_and_then_nobody_needs_to_be_woken() {
        let mut pool = pool(2);
        assert_eq!(pool.call(), Call::Hire);
        assert!(pool.begin_nap());
        assert!(!pool.begin_nap());
        assert_eq!(pool.call(), Call::Soon);
        pool.end_nap();
        assert_eq!(pool.call(), Call::Hire);
        assert!(pool.begin_nap());
    }

    #[test]
    fn each_call_wakes_one_sleeper() {
        let mut pool = pool(3);
        assert_eq!([pool.call(), pool.call()], [Call::Hire; 2]);
        pool.begin_sleep();
        pool.begin_sleep();
        assert!(!pool.end_sleep(), "nobody has called");
        assert_eq!([pool.call(), pool.call(), pool.call()], [Call::Wake, Call::Wake, Call::Hire]);
        assert_eq!([pool.end_sleep(), pool.end_sleep(), pool.end_sleep()], [true, true, false]);
        assert_eq!(pool.call(), Call::Busy);
    }
}
