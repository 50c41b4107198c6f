//! Kernels that run for each item of a range (S20 §4.9.4.2.2): loop nests over the items.

use sycl_hls_ir::{LoopDirectives, Param, ParamDirectives, ParamKind, Place, Root, Span, Step, ValueId};
use sycl_hls_types::{Length, LengthExpr, Scalar};

use super::Lowerer;
use super::choose::Sink;
use super::control::Range;
use super::operand::Operand;
use crate::front::ParamItem;
use crate::hir::{ExprKind, LocalId};
use crate::ids::LoopId;
use crate::ty::Ty;

/// The block that `return` leaves. Loops of the body count from 0.
const ITEM: LoopId = LoopId(usize::MAX);

/// How many parameters say for how many items a kernel runs, if it takes a work item. A work-group of constant size needs none.
pub(super) fn range_params(params: &[ParamItem], has_constant_groups: bool) -> Option<usize> {
    match params.first()?.ty {
        Ty::Item(dimensions) => Some(dimensions as usize),
        Ty::NdItem(dimensions) if has_constant_groups => Some(dimensions as usize),
        Ty::NdItem(dimensions) => Some(2 * dimensions as usize),
        _ => None,
    }
}

/// A length whose parameters are counted with the item as so many numbers as it has dimensions.
pub(super) fn shifted(length: &LengthExpr, by: usize) -> LengthExpr {
    let both = |a: &LengthExpr, b: &LengthExpr| (Box::new(shifted(a, by)), Box::new(shifted(b, by)));
    match length {
        LengthExpr::Const(value) => LengthExpr::Const(*value),
        LengthExpr::Param(index) => LengthExpr::Param(index + by),
        LengthExpr::Add(a, b) => {
            let (a, b) = both(a, b);
            LengthExpr::Add(a, b)
        }
        LengthExpr::Sub(a, b) => {
            let (a, b) = both(a, b);
            LengthExpr::Sub(a, b)
        }
        LengthExpr::Mul(a, b) => {
            let (a, b) = both(a, b);
            LengthExpr::Mul(a, b)
        }
        LengthExpr::Div(a, b) => {
            let (a, b) = both(a, b);
            LengthExpr::Div(a, b)
        }
    }
}

