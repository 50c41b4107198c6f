//! All directives, and the messages about directives at the wrong place.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Attribute, Meta};

use super::site::{Site, listed};
use crate::codes;

/// A directive of the kernel language.
pub(crate) struct Known {
    /// The attribute's name.
    pub name: &'static str,
    /// Where it has an effect.
    pub sites: &'static [Site],
    /// Why it has no effect elsewhere.
    pub reason: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// True if there can be several, each about something else.
    pub repeats: bool,
}

/// A directive that stands at most once at a place.
const fn known(
    name: &'static str,
    sites: &'static [Site],
    example: &'static str,
    reason: &'static str,
) -> Known {
    Known { name, sites, reason, example, repeats: false }
}

/// A directive that may be repeated at a place.
const fn several(
    name: &'static str,
    sites: &'static [Site],
    example: &'static str,
    reason: &'static str,
) -> Known {
    Known { name, sites, reason, example, repeats: true }
}

const FUNCTION: &[Site] = &[Site::Kernel, Site::Helper];
const REGION: &[Site] = &[Site::Loop, Site::Block, Site::Kernel, Site::Helper];
const PARAM: &[Site] = &[Site::KernelSlice, Site::KernelScalar, Site::HelperScalar, Site::Param];

const REGION_REASON: &str =
    "it is about a region of code: the body of a loop or function, or statements in braces";
const LINKED: &str = "it says what becomes of a whole kernel when it is linked";
const AXI: &str = "only the slices of a kernel have an AXI master port; Vitis has INTERFACE for the arguments of the top \
                   function only (UG1399)";

