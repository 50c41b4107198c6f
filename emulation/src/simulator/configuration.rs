//! The memory that a kernel is simulated with.

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
    /// A channel of DDR4-2400 behind a 512-bit interface at 300 MHz: 19.2 GB/s.
    ///
    /// Latencies are placeholders until the boards' files state them: 22 cycles where the row is open, 32 where another
    /// is, as remembered of Shuhai (Wang et al., FCCM 2020: an Alveo U280, at the controller) and not checked against
    /// it. What lies between a kernel and the controller adds to them. The latency of writes, the queue and the rows
    /// are guesses.
    #[must_use]
    pub fn ddr4(kernel_khz: u32) -> Self {
        Self {
            kernel_khz,
            memory_khz: 300_000,
            width: 64,
            read_latency: 22,
            write_latency: 8,
            row_miss: 10,
            queue_depth: 32,
            row_bytes: 8192,
            open_rows: 16,
        }
    }

    /// A pseudo-channel of HBM2 behind a 256-bit interface at 450 MHz: 14.4 GB/s.
    ///
    /// As uncertain as [`ddr4`](Self::ddr4), with the switch off: 48 cycles where the row is open, 62 where another is.
    #[must_use]
    pub fn hbm(kernel_khz: u32) -> Self {
        Self {
            kernel_khz,
            memory_khz: 450_000,
            width: 32,
            read_latency: 48,
            write_latency: 12,
            row_miss: 14,
            queue_depth: 32,
            row_bytes: 1024,
            open_rows: 16,
        }
    }

    /// Memory in the programmable logic, 512 bits wide at 300 MHz. All else is a guess.
    #[must_use]
    pub fn plram(kernel_khz: u32) -> Self {
        Self {
            kernel_khz,
            memory_khz: 300_000,
            width: 64,
            read_latency: 10,
            write_latency: 4,
            row_miss: 0,
            queue_depth: 16,
            row_bytes: 0,
            open_rows: 0,
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
