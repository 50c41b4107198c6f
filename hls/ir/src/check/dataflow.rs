//! Processes and channels (K17 to K21, K23, K24).

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_types::Scalar;

use super::Report;
use crate::dataflow::ProcessAccesses;
use crate::{
    ChannelAccess, ChannelEnd, ChannelId, Func, Init, Module, OpId, OpKind, RegionId, Root, SlotId, Span,
    TokenKind,
};

/// Checks the body of a `dataflow`.
pub(super) fn check_region(module: &Module, func: &Func, body: RegionId, report: &mut Report<'_>) {
    for &op in &func.regions[body].ops {
        let op = &func.ops[op];
        let fits = match &op.kind {
            OpKind::Declare { init, .. } => *init == Init::Uninit,
            OpKind::DeclareChannel(_) | OpKind::Process { .. } => true,
            _ => false,
        };
        if !fits {
            let message = "a dataflow region holds channels, slots without first values, and processes only";
            report.error("K17", op.span, message);
        }
        if let OpKind::DeclareChannel(channel) = op.kind
            && func.channels[channel].depth == 0
        {
            report.error(
                "K18",
                op.span,
                format!("the channel `{}` has no place", func.channels[channel].name),
            );
        }
    }
    let processes = ProcessAccesses::of_processes(module, func, body);
    check_channels(func, body, &processes, report);
    check_memories(module, func, body, &processes, report);
    check_blocks(func, body, &processes, report);
}

/// K24: tokens, and who may access the blocks that they stand for.
fn check_blocks(func: &Func, body: RegionId, processes: &[ProcessAccesses], report: &mut Report<'_>) {
    let declared = |id: SlotId| {
        let is_it = |op: &OpId| matches!(func.ops[*op].kind, OpKind::Declare { slot, .. } if slot == id);
        func.regions[body].ops.iter().any(is_it)
    };
    for op in &func.regions[body].ops {
        let OpKind::DeclareChannel(id) = func.ops[*op].kind else { continue };
        let channel = &func.channels[id];
        let Some(token) = channel.token else { continue };
        let both = [TokenKind::Held, TokenKind::Filled].map(|kind| func.token_of(token.blocks, kind));
        let depths = both.map(|id| id.map(|id| func.channels[id].depth));
        if channel.element != Scalar::Bool || !declared(token.blocks) || depths[0] != depths[1] {
            let message = format!("the tokens of `{}` do not fit its blocks", channel.name);
            report.error("K24", channel.span, message);
        }
    }
    for (process, op) in processes.iter().zip(func.processes(body)) {
        for access in &process.memories {
            let Root::Slot(slot) = access.root else { continue };
            let end = |kind: TokenKind| {
                let channel = func.token_of(slot, kind)?;
                process.channels.iter().find(|it| it.channel == channel).map(|it| it.end)
            };
            let fits = match (end(TokenKind::Held), end(TokenKind::Filled)) {
                _ if !func.is_blocks(slot) || !declared(slot) => true,
                (Some(ChannelEnd::Write), Some(ChannelEnd::Write)) => true,
                (Some(ChannelEnd::Read), Some(ChannelEnd::Read)) => !access.write,
                _ => false,
            };
            if !fits {
                let message =
                    format!("a block of `{}` is accessed without its tokens", func.slots[slot].name);
                report.error("K24", place(func, op, access.span), message);
            }
        }
    }
}

/// K23: each port of a kernel has one user.
pub(super) fn check_ports(module: &Module, func: &Func, report: &mut Report<'_>) {
    let mut users: FxHashMap<ChannelId, RegionId> = FxHashMap::default();
    if func.ports().next().is_none() {
        return;
    }
    for access in ProcessAccesses::new(module, func, func.body).channels {
        let Some(end) = func.port_end(access.channel) else { continue };
        let name = &func.channels[access.channel].name;
        if access.end != end {
            report.error(
                "K23",
                access.span,
                format!("the other end of the stream `{name}` is not the kernel's"),
            );
        }
        if *users.entry(access.channel).or_insert(access.process) != access.process {
            let message = format!("a second process uses the stream `{name}`");
            report.error("K23", access.span, message);
        }
    }
    for op in func.ops_in_order() {
        let OpKind::Channel { channel, access } = &func.ops[op].kind else { continue };
        let name = &func.channels[*channel].name;
        let message = match access {
            ChannelAccess::TryWrite(_) | ChannelAccess::Full => {
                format!("nothing asks whether the stream `{name}` has a place")
            }
            ChannelAccess::More => format!("nobody knows whether more comes through the stream `{name}`"),
            _ => continue,
        };
        if func.port_end(*channel).is_some() {
            report.error("K23", func.ops[op].span, message);
        }
    }
}

