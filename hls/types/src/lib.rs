//! What crosses the borders between compiler, artefact and runtime.
//!
//! The compiler describes kernels with these types, the artefact carries them as JSON, and the runtime reads
//! them back: scalar types and values, the interface of a kernels module, the lengths of its slices, and the
//! places where a checked kernel can stop. Nothing here knows the compiler's IR or any device.

mod dataflow;
mod dataflow_lines;
mod dataflow_statistics;
mod depths;
mod digest;
mod element;
mod fault;
mod interface;
mod len;
mod link;
mod manifest;
mod memory_errors;
mod observed;
mod output;
mod packet;
mod restart;
mod scalar;
mod simulation;
mod target;
mod value;

pub use dataflow::{Blocked, ChannelState, DataflowError, Waiting};
pub use dataflow_lines::{ChannelLine, DataflowLines, ProcessLine};
pub use dataflow_statistics::{
    ChannelCounters, ChannelStatistics, DataflowStatistics, ObservedCounters, ProcessCounters,
    ProcessStatistics, WaitCause, WaitCounter, WaitStatistics,
};
pub use depths::{Depth, Depths};
pub use digest::{Digest, Hasher};
pub use element::{ElementType, FieldLayout, StructLayout};
pub use fault::{Fault, FaultKind, Location, Operation, TrapKind, TrapSite};
pub use interface::{
    ABI_SCHEMA, CODE_SCHEMA, KernelInterface, Length, ModuleInterface, Param, ParamKind, abi_digest, end_text,
};
pub use len::{LengthError, LengthExpr};
pub use link::{Link, LinkGroup, PortName};
pub use manifest::{
    BankConnection, CONNECTIONS_KEY, EmulatedKernel, EmulationManifest, MODULE_KEY_PREFIX,
    SW_EMU_MANIFEST_SYMBOL, sw_emu_entry_symbol,
};
pub use memory_errors::{MEMORY_ERRORS_KEY_PREFIX, MemoryErrors, PortArguments};
pub use observed::{
    Awaited, COUNT_BITS, ObservedChannel, ObservedDataflow, ObservedOperation, ObservedProcess,
};
pub use output::OutputRegisters;
pub use packet::Packet;
pub use restart::Restart;
pub use scalar::{FloatFormat, ParseScalarError, Scalar, Width};
pub use simulation::{
    AccessSite, SIMULATION_FOLDER, SIMULATION_MANIFEST, START_SCRIPT, SimulatedKernel, SimulatedUnit,
    SimulationManifest,
};
pub use target::{ParseTargetError, Target};
pub use value::ScalarValue;
