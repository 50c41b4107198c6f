//! Compute units: their registers, and the runs that a write to them starts. How kernels start themselves again is in `restart`.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use sycl_hls_types::{Fault, FaultKind, KernelInterface, Restart};

use super::device::Report;
use super::restart::{Mailboxes, counter, set_counter};
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
    /// Whether it starts itself again.
    pub restart: Restart,
}

/// A compute unit.
pub(super) struct Unit {
    description: Description,
    state: Arc<State>,
    /// To the thread that runs its kernels one after another; none before the first run.
    starts: Option<Sender<Start>>,
    program: Program,
    report: Arc<dyn Report>,
    /// For slices in memory of the host.
    staging: Option<Staging>,
    /// A run was started before the host's start has arrived.
    anticipated: bool,
}

#[derive(Default)]
struct State {
    progress: Mutex<Progress>,
    /// Something has changed for which a write to a mailbox may wait.
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    /// The registers as hosts write them.
    registers: Vec<u8>,
    mailboxes: Mailboxes,
    /// The buffers that the next run can have.
    buffers: Vec<BufferAt>,
    /// A run has failed, and there will be no other.
    failed: bool,
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
    /// The registers of a run that begins.
    fn begin(&mut self) -> Vec<u8> {
        self.mailboxes.begin(&self.registers)
    }

    /// A run has ended; says whether the kernel starts itself again.
    fn end(&mut self, restart: Restart, outputs: Vec<Written>) -> bool {
        if restart.has_mailbox() {
            let given = self.mailboxes.end(outputs);
            self.take(&given);
        } else {
            self.take(&outputs);
        }
        let left = counter(&self.registers);
        if restart.is_counted() {
            set_counter(&mut self.registers, Restart::after_run(left));
        }
        restart.is_counted() && left > 1 && !self.closed
    }

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
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the output mailbox is not busy any more, or nothing runs that could change it.
    fn await_results(&self) {
        let busy = |progress: &mut Progress| {
            progress.mailboxes.output_is_busy() && progress.outstanding > 0 && !progress.failed
        };
        let _unused = self.changed.wait_while(self.lock(), busy);
    }
}

impl Unit {
    pub fn new(description: Description, program: Program, report: Arc<dyn Report>) -> Self {
        // No register map is larger than some KiB; what an image claims beyond that is not believed.
        let bytes = usize::try_from(description.range.min(1 << 20)).unwrap_or(0);
        let state = Arc::<State>::default();
        state.lock().registers = vec![0; bytes];
        Self { description, state, starts: None, program, report, staging: None, anticipated: false }
    }

    /// Lets runs have slices in memory of the host.
    pub fn reach_host(&mut self, staging: Staging) {
        self.staging = Some(staging);
    }

