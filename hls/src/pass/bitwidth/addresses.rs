//! What indices, the bounds of loops, and conditions on counters are computed from.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{
    BinaryOp, Constants, Func, Init, Op, OpKind, Place, RegionId, Root, SlotId, UnaryOp, ValueId,
};

/// The values and local scalars of which indices, bounds and counters that are compared are sums, choices or remainders by masks.
pub(super) struct Addresses {
    values: FxHashSet<ValueId>,
    slots: FxHashSet<SlotId>,
}

impl Addresses {
    pub fn of(func: &Func, constants: &Constants) -> Self {
        let mut search = Search {
            func,
            constants,
            defined: FxHashMap::default(),
            written: FxHashMap::default(),
            counting: FxHashSet::default(),
            open: Vec::new(),
            found: Self { values: FxHashSet::default(), slots: FxHashSet::default() },
        };
        for op in func.ops_in_order() {
            search.note(&func.ops[op]);
        }
        while let Some(value) = search.open.pop() {
            if search.found.values.insert(value)
                && let Some(op) = search.defined.get(&value)
            {
                search.follow(op);
            }
        }
        search.found
    }

    pub fn has(&self, value: ValueId) -> bool {
        self.values.contains(&value)
    }

    pub fn has_slot(&self, slot: SlotId) -> bool {
        self.slots.contains(&slot)
    }
}

struct Search<'s> {
    func: &'s Func,
    constants: &'s Constants,
    defined: FxHashMap<ValueId, &'s Op>,
    /// What local scalars are set to.
    written: FxHashMap<SlotId, Vec<ValueId>>,
    /// Induction variables, and sums with them.
    counting: FxHashSet<ValueId>,
    open: Vec<ValueId>,
    found: Addresses,
}

impl<'s> Search<'s> {
    fn note(&mut self, op: &'s Op) {
        self.defined.extend(op.result.map(|result| (result, op)));
        let mut index = |place: &Place| self.open.extend(place.indices());
        op.kind.for_each_read(&mut index);
        op.kind.for_each_write(|_| true, &mut index);
        match &op.kind {
            OpKind::For(for_loop) => {
                self.open.extend([for_loop.lo, for_loop.hi]);
                self.counting.extend(&self.func.regions[for_loop.body].params);
            }
            // Whether an unrolled iteration runs, among others: accesses in a row are seen by the sums that are compared.
            OpKind::Compare { lhs, rhs, .. } if [lhs, rhs].iter().any(|it| self.counting.contains(*it)) => {
                self.open.extend([*lhs, *rhs]);
            }
            OpKind::Cast(value) | OpKind::Bits(value) if self.counting.contains(value) => {
                self.counting.extend(op.result);
            }
            OpKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs, .. }
                if [lhs, rhs].iter().any(|it| self.counting.contains(*it)) =>
            {
                self.counting.extend(op.result);
            }
            OpKind::Write(Place { root: Root::Slot(slot), path }, value) if path.is_empty() => {
                self.written.entry(*slot).or_default().push(*value);
            }
            OpKind::Declare { slot, init: Init::Fill(value) } => {
                self.written.entry(*slot).or_default().push(*value);
            }
            _ => {}
        }
    }

    /// Looks at what an operation computes its result from.
    fn follow(&mut self, op: &Op) {
        match &op.kind {
            OpKind::Cast(value)
            | OpKind::Bits(value)
            | OpKind::Unary { op: UnaryOp::Neg | UnaryOp::Not, arg: value, .. } => self.open.push(*value),
            OpKind::Binary { op: BinaryOp::Mul, lhs, rhs, .. }
                if [lhs, rhs].iter().all(|factor| self.constants.get(**factor).is_none()) => {}
            OpKind::Binary { op: BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr, .. } => {}
            OpKind::Binary { lhs, rhs, .. } => self.open.extend([*lhs, *rhs]),
            OpKind::If { then, otherwise, .. } => {
                let yielded = [*then, *otherwise].map(|region| self.yielded(region));
                self.open.extend(yielded.into_iter().flatten());
            }
            OpKind::Read(Place { root: Root::Slot(slot), path }) if path.is_empty() => {
                self.found.slots.insert(*slot);
                self.open.extend(self.written.get(slot).into_iter().flatten());
            }
            _ => {}
        }
    }

    fn yielded(&self, region: RegionId) -> Option<ValueId> {
        let last = self.func.regions[region].ops.last()?;
        if let OpKind::Yield(value) = self.func.ops[*last].kind { Some(value) } else { None }
    }
}
