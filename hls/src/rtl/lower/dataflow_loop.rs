//! Loops around regions of processes, whose iterations overlap (dataflow in a loop, UG1399).
//!
//! ```text
//! for i in 0..n {                  dataflow {
//!     dataflow {                          a: for i in 0..n { a(i) }
//!         a(i); b(i);       =>      b: for i in 0..n { b(i) }
//!     }                               }
//! }
//! ```
//! A loop that does nothing but enter a region becomes part of each of its processes: a process begins its next
//! iteration when it has ended one, whatever the others do. Its operations keep their order, and each iteration
//! receives as many elements as it sends ([`balance`]), so that what it receives is what it receives where one
//! iteration follows the other. Arrays and scalars that reach the next process have two buffers, which the two
//! processes hand over by tokens ([`Handover`]).
//!
//! Iterations stay apart where a process would see what another one does in a later iteration ([`Builder::overlap_refusal`]).

use sycl_hls_ir::analysis::balance;
use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{OpId, OpKind, ParamKind, RegionId, Root, SlotId, Span};
use sycl_hls_types::Scalar;

use super::dataflow::Started;
use super::storage::Kept;
use super::{Builder, Unsupported};
use crate::rtl::design::{BUFFERS, BlockId, Channel, ChannelId, Handover, NodeKind, Refusal};

/// What a process does of a loop around its region.
#[derive(Clone, Debug)]
pub(super) struct DataflowLoop {
    /// The body of the region.
    pub region: RegionId,
    /// The process.
    process: OpId,
    /// How the process before it hands memory over.
    from: Option<Handover>,
    /// How it hands memory over to the next process.
    to: Option<Handover>,
}

impl DataflowLoop {
    const fn hands_over(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }
}

impl<'m> Builder<'m> {
    /// The region whose iterations overlap in a loop with this body.
    pub(super) fn overlapped_region(&self, body: RegionId) -> Option<RegionId> {
        let region = self.repeated_region(body).ok()?;
        let is_known = self.dataflow_loop.as_ref().is_some_and(|known| known.region == region);
        (!is_known && self.sharing(region).is_none()).then_some(region)
    }

    /// For reports: why the iterations of the region in a loop do not overlap, if there is a region.
    pub(super) fn note_dataflow_loop(&mut self, head: BlockId, body: RegionId, is_counted: bool) {
        let refusal = if is_counted { self.overlap_refusal(body) } else { self.uncounted(body) };
        let block = &mut self.process.blocks[head];
        block.refused = block.refused.take().or(refusal);
    }

    fn uncounted(&self, body: RegionId) -> Option<Refusal> {
        let span = self.region_in(body)?;
        Some(Refusal { what: "a loop around a dataflow region that is not counted".to_owned(), span })
    }

    /// Why the iterations of the region in a counted loop with this body do not overlap; `None` if they do, or there is none.
    fn overlap_refusal(&self, body: RegionId) -> Option<Refusal> {
        self.region_in(body)?;
        match self.repeated_region(body) {
            Ok(region) if self.dataflow_loop.as_ref().is_some_and(|known| known.region == region) => None,
            Ok(region) => self.sharing(region),
            Err(span) => {
                let what = "what the loop does besides its dataflow region".to_owned();
                Some(Refusal { what, span })
            }
        }
    }

    /// The place of a region that stands in this one, in no loop.
    fn region_in(&self, region: RegionId) -> Option<Span> {
        let func = self.func;
        func.regions[region].ops.iter().find_map(|op| match &func.ops[*op].kind {
            OpKind::Dataflow { .. } => Some(func.ops[*op].span),
            OpKind::For(_) | OpKind::While { .. } => None,
            kind => kind.regions().find_map(|inner| self.region_in(inner)),
        })
    }

    /// The body of the `dataflow` that is all that a loop with this body does, but for values that each process can compute. Or
    /// else the place of what it does besides.
    fn repeated_region(&self, body: RegionId) -> Result<RegionId, Span> {
        let func = self.func;
        let mut found = Err(self.span);
        for op in &func.regions[body].ops {
            let op = &func.ops[*op];
            let inner = match &op.kind {
                kind if kind.is_pure() => continue,
                OpKind::Dataflow { body, .. } => Ok(*body),
                OpKind::For(inner) => self.repeated_region(inner.body),
                OpKind::Scope { body, .. } => self.repeated_region(*body),
                OpKind::Block { body } if !func.has_break(*body, 0) => self.repeated_region(*body),
                _ => Err(op.span),
            };
            found = match (found, inner) {
                (Err(_), Ok(region)) => Ok(region),
                (_, Err(span)) => return Err(span),
                (Ok(_), Ok(_)) => return Err(op.span),
            };
        }
        found
    }

