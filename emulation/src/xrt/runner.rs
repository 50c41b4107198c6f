//! Runs kernels, one after another, in a worker process: those of one compute unit, or those of units that are linked, of which
//! each has a part in every run.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls_types::{Fault, FaultKind, KernelInterface, Restart};

use super::device::Report;
use super::host_access::HostMemory;
use super::linked::Linked;
use super::progress::{Progress, State};
use super::staging::{Staged, Staging};
use super::worker::{BufferAt, Killer, Program, Start, Worker, Written, lost};

/// How long a run waits for those that it is linked to before the user is told.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// What all compute units of a device share.
#[derive(Clone)]
pub(super) struct Workplace {
    /// The worker.
    pub program: Program,
    /// Is told of runs that stop or wait.
    pub report: Arc<dyn Report>,
    /// Memory of the host, if runs can have slices there.
    pub host: Option<HostMemory>,
}

/// What a run executes.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// The kernel's name in the image.
    pub symbol: String,
    /// The compute unit's.
    pub unit: String,
    /// What the kernel takes, in hardware emulation.
    pub interface: Option<KernelInterface>,
}

/// A compute unit with a part in each run.
pub(super) struct Member {
    /// Its name.
    pub unit: String,
    /// Offsets of those registers of arguments that are the run's.
    pub offsets: Vec<u64>,
    /// Whether hosts acknowledge its ends, and may start it again before.
    pub chained: bool,
    /// Whether it starts itself again.
    pub restart: Restart,
    /// What hosts see of it.
    pub state: Arc<State>,
}

impl Member {
    /// True if its next run is not to begin yet. A unit that starts itself again acknowledges its own ends.
    fn holds(&self) -> bool {
        self.chained && !self.restart.is_counted() && self.state.lock().holds()
    }

    /// A run has begun.
    fn has_begun(&self) {
        let mut progress = self.state.lock();
        progress.ready = !(self.restart.is_counted() && progress.again());
    }

    /// A run has ended, and no other follows by itself.
    fn has_ended(&self, progress: &mut Progress) {
        progress.outstanding -= 1;
        progress.ended = if self.chained { progress.ended + 1 } else { 1 };
    }
}

/// What a compute unit brings to a run.
#[derive(Debug)]
pub(super) struct Part {
    /// Its registers.
    pub registers: Vec<u8>,
    /// The device's buffers.
    pub buffers: Vec<BufferAt>,
}

/// Runs of the same units.
pub(super) struct Runner {
    kernel: Kernel,
    members: Vec<Member>,
    /// What the units are, if they are several.
    linked: Option<Linked>,
    place: Workplace,
    queue: Mutex<Queue>,
    /// Something was added to the queue, or it was closed.
    added: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The parts of each unit that have begun to wait for a run.
    parts: Vec<VecDeque<Part>>,
    /// There is a thread that takes them.
    served: bool,
    /// A run is under way.
    busy: bool,
    /// Since when parts wait for others, though no run is under way.
    since: Option<Instant>,
    /// The user knows of that.
    told: bool,
    /// A run has failed, and there will be no other.
    failed: bool,
    /// No worker may be started any more.
    closed: bool,
    /// Ends the worker that runs.
    killer: Option<Arc<Killer>>,
}

impl Queue {
    fn is_complete(&self) -> bool {
        self.parts.iter().all(|parts| !parts.is_empty())
    }

    /// Notes since when parts wait for others.
    fn look(&mut self) {
        let waits = !self.busy && !self.is_complete() && self.parts.iter().any(|parts| !parts.is_empty());
        self.since = waits.then(|| self.since.unwrap_or_else(Instant::now));
        self.told &= waits;
    }
}

impl Runner {
    /// For a compute unit of its own.
    pub fn alone(kernel: Kernel, member: Member, place: Workplace) -> Self {
        Self::new(kernel, vec![member], None, place)
    }

    /// For the units of linked kernels, in the order of the kernels.
    pub fn linked(linked: Linked, members: Vec<Member>, place: Workplace) -> Self {
        let (symbol, interface) = (linked.symbol.clone(), Some(linked.interface.clone()));
        let kernel = Kernel { unit: format!("{symbol}_1"), symbol, interface };
        Self::new(kernel, members, Some(linked), place)
    }

