//! Loop unrolling, which puts iterations side by side: all of those that are marked `unroll`, and of those with constant bounds in a
//! pipelined loop or function; so many as `unroll(factor = ..)` says; and [windows](window).
//!
//! ```text
//! for %i in 0..3 unroll {            block {
//!   if %a { continue 0 }               block { %i = const 0   if %a { break 0 }   if %b { break 1 }   .. }
//!   if %b { break 0 }                  block { %i = const 1   .. }
//!   ..                                 block { %i = const 2   .. }
//! }                                  }
//!
//! for %i in %lo..%hi unroll(factor = 2) { .. }
//!
//! for %i in %lo..%hi step 2 { ..  %more = gt (%hi - %i), 1   if %more { %i' = add %i, 1  .. } }
//! ```
//! There is no test between copies where the number of iterations is known to be a multiple of the factor, or
//! `skip_exit_check` promises so and it is not known.
//!
//! Of the directives of a loop that is gone, limits of operations, `expression_balance` and `loop_merge` become those of a
//! scope around the copies.
//!
//! Loops that would make more than [`MOST_OPS`] operations of a function stay as they are, with their directive. So do
//! those `while` loops that have a factor.

mod partial;
mod replicate;
mod trip;
mod window;

use rustc_hash::FxHashSet;
use sycl_hls_ir::{Constants, ForLoop, Func, LoopDirectives, Module, Op, OpId, OpKind, RegionId, Value};

use super::rewrite::each_func;
use partial::{Partial, unroll_by};
use replicate::{Exits, Replicator};
use trip::Trip;
use window::windows;

/// No function gets more operations than this by unrolling.
const MOST_OPS: u128 = 200_000;

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let mut constants = Constants::default();
        let ops = func.ops_in_order();
        let room = MOST_OPS.saturating_sub(ops.len() as u128);
        for op in ops {
            constants.learn(module, func, &func.ops[op]);
        }
        let (body, in_pipeline) = (func.body, func.directives.is_pipelined());
        let windows = windows(func, &constants);
        Unroller { module, func, constants, windows, room }.region(body, in_pipeline);
    });
}

struct Unroller<'a> {
    module: &'a Module,
    func: &'a mut Func,
    constants: Constants,
    /// The loops that are unrolled, with those in them, as if they were in a pipeline.
    windows: FxHashSet<OpId>,
    /// How many operations may still be made.
    room: u128,
}

/// What becomes of an operation.
enum Plan {
    Keep,
    Full(Trip),
    Partial(Partial),
}

