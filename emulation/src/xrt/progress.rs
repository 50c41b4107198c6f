//! What hosts see of a compute unit: its registers, and how far its runs are.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use sycl_hls_types::Restart;

use super::restart::{Mailboxes, counter, set_counter};
use super::worker::{BufferAt, Written};

/// What the registers of a compute unit show, as its runs change it.
#[derive(Default)]
pub(super) struct State {
    progress: Mutex<Progress>,
    /// Something has changed for which a write to a mailbox may wait.
    pub changed: Condvar,
}

/// The registers, and how far runs are.
#[derive(Default)]
pub(super) struct Progress {
    /// The registers as hosts write them.
    pub registers: Vec<u8>,
    pub mailboxes: Mailboxes,
    /// The buffers that the next run can have.
    pub buffers: Vec<BufferAt>,
    /// A run has failed, and there will be no other.
    pub failed: bool,
    /// Runs that were started and have not ended. One that failed never does: there is no other way to tell the host.
    pub outstanding: usize,
    /// The ends of runs that hosts have not acknowledged; of units that are not chained, of the last run.
    pub ended: usize,
    /// A run has begun since hosts last looked, and none is to follow by itself.
    pub ready: bool,
    /// A run has written registers, which hosts may read until they acknowledge its end.
    has_outputs: bool,
    /// The registers that runs have written, by offset. Hosts do not write these.
    written: BTreeMap<usize, Word>,
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
    /// True if the next run of a chained unit waits for a host who has not acknowledged an end: the core can tell of one more, and
    /// none is to write registers that the host may still read.
    pub fn holds(&self) -> bool {
        self.ended > usize::from(!self.has_outputs)
    }

    /// The registers of a run that begins.
    pub fn begin(&mut self) -> Vec<u8> {
        self.mailboxes.begin(&self.registers)
    }

    /// A run has ended; says whether the kernel starts itself again.
    pub fn end(&mut self, restart: Restart, outputs: Vec<Written>) -> bool {
        if restart.has_mailbox() {
            let given = self.mailboxes.end(outputs);
            self.take(&given);
        } else {
            self.take(&outputs);
        }
        let again = restart.is_counted() && self.again();
        if restart.is_counted() {
            let left = counter(&self.registers);
            set_counter(&mut self.registers, Restart::after_run(left));
        }
        again
    }

    /// True if the counter asks for another run after the current one.
    pub fn again(&self) -> bool {
        counter(&self.registers) > 1
    }

    /// Takes what a run has written.
    pub fn take(&mut self, outputs: &[Written]) {
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        self.has_outputs |= !outputs.is_empty();
        for output in outputs {
            for (number, word) in output.data.as_chunks().0.iter().enumerate() {
                self.written.insert(place(output.offset).saturating_add(WORD * number), Word::Data(*word));
            }
            self.written.insert(place(output.valid), Word::Valid(true));
        }
    }

    /// Puts what runs have written into registers that are read from this offset on.
    pub fn show(&mut self, offset: usize, bytes: &mut [u8]) {
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
    pub fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the output mailbox is not busy any more, or nothing runs that could change it.
    pub fn await_results(&self) {
        let busy = |progress: &mut Progress| {
            progress.mailboxes.output_is_busy() && progress.outstanding > 0 && !progress.failed
        };
        let _unused = self.changed.wait_while(self.lock(), busy);
    }
}