    /// The offset of the register at this address, if it is one of this unit.
    pub fn offset(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.description.base)?;
        usize::try_from(offset).ok().filter(|offset| *offset < self.state.lock().registers.len())
    }

    /// Writes registers; says whether there are such registers. `buffers` tells of memory if that starts a run.
    pub fn write(&mut self, offset: usize, bytes: &[u8], buffers: impl FnOnce() -> Vec<BufferAt>) -> bool {
        let word = bytes.first_chunk().map(|word| u32::from_le_bytes(*word));
        if let (true, Some(word)) = (self.description.restart.has_mailbox(), word)
            && let register @ (Restart::INPUT | Restart::OUTPUT) = offset as u64
        {
            self.exchange(register, word, buffers);
            return true;
        }
        {
            let mut progress = self.state.lock();
            let end = offset.checked_add(bytes.len());
            let Some(registers) = end.and_then(|end| progress.registers.get_mut(offset..end)) else {
                return false;
            };
            registers.copy_from_slice(bytes);
        }
        // A write of the whole register map starts the run with all of it.
        if let (0, Some(control)) = (offset, word) {
            self.control(control, buffers);
        }
        true
    }

    /// A write to a mailbox's register.
    fn exchange(&mut self, register: u64, value: u32, buffers: impl FnOnce() -> Vec<BufferAt>) {
        let released = value & Restart::RELEASED != 0;
        if register == Restart::INPUT {
            let mut progress = self.state.lock();
            let idle = progress.outstanding == 0;
            let Progress { mailboxes, registers, .. } = &mut *progress;
            mailboxes.write_input(released, idle, registers);
            progress.buffers = buffers();
            return;
        }
        if !released {
            self.await_results(buffers);
        }
        let mut progress = self.state.lock();
        let idle = progress.outstanding == 0 && counter(&progress.registers) == 0;
        let given = progress.mailboxes.write_output(released, idle);
        progress.take(&given);
    }

    /// Waits for results that a host has asked for. Hosts of XRT 2.13 acquire the mailbox without a look at whether it is busy: on a
    /// card an access takes longer than the runs of such kernels, and longer than XRT's scheduler takes to start them. Here the
    /// scheduler waits, too, until this access is answered, so a start that is on its way is made now.
    fn await_results(&mut self, buffers: impl FnOnce() -> Vec<BufferAt>) {
        let on_its_way = {
            let progress = self.state.lock();
            let left = counter(&progress.registers);
            progress.mailboxes.output_is_busy() && progress.outstanding == 0 && left > 0
        };
        if on_its_way {
            self.start(buffers());
            self.anticipated = true;
        }
        self.state.await_results();
    }

    /// Reads registers.
    pub fn read(&self, offset: usize, size: usize) -> Option<Vec<u8>> {
        let mut progress = self.state.lock();
        let mut bytes = progress.registers.get(offset..offset.checked_add(size)?)?.to_vec();
        progress.show(offset, &mut bytes);
        if self.description.restart.has_mailbox() {
            progress.mailboxes.show(offset, &mut bytes);
        }
        drop(progress);
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
        if value & AP_START != 0 && !std::mem::take(&mut self.anticipated) {
            self.start(buffers());
        }
    }

    fn start(&mut self, buffers: Vec<BufferAt>) {
        let start = {
            let mut progress = self.state.lock();
            progress.done = false;
            progress.outstanding += 1;
            progress.buffers.clone_from(&buffers);
            Start {
                symbol: self.description.symbol.clone(),
                unit: self.description.name.clone(),
                registers: progress.begin(),
                offsets: self.description.offsets.clone(),
                buffers,
            }
        };
        let starts = self.starts.get_or_insert_with(|| {
            let (starts, queue) = mpsc::channel::<Start>();
            let (state, program, report) =
                (Arc::clone(&self.state), self.program.clone(), Arc::clone(&self.report));
            let mut host = self.staging.clone().zip(self.description.interface.clone());
            let restart = self.description.restart;
            thread::spawn(move || {
                let mut worker = None;
                // After a failure the unit is stuck, as a card's would be.
                while let Ok(mut start) = queue.recv() {
                    let one = |start: &mut Start| {
                        run(&mut worker, &program, (&state, &*report), host.as_mut(), start)
                    };
                    if let Err(fault) = runs(&state, restart, &mut start, one) {
                        let mut progress = state.lock();
                        progress.failed = true;
                        state.changed.notify_all();
                        if !progress.closed {
                            report.fault(&start.unit, &fault);
                        }
                        return;
                    }
                }
            });
            starts
        });
        // The thread is gone after a failure: then the run never ends.
        let _ = starts.send(start);
    }
}

