//! The memory that a kernel is simulated with.

use sycl_hls_boards::MemoryTiming;

use super::protocol::Payload;

/// How a simulation is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// True if registers without initial value start at random values; otherwise they start at zero.
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

    /// `kept`: the kernel is the one of before.
    pub(super) fn payload(&self, bundles: usize, kept: bool) -> Payload {
        let count = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
        let mut payload = Payload::new()
            .u64(self.seed)
            .u8(self.random_reset.into())
            .u64(self.clock_ps)
            .u8(kept.into())
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
/// A bank's data path moves one burst after another, in the order of their arrival, [`width`](MemoryTiming::width) bytes in a
/// cycle. Rows are opened beside that, as soon as a burst is known. There is no refresh, and no cost of turning from
/// reads to writes: a stream has the full bandwidth. Real banks give less: 32 HBM channels of
/// 14.4 GB/s gave 425 GB/s (Shuhai, FCCM 2020), 92 %.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardMemory {
    /// The kernel's clock in kHz.
    pub kernel_khz: u32,
    /// When it answers.
    pub timing: MemoryTiming,
}

impl BoardMemory {
    /// In the order of the protocol.
    fn fields(&self) -> [u32; 9] {
        [
            self.kernel_khz,
            self.timing.clock_khz,
            self.timing.width,
            self.timing.read_latency,
            self.timing.write_latency,
            self.timing.row_miss,
            self.timing.queue_depth,
            self.timing.row_bytes,
            self.timing.open_rows,
        ]
    }
}
