//! The interface of a kernel as pragmas (UG1399, "pragma HLS interface"), and its control registers.

use sycl_hls_ir::directive::MAxi;
use sycl_hls_ir::{Func, Span};

use super::pragma;
use super::signature::ParamNames;
use super::stmt::Stmt;
use super::{CppKernel, CppParamKind};

/// The bundle of the control registers, unless the kernel names another.
pub const CONTROL_BUNDLE: &str = "control";

/// Offset of the first argument, in bytes.
const FIRST_ARGUMENT: u64 = sycl_hls_ir::directive::FIRST_ARGUMENT_OFFSET as u64;

/// Width of a register, in bytes.
const WORD: u64 = 4;

impl CppKernel {
    /// The bundle of the control registers.
    #[must_use]
    pub fn control_bundle(&self) -> &str {
        self.directives.control.as_ref().map_or(CONTROL_BUNDLE, |control| &control.name)
    }

    /// The offset of each parameter's registers, in bytes from the compute unit's base: as the user says, the others
    /// one after the other, each followed by a reserved word (UG1399, "S_AXILITE control register map").
    #[must_use]
    pub fn register_offsets(&self) -> Vec<u64> {
        let chosen = |param: &super::CppParam| param.directives.s_axilite.as_ref().and_then(|it| it.offset);
        let taken: Vec<(u64, u64)> = self
            .params
            .iter()
            .filter_map(|param| chosen(param).map(|offset| (u64::from(offset), param.kind.register_bytes())))
            .collect();
        let mut next = FIRST_ARGUMENT;
        let offsets = self.params.iter().map(|param| {
            if let Some(offset) = chosen(param) {
                return u64::from(offset);
            }
            let bytes = param.kind.register_bytes();
            while let Some((start, len)) =
                taken.iter().find(|(start, len)| next < start + len && *start < next + bytes)
            {
                next = start + len;
            }
            let offset = next;
            next += bytes + WORD;
            offset
        });
        offsets.collect()
    }
}

impl CppParamKind {
    /// Bytes of the argument's value: 8 for an address.
    #[must_use]
    pub fn value_bytes(&self) -> u64 {
        match self {
            Self::Scalar(scalar) => scalar.bytes() as u64,
            Self::Struct { layout, .. } => layout.size,
            Self::Pointer { .. } | Self::Length => 8,
        }
    }

    /// Bytes of the registers that hold it: whole words.
    #[must_use]
    pub fn register_bytes(&self) -> u64 {
        self.value_bytes().next_multiple_of(WORD)
    }
}

/// The interface of a kernel, written out in full.
pub(super) fn kernel_pragmas(kernel: &CppKernel) -> Vec<Stmt> {
    let mut pragmas = Vec::new();
    for param in &kernel.params {
        if let CppParamKind::Pointer { bundle, .. } = &param.kind {
            let options =
                param.directives.m_axi.as_ref().map_or_else(String::new, |m_axi| m_axi_options(m_axi));
            pragmas
                .push(format!("INTERFACE m_axi port={} offset=slave bundle={bundle}{options}", param.name));
        }
    }
    let control = kernel.control_bundle();
    let chosen = kernel
        .params
        .iter()
        .any(|param| param.directives.s_axilite.as_ref().is_some_and(|it| it.offset.is_some()));
    for (param, offset) in kernel.params.iter().zip(kernel.register_offsets()) {
        // Where one register is placed, none is left to chance.
        let offset = if chosen { format!(" offset={offset:#x}") } else { String::new() };
        let register = param.directives.s_axilite.as_ref().is_some_and(|it| it.register);
        let register = if register { " register" } else { "" };
        pragmas.push(format!("INTERFACE s_axilite port={} bundle={control}{offset}{register}", param.name));
    }
    pragmas.push(format!("INTERFACE s_axilite port=return bundle={control}"));
    let protocols = [
        ("ap_ctrl_hs", kernel.directives.ap_ctrl_hs.is_some()),
        ("ap_ctrl_chain", kernel.directives.ap_ctrl_chain.is_some()),
    ];
    pragmas.extend(
        protocols.iter().filter(|(_, given)| *given).map(|(name, _)| format!("INTERFACE {name} port=return")),
    );
    for param in &kernel.params {
        pragmas.extend(param.directives.cache.as_ref().map(|cache| {
            let option = |name: &str, value: Option<u32>| {
                value.map_or_else(String::new, |value| format!(" {name}={value}"))
            };
            format!(
                "CACHE port={}{}{}",
                param.name,
                option("lines", cache.lines),
                option("depth", cache.depth)
            )
        }));
    }
    pragmas.into_iter().map(|text| Stmt::pragma(text, Span::NONE)).collect()
}

fn m_axi_options(m_axi: &MAxi) -> String {
    let numbers = m_axi.port_options().into_iter().filter(|(name, _)| *name != "offset");
    let numbers = numbers.chain([("channel", m_axi.channel)]);
    let mut text: String =
        numbers.filter_map(|(name, value)| value.map(|value| format!(" {name}={value}"))).collect();
    text.extend(m_axi.name.as_ref().map(|name| format!(" name={name}")));
    text
}

/// Pragmas about single parameters of any function.
pub(super) fn param_pragmas(func: &Func, names: &ParamNames) -> Vec<String> {
    let mut pragmas = Vec::new();
    for (param, name) in func.params.iter().zip(&names.names) {
        let set = &param.directives;
        pragmas.extend(set.instantiate.as_ref().map(|_| format!("FUNCTION_INSTANTIATE variable={name}")));
        pragmas.extend(set.stable.as_ref().map(|_| pragma::stable(name)));
    }
    pragmas
}
