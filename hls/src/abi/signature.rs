//! C signatures: the names and types of parameters.

use std::sync::LazyLock;

use sycl_hls_ir::{ChannelEnd, Func, ParamDirectives, ParamKind, Type};
use sycl_hls_types::{Length, Packet, Scalar, Width};

use super::names::{LocalNames, Names};
use super::{AbiKernel, AbiParam, AbiParamKind};

/// The C++ type of a scalar: a class of AMD's where C++ itself has none of the width.
#[must_use]
pub fn type_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::U8 => "uint8_t",
        Scalar::U16 => "uint16_t",
        Scalar::U32 => "uint32_t",
        Scalar::U64 => "uint64_t",
        Scalar::I8 => "int8_t",
        Scalar::I16 => "int16_t",
        Scalar::I32 => "int32_t",
        Scalar::I64 => "int64_t",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::Int { signed, bits } => {
            NAMES[usize::from(signed)].get(bits.get() as usize).map_or("", String::as_str)
        }
    }
}

/// AMD's names of the integers of any width, by their bits: unsigned, and signed (UG1399, "Arbitrary Precision (AP) Data
/// Types").
static NAMES: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
    ["ap_uint", "ap_int"].map(|ty| (0..=Width::MAX).map(|bits| format!("{ty}<{bits}>")).collect())
});

/// The C++ names of a function's parameters, by position.
pub(crate) struct ParamNames {
    pub names: Vec<String>,
    /// Of the slices whose length is an argument.
    pub lengths: Vec<Option<String>>,
}

/// Takes names for the parameters of a function and for their lengths.
pub(crate) fn param_names(func: &Func, names: &mut LocalNames<'_>) -> ParamNames {
    let mut take = |name: &str| if func.is_kernel() { names.take_port(name) } else { names.take(name) };
    let own: Vec<String> = func.params.iter().map(|param| take(&param.name)).collect();
    let lengths = func.params.iter().map(|param| match &param.kind {
        ParamKind::Slice { length: Length::Argument, .. } => Some(take(&format!("{}_len", param.name))),
        _ => None,
    });
    let lengths = lengths.collect();
    ParamNames { names: own, lengths }
}

/// A declarator with the dimensions of an array type: `name[4][3]`.
pub(crate) fn declarator(name: &str, ty: &Type) -> String {
    let dims: String = ty.dims().iter().map(|dim| format!("[{dim}]")).collect();
    format!("{name}{dims}")
}

/// The C++ type of a packet (UG1399, "AXI4-Stream interfaces with side-channels"). Its data are bits, of whatever type they are.
#[must_use]
pub fn packet_type(packet: Packet) -> String {
    let Packet { data, user, id, dest } = packet;
    format!("hls::axis<ap_uint<{}>, {user}, {id}, {dest} >", data.bits())
}

/// A pointer to elements of a slice with this name, which may be empty.
pub(crate) fn pointer(element: &Type, mutable: bool, name: &str, names: &Names) -> String {
    let base = format!("{}{}", qualifier(mutable), names.base(element));
    match element {
        Type::Array(..) => format!("{base} {}", declarator(&format!("(*{name})"), element)),
        _ => format!("{base} *{name}"),
    }
}

/// The qualifier of what a pointer or reference names.
pub(crate) const fn qualifier(mutable: bool) -> &'static str {
    if mutable { "" } else { "const " }
}

/// The ABI of one kernel.
pub(crate) fn kernel(func: &Func, names: &Names) -> AbiKernel {
    let params = param_names(func, &mut names.local());
    let mut list = Vec::new();
    for (index, param) in func.params.iter().enumerate() {
        let kind = match &param.kind {
            ParamKind::Scalar(value) => AbiParamKind::Scalar(func.ty(*value)),
            ParamKind::Slice { element, mutable, bundle, .. } => AbiParamKind::Pointer {
                element: element.layout(),
                ty: pointer(element, *mutable, "", names),
                bundle: bundle.clone().unwrap_or_default(),
            },
            ParamKind::Output { pointee, initial } => match pointee.scalar() {
                Some(scalar) => AbiParamKind::Output { scalar, initial: *initial },
                None => continue,
            },
            ParamKind::Stream { channel, end, packet } => AbiParamKind::Stream {
                scalar: func.channels[*channel].element,
                input: *end == ChannelEnd::Read,
                packet: *packet,
            },
            // Anything but a struct was refused by the verifier.
            ParamKind::Ref { pointee, .. } => match pointee {
                Type::Struct(data) => {
                    AbiParamKind::Struct { name: names.data(data).to_owned(), layout: data.layout() }
                }
                _ => continue,
            },
        };
        let (name, host_name) = (params.names[index].clone(), param.name.clone());
        list.push(AbiParam { name, host_name, kind, directives: param.directives.clone() });
        if let Some(length) = &params.lengths[index] {
            let directives = ParamDirectives::default();
            let (name, host_name) = (length.clone(), length.clone());
            list.push(AbiParam { name, host_name, kind: AbiParamKind::Length, directives });
        }
    }
    let symbol = names.func(&func.name).to_owned();
    AbiKernel { name: func.name.clone(), symbol, params: list, directives: func.directives.clone() }
}
