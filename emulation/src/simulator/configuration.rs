//! The memory that a kernel is simulated with.

use sycl_hls_boards::MemoryTiming;

use super::protocol::Payload;

/// How a simulation is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// Do registers that nothing initializes start at random? Else they start at zero.
    pub random_reset: bool,
    /// Period of the kernel's clock in picoseconds: the time in waveforms.
    pub clock_ps: u64,
    /// The banks of memory.
    pub banks: Vec<BankModel>,
    /// The bank of each memory port, in the kernel's order. Ports that are missing here have bank 0.
    pub bank_of_bundle: Vec<u16>,
}

impl Default for Configuration {
    /// Ideal memory at 300 MHz.
    fn default() -> Self {
        Self {
            seed: 0,
            random_reset: true,
            clock_ps: 3333,
            banks: vec![BankModel::Ideal],
            bank_of_bundle: Vec::new(),
        }
    }
}

impl Configuration {
    /// All ports at one bank.
    #[must_use]
    pub fn of(bank: BankModel) -> Self {
        Self { banks: vec![bank], ..Self::default() }
    }

    pub(super) fn payload(&self, bundles: usize) -> Payload {
        let count = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let mut payload = Payload::new()
            .u64(self.seed)
            .u8(self.random_reset.into())
            .u64(self.clock_ps)
            .u16(count(self.banks.len()));
        for bank in &self.banks {
            payload = bank.payload(payload);
        }
        payload = payload.u16(count(bundles));
        for bundle in 0..bundles {
            payload = payload.u16(self.bank_of_bundle.get(bundle).copied().unwrap_or(0));
        }
        payload
    }
}

/// When a bank of memory answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BankModel {
    /// Takes addresses and data in every cycle. The first data of a read is there 64 cycles after its address, then
    /// comes in every cycle; the response to a write 8 cycles after its last data.
    Ideal,
    /// Anything that AXI4 allows, as the seed decides: for tests.
    Random,
    /// A bank of a board.
    Board(BoardMemory),
}

impl BankModel {
    fn payload(&self, payload: Payload) -> Payload {
        match self {
            Self::Ideal => payload.u8(0),
            Self::Random => payload.u8(1),
            Self::Board(memory) => {
                memory.fields().into_iter().fold(payload.u8(2), |payload, field| payload.u32(field))
            }
        }
    }
}

/// What is known of a board's memory. Cycles are the memory's.
///
/// A bank's data path moves one burst after another, in the order of their arrival, [`width`](Self::width) bytes in a
/// cycle. Rows are opened beside that, as soon as a burst is known. There is no refresh, and no cost of turning from
/// reads to writes: a stream has the full bandwidth. Real banks give less: 32 HBM channels of
/// 14.4 GB/s gave 425 GB/s (Shuhai, FCCM 2020), 92 %.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardMemory {
    /// The kernel's clock in kHz.
    pub kernel_khz: u32,
    /// The memory's clock in kHz: that of its controller's user interface.
    pub memory_khz: u32,
    /// Bytes in a cycle.
    pub width: u32,
    /// From the address to the first data, where the row is open.
    pub read_latency: u32,
    /// From the last data to the response.
    pub write_latency: u32,
    /// More where it is not.
    pub row_miss: u32,
    /// Bursts of reads, and of writes, that one port may have under way.
    pub queue_depth: u32,
    /// Bytes of a row; 0 if there are none.
    pub row_bytes: u32,
    /// Rows that are open at a time.
    pub open_rows: u32,
}

impl BoardMemory {
    /// A bank's memory, as a kernel with a clock in kHz sees it.
    #[must_use]
    pub const fn of(timing: &MemoryTiming, kernel_khz: u32) -> Self {
        Self {
            kernel_khz,
            memory_khz: timing.clock_khz,
            width: timing.width,
            read_latency: timing.read_latency,
            write_latency: timing.write_latency,
            row_miss: timing.row_miss,
            queue_depth: timing.queue_depth,
            row_bytes: timing.row_bytes,
            open_rows: timing.open_rows,
        }
    }

    /// In the order of the protocol.
    fn fields(&self) -> [u32; 9] {
        [
            self.kernel_khz,
            self.memory_khz,
            self.width,
            self.read_latency,
            self.write_latency,
            self.row_miss,
            self.queue_depth,
            self.row_bytes,
            self.open_rows,
        ]
    }
}
