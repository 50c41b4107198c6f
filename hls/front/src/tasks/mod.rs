//! Tasks: processes that run again and again, as long as elements come. Free-running kernels are some, and loops without an end
//! in regions ([`rewrite`]).
//!
//! What they do first is to receive, because the next run begins when there is an element. Those of a region keep nothing from run to
//! run, and take nothing but streams and what is the same in all of a kernel's run.

mod written;

use rustc_hash::FxHashSet;
use sycl_hls_ir::dataflow::Task;
use sycl_hls_ir::{
    ChannelAccess, Constants, Diagnostic, ForLoop, Func, Module, Op, OpId, OpKind, RegionId, Root, SlotId,
    Span, ValueId,
};
use sycl_hls_types::ScalarValue;

use crate::codes;
use crate::rules::constants_of;
pub(crate) use written::{MORE, never_ends, rewrite};

/// Errors of tasks that do something else first, or use more than streams.
pub(crate) fn check_tasks(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (_, func) in module.funcs.iter() {
        let processes = func.ops.iter().filter_map(|(_, op)| match &op.kind {
            OpKind::Process { name, body } => Some((name, op.span, func.task(*body)?)),
            _ => None,
        });
        errors.extend(looking(func));
        let is_group = module.is_group(func);
        for (name, span, task) in processes {
            let run =
                Run { func, constants: &constants_of(module, func), stable: func.stable_values(), task };
            let title =
                if is_group { format!("the free-running kernel `{name}`") } else { "the task".to_owned() };
            match run.first(task.body) {
                Some(First::Receives) => {}
                other => {
                    let at = if let Some(First::Other(at)) = other { at } else { span };
                    errors.push(not_first(&title, at));
                    continue;
                }
            }
            if !is_group {
                errors.extend(run.used().map(kept).or_else(|| run.continued(task.body, 0).map(continued)));
            }
        }
    }
    errors
}

fn not_first(title: &str, at: Span) -> Diagnostic {
    Diagnostic::error(codes::FREE_RUNNING, at, format!("{title} does not receive first"))
        .note("a run begins when there is an element in the stream that its text names first; a card does what stands before `recv` without one")
        .help("begin with `recv` of that stream, outside of conditions")
}

const TASK: &str = "a `loop` without an end is `hls::task` in a region: a function of streams that is called again and again (UG1399)";

fn kept(at: Span) -> Diagnostic {
    let message = "a task keeps nothing from one run for the next, and takes nothing but streams and scalars of the kernel";
    Diagnostic::error(codes::FREE_RUNNING, at, message)
        .note(TASK)
        .note("on a card it is never started again: only the kernel's scalar arguments, and what is computed of them, are sure to be the same as long as it runs")
        .help(
            "declare what it needs in the loop, and send values through streams; or give the loop an end, as `for _ in 0..n`",
        )
}

/// Tasks that look ahead: they look into a register before they ask whether more comes.
fn looking(func: &Func) -> impl Iterator<Item = Diagnostic> {
    let conds = func.ops.iter().filter_map(|(_, op)| match op.kind {
        OpKind::While { cond, .. } if func.more(cond).is_some() => func.regions[cond].ops.first().copied(),
        _ => None,
    });
    let asked: FxHashSet<OpId> = conds.collect();
    let asks = |kind: &OpKind| matches!(kind, OpKind::Channel { access: ChannelAccess::More, .. });
    func.ops.iter().filter(move |(id, op)| asks(&op.kind) && !asked.contains(id)).map(|(_, op)| {
        let error = Diagnostic::error(codes::FREE_RUNNING, op.span, "a task has no `peek`");
        error.note(TASK).help("use `recv`, and keep the element in a variable of the loop")
    })
}

fn continued(at: Span) -> Diagnostic {
    Diagnostic::error(codes::FREE_RUNNING, at, "a task has no `continue`").note(TASK).help("use `if`")
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
    /// Values that are the same in all of the kernel's run.
    stable: FxHashSet<ValueId>,
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
            OpKind::Dataflow { body, .. } => {
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

    /// Something that a run uses and that is not its own, but for channels, constants and what does not change.
    fn used(&self) -> Option<Span> {
        let ops = self.func.ops_inside(self.task.body);
        let mut values = self.stable.clone();
        let mut slots: FxHashSet<SlotId> = FxHashSet::default();
        for op in &ops {
            let op = &self.func.ops[*op];
            values.extend(op.result);
            for region in op.kind.regions() {
                values.extend(&self.func.regions[region].params);
            }
            if let OpKind::Declare { slot, .. } = op.kind {
                slots.insert(slot);
            }
        }
        let is_own = |root: Root| match root {
            // A block is a task's own as long as it has its tokens.
            Root::Slot(slot) => slots.contains(&slot) || self.func.is_blocks(slot),
            Root::Global(_) => true,
            Root::Param(_) => false,
        };
        ops.into_iter().map(|op| &self.func.ops[op]).find_map(|op| {
            let mut own =
                op.result.is_some_and(|value| values.contains(&value)) || !matches!(op.kind, OpKind::Len(_));
            op.kind.for_each_operand(&mut |value| {
                own &= values.contains(&value) || self.constants.get(value).is_some();
            });
            op.kind.for_each_read(&mut |place| own &= is_own(place.root));
            op.kind.for_each_write(|_| true, &mut |place| own &= is_own(place.root));
            (!own).then_some(op.span)
        })
    }

    /// A `continue` of the task itself; this many loops and blocks are around the region, inside of it.
    fn continued(&self, region: RegionId, around: u32) -> Option<Span> {
        self.func.regions[region].ops.iter().map(|op| &self.func.ops[*op]).find_map(|op| match op.kind {
            OpKind::Continue(skipped) => (skipped == around).then_some(op.span),
            OpKind::For(_) | OpKind::While { .. } | OpKind::Block { .. } => {
                op.kind.regions().find_map(|inner| self.continued(inner, around + 1))
            }
            _ => op.kind.regions().find_map(|inner| self.continued(inner, around)),
        })
    }
}
