//! Compute units: their registers, and the runs that a write to them starts. How kernels start themselves again is in `restart`.

use std::sync::Arc;

use sycl_hls_types::{KernelInterface, Restart};

use super::linked::Linked;
use super::progress::{Progress, State};
use super::restart::counter;
use super::runner::{Kernel, Member, PATIENCE, Part, Runner, Workplace};
use super::worker::BufferAt;

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
    /// Whether it is ready for the next run when one begins, and hosts acknowledge each end (`ap_ctrl_chain` in IP_LAYOUT).
    pub chained: bool,
    /// Whether it starts itself again.
    pub restart: Restart,
}

/// A compute unit.
pub(super) struct Unit {
    description: Description,
    state: Arc<State>,
    /// Runs its kernel, together with those that are linked to it.
    runner: Arc<Runner>,
    /// Its position among the units of a run.
    member: usize,
    /// A run was started before the host's start has arrived.
    anticipated: bool,
}

/// The compute units of an image, of which those of linked kernels run together.
pub(super) fn units(descriptions: Vec<Description>, linked: Vec<Linked>, place: &Workplace) -> Vec<Unit> {
    let mut units: Vec<Unit> = descriptions.into_iter().map(|it| Unit::new(it, place.clone())).collect();
    for linked in linked {
        let unit = |symbol: &str| units.iter().position(|unit| unit.description.symbol == symbol);
        // Each has one compute unit.
        let found: Option<Vec<usize>> = linked.members.iter().map(|member| unit(&member.symbol)).collect();
        let Some(found) = found else { continue };
        let members = found.iter().zip(&linked.members);
        let members = members.filter_map(|(unit, member)| Some(units.get(*unit)?.member(&member.arguments)));
        let runner = Arc::new(Runner::linked(linked.clone(), members.collect(), place.clone()));
        for (member, unit) in found.into_iter().enumerate() {
            if let Some(unit) = units.get_mut(unit) {
                (unit.runner, unit.member) = (Arc::clone(&runner), member);
            }
        }
    }
    units
}

impl Unit {
    fn new(description: Description, place: Workplace) -> Self {
        // No register map is larger than some KiB; what an image claims beyond that is not believed.
        let bytes = usize::try_from(description.range.min(1 << 20)).unwrap_or(0);
        let state = Arc::<State>::default();
        state.lock().registers = vec![0; bytes];
        let kernel = Kernel {
            symbol: description.symbol.clone(),
            unit: description.name.clone(),
            interface: description.interface.clone(),
        };
        let (unit, offsets) = (description.name.clone(), description.offsets.clone());
        let Description { chained, restart, .. } = description;
        let member = Member { unit, offsets, chained, restart, state: Arc::clone(&state) };
        let runner = Arc::new(Runner::alone(kernel, member, place));
        Self { description, state, runner, member: 0, anticipated: false }
    }

    /// Its part in runs that have these of its arguments.
    fn member(&self, arguments: &[bool]) -> Member {
        let Description { name, offsets, chained, restart, .. } = &self.description;
        let offsets = offsets.iter().zip(arguments).filter(|(_, has)| **has).map(|(offset, _)| *offset);
        Member {
            unit: name.clone(),
            offsets: offsets.collect(),
            chained: *chained,
            restart: *restart,
            state: Arc::clone(&self.state),
        }
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
        // A run of linked kernels may need another start before, which could not arrive.
        if !self.runner.is_linked() {
            self.state.await_results();
        }
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
        self.runner.tell_of_waiting(PATIENCE);
        let waits = self.runner.waits(self.member);
        let mut progress = self.state.lock();
        let bit = |is: bool, bit| if is { bit } else { 0 };
        let (done, idle) = (progress.ended > 0, progress.outstanding == 0);
        let (start, ready) = if self.description.chained {
            let restarts = self.description.restart.is_counted() && progress.again();
            (waits || (!idle && restarts), std::mem::take(&mut progress.ready))
        } else {
            (!idle, done)
        };
        bit(start, AP_START) | bit(done, AP_DONE) | bit(idle, AP_IDLE) | bit(ready, AP_READY)
    }

    fn control(&mut self, value: u32, buffers: impl FnOnce() -> Vec<BufferAt>) {
        if value & AP_CONTINUE != 0 {
            {
                let mut progress = self.state.lock();
                progress.ended = progress.ended.saturating_sub(1);
            }
            self.runner.acknowledged();
        }
        if value & AP_START != 0 && !std::mem::take(&mut self.anticipated) {
            self.start(buffers());
        }
    }

