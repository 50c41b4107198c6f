//! Exits to where control goes anyway, and blocks that nothing leaves.

use sycl_hls_ir::{ForLoop, Func, OpId, OpKind, RegionId};

/// The operations of a block that nothing leaves, other than at its end; they no longer stand in it.
pub(super) fn dissolve(func: &mut Func, body: RegionId) -> Option<Vec<OpId>> {
    drop_at_end(func, body, &OpKind::Break(0));
    if func.has_break(body, 0) {
        return None;
    }
    raise(func, body, 0);
    Some(std::mem::take(&mut func.regions[body].ops))
}

/// Drops `continue` where an iteration ends.
pub(super) fn drop_continue(func: &mut Func, op: OpId) {
    if let OpKind::For(ForLoop { body, .. }) | OpKind::While { body, .. } = func.ops[op].kind {
        drop_at_end(func, body, &OpKind::Continue(0));
    }
}

/// Drops an exit wherever control would go the same way without it.
fn drop_at_end(func: &mut Func, region: RegionId, exit: &OpKind) {
    let Some(&last) = func.regions[region].ops.last() else { return };
    match func.ops[last].kind {
        ref kind if kind == exit => {
            func.regions[region].ops.pop();
        }
        OpKind::If { then, otherwise, .. } if func.ops[last].result.is_none() => {
            drop_at_end(func, then, exit);
            drop_at_end(func, otherwise, exit);
        }
        OpKind::Scope { body, .. } => drop_at_end(func, body, exit),
        _ => {}
    }
}

/// Exits out of a region have one level less around them.
fn raise(func: &mut Func, region: RegionId, inside: u32) {
    for op in func.regions[region].ops.clone() {
        if let OpKind::Break(levels) | OpKind::Continue(levels) = &mut func.ops[op].kind
            && *levels > inside
        {
            *levels -= 1;
        }
        let regions: Vec<(RegionId, u32)> = func.ops[op].kind.inner_regions().collect();
        for (inner, deeper) in regions {
            raise(func, inner, inside + deeper);
        }
    }
}
