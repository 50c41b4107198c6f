//! Structure and scopes of a function body (K5, K6, K7, K9, K14).

use std::collections::HashSet;

use super::op::check_op;
use super::scope::Scope;
use super::{Report, directive};
use crate::{
    Constants, ForLoop, Func, Init, Module, OpId, OpKind, ParamKind, RegionId, Root, SlotId, ValueId,
};

/// Checks a body from its beginning to its end.
struct Body<'a> {
    module: &'a Module,
    func: &'a Func,
    scope: Scope,
    seen_ops: HashSet<OpId>,
    seen_regions: HashSet<RegionId>,
    /// For bounds that must be constant.
    constants: Constants,
    in_pipeline: bool,
}

/// How a region must end.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Open,
    Yield,
    Return,
}

pub(super) fn check_body(module: &Module, func: &Func, report: &mut Report<'_>) {
    let mut body = Body {
        module,
        func,
        scope: Scope::default(),
        seen_ops: HashSet::new(),
        seen_regions: HashSet::new(),
        constants: Constants::default(),
        in_pipeline: func.directives.is_pipelined(),
    };
    for param in &func.params {
        if let ParamKind::Scalar(value) = param.kind {
            body.define(value, report, param.span);
        }
    }
    body.region(func.body, Ending::Return, report);
}

impl Body<'_> {
    fn define(&mut self, value: ValueId, report: &mut Report<'_>, span: crate::Span) {
        if !self.scope.values.define(value) {
            report.error("K7", span, "the value is defined twice");
        }
    }

    fn region(&mut self, id: RegionId, ending: Ending, report: &mut Report<'_>) {
        let func = self.func;
        let region = &func.regions[id];
        let span = func.span;
        if !self.seen_regions.insert(id) {
            report.error("K5", span, "a region stands in two places");
            return;
        }
        let (values, slots) = (self.scope.values.enter(), self.scope.slots.enter());
        for &param in &region.params {
            self.define(param, report, span);
        }
        for (index, &op) in region.ops.iter().enumerate() {
            let last = index + 1 == region.ops.len();
            self.op(op, if last { ending } else { Ending::Open }, report);
        }
        if region.ops.is_empty() && ending != Ending::Open {
            report.error("K6", span, "a region has no end");
        }
        self.scope.values.leave(values);
        self.scope.slots.leave(slots);
    }

    fn op(&mut self, id: OpId, ending: Ending, report: &mut Report<'_>) {
        let func = self.func;
        let op = &func.ops[id];
        if !self.seen_ops.insert(id) {
            report.error("K5", op.span, "an operation stands in two places");
            return;
        }
        let actual = match op.kind {
            OpKind::Yield(_) => Ending::Yield,
            OpKind::Return(_) => Ending::Return,
            _ => Ending::Open,
        };
        if actual != ending {
            report.error("K6", op.span, "`yield` or `return` is missing or in the wrong place");
        }
        if let OpKind::Declare { slot, init } = &op.kind {
            self.declare(*slot, init, report, op.span);
        }
        check_op(self.module, func, &self.scope, op, report);
        self.inner_regions(op, report);
        if let Some(result) = op.result {
            self.define(result, report, op.span);
            directive::of_value(&func.values[result], op.span, report);
            self.constants.learn(self.module, func, op);
        }
    }

    fn inner_regions(&mut self, op: &crate::Op, report: &mut Report<'_>) {
        match &op.kind {
            OpKind::For(for_loop) => {
                self.loop_directives(for_loop, report, op.span);
                let unrolled = for_loop.directives.is_unrolled_fully();
                let known = |bound| self.constants.get(bound).is_some();
                let constant = known(for_loop.lo) && known(for_loop.hi);
                if (unrolled || self.in_pipeline) && !constant {
                    report.error("K14", op.span, "the loop is unrolled and its bounds are not constant");
                }
                let outer = self.in_pipeline;
                self.in_pipeline |= for_loop.directives.is_pipelined();
                self.region(for_loop.body, Ending::Open, report);
                self.in_pipeline = outer;
            }
            OpKind::Scope { directives, body } => {
                directive::of_scope(self.module, directives, op.span, report);
                self.region(*body, Ending::Open, report);
            }
            OpKind::If { then, otherwise, .. } => {
                let ending = if op.result.is_some() { Ending::Yield } else { Ending::Open };
                self.region(*then, ending, report);
                self.region(*otherwise, ending, report);
            }
            _ => {}
        }
    }

    fn loop_directives(&self, for_loop: &ForLoop, report: &mut Report<'_>, span: crate::Span) {
        directive::of_loop(self.module, &for_loop.directives, span, report);
        for dependence in &for_loop.directives.dependences {
            if let Some(Root::Slot(slot)) = dependence.variable
                && !self.scope.slots.has(slot)
            {
                report.error("K14", span, "a dependence names a variable that is not declared here");
            }
        }
    }

    fn declare(&mut self, id: SlotId, init: &Init, report: &mut Report<'_>, span: crate::Span) {
        let slot = &self.func.slots[id];
        if !self.scope.slots.define(id) {
            report.error("K9", span, format!("`{}` is declared twice", slot.name));
        }
        if let Init::List(values) = init
            && values.len() as u64 != slot.ty.leaves()
        {
            report.error(
                "K9",
                span,
                format!("`{}` has another number of first values than scalars", slot.name),
            );
        }
        directive::of_slot(slot, span, report);
    }
}
