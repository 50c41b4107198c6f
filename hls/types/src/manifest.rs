//! What a software-emulation image says about itself: its kernels, their entry points and their checks.

use serde::{Deserialize, Serialize};

use crate::{DataflowLines, KernelInterface, LinkGroup, TrapSite};

/// Prefix of the `KEYVALUE_METADATA` keys under which an image stores each module's
/// [`ModuleInterface`](crate::ModuleInterface) as JSON; the module's name follows.
pub const MODULE_KEY_PREFIX: &str = "sycl_hls.module.";

/// The `KEYVALUE_METADATA` key under which a `sw_emu` image stores how many entries of CONNECTIVITY are connections of its
/// kernels. The entries behind them connect all arguments to memory 0, where XRT's OpenCL puts buffers in `sw_emu`. Without
/// the key all entries are connections of kernels.
pub const CONNECTIONS_KEY: &str = "sycl_hls.connections";

/// Name of the symbol in a `sw_emu` shared object that holds the [`EmulationManifest`]: a NUL-terminated
/// JSON string.
pub const SW_EMU_MANIFEST_SYMBOL: &str = "sycl_hls_sw_emu_manifest";

/// Name of the entry point of a kernel in a `sw_emu` shared object; `symbol` is [`EmulatedKernel::symbol`].
///
/// Its C type is `int32_t (const void *const *args, uint64_t report[3])`. `args[i]` points to the argument's
/// value for a scalar or a struct and is the address of the first element for a slice; a slice whose length is a hidden
/// argument is followed by a pointer to that length (`uint64_t`, in elements). The result tells how
/// the run ended, and `report` more about it:
///
/// | result | what happened | `report` |
/// |---|---|---|
/// | 0 | success | - |
/// | 1 | a check failed | its number in [`EmulationManifest::sites`], and its two operands |
/// | 2 | no process can go on | the number in [`EmulationManifest::dataflow`], the address and the number of words for [`DataflowLines::stuck`], which are there until the thread's next run |
/// | 3 | elements were left in a channel | the number in [`EmulationManifest::dataflow`], the line of the channel, how many |
/// | 4 | there is no memory for processes | - |
#[must_use]
pub fn sw_emu_entry_symbol(symbol: &str) -> String {
    format!("sycl_hls_sw_emu_run_{symbol}")
}

/// The self-description of a `sw_emu` shared object. Modules append to it as their code is emitted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EmulationManifest {
    /// Version of this structure and of the entry points' calling convention.
    pub schema: u32,
    /// The kernels that can be started.
    pub kernels: Vec<EmulatedKernel>,
    /// The checks, by number; empty without checks.
    pub sites: Vec<TrapSite>,
    /// Of each text that has them: the lines about processes and channels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dataflow: Vec<DataflowLines>,
    /// The banks of the card that arguments reach. XRT has other banks in `sw_emu`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub connections: Vec<BankConnection>,
    /// Kernels that are linked to each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkGroup>,
}

/// The banks of the card that an argument of a compute unit reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BankConnection {
    /// The compute unit's name: `vadd_1`.
    pub unit: String,
    /// The name of the kernel's parameter.
    pub param: String,
    /// The banks as the user writes them: `DDR[1]`, `HBM[0:3]`.
    pub banks: String,
    /// Bytes of all of them together.
    pub bytes: u64,
}

impl EmulationManifest {
    /// The current [`EmulationManifest::schema`].
    pub const SCHEMA: u32 = 2;
}

/// A kernel of a `sw_emu` shared object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EmulatedKernel {
    /// The kernel's name and parameters, as the host knows them.
    #[serde(flatten)]
    pub interface: KernelInterface,
    /// The kernel's name in C++ and in the xclbin, which avoids keywords of C++ and Verilog.
    pub symbol: String,
}