    /// What processes of a region have in common that one of them would see in a later iteration than another one.
    fn sharing(&self, region: RegionId) -> Option<Refusal> {
        let accesses = self.accesses_of(region);
        let polled = self.polled(region).map(|(channel, span)| Refusal {
            what: format!("an operation that does not wait for the channel `{channel}`"),
            span,
        });
        polled
            .or_else(|| self.blocks_of(region))
            .or_else(|| self.unbalanced(region))
            .or_else(|| self.nested_access(region))
            .or_else(|| self.common_memory(region, &accesses))
    }

    /// Blocks that the region's processes hand over: of each region entered, the first one is the first buffer.
    fn blocks_of(&self, region: RegionId) -> Option<Refusal> {
        let func = self.func;
        func.regions[region].ops.iter().find_map(|op| match func.ops[*op].kind {
            OpKind::DeclareChannel(channel) if func.channels[channel].token.is_some() => Some(Refusal {
                what: format!("the blocks `{}`", func.channels[channel].name),
                span: func.channels[channel].span,
            }),
            _ => None,
        })
    }

    /// A channel of which an iteration may leave elements to the next one.
    fn unbalanced(&self, region: RegionId) -> Option<Refusal> {
        let func = self.func;
        func.regions[region].ops.iter().find_map(|op| match func.ops[*op].kind {
            OpKind::DeclareChannel(channel) if balance(func, region, channel).is_none() => Some(Refusal {
                what: format!(
                    "the channel `{}`, of which an iteration may receive more or fewer elements than it sends",
                    func.channels[channel].name
                ),
                span: func.channels[channel].span,
            }),
            _ => None,
        })
    }

    fn accesses_of(&self, region: RegionId) -> Vec<ProcessAccesses> {
        ProcessAccesses::of_processes(self.module, self.func, region)
    }

    /// A channel of the region with an operation that does not wait: it would see elements, or a lack of places, of
    /// other iterations.
    fn polled(&self, region: RegionId) -> Option<(String, Span)> {
        let func = self.func;
        let is_own = |op: &OpId, id| matches!(func.ops[*op].kind, OpKind::DeclareChannel(own) if own == id);
        let ops = func.ops_inside(region);
        ops.into_iter().find_map(|op| match &func.ops[op].kind {
            OpKind::Channel { channel, access }
                if access.depends_on_time()
                    && func.regions[region].ops.iter().any(|op| is_own(op, *channel)) =>
            {
                Some((func.channels[*channel].name.clone(), func.ops[op].span))
            }
            _ => None,
        })
    }

    /// Memory that reaches the next process, and is accessed by a process of an inner region: that one knows no buffer.
    fn nested_access(&self, region: RegionId) -> Option<Refusal> {
        let func = self.func;
        let shared = func.shared_slots(region);
        let inner = func.ops_inside(region).into_iter().filter_map(|op| match &func.ops[op].kind {
            OpKind::Dataflow { body, .. } => Some(*body),
            _ => None,
        });
        let access = inner.flat_map(|inner| ProcessAccesses::new(self.module, func, inner).memories);
        let mut access = access.filter_map(|access| match access.root {
            Root::Slot(slot) if shared.contains(&slot) => Some((slot, access.span)),
            _ => None,
        });
        access.next().map(|(slot, span)| Refusal {
            what: format!("an access to `{}` in an inner dataflow region", func.slots[slot].name),
            span,
        })
    }

    /// Memory from around the region, or a direction of an AXI port, that two processes access: they take turns.
    fn common_memory(&self, region: RegionId, accesses: &[ProcessAccesses]) -> Option<Refusal> {
        let func = self.func;
        let shared = func.shared_slots(region);
        let what = |root: Root, write: bool| match root {
            Root::Slot(slot) if !shared.contains(&slot) => Some((func.slots[slot].name.clone(), false)),
            Root::Param(param) => match func.params[param].kind {
                ParamKind::Slice { .. } if self.params[param].external.is_none() => {
                    Some((self.design.bundles[self.params[param].bundle].name.clone(), write))
                }
                ParamKind::Slice { .. } => Some((func.params[param].name.clone(), false)),
                _ => None,
            },
            _ => None,
        };
        let mut known: Vec<((String, bool), usize)> = Vec::new();
        for (process, own) in accesses.iter().enumerate() {
            for access in &own.memories {
                let Some(common) = what(access.root, access.write) else { continue };
                if known.iter().any(|(other, user)| *other == common && *user != process) {
                    let what = format!("`{}`, which two processes access", common.0);
                    return Some(Refusal { what, span: access.span });
                }
                known.push((common, process));
            }
        }
        None
    }

