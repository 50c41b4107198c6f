//! One walk over a function, in order: the range of each value, from those of its operands.

use la_arena::ArenaMap;
use rustc_hash::FxHashMap;
use sycl_hls_types::{Length, ScalarValue};

use super::{Interval, LENGTHS};
use crate::{
    BinaryOp, CallArg, ChannelAccess, ForLoop, Func, FuncId, Init, Module, Op, OpKind, ParamKind, Place,
    RegionId, Root, SlotId, Type, UnaryOp, ValueId,
};

/// What a function is called with, by position. What is not mentioned is any.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub scalars: FxHashMap<usize, Interval>,
    pub lengths: FxHashMap<usize, Interval>,
}

impl Arguments {
    /// Adds another call. Both are of one function, so both mention the same parameters.
    pub fn join(&mut self, other: Self) {
        let pairs = [(&mut self.scalars, other.scalars), (&mut self.lengths, other.lengths)];
        for (own, other) in pairs {
            for (param, range) in other {
                own.entry(param).and_modify(|known| *known = known.union(range)).or_insert(range);
            }
        }
    }
}

/// What a walk finds.
#[derive(Default)]
pub(super) struct Found {
    pub values: ArenaMap<ValueId, Interval>,
    /// What was written to locals.
    pub written: ArenaMap<SlotId, Interval>,
    /// What helpers are called with.
    pub passed: Vec<(FuncId, Arguments)>,
    pub result: Option<Interval>,
}

/// A walk.
pub(super) struct Walk<'w> {
    module: &'w Module,
    func: &'w Func,
    arguments: &'w Arguments,
    results: &'w FxHashMap<FuncId, Interval>,
    /// What slots hold. A slot that is not there was never written so far: no run comes to a read of it.
    slots: &'w ArenaMap<SlotId, Interval>,
    found: Found,
}

impl<'w> Walk<'w> {
    pub fn run(
        module: &'w Module,
        func: &'w Func,
        arguments: &'w Arguments,
        results: &'w FxHashMap<FuncId, Interval>,
        slots: &'w ArenaMap<SlotId, Interval>,
    ) -> Found {
        let found = Found { written: unknown_slots(module, func), ..Found::default() };
        let mut walk = Self { module, func, arguments, results, slots, found };
        for (index, param) in func.params.iter().enumerate() {
            if let ParamKind::Scalar(value) = param.kind {
                walk.know(value, arguments.scalars.get(&index).copied());
            }
        }
        walk.region(func.body);
        walk.found
    }

    /// Walks over a region, and gives the range of what it yields.
    fn region(&mut self, region: RegionId) -> Option<Interval> {
        let func = self.func;
        let mut yielded = None;
        for &op in &func.regions[region].ops {
            let op = &func.ops[op];
            if let OpKind::Yield(value) = op.kind {
                yielded = self.value(value);
            }
            self.op(op);
        }
        yielded
    }

    /// Says that a value is in a range, or any that its type has.
    fn know(&mut self, value: ValueId, range: Option<Interval>) {
        let all = Interval::of(self.func.ty(value));
        let range = all.map(|all| range.filter(|range| all.contains(*range)).unwrap_or(all));
        if let Some(range) = range {
            self.found.values.insert(value, range);
        }
    }

    /// The range of a value, unless no run comes to it.
    fn value(&self, value: ValueId) -> Option<Interval> {
        self.found.values.get(value).copied()
    }

    fn op(&mut self, op: &Op) {
        match &op.kind {
            OpKind::For(for_loop) => return self.for_loop(for_loop),
            OpKind::If { then, otherwise, .. } => {
                let arms = [self.region(*then), self.region(*otherwise)];
                let union = arms.into_iter().flatten().reduce(Interval::union);
                if let (Some(result), Some(union)) = (op.result, union) {
                    self.know(result, Some(union));
                }
                return;
            }
            OpKind::Return(Some(value)) => {
                let all = self.value(*value).or_else(|| Interval::of(self.func.ty(*value)));
                self.found.result = self.found.result.into_iter().chain(all).reduce(Interval::union);
            }
            kind => {
                self.writes(kind);
                kind.regions().for_each(|region| _ = self.region(region));
            }
        }
        let Some(result) = op.result else { return };
        if let OpKind::Read(Place { root: Root::Slot(slot), .. }) = op.kind
            && self.is_tracked(slot)
        {
            // Before anything was written, no run comes here.
            if let Some(range) = self.slots.get(slot) {
                self.know(result, Some(*range));
            }
            return;
        }
        let mut reached = true;
        op.kind.for_each_operand(&mut |operand| {
            reached &= self.value(operand).is_some() || Interval::of(self.func.ty(operand)).is_none();
        });
        if reached {
            let range = self.computed(&op.kind, result);
            self.know(result, range);
        }
    }

