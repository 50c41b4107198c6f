//! Kernels whose items depend on the others of their group: by barriers (S20 §3.9.8.2, §4.17.2.3) and local memory (S20 §4.7.6.11).
//!
//! The kernel's body is lowered once, for an item whose indices nobody knows. Fission makes of it a nest of loops over the items for each
//! part between barriers ([`super::fission`]).

use sycl_hls_ir::{
    Diagnostic, Init, LoopDirectives, OpKind, Place, Root, ScopeDirectives, Slot, Span, Type, ValueId,
};
use sycl_hls_types::Scalar;

use super::Lowerer;
use super::control::Range;
use super::fission::{Fission, Group, Mark};
use super::operand::{Operand, View};
use crate::codes;
use crate::front::Signature;
use crate::hir::{ExprKind, LocalId};
use crate::signature::without_size;
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// A barrier: an operation without an effect marks the place until fission.
    pub(super) fn barrier(&mut self, at: Span) {
        if self.builder.func().directives.work_group.is_empty() {
            return self.program.front.report(without_size("a barrier", at));
        }
        let body = self.builder.new_region(Vec::new());
        let directives = Box::new(ScopeDirectives::default());
        let mark = self.builder.push(OpKind::Scope { directives, body }, at);
        self.marks.insert(mark, Mark::Barrier(at));
    }

    /// The body for each item of each group: a loop nest over the groups, and in it what fission makes of the items.
    pub(super) fn each_group(&mut self, item: LocalId, signature: &Signature) {
        let Some(Operand::Parts(range)) = self.bindings.get(item).cloned() else { return };
        let mut extents = Vec::new();
        self.leaves(&Operand::Parts(range), &mut extents);
        let innermost = self.loop_over_items();
        let dimensions = extents.len() / 2;
        self.groups(&extents, dimensions, &mut Vec::new(), &mut |lowerer, group| {
            lowerer.local_memory(signature);
            lowerer.group(item, group, &extents, &innermost);
        });
        self.finish_reductions();
        self.return_nothing(self.body.block.span);
    }

    /// A loop for each dimension of the groups.
    fn groups(
        &mut self,
        extents: &[ValueId],
        dimensions: usize,
        group: &mut Vec<ValueId>,
        fill: &mut dyn FnMut(&mut Self, &[ValueId]),
    ) {
        let span = self.body.block.span;
        if group.len() == dimensions {
            return fill(self, group);
        }
        let (lo, hi) = (self.constant(0_u64, span), extents[group.len()]);
        let name = format!("group{}", group.len());
        let counted = Range { lo, hi, inclusive: false, step: 1 };
        self.range_loop(counted, None, LoopDirectives::default(), Some(&name), span, |lowerer, id| {
            group.push(id);
            lowerer.groups(extents, dimensions, group, fill);
        });
    }

    /// The memory of the group, which nobody has written.
    fn local_memory(&mut self, signature: &Signature) {
        for (param, &local) in signature.params.iter().zip(&self.body.params) {
            let Ty::Local(element, len) = param.ty.deref() else { continue };
            let Some(element) = self.ir_type(element) else { continue };
            let slot = Slot::variable(param.name.clone(), Type::array(element, *len));
            let slot = self.builder.declare(slot, Init::Uninit, param.span);
            self.bindings.insert(local, Operand::Slice(View::whole(Place::whole(Root::Slot(slot)))));
        }
    }

    /// The items of one group.
    fn group(&mut self, item: LocalId, group: &[ValueId], extents: &[ValueId], innermost: &LoopDirectives) {
        let sizes: Vec<u64> =
            self.builder.func().directives.work_group.iter().map(|size| u64::from(size.items)).collect();
        let ids: Vec<ValueId> = (0..sizes.len())
            .map(|dimension| self.builder.value(Scalar::U64, Some(&format!("item{dimension}"))))
            .collect();
        let parts = group.iter().chain(&ids).chain(extents).map(|value| Operand::Value(*value));
        self.bindings.insert(item, Operand::Parts(parts.collect()));
        let errors = self.program.front.diagnostics.len();
        if let Some(error) = self.early_return() {
            return self.program.front.report(error);
        }
        let span = self.body.locals[item].span;
        let body = self.with_region(|lowerer| lowerer.item_body(span));
        if self.program.front.diagnostics.len() > errors {
            return;
        }
        for slot in std::mem::take(&mut self.of_group) {
            self.builder.push(OpKind::Declare { slot, init: Init::Uninit }, span);
        }
        let group = Group { ids, sizes, innermost: innermost.clone(), span };
        if let Err(error) = Fission::new(&mut self.builder, &self.marks, group, body).run() {
            self.program.front.report(*error);
        }
    }

    /// The error that an item may end while the others wait for it.
    fn early_return(&self) -> Option<Diagnostic> {
        if !self.types.is_cooperative() {
            return None;
        }
        let at = self.body.exprs.iter().find_map(|(_, expr)| match expr.kind {
            ExprKind::Return(_) => Some(expr.span),
            _ => None,
        })?;
        let message = "an item may end while the others of its group wait for it";
        Some(
            Diagnostic::error(codes::BARRIER, at, message)
                .note("all items of a group run through the same barriers (S20 §4.17.2.3)")
                .help("put the statements between two barriers under the condition: `if i < n { .. }`"),
        )
    }
}
