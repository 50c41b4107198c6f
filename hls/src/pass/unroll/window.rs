//! Windows: nests of two short loops inside of another loop, as the products of a stencil, which are unrolled without a directive.
//!
//! The loop around them becomes the innermost one, so that in each cycle a whole window starts instead of one of its elements. Vitis
//! does the same (UG1399, "config_unroll").

use rustc_hash::FxHashSet;
use sycl_hls_ir::{Constants, ForLoop, Func, OpId, OpKind, RegionId};

use super::trip::Trip;

/// The most iterations of both loops of a window together: three by three.
const MOST_ITERATIONS: u128 = 9;

/// The outer loops of a function's windows.
pub(super) fn windows(func: &Func, constants: &Constants) -> FxHashSet<OpId> {
    let mut found = FxHashSet::default();
    Search { func, constants }.region(func.body, &mut found);
    found
}

struct Search<'a> {
    func: &'a Func,
    constants: &'a Constants,
}

impl<'a> Search<'a> {
    /// Adds the windows of the loops in a region: of those that have no other loops in them.
    fn region(&self, region: RegionId, found: &mut FxHashSet<OpId>) {
        for (_, around) in self.loops_in(region) {
            for body in around.regions() {
                let inner = self.loops_in(body);
                if inner.iter().all(|(_, kind)| self.is_window(kind)) {
                    found.extend(inner.into_iter().map(|(op, _)| op));
                } else {
                    self.region(body, found);
                }
            }
        }
    }

    fn is_window(&self, kind: &OpKind) -> bool {
        let OpKind::For(outer) = kind else { return false };
        let [(_, OpKind::For(inner))] = self.loops_in(outer.body)[..] else { return false };
        let total = self.iterations(outer).zip(self.iterations(inner)).map(|(outer, inner)| outer * inner);
        self.loops_in(inner.body).is_empty() && total.is_some_and(|total| total <= MOST_ITERATIONS)
    }

    /// How often a loop runs; `None` if that is not known, or a directive is about it.
    fn iterations(&self, for_loop: &ForLoop) -> Option<u128> {
        let trip = Trip::of(for_loop, self.constants).filter(|_| for_loop.directives.is_empty())?;
        Some(trip.count)
    }

    /// The loops of a region that are in no other loop of it.
    fn loops_in(&self, region: RegionId) -> Vec<(OpId, &'a OpKind)> {
        let ops = self.func.regions[region].ops.iter();
        let of_one = |op: &OpId| match &self.func.ops[*op].kind {
            kind @ (OpKind::For(_) | OpKind::While { .. }) => vec![(*op, kind)],
            kind => kind.regions().flat_map(|inner| self.loops_in(inner)).collect(),
        };
        ops.flat_map(of_one).collect()
    }
}
