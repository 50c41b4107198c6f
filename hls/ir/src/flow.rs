//! Where control cannot go on.

use sycl_hls_types::ScalarValue;

use crate::{Func, OpId, OpKind, RegionId};

impl Func {
    /// True if control never reaches the end of a region, not even to yield: it leaves the region by a `return`,
    /// a `break` or a `continue`, or stays inside forever.
    #[must_use]
    pub fn leaves(&self, region: RegionId) -> bool {
        self.regions[region].ops.iter().any(|&op| match self.ops[op].kind {
            OpKind::Return(_) | OpKind::Break(_) | OpKind::Continue(_) => true,
            _ => self.never_goes_on(op),
        })
    }

    /// True if control never goes on after an operation with regions: each way through it leaves it, or it is a
    /// loop without an end.
    #[must_use]
    pub fn never_goes_on(&self, op: OpId) -> bool {
        match self.ops[op].kind {
            OpKind::If { then, otherwise, .. } => self.leaves(then) && self.leaves(otherwise),
            OpKind::Scope { body, .. } => self.leaves(body),
            OpKind::Block { body } => self.leaves(body) && !self.has_break(body, 0),
            OpKind::While { cond, body, .. } => {
                self.leaves(cond) || (self.is_endless(cond) && !self.has_break(body, 0))
            }
            _ => false,
        }
    }

    /// True if a condition is the constant `true`.
    #[must_use]
    pub fn is_endless(&self, cond: RegionId) -> bool {
        let [.., value, last] = self.regions[cond].ops.as_slice() else { return false };
        let (value, last) = (&self.ops[*value], &self.ops[*last]);
        let OpKind::Yield(yielded) = last.kind else { return false };
        value.result == Some(yielded) && value.kind == OpKind::Const(ScalarValue::from(true))
    }

    /// True if anything in a region breaks out of the loop or block that is `level` levels around the region's own
    /// operations.
    #[must_use]
    pub fn has_break(&self, region: RegionId, level: u32) -> bool {
        self.has_exit(region, level, &|kind, level| matches!(kind, OpKind::Break(to) if *to == level))
    }

    /// True if anything in a region continues the loop that is `level` levels around the region's own operations.
    #[must_use]
    pub fn has_continue(&self, region: RegionId, level: u32) -> bool {
        self.has_exit(region, level, &|kind, level| matches!(kind, OpKind::Continue(to) if *to == level))
    }

    fn has_exit(&self, region: RegionId, level: u32, is_exit: &dyn Fn(&OpKind, u32) -> bool) -> bool {
        self.regions[region].ops.iter().any(|&op| {
            let kind = &self.ops[op].kind;
            is_exit(kind, level)
                || kind.inner_regions().any(|(inner, deeper)| self.has_exit(inner, level + deeper, is_exit))
        })
    }
}

impl OpKind {
    /// The regions inside the operation, each with the number of levels (loops and blocks) that a `break` in it has
    /// around it more than the operation itself: 0 or 1.
    pub fn inner_regions(&self) -> impl Iterator<Item = (RegionId, u32)> {
        let level = |region: RegionId| match self {
            Self::For(_) | Self::Block { .. } => 1,
            Self::While { body, .. } => u32::from(*body == region),
            _ => 0,
        };
        self.regions().map(move |region| (region, level(region)))
    }
}
