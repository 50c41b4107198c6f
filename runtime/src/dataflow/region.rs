//! A region: its processes, and how they take turns.

use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use sycl_hls_types::{Blocked, DataflowError, Waiting};

use super::fifo::Channel;
use super::process::{Process, Progress, Side, location};
use super::turn;

/// Ends of streams that a process has.
pub trait Ends {
    /// Calls `visit` with the channel of each end, and its side.
    #[doc(hidden)]
    fn each<'r>(&self, visit: &mut Visit<'_, 'r>)
    where
        Self: 'r;
}

/// What is done with each end.
pub struct Visit<'v, 'r>(pub(crate) &'v mut dyn FnMut(Arc<dyn Channel + 'r>, Side));

/// The processes of a dataflow region.
#[derive(Default)]
pub struct Region<'r> {
    /// In the order of the source.
    processes: Vec<Arc<Process>>,
    /// Those that run, each with the ones that start when it has ended.
    running: Vec<Pin<Box<dyn Future<Output = ()> + 'r>>>,
    /// The channels of the region, as [`Channel::give`] says.
    channels: Vec<Arc<dyn Channel + 'r>>,
}

impl<'r> Region<'r> {
    /// A region without processes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next process, at the caller's place. It runs as a part of what [`Region::start`] is given.
    #[track_caller]
    pub fn process(&mut self, name: &'static str) -> Arc<Process> {
        let process = Arc::new(Process::new(name, Location::caller()));
        self.processes.push(Arc::clone(&process));
        process
    }

    /// Tells which process has these ends, so that a report can name it.
    pub fn give(&mut self, process: &Arc<Process>, ends: &(impl Ends + 'r)) {
        ends.each(&mut Visit(&mut |channel, side| {
            if channel.give(side, process) {
                self.channels.push(channel);
            }
        }));
    }

    /// Adds what the region runs: one process, or several, of which each starts when the one before has ended.
    pub fn start(&mut self, run: impl Future<Output = ()> + 'r) {
        self.running.push(Box::pin(run));
    }

    /// Runs the processes to their ends.
    ///
    /// # Panics
    /// When they wait for one another, with what [`turn::fail`] keeps; when elements are left.
    pub fn run(mut self) {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let before = turn::steps();
            if self.round(&mut context) {
                return;
            }
            if turn::steps() == before {
                let blocked = turn::report(|| _ = self.round(&mut context));
                turn::fail(DataflowError::stuck(blocked));
            }
        }
    }

    /// Gives each process a turn, in order. True if all have ended.
    fn round(&mut self, context: &mut Context<'_>) -> bool {
        self.running.retain_mut(|process| process.as_mut().poll(context).is_pending());
        if self.running.is_empty() {
            self.end();
            return true;
        }
        // Inside of `report`, those that have not started wait, too.
        for pair in self.processes.windows(2) {
            if let [before, process] = pair
                && process.is(Progress::Waits)
            {
                let on = Waiting::Start(before.name().to_owned());
                let name = process.name().to_owned();
                turn::blocked(|| Blocked { process: name, at: location(process.at()), on });
            }
        }
        false
    }

    /// The end of the region: its channels are empty, or it is an error.
    fn end(&mut self) {
        self.channels.sort_by_key(|channel| (channel.at().line(), channel.at().column()));
        if let Some(error) = self.channels.iter().find_map(|channel| channel.leftover()) {
            turn::fail(error);
        }
    }
}

/// Runs one process with nobody beside it: in a test of it.
///
/// # Panics
/// When it waits.
pub(crate) fn alone(process: impl Future<Output = ()>) {
    let mut region = Region::new();
    region.start(process);
    region.run();
}

/// A region inside of a process: a round for each turn of the process.
impl Future for Region<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.get_mut().round(context) { Poll::Ready(()) } else { Poll::Pending }
    }
}