/// Runs a kernel by `run` until it does not start itself again.
fn runs(
    state: &State,
    restart: Restart,
    start: &mut Start,
    mut run: impl FnMut(&mut Start) -> Result<Vec<Written>, Fault>,
) -> Result<(), Fault> {
    loop {
        let written = run(start)?;
        let mut progress = state.lock();
        let again = progress.end(restart, written);
        if again {
            start.registers = progress.begin();
            start.buffers.clone_from(&progress.buffers);
        } else {
            progress.outstanding -= 1;
            progress.done = true;
        }
        state.changed.notify_all();
        if !again {
            return Ok(());
        }
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
        unit_with(script, Restart::Never)
    }

    fn unit_with(script: &str, restart: Restart) -> (Unit, Arc<Faults>) {
        let description = Description {
            symbol: "k".into(),
            name: "k_1".into(),
            base: 0x1000,
            range: 64,
            offsets: vec![],
            interface: None,
            restart,
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

    fn write_word(unit: &mut Unit, register: u64, value: u32) {
        assert!(unit.write(register as usize, &value.to_le_bytes(), Vec::new));
    }

    fn word(unit: &Unit, register: u64) -> u32 {
        u32::from_le_bytes(unit.read(register as usize, 4).unwrap().try_into().unwrap())
    }

    #[test]
    fn a_counter_makes_so_many_runs() {
        // A fourth run would wait for ever.
        let (mut unit, _) = unit_with("head -c 24 /dev/zero; cat >/dev/null", Restart::Counted);
        write_word(&mut unit, Restart::COUNTER, 3);
        control(&mut unit, AP_START);
        wait_for(&unit, AP_DONE);
        assert_eq!((status(&unit), word(&unit, Restart::COUNTER)), (AP_DONE | AP_READY | AP_IDLE, 0));
        assert_eq!(word(&unit, Restart::INPUT), 0, "an argument");
    }

    #[test]
    fn a_kernel_that_runs_for_ever_stops_when_its_counter_is_cleared() {
        let (mut unit, _) =
            unit_with("exec 3<&0; cat <&3 >/dev/null & head -c 800000 /dev/zero; wait", Restart::Counted);
        write_word(&mut unit, Restart::COUNTER, Restart::FOREVER);
        control(&mut unit, AP_START);
        assert_eq!(status(&unit), AP_START);
        assert_eq!(word(&unit, Restart::COUNTER), Restart::FOREVER);
        write_word(&mut unit, Restart::COUNTER, 0);
        wait_for(&unit, AP_DONE);
    }

    #[test]
    fn a_host_that_acquires_a_busy_mailbox_waits_for_the_run() {
        let script = "sleep 0.2; head -c 16 /dev/zero; cat >/dev/null";
        let (mut unit, _) = unit_with(script, Restart::Mailbox);
        write_word(&mut unit, Restart::COUNTER, 2);
        control(&mut unit, AP_START);
        write_word(&mut unit, Restart::OUTPUT, Restart::RELEASED);
        assert_eq!(word(&unit, Restart::OUTPUT), Restart::RELEASED | Restart::BUSY);
        write_word(&mut unit, Restart::OUTPUT, 0);
        assert_eq!((word(&unit, Restart::OUTPUT), word(&unit, Restart::COUNTER)), (0, 0));
        assert_eq!(status(&unit) & AP_IDLE, AP_IDLE);
    }

    #[test]
    fn a_host_that_is_faster_than_its_start_waits_for_the_run() {
        // A third run would wait for ever.
        let (mut unit, _) = unit_with("head -c 16 /dev/zero; cat >/dev/null", Restart::Mailbox);
        write_word(&mut unit, Restart::COUNTER, 2);
        write_word(&mut unit, Restart::OUTPUT, Restart::RELEASED);
        assert_eq!(word(&unit, Restart::OUTPUT), Restart::RELEASED | Restart::BUSY);
        write_word(&mut unit, Restart::OUTPUT, 0);
        assert_eq!(word(&unit, Restart::OUTPUT), 0);
        control(&mut unit, AP_START);
        wait_for(&unit, AP_DONE);
        assert_eq!((status(&unit) & AP_IDLE, word(&unit, Restart::COUNTER)), (AP_IDLE, 0));
    }

    #[test]
    fn a_run_that_fails_lets_go_of_a_host_that_waits_for_its_mailbox() {
        let (mut unit, _) = unit_with("sleep 0.2; kill -ABRT $$", Restart::Mailbox);
        control(&mut unit, AP_START);
        write_word(&mut unit, Restart::OUTPUT, Restart::RELEASED);
        write_word(&mut unit, Restart::OUTPUT, 0);
        assert_eq!(word(&unit, Restart::OUTPUT), 0);
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
