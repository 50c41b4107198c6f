//! Directives of the function that calls were inlined into.

use sycl_hls_ir::{Constants, Func, LoopDirectives, Module, OpKind, RegionId};

/// Takes `pipeline` from loops and functions in which there now are loops without constant bounds (K14).
pub(super) fn settle(module: &Module, func: &mut Func) {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        constants.learn(module, func, &func.ops[op]);
    }
    if !settle_region(func, func.body, &constants) && func.directives.is_pipelined() {
        func.directives.pipeline = None;
    }
}

/// Settles what is in a region; true if each loop there has constant bounds.
fn settle_region(func: &mut Func, region: RegionId, constants: &Constants) -> bool {
    let mut bounded = true;
    for op in func.regions[region].ops.clone() {
        let regions: Vec<RegionId> = func.ops[op].kind.regions().collect();
        let mut inside = true;
        for inner in regions {
            inside &= settle_region(func, inner, constants);
        }
        let kind = &mut func.ops[op].kind;
        if let Some(directives) = kind.loop_directives_mut().filter(|it| !inside && it.is_pipelined()) {
            directives.pipeline = None;
        }
        bounded &= inside && is_bounded(kind, constants);
    }
    bounded
}

fn is_bounded(kind: &OpKind, constants: &Constants) -> bool {
    match kind {
        OpKind::For(it) => constants.get(it.lo).is_some() && constants.get(it.hi).is_some(),
        // Processes do not stand in a pipeline at all (K17).
        OpKind::While { .. } | OpKind::Dataflow { .. } => false,
        _ => true,
    }
}

/// Drops limits of functions, which are gone.
pub(super) fn forget_functions(func: &mut Func) {
    func.directives.allocations.retain(|limit| limit.function.is_none());
    for op in func.ops_in_order() {
        let limits = match &mut func.ops[op].kind {
            OpKind::Scope { directives, .. } => &mut directives.allocations,
            kind => match kind.loop_directives_mut() {
                Some(LoopDirectives { allocations, .. }) => allocations,
                None => continue,
            },
        };
        limits.retain(|limit| limit.function.is_none());
    }
}
