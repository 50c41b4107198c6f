//! Loops.

use sycl_hls_ir::{CompareOp, ForLoop, LoopDirectives, OpKind, RegionId, Root, Span, Type};
use sycl_hls_types::{Scalar, ScalarValue};

use super::counter::Counter;
use super::flat::Outcome;
use super::storage::Kept;
use super::{Builder, Distance, Frame, Unsupported};
use crate::rtl::dependence;
use crate::rtl::design::{BlockId, NodeId, NodeKind, Refusal, Repeat, Requested, Space, Target, VarId};

impl<'m> Builder<'m> {
    pub(super) fn for_loop(&mut self, for_loop: &'m ForLoop, span: Span) -> Result<(), Unsupported> {
        self.within(&for_loop.directives.allocations, |builder| {
            if builder.try_nest(for_loop, span)? {
                return Ok(());
            }
            builder.plain_loop(for_loop, span)
        })
    }

    /// A loop that is not joined with those inside of it.
    pub(super) fn plain_loop(&mut self, for_loop: &'m ForLoop, span: Span) -> Result<(), Unsupported> {
        let (lo, hi) = (self.value(for_loop.lo), self.value(for_loop.hi));
        let param = self.func.regions[for_loop.body].params.first().copied();
        let name = param.and_then(|param| self.func.values[param].name.clone());
        let counter =
            self.counter(name.as_deref().unwrap_or("index"), lo, hi, for_loop.step, for_loop.inclusive);
        let op = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
        let enter = self.compare(op, lo, hi);
        let mut refused = self.obstacle(&[for_loop.body], &for_loop.directives);
        if refused.is_none() {
            self.fence_before(for_loop.body);
        }
        let (body, after) = self.enter(enter, span);
        if refused.is_none() {
            let before = self.clone();
            let (directives, trip_count) = (Some(&for_loop.directives), self.trip_count(for_loop));
            self.pipelined_counted(counter, [body, after], trip_count, directives, |builder| {
                builder.bind(counter.index, param);
                let distance = |from| Distance { from, to: for_loop.hi, var: counter.left };
                builder.distance = param.map(distance);
                builder.flat_region(for_loop.body).map(|_| ())
            })?;
            self.distance = None;
            refused = self.conflict(body);
            if refused.is_none() {
                self.request(body, &for_loop.directives, None);
                return Ok(());
            }
            *self = before;
        }
        self.request(body, &for_loop.directives, refused);
        self.note_dataflow_loop(body, for_loop.body, true);
        self.start(body);
        self.bind(counter.index, param);
        let latch = self.new_block(span);
        self.frames.push(Frame::Flow { after, again: Some(latch) });
        let ended = self.flow_region(for_loop.body)?;
        self.frames.pop();
        // A block of its own only where something leads to it besides the body's end.
        if self.func.has_continue(for_loop.body, 0) || ended {
            if !ended {
                self.close(latch);
            }
            self.start(latch);
        }
        self.end_iteration(counter, body, after);
        Ok(())
    }

    /// The block of a loop's body and the one behind it.
    pub(super) fn enter(&mut self, enter: NodeId, span: Span) -> (BlockId, BlockId) {
        let (body, after) = (self.new_block(span), self.new_block(span));
        if self.is(enter, true) {
            self.close(body);
        } else {
            self.leave_if(enter, Target::Block(body));
            self.close(after);
        }
        (body, after)
    }

    /// A loop that counts, with the trip count that it has unless its body leaves it.
    fn pipelined_counted(
        &mut self,
        counter: Counter,
        [body, after]: [BlockId; 2],
        trip_count: Option<u64>,
        directives: Option<&LoopDirectives>,
        fill: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.start(body);
        // The counter comes first: whether there is another iteration is known as early as can be.
        let more = self.advance(counter);
        let next = counter.vars().map(|var| (var, self.env.remove(&var)));
        let next: Vec<(VarId, Option<NodeId>)> = next.collect();
        let breaks = self.in_pipeline(fill)?;
        for (var, node) in next {
            if let Some(node) = node {
                self.set_var(var, node);
            }
        }
        self.repeat(more, &breaks, directives, after);
        if let Some(repeat) = &mut self.process.blocks[body].repeat {
            repeat.trip_count = trip_count.filter(|_| breaks.is_empty());
        }
        Ok(())
    }

