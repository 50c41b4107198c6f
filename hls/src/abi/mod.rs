//! The ABI of a kernel: what its host, the linker and all back ends agree on, whatever hardware becomes of it. That is its
//! symbol, its parameters with their C types and AXI bundles, and the map of its control registers.

mod names;
mod registers;
mod reserved;
mod signature;

use sycl_hls_ir::{FuncDirectives, Module, ParamDirectives};
use sycl_hls_types::{ElementType, Packet, Scalar, StructLayout};

pub(crate) use names::{LocalNames, Names};
pub use registers::{CONTROL_BUNDLE, Register, address_range, memory_errors, range_of, registers};
pub(crate) use signature::{ParamNames, declarator, kernel, param_names, pointer, qualifier};
pub use signature::{packet_type, type_name};

/// A kernel as its host calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbiKernel {
    /// The Rust function's name.
    pub name: String,
    /// The symbol: the C function's name, which is also the name of the hardware module.
    pub symbol: String,
    /// Its parameters in order. The length of a slice whose length is an argument follows the slice.
    pub params: Vec<AbiParam>,
    /// The directives of the user.
    pub directives: FuncDirectives,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbiParam {
    /// Its name in C, which avoids keywords of C++, Verilog and VHDL.
    pub name: String,
    /// Its name for hosts: that of the kernel's parameter.
    pub host_name: String,
    /// How it is passed.
    pub kind: AbiParamKind,
    /// The directives of the user.
    pub directives: ParamDirectives,
}

/// How a parameter of a kernel is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbiParamKind {
    /// A scalar in a register of the control interface.
    Scalar(Scalar),
    /// A struct by value in registers of the control interface.
    Struct {
        /// Its name in C.
        name: String,
        /// Its layout in memory.
        layout: StructLayout,
    },
    /// A scalar that the kernel writes into registers of the control interface, by a pointer.
    Output {
        /// Its type.
        scalar: Scalar,
        /// True if the kernel takes its value from before the run, in registers of its own.
        initial: bool,
    },
    /// A pointer to global memory.
    Pointer {
        /// What it points to: an element of the slice.
        element: ElementType,
        /// The pointer's type in C.
        ty: String,
        /// The AXI master port's bundle.
        bundle: String,
    },
    /// The length of the slice before it, in elements (`u64`).
    Length,
    /// An end of a stream: an AXI-stream port, without registers.
    Stream {
        /// Type of an element; of a packet the number that it is.
        scalar: Scalar,
        /// True if the kernel reads it.
        input: bool,
        /// The signals of a port whose elements are packets.
        packet: Option<Packet>,
    },
}

/// The ABI of the kernels of a module, in source order.
#[must_use]
pub fn kernels(module: &Module) -> Vec<AbiKernel> {
    kernels_named(module, &Names::new(module))
}

/// As [`kernels`], with the names of the module's items.
pub(crate) fn kernels_named(module: &Module, names: &Names) -> Vec<AbiKernel> {
    module.kernels().map(|(_, func)| kernel(func, names)).collect()
}
