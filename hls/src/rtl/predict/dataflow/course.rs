//! What a process does in the course of a run: how long it works, and what it waits for.

use serde::{Deserialize, Serialize};
use sycl_hls_ir::Span;

use super::event::Action;
use crate::rtl::design::Cause;

/// What a process waits for, in all of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// What.
    pub cause: Cause,
    /// The operation that waits.
    pub span: Span,
    /// For how many cycles. No cycle counts for several causes.
    pub cycles: u64,
}

/// What a process does in each of equal parts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Activity {
    /// Cycles of a part.
    pub period: u64,
    /// The parts from the run's start on: the cycles in which the process works, then those in which it waits, for each of its
    /// waits in their order. Zeros at the end are left out.
    pub parts: Vec<Vec<u64>>,
}

/// The course of a process.
#[derive(Debug)]
pub struct Course {
    pub waits: Vec<Wait>,
    pub activity: Activity,
    /// Cycles from starts to ends.
    pub cycles: u64,
    /// How often it was started.
    pub starts: u64,
    /// The cycle in which it was started first.
    pub first: Option<u64>,
    /// Its last cycle so far.
    pub last: Option<u64>,
    /// All cycles before are accounted for.
    next: u64,
    /// Cycles that were skipped, which are in no number of a cycle that is given here.
    skipped: u64,
}

/// Cycles of work, and of each wait, until some time.
pub struct Account(Vec<u64>);

/// A time line has no more parts.
const PARTS: u64 = 128;
/// The position of work in a part.
const WORK: usize = 0;

impl Action {
    /// What it may have to wait for.
    pub const fn cause(self) -> Option<Cause> {
        match self {
            Self::Receive(channel) | Self::More(channel) => Some(Cause::Empty(channel)),
            Self::Send(channel) => Some(Cause::Full(channel)),
            Self::Follow(process) | Self::Join(process) => Some(Cause::End(process)),
            Self::Fence(bundle) => Some(Cause::Responses(bundle)),
            Self::TryReceive(_)
            | Self::TrySend(_)
            | Self::Empty(_)
            | Self::Full(_)
            | Self::Unread(_)
            | Self::Start(_)
            | Self::Write(_) => None,
        }
    }
}

impl Course {
    pub const fn new() -> Self {
        let activity = Activity { period: 1, parts: Vec::new() };
        Self {
            waits: Vec::new(),
            activity,
            cycles: 0,
            starts: 0,
            first: None,
            last: None,
            next: 0,
            skipped: 0,
        }
    }

    /// The process is at work, or waits, from this cycle on.
    pub fn start(&mut self, now: u64) {
        self.starts += 1;
        self.first.get_or_insert(now + self.skipped);
        self.next = now;
    }

    /// It works up to a cycle, which is not one of those.
    pub fn work(&mut self, to: u64) {
        self.pass(WORK, to);
    }

    /// An operation waits from one cycle up to another one, which is not one of those.
    pub fn wait(&mut self, (cause, span): (Cause, Span), from: u64, to: u64) {
        // A process that was started in the cycle before `from` has not begun to wait.
        if to <= from {
            return;
        }
        self.work(from);
        let is_same = |wait: &Wait| (wait.cause, wait.span) == (cause, span);
        let position = self.waits.iter().position(is_same).unwrap_or_else(|| {
            self.waits.push(Wait { cause, span, cycles: 0 });
            self.waits.len() - 1
        });
        self.waits[position].cycles += to - self.next;
        self.pass(position + 1, to);
    }

    fn pass(&mut self, what: usize, to: u64) {
        if to > self.next {
            self.activity.add(what, self.next + self.skipped, to + self.skipped);
            self.cycles += to - self.next;
            (self.next, self.last) = (to, Some(to + self.skipped - 1));
        }
    }

    /// What it has done until now.
    pub fn account(&self) -> Account {
        let waiting: u64 = self.waits.iter().map(|wait| wait.cycles).sum();
        let waits = self.waits.iter().map(|wait| wait.cycles);
        Account(std::iter::once(self.cycles - waiting).chain(waits).collect())
    }