    /// The processes of a region, each with the loop around the region.
    pub(super) fn overlapped(&mut self, loop_op: OpId, region: RegionId) -> Result<(), Unsupported> {
        let func = self.func;
        self.declare_shared(region);
        self.count_elements(region);
        let (processes, accesses) = (func.processes(region), self.accesses_of(region));
        let mut started: Started = Vec::new();
        let mut from = None;
        for (position, &process) in processes.iter().enumerate() {
            let OpKind::Process { name, .. } = &func.ops[process].kind else { continue };
            let to =
                accesses.get(position + 1).and_then(|next| self.hand_over(region, &accesses[position], next));
            let own = DataflowLoop { region, process, from, to };
            started.push(
                self.process_of(name, func.ops[process].span, |builder| {
                    builder.all_iterations(loop_op, own)
                })?,
            );
            from = to;
        }
        self.span = func.ops[loop_op].span;
        self.start_and_join(region, &started);
        Ok(())
    }

    /// Notes how many elements pass through the channels of a region in each iteration.
    fn count_elements(&mut self, region: RegionId) {
        let func = self.func;
        for op in &func.regions[region].ops {
            if let OpKind::DeclareChannel(id) = func.ops[*op].kind
                && let Some(channel) = self.channels.get(id)
            {
                let each = balance(func, region, id).and_then(|each| u64::try_from(each.as_constant()?).ok());
                self.design.channels[*channel].per_iteration = each;
            }
        }
    }

    /// The tokens by which a process hands memory over to the next one, if it does.
    fn hand_over(
        &mut self,
        region: RegionId,
        writer: &ProcessAccesses,
        reader: &ProcessAccesses,
    ) -> Option<Handover> {
        let mut slots: Vec<SlotId> = self.func.shared_slots(region).into_iter().collect();
        slots.retain(|slot| writer.writes(*slot) && reader.has(*slot));
        slots.sort_by_key(|slot| slot.into_raw());
        let name = &self.func.slots[*slots.first()?].name;
        let [held, filled] = ["held", "filled"].map(|what| format!("{name}_{what}"));
        let handover = Handover { held: self.token(held), filled: self.token(filled) };
        for slot in slots {
            let leaves = self.slots.get(slot).into_iter().flat_map(|storage| &storage.leaves);
            for (_, kept) in leaves {
                if let Kept::Banks(banks) = kept {
                    for memory in &banks.memories {
                        self.design.memories[*memory].handover = Some(handover);
                    }
                }
            }
        }
        Some(handover)
    }

    fn token(&mut self, name: String) -> ChannelId {
        let span = self.span;
        self.design.channels.alloc(Channel {
            name,
            ty: Scalar::Bool,
            depth: BUFFERS,
            opened: None,
            per_iteration: None,
            port: None,
            span,
        })
    }

    /// What a process does: all iterations. True if control does not reach their end.
    fn all_iterations(&mut self, loop_op: OpId, own: DataflowLoop) -> Result<bool, Unsupported> {
        if own.hands_over() {
            let (buffer, first) = (self.new_var("buffer", Scalar::Bool), self.truth(false));
            self.set_var(buffer, first);
            let handovers = own.from.into_iter().chain(own.to);
            self.process.buffers.extend(handovers.map(|handover| (handover.held, buffer)));
        }
        self.dataflow_loop = Some(own);
        let OpKind::For(for_loop) = &self.func.ops[loop_op].kind else {
            return Err(self.unsupported("a loop around a dataflow region that is not counted"));
        };
        self.for_loop(for_loop, self.func.ops[loop_op].span).map(|()| false)
    }

    /// An iteration of the process at hand. What it does with tokens has blocks of its own: it waits with no access under way.
    pub(super) fn iteration(&mut self, own: &DataflowLoop) -> Result<bool, Unsupported> {
        let func = self.func;
        let (OpKind::Process { body, .. }, span) = (&func.ops[own.process].kind, func.ops[own.process].span)
        else {
            return Err(self.unsupported("an iteration of what is no process"));
        };
        self.span = span;
        self.receive_token(own.from.map(|handover| handover.filled));
        self.send_token(own.to.map(|handover| handover.held));
        self.separate(own);
        if self.flow_region(*body)? {
            return Ok(true);
        }
        self.span = span;
        self.separate(own);
        self.send_token(own.to.map(|handover| handover.filled));
        self.receive_token(own.from.map(|handover| handover.held));
        if let Some(&(_, buffer)) = self.process.buffers.first() {
            let now = self.read_var(buffer);
            let next = self.not(now);
            self.set_var(buffer, next);
        }
        Ok(false)
    }

    /// Goes on in a new block, where memory is handed over.
    fn separate(&mut self, own: &DataflowLoop) {
        if own.hands_over() {
            let next = self.new_block(self.span);
            self.close(next);
            self.start(next);
        }
    }

    fn send_token(&mut self, token: Option<ChannelId>) {
        if let Some(token) = token {
            let value = self.truth(true);
            self.node(NodeKind::Send(token), Scalar::Bool, vec![value]);
        }
    }

    fn receive_token(&mut self, token: Option<ChannelId>) {
        if let Some(token) = token {
            self.node(NodeKind::Receive(token), Scalar::Bool, Vec::new());
        }
    }
}
