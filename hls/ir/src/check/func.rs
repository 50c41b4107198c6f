//! Structure and scopes of a function body (K5, K6, K7, K9, K14, K17, K18, K22).

use rustc_hash::FxHashSet;

use super::op::check_op;
use super::scope::Scope;
use super::{Report, dataflow, directive};
use crate::{
    Constants, Func, Init, LoopDirectives, Module, OpId, OpKind, ParamKind, RegionId, Root, SlotId, ValueId,
};

/// Checks a body from its beginning to its end.
struct Body<'a> {
    module: &'a Module,
    func: &'a Func,
    scope: Scope,
    seen_ops: FxHashSet<OpId>,
    seen_regions: FxHashSet<RegionId>,
    /// For bounds that must be constant.
    constants: Constants,
    in_pipeline: bool,
    /// The loops and blocks around, outermost first; in a process, those inside of it.
    levels: Vec<Level>,
    in_process: bool,
}

/// What the end of a region means.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    /// Control goes on after the operation around it.
    Open,
    /// The same, when all processes in it have ended.
    Dataflow,
    /// Control goes on with the result of the region.
    Yield,
    /// There is nowhere to go on.
    Body,
}

/// What `break` and `continue` can go to.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    Loop,
    Block,
}

pub(super) fn check_body(module: &Module, func: &Func, report: &mut Report<'_>) {
    let mut body = Body {
        module,
        func,
        scope: Scope::default(),
        seen_ops: FxHashSet::default(),
        seen_regions: FxHashSet::default(),
        constants: Constants::default(),
        in_pipeline: func.directives.is_pipelined(),
        levels: Vec::new(),
        in_process: false,
    };
    for param in &func.params {
        if let ParamKind::Stream { channel, .. } = param.kind {
            body.scope.channels.define(channel);
        }
        if let ParamKind::Scalar(value) = param.kind {
            body.define(value, report, param.span);
        }
    }
    body.region(func.body, Ending::Body, report);
    dataflow::check_ports(module, func, report);
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
        let channels = self.scope.channels.enter();
        for &param in &region.params {
            self.define(param, report, span);
        }
        for (index, &op) in region.ops.iter().enumerate() {
            let last = index + 1 == region.ops.len();
            self.op(op, report);
            self.terminator(op, last, ending, report);
            let kind = &func.ops[op].kind;
            if ending != Ending::Dataflow
                && matches!(kind, OpKind::Process { .. } | OpKind::DeclareChannel(_))
            {
                let message = "channels and processes stand in a dataflow region only";
                report.error("K17", func.ops[op].span, message);
            }
        }
        self.end(region.ops.last().copied(), ending, report);
        self.scope.values.leave(values);
        self.scope.slots.leave(slots);
        self.scope.channels.leave(channels);
    }

    /// K6: what a terminator needs.
    fn terminator(&self, id: OpId, last: bool, ending: Ending, report: &mut Report<'_>) {
        let op = &self.func.ops[id];
        if !op.kind.is_terminator() {
            return;
        }
        let level = |skipped: u32| self.levels.iter().rev().nth(skipped as usize).copied();
        let fits = match op.kind {
            OpKind::Yield(_) => ending == Ending::Yield,
            OpKind::Break(skipped) => level(skipped).is_some(),
            OpKind::Continue(skipped) => level(skipped) == Some(Level::Loop),
            OpKind::Return(_) => !self.in_process,
            _ => true,
        };
        if !last {
            report.error("K6", op.span, "an operation stands after a terminator");
        }
        if !fits && self.in_process && !matches!(op.kind, OpKind::Yield(_)) {
            report.error("K22", op.span, "this would leave a process");
        } else if !fits {
            report.error("K6", op.span, "there is nothing that this could end, leave or continue");
        }
    }

    /// K6: how a region ends.
    fn end(&self, last: Option<OpId>, ending: Ending, report: &mut Report<'_>) {
        let ends = last
            .is_some_and(|last| self.func.ops[last].kind.is_terminator() || self.func.never_goes_on(last));
        if matches!(ending, Ending::Yield | Ending::Body) && !ends {
            let span = last.map_or(self.func.span, |last| self.func.ops[last].span);
            report.error("K6", span, "`yield` or `return` is missing");
        }
    }

    fn op(&mut self, id: OpId, report: &mut Report<'_>) {
        let func = self.func;
        let op = &func.ops[id];
        if !self.seen_ops.insert(id) {
            report.error("K5", op.span, "an operation stands in two places");
            return;
        }
        // A slot's first contents are computed before it is in scope.
        check_op(self.module, func, &self.scope, op, report);
        if let OpKind::Declare { slot, init } = &op.kind {
            self.declare(*slot, init, report, op.span);
        }
        if let OpKind::DeclareChannel(channel) = op.kind
            && !self.scope.channels.define(channel)
        {
            report.error("K18", op.span, "the channel is declared twice");
        }
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
                self.loop_directives(&for_loop.directives, report, op.span);
                let unrolled = for_loop.directives.is_unrolled_fully();
                let known = |bound| self.constants.get(bound).is_some();
                let constant = known(for_loop.lo) && known(for_loop.hi);
                if (unrolled || self.in_pipeline) && !constant {
                    report.error("K14", op.span, "the loop is unrolled and its bounds are not constant");
                }
                self.loop_body(&for_loop.directives, for_loop.body, report);
            }
            OpKind::While { cond, body, directives } => {
                self.loop_directives(directives, report, op.span);
                if self.in_pipeline || directives.is_unrolled_fully() {
                    report.error("K14", op.span, "the loop is unrolled and its bounds are not constant");
                }
                self.region(*cond, Ending::Yield, report);
                self.loop_body(directives, *body, report);
            }
            OpKind::Block { body } => {
                self.levels.push(Level::Block);
                self.region(*body, Ending::Open, report);
                self.levels.pop();
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
            OpKind::Dataflow { body, .. } => {
                if self.in_pipeline {
                    report.error("K17", op.span, "a dataflow region stands in a pipelined loop or function");
                }
                self.region(*body, Ending::Dataflow, report);
                dataflow::check_region(self.module, self.func, *body, report);
            }
            OpKind::Process { body, .. } => {
                let levels = std::mem::take(&mut self.levels);
                let outer = std::mem::replace(&mut self.in_process, true);
                self.region(*body, Ending::Open, report);
                (self.levels, self.in_process) = (levels, outer);
            }
            _ => {}
        }
    }

    fn loop_body(&mut self, directives: &LoopDirectives, body: RegionId, report: &mut Report<'_>) {
        let outer = self.in_pipeline;
        self.in_pipeline |= directives.is_pipelined();
        self.levels.push(Level::Loop);
        self.region(body, Ending::Open, report);
        self.levels.pop();
        self.in_pipeline = outer;
    }

    fn loop_directives(&self, directives: &LoopDirectives, report: &mut Report<'_>, span: crate::Span) {
        directive::of_loop(self.module, directives, span, report);
        for dependence in &directives.dependences {
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
        if slot.persistent && !self.may_persist(id, init) {
            let message = format!("`{}` cannot keep what it holds from run to run", slot.name);
            report.error("K25", span, message);
        }
    }

    /// K25
    fn may_persist(&self, id: SlotId, init: &Init) -> bool {
        let func = self.func;
        let body = &func.regions[func.body].ops;
        let is_declared =
            |op: &OpId| matches!(func.ops[*op].kind, OpKind::Declare { slot, .. } if slot == id);
        let is_known = |value: &ValueId| self.constants.get(*value).is_some();
        let is_constant = match init {
            Init::Fill(value) => is_known(value),
            Init::List(values) => values.iter().all(is_known),
            Init::Uninit | Init::Copy(_) => false,
        };
        func.is_kernel() && body.iter().any(is_declared) && is_constant
    }
}