    fn start(&self, buffers: Vec<BufferAt>) {
        let part = {
            let mut progress = self.state.lock();
            if !self.description.chained {
                progress.ended = 0;
            }
            progress.outstanding += 1;
            progress.buffers.clone_from(&buffers);
            Part { registers: progress.begin(), buffers }
        };
        self.runner.start(self.member, part);
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        self.runner.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xrt::device::Report;
    use crate::xrt::linked::tests::load_and_store;
    use crate::xrt::worker::{Program, Written};
    use std::sync::Mutex;
    use std::thread;
    use std::time::{Duration, Instant};
    use sycl_hls_types::Fault;

    #[derive(Default)]
    struct Faults(Mutex<Vec<String>>);

    impl Report for Faults {
        fn fault(&self, units: &[&str], fault: &Fault) {
            self.0.lock().unwrap().push(format!("{}: {fault}", units.join(", ")));
        }

        fn refused(&self, _: &str) {}

        fn warning(&self, message: &str) {
            self.0.lock().unwrap().push(message.to_owned());
        }

        fn note(&self, _: &str) {}
    }

    /// A unit whose worker is a shell script: an outcome without a fault is a length of 0.
    fn unit(script: &str) -> (Unit, Arc<Faults>) {
        unit_with(script, Restart::Never)
    }

    fn unit_with(script: &str, restart: Restart) -> (Unit, Arc<Faults>) {
        let (place, faults) = place(script);
        (Unit::new(description("k", restart), place), faults)
    }

    fn place(script: &str) -> (Workplace, Arc<Faults>) {
        let program = Program { path: "sh".into(), args: ["-c", script].map(Into::into).to_vec() };
        let faults = Arc::new(Faults::default());
        let report = Arc::clone(&faults) as Arc<dyn Report>;
        (Workplace { program, report, host: None }, faults)
    }

    fn description(symbol: &str, restart: Restart) -> Description {
        Description {
            symbol: symbol.into(),
            name: format!("{symbol}_1"),
            base: 0x1000,
            range: 64,
            offsets: vec![0x10, 0x1c, 0x28],
            interface: None,
            chained: false,
            restart,
        }
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

    /// A unit that may be started while it runs.
    fn chained(script: &str) -> Unit {
        Unit::new(Description { chained: true, ..description("k", Restart::Never) }, place(script).0)
    }

    #[test]
    fn a_chained_unit_is_ready_when_it_begins_and_counts_its_ends() {
        let mut unit = chained("sleep 0.3; head -c 24 /dev/zero; cat >/dev/null");
        control(&mut unit, AP_START);
        wait_for(&unit, AP_READY);
        assert_eq!(status(&unit), 0, "under way, and nothing waits");
        control(&mut unit, AP_START);
        assert_eq!(status(&unit), AP_START, "the next one waits");
        wait_for(&unit, AP_IDLE);
        assert_eq!(status(&unit) & AP_DONE, AP_DONE);
        control(&mut unit, AP_START);
        assert_eq!(status(&unit), AP_START | AP_DONE, "the core cannot tell of a third end");
        control(&mut unit, AP_CONTINUE);
        wait_for(&unit, AP_IDLE);
        control(&mut unit, AP_CONTINUE);
        assert_eq!(status(&unit) & AP_DONE, AP_DONE, "of the third run");
        control(&mut unit, AP_CONTINUE);
        assert_eq!(status(&unit), AP_IDLE);
    }

    #[test]
    fn registers_that_a_run_has_written_stay_until_its_end_is_acknowledged() {
        let mut unit = chained("head -c 16 /dev/zero; cat >/dev/null");
        unit.state.lock().take(&[Written { offset: 0x14, data: vec![1, 2, 3, 4], valid: 0x18 }]);
        control(&mut unit, AP_START);
        wait_for(&unit, AP_DONE);
        control(&mut unit, AP_START);
        thread::sleep(Duration::from_millis(20));
        assert_eq!(status(&unit) & !AP_READY, AP_START | AP_DONE);
        control(&mut unit, AP_CONTINUE);
        wait_for(&unit, AP_DONE);
        assert_eq!(status(&unit) & AP_IDLE, AP_IDLE);
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
        while !unit.runner.has_worker() && start.elapsed() < Duration::from_secs(20) {
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

    /// Units of `load` and `store`, which are linked.
    fn linked(script: &str) -> (Vec<Unit>, Arc<Faults>) {
        let (place, faults) = place(script);
        let descriptions = ["load", "store", "linked_load"].map(|symbol| description(symbol, Restart::Never));
        (units(descriptions.into(), vec![load_and_store()], &place), faults)
    }

    #[test]
    fn linked_units_run_once_all_of_them_have_started() {
        let (mut units, said) = linked("head -c 8 /dev/zero; cat >/dev/null");
        control(&mut units[1], AP_START);
        assert_eq!((status(&units[0]), status(&units[1])), (AP_IDLE, AP_START));
        units[1].runner.tell_of_waiting(PATIENCE);
        assert_eq!(said.0.lock().unwrap().len(), 0);
        units[0].runner.tell_of_waiting(Duration::ZERO);
        assert_eq!(said.0.lock().unwrap().len(), 1);
        control(&mut units[0], AP_START);
        wait_for(&units[0], AP_DONE);
        wait_for(&units[1], AP_DONE);
        assert_eq!(status(&units[2]), AP_IDLE);
        drop(units);
        assert_eq!(said.0.lock().unwrap().len(), 1, "nothing waits");
    }

    #[test]
    fn linked_units_stop_together() {
        let (mut units, said) = linked("kill -ABRT $$");
        control(&mut units[1], AP_START);
        control(&mut units[0], AP_START);
        let start = Instant::now();
        while said.0.lock().unwrap().is_empty() && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!((status(&units[0]), status(&units[1])), (AP_START, AP_START));
        drop(units);
        let said = said.0.lock().unwrap().clone();
        assert!(
            matches!(&said[..], [one] if one.starts_with("load_1, store_1: kernel `linked_load`")),
            "{said:?}"
        );
    }

    #[test]
    fn a_run_whose_partner_never_starts_is_told_in_the_end() {
        let (mut units, said) = linked("exit");
        control(&mut units[0], AP_START);
        drop(units);
        let said = said.0.lock().unwrap().clone();
        assert!(
            matches!(&said[..], [one] if one.starts_with("deadlock: `load.output` is linked to")),
            "{said:?}"
        );
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
