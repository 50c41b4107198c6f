//! Compute units: their registers, and the runs that a write to them starts.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use sycl_hls_types::{Fault, FaultKind, KernelInterface};

use super::device::Report;
use super::staging::{Staged, Staging};
use super::worker::{BufferAt, Killer, Program, Start, Worker, Written, lost};

/// Bits of the control register.
const AP_START: u32 = 1;
const AP_DONE: u32 = 1 << 1;
const AP_IDLE: u32 = 1 << 2;
const AP_READY: u32 = 1 << 3;
const AP_CONTINUE: u32 = 1 << 4;

/// What the image says of a compute unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Description {
    /// The kernel's name in the image.
    pub symbol: String,
    /// The unit's.
    pub name: String,
    /// Address of its registers.
    pub base: u64,
    /// Bytes of them.
    pub range: u64,
    /// Offsets of the arguments' registers, in order; a slice's hidden length follows its address.
    pub offsets: Vec<u64>,
    /// What the kernel takes, in hardware emulation.
    pub interface: Option<KernelInterface>,
}

/// A compute unit.
pub(super) struct Unit {
    description: Description,
    registers: Vec<u8>,
    state: Arc<State>,
    /// To the thread that runs its kernels one after another; none before the first run.
    starts: Option<Sender<Start>>,
    program: Program,
    report: Arc<dyn Report>,
    /// For slices in memory of the host.
    staging: Option<Staging>,
}

#[derive(Default)]
struct State(Mutex<Progress>);

#[derive(Default)]
struct Progress {
    /// Runs that were started and have not ended. One that failed never does: there is no other way to tell the host.
    outstanding: usize,
    /// True if a run has ended since the last start or acknowledgement.
    done: bool,
    /// The registers that runs have written, by offset. Hosts do not write these.
    written: BTreeMap<usize, Word>,
    /// Ends the worker that runs.
    killer: Option<Arc<Killer>>,
    /// No worker may be started any more.
    closed: bool,
}

/// A register that a kernel writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// Of a value.
    Data([u8; 4]),
    /// Tells whether the value was written since this was last read.
    Valid(bool),
}

/// Bytes of a register.
const WORD: usize = 4;

impl Progress {
    /// Takes what a run has written.
    fn take(&mut self, outputs: &[Written]) {
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        for output in outputs {
            for (number, word) in output.data.as_chunks().0.iter().enumerate() {
                self.written.insert(place(output.offset).saturating_add(WORD * number), Word::Data(*word));
            }
            self.written.insert(place(output.valid), Word::Valid(true));
        }
    }

    /// Puts what runs have written into registers that are read from this offset on.
    fn show(&mut self, offset: usize, bytes: &mut [u8]) {
        let end = offset.saturating_add(bytes.len());
        for (at, word) in self.written.range_mut(offset..end) {
            let shown = match word {
                Word::Data(data) => *data,
                Word::Valid(valid) => u32::from(std::mem::take(valid)).to_le_bytes(),
            };
            bytes.iter_mut().skip(at - offset).zip(shown).for_each(|(to, from)| *to = from);
        }
    }
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unit {
    pub fn new(description: Description, program: Program, report: Arc<dyn Report>) -> Self {
        // No register map is larger than some KiB; what an image claims beyond that is not believed.
        let bytes = usize::try_from(description.range.min(1 << 20)).unwrap_or(0);
        let state = Arc::default();
        Self { description, registers: vec![0; bytes], state, starts: None, program, report, staging: None }
    }

    /// Lets runs have slices in memory of the host.
    pub fn reach_host(&mut self, staging: Staging) {
        self.staging = Some(staging);
    }

    /// The offset of the register at this address, if it is one of this unit.
    pub fn offset(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.description.base)?;
        usize::try_from(offset).ok().filter(|offset| *offset < self.registers.len())
    }

    /// Writes registers; says whether there are such registers. `buffers` tells of memory if that starts a run.
    pub fn write(&mut self, offset: usize, bytes: &[u8], buffers: impl FnOnce() -> Vec<BufferAt>) -> bool {
        let end = offset.checked_add(bytes.len()).filter(|end| *end <= self.registers.len());
        let Some(registers) = end.and_then(|end| self.registers.get_mut(offset..end)) else { return false };
        registers.copy_from_slice(bytes);
        // A write of the whole register map starts the run with all of it.
        if let (0, Some(control)) = (offset, bytes.first_chunk()) {
            self.control(u32::from_le_bytes(*control), buffers);
        }
        true
    }

