//! Mistakes that a pass could make, each applied to a design that a pass has made: those that the verifier finds, by which
//! invariant, and those that only a simulation finds.

use sycl_hls_compiler::rtl::check;
use sycl_hls_compiler::rtl::design::{Block, Design, Node, NodeId, NodeKind, Process, Target, Var, VarId};
use sycl_hls_ir::la_arena::{Idx, RawIdx};
use sycl_hls_ir::{BinaryOp, CompareOp, Span};
use sycl_hls_types::{Scalar, ScalarValue};

use super::designs::design;

/// A mistake.
struct Fault {
    what: &'static str,
    /// The file of the design.
    file: &'static str,
    make: fn(&mut Design),
    /// The invariant that it violates.
    found: Option<&'static str>,
}

const fn fault(
    what: &'static str,
    file: &'static str,
    make: fn(&mut Design),
    found: Option<&'static str>,
) -> Fault {
    Fault { what, file, make, found }
}

const FAULTS: [Fault; 23] = [
    fault("burst inference leaves out the counter's first value", "burst", no_first_count, Some("R12")),
    fault("burst inference swaps request and length", "burst", swapped_request, Some("R8")),
    fault("a burst's address has the width of an index", "burst", narrow_address, Some("R8")),
    fault("port widening leaves the bundle as it was", "port_widening", narrow_bundle, Some("R7")),
    fault("port widening takes an element that is not read", "port_widening", next_element, Some("R2")),
    fault("port widening leaves out a value", "port_widening", missing_value, Some("R8")),
    fault("loop fusion does not rename operands", "loop_fusion", not_renamed, Some("R2")),
    fault("loop fusion leads to the block that is gone", "loop_fusion", removed_block, Some("R1")),
    fault("loop fusion reads a counter in both bodies", "loop_fusion", two_readers, Some("R9")),
    fault(
        "loop fusion ignores that the second loop reads what the first one writes",
        "loop_fusion",
        dependence,
        Some("R13"),
    ),
    fault("pruning removes a fence", "prune", no_fence, Some("R14")),
    fault("pruning removes a node that a variable is written with", "prune", removed_node, Some("R1")),
    fault("reuse takes a value for a predicate", "reuse", value_as_predicate, Some("R4")),
    fault("reuse does not add the prologue to the trip count", "reuse", no_prologue, Some("R11")),
    fault("reuse keeps what it read in a register of another type", "reuse", narrow_register, Some("R3")),
    fault("forwarding compares indices of different widths", "forward", uneven_compare, Some("R3")),
    fault("duplication leaves no port to write", "memory_duplication", no_write_port, Some("R6")),
    fault("pruning takes an output for another one", "outputs", other_output, Some("R19")),
    fault("pruning keeps an output that another block writes", "outputs", earlier_output, Some("R19")),
    fault("pruning reads what is only written", "outputs", read_output, Some("R3")),
    fault("forwarding sees one iteration less than it says", "forward", short_window, None),
    fault("reuse takes the registers in the wrong order", "reuse", swapped_registers, None),
    fault("port widening requests the elements of one iteration more", "port_widening", longer_request, None),
];

#[test]
fn the_verifier_finds_most_mistakes_of_passes() {
    for Fault { what, file, make, found } in FAULTS {
        let mut design = design(file);
        make(&mut design);
        let violations = check(&design).err().unwrap_or_default();
        let invariants: Vec<&str> = violations.iter().map(|violation| violation.invariant).collect();
        assert_eq!(invariants.first().copied(), found, "{what}: {violations:?}");
    }
    let found = FAULTS.iter().filter(|fault| fault.found.is_some()).count();
    assert!(found >= 15, "{found}");
}

#[test]
fn a_violation_says_where_and_what() {
    let mut design = design("prune");
    no_fence(&mut design);
    let violations = check(&design).unwrap_err();
    assert_eq!(violations[0].to_string(), "R14 in longest b1: the process ends without a fence for g1");
}

fn id<T>(number: u32) -> Idx<T> {
    Idx::from_raw(RawIdx::from_u32(number))
}

fn process(design: &mut Design) -> &mut Process {
    &mut design.processes[id(0)]
}

/// The last pipelined loop.
fn body(design: &mut Design) -> &mut Block {
    let mut blocks = process(design).blocks.iter_mut().map(|(_, block)| block);
    blocks.rfind(|block| block.repeat.is_some()).unwrap()
}

fn find(block: &Block, is: impl Fn(&NodeKind) -> bool) -> NodeId {
    block.nodes.iter().find(|(_, node)| is(&node.kind)).unwrap().0
}

fn read(block: &Block) -> NodeId {
    find(block, |kind| matches!(kind, NodeKind::AxiRead(_)))
}

fn write(block: &Block) -> NodeId {
    find(block, |kind| matches!(kind, NodeKind::AxiWrite(_)))
}

/// The block that loads and stores the memory with a bypass.
fn bypassed(design: &mut Design) -> &mut Block {
    let blocks = process(design).blocks.iter_mut().map(|(_, block)| block);
    let has = |block: &&mut Block| block.repeat.as_ref().is_some_and(|repeat| !repeat.bypassed.is_empty());
    blocks.into_iter().find(has).unwrap()
}

fn no_first_count(design: &mut Design) {
    let process = process(design);
    let (count, _) = process.vars.iter().find(|(_, var)| var.name == "request_phase").unwrap();
    process.blocks[process.entry].writes.retain(|(var, _)| *var != count);
}

fn swapped_request(design: &mut Design) {
    let block = body(design);
    let read = read(block);
    block.nodes[read].args.swap(1, 2);
}

