//! Places: from place expressions to memory.

use sycl_hls_ir::{CompareOp, OpKind, Place, Root, Span, Step, Trap, Type, ValueId};
use sycl_hls_types::TrapKind;

use super::Lowerer;
use super::operand::{Length, Operand, View};
use crate::hir::{ExprId, ExprKind};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// What a place expression denotes; any other expression is evaluated.
    pub(super) fn lvalue(&mut self, id: ExprId) -> Option<Operand> {
        match self.kind(id) {
            ExprKind::Local(local) => {
                self.regions.touch(*local);
                self.bindings.get(*local).cloned()
            }
            ExprKind::Const(constant) => {
                let global = self.program.global(*constant)?;
                Some(Operand::Place(Place::whole(Root::Global(global))))
            }
            ExprKind::Field(base, _) => {
                let base_operand = Self::dereferenced(self.lvalue(*base)?);
                self.part(&base_operand, self.types.field(id)?)
            }
            ExprKind::Deref(reference) => Some(Self::dereferenced(self.lvalue(*reference)?)),
            ExprKind::Index(..) if self.gives_reference(id) => {
                Some(Self::dereferenced(self.called_reference(id)?))
            }
            ExprKind::Index(base, index, _) => self.element(id, *base, *index).map(Operand::Place),
            _ => self.operand(id),
        }
    }

    /// The memory that a place expression names; a value without any gets some.
    pub(super) fn place(&mut self, id: ExprId) -> Option<Place> {
        let operand = self.lvalue(id)?;
        let ty = self.types.expr(id).deref().clone();
        self.spilled(operand, &ty, self.span(id))
    }

    /// `base[index]`.
    fn element(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Option<Place> {
        let view = self.view(base)?;
        // Rust checks an index before it evaluates the next one, and names the place where the part up to
        // that index begins: parentheses around the whole are no part of it.
        if !self.cannot_fail(index) || self.span(base).start != self.span(id).start {
            self.probe(&view.place, base);
        }
        let index = self.value(index)?;
        let span = self.span(id);
        Some(self.at(&view, index, span))
    }

    /// The element of a view with this index, which is checked.
    pub(super) fn at(&mut self, view: &View, index: ValueId, span: Span) -> Place {
        let Some((_, len)) = view.part else { return view.place.then(Step::Index(index)) };
        let len = self.length_value(len, span);
        let cond = self.builder.compare(CompareOp::Ge, index, len, span);
        let object = self.program.module.place_name(self.builder.func(), &view.place);
        let trap = Trap { kind: TrapKind::Index, operands: vec![index, len], object: Some(object) };
        self.builder.push(OpKind::PanicIf { cond, trap }, span);
        self.within(view, index, span)
    }

    /// The element of a view with this index, which lies in it.
    pub(super) fn within(&mut self, view: &View, index: ValueId, span: Span) -> Place {
        let index = match view.part {
            Some((first, _)) => self.sum(first, index, span),
            None => index,
        };
        view.place.then(Step::Index(index))
    }

    /// The elements behind an array, a slice, or a reference to one.
    pub(super) fn view(&mut self, id: ExprId) -> Option<View> {
        match self.kind(id) {
            ExprKind::Part { base, lo, hi, inclusive, at } => {
                self.part_view(*base, *lo, *hi, *inclusive, *at)
            }
            ExprKind::Ref { place, .. } => self.view(*place),
            ExprKind::Deref(reference) => self.view(*reference),
            _ => match self.lvalue(id)? {
                Operand::Slice(view) => Some(view),
                Operand::Place(place) | Operand::Ref(place) => Some(View::whole(place)),
                _ => None,
            },
        }
    }

    /// `base[lo..hi]` as an offset and a length.
    fn part_view(
        &mut self,
        base: ExprId,
        lo: Option<ExprId>,
        hi: Option<ExprId>,
        inclusive: bool,
        span: Span,
    ) -> Option<View> {
        let view = self.view(base)?;
        // The part may be empty, and then nothing else checks the indices before it.
        self.probe(&view.place, base);
        let len = self.len(&view, span);
        let len = self.length_value(len, span);
        let known = hi.and_then(|hi| self.known_distance(lo, hi)?.checked_add(u64::from(inclusive)));
        let start = match lo {
            Some(lo) => self.value(lo)?,
            None => self.constant(0_u64, span),
        };
        let end = match hi {
            Some(hi) if inclusive => {
                let last = self.value(hi)?;
                // The end would be 0, and an empty part would pass the checks.
                let max = self.constant(u64::MAX, span);
                let cond = self.builder.compare(CompareOp::Eq, last, max, span);
                self.builder.panic_if(cond, TrapKind::SliceEnd, vec![last, len], span);
                let one = self.constant(1_u64, span);
                self.sum(last, one, span)
            }
            Some(hi) => self.value(hi)?,
            None => len,
        };
        self.check_part(start, end, len, hi.is_none(), span);
        let count = self.difference(end, start, span);
        let count = known.map_or(Length::Value(count), Length::Known);
        let first = match view.part {
            Some((first, _)) => self.sum(first, start, span),
            None => start,
        };
        Some(View { place: view.place, part: Some((first, count)) })
    }

    /// Rust's checks of `start..end`.
    fn check_part(&mut self, start: ValueId, end: ValueId, len: ValueId, open: bool, span: Span) {
        if open {
            let cond = self.builder.compare(CompareOp::Gt, start, len, span);
            self.builder.panic_if(cond, TrapKind::SliceStart, vec![start, len], span);
            return;
        }
        let cond = self.builder.compare(CompareOp::Gt, start, end, span);
        self.builder.panic_if(cond, TrapKind::SliceOrder, vec![start, end], span);
        let cond = self.builder.compare(CompareOp::Gt, end, len, span);
        self.builder.panic_if(cond, TrapKind::SliceEnd, vec![end, len], span);
    }

    /// True if an index has neither effects nor a way to stop the kernel.
    fn cannot_fail(&self, index: ExprId) -> bool {
        matches!(
            self.kind(index),
            ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Int { .. } | ExprKind::Value(..)
        )
    }

    /// Reads the first scalar of what lies at a place, for the sake of the checks of its indices: Rust checks them
    /// here. Without checks nothing is left of it.
    pub(super) fn probe(&mut self, place: &Place, id: ExprId) {
        if place.indices().next().is_none() {
            return;
        }
        let span = self.span(id);
        let mut first = place.clone();
        loop {
            match self.place_type(&first) {
                Some(Type::Scalar(scalar)) => {
                    self.builder.read(first, scalar, span);
                    return;
                }
                Some(Type::Array(..)) => {
                    let zero = self.constant(0_u64, span);
                    first = first.then(Step::Index(zero));
                }
                Some(Type::Struct(_)) => first = first.then(Step::Field(0)),
                None => return,
            }
        }
    }

    /// The reference that an expression of a reference type denotes.
    pub(super) fn reference(&mut self, id: ExprId) -> Option<Operand> {
        if self.gives_reference(id) {
            return self.called_reference(id);
        }
        let inner = self.types.expr(id).deref();
        if matches!(inner, Ty::Slice(_) | Ty::Global(_) | Ty::Local(..)) {
            return Some(Operand::Slice(self.view(id)?));
        }
        if inner.is_end() {
            return self.end(id).map(Operand::End);
        }
        match self.kind(id) {
            // What `&mut` refers to is written: a value without a name gets memory of its own.
            ExprKind::Ref { mutable: true, place } if !self.types.is_place(self.body, *place) => {
                let memory = self.chosen_memory(*place)?;
                if let Root::Slot(slot) = memory.root {
                    self.settled.remove(&slot);
                }
                Some(Operand::Ref(memory))
            }
            ExprKind::Ref { place, .. } => {
                let target = self.place(*place)?;
                self.probe(&target, *place);
                Some(Operand::Ref(target))
            }
            ExprKind::Block(block, None) => self.scope(|lowerer| {
                lowerer.stmts(block);
                lowerer.reference(block.tail?)
            }),
            ExprKind::CallVariable(local, args) => self.reference_of_variable(*local, args, self.span(id)),
            ExprKind::Match { scrutinee, arms } => self.only_arm(*scrutinee, arms, self.span(id)),
            ExprKind::Method(call) => self.method_aggregate(id, call),
            _ => match self.lvalue(id)? {
                Operand::Place(place) => Some(Operand::Ref(place)),
                other => Some(other),
            },
        }
    }
}
