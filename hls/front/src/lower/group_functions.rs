//! Functions that all items of a group call together: each leaves its value in memory of the group, and behind a barrier the values are put
//! together once for all.

use sycl_hls_ir::{
    BinaryOp, ForLoop, LoopDirectives, Op, OpId, OpKind, Overflow, Place, Root, Slot, SlotId, Span, Step,
    Type, UnaryOp, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use super::fission::Mark;
use super::operand::Operand;
use crate::builtin::GroupFn;
use crate::hir::MethodCall;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// The result of a group function.
    pub(super) fn group_function(&mut self, call: &MethodCall, function: GroupFn) -> Option<ValueId> {
        let at = call.at;
        let value = self.value(*call.args.first()?)?;
        let from = match call.args.get(1) {
            Some(from) => Some(self.value(*from)?),
            None => None,
        };
        let own = self.index_in_group(call)?;
        let ty = self.builder.func().ty(value);
        let items =
            self.builder.func().directives.work_group.iter().map(|size| u64::from(size.items)).product();
        let given = self.memory_of_group("given", Type::array(ty.into(), items));
        self.builder.push(OpKind::Write(element(given, own), value), at);
        self.barrier(at);
        match function {
            GroupFn::Broadcast => Some(self.builder.read(element(given, from?), ty, at)),
            GroupFn::Any => Some(self.put_together(given, (BinaryOp::Or, ty, items), None, at)),
            GroupFn::All => Some(self.put_together(given, (BinaryOp::And, ty, items), None, at)),
            GroupFn::None => {
                let any = self.put_together(given, (BinaryOp::Or, ty, items), None, at);
                Some(self.builder.unary(UnaryOp::Not, Overflow::Wrapping, any, at))
            }
            GroupFn::Reduce(op) => Some(self.put_together(given, (op, ty, items), None, at)),
            GroupFn::Scan { inclusive } => {
                let sums = self.memory_of_group("sums", Type::array(ty.into(), items));
                self.put_together(given, (BinaryOp::Add, ty, items), Some((sums, inclusive)), at);
                Some(self.builder.read(element(sums, own), ty, at))
            }
        }
    }

    /// The index of the item among those of its group.
    fn index_in_group(&mut self, call: &MethodCall) -> Option<ValueId> {
        let types = self.types;
        let Ty::Group(dimensions) = *types.expr(call.receiver).deref() else { return None };
        let Operand::Parts(parts) = self.lvalue(call.receiver)? else { return None };
        let mut each = parts.chunks_exact(dimensions as usize).skip(1);
        let (local, size) = (each.next()?, each.nth(1)?);
        self.linear(local, size, call.at)
    }

    /// Memory that is declared before the items of the group.
    fn memory_of_group(&mut self, name: &str, ty: Type) -> SlotId {
        let slot = self.builder.func_mut().slots.alloc(Slot::variable(name, ty));
        self.of_group.push(slot);
        slot
    }

    /// What the values of all items are together, in their order, computed once. With `sums`, what they are together up to each item is
    /// written there; before the item itself unless that is inclusive.
    fn put_together(
        &mut self,
        given: SlotId,
        (op, ty, items): (BinaryOp, Scalar, u64),
        sums: Option<(SlotId, bool)>,
        at: Span,
    ) -> ValueId {
        let total = self.memory_of_group("total", ty.into());
        let whole = Place::whole(Root::Slot(total));
        let zero = self.constant(0_u64, at);
        let begin = match sums {
            Some(_) => self.builder.constant(ScalarValue::from_bits(ty, 0), at),
            None => self.once_computed(OpKind::Read(element(given, zero)), ty, at),
        };
        self.once(OpKind::Write(whole.clone(), begin), at);
        let (lo, hi) = (self.constant(u64::from(sums.is_none()), at), self.constant(items, at));
        let index = self.builder.value(Scalar::U64, Some("item"));
        let body = self.builder.new_region(vec![index]);
        self.in_region(body, |lowerer| {
            let before = lowerer.builder.read(whole.clone(), ty, at);
            let value = lowerer.builder.read(element(given, index), ty, at);
            let together = lowerer.builder.binary(op, Overflow::Wrapping, before, value, at);
            if let Some((sums, inclusive)) = sums {
                let sum = if inclusive { together } else { before };
                lowerer.builder.push(OpKind::Write(element(sums, index), sum), at);
            }
            lowerer.builder.push(OpKind::Write(whole.clone(), together), at);
        });
        let directives = LoopDirectives::default();
        self.once(OpKind::For(ForLoop { lo, hi, inclusive: false, step: 1, directives, body }), at);
        self.once_computed(OpKind::Read(whole), ty, at)
    }

    /// Appends an operation that is done once for the group.
    fn once(&mut self, kind: OpKind, at: Span) -> OpId {
        let op = self.builder.push(kind, at);
        self.marks.insert(op, Mark::Once);
        op
    }

    /// As [`Self::once`], with a result.
    fn once_computed(&mut self, kind: OpKind, ty: Scalar, at: Span) -> ValueId {
        let result = self.builder.value(ty, None);
        let func = self.builder.func_mut();
        let op = func.ops.alloc(Op { kind, result: Some(result), span: at });
        self.builder.push_existing(op);
        self.marks.insert(op, Mark::Once);
        result
    }
}

fn element(array: SlotId, index: ValueId) -> Place {
    Place::whole(Root::Slot(array)).then(Step::Index(index))
}
