//! Building a function operation by operation.

use sycl_hls_types::{Scalar, ScalarValue, TrapKind};

use crate::{
    BinaryOp, Channel, ChannelAccess, ChannelId, CompareOp, Func, Init, Op, OpId, OpKind, Overflow, Place,
    Region, RegionId, Slot, SlotId, Span, Trap, UnaryOp, Value, ValueId,
};

/// Appends operations to the regions of a function.
#[derive(Debug)]
pub struct Builder {
    func: Func,
    region: RegionId,
}

impl Builder {
    /// Starts at the end of the function's body.
    #[must_use]
    pub fn new(func: Func) -> Self {
        let region = func.body;
        Self { func, region }
    }

    /// The function as built so far.
    #[must_use]
    pub const fn func(&self) -> &Func {
        &self.func
    }

    /// The function as built so far.
    pub const fn func_mut(&mut self) -> &mut Func {
        &mut self.func
    }

    /// The finished function.
    #[must_use]
    pub fn finish(self) -> Func {
        self.func
    }

    /// A new value that no operation defines yet.
    pub fn value(&mut self, ty: Scalar, name: Option<&str>) -> ValueId {
        self.func.values.alloc(Value { ty, name: name.map(ToOwned::to_owned), bind_op: None })
    }

    /// Gives a value a name if it has none yet.
    pub fn name_value(&mut self, value: ValueId, name: &str) {
        self.func.values[value].name.get_or_insert_with(|| name.to_owned());
    }

    /// Appends an operation without a result.
    pub fn push(&mut self, kind: OpKind, span: Span) -> OpId {
        self.push_op(Op { kind, result: None, span })
    }

    /// Appends an operation that computes a value of type `ty`.
    pub fn compute(&mut self, kind: OpKind, ty: Scalar, span: Span) -> ValueId {
        let result = self.value(ty, None);
        self.push_op(Op { kind, result: Some(result), span });
        result
    }

    fn push_op(&mut self, op: Op) -> OpId {
        let id = self.func.ops.alloc(op);
        self.func.regions[self.region].ops.push(id);
        id
    }

    /// Appends an operation that the function has already, and that is in no region.
    pub fn push_existing(&mut self, op: OpId) {
        self.func.regions[self.region].ops.push(op);
    }

    /// A constant.
    pub fn constant(&mut self, value: ScalarValue, span: Span) -> ValueId {
        let ty = value.ty();
        self.compute(OpKind::Const(value), ty, span)
    }

    /// A unary operation.
    pub fn unary(&mut self, op: UnaryOp, overflow: Overflow, arg: ValueId, span: Span) -> ValueId {
        let ty = op.result(self.func.ty(arg));
        self.compute(OpKind::Unary { op, overflow, arg }, ty, span)
    }

