//! What free-running kernels do first: they receive, because their next run begins when there is an element.

use sycl_hls_ir::dataflow::Task;
use sycl_hls_ir::{ChannelAccess, Constants, Diagnostic, ForLoop, Func, Module, Op, OpKind, RegionId, Span};
use sycl_hls_types::ScalarValue;

use crate::codes;
use crate::rules::constants_of;

/// Errors of free-running kernels that do something else first.
pub(crate) fn check_tasks(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (_, func) in module.funcs.iter() {
        let processes = func.ops.iter().filter_map(|(_, op)| match &op.kind {
            OpKind::Process { name, body } => Some((name, op.span, func.task(*body)?)),
            _ => None,
        });
        for (name, span, task) in processes {
            let run = Run { func, constants: &constants_of(module, func), task };
            let at = match run.first(task.body) {
                Some(First::Receives) => continue,
                Some(First::Other(at)) => at,
                None => span,
            };
            let message = format!("the free-running kernel `{name}` does not receive first");
            errors.push(
                Diagnostic::error(codes::FREE_RUNNING, at, message)
                    .note("a run begins when there is an element in the stream that its text names first; a card does what stands before `recv` without one")
                    .help("begin with `recv` of that stream, outside of conditions"),
            );
        }
    }
    errors
}

/// What is done first with channels.
enum First {
    /// An element of the task's stream is received.
    Receives,
    /// Something else, here.
    Other(Span),
}

struct Run<'m> {
    func: &'m Func,
    constants: &'m Constants,
    task: Task,
}

impl Run<'_> {
    /// What a region does first with channels; `None` if it does nothing with them.
    fn first(&self, region: RegionId) -> Option<First> {
        let ops = self.func.regions[region].ops.iter();
        ops.map(|op| &self.func.ops[*op]).find_map(|op| self.first_of(op))
    }

    fn first_of(&self, op: &Op) -> Option<First> {
        let channels = &self.func.channels;
        match &op.kind {
            // A stream has a channel for each scalar of its elements, all at one place.
            OpKind::Channel { channel, access: ChannelAccess::Read }
                if channels[*channel].span == channels[self.task.channel].span =>
            {
                Some(First::Receives)
            }
            OpKind::Channel { .. } => Some(First::Other(op.span)),
            OpKind::Block { body } | OpKind::Scope { body, .. } => self.first(*body),
            OpKind::For(each) if self.has_iterations(each) => self.first(each.body),
            OpKind::While { cond, body, .. } => self.first(*cond).or_else(|| match self.is_entered(*cond) {
                true => self.first(*body),
                false => self.any(op),
            }),
            OpKind::Dataflow { body } => {
                let firsts = self.func.processes(*body).into_iter().filter_map(|process| {
                    self.func.ops[process].kind.regions().find_map(|region| self.first(region))
                });
                firsts.reduce(|one, other| if matches!(one, First::Receives) { one } else { other })
            }
            _ => self.any(op),
        }
    }

    /// What is perhaps done first somewhere in an operation.
    fn any(&self, op: &Op) -> Option<First> {
        op.kind.regions().find_map(|region| self.first(region)).map(|_| First::Other(op.span))
    }

    /// True if this condition of a loop is always true.
    fn is_entered(&self, cond: RegionId) -> bool {
        let last = self.func.regions[cond].ops.last().map(|last| &self.func.ops[*last].kind);
        let value = match last {
            Some(OpKind::Yield(value)) => self.constants.get(*value),
            _ => None,
        };
        value.is_some_and(ScalarValue::is_true)
    }

    fn has_iterations(&self, each: &ForLoop) -> bool {
        let bounds = [each.lo, each.hi].map(|bound| self.constants.get(bound)?.to_integer());
        let [Some(lo), Some(hi)] = bounds else { return false };
        lo < hi || each.inclusive && lo == hi
    }
}
