//! Hardware emulation: images whose kernels are simulated cycle by cycle, each run in a process of its own.

mod archive;
mod fault;
mod memory;
mod options;
mod program;
mod run;
mod zip;

pub use archive::{pack, unpack};
pub use memory::Region;
pub use options::{KernelRun, MemoryChoice, Observer, Options, WaveFile};
pub(crate) use program::SimulatedProgram;
pub use run::{Setup, Watch, run, run_again};
