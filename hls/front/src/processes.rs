//! What the processes of a dataflow region may share. KIR's verifier decides it; here it is said to the user.

use sycl_hls_ir::{CheckError, Code, Diagnostic, Module, OpKind, check};

use crate::codes;

/// Errors of regions whose processes use each other's streams or memory wrongly.
pub(crate) fn check_processes(module: &Module) -> Vec<Diagnostic> {
    let mut ops = module.funcs.iter().flat_map(|(_, func)| func.ops.iter());
    if !ops.any(|(_, op)| matches!(op.kind, OpKind::Dataflow { .. })) {
        return Vec::new();
    }
    check(module).err().unwrap_or_default().iter().filter_map(said).collect()
}

fn said(error: &CheckError) -> Option<Diagnostic> {
    let (code, note, help): (Code, _, _) = match error.invariant {
        "K17" => (
            codes::PROCESS,
            "processes have a control of their own each, and no pipeline holds them (UG1399)",
            "leave `#[pipeline]` of what is around the region away, and pipeline the loops of its processes",
        ),
        "K18" | "K19" => (
            codes::STREAM_END,
            "a FIFO has one producer and one consumer, which run at the same time (HLS 200-992)",
            "use each end in one process, both in the same region; several producers need a stream each",
        ),
        "K20" => (
            codes::SHARED_MEMORY,
            "the process after the one that writes it starts when that has ended, with a buffer of its own (HLS 200-471)",
            "pass it from process to process, or send its elements through a stream, which may skip processes",
        ),
        "K21" => (
            codes::SHARED_MEMORY,
            "processes run at the same time, and none waits for what another one does with this memory",
            "let one process do all of it, and send values through streams",
        ),
        _ => return None,
    };
    Some(Diagnostic::error(code, error.span, error.message.clone()).note(note).help(help))
}
