//! The control registers of a kernel that starts itself again (UG1399, "S_AXILITE control register map", "Auto-Restarting
//! Mode"; XRT 2.13, `core/common/api/xrt_kernel.cpp`, `mailbox_auto_restart_cntr` and what follows it).

use serde::{Deserialize, Serialize};

/// What a kernel has beyond the control registers of all kernels.
///
/// ```text
/// 0x10  counter         runs that are left, the current one included; all ones: no end
/// 0x14  input mailbox   bit 0: hosts have released the arguments; bit 1: the kernel has not taken them yet
/// 0x18  output mailbox  bit 0: hosts have released the results; bit 1: the kernel has not written them yet
/// ```
/// The registers of arguments follow what there is of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restart {
    /// Nothing: hosts start each run.
    #[default]
    Never,
    /// The counter.
    Counted,
    /// The counter and both mailboxes.
    Mailbox,
}

impl Restart {
    /// Offset of the counter.
    pub const COUNTER: u64 = 0x10;

    /// What the counter holds if the kernel starts itself until hosts write 0.
    pub const FOREVER: u32 = u32::MAX;

    /// Offset of the input mailbox's register.
    pub const INPUT: u64 = 0x14;

    /// Offset of the output mailbox's register.
    pub const OUTPUT: u64 = 0x18;

    /// Bit of a mailbox's register: it is released to the kernel. Hosts clear it to acquire it.
    pub const RELEASED: u32 = 1;

    /// Bit of a mailbox's register: the kernel has yet to do what the release asked for.
    pub const BUSY: u32 = 1 << 1;

    /// True if there is a counter.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        !matches!(self, Self::Never)
    }

    /// True if there are mailboxes.
    #[must_use]
    pub const fn has_mailbox(self) -> bool {
        matches!(self, Self::Mailbox)
    }

    /// Offset of the first argument's register: behind those of interrupts, the counter, or the mailboxes.
    #[must_use]
    pub const fn first_argument(self) -> u64 {
        match self {
            Self::Never => Self::COUNTER,
            Self::Counted => Self::COUNTER + 4,
            Self::Mailbox => Self::OUTPUT + 4,
        }
    }

    /// What the counter holds after a run that had this. More than 1, and the kernel starts again.
    #[must_use]
    pub const fn after_run(counter: u32) -> u32 {
        if counter == Self::FOREVER { counter } else { counter.saturating_sub(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_follow_the_registers_that_there_are() {
        // Vitis HLS 2024.1 with `s_axilite_auto_restart_counter=1`: the first argument is at 0x14.
        let all = [Restart::Never, Restart::Counted, Restart::Mailbox];
        assert_eq!(all.map(Restart::first_argument), [0x10, 0x14, 0x1c]);
    }

    #[test]
    fn a_counter_of_ones_stays() {
        assert_eq!([3, 1, 0, u32::MAX].map(Restart::after_run), [2, 0, 0, u32::MAX]);
    }
}
