//! Work that falls into equal parts which share nothing, on all processors.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::own::Divisible;
use crate::panics::{self, Panic};

/// Of items that run before it is known how long one takes: so many, and then more until they take a time that says something.
pub(super) const FIRST: usize = 64;
const MORE: usize = 8;
const MEASURED: Duration = Duration::from_micros(10);
/// Work that is worth another thread, which takes a tenth of it to start.
const WORTHWHILE: Duration = Duration::from_micros(200);
/// The work that one thread takes at once.
const TASK: Duration = Duration::from_micros(100);

/// Equal parts of some work.
pub(super) struct Parts {
    pub count: usize,
    /// How many run before it is known how long one takes.
    pub first: usize,
    /// Of each part.
    pub elements: usize,
}

/// Runs parts, each with some elements, in any order: several at the same time if that is worth it.
///
/// # Panics
/// As the first part, in their order, that panics.
pub(super) fn run<O: Divisible + Send>(parts: Parts, mut own: O, run: &(impl Fn(Range<usize>, O) + Sync)) {
    let Parts { count: parts, first, elements } = parts;
    let (mut done, mut next) = (0, first);
    let rate = loop {
        let end = parts.min(done + next);
        let (now, later) = own.split((end - done) * elements);
        own = later;
        let start = Instant::now();
        run(done..end, now);
        let rate = Rate { parts: end - done, time: start.elapsed() };
        done = end;
        if done == parts {
            return;
        }
        if rate.time >= MEASURED {
            break rate;
        }
        next *= MORE;
    };
    let threads = ((parts - done) / rate.parts_in(WORTHWHILE).max(1)).min(processors());
    if threads < 2 {
        return run(done..parts, own);
    }
    let work =
        Work { elements, at_once: rate.parts_in(TASK).max(1), rest: Mutex::new(Rest::new(done..parts, own)) };
    thread::scope(|scope| {
        for index in 1..threads {
            let thread = thread::Builder::new().name(format!("sycl-hls host {index}"));
            // The others do it without those that the system refuses.
            if thread.spawn_scoped(scope, || work.take(run)).is_err() {
                break;
            }
        }
        work.take(run);
    });
    if let Some(panic) = work.rest.into_inner().unwrap_or_else(PoisonError::into_inner).panic {
        panics::resume(panic.1);
    }
}

/// How many threads run at the same time.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// How many parts took how long.
struct Rate {
    parts: usize,
    time: Duration,
}

impl Rate {
    /// How many take that long.
    fn parts_in(&self, time: Duration) -> usize {
        let parts = time.as_nanos() * self.parts as u128 / self.time.as_nanos().max(1);
        usize::try_from(parts).unwrap_or(usize::MAX)
    }
}

/// Parts that several threads take, in order.
struct Work<O> {
    /// Of a part.
    elements: usize,
    /// How many parts a thread takes at once.
    at_once: usize,
    rest: Mutex<Rest<O>>,
}

/// What nobody has taken yet.
struct Rest<O> {
    parts: Range<usize>,
    own: Option<O>,
    /// The first panic in the order of parts, with the first of those that a thread had taken.
    panic: Option<(usize, Panic)>,
}

impl<O> Rest<O> {
    const fn new(parts: Range<usize>, own: O) -> Self {
        Self { parts, own: Some(own), panic: None }
    }
}

impl<O: Divisible> Work<O> {
    /// Runs parts until none is left, or one has panicked.
    fn take(&self, run: &impl Fn(Range<usize>, O)) {
        while let Some((parts, own)) = self.next() {
            let first = parts.start;
            if let Err(panic) = panics::catch(|| run(parts, own)) {
                let mut rest = self.rest();
                rest.own = None;
                if rest.panic.as_ref().is_none_or(|(other, _)| first < *other) {
                    rest.panic = Some((first, panic));
                }
            }
        }
    }

    fn next(&self) -> Option<(Range<usize>, O)> {
        let mut rest = self.rest();
        let (first, end) = (rest.parts.start, rest.parts.end.min(rest.parts.start + self.at_once));
        let (own, later) = rest.own.take()?.split((end - first) * self.elements);
        rest.parts.start = end;
        rest.own = (!rest.parts.is_empty()).then_some(later);
        Some((first..end, own))
    }

    fn rest(&self) -> MutexGuard<'_, Rest<O>> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// So many parts with an element each.
    fn items(count: usize) -> Parts {
        Parts { count, first: FIRST, elements: 1 }
    }

    #[test]
    fn parts_that_take_long_run_beside_each_other_and_each_once() {
        let mut seen = vec![0_u32; 10_000];
        run(items(10_000), &mut seen[..], &|parts: Range<usize>, own: &mut [u32]| {
            assert_eq!(parts.len(), own.len());
            for own in own {
                (0..100).for_each(|_| *own = std::hint::black_box(*own));
                *own += 1;
            }
        });
        assert!(seen.iter().all(|count| *count == 1));
    }

    #[test]
    fn the_first_panic_in_order_is_the_one_that_is_told() {
        for _ in 0..20 {
            let mut seen = vec![0_u8; 100_000];
            let panicking = || {
                run(items(100_000), &mut seen[..], &|parts: Range<usize>, own: &mut [u8]| {
                    for (part, own) in parts.zip(own) {
                        *own = std::hint::black_box(1);
                        assert!(part % 30_000 != 29_999, "part {part}");
                    }
                });
            };
            let panic = panics::catch(panicking).expect_err("three parts panic");
            assert!(panic.to_string().contains("part 29999"), "{panic}");
        }
        assert!(
            catch_unwind(AssertUnwindSafe(|| run(items(1), &mut [0_u8][..], &|_, _: &mut [u8]| panic!("x"))))
                .is_err()
        );
    }
}