fn narrow_address(design: &mut Design) {
    let block = body(design);
    let (read, narrow) = (read(block), find(block, |kind| *kind == NodeKind::Cast));
    block.nodes[read].args[0] = narrow;
}

fn narrow_bundle(design: &mut Design) {
    let bundle = &mut design.bundles[0];
    (bundle.element_bytes, bundle.data_bits) = (4, 32);
}

fn next_element(design: &mut Design) {
    let block = body(design);
    let last = find(block, |kind| *kind == NodeKind::Element(3));
    block.nodes[last].kind = NodeKind::Element(4);
}

fn missing_value(design: &mut Design) {
    let block = body(design);
    let write = write(block);
    block.nodes[write].args.remove(1);
}

/// An operand of the second body still has its number in the block that it comes from.
fn not_renamed(design: &mut Design) {
    let block = body(design);
    let (first, _) = block.nodes.iter().find(|(_, node)| !node.args.is_empty()).unwrap();
    block.nodes[first].args[0] = id(block.nodes.len() as u32 - 1);
}

fn removed_block(design: &mut Design) {
    let process = process(design);
    let gone = process.blocks.len() as u32;
    process.blocks[process.entry].next = Target::Block(id(gone));
}

fn two_readers(design: &mut Design) {
    let (var, _) = body(design).writes[0];
    let ty = process(design).vars[var].ty;
    body(design).nodes.alloc(Node::new(NodeKind::Var(var), ty, Vec::new(), Span::NONE));
}

/// The slice that is read second is the one that is written first.
fn dependence(design: &mut Design) {
    let block = process(design)
        .blocks
        .iter_mut()
        .map(|(_, block)| block)
        .find(|block| block.repeat.is_some())
        .unwrap();
    let written = block.nodes.iter().find_map(|(_, node)| match node.kind {
        NodeKind::AxiWrite(access) => Some(access.param),
        _ => None,
    });
    let mut reads = block.nodes.iter_mut().filter_map(|(_, node)| match &mut node.kind {
        NodeKind::AxiRead(access) => Some(access),
        _ => None,
    });
    reads.next_back().unwrap().param = written.unwrap();
}

fn no_fence(design: &mut Design) {
    for (_, block) in process(design).blocks.iter_mut() {
        block.nodes.iter_mut().filter(|(_, node)| matches!(node.kind, NodeKind::Fence(_))).for_each(
            |(_, node)| {
                *node = Node::constant(true.into());
            },
        );
    }
}

/// The last block, which writes the outputs.
fn last(design: &mut Design) -> &mut Block {
    let mut blocks = process(design).blocks.iter_mut().map(|(_, block)| block);
    blocks.find(|block| block.next == Target::Done).unwrap()
}

fn other_output(design: &mut Design) {
    let block = last(design);
    let output = find(block, |kind| *kind == NodeKind::Output(2));
    block.nodes[output].kind = NodeKind::Output(1);
}

fn earlier_output(design: &mut Design) {
    let (_, block) = process(design).blocks.iter_mut().find(|(_, block)| block.next != Target::Done).unwrap();
    let value = block.nodes.alloc(Node::constant(1_u8.into()));
    block.nodes.alloc(Node::new(NodeKind::Output(2), Scalar::U8, vec![value], Span::NONE));
}

fn read_output(design: &mut Design) {
    last(design).nodes.alloc(Node::new(NodeKind::Arg(2, 0), Scalar::U8, Vec::new(), Span::NONE));
}

fn removed_node(design: &mut Design) {
    let (_, block) = process(design).blocks.iter_mut().find(|(_, block)| !block.writes.is_empty()).unwrap();
    block.writes[0].1 = id(block.nodes.len() as u32);
}

fn value_as_predicate(design: &mut Design) {
    let block = body(design);
    let (read, write) = (read(block), write(block));
    block.nodes[write].when = Some(read);
}

fn no_prologue(design: &mut Design) {
    let repeat = body(design).repeat.as_mut().unwrap();
    repeat.trip_count = Some(u64::from(repeat.prologue));
}

fn narrow_register(design: &mut Design) {
    let kept = |(_, var): &(VarId, &mut Var)| var.name == "kept";
    process(design).vars.iter_mut().find(kept).unwrap().1.ty = Scalar::U8;
}

/// The index of the store is not cast to the width of the register that is compared.
fn uneven_compare(design: &mut Design) {
    let block = bypassed(design);
    let load = find(block, |kind| matches!(kind, NodeKind::Load(_)));
    let index = block.nodes[load].args[0];
    let compare = find(block, |kind| *kind == NodeKind::Compare(CompareOp::Eq));
    block.nodes[compare].args[1] = index;
}

fn no_write_port(design: &mut Design) {
    let (_, memory) = design.memories.iter_mut().next().unwrap();
    memory.ports.retain(|port| port.reads);
}

fn short_window(design: &mut Design) {
    let block = bypassed(design);
    let repeat = block.repeat.as_mut().unwrap();
    repeat.bypassed[0].1 += 1;
}

fn swapped_registers(design: &mut Design) {
    let block = body(design);
    let kept = block.writes.len();
    let (a, b) = (block.writes[kept - 1].1, block.writes[kept - 2].1);
    (block.writes[kept - 1].1, block.writes[kept - 2].1) = (b, a);
}

fn longer_request(design: &mut Design) {
    let block = body(design);
    let read = read(block);
    let count = block.nodes[read].args[2];
    let shifted = find(block, |kind| *kind == NodeKind::Binary(BinaryOp::Shl));
    assert_eq!(count, shifted);
    let by = block.nodes[shifted].args[1];
    block.nodes[by].kind = NodeKind::Const(ScalarValue::from(5_u32));
}
