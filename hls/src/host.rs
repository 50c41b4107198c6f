//! A kernel as its host and the linker of Vitis are told of it: its ports and arguments. An image's metadata and an RTL
//! kernel's `kernel.xml` say the same.

use sycl_hls_types::{ElementType, Scalar};

use crate::abi::{AbiKernel, AbiParamKind, Register, packet_type, registers, type_name};

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostArg<'k> {
    /// Its name.
    pub name: &'k str,
    /// The bundle of the port to the memory that it points into; `None` if it is a value in registers.
    pub bundle: Option<&'k str>,
    /// Of a stream, whose port has the argument's name: true if the kernel reads it.
    pub stream: Option<bool>,
    /// Its registers.
    pub register: Register,
    /// The name of its type, as XRT tells types apart.
    pub ty: String,
}

/// The arguments of a kernel, in the order of its parameters.
#[must_use]
pub fn host_args(kernel: &AbiKernel) -> Vec<HostArg<'_>> {
    let args = kernel.params.iter().zip(registers(kernel)).map(|(param, register)| {
        let (bundle, ty) = match &param.kind {
            AbiParamKind::Scalar(scalar) => (None, host_type(*scalar).to_owned()),
            AbiParamKind::Struct { .. } => (None, STRUCT_TYPE.to_owned()),
            AbiParamKind::Length => (None, host_type(Scalar::U64).to_owned()),
            AbiParamKind::Output { scalar, .. } => (None, host_type(*scalar).to_owned()),
            // As Vitis HLS writes a stream of a plain type.
            AbiParamKind::Stream { packet: Some(packet), .. } => {
                (None, format!("stream<{}, 0>&", packet_type(*packet)))
            }
            AbiParamKind::Stream { scalar, .. } => (None, format!("stream<{}, 0>&", type_name(*scalar))),
            AbiParamKind::Pointer { element, bundle, .. } => {
                (Some(bundle.as_str()), format!("{}*", pointee(element)))
            }
        };
        let stream = match param.kind {
            AbiParamKind::Stream { input, .. } => Some(input),
            _ => None,
        };
        let name = if stream.is_some() { &param.name } else { &param.host_name };
        HostArg { name, bundle, stream, register, ty }
    });
    args.collect()
}

/// The name of the port of a kernel's control registers.
#[must_use]
pub fn control_port(kernel: &AbiKernel) -> String {
    format!("s_axi_{}", kernel.control_bundle())
}

/// The name of a bundle's port to memory.
#[must_use]
pub fn memory_port(bundle: &str) -> String {
    format!("m_axi_{bundle}")
}

/// What an array holds in the end, or the element itself.
fn pointee(element: &ElementType) -> &str {
    match element {
        ElementType::Scalar(scalar) => host_type(*scalar),
        ElementType::Array { element, .. } => pointee(element),
        ElementType::Struct(layout) => &layout.name,
    }
}

/// The type of structs by value. XRT's C interface takes any other name for a number of at most 8 bytes, which it would cut
/// off silently; of this one it takes a pointer to all of the bytes.
const STRUCT_TYPE: &str = "uint*";

/// The type names that XRT's C interface tells apart; it takes all others for bytes of their size.
const fn host_type(scalar: Scalar) -> &'static str {
    match (scalar, scalar.bits()) {
        (Scalar::F32, _) => "float",
        (Scalar::F64, _) => "double",
        (_, 0..=32) if scalar.is_signed() => "int",
        (_, 0..=32) => "uint",
        (_, 33..=64) if scalar.is_signed() => "long",
        (_, 33..=64) => "unsigned long",
        _ => STRUCT_TYPE,
    }
}