    /// Reads registers.
    pub fn read(&self, offset: usize, size: usize) -> Option<Vec<u8>> {
        let mut bytes = self.registers.get(offset..offset.checked_add(size)?)?.to_vec();
        self.state.lock().show(offset, &mut bytes);
        if let (0, Some(control)) = (offset, bytes.first_chunk_mut()) {
            *control = self.status().to_le_bytes();
        }
        Some(bytes)
    }

    fn status(&self) -> u32 {
        let progress = self.state.lock();
        let done = if progress.done { AP_DONE | AP_READY } else { 0 };
        done | if progress.outstanding > 0 { AP_START } else { AP_IDLE }
    }

    fn control(&mut self, value: u32, buffers: impl FnOnce() -> Vec<BufferAt>) {
        if value & AP_CONTINUE != 0 {
            self.state.lock().done = false;
        }
        if value & AP_START != 0 {
            let start = Start {
                symbol: self.description.symbol.clone(),
                unit: self.description.name.clone(),
                registers: self.registers.clone(),
                offsets: self.description.offsets.clone(),
                buffers: buffers(),
            };
            self.start(start);
        }
    }

    fn start(&mut self, start: Start) {
        {
            let mut progress = self.state.lock();
            progress.done = false;
            progress.outstanding += 1;
        }
        let starts = self.starts.get_or_insert_with(|| {
            let (starts, queue) = mpsc::channel::<Start>();
            let (state, program, report) =
                (Arc::clone(&self.state), self.program.clone(), Arc::clone(&self.report));
            let mut host = self.staging.clone().zip(self.description.interface.clone());
            thread::spawn(move || {
                let mut worker = None;
                // After a failure the unit is stuck, as a card's would be.
                while let Ok(mut start) = queue.recv() {
                    let ended = run(&mut worker, &program, (&state, &*report), host.as_mut(), &mut start);
                    let written = match ended {
                        Ok(written) => written,
                        Err(fault) => {
                            if !state.lock().closed {
                                report.fault(&start.unit, &fault);
                            }
                            return;
                        }
                    };
                    let mut progress = state.lock();
                    progress.take(&written);
                    progress.outstanding -= 1;
                    progress.done = true;
                }
            });
            starts
        });
        // The thread is gone after a failure: then the run never ends.
        let _ = starts.send(start);
    }
}

/// Runs a kernel in the unit's worker, which it starts if there is none, on copies of slices in memory of the host. Gives what
/// it has written into registers.
fn run(
    worker: &mut Option<Worker>,
    program: &Program,
    (state, report): (&State, &dyn Report),
    host: Option<&mut (Staging, KernelInterface)>,
    start: &mut Start,
) -> Result<Vec<Written>, Fault> {
    let kernel = start.symbol.clone();
    let other = |message| Fault { kernel: kernel.clone(), kind: FaultKind::Other, message, at: None };
    let staged = host.map(|(staging, interface)| staging.stage(interface, start)).transpose();
    let staged = staged.map_err(|error| other(error.to_string()))?;
    let outputs = started(worker, program, state, &kernel)?.run(start, |warning| report.warning(warning))?;
    let written = staged.map_or(Ok(()), Staged::write_back);
    written
        .map(|()| outputs)
        .map_err(|error| other(format!("its results in memory of the host cannot be written: {error}")))
}

/// The unit's worker.
fn started<'w>(
    worker: &'w mut Option<Worker>,
    program: &Program,
    state: &State,
    kernel: &str,
) -> Result<&'w mut Worker, Fault> {
    let lost = |reason: String| lost(kernel, &reason);
    if let Some(worker) = worker {
        return Ok(worker);
    }
    let mut progress = state.lock();
    if progress.closed {
        return Err(lost("the device was closed".to_owned()));
    }
    let started =
        Worker::start(program).map_err(|error| lost(format!("its process cannot be started: {error}")))?;
    progress.killer = Some(started.killer());
    Ok(worker.insert(started))
}

