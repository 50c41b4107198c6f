//! All directives, and what is said about those that do not exist or stand at the wrong place.

use sycl_hls_ir::{Diagnostic, Span};

use super::Site;
use crate::codes;
use crate::lacking::{nearest, not_yet};

pub(super) struct Known {
    pub name: &'static str,
    pub site: Site,
    /// Why it has no effect elsewhere.
    pub reason: &'static str,
}

pub(super) const KNOWN: [Known; 6] = [
    Known { name: "kernel", site: Site::Function, reason: "a kernel is a function of the kernels module" },
    Known {
        name: "pipeline",
        site: Site::Loop,
        reason: "it says how often iterations of a loop start; Vitis takes it for the scope around it, and unrolls all \
                 loops in that (UG1399)",
    },
    Known {
        name: "unroll",
        site: Site::Loop,
        reason: "it replicates the body of a loop; outside of a loop Vitis drops it with no more than a warning",
    },
    Known {
        name: "array_partition",
        site: Site::Let,
        reason: "it splits a local array into memories and belongs where the array is declared; \
                 the memory behind an m_axi argument lies outside of the kernel (UG1399)",
    },
    Known {
        name: "m_axi",
        site: Site::KernelSlice,
        reason: "only the slices of a kernel have an AXI master port; Vitis has INTERFACE for the arguments of the top \
                 function only (UG1399)",
    },
    Known {
        name: "len",
        site: Site::KernelSlice,
        reason: "it replaces the hidden length argument that only the slices of a kernel have",
    },
];

/// Pragmas of Vitis that have no directive yet.
pub(super) const VITIS: [&str; 24] = [
    "aggregate",
    "alias",
    "allocation",
    "array_reshape",
    "bind_op",
    "bind_storage",
    "cache",
    "dataflow",
    "dependence",
    "disaggregate",
    "expression_balance",
    "function_instantiate",
    "interface",
    "latency",
    "loop_flatten",
    "loop_merge",
    "loop_tripcount",
    "occurrence",
    "performance",
    "protocol",
    "reset",
    "resource",
    "stable",
    "stream",
];

/// Attributes of Rust that mean something for the host only.
const HOST: [&str; 8] =
    ["derive", "export_name", "link_section", "no_mangle", "repr", "target_feature", "test", "unsafe"];

/// Attributes of Rust that types have.
pub(super) const OF_TYPES: [&str; 3] = ["derive", "repr", "default"];

/// Attributes of Rust that change nothing about a kernel.
pub(super) const INERT: [&str; 12] = [
    "doc",
    "allow",
    "warn",
    "deny",
    "expect",
    "inline",
    "must_use",
    "cold",
    "rustfmt",
    "clippy",
    "deprecated",
    "track_caller",
];

pub(super) fn unknown_directive(name: &str, at: Span) -> Diagnostic {
    let plain = name.rsplit("::").next().unwrap_or(name);
    if VITIS.contains(&plain.to_lowercase().as_str()) {
        let names: Vec<String> = KNOWN.iter().map(|known| format!("`{}`", known.name)).collect();
        return not_yet(codes::UNKNOWN_DIRECTIVE, at, &format!("Vitis' directive `{name}`"))
            .help(format!("the directives so far are {}", names.join(", ")));
    }
    if HOST.contains(&name) {
        let message = format!("the attribute `#[{name}]` has no meaning in a kernels module");
        return Diagnostic::error(codes::UNKNOWN_DIRECTIVE, at, message)
            .help("leave it away; tests and host code belong outside of the kernels module");
    }
    let message = format!("there is no directive `{name}`");
    let error = Diagnostic::error(codes::UNKNOWN_DIRECTIVE, at, message)
        .note("Vitis drops a pragma that it does not know without any message");
    let names: Vec<String> = KNOWN.iter().map(|known| known.name.to_owned()).collect();
    error.help(match nearest(plain, names.iter()) {
        Some(known) => format!("there is `#[{known}]`"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("the directives are {}", names.join(", "))
        }
    })
}

pub(super) fn misplaced(known: &Known, site: Site, at: Span) -> Diagnostic {
    Diagnostic::error(
        codes::MISPLACED_DIRECTIVE,
        at,
        format!("`#[{}]` has no effect on {}", known.name, site.name()),
    )
    .note(known.reason)
    .help(format!("it belongs on {}", known.site.name()))
}