pub(crate) const KNOWN: &[Known] = &[
    known("kernel", FUNCTION, "#[kernel]", "a kernel is a function of the kernels module"),
    known(
        "pipeline",
        &[Site::Loop, Site::Kernel, Site::Helper],
        "#[pipeline(ii = 2)]",
        "it says how often iterations of a loop start, or calls of a function; Vitis takes it for the scope around it, \
         and unrolls all loops in that (UG1399)",
    ),
    known(
        "unroll",
        &[Site::Loop],
        "#[unroll(factor = 2)]",
        "it replicates the body of a loop; outside of a loop Vitis drops it with no more than a warning",
    ),
    known(
        "loop_tripcount",
        &[Site::Loop],
        "#[loop_tripcount(min = 1, max = 1024)]",
        "it says how often a loop runs; outside of a loop Vitis drops it with no more than a warning",
    ),
    known(
        "loop_flatten",
        &[Site::Loop],
        "#[loop_flatten]",
        "it makes nested loops one; outside of a loop Vitis drops it with no more than a warning",
    ),
    known(
        "dataflow",
        REGION,
        "#[dataflow] { .. }",
        "its statements run at the same time: it is about the body of a function or loop, or statements in braces",
    ),
    known("loop_merge", REGION, "#[loop_merge]", REGION_REASON),
    known("latency", REGION, "#[latency(min = 2, max = 8)]", REGION_REASON),
    known(
        "performance",
        &[Site::Loop, Site::Kernel],
        "#[performance(target_ti = 1000)]",
        "it is a goal for a loop or for a whole kernel (UG1399)",
    ),
    several(
        "dependence",
        &[Site::Loop, Site::Let],
        "#[dependence(variable = a, inter, dependent = false)]",
        "it says what the iterations of a loop, or the accesses to a local array, wait for",
    ),
    known(
        "occurrence",
        &[Site::Block],
        "#[occurrence(cycle = 4)] { .. }",
        "it is about statements in braces; Vitis does not take it for a whole function",
    ),
    known(
        "protocol",
        &[Site::Block],
        "#[protocol(fixed)] { .. }",
        "it is about statements in braces; Vitis does not take it for a whole function",
    ),
    known("expression_balance", REGION, "#[expression_balance(off)]", REGION_REASON),
    several("allocation", REGION, "#[allocation(operation = mul, limit = 2)]", REGION_REASON),
    known(
        "inline",
        &[Site::Helper],
        "#[inline(off)]",
        "it makes a function part of those that call it; nothing on the device calls a kernel",
    ),
    known(
        "function_instantiate",
        &[Site::HelperScalar],
        "#[function_instantiate] mode: u32",
        "it makes a helper function anew for each constant that is passed here",
    ),
    several(
        "array_partition",
        &[Site::Let],
        "#[array_partition(type = cyclic, factor = 4, dim = 1)]",
        "it splits a local array into memories and belongs where the array is declared; the memory behind an m_axi \
         argument lies outside of the kernel (UG1399)",
    ),
    several(
        "array_reshape",
        &[Site::Let],
        "#[array_reshape(type = cyclic, factor = 4, dim = 1)]",
        "it packs a local array into wider words and belongs where the array is declared; the memory behind an m_axi \
         argument lies outside of the kernel (UG1399)",
    ),
    known(
        "bind_storage",
        &[Site::Let],
        "#[bind_storage(type = ram_2p, impl = bram)]",
        "it chooses the memory of a local array and belongs where the array is declared",
    ),
    several(
        "bind_op",
        &[Site::Let],
        "#[bind_op(op = mul, impl = dsp, latency = 3)]",
        "it chooses the operator that computes a variable and belongs where the variable is declared",
    ),
    known("aggregate", &[Site::Let], "#[aggregate(compact = bit)]", "it packs the fields of a local struct"),
    known("disaggregate", &[Site::Let], "#[disaggregate]", "it takes the fields of a local struct apart"),
    known(
        "persistent",
        &[Site::Let],
        "#[persistent] let mut count: u32 = 0;",
        "it says of a variable that it keeps its value from run to run",
    ),
    known(
        "stable",
        &[Site::Let, Site::KernelSlice, Site::KernelScalar, Site::HelperScalar, Site::Param],
        "#[stable]",
        "it says of a variable that it does not change while it is read",
    ),
    known("m_axi", &[Site::KernelSlice], "#[m_axi(bundle = \"gmem0\")]", AXI),
    known(
        "s_axilite",
        &[Site::KernelSlice, Site::KernelScalar, Site::Kernel],
        "#[s_axilite(offset = 0x10)]",
        "only the arguments of a kernel, and the kernel itself, have control registers",
    ),
    known("cache", &[Site::KernelSlice], "#[cache(lines = 4, depth = 64)]", AXI),
    known("bank", &[Site::KernelSlice], "#[bank(DDR[0])]", AXI),
    known(
        "len",
        &[Site::KernelSlice],
        "#[len(n)]",
        "it replaces the hidden length argument that only the slices of a kernel have",
    ),
    known(
        "each",
        &[Site::KernelSlice],
        "#[each] y: &mut f32",
        "it says of an argument of a kernel that each item of its range has an element of it",
    ),
    known(
        "reqd_work_group_size",
        &[Site::Kernel],
        "#[reqd_work_group_size(16, 16)]",
        "it says with which work-groups a kernel of an `NdItem` runs (S20 §5.8.1)",
    ),
    known(
        "flush_denormals",
        FUNCTION,
        "#[flush_denormals]",
        "it is about the arithmetic in the body of a function, and a function has it as a whole",
    ),
    known("ap_ctrl_hs", &[Site::Kernel], "#[ap_ctrl_hs]", "it says how the host starts a kernel"),
    known("ap_ctrl_chain", &[Site::Kernel], "#[ap_ctrl_chain]", "it says how the host starts a kernel"),
    known("compute_units", &[Site::Kernel], "#[compute_units(4)]", LINKED),
    known("slr", &[Site::Kernel], "#[slr(0)]", LINKED),
    known("clock", &[Site::Kernel], "#[clock(mhz = 300)]", LINKED),
];

/// The directive that an attribute is. `#[inline(always)]` and `#[inline(never)]` are rustc's.
pub(crate) fn known_directive(attr: &Attribute) -> Option<&'static Known> {
    let known = KNOWN.iter().find(|known| attr.path().is_ident(known.name))?;
    let of_rustc = match &attr.meta {
        Meta::List(list) => {
            known.name == "inline" && ["always", "never"].contains(&&*list.tokens.to_string())
        }
        _ => false,
    };
    (!of_rustc).then_some(known)
}

/// A complaint about a directive that stands where it has no effect.
pub(crate) fn misplaced(known: &Known, site: Site, at: Span) -> Diagnostic {
    let message = format!("`#[{}]` has no effect on {}", known.name, site.name());
    let everywhere =
        known.sites.len() >= PARAM.len() && PARAM.iter().all(|param| known.sites.contains(param));
    let place = if everywhere { "a `let` or a parameter".to_owned() } else { listed(known.sites) };
    Diagnostic::error(codes::MISPLACED_DIRECTIVE, at, message)
        .note(known.reason)
        .help(format!("it belongs on {place}: `{}`", known.example))
}
