//! The kernel of `vadd.v`, with its data.

use sycl_hls_emulation::simulator::{
    BankModel, Configuration, RunLimits, RunReport, Simulator, SimulatorError,
};

use crate::simulator::build;

/// The mistakes that the kernel can be told to make.
pub const WITHDRAW: u32 = 1;
pub const CHANGE: u32 = 2;
pub const CROSS: u32 = 3;
pub const NO_LAST: u32 = 4;
pub const SILENT: u32 = 5;
pub const DEAF: u32 = 6;
pub const WIDE_STROBE: u32 = 7;
pub const DIE: u32 = 8;
pub const SPIN: u32 = 9;
pub const EARLY: u32 = 10;
pub const IMPATIENT: u32 = 11;

/// Where the buffers are: two neighbours without a gap, and one that is aligned to its elements only.
pub const A: u64 = 0x40_0000_1000;
pub const B: u64 = A + BYTES;
pub const C: u64 = 0x50_0000_2004;
pub const N: u32 = 100;
const BYTES: u64 = N as u64 * 4;

pub struct Vadd(pub Simulator);

impl Vadd {
    pub fn new(configuration: &Configuration) -> Self {
        let mut simulator = Simulator::start(build::vadd()).unwrap();
        simulator.configure(configuration).unwrap();
        for address in [A, B, C] {
            simulator.allocate(address, BYTES).unwrap();
        }
        simulator.write(A, &bytes(|i| i * i)).unwrap();
        simulator.write(B, &bytes(|i| i << 24)).unwrap();
        Self(simulator)
    }

    pub fn ideal() -> Self {
        Self::new(&Configuration::of(BankModel::Ideal))
    }

    pub fn arguments(&mut self, a: u64, b: u64, c: u64, n: u32, mistake: u32) {
        let words = [(0x10, a), (0x1c, b), (0x28, c), (0x34, u64::from(mistake) << 32 | u64::from(n))];
        for (offset, value) in words {
            self.0.write_register(offset, value as u32).unwrap();
            self.0.write_register(offset + 4, (value >> 32) as u32).unwrap();
        }
    }

    pub fn run(&mut self) -> RunReport {
        self.try_run(&RunLimits { hang_cycles: 5000, ..RunLimits::default() }).unwrap()
    }

    pub fn try_run(&mut self, limits: &RunLimits) -> Result<RunReport, SimulatorError> {
        self.0.run(limits, &mut |_| ())
    }

    /// A run with a mistake.
    pub fn mistake(&mut self, mistake: u32) -> RunReport {
        self.arguments(A, B, C, N, mistake);
        self.run()
    }

    pub fn sums(&mut self) -> Vec<u8> {
        let mut sums = vec![0; BYTES as usize];
        self.0.read(C, &mut sums).unwrap();
        sums
    }
}

/// What the kernel should compute.
pub fn expected() -> Vec<u8> {
    bytes(|i| i * i + (i << 24))
}

fn bytes(element: impl Fn(u32) -> u32) -> Vec<u8> {
    (0..N).flat_map(|i| element(i).to_le_bytes()).collect()
}