impl Lowerer<'_, '_, '_> {
    /// The parameters that say how many items there are, or groups and items of each. `item` is bound to these numbers.
    pub(super) fn bind_range(&mut self, item: LocalId, ty: &Ty, span: Span) {
        let mut range = match *ty {
            Ty::NdItem(dimensions) => self.extents("groups", dimensions, span),
            Ty::Item(dimensions) => self.extents("range", dimensions, span),
            _ => return,
        };
        if let Ty::NdItem(dimensions) = *ty {
            let sizes: Vec<u32> =
                self.builder.func().directives.work_group.iter().map(|size| size.items).collect();
            if sizes.is_empty() {
                range.extend(self.extents("local", dimensions, span));
            } else {
                range.extend(sizes.into_iter().map(|size| self.constant(u64::from(size), span)));
            }
        }
        self.bindings.insert(item, Operand::Parts(range.into_iter().map(Operand::Value).collect()));
    }

    /// A parameter for each dimension.
    fn extents(&mut self, name: &str, dimensions: u32, span: Span) -> Vec<ValueId> {
        let extents = (0..dimensions).map(|dimension| {
            let name = format!("{name}{dimension}");
            let value = self.builder.value(Scalar::U64, Some(&name));
            let (kind, directives) = (ParamKind::Scalar(value), ParamDirectives::default());
            self.builder.func_mut().params.push(Param { name, kind, directives, span });
            value
        });
        extents.collect()
    }

    /// The body for each item of the range that `item` holds until then.
    pub(super) fn each_item(&mut self, item: LocalId) {
        let Some(Operand::Parts(range)) = self.bindings.get(item).cloned() else { return };
        let mut values = Vec::new();
        self.leaves(&Operand::Parts(range), &mut values);
        let innermost = self.loop_over_items();
        self.nest(item, &values, &mut Vec::new(), &innermost);
        self.finish_reductions();
        self.return_nothing(self.body.block.span);
    }

    /// Declares what the items combine; gives the directives of the innermost loop over them. What a directive of the kernel says of its
    /// pipeline is about the items.
    pub(super) fn loop_over_items(&mut self) -> LoopDirectives {
        let pipeline = self.builder.func_mut().directives.pipeline.take();
        self.begin_reductions();
        LoopDirectives {
            pipeline,
            dependences: self.dependences_of_reductions(),
            ..LoopDirectives::default()
        }
    }

    /// A loop for each dimension of a range, or for each of the groups and then of the items in a group; the innermost one has the
    /// directives.
    fn nest(&mut self, item: LocalId, range: &[ValueId], ids: &mut Vec<ValueId>, innermost: &LoopDirectives) {
        let span = self.body.locals[item].span;
        let Some(hi) = range.get(ids.len()).copied() else {
            let parts = ids.iter().chain(range).map(|value| Operand::Value(*value));
            self.bindings.insert(item, Operand::Parts(parts.collect()));
            return self.item_body(span);
        };
        let lo = self.constant(0_u64, span);
        let is_last = ids.len() + 1 == range.len();
        let directives = if is_last { innermost.clone() } else { LoopDirectives::default() };
        let name = self.index_name(item, ids.len());
        let counted = Range { lo, hi, inclusive: false, step: 1 };
        self.range_loop(counted, None, directives, Some(&name), span, |lowerer, id| {
            ids.push(id);
            lowerer.nest(item, range, ids, innermost);
        });
    }

    /// The name of the counter of such a loop.
    fn index_name(&self, item: LocalId, depth: usize) -> String {
        match self.types.local(item) {
            Ty::NdItem(dimensions) => match depth.checked_sub(*dimensions as usize) {
                None => format!("group{depth}"),
                Some(dimension) => format!("item{dimension}"),
            },
            _ => format!("id{depth}"),
        }
    }

    /// A slice with an element for each item, whose variable is bound for each one.
    pub(super) fn own_element(&mut self, local: LocalId, param: &ParamItem, params: &[ParamItem]) {
        let Ty::Ref { mutable, inner } = &param.ty else { return };
        let Some(element) = self.ir_type(inner) else { return };
        let sizes = self.builder.func().directives.work_group.iter().map(|size| u64::from(size.items));
        let sizes: Vec<u64> = sizes.collect();
        let extents = (0..range_params(params, !sizes.is_empty()).unwrap_or_default()).map(LengthExpr::Param);
        let extents = extents.chain(sizes.into_iter().map(LengthExpr::Const));
        let items = extents.reduce(|a, b| LengthExpr::Mul(Box::new(a), Box::new(b)));
        let length = Length::Expr(items.unwrap_or(LengthExpr::Const(1)));
        let kind = ParamKind::Slice { element, mutable: *mutable, length, bundle: param.bundle.clone() };
        let (name, directives, span) = (param.name.clone(), param.directives.set.clone(), param.span);
        let params = &mut self.builder.func_mut().params;
        self.own_elements.push((local, params.len()));
        params.push(Param { name, kind, directives, span });
    }

    /// Binds the variables of an item's own elements.
    fn bind_own_elements(&mut self, span: Span) {
        let Some(item) = self.body.params.first().filter(|_| !self.own_elements.is_empty()) else { return };
        let Some(index) = self.item_index(*item, span) else { return };
        for (local, param) in self.own_elements.clone() {
            let place = Place::whole(Root::Param(param)).then(Step::Index(index));
            self.bindings.insert(local, Operand::Ref(place));
        }
    }

    /// An item's index among all.
    fn item_index(&mut self, item: LocalId, at: Span) -> Option<ValueId> {
        let Some(Operand::Parts(parts)) = self.bindings.get(item).cloned() else { return None };
        match *self.types.local(item) {
            Ty::Item(dimensions) => {
                let (ids, range) = parts.split_at_checked(dimensions as usize)?;
                self.linear(ids, range, at)
            }
            Ty::NdItem(dimensions) => self.nd_item_index(&parts, dimensions as usize, at),
            _ => None,
        }
    }

    /// An item's position in the order in which they run: group after group.
    pub(super) fn item_position(&mut self, item: LocalId, at: Span) -> Option<ValueId> {
        match *self.types.local(item) {
            Ty::NdItem(dimensions) => {
                let Some(Operand::Parts(parts)) = self.bindings.get(item).cloned() else { return None };
                self.nd_item_position(&parts, dimensions as usize, at)
            }
            _ => self.item_index(item, at),
        }
    }

    /// The kernel's body for one item.
    pub(super) fn item_body(&mut self, span: Span) {
        self.bind_own_elements(span);
        self.bind_reductions();
        let body = self.body;
        let returns = body.exprs.iter().any(|(_, expr)| matches!(expr.kind, ExprKind::Return(_)));
        if returns {
            self.item = Some(ITEM);
            self.labelled(ITEM, &body.block, &Sink::Effect, span);
        } else {
            self.block(&body.block, &Sink::Effect);
        }
        self.take_reductions(span);
    }
}
