//! What a hardware-emulation image says about itself: its kernels, how they are spoken to, and what their signals
//! mean in the user's source.
//!
//! The image's BITSTREAM is a zip archive, as XRT wants it: it unpacks the archive, changes into [`SIMULATION_FOLDER`]
//! and starts [`START_SCRIPT`]. Ours holds a [`SimulationManifest`] and the simulators, too.

use serde::{Deserialize, Serialize};

use crate::{KernelInterface, LinkGroup, Location, MemoryErrors, ObservedDataflow, Restart};

/// The folder of the archive in which everything lies.
pub const SIMULATION_FOLDER: &str = "behav_waveform/xsim";

/// Name of the script that XRT starts.
pub const START_SCRIPT: &str = "simulate.sh";

/// Name of the [`SimulationManifest`], as JSON.
pub const SIMULATION_MANIFEST: &str = "sycl-hls.json";

/// The self-description of a `hw_emu` archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimulationManifest {
    /// Version of this structure.
    pub schema: u32,
    /// The board's platform, as the image's header names it.
    pub platform: String,
    /// The kernels.
    pub kernels: Vec<SimulatedKernel>,
    /// Those that are linked to each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkGroup>,
}

impl SimulationManifest {
    /// The current [`SimulationManifest::schema`].
    pub const SCHEMA: u32 = 2;

    /// The manifest of these kernels on this platform.
    #[must_use]
    pub const fn new(platform: String, kernels: Vec<SimulatedKernel>, links: Vec<LinkGroup>) -> Self {
        Self { schema: Self::SCHEMA, platform, kernels, links }
    }

    /// The manifest as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists only: serialization has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A kernel with a simulator of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimulatedKernel {
    /// The kernel's name and parameters, as the host knows them.
    #[serde(flatten)]
    pub interface: KernelInterface,
    /// The kernel's name in Verilog and in the xclbin. The simulator is the file of this name.
    pub symbol: String,
    /// The clock that the hardware was scheduled for, in MHz.
    pub clock_mhz: u32,
    /// Offsets of the control registers in bytes: one for each scalar and struct; for each slice that of its address,
    /// then that of its length if it is a hidden argument.
    pub registers: Vec<u64>,
    /// True if hosts acknowledge the end of each run, and may start the next one before that (`ap_ctrl_chain`).
    #[serde(default)]
    pub chained: bool,
    /// The control registers of a kernel that starts itself again.
    #[serde(default)]
    pub restart: Restart,
    /// True if something in it keeps its value from run to run.
    #[serde(default)]
    pub persistent: bool,
    /// The memory ports, in their order in hardware.
    pub bundles: Vec<String>,
    /// The registers that tell of errors of memories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_errors: Option<MemoryErrors>,
    /// All that accesses memory.
    pub accesses: Vec<AccessSite>,
    /// Where the blocks begin that the kernel runs through.
    pub blocks: Vec<Location>,
    /// What tells who waits for whom in a kernel of several processes.
    #[serde(default)]
    pub dataflow: ObservedDataflow,
    /// The compute units. None: one, whose slices all lie in one memory.
    pub units: Vec<SimulatedUnit>,
}

/// A place in the source that reads or writes an element of a slice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AccessSite {
    /// Position in [`SimulatedKernel::bundles`].
    pub bundle: usize,
    /// Position of the slice among the parameters.
    pub param: usize,
    /// True if it writes.
    pub write: bool,
    /// Where.
    pub at: Location,
}

/// A compute unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimulatedUnit {
    /// Its name: `vadd_1`.
    pub name: String,
    /// Address of its registers.
    pub base: u64,
    /// For each parameter the tags of the banks that it reaches; for what is no slice, none.
    pub banks: Vec<Vec<String>>,
}
