//! The control registers of kernels that start themselves again: the counter, and the mailboxes between hosts and kernel. They do
//! what `mailbox.v` of the compiler's library does; results of runs that were asked for, and have yet to begin, are busy here, too.

use sycl_hls_types::Restart;

use super::worker::Written;

/// Both mailboxes of a compute unit.
#[derive(Debug)]
pub(super) struct Mailboxes {
    input: Mailbox,
    output: Mailbox,
    /// The registers that the kernel sees.
    taken: Vec<u8>,
    /// The results of the run under way are for hosts.
    armed: bool,
    /// The results of the last run, which hosts have not seen.
    results: Vec<Written>,
}

/// A mailbox's register.
#[derive(Debug)]
struct Mailbox {
    released: bool,
    busy: bool,
}

impl Default for Mailboxes {
    /// Both are released: hosts that know nothing of them find an ordinary kernel.
    fn default() -> Self {
        let released = || Mailbox { released: true, busy: false };
        Self { input: released(), output: released(), taken: Vec::new(), armed: true, results: Vec::new() }
    }
}

impl Mailbox {
    fn word(&self) -> u32 {
        let bit = |is: bool, bit| if is { bit } else { 0 };
        bit(self.released, Restart::RELEASED) | bit(self.busy, Restart::BUSY)
    }
}

impl Mailboxes {
    /// The registers of a run that begins, of those that hosts have written.
    pub fn begin(&mut self, registers: &[u8]) -> Vec<u8> {
        self.follow(registers);
        self.input.busy = false;
        self.armed = self.output.released;
        self.taken.clone()
    }

    /// A run has ended with these results; gives those that hosts see now.
    pub fn end(&mut self, results: Vec<Written>) -> Vec<Written> {
        self.results = results;
        if !self.armed {
            return Vec::new();
        }
        self.output.busy = false;
        std::mem::take(&mut self.results)
    }

    /// A host releases or acquires the input mailbox.
    pub fn write_input(&mut self, released: bool, idle: bool, registers: &[u8]) {
        // Those of a release are for the kernel, though the mailbox is acquired again before it takes them.
        self.follow(registers);
        self.input.released = released;
        self.follow(registers);
        self.input.busy |= released;
        self.input.busy &= !idle;
    }

    /// A host releases or acquires the output mailbox. Gives the results that it sees now.
    pub fn write_output(&mut self, released: bool, idle: bool) -> Vec<Written> {
        self.output = Mailbox { released, busy: released && !idle };
        self.armed = false;
        if released && idle { std::mem::take(&mut self.results) } else { Vec::new() }
    }

    fn follow(&mut self, registers: &[u8]) {
        if self.input.released {
            registers.clone_into(&mut self.taken);
        }
    }

    /// True if the kernel has yet to bring results that a host has asked for.
    pub fn output_is_busy(&self) -> bool {
        self.output.busy
    }

    /// Puts the mailboxes' registers into registers that are read from this offset on.
    pub fn show(&self, offset: usize, bytes: &mut [u8]) {
        for (at, mailbox) in [(Restart::INPUT, &self.input), (Restart::OUTPUT, &self.output)] {
            let Some(at) = place(at).checked_sub(offset) else { continue };
            bytes.iter_mut().skip(at).zip(mailbox.word().to_le_bytes()).for_each(|(to, from)| *to = from);
        }
    }
}

/// The runs that are left, the current one included.
pub(super) fn counter(registers: &[u8]) -> u32 {
    let word = registers.get(place(Restart::COUNTER)..).and_then(|rest| rest.first_chunk());
    word.map_or(0, |word| u32::from_le_bytes(*word))
}

/// Changes how many runs are left.
pub(super) fn set_counter(registers: &mut [u8], left: u32) {
    let word = registers.get_mut(place(Restart::COUNTER)..).and_then(|rest| rest.first_chunk_mut());
    if let Some(word) = word {
        *word = left.to_le_bytes();
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELEASE: bool = true;
    const ACQUIRE: bool = false;

    fn results(value: u8) -> Vec<Written> {
        vec![Written { offset: 0x1c, data: vec![value; 4], valid: 0x20 }]
    }

    #[test]
    fn what_hosts_write_lands_at_the_release() {
        let mut mailboxes = Mailboxes::default();
        assert_eq!(mailboxes.begin(&[1]), [1], "an ordinary kernel");
        mailboxes.write_input(ACQUIRE, false, &[1]);
        assert_eq!(mailboxes.begin(&[2]), [1]);
        mailboxes.write_input(RELEASE, false, &[3]);
        assert!(mailboxes.input.busy);
        mailboxes.write_input(ACQUIRE, false, &[3]);
        assert_eq!(mailboxes.begin(&[4]), [3], "it was released");
        assert!(!mailboxes.input.busy);
        mailboxes.write_input(RELEASE, true, &[5]);
        assert!(!mailboxes.input.busy, "at once");
        assert_eq!(mailboxes.begin(&[5]), [5]);
    }

    #[test]
    fn results_are_those_of_a_run_that_began_after_the_release() {
        let mut mailboxes = Mailboxes::default();
        mailboxes.begin(&[]);
        assert_eq!(mailboxes.end(results(1)), results(1), "an ordinary kernel");
        mailboxes.begin(&[]);
        mailboxes.write_output(ACQUIRE, false);
        assert_eq!(mailboxes.end(results(2)), []);
        mailboxes.begin(&[]);
        mailboxes.write_output(RELEASE, false);
        assert_eq!(mailboxes.end(results(3)), []);
        assert!(mailboxes.output_is_busy());
        mailboxes.begin(&[]);
        assert_eq!(mailboxes.end(results(4)), results(4));
        assert!(!mailboxes.output_is_busy());
        mailboxes.write_output(ACQUIRE, true);
        mailboxes.begin(&[]);
        assert_eq!(mailboxes.end(results(5)), []);
        assert_eq!(mailboxes.write_output(RELEASE, true), results(5), "at once");
    }

    #[test]
    fn registers_of_mailboxes_are_read_among_others() {
        let mut mailboxes = Mailboxes::default();
        mailboxes.write_output(RELEASE, false);
        let mut bytes = [9; 16];
        mailboxes.show(0x10, &mut bytes);
        assert_eq!(bytes, [9, 9, 9, 9, 1, 0, 0, 0, 3, 0, 0, 0, 9, 9, 9, 9]);
        mailboxes.show(0x1c, &mut bytes);
        assert_eq!(bytes[..4], [9, 9, 9, 9]);
    }

    #[test]
    fn counters_are_words_of_the_registers() {
        let mut registers = [7; 0x14];
        set_counter(&mut registers, 0x0102);
        assert_eq!((counter(&registers), registers[0x0f]), (0x0102, 7));
        assert_eq!(counter(&registers[..0x12]), 0);
    }
}
