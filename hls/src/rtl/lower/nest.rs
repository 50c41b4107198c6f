//! Loop flattening: nested loops as one block, whose iterations continue from one iteration of the outer loop to the next without
//! a pause (UG1399, `loop_flatten`).
//!
//! ```text
//! for i in 0..4 {              one block of 4 * 9 iterations:
//!     before(i);                   if first { before(i) }
//!     for j in 0..9 {              body(i, j)
//!         body(i, j);              if last { after(i) }
//!     }                            last = j == 8   j = if last { 0 } else { j + 1 }
//!     after(i);                    i = if last { i + 1 } else { i }
//! }                            first, in the next iteration = last
//! ```
//! So T iterations of a loop of N iterations take `(T * N - 1) * interval + depth` cycles, as any pipelined loop does, where
//! they took `T * ((N - 1) * interval + depth + 1)` or more.
//!
//! The inner loops have constant bounds and at least one iteration. What an operation in `before` reads is kept in a
//! variable where the nest may change it; everything else there is computed in each iteration anew. Loops stay as they are
//! where flattened ones would take more cycles, or request elements one by one that come in bursts otherwise.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{BinaryOp, CompareOp, ForLoop, OpId, OpKind, RegionId, Root, Span};
use sycl_hls_types::{Scalar, ScalarValue};

use super::counter::narrowed;
use super::flat::Outcome;
use super::loops::requested;
use super::{Builder, Unsupported};
use crate::rtl::dependence;
use crate::rtl::design::{BlockId, LoopCounter, NodeId, VarId};
use crate::rtl::pass::{single_requests, widen_ports};

/// A loop of a nest.
#[derive(Clone)]
struct Level<'m> {
    for_loop: &'m ForLoop,
    /// What stands before and behind the loop inside; of the innermost loop, its whole body comes before.
    before: &'m [OpId],
    after: &'m [OpId],
    /// First value, distance to the bound and number of iterations; only the outermost loop may not know them.
    known: Option<(ScalarValue, ScalarValue, u64)>,
}

impl Level<'_> {
    fn trip_count(&self) -> Option<u64> {
        self.known.as_ref().map(|(.., count)| *count)
    }
}

/// A counter while a block is built.
struct Counter {
    index: VarId,
    left: VarId,
    /// The number of the iteration from 0, where the loop's step is more than one.
    iteration: Option<VarId>,
    /// The condition that this loop and those inside of it are in their first iterations; none for the outermost loop.
    first: Option<VarId>,
}

/// What becomes of the counters in an iteration.
struct Next {
    writes: Vec<(VarId, NodeId)>,
    /// The conditions that this is the last iteration of a loop and of those inside of it, the outermost one's first.
    last: Vec<NodeId>,
    again: NodeId,
}

impl<'m> Builder<'m> {
    /// Flattens a loop and those inside of it into one block, if that is possible and takes fewer cycles.
    pub(super) fn try_nest(&mut self, for_loop: &'m ForLoop, span: Span) -> Result<bool, Unsupported> {
        let Some(levels) = self.nest(for_loop) else { return Ok(false) };
        let mut separate = self.clone();
        let before = (separate.current, separate.process.blocks.len());
        separate.plain_loop(for_loop, span)?;
        widen_ports(&mut separate.design, &mut separate.process, self.cost);
        let Some(separate_cycles) = separate.cycles_since(before.1) else { return Ok(false) };
        let mut joined = self.clone();
        let body = joined.joined(&levels, span)?;
        if dependence::conflict(joined.machine(), body).is_some() {
            return Ok(false);
        }
        let interval = self.cost.interval(joined.machine(), &joined.process.blocks[body]);
        let Some(interval) = interval else { return Ok(false) };
        let trip_count: u64 = levels[1..].iter().filter_map(Level::trip_count).product();
        let slower = trip_count.saturating_mul(interval.into()) > separate_cycles;
        let requested = levels.iter().any(|level| level.for_loop.directives.flatten.is_some());
        let more_requests = joined.requests_since(before.1) > separate.requests_since(before.1);
        if slower || more_requests && !requested {
            return Ok(false);
        }
        *self = joined;
        Ok(true)
    }