    fn new(kernel: Kernel, members: Vec<Member>, linked: Option<Linked>, place: Workplace) -> Self {
        let parts = members.iter().map(|_| VecDeque::new()).collect();
        let queue = Mutex::new(Queue { parts, ..Queue::default() });
        Self { kernel, members, linked, place, queue, added: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if a run has parts of several units.
    pub fn is_linked(&self) -> bool {
        self.linked.is_some()
    }

    #[cfg(test)]
    pub fn has_worker(&self) -> bool {
        self.lock().killer.is_some()
    }

    /// A unit begins a run, which waits for the other units' parts. After a failure it never ends.
    pub fn start(self: &Arc<Self>, member: usize, part: Part) {
        let mut queue = self.lock();
        if let Some(parts) = queue.parts.get_mut(member) {
            parts.push_back(part);
        }
        queue.look();
        if !std::mem::replace(&mut queue.served, true) {
            let runner = Arc::clone(self);
            thread::spawn(move || runner.serve());
        }
        self.added.notify_one();
    }

    /// True if a run of a unit was started and has not begun.
    pub fn waits(&self, member: usize) -> bool {
        self.lock().parts.get(member).is_some_and(|parts| !parts.is_empty())
    }

    /// A host has acknowledged the end of a run, for which the next one may have waited.
    pub fn acknowledged(&self) {
        let _queue = self.lock();
        self.added.notify_one();
    }

    /// Tells the user of a run that has waited for so long for units that the host has not started.
    pub fn tell_of_waiting(&self, patience: Duration) {
        let mut queue = self.lock();
        if queue.told || queue.failed || queue.since.is_none_or(|since| since.elapsed() < patience) {
            return;
        }
        queue.told = true;
        let begun: Vec<bool> = queue.parts.iter().map(|parts| !parts.is_empty()).collect();
        drop(queue);
        if let Some(message) = self.linked.as_ref().and_then(|linked| linked.waits(&begun)) {
            self.place.report.warning(&message);
        }
    }

    /// Ends what runs, and tells of what waits for ever.
    pub fn close(&self) {
        self.tell_of_waiting(Duration::ZERO);
        let mut queue = self.lock();
        queue.closed = true;
        if let Some(killer) = queue.killer.take() {
            killer.kill();
        }
        self.added.notify_one();
    }

    /// Makes all runs until the end, or until one fails: then the units are stuck, as a card's would be.
    fn serve(&self) {
        let mut worker = None;
        let interface = self.kernel.interface.clone();
        let mut host = self.place.host.clone().map(Staging::new).zip(interface);
        while let Some(parts) = self.next() {
            match self.run(&mut worker, host.as_mut(), &mut self.joined(parts)) {
                Ok(written) => self.end(&written),
                Err(fault) => return self.fail(&fault),
            }
        }
    }

    /// The parts of the next run; `None` in the end.
    fn next(&self) -> Option<Vec<Part>> {
        let held = || self.members.iter().any(Member::holds);
        let waits = |queue: &mut Queue| !queue.closed && (!queue.is_complete() || held());
        let mut queue = self.added.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if queue.closed {
            return None;
        }
        queue.busy = true;
        let parts = queue.parts.iter_mut().filter_map(VecDeque::pop_front).collect();
        self.members.iter().for_each(Member::has_begun);
        queue.look();
        Some(parts)
    }

    /// A run of these parts: their registers one after the other.
    fn joined(&self, parts: Vec<Part>) -> Start {
        let mut start =
            Start { symbol: self.kernel.symbol.clone(), unit: self.kernel.unit.clone(), ..Start::default() };
        for (member, part) in self.members.iter().zip(parts) {
            let first = start.registers.len() as u64;
            start.offsets.extend(member.offsets.iter().map(|offset| first.saturating_add(*offset)));
            start.registers.extend(part.registers);
            if start.buffers.is_empty() {
                start.buffers = part.buffers;
            } else {
                let new = part.buffers.into_iter().filter(|buffer| !start.buffers.contains(buffer));
                start.buffers.extend(new.collect::<Vec<_>>());
            }
        }
        start
    }

    /// Runs a kernel in the worker, which it starts if there is none, on copies of slices in memory of the host. Gives what
    /// it has written into registers.
    fn run(
        &self,
        worker: &mut Option<Worker>,
        host: Option<&mut (Staging, KernelInterface)>,
        start: &mut Start,
    ) -> Result<Vec<Written>, Fault> {
        let other = |message| {
            let kernel = self.kernel.symbol.clone();
            Fault { kernel, kind: FaultKind::Other, message, at: None }
        };
        let staged = host.map(|(staging, interface)| staging.stage(interface, start)).transpose();
        let staged = staged.map_err(|error| other(error.to_string()))?;
        let warn = |warning: &str| self.place.report.warning(warning);
        let outputs = self.started(worker)?.run(start, warn)?;
        let written = staged.map_or(Ok(()), Staged::write_back);
        written
            .map(|()| outputs)
            .map_err(|error| other(format!("its results in memory of the host cannot be written: {error}")))
    }

    /// The worker.
    fn started<'w>(&self, worker: &'w mut Option<Worker>) -> Result<&'w mut Worker, Fault> {
        let lost = |reason: String| lost(&self.kernel.symbol, &reason);
        if let Some(worker) = worker {
            return Ok(worker);
        }
        let mut queue = self.lock();
        if queue.closed {
            return Err(lost("the device was closed".to_owned()));
        }
        let started = Worker::start(&self.place.program)
            .map_err(|error| lost(format!("its process cannot be started: {error}")))?;
        queue.killer = Some(started.killer());
        Ok(worker.insert(started))
    }

    /// A run has ended: for each unit, which may start itself again.
    fn end(&self, written: &[Written]) {
        let mut first = 0;
        let mut again = Vec::new();
        for member in &self.members {
            let mut progress = member.state.lock();
            let end = first + progress.registers.len() as u64;
            let outputs = written.iter().filter(|it| (first..end).contains(&it.offset));
            let outputs = outputs.map(|it| Written {
                offset: it.offset - first,
                valid: it.valid - first,
                ..it.clone()
            });
            let restarts = progress.end(member.restart, outputs.collect());
            again.push(restarts.then(|| {
                let registers = progress.begin();
                Part { registers, buffers: progress.buffers.clone() }
            }));
            if !restarts {
                member.has_ended(&mut progress);
            }
            member.state.changed.notify_all();
            first = end;
        }
        let mut queue = self.lock();
        for (parts, part) in queue.parts.iter_mut().zip(again) {
            part.into_iter().for_each(|part| parts.push_front(part));
        }
        queue.busy = false;
        queue.look();
    }

    /// A run has failed.
    fn fail(&self, fault: &Fault) {
        for member in &self.members {
            member.state.lock().failed = true;
            member.state.changed.notify_all();
        }
        let mut queue = self.lock();
        queue.failed = true;
        if !queue.closed {
            let units: Vec<&str> = self.members.iter().map(|member| member.unit.as_str()).collect();
            self.place.report.fault(&units, fault);
        }
    }
}
