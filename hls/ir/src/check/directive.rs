//! Directives (K14).

use super::Report;
use crate::directive::{Allocation, At, BindOp, DirectiveSet, Entry, OptionKind, OptionValue};
use crate::{
    Func, FuncDirectives, FuncKind, LoopDirectives, Module, Param, ParamKind, ScopeDirectives, Slot, Span,
    Value,
};

/// What directives must keep to by themselves.
fn alone(set: &impl DirectiveSet, span: Span, report: &mut Report<'_>) {
    set.entries().iter().for_each(|entry| entry_alone(entry, span, report));
}

fn entry_alone(entry: &Entry, span: Span, report: &mut Report<'_>) {
    for (name, value) in &entry.options {
        let schema = entry.schema.iter().find(|option| option.name == *name);
        if let (Some(OptionKind::Number { min, max }), OptionValue::Number(number)) =
            (schema.map(|option| option.kind), value)
            && !(min..=max).contains(number)
        {
            report.error("K14", span, format!("`{name}` of `{}` cannot be {number}", entry.name));
        }
    }
    if let Some(problem) = &entry.problem {
        report.error("K14", span, &problem.message);
    }
}

pub(super) fn of_loop(module: &Module, set: &LoopDirectives, span: Span, report: &mut Report<'_>) {
    alone(set, span, report);
    allocations(module, &set.allocations, span, report);
}

pub(super) fn of_scope(module: &Module, set: &ScopeDirectives, span: Span, report: &mut Report<'_>) {
    alone(set, span, report);
    allocations(module, &set.allocations, span, report);
}

fn allocations(module: &Module, allocations: &[At<Allocation>], span: Span, report: &mut Report<'_>) {
    for name in allocations.iter().filter_map(|it| it.function.as_ref()) {
        let helper = module.func(&name.0).is_some_and(|func| module.funcs[func].kind == FuncKind::Helper);
        if !helper {
            report.error("K14", span, format!("`{}` is no helper function", name.0));
        }
    }
}

pub(super) fn of_slot(slot: &Slot, span: Span, report: &mut Report<'_>) {
    let (set, dims) = (&slot.directives, slot.ty.dims());
    alone(set, span, report);
    let partitions = set.partitions.iter().map(|it| it.problem_with(&dims));
    let reshapes = set.reshapes.iter().map(|it| it.problem_with(&dims));
    for problem in partitions.chain(reshapes).flatten() {
        report.error("K14", span, problem.message);
    }
    if set.storage.is_some() && dims.is_empty() {
        report.error("K14", span, format!("`{}` is no array and has no memory", slot.name));
    }
    if set.dependences.iter().any(|dependence| dependence.variable.is_some()) {
        report.error("K14", span, "a dependence of a declaration names another variable");
    }
    set.bind_ops.iter().for_each(|bind_op| names_its_operation(bind_op, span, report));
}

fn names_its_operation(bind_op: &BindOp, span: Span, report: &mut Report<'_>) {
    if bind_op.op.is_none() {
        report.error("K14", span, "a binding does not name its operation");
    }
}

pub(super) fn of_value(value: &Value, span: Span, report: &mut Report<'_>) {
    if let Some(bind_op) = &value.bind_op {
        entry_alone(&Entry::of(bind_op), span, report);
        names_its_operation(bind_op, span, report);
    }
}

pub(super) fn of_param(func: &Func, param: &Param, report: &mut Report<'_>) {
    let set = &param.directives;
    alone(set, param.span, report);
    let kernel = func.is_kernel();
    let (slice, scalar) =
        (matches!(param.kind, ParamKind::Slice { .. }), matches!(param.kind, ParamKind::Scalar(_)));
    let read_only = matches!(param.kind, ParamKind::Slice { mutable: false, .. });
    let port = set.m_axi.is_some() || !set.banks.is_empty();
    let fits = (!port || kernel && slice)
        && (set.cache.is_none() || kernel && read_only)
        && (set.s_axilite.is_none() || kernel)
        && (set.instantiate.is_none() || !kernel && scalar)
        && one_or_each(set.banks.len(), func.directives.units());
    if !fits {
        report.error("K14", param.span, format!("the directives of `{}` do not fit it", param.name));
    }
}

pub(super) fn of_func(module: &Module, func: &Func, report: &mut Report<'_>) {
    let set: &FuncDirectives = &func.directives;
    alone(set, func.span, report);
    allocations(module, &set.allocations, func.span, report);
    let of_kernels = set.ap_ctrl_hs.is_some()
        || set.ap_ctrl_chain.is_some()
        || set.ap_ctrl_none.is_some()
        || set.auto_restart.is_some()
        || !set.work_group.is_empty()
        || set.control.is_some()
        || set.performance.is_some()
        || set.compute_units.is_some()
        || !set.slrs.is_empty()
        || set.clock.is_some();
    let misplaced = if func.is_kernel() { set.inline.is_some() } else { of_kernels };
    let chained = set.ap_ctrl_chain.is_some() || set.auto_restart.is_some();
    let started = set.ap_ctrl_hs.is_some() || chained;
    let two_protocols = set.ap_ctrl_hs.is_some() && chained || set.ap_ctrl_none.is_some() && started;
    let rewound = set.pipeline.as_ref().is_some_and(|pipeline| pipeline.rewind);
    if misplaced || two_protocols || rewound || !one_or_each(set.slrs.len(), set.units()) {
        report.error("K14", func.span, "the function's directives do not fit it");
    }
}

/// None, one for all compute units, or one for each.
fn one_or_each(given: usize, units: u32) -> bool {
    given <= 1 || given == units as usize
}