    /// A binary operation; the result has the left operand's type.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        overflow: Overflow,
        lhs: ValueId,
        rhs: ValueId,
        span: Span,
    ) -> ValueId {
        let ty = self.func.ty(lhs);
        self.compute(OpKind::Binary { op, overflow, lhs, rhs }, ty, span)
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, lhs: ValueId, rhs: ValueId, span: Span) -> ValueId {
        self.compute(OpKind::Compare { op, lhs, rhs }, Scalar::Bool, span)
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, [a, b, c]: [ValueId; 3], span: Span) -> ValueId {
        let ty = self.func.ty(a);
        self.compute(OpKind::Fma { a, b, c }, ty, span)
    }

    /// `value as ty`
    pub fn cast(&mut self, value: ValueId, ty: Scalar, span: Span) -> ValueId {
        self.compute(OpKind::Cast(value), ty, span)
    }

    /// The bits of a value as `ty`, which is as wide.
    pub fn bits(&mut self, value: ValueId, ty: Scalar, span: Span) -> ValueId {
        self.compute(OpKind::Bits(value), ty, span)
    }

    /// True if the operation would overflow.
    pub fn overflows(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, span: Span) -> ValueId {
        self.compute(OpKind::Overflows { op, lhs, rhs }, Scalar::Bool, span)
    }

    /// A panic of Rust, if `cond` holds.
    pub fn panic_if(&mut self, cond: ValueId, kind: TrapKind, operands: Vec<ValueId>, span: Span) -> OpId {
        self.push(OpKind::PanicIf { cond, trap: Trap { kind, operands, object: None } }, span)
    }

    /// A panic of Rust with this text, if `cond` holds.
    pub fn panic_with(&mut self, cond: ValueId, text: impl Into<String>, span: Span) -> OpId {
        let trap = Trap { kind: TrapKind::Panic, operands: Vec::new(), object: Some(text.into()) };
        self.push(OpKind::PanicIf { cond, trap }, span)
    }

    /// Reads the scalar in `place`, whose type is `ty`.
    pub fn read(&mut self, place: Place, ty: Scalar, span: Span) -> ValueId {
        self.compute(OpKind::Read(place), ty, span)
    }

    /// Declares a new slot.
    pub fn declare(&mut self, slot: Slot, init: Init, span: Span) -> SlotId {
        let slot = self.func.slots.alloc(slot);
        self.push(OpKind::Declare { slot, init }, span);
        slot
    }

    /// Declares a new channel, in the body of a `dataflow`.
    pub fn declare_channel(&mut self, channel: Channel) -> ChannelId {
        let span = channel.span;
        let channel = self.func.channels.alloc(channel);
        self.push(OpKind::DeclareChannel(channel), span);
        channel
    }

    /// Takes the oldest element out of a channel, as soon as there is one.
    pub fn read_channel(&mut self, channel: ChannelId, span: Span) -> ValueId {
        let ty = self.func.channels[channel].element;
        self.compute(OpKind::Channel { channel, access: ChannelAccess::Read }, ty, span)
    }

    /// Puts an element into a channel, as soon as there is a place.
    pub fn write_channel(&mut self, channel: ChannelId, value: ValueId, span: Span) -> OpId {
        self.push(OpKind::Channel { channel, access: ChannelAccess::Write(value) }, span)
    }

    /// Counts what was taken last out of a channel as left, at the end of a process.
    pub fn unread_channel(&mut self, channel: ChannelId, span: Span) -> OpId {
        self.push(OpKind::Channel { channel, access: ChannelAccess::Unread }, span)
    }

    /// An access to a channel that does not wait; the result is a `bool`.
    pub fn query_channel(&mut self, channel: ChannelId, access: ChannelAccess, span: Span) -> ValueId {
        self.compute(OpKind::Channel { channel, access }, Scalar::Bool, span)
    }

    /// A region of processes, which `fill` declares.
    pub fn dataflow(&mut self, span: Span, fill: impl FnOnce(&mut Self)) -> OpId {
        let body = self.filled_region(fill);
        self.push(OpKind::Dataflow { start_propagation: true, body }, span)
    }

    /// A process of the region of processes that is being filled.
    pub fn process(&mut self, name: impl Into<String>, span: Span, fill: impl FnOnce(&mut Self)) -> OpId {
        let body = self.filled_region(fill);
        self.push(OpKind::Process { name: name.into(), body }, span)
    }

    fn filled_region(&mut self, fill: impl FnOnce(&mut Self)) -> RegionId {
        let region = self.new_region(Vec::new());
        let outer = self.switch_to(region);
        fill(self);
        self.switch_to(outer);
        region
    }

    /// A new empty region with these parameters.
    pub fn new_region(&mut self, params: Vec<ValueId>) -> RegionId {
        self.func.regions.alloc(Region { params, ops: Vec::new() })
    }

    /// Appends to `region` from now on; gives the region appended to until now.
    pub const fn switch_to(&mut self, region: RegionId) -> RegionId {
        std::mem::replace(&mut self.region, region)
    }
}
