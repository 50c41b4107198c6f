//! What devices can do.

use std::fmt;

macro_rules! aspects {
    ($($(#[$doc:meta])* $aspect:ident = $name:literal,)*) => {
        /// A property of a device (S20 §4.6.4.5).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Aspect {
            $($(#[$doc])* $aspect,)*
        }

        impl Aspect {
            /// All of them, as the specification orders them.
            pub const ALL: &[Self] = &[$(Self::$aspect),*];

            /// The name in the specification: `host_debuggable`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$aspect => $name,)*
                }
            }
        }
    };
}

aspects! {
    /// It runs on a processor that also runs the host program.
    Cpu = "cpu",
    /// It is a GPU.
    Gpu = "gpu",
    /// It is a dedicated accelerator; an FPGA is one.
    Accelerator = "accelerator",
    /// It runs only kernels that are built in.
    Custom = "custom",
    /// It is emulated, and not meant for performance.
    Emulated = "emulated",
    /// Kernels can be debugged with the host's usual debuggers.
    HostDebuggable = "host_debuggable",
    /// Kernels may use half precision.
    Fp16 = "fp16",
    /// Kernels may use `f64`.
    Fp64 = "fp64",
    /// Kernels may use atomic operations of 64 bits.
    Atomic64 = "atomic64",
    /// It has images and samplers.
    Image = "image",
    /// It compiles kernels at run time.
    OnlineCompiler = "online_compiler",
    /// It links kernels at run time.
    OnlineLinker = "online_linker",
    /// Its queues can keep the times of commands.
    QueueProfiling = "queue_profiling",
    /// It has USM device allocations.
    UsmDeviceAllocations = "usm_device_allocations",
    /// It can use USM host allocations.
    UsmHostAllocations = "usm_host_allocations",
    /// It can change USM host allocations atomically.
    UsmAtomicHostAllocations = "usm_atomic_host_allocations",
    /// It can use USM shared allocations.
    UsmSharedAllocations = "usm_shared_allocations",
    /// It can change USM shared allocations atomically, with the host or another device.
    UsmAtomicSharedAllocations = "usm_atomic_shared_allocations",
    /// It can use all memory of the host.
    UsmSystemAllocations = "usm_system_allocations",
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