    /// Builds a pipelined body; returns the conditions on which it is left.
    pub(super) fn in_pipeline(
        &mut self,
        fill: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<Vec<NodeId>, Unsupported> {
        self.frames.push(Frame::Pipelined { breaks: Vec::new() });
        self.pipelined = true;
        fill(self)?;
        self.pipelined = false;
        match self.frames.pop() {
            Some(Frame::Pipelined { breaks }) => Ok(breaks),
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn repeat(
        &mut self,
        more: NodeId,
        breaks: &[NodeId],
        directives: Option<&LoopDirectives>,
        after: BlockId,
    ) {
        let mut stop = self.truth(false);
        for node in breaks {
            stop = self.or(stop, *node);
        }
        let goes_on = self.not(stop);
        let again = self.and(more, goes_on);
        let ii = directives.and_then(|it| it.pipeline.as_ref()).and_then(|it| it.ii);
        let independent = directives.map(|it| self.independent(it)).unwrap_or_default();
        self.block_mut().repeat = Some(Repeat {
            again,
            ii,
            independent,
            bypassed: Vec::new(),
            prologue: 0,
            trip_count: None,
            counters: Vec::new(),
        });
        self.close(after);
        self.start(after);
    }

    /// The arrays and slices that the user promises to have no dependences between iterations.
    fn independent(&self, directives: &LoopDirectives) -> Vec<Space> {
        use sycl_hls_ir::directive::{DependenceKind, Dependent};
        let promised = directives.dependences.iter().filter(|it| {
            it.dependent == Dependent::False
                && it.kind != Some(DependenceKind::Intra)
                && it.direction.is_none()
        });
        promised.filter_map(|dependence| dependence.variable).flat_map(|root| self.spaces(root)).collect()
    }

    /// The memories of an array, or a slice.
    fn spaces(&self, root: Root) -> Vec<Space> {
        let slot = match root {
            Root::Slot(slot) => slot,
            Root::Param(param) => return vec![Space::Slice(param)],
            Root::Global(_) => return Vec::new(),
        };
        let leaves = self.slots.get(slot).map(|storage| storage.leaves.as_slice()).unwrap_or_default();
        let memories = leaves.iter().filter_map(|(_, kept)| match kept {
            Kept::Banks(banks) => Some(banks.memories.iter().copied().map(Space::Memory)),
            Kept::Vars(_) => None,
        });
        memories.flatten().collect()
    }

    /// Runs something `count` times, with the number of the iteration in a variable. `copied`: the roots of the places that it
    /// copies to and from.
    pub(super) fn counted_loop(
        &mut self,
        count: u64,
        innermost: bool,
        copied: Option<(Root, Root)>,
        fill: impl FnOnce(&mut Self, VarId) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        let (lo, hi) = (self.number(Scalar::U32, 0), self.number(Scalar::U32, count));
        let counter = self.counter("element", lo, hi, 1, false);
        let enter = self.truth(true);
        if innermost && let Some((_, Root::Param(param))) = copied {
            self.fence(param);
        }
        let (body, after) = self.enter(enter, self.span);
        if innermost {
            let fill = |builder: &mut Self| fill(builder, counter.index);
            self.pipelined_counted(counter, [body, after], Some(count), None, fill)?;
            // Places of one type in one object are the same, or do not overlap.
            let within = copied.filter(|(to, from)| to == from);
            let independent = within.map(|(to, _)| self.spaces(to)).unwrap_or_default();
            if let Some(repeat) = &mut self.process.blocks[body].repeat {
                repeat.independent = independent;
            }
            return Ok(());
        }
        self.start(body);
        fill(self, counter.index)?;
        self.end_iteration(counter, body, after);
        Ok(())
    }

    /// What keeps the iterations of a loop with these regions from overlapping, before it is known which slices they access.
    fn obstacle(&mut self, regions: &[RegionId], directives: &LoopDirectives) -> Option<Refusal> {
        let pipeline = directives.pipeline.as_ref();
        if let Some(off) = pipeline.filter(|pipeline| pipeline.off) {
            return Some(Refusal { what: "`pipeline(off)`".to_owned(), span: off.span });
        }
        // Arrays are registers, and their elements are handled side by side, where a pipeline is requested.
        let around = std::mem::replace(&mut self.pipelined, pipeline.is_some());
        let found = regions.iter().find_map(|region| self.not_flat(*region));
        self.pipelined = around;
        let op = &self.func.ops[found?];
        let elements = |ty: Option<&Type>| ty.map_or(0, Type::leaves);
        let what = match &op.kind {
            OpKind::Declare { slot, .. } => {
                let slot = &self.func.slots[*slot];
                format!("the initial values of `{}`, {} elements", slot.name, slot.ty.leaves())
            }
            OpKind::Fill(place, _) => {
                format!("a fill of {} elements", elements(self.module.place_type(self.func, place)))
            }
            OpKind::Copy { to, .. } => {
                format!("a copy of {} elements", elements(self.module.place_type(self.func, to)))
            }
            _ => "a loop inside, which is not unrolled".to_owned(),
        };
        Some(Refusal { what, span: op.span })
    }

    /// The read of a slice that waits until an earlier iteration's write has arrived in memory.
    fn conflict(&self, block: BlockId) -> Option<Refusal> {
        let (write, read) = dependence::conflict(self.machine(), block)?;
        let nodes = &self.process.blocks[block].nodes;
        let NodeKind::AxiRead(access) = nodes[read].kind else { return None };
        let (name, line) = (&self.func.params[access.param].name, nodes[write].span.start.line);
        let what =
            format!("a read of `{name}`, which waits for the write in line {line} to arrive in memory");
        Some(Refusal { what, span: nodes[read].span })
    }

    /// Notes the pipeline that is requested for a loop, and why it is none.
    fn request(&mut self, head: BlockId, directives: &LoopDirectives, refused: Option<Refusal>) {
        let block = &mut self.process.blocks[head];
        block.requested = requested(directives);
        block.refused = refused.filter(|_| block.requested.is_some());
    }

    pub(super) fn while_loop(
        &mut self,
        cond: RegionId,
        body: RegionId,
        directives: &LoopDirectives,
        span: Span,
    ) -> Result<bool, Unsupported> {
        let endless = self.func.is_endless(cond) && !self.func.has_break(body, 0);
        let (head, after) = (self.new_block(span), self.new_block(span));
        let mut refused = self.obstacle(&[cond, body], directives);
        if refused.is_none() {
            self.fence_before(cond);
            self.fence_before(body);
        }
        self.close(head);
        if refused.is_none() {
            let before = self.clone();
            self.start(head);
            self.pipelined_while(cond, body, directives, after)?;
            refused = self.conflict(head);
            if refused.is_none() {
                self.request(head, directives, None);
                self.never_passed(endless);
                return Ok(endless);
            }
            *self = before;
        }
        self.request(head, directives, refused);
        self.note_dataflow_loop(head, body, false);
        self.start(head);
        self.yielded = None;
        if !self.flow_region(cond)? {
            let holds = match self.yielded.take() {
                Some(holds) => holds,
                None => self.truth(true),
            };
            let inside = self.new_block(span);
            self.leave_if(holds, Target::Block(inside));
            self.close(after);
            self.start(inside);
            self.frames.push(Frame::Flow { after, again: Some(head) });
            let ended = self.flow_region(body)?;
            self.frames.pop();
            if !ended {
                self.close(head);
            }
        }
        self.start(after);
        self.never_passed(endless);
        Ok(endless)
    }

    /// Behind a loop that control never passes nothing is built: its block leads to the last one, as all do that end the
    /// process.
    fn never_passed(&mut self, endless: bool) {
        if endless {
            self.block_mut().next = Target::Block(self.done);
        }
    }

    fn pipelined_while(
        &mut self,
        cond: RegionId,
        body: RegionId,
        directives: &LoopDirectives,
        after: BlockId,
    ) -> Result<(), Unsupported> {
        let mut holds = self.truth(true);
        let breaks = self.in_pipeline(|builder| {
            let condition = builder.flat_region(cond)?;
            if let Some(value) = condition.value {
                holds = value;
            }
            if condition.ended || builder.known(holds) == Some(ScalarValue::from(false)) {
                return Ok(());
            }
            if builder.known(holds).is_some() {
                return builder.flat_region(body).map(|_| ());
            }
            builder.either(holds, |builder| builder.flat_region(body), |_| Ok(Outcome::default())).map(|_| ())
        })?;
        self.repeat(holds, &breaks, Some(directives), after);
        Ok(())
    }
}

/// The interval that the user has requested for a loop.
pub(super) fn requested(directives: &LoopDirectives) -> Option<Requested> {
    let pipeline = directives.pipeline.as_ref().filter(|pipeline| pipeline.is_on())?;
    Some(Requested { ii: pipeline.ii.unwrap_or(1), strict: pipeline.strict, span: pipeline.span })
}
