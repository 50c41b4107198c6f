//! Reductions: what the items of a kernel combine, by the functions of `library/reduction.rs`.

use sycl_hls_ir::directive::{At, Dependence, DependenceKind, Dependent, Direction};
use sycl_hls_ir::{Init, Place, Root, Slot, SlotId, Span};

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::front::ParamItem;
use crate::hir::LocalId;
use crate::ty::Ty;

/// Partial results side by side: the items from one addition to such a result to the next. `library/reduction.rs` has the same number.
const LANES: u32 = 16;

/// An argument of a kernel to which its items combine values.
#[derive(Clone)]
pub(super) struct Reduction {
    /// The variable, which is each item's own.
    local: LocalId,
    name: String,
    ty: Ty,
    span: Span,
    /// The result.
    result: Operand,
    /// The partial results of a block of items, and of all blocks before.
    partial: Option<[SlotId; 2]>,
}

impl Reduction {
    pub fn new(local: LocalId, param: &ParamItem, result: Operand) -> Self {
        let (name, ty, span) = (param.name.clone(), param.ty.clone(), param.span);
        Self { local, name, ty, span, result, partial: None }
    }
}

impl Lowerer<'_, '_, '_> {
    /// Declares the partial results, of nothing yet.
    pub(super) fn begin_reductions(&mut self) {
        for index in 0..self.reductions.len() {
            let Reduction { name, ty, span, .. } = self.reductions[index].clone();
            let Some(value) = self.program.front.reduced(&ty).cloned() else { continue };
            let of_lanes = Ty::array(Ty::option(value), LANES.into());
            let mut partial = |what| self.made(&format!("{name}_{what}"), &of_lanes, ("begin", &ty), span);
            self.reductions[index].partial = partial("parts").zip(partial("totals")).map(Into::into);
        }
    }

    /// Binds the variables of an item, which has combined nothing.
    pub(super) fn bind_reductions(&mut self) {
        for Reduction { local, name, ty, span, .. } in self.reductions.clone() {
            if let Some(own) = self.made(&name, ty.deref(), ("own", &ty), span) {
                self.bindings.insert(local, in_memory(own));
            }
        }
    }

    /// Adds what the item at hand has combined to the partial results.
    pub(super) fn take_reductions(&mut self, at: Span) {
        let item = self.body.params.first().filter(|_| !self.reductions.is_empty());
        let Some(position) = item.and_then(|item| self.item_position(*item, at)) else { return };
        for Reduction { local, ty, partial, .. } in self.reductions.clone() {
            let (Some(own), Some(partial)) = (self.bindings.get(local).cloned(), partial) else { continue };
            let [parts, totals] = partial.map(in_memory);
            self.step_of_reduction(
                &ty,
                "take",
                vec![parts, totals, Operand::Value(position), own],
                &Sink::Effect,
                at,
            );
        }
    }

    /// Puts the partial results together, with what was there before.
    pub(super) fn finish_reductions(&mut self) {
        for Reduction { ty, span, result, partial, .. } in self.reductions.clone() {
            let Some(partial) = partial else { continue };
            let [parts, totals] = partial.map(in_memory);
            self.step_of_reduction(&ty, "finish", vec![parts, totals, result], &Sink::Effect, span);
        }
    }

    /// What holds of the loop over the items: those next to each other add to different partial results.
    pub(super) fn dependences_of_reductions(&self) -> Vec<At<Dependence>> {
        let partial =
            |reduction: &Reduction| reduction.partial.map(|slots| slots.map(|slot| (slot, reduction.span)));
        let slots = self.reductions.iter().filter_map(partial).flatten();
        let dependence = |slot| Dependence {
            variable: Some(Root::Slot(slot)),
            class: None,
            kind: Some(DependenceKind::Inter),
            direction: Some(Direction::ReadAfterWrite),
            distance: Some(LANES),
            dependent: Dependent::True,
        };
        slots.map(|(slot, span)| At::new(dependence(slot), span)).collect()
    }

    /// A variable with the value that a function of the library makes.
    fn made(&mut self, name: &str, ty: &Ty, (step, reduction): (&str, &Ty), span: Span) -> Option<SlotId> {
        let variable = Slot::variable(name, self.ir_type(ty)?);
        let slot = self.builder.declare(variable, Init::Uninit, span);
        self.step_of_reduction(
            reduction,
            step,
            Vec::new(),
            &Sink::Store(Place::whole(Root::Slot(slot))),
            span,
        );
        Some(slot)
    }

    /// Calls the library's function for a step.
    fn step_of_reduction(&mut self, ty: &Ty, name: &str, actuals: Vec<Operand>, sink: &Sink, at: Span) {
        let Some(instance) = self.program.front.step_of_reduction(ty, name) else { return };
        self.call_instance(&instance, actuals, sink, at);
    }
}

fn in_memory(slot: SlotId) -> Operand {
    Operand::Ref(Place::whole(Root::Slot(slot)))
}
