//! Replication of a loop's body, and where the exits in its copies go.

use sycl_hls_ir::{
    Func, LoopDirectives, Op, OpId, OpKind, Region, RegionId, Remap, ScopeDirectives, Span, ValueId,
};

/// The blocks and loops around the copies of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exits {
    /// True if there is a block around each copy, which `continue` leaves.
    around_each: bool,
    /// True if there is a block or loop around all copies, which `break` leaves.
    around_all: bool,
    /// True if that is a block, which is yet to be made.
    is_block: bool,
}

impl Exits {
    /// Of a loop that is gone.
    pub fn of_all(func: &Func, body: RegionId) -> Self {
        let around_all = func.has_break(body, 0);
        Self { around_each: func.has_continue(body, 0), around_all, is_block: around_all }
    }

    /// Of a loop that stays around its copies.
    pub fn of_some(func: &Func, body: RegionId) -> Self {
        Self { around_each: func.has_continue(body, 0), around_all: true, is_block: false }
    }

    /// Where an exit of the body goes that had the loop and `inside` more levels around it.
    fn retarget(self, kind: &mut OpKind, inside: u32) {
        let (each, all) = (u32::from(self.around_each), u32::from(self.around_all));
        match kind {
            OpKind::Break(levels) | OpKind::Continue(levels) if *levels > inside => {
                *levels = *levels - 1 + each + all;
            }
            OpKind::Break(levels) if *levels == inside => *levels += each,
            OpKind::Continue(levels) if *levels == inside => *kind = OpKind::Break(inside),
            _ => {}
        }
    }
}

/// Replicates one body.
pub(super) struct Replicator<'f> {
    pub func: &'f mut Func,
    pub body: RegionId,
    pub exits: Exits,
    pub span: Span,
}

impl Replicator<'_> {
    /// The operations of an iteration with this induction variable.
    pub fn copy(&mut self, counter: ValueId) -> Vec<OpId> {
        let mut remap = Remap::default();
        let Region { params, ops } = self.func.regions[self.body].clone();
        remap.values.extend(params.into_iter().map(|param| (param, counter)));
        let ops: Vec<OpId> = ops.into_iter().map(|op| remap.clone_op(self.func, op)).collect();
        self.retarget(&ops, 0);
        if self.exits.around_each { vec![self.block(ops)] } else { ops }
    }

    fn retarget(&mut self, ops: &[OpId], inside: u32) {
        for &op in ops {
            self.exits.retarget(&mut self.func.ops[op].kind, inside);
            let regions: Vec<(RegionId, u32)> = self.func.ops[op].kind.inner_regions().collect();
            for (region, deeper) in regions {
                let inner = self.func.regions[region].ops.clone();
                self.retarget(&inner, inside + deeper);
            }
        }
    }

    /// True if control never goes on after these operations.
    pub fn ends(&self, ops: &[OpId]) -> bool {
        let ends = |last: OpId| self.func.ops[last].kind.is_terminator() || self.func.never_goes_on(last);
        ops.last().copied().is_some_and(ends)
    }

    /// All copies, in the block that `break` leaves, if there is one.
    pub fn around_all(&mut self, ops: Vec<OpId>) -> Vec<OpId> {
        if self.exits.is_block { vec![self.block(ops)] } else { ops }
    }

    /// All copies, in a scope with those directives of the loop that are about its body.
    pub fn in_scope(&mut self, ops: Vec<OpId>, of_loop: &LoopDirectives) -> Vec<OpId> {
        let directives = ScopeDirectives {
            merge: of_loop.merge.clone(),
            expression_balance: of_loop.expression_balance.clone(),
            allocations: of_loop.allocations.clone(),
            ..ScopeDirectives::default()
        };
        if directives.is_empty() || ops.is_empty() {
            return ops;
        }
        let directives = Box::new(directives);
        vec![self.around(ops, |body| OpKind::Scope { directives, body })]
    }

    fn block(&mut self, ops: Vec<OpId>) -> OpId {
        self.around(ops, |body| OpKind::Block { body })
    }

    fn around(&mut self, ops: Vec<OpId>, kind: impl FnOnce(RegionId) -> OpKind) -> OpId {
        let body = self.func.regions.alloc(Region { params: Vec::new(), ops });
        self.func.ops.alloc(Op { kind: kind(body), result: None, span: self.span })
    }
}
