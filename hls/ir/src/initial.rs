//! Whether what a variable held before a body matters: upward-exposed uses (Aho and others, "Compilers", section 9.2.5) and
//! definite assignment of one scalar, over structured regions.

use crate::{CallArg, Constants, ForLoop, Func, Module, Op, OpId, OpKind, ParamKind, RegionId, Root};

/// What a function does with the value that a scalar of its has before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// True if a way through the function may read it before it writes the scalar.
    pub reads_first: bool,
    /// True if every way to a `return` writes the scalar.
    pub always_writes: bool,
}

/// What `func` does with the scalar `root`. Calls are followed: `module` has what it calls.
#[must_use]
pub fn uses(module: &Module, func: &Func, root: Root) -> Uses {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        constants.learn(module, func, &func.ops[op]);
    }
    let mut walk = Walk {
        module,
        func,
        root,
        constants,
        levels: Vec::new(),
        uses: Uses { reads_first: false, always_writes: true },
    };
    walk.region(func.body, false);
    walk.uses
}

/// True if it is written for certain on all ways that meet; `None` while there is none.
type Written = Option<bool>;

/// Where ways meet.
fn meet(a: Written, b: Written) -> Written {
    match (a, b) {
        (Some(a), Some(b)) => Some(a && b),
        (one, other) => one.or(other),
    }
}

/// Where `break` and `continue` of a loop or block lead.
#[derive(Clone, Copy, Default)]
struct Level {
    left: Written,
    continued: Written,
}

struct Walk<'m> {
    module: &'m Module,
    func: &'m Func,
    root: Root,
    constants: Constants,
    /// The loops and blocks around, outermost first.
    levels: Vec<Level>,
    uses: Uses,
}

impl Walk<'_> {
    /// A region that begins like this; how it ends, if control comes to its end.
    fn region(&mut self, region: RegionId, before: bool) -> Written {
        let mut written = before;
        for op in &self.func.regions[region].ops {
            written = self.op(*op, written)?;
        }
        Some(written)
    }

    fn op(&mut self, id: OpId, written: bool) -> Written {
        let op: &Op = &self.func.ops[id];
        match &op.kind {
            OpKind::Return(_) => {
                self.uses.always_writes &= written;
                return None;
            }
            OpKind::Break(skipped) => {
                self.lead(*skipped, |level| &mut level.left, written);
                return None;
            }
            OpKind::Continue(skipped) => {
                self.lead(*skipped, |level| &mut level.continued, written);
                return None;
            }
            OpKind::Call { func, args } => return Some(self.call(&self.module.funcs[*func], args, written)),
            _ => {}
        }
        let mut written = written;
        op.kind.for_each_read(&mut |place| self.uses.reads_first |= place.root == self.root && !written);
        // A declaration is where the walk begins, not one of the writes.
        if !matches!(op.kind, OpKind::Declare { .. }) {
            op.kind.for_each_write(|_| true, &mut |place| written |= place.root == self.root);
        }
        let after = self.inner(&op.kind, written);
        if self.func.never_goes_on(id) { None } else { after }
    }

    fn lead(&mut self, skipped: u32, way: impl Fn(&mut Level) -> &mut Written, written: bool) {
        if let Some(level) = self.levels.iter_mut().rev().nth(skipped as usize) {
            let way = way(level);
            *way = meet(*way, Some(written));
        }
    }

    fn inner(&mut self, kind: &OpKind, written: bool) -> Written {
        match kind {
            OpKind::If { cond, then, otherwise } => {
                match self.constants.get(*cond).map(|cond| cond.is_true()) {
                    Some(true) => self.region(*then, written),
                    Some(false) => self.region(*otherwise, written),
                    None => meet(self.region(*then, written), self.region(*otherwise, written)),
                }
            }
            OpKind::For(for_loop) => {
                let (end, level) = self.level(for_loop.body, written);
                let around = if self.surely_runs(for_loop) { end } else { Some(written) };
                meet(meet(around, level.continued.filter(|_| self.surely_runs(for_loop))), level.left)
            }
            OpKind::While { cond, body, .. } => {
                let tested = self.region(*cond, written)?;
                let (_, level) = self.level(*body, tested);
                meet(Some(tested).filter(|_| !self.func.is_endless(*cond)), level.left)
            }
            OpKind::Block { body } => {
                let (end, level) = self.level(*body, written);
                meet(end, level.left)
            }
            OpKind::Scope { body, .. } | OpKind::Dataflow { body, .. } | OpKind::Process { body, .. } => {
                self.region(*body, written)
            }
            _ => Some(written),
        }
    }

    fn level(&mut self, body: RegionId, written: bool) -> (Written, Level) {
        self.levels.push(Level::default());
        let end = self.region(body, written);
        (end, self.levels.pop().unwrap_or_default())
    }

    /// True if a loop is known to have an iteration.
    fn surely_runs(&self, for_loop: &ForLoop) -> bool {
        let bound = |value| self.constants.get(value)?.to_integer();
        match (bound(for_loop.lo), bound(for_loop.hi)) {
            (Some(lo), Some(hi)) => lo < hi || (for_loop.inclusive && lo == hi),
            _ => false,
        }
    }

    /// True if the scalar is written after a call.
    fn call(&mut self, callee: &Func, args: &[CallArg], written: bool) -> bool {
        let mut after = written;
        for (index, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            if arg.place().is_none_or(|place| place.root != self.root) {
                continue;
            }
            let uses = match param.kind {
                ParamKind::Ref { mutable: true, .. } => uses(self.module, callee, Root::Param(index)),
                _ => Uses { reads_first: true, always_writes: false },
            };
            self.uses.reads_first |= uses.reads_first && !written;
            after |= uses.always_writes;
        }
        after
    }
}
