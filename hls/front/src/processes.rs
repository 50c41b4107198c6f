//! What the processes of a dataflow region may share. KIR's verifier decides it; here it is said to the user.

use std::collections::HashSet;

use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{ChannelEnd, CheckError, Code, Diagnostic, Func, Module, OpKind, RegionId, check};

use crate::codes;

/// Errors of regions whose processes use each other's streams or memory wrongly.
pub(crate) fn check_processes(module: &Module) -> Vec<Diagnostic> {
    let mut ops = module.funcs.iter().flat_map(|(_, func)| func.ops.iter());
    if !ops.any(|(_, op)| matches!(op.kind, OpKind::Dataflow { .. })) {
        return Vec::new();
    }
    let wrong: Vec<Diagnostic> = check(module).err().unwrap_or_default().iter().filter_map(said).collect();
    if wrong.is_empty() { one_sided(module) } else { wrong }
}

/// Errors of streams of which a region uses one end only.
fn one_sided(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (_, func) in module.funcs.iter() {
        for (_, op) in func.ops.iter() {
            if let OpKind::Dataflow { body } = op.kind {
                one_sided_of(module, func, body, &mut errors);
            }
        }
    }
    errors
}

fn one_sided_of(module: &Module, func: &Func, body: RegionId, errors: &mut Vec<Diagnostic>) {
    let processes = ProcessAccesses::of_processes(module, func, body);
    let used: HashSet<_> =
        processes.iter().flat_map(|it| &it.channels).map(|it| (it.channel, it.end)).collect();
    for op in &func.regions[body].ops {
        let OpKind::DeclareChannel(id) = func.ops[*op].kind else { continue };
        let (lacking, note, help) =
            match (used.contains(&(id, ChannelEnd::Write)), used.contains(&(id, ChannelEnd::Read))) {
                (true, true) | (false, false) => continue,
                (true, false) => (
                    "consumer",
                    "what no process receives is left when the region ends, which stops the run",
                    "receive its elements in another process of the region, or remove it",
                ),
                (false, true) => (
                    "producer",
                    "a process that receives from it waits for ever",
                    "send elements in another process of the region, or remove it",
                ),
            };
        let channel = &func.channels[id];
        let message = format!("the stream `{}` has no {lacking}", channel.name);
        let error = Diagnostic::error(codes::STREAM_END, channel.span, message);
        errors.push(error.note(note).help(help));
    }
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