    /// What it has done since then it does so many times more, in as many periods.
    pub fn repeat(&mut self, then: &Account, period: u64, times: u64) {
        let before = then.0.iter().copied().chain(std::iter::repeat(0));
        let each: Vec<u64> = self.account().0.iter().zip(before).map(|(now, before)| now - before).collect();
        let from = self.next + self.skipped;
        for (what, cycles) in each.into_iter().enumerate().filter(|(_, cycles)| *cycles > 0) {
            self.activity.spread(what, (from, from + period * times), cycles * times);
            self.cycles += cycles * times;
            if let Some(wait) = what.checked_sub(1).and_then(|wait| self.waits.get_mut(wait)) {
                wait.cycles += cycles * times;
            }
        }
        self.skipped += period * times;
    }
}

impl Activity {
    fn add(&mut self, what: usize, from: u64, to: u64) {
        self.spread(what, (from, to), to - from);
    }

    /// So many cycles, evenly between two others.
    fn spread(&mut self, what: usize, (from, to): (u64, u64), all: u64) {
        let share = |until: u64| u128::from(all) * u128::from(until - from) / u128::from(to - from);
        while to > PARTS * self.period {
            self.halve();
        }
        let mut at = from;
        while at < to {
            let (part, end) = (at / self.period, (at / self.period + 1) * self.period);
            // There are few parts.
            let part = part as usize;
            if self.parts.len() <= part {
                self.parts.resize(part + 1, Vec::new());
            }
            let cycles = &mut self.parts[part];
            if cycles.len() <= what {
                cycles.resize(what + 1, 0);
            }
            // It is no more than `all`.
            cycles[what] += (share(end.min(to)) - share(at)) as u64;
            at = end;
        }
    }

    /// Half as many parts, each twice as long.
    fn halve(&mut self) {
        self.period *= 2;
        let pairs = self.parts.chunks(2).map(|pair| match pair {
            [one, other] => {
                let (one, other) = if one.len() < other.len() { (other, one) } else { (one, other) };
                let rest = other.iter().chain(std::iter::repeat(&0));
                one.iter().zip(rest).map(|(a, b)| a + b).collect()
            }
            alone => alone.concat(),
        });
        self.parts = pairs.collect();
    }

    /// In parts of so many cycles, if they are longer.
    pub fn in_parts_of(mut self, period: u64) -> Self {
        while self.period < period {
            self.halve();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that is started in this cycle waits from the next one on.
    #[test]
    fn no_wait_ends_before_it_begins() {
        let mut course = Course::new();
        course.start(8);
        course.wait((Cause::Responses(0), Span::NONE), 8, 7);
        course.wait((Cause::Responses(0), Span::NONE), 8, 8);
        assert_eq!((course.cycles, course.waits.len(), course.last), (0, 0, None));
    }

    #[test]
    fn every_cycle_is_in_the_part_that_it_belongs_to() {
        let mut course = Course::new();
        course.start(3);
        course.wait((Cause::Responses(0), Span::NONE), 5, 7);
        course.wait((Cause::Responses(1), Span::NONE), 7, 8);
        course.work(10);
        assert_eq!(
            course.activity.parts[3..],
            [vec![1], vec![1], vec![0, 1], vec![0, 1], vec![0, 0, 1], vec![1], vec![1]]
        );
        course.start(100);
        course.work(300);
        let (cycles, waits) =
            (course.cycles, course.waits.iter().map(|wait| wait.cycles).collect::<Vec<_>>());
        assert_eq!((cycles, waits, course.first, course.last), (207, vec![2, 1], Some(3), Some(299)));
        assert_eq!(course.activity.period, 4);
        assert_eq!(course.activity.parts[..3], [vec![1], vec![1, 2, 1], vec![2]]);
        assert_eq!(course.activity.parts[24..26], [vec![], vec![4]]);
        assert_eq!(course.activity.clone().in_parts_of(8).parts[..2], [vec![2, 2, 1], vec![2]]);
        let all: u64 = course.activity.parts.iter().flatten().sum();
        assert_eq!(all, cycles);
    }
}
