//! The verifier of hardware IR.
//!
//! A [`Design`] is well-formed when all of this holds. Nothing is said about time: whether a schedule keeps its constraints is
//! checked by [`sched::check`](crate::sched::check()).
//!
//! * **R1** Whatever is named exists: processes, blocks, variables, memories, bundles, arguments, nodes.
//! * **R2** Operands and predicates come before the node that uses them; the operand of [`NodeKind::Element`] is a read.
//! * **R3** A node has as many operands as its operation takes, and their types and its own fit the operation.
//! * **R4** Predicates are `bool`, and only what has an effect has one.
//! * **R5** A memory has at least one element, one port and one cycle of latency; contents for each element, of its type, or none;
//!   an external memory has none.
//! * **R6** A memory access has an index of `u32` and an element of the memory's type. A memory that is read has a port that
//!   reads, and one that is written has a port that writes.
//! * **R7** A bundle's data is a power of two of bits, and holds the widest element and the bytes of each access. It says of each
//!   direction that is used that it is, and of wide accesses that there are some; bursts have 1 to 256 beats. Fences are of bundles
//!   that are written.
//! * **R8** An address is `u64`. Wide accesses are bursts, and bursts are in pipelined loops. Their further operands are a `bool`
//!   and the number of elements (`u32`), for wide accesses of bytes (`u64`).
//! * **R9** In a block, a variable is written once, and a variable that it writes is read by one node. Nodes that read it and that
//!   are written to it have its type.
//! * **R10** Conditions of exits and of the next iteration are `bool`.
//! * **R11** A pipelined loop has an interval of at least 1 and more iterations than its prologue has. The memories of which it
//!   says that loads see stores by a bypass are read and written in it. Its counters are integers.
//! * **R12** Loops begin with what they count by: variables that the repetition of a pipelined loop and the requests of bursts
//!   are computed of are written on every way from the beginning of the process.
//! * **R13** A read of a slice in a pipelined loop has no dependence on a write of the same or an earlier iteration
//!   ([`conflict`](super::dependence::conflict)).
//! * **R14** Before a process ends, a fence has waited for each bundle that it writes: in every block that ends it.
//! * **R15** Of the processes that access a memory, or a direction of a bundle, no two are at work at a time. An external memory
//!   is accessed by one process. A memory that is handed over (R18) has buffers instead.
//! * **R16** A channel has a place at least, one process that sends and another one that receives, both elements of its type.
//!   Both belong to its region: they, or processes around them, are started together with the process whose start empties it.
//!   A port has the one of the two that its end says, any process.
//! * **R17** Each process but the root is started in one block, with a value for each parameter, and this block waits for its end.
//!   It waits for the ends of processes that are started before it in the same block only.
//! * **R18** A memory that is handed over has no contents, and its tokens are `bool`, with as many places of one kind as of the
//!   other: that is the number of its buffers. It is accessed by the process that sends both tokens and by the one that receives them,
//!   one at most of each. Both have a variable that counts the buffers, and each access says of which one it is.
//! * **R19** An argument that the kernel writes is written by one node at most, in a block that ends the root.

mod block;
mod flow;
mod handover;
mod node;
mod objects;

use sycl_hls_ir::Span;

use super::design::Design;

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{invariant} in {place}: {message}")]
pub struct Violation {
    /// The invariant's name: `R7`.
    pub invariant: &'static str,
    /// Where in the design, as in the text form: `saxpy b3 n12`.
    pub place: String,
    /// The source of the computation, if it is about one.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// Verifies every invariant of a design.
///
/// # Errors
/// All violations found. Where something is named that does not exist (R1, R2), nothing else is verified.
pub fn check(design: &Design) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    objects::exist(design, &mut report);
    if report.violations.is_empty() {
        objects::objects(design, &mut report);
        for (id, process) in design.processes.iter() {
            let machine = design.machine(id);
            report.process = process.name.clone();
            machine.blocks.iter().for_each(|(id, _)| block::block(machine, id, &mut report));
            flow::flow(machine, &process.params, &mut report);
        }
        objects::owners(design, &mut report);
        objects::starts(design, &mut report);
        objects::outputs(design, &mut report);
        handover::handovers(design, &mut report);
    }
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

/// Collects violations.
#[derive(Default)]
struct Report {
    /// The process at hand.
    process: String,
    violations: Vec<Violation>,
}

impl Report {
    /// Notes a violation unless `holds`.
    fn expect(&mut self, holds: bool, invariant: &'static str, place: &str, span: Span, message: &str) {
        if !holds {
            let place = format!("{} {place}", self.process).trim().to_owned();
            self.violations.push(Violation { invariant, place, span, message: message.to_owned() });
        }
    }
}
