//! Loop interchange: brings loops whose iterations wait for a sum of floats into an order in which they do not: what is carried from one
//! iteration to the next is carried by an outer loop then, and the innermost one works on independent sums.
//!
//! ```text
//! for %j in 0..190 {                    for %j in 0..190 {
//!   write &0[%i, %j], %zero               write &0[%i, %j], %zero
//!   for %k in 0..210 {                  }
//!     .. add (read &0[%i, %j]), %x      for %k in 0..210 {
//!   }                                     for %j in 0..190 {
//! }                                         .. add (read &0[%i, %j]), %x
//!                                         }
//!                                       }
//! ```
//! The body of the outer loop is distributed over loops of their own; then the loop with the sums and the outer loop
//! change places. A loop that computes other things besides is split first. A local scalar that holds a sum becomes an
//! array. Each sum is added up in the order of the source, so its bits stay what they were.
//!
//! A loop of several loops and nothing else is distributed, too: each of them becomes a nest of its own, which can be one
//! pipeline and are fused with others.
//!
//! All of it needs that iterations of the outer loop have no element in common: of each memory that is written, some
//! index has the outer counter and is otherwise the same. Loops with directives stay as they are, and so do those with
//! anything but computations, reads and writes.

mod body;
mod build;
mod nest;

use sycl_hls_ir::{Func, LoopDirectives, Module, OpId, OpKind, RegionId, Root};

use super::rewrite::each_func;

/// Which memories may be accessed in another order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memories {
    /// Locals and constants. Slices are behind AXI ports, which are at their best in the order of addresses.
    Local,
    /// Slices, too, which are external memories.
    All,
}

/// The new inner loop has at least this many iterations, if that is known: so many sums are under way at once.
const FEWEST: u64 = 8;

/// The largest array that a scalar becomes.
const LARGEST: u64 = 1024;

pub(super) fn local(module: &mut Module) {
    run(module, Memories::Local);
}

pub(super) fn all(module: &mut Module) {
    run(module, Memories::All);
}

fn run(module: &mut Module, memories: Memories) {
    each_func(module, |module, func| {
        if !func.directives.is_pipelined() {
            let body = func.body;
            region(module, func, body, memories);
        }
    });
}

/// Inner loops first.
fn region(module: &Module, func: &mut Func, id: RegionId, memories: Memories) {
    for op in func.regions[id].ops.clone() {
        let kind = &func.ops[op].kind;
        if !kind.loop_directives().is_some_and(LoopDirectives::is_pipelined) {
            let inner: Vec<RegionId> = kind.regions().collect();
            inner.into_iter().for_each(|inner| region(module, func, inner, memories));
        }
    }
    for op in func.regions[id].ops.clone() {
        if let Some(plan) = nest::plan(module, func, op, memories) {
            let made = build::build(func, op, &plan);
            let ops = &mut func.regions[id].ops;
            if let Some(place) = ops.iter().position(|it| *it == op) {
                ops.splice(place..=place, made);
            }
        }
    }
}

fn is_allowed(root: Root, memories: Memories) -> bool {
    memories == Memories::All || !matches!(root, Root::Param(_))
}

/// True if it is a computation, a read or a write.
fn is_simple(func: &Func, op: OpId) -> bool {
    let kind = &func.ops[op].kind;
    kind.is_pure() || matches!(kind, OpKind::Read(_) | OpKind::Write(..))
}