    /// Cycles of the blocks that were added, each once, with as many iterations as counters say.
    fn cycles_since(&self, blocks: usize) -> Option<u64> {
        let mut cycles: u64 = 0;
        for (_, block) in self.process.blocks.iter().skip(blocks).filter(|(id, _)| *id != self.current) {
            let plan = self.cost.plan(self.machine(), block)?;
            let trip_count = block.repeat.as_ref().and_then(|repeat| repeat.trip_count).unwrap_or(1);
            let interval = u64::from(plan.schedule.ii.unwrap_or(0));
            cycles = cycles.saturating_add((trip_count - 1).saturating_mul(interval) + u64::from(plan.depth));
        }
        Some(cycles)
    }

    /// The accesses of slices that are no bursts in the blocks that were added: memory answers each of them by itself.
    fn requests_since(&self, blocks: usize) -> usize {
        let added = self.process.blocks.iter().skip(blocks);
        added.map(|(_, block)| single_requests(self.design.bundles.len(), block)).sum()
    }

    /// The loops of a nest, outermost first; at least two.
    fn nest(&self, for_loop: &'m ForLoop) -> Option<Vec<Level<'m>>> {
        let func = self.func;
        let mut levels = Vec::new();
        let mut inner = Some(for_loop);
        while let Some(for_loop) = inner.take() {
            let ops = &func.regions[for_loop.body].ops;
            let loops: Vec<usize> = ops
                .iter()
                .enumerate()
                .filter(|(_, op)| matches!(func.ops[**op].kind, OpKind::For(_)))
                .map(|(place, _)| place)
                .collect();
            let (before, after) = match loops.as_slice() {
                [] => (ops.as_slice(), [].as_slice()),
                [place] => (&ops[..*place], &ops[*place + 1..]),
                _ => return None,
            };
            if !before.iter().chain(after).all(|op| self.is_straight(*op)) {
                return None;
            }
            let is_outermost = levels.is_empty();
            let outside: Vec<OpId> =
                levels.iter().flat_map(|level: &Level<'_>| level.before).copied().collect();
            let known = self.bounds(for_loop, &outside);
            if !is_outermost && known.is_none() || !self.may_join(for_loop, loops.is_empty()) {
                return None;
            }
            levels.push(Level { for_loop, before, after, known });
            if let [place] = loops.as_slice()
                && let OpKind::For(next) = &func.ops[ops[*place]].kind
            {
                inner = Some(next);
            }
        }
        (levels.len() > 1).then_some(levels)
    }

    /// True if the directives of a loop allow it to be part of a nest.
    fn may_join(&self, for_loop: &ForLoop, innermost: bool) -> bool {
        let directives = &for_loop.directives;
        let off = directives.flatten.as_ref().is_some_and(|flatten| flatten.off);
        let pipeline = directives.pipeline.as_deref();
        !off && pipeline.is_none_or(|it| innermost && !it.off) && directives.dependences.is_empty()
    }

    /// No loop, and nothing that leaves one.
    fn is_straight(&self, op: OpId) -> bool {
        let kind = &self.func.ops[op].kind;
        let leaves = matches!(kind, OpKind::Return(_) | OpKind::Break(_) | OpKind::Continue(_));
        let inside = |region: RegionId| self.func.regions[region].ops.iter().all(|op| self.is_straight(*op));
        !leaves && !matches!(kind, OpKind::Block { .. }) && self.is_flat(op) && kind.regions().all(inside)
    }

    /// First value, distance and number of iterations of a loop with constant bounds, which may come from operations of
    /// the loops around it.
    fn bounds(&self, for_loop: &ForLoop, outside: &[OpId]) -> Option<(ScalarValue, ScalarValue, u64)> {
        let constant = |value| {
            let here = outside.iter().find(|op| self.func.ops[**op].result == Some(value));
            match here.map(|op| &self.func.ops[*op].kind) {
                Some(OpKind::Const(constant)) => Some(constant.clone()),
                Some(_) => None,
                None => self.values.get(value).and_then(|(block, node)| {
                    match &self.process.blocks[*block].nodes[*node].kind {
                        crate::rtl::design::NodeKind::Const(constant) => Some(constant.clone()),
                        _ => None,
                    }
                }),
            }
        };
        let (lo, hi) = narrowed(&constant(for_loop.lo)?, &constant(for_loop.hi)?, for_loop.step);
        let distance = hi.to_integer()? - lo.to_integer()?;
        let range = u64::try_from(distance + i128::from(for_loop.inclusive)).ok()?;
        let count = range.div_ceil(for_loop.step);
        let unsigned = lo.ty().unsigned();
        // The counter must not pass its type's end, and there is an iteration.
        let fits = for_loop.step <= unsigned.mask() && count > 0;
        fits.then(|| (lo, ScalarValue::wrapping(unsigned, distance), count))
    }

    /// The trip count of a loop, if it is known.
    pub(super) fn trip_count(&self, for_loop: &ForLoop) -> Option<u64> {
        self.bounds(for_loop, &[]).map(|(.., count)| count)
    }

    /// Builds the block of a nest, and goes on behind it.
    fn joined(&mut self, levels: &[Level<'m>], span: Span) -> Result<BlockId, Unsupported> {
        let outermost = levels[0].for_loop;
        let (lo, hi) = (self.value(outermost.lo), self.value(outermost.hi));
        let op = if outermost.inclusive { CompareOp::Le } else { CompareOp::Lt };
        let enter = self.compare(op, lo, hi);
        let counters: Vec<Counter> = levels.iter().map(|level| self.start_level(level)).collect();
        self.fence_before(outermost.body);
        let (body, after) = self.enter(enter, span);
        self.start(body);
        let next = self.count_on(levels, &counters);
        let changed = self.changed(outermost.body);
        let outcome = self.in_pipeline(|builder| builder.level(levels, &counters, &next.last, &changed));
        outcome?;
        next.writes.iter().for_each(|(var, node)| self.set_var(*var, *node));
        let innermost = levels.last().map(|level| &level.for_loop.directives);
        self.process.blocks[body].requested = innermost.and_then(requested);
        self.repeat(next.again, &[], innermost, after);
        let counters = levels.iter().zip(&counters).map(|(level, counter)| LoopCounter {
            var: counter.index,
            left: counter.left,
            first: counter.first,
            iteration: counter.iteration,
            step: level.for_loop.step,
            trip_count: level.trip_count(),
        });
        let counters: Vec<LoopCounter> = counters.collect();
        if let Some(repeat) = &mut self.process.blocks[body].repeat {
            repeat.trip_count = counters.iter().try_fold(1, |all: u64, it| all.checked_mul(it.trip_count?));
            repeat.counters = vec![counters];
        }
        Ok(body)
    }

    /// The variables of a counter, before the block.
    fn start_level(&mut self, level: &Level<'m>) -> Counter {
        let param = self.func.regions[level.for_loop.body].params.first();
        let name = param.and_then(|param| self.func.values[*param].name.clone());
        let name = name.unwrap_or_else(|| "index".to_owned());
        let (from, distance) = match level.known.clone() {
            Some((lo, distance, _)) => (self.constant(lo), self.constant(distance)),
            None => {
                let (lo, hi) = (self.value(level.for_loop.lo), self.value(level.for_loop.hi));
                let unsigned = self.ty(lo).unsigned();
                let (from, to) = (self.bits_as(lo, unsigned), self.bits_as(hi, unsigned));
                (lo, self.binary(BinaryOp::Sub, to, from))
            }
        };
        let (ty, unsigned) = (self.ty(from), self.ty(distance));
        let index = self.new_var(name.clone(), ty);
        let left = self.new_var(format!("{name}_left"), unsigned);
        let first = self.new_var(format!("{name}_first"), Scalar::Bool);
        self.set_var(index, from);
        self.set_var(left, distance);
        let yes = self.truth(true);
        self.set_var(first, yes);
        let iteration = level.known.as_ref().and_then(|(lo, _, count)| {
            let step = level.for_loop.step;
            let last = lo.to_integer()? + i128::from(step) * i128::from(*count - 1);
            self.known_course(index, lo.to_integer()?, step, Some(last))
        });
        Counter { index, left, iteration, first: Some(first) }
    }

    /// What the counters are in the next iteration.
    fn count_on(&mut self, levels: &[Level<'m>], counters: &[Counter]) -> Next {
        let mut wraps = self.truth(true);
        let (mut writes, mut last) = (Vec::new(), Vec::new());
        let mut again = self.truth(false);
        for (level, counter) in levels.iter().zip(counters).rev() {
            let (index, left) = (self.read_var(counter.index), self.read_var(counter.left));
            let (ty, unsigned) = (self.ty(index), self.ty(left));
            let step = self.number(unsigned, level.for_loop.step);
            let op = if level.for_loop.inclusive { CompareOp::Ge } else { CompareOp::Gt };
            let more = self.compare(op, left, step);
            let rest = self.binary(BinaryOp::Sub, left, step);
            let step = self.number(ty, level.for_loop.step);
            let onward = self.binary(BinaryOp::Add, index, step);
            // From its last iteration an inner loop goes back to its first one.
            let (from, whole) = match level.known.clone() {
                Some((lo, distance, _)) => (self.constant(lo), self.constant(distance)),
                None => (index, left),
            };
            let (advanced, rest) = (self.select(more, onward, from), self.select(more, rest, whole));
            writes.push((counter.index, self.select(wraps, advanced, index)));
            writes.push((counter.left, self.select(wraps, rest, left)));
            if let Some(iteration) = counter.iteration {
                let (count, one, none) =
                    (self.read_var(iteration), self.number(Scalar::U32, 1), self.number(Scalar::U32, 0));
                let onward = self.binary(BinaryOp::Add, count, one);
                let advanced = self.select(more, onward, none);
                writes.push((iteration, self.select(wraps, advanced, count)));
            }
            again = self.or(again, more);
            let ends = self.not(more);
            wraps = self.and(wraps, ends);
            writes.extend(counter.first.map(|first| (first, wraps)));
            last.push(wraps);
        }
        last.reverse();
        Next { writes, last, again }
    }

    /// The memories that a region writes.
    fn changed(&self, region: RegionId) -> FxHashSet<Root> {
        let func = self.func;
        let mut changed = FxHashSet::default();
        for &op in &func.regions[region].ops {
            let kind = &func.ops[op].kind;
            kind.for_each_write(|root| func.is_writable(root), &mut |place| {
                changed.insert(place.root);
            });
            for inner in kind.regions() {
                changed.extend(self.changed(inner));
            }
        }
        changed
    }

    /// A loop's body in the block of the nest.
    fn level(
        &mut self,
        levels: &[Level<'m>],
        counters: &[Counter],
        last: &[NodeId],
        changed: &FxHashSet<Root>,
    ) -> Result<(), Unsupported> {
        let param = self.func.regions[levels[0].for_loop.body].params.first().copied();
        self.bind(counters[0].index, param);
        if levels.len() == 1 {
            return levels[0].before.iter().try_for_each(|op| self.flat_op(*op).map(|_| ()));
        }
        let Some(first) = counters[1].first.map(|first| self.read_var(first)) else { return Ok(()) };
        let mut kept = Vec::new();
        self.only_if(first, |builder| {
            levels[0].before.iter().try_for_each(|op| {
                builder.flat_op(*op)?;
                kept.extend(builder.keep(*op, first, changed));
                Ok(())
            })
        })?;
        kept.into_iter().for_each(|(var, node)| self.set_var(var, node));
        self.within(&levels[1].for_loop.directives.allocations, |builder| {
            builder.level(&levels[1..], &counters[1..], &last[1..], changed)
        })?;
        self.only_if(last[1], |builder| {
            levels[0].after.iter().try_for_each(|op| builder.flat_op(*op).map(|_| ()))
        })
    }

    fn only_if(
        &mut self,
        cond: NodeId,
        then: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let then = |builder: &mut Self| then(builder).map(|()| Outcome::default());
        self.either(cond, then, |_| Ok(Outcome::default())).map(|_| ())
    }

    /// Keeps what an operation read in the first iteration, if that may be another value in a later one.
    fn keep(&mut self, op: OpId, first: NodeId, changed: &FxHashSet<Root>) -> Option<(VarId, NodeId)> {
        let func = self.func;
        let result = func.ops[op].result?;
        if !self.may_change(op, changed) {
            return None;
        }
        let node = self.value(result);
        let name = func.values[result].name.clone().unwrap_or_else(|| "kept".to_owned());
        let var = self.new_var(name, self.ty(node));
        let old = self.read_var(var);
        let now = self.select(first, node, old);
        self.define(result, now);
        Some((var, now))
    }

    fn may_change(&self, op: OpId, changed: &FxHashSet<Root>) -> bool {
        let kind = &self.func.ops[op].kind;
        let mut may = false;
        kind.for_each_read(&mut |place| {
            let behind_axi =
                matches!(place.root, Root::Param(param) if self.params[param].external.is_none());
            may |= behind_axi || changed.contains(&place.root);
        });
        may || kind
            .regions()
            .any(|region| self.func.regions[region].ops.iter().any(|op| self.may_change(*op, changed)))
    }
}