impl Drop for Unit {
    fn drop(&mut self) {
        let mut progress = self.state.lock();
        progress.closed = true;
        if let Some(killer) = progress.killer.take() {
            killer.kill();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[derive(Default)]
    struct Faults(Mutex<Vec<String>>);

    impl Report for Faults {
        fn fault(&self, unit: &str, fault: &Fault) {
            self.0.lock().unwrap().push(format!("{unit}: {fault}"));
        }

        fn refused(&self, _: &str) {}

        fn warning(&self, _: &str) {}

        fn note(&self, _: &str) {}
    }

    /// A unit whose worker is a shell script: an outcome without a fault is a length of 0.
    fn unit(script: &str) -> (Unit, Arc<Faults>) {
        let description = Description {
            symbol: "k".into(),
            name: "k_1".into(),
            base: 0x1000,
            range: 64,
            offsets: vec![],
            interface: None,
        };
        let program = Program { path: "sh".into(), args: ["-c", script].map(Into::into).to_vec() };
        let faults = Arc::new(Faults::default());
        (Unit::new(description, program, Arc::clone(&faults) as Arc<dyn Report>), faults)
    }

    fn control(unit: &mut Unit, value: u32) {
        assert!(unit.write(0, &value.to_le_bytes(), Vec::new));
    }

    fn status(unit: &Unit) -> u32 {
        u32::from_le_bytes(unit.read(0, 4).unwrap().try_into().unwrap())
    }

    fn wait_for(unit: &Unit, bit: u32) {
        let start = Instant::now();
        while status(unit) & bit == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "{:#x}", status(unit));
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_run_is_busy_then_done_until_it_is_acknowledged() {
        let (mut unit, _) = unit("sleep 0.1; head -c 8 /dev/zero; cat >/dev/null");
        assert_eq!(status(&unit), AP_IDLE);
        control(&mut unit, AP_START);
        assert_eq!(status(&unit), AP_START);
        wait_for(&unit, AP_DONE);
        assert_eq!(status(&unit), AP_DONE | AP_READY | AP_IDLE);
        control(&mut unit, AP_CONTINUE);
        assert_eq!(status(&unit), AP_IDLE);
    }

    #[test]
    fn a_run_that_fails_never_ends_and_is_told_of() {
        let (mut unit, faults) = unit("kill -ABRT $$");
        control(&mut unit, AP_START);
        let start = Instant::now();
        while faults.0.lock().unwrap().is_empty() && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        let said = faults.0.lock().unwrap().clone();
        assert!(
            matches!(&said[..], [one] if one.starts_with("k_1: kernel `k`") && one.contains("signal: 6")),
            "{said:?}"
        );
        assert_eq!(status(&unit), AP_START);
        control(&mut unit, AP_START);
        assert_eq!(status(&unit), AP_START);
    }

    #[test]
    fn a_unit_that_goes_takes_its_worker_along_and_says_nothing() {
        let (mut unit, faults) = unit("exec sleep 100");
        control(&mut unit, AP_START);
        let start = Instant::now();
        while unit.state.lock().killer.is_none() && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        drop(unit);
        assert!(start.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(50));
        assert_eq!(faults.0.lock().unwrap().len(), 0);
    }

    #[test]
    fn what_a_run_writes_into_registers_is_read_and_stays() {
        let (mut unit, _) = unit("exit");
        assert!(unit.write(0x10, &[9; 16], Vec::new));
        let output = Written { offset: 0x14, data: vec![1, 2, 3, 4], valid: 0x18 };
        unit.state.lock().take(&[output]);
        assert!(unit.write(0x10, &[7; 16], Vec::new));
        assert_eq!(unit.read(0x10, 8).unwrap(), [7, 7, 7, 7, 1, 2, 3, 4]);
        let valid = |unit: &Unit| unit.read(0x18, 4).unwrap();
        assert_eq!((valid(&unit), valid(&unit)), (vec![1, 0, 0, 0], vec![0; 4]), "reading clears it");
        unit.state.lock().take(&[Written { offset: 0x14, data: vec![5; 4], valid: 0x18 }]);
        assert_eq!((unit.read(0x14, 4).unwrap(), valid(&unit)), (vec![5; 4], vec![1, 0, 0, 0]));
    }

    #[test]
    fn registers_outside_of_the_range_are_refused() {
        let (mut unit, _) = unit("exit");
        assert_eq!(unit.offset(0x1010), Some(0x10));
        assert_eq!((unit.offset(0xfff), unit.offset(0x1040)), (None, None));
        assert!(unit.write(60, &[1, 2, 3, 4], Vec::new));
        assert_eq!(unit.read(60, 4), Some(vec![1, 2, 3, 4]));
        assert!(!unit.write(60, &[0; 5], Vec::new) && !unit.write(usize::MAX, &[0], Vec::new));
        assert_eq!(unit.read(61, 4), None);
    }
}
