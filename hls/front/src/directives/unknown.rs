//! Messages about attributes that are no directives.

use sycl_hls_ir::{Code, Diagnostic, Span};

use crate::attribute::KNOWN;
use crate::codes;
use crate::lacking::{nearest, not_yet};

/// Attributes of Rust that mean something for the host only.
const HOST: [&str; 8] =
    ["derive", "export_name", "link_section", "no_mangle", "repr", "target_feature", "test", "unsafe"];

/// Attributes of Rust that types have.
pub(super) const OF_TYPES: [&str; 3] = ["derive", "repr", "default"];

/// Attributes of Rust that change nothing about a kernel.
pub(super) const INERT: [&str; 11] = [
    "doc",
    "allow",
    "warn",
    "deny",
    "expect",
    "must_use",
    "cold",
    "rustfmt",
    "clippy",
    "deprecated",
    "track_caller",
];

/// Pragmas of Vitis that could have no effect on a kernel: names, why, and what to do.
const REFUSED: &[(&[&str], &str, &str)] = &[
    (
        &["reset"],
        "Vitis takes RESET for static and global variables only and drops it with a warning otherwise; of the variables of a kernel only \
         `#[persistent]` ones are such, and these have their first values when the image is loaded",
        "leave it away; for a first value in every run, leave `#[persistent]` away",
    ),
    (
        &["ap_ctrl_none"],
        "such a kernel runs by itself from the moment the card is programmed, before any address is set; only kernels that \
         have nothing but streams can do that",
        "write `#[kernel(control = none)]` for a kernel that is linked to others",
    ),
    (
        &["alias"],
        "a `&mut` slice never shares memory with another argument: that is checked when the kernel is started",
        "leave it away",
    ),
    (
        &[
            "ap_memory",
            "bram",
            "ap_fifo",
            "ap_none",
            "ap_hs",
            "ap_ack",
            "ap_vld",
            "ap_ovld",
            "ap_stable",
            "ap_bus",
        ],
        "the ports of a kernel that a host starts are AXI ports: `m_axi` for slices and `s_axilite` for scalars (UG1393)",
        "leave it away",
    ),
    (
        &["array_map", "extract", "region"],
        "this pragma is gone: Vitis ignores it with a warning",
        "leave it away",
    ),
];

/// Pragmas of Vitis that are spelled otherwise here: names, why, and how.
const SPELLED: &[(&[&str], &str, &str)] = &[
    (&["top"], "the top function of Vitis is a kernel here", "mark the function with `#[kernel]`"),
    (
        &["interface"],
        "each mode of INTERFACE is an attribute of its own",
        "use `#[m_axi(..)]` and `#[s_axilite(..)]` on arguments, `#[ap_ctrl_hs]` or `#[ap_ctrl_chain]` on the kernel",
    ),
    (
        &["resource"],
        "RESOURCE is deprecated, and newer versions of Vitis ignore it",
        "use `#[bind_storage(..)]` for an array, and `#[bind_op(..)]` for the result of an operation",
    ),
    (
        &["stream"],
        "a FIFO is made with its depth, and an array that processes pass on is memory",
        "write `let (tx, rx) = stream::<u32, 16>();`, or `blocks::<[u32; 64], 2>()` for arrays",
    ),
    (
        &["axis"],
        "an argument of a kernel that is an end of a stream is an AXI-stream port",
        "take `Receiver<T>` or `Sender<T>`",
    ),
    (
        &["shared", "stable_content"],
        "without what keeps processes from using an array at the same time, values would depend on timing, and no two \
         targets would agree",
        "pass the array from one process to the next, hand blocks over with `blocks`, or let processes that only read \
         take a slice of the kernel",
    ),
    (&["data_pack"], "DATA_PACK is gone: Vitis ignores it with a warning", "use `#[aggregate]`"),
];

/// What users of other tools write, and what it is here.
const ELSEWHERE: [(&str, &str); 26] = [
    ("ii", "pipeline"),
    ("initiation_interval", "pipeline"),
    ("pipelined", "pipeline"),
    ("unrolled", "unroll"),
    ("ivdep", "dependence"),
    ("tripcount", "loop_tripcount"),
    ("trip_count", "loop_tripcount"),
    ("flatten", "loop_flatten"),
    ("loop_coalesce", "loop_flatten"),
    ("merge", "loop_merge"),
    ("loop_fuse", "loop_merge"),
    ("partition", "array_partition"),
    ("reshape", "array_reshape"),
    ("memory", "bind_storage"),
    ("numbanks", "array_partition"),
    ("storage", "bind_storage"),
    ("singlepump", "bind_storage"),
    ("doublepump", "bind_storage"),
    ("noinline", "inline"),
    ("control", "ap_ctrl_hs"),
    ("num_compute_units", "compute_units"),
    ("cu", "compute_units"),
    ("nk", "compute_units"),
    ("sp", "bank"),
    ("bundle", "m_axi"),
    ("frequency", "clock"),
];

/// The bare name behind what other tools put in front: `hls::`, `hls_`, `intel::`, `xcl_`.
fn plain(name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name).to_lowercase();
    let prefixes = ["hls_", "xcl_", "xilinx_", "vitis_", "intel_", "pragma_"];
    let stripped = prefixes.iter().find_map(|prefix| last.strip_prefix(prefix));
    stripped.unwrap_or(&last).to_owned()
}

/// The error about an attribute that is no directive: the nearest name, or what a pragma of Vitis is here.
pub(super) fn unknown_directive(name: &str, at: Span) -> Diagnostic {
    let plain = plain(name);
    if let Some(error) = of_vitis(name, &plain, at) {
        return error;
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
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == plain).map(|(_, known)| (*known).to_owned());
    error.help(match elsewhere.or_else(|| nearest(&plain, names.iter())) {
        Some(known) => format!("there is `#[{known}]`"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("the directives are {}", names.join(", "))
        }
    })
}

/// A pragma of Vitis that is no directive.
fn of_vitis(name: &str, plain: &str, at: Span) -> Option<Diagnostic> {
    if plain == "array_stencil" {
        let error = not_yet(codes::UNKNOWN_DIRECTIVE, at, &format!("Vitis' pragma `{name}`"));
        return Some(error.help("keep the lines of the window in arrays of their own"));
    }
    if let Some((_, note, help)) = SPELLED.iter().find(|(names, ..)| names.contains(&plain)) {
        let error =
            Diagnostic::error(codes::UNKNOWN_DIRECTIVE, at, format!("there is no directive `{name}`"));
        return Some(error.note(*note).help(*help));
    }
    let (_, note, help) = REFUSED.iter().find(|(names, ..)| names.contains(&plain))?;
    Some(no_effect(codes::NO_EFFECT, at, &format!("`{name}`")).note(*note).help(*help))
}

/// The error about a pragma that would have no effect.
fn no_effect(code: Code, at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, at, format!("{what} is no directive: it could have no effect on a kernel"))
}
