//! Loops on symbols.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::directive::LoopDirectives;
use crate::{ForLoop, RegionId, Root, Span};

use super::super::alias::Symbol;
use super::super::recurrence::{Carried, Promise};
use super::super::{MemoryId, Poly, SourceId};
use super::{Frame, LoopTrace, OpenLoop, Walk};

/// More iterations than are run one by one.
const MAX_COPIES: u64 = 4096;

/// The counter of a loop.
#[derive(Clone, Copy)]
struct Counter<'l> {
    for_loop: &'l ForLoop,
    /// The number of iterations, where it is known.
    iterations: Option<u64>,
}

impl<'m> Walk<'m> {
    pub(super) fn for_loop(&mut self, frame: &mut Frame<'m>, for_loop: &'m ForLoop, span: Span) {
        let bound = |walk: &Self, value| walk.value(frame, value).as_constant();
        let (lo, hi) = (bound(self, for_loop.lo), bound(self, for_loop.hi));
        let iterations = lo.zip(hi).map(|(lo, hi)| for_loop.iterations(lo, hi));
        if self.is_pipelined() || for_loop.directives.is_unrolled_fully() {
            if let (Some(lo), Some(count @ 0..=MAX_COPIES)) = (lo, iterations) {
                return self.unrolled(frame, for_loop, lo, count);
            }
            self.innermost().incomplete = true;
        }
        let counter = Counter { for_loop, iterations };
        self.rolled(frame, &for_loop.directives, span, Some(counter), &[for_loop.body]);
    }

    /// Iterations side by side.
    fn unrolled(&mut self, frame: &mut Frame<'m>, for_loop: &ForLoop, lo: i128, count: u64) {
        let Some(&counter) = frame.func.regions[for_loop.body].params.first() else { return };
        for index in 0..count {
            let value = lo.saturating_add(i128::from(index).saturating_mul(i128::from(for_loop.step)));
            frame.values.insert(counter, Symbol::invariant(Some(Poly::constant(value))));
            self.region(frame, for_loop.body);
            if self.fuel == 0 {
                return;
            }
        }
    }

    pub(super) fn while_loop(
        &mut self,
        frame: &mut Frame<'m>,
        cond: RegionId,
        body: RegionId,
        directives: &'m LoopDirectives,
        span: Span,
    ) {
        self.rolled(frame, directives, span, None, &[cond, body]);
    }

    /// A loop that stays one: one iteration of hardware.
    fn rolled(
        &mut self,
        frame: &mut Frame<'m>,
        directives: &'m LoopDirectives,
        span: Span,
        counter: Option<Counter<'_>>,
        regions: &[RegionId],
    ) {
        let written = self.written_objects(frame, regions);
        self.innermost().has_inner = true;
        let memories = &self.memories;
        let gone =
            |id: MemoryId| memories.get(id.0 as usize).is_none_or(|memory| written.contains(&memory.object));
        self.store.forget(gone);
        let outer = self.store.clone();
        self.store.begin();
        self.open.push(OpenLoop {
            pipelined: directives.is_pipelined(),
            written: written.clone(),
            ..OpenLoop::default()
        });
        match counter {
            Some(counter) => self.iteration(frame, counter),
            None => regions.iter().for_each(|region| {
                self.region(frame, *region);
            }),
        }
        let promises = promises(frame, directives);
        self.close(directives, promises, span, counter.and_then(|counter| counter.iterations));
        self.store = outer;
    }

    /// The body, as often as partial unrolling puts it side by side.
    fn iteration(&mut self, frame: &mut Frame<'m>, Counter { for_loop, .. }: Counter<'_>) {
        let factor = for_loop.directives.unroll.as_ref().filter(|unroll| !unroll.off);
        let factor = factor.and_then(|unroll| unroll.factor).unwrap_or(1).clamp(1, 1024);
        let Some(&counter) = frame.func.regions[for_loop.body].params.first() else { return };
        let step = i128::from(for_loop.step);
        let level = self.level();
        let number = Poly::atom(self.atoms.counter(level));
        let lo = self.value(frame, for_loop.lo).index;
        let start = number.scaled(step.saturating_mul(i128::from(factor)));
        let start = start.zip(lo).and_then(|(start, lo)| start.plus(&lo)).unwrap_or(number);
        for copy in 0..factor {
            let value = start.plus(&Poly::constant(i128::from(copy).saturating_mul(step)));
            frame.values.insert(counter, Symbol { index: value, level, ..Symbol::default() });
            self.region(frame, for_loop.body);
        }
    }

    fn close(
        &mut self,
        directives: &'m LoopDirectives,
        promises: Vec<Promise>,
        span: Span,
        iterations: Option<u64>,
    ) {
        let level = self.level();
        let carried = self.carried(level);
        let Some(open) = self.open.pop() else { return };
        if open.incomplete {
            self.innermost().incomplete = true;
        }
        self.loops.push(LoopTrace {
            span,
            directives,
            level,
            iterations,
            accesses: open.accesses,
            carried,
            promises,
            written: open.written,
            complete: !open.incomplete,
            innermost: !open.has_inner,
        });
    }

    /// What the iteration that ends has written, with what it found.
    fn carried(&self, level: usize) -> Vec<Carried> {
        let mut readers: BTreeMap<SourceId, BTreeSet<MemoryId>> = BTreeMap::new();
        for (location, written, _) in self.store.written() {
            for (source, ..) in written.flow.ways() {
                readers.entry(source).or_default().insert(location.memory);
            }
        }
        let mut carried = Vec::new();
        for (location, written, write_span) in self.store.written() {
            for (id, cost, steps) in written.flow.ways() {
                let Some(source) = self.sources.get(id.0 as usize) else { continue };
                if source.level == level && source.location.memory == location.memory {
                    carried.push(Carried {
                        memory: location.memory,
                        read: source.location.path.clone(),
                        written: location.path.clone(),
                        cost,
                        steps,
                        read_span: source.span,
                        write_span,
                        shared: readers.get(&id).is_some_and(|memories| memories.len() > 1),
                    });
                }
            }
        }
        carried
    }

    /// The objects that regions may write.
    fn written_objects(&mut self, frame: &Frame<'m>, regions: &[RegionId]) -> FxHashSet<u32> {
        let mut roots = FxHashSet::default();
        let mut pending = regions.to_vec();
        while let Some(region) = pending.pop() {
            for &op in &frame.func.regions[region].ops {
                let kind = &frame.func.ops[op].kind;
                kind.for_each_write(|root| frame.func.is_writable(root), &mut |place| {
                    roots.insert(place.root);
                });
                pending.extend(kind.regions());
            }
        }
        roots.into_iter().filter_map(|root| frame.views.get(&root)).map(|view| view.object).collect()
    }
}

/// What the user promises of the accesses of different iterations.
fn promises(frame: &Frame<'_>, directives: &LoopDirectives) -> Vec<Promise> {
    let object = |root: Root| frame.views.get(&root).map(|view| view.object);
    let promises = directives.dependences.iter().filter_map(|dependence| {
        let variable = match dependence.variable {
            Some(root) => Some(object(root)?),
            None => None,
        };
        Promise::of(dependence, variable)
    });
    promises.collect()
}
