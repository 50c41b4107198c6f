//! The interface of a kernel as pragmas (UG1399, "pragma HLS interface").

use sycl_hls_ir::directive::MAxi;
use sycl_hls_ir::{Func, Span};

use super::pragma;
use super::stmt::Stmt;
use crate::abi::{AbiKernel, AbiParamKind, ParamNames};

/// The interface of a kernel, written out in full.
pub(super) fn kernel_pragmas(kernel: &AbiKernel) -> Vec<Stmt> {
    let mut pragmas = Vec::new();
    for param in &kernel.params {
        if let AbiParamKind::Pointer { bundle, .. } = &param.kind {
            let options =
                param.directives.m_axi.as_ref().map_or_else(String::new, |m_axi| m_axi_options(m_axi));
            pragmas
                .push(format!("INTERFACE m_axi port={} offset=slave bundle={bundle}{options}", param.name));
        }
        if param.kind.is_stream() {
            pragmas.push(format!("INTERFACE axis port={}", param.name));
        }
    }
    let control = kernel.control_bundle();
    let chosen = kernel
        .params
        .iter()
        .any(|param| param.directives.s_axilite.as_ref().is_some_and(|it| it.offset.is_some()));
    let in_registers = kernel.params.iter().zip(kernel.register_offsets());
    for (param, offset) in in_registers.filter(|(param, _)| !param.kind.is_stream()) {
        // Where one register is placed, none is left to chance.
        let offset = if chosen { format!(" offset={offset:#x}") } else { String::new() };
        let register = param.directives.s_axilite.as_ref().is_some_and(|it| it.register);
        let register = if register { " register" } else { "" };
        pragmas.push(format!("INTERFACE s_axilite port={} bundle={control}{offset}{register}", param.name));
    }
    if kernel.directives.ap_ctrl_none.is_none() {
        pragmas.push(format!("INTERFACE s_axilite port=return bundle={control}"));
    }
    let protocols = [
        ("ap_ctrl_none", kernel.directives.ap_ctrl_none.is_some()),
        ("ap_ctrl_hs", kernel.directives.ap_ctrl_hs.is_some()),
        ("ap_ctrl_chain", kernel.directives.ap_ctrl_chain.is_some() || kernel.restart().is_counted()),
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