/// Where a process of a region does something: the process itself, if that is in a function that it calls.
fn place(func: &Func, process: OpId, access: Span) -> Span {
    let process = func.ops[process].span;
    if process.contains(access) { access } else { process }
}

/// K19: each end of a channel is used by one process, and the two by different ones of its region.
fn check_channels(func: &Func, body: RegionId, processes: &[ProcessAccesses], report: &mut Report<'_>) {
    let declared: FxHashSet<ChannelId> = func.regions[body]
        .ops
        .iter()
        .filter_map(|op| match func.ops[*op].kind {
            OpKind::DeclareChannel(channel) => Some(channel),
            _ => None,
        })
        .collect();
    // The process that has each end: which of this region, and the innermost one.
    let mut users: FxHashMap<(ChannelId, ChannelEnd), (usize, RegionId)> = FxHashMap::default();
    for (index, (process, op)) in processes.iter().zip(func.processes(body)).enumerate() {
        for access in process.channels.iter().filter(|access| declared.contains(&access.channel)) {
            let user = (index, access.process);
            let known = *users.entry((access.channel, access.end)).or_insert(user);
            let name = &func.channels[access.channel].name;
            if known != user {
                let verb = match access.end {
                    ChannelEnd::Write => "writes",
                    ChannelEnd::Read => "reads",
                };
                let at = place(func, op, access.span);
                report.error("K19", at, format!("a second process {verb} the channel `{name}`"));
            }
            let other = match access.end {
                ChannelEnd::Write => ChannelEnd::Read,
                ChannelEnd::Read => ChannelEnd::Write,
            };
            if users.get(&(access.channel, other)).is_some_and(|(other, _)| *other == index) {
                let message = format!("the process that writes the channel `{name}` reads it as well");
                report.error("K19", place(func, op, access.span), message);
            }
        }
    }
}

/// K20 and K21: who may access the memory that several processes see.
fn check_memories(
    module: &Module,
    func: &Func,
    body: RegionId,
    processes: &[ProcessAccesses],
    report: &mut Report<'_>,
) {
    let shared = &func.shared_slots(body);
    let mut known: FxHashMap<Root, Users> = FxHashMap::default();
    for (index, (process, op)) in processes.iter().zip(func.processes(body)).enumerate() {
        let is_blocks = |root: Root| matches!(root, Root::Slot(slot) if func.is_blocks(slot));
        for access in process.memories.iter().filter(|access| !is_blocks(access.root)) {
            let users = known.entry(access.root).or_default();
            let before = users.clone();
            users.note(index, access.write);
            if before.problem(access.root, shared).is_none()
                && let Some((invariant, what)) = users.problem(access.root, shared)
            {
                let name = module.root_name(func, access.root);
                report.error(invariant, place(func, op, access.span), format!("`{name}` {what}"));
            }
        }
    }
}

/// The processes that access a memory.
#[derive(Clone, Default)]
struct Users {
    all: FxHashSet<usize>,
    writers: FxHashSet<usize>,
}

impl Users {
    fn note(&mut self, process: usize, write: bool) {
        self.all.insert(process);
        if write {
            self.writers.insert(process);
        }
    }

    /// What is wrong with them.
    fn problem(&self, root: Root, shared: &FxHashSet<SlotId>) -> Option<(&'static str, &'static str)> {
        let mut writers = self.writers.iter();
        let writer = *writers.next()?;
        if !matches!(root, Root::Slot(slot) if shared.contains(&slot)) {
            let message = "is outside of the region: what one process writes, no other accesses";
            return (self.all.len() > 1).then_some(("K21", message));
        }
        let reaches = |process: &usize| *process == writer || *process == writer + 1;
        if writers.next().is_some() {
            return Some(("K20", "is written by a second process"));
        }
        (!self.all.iter().all(reaches)).then_some(("K20", "reaches the process after its writer only"))
    }
}
