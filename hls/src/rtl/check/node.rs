//! R2, R3, R4, R6, R7, R8: single computations.

use sycl_hls_ir::BinaryOp;
use sycl_hls_types::{Scalar, ScalarValue};

use super::Report;
use crate::rtl::design::{Access, Block, Machine, Memory, Node, NodeId, NodeKind};

/// Verifies a node.
pub(super) fn node(machine: Machine<'_>, block: &Block, place: &str, id: NodeId, report: &mut Report) {
    let node = &block.nodes[id];
    let place = format!("{place} n{}", id.into_raw());
    let args: Vec<Scalar> = node.args.iter().map(|arg| block.nodes[*arg].ty).collect();
    let mut expect = |holds: bool, invariant: &'static str, message: &str| {
        report.expect(holds, invariant, &place, node.span, message)
    };
    if let Some(when) = node.when {
        expect(block.nodes[when].ty == Scalar::Bool, "R4", "its predicate is no bool");
        expect(node.has_effect(), "R4", "it has a predicate and no effect");
    }
    let computes_floats = args.first().is_some_and(|arg| arg.is_float());
    expect(!node.flushes || computes_floats, "R3", "it flushes denormals of what is no float");
    match &node.kind {
        NodeKind::Load(memory) | NodeKind::Store(memory) => {
            let problem = memory_access(&machine.memories[*memory], node, &args);
            expect(problem.is_none(), "R6", problem.unwrap_or_default());
        }
        NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => {
            let problem = through_bundle(machine, *access, node);
            expect(problem.is_none(), "R7", problem.unwrap_or_default());
            let problem = burst(block, *access, node, &args);
            expect(problem.is_none(), "R8", problem.unwrap_or_default());
        }
        NodeKind::Fence(bundle) => {
            expect(args.is_empty(), "R3", "it has operands");
            expect(machine.bundles[*bundle].writes, "R7", "it waits for a bundle that is not written");
        }
        NodeKind::Join(_) => expect(args.is_empty(), "R3", "it has operands"),
        NodeKind::Output(arg) => {
            let arg = &machine.args[*arg];
            let fits = args == [node.ty] && node.ty.bits() == arg.bits && arg.direction.is_written();
            expect(fits, "R19", "it writes another type, or an argument that is not written");
        }
        // The operands are those of the process: R17.
        NodeKind::Start(_) => {}
        NodeKind::Receive(channel) => {
            let fits = args.is_empty() && node.ty == machine.channels[*channel].ty;
            expect(fits, "R16", "it receives another type");
        }
        NodeKind::Send(channel) => {
            expect(args == [machine.channels[*channel].ty], "R16", "it sends another type");
        }
        NodeKind::TryReceive(channel) => {
            let fits = args.is_empty() && Some(node.ty) == machine.channels[*channel].received();
            expect(fits, "R16", "it receives another type");
        }
        NodeKind::TrySend(channel) => {
            let fits = args == [machine.channels[*channel].ty] && node.ty == Scalar::Bool;
            expect(fits, "R16", "it sends another type, or its result is no bool");
        }
        NodeKind::Unread(_) => expect(args.is_empty(), "R3", "it has operands"),
        NodeKind::Empty(_) | NodeKind::Full(_) | NodeKind::More(_) => {
            expect(args.is_empty() && node.ty == Scalar::Bool, "R16", "it has operands, or is no bool");
        }
        NodeKind::Element(position) => {
            let read = node.args.first().map(|read| &block.nodes[*read]);
            let of = |read: &Node| match read.kind {
                NodeKind::AxiRead(access) => *position < access.elements && read.ty == node.ty,
                _ => false,
            };
            expect(args.len() == 1 && read.is_some_and(of), "R2", "it is no element of a read");
        }
        kind => {
            expect(
                computes(machine, kind, node.ty, &args),
                "R3",
                "its operands or its type do not fit the operation",
            );
        }
    }
}

