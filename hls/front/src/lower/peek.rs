//! `peek`: a register of the consumer holds the element that it has taken ahead.
//!
//! The process has the register and a flag. A `peek` fills the register where it is empty; all other operations of the
//! process look into it before they look into the channel. Which channels that concerns is known when the process is
//! lowered: then its operations are rewritten.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{ChannelAccess, ChannelId, Init, OpId, OpKind, Place, RegionId, Root, Slot, Span, ValueId};
use sycl_hls_types::Scalar;

use super::Lowerer;

/// The register that holds an element of a channel.
#[derive(Clone)]
pub(super) struct Holding {
    channel: ChannelId,
    element: Scalar,
    /// True while the register has an element.
    full: Place,
    register: Place,
    /// The operations that fill it.
    fills: FxHashSet<OpId>,
    /// The first `peek`.
    span: Span,
}

impl Lowerer<'_, '_, '_> {
    /// The next element of a channel, which the next operation takes.
    pub(super) fn peek(&mut self, channel: ChannelId, span: Span) -> ValueId {
        let index = self.holding(channel, span);
        let holding = self.regions.holding[index].clone();
        let full = self.builder.read(holding.full.clone(), Scalar::Bool, span);
        let then = self.with_region(|_| ());
        let otherwise = self.with_region(|lowerer| {
            let element = lowerer.builder.read_channel(channel, span);
            lowerer.builder.push(OpKind::Write(holding.register.clone(), element), span);
            lowerer.set_full(&holding, true, span);
        });
        let fills: Vec<OpId> = self.builder.func().regions[otherwise].ops.clone();
        self.regions.holding[index].fills.extend(fills);
        self.builder.push(OpKind::If { cond: full, then, otherwise }, span);
        self.builder.read(holding.register, holding.element, span)
    }

    /// The position of the register of a channel in the process at hand.
    fn holding(&mut self, channel: ChannelId, span: Span) -> usize {
        if let Some(known) = self.regions.holding.iter().position(|it| it.channel == channel) {
            return known;
        }
        let element = self.builder.func().channels[channel].element;
        let name = self.builder.func().channels[channel].name.clone();
        let (full, register) = (
            self.register(format!("{name}_full"), Scalar::Bool),
            self.register(format!("{name}_next"), element),
        );
        let fills = FxHashSet::default();
        self.regions.holding.push(Holding { channel, element, full, register, fills, span });
        self.regions.holding.len() - 1
    }

    /// A slot that the process declares when all of it is there.
    fn register(&mut self, name: String, ty: Scalar) -> Place {
        Place::whole(Root::Slot(self.builder.func_mut().slots.alloc(Slot::variable(name, ty))))
    }

    /// Sets the flag that says whether the register has an element.
    fn set_full(&mut self, holding: &Holding, full: bool, span: Span) {
        let full = self.constant(full, span);
        self.builder.push(OpKind::Write(holding.full.clone(), full), span);
    }

    /// Lets a process whose body is complete hold an element of a channel.
    pub(super) fn hold(&mut self, body: RegionId, holding: &Holding) {
        self.look_first(body, holding);
        let func = self.builder.func();
        let goes_on = func.regions[body]
            .ops
            .last()
            .is_none_or(|last| !func.ops[*last].kind.is_terminator() && !func.never_goes_on(*last));
        if goes_on {
            self.in_region(body, |lowerer| lowerer.count_as_left(holding));
        }
        let front = self.with_region(|lowerer| {
            for (place, ty) in [(&holding.full, Scalar::Bool), (&holding.register, holding.element)] {
                let Root::Slot(slot) = place.root else { continue };
                let zero = lowerer.zero_value(ty, holding.span);
                lowerer.builder.push(OpKind::Declare { slot, init: Init::Fill(zero) }, holding.span);
            }
        });
        self.prepend(front, body);
    }

    /// What the register has when the process ends is not received.
    fn count_as_left(&mut self, holding: &Holding) {
        let span = holding.span;
        let full = self.builder.read(holding.full.clone(), Scalar::Bool, span);
        let then = self.with_region(|lowerer| {
            lowerer.builder.unread_channel(holding.channel, span);
        });
        let otherwise = self.with_region(|_| ());
        self.builder.push(OpKind::If { cond: full, then, otherwise }, span);
    }

    /// Rewrites the operations on a channel in a region: they take what the register has, if it has something.
    fn look_first(&mut self, region: RegionId, holding: &Holding) {
        let ops = self.builder.func().regions[region].ops.clone();
        let mut rewritten = Vec::with_capacity(ops.len());
        for op in ops {
            let data = &self.builder.func().ops[op];
            let span = data.span;
            match data.kind.clone() {
                OpKind::Channel { channel, access }
                    if channel == holding.channel && !holding.fills.contains(&op) =>
                {
                    let before = self.with_region(|lowerer| {
                        let full = lowerer.builder.read(holding.full.clone(), Scalar::Bool, span);
                        let kind = lowerer.register_first(holding, access, full, span);
                        lowerer.builder.func_mut().ops[op].kind = kind;
                    });
                    rewritten.append(&mut self.builder.func_mut().regions[before].ops);
                }
                kind => kind.regions().for_each(|inner| self.look_first(inner, holding)),
            }
            rewritten.push(op);
        }
        self.builder.func_mut().regions[region].ops = rewritten;
    }

    /// An operation that uses the register if it is full, and else the channel; with the same result.
    fn register_first(
        &mut self,
        holding: &Holding,
        access: ChannelAccess,
        full: ValueId,
        span: Span,
    ) -> OpKind {
        let then = self.with_region(|lowerer| {
            let result = match &access {
                ChannelAccess::Empty => lowerer.constant(false, span),
                ChannelAccess::More => lowerer.constant(true, span),
                ChannelAccess::TryRead(to) => {
                    let element = lowerer.taken(holding, span);
                    lowerer.builder.push(OpKind::Write(to.clone(), element), span);
                    lowerer.constant(true, span)
                }
                _ => lowerer.taken(holding, span),
            };
            lowerer.builder.push(OpKind::Yield(result), span);
        });
        let otherwise = self.with_region(|lowerer| {
            let ty = if access == ChannelAccess::Read { holding.element } else { Scalar::Bool };
            let kind = OpKind::Channel { channel: holding.channel, access };
            let result = lowerer.builder.compute(kind, ty, span);
            lowerer.builder.push(OpKind::Yield(result), span);
        });
        OpKind::If { cond: full, then, otherwise }
    }

    /// Takes what the register has.
    fn taken(&mut self, holding: &Holding, span: Span) -> ValueId {
        let element = self.builder.read(holding.register.clone(), holding.element, span);
        self.set_full(holding, false, span);
        element
    }
}