impl Unroller<'_> {
    fn region(&mut self, id: RegionId, in_pipeline: bool) {
        let ops = std::mem::take(&mut self.func.regions[id].ops);
        let mut out = Vec::with_capacity(ops.len());
        for op in ops {
            if !self.op(op, in_pipeline, &mut out) {
                break;
            }
        }
        self.func.regions[id].ops = out;
    }

    /// Appends what becomes of an operation. False if nothing may follow: it ends its region.
    fn op(&mut self, op: OpId, in_pipeline: bool, out: &mut Vec<OpId>) -> bool {
        self.constants.learn(self.module, self.func, &self.func.ops[op]);
        let in_pipeline = in_pipeline || self.windows.contains(&op);
        let inside = in_pipeline || is_pipelined(&self.func.ops[op].kind);
        match self.plan(op, in_pipeline) {
            Plan::Keep => {}
            Plan::Full(trip) => {
                let copies = self.all_iterations(op, &trip);
                return copies.into_iter().all(|copy| self.op(copy, inside, out));
            }
            Plan::Partial(partial) => {
                let before = self.func.ops.len();
                unroll_by(self.func, op, &partial);
                self.room = self.room.saturating_sub((self.func.ops.len() - before) as u128);
            }
        }
        let regions: Vec<(RegionId, u32)> = self.func.ops[op].kind.inner_regions().collect();
        for (region, deeper) in regions {
            self.region(region, if deeper > 0 { inside } else { in_pipeline });
        }
        out.push(op);
        !self.func.ops[op].kind.is_terminator()
    }

    fn plan(&self, op: OpId, in_pipeline: bool) -> Plan {
        let OpKind::For(for_loop) = &self.func.ops[op].kind else { return Plan::Keep };
        let trip = Trip::of(for_loop, &self.constants);
        let factor = factor(&for_loop.directives);
        if let Some(trip) = trip
            && (is_side_by_side(&for_loop.directives, in_pipeline) || factor >= trip.count)
        {
            let fits = self.unrolled_size(for_loop, trip.count, in_pipeline) <= self.room;
            return if fits { Plan::Full(trip) } else { Plan::Keep };
        }
        let size = self.unrolled_size(for_loop, factor, in_pipeline);
        match Partial::new(for_loop, trip, factor) {
            Some(partial) if size <= self.room => Plan::Partial(partial),
            _ => Plan::Keep,
        }
    }

    /// How many operations there will be in a region, roughly.
    fn size(&self, region: RegionId, in_pipeline: bool) -> u128 {
        let ops = self.func.regions[region].ops.iter();
        ops.fold(0, |sum: u128, op| sum.saturating_add(self.op_size(&self.func.ops[*op], in_pipeline)))
    }

    fn op_size(&self, op: &Op, in_pipeline: bool) -> u128 {
        let inside = in_pipeline || is_pipelined(&op.kind);
        if let OpKind::For(for_loop) = &op.kind {
            let all = is_side_by_side(&for_loop.directives, in_pipeline);
            let trip = Trip::of(for_loop, &self.constants).filter(|_| all);
            let copies = trip.map_or(factor(&for_loop.directives), |trip| trip.count);
            let unrolled = self.unrolled_size(for_loop, copies, in_pipeline);
            // What is too large by itself will stay a loop.
            let fits = unrolled <= self.room;
            return if fits { unrolled + 1 } else { self.unrolled_size(for_loop, 1, in_pipeline) };
        }
        op.kind.regions().fold(1, |sum, region| sum.saturating_add(self.size(region, inside)))
    }

    fn unrolled_size(&self, for_loop: &ForLoop, copies: u128, in_pipeline: bool) -> u128 {
        let inside = in_pipeline || for_loop.directives.is_pipelined();
        self.size(for_loop.body, inside).saturating_add(2).saturating_mul(copies)
    }

    /// The operations of all iterations.
    fn all_iterations(&mut self, op: OpId, trip: &Trip) -> Vec<OpId> {
        let Op { kind: OpKind::For(ForLoop { body, directives, .. }), span, .. } = self.func.ops[op].clone()
        else {
            return vec![op];
        };
        let before = self.func.ops.len();
        let exits = Exits::of_all(self.func, body);
        let name = self.func.regions[body].params.first().and_then(|it| self.func.values[*it].name.clone());
        let mut replicator = Replicator { func: self.func, body, exits, span };
        let mut ops = Vec::new();
        for value in trip.values() {
            let (ty, bind_op) = (value.ty(), None);
            let counter = replicator.func.values.alloc(Value { ty, name: name.clone(), bind_op });
            ops.push(replicator.func.ops.alloc(Op {
                kind: OpKind::Const(value),
                result: Some(counter),
                span,
            }));
            ops.extend(replicator.copy(counter));
            if replicator.ends(&ops) {
                break;
            }
        }
        let ops = replicator.around_all(ops);
        let ops = replicator.in_scope(ops, &directives);
        self.room = self.room.saturating_sub((self.func.ops.len() - before) as u128);
        ops
    }
}

fn is_pipelined(kind: &OpKind) -> bool {
    kind.loop_directives().is_some_and(LoopDirectives::is_pipelined)
}

/// True if all iterations are to be unrolled.
fn is_side_by_side(directives: &LoopDirectives, in_pipeline: bool) -> bool {
    in_pipeline || directives.is_unrolled_fully()
}

/// The number of copies that a loop is to have.
fn factor(directives: &LoopDirectives) -> u128 {
    let unroll = directives.unroll.as_ref().filter(|unroll| !unroll.off);
    unroll.and_then(|unroll| unroll.factor).unwrap_or(1).into()
}