/// R3: operations whose result depends on operands alone.
fn computes(machine: Machine<'_>, kind: &NodeKind, ty: Scalar, args: &[Scalar]) -> bool {
    match (kind, args) {
        (NodeKind::Const(value), []) => value.ty() == ty,
        (NodeKind::Arg(arg, low), []) => {
            let arg = &machine.args[*arg];
            arg.direction.is_read() && low + ty.bits() <= arg.bits
        }
        (NodeKind::Var(var), []) => machine.vars[*var].ty == ty,
        (NodeKind::Unary(op), [arg]) => op.takes(*arg) && op.result(*arg) == ty,
        (NodeKind::Binary(op), [a, b]) => ty == *a && has_operands(*op, *a, *b),
        (NodeKind::Compare(_), [a, b]) => ty == Scalar::Bool && a == b,
        (NodeKind::Overflows(op), [a, b]) => {
            ty == Scalar::Bool && a.is_integer() && has_operands(*op, *a, *b)
        }
        (NodeKind::Cast, [arg]) => sycl_hls_ir::cast(&ScalarValue::from_bits(*arg, 0), ty).is_some(),
        (NodeKind::Bits, [arg]) => sycl_hls_ir::bits(&ScalarValue::from_bits(*arg, 0), ty).is_some(),
        (NodeKind::Fma, [a, b, c]) => ty.is_float() && [a, b, c].iter().all(|arg| **arg == ty),
        (NodeKind::Select, [condition, a, b]) => *condition == Scalar::Bool && *a == ty && *b == ty,
        _ => false,
    }
}

fn has_operands(op: BinaryOp, a: Scalar, b: Scalar) -> bool {
    if op.is_shift() {
        return a.is_integer() && b.is_integer();
    }
    let takes = match a {
        Scalar::Bool => op.takes_bools(),
        _ if a.is_float() => op.takes_floats(),
        _ => true,
    };
    a == b && takes
}

/// R6
fn memory_access(memory: &Memory, node: &Node, args: &[Scalar]) -> Option<&'static str> {
    let is_load = matches!(node.kind, NodeKind::Load(_));
    let own = args.len().saturating_sub(usize::from(memory.handover.is_some()));
    let fits = match &args[..own] {
        [index] => is_load && *index == Scalar::U32,
        [index, value] => !is_load && *index == Scalar::U32 && *value == memory.ty,
        _ => false,
    };
    let can = |reads: bool| memory.ports.iter().any(|port| if reads { port.reads } else { port.writes });
    if !fits || node.ty != memory.ty {
        Some("index or element are of another type")
    } else if !can(is_load) {
        Some("the memory has no port for it")
    } else if !is_load && memory.contents.is_some() && !memory.persistent {
        Some("a constant table is written")
    } else {
        None
    }
}

/// R7, as far as it is about accesses.
fn through_bundle(machine: Machine<'_>, access: Access, node: &Node) -> Option<&'static str> {
    let bundle = &machine.bundles[access.bundle];
    let is_read = matches!(node.kind, NodeKind::AxiRead(_));
    let used = if is_read { bundle.reads } else { bundle.writes };
    if !used {
        Some("the bundle does not say that it is used so")
    } else if access.elements > 1 && !bundle.widened {
        Some("the bundle does not say that there are wide accesses")
    } else if node.ty.bytes() as u32 * access.elements > bundle.element_bytes {
        Some("it is wider than the bundle's accesses")
    } else {
        None
    }
}

/// R8
fn burst(block: &Block, access: Access, node: &Node, args: &[Scalar]) -> Option<&'static str> {
    let values = if matches!(node.kind, NodeKind::AxiRead(_)) { 0 } else { access.elements as usize };
    let Some((address, rest)) = args.split_first() else { return Some("it has no address") };
    if *address != Scalar::U64 {
        return Some("its address is no u64");
    }
    if rest.len() < values || rest[..values].iter().any(|ty| *ty != node.ty) {
        return Some("its values are not as many as its elements, or of another type");
    }
    let length = if access.elements > 1 { Scalar::U64 } else { Scalar::U32 };
    match &rest[values..] {
        [] if access.elements == 1 => None,
        [] => Some("a wide access is no burst"),
        [_, _] if block.repeat.is_none() => Some("a burst is in no pipelined loop"),
        [asks, count] if *asks == Scalar::Bool && *count == length => None,
        _ => Some("its request is no bool, or its length of another type"),
    }
}