    fn for_loop(&mut self, for_loop: &ForLoop) {
        let induction = self.func.regions[for_loop.body].params.first().copied();
        if let (Some(induction), Some(lo), Some(hi)) =
            (induction, self.value(for_loop.lo), self.value(for_loop.hi))
        {
            let last = hi.hi - i128::from(!for_loop.inclusive);
            self.know(induction, Some(Interval { lo: lo.lo, hi: last.max(lo.lo) }));
        }
        self.region(for_loop.body);
    }

    /// The range of a result whose operands all have one, or none by their type.
    fn computed(&self, kind: &OpKind, result: ValueId) -> Option<Interval> {
        match kind {
            OpKind::Const(value) => value.to_integer().map(Interval::exactly),
            OpKind::Global(global) => {
                self.module.globals[*global].leaves.first()?.to_integer().map(Interval::exactly)
            }
            OpKind::Unary { op, arg, .. } => self.unary(*op, *arg),
            OpKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs),
            OpKind::Cast(value) | OpKind::Bits(value) => self.value(*value),
            OpKind::Len(param) => Some(self.length(*param)),
            OpKind::Read(Place { root: Root::Global(global), .. }) => self.elements(*global),
            OpKind::Call { func, .. } => self.results.get(func).copied(),
            _ => Interval::of(self.func.ty(result)),
        }
    }

    /// The range of all elements of a constant array of scalars.
    fn elements(&self, global: crate::GlobalId) -> Option<Interval> {
        let global = &self.module.globals[global];
        global.ty.leaf()?;
        let leaves = global.leaves.iter().map(ScalarValue::to_integer);
        let all: Option<Vec<i128>> = leaves.collect();
        all?.into_iter().map(Interval::exactly).reduce(Interval::union)
    }

    fn unary(&self, op: UnaryOp, arg: ValueId) -> Option<Interval> {
        let range = self.value(arg)?;
        let bits = i128::from(self.func.ty(arg).bits());
        match op {
            UnaryOp::Neg => Interval::binary(BinaryOp::Sub, Interval::exactly(0), range),
            UnaryOp::Not if self.func.ty(arg).is_signed() => Some(Interval { lo: !range.hi, hi: !range.lo }),
            UnaryOp::CountOnes | UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
                Some(Interval { lo: 0, hi: bits })
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> Option<Interval> {
        let (a, b) = (self.value(lhs)?, self.value(rhs)?);
        let with_zero = b.contains(Interval::exactly(0));
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let mask = i128::from(self.func.ty(lhs).distance_mask());
                let looked_at = Interval { lo: 0, hi: mask };
                let distance = if looked_at.contains(b) { b } else { looked_at };
                Interval::binary(op, a, distance)
            }
            // All ones.
            BinaryOp::Div if with_zero => {
                let quotients = Interval::binary(op, a, b);
                Some(quotients.map_or(Interval::exactly(-1), |it| it.union(Interval::exactly(-1))))
            }
            BinaryOp::Rem if with_zero => Interval::binary(op, a, b).map(|it| it.union(a)),
            _ => Interval::binary(op, a, b),
        }
    }

    /// The length of a slice parameter.
    fn length(&self, param: usize) -> Interval {
        match self.func.param(param).map(|param| &param.kind) {
            Some(ParamKind::Slice { length: Length::Expr(expr), .. }) => match expr.eval(&|_| None) {
                Ok(length) if expr.params().is_empty() => Interval::exactly(length.into()),
                _ => LENGTHS,
            },
            _ => self.arguments.lengths.get(&param).copied().unwrap_or(LENGTHS),
        }
    }

    /// True if what the slot holds is known by what this function writes.
    fn is_tracked(&self, slot: SlotId) -> bool {
        self.func.slots[slot].ty.leaf().and_then(Interval::of).is_some()
    }

    fn writes(&mut self, kind: &OpKind) {
        match kind {
            OpKind::Write(place, value) | OpKind::Fill(place, value) => {
                self.write(place.root, self.value(*value));
            }
            OpKind::Copy { to, from } => self.write(to.root, self.held(from)),
            OpKind::Declare { slot, init } => {
                let root = Root::Slot(*slot);
                match init {
                    Init::Uninit => {}
                    Init::Fill(value) => self.write(root, self.value(*value)),
                    Init::List(values) => {
                        values.iter().for_each(|value| self.write(root, self.value(*value)));
                    }
                    Init::Copy(from) => self.write(root, self.held(from)),
                }
            }
            OpKind::Channel { access: ChannelAccess::TryRead(place), .. } => {
                self.write(place.root, self.module.place_type(self.func, place).and_then(of_type));
            }
            OpKind::Call { func, args } => self.call(*func, args),
            _ => {}
        }
    }

    /// What a place holds in any of its scalars.
    fn held(&self, place: &Place) -> Option<Interval> {
        match place.root {
            Root::Slot(slot) if self.is_tracked(slot) => self.slots.get(slot).copied(),
            Root::Global(global) if self.module.globals[global].ty.leaf().is_some() => self.elements(global),
            _ => self.module.place_type(self.func, place).and_then(of_type),
        }
    }

    fn write(&mut self, root: Root, range: Option<Interval>) {
        let Root::Slot(slot) = root else { return };
        if let Some(range) = range.filter(|_| self.is_tracked(slot)) {
            let known = self.found.written.get(slot).copied();
            self.found.written.insert(slot, known.map_or(range, |known| known.union(range)));
        }
    }

    fn call(&mut self, callee: FuncId, args: &[CallArg]) {
        let mut own = Arguments::default();
        let params = &self.module.funcs[callee].params;
        for (index, (arg, param)) in args.iter().zip(params).enumerate() {
            match (arg, &param.kind) {
                (CallArg::Value(value), _) => {
                    let all = || Interval::of(self.func.ty(*value));
                    own.scalars.extend(self.value(*value).or_else(all).map(|range| (index, range)));
                }
                (CallArg::Place(place), ParamKind::Slice { .. }) => {
                    own.lengths.insert(index, self.length_of(place));
                }
                (CallArg::Slice { len, .. }, ParamKind::Slice { .. }) => {
                    let length = self.value(*len).unwrap_or(LENGTHS);
                    own.lengths.insert(index, length.intersection(LENGTHS));
                }
                _ => {}
            }
        }
        self.found.passed.push((callee, own));
    }

    /// The length of an array or slice that is passed as a slice.
    fn length_of(&self, place: &Place) -> Interval {
        let ty = self.module.place_type(self.func, place);
        match (place.root, ty.map(Type::dims).and_then(|dims| dims.first().copied())) {
            (_, Some(length)) => Interval::exactly(length.into()),
            (Root::Param(index), None) => self.length(index),
            _ => LENGTHS,
        }
    }
}

fn of_type(ty: &Type) -> Option<Interval> {
    ty.leaf().and_then(Interval::of)
}

/// The slots that others may write: they hold anything that their types have.
pub(super) fn unknown_slots(module: &Module, func: &Func) -> ArenaMap<SlotId, Interval> {
    let mut slots = ArenaMap::default();
    // Operations that passes have taken out of the function may call functions that are gone.
    for op in func.ops_in_order() {
        let OpKind::Call { func: callee, args } = &func.ops[op].kind else { continue };
        for (arg, param) in args.iter().zip(&module.funcs[*callee].params) {
            let mutable = matches!(
                param.kind,
                ParamKind::Ref { mutable: true, .. } | ParamKind::Slice { mutable: true, .. }
            );
            if let Some(Place { root: Root::Slot(slot), .. }) = arg.place().filter(|_| mutable)
                && let Some(all) = of_type(&func.slots[*slot].ty)
            {
                slots.insert(*slot, all);
            }
        }
    }
    slots
}
