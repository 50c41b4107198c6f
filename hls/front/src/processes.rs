//! What the processes of a dataflow region may share. KIR's verifier decides it; here it is said to the user.

use rustc_hash::FxHashSet;
use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{
    ChannelEnd, CheckError, Code, Diagnostic, Func, Module, OpKind, RegionId, Root, Slot, check,
};

use crate::codes;

/// Errors of regions whose processes use each other's streams or memory wrongly.
pub(crate) fn check_processes(module: &Module) -> Vec<Diagnostic> {
    let mut ops = module.funcs.iter().flat_map(|(_, func)| func.ops.iter());
    let has_ports = module.funcs.iter().any(|(_, func)| func.ports().next().is_some());
    if !has_ports && !ops.any(|(_, op)| matches!(op.kind, OpKind::Dataflow { .. })) {
        return Vec::new();
    }
    let wrong: Vec<Diagnostic> = check(module).err().unwrap_or_default().iter().filter_map(said).collect();
    let mut errors = if wrong.is_empty() { of_regions(module) } else { wrong };
    // A stream has several channels, about which the same is wrong.
    errors.dedup();
    errors
}

/// Errors that KIR has no rule about.
fn of_regions(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (_, func) in module.funcs.iter() {
        for (_, op) in func.ops.iter() {
            if let OpKind::Dataflow { body, .. } = op.kind {
                let processes = ProcessAccesses::of_processes(module, func, body);
                one_sided(func, body, &processes, &mut errors);
                lengths(func, body, &processes, &mut errors);
                stable(func, &processes, &mut errors);
                persistent(func, &processes, &mut errors);
            }
        }
    }
    errors
}

/// Streams of which a region uses one end only.
fn one_sided(func: &Func, body: RegionId, processes: &[ProcessAccesses], errors: &mut Vec<Diagnostic>) {
    let used: FxHashSet<_> =
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
        // The same of all streams that one call makes.
        if errors.last().is_some_and(|error| error.span == channel.span) {
            continue;
        }
        let message = format!("the stream `{}` has no {lacking}", channel.name);
        let error = Diagnostic::error(codes::STREAM_END, channel.span, message);
        errors.push(error.note(note).help(help));
    }
}

/// Lengths of slices that another process writes. On the host that process has borrowed the slice.
fn lengths(func: &Func, body: RegionId, processes: &[ProcessAccesses], errors: &mut Vec<Diagnostic>) {
    for (index, process) in func.processes(body).into_iter().enumerate() {
        let inside = func.ops[process].kind.regions().flat_map(|region| func.ops_inside(region));
        for op in inside {
            let OpKind::Len(param) = func.ops[op].kind else { continue };
            let writes = |it: &ProcessAccesses| {
                it.memories.iter().any(|access| access.write && access.root == Root::Param(param))
            };
            let others = processes.iter().enumerate().filter(|(other, _)| *other != index);
            if !others.map(|(_, it)| it).any(writes) {
                continue;
            }
            let (whole, at) = (func.ops[process].span, func.ops[op].span);
            let at = if whole.contains(at) { at } else { whole };
            let name = func.param(param).map_or("", |param| &param.name);
            let message = format!("another process writes `{name}`, so its length cannot be taken here");
            errors.push(
                Diagnostic::error(codes::SHARED_MEMORY, at, message)
                    .note("a process has what it writes for itself (E0502 of rustc)")
                    .help(format!("take the length before the region: `let n = {name}.len();`")),
            );
        }
    }
}

/// Memory that is said not to change, and that a process writes.
fn stable(func: &Func, processes: &[ProcessAccesses], errors: &mut Vec<Diagnostic>) {
    for access in processes.iter().flat_map(|it| &it.memories).filter(|access| access.write) {
        let (name, stable) = match access.root {
            Root::Slot(slot) => (&func.slots[slot].name, &func.slots[slot].directives.stable),
            Root::Param(index) => match func.param(index) {
                Some(param) => (&param.name, &param.directives.stable),
                None => continue,
            },
            Root::Global(_) => continue,
        };
        let Some(stable) = stable else { continue };
        let message = format!("a process writes `{name}`, which is said to be stable");
        if errors.iter().any(|error| error.message == message) {
            continue;
        }
        let error = Diagnostic::error(codes::SHARED_MEMORY, access.span, message)
            .related(stable.span, "it is said here")
            .note("in Vitis' hardware nothing waits for what is stable, so that others might use it before it is written");
        errors.push(error.help("leave `#[stable]` away"));
    }
}

/// Persistent variables that a process uses: Vitis takes no `static` of the function around a region into its processes.
fn persistent(func: &Func, processes: &[ProcessAccesses], errors: &mut Vec<Diagnostic>) {
    for access in processes.iter().flat_map(|it| &it.memories) {
        let Root::Slot(slot) = access.root else { continue };
        let Slot { name, persistent: true, .. } = &func.slots[slot] else { continue };
        let message = format!("a process uses the persistent variable `{name}`");
        if errors.iter().any(|error| error.message == message) {
            continue;
        }
        let error = Diagnostic::error(codes::SHARED_MEMORY, access.span, message)
            .note("a dataflow region of Vitis has no `static` variables of the function around it (UG1399)");
        errors.push(error.help("copy it before the region, and give it its new value behind the region"));
    }
}

/// The error of the IR's verifier in words of the source; `None` if the front end has reported it.
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
        "K23" => (
            codes::STREAM_END,
            "a port of the kernel has one process that drives its signals, or the kernel itself outside of its regions (HLS 200-992)",
            "use it in one process, and pass elements on through streams of the kernel's own",
        ),
        "K24" => (
            codes::STREAM_END,
            "a process has what it acquires, and a consumer only reads it",
            "acquire blocks in the process that uses them",
        ),
        "K20" => (
            codes::SHARED_MEMORY,
            "the process after the one that writes it starts when that has ended, with a buffer of its own (HLS 200-471)",
            "pass it from process to process, or send its elements through a stream, which may skip processes",
        ),
        "K21" => (
            codes::SHARED_MEMORY,
            "processes run at the same time, and none waits for what another one does with this memory (HLS 200-992)",
            "let one process do all of it, and send values through streams",
        ),
        _ => return None,
    };
    Some(Diagnostic::error(code, error.span, error.message.clone()).note(note).help(help))
}
